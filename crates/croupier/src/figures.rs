//! What every wager of a text or a submission comes to: the figures behind `odds`, the PAR sheet and the page of all
//! figures.

use crate::Failure;
use crate::asked::Asked;
use crate::main_game::{Play, contests};
use crate::memory::remembered;
use anyhow::{Context as _, anyhow};
use croupier_odds::side::{Census, Question, Terms, WhatIf, census, side_wagers};
use croupier_odds::{Progress, Report, Strategy, WagerReport};
use croupier_rules::law::readings;
use croupier_rules::submission::HouseRules;
use croupier_rules::{Cents, Choices, Game, Ladder, Paytable, ReadingId, Readings, WagerKind, WagerSpec};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Which figures are wanted.
#[derive(Clone, Default)]
pub(crate) struct Wanted {
    /// Only this wager.
    pub(crate) wager: Option<WagerKind>,
    /// Only this paytable, or a table of the caller's own.
    pub(crate) paytable: Option<WantedTable>,
    /// Only wagers paid by a ladder of hands, which take seconds where a main game may take minutes.
    pub(crate) side_only: bool,
    /// How the main game is played.
    pub(crate) strategy: Option<Strategy>,
    /// What stands on the meters.
    pub(crate) meters: BTreeMap<String, Cents>,
    /// Whether everything is computed anew and nothing remembered.
    pub(crate) no_cache: bool,
}

/// Which paytable is wanted.
#[derive(Clone)]
pub(crate) enum WantedTable {
    /// One of the text's.
    Letter(char),
    /// A what-if table in this file.
    File(PathBuf),
}

/// The figures wanted, the main wager first.
pub(crate) fn report(asked: &Asked, wanted: &Wanted, progress: &dyn Progress) -> Result<Report, Failure> {
    check_wager(asked, wanted)?;
    let side = side_tables(asked, wanted)?;
    let mut wagers = Vec::new();
    let of_main = wanted.wager.is_none_or(|kind| matches!(kind, WagerKind::Main | WagerKind::DoubleDown));
    if of_main && wanted.paytable.is_none() && !wanted.side_only {
        let play = Play { strategy: wanted.strategy, remember: !wanted.no_cache };
        wagers = contests(asked, play, progress)?;
        wagers.retain(|told| wanted.wager.is_none_or(|kind| kind == told.wager) && offered(asked, told.wager));
    }
    wagers.extend(side_reports(asked.game, &side, asked.choices.readings, !wanted.no_cache, progress));
    Ok(report_of(asked, wagers))
}

/// These wagers, with what they were asked about.
pub(crate) fn report_of(asked: &Asked, wagers: Vec<WagerReport>) -> Report {
    let alternatives = asked.choices.readings.alternatives().map(|id| id.to_string()).collect();
    let submission = asked.rules.as_ref().map(|rules| rules.name.clone());
    Report { text: asked.game.text(), submission, alternatives, wagers }
}

/// The same figures under the other side of a doubtful reading.
pub(crate) struct OtherSide {
    /// Which reading.
    pub(crate) id: ReadingId,
    /// Whether the other side is the alternative; else the alternative was asked about.
    pub(crate) alternative: bool,
    /// The wagers it may change.
    pub(crate) wagers: Vec<WagerReport>,
}

impl OtherSide {
    /// What it makes of a wager with one of its paytables.
    pub(crate) fn of(&self, told: &WagerReport) -> Option<&WagerReport> {
        self.wagers.iter().find(|other| other.wager == told.wager && other.paytable == told.paytable)
    }
}

/// The figures under the other side of every reading that can be switched and concerns the text.
pub(crate) fn other_sides(asked: &Asked, wanted: &Wanted, progress: &dyn Progress) -> Result<Vec<OtherSide>, Failure> {
    let prefix = asked.game.text().citation_prefix();
    let concerns = |clauses: &[String]| clauses.iter().any(|cited| cited.starts_with(prefix));
    let mut sides = Vec::new();
    for reading in readings().iter().filter(|reading| reading.switch && concerns(&reading.clauses)) {
        let now = asked.choices;
        let alternative = !now.readings.alternative(reading.id);
        let choice = if alternative { "alternative" } else { "reading" };
        let other = now.readings.choose_written(&reading.id.to_string(), choice).map_err(anyhow::Error::from)?;
        let choices = Choices { readings: other, ..now };
        // A reading bears on the main game through the order of hands, or through the Super Bonus of § 657a.11(c)(3).
        let on_main = reading.id == ReadingId::SUPER_BONUS_WHEN_BEHIND
            || asked.game.ranking(&choices) != asked.game.ranking(&now);
        let Asked { game, ref way, ref rules, .. } = *asked;
        let asked = Asked { game, choices, way: way.clone(), rules: rules.clone() };
        let wanted = Wanted { side_only: wanted.side_only || !on_main, ..wanted.clone() };
        sides.push(OtherSide { id: reading.id, alternative, wagers: report(&asked, &wanted, progress)?.wagers });
    }
    Ok(sides)
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
    fn terms(&self, game: &dyn Game, readings: Readings) -> Terms<'_> {
        let printed = Terms::new(game, self.wager, &self.table, self.rules, readings);
        let terms = match self.what_if {
            Some(like) => printed.not_in_text(game, like),
            None => printed,
        };
        terms.standing_at(self.meters)
    }
}

fn side_reports(
    game: &dyn Game,
    side: &[SideTable<'_>],
    readings: Readings,
    remember: bool,
    progress: &dyn Progress,
) -> Vec<WagerReport> {
    let mut ladders: Vec<&'static Ladder> = Vec::new();
    for table in side {
        if !ladders.iter().any(|known| std::ptr::eq(*known, table.wager.1)) {
            ladders.push(table.wager.1);
        }
    }
    if ladders.is_empty() {
        return Vec::new();
    }
    let questions: Vec<_> = ladders.iter().map(|&ladder| Question { ladder, readings }).collect();
    let rungs: Vec<Vec<_>> =
        ladders.iter().map(|ladder| ladder.rungs.iter().map(|rung| rung.label).collect()).collect();
    let facts = format!("{}\n{readings:?}\n{rungs:?}", game.text());
    let counted: Vec<Census> = remembered("side", &facts, remember, || census(game, &questions, progress));
    let of = |ladder: &'static Ladder| ladders.iter().position(|known| std::ptr::eq(*known, ladder));
    let reports = side
        .iter()
        .filter_map(|table| Some(table.terms(game, readings).report(game, counted.get(of(table.wager.1)?)?)));
    reports.collect()
}

/// Whether a wager is offered: by the submission, or where none is named by the text.
pub(crate) fn offered(asked: &Asked, kind: WagerKind) -> bool {
    asked.rules.as_ref().is_none_or(|rules| rules.wager(kind).is_some())
}

/// The wagers that have figures of their own: Play and Super Bonus are part of the main game.
fn figured(game: &dyn Game) -> impl Iterator<Item = &'static WagerSpec> {
    game.wagers().iter().filter(|spec| !matches!(spec.kind, WagerKind::Play | WagerKind::SuperBonus))
}

/// The wager of this name.
pub(crate) fn read_wager(asked: &Asked, name: &str) -> anyhow::Result<WagerKind> {
    let known = figured(asked.game).find(|spec| spec.kind.name() == name);
    known
        .map(|spec| spec.kind)
        .ok_or_else(|| anyhow!("{} has no wager `{name}`: it has {}", asked.game.text(), listed(figured(asked.game))))
}

fn listed(specs: impl Iterator<Item = &'static WagerSpec>) -> String {
    specs.map(|spec| format!("{} ({})", spec.kind, spec.clause)).collect::<Vec<_>>().join(", ")
}

fn check_wager(asked: &Asked, wanted: &Wanted) -> anyhow::Result<()> {
    let Some(kind) = wanted.wager else {
        anyhow::ensure!(
            !matches!(wanted.paytable, Some(WantedTable::File(_))),
            "name the wager of your own paytable with --wager"
        );
        return Ok(());
    };
    let offers = listed(figured(asked.game).filter(|spec| offered(asked, spec.kind)));
    anyhow::ensure!(offered(asked, kind), "the submission does not offer `{kind}`: it offers {offers}");
    Ok(())
}

fn side_tables<'a>(asked: &'a Asked, wanted: &'a Wanted) -> Result<Vec<SideTable<'a>>, Failure> {
    let game = asked.game;
    let mut tables = Vec::new();
    for wager in side_wagers(game) {
        let kind = wager.0.kind;
        if wanted.wager.is_some_and(|wanted| wanted != kind) || !offered(asked, kind) {
            continue;
        }
        let side = |table, what_if| {
            let rules = asked.rules.as_ref();
            SideTable { wager, table, what_if, rules, meters: &wanted.meters }
        };
        match &wanted.paytable {
            Some(WantedTable::File(file)) => {
                let own = read_what_if(file, game, wager)?;
                tables.push(side(Cow::Owned(own.table), Some(own.like)));
            }
            chosen => {
                let of_wager = game.payouts().paytables.iter().filter(|table| table.wager == kind);
                let letter = match chosen {
                    Some(WantedTable::Letter(letter)) => Some(Some(*letter)),
                    _ => asked.rules.as_ref().and_then(|rules| rules.wager(kind)).map(|offered| offered.letter),
                };
                let wanted = of_wager.filter(|table| letter.is_none_or(|letter| table.letter == letter));
                tables.extend(wanted.map(|table| side(Cow::Borrowed(table), None)));
            }
        }
    }
    if let (Some(kind), Some(WantedTable::File(_)), []) = (wanted.wager, &wanted.paytable, tables.as_slice()) {
        let said = anyhow!("{kind} is a contest with the dealer and has no paytable of hands");
        return Err(Failure::WrongCall(said));
    }
    check_letter(asked, wanted, &tables)?;
    check_meters(asked, wanted, &tables)?;
    Ok(tables)
}

fn read_what_if(
    file: &PathBuf,
    game: &dyn Game,
    wager: (&'static WagerSpec, &'static Ladder),
) -> Result<WhatIf, Failure> {
    let unread = || format!("`{}` is neither a letter nor a paytable that can be read", file.display());
    let toml = std::fs::read_to_string(file).with_context(unread)?;
    WhatIf::read(&toml, game, wager).map_err(|error| Failure::Content(format!("{}: {error}", file.display())))
}

fn check_letter(asked: &Asked, wanted: &Wanted, tables: &[SideTable<'_>]) -> anyhow::Result<()> {
    let letter = match wanted.paytable {
        Some(WantedTable::Letter(letter)) if tables.is_empty() => letter,
        _ => return Ok(()),
    };
    let known = figured(asked.game)
        .filter(|spec| wanted.wager.is_none_or(|kind| kind == spec.kind) && offered(asked, spec.kind))
        .map(|spec| {
            let letters: Vec<_> = asked.game.payouts().letters(spec.kind).map(|letter| letter.to_string()).collect();
            let printed = asked.game.payouts().paytables.iter().find(|table| table.wager == spec.kind);
            let cited = printed.map_or(spec.clause, |table| table.clause);
            match letters.as_slice() {
                [] => format!("{} has one table without a letter ({cited})", spec.kind),
                letters => format!("{} has {} ({cited})", spec.kind, letters.join(", ")),
            }
        });
    Err(anyhow!("no paytable `{letter}`: {}", known.collect::<Vec<_>>().join("; ")))
}

/// With more on a meter for each unit wagered, the exact sums would no longer fit.
const MOST_TIMES_THE_WAGER: i64 = 10_000_000;
/// The same for the cents on a meter, and for the cents wagered.
const MOST_ON_A_METER: i64 = 10_000_000_000;
const MOST_WAGERED: i64 = 1_000_000;

fn check_meters(asked: &Asked, wanted: &Wanted, tables: &[SideTable<'_>]) -> anyhow::Result<()> {
    for (name, &standing) in &wanted.meters {
        let mut known = Vec::new();
        let mut found = false;
        for table in tables {
            let terms = table.terms(asked.game, asked.choices.readings);
            for meter in &terms.meters {
                known.push(format!("{} of {} ({})", meter.name, table.wager.0.kind, meter.clause));
                if meter.name != *name {
                    continue;
                }
                found = true;
                let most = MOST_ON_A_METER.min(terms.amount.0.saturating_mul(MOST_TIMES_THE_WAGER));
                anyhow::ensure!(
                    standing.0 <= most && terms.amount.0 <= MOST_WAGERED,
                    "{standing} is too much on a meter for wagers of {}: at most {}",
                    terms.amount,
                    Cents(most)
                );
            }
        }
        known.dedup();
        let known =
            if known.is_empty() { "there is none".to_owned() } else { format!("there is {}", known.join(", ")) };
        anyhow::ensure!(found, "no wager asked about has a meter `{name}`: {known}");
    }
    Ok(())
}
