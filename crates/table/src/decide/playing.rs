//! What players do with their cards: section .11(a)-(d), § 657a.11(b), MA 12(a)-(e) and 13(b).

use super::Decided;
use super::settling::ruling;
use crate::actor::Actor;
use crate::event::Event;
use crate::ledger::Account;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::round::SeatStatus;
use crate::ruling::Verdict;
use crate::table::Table;
use croupier_rules::procedure::{DepartureRule, PlayOrFoldRule, SurrenderTiming};
use croupier_rules::submission::{Completion, Stake};
use croupier_rules::{
    Cents, Clause, Irregularity, Phase, Place, RulesChange, Seat, Setting, Wager, WagerFate, WagerKind,
};

impl Table {
    /// Whether a seat has nothing left to answer before the dealer's cards are turned.
    pub(crate) fn done_deciding(&self, seat: Seat) -> bool {
        let area = self.area(seat);
        !area.may_void && (!area.live() || self.has_answered(seat))
    }

    /// Whether a seat has set its hands or said whether it plays.
    fn has_answered(&self, seat: Seat) -> bool {
        let area = self.area(seat);
        let sets = self.house.game.shape().is_some();
        (!sets || area.hand.laid) && (self.house.procedure.playing.play_or_fold.is_none() || area.answered)
    }

    /// Whether a seat's player has acted on cards he could only know by looking at them: he has set the hands, has
    /// answered an offer or has asked for help, or all have and the dealer is next.
    pub(crate) fn has_looked(&self, seat: Seat) -> bool {
        let area = self.area(seat);
        area.hand.laid || area.answered || area.looked || self.state.round.phase > Phase::Deciding
    }

    /// Refuses what must wait until a player whose card was exposed has said whether he voids the hand.
    pub(super) fn has_said(&self, seat: Seat) -> Decided {
        if !self.area(seat).may_void {
            return Ok(());
        }
        let ours = &self.house.procedure.irregularities;
        let clause = ours.player_exposed.unwrap_or(ours.section);
        refuse(RefusalCode::OutOfTurn, clause, format!("{seat} must decide first whether to void the hand"))
    }

    /// The seat is done: if it was the last, the dealer is next.
    fn done(&self, seat: Seat, events: &mut Vec<Event>) {
        let last = self.state.round.phase == Phase::Deciding
            && self.state.round.wagering().all(|other| other == seat || self.done_deciding(other));
        if last {
            events.push(Event::Entered(Phase::Responding));
        }
    }

    /// The checks that every answer of a seat passes.
    fn answers(&self, by: Actor, seat: Seat, clause: Clause, what: &str) -> Decided {
        self.owner(by, seat, self.house.procedure.playing.own_cards)?;
        self.in_phase(&[Phase::Deciding], clause, what)?;
        let area = self.area(seat);
        if area.main().0 == 0 {
            let clause = self.house.procedure.wagering.to_take_part;
            return refuse(RefusalCode::OutOfTurn, clause, format!("{seat} is not in the round"));
        }
        if area.standing != SeatStatus::Live {
            return refuse(RefusalCode::Done, clause, format!("{seat}'s hand is out of the round"));
        }
        self.has_said(seat)
    }

    /// Which of a player's own hands must be set before this one: the larger wager first, of equal ones
    /// counterclockwise.
    pub(crate) fn set_before(&self, seat: Seat) -> Option<Seat> {
        self.house.procedure.wagering.larger_first?;
        let main = |seat: Seat| self.area(seat).main();
        self.state.round.live().find(|&other| {
            other != seat
                && self.player(other) == self.player(seat)
                && !self.area(other).hand.laid
                && (main(other), other) > (main(seat), seat)
        })
    }

    pub(super) fn set_hands(
        &self,
        by: Actor,
        seat: Seat,
        setting: Option<Setting>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let clause = self.house.game.shape_clause();
        let Some(shape) = self.house.game.shape() else {
            return refuse(RefusalCode::NotOffered, clause, "hands are not set in this game");
        };
        self.answers(by, seat, clause, "setting the hands")?;
        let hand = &self.area(seat).hand;
        if hand.laid {
            let clause = self.house.procedure.playing.set_once.unwrap_or(clause);
            return refuse(RefusalCode::Done, clause, format!("{seat}'s hands are set and cannot be changed"));
        }
        if let Some(first) = self.set_before(seat) {
            let clause = self.house.procedure.wagering.larger_first.unwrap_or(clause);
            return refuse(RefusalCode::OutOfTurn, clause, format!("the player must set {first} first"));
        }
        match setting {
            None if self.sealed() => {
                return refuse(RefusalCode::Cards, clause, "the cards of each hand are missing");
            }
            Some(_) if !self.sealed() => {
                return refuse(
                    RefusalCode::Cards,
                    clause,
                    "at this table hands are set face down; enter the cards when they are revealed",
                );
            }
            Some(setting) => {
                if setting.cards() != hand.cards {
                    return refuse(RefusalCode::Cards, clause, format!("{setting} does not match the cards of {seat}"));
                }
                if let Some(foul) =
                    setting.foul(shape, &self.house.game.ranking(&self.house.rules.choices).card_by_card())
                {
                    return refuse(RefusalCode::Foul, clause, foul.rule());
                }
            }
            None => {}
        }
        self.laid(seat, setting, events);
        Ok(())
    }

    fn laid(&self, seat: Seat, setting: Option<Setting>, events: &mut Vec<Event>) {
        // The offer to double stands until the hands are set.
        if self.double_open(seat) {
            events.push(Event::DoubleDeclined(seat));
        }
        events.push(Event::HandSet { seat, setting });
        self.done(seat, events);
    }

    pub(super) fn ask_house_way(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.playing.own_cards;
        self.answers(by, seat, clause, "asking for the house way")?;
        let hand = &self.area(seat).hand;
        if self.house.game.shape().is_none() {
            return refuse(RefusalCode::NotOffered, clause, "hands are not set in this game");
        }
        if hand.laid {
            return refuse(RefusalCode::Done, clause, format!("{seat}'s hands are already set"));
        }
        if let Some(first) = self.set_before(seat) {
            let clause = self.house.procedure.wagering.larger_first.unwrap_or(clause);
            return refuse(RefusalCode::OutOfTurn, clause, format!("the player must set {first} first"));
        }
        match self.set(hand.cards) {
            Some((setting, _)) if self.sealed() => {
                events.push(Event::WayTold { seat, setting });
                Ok(())
            }
            _ => refuse(
                RefusalCode::Cards,
                clause,
                "an observed table does not know the cards: read the house way from the rack card",
            ),
        }
    }

    /// Whether a Double Down is offered to this seat and unanswered.
    pub(crate) fn double_open(&self, seat: Seat) -> bool {
        let area = self.area(seat);
        self.house.price(WagerKind::DoubleDown).is_some() && area.live() && !area.answered && !area.hand.laid
    }

    pub(super) fn double_down(&self, by: Actor, seat: Seat, take: bool, events: &mut Vec<Event>) -> Decided {
        let Some(clause) =
            self.house.procedure.playing.double_down.filter(|_| self.house.price(WagerKind::DoubleDown).is_some())
        else {
            let clause = self.house.procedure.wagering.beside;
            return refuse(RefusalCode::NotOffered, clause, "the Double Down Wager is not offered at this table");
        };
        self.answers(by, seat, clause, "the Double Down Wager")?;
        if !self.double_open(seat) {
            return refuse(
                RefusalCode::Done,
                clause,
                format!("{seat} has already accepted or declined, or set the hands"),
            );
        }
        if take {
            let amount = self.area(seat).main();
            self.funds(Account::Player(self.owner(by, seat, clause)?), amount)?;
            events.push(Event::Doubled { seat, amount, clause });
        } else {
            events.push(Event::DoubleDeclined(seat));
        }
        Ok(())
    }

    /// Whose turn it is to play or fold: clockwise from the dealer's left.
    pub(crate) fn plays_next(&self) -> Option<Seat> {
        self.state.round.live().find(|&seat| !self.area(seat).answered)
    }

    fn turn(&self, by: Actor, seat: Seat, what: &str) -> Result<PlayOrFoldRule, Refusal> {
        let Some(asked) = self.house.procedure.playing.play_or_fold else {
            return refuse(
                RefusalCode::NotOffered,
                self.house.game.shape_clause(),
                format!("{what} does not exist in this game"),
            );
        };
        self.answers(by, seat, asked.clause, what)?;
        if self.area(seat).answered {
            return refuse(RefusalCode::Done, asked.clause, format!("{seat} has already decided"));
        }
        match self.plays_next() {
            Some(next) if next != seat => {
                refuse(RefusalCode::OutOfTurn, asked.clause, format!("{next} decides before {seat}"))
            }
            _ => Ok(asked),
        }
    }

    /// Whether a Play Wager of this amount is lawful: § 657a.11(b).
    pub(super) fn play_fits(&self, seat: Seat, amount: Cents, asked: PlayOrFoldRule) -> Decided {
        let (main, hand) = (self.area(seat).main(), &self.area(seat).hand);
        let most = main.times(asked.most).unwrap_or(main);
        Self::is_positive(amount, Some(asked.clause))?;
        if amount < main || amount > most {
            let message = format!("the Play Wager must be {main} to {most} (got {amount})");
            return refuse(RefusalCode::Amount, asked.clause, message);
        }
        let step = match self.house.price(WagerKind::Main).map(|price| price.offered.stake) {
            Some(Stake::Within(limits)) => limits.increment.0.max(1),
            _ => 1,
        };
        if (amount.0 - main.0) % step != 0 {
            let message = format!("the Play Wager must rise from {main} in steps of {} (got {amount})", Cents(step));
            return refuse(RefusalCode::Amount, asked.clause, message);
        }
        if amount > main && self.sealed() && !self.house.game.may_raise(hand.cards) {
            let message = format!("a Play Wager above {main} requires a pair of aces or better");
            return refuse(RefusalCode::Amount, asked.clause, message);
        }
        Ok(())
    }

    pub(super) fn play(&self, by: Actor, seat: Seat, amount: Cents, events: &mut Vec<Event>) -> Decided {
        let asked = self.turn(by, seat, "the Play Wager")?;
        self.play_fits(seat, amount, asked)?;
        self.funds(Account::Player(self.owner(by, seat, asked.clause)?), amount)?;
        events.push(Event::Played { seat, amount, clause: asked.clause });
        self.done(seat, events);
        Ok(())
    }

    pub(super) fn fold(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        self.turn(by, seat, "folding")?;
        events.push(Event::Folded(seat));
        self.done(seat, events);
        Ok(())
    }

    pub(super) fn surrender(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let Some(surrender) = self.house.procedure.playing.surrender else {
            return refuse(RefusalCode::NotOffered, self.house.game.shape_clause(), "this game has no surrender");
        };
        let clause = surrender.clause;
        self.owner(by, seat, clause)?;
        let area = self.area(seat);
        let late = [Phase::Responding, Phase::Settling];
        let phases: &[Phase] = match surrender.opens {
            SurrenderTiming::WhenDealt => &[Phase::Deciding, Phase::Responding, Phase::Settling],
            SurrenderTiming::WhenDealerSets => &late,
        };
        self.in_phase(phases, clause, "surrender")?;
        if area.main().0 == 0 {
            return refuse(RefusalCode::OutOfTurn, clause, format!("{seat} is not in the round"));
        }
        if surrender.opens == SurrenderTiming::WhenDealerSets && !self.state.round.dealer_up {
            return refuse(RefusalCode::OutOfTurn, clause, "surrender opens when the dealer's hands are set");
        }
        self.has_said(seat)?;
        if area.revealed || area.standing != SeatStatus::Live {
            return refuse(RefusalCode::Done, clause, format!("{seat}'s hand has been shown or is out of the round"));
        }
        if !self.surrender_open(seat) {
            return refuse(RefusalCode::NotOffered, clause, format!("{seat} cannot surrender with an optional wager"));
        }
        events.push(Event::Surrendered(seat));
        let main = Wager::own(WagerKind::Main);
        events.push(Event::Ruled(ruling(seat, main, Verdict::Loses, area.main(), surrender.collected)));
        Self::coupon(seat, area.coupon, WagerFate::Lose, surrender.collected, events);
        self.done(seat, events);
        // Cards that stay for others' envy are still to be shown in their turn.
        if !self.stays_surrendered(None) {
            self.maybe_settled(Some(seat), events);
        }
        Ok(())
    }

    pub(super) fn count_surrendered(&self, seat: Seat, cards: u8, events: &mut Vec<Event>) -> Decided {
        let Some(surrender) = self.house.procedure.playing.surrender else {
            return refuse(RefusalCode::NotOffered, self.house.game.shape_clause(), "this game has no surrender");
        };
        if !self.area(seat).uncounted {
            return refuse(RefusalCode::Done, surrender.counted, format!("{seat} has no surrendered cards to count"));
        }
        if usize::from(cards) != self.house.game.cards_dealt() {
            return self.report(Irregularity::WrongCount(Place::Seat(seat)), events);
        }
        events.push(Event::SurrenderedCounted { seat, cards });
        Ok(())
    }

    pub(super) fn void_hand(&self, by: Actor, seat: Seat, void: bool, events: &mut Vec<Event>) -> Decided {
        let ours = &self.house.procedure.irregularities;
        let clause = ours.player_exposed.unwrap_or(ours.section);
        self.owner(by, seat, clause)?;
        if !self.area(seat).may_void {
            let message = match self.area(seat).live() && self.has_looked(seat) {
                true => {
                    format!(
                        "{seat} has acted on the cards: a hand can only be voided before the player looks at the \
                        other cards"
                    )
                }
                false => format!("{seat} has no exposed card"),
            };
            return refuse(RefusalCode::Done, clause, message);
        }
        if void {
            self.return_contributions(|of, _| of == seat, clause, events);
            events.push(Event::HandVoided { seat, clause });
            self.done(seat, events);
            self.maybe_settled(Some(seat), events);
        } else {
            events.push(Event::PlayedOut(seat));
            // Hands that lay set when the card was exposed are set still.
            if self.has_answered(seat) {
                self.done(seat, events);
            }
        }
        Ok(())
    }

    pub(super) fn abandon(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let wagering = &self.house.procedure.wagering;
        let clause = wagering.seated;
        self.in_phase(
            &[Phase::Dealing, Phase::Deciding, Phase::Responding, Phase::Settling],
            clause,
            "abandoning a wager",
        )?;
        let area = self.area(seat);
        let standing = area.standing == SeatStatus::Folded && self.wagers_after_fold(seat).next().is_some();
        if !(area.live() || standing) || area.revealed || area.settled {
            return refuse(RefusalCode::Done, clause, format!("{seat} has no wager to abandon"));
        }
        if area.stake(Wager::ON_DEALER).0 > 0 && self.state.round.taken.iter().any(|taken| taken.on_dealer) {
            let message = format!("{seat}'s share of the jackpot is already off the meter: pay it first");
            return refuse(RefusalCode::OutOfTurn, clause, message);
        }
        match wagering.leaving {
            DepartureRule::HouseWay if area.hand.laid => {
                refuse(RefusalCode::Done, clause, format!("{seat}'s hands are already set"))
            }
            DepartureRule::HouseWay => self.complete(seat, events),
            DepartureRule::Loses => {
                events.push(Event::Abandoned(seat));
                // What a fold forfeited is collected with the dealer's cards.
                let collected = |wager| standing && self.state.round.dealer_up && !self.survives_fold(wager);
                self.give_up(seat, |wager| (!collected(wager)).then_some((Verdict::Loses, clause)), events);
                self.done(seat, events);
                self.maybe_settled(Some(seat), events);
                Ok(())
            }
        }
    }

    /// Rules every wager of a seat that `verdict` speaks of.
    pub(super) fn give_up(
        &self,
        seat: Seat,
        verdict: impl Fn(Wager) -> Option<(Verdict, Clause)>,
        events: &mut Vec<Event>,
    ) {
        for (wager, stake) in self.area(seat).wagers() {
            if let Some((verdict, clause)) = verdict(wager) {
                events.push(Event::Ruled(ruling(seat, wager, verdict, stake, clause)));
            }
        }
    }

    /// Once in a round a seat whose connection broke gets longer, where its silence would cost it the hand.
    pub(super) fn await_connection(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.playing.play_or_fold.map(|asked| asked.clause);
        let clause = clause.unwrap_or(self.house.game.shape_clause());
        if !self.prompts().iter().any(|ask| ask.waits_for() == Some(seat)) {
            return refuse(RefusalCode::OutOfTurn, clause, format!("the table is not waiting for {seat}"));
        }
        if self.area(seat).awaited {
            return refuse(
                RefusalCode::Done,
                clause,
                format!("the table has already waited for the connection of {seat} in this round"),
            );
        }
        let Some(seconds) = self.house.rules.silent_seat.reconnect_seconds else {
            let message = "this table does not wait for lost connections: the submission has no `reconnect-seconds`";
            return refuse(RefusalCode::NotOffered, clause, message);
        };
        events.push(Event::ConnectionAwaited { seat, seconds, clause });
        Ok(())
    }

    pub(super) fn complete(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.game.shape_clause();
        let area = self.area(seat);
        let waits = [Phase::Deciding, Phase::Responding, Phase::Settling];
        let phases = if area.may_void { &waits[..] } else { &waits[..1] };
        self.in_phase(phases, clause, "completing an inactive seat")?;
        if self.done_deciding(seat) || !area.live() {
            return refuse(RefusalCode::Done, clause, format!("{seat} has already decided"));
        }
        // A silent player does not void his hand: he plays it out, and as he set it if he has.
        if area.may_void {
            events.push(Event::PlayedOut(seat));
        }
        events.push(Event::Completed(seat));
        if self.has_answered(seat) {
            self.done(seat, events);
            return Ok(());
        }
        match self.house.rules.silent_seat.completion {
            Completion::HouseWay => {
                if let Some(first) = self.set_before(seat) {
                    let clause = self.house.procedure.wagering.larger_first.unwrap_or(clause);
                    return refuse(RefusalCode::OutOfTurn, clause, format!("the player must set {first} first"));
                }
                let setting = if self.sealed() { self.set(area.hand.cards).map(|(setting, _)| setting) } else { None };
                self.laid(seat, setting, events);
            }
            completion @ (Completion::Fold | Completion::Play) => {
                let Some(asked) = self.house.procedure.playing.play_or_fold else { return Ok(()) };
                if self.plays_next() != Some(seat) {
                    return refuse(RefusalCode::OutOfTurn, asked.clause, format!("it is not {seat}'s turn yet"));
                }
                let can_pay = |player| self.funds(Account::Player(player), area.main()).is_ok();
                let broke = self.includes(RulesChange::SilentPlayNeedsFunds) && !self.player(seat).is_some_and(can_pay);
                if completion == Completion::Fold || broke {
                    events.push(Event::Folded(seat));
                } else {
                    events.push(Event::Played { seat, amount: area.main(), clause: asked.clause });
                }
                self.done(seat, events);
            }
        }
        Ok(())
    }
}
