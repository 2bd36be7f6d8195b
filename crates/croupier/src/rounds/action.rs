//! What a line of a script means: a command to the table, or an instruction to the script player.

use super::script_table::{SeatAnswer, StopPoint};
use croupier_rules::{Cents, Irregularity, Place, Seat, Setting, Wager};
use croupier_table::{Actor, Command, DeckId, DeclaredOutcome, Device, PersonId, Purse, Reveal, ShuffledBy, Tender};

/// Something a script does.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A player sits down and places wagers.
    Wagers { by: Option<Actor>, seat: Seat, player: Option<PersonId>, wagers: Vec<(Wager, Cents, Option<Tender>)> },
    /// What a seat will answer.
    Will(Seat, SeatAnswer),
    /// A command: by whom if not by the one the text names, and whether it is given without going on by the book first.
    Give { by: Option<Actor>, speaker: Speaker, command: Command, at_once: bool },
    /// The house takes a share off a meter, or somebody else tries to.
    Reserve { by: Option<Actor> },
    /// A shuffle, whose order the script supplies; by whom if not by the dealer.
    Shuffle { actor: Option<Actor>, deck: DeckId, by: Option<ShuffledBy>, counted: Option<u8> },
    /// On by the book.
    Go(StopPoint),
    /// On by the book, and what became of everybody's money.
    Settle,
    /// Time passes.
    Later(u64),
    /// What everybody has won or lost.
    Balances,
    /// What stands on the meters.
    Meters,
    /// What the table waits for.
    Asks,
}

/// Who gives a command by the book.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Speaker {
    Dealer,
    Floorperson,
    House,
    Player(Seat),
}

/// Reads an action.
pub(crate) fn read(line: &str) -> Result<Action, String> {
    let (line, at_once) = line.strip_prefix("at once: ").map_or((line, false), |line| (line, true));
    let (by, rest) = speaker(line);
    let words: Vec<&str> = rest.split(' ').collect();
    if let Some(action) = order(by, rest, &words)? {
        let given = matches!(action, Action::Reserve { .. } | Action::Shuffle { .. });
        return match by {
            Some(_) if !given => Err(format!("`{rest}` is not a command, so nobody can give it")),
            _ if at_once => Err(format!("`{rest}` is not a command, so it cannot follow `at once:`")),
            _ => Ok(action),
        };
    }
    if words[0] == "seat" {
        return of_seat(by, at_once, rest, &words);
    }
    let (speaker, command) = command(rest, &words)?;
    Ok(Action::Give { by, speaker, command, at_once })
}

/// `player 3: …`, `dealer: …`, `floorperson: …`, `house: …` name who gives the command.
fn speaker(line: &str) -> (Option<Actor>, &str) {
    let Some((who, rest)) = line.split_once(": ") else { return (None, line) };
    let actor = match who.split(' ').collect::<Vec<_>>()[..] {
        ["dealer"] => Some(super::script_table::DEALER),
        ["floorperson"] => Some(super::script_table::FLOORPERSON),
        ["manager"] => Some(super::script_table::MANAGER),
        ["house"] => Some(Actor::HOUSE),
        ["player", number] => number.parse().ok().map(Actor::player),
        _ => None,
    };
    if actor.is_some() { (actor, rest) } else { (None, line) }
}

fn order(by: Option<Actor>, rest: &str, words: &[&str]) -> Result<Option<Action>, String> {
    Ok(Some(match words {
        ["settle"] => Action::Settle,
        ["close"] => Action::Go(StopPoint::Closed),
        ["balances"] => Action::Balances,
        ["meters"] => Action::Meters,
        ["asks"] => Action::Asks,
        ["reserve"] => Action::Reserve { by },
        ["later", spans @ ..] => Action::Later(spans.iter().map(|span| time(span)).sum::<Result<u64, String>>()?),
        ["to", ..] => Action::Go(match &rest[3..] {
            "the cards" => StopPoint::Ready,
            "no more bets" => StopPoint::BetsClosed,
            "the count" => StopPoint::Count,
            "the draw" => StopPoint::Draw,
            "the start" => StopPoint::Start,
            "the deal" => StopPoint::Deal,
            "the stub" => StopPoint::Stub,
            "the unwagered cards" => StopPoint::Collect,
            "the decisions" => StopPoint::Deciding,
            "the dealer" => StopPoint::Responding,
            "the reveal" => StopPoint::Reveal,
            "the end" => StopPoint::Settled,
            other => return Err(format!("unknown place `{other}` after `to`")),
        }),
        ["shuffle", rest @ ..] => {
            let (deck, rest) = deck_of(rest);
            let (how, rest) = match rest {
                ["by", "hand", rest @ ..] => (Some(ShuffledBy::Hand), rest),
                ["by", "device", rest @ ..] => (Some(ShuffledBy::Device), rest),
                ["beforehand", rest @ ..] => (Some(ShuffledBy::Before), rest),
                rest => (None, rest),
            };
            let counted = match rest {
                [] => None,
                ["counted", count] => Some(number(count)?),
                _ => return Err("write `shuffle [first|second] [by hand|by device|beforehand] [counted N]`".into()),
            };
            Action::Shuffle { actor: by, deck, by: how, counted }
        }
        _ => return Ok(None),
    }))
}

fn of_seat(by: Option<Actor>, at_once: bool, rest: &str, words: &[&str]) -> Result<Action, String> {
    let seat = seat(words.get(1).copied().unwrap_or_default())?;
    let give = |command| Ok(Action::Give { by, speaker: Speaker::Player(seat), command, at_once });
    let after = |count: usize| words[count.min(words.len())..].join(" ");
    match &words[2..] {
        ["will", ..] if by.is_some() => Err(format!("`{rest}` is not a command, so nobody can give it")),
        ["will", "fold"] => Ok(Action::Will(seat, SeatAnswer::Fold)),
        ["will", "double"] => Ok(Action::Will(seat, SeatAnswer::Double)),
        ["will", "play", amount] => Ok(Action::Will(seat, SeatAnswer::Play(money(amount)?))),
        ["sits"] => match by {
            Some(Actor { who, .. }) => give(Command::Sit { seat, player: who }),
            None => Ok(Action::Wagers { by, seat, player: None, wagers: Vec::new() }),
        },
        ["player", who] => {
            let player = PersonId::new(number(who)?);
            match by {
                Some(_) => give(Command::Sit { seat, player }),
                None => Ok(Action::Wagers { by, seat, player: Some(player), wagers: Vec::new() }),
            }
        }
        ["leaves"] => give(Command::Leave(seat)),
        ["repeats"] => give(Command::Repeat(seat)),
        ["takes", "back", taken] => give(Command::TakeBack { seat, wager: wager(taken)? }),
        ["tips", amount] => give(Command::Tip { seat, amount: money(amount)? }),
        ["declines", "the", "cut"] => give(Command::DeclineCut(seat)),
        ["lays"] => give(Command::SetHands { seat, setting: None }),
        ["sets", ..] => give(Command::SetHands { seat, setting: Some(setting(&after(3))?) }),
        ["asks", "the", "house", "way"] => give(Command::AskHouseWay(seat)),
        ["doubles"] => give(Command::DoubleDown { seat, take: true }),
        ["declines"] => give(Command::DoubleDown { seat, take: false }),
        ["plays", "out"] => give(Command::VoidHand { seat, void: false }),
        ["plays", amount] => give(Command::Play { seat, amount: money(amount)? }),
        ["folds"] => give(Command::Fold(seat)),
        ["surrenders"] => give(Command::Surrender(seat)),
        ["voids"] => give(Command::VoidHand { seat, void: true }),
        _ => wagers(by, seat, rest),
    }
}

/// `seat 3 [player 2] main $25, fortune-bonus $5, coupon $10, cash $5 [only]`
fn wagers(by: Option<Actor>, seat: Seat, rest: &str) -> Result<Action, String> {
    let rest = rest.splitn(3, ' ').nth(2).unwrap_or_default();
    let (player, rest) = match rest.strip_prefix("player ").and_then(|rest| rest.split_once(' ')) {
        Some((player, rest)) => (Some(PersonId::new(number(player)?)), rest),
        None => (None, rest),
    };
    // The word kept a script of an earlier program from placing the wager that equals the main one.
    let rest = rest.strip_suffix(" only").unwrap_or(rest);
    let wagers: Result<Vec<_>, String> = rest
        .split(", ")
        .map(|one| {
            let (name, amount) =
                one.rsplit_once(' ').ok_or_else(|| format!("`{one}` is not a wager with an amount"))?;
            let amount = money(amount)?;
            Ok(match name {
                "coupon" => (wager("main")?, amount, Some(Tender::MatchPlay)),
                "cash" => (wager("main")?, amount, Some(Tender::SpokenCash)),
                _ => match name.strip_prefix("chips ") {
                    Some(name) => (wager(name)?, amount, Some(Tender::Chips)),
                    None => (wager(name)?, amount, None),
                },
            })
        })
        .collect();
    Ok(Action::Wagers { by, seat, player, wagers: wagers? })
}

fn command(rest: &str, words: &[&str]) -> Result<(Speaker, Command), String> {
    use Speaker::{Dealer, Floorperson, House};
    if let Some(what) = irregularity(rest)? {
        return Ok((Dealer, Command::Report(what)));
    }
    if let Some(step) = deck_step(words)? {
        return Ok(step);
    }
    if let Some(deed) = of_the_floor(words)? {
        return Ok(deed);
    }
    Ok(match words {
        ["open", "table"] => (Floorperson, Command::OpenTable),
        ["close", "table"] => (Floorperson, Command::CloseTable),
        ["place", "dice"] => (Dealer, Command::PlaceDice),
        ["no", "more", "bets"] => (Dealer, Command::NoMoreBets),
        ["count", "progressive", chips] => (Dealer, Command::CountProgressive { chips: number(chips)? }),
        ["correct", "progressive", "seat", n, w, made @ ("made" | "struck")] => {
            let (seat, wager) = (seat(n)?, wager(w)?);
            (Floorperson, Command::CorrectProgressive { seat, wager, made: *made == "made" })
        }
        ["roll", a, b, c, rest @ ..] => {
            let dice = [number(a)?, number(b)?, number(c)?];
            let mut shakes = 3;
            let mut announced = dice.iter().fold(0, |sum: u8, die: &u8| sum.saturating_add(*die));
            for pair in rest.chunks(2) {
                match pair {
                    ["shakes", n] => shakes = number(n)?,
                    ["announced", n] => announced = number(n)?,
                    _ => return Err("write `roll 3 4 4 [shakes 3] [announced 11]`".into()),
                }
            }
            (Dealer, Command::Roll { shakes, dice, announced })
        }
        ["number", n] => (Dealer, Command::DrawStart(number(n)?)),
        ["mark", "start"] => (Dealer, Command::MarkStart),
        ["deal"] => (Dealer, Command::Deal { cards: None }),
        ["deal", n, "cards"] => (Dealer, Command::Deal { cards: Some(number(n)?) }),
        ["count", "stub", n] => (Dealer, Command::CountStub { cards: number(n)?, misdealt: false }),
        ["count", "stub", n, "misdealt"] => (Dealer, Command::CountStub { cards: number(n)?, misdealt: true }),
        ["rack", "stub"] => (Dealer, Command::RackStub),
        ["collect", "unwagered"] => (Dealer, Command::CollectUnwagered),
        ["cover", "shaker", n] => (Dealer, Command::CoverShaker { shakes: number(n)? }),
        ["count", "surrendered", "seat", n, cards] => {
            (Dealer, Command::CountSurrendered { seat: seat(n)?, cards: number(cards)? })
        }
        ["abandon", "seat", n] => (Floorperson, Command::Abandon(seat(n)?)),
        ["complete", "seat", n] => (House, Command::Complete(seat(n)?)),
        ["turn", "dealer"] => (Dealer, Command::TurnDealer { setting: None, shared: None }),
        ["turn", "dealer", cards @ ..] => {
            (Dealer, Command::TurnDealer { setting: Some(setting(&cards.join(" "))?), shared: None })
        }
        ["reveal", "seat", n, cards @ ..] => (Dealer, Command::Reveal { seat: seat(n)?, shown: parse_reveal(cards)? }),
        ["verify"] => (Dealer, Command::VerifyWin { light: true }),
        ["verify", "without", "light"] => (Dealer, Command::VerifyWin { light: false }),
        ["validate"] => (Floorperson, Command::Validate),
        ["documented", "seat", n] => (Floorperson, Command::Documented(seat(n)?)),
        ["correct", rest @ ..] => (Floorperson, correction(rest)?),
        ["void", "round", rest @ ..] => (Floorperson, void(rest)?),
        ["end", "round", "with", "second"] => (Floorperson, end()),
        ["close", "round"] => (Dealer, Command::CloseRound { secret: None }),
        ["idle"] => (Dealer, Command::GoIdle { face_up: false }),
        ["idle", "face", "up"] => (Dealer, Command::GoIdle { face_up: true }),
        ["adjust", "player", n, amount, "round", round, "with", second] => (
            Floorperson,
            Command::Adjust {
                player: PersonId::new(number(n)?),
                amount: money(amount)?,
                round: round.parse().map_err(|_| format!("`{round}` is not a round number"))?,
                reason: REASON.into(),
                second: Some(PersonId::new(number(second)?)),
            },
        ),
        ["player", n, "buys", "in", amount] => {
            (Dealer, Command::BuyIn { player: PersonId::new(number(n)?), purse: Purse::Chips, amount: money(amount)? })
        }
        ["player", n, "cashes", "out", amount] => (
            Dealer,
            Command::CashOut { player: PersonId::new(number(n)?), purse: Purse::Chips, amount: money(amount)? },
        ),
        _ => return Err(format!("unknown line `{rest}`")),
    })
}

/// Why something is done that must have a reason.
const REASON: &str = "as a script has it";

/// `end round with second`
fn end() -> Command {
    Command::EndRound { reason: REASON.into(), second: Some(super::script_table::MANAGER.who) }
}

/// `void round [for wrong count dealer] [with second]`
fn void(words: &[&str]) -> Result<Command, String> {
    let (words, second) = with_second(words);
    let what = match words {
        [] => None,
        ["for", what @ ..] => irregularity(&what.join(" "))?,
        _ => return Err("write `void round [for IRREGULARITY] [with second]`".into()),
    };
    if what.is_none() && !words.is_empty() {
        return Err(format!("unknown irregularity `{}`", words[1..].join(" ")));
    }
    Ok(Command::VoidRound { reason: REASON.into(), second, irregularity: what })
}

/// `… with second`: the manager is the second person of a script.
fn with_second<'a, 'b>(words: &'a [&'b str]) -> (&'a [&'b str], Option<PersonId>) {
    match words {
        [rest @ .., "with", "second"] => (rest, Some(super::script_table::MANAGER.who)),
        rest => (rest, None),
    }
}

/// `correct seat 3 CARDS`, `correct seat 3 WAGER $X`, `correct seat 3 wins`, `correct dealer CARDS [bonus-card 7h]`,
/// each `[with second]`
fn correction(words: &[&str]) -> Result<Command, String> {
    let (words, second) = with_second(words);
    Ok(match words {
        ["seat", n, w, amount] if amount.starts_with('$') => {
            Command::CorrectStake { seat: seat(n)?, wager: wager(w)?, amount: money(amount)?, second }
        }
        ["seat", n, "wins"] => Command::CorrectOutcome { seat: seat(n)?, outcome: DeclaredOutcome::Wins },
        ["seat", n, "loses"] => Command::CorrectOutcome { seat: seat(n)?, outcome: DeclaredOutcome::Loses },
        ["seat", n, "ties"] => Command::CorrectOutcome { seat: seat(n)?, outcome: DeclaredOutcome::Ties },
        ["seat", n, cards @ ..] => Command::Correct { seat: seat(n)?, setting: setting(&cards.join(" "))?, second },
        ["dealer", cards @ .., "bonus-card", card] => {
            let shared = card.parse().map_err(|error: croupier_rules::CardError| error.to_string())?;
            Command::CorrectDealer { setting: setting(&cards.join(" "))?, shared: Some(shared), second }
        }
        ["dealer", cards @ ..] => Command::CorrectDealer { setting: setting(&cards.join(" "))?, shared: None, second },
        _ => return Err(format!("unknown line `correct {}`", words.join(" "))),
    })
}

/// What is done beside the game: dealers, the inventory, devices, connections.
fn of_the_floor(words: &[&str]) -> Result<Option<(Speaker, Command)>, String> {
    use Speaker::{Dealer, Floorperson, House};
    Ok(Some(match words {
        ["pause", reason @ ..] => (Floorperson, Command::Pause { reason: reason.join(" ") }),
        ["resume"] => (Floorperson, Command::Resume),
        ["dealer", n, "deals"] => (Floorperson, Command::RelieveDealer { dealer: PersonId::new(number(n)?) }),
        ["count", "inventory", counted] => (Dealer, Command::CountInventory { counted: money(counted)?, second: None }),
        ["count", "inventory", counted, "with", second] => {
            (Dealer, Command::CountInventory { counted: money(counted)?, second: Some(PersonId::new(number(second)?)) })
        }
        ["fill", amount, "with", second] => {
            (Floorperson, Command::Fill { amount: money(amount)?, second: Some(PersonId::new(number(second)?)) })
        }
        ["credit", amount, "with", second] => {
            (Floorperson, Command::Credit { amount: money(amount)?, second: Some(PersonId::new(number(second)?)) })
        }
        ["shuffler", "works", "again"] => (Dealer, Command::RestoreDevice(Device::Shuffler)),
        ["shoe", "works", "again"] => (Dealer, Command::RestoreDevice(Device::Shoe)),
        ["await", "seat", n] => (House, Command::AwaitConnection(seat(n)?)),
        _ => return Ok(None),
    }))
}

fn deck_step(words: &[&str]) -> Result<Option<(Speaker, Command)>, String> {
    use Speaker::{Dealer, Floorperson};
    let (verb, rest) = words.split_first().map_or(("", &[][..]), |(verb, rest)| (*verb, rest));
    let (deck, rest) = deck_of(rest);
    Ok(Some(match (verb, rest) {
        ("receive", []) => (Dealer, Command::ReceiveDeck(deck)),
        ("inspect", []) => (Dealer, Command::InspectDeck(deck)),
        ("tear", ["joker"]) => (Dealer, Command::TearJoker(deck)),
        ("verify-deck", []) => (Floorperson, Command::VerifyDeck(deck)),
        ("spread", []) => (Dealer, Command::SpreadDeck(deck)),
        ("look", []) => (Dealer, Command::LookAtDeck(deck)),
        ("wash", []) => (Dealer, Command::WashDeck(deck)),
        ("cut", [n]) => (Dealer, Command::Cut { deck, cards: number(n)?, by: None }),
        ("cut", [n, "by", "seat", s]) => (Dealer, Command::Cut { deck, cards: number(n)?, by: Some(seat(s)?) }),
        ("recut", []) => (Floorperson, Command::OrderRecut(deck)),
        ("reshuffle", []) => (Floorperson, Command::OrderShuffle(deck)),
        ("remove", []) => (Dealer, Command::RemoveDeck(deck)),
        _ => return Ok(None),
    }))
}

fn deck_of<'a, 'b>(words: &'a [&'b str]) -> (DeckId, &'a [&'b str]) {
    match words {
        ["first", rest @ ..] => (DeckId::First, rest),
        ["second", rest @ ..] => (DeckId::Second, rest),
        rest => (DeckId::First, rest),
    }
}

fn irregularity(rest: &str) -> Result<Option<Irregularity>, String> {
    let place = |written: &str| written.parse::<Place>().map_err(|error| error.to_string());
    Ok(Some(match rest {
        "dice not flat" => Irregularity::DiceNotFlat,
        "die fell out" => Irregularity::DieFellOut,
        "wrong start" => Irregularity::WrongStart,
        "face up" => Irregularity::FaceUp,
        "drawn in error" => Irregularity::DrawnInError,
        "stacks out of order" => Irregularity::StacksOutOfOrder,
        "set wrongly" => Irregularity::SetWrongly,
        "stub wrong misdealt" => Irregularity::StubMisdealt,
        "stub wrong" => Irregularity::StubUnexplained,
        "shuffler fails" => Irregularity::ShufflerFails,
        "device miscounts" => Irregularity::DeviceMiscount,
        "shoe fails" => Irregularity::ShoeFails,
        "shuffler out of order" => Irregularity::ShufflerOutOfOrder,
        "shoe out of order" => Irregularity::ShoeOutOfOrder,
        _ => match (rest.strip_prefix("exposed "), rest.strip_prefix("wrong count ")) {
            (Some(at), _) => Irregularity::Exposed(place(at)?),
            (_, Some(at)) => Irregularity::WrongCount(place(at)?),
            _ => return Ok(None),
        },
    }))
}

fn parse_reveal(words: &[&str]) -> Result<Reveal, String> {
    Ok(match words {
        [] => Reveal::Known,
        ["wins"] => Reveal::Outcome(DeclaredOutcome::Wins),
        ["loses"] => Reveal::Outcome(DeclaredOutcome::Loses),
        ["ties"] => Reveal::Outcome(DeclaredOutcome::Ties),
        cards => Reveal::Cards(setting(&cards.join(" "))?),
    })
}

fn time(span: &str) -> Result<u64, String> {
    let wrong = || format!("`{span}` is not a duration: write `4h`, `30m`, `5s` or `1ms`");
    let split = span.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(wrong)?;
    let count: u64 = span[..split].parse().map_err(|_| wrong())?;
    let unit = match &span[split..] {
        "h" => 3_600_000,
        "m" => 60_000,
        "s" => 1_000,
        "ms" => 1,
        _ => return Err(wrong()),
    };
    count.checked_mul(unit).filter(|span| *span < 1 << 40).ok_or_else(wrong)
}

pub(crate) fn seat(word: &str) -> Result<Seat, String> {
    word.parse().ok().and_then(Seat::new).ok_or_else(|| format!("`{word}` is not a seat (expected 1 to 6)"))
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is not a valid number"))
}

pub(crate) fn money(word: &str) -> Result<Cents, String> {
    word.parse().map_err(|error: croupier_rules::ParseMoneyError| error.to_string())
}

fn wager(word: &str) -> Result<Wager, String> {
    word.parse().map_err(|error: croupier_rules::UnknownWager| error.to_string())
}

fn setting(cards: &str) -> Result<Setting, String> {
    cards.parse().map_err(|error: croupier_rules::CardError| error.to_string())
}
