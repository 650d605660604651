//! Pai gow: every hand, every pair of hands, and every setting of a hand.

use odds::{
    Fraction,
    pai_gow::{AGAINST, Dealt, HANDS, PAIRS, stated},
};
use rules::{
    Vocabulary,
    hands::{
        pai_gow::{GongEights, Ranking, TwoFour, Way},
        two_hands::Outcome,
    },
    kit::tiles::Tile,
};
use std::{fs, path::Path};

/// With one tile of the Supreme Pair, hands are told apart that are alike if paired tiles are: three others of different sorts, or
/// two alike and another.
const APART: usize = 455 + 15 * 14;

fn way(name: &str) -> Way {
    Way::read(name).expect("a way")
}

#[test]
fn every_hand_is_set_and_every_rule_is_used() {
    for (name, _) in Way::NAMED {
        let dealt = Dealt::new(&way(name), Ranking::USUAL);
        let uses = dealt.uses(&way(name));
        assert_eq!(uses.iter().sum::<u64>(), HANDS, "{name}");
        let idle = uses.iter().position(|&hands| hands == 0).map(|at| way(name).rule(at).to_string());
        assert_eq!(idle, None, "{name}: a rule that no hand needs");
        assert_eq!(dealt.different(), 3_620 + APART, "{name}");
    }
}

/// Each pair of hands is counted once.
#[test]
fn all_pairs_of_hands_are_counted() {
    assert_eq!(u128::from(HANDS) * u128::from(AGAINST), PAIRS);
    for two_four in [TwoFour::AboveFives, TwoFour::BelowFives] {
        for gong_eights in [GongEights::Any, GongEights::Mixed] {
            for (name, _) in Way::NAMED {
                let deals = stated(&way(name), Ranking { two_four, gong_eights });
                assert!(deals.wins < deals.loses, "{name}: only copies favor the bank");
                assert!(deals.loses - deals.wins < deals.low_copies + deals.high_copies, "{name}");
                // By symmetry, whatever the player wins the bank would win with the hands exchanged.
                assert!(deals.wins + deals.loses < PAIRS);
            }
        }
    }
}

/// In how many rounds the player wins, neither wins and the bank wins, and the edges with charges of 5 and 4 %, in percent. Those of
/// Pennsylvania's way were also counted by another program.
#[test]
fn the_two_ways_have_these_figures() {
    let figures = |name| {
        let deals = stated(&way(name), Ranking::USUAL);
        let shares = deals.ways().map(|ways| Fraction::ratio(ways, PAIRS));
        let edges = [deals.edge(5), deals.bank_edge(5), deals.edge(4), deals.bank_edge(4)];
        shares.into_iter().chain(edges).map(|figure| figure.percent(4)).collect::<Vec<_>>()
    };
    let expected = [
        ["29.4297", "40.2097", "30.3606", "2.4024", "0.5871", "2.1081", "0.2835"],
        ["29.4427", "39.9169", "30.6404", "2.6698", "0.3343", "2.3754", "0.0279"],
    ];
    assert_eq!([figures("taj-mahal"), figures("pennsylvania")], expected);
}

/// The shares of rounds with other ways on both sides. Those of the first three were also counted by another program. The last is
/// New Zealand's, as far as it was read: the published edges are not those of any of them.
#[test]
fn written_ways_are_counted_as_well() {
    let new_zealand = "two-pair -> keep
        pair, of 4/5/6/10/11 -> keep
        pair, of gee, with 4/5/6 6 -> split
        pair, of 2/12, with 4/5/6/7/8/11 9 -> split
        pair, of 2/12, with 4/5/6/7/8 8 -> split
        pair, of 2/12, with 4/5/6/7 7 -> split
        pair, of 2/12, with 4/5/6 6 -> split
        pair, of 9, with 2/12/10 2/12/10 -> split
        pair, of 8, with 2/12/10/11 2/12/10/11 -> split
        pair, of 8, with 9 11 -> split
        pair, of 7, with 2/12/10/11 2/12/10/11 -> split
        pair -> keep
        no-pair -> low 3:high-4+, one 9 12+7
        no-pair -> low 3:high-4+, one 9 2+7
        no-pair -> low 3:high-4+, one gong 12+8
        no-pair -> low 3:high-4+, one gong 2+8
        no-pair -> low 3:high-4+, one wong 12+9
        no-pair -> low 3:high-4+, one wong 2+9
        no-pair, with 2/12 7/8/9 -> best high
        no-pair -> low 3:high-4+
        no-pair -> high 8+, best high
        no-pair -> best low";
    for (rules, expected) in [
        ("no-pair or pair or two-pair -> best low", ["36.5237", "26.2681", "37.2082"]),
        ("no-pair or pair or two-pair -> best high", ["30.0323", "38.6208", "31.3469"]),
        ("pair or two-pair -> keep; no-pair -> best low", ["33.3317", "32.6409", "34.0273"]),
        (new_zealand, ["29.4225", "40.2428", "30.3347"]),
    ] {
        let shares = stated(&way(rules), Ranking::USUAL).ways();
        assert_eq!(shares.map(|ways| Fraction::ratio(ways, PAIRS).percent(4)), expected, "{rules}");
    }
}

/// Numbers of hands are the published ones. Edges were published for a way that is not named: they lie beside those of the Taj
/// Mahal's, and the table says how far.
#[test]
fn published_figures_stand_beside_those_counted_here() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published/pai-gow.tsv");
    let text = fs::read_to_string(file).expect("figures");
    let deals = stated(&way("taj-mahal"), Ranking::USUAL);
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 7);
    for row in rows {
        let [figure, published, here, _source] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: four columns")
        };
        let found = match figure {
            "hands of four tiles" => HANDS.to_string(),
            "hands if paired tiles are alike" => {
                (Dealt::new(&way("taj-mahal"), Ranking::USUAL).different() - APART).to_string()
            }
            "hands of two tiles" => (32 * 31 / 2).to_string(),
            "edge against a player, 5 %" => deals.edge(5).percent(4),
            "edge against a player, 4 %" => deals.edge(4).percent(4),
            "edge against the bank, 5 %" => deals.bank_edge(5).percent(4),
            "edge against the bank, 4 %" => deals.bank_edge(4).percent(4),
            other => panic!("{other}: no such figure"),
        };
        assert_eq!(found, here, "{figure}");
        assert!(figure.starts_with("edge") || published == here, "{figure}");
    }
}

/// A second count of what settings are worth: hands of the bank dealt at random.
#[test]
fn settings_win_as_often_as_hands_dealt_at_random() {
    for (name, text) in [
        ("pennsylvania", "6-6 3-6 1-3 1-4"),
        ("taj-mahal", "2-4 1-2 3-3 1-3"),
        ("taj-mahal", "5-5 4-6 1-6 1-5"),
    ] {
        let tiles: Vec<Tile> = text.split(' ').map(|tile| Tile::read(tile).expect("a tile")).collect();
        let tiles: [Tile; 4] = tiles.try_into().expect("four");
        let way = way(name);
        let all = Dealt::new(&way, Ranking::USUAL).settings(&tiles, Ranking::USUAL);
        assert_eq!(all.len(), 3, "{text}");
        let mut deck: Vec<Tile> =
            Tile::all().flat_map(|tile| vec![tile; usize::from(tile.copies())]).collect();
        for tile in tiles {
            deck.remove(deck.iter().position(|other| *other == tile).expect("there"));
        }
        let (mut counts, mut random) = ([[0_u32; 2]; 3], 47_u64);
        const DEALS: u32 = 100_000;
        for _ in 0..DEALS {
            for at in 0..4 {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                deck.swap(at, at + usize::try_from(random >> 33).expect("31 bits") % (28 - at));
            }
            let bank = way.set(deck[..4].try_into().expect("four"), Ranking::USUAL).hands;
            for (setting, counts) in all.iter().zip(&mut counts) {
                match setting.hands.against(bank) {
                    Outcome::Wins => counts[0] += 1,
                    Outcome::Loses => counts[1] += 1,
                    Outcome::Push => {}
                }
            }
        }
        for (setting, counts) in all.iter().zip(counts) {
            for (exact, count) in [setting.wins, setting.loses].into_iter().zip(counts) {
                let [exact, found] = [exact as f64 / AGAINST as f64, f64::from(count) / f64::from(DEALS)];
                let spread = (exact * (1.0 - exact) / f64::from(DEALS)).sqrt();
                assert!((exact - found).abs() <= 4.5 * spread, "{text} {setting:?}: {exact} {found}");
            }
        }
    }
}
