//! 5.1(d) and (e): a roulette wager is defined by its position. The boxes are arranged in the rows and columns that row
//! and column wagers cover. The position of every line and corner wager is computed from the boxes of the numbers it
//! covers, the same numbers by which it is settled.

use crate::{
    shapes::{Fan, Point, Points, around, bounds, rect, round},
    view::{Area, FeltView, Fill, Kind},
};
use rules::{
    Game, Vocabulary,
    kit::wheels::{Pocket, Pockets},
    roulette::{Options, Roulette, Wager},
};
use std::f64::consts::PI;

/// The size of a number's box.
const CELL: Point = [84, 108];
/// The height of the boxes for dozens and even chances.
const OUTSIDE: i32 = 76;
/// Where the first row begins.
const LEFT: i32 = 472;
/// Half the thickness of a line, and half the side of a corner: chips this close still count as lying on it.
const REACH: i32 = 14;
const CORNER: i32 = 15;

/// The layout of a table.
pub fn felt(options: &Options) -> FeltView {
    let mut felt = FeltView::new(Roulette::NAME, 1600, 800);
    let layout = Layout::of(options);
    wheel(&mut felt, options);
    layout.colors(&mut felt);
    Wager::each(&mut |wager| {
        if wager.place(options).is_ok() {
            felt.areas.push(layout.area(wager));
        }
    });
    felt.areas.sort_by_key(|area| area.kind);
    if options.five_adjacent() {
        felt.print("five adjacent numbers", Track::MIDDLE, 24, Fill::Line, 0);
        for &pocket in options.wheel().rim() {
            let points = layout.track(pocket);
            let turn = Track::of(options).turn(options, pocket);
            felt.paint(points.clone(), color(pocket));
            // A wheel with 00 may be used without it. Then some numbers of the replica take no wager.
            if felt.area(&Wager::FiveAdjacent(pocket).to_string(), 0).is_none() {
                let at = Track::of(options).middle(options, pocket);
                felt.print(pocket.to_string(), at, 26, Fill::Line, turn);
            }
        }
    }
    felt
}

/// Whether this covers three numbers of one row. Groups of three with a zero do not count.
fn is_row(wager: Wager) -> bool {
    matches!(wager, Wager::Three(three) if three.iter().all(|pocket| !pocket.is_zero()))
}

fn color(pocket: Pocket) -> Fill {
    match (pocket.is_zero(), pocket.is_red()) {
        (true, _) => Fill::Green,
        (_, true) => Fill::Red,
        _ => Fill::Black,
    }
}

/// Draws the wheel, with every compartment in its place on the rim.
fn wheel(felt: &mut FeltView, options: &Options) {
    let (middle, rim) = ([194, 400], options.wheel().rim());
    felt.put("wheel", middle, [340, 340], 0);
    let count = u8::try_from(rim.len()).unwrap_or(u8::MAX);
    let half = 180.0 / f64::from(count);
    let fan =
        Fan { center: (194.0, 400.0), radii: (170.0, 170.0), from: -90.0 - half, to: 270.0 - half, count };
    felt.ring(middle, 170, Fill::Gold);
    felt.ring(middle, 162, Fill::Black);
    felt.rim = rim.iter().map(ToString::to_string).collect();
    for (nth, &pocket) in (1..=count).zip(rim) {
        felt.paint(fan.wedge(nth, [0.0, 1.0], [0.68, 0.92]), color(pocket));
        // Numbers are read from outside the wheel.
        felt.print(pocket.to_string(), fan.at(nth, 0.5, 0.85), 15, Fill::White, fan.turn(nth, 0.5) + 180);
    }
    felt.ring(middle, 116, Fill::Line);
    felt.ring(middle, 62, Fill::Felt);
    felt.ring(middle, 18, Fill::Gold);
}

struct Layout<'a> {
    options: &'a Options,
    top: i32,
    /// What each row covers, beginning next to the zeros.
    rows: Vec<Pockets>,
}

impl<'a> Layout<'a> {
    fn of(options: &'a Options) -> Layout<'a> {
        let mut rows = Vec::new();
        Wager::each(&mut |wager| {
            if is_row(wager) {
                rows.push(wager.covers(options.wheel()));
            }
        });
        Layout { options, top: if options.five_adjacent() { 270 } else { 162 }, rows }
    }

    fn bottom(&self) -> i32 {
        self.top + 3 * CELL[1]
    }

    /// The row and the column of a number, found through the wagers on rows and columns.
    fn stands(&self, number: Pocket) -> (i32, i32) {
        let row = (0..).zip(&self.rows).find(|(_, row)| row.has(number)).map_or(0, |(nth, _)| nth);
        let column = (1..=3).find(|&c| self.covered(Wager::Column(c)).has(number)).unwrap_or(1);
        (row, i32::from(column))
    }

    /// The box of a number. The first column is next to the dozens. Two zeros share the height (R4).
    fn number(&self, number: Pocket) -> Points {
        let high = self.bottom() - self.top;
        match (number.is_zero(), self.options.wheel().plays(Pocket::DOUBLE_ZERO)) {
            (true, false) => rect(LEFT - CELL[0], self.top, CELL[0], high),
            (true, true) => {
                let y = if number == Pocket::DOUBLE_ZERO { self.top } else { self.top + high / 2 };
                rect(LEFT - CELL[0], y, CELL[0], high / 2)
            }
            (false, _) => {
                let (row, column) = self.stands(number);
                rect(LEFT + row * CELL[0], self.bottom() - column * CELL[1], CELL[0], CELL[1])
            }
        }
    }

    fn covered(&self, wager: Wager) -> Pockets {
        wager.covers(self.options.wheel())
    }

    /// What the boxes of a wager's numbers have in common. If that is nothing, the wager lies on the outer line, and
    /// only the boxes that touch this line count.
    fn shared(&self, wager: Wager) -> [Point; 2] {
        let covered = self.covered(wager);
        let all: Vec<[Point; 2]> = Pocket::all()
            .filter(|&pocket| covered.has(pocket))
            .map(|pocket| bounds(&self.number(pocket)))
            .collect();
        let common = |boxes: &[[Point; 2]]| {
            let over = |i: usize| boxes.iter().map(|b| b[0][i]).max().unwrap_or_default();
            let under = |i: usize| boxes.iter().map(|b| b[1][i]).min().unwrap_or_default();
            [[over(0), over(1)], [under(0), under(1)]]
        };
        let [low, high] = common(&all);
        if low[0] <= high[0] && low[1] <= high[1] {
            return [low, high];
        }
        let outer: Vec<[Point; 2]> = all.into_iter().filter(|b| b[1][1] == self.bottom()).collect();
        let [low, high] = common(&outer);
        [[low[0], self.bottom()], [high[0], self.bottom()]]
    }

    /// The area on a line, without its corners, or on a corner.
    fn on(&self, wager: Wager) -> (Kind, Points) {
        let [[left, top], [right, bottom]] = self.shared(wager);
        let (wide, high) = (right - left, bottom - top);
        match (wide, high) {
            (0, 0) => (Kind::Corner, around([left, top], 2 * CORNER, 2 * CORNER)),
            (_, 0) => (Kind::Line, rect(left + CORNER, top - REACH, wide - 2 * CORNER, 2 * REACH)),
            _ => (Kind::Line, rect(left - REACH, top + CORNER, 2 * REACH, high - 2 * CORNER)),
        }
    }

    /// The kind and the shape of a wager's area.
    fn position(&self, wager: Wager) -> (Kind, Points) {
        let (y, wide) = (self.bottom(), 12 * CELL[0]);
        let dozen = |d: u8| LEFT + wide / 3 * i32::from(d - 1);
        let even = |nth: i32| (Kind::Box, rect(LEFT + wide / 6 * nth, y + OUTSIDE, wide / 6, OUTSIDE));
        match wager {
            Wager::Straight(number) => (Kind::Box, self.number(number)),
            Wager::FiveAdjacent(center) => (Kind::Track, self.track(center)),
            Wager::SplitAtDozens => {
                let line = rect(dozen(3) - REACH, y + CORNER, 2 * REACH, OUTSIDE - CORNER);
                (Kind::Line, line)
            }
            Wager::Column(c) => {
                let y = self.bottom() - CELL[1] * i32::from(c);
                (Kind::Box, rect(LEFT + wide, y, CELL[0], CELL[1]))
            }
            Wager::Dozen(d) => (Kind::Box, rect(dozen(d), y, wide / 3, OUTSIDE)),
            Wager::Low => even(0),
            Wager::Even => even(1),
            Wager::Red => even(2),
            Wager::Black => even(3),
            Wager::Odd => even(4),
            Wager::High => even(5),
            Wager::Seven => (Kind::Bonus, rect(LEFT + wide, y, CELL[0], 2 * OUTSIDE)),
            wager => self.on(wager),
        }
    }

    fn area(&self, wager: Wager) -> Area {
        let (kind, points) = self.position(wager);
        let covered = self.covered(wager);
        let covers: Vec<String> =
            Pocket::all().filter(|&pocket| covered.has(pocket)).map(|pocket| pocket.to_string()).collect();
        let (label, size) = match wager {
            Wager::Straight(number) => (number.to_string(), 44),
            Wager::FiveAdjacent(number) => (number.to_string(), 26),
            Wager::Column(_) => (String::new(), 22),
            Wager::Dozen(d) => (["1st 12", "2nd 12", "3rd 12"][usize::from(d) - 1].to_owned(), 34),
            Wager::Low => ("1 to 18".to_owned(), 30),
            Wager::High => ("19 to 36".to_owned(), 30),
            Wager::Red | Wager::Black | Wager::Odd | Wager::Even => (title(&wager.to_string()), 30),
            Wager::Seven => ("10 to 15\nand 33".to_owned(), 17),
            _ => (String::new(), 0),
        };
        let pays = self.options.odds(wager);
        let (says, pays) = match wager {
            Wager::FiveAdjacent(_) => {
                (format!("five adjacent numbers, {}", list(&covers)), format!("{pays} on one of five chips"))
            }
            Wager::Column(_) | Wager::Dozen(_) => (wager.to_string(), pays.to_string()),
            _ if wager.is_even_chance() => (wager.to_string().replace('-', " "), pays.to_string()),
            Wager::SplitAtDozens => {
                (format!("split {}, between the dozens", list(&covers)), pays.to_string())
            }
            _ => {
                let kind = wager.to_string();
                let kind = kind.split(' ').next().unwrap_or_default().replace('-', " ");
                (format!("{kind} {}", list(&covers)), pays.to_string())
            }
        };
        let mut area =
            Area::new(kind, wager, wager.placed_by(), points).label(label, size).says(says).pays(pays);
        if let Wager::FiveAdjacent(pocket) = wager {
            let track = Track::of(self.options);
            let at = track.middle(self.options, pocket);
            area = area.spot(at).label_at(at, track.turn(self.options, pocket));
        }
        // A column is labeled with what the table pays, which may be more than the legal minimum.
        if let Wager::Column(_) = wager {
            area.label.clone_from(&area.pays);
        }
        Area { covers, ..area }
    }

    /// Paints the backgrounds of the boxes.
    fn colors(&self, felt: &mut FeltView) {
        for pocket in Pocket::all().filter(|&pocket| self.options.wheel().plays(pocket)) {
            felt.paint(self.number(pocket), color(pocket));
        }
        felt.paint(self.position(Wager::Red).1, Fill::Red);
        felt.paint(self.position(Wager::Black).1, Fill::Black);
    }

    fn track(&self, pocket: Pocket) -> Points {
        Track::of(self.options).cell(self.options, pocket)
    }
}

/// Capitalizes a word: `Red`.
fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Joins words: `17 and 20`.
fn list(words: &[String]) -> String {
    match words {
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
        [] => String::new(),
    }
}

/// 5.1(e)1.i.(1): the replica of the wheel: two straights and two bends, clockwise like the rim.
struct Track {
    count: f64,
}

impl Track {
    const MIDDLE: Point = [976, 132];
    /// The center line of the track: half the length of a straight, and the radius of a bend.
    const HALF: f64 = 442.0;
    const BEND: f64 = 78.0;
    /// Half the width of the track.
    const WIDE: f64 = 31.0;

    fn of(options: &Options) -> Track {
        Track { count: f64::from(u16::try_from(options.wheel().rim().len()).unwrap_or(u16::MAX)) }
    }

    /// The point `number` positions from the middle of the upper straight and `out` units outside the center line, and
    /// the direction of the track there, clockwise from the right.
    fn point(&self, number: f64, out: f64) -> ((f64, f64), f64) {
        let length = 4.0 * Self::HALF + 2.0 * PI * Self::BEND;
        let way = (number / self.count).rem_euclid(1.0) * length;
        let (x, y) = (f64::from(Self::MIDDLE[0]), f64::from(Self::MIDDLE[1]));
        let (half, bend) = (Self::HALF, PI * Self::BEND);
        let r = Self::BEND + out;
        let around = |way: f64| way / Self::BEND;
        match way {
            way if way < half => ((x + way, y - r), 0.0),
            way if way < half + bend => {
                let angle = around(way - half);
                ((x + half + r * angle.sin(), y - r * angle.cos()), angle)
            }
            way if way < 3.0 * half + bend => ((x + 2.0 * half + bend - way, y + r), PI),
            way if way < 3.0 * half + 2.0 * bend => {
                let angle = around(way - 3.0 * half - bend);
                ((x - half - r * angle.sin(), y + r * angle.cos()), PI + angle)
            }
            way => ((x + way - length, y - r), 0.0),
        }
    }

    fn nth(options: &Options, pocket: Pocket) -> f64 {
        let at = options.wheel().rim().iter().position(|&p| p == pocket).unwrap_or_default();
        f64::from(u16::try_from(at).unwrap_or_default())
    }

    fn cell(&self, options: &Options, pocket: Pocket) -> Points {
        let at = Self::nth(options, pocket);
        let steps = (0..=6_u8).map(|step| at - 0.5 + f64::from(step) / 6.0);
        let along = |number: f64, out: f64| {
            let ((x, y), _) = self.point(number, out);
            [round(x), round(y)]
        };
        let outer = steps.clone().map(|number| along(number, Self::WIDE));
        outer.chain(steps.rev().map(|number| along(number, -Self::WIDE))).collect()
    }

    fn middle(&self, options: &Options, pocket: Pocket) -> Point {
        let ((x, y), _) = self.point(Self::nth(options, pocket), 0.0);
        [round(x), round(y)]
    }

    /// Numbers are upright on the straights and lean with the bends.
    fn turn(&self, options: &Options, pocket: Pocket) -> i32 {
        let (_, angle) = self.point(Self::nth(options, pocket), 0.0);
        let degrees = round(angle.to_degrees()).rem_euclid(360);
        if (90..=270).contains(&degrees) {
            degrees - 180
        } else if degrees > 270 {
            degrees - 360
        } else {
            degrees
        }
    }
}
