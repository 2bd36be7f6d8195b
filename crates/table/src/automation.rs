//! The next step as a command, for whoever does it: the program where the submission automates it, a person's stand-in
//! in scripts and simulations. What chance decides comes from a [`StepInputs`]; nothing here draws.

use crate::actor::{Actor, TableRole, Timestamp};
use crate::command::{Command, Reveal};
use crate::commitment::CommittedDraws;
use crate::deck::{DeckId, DeckOrder, ShuffledBy};
use crate::digest::Digest;
use crate::meter::Reservation;
use crate::prompt::{DealerStep, DeckStep, Prompt};
use crate::table::Table;
use croupier_rules::vocabulary::{StartMethod, Step};
use croupier_rules::{CardSet, Phase, Seat, Setting};

/// What comes from outside: shuffles, dice, draws, meters, and cards read off an observed table.
pub trait StepInputs {
    /// A deck shuffled, with the promise made for it; none at an observed table.
    fn shuffle(&mut self, table: &Table, deck: DeckId) -> Option<(DeckOrder, Option<Digest>)>;
    /// Three dice.
    fn dice(&mut self) -> [u8; 3];
    /// A number from 1 to 7.
    fn number(&mut self) -> u8;
    /// A Magic Card and a Lucky position, or neither.
    fn draws(&mut self, table: &Table) -> CommittedDraws;
    /// A share of a meter; none if it must first be taken off it, and until then nothing after it is due.
    fn reserve(&mut self, due: &crate::prompt::ShareDue) -> Option<Reservation>;
    /// The time: decks and dice serve for so many hours, which may end while nothing happens at the table.
    fn now(&self, table: &Table) -> Timestamp {
        table.state().clock
    }

    /// The secret that opens the round's promise.
    fn secret(&mut self) -> Option<Digest> {
        None
    }

    /// How the dealer set his cards and which card all share, at an observed table.
    fn dealer(&mut self, _table: &Table) -> (Option<Setting>, Option<CardSet>) {
        (None, None)
    }

    /// What a seat shows, at an observed table.
    fn reveal(&mut self, _table: &Table, _seat: Seat) -> Reveal {
        Reveal::Known
    }

    /// How many cards deep a cut goes.
    fn cut(&mut self, table: &Table) -> u8 {
        table.house().game.deck().len() as u8 / 2
    }
}

/// The next step: who performs it by the text, which step the submission may automate, and the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextStep {
    /// The role the text names.
    pub role: TableRole,
    /// The step of the submission's automation.
    pub step: Option<Step>,
    /// What to do.
    pub command: Command,
}

impl Table {
    /// The next step that is not a player's decision. A share that the house has still to take off its meter comes
    /// before everything after it: no win is validated whose amount nobody knows yet.
    pub fn due(&self, supply: &mut dyn StepInputs) -> Option<NextStep> {
        let newest = self.house.newest_revision;
        if self.state.revision < newest && self.state.round.phase == Phase::Closed {
            return Some(NextStep {
                role: TableRole::House,
                step: None,
                command: Command::AdoptRules { revision: newest },
            });
        }
        for ask in self.prompts_at(supply.now(self)) {
            let waits_for_share = matches!(ask, Prompt::Reserve(_));
            let due = self.answer(ask, supply);
            if due.is_some() || waits_for_share {
                return due;
            }
        }
        None
    }

    /// The next step that the submission has the program do, with the actor it acts as.
    pub fn automated(&self, supply: &mut dyn StepInputs) -> Option<(Actor, Command)> {
        let due = self.due(supply)?;
        self.automates(&due).then_some((Actor::HOUSE, due.command))
    }

    /// Whether the program does a step in the place of whoever the text names. For a floorperson it stands in only
    /// where the chips are worth nothing.
    fn automates(&self, due: &NextStep) -> bool {
        let automation = &self.house.rules.automation;
        let does = due.step.is_some_and(|step| automation.does(step));
        match due.role {
            TableRole::Floorperson | TableRole::Manager => does && automation.play_chips,
            TableRole::House => true,
            TableRole::Dealer | TableRole::Player => does,
        }
    }

    /// The person an electronic table waits for, and what for: what the program may not do in his place. None at a
    /// table that people deal.
    pub fn calls_for(&self, now: Timestamp) -> Option<(TableRole, Prompt)> {
        let asks = if self.sealed() { self.prompts_at(now) } else { Vec::new() };
        asks.into_iter().find_map(|ask| {
            let due = self.answer(ask, &mut Blank)?;
            (!self.automates(&due)).then_some((due.role, ask))
        })
    }

    fn answer(&self, ask: Prompt, supply: &mut dyn StepInputs) -> Option<NextStep> {
        let due = |role, step, command| Some(NextStep { role, step, command });
        match ask {
            Prompt::Deck { deck, step, .. } => self.deck_step(deck, step, supply),
            Prompt::Dealer { step, .. } => {
                let (step, command) = self.dealer_step(step, supply)?;
                due(TableRole::Dealer, Some(step), command)
            }
            Prompt::Validate { .. } => due(TableRole::Floorperson, Some(Step::Validate), Command::Validate),
            Prompt::Reserve(share) => {
                let reservation = supply.reserve(&share)?;
                due(TableRole::House, None, Command::Reserve(Box::new(reservation)))
            }
            Prompt::SystemDraws { .. } => due(TableRole::House, None, Command::SystemDraws(supply.draws(self))),
            Prompt::Document { seat, .. } => {
                due(TableRole::Floorperson, Some(Step::Validate), Command::Documented(seat))
            }
            // Where no chips lie, what the system accepted is what was wagered: the count is set right by counting
            // again.
            Prompt::CorrectProgressive { accepted, .. } if self.sealed() => {
                due(TableRole::Floorperson, Some(Step::Deal), Command::CountProgressive { chips: accepted })
            }
            Prompt::SetHands { .. }
            | Prompt::DoubleDown { .. }
            | Prompt::PlayOrFold { .. }
            | Prompt::Surrender { .. }
            | Prompt::VoidHand { .. }
            | Prompt::CorrectProgressive { .. }
            | Prompt::OpeningCount { .. } => None,
        }
    }

    fn deck_step(&self, deck: DeckId, step: DeckStep, supply: &mut dyn StepInputs) -> Option<NextStep> {
        let (role, step, command) = match step {
            DeckStep::Receive => (TableRole::Dealer, Step::Inspect, Command::ReceiveDeck(deck)),
            DeckStep::Inspect => (TableRole::Dealer, Step::Inspect, Command::InspectDeck(deck)),
            DeckStep::TearJoker => (TableRole::Dealer, Step::Inspect, Command::TearJoker(deck)),
            DeckStep::Verify => (TableRole::Floorperson, Step::Inspect, Command::VerifyDeck(deck)),
            DeckStep::Spread => (TableRole::Dealer, Step::Spread, Command::SpreadDeck(deck)),
            DeckStep::Look if self.state.seats.iter().all(Option::is_none) => return None,
            DeckStep::Look => (TableRole::Dealer, Step::Spread, Command::LookAtDeck(deck)),
            DeckStep::Wash => (TableRole::Dealer, Step::Wash, Command::WashDeck(deck)),
            DeckStep::Shuffle => {
                let received = self.deck(deck).stage == crate::deck::DeckStage::Received;
                let by = if received {
                    ShuffledBy::Before
                } else if self.shuffles_by_device() {
                    ShuffledBy::Device
                } else {
                    ShuffledBy::Hand
                };
                let counts = by == ShuffledBy::Device && self.house.rules.shuffle.counts;
                let (order, seal) =
                    supply.shuffle(self, deck).map_or((None, None), |(order, seal)| (Some(Box::new(order)), seal));
                let counted = counts.then(|| self.deck_len());
                (TableRole::Dealer, Step::Shuffle, Command::Shuffle { deck, by, order, seal, counted })
            }
            DeckStep::Remove => (TableRole::Dealer, Step::Inspect, Command::RemoveDeck(deck)),
            DeckStep::Cut => {
                let by = self.cuts_next().0;
                (TableRole::Dealer, Step::Cut, Command::Cut { deck, cards: supply.cut(self), by })
            }
        };
        Some(NextStep { role, step: Some(step), command })
    }

    fn dealer_step(&self, step: DealerStep, supply: &mut dyn StepInputs) -> Option<(Step, Command)> {
        Some(match step {
            DealerStep::PlaceDice => (Step::Roll, Command::PlaceDice),
            DealerStep::NoMoreBets => (Step::Deal, Command::NoMoreBets),
            DealerStep::CountProgressive => {
                (Step::Deal, Command::CountProgressive { chips: self.progressive_wagers() })
            }
            DealerStep::FindStart => match self.starting()?.0 {
                StartMethod::Dice => {
                    let dice = supply.dice();
                    (Step::Roll, Command::Roll { shakes: 3, dice, announced: dice.iter().sum() })
                }
                StartMethod::Generator => (Step::Roll, Command::DrawStart(supply.number())),
                StartMethod::Button => return None,
            },
            DealerStep::Deal => (Step::Deal, Command::Deal { cards: None }),
            DealerStep::CountStub if self.stub_may_stay_uncounted() => (Step::CountStub, Command::RackStub),
            DealerStep::CountStub => {
                (Step::CountStub, Command::CountStub { cards: self.right_stub(), misdealt: false })
            }
            // Who counts the stub also collects: a submission automates both or neither.
            DealerStep::CollectUnwagered => (Step::CountStub, Command::CollectUnwagered),
            DealerStep::CoverShaker => (Step::Roll, Command::CoverShaker { shakes: 1 }),
            DealerStep::CountSurrendered(seat) => {
                let cards = self.house.game.cards_dealt() as u8;
                (Step::Reveal, Command::CountSurrendered { seat, cards })
            }
            DealerStep::TurnCards => {
                let (setting, shared) = supply.dealer(self);
                (Step::Reveal, Command::TurnDealer { setting, shared })
            }
            DealerStep::Reveal(seat) => (Step::Reveal, Command::Reveal { seat, shown: supply.reveal(self, seat) }),
            DealerStep::VerifyWin(_) => (Step::Validate, Command::VerifyWin { light: true }),
            DealerStep::CloseRound => (Step::Reveal, Command::CloseRound { secret: supply.secret() }),
        })
    }
}

/// Nothing from outside: enough to know who does a step.
struct Blank;

impl StepInputs for Blank {
    fn shuffle(&mut self, _: &Table, _: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        None
    }

    fn dice(&mut self) -> [u8; 3] {
        [1; 3]
    }

    fn number(&mut self) -> u8 {
        1
    }

    fn draws(&mut self, _: &Table) -> CommittedDraws {
        CommittedDraws::default()
    }

    fn reserve(&mut self, _: &crate::prompt::ShareDue) -> Option<Reservation> {
        None
    }
}
