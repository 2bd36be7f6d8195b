//! The state a desk works on, at most one batch ahead of what is durable.
//!
//! Everything a message leads to is decided and folded in here, and gathered: the lines for the journal, the changes of
//! meters, the index of rounds, what is to be told. When the store has it all, the gathered part is told; if it fails,
//! the whole is thrown away and read back. Note: the line of a shuffle holds the order of a deck that is still to
//! be dealt, so it goes into a row of its own, sealed, and comes out of the seal when that deck is no longer live.

use super::step_inputs::DeskInputs;
use super::timers::ClosedWindows;
use crate::journal_reader::{END, JournalReadError, JournalReader, RestoredTable, SealedLine, UpdateLine};
use crate::rng::{HouseRng, SealedShuffle};
use crate::store::{
    Batch, Fence, LineRow, MeterChange, MeterEvent, MeterId, RoundPlayer, RoundRow, SignatureRow, Snapshot, Store,
};
use croupier_rules::{Phase, Seat};
use croupier_table::commitment::Digest;
use croupier_table::journal::Journal;
use croupier_table::{
    Account, Actor, Centicents, Command, CommandEnvelope, DeckId, DeckStage, Event, PersonId, Refusal, Reservation,
    ResultKind, Round, ShareDue, Table, Timestamp,
};
use std::sync::Arc;

/// A snapshot is taken after so many lines, so that a restart reads no more than that.
const LINES_BETWEEN_SNAPSHOTS: u64 = 256;

/// What does not change while a desk works.
pub(super) struct DeskContext {
    pub(super) book: JournalReader,
    /// The meters, by their places in the table's own list.
    pub(super) meters: Arc<[MeterId]>,
    pub(super) chance: Arc<HouseRng>,
}

/// What is gathered for the store.
#[derive(Default)]
struct PendingBatch {
    rows: Vec<LineRow>,
    opened: Vec<(u64, Vec<u8>)>,
    kept: Vec<(DeckId, Option<Vec<u8>>)>,
    meters: Vec<MeterChange>,
    rounds: Vec<RoundRow>,
    /// The last line that closed a round or opened or closed the table, and its hash: what is signed. An excerpt of a
    /// round ends there, so its signature must be of that line and not of what the program did next.
    closed: Option<(u64, Digest)>,
}

/// Why the program does nothing more at a table for now.
#[derive(Debug)]
pub(super) enum Halt {
    /// It is somebody's turn, or nobody's.
    Waits,
    /// A share must first be taken off its meter.
    Share(ShareDue),
    /// The table refused this step: a fault of the program.
    Refused(Box<(Command, Refusal)>),
}

/// The table and what is gathered since the last batch.
pub(super) struct PendingWork {
    fixed: Arc<DeskContext>,
    pub(super) table: Table,
    journal: Journal,
    kept: [Option<SealedShuffle>; 2],
    sealed: [Option<SealedLine>; 2],
    /// Where the round that is open began: its first line and when.
    opened: (u64, Timestamp),
    snapshot: u64,
    gathered: PendingBatch,
    /// The lines that will be told.
    pub(super) lines: Vec<UpdateLine>,
    /// The sequence number at which the round last entered a phase: a client who has not seen it is stale.
    pub(super) turned: u64,
}

impl PendingWork {
    /// A table as the store has it.
    pub(super) fn new(fixed: Arc<DeskContext>, restored: RestoredTable) -> Self {
        let RestoredTable { table, journal, kept, sealed, opened, snapshot } = restored;
        let turned = journal.commands();
        let (gathered, lines) = Default::default();
        Self { fixed, table, journal, kept, sealed, opened, snapshot, gathered, lines, turned }
    }

    /// Decides a command and folds it in; the number it got.
    pub(super) fn give(&mut self, envelope: &CommandEnvelope) -> Result<u64, Refusal> {
        let events = self.table.decide(envelope)?;
        let line = self.journal.append(envelope, &events);
        // A void round leaves nothing on the table by which to see who played.
        let voids = events.iter().any(|event| matches!(event, Event::RoundVoided { .. }));
        let voided = voids.then(|| self.table.round().clone());
        self.table.commit(envelope, &events);
        let sequence = self.journal.commands();
        let shuffled = match envelope.command {
            Command::Shuffle { deck, order: Some(_), .. } => Some(deck),
            _ => None,
        };
        match shuffled {
            Some(deck) => self.record_sealed(sequence, envelope.at, deck, line),
            None => self.record(sequence, envelope.at, &line),
        }
        for event in &events {
            self.index(sequence, envelope.at, event, voided.as_ref());
        }
        for deck in DeckId::ALL {
            let live = matches!(
                self.table.state().decks[deck.index()].stage,
                DeckStage::Shuffled | DeckStage::Ready | DeckStage::InPlay
            );
            if !live {
                self.unseal(deck);
            }
        }
        self.lines.push(UpdateLine { sequence, at: envelope.at, by: envelope.by, events });
        Ok(sequence)
    }

    /// Does every step that the program does here, until it is somebody's turn, a share of a meter is needed, or the
    /// table refuses one.
    pub(super) fn go_on(&mut self, now: Timestamp, over: ClosedWindows, mut share: Option<Reservation>) -> Halt {
        loop {
            let round = self.table.round();
            let open = !matches!(round.phase, Phase::Betting | Phase::Closed);
            let deck = round.deck.filter(|_| open).unwrap_or(self.table.state().next_deck);
            let chance = Arc::clone(&self.fixed.chance);
            let mut supplies =
                DeskInputs { chance: &chance, kept: &mut self.kept, deck, share: share.take(), due: None, now };
            let next = self.table.automated(&mut supplies);
            let due = supplies.due;
            let (by, command) = match next {
                None => return due.map_or(Halt::Waits, Halt::Share),
                Some((_, Command::NoMoreBets)) if !over.bets => return Halt::Waits,
                Some((_, Command::Reveal { .. }))
                    if !over.surrenders && self.table.surrender_waits().next().is_some() =>
                {
                    return Halt::Waits;
                }
                Some(next) => next,
            };
            let envelope = CommandEnvelope { id: None, at: now, by, command };
            if let Err(refusal) = self.give(&envelope) {
                return Halt::Refused(Box::new((envelope.command, refusal)));
            }
        }
    }

    /// A step of the house's own, if it is lawful now.
    pub(super) fn house_does(&mut self, now: Timestamp, command: Command) -> bool {
        self.give(&CommandEnvelope { id: None, at: now, by: Actor::HOUSE, command }).is_ok()
    }

    /// Whether anything is gathered.
    pub(super) fn has_news(&self) -> bool {
        !self.gathered.rows.is_empty()
    }

    /// What is gathered, for the store.
    pub(super) fn batch(&mut self, epoch: u64, stopping: bool) -> Batch {
        let PendingBatch { rows, opened, kept, meters, rounds, closed } = std::mem::take(&mut self.gathered);
        let (seq, head) = (self.journal.commands(), self.journal.head());
        let book = &self.fixed.book;
        let signature = closed.map(|(seq, head)| {
            let (key, signed) = book.keys().sign(&book.name, seq, &head);
            SignatureRow { seq, head, key: key.to_string().into_bytes(), signature: signed.to_string().into_bytes() }
        });
        let old = seq.saturating_sub(self.snapshot) >= LINES_BETWEEN_SNAPSHOTS;
        // Between rounds, so that a restart always reads where the open round began.
        let between = self.table.round().phase == Phase::Closed;
        let snapshot = (between && (old || (stopping && seq > self.snapshot))).then(|| {
            let state = serde_json::to_vec(self.table.state()).unwrap_or_default();
            Snapshot { seq, head, sealed: book.keys().seal(&book.snapshot_context(seq), &state) }
        });
        if snapshot.is_some() {
            self.snapshot = seq;
        }
        let fence = Some(Fence { table: book.table, epoch });
        let chain = Some((book.chain, head));
        Batch { fence, chain, rows, opened, kept, meters, rounds, signature, snapshot, ..Batch::default() }
    }

    fn record(&mut self, sequence: u64, at: Timestamp, line: &str) {
        match self.gathered.rows.last_mut() {
            Some(row) if !row.sealed => {
                row.text.extend_from_slice(line.as_bytes());
                row.last = sequence;
            }
            _ => self.gathered.rows.push(LineRow {
                first: sequence,
                last: sequence,
                at,
                text: line.as_bytes().to_vec(),
                sealed: false,
            }),
        }
    }

    fn record_sealed(&mut self, sequence: u64, at: Timestamp, deck: DeckId, line: String) {
        self.unseal(deck);
        let book = &self.fixed.book;
        let text = book.keys().seal(&book.row_context(sequence), line.as_bytes());
        self.gathered.rows.push(LineRow { first: sequence, last: sequence, at, text, sealed: true });
        self.sealed[deck.index()] = Some(SealedLine { sequence, line: line.into_bytes() });
        if let Some(kept) = &self.kept[deck.index()] {
            let kept = serde_json::to_vec(kept).unwrap_or_default();
            let sealed = book.keys().seal(&book.sealed_context(deck), &kept);
            self.gathered.kept.push((deck, Some(sealed)));
        }
    }

    /// A deck is no longer live: the line of its shuffle is no secret any more.
    fn unseal(&mut self, deck: DeckId) {
        if let Some(SealedLine { sequence, line }) = self.sealed[deck.index()].take() {
            self.gathered.opened.push((sequence, line));
            self.gathered.kept.push((deck, None));
        }
    }

    fn index(&mut self, sequence: u64, at: Timestamp, event: &Event, voided: Option<&Round>) {
        self.gathered.meters.extend(self.meter_change(at, event));
        match *event {
            // Whoever has not seen another's first wager may still wager.
            Event::RoundOpened { .. } => self.opened = (sequence, at),
            Event::Entered(_) => self.turned = sequence,
            Event::Status(_) => (self.gathered.closed, self.turned) = (Some((sequence, self.journal.head())), sequence),
            Event::RoundClosed { .. } | Event::RoundVoided { .. } => {
                let row = self.round_row(sequence, at, voided);
                self.gathered.rounds.push(row);
                (self.gathered.closed, self.turned) = (Some((sequence, self.journal.head())), sequence);
            }
            _ => {}
        }
    }

    /// What an event does to a meter. A share that was taken is not among it: that is recorded where it is taken.
    fn meter_change(&self, at: Timestamp, event: &Event) -> Option<MeterChange> {
        let (table, round) = (self.fixed.book.table, self.table.round().number);
        let (place, what) = match *event {
            Event::Contributed { seat, meter, primary, reserve, .. } => {
                (meter, MeterEvent::Contributed { table, round, seat: seat.number(), primary, reserve })
            }
            Event::ContributionReturned { seat, meter, primary, reserve, .. } => {
                (meter, MeterEvent::Returned { table, round, seat: seat.number(), primary, reserve })
            }
            Event::ShareReturned { meter, ref reservation, .. } => {
                (meter, MeterEvent::ShareReturned { table, round, reservation: **reservation })
            }
            _ => return None,
        };
        let meter = *self.fixed.meters.get(usize::from(place))?;
        Some(MeterChange { meter, at, what })
    }

    /// A round in the index by which auditors find it.
    fn round_row(&self, sequence: u64, at: Timestamp, voided: Option<&Round>) -> RoundRow {
        let round = voided.unwrap_or_else(|| self.table.round());
        let player = |seat: Seat| {
            let area = round.area(seat);
            let who = area.owner?;
            let (staked, moved) =
                if voided.is_some() { (0, 0) } else { (staked(round, seat), moved(round, seat, who)) };
            Some(RoundPlayer {
                who,
                staked,
                returned: Some(staked + moved),
                hand: area.hand.setting.map_or_else(|| area.hand.cards.to_string(), |setting| setting.to_string()),
            })
        };
        let mut players: Vec<RoundPlayer> = Vec::new();
        for one in Seat::ALL.into_iter().filter_map(player) {
            // A player of two adjacent areas stands there once.
            match players.iter_mut().find(|other| other.who == one.who) {
                Some(other) => {
                    other.staked += one.staked;
                    other.returned = other.returned.zip(one.returned).map(|(one, other)| one + other);
                    other.hand = format!("{}; {}", other.hand, one.hand);
                }
                None => players.push(one),
            }
        }
        RoundRow {
            round: round.number,
            first: self.opened.0,
            last: sequence,
            opened: self.opened.1,
            closed: at,
            void: voided.is_some(),
            staked: players.iter().map(|player| player.staked).sum(),
            returned: players.iter().map(|player| player.returned).sum(),
            players,
        }
    }

    /// Folds in what another node has recorded since, row by row: the table after the row, and its lines.
    pub(super) async fn follow(
        &mut self,
        store: &Store,
        take: impl FnMut(&Table, Vec<UpdateLine>),
    ) -> Result<(), JournalReadError> {
        let at = (&mut self.table, &mut self.journal);
        self.fixed.book.each_row(store, at, END, take).await
    }
}

/// What was at stake on an area, in cents. A coupon is no money, and of a Play Wager that was cut only the rest was at
/// stake.
fn staked(round: &Round, seat: Seat) -> i64 {
    let came = round
        .came
        .iter()
        .filter(|came| came.seat == seat && matches!(came.how, ResultKind::Ruled(_) | ResultKind::Share));
    came.map(|came| came.stake.0).sum()
}

/// What a round moved to the player of an area, less what it took from him, in cents.
fn moved(round: &Round, seat: Seat, who: PersonId) -> i64 {
    let his = |account| i64::from([Account::Player(who), Account::Game(who)].contains(&account));
    let about = round.log.iter().filter(|posting| posting.about.is_some_and(|(of, _)| of == seat));
    Centicents(about.map(|posting| (his(posting.to) - his(posting.from)) * posting.amount.0).sum()).cents().0
}
