//! A checked submission: plain typed data that the table, the odds and the server play by.
//!
//! Nothing here can be wrong: a value exists only if the check found no error. What a text fixes and what a submission
//! leaves out are filled in, so that nobody downstream asks which text is played.

use crate::clause::Clause;
use crate::game::Choices;
use crate::house_way::HouseWay;
use crate::law::{ClauseRow, Coverage, Date, Equipment};
use crate::money::Cents;
use crate::paytable::{MeterSpec, PayRow, Paytable};
use crate::regulation::{Regulation, game};
use crate::vocabulary::{DealMethod, Inscription, ShuffleMethod, StartMethod, Step};
use crate::wager::WagerKind;

/// The rules of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseRules {
    /// The text of law.
    pub text: Regulation,
    /// What the operator calls the submission.
    pub name: String,
    /// The day it takes effect.
    pub effective: Date,
    /// Betting positions; six unless § 657a has fewer.
    pub positions: u8,
    /// Adjacent betting areas one player may wager on.
    pub adjacent_areas: u8,
    /// What the layout says; empty if the submission leaves that to the layout's own approval.
    pub layout: Vec<Inscription>,
    /// What signs at the table say.
    pub signs: Vec<Inscription>,
    /// MA 7(a): whether match play coupons are taken beside the main wager.
    pub match_play: bool,
    /// The wagers offered, in the order of the text; the Super Bonus of § 657a among them.
    pub wagers: Vec<OfferedWager>,
    /// Options of the text, and readings of it.
    pub choices: Choices,
    /// The decks.
    pub cards: DeckRules,
    /// How they are shuffled.
    pub shuffle: ShuffleRules,
    /// How they are dealt.
    pub deal: DealMethod,
    /// The stub is counted at least once in so many rounds; none where the device counts (§ 657a.5(b)).
    pub stub_count_every: Option<u8>,
    /// How the starting position is found; none in § 657a.
    pub start: Option<StartRules>,
    /// § 575.12(c): the most one betting area can be paid in a round.
    pub payout_limit: Option<Cents>,
    /// How the dealer sets; none in § 657a. Whether it takes every hand is proved apart.
    pub house_way: Option<HouseWay>,
    /// What is automated.
    pub automation: Automation,
    /// What completes a seat that does not answer.
    pub silent_seat: InactiveSeat,
}

impl HouseRules {
    /// The wager as offered, if it is.
    pub fn wager(&self, kind: WagerKind) -> Option<&OfferedWager> {
        self.wagers.iter().find(|wager| wager.kind == kind)
    }

    /// The paytable of a wager under the letter chosen, if the wager is offered.
    pub fn paytable(&self, kind: WagerKind) -> Option<&'static Paytable> {
        game(self.text).payouts().paytable(kind, self.wager(kind)?.letter)
    }

    /// The odds that the layout or a sign posts for a wager: the rows of its paytable, and of the draws that are paid
    /// on it those that this table makes (§§ 657a.2(b)(6), 657a.12(f)(3)). None where it is a contest, or not offered.
    pub fn posted(&self, kind: WagerKind) -> impl Iterator<Item = &'static PayRow> {
        let offered = self.wager(kind);
        let drawn: &[(&str, bool)] = &[
            ("magic card", offered.is_some_and(|wager| wager.magic_card.is_some())),
            ("lucky bonus", offered.is_some_and(|wager| wager.lucky_bonus.is_some())),
        ];
        let draws = game(self.text).payouts().paytable(WagerKind::MagicCardAndLucky, None);
        let draws = draws.map_or(&[][..], |table| &table.rows);
        let posted = |name: &str| draws.iter().find(|row| row.hand == name);
        let drawn: Vec<&PayRow> = drawn.iter().filter(|(_, made)| *made).filter_map(|(name, _)| posted(name)).collect();
        self.paytable(kind).into_iter().flat_map(|table| &table.rows).chain(drawn)
    }

    /// What must be seen at this table before it opens, since no program sees it.
    pub fn furniture(&self) -> impl Iterator<Item = &'static ClauseRow> {
        let wanted = |row: &&ClauseRow| row.with.is_empty() || row.with.iter().any(|&fitting| self.has(fitting));
        let listed = |row: &&ClauseRow| row.honoured == Coverage::Furniture || row.checklist;
        self.text.law().clauses.iter().filter(listed).filter(wanted)
    }

    fn has(&self, fitting: Equipment) -> bool {
        match fitting {
            Equipment::Dice => self.start.is_some_and(|start| start.method == StartMethod::Dice),
            Equipment::TwoDecks => self.cards.decks > 1,
            Equipment::ManualShoe => self.deal == DealMethod::ManualShoe,
            Equipment::HandDeal => self.deal == DealMethod::Hand,
            // What a device shuffles is not cut; a deck that comes shuffled is.
            Equipment::Cut => !self.shuffle.method.is_device() || self.cards.preshuffled,
            Equipment::RulesOnASign => self.signs.iter().any(|sign| sign.is_rule_of_play()),
            Equipment::PayoutLimit => self.payout_limit.is_some(),
            Equipment::Offers(kind) => self.wager(kind).is_some(),
        }
    }
}

/// One wager of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferedWager {
    /// Which.
    pub kind: WagerKind,
    /// What may be staked.
    pub stake: Stake,
    /// The letter of its paytable, where several are printed.
    pub letter: Option<char>,
    /// The meters it feeds.
    pub meters: Vec<MeterTerms>,
    /// The linked meter it hangs on.
    pub link: Option<MeterLink>,
    /// § 657a.12(f)(3): how often a Magic Card is drawn.
    pub magic_card: Option<Frequency>,
    /// § 657a.12(f)(3): how often a Lucky position is drawn.
    pub lucky_bonus: Option<Frequency>,
}

/// How much may be wagered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// Between limits, in steps from the minimum.
    Within(WagerLimits),
    /// The same as the main wager.
    EqualToMain,
    /// One fixed amount.
    Fixed(Cents),
}

/// The limits of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WagerLimits {
    /// The least.
    pub minimum: Cents,
    /// The most; a whole number of increments above the minimum.
    pub maximum: Cents,
    /// The step.
    pub increment: Cents,
}

impl WagerLimits {
    /// Whether this amount may be wagered.
    pub const fn allow(&self, amount: Cents) -> bool {
        amount.0 >= self.minimum.0 && amount.0 <= self.maximum.0 && (amount.0 - self.minimum.0) % self.increment.0 == 0
    }
}

/// A meter at the table's wager amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterTerms {
    /// Its name: `meter`, or `mega`, `major`, `minor`.
    pub name: String,
    /// What it starts with.
    pub seed: Cents,
    /// What it starts again with after it was won.
    pub reseed: Cents,
    /// Percent of each wager that goes to it.
    pub primary: i64,
    /// Percent of each wager that goes to its reserve.
    pub reserve: i64,
    /// Where the text says so.
    pub clause: Clause,
}

impl MeterTerms {
    /// Seeds are printed for a wager of $1. Meters count hundredths of a cent: none if there is no room for those.
    pub fn seeded(spec: &MeterSpec, amount: Cents) -> Option<Self> {
        let scale = |printed: Cents| {
            let cents = i128::from(printed.0) * i128::from(amount.0) / 100;
            i64::try_from(cents).ok().filter(|cents| cents.checked_mul(100).is_some()).map(Cents)
        };
        Some(Self {
            name: spec.name.clone(),
            seed: scale(spec.seed)?,
            reseed: scale(spec.reseed)?,
            primary: spec.primary,
            reserve: spec.reserve,
            clause: spec.clause,
        })
    }
}

/// A meter shared with other tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterLink {
    /// The name of the meter.
    pub name: String,
    /// What else hangs on it, as the submission says; all of the same text, letter and amount.
    pub tables: usize,
}

/// So many times in so many rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frequency {
    /// So many times.
    pub times: u32,
    /// In so many rounds.
    pub rounds: u32,
}

/// The decks of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckRules {
    /// One, or two that alternate and are each made as the one would be (MA 2(b)(1)).
    pub decks: u8,
    /// Jokers the deck is made with; one plays, another is torn. None in § 657a.
    pub jokers_made: u8,
    /// The colours of the backs, if stated.
    pub back_colours: Vec<String>,
    /// Whether decks come inspected.
    pub preinspected: bool,
    /// Whether decks come shuffled; together with `preinspected` that lifts the opening steps.
    pub preshuffled: bool,
}

/// How the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShuffleRules {
    /// By what.
    pub method: ShuffleMethod,
    /// Whether it counts the cards of the deck at each shuffle.
    pub counts: bool,
}

/// How the starting position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartRules {
    /// By what.
    pub method: StartMethod,
    /// Whether the position is then marked.
    pub mark: bool,
}

/// What the program does in a person's place.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Automation {
    /// Whether the chips are worth nothing, so that no floorperson is needed.
    pub play_chips: bool,
    /// The steps, in the order of a round.
    pub steps: Vec<Step>,
}

impl Automation {
    /// Whether a step is automated.
    pub fn does(&self, step: Step) -> bool {
        self.steps.contains(&step)
    }
}

/// What completes a seat that does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InactiveSeat {
    /// How long it is waited for.
    pub seconds: u16,
    /// How much longer for a seat whose connection broke.
    pub reconnect_seconds: Option<u16>,
    /// What then happens.
    pub completion: Completion,
}

/// How a silent seat is completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// The hands are set by the house way; a Double Down is declined.
    HouseWay,
    /// § 657a.11(b): the hand is folded.
    Fold,
    /// § 657a.11(b): a Play Wager equal to the Ante is placed.
    Play,
}
