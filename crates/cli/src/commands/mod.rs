//! One module per command.

mod amendment;
mod blackjack;
mod certificate;
mod check;
mod chemin;
mod decisions;
mod diff;
pub mod every_option;
mod excerpt;
mod fair;
mod felt;
mod floor;
mod house_way;
mod joint;
mod judge;
mod law;
mod notice;
mod odds;
mod options;
mod paper;
mod play;
mod prove;
pub mod readings;
mod red_dog;
mod replay;
mod rng;
mod roads;
mod rounds_apart;
mod sarif;
mod serve;
mod session;
mod shards;
mod sim;
mod sim_blackjack;
mod sim_systems;
mod strategy;
pub mod stress;
mod stud;
mod verify;
mod watch;
mod why;

use crate::{
    args::{Cli, Command},
    failure::Failure,
    json::{self, TextJson},
    screen,
};
use clap::CommandFactory;
use std::path::Path;

/// Runs the command.
pub fn run(cli: &Cli) -> Result<(), Failure> {
    match &cli.command {
        Command::Law(args) => law::run(args, cli.json),
        Command::Check(args) => check::run(args, cli.json),
        Command::Notice(args) => notice::run(args, cli.json),
        Command::Diff(args) => diff::run(args, cli.json),
        Command::Paper(args) => paper::run(args, cli.json),
        Command::Options(args) => options::run(args, cli.json),
        Command::Play(args) => play::run(args, cli.json),
        Command::Prove(args) => prove::run(args, cli.json),
        Command::Why(args) => why::run(args, cli.json),
        Command::Readings(args) => readings::run(args, cli.json),
        Command::Stress(args) => stress::run(args, cli.json),
        Command::Odds(args) => odds::run(args, cli.json),
        Command::Strategy(args) => strategy::run(args, cli.json),
        Command::Sim(args) => sim::run(args, cli.json),
        Command::Roads(args) => roads::run(args, cli.json),
        Command::Rng(args) => rng::run(args, cli.json),
        Command::Felt(args) => felt::run(args, cli.json),
        Command::Serve(args) => serve::run(args, cli.json),
        Command::Floor(args) => floor::run(args, cli.json),
        Command::Verify(args) => verify::run(args, cli.json),
        Command::Fair(args) => fair::run(args, cli.json),
        Command::Replay(args) => replay::run(args, cli.json),
        Command::Judge(args) => judge::run(args, cli.json),
        Command::Sit(args) => crate::sit::run(args, cli.json),
        Command::Second(args) => crate::sit::second(args, cli.json),
        Command::Schema { of } => {
            let (_, schema) = json::schemas().into_iter().find(|(name, _)| name == of).expect("a known name");
            screen::show(&json::render(&schema)?)
        }
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "ch47", &mut text);
            show_text(&text, cli.json)
        }
        Command::Man { command, out } => man(command.as_deref(), out.as_deref(), cli.json),
    }
}

/// The manual page of ch47 or of one command, or all pages into a folder.
fn man(command: Option<&str>, out: Option<&Path>, as_json: bool) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::fault(format!("cannot write the manual: {e}"));
    let all = Cli::command();
    if let Some(folder) = out {
        return clap_mangen::generate_to(all, folder)
            .map_err(|e| Failure::fault(format!("{}: {e}", folder.display())));
    }
    let page = match command {
        None => all,
        Some(name) => match all.find_subcommand(name) {
            Some(found) => {
                found.clone().display_name(format!("ch47-{name}")).bin_name(format!("ch47 {name}"))
            }
            None => return Err(Failure::fault(format!("no command is called `{name}`"))),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(failed)?;
    show_text(&text, as_json)
}

fn show_text(text: &[u8], as_json: bool) -> Result<(), Failure> {
    let text = String::from_utf8_lossy(text).into_owned();
    if as_json { screen::show(&json::render(&TextJson { text })?) } else { screen::show(&text) }
}
