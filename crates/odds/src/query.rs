//! The one entry for questions about odds: what every wager of a text or a submission comes to.
//!
//! [`OddsEngine`] finds the solver of the game and joins its answer with the side wagers. The program and the server
//! ask the same questions here.
//!
//! ```
//! use croupier_odds::{NoCache, NoProgress, OddsEngine, OddsQuery, RulesSource, SolverSet};
//! use croupier_rules::{Regulation, WagerKind, game};
//!
//! let solvers = SolverSet::standard();
//! let odds = OddsEngine::new(&solvers, &NoCache, &NoProgress);
//! let query = OddsQuery { wager: Some(WagerKind::Main), ..OddsQuery::default() };
//! let report = odds.report(&RulesSource::of_text(game(Regulation::Pa657a))?, &query)?;
//! assert_eq!(report.wagers[0].house_edge.unwrap().decimal(6), "0.034188");
//! # Ok::<(), croupier_odds::OddsError>(())
//! ```

use crate::cache::{AnswerCache, cached};
use crate::error::OddsError;
use crate::progress::Progress;
use crate::report::{MainStrategy, Report, WagerReport};
use crate::rules_source::RulesSource;
use crate::side::{Census, LadderQuery, SideWagerTerms, WhatIf, census, side_wagers};
use crate::simulate::{ContestKind, Strategy};
use crate::solver::{BestPlay, Computation, HandChoices};
use crate::solvers::SolverSet;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::law::readings;
use croupier_rules::submission::HouseRules;
use croupier_rules::{CardSet, Cents, Choices, Game, Ladder, Paytable, ReadingId, Readings, WagerKind, WagerSpec};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Which figures a report is to contain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OddsQuery {
    /// Only this wager.
    pub wager: Option<WagerKind>,
    /// Only this paytable, or a table of the caller's own.
    pub paytable: Option<PaytableSelection>,
    /// Only wagers paid by a ladder of hands, which take seconds where a main game may take minutes.
    pub side_only: bool,
    /// How the main game is played; by default as the game's solver usually assumes.
    pub strategy: Option<MainStrategy>,
    /// What stands on the meters.
    pub meters: BTreeMap<String, Cents>,
}

/// Which paytable a query is about.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PaytableSelection {
    /// One of the text's.
    Letter(char),
    /// A table of the caller's own.
    Own {
        /// Where it comes from, for messages.
        name: String,
        /// The table as TOML: `rows = [["flush", "20 to 1"], ...]`.
        toml: String,
    },
}

/// The figures that are available at once, and what was left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct QuickReport {
    /// The figures.
    #[serde(flatten)]
    pub report: Report,
    /// The wagers that were not computed.
    pub skipped: Vec<OmittedWager>,
}

/// A wager that was not computed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OmittedWager {
    /// Which wager.
    pub wager: &'static str,
    /// Why not.
    pub why: String,
}

/// The same figures under the other side of a doubtful reading.
#[derive(Clone, PartialEq, Debug)]
pub struct AlternativeReading {
    /// Which reading.
    pub id: ReadingId,
    /// Whether the other side is the alternative; else the alternative was asked about.
    pub alternative: bool,
    /// The wagers it may change.
    pub wagers: Vec<WagerReport>,
}

impl AlternativeReading {
    /// What it makes of a wager with one of its paytables.
    pub fn of(&self, report: &WagerReport) -> Option<&WagerReport> {
        self.wagers.iter().find(|other| other.wager == report.wager && other.paytable == report.paytable)
    }
}

/// Answers questions about odds.
#[derive(Clone, Copy)]
pub struct OddsEngine<'a> {
    solvers: &'a SolverSet,
    computation: Computation<'a>,
}

impl<'a> OddsEngine<'a> {
    /// An engine over these solvers, with a cache for answers and a receiver of progress.
    pub fn new(solvers: &'a SolverSet, cache: &'a dyn AnswerCache, progress: &'a dyn Progress) -> Self {
        Self { solvers, computation: Computation { cache, progress } }
    }

    /// The figures wanted, the main wager first.
    ///
    /// # Errors
    /// If the game has no solver, the query does not fit the rules, or the rules leave a hand open.
    pub fn report(&self, source: &RulesSource, query: &OddsQuery) -> Result<Report, OddsError> {
        check_wager(source, query)?;
        let side = side_tables(source, query)?;
        let mut wagers = self.contests(source, query)?;
        wagers.extend(self.side_reports(source, &side));
        Ok(report_of(source, wagers))
    }

    /// The figures of an open table, as far as they are available at once.
    ///
    /// # Errors
    /// If the rules leave a hand open.
    pub fn quick_report(&self, source: &RulesSource) -> Result<QuickReport, OddsError> {
        let query = OddsQuery { side_only: true, ..OddsQuery::default() };
        let mut report = self.report(source, &query)?;
        let why = match self.solvers.find(source.game) {
            Ok(solver) => match solver.contests_at_once(source, self.computation)? {
                Some(contests) => {
                    let offered = contests.into_iter().filter(|contest| source.offers(contest.wager));
                    report.wagers.splice(0..0, offered);
                    return Ok(QuickReport { report, skipped: Vec::new() });
                }
                None => TAKES_A_MINUTE.to_owned(),
            },
            Err(none) => none.to_string(),
        };
        Ok(QuickReport { report, skipped: vec![OmittedWager { wager: WagerKind::Main.name(), why }] })
    }

    /// The figures under the other side of every reading that can be switched and concerns the text.
    ///
    /// # Errors
    /// As [`report`](Self::report).
    pub fn other_sides(&self, source: &RulesSource, query: &OddsQuery) -> Result<Vec<AlternativeReading>, OddsError> {
        let prefix = source.game.text().citation_prefix();
        let concerns = |clauses: &[String]| clauses.iter().any(|cited| cited.starts_with(prefix));
        let mut sides = Vec::new();
        for reading in readings().iter().filter(|reading| reading.switch && concerns(&reading.clauses)) {
            let now = source.choices;
            let alternative = !now.readings.alternative(reading.id);
            let choice = if alternative { "alternative" } else { "reading" };
            let other = now.readings.choose_written(&reading.id.to_string(), choice);
            let other = other.map_err(|error| OddsError::Query(error.to_string()))?;
            let choices = Choices { readings: other, ..now };
            // A reading bears on the main game through the order of hands, or through the Super Bonus of §
            // 657a.11(c)(3).
            let on_main = reading.id == ReadingId::SUPER_BONUS_WHEN_BEHIND
                || source.game.ranking(&choices) != source.game.ranking(&now);
            let source = RulesSource { choices, ..source.clone() };
            let query = OddsQuery { side_only: query.side_only || !on_main, ..query.clone() };
            sides.push(AlternativeReading {
                id: reading.id,
                alternative,
                wagers: self.report(&source, &query)?.wagers,
            });
        }
        Ok(sides)
    }

    /// What a player can do with one hand, of whose unseen cards some are known.
    ///
    /// # Errors
    /// As [`report`](Self::report).
    pub fn choices_for(&self, source: &RulesSource, hand: CardSet, known: CardSet) -> Result<HandChoices, OddsError> {
        self.solvers.find(source.game)?.choices_for(source, hand, known, self.computation)
    }

    /// The best play of the whole game; `fold_below` are hands below which a caller would fold, to be priced.
    ///
    /// # Errors
    /// As [`report`](Self::report).
    pub fn best_play(&self, source: &RulesSource, fold_below: &[String]) -> Result<BestPlay, OddsError> {
        self.solvers.find(source.game)?.best_play(source, fold_below, self.computation)
    }

    /// A player to simulate, by the name of a strategy or else as usual in the game.
    ///
    /// # Errors
    /// As [`report`](Self::report), and if the game has no strategy of this name.
    pub fn player<'s>(
        &self,
        source: &'s RulesSource,
        dealer: Option<&'s HouseWaySetter<'s>>,
        name: Option<&str>,
    ) -> Result<SimulatedPlayer<'s>, OddsError> {
        let solver = self.solvers.find(source.game)?;
        let name = name.unwrap_or(solver.usual_strategy().name());
        let strategy = solver.player(source, dealer, name, self.computation)?.ok_or_else(|| {
            let (text, known) = (source.game.text(), solver.player_strategies().join(", "));
            OddsError::Query(format!("{text} has no strategy `{name}`: expected {known}"))
        })?;
        Ok(SimulatedPlayer { name: name.to_owned(), strategy, contest: solver.contest_kind() })
    }

    /// The wagers that contest the dealer, as far as they are wanted and offered.
    fn contests(&self, source: &RulesSource, query: &OddsQuery) -> Result<Vec<WagerReport>, OddsError> {
        let contests = |kind| !side_wagers(source.game).any(|(spec, _)| spec.kind == kind);
        if query.side_only || query.paytable.is_some() || !query.wager.is_none_or(contests) {
            return Ok(Vec::new());
        }
        if query.strategy == Some(MainStrategy::HouseWay) && source.way.is_none() {
            let (text, cited) = (source.game.text(), source.game.shape_clause());
            let message = format!("hands are not set in {text}, so it has no house way ({cited})");
            return Err(OddsError::Query(message));
        }
        let solver = self.solvers.find(source.game)?;
        let strategy = query.strategy.unwrap_or(solver.usual_strategy());
        let mut wagers = solver.contests(source, strategy, self.computation)?;
        wagers.retain(|report| query.wager.is_none_or(|kind| kind == report.wager) && source.offers(report.wager));
        Ok(wagers)
    }

    fn side_reports(&self, source: &RulesSource, side: &[SideTable<'_>]) -> Vec<WagerReport> {
        let (game, readings) = (source.game, source.choices.readings);
        let mut ladders: Vec<&'static Ladder> = Vec::new();
        for table in side {
            if !ladders.iter().any(|known| std::ptr::eq(*known, table.wager.1)) {
                ladders.push(table.wager.1);
            }
        }
        if ladders.is_empty() {
            return Vec::new();
        }
        let questions: Vec<_> = ladders.iter().map(|&ladder| LadderQuery { ladder, readings }).collect();
        let rungs: Vec<Vec<_>> =
            ladders.iter().map(|ladder| ladder.rungs.iter().map(|rung| rung.label).collect()).collect();
        let facts = format!("{}\n{readings:?}\n{rungs:?}", game.text());
        let Computation { cache, progress } = self.computation;
        let counted = cached(cache, "side", &facts, || Ok(census(game, &questions, progress)));
        let counted: Vec<Census> = counted.unwrap_or_else(|never: Infallible| match never {});
        let of = |ladder: &'static Ladder| ladders.iter().position(|known| std::ptr::eq(*known, ladder));
        let reports = side
            .iter()
            .filter_map(|table| Some(table.terms(game, readings).report(game, counted.get(of(table.wager.1)?)?)));
        reports.collect()
    }
}

/// Why a main game is left out that takes a minute.
const TAKES_A_MINUTE: &str =
    "computing this takes about a minute: run `croupier odds --submission` on this machine, then it appears here";

/// A player to simulate, and how the contest with the dealer is settled.
pub struct SimulatedPlayer<'a> {
    /// The strategy's name.
    pub name: String,
    /// What the player does.
    pub strategy: Box<dyn Strategy + 'a>,
    /// How the contest is settled.
    pub contest: ContestKind,
}

/// These wagers, with what they were asked about.
pub fn report_of(source: &RulesSource, wagers: Vec<WagerReport>) -> Report {
    let alternatives = source.choices.readings.alternatives().map(|id| id.to_string()).collect();
    let submission = source.rules.as_ref().map(|rules| rules.name.clone());
    Report { text: source.game.text(), submission, alternatives, wagers }
}

/// A side wager with a table it is asked about.
struct SideTable<'a> {
    wager: (&'static WagerSpec, &'static Ladder),
    table: Cow<'static, Paytable>,
    /// Of a table of the caller's own, the letter it is like.
    what_if: Option<Option<char>>,
    rules: Option<&'a HouseRules>,
    meters: &'a BTreeMap<String, Cents>,
}

impl SideTable<'_> {
    fn terms(&self, game: &dyn Game, readings: Readings) -> SideWagerTerms<'_> {
        let printed = SideWagerTerms::new(game, self.wager, &self.table, self.rules, readings);
        let terms = match self.what_if {
            Some(like) => printed.not_in_text(game, like),
            None => printed,
        };
        terms.with_meters(self.meters)
    }
}

/// The wagers that have figures of their own: Play and Super Bonus are part of the main game.
fn figured(game: &dyn Game) -> impl Iterator<Item = &'static WagerSpec> {
    game.wagers().iter().filter(|spec| !matches!(spec.kind, WagerKind::Play | WagerKind::SuperBonus))
}

/// The wager of this name.
///
/// # Errors
/// If the game has no such wager with figures of its own.
pub fn read_wager(source: &RulesSource, name: &str) -> Result<WagerKind, OddsError> {
    let known = figured(source.game).find(|spec| spec.kind.name() == name);
    known.map(|spec| spec.kind).ok_or_else(|| {
        query_error(format!("{} has no wager `{name}`: it has {}", source.game.text(), listed(figured(source.game))))
    })
}

fn query_error(message: impl Into<String>) -> OddsError {
    OddsError::Query(message.into())
}

/// An error with this message unless the condition holds.
fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), OddsError> {
    if holds { Ok(()) } else { Err(OddsError::Query(message())) }
}

fn listed(specs: impl Iterator<Item = &'static WagerSpec>) -> String {
    specs.map(|spec| format!("{} ({})", spec.kind, spec.clause)).collect::<Vec<_>>().join(", ")
}

fn check_wager(source: &RulesSource, query: &OddsQuery) -> Result<(), OddsError> {
    let Some(kind) = query.wager else {
        let own = matches!(query.paytable, Some(PaytableSelection::Own { .. }));
        return ensure(!own, || "name the wager of the custom paytable with --wager".to_owned());
    };
    let offers = listed(figured(source.game).filter(|spec| source.offers(spec.kind)));
    ensure(source.offers(kind), || format!("the submission does not offer `{kind}`: it offers {offers}"))
}

fn side_tables<'a>(source: &'a RulesSource, query: &'a OddsQuery) -> Result<Vec<SideTable<'a>>, OddsError> {
    let game = source.game;
    let mut tables = Vec::new();
    for wager in side_wagers(game) {
        let kind = wager.0.kind;
        if query.wager.is_some_and(|wanted| wanted != kind) || !source.offers(kind) {
            continue;
        }
        let side = |table, what_if| {
            let rules = source.rules.as_ref();
            SideTable { wager, table, what_if, rules, meters: &query.meters }
        };
        match &query.paytable {
            Some(PaytableSelection::Own { name, toml }) => {
                let read = WhatIf::read(toml, game, wager);
                let own = read.map_err(|error| OddsError::Rules(format!("{name}: {error}")))?;
                tables.push(side(Cow::Owned(own.table), Some(own.like)));
            }
            chosen => {
                let of_wager = game.payouts().paytables.iter().filter(|table| table.wager == kind);
                let letter = match chosen {
                    Some(PaytableSelection::Letter(letter)) => Some(Some(*letter)),
                    _ => source.rules.as_ref().and_then(|rules| rules.wager(kind)).map(|offered| offered.letter),
                };
                let wanted = of_wager.filter(|table| letter.is_none_or(|letter| table.letter == letter));
                tables.extend(wanted.map(|table| side(Cow::Borrowed(table), None)));
            }
        }
    }
    if let (Some(kind), Some(PaytableSelection::Own { .. }), []) = (query.wager, &query.paytable, tables.as_slice()) {
        return Err(query_error(format!("{kind} is decided against the dealer and has no paytable of hands")));
    }
    check_letter(source, query, &tables)?;
    check_meters(source, query, &tables)?;
    Ok(tables)
}

fn check_letter(source: &RulesSource, query: &OddsQuery, tables: &[SideTable<'_>]) -> Result<(), OddsError> {
    let letter = match query.paytable {
        Some(PaytableSelection::Letter(letter)) if tables.is_empty() => letter,
        _ => return Ok(()),
    };
    let known = figured(source.game)
        .filter(|spec| query.wager.is_none_or(|kind| kind == spec.kind) && source.offers(spec.kind))
        .map(|spec| {
            let letters: Vec<_> = source.game.payouts().letters(spec.kind).map(|letter| letter.to_string()).collect();
            let printed = source.game.payouts().paytables.iter().find(|table| table.wager == spec.kind);
            let cited = printed.map_or(spec.clause, |table| table.clause);
            match letters.as_slice() {
                [] => format!("{} has one table without a letter ({cited})", spec.kind),
                letters => format!("{} has {} ({cited})", spec.kind, letters.join(", ")),
            }
        });
    Err(query_error(format!("no paytable `{letter}`: {}", known.collect::<Vec<_>>().join("; "))))
}

/// With more on a meter for each unit wagered, the exact sums would no longer fit.
const MOST_TIMES_THE_WAGER: i64 = 10_000_000;
/// The same for the cents on a meter, and for the cents wagered.
const MOST_ON_A_METER: i64 = 10_000_000_000;
const MOST_WAGERED: i64 = 1_000_000;

fn check_meters(source: &RulesSource, query: &OddsQuery, tables: &[SideTable<'_>]) -> Result<(), OddsError> {
    for (name, &standing) in &query.meters {
        let mut known = Vec::new();
        let mut found = false;
        for table in tables {
            let terms = table.terms(source.game, source.choices.readings);
            for meter in &terms.meters {
                known.push(format!("{} of {} ({})", meter.name, table.wager.0.kind, meter.clause));
                if meter.name != *name {
                    continue;
                }
                found = true;
                let most = MOST_ON_A_METER.min(terms.amount.0.saturating_mul(MOST_TIMES_THE_WAGER));
                ensure(standing.0 <= most && terms.amount.0 <= MOST_WAGERED, || {
                    let (amount, most) = (terms.amount, Cents(most));
                    format!("{standing} is too much for a meter with wagers of {amount} (at most {most})")
                })?;
            }
        }
        known.dedup();
        let known =
            if known.is_empty() { "there is none".to_owned() } else { format!("there is {}", known.join(", ")) };
        ensure(found, || format!("none of these wagers has a meter `{name}`: {known}"))?;
    }
    Ok(())
}
