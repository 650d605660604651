//! Exact results of wheels and dice: the round is compiled from the moment the wager is made, and solved for where it
//! ends.

use super::chain::{Chances, chances};
use crate::{
    Fraction, Generator, Offered, Plan, Priced, Results, Staked, Unsolved,
    certificate::{Proof, Proofs},
    graph::{self, Graph},
    offers::place,
    priced::Rounds,
    round::{Tally, ready},
    seated::Seated,
    sim::{automaton::Automaton, engine::Engine, parts::Parts},
    together::{Joint, Part, Together},
};
use rules::{Citation, EventOf, InputOf, Money, Nobody, Patron, kit::cards::Unseen};
use std::collections::BTreeMap;

/// A table with a wheel or dice, ready for wagers. Each wager is solved separately: the states of several would
/// multiply.
pub struct Wheel<G>(G);

impl<G: Priced> Rounds<G> for Wheel<G> {
    fn prepare(options: G::Options, _: &[Staked<G>]) -> Result<Wheel<G>, Unsolved> {
        ready(options, &mut Generator::first()).map(Wheel)
    }

    fn exact(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        let one = |bet| if unseen.is_some() { Err(Unsolved::NoShoe) } else { self.results(bet) };
        bets.iter().map(one).collect()
    }

    fn proofs(&self, bets: &[Staked<G>], _: Option<&Unseen>) -> Proofs {
        let mut proofs = Proofs::default();
        bets.iter().for_each(|bet| proofs.push(self.compiled(bet).and_then(|graph| Proof::chain(&graph))));
        proofs
    }

    fn together(
        options: G::Options,
        parts: &[Part<G::Wager>],
        unseen: Option<&Unseen>,
    ) -> Result<Joint, Unsolved> {
        if unseen.is_some() {
            return Err(Unsolved::NoShoe);
        }
        let offered = G::offered(options);
        let set = Together::<G>::new(parts, &offered);
        let begun = set.begin(ready(options, &mut Generator::first())?);
        let graph = graph::laid(&set, begun)?.ok_or(Unsolved::TooMany)?;
        let ends = chances(&graph)?.ends;
        Joint::of(parts.len(), ends.into_iter().map(|(end, chance)| (&graph.ends[end][..], chance)), None)
    }

    fn engine(&self, plan: &Plan<G>) -> Result<Engine, Unsolved> {
        Engine::at_tables(plan, |plan| {
            let seated = Seated::new(&plan.bets, &self.0)?;
            if let Some(automaton) = graph::wheel(&seated, self.0.clone())?.as_ref().and_then(Automaton::of) {
                return Ok(Engine::Wheel(automaton));
            }
            Ok(Parts::of(&seated, &plan.bets, &self.0)?.map_or(Engine::Rules, Engine::Parts))
        })
    }
}

impl<G: Priced> Wheel<G> {
    /// The round of one wager, from the moment it is on the layout.
    fn compiled(&self, bet: &Staked<G>) -> Result<Graph, Unsolved> {
        let (mut table, mut tally) = (self.0.clone(), Tally::default());
        let (offered, stake) = bet;
        let seated = Seated::new(std::slice::from_ref(bet), &table)?;
        lay(&mut table, offered, *stake, &mut tally)?;
        graph::laid(&seated, seated.laid(table, tally.net()))?.ok_or(Unsolved::Stuck)
    }

    fn results(&self, bet: &Staked<G>) -> Result<Results, Unsolved> {
        let (_, stake) = bet;
        let graph = self.compiled(bet)?;
        let Chances { ends: chances, trials } = chances(&graph)?;
        let mut ends: BTreeMap<Money, Fraction> = BTreeMap::new();
        for (end, chance) in chances {
            *ends.entry(Money::cents(graph.ends[end].iter().sum())).or_default() += chance;
        }
        Ok(Results { stake: *stake, ends, counts: None, trials })
    }
}

const PATRON: Patron = Patron(1);

/// Puts down the wager, after the one it depends on and after whatever must happen first.
pub(crate) fn lay<G: Priced>(
    table: &mut G,
    offered: &Offered<G::Wager>,
    stake: Money,
    tally: &mut Tally,
) -> Result<(), Unsolved> {
    let Some(course) = offered.course else {
        return offered
            .placing::<G>(PATRON, offered.seat, stake)
            .try_for_each(|input| step(table, input, offered, tally));
    };
    course.lead(table, |table| match offered.beside {
        Some(beside) => table
            .apply(place::<G>(PATRON, offered.seat, beside, offered.beside_stake(stake)), &mut Nobody)
            .map_err(Unsolved::Refused),
        None => Ok(()),
    })?;
    step(table, place::<G>(PATRON, offered.seat, offered.wager, stake), offered, tally)
}

/// Applies one input and adds what it does for the patron, except for the result of the other wager that it depends on.
fn step<G: Priced>(
    table: &mut G,
    input: InputOf<G>,
    offered: &Offered<G::Wager>,
    tally: &mut Tally,
) -> Result<(), Unsolved> {
    let mut post = |_: Citation, event: EventOf<G>| {
        if let Some((_, gain)) = Tally::counted::<G>(&event, offered) {
            *tally += gain;
        }
    };
    table.apply(input, &mut post).map_err(Unsolved::Refused)
}
