//! `croupier restore`: a backup into an empty store, of either kind.

use super::backup::{copied, print_report};
use crate::CommandResult;
use crate::cli::RestoreArgs;
use croupier_house::store::Location;

pub(super) fn run(call: &RestoreArgs) -> CommandResult {
    let location = call.kept.location()?;
    let copied = copied(&Location::File(call.file.clone()), &location)?;
    let place = match &location {
        Location::Data(folder) | Location::File(folder) => folder.display().to_string(),
        // The address may hold a password.
        Location::Url(_) | Location::PlainUrl(_) => "the database".to_owned(),
    };
    print_report(&copied, &place)
}
