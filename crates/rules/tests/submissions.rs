//! The ready submissions and the check as a whole: what is shipped is clean, and nothing brings the check down.
#![allow(clippy::disallowed_methods)] // The library reads no files; its tests read the submissions that are shipped.

use croupier_rules::games::asia_poker::PA_575_BONUS;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::house_way::proof::Proof;
use croupier_rules::submission::{
    Completion, HouseRules, MOST_BYTES, Severity, Stake, check, line_and_column, template,
};
use croupier_rules::suit_class::PARTS;
use croupier_rules::vocabulary::{DealMethod, ShuffleMethod, StartMethod, Step};
use croupier_rules::{
    Card, CardSet, Cents, ReadingId, Readings, Registry, Regulation, Revision, RulesChange, WagerKind, game, submission,
};
use proptest::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;

fn ready() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../submissions");
    let files = std::fs::read_dir(folder).expect("the submissions are part of the project");
    let paths = files.map(|file| file.expect("a readable folder").path());
    let mut ready: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("a readable file"))
        })
        .collect();
    ready.sort();
    ready
}

fn rules() -> Vec<HouseRules> {
    ready().iter().map(|(name, toml)| check(toml).rules.unwrap_or_else(|| panic!("{name} is refused"))).collect()
}

fn one(name: &str) -> HouseRules {
    let ready = ready();
    let (_, toml) = ready.iter().find(|(found, _)| found == name).expect("a ready submission");
    check(toml).rules.expect("it is clean")
}

#[test]
fn every_ready_submission_is_clean_and_begins_with_a_word_about_itself() {
    for (name, toml) in ready() {
        assert_eq!(check(&toml).diagnostics, [], "{name}");
        assert!(toml.starts_with("# "), "{name}");
        let text = check(&toml).rules.expect("clean").text;
        assert!(name.starts_with(text.id()), "{name} is of {text}");
    }
}

#[test]
fn a_table_is_asked_for_the_furniture_of_its_own_submission_and_no_other() {
    let wants = |name: &str, clause: &str| one(name).furniture().any(|row| row.id == clause);
    for (clause, has, has_not) in [
        ("659a.2(c)(1)(ii)", "pa-659a-a", "pa-659a-b"),      // A shaker, for dice.
        ("659a.3(b)(1)", "pa-659a-a", "pa-659a-c"),          // Two decks of different backs.
        ("659a.8(a)", "pa-659a-c", "pa-659a-b"),             // A manual shoe.
        ("659a.9(a)(2)", "pa-659a-b", "pa-659a-c"),          // One hand that deals.
        ("659a.2(b)(7)", "pa-659a-a", "pa-659a-c"),          // A spot for the progressive.
        ("657a.2(b)(4)", "pa-657a-hand-bonus", "pa-657a-a"), // A device for the Five Card Hand Bonus.
        ("657a.2(b)(8)", "pa-657a-c", "pa-657a-a"),          // Notices on a sign.
        ("6(c)(1)(i)", "ma-asia-hand", "ma-asia-button"),    // A cover card, for a cut.
        ("575.2(b)(7)", "pa-575-a", "pa-575-c"),             // A sign of the limit, where one is set.
    ] {
        assert!(wants(has, clause), "{has} wants {clause}");
        assert!(!wants(has_not, clause), "{has_not} does without {clause}");
    }
    for rules in rules().iter().filter(|rules| rules.text != Regulation::MaAsia) {
        let text = rules.text.citation_prefix();
        assert!(rules.furniture().any(|row| row.id == format!("{text}2(e)")), "every table has a box or a rack");
    }
}

#[test]
fn the_ready_submissions_use_every_letter_of_every_paytable() {
    let mut used = BTreeSet::new();
    for rules in rules() {
        used.extend(rules.wagers.iter().map(|wager| (rules.text, wager.kind, wager.letter)));
    }
    for text in Regulation::ALL {
        for spec in game(text).wagers() {
            assert!(used.iter().any(|&(found, kind, _)| (found, kind) == (text, spec.kind)), "{text} {}", spec.kind);
            for letter in game(text).payouts().letters(spec.kind) {
                assert!(used.contains(&(text, spec.kind, Some(letter))), "{text} {} {letter}", spec.kind);
            }
        }
    }
}

#[test]
fn the_ready_submissions_use_every_method() {
    let rules = rules();
    for &(word, method) in DealMethod::ALL {
        for text in [Regulation::Pa659a, Regulation::MaAsia, Regulation::Pa575, Regulation::Pa670a, Regulation::Pa657a]
        {
            assert!(rules.iter().any(|rules| (rules.text, rules.deal) == (text, method)), "{text} {word}");
        }
    }
    for &(word, method) in ShuffleMethod::ALL {
        assert!(rules.iter().any(|rules| rules.shuffle.method == method), "{word}");
    }
    for &(word, method) in StartMethod::ALL {
        assert!(rules.iter().any(|rules| rules.start.is_some_and(|start| start.method == method)), "{word}");
    }
}

/// §§ 657a.7(d)(1), 657a.12(d)(3), 657a.12(f)(3), 657a.12(f)(4).
#[test]
fn house_rules_hold_what_was_submitted_and_what_the_text_adds() {
    let rules = one("pa-657a-hand-bonus");
    assert_eq!(rules.wager(WagerKind::SuperBonus).map(|wager| wager.stake), Some(Stake::EqualToMain));
    let bonus = rules.wager(WagerKind::FiveCardHandBonus).expect("offered");
    assert_eq!((bonus.stake, bonus.letter), (Stake::Fixed(Cents(100)), None));
    assert_eq!(bonus.magic_card.map(|often| (often.times, often.rounds)), Some((1, 10)));
    let meter = &bonus.meters[0];
    assert_eq!((meter.seed, meter.reseed), (Cents::dollars(10_000), Cents(0)));
    assert_eq!((meter.primary, meter.reserve), (13, 8));
    assert_eq!(rules.stub_count_every, None, "the device counts");
    assert_eq!((rules.start, &rules.house_way), (None, &None));
    assert_eq!(rules.silent_seat.completion, Completion::Fold);
    assert_eq!(rules.paytable(WagerKind::QueensUp).map(|table| table.letter), Some(Some('B')));
    assert_eq!(rules.paytable(WagerKind::SixCardBonus), None, "not offered");

    let five_dollars = one("pa-657a-c");
    let seeds: Vec<_> = five_dollars.wagers.iter().flat_map(|wager| &wager.meters).map(|meter| meter.seed).collect();
    assert_eq!(seeds, [Cents::dollars(50_000), Cents::dollars(5_000), Cents::dollars(1_250)]);

    let asia = one("pa-575-a");
    assert_eq!(asia.payout_limit, Some(Cents::dollars(75_000)));
    assert!(asia.choices.ace_low_straight_lowest && asia.choices.ace_low_straight_flush_lowest);
    assert!(one("pa-575-c").choices.readings.alternative(ReadingId::NINE_HIGH_FLUSH));
    assert_eq!(asia.stub_count_every, Some(1));
    assert!(one("ma-asia-hand").match_play);
    assert_eq!(one("pa-670a-manual").house_way.map(|way| way.name), one("pa-670a-full").house_way.map(|way| way.name));
    let practice = one("pa-659a-d");
    assert!(practice.automation.play_chips && practice.automation.does(Step::Validate));
    assert_eq!(practice.house_way.map(|way| way.rules.len()), Some(6));
}

/// What a text allows in so many words is allowed: a ready submission that does it is clean.
#[test]
fn the_methods_the_texts_allow_are_allowed() {
    for (clause, name, start) in [
        ("659a.5(g)(1)", "pa-659a-a", StartMethod::Dice),
        ("575.5(g)(1)", "pa-575-c", StartMethod::Dice),
        ("670a.5(i)(1)", "pa-670a-full", StartMethod::Dice),
        ("MA 4(a)(1)", "ma-asia-hand", StartMethod::Dice),
        ("MA 11(a)", "ma-asia-shoe", StartMethod::Generator),
        ("MA 11(a)", "ma-asia-button", StartMethod::Button),
    ] {
        assert_eq!(one(name).start.map(|found| found.method), Some(start), "{clause}");
    }
    for (clause, name, deal) in [
        ("MA 9(a)", "ma-asia-hand", DealMethod::Hand),
        ("575.10(a)", "pa-575-a", DealMethod::AutomatedShoe),
        ("670a.10(a)", "pa-670a-full", DealMethod::AutomatedShoe),
        ("657a.10(a)", "pa-657a-c", DealMethod::AutomatedShoe),
    ] {
        assert_eq!(one(name).deal, deal, "{clause}");
    }
}

/// MA 2(b)(1): two decks are each made like the one, with as many jokers.
#[test]
fn two_decks_are_described_as_one_is() {
    let rules = one("ma-asia-button");
    assert_eq!((rules.cards.decks, rules.cards.jokers_made), (2, 1));
}

/// § 657a.2(b)(3), reading R-42: one progressive, unless the submission chooses the other reading.
#[test]
fn both_progressives_are_offered_under_the_other_reading_alone() {
    let ready = ready();
    let (_, base) = ready.iter().find(|(name, _)| name == "pa-657a-e").expect("there");
    let base = base.replace("\"four-card-progressive\",", "\"four-card-progressive\", \"five-card-progressive\",");
    let both = format!("{base}\n[wagers.five-card-progressive]\npaytable = \"A\"\namount = \"$1\"\n");
    let codes = |toml: &str| check(toml).diagnostics.iter().map(|found| found.code.code()).collect::<Vec<_>>();
    assert_eq!(codes(&both), ["S205"]);
    assert_eq!(codes(&format!("{both}[readings]\nR-42 = \"alternative\"\n")), [""; 0]);
    assert_eq!(codes(&format!("{both}[readings]\nR-42 = \"reading\"\n")), ["S205"]);
}

/// § 659a.11(c): the way that one ready submission writes out sets every hand, and lawfully.
#[test]
fn the_practice_way_sets_every_hand_of_the_deck_exhaustive() {
    let rules = one("pa-659a-d");
    let way = rules.house_way.expect("it has one");
    let game = game(rules.text);
    let dealer = HouseWaySetter::new(&way, game.shape().expect("hands are set"), game.ranking(&rules.choices));
    let proof = (0..PARTS).into_par_iter().map(|part| Proof::part(&dealer, part)).reduce(Proof::default, Proof::and);
    assert!(proof.holds(), "{proof:?}");
    assert_eq!(proof.hands, 154_143_080);
    assert!(proof.by_rule.iter().all(|&hands| hands > 0), "a rule that no hand meets: {:?}", proof.by_rule);
}

/// Both sides of § 575.12(c): $50,000, and what a bettor of the minimum can win (R-52).
#[test]
fn a_payout_limit_is_allowed_from_the_very_cent() {
    let ready = ready();
    let (_, base) = ready.iter().find(|(name, _)| name == "pa-575-a").expect("there");
    let with = |areas: u8, limit: &str, minimum: &str| {
        let base = base.replace("adjacent-areas = 2", &format!("adjacent-areas = {areas}"));
        let edited = base.replace("limit = \"$75,000\"", &format!("limit = \"{limit}\""));
        let edited = edited.replace("minimum   = \"$5\"", &format!("minimum   = \"{minimum}\""));
        check(&edited).diagnostics.iter().map(|found| found.code.code()).collect::<Vec<_>>()
    };
    assert_eq!(with(1, "$50,000", "$5"), [""; 0]);
    assert_eq!(with(1, "$49,999.99", "$5"), ["S905"]);
    // $15 at 5,000 to 1 and $10 at 1 to 1.
    assert_eq!(with(1, "$75,010", "$15"), [""; 0]);
    assert_eq!(with(1, "$75,009.99", "$15"), ["S906"]);
    // R-71: on a second area $15 at 800 to 1, since one deck has four 8s once, and $10 at 1 to 1.
    assert_eq!(with(2, "$87,020", "$15"), [""; 0]);
    assert_eq!(with(2, "$87,019.99", "$15"), ["S906"]);
}

/// § 575.12(c), R-71: the hands that two areas cannot be dealt together, and the next one, which they can.
#[test]
fn four_eights_and_five_aces_come_once_in_a_deck_and_a_royal_flush_twice() {
    let hand =
        |written: &str| -> CardSet { written.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect() };
    let (bonus, readings) = (&PA_575_BONUS, Readings::default());
    let once = Regulation::Pa575.procedure().requirements.dealt_once;
    assert_eq!(once, [bonus.rungs[0].label, bonus.rungs[1].label]);
    let first = [hand("8c 8d 8h 8s Kc Kd Kh"), hand("Ac Ad Ah As Jk 2c 2d")];
    assert_eq!(first.map(|cards| bonus.place(cards, readings)), [Some(0), Some(1)]);
    // Each needs all four of a rank, so that a second area cannot have it too.
    for (place, (cards, keys)) in [(first[0], "8c 8d 8h 8s"), (first[1], "Ac Ad Ah As Jk")].into_iter().enumerate() {
        for key in hand(keys).iter() {
            let without = cards.without(key).with("3h".parse().expect("a card"));
            assert!(without.len() == 7 && bonus.place(without, readings) != Some(place), "{without}");
        }
    }
    let royals = [hand("Ac Kc Qc Jc Tc 2d 3h"), hand("Ad Kd Qd Jd Td 2h 3c")];
    assert_eq!(royals.map(|cards| bonus.place(cards, readings)), [Some(2), Some(2)]);
}

#[test]
fn a_submission_older_than_amendments_is_told_of_each() {
    let with = |name: &str, day: &str| {
        let ready = ready();
        let (_, toml) = ready.iter().find(|(found, _)| found == name).expect("a ready submission");
        check(&toml.replace("2026-11-16", day)).diagnostics
    };
    let told = |name: &str, day: &str| with(name, day).iter().map(|found| found.message.clone()).collect::<Vec<_>>();
    for (name, last) in [("pa-657a-a", "2019-08-31"), ("pa-659a-a", "2019-11-02"), ("pa-670a-full", "2019-11-02")] {
        assert_eq!(with(name, last), [], "{name}");
    }
    let [first] = &told("pa-657a-a", "2014-12-12")[..] else { panic!("one warning") };
    assert!(!first.contains("2014-08-16") && first.contains("2014-12-13 (44 Pa.B. 7683)"), "{first}");
    assert!(first.contains("sections 2, 6, 7, 8, 9, 10, 11, 12 from 2019-08-31"), "{first}");
    assert_eq!(told("pa-670a-full", "2019-11-01").len(), 1);
    // Before the text itself there is one warning and not two.
    assert_eq!(with("pa-657a-a", "2012-05-11").iter().map(|found| found.code.code()).collect::<Vec<_>>(), ["S901"]);
}

/// § 670a.4(e), R-72: decks that come inspected and shuffled may be two, with a device that shuffles them afterwards.
#[test]
fn preshuffled_decks_go_with_a_shuffling_device_and_with_two_decks() {
    for name in ["pa-659a-a", "pa-575-a", "pa-670a-full", "ma-asia-button"] {
        let ready = ready();
        let (_, toml) = ready.iter().find(|(found, _)| found == name).expect("a ready submission");
        let both = toml.replace("decks        = 2", "decks        = 2\npreinspected = true\npreshuffled = true");
        let checked = check(&both);
        assert_eq!(checked.diagnostics, [], "{name}");
        let cards = checked.rules.expect("clean").cards;
        assert!(cards.decks == 2 && cards.preinspected && cards.preshuffled, "{name}");
        // They are cut before their first round, so the cut is a step of this table.
        let steps = both
            .replace("steps      = []", "steps      = [\"cut\"]")
            .replace("play-chips = false", "play-chips = true");
        assert_eq!(check(&steps).diagnostics, [], "{name}");
    }
}

#[test]
fn all_faults_are_reported_at_once_and_in_the_order_of_the_file() {
    let toml = "text = \"pa-659a\"\nname = \"\"\n[table]\npositions = 7\nadjacent-areas = 9\n\
                [wagers.main]\nminimum = \"$5\"\n\
                maximum = \"$1\"\n[cards]\ndecks = 4\n[shuffle]\nmethod = \"manual\"\n\
                [deal]\nmethod = \"hand\"\n[start]\nmethod = \"button\"\n";
    let codes: Vec<_> = check(toml).diagnostics.iter().map(|found| found.code.code()).collect();
    assert_eq!(codes, ["S004", "S601", "S012", "S118", "S101", "S103", "S111", "S301", "S401", "S408"]);
    assert_eq!(check(toml).rules, None);
}

#[test]
fn an_unknown_text_does_not_hide_faults_of_shape() {
    let checked = check("text = \"pa-660\"\n[tables]\n[wagers.main]\nminimum = 5\n");
    let codes: Vec<_> = checked.diagnostics.iter().map(|found| found.code.code()).collect();
    for code in ["S005", "S002", "S003", "S004"] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
}

#[test]
fn places_are_counted_in_lines_and_characters() {
    let toml = "näme = 1\n\"é\" = 2\n";
    assert_eq!(line_and_column(toml, 0), (1, 1));
    assert_eq!(line_and_column(toml, toml.find('=').expect("there")), (1, 6));
    assert_eq!(line_and_column(toml, toml.find('2').expect("there")), (2, 7));
    assert_eq!(line_and_column(toml, 2), (1, 2), "inside the umlaut");
    assert_eq!(line_and_column(toml, 10_000), (3, 1));
}

#[test]
fn nothing_brings_the_check_down() {
    let deep = "a = ".to_owned() + &"[".repeat(50_000);
    let tables = "[a".to_owned() + &".a".repeat(50_000) + "]";
    let ten_megabytes = "# long\n".repeat(10 * MOST_BYTES / 7);
    let wide = (0..60_000).fold(String::new(), |all, number| all + &format!("k{number} = 1\n"));
    let numbers = "[table]\npositions = 0xffffffffffffffffffff\nadjacent-areas = -9223372036854775808\n";
    let letters = "text = \"пa-659a\"\nname = \"牌九\u{0}\"\n[\"\"]\n\"\" = 1e999\n";
    let money =
        "text=\"pa-659a\"\n[wagers.main]\nminimum=\"$92233720368547758.07\"\nmaximum=\"$92233720368547758.07\"\n";
    for toml in [&deep, &tables, &ten_megabytes, &wide, numbers, letters, money, "", "\u{feff}", "\r", "]"] {
        let checked = check(toml);
        assert!(checked.rules.is_none());
        assert!(checked.diagnostics.iter().any(|found| found.severity == Severity::Error));
        assert!(checked.diagnostics.len() <= 201);
        for found in &checked.diagnostics {
            assert!(found.span.end <= toml.len());
            line_and_column(toml, found.span.start);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A template with something cut out and something else put in is checked, and rules come with a clean list only.
    #[test]
    fn a_mangled_submission_is_checked(
        text in 0usize..5,
        at in 0usize..4000,
        cut in 0usize..60,
        put in "[ -~\n=\"\\[\\]$é]{0,12}",
    ) {
        let whole: Vec<char> = template(Regulation::ALL[text]).chars().collect();
        let at = at % whole.len();
        let end = (at + cut).min(whole.len());
        let (before, after) = (whole[..at].iter().copied(), whole[end..].iter().copied());
        let mangled: String = before.chain(put.chars()).chain(after).collect();
        let checked = check(&mangled);
        let refused = checked.diagnostics.iter().any(|found| found.severity == Severity::Error);
        prop_assert_eq!(checked.rules.is_none(), refused);
        for found in &checked.diagnostics {
            prop_assert!(found.span.start <= found.span.end && found.span.end <= mangled.len());
        }
    }
}

/// What later checks refuse was accepted in its day, and journals of that day name it: they still load.
#[test]
fn a_submission_that_only_later_checks_refuse_is_accepted_at_the_rules_of_its_day() {
    let ready = ready();
    let edited = |name: &str, from: &str, to: &str| {
        let (_, toml) = ready.iter().find(|(found, _)| found == name).expect("a ready submission");
        assert!(toml.contains(from), "{name} has no {from}");
        toml.replacen(from, to, 1)
    };
    for (change, toml) in [
        (RulesChange::ShakerApproval, edited("pa-670a-full", "approved = true", "approved = false")),
        (
            RulesChange::PayoutLimitOfAllAreas,
            edited("pa-575-a", "minimum   = \"$5\"", "minimum   = \"$14\"").replace("$100", "$99"),
        ),
    ] {
        let at = |revision| submission::check_at(Registry::standard(), &toml, revision).rules.is_some();
        assert!(at(Revision::FIRST) && !at(Revision::CURRENT), "{change:?}");
        let checked = check(&toml);
        assert_eq!(checked.accepted_up_to(Revision::FIRST), Some(Revision(change.revision().0 - 1)), "{change:?}");
    }
    // What one area alone can win has always been looked at.
    let toml =
        edited("pa-575-a", "minimum   = \"$5\"\nmaximum   = \"$100\"", "minimum   = \"$20\"\nmaximum   = \"$100\"");
    assert_eq!(check(&toml).accepted_up_to(Revision::FIRST), None);
}

/// § 657a.2(b)(6) with § 657a.12(f)(3): what is drawn at the table and pays is among the odds it posts.
#[test]
fn posted_odds_show_the_draws_that_a_table_makes_and_no_others() {
    let posted = |toml: &str| -> Vec<String> {
        let rules = check(toml).rules.expect("a right submission");
        rules.posted(WagerKind::FiveCardHandBonus).map(|row| format!("{} {}", row.hand, row.pays)).collect()
    };
    let ready = ready();
    let (_, toml) = ready.iter().find(|(found, _)| found == "pa-657a-hand-bonus").expect("a ready submission");
    let rows = posted(toml);
    assert_eq!(rows.last().map(String::as_str), Some("lucky bonus 5 for 1"), "{rows:?}");
    assert!(rows.iter().any(|row| row == "magic card 20 for 1") && rows.len() == 7, "{rows:?}");
    let without = toml.replace("lucky-bonus = \"1 in 10\"\n", "");
    assert_eq!(posted(&without), rows[..6]);
    assert_eq!(posted(&without.replace("magic-card  = \"1 in 10\"\n", "")), rows[..5]);
    let rules = one("pa-657a-a");
    assert_eq!(rules.posted(WagerKind::FiveCardHandBonus).count(), 0, "it is not offered there");
    assert_eq!(
        rules.posted(WagerKind::Main).count(),
        rules.paytable(WagerKind::Main).map_or(0, |table| table.rows.len())
    );
}
