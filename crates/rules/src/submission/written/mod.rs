//! A submission as written: every value with its place, nothing judged but its shape.

mod wagers;
mod way;

pub use wagers::{WrittenLink, WrittenWager};
pub use way::{WrittenWay, WrittenWayRule};

use super::codes::Code;
use super::faults::{At, Faults};
use super::house_rules::{DealMethod, Inscription, ShuffleMethod, StartMethod, Step};
use super::reader::{Reader, list, one_of, shown, string};
use crate::law::Date;
use crate::money::Cents;
use crate::registry::Registry;
use crate::text::Text;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A rules submission as written.
#[derive(Clone, Debug)]
pub struct RulesSubmission {
    /// The text of law.
    pub text: Option<At<Text>>,
    /// What it is called.
    pub name: Option<At<String>>,
    /// The day it takes effect.
    pub effective: Option<At<Date>>,
    /// `[table]`
    pub table: WrittenTable,
    /// `[wagers]`, a table for each.
    pub wagers: Vec<WrittenWager>,
    /// Where a missing wager is reported.
    pub wagers_span: Range<usize>,
    /// `[cards]`
    pub cards: WrittenCards,
    /// `[shuffle]`
    pub shuffle: WrittenShuffle,
    /// `[deal]`
    pub deal: WrittenDeal,
    /// `[start]`
    pub start: Option<WrittenStart>,
    /// `[options]`: names and values.
    pub options: Vec<(At<String>, At<String>)>,
    /// `payout-limit`
    pub payout_limit: Option<At<Cents>>,
    /// `[house-way]`
    pub house_way: Option<WrittenWay>,
    /// `[automation]`
    pub automation: WrittenAutomation,
    /// `[silent-seat]`
    pub silent_seat: WrittenSilentSeat,
    /// `[readings]`: numbers and sides.
    pub readings: Vec<(At<String>, At<String>)>,
}

/// `[table]`
#[derive(Clone, Debug)]
pub struct WrittenTable {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// Betting positions.
    pub positions: Option<At<i64>>,
    /// Adjacent areas one player may wager on.
    pub adjacent_areas: Option<At<i64>>,
    /// What the layout says.
    pub layout: Option<At<Vec<At<Inscription>>>>,
    /// What signs say in its place.
    pub signs: Option<At<Vec<At<Inscription>>>>,
    /// The wagers that have their area on the layout, and the places of cards.
    pub areas: Option<At<Vec<At<String>>>>,
    /// Whether `areas` is there but could not be read, so that nothing is concluded from its absence.
    pub areas_unread: bool,
}

/// `[cards]`
#[derive(Clone, Debug)]
pub struct WrittenCards {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// Decks in use.
    pub decks: Option<At<i64>>,
    /// Whether `decks` is there but could not be read, so that nothing is concluded from its absence.
    pub decks_unread: bool,
    /// Jokers a deck is made with.
    pub jokers_made: Option<At<i64>>,
    /// The colours of the backs.
    pub back_colours: Option<At<Vec<At<String>>>>,
    /// Whether decks come inspected.
    pub preinspected: Option<At<bool>>,
    /// Whether decks come shuffled.
    pub preshuffled: Option<At<bool>>,
}

/// `[shuffle]`
#[derive(Clone, Debug)]
pub struct WrittenShuffle {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// By hand or by which device.
    pub method: Option<At<ShuffleMethod>>,
    /// Whether the device is approved.
    pub approved: Option<At<bool>>,
    /// Whether it counts the cards.
    pub counts: Option<At<bool>>,
}

/// `[deal]`
#[derive(Clone, Debug)]
pub struct WrittenDeal {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// From the hand or from which shoe.
    pub method: Option<At<DealMethod>>,
    /// Whether the automated shoe is approved.
    pub approved: Option<At<bool>>,
    /// The rounds after which the stub is counted at the latest.
    pub stub_count_every: Option<At<i64>>,
}

/// `[start]`
#[derive(Clone, Debug)]
pub struct WrittenStart {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// By dice, generator or button.
    pub method: Option<At<StartMethod>>,
    /// Whether the start is marked.
    pub mark: Option<At<bool>>,
    /// Whether the generator is approved.
    pub approved: Option<At<bool>>,
}

/// `[automation]`
#[derive(Clone, Debug)]
pub struct WrittenAutomation {
    /// Whether the table plays for play chips.
    pub play_chips: Option<At<bool>>,
    /// The steps the program does.
    pub steps: Vec<At<Step>>,
    /// Whether the file says `all`, which names no step by itself.
    pub all: bool,
}

/// `[silent-seat]`
#[derive(Clone, Debug)]
pub struct WrittenSilentSeat {
    /// How long a seat is waited for.
    pub seconds: Option<At<i64>>,
    /// How much longer once its connection broke.
    pub reconnect_seconds: Option<At<i64>>,
    /// Whether the house sets its hands, by the house way.
    pub set: Option<At<()>>,
    /// Whether it plays, or folds.
    pub play: Option<At<bool>>,
    /// Whether it doubles.
    pub double_down: Option<At<bool>>,
}

impl RulesSubmission {
    pub(super) fn read(registry: &Registry, document: &DeTable<'_>, faults: &mut Faults) -> Self {
        let mut file = Reader::new(document, 0..0, "");
        let text = read_text(registry, &mut file, faults);
        let name = file.string("name", faults);
        match &name {
            None if file.entry("name").is_none() => {
                file.missing("name", None, "say what the submission is called: `name = \"Pit 4\"`", faults);
            }
            Some(name) if name.value.trim().is_empty() => {
                faults.report(Code::EmptyName, &name.span, "`name` is empty").help("say what the submission is called");
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

fn read_text(registry: &Registry, file: &mut Reader<'_>, faults: &mut Faults) -> Option<At<Text>> {
    let ids = || list(registry.texts().iter().map(|text| text.id()));
    if file.entry("text").is_none() {
        file.missing("text", None, &format!("name the text of law: {}", ids()), faults);
        return None;
    }
    let written = file.string("text", faults)?;
    let words: Vec<_> = registry.texts().iter().map(|text| (text.id(), *text)).collect();
    one_of(&written, &words, |written| format!("there is no text `{written}`"), Code::UnknownText, faults)
}

fn read_day(file: &mut Reader<'_>, faults: &mut Faults) -> Option<At<Date>> {
    let help = "write the day it takes effect, without quotes or time: `effective = 2026-11-16`";
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
            written.date.map(|day| At::new(day.into(), span))
        }
        other => {
            let message = format!("`effective` is a plain day, not a {} like this", other.type_str());
            faults.report(Code::NotADay, &span, message).help(help);
            None
        }
    }
}

fn read_table(file: &mut Reader<'_>, faults: &mut Faults) -> WrittenTable {
    let mut table = file.table("table", faults);
    let areas = table.strings("areas", faults);
    let read = WrittenTable {
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
    faults: &mut Faults,
) -> Option<At<Vec<At<Inscription>>>> {
    let written = table.strings(key, faults)?;
    let word = |item: &At<String>, faults: &mut Faults| {
        let message = |written: &str| format!("`{written}` is nothing a layout or sign must say");
        one_of(item, Inscription::ALL, message, Code::UnknownWord, faults)
    };
    let read = written.value.iter().filter_map(|item| word(item, faults)).collect();
    Some(At::new(read, written.span))
}

fn read_cards(file: &mut Reader<'_>, faults: &mut Faults) -> WrittenCards {
    let mut table = file.table("cards", faults);
    let decks = table.integer("decks", faults);
    let read = WrittenCards {
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
fn read_colours(table: &mut Reader<'_>, faults: &mut Faults) -> Option<At<Vec<At<String>>>> {
    let entry = table.entry("back-colours")?;
    let DeValue::Array(items) = entry.value.get_ref() else {
        return super::reader::wrong_type(entry.value, "back-colours", "a list of strings", faults);
    };
    let colours = items.iter().filter_map(|item| string(item, "back-colours", faults)).collect();
    Some(At::new(colours, entry.value.span()))
}

fn read_shuffle(file: &mut Reader<'_>, faults: &mut Faults) -> WrittenShuffle {
    let mut table = file.table("shuffle", faults);
    if table.entry("method").is_none() {
        let words = list(ShuffleMethod::ALL.iter().map(|&(word, _)| word));
        table.missing("method", None, &format!("say how the cards are shuffled: {words}"), faults);
    }
    let read = WrittenShuffle {
        span: table.span.clone(),
        method: table.word("method", ShuffleMethod::ALL, faults),
        approved: table.boolean("approved", faults),
        counts: table.boolean("counts", faults),
    };
    table.finish(faults);
    read
}

fn read_deal(file: &mut Reader<'_>, faults: &mut Faults) -> WrittenDeal {
    let mut table = file.table("deal", faults);
    if table.entry("method").is_none() {
        let words = list(DealMethod::ALL.iter().map(|&(word, _)| word));
        table.missing("method", None, &format!("say what the cards are dealt from: {words}"), faults);
    }
    let read = WrittenDeal {
        span: table.span.clone(),
        method: table.word("method", DealMethod::ALL, faults),
        approved: table.boolean("approved", faults),
        stub_count_every: table.integer("stub-count-every", faults),
    };
    table.finish(faults);
    read
}

fn read_start(file: &mut Reader<'_>, faults: &mut Faults) -> Option<WrittenStart> {
    let mut table = file.table("start", faults);
    if !table.is_present() {
        return None;
    }
    let read = WrittenStart {
        span: table.span.clone(),
        method: table.word("method", StartMethod::ALL, faults),
        mark: table.boolean("mark", faults),
        approved: table.boolean("approved", faults),
    };
    if table.entry("method").is_none() {
        table.missing("method", None, "say how the start is found: `dice`, `rng`, `button`", faults);
    }
    table.finish(faults);
    Some(read)
}

/// A table of choices, each a name and a word.
fn read_choices(file: &mut Reader<'_>, key: &'static str, faults: &mut Faults) -> Vec<(At<String>, At<String>)> {
    let table = file.table(key, faults);
    let entries = table.entries();
    entries.filter_map(|(name, value)| string(value, &name.value, faults).map(|choice| (name, choice))).collect()
}

fn read_payout(file: &mut Reader<'_>, faults: &mut Faults) -> Option<At<Cents>> {
    let mut table = file.table("payout", faults);
    let limit = table.money("limit", faults);
    table.finish(faults);
    limit
}

fn read_automation(file: &mut Reader<'_>, faults: &mut Faults) -> WrittenAutomation {
    let mut table = file.table("automation", faults);
    let play_chips = table.boolean("play-chips", faults);
    let (steps, all) = read_steps(&mut table, faults);
    table.finish(faults);
    WrittenAutomation { play_chips, steps, all }
}

fn read_steps(table: &mut Reader<'_>, faults: &mut Faults) -> (Vec<At<Step>>, bool) {
    if let Some(entry) = table.entry("steps")
        && let DeValue::String(written) = entry.value.get_ref()
    {
        if written == "all" {
            let span = entry.value.span();
            return (Step::ALL.iter().map(|&(_, step)| At::new(step, span.clone())).collect(), true);
        }
        let message = format!("`steps` cannot be `{}`", shown(written));
        let fault = faults.report(Code::UnknownWord, &entry.value.span(), message);
        fault.help("write `\"all\"`, or a list of steps");
        return (Vec::new(), false);
    }
    let written = table.strings("steps", faults).map_or_else(Vec::new, |steps| steps.value);
    let message = |written: &str| format!("there is no step `{written}`");
    let read = written.iter().filter_map(|step| one_of(step, Step::ALL, message, Code::UnknownStep, faults)).collect();
    (read, false)
}

fn read_silent_seat(file: &mut Reader<'_>, faults: &mut Faults) -> WrittenSilentSeat {
    let mut table = file.table("silent-seat", faults);
    let read = WrittenSilentSeat {
        seconds: table.integer("seconds", faults),
        reconnect_seconds: table.integer("reconnect-seconds", faults),
        set: table.word("set", &[("house-way", ())], faults),
        play: table.word("play", &[("fold", false), ("play", true)], faults),
        double_down: table.word("double-down", &[("no", false), ("yes", true)], faults),
    };
    table.finish(faults);
    read
}
