//! Writes files atomically, and names files that cannot be read.

use anyhow::Context as _;
use std::io;
use std::path::Path;

/// The bytes of a file.
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| file.display().to_string())
}

/// Writes a file beside its place and renames it, so that nobody ever reads half of it. A link is followed and an older
/// file's permissions are kept; what is no plain file, such as a device or a pipe, is written to as it stands.
pub(crate) fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let older = std::fs::metadata(&there).ok();
    if older.as_ref().is_some_and(|older| !older.is_file()) {
        return std::fs::write(&there, bytes);
    }
    let name = there.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let beside = there.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let written = std::fs::write(&beside, bytes)
        .and_then(|()| older.map_or(Ok(()), |older| std::fs::set_permissions(&beside, older.permissions())))
        .and_then(|()| std::fs::rename(&beside, &there));
    if written.is_err() {
        // What could not be finished is taken away; if even that fails there is nothing left to do.
        let _ = std::fs::remove_file(&beside);
    }
    written
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    #[test]
    fn links_are_followed_permissions_kept_and_devices_left_alone() {
        let folder = std::env::temp_dir().join(format!("croupier-whole-file-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (file, link) = (folder.join("sheet"), folder.join("link"));
        std::fs::write(&file, "old").expect("a file");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("permissions");
        symlink(&file, &link).expect("a link");
        write_whole(&link, b"new").expect("written");
        assert!(std::fs::symlink_metadata(&link).expect("the link").is_symlink());
        assert_eq!(std::fs::read(&file).expect("the file"), b"new");
        assert_eq!(std::fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o600);
        // A link that we make ourselves stands for the device, so that a mistake here cannot harm the machine.
        let null = folder.join("null");
        symlink("/dev/null", &null).expect("a link");
        write_whole(&null, b"gone").expect("written");
        assert!(!std::fs::metadata("/dev/null").expect("the device").is_file());
        assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 3, "nothing is left behind");
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
