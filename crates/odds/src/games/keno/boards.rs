//! Random draws: twenty balls out of eighty, paid by the rules' own rate card for the numbers that each
//! group caught.

use crate::{
    Moments, Staked,
    sim::{draw::Quick, walk::LANES},
};
use rules::{
    Money,
    keno::{Keno, Options, Ticket},
    kit::balls::{BALLS, DRAWN},
};

/// The number of balls, rounded up to a power of two.
const PLACES: usize = 128;

/// The largest number of patterns of catches for which a ticket's prizes are stored in a table.
const MOST_KEPT: usize = 65_536;

/// The tickets of a plan.
pub struct Boards {
    options: Options,
    tickets: Vec<Kept>,
}

/// A ticket with its prize for every pattern of catches.
struct Kept {
    price: Money,
    /// The numbers of each group as bits, and by how much each catch advances the index in the table.
    groups: Vec<(u128, usize)>,
    prizes: Vec<Money>,
}

impl Boards {
    /// The tickets of these wagers; `None` if one is for several games, or has too many patterns.
    pub fn of(options: Options, bets: &[Staked<Keno>]) -> Option<Boards> {
        let tickets =
            bets.iter().map(|(on, stake)| Kept::of(&options, &on.wager, *stake)).collect::<Option<_>>()?;
        Some(Boards { options, tickets })
    }

    /// Plays this many games, four side by side.
    pub fn play(&self, quick: &mut Quick, rounds: u64, moments: &mut [Moments]) {
        let mut balls = [[0_u8; PLACES]; LANES];
        balls
            .iter_mut()
            .for_each(|balls| balls.iter_mut().zip(1..=BALLS).for_each(|(place, ball)| *place = ball));
        let mut nets = vec![0; self.tickets.len()];
        for round in 0..rounds.div_ceil(LANES as u64) {
            for at in 0..DRAWN as usize {
                let drawn = quick.four_below(usize::from(BALLS) - at);
                for (balls, other) in balls.iter_mut().zip(drawn) {
                    balls.swap(at % PLACES, (at + usize::from(other)) % PLACES);
                }
            }
            let left = usize::try_from(rounds - round * LANES as u64).unwrap_or(LANES);
            for balls in balls.iter().take(left) {
                self.game(&balls[..DRAWN as usize], &mut nets);
                moments.iter_mut().zip(&nets).for_each(|(sum, net)| sum.add_times(1, *net));
            }
        }
    }

    /// What each patron gains in cents if these balls are drawn.
    pub fn game(&self, balls: &[u8], nets: &mut [i64]) {
        let drawn = balls.iter().fold(0_u128, |drawn, ball| drawn | 1 << ball);
        let prizes = self.tickets.iter().map(|ticket| ticket.prize(drawn));
        let large = prizes.clone().filter(|prize| *prize >= self.options.large_prize()).sum();
        for ((net, ticket), prize) in nets.iter_mut().zip(&self.tickets).zip(prizes) {
            *net = (self.options.within_limit(prize, large) - ticket.price).as_cents();
        }
    }
}

impl Kept {
    fn of(options: &Options, ticket: &Ticket, price: Money) -> Option<Kept> {
        let (mut groups, mut patterns): (Vec<(u128, usize)>, usize) = (Vec::new(), 1);
        for group in 1..=ticket.groups() {
            let balls = ticket.group(group);
            groups.push((balls.each().fold(0, |all, ball| all | 1 << ball.number()), patterns));
            patterns = patterns.checked_mul(balls.count() as usize + 1).filter(|all| *all <= MOST_KEPT)?;
        }
        let caught = |at: usize, group: u8| {
            let (balls, step) = groups[usize::from(group) - 1];
            u8::try_from(at / step % (balls.count_ones() as usize + 1)).unwrap_or(u8::MAX)
        };
        let prizes =
            (0..patterns).map(|at| options.prize(ticket, price, |group| caught(at, group))).collect();
        (ticket.games() == (1, 1)).then_some(Kept { price, groups, prizes })
    }

    fn prize(&self, drawn: u128) -> Money {
        self.prizes[self
            .groups
            .iter()
            .map(|(balls, step)| (balls & drawn).count_ones() as usize * step)
            .sum::<usize>()]
    }
}
