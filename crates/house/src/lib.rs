//! The house: the only crate with a clock, randomness, files and the network.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod book;
pub mod chance;
pub mod clock;
pub mod config;
pub mod figures;
pub mod keys;
pub mod logs;
pub mod people;
pub mod pit;
pub mod store;
#[cfg(feature = "tls")]
pub mod tls;
