//! Plays a table through a round: takes the staff's steps, and tracks the results of each patron's wagers.

use crate::{Generator, Offered, Priced, Unsolved, steps::Steps};
use rules::{Actor, Awaits, Event, EventOf, Game, Input, InputOf, Money, Nobody, Patron};
use std::ops::AddAssign;

/// The results of a patron's wagers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// What the bank collected.
    pub taken: Money,
    /// What the bank paid, in addition to stakes.
    pub paid: Money,
    /// The vigorish charged.
    pub charged: Money,
}

impl Tally {
    /// The effect of an event, and on which patron.
    pub fn of<G: Game>(event: &EventOf<G>) -> Option<(Patron, Tally)> {
        let none = Tally::default();
        match *event {
            Event::Settled { bet, taken, paid, .. } => Some((bet.patron, Tally { taken, paid, ..none })),
            Event::Redeemed { patron, paid } => Some((patron, Tally { paid, ..none })),
            Event::Charged { patron, vigorish } | Event::Marked { patron, vigorish } => {
                Some((patron, Tally { charged: vigorish, ..none }))
            }
            Event::Waived { patron, vigorish } => {
                Some((patron, Tally { charged: Money::ZERO - vigorish, ..none }))
            }
            Event::Placed { .. }
            | Event::Exchanged { .. }
            | Event::Returned { .. }
            | Event::Moved { .. }
            | Event::Shown { .. }
            | Event::Called { .. }
            | Event::Metered { .. }
            | Event::Collected { .. } => None,
        }
    }

    /// The same, as far as it counts for this wager.
    pub fn counted<G: Game>(event: &EventOf<G>, offered: &Offered<G::Wager>) -> Option<(Patron, Tally)> {
        match event {
            Event::Settled { bet, .. } if !offered.counts(bet.wager) => None,
            event => Tally::of::<G>(event),
        }
    }

    /// The patron's gain.
    pub fn net(&self) -> Money {
        self.paid - self.taken - self.charged
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.taken += other.taken;
        self.paid += other.paid;
        self.charged += other.charged;
    }
}

/// The next step of whoever the table waits for: a patron's stated strategy, or what the rules call usual; `None` if it
/// waits for the equipment. While patrons may wager, the dealer continues.
pub fn usual_step<G: Priced>(table: &G) -> Option<InputOf<G>> {
    if let Awaits::Decision(by @ Actor::Patron(patron)) = table.awaits()
        && let Some(act) = table.choice(patron)
    {
        return Some(Input::Act { by, act });
    }
    table.usual_step()
}

/// What happens next if everyone takes the usual steps and the equipment shows something at random.
pub fn usual_input<G: Priced>(table: &G, generator: &mut Generator) -> Option<InputOf<G>> {
    usual_step(table).or_else(|| draw_outcome(table, generator).map(Input::Chance))
}

/// A table that is ready for the first wagers: opened, and prepared as usual.
///
/// # Errors
/// If it never becomes ready.
pub fn ready<G: Priced>(options: G::Options, generator: &mut Generator) -> Result<G, Unsolved> {
    prepared(options, |table| draw_outcome(table, generator))
}

/// The same, with outcomes from the given equipment.
pub(crate) fn prepared<G: Priced>(
    options: G::Options,
    mut equipment: impl FnMut(&G) -> Option<G::Chance>,
) -> Result<G, Unsolved> {
    let (mut table, mut steps) = (G::open(options), Steps::until("ready for wagers"));
    while table.awaits() != Awaits::Wagers {
        steps.take()?;
        let input = usual_step(&table).or_else(|| equipment(&table).map(Input::Chance));
        table.apply(input.ok_or(Unsolved::Stuck)?, &mut Nobody).map_err(Unsolved::Refused)?;
    }
    Ok(table)
}

/// A random outcome of the equipment, by its weights.
pub fn draw_outcome<G: Game>(table: &G, generator: &mut Generator) -> Option<G::Chance> {
    let mut total = 0;
    table.outcomes(&mut |_, weight| total += weight);
    if total == 0 {
        return None;
    }
    let mut left = generator.below(total);
    let mut drawn = None;
    table.outcomes(&mut |chance, weight| {
        if drawn.is_none() {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => drawn = Some(chance),
            }
        }
    });
    drawn
}
