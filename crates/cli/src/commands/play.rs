//! `ch47 play`: runs a script, or a [`Session`] in the terminal.

use super::session::Session;
use crate::{
    args::Play,
    failure::Failure,
    json::{self, PlayJson, PlayLineJson, UnlawfulJson},
    load::{self, From, Source, chosen},
    screen::{self, BAD, BOLD, CITE, DIM, paint, style_of},
};
use books::Fact;
use odds::{Priced, Visitor, visit};
use rounds::{Answer, Fault, Played, PlayedLine, Script};
use rules::GameId;
use std::{
    fs,
    io::{self, IsTerminal},
    path::Path,
};
use views::check::Sign;

pub fn run(args: &Play, as_json: bool) -> Result<(), Failure> {
    let game = load::game(&args.game)?;
    let both =
        [&args.script, &args.table.options].map(|path| path.as_ref().is_some_and(|p| p.as_os_str() == "-"));
    if both == [true, true] {
        return Err(Failure::fault("script and options cannot both come from standard input"));
    }
    let script = match &args.script {
        Some(path) => Some(Source::read(path)?),
        None if io::stdin().is_terminal() => None,
        None => Some(Source::read("-".as_ref())?),
    };
    if script.is_none() && as_json {
        return Err(Failure::fault("--json needs a script: ch47 play GAME SCRIPT --json"));
    }
    visit(game, Run { args, game, script, as_json })
}

struct Run<'a> {
    args: &'a Play,
    game: GameId,
    script: Option<Source>,
    as_json: bool,
}

impl Visitor for Run<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Priced>(self) -> Self::Out {
        let table = chosen::<G>(&self.args.table)?;
        let Some(source) = self.script else {
            return Session::<G>::open(&table, self.args.seed)?.run(&table);
        };
        let fault =
            |fault: Fault| Failure::fault(format!("{}:{}: {}", source.name, fault.line, fault.message));
        let script = Script::parse(&source.text).map_err(fault)?;
        if script.is_empty() {
            return Err(Failure::fault(format!("{}: an empty script", source.name)));
        }
        if script.has_options() && table.from != From::Usual {
            let message = "the script has an options line of its own: leave --options and --set away";
            return Err(Failure::fault(format!("{}: {message}", source.name)));
        }
        let played = script.play_as(self.game, &table.settings).map_err(fault)?;
        if self.args.write {
            return write(self.args.script.as_deref(), &played);
        }
        let text =
            if self.as_json { json::render(&play_json(self.game, &played))? } else { script_text(&played) };
        screen::show(&text)?;
        judge(&source, &played)
    }
}

/// Writes the answers into the script.
fn write(path: Option<&Path>, played: &Played<Fact>) -> Result<(), Failure> {
    match path.filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            fs::write(path, played.render()).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
        }
        None => screen::show(&played.render()),
    }
}

/// A script fails if a line has no meaning, if a result differs from what is written, or if it stops in the
/// middle of a round.
fn judge(source: &Source, played: &Played<Fact>) -> Result<(), Failure> {
    let (mut lawful, mut readable) = (true, true);
    for line in played.amiss() {
        lawful = false;
        let no = line.answers.iter().find(|answer| answer.is_no());
        if line.expected.is_empty() {
            readable &= !matches!(no, Some(Answer::Misread(_)));
        }
        let what = match no {
            _ if !line.expected.is_empty() => "comes out otherwise than written".to_owned(),
            Some(Answer::Refused(refusal)) => match line.answers.last() {
                Some(Answer::Misread(meant)) => format!("refused: {refusal}; {meant}"),
                _ => format!("refused: {refusal}"),
            },
            Some(Answer::Unlawful { text, cite: Some(cite) }) => format!("{text} [{cite}]"),
            Some(Answer::Unlawful { text, cite: None }) => text.clone(),
            Some(answer) => answer.to_string().trim_start_matches("? ").to_owned(),
            None => "came to nothing".to_owned(),
        };
        // A line that was not understood is reported with its faulty part.
        let left = match no {
            Some(Answer::Misread(_)) if line.expected.is_empty() => String::new(),
            _ => format!("`{}`: ", line.left),
        };
        screen::complain!("{}: {}:{}: {left}{what}", paint(BAD, "error"), source.name, line.number);
        if !line.expected.is_empty() {
            line.expected.iter().for_each(|answer| screen::complain!("  written: {answer}"));
            line.answers.iter().for_each(|answer| screen::complain!("  came:    {answer}"));
        }
    }
    if let Some(fault) = &played.unfinished {
        lawful = false;
        screen::complain!("{}: {}:{}: {}", paint(BAD, "error"), source.name, fault.line, fault.message);
    }
    match (lawful, readable) {
        (true, _) => Ok(()),
        (false, true) => Err(Failure::Law),
        (false, false) => Err(Failure::Shown(String::new())),
    }
}

fn script_text(played: &Played<Fact>) -> String {
    let mut text = String::new();
    for PlayedLine { left, answers, .. } in &played.lines {
        let style = if left.starts_with('#') { DIM } else { BOLD };
        text += &if left.is_empty() { "\n".to_owned() } else { format!("{}\n", paint(style, left)) };
        answers.iter().for_each(|answer| text += &answer_text(answer));
    }
    text
}

pub fn answer_text(answer: &Answer<Fact>) -> String {
    let cite = |cite: rules::Citation| paint(CITE, format!("{cite:<14}"));
    match answer {
        Answer::Decided(fact) => {
            let line = format!("  {} {}\n", cite(fact.cite), paint(style_of(fact), &fact.text));
            let sheet = fact.paper.iter().flat_map(|paper| paper.lines());
            line + &sheet.map(|row| format!("      │ {row}\n")).collect::<String>()
        }
        Answer::Duty { cite: by, text } => format!("  {} duty to {text}\n", cite(*by)),
        Answer::Refused(refusal) => {
            format!("  {} {} {}\n", cite(refusal.cite), paint(BAD, "refused:"), refusal.why)
        }
        Answer::Unlawful { cite: Some(by), text } => {
            format!("  {} {} {text}\n", cite(*by), paint(BAD, "unlawful:"))
        }
        Answer::Unlawful { cite: None, text } => format!("  {} {text}\n", paint(BAD, "?")),
        Answer::Misread(why) => format!("  {} {why}\n", paint(BAD, "?")),
        Answer::Closed => {
            format!("  {} no table is open: the options above are not lawful\n", paint(BAD, "?"))
        }
    }
}

fn play_json(game: GameId, played: &Played<Fact>) -> PlayJson {
    let lines = played.lines.iter().filter(|line| !line.answers.is_empty());
    PlayJson {
        game: game.name().to_owned(),
        lines: lines.map(line_json).collect(),
        unfinished: played.unfinished.as_ref().map(|fault| fault.message.clone()),
    }
}

fn line_json(line: &PlayedLine<Fact>) -> PlayLineJson {
    let mut json = PlayLineJson {
        line: line.number,
        input: line.left.clone(),
        facts: Vec::new(),
        refused: None,
        duties: Vec::new(),
        unlawful: Vec::new(),
        misread: None,
        expected: line.expected.clone(),
        amiss: line.is_amiss(),
    };
    for answer in &line.answers {
        match answer {
            Answer::Decided(fact) => json.facts.push(fact.clone()),
            Answer::Duty { cite, text } => {
                json.duties.push(Sign { cite: cite.to_string(), text: text.clone() });
            }
            Answer::Refused(refusal) => json.refused = Some((*refusal).into()),
            Answer::Unlawful { cite, text } => {
                let cite = cite.map(|cite| cite.to_string());
                json.unlawful.push(UnlawfulJson { cite, text: text.clone() });
            }
            Answer::Misread(why) => json.misread = Some(why.to_string()),
            Answer::Closed => json.misread = Some("no table is open".to_owned()),
        }
    }
    json
}
