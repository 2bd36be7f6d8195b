//! § 575.12(c): the payout limit.

use super::limits::best;
use crate::games::game;
use crate::money::Cents;
use crate::submission::codes::Code;
use crate::submission::faults::Faults;
use crate::submission::house_rules::{OfferedWager, Stake};
use crate::submission::written::RulesSubmission;
use crate::text::Text;
use crate::wager::WagerKind;

const LEAST: Cents = Cents::dollars(50_000);

/// The most one betting area can be paid: at least $50,000 and at least what a bettor of the minimum can win.
pub(super) fn limit(
    written: &RulesSubmission,
    text: Text,
    wagers: &[OfferedWager],
    faults: &mut Faults,
) -> Option<Cents> {
    let limit = written.payout_limit.as_ref()?;
    let Some(cited) = text.procedure().settling.payout_limit else {
        let even_money = game(text).payouts().paytable(WagerKind::Main, None).map(|table| table.clause);
        let message = format!("{text} sets no payout limit: every winning wager is paid in full");
        let fault = faults.report(Code::PayoutLimitNotInText, &limit.span, message);
        fault.under(even_money).help("leave `[payout]` out");
        return None;
    };
    if limit.value < LEAST {
        let message = format!("a payout limit of {} is below {LEAST}", limit.value);
        let fault = faults.report(Code::PayoutLimitTooLow, &limit.span, message);
        fault.under(cited).help(format!("write `limit = \"{LEAST}\"` or more"));
        return None;
    }
    if let Some(most) = most_at_minimum(text, wagers).filter(|&most| limit.value < most) {
        let message = format!("one player betting the minimum can win {most} in a round, more than {}", limit.value);
        let fault = faults.report(Code::PayoutLimitBelowMinimumBettor, &limit.span, message);
        fault.under(cited).help(format!("write `limit = \"{most}\"` or more"));
    }
    Some(limit.value)
}

/// What the wagers of one betting area win at their minimum and at their best rows, stakes not counted.
fn most_at_minimum(text: Text, wagers: &[OfferedWager]) -> Option<Cents> {
    let mut most = 0i64;
    for wager in wagers {
        let stake = match wager.stake {
            Stake::Within(limits) => limits.minimum,
            Stake::Fixed(amount) => amount,
            Stake::EqualToMain => continue,
        };
        let table = game(text).payouts().paytable(wager.kind, wager.letter)?;
        most = most.checked_add(best(table, stake)?.0.checked_sub(stake.0)?)?;
    }
    Some(Cents(most))
}
