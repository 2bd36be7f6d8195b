//! Places at the table: seats, the positions of the count, and the area of a shared card.
//!
//! Note: two numberings meet here. Seat 1 is farthest to the dealer's left and seats run clockwise to six; the
//! count of the starting position runs counterclockwise from the dealer as one, so that position two is seat 6 and
//! position seven is seat 1: §§ 659a.5(g)(1)(iii), 575.5(g)(1)(iii), 670a.5(i)(1)(iii), MA 11(b)(2).

use std::fmt;
use std::str::FromStr;

/// A betting position, from 1 farthest to the dealer's left to 6 farthest to the right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// All six, clockwise.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The seat with this number, one to six.
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=6) { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in a list of seats.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// All six, counterclockwise from the dealer's right: the order of settlement.
    pub fn from_the_right() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().rev()
    }

    /// Whether the two are neighbours.
    pub const fn adjoins(self, other: Self) -> bool {
        self.0.abs_diff(other.0) == 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A position of the count for the start: the dealer is one, then counterclockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position(u8);

impl Position {
    /// The dealer, who counts as number one.
    pub const DEALER: Self = Self(1);
    /// All seven, in the order of the count.
    pub const ALL: [Self; 7] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Where a count to this total ends; nowhere for a total of nothing.
    pub const fn counted(total: u8) -> Option<Self> {
        if total == 0 { None } else { Some(Self((total - 1) % 7 + 1)) }
    }

    /// The number it is counted as.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat there; none at the dealer's place.
    pub const fn seat(self) -> Option<Seat> {
        if self.0 == 1 { None } else { Some(Seat(8 - self.0)) }
    }

    /// The position of a seat.
    pub const fn of(seat: Seat) -> Self {
        Self(8 - seat.0)
    }

    /// The next position clockwise, as cards are dealt and the button moves.
    #[must_use]
    pub const fn clockwise(self) -> Self {
        Self(if self.0 == 1 { 7 } else { self.0 - 1 })
    }

    /// Whose cards lie there.
    pub const fn place(self) -> Place {
        match self.seat() {
            Some(seat) => Place::Seat(seat),
            None => Place::Dealer,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().fmt(f)
    }
}

/// Where cards lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// At a betting position.
    Seat(Seat),
    /// Before the dealer.
    Dealer,
    /// On the area of the card that all share (§ 657a.2(b)(5)(ii)).
    Shared,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Dealer => f.write_str("dealer"),
            Self::Shared => f.write_str("bonus card"),
        }
    }
}

/// A place that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown place `{0}`: write `seat 1` to `seat 6`, `dealer` or `bonus card`")]
pub struct ParsePlaceError(pub String);

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(written: &str) -> Result<Self, ParsePlaceError> {
        match written {
            "dealer" => Ok(Self::Dealer),
            "bonus card" => Ok(Self::Shared),
            _ => written
                .strip_prefix("seat ")
                .and_then(|number| Seat::new(number.parse().ok()?))
                .map(Self::Seat)
                .ok_or_else(|| ParsePlaceError(written.chars().take(24).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MA 11(b)(3): a total of 8 comes back to the dealer, and 14 ends at the sixth betting position of the count.
    #[test]
    fn the_count_goes_counterclockwise_from_the_dealer_as_one() {
        let counted = |total| Position::counted(total).expect("a total").place();
        // MA 11(b)(3)(i), MA 11(b)(3)(ii) and R-24.
        assert_eq!(counted(8), Place::Dealer);
        assert_eq!(counted(14), Place::Seat(Seat(1)));
        assert_eq!(counted(3), Place::Seat(Seat(5)));
        assert_eq!(counted(18), Place::Seat(Seat(4)));
        assert_eq!(Position::counted(0), None);
    }

    #[test]
    fn clockwise_goes_from_seat_one_to_six_and_then_to_the_dealer() {
        let mut position = Position::of(Seat(1));
        let mut places = Vec::new();
        for _ in 0..7 {
            places.push(position.place().to_string());
            position = position.clockwise();
        }
        assert_eq!(places, ["seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "dealer"]);
        assert_eq!(position, Position::of(Seat(1)));
    }
}
