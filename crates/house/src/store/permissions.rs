//! Files and folders that nobody but their owner may read or write, whatever the umask of the process.
//!
//! Note: a store that an earlier program left open to others is closed to them when it is run again; a folder that
//! was there before the house is its operator's, and stays as it is.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::{Path, PathBuf};

/// Makes a folder that is not there.
pub(super) fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Opens a file for writing, and makes it if it is not there.
pub(super) fn file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.create(true).truncate(false).write(true).open(path)
}

/// Makes the file of a database if it is not there, and takes from others what they may do with it and what lies
/// beside.
pub(super) fn only(path: &Path) -> io::Result<()> {
    if !path.exists() {
        file(path)?;
    }
    let beside = |more: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(more);
        PathBuf::from(name)
    };
    [path.to_owned(), beside("-wal"), beside("-shm")].iter().try_for_each(|path| shut(path))
}

/// Takes a file that is there from others.
#[cfg(unix)]
fn shut(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    match fs::metadata(path) {
        Ok(file) if file.permissions().mode() & 0o077 != 0 => {
            fs::set_permissions(path, fs::Permissions::from_mode(file.permissions().mode() & 0o700))
        }
        Ok(_) => Ok(()),
        Err(gone) if gone.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Elsewhere files have no mode, and who may read them is for the operator to see to.
#[cfg(not(unix))]
fn shut(_: &Path) -> io::Result<()> {
    Ok(())
}
