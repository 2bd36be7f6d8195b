//! The house: the only crate with a clock, randomness, files and the network.
