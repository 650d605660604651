//! `ch47 roads`: the five roads of a baccarat shoe.

use crate::{
    args,
    board::{self, svg},
    failure::Failure,
    json::{self, RoadsJson, WrittenShoe},
    load::Source,
    screen::{self, DIM, paint},
};
use roads::{Outcome, Roads};
use std::{
    fs,
    io::{self, IsTerminal},
    path::Path,
};

pub fn run(args: &args::Roads, as_json: bool) -> Result<(), Failure> {
    if args.file.is_none() && io::stdin().is_terminal() {
        screen::complain!("{}", paint(DIM, "write the results, such as B Pn T, and end the input (Ctrl-D)"));
    }
    let source = Source::read(args.file.as_deref().unwrap_or(Path::new("-")))?;
    let roads: Roads = shoe(&source)?.into_iter().collect();
    if let Some(path) = &args.svg {
        fs::write(path, svg::draw(&roads, args.ask))
            .map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
    }
    if as_json {
        return screen::show(&json::render(&RoadsJson::from(&roads))?);
    }
    let asked = if args.ask { board::ask(&roads) } else { String::new() };
    screen::show(&(board::text(&roads, screen::width()) + &asked))
}

/// The results in a text: JSON if it looks like JSON, otherwise one token per game.
fn shoe(source: &Source) -> Result<Vec<Outcome>, Failure> {
    if source.text.trim_start().starts_with(['[', '{']) {
        let written: Result<WrittenShoe, _> = serde_json::from_str(&source.text);
        return written.map(Into::into).map_err(|e| {
            let place = (e.line(), e.column());
            let said = e.to_string();
            let said =
                said.strip_suffix(&format!(" at line {} column {}", place.0, place.1)).unwrap_or(&said);
            let at = source.offset(place.0, place.1);
            let help = "a list of results: [\"B\", \"Pn\", {\"winner\": \"tie\", \"banker_pair\": true}]";
            source.fault("this is not a shoe", Some((at, said.to_owned())), help)
        });
    }
    roads::read(&source.text).map_err(|misread| {
        let (line, column) = source.line_column(misread.at.start);
        let title = format!(
            "`{}` is no result: line {line}, column {column}, result {}",
            misread.token, misread.number
        );
        let help =
            "one result a game: B, P or T, then n natural, b Banker pair, p Player pair, such as Bn Pp T";
        source.fault(&title, Some((misread.at.clone(), misread.wrong.to_string())), help)
    })
}
