//! The schemas of values with a text form, for the OpenAPI document.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::clause::Clause;
use crate::money::Cents;
use crate::seat::{Place, Position, Seat};
use crate::setting::Setting;
use crate::wager::Wager;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// Any number of cards.
const HAND: &str = "(([2-9TJQKA][cdhs]|Jk)( ([2-9TJQKA][cdhs]|Jk))*)?";

/// A text of this pattern.
pub fn text(pattern: &str, what: &str, example: &str) -> RefOr<Schema> {
    let text = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    text.description(Some(what)).examples([example]).into()
}

/// One of these words.
fn word(what: &str, words: impl IntoIterator<Item = String>) -> RefOr<Schema> {
    let text = ObjectBuilder::new().schema_type(Type::String).description(Some(what));
    text.enum_values(Some(words)).into()
}

/// A number from one of these to the other.
fn number(what: &str, least: u8, most: u8) -> RefOr<Schema> {
    let number = ObjectBuilder::new().schema_type(Type::Integer).description(Some(what));
    number.minimum(Some(least)).maximum(Some(most)).into()
}

macro_rules! schemas {
    ($($type:ty: $schema:expr;)*) => {
        $(
            impl PartialSchema for $type {
                fn schema() -> RefOr<Schema> {
                    $schema
                }
            }

            impl ToSchema for $type {}
        )*
    };
}

schemas! {
    Card: text("^([2-9TJQKA][cdhs]|Jk)$", "A card by rank and suit; `Jk` is the joker.", "As");
    CardSet: text(&format!("^{HAND}$"), "Cards separated by spaces, without duplicates.", "As Td Jk");
    Setting: text(
        &format!("^{HAND}( [|] {HAND}){{0,2}}$"),
        "Hands separated by bars: high, medium and low, or high and low, or all cards in one hand.",
        "As Ah Kd 9s | Kc 7h | 2d",
    );
    Wager: word("A wager.", (0..Self::COUNT).filter_map(Self::from_index).map(|wager| wager.to_string()));
    Place: word(
        "A place where cards lie.",
        Seat::ALL.into_iter().map(Self::Seat).chain([Self::Dealer, Self::Shared]).map(|place| place.to_string()),
    );
    Seat: number("A betting position, 1 farthest to the dealer's left.", 1, 6);
    Position: number("A position in the count for the start: the dealer is 1, seat 6 is 2, seat 1 is 7.", 1, 7);
    Cents: {
        let cents = ObjectBuilder::new().schema_type(Type::Integer).description(Some("Money in whole cents."));
        cents.format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64))).into()
    };
    Clause: text(
        "^((575|657a|659a|670a)([.]|$)|MA( |$)).*$",
        "A clause of the five texts, cited without the section sign.",
        "659a.11(f)(1)(ii)",
    );
}
