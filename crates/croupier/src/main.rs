//! `croupier`: the program over the five games that are shipped.

use std::process::ExitCode;

fn main() -> ExitCode {
    croupier::run(&croupier::Games::standard(), std::env::args_os())
}
