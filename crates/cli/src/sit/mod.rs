//! `ch47 sit`: a seat at a table of a floor, in the terminal.

mod app;
mod felt;
mod house;
mod line;
mod look;
mod model;
mod pages;
mod plain;
mod say;
mod scene;
mod script;
mod second;
mod session;
mod stages;
mod wire;

pub use second::run as second;

#[cfg(test)]
mod fake;
#[cfg(test)]
mod tests;

use crate::{args::Sit, failure::Failure};
use ratatui::crossterm::{
    event::{DisableMouseCapture, EnableMouseCapture},
    execute,
};
use std::{
    fs,
    io::{self, IsTerminal, Read, Write},
    path::Path,
};

/// Sits down at a table, or plays a script there.
pub fn run(args: &Sit, json: bool) -> Result<(), Failure> {
    let house = house::House::at(&args.url).map_err(Failure::fault)?;
    let session = session::Session::new(house);
    let password = args.password_file.as_deref().map(app::password).transpose()?;
    if let Some(path) = &args.script {
        let (Some(name), Some(table)) = (args.guest.as_ref().or(args.name.as_ref()), &args.table) else {
            return Err(Failure::fault("a script needs --guest or --name, and --table"));
        };
        if args.name.is_some() && password.is_none() {
            return Err(Failure::fault("a script that logs in needs --password-file"));
        }
        let lines = lines(path)?;
        return script::Player::new(session, json).run(name, password, table, &lines);
    }
    if json || !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::fault("a seat needs a terminal; without one, give it lines with --script"));
    }
    let mut app = app::App::new(session, args.table.clone(), look::Look::wanted());
    match (&args.guest, &args.name) {
        (Some(guest), _) => app.knock(guest, Some(None)),
        (None, Some(name)) => app.knock(name, password.map(Some)),
        (None, None) => {}
    }
    let mut terminal =
        ratatui::try_init().map_err(|e| Failure::fault(format!("cannot use the terminal: {e}")))?;
    if args.mouse {
        let _ = execute!(io::stdout(), EnableMouseCapture);
    }
    let result = app.run(&mut terminal);
    if args.mouse {
        let _ = execute!(io::stdout(), DisableMouseCapture);
    }
    ratatui::restore();
    result
}

fn lines(path: &Path) -> Result<String, Failure> {
    if path == Path::new("-") {
        let mut text = String::new();
        return match io::stdin().read_to_string(&mut text) {
            Ok(_) => Ok(text),
            Err(e) => Err(Failure::fault(format!("standard input: {e}"))),
        };
    }
    fs::read_to_string(path).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
}

/// Writes the receipts as JSON lines; an auditor can prove each of them.
fn write_receipts(table: &model::Table, path: &Path) -> io::Result<usize> {
    let mut file = fs::File::create(path)?;
    for receipt in &table.receipts {
        serde_json::to_writer(&mut file, receipt)?;
        file.write_all(b"\n")?;
    }
    Ok(table.receipts.len())
}
