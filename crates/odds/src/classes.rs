//! Cards in classes that no rule of a game tells apart, and its rounds compiled over them.

use crate::{
    Dealing, Offered, Results, Unsolved,
    automaton::{self, Graph},
    round::prepared,
    seated::{Seated, Stop},
    solve,
};
use rules::{
    Game, Money, Vocabulary,
    hands::baccarat,
    kit::cards::{Card, Unseen},
    red_dog,
};

/// The classes of a game's cards.
pub(crate) struct Classes<G: Game> {
    /// The class of a card.
    pub of: fn(Card) -> u8,
    /// The cards of each class, as the equipment shows them.
    pub cards: Vec<Vec<G::Chance>>,
    /// What can be told of the cards of a round so far, by their classes: rounds of which it is the same go on alike.
    pub told: fn(&[u8]) -> Vec<u8>,
}

impl<G: Game> Classes<G> {
    /// Those of a game that is compiled over them. Nothing has been looked into yet of what can be told of a round.
    pub fn new() -> Result<Classes<G>, Unsolved> {
        let of: fn(Card) -> u8 = match Dealing::of(G::NAME) {
            Dealing::Coups | Dealing::Choices => baccarat::value,
            Dealing::Between => |card| red_dog::value(card) - 2,
            _ => return Err(Unsolved::Stuck),
        };
        let mut cards: Vec<Vec<G::Chance>> = Vec::new();
        for card in Card::all() {
            let class = usize::from(of(card));
            cards.resize(cards.len().max(class + 1), Vec::new());
            cards[class].push(G::Chance::read(&card.to_string()).ok_or(Unsolved::Stuck)?);
        }
        Ok(Classes { of, cards, told: <[u8]>::to_vec })
    }

    /// What comes of the wager of one patron, counted from the first, if these cards are unseen. Whether a card lies in the
    /// shoe or, burned, beside it makes no difference to a round.
    pub fn results(
        &self,
        graph: &Graph,
        unseen: &Unseen,
        patron: usize,
        stake: Money,
    ) -> Result<Results, Unsolved> {
        let mut counts = vec![0; self.cards.len()];
        Card::all().for_each(|card| counts[usize::from((self.of)(card))] += u32::from(unseen.count(card)));
        // The first end is none, and no deal leads there.
        let nets = graph.ends.iter().map(|gains| Money::cents(gains.get(patron).copied().unwrap_or(0)));
        Ok(Results::weighed(stake, nets.zip(solve::deals(graph, &counts)?)))
    }

    /// A table that is ready for wagers. What is burned on the way is taken from where most is left, so that a round can
    /// have any cards: of one deck ten may be burned.
    pub fn ready(&self, options: G::Options) -> Result<G, Unsolved> {
        prepared(options, |table| self.plenty(table))
    }

    /// A card of the class of which most can come.
    fn plenty(&self, table: &G) -> Option<G::Chance> {
        let mut left = vec![(0, None); self.cards.len()];
        table.outcomes(&mut |chance, weight| {
            if let Some(class) = self.cards.iter().position(|cards| cards.contains(&chance)) {
                left[class] = (left[class].0 + weight, Some(chance));
            }
        });
        left.into_iter().max_by_key(|(weight, _)| *weight)?.1
    }
}

/// The rounds of these wagers, compiled over the classes of the cards.
pub(crate) fn compiled<G: Game>(
    options: G::Options,
    bets: &[(Offered<G::Wager>, Money)],
) -> Result<(Graph, Classes<G>), Unsolved> {
    let mut classes = Classes::new()?;
    let table: G = classes.ready(options)?;
    let seated = Seated::new(bets, &table)?;
    if Dealing::of(G::NAME) == Dealing::Coups {
        classes.told = match is_dealt_by_hand(&seated, &table)? {
            true => |shown| told_of(shown, |at| at / 2),
            false => |shown| told_of(shown, |at| at % 2),
        };
    }
    let graph = automaton::cards(&seated, seated.begin(table), &classes)?.ok_or(Unsolved::Stuck)?;
    Ok((graph, classes))
}

/// What can be told of a coup so far: how many cards lie there, the counts of the first two of each hand, the third cards.
/// `hand` says whose the first four are.
pub(crate) fn told_of(shown: &[u8], hand: fn(usize) -> usize) -> Vec<u8> {
    let (first, thirds) = shown.split_at(shown.len().min(4));
    let mut counts = [0; 2];
    first.iter().enumerate().for_each(|(at, value)| counts[hand(at)] += value);
    [&[u8::try_from(first.len()).unwrap_or(4), counts[0] % 10, counts[1] % 10], thirds].concat()
}

/// Whether the cards of one hand come after another: four, four, ten, ten is a natural then and ends the coup, but four
/// against four if the hands take turns.
fn is_dealt_by_hand<G: Game>(seated: &Seated<'_, G>, table: &G) -> Result<bool, Unsolved> {
    let mut round = seated.begin(table.clone());
    let cards = ["4c", "4d", "Tc", "Td"].map(G::Chance::read);
    let mut cards = cards.into_iter();
    while seated.go_on(&mut round)? == Stop::Equipment {
        let Some(card) = cards.next() else { return Ok(false) };
        seated.show(&mut round, card.ok_or(Unsolved::Stuck)?)?;
    }
    Ok(true)
}
