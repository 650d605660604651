//! The values of readings and options, in cases that can be worked out by hand.

use rounds::{Settings, standard};
use rules::{
    Act, Actor, Event, EventOf, Game, GameId, Input, Money, Patron, Tender,
    roulette::{Roulette, Wager},
};
use worth::{
    readings::price,
    stress::{By, Stress, stress},
    tables::ranked,
};

fn wager<'a>(stress: &'a Stress, name: &str) -> &'a worth::stress::Stressed {
    stress.wagers.iter().find(|it| it.wager == name).unwrap_or_else(|| panic!("{name} is offered"))
}

/// Joker and flag pay 45 to 1 and have one stop of 54 each, so nobody gains below 54 to 1. Any number of
/// stops per insignia is allowed as long as they add up to 54, so the extremes have one stop and 48.
#[test]
fn big_six_has_odds_without_a_most_and_a_wheel_that_may_be_anything() {
    let stress = stress(GameId::BigSix, &mut |_, _| ());
    let joker = wager(&stress, "joker");
    assert_eq!(joker.usual.as_ref().map(|case| case.edge.as_str()), Some("4/27"));
    let odds = joker.favorable.iter().find(|it| it.by == By::Odds).expect("odds have no most");
    assert_eq!(
        (odds.needs.as_slice(), odds.gain.as_str()),
        (["odds.joker = \"54 to 1\"".to_owned()].as_slice(), "1/54")
    );
    let options = joker.favorable.iter().find(|it| it.by == By::Options).expect("a wheel with more jokers");
    assert!(options.needs.iter().any(|it| it.starts_with("stops.joker")), "{options:?}");
}

/// A coupon wins its own amount: checked on the table, pocket by pocket.
#[test]
fn a_coupon_at_roulette_is_worth_what_the_rules_pay() {
    let settings = standard::<Roulette>().with(Settings::read("match-play=true").expect("settings"));
    let options = rounds::judge::<Roulette>(&settings).expect("lawful");
    let by = Actor::Patron(Patron(1));
    let mut table = Roulette::open(options);
    let mut say = |text: &str| {
        let input = rules::read_input::<Roulette>(text).expect("an input");
        table.apply(input, &mut rules::Nobody).unwrap_or_else(|why| panic!("{text}: {why}"));
    };
    say("p1 asks for blue");
    let act = Act::Place {
        seat: rules::Seat::NONE,
        wager: Wager::Red,
        stake: Money::dollars(100),
        tender: Tender::Coupon,
    };
    table.apply(Input::Act { by, act }, &mut rules::Nobody).expect("taken");
    for text in ["dealer spins", "dealer calls no more bets"] {
        table.apply(rules::read_input::<Roulette>(text).expect("an input"), &mut rules::Nobody).expect(text);
    }
    let (mut gains, mut pockets) = (0, 0);
    table.outcomes(&mut |chance, weight| {
        let mut after = table.clone();
        pockets += i64::from(weight);
        after
            .apply(Input::Chance(chance), &mut |_, event: EventOf<Roulette>| match event {
                Event::Settled { taken, paid, .. } => gains += (paid - taken).as_cents() * i64::from(weight),
                Event::Redeemed { paid, .. } => gains += paid.as_cents() * i64::from(weight),
                _ => {}
            })
            .expect("it can come");
    });
    let stress = stress(GameId::Roulette, &mut |_, _| ());
    let red = wager(&stress, "red");
    let coupon = red.favorable.iter().find(|it| it.by == By::Coupon).expect("a coupon helps");
    assert_eq!(coupon.gain, odds::Fraction::new(gains.into(), (pockets * 10_000).into()).to_string());
    assert_eq!(coupon.gain, "8/19");
    // A single zero is better than losing half to two zeros; with payments in whole dollars, half of one
    // dollar is nothing.
    assert!(red.least.options.iter().any(|it| it.contains("limits.payable")), "{:?}", red.least);
    assert_eq!(red.greatest.edge, "1/19");
}

#[test]
fn a_reading_about_halves_matters_only_where_halves_cannot_be_paid() {
    let prices = price(Some(GameId::Roulette), &mut |_, _| ());
    let half = prices.prices.iter().find(|it| it.id == "R1").expect("it is priced");
    assert_eq!(half.usual, None);
    let most = half.most.as_ref().expect("it moves money somewhere");
    assert!(most.options.contains("limits.payable=1.00") && most.options.contains("zero=half"), "{most:?}");
    assert!(prices.unpriced.iter().all(|it| it.id.starts_with(['R', 'G'])));
}

#[test]
fn tables_are_ranked_by_their_best_wager() {
    let of = |written: &str| Settings::read(written).expect("settings");
    let tables = [
        ("all", GameId::Roulette, of("wheel=double-zero zero=all")),
        ("single", GameId::Roulette, of("wheel=single-zero")),
        ("wheel", GameId::BigSix, of("clapper=respin")),
        ("half", GameId::Roulette, of("wheel=double-zero zero=half")),
    ];
    let ranked = ranked(tables.map(|(name, game, settings)| (name.to_owned(), game, settings)));
    let order: Vec<&str> = ranked.iter().map(|it| it.table.as_str()).collect();
    assert_eq!(order, ["half", "single", "all", "wheel"]);
    assert_eq!(ranked[0].edge, "1/38");
}
