//! A game added from outside plays and settles: a sealed table by its rules, and a journal that verifies by replay.

mod plain;
#[path = "../../../crates/table/tests/simulated/mod.rs"]
mod simulated;

use croupier_rules::submission::check_by;
use croupier_rules::{CardSet, Cents, Clause, LegalText, Registry, RegistryError, Regulation, Seat, WagerKind, law};
use croupier_table::journal::{read_by, verify, verify_by};
use croupier_table::{DealMode, Event, Ruling, Verdict};
use simulated::Simulated;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use three_card_house::{SUBMISSION, TEXT, registry};

fn played(mode: DealMode, rounds: usize) -> Simulated {
    let mut table = Simulated::open_by(&registry(), SUBMISSION, mode, 3);
    table.play(rounds);
    table
}

#[test]
fn its_rounds_verify_by_replay_under_a_registry_that_knows_it() {
    for mode in [DealMode::Sealed, DealMode::Observed] {
        let table = played(mode, 50);
        let report = verify_by(&registry(), table.lines.as_bytes());
        assert_eq!(report.fault, None);
        assert_eq!(report.rounds, 50);
        assert_eq!(report.table.expect("a table").state(), table.table.state());
        assert_eq!(table.table.state().ledger.total(), 0);

        let fault = verify(table.lines.as_bytes()).fault.expect("the standard registry does not know it");
        assert_eq!((fault.line, fault.to_string().contains("unknown text `own-3`")), (1, true), "{fault}");
    }
}

/// What is known of a seat's round when its wagers are ruled on.
#[derive(Default)]
struct Known {
    dealer: CardSet,
    hands: BTreeMap<Seat, CardSet>,
    folded: BTreeSet<Seat>,
}

impl Known {
    /// What the text says of a wager: its fate, what is won on each unit, and the clause.
    fn says(&self, seat: Seat, wager: WagerKind) -> (Verdict, i64, &'static str) {
        if self.folded.contains(&seat) {
            return (Verdict::Forfeited, 0, "TCH 8(b)");
        }
        let (ours, dealers) = (plain::strength(self.hands[&seat]), plain::strength(self.dealer));
        match (wager, ours.cmp(&dealers)) {
            (WagerKind::Bonus, _) if ours.0 == 0 => (Verdict::Loses, 0, "TCH 8(e)(1)"),
            (WagerKind::Bonus, _) => (Verdict::Pays, [0, 1, 4, 6, 30, 40][usize::from(ours.0)], "TCH 8(e)(2)"),
            (WagerKind::Main, _) if !plain::qualifies(dealers) => (Verdict::Pays, 1, "TCH 8(d)(1)"),
            (_, _) if !plain::qualifies(dealers) => (Verdict::Returned, 0, "TCH 8(d)(1)"),
            (_, Ordering::Less) => (Verdict::Loses, 0, "TCH 8(d)(2)"),
            (_, Ordering::Greater) => (Verdict::Pays, 1, "TCH 8(d)(3)"),
            (_, Ordering::Equal) => (Verdict::Returned, 0, "TCH 8(d)(4)"),
        }
    }
}

#[test]
fn every_wager_is_settled_as_its_clause_says() {
    let (table, registry) = (played(DealMode::Sealed, 1_500), registry());
    let (_, lines) = read_by(&registry, table.lines.as_bytes()).expect("a journal");
    let mut known = Known::default();
    let mut cited = BTreeSet::new();
    for entry in lines {
        for event in entry.and_then(|entry| entry.events()).expect("a sound line") {
            match event {
                Event::RoundOpened { .. } => known = Known::default(),
                Event::Folded(seat) => _ = known.folded.insert(seat),
                Event::DealerTurned { cards, .. } => known.dealer = cards,
                Event::Revealed { seat, setting: Some(setting) } => _ = known.hands.insert(seat, setting.cards()),
                Event::Ruled(Ruling { seat, wager, verdict, stake, won, clause, .. }) => {
                    let (fate, units, citation) = known.says(seat, wager.kind);
                    let right = (fate, Cents(stake.0 * units), citation);
                    assert_eq!((verdict, won, clause.citation()), right, "{wager} of seat {}", seat.number());
                    cited.insert(clause.citation());
                }
                _ => {}
            }
        }
    }
    let all = ["8(b)", "8(d)(1)", "8(d)(2)", "8(d)(3)", "8(d)(4)", "8(e)(1)", "8(e)(2)"].map(|id| format!("TCH {id}"));
    assert_eq!(cited.into_iter().map(str::to_owned).collect::<Vec<_>>(), all);
}

#[test]
fn a_fault_in_its_submission_is_told_with_its_clause() {
    let seven = SUBMISSION.replace("positions      = 6", "positions      = 7");
    let found = check_by(&registry(), &seven).diagnostics.remove(0);
    assert_eq!((found.code.code(), found.clause.expect("a clause").to_string()), ("S101", "TCH 1(a)".to_owned()));
    for (wrong, right, code, clause) in [
        ("paytable  = \"A\"", "paytable = \"C\"", "S208", "TCH 9(b)"),
        ("decks = 1", "decks = 1\njokers-made = 1", "S306", "TCH 2(a)"),
        ("areas          = [\"main\", \"play\", \"bonus\"]", "areas = [\"main\", \"bonus\"]", "S116", "TCH 1(b)"),
        ("play    = \"fold\"", "set = \"house-way\"", "S805", "TCH 8(b)"),
    ] {
        assert!(SUBMISSION.contains(wrong), "{wrong}");
        let found = check_by(&registry(), &SUBMISSION.replace(wrong, right)).diagnostics;
        let told: Vec<_> =
            found.iter().map(|found| (found.code.code(), found.clause.map(|is| is.to_string()))).collect();
        assert_eq!(told, [(code, Some(clause.to_owned()))]);
    }
}

#[test]
fn a_registry_takes_a_text_once_and_a_citation_belongs_to_one() {
    let added = registry();
    assert_eq!(added.texts().last(), Some(&TEXT));
    assert_eq!(added.with(TEXT), Err(RegistryError::Id(TEXT)));
    let other = Regulation::new(LegalText::new("own-4", "MA "), TEXT.game());
    assert_eq!(added.with(other), Err(RegistryError::Citations { text: other, by: Regulation::MaAsia }));
    assert_eq!(Registry::standard().texts(), Regulation::ALL, "a registry is a value: the standard one is as it was");
    assert!(added.resolves("TCH 8(d)(1)") && added.resolves("TCH 5") && !added.resolves("TCH 8(d)(5)"));
}

/// A registry is a value: what is added to one is known to whoever reads under it, and to nobody else.
#[test]
fn its_clauses_are_known_under_its_registry_and_nowhere_else() {
    let read = || "TCH 8(d)(1)".parse::<Clause>().map(Clause::citation);
    assert!(TEXT.game().payouts().paytables.len() > 1, "data has named its clauses by now");
    assert_eq!(registry().reading(read), Ok("TCH 8(d)(1)"));
    assert!(read().is_err() && Registry::standard().reading(read).is_err() && !law::resolves("TCH 8(d)(1)"));
}

/// A clause shows as its citation, so what the procedure shows has them all.
#[test]
fn every_clause_its_table_is_run_by_is_in_its_law() {
    let shown = format!("{:?}", TEXT.procedure());
    let cited: BTreeSet<&str> = shown.split("TCH ").skip(1).map(citation).collect();
    assert!(cited.len() > 30, "{cited:?}");
    for id in cited {
        assert!(TEXT.law().has(&format!("TCH {id}")), "TCH {id}");
    }
}

/// The number of a clause at the beginning of what follows: figures, and letters between brackets.
fn citation(text: &str) -> &str {
    let mut open = false;
    let end = text.find(|letter: char| match letter {
        '(' => std::mem::replace(&mut open, true),
        ')' => !std::mem::take(&mut open),
        letter => !letter.is_ascii_digit() && !open,
    });
    &text[..end.unwrap_or(text.len())]
}
