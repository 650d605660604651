//! Compares two tables of one game under different options, readings or editions of the law: where they first differ,
//! and who gains what.

use crate::{
    bounds::Bounds,
    key,
    lens::looks_at_cards,
    merging, round,
    rows::pairs,
    search::{Index, Node, Task, Walker},
};
use rounds::{Settings, preparation};
use rules::{
    Act, Amended, Bank, Chosen, Citation, Event, EventOf, Game, GameId, Input, InputOf, Money, Nobody,
    Patron, Readings, Refusal, Visitor, games,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// In what two tables differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Somebody gains or loses another amount.
    Money,
    /// One allows what the other refuses.
    Allowed,
    /// The equipment shows something with another chance.
    Chances,
    /// They wait for different people.
    Awaited,
    /// Only announcements, order or citations differ.
    Words,
}

impl Class {
    /// All of them, what matters most first.
    pub const ALL: [Class; 5] = [Class::Money, Class::Allowed, Class::Chances, Class::Awaited, Class::Words];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Class::Money => "money",
            Class::Allowed => "allowed",
            Class::Chances => "chances",
            Class::Awaited => "awaited",
            Class::Words => "words",
        }
    }
}

/// The shortest round in which two tables differ in one way.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Difference {
    /// The inputs; they part at the last.
    pub inputs: Vec<String>,
    /// What the first table makes of the last input.
    pub first: Vec<String>,
    /// What the second makes of it.
    pub second: Vec<String>,
    /// What each patron gains by it at the first table and at the second, in cents.
    pub gains: BTreeMap<String, [i64; 2]>,
    /// The round under the first options, as a script.
    pub round: String,
}

/// What a comparison within one set of bounds came to.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Parting {
    /// The bounds.
    pub bounds: String,
    /// How many pairs of states were visited.
    pub pairs: usize,
    /// Whether these are all within the bounds.
    pub complete: bool,
    /// Every round of up to so many inputs within the bounds was gone through.
    pub depth: usize,
    /// Of so many inputs that led to a known pair of states, it was checked that the pairs have one future.
    pub compared: usize,
    /// Of so many of them they had not, so that the search proves nothing.
    pub unlike: usize,
    /// The first difference of each class.
    pub differences: BTreeMap<Class, Difference>,
}

impl Parting {
    /// Whether this proves that nothing differs within the bounds.
    pub fn is_proof(&self) -> bool {
        self.complete && self.unlike == 0 && self.differences.is_empty()
    }
}

/// A table to be compared: its options as written, and as they were read.
pub type Side<'a, G> = (&'a Settings, <G as Game>::Options);

/// When a search may stop early.
pub type Enough<'a> = &'a dyn Fn(&BTreeMap<Class, Difference>) -> bool;

/// The number of inputs leading to a known pair that are compared with it.
const SAMPLE: usize = 512;

pub(crate) type Told<G> = Vec<(Citation, EventOf<G>)>;
pub(crate) type Done<G> = Result<Told<G>, Refusal>;

/// What each patron gains from these events.
fn gains<G: Game>(events: &Told<G>) -> BTreeMap<Patron, Money> {
    let mut gains: BTreeMap<Patron, Money> = BTreeMap::new();
    let mut add = |patron: Patron, amount: Money| *gains.entry(patron).or_default() += amount;
    for (_, event) in events {
        match *event {
            Event::Settled { bet, taken, paid, bank, .. } => {
                add(bet.patron, paid - taken);
                if let Bank::Patron(banker) = bank {
                    add(banker, taken - paid);
                }
            }
            Event::Redeemed { patron, paid } => add(patron, paid),
            Event::Charged { patron, vigorish } | Event::Collected { patron, vigorish } => {
                add(patron, Money::ZERO - vigorish);
            }
            _ => {}
        }
    }
    gains.retain(|_, amount| *amount != Money::ZERO);
    gains
}

/// What each patron gains at two tables, in cents, where the two differ.
fn gained<G: Game>(a: &Done<G>, b: &Done<G>) -> BTreeMap<String, [i64; 2]> {
    let of = |done: &Done<G>| done.as_ref().map(gains::<G>).unwrap_or_default();
    let mut gained: BTreeMap<String, [i64; 2]> = BTreeMap::new();
    for (at, all) in [of(a), of(b)].into_iter().enumerate() {
        all.into_iter().for_each(|(who, amount)| {
            gained.entry(who.to_string()).or_default()[at] = amount.as_cents();
        });
    }
    gained.retain(|_, [first, second]| first != second);
    gained
}

fn texts<G: Game>(done: &Done<G>) -> Vec<String> {
    match done {
        Ok(events) => events.iter().map(|(cite, event)| format!("> {cite} {event}")).collect(),
        Err(refusal) => vec![format!("! {} {}", refusal.cite, refusal.why)],
    }
}

fn play<G: Game>(table: &mut G, input: InputOf<G>) -> Done<G> {
    let mut events: Told<G> = Vec::new();
    table.apply(input, &mut |cite, event: EventOf<G>| events.push((cite, event))).map(|()| events)
}

/// The ways in which two tables differ after both got this input.
fn classes<G: Game>(
    [before, other]: [&G; 2],
    [after, too]: [&G; 2],
    done: [&Done<G>; 2],
    input: &InputOf<G>,
) -> Vec<Class> {
    match done {
        [Ok(said), Ok(heard)] => {
            let same_money = gains::<G>(said) == gains::<G>(heard);
            let same_turn = after.awaits() == too.awaits();
            let same_chance =
                !matches!(input, Input::Chance(_)) || chance_of(before, input) == chance_of(other, input);
            let mut classes = Vec::new();
            classes.extend((!same_money).then_some(Class::Money));
            classes.extend((!same_chance).then_some(Class::Chances));
            classes.extend((!same_turn).then_some(Class::Awaited));
            classes.extend((same_money && same_turn && said != heard).then_some(Class::Words));
            classes
        }
        [Err(_), Err(_)] => Vec::new(),
        _ => vec![Class::Allowed],
    }
}

/// Two tables after the same input, what each decided, and how they differ.
pub(crate) struct Answered<G: Game> {
    pub after: [G; 2],
    pub done: [Done<G>; 2],
    pub classes: Vec<Class>,
}

/// Gives two tables the same input.
pub(crate) fn tell_both<G: Game>(before: [&G; 2], input: InputOf<G>) -> Answered<G> {
    let [mut a, mut b] = before.map(G::clone);
    let done = [play(&mut a, input), play(&mut b, input)];
    let classes = classes(before, [&a, &b], [&done[0], &done[1]], &input);
    Answered { after: [a, b], done, classes }
}

/// The probability that the equipment shows this, in lowest terms.
fn chance_of<G: Game>(table: &G, input: &InputOf<G>) -> (u64, u64) {
    let Input::Chance(shown) = input else { return (0, 1) };
    let (mut own, mut all) = (0, 0);
    table.outcomes(&mut |chance, weight| {
        all += u64::from(weight);
        own += if chance == *shown { u64::from(weight) } else { 0 };
    });
    let (mut a, mut b) = (own, all.max(1));
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (own / a.max(1), all.max(1) / a.max(1))
}

/// Stakes that one of two tables accepts and the other may not.
pub(crate) fn stakes<G: Game>(one: &G, other: &G, input: &InputOf<G>) -> Vec<InputOf<G>> {
    let Input::Act { by, act: Act::Place { seat, wager, tender, .. } } = *input else { return Vec::new() };
    let place = |stake| Act::Place { seat, wager, stake, tender };
    let (Ok(a), Ok(b)) = (one.guard(by, place(Money::ZERO)), other.guard(by, place(Money::ZERO))) else {
        return Vec::new();
    };
    if [a.least, a.most, a.step] == [b.least, b.most, b.step] {
        return Vec::new();
    }
    [a, b]
        .iter()
        .flat_map(|terms| [terms.least, terms.least + terms.step, terms.most])
        .map(|stake| Input::Act { by, act: place(stake) })
        .collect()
}

/// Searches every pair of states that two tables can both reach within the bounds.
pub fn diff<G: Game>(
    first: Side<'_, G>,
    second: Side<'_, G>,
    bounds: &Bounds,
    enough: Enough<'_>,
) -> Parting {
    let mut one = Task::<G>::beside(first.0, second.0, first.1, bounds);
    let mut two = Task::<G>::beside(second.0, first.0, second.1, bounds);
    let begun = if bounds.prepared { prepared([&mut one.first, &mut two.first]) } else { Vec::new() };
    let mut both = Both {
        begun,
        one: &one,
        two: &two,
        nodes: vec![(0, None)],
        found: BTreeMap::new(),
        merges: Vec::new(),
        met: 0,
    };
    let mut known = Index::default();
    known.insert(both.seen(&one.first, &two.first).key, 0);
    let (mut left, mut right) = (Walker::new(&one), Walker::new(&two));
    // A level ends after the pairs that were known when it began.
    let (mut next, mut level, mut depth) = (0, 1, 0);
    while next < both.nodes.len() && both.nodes.len() < bounds.states && !enough(&both.found) {
        let state = u32::try_from(next).expect("fewer states than memory");
        let (a, b) = (left.at(state, &both.nodes).clone(), right.at(state, &both.nodes).clone());
        both.state(state, &a, &b, &mut known);
        next += 1;
        if next == level {
            (level, depth) = (both.nodes.len(), depth + 1);
        }
    }
    let complete = next == both.nodes.len();
    let unlike = both.unlike(&known);
    Parting {
        bounds: bounds.to_string(),
        pairs: both.nodes.len(),
        complete,
        depth,
        compared: both.merges.len(),
        unlike,
        differences: both.found,
    }
}

/// Prepares the cards of two tables with the same steps, if both accept them, and returns the steps.
pub(crate) fn prepared<G: Game>([one, two]: [&mut G; 2]) -> Vec<InputOf<G>> {
    let Ok(steps) = preparation(one, &[]) else { return Vec::new() };
    let (mut a, mut b) = (one.clone(), two.clone());
    let take = |table: &mut G| steps.iter().all(|&step| table.apply(step, &mut Nobody).is_ok());
    if !take(&mut a) || !take(&mut b) {
        return Vec::new();
    }
    (*one, *two) = (a, b);
    steps
}

/// Two searches side by side.
struct Both<'a, G: Game> {
    /// The inputs before the search began.
    begun: Vec<InputOf<G>>,
    one: &'a Task<G>,
    two: &'a Task<G>,
    nodes: Vec<Node<G>>,
    found: BTreeMap<Class, Difference>,
    /// Inputs that led to a known pair, as far as they are kept.
    merges: Vec<(u32, InputOf<G>)>,
    met: usize,
}

impl<G: Game> Both<'_, G> {
    fn seen(&self, a: &G, b: &G) -> key::Seen {
        key::seen_both([(a, &self.one.lens), (b, &self.two.lens)], self.one.bounds.patrons)
    }

    /// Expands a pair of states.
    fn state(&mut self, state: u32, a: &G, b: &G, known: &mut Index) {
        for input in self.inputs(a, b) {
            for odd in stakes(a, b, &input) {
                self.tell(state, a, b, odd);
            }
            let Some((after_a, after_b)) = self.tell(state, a, b, input) else { continue };
            let seen = self.seen(&after_a, &after_b);
            if self.one.is_beyond(&seen) {
                continue;
            }
            let fresh = u32::try_from(self.nodes.len()).expect("fewer states than memory");
            if *known.entry(seen.key).or_insert(fresh) == fresh {
                self.nodes.push((state, Some(input)));
            } else {
                // The further the search has come, the fewer are kept.
                self.met += 1;
                if self.merges.len() < SAMPLE && self.met.is_multiple_of((self.met / SAMPLE).max(1)) {
                    self.merges.push((state, input));
                }
            }
        }
    }

    /// The inputs that are possible at either table.
    fn inputs(&self, a: &G, b: &G) -> Vec<InputOf<G>> {
        let mut inputs: Vec<InputOf<G>> = Vec::new();
        self.one.inputs.each(a, &mut |input, _| inputs.push(input));
        // Both report inputs in the same order, so most are found where they are expected.
        let mut at = 0;
        self.two.inputs.each(b, &mut |input, _| {
            if inputs.get(at) != Some(&input) && !inputs.contains(&input) {
                inputs.push(input);
            }
            at += 1;
        });
        inputs
    }

    /// Gives both tables the same input, and records the first difference of each class. Returns the tables
    /// if both accepted it.
    fn tell(&mut self, state: u32, a: &G, b: &G, input: InputOf<G>) -> Option<(G, G)> {
        let Answered { after: [after_a, after_b], done: [done_a, done_b], classes } =
            tell_both([a, b], input);
        for class in classes {
            if !self.found.contains_key(&class) {
                let difference = self.difference(state, input, &done_a, &done_b);
                self.found.insert(class, difference);
            }
        }
        (done_a.is_ok() && done_b.is_ok()).then_some((after_a, after_b))
    }

    fn difference(&self, state: u32, input: InputOf<G>, a: &Done<G>, b: &Done<G>) -> Difference {
        let mut lines: Vec<String> = self.begun.iter().map(ToString::to_string).collect();
        lines.extend(self.way(state));
        lines.push(input.to_string());
        Difference {
            round: round::render::<G>(&self.one.settings, &lines, "where the two tables part"),
            inputs: lines,
            first: texts::<G>(a),
            second: texts::<G>(b),
            gains: gained::<G>(a, b),
        }
    }

    fn way(&self, state: u32) -> Vec<String> {
        let mut way = Vec::new();
        let mut at = state;
        while let (parent, Some(input)) = self.nodes[at as usize] {
            way.push(input.to_string());
            at = parent;
        }
        way.reverse();
        way
    }

    /// How many of the pairs that were taken for a known one have a different future.
    fn unlike(&self, known: &Index) -> usize {
        let mut walkers =
            [Walker::new(self.one), Walker::new(self.two), Walker::new(self.one), Walker::new(self.two)];
        let mut unlike = 0;
        for &(state, input) in &self.merges {
            let [left, right, known_left, known_right] = &mut walkers;
            let (mut a, mut b) = (left.at(state, &self.nodes).clone(), right.at(state, &self.nodes).clone());
            let took = a.apply(input, &mut Nobody).and_then(|()| b.apply(input, &mut Nobody));
            took.expect("both took it before");
            let Some(&same) = known.get(&self.seen(&a, &b).key) else { continue };
            let other_a = known_left.at(same, &self.nodes);
            let is_like = merging::future(self.one, &a) == merging::future(self.one, other_a)
                && merging::future(self.two, &b)
                    == merging::future(self.two, known_right.at(same, &self.nodes));
            unlike += usize::from(!is_like);
        }
        unlike
    }
}

/// How two tables differ at an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parted {
    /// The kinds of difference.
    pub classes: Vec<Class>,
    /// What each patron gains from it at the first table and at the second, in cents, where the two differ.
    pub gains: BTreeMap<String, [i64; 2]>,
}

/// How two tables differ at the last of these inputs.
///
/// # Errors
/// If an input cannot be read, or one before the last is not accepted.
pub fn part_at<G: Game>(
    first: Side<'_, G>,
    second: Side<'_, G>,
    inputs: &[String],
) -> Result<Parted, String> {
    let read = |line: &String| rules::read_input::<G>(line).map_err(|why| format!("`{line}`: {why}"));
    let inputs = inputs.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    parted([G::open(first.1), G::open(second.1)], &inputs)
}

/// The same for two tables in their current state, and inputs that have been read.
pub(crate) fn parted<G: Game>([mut a, mut b]: [G; 2], inputs: &[InputOf<G>]) -> Result<Parted, String> {
    let (last, before) = inputs.split_last().ok_or("there is no input")?;
    for &input in before {
        let took = a.apply(input, &mut Nobody).and_then(|()| b.apply(input, &mut Nobody));
        took.map_err(|_| format!("`{input}` is refused"))?;
    }
    let Answered { done, classes, .. } = tell_both([&a, &b], *last);
    Ok(Parted { classes, gains: gained::<G>(&done[0], &done[1]) })
}

/// Two tables of a game to compare.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    /// The options of the first.
    pub first: &'a Settings,
    /// The options of the second.
    pub second: &'a Settings,
    /// The readings of the second.
    pub readings: Readings,
    /// What an amendment lets a licensee choose at the second.
    pub amended: &'a [Amended<'a>],
    /// The largest number of pairs of states that each search visits.
    pub states: usize,
}

/// Compares two tables of a game within one set of bounds after another, until they differ in more than words.
///
/// # Errors
/// If a table is not lawful.
pub fn compare(game: GameId, tables: Tables<'_>) -> Result<Vec<Parting>, String> {
    game.visit(tables)
}

impl Visitor for Tables<'_> {
    type Out = Result<Vec<Parting>, String>;
    fn visit<G: Game>(self) -> Self::Out {
        let first = self.options::<G>(self.first, &[])?;
        let second = self.options::<G>(self.second, self.amended)?.under(self.readings);
        let enough = |found: &BTreeMap<Class, Difference>| found.contains_key(&Class::Money);
        let by_card = looks_at_cards(self.first) || looks_at_cards(self.second);
        let mut searches: Vec<Parting> = Vec::new();
        for bounds in pairs(G::NAME, by_card) {
            let bounds = Bounds { states: self.states, ..bounds };
            let parting = diff::<G>((self.first, first), (self.second, second), &bounds, &enough);
            let is_enough = parting.differences.keys().any(|class| *class != Class::Words);
            searches.push(parting);
            if is_enough {
                break;
            }
        }
        Ok(searches)
    }
}

impl Tables<'_> {
    /// The options of a table, or why they are not lawful.
    fn options<G: Game>(&self, settings: &Settings, amended: &[Amended<'_>]) -> Result<G::Options, String> {
        let entries = settings.entries();
        let mut breaches: Vec<String> = Vec::new();
        let found = games::amended_options::<G>(&entries, amended, &mut |it| {
            let cite = it.cite.map_or_else(String::new, |cite| format!(" [{cite}]"));
            breaches.push(format!("{}: {}{cite}", it.key, it.breach));
        });
        found.ok_or_else(|| breaches.join("; "))
    }
}
