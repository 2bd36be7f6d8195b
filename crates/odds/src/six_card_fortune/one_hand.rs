//! One hand by itself: the dealer's hands are gone through by ranks, and the suited ones once more for each suit.
//!
//! No inclusion and exclusion is needed here: how many hands of given ranks avoid some cards is a product over the
//! ranks.

use super::dealer_counts::DealerTally;
use super::hands::{DealerRank, HandRules, PlayerSetting, UnsetHand};
use super::ranks::{JOKER, bit, copies};
use super::results::{ContestCounts, PlayResult};
use super::strategy_table::BeatenCounts;
use crate::choice::{Choice, DecisionKind};
use crate::counting::choose;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Choices, Setting};

/// The dealer's hands of 53 cards, as far as they differ.
pub(super) struct DealerHands {
    /// The ranks of each kind of hand and how many of each, and where the dealer stands with it.
    plain: Vec<(Vec<(u8, u32)>, DealerRank)>,
    /// The ranks of the suit, the symbol beside it, and where the dealer stands, suited and as if it were plain.
    suited: Vec<(u16, u8, DealerRank, DealerRank)>,
}

impl DealerHands {
    pub(super) fn new(law: &HandRules<'_>) -> Result<Self, UnsetHand> {
        let plain = law.plain_hands()?;
        let suited = law.suited_hands(&plain)?.into_iter().filter(|hand| hand.stand != hand.unsuited);
        Ok(Self {
            plain: plain.iter().map(|hand| (hand.ranks.groups().collect(), hand.stand)).collect(),
            suited: suited.map(|hand| (hand.suit, hand.off, hand.stand, hand.unsuited)).collect(),
        })
    }

    /// What each of these settings comes to against the dealer's hands without the cards that are out.
    pub(super) fn against(&self, plays: &[PlayerSetting], out: CardSet) -> Vec<BeatenCounts> {
        let mut beaten = vec![BeatenCounts::default(); plays.len()];
        let mut count = |stand: &DealerRank, hands: i32| {
            let tally = DealerTally { all: hands, contested: if stand.contested { hands } else { 0 } };
            for (beaten, play) in beaten.iter_mut().zip(plays) {
                let (high, low) = (stand.high < play.high, stand.low < play.beats);
                beaten.of += tally;
                beaten.by_high += tally * i32::from(high);
                beaten.by_low += tally * i32::from(low);
                beaten.by_both += tally * i32::from(high & low);
            }
        };
        let suits = out.suits().map(|suit| if out.has_joker() { suit | bit(JOKER) } else { suit });
        let left = |symbol: u8| {
            let gone = suits.iter().filter(|&&suit| suit & bit(symbol) != 0).count() as u32;
            copies(symbol) - if symbol == JOKER { gone.min(1) } else { gone }
        };
        let left: [u32; 15] = std::array::from_fn(|symbol| if symbol == 0 { 0 } else { left(symbol as u8) });
        for (groups, stand) in &self.plain {
            let ways: u64 = groups.iter().map(|&(symbol, n)| choose(left[usize::from(symbol)], n)).product();
            if ways != 0 {
                count(stand, ways as i32);
            }
        }
        for (in_suit, off, stand, unsuited) in &self.suited {
            let ways: u32 = suits
                .iter()
                .filter(|&&suit| suit & in_suit == 0)
                .map(|suit| match off {
                    0 => 1,
                    off => left[usize::from(*off)] - u32::from(suit & bit(*off) == 0),
                })
                .sum();
            if ways != 0 {
                count(unsuited, -(ways as i32));
                count(stand, ways as i32);
            }
        }
        beaten
    }
}

/// A lawful setting of one hand, and how many of the dealer's hands it wins, ties and loses against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingValue {
    /// The setting.
    pub setting: Setting,
    /// All of the dealer's hands.
    pub all: ContestCounts,
    /// Those that contest a Double Down Wager.
    pub contested: ContestCounts,
}

impl SettingValue {
    fn new(setting: Setting, beaten: &BeatenCounts) -> Self {
        let contest = beaten.contest();
        Self {
            setting,
            all: contest.map(|tally| tally.all as u128),
            contested: contest.map(|tally| tally.contested as u128),
        }
    }

    /// The choice to set the hands so and leave it there.
    pub fn single(&self) -> Choice {
        let single = PlayResult { single: self.all, ..PlayResult::default() };
        Choice::new(DecisionKind::Set, self.setting.to_string(), single.main())
    }

    /// The choice to set the hands so and double down, in units of the main wager.
    pub fn doubled(&self) -> Choice {
        let returned = std::array::from_fn(|end| self.all[end] - self.contested[end]);
        let doubled = PlayResult { contested: self.contested, returned, ..PlayResult::default() };
        Choice::new(DecisionKind::SetAndDoubleDown, format!("{}, double down", self.setting), doubled.both())
    }
}

/// The dealer's hands set by one way: built once, it values any hand.
pub struct FortuneTable {
    choices: Choices,
    hands: DealerHands,
}

impl FortuneTable {
    /// Sets the dealer's hands by this way.
    ///
    /// # Errors
    /// If no rule of the dealer's way sets some hand.
    pub fn new(choices: Choices, dealer: &HouseWaySetter<'_>) -> Result<Self, UnsetHand> {
        Ok(Self { choices, hands: DealerHands::new(&HandRules::new(choices, dealer))? })
    }

    /// Every lawful setting of six cards that differs from the others in strength, and what it comes to when these
    /// other cards are known not to be the dealer's.
    pub fn settings(&self, dealer: &HouseWaySetter<'_>, cards: CardSet, known: CardSet) -> Vec<SettingValue> {
        let plays = HandRules::new(self.choices, dealer).settings(cards);
        let beaten = self.hands.against(&plays, cards.union(known));
        plays.iter().zip(&beaten).map(|(play, beaten)| SettingValue::new(play.setting, beaten)).collect()
    }
}
