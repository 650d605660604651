//! The joint result of several wagers, compared with published figures and with each wager by itself.

use odds::{
    Fraction, Priced, Unsolved, exact,
    together::{Joint, Part, Unread, read},
    worth_together,
};
use rules::{Money, craps::Craps, games, minibaccarat::Minibaccarat, red_dog::RedDog, roulette::Roulette};

fn options<G: Priced>(text: &str) -> G::Options {
    let settings = rounds::Settings::read(text).expect("key=value");
    games::options::<G>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach)).expect("lawful")
}

fn set<G: Priced>(settings: &str, wagers: &str) -> Result<Vec<Part<G::Wager>>, Unread> {
    read::<G>(wagers, &G::offered(options::<G>(settings)))
}

fn joint<G: Priced>(settings: &str, wagers: &str) -> Joint {
    let parts = set::<G>(settings, wagers).expect("readable");
    worth_together::<G>(options::<G>(settings), &parts, None).expect("solvable")
}

/// The edge per unit of all that is staked.
fn of_outlay(joint: &Joint) -> Fraction {
    -joint.mean() / joint.outlay()
}

/// Wizard of Odds, craps: the combined edge of pass and odds, in percent, and the deviation per pass bet with 3-4-5 times odds.
#[test]
fn a_pass_bet_with_odds_has_the_published_edge() {
    for (times, published) in
        [(1, "0.848"), (2, "0.606"), (3, "0.471"), (5, "0.326"), (10, "0.184"), (20, "0.099"), (100, "0.021")]
    {
        let settings = format!("limits.payable=0.01 limits.maximum=100000 odds-multiple={times}");
        let joint = joint::<Craps>(&settings, &format!("pass 10, pass-odds {times}x"));
        assert_eq!(of_outlay(&joint).percent(3), published, "{times} times");
        assert_eq!(joint.mean(), Fraction::new(-1000 * 7, 495), "odds cost nothing");
        assert_eq!(joint.made(), [Fraction::ONE, Fraction::new(2, 3)]);
        assert_eq!(joint.least_staked(), Money::dollars(10));
    }
    let odds =
        "pass-odds 4 30, pass-odds 10 30, pass-odds 5 40, pass-odds 9 40, pass-odds 6 50, pass-odds 8 50";
    let joint = joint::<Craps>("limits.payable=1.00 odds-multiple=5", &format!("pass 10, {odds}"));
    assert_eq!(of_outlay(&joint).percent(3), "0.374");
    let deviation = joint.variance().to_f64().sqrt() / 1000.0;
    assert!((deviation - 4.915_632).abs() < 1e-6, "{deviation}");
}

/// A Don't Pass Bet with odds; and wagers that cancel each other.
#[test]
fn wagers_against_each_other_have_one_distribution() {
    let both = joint::<Craps>("limits.payable=1.00", "pass 10, dont-pass 10");
    // They differ only on a come-out 12.
    let ends: Vec<_> = both.ends().map(|(end, chance)| (end.net, chance.clone())).collect();
    assert_eq!(ends, [(Money::dollars(-10), Fraction::new(1, 36)), (Money::ZERO, Fraction::new(35, 36))]);
    let all = joint::<Roulette>("wheel=double-zero zero=all", "red 10, black 10, straight 0 1");
    assert_eq!(all.ends().count(), 3);
    assert_eq!(all.wins(), Fraction::new(1, 38));
}

/// Means add up whatever the wagers; variances only where they are independent.
#[test]
fn means_add_up() {
    let settings =
        "decks=8 shuffle=lace deal=face-up vigorish=5% pay-order=\"1\" disclosed-card=\"2\" total-cards=true";
    let both = joint::<Minibaccarat>(settings, "banker 100, four-cards 100");
    let options = options::<Minibaccarat>(settings);
    let all = Minibaccarat::offered(options);
    let one = |name: &str| {
        let on = all.iter().find(|on| on.wager.to_string() == name).expect("offered");
        exact::<Minibaccarat>(options, None, on, Money::dollars(100)).expect("solvable")
    };
    let (banker, four) = (one("banker"), one("four-cards"));
    let cents = Fraction::new(10_000, 1);
    assert_eq!(both.mean(), (banker.mean() + four.mean()) * cents.clone());
    assert_ne!(both.variance(), (banker.variance() + four.variance()) * cents.clone() * cents.clone());
    // By itself it has the value it has alone.
    let alone = joint::<Minibaccarat>(settings, "banker 100");
    assert_eq!(alone.mean(), banker.mean() * cents.clone());
    assert_eq!(alone.variance(), banker.variance() * cents.clone() * cents);
    assert_eq!(alone.deals(), Some(4_998_398_275_503_360));
}

/// 7.3(f)2: enough on the number of cards, and the Banker's Hand pays no vigorish.
#[test]
fn a_set_is_one_patrons() {
    let settings = "decks=8 shuffle=lace deal=face-up vigorish=5% pay-order=\"1\" disclosed-card=\"2\" \
                    total-cards=true vigorish-waiver=true";
    let best = |set| joint::<Minibaccarat>(settings, set).ends().map(|(end, _)| end.net).max();
    assert_eq!(best("banker 100, four-cards 100"), Some(Money::dollars(250)));
    assert_eq!(best("banker 100, four-cards 50"), Some(Money::dollars(170)));
}

#[test]
fn a_raise_counts_as_outlay() {
    let joint = joint::<RedDog>("decks=1", "original 10");
    assert_eq!(joint.least_staked(), Money::dollars(10));
    // 3.155 % of the original wager, 2.672 % of all that is staked: the raises of `ch47 odds red-dog`.
    assert_eq!((-joint.mean() / Fraction::new(1000, 1)).percent(3), "3.155");
    assert_eq!(of_outlay(&joint).percent(3), "2.672");
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let craps = "limits.payable=1.00";
    let set = self::set::<Craps>;
    let wrong = |text: &str| set(craps, text).expect_err("unreadable").to_string();
    assert_eq!(set(craps, " ,").expect_err("nothing"), Unread::Nothing);
    assert_eq!(wrong("pass"), "`pass`: write an amount after the wager");
    assert_eq!(wrong("pass ten"), "`ten`: write an amount, or a multiple of the bet it supports, such as 2x");
    assert_eq!(wrong("pas 10"), "`pas`: no such wager is offered at this table");
    assert_eq!(wrong("place 10"), "`place`: say which place, such as `place 4`");
    assert_eq!(wrong("pass-odds 2x"), "`pass-odds`: a multiple needs `pass` in front of it");
    assert_eq!(wrong("field 2x"), "`field`: it supports no other wager: write an amount");
    let solved = |text: &str| {
        let parts = set(craps, text).expect("readable");
        worth_together::<Craps>(options::<Craps>(craps), &parts, None)
    };
    assert_eq!(solved("come 10, pass-odds 20"), Err(Unsolved::NeverMade { part: 1 }));
    // The usual table takes odds up to twice the bet, and pays 3 to 2 on even amounts alone.
    assert!(matches!(solved("pass 10, pass-odds 3x"), Err(Unsolved::Refused(_))));
    assert!(matches!(solved("pass 5, pass-odds 1x"), Err(Unsolved::Refused(_))));
}
