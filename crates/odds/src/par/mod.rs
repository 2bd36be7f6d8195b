//! The PAR sheet of a submission: what a gaming laboratory wants to know of a table before it opens.
//!
//! [`ParSheet`] gathers the exact figures of every wager offered, the most that can be paid in one round, and what the
//! table wins under stated assumptions. [`page`] lays it out once; [`html`] and [`pdf`] only print that page,
//! [`csv`] and JSON the sheet itself. Note: a sheet can be made again bit for bit. It knows
//! no clock; figures are decimals of exact fractions; and what rests on assumptions is computed with `+ - * / sqrt`
//! alone, whose last bit IEEE 754 fixes on every machine.

mod assumptions;
mod csv;
mod exposure;
mod figures;
mod html;
mod page;
mod pdf;
mod plot;
mod readings;
mod session;
mod wager;

pub use assumptions::{AssumptionError, Assumptions, WagerShare};
pub use csv::csv;
pub use exposure::{Exposure, WagerExposure};
pub use html::html;
pub use page::{Block, Column, Fact, ParPage, ParTable, Section, page};
pub use pdf::pdf;
pub use plot::{Plot, PlotBar};
pub use readings::ReadingChoice;
pub use session::{ExpectedWin, SessionForecast, WagerWin};
pub use wager::{Interval, ResultSheet, StakeSheet, WagerPar};

use crate::report::WagerReport;
use croupier_rules::submission::HouseRules;
use croupier_rules::{Cents, game};
use serde::Serialize;

/// What tells this sheet from one made by other rules or by another program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hashes {
    /// Of the code that knows the rules.
    pub rules: String,
    /// Of the code that computes the odds, the rules included.
    pub odds: String,
    /// Of the submission, byte by byte (SHA-256).
    pub submission: String,
}

/// The PAR sheet of one submission.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ParSheet {
    /// What the operator calls the submission.
    pub submission: String,
    /// The id of the text.
    pub text: &'static str,
    /// What its game is called.
    pub game: &'static str,
    /// Where the text is found.
    pub source: &'static str,
    /// The day the submission takes effect.
    pub effective: String,
    /// What this sheet was made from.
    pub hashes: Hashes,
    /// What the submission chooses, apart from its wagers.
    pub options: Vec<Fact>,
    /// The doubtful readings that may be switched, and the side taken.
    pub readings: Vec<ReadingChoice>,
    /// The wagers offered.
    pub wagers: Vec<WagerPar>,
    /// The most that can be paid in one round.
    pub exposure: Exposure,
    /// How the dealer sets the hands; empty where no hands are set.
    pub house_way: Vec<String>,
    /// What the table wins under the assumptions.
    pub session: SessionForecast,
}

impl ParSheet {
    /// The sheet of a submission, from the reports of the wagers it offers.
    ///
    /// # Errors
    /// If something is assumed that the submission does not allow.
    pub fn new(
        rules: &HouseRules,
        reports: Vec<WagerReport>,
        hashes: Hashes,
        assumed: &Assumptions,
    ) -> Result<Self, AssumptionError> {
        assumed.check(rules)?;
        let wagers: Vec<WagerPar> = reports.into_iter().map(|report| WagerPar::new(rules, report)).collect();
        let exposure = Exposure::new(rules, &wagers);
        let session = SessionForecast::new(rules, &wagers, assumed);
        Ok(Self {
            submission: rules.name.chars().filter(|letter| !letter.is_control()).collect(),
            text: rules.text.id(),
            game: game(rules.text).title(),
            source: &rules.text.law().source,
            effective: rules.effective.to_string(),
            hashes,
            options: options(rules),
            readings: readings::reading_choices(rules),
            wagers,
            exposure,
            house_way: house_way(rules),
            session,
        })
    }
}

/// What the submission chooses apart from its wagers, in the words it uses.
fn options(rules: &HouseRules) -> Vec<Fact> {
    let game = game(rules.text);
    let cards = game.deck().len();
    let joker = if game.deck().has_joker() { ", a joker among them" } else { "" };
    let mut options = vec![
        Fact::new("deck", format!("{cards} cards{joker}")),
        Fact::new("decks in use", rules.cards.decks.to_string()),
        Fact::new("shuffle", rules.shuffle.method.word()),
        Fact::new("deal", rules.deal.word()),
    ];
    options.extend(rules.start.map(|start| Fact::new("start", start.method.word())));
    options.push(Fact::new("betting positions", rules.positions.to_string()));
    options.push(Fact::new("adjacent areas for one player", rules.adjacent_areas.to_string()));
    if game.choose_option(Default::default(), "ace-low", "lowest").is_ok() {
        let side = |lowest: bool| if lowest { "lowest" } else { "order of the text" };
        options.push(Fact::new("A-2-3-4 suited", side(rules.choices.ace_low_straight_flush_lowest)));
        options.push(Fact::new("A-2-3-4", side(rules.choices.ace_low_straight_lowest)));
    }
    options.extend(rules.payout_limit.map(|limit: Cents| Fact::new("payout limit", limit.to_string())));
    options
}

fn house_way(rules: &HouseRules) -> Vec<String> {
    let Some(way) = &rules.house_way else { return Vec::new() };
    let rule = |rule: &croupier_rules::house_way::HouseWayRule| match rule.clause {
        Some(clause) => format!("{} ({clause})", rule.name),
        None => rule.name.clone(),
    };
    way.rules.iter().map(rule).collect()
}
