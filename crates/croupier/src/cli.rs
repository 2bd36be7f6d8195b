//! The command line, in words a table games manager knows.

use crate::asked::Asking;
use crate::kept::Kept;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use croupier_rules::{Choices, Game, Text};
use std::path::PathBuf;

/// A table-games house in one program: five regulated poker games from the letter of their rules.
///
/// Cards are written rank then suit, separated by spaces: As Td 9c 2h; the joker is Jk. In a setting `|` separates the
/// hands: `9c 9d 5h 4s | Kh 7s | Qd`. Texts: pa-659a (Fortune Asia Poker), ma-asia and pa-575 (Asia Poker), pa-670a
/// (Six-Card Fortune Pai Gow Poker), pa-657a (Crazy 4 Poker).
#[derive(Parser)]
#[command(name = "croupier", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The jobs.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Say what hands are called and how strong they are
    Rank(Rank),
    /// Set the dealer's hands by the house way, or print the way as a rack card
    Set(Set),
    /// Compare a player's hands with the dealer's and say who wins, by which clause
    Compare(Compare),
    /// Say what each choice is worth with one hand, exactly; or without a hand print the best play and its close calls
    Strategy(Strategy),
    /// Check a rules submission against its text, clause by clause
    Check(Check),
    /// Write a commented rules submission to start from
    New(New),
    /// Play round scripts and compare what comes of them with what they expect
    ///
    /// A script tells a round as a floor report; docs/round-scripts.md describes the language. Each is also replayed from
    /// its events and from its commands, and where it can be is played again at an observed table.
    Run(Run),
    /// List the clauses of the texts: what each asks, how it is honoured, by which code and tests
    ///
    /// A clause is honoured in one of these ways. enforced: the program refuses or computes it. recorded: a step or
    /// fact the journal shows. data: a ranking, paytable or option. furniture: a physical thing or conduct that no
    /// program sees, for the table's opening checklist. definition: what a word means. planned: not done yet.
    Clauses(Clauses),
    /// Say what every wager costs: exact counts, house edge, hit frequency, standard deviation
    ///
    /// Counts are of all deals, never sampled. Progressive wagers have a fixed return, what their meters add, and an edge
    /// at a given meter. Where a doubtful reading changes a figure, both sides are shown.
    Odds(Odds),
    /// Write the PAR sheet of a rules submission: every figure of every wager, exposure, theoretical win and volatility
    ///
    /// The same submission gives the same sheet, byte for byte. What has to be assumed is stated on it: a full table, 30
    /// rounds an hour, everybody making the least main wager and every other player the least of each optional one.
    Par(Par),
    /// Verify the journal of a table: every line, every hash, every ruling decided again
    ///
    /// Three things are checked. The chain: each line has the hash it ends with and names that of the line before. The
    /// restore: the events add up to a table. The audit: each command, decided again by the rules in the journal, leads
    /// to the very events of its line. The first line that does not hold is named, and the status is 1.
    Verify(Verify),
    /// Print the rounds of a journal as a floor report: who did what, what it led to, by which clause
    Replay(Replay),
    /// Play whole rounds from a seed and say what every wager comes to, with its confidence interval
    ///
    /// The same seed gives the same answer on any number of threads. A text is simulated with all its wagers under all
    /// letters, a submission with what it offers; every player stakes the least.
    Simulate(Simulate),
    /// Open the house: tables of all five games for players, dealers, the floor and the audit, over HTTP and WebSocket
    ///
    /// The first start makes an administrator, prints how to sign in, and opens one electronic table with play chips for
    /// each text. The address is printed when the house is open; Ctrl-C closes it without losing anything.
    Serve(Serve),
    /// Write what the generator of the house gives, raw or as outcomes, and examine it
    ///
    /// What is written and examined comes from the very code that deals at the tables. docs/randomness.md tells more.
    #[command(subcommand)]
    Rng(Rng),
    /// Take the journal of a table, a round or a day out of the store of a house, with its signatures
    ///
    /// The house may be open. Lines of a deck that is still to be played stay where they are.
    Export(Export),
    /// Say what stands on every meter of a house, and whether meter, chain and tables agree to the hundredth of a cent
    Meters(Meters),
    /// Copy the whole store of a house into one file, while the house goes on
    ///
    /// The file holds everything as it stands at one moment: tables, lines, meters, people; not who is signed in. The keys
    /// lie in a file of their own beside the store and are not in it: keep them elsewhere.
    Backup(Backup),
    /// Put a backup into an empty store; a house moves between SQLite and PostgreSQL this way
    Restore(Restore),
    /// Say what this program is and which texts it knows
    About(About),
    /// Write a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// `croupier run`
#[derive(Args)]
pub(crate) struct Run {
    /// The scripts, or folders of them
    #[arg(required = true, value_name = "FILE.round")]
    pub(crate) files: Vec<PathBuf>,
    /// Write what really came into the scripts, so that the difference can be read as law
    #[arg(long)]
    pub(crate) update: bool,
    /// Write the journal of what happened, for `verify` and `replay`; with one script only
    #[arg(long, value_name = "JOURNAL")]
    pub(crate) journal: Option<PathBuf>,
}

/// Choices that change how hands rank.
#[derive(Args)]
pub(crate) struct Chosen {
    /// Take an option of the text, such as ace-low=lowest (pa-575, ma-asia)
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Take the other side of a doubtful reading, such as R-23=alternative
    #[arg(long = "reading", value_name = "R-NN=CHOICE")]
    readings: Vec<String>,
}

impl Chosen {
    /// The choices made, on top of those given.
    pub(crate) fn on_top_of(&self, game: &dyn Game, mut choices: Choices) -> anyhow::Result<Choices> {
        for written in &self.options {
            let (name, value) = split(written, "NAME=VALUE, such as ace-low=lowest")?;
            choices = game.choose_option(choices, name, value)?;
        }
        let mut readings = choices.readings;
        for written in &self.readings {
            let (id, choice) = split(written, "R-NN=alternative or R-NN=reading")?;
            readings = readings.choose_written(id, choice)?;
        }
        Ok(Choices { readings, ..choices })
    }

    /// The choices made.
    pub(crate) fn choices(&self, game: &dyn Game) -> anyhow::Result<Choices> {
        self.on_top_of(game, Choices::default())
    }
}

fn split<'a>(written: &'a str, right: &str) -> anyhow::Result<(&'a str, &'a str)> {
    written.split_once('=').ok_or_else(|| anyhow::anyhow!("`{written}` is not of the form {right}"))
}

/// `croupier rank`.
#[derive(Args)]
pub(crate) struct Rank {
    /// The text whose order of hands counts
    #[arg(long, value_name = "TEXT", value_parser = texts())]
    pub(crate) text: Text,
    /// What the cards are. Asia Poker: high, medium, low; pa-659a also fortune-bonus, insurance, progressive; pa-575 also
    /// bonus. pa-670a: high, low, best-five, insurance. pa-657a: best-four, five, six-card-bonus, queens-up
    #[arg(long = "as", value_name = "KIND")]
    pub(crate) kind: String,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// Hands, each in quotes; without any, one per line is read from standard input
    #[arg(value_name = "HAND")]
    pub(crate) hands: Vec<String>,
}

/// `croupier set`.
#[derive(Args)]
pub(crate) struct Set {
    #[command(flatten)]
    pub(crate) asking: Asking,
    /// Print the house way as a rack card instead of setting hands
    #[arg(long)]
    pub(crate) card: bool,
    /// Hands, each in quotes; without any, one per line is read from standard input
    #[arg(value_name = "HAND", conflicts_with = "card")]
    pub(crate) hands: Vec<String>,
}

/// `croupier compare`.
#[derive(Args)]
pub(crate) struct Compare {
    /// The text that decides
    #[arg(long, value_name = "TEXT", value_parser = texts())]
    pub(crate) text: Text,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// Comparisons `PLAYER / DEALER`, each in quotes; without any, one per line is read from standard input
    #[arg(value_name = "SETTING / SETTING")]
    pub(crate) sides: Vec<String>,
}

/// `croupier strategy`.
#[derive(Args)]
pub(crate) struct Strategy {
    #[command(flatten)]
    pub(crate) asking: Asking,
    /// The player's cards, in quotes: each lawful choice is valued over every hand the dealer may hold
    #[arg(long, value_name = "CARDS")]
    pub(crate) hand: Option<String>,
    /// Other cards that are known not to be among those still unknown, in quotes: another player's, or some of the
    /// stub's
    #[arg(long, value_name = "CARDS", requires = "hand")]
    pub(crate) known: Option<String>,
    /// Also say what it costs to fold every hand below this one, such as K-Q-8-4 (pa-657a); may be repeated
    #[arg(long, value_name = "FOUR", conflicts_with = "hand")]
    pub(crate) fold_below: Vec<String>,
    /// Compute everything anew and remember nothing (what takes long is kept in the folder CROUPIER_CACHE names, or else
    /// in the user's cache folder)
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// For people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// How answers are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// `croupier check`.
#[derive(Args)]
pub(crate) struct Check {
    /// The rules submission
    #[arg(value_name = "FILE", required_unless_present = "explain")]
    pub(crate) file: Option<PathBuf>,
    /// For people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
    /// Tell more of one kind of fault
    #[arg(long, value_name = "CODE", conflicts_with = "file")]
    pub(crate) explain: Option<String>,
    /// Prove the house way even if the proof is remembered, and remember nothing (proofs are kept in the folder
    /// CROUPIER_CACHE names, or else in the user's cache folder)
    #[arg(long)]
    pub(crate) no_cache: bool,
}

/// `croupier new`.
#[derive(Args)]
pub(crate) struct New {
    /// The text the table will be run by
    #[arg(long, value_name = "TEXT", value_parser = texts())]
    pub(crate) text: Text,
}

/// `croupier clauses`.
#[derive(Args)]
pub(crate) struct Clauses {
    /// Only this text
    #[arg(long, value_name = "TEXT", value_parser = texts())]
    pub(crate) text: Option<Text>,
    /// Only this clause, section or chapter, such as "659a.11(f)(1)(ii)", 670a.13 or "12(g)(1)"
    #[arg(value_name = "CLAUSE")]
    pub(crate) clause: Option<String>,
    /// Print what each irregularity leads to in each phase of a round
    #[arg(long, conflicts_with = "clause")]
    pub(crate) irregularities: bool,
    /// Print the revisions of the rules: every ruling that was changed, and why; journals name the one they follow
    #[arg(long, conflicts_with_all = ["clause", "irregularities", "text"])]
    pub(crate) revisions: bool,
    /// For people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// `croupier odds`.
#[derive(Args)]
pub(crate) struct Odds {
    #[command(flatten)]
    pub(crate) asking: Asking,
    /// Only this wager, such as main, insurance or queens-up
    #[arg(long, value_name = "WAGER")]
    pub(crate) wager: Option<String>,
    /// Only the wagers paid by a table of hands, without the main game
    #[arg(long, conflicts_with_all = ["wager", "strategy"])]
    pub(crate) side: bool,
    /// Only this letter of the text's paytables, or a file with a paytable of your own: rows = [["flush", "20 to 1"], ...]
    #[arg(long, value_name = "LETTER|FILE")]
    pub(crate) paytable: Option<PathBuf>,
    /// How the main game is played
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) strategy: Option<Played>,
    /// What stands on a progressive meter in cents, for the edge at that meter: 1234500, or mega=1234500
    #[arg(long = "meter", value_name = "[NAME=]CENTS", allow_hyphen_values = true)]
    pub(crate) meters: Vec<String>,
    /// Also say what each rule of the house way gives a player who plays best, and with which hand most (Asia Poker, with
    /// --wager main --strategy optimal)
    #[arg(long, requires = "strategy", conflicts_with_all = ["side", "paytable", "meters"])]
    pub(crate) costs: bool,
    /// Do one part of a long count and write it as JSON, to be merged: 3/8 is the third of eight (Asia Poker, with --wager
    /// main)
    #[arg(long, value_name = "I/N", requires = "wager", conflicts_with_all = ["side", "paytable", "meters", "costs"])]
    pub(crate) shard: Option<String>,
    /// Merge all parts that --shard wrote and tell the figures, without those of doubtful readings
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "wager", conflicts_with_all = ["side", "paytable", "meters", "costs", "shard"])]
    pub(crate) merge: Vec<PathBuf>,
    /// Compare two submissions: what differs in them, and in what they cost
    #[arg(long, num_args = 2, value_name = "SUBMISSION", conflicts_with_all = ["text", "submission", "wager", "paytable", "meters", "costs"])]
    pub(crate) compare: Option<Vec<PathBuf>>,
    /// Print every figure of every text as a page in Markdown
    #[arg(long, conflicts_with_all = ["text", "submission", "wager", "paytable", "meters", "compare", "strategy", "costs"])]
    pub(crate) all: bool,
    /// Compute everything anew and remember nothing (figures are kept in the folder CROUPIER_CACHE names, or else in the
    /// user's cache folder)
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// For people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// `croupier simulate`.
#[derive(Args)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) asking: Asking,
    /// How many rounds
    #[arg(long, value_name = "N")]
    pub(crate) rounds: u64,
    /// Where chance begins
    #[arg(long, value_name = "S")]
    pub(crate) seed: u64,
    /// How many players sit at the table
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) seats: u8,
    /// What players do: optimal, house-way, simple, always-play or fold-below=K-Q-8-4
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) strategy: Option<String>,
    /// Compute the optimal strategy anew and remember nothing of it
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Only this wager; may be repeated
    #[arg(long = "wager", value_name = "WAGER")]
    pub(crate) wagers: Vec<String>,
    /// How many threads work; by default as many as there are cores
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// How many rounds an hour has
    #[arg(long, value_name = "R", default_value_t = 40.0)]
    pub(crate) rounds_per_hour: f64,
    /// Watch a player over evenings of so many hours
    #[arg(long, value_name = "HOURS")]
    pub(crate) evening: Option<f64>,
    /// Also value what Crazy 4 players gain who show each other their cards (about 5,000 rounds a second)
    #[arg(long)]
    pub(crate) shared_cards: bool,
    /// What that player brings, such as $500
    #[arg(long, value_name = "MONEY", requires = "evening")]
    pub(crate) bankroll: Option<String>,
    /// For people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// How a player plays the main game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Played {
    /// Every choice is the best one
    Optimal,
    /// Hands are set as the dealer would
    HouseWay,
}

/// `croupier par`.
#[derive(Args)]
pub(crate) struct Par {
    /// The rules submission
    #[arg(value_name = "SUBMISSION")]
    pub(crate) submission: PathBuf,
    /// What kind of file
    #[arg(long, default_value = "html")]
    pub(crate) format: ParFormat,
    /// Where to write it; standard output if nothing is said
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How many players to assume; a full table if nothing is said
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seats: Option<u8>,
    /// How many rounds an hour to assume; 30 if nothing is said
    #[arg(long, value_name = "NUMBER")]
    pub(crate) rounds_per_hour: Option<u32>,
    /// How many players in a hundred to assume for a wager, and what each stakes, such as fortune-bonus=40@$5
    #[arg(long, value_name = "WAGER=PERCENT[@STAKE]")]
    pub(crate) mix: Vec<String>,
    /// Only the wagers beside the main one, which takes minutes to count for Asia Poker the first time; the sheet says so
    #[arg(long)]
    pub(crate) side: bool,
    /// Compute everything anew and remember nothing
    #[arg(long)]
    pub(crate) no_cache: bool,
}

/// What kind of file a PAR sheet is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ParFormat {
    /// One page with its plots, for a browser
    Html,
    /// For paper and for the file
    Pdf,
    /// Every figure on a line of its own, for a spreadsheet
    Csv,
    /// For programs: every figure as a fraction
    Json,
}

/// `croupier verify`.
#[derive(Args)]
pub(crate) struct Verify {
    /// The journal; signatures in JOURNAL.sig beside it are checked too
    #[arg(value_name = "JOURNAL", required_unless_present_any = ["data", "database"], conflicts_with_all = ["data", "database"])]
    pub(crate) journal: Option<PathBuf>,
    /// Or the store of a house, which may be open: every table, every meter, the house's own chain, every signature
    #[command(flatten)]
    pub(crate) kept: Kept,
    /// The key its signatures must have been made with, as `/api/about` of the house tells it
    #[arg(long, value_name = "KEY", value_parser = public_key)]
    pub(crate) key: Option<String>,
    /// The hash its last line must have, as kept elsewhere: a chain alone does not show that lines are missing at its end
    #[arg(long, value_name = "HASH")]
    pub(crate) head: Option<String>,
}

/// `croupier serve`.
#[derive(Args)]
pub(crate) struct Serve {
    /// The configuration file; `--print-config` prints one with every key explained
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The folder to keep everything in, with SQLite
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    pub(crate) data: Option<PathBuf>,
    /// The PostgreSQL database to keep everything in, which several nodes may share
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// Let a database on another machine be reached without TLS
    #[arg(long)]
    pub(crate) database_plaintext: bool,
    /// Where to listen, instead of 127.0.0.1:8080
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// Print the configuration with every key explained, and stop
    #[arg(long)]
    pub(crate) print_config: bool,
    /// Check the configuration, print all that is wrong with it, and stop
    #[arg(long)]
    pub(crate) check_config: bool,
}

/// `croupier export`.
#[derive(Args)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) kept: Kept,
    /// The table, by its number or its name
    #[arg(long, value_name = "TABLE")]
    pub(crate) table: String,
    /// Only this round
    #[arg(long, value_name = "NUMBER", conflicts_with = "day")]
    pub(crate) round: Option<u64>,
    /// Only the rounds closed on this day, in UTC, such as 2026-11-16
    #[arg(long, value_name = "DAY")]
    pub(crate) day: Option<String>,
    /// Which chain of a table that goes on with a new one, counted from 1; if nothing is said, that of the round, or
    /// the last
    #[arg(long, value_name = "NUMBER")]
    pub(crate) chain: Option<usize>,
    /// The file to write; its signatures go into FILE.sig
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Write over files that are there
    #[arg(long)]
    pub(crate) force: bool,
}

/// `croupier meters`.
#[derive(Args)]
pub(crate) struct Meters {
    #[command(flatten)]
    pub(crate) kept: Kept,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// `croupier backup`.
#[derive(Args)]
pub(crate) struct Backup {
    #[command(flatten)]
    pub(crate) kept: Kept,
    /// The file to write, which must not be there
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// `croupier restore`.
#[derive(Args)]
pub(crate) struct Restore {
    #[command(flatten)]
    pub(crate) kept: Kept,
    /// The backup
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// `croupier replay`.
#[derive(Args)]
pub(crate) struct Replay {
    /// The journal
    #[arg(value_name = "JOURNAL")]
    pub(crate) journal: PathBuf,
    /// Only this round
    #[arg(long, value_name = "NUMBER")]
    pub(crate) round: Option<u64>,
}

/// `croupier about`.
#[derive(Args)]
pub(crate) struct About {
    /// Print the SHA-256 of the program, its rules, law and paytables, and of the electronic tables
    #[arg(long)]
    pub(crate) hashes: bool,
    /// Also of this rules submission; may be repeated
    #[arg(long = "submission", value_name = "FILE", requires = "hashes")]
    pub(crate) submissions: Vec<PathBuf>,
    /// For people or for programs
    #[arg(long, default_value = "text", requires = "hashes")]
    pub(crate) format: Format,
}

/// `croupier rng`.
#[derive(Subcommand)]
pub(crate) enum Rng {
    /// Write bytes of the generator to standard output, for test batteries
    Raw {
        /// How many
        #[arg(long, value_name = "N")]
        bytes: u64,
    },
    /// Write outcomes, one on each line
    Outcomes(Outcomes),
    /// Run the statistical tests that § 810a.5 and GLI-19 name on final outcomes; the status is 1 if one fails
    Test(RngTest),
}

/// `croupier rng outcomes`.
#[derive(Args)]
pub(crate) struct Outcomes {
    /// What is drawn
    #[arg(long)]
    pub(crate) what: What,
    /// How many times
    #[arg(long, value_name = "N")]
    pub(crate) count: u64,
    /// How often a Magic Card or a Lucky position falls, such as "1 in 20"; a line that has none says -
    #[arg(long, value_name = "K in N", default_value = "1 in 1")]
    pub(crate) often: String,
}

/// What `croupier rng outcomes` draws.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
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
pub(crate) struct RngTest {
    /// How many rounds are drawn
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) rounds: u64,
    /// Draw from this seed instead of the operating system's, to repeat a run; never so at a table
    #[arg(long, value_name = "HEX")]
    pub(crate) seed: Option<String>,
    /// For people or for programs
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
}

/// A public key as it is written; anything else is a wrong call, and no sign of a forged journal.
fn public_key(digits: &str) -> Result<String, croupier_house::keys::NotAKey> {
    digits.parse::<croupier_house::keys::PublicKey>().map(|key| key.to_string())
}

/// The ids of the texts, so that help and completions list them.
pub(crate) fn texts() -> impl TypedValueParser<Value = Text> {
    PossibleValuesParser::new(Text::ALL.map(Text::id)).try_map(|id| id.parse::<Text>())
}
