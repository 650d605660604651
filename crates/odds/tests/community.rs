//! Let it ride and double down stud compared with published figures, and with a count made independently of this
//! code.

use odds::{
    Fraction, Prepared,
    community::{Community, Worth, counted, worths},
};
use rounds::{Settings, standard};
use rules::{
    Money, Patron, Vocabulary, double_down_stud::DoubleDownStud, games, kit::cards::Card,
    let_it_ride::LetItRide,
};

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
    // Each of the four visible cards may be the player's own.
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

/// Every set of this many cards.
fn sets(count: usize) -> Vec<Vec<Card>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |cards: &Vec<Card>| {
            let above = cards.last().map_or(0, |last| last.index() + 1);
            Card::all().skip(above).map(|card| [cards.as_slice(), &[card]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The ranks of a set, and which of its cards have the same suit: sets that agree in both have the same
/// value.
fn pattern(cards: &[Card]) -> Vec<(u8, u8)> {
    let mut suits: Vec<Vec<u8>> = (0..4)
        .map(|suit| cards.iter().filter(|card| card.suit() == suit).map(|card| card.rank()).collect())
        .collect();
    suits.iter_mut().for_each(|ranks| ranks.sort_unstable());
    suits.sort();
    (0..).zip(suits).flat_map(|(suit, ranks)| ranks.into_iter().map(move |rank| (suit, rank))).collect()
}

/// The average of a function over all sets of this many cards, computed once for each pattern.
fn average(count: usize, of: impl Fn(&[Card]) -> Fraction) -> Fraction {
    let mut patterns = std::collections::BTreeMap::new();
    for cards in sets(count) {
        patterns.entry(pattern(&cards)).or_insert_with(|| (cards, 0_u128)).1 += 1;
    }
    let total: u128 = patterns.values().map(|(_, times)| times).sum();
    patterns.values().map(|(cards, times)| of(cards) * Fraction::ratio(*times, total)).sum()
}

/// A player who always makes the better decision loses what the odds say.
#[test]
fn the_better_decisions_come_to_the_edge() {
    fn comes_to_the_edge<G: Community>(cards: usize) {
        let prepared = Prepared::<G>::with_all(options::<G>("")).expect("playable");
        let (on, stake) = prepared.bets()[0];
        let worth = Worth::<G>::new(options::<G>(""), on.wager, stake).expect("a wager");
        let best = average(cards, |cards| worth.of(cards, 0, 0).into_iter().max().expect("two"));
        assert_eq!(-best, prepared.exact(None).remove(0).expect("solvable").edge(), "{}", G::NAME);
    }
    comes_to_the_edge::<LetItRide>(3);
    comes_to_the_edge::<DoubleDownStud>(4);
}

/// What it costs to let a wager ride on a pair below tens.
#[test]
fn a_low_pair_is_withdrawn() {
    let third = rules::let_it_ride::Wager::Third;
    let worth =
        Worth::<LetItRide>::new(options::<LetItRide>(""), third, Money::dollars(10)).expect("a wager");
    let cost = |cards: &str, decision| {
        let cards: Vec<Card> = cards.split(' ').map(|card| Card::read(card).expect("a card")).collect();
        let [withdrawn, ridden] = worth.of(&cards, decision, 0);
        withdrawn - ridden
    };
    // Of 1,176 pairs of cards that may come, 1 makes four of a kind, 9 a full house, 88 three of a kind, 198 two pairs, and 880
    // nothing that is paid.
    for cards in ["5c 5d 8h", "5c 5d Kh", "9c 2d 9h"] {
        assert_eq!(cost(cards, 0), Fraction::new(880 - 50 - 9 * 11 - 88 * 3 - 198 * 2, 1176));
    }
    // wizardofodds.com, with four cards: 45.83 %.
    assert_eq!(cost("5c 5d 8h 2s", 1).percent(2), "45.83");
}

/// At a table, from the cards that lie there and what was decided before.
#[test]
fn both_answers_have_their_worth_at_a_table() {
    fn at<G: Community>(given: &str) -> Option<Vec<(String, String)>> {
        let mut table: G = rules::Game::open(options::<G>(""));
        rounds::place(&mut table, given).unwrap_or_else(|why| panic!("{given}: {why}"));
        let both = worths(&table, Patron(1))?;
        let name = |act| rules::Input::Act { by: rules::Actor::Patron(Patron(1)), act };
        Some(both.map(|(act, worth)| (rules::InputOf::<G>::to_string(&name(act)), worth.decimal(4))).to_vec())
    }
    let both = |one: (&str, &str), other: (&str, &str)| {
        Some([one, other].map(|(act, worth)| (act.to_owned(), worth.to_owned())).to_vec())
    };
    assert_eq!(at::<LetItRide>("p1@7 third 10; turn 7"), None, "a player who has not looked");
    // Of the 48 cards that may come last, 2 make three of a kind and 6 two pairs: each wager gains 58/48.
    let kings = at::<LetItRide>("p1@7 third 10; seat 7 Kc Kd 4s; p1 lets it ride; cards 7h");
    assert_eq!(kings, both(("p1 lets it ride", "3.6250"), ("p1 withdraws", "2.4167")));
    let kings = at::<LetItRide>("p1@7 third 10; seat 7 Kc Kd 4s; p1 withdraws; cards 7h");
    assert_eq!(kings, both(("p1 lets it ride", "2.4167"), ("p1 withdraws", "1.2083")));
    let kings = at::<DoubleDownStud>("p1@4 original 10; seat 4 Kh; cards Kd 9s 2c; turn 4");
    assert_eq!(kings, both(("p1 stands", "1.2083"), ("p1@4 double 10.00", "2.4167")));
}
