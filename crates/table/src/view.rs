//! What each audience may see of a table: plain data for a page, and the events of a live feed without secrets.
//!
//! Everything goes through two questions: may this audience know a seat's faces, and is the dealer's hand up. Note:
//! nobody is privileged while a sealed round is open. The dealer and the floorperson know no more than the felt shows,
//! and the auditor gets the rest only when the round is closed. A player sees his cards once the deal is complete
//! (section .11(a), MA 12(a)), the second of two hands once the first is set (section .7(f), MA 13(b)), and not while
//! he decides whether to void the hand (section .13(d), MA 14(d)).

use crate::actor::{PersonId, Timestamp};
use crate::commitment::{CommitmentItem, Disclosure};
use crate::deck::{DeckId, DeckStage};
use crate::digest::Digest;
use crate::event::Event;
use crate::ledger::{Account, Centicents};
use crate::prompt::{DeckStep, Prompt};
use crate::round::{DealtHand, SeatStatus, WagerResult};
use crate::status::TableStatus;
use crate::table::Table;
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{Card, CardSet, Cents, Phase, Position, Seat, Setting, Wager};
use serde::{Deserialize, Serialize};

/// Who looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// A player, at this table or not.
    Player(PersonId),
    /// The dealer.
    Dealer,
    /// A floorperson or above.
    Floor,
    /// Whoever checks the record afterwards; while a round is open he sees what the floor sees.
    Auditor,
    /// Anybody who stands by.
    Public,
}

impl Audience {
    /// Whether he works here, and so sees everybody's balance.
    const fn staff(self) -> bool {
        matches!(self, Self::Dealer | Self::Floor | Self::Auditor)
    }
}

/// A table as one audience sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// Who sees it so.
    pub audience: Audience,
    /// How many commands the table has taken: what a page proves that it is not stale with.
    pub sequence: u64,
    /// The time of the last one.
    pub clock: Timestamp,
    /// Whether the table is open.
    pub status: TableStatus,
    /// Why no wager is taken for the moment, if it is paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused: Option<String>,
    /// Who deals, once that has been said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealt_by: Option<PersonId>,
    /// The number of the round.
    pub round: u64,
    /// Where it stands.
    pub phase: Phase,
    /// Whether every hand is settled and envy is paid.
    pub settled: bool,
    /// The betting positions of the table, seat 1 first.
    pub seats: Vec<SeatView>,
    /// The dealer's hand.
    pub dealer: HandView,
    /// The card all share, where one is dealt.
    pub shared: HandView,
    /// Where the deal starts, once it is found.
    pub start: Option<StartView>,
    /// Magic Card and Lucky position, once they are drawn.
    pub draws: Option<DrawsView>,
    /// The decks: how far each has come, never its order.
    pub decks: Vec<DeckView>,
    /// The dice, at a table that has them.
    pub dice: Option<DiceView>,
    /// What the table waits for from this audience.
    pub asks: Vec<Prompt>,
    /// The money this audience may know of.
    pub balances: Vec<Balance>,
    /// The win that waits for its checks.
    pub waiting: Option<WaitingView>,
}

/// Cards at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandView {
    /// How many lie there.
    pub count: u8,
    /// Whether they lie set.
    pub set: bool,
    /// Their faces, where this audience may know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardSet>,
    /// How they are set, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<Setting>,
}

impl HandView {
    fn of(hand: &DealtHand, seen: bool) -> Self {
        Self {
            count: hand.count,
            set: hand.laid || hand.setting.is_some(),
            cards: Some(hand.cards).filter(|cards| seen && !cards.is_empty()),
            setting: hand.setting.filter(|_| seen),
        }
    }
}

/// A betting position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// Which.
    pub seat: Seat,
    /// Who sits there.
    pub player: Option<PersonId>,
    /// Who has the hand of this round, if he has left since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<PersonId>,
    /// The wagers and their amounts.
    pub wagers: Vec<(Wager, Cents)>,
    /// The face value of a match play coupon.
    pub coupon: Cents,
    /// Whether an Envy lammer lies there.
    pub lammer: bool,
    /// How the hand stands.
    pub standing: SeatStatus,
    /// Whether the round waits for an answer from here.
    pub asked: bool,
    /// Whether its player's lost connection has been waited for in this round.
    pub awaited: bool,
    /// Whether the hand has been shown.
    pub revealed: bool,
    /// Whether it is settled.
    pub settled: bool,
    /// The cards.
    pub hand: HandView,
    /// What its wagers came to so far.
    pub results: Vec<WagerResult>,
}

/// Where the deal starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StartView {
    /// There.
    pub position: Position,
    /// By these dice, or a generator's number alone; nothing by the button.
    pub dice: [u8; 3],
    /// Whether it is marked.
    pub marked: bool,
}

/// What the table game system drew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DrawsView {
    /// The Magic Card.
    pub magic: Option<Card>,
    /// The Lucky position.
    pub lucky: Option<Position>,
}

/// A deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DeckView {
    /// Which.
    pub deck: DeckId,
    /// How far it has come.
    pub stage: DeckStage,
    /// Since when it serves.
    pub since: Option<Timestamp>,
    /// Until when it may, where the text sets an end.
    pub until: Option<Timestamp>,
    /// The promise made with its shuffle.
    pub seal: Option<Digest>,
}

/// The dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DiceView {
    /// Since when they serve.
    pub since: Option<Timestamp>,
    /// Until when they may.
    pub until: Option<Timestamp>,
}

/// What stands on an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Balance {
    /// Which.
    pub account: Account,
    /// How much, in hundredths of a cent.
    pub amount: Centicents,
}

/// A win that waits for its checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WaitingView {
    /// Whose.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// The row of its paytable; none where only an extra is won on the wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u8>,
    /// Whether the dealer has verified it.
    pub verified: bool,
    /// What is reserved for it, once the house has taken it off the meter.
    pub reserved: Option<Cents>,
}

/// What an audience can check a closed round's shuffle with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Openings {
    /// The round.
    pub round: u64,
    /// What was published before the first card.
    pub root: Digest,
    /// The hash of each thing promised, in order: together they make the root.
    pub leaves: Vec<Digest>,
    /// What this audience may know, each to be found among the leaves.
    pub openings: Vec<Disclosure>,
    /// The secret, from which every opening follows: for the auditor alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<Digest>,
}

impl Table {
    /// What an audience sees.
    pub fn view(&self, audience: Audience) -> View {
        let (state, round) = (&self.state, &self.state.round);
        let positions = usize::from(self.house.rules.positions);
        let asks = self.prompts();
        let start = |position| StartView { position, dice: round.dice, marked: round.marked };
        View {
            audience,
            sequence: state.sequence,
            clock: state.clock,
            status: state.status,
            paused: state.paused.clone(),
            dealt_by: state.dealer,
            round: round.number,
            phase: round.phase,
            settled: round.settled,
            seats: Seat::ALL.into_iter().take(positions).map(|seat| self.seat_view(audience, seat, &asks)).collect(),
            dealer: HandView::of(&round.dealer, round.dealer_up),
            shared: HandView::of(&round.shared, round.dealer_up),
            start: round.start.map(start),
            draws: round.draws.map(|draws| DrawsView { magic: draws.magic, lucky: draws.lucky }),
            decks: self.deck_views(),
            dice: self.dice_view(),
            asks: asks.into_iter().chain(self.opening_count()).filter(|ask| self.addressed(ask, audience)).collect(),
            balances: self.balances(audience),
            waiting: round.waiting.map(|waiting| WaitingView {
                seat: waiting.seat,
                wager: waiting.wager,
                row: waiting.row,
                verified: waiting.verified,
                reserved: waiting.reservation.map(|reservation| reservation.each),
            }),
        }
    }

    /// An event as an audience may hear of it, after the table has taken it in; none if it is no business of theirs.
    pub fn event_for(&self, audience: Audience, event: &Event) -> Option<Event> {
        let own = |player: PersonId| audience == Audience::Player(player) || audience.staff();
        match *event {
            // Not even the auditor hears of an order here: he gets it with the openings.
            Event::DeckShuffled { deck, by, ready, seal, .. } => {
                Some(Event::DeckShuffled { deck, by, ready, order: None, seal })
            }
            Event::HandSet { seat, setting } => {
                Some(Event::HandSet { seat, setting: setting.filter(|_| self.sees(audience, seat)) })
            }
            Event::WayTold { seat, .. } => {
                let his = matches!(audience, Audience::Player(_)) && self.sees(audience, seat);
                his.then(|| event.clone())
            }
            Event::RoundClosed { secret } => {
                Some(Event::RoundClosed { secret: secret.filter(|_| audience == Audience::Auditor) })
            }
            Event::BoughtIn { player, .. } | Event::CashedOut { player, .. } | Event::Adjusted { player, .. } => {
                own(player).then(|| event.clone())
            }
            Event::InventoryCounted { .. } | Event::Filled { .. } | Event::Credited { .. } => {
                audience.staff().then(|| event.clone())
            }
            _ => Some(event.clone()),
        }
    }

    /// After a sealed round is closed and until the next begins, what an audience can check its shuffle with: the
    /// openings of the cards it may know, and the hashes of all. A void round is never opened.
    pub fn openings(&self, audience: Audience) -> Option<Openings> {
        let opened = self.state.round.opened.as_deref().filter(|_| self.state.round.phase == Phase::Closed)?;
        let known = self.known_cards(audience);
        let all = opened.promise.openings(&opened.secret);
        let leaves: Vec<_> = all.iter().map(Disclosure::leaf).collect();
        let auditor = audience == Audience::Auditor;
        let may_know = |opening: &Disclosure| match opening.item {
            CommitmentItem::Place(place) => {
                let card = opened.promise.order.card(usize::from(place));
                auditor || card.is_some_and(|card| known.contains(card))
            }
            CommitmentItem::Start | CommitmentItem::Magic | CommitmentItem::Lucky => true,
        };
        Some(Openings {
            round: self.state.round.number,
            root: crate::commitment::root(leaves.iter().copied()),
            leaves,
            openings: all.into_iter().filter(may_know).collect(),
            secret: auditor.then_some(opened.secret),
        })
    }

    /// Whether an audience may know the faces of a seat's cards.
    fn sees(&self, audience: Audience, seat: Seat) -> bool {
        let (round, area) = (&self.state.round, self.area(seat));
        if area.revealed {
            return true;
        }
        match audience {
            Audience::Player(who) => {
                let dealt = !matches!(round.phase, Phase::Betting | Phase::Dealing);
                let out = matches!(area.standing, SeatStatus::Voided | SeatStatus::Abandoned);
                area.owner == Some(who) && dealt && !out && !area.may_void && self.set_before(seat).is_none()
            }
            Audience::Auditor => round.phase == Phase::Closed,
            Audience::Dealer | Audience::Floor | Audience::Public => false,
        }
    }

    /// All faces an audience may know now.
    fn known_cards(&self, audience: Audience) -> CardSet {
        let round = &self.state.round;
        let up = if round.dealer_up { round.dealer.cards.union(round.shared.cards) } else { CardSet::EMPTY };
        let seen = Seat::ALL.into_iter().filter(|&seat| self.sees(audience, seat));
        seen.fold(up, |known, seat| known.union(self.area(seat).hand.cards))
    }

    fn seat_view(&self, audience: Audience, seat: Seat, asks: &[Prompt]) -> SeatView {
        let (area, player) = (self.area(seat), self.player(seat));
        SeatView {
            seat,
            player,
            left: area.owner.filter(|owner| player != Some(*owner)),
            wagers: area.wagers().collect(),
            coupon: area.coupon,
            lammer: area.lammer,
            standing: area.standing,
            asked: asks.iter().any(|ask| ask.waits_for() == Some(seat)),
            awaited: area.awaited,
            revealed: area.revealed,
            settled: area.settled,
            hand: HandView::of(&area.hand, self.sees(audience, seat)),
            results: self.state.round.came.iter().filter(|came| came.seat == seat).copied().collect(),
        }
    }

    fn deck_views(&self) -> Vec<DeckView> {
        let hours = self.house.procedure.cards.hours.map(|hours| hours.of(self.method()).0);
        let view = |id: DeckId| {
            let deck = self.deck(id);
            let until = deck.received.zip(hours).map(|(since, hours)| since.after_hours(hours));
            DeckView { deck: id, stage: deck.stage, since: deck.received, until, seal: deck.seal }
        };
        let decks = usize::from(self.house.rules.cards.decks);
        DeckId::ALL.into_iter().take(decks).map(view).collect()
    }

    fn dice_view(&self) -> Option<DiceView> {
        let (_, _, starting) = self.starting().filter(|(method, ..)| *method == StartMethod::Dice)?;
        let since = self.state.dice;
        Some(DiceView { since, until: since.map(|since| since.after_hours(starting.dice_hours.0)) })
    }

    fn balances(&self, audience: Audience) -> Vec<Balance> {
        let ledger = &self.state.ledger;
        let mut accounts = Vec::new();
        match audience {
            Audience::Player(who) => accounts.extend([Account::Player(who), Account::Game(who)]),
            Audience::Dealer | Audience::Floor | Audience::Auditor => {
                accounts.extend(ledger.players().flat_map(|who| [Account::Player(who), Account::Game(who)]));
                let own = Account::OWN.into_iter().filter(|account| *account != Account::Patrons);
                accounts.extend(own);
                let meters = 0..self.house.meters().len() as u8;
                accounts.extend(meters.flat_map(|meter| [Account::Meter(meter), Account::Reserve(meter)]));
            }
            Audience::Public => {}
        }
        accounts.into_iter().map(|account| Balance { account, amount: ledger.balance(account) }).collect()
    }

    /// The count that a table asks for once it is open, between rounds; where chips are worth nothing none is.
    fn opening_count(&self) -> Option<Prompt> {
        let worth = !self.sealed() && !self.house.rules.automation.play_chips;
        let between = matches!(self.state.round.phase, Phase::Betting | Phase::Closed);
        let due = worth && between && !self.state.counted && self.state.status != TableStatus::Closed;
        due.then(|| Prompt::OpeningCount { book: self.state.ledger.balance(Account::Inventory).cents() })
    }

    /// Whether a question is put to this audience. What the house answers is put to nobody here.
    fn addressed(&self, ask: &Prompt, audience: Audience) -> bool {
        match audience {
            Audience::Player(who) => {
                let offered_cut = matches!(ask, Prompt::Deck { step: DeckStep::Cut, .. });
                let seat = ask.seat().or_else(|| self.cuts_next().0.filter(|_| offered_cut));
                seat.is_some_and(|seat| self.player(seat) == Some(who))
            }
            Audience::Dealer => match ask {
                Prompt::Deck { step, .. } => *step != DeckStep::Verify,
                Prompt::Dealer { .. } | Prompt::Document { .. } | Prompt::OpeningCount { .. } => true,
                // He enters what players at an observed table do.
                _ => !self.sealed() && ask.seat().is_some(),
            },
            Audience::Floor => matches!(
                ask,
                Prompt::Deck { step: DeckStep::Verify, .. }
                    | Prompt::Validate { .. }
                    | Prompt::CorrectProgressive { .. }
                    | Prompt::OpeningCount { .. }
                    | Prompt::Document { .. }
            ),
            Audience::Auditor | Audience::Public => false,
        }
    }
}
