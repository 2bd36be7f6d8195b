//! Five regulated, house-banked poker games as a pure library.
//!
//! A text of law is a value of [`Text`]; [`game`] gives the [`Game`] it regulates, which answers questions of law: how
//! hands rank, what a bonus pays, who wins. An operator's choices are a rules submission, which [`submission`] checks
//! clause by clause. A [`Registry`] finds texts by name, and a caller may add texts of games of their own. Nothing here
//! reads a clock, a file or a die: everything comes in as data.
//!
//! ```
//! use croupier_rules::{game, read_sides, Choices, Outcome, Text};
//!
//! let fortune_asia = game(Text::Pa659a);
//! let line = b"9c 9d 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd";
//! let (player, dealer) = read_sides(fortune_asia, line).unwrap();
//! let ruling = fortune_asia.compare(&Choices::default(), &player, &dealer).unwrap();
//! assert_eq!(ruling.outcome, Outcome::Lose);
//! assert_eq!(ruling.clause.to_string(), "§ 659a.11(f)(1)(ii)");
//! ```

mod as_text;
mod card;
mod card_set;
pub mod chance;
mod clause;
pub mod files;
mod game;
pub mod games;
mod hand;
mod holding;
pub mod house_way;
pub mod irregularity;
mod ladder;
pub mod law;
mod money;
mod paytable;
pub mod procedure;
mod ranking;
mod reading;
mod registry;
mod revision;
#[cfg(feature = "schema")]
pub mod schema;
mod seat;
mod setting;
pub mod submission;
pub mod suit_class;
mod tariff;
mod text;
mod wager;

pub use as_text::NoClause;
pub use card::{Card, CardError, Rank, Suit};
pub use card_set::{CardSet, Cards};
pub use clause::{Clause, clause};
pub use game::{Choices, Comparison, Fate, Game, Judgement, Kind, OptionError, Outcome, Ranked};
pub use games::{GAMES, game};
pub use hand::{HandError, check_sides, read_cards, read_hand, read_setting, read_sides};
pub use holding::{Holding, Joker};
pub use irregularity::{DeckFate, Irregularity, Moment, Phase, Remedy, Ruled, remedy};
pub use ladder::{Ladder, Rung, rung};
pub use money::{Cents, NotMoney, thousands};
pub use paytable::{Award, EnvySchedule, MeterSpec, Payouts, Paytable, Row, Worth};
pub use ranking::{AceLow, Category, HandRank, Ranking, TieBreak, choose};
pub use reading::{ReadingError, ReadingId, Readings};
pub use registry::{Registry, Taken};
pub use revision::{Revision, RulesChange};
pub use seat::{NoPlace, Place, Position, Seat};
pub use setting::{Foul, Setting, Shape};
pub use tariff::{Envy, Tariff};
pub use text::{Text, UnknownText};
pub use wager::{
    AfterFold, Amount, AnnouncedFor, EnvyHandRule, MadeWith, Offered, On, Placed, Reads, Settled, UnknownWager,
    Validation, Wager, WagerKind, WagerSpec,
};
