//! `[wagers]` as written: a section for each wager, by its name.

use crate::money::Cents;
use crate::submission::codes::CheckCode;
use crate::submission::faults::{Diagnostics, Spanned, nearest};
use crate::submission::reader::{Reader, as_table, excerpt, list};
use crate::wager::WagerKind;
use std::ops::Range;

/// One wager as written.
#[derive(Clone, Debug)]
pub struct WagerSection {
    /// Which wager.
    pub kind: Spanned<WagerKind>,
    /// The letter of its paytable.
    pub paytable: Option<Spanned<String>>,
    /// The least.
    pub minimum: Option<Spanned<Cents>>,
    /// The most.
    pub maximum: Option<Spanned<Cents>>,
    /// The step from the least upwards.
    pub increment: Option<Spanned<Cents>>,
    /// What it is, where that is fixed.
    pub amount: Option<Spanned<Cents>>,
    /// The name of the meter it is linked to.
    pub linked: Option<Spanned<String>>,
    /// The other tables on that meter.
    pub link_with: Vec<LinkSection>,
    /// Whether it is made from the game account.
    pub electronic: Option<Spanned<bool>>,
    /// Whether match play coupons are taken for it.
    pub match_play: Option<Spanned<bool>>,
    /// How often a Magic Card is drawn.
    pub magic_card: Option<Spanned<String>>,
    /// How often a Lucky position is drawn.
    pub lucky_bonus: Option<Spanned<String>>,
    /// Keys that are there but could not be read, so that they are not missed as well.
    pub unread: Vec<&'static str>,
}

/// Another table on a linked meter, as written.
#[derive(Clone, Debug)]
pub struct LinkSection {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// The text it plays by.
    pub text: Option<Spanned<String>>,
    /// The letter of its paytable.
    pub letter: Option<Spanned<String>>,
    /// What is wagered there.
    pub amount: Option<Spanned<Cents>>,
}

impl WagerSection {
    /// Whether the file has the key, readable or not.
    pub(in crate::submission) fn has(&self, key: &str) -> bool {
        self.unread.contains(&key)
            || match key {
                "minimum" => self.minimum.is_some(),
                "maximum" => self.maximum.is_some(),
                "increment" => self.increment.is_some(),
                "amount" => self.amount.is_some(),
                "paytable" => self.paytable.is_some(),
                _ => false,
            }
    }
}

/// Reads the wagers, and where a missing one is reported.
pub(super) fn read(file: &mut Reader<'_>, faults: &mut Diagnostics) -> (Vec<WagerSection>, Range<usize>) {
    let table = file.table("wagers", faults);
    let span = table.span.clone();
    let mut wagers = Vec::new();
    for (name, value) in table.entries() {
        let Ok(kind) = name.value.parse::<WagerKind>() else {
            report_unknown(&name, faults);
            continue;
        };
        let Some(reader) = as_table(value, name.span.clone(), kind.name(), faults) else { continue };
        wagers.push(read_wager(Spanned::new(kind, name.span), reader, faults));
    }
    (wagers, span)
}

fn report_unknown(name: &Spanned<String>, faults: &mut Diagnostics) {
    let names = || WagerKind::ALL.into_iter().map(WagerKind::name);
    let message = format!("unknown wager `{}`", excerpt(&name.value));
    let fault = faults.report(CheckCode::UnknownWager, &name.span, message);
    match nearest(&name.value, names()) {
        Some(word) => fault.help(format!("did you mean `{word}`?")),
        None => fault.help(format!("the wagers of the five texts are {}", list(names()))),
    };
}

fn read_wager(kind: Spanned<WagerKind>, mut table: Reader<'_>, faults: &mut Diagnostics) -> WagerSection {
    let mut wager = WagerSection {
        kind,
        paytable: table.string("paytable", faults),
        minimum: table.money("minimum", faults),
        maximum: table.money("maximum", faults),
        increment: table.money("increment", faults),
        amount: table.money("amount", faults),
        linked: table.string("linked", faults),
        link_with: read_links(&mut table, faults),
        electronic: table.boolean("electronic", faults),
        match_play: table.boolean("match-play", faults),
        magic_card: table.string("magic-card", faults),
        lucky_bonus: table.string("lucky-bonus", faults),
        unread: Vec::new(),
    };
    for key in ["minimum", "maximum", "increment", "amount", "paytable"] {
        if !wager.has(key) && table.entry(key).is_some() {
            wager.unread.push(key);
        }
    }
    table.finish(faults);
    wager
}

fn read_links(table: &mut Reader<'_>, faults: &mut Diagnostics) -> Vec<LinkSection> {
    let mut links = Vec::new();
    for mut link in table.tables("link-with", faults) {
        links.push(LinkSection {
            span: link.span.clone(),
            text: link.string("text", faults),
            letter: link.string("letter", faults),
            amount: link.money("amount", faults),
        });
        link.finish(faults);
    }
    links
}
