//! The names of hands and every setting a player can choose, so that a page can show at each move what the player holds
//! and whether the setting is legal, without another request. It does not say which setting is better.

use super::auth::User;
use super::tables::find;
use super::{Casino, TABLES};
use crate::people::Duty;
use crate::pit::TableHandle;
use crate::problem::{PathParam, Problem, Problems};
use axum::Json;
use axum::extract::State;
use croupier_rules::{CardSet, Category, Foul, Rank, Ranking, Seat, Setting, choose};
use croupier_table::{HandView, View};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What the hands that lie face up are called.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HandNames {
    /// Whose; nothing for the dealer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// Each hand, high first; one where no hands are set.
    #[schema(example = json!(["a pair of 9s", "king-7", "a queen"]))]
    hands: Vec<String>,
    /// The cards that play, where not all do.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<CardSet>,
}

/// Every way to set a seat's cards.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SeatSettings {
    /// The cards.
    cards: CardSet,
    /// How many go into each hand, high first.
    shape: Vec<usize>,
    /// The clause that says how they are set.
    clause: String,
    /// The ways.
    ways: Vec<SettingOption>,
}

/// One way to set cards.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SettingOption {
    /// The hands.
    setting: Setting,
    /// What each is called, high first.
    hands: Vec<String>,
    /// Why it is not lawful, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    foul: Option<&'static str>,
}

/// Every way the user can set the cards of his seat, with what the hands are called and whether they are lawful.
#[utoipa::path(get, path = "/api/tables/{table}/seats/{seat}/settings", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number"),
        ("seat" = i64, Path, description = "The seat's number")),
    responses((status = 200, body = SeatSettings), Problems))]
pub(super) async fn settings(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam((table, seat)): PathParam<(i64, i64)>,
) -> Result<Json<SeatSettings>, Problem> {
    user.may(Duty::Play).await?;
    let handle = find(&casino, table)?;
    let view = handle.desk.current().table.view(user.audience());
    let his = |area: &&croupier_table::SeatView| {
        i64::from(area.seat.number()) == seat && area.player == Some(user.session.person)
    };
    let cards = view.seats.iter().find(his).and_then(|area| area.hand.cards);
    let game = handle.house.game;
    let (Some(cards), Some(shape)) = (cards, game.shape()) else {
        return Err(Problem::not_found(format!("you have no cards to set at seat {seat} of table {table}")));
    };
    let ranking = card_by_card(&handle);
    let sizes = [shape.high, shape.medium, shape.low];
    let ways = shape.settings(cards).map(|setting| SettingOption {
        setting,
        hands: names(&ranking, &setting),
        foul: setting.foul(shape, &ranking).map(Foul::rule),
    });
    Ok(Json(SeatSettings {
        cards,
        shape: sizes.into_iter().filter(|size| *size > 0).collect(),
        clause: game.shape_clause().to_string(),
        ways: ways.collect(),
    }))
}

/// What the hands are called that an audience sees, and nothing of those it does not.
pub(super) fn called(handle: &TableHandle, view: &View) -> Vec<HandNames> {
    let ranking = card_by_card(handle);
    let sets = handle.house.game.shape().is_some();
    let name = |seat, hand: &HandView| {
        let (hands, plays) = match (hand.setting, hand.cards) {
            (Some(setting), _) if sets => (names(&ranking, &setting), None),
            (_, Some(cards)) if !sets => {
                let plays = choose(cards, ranking.size).max_by_key(|&four| ranking.rank(four))?;
                (vec![name_of(&ranking, plays)], Some(plays))
            }
            _ => return None,
        };
        Some(HandNames { seat, hands, plays })
    };
    let seats = view.seats.iter().filter_map(|area| name(Some(area.seat), &area.hand));
    name(None, &view.dealer).into_iter().chain(seats).collect()
}

/// The ranking that tells hands apart card by card, as people name them.
fn card_by_card(handle: &TableHandle) -> Ranking {
    handle.house.game.ranking(&handle.house.rules.choices).card_by_card()
}

fn names(ranking: &Ranking, setting: &Setting) -> Vec<String> {
    let hands = [setting.high, setting.medium, setting.low];
    hands.into_iter().filter(|hand| !hand.is_empty()).map(|hand| name_of(ranking, hand)).collect()
}

/// What a hand is called: "two pair, kings and 10s".
fn name_of(ranking: &Ranking, hand: CardSet) -> String {
    if hand.len() == 1 {
        return if hand.has_joker() { "the joker".to_owned() } else { one(deciding_ranks(ranking, hand)[0]) };
    }
    let [first, second, ..] = deciding_ranks(ranking, hand);
    let category = ranking.category(ranking.rank(hand));
    match category {
        Category::FiveAces | Category::FourAces | Category::RoyalFlush => category.name().to_owned(),
        Category::FourOfAKind => format!("four {}s", word(first)),
        Category::FullHouse => format!("a full house, {}s over {}s", word(first), word(second)),
        Category::Flush => format!("a flush, {} high", word(first)),
        Category::ThreeOfAKind => format!("three {}s", word(first)),
        Category::TwoPair => format!("two pair, {}s and {}s", word(first), word(second)),
        Category::Pair if second > 0 => format!("a pair of {}s, {} high", word(first), word(second)),
        Category::Pair => format!("a pair of {}s", word(first)),
        Category::HighCard if hand.len() == 2 => format!("{}-{}", word(first), word(second)),
        Category::HighCard => format!("{} high", word(first)),
        // Among straights an ace counts 15 on top; below, 14 or the size of the hand, as the text ranks it.
        Category::Straight | Category::StraightFlush => match first {
            15 => format!("a {category}, ace high"),
            top if top == 14 || top as usize == ranking.size => format!("a {category}, ace to {}", ranking.size),
            top => format!("a {category}, {} high", word(top)),
        },
    }
}

/// The ranks of a hand, most telling first, 14 for an ace: as its strength holds them, four bits each.
fn deciding_ranks(ranking: &Ranking, hand: CardSet) -> [u32; 5] {
    let strength = ranking.rank(hand).strength();
    [16, 12, 8, 4, 0].map(|shift| strength >> shift & 15)
}

fn word(rank: u32) -> &'static str {
    Rank::ALL.get((rank as usize).wrapping_sub(2)).map_or("", |rank| rank.word())
}

/// A card alone: "an ace".
fn one(rank: u32) -> String {
    let article = if matches!(rank, 8 | 14) { "an" } else { "a" };
    format!("{article} {}", word(rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::{Choices, Regulation, game};

    #[test]
    fn hands_are_called_as_dealers_call_them() {
        for (text, hand, called) in [
            (Regulation::Pa659a, "9c 9d 5h 4s", "a pair of 9s, 5 high"),
            (Regulation::Pa659a, "9c 9d", "a pair of 9s"),
            (Regulation::Pa659a, "Kh 7s", "king-7"),
            (Regulation::Pa659a, "As", "an ace"),
            (Regulation::Pa659a, "Jk", "the joker"),
            (Regulation::Pa659a, "As Ad Ac Jk", "four aces"),
            (Regulation::Pa659a, "Ks Kd Th Tc", "two pair, kings and 10s"),
            (Regulation::Pa659a, "Ks 9s 4s Jk", "a flush, ace high"),
            (Regulation::Pa659a, "As 2d 3h 4c", "a straight, ace to 4"),
            (Regulation::Pa659a, "As Kd Qh Jc", "a straight, ace high"),
            (Regulation::Pa659a, "8s 7d 6h 5c", "a straight, 8 high"),
            (Regulation::Pa670a, "5s 4s 3s 2s As", "a straight flush, ace to 5"),
            (Regulation::Pa670a, "Ks Kd Kh Tc Td", "a full house, kings over 10s"),
            (Regulation::Pa670a, "Ks Qs 9h 7c 2d", "king high"),
            (Regulation::Pa657a, "Ks Kd Kh 2c", "three kings"),
            (Regulation::Pa657a, "4s 3d 2h Ac", "a straight, ace to 4"),
        ] {
            let ranking = game(text).ranking(&Choices::default()).card_by_card();
            assert_eq!(name_of(&ranking, hand.parse().expect("cards")), called, "{text} {hand}");
        }
    }
}
