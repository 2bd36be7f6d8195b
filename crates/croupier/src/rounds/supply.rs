//! What a script supplies of cards, dice and draws; what it leaves out is fixed, so that a script always plays alike.

use croupier_rules::{Card, CardSet, Place, Position, Seat, Setting, WagerKind};
use croupier_table::commitment::{Digest, Draws, Promise};
use croupier_table::{DeckId, House, Meters, Mode, Order, Reservation, ShareDue, Shown, Stage, Supply, Table};
use std::collections::BTreeMap;

/// Cards a script lays at a place, and how they are set if it says so.
#[derive(Clone, Debug)]
pub(crate) struct Laid {
    pub(crate) cards: Vec<Card>,
    pub(crate) setting: Option<Setting>,
}

/// The script's side of chance.
#[derive(Clone, Debug)]
pub(crate) struct Scripted {
    pub(crate) laid: BTreeMap<Place, Laid>,
    pub(crate) dice: [u8; 3],
    pub(crate) number: u8,
    pub(crate) draws: Draws,
    pub(crate) cut: u8,
    pub(crate) meters: Meters,
    /// How many cards are dealt before one is found face up, if one is.
    pub(crate) face_up_at: Option<usize>,
    /// The order the deck in play has, known to the script also where the table does not know it.
    pub(crate) order: Option<Order>,
    secret: Digest,
}

impl Scripted {
    pub(crate) fn new(house: &House) -> Self {
        Self {
            laid: BTreeMap::new(),
            dice: [2, 2, 3],
            number: 7,
            draws: Draws::default(),
            cut: house.game.deck().len() as u8 / 2,
            meters: Meters::seeded(house),
            face_up_at: None,
            order: None,
            secret: Digest::of(b"a round script"),
        }
    }

    /// Where the deal will start.
    fn start(&self, table: &Table) -> Position {
        use croupier_rules::submission::StartMethod;
        let total = match table.start_method() {
            Some(StartMethod::Dice) => self.dice.iter().sum(),
            Some(StartMethod::Generator) => self.number,
            Some(StartMethod::Button) => return table.state().button,
            None => 1,
        };
        Position::counted(total).unwrap_or(Position::DEALER)
    }

    /// A deck by which everybody gets the cards the script lays, the rest scattered.
    fn deck(&self, table: &Table) -> Option<Order> {
        let deck = table.house().game.deck();
        let named: CardSet = self.laid.values().flat_map(|laid| laid.cards.iter().copied()).collect();
        let mut rest = scattered(deck.minus(named)).into_iter();
        let mut laid: BTreeMap<Place, std::vec::IntoIter<Card>> =
            self.laid.iter().map(|(place, laid)| (*place, laid.cards.clone().into_iter())).collect();
        let mut cards = Vec::with_capacity(deck.len());
        for (number, place) in table.deal_plan(self.start(table)).into_iter().enumerate() {
            if self.face_up_at == Some(number) {
                cards.extend(rest.next());
            }
            let named = place.and_then(|place| laid.get_mut(&place)?.next());
            cards.extend(named.or_else(|| rest.next()));
        }
        cards.extend(rest);
        cards.extend(laid.into_values().flatten());
        Order::new(&cards, deck)
    }

    /// The cards that lie at a place, as the script knows them.
    pub(crate) fn lying(&self, table: &Table, place: Place) -> CardSet {
        let Some(order) = &self.order else { return CardSet::EMPTY };
        let round = table.round();
        let start = round.start.unwrap_or_else(|| self.start(table));
        let dealt = table.deal_plan(start).into_iter().enumerate().filter(|(_, to)| *to == Some(place));
        let shift = |number: usize| number + usize::from(round.aside.is_some_and(|aside| number >= usize::from(aside)));
        dealt.filter_map(|(number, _)| order.card(shift(number))).collect()
    }

    /// How a place's cards are set: as the script lays them, or by the house way.
    pub(crate) fn setting(&self, table: &Table, place: Place) -> Option<Setting> {
        let cards = self.lying(table, place);
        let laid = self.laid.get(&place).and_then(|laid| laid.setting).filter(|setting| setting.cards() == cards);
        laid.or_else(|| table.house().set(cards).map(|(setting, _)| setting))
    }
}

/// Cards in a fixed order in which no two neighbours go together, so that hands a script leaves out are dull.
fn scattered(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<_> = cards.iter().collect();
    cards.sort_by_key(|card| (card.index() * 31 + 7) % 53);
    cards
}

impl Supply for Scripted {
    fn shuffle(&mut self, table: &Table, deck: DeckId) -> Option<(Order, Option<Digest>)> {
        let wanted = self.deck(table)?;
        self.order = Some(wanted);
        if table.house().mode == Mode::Observed {
            return None;
        }
        // A deck that is cut afterwards is laid so that the cut brings the wanted order.
        let len = wanted.cards().len() as u8;
        let comes_shuffled = table.state().decks[deck.index()].stage == Stage::Received;
        let is_cut = comes_shuffled || !table.shuffles_by_device();
        let order = if is_cut { wanted.cut(len - self.cut) } else { wanted };
        let start = match table.start_method() {
            Some(croupier_rules::submission::StartMethod::Dice) => self.dice,
            Some(croupier_rules::submission::StartMethod::Generator) => [self.number, 0, 0],
            _ => [0; 3],
        };
        let offered = table.house().price(WagerKind::FiveCardHandBonus).map(|price| &price.offered);
        let drawn = offered.is_some_and(|offered| offered.magic_card.is_some() || offered.lucky_bonus.is_some());
        let draws = if drawn { self.draws } else { Draws::default() };
        let promise = Promise { order, draws: Draws { start, ..draws } };
        Some((order, Some(promise.root(&self.secret))))
    }

    fn dice(&mut self) -> [u8; 3] {
        self.dice
    }

    fn number(&mut self) -> u8 {
        self.number
    }

    fn draws(&mut self, _: &Table) -> Draws {
        self.draws
    }

    fn reserve(&mut self, due: &ShareDue) -> Option<Reservation> {
        self.meters.answer(due)
    }

    fn secret(&mut self) -> Option<Digest> {
        Some(self.secret)
    }

    fn dealer(&mut self, table: &Table) -> (Option<Setting>, Option<CardSet>) {
        let laid = self.laid.get(&Place::Dealer).and_then(|laid| laid.setting);
        if table.house().mode == Mode::Sealed {
            return (laid, None);
        }
        let shared = Some(self.lying(table, Place::Shared)).filter(|shared| !shared.is_empty());
        (self.setting(table, Place::Dealer), shared)
    }

    fn shown(&mut self, table: &Table, seat: Seat) -> Shown {
        match self.setting(table, Place::Seat(seat)) {
            Some(setting) if table.house().mode == Mode::Observed => Shown::Cards(setting),
            _ => Shown::Known,
        }
    }

    fn cut(&mut self, _: &Table) -> u8 {
        self.cut
    }
}
