//! All hands of six cards, told apart by no more than matters: plain ones by their ranks, suited ones by the ranks of
//! their suit.
//!
//! A hand is suited when five of its cards are of one suit, the joker being of every suit; there is then one such suit
//! and at most one card outside it. Everything else about suits is nothing to § 670a.6(b), and so nothing to the
//! dealer, who looks at suits only for flushes.

use super::ranks::{JOKER, PLACES, RankList, bit, card};
use croupier_rules::games::six_card_fortune::SIX_CARD_FORTUNE_PAI_GOW;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Choices, Game as _, HandRank, Setting, Shape};

/// Where the dealer stands with some cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DealerRank {
    /// The rank of the high hand.
    pub(super) high: HandRank,
    /// How many of the thirteen ranks lie below the low hand's: [`Law::low`].
    pub(super) low: u8,
    /// Whether a Double Down Wager is contested: § 670a.11(g).
    pub(super) contested: bool,
}

/// One lawful way to set some cards, as a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlayerSetting {
    pub(super) setting: Setting,
    /// The rank of the high hand, which beats what is below it.
    pub(super) high: HandRank,
    /// The low hand beats a dealer whose [`Stand::low`] is below this.
    pub(super) beats: u8,
}

/// Six cards of given ranks without a flush.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub(super) ranks: RankList,
    pub(super) stand: DealerRank,
    /// How the house way sets them.
    pub(super) house: Setting,
}

/// Six cards of which five or six are of one suit.
#[derive(Clone, Debug)]
pub(super) struct Suited {
    /// The ranks of the suit, and the joker as the fourteenth.
    pub(super) suit: u16,
    /// The symbol of the card of another suit, or 0.
    pub(super) off: u8,
    pub(super) stand: DealerRank,
    /// Where a dealer would stand with these ranks were the hand plain.
    pub(super) unsuited: DealerRank,
    /// How the house way sets them.
    pub(super) house: Setting,
}

/// The rules under which hands are looked at.
pub(super) struct HandRules<'way> {
    pub(super) choices: Choices,
    pub(super) dealer: &'way HouseWaySetter<'way>,
    /// The ranks of the thirteen low hands, lowest first.
    lows: [HandRank; 13],
}

/// What a house way leaves undone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule of the house way applies to {0}; `croupier check` lists such hands")]
pub struct UnsetHand(CardSet);

impl<'way> HandRules<'way> {
    pub(super) fn new(choices: Choices, dealer: &'way HouseWaySetter<'way>) -> Self {
        let ranking = SIX_CARD_FORTUNE_PAI_GOW.ranking(&choices);
        let mut lows = std::array::from_fn(|rank| ranking.rank(CardSet::from_bits(1 << rank)));
        lows.sort_unstable();
        Self { choices, dealer, lows }
    }

    /// How many of the ranks lie below this low hand.
    fn low(&self, low: CardSet) -> u8 {
        let rank = SIX_CARD_FORTUNE_PAI_GOW.ranking(&self.choices).rank(low);
        self.lows.partition_point(|&lower| lower < rank) as u8
    }

    /// Where the dealer stands with these cards, and how they are set.
    pub(super) fn dealer_rank(&self, cards: CardSet) -> Result<(DealerRank, Setting), UnsetHand> {
        let setting = self.dealer.set(cards).ok_or(UnsetHand(cards))?.setting;
        let game = &SIX_CARD_FORTUNE_PAI_GOW;
        let high = game.ranking(&self.choices).rank(setting.high);
        let contested = game.double_down_is_contested(&self.choices, cards);
        Ok((DealerRank { high, low: self.low(setting.low), contested }, setting))
    }

    /// The lawful ways to set these cards, the highest low card first; of settings with low cards of one rank and high
    /// hands of equal strength only one.
    ///
    /// A copy goes to the dealer (§ 670a.6(c)), so a hand beats what is strictly below it; the player's joker in the
    /// low hand beats everything.
    pub(super) fn settings(&self, cards: CardSet) -> Vec<PlayerSetting> {
        let ranking = SIX_CARD_FORTUNE_PAI_GOW.ranking(&self.choices);
        let mut lawful: Vec<PlayerSetting> = Vec::with_capacity(6);
        for card in cards.by_rank() {
            let low = CardSet::of(card);
            let setting = Setting { high: cards.difference(low), medium: CardSet::EMPTY, low };
            let beats = self.beats(low);
            let play = PlayerSetting { setting, high: ranking.rank(setting.high), beats };
            let same = |other: &PlayerSetting| (other.high, other.beats) == (play.high, beats);
            if setting.foul(Shape::FIVE_ONE, &ranking).is_none() && !lawful.iter().any(same) {
                lawful.push(play);
            }
        }
        lawful
    }

    /// The place of a setting among these; one of equal strength stands for it.
    pub(super) fn place(&self, plays: &[PlayerSetting], setting: &Setting) -> Option<usize> {
        let high = SIX_CARD_FORTUNE_PAI_GOW.ranking(&self.choices).rank(setting.high);
        let beats = self.beats(setting.low);
        plays.iter().position(|play| (play.high, play.beats) == (high, beats))
    }

    /// How many ranks a player's low hand beats.
    fn beats(&self, low: CardSet) -> u8 {
        if low.has_joker() { self.lows.len() as u8 } else { self.low(low) }
    }

    /// Every plain hand.
    pub(super) fn plain_hands(&self) -> Result<Vec<Plain>, UnsetHand> {
        let plain = |ranks: RankList| {
            let (stand, house) = self.dealer_rank(ranks.mixed())?;
            Ok(Plain { ranks, stand, house })
        };
        RankList::all().into_iter().map(plain).collect()
    }

    /// Every suited hand, given every plain one.
    pub(super) fn suited_hands(&self, plain: &[Plain]) -> Result<Vec<Suited>, UnsetHand> {
        let mut unsuited = vec![None; PLACES];
        plain.iter().for_each(|hand| unsuited[hand.ranks.place()] = Some(hand.stand));
        let all = (0..1_u16 << JOKER).filter(|suit| (5..=6).contains(&suit.count_ones()));
        let with_off = all.flat_map(|suit| {
            let offs = if suit.count_ones() == 6 { 0..=0 } else { 1..=13 };
            offs.map(move |off| (suit, off))
        });
        let suited = |(suit, off): (u16, u8)| {
            let in_suit = (1..=JOKER).filter(|&symbol| suit & bit(symbol) != 0).filter_map(|symbol| card(symbol, 0));
            let off_suit = (off != 0).then(|| card(off, 1)).flatten();
            let cards: CardSet = in_suit.chain(off_suit).collect();
            let (stand, house) = self.dealer_rank(cards)?;
            let unsuited = unsuited[RankList::of(cards).place()].ok_or(UnsetHand(cards))?;
            Ok(Suited { suit, off, stand, unsuited, house })
        };
        with_off.map(suited).collect()
    }
}
