use super::*;
extern crate std;
use std::{collections::BTreeMap, vec::Vec};

fn cards<const N: usize>(text: &str) -> [Card; N] {
    let cards: Vec<Card> = text.split(' ').map(|card| Card::read_with_joker(card).expect("a card")).collect();
    cards.try_into().expect("so many cards")
}

fn high(text: &str) -> High {
    High::of(cards(text), Wheel::Second)
}

fn low(text: &str) -> Low {
    Low::of(cards(text))
}

/// The joker as a person would play it: every card of the deck in its place, of which those count that are an ace or
/// complete a straight or a flush.
fn tried(hand: [Card; 5], wheel: Wheel) -> Option<High> {
    let at = hand.iter().position(|card| card.is_joker())?;
    let mut best: Option<High> = None;
    for card in Card::all().filter(|card| !hand.contains(card)) {
        let mut with = hand;
        with[at] = card;
        let made = High::of(with, wheel);
        if card.rank() == 1 || made.kind().is_complete() {
            best = best.max(Some(made));
        }
    }
    best
}

/// All 2,869,685 hands: how many there are of each kind, and the joker in each of the 270,725 that have it.
#[test]
fn every_hand_is_ranked_and_the_joker_is_played_best() {
    let deck: Vec<Card> = Card::all_with_joker().collect();
    for wheel in [Wheel::Second, Wheel::Lowest] {
        let mut kinds = [0_u32; 11];
        for e in 4..53 {
            each_four(e, |four| {
                let hand = [deck[four[0]], deck[four[1]], deck[four[2]], deck[four[3]], deck[e]];
                let made = High::of(hand, wheel);
                kinds[made.kind() as usize] += 1;
                if e == 52 && made.kind() != Kind::FiveAces {
                    // Five aces need a card that no deck has: the fifth.
                    assert_eq!(tried(hand, wheel), Some(made), "{hand:?}");
                }
            });
        }
        assert_eq!(
            kinds,
            [1_418_964, 1_215_024, 138_600, 63_360, 20_532, 7_804, 4_368, 828, 180, 24, 1],
            "{wheel:?}"
        );
    }
}

/// Every set of four places below one.
fn each_four(below: usize, mut each: impl FnMut([usize; 4])) {
    for d in 3..below {
        for c in 2..d {
            for b in 1..c {
                (0..b).for_each(|a| each([a, b, c, d]));
            }
        }
    }
}

#[test]
fn the_joker_is_an_ace_or_completes_a_straight_or_a_flush() {
    for (hand, same) in [
        ("joker Ks Qd 9c 2h", "As Ks Qd 9c 2h"),
        ("joker Kd Kc 9c 2h", "As Kd Kc 9c 2h"),
        ("joker Ad Kc 9c 2h", "As Ad Kc 9c 2h"),
        ("joker Ad Ac 9c 2h", "As Ad Ac 9c 2h"),
        ("joker 9d 8c 7c 6h", "Td 9d 8c 7c 6h"),
        ("joker 9d 8c 6c 5h", "9d 8c 7c 6c 5h"),
        ("joker Ad 4c 3c 2h", "Ad 5c 4c 3c 2h"),
        ("joker 5d 4c 3c 2h", "As 5d 4c 3c 2h"),
        ("joker Kd Qc Jc Th", "As Kd Qc Jc Th"),
        ("joker Ac Kc 9c 2c", "Ac Kc Qc 9c 2c"),
        ("joker Kc Qc 9c 2c", "Ac Kc Qc 9c 2c"),
        ("joker 5c 4c 3c 2c", "Ac 5c 4c 3c 2c"),
        ("joker Kc Qc Jc Tc", "Ac Kc Qc Jc Tc"),
        ("joker Ac Kc Qc Tc", "Ac Kc Qc Jc Tc"),
    ] {
        assert_eq!(high(hand), high(same), "{hand}");
    }
    assert_eq!(high("joker Ac Ad Ah As").kind(), Kind::FiveAces);
    assert_eq!(low("joker 2c"), low("As 2d"));
    assert_eq!(low("joker Ac"), low("As Ad"));
}

#[test]
fn the_wheel_is_second_or_lowest() {
    let order = |wheel| {
        let all = ["As 2d 3c 4c 5h", "2s 3d 4c 5c 6h", "9s Td Jc Qc Kh", "Ts Jd Qc Kc Ah"];
        let suited = ["As 2s 3s 4s 5s", "2s 3s 4s 5s 6s", "9s Ts Js Qs Ks", "Ts Js Qs Ks As"];
        [all, suited].map(|straights| {
            let mut places = [0, 1, 2, 3];
            places.sort_by_key(|&at| High::of(cards(straights[at]), wheel));
            places
        })
    };
    assert_eq!(order(Wheel::Second), [[1, 2, 0, 3]; 2]);
    assert_eq!(order(Wheel::Lowest), [[0, 1, 2, 3]; 2]);
    // With the lower place a joker makes the six of it rather than the ace.
    let hand = cards("joker 5d 4c 3c 2h");
    assert_eq!(High::of(hand, Wheel::Lowest), high("6s 5d 4c 3c 2h"));
}

#[test]
fn low_hands_are_ordered_by_pair_then_by_rank() {
    let mut all = BTreeMap::new();
    for one in Card::all_with_joker() {
        for other in Card::all_with_joker().filter(|&other| other != one) {
            let (upper, lower) = (rank(one).max(rank(other)), rank(one).min(rank(other)));
            let plain = (upper == lower, upper, lower);
            assert_eq!(*all.entry(plain).or_insert(Low::of([one, other])), Low::of([one, other]));
        }
    }
    assert_eq!(all.len(), Low::COUNT);
    assert!(all.values().zip(0_u8..).all(|(low, at)| low.number() == at));
}

/// A low hand outranks a high hand if it would win against its cards, the groups first.
#[test]
fn a_foul_is_a_low_hand_above_the_high_hand() {
    for (five, two, is_foul) in [
        ("Ks Qd 9c 5h 3d", "As 2d", true),
        ("As Qd 9c 5h 3d", "Ks Jd", false),
        ("As Qd 9c 5h 3d", "joker Kd", true),
        ("As Qd 9c 5h 3d", "joker Qc", false),
        ("As Qd 9c 5h 3d", "joker Jc", false),
        ("As Kd Qc Jh 9d", "2s 2d", true),
        ("3s 3d Qc Jh 9d", "2s 2d", false),
        ("3s 3d Qc Jh 9d", "4s 4d", true),
        ("As Ad Qc Jh 9d", "joker Ac", false),
        ("3s 3d 2c 2h 9d", "As Ad", false),
        ("6s 5d 4c 3h 2d", "As Ad", false),
        ("7s 5d 4c 3h 2d", "6s 4d", false),
        ("6s 5d 4c 3h 8d", "9s 2d", true),
        ("2s 2d 3c 4h 5d", "As Kd", false),
    ] {
        let hands = Hands { high: high(five), low: low(two) };
        assert_eq!(hands.is_foul(), is_foul, "{five} / {two}");
    }
}

#[test]
fn the_least_high_hand_is_the_lowest_whose_cards_are_not_outranked() {
    // By the two highest groups of five plain cards, for every low hand.
    let deck: Vec<Card> = Card::all().collect();
    let mut highs = BTreeMap::new();
    for e in 4..52 {
        each_four(e, |four| {
            let hand = [deck[four[0]], deck[four[1]], deck[four[2]], deck[four[3]], deck[e]];
            highs.entry(High::of(hand, Wheel::Second)).or_insert(hand);
        });
    }
    for (upper, lower) in (0..13).flat_map(|upper| (0..=upper).map(move |lower| (upper, lower))) {
        let card = |rank: u8, suit| Card::of((rank + 1) % 13 + 1, suit);
        let two = Low::of([card(upper, 0), card(lower, 1)]);
        for (&high, hand) in &highs {
            let mut ranks = hand.map(rank);
            ranks.sort_unstable_by(|a, b| b.cmp(a));
            let pair = ranks.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
            let is_foul = match high.kind() {
                Kind::HighCard => upper == lower || (upper, lower) > (ranks[0], ranks[1]),
                Kind::OnePair => upper == lower && Some(upper) > pair,
                _ => false,
            };
            assert_eq!(Hands { high, low: two }.is_foul(), is_foul, "{hand:?} {upper} {lower}");
        }
    }
}

#[test]
fn the_bank_wins_copies() {
    let hands = |five, two| Hands { high: high(five), low: low(two) };
    let (better, same, worse) = (
        hands("Ks Kd 9c 5h 3d", "As 4d"),
        hands("Qs Qd 9c 5h 3d", "As 3c"),
        hands("Js Jd 9c 5h 3s", "As 2d"),
    );
    assert_eq!((better.against(same), worse.against(same)), (Outcome::Wins, Outcome::Loses));
    assert_eq!(same.against(same), Outcome::Loses);
    assert_eq!(Hands { high: better.high, ..same }.against(same), Outcome::Push);
    assert_eq!(Hands { low: worse.low, ..same }.against(same), Outcome::Loses);
    assert_eq!(Hands { low: worse.low, ..better }.against(same), Outcome::Push);
}

#[test]
fn seven_cards_are_set_in_21_ways() {
    let seven = cards("As Kd Qc 5h 3d 2s joker");
    let mut seen = std::collections::BTreeSet::new();
    for low in SETTINGS {
        let (five, two) = parted(&seven, low);
        let mut all: Vec<Card> = five.into_iter().chain(two).collect();
        all.sort_unstable();
        let mut given = seven.to_vec();
        given.sort_unstable();
        assert_eq!(all, given);
        assert!(seen.insert(two));
    }
}
