//! `croupier new`: a commented rules submission to start from.

use crate::CommandResult;
use crate::cli::NewArgs;
use croupier_rules::submission::template;
use std::io::Write as _;

pub(super) fn run(call: &NewArgs) -> CommandResult {
    std::io::stdout().lock().write_all(template(call.text).as_bytes())?;
    Ok(())
}
