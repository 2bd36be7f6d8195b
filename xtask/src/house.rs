//! The speed of the house, compared with what the same machine does at the same time without it.
//!
//! An example of croupier-house measures, since it needs the house's own client and stores, and prints its figures;
//! here they are read for the closing table. A thousand tables and a million rounds take long: they are heavy.

use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use crate::figures::{Figure, Target};
use crate::process::{cargo, run};
use crate::workspace::Workspace;

const LIGHT: &[&str] = &["rounds", "sqlite", "postgresql"];
const HEAVY: &[&str] = &["crowd", "start"];

/// Builds and runs the example, with what is heavy only if that is wanted.
pub(crate) fn measure(workspace: &Workspace, heavy: bool) -> Result<Vec<Figure>> {
    let example = ["-p", "croupier-house", "--example", "bench_house"];
    run(cargo(workspace).args(["build", "--release", "-p", "croupier", "--bin", "croupier"]).args(example))
        .context("the house does not build")?;
    let mut figures = Vec::new();
    for part in LIGHT.iter().chain(HEAVY.iter().filter(|_| heavy)) {
        println!("measuring {part}");
        let mut bench = workspace.command(workspace.release_program("examples/bench_house"));
        bench.arg(part).arg("--program").arg(workspace.release_program("croupier"));
        let output = bench.stderr(Stdio::inherit()).output().context("cannot start the example")?;
        ensure!(output.status.success(), "measuring {part} failed ({})", output.status);
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            match read(line) {
                Some(figure) => figures.push(figure),
                None => println!("{line}"),
            }
        }
    }
    if !heavy {
        for (name, unit, target) in
            [("1,000 tables, 2,000 players: memory", "GB", 1.0), ("start with 1000000 rounds on record", "s", 5.0)]
        {
            let measured = Err("takes minutes: use --heavy".to_owned());
            figures.push(Figure { name: name.to_owned(), measured, unit, target: Target::AtMost(target) });
        }
    }
    Ok(figures)
}

/// A line that holds a figure.
fn read(line: &str) -> Option<Figure> {
    let [_, name, measured, unit, target] =
        line.strip_prefix("figure").map(|_| line.split('\t'))?.collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let unit = ["rounds/s", "batches/s", "%", "GB", "s"].into_iter().find(|known| *known == unit)?;
    let target = match target.split_at_checked(2) {
        Some((">=", least)) => Target::AtLeast(least.parse().ok()?),
        Some(("<=", most)) => Target::AtMost(most.parse().ok()?),
        _ => Target::None,
    };
    Some(Figure { name: name.to_owned(), measured: Ok(measured.parse().ok()?), unit, target })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_read_and_other_lines_are_not() {
        let figure = read("figure\tthe writer: share\t71.5\t%\t>=70").unwrap();
        assert_eq!((figure.name.as_str(), figure.measured, figure.unit), ("the writer: share", Ok(71.5), "%"));
        assert!(matches!(figure.target, Target::AtLeast(70.0)));
        assert!(matches!(read("figure\tan echo\t3\trounds/s\t").unwrap().target, Target::None));
        for line in ["", "figure", "figure\ta\tmany\t%\t", "figure\ta\t1\tfurlongs\t", "a round is 9 messages"] {
            assert!(read(line).is_none(), "{line}");
        }
    }
}
