//! How figures are written on the page: rounded or cut, grouped, with their unit.

use crate::fraction::Fraction;
use croupier_rules::thousands;

/// Percent with four decimals, rounded.
pub(super) fn percent(fraction: Fraction) -> String {
    fraction.percent(4).replace('-', "−")
}

/// How rare something is: `1 in 4,164.8`; a dash for what never happens.
pub(super) fn one_in(often: Fraction) -> String {
    if often <= Fraction::ZERO {
        return "–".to_owned();
    }
    let rare = Fraction::ONE / often;
    let whole = thousands(rare.num().unsigned_abs() / rare.den().unsigned_abs());
    let decimals = rare.decimal(1);
    let tenth = decimals.rsplit('.').next().unwrap_or_default();
    if rare < Fraction::from(1000) { format!("1 in {whole}.{tenth}") } else { format!("1 in {whole}") }
}

/// An amount in cents as dollars: `$1,234.50`, `$5`.
pub(super) fn dollars(cents: i128) -> String {
    let sign = if cents < 0 { "−" } else { "" };
    let (whole, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let rest = if rest == 0 { String::new() } else { format!(".{rest:02}") };
    format!("{sign}${}{rest}", thousands(whole))
}

/// How many times of a power of two a number is, in parts of 256: the logarithm by squaring, in whole numbers so that
/// plots come out alike on every machine.
pub(super) fn fine_log2(number: u128) -> i64 {
    let number = number.max(1);
    let whole = i64::from(number.ilog2());
    // The number as 1.xxx with 62 bits behind the point, squared eight times.
    let shift = 62 - whole;
    let mut rest = if shift >= 0 { number << shift } else { number >> -shift };
    let mut log = whole;
    for _ in 0..8 {
        rest = (rest * rest) >> 62;
        let doubled = rest >> 63;
        log = log << 1 | doubled as i64;
        rest >>= doubled;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_rounded_and_grouped() {
        assert_eq!(percent(Fraction::new(9943, 324_870)), "3.0606 %");
        assert_eq!(one_in(Fraction::new(1, 4164)), "1 in 4,164");
        assert_eq!(one_in(Fraction::new(2, 5)), "1 in 2.5");
        assert_eq!(one_in(Fraction::ZERO), "–");
        assert_eq!((dollars(123_450), dollars(-500)), ("$1,234.50".to_owned(), "−$5".to_owned()));
    }

    #[test]
    fn logarithms_are_good_to_a_256th() {
        for number in [1_u128, 2, 3, 10, 1000, 154_143_080, 8_250_459_031_214_400, u128::from(u64::MAX) << 40] {
            let close = (number as f64).log2() * 256.0;
            assert!((fine_log2(number) as f64 - close).abs() <= 1.0, "{number}");
        }
    }
}
