//! The double-entry ledger: every cent that moves leaves one account and enters another, under a clause.
//!
//! Amounts are in hundredths of a cent, because a meter grows by percents of a cent's wager and loses nothing to
//! rounding; outside meters and reserves they are whole cents. Note: chips on the layout have an account of
//! their own, the felt, so that the sum of all accounts is the same after every event and not only after every round.

use crate::actor::PersonId;
use croupier_rules::{Cents, Clause, Seat, Wager};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Hundredths of a cent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Centicents(pub i64);

impl Centicents {
    /// A whole number of cents; at the end of what can be held it stays there.
    pub const fn of(cents: Cents) -> Self {
        Self(cents.0.saturating_mul(100))
    }

    /// The whole cents in it, rounded down.
    pub const fn cents(self) -> Cents {
        Cents(self.0.div_euclid(100))
    }
}

impl fmt::Display for Centicents {
    /// In dollars, with the fraction of a cent only where there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 100 == 0 {
            return self.cents().fmt(f);
        }
        let (sign, whole) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        write!(f, "{sign}${}.{:04}", croupier_rules::thousands(whole / 10_000), whole % 10_000)
    }
}

/// Where money is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// A player's chips.
    Player(PersonId),
    /// A player's game account, for electronic wagers.
    Game(PersonId),
    /// The chips on the layout.
    Felt,
    /// The table inventory container.
    Inventory,
    /// One of the table's meters, by its place among them.
    Meter(u8),
    /// The reserve of one.
    Reserve(u8),
    /// Shares of a meter that are won and not yet handed over.
    Payable,
    /// The cage: what does not come from the table inventory.
    Cage,
    /// The drop box.
    Drop,
    /// The tip box.
    Tips,
    /// Patrons' cash.
    Patrons,
}

impl Account {
    /// Those every table has one of.
    pub const OWN: [Self; 7] =
        [Self::Felt, Self::Inventory, Self::Payable, Self::Cage, Self::Drop, Self::Tips, Self::Patrons];
}

/// The house's own accounts, each at its place in the ledger.
const HOUSE: usize = OWN + 2 * METERS;
const OWN: usize = Account::OWN.len();
/// The most meters a table can have: § 657a.12(e) prints three, R-42 allows a second wager beside them, and §
/// 657a.12(f) one.
pub const METERS: usize = 8;

/// How many players a table remembers who have nothing there any more: enough to set an earlier round right.
const PLAYERS: usize = 1024;

/// One movement of money.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Posting {
    /// The account that gives.
    pub from: Account,
    /// The account that takes.
    pub to: Account,
    /// How much.
    pub amount: Centicents,
    /// The clause behind it; none for purchases of chips.
    pub clause: Option<Clause>,
    /// Whose betting area and which wager it concerns.
    pub about: Option<(Seat, Wager)>,
}

impl Posting {
    /// The same backwards.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }
}

/// All accounts of a table. It is stored as a list of accounts with what stands on each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(Account, Centicents)>", into = "Vec<(Account, Centicents)>")]
pub struct Ledger {
    house: [i64; HOUSE],
    players: Vec<(PersonId, [i64; 2])>,
}

impl Ledger {
    /// What stands on an account.
    pub fn balance(&self, account: Account) -> Centicents {
        Centicents(match slot(account) {
            Slot::House(place) => self.house.get(place).copied().unwrap_or_default(),
            Slot::Player(who, side) => {
                self.players.iter().find(|(known, _)| *known == who).map_or(0, |(_, sides)| sides[side])
            }
        })
    }

    /// Moves money. Sums wrap, so that a forged journal cannot stop the program and the total stays what it was.
    pub fn post(&mut self, posting: &Posting) {
        let amount = posting.amount.0;
        let from = self.account(posting.from);
        *from = from.wrapping_sub(amount);
        let to = self.account(posting.to);
        *to = to.wrapping_add(amount);
    }

    #[inline]
    fn account(&mut self, account: Account) -> &mut i64 {
        match slot(account) {
            Slot::House(place) => &mut self.house[place % HOUSE],
            Slot::Player(who, side) => {
                let known = self.players.iter().position(|(known, _)| *known == who);
                let place = known.unwrap_or_else(|| {
                    self.players.push((who, [0; 2]));
                    self.players.len() - 1
                });
                &mut self.players[place].1[side]
            }
        }
    }

    /// The sum of all accounts, which never changes from nothing.
    pub fn total(&self) -> i64 {
        let players = self.players.iter().flat_map(|(_, sides)| sides);
        self.house.iter().chain(players).fold(0, |sum, balance| sum.wrapping_add(*balance))
    }

    /// Forgets the players longest known with nothing on either side, but for those who are to be kept, until no more
    /// are known than a table need remember.
    pub(crate) fn forget(&mut self, kept: impl Fn(PersonId) -> bool) {
        let mut too_many = self.players.len().saturating_sub(PLAYERS);
        self.players.retain(|(who, sides)| {
            let goes = too_many > 0 && *sides == [0; 2] && !kept(*who);
            too_many -= usize::from(goes);
            !goes
        });
    }

    /// The players the ledger knows.
    pub fn players(&self) -> impl Iterator<Item = PersonId> {
        self.players.iter().map(|(who, _)| *who)
    }
}

impl From<Ledger> for Vec<(Account, Centicents)> {
    fn from(ledger: Ledger) -> Self {
        let meters = (0..METERS as u8).flat_map(|place| [Account::Meter(place), Account::Reserve(place)]);
        let house = Account::OWN.into_iter().chain(meters).filter(|&account| ledger.balance(account).0 != 0);
        // A player is known even with nothing on either side.
        let players = ledger.players().flat_map(|who| [Account::Player(who), Account::Game(who)]);
        house.chain(players).map(|account| (account, ledger.balance(account))).collect()
    }
}

impl From<Vec<(Account, Centicents)>> for Ledger {
    fn from(accounts: Vec<(Account, Centicents)>) -> Self {
        let mut ledger = Self::default();
        for (account, balance) in accounts {
            *ledger.account(account) = balance.0;
        }
        ledger
    }
}

enum Slot {
    House(usize),
    Player(PersonId, usize),
}

const fn slot(account: Account) -> Slot {
    Slot::House(match account {
        Account::Player(who) => return Slot::Player(who, 0),
        Account::Game(who) => return Slot::Player(who, 1),
        Account::Felt => 0,
        Account::Inventory => 1,
        Account::Payable => 2,
        Account::Cage => 3,
        Account::Drop => 4,
        Account::Patrons => 5,
        Account::Tips => 6,
        Account::Meter(place) => OWN + place as usize % METERS,
        Account::Reserve(place) => OWN + METERS + place as usize % METERS,
    })
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(who) => write!(f, "player {who}"),
            Self::Game(who) => write!(f, "game account {who}"),
            Self::Felt => f.write_str("felt"),
            Self::Inventory => f.write_str("inventory"),
            Self::Meter(place) => write!(f, "meter {}", u16::from(*place) + 1),
            Self::Reserve(place) => write!(f, "reserve {}", u16::from(*place) + 1),
            Self::Payable => f.write_str("payable"),
            Self::Cage => f.write_str("cage"),
            Self::Drop => f.write_str("drop"),
            Self::Tips => f.write_str("tips"),
            Self::Patrons => f.write_str("patrons"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_all_accounts_never_changes() {
        let mut ledger = Ledger::default();
        let (player, game) = (Account::Player(PersonId::new(7)), Account::Game(PersonId::new(7)));
        let moves = [
            (Account::Inventory, player, 500_000),
            (player, Account::Felt, 2_500),
            (Account::Felt, Account::Inventory, 2_500),
            (Account::Inventory, Account::Meter(3), 28),
            (Account::Patrons, game, i64::MAX),
            (game, Account::Payable, i64::MAX),
        ];
        for (from, to, amount) in moves {
            let posting = Posting { from, to, amount: Centicents(amount), clause: None, about: None };
            ledger.post(&posting);
            assert_eq!(ledger.total(), 0);
        }
        assert_eq!(ledger.balance(player), Centicents(497_500));
        assert_eq!(ledger.balance(Account::Meter(3)).to_string(), "$0.0028");
    }

    #[test]
    fn parts_of_a_cent_are_told_alike_above_and_below_nothing() {
        for (amount, told) in [(28, "$0.0028"), (12_345_678, "$1,234.5678"), (150, "$0.0150"), (2_500, "$0.25")] {
            assert_eq!(Centicents(amount).to_string(), told);
            assert_eq!(Centicents(-amount).to_string(), format!("-{told}"));
        }
    }
}
