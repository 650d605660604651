//! 1.2: the layout of craps: the numbers with the wagers for and against them, the lines, and the wagers in the middle.

use crate::{
    shapes::{Point, Points, around, pips, rect},
    view::{Area, FeltView, Fill, Kind},
};
use rules::{
    Citation, Game, Seat, Vocabulary,
    craps::{Craps, Deed, Hard, Horn, Number, Options, Wager},
    games,
};

/// Where the boxes of the numbers begin, and how wide each one is.
const LEFT: i32 = 206;
const BOX: i32 = 148;
const RIGHT: i32 = LEFT + 6 * BOX;
/// Where the middle of the table begins and ends.
const MIDDLE: i32 = 1124;
const END: i32 = 1566;

/// The layout of a table.
pub fn felt(options: &Options) -> FeltView {
    let mut felt = FeltView::new(Craps::NAME, 1600, 800);
    prints(&mut felt);
    Wager::each(&mut |wager| felt.areas.push(area(wager, options)));
    let places = games::fields::<Craps>().find(|field| field.key == "places").map(|field| field.cite);
    rail(&mut felt, options.places(), places.unwrap_or(Craps::PERMISSIBLE));
    felt
}

/// Draws the places at the rail.
fn rail(felt: &mut FeltView, places: u8, cite: Citation) {
    let wide = (END - 34) / i32::from(places);
    for place in 1..=places {
        let x = 34 + wide * i32::from(place - 1);
        let points = rect(x + 3, 748, wide - 6, 32);
        felt.put(format!("seat {place}"), [x + wide / 2, 764], [wide - 6, 32], 0);
        let act = Deed::Stand(Seat(place));
        felt.areas.push(
            Area::new(Kind::Seat, act, cite, points)
                .label(place, 20)
                .says(format!("place {place} at the rail")),
        );
    }
}

/// The left edge of a number's box.
fn column(number: Number) -> i32 {
    let nth = (0..).zip(Number::ALL).find(|(_, n)| *n == number).map_or(0, |(nth, _)| nth);
    LEFT + BOX * nth
}

/// A horizontal strip across a number's box.
fn strip(number: Number, y: i32, h: i32) -> Points {
    rect(column(number), y, BOX, h)
}

/// Half of a strip: the wager that moved there on the left, its odds on the right.
fn half(number: Number, is_odds: bool, y: i32, h: i32) -> Points {
    rect(column(number) + if is_odds { BOX / 2 } else { 0 }, y, BOX / 2, h)
}

/// The nth box of a row in the middle of the table.
fn middle(nth: usize, of: i32, y: i32, h: i32) -> Points {
    let wide = (END - MIDDLE) / of;
    rect(MIDDLE + wide * i32::try_from(nth).unwrap_or_default(), y, wide, h)
}

/// A line that goes around the corner of the table.
fn line(x: i32, top: i32, bottom: i32, wide: [i32; 2]) -> Points {
    let [upright, lying] = wide;
    vec![[x, 236], [x + upright, 236], [x + upright, top], [RIGHT, top], [RIGHT, top + lying], [x, bottom]]
}

/// The shape of a wager's area, its label, and the size of the label.
fn position(wager: Wager) -> (Points, String, i32) {
    let say = |text: &str, size: i32| (text.to_owned(), size);
    let (points, (label, size)) = match wager {
        Wager::Lay(n) => (strip(n, 34, 34), say("Lay", 20)),
        Wager::PlaceLose(n) => (strip(n, 68, 34), say("Place to Lose", 18)),
        Wager::DontComeOn(n) => (half(n, false, 102, 40), say("Don't\nCome", 14)),
        Wager::DontComeOdds(n) => (half(n, true, 102, 40), say("Odds", 16)),
        Wager::ComeOn(n) => (half(n, false, 222, 40), say("Come", 16)),
        Wager::ComeOdds(n) => (half(n, true, 222, 40), say("Odds", 16)),
        Wager::Place(n) => (strip(n, 262, 34), say("Place to Win", 18)),
        Wager::Buy(n) => (strip(n, 296, 34), say("Buy", 20)),
        Wager::DontCome => (rect(34, 34, 166, 190), say("Don't\nCome\nBar 12", 30)),
        Wager::Come => (rect(LEFT, 336, 6 * BOX, 104), say("COME", 64)),
        Wager::Field => (rect(LEFT, 446, 6 * BOX, 84), say("", 0)),
        Wager::DontPass => (line(120, 536, 590, [80, 54]), say("Don't Pass Bar 12", 32)),
        Wager::DontPassOdds(n) => (strip(n, 594, 30), say(&format!("odds {n}"), 16)),
        Wager::Pass => (line(34, 630, 696, [80, 66]), say("PASS LINE", 40)),
        Wager::PassOdds(n) => (strip(n, 700, 30), say(&format!("odds {n}"), 16)),
        Wager::AnySeven => (middle(0, 1, 34, 62), say("Any Seven", 34)),
        Wager::Hardway(hard) => {
            let nth = Hard::ALL.iter().position(|&h| h == hard).unwrap_or_default();
            (middle(nth % 2, 2, if nth < 2 { 96 } else { 196 }, 100), say("", 0))
        }
        Wager::Next(horn) => {
            let nth = Horn::ALL.iter().position(|&h| h == horn).unwrap_or_default();
            (middle(nth % 2, 2, if nth < 2 { 296 } else { 396 }, 100), say("", 0))
        }
        Wager::AnyCraps => (middle(0, 1, 496, 56), say("Any Craps", 32)),
        Wager::CAndE => (middle(0, 2, 552, 56), say("C and E", 28)),
        Wager::Horn => (middle(1, 2, 552, 56), say("Horn", 28)),
        Wager::HornHigh(horn) => {
            let nth = Horn::ALL.iter().position(|&h| h == horn).unwrap_or_default();
            (middle(nth, 4, 608, 50), say(&format!("Horn\nHigh {}", horn.total()), 18))
        }
    };
    (points, label, size)
}

fn area(wager: Wager, options: &Options) -> Area {
    let (points, label, size) = position(wager);
    let kind = if wager.supports().is_some() { Kind::Bonus } else { Kind::Box };
    let says = match wager {
        Wager::Hardway(hard) => format!("{} the hardway", hard.total()),
        Wager::Next(horn) => format!("{} in one roll", horn.total()),
        Wager::Place(n) => format!("place bet to win on {n}"),
        Wager::PlaceLose(n) => format!("place bet to lose on {n}"),
        Wager::Field => "field: 2, 3, 4, 9, 10, 11 or 12".to_owned(),
        wager => wager.to_string().replace("dont", "don't").replace('-', " "),
    };
    let area = Area::new(kind, wager, wager.cite(), points).label(label, size).says(says);
    let bottom = |area: &Area, y: i32| [(LEFT + RIGHT) / 2, area.points[2][1] + y];
    let area = match wager {
        // For a line that goes around the corner, chips lie on the long side.
        Wager::DontPass => {
            let at = bottom(&area, 27);
            area.label_at(at, 0).spot([LEFT + 120, at[1]])
        }
        Wager::Pass => {
            let at = bottom(&area, 33);
            area.label_at(at, 0).spot([LEFT + 120, at[1]])
        }
        Wager::Come => area.spot([LEFT + 120, 388]),
        Wager::Field => area.spot([LEFT + 60, 488]),
        Wager::DontCome => area.spot([117, 190]).label_at([117, 106], 0),
        _ => area,
    };
    match wager {
        Wager::Field => {
            let [most, least] = [options.odds(wager, 2), options.odds(wager, 3)];
            area.pays(format!("{least}, {most} on 2 and 12"))
        }
        // These are several wagers in one, of which one wins: each part pays like the wager on its own total.
        Wager::Horn | Wager::HornHigh(_) | Wager::CAndE => area,
        wager => area.pays(options.odds(wager, 0)),
    }
}

/// Prints everything that is not a wager: numbers, dice, and the words on the lines.
fn prints(felt: &mut FeltView) {
    for number in Number::ALL {
        let x = column(number);
        felt.paint(rect(x, 142, BOX, 80), Fill::Felt);
        felt.paint(rect(x, 142, BOX, 80), Fill::Line);
        // 6 and 9 are spelled out, because each looks like the other upside down.
        let (word, size) = match number {
            Number::Six => ("SIX".to_owned(), 34),
            Number::Nine => ("NINE".to_owned(), 28),
            number => (number.to_string(), 46),
        };
        felt.print(word, [x + 46, 182], size, Fill::Gold, 0);
        felt.put(format!("puck {number}"), [x + BOX - 34, 182], [56, 56], 0);
    }
    felt.put("puck off", [117, 168], [56, 56], 0);
    felt.put("dice", [(MIDDLE + END) / 2, 700], [END - MIDDLE, 80], 0);
    field(felt);
    felt.print("Don't Pass Bar 12", [160, 392], 26, Fill::Line, 90);
    felt.print("PASS LINE", [74, 410], 30, Fill::Line, 90);
    let pair = |hard: Hard| [hard.total() / 2, hard.total() / 2];
    for hard in Hard::ALL {
        let (points, ..) = position(Wager::Hardway(hard));
        dice(felt, &points, pair(hard), &format!("Hardway {}", hard.total()));
    }
    for horn in Horn::ALL {
        let (points, ..) = position(Wager::Next(horn));
        let shown = match horn {
            Horn::Two => [1, 1],
            Horn::Three => [1, 2],
            Horn::Eleven => [5, 6],
            Horn::Twelve => [6, 6],
        };
        dice(felt, &points, shown, &format!("{} in One Roll", horn.total()));
    }
}

fn field(felt: &mut FeltView) {
    felt.print("FIELD", [LEFT + 170, 488], 42, Fill::Line, 0);
    for (nth, total) in (0..).zip([2, 3, 4, 9, 10, 11, 12]) {
        let at = [LEFT + 330 + nth * 84, 488];
        if matches!(total, 2 | 12) {
            felt.ring(at, 32, Fill::Gold);
            felt.ring(at, 29, Fill::Felt);
        }
        felt.print(total.to_string(), at, 38, Fill::Gold, 0);
    }
}

/// Prints two dice above a name.
fn dice(felt: &mut FeltView, points: &[Point], shown: [u8; 2], name: &str) {
    let [x, y] = points[0];
    let wide = points[1][0] - x;
    for (nth, spots) in (0..).zip(shown) {
        die(felt, [x + wide / 2 - 34 + 68 * nth, y + 38], spots);
    }
    felt.print(name, [x + wide / 2, y + 82], 19, Fill::Line, 0);
}

fn die(felt: &mut FeltView, at: Point, spots: u8) {
    const SIDE: i32 = 52;
    felt.paint(around(at, SIDE, SIDE), Fill::Red);
    for [x, y] in pips(spots) {
        felt.ring([at[0] + x * 15, at[1] + y * 15], 5, Fill::White);
    }
}
