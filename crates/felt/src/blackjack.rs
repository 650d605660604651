//! The layout of blackjack: a box for each place, room for split and doubled hands, the insurance line, and what the
//! options add: circles for several dealer's hands (2.18) and for an additional wager (2.17).

use crate::{
    seats,
    shapes::{Fan, Point},
    view::{FeltView, Fill, Kind},
};
use rules::{
    Game, Odds, Seat, Vocabulary,
    blackjack::{self, Additional, Blackjack, Deed, INSURANCE, Options, Special, Wager},
    kit::cards::Card,
};

/// The distance of a place's first wager.
const BASE: f64 = 0.86;
/// The distances between which insurance wagers lie.
const LINE: [f64; 2] = [0.44, 0.53];

/// The layout of a table.
pub fn felt(options: &Options) -> FeltView {
    let mut felt = FeltView::new(Blackjack::NAME, 1600, 800);
    let fan = seats::fan(options.boxes());
    middle(&mut felt, &fan, options);
    for nth in 1..=fan.count {
        Wager::each(&mut |wager| {
            if is_there(wager, options) {
                place(&mut felt, &fan, nth, wager, options);
            }
        });
        cards(&mut felt, &fan, nth, options);
    }
    seats::sit(&mut felt, &fan, seats::cite::<Blackjack>("boxes"), |nth| Deed::SitAt(Seat(nth)));
    felt
}

/// Whether the table can have this wager: it is offered, insurance is allowed if it is insurance, and a box can become
/// that many hands.
fn is_there(wager: Wager, options: &Options) -> bool {
    wager.is_offered(options)
        && wager.hand().is_none_or(|hand| hand <= options.most_hands())
        && (options.insurance() || !matches!(wager, Wager::Insurance(_)))
}

fn middle(felt: &mut FeltView, fan: &Fan, options: &Options) {
    felt.cards("dealer", [800, 92], [400, 124], 0);
    felt.put("shoe", [1440, 70], [200, 96], 0);
    felt.put("discard", [160, 70], [150, 96], 0);
    let (blackjack, _) = blackjack::odds(Special::StandardBlackjack, options);
    felt.print(format!("BLACKJACK PAYS {blackjack}").to_uppercase(), [800, 190], 30, Fill::Gold, 0);
    if options.insurance() {
        felt.paint(fan.band(LINE), Fill::Line);
        let (odds, _) = INSURANCE;
        felt.print(format!("Insurance pays {odds}"), [800, 244], 24, Fill::Line, 0);
        felt.put("insurance", [800, 348], [620, 60], 0);
    }
}

/// The column of a hand: the first in the middle, the others on either side.
fn column(hand: u8) -> i32 {
    match hand {
        1 => 0,
        2 => 62,
        3 => -62,
        _ => 112,
    }
}

/// With several dealer's hands there is a row for each, and a box becomes two hands at most. Returns how far to the
/// side a wager lies, and its size.
fn narrow(wager: Wager) -> (i32, i32) {
    match wager {
        Wager::Hand(1, _) => (0, 25),
        Wager::Hand(..) => (41, 14),
        Wager::Double(1, _) => (-41, 14),
        _ => (71, 14),
    }
}

/// Where a wager of a box lies, and the size of its circle.
fn circle(wager: Wager, options: &Options) -> (f64, Point, i32) {
    match (wager, options.multiple_action(), wager.spot()) {
        (Wager::Over13, ..) => (0.955, [-38, 0], 27),
        (Wager::Under13, ..) => (0.955, [38, 0], 27),
        (Wager::SameSuit, ..) => (0.955, [0, 0], 27),
        (_, Some(_), Some(spot)) => {
            let (side, r) = narrow(wager);
            // An additional wager lies nearest to the player.
            let base = if options.additional().is_some() { BASE } else { 0.93 };
            (base, [side, 54 * i32::from(spot.number() - 1)], r)
        }
        (Wager::Hand(1, _), ..) => (BASE, [0, 0], 38),
        (Wager::Hand(hand, _), ..) => (BASE, [column(hand), 0], 24),
        (Wager::Double(hand, _), ..) => (BASE, [column(hand), 66], 24),
        (Wager::Insurance(_), ..) => (LINE[0], [0, 0], 24),
    }
}

fn place(felt: &mut FeltView, fan: &Fan, nth: u8, wager: Wager, options: &Options) {
    let is_first = matches!(wager, Wager::Hand(1, _));
    let kind = match wager {
        _ if is_first => Kind::Box,
        wager if wager.is_additional() => Kind::Bonus,
        // Nothing is printed for wagers that are made later in the round.
        _ => Kind::Line,
    };
    let area = seats::of(kind, wager, wager.cite());
    let area = match wager {
        Wager::Insurance(spot) => {
            let several = if options.multiple_action().is_some() { 3 } else { 1 };
            let wide = 0.92 / f64::from(several);
            let from = 0.04 + wide * f64::from(spot.number() - 1);
            seats::wedge(fan, nth, ([from, from + wide], LINE), area)
        }
        wager => seats::circle(fan, nth, circle(wager, options), area),
    };
    felt.areas.push(match (wager, options.additional()) {
        (Wager::Insurance(_), _) => area.pays(INSURANCE.0),
        (Wager::Over13, _) => area.label("OVER", 12).pays(additional(options)),
        (Wager::Under13, _) => area.label("UNDER", 11).pays(additional(options)),
        (Wager::SameSuit, Some(Additional::SameSuit(same))) => {
            let [royal, other] = same.odds;
            area.label("SAME\nSUIT", 12).pays(format!("{other}, king and queen {royal}"))
        }
        (Wager::Hand(1, spot), _) => {
            let [even, best] =
                [Special::None, Special::StandardBlackjack].map(|s| blackjack::odds(s, options).0);
            let label =
                if options.multiple_action().is_some() { spot.number().to_string() } else { String::new() };
            area.label(label, 18).pays(format!("{even}, a blackjack {best}"))
        }
        _ => area.pays(blackjack::odds(Special::None, options).0),
    });
}

/// What an additional wager pays, if it pays the same for all cards that win it.
fn additional(options: &Options) -> Odds {
    let card = Card::all().next().expect("a deck has cards");
    blackjack::additional_odds(card, card, options).0
}

/// Where cards lie: in front of the first wager, and beside that for hands that were split off.
fn cards(felt: &mut FeltView, fan: &Fan, nth: u8, options: &Options) {
    let turn = fan.turn(nth, 0.5);
    let inward = if options.multiple_action().is_some() { 178 } else { 152 };
    felt.cards(format!("box {nth}"), fan.beside(nth, BASE, [0, inward]), [64, 90], turn);
    for hand in 2..=options.most_hands() {
        felt.put(
            format!("box {nth} split {hand}"),
            fan.beside(nth, BASE, [column(hand), inward]),
            [64, 90],
            turn,
        );
    }
}
