//! Tables that cannot continue by themselves: the table refuses a step of the program, or waits for a person.
//!
//! A refused step is a fault of the program, never of a player. It is tried again, first soon and then ever more
//! seldom, and at once when something has changed at the table; until then it is shown in `/healthz`, in the figures
//! and on the floor's page.

use super::messages::{CalledPerson, StuckStep};
use crate::clock::MonotonicTime;
use croupier_table::{Command, Prompt, Refusal, Table, Timestamp};

/// How long after the first refusal a step is tried again, in milliseconds, and how long at most.
const FIRST: u64 = 250;
const LONGEST: u64 = 60_000;

/// A step that the table refuses.
#[derive(Debug)]
pub(super) struct StuckState {
    pub(super) step: StuckStep,
    /// When it is tried again.
    pub(super) again: MonotonicTime,
    /// The table's sequence number when it was refused.
    sequence: u64,
}

impl StuckState {
    /// A step that was refused now, perhaps not for the first time.
    pub(super) fn after(
        before: Option<Self>,
        command: &Command,
        refusal: &Refusal,
        table: &Table,
        (now, moment): (Timestamp, MonotonicTime),
    ) -> Self {
        let step = step_of(command);
        let same = before.map(|before| before.step).filter(|before| before.step == step);
        let (since, tries) = same.map_or((now, 1), |before| (before.since, before.tries.saturating_add(1)));
        let pause = FIRST.saturating_mul(1 << tries.min(16)).min(LONGEST);
        let clause = refusal.clause.map(|clause| clause.to_string());
        let (code, message) = (refusal.code.name().to_owned(), refusal.message.clone());
        Self {
            step: StuckStep { step, code, message, clause, since, tries },
            again: moment.after(pause),
            sequence: table.state().sequence,
        }
    }

    /// Whether nothing has happened since that could help, and it is too early to try again.
    pub(super) fn waits(&self, table: &Table, now: MonotonicTime) -> bool {
        table.state().sequence == self.sequence && now < self.again
    }
}

/// The person an electronic table waits for.
#[derive(Default, Debug)]
pub(super) struct PersonCall(Option<(Prompt, CalledPerson)>);

impl PersonCall {
    /// Looks at whom the table waits for now.
    pub(super) fn look(&mut self, table: &Table, now: Timestamp) {
        let asked = table.calls_for(now);
        if asked.as_ref().map(|(_, ask)| ask) == self.0.as_ref().map(|(ask, _)| ask) {
            return;
        }
        self.0 = asked.map(|(role, ask)| {
            let what = ask.to_string();
            (ask, CalledPerson { role: role.name().to_owned(), what, since: now })
        });
    }

    /// As it is told.
    pub(super) fn display(&self) -> Option<CalledPerson> {
        self.0.as_ref().map(|(_, person)| person.clone())
    }
}

/// A command by its name in the journal.
fn step_of(command: &Command) -> String {
    match serde_json::to_value(command) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(named)) => named.into_iter().next().map_or_else(String::new, |(name, _)| name),
        _ => String::new(),
    }
}
