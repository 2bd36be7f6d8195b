//! The instructions that evaluators take for each hand, counted by callgrind: unlike times they are the same on a busy
//! machine and a quiet one.

use anyhow::{Context, Result};

use crate::figures::{Figure, Target};
use crate::process::{cargo, quiet_output};
use crate::workspace::Workspace;

/// The bench that does a work as often as it is told.
const BENCH: [&str; 8] = ["bench", "--quiet", "--package", "croupier-odds", "--bench", "odds", "--", "count"];

/// Counts each work that the bench lists; says so where valgrind is missing.
pub(crate) fn count(workspace: &Workspace) -> Result<Vec<Figure>> {
    let has_valgrind = quiet_output(workspace.command("valgrind").arg("--version")).is_some();
    if !has_valgrind {
        println!("valgrind is missing, so no instructions are counted (Debian: apt-get install valgrind)");
    }
    let list = quiet_output(cargo(workspace).args(BENCH)).context("the bench of the odds does not run")?;
    let mut figures = Vec::new();
    for work in list.lines() {
        let [units, most, name] = work.split('\t').collect::<Vec<_>>()[..] else {
            anyhow::bail!("the bench of the odds lists units, the most they may take, and a name");
        };
        let units: f64 = units.parse().context("the bench of the odds lists numbers")?;
        let measured = if has_valgrind {
            println!("counting {name}");
            // What two runs take more than one is the work without what comes before.
            Ok((instructions(workspace, name, "2")? - instructions(workspace, name, "1")?) / units)
        } else {
            Err("no valgrind".to_owned())
        };
        let target = most.parse().map_or(Target::None, Target::AtMost);
        figures.push(Figure { name: name.to_owned(), measured, unit: "instructions", target });
    }
    Ok(figures)
}

/// What the bench takes, all in all, when it does the work so often.
fn instructions(workspace: &Workspace, name: &str, times: &str) -> Result<f64> {
    // Cargo runs what it builds with the program named here, on whatever machine this is.
    let runner = r#"target."cfg(all())".runner = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]"#;
    let output = cargo(workspace).args(["--config", runner]).args(BENCH).args([name, times]).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let (_, count) =
        said.lines().find_map(|line| line.split_once("Collected :")).context("callgrind counted nothing")?;
    count.trim().parse().context("callgrind counts in whole numbers")
}
