//! `[house-way]` as written: a built-in house way by name, or custom rules.

use crate::submission::faults::{Diagnostics, Spanned};
use crate::submission::reader::Reader;
use std::ops::Range;

/// The house way as written.
#[derive(Clone, Debug)]
pub struct HouseWaySection {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// `use`: the name of a way that is shipped.
    pub shipped: Option<Spanned<String>>,
    /// What a way of one's own is called.
    pub name: Option<Spanned<String>>,
    /// Its rules, in their order.
    pub rules: Vec<HouseWayRuleSection>,
}

/// One rule as written.
#[derive(Clone, Debug)]
pub struct HouseWayRuleSection {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// What the rack card says.
    pub name: Option<Spanned<String>>,
    /// The clause it carries out.
    pub clause: Option<Spanned<String>>,
    /// Which dealt cards it is for.
    pub hands: Option<Spanned<String>>,
    /// What the high hand must be.
    pub high: Option<Spanned<String>>,
    /// What the medium hand must be.
    pub medium: Option<Spanned<String>>,
    /// What the low hand must be.
    pub low: Option<Spanned<String>>,
    /// Which hand is made highest first.
    pub prefer: Option<Spanned<String>>,
}

/// Reads the house way, if there is one.
pub(super) fn read(file: &mut Reader<'_>, faults: &mut Diagnostics) -> Option<HouseWaySection> {
    let mut table = file.table("house-way", faults);
    if !table.is_present() {
        return None;
    }
    let way = HouseWaySection {
        span: table.span.clone(),
        shipped: table.string("use", faults),
        name: table.string("name", faults),
        rules: table.tables("rule", faults).into_iter().map(|rule| read_rule(rule, faults)).collect(),
    };
    table.finish(faults);
    Some(way)
}

fn read_rule(mut table: Reader<'_>, faults: &mut Diagnostics) -> HouseWayRuleSection {
    let rule = HouseWayRuleSection {
        span: table.span.clone(),
        name: table.string("name", faults),
        clause: table.string("clause", faults),
        hands: table.string("hands", faults),
        high: table.string("high", faults),
        medium: table.string("medium", faults),
        low: table.string("low", faults),
        prefer: table.string("prefer", faults),
    };
    if rule.name.is_none() && table.entry("name").is_none() {
        table.missing("name", None, "add the text for the rack card: `name = \"Two pairs: divide them\"`", faults);
    }
    table.finish(faults);
    rule
}
