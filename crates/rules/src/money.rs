//! Money in whole cents, read and written as the texts print it: `$5,000`, `$2.50`.

use std::fmt;
use std::str::FromStr;

/// An amount of money in cents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Cents(pub i64);

impl Cents {
    /// An amount in whole dollars.
    pub const fn dollars(dollars: i64) -> Self {
        Self(dollars * 100)
    }

    /// This amount so many times over; none if it cannot be held.
    pub const fn times(self, factor: i64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(cents) => Some(Self(cents)),
            None => None,
        }
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (dollars, cents) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        write!(f, "{sign}${}", thousands(dollars))?;
        if cents == 0 { Ok(()) } else { write!(f, ".{cents:02}") }
    }
}

/// A number with a comma before each group of three digits.
pub fn thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// An amount that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not an amount of money: write it as `$5`, `$2.50` or `$5,000`")]
pub struct ParseMoneyError(pub String);

impl FromStr for Cents {
    type Err = ParseMoneyError;

    fn from_str(written: &str) -> Result<Self, ParseMoneyError> {
        read_money(written).ok_or_else(|| ParseMoneyError(written.chars().take(24).collect()))
    }
}

fn read_money(written: &str) -> Option<Cents> {
    let (sign, rest) = match written.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, written),
    };
    let (dollars, cents) = match rest.strip_prefix('$')?.split_once('.') {
        Some((dollars, cents)) if cents.len() == 2 => (dollars, digits(cents)?),
        Some(_) => return None,
        None => (rest.strip_prefix('$')?, 0),
    };
    Some(Cents(sign * read_number(dollars)?.checked_mul(100)?.checked_add(cents)?))
}

/// Reads a whole number, whose thousands may be set off by commas.
pub(crate) fn read_number(written: &str) -> Option<i64> {
    let mut groups = written.split(',');
    let first = groups.next()?;
    let mut number = digits(first)?;
    let mut grouped = false;
    for group in groups {
        grouped = true;
        if group.len() != 3 {
            return None;
        }
        number = number.checked_mul(1000)?.checked_add(digits(group)?)?;
    }
    if grouped && first.len() > 3 { None } else { Some(number) }
}

fn digits(written: &str) -> Option<i64> {
    let plain = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
    if plain { written.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_read_as_it_is_printed() {
        for (written, cents) in [("$5", 500), ("$2.50", 250), ("$5,000", 500_000), ("$10000", 1_000_000), ("-$1", -100)]
        {
            assert_eq!(written.parse(), Ok(Cents(cents)), "{written}");
        }
        assert_eq!(Cents(123_456_789).to_string(), "$1,234,567.89");
        assert_eq!(Cents(-500).to_string(), "-$5");
    }

    #[test]
    fn what_is_not_money_is_refused() {
        for written in
            ["", "$", "5", "$5.5", "$5.555", "$1,00", "$1000,000", "$ 5", "$5,", "$99999999999999999999", "$-5"]
        {
            assert!(written.parse::<Cents>().is_err(), "{written}");
        }
    }
}
