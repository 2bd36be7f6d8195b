//! One table at work: a task that owns it, hears what is wanted, and tells what became durable.
//!
//! Messages that wait are heard together and recorded in one batch, each answered only when the store has it. A desk
//! either *runs* its table, *follows* one that another node runs, or *stands still* because the store is away; then
//! nothing is taken, and once the store is back the table is read from it anew.

use super::board::Stands;
use super::stuck::{Called, Stuck};
use super::times::{Over, Patience, Rings, Times};
use super::told::{Declined, Line, Message, Taken, Told, What};
use super::work::{Fixed, Halt, Work};
use crate::book::Trouble;
use crate::clock::{Clock, Moment};
use crate::store::{NodeId, Share, Standing, Store, WriteError, Writer};
use croupier_rules::{Cents, Phase};
use croupier_table::{Actor, At, Command, Given, House, Purse, Role, ShareDue, Table, Who};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::time::Instant;

/// How many messages of one table are recorded together.
const TOGETHER: usize = 32;
/// How many steps a feed may fall behind before it is shown the whole table anew.
const BEHIND: usize = 64;
/// How often a desk that stands still looks for the store, and one that waits for nothing wakes.
const LOOKS: Duration = Duration::from_millis(500);
const SLEEPS: Duration = Duration::from_secs(60);
/// How soon a clock that has rung in vain rings again, in milliseconds: what it leads to was refused, for now.
const RINGS_AGAIN: u64 = 250;

pub(super) type Answer = Result<Taken, Declined>;

/// What is told to a desk.
pub(super) enum Call {
    /// Somebody wants something.
    Message(Message, oneshot::Sender<Answer>),
    /// The store has lines of this table up to this number.
    News(u64),
    /// So the table stands in the store, and these nodes live.
    Stands(Standing, Arc<[NodeId]>),
    /// The node that ran the table is dead, or has let go of it.
    TakeOver,
    /// Another node should run the table from now on, if nobody plays at it just now.
    HandOver,
    /// The house closes down.
    Stop(oneshot::Sender<()>),
}

/// A table, as the rest of the house sees it.
#[derive(Clone)]
pub struct Desk {
    calls: mpsc::Sender<Call>,
    told: broadcast::Sender<Arc<Told>>,
    shown: watch::Receiver<Arc<Told>>,
    runs: watch::Receiver<bool>,
}

impl Desk {
    /// Wants something of the table; answered when it is durable.
    ///
    /// # Errors
    /// If it is not taken; then nothing has happened, unless the store's answer was lost: the same command again, with
    /// the same number, tells.
    pub async fn want(&self, message: Message) -> Answer {
        let (answer, answered) = oneshot::channel();
        let closing = || Declined::Unavailable { why: "the house is closing down".to_owned() };
        self.calls.send(Call::Message(message, answer)).await.map_err(|_| closing())?;
        answered.await.map_err(|_| closing())?
    }

    /// As [`want`](Self::want), for whoever must not wait: nothing if the desk has too much to do just now.
    pub(super) fn try_want(&self, message: Message) -> Option<oneshot::Receiver<Answer>> {
        let (answer, answered) = oneshot::channel();
        self.calls.try_send(Call::Message(message, answer)).ok().map(|()| answered)
    }

    /// The table as it last became durable.
    pub fn shown(&self) -> Arc<Told> {
        Arc::clone(&self.shown.borrow())
    }

    /// What is told from now on.
    pub fn feed(&self) -> broadcast::Receiver<Arc<Told>> {
        self.told.subscribe()
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
        nobody_plays(&self.shown().table)
    }

    /// Tells the desk something that it is told again after a while.
    pub(super) fn hint(&self, call: Call) {
        // A desk that has too much to do hears it the next time; one that is gone has stopped.
        let _ = self.calls.try_send(call);
    }

    /// Stops after the messages that wait.
    pub(super) async fn stop(&self) {
        let (done, stopped) = oneshot::channel();
        let _ = self.calls.send(Call::Stop(done)).await;
        let _ = stopped.await;
    }
}

/// What all desks share.
pub(super) struct Shared {
    pub(super) store: Store,
    pub(super) writer: Writer,
    pub(super) clock: Arc<Clock>,
    pub(super) patience: Patience,
    pub(super) node: NodeId,
    pub(super) meters: Arc<super::MeterBoard>,
}

/// What a desk does about its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// It runs it under this epoch.
    Runs(u64),
    /// Another node runs it.
    Follows,
    /// The store is away.
    StandsStill,
}

struct Sitting {
    shared: Arc<Shared>,
    fixed: Arc<Fixed>,
    house: Arc<House>,
    part: Part,
    work: Option<Work>,
    /// The epoch of the node that was last told who is connected here.
    followed: u64,
    times: Times,
    /// The step of the program that the table refuses.
    stuck: Option<Stuck>,
    /// The person the table waits for.
    called: Called,
    /// What stood on the table's meters when it was last told.
    meters: Vec<Option<Stands>>,
    feeds: Feeds,
    runs: watch::Sender<bool>,
}

/// Where a desk tells what happened.
struct Feeds {
    told: broadcast::Sender<Arc<Told>>,
    shown: watch::Sender<Arc<Told>>,
}

impl Feeds {
    fn told(lines: Vec<Line>, table: &Table, times: &Times, patience: &Patience) -> Told {
        Told {
            lines,
            table: Arc::new(table.clone()),
            deadlines: times.deadlines(table, patience),
            sitting_out: times.sitting_out(table, patience),
            stuck: None,
            called: None,
            ready: times.all_ready(),
        }
    }

    fn send(&self, told: Told) {
        let told = Arc::new(told);
        self.shown.send_replace(Arc::clone(&told));
        // Nobody may be listening.
        let _ = self.told.send(told);
    }
}

/// Reads a table from the store and sets a desk to work on it, to run it if that is wanted and nobody else does.
pub(super) async fn sit_down(
    shared: Arc<Shared>,
    fixed: Arc<Fixed>,
    house: Arc<House>,
    run: bool,
) -> Result<Desk, Trouble> {
    // Claimed before it is read: afterwards nobody else writes.
    let epoch = if run { shared.store.claim(fixed.book.table, shared.node).await? } else { None };
    let restored = fixed.book.restore(&shared.store, &house).await?;
    shared.clock.not_before(restored.table.state().clock);
    let mut work = Work::new(Arc::clone(&fixed), restored);
    if epoch.is_some() && work.table.cards_are_lost() {
        let reason = "the house has lost the keys that the deck was sealed with".to_owned();
        work.house_does(shared.clock.now(), Command::VoidRound { reason, second: None, irregularity: None });
    }
    let (calls, waiting) = mpsc::channel(256);
    let told = broadcast::channel(BEHIND).0;
    let first = Told {
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
    let desk = Desk { calls, told: told.clone(), shown: seen, runs: works };
    let part = epoch.map_or(Part::Follows, Part::Runs);
    let times = Times::default();
    let (feeds, meters, called) = (Feeds { told, shown }, Vec::new(), Called::default());
    let (stuck, work) = (None, Some(work));
    let mut sitting =
        Sitting { shared, fixed, house, part, work, followed: 0, times, stuck, called, meters, feeds, runs };
    tokio::spawn(async move {
        sitting.advance(Vec::new(), false).await;
        sitting.sit(waiting).await;
    });
    Ok(desk)
}

impl Sitting {
    async fn sit(mut self, mut calls: mpsc::Receiver<Call>) {
        let mut waiting = Vec::with_capacity(TOGETHER);
        loop {
            let wake = self.wakes();
            tokio::select! {
                taken = calls.recv_many(&mut waiting, TOGETHER) => if taken == 0 { return },
                () = tokio::time::sleep_until(wake) => {}
            }
            if self.hear_all(waiting.drain(..)).await {
                return;
            }
        }
    }

    /// When to look at the clocks again.
    fn wakes(&self) -> Instant {
        let sleeps = if self.part == Part::StandsStill || self.work.is_none() { LOOKS } else { SLEEPS };
        let latest = Instant::now() + sleeps;
        let (Part::Runs(_), Some(work), clock) = (self.part, &self.work, &self.shared.clock) else { return latest };
        let now = clock.moment();
        // What should have rung by now was refused: once the table has gone on it is not.
        let rings = self.times.next(&work.table, &self.shared.patience);
        let rings = rings.map(|at| if at <= now { now.after(RINGS_AGAIN) } else { at });
        let tries = self.stuck.as_ref().map(|stuck| stuck.again);
        rings.into_iter().chain(tries).min().map_or(latest, |at| clock.instant(at).min(latest))
    }

    /// Hears all that waits; whether the desk has stopped.
    async fn hear_all(&mut self, calls: impl Iterator<Item = Call>) -> bool {
        if self.part == Part::StandsStill || self.work.is_none() {
            self.recover().await;
        }
        let (mut answers, mut stopping, mut hand_over, mut news) = (Vec::new(), None, false, 0);
        for call in calls {
            match call {
                Call::Message(message, to) => match self.part {
                    Part::Runs(_) => answers.push((to, self.hear(message))),
                    Part::Follows => self.pass_on(message, to),
                    Part::StandsStill => drop(to.send(Err(away()))),
                },
                Call::News(last) => news = last.max(news),
                Call::Stands(standing, nodes) => {
                    news = standing.last.max(news);
                    self.look_at(standing, &nodes);
                }
                Call::TakeOver => self.take_over().await,
                Call::HandOver => hand_over = true,
                Call::Stop(done) => stopping = Some(done),
            }
        }
        let nothing_to_record = answers.is_empty() && self.work.as_ref().is_some_and(|work| !work.has_news());
        match self.part {
            // What the store has of a table is no news to the desk that runs it; what others paid into its meters is.
            Part::Runs(_) if news > 0 && nothing_to_record && stopping.is_none() => self.tell_news(),
            Part::Runs(_) => {
                self.ring();
                self.advance(answers, stopping.is_some()).await;
            }
            Part::Follows | Part::StandsStill => {
                // What was heard before the table turned out to be another's was thrown away with it.
                for (to, _) in answers {
                    let why = "another node runs the table now: the same again is passed on to it".to_owned();
                    let _ = to.send(Err(Declined::Unavailable { why }));
                }
                self.follow(news).await;
            }
        }
        if stopping.is_some() || (hand_over && self.work.as_ref().is_some_and(|work| nobody_plays(&work.table))) {
            self.let_go().await;
        }
        stopping.is_some_and(|done| {
            let _ = done.send(());
            true
        })
    }

    /// Gives the table back, if this node runs it, for another to take; from then on it is followed.
    async fn let_go(&mut self) {
        if !matches!(self.part, Part::Runs(_)) {
            return;
        }
        self.part = Part::Follows;
        let released = self.shared.store.release(self.fixed.book.table, self.shared.node).await;
        if let Err(error) = released {
            tracing::warn!(table = %self.fixed.book.name, %error, "the table could not be let go of");
        }
    }

    /// Looks at how the table stands: another node may have claimed it while this one was thought dead. Whoever claimed
    /// it last is told who is connected here.
    fn look_at(&mut self, standing: Standing, nodes: &[NodeId]) {
        // A node that died took its connections with it.
        for (who, node) in self.times.not_at(nodes) {
            self.presence(who, node, 0);
        }
        if matches!(self.part, Part::Runs(epoch) if standing.epoch > epoch) {
            tracing::warn!(table = %self.fixed.book.name, "another node runs the table now: it is followed");
            self.part = Part::Follows;
            self.work = None;
        }
        if self.part == Part::Follows && standing.epoch != self.followed && standing.owner.is_some() {
            self.followed = standing.epoch;
            for who in self.times.all_at(self.shared.node) {
                self.pass_on(Message { by: Actor::HOUSE, what: self.elsewhere(who) }, oneshot::channel().0);
            }
        }
    }

    /// What another node is told of a player's connections here.
    fn elsewhere(&self, who: Who) -> What {
        let node = self.shared.node;
        What::Elsewhere { who, node, connections: self.times.connections(who, node) }
    }

    /// Decides one message; what becomes of it is durable only after [`advance`](Self::advance).
    fn hear(&mut self, message: Message) -> Answer {
        let Some(work) = &mut self.work else { return Err(away()) };
        let Message { by, what } = message;
        let now = self.shared.clock.now().max(work.table.state().clock);
        if by.role == Role::Player {
            self.times.heard(by.who, self.shared.clock.moment());
        }
        let sequence = work.table.state().sequence;
        match what {
            What::Give { id, expects, command, ready } => {
                let given = Given { id, at: now, by, command: *command };
                if let Some(sequence) = work.table.taken(&given) {
                    return Ok(Taken { sequence, repeated: true });
                }
                if expects.is_some_and(|expects| expects < work.turned || expects > sequence) {
                    return Err(Declined::Stale { sequence });
                }
                if let Some(declined) = self.shared.meters.bars(&work.table, &self.fixed.meters, &given.command) {
                    return Err(declined);
                }
                let sequence = work.give(&given)?;
                if ready {
                    self.times.ready(by.who);
                }
                Ok(Taken { sequence, repeated: false })
            }
            What::Retry => {
                if let Some(stuck) = &mut self.stuck {
                    stuck.again = Moment(0);
                }
                Ok(Taken { sequence, repeated: false })
            }
            What::Ready { who } => {
                self.times.ready(who);
                Ok(Taken { sequence, repeated: false })
            }
            What::Present { who, here } => {
                let (node, connections) = (self.shared.node, self.count(who, here));
                self.presence(who, node, connections);
                Ok(Taken { sequence, repeated: false })
            }
            What::Elsewhere { who, node, connections } => {
                self.presence(who, node, connections);
                Ok(Taken { sequence, repeated: false })
            }
        }
    }

    /// The connections of a player at this node, when one has come or gone.
    fn count(&self, who: Who, here: bool) -> u32 {
        let before = self.times.connections(who, self.shared.node);
        if here { before + 1 } else { before.saturating_sub(1) }
    }

    /// Connections came or went: where the submission says so, the clock of a seat that is asked stops once.
    fn presence(&mut self, who: Who, node: NodeId, connections: u32) {
        let moment = self.shared.clock.moment();
        let gone = self.times.connected(who, node, connections, moment);
        let (Part::Runs(_), Some(work)) = (self.part, &mut self.work) else { return };
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
        let Some(work) = &mut self.work else { return };
        let now = self.shared.clock.now().max(work.table.state().clock);
        for rings in self.times.ringing(&work.table, &self.shared.patience, self.shared.clock.moment()) {
            match rings {
                Rings::Paused => drop(work.house_does(now, Command::NoMoreBets)),
                Rings::Silent(seat) => drop(work.house_does(now, Command::Complete(seat))),
                Rings::Idle => drop(work.house_does(now, Command::GoIdle { face_up: true })),
                Rings::Absent(seat) => {
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
            self.tell_news();
        }
        for (to, answer) in answers {
            let answer = match &recorded {
                Ok(()) => answer,
                Err(error) => answer.and_then(|_| Err(Declined::Unavailable { why: error.to_string() })),
            };
            // Whoever asked may have gone; what happened has happened.
            let _ = to.send(answer);
        }
        if let Err(error) = recorded {
            tracing::warn!(table = %self.fixed.book.name, %error, "nothing was recorded: the table is read from the store anew");
            self.part = if matches!(error, WriteError::Fenced) { Part::Follows } else { Part::StandsStill };
            self.work = None;
            let _ = self.runs.send(false);
        }
    }

    async fn record(&mut self, stopping: bool) -> Result<(), WriteError> {
        let Part::Runs(epoch) = self.part else { return Ok(()) };
        loop {
            let Some(work) = &mut self.work else { return Ok(()) };
            let (now, moment) = (self.shared.clock.now().max(work.table.state().clock), self.shared.clock.moment());
            let patience = &self.shared.patience;
            self.times.look(&work.table, patience, moment);
            let over = self.times.over(&work.table, patience, moment);
            let waits = self.stuck.as_ref().is_some_and(|stuck| stuck.waits(&work.table, moment));
            match if waits { Halt::Waits } else { work.go_on(now, over, None) } {
                Halt::Share(due) => {
                    self.take_share(epoch, now, due).await?;
                    continue;
                }
                Halt::Refused(refused) => {
                    let (command, refusal) = *refused;
                    let stuck = Stuck::after(self.stuck.take(), &command, &refusal, &work.table, (now, moment));
                    tracing::error!(table = %self.fixed.book.name, step = %stuck.step.step, tries = stuck.step.tries,
                        %refusal, "the table refuses a step of the program: see the floor's page");
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
    async fn take_share(&mut self, epoch: u64, at: At, due: ShareDue) -> Result<(), WriteError> {
        let Some(work) = &mut self.work else { return Ok(()) };
        let Some(&meter) = self.fixed.meters.get(usize::from(due.meter)) else {
            return Err(WriteError::Conflict(format!("the table has no meter {}", due.meter)));
        };
        let (table, round) = (self.fixed.book.table, work.table.round().number);
        let share = Share { meter, percent: due.percent, heads: due.heads, table, round, at };
        let before = work.batch(epoch, false);
        let written = self.shared.writer.take(share, before, |reservation| {
            work.go_on(at, Over::NOTHING, Some(reservation));
            work.batch(epoch, false)
        });
        written.await.map(drop)
    }

    /// Tells what became durable, if anything looks different from what was told last.
    fn tell_news(&mut self) {
        let Some(work) = &self.work else { return };
        let same = {
            let shown = self.feeds.shown.borrow();
            work.lines.is_empty()
                && shown.ready == self.times.all_ready()
                && shown.deadlines == self.times.deadlines(&work.table, &self.shared.patience)
                && shown.sitting_out == self.times.sitting_out(&work.table, &self.shared.patience)
                && shown.stuck.as_ref() == self.stuck.as_ref().map(|stuck| &stuck.step)
                && shown.called == self.called.shown()
        };
        if !same || self.meters != self.stands() {
            self.tell();
        }
    }

    /// What stands on the table's meters.
    fn stands(&self) -> Vec<Option<Stands>> {
        self.fixed.meters.iter().map(|meter| self.shared.meters.stands(*meter)).collect()
    }

    /// Tells what became durable.
    fn tell(&mut self) {
        self.meters = self.stands();
        let Some(work) = &mut self.work else { return };
        let lines = std::mem::take(&mut work.lines);
        let told = Feeds::told(lines, &work.table, &self.times, &self.shared.patience);
        let stuck = self.stuck.as_ref().map(|stuck| stuck.step.clone());
        self.feeds.send(Told { stuck, called: self.called.shown(), ..told });
    }

    /// Reads the table anew, and takes up what the desk did before.
    async fn recover(&mut self) {
        let claimed = match self.part {
            Part::Follows => Ok(None),
            _ => self.shared.store.claim(self.fixed.book.table, self.shared.node).await,
        };
        let restored = match claimed {
            Ok(epoch) => {
                self.fixed.book.restore(&self.shared.store, &self.house).await.map(|restored| (epoch, restored))
            }
            Err(error) => Err(error.into()),
        };
        match restored {
            Ok((epoch, restored)) => {
                self.work = Some(Work::new(Arc::clone(&self.fixed), restored));
                self.part = epoch.map_or(Part::Follows, Part::Runs);
                let _ = self.runs.send(true);
                tracing::info!(table = %self.fixed.book.name, "the table is read from the store and goes on");
                self.tell();
            }
            Err(trouble) => tracing::debug!(table = %self.fixed.book.name, %trouble, "the store is still away"),
        }
    }

    async fn take_over(&mut self) {
        if self.part != Part::Follows {
            return;
        }
        self.part = Part::StandsStill;
        self.recover().await;
        if matches!(self.part, Part::Runs(_)) {
            // Who is connected elsewhere is told by the nodes there, once they see who runs the table.
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
        let Self { part: Part::Follows, shared, work: Some(work), times, feeds, .. } = self else { return };
        if last <= work.table.state().sequence {
            return;
        }
        let now = shared.clock.moment();
        let followed = work.follow(&shared.store, |table, lines| {
            times.look(table, &shared.patience, now);
            feeds.send(Feeds::told(lines, table, times, &shared.patience));
        });
        if let Err(trouble) = followed.await {
            tracing::warn!(table = %self.fixed.book.name, %trouble, "the table cannot be followed and is read anew");
            self.work = None;
        }
    }

    /// Passes a message on to the node that runs the table.
    fn pass_on(&mut self, mut message: Message, to: oneshot::Sender<Answer>) {
        if let What::Present { who, here } = message.what {
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
fn cash_out(work: &mut Work, now: At, player: Who) {
    for purse in Purse::ALL {
        let amount = work.table.state().ledger.balance(purse.account(player)).cents();
        if amount > Cents(0) {
            work.house_does(now, Command::CashOut { player, purse, amount });
        }
    }
}

fn away() -> Declined {
    Declined::Unavailable { why: "the store is away: nothing is taken until it is back".to_owned() }
}
