//! Chemin de fer as a game between the Dominant Player and the Banker.
//!
//! The Player chooses on a count of five, before the Banker has looked at the Banker's cards. The Banker chooses where
//! the table leaves a choice, knowing the Banker's own cards, that the Player has no natural, and the third card if one
//! was asked for. The Player has two pure strategies; a strategy of the Banker is a choice for each cell, and the
//! values of the cells add up. So the Banker's best answer to a Player who draws on five with probability *p* is found
//! cell by cell; it changes only at the few *p* at which a cell has the same value either way, and every equilibrium
//! lies at one of them, at 0 or at 1 (Foster's method; with vigorish the game is no longer zero-sum, but the method
//! still works).

mod cards;
mod table;

pub use cards::{ByCards, ByCardsEquilibrium};

#[cfg(test)]
pub(crate) use table::gains;

use crate::{
    Fraction, Unsolved,
    baccarat::{Tables, Values, walk},
};
use rules::{
    Money,
    chemin_de_fer::{Options, drawing},
    hands::baccarat::{Coup, TABLE_3, Third, Winner, value},
};
use std::{cmp::Ordering, collections::BTreeMap, fmt};

/// What the Dominant Player does on each count, and table 3.
pub const TABLES: Tables = {
    let mut player = [Third::Stay; 10];
    let mut count = 0;
    while count < 10 {
        player[count as usize] = drawing::player_third(count);
        count += 1;
    }
    Tables { player, banker: TABLE_3 }
};

/// The share of this win that a table with these options takes from the Banker.
pub fn vigorish(options: &Options, won: Money) -> Fraction {
    let cents = |money: Money| i128::from(money.as_cents());
    Fraction::new(cents(options.vigorish(won)), cents(won))
}

/// What the Banker decides by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Banker {
    /// The count of the Banker's two cards.
    Count,
    /// The two cards themselves: in a finite shoe they say a little more.
    Cards,
}

/// A cell of the Banker's table that leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// The count of the Banker's two cards.
    pub count: u8,
    /// The third card of the Player's Hand.
    pub third: Option<u8>,
    /// The values of the Banker's two cards, if the Banker decides by them.
    pub cards: Option<[u8; 2]>,
}

/// Written as `3 against 9`, `5 (2 3) against 4`, `6 against none`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count)?;
        if let Some([one, other]) = self.cards {
            write!(f, " ({one} {other})")?;
        }
        match self.third {
            Some(third) => write!(f, " against {third}"),
            None => f.write_str(" against none"),
        }
    }
}

impl Cell {
    /// The Banker's cell in a coup.
    fn of(coup: &Coup, goes_by: Banker) -> Cell {
        let mut cards = coup.banker.cards().map(value);
        let cards = match goes_by {
            Banker::Count => None,
            Banker::Cards => cards.next().zip(cards.next()).map(|(one, other)| [one, other]),
        };
        Cell { count: coup.banker.first_two(), third: coup.player.third().map(value), cards }
    }
}

/// In how many deals each hand wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Score {
    player: u128,
    banker: u128,
}

impl Score {
    fn add(&mut self, winner: Winner, ways: u128) {
        match winner {
            Winner::Player => self.player += ways,
            Winner::Banker => self.banker += ways,
            Winner::Tie => {}
        }
    }

    fn player_gain(&self) -> Fraction {
        Fraction::ratio(self.player, 1) - Fraction::ratio(self.banker, 1)
    }

    fn banker_gain(&self, vigorish: &Fraction) -> Fraction {
        let kept = Fraction::ONE - vigorish.clone();
        Fraction::ratio(self.banker, 1) * kept - Fraction::ratio(self.player, 1)
    }
}

/// A pair of values: for a hand that stays, and for one that draws.
type Either<T> = [T; 2];

/// Chemin de fer with one shoe: the value of each pair of strategies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chemin {
    deals: u128,
    /// Coups in which the Banker has no choice, if the Player stays on five or draws.
    forced: Either<Score>,
    cells: Vec<Cell>,
    /// For each cell: if the Player stays on five or draws, and then if the Banker stays or draws.
    open: Vec<Either<Either<Score>>>,
}

/// Strategies to which neither side has a better answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equilibrium {
    /// The probability with which the Player draws on five.
    pub player: Fraction,
    /// The probability with which the Banker draws, in each of the cells.
    pub banker: Vec<Fraction>,
    /// The Player's average gain, per unit staked.
    pub player_gain: Fraction,
    /// The Banker's average gain, per unit staked, after vigorish.
    pub banker_gain: Fraction,
}

impl Chemin {
    /// The game with these cards, by these tables.
    pub fn of(values: Values, tables: &Tables, banker: Banker) -> Result<Chemin, Unsolved> {
        let deals = values.deals();
        if deals == 0 {
            return Err(Unsolved::ShortShoe { cards: u16::try_from(values.total()).unwrap_or(u16::MAX) });
        }
        let mut forced: Either<Score> = Either::default();
        let mut open: BTreeMap<Cell, Either<Either<Score>>> = BTreeMap::new();
        walk(values, tables, &mut |coup, choices, ways| {
            let rows = match choices.player {
                Some(drew) => usize::from(drew)..usize::from(drew) + 1,
                None => 0..2,
            };
            match choices.banker {
                Some(drew) => {
                    let scores = open.entry(Cell::of(coup, banker)).or_default();
                    rows.for_each(|row| scores[row][usize::from(drew)].add(coup.winner(), ways));
                }
                None => rows.for_each(|row| forced[row].add(coup.winner(), ways)),
            }
        });
        let (cells, open) = open.into_iter().unzip();
        Ok(Chemin { deals, forced, cells, open })
    }

    /// The cells in which the Banker has a choice.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The average gains of both per unit staked, if the Player draws on five with this probability and the Banker
    /// draws with these in each cell. `vigorish` is what the Banker pays per unit won.
    ///
    /// # Panics
    /// If there is not exactly one probability for each cell.
    pub fn gains(&self, player: &Fraction, banker: &[Fraction], vigorish: &Fraction) -> (Fraction, Fraction) {
        let gain = |of: &dyn Fn(&Score) -> Fraction| {
            let rows = either(player)
                .into_iter()
                .enumerate()
                .map(|(row, chance)| self.row(row, banker, of) * chance);
            rows.sum::<Fraction>() / Fraction::ratio(self.deals, 1)
        };
        (gain(&Score::player_gain), gain(&|score| score.banker_gain(vigorish)))
    }

    /// What a side gains over all deals, if the Player stays on five (row 0) or draws (row 1).
    fn row(&self, row: usize, banker: &[Fraction], of: &dyn Fn(&Score) -> Fraction) -> Fraction {
        assert_eq!(banker.len(), self.cells.len(), "a chance for each cell");
        let cells = self.open.iter().zip(banker).flat_map(|(scores, draws)| {
            either(draws).into_iter().zip(&scores[row]).map(|(chance, score)| of(score) * chance)
        });
        of(&self.forced[row]) + cells.sum()
    }

    /// How much better drawing is for the Banker in each cell, if the Player stays on five and if the Player draws.
    fn urges(&self, vigorish: &Fraction) -> Vec<Either<Fraction>> {
        let urge = |[stays, draws]: &Either<Score>| draws.banker_gain(vigorish) - stays.banker_gain(vigorish);
        self.open.iter().map(|rows| [urge(&rows[0]), urge(&rows[1])]).collect()
    }

    /// Every equilibrium, ordered by the Player's probability of drawing on five; only one of each connected set.
    /// `vigorish` is what the Banker pays per unit won.
    pub fn equilibria(&self, vigorish: &Fraction) -> Vec<Equilibrium> {
        let urges = self.urges(vigorish);
        let mut chances: Vec<Fraction> =
            urges.iter().filter_map(|[stays, draws]| indifference(stays, draws)).collect();
        chances.extend([Fraction::ZERO, Fraction::ONE]);
        chances.sort();
        chances.dedup();
        let half = Fraction::new(1, 2);
        let between: Vec<Fraction> =
            chances.windows(2).map(|pair| (pair[0].clone() + pair[1].clone()) * half.clone()).collect();
        chances.extend(between);
        chances.sort();
        chances.into_iter().filter_map(|chance| self.equilibrium(chance, &urges, vigorish)).collect()
    }

    /// The equilibrium in which the Player draws on five with this probability, if there is one: the Banker draws where
    /// that is better, and where both choices are equal, just often enough that the Player has no better answer.
    fn equilibrium(
        &self,
        player: Fraction,
        urges: &[Either<Fraction>],
        vigorish: &Fraction,
    ) -> Option<Equilibrium> {
        let [stays, draws] = either(&player);
        let lean: Vec<Fraction> = urges.iter().map(|[a, b]| &stays * a + &draws * b).collect();
        // The Banker's answers that are worst and best for drawing on five.
        let bias: Vec<Fraction> = self
            .open
            .iter()
            .map(|rows| {
                let urge = |[stays, draws]: &Either<Score>| draws.player_gain() - stays.player_gain();
                urge(&rows[1]) - urge(&rows[0])
            })
            .collect();
        let answer = |free: &dyn Fn(&Fraction) -> Fraction| -> Vec<Fraction> {
            let chance = |(lean, bias): (&Fraction, &Fraction)| match lean.cmp(&Fraction::ZERO) {
                Ordering::Greater => Fraction::ONE,
                Ordering::Less => Fraction::ZERO,
                Ordering::Equal => free(bias),
            };
            lean.iter().zip(&bias).map(chance).collect()
        };
        let towards = |share: &Fraction| {
            answer(&|bias| {
                let [against, along] = either(share);
                if *bias > Fraction::ZERO { along } else { against }
            })
        };
        let better = |banker: &[Fraction]| {
            self.row(1, banker, &Score::player_gain) - self.row(0, banker, &Score::player_gain)
        };
        let (worst, best) = (better(&towards(&Fraction::ZERO)), better(&towards(&Fraction::ONE)));
        let share = if player == Fraction::ZERO {
            (worst <= Fraction::ZERO).then_some(Fraction::ZERO)
        } else if player == Fraction::ONE {
            (best >= Fraction::ZERO).then_some(Fraction::ONE)
        } else if worst == best {
            (worst == Fraction::ZERO).then_some(Fraction::ZERO)
        } else {
            (worst <= Fraction::ZERO && best >= Fraction::ZERO).then(|| -worst.clone() / (best - worst))
        }?;
        let banker = towards(&share);
        let (player_gain, banker_gain) = self.gains(&player, &banker, vigorish);
        Some(Equilibrium { player, banker, player_gain, banker_gain })
    }

    /// Whether neither side has a better answer: the Player in either choice, the Banker in any cell.
    pub fn is_equilibrium(&self, player: &Fraction, banker: &[Fraction], vigorish: &Fraction) -> bool {
        let (one, zero) = (Fraction::ONE, Fraction::ZERO);
        let gain = |player: &Fraction, banker: &[Fraction]| self.gains(player, banker, vigorish);
        let (player_gain, banker_gain) = gain(player, banker);
        let player_is_content = [&zero, &one].into_iter().all(|other| gain(other, banker).0 <= player_gain);
        let banker_is_content = (0..banker.len()).all(|cell| {
            [&zero, &one].into_iter().all(|other| {
                let mut banker = banker.to_vec();
                banker[cell] = other.clone();
                gain(player, &banker).1 <= banker_gain
            })
        });
        player_is_content && banker_is_content
    }
}

/// The probabilities of staying and of drawing.
fn either(draws: &Fraction) -> Either<Fraction> {
    [Fraction::ONE - draws.clone(), draws.clone()]
}

/// The probability strictly between 0 and 1 at which the weighted mean of the two is zero.
fn indifference(stays: &Fraction, draws: &Fraction) -> Option<Fraction> {
    let differ = (stays.cmp(&Fraction::ZERO), draws.cmp(&Fraction::ZERO));
    matches!(differ, (Ordering::Less, Ordering::Greater) | (Ordering::Greater, Ordering::Less))
        .then(|| stays / &(stays.clone() - draws.clone()))
}
