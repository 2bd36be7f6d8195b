//! The value service: every kind of choice of every game, exact, from tables that are built once.

use croupier_odds::{DecisionKind, Fraction, NoCache, OddsError, RulesSource, SolverSet, ValueService};
use croupier_rules::{CardSet, Regulation, game};

fn cards(written: &str) -> CardSet {
    written.parse().expect("cards")
}

fn rules(text: Regulation) -> RulesSource {
    RulesSource::of_text(game(text)).expect("a shipped text")
}

#[test]
fn every_kind_of_choice_is_valued_in_every_game() {
    let service = ValueService::new(SolverSet::standard(), NoCache);
    let hands = [
        (Regulation::Pa659a, "As Ad Kc 9h 9d 4s 2c", vec![DecisionKind::Set, DecisionKind::Surrender]),
        (Regulation::Pa670a, "As Ks Qd Jd Tc 2h", vec![DecisionKind::Set, DecisionKind::SetAndDoubleDown]),
        (Regulation::Pa657a, "As Ad 8c 4h 2d", vec![DecisionKind::Play, DecisionKind::Fold]),
    ];
    for (text, hand, kinds) in hands {
        let source = rules(text);
        assert!(!service.is_ready(&source), "{text}");
        service.prepare(&source).expect("the shipped rules set every hand");
        assert!(service.is_ready(&source), "{text}");
        let all = service.value(&source, cards(hand), CardSet::EMPTY, &[]).expect("a hand").choices;
        let mut found: Vec<DecisionKind> = all.iter().map(|choice| choice.kind).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, kinds, "{text}");
        assert!(all.windows(2).all(|pair| pair[0].value() >= pair[1].value()), "best first");
        for kind in kinds {
            let some = service.value(&source, cards(hand), CardSet::EMPTY, &[kind]).expect("a hand").choices;
            let wanted: Vec<_> = all.iter().filter(|choice| choice.kind == kind).cloned().collect();
            assert_eq!(some, wanted, "{text}");
        }
    }
}

/// MA 12(e)(1), § 657a.11(b): a wager given up is lost whole; the Ante and the Super Bonus of a folded hand are lost
/// too.
#[test]
fn what_is_given_up_is_worth_what_is_collected() {
    let service = ValueService::new(SolverSet::standard(), NoCache);
    let given_up = |text, hand, kind| {
        let valued = service.value(&rules(text), cards(hand), CardSet::EMPTY, &[kind]).expect("a hand");
        valued.choices[0].value()
    };
    assert_eq!(given_up(Regulation::MaAsia, "2s 3d 4c 6h 7d 8s 9c", DecisionKind::Surrender), -Fraction::ONE);
    assert_eq!(given_up(Regulation::Pa657a, "Qs Jd 7c 5h 2d", DecisionKind::Fold), Fraction::new(-2, 1));
}

#[test]
fn cards_that_are_no_hand_are_refused() {
    let service = ValueService::new(SolverSet::standard(), NoCache);
    for (hand, known) in [
        ("As Ad", ""),
        ("As Ad 8c 4h Jk", ""),
        ("As Ad 8c 4h 2d", "As"),
        (
            "As Ad 8c 4h 2d",
            "2c 3c 4c 5c 6c 7c 9c Tc Jc Qc Kc Ac 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd 2h 3h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah \
             2s 3s 4s 5s 6s 7s 8s 9s",
        ),
    ] {
        let known = if known.is_empty() { CardSet::EMPTY } else { cards(known) };
        let refused = service.value(&rules(Regulation::Pa657a), cards(hand), known, &[]);
        assert!(matches!(refused, Err(OddsError::Query(_))), "{hand}");
    }
    let none = ValueService::new(SolverSet::empty(), NoCache);
    let refused = none.value(&rules(Regulation::Pa657a), cards("As Ad 8c 4h 2d"), CardSet::EMPTY, &[]);
    assert_eq!(refused.err(), Some(OddsError::NoSolver(Regulation::Pa657a.text())));
}
