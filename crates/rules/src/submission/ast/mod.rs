//! A submission as written: every value with its place, checked only for its form.

mod wagers;
mod way;

pub use wagers::{LinkSection, WagerSection};
pub use way::{HouseWayRuleSection, HouseWaySection};

use super::codes::CheckCode;
use super::faults::{Diagnostics, Spanned};
use super::reader::{Reader, excerpt, list, one_of, string};
use crate::law::Date;
use crate::money::Cents;
use crate::registry::Registry;
use crate::regulation::Regulation;
use crate::vocabulary::{DealMethod, Inscription, ShuffleMethod, StartMethod, Step};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A rules submission as written.
#[derive(Clone, Debug)]
pub struct RulesSubmission {
    /// The text of law.
    pub text: Option<Spanned<Regulation>>,
    /// What it is called.
    pub name: Option<Spanned<String>>,
    /// The day it takes effect.
    pub effective: Option<Spanned<Date>>,
    /// `[table]`
    pub table: TableSection,
    /// `[wagers]`, a table for each.
    pub wagers: Vec<WagerSection>,
    /// Where a missing wager is reported.
    pub wagers_span: Range<usize>,
    /// `[cards]`
    pub cards: CardsSection,
    /// `[shuffle]`
    pub shuffle: ShuffleSection,
    /// `[deal]`
    pub deal: DealSection,
    /// `[start]`
    pub start: Option<StartSection>,
    /// `[options]`: names and values.
    pub options: Vec<(Spanned<String>, Spanned<String>)>,
    /// `payout-limit`
    pub payout_limit: Option<Spanned<Cents>>,
    /// `[house-way]`
    pub house_way: Option<HouseWaySection>,
    /// `[automation]`
    pub automation: AutomationSection,
    /// `[silent-seat]`
    pub silent_seat: InactiveSeatSection,
    /// `[readings]`: numbers and sides.
    pub readings: Vec<(Spanned<String>, Spanned<String>)>,
}

/// `[table]`
#[derive(Clone, Debug)]
pub struct TableSection {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// Betting positions.
    pub positions: Option<Spanned<i64>>,
    /// Adjacent areas one player may wager on.
    pub adjacent_areas: Option<Spanned<i64>>,
    /// What the layout says.
    pub layout: Option<Spanned<Vec<Spanned<Inscription>>>>,
    /// What signs say in its place.
    pub signs: Option<Spanned<Vec<Spanned<Inscription>>>>,
    /// The wagers that have their area on the layout, and the places of cards.
    pub areas: Option<Spanned<Vec<Spanned<String>>>>,
    /// Whether `areas` is there but could not be read, so that nothing is concluded from its absence.
    pub areas_unread: bool,
}

/// `[cards]`
#[derive(Clone, Debug)]
pub struct CardsSection {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// Decks in use.
    pub decks: Option<Spanned<i64>>,
    /// Whether `decks` is there but could not be read, so that nothing is concluded from its absence.
    pub decks_unread: bool,
    /// Jokers a deck is made with.
    pub jokers_made: Option<Spanned<i64>>,
    /// The colours of the backs.
    pub back_colours: Option<Spanned<Vec<Spanned<String>>>>,
    /// Whether decks come inspected.
    pub preinspected: Option<Spanned<bool>>,
    /// Whether decks come shuffled.
    pub preshuffled: Option<Spanned<bool>>,
}

/// `[shuffle]`
#[derive(Clone, Debug)]
pub struct ShuffleSection {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// By hand or by which device.
    pub method: Option<Spanned<ShuffleMethod>>,
    /// Whether the device is approved.
    pub approved: Option<Spanned<bool>>,
    /// Whether it counts the cards.
    pub counts: Option<Spanned<bool>>,
}

/// `[deal]`
#[derive(Clone, Debug)]
pub struct DealSection {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// From the hand or from which shoe.
    pub method: Option<Spanned<DealMethod>>,
    /// Whether the automated shoe is approved.
    pub approved: Option<Spanned<bool>>,
    /// The rounds after which the stub is counted at the latest.
    pub stub_count_every: Option<Spanned<i64>>,
}

/// `[start]`
#[derive(Clone, Debug)]
pub struct StartSection {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// By dice, generator or button.
    pub method: Option<Spanned<StartMethod>>,
    /// Whether the start is marked.
    pub mark: Option<Spanned<bool>>,
    /// Whether the generator is approved.
    pub approved: Option<Spanned<bool>>,
}

/// `[automation]`
#[derive(Clone, Debug)]
pub struct AutomationSection {
    /// Whether the table plays for play chips.
    pub play_chips: Option<Spanned<bool>>,
    /// The steps the program does.
    pub steps: Vec<Spanned<Step>>,
    /// Whether the file says `all`, which names no step by itself.
    pub all: bool,
}

/// `[silent-seat]`
#[derive(Clone, Debug)]
pub struct InactiveSeatSection {
    /// How long a seat is waited for.
    pub seconds: Option<Spanned<i64>>,
    /// How much longer once its connection broke.
    pub reconnect_seconds: Option<Spanned<i64>>,
    /// Whether the house sets its hands, by the house way.
    pub set: Option<Spanned<()>>,
    /// Whether it plays, or folds.
    pub play: Option<Spanned<bool>>,
    /// Whether it doubles.
    pub double_down: Option<Spanned<bool>>,
}

impl RulesSubmission {
    pub(super) fn read(registry: &Registry, document: &DeTable<'_>, faults: &mut Diagnostics) -> Self {
        let mut file = Reader::new(document, 0..0, "");
        let text = read_text(registry, &mut file, faults);
        let name = file.string("name", faults);
        match &name {
            None if file.entry("name").is_none() => {
                file.missing("name", None, "add a name: `name = \"Pit 4\"`", faults);
            }
            Some(name) if name.value.trim().is_empty() => {
                faults.report(CheckCode::EmptyName, &name.span, "`name` is empty").help("give the submission a name");
            }
            _ => {}
        }
        let effective = read_day(&mut file, faults);
        let table = read_table(&mut file, faults);
        let (wagers, wagers_span) = wagers::read(&mut file, faults);
        let cards = read_cards(&mut file, faults);
        let shuffle = read_shuffle(&mut file, faults);
        let deal = read_deal(&mut file, faults);
        let start = read_start(&mut file, faults);
        let options = read_choices(&mut file, "options", faults);
        let payout_limit = read_payout(&mut file, faults);
        let house_way = way::read(&mut file, faults);
        let automation = read_automation(&mut file, faults);
        let silent_seat = read_silent_seat(&mut file, faults);
        let readings = read_choices(&mut file, "readings", faults);
        file.finish(faults);
        Self {
            text,
            name,
            effective,
            table,
            wagers,
            wagers_span,
            cards,
            shuffle,
            deal,
            start,
            options,
            payout_limit,
            house_way,
            automation,
            silent_seat,
            readings,
        }
    }
}

fn read_text(registry: &Registry, file: &mut Reader<'_>, faults: &mut Diagnostics) -> Option<Spanned<Regulation>> {
    let ids = || list(registry.texts().iter().map(|text| text.id()));
    if file.entry("text").is_none() {
        file.missing("text", None, &format!("name the regulation: {}", ids()), faults);
        return None;
    }
    let written = file.string("text", faults)?;
    let words: Vec<_> = registry.texts().iter().map(|text| (text.id(), *text)).collect();
    one_of(&written, &words, |written| format!("unknown text `{written}`"), CheckCode::UnknownText, faults)
}

fn read_day(file: &mut Reader<'_>, faults: &mut Diagnostics) -> Option<Spanned<Date>> {
    let help = "write the effective date, without quotes or time: `effective = 2026-11-16`";
    let Some(entry) = file.entry("effective") else {
        file.missing("effective", None, help, faults);
        return None;
    };
    let span = entry.value.span();
    if span.is_empty() {
        return None;
    }
    match entry.value.get_ref() {
        DeValue::Datetime(written) if written.time.is_none() && written.date.is_some() => {
            written.date.map(|day| Spanned::new(day.into(), span))
        }
        other => {
            let message = format!("`effective` must be a date, not a {}", other.type_str());
            faults.report(CheckCode::NotADay, &span, message).help(help);
            None
        }
    }
}

fn read_table(file: &mut Reader<'_>, faults: &mut Diagnostics) -> TableSection {
    let mut table = file.table("table", faults);
    let areas = table.strings("areas", faults);
    let read = TableSection {
        span: table.span.clone(),
        areas_unread: areas.is_none() && table.entry("areas").is_some(),
        areas,
        positions: table.integer("positions", faults),
        adjacent_areas: table.integer("adjacent-areas", faults),
        layout: read_inscriptions(&mut table, "layout", faults),
        signs: read_inscriptions(&mut table, "signs", faults),
    };
    table.finish(faults);
    read
}

fn read_inscriptions(
    table: &mut Reader<'_>,
    key: &'static str,
    faults: &mut Diagnostics,
) -> Option<Spanned<Vec<Spanned<Inscription>>>> {
    let written = table.strings(key, faults)?;
    let word = |item: &Spanned<String>, faults: &mut Diagnostics| {
        let message = |written: &str| format!("unknown inscription `{written}`");
        one_of(item, Inscription::ALL, message, CheckCode::UnknownWord, faults)
    };
    let read = written.value.iter().filter_map(|item| word(item, faults)).collect();
    Some(Spanned::new(read, written.span))
}

fn read_cards(file: &mut Reader<'_>, faults: &mut Diagnostics) -> CardsSection {
    let mut table = file.table("cards", faults);
    let decks = table.integer("decks", faults);
    let read = CardsSection {
        span: table.span.clone(),
        decks_unread: decks.is_none() && table.entry("decks").is_some(),
        decks,
        jokers_made: table.integer("jokers-made", faults),
        back_colours: read_colours(&mut table, faults),
        preinspected: table.boolean("preinspected", faults),
        preshuffled: table.boolean("preshuffled", faults),
    };
    table.finish(faults);
    read
}

/// Colours may stand twice, since saying so is itself the fault that § .3(b)(1) speaks of.
fn read_colours(table: &mut Reader<'_>, faults: &mut Diagnostics) -> Option<Spanned<Vec<Spanned<String>>>> {
    let entry = table.entry("back-colours")?;
    let DeValue::Array(items) = entry.value.get_ref() else {
        return super::reader::wrong_type(entry.value, "back-colours", "a list of strings", faults);
    };
    let colours = items.iter().filter_map(|item| string(item, "back-colours", faults)).collect();
    Some(Spanned::new(colours, entry.value.span()))
}

fn read_shuffle(file: &mut Reader<'_>, faults: &mut Diagnostics) -> ShuffleSection {
    let mut table = file.table("shuffle", faults);
    if table.entry("method").is_none() {
        let words = list(ShuffleMethod::ALL.iter().map(|&(word, _)| word));
        table.missing("method", None, &format!("state the shuffling method: {words}"), faults);
    }
    let read = ShuffleSection {
        span: table.span.clone(),
        method: table.word("method", ShuffleMethod::ALL, faults),
        approved: table.boolean("approved", faults),
        counts: table.boolean("counts", faults),
    };
    table.finish(faults);
    read
}

fn read_deal(file: &mut Reader<'_>, faults: &mut Diagnostics) -> DealSection {
    let mut table = file.table("deal", faults);
    if table.entry("method").is_none() {
        let words = list(DealMethod::ALL.iter().map(|&(word, _)| word));
        table.missing("method", None, &format!("state the dealing method: {words}"), faults);
    }
    let read = DealSection {
        span: table.span.clone(),
        method: table.word("method", DealMethod::ALL, faults),
        approved: table.boolean("approved", faults),
        stub_count_every: table.integer("stub-count-every", faults),
    };
    table.finish(faults);
    read
}

fn read_start(file: &mut Reader<'_>, faults: &mut Diagnostics) -> Option<StartSection> {
    let mut table = file.table("start", faults);
    if !table.is_present() {
        return None;
    }
    let read = StartSection {
        span: table.span.clone(),
        method: table.word("method", StartMethod::ALL, faults),
        mark: table.boolean("mark", faults),
        approved: table.boolean("approved", faults),
    };
    if table.entry("method").is_none() {
        table.missing("method", None, "state how the start is found: `dice`, `rng` or `button`", faults);
    }
    table.finish(faults);
    Some(read)
}

/// A table of choices, each a name and a word.
fn read_choices(
    file: &mut Reader<'_>,
    key: &'static str,
    faults: &mut Diagnostics,
) -> Vec<(Spanned<String>, Spanned<String>)> {
    let table = file.table(key, faults);
    let entries = table.entries();
    entries.filter_map(|(name, value)| string(value, &name.value, faults).map(|choice| (name, choice))).collect()
}

fn read_payout(file: &mut Reader<'_>, faults: &mut Diagnostics) -> Option<Spanned<Cents>> {
    let mut table = file.table("payout", faults);
    let limit = table.money("limit", faults);
    table.finish(faults);
    limit
}

fn read_automation(file: &mut Reader<'_>, faults: &mut Diagnostics) -> AutomationSection {
    let mut table = file.table("automation", faults);
    let play_chips = table.boolean("play-chips", faults);
    let (steps, all) = read_steps(&mut table, faults);
    table.finish(faults);
    AutomationSection { play_chips, steps, all }
}

fn read_steps(table: &mut Reader<'_>, faults: &mut Diagnostics) -> (Vec<Spanned<Step>>, bool) {
    if let Some(entry) = table.entry("steps")
        && let DeValue::String(written) = entry.value.get_ref()
    {
        if written == "all" {
            let span = entry.value.span();
            return (Step::ALL.iter().map(|&(_, step)| Spanned::new(step, span.clone())).collect(), true);
        }
        let message = format!("`steps` cannot be `{}`", excerpt(written));
        let fault = faults.report(CheckCode::UnknownWord, &entry.value.span(), message);
        fault.help("write `\"all\"`, or a list of steps");
        return (Vec::new(), false);
    }
    let written = table.strings("steps", faults).map_or_else(Vec::new, |steps| steps.value);
    let message = |written: &str| format!("unknown step `{written}`");
    let read =
        written.iter().filter_map(|step| one_of(step, Step::ALL, message, CheckCode::UnknownStep, faults)).collect();
    (read, false)
}

fn read_silent_seat(file: &mut Reader<'_>, faults: &mut Diagnostics) -> InactiveSeatSection {
    let mut table = file.table("silent-seat", faults);
    let read = InactiveSeatSection {
        seconds: table.integer("seconds", faults),
        reconnect_seconds: table.integer("reconnect-seconds", faults),
        set: table.word("set", &[("house-way", ())], faults),
        play: table.word("play", &[("fold", false), ("play", true)], faults),
        double_down: table.word("double-down", &[("no", false), ("yes", true)], faults),
    };
    table.finish(faults);
    read
}
