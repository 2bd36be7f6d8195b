//! What a wager with meters comes to: §§ 659a.12(d), 670a.12(d), 657a.12(d), 657a.12(e), 657a.12(f).
//!
//! *At given meters* a share is a payout like any other. *In the long run* the meters' level does not matter: all that
//! goes into a meter comes out of it, since a hit of 100% empties it again and again. So each wager returns the fixed
//! rows, its contributions to meter and reserve (the reserve joins the meter at the next reseed, R-26), and the reseeds
//! that the house puts up, each as often as its meter is won whole. The first seed is put up once and counts for
//! nothing.
//!
//! Magic Card and Lucky Bonus (§ 657a.12(f)(3)) are told apart, at the frequency the submission states.

use super::SideWagerTerms;
use super::census::Census;
use crate::fraction::Fraction;
use crate::report::{DrawReport, MeterReport, OnDealerReport, ProgressiveReport, ShareReport, WagerReport};
use croupier_rules::submission::{Frequency, MeterTerms};
use croupier_rules::{Award, Cents, PayRow};

impl SideWagerTerms<'_> {
    /// What stands on a meter: as asked, or else its seed.
    pub(super) fn now(&self, meter: &MeterTerms) -> Cents {
        self.standing.get(&meter.name).copied().unwrap_or(meter.seed)
    }

    /// Fixed return and meters in place of an edge; an edge too if a meter was given, or if no row pays a share of one.
    pub(super) fn progressive(&self, census: &Census, counts: &[u128]) -> WagerReport {
        let rows = || self.table.rows.iter().zip(counts.iter().map(|&count| Fraction::of(count, census.hands())));
        let fixed = rows().map(|(row, often)| self.fixed(&row.award) * often).sum::<Fraction>();
        let shares = rows().map(|(row, often)| self.share(&row.award) * often).sum::<Fraction>();
        let comes_to = self.distribution(census, counts);
        let clause = self.table.clause.to_string();
        let given = self.meters.iter().any(|meter| self.standing.contains_key(&meter.name));
        let shared = self.table.rows.iter().any(|row| matches!(row.award, Award::MeterShare(..)));
        let report = if given || !shared {
            WagerReport::of(self.spec.kind, self.table.letter, clause, &comes_to)
        } else {
            WagerReport::without_edge(self.spec.kind, self.table.letter, clause, &comes_to)
        };
        let now = fixed + shares;
        let figures = ProgressiveReport {
            amount: self.amount,
            meters: self.meters.iter().map(|meter| self.meter(meter, now, rows())).collect(),
            long_run_return: fixed + self.fed(rows()),
            return_now: now,
            on_dealer: self.on_dealer(fixed, shares),
        };
        WagerReport {
            fixed_return: Some(fixed),
            meters: Some(self.shares(counts)),
            progressive: Some(figures),
            draws: if self.pays_draws() { self.draws() } else { Vec::new() },
            ..report
        }
    }

    /// Only the wager that Magic Card and Lucky Bonus hang on may be on the dealer's hand.
    fn on_dealer(&self, fixed_return: Fraction, shares_undivided: Fraction) -> Option<OnDealerReport> {
        self.pays_draws().then_some(OnDealerReport { fixed_return, shares_undivided })
    }

    fn shares(&self, counts: &[u128]) -> Vec<ShareReport> {
        let rows = self.table.rows.iter().zip(counts);
        let shares = rows.filter_map(|(row, &count)| match &row.award {
            Award::MeterShare(percent, meter) => Some(ShareReport {
                meter: meter.clone(),
                hand: row.hand.clone(),
                count,
                share: Fraction::new(i128::from(*percent), 100),
            }),
            _ => None,
        });
        shares.collect()
    }

    fn meter<'r>(
        &self,
        meter: &MeterTerms,
        return_now: Fraction,
        rows: impl Iterator<Item = (&'r PayRow, Fraction)>,
    ) -> MeterReport {
        let amount = Fraction::from(i128::from(self.amount.0));
        let of_it = rows.filter_map(|(row, often)| match &row.award {
            Award::MeterShare(percent, name) if *name == meter.name => {
                Some((self.share(&row.award) * often, often * Fraction::new(i128::from(*percent), 100)))
            }
            _ => None,
        });
        let (mut returned, mut mean_share) = (Fraction::ZERO, Fraction::ZERO);
        for (now, share) in of_it {
            returned = returned + now;
            mean_share = mean_share + share;
        }
        let wanting = Fraction::ONE - (return_now - returned);
        MeterReport {
            meter: meter.name.clone(),
            seed: meter.seed,
            reseed: meter.reseed,
            primary: meter.primary,
            reserve: meter.reserve,
            now: self.now(meter),
            mean_share,
            break_even: (mean_share > Fraction::ZERO).then(|| wanting * amount / mean_share),
        }
    }

    /// What goes into the meters per unit wagered: contributions, and the reseeds of those won whole. A meter that no
    /// row pays whole is never reseeded, and one that no row pays gives nothing back.
    fn fed<'r>(&self, rows: impl Iterator<Item = (&'r PayRow, Fraction)> + Clone) -> Fraction {
        let fed = self.meters.iter().map(|meter| {
            let shares = rows.clone().filter_map(|(row, often)| match &row.award {
                Award::MeterShare(percent, name) if *name == meter.name => Some((*percent, often)),
                _ => None,
            });
            if shares.clone().next().is_none() {
                return Fraction::ZERO;
            }
            let won_whole = shares.filter(|&(percent, _)| percent == 100).map(|(_, often)| often).sum::<Fraction>();
            let reserve = if won_whole > Fraction::ZERO { meter.reserve } else { 0 };
            let reseed = Fraction::new(i128::from(meter.reseed.0), i128::from(self.amount.0));
            Fraction::new(i128::from(meter.primary + reserve), 100) + won_whole * reseed
        });
        fed.sum()
    }

    fn draws(&self) -> Vec<DrawReport> {
        let draws = self.draw_rows.iter().zip(DRAW_HITS).zip(self.draws);
        draws.map(|((row, hits), often)| self.draw(row, hits, often)).collect()
    }

    fn draw(&self, row: &PayRow, (hits, of): (i128, i128), often: Option<Frequency>) -> DrawReport {
        let hit_frequency = Fraction::new(hits, of);
        let per_draw = self.fixed(&row.award) * hit_frequency;
        let frequency = often.map(|often| Fraction::new(often.times.into(), often.rounds.into()));
        DrawReport {
            draw: row.hand.clone(),
            pays: row.pays.clone(),
            hit_frequency,
            frequency,
            per_draw,
            returns: frequency.map(|frequency| frequency * per_draw),
        }
    }
}

/// § 657a.1 "Magic Card Bonus": one of the five cards is the one drawn of 52. § 657a.1 "Lucky Bonus": the position is
/// the one drawn of six and the dealer's.
const DRAW_HITS: [(i128, i128); 2] = [(5, 52), (1, 7)];
