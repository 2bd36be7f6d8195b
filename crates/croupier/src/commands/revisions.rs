//! `croupier clauses --revisions`: every ruling that differs from an earlier version of the program, with its reason.

use crate::CommandResult;
use crate::cli::{ClausesArgs, Format};
use crate::colour::{Palette, colour};
use crate::output::write_json;
use croupier_rules::RulesChange;
use serde_json::json;
use std::io::Write as _;

pub(super) fn run(call: &ClausesArgs) -> CommandResult {
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
            let brush = Palette(colour());
            writeln!(out, "{:>3}  {}", 1, brush.dim("the rules of the first version of the program"))?;
            for change in RulesChange::ALL {
                writeln!(out, "{:>3}  {}", change.revision().0, brush.bold(change.clauses()))?;
                writeln!(out, "     {}", change.reason())?;
            }
        }
    }
    Ok(())
}
