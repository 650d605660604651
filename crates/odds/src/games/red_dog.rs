//! Red dog: every three cards of a shoe, played by the rules; and from which spread on a raise gains.

use crate::{
    Fraction, Generator, Priced, Results, Tally, Unsolved,
    classes::Classes,
    exact::shoe::{self, Dealt},
    round::{ready, usual_step},
    seated::{Playing, Round},
    steps::Steps,
};
use rules::{
    Act, ActOf, Actor, Awaits, Citation, EventOf, Game, Input, Money, Offer, Patron, Seat, Tender,
    kit::cards::{Card, Shown, Unseen},
    red_dog::{Deed, Options, Pair, RedDog, Wager, value},
};
use std::collections::BTreeMap;

impl Priced for RedDog {
    type Rounds = shoe::Shoe;
    const DECKS: Option<fn(&Options) -> u8> = Some(Options::decks);
    const METHOD: &'static str = "a raise from a spread of seven on";
    const FOLLOWED: bool = true;

    fn class(card: Card) -> u8 {
        <RedDog as Dealt>::CLASS(card)
    }

    fn choice(&self, patron: Patron) -> Option<ActOf<RedDog>> {
        let Some(Pair::Spread(spread)) = self.pair() else { return None };
        Some(answer(self, patron, spread >= RAISE_FROM))
    }
}

impl Dealt for RedDog {
    const CLASS: fn(Card) -> u8 = |card| value(card) - 2;
    fn look(classes: Classes, _: &impl Playing<Self>, _: &Round<Self>) -> Result<Classes, Unsolved> {
        Ok(classes)
    }
}

/// The spread from which the stated strategy raises: with the usual odds this is the best rule for any number of decks.
pub const RAISE_FROM: u8 = 7;

/// A spread: how often it occurs, and the value of a raise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// How many values lie between the two cards.
    pub spread: u8,
    /// The probability of this spread.
    pub chance: Fraction,
    /// The probability that the third card then wins.
    pub wins: Fraction,
    /// The average gain of a raise, per unit raised.
    pub gain: Fraction,
}

/// Three cards by their values, and the number of ways to deal them.
struct Deal {
    cards: [Card; 3],
    ways: u128,
}

impl Deal {
    /// The values of the first two cards, the lower one first.
    fn values(&self) -> (u8, u8) {
        let [one, other, _] = self.cards.map(value);
        (one.min(other), one.max(other))
    }
}

/// All combinations of three values from a shoe.
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

/// Cards with these values that can be dealt one after another.
fn pick(unseen: &Unseen, values: [usize; 3]) -> Option<[Card; 3]> {
    let mut left = *unseen;
    let mut cards = values.iter().map(|&at| {
        let card = Card::all().find(|&card| usize::from(value(card)) == at && left.count(card) > 0)?;
        left = left.seeing(card)?;
        Some(card)
    });
    Some([cards.next()??, cards.next()??, cards.next()??])
}

/// Two cards with values between them: how often they occur, and the value of a raise. In a partly dealt shoe a raise
/// may be worthwhile between some cards and not between others with the same spread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwoCards {
    /// The lower value, from 2 to 14 (ace).
    pub low: u8,
    /// The higher value.
    pub high: u8,
    /// How many values lie between the two cards.
    pub spread: u8,
    /// The probability of the two cards, in either order.
    pub chance: Fraction,
    /// The probability that the third card then wins.
    pub wins: Fraction,
    /// The average gain of a raise, per unit raised.
    pub gain: Fraction,
}

/// The results of an original wager and its raise. `raise` decides, given the lower and the higher value, whether the
/// player raises by the same amount.
pub fn results(
    options: Options,
    unseen: &Unseen,
    stake: Money,
    raise: impl Fn(u8, u8) -> bool,
) -> Result<Results, Unsolved> {
    let table = laid(options, stake)?;
    let mut ends = Vec::new();
    for deal in deals(unseen) {
        let (low, high) = deal.values();
        ends.push((play(&table, &deal, raise(low, high))?.net(), deal.ways));
    }
    if ends.is_empty() {
        return Err(Unsolved::ShortShoe { cards: unseen.total() });
    }
    Ok(Results::weighed(stake, ends))
}

/// Counts of deals: all, those won, and what the raise adds in all of them.
#[derive(Clone, Copy, Default)]
struct Sums {
    all: u128,
    wins: u128,
    gains: i128,
}

impl Sums {
    fn merge(&mut self, other: Sums) {
        self.all += other.all;
        self.wins += other.wins;
        self.gains += other.gains;
    }

    /// Their probability, the probability of then winning, and the gain of a raise per unit.
    fn worth(&self, total: u128, stake: Money) -> Result<[Fraction; 3], Unsolved> {
        let per = i128::try_from(self.all).map_err(|_| Unsolved::Stuck)? * i128::from(stake.as_cents());
        let (chance, wins) = (Fraction::ratio(self.all, total), Fraction::ratio(self.wins, self.all));
        Ok([chance, wins, Fraction::new(self.gains, per)])
    }
}

/// By the lower and the higher value: their spread, and the counts of deals.
type Counted = BTreeMap<(u8, u8), (u8, Sums)>;

/// All pairs of cards with values between them, and the total number of deals.
fn counted(options: Options, unseen: &Unseen, stake: Money) -> Result<(Counted, u128), Unsolved> {
    let table = laid(options, stake)?;
    let (mut sums, mut total) = (Counted::new(), 0);
    for deal in deals(unseen) {
        total += deal.ways;
        let [left, right, _] = deal.cards;
        let Pair::Spread(spread) = Pair::of(left, right) else { continue };
        // What the raise adds.
        let [with, without] = [true, false].map(|raises| play(&table, &deal, raises));
        let (with, without) = (with?, without?);
        let gain = i128::from((with.net() - without.net()).as_cents());
        let (_, sum) = sums.entry(deal.values()).or_insert((spread, Sums::default()));
        sum.merge(Sums {
            all: deal.ways,
            wins: if without.net() > Money::ZERO { deal.ways } else { 0 },
            gains: gain * i128::try_from(deal.ways).map_err(|_| Unsolved::Stuck)?,
        });
    }
    Ok((sums, total))
}

/// All pairs of cards of a shoe with values between them, and the value of a raise for each.
pub fn two_cards(options: Options, unseen: &Unseen, stake: Money) -> Result<Vec<TwoCards>, Unsolved> {
    let (sums, total) = counted(options, unseen, stake)?;
    let one = |((low, high), (spread, sum)): ((u8, u8), (u8, Sums))| {
        let [chance, wins, gain] = sum.worth(total, stake)?;
        Ok(TwoCards { low, high, spread, chance, wins, gain })
    };
    sums.into_iter().map(one).collect()
}

/// Each spread of a shoe, and the average value of a raise with it.
pub fn spreads(options: Options, unseen: &Unseen, stake: Money) -> Result<Vec<Spread>, Unsolved> {
    let (sums, total) = counted(options, unseen, stake)?;
    let mut all: BTreeMap<u8, Sums> = BTreeMap::new();
    for (spread, sum) in sums.into_values() {
        all.entry(spread).or_default().merge(sum);
    }
    let one = |(spread, sum): (u8, Sums)| {
        let [chance, wins, gain] = sum.worth(total, stake)?;
        Ok(Spread { spread, chance, wins, gain })
    };
    all.into_iter().map(one).collect()
}

const PATRON: Patron = Patron(1);

/// A fresh table with the wager on it. Nothing was seen in the process: burned cards count as unseen in what the caller
/// provides.
fn laid(options: Options, stake: Money) -> Result<RedDog, Unsolved> {
    let mut table: RedDog = ready(options, &mut Generator::first())?;
    let act = Act::Place { seat: Seat(1), wager: Wager::Original, stake, tender: Tender::Chips };
    table
        .apply(Input::Act { by: Actor::Patron(PATRON), act }, &mut rules::Nobody)
        .map_err(Unsolved::Refused)?;
    Ok(table)
}

/// Plays one round with these cards.
fn play(table: &RedDog, deal: &Deal, raises: bool) -> Result<Tally, Unsolved> {
    let (mut table, mut tally) = (table.clone(), Tally::default());
    let (mut cards, mut steps) = (deal.cards.iter(), Steps::until("at the end of the round"));
    while !table.bets().is_empty() {
        steps.take()?;
        let input = match table.awaits() {
            Awaits::Equipment => {
                let next = *cards.next().ok_or(Unsolved::Stuck)?;
                Input::Chance(Shown::Card(alike(&table, next).ok_or(Unsolved::Stuck)?))
            }
            Awaits::Decision(by @ Actor::Patron(patron)) => {
                Input::Act { by, act: answer(&table, patron, raises) }
            }
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

/// The highest raise allowed, or none.
fn answer(table: &RedDog, patron: Patron, raises: bool) -> ActOf<RedDog> {
    let mut act = Act::Do(Deed::Stand);
    if raises && matches!(table.pair(), Some(Pair::Spread(_))) {
        table.decisions(Actor::Patron(patron), &mut |Offer { act: offered, most, .. }| {
            if let Act::Place { seat, wager: wager @ Wager::Raise, tender: tender @ Tender::Chips, .. } =
                offered
            {
                act = Act::Place { seat, wager, stake: most, tender };
            }
        });
    }
    act
}
