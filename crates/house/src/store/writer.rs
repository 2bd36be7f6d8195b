//! The one writer of a node: it takes what waits, writes it in one transaction, and answers when that is durable.
//!
//! Syncing the disk costs the same for one batch as for hundreds, so whatever came while the last transaction was under
//! way goes into the next together. If one batch makes that fail, each is written again in a transaction of its own, so
//! that only the bad one is refused. A share of a meter has a transaction to itself: the desk makes its last lines
//! while the meter is locked.
//!
//! An error before the commit means that nothing was written, and a lost connection is then replaced and tried once
//! more. An error of the commit itself leaves open whether it was written, unless the database says that it was not.

use super::batch::{Batch, WriteError, WriteReceipt};
use super::dialect::Dialect;
use super::notices::{Notice, Notifier};
use super::transaction::{CommitError, TransactionWrites};
use super::{MeterId, TableId};
use croupier_table::{Reservation, Timestamp};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Connection as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// How many batches go into one transaction.
const MOST: usize = 256;
/// How many wait before whoever brings another must wait too.
const QUEUE: usize = 1024;
/// How long a transaction waits for others to be written with it.
const GATHERING: Duration = Duration::from_millis(2);
/// How long the database may take for one step of a transaction before the connection is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a store counts as full after it had no room for a batch.
const MOMENT: Duration = Duration::from_secs(5);

/// Writes batches, many in one transaction. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Request>,
    full: Full,
}

/// When the store last had no room for a batch; none once it had room again.
type Full = Arc<Mutex<Option<Instant>>>;

/// A share of a meter that falls due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterShareClaim {
    /// The meter.
    pub meter: MeterId,
    /// How much of it.
    pub percent: i64,
    /// Among how many.
    pub heads: u8,
    /// At this table.
    pub table: TableId,
    /// In this round.
    pub round: u64,
    /// When.
    pub at: Timestamp,
}

type Answer = oneshot::Sender<Result<WriteReceipt, WriteError>>;

#[derive(Debug)]
enum Request {
    Write(Box<Batch>, Answer),
    Take(Box<Take>, Answer),
    Stop(oneshot::Sender<()>),
}

#[derive(Debug)]
struct Take {
    share: MeterShareClaim,
    head: Batch,
    reserved: oneshot::Sender<Reservation>,
    finished: oneshot::Receiver<Batch>,
}

impl Writer {
    /// Starts the writer of a store, on a thread of its own: among the tasks of the house each of its statements would
    /// wait for all the desks and feeds that are ready to run, while they wait for it.
    pub(super) fn start(pool: AnyPool, dialect: Dialect, crier: Notifier) -> Result<Self, std::io::Error> {
        let (queue, requests) = mpsc::channel(QUEUE);
        let full = Full::default();
        let scribe = WriterTask { pool, dialect, crier, connection: None, full: full.clone(), groups: [0; 2] };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = std::thread::Builder::new().name("writer".to_owned());
        thread.spawn(move || runtime.block_on(scribe.work(requests)))?;
        Ok(Self { queue, full })
    }

    /// A writer that writes nothing, for a store that is only read.
    pub(super) fn none() -> Self {
        Self { queue: mpsc::channel(1).0, full: Full::default() }
    }

    /// Writes a batch, and returns when it is durable.
    ///
    /// # Errors
    /// If it is not.
    pub async fn write(&self, batch: Batch) -> Result<WriteReceipt, WriteError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Request::Write(Box::new(batch), answer)).await?;
        answered.await.map_err(|_| lost())?
    }

    /// Takes a share of a meter in one transaction with the lines before it, `head`, and those that `finish` makes of
    /// it, which must follow them. `finish` is called while the meter is locked, on the caller's own task: it may
    /// borrow and must not wait.
    ///
    /// # Errors
    /// If it is not durable; `finish` may have been called nevertheless.
    pub async fn take(
        &self,
        share: MeterShareClaim,
        head: Batch,
        finish: impl FnOnce(Reservation) -> Batch,
    ) -> Result<WriteReceipt, WriteError> {
        let (answer, mut answered) = oneshot::channel();
        let (reserved, mut reservation) = oneshot::channel();
        let (finished, receiver) = oneshot::channel();
        self.ask(Request::Take(Box::new(Take { share, head, reserved, finished: receiver }), answer)).await?;
        tokio::select! {
            Ok(reservation) = &mut reservation => {
                // If nobody waits for the lines any more, the answer says why.
                let _ = finished.send(finish(reservation));
                answered.await.map_err(|_| lost())?
            }
            answer = &mut answered => answer.map_err(|_| lost())?,
        }
    }

    /// Waits until all that was asked before is written, and ends the writer.
    pub(super) async fn stop(&self) {
        let (done, stopped) = oneshot::channel();
        if self.queue.send(Request::Stop(done)).await.is_ok() {
            let _ = stopped.await;
        }
    }

    /// Whether the store had no room for a batch a moment ago: something smaller might still fit.
    pub(super) fn is_full(&self) -> bool {
        let full = *self.full.lock().unwrap_or_else(PoisonError::into_inner);
        full.is_some_and(|since| since.elapsed() < MOMENT)
    }

    async fn ask(&self, request: Request) -> Result<(), WriteError> {
        let closed = |_| WriteError::Unavailable("the database is closed or read-only".to_owned());
        self.queue.send(request).await.map_err(closed)
    }
}

/// The writer went away with the question: it may or may not have been written.
fn lost() -> WriteError {
    WriteError::Unknown("the writer stopped before it responded".to_owned())
}

/// Why a transaction failed, and what that says about its connection.
struct Failed {
    error: WriteError,
    connection: ConnectionFate,
}

/// What becomes of the connection of a transaction that failed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConnectionFate {
    /// It works.
    Kept,
    /// It may be in the middle of something.
    Closed,
    /// It was lost before the commit: with a new one the same may go well.
    Replaced,
}

/// Who writes.
struct WriterTask {
    pool: AnyPool,
    dialect: Dialect,
    crier: Notifier,
    connection: Option<PoolConnection<Any>>,
    full: Full,
    /// How many batches the last two transactions had.
    groups: [usize; 2],
}

impl WriterTask {
    async fn work(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut waiting = Vec::new();
        loop {
            if requests.recv_many(&mut waiting, MOST).await == 0 {
                return;
            }
            self.gather(&mut requests, &mut waiting).await;
            metrics::gauge!("croupier_queue_batches").set(waiting.len() as f64);
            let (mut batches, mut answers, mut takes, mut stop) = (Vec::new(), Vec::new(), Vec::new(), None);
            for request in waiting.drain(..) {
                match request {
                    Request::Write(batch, answer) => {
                        batches.push(*batch);
                        answers.push(answer);
                    }
                    Request::Take(take, answer) => takes.push((take, answer)),
                    Request::Stop(done) => stop = Some(done),
                }
            }
            self.write_all(batches, answers).await;
            for (take, answer) in takes {
                let written = self.take(*take).await;
                // Whoever asked may have gone; what is written stays written.
                let _ = answer.send(written);
            }
            if let Some(done) = stop {
                self.give_back().await;
                let _ = done.send(());
                return;
            }
        }
    }

    /// Waits a moment for half of those who have written lately: otherwise the first of them to come back would have a
    /// transaction to himself while all the others wait for it. Whoever writes alone waits for nobody.
    async fn gather(&mut self, requests: &mut mpsc::Receiver<Request>, waiting: &mut Vec<Request>) {
        let enough = self.groups.iter().sum::<usize>().div_ceil(2);
        let until = tokio::time::Instant::now() + GATHERING;
        while waiting.len() < enough.min(MOST) {
            let more = requests.recv_many(waiting, MOST - waiting.len());
            if !matches!(tokio::time::timeout_at(until, more).await, Ok(1..)) {
                break;
            }
        }
        self.groups = [waiting.len(), self.groups[0]];
    }

    async fn write_all(&mut self, batches: Vec<Batch>, answers: Vec<Answer>) {
        let mut written = self.write(&batches).await;
        if batches.len() > 1 && matches!(written, Err(WriteError::Fenced | WriteError::Conflict(_))) {
            for (batch, answer) in batches.iter().zip(answers) {
                let alone = self.write(std::slice::from_ref(batch)).await;
                let _ = answer.send(alone.map(|mut written| written.pop().unwrap_or_default()));
            }
            return;
        }
        for (place, answer) in answers.into_iter().enumerate() {
            let _ = answer.send(match &mut written {
                Ok(written) => Ok(written.get_mut(place).map(std::mem::take).unwrap_or_default()),
                Err(error) => Err(error.clone()),
            });
        }
    }

    /// Writes batches in one transaction; with a new connection if the old one turns out to be gone.
    async fn write(&mut self, batches: &[Batch]) -> Result<Vec<WriteReceipt>, WriteError> {
        if batches.is_empty() {
            return Ok(Vec::new());
        }
        let started = Instant::now();
        let written = match self.try_write(batches).await {
            Err(failed) if failed.connection == ConnectionFate::Replaced => self.try_write(batches).await,
            other => other,
        };
        let written = written.map_err(|failed| failed.error)?;
        count_committed(batches, started.elapsed());
        batches.iter().for_each(|batch| self.cry(batch));
        Ok(written)
    }

    async fn try_write(&mut self, batches: &[Batch]) -> Result<Vec<WriteReceipt>, Failed> {
        let dialect = self.dialect;
        let mut connection = self.connection().await?;
        let written = in_transaction(&mut connection, dialect, async |transaction| {
            let mut sheet = TransactionWrites::default();
            let meters = batches.iter().flat_map(|batch| &batch.meters).map(|change| change.meter);
            sheet.lock(transaction, dialect, meters).await?;
            batches.iter().try_for_each(|batch| sheet.add(batch))?;
            sheet.write(transaction, dialect).await
        });
        let written = written.await;
        self.return_connection(connection, written)
    }

    async fn take(&mut self, take: Take) -> Result<WriteReceipt, WriteError> {
        let dialect = self.dialect;
        let Take { share, head, reserved, finished } = take;
        let started = Instant::now();
        let mut connection = self.connection().await.map_err(|failed| failed.error)?;
        let written = in_transaction(&mut connection, dialect, async |transaction| {
            let mut sheet = TransactionWrites::default();
            let meters = head.meters.iter().map(|change| change.meter).chain([share.meter]);
            sheet.lock(transaction, dialect, meters).await?;
            sheet.add(&head)?;
            let gone =
                || CommitError::Refused(WriteError::Unavailable("the requester of the share is gone".to_owned()));
            reserved.send(sheet.take(&share)?).map_err(|_| gone())?;
            let last = finished.await.map_err(|_| gone())?;
            sheet.lock(transaction, dialect, last.meters.iter().map(|change| change.meter)).await?;
            sheet.add(&last)?;
            Ok((sheet.write(transaction, dialect).await?, last))
        });
        let written = written.await;
        let (written, last) = self.return_connection(connection, written).map_err(|failed| failed.error)?;
        let batches = [head, last];
        count_committed(&batches, started.elapsed());
        batches.iter().for_each(|batch| self.cry(batch));
        Ok(written.into_iter().reduce(WriteReceipt::and).unwrap_or_default())
    }

    /// The connection the writer keeps, or a new one.
    async fn connection(&mut self) -> Result<PoolConnection<Any>, Failed> {
        if let Some(connection) = self.connection.take() {
            return Ok(connection);
        }
        let connected = self.pool.acquire().await;
        connected.map_err(|error| Failed { error: classify(&error), connection: ConnectionFate::Closed })
    }

    /// Keeps the connection for the next transaction, unless this one says that it should not.
    fn return_connection<T>(
        &mut self,
        mut connection: PoolConnection<Any>,
        done: Result<T, Failed>,
    ) -> Result<T, Failed> {
        *self.full.lock().unwrap_or_else(PoisonError::into_inner) = match &done {
            Err(Failed { error: WriteError::Full(_), .. }) => Some(Instant::now()),
            _ => None,
        };
        match &done {
            Ok(_) | Err(Failed { connection: ConnectionFate::Kept, .. }) => self.connection = Some(connection),
            Err(Failed { error, .. }) => {
                tracing::warn!(%error, "transaction failed");
                connection.close_on_drop();
            }
        }
        done
    }

    async fn give_back(&mut self) {
        // Back in the pool it would outlive the thread that moves its bytes.
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::debug!(%error, "cannot close the writer's connection");
        }
    }

    fn cry(&self, batch: &Batch) {
        if let (Some(fence), Some(row)) = (batch.fence, batch.rows.last()) {
            self.crier.cry(Notice::Lines { table: fence.table, last: row.last });
        }
    }
}

impl WriteReceipt {
    /// What became of two batches of one transaction.
    fn and(mut self, other: Self) -> Self {
        self.meters.extend(other.meters);
        Self {
            meters: self.meters,
            house: other.house.or(self.house),
            reservation: self.reservation.or(other.reservation),
        }
    }
}

/// Begins a transaction, does the work in it and commits, with patience for both.
async fn in_transaction<T>(
    connection: &mut AnyConnection,
    dialect: Dialect,
    work: impl AsyncFnOnce(&mut AnyConnection) -> Result<T, CommitError>,
) -> Result<T, Failed> {
    let prepared = timeout(PATIENCE, async {
        let mut transaction = connection.begin_with(dialect.begin()).await?;
        let done = work(&mut transaction).await?;
        Ok((transaction, done))
    });
    let silent = format!("no response within {} s", PATIENCE.as_secs());
    let (transaction, done) = match prepared.await {
        Ok(prepared) => prepared.map_err(before_commit)?,
        Err(_) => return Err(Failed { error: WriteError::Unavailable(silent), connection: ConnectionFate::Closed }),
    };
    let error = match timeout(PATIENCE, transaction.commit()).await {
        Ok(Ok(())) => return Ok(done),
        Ok(Err(error)) => match classify(&error) {
            // SQLite writes the mark of a commit last, so a full disk means there is none.
            full @ WriteError::Full(_) if dialect == Dialect::Sqlite => full,
            _ => WriteError::Unknown(error.to_string()),
        },
        Err(_) => WriteError::Unknown(silent),
    };
    Err(Failed { error, connection: ConnectionFate::Closed })
}

/// What a failure before the commit means: nothing was written.
fn before_commit(failure: CommitError) -> Failed {
    match failure {
        CommitError::Refused(error) => Failed { error, connection: ConnectionFate::Kept },
        CommitError::Database(error) => {
            let answered = matches!(&error, sqlx::Error::Database(_)) && !passes(&error);
            Failed {
                error: classify(&error),
                connection: if answered { ConnectionFate::Closed } else { ConnectionFate::Replaced },
            }
        }
    }
}

/// Whether the database says that the same may go well the next time: it restarts, or chose this transaction to end a
/// wait of two for each other.
fn passes(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| code.starts_with("57P") || code.starts_with("40"))
}

/// What an error of the database means to whoever wanted to write.
fn classify(error: &sqlx::Error) -> WriteError {
    let said = error.to_string();
    let Some(database) = error.as_database_error() else { return WriteError::Unavailable(said) };
    if database.is_unique_violation() || database.is_foreign_key_violation() || database.is_check_violation() {
        return WriteError::Conflict(said);
    }
    let code = database.code().unwrap_or_default();
    // PostgreSQL: no disk space, read only. SQLite, in the lower eight bits: read only 8, disk full 13.
    let full = match code.parse::<u32>() {
        Ok(number) if code.len() < 5 => matches!(number & 0xff, 8 | 13),
        _ => matches!(&*code, "53100" | "25006"),
    };
    if full { WriteError::Full(said) } else { WriteError::Unavailable(said) }
}

/// Counts batches that have become durable together.
fn count_committed(batches: &[Batch], took: Duration) {
    let rounds: usize = batches.iter().map(|batch| batch.rounds.len()).sum();
    metrics::counter!("croupier_batches_total").increment(batches.len() as u64);
    metrics::counter!("croupier_rounds_total").increment(rounds as u64);
    metrics::histogram!("croupier_commit_seconds").record(took);
}
