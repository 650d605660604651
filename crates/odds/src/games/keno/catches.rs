//! The number of draws with each pattern of catches.

use super::paid;
use crate::Fraction;
use rules::{
    Money,
    keno::{Options, Ticket},
    kit::balls::{BALLS, Ball, Balls, DRAWN},
};
use std::collections::BTreeMap;

/// The largest number of patterns of catches to count.
const MOST: u64 = 4_000_000;

/// The number of ways to choose `k` of `n`.
fn choose(n: u32, k: u32) -> u128 {
    if k > n { 0 } else { (0..k).fold(1, |ways, at| ways * u128::from(n - at) / u128::from(at + 1)) }
}

/// The number of draws that catch this many of this many spots, and the number of all draws.
pub fn hypergeometric(spots: u32, caught: u32) -> (u128, u128) {
    let rest = DRAWN.checked_sub(caught).map_or(0, |rest| choose(u32::from(BALLS) - spots, rest));
    (choose(spots, caught) * rest, choose(BALLS.into(), DRAWN))
}

/// The probability of catching this many of this many spots.
pub fn chance_of(spots: u32, caught: u32) -> Fraction {
    let (ways, all) = hypergeometric(spots, caught);
    Fraction::ratio(ways, all)
}

/// Groups of one ticket that are interchangeable: how many numbers may still come and how many are caught in each, and
/// which groups they are.
struct Alike {
    left: u32,
    caught: u32,
    groups: Vec<u8>,
}

/// What a ticket at this price for one game gains once these numbers are drawn, and in how many ways the draw can
/// continue; `None` if there are too many patterns. No other ticket shares the limit on large prizes.
pub(super) fn one_game(
    options: &Options,
    ticket: &Ticket,
    price: Money,
    drawn: Balls,
) -> Option<BTreeMap<Money, u128>> {
    let mut alike: Vec<Alike> = Vec::new();
    for group in 1..=ticket.groups() {
        let numbers = ticket.group(group);
        let caught = u32::from(rules::keno::caught(numbers, drawn));
        let left = numbers.count() - caught;
        // A king is in every way, whatever the size of the other groups.
        let is_like = |one: &&mut Alike| {
            (one.left, one.caught) == (left, caught) && !(ticket.has_king() && one.groups.contains(&1))
        };
        match alike.iter_mut().find(is_like) {
            Some(one) => one.groups.push(group),
            None => alike.push(Alike { left, caught, groups: vec![group] }),
        }
    }
    let patterns = |one: &Alike| choose(one.many() + one.left, one.left);
    let all: u128 = alike.iter().map(patterns).try_fold(1u128, u128::checked_mul)?;
    if all > u128::from(MOST) {
        return None;
    }
    let marked: u32 = alike.iter().map(|one| one.left * one.many()).sum();
    let (to_come, caught) = (DRAWN - drawn.count(), vec![0; 81]);
    let others = u32::from(BALLS) - drawn.count() - marked;
    let mut count =
        Count { options, ticket, price, alike: &alike, to_come, others, caught, nets: BTreeMap::new() };
    count.class(0, 0, 1);
    Some(count.nets)
}

impl Alike {
    fn many(&self) -> u32 {
        u32::try_from(self.groups.len()).unwrap_or(u32::MAX)
    }
}

struct Count<'a> {
    options: &'a Options,
    ticket: &'a Ticket,
    price: Money,
    alike: &'a [Alike],
    /// How many numbers are still to be drawn, and how many of the numbers that can come are not on the
    /// ticket.
    to_come: u32,
    others: u32,
    /// How many numbers of each group were drawn.
    caught: Vec<u8>,
    nets: BTreeMap<Money, u128>,
}

impl Count<'_> {
    /// Goes through the patterns of one class of groups, and of those after it.
    fn class(&mut self, at: usize, drawn: u32, ways: u128) {
        if let Some(one) = self.alike.get(at) {
            return self.group(at, 0, one.left, drawn, ways, 0);
        }
        let ways = ways * choose(self.others, self.to_come - drawn);
        if ways > 0 {
            let caught = &self.caught;
            let tickets = [(*self.ticket, self.price)];
            let paid = paid(self.options, &tickets, &|_, group| caught[usize::from(group)]);
            *self.nets.entry(paid[0] - self.price).or_default() += ways;
        }
    }

    /// The groups of a class catch no more than the one before them, so that each pattern occurs once; the number of
    /// its orders is part of the ways.
    fn group(&mut self, class: usize, nth: usize, most: u32, drawn: u32, ways: u128, same: u128) {
        let one = &self.alike[class];
        let Some(&group) = one.groups.get(nth) else { return self.class(class + 1, drawn, ways) };
        for more in (0..=most.min(self.to_come - drawn)).rev() {
            // Of the groups placed so far, the last `same` have caught as many: multinomials grow by (nth + 1) / run.
            let run = if nth > 0 && more == most { same + 1 } else { 1 };
            let ways = ways * choose(one.left, more) * (nth as u128 + 1) / run;
            self.caught[usize::from(group)] = u8::try_from(one.caught + more).unwrap_or(u8::MAX);
            self.group(class, nth + 1, more, drawn + more, ways, run);
        }
    }
}

/// Several tickets of one game: the numbers are divided into parts that belong to the same groups.
pub(super) struct Draw {
    /// The numbers of each part, and the group of each ticket that it belongs to, if any.
    parts: Vec<(u32, Vec<u8>)>,
    unmarked: u32,
}

impl Draw {
    /// The parts of these tickets; `None` if there are too many patterns of catches.
    pub fn of(tickets: &[(Ticket, Money)]) -> Option<Draw> {
        let groups: Vec<Vec<Balls>> = tickets
            .iter()
            .map(|(ticket, _)| (1..=ticket.groups()).map(|group| ticket.group(group)).collect())
            .collect();
        let mut parts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        for ball in Ball::all() {
            let within = |groups: &Vec<Balls>| {
                groups
                    .iter()
                    .position(|group| group.has(ball))
                    .map_or(0, |at| u8::try_from(at + 1).unwrap_or(u8::MAX))
            };
            *parts.entry(groups.iter().map(within).collect()).or_default() += 1;
        }
        let unmarked = parts.remove(&vec![0; tickets.len()]).unwrap_or_default();
        let patterns = parts.values().try_fold(1u64, |all, size| all.checked_mul(u64::from(size + 1)))?;
        let parts = parts.into_iter().map(|(groups, size)| (size, groups)).collect();
        (patterns <= MOST).then_some(Draw { parts, unmarked })
    }

    /// Reports every pattern: how many numbers of each group of each ticket were drawn, and in how many
    /// draws.
    pub fn each(&self, tell: &mut impl FnMut(&dyn Fn(usize, u8) -> u8, u128)) {
        self.from(&mut Vec::new(), 0, 1, tell);
    }

    fn from(
        &self,
        caught: &mut Vec<u32>,
        drawn: u32,
        ways: u128,
        tell: &mut impl FnMut(&dyn Fn(usize, u8) -> u8, u128),
    ) {
        let Some((size, _)) = self.parts.get(caught.len()) else {
            let ways = ways * choose(self.unmarked, DRAWN - drawn);
            let of = |ticket: usize, group: u8| {
                let parts = self.parts.iter().zip(caught.iter());
                let caught =
                    parts.filter(|((_, groups), _)| groups[ticket] == group).map(|(_, caught)| *caught);
                u8::try_from(caught.sum::<u32>()).unwrap_or(u8::MAX)
            };
            if ways > 0 {
                tell(&of, ways);
            }
            return;
        };
        for some in 0..=(*size).min(DRAWN - drawn) {
            caught.push(some);
            self.from(caught, drawn + some, ways * choose(*size, some), tell);
            caught.pop();
        }
    }
}
