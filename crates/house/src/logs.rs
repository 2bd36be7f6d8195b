//! The log: what happens in the program, for its operator.
//!
//! It is no record; the record is in the chains. What is odd: it may never hold a password, a token, a key or a card that is
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
    #[error("the log was begun before: {0}")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// Lines kept in memory.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn of(log: &Log) -> String {
        let kept = Kept::default();
        let writer = kept.clone();
        tracing::subscriber::with_default(logged(log, move || writer.clone()), || {
            tracing::info!(table = 4, "a table was opened");
            tracing::debug!("a detail");
            tracing::info!(target: "sqlx::query", "SELECT 1");
        });
        let lines = kept.0.lock().unwrap().clone();
        String::from_utf8(lines).unwrap()
    }

    #[test]
    fn text_and_json_say_the_same_from_the_level_on() {
        let text = of(&Log { json: false, level: "info".to_owned(), file: None });
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains("INFO") && text.contains("a table was opened table=4"), "{text}");
        let json = of(&Log { json: true, level: "debug".to_owned(), file: None });
        let lines: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2, "{json}");
        assert_eq!((&lines[0]["message"], &lines[0]["table"]), (&"a table was opened".into(), &4.into()));
    }

    #[test]
    fn a_log_file_that_cannot_be_written_is_named() {
        let log = Log { json: false, level: "info".to_owned(), file: Some("/nowhere/at/all.log".into()) };
        assert!(begin(&log).unwrap_err().to_string().contains("/nowhere/at/all.log"));
    }
}
