//! Random rounds at two tables side by side, for differences that are deeper than a search goes: what a straight flush
//! is paid shows only after two whole hands.

use crate::{
    beside::{Beside, Part, shortened},
    diff::{Side, prepared},
    inputs::menu,
};
use rules::{Actor, Awaits, Game, Input, InputOf, Outcome, Patron, kit::cards::Card};

/// The number of rounds played for a pair of tables.
const ROUNDS: u64 = 6_000;
/// The largest number of inputs in a round.
const INPUTS: usize = 150;

/// A round in which two tables differ at the last input in more than words, and how. Inputs that it does not need are
/// left out, but a shorter round may exist.
pub fn parting<G: Game>(first: Side<'_, G>, second: Side<'_, G>) -> Option<Part<G>> {
    let (mut one, mut two) = (G::open(first.1), G::open(second.1));
    let begun = prepared([&mut one, &mut two]);
    let round = |seed| round([one.clone(), two.clone()], &mut Random(seed << 20));
    let (class, inputs) = (0..ROUNDS).find_map(round)?;
    let inputs = shortened([&one, &two], inputs, class);
    Some((class, begun.into_iter().chain(inputs).collect()))
}

/// Plays one round at both tables until they differ.
fn round<G: Game>(tables: [G; 2], random: &mut Random) -> Option<Part<G>> {
    let mut deck = Deck::any(random);
    let mut beside = Beside::new(tables);
    for _ in 0..INPUTS {
        let input = next(beside.first(), &mut deck, random)?;
        if let Some(part) = beside.tell(input) {
            return Some(part);
        }
    }
    None
}

/// What happens next: an outcome of the equipment; or, half of the time, the usual step; or anything that one
/// of two patrons or the awaited person may do.
fn next<G: Game>(table: &G, deck: &mut Deck, random: &mut Random) -> Option<InputOf<G>> {
    if table.awaits() == Awaits::Equipment {
        let mut shown: Vec<G::Chance> = Vec::new();
        table.outcomes(&mut |chance, weight| shown.extend((weight > 0).then_some(chance)));
        return Some(Input::Chance(deck.draw(&shown, random)?));
    }
    if let Some(step) = table.usual_step().filter(|_| random.below(2) == 0) {
        return Some(step);
    }
    let by = match (table.awaits(), random.below(3)) {
        (Awaits::Decision(by), 0) => by,
        (Awaits::Wagers, 0) => Actor::Dealer,
        (_, number) => Actor::Patron(Patron(if number == 1 { 1 } else { 2 })),
    };
    let act = random.pick(&menu(table, by)).map(|offer| Input::Act { by, act: offer.act });
    act.or_else(|| table.usual_step())
}

/// Which cards are dealt: every few cards, one comes from a few consecutive ranks and a few suits, and the others do
/// not, so that rare hands are dealt often.
struct Deck {
    first: usize,
    ranks: usize,
    suits: usize,
    every: usize,
    turn: usize,
    drawn: usize,
}

impl Deck {
    fn any(random: &mut Random) -> Deck {
        let every = 1 + random.below(3);
        Deck {
            first: random.below(13),
            ranks: [2, 3, 5, 13][random.below(4)],
            suits: [1, 2, 4][random.below(3)],
            every,
            turn: random.below(every),
            drawn: 0,
        }
    }

    fn has(&self, card: Card) -> bool {
        let (rank, suit) = (usize::from(card.rank()), usize::from(card.suit()));
        (rank + 13 - self.first) % 13 < self.ranks && (suit + self.first) % 4 < self.suits
    }

    /// Chooses one of these: a card according to the deck, anything else at random.
    fn draw<C: Copy + Into<Outcome>>(&mut self, shown: &[C], random: &mut Random) -> Option<C> {
        let is_turn = self.drawn % self.every == self.turn;
        self.drawn += 1;
        let is_wanted = |chance: &C| match (*chance).into() {
            Outcome::Card { card } => self.has(card) == is_turn,
            _ => true,
        };
        let wanted: Vec<C> = shown.iter().copied().filter(is_wanted).collect();
        random.pick(if wanted.is_empty() { shown } else { &wanted }).copied()
    }
}

/// SplitMix64, so that the same rounds are played every time.
struct Random(u64);

impl Random {
    fn below(&mut self, many: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % many as u64).unwrap_or_default()
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        (!all.is_empty()).then(|| &all[self.below(all.len())])
    }
}
