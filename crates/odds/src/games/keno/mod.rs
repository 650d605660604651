//! Keno: nobody has a choice, and the number of catches is hypergeometric. Groups of the same size on a ticket are
//! interchangeable, so every draw is counted once per pattern of catches, however many ways a ticket has.

mod boards;
mod catches;

pub use boards::Boards;
pub use catches::{chance_of, hypergeometric};

use crate::{
    Fraction, Generator, Offered, Plan, Priced, Prospect, Results, Staked, Unsolved,
    certificate::{Proof, Proofs},
    offers::{on_fresh_table, place},
    priced::Rounds,
    round::ready,
    sim::engine::Engine,
    together::{Joint, Part},
};
use catches::{Draw, one_game};
use rules::{
    Bet, Game, Money, Nobody, Patron,
    keno::{Keno, Options, Ticket},
    kit::{
        balls::{BALLS, Balls, DRAWN},
        cards::Unseen,
    },
};
use std::collections::BTreeMap;

/// The largest number of results through which a ticket for several games is followed.
const MOST_ENDS: usize = 20_000;

/// The largest number of patterns of catches in a certificate.
const MOST_STATES: usize = 500;

/// A keno game that is open.
pub struct Open(Keno);

impl Priced for Keno {
    type Rounds = Open;
    const DECKS: Option<fn(&Options) -> u8> = None;
    const METHOD: &'static str = "";
    /// A higher stake would exceed the limit on the large prizes of a game.
    const STAKE: Money = Money::dollars(1);

    /// A ticket for several games has the odds of its games.
    fn offered(options: Options) -> Vec<Offered<Ticket>> {
        on_fresh_table::<Keno>(options).into_iter().filter(|on| on.wager.games() == (1, 1)).collect()
    }

    /// Each ticket as if no other ticket won a large prize.
    fn outlook(&self) -> Option<Result<Vec<Prospect<Ticket>>, Unsolved>> {
        let one = |bet: &Bet<Ticket>| outlook(&self.options(), *bet, self.drawn());
        Some(self.bets().iter().map(one).collect())
    }

    fn limit_binds(options: &Options, ticket: Ticket, stake: Money) -> bool {
        let all = options
            .prize(&ticket, stake, |group| u8::try_from(ticket.group(group).count()).unwrap_or(u8::MAX));
        all >= options.large_prize() && all > options.aggregate_limit()
    }
}

impl Rounds<Keno> for Open {
    fn prepare(options: Options, _: &[Staked<Keno>]) -> Result<Open, Unsolved> {
        ready(options, &mut Generator::first()).map(Open)
    }

    fn exact(&self, bets: &[Staked<Keno>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        let one = |bet| if unseen.is_some() { Err(Unsolved::NoShoe) } else { self.results(bet) };
        bets.iter().map(one).collect()
    }

    fn proofs(&self, bets: &[Staked<Keno>], _: Option<&Unseen>) -> Proofs {
        let mut proofs = Proofs::default();
        bets.iter().for_each(|bet| proofs.push(self.proof(bet)));
        proofs
    }

    fn engine(&self, plan: &Plan<Keno>) -> Result<Engine, Unsolved> {
        Engine::at_tables(plan, |plan| {
            let mut table = self.0.clone();
            for (patron, (on, stake)) in (1..).zip(&plan.bets) {
                let input = place::<Keno>(Patron(patron), on.seat, on.wager, *stake);
                table.apply(input, &mut Nobody).map_err(Unsolved::Refused)?;
            }
            Ok(Boards::of(plan.options, &plan.bets).map_or(Engine::Rules, Engine::Keno))
        })
    }

    fn together(
        options: Options,
        parts: &[Part<Ticket>],
        unseen: Option<&Unseen>,
    ) -> Result<Joint, Unsolved> {
        if unseen.is_some() {
            return Err(Unsolved::NoShoe);
        }
        let mut table: Keno = ready(options, &mut Generator::first())?;
        let mut tickets: Vec<(Ticket, Money)> = Vec::new();
        for Part { on, stake } in parts {
            let ticket = *on.first().ok_or(Unsolved::NoWager)?;
            let input = place::<Keno>(Patron(1), rules::Seat::NONE, ticket, *stake);
            table.apply(input, &mut Nobody).map_err(Unsolved::Refused)?;
            if ticket.games() != (1, 1) {
                return Err(Unsolved::NotTogether);
            }
            // The same ticket bought twice counts as one ticket of twice the price.
            match tickets.iter_mut().find(|(other, _)| *other == ticket) {
                Some((_, all)) => *all += *stake,
                None => tickets.push((ticket, *stake)),
            }
        }
        let draw = Draw::of(&tickets).ok_or(Unsolved::TooMany)?;
        let staked: Money = tickets.iter().map(|(_, stake)| *stake).sum();
        let mut nets: BTreeMap<Money, u128> = BTreeMap::new();
        draw.each(&mut |caught, ways| {
            let paid: Money = paid(&options, &tickets, caught).iter().copied().sum();
            *nets.entry(paid - staked).or_default() += ways;
        });
        let (total, all_made) = (nets.values().sum::<u128>(), (1_i64 << parts.len()) - 1);
        let ends: Vec<([i64; 3], Fraction)> = nets
            .into_iter()
            .map(|(net, ways)| ([net.as_cents(), staked.as_cents(), all_made], Fraction::ratio(ways, total)))
            .collect();
        Joint::of(parts.len(), ends.iter().map(|(kept, chance)| (&kept[..], chance.clone())), Some(total))
    }
}

/// What the tickets of one game are paid: `caught` says how many numbers of each group of each ticket were drawn.
fn paid(options: &Options, tickets: &[(Ticket, Money)], caught: &dyn Fn(usize, u8) -> u8) -> Vec<Money> {
    let prize = |(at, (ticket, stake)): (usize, &(Ticket, Money))| {
        options.prize(ticket, *stake, |group| caught(at, group))
    };
    let prizes: Vec<Money> = tickets.iter().enumerate().map(prize).collect();
    let large = prizes.iter().copied().filter(|prize| *prize >= options.large_prize()).sum();
    prizes.into_iter().map(|prize| options.within_limit(prize, large)).collect()
}

/// Every gain with its probability.
type Gains = BTreeMap<Money, Fraction>;

/// What a ticket at this price per game gains in all its remaining games, the first of which already has these
/// numbers.
fn gains(options: &Options, ticket: &Ticket, price: Money, drawn: Balls) -> Result<Gains, Unsolved> {
    let game = |drawn| {
        let ways = one_game(options, &ticket.once(), price, drawn).ok_or(Unsolved::TooMany)?;
        let total: u128 = ways.values().sum();
        Ok(ways.into_iter().map(|(net, ways)| (net, Fraction::ratio(ways, total))).collect::<Gains>())
    };
    let mut ends = game(drawn)?;
    if ticket.left() == 1 {
        return Ok(ends);
    }
    let fresh = game(Balls::default())?;
    for _ in 1..ticket.left() {
        let mut next = Gains::new();
        for (sofar, chance) in &ends {
            fresh.iter().for_each(|(net, more)| *next.entry(*sofar + *net).or_default() += chance * more);
        }
        ends = next;
        if ends.len() > MOST_ENDS {
            return Err(Unsolved::TooMany);
        }
    }
    Ok(ends)
}

/// The outlook for a ticket that was bought, after these numbers have been drawn.
fn outlook(options: &Options, bet: Bet<Ticket>, drawn: Balls) -> Result<Prospect<Ticket>, Unsolved> {
    let price = Money::cents(bet.stake.as_cents() / i64::from(bet.wager.left()));
    let ends = gains(options, &bet.wager, price, drawn)?;
    let chance = |of: fn(Money) -> bool| -> Fraction {
        ends.iter().filter(|(net, _)| of(**net)).map(|(_, chance)| chance.clone()).sum()
    };
    let mean = ends.iter().map(|(net, chance)| &Fraction::from(net.as_cents()) * chance).sum();
    Ok(Prospect { bet, wins: chance(|net| net > Money::ZERO), loses: chance(|net| net < Money::ZERO), mean })
}

impl Open {
    fn results(&self, (on, stake): &Staked<Keno>) -> Result<Results, Unsolved> {
        let (mut table, ticket, options) = (self.0.clone(), on.wager, self.0.options());
        let placed = table.apply(place::<Keno>(Patron(1), on.seat, ticket, *stake), &mut Nobody);
        placed.map_err(Unsolved::Refused)?;
        if ticket.left() == 1 {
            let ways = one_game(&options, &ticket, *stake, Balls::default()).ok_or(Unsolved::TooMany)?;
            return Ok(Results::weighed(*stake, ways));
        }
        let price = Money::cents(stake.as_cents() / i64::from(ticket.left()));
        let ends = gains(&options, &ticket, price, Balls::default())?;
        Ok(Results::over(*stake, ends, Fraction::from(i64::from(ticket.left()))))
    }

    /// The class of a ball is its group, or no group.
    fn proof(&self, (on, stake): &Staked<Keno>) -> Result<Proof, Unsolved> {
        let (ticket, options) = (on.wager, self.0.options());
        let sizes: Vec<u32> = (1..=ticket.groups()).map(|group| ticket.group(group).count()).collect();
        let marked: u32 = sizes.iter().sum();
        let patterns = sizes.iter().try_fold(1_usize, |all, size| all.checked_mul(*size as usize + 1));
        if ticket.left() != 1 || patterns.is_none_or(|all| all > MOST_STATES) {
            let why = "a ticket for several games, or with so many groups, has too many states";
            return Err(Unsolved::NoCertificate { why });
        }
        let counts: Vec<u32> = sizes.iter().copied().chain([u32::from(BALLS) - marked]).collect();
        // A state consists of what each group has caught, and how many balls were drawn.
        let mut known: BTreeMap<Vec<u32>, usize> = BTreeMap::from([(vec![0; counts.len()], 0)]);
        let (mut met, mut states) = (vec![vec![0; counts.len()]], Vec::new());
        let (mut ends, mut end_of) = (vec![Vec::new()], BTreeMap::new());
        while let Some(state) = met.get(states.len()).cloned() {
            let row = (0..counts.len()).map(|class| {
                let mut next = state.clone();
                next[class] = (next[class] + 1).min(counts[class]);
                if state.iter().sum::<u32>() + 1 < DRAWN {
                    let at = *known.entry(next.clone()).or_insert_with(|| {
                        met.push(next);
                        met.len() - 1
                    });
                    return [at, 0];
                }
                let of = |_: usize, group: u8| u8::try_from(next[usize::from(group) - 1]).unwrap_or(u8::MAX);
                let net = (paid(&options, &[(ticket, *stake)], &of)[0] - *stake).as_cents();
                let end = *end_of.entry(net).or_insert_with(|| {
                    ends.push(vec![net]);
                    ends.len() - 1
                });
                [0, end]
            });
            states.push(row.collect());
        }
        Ok(Proof::Deals { counts, states, ends })
    }
}
