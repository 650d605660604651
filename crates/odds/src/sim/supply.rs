//! Shoes as the rules deal them: what is burned, where the cutting card is, and how many rounds follow it.

use super::engine::play_round;
use crate::{
    Generator, Plan, Priced, Unsolved,
    classes::Classes,
    round::{draw_outcome, ready, usual_step},
    seated::Seated,
    steps::Steps,
};
use rules::{
    Act, Awaits, Input, Nobody, Outcome,
    kit::cards::{Card, DECK},
    table::shoe::Prepares,
};

/// The cards of a game, and what happens to them between rounds.
#[derive(Clone, Debug)]
pub struct Supply {
    /// The class of each card.
    pub cards: Vec<u8>,
    /// How the shoe is dealt; `None` if all cards go back after each round.
    pub shoe: Option<Shoe>,
}

/// How a shoe is dealt.
#[derive(Clone, Debug)]
pub struct Shoe {
    /// How many cards are burned, by the class of the first card, which is included.
    pub burned: Vec<usize>,
    /// How many cards are in front of the cutting card.
    pub before: usize,
    /// How many rounds follow the one in which the cutting card comes.
    pub more: usize,
}

impl Supply {
    /// The supply of a table with this many decks.
    pub(crate) fn of<G: Priced>(
        options: G::Options,
        classes: &Classes,
        decks: u8,
        rounds_after: impl FnOnce() -> Result<usize, Unsolved>,
    ) -> Result<Supply, Unsolved> {
        let cards = (0..decks).flat_map(|_| Card::all()).map(classes.of).collect();
        Ok(Supply { cards, shoe: shoe::<G>(options, classes, decks, rounds_after)? })
    }
}

/// How the rules deal a shoe: where the cutting card goes, how many cards each first card burns, and how many rounds
/// come after the cutting card. `None` if there is no cutting card: all cards go back after each round.
fn shoe<G: Priced>(
    options: G::Options,
    classes: &Classes,
    decks: u8,
    rounds_after: impl FnOnce() -> Result<usize, Unsolved>,
) -> Result<Option<Shoe>, Unsolved> {
    let mut table = G::open(options);
    let (mut behind, mut steps) = (None, Steps::until("ready for its first card"));
    while let Some(input) = usual_step(&table).filter(|_| table.awaits() != Awaits::Wagers) {
        steps.take()?;
        if let Input::Act { act: Act::Do(deed), .. } = input {
            behind = behind.or(G::prepares(deed).and_then(Prepares::cutting_card));
        }
        table.apply(input, &mut Nobody).map_err(Unsolved::Refused)?;
    }
    let Some(behind) = behind else { return Ok(None) };
    let mut burned = vec![None; classes.many];
    let mut first = Vec::new();
    table.outcomes(&mut |chance, _| first.push(chance));
    for chance in first {
        let (class, count) = (classes.class(chance).ok_or(Unsolved::Stuck)?, burn(&table, chance)?);
        // Cards of the same class must burn the same number of cards.
        if *burned[class].get_or_insert(count) != count {
            return Err(Unsolved::Stuck);
        }
    }
    let burned = burned.into_iter().collect::<Option<_>>().ok_or(Unsolved::Stuck)?;
    let before = usize::from(u16::from(decks) * DECK - behind);
    Ok(Some(Shoe { burned, before, more: rounds_after()? }))
}

/// How many cards are burned if this is the first one.
fn burn<G: Priced>(loaded: &G, first: G::Chance) -> Result<usize, Unsolved> {
    let (mut table, mut generator) = (loaded.clone(), Generator::first());
    let mut next = Some(first);
    for burned in 0..=usize::from(DECK) {
        if table.awaits() != Awaits::Equipment {
            return Ok(burned);
        }
        let card = next.take().or_else(|| draw_outcome(&table, &mut generator)).ok_or(Unsolved::Stuck)?;
        table.apply(Input::Chance(card), &mut Nobody).map_err(Unsolved::Refused)?;
    }
    Err(Unsolved::Stuck)
}

/// How many rounds are dealt after the one in which the cutting card comes.
pub(crate) fn rounds_after<G: Priced>(plan: &Plan<G>) -> Result<usize, Unsolved> {
    let mut generator = Generator::first();
    let mut table = ready::<G>(plan.options, &mut generator)?;
    let seated = Seated::new(&plan.bets, &table)?;
    let (mut after, mut steps) = (None, Steps::until("at the end of a shoe"));
    loop {
        steps.take()?;
        let (mut round, mut came) = (seated.begin(table), false);
        // A round ends with the next wagers: if the shoe is over, a new one is prepared before that.
        let mut prepares = false;
        play_round(&seated, &mut round, &mut |table| {
            let shown = draw_outcome(table, &mut generator);
            came |= shown.map(Into::into) == Some(Outcome::CuttingCard);
            prepares |= table.bets().is_empty();
            shown
        })?;
        after = match after {
            None if came => Some(0),
            after => after.map(|after| after + 1),
        };
        match after {
            Some(after) if prepares => return Ok(after),
            _ => table = round.table,
        }
    }
}
