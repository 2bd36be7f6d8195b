//! The resources of a program: CPU seconds of all its threads, and peak memory.
//!
//! Both are read from Linux's `/proc` while the program runs and once more between its end and its burial, so that
//! neither a dependency nor unsafe code is needed. Elsewhere they are not known.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

/// What one run took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// User and system time of all threads.
    pub(crate) cpu_seconds: f64,
    /// The most memory that was resident, in bytes.
    pub(crate) peak_memory: u64,
}

/// How often a running program is looked at. Memory is a high-water mark, so that little is missed between.
const LOOK: Duration = Duration::from_millis(10);

/// Runs `command` without its output and says what it took. What it says of errors and progress is shown.
pub(crate) fn usage(command: &mut Command) -> Result<Usage> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().context("cannot start it")?;
    let taken = watch(&child);
    // A program that cannot be watched is still run to its end.
    let status = child.wait().context("cannot wait for its end")?;
    ensure!(status.success(), "{status}");
    taken
}

/// Looks at the program until it has ended; nobody has waited for it yet, so its entry is still there.
fn watch(child: &Child) -> Result<Usage> {
    let entry = format!("/proc/{}", child.id());
    let mut peak_memory = 0;
    loop {
        let stat = fs::read_to_string(format!("{entry}/stat")).context("this machine has no /proc for measurements")?;
        let (state, cpu_seconds) = state_and_seconds(&stat)?;
        if state == "Z" {
            return Ok(Usage { cpu_seconds, peak_memory });
        }
        let status = fs::read_to_string(format!("{entry}/status")).unwrap_or_default();
        peak_memory = high_water_mark(&status).unwrap_or(peak_memory);
        sleep(LOOK);
    }
}

/// Linux tells times in hundredths of a second, whatever its own clock.
const TICKS_PER_SECOND: f64 = 100.0;

/// The state and the CPU seconds in a line of `/proc/…/stat`.
fn state_and_seconds(stat: &str) -> Result<(&str, f64)> {
    // The second field is the program's name in parentheses, and may hold anything.
    let Some((_, fields)) = stat.rsplit_once(") ") else { bail!("unexpected format of /proc") };
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let [state, _, _, _, _, _, _, _, _, _, _, user, system, ..] = fields[..] else {
        bail!("unexpected format of /proc")
    };
    let seconds = |ticks: &str| ticks.parse::<f64>().map(|ticks| ticks / TICKS_PER_SECOND);
    Ok((state, seconds(user)? + seconds(system)?))
}

/// The most memory that was resident so far, in bytes, from `/proc/…/status`.
fn high_water_mark(status: &str) -> Option<u64> {
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(kilobytes.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_and_times_are_read_past_any_name() {
        let stat = "7 (odd ) name) Z 1 7 7 0 -1 4 10 0 0 0 250 50 0 0 20 0 1 0 99 0 0";
        assert_eq!(state_and_seconds(stat).unwrap(), ("Z", 3.0));
        assert!(state_and_seconds("7 (short) R 1").is_err());
    }

    #[test]
    fn peak_memory_is_in_bytes() {
        assert_eq!(high_water_mark("VmPeak:\t  900 kB\nVmHWM:\t     128 kB\n"), Some(131_072));
        assert_eq!(high_water_mark("Name:\tended\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_works_is_measured_and_one_that_fails_is_not() {
        let held = usage(Command::new("sleep").arg("0.1")).unwrap();
        assert!(held.cpu_seconds < 0.1 && held.peak_memory > 0, "{held:?}");
        assert!(usage(&mut Command::new("false")).is_err());
        assert!(usage(&mut Command::new("no such program")).is_err());
    }
}
