//! Pai gow with both hands set by the house way.

use super::{Deals, Dealt};
use crate::{
    Priced, Unsolved,
    certificate::Proof,
    games::two_hands::{ByHouseWay, HouseWay, SetRounds, Sets, is_rounded},
    sim::engine::Engine,
};
use rules::{
    Act, ActOf, Game, Money, Patron,
    hands::pai_gow::{Hands, Ranking, Strength, Way},
    kit::tiles::Tile,
    pai_gow::{Chance, Deed, Options, PaiGow, Wager},
    table::two_hands::HandStep,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

impl Priced for PaiGow {
    type Rounds = ByHouseWay<PaiGow>;
    const DECKS: Option<fn(&Options) -> u8> = None;
    const METHOD: &'static str = "both hands set by the house way";

    fn choice(&self, patron: Patron) -> Option<ActOf<PaiGow>> {
        let bet = self.bets().iter().find(|bet| bet.patron == patron)?;
        self.is_unset(bet.seat).then_some(Act::Do(Deed::Hand(HandStep::HouseWay)))
    }

    fn rounds_charge(options: &Options, _: Wager, stake: Money) -> bool {
        is_rounded(|won| options.vigorish(won), stake)
    }
}

impl HouseWay for PaiGow {
    type Way = FourTiles;

    fn way(options: Options) -> FourTiles {
        FourTiles::of(&options.house_way(), options.ranking())
    }

    fn counted(options: Options) -> [u128; 3] {
        stated(&options.house_way(), options.ranking()).ways()
    }

    fn proof(options: Options, gains: [i64; 3]) -> Result<Proof, Unsolved> {
        Ok(Dealt::new(&options.house_way(), options.ranking()).proof(options.ranking(), gains))
    }

    fn is_piece(chance: Chance) -> bool {
        matches!(chance, Chance::Piece(_))
    }

    fn shown(tile: Tile) -> Chance {
        Chance::Piece(tile)
    }

    fn dealt(rounds: SetRounds<FourTiles>) -> Engine {
        Engine::PaiGow(rounds)
    }
}

/// Values that are worked out once for each way.
type Once<T> = OnceLock<Mutex<HashMap<(Way, Ranking), T>>>;

fn once<T: Clone>(kept: &Once<T>, of: (Way, Ranking), work: impl FnOnce() -> T) -> T {
    let mut kept = kept.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    kept.entry(of).or_insert_with(work).clone()
}

/// How pairs of hands compare by these rules. It takes a moment once.
pub fn stated(way: &Way, ranking: Ranking) -> Deals {
    static COUNTED: Once<Deals> = OnceLock::new();
    once(&COUNTED, (*way, ranking), || Dealt::new(way, ranking).deals())
}

/// A way of setting four tiles: how each hand is set, by its tiles in their order.
pub struct FourTiles(Arc<HashMap<[Tile; 4], Hands>>);

impl FourTiles {
    fn of(way: &Way, ranking: Ranking) -> FourTiles {
        static SET: Once<Arc<HashMap<[Tile; 4], Hands>>> = OnceLock::new();
        FourTiles(once(&SET, (*way, ranking), || {
            let deck = FourTiles::deck();
            let mut sets = HashMap::new();
            for a in 0..deck.len() {
                for b in a + 1..deck.len() {
                    for c in b + 1..deck.len() {
                        for d in c + 1..deck.len() {
                            let tiles = [deck[a], deck[b], deck[c], deck[d]];
                            sets.entry(tiles).or_insert_with(|| way.set(&tiles, ranking).hands);
                        }
                    }
                }
            }
            Arc::new(sets)
        }))
    }
}

impl Sets for FourTiles {
    type Piece = Tile;
    type High = Strength;
    type Low = Strength;
    const HAND: usize = 4;

    fn deck() -> Vec<Tile> {
        Tile::all().flat_map(|tile| vec![tile; usize::from(tile.copies())]).collect()
    }

    fn set(&self, tiles: &[Tile]) -> Hands {
        let mut tiles: [Tile; 4] = tiles.try_into().expect("four tiles");
        tiles.sort_unstable();
        self.0[&tiles]
    }
}
