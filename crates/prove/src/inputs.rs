//! Everything that may happen next at a table within the bounds.

use crate::{
    bounds::Bounds,
    key,
    lens::{Depth, Lens},
};
use rules::{
    Act, ActOf, Actor, Awaits, Game, Input, InputOf, Kinds, Offer, Outcome, Patron, Seat, Spots, Tender,
    Vocabulary, table::shoe::Prepares,
};
use std::collections::HashMap;

/// All words of a vocabulary.
pub fn all<V: Vocabulary>() -> Vec<V> {
    let mut words = Vec::new();
    V::each(&mut |word| words.push(word));
    words
}

/// How many cards of a class may represent it: the first that can occur is used.
const STAND_INS: usize = 8;
/// Where a patron cuts the stack, if not at the usual place.
const CUT: u16 = 26;

/// The inputs that are possible within the bounds, sorted once.
pub struct Inputs<G: Game> {
    people: Vec<Actor>,
    seats: Vec<Seat>,
    /// Deeds, each with the number of its kind.
    deeds: Vec<G::Deed>,
    /// Deeds that put a cutting card somewhere, ordered from the front of the shoe.
    loads: Vec<G::Deed>,
    wagers: Vec<G::Wager>,
    /// Irregularities; those of one group differ only by cards of one class.
    wrong: Vec<Vec<G::Irregularity>>,
    kinds: HashMap<G::Deed, String>,
    wrong_kinds: HashMap<G::Irregularity, String>,
    bounds: Bounds,
    class: fn(rules::kit::cards::Card) -> u8,
}

/// A text without its cards and numbers, to identify its kind.
fn kind(text: &str) -> String {
    let word = |word: &str| match key::card(word) {
        Some(_) => "#".to_owned(),
        None if word.chars().all(|c| c.is_ascii_digit()) => "#".to_owned(),
        None => word.to_owned(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The number at the end of a text, such as that of a seat.
fn last_number(text: &str) -> Option<u64> {
    text.rsplit(' ').next()?.parse().ok()
}

impl<G: Game> Inputs<G> {
    /// Sorts the words of a game.
    pub fn new(bounds: &Bounds, lens: &Lens) -> Inputs<G> {
        let places = bounds.places::<G>();
        let mut loads: Vec<(u16, G::Deed)> = all::<G::Deed>()
            .into_iter()
            .filter_map(|deed| Some((G::prepares(deed).and_then(Prepares::cutting_card)?, deed)))
            .collect();
        loads.sort_by_key(|(behind, _)| std::cmp::Reverse(*behind));
        let is_within = |deed: &G::Deed| {
            let text = deed.to_string();
            let is_cut = G::prepares(*deed).and_then(Prepares::cut).is_some_and(|at| at != CUT)
                || G::prepares(*deed).and_then(Prepares::cutting_card).is_some();
            let is_far = !is_cut
                && G::prepares(*deed).and_then(Prepares::cut).is_none()
                && last_number(&text).is_some_and(|n| n > u64::from(places.max(1)))
                && ["at ", "box ", "off ", "seat "].iter().any(|word| text.contains(word));
            let is_other_color = text.strip_prefix("asks for ").is_some_and(|color| {
                G::NAME == "roulette" && !bounds.colors.is_empty() && !bounds.colors.contains(&color)
            });
            !is_cut
                && !is_far
                && !is_other_color
                && !bounds.without.iter().any(|words| text.starts_with(words))
        };
        let mut groups: HashMap<String, usize> = HashMap::new();
        let mut wrong: Vec<Vec<G::Irregularity>> = Vec::new();
        let is_wanted = |text: &str| {
            text.split(' ').filter_map(key::card).all(|card| bounds.admits(card, (lens.class)(card)))
        };
        for what in all::<G::Irregularity>().into_iter().filter(|_| bounds.irregularities) {
            let text = what.to_string();
            if !is_wanted(&text) || bounds.without.iter().any(|words| text.starts_with(words)) {
                continue;
            }
            let word =
                |word: &str| key::card(word).map_or(word.to_owned(), |card| (lens.class)(card).to_string());
            let group = text.split(' ').map(word).collect::<Vec<_>>().join(" ");
            let at = *groups.entry(group).or_insert(wrong.len());
            if at == wrong.len() {
                wrong.push(Vec::new());
            }
            if wrong[at].len() < STAND_INS {
                wrong[at].push(what);
            }
        }
        let kinds = all::<G::Deed>().into_iter().map(|deed| (deed, kind(&deed.to_string()))).collect();
        let wrong_kinds =
            all::<G::Irregularity>().into_iter().map(|what| (what, kind(&what.to_string()))).collect();
        let is_kind = |wager: &G::Wager| bounds.kinds.is_empty() || bounds.kinds.contains(&wager.kind());
        let patrons = (1..=u16::from(bounds.patrons)).map(|n| Actor::Patron(Patron(n)));
        Inputs {
            people: patrons.chain(Actor::STAFF).collect(),
            seats: match places {
                0 => vec![Seat::NONE],
                _ if !G::PLACED => vec![Seat::NONE],
                places => (1..=places).map(Seat).collect(),
            },
            deeds: all::<G::Deed>().into_iter().filter(is_within).collect(),
            loads: loads.into_iter().map(|(_, deed)| deed).collect(),
            wagers: all::<G::Wager>().into_iter().filter(is_kind).collect(),
            wrong,
            kinds,
            wrong_kinds,
            bounds: bounds.clone(),
            class: lens.class,
        }
    }

    /// The patrons and the staff.
    pub fn people(&self) -> &[Actor] {
        &self.people
    }

    /// The kind of input, without its cards and numbers.
    pub fn kind(&self, input: &InputOf<G>) -> &str {
        match input {
            Input::Act { act: Act::Do(deed), .. } => self.kinds.get(deed).map_or("", String::as_str),
            Input::Act { act: Act::Place { tender: Tender::Cash, .. }, .. } => "wagers in cash",
            Input::Act { act: Act::Place { .. }, .. } => "wagers",
            Input::Act { act: Act::TakeBack { .. }, .. } => "takes back",
            Input::Chance(_) => "equipment",
            Input::Irregularity(what) => self.wrong_kinds.get(what).map_or("", String::as_str),
        }
    }

    /// Every kind of irregularity.
    pub fn irregularities(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = self.wrong_kinds.values().map(String::as_str).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Reports each input once, and whether it is what happens if everyone has left.
    pub fn each(&self, table: &G, tell: &mut dyn FnMut(InputOf<G>, bool)) {
        let usual = table.usual_step().map(|step| self.within(table, step));
        if let Some(step) = usual {
            tell(step, true);
        }
        let mut act = |by, act: ActOf<G>| {
            let input = Input::Act { by, act };
            if Some(input) != usual {
                tell(input, false);
            }
        };
        for &by in &self.people {
            self.deeds_of(table, by, &mut |deed| act(by, Act::Do(deed)));
            if let Actor::Patron(patron) = by {
                self.wagers_of(table, by, patron, &mut |wager| act(by, wager));
            }
        }
        self.shown(table, &mut |chance| tell(Input::Chance(chance), table.awaits() == Awaits::Equipment));
        for group in &self.wrong {
            if let Some(&what) = group.iter().find(|&&what| table.may_go_wrong(what).is_ok()) {
                tell(Input::Irregularity(what), false);
            }
        }
    }

    fn deeds_of(&self, table: &G, by: Actor, tell: &mut dyn FnMut(G::Deed)) {
        let usual = table.usual(by);
        for &deed in &self.deeds {
            if table.guard(by, Act::Do(deed)).is_ok()
                && !(G::prepares(deed).and_then(Prepares::cut).is_some()
                    && usual.and_then(G::prepares).and_then(Prepares::cut).is_some())
            {
                tell(deed);
            }
        }
    }

    /// The usual step, with the cutting card where the bounds require it.
    fn within(&self, table: &G, step: InputOf<G>) -> InputOf<G> {
        let (Input::Act { by, act: Act::Do(deed) }, Depth::Short(front)) = (step, self.bounds.depth) else {
            return step;
        };
        if G::prepares(deed).and_then(Prepares::cutting_card).is_none() {
            return step;
        }
        let mut lawful = self.loads.iter().filter(|&&deed| table.guard(by, Act::Do(deed)).is_ok());
        lawful.nth(usize::from(front)).map_or(step, |&deed| Input::Act { by, act: Act::Do(deed) })
    }

    fn wagers_of(&self, table: &G, by: Actor, patron: Patron, tell: &mut dyn FnMut(ActOf<G>)) {
        let own = || table.bets().iter().filter(|bet| bet.patron == patron);
        let many = own().count() + usize::from(table.spoken().is_some_and(|bet| bet.patron == patron));
        if many < usize::from(self.bounds.wagers) {
            for &seat in &self.seats {
                for &wager in &self.wagers {
                    if own().any(|bet| (bet.seat, bet.wager) == (seat, wager)) {
                        continue;
                    }
                    for &tender in &self.bounds.tenders {
                        let place = |stake| Act::Place { seat, wager, stake, tender };
                        if let Ok(terms) = table.guard(by, place(rules::Money::ZERO)) {
                            tell(place(terms.least));
                        }
                    }
                }
            }
        }
        if self.bounds.take_back {
            for bet in own() {
                let act = Act::TakeBack { seat: bet.seat, wager: bet.wager };
                if table.guard(by, act).is_ok() {
                    tell(act);
                }
            }
        }
    }

    /// What the equipment may show: one outcome of each class.
    pub fn shown(&self, table: &G, tell: &mut dyn FnMut(G::Chance)) {
        let mut seen = 0u128;
        let mut other = None;
        let mut any = false;
        table.outcomes(&mut |chance, weight| {
            if weight == 0 {
                return;
            }
            let class = match chance.into() {
                Outcome::Card { card } => {
                    let class = (self.class)(card);
                    if !self.bounds.admits(card, class) {
                        other = other.or(Some(chance));
                        return;
                    }
                    Some(class)
                }
                // Classes of cards are those of tiles where there are tiles: each face is one.
                Outcome::Tile { tile } => {
                    let class = tile.index().to_le_bytes()[0];
                    if !(self.bounds.cards.is_empty() || self.bounds.cards.contains(&class)) {
                        other = other.or(Some(chance));
                        return;
                    }
                    Some(class)
                }
                Outcome::Dice { dice: Spots::Two([one, two]) } => Some(one.min(two) * 7 + one.max(two)),
                Outcome::Dice { dice: Spots::Three(mut dice) } => {
                    // Three dice have 56 different results if their order does not matter.
                    dice.sort_unstable();
                    let [one, two, three] = dice.map(|die| die - 1);
                    Some(three * (three + 1) * (three + 2) / 6 + two * (two + 1) / 2 + one)
                }
                // The tickets in the search mark no number above six, so the lowest of the other numbers
                // represents all of them.
                Outcome::Drawn { number } => Some(number.min(7)),
                _ => None,
            };
            any = true;
            let bit = class.map_or(0, |class| 1 << class);
            if seen & bit == 0 {
                seen |= bit;
                tell(chance);
            }
        });
        // In a short deck, all cards of the required classes may be gone.
        if let (false, Some(chance)) = (any, other) {
            tell(chance);
        }
    }
}

/// The menu of a person.
pub fn menu<G: Game>(table: &G, by: Actor) -> Vec<Offer<ActOf<G>>> {
    let mut menu = Vec::new();
    table.decisions(by, &mut |offer| menu.push(offer));
    menu
}
