//! A table that plays by itself: whoever a step is due from does it, players answer by chance, and all is written into
//! a journal. Used by the tests and benchmarks of this crate and by those of the program.

#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test uses what it needs")]

use croupier_rules::submission::Stake;
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{
    Card, CardSet, Cents, FundedBy, Phase, PlacedWhen, Position, Registry, Seat, Setting, Wager, WagerKind, WagerOn,
};
use croupier_table::commitment::{CommittedDraws, CommittedShuffle, Digest};
use croupier_table::journal::{Header, Journal};
use croupier_table::{
    Account, Actor, Command, CommandEnvelope, CommandId, DealMode, DeckId, DeckOrder, Event, LocalMeters, PersonId,
    Prompt, Purse, Reservation, Reveal, ShareDue, StepInputs, Table, TableRole, Tender, Timestamp,
};
use std::sync::Arc;

/// The generator known as SplitMix64: the same rounds in every run, and no dependency.
pub struct Generator(pub u64);

impl Generator {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        // A multiplication in place of a division: even enough for tests, and fast.
        ((u128::from(mixed) * u128::from(bound)) >> 64) as u64
    }

    pub fn order(&mut self, deck: CardSet) -> DeckOrder {
        let mut cards: Vec<Card> = deck.iter().collect();
        for place in (1..cards.len()).rev() {
            cards.swap(place, self.below(place as u64 + 1) as usize);
        }
        DeckOrder::new(&cards, deck).expect("a whole deck")
    }
}

/// What a round is promised with: the secret, and what will be drawn.
#[derive(Clone, Copy)]
struct Sealed {
    secret: Digest,
    draws: CommittedDraws,
}

/// Where chance and the meters come from.
pub struct Chance {
    pub generator: Generator,
    pub meters: LocalMeters,
    sealed: [Option<Sealed>; 2],
    promises: bool,
    deck: DeckId,
    /// The order of the observed deck, and how many of its cards have been shown.
    observed: Option<(DeckOrder, usize)>,
}

impl Chance {
    fn seen(&mut self, table: &Table, cards: usize) -> CardSet {
        let deck = table.house().game.deck();
        let generator = &mut self.generator;
        let (order, shown) = self.observed.get_or_insert_with(|| (generator.order(deck), 0));
        let seen = order.cards().iter().skip(*shown).take(cards).copied().collect();
        *shown += cards;
        seen
    }

    fn setting(&mut self, table: &Table) -> Setting {
        let house = table.house();
        let cards = self.seen(table, house.game.cards_dealt());
        house.set(cards).map_or(Setting::unset(cards), |(setting, _)| setting)
    }
}

impl StepInputs for Chance {
    fn shuffle(&mut self, table: &Table, deck: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        let house = table.house();
        if house.mode == DealMode::Observed {
            return None;
        }
        let order = self.generator.order(house.game.deck());
        if !self.promises {
            return Some((order, None));
        }
        let die = |generator: &mut Generator| generator.below(6) as u8 + 1;
        let start = match house.rules.start.map(|start| start.method) {
            Some(StartMethod::Dice) => std::array::from_fn(|_| die(&mut self.generator)),
            Some(StartMethod::Generator) => [self.generator.below(7) as u8 + 1, 0, 0],
            Some(StartMethod::Button) | None => [0; 3],
        };
        let bonus = house.price(WagerKind::FiveCardHandBonus).map(|price| &price.offered);
        let magic = bonus.filter(|offered| offered.magic_card.is_some());
        let lucky = bonus.filter(|offered| offered.lucky_bonus.is_some());
        let draws = CommittedDraws {
            start,
            magic: magic.and_then(|_| order.card(self.generator.below(52) as usize)),
            lucky: lucky.and_then(|_| Position::counted(self.generator.below(7) as u8 + 1)),
        };
        let secret = Digest::of(&self.generator.below(1 << 31).to_be_bytes());
        self.sealed[deck.index()] = Some(Sealed { secret, draws });
        Some((order, Some(CommittedShuffle { order, draws }.root(&secret))))
    }

    fn dice(&mut self) -> [u8; 3] {
        match self.sealed[self.deck.index()] {
            Some(sealed) => sealed.draws.start,
            None => std::array::from_fn(|_| self.generator.below(6) as u8 + 1),
        }
    }

    fn number(&mut self) -> u8 {
        match self.sealed[self.deck.index()] {
            Some(sealed) => sealed.draws.start[0],
            None => self.generator.below(7) as u8 + 1,
        }
    }

    fn draws(&mut self, _table: &Table) -> CommittedDraws {
        self.sealed[self.deck.index()]
            .map_or(CommittedDraws::default(), |sealed| CommittedDraws { start: [0; 3], ..sealed.draws })
    }

    fn reserve(&mut self, due: &ShareDue) -> Option<Reservation> {
        self.meters.answer(due)
    }

    fn secret(&mut self) -> Option<Digest> {
        self.sealed[self.deck.index()].map(|sealed| sealed.secret)
    }

    fn dealer(&mut self, table: &Table) -> (Option<Setting>, Option<CardSet>) {
        if table.house().mode == DealMode::Sealed {
            return (None, None);
        }
        let setting = self.setting(table);
        let shared = (table.round().shared.count > 0).then(|| self.seen(table, 1));
        (Some(setting), shared)
    }

    fn reveal(&mut self, table: &Table, _seat: Seat) -> Reveal {
        match table.house().mode {
            DealMode::Sealed => Reveal::Known,
            DealMode::Observed => Reveal::Cards(self.setting(table)),
        }
    }
}

/// A table that plays by itself and keeps a journal.
pub struct Simulated {
    pub table: Table,
    pub chance: Chance,
    journal: Journal,
    pub lines: String,
    now: u64,
}

pub const PROGRAM: &str = "croupier 0.1.0";

impl Simulated {
    /// Opens a table by this submission and seats six players.
    pub fn open(submission: &str, mode: DealMode, seed: u64) -> Self {
        Self::open_by(Registry::standard(), submission, mode, seed)
    }

    /// The same under any text of the registry.
    pub fn open_by(registry: &Registry, submission: &str, mode: DealMode, seed: u64) -> Self {
        let header = Header::new("Table 1", mode, PROGRAM, "0123456789abcdef", submission);
        let house = header.house_by(registry).expect("the submission checks");
        let (journal, lines) = Journal::begin(&header);
        let meters = LocalMeters::seeded(&house);
        let table = Table::new(Arc::new(house));
        let chance = Chance {
            generator: Generator(seed),
            meters,
            sealed: [None; 2],
            promises: true,
            deck: DeckId::First,
            observed: None,
        };
        let mut simulated = Self { table, chance, journal, lines, now: 1_790_000_000_000 };
        simulated.seat_all();
        simulated
    }

    fn seat_all(&mut self) {
        self.act(Actor::dealer(900), Command::OpenTable);
        for seat in Seat::ALL.into_iter().take(usize::from(self.table.house().rules.positions)) {
            let player = PersonId::new(u32::from(seat.number()) + 100);
            self.act(Actor::player(player.number()), Command::Sit { seat, player });
            for purse in [Purse::Chips, Purse::GameAccount] {
                let amount = Cents::dollars(1_000_000);
                self.act(Actor::dealer(900), Command::BuyIn { player, purse, amount });
            }
        }
        if self.table.house().rules.start.is_some_and(|start| start.method == StartMethod::Dice) {
            self.act(Actor::dealer(900), Command::PlaceDice);
        }
    }

    /// Gives a command that must be taken.
    pub fn act(&mut self, by: Actor, command: Command) {
        self.now += 250 + self.chance.generator.below(2000);
        let id = (by.role == TableRole::Player).then_some(CommandId(self.now));
        let envelope = CommandEnvelope { id, at: Timestamp(self.now), by, command };
        let events = match self.table.act(&envelope) {
            Ok(events) => events,
            Err(refusal) => panic!("{envelope:?}: {refusal}"),
        };
        events.iter().for_each(|event| self.chance.meters.apply(event));
        self.lines += &self.journal.append(&envelope, &events);
    }

    /// Plays so many rounds to their close.
    pub fn play(&mut self, rounds: usize) {
        for _ in 0..rounds {
            self.wager();
            for _ in 0..1000 {
                if !self.step() {
                    break;
                }
            }
            assert_eq!(self.table.round().phase, Phase::Closed, "{:?}", self.table.prompts());
            let felt = self.table.state().ledger.balance(Account::Felt);
            assert_eq!(felt.0, 0, "chips are left on the felt");
        }
    }

    /// Everybody places everything that is offered.
    pub fn wager(&mut self) {
        let main = Cents::dollars(100);
        for wager in places(&self.table) {
            for seat in Seat::ALL.into_iter().take(usize::from(self.table.house().rules.positions)) {
                let Some(price) = self.table.house().price(wager.kind) else { continue };
                // Optional wagers now and then stay away; the first seat makes them all, so that each is drawn for.
                let skipped = price.spec.placed == PlacedWhen::Beside && seat.number() > 1;
                let (amount, tender) = staked(price, main);
                if skipped && self.chance.generator.below(4) == 0 {
                    continue;
                }
                let by = Actor::player(u32::from(seat.number()) + 100);
                let by = if self.table.house().mode == DealMode::Sealed { by } else { Actor::dealer(900) };
                self.act(by, Command::Place { seat, wager, amount, tender });
            }
        }
    }

    /// The next step, a person's or the program's; false if there is none, because the round is over.
    pub fn step(&mut self) -> bool {
        if self.table.round().phase == Phase::Closed {
            return false;
        }
        self.chance.deck = self.table.round().deck.unwrap_or(self.table.state().next_deck);
        if self.table.round().phase == Phase::Dealing {
            self.chance.observed = None;
        }
        if let Some((seat, command)) = self.answer() {
            let mode = self.table.house().mode;
            let player = Actor::player(u32::from(seat.number()) + 100);
            self.act(if mode == DealMode::Sealed { player } else { Actor::dealer(900) }, command);
            return true;
        }
        let Some(due) = self.table.due(&mut self.chance) else { return false };
        let by = match due.role {
            TableRole::Player | TableRole::Dealer => Actor::dealer(900),
            TableRole::Floorperson => Actor::floorperson(901),
            TableRole::Manager => Actor { role: TableRole::Manager, who: PersonId::new(902) },
            TableRole::House => Actor::HOUSE,
        };
        self.act(by, due.command);
        true
    }

    /// A player's answer to something the table asks.
    fn answer(&mut self) -> Option<(Seat, Command)> {
        let (asks, house) = (self.table.prompts(), self.table.house().clone());
        let often = self.chance.generator.below(12);
        asks.into_iter().find_map(|ask| match ask {
            Prompt::Surrender { seat, .. } if often == 0 => Some((seat, Command::Surrender(seat))),
            Prompt::DoubleDown { seat, .. } => {
                Some((seat, Command::DoubleDown { seat, take: often.is_multiple_of(3) }))
            }
            Prompt::SetHands { seat, .. } => {
                let cards = self.table.round().area(seat).hand.cards;
                let setting = house.set(cards).filter(|_| house.mode == DealMode::Sealed).map(|(setting, _)| setting);
                Some((seat, Command::SetHands { seat, setting }))
            }
            Prompt::PlayOrFold { seat, .. } if often < 3 => Some((seat, Command::Fold(seat))),
            Prompt::PlayOrFold { seat, most, .. } => Some((seat, Command::Play { seat, amount: most })),
            Prompt::VoidHand { seat, .. } => Some((seat, Command::VoidHand { seat, void: often.is_multiple_of(2) })),
            _ => None,
        })
    }

    /// The hash of the last line.
    pub fn head(&self) -> Digest {
        self.journal.head()
    }
}

/// The wagers that players place before the deal, the main one first; those that must equal it are placed with it.
pub fn places(table: &Table) -> Vec<Wager> {
    let offered = table
        .house()
        .prices()
        .iter()
        .filter(|price| matches!(price.spec.placed, PlacedWhen::ToTakePart | PlacedWhen::Beside))
        .filter(|price| price.offered.stake != Stake::EqualToMain);
    let mut wagers: Vec<_> = offered
        .flat_map(|price| [WagerOn::Own, WagerOn::Dealer].map(|on| Wager { kind: price.spec.kind, on }))
        .filter(|wager| wager.on == WagerOn::Own || *wager == Wager::ON_DEALER)
        .collect();
    wagers.sort_by_key(|wager| wager.kind != WagerKind::Main);
    wagers
}

/// How much of a wager is placed, and with what.
pub fn staked(price: &croupier_table::TableWager, main: Cents) -> (Cents, Tender) {
    let amount = match price.offered.stake {
        Stake::Within(limits) if price.spec.kind == WagerKind::Main => limits.maximum.min(main).max(limits.minimum),
        Stake::Within(limits) => limits.minimum,
        Stake::EqualToMain => main,
        Stake::Fixed(amount) => amount,
    };
    let tender = match price.spec.settled.made_with {
        FundedBy::GameAccount => Tender::GameAccount,
        FundedBy::Chips | FundedBy::ProgressiveChip => Tender::Chips,
    };
    (amount, tender)
}

/// Counts the events of a kind.
pub fn count(events: &[Event], is: impl Fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| is(event)).count()
}

/// Writes a journal anew after changes to its lines: every hash right again, as a forger with time would.
pub fn rechained(lines: &[String]) -> String {
    let mut out = String::new();
    let mut head: Option<String> = None;
    for line in lines {
        let end = line.rfind(",\"hash\":\"").expect("a hash");
        let mut body = line[..end].to_owned();
        if let Some(head) = &head {
            let at = body.find("\"prev\":\"").expect("a line before") + 8;
            body.replace_range(at..at + 64, head);
        }
        let hash = Digest::of(body.as_bytes()).to_string();
        out += &format!("{body},\"hash\":\"{hash}\"}}\n");
        head = Some(hash);
    }
    out
}
