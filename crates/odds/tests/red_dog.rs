//! Red dog against figures from outside: the edge for one to eight decks with a raise from a spread of seven
//! (wizardofodds.com/games/red-dog: 3.155, 3.077, 2.884, 2.798 and 2.751 percent for 1, 2, 4, 6 and 8 decks), and what a
//! raise is worth with six decks (webcasinoguide.com/reddog.asp).

use odds::{
    Fraction,
    red_dog::{RAISE_FROM, results, spreads, two_cards},
};
use rounds::Settings;
use rules::{
    Money, games,
    kit::cards::{Card, Unseen},
    red_dog::{Options, RedDog},
};

fn options(text: &str) -> Options {
    let settings = Settings::read(text).expect("key=value");
    games::options::<RedDog>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach)).expect("lawful")
}

const STAKE: Money = Money::dollars(10);

#[test]
fn edges_are_the_published_ones_for_every_number_of_decks() {
    let mut before = Fraction::ONE;
    for decks in 1..=8 {
        let options = options(&format!("decks={decks}"));
        let unseen = Unseen::decks(decks);
        let edge = |from: u8| {
            results(options, &unseen, STAKE, |low, high| high - low > from).expect("playable").edge()
        };
        let best = edge(RAISE_FROM);
        match decks {
            1 => assert_eq!(best.percent(3), "3.155"),
            2 => assert_eq!(best.percent(3), "3.077"),
            4 => assert_eq!(best.percent(3), "2.884"),
            6 => assert_eq!(best.percent(3), "2.798"),
            8 => assert_eq!(best.percent(3), "2.751"),
            _ => {}
        }
        assert!(best < before, "more decks, less edge");
        before = best.clone();
        // It is the best rule: raising from six or from eight loses more, and never raising loses most.
        for from in [6, 8, 12] {
            assert!(edge(from) > best, "{decks} decks, from {from}");
        }
        for spread in spreads(options, &unseen, STAKE).expect("playable") {
            assert_eq!(
                spread.gain > Fraction::ZERO,
                spread.spread >= RAISE_FROM,
                "{decks}: {}",
                spread.spread
            );
        }
    }
}

#[test]
fn raises_are_worth_what_was_published() {
    let all = spreads(options("decks=6"), &Unseen::decks(6), STAKE).expect("playable");
    let published = [
        (1, "0.077419", "-0.535484"),
        (2, "0.154839", "-0.225806"),
        (3, "0.232258", "-0.303226"),
        (4, "0.309677", "-0.380645"),
        (5, "0.387097", "-0.225806"),
        (6, "0.464516", "-0.070968"),
        (7, "0.541935", "0.083871"),
        (8, "0.619355", "0.238710"),
        (9, "0.696774", "0.393548"),
        (10, "0.774194", "0.548387"),
        (11, "0.851613", "0.703226"),
    ];
    let found: Vec<_> = all.iter().map(|s| (s.spread, s.wins.decimal(6), s.gain.decimal(6))).collect();
    let found: Vec<(u8, &str, &str)> = found.iter().map(|(s, w, g)| (*s, w.as_str(), g.as_str())).collect();
    assert_eq!(found, published);
    let [ties, pairs] = [Fraction::new(2 * 12 * 24 * 24, 312 * 311), Fraction::new(23, 311)];
    let spreads: Fraction = all.iter().map(|s| s.chance.clone()).sum();
    assert_eq!(spreads + ties + pairs, Fraction::ONE);
}

/// Better odds change the result, and so do cards that were seen.
#[test]
fn odds_and_seen_cards_count() {
    let unseen = Unseen::decks(6);
    let edge = |text: &str, unseen: &Unseen| {
        results(options(text), unseen, STAKE, |low, high| high - low > RAISE_FROM).expect("playable").edge()
    };
    assert!(edge("decks=6 odds.spread-1=\"6 to 1\"", &unseen) < edge("decks=6", &unseen));
    let card = Card::all().next().expect("a card");
    let seen = unseen.seeing(card).expect("there");
    assert_ne!(edge("decks=6", &seen), edge("decks=6", &unseen));
}

/// In a part-used shoe whether to raise depends on the two cards: of one spread, some have many cards between them and
/// others few. A rule by the spread alone leaves money on the table.
#[test]
fn the_best_rule_goes_by_the_two_cards() {
    let options = options("decks=1");
    // Every three, four and five is gone: of the seven values between two and ten only four can still come, while all
    // between six and the ace can.
    let unseen = Card::all()
        .filter(|card| (3..=5).contains(&card.rank()))
        .fold(Unseen::decks(1), |left, card| left.seeing(card).expect("there"));
    let pairs = two_cards(options, &unseen, STAKE).expect("playable");
    let same: Vec<_> = pairs.iter().filter(|two| two.spread == 7).collect();
    assert!(same.iter().any(|two| two.gain > Fraction::ZERO));
    assert!(same.iter().any(|two| two.gain < Fraction::ZERO));
    let edge =
        |raise: &dyn Fn(u8, u8) -> bool| results(options, &unseen, STAKE, raise).expect("playable").edge();
    let by_cards = edge(&|low, high| {
        pairs.iter().any(|two| (two.low, two.high) == (low, high) && two.gain > Fraction::ZERO)
    });
    let all = spreads(options, &unseen, STAKE).expect("playable");
    let by_spread =
        edge(&|low, high| all.iter().any(|one| one.spread + 1 == high - low && one.gain > Fraction::ZERO));
    assert!(by_cards < by_spread, "{} {}", by_cards.percent(4), by_spread.percent(4));
    // No rule does better: every choice is independent of the others.
    for two in &pairs {
        let other = edge(&|low, high| {
            let is_it = (low, high) == (two.low, two.high);
            let raises =
                pairs.iter().any(|one| (one.low, one.high) == (low, high) && one.gain > Fraction::ZERO);
            raises != is_it
        });
        assert!(other >= by_cards, "{two:?}");
    }
}
