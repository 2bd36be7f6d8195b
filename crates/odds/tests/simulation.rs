//! Simulations agree with counting, and are the same on any number of threads.

use croupier_odds::SolverSet;
use croupier_odds::asia_poker::{AsiaBestPlayer, HouseWaySet, Shard};
use croupier_odds::crazy_4::{self, MainGame, read_four};
use croupier_odds::simulate::{
    CopyHouseWay, EveningPlan, FoldBelow, SimulatedTable, SimulatedWager, SimulationError, SimulationPlan,
    SimulationReport, Strategy, simulate,
};
use croupier_odds::{Distribution, Fraction, NoProgress, six_card_fortune};
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::submission::{HouseRules, check};
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{
    Award, CardsRead, Cents, Choices, EnvyIndex, Game, Holding, PayIndex, PlacedWhen, Readings, Regulation, WagerKind,
    game,
};

/// How many standard errors a figure may be off; of the hundred or so figures checked, one in a hundred runs would have
/// one beyond this by chance, and the seeds are fixed.
const DEVIATIONS: f64 = 4.0;

fn plan(rounds: u64, seed: u64, seats: u8) -> SimulationPlan {
    SimulationPlan { rounds, seed, seats, wagers: Vec::new(), rounds_per_hour: 40.0, evening: None }
}

fn dealer(text: Regulation) -> Option<HouseWaySetter<'static>> {
    let game = game(text);
    let shape = game.shape()?;
    let way = HouseWay::read(game.house_way()?, shape).expect("the shipped way");
    Some(HouseWaySetter::owning(way, shape, game.ranking(&Choices::default())))
}

fn submitted(file: &str) -> HouseRules {
    let path = format!("{}/../../submissions/{file}", env!("CARGO_MANIFEST_DIR"));
    check(&std::fs::read_to_string(path).expect("a submission")).rules.expect("it checks")
}

fn best_play() -> (MainGame, crazy_4::DecisionTable) {
    let solved = MainGame::solve(&Choices::default());
    let best = crazy_4::DecisionTable::best(&solved);
    (solved, best)
}

fn table<'a>(
    text: Regulation,
    dealer: Option<&'a HouseWaySetter<'a>>,
    strategy: &'a dyn Strategy,
) -> SimulatedTable<'a> {
    let contest = SolverSet::standard().find(game(text)).expect("a shipped text").contest_kind();
    SimulatedTable { game: game(text), contest, choices: Choices::default(), dealer, rules: None, strategy }
}

fn wager(simulated: &SimulationReport, kind: WagerKind, letter: Option<char>) -> &SimulatedWager {
    let same = |found: &&SimulatedWager| found.wager == kind.name() && found.paytable == letter;
    simulated.wagers.iter().find(same).expect("the wager is simulated")
}

/// The mean of a contest and the share of each of its outcomes.
fn agrees(simulated: &SimulatedWager, exact: &Distribution) {
    let edge = exact.house_edge().to_f64();
    assert!(simulated.net.deviations(-edge).abs() < DEVIATIONS, "{}: {:?} {edge}", simulated.wager, simulated.net);
    let average = exact.average_wager().to_f64();
    assert!((simulated.average_wager.unwrap() - average).abs() < 0.01, "{average}");
    let hands: u64 = simulated.outcomes.iter().map(|outcome| outcome.count).sum();
    for outcome in &simulated.outcomes {
        let named = exact.outcomes.iter().filter(|told| told.name.starts_with(outcome.outcome));
        let p = named.map(|told| told.count).sum::<u128>() as f64 / exact.combinations() as f64;
        plausible(outcome.outcome, outcome.count, hands, p);
    }
}

/// Whether something of this probability may have come so often.
fn plausible(what: &str, count: u64, of: u64, p: f64) {
    let (n, count) = (of as f64, count as f64);
    // One more on either side, since rare hands are counted in whole numbers.
    let most = DEVIATIONS * (n * p * (1.0 - p)).sqrt() + 1.0;
    assert!((count - n * p).abs() <= most, "{what}: {count} of {n}, expected {}", n * p);
}

#[test]
fn crazy_4_by_the_best_play_comes_to_its_exact_edge() {
    let (solved, best) = best_play();
    let simulated = simulate(&table(Regulation::Pa657a, None, &best), &plan(3_000_000, 4, 1), &NoProgress).unwrap();
    agrees(wager(&simulated, WagerKind::Main, None), &solved.best_play());
}

#[test]
fn crazy_4_by_a_simple_rule_comes_to_its_exact_cost() {
    let (solved, _) = best_play();
    let least = read_four("A-K-J-2").unwrap();
    let rule = crazy_4::RankRule::playing_from(&solved, least);
    let plan = SimulationPlan { wagers: vec![WagerKind::Main], ..plan(2_000_000, 8, 3) };
    let simulated = simulate(&table(Regulation::Pa657a, None, &FoldBelow(least)), &plan, &NoProgress).unwrap();
    let main = wager(&simulated, WagerKind::Main, None);
    let edge = solved.following(|hand| rule.decide(hand)).house_edge().to_f64();
    assert!(main.net.deviations(-edge).abs() < DEVIATIONS, "{:?} {edge}", main.net);
    assert_eq!(simulated.wagers.len(), 1);
}

/// The exact share of hands that each row of a wager's paytable pays, and what a hand earns another player in envy.
fn counted(game: &'static dyn Game, kind: WagerKind, letter: Option<char>, stake: Cents) -> (Vec<f64>, f64) {
    let spec = game.wagers().iter().find(|spec| spec.kind == kind).unwrap();
    let (ladder, readings) = (spec.ladder.unwrap(), Readings::default());
    let table = game.payouts().paytable(kind, letter).unwrap();
    let tariff = PayIndex::new(ladder, table, readings);
    let schedule = spec.settled.envy.and(game.payouts().envy_earned(kind, letter, stake, readings));
    let envy = schedule.map(|schedule| EnvyIndex::new(ladder, schedule, readings));
    let size = game.cards_dealt() + usize::from(spec.settled.reads == CardsRead::HandAndShared);
    let (mut hands, mut earned) = (0, 0.0);
    let mut rows = vec![0; table.rows.len()];
    let joker = game.deck().has_joker();
    for part in 0..PARTS {
        each_suit_class(size, joker, part, |class| {
            hands += class.weight;
            let holding = Holding::of(class.hand);
            if let Some(row) = tariff.place(class.hand, &holding) {
                rows[usize::from(row)] += class.weight;
            }
            let sum = envy.as_ref().and_then(|envy| envy.earned(&holding)).map_or(0, |(sum, _)| sum.0);
            earned += sum as f64 * class.weight as f64;
        });
    }
    (rows.into_iter().map(|count| count as f64 / hands as f64).collect(), earned / hands as f64)
}

/// Every side wager of a text under every letter: each row, the mean, the fixed return.
fn side_wagers_agree(text: Regulation, simulated: &SimulationReport) {
    let game = game(text);
    for spec in game.wagers().iter().filter(|spec| spec.placed == PlacedWhen::Beside) {
        let letters: Vec<_> = game.payouts().letters(spec.kind).map(Some).collect();
        for letter in if letters.is_empty() { vec![None] } else { letters } {
            let found = wager(simulated, spec.kind, letter);
            let (shares, earned) = counted(game, spec.kind, letter, Cents(found.stake));
            let hands = simulated.rounds * u64::from(simulated.seats);
            let mut returned = 0.0;
            let rows = &game.payouts().paytable(spec.kind, letter).unwrap().rows;
            for ((row, counted), share) in rows.iter().zip(&found.rows).zip(&shares) {
                assert_eq!(row.hand, counted.hand);
                // Table E of § 657a.12(g) tells suits apart, which suit classes do not.
                if !row.hand.contains(", ") && simulated.seats == 1 {
                    plausible(counted.hand, counted.count, hands, *share);
                }
                returned += share
                    * match row.award {
                        Award::To(pays, unit) => 1.0 + pays as f64 / unit as f64,
                        Award::For(pays) => pays as f64,
                        Award::Fixed(sum) => sum.0 as f64 / found.stake as f64,
                        Award::Push => 1.0,
                        Award::MeterShare(..) => 0.0,
                    };
            }
            let diamonds = rows.iter().any(|row| row.hand.contains(", "));
            let simple = found.fixed_return.unwrap_or(found.net.plus(1.0));
            let off = simple.deviations(returned).abs();
            assert!(off < DEVIATIONS || diamonds, "{} {letter:?}: {simple:?} {returned}", spec.kind);
            if let Some(envy) = found.envy {
                let expected = earned * f64::from(simulated.seats - 1) / found.stake as f64;
                assert!(envy.deviations(expected).abs() < DEVIATIONS, "{} {letter:?}: {envy:?} {expected}", spec.kind);
            }
        }
    }
}

#[test]
fn the_side_wagers_of_crazy_4_come_to_their_exact_counts() {
    let (_, best) = best_play();
    for (rounds, seats) in [(1_000_000, 1), (150_000, 6)] {
        let simulated =
            simulate(&table(Regulation::Pa657a, None, &best), &plan(rounds, 11, seats), &NoProgress).unwrap();
        side_wagers_agree(Regulation::Pa657a, &simulated);
    }
}

#[test]
fn six_card_fortune_comes_to_its_exact_figures() {
    let dealer = dealer(Regulation::Pa670a).unwrap();
    let solved = six_card_fortune::solve(Choices::default(), &dealer, &NoProgress).unwrap();
    let as_the_house = CopyHouseWay(&dealer);
    let table_of = |strategy| table(Regulation::Pa670a, Some(&dealer), strategy);
    let simulated = simulate(&table_of(&as_the_house), &plan(200_000, 1, 2), &NoProgress).unwrap();
    let main = wager(&simulated, WagerKind::Main, None);
    let edge = solved.house_way.main().house_edge().to_f64();
    assert!(main.net.deviations(-edge).abs() < DEVIATIONS, "{:?} {edge}", main.net);
    let player = six_card_fortune::FortuneBestPlayer::new(Choices::default(), &dealer, &NoProgress).unwrap();
    let simulated = simulate(&table_of(&player), &plan(400_000, 2, 1), &NoProgress).unwrap();
    agrees(wager(&simulated, WagerKind::Main, None), &solved.best.main());
    let doubled = wager(&simulated, WagerKind::DoubleDown, None);
    let edge = solved.best.double_down().house_edge().to_f64();
    assert!(doubled.net.deviations(-edge).abs() < DEVIATIONS, "{:?} {edge}", doubled.net);
    side_wagers_agree(Regulation::Pa670a, &simulated);
}

/// What was counted of the main game of pa-659a with the shipped way.
struct Counted {
    house_way: Distribution,
    best: Distribution,
}

impl Counted {
    fn read() -> Self {
        let written: toml::Table = include_str!("data/asia.toml").parse().expect("a table");
        let number = |key: &str| written[key].as_integer().expect("a whole number") as u128;
        let deals = number("deals");
        let of = |won: u128| {
            let mut comes_to = Distribution::default();
            comes_to.add("win", Fraction::ONE, Fraction::ONE, won);
            comes_to.add("lose", -Fraction::ONE, Fraction::ONE, deals - won);
            comes_to
        };
        Self { house_way: of(number("house_way_wins")), best: of(number("best_wins")) }
    }
}

#[test]
fn asia_poker_by_the_house_way_comes_to_its_exact_edge() {
    let dealer = dealer(Regulation::Pa659a).unwrap();
    let plan = SimulationPlan { wagers: vec![WagerKind::Main], ..plan(100_000, 659, 1) };
    let simulated =
        simulate(&table(Regulation::Pa659a, Some(&dealer), &CopyHouseWay(&dealer)), &plan, &NoProgress).unwrap();
    agrees(wager(&simulated, WagerKind::Main, None), &Counted::read().house_way);
}

/// The whole solve, which takes minutes.
#[test]
fn asia_poker_by_the_best_response_comes_to_its_exact_edge_full() {
    if std::env::var_os("CROUPIER_FULL").is_none_or(|full| full != "1") {
        return;
    }
    let dealer = dealer(Regulation::Pa659a).unwrap();
    let ranking = game(Regulation::Pa659a).ranking(&Choices::default());
    let solution = HouseWaySet::new(&dealer, ranking, &NoProgress).unwrap().solve(Shard::WHOLE, &NoProgress);
    let (counted, player) = (Counted::read(), &solution.player);
    assert_eq!(player.distribution(player.way), counted.house_way);
    assert_eq!(player.distribution(player.best), counted.best);
    let best = AsiaBestPlayer::new(&solution, ranking, &NoProgress);
    let plan = SimulationPlan { wagers: vec![WagerKind::Main], ..plan(500_000, 660, 1) };
    let simulated = simulate(&table(Regulation::Pa659a, Some(&dealer), &best), &plan, &NoProgress).unwrap();
    agrees(wager(&simulated, WagerKind::Main, None), &counted.best);
}

#[test]
fn asia_poker_side_wagers_come_to_their_exact_counts_full() {
    if std::env::var_os("CROUPIER_FULL").is_none_or(|full| full != "1") {
        return;
    }
    for text in [Regulation::Pa659a, Regulation::Pa575] {
        let dealer = dealer(text).unwrap();
        let strategy = CopyHouseWay(&dealer);
        let simulated = simulate(&table(text, Some(&dealer), &strategy), &plan(1_000_000, 3, 1), &NoProgress).unwrap();
        side_wagers_agree(text, &simulated);
    }
}

#[test]
fn the_same_seed_gives_the_same_results_on_any_number_of_threads() {
    let rules = submitted("pa-657a-hand-bonus.toml");
    let strategy = FoldBelow(read_four("K-Q-8-4").unwrap());
    let table = SimulatedTable { rules: Some(&rules), ..table(Regulation::Pa657a, None, &strategy) };
    let evening = Some(EveningPlan { rounds: 160, bankroll: Some(50_000) });
    let plan = SimulationPlan { evening, ..plan(300_000, 99, 6) };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| simulate(&table, &plan, &NoProgress)).unwrap()
    };
    let one = on(1);
    assert!(one.wagers.iter().any(|wager| wager.meters.iter().any(|meter| meter.hits > 0)), "meters were won");
    assert_eq!(one, on(2));
    assert_eq!(one, on(8));
    let other = SimulationPlan { seed: 100, ..plan.clone() };
    assert_ne!(one.wagers, simulate(&table, &other, &NoProgress).unwrap().wagers);
}

#[test]
fn magic_card_and_lucky_bonus_fall_as_often_as_the_submission_says() {
    let rules = submitted("pa-657a-hand-bonus.toml");
    let strategy = FoldBelow(crazy_4::FourCardRank::LOWEST);
    let table = SimulatedTable { rules: Some(&rules), ..table(Regulation::Pa657a, None, &strategy) };
    let simulated = simulate(&table, &plan(300_000, 5, 4), &NoProgress).unwrap();
    let bonus = wager(&simulated, WagerKind::FiveCardHandBonus, None);
    // One round in ten, five cards of 52 and one place of seven, 20 for 1 and 5 for 1.
    for (extra, expected) in bonus.extras.iter().zip([20.0 * 5.0 / 52.0 / 10.0, 5.0 / 7.0 / 10.0]) {
        assert!(extra.paid.deviations(expected).abs() < DEVIATIONS, "{extra:?} {expected}");
    }
    assert_eq!(bonus.extras.len(), 2);
}

#[test]
fn a_meter_pays_what_went_into_it() {
    let strategy = FoldBelow(crazy_4::FourCardRank::LOWEST);
    let plan = SimulationPlan { wagers: vec![WagerKind::FiveCardProgressive], ..plan(400_000, 6, 6) };
    let simulated = simulate(&table(Regulation::Pa657a, None, &strategy), &plan, &NoProgress).unwrap();
    let letter_c = wager(&simulated, WagerKind::FiveCardProgressive, Some('C'));
    let minor = letter_c.meters.iter().find(|meter| meter.meter == "minor").unwrap();
    let wait = minor.rounds_to_hit.unwrap();
    // Four-of-a-kind comes to one of six players once in 2,598,960 / 624 / 6 rounds.
    assert!(wait.deviations(2_598_960.0 / 624.0 / 6.0).abs() < DEVIATIONS, "{wait:?}");
    // 3 % of six dollars a round.
    assert_eq!(minor.growth_per_round, 18.0);
    // Every cent that stood on it came from the seed, the reseeds at $250 or the rounds.
    let fed = 25_000.0 + 25_000.0 * minor.hits as f64 + 18.0 * simulated.rounds as f64;
    let paid = minor.amount_at_hit.unwrap().mean * minor.hits as f64;
    assert!((fed - paid - minor.at_the_end).abs() < 1.0, "{fed} {paid} {minor:?}");
    assert!(minor.rounds_to_hit_percentiles.is_some());
}

#[test]
fn a_player_who_cannot_pay_a_round_is_ruined_at_once() {
    let strategy = FoldBelow(crazy_4::FourCardRank::LOWEST);
    let watch = |bankroll| {
        let evening = Some(EveningPlan { rounds: 100, bankroll: Some(bankroll) });
        let plan = SimulationPlan { evening, wagers: vec![WagerKind::Main], ..plan(100_000, 6, 1) };
        simulate(&table(Regulation::Pa657a, None, &strategy), &plan, &NoProgress).unwrap().evening.unwrap()
    };
    // Ante, Super Bonus and Play of $10 each.
    let (short, enough, rich) = (watch(2_999), watch(3_000), watch(10_000_000));
    assert_eq!((short.evenings, short.ruin.unwrap().mean, short.result.mean), (1_000, 1.0, 0.0));
    assert!(enough.ruin.unwrap().mean > 0.5 && enough.ruin.unwrap().mean < 1.0);
    assert_eq!(rich.ruin.unwrap().mean, 0.0);
    assert!(rich.percentiles[0].1 < rich.percentiles[3].1 && rich.percentiles[3].1 < rich.percentiles[6].1);
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    let strategy = FoldBelow(crazy_4::FourCardRank::LOWEST);
    let crazy_4 = table(Regulation::Pa657a, None, &strategy);
    let refused = |table: &SimulatedTable<'_>, plan: &SimulationPlan| simulate(table, plan, &NoProgress).unwrap_err();
    assert_eq!(refused(&crazy_4, &plan(0, 1, 1)), SimulationError::NoRounds);
    assert_eq!(refused(&crazy_4, &plan(1, 1, 0)), SimulationError::Seats(0, 6));
    assert_eq!(refused(&crazy_4, &plan(1, 1, 7)), SimulationError::Seats(7, 6));
    let insured = SimulationPlan { wagers: vec![WagerKind::Insurance], ..plan(1, 1, 1) };
    assert!(refused(&crazy_4, &insured).to_string().starts_with("pa-657a has no wager `insurance`"));
    let short = SimulationPlan { evening: Some(EveningPlan { rounds: 10, bankroll: None }), ..plan(9, 1, 1) };
    assert_eq!(refused(&crazy_4, &short), SimulationError::Evening { rounds: 9, evening: 10 });
    let rules = submitted("pa-657a-d.toml");
    let four_positions = SimulatedTable { rules: Some(&rules), ..crazy_4 };
    assert_eq!(refused(&four_positions, &plan(1, 1, 5)), SimulationError::Seats(5, 4));
    // One round has a mean and no error.
    let one = simulate(&crazy_4, &plan(1, 1, 1), &NoProgress).unwrap();
    assert_eq!(one.wagers[0].net.standard_error, None);
}
