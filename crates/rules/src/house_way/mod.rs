//! House ways: how the dealer sets the hands, as an ordered list of readable rules.
//!
//! A rule names a setting to look for: what the high, medium and low hand must be. The dealer takes the first rule by
//! which the cards can lawfully be set, and of several such settings the highest, in the order of hands the rule
//! prefers. So a rule never asks for a foul, and a way is sound when every hand of the deck finds a rule, which
//! [`proof`] shows. §§ 659a.11(c), 575.11(c) and MA 12(d) leave the way to the operator; § 670a.11(d) prescribes one,
//! which is written in the same language.
//!
//! ```toml
//! name = "two pairs apart, else the best high hand"
//! [[rule]]
//! name = "two pairs: one high, one medium"
//! high = "pair"
//! medium = "pair"
//! [[rule]]
//! name = "anything else: the best category high, then the highest low card"
//! high = "best"
//! ```

mod pattern;
pub mod proof;
mod setter;

pub use pattern::{Feature, HandPattern, PatternError};
pub use setter::{HouseWayChoice, HouseWaySetter};

use crate::clause::Clause;
use crate::game::Game;
use crate::setting::Shape;
use serde::Deserialize;
use std::fmt;
use toml::Spanned;

/// One of the hands of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandSlot {
    /// Of four cards, or of five.
    High,
    /// Of two cards.
    Medium,
    /// Of one card.
    Low,
}

impl HandSlot {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// One rule of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseWayRule {
    /// What the rack card says.
    pub name: String,
    /// The clause it carries out, if the text prescribes it.
    pub clause: Option<Clause>,
    /// Which hands it is for: any of these lists of features, all of whose members hold. Empty: every hand.
    pub hands: Vec<Vec<Feature>>,
    /// What the high hand must be.
    pub high: HandPattern,
    /// What the medium hand must be.
    pub medium: HandPattern,
    /// What the low hand must be.
    pub low: HandPattern,
    /// Of several settings, which hand is made highest first.
    pub prefer: [HandSlot; 3],
}

/// An ordered list of rules by which the dealer sets the hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseWay {
    /// What it is called.
    pub name: String,
    /// The rules, first to last.
    pub rules: Vec<HouseWayRule>,
}

/// Something wrong with a way as written, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseWayError {
    /// What is wrong.
    pub fault: HouseWayFault,
    /// The bytes of the file it concerns.
    pub span: std::ops::Range<usize>,
}

/// What can be wrong with a way as written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HouseWayFault {
    /// The file cannot be read as TOML of the right shape.
    #[error("{0}")]
    Shape(String),
    /// There is no rule.
    #[error("the house way has no rules")]
    Empty,
    /// A phrase of the rule language that cannot be read.
    #[error("{0}")]
    Pattern(#[from] PatternError),
    /// `prefer` is not an order of hands.
    #[error("`{0}` is not an order of hands: write for example `low, medium, high`")]
    Prefer(String),
    /// A clause that no text has.
    #[error("`{0}` is not a clause: write for example `670a.11(d)(2)` or `MA 12(d)`")]
    Clause(String),
    /// A medium hand where the game has none.
    #[error("this game has no medium hand")]
    NoMedium,
    /// More rules than can be used or read.
    #[error("a house way can have at most {MOST_RULES} rules (got {0})")]
    TooMany(usize),
}

/// A way longer than this is a mistake, not a rack card.
pub const MOST_RULES: usize = 100;

impl fmt::Display for HouseWayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for HouseWayError {}

/// A way as written in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseWayFile {
    /// What it is called.
    pub name: String,
    /// Its rules.
    #[serde(default, rename = "rule")]
    pub rules: Vec<HouseWayRuleEntry>,
}

/// A rule as written in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseWayRuleEntry {
    pub(crate) name: String,
    pub(crate) clause: Option<Spanned<String>>,
    pub(crate) hands: Option<Spanned<String>>,
    pub(crate) high: Option<Spanned<String>>,
    pub(crate) medium: Option<Spanned<String>>,
    pub(crate) low: Option<Spanned<String>>,
    pub(crate) prefer: Option<Spanned<String>>,
}

impl HouseWay {
    /// The way that a game ships, read under the game's own text; none where no hands are set.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn shipped(game: &dyn Game) -> Option<Result<Self, Vec<HouseWayError>>> {
        let (shape, way) = (game.shape()?, game.house_way()?);
        Some(crate::law::reading_under([game.law()], || Self::read(way, shape)))
    }

    /// Reads a way from a file of its own.
    ///
    /// # Errors
    /// Every fault found, in the order of the file.
    pub fn read(toml: &str, shape: Shape) -> Result<Self, Vec<HouseWayError>> {
        let written: HouseWayFile = toml::from_str(toml).map_err(|error| {
            vec![HouseWayError {
                fault: HouseWayFault::Shape(error.message().to_owned()),
                span: error.span().unwrap_or(0..0),
            }]
        })?;
        Self::from_written(&written, shape, 0..0)
    }

    /// Reads a way out of a larger file, in which it stands at `place`.
    ///
    /// # Errors
    /// Every fault found, in the order of the file.
    pub fn from_written(
        written: &HouseWayFile,
        shape: Shape,
        place: std::ops::Range<usize>,
    ) -> Result<Self, Vec<HouseWayError>> {
        let mut faults = Vec::new();
        match written.rules.len() {
            0 => faults.push(HouseWayError { fault: HouseWayFault::Empty, span: place }),
            many @ MOST_RULES.. if many > MOST_RULES => {
                faults.push(HouseWayError { fault: HouseWayFault::TooMany(many), span: place });
            }
            _ => {}
        }
        let rules = written.rules.iter().map(|rule| rule.read(shape, &mut faults)).collect();
        if faults.is_empty() { Ok(Self { name: written.name.clone(), rules }) } else { Err(faults) }
    }
}

impl HouseWayRuleEntry {
    fn read(&self, shape: Shape, faults: &mut Vec<HouseWayError>) -> HouseWayRule {
        let mut fault = |span: std::ops::Range<usize>, fault: HouseWayFault| faults.push(HouseWayError { fault, span });
        let mut pattern = |written: &Option<Spanned<String>>, hand: HandSlot| match written {
            None => HandPattern::Any,
            Some(phrase) if hand == HandSlot::Medium && shape.medium == 0 => {
                fault(phrase.span(), HouseWayFault::NoMedium);
                HandPattern::Any
            }
            Some(phrase) => HandPattern::read(phrase.get_ref(), hand).unwrap_or_else(|error| {
                fault(phrase.span(), error.into());
                HandPattern::Any
            }),
        };
        let (high, medium, low) = (
            pattern(&self.high, HandSlot::High),
            pattern(&self.medium, HandSlot::Medium),
            pattern(&self.low, HandSlot::Low),
        );
        let hands = self.hands.as_ref().map_or_else(Vec::new, |phrase| {
            Feature::read_list(phrase.get_ref()).unwrap_or_else(|error| {
                fault(phrase.span(), error.into());
                Vec::new()
            })
        });
        let prefer = self.prefer.as_ref().map_or([HandSlot::Low, HandSlot::Medium, HandSlot::High], |phrase| {
            read_order(phrase.get_ref()).unwrap_or_else(|| {
                fault(phrase.span(), HouseWayFault::Prefer(phrase.get_ref().chars().take(40).collect()));
                [HandSlot::Low, HandSlot::Medium, HandSlot::High]
            })
        });
        let clause = self.clause.as_ref().and_then(|citation| {
            let known = citation.get_ref().parse::<Clause>().ok();
            if known.is_some() {
                return known;
            }
            fault(citation.span(), HouseWayFault::Clause(citation.get_ref().chars().take(40).collect()));
            None
        });
        HouseWayRule { name: self.name.clone(), clause, hands, high, medium, low, prefer }
    }
}

/// Reads an order of hands; those left out follow in the order low, medium, high.
fn read_order(written: &str) -> Option<[HandSlot; 3]> {
    const ALL: [HandSlot; 3] = [HandSlot::Low, HandSlot::Medium, HandSlot::High];
    let mut order: Vec<HandSlot> = Vec::new();
    for word in written.split(',').map(str::trim) {
        let hand = ALL.into_iter().find(|hand| hand.name() == word)?;
        if order.contains(&hand) {
            return None;
        }
        order.push(hand);
    }
    order.extend(ALL.into_iter().filter(|hand| !order.contains(hand)).collect::<Vec<_>>());
    order.try_into().ok()
}
