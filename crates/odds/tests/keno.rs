//! Keno beyond its published figures: several games, several tickets, and tickets while balls are drawn.

use odds::{
    Fraction, Prepared, Priced, exact,
    keno::{chance_of, hypergeometric},
    offered_as, prospects,
    together::read,
    worth_together,
};
use rounds::{Settings, standard};
use rules::{Game, Money, Nobody, Vocabulary, games, keno::Keno, keno::Ticket, read_input};

fn options(text: &str) -> <Keno as Game>::Options {
    let settings = standard::<Keno>().with(Settings::read(text).expect("key=value"));
    games::options::<Keno>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach)).expect("lawful")
}

fn edge(text: &str, ticket: &str, cents: i64) -> Fraction {
    let ticket = Ticket::read(ticket).expect("a ticket");
    let on = offered_as::<Keno>(options(text), ticket).expect("offered");
    exact::<Keno>(options(text), None, &on, Money::cents(cents)).expect("solvable").edge()
}

#[test]
fn all_draws_are_counted_once() {
    for spots in 0..=20 {
        let all: u128 = (0..=20).map(|caught| hypergeometric(spots, caught).0).sum();
        assert_eq!(all, hypergeometric(spots, 0).1, "{spots}");
    }
    assert_eq!(hypergeometric(20, 20), (1, 3_535_316_142_212_174_320));
    assert_eq!(chance_of(1, 1), Fraction::ratio(1, 4));
    let prepared = Prepared::<Keno>::with_all(options("rates.15=\"14=8 15=9\""));
    for results in prepared.expect("ready").exact(None) {
        let counted = results.expect("solvable").combinations().expect("counted");
        assert_eq!(counted.total, 3_535_316_142_212_174_320);
    }
}

#[test]
fn ways_have_the_edge_of_their_spots() {
    let four = edge("", "straight 7,22,41,80", 100);
    assert_eq!(edge("", "way 1,2/3,4/5,6 by 4", 300), four);
    assert_eq!(edge("", "split 1,2,3,4/5,6,7,8", 200), four);
    assert_eq!(edge("", "way 1/2/3/4/5/6/7/8 by 4", 7_000), four);
    assert_eq!(edge("", "king 1/2,3,4/5,6,7 by 4", 200), four);
    assert_eq!(edge("", "straight 7,22,41,80 for 5 games", 500), four);
    let twenty: Vec<String> =
        (0..20).map(|n| format!("{},{},{},{}", 4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4)).collect();
    assert_eq!(edge("", &format!("way {} by 4", twenty.join("/")), 2_000), four);
}

#[test]
fn the_limit_on_large_prizes_is_in_the_edge() {
    let free = edge("", "straight 1,2,3,4,5,6,7,8", 100);
    let bound = edge("aggregate-limit=25000.00", "straight 1,2,3,4,5,6,7,8", 100);
    assert_eq!(&bound - &free, &chance_of(8, 8) * &Fraction::from(25_000));
    assert!(Keno::limit_binds(
        &options(""),
        Ticket::read("straight 1,2,3,4,5,6,7,8").expect("a ticket"),
        Money::dollars(3)
    ));
}

#[test]
fn several_tickets_have_their_joint_results() {
    let all = Keno::offered(options(""));
    let set = read::<Keno>("straight 1,2 1; straight 2,3 1", &all).expect("a set");
    let joint = worth_together::<Keno>(options(""), &set, None).expect("solvable");
    // Both pay 12 if 1, 2 and 3 all come.
    let both = chance_of(3, 3);
    let found = joint.ends().find(|(end, _)| end.net == Money::dollars(22)).map(|(_, chance)| chance.clone());
    assert_eq!(found, Some(both));
    // Two prizes of 50,000 under a limit of 50,000 come to 25,000 each.
    let limited = options("aggregate-limit=50000.00");
    let set = read::<Keno>("straight 1,2,3,4,5,6,7,8 1; straight 1,2,3,4,5,6,7,9 1", &all).expect("a set");
    let joint = worth_together::<Keno>(limited, &set, None).expect("solvable");
    assert_eq!(joint.ends().map(|(end, _)| end.net).max(), Some(Money::dollars(49_998)));
}

#[test]
fn a_ticket_is_worth_what_it_can_still_catch() {
    let mut table = Keno::open(options(""));
    let mut play = |lines: &[&str]| {
        for line in lines {
            table.apply(read_input::<Keno>(line).expect("an input"), &mut Nobody).expect("lawful");
        }
        prospects(&table).expect("worth")
    };
    let edge = edge("", "straight 1,2", 100);
    let before = play(&["p1 straight 1,2 1"]);
    assert_eq!(before[0].mean, -(&edge * &Fraction::from(100)));
    play(&["dealer closes the game", "ball 1"]);
    // Nineteen of the seventy-nine others are still to come.
    assert_eq!(play(&[])[0].wins, Fraction::ratio(19, 79));
    let rest: Vec<String> = (3..=20).map(|n| format!("ball {n}")).collect();
    play(&rest.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(play(&[])[0].wins, Fraction::ratio(1, 61));
    let last = play(&["ball 2"]);
    assert_eq!((last[0].wins.clone(), last[0].mean.clone()), (Fraction::ONE, Fraction::from(1_100)));
}
