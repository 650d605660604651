//! `ch47 play`: a script with the law's answers, or a table in the terminal.

use crate::{
    args::Play,
    failure::Failure,
    json::{self, AnswerJson, PlayJson, PlayLineJson},
    load::{self, Chosen, Source, chosen},
    screen::{self, BAD, BOLD, CITE, DIM, GOOD, paint, wrap},
};
use odds::{Generator, Tally, usual_input};
use rounds::{Answer, Played, PlayedLine, Script, respond, squeeze};
use rules::{Awaits, Game, GameId, Input, InputOf, Kinds, Misread, Money, Visitor, Vocabulary, read_input};
use rustyline::{
    Context, Editor, Helper, Highlighter, Hinter, Validator, completion::Completer, error::ReadlineError,
};
use std::io::{self, IsTerminal};

pub fn run(args: &Play, as_json: bool) -> Result<(), Failure> {
    let game = load::game(&args.game)?;
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
        let fault = |fault| Failure::fault(format!("{}: {fault}", source.name));
        let played =
            Script::parse(&source.text).and_then(|s| s.play(self.game, &table.settings)).map_err(fault)?;
        let text =
            if self.as_json { json::render(&play_json(self.game, &played))? } else { script_text(&played) };
        screen::show(&text)?;
        judge(&source, &played)
    }
}

/// A script fails by a line that says nothing, by going otherwise than written, and by stopping in mid-round.
fn judge(source: &Source, played: &Played) -> Result<(), Failure> {
    let name = &source.name;
    let mut failure = None;
    for line in played.amiss() {
        let place = format!("{name}:{}: `{}`", line.number, line.left);
        let misread = line
            .answers
            .iter()
            .any(|a| matches!(a, Answer::Misread(_) | Answer::Unlawful { cite: None, .. }));
        let what = match line.answers.iter().find(|answer| answer.is_no()) {
            _ if !line.expected.is_empty() => "goes otherwise than the script says".to_owned(),
            Some(Answer::Refused(refusal)) => format!("is refused: {refusal}"),
            Some(Answer::Misread(why)) => why.to_string(),
            Some(Answer::Unlawful { text, cite: Some(cite) }) => format!("{text} [{cite}]"),
            Some(Answer::Unlawful { text, cite: None }) => text.clone(),
            Some(Answer::Event { .. }) | None => "goes otherwise than the script says".to_owned(),
        };
        anstream::eprintln!("{}: {place} {what}", paint(BAD, "error"));
        failure = Some(match failure {
            Some(Failure::Shown(text)) => Failure::Shown(text),
            _ if misread => Failure::Shown(String::new()),
            _ => Failure::Law,
        });
    }
    if let Some(fault) = &played.unfinished {
        anstream::eprintln!("{}: {name}: {fault}", paint(BAD, "error"));
        failure.get_or_insert(Failure::Law);
    }
    failure.map_or(Ok(()), Err)
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

fn answer_text(answer: &Answer) -> String {
    let cite = |cite: rules::Citation| paint(CITE, format!("{cite:<14}"));
    match answer {
        Answer::Event { cite: by, text, .. } => {
            let style = if text.starts_with("won") { GOOD } else { anstyle::Style::new() };
            format!("  {} {}\n", cite(*by), paint(style, text))
        }
        Answer::Refused(refusal) => {
            format!("  {} {} {}\n", cite(refusal.cite), paint(BAD, "refused:"), refusal.why)
        }
        Answer::Unlawful { cite: Some(by), text } => {
            format!("  {} {} {text}\n", cite(*by), paint(BAD, "unlawful:"))
        }
        Answer::Unlawful { cite: None, text } => format!("  {} {text}\n", paint(BAD, "?")),
        Answer::Misread(why) => format!("  {} {why}\n", paint(BAD, "?")),
    }
}

fn play_json(game: GameId, played: &Played) -> PlayJson {
    let answer = |answer: &Answer| {
        let (kind, text) = match answer {
            Answer::Event { text, .. } => ("event", text.clone()),
            Answer::Refused(refusal) => ("refusal", refusal.why.to_string()),
            Answer::Unlawful { text, .. } => ("violation", text.clone()),
            Answer::Misread(why) => ("misread", why.to_string()),
        };
        let mut cites = answer.citations().map(|c| c.to_string());
        AnswerJson { kind: kind.to_owned(), cite: cites.next(), pays: cites.next(), text }
    };
    let lines = played.lines.iter().filter(|line| !line.answers.is_empty()).map(|line| PlayLineJson {
        line: line.number,
        input: line.left.clone(),
        answers: line.answers.iter().map(answer).collect(),
        amiss: line.is_amiss(),
    });
    PlayJson {
        game: game.name().to_owned(),
        lines: lines.collect(),
        unfinished: played.unfinished.as_ref().map(|fault| fault.message.clone()),
    }
}

/// A table in the terminal: the person is p1, the program deals.
struct Session<G> {
    table: G,
    generator: Generator,
    won: Money,
    /// What the law answered last, for `why`.
    last: Vec<rules::Citation>,
}

const HELP: &str = "\
  red 5              put 5.00 on red; any line of the notation works: p2 red 5, dealer spins, ball 17
  takes back red     take a wager back
  (empty line)       let the dealer and the equipment go on
  menu               what may be wagered and done now
  bets               what lies on the layout
  why                the provisions behind the last answers
  quit               leave the table
";

impl<G: Game> Session<G> {
    fn open(chosen: &Chosen<G>, seed: Option<u64>) -> Result<Session<G>, Failure> {
        let mut bytes = [0; 32];
        match seed {
            Some(number) => bytes = Generator::seed(number),
            None => getrandom::fill(&mut bytes)
                .map_err(|e| Failure::fault(format!("no chance to be had: {e}")))?,
        }
        let generator = Generator::new(bytes, 0);
        Ok(Session { table: G::open(chosen.options), generator, won: Money::ZERO, last: Vec::new() })
    }

    fn run(mut self, chosen: &Chosen<G>) -> Result<(), Failure> {
        let fault = |e| Failure::fault(format!("cannot read the terminal: {e}"));
        let mut editor: Editor<Words, _> = Editor::new().map_err(fault)?;
        editor.set_helper(Some(Words::of::<G>()));
        screen::show(&(chosen.headline() + HELP))?;
        loop {
            let lies: Money = self.table.bets().iter().map(|bet| bet.stake).sum();
            let prompt = format!("[won {}, on the layout {lies}] ", self.won);
            let line = match editor.readline(&prompt) {
                Ok(line) => squeeze(&line),
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => break,
                Err(e) => return Err(fault(e)),
            };
            let _ = editor.add_history_entry(&line);
            let text = match line.as_str() {
                "quit" | "exit" => break,
                "help" | "?" => HELP.to_owned(),
                "menu" => self.menu(),
                "bets" => self.bets(),
                "why" => self.why(),
                "" | "go" => self.go(),
                _ => self.say(&line),
            };
            screen::show(&text)?;
        }
        let lies = self.table.bets().len();
        let left = if lies > 0 { format!(", {lies} wagers left on the layout") } else { String::new() };
        screen::show(&format!("won {}{left}\n", self.won))
    }

    /// A line of the notation; without a person in front it is p1's.
    fn say(&mut self, line: &str) -> String {
        let input = match read_input::<G>(line) {
            Err(Misread::Unclear) => read_input::<G>(&format!("p1 {line}")),
            read => read,
        };
        match input {
            Ok(input) => self.act(input),
            Err(Misread::Refused(refusal)) => {
                self.last = vec![refusal.cite];
                answer_text(&Answer::Refused(refusal))
            }
            Err(why) => {
                answer_text(&Answer::Misread(why)) + &paint(DIM, "    `menu` shows what can be said now\n")
            }
        }
    }

    fn act(&mut self, input: InputOf<G>) -> String {
        let mut won = Money::ZERO;
        let answers = respond(&mut self.table, input, &mut |event| {
            if let Some((rules::Patron(1), tally)) = Tally::of::<G>(event) {
                won += tally.net();
            }
        });
        self.won += won;
        self.last = answers.iter().flat_map(Answer::citations).collect();
        answers.iter().map(answer_text).collect()
    }

    /// Everyone does the usual until wagers are open again, or p1 must decide.
    fn go(&mut self) -> String {
        let (mut text, mut cites) = (String::new(), Vec::new());
        while let Some(input) = usual_input(&self.table, &mut self.generator) {
            text += &self.act(input);
            cites.append(&mut self.last);
            if matches!(
                self.table.awaits(),
                Awaits::Wagers | Awaits::Decision(rules::Actor::Patron(rules::Patron(1)))
            ) {
                break;
            }
        }
        self.last = cites;
        text
    }

    fn menu(&self) -> String {
        let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
        let mut deeds = Vec::new();
        for who in [rules::Actor::Patron(rules::Patron(1)), rules::Actor::Dealer] {
            self.table.decisions(who, &mut |offer| match offer.act {
                rules::Act::Place { wager, tender: rules::Tender::Chips, .. } => {
                    match kinds.iter_mut().find(|(kind, _)| *kind == wager.kind()) {
                        Some((_, wagers)) => wagers.push(wager.to_string()),
                        None => kinds.push((wager.kind(), vec![wager.to_string()])),
                    }
                }
                rules::Act::Place { .. } => {}
                act => {
                    deeds.push(Input::<_, _, G::Chance, G::Irregularity>::Act { by: who, act }.to_string());
                }
            });
        }
        let mut text = String::new();
        for (kind, wagers) in kinds {
            text += &match &wagers[..] {
                [one] => format!("  {one}\n"),
                [first, .., last] => {
                    format!("  {first} … {last}  {}\n", paint(DIM, format!("{} places", wagers.len())))
                }
                [] => format!("  {kind}\n"),
            };
        }
        text + &wrap(&deeds.join("; "), 2, 100)
    }

    fn bets(&self) -> String {
        match self.table.bets() {
            [] => "  nothing lies on the layout\n".to_owned(),
            bets => bets.iter().map(|bet| format!("  {bet}\n")).collect(),
        }
    }

    fn why(&self) -> String {
        let mut cites = self.last.clone();
        cites.sort();
        cites.dedup();
        let mut text = String::new();
        for cite in cites {
            text += &format!("  {}\n", paint(CITE, load::long(cite)));
            cite.provision().rules.iter().for_each(|rule| text += &wrap(rule.says, 4, 100));
        }
        if text.is_empty() { "  nothing has been decided yet\n".to_owned() } else { text }
    }
}

/// Completes what can be typed.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Words(Vec<String>);

impl Words {
    fn of<G: Game>() -> Words {
        let commands = ["takes back", "menu", "bets", "why", "help", "quit", "dealer", "irregularity"];
        let mut words: Vec<String> = commands.map(str::to_owned).to_vec();
        G::Wager::each(&mut |wager| words.push(wager.to_string()));
        words.dedup();
        Words(words)
    }
}

impl Completer for Words {
    type Candidate = String;
    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        Ok((0, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}
