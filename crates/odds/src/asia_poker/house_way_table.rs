//! What one hand of every suit class shows when it is set by a house way, and what any one hand beats of it.
//!
//! A single hand needs no sums over subsets. Of a suit class, the hands that share no card with ours are those
//! renamings of suits in which no suit meets one of ours that holds a rank of its own: a look at sixteen pairs of suits
//! tells how many there are. So every deal against one hand is counted in a tenth of a second, which also serves to
//! check the count of all hands.

use super::ranks::{RankCounts, card_set};
use super::setting_rank::{HandOrder, SettingRank};
use crate::progress::Progress;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Ranking, Setting};
use rayon::prelude::*;
use std::sync::LazyLock;

/// What a hand shows when it is set by a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HouseWayRow {
    pub(super) standing: SettingRank,
    /// The rule that set it.
    pub(super) rule: u8,
}

/// One hand of every suit class, set by a house way.
pub struct HouseWaySet {
    pub(super) order: HandOrder,
    /// By the ranks of the hands, in the order of [`Ranks::all`], and then in that of [`Ranks::each_hand`].
    pub(super) shown: Vec<Vec<HouseWayRow>>,
}

/// A hand for which a house way has no rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule of the house way applies to {0}")]
pub struct UncoveredHand(pub CardSet);

impl HouseWaySet {
    /// Sets one hand of each suit class by the dealer's way, to be compared with other hands by `contest`.
    ///
    /// # Errors
    /// If the way has no rule for a hand.
    pub fn new(dealer: &HouseWaySetter<'_>, contest: Ranking, progress: &dyn Progress) -> Result<Self, UncoveredHand> {
        let order = HandOrder::new(contest);
        let all = RankCounts::all(7);
        progress.begin("setting every hand", all.len() as u64);
        let set = |hand: &[u8]| {
            let cards = card_set(hand);
            let set = dealer.set(cards).ok_or(UncoveredHand(cards))?;
            // A way has at most a hundred rules.
            Ok(HouseWayRow { standing: order.rank(&set.setting), rule: set.rule as u8 })
        };
        let shown = all.par_iter().map(|ranks| {
            let mut shown = Ok(Vec::new());
            ranks.each_hand(&mut |hand, _| {
                if let Ok(hands) = &mut shown {
                    match set(hand) {
                        Ok(set) => hands.push(set),
                        Err(error) => shown = Err(error),
                    }
                }
            });
            progress.advance(1);
            shown
        });
        let shown = shown.collect::<Result<Vec<_>, _>>();
        progress.end();
        Ok(Self { shown: shown?, order })
    }

    /// What was set, to be kept: five bytes for each suit class.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.shown
            .iter()
            .flatten()
            .flat_map(|shown| {
                let [a, b, c, d] = shown.standing.bits().to_le_bytes();
                [a, b, c, d, shown.rule]
            })
            .collect()
    }

    /// What was kept, for hands compared by `contest`; none if it is not whole.
    pub fn from_bytes(bytes: &[u8], contest: Ranking) -> Option<Self> {
        let mut kept = bytes.chunks_exact(5);
        let mut shown = Vec::new();
        for ranks in RankCounts::all(7) {
            let mut hands = Vec::new();
            ranks.each_hand(&mut |_, _| {
                hands.extend(kept.next().map(|kept| HouseWayRow {
                    standing: SettingRank::from_bits(u32::from_le_bytes([kept[0], kept[1], kept[2], kept[3]])),
                    rule: kept[4],
                }));
            });
            shown.push(hands);
        }
        let order = HandOrder::new(contest);
        let sound = |shown: &HouseWayRow| order.has(shown.standing);
        let whole = bytes.len() == 5 * CLASSES && shown.iter().flatten().count() == CLASSES;
        (whole && shown.iter().flatten().all(sound)).then_some(Self { order, shown })
    }

    /// Every lawful setting of seven cards and how many of the hands it beats that the dealer can hold when these other
    /// cards are known; settings that show the same are told once.
    pub fn settings(&self, cards: CardSet, known: CardSet) -> Vec<(Setting, u64)> {
        let against = self.against(cards.union(known));
        let mut settings: Vec<(Setting, SettingRank)> = Vec::new();
        for setting in self.order.lawful_settings(cards) {
            let standing = self.order.rank(&setting);
            if !settings.iter().any(|&(_, known)| known == standing) {
                settings.push((setting, standing));
            }
        }
        let beaten = |standing: SettingRank| {
            against.iter().filter(|(other, _)| standing.beats(*other)).map(|&(_, count)| count).sum()
        };
        settings.into_iter().map(|(setting, standing)| (setting, beaten(standing))).collect()
    }

    /// How many hands of the other side each of these standings beats, when the cards beside it are ours.
    #[cfg(test)]
    pub(super) fn beaten(&self, asked: &[(CardSet, SettingRank)]) -> Vec<u64> {
        let ours: Vec<_> =
            asked.iter().map(|&(cards, standing)| (cards.suits(), cards.has_joker(), standing)).collect();
        let counted = RankCounts::all(7).into_par_iter().zip(&self.shown).map(|(ranks, shown)| {
            let mut beaten = vec![0; ours.len()];
            let mut next = shown.iter();
            ranks.each_hand(&mut |hand, weight| {
                let Some(shown) = next.next() else { return };
                let theirs = card_set(hand);
                for (beaten, &(suits, joker, standing)) in beaten.iter_mut().zip(&ours) {
                    if standing.beats(shown.standing) && !(joker && theirs.has_joker()) {
                        *beaten += free_namings(theirs.suits(), suits) * weight / 24;
                    }
                }
            });
            beaten
        });
        let add = |sum: Vec<u64>, more: Vec<u64>| sum.into_iter().zip(more).map(|(sum, more)| sum + more).collect();
        counted.reduce(|| vec![0; ours.len()], add)
    }

    /// What the other side can show when these cards are not in its hand, and in how many hands.
    fn against(&self, cards: CardSet) -> Vec<(SettingRank, u64)> {
        let (ours, joker) = (cards.suits(), cards.has_joker());
        let counted = RankCounts::all(7).into_par_iter().zip(&self.shown).map(|(ranks, shown)| {
            let mut found: Vec<(SettingRank, u64)> = Vec::new();
            let mut next = shown.iter();
            ranks.each_hand(&mut |hand, weight| {
                let Some(shown) = next.next() else { return };
                let theirs = card_set(hand);
                if joker && theirs.has_joker() {
                    return;
                }
                // Of the 24 namings each hand of the class is met equally often.
                let count = free_namings(theirs.suits(), ours) * weight / 24;
                match found.last_mut() {
                    Some((standing, sum)) if *standing == shown.standing => *sum += count,
                    _ => found.push((shown.standing, count)),
                }
            });
            found
        });
        let mut all: Vec<(SettingRank, u64)> = counted.flatten_iter().collect();
        all.par_sort_unstable();
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        all
    }
}

/// The suit classes of seven cards.
pub(super) const CLASSES: usize = 6_972_147;
/// The hands the dealer can hold against seven cards: 46 over 7.
pub const DEALER_HANDS: u64 = 53_524_680;

/// In how many of the 24 ways to give their suits the names of ours no card is held twice.
fn free_namings(theirs: [u16; 4], ours: [u16; 4]) -> u64 {
    let free =
        theirs.iter().fold(0, |all, suit| ours.iter().fold(all, |all, name| all << 1 | usize::from(suit & name == 0)));
    u64::from(HOW_MANY[free])
}

/// How many namings there are if each suit may have these names.
static HOW_MANY: LazyLock<Vec<u8>> = LazyLock::new(|| {
    (0..1 << 16).map(|free: usize| namings(&[free >> 12, free >> 8 & 15, free >> 4 & 15, free & 15], 0)).collect()
});

fn namings(free: &[usize], taken: usize) -> u8 {
    let Some((names, rest)) = free.split_first() else { return 1 };
    (0..4).map(|name| 1 << name).filter(|name| names & !taken & name != 0).map(|name| namings(rest, taken | name)).sum()
}
