//! What a regulation says about its game: a trait that answers questions of law, without the flow of a round or money.

use crate::card_set::CardSet;
use crate::clause::Clause;
use crate::hand_error::HandError;
use crate::ladder::Ladder;
use crate::law::Law;
use crate::legal_text::LegalText;
use crate::paytable::Payouts;
use crate::procedure::Procedure;
use crate::ranking::Ranking;
use crate::reading::Readings;
use crate::revision::RulesChange;
use crate::setting::{Setting, Shape};
use crate::wager::{WagerKind, WagerSpec};

/// What a submission chooses that changes how hands rank: options of the text, and readings of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Choices {
    /// §§ 575.6(b)(3), MA 3(d): A-2-3-4 suited is the lowest straight flush.
    pub ace_low_straight_flush_lowest: bool,
    /// §§ 575.6(b)(6), MA 3(d): A-2-3-4 is the lowest straight.
    pub ace_low_straight_lowest: bool,
    /// The readings chosen.
    pub readings: Readings,
}

/// What can be wrong with an option as written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The text has no such option.
    #[error("{text} has no option `{name}`{known}")]
    Unknown {
        /// The text asked.
        text: LegalText,
        /// The name as written.
        name: String,
        /// What it has instead, as the end of the sentence.
        known: &'static str,
    },
    /// The option has no such value.
    #[error("option `{name}` cannot be `{value}`: write `lowest`, or omit it to keep the order of the text")]
    Value {
        /// The option.
        name: String,
        /// The value as written.
        value: String,
    },
}

/// How a kind of hand is ranked.
#[derive(Clone, Copy, Debug)]
pub enum RankMethod {
    /// The hand itself, by the text's ranking.
    AsHeld,
    /// The best hand of the ranking's size among more cards.
    BestOf,
    /// The first rung that holds.
    Ladder(&'static Ladder),
}

/// A kind of hand that can be ranked by itself.
#[derive(Clone, Copy, Debug)]
pub struct HandKind {
    /// Its name: `high`, `best-four`, `fortune-bonus`.
    pub name: &'static str,
    /// How many cards it takes.
    pub cards: usize,
    /// How it is ranked.
    pub ranked: RankMethod,
    /// Where the text says how many cards it has.
    pub clause: Clause,
}

/// How a contest with the dealer ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The player wins.
    Win,
    /// The player loses.
    Lose,
    /// Neither does.
    Tie,
}

impl Outcome {
    /// In one lower-case word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Tie => "tie",
        }
    }
}

/// A contest decided, and the clause that decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Who wins.
    pub outcome: Outcome,
    /// Whether the player lost by setting the hands wrongly.
    pub foul: bool,
    /// The clause that decides.
    pub clause: Clause,
    /// Whether the dealer's hand qualifies, where that is asked (§ 657a.11(c)(3)).
    pub qualifies: Option<bool>,
}

/// What becomes of a wager in a contest with the dealer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WagerFate {
    /// It is collected.
    Lose,
    /// It goes back to the player.
    Return,
    /// It is paid by its paytable.
    Pay,
}

impl WagerFate {
    /// A wager that goes the way of the contest.
    pub const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::Pay,
            Outcome::Lose => Self::Lose,
            Outcome::Tie => Self::Return,
        }
    }
}

/// What becomes of the wagers of one betting area that contest the dealer, in the order they are settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judgement([Option<(WagerKind, WagerFate, Clause)>; 3]);

impl Judgement {
    /// One wager judged.
    pub const fn new(wager: WagerKind, fate: WagerFate, clause: Clause) -> Self {
        Self([Some((wager, fate, clause)), None, None])
    }

    /// The main wager judged by a comparison.
    pub const fn of_main(ruled: Comparison) -> Self {
        Self::new(WagerKind::Main, WagerFate::of(ruled.outcome), ruled.clause)
    }

    /// And another wager.
    #[must_use]
    pub const fn and(mut self, wager: WagerKind, fate: WagerFate, clause: Clause) -> Self {
        let free = if self.0[1].is_none() { 1 } else { 2 };
        self.0[free] = Some((wager, fate, clause));
        self
    }

    /// The wagers, what becomes of each, and the clause.
    pub fn iter(&self) -> impl Iterator<Item = (WagerKind, WagerFate, Clause)> {
        self.0.into_iter().flatten()
    }
}

/// What one text of law says of its game.
pub trait Game: Sync {
    /// The text.
    fn text(&self) -> LegalText;
    /// The clauses of the text.
    fn law(&self) -> &'static Law;
    /// What the game is called.
    fn title(&self) -> &'static str;
    /// The deck it is played with.
    fn deck(&self) -> CardSet;
    /// Where the text says so.
    fn deck_clause(&self) -> Clause;
    /// How many cards a player is dealt.
    fn cards_dealt(&self) -> usize;
    /// How the cards are set; none where they are not.
    fn shape(&self) -> Option<Shape>;
    /// The clause about setting, or else about the hand.
    fn shape_clause(&self) -> Clause;
    /// The kinds of hand that can be ranked.
    fn kinds(&self) -> &'static [HandKind];
    /// The text's order of hands under these choices.
    fn ranking(&self, choices: &Choices) -> Ranking;
    /// The choices with one more option.
    ///
    /// # Errors
    /// If the text does not have the option, or not with that value.
    fn choose_option(&self, choices: Choices, name: &str, value: &str) -> Result<Choices, OptionError>;
    /// The wagers of the text, in the order it names them.
    fn wagers(&self) -> &'static [WagerSpec];
    /// Paytables, envy schedules and meters.
    fn payouts(&self) -> &Payouts;
    /// Compares a player's cards with the dealer's. In a game that sets no hands, it
    /// does not matter in which of them the cards lie.
    ///
    /// # Errors
    /// If the dealer's side is not lawful, or a card lies on both.
    fn compare(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Comparison, HandError>;
    /// The house way the program ships for the text, as TOML; none where no hands are set.
    fn house_way(&self) -> Option<&'static str>;
    /// The same as it was before each change of the rules that altered it, the oldest first.
    fn earlier_house_ways(&self) -> &'static [(RulesChange, &'static str)] {
        &[]
    }
    /// How the text runs its table.
    fn procedure(&self) -> &'static Procedure;
    /// What becomes of the wagers that contest the dealer, once both hands are up and set.
    ///
    /// # Errors
    /// If the dealer's side is not lawful, or a card lies on both.
    fn judge(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Judgement, HandError>;
    /// Whether a contest with the dealer can end in a tie.
    fn ties(&self) -> bool {
        true
    }
    /// Whether the dealer's cards qualify, and the clause that asks it; none where every hand of the dealer contests.
    fn dealer_qualifies(&self, _dealer: CardSet) -> Option<(bool, Clause)> {
        None
    }
    /// Whether these cards allow a wager above the least by which a player stays in.
    fn may_raise(&self, _cards: CardSet) -> bool {
        false
    }
}
