//! The wagers of the five texts: which there are, what each requires and which cards it reads.

use crate::clause::{Clause, clause};
use crate::ladder::Ladder;
use std::fmt;
use std::str::FromStr;

/// A wager by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WagerKind {
    /// The wager against the dealer; in Crazy 4 the Ante.
    Main,
    /// § 657a.1 "Play Wager": what a Crazy 4 player adds to stay in.
    Play,
    /// § 670a.7(e)(1).
    DoubleDown,
    /// § 657a.7(d)(1), always equal to the Ante.
    SuperBonus,
    /// §§ 659a.7(e)(1), 670a.7(e)(2).
    FortuneBonus,
    /// § 575.7(e).
    Bonus,
    /// §§ 659a.7(e)(2), 670a.7(e)(3).
    Insurance,
    /// §§ 659a.7(e)(3), 670a.7(e)(4).
    Progressive,
    /// § 657a.7(d)(2).
    QueensUp,
    /// § 657a.7(d)(3).
    FourCardProgressive,
    /// § 657a.7(d)(4).
    FiveCardProgressive,
    /// § 657a.7(d)(5).
    FiveCardHandBonus,
    /// § 657a.12(f)(3): paid on the Five Card Hand Bonus Wager, never wagered by itself.
    MagicCardAndLucky,
    /// § 657a.7(d)(6).
    SixCardBonus,
}

impl WagerKind {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Main,
        Self::Play,
        Self::DoubleDown,
        Self::SuperBonus,
        Self::FortuneBonus,
        Self::Bonus,
        Self::Insurance,
        Self::Progressive,
        Self::QueensUp,
        Self::FourCardProgressive,
        Self::FiveCardProgressive,
        Self::FiveCardHandBonus,
        Self::MagicCardAndLucky,
        Self::SixCardBonus,
    ];

    /// The name scripts and submissions use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Play => "play",
            Self::DoubleDown => "double-down",
            Self::SuperBonus => "super-bonus",
            Self::FortuneBonus => "fortune-bonus",
            Self::Bonus => "bonus",
            Self::Insurance => "insurance",
            Self::Progressive => "progressive",
            Self::QueensUp => "queens-up",
            Self::FourCardProgressive => "four-card-progressive",
            Self::FiveCardProgressive => "five-card-progressive",
            Self::FiveCardHandBonus => "five-card-hand-bonus",
            Self::MagicCardAndLucky => "magic-card-and-lucky",
            Self::SixCardBonus => "six-card-bonus",
        }
    }
}

impl fmt::Display for WagerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no wager's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown wager `{0}`")]
pub struct UnknownWager(pub String);

impl FromStr for WagerKind {
    type Err = UnknownWager;

    fn from_str(name: &str) -> Result<Self, UnknownWager> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownWager(name.to_owned()))
    }
}

/// Whose hand a wager is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WagerOn {
    /// The player's own.
    Own,
    /// The dealer's: the Five Card Hand Bonus Wager of § 657a.7(d)(5) may be on that.
    Dealer,
}

/// A wager as it lies on one betting area: its kind, and whose hand it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wager {
    /// Which.
    pub kind: WagerKind,
    /// On whose hand.
    pub on: WagerOn,
}

impl Wager {
    /// How many different wagers one area can have.
    pub const COUNT: usize = WagerKind::ALL.len() + 1;

    /// A wager on the player's own hand.
    pub const fn own(kind: WagerKind) -> Self {
        Self { kind, on: WagerOn::Own }
    }

    /// The wager on the dealer's hand, which only one kind can be.
    pub const ON_DEALER: Self = Self { kind: WagerKind::FiveCardHandBonus, on: WagerOn::Dealer };

    /// Its place in a list of an area's wagers.
    pub const fn index(self) -> usize {
        match self.on {
            WagerOn::Own => self.kind as usize,
            WagerOn::Dealer => WagerKind::ALL.len(),
        }
    }

    /// The wager at this place in such a list.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < WagerKind::ALL.len() {
            Some(Self::own(WagerKind::ALL[index]))
        } else if index == WagerKind::ALL.len() {
            Some(Self::ON_DEALER)
        } else {
            None
        }
    }

    /// The name scripts use.
    pub const fn name(self) -> &'static str {
        match self.on {
            WagerOn::Own => self.kind.name(),
            WagerOn::Dealer => "five-card-hand-bonus-on-dealer",
        }
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Wager {
    type Err = UnknownWager;

    fn from_str(name: &str) -> Result<Self, UnknownWager> {
        if name == Self::ON_DEALER.name() { Ok(Self::ON_DEALER) } else { name.parse().map(Self::own) }
    }
}

/// When a wager comes to the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlacedWhen {
    /// A player must place it to take part.
    ToTakePart,
    /// A player may place it beside the main wager before "no more bets".
    Beside,
    /// A player may place it after seeing the cards.
    AfterSeeingCards,
    /// It is not placed: it is paid on another wager.
    Never,
}

/// Whether the operator has a choice about a wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum WagerOffer {
    /// Every table has it.
    Always,
    /// If the rules submission says so.
    IfSubmitted,
}

/// How the amount of a wager is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// Between the table's limits.
    WithinLimits,
    /// The same as the main wager.
    EqualToMain,
    /// One fixed amount for the table.
    Fixed,
}

/// Which cards a wager is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardsRead {
    /// Those dealt to the hand it is on.
    Hand,
    /// Those and the shared card.
    HandAndShared,
}

/// What a wager is made with, and what a win is credited to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FundedBy {
    /// Chips on the felt, which lie there until they are settled.
    Chips,
    /// A chip on the progressive device, collected into the table inventory at the lock-out.
    ProgressiveChip,
    /// The player's game account, through an electronic wagering system (§ 657a.2(d)).
    GameAccount,
}

/// What must happen before a win is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validation {
    /// Nothing.
    None,
    /// The dealer verifies hand and light, and a floorperson validates every payout.
    Always {
        /// The hand.
        hand: Clause,
        /// The light.
        light: Clause,
        /// The floorperson.
        floorperson: Clause,
    },
    /// The dealer verifies the hand; a floorperson verifies payouts at these odds for 1 and every share of a meter.
    From {
        /// The hand.
        hand: Clause,
        /// The odds for 1.
        odds: i64,
        /// The floorperson.
        floorperson: Clause,
    },
}

/// What a fold does to a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldEffect {
    /// It is forfeited.
    Forfeited(Clause),
    /// It stays and is settled.
    Stays(Clause),
}

/// Whose wager makes the dealer announce an Envy Bonus Qualifying Hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnvyAnnouncement {
    /// Nobody's: every such hand that the dealer rearranges is announced.
    EveryHand,
    /// Any player's, the holder's own among them.
    AnyPlayer,
    /// Another player's.
    AnotherPlayer,
}

/// When an Envy Bonus Qualifying Hand is announced and stays face up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnvyHandRule {
    /// Where the text says so.
    pub clause: Clause,
    /// Under which condition.
    pub announced_for: EnvyAnnouncement,
}

impl EnvyHandRule {
    /// A clause and its condition.
    pub const fn new(citation: &'static str, announced_for: EnvyAnnouncement) -> Self {
        Self { clause: clause(citation), announced_for }
    }
}

/// How a wager is settled.
#[derive(Clone, Copy, Debug)]
pub struct SettlementRule {
    /// Where the text says that it loses.
    pub lost: Clause,
    /// Where it says that it is paid.
    pub paid: Clause,
    /// Which cards it reads.
    pub reads: CardsRead,
    /// What it is made with.
    pub made_with: FundedBy,
    /// What precedes a payout.
    pub validation: Validation,
    /// What a fold does to it; none where nobody folds.
    pub after_fold: Option<FoldEffect>,
    /// Where it is locked out at "no more bets"; none for chips on the felt.
    pub locked_out: Option<Clause>,
    /// Where it earns envy for others' hands.
    pub envy: Option<Clause>,
    /// Where an Envy Bonus Qualifying Hand is announced: of a player with the wager, and of one without.
    pub envy_hand: Option<[EnvyHandRule; 2]>,
    /// The extra pay that hangs on it: Magic Card and Lucky Bonus.
    pub extras: Option<Clause>,
}

impl SettlementRule {
    /// Settled with chips on the felt, without any check.
    pub const fn by(lost: &'static str, paid: &'static str) -> Self {
        Self {
            lost: clause(lost),
            paid: clause(paid),
            reads: CardsRead::Hand,
            made_with: FundedBy::Chips,
            validation: Validation::None,
            after_fold: None,
            locked_out: None,
            envy: None,
            envy_hand: None,
            extras: None,
        }
    }

    /// A progressive: its chip is collected at the lock-out and every payout is validated.
    #[must_use]
    pub const fn progressive(self, hand: &'static str, light: &'static str, floorperson: &'static str) -> Self {
        let validation =
            Validation::Always { hand: clause(hand), light: clause(light), floorperson: clause(floorperson) };
        Self { made_with: FundedBy::ProgressiveChip, validation, ..self }
    }

    /// It earns envy.
    #[must_use]
    pub const fn earning_envy(self, citation: &'static str) -> Self {
        Self { envy: Some(clause(citation)), ..self }
    }

    /// It is made on a device that is locked out.
    #[must_use]
    pub const fn locked_out(self, citation: &'static str) -> Self {
        Self { locked_out: Some(clause(citation)), ..self }
    }

    /// An Envy Bonus Qualifying Hand is announced, of a player with the wager and of one without.
    #[must_use]
    pub const fn announced(self, with: EnvyHandRule, without: EnvyHandRule) -> Self {
        Self { envy_hand: Some([with, without]), ..self }
    }

    /// A fold forfeits it.
    #[must_use]
    pub const fn forfeited(self, citation: &'static str) -> Self {
        Self { after_fold: Some(FoldEffect::Forfeited(clause(citation))), ..self }
    }

    /// A fold leaves it standing.
    #[must_use]
    pub const fn staying(self, citation: &'static str) -> Self {
        Self { after_fold: Some(FoldEffect::Stays(clause(citation))), ..self }
    }
}

/// What a text says of one wager.
#[derive(Debug)]
pub struct WagerSpec {
    /// Which wager.
    pub kind: WagerKind,
    /// What the layout calls it.
    pub title: &'static str,
    /// Where the text provides for it.
    pub clause: Clause,
    /// When it is placed.
    pub placed: PlacedWhen,
    /// Whether the operator has a choice.
    pub offered: WagerOffer,
    /// How its amount is set.
    pub amount: Amount,
    /// The hands it is paid for; none for a contest with the dealer.
    pub ladder: Option<&'static Ladder>,
    /// How it is settled.
    pub settled: SettlementRule,
}

impl WagerSpec {
    /// The wager by which a player takes part.
    pub const fn main(title: &'static str, citation: &'static str, settled: SettlementRule) -> Self {
        Self {
            kind: WagerKind::Main,
            title,
            clause: clause(citation),
            placed: PlacedWhen::ToTakePart,
            offered: WagerOffer::Always,
            amount: Amount::WithinLimits,
            ladder: None,
            settled,
        }
    }

    /// A wager that a player may place beside the main one where the submission offers it.
    pub const fn beside(
        kind: WagerKind,
        title: &'static str,
        citation: &'static str,
        amount: Amount,
        ladder: &'static Ladder,
        settled: SettlementRule,
    ) -> Self {
        Self {
            kind,
            title,
            clause: clause(citation),
            placed: PlacedWhen::Beside,
            offered: WagerOffer::IfSubmitted,
            amount,
            ladder: Some(ladder),
            settled,
        }
    }
}
