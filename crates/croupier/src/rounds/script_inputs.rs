//! The cards, dice and draws of a script; what it leaves out is fixed, so that a script is reproducible.

use croupier_rules::{Card, CardSet, Place, Position, Seat, Setting, WagerKind};
use croupier_table::commitment::{CommittedDraws, CommittedShuffle, Digest};
use croupier_table::{
    DealMode, DeckId, DeckOrder, DeckStage, Event, LocalMeters, Reservation, Reveal, ShareDue, StepInputs, Table,
    TableConfig,
};
use std::collections::BTreeMap;

/// Cards a script lays at a place, and how they are set if it says so.
#[derive(Clone, Debug)]
pub(crate) struct LaidCards {
    pub(crate) cards: Vec<Card>,
    pub(crate) setting: Option<Setting>,
}

/// What a shuffle must bring so that the round its deck is dealt in goes as the script has it. A deck is often shuffled
/// before the script comes to that round, so this is found by playing the script, and the script is then played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShufflePlan {
    /// The deck as it must lie when it is dealt.
    order: DeckOrder,
    /// How many cards the cuts between shuffle and deal take off its top in all.
    cut: u8,
    /// What is drawn in that round.
    draws: CommittedDraws,
}

/// The plans of all shuffles, by their numbers from nought.
pub(crate) type ShufflePlans = BTreeMap<usize, ShufflePlan>;

/// A deck as a script knows it.
#[derive(Clone, Copy, Debug)]
struct ScriptDeck {
    /// The number of its shuffle.
    shuffle: usize,
    /// Its order when it is dealt.
    order: DeckOrder,
    /// What was promised with it.
    draws: CommittedDraws,
}

const DICE: [u8; 3] = [2, 2, 3];
const NUMBER: u8 = 7;

/// The script's side of chance.
#[derive(Clone, Debug)]
pub(crate) struct ScriptInputs {
    pub(crate) laid: BTreeMap<Place, LaidCards>,
    /// The deck from the top, where the script names that and no hands.
    pub(crate) top: Vec<Card>,
    pub(crate) dice: [u8; 3],
    pub(crate) number: u8,
    pub(crate) draws: CommittedDraws,
    pub(crate) cut: u8,
    pub(crate) meters: LocalMeters,
    /// What the shuffles must bring, as far as an earlier playing of the script has shown it.
    plans: ShufflePlans,
    /// What this playing shows that they must bring.
    pub(crate) found: ShufflePlans,
    /// In which rounds something named was not dealt, and what.
    pub(crate) wrong: BTreeMap<u64, String>,
    shuffles: usize,
    /// The deck that is just being shuffled, and both decks since their last shuffle.
    shuffling: Option<ScriptDeck>,
    decks: [Option<ScriptDeck>; 2],
    secret: Digest,
}

impl ScriptInputs {
    pub(crate) fn new(house: &TableConfig, plans: ShufflePlans) -> Self {
        Self {
            laid: BTreeMap::new(),
            top: Vec::new(),
            dice: DICE,
            number: NUMBER,
            draws: CommittedDraws::default(),
            cut: house.game.deck().len() as u8 / 2,
            meters: LocalMeters::seeded(house),
            plans,
            found: BTreeMap::new(),
            wrong: BTreeMap::new(),
            shuffles: 0,
            shuffling: None,
            decks: [None; 2],
            secret: Digest::of(b"a round script"),
        }
    }

    /// Forgets what the last round was to bring.
    pub(crate) fn forget(&mut self) {
        self.laid.clear();
        self.top.clear();
        (self.dice, self.number, self.draws) = (DICE, NUMBER, CommittedDraws::default());
    }

    /// Takes in what happened to decks, meters and deal.
    pub(crate) fn apply(&mut self, table: &Table, events: &[Event]) {
        for event in events {
            self.meters.apply(event);
            if let Event::DeckShuffled { deck, .. } = event {
                self.decks[deck.index()] = self.shuffling.take();
            }
        }
        let dealt = |event: &Event| {
            matches!(event, Event::Dealt { .. } | Event::SetAside | Event::StartFound { .. } | Event::SystemDrew(_))
        };
        if events.iter().any(dealt) {
            self.plan(table);
        }
    }

    /// Notes what the shuffle of the deck in play must have brought, and whether it has.
    fn plan(&mut self, table: &Table) {
        let round = table.round();
        let Some((deck, known)) = round.deck.and_then(|deck| Some((deck, self.decks[deck.index()]?))) else { return };
        let start = round.start.unwrap_or_else(|| self.start(table));
        let aside = round.aside.map(usize::from);
        let Some(order) = self.deck(table, start, aside) else { return };
        let shown = if round.start.is_some() { round.dice } else { self.start_shown(table) };
        let draws = CommittedDraws { start: shown, ..round.draws.unwrap_or_else(|| self.drawn(table)) };
        let cut = table.state().decks[deck.index()].cut;
        self.found.insert(known.shuffle, ShufflePlan { order, cut, draws });
        // Where the table knows its cards they are what it deals, however often they were cut.
        let lies = table.state().decks[deck.index()].order.unwrap_or(known.order);
        let promised = table.house().mode == DealMode::Observed || known.draws == draws;
        match self.undealt(table, start, aside, &lies) {
            Some(what) => self.wrong.insert(round.number, what),
            None if !promised => {
                self.wrong.insert(round.number, "the start or the draw does not match the commitment".into())
            }
            None => self.wrong.remove(&round.number),
        };
    }

    /// The first place that does not get the cards the script names for it.
    fn undealt(&self, table: &Table, start: Position, aside: Option<usize>, lies: &DeckOrder) -> Option<String> {
        let mut dealt: BTreeMap<Place, Vec<Card>> = BTreeMap::new();
        for (number, place) in table.deal_plan(start).into_iter().enumerate() {
            let number = number + usize::from(aside.is_some_and(|aside| number >= aside));
            if let Some((place, card)) = place.zip(lies.card(number)) {
                dealt.entry(place).or_default().push(card);
            }
        }
        let listed = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        if !lies.cards().starts_with(&self.top) {
            let (named, dealt) = (listed(&self.top), listed(&lies.cards()[..self.top.len()]));
            return Some(format!("the deck should be {named} from the top but is {dealt}"));
        }
        self.laid.iter().find_map(|(place, laid)| {
            let got = dealt.get(place).map_or(&[][..], Vec::as_slice);
            let named = listed(&laid.cards);
            (!got.starts_with(&laid.cards)).then(|| match got {
                [] => format!("{place} should get {named} but is dealt nothing"),
                got => format!("{place} should get {named} but is dealt {}", listed(got)),
            })
        })
    }

    /// What shows the start in the next round.
    fn start_shown(&self, table: &Table) -> [u8; 3] {
        use croupier_rules::vocabulary::StartMethod;
        match table.start_method() {
            Some(StartMethod::Dice) => self.dice,
            Some(StartMethod::Generator) => [self.number, 0, 0],
            Some(StartMethod::Button) | None => [0; 3],
        }
    }

    /// What the table game system draws in the next round.
    fn drawn(&self, table: &Table) -> CommittedDraws {
        let offered = table.house().price(WagerKind::FiveCardHandBonus).map(|price| &price.offered);
        let drawn = offered.is_some_and(|offered| offered.magic_card.is_some() || offered.lucky_bonus.is_some());
        if drawn { self.draws } else { CommittedDraws::default() }
    }

    /// Where the deal will start.
    fn start(&self, table: &Table) -> Position {
        use croupier_rules::vocabulary::StartMethod;
        let total = match table.start_method() {
            Some(StartMethod::Dice) => self.dice.iter().sum(),
            Some(StartMethod::Generator) => self.number,
            Some(StartMethod::Button) => return table.state().button,
            None => 1,
        };
        Position::counted(total).unwrap_or(Position::DEALER)
    }

    /// A deck by which everybody gets the cards the script lays, the rest scattered, if the deal starts here and a card
    /// is found face up after so many.
    fn deck(&self, table: &Table, start: Position, aside: Option<usize>) -> Option<DeckOrder> {
        let deck = table.house().game.deck();
        if !self.top.is_empty() {
            let rest = scattered(deck.difference(self.top.iter().copied().collect()));
            return DeckOrder::new(&[&self.top[..], &rest].concat(), deck);
        }
        let named: CardSet = self.laid.values().flat_map(|laid| laid.cards.iter().copied()).collect();
        let mut rest = scattered(deck.difference(named)).into_iter();
        let mut laid: BTreeMap<Place, std::vec::IntoIter<Card>> =
            self.laid.iter().map(|(place, laid)| (*place, laid.cards.clone().into_iter())).collect();
        let mut cards = Vec::with_capacity(deck.len());
        for (number, place) in table.deal_plan(start).into_iter().enumerate() {
            if aside == Some(number) {
                cards.extend(rest.next());
            }
            let named = place.and_then(|place| laid.get_mut(&place)?.next());
            cards.extend(named.or_else(|| rest.next()));
        }
        cards.extend(rest);
        cards.extend(laid.into_values().flatten());
        DeckOrder::new(&cards, deck)
    }

    /// The cards that lie at a place, as the script knows them.
    pub(crate) fn lying(&self, table: &Table, place: Place) -> CardSet {
        let round = table.round();
        if table.house().mode == DealMode::Sealed {
            return round.hand(place).cards;
        }
        let Some(ScriptDeck { order, .. }) = round.deck.and_then(|deck| self.decks[deck.index()]) else {
            return CardSet::EMPTY;
        };
        let start = round.start.unwrap_or_else(|| self.start(table));
        let dealt = table.deal_plan(start).into_iter().enumerate().filter(|(_, to)| *to == Some(place));
        let shift = |number: usize| number + usize::from(round.aside.is_some_and(|aside| number >= usize::from(aside)));
        dealt.filter_map(|(number, _)| order.card(shift(number))).collect()
    }

    /// How a place's cards are set: as the script lays them, or by the house way.
    pub(crate) fn setting(&self, table: &Table, place: Place) -> Option<Setting> {
        let cards = self.lying(table, place);
        let laid = self.laid.get(&place).and_then(|laid| laid.setting).filter(|setting| setting.cards() == cards);
        laid.or_else(|| table.set(cards).map(|(setting, _)| setting))
    }
}

/// Cards in a fixed order in which no two neighbours go together, so that hands a script leaves out are dull.
fn scattered(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<_> = cards.iter().collect();
    cards.sort_by_key(|card| (card.index() * 31 + 7) % 53);
    cards
}

impl StepInputs for ScriptInputs {
    fn shuffle(&mut self, table: &Table, deck: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        let comes_shuffled = table.state().decks[deck.index()].stage == DeckStage::Received;
        let planned = self.plans.get(&self.shuffles).copied();
        let ShufflePlan { order: wanted, cut, draws } = match planned {
            Some(plan) => plan,
            None => ShufflePlan {
                order: self.deck(table, self.start(table), None)?,
                cut: if table.shuffles_by_device() && !comes_shuffled { 0 } else { self.cut },
                draws: CommittedDraws { start: self.start_shown(table), ..self.drawn(table) },
            },
        };
        self.shuffling = Some(ScriptDeck { shuffle: self.shuffles, order: wanted, draws });
        self.shuffles += 1;
        if table.house().mode == DealMode::Observed {
            return None;
        }
        // A deck that is cut afterwards is laid so that the cut brings the wanted order.
        let order = wanted.cut(wanted.cards().len() as u8 - cut);
        Some((order, Some(CommittedShuffle { order, draws }.root(&self.secret))))
    }

    fn dice(&mut self) -> [u8; 3] {
        self.dice
    }

    fn number(&mut self) -> u8 {
        self.number
    }

    fn draws(&mut self, _: &Table) -> CommittedDraws {
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
        if table.house().mode == DealMode::Sealed {
            return (laid, None);
        }
        let shared = Some(self.lying(table, Place::Shared)).filter(|shared| !shared.is_empty());
        (self.setting(table, Place::Dealer), shared)
    }

    fn reveal(&mut self, table: &Table, seat: Seat) -> Reveal {
        match self.setting(table, Place::Seat(seat)) {
            Some(setting) if table.house().mode == DealMode::Observed => Reveal::Cards(setting),
            _ => Reveal::Known,
        }
    }

    fn cut(&mut self, _: &Table) -> u8 {
        self.cut
    }
}
