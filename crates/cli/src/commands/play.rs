//! `ch47 play`: a script with the law's answers, or a [`Session`] in the terminal.

use super::session::Session;
use crate::{
    args::Play,
    failure::Failure,
    json::{self, AnswerJson, PlayJson, PlayLineJson},
    load::{self, From, Source, chosen},
    screen::{self, BAD, BOLD, CITE, DIM, GOOD, paint},
};
use rounds::{Answer, Fault, Played, PlayedLine, Script};
use rules::{Game, GameId, Visitor};
use std::{
    fs,
    io::{self, IsTerminal},
    path::Path,
};

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
    game.visit(Run { args, game, script, as_json })
}

struct Run<'a> {
    args: &'a Play,
    game: GameId,
    script: Option<Source>,
    as_json: bool,
}

impl Visitor for Run<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Game>(self) -> Self::Out {
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
        let played = script.play(self.game, &table.settings).map_err(fault)?;
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
fn write(path: Option<&Path>, played: &Played) -> Result<(), Failure> {
    match path.filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            fs::write(path, played.render()).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
        }
        None => screen::show(&played.render()),
    }
}

/// A script fails by a line that says nothing, by going otherwise than written, and by stopping in mid-round.
fn judge(source: &Source, played: &Played) -> Result<(), Failure> {
    let (mut lawful, mut readable) = (true, true);
    for line in played.amiss() {
        lawful = false;
        let no = line.answers.iter().find(|answer| answer.is_no());
        if line.expected.is_empty() {
            readable &= !matches!(no, Some(Answer::Misread(_)));
        }
        let what = match no {
            _ if !line.expected.is_empty() => "comes out otherwise than written".to_owned(),
            Some(Answer::Refused(refusal)) => format!("refused: {refusal}"),
            Some(Answer::Unlawful { text, cite: Some(cite) }) => format!("{text} [{cite}]"),
            Some(Answer::Unlawful { text, cite: None }) => text.clone(),
            Some(answer) => answer.to_string().trim_start_matches("? ").to_owned(),
            None => "came to nothing".to_owned(),
        };
        screen::complain!(
            "{}: {}:{}: `{}`: {what}",
            paint(BAD, "error"),
            source.name,
            line.number,
            line.left
        );
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

fn script_text(played: &Played) -> String {
    let mut text = String::new();
    for PlayedLine { left, answers, .. } in &played.lines {
        let style = if left.starts_with('#') { DIM } else { BOLD };
        text += &if left.is_empty() { "\n".to_owned() } else { format!("{}\n", paint(style, left)) };
        answers.iter().for_each(|answer| text += &answer_text(answer));
    }
    text
}

pub fn answer_text(answer: &Answer) -> String {
    let cite = |cite: rules::Citation| paint(CITE, format!("{cite:<14}"));
    match answer {
        Answer::Event { cite: by, text, paper, .. } => {
            let style = if text.starts_with("won") { GOOD } else { anstyle::Style::new() };
            let line = format!("  {} {}\n", cite(*by), paint(style, text));
            let sheet = paper.iter().flat_map(|paper| paper.lines()).map(|row| format!("      │ {row}\n"));
            line + &sheet.collect::<String>()
        }
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

fn play_json(game: GameId, played: &Played) -> PlayJson {
    let answer = |answer: &Answer| {
        let (kind, text) = match answer {
            Answer::Event { text, .. } => ("event", text.clone()),
            Answer::Refused(refusal) => ("refusal", refusal.why.to_string()),
            Answer::Unlawful { text, .. } => ("violation", text.clone()),
            Answer::Misread(why) => ("misread", why.to_string()),
            Answer::Closed => ("closed", "no table is open".to_owned()),
        };
        let mut cites = answer.citations().map(|c| c.to_string());
        let paper = if let Answer::Event { paper, .. } = answer { paper.clone() } else { None };
        AnswerJson { kind: kind.to_owned(), cite: cites.next(), pays: cites.next(), text, paper }
    };
    let lines = played.lines.iter().filter(|line| !line.answers.is_empty()).map(|line| PlayLineJson {
        line: line.number,
        input: line.left.clone(),
        answers: line.answers.iter().map(answer).collect(),
        expected: line.expected.clone(),
        amiss: line.is_amiss(),
    });
    PlayJson {
        game: game.name().to_owned(),
        lines: lines.collect(),
        unfinished: played.unfinished.as_ref().map(|fault| fault.message.clone()),
    }
}
