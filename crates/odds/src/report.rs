//! What is told of a wager: the objects that `croupier odds --format json` prints and the PAR sheet is made from.
//!
//! Exact numbers are strings, since a reader of JSON may hold only 53 bits; money is whole cents. A field that does not
//! concern a wager is left out: a progressive has a fixed return and meters in place of an edge until a meter is given,
//! and only the main wager has outcomes.

use crate::distribution::Distribution;
use crate::fraction::{Fraction, PLACES};
use croupier_rules::{Cents, LegalText, WagerKind};
use serde::{Serialize, Serializer};

/// The figures of one text or submission.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The text.
    #[serde(serialize_with = "text_id")]
    pub text: LegalText,
    /// What the operator calls the submission, if one was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submission: Option<String>,
    /// The readings whose alternative was chosen: `R-23`.
    pub alternatives: Vec<String>,
    /// The wagers, one object for each letter of its paytables.
    pub wagers: Vec<WagerReport>,
}

/// The figures of one wager under one paytable.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WagerReport {
    /// Which wager.
    #[serde(serialize_with = "wager_name")]
    pub wager: WagerKind,
    /// The letter of the paytable; none where one is printed.
    pub paytable: Option<char>,
    /// Whether the paytable is the caller's own and not of the text.
    #[serde(skip_serializing_if = "is_false")]
    pub not_in_text: bool,
    /// Where the text prints the paytable or provides for the wager.
    pub clause: String,
    /// How many deals there are.
    #[serde(serialize_with = "as_string")]
    pub combinations: u128,
    /// The printed rows in their order.
    pub rows: Vec<RowReport>,
    /// What the house keeps per unit of the first wager; of a progressive only at the meters given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_edge: Option<Fraction>,
    /// How often the player is up.
    pub hit_frequency: Fraction,
    /// The variance of the player's result per unit, where there is an edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance: Option<Fraction>,
    /// Its square root, in decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_deviation: Option<String>,
    /// What a progressive returns apart from its meters, per unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_return: Option<Fraction>,
    /// The rows that pay a share of a meter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meters: Option<Vec<ShareReport>>,
    /// What follows from the meters' seeds and rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progressive: Option<ProgressiveReport>,
    /// What the draws that hang on the wager return, apart from it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<DrawReport>,
    /// What another player's hand earns, by schedule.
    pub envy: Vec<EnvyReport>,
    /// What only the main wager has.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub main: Option<MainReport>,
}

/// A printed row.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RowReport {
    /// The hand as printed.
    pub hand: String,
    /// How many deals it is paid for.
    #[serde(serialize_with = "as_string")]
    pub count: u128,
    /// What it is paid, as printed.
    pub pays: String,
}

/// A row that pays a share of a meter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShareReport {
    /// The meter.
    pub meter: String,
    /// The hand.
    pub hand: String,
    /// How many deals it is paid for.
    #[serde(serialize_with = "as_string")]
    pub count: u128,
    /// The share of the meter it is paid.
    pub share: Fraction,
}

/// What follows from the seeds and rates of a progressive wager's meters.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProgressiveReport {
    /// What is wagered.
    #[serde(serialize_with = "cents")]
    pub amount: Cents,
    /// The meters, each once.
    pub meters: Vec<MeterReport>,
    /// What the wager returns over many rounds, per unit.
    pub long_run_return: Fraction,
    /// What it returns with the meters as given, or else at their seeds, per unit.
    pub return_now: Fraction,
    /// The same wager on the dealer's hand, where it may be on that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_dealer: Option<OnDealerReport>,
}

/// The Five Card Hand Bonus Wager on the dealer's hand: § 657a.7(d)(5). Five cards are five cards, so its fixed rows
/// return what they return on the player's own hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OnDealerReport {
    /// What it returns apart from the meters, per unit.
    pub fixed_return: Fraction,
    /// What the shares of the meters as they stand add for a player alone. Of several who wagered on the dealer's hand
    /// each has an equal part of it (§ 657a.12(f)(2)).
    pub shares_undivided: Fraction,
}

/// A meter at the amount wagered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeterReport {
    /// Its name.
    pub meter: String,
    /// What it starts with.
    #[serde(serialize_with = "cents")]
    pub seed: Cents,
    /// What it starts again with after it was won.
    #[serde(serialize_with = "cents")]
    pub reseed: Cents,
    /// Percent of each wager that goes to it.
    pub primary: i64,
    /// Percent of each wager that goes to its reserve.
    pub reserve: i64,
    /// What stands on it: as given, or else its seed.
    #[serde(serialize_with = "cents")]
    pub now: Cents,
    /// What share of it one wager takes on the average.
    pub mean_share: Fraction,
    /// What must stand on it, in cents, for the wager to be even, the other meters being as they are now.
    /// None if no row pays a share of it.
    pub break_even: Option<Fraction>,
}

/// A draw that pays beside a wager: Magic Card and Lucky Bonus of § 657a.12(f)(3).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DrawReport {
    /// Which.
    pub draw: String,
    /// What it pays, as printed.
    pub pays: String,
    /// How often a draw hits the hand wagered on.
    pub hit_frequency: Fraction,
    /// In which part of the rounds there is a draw; none if no submission says.
    pub frequency: Option<Fraction>,
    /// What each draw returns per unit.
    #[serde(rename = "return_per_draw")]
    pub per_draw: Fraction,
    /// What it returns per unit at that frequency.
    #[serde(rename = "return", skip_serializing_if = "Option::is_none")]
    pub returns: Option<Fraction>,
}

/// An Envy Bonus schedule and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EnvyReport {
    /// The wager it is printed for.
    #[serde(serialize_with = "cents")]
    pub amount: Cents,
    /// Where it is printed.
    pub clause: String,
    /// Its rows.
    pub rows: Vec<EnvyRowReport>,
    /// What each other player at the table is worth in cents.
    pub cents_per_other_player: Fraction,
    /// The same per unit of the amount.
    pub value_per_other_player: Fraction,
}

/// A row of an Envy Bonus schedule.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EnvyRowReport {
    /// The hand another player holds.
    pub hand: String,
    /// How many of that player's hands earn it.
    #[serde(serialize_with = "as_string")]
    pub count: u128,
    /// What it earns.
    #[serde(serialize_with = "cents")]
    pub sum: Cents,
}

/// How the player plays the main game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MainStrategy {
    /// Every choice is the best one.
    Optimal,
    /// Hands are set as the dealer would.
    HouseWay,
}

impl MainStrategy {
    /// The name it is written by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::HouseWay => "house-way",
        }
    }
}

/// What only the main wager has.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MainReport {
    /// How the player plays.
    pub strategy: MainStrategy,
    /// What is put down on the average, in units of the first wager.
    pub average_wager: Fraction,
    /// What the house keeps per unit put down.
    pub element_of_risk: Fraction,
    /// How it ends.
    pub outcomes: Vec<OutcomeReport>,
}

/// An outcome of the main wager.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OutcomeReport {
    /// What happened.
    pub outcome: String,
    /// How many deals end so.
    #[serde(serialize_with = "as_string")]
    pub count: u128,
    /// What the player is up, per unit of the first wager.
    pub net: Fraction,
    /// What the player has put down, in units of the first wager.
    pub wagered: Fraction,
}

impl WagerReport {
    /// Of a wager that contests the dealer: the main wager, or the Double Down.
    pub fn contest(wager: WagerKind, clause: String, comes_to: &Distribution, strategy: MainStrategy) -> Self {
        let outcomes = comes_to.outcomes.iter().map(|outcome| OutcomeReport {
            outcome: outcome.name.to_string(),
            count: outcome.count,
            net: outcome.net,
            wagered: outcome.wagered,
        });
        let main = MainReport {
            strategy,
            average_wager: comes_to.average_wager(),
            element_of_risk: comes_to.element_of_risk(),
            outcomes: outcomes.collect(),
        };
        Self { main: Some(main), ..Self::of(wager, None, clause, comes_to) }
    }

    /// The figures that every distribution has.
    pub fn of(wager: WagerKind, paytable: Option<char>, clause: String, comes_to: &Distribution) -> Self {
        let variance = comes_to.variance();
        Self {
            house_edge: Some(comes_to.house_edge()),
            variance: Some(variance),
            standard_deviation: Some(variance.sqrt_decimal(PLACES as u32)),
            ..Self::without_edge(wager, paytable, clause, comes_to)
        }
    }

    /// The figures of a wager whose edge depends on meters that nobody has told.
    pub(crate) fn without_edge(
        wager: WagerKind,
        paytable: Option<char>,
        clause: String,
        comes_to: &Distribution,
    ) -> Self {
        Self {
            wager,
            paytable,
            not_in_text: false,
            clause,
            combinations: comes_to.combinations(),
            rows: Vec::new(),
            house_edge: None,
            hit_frequency: comes_to.hit_frequency(),
            variance: None,
            standard_deviation: None,
            fixed_return: None,
            meters: None,
            progressive: None,
            draws: Vec::new(),
            envy: Vec::new(),
            main: None,
        }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn text_id<S: Serializer>(text: &LegalText, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text.id())
}

fn wager_name<S: Serializer>(wager: &WagerKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(wager.name())
}

pub(crate) fn as_string<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

fn cents<S: Serializer>(sum: &Cents, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(sum.0)
}
