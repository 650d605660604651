//! Craps compared with an oracle: what becomes of each wager is read off the whole list of rolls at once, from the
//! wagers' names and the usual figures, without the state machine.

use crate::choices::Choices;
use proptest::{prelude::*, test_runner::FileFailurePersistence};
use rounds::standard;
use rules::{
    Act, Actor, Event, EventOf, Fate, Game, Input, Money, Nobody, Patron, Seat, Tender, Vocabulary,
    craps::{Cocked, Craps, Deed, Effect, Irregularity, Number, Roll, Throw, Wager, decide},
    games,
    kit::dice::{Dice, Die},
    read_input,
    readings::Readings,
};
use std::collections::BTreeMap;

/// A stake that every odds pays in whole dollars, and that divides by two, four and five.
const STAKE: i64 = 1320;

fn open() -> Craps {
    let settings = standard::<Craps>();
    Craps::open(games::options::<Craps>(&settings.entries(), &mut |_| ()).expect("lawful"))
}

/// Does what a line says; returns whether it was accepted.
fn say(table: &mut Craps, line: &str) -> bool {
    let input = read_input::<Craps>(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    table.apply(input, &mut Nobody).is_ok()
}

/// The point before each roll.
fn points(rolls: &[Dice]) -> Vec<Option<u8>> {
    let mut point = None;
    let mut all = Vec::new();
    for roll in rolls {
        all.push(point);
        point = match (point, roll.total()) {
            (None, n @ (4 | 5 | 6 | 8 | 9 | 10)) => Some(n),
            (Some(point), n) if n == point || n == 7 => None,
            (point, _) => point,
        };
    }
    all
}

/// The first roll from `from` on that is one of two totals, where it may count, and whether it is the first of them.
fn first(
    rolls: &[Dice],
    from: usize,
    one: u8,
    other: u8,
    may: impl Fn(usize) -> bool,
) -> Option<(usize, bool)> {
    let hit = |&at: &usize| may(at) && [one, other].contains(&rolls[at].total());
    (from..rolls.len()).find(hit).map(|at| (at, rolls[at].total() == one))
}

/// The roll on which a wager made before roll `from` is decided, and what it pays on the dollar times STAKE: negative
/// if it loses, zero if it is returned.
fn oracle(name: &str, rolls: &[Dice], from: usize) -> Option<(usize, i64)> {
    let points = points(rolls);
    let (kind, n) = name.split_once(' ').map_or((name, 0), |(kind, n)| (kind, n.parse().expect("a number")));
    let pays = |to: i64, per: i64| STAKE * to / per;
    let at = |(roll, wins): (usize, bool), pays: i64| (roll, if wins { pays } else { -STAKE });
    let by_pair = |n: u8, table: [i64; 3]| {
        table[match n {
            4 | 10 => 0,
            5 | 9 => 1,
            _ => 2,
        }]
    };
    let total = rolls[from].total();
    match kind {
        "pass" | "come" => match total {
            7 | 11 => Some((from, STAKE)),
            2 | 3 | 12 => Some((from, -STAKE)),
            n => first(rolls, from + 1, n, 7, |_| true).map(|found| at(found, STAKE)),
        },
        "dont-pass" | "dont-come" => match total {
            2 | 3 => Some((from, STAKE)),
            12 => Some((from, 0)),
            7 | 11 => Some((from, -STAKE)),
            n => first(rolls, from + 1, 7, n, |_| true).map(|found| at(found, STAKE)),
        },
        "place" | "buy" => {
            let place = by_pair(n, [pays(9, 5), pays(7, 5), pays(7, 6)]);
            let buy = by_pair(n, [pays(2, 1), pays(3, 2), pays(6, 5)]);
            first(rolls, from, n, 7, |roll| points[roll].is_some())
                .map(|found| at(found, if kind == "buy" { buy } else { place }))
        }
        "place-lose" | "lay" => {
            let place = by_pair(n, [pays(5, 11), pays(5, 8), pays(4, 5)]);
            let lay = by_pair(n, [pays(1, 2), pays(2, 3), pays(5, 6)]);
            first(rolls, from, 7, n, |roll| points[roll].is_some())
                .map(|found| at(found, if kind == "lay" { lay } else { place }))
        }
        "hardway" => first(rolls, from, n, 7, |_| true).map(|(roll, made)| {
            let pays = if n == 4 || n == 10 { pays(7, 1) } else { pays(9, 1) };
            at((roll, made && rolls[roll].0 == rolls[roll].1), pays)
        }),
        kind => {
            let pays = match (kind, total) {
                ("field", 2 | 12) => pays(2, 1),
                ("field", 3 | 4 | 9 | 10 | 11) => pays(1, 1),
                ("any-seven", 7) => pays(4, 1),
                ("any-craps", 2 | 3 | 12) => pays(7, 1),
                ("craps-two", 2) | ("craps-twelve", 12) => pays(30, 1),
                ("craps-three", 3) | ("eleven", 11) => pays(15, 1),
                ("c-and-e", 2 | 3 | 12) => pays(3, 1),
                ("c-and-e", 11) => pays(7, 1),
                ("horn", 2 | 12) => pays(27, 4),
                ("horn", 3 | 11) => pays(12, 4),
                ("horn-high", 2 | 12) if n == total => pays(57, 5),
                ("horn-high", 3 | 11) if n == total => pays(27, 5),
                ("horn-high", 2 | 12) => pays(26, 5),
                ("horn-high", 3 | 11) => pays(11, 5),
                _ => -STAKE,
            };
            Some((from, pays))
        }
    }
}

/// What each patron won or lost, and on which roll last.
type Found = BTreeMap<Patron, (usize, i64)>;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))), ..ProptestConfig::default() })]
    #[test]
    fn every_wager_goes_as_the_oracle_says(choices in prop::collection::vec(any::<u32>(), 20..400)) {
        let mut choices = Choices::new(&choices);
        let mut wagers = Vec::new();
        Wager::each(&mut |wager| wagers.push(wager));
        // Odds are in the golden rounds; here every patron has one wager.
        wagers.retain(|wager| wager.supports().is_none());
        let (mut table, mut rolls, mut made, mut found) = (open(), Vec::new(), Vec::new(), Found::new());
        while !choices.is_empty() {
            for _ in 0..choices.below(4) {
                let patron = Patron(u16::try_from(1 + made.len()).expect("few"));
                let wager = choices.of(&wagers);
                let act = Act::Place {
                    seat: Seat::NONE, wager, stake: Money::dollars(STAKE), tender: Tender::Chips,
                };
                if table.apply(Input::Act { by: Actor::Patron(patron), act }, &mut Nobody).is_ok() {
                    made.push((patron, wager, rolls.len()));
                }
            }
            assert!(say(&mut table, "dealer sends the dice out"));
            let dice = Dice(choices.of(&Die::ALL), choices.of(&Die::ALL));
            let roll = rolls.len();
            rolls.push(dice);
            let mut post = |_, event: EventOf<Craps>| {
                if let Event::Settled { bet, taken, paid, .. } = event {
                    let gain = (paid - taken).as_cents() / 100;
                    let so_far = found.get(&bet.patron).map_or(0, |found| found.1);
                    found.insert(bet.patron, (roll, so_far + gain));
                }
            };
            table.apply(Input::Chance(Roll(dice)), &mut post).expect("rolled");
        }
        for (patron, wager, from) in made {
            let want = oracle(&wager.to_string(), &rolls, from);
            prop_assert_eq!(found.get(&patron).copied(), want, "{} before roll {} of {:?}", wager, from, rolls);
        }
    }
}

/// The point of the table is the point of the list of rolls.
#[test]
fn the_puck_follows_every_roll() {
    for first in Dice::all() {
        for second in Dice::all() {
            let mut table = open();
            for dice in [first, second] {
                assert!(
                    say(&mut table, "dealer sends the dice out") && say(&mut table, &format!("dice {dice}"))
                );
            }
            let after = points(&[first, second, first])[2];
            assert_eq!(table.point().map(Number::total), after, "{first}, {second}");
        }
    }
}

/// C2: an inactive wager stands whatever is thrown; odds with a Come Bet are then returned with it.
#[test]
fn what_is_off_is_never_won_or_lost() {
    Wager::each(&mut |wager| {
        let readings = &Readings::default();
        assert_eq!(
            wager.is_off_by(readings),
            wager.is_off_on_come_out(),
            "{wager}: nothing else is ever off"
        );
        for dice in Dice::all().filter(|_| wager.is_off_on_come_out()) {
            let effect = decide(wager, Throw { dice, point: None }, false, readings);
            match wager {
                Wager::ComeOdds(n) if [7, n.total()].contains(&dice.total()) => {
                    assert!(matches!(effect, Effect::Decided(Fate::Void, _)));
                }
                wager => assert_eq!(effect, Effect::Stands, "{wager} {dice}"),
            }
        }
    });
}

/// 1.10 (not held): a cocked die counts as if it lay flat on the face it leans on.
#[test]
fn a_cocked_die_counts_by_the_face_opposite() {
    for Dice(leaning, other) in Dice::all() {
        let [mut cocked, mut flat] = [open(), open()];
        for table in [&mut cocked, &mut flat] {
            assert!(say(table, "p1 pass 10") && say(table, "p1 hardway 8 5") && say(table, "p1 field 5"));
            assert!(say(table, "dealer sends the dice out"));
        }
        cocked
            .apply(Input::Irregularity(Irregularity::Cocked(Cocked { leaning, other })), &mut Nobody)
            .expect("counted");
        flat.apply(Input::Chance(Roll(Dice(other, leaning.opposite()))), &mut Nobody).expect("rolled");
        assert_eq!(cocked, flat, "leaning on {leaning}, other {other}");
    }
}

/// Staff never do anything that names a wager or a place, so their menu may leave those deeds out.
#[test]
fn deeds_that_name_a_wager_or_a_place_are_the_players() {
    let mut table = open();
    assert!(say(&mut table, "p1 place 6 12"));
    Deed::each(&mut |deed| {
        if matches!(deed, Deed::CallOn(_) | Deed::CallOff(_) | Deed::Stand(_)) {
            for by in Actor::STAFF {
                assert!(table.clone().apply(Input::Act { by, act: Act::Do(deed) }, &mut Nobody).is_err());
            }
        }
    });
}
