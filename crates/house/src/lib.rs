//! The house: the only crate with a clock, randomness, files and the network.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod chance;
mod electronic;
pub mod examination;
pub mod hashes;
pub mod keys;

pub use electronic::ELECTRONIC;
