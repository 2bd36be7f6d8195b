//! The instructions that the odds take for each hand, counted by callgrind: unlike times they are the same on a busy
//! machine and a quiet one.

use anyhow::{Context, Result};

use crate::process::{cargo, quiet_output};
use crate::workspace::Workspace;

/// Counts and prints each work of the `instructions` bench; says so where valgrind is missing.
pub(crate) fn count(workspace: &Workspace) -> Result<()> {
    if quiet_output(workspace.command("valgrind").arg("--version")).is_none() {
        println!("\nvalgrind is missing, so no instructions are counted");
        return Ok(());
    }
    let bench = ["bench", "--quiet", "--package", "croupier-odds", "--bench", "instructions", "--"];
    let list =
        quiet_output(cargo(workspace).args(bench).arg("list")).context("the bench `instructions` does not run")?;
    println!("\ninstructions each (callgrind)");
    for (units, name) in list.lines().filter_map(|line| line.split_once('\t')) {
        let units: f64 = units.parse().context("the bench `instructions` lists numbers")?;
        let taken = |times: &str| -> Result<f64> {
            // Cargo runs what it builds with the program named here, on whatever machine this is.
            let runner = "target.\"cfg(all())\".runner = [\"valgrind\", \"--tool=callgrind\", \"--callgrind-out-file=/dev/null\"]";
            let output = cargo(workspace).args(["--config", runner]).args(bench).args([name, times]).output()?;
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let count =
                said.lines().find_map(|line| line.split_once("Collected :")).context("callgrind counted nothing")?;
            count.1.trim().parse().context("callgrind counts in whole numbers")
        };
        println!("{:>16.1}  {name}", (taken("2")? - taken("1")?) / units);
    }
    Ok(())
}
