//! What a hand of Crazy 4 is worth once the dealer's is known: § 657a.11(b) and (c), paid by § 657a.12(a) and (b).

use super::best_four::{BestFour, FourCardRank};
use super::dealers::{Against, Dealers, king};
use crate::distribution::Distribution;
use crate::fraction::Fraction;
use croupier_rules::games::crazy_4::{FOUR_CARD, judge_ranks};
use croupier_rules::{Award, CardSet, Choices, Game, HandRank, Paytable, Regulation, WagerFate, WagerKind, game};

/// What the player does: § 657a.11(b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlayDecision {
    /// The Ante and Super Bonus Wagers are forfeited.
    Fold,
    /// A Play Wager equal to the Ante.
    Play,
    /// A Play Wager of three times the Ante.
    ///
    /// What a hand is worth grows or falls evenly with the Play Wager, since that is paid or lost in proportion and
    /// changes nothing else. So between once and three times the Ante one of the ends is best.
    Raise,
}

impl PlayDecision {
    /// The Play Wager in Antes.
    pub const fn times(self) -> i64 {
        match self {
            Self::Fold => 0,
            Self::Play => 1,
            Self::Raise => 3,
        }
    }

    /// In the words of a rack card.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::Play => "play 1x",
            Self::Raise => "play 3x",
        }
    }
}

/// The Ante and the Super Bonus Wager are equal: § 657a.7(d)(1).
pub(super) const BEFORE_THE_CARDS: i64 = 2;

/// How a round ends for a player who did not fold, for one rank of hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    name: &'static str,
    /// What Ante and Super Bonus bring together, in [`Terms::unit`]s.
    pub(super) staying: i64,
    /// What each Ante's worth of Play Wager brings.
    pub(super) playing: i64,
}

/// The endings against a dealer who does not qualify, then against one who does; of each ahead, level, behind.
pub(super) type Endings = [Ending; 6];

/// The rules and paytables by which a hand is paid.
pub(super) struct PayTerms {
    game: &'static dyn Game,
    choices: Choices,
    tables: &'static BestFour,
    super_bonus: &'static Paytable,
    ante: Fraction,
    play: Fraction,
    /// All payouts are whole numbers of the Ante's so many-th part.
    unit: i128,
}

impl PayTerms {
    pub(super) fn new(choices: &Choices) -> Self {
        let game = game(Regulation::Pa657a);
        let table = |wager| game.payouts().paytable(wager, None).expect("§ 657a.12(a) and (b) print it");
        let (main, super_bonus) = (table(WagerKind::Main), table(WagerKind::SuperBonus));
        let paid = |hand| main.rows.iter().find(|row| row.hand == hand).map_or(Fraction::ZERO, |row| won(&row.award));
        let (ante, play) = (paid("ante"), paid("play"));
        let payouts = super_bonus.rows.iter().map(|row| won(&row.award)).chain([ante, play]);
        let unit = payouts.fold(1, |unit, payout| unit * (payout * Fraction::from(unit)).den());
        Self { game, choices: *choices, tables: BestFour::get(), super_bonus, ante, play, unit }
    }

    pub(super) fn unit(&self) -> i64 {
        self.unit as i64
    }

    /// Whether the hand allows three times the Ante.
    pub(super) fn may_raise(&self, hand: CardSet) -> bool {
        self.game.may_raise(hand)
    }

    /// What comes of a hand, and of every other of its standing, by how it stands to the dealer's.
    pub(super) fn endings(&self, hand: CardSet, standing: FourCardRank) -> Endings {
        let (player, ranks, king) = (self.tables.rank(standing), self.tables.ranks(), king(self.tables).index());
        let bonus = self.super_bonus.row(&FOUR_CARD, hand, self.choices.readings);
        let bonus = bonus.map_or(Fraction::ZERO, |row| won(&row.award));
        // Any dealer's hand that stands so to the player's serves; where there is none, none is counted either.
        let (lowest, highest) = (ranks[0], ranks[ranks.len() - 1]);
        let unqualified = [lowest, player, ranks[king - 1]].map(|dealer| ("dealer does not qualify", dealer));
        let qualified = [("win", ranks[king]), ("tie", player), ("lose", highest)];
        let mut endings =
            unqualified.into_iter().chain(qualified).map(|(name, dealer)| self.ending(name, player, dealer, bonus));
        std::array::from_fn(|_| endings.next().expect("six ways to end"))
    }

    fn ending(&self, name: &'static str, player: HandRank, dealer: HandRank, bonus: Fraction) -> Ending {
        let mut ending = Ending { name, staying: 0, playing: 0 };
        for (wager, fate, _) in judge_ranks(&self.choices, player, dealer).iter() {
            let (payout, net) = match wager {
                WagerKind::Play => (self.play, &mut ending.playing),
                WagerKind::SuperBonus => (bonus, &mut ending.staying),
                _ => (self.ante, &mut ending.staying),
            };
            *net += match fate {
                WagerFate::Lose => -self.unit(),
                WagerFate::Return => 0,
                WagerFate::Pay => (payout * Fraction::from(self.unit)).num() as i64,
            };
        }
        ending
    }

    /// Adds what comes of hands with these endings, so many each, when the player decides so.
    pub(super) fn add(&self, to: &mut Distribution, endings: &Endings, decision: PlayDecision, counts: &[u128; 6]) {
        self.add_times(to, endings, decision.times(), counts);
    }

    /// The same with a Play Wager of any number of Antes; none is a fold.
    pub(super) fn add_times(&self, to: &mut Distribution, endings: &Endings, times: i64, counts: &[u128; 6]) {
        let wagered = Fraction::from(i128::from(BEFORE_THE_CARDS + times));
        if times == 0 {
            let count: u128 = counts.iter().sum();
            to.add("fold", -wagered, wagered, count);
            return;
        }
        for (ending, &count) in endings.iter().zip(counts).filter(|&(_, &count)| count > 0) {
            let net = Fraction::new(i128::from(ending.staying + times * ending.playing), self.unit);
            to.add(ending.name, net, wagered, count);
        }
    }
}

/// The dealers in the order of [`Endings`].
pub(super) fn in_order(dealers: &Dealers) -> [u64; 6] {
    let Dealers { unqualified, qualified } = dealers;
    let [a, b, c] = of(unqualified);
    let [d, e, f] = of(qualified);
    [a, b, c, d, e, f]
}

fn of(against: &Against) -> [u64; 3] {
    [against.ahead, against.level, against.behind]
}

/// What an award adds to the stake; the paytables of § 657a.12(a) and (b) have odds and nothing else.
fn won(award: &Award) -> Fraction {
    match *award {
        Award::To(pays, unit) => Fraction::new(i128::from(pays), i128::from(unit)),
        Award::For(pays) => Fraction::from(i128::from(pays) - 1),
        Award::MeterShare(..) | Award::Fixed(_) | Award::Push => Fraction::ZERO,
    }
}
