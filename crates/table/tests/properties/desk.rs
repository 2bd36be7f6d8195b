//! Chance, as a test supplies it: a generator with a seed, decks rich in strong hands, and its own record of which card
//! lies where, made without asking the table.

use croupier_rules::procedure::{DealPattern, Recipients, SharedCardTiming, StartTiming};
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{Card, CardSet, Place, Position, Seat, Setting, Wager, WagerKind};
use croupier_table::commitment::{CommittedDraws, CommittedShuffle, Digest};
use croupier_table::{
    DealMode, DeckId, DeckOrder, DeclaredOutcome, Event, LocalMeters, Reservation, Reveal, SeatStatus, ShareDue,
    StepInputs, Table,
};
use std::collections::BTreeMap;

/// A small generator: the same seed plays the same game.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub(crate) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in (1..list.len()).rev() {
            let other = self.below(place + 1);
            list.swap(place, other);
        }
    }
}

/// A shuffled deck: plain, or dealt out so that hands of neighbours in rank and suit come together.
pub(crate) fn deck(rng: &mut Rng, cards: CardSet) -> DeckOrder {
    let mut sorted: Vec<Card> = cards.iter().collect();
    match rng.below(3) {
        0 => rng.shuffle(&mut sorted),
        1 => {
            let turn = rng.below(sorted.len());
            sorted.rotate_left(turn);
        }
        _ => {
            let (hands, each) = (2 + rng.below(6), 5 + rng.below(3));
            let turn = rng.below(sorted.len());
            sorted.rotate_left(turn);
            let rest = sorted.split_off((hands * each).min(sorted.len()));
            let mut dealt: Vec<_> =
                (0..sorted.len()).filter_map(|n| sorted.get(n % hands * each + n / hands)).copied().collect();
            dealt.extend(rest);
            if dealt.len() == cards.len() {
                sorted = dealt;
            } else {
                sorted = cards.iter().collect();
            }
        }
    }
    for _ in 0..rng.below(12) {
        let (one, other) = (rng.below(sorted.len()), rng.below(sorted.len()));
        sorted.swap(one, other);
    }
    DeckOrder::new(&sorted, cards).expect("all cards of the deck")
}

/// The supply of one table.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    pub(crate) rng: Rng,
    pub(crate) meters: LocalMeters,
    /// Each deck from the top down, as it really lies.
    orders: [Option<DeckOrder>; 2],
    promises: [Option<(CommittedShuffle, Digest)>; 2],
    /// The cards at each place of the round.
    pub(crate) lying: BTreeMap<Place, CardSet>,
    dealt: usize,
    aside: Option<usize>,
    playing: Option<DeckId>,
    /// How the seats that set their hands set them.
    pub(crate) set: BTreeMap<Seat, Setting>,
}

impl Desk {
    pub(crate) fn new(seed: u64, meters: LocalMeters) -> Self {
        Self {
            rng: Rng::new(seed),
            meters,
            orders: [None; 2],
            promises: [None; 2],
            lying: BTreeMap::new(),
            dealt: 0,
            aside: None,
            playing: None,
            set: BTreeMap::new(),
        }
    }

    pub(crate) fn at(&self, place: Place) -> CardSet {
        self.lying.get(&place).copied().unwrap_or(CardSet::EMPTY)
    }

    fn promise(&self) -> Option<(CommittedShuffle, Digest)> {
        self.playing.and_then(|deck| self.promises[deck.index()])
    }

    /// A deck the test itself had in mind when it told the table of a shuffle.
    pub(crate) fn shuffled(&mut self, deck: DeckId, order: DeckOrder, promise: Option<(CommittedShuffle, Digest)>) {
        self.orders[deck.index()] = Some(order);
        self.promises[deck.index()] = promise;
    }

    /// Follows an event before the table has taken it in.
    pub(crate) fn follow(&mut self, table: &Table, event: &Event) {
        match *event {
            Event::DeckCut { deck, cards, .. } => {
                let order = &mut self.orders[deck.index()];
                *order = order.map(|order| order.cut(cards));
            }
            Event::RoundOpened { .. } => {
                self.lying.clear();
                self.set.clear();
                (self.dealt, self.aside, self.playing) = (0, None, None);
            }
            Event::DeckInPlay { deck, .. } => self.playing = Some(deck),
            Event::SetAside => self.aside = Some(self.dealt),
            Event::Dealt { cards } => {
                let upto = self.dealt + usize::from(cards);
                if dealing(table).start != StartTiming::BeforeDelivery {
                    self.lay(table, self.dealt, upto, table.round().start);
                }
                self.dealt = upto;
            }
            Event::StartFound { position, .. } if dealing(table).start == StartTiming::BeforeDelivery => {
                self.lay(table, 0, self.dealt, Some(position));
            }
            Event::UnwageredCollected { .. } => {
                for seat in Seat::ALL {
                    if table.round().area(seat).main().0 == 0 {
                        self.lying.remove(&Place::Seat(seat));
                    }
                }
            }
            _ => {}
        }
    }

    fn lay(&mut self, table: &Table, from: usize, upto: usize, start: Option<Position>) {
        let way = dealing(table);
        let each = table.house().game.cards_dealt();
        let mut places = Vec::new();
        match way.recipients {
            Recipients::AllPositions => {
                let mut position = start.unwrap_or(Position::DEALER);
                for _ in 0..7 {
                    places.push(position.place());
                    position = position.clockwise();
                }
            }
            Recipients::WageringPlayers => {
                places.extend(table.round().wagering().map(Place::Seat));
                places.push(Place::Dealer);
            }
        }
        let six = Wager::own(WagerKind::SixCardBonus);
        let shared = way.shared.filter(|_| Seat::ALL.iter().any(|&seat| table.round().area(seat).stake(six).0 > 0));
        // The whole deal as a list of places, written down as a dealer would deal it.
        let mut plan: Vec<Option<Place>> = Vec::new();
        if shared.is_some_and(|shared| shared.comes == SharedCardTiming::First) {
            plan.push(Some(Place::Shared));
        }
        match way.pattern {
            DealPattern::Singly => (0..each).for_each(|_| plan.extend(places.iter().copied().map(Some))),
            DealPattern::Stacks => {
                for place in &places {
                    plan.extend(std::iter::repeat_n(Some(*place), each));
                }
            }
            DealPattern::BackAndForth => {
                for pass in 0..each {
                    let mut row: Vec<_> = places.iter().copied().map(Some).collect();
                    if pass % 2 == 1 {
                        row.reverse();
                    }
                    plan.extend(row);
                }
            }
        }
        if shared.is_some_and(|shared| shared.comes == SharedCardTiming::FromNextStack) {
            plan.push(Some(Place::Shared));
            plan.extend(std::iter::repeat_n(None, each - 1));
        }
        let Some(order) = self.playing.and_then(|deck| self.orders[deck.index()]) else { return };
        for (number, place) in plan.iter().enumerate().take(upto).skip(from) {
            let depth = number + usize::from(self.aside.is_some_and(|aside| number >= aside));
            if let (Some(place), Some(card)) = (place, order.card(depth)) {
                let hand = self.lying.entry(*place).or_insert(CardSet::EMPTY);
                *hand = hand.with(card);
            }
        }
    }
}

pub(crate) fn dealing(table: &Table) -> &'static croupier_rules::procedure::DealProcedure {
    table.house().procedure.dealing(table.method())
}

impl StepInputs for Desk {
    fn shuffle(&mut self, table: &Table, deck: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        let house = table.house();
        let order = self::deck(&mut self.rng, house.game.deck());
        let start = match house.rules.start.map(|start| start.method) {
            Some(StartMethod::Button) if table.state().shoe_out => [1 + self.rng.below(7) as u8, 0, 0],
            Some(StartMethod::Dice) => [(); 3].map(|()| 1 + self.rng.below(6) as u8),
            Some(StartMethod::Generator) => [1 + self.rng.below(7) as u8, 0, 0],
            Some(StartMethod::Button) | None => [0; 3],
        };
        // Nothing is drawn in a round without an electronic wager, so nothing is promised before one is made.
        let electronic = [Wager::own(WagerKind::FiveCardHandBonus), Wager::ON_DEALER];
        let wagered = Seat::ALL.iter().any(|&seat| electronic.iter().any(|&w| table.round().area(seat).stake(w).0 > 0));
        let magic = order.card(self.rng.below(52)).filter(|_| wagered && self.rng.one_in(2));
        let lucky = Some(self.rng.pick(&Position::ALL)).filter(|_| wagered && self.rng.one_in(2));
        let promise = CommittedShuffle { order, draws: CommittedDraws { start, magic, lucky } };
        let secret = Digest::of(&self.rng.next().to_be_bytes());
        self.shuffled(deck, order, Some((promise, secret)));
        (house.mode == DealMode::Sealed).then(|| (order, Some(promise.root(&secret))))
    }

    fn dice(&mut self) -> [u8; 3] {
        self.promise().map_or([1, 2, 3], |(promise, _)| promise.draws.start)
    }

    fn number(&mut self) -> u8 {
        self.promise().map_or(1, |(promise, _)| promise.draws.start[0].max(1))
    }

    fn draws(&mut self, _: &Table) -> CommittedDraws {
        self.promise()
            .map_or(CommittedDraws::default(), |(promise, _)| CommittedDraws { start: [0; 3], ..promise.draws })
    }

    fn reserve(&mut self, due: &ShareDue) -> Option<Reservation> {
        self.meters.answer(due)
    }

    fn secret(&mut self) -> Option<Digest> {
        self.promise().map(|(_, secret)| secret)
    }

    fn dealer(&mut self, table: &Table) -> (Option<Setting>, Option<CardSet>) {
        if table.house().mode == DealMode::Sealed {
            return (None, None);
        }
        let shared = Some(self.at(Place::Shared)).filter(|shared| !shared.is_empty());
        (Some(Setting::unset(self.at(Place::Dealer))), shared)
    }

    fn reveal(&mut self, table: &Table, seat: Seat) -> Reveal {
        if table.house().mode == DealMode::Sealed {
            return Reveal::Known;
        }
        // Where the dealer only declares, nobody enters cards; a surrendered hand is shown for others' envy.
        let round = table.round();
        let declares = round.dealer.cards.is_empty() && round.area(seat).standing != SeatStatus::Surrendered;
        if declares {
            return Reveal::Outcome(self.rng.pick(&[DeclaredOutcome::Wins, DeclaredOutcome::Loses]));
        }
        let cards = self.at(Place::Seat(seat));
        let house_way = table.house().set(cards).map(|(setting, _)| setting);
        let setting = self.set.get(&seat).copied().filter(|set| set.cards() == cards).or(house_way);
        Reveal::Cards(setting.unwrap_or(Setting::unset(cards)))
    }

    fn cut(&mut self, table: &Table) -> u8 {
        10 + self.rng.below(table.house().game.deck().len() - 20) as u8
    }
}
