//! The log for the operator.
//!
//! It is no record; the record is in the chains. Note: it may never hold a password, a token, a key or a card that is
//! not yet face up, so the types that hold these show nothing of themselves, and statements of the database are not
//! logged at all.

use crate::config::Log;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use tracing::Subscriber;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Why nothing can be logged.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be written.
    #[error("the log file {path}: {why}")]
    File {
        /// Which.
        path: String,
        /// What the system says.
        why: io::Error,
    },
    /// Something else logs in this process.
    #[error("logging was already started: {0}")]
    Begun(#[from] tracing_subscriber::util::TryInitError),
}

/// Begins the log of this process.
///
/// # Errors
/// If the file cannot be opened, or the process logs already.
pub fn begin(log: &Log) -> Result<(), LogError> {
    let writer = match &log.file {
        Some(path) => appended(path)?,
        None => BoxMakeWriter::new(io::stderr),
    };
    Ok(logged(log, writer).try_init()?)
}

/// What is logged with this configuration, to this writer.
pub fn logged<W>(log: &Log, writer: W) -> Box<dyn Subscriber + Send + Sync>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    // Libraries speak up when something is wrong; below that they tell of their own insides.
    let filter = EnvFilter::new(format!("warn,croupier={0},croupier_house={0},croupier_table={0}", log.level));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    if log.json {
        Box::new(lines.json().flatten_event(true).finish())
    } else {
        Box::new(lines.with_ansi(false).finish())
    }
}

fn appended(path: &Path) -> Result<BoxMakeWriter, LogError> {
    let wrong = |why| LogError::File { path: path.display().to_string(), why };
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong)?;
    Ok(BoxMakeWriter::new(Mutex::new(file)))
}
