//! Pai gow poker: every hand, every pair of hands, and every setting of a hand.

use odds::{
    Fraction,
    pai_gow_poker::{AGAINST, COUNTS, Dealt, HANDS, PAIRS, deals, settings},
};
use rules::{
    hands::pai_gow_poker::{Kind, Outcome, Way, Wheel},
    kit::cards::Card,
};
use std::{fs, path::Path};

fn way(name: &str) -> Way {
    Way::read(name).expect("a way")
}

/// The house ways set all 154,143,080 hands, and use every rule they have; setting a hand never fails, and no setting is
/// a foul.
#[test]
fn every_hand_is_set_and_every_rule_is_used() {
    for (name, _) in Way::NAMED {
        for wheel in [Wheel::Second, Wheel::Lowest] {
            let dealt = Dealt::new(&way(name), wheel);
            let uses = dealt.uses(&way(name));
            assert_eq!(uses.iter().sum::<u64>(), HANDS, "{name}");
            assert!(dealt.sets().all(|hands| !hands.is_foul()), "{name}");
            let idle = uses.iter().position(|&hands| hands == 0).map(|at| way(name).rule(at).to_string());
            assert_eq!(idle, None, "{name}: a rule that no hand needs");
        }
    }
}

#[test]
fn shares_of_hands_are_the_published_ones() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published/pai-gow-poker.tsv");
    let kinds = Dealt::new(&way("mgm"), Wheel::Second).kinds(Wheel::Second);
    let text = fs::read_to_string(file).expect("figures");
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let [names, count, _source] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: three columns")
        };
        let of = |name: &str| {
            let kind = Kind::ALL.into_iter().find(|kind| kind.to_string() == name);
            kinds[kind.unwrap_or_else(|| panic!("{name}: no kind")) as usize]
        };
        assert_eq!(names.split(" + ").map(of).sum::<u64>().to_string(), count, "{names}");
    }
}

/// The stated numbers are counted again, over all 8,250,459,031,214,400 pairs of hands. The lowest place of the wheel takes as
/// long again.
#[test]
fn stated_numbers_of_deals_are_counted_again() {
    for (name, wheel, stated) in COUNTS.into_iter().filter(|(_, wheel, _)| *wheel == Wheel::Second) {
        assert_eq!(deals(&Dealt::new(&way(name), wheel)), stated, "{name} {wheel:?}");
    }
}

#[test]
#[ignore = "a long count: cargo test --release -p ch47-odds --test pai_gow_poker -- --ignored"]
fn stated_numbers_with_the_lowest_wheel_are_counted_again() {
    for (name, wheel, stated) in COUNTS.into_iter().filter(|(_, wheel, _)| *wheel == Wheel::Lowest) {
        assert_eq!(deals(&Dealt::new(&way(name), wheel)), stated, "{name} {wheel:?}");
    }
}

/// A second count of what settings are worth: hands of the bank dealt at random.
#[test]
fn settings_win_as_often_as_hands_dealt_at_random() {
    let (usual, wheel) = (way("mgm"), Wheel::Second);
    let dealt = Dealt::new(&usual, wheel);
    for text in ["As Ks Qs 9s 7d 7s joker", "Td Tc 9h 9s Ah 4c 2d", "2c 3d 4h 5s 7c 8d 9h"] {
        let cards: Vec<Card> =
            text.split(' ').map(|card| Card::read_with_joker(card).expect("a card")).collect();
        let cards: [Card; 7] = cards.try_into().expect("seven");
        let all = settings(&dealt, &cards, wheel);
        assert!(all.iter().all(|setting| !setting.hands.is_foul() || setting.loses == AGAINST));
        let mut deck: Vec<Card> = Card::all_with_joker().filter(|card| !cards.contains(card)).collect();
        let (mut counts, mut random) = ([[0_u32; 2]; 21], 47_u64);
        const DEALS: u32 = 100_000;
        for _ in 0..DEALS {
            for at in 0..7 {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                deck.swap(at, at + usize::try_from(random >> 33).expect("31 bits") % (46 - at));
            }
            let bank = usual.set(deck[..7].try_into().expect("seven"), wheel).hands;
            for (setting, counts) in all.iter().zip(&mut counts) {
                match setting.hands.against(bank) {
                    Outcome::Wins => counts[0] += 1,
                    Outcome::Loses => counts[1] += 1,
                    Outcome::Push => {}
                }
            }
        }
        for (setting, counts) in all.iter().zip(counts).filter(|(setting, _)| !setting.hands.is_foul()) {
            for (exact, count) in [setting.wins, setting.loses].into_iter().zip(counts) {
                let [exact, found] = [exact as f64 / AGAINST as f64, f64::from(count) / f64::from(DEALS)];
                let spread = (exact * (1.0 - exact) / f64::from(DEALS)).sqrt();
                assert!((exact - found).abs() <= 4.5 * spread, "{text} {setting:?}: {exact} {found}");
            }
        }
    }
}

/// wizardofodds.com, by way of casinoadvisor.com: 28.61, 41.48 and 29.91 %, 2.73 % for a player and 0.20 % for one who banks, 2.44 % with a
/// charge of 4 %; paigowcasinos.net: low hands are copies in 2.55 % of the rounds. Bally's way gives all of them, the MGM's does not.
#[test]
fn ballys_way_gives_the_published_figures() {
    let figures = |name: &str| {
        let (_, _, deals) = COUNTS.into_iter().find(|(one, ..)| *one == name).expect("counted");
        let shares = [deals.wins, deals.pushes(), deals.loses, deals.low_copies];
        let shares = shares.map(|deals| Fraction::ratio(deals, PAIRS));
        let edges = [deals.edge(5), deals.bank_edge(5), deals.edge(4)];
        shares.into_iter().chain(edges).map(|figure| figure.percent(2)).collect::<Vec<_>>()
    };
    assert_eq!(figures("ballys"), ["28.61", "41.48", "29.91", "2.55", "2.73", "0.20", "2.44"]);
    assert_eq!(figures("mgm"), ["28.65", "41.40", "29.95", "2.57", "2.74", "0.19", "2.45"]);
}

/// Neither side has a better hand: whatever wins for the player against the bank is lost the other way around, but for copies.
#[test]
fn only_copies_favor_the_bank() {
    for (name, _, deals) in COUNTS {
        assert!(deals.wins < deals.loses && deals.loses + deals.wins + deals.pushes() == PAIRS, "{name}");
        assert!(deals.loses - deals.wins < deals.low_copies + deals.high_copies, "{name}");
    }
}
