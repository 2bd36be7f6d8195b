//! How the API shows a table: its entry in the lobby, its sheet with all it offers, and its current state.

use super::Casino;
use super::hands::{HandNames, called};
use crate::pit::{CalledPerson, Deadline, StuckStep, TableHandle, TableUpdate};
use crate::store::MeterState;
use croupier_rules::submission::{Completion, HouseRules, Stake};
use croupier_rules::{Card, Cents, FundedBy, Phase, PlacedWhen, Seat, game};
use croupier_table::{Audience, DealMode, PersonId, TableStatus, TableWager, View};
use serde::Serialize;
use utoipa::ToSchema;

/// A table in the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TableBrief {
    /// Its number.
    id: i64,
    /// Its name.
    name: String,
    /// The text it plays by.
    #[schema(example = "pa-657a")]
    text: String,
    /// The game.
    #[schema(example = "Crazy 4 Poker")]
    game: &'static str,
    /// Whether the program deals (`electronic`) or people do (`dealt`).
    kind: &'static str,
    /// Whether its chips are worth nothing.
    play_chips: bool,
    /// Whether it is open: `closed`, `open` or `idle`.
    status: TableStatus,
    /// The number of the last round.
    round: u64,
    /// Where it stands.
    phase: Phase,
    /// How many betting positions it has.
    positions: u8,
    /// The seats that are free.
    free_seats: Vec<Seat>,
    /// The least main wager, in cents.
    minimum: Cents,
    /// The most, in cents.
    maximum: Cents,
    /// What stands on its meters.
    meters: Vec<MeterBrief>,
    /// The step of the program that an electronic table refuses: it needs the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    stuck: Option<StuckStep>,
    /// The person an electronic table waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    called_for: Option<CalledPerson>,
}

/// What stands on a meter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct MeterBrief {
    /// Its number.
    id: i64,
    /// What it is called at the table.
    name: String,
    /// What stands on it, in whole cents.
    amount: Cents,
    /// Whether wagers that feed it are taken.
    runs: bool,
}

/// A table with all it offers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TableSheet {
    #[serde(flatten)]
    table: TableBrief,
    /// The wagers, in the order they are settled.
    wagers: Vec<WagerSheet>,
    /// How many adjacent areas one player may wager on.
    adjacent_areas: u8,
    /// How many cards a hand is dealt.
    cards: usize,
    /// Whether the joker is in the deck.
    joker: bool,
    /// How many of them are set into each hand, high first; empty where none are.
    hands: Vec<usize>,
    /// The most one betting area is paid in a round, in cents, where the text sets a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    payout_limit: Option<Cents>,
    /// The clause that lets a player give up the main wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    surrender: Option<String>,
    /// How many seconds a seat may think.
    seconds: u16,
    /// What happens to a seat that does not answer: `house-way`, `fold` or `play`.
    silent_seat: &'static str,
    /// How many seconds the clock stops, once, for a lost connection.
    #[serde(skip_serializing_if = "Option::is_none")]
    reconnect_seconds: Option<u16>,
    /// As this number a patron who shows no card is seated; the one the house gives him then is above it.
    no_card: PersonId,
    /// The whole rules submission.
    submission: String,
}

/// A wager that is offered.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct WagerSheet {
    /// Which.
    #[schema(example = "queens-up")]
    wager: String,
    /// What the text calls it.
    title: &'static str,
    /// The clause.
    clause: String,
    /// The least, the most and the step, in cents; nothing where it equals the main wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<LimitsSheet>,
    /// The letter of its paytable.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    letter: Option<char>,
    /// What it pays, as it is printed; empty for a contest with the dealer.
    pays: Vec<PaySheet>,
    /// When it is placed: `to-take-part`, `beside`, `after-seeing-cards` or `never`.
    placed: &'static str,
    /// What it is made with: `chips`, `progressive-chip` or `game-account`.
    made_with: &'static str,
    /// What it earns its owner in envy of others' hands, by the least wager that earns it.
    envy: Vec<EnvySheet>,
}

/// What a wager earns in envy.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct EnvySheet {
    /// The wager from which this is earned, in cents.
    from: Cents,
    /// Another's hands and what each earns.
    rows: Vec<EnvyRowSheet>,
}

/// A hand of another, and what it earns in envy.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct EnvyRowSheet {
    /// The hand.
    hand: String,
    /// What it earns, in cents.
    earns: Cents,
}

/// What may be staked, in cents.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct LimitsSheet {
    /// The least.
    minimum: Cents,
    /// The most.
    maximum: Cents,
    /// The step.
    increment: Cents,
}

/// A row of a paytable, as it is printed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PaySheet {
    /// The hand.
    hand: String,
    /// What it pays.
    pays: String,
    /// What it earns others in envy, in cents.
    #[serde(skip_serializing_if = "Option::is_none")]
    envy: Option<Cents>,
}

/// A table as somebody sees it now.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CurrentTable {
    /// Its number.
    pub(super) table: i64,
    /// What he sees.
    pub(super) view: View,
    /// Until when what is waited for.
    pub(super) deadlines: Vec<Deadline>,
    /// The seats whose players are asked to make a wager, and until when each keeps the seat without one.
    pub(super) sitting_out: Vec<Deadline>,
    /// The step of the program that the table refuses: it needs the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stuck: Option<StuckStep>,
    /// The person an electronic table waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) called_for: Option<CalledPerson>,
    /// Who has made his wagers, or does not surrender, whichever is waited for.
    pub(super) ready: Vec<PersonId>,
    /// The house's time, so that a page can count down by it.
    pub(super) now: croupier_table::Timestamp,
    /// What stands on the table's meters.
    pub(super) meters: Vec<MeterBrief>,
    /// What the hands are called that he sees.
    pub(super) called: Vec<HandNames>,
}

/// A table's sheet.
pub(super) fn whole(casino: &Casino, handle: &TableHandle) -> TableSheet {
    let rules = &handle.house.rules;
    let wagers = handle.house.prices().iter().map(|price| {
        let limits = match price.offered.stake {
            Stake::Within(limits) => Some((limits.minimum, limits.maximum, limits.increment)),
            Stake::Fixed(amount) => Some((amount, amount, amount)),
            Stake::EqualToMain => None,
        };
        WagerSheet {
            wager: price.spec.kind.to_string(),
            title: price.spec.title,
            clause: price.spec.clause.to_string(),
            limits: limits.map(|(minimum, maximum, increment)| LimitsSheet { minimum, maximum, increment }),
            letter: price.offered.letter,
            pays: rules
                .posted(price.spec.kind)
                .map(|row| PaySheet { hand: row.hand.clone(), pays: row.pays.clone(), envy: row.envy })
                .collect(),
            placed: match price.spec.placed {
                PlacedWhen::ToTakePart => "to-take-part",
                PlacedWhen::Beside => "beside",
                PlacedWhen::AfterSeeingCards => "after-seeing-cards",
                PlacedWhen::Never => "never",
            },
            made_with: match price.spec.settled.made_with {
                FundedBy::Chips => "chips",
                FundedBy::ProgressiveChip => "progressive-chip",
                FundedBy::GameAccount => "game-account",
            },
            envy: envy(rules, price),
        }
    });
    let game = handle.house.game;
    let shape = game.shape().map(|shape| [shape.high, shape.medium, shape.low]);
    TableSheet {
        table: brief(casino, handle),
        wagers: wagers.collect(),
        adjacent_areas: rules.adjacent_areas,
        cards: game.cards_dealt(),
        joker: game.deck().contains(Card::JOKER),
        hands: shape.into_iter().flatten().filter(|size| *size > 0).collect(),
        payout_limit: rules.payout_limit,
        surrender: game.procedure().playing.surrender.map(|surrender| surrender.clause.to_string()),
        seconds: rules.silent_seat.seconds,
        silent_seat: match rules.silent_seat.completion {
            Completion::HouseWay => "house-way",
            Completion::Fold => "fold",
            Completion::Play => "play",
        },
        reconnect_seconds: rules.silent_seat.reconnect_seconds,
        no_card: PersonId::NoCard,
        submission: handle.row.submission.clone(),
    }
}

/// The schedules by which a wager at this table earns envy: none that its limits do not reach.
fn envy(rules: &HouseRules, price: &TableWager) -> Vec<EnvySheet> {
    let payouts = game(rules.text).payouts();
    let schedules = payouts.envy(price.spec.kind, price.offered.letter);
    let earned = schedules.filter(|schedule| {
        let by = payouts.envy_earned(schedule.wager, price.offered.letter, schedule.amount, rules.choices.readings);
        let most = match price.offered.stake {
            Stake::Within(limits) => limits.maximum,
            Stake::Fixed(amount) => amount,
            Stake::EqualToMain => schedule.amount,
        };
        by.is_some() && schedule.amount <= most
    });
    let row = |(hand, earns): &(String, Cents)| EnvyRowSheet { hand: hand.clone(), earns: *earns };
    earned.map(|schedule| EnvySheet { from: schedule.amount, rows: schedule.rows.iter().map(row).collect() }).collect()
}

/// A table in a line of the lobby.
pub(super) fn brief(casino: &Casino, handle: &TableHandle) -> TableBrief {
    let shown = handle.desk.current();
    let (state, rules) = (shown.table.state(), &handle.house.rules);
    let limits = handle.house.price(croupier_rules::WagerKind::Main).map(|price| price.offered.stake);
    let (minimum, maximum) = match limits {
        Some(Stake::Within(limits)) => (limits.minimum, limits.maximum),
        Some(Stake::Fixed(amount)) => (amount, amount),
        Some(Stake::EqualToMain) | None => (Cents(0), Cents(0)),
    };
    TableBrief {
        id: handle.row.id.0,
        name: handle.row.name.clone(),
        text: rules.text.to_string(),
        game: &rules.text.law().title,
        kind: if handle.row.mode == DealMode::Sealed { "electronic" } else { "dealt" },
        play_chips: rules.automation.play_chips,
        status: state.status,
        round: state.round.number,
        phase: state.round.phase,
        positions: rules.positions,
        free_seats: Seat::ALL
            .into_iter()
            .filter(|seat| seat.number() <= rules.positions && state.seats[seat.index()].is_none())
            .collect(),
        minimum,
        maximum,
        meters: meters(casino, handle),
        stuck: shown.stuck.clone(),
        called_for: shown.called.clone(),
    }
}

/// What stands on a table's meters.
fn meters(casino: &Casino, handle: &TableHandle) -> Vec<MeterBrief> {
    let shown = (0..).zip(handle.meters.iter()).filter_map(|(place, id)| {
        let stands = casino.pit.meters().level(*id)?;
        Some(MeterBrief {
            id: id.0,
            name: handle.house.meter_name(place),
            amount: stands.amount,
            runs: stands.state == MeterState::Running,
        })
    });
    shown.collect()
}

/// A table as an audience sees it after what was told last.
pub(super) fn now(casino: &Casino, handle: &TableHandle, update: &TableUpdate, audience: Audience) -> CurrentTable {
    let view = update.table.view(audience);
    CurrentTable {
        table: handle.row.id.0,
        called: called(handle, &view),
        view,
        deadlines: update.deadlines.iter().map(|timer| timer.display(&casino.clock)).collect(),
        sitting_out: update.sitting_out.iter().map(|timer| timer.display(&casino.clock)).collect(),
        stuck: update.stuck.clone(),
        called_for: update.called.clone(),
        ready: update.ready.clone(),
        now: casino.clock.now(),
        meters: meters(casino, handle),
    }
}
