//! Plays a script: runs each action and compares its results, then runs both replays and the same round at an observed
//! table.

use super::action::{self, Action, Speaker};
use super::difference::compare;
use super::laying::{lay, meter};
use super::script::{Script, ScriptStep, words};
use super::script_inputs::ShufflePlans;
use super::script_table::{DEALER, FLOORPERSON, ScriptTable, StopPoint};
use croupier_rules::submission::template;
use croupier_rules::{Cents, Registry};
use croupier_table::journal::{self, Header};
use croupier_table::{Actor, Command, DealMode, Event, Prompt, Refusal, ShuffledBy};
use std::path::Path;

/// How a script went.
#[derive(Default)]
pub(crate) struct ScriptResult {
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

/// What is wrong with a script that shows nothing, since it could not fail.
const EXPECTS_NOTHING: &str = "the script expects nothing: end it with a line that shows the result (`settle`, \
                               `balances`, `meters` or `asks`), then write the expected lines with `croupier run \
                               --update`";

/// Plays a script that lies in a folder, where the submissions it names are looked for.
pub(crate) fn play(registry: &Registry, script: &Script, folder: &Path) -> ScriptResult {
    let mut played = ScriptResult::default();
    let setup = match Setup::read(registry, script, folder) {
        Ok(setup) => setup,
        Err(fault) => {
            played.faults.push(fault);
            return played;
        }
    };
    let mode = if setup.observed { DealMode::Observed } else { DealMode::Sealed };
    let (stage, rulings) = run(registry, script, &setup, mode, &mut played);
    if let Some(stage) = stage {
        // Where lines have results that are not expected, the differences say so already.
        if played.faults.is_empty() && played.differences.is_empty() && !script.expects() {
            played.faults.push(EXPECTS_NOTHING.to_owned());
        }
        if let Some(fault) = journal::verify_by(registry, stage.journal().as_bytes()).fault {
            played.faults.push(format!("the journal does not verify: {fault}"));
        }
        played.journal = stage.journal().to_owned();
    }
    if mode == DealMode::Sealed && played.faults.is_empty() && played.differences.is_empty() && !setup.needs_known_cards
    {
        let mut again = ScriptResult::default();
        let (_, observed) = run(registry, script, &setup, DealMode::Observed, &mut again);
        played.faults.extend(again.faults.into_iter().map(|fault| format!("at an observed table: {fault}")));
        if observed != rulings && played.faults.is_empty() {
            let told = |events: &[Event]| {
                let house = setup.header.house_by(registry).ok();
                let lines = events.iter().filter_map(|event| Some(house.as_ref()?.report(event).text));
                lines.collect::<Vec<_>>().join("; ")
            };
            played.faults.push(format!(
                "an observed table rules differently (write `sealed` if the cards must be known): {}; not: {}",
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
}

impl Setup {
    fn read(registry: &Registry, script: &Script, folder: &Path) -> Result<Self, String> {
        let mut toml: Option<String> = None;
        let mut overrides = Vec::new();
        let (mut observed, mut needs_known_cards) = (false, false);
        let mut as_laid = false;
        for entry in &script.entries {
            let at = |error: String| format!("line {}: {error}", entry.line);
            let list: Vec<&str> = entry.action.split(' ').collect();
            match list[..] {
                ["text" | "submission", _] if toml.is_some() => {
                    return Err(at("a script can have only one `text` or `submission`".to_owned()));
                }
                ["text", text] => {
                    let text = registry.text(text).map_err(|error| at(error.to_string()))?;
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
                ["cards", ..] => {
                    let lines = std::iter::once(&entry.action).chain(entry.below.iter().map(|(_, line)| line));
                    as_laid |= lines.into_iter().any(|line| line.contains("dealer") && line.contains('|'));
                }
                // What only a table that knows the cards refuses or tells.
                ["seat", _, "sets" | "asks", ..] | ["turn", "dealer", ..] | ["reveal", ..] => {
                    needs_known_cards = true;
                }
                ["correct", "seat" | "dealer", ..] => needs_known_cards = true,
                _ => {}
            }
            needs_known_cards |= entry.below.iter().any(|(_, line)| line.starts_with("refused"));
        }
        let toml = toml.ok_or("the script has no `text` or `submission`")?;
        let submission = with(&toml, &overrides)?;
        let program = concat!("croupier ", env!("CARGO_PKG_VERSION"));
        let title = words(script.title());
        let mut header = Header::new(&title, DealMode::Sealed, program, env!("CROUPIER_RULES_HASH"), &submission);
        header.as_laid = as_laid;
        Ok(Self { header, observed, needs_known_cards })
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
        let (path, value) = written.split_once(" = ").ok_or_else(|| wrong("expected a key and a value"))?;
        let mut keys: Vec<&str> = path.split('.').collect();
        let last = keys.pop().ok_or_else(|| wrong("expected a key"))?;
        let mut table = &mut whole;
        for key in keys {
            let entry = table.entry(key).or_insert_with(|| toml::Value::Table(toml::Table::new()));
            table = entry.as_table_mut().ok_or_else(|| wrong(&format!("`{key}` is not a section")))?;
        }
        if value == "none" {
            table.remove(last);
        } else {
            let value: toml::Table = format!("value = {value}").parse().map_err(|_| wrong("invalid value"))?;
            table.extend(value.into_iter().map(|(_, value)| (last.to_owned(), value)));
        }
    }
    toml::to_string(&whole).map_err(|error| error.to_string())
}

/// More often than this no script needs to be played until its decks lie as they must.
const MOST_PLAYINGS: usize = 24;

/// Plays a script until every deck is shuffled as the round it is dealt in needs it; the stage afterwards, and the
/// rulings.
fn run(
    registry: &Registry,
    script: &Script,
    setup: &Setup,
    mode: DealMode,
    played: &mut ScriptResult,
) -> (Option<ScriptTable>, Vec<Event>) {
    let mut header = setup.header.clone();
    header.mode = mode;
    let mut plans = ShufflePlans::new();
    for playing in 1.. {
        let mut this = ScriptResult::default();
        let (stage, rulings) = run_once(registry, script, &header, plans.clone(), &mut this);
        let Some(stage) = stage else {
            *played = this;
            return (None, rulings);
        };
        let mut better = plans.clone();
        better.extend(stage.supply.found.iter().map(|(&shuffle, &plan)| (shuffle, plan)));
        let as_laid = as_laid_rounds(&stage);
        let again = !stage.supply.wrong.is_empty() && better != plans;
        if (again || as_laid != header.as_laid_rounds) && playing < MOST_PLAYINGS {
            (plans, header.as_laid_rounds) = (better, as_laid);
            continue;
        }
        let wrong = stage.supply.wrong.iter();
        this.faults.extend(wrong.map(|(round, what)| format!("round {round}: {what}")));
        *played = this;
        return (Some(stage), rulings);
    }
    (None, Vec::new())
}

/// The rounds in which the dealer's hands lie as the script lays them; none if that is so in all.
fn as_laid_rounds(stage: &ScriptTable) -> Vec<u64> {
    let all = stage.dealer_laid.values().all(|laid| *laid);
    stage.dealer_laid.iter().filter(|(_, laid)| **laid && !all).map(|(round, _)| *round).collect()
}

/// Plays all entries once.
fn run_once(
    registry: &Registry,
    script: &Script,
    header: &Header,
    plans: ShufflePlans,
    played: &mut ScriptResult,
) -> (Option<ScriptTable>, Vec<Event>) {
    let mut stage = match ScriptTable::new(registry, header, plans) {
        Ok(stage) => stage,
        Err(fault) => {
            played.faults.push(fault);
            return (None, Vec::new());
        }
    };
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
            | Event::DealerSet { .. }
    )
}

/// Does what an entry says; what came of it, in words.
fn play_entry(stage: &mut ScriptTable, entry: &ScriptStep) -> Result<Vec<String>, String> {
    let line = &entry.action;
    let list: Vec<&str> = line.split(' ').collect();
    match list[..] {
        ["text" | "submission" | "with" | "observed" | "sealed", ..] => return Ok(Vec::new()),
        ["dice", a, b, c] => {
            stage.supply.dice = read_dice([a, b, c]).ok_or("each die must show 1 to 6")?;
            return Ok(Vec::new());
        }
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
        ["meter", ref name @ .., amount] if !name.is_empty() => {
            let place = meter(stage, &name.join(" "))?;
            let amount = action::money(amount)?;
            if !(0..=MOST_ON_A_METER.0).contains(&amount.0) {
                return Err(format!("a meter must be $0 to {MOST_ON_A_METER}"));
            }
            stage.supply.meters.0[place].amount = croupier_table::Centicents::of(amount);
            return Ok(Vec::new());
        }
        ["new", "cards"] => {
            stage.supply.forget();
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

/// What events say that concern somebody: all of them, or only how the dealer set and what became of money and hands.
fn report_lines(stage: &ScriptTable, events: &[Event], all: bool) -> Vec<String> {
    let house = stage.table.house();
    let telling = events.iter().filter(|event| all || ruled(event));
    let lines = telling.map(|event| house.report(event)).filter(|line| line.telling);
    let lines = lines.map(|line| match line.clause {
        Some(clause) => format!("{}  {clause}", line.text),
        None => line.text,
    });
    lines.collect()
}

/// How the dealer set hands since so many events had happened: a script shows that wherever it happens, also where the
/// line itself only goes on by the book.
fn dealer_lines(stage: &ScriptTable, from: usize) -> Vec<String> {
    let set = |event: &&Event| matches!(event, Event::DealerSet { .. });
    let events: Vec<Event> = stage.happened[from..].iter().filter(set).cloned().collect();
    report_lines(stage, &events, true)
}

fn refused(refusal: &Refusal) -> String {
    match refusal.clause {
        Some(clause) => format!("refused: {}  {clause}", refusal.message),
        None => format!("refused: {}", refusal.message),
    }
}

/// Gives a command and tells what came of it.
fn give(stage: &mut ScriptTable, by: Actor, command: Command) -> Vec<String> {
    match stage.give(by, command) {
        Ok(events) => report_lines(stage, &events, true),
        Err(refusal) => vec![refused(&refusal)],
    }
}

fn person(stage: &ScriptTable, speaker: Speaker) -> Actor {
    match speaker {
        Speaker::Dealer => DEALER,
        Speaker::Floorperson => FLOORPERSON,
        Speaker::House => Actor::HOUSE,
        Speaker::Player(seat) => stage.player(seat),
    }
}

fn perform(stage: &mut ScriptTable, action: Action) -> Result<Vec<String>, String> {
    Ok(match action {
        Action::Wagers { by, seat, player, wagers } => {
            let sits = stage.table.state().seats[seat.index()];
            if let (Some(named), Some(sits)) = (player, sits)
                && named != sits
            {
                return Err(format!("{seat} belongs to player {}", sits.number()));
            }
            let player = player.unwrap_or(croupier_table::PersonId::new(u32::from(seat.number())));
            let mut lines = Vec::new();
            // Whoever is named as the one who acts sits down nowhere by that.
            if by.is_none()
                && let Err(refusal) = stage.seat(seat, player)
            {
                return Ok(vec![refused(&refusal)]);
            }
            for (wager, amount, tender) in wagers {
                let placed = stage.place(by.unwrap_or_else(|| stage.player(seat)), seat, wager, amount, tender);
                match placed {
                    Ok(events) => lines.extend(report_lines(stage, &events, true)),
                    Err(refusal) => {
                        lines.push(refused(&refusal));
                        return Ok(lines);
                    }
                }
            }
            lines
        }
        Action::Will(seat, will) => {
            stage.will.insert(seat, will);
            Vec::new()
        }
        Action::Give { by, speaker, mut command, at_once } => {
            let from = stage.happened.len();
            if !at_once {
                by_the_book_until(stage, &command)?;
            }
            let mut lines = dealer_lines(stage, from);
            if let Command::CloseRound { secret } = &mut command {
                *secret = croupier_table::StepInputs::secret(&mut stage.supply);
            }
            lines.extend(give(stage, by.unwrap_or_else(|| person(stage, speaker)), command));
            lines
        }
        Action::Reserve { by } => {
            let share = |ask| if let Prompt::Reserve(due) = ask { Some(due) } else { None };
            let due = stage.table.prompts().into_iter().find_map(share);
            let taken = due.and_then(|due| stage.supply.meters.answer(&due));
            let taken = taken.ok_or("no share of a meter is to be paid")?;
            give(stage, by.unwrap_or(Actor::HOUSE), Command::Reserve(Box::new(taken)))
        }
        Action::Shuffle { actor, deck, by, counted } => {
            let table = stage.table.clone();
            let supplied = croupier_table::StepInputs::shuffle(&mut stage.supply, &table, deck);
            let (order, seal) = supplied.map_or((None, None), |(order, seal)| (Some(Box::new(order)), seal));
            let by = by.unwrap_or(if table.shuffles_by_device() { ShuffledBy::Device } else { ShuffledBy::Hand });
            give(stage, actor.unwrap_or(DEALER), Command::Shuffle { deck, by, order, seal, counted })
        }
        Action::Go(until) => {
            let from = stage.happened.len();
            stage.go(until)?;
            dealer_lines(stage, from)
        }
        Action::Settle => {
            let events = stage.go(StopPoint::Settled)?;
            report_lines(stage, &events, false)
        }
        Action::Later(span) => {
            stage.now.0 += span;
            Vec::new()
        }
        Action::Balances => {
            let mut players: Vec<_> = stage.table.state().ledger.players().collect();
            players.sort_unstable();
            let net = |who| stage.net(who);
            players.into_iter().map(|who| format!("player {}  {}", who, signed(net(who)))).collect()
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
        Action::Asks => stage.table.prompts().iter().map(ToString::to_string).collect(),
    })
}

fn signed(amount: Cents) -> String {
    if amount.0 > 0 { format!("+{amount}") } else { amount.to_string() }
}

/// A script that has only placed wagers goes on by the book to where a command belongs; one that has counted the stub,
/// to the end of the deal.
fn by_the_book_until(stage: &mut ScriptTable, command: &Command) -> Result<(), String> {
    use croupier_rules::Phase;
    use croupier_rules::procedure::SurrenderTiming;
    stage.open().map_err(|refusal| refusal.to_string())?;
    if after_the_deal(command) && stage.reached(StopPoint::Collect) {
        return stage.give(DEALER, Command::CollectUnwagered).map(drop).map_err(|refusal| refusal.to_string());
    }
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
        | Command::Complete(_) => StopPoint::Deciding,
        Command::Surrender(_) if surrender == Some(SurrenderTiming::WhenDealerSets) => StopPoint::Reveal,
        Command::Surrender(_) => StopPoint::Deciding,
        Command::TurnDealer { .. } => StopPoint::Turn,
        Command::Reveal { .. } => StopPoint::Reveal,
        Command::NoMoreBets => {
            stage.go(StopPoint::Ready)?;
            StopPoint::OtherDeck
        }
        Command::CountProgressive { .. } => StopPoint::Count,
        Command::Roll { .. } | Command::DrawStart(_) => StopPoint::Start,
        Command::Deal { .. } => StopPoint::Deal,
        Command::CountStub { .. } | Command::RackStub => StopPoint::Stub,
        Command::CollectUnwagered => StopPoint::Collect,
        _ => return Ok(()),
    };
    stage.go(until).map(drop)
}

/// Whether a command belongs after the deal.
const fn after_the_deal(command: &Command) -> bool {
    matches!(
        command,
        Command::SetHands { .. }
            | Command::AskHouseWay(_)
            | Command::DoubleDown { .. }
            | Command::Surrender(_)
            | Command::AwaitConnection(_)
            | Command::Complete(_)
            | Command::CoverShaker { .. }
            | Command::TurnDealer { .. }
            | Command::Reveal { .. }
    )
}
