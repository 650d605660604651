//! 9.2 (not held): the layout of sic bo. Its fifty positions are drawn as on published layouts: Small and Big on the
//! outside, the kinds at the top, the totals in the middle, and the combinations and single numbers at the bottom. Dice
//! are printed as pips.

use crate::{
    shapes::{pips, rect},
    view::{Area, FeltView, Fill, Kind},
};
use rules::{
    Game, Vocabulary,
    kit::dice::Die,
    sic_bo::{Options, Pair, SicBo, Total, Wager},
};

/// Where the columns between Small and Big begin, and their total width.
const LEFT: i32 = 280;
const WIDE: i32 = 1040;

/// The layout of a table.
pub fn felt(options: &Options) -> FeltView {
    let mut felt = FeltView::new(SicBo::NAME, 1600, 800);
    let mut layout = Sheet { felt: &mut felt, options };
    layout.words(Wager::Small, [60, 60, 210, 300], "SMALL", "4 to 10");
    layout.words(Wager::Big, [1330, 60, 210, 300], "BIG", "11 to 17");
    layout.kinds();
    layout.totals();
    layout.combinations();
    layout.numbers();
    felt.put("dice", [800, 715], [360, 120], 0);
    felt.paint(rect(620, 655, 360, 120), Fill::Line);
    felt
}

struct Sheet<'a> {
    felt: &'a mut FeltView,
    options: &'a Options,
}

impl Sheet<'_> {
    /// Adds a position, with its payout in gold at the lower edge.
    fn put(
        &mut self,
        wager: Wager,
        [x, y, w, h]: [i32; 4],
        label: String,
        size: i32,
        at: [i32; 2],
        pays: i32,
    ) {
        let points = rect(x, y, w, h);
        self.felt.paint(points.clone(), Fill::Felt);
        self.felt.paint(points.clone(), Fill::Line);
        let odds = pays_of(self.options, wager);
        self.felt.print(odds.as_str(), [x + w / 2, y + h - pays], pays, Fill::Gold, 0);
        let area = Area::new(Kind::Box, wager, SicBo::PERMISSIBLE, points);
        self.felt.areas.push(area.label(label, size).label_at(at, 0).says(says(wager)).pays(odds));
    }

    fn words(&mut self, wager: Wager, [x, y, w, h]: [i32; 4], name: &str, range: &str) {
        self.put(wager, [x, y, w, h], name.to_owned(), 44, [x + w / 2, y + 90], 28);
        self.felt.print(range, [x + w / 2, y + 145], 30, Fill::White, 0);
        self.felt.print("loses if all\nthree are alike", [x + w / 2, y + 205], 19, Fill::Line, 0);
    }

    /// Prints dice side by side around a center.
    fn dice(&mut self, dice: &[Die], [x, y]: [i32; 2], size: i32, turn: bool) {
        let step = size + 6;
        let first = -(step * (count(dice.len()) - 1)) / 2;
        for (nth, die) in (0..).zip(dice) {
            let along = first + step * nth;
            let [cx, cy] = if turn { [x, y + along] } else { [x + along, y] };
            self.felt.paint(rect(cx - size / 2, cy - size / 2, size, size), Fill::White);
            for [px, py] in pips(die.spots()) {
                self.felt.ring([cx + px * size / 4, cy + py * size / 4], (size / 10).max(2), Fill::Black);
            }
        }
    }

    /// Two and three of a kind, with any three of a kind between the low and the high numbers.
    fn kinds(&mut self) {
        let wide = WIDE / 8;
        for (nth, die) in (0..).zip(Die::ALL) {
            let x = LEFT + wide * (if nth < 3 { nth } else { nth + 2 });
            self.put(Wager::TwoOfAKind(die), [x, 60, wide, 150], String::new(), 0, [x + wide / 2, 110], 18);
            self.dice(&[die, die], [x + wide / 2, 118], 46, false);
            self.put(
                Wager::ThreeOfAKind(die),
                [x, 210, wide, 150],
                String::new(),
                0,
                [x + wide / 2, 260],
                18,
            );
            self.dice(&[die, die, die], [x + wide / 2, 268], 34, false);
        }
        let x = LEFT + 3 * wide;
        self.put(
            Wager::AnyThree,
            [x, 60, 2 * wide, 300],
            "ANY THREE\nALIKE".to_owned(),
            30,
            [x + wide, 120],
            24,
        );
        for (nth, die) in (0..).zip(Die::ALL) {
            let at = [x + wide / 2 + 10 + (nth % 2) * 115, 200 + (nth / 2) * 40];
            self.dice(&[die, die, die], at, 28, false);
        }
    }

    fn totals(&mut self) {
        let wide = (WIDE + 440) / 14;
        let mut x = 60;
        Total::each(&mut |total| {
            self.put(
                Wager::Total(total),
                [x, 370, wide, 110],
                total.to_string(),
                46,
                [x + wide / 2, 415],
                18,
            );
            x += wide;
        });
    }

    fn combinations(&mut self) {
        let wide = 1480 / 15;
        let mut x = 60;
        Pair::each(&mut |pair| {
            self.put(
                Wager::Combination(pair),
                [x, 490, wide, 150],
                String::new(),
                0,
                [x + wide / 2, 530],
                17,
            );
            self.dice(&pair.numbers(), [x + wide / 2, 548], 40, true);
            x += wide;
        });
    }

    /// One of a kind, on both sides of the shaker.
    fn numbers(&mut self) {
        for (nth, die) in (0..).zip(Die::ALL) {
            let x = 60 + 185 * nth + if nth > 2 { 370 } else { 0 };
            self.put(Wager::OneOfAKind(die), [x, 650, 185, 130], String::new(), 0, [x + 92, 690], 17);
            self.dice(&[die], [x + 92, 698], 54, false);
        }
    }
}

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// What a wager pays. One of a kind pays by the number of dice that show it: `1, 2 or 3 to 1`.
fn pays_of(options: &Options, wager: Wager) -> String {
    let by = |dice| options.odds_by(wager, dice).to_string();
    let Wager::OneOfAKind(_) = wager else { return by(0) };
    let all = [by(1), by(2), by(3)];
    match all.each_ref().map(|odds| odds.strip_suffix(" to 1")) {
        [Some(one), Some(two), Some(three)] => format!("{one}, {two} or {three} to 1"),
        _ => all.join(", "),
    }
}

/// The description of a wager for screen readers.
fn says(wager: Wager) -> String {
    match wager {
        Wager::ThreeOfAKind(n) => format!("three of a kind, {n}"),
        Wager::TwoOfAKind(n) => format!("two of a kind, {n}"),
        Wager::AnyThree => "any three of a kind".to_owned(),
        Wager::Total(total) => format!("total {total}"),
        Wager::Combination(pair) => {
            let [low, high] = pair.numbers();
            format!("{low} and {high} together")
        }
        Wager::Small => "small, 4 to 10 without three of a kind".to_owned(),
        Wager::Big => "big, 11 to 17 without three of a kind".to_owned(),
        Wager::OneOfAKind(n) => format!("one of a kind, {n}"),
    }
}
