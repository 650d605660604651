//! The command line of the commands that search the rules: `ch47 prove`, `ch47 why`, `ch47 readings` and
//! `ch47 stress`.

use super::TableOptions;
use clap::{Args, ValueHint};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Prove {
    /// The game
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub game: Option<String>,
    /// All games at their usual options
    #[arg(long, conflicts_with_all = ["options", "set", "patrons", "wagers", "witnesses"])]
    pub all: bool,
    #[command(flatten)]
    pub table: TableOptions,
    /// The number of patrons; with --wagers, run one search with these bounds instead of the usual ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub patrons: Option<u8>,
    /// The number of wagers each patron may have at a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub wagers: Option<u8>,
    /// The most states each search may visit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub states: Option<u32>,
    /// The number of threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Save the searches in files with this name, and resume those that exist
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "all")]
    pub resume: Option<PathBuf>,
    /// Write the shortest round for each provision to this folder, for `ch47 play`
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub witnesses: Option<PathBuf>,
    /// Write what is announced at each kind of moment to this folder, one file per game
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub announcements: Option<PathBuf>,
    /// Print Markdown for the documentation
    #[arg(long)]
    pub markdown: bool,
}

#[derive(Args, Debug)]
pub struct Why {
    /// The round, a script for `ch47 play`; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub round: PathBuf,
    /// The number of the line to explain, starting at 1
    #[arg(long, value_name = "N")]
    pub line: usize,
    /// The game, if the script does not name it
    #[arg(long)]
    pub game: Option<String>,
}

#[derive(Args, Debug)]
pub struct Readings {
    /// Only readings that concern this game
    pub game: Option<String>,
    /// Show how each alternative reading changes the house edges
    #[arg(long)]
    pub price: bool,
    /// Print Markdown for the documentation
    #[arg(long, requires = "price")]
    pub markdown: bool,
}

#[derive(Args, Debug)]
pub struct Stress {
    /// The game; or options and house files whose tables are ranked for players
    #[arg(required_unless_present = "all", conflicts_with = "all", value_name = "GAME|FILES", value_hint = ValueHint::FilePath)]
    pub of: Vec<PathBuf>,
    /// All games
    #[arg(long)]
    pub all: bool,
    /// Print Markdown for the documentation
    #[arg(long)]
    pub markdown: bool,
}
