//! Section .13 (MA 14) and the stub rules: the consequence of an irregularity in every phase.
//!
//! [`remedy`] is total: whatever happens whenever it happens, there is an answer with its clause, if only that it has
//! no effect. `croupier clauses --irregularities` prints it cell by cell.

use crate::clause::Clause;
use crate::procedure::{DealPattern, OutOfOrderProcedure, Procedure};
use crate::revision::{Revision, RulesChange};
use crate::seat::{Place, Seat};
use crate::vocabulary::DealMethod;
use std::fmt;

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Phase {
    /// Until "no more bets".
    Betting,
    /// Until every card is accounted for.
    Dealing,
    /// Until no seat has a question to answer.
    Deciding,
    /// The dealer's cards are turned and set.
    Responding,
    /// From the right: reveal, rule, take or pay; then envy.
    Settling,
    /// Cards racked, documents done.
    Closed,
}

impl Phase {
    /// All of them, in the order of a round.
    pub const ALL: [Self; 6] =
        [Self::Betting, Self::Dealing, Self::Deciding, Self::Responding, Self::Settling, Self::Closed];

    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Betting => "betting",
            Self::Dealing => "dealing",
            Self::Deciding => "deciding",
            Self::Responding => "responding",
            Self::Settling => "settling",
            Self::Closed => "closed",
        }
    }

    /// Whether cards may be out.
    const fn in_play(self) -> bool {
        matches!(self, Self::Dealing | Self::Deciding | Self::Responding | Self::Settling)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something that should not have happened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Irregularity {
    /// The dice do not all lie flat in the uncovered shaker.
    DiceNotFlat,
    /// A die fell out of it.
    DieFellOut,
    /// The first card or stack went to a wrong position.
    WrongStart,
    /// A card lying here was exposed.
    Exposed(Place),
    /// A card was found face up in the shoe or the deck.
    FaceUp,
    /// A card was drawn in error and not exposed.
    DrawnInError,
    /// Somebody has too many or too few cards.
    WrongCount(Place),
    /// The stacks were not laid back and forth.
    StacksOutOfOrder,
    /// The dealer set his hands otherwise than he must.
    SetWrongly,
    /// The stub is not what it should be, because the cards were misdealt.
    StubMisdealt,
    /// The stub is not what it should be, although everybody has the right number of cards.
    StubUnexplained,
    /// The shuffling device jammed, stopped or did not finish.
    ShufflerFails,
    /// A device that counts the deck found a wrong number of cards.
    DeviceMiscount,
    /// The automated shoe jammed, stopped or did not deal all cards.
    ShoeFails,
    /// A shuffling device cannot be used.
    ShufflerOutOfOrder,
    /// An automated shoe cannot be used.
    ShoeOutOfOrder,
}

impl Irregularity {
    /// In a few words.
    pub fn name(self) -> String {
        match self {
            Self::DiceNotFlat => "dice not flat".into(),
            Self::DieFellOut => "die fell out".into(),
            Self::WrongStart => "wrong start".into(),
            Self::Exposed(place) => format!("card exposed, {place}"),
            Self::FaceUp => "card face up".into(),
            Self::DrawnInError => "card drawn in error".into(),
            Self::WrongCount(place) => format!("wrong number of cards, {place}"),
            Self::StacksOutOfOrder => "stacks out of order".into(),
            Self::SetWrongly => "dealer set wrongly".into(),
            Self::StubMisdealt => "stub wrong, misdealt".into(),
            Self::StubUnexplained => "stub wrong, not misdealt".into(),
            Self::ShufflerFails => "shuffler fails".into(),
            Self::DeviceMiscount => "device miscounts".into(),
            Self::ShoeFails => "shoe fails".into(),
            Self::ShufflerOutOfOrder => "shuffler out of order".into(),
            Self::ShoeOutOfOrder => "shoe out of order".into(),
        }
    }
}

/// What the remedy depends on besides the irregularity itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemedyContext {
    /// The phase.
    pub phase: Phase,
    /// The way of dealing.
    pub method: DealMethod,
    /// Whether the start is found.
    pub start_found: bool,
    /// Whether a card has been dealt.
    pub cards_out: bool,
    /// Whether all cards have been dealt.
    pub all_out: bool,
    /// Whether the stub is counted and every card lies where it belongs, so that only those without a wager are
    /// collected.
    pub delivered: bool,
    /// Whether the dealer's cards are turned.
    pub dealer_up: bool,
    /// Whether a card was found face up before in this round.
    pub face_up_before: bool,
    /// Whether a deck is in the shuffling device.
    pub in_device: bool,
    /// Whether the place concerned has a wager that is still played for.
    pub wagered: bool,
    /// Whether the player concerned has acted on cards he could only know by looking at them.
    pub looked: bool,
    /// Whether the hand concerned has been revealed.
    pub revealed: bool,
    /// The revision of the rules by which it is decided.
    pub revision: Revision,
}

/// What becomes of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum DeckFate {
    /// It is reshuffled.
    Reshuffled,
    /// It is removed from the table.
    Removed,
}

/// What an irregularity leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Remedy {
    /// Nothing: the round goes on.
    NoEffect,
    /// A "no roll": the dice are shaken again.
    RollAgain,
    /// All hands are void, all wagers returned.
    VoidRound(DeckFate),
    /// The player decides, without looking at the unexposed cards, whether to void his hand.
    MayVoidHand,
    /// The dealer's hands are reset and the round is completed.
    ResetDealer,
    /// The card is used as though it were the next.
    UseAsNext,
    /// The card is not used in this round and goes to the rack.
    SetAside,
    /// The deck in the device is shuffled again.
    ShuffleAgain,
    /// The deck in the device is removed from the table.
    RemoveDeck,
    /// The device is covered or gets an out-of-order sign before another method is used.
    CoverOrSign,
    /// The device is removed from the table before another method is used.
    RemoveDevice,
}

impl Remedy {
    /// In a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoEffect => "no effect",
            Self::RollAgain => "no roll, shake again",
            Self::VoidRound(DeckFate::Reshuffled) => "round void, reshuffle",
            Self::VoidRound(DeckFate::Removed) => "round void, deck removed",
            Self::MayVoidHand => "player may void the hand",
            Self::ResetDealer => "dealer's hands set again",
            Self::UseAsNext => "dealt as the next card",
            Self::SetAside => "card set aside",
            Self::ShuffleAgain => "shuffle again",
            Self::RemoveDeck => "deck removed",
            Self::CoverOrSign => "cover the device or post an out-of-order sign",
            Self::RemoveDevice => "device removed",
        }
    }
}

/// A remedy and the clause behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IrregularityRuling {
    /// What it leads to.
    pub remedy: Remedy,
    /// Where the text says so; the section as a whole where it says nothing.
    pub clause: Clause,
}

/// What an irregularity leads to at this moment.
pub fn remedy(procedure: &Procedure, moment: &RemedyContext, what: Irregularity) -> IrregularityRuling {
    let ours = &procedure.irregularities;
    let stub = &procedure.dealing(moment.method).stub;
    let ruled = |remedy, clause| IrregularityRuling { remedy, clause };
    let void = |clause| ruled(Remedy::VoidRound(DeckFate::Reshuffled), clause);
    let nothing = |clause: Option<Clause>| ruled(Remedy::NoEffect, clause.unwrap_or(ours.section));
    let (phase, in_play) = (moment.phase, moment.phase.in_play());
    let dealing = phase == Phase::Dealing && !moment.all_out;
    match what {
        Irregularity::DiceNotFlat | Irregularity::DieFellOut => {
            let clause = if what == Irregularity::DiceNotFlat { ours.dice_not_flat } else { ours.die_fell_out };
            match clause {
                Some(clause) if phase == Phase::Dealing && !moment.start_found => ruled(Remedy::RollAgain, clause),
                clause => nothing(clause),
            }
        }
        Irregularity::WrongStart => match ours.wrong_start {
            Some(clause) if in_play && moment.cards_out => void(clause),
            clause => nothing(clause),
        },
        Irregularity::Exposed(Place::Dealer | Place::Shared) => dealer_exposed(procedure, moment, what),
        Irregularity::Exposed(Place::Seat(_)) => player_exposed(procedure, moment),
        Irregularity::FaceUp if !dealing => nothing(Some(ours.face_up)),
        Irregularity::FaceUp if moment.face_up_before => void(ours.face_up),
        Irregularity::FaceUp => ruled(Remedy::SetAside, ours.face_up),
        Irregularity::DrawnInError if dealing => ruled(Remedy::UseAsNext, ours.drawn_in_error),
        Irregularity::DrawnInError => nothing(Some(ours.drawn_in_error)),
        Irregularity::WrongCount(place) => wrong_count(procedure, moment, place),
        Irregularity::StacksOutOfOrder => match ours.stacks_out_of_order {
            // as long as the round is in play, not only until the stacks are delivered.
            Some(clause)
                if in_play
                    && (phase == Phase::Dealing || moment.revision.includes(RulesChange::StacksFoundLater))
                    && moment.cards_out
                    && procedure.dealing(moment.method).pattern == DealPattern::BackAndForth =>
            {
                void(clause)
            }
            clause => nothing(clause),
        },
        Irregularity::SetWrongly => match ours.set_wrongly {
            Some(clause) if matches!(phase, Phase::Responding | Phase::Settling) && moment.dealer_up => {
                ruled(Remedy::ResetDealer, clause)
            }
            clause => nothing(clause),
        },
        Irregularity::StubMisdealt | Irregularity::StubUnexplained if !in_play || !moment.cards_out => {
            nothing(Some(stub.wrong))
        }
        Irregularity::StubMisdealt => void(stub.wrong),
        Irregularity::StubUnexplained => ruled(Remedy::VoidRound(DeckFate::Removed), stub.wrong),
        Irregularity::ShufflerFails if moment.in_device => ruled(Remedy::ShuffleAgain, ours.shuffler_fails),
        Irregularity::ShufflerFails => nothing(Some(ours.shuffler_fails)),
        // Only § 657a.5(b) speaks of it; elsewhere a deck of a wrong number is treated as the stub rule treats it.
        Irregularity::DeviceMiscount => {
            let clause = procedure.cards.device_miscount.unwrap_or(stub.wrong);
            if moment.in_device { ruled(Remedy::RemoveDeck, clause) } else { nothing(Some(clause)) }
        }
        // the shoe deals until what is left in it has been taken out and counted.
        Irregularity::ShoeFails
            if phase == Phase::Dealing && !moment.delivered && moment.method == DealMethod::AutomatedShoe =>
        {
            void(ours.shoe_fails)
        }
        Irregularity::ShoeFails => nothing(Some(ours.shoe_fails)),
        Irregularity::ShufflerOutOfOrder | Irregularity::ShoeOutOfOrder => match ours.out_of_order_means {
            OutOfOrderProcedure::CoveredOrSigned => ruled(Remedy::CoverOrSign, ours.out_of_order),
            OutOfOrderProcedure::Removed => ruled(Remedy::RemoveDevice, ours.out_of_order),
        },
    }
}

/// A card exposed while stacks are dealt voids the round whoever's it is, for the one method a text names.
fn exposed_in_deal(procedure: &Procedure, moment: &RemedyContext) -> Option<Clause> {
    let (method, clause) = procedure.irregularities.exposed_in_deal?;
    (moment.phase == Phase::Dealing && !moment.delivered && moment.method == method).then_some(clause)
}

/// (h) for a player's or the dealer's hand, (k) for a position without a wager; a text without (k) has a rule for
/// hands alone.
fn wrong_count(procedure: &Procedure, moment: &RemedyContext, place: Place) -> IrregularityRuling {
    let ours = &procedure.irregularities;
    let without_wager = matches!(place, Place::Seat(_)) && !moment.wagered;
    let unwagered = ours.wrong_count_unwagered.filter(|_| without_wager);
    let nobodys = without_wager && unwagered.is_none() && moment.revision.includes(RulesChange::WrongCountOfPlayers);
    let voids = moment.phase.in_play() && moment.cards_out && !nobodys;
    let remedy = if voids { Remedy::VoidRound(DeckFate::Reshuffled) } else { Remedy::NoEffect };
    IrregularityRuling { remedy, clause: unwagered.unwrap_or(ours.wrong_count) }
}

fn dealer_exposed(procedure: &Procedure, moment: &RemedyContext, what: Irregularity) -> IrregularityRuling {
    let ours = &procedure.irregularities;
    // § 657a.13(d) ends when all have folded or bet; the others when the dealer's cards are turned by right.
    let too_late = moment.dealer_up || (ours.dealer_exposed_only_before_all_acted && moment.phase > Phase::Deciding);
    let in_deal = ours.dealer_exposed_in_deal.filter(|_| moment.phase == Phase::Dealing && !moment.delivered);
    let clause = exposed_in_deal(procedure, moment).or(in_deal).unwrap_or(ours.dealer_exposed);
    // No text speaks of the shared card, which belongs to nobody's hand.
    if what == Irregularity::Exposed(Place::Shared) {
        return IrregularityRuling { remedy: Remedy::NoEffect, clause: ours.section };
    }
    if moment.phase.in_play() && moment.cards_out && !too_late {
        IrregularityRuling { remedy: Remedy::VoidRound(DeckFate::Reshuffled), clause }
    } else {
        IrregularityRuling { remedy: Remedy::NoEffect, clause }
    }
}

fn player_exposed(procedure: &Procedure, moment: &RemedyContext) -> IrregularityRuling {
    let ours = &procedure.irregularities;
    if let Some(clause) = exposed_in_deal(procedure, moment).filter(|_| moment.cards_out) {
        return IrregularityRuling { remedy: Remedy::VoidRound(DeckFate::Reshuffled), clause };
    }
    // the decision is one without looking at the other cards, so it is gone with the first act on them.
    let looked = moment.looked && moment.revision.includes(RulesChange::LookedAtHandStays);
    let undecided = moment.wagered && !moment.revealed && !looked;
    match ours.player_exposed {
        Some(clause) if moment.phase.in_play() && moment.cards_out && undecided => {
            IrregularityRuling { remedy: Remedy::MayVoidHand, clause }
        }
        clause => IrregularityRuling { remedy: Remedy::NoEffect, clause: clause.unwrap_or(ours.section) },
    }
}

/// An irregularity as a row of the matrix: what happens, and to whom where that matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IrregularityRow {
    /// In a few words.
    pub name: &'static str,
    /// What happens.
    pub what: Irregularity,
    /// Whether the place concerned has a wager.
    pub wagered: bool,
    /// Whether a card was found face up before.
    pub again: bool,
}

const fn row(name: &'static str, what: Irregularity) -> IrregularityRow {
    IrregularityRow { name, what, wagered: true, again: false }
}

const A_SEAT: Place = Place::Seat(Seat::ALL[0]);

/// The rows of the matrix.
pub const ROWS: [IrregularityRow; 21] = [
    row("dice not flat", Irregularity::DiceNotFlat),
    row("die out of the shaker", Irregularity::DieFellOut),
    row("first card dealt to a wrong position", Irregularity::WrongStart),
    row("player's card exposed", Irregularity::Exposed(A_SEAT)),
    IrregularityRow {
        wagered: false,
        ..row("card exposed at a position without a wager", Irregularity::Exposed(A_SEAT))
    },
    row("dealer's card exposed", Irregularity::Exposed(Place::Dealer)),
    row("bonus card exposed", Irregularity::Exposed(Place::Shared)),
    row("card found face up", Irregularity::FaceUp),
    IrregularityRow { again: true, ..row("another card found face up", Irregularity::FaceUp) },
    row("card drawn in error, unseen", Irregularity::DrawnInError),
    row("player has a wrong number of cards", Irregularity::WrongCount(A_SEAT)),
    IrregularityRow {
        wagered: false,
        ..row("wrong number at a position without a wager", Irregularity::WrongCount(A_SEAT))
    },
    row("dealer has a wrong number of cards", Irregularity::WrongCount(Place::Dealer)),
    row("stacks not laid back and forth", Irregularity::StacksOutOfOrder),
    row("dealer's hands set wrongly", Irregularity::SetWrongly),
    row("stub wrong, cards misdealt", Irregularity::StubMisdealt),
    row("stub wrong, cards not misdealt", Irregularity::StubUnexplained),
    row("shuffling device fails", Irregularity::ShufflerFails),
    row("device counts a wrong number", Irregularity::DeviceMiscount),
    row("automated shoe fails", Irregularity::ShoeFails),
    row("device cannot be used", Irregularity::ShufflerOutOfOrder),
];

/// A cell of the matrix: what comes of it, and from when on where that changes within the phase.
pub type IrregularityCell = Vec<(Option<&'static str>, IrregularityRuling)>;

/// One cell of the matrix of phase by irregularity. It is never empty.
pub fn cell(procedure: &Procedure, method: DealMethod, phase: Phase, row: &IrregularityRow) -> IrregularityCell {
    let moment = RemedyContext {
        phase,
        method,
        start_found: phase > Phase::Dealing,
        cards_out: phase.in_play(),
        all_out: phase > Phase::Dealing,
        delivered: phase > Phase::Dealing,
        dealer_up: phase > Phase::Responding,
        face_up_before: row.again,
        in_device: true,
        wagered: row.wagered,
        looked: phase > Phase::Deciding,
        revealed: false,
        revision: Revision::CURRENT,
    };
    let dice = matches!(row.what, Irregularity::DiceNotFlat | Irregularity::DieFellOut);
    let (earlier, later) = match phase {
        Phase::Dealing if dice => {
            let found = RemedyContext { start_found: true, ..moment };
            (("until the start is found", moment), ("then", found))
        }
        Phase::Dealing => (
            ("before the first card", RemedyContext { cards_out: false, ..moment }),
            ("from the first card on", moment),
        ),
        Phase::Responding => {
            (("until the dealer's cards are turned", moment), ("then", RemedyContext { dealer_up: true, ..moment }))
        }
        Phase::Deciding => {
            (("until the player acts on the cards", moment), ("then", RemedyContext { looked: true, ..moment }))
        }
        Phase::Settling => (("until the hand is shown", moment), ("then", RemedyContext { revealed: true, ..moment })),
        Phase::Betting | Phase::Closed => (("", moment), ("", moment)),
    };
    let ruled = |moment: &RemedyContext| remedy(procedure, moment, row.what);
    let (first, second) = (ruled(&earlier.1), ruled(&later.1));
    if first.remedy == second.remedy {
        vec![(None, second)]
    } else {
        vec![(Some(earlier.0), first), (Some(later.0), second)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regulation::GAMES;

    /// The matrix has no undefined cell, and every ruling cites a clause of its own text: §§ 659a.13, 575.13, 670a.13,
    /// 657a.13 and MA 14.
    #[test]
    fn every_cell_of_the_matrix_has_a_ruling_with_a_clause_of_its_text() {
        for game in GAMES {
            for &(_, method) in DealMethod::ALL {
                for phase in Phase::ALL {
                    for row in &ROWS {
                        let cell = cell(game.procedure(), method, phase, row);
                        assert!(!cell.is_empty());
                        for (_, IrregularityRuling { clause, .. }) in cell {
                            let citation = clause.citation();
                            assert!(crate::law::resolves(citation), "{clause}");
                            let prefix = game.text().citation_prefix();
                            assert!(citation.starts_with(prefix), "{clause} is not a clause of {}", game.text());
                        }
                    }
                }
            }
        }
    }

    /// Nothing that happens between rounds or after the close touches a round.
    #[test]
    fn outside_a_round_nothing_is_void() {
        for game in GAMES {
            for row in &ROWS {
                for phase in [Phase::Betting, Phase::Closed] {
                    let cell = cell(game.procedure(), DealMethod::ManualShoe, phase, row);
                    assert!(cell.iter().all(|(_, ruled)| !matches!(ruled.remedy, Remedy::VoidRound(_))));
                }
            }
        }
    }
}
