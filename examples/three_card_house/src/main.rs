//! The program of a house with six games: all of `croupier`, and Three Card House beside the five that are shipped.

use std::process::ExitCode;

fn main() -> ExitCode {
    croupier::run(&three_card_house::games(), std::env::args_os())
}
