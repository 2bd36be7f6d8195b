//! Events as lines of a floor report: what round scripts expect and `croupier replay` prints.

use crate::config::TableConfig;
use crate::deck::ShuffledBy;
use crate::event::Event;
use crate::ruling::{Ruling, Verdict};
use crate::status::TableStatus;
use croupier_rules::{Cents, Clause, DeckFate, Setting, Wager};
use std::fmt::Write as _;

/// One line of a floor report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportLine {
    /// What happened.
    pub text: String,
    /// The clause behind it.
    pub clause: Option<Clause>,
    /// Whether it says what became of somebody's money or hand, and not only that the round went on.
    pub telling: bool,
}

impl TableConfig {
    /// What happened, in words.
    #[allow(clippy::too_many_lines, reason = "one arm for each event")]
    pub fn report(&self, event: &Event) -> ReportLine {
        let told = |text: String, clause: Option<Clause>| ReportLine { text, clause, telling: true };
        let step = |text: String, clause: Option<Clause>| ReportLine { text, clause, telling: false };
        match *event {
            Event::Ruled(ref ruling) => told(self.ruling(ruling), Some(ruling.clause)),
            Event::Placed { seat, wager, amount, tender, clause } => {
                let with = match tender {
                    crate::Tender::MatchPlay => " by match play coupon",
                    crate::Tender::GameAccount => " from the game account",
                    crate::Tender::Chips | crate::Tender::SpokenCash => "",
                };
                step(format!("{seat}  {wager}  {amount} placed{with}"), Some(clause))
            }
            Event::TakenBack { seat, wager, amount, clause } => {
                told(format!("{seat}  {wager}  {amount} taken back"), Some(clause))
            }
            Event::WagerReturned { seat, wager, amount, clause } => {
                told(format!("{seat}  {wager}  {amount} returned: not dealt in"), Some(clause))
            }
            Event::Lammer { seat, clause } => told(format!("{seat}  lammer"), Some(clause)),
            Event::LammerRemoved { seat, clause } => told(format!("{seat}  lammer removed"), Some(clause)),
            Event::SettlementReversed { seat, clause, .. } => told(format!("{seat}  settlement taken back"), clause),
            Event::DealerCorrected { cards, clause, .. } => {
                told(format!("dealer's cards corrected to {cards}"), Some(clause))
            }
            Event::Collected { seat, wager, amount, clause } => {
                step(format!("{seat}  {wager}  {amount} into the inventory"), Some(clause))
            }
            Event::Contributed { meter, primary, reserve, clause, .. } => {
                let reserve = if reserve.0 == 0 { String::new() } else { format!(", {reserve} to its reserve") };
                step(format!("{} gains {primary}{reserve}", self.meter_name(meter)), Some(clause))
            }
            Event::ContributionReturned { meter, primary, reserve, clause, .. } => {
                let reserve = if reserve.0 == 0 { String::new() } else { format!(", and {reserve} of its reserve") };
                told(format!("{} gives back {primary}{reserve}", self.meter_name(meter)), Some(clause))
            }
            Event::ShareReturned { meter, ref reservation, clause } => {
                told(format!("{} gets back {}", self.meter_name(meter), reservation.taken), Some(clause))
            }
            Event::ProgressiveCounted { chips, accepted } => {
                told(format!("{chips} progressive chips, {accepted} accepted"), None)
            }
            Event::ProgressiveCorrected { seat, wager, made, amount, clause } => {
                let what = if made { "accepted" } else { "struck" };
                told(format!("{seat}  {wager}  {amount} {what}"), Some(clause))
            }
            Event::StakeCorrected { seat, wager, amount, clause } => {
                told(format!("{seat}  {wager}  corrected to {amount}"), Some(clause))
            }
            Event::SystemDrew(draws) => {
                let magic = draws.magic.map_or("no Magic Card".to_owned(), |card| format!("Magic Card {card}"));
                let lucky = draws.lucky.map_or("no Lucky position".to_owned(), |position| format!("Lucky {position}"));
                told(format!("system draws {magic}, {lucky}"), None)
            }
            Event::StartFound { position, dice, number, .. } => {
                let shown = dice.unwrap_or([number.unwrap_or(0), 0, 0]);
                let total = shown.iter().map(|&die| u16::from(die)).sum::<u16>();
                let by = if total == 0 { String::from(" by the button") } else { format!(" by {total}") };
                told(format!("the deal starts at {position}{by}"), None)
            }
            Event::WayTold { seat, setting } => told(format!("{seat}  the house would set {setting}"), None),
            Event::DealerTurned { cards, .. } => step(format!("dealer turns {cards}"), None),
            Event::DealerSet { setting, rule } => self.dealer_set(setting, rule),
            Event::Revealed { seat, setting } => step(
                format!("{seat}  shows {}", setting.map_or("an outcome".to_owned(), |hand| hand.to_string())),
                None,
            ),
            Event::HandSet { seat, setting } => {
                step(format!("{seat}  sets {}", setting.map_or("face down".to_owned(), |hand| hand.to_string())), None)
            }
            Event::Doubled { seat, amount, clause } => told(format!("{seat}  doubles down {amount}"), Some(clause)),
            Event::Played { seat, amount, clause } => step(format!("{seat}  plays {amount}"), Some(clause)),
            Event::HandVoided { seat, clause } => told(format!("{seat}  hand void, wagers returned"), Some(clause)),
            Event::PlayCut { seat, amount, clause } => told(format!("{seat}  play  {amount} returned"), Some(clause)),
            Event::CouponTaken { seat, amount, won, clause } => {
                let wins = if won.0 > 0 { format!(", wins {won}") } else { String::new() };
                told(format!("{seat}  coupon of {amount} taken{wins}"), Some(clause))
            }
            Event::WinWaits { seat, wager, row } => {
                let row = row.map_or(String::new(), |row| self.row_name(wager, row));
                told(format!("{seat}  {wager}  win pending{row}"), None)
            }
            Event::Reserved { meter, ref reservation, clause } => {
                let (taken, after) = (reservation.taken, reservation.after);
                told(format!("{} gives {taken}, stands at {after}", self.meter_name(meter)), Some(clause))
            }
            Event::SharePaid { seat, wager, row, amount, clause } => {
                told(format!("{seat}  {wager}  wins {amount} off the meter{}", self.row_name(wager, row)), Some(clause))
            }
            Event::ExtraPaid { seat, wager, row, amount, clause } => {
                let name = self.extra(row).map_or("extra", |row| &row.hand);
                told(format!("{seat}  {wager}  {name} wins {amount}"), Some(clause))
            }
            Event::DeckInPlay { deck, clause } => step(format!("{} in play", deck.name()), Some(clause)),
            Event::UnwageredCollected { clause } => step("cards without a wager collected".to_owned(), clause),
            Event::EnvyHand { seat, wager, clause } => {
                told(format!("{seat}  {wager}  envy hand announced, cards stay face up"), Some(clause))
            }
            Event::EnvyPaid { seat, wager, holder, amount, clause } => {
                told(format!("{seat}  {wager}  envy {amount} for {holder}"), Some(clause))
            }
            Event::Irregular { what, remedy, clause } => {
                told(format!("{}: {}", what.name(), remedy.name()), Some(clause))
            }
            Event::RoundVoided { deck, clause } => {
                let deck = match deck {
                    DeckFate::Reshuffled => "reshuffled",
                    DeckFate::Removed => "removed",
                };
                told(format!("round void, wagers returned, deck {deck}"), clause)
            }
            Event::DeckRemoved { deck, clause } => told(format!("{} removed", deck.name()), Some(clause)),
            Event::DeviceOut { device, clause } => {
                told(format!("{} taken out of service", device.name()), Some(clause))
            }
            Event::DeviceRestored { device, clause } => told(format!("{} works again", device.name()), Some(clause)),
            Event::Tipped { seat, amount, clause } => told(format!("{seat}  tips {amount}"), clause),
            Event::ConnectionAwaited { seat, seconds, clause } => {
                told(format!("{seat}  connection lost, waiting {seconds} seconds"), Some(clause))
            }
            Event::StubCounted { cards, clause } => told(format!("stub of {cards}"), Some(clause)),
            ref other => self.plain(other),
        }
    }

    /// Events without a clause of their own.
    fn plain(&self, event: &Event) -> ReportLine {
        let told = |text: String| ReportLine { text, clause: None, telling: true };
        let step = |text: String| ReportLine { text, clause: None, telling: false };
        match *event {
            Event::Status(status) => told(
                match status {
                    TableStatus::Closed => "table closed",
                    TableStatus::Open => "table open",
                    TableStatus::Idle => "table idle",
                }
                .to_owned(),
            ),
            Event::Paused { ref reason } => told(format!("table paused: {reason}")),
            Event::Resumed => told("table resumed".to_owned()),
            Event::RulesAdopted { revision } => step(format!("the table adopts {revision}")),
            Event::DealerRelieved { dealer } => told(format!("dealer {dealer} deals")),
            Event::InventoryCounted { counted, book, opening } => told(inventory(counted, book, opening)),
            Event::Filled { amount } => told(format!("fill of {amount} from the cage")),
            Event::Credited { amount } => told(format!("credit of {amount} to the cage")),
            Event::JokerTorn(deck) => told(format!("{}: second joker torn up", deck.name())),
            Event::DeckReceived(deck) => told(format!("{} received", deck.name())),
            Event::DeckInspected(deck) => told(format!("{} inspected", deck.name())),
            Event::DeckVerified(deck) => told(format!("{} verified", deck.name())),
            Event::DeckSpread { deck, face_up } => {
                told(format!("{} spread face {}", deck.name(), if face_up { "up" } else { "down" }))
            }
            Event::DeckViewed(deck) => told(format!("{} looked at", deck.name())),
            Event::DeckStacked(deck) => told(format!("{} stacked", deck.name())),
            Event::DeckShuffled { deck, by, ready, .. } => {
                let by = match by {
                    ShuffledBy::Hand => "by hand",
                    ShuffledBy::Device => "by device",
                    ShuffledBy::Before => "beforehand",
                };
                told(format!("{} shuffled {by}{}", deck.name(), if ready { ", ready" } else { ", to be cut" }))
            }
            Event::CutDeclined(seat) => told(format!("{seat}  declines the cut")),
            Event::DeckCut { cards, by, .. } => {
                let by = by.map_or("the dealer".to_owned(), |seat| seat.to_string());
                told(format!("{cards} cards cut by {by}"))
            }
            Event::RecutOrdered(_) => told("recut required".to_owned()),
            Event::ShuffleOrdered(_) => told("shuffle directed".to_owned()),
            Event::DicePlaced => told("dice in the shaker".to_owned()),
            Event::Seated { seat, player } => step(format!("{seat}  player {player} sits down")),
            Event::Left(seat) => told(format!("{seat}  leaves")),
            Event::BoughtIn { player, purse, amount } => {
                let into = match purse {
                    crate::Purse::Chips => "",
                    crate::Purse::GameAccount => " into the game account",
                };
                step(format!("player {player} buys in for {amount}{into}"))
            }
            Event::CashedOut { player, amount, .. } => told(format!("player {player} cashes out {amount}")),
            Event::RoundOpened { number, .. } => step(format!("round {number}")),
            Event::Entered(phase) => step(phase.name().to_owned()),
            Event::StartMarked => told("start marked".to_owned()),
            Event::Dealt { cards } => step(format!("{cards} cards dealt")),
            Event::SetAside => step("card set aside".to_owned()),
            Event::StubRacked => step("stub racked uncounted".to_owned()),
            Event::ShakerCovered => told("shaker covered and shaken once".to_owned()),
            Event::DoubleDeclined(seat) => step(format!("{seat}  does not double down")),
            Event::Folded(seat) => step(format!("{seat}  folds")),
            Event::Surrendered(seat) => told(format!("{seat}  surrenders")),
            Event::SurrenderedCounted { seat, cards } => told(format!("{seat}  {cards} surrendered cards counted")),
            Event::MayVoid(seat) => told(format!("{seat}  may void the hand or play it out")),
            Event::PlayedOut(seat) => told(format!("{seat}  plays the hand out")),
            Event::Abandoned(seat) => told(format!("{seat}  abandons its wagers")),
            Event::Completed(seat) => told(format!("{seat}  completed by the house")),
            Event::DealerUnseen => step("dealer's cards turned, not entered".to_owned()),
            Event::WinVerified { light } => told(format!("hand verified{}", if light { ", light lit" } else { "" })),
            Event::Validated => told("payout validated".to_owned()),
            Event::Documented(seat) => told(format!("{seat}  documents complete")),
            Event::SeatSettled(seat) => step(format!("{seat}  settled")),
            Event::EnvyReversed => told("envy taken back".to_owned()),
            Event::RoundSettled => step("all settled".to_owned()),
            Event::RoundClosed { .. } => step("round closed".to_owned()),
            Event::Adjusted { player, amount, round } => {
                told(format!("player {player} adjusted by {amount} for round {round}"))
            }
            _ => step(String::new()),
        }
    }

    /// How the dealer's hands lie, and by which rule of the house way; where no hands are set, what the cards are.
    fn dealer_set(&self, setting: Setting, rule: Option<u8>) -> ReportLine {
        let (text, clause) = match rule {
            _ if self.game.shape().is_none() => self.dealer_hand(setting),
            Some(rule) => {
                (format!("dealer sets {setting}, rule {}", u16::from(rule) + 1), Some(self.set_by(setting, rule)))
            }
            None => (format!("dealer sets {setting}"), None),
        };
        ReportLine { text, clause, telling: true }
    }

    /// The dealer's cards in a game without settings: what they are worth and, if that is asked, whether they qualify.
    fn dealer_hand(&self, setting: Setting) -> (String, Option<Clause>) {
        // Only a journal that does not verify has another number of cards.
        if setting.cards().len() != self.game.cards_dealt() {
            return (format!("dealer shows {setting}"), None);
        }
        let ranking = self.game.ranking(&self.rules.choices);
        let hand = ranking.category(ranking.best(setting.cards())).name();
        let (qualifies, clause) = match self.game.dealer_qualifies(setting.cards()) {
            Some((true, clause)) => (", qualifies", clause),
            Some((false, clause)) => (", does not qualify", clause),
            None => ("", self.procedure.settling.dealer),
        };
        (format!("dealer shows {setting}, {hand}{qualifies}"), Some(clause))
    }

    /// The clause that a rule of the house way carries out, or else the one about the dealer's setting. A journal of an
    /// earlier revision may name a rule of an earlier way, which has the same number and says something else.
    fn set_by(&self, setting: Setting, rule: u8) -> Clause {
        let now = self.set(setting.cards()).and_then(|(_, rule)| rule);
        let clause = if now == Some(rule) { self.rule_clause(rule) } else { None };
        clause.unwrap_or(self.procedure.settling.dealer)
    }

    fn ruling(&self, ruling: &Ruling) -> String {
        let Ruling { seat, wager, verdict, stake, won, row, fraction, limited, .. } = *ruling;
        let mut text = match verdict {
            Verdict::Loses => format!("{seat}  {wager}  loses {stake}"),
            Verdict::Forfeited => format!("{seat}  {wager}  forfeits {stake}"),
            Verdict::Returned => format!("{seat}  {wager}  returned {stake}"),
            Verdict::Pays => format!("{seat}  {wager}  wins {won}"),
        };
        if let Some(row) = row {
            text += &self.row_name(wager, row);
        }
        if limited {
            text += ", at the payout limit";
        }
        if fraction > 0 {
            let _ = write!(text, ", {} of a cent kept", Fraction(fraction));
        }
        text
    }

    /// The printed row a wager is paid by.
    fn row_name(&self, wager: Wager, row: u8) -> String {
        let tariff = self.price(wager.kind).and_then(|price| price.tariff.as_ref());
        tariff.and_then(|tariff| tariff.row(row)).map_or(String::new(), |row| format!(", {}, {}", row.hand, row.pays))
    }

    /// What a meter is called.
    pub fn meter_name(&self, meter: u8) -> String {
        match self.meters().get(usize::from(meter)) {
            Some(known) if known.meter.name == "meter" => format!("{} meter", known.wager),
            Some(known) => format!("{} {} meter", known.wager, known.meter.name),
            None => "meter".to_owned(),
        }
    }
}

/// A count of the inventory beside what the book says.
fn inventory(counted: Cents, book: Cents, opening: bool) -> String {
    let over = Cents(counted.0.saturating_sub(book.0));
    match over.0 {
        _ if opening => format!("opening inventory counted: {counted}"),
        0 => format!("inventory counted: {counted}, as in the ledger"),
        1.. => format!("inventory counted: {counted}, {over} more than the ledger's {book}"),
        _ => format!("inventory counted: {counted}, {} less than the ledger's {book}", Cents(over.0.saturating_neg())),
    }
}

/// Hundredths of a cent as a fraction of one.
struct Fraction(u8);

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 50 { f.write_str("half") } else { write!(f, "{}/100", self.0) }
    }
}
