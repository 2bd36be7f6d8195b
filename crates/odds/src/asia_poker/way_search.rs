//! A fixed sample of dealer's hands and what each setting of them keeps against one player: a quick first look at a
//! change of house way.
//!
//! The player answered another way as well as can be. Against the answer to the changed way no more can be kept than
//! against this one, so over all hands a change that gains nothing here gains nothing at all; over a sample it is a
//! screen, and what passes is computed exactly.

use super::beaten_counts::SideContest;
use super::deck::DeckSettings;
use super::house_way_table::{DEALER_HANDS, HouseWaySet};
use super::ranks::{RankCounts, card_set};
use super::setting_rank::{HandOrder, SettingRank};
use super::solve::AsiaSolution;
use crate::fraction::Fraction;
use crate::progress::Progress;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Ranking, Setting};

/// The sample.
pub struct WaySearch {
    order: HandOrder,
    hands: Vec<SampleHand>,
}

/// A hand of the sample.
struct SampleHand {
    cards: CardSet,
    weight: u64,
    /// The settings that no other surpasses, and how many of the player's hands each holds off.
    worth: Vec<(SettingRank, u64)>,
}

impl HouseWaySet {
    /// What the settings of one in so many dealer's hands keep against the player who answers this way. The solution
    /// must be of the whole game.
    pub fn screen(&self, solution: &AsiaSolution, one_in: u64, contest: Ranking, progress: &dyn Progress) -> WaySearch {
        let player = DeckSettings::new(|at, class, _| solution.answers[at][class], progress);
        let all = RankCounts::all(7);
        let house = SideContest { order: &self.order, other: &player, also: None, copies_win: true };
        let hands = house.gather(
            &all,
            progress,
            |_| Vec::new(),
            |found, valued| {
                let cards = card_set(valued.hand);
                if scrambled(cards).is_multiple_of(one_in) {
                    let worth = valued.settings().map(|(choice, kept)| (choice.standing, kept)).collect();
                    found.push(SampleHand { cards, weight: valued.weight, worth });
                }
            },
        );
        WaySearch { order: HandOrder::new(contest), hands: hands.into_iter().flatten().collect() }
    }
}

/// Spreads hands evenly, the same way always.
fn scrambled(cards: CardSet) -> u64 {
    cards.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

impl WaySearch {
    /// How many hands are in the sample.
    pub fn len(&self) -> usize {
        self.hands.len()
    }

    /// Whether the sample is empty.
    pub fn is_empty(&self) -> bool {
        self.hands.is_empty()
    }

    /// What the house keeps on the sample if the dealer sets it; none if the dealer's way has no rule for a hand.
    pub fn house_edge(&self, dealer: &HouseWaySetter<'_>) -> Option<Fraction> {
        self.added(|hand| Some(self.worth(hand, &dealer.set(hand.cards)?.setting)))
    }

    /// What the house would keep on the sample if every hand were set as well as can be.
    pub fn most(&self) -> Fraction {
        self.added(|hand| hand.worth.iter().map(|&(_, kept)| kept).max()).unwrap_or(Fraction::ZERO)
    }

    fn added(&self, kept: impl Fn(&SampleHand) -> Option<u64>) -> Option<Fraction> {
        let (mut deals, mut all) = (0, 0);
        for hand in &self.hands {
            deals += u128::from(hand.weight) * u128::from(kept(hand)?);
            all += u128::from(hand.weight) * u128::from(DEALER_HANDS);
        }
        Some(Fraction::of(2 * deals, all.max(1)) - Fraction::ONE)
    }

    /// How many of the player's hands a setting holds off. One that another surpasses was not counted; it holds off at
    /// most as many as the least of those that surpass it.
    fn worth(&self, hand: &SampleHand, setting: &Setting) -> u64 {
        let standing = self.order.rank(setting);
        let covering = hand.worth.iter().filter(|(other, _)| other.covers(standing));
        covering.map(|&(_, kept)| kept).min().unwrap_or(0)
    }
}
