//! The layouts of Caribbean stud poker, double down stud, let it ride, red dog and the two games of pai gow: a few wagers per
//! place, and what they pay in the middle.

use crate::{
    seats,
    shapes::around,
    view::{FeltView, Fill, Kind, Pays},
};
use rules::{
    Game, Money, Odds, Seat,
    caribbean_stud::{self, CaribbeanStud, Prize},
    double_down_stud::{self, DoubleDownStud},
    hands::poker::Kind as Hand,
    kit::{cards::Card, tiles::Tile},
    let_it_ride::{self, LetItRide},
    pai_gow::{self, PaiGow},
    pai_gow_poker::{self, PaiGowPoker},
    red_dog::{self, Pair, RedDog},
    table::two_hands::{Piece, SEATS, TwoHands, Wager},
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
    let mut rows: Vec<(String, Odds)> = Vec::new();
    for kind in Hand::ALL.into_iter().filter(|&kind| kind > Hand::HighCard) {
        let name = if kind == Hand::OnePair { format!("{kind} or less") } else { kind.to_string() };
        rows.push((name, options.odds(kind)));
    }
    lines(&mut felt, rows);
    let dollar = Money::dollars(1);
    let [even, _] = caribbean_stud::pay(options, Hand::HighCard, dollar, Money::ZERO);
    let best = best(&Hand::ALL.map(|kind| options.odds(kind)));
    for nth in 1..=fan.count {
        let mut put = |wager: Wager, kind, spot, label: &str, size, pays: String| {
            let area = seats::circle(&fan, nth, spot, seats::of(kind, wager, wager.cite()));
            felt.areas.push(area.label(label, size).pays(pays));
        };
        put(Wager::Ante, Kind::Box, (0.812, [0, 0], 36), "ANTE", 20, ratio(even, dollar));
        put(Wager::Bet, Kind::Box, (0.932, [0, 0], 42), "BET", 24, best.clone());
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

/// The layout of let it ride poker: three areas per place (1, 2 and $) and the community cards in the middle
/// (19:46-1.13H, not held).
pub fn let_it_ride(options: &let_it_ride::Options) -> FeltView {
    use let_it_ride::Wager;
    let mut felt = FeltView::new(LetItRide::NAME, 1600, 800);
    let fan = seats::fan(let_it_ride::SEATS);
    community(&mut felt, 2);
    lines(&mut felt, names("tens or better").zip(options.lines()).collect());
    let best = best(&options.lines());
    for nth in 1..=fan.count {
        for (wager, beside, label) in
            [(Wager::First, -62, "1"), (Wager::Second, 0, "2"), (Wager::Third, 62, "$")]
        {
            let spot = (0.92, [beside, 0], 27);
            let area = seats::circle(&fan, nth, spot, seats::of(Kind::Box, wager, Wager::CITE));
            felt.areas.push(area.label(label, 24).pays(best.clone()));
        }
        felt.cards(format!("box {nth}"), fan.beside(nth, 0.74, [0, 0]), [150, 96], fan.turn(nth, 0.5));
    }
    seats::sit(&mut felt, &fan, Wager::CITE, |nth| let_it_ride::Deed::SitAt(Seat(nth)));
    felt
}

/// Draws places for this many community cards, with the shoe and the discard rack beside them.
fn community(felt: &mut FeltView, cards: i32) {
    felt.put("dealer", [800, 86], [108 * cards + 40, 132], 0);
    for nth in 0..cards {
        felt.paint(around([800 + 54 * (2 * nth + 1 - cards), 86], 92, 128), Fill::Line);
    }
    felt.put("shoe", [1440, 70], [200, 96], 0);
    felt.put("discard", [160, 70], [150, 96], 0);
}

/// The names of the hands that are paid, starting with one pair, which has a special name.
fn names(pair: &'static str) -> impl Iterator<Item = String> {
    let name = move |kind: Hand| if kind == Hand::OnePair { pair.to_owned() } else { kind.to_string() };
    Hand::ALL.into_iter().skip(1).map(name)
}

/// The highest of these odds, as text.
fn best(odds: &[Odds]) -> String {
    let most = odds.iter().copied().reduce(|a, b| if a.at_least(b) { a } else { b });
    most.map_or_else(String::new, |most| format!("up to {most}"))
}

/// The layout of pai gow poker: five cards high and two low.
pub fn pai_gow_poker(options: &pai_gow_poker::Options) -> FeltView {
    let felt = FeltView::new(PaiGowPoker::NAME, 1600, 800);
    two_hands::<PaiGowPoker, Card>(felt, [470, 176], options.banking().bank, |nth| {
        pai_gow_poker::Deed::SitAt(Seat(nth))
    })
}

/// The layout of pai gow: two tiles high and two low.
pub fn pai_gow(options: &pai_gow::Options) -> FeltView {
    let felt = FeltView::new(PaiGow::NAME, 1600, 800);
    two_hands::<PaiGow, Tile>(felt, [210, 96], options.banking().bank, |nth| pai_gow::Deed::SitAt(Seat(nth)))
}

/// At each place the wager in front of two places for hands, high and low, and the same for the dealer; who banks puts chips
/// beside the wager. `wide` is how much space the dealer's and a player's high hand take.
fn two_hands<G: TwoHands<P>, P: Piece>(
    mut felt: FeltView,
    wide: [i32; 2],
    bank: bool,
    sits: impl Fn(u8) -> G::Deed,
) -> FeltView {
    let fan = seats::fan(SEATS);
    let [dealers, players] = wide;
    let high = 1050 - 105 - 30 - dealers / 2;
    for (name, x, wide, label) in [("dealer", high, dealers, "HIGH"), ("dealer-low", 1050, 210, "LOW")] {
        felt.put(name, [x, 82], [wide, 124], 0);
        felt.paint(around([x, 82], wide, 124), Fill::Line);
        felt.print(label, [x, 160], 18, Fill::Gold, 0);
    }
    felt.put("shoe", [1440, 70], [200, 96], 0);
    felt.put("discard", [130, 70], [150, 96], 0);
    felt.put("shaker", [320, 82], [150, 124], 0);
    felt.print("both hands win 1 to 1, one hand is a push", [800, 214], 22, Fill::Line, 0);
    felt.print("copies are the bank's", [800, 244], 19, Fill::Gold, 0);
    for nth in 1..=fan.count {
        let spots = [
            (Wager::Main, (0.94, [0, 0], 38), "WAGER"),
            (Wager::Bank, (0.94, [-84, 0], 26), "BANK"),
            (Wager::Dealer, (0.94, [84, 0], 26), "DEALER"),
        ];
        for (wager, spot, label) in spots.into_iter().filter(|(wager, ..)| bank || *wager == Wager::Main) {
            let kind = if wager == Wager::Main { Kind::Box } else { Kind::Bonus };
            let area = seats::circle(&fan, nth, spot, seats::of(kind, wager, G::LAW.of(wager)));
            let area = area.label(label, if kind == Kind::Box { 16 } else { 11 });
            felt.areas.push(area.pays(Odds::new(1, 1).to_string()));
        }
        let turn = fan.turn(nth, 0.5);
        felt.cards(format!("box {nth}"), fan.beside(nth, 0.78, [0, 0]), [players, 84], turn);
        felt.cards(format!("box {nth} split 2"), fan.beside(nth, 0.61, [0, 0]), [96, 84], turn);
    }
    seats::sit(&mut felt, &fan, G::PERMISSIBLE, sits);
    felt
}

/// The layout of double down stud: the wager and its double at each place, and the community cards in the middle.
pub fn double_down_stud(options: &double_down_stud::Options) -> FeltView {
    use double_down_stud::Wager;
    let mut felt = FeltView::new(DoubleDownStud::NAME, 1600, 800);
    let fan = seats::fan(options.seats());
    community(&mut felt, 4);
    lines(&mut felt, names("jacks or better").zip(options.lines()).collect());
    felt.print("a pair of sixes to tens is a push", [800, 306], 17, Fill::Gold, 0);
    felt.pays.push(Pays { name: "sixes to tens".to_owned(), odds: "push".to_owned() });
    let best = best(&options.lines());
    for nth in 1..=fan.count {
        for (wager, spot, label, size) in [
            (Wager::Original, (0.86, [0, 0], 36), "WAGER", 16),
            (Wager::Double, (0.96, [0, 0], 30), "DOUBLE", 13),
        ] {
            let area = seats::circle(&fan, nth, spot, seats::of(Kind::Box, wager, wager.cite()));
            felt.areas.push(area.label(label, size).pays(best.clone()));
        }
        felt.cards(format!("box {nth}"), fan.beside(nth, 0.7, [0, 0]), [90, 96], fan.turn(nth, 0.5));
    }
    let cite = seats::cite::<DoubleDownStud>("seats");
    seats::sit(&mut felt, &fan, cite, |nth| double_down_stud::Deed::SitAt(Seat(nth)));
    felt
}

/// Prints what hands pay, highest first, in two columns.
fn lines(felt: &mut FeltView, rows: Vec<(String, Odds)>) {
    for (nth, (name, odds)) in (0..).zip(rows.into_iter().rev()) {
        let (x, y) = if nth < 5 { (690, 176 + 26 * nth) } else { (920, 176 + 26 * (nth - 5)) };
        felt.print(format!("{name} {odds}"), [x, y], 17, Fill::Line, 0);
        felt.pays.push(Pays { name, odds: odds.to_string() });
    }
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
        felt.pays.push(Pays { name: spread.to_string(), odds: odds.to_string() });
    }
    let alike = options.odds(Pair::Alike);
    felt.print(format!("three of a kind pays {alike}"), [800, 302], 20, Fill::Line, 0);
}
