//! The layouts of caribbean stud poker and red dog: two wagers per place, and what they pay in the middle.

use crate::{
    seats,
    shapes::around,
    view::{FeltView, Fill, Kind},
};
use rules::{
    Game, Money, Odds, Seat,
    caribbean_stud::{self, CaribbeanStud, Prize},
    hands::poker::Kind as Hand,
    red_dog::{self, Pair, RedDog},
};

/// The layout of caribbean stud poker.
pub fn caribbean_stud(options: &caribbean_stud::Options) -> FeltView {
    use caribbean_stud::Wager;
    let mut felt = FeltView::new(CaribbeanStud::NAME, 1600, 800);
    let fan = seats::fan(options.seats());
    felt.cards("dealer", [800, 82], [470, 114], 0);
    felt.put("shoe", [1440, 70], [200, 96], 0);
    felt.put("discard", [1190, 70], [110, 96], 0);
    felt.put("meter", [190, 66], [260, 90], 0);
    felt.paint(around([190, 66], 260, 90), Fill::Black);
    felt.print("PROGRESSIVE", [190, 38], 20, Fill::Gold, 0);
    let lines = Hand::ALL.into_iter().rev().filter(|&kind| kind > Hand::HighCard);
    let mut rows: Vec<(String, Odds)> = Vec::new();
    for kind in lines {
        let name = if kind == Hand::OnePair { format!("{kind} or less") } else { kind.to_string() };
        rows.push((name, options.odds(kind)));
    }
    for (nth, (name, odds)) in (0..).zip(rows) {
        let (x, y) = if nth < 5 { (690, 176 + 26 * nth) } else { (920, 176 + 26 * (nth - 5)) };
        felt.print(format!("{name} {odds}"), [x, y], 17, Fill::Line, 0);
    }
    let dollar = Money::dollars(1);
    let [even, _] = caribbean_stud::pay(options, Hand::HighCard, dollar, Money::ZERO);
    let most =
        Hand::ALL.into_iter().map(|kind| options.odds(kind)).reduce(|a, b| if a.at_least(b) { a } else { b });
    for nth in 1..=fan.count {
        let mut put = |wager: Wager, kind, spot, label: &str, size, pays: String| {
            let area = seats::circle(&fan, nth, spot, seats::of(kind, wager, wager.cite()));
            felt.areas.push(area.label(label, size).pays(pays));
        };
        put(Wager::Ante, Kind::Box, (0.812, [0, 0], 36), "ANTE", 20, ratio(even, dollar));
        let best = most.map_or_else(String::new, |most| format!("up to {most}"));
        put(Wager::Bet, Kind::Box, (0.932, [0, 0], 42), "BET", 24, best);
        let prize = match options.prize(Hand::RoyalFlush) {
            Some(Prize::Share(percent)) => format!("up to {percent}% of the meter"),
            Some(Prize::Amount(amount)) => format!("up to {amount}"),
            None => String::new(),
        };
        put(Wager::Progressive, Kind::Bonus, (0.715, [0, 0], 22), "$1", 18, prize);
        let turn = fan.turn(nth, 0.5);
        felt.put(format!("acceptor {nth}"), fan.beside(nth, 0.715, [0, 0]), [44, 44], turn);
        felt.cards(format!("box {nth}"), fan.beside(nth, 0.605, [0, 0]), [132, 88], turn);
    }
    seats::sit(&mut felt, &fan, seats::cite::<CaribbeanStud>("seats"), |nth| {
        caribbean_stud::Deed::SitAt(Seat(nth))
    });
    felt
}

/// The odds at which a stake is paid.
fn ratio(paid: Money, stake: Money) -> String {
    format!("{} to {}", paid.as_cents() / stake.as_cents(), 1)
}

/// The layout of red dog.
pub fn red_dog(options: &red_dog::Options) -> FeltView {
    use red_dog::Wager;
    let mut felt = FeltView::new(RedDog::NAME, 1600, 800);
    let fan = seats::fan(options.areas());
    felt.put("dealer", [800, 100], [420, 130], 0);
    for x in [660, 800, 940] {
        felt.paint(around([x, 100], 92, 128), Fill::Line);
    }
    felt.put("shoe", [1440, 70], [200, 96], 0);
    felt.put("discard", [160, 70], [150, 96], 0);
    spreads(&mut felt, options);
    for nth in 1..=fan.count {
        for (wager, spot, label, size) in [
            (Wager::Original, (0.78, [0, 0], 46), "ORIGINAL", 14),
            (Wager::Raise, (0.92, [0, 0], 42), "RAISE", 18),
        ] {
            let area = seats::circle(&fan, nth, spot, seats::of(Kind::Box, wager, RedDog::PERMISSIBLE));
            felt.areas.push(area.label(label, size).pays("by the spread"));
        }
    }
    seats::sit(&mut felt, &fan, seats::cite::<RedDog>("areas"), |nth| red_dog::Deed::SitAt(Seat(nth)));
    felt
}

/// Prints what each spread pays, and three of a kind.
fn spreads(felt: &mut FeltView, options: &red_dog::Options) {
    felt.print("SPREAD", [800, 196], 22, Fill::Gold, 0);
    for spread in 1..=11 {
        let x = 800 + (i32::from(spread) - 6) * 54;
        let odds = options.odds(Pair::Spread(spread));
        felt.put(format!("spread {spread}"), [x, 232], [50, 44], 0);
        felt.paint(around([x, 232], 50, 44), Fill::Felt);
        felt.paint(around([x, 232], 50, 44), Fill::Line);
        felt.print(spread.to_string(), [x, 232], 24, Fill::White, 0);
        felt.print(odds.to_string(), [x, 268], 14, Fill::Line, 0);
    }
    let alike = options.odds(Pair::Alike);
    felt.print(format!("three of a kind pays {alike}"), [800, 302], 20, Fill::Line, 0);
}
