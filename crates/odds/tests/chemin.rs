//! Chemin de fer between Player and Banker: the classical solution, and what is left of it with table 3.

use odds::{
    Fraction, Generator, Unsolved,
    baccarat::{Coups, Tables, Values},
    chemin::{Banker, ByCards, ByCardsEquilibrium, Chemin, Equilibrium, TABLES, vigorish},
};
use rules::{
    Entry, Money, Written,
    chemin_de_fer::{Announcement, CheminDeFer, drawing::player_may},
    hands::baccarat::{Third, Winner},
    kit::cards::{Card, Unseen},
};

fn percent(n: i128) -> Fraction {
    Fraction::new(n, 100)
}

fn names(game: &Chemin) -> Vec<String> {
    game.cells().iter().map(ToString::to_string).collect()
}

/// Every pure strategy of a Banker with this many cells.
fn pure(cells: usize) -> impl Iterator<Item = Vec<Fraction>> {
    let chance = |draws| if draws { Fraction::ONE } else { Fraction::ZERO };
    (0..1_u32 << cells).map(move |bits| (0..cells).map(|cell| chance(bits >> cell & 1 == 1)).collect())
}

/// Proves an equilibrium by trying every pure answer of either side; for a Banker with many cells, one cell
/// at a time.
fn prove(game: &Chemin, found: &Equilibrium, vigorish: &Fraction) {
    let gains = game.gains(&found.player, &found.banker, vigorish);
    assert_eq!(gains, (found.player_gain.clone(), found.banker_gain.clone()));
    for player in [Fraction::ZERO, Fraction::ONE] {
        assert!(game.gains(&player, &found.banker, vigorish).0 <= found.player_gain);
    }
    for banker in pure(found.banker.len()).take_while(|banker| banker.len() <= 4) {
        assert!(game.gains(&found.player, &banker, vigorish).1 <= found.banker_gain);
    }
    assert!(game.is_equilibrium(&found.player, &found.banker, vigorish));
}

/// A Banker who is free everywhere, and a Player who is free on five.
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

/// "Baccarat Gold", nilapub.com after wizardofodds.com: other tables, a Player who may draw on five; eight decks.
#[test]
fn other_tables_give_their_published_counts() {
    use Third::{Draw as D, Stay as S};
    let row = |count: u8| {
        std::array::from_fn(|column| match (count, column) {
            (0..=3, _) | (4..=5, 0 | 4..=8) => D,
            _ => S,
        })
    };
    let tables =
        Tables { banker: std::array::from_fn(|count| row(u8::try_from(count).expect("ten"))), ..TABLES };
    let game = Chemin::of(Values::of(&Unseen::decks(8)), &tables, Banker::Count).expect("whole");
    let drawing = game.gains(&Fraction::ONE, &[], &Fraction::ZERO).0;
    assert_eq!(drawing, Fraction::new(2232878486302976 - 2290212297375744, 4998398275503360));
}

/// With table 3 the Banker cannot draw on six against none, which is what keeps a Player from always drawing in the free
/// game: he always draws, and the game is punto banco, whether the Banker pays vigorish or not. Only in one deck, or if
/// the Banker goes by his cards in six, does he stay with some fives against four.
#[test]
fn with_table_3_whole_shoes_have_one_equilibrium_and_it_is_pure() {
    let shoes = [
        (Values::endless(), Banker::Count, Fraction::new(-4560, 371293), ""),
        (Values::of(&Unseen::decks(8)), Banker::Count, Fraction::new(-241149546272, 19524993263685), ""),
        (Values::of(&Unseen::decks(8)), Banker::Cards, Fraction::new(-241149546272, 19524993263685), ""),
        (Values::of(&Unseen::decks(6)), Banker::Count, Fraction::new(-18880657128, 1525814595305), ""),
        (
            Values::of(&Unseen::decks(6)),
            Banker::Cards,
            Fraction::new(-1452535076, 117370353485),
            "5 (1 4) against 4, 5 (2 3) against 4",
        ),
        (Values::of(&Unseen::decks(1)), Banker::Count, Fraction::new(-2967581, 229033350), "5 against 4"),
    ];
    for (values, by, gain, stays) in shoes {
        let game = Chemin::of(values, &TABLES, by).expect("enough cards");
        for vigorish in [0, 4, 5].map(percent) {
            let found = game.equilibria(&vigorish);
            let [only] = &found[..] else { panic!("{} equilibria", found.len()) };
            prove(&game, only, &vigorish);
            assert_eq!((&only.player, &only.player_gain), (&Fraction::ONE, &gain));
            let choices = game.cells().iter().zip(&only.banker);
            let staying: Vec<String> = choices
                .filter(|(_, draws)| **draws == Fraction::ZERO)
                .map(|(cell, _)| cell.to_string())
                .collect();
            assert_eq!(staying.join(", "), stays);
            assert!(only.banker.iter().all(|draws| *draws == Fraction::ZERO || *draws == Fraction::ONE));
        }
    }
}

/// Downton and Lockwood, Computer studies of baccarat, I: Chemin-de-fer, J. Roy. Statist. Soc. A 138 (1975) 228-238: a
/// free Banker who goes by his cards has 2^484 strategies, and mixes on a nought and a six against none alone.
#[test]
fn a_free_banker_of_six_decks_mixes_on_nought_and_six() {
    let game = Chemin::of(Values::of(&Unseen::decks(6)), &free(), Banker::Cards).expect("whole");
    assert_eq!(game.cells().len(), 484);
    let found = game.equilibria(&Fraction::ZERO);
    let [only] = &found[..] else { panic!("{} equilibria", found.len()) };
    assert_eq!(only.player, Fraction::new(477191, 592524));
    assert_eq!(only.player_gain.decimal(7), "-0.0129367");
    let mixed: Vec<String> = game
        .cells()
        .iter()
        .zip(&only.banker)
        .filter(|(_, draws)| ![Fraction::ZERO, Fraction::ONE].contains(draws))
        .map(|(cell, draws)| format!("{cell}: {draws}"))
        .collect();
    assert_eq!(mixed, ["6 (0 6) against none: 77143741/121269912"]);
}

/// Shoes used up to the last two decks or less: every equilibrium is proved, there is always one, and some are mixed.
#[test]
fn part_used_shoes_are_solved_too() {
    let mut generator = Generator::new(Generator::seed(4), 9);
    let mut mixed = 0;
    for left in [10, 12, 16, 20, 26, 30, 40, 52, 80, 104].repeat(4) {
        let mut cards: Vec<Card> = Card::all().chain(Card::all()).collect();
        let mut unseen = Unseen::decks(2);
        while cards.len() > left {
            let at = generator.below(u32::try_from(cards.len()).expect("few"));
            unseen = unseen.seeing(cards.swap_remove(at as usize)).expect("of two decks");
        }
        let game = Chemin::of(Values::of(&unseen), &TABLES, Banker::Count).expect("enough cards");
        for vigorish in [percent(0), percent(5)] {
            let found = game.equilibria(&vigorish);
            assert!(!found.is_empty(), "{left} cards");
            for one in &found {
                prove(&game, one, &vigorish);
            }
            mixed +=
                usize::from(found.iter().any(|one| ![Fraction::ZERO, Fraction::ONE].contains(&one.player)));
            if vigorish == Fraction::ZERO {
                assert!(
                    found.iter().all(|one| one.player_gain == found[0].player_gain),
                    "a game has one value"
                );
            }
        }
    }
    assert!(mixed > 0, "some Players mix");
    let five = Card::all().skip(5).try_fold(Unseen::decks(1), Unseen::seeing).expect("one of each");
    let short = Chemin::of(Values::of(&five), &TABLES, Banker::Count);
    assert_eq!(short, Err(Unsolved::ShortShoe { cards: 5 }));
}

/// What the Player does comes from 4.9(a) as the rules have it, and what the Banker pays from 4.10(c) (G3, F14).
#[test]
fn tables_and_vigorish_are_those_of_the_rules() {
    for (count, does) in (0..).zip(TABLES.player) {
        let may = |says| player_may(count, says).is_ok();
        let by_words = match (may(Announcement::Card), may(Announcement::Stay)) {
            (true, true) => Third::Option,
            (true, false) => Third::Draw,
            _ => Third::Stay,
        };
        assert_eq!(does, by_words, "{count}");
    }
    let rate = |settings: [(&'static str, Written<'static>); 2], dollars| {
        let mut entries: Vec<Entry<'_>> =
            <<CheminDeFer as rules::Game>::Options as rules::Chosen>::STANDARD.to_vec();
        for (key, value) in settings {
            entries.retain(|entry| entry.key != key);
            entries.push(Entry { key, value });
        }
        let options = rules::games::options::<CheminDeFer>(&entries, &mut |v| panic!("{v:?}"));
        vigorish(&options.expect("lawful"), Money::dollars(dollars))
    };
    let exact = ("vigorish-rounding", Written::Switch(false));
    let rounded = ("vigorish-rounding", Written::Switch(true));
    let [four, five] = ["4%", "5%"].map(|rate| ("vigorish", Written::Text(rate)));
    assert_eq!([rate([four, exact], 6), rate([five, exact], 6)], [percent(4), percent(5)]);
    assert_eq!(
        [rate([four, rounded], 6), rate([five, rounded], 6)].map(|f| f * percent(600)),
        [Fraction::new(2, 5), Fraction::new(1, 2)]
    );
    assert_eq!([rate([four, rounded], 100), rate([five, rounded], 100)], [percent(4), percent(5)]);
}

/// Compiled from the rules or walked by the tables: the same gains where both sides draw.
#[test]
fn wagers_are_worth_what_drawing_is_worth() {
    use odds::{Priced, exact, seen};
    use rounds::standard;
    use rules::games;
    let options =
        games::options::<CheminDeFer>(&standard::<CheminDeFer>().entries(), &mut |_| ()).expect("lawful");
    let stake = Money::dollars(100);
    let used = seen::unseen("9c 9d 9h 9s 4c 4d 4h 4s 5c 5c 5d 5d As Kd", 8).expect("possible");
    for unseen in [Unseen::decks(8), used] {
        let game = Chemin::of(Values::of(&unseen), &TABLES, Banker::Count).expect("a shoe");
        let draws = vec![Fraction::ONE; game.cells().len()];
        let (player, banker) = game.gains(&Fraction::ONE, &draws, &vigorish(&options, stake));
        let worth = |name: &str| {
            let all = CheminDeFer::offered(options);
            let on = all.iter().find(|on| on.wager.to_string() == name).expect("offered");
            exact::<CheminDeFer>(options, Some(&unseen), on, stake).expect("solvable").mean()
        };
        assert_eq!([worth("bank"), worth("banco")], [banker, player]);
    }
}

/// By their two cards both sides do at least as well against what the other does, and where they go by the count alone the
/// gains are those of the game by counts.
#[test]
fn by_their_cards_neither_side_has_a_better_answer() {
    let used = odds::seen::unseen("9c 9d 9h 9s 4c 4d 4h 4s 5c 5c 5d 5d As Kd", 8).expect("possible");
    for unseen in [Unseen::decks(6), Unseen::decks(8), used] {
        let values = Values::of(&unseen);
        let game = ByCards::of(values).expect("a shoe");
        assert_eq!(game.hands(), [[0, 5], [1, 4], [2, 3], [6, 9], [7, 8]]);
        let counts = Chemin::of(values, &TABLES, Banker::Cards).expect("a shoe");
        assert_eq!(counts.cells(), game.cells());
        let half = Fraction::new(1, 2);
        for [player, banker] in [[0, 0], [0, 2], [1, 0], [2, 1], [2, 2]].map(|two| two.map(Fraction::from)) {
            let (player, banker) = (player * half.clone(), banker * half.clone());
            let cells = vec![banker; game.cells().len()];
            let by_cards = game.gains(&vec![player.clone(); 5], &cells, &percent(5));
            assert_eq!(by_cards, counts.gains(&player, &cells, &percent(5)));
        }
        let found = game.equilibria(&percent(5));
        assert!(found.iter().all(|one| is_pure(&one.player) && is_pure(&one.banker)));
        assert_content(&game, &found, &percent(5));
    }
}

fn is_pure(chances: &[Fraction]) -> bool {
    chances.iter().all(|chance| [Fraction::ZERO, Fraction::ONE].contains(chance))
}

/// Neither side gains by drawing more or less often anywhere.
fn assert_content(game: &ByCards, found: &[ByCardsEquilibrium], vigorish: &Fraction) {
    assert!(!found.is_empty(), "an equilibrium");
    for one in found {
        let others = |of: &[Fraction]| -> Vec<Vec<Fraction>> {
            let places = (0..of.len()).flat_map(|at| [(at, Fraction::ZERO), (at, Fraction::ONE)]);
            let other = |(at, chance): (usize, Fraction)| {
                let mut other = of.to_vec();
                other[at] = chance;
                other
            };
            places.map(other).collect()
        };
        for player in others(&one.player) {
            assert!(game.gains(&player, &one.banker, vigorish).0 <= one.player_gain);
        }
        for banker in others(&one.banker) {
            assert!(game.gains(&one.player, &banker, vigorish).1 <= one.banker_gain);
        }
    }
}

/// Near the end of a shoe the cards say much more, and there may be no equilibrium in pure strategies; mixed ones are
/// found all the same.
#[test]
fn near_the_end_of_a_shoe_neither_side_has_a_better_answer() {
    let mut generator = Generator::new(Generator::seed(47), 0);
    for _ in 0..40 {
        let mut cards: Vec<Card> = (0..8).flat_map(|_| Card::all()).collect();
        for at in (1..cards.len()).rev() {
            let other = generator.below(u32::try_from(at + 1).expect("few"));
            cards.swap(at, usize::try_from(other).expect("few"));
        }
        let seen: Vec<String> = cards[16..].iter().map(ToString::to_string).collect();
        let unseen = odds::seen::unseen(&seen.join(" "), 8).expect("possible");
        let game = ByCards::of(Values::of(&unseen)).expect("a shoe");
        assert_content(&game, &game.equilibria(&percent(5)), &percent(5));
    }
}
