//! Exact fractions of whole numbers, always reduced.
//!
//! 128 bits hold every figure of the five games: the most deals a game has are 8,250,459,031,214,400, and a variance
//! needs their square. Sums reduce before they multiply. What a caller could make overflow (a payout of his own) is
//! bounded where it is read.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A reduced fraction with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    num: i128,
    den: i128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// One.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// `num / den`, reduced.
    ///
    /// # Panics
    /// If the denominator is zero.
    pub fn new(num: i128, den: i128) -> Self {
        assert!(den != 0, "a fraction has a denominator");
        let common = gcd(num.unsigned_abs(), den.unsigned_abs()) as i128 * den.signum();
        Self { num: num / common, den: den / common }
    }

    /// So many of so many.
    pub fn of(count: u128, all: u128) -> Self {
        let signed = |n: u128| i128::try_from(n).expect("counts of deals fit in 127 bits");
        Self::new(signed(count), signed(all))
    }

    /// The numerator.
    pub const fn num(self) -> i128 {
        self.num
    }

    /// The denominator, which is positive.
    pub const fn den(self) -> i128 {
        self.den
    }

    /// The number in decimal with so many places, cut and not rounded.
    pub fn decimal(self, places: usize) -> String {
        let (num, den) = (self.num.unsigned_abs(), self.den.unsigned_abs());
        let mut rest = num % den;
        let mut text = format!("{}{}", if self.num < 0 { "-" } else { "" }, num / den);
        if places > 0 {
            text.push('.');
        }
        for _ in 0..places {
            // `rest < den < 2^127`, so ten times it may pass 128 bits: long division by doubling and fivefold adding.
            let (digit, left) = ten_times(rest, den);
            text.push(char::from(b'0' + digit));
            rest = left;
        }
        text
    }

    /// The number in decimal with so many places, rounded to the nearest, and a half away from nothing: what people
    /// read. What machines read is cut ([`Self::decimal`]).
    pub fn rounded(self, places: usize) -> String {
        let (num, den) = (self.num.unsigned_abs(), self.den.unsigned_abs());
        let (mut whole, mut rest) = (num / den, num % den);
        let mut digits = Vec::with_capacity(places);
        for _ in 0..places {
            let (digit, left) = ten_times(rest, den);
            digits.push(digit);
            rest = left;
        }
        // `rest >= den - rest` is `2 rest >= den` without passing 128 bits. A nine that is raised carries on.
        let mut carry = rest >= den - rest;
        for digit in digits.iter_mut().rev() {
            if !carry {
                break;
            }
            carry = *digit == 9;
            *digit = if carry { 0 } else { *digit + 1 };
        }
        whole += u128::from(carry);
        let negative = self.num < 0 && (whole > 0 || digits.iter().any(|&digit| digit > 0));
        let mut text = format!("{}{whole}", if negative { "-" } else { "" });
        if places > 0 {
            text.push('.');
        }
        text.extend(digits.into_iter().map(|digit| char::from(b'0' + digit)));
        text
    }

    /// A part of one in percent with so many places, rounded: `3.0606 %`.
    pub fn percent(self, places: usize) -> String {
        format!("{} %", (self * Self::from(100)).rounded(places))
    }

    /// The nearest floating-point number, for plots and comparisons with simulations.
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// The square root of a fraction that is not negative, in decimal with so many places, cut and not rounded. It must
    /// be below nine million at twelve places, which is far above the deviation of any wager printed.
    pub fn sqrt_decimal(self, places: u32) -> String {
        let (num, den) = (self.num.max(0).unsigned_abs(), self.den.unsigned_abs());
        // The greatest whole number whose square is not above the fraction times 100 to the power of `places`.
        let scaled = wide_product(num, 10_u128.pow(2 * places));
        let root = (0..63).rev().fold(0_u128, |root, bit| {
            let tried = root | 1 << bit;
            if wide_product(tried * tried, den) <= scaled { tried } else { root }
        });
        let unit = 10_u128.pow(places);
        format!("{}.{:0width$}", root / unit, root % unit, width = places as usize)
    }
}

/// The whole product of two numbers, its upper half first.
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a_high, a_low, b_high, b_low) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let low = a_low * b_low;
    let middle = a_high * b_low + (low >> 64);
    let other = a_low * b_high + (middle & LOW);
    (a_high * b_high + (middle >> 64) + (other >> 64), other << 64 | low & LOW)
}

/// How often `den` goes into ten times `rest`, and what is left; `rest` is below `den` and `den` below 2^127.
fn ten_times(rest: u128, den: u128) -> (u8, u128) {
    let mut quotient = 0;
    let mut left = 0;
    // Ten in binary, so that no step goes beyond twice the denominator.
    for add in [true, false, true, false] {
        left <<= 1;
        quotient <<= 1;
        if left >= den {
            left -= den;
            quotient += 1;
        }
        if add {
            left += rest;
            if left >= den {
                left -= den;
                quotient += 1;
            }
        }
    }
    (quotient, left)
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl From<i128> for Fraction {
    fn from(whole: i128) -> Self {
        Self { num: whole, den: 1 }
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let common = gcd(self.den.unsigned_abs(), other.den.unsigned_abs()) as i128;
        let scale = other.den / common;
        Self::new(self.num * scale + other.num * (self.den / common), self.den * scale)
    }
}

impl Neg for Fraction {
    type Output = Self;

    fn neg(self) -> Self {
        Self { num: -self.num, den: self.den }
    }
}

impl Sub for Fraction {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let first = Self::new(self.num, other.den);
        let second = Self::new(other.num, self.den);
        Self { num: first.num * second.num, den: first.den * second.den }
    }
}

impl Div for Fraction {
    type Output = Self;

    /// # Panics
    /// If the divisor is nothing.
    fn div(self, other: Self) -> Self {
        let upside_down = Self::new(other.den, other.num);
        upside_down.mul(self)
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitude = |a: Self, b: Self| {
            wide_product(a.num.unsigned_abs(), b.den.unsigned_abs())
                .cmp(&wide_product(b.num.unsigned_abs(), a.den.unsigned_abs()))
        };
        match (self.num < 0, other.num < 0) {
            (false, false) => magnitude(*self, *other),
            (true, true) => magnitude(*other, *self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

/// As a decimal with twelve places, cut.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.decimal(f.precision().unwrap_or(PLACES)))
    }
}

/// The decimals that are always written.
pub const PLACES: usize = 12;

/// A decimal that is written out, with fewer places, rounded to the nearest.
pub fn shortened(decimal: &str, places: usize) -> String {
    let (whole, part) = decimal.split_once('.').unwrap_or((decimal, ""));
    let unit = u32::try_from(part.len()).ok().and_then(|digits| 10_i128.checked_pow(digits));
    match (format!("{whole}{part}").parse(), unit) {
        (Ok(num), Some(unit)) if part.len() > places => Fraction::new(num, unit).rounded(places),
        _ => decimal.to_owned(),
    }
}

/// `{"num":"9943","den":"324870","decimal":"0.030606088589"}`
impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Fraction", 3)?;
        object.serialize_field("num", &self.num.to_string())?;
        object.serialize_field("den", &self.den.to_string())?;
        object.serialize_field("decimal", &self.decimal(PLACES))?;
        object.end()
    }
}

/// As it is written; the decimal is not read.
impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Written {
            num: String,
            den: String,
        }
        let written = Written::deserialize(deserializer)?;
        match (written.num.parse::<i128>(), written.den.parse::<i128>()) {
            (Ok(num), Ok(den)) if den > 0 && num != i128::MIN => Ok(Self::new(num, den)),
            _ => Err(D::Error::custom("a fraction has a numerator and a positive denominator")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_cut_and_not_rounded() {
        assert_eq!(Fraction::new(2, 3).decimal(4), "0.6666");
        assert_eq!(Fraction::new(-2, 3).decimal(4), "-0.6666");
        assert_eq!(Fraction::new(9943, 324_870).to_string(), "0.030606088589");
        let close = Fraction::new(i128::MAX - 1, i128::MAX);
        assert_eq!(close.decimal(20), "0.99999999999999999999");
        assert_eq!(Fraction::new(7, 1).decimal(0), "7");
    }

    #[test]
    fn percentages_are_rounded_to_the_nearest() {
        assert_eq!(Fraction::new(9943, 324_870).percent(4), "3.0606 %");
        assert_eq!(Fraction::new(2, 3).percent(4), "66.6667 %");
        assert_eq!(Fraction::new(-2, 3).percent(2), "-66.67 %");
        assert_eq!((Fraction::new(1, 8).rounded(2), Fraction::new(-1, 8).rounded(2)), ("0.13".into(), "-0.13".into()));
        assert_eq!(
            (Fraction::new(9_999, 10_000).rounded(2), Fraction::new(1, 2).rounded(0)),
            ("1.00".into(), "1".into())
        );
        assert_eq!(
            (Fraction::new(-1, 1_000).rounded(2), Fraction::ZERO.percent(4)),
            ("0.00".into(), "0.0000 %".into())
        );
        assert_eq!(Fraction::new(i128::MAX - 1, i128::MAX).rounded(20), "1.00000000000000000000");
        assert_eq!([shortened("1.23556", 2), shortened("7", 2), shortened("0.1", 4)], ["1.24", "7", "0.1"]);
        // The parts of a whole as the pages show them.
        let parts = [Fraction::new(1, 3), Fraction::new(2, 3)].map(|part| part.percent(4));
        assert_eq!(parts, ["33.3333 %", "66.6667 %"]);
    }

    #[test]
    fn fractions_stay_reduced_through_sums_products_and_quotients() {
        let sum = Fraction::new(1, 6) + Fraction::new(1, 3);
        assert_eq!((sum.num(), sum.den()), (1, 2));
        assert_eq!(Fraction::new(3, -6), Fraction::new(-1, 2));
        assert_eq!(Fraction::new(2, 3) * Fraction::new(3, 4) - Fraction::new(1, 2), Fraction::ZERO);
        assert_eq!(Fraction::new(1, 2) / Fraction::new(-1, 4), Fraction::from(-2));
        assert!(Fraction::new(-1, 3) < Fraction::new(-1, 4) && Fraction::new(1, 4) < Fraction::new(1, 3));
    }

    #[test]
    fn a_fraction_is_read_back_as_it_was_written() {
        let written = serde_json::to_string(&Fraction::new(-9943, 324_870)).unwrap();
        assert_eq!(written, r#"{"num":"-9943","den":"324870","decimal":"-0.030606088589"}"#);
        assert_eq!(serde_json::from_str::<Fraction>(&written).unwrap(), Fraction::new(-9943, 324_870));
        assert!(serde_json::from_str::<Fraction>(r#"{"num":"1","den":"0"}"#).is_err());
    }

    #[test]
    fn square_roots_are_cut_at_the_last_place() {
        assert_eq!(Fraction::from(2).sqrt_decimal(12), "1.414213562373");
        assert_eq!(Fraction::new(1, 4).sqrt_decimal(3), "0.500");
        assert_eq!(Fraction::from(160_000).sqrt_decimal(1), "400.0");
        assert_eq!(Fraction::ZERO.sqrt_decimal(2), "0.00");
    }
}
