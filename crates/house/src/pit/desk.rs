//! The task that owns one table: it receives requests and publishes what has become durable.
//!
//! Messages that wait are heard together and recorded in one batch, each answered only when the store has it. A desk
//! either *runs* its table, *follows* one that another node runs, or is *down* because the store is away; then nothing
//! is taken, and once the store is back the table is read from it anew.

use super::desk_mode::{DeskMode, Rejoin};
use super::feeds::Feeds;
use super::messages::{Accepted, Rejection, Request, TableMessage, TableUpdate};
use super::meter_cache::MeterLevel;
use super::pending::{DeskContext, Halt, PendingWork};
use super::stuck::{PersonCall, StuckState};
use super::timers::{ClosedWindows, Expiry, TableTimers, Timeouts};
use crate::clock::{Clock, MonotonicTime};
use crate::journal_reader::JournalReadError;
use crate::store::{LeaseStatus, MeterShareClaim, NodeId, Store, WriteError, Writer};
use croupier_rules::{Cents, Phase};
use croupier_table::{
    Actor, Command, CommandEnvelope, PersonId, Purse, ShareDue, Table, TableConfig, TableRole, Timestamp,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::time::Instant;

/// How many messages of one table are recorded together.
const TOGETHER: usize = 32;
/// How many steps a feed may fall behind before it is shown the whole table anew.
const BEHIND: usize = 64;
/// How often a desk that is down looks for the store, and one that waits for nothing wakes.
const LOOKS: Duration = Duration::from_millis(500);
const SLEEPS: Duration = Duration::from_secs(60);
/// How soon a clock that has rung in vain rings again, in milliseconds: what it leads to was refused, for now.
const RINGS_AGAIN: u64 = 250;

pub(super) type Answer = Result<Accepted, Rejection>;

/// What is told to a desk.
pub(super) enum DeskCall {
    /// Somebody wants something.
    Message(TableMessage, oneshot::Sender<Answer>),
    /// The store has lines of this table up to this number.
    News(u64),
    /// So the table stands in the store, and these nodes live.
    Stands(LeaseStatus, Arc<[NodeId]>),
    /// The node that ran the table is dead, or has let go of it.
    TakeOver,
    /// Another node should run the table from now on, if nobody plays at it just now.
    HandOver,
    /// The house closes down.
    Stop(oneshot::Sender<()>),
}

/// The sending side of a desk: the rest of the house reaches a table through it.
#[derive(Clone)]
pub struct Desk {
    calls: mpsc::Sender<DeskCall>,
    update: broadcast::Sender<Arc<TableUpdate>>,
    shown: watch::Receiver<Arc<TableUpdate>>,
    runs: watch::Receiver<bool>,
}

impl Desk {
    /// Sends a request to the desk and waits for its answer, which comes when the result is durable.
    ///
    /// # Errors
    /// If the request is rejected. Then nothing has happened, unless the store's answer was lost: send the same command
    /// again, with the same number, to find out.
    pub async fn send(&self, message: TableMessage) -> Answer {
        let (answer, answered) = oneshot::channel();
        let closing = || Rejection::Unavailable { why: "the house is closing".to_owned() };
        self.calls.send(DeskCall::Message(message, answer)).await.map_err(|_| closing())?;
        answered.await.map_err(|_| closing())?
    }

    /// As [`send`](Self::send), for a caller that must not wait: none if the channel of the desk is full.
    pub(super) fn try_want(&self, message: TableMessage) -> Option<oneshot::Receiver<Answer>> {
        let (answer, answered) = oneshot::channel();
        self.calls.try_send(DeskCall::Message(message, answer)).ok().map(|()| answered)
    }

    /// The table as it last became durable.
    pub fn current(&self) -> Arc<TableUpdate> {
        Arc::clone(&self.shown.borrow())
    }

    /// The updates from now on.
    pub fn feed(&self) -> broadcast::Receiver<Arc<TableUpdate>> {
        self.update.subscribe()
    }

    /// Whether this node runs the table, or follows it, and the store is there.
    pub fn works(&self) -> bool {
        *self.runs.borrow()
    }

    /// Waits until the desk has stopped.
    pub async fn stopped(&self) {
        self.calls.closed().await;
    }

    /// Whether no wager lies on the table.
    pub(super) fn is_quiet(&self) -> bool {
        nobody_plays(&self.current().table)
    }

    /// Tells the desk something that it is told again after a while.
    pub(super) fn hint(&self, call: DeskCall) {
        // A desk that has too much to do hears it the next time; one that is gone has stopped.
        let _ = self.calls.try_send(call);
    }

    /// Stops after the messages that wait.
    pub(super) async fn stop(&self) {
        let (done, stopped) = oneshot::channel();
        let _ = self.calls.send(DeskCall::Stop(done)).await;
        let _ = stopped.await;
    }
}

/// What all desks share.
pub(super) struct DeskShared {
    pub(super) store: Store,
    pub(super) writer: Writer,
    pub(super) clock: Arc<Clock>,
    pub(super) patience: Timeouts,
    pub(super) node: NodeId,
    pub(super) meters: Arc<super::MeterCache>,
}

struct DeskTask {
    shared: Arc<DeskShared>,
    fixed: Arc<DeskContext>,
    house: Arc<TableConfig>,
    mode: DeskMode,
    /// The epoch of the node that was last told who is connected here.
    followed: u64,
    times: TableTimers,
    /// The step of the program that the table refuses.
    stuck: Option<StuckState>,
    /// The person the table waits for.
    called: PersonCall,
    /// What stood on the table's meters when it was last told.
    meters: Vec<Option<MeterLevel>>,
    feeds: Feeds,
    runs: watch::Sender<bool>,
}

/// Reads a table from the store and sets a desk to work on it, to run it if that is wanted and nobody else does.
pub(super) async fn sit_down(
    shared: Arc<DeskShared>,
    fixed: Arc<DeskContext>,
    house: Arc<TableConfig>,
    run: bool,
) -> Result<Desk, JournalReadError> {
    // Claimed before it is read: afterwards nobody else writes.
    let epoch = if run { shared.store.claim(fixed.book.table, shared.node).await? } else { None };
    let restored = fixed.book.restore(&shared.store, &house).await?;
    shared.clock.not_before(restored.table.state().clock);
    let mut work = PendingWork::new(Arc::clone(&fixed), restored);
    if epoch.is_some() && work.table.cards_are_lost() {
        let reason = "the house has lost the keys of the sealed deck".to_owned();
        work.house_does(shared.clock.now(), Command::VoidRound { reason, second: None, irregularity: None });
    }
    let (calls, waiting) = mpsc::channel(256);
    let update = broadcast::channel(BEHIND).0;
    let first = TableUpdate {
        lines: Vec::new(),
        table: Arc::new(work.table.clone()),
        deadlines: Vec::new(),
        sitting_out: Vec::new(),
        stuck: None,
        called: None,
        ready: Vec::new(),
    };
    let (shown, seen) = watch::channel(Arc::new(first));
    let (runs, works) = watch::channel(true);
    let desk = Desk { calls, update: update.clone(), shown: seen, runs: works };
    let mode = DeskMode::with(epoch, work);
    let times = TableTimers::default();
    let (feeds, meters, called) = (Feeds { update, shown }, Vec::new(), PersonCall::default());
    let (stuck, followed) = (None, 0);
    let mut task = DeskTask { shared, fixed, house, mode, followed, times, stuck, called, meters, feeds, runs };
    tokio::spawn(async move {
        task.advance(Vec::new(), false).await;
        task.serve(waiting).await;
    });
    Ok(desk)
}

impl DeskTask {
    async fn serve(mut self, mut calls: mpsc::Receiver<DeskCall>) {
        let mut waiting = Vec::with_capacity(TOGETHER);
        loop {
            let wake = self.wakes();
            tokio::select! {
                count = calls.recv_many(&mut waiting, TOGETHER) => if count == 0 { return },
                () = tokio::time::sleep_until(wake) => {}
            }
            if self.handle_all(waiting.drain(..)).await {
                return;
            }
        }
    }

    /// When to look at the clocks again.
    fn wakes(&self) -> Instant {
        let (work, clock) = match &self.mode {
            DeskMode::Running { work, .. } => (work, &self.shared.clock),
            DeskMode::Following { .. } => return Instant::now() + SLEEPS,
            DeskMode::Down(_) => return Instant::now() + LOOKS,
        };
        let latest = Instant::now() + SLEEPS;
        let now = clock.moment();
        // What should have rung by now was refused: once the table has gone on it is not.
        let rings = self.times.next(&work.table, &self.shared.patience);
        let rings = rings.map(|at| if at <= now { now.after(RINGS_AGAIN) } else { at });
        let tries = self.stuck.as_ref().map(|stuck| stuck.again);
        rings.into_iter().chain(tries).min().map_or(latest, |at| clock.instant(at).min(latest))
    }

    /// Hears all that waits; whether the desk has stopped.
    async fn handle_all(&mut self, calls: impl Iterator<Item = DeskCall>) -> bool {
        if let DeskMode::Down(rejoin) = self.mode {
            self.recover(rejoin).await;
        }
        let (mut answers, mut stopping, mut hand_over, mut news) = (Vec::new(), None, false, 0);
        for call in calls {
            match call {
                DeskCall::Message(message, to) => match self.mode {
                    DeskMode::Running { .. } => answers.push((to, self.handle(message))),
                    DeskMode::Following { .. } | DeskMode::Down(Rejoin::Follow) => self.pass_on(message, to),
                    DeskMode::Down(Rejoin::Claim) => drop(to.send(Err(away()))),
                },
                DeskCall::News(last) => news = last.max(news),
                DeskCall::Stands(lease, nodes) => {
                    news = lease.last.max(news);
                    self.look_at(lease, &nodes);
                }
                DeskCall::TakeOver => self.take_over().await,
                DeskCall::HandOver => hand_over = true,
                DeskCall::Stop(done) => stopping = Some(done),
            }
        }
        match &self.mode {
            // What the store has of a table is no news to the desk that runs it; what others paid into its meters is.
            DeskMode::Running { work, .. }
                if news > 0 && answers.is_empty() && !work.has_news() && stopping.is_none() =>
            {
                self.publish_if_changed();
            }
            DeskMode::Running { .. } => {
                self.ring();
                self.advance(answers, stopping.is_some()).await;
            }
            DeskMode::Following { .. } | DeskMode::Down(_) => {
                // What was heard before the table turned out to be another's was thrown away with it.
                for (to, _) in answers {
                    let why = "another node now runs the table: forwarding the message".to_owned();
                    let _ = to.send(Err(Rejection::Unavailable { why }));
                }
                self.follow(news).await;
            }
        }
        if stopping.is_some() || (hand_over && self.mode.work().is_some_and(|work| nobody_plays(&work.table))) {
            self.let_go().await;
        }
        stopping.is_some_and(|done| {
            let _ = done.send(());
            true
        })
    }

    /// Gives the table back, if this node runs it, for another to take; from then on it is followed.
    async fn let_go(&mut self) {
        let mode = std::mem::replace(&mut self.mode, DeskMode::Down(Rejoin::Follow));
        let DeskMode::Running { work, .. } = mode else {
            self.mode = mode;
            return;
        };
        self.mode = DeskMode::Following { work };
        let released = self.shared.store.release(self.fixed.book.table, self.shared.node).await;
        if let Err(error) = released {
            tracing::warn!(table = %self.fixed.book.name, %error, "cannot release the table");
        }
    }

    /// Looks at how the table stands: another node may have claimed it while this one was thought dead. Whoever claimed
    /// it last is told who is connected here.
    fn look_at(&mut self, lease: LeaseStatus, nodes: &[NodeId]) {
        // A node that died took its connections with it.
        for (who, node) in self.times.not_at(nodes) {
            self.presence(who, node, 0);
        }
        if matches!(self.mode, DeskMode::Running { epoch, .. } if lease.epoch > epoch) {
            tracing::warn!(table = %self.fixed.book.name, "another node now runs the table: following it");
            self.mode = DeskMode::Down(Rejoin::Follow);
        }
        if self.mode.follows() && lease.epoch != self.followed && lease.owner.is_some() {
            self.followed = lease.epoch;
            for who in self.times.all_at(self.shared.node) {
                self.pass_on(TableMessage { by: Actor::HOUSE, what: self.elsewhere(who) }, oneshot::channel().0);
            }
        }
    }

    /// What another node is told of a player's connections here.
    fn elsewhere(&self, who: PersonId) -> Request {
        let node = self.shared.node;
        Request::Elsewhere { who, node, connections: self.times.connections(who, node) }
    }

    /// Decides one message; what becomes of it is durable only after [`advance`](Self::advance).
    fn handle(&mut self, message: TableMessage) -> Answer {
        let DeskMode::Running { work, .. } = &mut self.mode else { return Err(away()) };
        let TableMessage { by, what } = message;
        let now = self.shared.clock.now().max(work.table.state().clock);
        if by.role == TableRole::Player {
            self.times.note_activity(by.who, self.shared.clock.moment());
        }
        let sequence = work.table.state().sequence;
        match what {
            Request::Give { id, expects, command, ready } => {
                let envelope = CommandEnvelope { id, at: now, by, command: *command };
                if let Some(sequence) = work.table.find_duplicate(&envelope) {
                    return Ok(Accepted { sequence, repeated: true });
                }
                if expects.is_some_and(|expects| expects < work.turned || expects > sequence) {
                    return Err(Rejection::Stale { sequence });
                }
                if let Some(declined) = self.shared.meters.bars(&work.table, &self.fixed.meters, &envelope.command) {
                    return Err(declined);
                }
                let sequence = work.give(&envelope)?;
                if ready {
                    self.times.ready(by.who);
                }
                Ok(Accepted { sequence, repeated: false })
            }
            Request::Retry => {
                if let Some(stuck) = &mut self.stuck {
                    stuck.again = MonotonicTime(0);
                }
                Ok(Accepted { sequence, repeated: false })
            }
            Request::Ready { who } => {
                self.times.ready(who);
                Ok(Accepted { sequence, repeated: false })
            }
            Request::Present { who, here } => {
                let (node, connections) = (self.shared.node, self.count(who, here));
                self.presence(who, node, connections);
                Ok(Accepted { sequence, repeated: false })
            }
            Request::Elsewhere { who, node, connections } => {
                self.presence(who, node, connections);
                Ok(Accepted { sequence, repeated: false })
            }
        }
    }

    /// The connections of a player at this node, when one has come or gone.
    fn count(&self, who: PersonId, here: bool) -> u32 {
        let before = self.times.connections(who, self.shared.node);
        if here { before + 1 } else { before.saturating_sub(1) }
    }

    /// Connections came or went: where the submission says so, the clock of a seat that is asked stops once.
    fn presence(&mut self, who: PersonId, node: NodeId, connections: u32) {
        let moment = self.shared.clock.moment();
        let gone = self.times.connected(who, node, connections, moment);
        let DeskMode::Running { work, .. } = &mut self.mode else { return };
        let now = self.shared.clock.now().max(work.table.state().clock);
        let most = self.house.rules.silent_seat.reconnect_seconds.map_or(0, |seconds| u64::from(seconds) * 1_000);
        let seats = super::seats_of(&work.table, who);
        for seat in seats {
            if !gone {
                self.times.go_on(seat, moment, most);
            } else if work.house_does(now, Command::AwaitConnection(seat)) {
                self.times.stop(seat, moment);
            }
        }
    }

    /// Does what the clocks say.
    fn ring(&mut self) {
        let DeskMode::Running { work, .. } = &mut self.mode else { return };
        let now = self.shared.clock.now().max(work.table.state().clock);
        for rings in self.times.ringing(&work.table, &self.shared.patience, self.shared.clock.moment()) {
            match rings {
                Expiry::Paused => drop(work.house_does(now, Command::NoMoreBets)),
                Expiry::Silent(seat) => drop(work.house_does(now, Command::Complete(seat))),
                Expiry::Idle => drop(work.house_does(now, Command::GoIdle { face_up: true })),
                Expiry::Absent(seat) => {
                    let Some(who) = work.table.state().seats[seat.index()] else { continue };
                    if work.house_does(now, Command::Leave(seat)) && super::seats_of(&work.table, who).is_empty() {
                        cash_out(work, now, who);
                    }
                }
            }
        }
    }

    /// Goes on by itself as far as the table does, records everything, then answers and tells.
    async fn advance(&mut self, answers: Vec<(oneshot::Sender<Answer>, Answer)>, stopping: bool) {
        let recorded = self.record(stopping).await;
        if recorded.is_ok() {
            self.publish_if_changed();
        }
        for (to, answer) in answers {
            let answer = match &recorded {
                Ok(()) => answer,
                Err(error) => answer.and_then(|_| Err(Rejection::Unavailable { why: error.to_string() })),
            };
            // Whoever asked may have gone; what happened has happened.
            let _ = to.send(answer);
        }
        if let Err(error) = recorded {
            tracing::warn!(table = %self.fixed.book.name, %error, "nothing was recorded: reloading the table");
            let rejoin = if matches!(error, WriteError::Fenced) { Rejoin::Follow } else { Rejoin::Claim };
            self.mode = DeskMode::Down(rejoin);
            let _ = self.runs.send(false);
        }
    }

    async fn record(&mut self, stopping: bool) -> Result<(), WriteError> {
        loop {
            let DeskMode::Running { epoch, ref mut work } = self.mode else { return Ok(()) };
            let (now, moment) = (self.shared.clock.now().max(work.table.state().clock), self.shared.clock.moment());
            let patience = &self.shared.patience;
            self.times.look(&work.table, patience, moment);
            let over = self.times.over(&work.table, patience, moment);
            let waits = self.stuck.as_ref().is_some_and(|stuck| stuck.waits(&work.table, moment));
            match if waits { Halt::Waits } else { work.go_on(now, over, None) } {
                Halt::Share(due) => {
                    self.take_share(now, due).await?;
                    continue;
                }
                Halt::Refused(refused) => {
                    let (command, refusal) = *refused;
                    let stuck = StuckState::after(self.stuck.take(), &command, &refusal, &work.table, (now, moment));
                    tracing::error!(table = %self.fixed.book.name, step = %stuck.step.step, tries = stuck.step.tries,
                        %refusal, "the table refused a step of the program: see the floor page");
                    metrics::counter!("croupier_refused_steps_total").increment(1);
                    self.stuck = Some(stuck);
                }
                Halt::Waits if !waits => self.stuck = None,
                Halt::Waits => {}
            }
            self.times.look(&work.table, patience, moment);
            self.called.look(&work.table, now);
            if work.has_news() {
                let batch = work.batch(epoch, stopping);
                self.shared.writer.write(batch).await?;
            }
            return Ok(());
        }
    }

    /// Takes a share off its meter: what follows from it is decided inside the transaction that holds the meter.
    async fn take_share(&mut self, at: Timestamp, due: ShareDue) -> Result<(), WriteError> {
        let DeskMode::Running { epoch, ref mut work } = self.mode else { return Ok(()) };
        let Some(&meter) = self.fixed.meters.get(usize::from(due.meter)) else {
            return Err(WriteError::Conflict(format!("the table has no meter {}", due.meter)));
        };
        let (table, round) = (self.fixed.book.table, work.table.round().number);
        let share = MeterShareClaim { meter, percent: due.percent, heads: due.heads, table, round, at };
        let before = work.batch(epoch, false);
        let written = self.shared.writer.take(share, before, |reservation| {
            work.go_on(at, ClosedWindows::NOTHING, Some(reservation));
            work.batch(epoch, false)
        });
        written.await.map(drop)
    }

    /// Tells what became durable, if anything looks different from what was told last.
    fn publish_if_changed(&mut self) {
        let Some(work) = self.mode.work() else { return };
        let same = {
            let shown = self.feeds.shown.borrow();
            work.lines.is_empty()
                && shown.ready == self.times.all_ready()
                && shown.deadlines == self.times.deadlines(&work.table, &self.shared.patience)
                && shown.sitting_out == self.times.sitting_out(&work.table, &self.shared.patience)
                && shown.stuck.as_ref() == self.stuck.as_ref().map(|stuck| &stuck.step)
                && shown.called == self.called.display()
        };
        if !same || self.meters != self.meter_levels() {
            self.publish();
        }
    }

    /// What stands on the table's meters.
    fn meter_levels(&self) -> Vec<Option<MeterLevel>> {
        self.fixed.meters.iter().map(|meter| self.shared.meters.level(*meter)).collect()
    }

    /// Tells what became durable.
    fn publish(&mut self) {
        self.meters = self.meter_levels();
        let Some(work) = self.mode.work_mut() else { return };
        let lines = std::mem::take(&mut work.lines);
        let update = Feeds::update(lines, &work.table, &self.times, &self.shared.patience);
        let stuck = self.stuck.as_ref().map(|stuck| stuck.step.clone());
        self.feeds.send(TableUpdate { stuck, called: self.called.display(), ..update });
    }

    /// Reads the table anew, and takes up what the desk did before.
    async fn recover(&mut self, rejoin: Rejoin) {
        let claimed = match rejoin {
            Rejoin::Follow => Ok(None),
            Rejoin::Claim => self.shared.store.claim(self.fixed.book.table, self.shared.node).await,
        };
        let restored = match claimed {
            Ok(epoch) => {
                self.fixed.book.restore(&self.shared.store, &self.house).await.map(|restored| (epoch, restored))
            }
            Err(error) => Err(error.into()),
        };
        match restored {
            Ok((epoch, restored)) => {
                self.mode = DeskMode::with(epoch, PendingWork::new(Arc::clone(&self.fixed), restored));
                let _ = self.runs.send(true);
                tracing::info!(table = %self.fixed.book.name, "the table is reloaded from the database and continues");
                self.publish();
            }
            Err(trouble) => tracing::debug!(table = %self.fixed.book.name, %trouble, "database still unavailable"),
        }
    }

    async fn take_over(&mut self) {
        if !self.mode.follows() {
            return;
        }
        self.mode = DeskMode::Down(Rejoin::Claim);
        self.recover(Rejoin::Claim).await;
        if matches!(self.mode, DeskMode::Running { .. }) {
            // The other nodes report their connections once they see that this node runs the table.
            for (who, node) in self.times.not_at(&[self.shared.node]) {
                self.times.connected(who, node, 0, self.shared.clock.moment());
            }
            tracing::warn!(table = %self.fixed.book.name, "taken over");
            metrics::counter!("croupier_takeovers_total").increment(1);
            self.advance(Vec::new(), false).await;
        }
    }

    /// Folds in what another node has recorded, up to a line of which this one has heard, and tells it step by step.
    async fn follow(&mut self, last: u64) {
        let Self { mode: DeskMode::Following { work }, shared, times, feeds, .. } = self else { return };
        if last <= work.table.state().sequence {
            return;
        }
        let now = shared.clock.moment();
        let followed = work.follow(&shared.store, |table, lines| {
            times.look(table, &shared.patience, now);
            feeds.send(Feeds::update(lines, table, times, &shared.patience));
        });
        if let Err(trouble) = followed.await {
            tracing::warn!(table = %self.fixed.book.name, %trouble, "cannot follow the table: reloading it");
            self.mode = DeskMode::Down(Rejoin::Follow);
        }
    }

    /// Passes a message on to the node that runs the table.
    fn pass_on(&mut self, mut message: TableMessage, to: oneshot::Sender<Answer>) {
        if let Request::Present { who, here } = message.what {
            let (node, connections) = (self.shared.node, self.count(who, here));
            self.times.connected(who, node, connections, self.shared.clock.moment());
            message.what = self.elsewhere(who);
        }
        let (store, table) = (self.shared.store.clone(), self.fixed.book.table);
        tokio::spawn(async move {
            let answer = super::inbox::ask(&store, table, &message).await;
            let _ = to.send(answer);
        });
    }
}

/// Whether no wager lies on the table.
fn nobody_plays(table: &Table) -> bool {
    let round = table.round();
    round.phase == Phase::Closed || round.areas.iter().all(|area| area.wagers().next().is_none())
}

/// Gives a player who has no seat any more all he has.
fn cash_out(work: &mut PendingWork, now: Timestamp, player: PersonId) {
    for purse in Purse::ALL {
        let amount = work.table.state().ledger.balance(purse.account(player)).cents();
        if amount > Cents(0) {
            work.house_does(now, Command::CashOut { player, purse, amount });
        }
    }
}

fn away() -> Rejection {
    Rejection::Unavailable { why: "database unavailable, retrying".to_owned() }
}
