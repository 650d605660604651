//! The command line of `ch47 rng`.

use super::{TableOptions, rounds};
use clap::{Args, Subcommand, ValueHint};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Rng {
    /// The master from which every secret follows, 64 hexadecimal digits: the same master gives the same again. The
    /// system's own chance unless said
    #[arg(long, global = true, value_name = "HEX")]
    pub master: Option<String>,
    #[command(subcommand)]
    pub task: Task,
}

#[derive(Subcommand, Debug)]
pub enum Task {
    /// Write the bytes of the stream, for test suites that read standard input, such as dieharder -a -g 200
    Raw {
        /// How many bytes, such as 1e9; without end unless said
        #[arg(long, value_parser = rounds)]
        bytes: Option<u64>,
    },
    /// Shuffle shoes: one a line, the first card in front
    Cards {
        /// The game
        #[arg(default_value = "blackjack")]
        game: String,
        #[command(flatten)]
        table: TableOptions,
        /// How many shoes
        #[arg(long, default_value = "10", value_parser = rounds)]
        count: u64,
    },
    /// Roll dice: one roll a line
    Dice {
        /// The game: craps or sic-bo
        #[arg(default_value = "craps")]
        game: String,
        #[command(flatten)]
        table: TableOptions,
        /// How many rolls
        #[arg(long, default_value = "10", value_parser = rounds)]
        count: u64,
    },
    /// Spin a wheel: one result a line
    Wheel {
        /// The game: roulette or big-six
        #[arg(default_value = "roulette")]
        game: String,
        #[command(flatten)]
        table: TableOptions,
        /// How many spins
        #[arg(long, default_value = "10", value_parser = rounds)]
        count: u64,
    },
    /// Run the tests a laboratory runs: on the stream, on the equipment of every game, and on shuffles
    Report {
        /// How many results of each device are drawn; four times as many words of the stream
        #[arg(long, default_value = "1e6", value_parser = rounds)]
        samples: u64,
        /// Write the evidence into this folder: the report for people and for programs
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        out: Option<PathBuf>,
        /// Run dieharder on the stream too, which takes hours; it must be installed
        #[arg(long)]
        dieharder: bool,
    },
}
