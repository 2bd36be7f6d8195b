//! `croupier about`: the program, its texts, and the hashes of its parts.

use crate::cli::{AboutArgs, Format};
use crate::colour::{Palette, colour};
use crate::output::{printable, write_json};
use crate::{CommandResult, atomic_file};
use anyhow::Context as _;
use croupier_rules::Registry;
use croupier_rules::law::Coverage;
use croupier_table::commitment::Digest;
use std::io::Write as _;
use std::path::PathBuf;

pub(super) fn run(registry: &Registry, call: &AboutArgs) -> CommandResult {
    if call.hashes { hashes(registry, call) } else { texts(registry) }
}

/// The hashes of all this program is made of, and of these submissions.
pub(crate) fn all_hashes(registry: &Registry, submissions: &[PathBuf]) -> anyhow::Result<Vec<(String, Digest)>> {
    let code = [("crates/rules/src", env!("CROUPIER_RULES_HASH")), ("crates/table/src", env!("CROUPIER_TABLE_HASH"))];
    // The build wrote them as digits, so that none is lost here; a test holds that.
    let code: Vec<_> =
        code.into_iter().filter_map(|(name, hash)| Some((name, Digest::read(hash.as_bytes())?))).collect();
    let read = |file: &PathBuf| Ok((file.display().to_string(), atomic_file::read(file)?));
    let submissions: Vec<_> = submissions.iter().map(read).collect::<anyhow::Result<_>>()?;
    croupier_house::hashes::hashes(registry, &code, &submissions).context("cannot read the program's own file")
}

fn hashes(registry: &Registry, call: &AboutArgs) -> CommandResult {
    let hashes = all_hashes(registry, &call.submissions)?;
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

fn texts(registry: &Registry) -> CommandResult {
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} {}", brush.bold("Croupier"), env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "Regulated, house-banked poker games, implemented exactly as their rules are written.\n")?;
    for law in registry.texts().iter().map(|text| text.law()) {
        let planned = law.clauses.iter().filter(|row| row.honoured == Coverage::Planned).count();
        writeln!(
            out,
            "  {}  {:<32}{:>4} clauses, {planned:>3} planned   {}",
            brush.cyan(format!("{:<7}", law.text.id())),
            law.title,
            law.clauses.len(),
            brush.dim(&law.source)
        )?;
    }
    writeln!(out, "\n`croupier --help` lists the commands.")?;
    Ok(())
}
