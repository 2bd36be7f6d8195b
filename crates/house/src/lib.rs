//! The house: the only crate with a clock, randomness, files and the network.

#![forbid(unsafe_code)]

pub mod people;
