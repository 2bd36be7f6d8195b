//! The pages in `web`: built before the program that embeds them, and tried in a browser.
//!
//! Packages are installed when the lock file is newer than what is installed, and the pages are built when a source is
//! newer than what is built, so that a house opens at once when nothing has changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use crate::process::{quiet_output, run, tested_program};
use crate::tools::ensure_debian;
use crate::workspace::Workspace;

/// The least version of Node that the tools in `web` run on.
const NODE: u32 = 20;
/// What the pages are made from, beside the packages.
const SOURCES: [&str; 6] = ["src", "public", "index.html", "vite.config.js", "svelte.config.js", "package-lock.json"];

/// Builds the pages if anything they are made from has changed.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let web = workspace.root.join("web");
    // A program that was built before the pages has left a notice there, without scripts.
    let built = modified(&web.join("dist/index.html")).filter(|_| web.join("dist/assets").is_dir());
    let newest = SOURCES.iter().filter_map(|name| newest(&web.join(name))).max();
    if built.is_some() && newest <= built {
        return Ok(());
    }
    install(workspace)?;
    run(npm(workspace).args(["run", "--silent", "bundle"])).context("the pages do not build")
}

/// The stage `pages`: types and markup, the tests of their modules, and the pages themselves.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    install(workspace)?;
    run(npm(workspace).args(["run", "--silent", "check"])).context("the pages have errors or warnings")?;
    run(npm(workspace).args(["run", "--silent", "unit"])).context("a test of the pages' modules failed")?;
    run(npm(workspace).args(["run", "--silent", "bundle"])).context("the pages do not build")
}

/// The stage `browser`: the debug program, whose pages are those last built, used in Chromium.
pub(crate) fn browse(workspace: &Workspace) -> Result<()> {
    build(workspace)?;
    // The tests need the packages too, whether or not the pages had to be built.
    install(workspace)?;
    ensure_debian(workspace, "chromium", || Path::new("/usr/bin/chromium").exists())?;
    let program = tested_program(workspace)?;
    run(npm(workspace).env("CROUPIER_PROGRAM", program).args(["run", "--silent", "browser"]))
        .context("a test in the browser failed")
}

/// Installs the packages the lock file names, if that has not been done.
fn install(workspace: &Workspace) -> Result<()> {
    ensure_node()?;
    let web = workspace.root.join("web");
    let installed = modified(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && modified(&web.join("package-lock.json")) <= installed {
        return Ok(());
    }
    run(npm(workspace).args(["ci", "--no-audit", "--no-fund"]))
        .context("npm cannot install what web/package-lock.json names")
}

fn npm(workspace: &Workspace) -> Command {
    let mut npm = workspace.command("npm");
    npm.current_dir(workspace.root.join("web"));
    npm
}

fn ensure_node() -> Result<()> {
    let version = quiet_output(Command::new("node").arg("--version")).unwrap_or_default();
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    ensure!(
        major.is_some_and(|major: u32| major >= NODE),
        "the pages are built with Node {NODE} or later and npm, and here {}: see https://nodejs.org",
        if version.is_empty() { "is none".to_owned() } else { format!("is {}", version.trim()) },
    );
    Ok(())
}

/// When a file was last changed; `None` if it is not there.
fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|found| found.modified()).ok()
}

/// When anything in a folder, or the file itself, was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let inside = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    inside.filter_map(|entry: PathBuf| newest(&entry)).chain(modified(path)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_as_new_as_the_newest_thing_in_it() {
        let folder = std::env::temp_dir().join(format!("croupier-pages-{}", std::process::id()));
        let inner = folder.join("inner");
        fs::create_dir_all(&inner).unwrap();
        let file = inner.join("file");
        fs::write(&file, "").unwrap();
        let later = SystemTime::now() + std::time::Duration::from_secs(3_600);
        fs::File::options().append(true).open(&file).unwrap().set_modified(later).unwrap();
        assert_eq!(newest(&folder), modified(&file));
        assert_eq!(newest(&folder.join("missing")), None);
        fs::remove_dir_all(folder).unwrap();
    }
}
