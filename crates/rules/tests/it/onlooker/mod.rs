//! An onlooker at a card game, who remembers what was shown and how the table looked before cards were removed, and
//! compares both with the table's picture. Random walks look for a table at which these disagree.

use rounds::Settings;
use rules::{
    Act, Actor, Awaits, Citation, Event, EventOf, Eyes, Game, Input, InputOf, Item, Observer, Outcome,
    Patron, Spot, Vocabulary, games, kit::cards::Card, read_input,
};
use std::{
    collections::BTreeSet,
    fmt::{Display, Write},
};

/// Everything on a table.
pub fn picture<G: Game>(table: &G) -> Vec<Item> {
    let mut items = Vec::new();
    table.picture(&mut |item| items.push(item));
    items
}

/// What happened in one input.
#[derive(Default)]
pub struct Onlooker {
    /// The cards that were shown, each with its provision.
    pub shown: Vec<(Citation, Card, Eyes)>,
    /// A card that was named in an irregularity, so that everyone knows it.
    pub named: Option<Card>,
    /// How the table looked each time before cards were removed.
    pub looks: Vec<Vec<Item>>,
}

impl<G: Game> Observer<G> for Onlooker {
    fn saw(&mut self, cite: Citation, event: EventOf<G>) {
        if let Event::Shown { chance, to } = event
            && let Outcome::Card { card } = chance.into()
        {
            self.shown.push((cite, card, to));
        }
    }

    fn clears(&mut self, table: &G) {
        self.looks.push(picture(table));
    }
}

/// Opens a table and prepares its shoe by the usual steps.
pub fn open<G: Game>(options: &str) -> G {
    let settings = Settings::read(options).expect("key=value");
    let told = &mut |v: rules::Violation<'_>| panic!("{}: {}", v.key, v.breach);
    let mut table = G::open(games::options::<G>(&settings.entries(), told).expect("lawful"));
    while table.awaits() != Awaits::Wagers {
        let step = table.usual_step().unwrap_or_else(|| Input::Chance(outcomes(&table)[0].0));
        table.apply(step, &mut Onlooker::default()).expect("usual");
    }
    table
}

/// Plays these lines, and returns how the table looked whenever cards were removed.
pub fn play<G: Game>(table: &mut G, lines: &[&str]) -> Vec<Vec<String>> {
    let mut onlooker = Onlooker::default();
    for line in lines {
        let input = read_input::<G>(line).unwrap_or_else(|_| panic!("{line} is no input"));
        table.apply(input, &mut onlooker).unwrap_or_else(|no| panic!("{line}: {no}"));
    }
    onlooker.looks.iter().map(|look| drawn(look)).collect()
}

fn outcomes<G: Game>(table: &G) -> Vec<(G::Chance, u32)> {
    let mut all = Vec::new();
    table.outcomes(&mut |chance, weight| all.push((chance, weight)));
    all
}

/// A line for each spot and for each other item except seats and shoes: `box 3.1: Ts 5h =15`, `dealer: 6c ?`,
/// `turn 3.1`. A card that only one person has seen is `p1:7h`.
pub fn drawn(items: &[Item]) -> Vec<String> {
    let mut lines: Vec<(Option<Spot>, String)> = Vec::new();
    let mut on = |at: Spot, what: &str| match lines.iter_mut().find(|(spot, _)| *spot == Some(at)) {
        Some((_, line)) => write!(line, " {what}").expect("a string takes it"),
        None => {
            let name = match at {
                Spot::Hand { seat, hand } => format!("box {}.{hand}", seat.0),
                other => format!("{other:?}").to_lowercase(),
            };
            lines.push((Some(at), format!("{name}: {what}")));
        }
    };
    for item in items {
        match *item {
            Item::Card { at, card, eyes, sideways } => {
                let card = match (card, eyes) {
                    (None, _) => "?".to_owned(),
                    (Some(card), Eyes::All) => card.to_string(),
                    (Some(card), Eyes::Only(who)) => format!("{who}:{card}"),
                };
                on(at, &if sideways { format!("({card})") } else { card });
            }
            Item::Total { at, points, soft } => {
                on(at, &format!("={}{points}", if soft { "soft " } else { "" }));
            }
            _ => {}
        }
    }
    for item in items {
        let line = match *item {
            Item::Turn { seat, hand } => format!("turn {}.{hand}", seat.0),
            Item::Action(spot) => format!("action {spot}"),
            Item::Spread(spread) => format!("spread {spread}"),
            Item::Banker(patron) => format!("banker {patron}"),
            Item::Marker { seat, owed } => format!("marker {} {owed}", seat.0),
            _ => continue,
        };
        lines.push((None, line));
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

type Lies = (Spot, Option<Card>, Eyes);

fn cards(items: &[Item]) -> Vec<Lies> {
    let card = |item: &Item| match *item {
        Item::Card { at, card, eyes, .. } => Some((at, card, eyes)),
        _ => None,
    };
    items.iter().filter_map(card).collect()
}

fn times<T>(all: &[T], is: impl Fn(&T) -> bool) -> usize {
    all.iter().filter(|one| is(one)).count()
}

/// What a picture shows of a table whose cards looked like `before`, after what the onlooker saw.
fn knows_only_what_was_shown(items: &[Item], before: &[Lies], onlooker: &Onlooker) {
    let now = cards(items);
    for &(_, card, eyes) in &now {
        let Some(card) = card else { continue };
        let lay = times(before, |lay| lay.1 == Some(card) && lay.2 == eyes);
        let came = times(&onlooker.shown, |shown| (shown.1, shown.2) == (card, eyes));
        let named = usize::from(onlooker.named == Some(card) && eyes == Eyes::All);
        assert!(
            times(&now, |lies| lies.1 == Some(card) && lies.2 == eyes) <= lay + came + named,
            "{card}: {items:?}"
        );
    }
    for item in items {
        let Item::Total { at, .. } = *item else { continue };
        let there: Vec<_> = now.iter().filter(|lies| lies.0 == at).collect();
        let is_open = there.iter().all(|lies| lies.1.is_some() && lies.2 == Eyes::All);
        assert!(!there.is_empty() && is_open, "a total that not everyone can count: {items:?}");
    }
}

/// Whether the pictures before and after an input, and in between, agree with what was shown. Cards that were burned under
/// these provisions are shown, but never lie on the table.
fn agrees(before: &[Item], after: &[Item], onlooker: &Onlooker, burned: &[Citation]) {
    let (was, now) = (cards(before), cards(after));
    let looks = || onlooker.looks.iter().map(Vec::as_slice);
    for items in looks().chain([after]) {
        knows_only_what_was_shown(items, &was, onlooker);
    }
    for &(_, card, _) in onlooker.shown.iter().filter(|(cite, ..)| !burned.contains(cite)) {
        let lies = |items: &[Item]| cards(items).iter().any(|lies| lies.1 == Some(card));
        assert!(looks().chain([after]).any(lies), "{card} was shown and never lay there");
    }
    if onlooker.looks.is_empty() {
        assert!(now.len() >= was.len(), "cards went without a last look");
        for &(_, card, _) in was.iter().filter(|lies| lies.1.is_some()) {
            let of = |all: &[Lies]| times(all, |lies| lies.1 == card);
            assert!(of(&now) >= of(&was), "{card:?} went without a last look");
        }
    }
}

/// Random numbers, the same for the same seed.
pub struct Chance(pub u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| all[self.below(all.len())])
    }
}

/// Something lawful: mostly by the person the table waits for, and now and then an irregularity.
fn next<G: Game>(table: &G, chance: &mut Chance) -> InputOf<G> {
    if chance.below(15) == 0 {
        let mut wrong = Vec::new();
        table.irregularities(&mut |what| wrong.push(what));
        // Most of them name one card or another.
        let kind = |what: &G::Irregularity| what.to_string().split([',', ' ']).take(3).collect::<String>();
        let kinds: Vec<_> = wrong.iter().map(kind).collect::<BTreeSet<_>>().into_iter().collect();
        if !kinds.is_empty() {
            let wanted = &kinds[chance.below(kinds.len())];
            wrong.retain(|what| kind(what) == *wanted);
            return Input::Irregularity(chance.of(&wrong).expect("one of the kind"));
        }
    }
    let by = match table.awaits() {
        Awaits::Equipment => {
            let shown: Vec<_> = outcomes(table).into_iter().filter(|(_, weight)| *weight > 0).collect();
            return Input::Chance(chance.of(&shown).expect("something can be shown").0);
        }
        Awaits::Decision(who) if chance.below(10) > 0 => who,
        Awaits::Wagers if chance.below(3) == 0 => Actor::Dealer,
        _ => (1..=4)
            .map(|n| Actor::Patron(Patron(n)))
            .chain(Actor::STAFF)
            .nth(chance.below(7))
            .expect("seven people"),
    };
    let mut menu = Vec::new();
    table.decisions(by, &mut |offer| menu.push(offer.act));
    // Few reshuffles, and few people who leave, so that rounds are played.
    let is_rare = |act: &_| matches!(act, Act::Do(deed) if ["leaves", "orders a reshuffle"].contains(&&*format!("{deed}")));
    match chance.of(&menu) {
        Some(act) if !is_rare(&act) || chance.below(8) == 0 => Input::Act { by, act },
        _ => next(table, chance),
    }
}

/// Walks over a table and compares every picture. Returns the names of what occurred on the way.
pub fn walk<G: Game>(options: &str, seed: u64, inputs: usize, burned: &[Citation]) -> BTreeSet<&'static str> {
    let (mut table, mut chance) = (open::<G>(options), Chance(seed));
    let mut met = BTreeSet::new();
    for _ in 0..inputs {
        let (before, input) = (picture(&table), next(&table, &mut chance));
        let mut onlooker = Onlooker { named: named(&input), ..Onlooker::default() };
        table.apply(input, &mut onlooker).unwrap_or_else(|no| panic!("{input} was listed: {no}"));
        let after = picture(&table);
        // 2.15(m): a first card that is restored was seen before it went.
        if !input.to_string().ends_with("restores the up card") {
            agrees(&before, &after, &onlooker, burned);
        }
        let is_patrons = matches!(table.awaits(), Awaits::Decision(Actor::Patron(_)));
        let turns = times(&after, |item| matches!(item, Item::Turn { .. }));
        assert_eq!(turns, usize::from(is_patrons), "{input}: a turn is told while a patron is asked");
        met.extend(onlooker.looks.iter().flatten().chain(&after).filter_map(name));
    }
    met
}

/// The card with which something went wrong.
fn named<W, D, C, I: Display>(input: &Input<W, D, C, I>) -> Option<Card> {
    let Input::Irregularity(what) = input else { return None };
    what.to_string().rsplit(' ').next().and_then(Card::read)
}

fn name(item: &Item) -> Option<&'static str> {
    Some(match item {
        Item::Card { at: Spot::Aside, card: None, .. } => "face down aside",
        Item::Card { at: Spot::Aside, .. } => "aside",
        Item::Card { card: None, .. } => "face down",
        Item::Card { eyes: Eyes::Only(_), .. } => "card of one alone",
        Item::Card { sideways: true, .. } => "sideways",
        Item::Card { at: Spot::Hand { hand: 2.., .. }, .. } => "split hand",
        Item::Card { .. } => "card",
        Item::Turn { hand: 0, .. } => "turn of a seat",
        Item::Turn { .. } => "turn of a hand",
        Item::Action(2..) => "later action",
        Item::Spread(_) => "spread",
        Item::Banker(_) => "banker",
        Item::Marker { .. } => "marker",
        _ => return None,
    })
}
