//! § 575.12(c): the payout limit.

use super::limits::returned;
use crate::money::Cents;
use crate::regulation::{Regulation, game};
use crate::revision::RulesChange;
use crate::submission::ast::RulesSubmission;
use crate::submission::codes::CheckCode;
use crate::submission::faults::Diagnostics;
use crate::submission::house_rules::{OfferedWager, Stake};
use crate::wager::WagerKind;

const LEAST: Cents = Cents::dollars(50_000);

/// The most one betting area can be paid: at least $50,000, and at least what a bettor of the minimum can win on
/// all the areas he may have.
pub(super) fn limit(
    written: &RulesSubmission,
    text: Regulation,
    wagers: &[OfferedWager],
    areas: u8,
    faults: &mut Diagnostics,
) -> Option<Cents> {
    let limit = written.payout_limit.as_ref()?;
    let Some(cited) = text.procedure().settling.payout_limit else {
        let even_money = game(text).payouts().paytable(WagerKind::Main, None).map(|table| table.clause);
        let message = format!("{text} has no payout limit: every winning wager is paid in full");
        let fault = faults.report(CheckCode::PayoutLimitNotInText, &limit.span, message);
        fault.under(even_money).help("remove `[payout]`");
        return None;
    };
    if limit.value < LEAST {
        let message = format!("the payout limit must be at least {LEAST} (got {})", limit.value);
        let fault = faults.report(CheckCode::PayoutLimitTooLow, &limit.span, message);
        fault.under(cited).help(format!("write `limit = \"{LEAST}\"` or more"));
        return None;
    }
    if let Some(most) = most_at_minimum(text, wagers, areas).filter(|&most| limit.value < most) {
        let on = if areas > 1 { format!(" on {areas} adjacent areas") } else { String::new() };
        let message = format!(
            "a player betting the minimum{on} can win {most} in a round, more than the limit of {}",
            limit.value
        );
        let one_area = most_at_minimum(text, wagers, 1).is_some_and(|most| limit.value < most);
        let fault = faults.report(CheckCode::PayoutLimitBelowMinimumBettor, &limit.span, message);
        fault.under(cited).help(format!("write `limit = \"{most}\"` or more"));
        if !one_area {
            fault.since(RulesChange::PayoutLimitOfAllAreas);
        }
    }
    Some(limit.value)
}

/// What one player's wagers win at their minimum on so many betting areas, stakes not counted: on each the best row
/// that the other areas leave it, since one deck deals some hands once.
fn most_at_minimum(text: Regulation, wagers: &[OfferedWager], areas: u8) -> Option<Cents> {
    let (areas, once) = (usize::from(areas), text.procedure().requirements.dealt_once);
    let mut most = 0i64;
    for wager in wagers {
        let stake = match wager.stake {
            Stake::Within(limits) => limits.minimum,
            Stake::Fixed(amount) => amount,
            Stake::EqualToMain => continue,
        };
        let table = game(text).payouts().paytable(wager.kind, wager.letter)?;
        let mut wins = Vec::new();
        for row in &table.rows {
            let won = returned(&row.award, stake)?.0.checked_sub(stake.0)?;
            wins.extend(std::iter::repeat_n(won, if once.contains(&row.hand.as_str()) { 1 } else { areas }));
        }
        wins.sort_unstable_by(|one, other| other.cmp(one));
        most = wins.into_iter().take(areas).try_fold(most, i64::checked_add)?;
    }
    Some(Cents(most))
}
