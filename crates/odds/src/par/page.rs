//! The sheet laid out once for people: sections of facts, tables, notes and plots, every figure written out.
//!
//! The HTML and the PDF print the same page, so they cannot differ in what they say.

use super::ParSheet;
use super::figures::{dollars, one_in, percent};
use super::plot::{self, Plot};
use super::wager::WagerPar;
use crate::fraction::{Fraction, shortened};
use crate::report::{EnvyReport, MainStrategy};
use croupier_rules::thousands;
use serde::Serialize;
use std::cmp::Ordering;

/// The sheet as it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParPage {
    /// What the operator calls the submission.
    pub title: String,
    /// The game and its text.
    pub subtitle: String,
    /// The day it takes effect.
    pub effective: String,
    /// Where it comes from, for the foot of each page.
    pub mark: String,
    /// The sections.
    pub sections: Vec<Section>,
}

/// A headed part of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What links name it by.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// Something in a section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Block {
    /// Names and values.
    Facts(Vec<Fact>),
    /// A table.
    Table(ParTable),
    /// A paragraph.
    Note(String),
    /// A numbered list.
    List(Vec<String>),
    /// Plots, side by side where there is room.
    Plots(Vec<Plot>),
}

/// A name and a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

impl Fact {
    /// A name and a value.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParTable {
    /// What it shows.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, a cell for each column.
    pub rows: Vec<Vec<String>>,
    /// The sum below it; empty if there is none.
    pub total: Vec<String>,
}

/// The head of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// What stands in it.
    pub name: String,
    /// Whether it holds figures, which stand at the right.
    pub figures: bool,
}

fn table(caption: &str, columns: &[&str], rows: Vec<Vec<String>>, total: Vec<String>) -> Block {
    // The first column says what the others count; a name in brackets holds words as well.
    let column = |(place, name): (usize, &&str)| {
        let words = place == 0 || name.starts_with('[');
        Column { name: name.trim_matches(['[', ']']).to_owned(), figures: !words }
    };
    Block::Table(ParTable {
        caption: caption.to_owned(),
        columns: columns.iter().enumerate().map(column).collect(),
        rows,
        total,
    })
}

/// Lays a sheet out.
pub fn page(sheet: &ParSheet) -> ParPage {
    let mut sections = vec![summary(sheet)];
    sections.extend(sheet.wagers.iter().map(|told| wager(told, sheet.session.seats)));
    sections.push(exposure(sheet));
    sections.extend(strategy(sheet));
    sections.push(session(sheet));
    sections.push(rules(sheet));
    sections.push(method(sheet));
    ParPage {
        title: sheet.submission.clone(),
        subtitle: format!("{} · {} ({})", sheet.game, sheet.source, sheet.text),
        effective: sheet.effective.clone(),
        mark: format!("submission {}", short(&sheet.hashes.submission)),
        sections,
    }
}

/// The beginning of a hash, enough to tell it by.
fn short(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}

fn section(id: &str, title: &str, blocks: Vec<Block>) -> Section {
    Section { id: id.to_owned(), title: title.to_owned(), blocks }
}

fn summary(sheet: &ParSheet) -> Section {
    let rows = sheet.wagers.iter().map(|wager| {
        let exposed = sheet.exposure.wagers.iter().find(|exposed| exposed.wager == wager.report.wager.name());
        vec![
            named(wager),
            stakes(wager),
            percent(wager.long_run_edge),
            percent(wager.report.hit_frequency),
            shortened(&wager.round_deviation, 4),
            exposed.map_or("–".to_owned(), |exposed| dollars(exposed.paid)),
        ]
    });
    let columns = ["Wager", "[Stakes]", "House edge", "Hit frequency", "Deviation", "Highest payout"];
    let facts = vec![
        Fact::new("Effective", sheet.effective.clone()),
        Fact::new("Theoretical win", format!("{} an hour", dollars(sheet.session.win_per_hour.into()))),
        Fact::new("Highest payout of a table in a round", dollars(sheet.exposure.table)),
        Fact::new("Submission", format!("{}…", short(&sheet.hashes.submission))),
    ];
    let mut blocks = vec![Block::Facts(facts), table("The wagers of this table", &columns, rows.collect(), Vec::new())];
    if sheet.wagers.len() > 1 {
        blocks.push(Block::Plots(vec![plot::edges(&sheet.wagers)]));
    }
    blocks.push(Block::Note(
        "The edge is what the house keeps of the first stake in the long run; for a progressive it includes seeds, \
            rates and draws, but not envy. The hit frequency is how often the player wins. The deviation is that of \
            one round, per unit of the first stake."
            .to_owned(),
    ));
    if !sheet.wagers.iter().any(WagerPar::is_contest) {
        let left_out = "This sheet does not include the main game, so its win and exposure are not included either.";
        blocks.push(Block::Note(left_out.to_owned()));
    }
    section("summary", "Summary", blocks)
}

fn named(wager: &WagerPar) -> String {
    match wager.report.paytable {
        Some(letter) => format!("{}, paytable {letter}", wager.title),
        None => wager.title.clone(),
    }
}

fn stakes(wager: &WagerPar) -> String {
    let stake = &wager.stake;
    let (least, most) = (dollars(stake.minimum.into()), dollars(stake.maximum.into()));
    if least == most { least } else { format!("{least} to {most}") }
}

fn wager(wager: &WagerPar, seats: u8) -> Section {
    let mut blocks = vec![Block::Facts(wager_facts(wager)), results(wager)];
    blocks.push(Block::Plots(vec![plot::frequencies(wager), plot::returns(wager)]));
    blocks.extend(progressive(wager));
    blocks.extend(draws(wager));
    blocks.extend(envy(wager, seats));
    let rows = wager.intervals.iter().map(|interval| {
        vec![
            thousands(interval.rounds),
            format!("{} %", interval.low_percent).replace('-', "−"),
            format!("{} %", interval.high_percent).replace('-', "−"),
        ]
    });
    blocks.push(table(
        "What the house keeps per unit of the first stake, with 90 % confidence",
        &["Rounds", "At least", "At most"],
        rows.collect(),
        Vec::new(),
    ));
    section(wager.report.wager.name(), &named(wager), blocks)
}

fn wager_facts(wager: &WagerPar) -> Vec<Fact> {
    let report = &wager.report;
    let mut facts = vec![Fact::new("Clause", report.clause.clone()), Fact::new("Stakes", stakes(wager))];
    if !wager.together_with.is_empty() {
        facts.push(Fact::new("Together with", wager.together_with.join(", ")));
    }
    facts.extend(wager.stake.increment.map(|step| Fact::new("In steps of", dollars(step.into()))));
    facts.push(Fact::new("Combinations", thousands(report.combinations)));
    if let Some(edge) = report.house_edge {
        facts.push(Fact::new("House edge", format!("{} of the first stake", percent(edge))));
    }
    if let Some(main) = &report.main {
        let played = match main.strategy {
            MainStrategy::Optimal => "by best play",
            MainStrategy::HouseWay => "by the house way",
        };
        facts.push(Fact::new("Played", played));
        facts.push(Fact::new("Average stake", format!("{} units", main.average_wager.decimal(6))));
        facts.push(Fact::new("Element of risk", percent(main.element_of_risk)));
    }
    if let Some(fixed) = report.fixed_return {
        facts.push(Fact::new("Fixed return", percent(fixed)));
        facts.push(Fact::new("Long-run edge", percent(wager.long_run_edge)));
    }
    facts.push(Fact::new(
        "Hit frequency",
        format!("{}, {}", percent(report.hit_frequency), one_in(report.hit_frequency)),
    ));
    facts.push(Fact::new("Variance", wager.round_variance.decimal(6)));
    facts.push(Fact::new("Standard deviation", shortened(&wager.round_deviation, 6)));
    facts
}

fn results(wager: &WagerPar) -> Block {
    if wager.is_contest() {
        return outcomes(wager);
    }
    let rows = wager.results.iter().map(|result| {
        vec![
            result.result.clone(),
            result.pays.clone().unwrap_or_else(|| "loses".to_owned()),
            thousands(result.count),
            result.probability.decimal(10),
            percent(result.returns),
        ]
    });
    let returned: Fraction = wager.results.iter().map(|result| result.returns).sum();
    let caption = match &wager.report.progressive {
        Some(_) => "Every hand and its payout, with the meters at their seeds",
        None => "Every hand and its payout",
    };
    let columns = ["Result", "Pays", "Combinations", "Probability", "Return"];
    let total = ["total", "", &thousands(wager.report.combinations), &Fraction::ONE.decimal(10), &percent(returned)];
    table(caption, &columns, rows.collect(), total.map(str::to_owned).to_vec())
}

fn outcomes(wager: &WagerPar) -> Block {
    let rows = wager.results.iter().map(|result| {
        vec![
            result.result.clone(),
            units(result.wagered),
            signed(result.net),
            thousands(result.count),
            result.probability.decimal(10),
            percent(result.net * result.probability),
        ]
    });
    let result: Fraction = wager.results.iter().map(|result| result.net * result.probability).sum();
    let columns = ["Outcome", "Staked", "Player's result", "Combinations", "Probability", "Contribution"];
    let combinations = thousands(wager.report.combinations);
    let total = ["total", "", "", &combinations, &Fraction::ONE.decimal(10), &percent(result)];
    let caption = "Every outcome and the player's result, in units of the first stake";
    table(caption, &columns, rows.collect(), total.map(str::to_owned).to_vec())
}

/// A number of units, with decimals where it is no whole number.
fn units(number: Fraction) -> String {
    let decimals = number.decimal(if number.den() == 1 { 0 } else { 4 });
    if decimals.contains('.') { decimals.trim_end_matches('0').to_owned() } else { decimals }
}

/// `+3`, `0`, `−1`, `+5.5`.
pub(super) fn signed(net: Fraction) -> String {
    let (sign, size) = match net.cmp(&Fraction::ZERO) {
        Ordering::Less => ("−", -net),
        Ordering::Equal => ("", net),
        Ordering::Greater => ("+", net),
    };
    format!("{sign}{}", units(size))
}

fn progressive(wager: &WagerPar) -> Vec<Block> {
    let Some(progressive) = &wager.report.progressive else { return Vec::new() };
    let cents = |sum: i64| dollars(sum.into());
    let rows = progressive.meters.iter().map(|meter| {
        let even = meter.break_even.map(|even| even.num().div_euclid(even.den()));
        vec![
            meter.meter.clone(),
            cents(meter.seed.0),
            cents(meter.reseed.0),
            format!("{} %", meter.primary),
            format!("{} %", meter.reserve),
            percent_of(meter.mean_share),
            even.map_or("–".to_owned(), |even| if even < 0 { "always".to_owned() } else { dollars(even) }),
        ]
    });
    let columns = ["Meter", "Seed", "Reseed", "Rate", "To reserve", "Mean share", "Break-even"];
    let meters =
        table(&format!("Meters for a wager of {}", cents(progressive.amount.0)), &columns, rows.collect(), Vec::new());
    let mut notes = format!(
        "With the meters at their seeds the wager returns {}; in the long run, with contributions, reserves and \
            reseeds, {}. A player breaks even when a meter is at its break-even value and the others are at their \
            seeds.",
        percent(progressive.return_now),
        percent(progressive.long_run_return),
    );
    if progressive.on_dealer.is_some() {
        notes.push_str(
            " A share for the dealer's hand is divided among all players who wagered on it; the figures assume a \
                single player.",
        );
    }
    vec![meters, Block::Note(notes)]
}

/// A small part, with enough decimals to tell it from nothing.
fn percent_of(part: Fraction) -> String {
    part.percent(8)
}

fn draws(wager: &WagerPar) -> Option<Block> {
    let rows: Vec<_> = wager
        .report
        .draws
        .iter()
        .map(|draw| {
            let none = || "not stated".to_owned();
            vec![
                draw.draw.clone(),
                draw.pays.clone(),
                percent(draw.hit_frequency),
                draw.frequency.map_or_else(none, |often| format!("{} of the rounds", percent(often))),
                percent(draw.per_draw),
                draw.returns.map_or_else(none, percent),
            ]
        })
        .collect();
    let columns = ["Draw", "Pays", "Hits", "Frequency", "Return per draw", "Return"];
    (!rows.is_empty()).then(|| table("Draws of the wager", &columns, rows, Vec::new()))
}

fn envy(wager: &WagerPar, seats: u8) -> Vec<Block> {
    wager.report.envy.iter().flat_map(|envy| schedule(wager, envy, seats)).collect()
}

fn schedule(wager: &WagerPar, envy: &EnvyReport, seats: u8) -> [Block; 2] {
    let rows = envy.rows.iter().map(|row| {
        vec![
            row.hand.clone(),
            dollars(row.sum.0.into()),
            thousands(row.count),
            Fraction::of(row.count, wager.report.combinations).decimal(10),
        ]
    });
    let amount = dollars(envy.amount.0.into());
    let caption = format!("Envy Bonus for a wager of {amount} ({})", envy.clause);
    let columns = ["Another player's hand", "Earns", "Combinations", "Probability"];
    let others = envy.value_per_other_player * Fraction::from(i128::from(seats) - 1);
    let note = format!(
        "Each other player adds {} cents a round. At a table of {seats} the others add {} of a wager of {amount}, \
            which leaves the house {}.",
        envy.cents_per_other_player.decimal(4),
        percent(others),
        percent(wager.long_run_edge - others),
    );
    [table(&caption, &columns, rows.collect(), Vec::new()), Block::Note(note)]
}

fn exposure(sheet: &ParSheet) -> Section {
    let exposure = &sheet.exposure;
    let rows = exposure.wagers.iter().map(|wager| {
        let meter = if wager.from_meter { ", meter at its seed" } else { "" };
        let twice = if wager.also_on_dealer { ", on both the own and the dealer's hand" } else { "" };
        vec![
            wager.title.clone(),
            dollars(wager.stake.into()),
            format!("{}{meter}{twice}", wager.result),
            dollars(wager.paid),
            if wager.envy > 0 { dollars(wager.envy.into()) } else { "–".to_owned() },
        ]
    });
    let columns = ["Wager", "Largest stake", "[Highest paying hand]", "Highest payout", "Envy per other hand"];
    let per_wager = table("The highest payout of each wager in one round", &columns, rows.collect(), Vec::new());
    let mut facts = vec![Fact::new("One betting area, all its wagers", dollars(exposure.area_unlimited))];
    if let Some(limit) = exposure.payout_limit {
        facts.push(Fact::new("Payout limit of § 575.12(c)", dollars(limit.into())));
        facts.push(Fact::new("One betting area, limited", dollars(exposure.area)));
    }
    if exposure.envy_to_one_area > 0 {
        facts.push(Fact::new("Envy Bonuses to one area", dollars(exposure.envy_to_one_area)));
    }
    facts.push(Fact::new(format!("Full table of {} areas", exposure.areas), dollars(exposure.table)));
    let assumed = "The figures are payouts above the stakes when every player makes the maximum wagers. The figure \
        of a wager is exact. Those of an area and of the table are upper bounds that no deal reaches: they add the \
        best result of every wager, although one deck does not have that many of the best hands and a hand cannot be \
        both good and poor, and the highest Envy Bonus for every other hand at the table. Meters are at their seeds; \
        their growth is the players' money, not the house's.";
    section("exposure", "Largest exposure", vec![per_wager, Block::Facts(facts), Block::Note(assumed.to_owned())])
}

fn strategy(sheet: &ParSheet) -> Option<Section> {
    let played = sheet.wagers.iter().find_map(|wager| wager.report.main.as_ref()).map(|main| match main.strategy {
        MainStrategy::Optimal => {
            "The figures of the main game assume a player who makes no mistakes: every decision is the best one \
                against all hands the dealer may hold. Mistakes increase the house's win."
        }
        MainStrategy::HouseWay => {
            "The figures of the main game assume a player who follows the house way. A player who sets each hand \
                best reduces the house's win."
        }
    });
    let dealer = "The dealer's hands are set by these rules. The dealer follows the first rule that a legal setting \
        satisfies; if several settings do, the highest is taken.";
    let mut blocks: Vec<Block> = played.map(|played| Block::Note(played.to_owned())).into_iter().collect();
    if !sheet.house_way.is_empty() {
        blocks.extend([Block::Note(dealer.to_owned()), Block::List(sheet.house_way.clone())]);
    }
    (!blocks.is_empty()).then(|| section("strategy", "Strategy", blocks))
}

fn session(sheet: &ParSheet) -> Section {
    let session = &sheet.session;
    let money = |cents: i64| dollars(cents.into());
    let rows = session.wagers.iter().map(|wager| {
        vec![
            wager.title.clone(),
            format!("{} %", wager.percent_of_players),
            money(wager.average_stake),
            money(wager.wagered_per_hour),
            if wager.envy_per_hour == 0 { "–".to_owned() } else { money(wager.envy_per_hour) },
            money(wager.win_per_hour),
        ]
    });
    let total = ["total", "", "", &money(session.wagered_per_hour), "", &money(session.win_per_hour)];
    let mix = table(
        "Wager mix and theoretical win in an hour",
        &["Wager", "Players", "Average stake", "Wagered", "Envy paid", "House wins"],
        rows.collect(),
        total.map(str::to_owned).to_vec(),
    );
    let rows = session.expected.iter().map(|expected| {
        vec![thousands(expected.hours), money(expected.low), money(expected.mean), money(expected.high)]
    });
    let spread = table(
        "The house's result with 90 % confidence",
        &["Hours", "At least", "On average", "At most"],
        rows.collect(),
        Vec::new(),
    );
    let assumed = format!(
        "Assumptions: {} players, {} rounds an hour, and the percentages and stakes in the table. Theoretical win is \
            the edge times the stakes, minus the Envy Bonuses. The spread of {} in one round excludes Envy Bonuses, \
            treats wagers and seats as independent and the sum of many rounds as normally distributed; seats share \
            the dealer's hand, so the real spread is somewhat wider.",
        session.seats,
        thousands(session.rounds_per_hour),
        money(session.deviation_per_round),
    );
    section("session", "Theoretical win and volatility", vec![mix, spread, Block::Note(assumed)])
}

fn rules(sheet: &ParSheet) -> Section {
    let options = sheet.options.iter().map(|option| Fact::new(capital(&option.name), option.value.clone()));
    let mut blocks = vec![Block::Facts(options.collect())];
    if !sheet.readings.is_empty() {
        let rows = sheet.readings.iter().map(|taken| {
            vec![taken.reading.clone(), taken.clauses.join(", "), taken.side.to_owned(), taken.says.clone()]
        });
        let columns = ["Reading", "[Clauses]", "[Side]", "[Reading]"];
        blocks.push(table("Doubtful readings with an alternative", &columns, rows.collect(), Vec::new()));
    }
    section("rules", "Options and readings", blocks)
}

/// The words with a capital letter at their head.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn method(sheet: &ParSheet) -> Section {
    let facts = vec![
        Fact::new("Code of the rules", sheet.hashes.rules.clone()),
        Fact::new("Code of the odds", sheet.hashes.odds.clone()),
        Fact::new("Submission, SHA-256", sheet.hashes.submission.clone()),
    ];
    let said = "Every count is exact: all hands of the deck are enumerated under the rules of the table, without \
        sampling. Percentages are rounded to the nearest, other decimals are truncated; the JSON format has every \
        figure as a reduced fraction. The same program gives the same sheet for the same submission, byte for byte.";
    section("method", "How this sheet was computed", vec![Block::Facts(facts), Block::Note(said.to_owned())])
}
