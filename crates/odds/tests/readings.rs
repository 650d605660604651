//! Published figures under the reading they assume.

use odds::{Fraction, Priced, Results, blackjack, exact, stake_for};
use rules::{
    Chosen, Money, Readings, Vocabulary, blackjack::Blackjack, craps::Craps, games,
    minibaccarat::Minibaccarat, roulette::Roulette,
};

fn options<G: Priced>(text: &str, readings: &[(&str, u8)]) -> G::Options {
    let settings = rounds::Settings::read(text).expect("key=value");
    let options =
        games::options::<G>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach)).expect("lawful");
    let read = readings
        .iter()
        .fold(Readings::DECIDED, |all, (id, choice)| all.with(id, *choice).expect("a choice of a switch"));
    options.under(read)
}

fn results<G: Priced>(text: &str, wager: &str, readings: &[(&str, u8)]) -> Results {
    at::<G>(text, wager, Money::dollars(100), readings)
}

fn at<G: Priced>(text: &str, wager: &str, stake: Money, readings: &[(&str, u8)]) -> Results {
    let options = options::<G>(text, readings);
    let wager = G::Wager::read(wager).expect("a wager");
    let all = G::offered(options);
    let on = all.iter().find(|on| on.wager == wager).expect("offered");
    exact::<G>(options, None, on, stake_for(on, stake)).expect("solvable")
}

const CRAPS: &str = "limits.payable=1.00";

/// C2: most books count a place bet as working on every roll, so that it takes 11 in 36 rolls to decide 6 or 8. The edge is the same.
#[test]
fn place_bets_that_are_always_on() {
    let usual = results::<Craps>(CRAPS, "place 6", &[]);
    let on = results::<Craps>(CRAPS, "place 6", &[("C2", 3)]);
    assert_eq!((usual.edge(), on.edge()), (Fraction::new(1, 66), Fraction::new(1, 66)));
    assert_eq!(usual.nets(), on.nets());
    // Wizard of Odds, craps: 1.52 % per bet made is 0.46 % per roll.
    assert_eq!((on.trials().clone(), on.edge_per_trial().percent(2)), (Fraction::new(36, 11), "0.46".into()));
    let lose = |choice| results::<Craps>(CRAPS, "place-lose 4", &[("C2", choice)]).edge();
    assert!((1..=3).all(|choice| lose(choice) == Fraction::new(1, 33)));
}

/// C3: a hardway that loses only to a 7 would favor the player.
#[test]
fn hardways() {
    let edge = |choice| results::<Craps>(CRAPS, "hardway 6", &[("C3", choice)]).edge();
    assert_eq!([edge(1), edge(2)], [Fraction::new(1, 11), Fraction::new(1, 11)]);
    // One way to win 9 units, six to lose one: (9 - 6) / 7.
    assert_eq!(edge(3), Fraction::new(-3, 7));
}

/// C7: a Horn High Bet that stands until it is decided: 6 ways to win, 6 to lose.
#[test]
fn horn_high() {
    let area = format!("{CRAPS} layout.horn-high=true");
    let wins = |choice| results::<Craps>(&area, "horn-high 12", &[("C7", choice)]).wins();
    assert_eq!([wins(1), wins(2)], [Fraction::new(1, 6), Fraction::new(1, 2)]);
}

/// C4 and C9 change how long a bet lasts, not its edge.
#[test]
fn bets_that_are_off() {
    for (wager, id, choices) in [("come", "C4", 2), ("buy 4", "C9", 3), ("lay 4", "C9", 3)] {
        let edge = |choice| results::<Craps>("limits.payable=0.01", wager, &[(id, choice)]).edge().percent(6);
        assert!((1..=choices).all(|choice| edge(choice) == edge(1)), "{wager}");
    }
}

fn minibaccarat(more: &str) -> String {
    format!("decks=8 shuffle=lace deal=face-up pay-order=\"1\" disclosed-card=\"2\" {more}")
}

/// M16: half pay on sixes of three cards alone is better for the player; published for any six: 1.4581 %.
#[test]
fn half_on_six() {
    let edge = |choice| {
        results::<Minibaccarat>(&minibaccarat("vigorish=half-on-six"), "banker", &[("M16", choice)]).edge()
    };
    assert_eq!(edge(2).percent(4), "1.4581");
    assert!(edge(1) < edge(2), "{}", edge(1).percent(4));
}

/// M5: any winning seven, or any of three cards, comes more often than a winning one of three.
#[test]
fn dragon_7() {
    let wins = |choice| {
        let options = minibaccarat("vigorish=dragon-7 dragon-wager=true");
        results::<Minibaccarat>(&options, "dragon-7", &[("M5", choice)]).wins()
    };
    assert!(wins(1) > wins(2) && wins(3) > wins(2));
}

/// M6: a natural paid by its margin is worth more.
#[test]
fn naturals_by_their_margin() {
    let edge = |choice| {
        let options = minibaccarat("vigorish=5% bonus=true bonus-paytable=A");
        results::<Minibaccarat>(&options, "bonus-player", &[("M6", choice)]).edge()
    };
    assert_eq!(edge(1).percent(4), "2.6517");
    assert!(edge(2) < edge(1));
}

/// R1: an odd dollar where the table pays in dollars: the patron loses 0 or 1 of it.
#[test]
fn half_of_an_odd_dollar() {
    let options = "wheel=double-zero zero=half limits.payable=1.00";
    let edge = |choice| at::<Roulette>(options, "red", Money::dollars(1), &[("R1", choice)]).edge();
    assert_eq!([edge(2), edge(1)], [Fraction::ZERO, Fraction::new(1, 19)]);
}

/// G2: at 3 to 2 a dollar is paid 2, 1 or, to the nearest, 2 dollars.
#[test]
fn payments_that_do_not_come_out() {
    let options = minibaccarat("vigorish=5% total-cards=true limits.payable=1.00");
    let pays =
        |choice| at::<Minibaccarat>(&options, "four-cards", Money::dollars(1), &[("G2", choice)]).pays();
    assert_eq!([1, 2, 3].map(pays), ["2 to 1", "1 to 1", "2 to 1"]);
}

/// G3: with rounding, six dollars won owe 25 cents to the nearest unit and 50 upward.
#[test]
fn rounded_vigorish() {
    use rules::punto_banco::PuntoBanco;
    let options = "decks=8 vigorish=5% vigorish-rounding=true recut-by=last-cutter pay-order=\"1\"";
    let pays = |choice| at::<PuntoBanco>(options, "banker", Money::dollars(6), &[("G3", choice)]).pays();
    assert_eq!([1, 2, 3].map(pays), ["23 to 24", "11 to 12", "11 to 12"]);
}

/// B2: where a two-card 21 of a split hand ties, as in most books, the house keeps 0.026 % more.
#[test]
fn split_two_card_21() {
    let mean = |choice| {
        let options = options::<Blackjack>("decks=6", &[("B2", choice)]);
        blackjack::Analysis::fresh(options).expect("a shoe").best().mean
    };
    let [wins, ties, pays] = [1, 2, 3].map(mean);
    assert!((wins - -0.004_324_4).abs() < 1e-7, "{wins}");
    assert!((ties - -0.004_583_2).abs() < 1e-7, "{ties}");
    assert!(pays > wins);
}

/// M3: two total-card wagers of half the Banker's each waive the vigorish together, but neither does alone.
#[test]
fn the_waiver_by_the_largest_wager() {
    let options = |choice| {
        let text = minibaccarat("vigorish=5% total-cards=true vigorish-waiver=true");
        options::<Minibaccarat>(&text, &[("M3", choice)])
    };
    let best = |choice| {
        let set = "banker 100, four-cards 50, five-cards 50";
        let parts = odds::together::read::<Minibaccarat>(set, &Minibaccarat::offered(options(choice)));
        let joint = odds::worth_together::<Minibaccarat>(options(choice), &parts.expect("readable"), None);
        joint.expect("solvable").ends().map(|(end, _)| end.net).max()
    };
    // Five cards pay 100, four lose 50; the Banker's Hand wins 100, or 95 with vigorish.
    assert_eq!([1, 2].map(best), [Some(Money::dollars(150)), Some(Money::dollars(145))]);
}

/// B5: five or more cards that win at once are worth more than exactly five that a dealer's 21 can tie.
#[test]
fn five_cards_totaling_21() {
    let mean = |choice| {
        let options = options::<Blackjack>("decks=6 five-card-21=true", &[("B5", choice)]);
        blackjack::Analysis::fresh(options).expect("a shoe").best().mean
    };
    assert!(mean(2) > mean(1));
}
