//! Rounds written down.
//!
//! A script says on the left what happens at a table, one input a line, and the program answers on the right
//! what the law makes of it, with the citation. A golden round is a script with its answers, kept as a test.
//!
//! ```text
//! game     roulette
//! options  wheel=double-zero zero=half
//! p1 red 5.00            > 5.1(e)9   placed p1 red 5.00
//! p1 split 0-3 5.00      ! 5.1(e)2   the layout has no such place
//! ```
//!
//! `>` marks what the rules decided, `!` what they refused, `?` a line that says nothing in this notation. Lines
//! that begin with `#` are comments, and those that begin with `=` say what the dealer really did with money. Each
//! `options` line opens a fresh table.

mod done;
mod finding;
mod house;
mod settings;

pub use done::Done;
pub use finding::{Finding, judge};
pub use settings::{Setting, Value, entries, read_list as read_settings, standard};

use rules::{
    Chosen, Citation, Event, EventOf, Game, GameId, Input, InputOf, Misread, Refusal, Visitor, Vocabulary,
    read_input, table,
};
use std::fmt;

/// A script as it was written.
#[derive(Clone, Debug)]
pub struct Script {
    /// The game, if a `game` line names it.
    pub game: Option<GameId>,
    game_line: usize,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    number: usize,
    left: String,
    /// The answers written beside and beneath it.
    expected: Vec<String>,
}

/// A script that cannot be run at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Fault {}

/// One answer to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The rules decided something.
    Event {
        /// Why.
        cite: Citation,
        /// Why it pays so much, where it pays.
        pays: Option<Citation>,
        /// What.
        text: String,
        /// The document that is written on it, if any.
        paper: Option<String>,
    },
    /// The rules refused.
    Refused(Refusal),
    /// The options are unlawful.
    Unlawful {
        /// The provision, unless only the writing is at fault.
        cite: Option<Citation>,
        /// What is wrong.
        text: String,
    },
    /// The line says nothing in this notation.
    Misread(Misread),
    /// No table is open, because the options above are not lawful.
    Closed,
}

impl Answer {
    /// Whether nothing came of the line.
    pub fn is_no(&self) -> bool {
        !matches!(self, Answer::Event { .. })
    }

    /// The provisions applied.
    pub fn citations(&self) -> impl Iterator<Item = Citation> {
        let (cite, pays) = match self {
            Answer::Event { cite, pays, .. } => (Some(*cite), *pays),
            Answer::Refused(refusal) => (Some(refusal.cite), None),
            Answer::Unlawful { cite, .. } => (*cite, None),
            Answer::Misread(_) | Answer::Closed => (None, None),
        };
        [cite, pays].into_iter().flatten()
    }
}

/// As it stands on the right of a script.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Event { cite, text, .. } => write!(f, "> {cite:<14} {text}"),
            Answer::Refused(Refusal { cite, why }) => write!(f, "! {cite:<14} {why}"),
            Answer::Unlawful { cite: Some(cite), text } => write!(f, "! {cite:<14} {text}"),
            Answer::Unlawful { cite: None, text } => write!(f, "? {text}"),
            Answer::Misread(why) => write!(f, "? {why}"),
            Answer::Closed => write!(f, "? no table is open: the options above are not lawful"),
        }
    }
}

/// A script that was run.
#[derive(Clone, Debug)]
pub struct Played {
    /// Every line with its answers.
    pub lines: Vec<PlayedLine>,
    /// If a table was left in mid-round: the line after which, and what it waits for.
    pub unfinished: Option<Fault>,
}

/// A line with its answers.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    /// Its number, from 1.
    pub number: usize,
    /// What was written.
    pub left: String,
    /// The answers the script expected; none if it expects nothing in particular.
    pub expected: Vec<String>,
    /// What the law makes of it.
    pub answers: Vec<Answer>,
}

impl PlayedLine {
    /// Whether it went otherwise than the script says, or, where it says nothing, whether nothing came of it.
    pub fn is_amiss(&self) -> bool {
        match self.expected.is_empty() {
            true => self.answers.iter().any(Answer::is_no),
            false => !self
                .expected
                .iter()
                .map(|e| squeeze(e))
                .eq(self.answers.iter().map(|a| squeeze(&a.to_string()))),
        }
    }
}

impl Script {
    /// Reads a script.
    pub fn parse(text: &str) -> Result<Script, Fault> {
        let mut script = Script { game: None, game_line: 1, lines: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            let (left, right) = split(line);
            match right {
                Some(answer) if left.is_empty() => match script.lines.last_mut() {
                    Some(before) if !before.left.is_empty() => before.expected.push(answer.to_owned()),
                    _ => return Err(Fault { line: number, message: "an answer to nothing".into() }),
                },
                _ => {
                    let expected = right.map(str::to_owned).into_iter().collect();
                    script.lines.push(Line { number, left: left.to_owned(), expected });
                }
            }
            if let Some(name) = directive(left, "game") {
                let message = match (GameId::find(name), script.game) {
                    (Some(game), before) if before.is_none_or(|before| before == game) => {
                        (script.game, script.game_line) = (Some(game), number);
                        continue;
                    }
                    (Some(_), _) => "one script is of one game".to_owned(),
                    (None, _) => format!("no game is called `{name}`"),
                };
                return Err(Fault { line: number, message });
            }
        }
        Ok(script)
    }

    /// Whether nothing is written in it but comments.
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|line| line.left.is_empty() || line.left.starts_with('#'))
    }

    /// Every line with its number, without what stands on its right.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().map(|line| (line.number, line.left.as_str()))
    }

    /// Whether it says itself under which options it is played.
    pub fn has_options(&self) -> bool {
        self.lines.iter().any(|line| directive(&line.left, "options").is_some())
    }

    /// Runs it on a table opened with `settings`, or with those of its own `options` lines.
    pub fn play(&self, game: GameId, settings: &[Setting]) -> Result<Played, Fault> {
        struct Play<'a>(&'a Script, &'a [Setting]);
        impl Visitor for Play<'_> {
            type Out = Result<Played, Fault>;
            fn visit<G: Game>(self) -> Self::Out {
                play::<G>(self.0, self.1)
            }
        }
        if let Some(own) = self.game.filter(|&own| own != game) {
            let message = format!("this is a script of {}, not of {}", own.name(), game.name());
            return Err(Fault { line: self.game_line, message });
        }
        game.visit(Play(self, settings))
    }
}

impl Played {
    /// The script with its answers, as it should stand in a file.
    pub fn render(&self) -> String {
        let is_input =
            |line: &&PlayedLine| !line.answers.is_empty() && directive(&line.left, "options").is_none();
        let answered = self.lines.iter().filter(is_input);
        let width = answered.map(|line| line.left.len()).max().unwrap_or(0).max(22);
        let mut text = String::new();
        for PlayedLine { left, answers, .. } in &self.lines {
            if answers.is_empty() {
                text += left.trim_end();
                text += "\n";
            }
            for (i, answer) in answers.iter().enumerate() {
                let left = if i == 0 { left.as_str() } else { "" };
                text += format!("{left:<width$} {answer}").trim_end();
                text += "\n";
            }
        }
        text
    }

    /// Every provision applied.
    pub fn citations(&self) -> impl Iterator<Item = Citation> {
        self.lines.iter().flat_map(|line| &line.answers).flat_map(Answer::citations)
    }

    /// The lines that went otherwise than they should.
    pub fn amiss(&self) -> impl Iterator<Item = &PlayedLine> {
        self.lines.iter().filter(|line| line.is_amiss())
    }
}

fn play<G: Game>(script: &Script, settings: &[Setting]) -> Result<Played, Fault> {
    let mut played = Played { lines: Vec::new(), unfinished: None };
    let (mut table, _) = open::<G>(settings);
    // A table on which nothing has happened is not in mid-round, though its shoe has yet to be prepared.
    let mut begun = false;
    for Line { number, left, expected } in &script.lines {
        let written = squeeze(left);
        let mut answers = Vec::new();
        if let Some(options) = directive(&written, "options") {
            let left = table.as_ref().filter(|_| begun);
            played.unfinished = played.unfinished.or_else(|| mid_round(left, *number));
            begun = false;
            let settings =
                settings::read_list(options).map_err(|message| Fault { line: *number, message })?;
            (table, answers) = open::<G>(&settings);
        } else if let Some(done) = Done::read(&written) {
            done.map_err(|message| Fault { line: *number, message })?;
        } else if !(written.is_empty() || written.starts_with('#') || directive(&written, "game").is_some()) {
            answers = table.as_mut().map_or_else(|| vec![Answer::Closed], |table| answer(table, &written));
            begun = true;
        }
        let (left, expected) = (left.clone(), expected.clone());
        played.lines.push(PlayedLine { number: *number, left, expected, answers });
    }
    let last = script.lines.last().map_or(1, |line| line.number);
    played.unfinished = played.unfinished.or_else(|| mid_round(table.as_ref().filter(|_| begun), last));
    Ok(played)
}

/// What the law makes of one line.
pub fn answer<G: Game>(table: &mut G, text: &str) -> Vec<Answer> {
    match read_line::<G>(text) {
        Ok(inputs) => {
            let mut answers = Vec::new();
            for input in inputs {
                answers.extend(respond(table, input, &mut |_| ()));
                if answers.last().is_some_and(Answer::is_no) {
                    break;
                }
            }
            answers
        }
        Err(Misread::Refused(refusal)) => vec![Answer::Refused(refusal)],
        Err(why) => vec![Answer::Misread(why)],
    }
}

/// The inputs of a line: one, or several things the equipment showed one after another, as in `As 3s 2s 2h`.
pub fn read_line<G: Game>(text: &str) -> Result<Vec<InputOf<G>>, Misread> {
    let one = read_input::<G>(text);
    if let Err(Misread::Unclear) = one {
        let shown: Option<Vec<_>> =
            text.split(' ').map(|word| G::Chance::read(word).map(Input::Chance)).collect();
        return shown.ok_or(Misread::Unclear);
    }
    one.map(|input| vec![input])
}

/// What the law makes of one input; `hear` is told every event.
pub fn respond<G: Game>(table: &mut G, input: InputOf<G>, hear: &mut impl FnMut(&EventOf<G>)) -> Vec<Answer> {
    let mut answers = Vec::new();
    let done = table.apply(input, &mut |cite, event: EventOf<G>| {
        hear(&event);
        let pays = if let Event::Settled { pays, .. } = event { Some(pays) } else { None };
        answers.push(Answer::Event { cite, pays, text: event.to_string(), paper: paper::<G>(&event) });
    });
    match done {
        Ok(()) => answers,
        Err(refusal) => vec![Answer::Refused(refusal)],
    }
}

/// A call that puts something on paper shows the sheet as its alternate form, which has several lines.
fn paper<G: Game>(event: &EventOf<G>) -> Option<String> {
    let Event::Called { call } = event else { return None };
    Some(format!("{call:#}")).filter(|sheet| sheet.contains('\n'))
}

/// Opens a table, if the settings are lawful, and answers what follows from them: duties, or violations.
pub fn open<G: Game>(settings: &[Setting]) -> (Option<G>, Vec<Answer>) {
    let mut answers = Vec::new();
    let options = judge::<G>(settings)
        .map_err(|findings| {
            let unlawful = |f: Finding| Answer::Unlawful { cite: f.cite, text: f.brief() };
            answers.extend(findings.into_iter().map(unlawful));
        })
        .ok();
    if let Some(options) = &options {
        options.duties(&mut |duty| {
            answers.push(Answer::Event {
                cite: duty.cite,
                pays: None,
                text: format!("duty to {duty}"),
                paper: None,
            });
        });
    }
    (options.map(G::open), answers)
}

/// The keys of a game's options.
pub fn keys<G: Game>() -> impl Iterator<Item = &'static str> {
    table::fields::<G>().map(|field| field.key)
}

/// The name most like this one, if any is alike.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names
        .map(|other| (strsim::jaro_winkler(name, other), other))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}

fn mid_round<G: Game>(table: Option<&G>, line: usize) -> Option<Fault> {
    let table = table?;
    let message = match (table.awaits_wagers(), table.bets().len()) {
        (true, 0) => return None,
        (true, 1) => "the script stops in mid-round: a wager still lies on the layout".to_owned(),
        (true, n) => format!("the script stops in mid-round: {n} wagers still lie on the layout"),
        (false, _) => format!("the script stops in mid-round: the table waits for {}", table.awaits()),
    };
    Some(Fault { line, message })
}

/// `game roulette` is the directive `game` with the rest `roulette`.
pub fn directive<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.trim().strip_prefix(name)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// The line without its answer, and the answer.
fn split(line: &str) -> (&str, Option<&str>) {
    if line.trim_start().starts_with('#') {
        return (line.trim_end(), None);
    }
    let at = ["> ", "! ", "? "].iter().filter_map(|mark| mark_at(line, mark)).min();
    match at {
        Some(at) => (line[..at].trim(), Some(line[at..].trim())),
        None => (line.trim(), None),
    }
}

/// Where a mark stands at the beginning of the line or after a space.
fn mark_at(line: &str, mark: &str) -> Option<usize> {
    line.match_indices(mark).map(|(at, _)| at).find(|&at| at == 0 || line[..at].ends_with(' '))
}

/// Words separated by single spaces.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUND: &str = "\
# Red wins.
game roulette
options wheel=single-zero
p1   red 5.00
dealer spins
dealer no-more-bets
ball 1
";

    #[test]
    fn a_script_gets_its_answers_and_then_agrees_with_itself() {
        let played = Script::parse(ROUND).unwrap().play(GameId::Roulette, &[]).unwrap();
        assert_eq!(played.amiss().count(), 0);
        let golden = played.render();
        assert!(golden.contains("won p1 red 5.00, paid 5.00 by 5.2(a)"), "{golden}");
        let again = Script::parse(&golden).unwrap().play(GameId::Roulette, &[]).unwrap();
        assert_eq!((again.render(), again.amiss().count()), (golden, 0));
        assert_eq!(again.unfinished, None);
    }

    #[test]
    fn a_wrong_answer_is_amiss() {
        let golden = Script::parse(ROUND).unwrap().play(GameId::Roulette, &[]).unwrap().render();
        let wrong = golden.replace("paid 5.00", "paid 6.00");
        let played = Script::parse(&wrong).unwrap().play(GameId::Roulette, &[]).unwrap();
        assert_eq!(played.amiss().map(|line| line.left.as_str()).collect::<Vec<_>>(), ["ball 1"]);
    }

    #[test]
    fn a_script_that_stops_in_mid_round_says_so() {
        let cut = ROUND.replace("ball 1\n", "");
        let played = Script::parse(&cut).unwrap().play(GameId::Roulette, &[]).unwrap();
        assert_eq!(
            played.unfinished.unwrap().message,
            "the script stops in mid-round: the table waits for the equipment"
        );
    }

    #[test]
    fn a_table_on_which_nothing_has_happened_is_not_in_mid_round() {
        let fresh = "options shuffle=lace recut-by=last-cutter vigorish=5% disclosed-card=\"2\"\n";
        let unfinished = |text: &str| {
            let settings = standard::<rules::chemin_de_fer::CheminDeFer>();
            Script::parse(text).unwrap().play(GameId::CheminDeFer, &settings).unwrap().unfinished
        };
        assert_eq!(unfinished(fresh), None);
        assert_eq!(unfinished(&format!("{fresh}dealer inspects\n")).map(|fault| fault.line), Some(2));
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| Script::parse(text).err().map(|f| f.to_string());
        assert_eq!(fault("game rulette").unwrap(), "line 1: no game is called `rulette`");
        assert_eq!(fault("\n> 5.1(a) placed").unwrap(), "line 2: an answer to nothing");
        assert_eq!(fault("game roulette\ngame big-six").unwrap(), "line 2: one script is of one game");
        let other = Script::parse("game roulette").unwrap().play(GameId::BigSix, &[]).err().unwrap();
        assert_eq!(other.to_string(), "line 1: this is a script of roulette, not of big-six");
    }
}
