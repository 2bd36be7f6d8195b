//! A paytable and its ladder joined, so that a hand finds its row without comparing labels.
//!
//! [`Paytable::row`](crate::Paytable::row) is the specification; a test holds the two together.

use crate::card::Suit;
use crate::card_set::CardSet;
use crate::holding::Holding;
use crate::ladder::{Ladder, Rung};
use crate::money::Cents;
use crate::paytable::{EnvySchedule, PayRow, Paytable};
use crate::reading::Readings;

/// The rows that pay a rung, each with the suits it is confined to.
type Rows = Vec<(u8, &'static [Suit])>;

/// One wager's paytable, ready for use.
#[derive(Clone, Debug)]
pub struct PayIndex {
    table: &'static Paytable,
    readings: Readings,
    /// The rungs that pay, best first, each with its rows.
    rungs: Vec<(&'static Rung, Rows)>,
}

impl PayIndex {
    /// Joins a paytable to the ladder of its wager.
    pub fn new(ladder: &'static Ladder, table: &'static Paytable, readings: Readings) -> Self {
        let rungs = ladder.rungs.iter().map(|rung| {
            let rows = (0_u8..).zip(&table.rows).filter(|(_, row)| row.rung().0 == rung.label);
            (rung, rows.map(|(place, row)| (place, row.rung().1)).collect::<Rows>())
        });
        Self { table, readings, rungs: rungs.filter(|(_, rows)| !rows.is_empty()).collect() }
    }

    /// The paytable.
    pub fn table(&self) -> &'static Paytable {
        self.table
    }

    /// The place of the row that pays these cards.
    pub fn place(&self, cards: CardSet, holding: &Holding) -> Option<u8> {
        self.rungs.iter().find_map(|(rung, rows)| {
            if !(rung.holds)(holding, self.readings) {
                return None;
            }
            let of_suit =
                |suits: &[Suit]| suits.len() == 4 || suits.iter().any(|&suit| cards.suit(suit).count_ones() >= 5);
            rows.iter().find(|(_, suits)| of_suit(suits)).map(|&(place, _)| place)
        })
    }

    /// The row at this place.
    pub fn row(&self, place: u8) -> Option<&'static PayRow> {
        self.table.rows.get(usize::from(place))
    }
}

/// One envy schedule, ready for use.
#[derive(Clone, Debug)]
pub struct EnvyIndex {
    ladder: &'static Ladder,
    readings: Readings,
    sums: Vec<Option<Cents>>,
}

impl EnvyIndex {
    /// Joins a schedule to the ladder of its wager.
    pub fn new(ladder: &'static Ladder, schedule: &EnvySchedule, readings: Readings) -> Self {
        let sum = |label| schedule.rows.iter().find(|(hand, _)| hand == label).map(|&(_, sum)| sum);
        Self { ladder, readings, sums: ladder.rungs.iter().map(|rung| sum(rung.label)).collect() }
    }

    /// What a hand earns the others, and what it is called.
    pub fn earned(&self, holding: &Holding) -> Option<(Cents, &'static str)> {
        self.sums.iter().zip(self.ladder.rungs).find_map(|(sum, rung)| {
            let sum = (*sum)?;
            (rung.holds)(holding, self.readings).then_some((sum, rung.label))
        })
    }
}
