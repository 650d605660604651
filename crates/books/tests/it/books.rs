//! The books of every game under random play: money is conserved on every line, and the journal alone
//! reproduces everything.

use crate::floor::{Floor, rebuilt, same};
use rules::GameId;
use std::thread;

#[test]
fn whatever_happens_the_books_are_right_and_come_again_from_the_journal() {
    // Of each game, with two sets of options.
    let most = crate::sized(3_400, 17_000);
    thread::scope(|scope| {
        for game in GameId::ALL {
            scope.spawn(move || {
                for seed in 0..2 {
                    let mut floor = Floor::open(*game, 1000 * seed + *game as u64);
                    floor.play_lines(most);
                    let seen = &floor.seen;
                    let name = game.name();
                    println!("{name}: {seen:?}, {} rounds, {:?}", floor.book.round(), floor.options);
                    assert!(
                        seen.lines >= most && seen.refused > most / 170 && seen.settled > most / 170,
                        "{name}: {seen:?}"
                    );
                    assert!(
                        seen.voids > most / 1_700 && floor.book.round() > most as u64 / 170,
                        "{name}: {seen:?}"
                    );
                    same(&rebuilt(&floor.lines), &floor.book);
                }
            });
        }
    });
}

/// 2.9, 2.17: an additional wager is settled before insurance is offered, and the round continues.
#[test]
fn insurance_belongs_to_the_round_whose_first_wagers_are_settled() {
    let options = "decks=8 additional-wager=over-under-13 additional-maximum=25";
    let options = books::Settings::read(options).expect("settings");
    let mut seen = 0;
    for seed in 0..12 {
        let mut floor = Floor::open_with(GameId::Blackjack, seed, options.clone());
        floor.rough = false;
        floor.play_lines(500);
        seen += floor.lines.iter().filter(|line| line.contains("insurance")).count();
    }
    assert!(seen > 0, "insurance was offered and taken");
}
