//! Sentences may change: no journal depends on them. Run with the feature `faults`.
#![cfg(feature = "faults")]

use crate::floor::Floor;
use books::{
    Book,
    faults::{Switch, set},
    verify,
};
use rules::GameId;

#[test]
fn a_journal_stays_true_when_every_sentence_is_worded_otherwise() {
    for game in [GameId::Blackjack, GameId::Craps, GameId::Minibaccarat, GameId::CheminDeFer] {
        let mut floor = Floor::open(game, 47);
        floor.play_lines(400);
        let texts = |lines: &[String]| {
            let mut book = Book::new("t1");
            let facts = lines.iter().flat_map(|line| book.replay(line).expect("a true line").facts);
            facts.map(|fact| fact.text).collect::<Vec<_>>()
        };
        let before = texts(&floor.lines);
        set(Switch::OtherWords, true);
        let after = texts(&floor.lines);
        let report = verify(&floor.lines);
        set(Switch::OtherWords, false);
        assert!(before.len() > 100 && before.iter().zip(&after).all(|(one, other)| one != other));
        assert!(report.is_ok(), "{game:?}: {:?}", report.err());
    }
}
