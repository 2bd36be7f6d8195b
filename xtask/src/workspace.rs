//! Where the workspace and its build folder are.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// The folders everything else is found from.
pub(crate) struct Workspace {
    /// The top of the repository, where every command runs.
    pub(crate) root: PathBuf,
    /// The build folder, `target` unless cargo was told otherwise.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Asks the environment cargo set and the place this program was built in, so that `CARGO_TARGET_DIR` and its
    /// equivalents in cargo's settings are honoured without reading them.
    pub(crate) fn find() -> Result<Self> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").context("run this as `cargo xtask`, which sets its folder")?;
        let root = Path::new(&manifest).parent().context("xtask has no folder above it")?.to_path_buf();
        let own = env::current_exe().context("this program cannot find its own file")?;
        let target = own.ancestors().nth(2).context("this program does not lie in cargo's build folder")?.to_path_buf();
        Ok(Self { root, target })
    }

    /// A program of the workspace as built in release.
    pub(crate) fn release_program(&self, name: &str) -> PathBuf {
        self.program("release", name)
    }

    /// The same as built for tests.
    pub(crate) fn debug_program(&self, name: &str) -> PathBuf {
        self.program("debug", name)
    }

    fn program(&self, profile: &str, name: &str) -> PathBuf {
        self.target.join(profile).join(name).with_extension(env::consts::EXE_EXTENSION)
    }

    /// A command that will run at the top of the repository.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }
}
