//! What tables without cards look like: craps, roulette, Big Six, sic bo and keno.

use rounds::standard;
use rules::{
    Game, Item, Nobody, Patron, Seat, Vocabulary,
    big_six::BigSix,
    craps::Craps,
    games,
    keno::Keno,
    kit::balls::Ball,
    read_input,
    roulette::Roulette,
    sic_bo::{self, SicBo},
};

/// A table with the usual options.
fn open<G: Game>() -> G {
    G::open(games::options::<G>(&standard::<G>().entries(), &mut |v| panic!("{v:?}")).expect("lawful"))
}

/// Everything on the table.
fn picture<G: Game>(table: &G) -> Vec<Item> {
    let mut items = Vec::new();
    table.picture(&mut |item| items.push(item));
    items
}

/// Everything on the table after these lines.
fn after<G: Game>(table: &mut G, lines: &str) -> Vec<Item> {
    for line in lines.split("; ") {
        let input = read_input::<G>(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        table.apply(input, &mut Nobody).unwrap_or_else(|no| panic!("{line}: {no}"));
    }
    picture(table)
}

#[test]
fn a_craps_table_shows_who_shoots_and_where_the_puck_is() {
    let [shooter, other] = [Patron(1), Patron(2)];
    let seats = [Item::Seat { seat: Seat(3), patron: other }, Item::Seat { seat: Seat(8), patron: shooter }];
    let shows = |rest: &[Item]| [&seats, rest].concat();
    let mut table = open::<Craps>();
    assert_eq!(picture(&table), [Item::Puck(None)]);

    let offered = after(&mut table, "p1 sits at 8; p2 sits at 3; p1 pass 10; dealer offers the dice");
    assert_eq!(offered, shows(&[Item::Puck(None), Item::Turn { seat: Seat(8), hand: 0 }]));
    let taken = after(&mut table, "p1 accepts the dice");
    assert_eq!(taken, shows(&[Item::Puck(None), Item::Shooter(shooter)]));
    let in_hand = after(&mut table, "dealer sends the dice out");
    assert_eq!(
        in_hand,
        shows(&[Item::Puck(None), Item::Shooter(shooter), Item::Turn { seat: Seat(8), hand: 0 }])
    );
    let thrown = after(&mut table, "p1 throws");
    assert_eq!(thrown, shows(&[Item::Puck(None), Item::Shooter(shooter), Item::Moving]));
    let point = after(&mut table, "dice 4-2");
    assert_eq!(point, shows(&[Item::Puck(Some(6)), Item::Shooter(shooter)]));
    let seven_out = after(&mut table, "dealer sends the dice out; p1 throws; dice 4-3");
    assert_eq!(seven_out, shows(&[Item::Puck(None)]), "the dice pass");
}

#[test]
fn a_craps_table_shows_dice_in_doubt_at_rest_and_a_spoken_wager_does_not_stop_them() {
    let mut table = open::<Craps>();
    let moving = [Item::Puck(None), Item::Moving];
    assert_eq!(after(&mut table, "p1 pass 10; dealer sends the dice out"), moving);
    assert_eq!(after(&mut table, "p2 field 5"), moving);
    let doubted = after(&mut table, "dealer declines; irregularity improper throw");
    assert_eq!(doubted, [Item::Puck(None)]);
    assert_eq!(after(&mut table, "dealer calls no roll"), [Item::Puck(None)]);
}

#[test]
fn a_craps_table_shows_which_wagers_are_off() {
    let mut table = open::<Craps>();
    assert_eq!(after(&mut table, "p1 pass 10; p1 place 6 12"), [Item::Puck(None), Item::Off { bet: 1 }]);
    assert_eq!(after(&mut table, "p1 calls place 6 on"), [Item::Puck(None), Item::Off { bet: 1 }]);
    assert_eq!(after(&mut table, "dealer places on buttons"), [Item::Puck(None)]);
    assert_eq!(after(&mut table, "p1 calls place 6 off"), [Item::Puck(None), Item::Off { bet: 1 }]);
    assert_eq!(after(&mut table, "dealer sends the dice out; dice 5-4"), [Item::Puck(Some(9))]);
}

#[test]
fn a_roulette_table_shows_whose_chips_have_which_color_and_that_the_ball_runs() {
    let mut table = open::<Roulette>();
    let colors = after(&mut table, "p2 asks for turquoise; p1 asks for tan");
    let [Item::Color { patron: first, color: tan }, Item::Color { patron: second, color: turquoise }] =
        colors[..]
    else {
        panic!("{colors:?}")
    };
    assert_eq!(
        ((first, tan.to_string()), (second, turquoise.to_string())),
        ((Patron(1), "tan".to_owned()), (Patron(2), "turquoise".to_owned()))
    );
    let moving = [&colors[..], &[Item::Moving]].concat();
    assert_eq!(after(&mut table, "p1 red 5 color; dealer spins"), moving);
    assert_eq!(after(&mut table, "dealer calls no more bets"), moving);
    assert_eq!(after(&mut table, "irregularity foreign object"), colors);
    assert_eq!(after(&mut table, "dealer spins; dealer calls no more bets; ball 17"), colors);
    assert_eq!(after(&mut table, "p2 hands back turquoise"), colors[..1]);
}

#[test]
fn a_big_six_table_shows_that_the_wheel_turns() {
    let mut table = open::<BigSix>();
    assert_eq!(after(&mut table, "p1 $1 5; dealer calls no more bets"), []);
    assert_eq!(after(&mut table, "dealer spins"), [Item::Moving]);
    assert_eq!(after(&mut table, "irregularity fewer than three revolutions"), []);
    assert_eq!(after(&mut table, "dealer spins; stop joker"), []);
}

#[test]
fn a_sic_bo_table_lights_the_positions_that_win() {
    let mut table = open::<SicBo>();
    assert_eq!(after(&mut table, "p1 small 5; dealer calls no more bets"), []);
    assert_eq!(after(&mut table, "dealer shakes"), [Item::Moving]);
    assert_eq!(after(&mut table, "irregularity die not flat"), []);
    let lit = after(&mut table, "dealer shakes; dice 6-1-6");
    let mut names = Vec::new();
    sic_bo::Wager::each(&mut |wager| names.push(wager.to_string()));
    let shown = lit.iter().map(|item| match item {
        Item::Lit { position } => names[*position].as_str(),
        other => panic!("{other:?}"),
    });
    let wins =
        ["two-of-a-kind 6", "total 13", "combination 1-6", "big", "one-of-a-kind 1", "one-of-a-kind 6"];
    assert_eq!(shown.collect::<Vec<_>>(), wins);
    assert_eq!(after(&mut table, "irregularity wrong lights"), lit);
    assert_eq!(after(&mut table, "dealer settles"), []);
}

#[test]
fn a_keno_board_lights_the_numbers_that_were_drawn() {
    let mut table = open::<Keno>();
    let drawn =
        |numbers: &[u8]| numbers.iter().map(|n| Item::Drawn(Ball::new(*n).expect("a ball"))).collect();
    let lit = |numbers: &[u8]| [vec![Item::Moving], drawn(numbers)].concat();
    assert_eq!(after(&mut table, "p1 straight 3,17 5"), []);
    assert_eq!(after(&mut table, "dealer closes the game"), [Item::Moving]);
    assert_eq!(after(&mut table, "ball 80; ball 3"), lit(&[3, 80]));
    let stopped: Vec<Item> = drawn(&[3, 80]);
    assert_eq!(after(&mut table, "irregularity draw interrupted"), stopped);
    assert_eq!(after(&mut table, "supervisor resumes the draw; ball 17"), lit(&[3, 17, 80]));
    assert_eq!(after(&mut table, "irregularity malfunction that cannot be corrected"), []);
}
