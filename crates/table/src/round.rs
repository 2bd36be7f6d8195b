//! A round of play as plain data.

use crate::actor::PersonId;
use crate::commitment::{CommittedDraws, CommittedShuffle};
use crate::deck::DeckId;
use crate::digest::Digest;
use crate::ledger::Posting;
use crate::meter::Reservation;
use crate::ruling::Verdict;
use croupier_rules::{CardSet, Cents, Clause, Phase, Place, Position, Seat, Setting, Wager, WagerKind};
use serde::{Deserialize, Serialize};

/// How a betting area stands in the round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SeatStatus {
    /// In play.
    #[default]
    Live,
    /// Folded.
    Folded,
    /// Surrendered.
    Surrendered,
    /// Voided by its player.
    Voided,
    /// Its player left.
    Abandoned,
}

/// The cards at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DealtHand {
    /// How many.
    pub count: u8,
    /// Those whose faces are known to the table.
    pub cards: CardSet,
    /// How they are set.
    pub setting: Option<Setting>,
    /// Whether they lie set, seen or not.
    pub laid: bool,
}

/// One betting area in the round.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BettingArea {
    /// Whose it is in this round, also after he has left the seat.
    pub owner: Option<PersonId>,
    /// What is staked on each wager.
    #[serde(with = "stakes")]
    pub stakes: [Cents; Wager::COUNT],
    /// The face value of a match play coupon, in play or taken.
    pub coupon: Cents,
    /// Whether an Envy lammer lies there.
    pub lammer: bool,
    /// The cards.
    pub hand: DealtHand,
    /// How it stands.
    pub standing: SeatStatus,
    /// Whether its player's lost connection has been waited for.
    pub awaited: bool,
    /// Whether the Double Down or the Play Wager has been answered.
    pub answered: bool,
    /// Whether its player has asked for help with cards he must then have looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub looked: bool,
    /// Whether its player has still to say if he voids the hand.
    pub may_void: bool,
    /// Whether surrendered cards have still to be counted.
    pub uncounted: bool,
    /// Whether the hand has been shown.
    pub revealed: bool,
    /// Whether it is settled.
    pub settled: bool,
    /// What it has been paid, for a payout limit.
    pub paid: Cents,
    /// What of that was paid for wagers that do not contest the dealer.
    pub side_paid: Cents,
    /// What was returned of a Play Wager that the cards did not allow.
    pub play_cut: Cents,
    /// The wager whose payout has still to be documented.
    pub undocumented: Option<Wager>,
    /// Whether a validated win has been paid to it.
    pub validated_paid: bool,
    /// Where in the round's log its settlement begins.
    pub settled_from: usize,
}

impl BettingArea {
    /// What is staked on a wager.
    pub const fn stake(&self, wager: Wager) -> Cents {
        self.stakes[wager.index()]
    }

    /// The main wager.
    pub const fn main(&self) -> Cents {
        self.stake(Wager::own(WagerKind::Main))
    }

    /// Whether it is in the round and still played for.
    pub fn live(&self) -> bool {
        self.main().0 > 0 && self.standing == SeatStatus::Live
    }

    /// The wagers that stand on it.
    pub fn wagers(&self) -> impl Iterator<Item = (Wager, Cents)> {
        let staked = self.stakes.iter().enumerate().filter(|(_, stake)| stake.0 > 0);
        staked.filter_map(|(place, stake)| Some((Wager::from_index(place)?, *stake)))
    }

    /// Puts the area back as it was before it was settled, so that it can be settled anew.
    pub(crate) fn unsettle(&mut self) {
        self.restore_play();
        (self.paid, self.side_paid, self.settled) = (Cents(0), Cents(0), false);
        (self.undocumented, self.validated_paid) = (None, false);
    }

    /// Puts a Play Wager back as it was placed, so that the contest can be ruled anew.
    pub(crate) fn restore_play(&mut self) {
        let play = &mut self.stakes[Wager::own(WagerKind::Play).index()];
        play.0 = play.0.saturating_add(std::mem::take(&mut self.play_cut).0);
    }
}

/// Stakes are stored by the names of their wagers, so that a wager more does not move the others.
mod stakes {
    use croupier_rules::{Cents, Wager};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer>(stakes: &[Cents; Wager::COUNT], serializer: S) -> Result<S::Ok, S::Error> {
        let staked = stakes.iter().enumerate().filter(|(_, stake)| stake.0 != 0);
        serializer.collect_map(staked.filter_map(|(place, stake)| Some((Wager::from_index(place)?, stake))))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Cents; Wager::COUNT], D::Error> {
        let mut stakes = [Cents(0); Wager::COUNT];
        for (wager, stake) in BTreeMap::<Wager, Cents>::deserialize(deserializer)? {
            stakes[wager.index()] = stake;
        }
        Ok(stakes)
    }
}

/// How money came to a seat or left it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ResultKind {
    /// A wager was ruled on.
    Ruled(Verdict),
    /// A share of a meter was paid.
    Share,
    /// Magic Card or Lucky Bonus was paid.
    Extra,
    /// A coupon was taken, and paid if it won.
    Coupon,
    /// Part of the Play Wager went back.
    PlayCut,
    /// Another's hand earned envy.
    Envy {
        /// Whose hand.
        holder: Seat,
    },
}

/// What a wager came to, kept for pages that join in the middle of a settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WagerResult {
    /// On which area.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// How it came.
    pub how: ResultKind,
    /// What was staked.
    pub stake: Cents,
    /// What the house adds.
    pub won: Cents,
    /// The row of the paytable, where it is paid by one.
    pub row: Option<u8>,
    /// The clause that decides.
    pub clause: Clause,
}

/// The opened commitment of a sealed round that is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OpenedCommitment {
    /// The deck before the cut, and the draws.
    pub promise: CommittedShuffle,
    /// The secret that opens it.
    pub secret: Digest,
}

/// A win that waits for its checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PendingWin {
    /// Whose.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// The row of its paytable; none where only an extra is won on the wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u8>,
    /// Whether the dealer has verified it.
    pub verified: bool,
    /// Whether a floorperson has validated it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub validated: bool,
    /// What was taken off the meter for it.
    pub reservation: Option<Reservation>,
}

/// A share of a meter taken once for several winners, or for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MeterShare {
    /// Which meter.
    pub meter: u8,
    /// What was taken.
    pub reservation: Reservation,
    /// Whether it is for the dealer's hand.
    pub on_dealer: bool,
    /// Whose own hand it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Which wager it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager: Option<Wager>,
}

/// A round of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Round {
    /// Its number at this table.
    pub number: u64,
    /// Where it stands.
    pub phase: Phase,
    /// The betting areas, seat 1 first.
    pub areas: [BettingArea; 6],
    /// The dealer's cards.
    pub dealer: DealtHand,
    /// Whether they are turned.
    pub dealer_up: bool,
    /// The card all share.
    pub shared: DealtHand,
    /// The deck in play.
    pub deck: Option<DeckId>,
    /// How many cards have left it.
    pub out: u8,
    /// Where in it a card was set aside.
    pub aside: Option<u8>,
    /// Whether chips and system agree on the progressive wagers.
    pub progressive_counted: bool,
    /// A count that did not agree.
    pub miscounted: Option<u8>,
    /// The Magic Card and the Lucky position, once drawn.
    pub draws: Option<CommittedDraws>,
    /// The start.
    pub start: Option<Position>,
    /// Whether the start is marked.
    pub marked: bool,
    /// The dice that found it.
    pub dice: [u8; 3],
    /// Whether the stub is counted or racked.
    pub stub: bool,
    /// Whether the hands have been delivered and the rest collected.
    pub delivered: bool,
    /// Whether the shaker has been covered after the deal.
    pub shaker_covered: bool,
    /// The win that waits.
    pub waiting: Option<PendingWin>,
    /// Shares taken off meters in this round.
    pub taken: Vec<MeterShare>,
    /// Whether all is settled.
    pub settled: bool,
    /// What the wagers came to so far.
    pub came: Vec<WagerResult>,
    /// What was promised before the first card, once the round is closed.
    pub opened: Option<Box<OpenedCommitment>>,
    /// Every movement of money in this round, for a void to undo.
    pub log: Vec<Posting>,
}

impl Default for Round {
    fn default() -> Self {
        Self {
            number: 0,
            phase: Phase::Closed,
            areas: Default::default(),
            dealer: DealtHand::default(),
            dealer_up: false,
            shared: DealtHand::default(),
            deck: None,
            out: 0,
            aside: None,
            progressive_counted: false,
            miscounted: None,
            draws: None,
            start: None,
            marked: false,
            dice: [0; 3],
            stub: false,
            delivered: false,
            shaker_covered: false,
            waiting: None,
            taken: Vec::new(),
            settled: false,
            came: Vec::new(),
            opened: None,
            log: Vec::new(),
        }
    }
}

impl Round {
    /// A betting area.
    pub fn area(&self, seat: Seat) -> &BettingArea {
        &self.areas[seat.index()]
    }

    /// The cards at a place.
    pub fn hand(&self, place: Place) -> &DealtHand {
        match place {
            Place::Seat(seat) => &self.areas[seat.index()].hand,
            Place::Dealer => &self.dealer,
            Place::Shared => &self.shared,
        }
    }

    pub(crate) fn hand_mut(&mut self, place: Place) -> &mut DealtHand {
        match place {
            Place::Seat(seat) => &mut self.areas[seat.index()].hand,
            Place::Dealer => &mut self.dealer,
            Place::Shared => &mut self.shared,
        }
    }

    /// The seats whose hands are still played for.
    pub fn live(&self) -> impl DoubleEndedIterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|&seat| self.area(seat).live())
    }

    /// The seats with a main wager, whatever became of it.
    pub fn wagering(&self) -> impl DoubleEndedIterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|&seat| self.area(seat).main().0 > 0)
    }
}
