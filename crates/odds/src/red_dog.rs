//! Red dog: every three cards of a shoe, played by the rules; and from which spread on a raise gains.

use crate::{
    Fraction, Generator, Results, Tally, Unsolved,
    round::{Patience, ready, usual_step},
};
use rules::{
    Act, Actor, Awaits, Citation, EventOf, Game, Input, InputOf, Money, Offer, Patron, Seat, Tender,
    kit::cards::{Card, Shown, Unseen},
    red_dog::{Deed, Options, Pair, RedDog, Wager, value},
};

/// The spread from which on the stated strategy raises: with the usual odds the best rule, whatever the decks.
pub const RAISE_FROM: u8 = 7;

/// A spread: how often it comes, and what a raise is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// How many values lie between.
    pub spread: u8,
    /// The chance of it.
    pub chance: Fraction,
    /// The chance, then, that the third card wins.
    pub wins: Fraction,
    /// What a raise gains on average, per unit raised.
    pub gain: Fraction,
}

/// Three cards by their values, and how many ways there are to deal them.
struct Deal {
    cards: [Card; 3],
    ways: u128,
}

/// Every three values of a shoe.
fn deals(unseen: &Unseen) -> Vec<Deal> {
    let counts: [u128; 15] = std::array::from_fn(|at| {
        Card::all()
            .filter(|&card| usize::from(value(card)) == at)
            .map(|card| u128::from(unseen.count(card)))
            .sum()
    });
    let mut deals = Vec::new();
    for one in 2..15 {
        for two in 2..15 {
            for three in 2..15 {
                let mut left = counts;
                let mut ways = 1;
                for at in [one, two, three] {
                    ways *= left[at];
                    left[at] = left[at].saturating_sub(1);
                }
                let cards = pick(unseen, [one, two, three]);
                if let (Some(cards), 1..) = (cards, ways) {
                    deals.push(Deal { cards, ways });
                }
            }
        }
    }
    deals
}

/// Cards of these values that can be dealt one after another.
fn pick(unseen: &Unseen, values: [usize; 3]) -> Option<[Card; 3]> {
    let mut left = *unseen;
    let mut cards = values.iter().map(|&at| {
        let card = Card::all().find(|&card| usize::from(value(card)) == at && left.count(card) > 0)?;
        left = left.seeing(card)?;
        Some(card)
    });
    Some([cards.next()??, cards.next()??, cards.next()??])
}

/// What becomes of an original wager and its raise. `raise` says from which spread on the player raises as much.
pub fn results(
    options: Options,
    unseen: &Unseen,
    stake: Money,
    raise: impl Fn(u8) -> bool,
) -> Result<Results, Unsolved> {
    let table = laid(options, stake)?;
    let mut ends = Vec::new();
    for deal in deals(unseen) {
        ends.push((play(&table, &deal, &raise)?.net(), deal.ways));
    }
    if ends.is_empty() {
        return Err(Unsolved::ShortShoe { cards: unseen.total() });
    }
    Ok(Results::weighed(stake, ends))
}

/// Each spread of a shoe, and what a raise is worth there.
pub fn spreads(options: Options, unseen: &Unseen, stake: Money) -> Result<Vec<Spread>, Unsolved> {
    let table = laid(options, stake)?;
    let mut sums = [(0_u128, 0_u128, 0_i128); 12];
    let mut total = 0;
    for deal in deals(unseen) {
        total += deal.ways;
        let [left, right, _] = deal.cards;
        let Pair::Spread(spread) = Pair::of(left, right) else { continue };
        // What the raise adds.
        let [with, without] = [true, false].map(|raises| play(&table, &deal, &|_| raises));
        let (with, without) = (with?, without?);
        let gain = (with.net() - without.net()).as_cents();
        let (all, wins, gains) = &mut sums[usize::from(spread)];
        *all += deal.ways;
        *wins += if without.net() > Money::ZERO { deal.ways } else { 0 };
        *gains += i128::from(gain) * i128::try_from(deal.ways).map_err(|_| Unsolved::Stuck)?;
    }
    let found = (1..).zip(&sums[1..]).filter(|(_, (all, ..))| *all > 0);
    found
        .map(|(spread, &(all, wins, gains))| {
            let per = i128::try_from(all).map_err(|_| Unsolved::Stuck)? * i128::from(stake.as_cents());
            Ok(Spread {
                spread,
                chance: Fraction::ratio(all, total),
                wins: Fraction::ratio(wins, all),
                gain: Fraction::new(gains, per),
            })
        })
        .collect()
}

const PATRON: Patron = Patron(1);

/// A fresh table with the wager on it. Nothing was seen on the way: what was burned goes back into the count of the
/// unseen, which the caller gives.
fn laid(options: Options, stake: Money) -> Result<RedDog, Unsolved> {
    let mut table: RedDog = ready(options, &mut Generator::first()).ok_or(Unsolved::Stuck)?;
    let act = Act::Place { seat: Seat(1), wager: Wager::Original, stake, tender: Tender::Chips };
    table
        .apply(Input::Act { by: Actor::Patron(PATRON), act }, &mut rules::Unseen)
        .map_err(Unsolved::Refused)?;
    Ok(table)
}

/// One round with these cards.
fn play(table: &RedDog, deal: &Deal, raise: &impl Fn(u8) -> bool) -> Result<Tally, Unsolved> {
    let (mut table, mut tally) = (table.clone(), Tally::default());
    let mut cards = deal.cards.iter();
    let mut patience = Patience::new();
    while !table.bets().is_empty() {
        patience.step()?;
        let input = match table.awaits() {
            Awaits::Equipment => {
                let next = *cards.next().ok_or(Unsolved::Stuck)?;
                Input::Chance(Shown::Card(alike(&table, next).ok_or(Unsolved::Stuck)?))
            }
            Awaits::Decision(Actor::Patron(_)) => answer(&table, raise),
            _ => usual_step(&table).ok_or(Unsolved::Stuck)?,
        };
        let mut post = |_: Citation, event: EventOf<RedDog>| {
            if let Some((_, gain)) = Tally::of::<RedDog>(&event) {
                tally += gain;
            }
        };
        table.apply(input, &mut post).map_err(Unsolved::Refused)?;
    }
    Ok(tally)
}

/// A card of the same value that the shoe of this table still has.
fn alike(table: &RedDog, card: Card) -> Option<Card> {
    let mut found = None;
    table.outcomes(&mut |shown, _| {
        if let Shown::Card(other) = shown
            && value(other) == value(card)
        {
            found = found.or(Some(other));
        }
    });
    found
}

/// The raise, as high as it may be, or none.
fn answer(table: &RedDog, raise: &impl Fn(u8) -> bool) -> InputOf<RedDog> {
    let by = Actor::Patron(PATRON);
    let mut act = Act::Do(Deed::Stand);
    if matches!(table.pair(), Some(Pair::Spread(spread)) if raise(spread)) {
        table.decisions(by, &mut |Offer { act: offered, most, .. }| {
            if let Act::Place { seat, wager, tender: tender @ Tender::Chips, .. } = offered {
                act = Act::Place { seat, wager, stake: most, tender };
            }
        });
    }
    Input::Act { by, act }
}
