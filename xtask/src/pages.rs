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

/// The versions of Node that the tools in `web` run on, as `engines` of `web/package.json` has them: from each of these
/// to the next whole number, and everything from the last on.
const NODE: [(u32, u32); 3] = [(20, 19), (22, 12), (24, 0)];
/// What the pages are made from, beside the packages.
const SOURCES: [&str; 7] =
    ["src", "public", "index.html", "faces.js", "vite.config.js", "svelte.config.js", "package-lock.json"];

/// What a build makes among the sources, and does not make it old.
const GENERATED: [&str; 2] = ["faces", "openapi.d.ts"];

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

/// The half of the stage `format` that is about the pages.
pub(crate) fn check_format(workspace: &Workspace) -> Result<()> {
    install(workspace)?;
    run(npm(workspace).args(["run", "--silent", "format:check"])).context("`npm run format` in `web` puts it right")
}

/// The stage `pages`: types and markup, the tests of their modules, and the pages themselves.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    install(workspace)?;
    run(npm(workspace).args(["run", "--silent", "check"])).context("the pages have errors or warnings")?;
    run(npm(workspace).args(["run", "--silent", "unit"])).context("a test of the pages' modules failed")?;
    build(workspace)
}

/// The stage `browser`: the debug program, which embeds the pages as a released one does, used in Chromium.
pub(crate) fn browse(workspace: &Workspace) -> Result<()> {
    build(workspace)?;
    // The tests need the packages too, whether or not the pages had to be built.
    install(workspace)?;
    ensure_debian(workspace, "chromium", || Path::new("/usr/bin/chromium").exists())?;
    let program = tested_program(workspace)?;
    let sixth = workspace.debug_program("three-card-house");
    let mut npm = npm(workspace);
    npm.env("CROUPIER_PROGRAM", program).env("CROUPIER_SIXTH_GAME", sixth);
    run(npm.args(["run", "--silent", "browser"])).context("a test in the browser failed")
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
        .context("npm cannot install the packages in web/package-lock.json")
}

fn npm(workspace: &Workspace) -> Command {
    let mut npm = workspace.command("npm");
    npm.current_dir(workspace.root.join("web"));
    npm
}

fn ensure_node() -> Result<()> {
    let version = quiet_output(Command::new("node").arg("--version")).unwrap_or_default();
    let found = if version.is_empty() { "none is installed".to_owned() } else { format!("this is {}", version.trim()) };
    ensure!(
        runs_the_tools(&version),
        "the pages need Node 20.19+, 22.12+ or 24+ with npm, but {found}: see https://nodejs.org"
    );
    ensure!(
        quiet_output(Command::new("npm").arg("--version")).is_some(),
        "npm is missing: install it with Node (Debian: the package npm)"
    );
    Ok(())
}

/// Whether this is what `node --version` says of a Node the tools run on.
fn runs_the_tools(version: &str) -> bool {
    let mut numbers = version.trim().trim_start_matches('v').split('.').map_while(|number| number.parse::<u32>().ok());
    let (Some(major), Some(minor)) = (numbers.next(), numbers.next()) else { return false };
    let newest = NODE[NODE.len() - 1];
    major > newest.0 || NODE.iter().any(|least| major == least.0 && minor >= least.1)
}

/// When a file was last changed; `None` if it is not there.
fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|found| found.modified()).ok()
}

/// When anything in a folder, or the file itself, was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let inside = fs::read_dir(path).into_iter().flatten().flatten();
    let made_by_hand = inside.filter(|entry| !GENERATED.iter().any(|name| entry.file_name() == *name));
    made_by_hand.map(|entry| entry.path()).filter_map(|entry: PathBuf| newest(&entry)).chain(modified(path)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_is_taken_from_the_versions_on_that_package_json_names() {
        for (version, taken) in [
            ("v18.20.4\n", false),
            ("v20.18.1\n", false),
            ("v20.19.0\n", true),
            ("v20.20.2\n", true),
            ("v21.7.3\n", false),
            ("v22.11.0\n", false),
            ("v22.12.0\n", true),
            ("v23.11.0\n", false),
            ("v24.0.0\n", true),
            ("v25.1.0\n", true),
            ("", false),
            ("node", false),
        ] {
            assert_eq!(runs_the_tools(version), taken, "{version}");
        }
        let written = NODE.map(|(major, minor)| match minor {
            0 => format!(">={major}"),
            _ => format!("^{major}.{minor}"),
        });
        let package = include_str!("../../web/package.json");
        assert!(package.contains(&format!("\"node\": \"{}\"", written.join(" || "))), "engines say otherwise");
    }

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
        fs::write(inner.join("openapi.d.ts"), "").unwrap();
        let latest = later + std::time::Duration::from_secs(3_600);
        fs::File::options().append(true).open(inner.join("openapi.d.ts")).unwrap().set_modified(latest).unwrap();
        assert_eq!(newest(&folder), modified(&file), "what a build makes does not make it old");
        assert_eq!(newest(&folder.join("missing")), None);
        fs::remove_dir_all(folder).unwrap();
    }
}
