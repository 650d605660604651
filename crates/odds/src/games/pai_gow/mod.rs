//! Pai gow, dealt by the house way: all 35,960 hands, and every pair of them.
//!
//! Mixed tiles of one value are alike to every rule, and each other face but 2-4 and 1-2 is there twice. So a hand is how many
//! it has of each of seventeen sorts.

mod table;

pub use table::{FourTiles, stated};

use crate::{certificate::Proof, games::two_hands};
use rules::{
    hands::{
        pai_gow::{Hands, Ranking, SETTINGS, Strength, Way, others},
        two_hands::Outcome,
    },
    kit::tiles::Tile,
};
use std::collections::BTreeSet;

/// How many hands of four tiles there are.
pub const HANDS: u64 = 35_960;
/// How many hands the bank may hold against a given one.
pub const AGAINST: u64 = 20_475;
/// How many pairs of hands: a player's, and the bank's.
pub const PAIRS: u128 = 736_281_000;

/// How pairs of hands compare, both set by the house way.
pub type Deals = two_hands::Deals<PAIRS>;

/// One way to set a hand.
pub type Setting = two_hands::Setting<Hands, AGAINST>;

/// The sorts of tiles, each with its faces. Of a sort there are two tiles, or one.
fn sorts() -> Vec<Vec<Tile>> {
    let mut sorts: Vec<Vec<Tile>> = Vec::new();
    for tile in Tile::all() {
        let [one, other] = tile.halves();
        let mixed = sorts.iter_mut().find(|sort| {
            // Tiles that are there once make pairs with the other one of their value; 2-4 and 1-2 are told apart.
            sort[0].copies() == 1 && tile.copies() == 1 && sort[0].spots() == one + other
        });
        match mixed {
            Some(sort) => sort.push(tile),
            None => sorts.push(vec![tile; usize::from(tile.copies())]),
        }
    }
    sorts
}

/// All hands with as many of each sort, set by the way.
struct Alike {
    /// The sorts it has, and how many of each.
    counts: Vec<(usize, usize)>,
    /// How many there are.
    hands: u64,
    set: Hands,
    /// The sorts of the two tiles of the high hand, then of the low hand.
    laid: [usize; 4],
    rule: usize,
}

/// Every hand, set by a house way.
pub struct Dealt {
    alike: Vec<Alike>,
    /// How many tiles there are of each sort.
    there: Vec<usize>,
    sorts: Vec<Vec<Tile>>,
}

impl Dealt {
    /// Sets every hand.
    pub fn new(way: &Way, ranking: Ranking) -> Dealt {
        let sorts = sorts();
        let there: Vec<usize> = sorts.iter().map(Vec::len).collect();
        let mut alike = Vec::new();
        each_hand(&there, &mut |counts| {
            let held = counts
                .iter()
                .flat_map(|&(sort, count)| sorts[sort][..count].iter().map(move |&tile| (sort, tile)));
            let held: [(usize, Tile); 4] = held.collect::<Vec<_>>().try_into().expect("four tiles");
            let set = way.set(&held.map(|(_, tile)| tile), ranking);
            let hands = ways(counts, &there);
            let [[a, b], [c, d]] = [others(set.low), set.low];
            let laid = [a, b, c, d].map(|at| held[at].0);
            alike.push(Alike { counts: counts.to_vec(), hands, set: set.hands, laid, rule: set.rule });
        });
        Dealt { alike, there, sorts }
    }

    /// How many hands each rule of the way sets.
    pub fn uses(&self, way: &Way) -> Vec<u64> {
        let mut uses = vec![0; way.count()];
        self.alike.iter().for_each(|one| uses[one.rule] += one.hands);
        uses
    }

    /// How many different hands there are, tiles of one sort being the same.
    pub fn different(&self) -> usize {
        self.alike.len()
    }

    /// Tells of every hand that the bank may hold against these tiles, and how many are like it.
    fn against(&self, held: &[(usize, usize)], mut tell: impl FnMut(Hands, u64)) {
        let mut left = self.there.clone();
        held.iter().for_each(|&(sort, count)| left[sort] -= count);
        for bank in &self.alike {
            let hands = ways(&bank.counts, &left);
            if hands > 0 {
                tell(bank.set, hands);
            }
        }
    }

    /// Counts all pairs of hands.
    pub fn deals(&self) -> Deals {
        let mut deals = Deals::default();
        for player in &self.alike {
            self.against(&player.counts, |bank, hands| {
                let pairs = u128::from(player.hands * hands);
                match player.set.against(bank) {
                    Outcome::Wins => deals.wins += pairs,
                    Outcome::Loses => deals.loses += pairs,
                    Outcome::Push => {}
                }
                deals.high_copies += if player.set.high == bank.high { pairs } else { 0 };
                deals.low_copies += if player.set.low == bank.low { pairs } else { 0 };
            });
        }
        deals
    }

    /// What somebody else needs to count them.
    fn proof(&self, ranking: Ranking, gains: [i64; 3]) -> Proof {
        // The last tile of a sort makes a pair with the first one of its own.
        let of = |one: &Vec<Tile>, other: &Vec<Tile>| Strength::of([one[0], other[other.len() - 1]], ranking);
        let strengths: Vec<Vec<Strength>> =
            self.sorts.iter().map(|one| self.sorts.iter().map(|other| of(one, other)).collect()).collect();
        let all: BTreeSet<Strength> = strengths.iter().flatten().copied().collect();
        let rank =
            |strength: Strength| (0..).zip(&all).find_map(|(at, one)| (*one == strength).then_some(at));
        let ranks = |row: Vec<Strength>| row.into_iter().filter_map(rank).collect();
        Proof::Tiles {
            counts: self.sorts.iter().map(|sort| u32::try_from(sort.len()).unwrap_or_default()).collect(),
            ranks: strengths.into_iter().map(ranks).collect(),
            hands: self.alike.iter().map(|one| one.laid).collect(),
            gains,
        }
    }

    /// All settings of these tiles in which the better two are the high hand. Every hand that the bank can hold is counted.
    pub fn settings(&self, tiles: &[Tile; 4], ranking: Ranking) -> Vec<Setting> {
        let mut counts: Vec<(usize, usize)> = Vec::new();
        for tile in tiles {
            let sort = self.sorts.iter().position(|sort| sort.contains(tile)).unwrap_or_default();
            match counts.iter_mut().find(|(one, _)| *one == sort) {
                Some((_, count)) => *count += 1,
                None => counts.push((sort, 1)),
            }
        }
        let all = SETTINGS.map(|low| (low, Hands::of(tiles, low, ranking)));
        let lawful = all.into_iter().filter(|(_, hands)| !hands.is_foul());
        let mut all: Vec<Setting> =
            lawful.map(|(low, hands)| Setting { low, hands, wins: 0, loses: 0 }).collect();
        self.against(&counts, |bank, hands| {
            for setting in &mut all {
                match setting.hands.against(bank) {
                    Outcome::Wins => setting.wins += hands,
                    Outcome::Loses => setting.loses += hands,
                    Outcome::Push => {}
                }
            }
        });
        all
    }
}

/// Every way to have four tiles of these sorts.
fn each_hand(there: &[usize], each: &mut impl FnMut(&[(usize, usize)])) {
    fn extend(
        there: &[usize],
        from: usize,
        left: usize,
        counts: &mut Vec<(usize, usize)>,
        each: &mut impl FnMut(&[(usize, usize)]),
    ) {
        if left == 0 {
            return each(counts);
        }
        for sort in from..there.len() {
            for count in 1..=there[sort].min(left) {
                counts.push((sort, count));
                extend(there, sort + 1, left - count, counts, each);
                counts.pop();
            }
        }
    }
    extend(there, 0, 4, &mut Vec::new(), each);
}

/// In how many ways so many tiles of each sort are chosen of those left.
fn ways(counts: &[(usize, usize)], left: &[usize]) -> u64 {
    const CHOOSE: [[u64; 3]; 3] = [[1, 0, 0], [1, 1, 0], [1, 2, 1]];
    counts.iter().map(|&(sort, count)| CHOOSE[left[sort]][count]).product()
}
