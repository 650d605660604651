//! Chemin de fer in which both sides decide by their two cards and not only by the count: in a finite shoe the cards
//! say a little more. Each side's choices add up hand by hand against the other's strategy, so best answers are found
//! one at a time; an equilibrium in pure strategies is a pair of best answers.

use super::{Banker, Cell, Either, Score};
use crate::{
    Fraction, Unsolved,
    baccarat::{Tables, Values, walk},
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

/// Pure strategies to which neither side has a better answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PureEquilibrium {
    /// Whether the Player draws with each of the [hands](ByCards::hands).
    pub player: Vec<bool>,
    /// Whether the Banker draws in each of the [cells](ByCards::cells).
    pub banker: Vec<bool>,
    /// The Player's average gain, per unit staked.
    pub player_gain: Fraction,
    /// The Banker's average gain, per unit staked, after vigorish.
    pub banker_gain: Fraction,
}

impl ByCards {
    /// The game with these cards, by these tables.
    pub fn of(values: Values, tables: &Tables) -> Result<ByCards, Unsolved> {
        let deals = values.deals();
        if deals == 0 {
            return Err(Unsolved::ShortShoe { cards: u16::try_from(values.total()).unwrap_or(u16::MAX) });
        }
        let mut fixed = Score::default();
        let mut player: BTreeMap<[u8; 2], Either<Score>> = BTreeMap::new();
        let mut banker: BTreeMap<Cell, Either<Score>> = BTreeMap::new();
        let mut both: BTreeMap<([u8; 2], Cell), Either<Either<Score>>> = BTreeMap::new();
        walk(values, tables, &mut |coup, choices, ways| {
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

    /// The result of a choice of the Player's with one hand, against a Banker's strategy.
    fn of_hand(&self, hand: usize, draws: bool, banker: &[bool]) -> Score {
        let cells = self.both[hand].iter().zip(banker);
        cells.fold(self.player[hand][usize::from(draws)], |sum, (scores, &answer)| {
            sum.and(scores[usize::from(draws)][usize::from(answer)])
        })
    }

    /// The result of a choice of the Banker's in one cell, against a Player's strategy.
    fn of_cell(&self, cell: usize, draws: bool, player: &[bool]) -> Score {
        let hands = self.both.iter().zip(player);
        hands.fold(self.banker[cell][usize::from(draws)], |sum, (scores, &choice)| {
            sum.and(scores[cell][usize::from(choice)][usize::from(draws)])
        })
    }

    /// The average gains of both per unit staked; `vigorish` is what the Banker pays per unit won.
    pub fn gains(&self, player: &[bool], banker: &[bool], vigorish: &Fraction) -> (Fraction, Fraction) {
        let alone = self.banker.iter().zip(banker).map(|(scores, &draws)| scores[usize::from(draws)]);
        let hands = player.iter().enumerate().map(|(hand, &draws)| self.of_hand(hand, draws, banker));
        let all = alone.chain(hands).fold(self.fixed, Score::and);
        let deals = Fraction::ratio(self.deals, 1);
        (&all.player_gain() / &deals, &all.banker_gain(vigorish) / &deals)
    }

    /// Every equilibrium in pure strategies. If both choices have the same value for the Banker, the Banker draws.
    pub fn equilibria(&self, vigorish: &Fraction) -> Vec<PureEquilibrium> {
        let all = 0..1_u32 << self.hands.len();
        let bits = |bits: u32| (0..self.hands.len()).map(move |hand| bits >> hand & 1 == 1).collect();
        all.map(bits)
            .filter_map(|player: Vec<bool>| {
                let gain = |cell, draws| self.of_cell(cell, draws, &player).banker_gain(vigorish);
                let banker: Vec<bool> =
                    (0..self.cells.len()).map(|cell| gain(cell, true) >= gain(cell, false)).collect();
                let gain = |hand, draws| self.of_hand(hand, draws, &banker).player_gain();
                let is_content =
                    player.iter().enumerate().all(|(hand, &draws)| gain(hand, draws) >= gain(hand, !draws));
                let (player_gain, banker_gain) = self.gains(&player, &banker, vigorish);
                is_content.then_some(PureEquilibrium { player, banker, player_gain, banker_gain })
            })
            .collect()
    }
}
