//! How a table of chapter 657a is run, step by step.
//!
//! Note: nothing is drawn for the start, since the deal always begins at the dealer's left and passes by who has
//! not wagered; the stub is counted now and then only; and the card that all share comes first or last, by the method.

use super::requirements;
use crate::clause::clause;
use crate::procedure::{
    CardHandling, Cut, CutBy, DealPattern, DealProcedure, DeckHours, DepartureRule, IdleTable, IrregularityClauses,
    OutOfOrderProcedure, PlayOrFoldRule, PlayProcedure, Procedure, Recipients, SettlementProcedure, SharedCard,
    SharedCardTiming, StartTiming, Stub, StubCountRule, WageringProcedure,
};

/// Crazy 4 Poker in Pennsylvania: no joker, no dice, no setting of hands, and a Play Wager or a fold instead.
///
/// What a shuffle leads to is split in two by § 657a.5(c), and the hours of a deck by § 657a.3(c). Besides the
/// progressive wagers "no more bets" also locks the electronic ones, though § 657a.2(d) would leave them open until the
/// deal; only the Play Wager comes later, § 657a.7(c). From the manual shoe the nearer hand draws and the other
/// lays the card down, § 657a.8(c); from the hand the deck stays in the hand first chosen, before the dealer and above
/// the tray, § 657a.9(a)(2). A stub that is not due to be counted goes unseen to the rack: §§ 657a.8(e), 657a.9(c),
/// 657a.10(c). The fold costs Ante and Super Bonus, and with them Queens Up, § 657a.11(b)(1), or a progressive wager
/// but not its envy, § 657a.11(b)(2); the Six Card Bonus stays, and so do the cards, § 657a.11(b)(3), as does the Five
/// Card Hand Bonus. A dealer's card seen after all have answered changes nothing.
pub(super) static PA_657A: Procedure = Procedure {
    cards: CardHandling {
        inspect: clause("657a.4(a)"),
        verify: clause("657a.4(a)"),
        tear_joker: None,
        spread: clause("657a.4(b)"),
        wash: clause("657a.4(c)"),
        each_deck: clause("657a.4(d)"),
        preinspected: clause("657a.4(e)"),
        shuffle: clause("657a.5(a)"),
        shuffle_ordered: Some(clause("657a.5(a)")),
        no_cut: clause("657a.5(c)(1)"),
        must_cut: clause("657a.5(c)(2)"),
        cut: Cut { least: 10, from_bottom_too: false, clause: clause("657a.5(d)"), by: CutBy::Dealer },
        recut: clause("657a.5(e)"),
        reshuffler: Some(clause("657a.5(g)")),
        idle: IdleTable {
            spread: clause("657a.5(f)"),
            turned_up_for_player: false,
            washed: clause("657a.5(f)"),
            stored_deck: None,
        },
        device_miscount: Some(clause("657a.5(b)")),
        two_decks: clause("657a.3(b)"),
        other_deck_shuffles: clause("657a.3(b)(2)"),
        decks_alternate: clause("657a.3(b)(3)"),
        one_deck_in_rack: clause("657a.3(b)(4)"),
        hours: Some(DeckHours { hand: (4, clause("657a.3(c)(1)")), shoe: (8, clause("657a.3(c)(2)")) }),
    },
    start: None,
    wagering: WageringProcedure {
        chips: clause("657a.7(a)"),
        seated: clause("657a.7(b)"),
        leaving: DepartureRule::Loses,
        closed: clause("657a.7(c)"),
        to_take_part: clause("657a.7(d)(1)"),
        beside: clause("657a.7(d)"),
        adjacent: clause("657a.7(e)"),
        larger_first: None,
        match_play: None,
        tip_box: Some(clause("657a.2(e)")),
    },
    dealing: [
        DealProcedure {
            loaded: clause("657a.8(a)"),
            no_more_bets: clause("657a.8(b)"),
            lammers: None,
            lock_out: Some(clause("657a.8(b)")),
            start: StartTiming::Never,
            start_clause: None,
            pattern: DealPattern::Singly,
            recipients: Recipients::WageringPlayers,
            deal: clause("657a.8(d)"),
            shared: Some(SharedCard { comes: SharedCardTiming::First, clause: clause("657a.8(d)") }),
            stub: Stub {
                counted: StubCountRule::AtLeastEvery(5),
                clause: clause("657a.8(f)"),
                right: clause("657a.8(g)"),
                wrong: clause("657a.8(h)"),
            },
            unwagered: None,
        },
        DealProcedure {
            loaded: clause("657a.9(a)(2)"),
            no_more_bets: clause("657a.9(a)(3)"),
            lammers: None,
            lock_out: Some(clause("657a.9(a)(3)")),
            start: StartTiming::Never,
            start_clause: None,
            pattern: DealPattern::Singly,
            recipients: Recipients::WageringPlayers,
            deal: clause("657a.9(b)"),
            shared: Some(SharedCard { comes: SharedCardTiming::First, clause: clause("657a.9(b)") }),
            stub: Stub {
                counted: StubCountRule::AtLeastEvery(5),
                clause: clause("657a.9(d)"),
                right: clause("657a.9(e)"),
                wrong: clause("657a.9(f)"),
            },
            unwagered: None,
        },
        DealProcedure {
            loaded: clause("657a.10(a)(1)"),
            no_more_bets: clause("657a.10(a)(2)"),
            lammers: None,
            lock_out: Some(clause("657a.10(a)(2)")),
            start: StartTiming::Never,
            start_clause: None,
            pattern: DealPattern::Stacks,
            recipients: Recipients::WageringPlayers,
            deal: clause("657a.10(b)"),
            shared: Some(SharedCard { comes: SharedCardTiming::FromNextStack, clause: clause("657a.10(b)") }),
            stub: Stub {
                counted: StubCountRule::AtLeastEvery(5),
                clause: clause("657a.10(d)"),
                right: clause("657a.10(e)"),
                wrong: clause("657a.10(f)"),
            },
            unwagered: None,
        },
    ],
    playing: PlayProcedure {
        look: clause("657a.11(a)"),
        own_cards: clause("657a.11(a)(1)"),
        in_view: clause("657a.11(a)(2)"),
        set_once: None,
        surrender: None,
        double_down: None,
        play_or_fold: Some(PlayOrFoldRule {
            clause: clause("657a.11(b)"),
            most: 3,
            forfeited: clause("657a.11(b)"),
            collected: clause("657a.11(c)"),
        }),
    },
    settling: SettlementProcedure {
        dealer: clause("657a.11(c)"),
        reveal: clause("657a.11(c)(1)"),
        racked: clause("657a.11(h)"),
        reconstruct: clause("657a.11(h)"),
        payout_limit: None,
    },
    irregularities: IrregularityClauses {
        section: clause("657a.13"),
        dice_not_flat: None,
        die_fell_out: None,
        wrong_start: None,
        player_exposed: None,
        dealer_exposed: clause("657a.13(d)"),
        dealer_exposed_only_before_all_acted: true,
        dealer_exposed_in_deal: None,
        exposed_in_deal: None,
        face_up: clause("657a.13(a)"),
        drawn_in_error: clause("657a.13(b)"),
        wrong_count: clause("657a.13(c)"),
        wrong_count_unwagered: None,
        stacks_out_of_order: None,
        set_wrongly: None,
        shuffler_fails: clause("657a.13(e)"),
        shoe_fails: clause("657a.13(f)"),
        out_of_order: clause("657a.13(g)"),
        out_of_order_means: OutOfOrderProcedure::CoveredOrSigned,
    },
    requirements: requirements::PA_657A,
};
