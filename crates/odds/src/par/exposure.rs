//! The most that can be paid in one round: by one wager, to one betting area, by a full table.
//!
//! Counted is what the house pays above the stakes, everybody wagering the most allowed. One wager's figure is exact.
//! An area's is the sum over its wagers, and the table's that of every area with the highest Envy Bonus for each pair
//! of players: bounds that no deal reaches, since one deck has not so many of the best hands and a hand that is paid
//! for being poor is not paid for being good. § 575.12(c) limits what an area is paid. Shares are of meters at
//! their seeds; a meter that has grown pays out what players put in.

use super::wager::{ResultSheet, WagerPar};
use crate::fraction::Fraction;
use croupier_rules::submission::HouseRules;
use croupier_rules::{Award, Cents, game};
use serde::Serialize;

/// The most that can be paid in one round, in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Exposure {
    /// By each wager.
    pub wagers: Vec<WagerExposure>,
    /// To one betting area, Envy Bonuses apart, before any limit.
    pub area_unlimited: i128,
    /// § 575.12(c): the payout limit, where there is one.
    pub payout_limit: Option<i64>,
    /// To one betting area, Envy Bonuses apart.
    pub area: i128,
    /// In Envy Bonuses to one area, by all other areas together.
    pub envy_to_one_area: i128,
    /// Betting areas.
    pub areas: u8,
    /// By the full table.
    pub table: i128,
}

/// The most one wager can be paid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WagerExposure {
    /// Which wager.
    pub wager: &'static str,
    /// What it is called.
    pub title: String,
    /// The most that may be wagered, in cents.
    pub stake: i64,
    /// For what it is paid most.
    pub result: String,
    /// What it is then paid above the stake, draws included, in cents.
    pub paid: i128,
    /// Whether part of it is a share of a meter, taken at its seed.
    pub from_meter: bool,
    /// Whether one area may have it twice: on its own hand and on the dealer's.
    pub also_on_dealer: bool,
    /// The highest Envy Bonus it earns for one other player's hand, in cents.
    pub envy: i64,
}

impl Exposure {
    pub(super) fn new(rules: &HouseRules, sheets: &[WagerPar]) -> Self {
        let wagers: Vec<_> = sheets.iter().filter_map(|sheet| WagerExposure::new(rules, sheet)).collect();
        let twice = |wager: &WagerExposure| if wager.also_on_dealer { 2 * wager.paid } else { wager.paid };
        let area_unlimited: i128 = wagers.iter().map(twice).sum();
        let limit = rules.payout_limit.map(|limit: Cents| limit.0);
        let area = limit.map_or(area_unlimited, |limit| area_unlimited.min(limit.into()));
        let others = i128::from(rules.positions.saturating_sub(1));
        let envy_to_one_area = others * wagers.iter().map(|wager| i128::from(wager.envy)).sum::<i128>();
        Self {
            area_unlimited,
            payout_limit: limit,
            area,
            envy_to_one_area,
            areas: rules.positions,
            table: i128::from(rules.positions) * (area + envy_to_one_area),
            wagers,
        }
    }
}

impl WagerExposure {
    fn new(rules: &HouseRules, sheet: &WagerPar) -> Option<Self> {
        let best = sheet.results.iter().filter(|result| result.count > 0).max_by_key(|result| result.net)?;
        let stake = i128::from(sheet.stake.maximum);
        let draws = sheet.report.draws.iter().map(|draw| match Award::read(&draw.pays) {
            Some(Award::For(pays) | Award::To(pays, _)) => i128::from(pays) * stake,
            Some(Award::Fixed(sum)) => sum.0.into(),
            _ => 0,
        });
        let share = |result: &ResultSheet| result.pays.as_deref().and_then(Award::read);
        let letter = sheet.report.paytable;
        let earned = game(rules.text).payouts().envy_earned(
            sheet.report.wager,
            letter,
            Cents(sheet.stake.maximum),
            rules.choices.readings,
        );
        Some(Self {
            wager: sheet.report.wager.name(),
            title: sheet.title.clone(),
            stake: sheet.stake.maximum,
            result: best.result.clone(),
            paid: whole_cents(best.net, stake) + draws.sum::<i128>(),
            from_meter: matches!(share(best), Some(Award::MeterShare(..))),
            also_on_dealer: sheet.report.progressive.as_ref().is_some_and(|wager| wager.on_dealer.is_some()),
            envy: earned.and_then(|schedule| schedule.rows.iter().map(|(_, sum)| sum.0).max()).unwrap_or(0),
        })
    }
}

/// So much per unit of a stake, cut to the cent.
fn whole_cents(net: Fraction, stake: i128) -> i128 {
    let paid = net * Fraction::from(stake);
    paid.num() / paid.den()
}
