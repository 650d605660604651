//! One module a command.

mod check;
mod chemin;
mod law;
mod odds;
mod options;
mod play;
mod sim;

use crate::{
    args::{Cli, Command},
    failure::Failure,
    json::{self, TextJson},
    screen,
};
use clap::CommandFactory;

/// Runs the command.
pub fn run(cli: &Cli) -> Result<(), Failure> {
    match &cli.command {
        Command::Law(args) => law::run(args, cli.json),
        Command::Check(args) => check::run(args, cli.json),
        Command::Options(args) => options::run(args, cli.json),
        Command::Play(args) => play::run(args, cli.json),
        Command::Odds(args) => odds::run(args, cli.json),
        Command::Sim(args) => sim::run(args, cli.json),
        Command::Schema { of } => {
            let (_, schema) = json::schemas().into_iter().find(|(name, _)| name == of).expect("a known name");
            screen::show(&json::render(&schema)?)
        }
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "ch47", &mut text);
            show_text(&text, cli.json)
        }
        Command::Man => {
            let mut text = Vec::new();
            let page = clap_mangen::Man::new(Cli::command());
            page.render(&mut text).map_err(|e| Failure::fault(format!("cannot write the manual: {e}")))?;
            for command in Cli::command().get_subcommands().filter(|c| c.get_name() != "help") {
                let title = format!("ch47 {}", command.get_name());
                let page = clap_mangen::Man::new(command.clone().bin_name(title));
                page.render_synopsis_section(&mut text)
                    .and_then(|()| page.render_description_section(&mut text))
                    .and_then(|()| page.render_options_section(&mut text))
                    .map_err(|e| Failure::fault(format!("cannot write the manual: {e}")))?;
            }
            show_text(&text, cli.json)
        }
    }
}

fn show_text(text: &[u8], as_json: bool) -> Result<(), Failure> {
    let text = String::from_utf8_lossy(text).into_owned();
    if as_json { screen::show(&json::render(&TextJson { text })?) } else { screen::show(&text) }
}
