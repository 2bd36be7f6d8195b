//! Paytables, envy schedules and meters: data in the words of the printed page.
//!
//! Each game's folder has a `paytables.toml` that a clerk can lay beside the regulation. 'To' returns the stake as
//! well, 'for' does not; a share is of the meter named.

use crate::card::Suit;
use crate::card_set::CardSet;
use crate::clause::Clause;
use crate::ladder::Ladder;
use crate::legal_text::LegalText;
use crate::money::{Cents, read_number};
use crate::reading::{ReadingId, Readings};
use crate::wager::WagerKind;
use serde::Deserialize;
use std::fmt;

/// What a row of a paytable gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Award {
    /// So many to so many, and the stake is returned: `3 to 2`.
    To(i64, i64),
    /// So many for each unit wagered, the stake included: `500 for 1`.
    For(i64),
    /// A whole percentage of what stands on the meter named.
    MeterShare(i64, String),
    /// A fixed sum.
    Fixed(Cents),
    /// The stake is returned.
    Push,
}

/// What an award adds to a stake, rounded down to the cent.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AwardValue {
    /// What is won.
    pub won: Cents,
    /// Hundredths of a cent that rounding down leaves unpaid.
    pub fraction: u8,
}

impl Award {
    /// What it adds to a stake; a share of a meter adds nothing of its own.
    #[inline]
    pub fn worth(&self, stake: Cents) -> AwardValue {
        let (won, fraction) = match *self {
            Self::To(pays, unit) => {
                let product = stake.0.saturating_mul(pays);
                (product / unit, (product % unit) * 100 / unit)
            }
            Self::For(pays) => (stake.0.saturating_mul(pays), 0),
            Self::Fixed(sum) => (sum.0, 0),
            Self::Push | Self::MeterShare(..) => (0, 0),
        };
        AwardValue { won: Cents(won), fraction: fraction as u8 }
    }

    /// Whether the stake comes back beside it: 'to' returns it, 'for' does not.
    #[inline]
    pub const fn returns_stake(&self) -> bool {
        matches!(self, Self::To(..) | Self::Push)
    }

    /// Reads an award as it is printed.
    pub fn read(printed: &str) -> Option<Self> {
        if printed == "push" {
            return Some(Self::Push);
        }
        if printed.starts_with('$') {
            return printed.parse().ok().map(Self::Fixed);
        }
        if let Some((percent, meter)) = printed.split_once('%') {
            let meter = match meter.trim() {
                "" | "of meter" => "meter",
                jackpot => jackpot.strip_suffix(" jackpot")?,
            };
            return Some(Self::MeterShare(read_number(percent)?, meter.to_owned()));
        }
        if let Some((pays, unit)) = printed.split_once(" to ") {
            return Some(Self::To(read_number(pays)?, read_number(unit).filter(|&unit| unit > 0)?));
        }
        printed.strip_suffix(" for 1").and_then(read_number).map(Self::For)
    }
}

impl fmt::Display for Award {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |n: &i64| crate::money::thousands(n.unsigned_abs());
        match self {
            Self::To(pays, unit) => write!(f, "{} to {}", number(pays), number(unit)),
            Self::For(pays) => write!(f, "{} for 1", number(pays)),
            Self::MeterShare(percent, meter) if meter == "meter" => write!(f, "{percent}% of meter"),
            Self::MeterShare(percent, meter) => write!(f, "{percent}% {meter} jackpot"),
            Self::Fixed(sum) => sum.fmt(f),
            Self::Push => f.write_str("push"),
        }
    }
}

/// A row: a hand and what it is paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayRow {
    /// The hand as the table prints it, in lower case.
    pub hand: String,
    /// What it is paid.
    pub award: Award,
    /// The award as printed.
    pub pays: String,
    /// What it earns a player with an Envy lammer, where the table prints that beside it.
    pub envy: Option<Cents>,
}

impl PayRow {
    /// The rung this row pays, and the suits it is confined to: Six Card Bonus table E of § 657a.12(g) pays the
    /// six-card royal flush by its suit.
    pub fn rung(&self) -> (&str, &'static [Suit]) {
        match self.hand.split_once(", ") {
            Some((rung, "diamonds")) => (rung, &[Suit::Diamonds]),
            Some((rung, _)) => (rung, &[Suit::Hearts, Suit::Spades, Suit::Clubs]),
            None => (&self.hand, &Suit::ALL),
        }
    }
}

/// A printed payout table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paytable {
    /// The text that prints it.
    pub text: LegalText,
    /// The wager it pays.
    pub wager: WagerKind,
    /// Its letter, where the operator chooses among several.
    pub letter: Option<char>,
    /// Where it is printed.
    pub clause: Clause,
    /// Its rows, best hand first.
    pub rows: Vec<PayRow>,
}

impl Paytable {
    /// The row that pays these cards: the first rung that holds and has a row, and no other, as § 659a.12(d)(2),
    /// § 657a.12(d)(2) and § 657a.12(e)(2) say.
    pub fn row(&self, ladder: &Ladder, cards: CardSet, readings: Readings) -> Option<&PayRow> {
        ladder.places(cards, readings).find_map(|place| {
            let label = ladder.rungs[place].label;
            self.rows.iter().find(|row| {
                let (rung, suits) = row.rung();
                // A row confined to suits stands for a hand of which every card but one strayer is of that suit.
                rung == label && (suits.len() == 4 || suits.iter().any(|&suit| cards.suit(suit).count_ones() >= 5))
            })
        })
    }
}

/// A schedule of fixed sums for the others when a player holds a qualifying hand: § 659a.1 "Envy Bonus",
/// § 670a.1 "Envy Bonus", § 657a.1 "Four-Card Envy Bonus", § 657a.1 "Five-Card Envy Bonus".
///
/// Its last row is the least hand that qualifies: § 659a.1 "Envy Bonus Qualifying Hand",
/// § 670a.1 "Envy Bonus Qualifying Hand", § 657a.1 "Four-Card Envy Bonus Qualifying Hand",
/// § 657a.1 "Five-Card Envy Bonus Qualifying Hand".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnvySchedule {
    /// The text that prints it.
    pub text: LegalText,
    /// The wager that earns it.
    pub wager: WagerKind,
    /// The paytable it goes with; none if it goes with all.
    pub letter: Option<char>,
    /// The wager it is printed for.
    pub amount: Cents,
    /// Where it is printed.
    pub clause: Clause,
    /// Hands and sums, best first.
    pub rows: Vec<(String, Cents)>,
}

/// How a progressive meter starts and grows, per unit of the wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterSpec {
    /// The text that prints it.
    pub text: LegalText,
    /// The wager that feeds it.
    pub wager: WagerKind,
    /// The paytable it goes with.
    pub letter: Option<char>,
    /// Its name: `meter` where there is one, else `mega`, `major`, `minor`.
    pub name: String,
    /// Where it is printed.
    pub clause: Clause,
    /// What it starts with, for a wager of $1.
    pub seed: Cents,
    /// What it starts again with after it was won, for a wager of $1.
    pub reseed: Cents,
    /// Percent of each wager that goes to the meter.
    pub primary: i64,
    /// Percent of each wager that goes to the reserve.
    pub reserve: i64,
}

/// All a text prints about pay.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Payouts {
    /// The paytables in printed order.
    pub paytables: Vec<Paytable>,
    /// The envy schedules in printed order.
    pub envy: Vec<EnvySchedule>,
    /// The meters in printed order.
    pub meters: Vec<MeterSpec>,
}

impl Payouts {
    /// The paytable of a wager; the letter matters only where there are several.
    pub fn paytable(&self, wager: WagerKind, letter: Option<char>) -> Option<&Paytable> {
        self.paytables.iter().find(|table| table.wager == wager && (table.letter == letter || table.letter.is_none()))
    }

    /// The letters a wager's paytables have; empty where one table is printed.
    pub fn letters(&self, wager: WagerKind) -> impl Iterator<Item = char> {
        self.paytables.iter().filter(move |table| table.wager == wager).filter_map(|table| table.letter)
    }

    /// The meters of a wager under this paytable.
    pub fn meters(&self, wager: WagerKind, letter: Option<char>) -> impl Iterator<Item = &MeterSpec> {
        self.meters
            .iter()
            .filter(move |meter| meter.wager == wager && (meter.letter == letter || meter.letter.is_none()))
    }

    /// The envy schedules of a wager under this paytable, smallest wager first.
    pub fn envy(&self, wager: WagerKind, letter: Option<char>) -> impl Iterator<Item = &EnvySchedule> {
        self.envy.iter().filter(move |envy| envy.wager == wager && (envy.letter == letter || envy.letter.is_none()))
    }

    /// The schedule by which a wager of this amount earns envy: the highest printed one not above it.
    ///
    /// *Reading R-07.* A Fortune Bonus Wager below the $5 of § 659a.1 "Qualifying Wager" and § 670a.1 "Qualifying
    /// Fortune Bonus Wager" earns nothing, although § 670a.12(b)(2) prints a $1 schedule; in the alternative it earns
    /// that.
    pub fn envy_earned(
        &self,
        wager: WagerKind,
        letter: Option<char>,
        amount: Cents,
        readings: Readings,
    ) -> Option<&EnvySchedule> {
        let below_five_earns = readings.alternative(ReadingId::ENVY_BELOW_FIVE_DOLLARS);
        if wager == WagerKind::FortuneBonus && amount < QUALIFYING_WAGER && !below_five_earns {
            return None;
        }
        self.envy(wager, letter).filter(|envy| envy.amount <= amount).max_by_key(|envy| envy.amount)
    }

    /// Reads the rows of one text from a game's `paytables.toml`.
    ///
    /// # Panics
    /// If that file, which is part of the program, cannot be read; a test reads every one.
    pub fn read(toml: &str, text: LegalText) -> Self {
        let written: PayoutsFile = toml::from_str(toml).expect("paytables.toml is part of the program");
        let ours = |id: &str| id == text.id();
        let mut payouts = Self::default();
        for table in written.paytable.into_iter().filter(|table| ours(&table.text)) {
            let table = table.read(text);
            payouts.envy.extend(envy_beside(&table));
            payouts.paytables.push(table);
        }
        payouts.envy.extend(written.envy.into_iter().filter(|envy| ours(&envy.text)).map(|envy| envy.read(text)));
        payouts
            .meters
            .extend(written.meter.into_iter().filter(|meter| ours(&meter.text)).map(|meter| meter.read(text)));
        payouts
    }
}

/// § 659a.1 "Qualifying Wager", § 670a.1 "Qualifying Fortune Bonus Wager".
const QUALIFYING_WAGER: Cents = Cents::dollars(5);

/// § 659a.12(b) prints the envy sums beside the odds, for a Qualifying Wager.
fn envy_beside(table: &Paytable) -> Option<EnvySchedule> {
    let rows: Vec<_> = table.rows.iter().filter_map(|row| Some((row.hand.clone(), row.envy?))).collect();
    (!rows.is_empty()).then_some(EnvySchedule {
        text: table.text,
        wager: table.wager,
        letter: table.letter,
        amount: QUALIFYING_WAGER,
        clause: table.clause,
        rows,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PayoutsFile {
    paytable: Vec<PaytableEntry>,
    #[serde(default)]
    envy: Vec<EnvyEntry>,
    #[serde(default)]
    meter: Vec<MeterEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaytableEntry {
    text: String,
    wager: String,
    letter: Option<char>,
    clause: String,
    rows: Vec<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvyEntry {
    text: String,
    wager: String,
    letter: Option<char>,
    amount: String,
    clause: String,
    rows: Vec<[String; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeterEntry {
    text: String,
    wager: String,
    letter: Option<char>,
    clause: String,
    name: String,
    seed: String,
    reseed: String,
    primary: String,
    reserve: Option<String>,
}

fn wager(name: &str) -> WagerKind {
    name.parse().expect("paytables.toml names wagers of the text")
}

fn sum(printed: &str) -> Cents {
    printed.parse().expect("paytables.toml prints sums as money")
}

fn percent(printed: &str) -> i64 {
    printed.strip_suffix('%').and_then(read_number).expect("paytables.toml prints rates in percent")
}

impl PaytableEntry {
    fn read(self, text: LegalText) -> Paytable {
        let rows = self.rows.into_iter().map(|row| {
            let [hand, pays, envy @ ..] = row.as_slice() else { panic!("a row has a hand and a payout: {row:?}") };
            let award = Award::read(pays).unwrap_or_else(|| panic!("a payout as printed: {pays}"));
            PayRow { hand: hand.clone(), award, pays: pays.clone(), envy: envy.first().map(|envy| sum(envy)) }
        });
        Paytable {
            text,
            wager: wager(&self.wager),
            letter: self.letter,
            clause: Clause::from_data(&self.clause),
            rows: rows.collect(),
        }
    }
}

impl EnvyEntry {
    fn read(self, text: LegalText) -> EnvySchedule {
        EnvySchedule {
            text,
            wager: wager(&self.wager),
            letter: self.letter,
            amount: sum(&self.amount),
            clause: Clause::from_data(&self.clause),
            rows: self.rows.into_iter().map(|[hand, envy]| (hand, sum(&envy))).collect(),
        }
    }
}

impl MeterEntry {
    fn read(self, text: LegalText) -> MeterSpec {
        let per_dollar = |printed: &str| sum(printed.strip_suffix(" for 1").unwrap_or(printed));
        MeterSpec {
            text,
            wager: wager(&self.wager),
            letter: self.letter,
            name: self.name,
            clause: Clause::from_data(&self.clause),
            seed: per_dollar(&self.seed),
            reseed: per_dollar(&self.reseed),
            primary: percent(&self.primary),
            reserve: self.reserve.as_deref().map_or(0, percent),
        }
    }
}
