//! Scripts and golden rounds.
//!
//! A script has inputs on the left, one per line, and on the right the program's answers: what the rules decide,
//! with the citation. A golden round is a script with its answers, kept as a test.
//!
//! ```text
//! game     roulette
//! options  wheel=double-zero zero=half
//! p1 red 5.00            > 5.1(e)9   placed p1 red 5.00
//! p1 split 0-3 5.00      ! 5.1(e)2   the layout has no such place
//! ```
//!
//! `>` marks what the rules decided, `!` what they refused, and `?` a line that has no meaning in this notation.
//! Lines that start with `#` are comments, and lines that start with `=` record what the dealer actually did with
//! money. Each `options` line opens a fresh table, and a `given` line puts it in the middle of a round. A script may
//! expect a refusal by its provision alone: `! 5.1(e)2`.

mod describe;
mod done;
mod finding;
mod given;
mod house;
mod meant;
mod settings;
mod shortcut;

pub use describe::Described;
pub use done::Done;
pub use finding::{Finding, judge};
pub use given::{given, place};
pub use meant::{explain, explain_for, meant, nearest};
pub use settings::{Settings, Value, standard};
pub use shortcut::{Shortcut, discard, preparation, prepared_by};

use rules::{
    Chosen, Citation, Event, EventOf, Game, GameId, Input, InputOf, Misread, Outcome, Refusal, Visitor,
    games, read_input,
};
use std::{collections::BTreeMap, fmt, marker::PhantomData};

/// A script, parsed.
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
    /// The answers written beside and below it.
    expected: Vec<String>,
}

/// A script that cannot be run at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The number of the line, from 1.
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

/// What the rules decided, in a form that does not depend on the game.
pub trait Decided: Clone {
    /// Converts an event, with the provision that requires it.
    fn of<G: Game>(cite: Citation, event: &EventOf<G>) -> Self;
    /// The provision that requires it.
    fn cite(&self) -> Citation;
    /// The provision that determines the amount paid or collected, if there is one.
    fn pays(&self) -> Option<Citation>;
    /// The sentence for people.
    fn text(&self) -> &str;
}

/// A decision as written in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    cite: Citation,
    pays: Option<Citation>,
    text: String,
}

impl Decided for Sentence {
    fn of<G: Game>(cite: Citation, event: &EventOf<G>) -> Sentence {
        let pays = if let Event::Settled { pays, .. } = event { Some(*pays) } else { None };
        Sentence { cite, pays, text: event.to_string() }
    }
    fn cite(&self) -> Citation {
        self.cite
    }
    fn pays(&self) -> Option<Citation> {
        self.pays
    }
    fn text(&self) -> &str {
        &self.text
    }
}

/// One answer to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<T = Sentence> {
    /// The rules decided something.
    Decided(T),
    /// The options oblige the licensee to do something.
    Duty {
        /// The provision that requires it.
        cite: Citation,
        /// What the licensee must do.
        text: String,
    },
    /// The rules refused.
    Refused(Refusal),
    /// The options are unlawful.
    Unlawful {
        /// The provision violated; `None` if only the spelling is wrong.
        cite: Option<Citation>,
        /// A description of the violation.
        text: String,
    },
    /// The line has no meaning in this notation; the text says why, and what was probably meant.
    Misread(String),
    /// No table is open, because the options above are not lawful.
    Closed,
}

impl<T: Decided> Answer<T> {
    /// Whether the line had no effect.
    pub fn is_no(&self) -> bool {
        !matches!(self, Answer::Decided(_) | Answer::Duty { .. })
    }

    /// The provisions that the answer applies.
    pub fn citations(&self) -> impl Iterator<Item = Citation> {
        let (cite, pays) = match self {
            Answer::Decided(decided) => (Some(decided.cite()), decided.pays()),
            Answer::Duty { cite, .. } => (Some(*cite), None),
            Answer::Refused(refusal) => (Some(refusal.cite), None),
            Answer::Unlawful { cite, .. } => (*cite, None),
            Answer::Misread(_) | Answer::Closed => (None, None),
        };
        [cite, pays].into_iter().flatten()
    }

    /// What was decided or refused, without the provision.
    pub fn text(&self) -> String {
        match self {
            Answer::Decided(decided) => decided.text().to_string(),
            Answer::Duty { text, .. } => format!("duty to {text}"),
            Answer::Refused(refusal) => refusal.why.to_string(),
            Answer::Unlawful { text, .. } => text.clone(),
            Answer::Misread(why) => why.clone(),
            Answer::Closed => "no table is open: the options above are not lawful".to_owned(),
        }
    }
}

/// Writes the answer as on the right side of a script.
impl<T: Decided> fmt::Display for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        match (self.citations().next(), self.is_no()) {
            (Some(cite), false) => write!(f, "> {cite:<14} {text}"),
            (Some(cite), true) => write!(f, "! {cite:<14} {text}"),
            (None, _) => write!(f, "? {text}"),
        }
    }
}

/// A script after it was run.
#[derive(Clone, Debug)]
pub struct Played<T = Sentence> {
    /// Every line with its answers.
    pub lines: Vec<PlayedLine<T>>,
    /// If a table was left in the middle of a round: the last line, and what the table waits for.
    pub unfinished: Option<Fault>,
}

/// A line with its answers.
#[derive(Clone, Debug)]
pub struct PlayedLine<T = Sentence> {
    /// The number of the line, from 1.
    pub number: usize,
    /// The input as written.
    pub left: String,
    /// The answers that the script expects; empty if it states none.
    pub expected: Vec<String>,
    /// What the rules decided.
    pub answers: Vec<Answer<T>>,
}

impl<T: Decided> PlayedLine<T> {
    /// Whether the result differs from what the script says or, if it says nothing, whether the line had no
    /// effect.
    pub fn is_amiss(&self) -> bool {
        match self.expected.is_empty() {
            true => self.answers.iter().any(Answer::is_no),
            false => !(self.is_refused_as_expected() || self.is_as_expected()),
        }
    }

    fn is_as_expected(&self) -> bool {
        let answers = self.answers.iter().map(|answer| squeeze(&answer.to_string()));
        self.expected.iter().map(|expected| squeeze(expected)).eq(answers)
    }

    /// Whether the script expects a refusal by its provision alone, such as `! 5.3(b)`, and got it.
    fn is_refused_as_expected(&self) -> bool {
        let [expected] = &self.expected[..] else { return false };
        let Some(Answer::Refused(Refusal { cite, .. }) | Answer::Unlawful { cite: Some(cite), .. }) =
            self.answers.iter().find(|answer| answer.is_no())
        else {
            return false;
        };
        let expected = squeeze(expected);
        expected == format!("! {cite}") || expected == format!("! {}", cite.id())
    }
}

impl Script {
    /// Parses a script.
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

    /// Whether it contains only comments.
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|line| line.left.is_empty() || line.left.starts_with('#'))
    }

    /// Every line with its number, without its answers.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().map(|line| (line.number, line.left.as_str()))
    }

    /// The given positions: consecutive `given` lines form one, identified by the number of its first line.
    pub fn positions(&self) -> BTreeMap<usize, String> {
        let mut all: BTreeMap<usize, String> = BTreeMap::new();
        let mut first = None;
        for Line { number, left, .. } in &self.lines {
            match given(left) {
                Some(facts) => {
                    let first = *first.get_or_insert(*number);
                    let position = all.entry(first).or_default();
                    *position += facts;
                    *position += ";";
                }
                None => first = None,
            }
        }
        all
    }

    /// Whether it states its own options.
    pub fn has_options(&self) -> bool {
        self.lines.iter().any(|line| directive(&line.left, "options").is_some())
    }

    /// Runs the script at a table opened with `settings`, or with those of its own `options` lines.
    pub fn play(&self, game: GameId, settings: &Settings) -> Result<Played, Fault> {
        self.play_as(game, settings)
    }

    /// Runs the script, with decisions in the caller's own form.
    pub fn play_as<T: Decided>(&self, game: GameId, settings: &Settings) -> Result<Played<T>, Fault> {
        struct Play<'a, T>(&'a Script, &'a Settings, PhantomData<T>);
        impl<T: Decided> Visitor for Play<'_, T> {
            type Out = Result<Played<T>, Fault>;
            fn visit<G: Game>(self) -> Self::Out {
                play::<G, T>(self.0, self.1)
            }
        }
        if let Some(own) = self.game.filter(|&own| own != game) {
            let message = format!("this is a script of {}, not of {}", own.name(), game.name());
            return Err(Fault { line: self.game_line, message });
        }
        game.visit(Play(self, settings, PhantomData))
    }
}

impl<T: Decided> Played<T> {
    /// The script with its answers, as it should be saved.
    pub fn render(&self) -> String {
        let is_input =
            |line: &&PlayedLine<T>| !line.answers.is_empty() && directive(&line.left, "options").is_none();
        let answered = self.lines.iter().filter(is_input);
        let width = answered.map(|line| line.left.len()).max().unwrap_or(0).max(22);
        let mut text = String::new();
        for line in &self.lines {
            let left = &line.left;
            let answers: Vec<String> = match line.is_refused_as_expected() {
                true => line.expected.clone(),
                false => line.answers.iter().map(ToString::to_string).collect(),
            };
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

    /// Every provision applied in the script.
    pub fn citations(&self) -> impl Iterator<Item = Citation> {
        self.lines.iter().flat_map(|line| &line.answers).flat_map(Answer::citations)
    }

    /// The lines whose result differs from what it should be.
    pub fn amiss(&self) -> impl Iterator<Item = &PlayedLine<T>> {
        self.lines.iter().filter(|line| line.is_amiss())
    }
}

fn play<G: Game, T: Decided>(script: &Script, settings: &Settings) -> Result<Played<T>, Fault> {
    let mut played = Played { lines: Vec::new(), unfinished: None };
    let (mut table, _) = open::<G, T>(settings);
    // A table at which nothing has happened is not in the middle of a round, even if its shoe has yet to be
    // prepared.
    let mut begun = false;
    let mut facts = script.positions();
    for Line { number, left, expected } in &script.lines {
        let written = squeeze(left);
        let mut answers = Vec::new();
        if let Some(options) = directive(&written, "options") {
            let left = table.as_ref().filter(|_| begun);
            played.unfinished = played.unfinished.or_else(|| mid_round(left, *number));
            begun = false;
            let settings = Settings::read(options).map_err(|message| Fault { line: *number, message })?;
            (table, answers) = open::<G, T>(&settings);
        } else if given(&written).is_some() {
            if let (Some(table), Some(facts)) = (table.as_mut(), facts.remove(number)) {
                place(table, &facts).map_err(|message| Fault { line: *number, message })?;
            }
            begun = true;
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

/// Applies one line of text, and returns the answers.
pub fn answer<G: Game, T: Decided>(table: &mut G, text: &str) -> Vec<Answer<T>> {
    match inputs(table, text) {
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
        Err(answers) => answers,
    }
}

/// The inputs that a line represents; empty if it only discards cards.
fn inputs<G: Game, T>(table: &mut G, text: &str) -> Result<Vec<InputOf<G>>, Vec<Answer<T>>> {
    let misread = |why: String| vec![Answer::Misread(why)];
    match Shortcut::read(text) {
        Some(Shortcut::Prepare { burned }) => preparation(table, &burned).map_err(misread),
        Some(Shortcut::Discard { cards }) => discard(table, cards).map(|()| Vec::new()).map_err(misread),
        None => read_line::<G>(text).map_err(|why| not_understood::<G, T>(text, why)),
    }
}

/// The answer to a line that was not understood, with what was probably meant.
pub fn not_understood<G: Game, T>(text: &str, why: Misread) -> Vec<Answer<T>> {
    match why {
        Misread::Refused(refusal) => {
            let meant = meant::<G>(text, why).map(Answer::Misread);
            [Answer::Refused(refusal)].into_iter().chain(meant).collect()
        }
        _ => vec![Answer::Misread(explain::<G>(text, why))],
    }
}

/// The inputs of a line: one, or several things the equipment showed one after another, as in `As 3s 2s 2h` or, where each
/// has a word before it, `ball 3 17 44`.
pub fn read_line<G: Game>(text: &str) -> Result<Vec<InputOf<G>>, Misread> {
    let one = read_input::<G>(text);
    if let Err(Misread::Unclear) = one {
        let shown = |text: &str| match read_input::<G>(text) {
            Ok(Input::Chance(chance)) => Some(chance),
            _ => None,
        };
        let mut words = text.split_whitespace().map(|word| word.trim_end_matches(',')).peekable();
        let before = words.next_if(|first| shown(first).is_none());
        let part = |word: &str| match before {
            // A result of a wheel or of dice stands alone.
            Some(before) => {
                shown(&format!("{before} {word}")).filter(|chance| !Outcome::is_result((*chance).into()))
            }
            None => shown(word),
        };
        let parts: Option<Vec<_>> = words.map(|word| part(word).map(Input::Chance)).collect();
        return parts.filter(|parts| !parts.is_empty()).ok_or(Misread::Unclear);
    }
    one.map(|input| vec![input])
}

/// Applies one input; `hear` is called with every event.
pub fn respond<G: Game, T: Decided>(
    table: &mut G,
    input: InputOf<G>,
    hear: &mut impl FnMut(&EventOf<G>),
) -> Vec<Answer<T>> {
    let mut answers = Vec::new();
    let done = table.apply(input, &mut |cite, event: EventOf<G>| {
        hear(&event);
        answers.push(Answer::Decided(T::of::<G>(cite, &event)));
    });
    match done {
        Ok(()) => answers,
        Err(refusal) => vec![Answer::Refused(refusal)],
    }
}

/// Opens a table if the settings are lawful. Also returns what follows from them: duties or violations.
pub fn open<G: Game, T>(settings: &Settings) -> (Option<G>, Vec<Answer<T>>) {
    let mut answers = Vec::new();
    let options = judge::<G>(settings)
        .map_err(|findings| {
            let unlawful = |f: Finding| Answer::Unlawful { cite: f.cite, text: f.brief() };
            answers.extend(findings.into_iter().map(unlawful));
        })
        .ok();
    if let Some(options) = &options {
        options.duties(&mut |duty| {
            answers.push(Answer::Duty { cite: duty.cite, text: duty.to_string() });
        });
    }
    (options.map(G::open), answers)
}

/// The keys of a game's options.
pub fn keys<G: Game>() -> impl Iterator<Item = &'static str> {
    games::fields::<G>().map(|field| field.key)
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

/// The rest of a directive: for `game roulette` and `game`, it is `roulette`.
pub fn directive<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.trim().strip_prefix(name)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// Splits a line into input and answer.
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

/// The position of a mark at the start of the line or after a space.
fn mark_at(line: &str, mark: &str) -> Option<usize> {
    line.match_indices(mark).map(|(at, _)| at).find(|&at| at == 0 || line[..at].ends_with(' '))
}

/// Collapses runs of whitespace to single spaces.
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
dealer calls no more bets
ball 1
";

    #[test]
    fn a_script_gets_its_answers_and_then_agrees_with_itself() {
        let played = Script::parse(ROUND).unwrap().play(GameId::Roulette, &Settings::default()).unwrap();
        assert_eq!(played.amiss().count(), 0);
        let golden = played.render();
        assert!(golden.contains("won p1 red 5.00, paid 5.00 by 5.2(a)"), "{golden}");
        let again = Script::parse(&golden).unwrap().play(GameId::Roulette, &Settings::default()).unwrap();
        assert_eq!((again.render(), again.amiss().count()), (golden, 0));
        assert_eq!(again.unfinished, None);
    }

    #[test]
    fn a_wrong_answer_is_amiss() {
        let golden =
            Script::parse(ROUND).unwrap().play(GameId::Roulette, &Settings::default()).unwrap().render();
        let wrong = golden.replace("paid 5.00", "paid 6.00");
        let played = Script::parse(&wrong).unwrap().play(GameId::Roulette, &Settings::default()).unwrap();
        assert_eq!(played.amiss().map(|line| line.left.as_str()).collect::<Vec<_>>(), ["ball 1"]);
    }

    fn squeezed(text: &str) -> String {
        text.lines().map(|line| squeeze(line) + "\n").collect()
    }

    #[test]
    fn a_refusal_may_be_expected_by_its_provision_alone() {
        let amiss = |written: &str| {
            let script = Script::parse(&ROUND.replace("p1   red 5.00", written)).unwrap();
            let played = script.play(GameId::Roulette, &Settings::default()).unwrap();
            let lines = |text: &str| text.lines().any(|line| line == squeeze(written));
            assert_eq!(lines(&squeezed(&played.render())), played.amiss().count() == 0, "{written}");
            played.amiss().count()
        };
        assert_eq!(amiss("p1 split 1-17 5.00     ! 5.1(e)2"), 0);
        assert_eq!(amiss("p1 split 1-17 5.00     ! 5.1(e)3"), 1, "another provision refuses it");
        assert_eq!(amiss("p1 red 5.00            ! 5.1(e)9"), 1, "nothing refuses it");
        assert_eq!(amiss("p1 red 5.00            > 5.1(e)9"), 1, "a decision has its words");
        assert_eq!(amiss("p1 rde 5.00            ! 5.1(e)"), 0, "whatever was perhaps meant");
    }

    #[test]
    fn a_script_that_stops_in_mid_round_says_so() {
        let cut = ROUND.replace("ball 1\n", "");
        let played = Script::parse(&cut).unwrap().play(GameId::Roulette, &Settings::default()).unwrap();
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
        let other =
            Script::parse("game roulette").unwrap().play(GameId::BigSix, &Settings::default()).err().unwrap();
        assert_eq!(other.to_string(), "line 1: this is a script of roulette, not of big-six");
    }
}
