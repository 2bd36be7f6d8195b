//! The wagers of the simulated table, with all that settles them: sections .7, .11 and .12 as the table itself reads
//! them.
//!
//! A text by itself is simulated with every printed letter of every wager at once, on the same cards, each with meters
//! of its own; a submission with the letters it chooses. What a player has on the table, where totals are told, is the
//! first letter of each.

use croupier_rules::submission::{Frequency, HouseRules, MeterTerms, OfferedWager, Stake};
use croupier_rules::{
    Amount, Award, CardsRead, Cents, EnvyIndex, FoldEffect, Game, PayIndex, PayRow, PlacedWhen, Readings, WagerKind,
    WagerSpec,
};

/// The stakes at a text by itself: a common minimum; $5 earns envy, and seeds are printed for $1.
const MAIN_STAKE: Cents = Cents::dollars(10);
const SIDE_STAKE: Cents = Cents::dollars(5);
const FIXED_STAKE: Cents = Cents::dollars(1);

/// What a row of a paytable comes to for the player.
#[derive(Clone, Debug)]
pub(super) struct Payment {
    pub(super) row: &'static PayRow,
    /// What the house adds.
    pub(super) won: i64,
    /// What the player is up, any share of a meter apart.
    pub(super) net: i64,
    /// The place of a meter, and the percentage of it.
    pub(super) share: Option<(usize, i64)>,
}

/// A draw that pays beside the wager's own rows: § 657a.12(f)(3).
#[derive(Clone, Copy, Debug)]
pub(super) struct Extra {
    pub(super) often: Frequency,
    pub(super) won: i64,
}

/// One wager under one letter.
#[derive(Clone, Debug)]
pub(super) struct WagerLine {
    pub(super) wager: WagerKind,
    pub(super) letter: Option<char>,
    pub(super) stake: i64,
    /// Whether it is the first letter of its wager.
    pub(super) on_the_table: bool,
    pub(super) tariff: PayIndex,
    pub(super) payments: Vec<Payment>,
    pub(super) envy: Option<EnvyIndex>,
    pub(super) meters: Vec<MeterTerms>,
    pub(super) reads: CardsRead,
    /// Whether it is settled after a fold.
    pub(super) stays: bool,
    pub(super) magic_card: Option<Extra>,
    pub(super) lucky_bonus: Option<Extra>,
}

/// All wagers of the table.
#[derive(Clone, Debug)]
pub(super) struct Wagers {
    pub(super) main: i64,
    pub(super) double_down: bool,
    pub(super) lines: Vec<WagerLine>,
    pub(super) payout_limit: Option<i64>,
}

impl Wagers {
    /// Those of a submission, or else all of the text; of these only the kinds asked for, if any are.
    pub(super) fn of(
        game: &'static dyn Game,
        rules: Option<&HouseRules>,
        readings: Readings,
        only: &[WagerKind],
    ) -> Self {
        let wanted = |kind| only.is_empty() || only.contains(&kind);
        let main = rules
            .and_then(|rules| rules.wager(WagerKind::Main))
            .map_or(MAIN_STAKE.0, |offered| least(offered.stake, MAIN_STAKE.0));
        let mut lines = Vec::new();
        for spec in game.wagers().iter().filter(|spec| spec.placed == PlacedWhen::Beside && wanted(spec.kind)) {
            match rules {
                Some(rules) => lines.extend(rules.wager(spec.kind).and_then(|offered| {
                    let line = WagerLine::new(game, spec, offered.letter, least(offered.stake, main), readings)?;
                    Some(line.offered_as(game, offered))
                })),
                None => {
                    let stake = stake_of_text(spec.amount, main);
                    let mut letters: Vec<_> = game.payouts().letters(spec.kind).map(Some).collect();
                    if letters.is_empty() {
                        letters.push(None);
                    }
                    let of_letter = |letter| WagerLine::new(game, spec, letter, stake, readings);
                    let first = lines.len();
                    lines.extend(letters.into_iter().filter_map(of_letter));
                    lines[first..].iter_mut().skip(1).for_each(|line| line.on_the_table = false);
                }
            }
        }
        let offers_double = rules.is_none_or(|rules| rules.wager(WagerKind::DoubleDown).is_some());
        let has_double = game.wagers().iter().any(|spec| spec.kind == WagerKind::DoubleDown);
        Self {
            main,
            double_down: has_double && offers_double && wanted(WagerKind::DoubleDown),
            lines,
            payout_limit: rules.and_then(|rules| rules.payout_limit).map(|limit| limit.0),
        }
    }
}

/// The least that may be staked.
fn least(stake: Stake, main: i64) -> i64 {
    match stake {
        Stake::Within(limits) => limits.minimum.0,
        Stake::Fixed(amount) => amount.0,
        Stake::EqualToMain => main,
    }
}

fn stake_of_text(amount: Amount, main: i64) -> i64 {
    match amount {
        Amount::WithinLimits => SIDE_STAKE.0,
        Amount::Fixed => FIXED_STAKE.0,
        Amount::EqualToMain => main,
    }
}

impl WagerLine {
    fn new(
        game: &'static dyn Game,
        spec: &WagerSpec,
        letter: Option<char>,
        stake: i64,
        readings: Readings,
    ) -> Option<Self> {
        let ladder = spec.ladder?;
        let payouts = game.payouts();
        let table = payouts.paytable(spec.kind, letter)?;
        let meters = payouts.meters(spec.kind, letter).map(|meter| MeterTerms::seeded(meter, Cents(stake)));
        let meters = meters.collect::<Option<Vec<MeterTerms>>>()?;
        let schedule = spec.settled.envy.and(payouts.envy_earned(spec.kind, letter, Cents(stake), readings));
        Some(Self {
            wager: spec.kind,
            letter: table.letter,
            stake,
            on_the_table: true,
            tariff: PayIndex::new(ladder, table, readings),
            payments: table.rows.iter().map(|row| Payment::new(row, stake, &meters)).collect(),
            envy: schedule.map(|schedule| EnvyIndex::new(ladder, schedule, readings)),
            meters,
            reads: spec.settled.reads,
            stays: matches!(spec.settled.after_fold, None | Some(FoldEffect::Stays(_))),
            magic_card: None,
            lucky_bonus: None,
        })
    }

    /// With the meters and draws of the submission. A linked meter is simulated as this table's own.
    fn offered_as(self, game: &'static dyn Game, offered: &OfferedWager) -> Self {
        let extras = game.payouts().paytable(WagerKind::MagicCardAndLucky, None);
        let extra = |place: usize, often: Option<Frequency>| {
            let row = extras.and_then(|table| table.rows.get(place))?;
            Some(Extra { often: often?, won: row.award.worth(Cents(self.stake)).won.0 })
        };
        Self {
            meters: offered.meters.clone(),
            magic_card: extra(0, offered.magic_card),
            lucky_bonus: extra(1, offered.lucky_bonus),
            ..self
        }
    }
}

impl Payment {
    fn new(row: &'static PayRow, stake: i64, meters: &[MeterTerms]) -> Self {
        let share = match &row.award {
            Award::MeterShare(percent, name) => {
                meters.iter().position(|meter| meter.name == *name).map(|meter| (meter, *percent))
            }
            _ => None,
        };
        let won = row.award.worth(Cents(stake)).won.0;
        Self { row, won, net: if row.award.returns_stake() { won } else { won - stake }, share }
    }
}
