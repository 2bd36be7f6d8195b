//! The start of an excerpt. Its state comes from outside and commands are decided on it, so its numbers are checked to
//! be possible: everything computed from them then stays in range.

use super::JournalFaultKind;
use crate::digest::Digest;
use crate::meter::Reservation;
use crate::round::BettingArea;
use crate::table::TableState;
use croupier_rules::Cents;
use serde::{Deserialize, Serialize};

/// Where an excerpt begins: after which line of the whole journal, and how the table stood then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Excerpt {
    /// The number of the last command before it.
    pub after: u64,
    /// The hash of that line.
    pub head: Digest,
    /// The table after it.
    pub state: TableState,
}

/// More than stands on any wager or account of a round, in cents or hundredths of one.
const MOST: i64 = 1 << 56;
/// More cards than any deck has.
const CARDS: u8 = 53;

impl Excerpt {
    pub(super) fn check(&self) -> Result<(), JournalFaultKind> {
        if self.state.sequence != self.after {
            return Err(JournalFaultKind::Excerpt { state: self.state.sequence, after: self.after });
        }
        let wrong = |what: &str| Err(JournalFaultKind::Unread(format!("the {what} in its state are impossible")));
        let (state, round) = (&self.state, &self.state.round);
        let areas = || round.areas.iter().chain(&state.last);
        let hands = areas().map(|area| &area.hand).chain([&round.dealer, &round.shared]);
        let counts = hands.map(|hand| hand.count).chain(state.decks.iter().map(|deck| deck.cut));
        let reservations = round.taken.iter().map(|taken| &taken.reservation);
        let waiting = round.waiting.as_ref().and_then(|waiting| waiting.reservation.as_ref());
        let moved = round.log.iter().try_fold(0_i64, |sum, posting| sum.checked_add(posting.amount.0.checked_abs()?));
        if [state.clock.0, state.sequence, round.number].iter().any(|number| *number > u64::MAX / 2) {
            return wrong("clock or sequence numbers");
        }
        if counts.chain([round.out, round.aside.unwrap_or(0)]).any(|count| count > CARDS) {
            return wrong("card counts");
        }
        if !areas().all(amounts_fit) || !round.came.iter().all(|came| fits(came.stake) && fits(came.won)) {
            return wrong("stakes");
        }
        if moved.is_none() {
            return wrong("amounts of money");
        }
        if !reservations.chain(waiting).all(reserved_fits) {
            return wrong("meter shares");
        }
        Ok(())
    }
}

fn fits(amount: Cents) -> bool {
    (0..=MOST).contains(&amount.0)
}

fn amounts_fit(area: &BettingArea) -> bool {
    let other = [area.coupon, area.paid, area.side_paid, area.play_cut];
    area.stakes.iter().chain(&other).all(|amount| fits(*amount))
}

fn reserved_fits(reservation: &Reservation) -> bool {
    let cents = [reservation.each, reservation.taken, reservation.reseeded].map(|cents| cents.0);
    let hundredths = [reservation.before, reservation.after, reservation.from_reserve].map(|amount| amount.0);
    cents.into_iter().chain(hundredths).all(|amount| (-MOST..=MOST).contains(&amount))
}
