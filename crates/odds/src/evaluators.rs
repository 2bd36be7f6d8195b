//! Bonus ladders by table: the rung of six or seven cards in a few dozen instructions.
//!
//! [`Ladder::place`] is the specification and the source: the rungs of all hands of different ranks are asked of it
//! once, and looked up afterwards, so a reading chosen or a rung changed needs nothing here. Suits matter to a ladder
//! only when five cards are of one suit, the joker being of every suit; about one hand of seven in twenty-five is such,
//! and has a table of its own, by the ranks of the suit and of the cards beside it. If it matters even whether those
//! are of one suit, as it does to a Royal Match, the ladder itself is asked again.
//!
//! The ranks of a hand without a flush are counted in two numbers of base five, one digit for each rank; a table by the
//! ranks of one suit gives what it adds to both, and to a count of cards in the suit that the sign of the sum tells.
//! Each half of the ranks then has its place among the halves of as many cards.

use croupier_rules::{Card, CardSet, Ladder, Readings};
use std::sync::LazyLock;

/// How many of the thirteen ranks, from the two up, are counted in the lower number.
const LOWER: usize = 7;
/// All values of the lower number.
const LOWER_VALUES: usize = 5_usize.pow(LOWER as u32);
/// All values of the upper number, whose first digit is the joker.
const UPPER_VALUES: usize = 2 * JOKER_DIGIT as usize;
/// What the joker adds to the upper number.
const JOKER_DIGIT: u32 = 5_u32.pow(13 - LOWER as u32);

/// The upper number begins at this bit; the lower at 0.
const UPPER: u32 = 32;
/// At this bit: 1 for four cards of a suit, 2 for five or more, and 1 for the joker. So the highest bit tells a flush.
const FLUSH: u32 = 62;
const JOKER_KEY: u64 = (JOKER_DIGIT as u64) << UPPER | 1 << FLUSH;

/// What a suit that holds these ranks adds to the key of a hand.
static KEYS: LazyLock<Box<[u64; 1 << 13]>> = LazyLock::new(|| {
    let key = |ranks: usize| {
        let digits = (0..13).filter(|rank| ranks >> rank & 1 == 1).map(|rank| {
            let digit = |place: usize| 5_u64.pow(place as u32);
            if rank < LOWER { digit(rank) } else { digit(rank - LOWER) << UPPER }
        });
        let flush = u64::from(ranks.count_ones().clamp(3, 5) - 3);
        digits.sum::<u64>() + (flush << FLUSH)
    };
    Box::new(std::array::from_fn(key))
});

static SIX: LazyLock<Places> = LazyLock::new(|| Places::new(6));
static SEVEN: LazyLock<Places> = LazyLock::new(|| Places::new(7));

/// A place for every hand of so many cards without five of one suit, by its ranks.
struct Places {
    cards: usize,
    keys: &'static [u64; 1 << 13],
    /// By the upper number: the place of the first hand.
    starts: Vec<u32>,
    /// By the lower number: how many of as many cards come before.
    steps: Vec<u32>,
    hands: usize,
}

impl Places {
    /// The places of six or seven cards; none are kept for another number.
    fn of(cards: usize) -> Option<&'static Self> {
        match cards {
            6 => Some(&SIX),
            7 => Some(&SEVEN),
            _ => None,
        }
    }

    fn new(cards: usize) -> Self {
        let mut sizes = vec![0; cards + 1];
        let mut steps = vec![0; LOWER_VALUES];
        for (lower, step) in steps.iter_mut().enumerate() {
            if let Some(size) = sizes.get_mut(digit_sum(lower)) {
                *step = *size;
                *size += 1;
            }
        }
        let mut starts = vec![0; UPPER_VALUES];
        let mut next = 0;
        for (upper, start) in starts.iter_mut().enumerate() {
            if let Some(left) = cards.checked_sub(digit_sum(upper)) {
                *start = next;
                next += sizes[left];
            }
        }
        Self { cards, keys: &KEYS, starts, steps, hands: next as usize }
    }

    /// The place of these cards, which must be as many as the places are for; none if five are of one suit.
    #[inline]
    fn place(&self, cards: CardSet) -> Option<usize> {
        let bits = cards.bits();
        let suit = |n: u32| self.keys[(bits >> (13 * n)) as usize & 0x1fff];
        let key = suit(0) + suit(1) + suit(2) + suit(3) + (bits >> Card::JOKER.index()) * JOKER_KEY;
        if key >> 63 == 1 {
            return None;
        }
        let upper = (key >> UPPER) as usize & ((1 << (FLUSH - UPPER)) - 1);
        Some((self.starts[upper] + self.steps[key as u32 as usize]) as usize)
    }

    /// Calls `each` with every place and cards that have it, of as many suits as can be.
    fn each(&self, mut each: impl FnMut(usize, CardSet)) {
        let mut lowers = vec![Vec::new(); self.cards + 1];
        for lower in 0..LOWER_VALUES {
            if let Some(same_size) = lowers.get_mut(digit_sum(lower)) {
                same_size.push(lower);
            }
        }
        for upper in 0..UPPER_VALUES {
            let Some(left) = self.cards.checked_sub(digit_sum(upper)) else { continue };
            for &lower in &lowers[left] {
                let digits = (0..LOWER).map(|rank| digit(lower, rank)).chain((0..7).map(|rank| digit(upper, rank)));
                let ranks = digits.enumerate().flat_map(|(rank, held)| std::iter::repeat_n(rank, held));
                let dealt = ranks.enumerate().filter_map(|(i, rank)| {
                    Card::from_index(if rank == 13 { Card::JOKER.index() } else { 13 * (i % 4) + rank })
                });
                each((self.starts[upper] + self.steps[lower]) as usize, dealt.collect());
            }
        }
    }
}

fn digit(number: usize, place: usize) -> usize {
    number / 5_usize.pow(place as u32) % 5
}

fn digit_sum(number: usize) -> usize {
    (0..LOWER).map(|place| digit(number, place)).sum()
}

/// In how many ways up to two cards can have thirteen ranks, at most.
const BESIDE: usize = 91;

/// A ladder with its rungs looked up.
pub struct IndexedLadder {
    ladder: &'static Ladder,
    readings: Readings,
    places: &'static Places,
    /// By the place of a hand: that of its rung, or [`NO_RUNG`].
    rungs: Vec<u8>,
    /// The same for hands with five of one suit, or [`ASK`]: for each set of ranks in the suit, the joker as the
    /// fourteenth, as many entries as there are ways to have cards beside it.
    suited: Vec<[u8; BESIDE]>,
    /// By the set of ranks in the suit: its place in `suited`.
    suits: Vec<u16>,
}

const NO_RUNG: u8 = u8::MAX;
const ASK: u8 = u8::MAX - 1;

impl IndexedLadder {
    /// Asks a ladder about every hand; none if it does not read six or seven cards.
    pub fn new(ladder: &'static Ladder, readings: Readings) -> Option<Self> {
        let places = Places::of(ladder.cards)?;
        let ask = |cards| ladder.place(cards, readings).map_or(NO_RUNG, |rung| rung as u8);
        let mut rungs = vec![NO_RUNG; places.hands];
        places.each(|place, cards| rungs[place] = ask(cards));
        let (mut suited, mut suits) = (Vec::new(), vec![0; 1 << 14]);
        for (ranks, suit) in (0_u16..).zip(&mut suits) {
            let held = ranks.count_ones() as usize;
            if (5..=ladder.cards).contains(&held) {
                *suit = suited.len() as u16;
                suited.push(beside_suit(ranks, ladder.cards - held, &ask));
            }
        }
        Some(Self { ladder, readings, places, rungs, suited, suits })
    }

    /// The ladder.
    pub fn ladder(&self) -> &'static Ladder {
        self.ladder
    }

    /// The place of the first rung that holds, the best being 0: what [`Ladder::place`] gives.
    #[inline]
    pub fn place(&self, cards: CardSet) -> Option<usize> {
        let rung = match self.places.place(cards) {
            Some(place) => self.rungs[place],
            None => self.with_flush(cards),
        };
        (rung != NO_RUNG).then_some(usize::from(rung))
    }

    /// The rung of a hand with five of one suit.
    #[inline(never)]
    fn with_flush(&self, cards: CardSet) -> u8 {
        let joker = u16::from(cards.has_joker()) << 13;
        let suits = cards.suits();
        // Seven cards leave at most two for the other suits together.
        let suit = suits.into_iter().find(|suit| (suit | joker).count_ones() >= 5).unwrap_or(0);
        let beside = suits.into_iter().filter(|&other| other != suit).fold(0, std::ops::BitOr::bitor);
        let rung = self.suited[usize::from(self.suits[usize::from(suit | joker)])][beside_place(beside)];
        if rung == ASK {
            return self.ladder.place(cards, self.readings).map_or(NO_RUNG, |rung| rung as u8);
        }
        rung
    }
}

/// The place of up to two cards of these ranks, which are one rank if they are a pair.
fn beside_place(ranks: u16) -> usize {
    let Some(higher) = ranks.checked_ilog2() else { return 0 };
    (higher * (higher + 1) / 2 + ranks.trailing_zeros()) as usize
}

/// The rungs of hands that hold these ranks in one suit and so many cards beside it, by the ranks of those.
fn beside_suit(ranks: u16, beside: usize, ask: &impl Fn(CardSet) -> u8) -> [u8; BESIDE] {
    let hand = |second: u16, third: u16| ask(CardSet::from_suits([ranks & 0x1fff, second, third, 0], ranks >> 13 == 1));
    let mut rungs = [ASK; BESIDE];
    match beside {
        0 => rungs[0] = hand(0, 0),
        1 => (0..13).for_each(|rank| rungs[beside_place(1 << rank)] = hand(1 << rank, 0)),
        2 => {
            for (higher, lower) in (0..13).flat_map(|higher| (0..=higher).map(move |lower| (higher, lower))) {
                let (apart, together) = (hand(1 << higher, 1 << lower), hand(1 << higher | 1 << lower, 0));
                let alike = higher == lower || apart == together;
                rungs[beside_place(1 << higher | 1 << lower)] = if alike { apart } else { ASK };
            }
        }
        // No ladder of up to seven cards leaves more, and if one did it would be asked.
        _ => {}
    }
    rungs
}
