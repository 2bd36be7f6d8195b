//! The timers of an electronic table: for wagers, for decisions, until the table becomes idle, and until a player who
//! does not wager loses the seat.
//!
//! Nothing here is recorded: what a clock leads to is a command, and that is. All of them run on the monotonic clock,
//! so that no step of the system's clock stops one. After a restart every clock begins anew, which gives a player more
//! time and never less. A dealt table has no clocks: its dealer has eyes.

use super::messages::Timer;
use crate::clock::MonotonicTime;
use crate::store::NodeId;
use croupier_rules::{Phase, Seat};
use croupier_table::{DealMode, PersonId, Prompt, Table, TableStatus};
use std::collections::{BTreeMap, BTreeSet};

/// How long things take, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From the first wager to "no more bets".
    pub betting: u64,
    /// From the dealer's hands to the first reveal, for whoever may surrender only then.
    pub surrender: u64,
    /// Until a table without players goes idle.
    pub idle: u64,
    /// Until a player of whom nothing is heard gives up his seat.
    pub absent: u64,
    /// Until a player who has made no wager is asked to make one.
    pub sit_out: u64,
    /// How many rounds a player may sit out before he is asked, whatever time that took.
    pub sit_out_rounds: u32,
    /// From then until he gives up his seat.
    pub notice: u64,
}

/// What is waited for no longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClosedWindows {
    /// Wagers.
    pub(super) bets: bool,
    /// Surrenders that opened with the dealer's hands.
    pub(super) surrenders: bool,
}

impl ClosedWindows {
    /// Everything is still waited for.
    pub(super) const NOTHING: Self = Self { bets: false, surrenders: false };
}

/// What the clocks lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expiry {
    /// A seat has not answered.
    Silent(Seat),
    /// A seat's player is gone, or has made no wager for too long.
    Absent(Seat),
    /// The time for wagers ended while the table was paused.
    Paused,
    /// Nobody plays.
    Idle,
}

#[derive(Default, Debug)]
pub(super) struct TableTimers {
    betting: Option<MonotonicTime>,
    /// Since when surrenders are waited for.
    surrender: Option<MonotonicTime>,
    phase: Option<Phase>,
    ready: BTreeSet<PersonId>,
    /// Players who let a round go by: nobody waits for them until they wager again.
    out: BTreeSet<PersonId>,
    asked: [Option<MonotonicTime>; 6],
    /// Since when a seat's clock stands still for its lost connection.
    lost: [Option<MonotonicTime>; 6],
    empty: Option<MonotonicTime>,
    /// The connections of each player, at each node.
    sockets: BTreeMap<(PersonId, NodeId), u32>,
    heard: BTreeMap<PersonId, MonotonicTime>,
    idle: BTreeMap<PersonId, Absence>,
}

/// How long a player has made no wager.
#[derive(Clone, Copy, Debug)]
struct Absence {
    rounds: u32,
    since: MonotonicTime,
    /// When he was asked to make one.
    asked: Option<MonotonicTime>,
}

impl TableTimers {
    /// A player says that he has made his wagers, or does not surrender; when neither is waited for it means nothing.
    pub(super) fn ready(&mut self, who: PersonId) {
        let wagers = matches!(self.phase, None | Some(Phase::Betting | Phase::Closed));
        if wagers || self.surrender.is_some() {
            self.ready.insert(who);
        }
    }

    /// Those who have.
    pub(super) fn all_ready(&self) -> Vec<PersonId> {
        self.ready.iter().copied().collect()
    }

    /// Something was heard of a player.
    pub(super) fn note_activity(&mut self, who: PersonId, now: MonotonicTime) {
        self.heard.insert(who, now);
    }

    /// A player has so many connections at a node; whether he has none anywhere.
    pub(super) fn connected(&mut self, who: PersonId, node: NodeId, connections: u32, now: MonotonicTime) -> bool {
        self.heard.insert(who, now);
        match connections {
            0 => drop(self.sockets.remove(&(who, node))),
            _ => drop(self.sockets.insert((who, node), connections)),
        }
        !self.is_here(who)
    }

    /// The connections of a player at a node.
    pub(super) fn connections(&self, who: PersonId, node: NodeId) -> u32 {
        self.sockets.get(&(who, node)).copied().unwrap_or(0)
    }

    /// All who are connected at a node.
    pub(super) fn all_at(&self, node: NodeId) -> Vec<PersonId> {
        self.sockets.keys().filter(|(_, at)| *at == node).map(|(who, _)| *who).collect()
    }

    /// All who are connected at other nodes than these.
    pub(super) fn not_at(&self, nodes: &[NodeId]) -> Vec<(PersonId, NodeId)> {
        self.sockets.keys().filter(|(_, node)| !nodes.contains(node)).copied().collect()
    }

    fn is_here(&self, who: PersonId) -> bool {
        self.sockets.keys().any(|(known, _)| *known == who)
    }

    /// The clock of a seat stands still from now on.
    pub(super) fn stop(&mut self, seat: Seat, now: MonotonicTime) {
        self.lost[seat.index()] = Some(now);
    }

    /// The player of a seat is back: his clock goes on where it stood.
    pub(super) fn go_on(&mut self, seat: Seat, now: MonotonicTime, most: u64) {
        if let (Some(lost), Some(asked)) = (self.lost[seat.index()].take(), &mut self.asked[seat.index()]) {
            *asked = asked.after(now.0.saturating_sub(lost.0).min(most));
        }
    }

    /// Takes in how the table stands now.
    pub(super) fn look(&mut self, table: &Table, patience: &Timeouts, now: MonotonicTime) {
        let (state, round) = (table.state(), table.round());
        let dealt = self.phase == Some(Phase::Betting) && round.deck.is_some();
        self.look_for_idlers(table, patience, dealt, now);
        if self.phase != Some(round.phase) {
            if self.phase == Some(Phase::Betting) {
                let seated = state.seats.iter().flatten();
                let wagers =
                    |who: &PersonId| round.areas.iter().any(|area| area.owner == Some(*who) && area.main().0 > 0);
                self.out = seated.copied().filter(|who| !wagers(who)).collect();
                self.ready.clear();
            }
            self.phase = Some(round.phase);
        }
        let wagering = round.phase == Phase::Betting && round.areas.iter().any(|area| area.wagers().next().is_some());
        self.betting = if wagering { self.betting.or(Some(now)) } else { None };
        let surrendering = table.surrender_waits().next().is_some();
        if surrendering != self.surrender.is_some() {
            self.surrender = surrendering.then_some(now);
            self.ready.clear();
        }
        let asks = table.prompts();
        for seat in Seat::ALL {
            let asked = asks.iter().any(|ask| seat_to_act(ask) == Some(seat));
            let since = &mut self.asked[seat.index()];
            *since = if asked { since.or(Some(now)) } else { None };
            if !asked {
                self.lost[seat.index()] = None;
            }
        }
        let empty = state.seats.iter().all(Option::is_none) && state.status == TableStatus::Open;
        self.empty = if empty { self.empty.or(Some(now)) } else { None };
        let seated: BTreeSet<PersonId> = state.seats.iter().flatten().copied().collect();
        self.ready.retain(|who| seated.contains(who));
        self.heard.retain(|who, _| seated.contains(who));
        for who in seated {
            self.heard.entry(who).or_insert(now);
        }
    }

    /// A player who makes no wager is asked for one, and then loses the seat: others want to play.
    fn look_for_idlers(&mut self, table: &Table, patience: &Timeouts, dealt: bool, now: MonotonicTime) {
        let (state, round) = (table.state(), table.round());
        let seated: BTreeSet<PersonId> = state.seats.iter().flatten().copied().collect();
        self.idle.retain(|who, _| seated.contains(who));
        let open = round.phase != Phase::Closed;
        // While the table takes no wagers nobody can be blamed for making none.
        let takes_none = state.paused.is_some() || state.status != TableStatus::Open;
        for who in seated {
            let idler = self.idle.entry(who).or_insert(Absence { rounds: 0, since: now, asked: None });
            let wagers =
                open && round.areas.iter().any(|area| area.owner == Some(who) && area.wagers().next().is_some());
            if wagers || takes_none {
                *idler = Absence { rounds: if wagers { 0 } else { idler.rounds }, since: now, asked: None };
                continue;
            }
            idler.rounds = idler.rounds.saturating_add(u32::from(dealt));
            let long = now >= idler.since.after(patience.sit_out) || idler.rounds >= patience.sit_out_rounds;
            idler.asked = idler.asked.or(long.then_some(now));
        }
    }

    /// The seats whose players are asked to make a wager, and until when they keep the seat without one.
    pub(super) fn sitting_out(&self, table: &Table, patience: &Timeouts) -> Vec<Timer> {
        if table.house().mode == DealMode::Observed {
            return Vec::new();
        }
        let until = |seat: Seat| {
            let idler = self.idle.get(&table.state().seats[seat.index()]?)?;
            Some(Timer { seat: Some(seat), until: idler.asked?.after(patience.notice) })
        };
        Seat::ALL.into_iter().filter_map(until).collect()
    }

    /// What is waited for no longer.
    pub(super) fn over(&self, table: &Table, patience: &Timeouts, now: MonotonicTime) -> ClosedWindows {
        ClosedWindows {
            bets: self.bets_close(table, patience, now),
            surrenders: self.surrenders_close(table, patience, now),
        }
    }

    fn bets_close(&self, table: &Table, patience: &Timeouts, now: MonotonicTime) -> bool {
        let Some(since) = self.betting else { return false };
        let mut seated = table.state().seats.iter().flatten();
        let all_ready = seated.all(|who| self.ready.contains(who) || self.out.contains(who));
        (all_ready && !self.ready.is_empty()) || now >= since.after(patience.betting)
    }

    fn surrenders_close(&self, table: &Table, patience: &Timeouts, now: MonotonicTime) -> bool {
        let Some(since) = self.surrender else { return false };
        let ready = |seat| table.round().area(seat).owner.is_some_and(|who| self.ready.contains(&who));
        table.surrender_waits().all(ready) || now >= since.after(patience.surrender)
    }

    /// What is waited for until when, for players to see.
    pub(super) fn deadlines(&self, table: &Table, patience: &Timeouts) -> Vec<Timer> {
        if table.house().mode == DealMode::Observed {
            return Vec::new();
        }
        let betting = self.betting.map(|since| Timer { seat: None, until: since.after(patience.betting) });
        let seats =
            Seat::ALL.into_iter().filter_map(|seat| Some(Timer { seat: Some(seat), until: self.until(table, seat)? }));
        let until = self.surrender.map(|since| since.after(patience.surrender));
        let surrenders = table.surrender_waits().filter_map(|seat| Some(Timer { seat: Some(seat), until: until? }));
        betting.into_iter().chain(seats).chain(surrenders).collect()
    }

    fn until(&self, table: &Table, seat: Seat) -> Option<MonotonicTime> {
        let silent = &table.house().rules.silent_seat;
        let longer = self.lost[seat.index()].and(silent.reconnect_seconds).unwrap_or(0);
        let seconds = u64::from(silent.seconds) + u64::from(longer);
        self.asked[seat.index()].map(|since| since.after(seconds * 1_000))
    }

    fn absent(&self, table: &Table, patience: &Timeouts, seat: Seat) -> Option<MonotonicTime> {
        let who = table.state().seats[seat.index()].filter(|who| !self.is_here(*who))?;
        let free = table.round().phase == Phase::Closed || table.round().area(seat).wagers().next().is_none();
        self.heard.get(&who).filter(|_| free).map(|heard| heard.after(patience.absent))
    }

    /// What rings now; nothing at a dealt table.
    pub(super) fn ringing(&self, table: &Table, patience: &Timeouts, now: MonotonicTime) -> Vec<Expiry> {
        self.alarms(table, patience).into_iter().filter(|(at, _)| *at <= now).map(|(_, rings)| rings).collect()
    }

    /// When to look again.
    pub(super) fn next(&self, table: &Table, patience: &Timeouts) -> Option<MonotonicTime> {
        let sealed = table.house().mode == DealMode::Sealed;
        let ends = [
            (self.betting.filter(|_| table.state().paused.is_none()), patience.betting),
            (self.surrender, patience.surrender),
        ];
        let ends = ends.into_iter().filter_map(|(since, lasts)| Some(since?.after(lasts)));
        let unasked = self.idle.values().filter(|idler| idler.asked.is_none());
        let asks = unasked.map(|idler| idler.since.after(patience.sit_out));
        let looks = ends.chain(asks).filter(|_| sealed);
        self.alarms(table, patience).into_iter().map(|(at, _)| at).chain(looks).min()
    }

    fn alarms(&self, table: &Table, patience: &Timeouts) -> Vec<(MonotonicTime, Expiry)> {
        let mut alarms = Vec::new();
        if table.house().mode == DealMode::Observed {
            return alarms;
        }
        for seat in Seat::ALL {
            alarms.extend(self.until(table, seat).map(|at| (at, Expiry::Silent(seat))));
            alarms.extend(self.absent(table, patience, seat).map(|at| (at, Expiry::Absent(seat))));
        }
        alarms.extend(self.empty.map(|since| (since.after(patience.idle), Expiry::Idle)));
        // A player who sits out is looked at again when he has made no wager for long enough.
        let idlers = self.sitting_out(table, patience).into_iter();
        alarms.extend(idlers.filter_map(|timer| Some((timer.until, Expiry::Absent(timer.seat?)))));
        let paused = self.betting.filter(|_| table.state().paused.is_some());
        alarms.extend(paused.map(|since| (since.after(patience.betting), Expiry::Paused)));
        alarms
    }
}

/// The seat that must answer before the round goes on.
const fn seat_to_act(ask: &Prompt) -> Option<Seat> {
    match *ask {
        Prompt::SetHands { seat, .. }
        | Prompt::DoubleDown { seat, .. }
        | Prompt::PlayOrFold { seat, .. }
        | Prompt::VoidHand { seat, .. } => Some(seat),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_gone_when_his_last_connection_at_any_node_is() {
        let (who, other, here, there) = (PersonId::new(7), PersonId::new(8), NodeId(1), NodeId(2));
        let mut times = TableTimers::default();
        assert!(!times.connected(who, here, 2, MonotonicTime(1)));
        assert!(!times.connected(who, there, 1, MonotonicTime(2)));
        assert!(!times.connected(other, here, 1, MonotonicTime(2)));
        // What is told twice counts once.
        assert!(!times.connected(who, there, 1, MonotonicTime(3)));
        assert_eq!((times.connections(who, here), times.connections(who, there)), (2, 1));
        assert_eq!(times.all_at(here), [who, other]);
        assert_eq!(times.not_at(&[here]), [(who, there)]);
        assert!(!times.connected(who, here, 0, MonotonicTime(4)));
        assert!(times.connected(who, there, 0, MonotonicTime(5)));
        assert_eq!((times.heard.get(&who), times.is_here(other)), (Some(&MonotonicTime(5)), true));
    }
}
