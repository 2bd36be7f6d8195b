//! `croupier new`: a commented rules submission to start from.

use crate::Outcome;
use crate::cli::New;
use croupier_rules::submission::template;
use std::io::Write as _;

pub(super) fn run(call: &New) -> Outcome {
    std::io::stdout().lock().write_all(template(call.text).as_bytes())?;
    Ok(())
}
