//! A table in the terminal: the user is p1, and the program deals.

use super::play::answer_text;
use crate::{
    board,
    failure::Failure,
    felt::Felt,
    load::{self, Chosen},
    roadside::Roadside,
    screen::{self, CITE, DIM, paint, wrap},
};
use books::Fact;
use odds::{Generator, Priced, Tally, draw_outcome, usual_input};
use rounds::{
    Answer, Shortcut, discard, not_understood, preparation, prepared_by, read_line, respond, squeeze,
};
use rules::{
    Act, Actor, Awaits, BetOf, Citation, Event, Game, Input, InputOf, Kinds, Misread, Money, Nobody, Offer,
    Patron, Seat, Tender, Vocabulary, Why,
};
use rustyline::{
    CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator, completion::Completer,
    error::ReadlineError,
};

const P1: Patron = Patron(1);

/// A session at a table.
pub struct Session<G: Game> {
    table: G,
    generator: Generator,
    won: Money,
    /// The provisions cited last, for `why`.
    last: Vec<Citation>,
    /// The results of the shoe, if the game has roads.
    roadside: Roadside,
    /// The layout and the rolls, if the game is craps.
    felt: Felt,
    /// p1's wagers that were decided last, for `again`.
    decided: Vec<BetOf<G>>,
}

/// The most steps to take before the user is asked again.
const MOST_STEPS: usize = 10_000;

impl<G: Priced> Session<G> {
    /// Opens a table; without a seed, random numbers come from the system.
    pub fn open(chosen: &Chosen<G>, seed: Option<u64>) -> Result<Session<G>, Failure> {
        let mut bytes = [0; 32];
        match seed {
            Some(number) => bytes = Generator::seed(number),
            None => getrandom::fill(&mut bytes)
                .map_err(|e| Failure::fault(format!("no chance to be had: {e}")))?,
        }
        let generator = Generator::new(bytes, 0);
        Ok(Session {
            table: G::open(chosen.options),
            generator,
            won: Money::ZERO,
            last: Vec::new(),
            roadside: Roadside::default(),
            felt: Felt::default(),
            decided: Vec::new(),
        })
    }

    /// Plays until the user quits.
    pub fn run(mut self, chosen: &Chosen<G>) -> Result<(), Failure> {
        let fault = |e| Failure::fault(format!("cannot read the terminal: {e}"));
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor: Editor<Words, _> = Editor::with_config(config).map_err(fault)?;
        screen::show(&(chosen.headline() + &self.help()))?;
        loop {
            editor.set_helper(Some(self.words()));
            let line = match editor.readline(&self.prompt()) {
                Ok(line) => squeeze(&line),
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => break,
                Err(e) => return Err(fault(e)),
            };
            let _ = editor.add_history_entry(&line);
            let text = match line.as_str() {
                "quit" | "exit" => break,
                "help" | "?" => self.help(),
                "menu" => self.menu(),
                "bets" => self.bets(),
                "why" => self.why(),
                "again" => self.again(),
                "roads" if Roadside::is_for::<G>() => self.roads(),
                "felt" if Felt::is_for::<G>() => self.felt.picture(&self.table),
                "roll" if Felt::is_for::<G>() => self.go(),
                "" | "go" => self.go(),
                _ => self.say(&line),
            };
            screen::show(&text)?;
        }
        let left = match self.table.bets().len() {
            0 => String::new(),
            1 => ", a wager left on the layout".to_owned(),
            n => format!(", {n} wagers left on the layout"),
        };
        screen::show(&format!("{}{left}\n", self.standing()))
    }

    /// The user's result so far, such as `ahead 10.00`.
    fn standing(&self) -> String {
        match self.won.cmp(&Money::ZERO) {
            std::cmp::Ordering::Greater => format!("ahead {}", self.won),
            std::cmp::Ordering::Less => format!("behind {}", Money::ZERO - self.won),
            std::cmp::Ordering::Equal => "even".to_owned(),
        }
    }

    fn prompt(&self) -> String {
        let own = self.table.bets().iter().filter(|bet| bet.patron == P1).map(|bet| bet.stake);
        let state = Felt::state(&self.table).map_or_else(String::new, |state| state + ", ");
        let turn = match self.table.awaits() {
            Awaits::Decision(Actor::Patron(P1)) => ", your turn",
            _ => "",
        };
        format!("[{state}{}, on the layout {}{turn}] ", self.standing(), own.sum::<Money>())
    }

    fn help(&self) -> String {
        let mut wagers = Vec::new();
        G::Wager::each(&mut |wager| wagers.push(wager.to_string()));
        let wager = wagers.into_iter().min_by_key(String::len).unwrap_or_default();
        let mut shown = None;
        G::Chance::each(&mut |c| {
            shown.get_or_insert(c);
        });
        let shown = shown.map_or_else(String::new, |c| format!(", {c}"));
        let lines = [
            (
                format!("{wager} 5"),
                format!("put 5.00 on {wager}; all of the notation works: p2 {wager} 5{shown}"),
            ),
            (format!("takes back {wager}"), "take a wager back".to_owned()),
            ("(empty line)".to_owned(), "let the dealer and the equipment go on".to_owned()),
            ("menu".to_owned(), "what may be wagered and done now".to_owned()),
            ("bets".to_owned(), "what lies on the layout".to_owned()),
            ("again".to_owned(), "make the wagers again that were decided last".to_owned()),
            ("why".to_owned(), "the provisions behind the last answers".to_owned()),
            ("quit".to_owned(), "leave the table".to_owned()),
        ];
        let roads = ("roads".to_owned(), "the five roads of the shoe".to_owned());
        let felt = [
            ("roll", "the same as an empty line"),
            ("odds 20", "odds behind your Pass or Don't Pass Bet"),
            ("calls place 6 on", "a place bet is off on a come-out roll unless it is called on"),
            ("sits at 1", "take a place at the rail, and you will be offered the dice"),
            ("felt", "the layout, the puck and the last rolls"),
        ];
        let felt = felt.map(|(what, means)| (what.to_owned(), means.to_owned()));
        let lines = lines
            .into_iter()
            .chain(Roadside::is_for::<G>().then_some(roads))
            .chain(felt.into_iter().filter(|_| Felt::is_for::<G>()))
            .collect::<Vec<_>>();
        lines.iter().map(|(what, means)| format!("  {what:<20} {means}\n")).collect()
    }

    /// Handles a line of the notation; without a person in front, it is p1's.
    fn say(&mut self, line: &str) -> String {
        let meant = Felt::meant(&self.table, line);
        let mut line = meant.unwrap_or_else(|| line.to_owned());
        if let Some(shortcut) = Shortcut::read(&line) {
            return self.shortcut(shortcut).unwrap_or_else(|why| answer_text(&Answer::Misread(why)));
        }
        let mut inputs = read_line::<G>(&line);
        if inputs == Err(Misread::Unclear) {
            line = format!("p1 {line}");
            inputs = read_line::<G>(&line);
        }
        match inputs {
            Ok(inputs) => self.all(inputs),
            Err(why) => {
                let answers = not_understood::<G, Fact>(&line, why);
                self.last = answers.iter().flat_map(Answer::citations).collect();
                let text: String = answers.iter().map(answer_text).collect();
                text + &paint(DIM, "    `menu` shows what can be said now\n")
            }
        }
    }

    /// Applies inputs one after another, until one is refused.
    fn all(&mut self, inputs: Vec<InputOf<G>>) -> String {
        let (mut text, mut cites) = (String::new(), Vec::new());
        for input in inputs {
            let before = self.table.clone();
            text += &self.act(self.seated(input));
            cites.append(&mut self.last);
            if self.table == before {
                break;
            }
        }
        self.last = cites;
        text
    }

    /// Expands a shortcut of a script; cards that the script would name are drawn at random.
    fn shortcut(&mut self, shortcut: Shortcut) -> Result<String, String> {
        match shortcut {
            Shortcut::Prepare { burned } if burned.is_empty() => {
                let steps = prepared_by(&self.table, |table| Ok(draw_outcome(table, &mut self.generator)))?;
                Ok(self.all(steps))
            }
            Shortcut::Prepare { burned } => Ok(self.all(preparation(&self.table, &burned)?)),
            Shortcut::Discard { cards } => {
                discard(&mut self.table, cards)?;
                Ok(paint(DIM, format!("  {cards} cards of the shoe are gone\n")))
            }
        }
    }

    /// A wager of p1's that names no seat goes to the first seat that offers it.
    fn seated(&self, input: InputOf<G>) -> InputOf<G> {
        let Input::Act { by: Actor::Patron(P1), act } = input else { return input };
        let act = match act {
            Act::Place { seat: Seat::NONE, wager, stake, tender } => {
                let offers = self.offers(Actor::Patron(P1));
                let seat = offers.iter().find_map(|offer| match offer.act {
                    Act::Place { seat, wager: on, tender: of, .. } => {
                        (on == wager && of == tender).then_some(seat)
                    }
                    _ => None,
                });
                Act::Place { seat: seat.unwrap_or(Seat::NONE), wager, stake, tender }
            }
            Act::TakeBack { seat: Seat::NONE, wager } => {
                let own = self.table.bets().iter().find(|bet| bet.patron == P1 && bet.wager == wager);
                Act::TakeBack { seat: own.map_or(Seat::NONE, |bet| bet.seat), wager }
            }
            act => act,
        };
        Input::Act { by: Actor::Patron(P1), act }
    }

    fn act(&mut self, input: InputOf<G>) -> String {
        let (mut won, before, mut decided) = (Money::ZERO, self.table.clone(), Vec::new());
        let answers: Vec<Answer<Fact>> = respond(&mut self.table, input, &mut |event| {
            self.felt.hear::<G>(event);
            if let Some((P1, tally)) = Tally::of::<G>(event) {
                won += tally.net();
            }
            if let Event::Settled { bet, .. } = event
                && bet.patron == P1
            {
                decided.push(*bet);
            }
        });
        if !decided.is_empty() {
            self.decided = decided;
        }
        self.won += won;
        self.last = answers.iter().flat_map(Answer::citations).collect();
        let mut text: String = answers.iter().map(answer_text).collect();
        let decided = answers.iter().filter_map(|answer| match answer {
            Answer::Decided(fact) => Some(&fact.what),
            _ => None,
        });
        if decided.fold(false, |new, fact| self.roadside.hear(fact) | new) {
            text += &format!("  {} {}\n", paint(DIM, "the shoe so far:"), self.shoe());
        }
        text + &self.felt.after(&before, &self.table).unwrap_or_default()
    }

    /// Repeats the wagers that were decided last, as far as they are offered now.
    fn again(&mut self) -> String {
        let (mut text, mut cites) = (String::new(), Vec::new());
        for bet in std::mem::take(&mut self.decided) {
            let act =
                Act::Place { seat: bet.seat, wager: bet.wager, stake: bet.stake, tender: Tender::Chips };
            let by = Actor::Patron(P1);
            // Not every wager is on the menu: of tickets there are only examples.
            if self.table.guard(by, act).is_ok_and(|terms| terms.admit(bet.stake).is_ok()) {
                text += &self.act(Input::Act { by, act });
                cites.append(&mut self.last);
            }
        }
        if text.is_empty() {
            return "  nothing that could be made again now\n".to_owned();
        }
        self.last = cites;
        text
    }

    /// The results of the shoe, in the format of `ch47 roads`.
    fn shoe(&self) -> String {
        self.roadside.roads().outcomes().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn roads(&self) -> String {
        let roads = self.roadside.roads();
        board::text(roads, screen::width()) + &board::ask(roads)
    }

    /// Everyone takes the usual steps until wagers are open again or p1 must decide.
    fn go(&mut self) -> String {
        // p1's own wager comes first: nobody makes it, or gives it up, for p1.
        if self.table.awaits_wagers() && self.table.awaits() == Awaits::Decision(Actor::Patron(P1)) {
            return self.halt();
        }
        let (mut text, mut cites) = (String::new(), Vec::new());
        for _ in 0..MOST_STEPS {
            let Some(input) = usual_input(&self.table, &mut self.generator) else { break };
            text += &self.act(input);
            cites.append(&mut self.last);
            if matches!(self.table.awaits(), Awaits::Wagers | Awaits::Decision(Actor::Patron(P1))) {
                break;
            }
        }
        if text.is_empty() {
            return self.halt();
        }
        self.last = cites;
        text
    }

    /// Why the table is stuck: the dealer's usual step is refused.
    fn halt(&mut self) -> String {
        let mut refused = None;
        G::Deed::each(&mut |deed| {
            let input = Input::Act { by: Actor::Dealer, act: Act::Do(deed) };
            if let Err(refusal) = self.table.clone().apply(input, &mut Nobody)
                && refusal.why == Why::NoLineBet
            {
                refused = Some(refusal);
            }
        });
        match refused {
            Some(refusal) => {
                self.last = vec![refusal.cite];
                answer_text(&Answer::Refused(refusal))
            }
            None => paint(DIM, "  nothing goes on by itself now: `menu` shows what can be said\n"),
        }
    }

    /// What someone may do now.
    fn offers(&self, by: Actor) -> Vec<Offer<Act<G::Wager, G::Deed>>> {
        let mut offers = Vec::new();
        self.table.decisions(by, &mut |offer| offers.push(offer));
        offers
    }

    fn menu(&self) -> String {
        let mut kinds: Vec<(&str, Vec<String>, String)> = Vec::new();
        let mut deeds: Vec<(String, Vec<String>)> = Vec::new();
        let staff = Actor::STAFF.into_iter();
        for who in staff.chain([Actor::Patron(P1)]) {
            for Offer { act, most, step } in self.offers(who) {
                match act {
                    Act::Place { wager, tender: Tender::Chips, stake, .. } => {
                        match kinds.iter_mut().find(|(kind, ..)| *kind == wager.kind()) {
                            Some((_, wagers, _)) => wagers.push(wager.to_string()),
                            None => {
                                let limits = format!("{stake} to {most} by {step}");
                                kinds.push((wager.kind(), vec![wager.to_string()], limits));
                            }
                        }
                    }
                    Act::Place { .. } => {}
                    act => {
                        let said =
                            Input::<_, _, G::Chance, G::Irregularity>::Act { by: who, act }.to_string();
                        let head: String = said.split(' ').take(3).collect::<Vec<_>>().join(" ");
                        match deeds.iter_mut().find(|(h, _)| *h == head && said.contains(' ')) {
                            Some((_, all)) => all.push(said),
                            None => deeds.push((head, vec![said])),
                        }
                    }
                }
            }
        }
        let mut text = String::new();
        for (_, wagers, limits) in &kinds {
            text += &format!("  {}  {}\n", first_and_last(wagers), paint(DIM, limits));
        }
        for (_, said) in &deeds {
            text += &format!("  {}\n", first_and_last(said));
        }
        let mut outcomes = Vec::new();
        self.table.outcomes(&mut |chance, _| outcomes.push(chance.to_string()));
        let mut wrong = Vec::new();
        self.table.irregularities(&mut |what| wrong.push(format!("irregularity {what}")));
        for all in [outcomes, wrong].iter().filter(|all| !all.is_empty()) {
            text += &format!("  {}\n", first_and_last(all));
        }
        text + "  (empty line): the usual goes on\n"
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

    /// Everything that can be typed now.
    fn words(&self) -> Words {
        let mut words: Vec<String> =
            ["menu", "bets", "again", "why", "help", "quit"].map(str::to_owned).to_vec();
        for who in Actor::STAFF.into_iter().chain([Actor::Patron(P1)]) {
            for Offer { act, .. } in self.offers(who) {
                let said = match act {
                    Act::Place { wager, tender: Tender::Chips, .. } => format!("{wager} "),
                    Act::Place { .. } => continue,
                    act => Input::<_, _, G::Chance, G::Irregularity>::Act { by: who, act }.to_string(),
                };
                words.push(said.strip_prefix("p1 ").unwrap_or(&said).to_owned());
            }
        }
        self.table.irregularities(&mut |what| words.push(format!("irregularity {what}")));
        self.table.outcomes(&mut |chance, _| words.push(chance.to_string()));
        Words(words)
    }
}

/// `straight 0 … straight 00`.
fn first_and_last(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first, .., last] => format!("{first} … {last}  {}", paint(DIM, format!("({})", all.len()))),
    }
}

/// The completer for the input line.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;
    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let (person, typed) = match line[..at].split_once(' ') {
            Some((person, rest))
                if person.parse().is_ok_and(|who: Actor| matches!(who, Actor::Patron(_))) =>
            {
                (person.len() + 1, rest)
            }
            _ => (0, &line[..at]),
        };
        Ok((person, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}
