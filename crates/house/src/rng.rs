//! The only random number generator of the house, and what tables draw from it.
//!
//! ChaCha20 seeded from the operating system, the draw and the shuffle of [`croupier_rules::shuffle`]. Every shuffle,
//! die, number, Magic Card, Lucky position, cut and secret of every table comes from here, and `croupier rng` examines
//! this very code. Note: the generator mixes fresh bytes of the operating system into its key every so often, so that
//! whoever should learn its state at one moment knows nothing of later rounds; if the system has none to give, it goes
//! on with the key it has, which is no worse than before.
//!
//! Honours §§ 659a.5(g)(2), 575.5(g)(2), 670a.5(i)(2) and MA 11(c) (a number from 1 to 7) and § 657a.1 "Magic Card
//! Bonus" and "Lucky Bonus". Nothing here is ever shown by `Debug` or written to a log.

use chacha20::ChaCha20Rng;
use croupier_rules::shuffle::{self, RandomSource};
use croupier_rules::submission::Frequency;
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{Card, CardSet, Position, WagerKind};
use croupier_table::commitment::{CommittedDraws, CommittedShuffle, Digest};
use croupier_table::{DeckId, DeckOrder, DeckStage, Table};
use rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The operating system has no random bytes to seed the generator with.
#[derive(Debug, thiserror::Error)]
#[error("the operating system provides no random bytes, so nothing can be dealt: {0}")]
pub struct EntropyError(#[from] getrandom::Error);

/// The generator of the house.
pub struct HouseRng {
    generator: Mutex<Generator>,
    /// Stacks decks for a test; none at a real table.
    stacker: Option<Mutex<Stacker>>,
}

/// Lays what was drawn for a deck anew: the order as it is to be dealt, after the cut, and the draws beside it.
pub type Stacker = Box<dyn FnMut(&Table, DeckId, &mut SealedShuffle) + Send>;

impl fmt::Debug for HouseRng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance")
    }
}

struct Generator {
    rng: ChaCha20Rng,
    /// Bytes it may still give before its key is changed; without end for a repeatable one.
    left: Option<usize>,
}

impl Generator {
    /// 64 KiB: some hundred rounds, and cheap beside the bytes themselves.
    const BYTES_PER_KEY: usize = 1 << 16;

    /// Counts what is given, and changes the key when it is time.
    #[inline]
    fn spend(&mut self, bytes: usize) {
        let Some(left) = &mut self.left else { return };
        match left.checked_sub(bytes) {
            Some(less) => *left = less,
            None => {
                self.reseed();
                self.left = Some(Self::BYTES_PER_KEY.saturating_sub(bytes));
            }
        }
    }

    #[cold]
    fn reseed(&mut self) {
        let mut key = [0; 32];
        // Without fresh bytes the new key still comes from the old one, and nobody can go back from it.
        let _ = getrandom::fill(&mut key);
        let mut old = [0; 32];
        self.rng.fill_bytes(&mut old);
        key.iter_mut().zip(old).for_each(|(key, old)| *key ^= old);
        self.rng = ChaCha20Rng::from_seed(key);
    }
}

impl RandomSource for Generator {
    #[inline]
    fn word(&mut self) -> u64 {
        self.spend(size_of::<u64>());
        self.rng.next_u64()
    }
}

impl HouseRng {
    /// A generator seeded from the operating system.
    pub fn new() -> Result<Self, EntropyError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)?;
        Ok(Self::of(Generator { rng: ChaCha20Rng::from_seed(seed), left: Some(Generator::BYTES_PER_KEY) }))
    }

    /// A generator that gives the same from the same seed: for repeatable tests, never for a table.
    pub fn repeatable(seed: [u8; 32]) -> Self {
        Self::of(Generator { rng: ChaCha20Rng::from_seed(seed), left: None })
    }

    /// Likewise, with decks that a test lays: no configuration and no command leads here.
    pub fn stacked(seed: [u8; 32], stacker: Stacker) -> Self {
        Self { stacker: Some(Mutex::new(stacker)), ..Self::repeatable(seed) }
    }

    fn of(generator: Generator) -> Self {
        Self { generator: Mutex::new(generator), stacker: None }
    }

    fn with<T>(&self, draw: impl FnOnce(&mut Generator) -> T) -> T {
        draw(&mut self.generator.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A deck shuffled.
    pub fn shuffle(&self, deck: CardSet) -> DeckOrder {
        self.with(|source| shuffle(source, deck))
    }

    /// Three dice.
    pub fn dice(&self) -> [u8; 3] {
        self.with(dice)
    }

    /// A number from 1 to 7.
    pub fn number(&self) -> u8 {
        self.with(number)
    }

    /// A Magic Card, as often as this says.
    pub fn magic(&self, often: Frequency) -> Option<Card> {
        self.with(|source| magic(source, often))
    }

    /// A Lucky position, as often as this says.
    pub fn lucky(&self, often: Frequency) -> Option<Position> {
        self.with(|source| lucky(source, often))
    }

    /// How deep a deck of the table is cut: every depth its text allows is equally likely.
    pub fn cut_depth(&self, table: &Table) -> u8 {
        let (cards, cut) = (table.house().game.deck().len() as u8, table.house().procedure.cards.cut);
        let most = if cut.from_bottom_too { cards.saturating_sub(cut.least) } else { cards.saturating_sub(1) };
        if self.stacker.is_some() {
            return cut.least;
        }
        let depths = u64::from(most.saturating_sub(cut.least)) + 1;
        cut.least + self.with(|source| shuffle::draw(source, depths)) as u8
    }

    /// A secret.
    pub fn secret(&self) -> Digest {
        let mut secret = [0; 32];
        self.bytes(&mut secret);
        Digest(secret)
    }

    /// Fills a buffer.
    pub fn bytes(&self, buffer: &mut [u8]) {
        self.with(|source| {
            for part in buffer.chunks_mut(Generator::BYTES_PER_KEY) {
                source.spend(part.len());
                source.rng.fill_bytes(part);
            }
        });
    }

    /// All that chance decides in the next round of a table with this deck, drawn before its first card.
    pub fn draw_sealed(&self, table: &Table, deck: DeckId) -> SealedShuffle {
        let house = table.house();
        let offered = house.price(WagerKind::FiveCardHandBonus).map(|price| &price.offered);
        let (magic_card, lucky_bonus) =
            offered.map_or((None, None), |offered| (offered.magic_card, offered.lucky_bonus));
        let secret = self.secret();
        let mut kept = self.with(|source| SealedShuffle {
            order: shuffle(source, house.game.deck()),
            draws: CommittedDraws {
                start: match table.start_method() {
                    Some(StartMethod::Dice) => dice(source),
                    Some(StartMethod::Generator) => [number(source), 0, 0],
                    Some(StartMethod::Button) | None => [0; 3],
                },
                magic: magic_card.and_then(|often| magic(source, often)),
                lucky: lucky_bonus.and_then(|often| lucky(source, often)),
            },
            secret,
        });
        if let Some(stacker) = &self.stacker {
            stacker.lock().unwrap_or_else(PoisonError::into_inner)(table, deck, &mut kept);
            let by_device =
                table.shuffles_by_device() && table.state().decks[deck.index()].stage != DeckStage::Received;
            if !by_device {
                // So that the cut brings the order about.
                let cards = kept.order.cards().len() as u8;
                kept.order = kept.order.cut(cards.saturating_sub(house.procedure.cards.cut.least));
            }
        }
        kept
    }
}

/// The generator as a source of words, one at a time: for `croupier rng`.
impl RandomSource for &HouseRng {
    fn word(&mut self) -> u64 {
        self.with(RandomSource::word)
    }
}

/// What a sealed table keeps to itself until its round is closed: only to be stored encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedShuffle {
    /// The deck as it was shuffled.
    pub order: DeckOrder,
    /// What will be drawn beside it.
    pub draws: CommittedDraws,
    /// From which every salt follows.
    pub secret: Digest,
}

impl SealedShuffle {
    /// What is published before the first card.
    pub fn root(&self) -> Digest {
        CommittedShuffle { order: self.order, draws: self.draws }.root(&self.secret)
    }
}

impl fmt::Debug for SealedShuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kept({})", self.root())
    }
}

/// A deck shuffled, beginning each time from a new deck's order.
pub(crate) fn shuffle(source: &mut impl RandomSource, deck: CardSet) -> DeckOrder {
    let mut cards = shuffle::ShuffleDeck::new(deck, deck.len());
    cards.shuffle(source);
    DeckOrder::new(cards.order(), deck).expect("a shuffle loses no card")
}

/// Three dice.
pub(crate) fn dice(source: &mut impl RandomSource) -> [u8; 3] {
    std::array::from_fn(|_| shuffle::draw(source, 6) as u8 + 1)
}

/// A number from 1 to 7.
pub(crate) fn number(source: &mut impl RandomSource) -> u8 {
    shuffle::draw(source, 7) as u8 + 1
}

/// Whether something that falls so often falls now.
fn falls(source: &mut impl RandomSource, often: Frequency) -> bool {
    shuffle::draw(source, u64::from(often.rounds)) < u64::from(often.times)
}

/// A Magic Card of the fifty-two, as often as this says.
pub(crate) fn magic(source: &mut impl RandomSource, often: Frequency) -> Option<Card> {
    let falls = falls(source, often);
    let card = shuffle::draw(source, CardSet::FIFTY_TWO.len() as u64) as usize;
    CardSet::FIFTY_TWO.iter().nth(card).filter(|_| falls)
}

/// A Lucky position of the seven, as often as this says.
pub(crate) fn lucky(source: &mut impl RandomSource, often: Frequency) -> Option<Position> {
    let falls = falls(source, often);
    Position::counted(number(source)).filter(|_| falls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::{Regulation, submission};
    use croupier_table::{DealMode, TableConfig};
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn table(text: Regulation) -> Table {
        let rules = submission::check(&submission::template(text)).rules.expect("a template holds");
        Table::new(Arc::new(TableConfig::new(rules, DealMode::Sealed)))
    }

    #[test]
    fn two_generators_of_the_system_never_agree_and_two_of_a_seed_always_do() {
        let [one, other] =
            [HouseRng::new(), HouseRng::new()].map(|chance| chance.expect("the system has bytes").secret());
        assert_ne!(one, other);
        let [one, other] = [HouseRng::repeatable([7; 32]), HouseRng::repeatable([7; 32])];
        assert_eq!(one.shuffle(CardSet::FIFTY_THREE), other.shuffle(CardSet::FIFTY_THREE));
    }

    #[test]
    fn the_key_changes_after_its_bytes_and_not_before() {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("the system has bytes");
        let fixed = HouseRng::repeatable(seed);
        let fresh = HouseRng::repeatable(seed);
        fresh.with(|generator| generator.left = Some(Generator::BYTES_PER_KEY));
        let mut pages = [[0; Generator::BYTES_PER_KEY]; 2];
        let (mut expected, mut next) = (pages[0], [0; 64]);
        fixed.bytes(&mut expected);
        fresh.bytes(&mut pages[0]);
        assert!(pages[0] == expected);
        fixed.bytes(&mut next);
        fresh.bytes(&mut pages[1]);
        assert!(pages[1][..64] != next);
    }

    #[test]
    fn every_outcome_lies_within_its_bounds_and_each_bound_is_met() {
        let chance = HouseRng::repeatable([1; 32]);
        let dice: BTreeSet<u8> = (0..200).flat_map(|_| chance.dice()).collect();
        assert_eq!(dice, (1..=6).collect());
        let numbers: BTreeSet<u8> = (0..200).map(|_| chance.number()).collect();
        assert_eq!(numbers, (1..=7).collect());
        let always = Frequency { times: 1, rounds: 1 };
        let cards: CardSet = (0..1000).filter_map(|_| chance.magic(always)).collect();
        assert_eq!(cards, CardSet::FIFTY_TWO);
        let lucky: BTreeSet<_> = (0..200).filter_map(|_| chance.lucky(always)).collect();
        assert_eq!(lucky, Position::ALL.into_iter().collect());
    }

    #[test]
    fn a_magic_card_falls_as_often_as_the_submission_says() {
        let chance = HouseRng::repeatable([2; 32]);
        let fallen = (0..20_000).filter(|_| chance.magic(Frequency { times: 1, rounds: 20 }).is_some()).count();
        // A thousand, give or take five times the root of 20,000 x 1/20 x 19/20.
        assert!((846..=1154).contains(&fallen), "{fallen}");
        assert_eq!((0..100).filter_map(|_| chance.lucky(Frequency { times: 0, rounds: 3 })).count(), 0);
    }

    #[test]
    fn a_cut_goes_as_deep_as_the_text_allows_and_no_deeper() {
        let chance = HouseRng::repeatable([3; 32]);
        for text in Regulation::ALL {
            let table = table(text);
            let cut = table.house().procedure.cards.cut;
            let cards = table.house().game.deck().len() as u8;
            let depths: BTreeSet<u8> = (0..2000).map(|_| chance.cut_depth(&table)).collect();
            let most = if cut.from_bottom_too { cards - cut.least } else { cards - 1 };
            assert_eq!(depths, (cut.least..=most).collect(), "{text}");
        }
    }

    #[test]
    fn what_is_kept_opens_its_root_and_survives_storage() {
        let chance = HouseRng::repeatable([4; 32]);
        for text in Regulation::ALL {
            let kept = chance.draw_sealed(&table(text), DeckId::First);
            let stored = serde_json::to_string(&kept).expect("plain data");
            let restored: SealedShuffle = serde_json::from_str(&stored).expect("what was written");
            assert_eq!(restored, kept);
            assert_eq!(restored.root(), CommittedShuffle { order: kept.order, draws: kept.draws }.root(&kept.secret));
        }
    }

    #[test]
    fn nothing_of_a_secret_is_shown() {
        let chance = HouseRng::repeatable([5; 32]);
        let kept = chance.draw_sealed(&table(Regulation::Pa657a), DeckId::First);
        assert_eq!(format!("{chance:?}"), "Chance");
        assert_eq!(format!("{kept:?}"), format!("Kept({})", kept.root()));
    }
}
