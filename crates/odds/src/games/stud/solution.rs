//! The value of each strategy: deals counted by [`walk`](super::walk), payments made by the rules themselves.

use super::{DEALS, End, HANDS, HOLES, Spot, Strategy, complete, rank, walk};
use crate::{
    Fraction, Generator, Results, Tally, Unsolved,
    round::{ready, usual_step},
    steps::Steps,
};
use rules::{
    Act, Actor, Awaits, Citation, Event, EventOf, Game, Input, InputOf, Money, Patron, Seat, Tender,
    Vocabulary,
    caribbean_stud::{CaribbeanStud, Deed, Options, Prize, Wager, qualifies},
    hands::poker::{Kind, Path, Strength},
    kit::cards::Card,
};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::OnceLock,
};

/// The result of an ante, with the bet that may follow it, in every case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payments {
    ante: Money,
    /// The result if the player folds.
    fold: Tally,
    /// The result by the kind of the player's hand and the [`End`].
    ends: [[Tally; 4]; 10],
}

const PATRON: Patron = Patron(1);
const SEAT: Seat = Seat(1);

/// An example of each kind of hand.
const EXAMPLES: [&str; 10] = crate::games::poker_examples!["Ac Kd Jh 8s 3c", "8c 8d Kh 5s 2c"];

impl Payments {
    /// Plays a round of each case on a table with these options; with `only`, a single wager is counted.
    pub fn of(options: Options, ante: Money, only: Option<Wager>) -> Result<Payments, Unsolved> {
        let mut payments = Payments { ante, fold: Tally::default(), ends: [[Tally::default(); 4]; 10] };
        let table: CaribbeanStud = ready(options, &mut Generator::first())?;
        for (example, ends) in EXAMPLES.iter().zip(&mut payments.ends) {
            let hand: [Card; 5] = std::array::from_fn(|at| {
                Card::read(example.split(' ').nth(at).unwrap_or_default()).expect("a card")
            });
            for (end, tally) in [End::NotQualified, End::Higher, End::Equal, End::Lower].into_iter().zip(ends)
            {
                // Some ends are impossible: nothing beats a royal flush.
                if let Some(dealer) = against(hand, end) {
                    *tally = play(&table, ante, only, hand, dealer, true)?;
                }
            }
        }
        let hand = ["2c", "3d", "4h", "5s", "7c"].map(|card| Card::read(card).expect("a card"));
        let dealer = against(hand, End::Lower).ok_or(Unsolved::Stuck)?;
        payments.fold = play(&table, ante, only, hand, dealer, false)?;
        Ok(payments)
    }

    /// Whether the limit on what a hand is paid (16.12) reduces what some hand wins.
    pub fn limit_binds(&self, options: &Options) -> bool {
        let whole = |kind: Kind| self.ante + options.odds(kind).pay(self.ante + self.ante);
        Kind::ALL.into_iter().any(|kind| self.ends[kind as usize][End::Higher as usize].net() < whole(kind))
    }

    /// The patron's gain.
    fn gain(&self, kind: Kind, end: usize) -> i128 {
        self.ends[kind as usize][end].net().as_cents().into()
    }

    /// The patron's gain in cents: by the kind of the hand and the [`End`], and when folding.
    pub(super) fn nets(&self) -> ([[i64; 4]; 10], i64) {
        (self.ends.map(|ends| ends.map(|tally| tally.net().as_cents())), self.fold.net().as_cents())
    }

    /// Whether betting gains more than folding.
    fn is_bet(&self, kind: Kind, ends: [u32; 4]) -> bool {
        let bet: i128 = (0..4).map(|end| i128::from(ends[end]) * self.gain(kind, end)).sum();
        bet > i128::from(HOLES) * i128::from(self.fold.net().as_cents())
    }
}

/// A dealer's hand that leads to this end, if there is one.
fn against(hand: [Card; 5], end: End) -> Option<[Card; 5]> {
    let player = Strength::of(hand);
    let leads = |dealer: Strength| match end {
        End::NotQualified => !qualifies(dealer),
        End::Higher => qualifies(dealer) && dealer < player,
        End::Equal => qualifies(dealer) && dealer == player,
        End::Lower => qualifies(dealer) && dealer > player,
    };
    // These ranks are sufficient: the lowest hands, the lowest that qualifies, the player's own, and the highest.
    let ranks = match end {
        End::NotQualified => [2, 3, 4, 5, 7],
        End::Higher => [14, 13, 4, 3, 2],
        End::Equal => hand.map(rank),
        End::Lower => [14, 13, 12, 11, 10],
    };
    let rest: Vec<Card> =
        Card::all().filter(|&card| !hand.contains(&card) && ranks.contains(&rank(card))).collect();
    first(Path::EMPTY, &rest, hand, 0, &leads)
}

/// The first hand made from these cards that leads there; `chosen` cards of `taken` are already chosen.
fn first(
    path: Path,
    rest: &[Card],
    mut taken: [Card; 5],
    chosen: usize,
    leads: &impl Fn(Strength) -> bool,
) -> Option<[Card; 5]> {
    if chosen == taken.len() {
        return leads(path.strength()).then_some(taken);
    }
    rest.iter().enumerate().find_map(|(at, &card)| {
        taken[chosen] = card;
        first(path.with(card), &rest[at + 1..], taken, chosen + 1, leads)
    })
}

/// Plays one round by the rules with these cards, at a table that is ready.
fn play(
    ready: &CaribbeanStud,
    ante: Money,
    only: Option<Wager>,
    hand: [Card; 5],
    dealer: [Card; 5],
    bets: bool,
) -> Result<Tally, Unsolved> {
    let mut table = ready.clone();
    let by = Actor::Patron(PATRON);
    let place = |wager, stake| Act::Place { seat: SEAT, wager, stake, tender: Tender::Chips };
    let mut tally = Tally::default();
    let mut apply = |table: &mut CaribbeanStud, input: InputOf<CaribbeanStud>| {
        let mut post = |_: Citation, event: EventOf<CaribbeanStud>| {
            let other =
                matches!(event, Event::Settled { bet, .. } if only.is_some_and(|only| only != bet.wager));
            if let Some((_, gain)) = Tally::of::<CaribbeanStud>(&event).filter(|_| !other) {
                tally += gain;
            }
        };
        table.apply(input, &mut post).map_err(Unsolved::Refused)
    };
    apply(&mut table, Input::Act { by, act: place(Wager::Ante, ante) })?;
    if only == Some(Wager::Progressive) {
        apply(&mut table, Input::Act { by, act: place(Wager::Progressive, Money::dollars(1)) })?;
    }
    let mut cards: VecDeque<Card> = dealer[..1].iter().chain(&hand).chain(&dealer[1..]).copied().collect();
    let mut steps = Steps::until("at the end of the round");
    while !table.bets().is_empty() {
        steps.take()?;
        let input = match table.awaits() {
            Awaits::Equipment => Input::Chance(cards.pop_front().ok_or(Unsolved::Stuck)?),
            Awaits::Decision(Actor::Patron(_)) => {
                let act = match (table.hand(SEAT), bets) {
                    (None, _) => Act::Do(Deed::Look),
                    (Some(_), true) => place(Wager::Bet, ante + ante),
                    (Some(_), false) => Act::Do(Deed::Fold),
                };
                Input::Act { by, act }
            }
            _ => usual_step(&table).ok_or(Unsolved::Stuck)?,
        };
        apply(&mut table, input)?;
    }
    Ok(tally)
}

/// Counts of deals by their result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// In how many deals the player folds.
    pub folds: u64,
    /// The deals that are bet on, by the kind of the player's hand and the [`End`].
    pub ends: [[u64; 4]; 10],
}

impl Counts {
    fn add(&mut self, spot: &Spot, bets: bool) {
        let alike = u64::from(spot.alike);
        if bets {
            let sums = &mut self.ends[spot.hand.strength.kind() as usize];
            sums.iter_mut().zip(spot.ends).for_each(|(sum, ways)| *sum += alike * u64::from(ways));
        } else {
            self.folds += alike * u64::from(HOLES);
        }
    }

    /// Their results, per unit of the ante.
    pub fn results(&self, payments: &Payments) -> Results {
        self.results_of(payments, payments.ante)
    }

    /// The same for another stake: that of the single wager that the payments are about.
    pub fn results_of(&self, payments: &Payments, stake: Money) -> Results {
        let bet = payments.ends.iter().zip(&self.ends);
        let bet = bet.flat_map(|(tallies, ways)| tallies.iter().copied().zip(ways.iter().copied()));
        let all = bet.chain([(payments.fold, self.folds)]);
        Results::weighed(stake, all.map(|(tally, ways)| (tally.net(), ways.into())))
    }

    /// The probability that the player bets.
    pub fn bets(&self) -> Fraction {
        Fraction::ratio(DEALS - u128::from(self.folds), DEALS)
    }

    /// The share of everything staked that the house keeps: the ante, and twice as much whenever the player bets.
    pub fn risk(&self, payments: &Payments) -> Fraction {
        let staked = Fraction::ONE + self.bets() * Fraction::from(2);
        self.results(payments).edge() / staked
    }
}

/// The counts of the stated strategy, the rules of thumb. It does not depend on the options, so it is counted once.
pub fn stated() -> &'static Counts {
    static COUNTS: OnceLock<Counts> = OnceLock::new();
    COUNTS.get_or_init(|| {
        let mut counts = Counts::default();
        walk(|spot| counts.add(spot, Strategy::RulesOfThumb.bets(&spot.hand, spot.up)));
        counts
    })
}

/// How often the optimal strategy bets on an ace and a king with these three cards, against a card of this rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// In how many combinations of a hand and a face-up card it bets.
    pub bets: u64,
    /// How many combinations there are.
    pub of: u64,
}

/// The counts of every strategy, and what the best one does with ace-king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// In the order of [`Strategy::ALL`].
    pub counts: [Counts; 7],
    /// By the three ranks besides ace and king, highest first, and the rank of the face-up card.
    pub ace_king: BTreeMap<([u8; 3], u8), Cell>,
    /// In how many spots the optimal strategy bets on less than ace-king.
    pub below: u64,
    /// In how many spots it folds a pair or better.
    pub above: u64,
}

impl Solution {
    /// Processes all deals with these payments.
    pub fn of(payments: &Payments) -> Solution {
        let mut solution = Solution {
            counts: std::array::from_fn(|_| Counts::default()),
            ace_king: BTreeMap::new(),
            below: 0,
            above: 0,
        };
        walk(|spot| {
            let kind = spot.hand.strength.kind();
            let best = payments.is_bet(kind, spot.ends);
            for (strategy, counts) in Strategy::ALL.into_iter().zip(&mut solution.counts) {
                let bets = match strategy {
                    Strategy::Optimal => best,
                    _ => strategy.bets(&spot.hand, spot.up),
                };
                counts.add(spot, bets);
            }
            let alike = u64::from(spot.alike);
            if kind >= Kind::OnePair {
                solution.above += if best { 0 } else { alike };
            } else if !qualifies(spot.hand.strength) {
                solution.below += if best { alike } else { 0 };
            } else {
                let [_, _, side @ ..] = spot.hand.ranks;
                let cell = solution.ace_king.entry((side, rank(spot.up))).or_default();
                cell.of += alike;
                cell.bets += if best { alike } else { 0 };
            }
        });
        solution
    }

    /// The counts of a strategy.
    pub fn by(&self, strategy: Strategy) -> &Counts {
        &self.counts[strategy as usize]
    }
}

/// How many of all hands are of each kind, by counting.
pub fn frequencies() -> [u32; 10] {
    let deck: Vec<Card> = Card::all().collect();
    let mut counts = [0; 10];
    complete(Path::EMPTY, &deck, 5, &mut |strength| counts[strength.kind() as usize] += 1);
    counts
}

/// The progressive wager: the average return of a dollar, as a function of the meter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progressive {
    /// The part that does not depend on the meter.
    pub fixed: Fraction,
    /// The additional return for each dollar on the meter.
    pub per_dollar: Fraction,
}

impl Progressive {
    /// The return under these options, for a player who never folds a winning hand. Shares of the meter are taken
    /// exactly, although a table rounds them to cents.
    pub fn of(options: &Options) -> Progressive {
        let (mut fixed, mut per_dollar) = (Fraction::ZERO, Fraction::ZERO);
        for (kind, hands) in Kind::ALL.into_iter().zip(frequencies()) {
            let chance = Fraction::new(hands.into(), HANDS.into());
            match options.prize(kind) {
                None => {}
                Some(Prize::Amount(amount)) => {
                    fixed += chance * Fraction::new(amount.as_cents().into(), 100);
                }
                Some(Prize::Share(percent)) => per_dollar += chance * Fraction::new(percent.into(), 100),
            }
        }
        Progressive { fixed, per_dollar }
    }

    /// The return of a dollar with the meter at this amount.
    pub fn returned(&self, meter: Money) -> Fraction {
        self.fixed.clone() + self.per_dollar.clone() * Fraction::new(meter.as_cents().into(), 100)
    }

    /// The meter, in dollars, at which the wager is fair.
    pub fn break_even(&self) -> Fraction {
        (Fraction::ONE - self.fixed.clone()) / self.per_dollar.clone()
    }
}
