//! The command line, in one place: parser, help, completions and manual come from here.

pub mod floor;
pub mod papers;
pub mod proof;
pub mod rng;

pub use papers::{Check, Diff, Notice, OptionsOf, Paper, PaperKind};

use clap::{Args, Parser, Subcommand, ValueHint};
use std::path::PathBuf;

const EXIT_CODES: &str = "Exit codes: 0 success; 1 the law says no (an unlawful option, a refusal, or a script that stops \
                          mid-round or states another outcome); 2 the command line, a file or one of its lines is wrong; 3 written \
                          under another version of the rules, which is needed to judge it; 130 interrupted.";

/// New Jersey's Rules of the Games (N.J.A.C. 19:47): every answer cites the provision it rests on.
#[derive(Parser, Debug)]
#[command(name = "ch47", version, after_help = EXIT_CODES)]
pub struct Cli {
    /// Print one JSON value instead of text; `ch47 schema` describes it
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show a provision, how it is read, and where code and tests apply it
    Law(Law),
    /// Check a licensee's options for a table, or a whole house: every violation with its line and citation
    Check(Check),
    /// Write the notices and signs that a change of options requires; refuse a change that comes too early
    Notice(Notice),
    /// Compare two houses, option files, readings or editions of the law: every change, the notices it requires, the shortest
    /// round that comes out differently, and the effect on every house edge
    Diff(Diff),
    /// Print the papers a licensee files, posts, signs and keeps, as HTML
    Paper(Paper),
    /// List a game's options: what is lawful, the default, and the provision
    Options(OptionsOf),
    /// Play a game in the terminal, or run a script
    Play(Play),
    /// Search every state of a game within stated bounds, and check the rules' properties in each
    Prove(proof::Prove),
    /// Explain why a line of a round came out as it did, and what would have changed it
    Why(proof::Why),
    /// List how ambiguous provisions are read, and what the other readings would be worth
    Readings(proof::Readings),
    /// Find the most and least generous lawful tables and what makes a wager favorable, or rank tables for players
    Stress(proof::Stress),
    /// Print the exact odds of every wager
    Odds(Odds),
    /// Compute the best blackjack strategy: a chart by totals, what it is worth, and the hands it gets wrong
    Strategy(Strategy),
    /// Simulate rounds and compare them with the exact odds
    Sim(Box<Sim>),
    /// Draw the five roads of a baccarat shoe from its results
    Roads(Roads),
    /// Draw a table's layout: every wager in its place, with its payout and provision
    Felt(FeltOf),
    /// Draw from the floor's random source, and test it the way laboratories do
    Rng(rng::Rng),
    /// Run a floor of live tables over HTTP and WebSocket, with a durable journal of everything
    Serve(Serve),
    /// Maintain a floor: backups, keys, upgrades, locked accounts
    Floor(floor::FloorOf),
    /// Verify a table's journal from the first line to the last: hash chain, rules, money, keys
    Verify(Verify),
    /// Repeat the draws of a finished round or spin, and confirm that they were fair
    Fair(Fair),
    /// Replay a round from a journal, step by step, with every provision
    Replay(Replay),
    /// Judge a round dealt at a physical table: what was due, what was done, and who made the error
    Judge(Judge),
    /// Play at a live table of a floor, in the terminal
    Sit(Sit),
    /// Contribute randomness to a floor's tables without playing, for example from surveillance's own machine
    Second(Second),
    /// Print the JSON schema of a command's --json output, or of a betting-system file
    Schema {
        /// The command; `system` for the files of `ch47 sim --system`
        #[arg(value_parser = ["law", "contents", "search", "matrix", "check", "notice", "diff", "paper", "options", "held", "play", "prove", "every-option", "readings", "stress", "why", "odds", "certificate", "together", "totals", "chemin", "stud", "red-dog", "blackjack", "strategy", "decisions", "count", "sim", "sim-blackjack", "sim-systems", "system", "roads", "rng", "felt", "floor", "verify", "audit", "fair", "replay", "judge", "text"])]
        of: String,
    },
    /// Print shell completions
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of ch47 or of a command
    Man {
        /// The command
        command: Option<String>,
        /// Write the pages of all commands to this folder
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "command")]
        out: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub struct Law {
    /// A provision, section or subchapter: "5.2(b)", 5.2b, 5.2 or 5; leave it out for the table of contents
    #[arg(conflicts_with_all = ["search", "matrix"])]
    pub id: Option<String>,
    /// Find provisions, readings and facts that contain all these words
    #[arg(long, value_name = "WORD", num_args = 1.., conflicts_with = "matrix")]
    pub search: Vec<String>,
    /// Show how much of the law is enforced, declared or still to come
    #[arg(long)]
    pub matrix: bool,
}

/// The options of a table.
#[derive(Args, Debug)]
pub struct TableOptions {
    /// The licensee's options, TOML; - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub options: Option<PathBuf>,
    /// One option, such as zero=half; may be repeated, and overrides the file's
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Play {
    /// The game
    pub game: String,
    /// A script of the round; - for standard input; leave it out to play in the terminal
    #[arg(value_hint = ValueHint::FilePath)]
    pub script: Option<PathBuf>,
    #[command(flatten)]
    pub table: TableOptions,
    /// Draw from this seed instead of the system's random source
    #[arg(long, conflicts_with = "script")]
    pub seed: Option<u64>,
    /// Write the answers into the script
    #[arg(long, requires = "script", conflicts_with = "json")]
    pub write: bool,
}

#[derive(Args, Debug)]
pub struct Odds {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub table: TableOptions,
    /// Use another reading of an ambiguous provision, such as B2=2 (see `ch47 readings`), to reproduce figures that assume it; may be repeated
    #[arg(long, value_name = "ID=N", conflicts_with = "prices")]
    pub reading: Vec<String>,
    /// Only this wager or kind of wager, such as "split 0-00" or split
    #[arg(long, value_name = "NAME")]
    pub wager: Option<String>,
    /// Another wager of the same amount that the patron makes with it, such as four-cards: its result is not counted, but the
    /// rules may depend on it
    #[arg(long, value_name = "NAME")]
    pub with: Option<String>,
    /// Show every position of the layout, not one row per kind of wager
    #[arg(long)]
    pub each: bool,
    /// The stake; payments are rounded, so small stakes may have other odds [default: 100, or as much as the table takes; 10
    /// at the stud games]
    #[arg(long, value_name = "DOLLARS", allow_negative_numbers = true)]
    pub stake: Option<String>,
    /// A list of the cards seen from the shoe, such as As 3d Tc; - for standard input; # starts a comment
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub seen: Option<PathBuf>,
    /// Plot the house edges
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    /// The combined result of several wagers of one patron, such as "pass 10, pass-odds 2x"
    #[arg(long, value_name = "WAGERS", conflicts_with_all = ["wager", "with", "each", "stake", "plot", "totals", "xlsx", "csv", "tex"])]
    pub together: Option<String>,
    /// At punto banco and minibaccarat: the joint distribution of totals and numbers of cards
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "stake", "plot", "xlsx", "csv", "tex"])]
    pub totals: bool,
    /// Write a par sheet: a workbook whose figures are formulas over the combinations
    #[arg(long, value_name = "FILE.xlsx", value_hint = ValueHint::FilePath)]
    pub xlsx: Option<PathBuf>,
    /// Write a par sheet as comma-separated values
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    /// Write a par sheet as a LaTeX document
    #[arg(long, value_name = "FILE.tex", value_hint = ValueHint::FilePath)]
    pub tex: Option<PathBuf>,
    /// Write everything an independent checker needs to confirm the edges; `docs/certificate.py` is one
    #[arg(long, value_name = "FILE.json", value_hint = ValueHint::FilePath, conflicts_with_all = ["together", "totals", "strategy", "prices", "distribution"])]
    pub certificate: Option<PathBuf>,
    /// Write the compiled round of one wager as a Markov chain for the Storm model checker: NAME.tra and NAME.lab
    #[arg(long, value_name = "NAME", value_hint = ValueHint::FilePath, requires = "wager", conflicts_with_all = ["together", "totals", "strategy", "prices", "distribution"])]
    pub storm: Option<PathBuf>,
    /// At blackjack: the value of this chart, in the format of `ch47 strategy --csv`
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub strategy: Option<PathBuf>,
    /// At blackjack: what each option is worth, changing one at a time
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub prices: bool,
    /// At blackjack: the distribution of a round's result; takes a few seconds
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub distribution: bool,
    /// At blackjack: the mean as an exact fraction; takes a few seconds, or up to a minute if a pair may become four hands
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub exact: bool,
    /// At blackjack: the gain from playing the second hand of a split pair with knowledge of the first; takes about half a minute
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub split_knowledge: bool,
}

#[derive(Args, Debug)]
pub struct Strategy {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub table: TableOptions,
    /// Use another reading of an ambiguous provision, such as B2=2 (see `ch47 readings`), to reproduce figures that assume it; may be repeated
    #[arg(long, value_name = "ID=N")]
    pub reading: Vec<String>,
    /// A list of the cards seen from the shoe, such as As 3d Tc; - for standard input; # starts a comment
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub seen: Option<PathBuf>,
    /// Draw the chart
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
    /// Write the chart for `ch47 odds --strategy` and `ch47 sim --strategy`
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    /// Show every hand that the chart gets wrong
    #[arg(long)]
    pub deviations: bool,
    /// The value of every decision for every two-card hand, and the distribution of the dealer's total
    #[arg(long, conflicts_with_all = ["svg", "csv", "deviations", "count"])]
    pub decisions: bool,
    /// The value of every decision for this hand, such as 9s7h; at pai gow poker and pai gow, of every setting of seven cards or four tiles
    #[arg(long, value_name = "CARDS", conflicts_with_all = ["svg", "csv", "deviations", "count", "decisions"])]
    pub hand: Option<String>,
    /// With --decisions or --hand: only against this dealer's card, such as Td; with --hand, two cards where both of the dealer's
    /// cards are dealt face up
    #[arg(long, value_name = "CARD")]
    pub up: Option<String>,
    /// The index plays of this count and how well it performs: hi-lo, ko, zen …, or a file of lines such as `A,-1`
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["svg", "csv", "deviations", "seen"])]
    pub count: Option<String>,
}

/// A number of rounds: `1000000`, `1_000_000` or `1e6`.
fn rounds(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let number = match plain.split_once(['e', 'E']) {
        None => plain.parse().ok(),
        Some((digits, zeros)) => {
            let ten = zeros.parse().ok().and_then(|zeros| 10_u64.checked_pow(zeros));
            digits.parse().ok().zip(ten).and_then(|(digits, ten): (u64, u64)| digits.checked_mul(ten))
        }
    };
    number.ok_or_else(|| format!("a whole number up to {}, such as 1000000 or 1e6", u64::MAX))
}

#[derive(Args, Debug)]
pub struct Sim {
    /// The game; or `merge`, to combine the shards of one simulation
    pub game: String,
    /// With `merge`: the JSON files of the shards
    #[arg(value_name = "FILES", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub table: TableOptions,
    /// Use another reading of an ambiguous provision, such as B2=2 (see `ch47 readings`), to reproduce figures that assume it; may be repeated
    #[arg(long, value_name = "ID=N")]
    pub reading: Vec<String>,
    /// How many rounds, such as 1e6 [default: 1000000; with --until-error at most 10^12]
    #[arg(long, allow_negative_numbers = true, value_parser = rounds)]
    pub rounds: Option<u64>,
    /// Play only this shard of the rounds, such as 2/8; `ch47 sim merge` combines the shards' --json output
    #[arg(long, value_name = "PART/OF", conflicts_with = "until_error")]
    pub shard: Option<String>,
    /// Stop once the standard error of every wager, per unit staked, is at most this, such as 1e-4
    #[arg(long, value_name = "ERROR", allow_negative_numbers = true)]
    pub until_error: Option<f64>,
    /// Run every input through the rules; compiled rounds are much faster and give the same results
    #[arg(long)]
    pub through_rules: bool,
    /// The seed: the same seed gives the same rounds on any number of threads
    #[arg(long, default_value_t = 47, allow_negative_numbers = true)]
    pub seed: u64,
    /// The number of threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Only this wager or kind of wager
    #[arg(long, value_name = "NAME")]
    pub wager: Option<String>,
    /// Another wager of the same amount that the patron makes with it, such as four-cards: its result is not counted, but the
    /// rules may depend on it
    #[arg(long, value_name = "NAME")]
    pub with: Option<String>,
    /// The stake of each wager [default: 100, or as much as the table takes; 10 at the stud games]
    #[arg(long, value_name = "DOLLARS", allow_negative_numbers = true)]
    pub stake: Option<String>,
    /// Plot how the estimates converge; at blackjack also sessions and results by true count
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub systems: SimSystems,
    #[command(flatten)]
    pub blackjack: SimBlackjack,
}

/// Options for sessions of betting systems.
#[derive(Args, Debug)]
#[command(next_help_heading = "Systems")]
pub struct SimSystems {
    /// Play sessions of the betting system in this file; if repeated, the systems sit at one table
    #[arg(
        long,
        value_name = "FILE.toml",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["rounds", "shard", "until_error", "through_rules", "wager", "with", "stake", "plot", "boxes",
            "strategy", "penetration", "shuffle_every_round", "count", "session"]
    )]
    pub system: Vec<PathBuf>,
    /// How many sessions [default: 10000]
    #[arg(long, value_name = "N", requires = "system", allow_negative_numbers = true, value_parser = rounds)]
    pub sessions: Option<u64>,
    /// Print the first rounds line by line, with the provisions that decide them
    #[arg(long, value_name = "ROUNDS", requires = "system", allow_negative_numbers = true)]
    pub trace: Option<usize>,
}

/// Options for a simulation of blackjack.
#[derive(Args, Debug, PartialEq, Default)]
#[command(next_help_heading = "Blackjack")]
pub struct SimBlackjack {
    /// The number of boxes played, each by the same strategy [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub boxes: Option<i64>,
    /// The strategy, in the format of `ch47 strategy blackjack --csv` [default: the best by totals]
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub strategy: Option<PathBuf>,
    /// The fraction of the cards dealt before the cutting card [default: where the rules place it]
    #[arg(long, value_name = "PART", allow_negative_numbers = true, conflicts_with = "shuffle_every_round")]
    pub penetration: Option<f64>,
    /// Shuffle all cards before every round
    #[arg(long)]
    pub shuffle_every_round: bool,
    /// Count cards: hi-lo, ko, red-seven, hi-opt-i, hi-opt-ii, omega-ii, zen, halves, uston-apc, or a file of lines such
    /// as `A,-1`
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub count: Option<String>,
    /// Play by the best chart for each true count, as computed by `ch47 strategy blackjack --count`
    #[arg(long, requires = "count", conflicts_with = "strategy")]
    pub indices: bool,
    /// Show the best wagers by true count for this risk of ruin, from 0 to 1 [default: 0.135 (Kelly)]
    #[arg(long, value_name = "PART", requires = "count", allow_negative_numbers = true)]
    pub risk: Option<f64>,
    /// Units to wager from each true count up, such as "0:1, 2:2, 3:4, 4:8"; 0 units sits the round out
    #[arg(long, value_name = "STEPS", requires = "count", allow_hyphen_values = true)]
    pub ramp: Option<String>,
    /// Take insurance from this true count up, whatever the strategy says
    #[arg(long, value_name = "TRUE COUNT", requires = "count", allow_negative_numbers = true)]
    pub insurance_at: Option<i32>,
    /// Divide the rounds into sessions of this many, and show how they end
    #[arg(long, value_name = "ROUNDS", allow_negative_numbers = true)]
    pub session: Option<i64>,
    /// The units a session starts with, for the risk of ruin
    #[arg(long, value_name = "UNITS", requires = "session", allow_negative_numbers = true)]
    pub bankroll: Option<i64>,
    /// Stop a session once it has won this many units
    #[arg(long, value_name = "UNITS", requires = "bankroll", allow_negative_numbers = true)]
    pub goal: Option<i64>,
}

#[derive(Args, Debug)]
pub struct Roads {
    /// One result per game: B, P or T, followed by n for a natural, b for a Banker pair, p for a Player pair, such as "Bn Pp T";
    /// or a JSON list of them; leave it out or use - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Show what the derived roads would get if Banker, or Player, won the next game
    #[arg(long)]
    pub ask: bool,
    /// Draw the roads
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct FeltOf {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub table: TableOptions,
    /// Draw it
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Sit {
    /// Where the floor is, such as http://127.0.0.1:4700
    pub url: String,
    /// Sign in with this name
    #[arg(long)]
    pub name: Option<String>,
    /// A file whose first line is the password; without it, the screen asks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "name")]
    pub password_file: Option<PathBuf>,
    /// Play as a guest with this name, without a password
    #[arg(long, value_name = "NAME", conflicts_with = "name")]
    pub guest: Option<String>,
    /// Go straight to this table
    #[arg(long)]
    pub table: Option<String>,
    /// Play these lines instead of showing a screen; - for standard input; --json prints the frames as they arrive
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub script: Option<PathBuf>,
    /// Place a chip with a click on the layout
    #[arg(long)]
    pub mouse: bool,
}

#[derive(Args, Debug)]
pub struct Second {
    /// Where the floor is, such as http://127.0.0.1:4700
    pub url: String,
    /// Sign in with this name; its role is surveillance or player
    #[arg(long)]
    pub name: String,
    /// A file whose first line is the password
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub password_file: PathBuf,
    /// Contribute at this table only; may be repeated
    #[arg(long)]
    pub table: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Serve {
    /// The floor's folder, for its database and keys; created if it does not exist
    #[arg(default_value = "floor", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// The address to listen on; port 0 picks a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:4700")]
    pub listen: String,
    /// Open the tables of a house file instead of one of each game; tables that exist already stay as they are
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub house: Option<PathBuf>,
    /// Share a floor with other nodes: postgres://user@host/database
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// The name of this node among those that share the floor
    #[arg(long, requires = "database")]
    pub node: Option<String>,
    /// Where other nodes reach this one [default: the listening address]
    #[arg(long, value_name = "HOST:PORT", requires = "database")]
    pub address: Option<String>,
    /// An origin under which browsers reach the floor through a proxy, such as https://floor.example; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    pub origin: Vec<String>,
    /// A reverse proxy whose X-Forwarded-For is believed, such as 127.0.0.1 or 10.0.0.0/8; may be repeated
    #[arg(long, value_name = "CIDR")]
    pub trusted_proxy: Vec<server::Network>,
    /// The most connections from one address, or from one /64 of IPv6
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = at_least_one)]
    pub connections_per_address: usize,
    /// The most live connections of one account
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = at_least_one)]
    pub connections_per_account: usize,
    /// New guests a minute from one address, or from one /64 of IPv6
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub guests_per_minute: u32,
    /// Connections that are kept for staff and health checks
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub reserved_connections: usize,
    /// Admit only people with a password
    #[arg(long)]
    pub no_guests: bool,
    /// The most a clerk may take in or pay out at the cage without a second person, per request and per gaming day
    #[arg(long, value_name = "DOLLARS", default_value = "10000.00")]
    pub cage_limit: String,
    /// Have the chips of physical tables counted when they open and when they close
    #[arg(long)]
    pub require_counts: bool,
    /// Open no demonstration tables
    #[arg(long)]
    pub no_demo: bool,
    /// Mark cookies as secure, for a floor behind a proxy that speaks TLS
    #[arg(long)]
    pub secure_cookies: bool,
    /// Seconds from the first wager of a round to "No More Bets", where the house deals
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    pub wager_time: f64,
    /// Seconds for a decision; after that the usual one is made for the patron
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub turn_time: f64,
    /// Seconds without a connection after which a patron counts as away; the table no longer waits for them
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub grace: f64,
    /// Seconds after which the seat of a patron who is away is freed and the chips return to the wallet
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0)]
    pub keep_seat: f64,
    /// Seconds between two steps taken by the house
    #[arg(long, value_name = "SECONDS", default_value_t = 0.4)]
    pub step_time: f64,
    /// Seconds that a draw waits for the players' parts; then it goes on without those that are missing
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    pub part_time: f64,
    /// Megabytes that must be free on the disk; below that, new wagers are refused
    #[arg(long, value_name = "MB", default_value_t = 64)]
    pub reserve: u64,
    /// How long a node's hold on a table lasts without renewal, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000, hide = true)]
    pub lease: u64,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "a number of at least 1 is wanted".to_owned())
}

#[derive(Args, Debug)]
pub struct Fair {
    /// The window, as the floor gives it at /api/tables/TABLE/windows/N; - for standard input
    #[arg(value_hint = ValueHint::FilePath, required_unless_present = "journal")]
    pub file: Option<PathBuf>,
    /// The table's journal: every window in it is drawn again, and its lines must be in the order that makes them binding
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub journal: Option<PathBuf>,
    /// What `ch47 sit` or `ch47 second` kept at this table: its signed tree heads must match the journal
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "journal")]
    pub mine: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Verify {
    /// The journal as JSON lines; - for standard input. Or a floor that is not running (its folder, its database or
    /// postgres://…): all its tables are replayed and compared
    #[arg(value_hint = ValueHint::AnyPath)]
    pub journal: PathBuf,
    /// A signed checkpoint kept from before, as JSON: the journal must contain it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "key")]
    pub checkpoint: Option<PathBuf>,
    /// The house's Ed25519 public key in hexadecimal: it must have signed the checkpoint or the excerpt
    #[arg(long, value_name = "HEX")]
    pub key: Option<String>,
}

#[derive(Args, Debug)]
pub struct Replay {
    /// The journal as JSON lines; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub journal: PathBuf,
    /// The round
    #[arg(long, value_name = "N", required_unless_present_any = ["list", "as_of"])]
    pub round: Option<u64>,
    /// Show what was known on a day, such as 2026-03-01, or at a moment: later lines are left out. Without a round, the one in
    /// play at that time
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// List the rounds
    #[arg(long, conflicts_with_all = ["round", "html"])]
    pub list: bool,
    /// Write a page for printing
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Judge {
    /// The round or dispute, in script notation or JSON; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Show every step and its consequences
    #[arg(long)]
    pub steps: bool,
}
