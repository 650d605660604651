//! The roulette layout, lying on its side: three rows of twelve, zeros on the left. Chips lie in the boxes,
//! on the lines between them and on their corners, as on a real layout.

use super::{Stack, field, stacks};
use crate::sit::{
    look::{Look, Target, chip, put, wide},
    model::Table,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use rules::{Outcome, kit::wheels::Pocket};

const ZERO: u16 = 4;

struct Grid {
    area: Rect,
    width: u16,
    double: bool,
}

impl Grid {
    fn column(&self, number: u16) -> u16 {
        self.area.x + ZERO + (number - 1) / 3 * self.width
    }

    /// The line of a number: 3, 6, 9 … are at the top.
    fn row(&self, number: u16) -> u16 {
        self.area.y + 2 * (2 - (number - 1) % 3)
    }

    fn middle(&self, number: u16) -> u16 {
        self.column(number) + self.width / 2
    }

    /// The position of a chip on a line or a corner; `None` for a wager that has a box, or no place in this
    /// drawing.
    fn point(&self, wager: &str) -> Option<(u16, u16)> {
        let (kind, rest) = wager.split_once(' ').unwrap_or((wager, ""));
        let numbers: Vec<Option<u16>> = rest.split('-').map(|n| n.parse().ok().filter(|n| *n > 0)).collect();
        let (edge, under) = (self.area.x + ZERO, self.area.y + 5);
        Some(match (kind, numbers.as_slice()) {
            ("split", [Some(a), Some(b)]) if *b == a + 3 => (self.column(*b), self.row(*a)),
            ("split", [Some(a), Some(b)]) if *b == a + 1 => (self.middle(*a), self.row(*b) + 1),
            ("split", [None, Some(b)]) => (edge, self.row(*b)),
            ("split", [None, None]) if rest == "0-00" => (self.area.x + 1, self.area.y + 2),
            ("three", [Some(a), _, _]) => (self.middle(*a), under),
            ("three", [None, None, _]) => (edge, self.area.y + 2),
            ("three", [None, Some(a), _]) => (edge, self.row(a + 1) + 1),
            ("four", [Some(a), _, _, _]) => (self.column(a + 3), self.row(a + 1) + 1),
            ("six", [Some(a), _]) => (self.column(a + 3), under),
            ("first-five", _) => (edge, under),
            _ => return None,
        })
    }

    fn boxes(&self) -> Vec<(Rect, Pocket)> {
        let numbers = (1..=36).map(|n: u16| {
            let rect = Rect { x: self.column(n) + 1, y: self.row(n), width: self.width - 1, height: 1 };
            (rect, Pocket::number(u8::try_from(n).unwrap_or(0)).unwrap_or(Pocket::ZERO))
        });
        let zero = |y, pocket| (Rect { x: self.area.x, y: self.area.y + y, width: ZERO, height: 1 }, pocket);
        let zeros = if self.double {
            vec![zero(1, Pocket::DOUBLE_ZERO), zero(3, Pocket::ZERO)]
        } else {
            vec![zero(2, Pocket::ZERO)]
        };
        zeros.into_iter().chain(numbers).collect()
    }
}

/// Red, black or green; without color a letter says which.
fn ground(look: Look, pocket: Pocket) -> (Style, &'static str) {
    let (color, letter) = match (pocket.is_zero(), pocket.is_red()) {
        (true, _) => (Color::Green, ""),
        (_, true) => (Color::Red, "r"),
        (_, false) => (Color::Black, "b"),
    };
    (look.on(Color::White, color), if look.color { "" } else { letter })
}

/// Draws the layout.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Target> {
    let width = (area.width.saturating_sub(ZERO + 7) / 12).clamp(4, 8);
    let double = table.summary.options.get("wheel") == Some(&rounds::Value::from("double-zero"));
    let grid = Grid { area, width, double };
    let cloth = look.on(Color::White, Color::Green);
    let whole = ZERO + 12 * width + 7;
    for y in area.y..(area.y + 6).min(area.bottom()) {
        put(buf, area, area.x, y, &" ".repeat(usize::from(whole.min(area.width))), cloth);
    }
    let rests = table.picture.outcome.filter(|_| !table.picture.moving);
    let mut targets = Vec::new();
    for (rect, pocket) in grid.boxes() {
        let target = Target { area: rect, wager: format!("straight {pocket}") };
        number(buf, area, &target, pocket, rests == Some(Outcome::Ball { pocket }), table, look);
        targets.push(target);
    }
    targets.extend(outside(buf, &grid, table, look));
    let (mut own, mut elsewhere) = (Vec::new(), Vec::new());
    for bet in &table.bets {
        let boxed = targets.iter().any(|target| target.wager == bet.wager);
        match grid.point(&bet.wager) {
            // The user's own chips are drawn last, so that they lie on top of other people's.
            Some((x, y)) if table.is_you(bet.patron) => own.push((x, y)),
            Some((x, y)) => put(buf, area, x, y, "○", cloth.patch(look.others())),
            None if !boxed => elsewhere.push(format!("{} {}", bet.wager, chip(bet.stake))),
            None => {}
        }
    }
    for (x, y) in own {
        put(buf, area, x, y, "●", cloth.patch(look.own()));
    }
    if !elsewhere.is_empty() {
        put(buf, area, area.x, area.y + 8, &format!("also {}", elsewhere.join(", ")), look.bold());
    }
    last(buf, area, table, look);
    targets
}

fn number(
    buf: &mut Buffer,
    area: Rect,
    Target { area: at, wager }: &Target,
    pocket: Pocket,
    won: bool,
    table: &Table,
    look: Look,
) {
    let (mut style, letter) = ground(look, pocket);
    if won {
        style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
    }
    let name = format!("{:>2}{letter}{}", pocket.to_string(), if won { "◆" } else { "" });
    let box_width = usize::from(at.width);
    put(buf, area, at.x, at.y, &format!("{name:<box_width$}"), style);
    if let Some(Stack { mark, amount, style }) = stacks(table, wager, style, look).first() {
        let (x, room) = (at.x + wide(&name), at.width.saturating_sub(wide(&name) + 1));
        put(buf, area, x, at.y, mark, *style);
        if wide(amount) <= room {
            put(buf, area, x + 1, at.y, amount, *style);
        }
    }
}

/// Columns, dozens and even chances.
fn outside(buf: &mut Buffer, grid: &Grid, table: &Table, look: Look) -> Vec<Target> {
    let Grid { area, width, .. } = *grid;
    let mut targets = Vec::new();
    let cloth = look.on(Color::White, Color::Green);
    for column in 1..=3_u16 {
        let wager = format!("column {column}");
        let rect = Rect { x: area.x + ZERO + 12 * width + 1, y: grid.row(column), width: 6, height: 1 };
        let text = match stacks(table, &wager, cloth, look).first() {
            Some(Stack { mark, amount, .. }) => format!("2:1{mark}{amount}"),
            None => "2to1".to_owned(),
        };
        put(buf, area, rect.x, rect.y, &text, cloth);
        targets.push(Target { area: rect, wager });
    }
    let mut line = |y: u16, names: &[&str]| {
        let each = 12 * width / u16::try_from(names.len()).unwrap_or(1);
        for (at, name) in (0..).zip(names) {
            let rect = Rect { x: area.x + ZERO + at * each, y: area.y + y, width: each, height: 1 }
                .intersection(area);
            targets.push(field(buf, rect, name, table, look));
        }
    };
    line(6, &["dozen 1", "dozen 2", "dozen 3"]);
    line(7, &["1-to-18", "even", "red", "black", "odd", "19-to-36"]);
    targets
}

/// The last numbers, newest first.
fn last(buf: &mut Buffer, area: Rect, table: &Table, look: Look) {
    let y = area.y + 9;
    put(buf, area, area.x, y, "last", look.dim());
    let mut x = area.x + 5;
    if table.picture.moving {
        put(buf, area, x, y, "the ball rolls", look.bold());
        x += 16;
    }
    for outcome in table.outcomes.iter().rev().take(18) {
        let Outcome::Ball { pocket } = *outcome else { continue };
        let (style, letter) = ground(look, pocket);
        put(buf, area, x, y, &format!("{pocket}{letter}"), style);
        x += 4;
    }
    if table.outcomes.is_empty() {
        put(buf, area, x, y, "no number yet", look.dim());
    }
}
