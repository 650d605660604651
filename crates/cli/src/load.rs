//! Option files: TOML read with the position of every value, so that a violation can be shown there.

use crate::{args::TableOptions, failure::Failure, json, screen};
pub use inputs::{Found, Places, flatten};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report, Severity,
};
use odds::{Priced, Unsolved, decks, seen};
pub use rounds::{Finding, judge};
use rounds::{Settings, Value, nearest, standard};
use rules::{Breach, Chosen as _, Citation, Game, GameId, Readings, kit::cards::Unseen, readings::bears_on};
use std::{
    collections::BTreeMap,
    fs,
    io::{ErrorKind, Read},
    ops::Range,
    path::Path,
    rc::Rc,
};
use toml::{Spanned, de::DeTable};

/// A text with its name.
pub struct Source {
    pub name: String,
    pub text: String,
}

/// A submission as written: a game, and settings with their positions.
#[derive(Clone)]
pub struct Submission {
    pub source: Rc<Source>,
    pub game: GameId,
    game_at: Range<usize>,
    pub settings: Settings,
    /// The position of each value and key. A later version may be in another file than the first.
    places: BTreeMap<String, (Rc<Source>, Places)>,
}

/// The game with this name, or a fault that lists the games.
pub fn game(name: &str) -> Result<GameId, Failure> {
    GameId::find(name).ok_or_else(|| {
        let names = GameId::ALL.iter().map(|game| game.name());
        let hint = match nearest(name, names.clone()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the games are {}", names.collect::<Vec<_>>().join(", ")),
        };
        Failure::fault(format!("no game is called `{name}`: {hint}"))
    })
}

/// The unseen cards of the table's shoe, given a file with the cards seen.
pub fn seen<G: Priced>(table: &Chosen<G>, path: &Path) -> Result<Unseen, Failure> {
    let none = |why: Unsolved| Failure::fault(format!("--seen: {}: {why}", G::NAME));
    let decks = decks::<G>(&table.options).map_err(none)?;
    let source = Source::read(path)?;
    seen::unseen(&source.text, decks).map_err(|wrong| {
        let message = format!("`{}` {}", wrong.written, wrong.why);
        source.fault(&message, Some((wrong.place, "here".into())), "")
    })
}

impl Source {
    /// Reads a file; `-` is standard input.
    pub fn read(path: &Path) -> Result<Source, Failure> {
        let name = path.display().to_string();
        if name == "-" {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|e| Failure::fault(format!("standard input: {e}")))?;
            return Ok(Source { name: "standard input".into(), text });
        }
        let text = fs::read_to_string(path).map_err(|e| match e.kind() {
            ErrorKind::InvalidData => Failure::fault(format!("{name}: this is not UTF-8 text")),
            _ => Failure::fault(format!("{name}: {e}")),
        })?;
        Ok(Source { name, text })
    }

    /// The line and column, from 1, of a position in the text.
    pub fn line_column(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    }

    /// The character that ends at this line and byte column, both from 1, as JSON parsers count.
    pub fn offset(&self, line: usize, column: usize) -> Range<usize> {
        let before: usize = self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let end = (before + column).min(self.text.len());
        let end = (end..=self.text.len()).find(|&at| self.text.is_char_boundary(at)).unwrap_or(end);
        let start = self.text[..end].char_indices().next_back().map_or(end, |(at, _)| at);
        start..end
    }

    /// A message shown at its position in the file.
    pub fn show(
        &self,
        message: &str,
        code: Option<String>,
        at: impl IntoIterator<Item = (Range<usize>, String)>,
        help: &str,
    ) -> String {
        let mut diagnostic = MietteDiagnostic::new(message).with_severity(Severity::Error);
        if !help.is_empty() {
            diagnostic = diagnostic.with_help(help);
        }
        if let Some(code) = code {
            diagnostic = diagnostic.with_code(code);
        }
        let labels = at.into_iter().map(|(span, label)| LabeledSpan::at(span, label));
        diagnostic = diagnostic.with_labels(labels);
        let report =
            Report::new(diagnostic).with_source_code(NamedSource::new(&self.name, self.text.clone()));
        let mut text = String::new();
        // Always with color: the output stream removes it where it does not belong.
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_links(false);
        let _ = handler.render_report(&mut text, report.as_ref());
        text
    }

    /// A fault at its position in the file, with the provision it violates.
    pub fn fault_by(&self, id: &str, message: &str, at: &[(Range<usize>, &str)], help: &str) -> Failure {
        let at = at.iter().map(|(span, label)| (span.clone(), (*label).to_owned()));
        Failure::Shown(self.show(message, Citation::find(id).map(long), at, help))
    }

    /// A fault at its position in the file.
    pub fn fault(&self, message: &str, at: Option<(Range<usize>, String)>, help: &str) -> Failure {
        Failure::Shown(self.show(message, None, at, help))
    }

    /// Reads it as TOML.
    pub fn toml(&self) -> Result<Spanned<DeTable<'_>>, Failure> {
        DeTable::parse(&self.text).map_err(|e| {
            let at = e.span().map(|span| (span, e.message().to_owned()));
            self.fault("this is not TOML", at, "")
        })
    }
}

impl Submission {
    /// Reads a submission.
    pub fn read(path: &Path) -> Result<Submission, Failure> {
        let source = Rc::new(Source::read(path)?);
        let document = source.toml()?;
        let mut found = Vec::new();
        flatten("", document.get_ref(), &mut found);
        Submission::of(&source, found, None)
    }

    /// Makes a submission from what was found in a file, or in the section of it that is named at this
    /// position.
    pub fn of(
        source: &Rc<Source>,
        found: Vec<Found>,
        named_at: Option<Range<usize>>,
    ) -> Result<Submission, Failure> {
        let (games, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| found.key == "game");
        let Some(Found { value: game, places: (game_at, _), .. }) = games.into_iter().next() else {
            let message = format!("{} does not say which game it is for", source.name);
            let at = named_at.map(|at| (at, "this table".to_owned()));
            return Err(source.fault(&message, at, "write game = \"roulette\" on the first line"));
        };
        let names = || GameId::ALL.iter().map(|game| game.name());
        let Value::Text(name) = game else {
            return Err(source.fault("the game's name is text", Some((game_at, "not text".into())), ""));
        };
        let Some(game) = GameId::find(&name) else {
            let help = match nearest(&name, names()) {
                Some(meant) => format!("did you mean \"{meant}\"?"),
                None => format!("the games are {}", names().collect::<Vec<_>>().join(", ")),
            };
            return Err(source.fault("no such game", Some((game_at, "this one".into())), &help));
        };
        let (mut settings, mut at) = (Settings::default(), BTreeMap::new());
        for Found { key, value, places } in others {
            if settings.set(&key, value).is_some() {
                let here = Some((places.1, "here again".to_owned()));
                return Err(source.fault(&format!("`{key}` is written twice"), here, "write it once"));
            }
            at.insert(key, (Rc::clone(source), places));
        }
        Ok(Submission { source: Rc::clone(source), game, game_at, settings, places: at })
    }

    /// The same submission with other options added, and some removed.
    pub fn changed(&self, source: &Rc<Source>, found: Vec<Found>, without: &[String]) -> Submission {
        let mut after = self.clone();
        let kept =
            |(key, value): (&String, &Value)| (!without.contains(key)).then(|| (key.clone(), value.clone()));
        after.settings = self.settings.iter().filter_map(kept).collect();
        after.places.retain(|key, _| !without.contains(key));
        for Found { key, value, places } in found {
            after.settings.set(&key, value);
            after.places.insert(key, (Rc::clone(source), places));
        }
        after
    }

    /// The file that contains this key or, failing that, the game's name.
    pub fn source_of(&self, key: &str) -> &Rc<Source> {
        self.places.get(key).map_or(&self.source, |(source, _)| source)
    }

    /// The position of this key or, failing that, of the game's name.
    pub fn place_of(&self, key: &str) -> Range<usize> {
        self.places.get(key).map_or(self.game_at.clone(), |(_, (value, _))| value.clone())
    }

    /// The position of a finding: the value or, if nothing is written, the game's name.
    pub fn place(&self, finding: &Finding) -> Range<usize> {
        match self.places.get(&finding.key) {
            Some((_, (_, key))) if finding.breach == Breach::UnknownKey => key.clone(),
            _ => self.place_of(&finding.key),
        }
    }

    /// A finding shown in the file, with the table's name in front.
    pub fn show(&self, finding: &Finding, prefix: &str) -> String {
        let label = match (&finding.breach, &finding.written) {
            (Breach::UnknownKey, _) => "unknown".to_owned(),
            (_, Some(written)) => format!("written is {written}"),
            (_, None) => format!("{} is not written", finding.key),
        };
        let at = Some((self.place(finding), label));
        let source = self.source_of(&finding.key);
        source.show(&format!("{prefix}{}", finding.title()), finding.cite.map(long), at, &finding.help())
    }
}

/// Writes `19:47-5.2(b)`, with the mark if it is not held.
pub fn long(cite: Citation) -> String {
    let id = cite.id();
    let chapter = if id.contains(':') { "" } else { "19:47-" };
    format!("{chapter}{cite}")
}

/// The options a command uses, and where they came from.
pub struct Chosen<G: Game> {
    pub options: G::Options,
    pub settings: Settings,
    /// How ambiguous words are read.
    pub readings: Readings,
    pub from: From,
}

/// Where options come from.
#[derive(Clone, PartialEq, Eq)]
pub enum From {
    Usual,
    Line,
    File(String),
}

impl<G: Game> Chosen<G> {
    /// The same table with other readings, each in the form `B2=2`.
    pub fn under(mut self, written: &[String]) -> Result<Chosen<G>, Failure> {
        self.readings = readings(GameId::find(G::NAME).expect("every game has its name"), written)?;
        self.options = self.options.under(self.readings);
        Ok(self)
    }

    /// The options, with every reading other than the project's as `reading.B2`.
    pub fn told(&self) -> Settings {
        let mut all = self.settings.clone();
        self.readings.each(&mut |switch, choice| {
            if choice != switch.decided {
                all.set(format!("reading.{}", switch.id), i64::from(choice));
            }
        });
        all
    }

    /// Writes `wheel = "double-zero", zero = "all"`.
    pub fn describe(&self) -> String {
        let all: Vec<String> =
            self.settings.entries().iter().map(|e| format!("{} = {}", e.key, e.value)).collect();
        if all.is_empty() { "nothing decided".to_owned() } else { all.join(", ") }
    }

    /// The headline for people.
    pub fn headline(&self) -> String {
        let usual =
            screen::paint(screen::DIM, " (the usual options; --options FILE or --set KEY=VALUE for yours)");
        let options = match &self.from {
            From::Usual => self.describe() + &usual,
            From::Line => self.describe(),
            From::File(name) => format!("options of {name}"),
        };
        let mut read = String::new();
        self.readings.each(&mut |switch, choice| {
            if choice != switch.decided {
                read += &format!("; reading {} = {choice} (decided: {})", switch.id, switch.decided);
            }
        });
        let options = options + &screen::paint(screen::BOLD, read);
        format!("{}  {options}\n", screen::paint(screen::BOLD, G::TITLE))
    }

    /// The readings on which the money of this game depends, each with its choice.
    pub fn rests_on(&self) -> String {
        let choices: Vec<String> = json::read(self.game(), &self.readings)
            .into_iter()
            .map(|reading| format!("{} = {}", reading.id, reading.choice))
            .collect();
        match choices.is_empty() {
            true => String::new(),
            false => screen::paint(screen::DIM, format!("readings: {}\n", choices.join(", "))),
        }
    }

    fn game(&self) -> GameId {
        GameId::find(G::NAME).expect("every game has its name")
    }
}

/// The readings for a game, given those that differ from the project's, each in the form `B2=2`.
pub fn readings(game: GameId, written: &[String]) -> Result<Readings, Failure> {
    let mut known: Vec<String> = Vec::new();
    let mut readings = Readings::DECIDED;
    for text in written {
        let (id, choice) = reading(game, text)?;
        if known.contains(&id) {
            return Err(Failure::fault(format!("--reading {text}: {id} is given twice")));
        }
        readings = readings.with(&id, choice).ok_or_else(|| {
            let all = law::READINGS.iter().find(|reading| reading.id == id);
            let switch = Readings::SWITCHES.iter().find(|switch| switch.id == id);
            let choices = switch.into_iter().flat_map(|switch| switch.choices);
            let says = |n: &u8| Some(format!("{n}: {}", all?.choices.get(usize::from(*n) - 1)?));
            let choices: Vec<String> = choices.filter_map(says).collect();
            Failure::fault(format!("--reading {text}: the choices are\n  {}", choices.join("\n  ")))
        })?;
        known.push(id);
    }
    Ok(readings)
}

/// The number and the choice of a reading that concerns this game and can be switched.
fn reading(game: GameId, text: &str) -> Result<(String, u8), Failure> {
    let fault = |message: String| Failure::fault(format!("--reading {text}: {message}"));
    let (id, choice) = text.split_once('=').ok_or_else(|| fault("write ID=N, such as B2=2".to_owned()))?;
    let id = id.trim().to_ascii_uppercase();
    let own = || Readings::SWITCHES.iter().map(|switch| switch.id).filter(|id| bears_on(id, game));
    let list = || own().collect::<Vec<_>>().join(", ");
    if law::READINGS.iter().all(|reading| reading.id != id) {
        return Err(fault(format!("no reading has this number; for {} there are {}", game.name(), list())));
    }
    if !own().any(|one| one == id) {
        let message = "cannot be switched here: it moves no money, or is about another game";
        return Err(fault(format!("{id} {message}; for {} there are {}", game.name(), list())));
    }
    let choice = choice.trim().parse().map_err(|_| fault("write the number of a choice".to_owned()))?;
    Ok((id, choice))
}

/// Prints a finding that does not come from a file.
fn tell(finding: &Finding) {
    let cite = finding.cite.map(|c| format!(" [{}]", screen::paint(screen::CITE, c))).unwrap_or_default();
    let written =
        finding.written.as_ref().map(|w| format!("--set {}={w}: ", finding.key)).unwrap_or_default();
    let error = screen::paint(screen::BAD, "error");
    screen::complain!("{error}: {written}{}: {}{cite}", finding.title(), finding.help());
}

/// The options of a command: those of a file, changed by each `--set`; without a file, the usual ones changed
/// in the same way; if those contradict each other, the `--set` ones alone.
pub fn chosen<G: Game>(args: &TableOptions) -> Result<Chosen<G>, Failure> {
    let mut set = Settings::default();
    for text in &args.set {
        let (key, value) = Settings::read_one(text)
            .ok_or_else(|| Failure::fault(format!("--set {text}: write KEY=VALUE, such as zero=half")))?;
        if set.set(key, value).is_some() {
            return Err(Failure::fault(format!("--set {text}: `{key}` is set twice")));
        }
    }
    let game = GameId::find(G::NAME).expect("every game has its name");
    let take = |settings: Settings, from| {
        judge::<G>(&settings).map(|options| Chosen {
            options,
            settings: settings.canonical(game),
            readings: Readings::DECIDED,
            from,
        })
    };
    let spoken = if set.is_empty() { From::Usual } else { From::Line };
    if let Some(path) = &args.options {
        let submission = Submission::read(path)?;
        if submission.game.name() != G::NAME {
            let message =
                format!("{} is a submission for {}", submission.source.name, submission.game.name());
            return Err(Failure::fault(format!("{message}, not for {}", G::NAME)));
        }
        return take(
            submission.settings.clone().with(set.clone()),
            From::File(submission.source.name.clone()),
        )
        .map_err(|findings| {
            let (on_line, in_file): (Vec<_>, Vec<_>) =
                findings.iter().partition(|finding| set.get(&finding.key).is_some());
            in_file.iter().for_each(|finding| {
                anstream::eprint!("{}", screen::clean(&submission.show(finding, "")));
            });
            on_line.iter().for_each(|finding| tell(finding));
            Failure::Law
        });
    }
    take(standard::<G>().with(set.clone()), spoken).or_else(|findings| {
        take(set.clone(), From::Line).map_err(|_| {
            findings.iter().for_each(tell);
            Failure::Law
        })
    })
}
