//! Which row pays which hands, and what a row is worth.

use super::SideWagerTerms;
use super::census::{Census, RungHands};
use crate::fraction::Fraction;
use croupier_rules::{Award, Ladder, Paytable, Suit};

/// How many hands each row of a paytable pays: the first rung that holds and has a row.
/// [`Paytable::row`] is the specification, and a test holds the two together.
pub fn row_counts(ladder: &Ladder, census: &Census, table: &Paytable) -> Vec<u128> {
    let mut counts = vec![0; table.rows.len()];
    for (held, hands) in census.counts() {
        // Suits are alike, so a quarter of the hands with five of a suit have them in each.
        let suits: &[Option<Suit>] = if held.five_suited {
            &[Some(Suit::Clubs), Some(Suit::Diamonds), Some(Suit::Hearts), Some(Suit::Spades)]
        } else {
            &[None]
        };
        for &suit in suits {
            if let Some(place) = row(ladder, table, held, suit) {
                counts[place] += hands / suits.len() as u128;
            }
        }
    }
    counts
}

/// The row that pays hands which hold these rungs, with five or more cards of that suit.
fn row(ladder: &Ladder, table: &Paytable, held: RungHands, suit: Option<Suit>) -> Option<usize> {
    let rungs = ladder.rungs.iter().enumerate().filter(|(place, _)| held.rungs >> place & 1 == 1);
    rungs.map(|(_, rung)| rung.label).find_map(|label| {
        table.rows.iter().position(|row| {
            let (rung, suits) = row.rung();
            rung == label && (suits.len() == 4 || suit.is_some_and(|suit| suits.contains(&suit)))
        })
    })
}

impl SideWagerTerms<'_> {
    /// What an award leaves the player up, per unit: 'to' leaves the stake, 'for' does not.
    pub(super) fn net(&self, award: &Award) -> Fraction {
        match award {
            Award::To(pays, unit) => Fraction::new(i128::from(*pays), i128::from(*unit)),
            Award::Push => Fraction::ZERO,
            Award::For(_) | Award::Fixed(_) | Award::MeterShare(..) => {
                self.fixed(award) + self.share(award) - Fraction::ONE
            }
        }
    }

    /// What an award returns per unit, the stake included, apart from any share of a meter.
    pub(super) fn fixed(&self, award: &Award) -> Fraction {
        match award {
            Award::To(..) | Award::Push => self.net(award) + Fraction::ONE,
            Award::For(pays) => Fraction::from(i128::from(*pays)),
            Award::Fixed(sum) => Fraction::new(i128::from(sum.0), i128::from(self.amount.0)),
            Award::MeterShare(..) => Fraction::ZERO,
        }
    }

    /// What a share of a meter as it stands returns per unit: the payout rounds down to the cent.
    pub(super) fn share(&self, award: &Award) -> Fraction {
        let Award::MeterShare(percent, name) = award else { return Fraction::ZERO };
        let Some(meter) = self.meters.iter().find(|meter| meter.name == *name) else { return Fraction::ZERO };
        let cents = i128::from(self.now(meter).0) * i128::from(*percent) / 100;
        Fraction::new(cents, i128::from(self.amount.0))
    }
}
