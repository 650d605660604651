//! Corrections are made by new lines, exactly, by two people and with a reason.

use crate::floor::{Floor, rebuilt, same};
use books::{Entry, Fault, Remedy};
use rules::GameId;
use std::collections::BTreeMap;

/// The accounts of chips in play, cash and claims, excluding purchases and chips taken away in between.
fn holdings(floor: &Floor) -> BTreeMap<String, i64> {
    floor.fold.iter().filter(|(_, cents)| **cents != 0).map(|(name, cents)| (name.clone(), *cents)).collect()
}

/// Plays rounds until this many have ended, with no money moved except by the game.
fn rounds(floor: &mut Floor, until: u64) {
    for _ in 0..20_000 {
        let (rests, round) = (floor.book.is_at_rest(), floor.book.round());
        if round >= until
            && rests
            && floor.book.moved_in(round).is_none_or(|moved| moved.iter().next().is_none())
        {
            return;
        }
        floor.play();
    }
}

fn void(floor: &mut Floor, first: u64, last: u64) -> Result<(), Fault> {
    let asked = floor.book.next();
    let reason = "cards were not shuffled".to_owned();
    floor.write("sue", Entry::Asked { remedy: Remedy::Void { first, last }, reason })?;
    floor.write("sam", Entry::Approved { asked })
}

#[test]
fn the_whole_game_is_void_and_all_is_as_it_was() {
    for game in GameId::ALL {
        for seed in 0..4 {
            let mut floor = Floor::open(*game, 70 + seed);
            floor.rough = false;
            // Chips bought in along the way are not undone.
            let before = holdings(&floor);
            let lines_before = floor.lines.clone();
            rounds(&mut floor, 6 + seed);
            let bought: i64 = floor.lines[lines_before.len()..]
                .iter()
                .filter(|line| line.contains("bought-in"))
                .map(|_| 500_000)
                .sum();
            let (last, history) = (floor.book.round(), floor.lines.clone());
            assert!(last >= 6, "{}: {last} rounds", game.name());
            void(&mut floor, 0, last).unwrap_or_else(|fault| panic!("{}: {fault}", game.name()));
            let mut after = holdings(&floor);
            if bought == 0 {
                assert_eq!(after, before, "{}", game.name());
            } else {
                let chips = |all: &mut BTreeMap<String, i64>| -> i64 {
                    (1..=5).filter_map(|n| all.remove(&format!("purse:p{n}"))).sum()
                };
                let mut before = before.clone();
                assert_eq!(chips(&mut after), chips(&mut before) + bought, "{}", game.name());
            }
            // The history is intact, and the table plays on.
            assert_eq!(floor.lines[..history.len()], history);
            let goal = floor.book.round() + 1;
            rounds(&mut floor, goal);
            floor.check_fold();
            same(&rebuilt(&floor.lines), &floor.book);
        }
    }
}

#[test]
fn one_round_is_void_and_only_it() {
    let mut done = 0;
    for game in GameId::ALL {
        for seed in 0..6 {
            let mut floor = Floor::open(*game, 170 + seed);
            floor.rough = false;
            rounds(&mut floor, 3);
            let (before, round) = (holdings(&floor), floor.book.round());
            let lines = floor.lines.len();
            rounds(&mut floor, round + 1);
            if floor.lines[lines..].iter().any(|line| line.contains("bought-in")) {
                continue;
            }
            let last = floor.book.round();
            match void(&mut floor, round, last) {
                Ok(()) => assert_eq!(holdings(&floor), before, "{}", game.name()),
                // Where wagers last over several rounds, one round cannot be undone alone.
                Err(Fault::NotNow(why)) if why.contains("several rounds") => continue,
                Err(fault) => panic!("{}: {fault}", game.name()),
            }
            done += 1;
        }
    }
    assert!(done > 20, "only {done} rounds were voided");
}

#[test]
fn nobody_does_it_alone_or_without_a_reason_or_twice() {
    let mut floor = Floor::open(GameId::Roulette, 9);
    floor.rough = false;
    rounds(&mut floor, 2);
    let remedy = Remedy::Void { first: 0, last: 1 };
    let ask = |reason: &str| Entry::Asked { remedy: remedy.clone(), reason: reason.into() };
    assert!(floor.write("sue", ask(" ")).is_err());
    assert_eq!(floor.write("house", ask("wrong ball")), Err(Fault::NotYours));
    let asked = floor.book.next();
    floor.write("sue", ask("wrong ball")).expect("asked");
    assert_eq!(floor.write("sue", Entry::Approved { asked }), Err(Fault::NotYours));
    assert_eq!(floor.write("sue", Entry::Declined { asked }), Err(Fault::NotYours));
    floor.write("sam", Entry::Approved { asked }).expect("agreed");
    let all = holdings(&floor);
    assert_eq!(floor.write("sam", Entry::Approved { asked }), Err(Fault::Unknown("request")));
    // A void round moves nothing, so voiding it again is a line without money.
    void(&mut floor, 0, 1).expect("nothing left to undo");
    assert_eq!(holdings(&floor), all);
}
