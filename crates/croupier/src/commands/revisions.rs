//! `croupier clauses --revisions`: every ruling that this program decides otherwise than an earlier one, with its reason.

use crate::Outcome;
use crate::cli::{Clauses, Format};
use crate::paint::{Brush, colour};
use crate::told::write_json;
use croupier_rules::RulesChange;
use serde_json::json;
use std::io::Write as _;

pub(super) fn run(call: &Clauses) -> Outcome {
    let mut out = std::io::stdout().lock();
    match call.format {
        Format::Json => {
            let list: Vec<_> = RulesChange::ALL
                .iter()
                .map(|change| {
                    let (revision, clauses) = (change.revision().0, change.clauses());
                    json!({ "revision": revision, "clauses": clauses, "reason": change.reason() })
                })
                .collect();
            write_json(&mut out, &list)?;
        }
        Format::Text => {
            let brush = Brush(colour());
            writeln!(out, "{:>3}  {}", 1, brush.dim("the rules as the first program decided them"))?;
            for change in RulesChange::ALL {
                writeln!(out, "{:>3}  {}", change.revision().0, brush.bold(change.clauses()))?;
                writeln!(out, "     {}", change.reason())?;
            }
        }
    }
    Ok(())
}
