//! `[house-way]` as written: a shipped way by name, or rules of the operator's own.

use crate::submission::faults::{At, Faults};
use crate::submission::reader::Reader;
use std::ops::Range;

/// The house way as written.
#[derive(Clone, Debug)]
pub struct WrittenWay {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// `use`: the name of a way that is shipped.
    pub shipped: Option<At<String>>,
    /// What a way of one's own is called.
    pub name: Option<At<String>>,
    /// Its rules, in their order.
    pub rules: Vec<WrittenWayRule>,
}

/// One rule as written.
#[derive(Clone, Debug)]
pub struct WrittenWayRule {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// What the rack card says.
    pub name: Option<At<String>>,
    /// The clause it carries out.
    pub clause: Option<At<String>>,
    /// Which dealt cards it is for.
    pub hands: Option<At<String>>,
    /// What the high hand must be.
    pub high: Option<At<String>>,
    /// What the medium hand must be.
    pub medium: Option<At<String>>,
    /// What the low hand must be.
    pub low: Option<At<String>>,
    /// Which hand is made highest first.
    pub prefer: Option<At<String>>,
}

/// Reads the house way, if there is one.
pub(super) fn read(file: &mut Reader<'_>, faults: &mut Faults) -> Option<WrittenWay> {
    let mut table = file.table("house-way", faults);
    if !table.is_present() {
        return None;
    }
    let way = WrittenWay {
        span: table.span.clone(),
        shipped: table.string("use", faults),
        name: table.string("name", faults),
        rules: table.tables("rule", faults).into_iter().map(|rule| read_rule(rule, faults)).collect(),
    };
    table.finish(faults);
    Some(way)
}

fn read_rule(mut table: Reader<'_>, faults: &mut Faults) -> WrittenWayRule {
    let rule = WrittenWayRule {
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
        table.missing("name", None, "say what the rack card says: `name = \"Two pairs: divide them\"`", faults);
    }
    table.finish(faults);
    rule
}
