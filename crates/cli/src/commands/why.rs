//! `ch47 why`: what a line of a round depends on, and what would have had to be different.

use crate::{
    args::proof::Why as Args,
    failure::Failure,
    json,
    load::{self, Source},
    screen::{self, BOLD, CITE, DIM, paint},
};
use prove::why::{Why, why};
use rounds::{Script, standard};
use rules::{Game, Visitor};

pub fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let source = Source::read(&args.round)?;
    let fault = |message: String| Failure::fault(format!("{}: {message}", source.name));
    let script = Script::parse(&source.text).map_err(|e| fault(e.to_string()))?;
    let game = match (&args.game, script.game) {
        (Some(name), _) => load::game(name)?,
        (None, Some(game)) => game,
        (None, None) => {
            return Err(fault("the script names no game: write `game roulette`, or use --game".to_owned()));
        }
    };
    let answer = game.visit(Ask { script: &script, line: args.line }).map_err(fault)?;
    screen::show(&if as_json { json::render(&answer)? } else { text(&answer) })
}

struct Ask<'a> {
    script: &'a Script,
    line: usize,
}

impl Visitor for Ask<'_> {
    type Out = Result<Why, String>;
    fn visit<G: Game>(self) -> Self::Out {
        why::<G>(self.script, &standard::<G>(), self.line)
    }
}

fn text(answer: &Why) -> String {
    let mut text = format!("{}\n", paint(BOLD, &answer.input));
    for line in &answer.answers {
        text += &format!("  {line}\n");
    }
    for provision in &answer.provisions {
        text += &format!("\n{}\n", paint(CITE, &provision.cite));
        for says in &provision.says {
            text += &format!("  {says}\n");
        }
        for reading in &provision.readings {
            text += &format!("  {} {} {}\n", paint(DIM, &reading.id), reading.question, reading.decision);
        }
    }
    if !answer.accepted.is_empty() {
        text += "\nAccepted at this point:\n";
        answer.accepted.iter().for_each(|input| text += &format!("  {input}\n"));
    }
    if !answer.options_that_change_it.is_empty() {
        text += "\nIt would come out differently with:\n";
        for change in &answer.options_that_change_it {
            text +=
                &format!("  {} {}\n", paint(BOLD, &change.option), paint(CITE, format!("[{}]", change.cite)));
            change.answers.iter().for_each(|line| text += &format!("    {line}\n"));
        }
    }
    text
}
