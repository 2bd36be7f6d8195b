//! Values that journals and wire formats write as the text people read: `"As Td"`, `"659a.11(f)(2)"`, `"main"`.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::clause::Clause;
use crate::money::Cents;
use crate::seat::{Place, Position, Seat};
use crate::setting::Setting;
use crate::wager::Wager;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

struct Text<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ty: $what:literal),*) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_str(Text::<Self>($what, PhantomData))
                }
            }
        )*
    };
}

as_text! { Card: "a card", CardSet: "cards", Setting: "a setting", Wager: "a wager", Place: "a place" }

macro_rules! as_number {
    ($($type:ty: $number:ty, $from:expr, $to:expr, $what:literal);*) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    #[allow(clippy::redundant_closure_call)]
                    <$number>::serialize(&$from(*self), serializer)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let number = <$number>::deserialize(deserializer)?;
                    #[allow(clippy::redundant_closure_call)]
                    $to(number).ok_or_else(|| D::Error::custom(format_args!("{number} is not {}", $what)))
                }
            }
        )*
    };
}

as_number! {
    Seat: u8, Self::number, Self::new, "a seat (1 to 6)";
    Position: u8, Self::number, |number| if number <= 7 { Self::counted(number) } else { None }, "a position (1 to 7)";
    Cents: i64, |cents: Self| cents.0, |cents| Some(Self(cents)), "an amount"
}

impl Serialize for Clause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.citation())
    }
}

impl<'de> Deserialize<'de> for Clause {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text::<Self>("a clause", PhantomData))
    }
}
