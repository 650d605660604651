//! The roulette layout as a drawing: an oracle for 5.1(e), 5.1(f) and 5.2 that shares no code with the rules.
//!
//! Which numbers a wager may name, and where, follows from what touches what in the drawing; what it takes and
//! pays is computed from the sets of numbers alone. Colors and wheels are written down in another way than in
//! the rules.

use rounds::Settings;
use rules::{Act, Actor, Event, Game, Money, Nobody, Patron, Tender, games, read_input, roulette::Roulette};
use std::collections::{BTreeMap, BTreeSet};

type Number = &'static str;

const COLUMNS: [&str; 3] = [
    "1 4 7 10 13 16 19 22 25 28 31 34",
    "2 5 8 11 14 17 20 23 26 29 32 35",
    "3 6 9 12 15 18 21 24 27 30 33 36",
];
/// What lies above the columns, drawn in half boxes. (R4)
const TWO_ZEROS: &str = "0 0 0 00 00 00";
const ONE_ZERO: &str = "0 0 0 0 0 0";
const DOUBLE_ZERO_RIM: &str =
    "00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2 0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1";
const SINGLE_ZERO_RIM: &str =
    "26 3 35 12 28 7 29 18 22 9 31 14 20 1 33 16 24 5 10 23 8 30 11 36 13 27 6 34 17 25 2 21 4 19 15 32 0";

/// A table: its options, what lies above the columns, its wheel, and whether zero leaves half.
struct Drawn(&'static str, &'static str, &'static str, bool);

const TABLES: [Drawn; 4] = [
    Drawn("wheel=double-zero zero=all", TWO_ZEROS, DOUBLE_ZERO_RIM, false),
    Drawn("wheel=double-zero zero=half", TWO_ZEROS, DOUBLE_ZERO_RIM, true),
    Drawn("wheel=single-zero", ONE_ZERO, SINGLE_ZERO_RIM, false),
    Drawn("wheel=double-zero-as-single", ONE_ZERO, DOUBLE_ZERO_RIM, false),
];

/// A table that offers everything, with chips small enough to halve.
fn open(Drawn(options, ..): &Drawn) -> Roulette {
    let all = "five-adjacent=true layout.wheel-replica=true seven-numbers=true layout.seven-numbers=true";
    let chosen = Settings::read(&format!("{options} {all} limits.step=0.50")).expect("key=value");
    Roulette::open(games::options::<Roulette>(&chosen.entries(), &mut |v| panic!("{v:?}")).expect("lawful"))
}

fn rows() -> Vec<[Number; 3]> {
    let mut columns = COLUMNS.map(|column| column.split(' '));
    (0..12).map(|_| columns.each_mut().map(|column| column.next().expect("twelve rows"))).collect()
}

/// Every position of the drawing by its name, with the numbers it is on.
fn positions(Drawn(_, zeros, rim, _): &Drawn) -> BTreeMap<String, Vec<Number>> {
    let mut all = BTreeMap::new();
    let mut add = |kind: &str, name: &str, on: &[Number]| {
        all.insert(format!("{kind} {name}").trim_end().to_owned(), on.to_vec());
    };
    let rows = rows();
    let halves = rows.iter().map(|&[a, b, c]| vec![a, a, b, b, c, c]);
    let drawing: Vec<Vec<Number>> = [zeros.split(' ').collect()].into_iter().chain(halves).collect();
    let mut boxes = drawing.concat();
    boxes.dedup();
    boxes.iter().for_each(|&n| add("straight", n, &[n]));
    // 5.1(e)2: a line between two boxes, side by side or one above the other.
    let beside = drawing.iter().flat_map(|row| row.windows(2).map(|w| [w[0], w[1]]));
    let above = drawing.windows(2).flat_map(|w| w[0].iter().zip(&w[1]).map(|(&a, &b)| [a, b]));
    for pair in beside.chain(above).filter(|[a, b]| a != b) {
        add("split", &pair.join("-"), &pair);
    }
    // 5.1(e)3.i and 4: a corner of three boxes, if their group is listed, or of four.
    for two in drawing.windows(2) {
        for (upper, lower) in two[0].windows(2).zip(two[1].windows(2)) {
            let mut corner = [upper, lower].concat();
            corner.dedup();
            let name = corner.join("-");
            match corner[..] {
                ["0", "1", "2"] | ["0", "00", "2"] | ["00", "2", "3"] => add("three", &name, &corner),
                [_, _, _, _] => add("four", &name, &corner),
                _ => {}
            }
        }
    }
    if boxes.contains(&"00") {
        add("split", "0-00 at dozens", &["0", "00"]);
        add("first-five", "", &["0", "00", "1", "2", "3"]);
    }
    rows.iter().for_each(|row| add("three", &row.join("-"), row));
    for two in rows.windows(2) {
        add("six", &[two[0][0], two[1][2]].join("-"), &two.concat());
    }
    for (i, dozen) in rows.chunks(4).enumerate() {
        add("column", &(i + 1).to_string(), &COLUMNS[i].split(' ').collect::<Vec<_>>());
        add("dozen", &(i + 1).to_string(), &dozen.concat());
    }
    // In runs of ten and of eight, alternately the odd and the even numbers are red. (R2)
    let is_red = |n: u8| n % 2 == u8::from(matches!(n, 1..=10 | 19..=28));
    let those = |is: &dyn Fn(u8) -> bool| -> Vec<Number> {
        rows.concat().into_iter().filter(|n| is(n.parse().expect("a number"))).collect()
    };
    add("red", "", &those(&is_red));
    add("black", "", &those(&|n| !is_red(n)));
    add("odd", "", &those(&|n| n % 2 == 1));
    add("even", "", &those(&|n| n % 2 == 0));
    add("1-to-18", "", &those(&|n| n <= 18));
    add("19-to-36", "", &those(&|n| n >= 19));
    add("seven", "", &["10", "11", "12", "13", "14", "15", "33"]);
    // 5.1(e)1.i: five in a row on the wheel, all of which have a box. (R6)
    let around: Vec<Number> = rim.split(' ').chain(rim.split(' ').take(4)).collect();
    for five in around.windows(5).filter(|five| five.iter().all(|n| boxes.contains(n))) {
        add("five-adjacent", five[2], five);
    }
    all
}

/// What 5.2 takes of 5.00 and pays on it when the ball comes to rest there, in cents.
fn due(name: &str, on: &[Number], rest: Number, &Drawn(_, zeros, _, leaves_half): &Drawn) -> (i64, i64) {
    let to_one = match name.split(' ').next().expect("a word") {
        "five-adjacent" if on.contains(&rest) => return (400, 35 * 100),
        "straight" | "five-adjacent" => 35,
        "split" => 17,
        "three" => 11,
        "four" => 8,
        "first-five" => 6,
        "six" => 5,
        "seven" => 4,
        "column" | "dozen" => 2,
        _ => 1,
    };
    match rest {
        "00" if zeros == ONE_ZERO => (0, 0),
        _ if on.contains(&rest) => (0, 500 * to_one),
        "0" | "00" if to_one == 1 && leaves_half => (250, 0),
        _ => (500, 0),
    }
}

/// What one spin takes and pays, in cents.
fn spin(mut table: Roulette, name: &str, rest: Number) -> (i64, i64) {
    let (mut all_taken, mut all_paid) = (Money::ZERO, Money::ZERO);
    for line in
        [&format!("p1 {name} 5.00"), "dealer spins", "dealer calls no more bets", &format!("ball {rest}")]
    {
        let input = read_input::<Roulette>(line).expect("readable");
        let result = table.apply(input, &mut |_, event| {
            if let Event::Settled { taken, paid, .. } = event {
                (all_taken, all_paid) = (all_taken + taken, all_paid + paid);
            }
        });
        assert_eq!(result, Ok(()), "{line}");
    }
    (all_taken.as_cents(), all_paid.as_cents())
}

#[test]
fn a_patron_is_offered_every_position_of_the_drawing_and_no_other() {
    for drawn in &TABLES {
        for way in [Tender::Chips, Tender::Cash] {
            let mut offered = BTreeSet::new();
            open(drawn).decisions(Actor::Patron(Patron(1)), &mut |offer| match offer.act {
                Act::Place { wager, tender, .. } if tender == way => {
                    assert!(offered.insert(wager.to_string()), "{wager} is offered twice");
                }
                _ => {}
            });
            assert_eq!(offered, positions(drawn).into_keys().collect(), "{} in {way:?}", drawn.0);
        }
    }
}

#[test]
fn every_position_takes_and_pays_what_is_due_in_every_compartment() {
    for drawn in &TABLES {
        let table = open(drawn);
        for (name, on) in positions(drawn) {
            for rest in drawn.2.split(' ') {
                let want = due(&name, &on, rest, drawn);
                assert_eq!(spin(table.clone(), &name, rest), want, "{name}, ball {rest}, {}", drawn.0);
            }
        }
    }
}

#[test]
fn no_other_pair_triple_or_quadruple_of_numbers_is_taken() {
    let numbers: Vec<Number> = ["0", "00"].into_iter().chain(rows().concat()).collect();
    let longer = |groups: &[Vec<usize>]| -> Vec<Vec<usize>> {
        let next = |group: &[usize]| group.last().map_or(0, |last| last + 1)..numbers.len();
        groups.iter().flat_map(|group| next(group).map(|n| [group, &[n][..]].concat())).collect()
    };
    let pairs = longer(&longer(&[vec![]]));
    let (triples, quadruples) = (longer(&pairs), longer(&longer(&pairs)));
    let kinds = [("split", &pairs), ("six", &pairs), ("three", &triples), ("four", &quadruples)];
    for drawn in &TABLES {
        let (mut table, positions) = (open(drawn), positions(drawn));
        for (kind, groups) in kinds {
            for group in groups {
                let group: Vec<Number> = group.iter().map(|&i| numbers[i]).collect();
                let name = format!("{kind} {}", group.join("-"));
                let place = read_input::<Roulette>(&format!("p1 {name} 5.00")).expect("readable");
                let is_taken = table.apply(place, &mut Nobody).is_ok();
                assert_eq!(is_taken, positions.contains_key(&name), "{name}, {}", drawn.0);
            }
        }
    }
}
