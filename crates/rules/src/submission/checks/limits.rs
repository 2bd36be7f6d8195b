//! The amounts of a wager: limits and steps, or one fixed amount, and what they come to at the best row.

use crate::money::Cents;
use crate::paytable::{Award, Paytable};
use crate::regulation::{Regulation, game};
use crate::submission::ast::WagerSection;
use crate::submission::codes::CheckCode;
use crate::submission::faults::{Diagnostics, Spanned};
use crate::submission::house_rules::{Stake, WagerLimits};
use crate::wager::{Amount, WagerKind, WagerSpec};

const STAND_IN: WagerLimits = WagerLimits { minimum: Cents(100), maximum: Cents(100), increment: Cents(100) };

/// Reads the stake as the text provides for it: between limits, equal to the main wager, or fixed.
pub(super) fn stake(wager: &WagerSection, spec: &WagerSpec, faults: &mut Diagnostics) -> Stake {
    match spec.amount {
        Amount::WithinLimits => Stake::Within(limits(wager, spec, faults)),
        Amount::Fixed => Stake::Fixed(fixed(wager, spec, faults)),
        Amount::EqualToMain => Stake::EqualToMain,
    }
}

fn limits(wager: &WagerSection, spec: &WagerSpec, faults: &mut Diagnostics) -> WagerLimits {
    let name = spec.kind.name();
    if let Some(amount) = &wager.amount {
        let message = format!("`{name}` has limits, not a fixed amount");
        let fault = faults.report(CheckCode::AmountOnLimitedWager, &amount.span, message);
        fault.under(spec.clause).help("write `minimum`, `maximum` and `increment` instead of `amount`");
    }
    for key in ["minimum", "maximum"] {
        if !wager.has(key) && !wager.has("amount") {
            let message = format!("`[wagers.{name}]` is missing `{key}`");
            let fault = faults.report(CheckCode::MissingKey, &wager.kind.span, message);
            fault.under(spec.clause).help(format!("write for example `{key} = \"$25\"`"));
        }
    }
    let (Some(minimum), Some(maximum)) = (&wager.minimum, &wager.maximum) else { return STAND_IN };
    if !positive(minimum, "minimum", spec, faults) | !positive(maximum, "maximum", spec, faults) {
        return STAND_IN;
    }
    let increment = wager.increment.clone().unwrap_or_else(|| minimum.clone());
    if increment.value.0 <= 0 {
        let message = format!("the increment must be positive (got {})", increment.value);
        let fault = faults.report(CheckCode::IncrementNotPositive, &increment.span, message);
        fault.under(spec.clause).help("write for example `increment = \"$1\"`");
        return STAND_IN;
    }
    if maximum.value < minimum.value {
        let message = format!("the maximum of {} is below the minimum of {}", maximum.value, minimum.value);
        let fault = faults.report(CheckCode::MaximumBelowMinimum, &maximum.span, message);
        fault.under(spec.clause).help(format!("write `maximum = \"{}\"` or more", minimum.value));
        return STAND_IN;
    }
    let over = (maximum.value.0 - minimum.value.0) % increment.value.0;
    if over != 0 {
        let (nearest, step) = (Cents(maximum.value.0 - over), increment.value);
        let message = format!("steps of {step} from {} do not reach {}", minimum.value, maximum.value);
        let fault = faults.report(CheckCode::MaximumOutOfStep, &maximum.span, message);
        fault.under(spec.clause).help(format!("the highest amount they reach is `{nearest}`"));
    }
    WagerLimits { minimum: minimum.value, maximum: maximum.value, increment: increment.value }
}

fn positive(amount: &Spanned<Cents>, key: &str, spec: &WagerSpec, faults: &mut Diagnostics) -> bool {
    if amount.value.0 > 0 {
        return true;
    }
    let message = format!("`{key}` of `{}` must be positive (got {})", spec.kind, amount.value);
    let fault = faults.report(CheckCode::AmountNotPositive, &amount.span, message);
    fault.under(spec.clause).help("write an amount above `$0`");
    false
}

fn fixed(wager: &WagerSection, spec: &WagerSpec, faults: &mut Diagnostics) -> Cents {
    let stand_in = Cents::dollars(1);
    let limits = [(&wager.minimum, "minimum"), (&wager.maximum, "maximum"), (&wager.increment, "increment")];
    for (limit, key) in limits {
        if let Some(limit) = limit {
            let message = format!("`{}` has one fixed amount, so `{key}` does not apply", spec.kind);
            let fault = faults.report(CheckCode::LimitsOnFixedWager, &limit.span, message);
            fault.under(spec.clause).help("write only `amount = \"$1\"` (R-53)");
        }
    }
    match &wager.amount {
        Some(amount) if positive(amount, "amount", spec, faults) => amount.value,
        Some(_) => stand_in,
        None => {
            if !wager.has("amount") {
                let message = format!("`[wagers.{}]` is missing `amount`", spec.kind);
                let fault = faults.report(CheckCode::MissingKey, &wager.kind.span, message);
                fault.under(spec.clause).help("write for example `amount = \"$1\"`");
            }
            stand_in
        }
    }
}

/// What a winner of this row gets back for so much, the stake included; none if it cannot be counted in cents.
pub(super) fn returned(award: &Award, stake: Cents) -> Option<Cents> {
    match *award {
        Award::To(pays, unit) => {
            let pay = i128::from(stake.0) * i128::from(pays) / i128::from(unit) + i128::from(stake.0);
            i64::try_from(pay).ok().map(Cents)
        }
        Award::For(pays) => stake.times(pays),
        Award::Fixed(sum) => stake.0.checked_add(sum.0).map(Cents),
        Award::Push | Award::MeterShare(..) => Some(stake),
    }
}

/// The most that a wager of this size is paid, without shares of meters.
pub(super) fn best(paytable: &Paytable, stake: Cents) -> Option<Cents> {
    let returned = paytable.rows.iter().map(|row| returned(&row.award, stake));
    returned.collect::<Option<Vec<_>>>().map(|sums| sums.into_iter().max().unwrap_or(stake))
}

/// The best row at the largest wager must be money that can be counted; in Crazy 4 the Play Wager is three Antes.
pub(super) fn payable(
    wager: &WagerSection,
    text: Regulation,
    letter: Option<char>,
    stake: Stake,
    faults: &mut Diagnostics,
) {
    let (most, written) = match stake {
        Stake::Within(limits) => (limits.maximum, &wager.maximum),
        Stake::Fixed(amount) => (amount, &wager.amount),
        Stake::EqualToMain => return,
    };
    let kind = wager.kind.value;
    let payouts = game(text).payouts();
    let factor = if kind == WagerKind::Main { 8 } else { 1 };
    let bonus = if kind == WagerKind::Main { payouts.paytable(WagerKind::SuperBonus, None) } else { None };
    let paid = payouts.paytable(kind, letter).is_none_or(|table| best(table, most).is_some());
    let counted = paid && most.times(factor).is_some() && bonus.is_none_or(|table| best(table, most).is_some());
    if let Some(written) = written
        && !counted
    {
        let message = format!("the highest payout on `{most}` is too large to compute");
        let clause = payouts.paytable(kind, letter).map(|table| table.clause);
        faults.report(CheckCode::PayoutTooLarge, &written.span, message).under(clause).help("write a smaller amount");
    }
}

/// 3 to 2 of an odd number of cents leaves half a cent, which is rounded down.
pub(super) fn fractions(wager: &WagerSection, text: Regulation, stake: Stake, faults: &mut Diagnostics) {
    let Stake::Within(limits) = stake else { return };
    if wager.kind.value != WagerKind::Main {
        return;
    }
    let Some(super_bonus) = game(text).payouts().paytable(WagerKind::SuperBonus, None) else { return };
    for (amount, written) in [(limits.minimum, &wager.minimum), (limits.increment, &wager.increment)] {
        let broken = super_bonus.rows.iter().find(|row| match row.award {
            Award::To(pays, unit) => i128::from(amount.0) * i128::from(pays) % i128::from(unit) != 0,
            _ => false,
        });
        if let (Some(row), Some(written)) = (broken, written) {
            let message = format!("`{}` on {amount} leaves a fraction of a cent, which is rounded down", row.pays);
            faults
                .report(CheckCode::FractionOfACent, &written.span, message)
                .under(super_bonus.clause)
                .help("use an even number of cents (R-10)");
            return;
        }
    }
}
