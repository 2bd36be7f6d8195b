//! The clauses of the texts: a summary of each in our own words, and how the program honours it.
//!
//! The rows are data in this crate's `law/`, one file to a text, and so are the readings of doubtful places.

use crate::clause::Clause;
use crate::embedded;
use crate::legal_text::LegalText;
use crate::reading::ReadingId;
use crate::wager::{UnknownWager, WagerKind};
use serde::Deserialize;
use std::cell::RefCell;
use std::str::FromStr;
use std::sync::LazyLock;

/// How a clause is honoured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Coverage {
    /// Code refuses or computes it.
    Enforced,
    /// A step or fact the journal shows.
    Recorded,
    /// A paytable, ranking or option.
    Data,
    /// A physical thing, listed on the table's opening checklist.
    Furniture,
    /// What a word means.
    Definition,
    /// What only later work can honour.
    Planned,
}

impl Coverage {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Enforced, Self::Recorded, Self::Data, Self::Furniture, Self::Definition, Self::Planned];

    /// In one lower-case word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Recorded => "recorded",
            Self::Data => "data",
            Self::Furniture => "furniture",
            Self::Definition => "definition",
            Self::Planned => "planned",
        }
    }
}

/// One clause.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseRow {
    /// Its id, as the clause list spells it.
    pub id: String,
    /// What it asks, in our own words.
    pub summary: String,
    /// How it is honoured.
    pub honoured: Coverage,
    /// How a planned one will be.
    #[serde(rename = "as")]
    pub planned_as: Option<Coverage>,
    /// Whether the opening checklist shows it although code refuses or records it too: a program never sees the thing.
    #[serde(default)]
    pub checklist: bool,
    /// What a table has that furniture is wanted for: any of these; if none is named, every table wants it.
    #[serde(default)]
    pub with: Vec<Equipment>,
}

/// What one table has and another does without, by its submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
#[non_exhaustive]
pub enum Equipment {
    /// Dice, and a shaker for them.
    Dice,
    /// A second deck.
    TwoDecks,
    /// A manual dealing shoe.
    ManualShoe,
    /// A deal from the hand.
    HandDeal,
    /// A cut: no device shuffles the cards.
    Cut,
    /// A sign that tells rules of play.
    RulesOnASign,
    /// A payout limit.
    PayoutLimit,
    /// A wager that is offered.
    Offers(WagerKind),
}

impl TryFrom<String> for Equipment {
    type Error = UnknownWager;

    fn try_from(word: String) -> Result<Self, UnknownWager> {
        Ok(match word.as_str() {
            "dice" => Self::Dice,
            "two-decks" => Self::TwoDecks,
            "manual-shoe" => Self::ManualShoe,
            "hand-deal" => Self::HandDeal,
            "cut" => Self::Cut,
            "rules-on-a-sign" => Self::RulesOnASign,
            "payout-limit" => Self::PayoutLimit,
            wager => Self::Offers(wager.parse()?),
        })
    }
}

/// One text of law.
#[derive(Clone, PartialEq, Debug)]
pub struct Law {
    /// Which text.
    pub text: LegalText,
    /// What its game is called.
    pub title: String,
    /// Where it is found.
    pub source: String,
    /// The first day it holds, as `YYYY-MM-DD`, if the text says.
    pub effective: Option<Date>,
    /// The last day it holds, if the text says.
    pub expires: Option<Date>,
    /// Its amendments, the earliest first, as the notes at the ends of its sections give them.
    pub amendments: Vec<Amendment>,
    /// Its clauses in order.
    pub clauses: Vec<ClauseRow>,
}

/// A change of a text after it came into force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amendment {
    /// The first day it holds.
    pub effective: Date,
    /// Where it was published.
    pub source: String,
    /// The sections it changed.
    pub sections: Vec<u8>,
}

impl std::fmt::Display for Amendment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sections: Vec<String> = self.sections.iter().map(u8::to_string).collect();
        let word = if sections.len() == 1 { "section" } else { "sections" };
        write!(f, "{word} {} from {} ({})", sections.join(", "), self.effective, self.source)
    }
}

/// A calendar day; comparison is by time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: u8,
}

impl From<toml::value::Date> for Date {
    fn from(date: toml::value::Date) -> Self {
        Self { year: date.year, month: date.month, day: date.day }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A doubt in the texts and the side taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its number.
    pub id: ReadingId,
    /// The clauses it concerns, as citations.
    pub clauses: Vec<String>,
    /// The doubt.
    pub doubt: String,
    /// How it is read.
    pub reading: String,
    /// How else it could be read.
    pub alternative: Option<String>,
    /// Whether a submission may choose the alternative.
    pub switch: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LawFile {
    text: String,
    title: String,
    source: String,
    effective: Option<toml::value::Datetime>,
    expires: Option<toml::value::Datetime>,
    #[serde(default)]
    amendments: Vec<AmendmentEntry>,
    clauses: Vec<ClauseRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AmendmentEntry {
    effective: toml::value::Datetime,
    source: String,
    sections: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadingsFile {
    reading: Vec<ReadingEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadingEntry {
    id: String,
    clauses: Vec<String>,
    doubt: String,
    reading: String,
    alternative: Option<String>,
    #[serde(default)]
    switch: bool,
}

impl Law {
    /// Reads a text's law file.
    ///
    /// # Panics
    /// If that file, which is part of the program, cannot be read or is another text's; a test reads every one.
    pub fn read(toml: &str, text: LegalText) -> Self {
        let written: LawFile = toml::from_str(toml).expect("law files are part of the program");
        assert_eq!(written.text, text.id(), "a law file names its text");
        let day = |date: Option<toml::value::Datetime>| date.and_then(|date| date.date).map(Date::from);
        Self {
            text,
            title: written.title,
            source: written.source,
            effective: day(written.effective),
            expires: day(written.expires),
            amendments: written.amendments.into_iter().map(Amendment::read).collect(),
            clauses: written.clauses,
        }
    }

    /// Whether a citation names a clause, a section, a chapter or a definition of this text.
    pub fn has(&self, citation: &str) -> bool {
        self.text.cited(citation).is_some_and(|id| self.clauses.iter().any(|row| names(id, &row.id)))
    }
}

impl Amendment {
    fn read(written: AmendmentEntry) -> Self {
        let day = written.effective.date.expect("an amendment of a law file has its day");
        Self { effective: day.into(), source: written.source, sections: written.sections }
    }
}

static LAWS: LazyLock<Vec<Law>> = LazyLock::new(|| {
    let read = |(text, (_, file))| Law::read(file, text);
    LegalText::ALL.into_iter().zip(embedded::LAW).map(read).collect()
});

thread_local! {
    /// The laws under which this thread reads data at the moment, beside the shipped ones.
    static SCOPE: RefCell<Vec<&'static Law>> = const { RefCell::new(Vec::new()) };
}

/// Reads data whose citations may be of these laws beside the shipped ones: a citation in a journal or a house way is
/// nothing but words, and only the caller knows which texts there are. Holds on this thread until `read` returns.
pub fn reading_under<T>(laws: impl IntoIterator<Item = &'static Law>, read: impl FnOnce() -> T) -> T {
    /// Leaves the scope, whether the reading ends or panics.
    struct Leave(usize);
    impl Drop for Leave {
        fn drop(&mut self) {
            SCOPE.with_borrow_mut(|scope| scope.truncate(self.0));
        }
    }
    let _leave = SCOPE.with_borrow_mut(|scope| {
        let before = scope.len();
        scope.extend(laws);
        Leave(before)
    });
    read()
}

/// Whether a citation is of a text under which this thread reads at the moment.
fn resolves_in_scope(citation: &str) -> bool {
    SCOPE.with_borrow(|laws| laws.iter().any(|law| law.has(citation)))
}

static READINGS: LazyLock<Vec<Reading>> = LazyLock::new(|| {
    let [(_, file)] = embedded::READINGS;
    let written: ReadingsFile = toml::from_str(file).expect("readings.toml is part of the program");
    let read = |written: ReadingEntry| Reading {
        id: written.id.parse().expect("readings are numbered"),
        clauses: written.clauses,
        doubt: written.doubt,
        reading: written.reading,
        alternative: written.alternative,
        switch: written.switch,
    };
    written.reading.into_iter().map(read).collect()
});

/// The texts of law that are shipped.
pub fn laws() -> &'static [Law] {
    &LAWS
}

/// The law of a text that is shipped.
///
/// # Panics
/// If it is not; a test asks for each.
pub(crate) fn shipped(text: LegalText) -> &'static Law {
    LAWS.iter().find(|law| law.text == text).expect("every text has its file")
}

/// All readings, by number.
pub fn readings() -> &'static [Reading] {
    &READINGS
}

/// Whether a citation names a clause, a section, a chapter or a definition of a shipped text;
/// [`Registry::resolves`](crate::Registry::resolves) asks more texts.
///
/// `659a.1` names section 1 and not section 11, and `657a.1 "Lucky Bonus"` a definition that the list splits in two.
pub fn resolves(citation: &str) -> bool {
    laws().iter().any(|law| law.has(citation))
}

/// Whether `id` is `clause` or something it is part of.
pub fn names(id: &str, clause: &str) -> bool {
    let begins = |id: &str| clause.strip_prefix(id).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    begins(id)
        || id.strip_suffix('"').is_some_and(|open| clause.starts_with(open) && clause[open.len()..].starts_with(" ("))
}
/// A clause read from outside must exist: in a shipped text, or in one under which it is read ([`reading_under`]). Each
/// is kept for as long as the program runs.
impl FromStr for Clause {
    type Err = ParseClauseError;

    fn from_str(citation: &str) -> Result<Self, ParseClauseError> {
        Self::find_shipped(citation)
            .or_else(|| resolves(citation).then(|| Self::keep(citation, true)))
            .or_else(|| resolves_in_scope(citation).then(|| Self::keep(citation, false)))
            .ok_or_else(|| ParseClauseError(citation.chars().take(40).collect()))
    }
}

/// A citation that names no clause.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown clause `{0}`")]
pub struct ParseClauseError(pub String);
