//! The command line, in one place: parser, help, completions and manual come from here.

pub mod floor;

use clap::{Args, Parser, Subcommand, ValueHint};
use std::path::PathBuf;

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the law says no (an unlawful option, a refusal, a script that goes \
                          otherwise than written or stops in mid-round); 2 the command, a file or a line is at fault; 3 other \
                          rules wrote it, so only a program that has them can say.";

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
    /// List a game's options: what is lawful, what holds by default, by which provision
    Options(OptionsOf),
    /// Play a game: a script, or in a terminal yourself
    Play(Play),
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
    /// Print the JSON schema of what a command prints with --json
    Schema {
        /// The command
        #[arg(value_parser = ["law", "reading", "contents", "search", "matrix", "check", "notice", "options", "play", "odds", "chemin", "stud", "red-dog", "blackjack", "strategy", "sim", "sim-blackjack", "roads", "felt", "floor", "verify", "audit", "fair", "replay", "judge", "text"])]
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

#[derive(Args, Debug)]
pub struct Check {
    /// The submission or the house, TOML; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct Notice {
    /// The submission or house as it is
    #[arg(value_hint = ValueHint::FilePath)]
    pub before: PathBuf,
    /// The same as it is to be
    #[arg(value_hint = ValueHint::FilePath)]
    pub after: PathBuf,
    /// When the notices are given, such as 2026-11-16T10:00:00-05:00
    #[arg(long, value_name = "TIME")]
    pub given: Option<String>,
    /// When the change is to take effect
    #[arg(long, value_name = "TIME")]
    pub effective: Option<String>,
    /// How many minutes ahead a notice under 8.3 is given; that section is not held, so this is no law
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
    /// Write them as a page each, to be printed
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct OptionsOf {
    /// The game
    pub game: String,
    /// Print a submission to fill in
    #[arg(long)]
    pub template: bool,
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
    /// The stake, 100 unless the table takes less; payments are rounded, so small stakes may differ
    #[arg(long, value_name = "DOLLARS", allow_negative_numbers = true)]
    pub stake: Option<String>,
    /// A list of the cards seen from the shoe, such as As 3d Tc; - for standard input, # before a remark
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub seen: Option<PathBuf>,
    /// Draw the house edges
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    /// At blackjack: what this chart is worth, as `ch47 strategy --csv` writes it
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub strategy: Option<PathBuf>,
    /// At blackjack: what every option is worth, one changed at a time
    #[arg(long)]
    pub prices: bool,
}

#[derive(Args, Debug)]
pub struct Strategy {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub table: TableOptions,
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
    /// How many rounds [default: 1000000; with --until-error at most 10^12]
    #[arg(long, allow_negative_numbers = true)]
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
    /// The stake of each wager, 100 unless the table takes less
    #[arg(long, value_name = "DOLLARS", allow_negative_numbers = true)]
    pub stake: Option<String>,
    /// Draw how the estimates converge; at blackjack also sessions, and results by the true count
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub blackjack: SimBlackjack,
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
    /// Count cards: hi-lo, or a file of lines such as `A,-1`
    #[arg(long, value_name = "hi-lo|FILE", value_hint = ValueHint::FilePath)]
    pub count: Option<String>,
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
pub struct Serve {
    /// The folder of the floor: its database and keys; made if it is not there
    #[arg(default_value = "floor", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:4700")]
    pub listen: String,
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
    /// Admit only people with a password
    #[arg(long)]
    pub no_guests: bool,
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

#[derive(Args, Debug)]
pub struct Fair {
    /// The window, as the floor gives it at /api/tables/TABLE/windows/N; - for standard input
    #[arg(value_hint = ValueHint::FilePath, required_unless_present = "journal")]
    pub file: Option<PathBuf>,
    /// The table's journal: every window of it is dealt again, and lines must be in the order that makes them binding
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub journal: Option<PathBuf>,
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
    /// The Ed25519 key of the house, in hexadecimal digits
    #[arg(long, value_name = "HEX", requires = "checkpoint")]
    pub key: Option<String>,
}

#[derive(Args, Debug)]
pub struct Replay {
    /// The journal, a line of JSON each; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub journal: PathBuf,
    /// The round
    #[arg(long, value_name = "N", required_unless_present = "list")]
    pub round: Option<u64>,
    /// List the rounds
    #[arg(long, conflicts_with_all = ["round", "html"])]
    pub list: bool,
    /// Write it as a page, to be printed
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Judge {
    /// The round in the notation of scripts, or JSON; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
}
