//! The `ch47` command.

// Help texts are comments too, and a URL in one should read as it is typed.
#![allow(rustdoc::bare_urls)]

mod args;
mod board;
mod chart;
mod commands;
mod contributor;
mod failure;
mod felt;
mod house;
mod json;
mod load;
mod panels;
mod roadside;
mod screen;
mod sheet;
mod sit;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    match commands::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::from(failure.code())
        }
    }
}
