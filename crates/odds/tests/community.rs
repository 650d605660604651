//! Let it ride and double down stud against figures from outside, and against a count made apart from this code.

use odds::{Prepared, community::counted};
use rounds::{Settings, standard};
use rules::{Money, double_down_stud::DoubleDownStud, games, let_it_ride::LetItRide};

fn options<G: rules::Game>(text: &str) -> G::Options {
    let settings = standard::<G>().with(Settings::read(text).expect("key=value"));
    games::options::<G>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach)).expect("lawful")
}

/// By wagers in play, from one to three: hands that lose, tens or better, two pairs … royal flush.
const DEALS: [[u64; 10]; 3] = [
    [38_576_700, 3_228_804, 1_214_136, 404_712, 110_880, 0, 0, 0, 0, 0],
    [937_824, 2_647_560, 682_776, 328_968, 88_656, 92_152, 41_472, 4_608, 368, 0],
    [53_076, 2_571_636, 574_128, 364_560, 4_464, 10_008, 33_408, 7_872, 352, 80],
];

#[test]
fn every_deal_of_let_it_ride_is_counted() {
    let counted = counted::<LetItRide>(&options::<LetItRide>(""));
    assert_eq!(counted.total(), 51_979_200);
    let [none, first, second, both] = counted.deals.as_slice() else { panic!("four patterns") };
    let two: Vec<u64> = first.iter().zip(second).map(|(one, other)| one + other).collect();
    assert_eq!([none.as_slice(), &two, both], DEALS.each_ref().map(<[u64; 10]>::as_slice));
    // The first wager rides on 1,608 of 22,100 hands, the second on 43,133 of 270,725 sets of four cards.
    assert_eq!(counted.made, [1_608, 43_133]);
    assert_eq!(counted.in_play(1).decimal(6), "1.232084");
}

#[test]
fn let_it_ride_costs_what_was_published() {
    let results = |text: &str| {
        let options = options::<LetItRide>(text);
        let prepared = Prepared::<LetItRide>::with_all(options).expect("playable");
        assert_eq!(prepared.bets().len(), 1, "the three wagers are made as one");
        prepared.exact(None).remove(0).expect("solvable")
    };
    let usual = results("");
    assert_eq!(usual.edge().percent(6), "3.505679");
    assert_eq!(format!("{:.5}", usual.deviation()), "5.16828");
    let in_play = counted::<LetItRide>(&options::<LetItRide>("")).in_play(1);
    assert_eq!((usual.edge() / in_play).percent(3), "2.845");
    // wizardofodds.com: a royal flush at 500 to 1.
    assert_eq!(results("odds.royal-flush=\"500 to 1\"").edge().percent(3), "3.737");
    // A limit on what a hand is paid is in the odds.
    assert!(results("payout-limit=1000.00").edge() > usual.edge());
    assert_eq!(usual.stake(), Money::dollars(10));
}

/// Not doubled, then doubled: hands that lose, sixes to tens, jacks or better, two pairs … royal flush.
const DOUBLED: [[u64; 11]; 2] = [
    [8_054_136, 816_480, 660_744, 152_064, 50_688, 34_272, 0, 0, 0, 0, 0],
    [148_164, 1_295_520, 1_028_856, 465_696, 223_872, 16_728, 25_540, 18_720, 3_120, 180, 20],
];

#[test]
fn every_deal_of_double_down_stud_is_counted() {
    let counted = counted::<DoubleDownStud>(&options::<DoubleDownStud>(""));
    // Each of the four cards that are seen may be one's own.
    assert_eq!(counted.total(), 4 * 12_994_800);
    assert_eq!(counted.deals, DOUBLED.map(|lines| lines.map(|deals| 4 * deals)));
    assert_eq!(counted.made, [67_217], "of 270,725 sets of four cards");
}

#[test]
fn double_down_stud_costs_what_was_published() {
    let edge = |text: &str| {
        let options = options::<DoubleDownStud>(text);
        let prepared = Prepared::<DoubleDownStud>::with_all(options).expect("playable");
        prepared.exact(None).remove(0).expect("solvable").edge()
    };
    // shram.kiev.ua: 2.67 %.
    assert_eq!(edge("").percent(4), "2.6678");
    assert_eq!(edge("odds.royal-flush=\"1000 to 1\"").percent(4), "2.9757");
    let machine = "odds.royal-flush=\"3999 to 1\" odds.straight-flush=\"199 to 1\" odds.four-of-a-kind=\"49 to 1\" payout-limit=1000000";
    // The total of wizardofodds.com's return table for the machine.
    assert_eq!(edge(machine).percent(4), "2.1033");
}
