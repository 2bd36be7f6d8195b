//! How a table of Three Card House is run, step by step.
//!
//! A game that is set, doubled, surrendered or started by dice says so in the fields that are
//! `None` here.

use croupier_rules::clause;
use croupier_rules::procedure::{
    CardHandling, Cut, CutBy, DealPattern, DealProcedure, DepartureRule, IdleTable, IrregularityClauses,
    OutOfOrderProcedure, PlayOrFoldRule, PlayProcedure, Procedure, Recipients, SettlementProcedure, StartTiming, Stub,
    StubCountRule, SubmissionRequirements, WageringProcedure,
};
use croupier_rules::vocabulary::Inscription;
use croupier_rules::{Clause, WagerKind};

const SHUFFLED: Clause = clause("TCH 4(a)");
const TWO_DECKS: Clause = clause("TCH 2(b)");

/// The three ways of dealing differ only in how many cards come at once.
const fn dealing(pattern: DealPattern) -> DealProcedure {
    DealProcedure {
        loaded: clause("TCH 7(a)"),
        no_more_bets: clause("TCH 7(a)"),
        lammers: None,
        lock_out: None,
        start: StartTiming::Never,
        start_clause: None,
        pattern,
        recipients: Recipients::WageringPlayers,
        deal: clause("TCH 7(b)"),
        shared: None,
        stub: Stub {
            counted: StubCountRule::EveryRound,
            clause: clause("TCH 7(c)"),
            right: clause("TCH 7(c)"),
            wrong: clause("TCH 7(d)"),
        },
        unwagered: None,
    }
}

pub(super) static TCH: Procedure = Procedure {
    cards: CardHandling {
        inspect: clause("TCH 3(a)"),
        verify: clause("TCH 3(a)"),
        tear_joker: None,
        spread: clause("TCH 3(b)"),
        wash: clause("TCH 3(b)"),
        each_deck: clause("TCH 3(a)"),
        preinspected: clause("TCH 3(c)"),
        shuffle: SHUFFLED,
        shuffle_ordered: Some(SHUFFLED),
        no_cut: clause("TCH 4(b)"),
        must_cut: clause("TCH 4(c)"),
        cut: Cut { least: 10, from_bottom_too: false, clause: clause("TCH 4(c)"), by: CutBy::Dealer },
        recut: clause("TCH 4(d)"),
        reshuffler: None,
        idle: IdleTable {
            spread: clause("TCH 4(e)"),
            turned_up_for_player: false,
            washed: clause("TCH 4(e)"),
            stored_deck: None,
        },
        device_miscount: None,
        two_decks: TWO_DECKS,
        other_deck_shuffles: TWO_DECKS,
        decks_alternate: TWO_DECKS,
        one_deck_in_rack: TWO_DECKS,
        hours: None,
    },
    start: None,
    wagering: WageringProcedure {
        chips: clause("TCH 6(a)"),
        seated: clause("TCH 6(b)"),
        leaving: DepartureRule::Loses,
        closed: clause("TCH 6(c)"),
        to_take_part: clause("TCH 6(d)"),
        beside: clause("TCH 6(e)"),
        adjacent: clause("TCH 6(f)"),
        larger_first: None,
        match_play: None,
        tip_box: None,
    },
    dealing: [dealing(DealPattern::Singly), dealing(DealPattern::Singly), dealing(DealPattern::Stacks)],
    playing: PlayProcedure {
        look: clause("TCH 8(a)"),
        own_cards: clause("TCH 8(a)"),
        in_view: clause("TCH 8(a)"),
        set_once: None,
        surrender: None,
        double_down: None,
        play_or_fold: Some(PlayOrFoldRule {
            clause: clause("TCH 8(b)"),
            most: 1,
            forfeited: clause("TCH 8(b)"),
            collected: clause("TCH 8(c)"),
        }),
    },
    settling: SettlementProcedure {
        dealer: clause("TCH 8(c)"),
        reveal: clause("TCH 8(f)"),
        racked: clause("TCH 8(f)"),
        reconstruct: clause("TCH 8(f)"),
        payout_limit: None,
    },
    irregularities: IrregularityClauses {
        section: clause("TCH 10"),
        dice_not_flat: None,
        die_fell_out: None,
        wrong_start: None,
        player_exposed: None,
        dealer_exposed: clause("TCH 10(c)"),
        dealer_exposed_only_before_all_acted: true,
        dealer_exposed_in_deal: None,
        exposed_in_deal: None,
        face_up: clause("TCH 10(a)"),
        drawn_in_error: clause("TCH 10(b)"),
        wrong_count: clause("TCH 10(a)"),
        wrong_count_unwagered: None,
        stacks_out_of_order: None,
        set_wrongly: None,
        shuffler_fails: clause("TCH 10(d)"),
        shoe_fails: clause("TCH 10(d)"),
        out_of_order: clause("TCH 10(d)"),
        out_of_order_means: OutOfOrderProcedure::CoveredOrSigned,
    },
    requirements: SubmissionRequirements {
        operator: "house",
        template: super::TEMPLATE,
        electronic: Some(super::SUBMISSION),
        chapter: None,
        positions: clause("TCH 1(a)"),
        states_adjacent: false,
        wagers: clause("TCH 6(e)"),
        areas: &[
            (WagerKind::Main, clause("TCH 1(b)")),
            (WagerKind::Play, clause("TCH 1(b)")),
            (WagerKind::Bonus, clause("TCH 1(b)")),
        ],
        places: &[],
        inscriptions: &[(Inscription::PayoutOdds, clause("TCH 1(c)"))],
        back_colours: clause("TCH 2(c)"),
        reshuffler_counts: false,
        hand_needs_device: None,
        shoe_approved: None,
        start: None,
        dealt_once: &[],
        house_way: clause("TCH 8(c)"),
        shipped_way: None,
        ranking: clause("TCH 5"),
        options: &[],
        progressive: None,
        names_links: false,
        qualifying: None,
    },
};
