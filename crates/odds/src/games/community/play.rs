//! Exact odds: what the rules pay for every pattern of decisions and every line of the pay table, times the number of
//! deals that lead to it.

use super::{Community, Dealt, Decisions, card, completed, extend, gains, key, proof, sets};
use crate::{
    Fraction, Generator, Plan, Results, Staked, Tally, Unsolved,
    certificate::Proofs,
    priced::Rounds,
    round::{ready, usual_step},
    sim::engine::Engine,
    steps::Steps,
};
use rules::{
    Act, ActOf, Actor, Awaits, Citation, EventOf, Input, Money, Patron, Seat, Tender,
    hands::poker::Path,
    kit::cards::{Card, Unseen},
};
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

const PATRON: Patron = Patron(1);
const SEAT: Seat = Seat(1);

/// What a patron does who follows the stated strategy.
pub fn choice<G: Community>(table: &G, patron: Patron) -> Option<ActOf<G>> {
    let seat = table.bets().iter().find(|bet| bet.patron == patron)?.seat;
    Some(match table.seen(seat) {
        None => G::look(),
        Some(cards) => {
            let sum = completed(&cards, &gains::<G>(&table.options()));
            table.answer(seat, G::is_made(sum))
        }
    })
}

/// The result of a wager in cents, by the decisions (as bits, the first one lowest) and by the line of the pay table.
pub(super) type Nets = Vec<Vec<i64>>;

/// Plays a round of each case by the rules, with this first wager.
pub(super) fn nets<G: Community>(
    options: G::Options,
    wager: G::Wager,
    stake: Money,
) -> Result<Nets, Unsolved> {
    let table: G = ready(options, &mut Generator::first())?;
    let one = |pattern: usize, example: &str| {
        let cards = example.split(' ').map(card).collect();
        Ok(play(&table, wager, stake, cards, pattern)?.net().as_cents())
    };
    (0..1 << G::SEEN.len())
        .map(|pattern| G::EXAMPLES.iter().map(|example| one(pattern, example)).collect())
        .collect()
}

/// Plays one round by the rules with these cards, at a table that is ready.
fn play<G: Community>(
    ready: &G,
    wager: G::Wager,
    stake: Money,
    mut cards: VecDeque<Card>,
    pattern: usize,
) -> Result<Tally, Unsolved> {
    let (mut table, mut tally) = (ready.clone(), Tally::default());
    let by = Actor::Patron(PATRON);
    let act = Act::Place { seat: SEAT, wager, stake, tender: Tender::Chips };
    let mut apply = |table: &mut G, input| {
        let mut post = |_: Citation, event: EventOf<G>| {
            if let Some((_, gain)) = Tally::of::<G>(&event) {
                tally += gain;
            }
        };
        table.apply(input, &mut post).map_err(Unsolved::Refused)
    };
    apply(&mut table, Input::Act { by, act })?;
    let (mut steps, mut decided) = (Steps::until("at the end of the round"), 0);
    while !table.bets().is_empty() {
        steps.take()?;
        let input = match table.awaits() {
            Awaits::Equipment => {
                let next = cards.pop_front().ok_or(Unsolved::Stuck)?;
                let mut shown = None;
                table.outcomes(&mut |chance, _| {
                    if chance.into() == (rules::Outcome::Card { card: next }) {
                        shown = Some(chance);
                    }
                });
                Input::Chance(shown.ok_or(Unsolved::Stuck)?)
            }
            Awaits::Decision(Actor::Patron(_)) => {
                let act = match table.seen(SEAT) {
                    None => G::look(),
                    Some(_) => {
                        decided += 1;
                        table.answer(SEAT, pattern >> (decided - 1) & 1 == 1)
                    }
                };
                Input::Act { by, act }
            }
            _ => usual_step(&table).ok_or(Unsolved::Stuck)?,
        };
        apply(&mut table, input)?;
    }
    Ok(tally)
}

/// Counts of all deals by the decisions and by the line of the pay table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// By the decisions (as bits, the first one lowest) and the line.
    pub deals: Vec<Vec<u64>>,
    /// For each decision, the number of sets of cards with which it keeps a wager in play, or makes one.
    pub made: Vec<u64>,
}

impl Counted {
    /// The total number of deals.
    pub fn total(&self) -> u64 {
        self.deals.iter().flatten().sum()
    }

    /// The average amount in play at the end, in units of the first wager: `least`, plus one for each decision in favor
    /// of a wager.
    pub fn in_play(&self, least: u64) -> Fraction {
        let rows = self.deals.iter().zip(0_u32..);
        let sum: u64 = rows
            .map(|(lines, pattern)| (least + u64::from(pattern.count_ones())) * lines.iter().sum::<u64>())
            .sum();
        Fraction::ratio(sum.into(), self.total().into())
    }

    fn results(&self, nets: &Nets, stake: Money) -> Results {
        let cells = nets.iter().flatten().zip(self.deals.iter().flatten());
        Results::weighed(stake, cells.map(|(&cents, &ways)| (Money::cents(cents), ways.into())))
    }
}

/// Counts all deals by the stated strategy under these options.
pub fn counted<G: Community>(options: &G::Options) -> Counted {
    count::<G>(&Decisions::of::<G>(options))
}

fn count<G: Community>(decisions: &Decisions) -> Counted {
    let mut deals = vec![vec![0; G::EXAMPLES.len()]; 1 << G::SEEN.len()];
    // Sets that differ only in the names of their suits have the same future.
    let mut alike: HashMap<u64, (Vec<Card>, u64)> = HashMap::new();
    sets(G::OWN, &mut |own| {
        alike.entry(key(own)).or_insert_with(|| (own.to_vec(), 0)).1 += 1;
    });
    for (own, ways) in alike.into_values() {
        follow::<G>(decisions, own, 0, ways, &mut deals);
    }
    let made = G::SEEN
        .iter()
        .map(|seen| {
            let mut made = 0;
            sets(G::OWN + seen, &mut |cards| made += u64::from(decisions.is_made(cards)));
            made
        })
        .collect();
    Counted { deals, made }
}

/// Continues from these cards, of which the first are the player's own: takes one decision after another, dealing the
/// cards between them as sets, since only decisions depend on their order.
fn follow<G: Community>(
    decisions: &Decisions,
    mut cards: Vec<Card>,
    mut pattern: usize,
    ways: u64,
    deals: &mut [Vec<u64>],
) {
    let shared = cards.len() - G::OWN;
    if let Some(nth) = G::SEEN.iter().position(|&seen| seen == shared) {
        pattern |= usize::from(decisions.is_made(&cards)) << nth;
    }
    if cards.len() == 5 {
        let hand = cards.iter().fold(Path::EMPTY, |path, &card| path.with(card)).strength();
        deals[pattern][G::line(hand)] += ways;
        return;
    }
    // Up to the next decision, or to the end, the order of the shared cards does not matter.
    let next = G::SEEN.iter().copied().find(|&seen| seen > shared).unwrap_or(5 - G::OWN);
    let rest: Vec<Card> = Card::all().filter(|card| !cards.contains(card)).collect();
    extend(&rest, &mut cards, G::OWN + next, &mut |cards| {
        follow::<G>(decisions, cards.to_vec(), pattern, ways, deals);
    });
}

/// A table at which everybody decides by the value of the cards.
pub struct ByWorth<G: Community> {
    options: G::Options,
    decisions: Arc<Decisions>,
}

impl<G: Community> Rounds<G> for ByWorth<G> {
    fn prepare(options: G::Options, _: &[Staked<G>]) -> Result<ByWorth<G>, Unsolved> {
        Ok(ByWorth { options, decisions: Arc::new(Decisions::of::<G>(&options)) })
    }

    fn exact(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        if unseen.is_some() {
            return vec![Err(Unsolved::NoShoe); bets.len()];
        }
        let counted = count::<G>(&self.decisions);
        let one = |(on, stake): &Staked<G>| {
            Ok(counted.results(&nets::<G>(self.options, on.wager, *stake)?, *stake))
        };
        bets.iter().map(one).collect()
    }

    fn proofs(&self, bets: &[Staked<G>], _: Option<&Unseen>) -> Proofs {
        let mut proofs = Proofs::default();
        for (on, stake) in bets {
            proofs.push(proof::of::<G>(self.options, on.wager, *stake));
        }
        proofs
    }

    fn engine(&self, plan: &Plan<G>) -> Result<Engine, Unsolved> {
        Engine::at_tables(plan, |plan| {
            // This plays no rounds, but checks that the wagers find their places.
            G::play_by_rules(plan, &mut Generator::first(), 0, &mut [])?;
            let dealt = Dealt::of::<G>(self.options, &self.decisions, &plan.bets)?;
            Ok(dealt.map_or(Engine::Rules, Engine::Community))
        })
    }
}
