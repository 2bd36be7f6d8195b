//! The odds of a submission as the API answers them. The house does not compute them; this is what it expects of
//! whoever does, so that the document describes the answer and nothing undescribed goes out.
//!
//! Exact numbers are strings, since a reader of JSON may hold only 53 bits; money is whole cents. A field that does not
//! concern a wager is left out.

use croupier_rules::Cents;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The odds of a rules submission.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsReport {
    /// The regulation.
    pub text: String,
    /// What the operator calls the submission.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submission: Option<String>,
    /// The readings whose alternative was chosen: `R-23`.
    pub alternatives: Vec<String>,
    /// The wagers.
    pub wagers: Vec<WagerOdds>,
    /// What was not computed.
    pub skipped: Vec<SkippedWager>,
}

/// A wager that was not computed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SkippedWager {
    /// Which wager.
    pub wager: String,
    /// Why not.
    pub why: String,
}

/// An exact fraction in lowest terms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExactFraction {
    /// The numerator.
    #[schema(pattern = "^-?[0-9]+$")]
    pub num: String,
    /// The denominator.
    #[schema(pattern = "^[0-9]+$")]
    pub den: String,
    /// Its value in decimal, rounded.
    pub decimal: String,
}

/// The odds of one wager under one paytable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerOdds {
    /// Which wager.
    pub wager: String,
    /// The letter of the paytable; null where the regulation prints only one.
    #[schema(required)]
    pub paytable: Option<String>,
    /// Whether the paytable is not one of the regulation's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_in_text: bool,
    /// Where the regulation prints the paytable or provides for the wager.
    pub clause: String,
    /// How many deals there are.
    #[schema(pattern = "^[0-9]+$")]
    pub combinations: String,
    /// The printed rows in their order.
    pub rows: Vec<PayRowOdds>,
    /// What the house keeps per unit of the first wager; of a progressive only where its meters are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub house_edge: Option<ExactFraction>,
    /// How often the player is up.
    pub hit_frequency: ExactFraction,
    /// The variance of the player's result per unit, where there is an edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub variance: Option<ExactFraction>,
    /// Its square root, in decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub standard_deviation: Option<String>,
    /// What a progressive returns apart from its meters, per unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fixed_return: Option<ExactFraction>,
    /// The rows that pay a share of a meter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub meters: Option<Vec<MeterShareOdds>>,
    /// What follows from the meters' seeds and rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub progressive: Option<ProgressiveOdds>,
    /// What the draws that hang on the wager return, apart from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<DrawOdds>,
    /// What another player's hand earns, by schedule.
    pub envy: Vec<EnvyOdds>,
    /// How the player of the main wager plays: `optimal` or `house-way`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub strategy: Option<String>,
    /// What the player of the main wager puts down on the average, in units of the first wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub average_wager: Option<ExactFraction>,
    /// What the house keeps of the main game per unit put down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub element_of_risk: Option<ExactFraction>,
    /// How the main game ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub outcomes: Option<Vec<WagerOutcome>>,
}

/// A printed row of a paytable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PayRowOdds {
    /// The hand as printed.
    pub hand: String,
    /// How many deals it is paid for.
    #[schema(pattern = "^[0-9]+$")]
    pub count: String,
    /// What it is paid, as printed.
    pub pays: String,
}

/// A row that pays a share of a meter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MeterShareOdds {
    /// The meter.
    pub meter: String,
    /// The hand.
    pub hand: String,
    /// How many deals it is paid for.
    #[schema(pattern = "^[0-9]+$")]
    pub count: String,
    /// The share of the meter it is paid.
    pub share: ExactFraction,
}

/// What follows from the seeds and rates of a progressive wager's meters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgressiveOdds {
    /// What is wagered.
    pub amount: Cents,
    /// The meters, each once.
    pub meters: Vec<MeterOdds>,
    /// What the wager returns over many rounds, per unit.
    pub long_run_return: ExactFraction,
    /// What it returns with the meters at their seeds, per unit.
    pub return_now: ExactFraction,
    /// The same wager on the dealer's hand, where it may be on that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub on_dealer: Option<DealerHandOdds>,
}

/// The odds of a progressive wager on the dealer's hand (§ 657a.7(d)(5)).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealerHandOdds {
    /// What it returns apart from the meters, per unit.
    pub fixed_return: ExactFraction,
    /// What the shares of the meters add for a player alone; several who wagered on it divide it (§ 657a.12(f)(2)).
    pub shares_undivided: ExactFraction,
}

/// A meter at the amount wagered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MeterOdds {
    /// Its name.
    pub meter: String,
    /// What it starts with.
    pub seed: Cents,
    /// What it starts again with after it was won.
    pub reseed: Cents,
    /// Percent of each wager that goes to it.
    pub primary: i64,
    /// Percent of each wager that goes to its reserve.
    pub reserve: i64,
    /// What stands on it.
    pub now: Cents,
    /// What share of it one wager takes on the average.
    pub mean_share: ExactFraction,
    /// What must stand on it, in cents, for the wager to be even; null if no row pays a share of it.
    #[schema(required)]
    pub break_even: Option<ExactFraction>,
}

/// A draw that pays beside a wager (§ 657a.12(f)(3)).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawOdds {
    /// Which.
    pub draw: String,
    /// What it pays, as printed.
    pub pays: String,
    /// How often a draw hits the hand wagered on.
    pub hit_frequency: ExactFraction,
    /// In which part of the rounds there is a draw; null if no submission says.
    #[schema(required)]
    pub frequency: Option<ExactFraction>,
    /// What each draw returns per unit.
    pub return_per_draw: ExactFraction,
    /// What it returns per unit at that frequency.
    #[serde(rename = "return", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub returns: Option<ExactFraction>,
}

/// An Envy Bonus schedule and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnvyOdds {
    /// The wager it is printed for.
    pub amount: Cents,
    /// Where it is printed.
    pub clause: String,
    /// Its rows.
    pub rows: Vec<EnvyRowOdds>,
    /// What each other player at the table is worth in cents.
    pub cents_per_other_player: ExactFraction,
    /// The same per unit of the amount.
    pub value_per_other_player: ExactFraction,
}

/// A row of an Envy Bonus schedule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnvyRowOdds {
    /// The hand another player holds.
    pub hand: String,
    /// How many of that player's hands earn it.
    #[schema(pattern = "^[0-9]+$")]
    pub count: String,
    /// What it earns.
    pub sum: Cents,
}

/// An outcome of the main game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerOutcome {
    /// What happened.
    pub outcome: String,
    /// How many deals end so.
    #[schema(pattern = "^[0-9]+$")]
    pub count: String,
    /// What the player is up, per unit of the first wager.
    pub net: ExactFraction,
    /// What the player has put down, in units of the first wager.
    pub wagered: ExactFraction,
}
