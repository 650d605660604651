//! The command line, in one place: parser, help, completions and manual come from here.

pub mod floor;
pub mod papers;
pub mod proof;
pub mod rng;

pub use papers::{Check, Diff, Notice, OptionsOf, Paper, PaperKind};

use clap::{Args, Parser, Subcommand, ValueHint};
use std::path::PathBuf;

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the law says no (an unlawful option, a refusal, a script that goes \
                          otherwise than written or stops in mid-round); 2 the command, a file or a line is at fault; 3 other \
                          rules wrote it, so only a program that has them can say; 130 interrupted.";

/// N.J.A.C. 19:47, the rules of the games: every answer cites the provision that demands it.
#[derive(Parser, Debug)]
#[command(name = "ch47", version, after_help = EXIT_CODES)]
pub struct Cli {
    /// Print one JSON value instead of text; `ch47 schema` says what is in it
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show a provision, its readings, and where code and tests apply it
    Law(Law),
    /// Judge a licensee's submission for a table, or a house of tables: every violation with line and citation
    Check(Check),
    /// Write the notices and signs that a change of options demands, and refuse one that comes too early
    Notice(Notice),
    /// Compare houses, options, readings or editions of the law: every change, what it demands, the shortest round in which
    /// tables part, and what it does to edges
    Diff(Diff),
    /// Print what a licensee files, posts, signs and keeps, as pages of HTML
    Paper(Paper),
    /// List a game's options: what is lawful, what holds by default, by which provision
    Options(OptionsOf),
    /// Play a game: a script, or in a terminal yourself
    Play(Play),
    /// Search every state of a game within stated bounds, and check what must hold in each
    Prove(proof::Prove),
    /// Say why a line of a round came out as it did, and what would have had to be different
    Why(proof::Why),
    /// List how doubtful words are read, and what the other choices would be worth
    Readings(proof::Readings),
    /// Find the most and least generous lawful tables, and what makes a wager favorable; or rank tables for players
    Stress(proof::Stress),
    /// Print the exact odds of every wager
    Odds(Odds),
    /// Find the best strategy of blackjack: a chart by totals, what it is worth, and where it errs
    Strategy(Strategy),
    /// Simulate rounds and compare them with the exact odds
    Sim(Box<Sim>),
    /// Draw the five roads of a baccarat shoe from its results
    Roads(Roads),
    /// Draw the layout of a table: every wager where it lies, with what it pays and its provision
    Felt(FeltOf),
    /// Draw from the floor's random source, and test it as laboratories do
    Rng(rng::Rng),
    /// Open a floor of live tables: HTTP and WebSocket, durable, with a journal of everything
    Serve(Serve),
    /// Look after a floor: copies, keys, upgrades, locked accounts
    Floor(floor::FloorOf),
    /// Check a table's journal from the first line to the last: chain, rules, money, keys
    Verify(Verify),
    /// Deal a finished window of chance again, and say whether everything came as it had to
    Fair(Fair),
    /// Show what happened in a round of a journal, step by step, with every provision
    Replay(Replay),
    /// Judge a round that was dealt at a table of wood and cloth: what was due, what was done, who erred
    Judge(Judge),
    /// Sit down at a table of a floor that somebody serves, in the terminal
    Sit(Sit),
    /// Contribute to the chance at a floor's tables without playing, as surveillance does from another machine
    Second(Second),
    /// Print the JSON schema of what a command prints with --json, or of a betting system's file
    Schema {
        /// The command; `system` for the files of `ch47 sim --system`
        #[arg(value_parser = ["law", "contents", "search", "matrix", "check", "notice", "diff", "paper", "options", "held", "play", "prove", "every-option", "readings", "stress", "why", "odds", "certificate", "together", "totals", "chemin", "stud", "red-dog", "blackjack", "strategy", "decisions", "count", "sim", "sim-blackjack", "sim-systems", "system", "roads", "rng", "felt", "floor", "verify", "audit", "fair", "replay", "judge", "text"])]
        of: String,
    },
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or that of a command
    Man {
        /// The command
        command: Option<String>,
        /// Write the pages of all commands into this folder
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "command")]
        out: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub struct Law {
    /// A provision, section or subchapter: "5.2(b)", 5.2b, 5.2 or 5; nothing for the contents
    #[arg(conflicts_with_all = ["search", "matrix"])]
    pub id: Option<String>,
    /// Find provisions, readings and facts that contain all these words
    #[arg(long, value_name = "WORD", num_args = 1.., conflicts_with = "matrix")]
    pub search: Vec<String>,
    /// Show how much of the law is enforced, declared or awaited
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
    /// A script of the round; - for standard input, nothing to play in the terminal
    #[arg(value_hint = ValueHint::FilePath)]
    pub script: Option<PathBuf>,
    #[command(flatten)]
    pub table: TableOptions,
    /// Draw from this seed instead of the system's own chance
    #[arg(long, conflicts_with = "script")]
    pub seed: Option<u64>,
    /// Write the law's answers into the script
    #[arg(long, requires = "script", conflicts_with = "json")]
    pub write: bool,
}

#[derive(Args, Debug)]
pub struct Odds {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub table: TableOptions,
    /// Another reading of doubtful words, such as B2=2 (`law/readings`), to reproduce figures that assume it; may be repeated
    #[arg(long, value_name = "ID=N", conflicts_with = "prices")]
    pub reading: Vec<String>,
    /// Only this wager or kind of wager, such as "split 0-00" or split
    #[arg(long, value_name = "NAME")]
    pub wager: Option<String>,
    /// A wager of the same amount that the patron has beside it, such as four-cards: it does not count, but rules may
    /// reckon with it
    #[arg(long, value_name = "NAME")]
    pub with: Option<String>,
    /// Every place of the layout, not one row a kind
    #[arg(long)]
    pub each: bool,
    /// The stake; payments are rounded, so small stakes may differ. 100 unless said, as far as the table takes it, and at
    /// the stud games 10
    #[arg(long, value_name = "DOLLARS", allow_negative_numbers = true)]
    pub stake: Option<String>,
    /// A list of the cards seen from the shoe, such as As 3d Tc; - for standard input, # before a remark
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub seen: Option<PathBuf>,
    /// Draw the house edges
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    /// Several wagers of one patron and what they come to together, such as "pass 10, pass-odds 2x"
    #[arg(long, value_name = "WAGERS", conflicts_with_all = ["wager", "with", "each", "stake", "plot", "totals", "xlsx", "csv", "tex"])]
    pub together: Option<String>,
    /// At punto banco and minibaccarat: how often the hands come to each pair of counts with so many cards
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
    /// Write what anybody needs to confirm the edges; `docs/certificate.py` does
    #[arg(long, value_name = "FILE.json", value_hint = ValueHint::FilePath, conflicts_with_all = ["together", "totals", "strategy", "prices", "distribution"])]
    pub certificate: Option<PathBuf>,
    /// Write the compiled round of one wager as a Markov chain, into NAME.tra and NAME.lab, as Storm reads it
    #[arg(long, value_name = "NAME", value_hint = ValueHint::FilePath, requires = "wager", conflicts_with_all = ["together", "totals", "strategy", "prices", "distribution"])]
    pub storm: Option<PathBuf>,
    /// At blackjack: what this chart is worth, as `ch47 strategy --csv` writes it
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub strategy: Option<PathBuf>,
    /// At blackjack: what every option is worth, one changed at a time
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub prices: bool,
    /// At blackjack: how often a round comes to each gain; takes a few seconds
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub distribution: bool,
    /// At blackjack: the mean as an exact fraction; takes a few seconds, or up to a minute with four hands of a pair
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub exact: bool,
    /// At blackjack: what it gains to play the second hand of a split pair by the cards of the first; takes a few seconds
    #[arg(long, conflicts_with_all = ["wager", "with", "each", "plot", "together", "totals", "xlsx", "csv", "tex"])]
    pub split_knowledge: bool,
}

#[derive(Args, Debug)]
pub struct Strategy {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub table: TableOptions,
    /// Another reading of doubtful words, such as B2=2 (`law/readings`), to reproduce figures that assume it; may be repeated
    #[arg(long, value_name = "ID=N")]
    pub reading: Vec<String>,
    /// A list of the cards seen from the shoe, such as As 3d Tc; - for standard input, # before a remark
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub seen: Option<PathBuf>,
    /// Draw the chart
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
    /// Write the chart for `ch47 odds --strategy` and `ch47 sim --strategy`
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    /// Show every hand on which the chart errs
    #[arg(long)]
    pub deviations: bool,
    /// What every decision is worth for every two cards, and what the dealer ends with
    #[arg(long, conflicts_with_all = ["svg", "csv", "deviations", "count"])]
    pub decisions: bool,
    /// What every decision is worth for this hand, such as 9s7h
    #[arg(long, value_name = "CARDS", conflicts_with_all = ["svg", "csv", "deviations", "count", "decisions"])]
    pub hand: Option<String>,
    /// With --decisions or --hand: only against this card of the dealer, such as Td; with --hand where both of his cards lie face
    /// up, these two
    #[arg(long, value_name = "CARD")]
    pub up: Option<String>,
    /// Which plays change with this count, and how good it is: hi-lo, ko, zen …, or a file of lines such as `A,-1`
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
    /// The game; or `merge`, for what shards of one simulation printed
    pub game: String,
    /// With `merge`: files with the JSON of the shards
    #[arg(value_name = "FILES", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub table: TableOptions,
    /// Another reading of doubtful words, such as B2=2 (`law/readings`), to reproduce figures that assume it; may be repeated
    #[arg(long, value_name = "ID=N")]
    pub reading: Vec<String>,
    /// How many rounds, such as 1e6 [default: 1000000; with --until-error at most 10^12]
    #[arg(long, allow_negative_numbers = true, value_parser = rounds)]
    pub rounds: Option<u64>,
    /// Play only this part of the rounds, such as 2/8; `ch47 sim merge` adds up what the parts print with --json
    #[arg(long, value_name = "PART/OF", conflicts_with = "until_error")]
    pub shard: Option<String>,
    /// End once the standard error of every wager is no larger, per unit staked, such as 1e-4
    #[arg(long, value_name = "ERROR", allow_negative_numbers = true)]
    pub until_error: Option<f64>,
    /// Send every input through the rules, though compiled rounds are much faster and come to the same
    #[arg(long)]
    pub through_rules: bool,
    /// The seed: the same seed gives the same rounds on any number of threads
    #[arg(long, default_value_t = 47, allow_negative_numbers = true)]
    pub seed: u64,
    /// How many threads; 0 for all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Only this wager or kind of wager
    #[arg(long, value_name = "NAME")]
    pub wager: Option<String>,
    /// A wager of the same amount that the patron has beside it, such as four-cards: it does not count, but rules may
    /// reckon with it
    #[arg(long, value_name = "NAME")]
    pub with: Option<String>,
    /// The stake of each wager; 100 unless said, as far as the table takes it, and at the stud games 10
    #[arg(long, value_name = "DOLLARS", allow_negative_numbers = true)]
    pub stake: Option<String>,
    /// Draw how the estimates converge; at blackjack also sessions, and results by the true count
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub systems: SimSystems,
    #[command(flatten)]
    pub blackjack: SimBlackjack,
}

/// What only sessions of betting systems take.
#[derive(Args, Debug)]
#[command(next_help_heading = "Systems")]
pub struct SimSystems {
    /// Play sessions of the betting system in this file; given several times, the systems sit at one table
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

/// What only a simulation of blackjack takes.
#[derive(Args, Debug, PartialEq, Default)]
#[command(next_help_heading = "Blackjack")]
pub struct SimBlackjack {
    /// How many boxes are played, each by the same strategy; 1 unless said
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub boxes: Option<i64>,
    /// The strategy, as `ch47 strategy blackjack --csv` writes it; the best by totals unless said
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub strategy: Option<PathBuf>,
    /// Which part of the cards is dealt before the cutting card; as the rules place it unless said
    #[arg(long, value_name = "PART", allow_negative_numbers = true, conflicts_with = "shuffle_every_round")]
    pub penetration: Option<f64>,
    /// Shuffle all cards before every round
    #[arg(long)]
    pub shuffle_every_round: bool,
    /// Count cards: hi-lo, ko, red-seven, hi-opt-i, hi-opt-ii, omega-ii, zen, halves, uston-apc, or a file of lines such
    /// as `A,-1`
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub count: Option<String>,
    /// Play by the best chart for the true count, as `ch47 strategy blackjack --count` finds it
    #[arg(long, requires = "count", conflicts_with = "strategy")]
    pub indices: bool,
    /// The risk of ruin, from 0 to 1, for which the best wagers by true count are shown; 0.135 (Kelly) unless said
    #[arg(long, value_name = "PART", requires = "count", allow_negative_numbers = true)]
    pub risk: Option<f64>,
    /// Units wagered from each true count on, such as "0:1, 2:2, 3:4, 4:8"; 0 units watch the round
    #[arg(long, value_name = "STEPS", requires = "count", allow_hyphen_values = true)]
    pub ramp: Option<String>,
    /// Take insurance from this true count on, whatever the strategy says
    #[arg(long, value_name = "TRUE COUNT", requires = "count", allow_negative_numbers = true)]
    pub insurance_at: Option<i32>,
    /// Divide the rounds into sessions of so many, and show how these end
    #[arg(long, value_name = "ROUNDS", allow_negative_numbers = true)]
    pub session: Option<i64>,
    /// How many units a session begins with: the risk of ruin
    #[arg(long, value_name = "UNITS", requires = "session", allow_negative_numbers = true)]
    pub bankroll: Option<i64>,
    /// With how many units won a session is content
    #[arg(long, value_name = "UNITS", requires = "bankroll", allow_negative_numbers = true)]
    pub goal: Option<i64>,
}

#[derive(Args, Debug)]
pub struct Roads {
    /// The results, one a game: B, P or T, then n natural, b Banker pair, p Player pair, such as "Bn Pp T"; or a JSON
    /// list of them; nothing or - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Say what the derived roads would get if the next game went to Banker, or to Player
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
    /// Log in under this name
    #[arg(long)]
    pub name: Option<String>,
    /// A file whose first line is the password; without it the screen asks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "name")]
    pub password_file: Option<PathBuf>,
    /// Come as a guest of this name, without a password
    #[arg(long, value_name = "NAME", conflicts_with = "name")]
    pub guest: Option<String>,
    /// Go to this table at once
    #[arg(long)]
    pub table: Option<String>,
    /// Play these lines instead of showing a screen; - for standard input; --json prints the frames as they come
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub script: Option<PathBuf>,
    /// Let a click on the layout put a chip there
    #[arg(long)]
    pub mouse: bool,
}

#[derive(Args, Debug)]
pub struct Second {
    /// Where the floor is, such as http://127.0.0.1:4700
    pub url: String,
    /// Log in under this name; its role is surveillance, or player
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
    /// The folder of the floor: its database and keys; made if it is not there
    #[arg(default_value = "floor", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:4700")]
    pub listen: String,
    /// Open the tables of a house file, instead of one of each game; tables that are there already stay as they are
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub house: Option<PathBuf>,
    /// Share a floor with other nodes: postgres://user@host/database
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// The name of this node among those that share the floor
    #[arg(long, requires = "database")]
    pub node: Option<String>,
    /// Where other nodes reach this one; the listening address if nothing is said
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
    /// What a clerk may take in or pay out at the cage without a second person, in one request and in a gaming day
    #[arg(long, value_name = "DOLLARS", default_value = "10000.00")]
    pub cage_limit: String,
    /// Open no tables of a demonstration
    #[arg(long)]
    pub no_demo: bool,
    /// Send cookies over TLS alone: for a floor behind a proxy that speaks it
    #[arg(long)]
    pub secure_cookies: bool,
    /// Seconds from the first wager of a round to "No More Bets", where the house deals
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    pub wager_time: f64,
    /// Seconds for a decision; then the usual one is made for whoever is absent
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub turn_time: f64,
    /// Seconds after which somebody without a connection counts as away; the table waits for them no longer
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub grace: f64,
    /// Seconds after which the seat of somebody who is away is freed, and the chips go back to the wallet
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0)]
    pub keep_seat: f64,
    /// Seconds between two steps of the house
    #[arg(long, value_name = "SECONDS", default_value_t = 0.4)]
    pub step_time: f64,
    /// Megabytes that must be free on the disk for new wagers to be taken
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
    /// The table's journal: every window of it is dealt again, and lines must be in the order that makes them binding
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub journal: Option<PathBuf>,
    /// What `ch47 sit` or `ch47 second` kept at this table: its signed heads must fit the journal, and what it marked is told
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "journal")]
    pub mine: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Verify {
    /// The journal, a line of JSON each; - for standard input. Or a floor at rest: its folder, its database or
    /// postgres://…, all of whose tables are derived anew and compared
    #[arg(value_hint = ValueHint::AnyPath)]
    pub journal: PathBuf,
    /// A signed checkpoint that somebody kept, JSON: the journal must carry it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "key")]
    pub checkpoint: Option<PathBuf>,
    /// The Ed25519 key of the house, in hexadecimal digits: it must have signed the checkpoint or the excerpt
    #[arg(long, value_name = "HEX")]
    pub key: Option<String>,
}

#[derive(Args, Debug)]
pub struct Replay {
    /// The journal, a line of JSON each; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub journal: PathBuf,
    /// The round
    #[arg(long, value_name = "N", required_unless_present_any = ["list", "as_of"])]
    pub round: Option<u64>,
    /// What was known on a day, such as 2026-03-01, or at a moment: later lines are left out; the round in play then, unless
    /// another is named
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// List the rounds
    #[arg(long, conflicts_with_all = ["round", "html"])]
    pub list: bool,
    /// Write it as a page, to be printed
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Judge {
    /// The round or the dispute in the notation of scripts, or JSON; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Show every step with what followed from it
    #[arg(long)]
    pub steps: bool,
}
