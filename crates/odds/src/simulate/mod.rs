//! Whole rounds, dealt from a shuffled deck and settled by the rules themselves: to check the exact figures, and for
//! what counting cannot reach: an evening's bankroll, the life of a meter, what players gain who show each other cards.
//!
//! A simulation is the same for a seed whatever the number of threads. Rounds are cut into blocks of a fixed length;
//! each block draws from a ChaCha20 stream of its own, which its number names; blocks are played on any core and added
//! up in order. All sums are whole cents. A meter, whose state runs through all rounds, is worked out afterwards from
//! the hits that the blocks note (see `meters.rs`). Rounds are therefore those of one table from its opening on.
//!
//! Note: where players sit and where the deal starts do not matter for what a wager costs, so cards go to the
//! dealer first and then seat by seat. Everybody at the table makes every wager at its least stake and plays by one
//! strategy. A wager's `mean` is its own: envy, Magic Card and Lucky Bonus are told apart, as `odds` does.

mod contest;
mod draw;
mod estimate;
mod evening;
mod four_cards;
mod judged;
mod meters;
mod play;
mod report;
mod shared;
mod strategy;
mod tally;
mod wagers;

pub use estimate::Estimate;
pub use evening::{EveningPlan, EveningReport};
pub use meters::MeterHistory;
pub use report::{ExtraReport, OutcomeCount, RowCount, SimulatedWager, SimulationReport};
pub use shared::{SharedCards, share_cards};
pub use strategy::{CopyHouseWay, FoldBelow, SeatDecision, Strategy};

use crate::progress::Progress;
use contest::{SetHands, SimulatedContest};
use draw::RandomDraws;
use evening::Evening;
use four_cards::FourCards;
use judged::JudgedHands;
use play::RoundBlock;
use rayon::prelude::*;
use report::SimulationRun;
use wagers::Wagers;

use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::submission::HouseRules;
use croupier_rules::{CardSet, Choices, Game, LegalText, WagerKind};

/// Rounds in a block: enough to make a block's own setting up cheap, few enough to share out.
const BLOCK: u64 = 1 << 16;
/// Blocks played before they are added up, so that a long simulation keeps few of them.
const WAVE: u64 = 64;
/// The seats of a table: §§ 659a.2(a), 575.2(a), 670a.2(a), 657a.2(a), MA 2(a).
const MOST_SEATS: u8 = 6;

/// What cannot be simulated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulationError {
    /// No rounds.
    #[error("a simulation needs at least one round")]
    NoRounds,
    /// Too few or too many seats.
    #[error("seats must be 1 to {1} (got {0})")]
    Seats(u8, u8),
    /// A wager the table does not offer.
    #[error("{text} has no wager `{wager}` {where_}: expected {known}")]
    Wager {
        /// The text.
        text: LegalText,
        /// As asked for.
        wager: WagerKind,
        /// In the text or in the submission.
        where_: &'static str,
        /// What there is.
        known: String,
    },
    /// Fewer rounds than an evening has.
    #[error("{rounds} rounds are less than one evening of {evening} rounds")]
    Evening {
        /// The rounds.
        rounds: u64,
        /// Those of an evening.
        evening: u64,
    },
    /// Nobody decides whether to play.
    #[error("{0} has no Play Wager")]
    NoPlayWager(LegalText),
    /// Hands that are set, without a dealer who sets them.
    #[error("{0} is simulated by setting hands, and no house way sets the dealer's")]
    NoHouseWay(LegalText),
    /// Cards shown in a game for which nobody has valued that.
    #[error("what players gain who show their cards is valued for Crazy 4 only (§ 657a.11(b)), not for {0}")]
    CardsNotShown(LegalText),
    /// A hand that the house way or the strategy leaves open.
    #[error("neither the house way nor the strategy covers {0}")]
    Unset(CardSet),
}

/// How a simulation settles the contest with the dealer; the game's [`Solver`](crate::Solver) says which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ContestKind {
    /// Both sides set their hands.
    SetHands,
    /// The best four of five cards, with a Super Bonus, by tables.
    BestFour,
    /// Players play on or fold, and the game judges every deal.
    PlayOrFold,
}

/// A table to simulate.
#[derive(Clone, Copy)]
pub struct SimulatedTable<'a> {
    /// The game.
    pub game: &'static dyn Game,
    /// How the contest is settled.
    pub contest: ContestKind,
    /// Options and readings.
    pub choices: Choices,
    /// How the dealer sets; none where no hands are set.
    pub dealer: Option<&'a HouseWaySetter<'a>>,
    /// The submission; without one, all wagers of the text under all letters.
    pub rules: Option<&'a HouseRules>,
    /// What the players do.
    pub strategy: &'a dyn Strategy,
}

/// How much to simulate.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulationPlan {
    /// How many rounds.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// How many players.
    pub seats: u8,
    /// Only these wagers; all if there are none.
    pub wagers: Vec<WagerKind>,
    /// How many rounds an hour has, for what the table holds per hour.
    pub rounds_per_hour: f64,
    /// The evenings to watch, if any.
    pub evening: Option<EveningPlan>,
}

/// Simulates a table, on the threads of the current pool.
///
/// # Errors
/// If the plan does not fit the table, or house way and strategy leave a hand open.
pub fn simulate(
    table: &SimulatedTable<'_>,
    plan: &SimulationPlan,
    progress: &dyn Progress,
) -> Result<SimulationReport, SimulationError> {
    check(table, plan)?;
    let SimulatedTable { game, choices, strategy, .. } = *table;
    let wagers = Wagers::of(game, table.rules, choices.readings, &plan.wagers);
    match table.contest {
        ContestKind::SetHands => {
            let dealer = table.dealer.ok_or(SimulationError::NoHouseWay(game.text()))?;
            let contest = || SetHands { game, choices, dealer, strategy, stake: wagers.main };
            run(table, plan, &wagers, contest, wagers.main, progress)
        }
        ContestKind::BestFour => {
            let none = SimulationError::NoPlayWager(game.text());
            let super_bonus = four_cards::super_bonus(game, choices.readings).ok_or(none)?;
            let player = FourCards::new(choices, strategy, &super_bonus, wagers.main)?;
            run(table, plan, &wagers, || player.clone(), 3 * wagers.main, progress)
        }
        ContestKind::PlayOrFold => {
            let player = JudgedHands::new(game, choices, strategy, wagers.main)?;
            let least = player.least();
            run(table, plan, &wagers, || player.clone(), least, progress)
        }
    }
}

fn check(table: &SimulatedTable<'_>, plan: &SimulationPlan) -> Result<(), SimulationError> {
    if plan.rounds == 0 {
        return Err(SimulationError::NoRounds);
    }
    let most = table.rules.map_or(MOST_SEATS, |rules| rules.positions);
    if !(1..=most).contains(&plan.seats) {
        return Err(SimulationError::Seats(plan.seats, most));
    }
    let offered: Vec<WagerKind> = offered(table);
    if let Some(&wager) = plan.wagers.iter().find(|wager| !offered.contains(wager)) {
        let known: Vec<_> = offered.iter().map(|kind| kind.name()).collect();
        let where_ = if table.rules.is_some() { "in the submission" } else { "to simulate" };
        return Err(SimulationError::Wager { text: table.game.text(), wager, where_, known: known.join(", ") });
    }
    match plan.evening {
        Some(evening) if evening.rounds == 0 || evening.rounds > plan.rounds => {
            Err(SimulationError::Evening { rounds: plan.rounds, evening: evening.rounds })
        }
        _ => Ok(()),
    }
}

/// The wagers that have a line of their own; Play and Super Bonus belong to the main one.
fn offered(table: &SimulatedTable<'_>) -> Vec<WagerKind> {
    let has = |kind| table.rules.is_none_or(|rules| rules.wager(kind).is_some());
    let own = |kind| !matches!(kind, WagerKind::Play | WagerKind::SuperBonus | WagerKind::MagicCardAndLucky);
    let kinds = table.game.wagers().iter().map(|spec| spec.kind);
    kinds.filter(|&kind| own(kind) && (kind == WagerKind::Main || has(kind))).collect()
}

/// Plays all blocks and adds them up. `least_main` is what the main wager takes at least from a player who stays in.
fn run<C: SimulatedContest>(
    table: &SimulatedTable<'_>,
    plan: &SimulationPlan,
    wagers: &Wagers,
    contest: impl Fn() -> C + Sync,
    least_main: i64,
    progress: &dyn Progress,
) -> Result<SimulationReport, SimulationError> {
    let seats = usize::from(plan.seats);
    let deal = (table.game.deck(), table.game.cards_dealt());
    // A block has whole evenings.
    let block = plan.evening.map_or(BLOCK, |evening| evening.rounds * (BLOCK / evening.rounds).max(1));
    let blocks = plan.rounds.div_ceil(block);
    let mut run = SimulationRun::new(wagers, seats);
    progress.begin("rounds", plan.rounds);
    for wave in (0..blocks).step_by(WAVE as usize) {
        let numbers: Vec<u64> = (wave..blocks.min(wave + WAVE)).collect();
        let played = numbers.into_par_iter().map(|number| {
            let rounds = number * block..plan.rounds.min(number.saturating_add(1).saturating_mul(block));
            let count = rounds.end - rounds.start;
            let evening = plan.evening.map(|plan| Evening::new(plan, wagers, seats, least_main));
            let play = RoundBlock::new(wagers, contest(), seats, deal, RandomDraws::stream(plan.seed, number), evening);
            let tally = play.rounds(rounds);
            progress.advance(count);
            tally
        });
        for tally in played.collect::<Vec<_>>() {
            run.append(&tally?);
        }
    }
    progress.end();
    Ok(run.finish(table, plan, C::OUTCOMES))
}
