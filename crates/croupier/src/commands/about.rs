//! `croupier about`: what this program is, which texts it knows, and the hashes of what it is made of.

use crate::cli::{About, Format};
use crate::paint::{Brush, colour};
use crate::told::{printable, write_json};
use crate::{Outcome, whole_file};
use anyhow::Context as _;
use croupier_rules::law::{Honoured, laws};
use croupier_table::commitment::Digest;
use std::io::Write as _;
use std::path::PathBuf;

pub(super) fn run(call: &About) -> Outcome {
    if call.hashes { hashes(call) } else { texts() }
}

/// The hashes of all this program is made of, and of these submissions.
pub(crate) fn all_hashes(submissions: &[PathBuf]) -> anyhow::Result<Vec<(String, Digest)>> {
    let code = [("crates/rules/src", env!("CROUPIER_RULES_HASH")), ("crates/table/src", env!("CROUPIER_TABLE_HASH"))];
    // The build wrote them as digits, so that none is lost here; a test holds that.
    let code: Vec<_> =
        code.into_iter().filter_map(|(name, hash)| Some((name, Digest::read(hash.as_bytes())?))).collect();
    let read = |file: &PathBuf| Ok((file.display().to_string(), whole_file::read(file)?));
    let submissions: Vec<_> = submissions.iter().map(read).collect::<anyhow::Result<_>>()?;
    croupier_house::hashes::hashes(&code, &submissions).context("the program's own file cannot be read")
}

fn hashes(call: &About) -> Outcome {
    let hashes = all_hashes(&call.submissions)?;
    let mut out = std::io::stdout().lock();
    match call.format {
        Format::Json => {
            let list: Vec<_> =
                hashes.iter().map(|(name, hash)| serde_json::json!({ "name": name, "sha256": hash })).collect();
            write_json(&mut out, &list)?;
        }
        Format::Text => {
            for (name, hash) in &hashes {
                writeln!(out, "{hash}  {}", printable(name))?;
            }
        }
    }
    Ok(())
}

fn texts() -> Outcome {
    let brush = Brush(colour());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} {}", brush.bold("Croupier"), env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "Regulated, house-banked poker games from the letter of their rules.\n")?;
    for law in laws() {
        let planned = law.clauses.iter().filter(|row| row.honoured == Honoured::Planned).count();
        writeln!(
            out,
            "  {}  {:<32}{:>4} clauses, {planned:>3} planned   {}",
            brush.cyan(format!("{:<7}", law.text.id())),
            law.title,
            law.clauses.len(),
            brush.dim(&law.source)
        )?;
    }
    writeln!(out, "\n`croupier --help` lists the calls.")?;
    Ok(())
}
