//! Wagers that are paid by a ladder of hands, whoever wins: what each comes to under every letter of its paytables.
//!
//! [`census`] walks through the deck once for a text; [`SideWagerTerms`] say how a wager is offered;
//! [`SideWagerTerms::report`] joins the two. Note: a hand that no row pays may still hold a rung, a royal flush
//! may be paid by its suit (§ 657a.12(g), table E), and a progressive has no edge until its meters are known. A fold
//! forfeits Queens Up and the progressives of § 657a.11(b); the figures are for a player who does not fold a hand that
//! is paid, as none is worth it.

mod census;
mod envy;
mod pay;
mod progressive;
mod what_if;

pub use census::{Census, LadderQuery, RungHands, census};
pub use pay::row_counts;
pub use what_if::{MOST_PAID, WhatIf, WhatIfError};

use crate::distribution::Distribution;
use crate::fraction::Fraction;
use crate::report::{RowReport, WagerReport};
use croupier_rules::submission::{Frequency, HouseRules, MeterTerms, Stake};
use croupier_rules::{Cents, Game, Ladder, PayRow, Paytable, PlacedWhen, Readings, WagerKind, WagerSpec};
use std::collections::BTreeMap;

/// The wagers of a text that are paid by a ladder and may be placed for themselves. The Super Bonus of § 657a.7(d)(1),
/// which must be placed with the Ante, is part of the main game.
pub fn side_wagers(game: &dyn Game) -> impl Iterator<Item = (&'static WagerSpec, &'static Ladder)> {
    let wagers = game.wagers().iter().filter(|spec| spec.placed == PlacedWhen::Beside);
    wagers.filter_map(|spec| Some((spec, spec.ladder?)))
}

/// How a side wager is offered.
#[derive(Clone, Debug)]
pub struct SideWagerTerms<'a> {
    /// What the text says of it.
    pub spec: &'static WagerSpec,
    /// The hands it is paid for.
    pub ladder: &'static Ladder,
    /// What it pays.
    pub table: &'a Paytable,
    /// Whether that table is the caller's own.
    pub not_in_text: bool,
    /// The letter whose meters and envy schedules go with it.
    pub letter: Option<char>,
    /// What is wagered, where that is fixed: $1 unless a submission says otherwise.
    pub amount: Cents,
    /// Whether a submission fixes the amount.
    pub amount_fixed: bool,
    /// The meters it feeds.
    pub meters: Vec<MeterTerms>,
    /// What stands on meters that were asked about; the others stand at their seeds.
    pub standing: BTreeMap<String, Cents>,
    /// How often a Magic Card and a Lucky position are drawn, where a submission says so.
    pub draws: [Option<Frequency>; 2],
    /// What the draws that hang on it pay.
    pub draw_rows: Vec<PayRow>,
    /// The sides taken in doubtful readings.
    pub readings: Readings,
}

impl<'a> SideWagerTerms<'a> {
    /// As the text prints the wager, for the amount and with the draws of a submission if there is one.
    pub fn new(
        game: &dyn Game,
        (spec, ladder): (&'static WagerSpec, &'static Ladder),
        table: &'a Paytable,
        rules: Option<&HouseRules>,
        readings: Readings,
    ) -> Self {
        let offered = rules.and_then(|rules| rules.wager(spec.kind));
        let (amount, amount_fixed) = match offered.map(|offered| offered.stake) {
            Some(Stake::Fixed(amount)) => (amount, true),
            _ => (Cents::dollars(1), false),
        };
        let meters = game.payouts().meters(spec.kind, table.letter);
        let draws = game.payouts().paytable(WagerKind::MagicCardAndLucky, None);
        Self {
            spec,
            ladder,
            table,
            not_in_text: false,
            letter: table.letter,
            amount,
            amount_fixed,
            // A submission whose meters could not be counted does not check.
            meters: meters.filter_map(|meter| MeterTerms::seeded(meter, amount)).collect(),
            standing: BTreeMap::new(),
            draws: offered.map_or([None; 2], |offered| [offered.magic_card, offered.lucky_bonus]),
            draw_rows: draws.map(|table| table.rows.clone()).unwrap_or_default(),
            readings,
        }
    }

    /// The same with a table of the caller's own, which has the meters and envy schedules of this letter.
    #[must_use]
    pub fn not_in_text(self, game: &dyn Game, like: Option<char>) -> Self {
        let meters = game.payouts().meters(self.spec.kind, like);
        let meters = meters.filter_map(|meter| MeterTerms::seeded(meter, self.amount)).collect();
        Self { not_in_text: true, letter: like, meters, ..self }
    }

    /// The same with this much on the meters named.
    #[must_use]
    pub fn with_meters(self, meters: &BTreeMap<String, Cents>) -> Self {
        Self { standing: meters.clone(), ..self }
    }

    /// What the wager comes to.
    pub fn report(&self, game: &dyn Game, census: &Census) -> WagerReport {
        let counts = row_counts(self.ladder, census, self.table);
        let mut report = if self.meters.is_empty() {
            let comes_to = self.distribution(census, &counts);
            WagerReport::of(self.spec.kind, self.table.letter, self.table.clause.to_string(), &comes_to)
        } else {
            self.progressive(census, &counts)
        };
        report.not_in_text = self.not_in_text;
        report.rows = self.rows(&counts);
        report.envy = self.envy(game, census);
        report
    }

    fn rows(&self, counts: &[u128]) -> Vec<RowReport> {
        let rows = self.table.rows.iter().zip(counts);
        rows.map(|(row, &count)| RowReport { hand: row.hand.clone(), count, pays: row.pays.clone() }).collect()
    }

    /// The outcomes: every row, and the hands that no row pays. Shares are of the meters as they stand.
    fn distribution(&self, census: &Census, counts: &[u128]) -> Distribution {
        let mut comes_to = Distribution::default();
        for (row, &count) in self.table.rows.iter().zip(counts) {
            comes_to.add(row.hand.clone(), self.net(&row.award), Fraction::ONE, count);
        }
        let unpaid = census.hands() - counts.iter().sum::<u128>();
        comes_to.add("unpaid", -Fraction::ONE, Fraction::ONE, unpaid);
        comes_to
    }

    /// Whether this is the wager on which Magic Card and Lucky Bonus are paid.
    fn pays_draws(&self) -> bool {
        self.spec.settled.extras.is_some()
    }
}
