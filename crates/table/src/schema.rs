//! The schemas of values with a text form.

use crate::deck::DeckOrder;
use crate::digest::Digest;
use croupier_rules::schema::text;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

impl PartialSchema for Digest {
    fn schema() -> RefOr<Schema> {
        text("^[0-9a-f]{64}$", "A SHA-256 value in hexadecimal.", &"0123456789abcdef".repeat(4))
    }
}

impl ToSchema for Digest {}

impl PartialSchema for DeckOrder {
    fn schema() -> RefOr<Schema> {
        let pattern = "^([2-9TJQKA][cdhs]|Jk)( ([2-9TJQKA][cdhs]|Jk)){51,52}$";
        let deck: Vec<String> = croupier_rules::CardSet::FIFTY_TWO.iter().map(|card| card.to_string()).collect();
        text(pattern, "Every card of the deck exactly once, from the top down.", &deck.join(" "))
    }
}

impl ToSchema for DeckOrder {}
