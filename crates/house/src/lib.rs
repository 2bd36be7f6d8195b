//! The house: many tables of all five games, people in their roles, money, meters and records that survive anything.
//!
//! The only crate with a clock, randomness, files and the network. A [`casino`] opens a [`store`], reads its tables back
//! into a [`pit`], and serves them through the [`api`] to [`people`] in their roles. The journal is the truth: nothing is
//! acknowledged before it is durable, and everything else can be rebuilt from it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod api;
pub mod book;
pub mod casino;
pub mod chance;
pub mod clock;
pub mod config;
mod electronic;
pub mod examination;
pub mod figures;
pub mod hashes;
pub mod keys;
mod limits;
pub mod logs;
mod pages;
pub mod people;
pub mod pit;
pub mod reckoning;
mod refusals;
pub mod signed;
pub mod store;
#[cfg(feature = "tls")]
pub mod tls;

pub use electronic::ELECTRONIC;
