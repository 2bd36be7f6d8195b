//! The command line.

use crate::choice_args::ChoiceArgs;
use crate::rules_source::RulesSourceArgs;
use crate::store_args::StoreArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use croupier_rules::{Registry, Regulation};
use std::path::PathBuf;

/// A table-games house in one program: five regulated poker games, exactly as their rules are written.
///
/// Write cards as rank and suit, separated by spaces: As Td 9c 2h; the joker is Jk. In a setting `|` separates the
/// hands: `9c 9d 5h 4s | Kh 7s | Qd`. Texts: pa-659a (Fortune Asia Poker), ma-asia and pa-575 (Asia Poker), pa-670a
/// (Six-Card Fortune Pai Gow Poker), pa-657a (Crazy 4 Poker).
#[derive(Parser)]
#[command(name = "croupier", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

/// The subcommands.
#[derive(Subcommand)]
pub(crate) enum CliCommand {
    /// Print the category and strength of hands
    Rank(RankArgs),
    /// Set hands by the house way, or print the house way as a rack card
    Set(SetArgs),
    /// Compare a player's hands with the dealer's: who wins, and under which clause
    Compare(CompareArgs),
    /// Print the exact value of each choice with a hand, or without a hand the best play and its close calls
    Strategy(StrategyArgs),
    /// Check a rules submission against its text, clause by clause
    Check(CheckArgs),
    /// Write a commented rules submission to start from
    New(NewArgs),
    /// Play round scripts and compare the results with their expectations
    ///
    /// A script describes a round as a floor report does; docs/round-scripts.md describes the language. Each script is
    /// also replayed from its events and from its commands and, where possible, played again at an observed table.
    Run(RunArgs),
    /// List the clauses of the texts: a summary, how the program honours each, and its code and tests
    ///
    /// A clause is honoured in one of these ways. enforced: the program computes it or refuses violations. recorded:
    /// the journal shows the step or fact. data: a ranking, paytable or option. furniture: a physical thing or conduct
    /// that a program cannot observe; it is on the table's opening checklist. definition: the meaning of a word.
    /// planned: not done yet.
    Clauses(ClausesArgs),
    /// Print the exact cost of every wager: counts, house edge, hit frequency, standard deviation
    ///
    /// All deals are counted, without sampling. Progressive wagers have a fixed return, a return from their meters, and
    /// an edge at a given meter. Where a doubtful reading changes a figure, both readings are shown.
    Odds(OddsArgs),
    /// Write the PAR sheet of a rules submission: every figure of every wager, exposure, theoretical win and volatility
    ///
    /// The same submission gives the same sheet, byte for byte. The sheet states its assumptions: a full table, 30
    /// rounds an hour, every player making the minimum main wager and every other player the minimum of each optional
    /// one.
    Par(ParArgs),
    /// Verify the journal of a table: every line, every hash, every ruling
    ///
    /// Three things are checked. Chain: each line matches its hash and names the hash of the line before. Restore: the
    /// events build a table. Audit: each command, decided again by the rules in the journal, gives exactly the events
    /// of its line. If a line fails, the first such line is reported and the exit status is 1.
    Verify(VerifyArgs),
    /// Print the rounds of a journal as a floor report: who did what, with which result, under which clause
    Replay(ReplayArgs),
    /// Simulate whole rounds from a seed and print the result of every wager with its confidence interval
    ///
    /// The same seed gives the same result on any number of threads. A text is simulated with all its wagers under all
    /// letters, a submission with the wagers it offers. Every player stakes the minimum.
    Simulate(SimulateArgs),
    /// Run the house: tables of all five games for players, dealers, floor and auditors, over HTTP and WebSocket
    ///
    /// The first start creates an administrator, prints how to sign in, and opens one electronic play-chip table for
    /// each text. The address is printed when the house is open; Ctrl-C closes it without losing anything.
    Serve(ServeArgs),
    /// Write the output of the house's random number generator, raw or as outcomes, and test it
    ///
    /// The output comes from the same code that deals at the tables. See docs/randomness.md.
    #[command(subcommand)]
    Rng(RngCommand),
    /// Export the journal of a table, a round or a day from the store of a house, with its signatures
    ///
    /// The house may be open. Lines that reveal a deck still in play are not exported.
    Export(ExportArgs),
    /// Print every meter of a house, and compare it with its chain and the tables to the hundredth of a cent
    Meters(MetersArgs),
    /// Back up the whole store of a house into one file, also while the house is open
    ///
    /// The file is a consistent snapshot of tables, lines, meters and people, without sessions. The keys are in a
    /// separate file beside the store and are not in the backup: keep a copy elsewhere.
    Backup(BackupArgs),
    /// Restore a backup into an empty store, also to move between SQLite and PostgreSQL
    Restore(RestoreArgs),
    /// Print what this program is and which texts it knows
    About(AboutArgs),
    /// Write a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// `croupier run`
#[derive(Args)]
pub(crate) struct RunArgs {
    /// Scripts, or folders of scripts
    #[arg(required = true, value_name = "FILE.round")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the actual results into the scripts; check the diff against the regulation
    #[arg(long)]
    pub(crate) update: bool,
    /// Write the journal, for `verify` and `replay`; only with a single script
    #[arg(long, value_name = "JOURNAL")]
    pub(crate) journal: Option<PathBuf>,
}

/// `croupier rank`.
#[derive(Args)]
pub(crate) struct RankArgs {
    /// The text that ranks the hands
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Regulation,
    /// What the cards are. Asia Poker: high, medium, low; pa-659a also fortune-bonus, insurance, progressive; pa-575
    /// also bonus. pa-670a: high, low, best-five, insurance. pa-657a: best-four, five, six-card-bonus, queens-up
    #[arg(long = "as", value_name = "KIND")]
    pub(crate) kind: String,
    #[command(flatten)]
    pub(crate) chosen: ChoiceArgs,
    /// Hands, each in quotes; without any, one hand per line is read from standard input
    #[arg(value_name = "HAND")]
    pub(crate) hands: Vec<String>,
}

/// `croupier set`.
#[derive(Args)]
pub(crate) struct SetArgs {
    #[command(flatten)]
    pub(crate) asking: RulesSourceArgs,
    /// Print the house way as a rack card instead of setting hands
    #[arg(long)]
    pub(crate) card: bool,
    /// Hands, each in quotes; without any, one hand per line is read from standard input
    #[arg(value_name = "HAND", conflicts_with = "card")]
    pub(crate) hands: Vec<String>,
}

/// `croupier compare`.
#[derive(Args)]
pub(crate) struct CompareArgs {
    /// The text that decides the comparison
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Regulation,
    #[command(flatten)]
    pub(crate) chosen: ChoiceArgs,
    /// Comparisons `PLAYER / DEALER`, each in quotes; without any, one comparison per line is read from standard input
    #[arg(value_name = "SETTING / SETTING")]
    pub(crate) sides: Vec<String>,
}

/// `croupier strategy`.
#[derive(Args)]
pub(crate) struct StrategyArgs {
    #[command(flatten)]
    pub(crate) asking: RulesSourceArgs,
    /// The player's cards, in quotes: each legal choice is evaluated against every possible dealer's hand
    #[arg(long, value_name = "CARDS")]
    pub(crate) hand: Option<String>,
    /// Other cards that the player has seen, in quotes: another player's cards, or some of the stub
    #[arg(long, value_name = "CARDS", requires = "hand")]
    pub(crate) known: Option<String>,
    /// Also print the cost of folding every hand below this one, such as K-Q-8-4 (pa-657a); may be repeated
    #[arg(long, value_name = "FOUR", conflicts_with = "hand")]
    pub(crate) fold_below: Vec<String>,
    /// Do not use the cache of long computations (in the folder CROUPIER_CACHE names, or else in the user's cache
    /// folder)
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Output for people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// `croupier check`.
#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The rules submission
    #[arg(value_name = "FILE", required_unless_present = "explain")]
    pub(crate) file: Option<PathBuf>,
    /// Output for people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
    /// Explain a code
    #[arg(long, value_name = "CODE", conflicts_with = "file")]
    pub(crate) explain: Option<String>,
    /// Do not use the cache of house-way proofs (in the folder CROUPIER_CACHE names, or else in the user's cache
    /// folder)
    #[arg(long)]
    pub(crate) no_cache: bool,
}

/// `croupier new`.
#[derive(Args)]
pub(crate) struct NewArgs {
    /// The text of the table
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Regulation,
}

/// `croupier clauses`.
#[derive(Args)]
pub(crate) struct ClausesArgs {
    /// Only this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<Regulation>,
    /// Only this clause, section or chapter, such as "659a.11(f)(1)(ii)", 670a.13 or "12(g)(1)"
    #[arg(value_name = "CLAUSE")]
    pub(crate) clause: Option<String>,
    /// Print the consequence of each irregularity in each phase of a round
    #[arg(long, conflicts_with = "clause")]
    pub(crate) irregularities: bool,
    /// Print the revisions of the rules: every changed ruling and its reason; a journal names its revision
    #[arg(long, conflicts_with_all = ["clause", "irregularities", "text"])]
    pub(crate) revisions: bool,
    /// Output for people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// `croupier odds`.
#[derive(Args)]
pub(crate) struct OddsArgs {
    #[command(flatten)]
    pub(crate) asking: RulesSourceArgs,
    /// Only this wager, such as main, insurance or queens-up
    #[arg(long, value_name = "WAGER")]
    pub(crate) wager: Option<String>,
    /// Only the wagers paid by a table of hands, without the main game
    #[arg(long, conflicts_with_all = ["wager", "strategy"])]
    pub(crate) side: bool,
    /// Only this paytable letter of the text, or a file with a custom paytable: rows = [["flush", "20 to 1"], ...]
    #[arg(long, value_name = "LETTER|FILE")]
    pub(crate) paytable: Option<PathBuf>,
    /// How the main game is played
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) strategy: Option<PlayStrategy>,
    /// The value of a progressive meter in cents, for the edge at that value: 1234500, or mega=1234500
    #[arg(long = "meter", value_name = "[NAME=]CENTS", allow_hyphen_values = true)]
    pub(crate) meters: Vec<String>,
    /// Also print what each rule of the house way costs against best play, and its worst hand (Asia Poker, with --wager
    /// main --strategy optimal)
    #[arg(long, requires = "strategy", conflicts_with_all = ["side", "paytable", "meters"])]
    pub(crate) costs: bool,
    /// Compute one shard of a long count and write it as JSON for --merge: 3/8 is the third of eight (Asia Poker, with
    /// --wager main)
    #[arg(long, value_name = "I/N", requires = "wager", conflicts_with_all = ["side", "paytable", "meters", "costs"])]
    pub(crate) shard: Option<String>,
    /// Merge all shards written by --shard and print the figures, without alternative readings
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "wager")]
    #[arg(conflicts_with_all = ["side", "paytable", "meters", "costs", "shard"])]
    pub(crate) merge: Vec<PathBuf>,
    /// Compare two submissions: their differences, and the cost of their wagers
    #[arg(long, num_args = 2, value_name = "SUBMISSION")]
    #[arg(conflicts_with_all = ["text", "submission", "wager", "paytable", "meters", "costs"])]
    pub(crate) compare: Option<Vec<PathBuf>>,
    /// Print every figure of every text as a page in Markdown
    #[arg(long, conflicts_with_all = ["text", "submission", "wager", "paytable", "meters"])]
    #[arg(conflicts_with_all = ["compare", "strategy", "costs"])]
    pub(crate) all: bool,
    /// Do not use the cache of figures (in the folder CROUPIER_CACHE names, or else in the user's cache folder)
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Output for people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// `croupier simulate`.
#[derive(Args)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    pub(crate) asking: RulesSourceArgs,
    /// Number of rounds
    #[arg(long, value_name = "N")]
    pub(crate) rounds: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "S")]
    pub(crate) seed: u64,
    /// Number of players
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) seats: u8,
    /// Strategy of the players: optimal, house-way, simple, always-play or fold-below=K-Q-8-4
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) strategy: Option<String>,
    /// Do not use the cache of the optimal strategy
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Only this wager; may be repeated
    #[arg(long = "wager", value_name = "WAGER")]
    pub(crate) wagers: Vec<String>,
    /// Number of threads; by default the number of cores
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Rounds per hour
    #[arg(long, value_name = "R", default_value_t = 40.0)]
    pub(crate) rounds_per_hour: f64,
    /// Follow a player over evenings of this many hours
    #[arg(long, value_name = "HOURS")]
    pub(crate) evening: Option<f64>,
    /// Also compute what Crazy 4 players gain by sharing their cards (about 5,000 rounds a second)
    #[arg(long)]
    pub(crate) shared_cards: bool,
    /// The bankroll of that player, such as $500
    #[arg(long, value_name = "MONEY", requires = "evening")]
    pub(crate) bankroll: Option<String>,
    /// Output for people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// How a player plays the main game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayStrategy {
    /// Always the best choice
    Optimal,
    /// Hands set by the house way
    HouseWay,
}

/// `croupier par`.
#[derive(Args)]
pub(crate) struct ParArgs {
    /// The rules submission
    #[arg(value_name = "SUBMISSION")]
    pub(crate) submission: PathBuf,
    /// The file format
    #[arg(long, default_value = "html")]
    pub(crate) format: ParFormat,
    /// The output file; by default standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Number of players; by default a full table
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seats: Option<u8>,
    /// Rounds per hour; by default 30
    #[arg(long, value_name = "NUMBER")]
    pub(crate) rounds_per_hour: Option<u32>,
    /// Percentage of players who make a wager, and their stake, such as fortune-bonus=40@$5
    #[arg(long, value_name = "WAGER=PERCENT[@STAKE]")]
    pub(crate) mix: Vec<String>,
    /// Only the optional wagers, since the main wager of Asia Poker can take a minute the first time; the sheet says so
    #[arg(long)]
    pub(crate) side: bool,
    /// Do not use the cache
    #[arg(long)]
    pub(crate) no_cache: bool,
}

/// The file format of a PAR sheet.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ParFormat {
    /// One page with plots, for a browser
    Html,
    /// For printing
    Pdf,
    /// One figure per line, for a spreadsheet
    Csv,
    /// For programs, with every figure as a fraction
    Json,
}

/// `croupier verify`.
#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The journal; signatures in JOURNAL.sig are checked too
    #[arg(value_name = "JOURNAL", required_unless_present_any = ["data", "database"])]
    #[arg(conflicts_with_all = ["data", "database"])]
    pub(crate) journal: Option<PathBuf>,
    /// Or the store of a house, which may be open: every table, every meter, the house's chain, every signature
    #[command(flatten)]
    pub(crate) kept: StoreArgs,
    /// The public key of the signatures, as shown by `/api/about` of the house
    #[arg(long, value_name = "KEY", value_parser = public_key)]
    pub(crate) key: Option<String>,
    /// The expected hash of the last line, from a separate record: the chain alone does not show that lines are missing
    /// at its end
    #[arg(long, value_name = "HASH")]
    pub(crate) head: Option<String>,
}

/// `croupier serve`.
#[derive(Args)]
pub(crate) struct ServeArgs {
    /// The configuration file; `--print-config` prints one that explains every key
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The data folder, for SQLite
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    pub(crate) data: Option<PathBuf>,
    /// The PostgreSQL database, which several nodes may share
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// Allow a database connection to another machine without TLS
    #[arg(long)]
    pub(crate) database_plaintext: bool,
    /// The address to listen on, instead of 127.0.0.1:8080
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// Print a configuration that explains every key, and exit
    #[arg(long)]
    pub(crate) print_config: bool,
    /// Check the configuration, print all its faults, and exit
    #[arg(long)]
    pub(crate) check_config: bool,
}

/// `croupier export`.
#[derive(Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) kept: StoreArgs,
    /// The number or name of the table
    #[arg(long, value_name = "TABLE")]
    pub(crate) table: String,
    /// Only this round
    #[arg(long, value_name = "NUMBER", conflicts_with = "day")]
    pub(crate) round: Option<u64>,
    /// Only the rounds closed on this day, in UTC, such as 2026-11-16
    #[arg(long, value_name = "DAY")]
    pub(crate) day: Option<String>,
    /// Which chain of a table that has several, counted from 1; by default that of the round, or the last
    #[arg(long, value_name = "NUMBER")]
    pub(crate) chain: Option<usize>,
    /// The output file; its signatures go into FILE.sig
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
}

/// `croupier meters`.
#[derive(Args)]
pub(crate) struct MetersArgs {
    #[command(flatten)]
    pub(crate) kept: StoreArgs,
    /// Output for people or for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// `croupier backup`.
#[derive(Args)]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    pub(crate) kept: StoreArgs,
    /// The output file, which must not exist
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// `croupier restore`.
#[derive(Args)]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    pub(crate) kept: StoreArgs,
    /// The backup
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// `croupier replay`.
#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// The journal
    #[arg(value_name = "JOURNAL")]
    pub(crate) journal: PathBuf,
    /// Only this round
    #[arg(long, value_name = "NUMBER")]
    pub(crate) round: Option<u64>,
}

/// `croupier about`.
#[derive(Args)]
pub(crate) struct AboutArgs {
    /// Print the SHA-256 of the program, its rules, law and paytables, and of the electronic tables
    #[arg(long)]
    pub(crate) hashes: bool,
    /// Also print the hash of this rules submission; may be repeated
    #[arg(long = "submission", value_name = "FILE", requires = "hashes")]
    pub(crate) submissions: Vec<PathBuf>,
    /// Output for people or for programs
    #[arg(long, default_value = "text", requires = "hashes")]
    pub(crate) format: Format,
}

/// `croupier rng`.
#[derive(Subcommand)]
pub(crate) enum RngCommand {
    /// Write bytes of the generator to standard output, for test batteries
    Raw {
        /// Number of bytes
        #[arg(long, value_name = "N")]
        bytes: u64,
    },
    /// Write outcomes, one per line
    Outcomes(OutcomesArgs),
    /// Run the statistical tests of § 810a.5 and GLI-19 on final outcomes; the exit status is 1 if one fails
    Test(RngTestArgs),
}

/// `croupier rng outcomes`.
#[derive(Args)]
pub(crate) struct OutcomesArgs {
    /// The kind of outcome
    #[arg(long)]
    pub(crate) what: DrawKind,
    /// Number of outcomes
    #[arg(long, value_name = "N")]
    pub(crate) count: u64,
    /// How often a Magic Card or a Lucky position is drawn, such as "1 in 20"; a line without one says -
    #[arg(long, value_name = "K in N", default_value = "1 in 1")]
    pub(crate) often: String,
}

/// What `croupier rng outcomes` draws.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawKind {
    /// A deck of 52 cards, from the top down
    Shuffle52,
    /// A deck of 53 cards, from the top down
    Shuffle53,
    /// A number from 1 to 7
    Start,
    /// Three dice
    Dice,
    /// A Magic Card
    Magic,
    /// The number of a Lucky position, 1 being the dealer's
    Lucky,
}

/// `croupier rng test`.
#[derive(Args)]
pub(crate) struct RngTestArgs {
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) rounds: u64,
    /// Use this seed instead of one from the operating system, to repeat a run; tables never do this
    #[arg(long, value_name = "HEX")]
    pub(crate) seed: Option<String>,
    /// Output for people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// Parses a public key, so that a malformed key is a usage error and not a sign of a forged journal.
fn public_key(digits: &str) -> Result<String, croupier_house::keys::ParseKeyError> {
    digits.parse::<croupier_house::keys::PublicKey>().map(|key| key.to_string())
}

/// The command line over the texts of a registry: help, completions and refusals list their ids.
pub fn command(registry: &Registry) -> clap::Command {
    let texts = registry.clone();
    let ids = registry.texts().iter().map(|text| text.id());
    let parser = PossibleValuesParser::new(ids).try_map(move |id| texts.text(&id));
    let parser = clap::builder::ValueParser::new(parser);
    Cli::command().mut_subcommands(|job| {
        if job.get_arguments().any(|argument| argument.get_id() == TEXT) {
            return job.mut_arg(TEXT, |text| text.value_parser(parser.clone()));
        }
        job
    })
}

/// The argument of a job that names a text.
const TEXT: &str = "text";
