//! The variables of the environment.

use std::ffi::OsString;

/// The variables of the environment. One whose name is not text cannot be one of ours.
pub(crate) fn variables() -> impl Iterator<Item = (String, String)> {
    let text = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.to_string_lossy().into()));
    std::env::vars_os().filter_map(text)
}
