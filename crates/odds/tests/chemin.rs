//! Chemin de fer between Player and Banker: the classical solution, and what table 3 leaves of it.

use odds::{
    Fraction, Unsolved,
    baccarat::{Coups, Tables, Values},
    chemin::{Banker, Chemin, Equilibrium, TABLES},
    seen,
};
use rules::{
    hands::baccarat::{Third, Winner},
    kit::cards::Unseen,
};

fn percent(n: i128) -> Fraction {
    Fraction::new(n, 100)
}

fn names(game: &Chemin) -> Vec<String> {
    game.cells().iter().map(ToString::to_string).collect()
}

/// Every pure strategy of a Banker of so many cells.
fn pure(cells: usize) -> impl Iterator<Item = Vec<Fraction>> {
    let chance = |draws| if draws { Fraction::ONE } else { Fraction::ZERO };
    (0..1_u32 << cells).map(move |bits| (0..cells).map(|cell| chance(bits >> cell & 1 == 1)).collect())
}

/// Proof by trying every pure answer of either side.
fn prove(game: &Chemin, found: &Equilibrium, vigorish: &Fraction) {
    let gains = game.gains(&found.player, &found.banker, vigorish);
    assert_eq!(gains, (found.player_gain.clone(), found.banker_gain.clone()));
    for player in [Fraction::ZERO, Fraction::ONE] {
        assert!(game.gains(&player, &found.banker, vigorish).0 <= found.player_gain);
    }
    for banker in pure(found.banker.len()) {
        assert!(game.gains(&found.player, &banker, vigorish).1 <= found.banker_gain);
    }
    assert!(game.is_equilibrium(&found.player, &found.banker, vigorish));
}

/// A Banker who may do as he likes, and a Player who may on five.
fn free() -> Tables {
    Tables { banker: [[Third::Option; 11]; 10], ..TABLES }
}

/// Kemeny and Snell, Game-theoretic solution of baccarat, Amer. Math. Monthly 64 (1957) 465-469 (cards with replacement,
/// 2 x 2^88 strategies); restated by Ethier and Gámez, Games 4 (2013) 711-737, arXiv 1305.5468: the Player draws on five
/// with chance 9/11, the Banker on six against none with chance 859/2288, and the value is -679568/(11 x 13^6).
#[test]
fn the_free_game_has_the_classical_solution() {
    let game = Chemin::of(Values::endless(), &free(), Banker::Count).expect("endless");
    assert_eq!(game.cells().len(), 88);
    let found = game.equilibria(&Fraction::ZERO);
    let [only] = &found[..] else { panic!("{} equilibria", found.len()) };
    assert_eq!(only.player, Fraction::new(9, 11));
    assert_eq!(only.player_gain, Fraction::new(-679568, 11 * 13_i128.pow(6)));
    assert_eq!(only.banker_gain, -only.player_gain.clone());
    assert!(game.is_equilibrium(&only.player, &only.banker, &Fraction::ZERO));
    for (cell, chance) in game.cells().iter().zip(&only.banker) {
        let draws = match (cell.count, cell.third) {
            (0..=2, _) => true,
            (3, third) => third != Some(8),
            (4, third) => third.is_none_or(|third| (2..=7).contains(&third)),
            (5, third) => third.is_none_or(|third| (4..=7).contains(&third)),
            (6, None) => {
                assert_eq!(*chance, Fraction::new(859, 2288));
                continue;
            }
            (6, third) => matches!(third, Some(6 | 7)),
            _ => false,
        };
        assert_eq!(*chance, Fraction::new(draws.into(), 1), "{cell}");
    }
}

#[test]
fn table_3_leaves_two_cells() {
    for values in [Values::endless(), Values::of(&Unseen::decks(6))] {
        let game = Chemin::of(values, &TABLES, Banker::Count).expect("enough cards");
        assert_eq!(names(&game), ["3 against 9", "5 against 4"]);
    }
    let game = Chemin::of(Values::of(&Unseen::decks(8)), &TABLES, Banker::Cards).expect("enough cards");
    assert_eq!(game.cells().len(), 10);
    assert_eq!(
        (names(&game)[0].as_str(), names(&game)[9].as_str()),
        ("3 (0 3) against 9", "5 (7 8) against 4")
    );
}

#[test]
fn always_drawing_is_punto_banco() {
    let (zero, one) = (Fraction::ZERO, Fraction::ONE);
    for decks in [6, 8] {
        let unseen = Unseen::decks(decks);
        let coups = Coups::of(&unseen).expect("whole");
        let count = |winner| Fraction::ratio(coups.count(|c| c.winner() == winner), coups.deals());
        let (player, banker) = (count(Winner::Player), count(Winner::Banker));
        let game = Chemin::of(Values::of(&unseen), &TABLES, Banker::Count).expect("whole");
        assert_eq!(game.gains(&one, &[one.clone(), one.clone()], &zero).0, player.clone() - banker.clone());
        let vigorish = percent(5);
        let kept = one.clone() - vigorish.clone();
        assert_eq!(game.gains(&one, &[one.clone(), one.clone()], &vigorish).1, banker * kept - player);
    }
}
