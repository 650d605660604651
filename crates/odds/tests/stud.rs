//! Caribbean stud against figures from outside: Michael Shackleford's totals over all 19,933,230,517,200 deals
//! (wizardofodds.com/games/caribbean-stud-poker, as printed in Contingencies, November/December 2000, and by many since).

use odds::{
    Fraction,
    stud::{DEALS, HOLES, Payments, Progressive, Solution, Spot, Strategy, frequencies, stated, walk},
};
use rounds::{Settings, standard};
use rules::{
    Money, Vocabulary,
    caribbean_stud::{CaribbeanStud, Options, qualifies},
    games,
    hands::poker::Strength,
    kit::cards::Card,
};

fn options(text: &str) -> Options {
    let settings = standard::<CaribbeanStud>().with(Settings::read(text).expect("key=value"));
    games::options::<CaribbeanStud>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach))
        .expect("lawful")
}

/// What is lost over all deals in units of the ante, and the element of risk in percent.
const PUBLISHED: [(Strategy, u64, &str, &str); 7] = [
    (Strategy::Optimal, 1_041_372_912_372, "5.224", "2.555"),
    (Strategy::RulesOfThumb, 1_041_417_758_724, "5.225", "2.554"),
    (Strategy::AceKingJackEightThree, 1_059_715_400_580, "5.316", "2.596"),
    (Strategy::MatchingRank, 1_063_176_931_284, "5.334", "2.616"),
    (Strategy::PairOrBetter, 1_090_272_101_460, "5.470", "2.738"),
    (Strategy::AceKingOrBetter, 1_132_600_203_540, "5.682", "2.672"),
    (Strategy::Blind, 3_310_360_338_060, "16.607", "5.536"),
];

#[test]
fn every_strategy_loses_what_was_published() {
    let payments = Payments::of(options(""), Money::dollars(10), None).expect("playable");
    let solution = Solution::of(&payments);
    for (strategy, loss, edge, risk) in PUBLISHED {
        let counts = solution.by(strategy);
        let results = counts.results(&payments);
        assert_eq!(results.edge(), Fraction::ratio(loss.into(), DEALS), "{}", strategy.name());
        assert_eq!(results.edge().percent(3), edge, "{}", strategy.name());
        assert_eq!(counts.risk(&payments).percent(3), risk, "{}", strategy.name());
        assert_eq!(results.combinations().map(|c| c.total), Some(DEALS));
    }
    // A pair is never folded, and less than ace-king never bet on; with ace-king it depends.
    assert_eq!((solution.above, solution.below), (0, 0));
    let cell = |side, up| solution.ace_king[&(side, up)];
    assert!(cell([12, 11, 9], 2).bets == cell([12, 11, 9], 2).of, "a queen, and a lower card than the jack");
    assert!(cell([12, 11, 9], 14).bets == cell([12, 11, 9], 14).of, "an ace up, with queen and jack");
    assert_eq!(cell([9, 8, 7], 14).bets, 0, "an ace up, without");
    assert_eq!(cell([10, 6, 4], 5).bets, 0, "nothing matches, and no queen");
    assert_eq!(cell([10, 6, 4], 6).bets, cell([10, 6, 4], 6).of, "the dealer's card matches");
}

/// A limit of 5,000.00 on a hand matters only if the ante is large: the edge rises with it.
#[test]
fn the_limit_on_a_hand_is_in_the_odds() {
    let edge = |ante, text| {
        let payments = Payments::of(options(text), Money::dollars(ante), None).expect("playable");
        stated().results(&payments).edge()
    };
    assert!(edge(100, "") > edge(20, ""));
    assert_eq!(edge(100, "payout-limit=50000"), edge(20, ""));
}

/// Compares the count by inclusion and exclusion with dealing every set of hole cards, for hands of several
/// kinds.
#[test]
fn spots_are_counted_as_if_every_hole_card_were_dealt() {
    let (mut at, mut checked, mut deals) = (0_u32, 0, 0_u128);
    walk(|spot| {
        deals += u128::from(spot.alike) * u128::from(HOLES);
        at += 1;
        if at % 397_003 == 0 || matches!(at, 1 | 6_300_000) {
            assert_eq!(spot.ends, dealt(spot), "{:?} against {:?}", spot.cards, spot.up);
            checked += 1;
        }
    });
    assert_eq!((deals, at), (DEALS, 134_459 * 47));
    assert!(checked > 12);
}

fn dealt(spot: &Spot) -> [u32; 4] {
    let rest: Vec<Card> = Card::all().filter(|c| !spot.cards.contains(c) && *c != spot.up).collect();
    let mut ends = [0; 4];
    for (a, &one) in rest.iter().enumerate() {
        for (b, &two) in rest.iter().enumerate().skip(a + 1) {
            for (c, &three) in rest.iter().enumerate().skip(b + 1) {
                for &four in &rest[c + 1..] {
                    let dealer = Strength::of([spot.up, one, two, three, four]);
                    let end = match spot.hand.strength.cmp(&dealer) {
                        _ if !qualifies(dealer) => 0,
                        std::cmp::Ordering::Greater => 1,
                        std::cmp::Ordering::Equal => 2,
                        std::cmp::Ordering::Less => 3,
                    };
                    ends[end] += 1;
                }
            }
        }
    }
    ends
}

#[test]
fn hands_come_as_often_as_they_do() {
    assert_eq!(frequencies(), [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
}

/// Break-even meters. The same article prints 217,047 for $500, $100 and $50, where its own method gives 218,047, and has
/// 176,613 for a schedule whose flush pays $75; its schedules with less than $500 for four of a kind are not lawful here.
#[test]
fn the_progressive_wager_is_fair_where_it_was_published() {
    let progressive = |four, full, flush| {
        let text = format!(
            "progressive.four-of-a-kind={four} progressive.full-house={full} progressive.flush={flush}"
        );
        Progressive::of(&options(&text))
    };
    let usual = progressive(500, 100, 50);
    assert_eq!(usual.fixed, Fraction::new(941_800, 2_598_960));
    assert_eq!(usual.per_dollar, Fraction::new(76, 25_989_600));
    assert_eq!(usual.break_even().decimal(0), "218047");
    assert_eq!(progressive(500, 150, 75).break_even().decimal(0), "176613");
    assert_eq!(usual.returned(Money::dollars(100_000)).decimal(4), "0.6548");
    // $100 for a flush, $250 for a full house, $500 for four of a kind: about $0.68, and 2.924 cents for each $10,000
    // (usvegas.com/games/caribbean-stud).
    let other = progressive(500, 250, 100);
    assert_eq!(other.fixed.decimal(2), "0.68");
    assert_eq!((other.per_dollar * Fraction::from(1_000_000)).decimal(3), "2.924");
}

/// Every payment comes from the rules, so the licensee's odds are in the result.
#[test]
fn better_odds_are_worth_more() {
    let payments = |text| Payments::of(options(text), Money::dollars(10), None).expect("playable");
    assert_ne!(payments(""), payments("odds.flush=\"6 to 1\""));
    assert_eq!(Card::read("As").map(odds::stud::rank), Some(14));
}
