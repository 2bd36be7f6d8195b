//! Whole rounds, dealt and settled: the deal, the contest with the dealer, the wagers beside it, then envy.

use super::SimulationError;
use super::contest::SimulatedContest;
use super::draw::RandomDraws;
use super::evening::Evening;
use super::meters::Hit;
use super::tally::Tally;
use super::wagers::{Extra, WagerLine, Wagers};
use croupier_rules::shuffle::ShuffleDeck;
use croupier_rules::{Card, CardSet, CardsRead, Holding, Position, Seat};

/// The places a Lucky Bonus may fall on: six seats and the dealer.
const POSITIONS: u64 = 7;

/// What the table game system drew: § 657a.12(f)(3).
#[derive(Clone, Copy, Default)]
struct Drawn {
    magic: Option<Card>,
    lucky: Option<u8>,
}

/// What one seat had, kept until envy is paid.
#[derive(Clone, Copy)]
struct SeatHand {
    cards: CardSet,
    folded: bool,
}

/// One block of rounds at one table.
pub(super) struct RoundBlock<'a, C: SimulatedContest> {
    wagers: &'a Wagers,
    contest: C,
    seats: usize,
    /// Cards each is dealt.
    dealt: usize,
    draws: RandomDraws,
    deck: ShuffleDeck,
    evening: Option<Evening<'a>>,
    tally: Tally,
    held: Vec<SeatHand>,
    /// What each line came to in this round.
    nets: Vec<i64>,
    /// What the player at seat 1 was up in this round.
    first_seat: i64,
    any_envy: bool,
    /// The line on which Magic Card and Lucky Bonus are paid, and what they came to in this round.
    extras_on: Option<usize>,
    extra_nets: [i64; 2],
}

impl<'a, C: SimulatedContest> RoundBlock<'a, C> {
    pub(super) fn new(
        wagers: &'a Wagers,
        contest: C,
        seats: usize,
        (deck, dealt): (CardSet, usize),
        draws: RandomDraws,
        evening: Option<Evening<'a>>,
    ) -> Self {
        let shared = wagers.lines.iter().any(|line| line.reads == CardsRead::HandAndShared);
        let lines = wagers.lines.len();
        Self {
            wagers,
            contest,
            seats,
            dealt,
            draws,
            deck: ShuffleDeck::new(deck, (seats + 1) * dealt + usize::from(shared)),
            evening,
            tally: Tally::new(wagers.lines.iter().map(|line| line.payments.len())),
            held: Vec::with_capacity(seats),
            nets: vec![0; lines],
            first_seat: 0,
            extras_on: wagers.lines.iter().position(|line| line.magic_card.is_some() || line.lucky_bonus.is_some()),
            extra_nets: [0; 2],
            any_envy: seats > 1 && wagers.lines.iter().any(|line| line.envy.is_some()),
        }
    }

    /// Plays these rounds.
    pub(super) fn rounds(mut self, rounds: std::ops::Range<u64>) -> Result<Tally, SimulationError> {
        self.tally.rounds = rounds.end - rounds.start;
        for round in rounds {
            self.round(round)?;
        }
        Ok(self.tally)
    }

    fn round(&mut self, round: u64) -> Result<(), SimulationError> {
        self.deck.shuffle(&mut self.draws);
        let drawn = self.draw_extras();
        let dealer = self.contest.dealer(&self.deck)?;
        let hits = self.tally.hits.len();
        let (mut main, mut doubled, mut total) = (0, 0, 0);
        self.first_seat = 0;
        // From the dealer's right, which is the highest seat.
        for seat in (0..self.seats).rev() {
            let from = (seat + 1) * self.dealt;
            let ended = self.contest.settle(&self.deck, from, &dealer)?;
            main += ended.net;
            self.tally.wagered += i128::from(ended.wagered);
            self.tally.outcomes[ended.outcome] += 1;
            let mut up = ended.net;
            if let Some(double) = ended.doubled {
                doubled += double;
                self.tally.doubled_hands += 1;
                up += double;
            }
            if !self.wagers.lines.is_empty() {
                let held = SeatHand { cards: self.deck.cards(from, self.dealt), folded: ended.folded };
                up += self.side_wagers(round, seat, held, ended.paid, drawn);
                self.held.push(held);
            }
            total += up;
            if seat == 0 {
                self.first_seat += up;
            }
        }
        if self.any_envy {
            total += self.envy();
        }
        self.held.clear();
        self.tally.main.add(main);
        self.tally.doubled.add(doubled);
        self.tally.total.add(total);
        for hit in &mut self.tally.hits[hits..] {
            (hit.line_net, hit.total) = (self.nets[hit.line], total);
        }
        for (line, net) in self.tally.lines.iter_mut().zip(&mut self.nets) {
            line.base.add(std::mem::take(net));
        }
        if let Some(place) = self.extras_on {
            for (sums, net) in self.tally.lines[place].extras.iter_mut().zip(&mut self.extra_nets) {
                sums.add(std::mem::take(net));
            }
        }
        if let Some(evening) = &mut self.evening {
            self.tally.evenings.extend(evening.round(self.first_seat, &self.tally.hits[hits..]));
        }
        Ok(())
    }

    /// A Magic Card and a Lucky position, as often as the submission says.
    fn draw_extras(&mut self) -> Drawn {
        let mut drawn = Drawn::default();
        let Some(line) = self.extras_on.map(|place| &self.wagers.lines[place]) else { return drawn };
        let draws = &mut self.draws;
        let mut falls = |extra: Extra| draws.below(u64::from(extra.often.rounds)) < u64::from(extra.often.times);
        let (magic, lucky) = (line.magic_card.is_some_and(&mut falls), line.lucky_bonus.is_some_and(&mut falls));
        if magic {
            drawn.magic = Card::from_index(self.draws.below(CardSet::FIFTY_TWO.len() as u64) as usize);
        }
        if lucky {
            drawn.lucky = Some(self.draws.below(POSITIONS) as u8 + 1);
        }
        drawn
    }

    /// Settles a seat's wagers that are paid by a ladder; tells what the player is up with those on the table.
    fn side_wagers(&mut self, round: u64, seat: usize, held: SeatHand, mut paid: i64, drawn: Drawn) -> i64 {
        let mut up = 0;
        let own = Holding::of(held.cards);
        for (place, line) in self.wagers.lines.iter().enumerate() {
            let mut net = -line.stake;
            let tally = &mut self.tally.lines[place];
            let stands = line.stays || !held.folded;
            let row = match line.reads {
                _ if !stands => None,
                CardsRead::Hand => line.tariff.place(held.cards, &own),
                CardsRead::HandAndShared => {
                    let six = held.cards.with(self.deck.order()[(self.seats + 1) * self.dealt]);
                    line.tariff.place(six, &Holding::of(six))
                }
            };
            if let Some(row) = row.map(usize::from) {
                let payment = &line.payments[row];
                tally.rows[row] += 1;
                // § 575.12(c): main and bonus of one area share the payout limit.
                let over = self.wagers.payout_limit.map_or(0, |limit| (payment.won - (limit - paid).max(0)).max(0));
                paid += payment.won - over;
                net = payment.net - over;
                if let Some((meter, percent)) = payment.share {
                    let hit = Hit { round, seat, line: place, meter, percent, line_net: 0, total: 0 };
                    self.tally.hits.push(hit);
                }
            }
            self.nets[place] += net;
            let mut all = net;
            if stands && self.extras_on == Some(place) {
                for (extra, won) in extras(line, seat, held.cards, drawn).into_iter().enumerate() {
                    self.extra_nets[extra] += won;
                    tally.extra_hits[extra] += u64::from(won > 0);
                    all += won;
                }
            }
            if line.on_the_table {
                up += all;
            }
        }
        up
    }

    /// Envy in a second pass, for every qualifying hand of another player that was not folded; tells what it
    /// comes to on the table.
    fn envy(&mut self) -> i64 {
        let mut total = 0;
        let others = self.seats as i64 - 1;
        for (place, line) in self.wagers.lines.iter().enumerate() {
            let Some(envy) = &line.envy else { continue };
            let mut earned = 0;
            // The hands lie from the dealer's right, so seat 1 has the last one.
            for (from_right, held) in self.held.iter().enumerate().filter(|(_, held)| !held.folded) {
                let Some((sum, _)) = envy.earned(&Holding::of(held.cards)) else { continue };
                earned += sum.0 * others;
                if line.on_the_table && from_right + 1 < self.seats {
                    self.first_seat += sum.0;
                }
            }
            self.tally.lines[place].envy.add(earned);
            if line.on_the_table {
                total += earned;
            }
        }
        total
    }
}

/// What Magic Card and Lucky Bonus pay a seat on this line: § 657a.12(f)(3).
fn extras(line: &WagerLine, seat: usize, cards: CardSet, drawn: Drawn) -> [i64; 2] {
    let magic = drawn.magic.is_some_and(|card| cards.contains(card));
    let position = Seat::new(seat as u8 + 1).map(|seat| Position::of(seat).number());
    let lucky = drawn.lucky.is_some() && drawn.lucky == position;
    let won = |extra: Option<Extra>, hit: bool| extra.filter(|_| hit).map_or(0, |extra| extra.won);
    [won(line.magic_card, magic), won(line.lucky_bonus, lucky)]
}
