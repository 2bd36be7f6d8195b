//! How a table of chapter 670a is run, step by step.
//!
//! Note: here players cut the cards, ten or more from either end, and an idle table's deck changes places with
//! the one in the shuffling device; no hand can be surrendered, but the main wager can be doubled.

use super::requirements;
use crate::clause::clause;
use crate::procedure::{
    CardHandling, Cut, CutBy, DealPattern, DealProcedure, DeckHours, DepartureRule, IdleTable, IrregularityClauses,
    OutOfOrderProcedure, PlayProcedure, Procedure, Recipients, SettlementProcedure, StartProcedure, StartTiming, Stub,
    StubCountRule, WageringProcedure,
};
use crate::vocabulary::DealMethod;

/// Six-Card Fortune Pai Gow Poker in Pennsylvania: players cut, six cards go to each, and a wager may be doubled.
///
/// What a shuffle leads to is split in two by § 670a.5(b); § 670a.5(b)(2) forgets the preshuffled deck, which is cut
/// all the same. The order in which the cut is offered is that of § 670a.5(d), also for a recut. The hours of a
/// deck are split in two by § 670a.3(c). From the hand the deck stays in the hand first chosen, before the dealer and
/// above the tray: § 670a.9(a)(2). The one wager made after "no more bets", § 670a.7(c), is the Double Down, open from
/// the end of the deal until the seat has set. The chip count of a progressive must agree, and six
/// positions are dealt to at every table.
pub(super) static PA_670A: Procedure = Procedure {
    cards: CardHandling {
        inspect: clause("670a.4(a)"),
        verify: clause("670a.4(a)"),
        tear_joker: Some(clause("670a.4(b)")),
        spread: clause("670a.4(b)"),
        wash: clause("670a.4(c)"),
        each_deck: clause("670a.4(d)"),
        preinspected: clause("670a.4(e)"),
        shuffle: clause("670a.5(a)"),
        shuffle_ordered: Some(clause("670a.5(a)")),
        no_cut: clause("670a.5(b)(1)"),
        must_cut: clause("670a.5(b)(2)"),
        cut: Cut {
            least: 10,
            from_bottom_too: true,
            clause: clause("670a.5(e)"),
            by: CutBy::Players {
                offered: clause("670a.5(c)"),
                first: clause("670a.5(d)(1)"),
                rotation: clause("670a.5(d)(2)"),
            },
        },
        recut: clause("670a.5(f)"),
        reshuffler: Some(clause("670a.5(h)")),
        idle: IdleTable {
            spread: clause("670a.5(g)"),
            turned_up_for_player: false,
            washed: clause("670a.5(g)(1)"),
            stored_deck: Some(clause("670a.5(g)(2)")),
        },
        device_miscount: None,
        two_decks: clause("670a.3(b)"),
        other_deck_shuffles: clause("670a.3(b)(2)"),
        decks_alternate: clause("670a.3(b)(3)"),
        one_deck_in_rack: clause("670a.3(b)(4)"),
        hours: Some(DeckHours { hand: (4, clause("670a.3(c)(1)")), shoe: (8, clause("670a.3(c)(2)")) }),
    },
    start: Some(StartProcedure {
        housed: clause("670a.2(d)(1)(i)"),
        dice_hours: (24, clause("670a.2(d)(1)(i)")),
        shakes: (3, clause("670a.5(i)(1)(i)")),
        total: clause("670a.5(i)(1)(ii)"),
        count: clause("670a.5(i)(1)(iii)"),
        shaken_after: clause("670a.5(i)(1)(iv)"),
        generator: clause("670a.5(i)(2)"),
        // The button of § 670a.5(j) only marks a start found otherwise.
        button: None,
        mark: clause("670a.5(j)"),
    }),
    wagering: WageringProcedure {
        chips: clause("670a.7(a)"),
        seated: clause("670a.7(b)"),
        leaving: DepartureRule::Loses,
        closed: clause("670a.7(c)"),
        to_take_part: clause("670a.7(d)"),
        beside: clause("670a.7(e)"),
        adjacent: clause("670a.7(f)"),
        larger_first: Some(clause("670a.7(f)")),
        match_play: None,
        tip_box: Some(clause("670a.2(e)")),
    },
    dealing: [
        DealProcedure {
            loaded: clause("670a.8(a)"),
            no_more_bets: clause("670a.8(b)"),
            lammers: Some(clause("670a.8(b)(1)")),
            lock_out: Some(clause("670a.8(b)(2)")),
            start: StartTiming::BeforeDealing,
            start_clause: Some(clause("670a.8(c)")),
            pattern: DealPattern::Singly,
            recipients: Recipients::AllPositions,
            deal: clause("670a.8(d)"),
            shared: None,
            stub: Stub {
                counted: StubCountRule::EveryRound,
                clause: clause("670a.8(e)"),
                right: clause("670a.8(e)"),
                wrong: clause("670a.8(f)"),
            },
            unwagered: Some(clause("670a.8(g)")),
        },
        DealProcedure {
            loaded: clause("670a.9(a)(2)"),
            no_more_bets: clause("670a.9(a)(3)"),
            lammers: Some(clause("670a.9(a)(3)(i)")),
            lock_out: Some(clause("670a.9(a)(3)(ii)")),
            start: StartTiming::BeforeDealing,
            start_clause: Some(clause("670a.9(b)")),
            pattern: DealPattern::Singly,
            recipients: Recipients::AllPositions,
            deal: clause("670a.9(c)"),
            shared: None,
            stub: Stub {
                counted: StubCountRule::EveryRound,
                clause: clause("670a.9(d)"),
                right: clause("670a.9(d)"),
                wrong: clause("670a.9(e)"),
            },
            unwagered: Some(clause("670a.9(f)")),
        },
        DealProcedure {
            loaded: clause("670a.10(a)(1)"),
            no_more_bets: clause("670a.10(a)(2)"),
            lammers: Some(clause("670a.10(a)(2)(i)")),
            lock_out: Some(clause("670a.10(a)(2)(ii)")),
            start: StartTiming::BeforeDealing,
            start_clause: Some(clause("670a.10(b)")),
            pattern: DealPattern::Stacks,
            recipients: Recipients::AllPositions,
            deal: clause("670a.10(c)"),
            shared: None,
            stub: Stub {
                counted: StubCountRule::EveryRound,
                clause: clause("670a.10(d)"),
                right: clause("670a.10(d)"),
                wrong: clause("670a.10(e)"),
            },
            unwagered: Some(clause("670a.10(f)")),
        },
    ],
    playing: PlayProcedure {
        look: clause("670a.11(a)"),
        own_cards: clause("670a.11(a)(1)"),
        in_view: clause("670a.11(a)(2)"),
        set_once: Some(clause("670a.11(a)(3)")),
        surrender: None,
        double_down: Some(clause("670a.11(c)")),
        play_or_fold: None,
    },
    settling: SettlementProcedure {
        dealer: clause("670a.11(d)"),
        reveal: clause("670a.11(e)"),
        racked: clause("670a.11(i)"),
        reconstruct: clause("670a.11(j)"),
        payout_limit: None,
    },
    irregularities: IrregularityClauses {
        section: clause("670a.13"),
        dice_not_flat: Some(clause("670a.13(a)")),
        die_fell_out: Some(clause("670a.13(b)")),
        wrong_start: Some(clause("670a.13(c)")),
        player_exposed: Some(clause("670a.13(d)")),
        dealer_exposed: clause("670a.13(e)"),
        dealer_exposed_only_before_all_acted: false,
        dealer_exposed_in_deal: None,
        exposed_in_deal: Some((DealMethod::AutomatedShoe, clause("670a.13(j)"))),
        face_up: clause("670a.13(f)"),
        drawn_in_error: clause("670a.13(g)"),
        wrong_count: clause("670a.13(h)"),
        wrong_count_unwagered: Some(clause("670a.13(k)")),
        stacks_out_of_order: None,
        set_wrongly: Some(clause("670a.13(i)")),
        shuffler_fails: clause("670a.13(l)"),
        shoe_fails: clause("670a.13(m)"),
        out_of_order: clause("670a.13(n)"),
        out_of_order_means: OutOfOrderProcedure::CoveredOrSigned,
    },
    requirements: requirements::PA_670A,
};
