//! Five regulated, house-banked poker games as a pure library.
//!
//! A text of law is a value of [`Regulation`]; [`game`] gives the [`Game`] it regulates, which answers questions of
//! law: how hands rank, what a bonus pays, who wins. An operator's choices are a rules submission, which [`submission`]
//! checks clause by clause. A [`Registry`] finds texts by name, and a caller may add texts of games of their own.
//! Nothing here reads a clock, a file or a die: everything comes in as data.
//!
//! ```
//! use croupier_rules::{game, read_sides, Choices, Outcome, Regulation};
//!
//! let fortune_asia = game(Regulation::Pa659a);
//! let line = b"9c 9d 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd";
//! let (player, dealer) = read_sides(fortune_asia, line).unwrap();
//! let ruling = fortune_asia.compare(&Choices::default(), &player, &dealer).unwrap();
//! assert_eq!(ruling.outcome, Outcome::Lose);
//! assert_eq!(ruling.clause.to_string(), "§ 659a.11(f)(1)(ii)");
//! ```

mod card;
mod card_set;
mod clause;
pub mod embedded;
mod game;
pub mod games;
mod hand_error;
mod holding;
pub mod house_way;
pub mod irregularity;
mod ladder;
pub mod law;
mod legal_text;
mod money;
mod parse;
mod pay_index;
mod paytable;
pub mod procedure;
mod ranking;
mod reading;
mod registry;
mod regulation;
mod revision;
#[cfg(feature = "schema")]
pub mod schema;
mod seat;
#[cfg(feature = "serde")]
mod serde_impls;
mod setting;
pub mod shuffle;
#[cfg(feature = "submission")]
pub mod submission;
pub mod suit_class;
pub mod vocabulary;
mod wager;

pub use card::{Card, CardError, Rank, Suit};
pub use card_set::{CardSet, CardSetIter};
pub use clause::{Clause, clause};
pub use game::{Choices, Comparison, Game, HandKind, Judgement, OptionError, Outcome, RankMethod, WagerFate};
pub use hand_error::HandError;
pub use holding::{Holding, Joker};
pub use irregularity::{DeckFate, Irregularity, IrregularityRuling, Phase, Remedy, RemedyContext, remedy};
pub use ladder::{Ladder, Rung, rung};
pub use law::ParseClauseError;
pub use legal_text::LegalText;
pub use money::{Cents, ParseMoneyError, thousands};
pub use parse::{check_sides, read_cards, read_hand, read_setting, read_sides};
pub use pay_index::{EnvyIndex, PayIndex};
pub use paytable::{Award, AwardValue, EnvySchedule, MeterSpec, PayRow, Payouts, Paytable};
pub use ranking::{AceLow, Category, HandRank, Ranking, TieBreak, choose};
pub use reading::{ReadingError, ReadingId, Readings};
pub use registry::{Registry, RegistryError, UnknownRegulation};
pub use regulation::{GAMES, Regulation, game};
pub use revision::{Revision, RulesChange};
pub use seat::{ParsePlaceError, Place, Position, Seat};
pub use setting::{Foul, Setting, Shape};
pub use wager::{
    Amount, CardsRead, EnvyAnnouncement, EnvyHandRule, FoldEffect, FundedBy, PlacedWhen, SettlementRule, UnknownWager,
    Validation, Wager, WagerKind, WagerOffer, WagerOn, WagerSpec,
};
