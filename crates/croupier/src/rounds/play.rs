//! Playing a script: each action in turn, what came of it beside what was expected, then both replays, and the round
//! again at an observed table.

use super::action::{self, Action, Speaker};
use super::script::{Entry, Script, words};
use super::stage::{DEALER, FLOORPERSON, Stage, Until};
use super::supply::Laid;
use croupier_rules::submission::template;
use croupier_rules::{Cents, Place, Placed, Setting, Text, Wager};
use croupier_table::journal::{self, Header};
use croupier_table::{Actor, Ask, Command, Event, Mode, Refusal, ShuffledBy};
use std::path::Path;

/// How a script went.
#[derive(Default)]
pub(crate) struct Played {
    /// What came of each of its entries.
    pub(crate) outcomes: Vec<Vec<String>>,
    /// What was expected and did not come, in the script's own form.
    pub(crate) differences: Vec<String>,
    /// What is wrong beyond expectations: a line that makes no sense, a replay that differs.
    pub(crate) faults: Vec<String>,
    /// Whether it was also played at an observed table.
    pub(crate) observed_too: bool,
    /// The journal of what happened.
    pub(crate) journal: String,
}

/// Plays a script that lies in a folder, where the submissions it names are looked for.
pub(crate) fn play(script: &Script, folder: &Path) -> Played {
    let mut played = Played::default();
    let setup = match Setup::read(script, folder) {
        Ok(setup) => setup,
        Err(fault) => {
            played.faults.push(fault);
            return played;
        }
    };
    let mode = if setup.observed { Mode::Observed } else { Mode::Sealed };
    let (stage, rulings) = run(script, &setup, mode, &mut played);
    if let Some(stage) = stage {
        if let Some(fault) = journal::verify(stage.journal().as_bytes()).fault {
            played.faults.push(format!("its journal does not verify: {fault}"));
        }
        played.journal = stage.journal().to_owned();
    }
    if mode == Mode::Sealed && played.faults.is_empty() && played.differences.is_empty() && !setup.needs_known_cards {
        let mut again = Played::default();
        let (_, observed) = run(script, &setup, Mode::Observed, &mut again);
        played.faults.extend(again.faults.into_iter().map(|fault| format!("at an observed table: {fault}")));
        if observed != rulings && played.faults.is_empty() {
            let told = |events: &[Event]| {
                let house = setup.header.house().ok();
                let lines = events.iter().filter_map(|event| Some(house.as_ref()?.report(event).text));
                lines.collect::<Vec<_>>().join("; ")
            };
            played.faults.push(format!(
                "an observed table rules otherwise (write `sealed` if the cards must be known): {}; not: {}",
                told(&observed),
                told(&rulings)
            ));
        }
        played.observed_too = true;
    }
    played
}

/// What a script says about the table before anything happens.
struct Setup {
    header: Header,
    observed: bool,
    needs_known_cards: bool,
    dice: Option<[u8; 3]>,
    number: Option<u8>,
    face_up_at: Option<usize>,
}

impl Setup {
    fn read(script: &Script, folder: &Path) -> Result<Self, String> {
        let mut toml: Option<String> = None;
        let mut overrides = Vec::new();
        let (mut observed, mut needs_known_cards) = (false, false);
        let (mut dice, mut number, mut dealt, mut face_up_at) = (None, None, 0, None);
        let mut as_laid = false;
        for entry in &script.entries {
            let at = |error: String| format!("line {}: {error}", entry.line);
            let list: Vec<&str> = entry.action.split(' ').collect();
            match list[..] {
                ["text" | "submission", _] if toml.is_some() => {
                    return Err(at("the table is named twice: one `text` or `submission` serves".to_owned()));
                }
                ["text", text] => {
                    let text: Text =
                        text.parse().map_err(|error: croupier_rules::UnknownText| at(error.to_string()))?;
                    toml = Some(template(text));
                }
                ["submission", name] => {
                    let path = folder.join(name);
                    let read = std::fs::read_to_string(&path);
                    toml = Some(read.map_err(|error| at(format!("{}: {error}", path.display())))?);
                }
                ["with", ..] => overrides.push((entry.line, entry.action["with ".len()..].to_owned())),
                ["observed"] => observed = true,
                ["sealed"] => needs_known_cards = true,
                ["roll", a, b, c, ..] if dice.is_none() => dice = read_dice([a, b, c]),
                ["dice", a, b, c] => dice = read_dice([a, b, c]),
                ["number", n] if number.is_none() => number = n.parse().ok(),
                ["deal", n, "cards"] if face_up_at.is_none() => dealt += n.parse::<usize>().unwrap_or(0),
                ["face", "up"] if face_up_at.is_none() => face_up_at = Some(dealt),
                ["cards", ..] => {
                    let lines = std::iter::once(&entry.action).chain(entry.below.iter().map(|(_, line)| line));
                    as_laid |= lines.into_iter().any(|line| line.contains("dealer") && line.contains('|'));
                }
                // What only a table that knows the cards refuses or tells.
                ["seat", _, "sets" | "asks", ..] | ["turn", "dealer", ..] | ["reveal", ..] => {
                    needs_known_cards = true;
                }
                ["correct", "seat" | "dealer", ..] | ["set", "wrongly"] => needs_known_cards = true,
                _ => {}
            }
            needs_known_cards |= entry.below.iter().any(|(_, line)| line.starts_with("refused"));
        }
        let toml = toml.ok_or("the script names no `text` and no `submission`")?;
        let submission = with(&toml, &overrides)?;
        let program = concat!("croupier ", env!("CARGO_PKG_VERSION"));
        let title = words(script.title());
        let mut header = Header::new(&title, Mode::Sealed, program, env!("CROUPIER_RULES_HASH"), &submission);
        header.as_laid = as_laid;
        Ok(Self { header, observed, needs_known_cards, dice, number, face_up_at })
    }
}

fn read_dice(words: [&str; 3]) -> Option<[u8; 3]> {
    let dice = words.map(|word| word.parse().unwrap_or(0));
    dice.iter().all(|die| (1..=6).contains(die)).then_some(dice)
}

/// The submission with the script's own values: `with deal.method = "hand"`; a value of `none` takes a key away.
fn with(toml: &str, overrides: &[(usize, String)]) -> Result<String, String> {
    if overrides.is_empty() {
        return Ok(toml.to_owned());
    }
    let mut whole: toml::Table = toml.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    for (line, written) in overrides {
        let wrong = |what: &str| format!("line {line}: {what}; write `with deal.method = \"hand\"`");
        let (path, value) = written.split_once(" = ").ok_or_else(|| wrong("a key and a value are needed"))?;
        let mut keys: Vec<&str> = path.split('.').collect();
        let last = keys.pop().ok_or_else(|| wrong("a key is needed"))?;
        let mut table = &mut whole;
        for key in keys {
            let entry = table.entry(key).or_insert_with(|| toml::Value::Table(toml::Table::new()));
            table = entry.as_table_mut().ok_or_else(|| wrong(&format!("`{key}` is no table")))?;
        }
        if value == "none" {
            table.remove(last);
        } else {
            let value: toml::Table =
                format!("value = {value}").parse().map_err(|_| wrong("the value cannot be read"))?;
            table.extend(value.into_iter().map(|(_, value)| (last.to_owned(), value)));
        }
    }
    toml::to_string(&whole).map_err(|error| error.to_string())
}

/// Plays all entries; the stage afterwards, and the rulings made.
fn run(script: &Script, setup: &Setup, mode: Mode, played: &mut Played) -> (Option<Stage>, Vec<Event>) {
    let mut header = setup.header.clone();
    header.mode = mode;
    let mut stage = match Stage::new(&header) {
        Ok(stage) => stage,
        Err(fault) => {
            played.faults.push(fault);
            return (None, Vec::new());
        }
    };
    stage.supply.face_up_at = setup.face_up_at;
    stage.supply.dice = setup.dice.unwrap_or(stage.supply.dice);
    stage.supply.number = setup.number.filter(|number| (1..=7).contains(number)).unwrap_or(stage.supply.number);
    for entry in &script.entries {
        let outcome = match play_entry(&mut stage, entry) {
            Ok(outcome) => outcome,
            Err(fault) => {
                played.faults.push(format!("line {}: {fault}", entry.line));
                return (Some(stage), Vec::new());
            }
        };
        if !entry.has_data_below() {
            compare(entry, &outcome, &mut played.differences);
        }
        played.outcomes.push(outcome);
    }
    let rulings = stage.happened.iter().filter(|event| ruled(event)).cloned().collect();
    (Some(stage), rulings)
}

const fn ruled(event: &Event) -> bool {
    matches!(
        event,
        Event::Ruled(_)
            | Event::CouponTaken { .. }
            | Event::SharePaid { .. }
            | Event::Reserved { .. }
            | Event::ExtraPaid { .. }
            | Event::EnvyPaid { .. }
            | Event::HandVoided { .. }
            | Event::RoundVoided { .. }
            | Event::Irregular { .. }
            | Event::PlayCut { .. }
    )
}

fn compare(entry: &Entry, outcome: &[String], differences: &mut Vec<String>) {
    let came: Vec<String> = outcome.iter().map(|line| words(line)).collect();
    let expected: Vec<&str> = entry.below.iter().map(|(_, line)| line.as_str()).collect();
    if came == expected {
        return;
    }
    let mut difference = format!("line {}: {}", entry.line, entry.action);
    for line in &expected {
        let sign = if came.iter().any(|came| came == line) { ' ' } else { '-' };
        difference += &format!("\n{sign}   {line}");
    }
    for line in came.iter().filter(|line| !expected.contains(&line.as_str())) {
        difference += &format!("\n+   {line}");
    }
    differences.push(difference);
}

/// Does what an entry says; what came of it, in words.
fn play_entry(stage: &mut Stage, entry: &Entry) -> Result<Vec<String>, String> {
    let line = &entry.action;
    let list: Vec<&str> = line.split(' ').collect();
    match list[..] {
        ["text" | "submission" | "with" | "observed" | "sealed", ..] => return Ok(Vec::new()),
        ["dice", a, b, c] if read_dice([a, b, c]).is_some() => return Ok(Vec::new()),
        ["cards", ..] => {
            let first = line["cards".len()..].trim();
            let below = entry.below.iter().map(|(_, line)| line.as_str());
            for hand in std::iter::once(first).filter(|first| !first.is_empty()).chain(below) {
                lay(stage, hand)?;
            }
            return Ok(Vec::new());
        }
        ["magic", card] => {
            stage.supply.draws.magic =
                Some(card.parse().map_err(|error: croupier_rules::CardError| error.to_string())?);
            return Ok(Vec::new());
        }
        ["lucky", ..] => {
            stage.supply.draws.lucky = match &line["lucky ".len()..] {
                "dealer" => Some(croupier_rules::Position::DEALER),
                seat => Some(croupier_rules::Position::of(action::seat(seat.trim_start_matches("seat "))?)),
            };
            return Ok(Vec::new());
        }
        ["meter", name, amount] => {
            let place = stage.table.house().meters().iter().position(|known| known.meter.name == name);
            let place = place.ok_or_else(|| {
                let names: Vec<_> =
                    stage.table.house().meters().iter().map(|known| known.meter.name.as_str()).collect();
                format!(
                    "the table has no meter `{name}`: it has {}",
                    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
                )
            })?;
            let amount = action::money(amount)?;
            if !(0..=MOST_ON_A_METER.0).contains(&amount.0) {
                return Err(format!("a meter stands between nothing and {MOST_ON_A_METER}"));
            }
            stage.supply.meters.0[place].amount = croupier_table::Hundredths::of(amount);
            return Ok(Vec::new());
        }
        ["new", "cards"] => {
            stage.supply.laid.clear();
            stage.will.clear();
            return Ok(Vec::new());
        }
        _ => {}
    }
    let action = action::read(line)?;
    perform(stage, action)
}

/// More than any meter shows.
const MOST_ON_A_METER: Cents = Cents::dollars(100_000_000);

/// `seat 3 9c 9d 5h 4s | Kh 7s | Qd`: cards at a place, and how they are set if bars say so.
fn lay(stage: &mut Stage, hand: &str) -> Result<(), String> {
    let (place, cards) = match hand.split_once(' ') {
        Some(("seat", rest)) => {
            let (number, cards) = rest.split_once(' ').ok_or("cards are missing")?;
            (Place::Seat(action::seat(number)?), cards)
        }
        Some(("dealer", cards)) => (Place::Dealer, cards),
        Some(("bonus-card", cards)) => (Place::Shared, cards),
        _ => return Err(format!("`{hand}` does not begin with a seat, `dealer` or `bonus-card`")),
    };
    let error = |error: croupier_rules::CardError| error.to_string();
    let listed: Result<Vec<_>, _> =
        cards.split_whitespace().filter(|word| *word != "|").map(|word| word.parse().map_err(error)).collect();
    let setting: Option<Setting> = if cards.contains('|') { Some(cards.parse().map_err(error)?) } else { None };
    let listed = listed?;
    let game = stage.table.house().game;
    let most = if place == Place::Shared { 1 } else { game.cards_dealt() };
    if listed.len() > most {
        return Err(format!("{place} has {most} cards, and {} are laid", listed.len()));
    }
    if place == Place::Shared && game.procedure().dealing.iter().all(|dealing| dealing.shared.is_none()) {
        return Err(format!("{} has no bonus card", game.title()));
    }
    if !matches!(stage.table.round().phase, croupier_rules::Phase::Betting | croupier_rules::Phase::Closed)
        && stage.table.round().out > 0
        && !stage.table.round().settled
    {
        return Err("the cards are dealt: lay them before".to_owned());
    }
    for (number, card) in listed.iter().enumerate() {
        if listed[..number].contains(card) {
            return Err(format!("{card} is laid twice"));
        }
    }
    let others = stage.supply.laid.iter().filter(|(at, _)| **at != place);
    for card in &listed {
        if others.clone().any(|(_, laid)| laid.cards.contains(card)) {
            return Err(format!("{card} is laid twice"));
        }
        if !stage.table.house().game.deck().contains(*card) {
            return Err(format!("{card} is not in the deck"));
        }
    }
    stage.supply.laid.insert(place, Laid { cards: listed, setting });
    Ok(())
}

/// What events say that concern somebody: all of them, or only what became of money and hands.
fn told(stage: &Stage, events: &[Event], all: bool) -> Vec<String> {
    let house = stage.table.house();
    let telling = events.iter().filter(|event| all || ruled(event));
    let lines = telling.map(|event| house.report(event)).filter(|line| line.telling);
    let lines = lines.map(|line| match line.clause {
        Some(clause) => format!("{}  {clause}", line.text),
        None => line.text,
    });
    lines.collect()
}

fn refused(refusal: &Refusal) -> String {
    match refusal.clause {
        Some(clause) => format!("refused: {}  {clause}", refusal.message),
        None => format!("refused: {}", refusal.message),
    }
}

/// Gives a command and tells what came of it.
fn given(stage: &mut Stage, by: Actor, command: Command) -> Vec<String> {
    match stage.give(by, command) {
        Ok(events) => told(stage, &events, true),
        Err(refusal) => vec![refused(&refusal)],
    }
}

fn person(stage: &Stage, speaker: Speaker) -> Actor {
    match speaker {
        Speaker::Dealer => DEALER,
        Speaker::Floorperson => FLOORPERSON,
        Speaker::House => Actor::HOUSE,
        Speaker::Player(seat) => stage.player(seat),
    }
}

fn perform(stage: &mut Stage, action: Action) -> Result<Vec<String>, String> {
    Ok(match action {
        Action::Wagers { seat, player, wagers, only } => {
            let sits = stage.table.state().seats[seat.index()];
            if let (Some(named), Some(sits)) = (player, sits)
                && named != sits
            {
                return Err(format!("{seat} is player {}'s", sits.0));
            }
            let player = player.unwrap_or(croupier_table::Who(u32::from(seat.number())));
            let mut lines = Vec::new();
            if let Err(refusal) = stage.seat(seat, player) {
                return Ok(vec![refused(&refusal)]);
            }
            for (wager, amount, tender) in wagers {
                let placed = stage.place(seat, wager, amount, tender);
                match placed {
                    Ok(events) => lines.extend(told(stage, &events, true)),
                    Err(refusal) => {
                        lines.push(refused(&refusal));
                        return Ok(lines);
                    }
                }
            }
            if !only {
                equal_wagers(stage, seat).map_err(|refusal| refusal.to_string())?;
            }
            lines
        }
        Action::Will(seat, will) => {
            stage.will.insert(seat, will);
            Vec::new()
        }
        Action::Give { by, speaker, mut command, at_once } => {
            if !at_once {
                by_the_book_until(stage, &command)?;
            }
            if let Command::CloseRound { secret } = &mut command {
                *secret = croupier_table::Supply::secret(&mut stage.supply);
            }
            given(stage, by.unwrap_or_else(|| person(stage, speaker)), command)
        }
        Action::Reserve => {
            let share = |ask| if let Ask::Reserve(due) = ask { Some(due) } else { None };
            let due = stage.table.asks().into_iter().find_map(share);
            let taken = due.and_then(|due| stage.supply.meters.answer(&due));
            let taken = taken.ok_or("no share of a meter is due")?;
            given(stage, Actor::HOUSE, Command::Reserve(Box::new(taken)))
        }
        Action::Shuffle { deck, by, counted } => {
            let table = stage.table.clone();
            let supplied = croupier_table::Supply::shuffle(&mut stage.supply, &table, deck);
            let (order, seal) = supplied.map_or((None, None), |(order, seal)| (Some(Box::new(order)), seal));
            let by = by.unwrap_or(if table.shuffles_by_device() { ShuffledBy::Device } else { ShuffledBy::Hand });
            given(stage, DEALER, Command::Shuffle { deck, by, order, seal, counted })
        }
        Action::Go(until) => {
            stage.go(until)?;
            Vec::new()
        }
        Action::Settle => {
            let events = stage.go(Until::Settled)?;
            told(stage, &events, false)
        }
        Action::Later(span) => {
            stage.now.0 += span;
            Vec::new()
        }
        Action::Balances => {
            let mut players: Vec<_> = stage.table.state().ledger.players().collect();
            players.sort_unstable();
            let net = |who| stage.net(who);
            players.into_iter().map(|who| format!("player {}  {}", who.0, signed(net(who)))).collect()
        }
        Action::Meters => {
            let house = stage.table.house();
            let meters = (0..).zip(&stage.supply.meters.0);
            let line = |(place, meter): (u8, &croupier_table::Meter)| {
                let reserve =
                    if meter.reserve.0 == 0 { String::new() } else { format!(", {} in reserve", meter.reserve) };
                format!("{}  {}{reserve}", house.meter_name(place), meter.amount)
            };
            meters.map(line).collect()
        }
        Action::Asks => stage.table.asks().iter().map(ToString::to_string).collect(),
    })
}

fn signed(amount: Cents) -> String {
    if amount.0 > 0 { format!("+{amount}") } else { amount.to_string() }
}

/// The wagers a player must make beside the main one, in the same amount.
fn equal_wagers(stage: &mut Stage, seat: croupier_rules::Seat) -> Result<(), Refusal> {
    let house = stage.table.house().clone();
    let main = stage.table.round().area(seat).main();
    for price in house.prices().iter().filter(|price| price.spec.placed == Placed::ToTakePart) {
        let wager = Wager::own(price.spec.kind);
        let staked = stage.table.round().area(seat).stake(wager);
        let missing = Cents(main.0 - staked.0);
        if price.offered.stake == croupier_rules::submission::Stake::EqualToMain && missing.0 > 0 {
            stage.place(seat, wager, missing, None)?;
        }
    }
    Ok(())
}

/// A script that has only placed wagers goes on by the book to where a command belongs.
fn by_the_book_until(stage: &mut Stage, command: &Command) -> Result<(), String> {
    use croupier_rules::Phase;
    use croupier_rules::procedure::SurrenderOpens;
    stage.open().map_err(|refusal| refusal.to_string())?;
    if stage.table.round().phase != Phase::Betting {
        return Ok(());
    }
    let surrender = stage.table.house().procedure.playing.surrender.map(|surrender| surrender.opens);
    let until = match command {
        Command::SetHands { .. }
        | Command::AskHouseWay(_)
        | Command::DoubleDown { .. }
        | Command::Play { .. }
        | Command::Fold(_)
        | Command::AwaitConnection(_)
        | Command::Complete(_) => Until::Deciding,
        Command::Surrender(_) if surrender == Some(SurrenderOpens::WhenDealerSets) => Until::Reveal,
        Command::Surrender(_) => Until::Deciding,
        Command::TurnDealer { .. } => Until::Turn,
        Command::Reveal { .. } => Until::Reveal,
        Command::NoMoreBets => Until::Ready,
        Command::CountProgressive { .. } => Until::Count,
        Command::Roll { .. } | Command::DrawStart(_) => Until::Start,
        Command::Deal { .. } => Until::Deal,
        Command::CountStub { .. } | Command::RackStub => Until::Stub,
        _ => return Ok(()),
    };
    stage.go(until).map(drop)
}
