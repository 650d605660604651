//! Chemin de fer in which both sides decide by their two cards and not only by the count: in a finite shoe the cards
//! say a little more. Each side's choices add up hand by hand against the other's strategy, so best answers are found
//! one at a time; an equilibrium in pure strategies is a pair of best answers. If there is none, some hands of the
//! Player draw only sometimes, with probabilities that make the same number of the Banker's cells indifferent, and vice
//! versa.

use super::{Banker, Cell, Either, Score, TABLES, either};
use crate::{
    Fraction, Unsolved,
    baccarat::{Values, walk},
};
use rules::hands::baccarat::value;
use std::collections::BTreeMap;

/// The game in which both sides decide by their cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByCards {
    deals: u128,
    hands: Vec<[u8; 2]>,
    cells: Vec<Cell>,
    /// Deals in which neither side has a choice.
    fixed: Score,
    /// Deals in which only the Player has a choice, by hand: stay or draw.
    player: Vec<Either<Score>>,
    /// Deals in which only the Banker has a choice, by cell.
    banker: Vec<Either<Score>>,
    /// Deals in which both have one, by hand and cell: the Player's choice, then the Banker's.
    both: Vec<Vec<Either<Either<Score>>>>,
}

/// Strategies to which neither side has a better answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByCardsEquilibrium {
    /// The probability with which the Player draws with each of the [hands](ByCards::hands).
    pub player: Vec<Fraction>,
    /// The probability with which the Banker draws in each of the [cells](ByCards::cells).
    pub banker: Vec<Fraction>,
    /// The Player's average gain, per unit staked.
    pub player_gain: Fraction,
    /// The Banker's average gain, per unit staked, after vigorish.
    pub banker_gain: Fraction,
}

/// How much better it is to draw than to stay, given the probabilities with which the other side draws.
struct Urge {
    /// If the other side never draws.
    first: Fraction,
    /// How much each probability of the other side adds.
    slopes: Vec<Fraction>,
}

impl Urge {
    fn at(&self, other: &[Fraction]) -> Fraction {
        let added = self.slopes.iter().zip(other).map(|(slope, chance)| slope * chance);
        self.first.clone() + added.sum()
    }
}

impl ByCards {
    /// The game with these cards.
    pub fn of(values: Values) -> Result<ByCards, Unsolved> {
        let deals = values.deals();
        if deals == 0 {
            return Err(Unsolved::ShortShoe { cards: u16::try_from(values.total()).unwrap_or(u16::MAX) });
        }
        let mut fixed = Score::default();
        let mut player: BTreeMap<[u8; 2], Either<Score>> = BTreeMap::new();
        let mut banker: BTreeMap<Cell, Either<Score>> = BTreeMap::new();
        let mut both: BTreeMap<([u8; 2], Cell), Either<Either<Score>>> = BTreeMap::new();
        walk(values, &TABLES, &mut |coup, choices, ways| {
            let mut cards = coup.player.cards().map(value);
            let hand = [cards.next().unwrap_or_default(), cards.next().unwrap_or_default()];
            let score = match (choices.player.map(usize::from), choices.banker.map(usize::from)) {
                (None, None) => &mut fixed,
                (Some(drew), None) => &mut player.entry(hand).or_default()[drew],
                (None, Some(drew)) => &mut banker.entry(Cell::of(coup, Banker::Cards)).or_default()[drew],
                (Some(one), Some(other)) => {
                    &mut both.entry((hand, Cell::of(coup, Banker::Cards))).or_default()[one][other]
                }
            };
            score.add(coup.winner(), ways);
        });
        let mut hands: Vec<_> = player.keys().copied().chain(both.keys().map(|(hand, _)| *hand)).collect();
        let mut cells: Vec<_> = banker.keys().copied().chain(both.keys().map(|(_, cell)| *cell)).collect();
        hands.sort_unstable();
        hands.dedup();
        cells.sort_unstable();
        cells.dedup();
        let both = |hand: &[u8; 2]| {
            cells.iter().map(|cell| both.get(&(*hand, *cell)).copied().unwrap_or_default()).collect()
        };
        Ok(ByCards {
            deals,
            fixed,
            player: hands.iter().map(|hand| player.get(hand).copied().unwrap_or_default()).collect(),
            banker: cells.iter().map(|cell| banker.get(cell).copied().unwrap_or_default()).collect(),
            both: hands.iter().map(both).collect(),
            hands,
            cells,
        })
    }

    /// The two-card hands with which the Player has a choice, by their values.
    pub fn hands(&self) -> &[[u8; 2]] {
        &self.hands
    }

    /// The cells in which the Banker has a choice.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The average gains of both per unit staked, if the Player draws with these probabilities with each hand and the
    /// Banker with these in each cell; `vigorish` is what the Banker pays per unit won.
    ///
    /// # Panics
    /// If there is not exactly one probability for each hand and each cell.
    pub fn gains(
        &self,
        player: &[Fraction],
        banker: &[Fraction],
        vigorish: &Fraction,
    ) -> (Fraction, Fraction) {
        assert_eq!((player.len(), banker.len()), (self.hands.len(), self.cells.len()), "a chance for each");
        let gain = |of: &dyn Fn(&Score) -> Fraction| {
            let mean = |scores: &Either<Fraction>, draws: &Fraction| {
                either(draws).iter().zip(scores).map(|(chance, score)| chance * score).sum::<Fraction>()
            };
            let of_both = |scores: &Either<Score>, draws: &Fraction| mean(&scores.each_ref().map(of), draws);
            let hands = self.player.iter().zip(player).map(|(scores, draws)| of_both(scores, draws));
            let cells = self.banker.iter().zip(banker).map(|(scores, draws)| of_both(scores, draws));
            let meetings = self.both.iter().zip(player).flat_map(|(row, one)| {
                let answered = |(scores, other): (&Either<Either<Score>>, &Fraction)| {
                    mean(&scores.each_ref().map(|scores| of_both(scores, other)), one)
                };
                row.iter().zip(banker).map(answered).collect::<Vec<_>>()
            });
            let all = of(&self.fixed) + hands.chain(cells).chain(meetings).sum();
            all / Fraction::ratio(self.deals, 1)
        };
        (gain(&Score::player_gain), gain(&|score| score.banker_gain(vigorish)))
    }

    /// What drawing gains the Player with each hand.
    fn player_urges(&self) -> Vec<Urge> {
        let gain = |score: &Score| score.player_gain();
        let urge = |[stays, draws]: [&Score; 2]| gain(draws) - gain(stays);
        let of = |(alone, row): (&Either<Score>, &Vec<Either<Either<Score>>>)| {
            let answers =
                row.iter().map(|scores| [0, 1].map(|answer| urge([&scores[0][answer], &scores[1][answer]])));
            urged(urge(alone.each_ref()), answers)
        };
        self.player.iter().zip(&self.both).map(of).collect()
    }

    /// What drawing gains the Banker in each cell.
    fn banker_urges(&self, vigorish: &Fraction) -> Vec<Urge> {
        let urge = |[stays, draws]: &Either<Score>| draws.banker_gain(vigorish) - stays.banker_gain(vigorish);
        let of = |(cell, alone): (usize, &Either<Score>)| {
            let choices = self.both.iter().map(|row| row[cell].each_ref().map(urge));
            urged(urge(alone), choices)
        };
        self.banker.iter().enumerate().map(of).collect()
    }

    /// The equilibria in pure strategies; if there is none, those in which the fewest hands draw only sometimes. If both
    /// choices have the same value for the Banker, the Banker draws.
    pub fn equilibria(&self, vigorish: &Fraction) -> Vec<ByCardsEquilibrium> {
        let (hands, cells) = (self.hands.len(), self.cells.len());
        let urges = (self.player_urges(), self.banker_urges(vigorish));
        let with = |(player, banker): (Vec<Fraction>, Vec<Fraction>)| {
            let (player_gain, banker_gain) = self.gains(&player, &banker, vigorish);
            ByCardsEquilibrium { player, banker, player_gain, banker_gain }
        };
        let mixing = |many: u32| -> Vec<ByCardsEquilibrium> {
            let free = subsets(hands, many).flat_map(|free| {
                // The others draw or stay, in every combination.
                let pure = (0..1_u32 << hands).filter(move |draws| draws & free == 0);
                pure.map(move |draws| (free, draws))
            });
            free.flat_map(|(free, draws)| {
                let found = subsets(cells, many).filter_map(|open| mixed(&urges, free, draws, open));
                found.collect::<Vec<_>>()
            })
            .map(with)
            .collect()
        };
        (0..=u32::try_from(hands.min(cells)).unwrap_or(0))
            .map(mixing)
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }
}

/// An urge, from its values against a side that stays or draws.
fn urged(alone: Fraction, against: impl Iterator<Item = Either<Fraction>>) -> Urge {
    let (mut first, mut slopes) = (alone, Vec::new());
    for [stays, draws] in against {
        slopes.push(&draws - &stays);
        first += stays;
    }
    Urge { first, slopes }
}

/// Every set of this many of the first numbers, as bits.
fn subsets(of: usize, many: u32) -> impl Iterator<Item = u32> {
    (0..1_u32 << of).filter(move |set| set.count_ones() == many)
}

fn has(set: u32, at: usize) -> bool {
    set >> at & 1 == 1
}

/// The equilibrium in which the hands in `free` draw sometimes, the others only if they are in `draws`, and the Banker
/// is indifferent in the cells in `open`.
fn mixed(
    (players, bankers): &(Vec<Urge>, Vec<Urge>),
    free: u32,
    draws: u32,
    open: u32,
) -> Option<(Vec<Fraction>, Vec<Fraction>)> {
    let sure = |draws: bool| if draws { Fraction::ONE } else { Fraction::ZERO };
    let mut player: Vec<Fraction> = (0..players.len()).map(|hand| sure(has(draws, hand))).collect();
    balance(bankers, open, free, &mut player)?;
    let is_sometimes = |chance: &Fraction| *chance > Fraction::ZERO && *chance < Fraction::ONE;
    if !player.iter().enumerate().all(|(hand, chance)| is_sometimes(chance) == has(free, hand)) {
        return None;
    }
    let answer = |(cell, urge): (usize, &Urge)| sure(!has(open, cell) && urge.at(&player) >= Fraction::ZERO);
    let mut banker: Vec<Fraction> = bankers.iter().enumerate().map(answer).collect();
    balance(players, free, open, &mut banker)?;
    if !banker.iter().all(|chance| (Fraction::ZERO..=Fraction::ONE).contains(chance)) {
        return None;
    }
    let is_content = |(hand, urge): (usize, &Urge)| match urge.at(&banker) {
        _ if has(free, hand) => true,
        gain if has(draws, hand) => gain >= Fraction::ZERO,
        gain => gain <= Fraction::ZERO,
    };
    players.iter().enumerate().all(is_content).then_some((player, banker))
}

/// Finds the probabilities of one side that make these urges of the other zero, given its other probabilities, by
/// Gaussian elimination; `None` if there is no solution or more than one.
fn balance(urges: &[Urge], even: u32, free: u32, chances: &mut [Fraction]) -> Option<()> {
    let unknown: Vec<usize> = (0..chances.len()).filter(|&at| has(free, at)).collect();
    unknown.iter().for_each(|&at| chances[at] = Fraction::ZERO);
    let even = urges.iter().enumerate().filter(|(at, _)| has(even, *at));
    // The coefficients of the unknown, and the value they must add up to.
    let mut rows: Vec<Vec<Fraction>> = even
        .map(|(_, urge)| {
            unknown.iter().map(|&at| urge.slopes[at].clone()).chain([-urge.at(chances)]).collect()
        })
        .collect();
    for at in 0..unknown.len() {
        let pivot = (at..rows.len()).find(|&row| rows[row][at] != Fraction::ZERO)?;
        rows.swap(at, pivot);
        let by = rows[at][at].clone();
        rows[at].iter_mut().for_each(|cell| *cell = &*cell / &by);
        let own = rows[at].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let times = row[at].clone();
            row.iter_mut().zip(&own).for_each(|(cell, own)| *cell = &*cell - &(&times * own));
        }
    }
    unknown.iter().zip(&mut rows).for_each(|(&at, row)| chances[at] = row.pop().unwrap_or_default());
    Some(())
}
