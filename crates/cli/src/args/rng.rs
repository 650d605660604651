//! The command line of `ch47 rng`.

use super::{TableOptions, rounds};
use clap::{Args, Subcommand, ValueHint};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Rng {
    /// The master secret, 64 hexadecimal digits: the same secret gives the same results [default: drawn from the system's
    /// random source]
    #[arg(long, global = true, value_name = "HEX")]
    pub master: Option<String>,
    #[command(subcommand)]
    pub task: Task,
}

#[derive(Subcommand, Debug)]
pub enum Task {
    /// Write the bytes of the stream, for test suites that read standard input, such as dieharder -a -g 200
    Raw {
        /// The number of bytes, such as 1e9 [default: endless]
        #[arg(long, value_parser = rounds)]
        bytes: Option<u64>,
    },
    /// Shuffle shoes, decks, tiles or the balls of keno: one shuffle per line, what is drawn first first
    Cards {
        /// The game
        #[arg(default_value = "blackjack")]
        game: String,
        #[command(flatten)]
        table: TableOptions,
        /// The number of shuffles
        #[arg(long, default_value = "10", value_parser = rounds)]
        count: u64,
    },
    /// Roll dice: one roll per line
    Dice {
        /// The game: craps, sic-bo, pai-gow or pai-gow-poker
        #[arg(default_value = "craps")]
        game: String,
        #[command(flatten)]
        table: TableOptions,
        /// The number of rolls
        #[arg(long, default_value = "10", value_parser = rounds)]
        count: u64,
    },
    /// Spin a wheel: one result per line
    Wheel {
        /// The game: roulette or big-six
        #[arg(default_value = "roulette")]
        game: String,
        #[command(flatten)]
        table: TableOptions,
        /// The number of spins
        #[arg(long, default_value = "10", value_parser = rounds)]
        count: u64,
    },
    /// Run a laboratory's tests on the stream, on every game's equipment and on shuffles
    Report {
        /// The number of results drawn from each device; four times as many words are drawn from the stream
        #[arg(long, default_value = "1e6", value_parser = rounds)]
        samples: u64,
        /// Write the evidence to this folder: the report for people and for programs
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        out: Option<PathBuf>,
        /// Also run dieharder on the stream, which takes hours; it must be installed
        #[arg(long)]
        dieharder: bool,
    },
}
