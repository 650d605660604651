//! The roulette layout, lying on its side: three rows of twelve, zeros on the left. Chips lie in the boxes, on the lines
//! between them and on their corners, as they do on the cloth.

use super::{field, sums};
use crate::sit::{
    look::{Look, Spot, chip, put},
    model::Table,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use rules::kit::wheels::Pocket;

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

    /// The line of a number: 3, 6, 9 … are on top.
    fn row(&self, number: u16) -> u16 {
        self.area.y + 2 * (2 - (number - 1) % 3)
    }

    fn middle(&self, number: u16) -> u16 {
        self.column(number) + self.width / 2
    }

    /// Where a chip on a line or a corner lies; nothing for what has a box, or no place in this drawing.
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

/// Red, black or green; without colour a letter says which.
fn ground(look: Look, pocket: Pocket) -> (Style, &'static str) {
    let (colour, letter) = match (pocket.is_zero(), pocket.is_red()) {
        (true, _) => (Color::Green, ""),
        (_, true) => (Color::Red, "r"),
        (_, false) => (Color::Black, "b"),
    };
    (look.on(Color::White, colour), if look.colour { "" } else { letter })
}

/// Draws it.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Spot> {
    let width = (area.width.saturating_sub(ZERO + 7) / 12).clamp(4, 8);
    let wheel = table.summary.options.iter().find_map(|option| option.strip_prefix("wheel="));
    let grid =
        Grid { area, width, double: wheel.is_none_or(|wheel| wheel.trim_matches('"') == "double-zero") };
    let cloth = look.on(Color::White, Color::Green);
    let whole = ZERO + 12 * width + 7;
    for y in area.y..(area.y + 6).min(area.bottom()) {
        put(buf, area, area.x, y, &" ".repeat(usize::from(whole.min(area.width))), cloth);
    }
    let ball = table.hands.shown.iter().rev().find_map(|shown| shown.strip_prefix("ball "));
    let mut spots = Vec::new();
    for (rect, pocket) in grid.boxes() {
        number(buf, area, rect, pocket, ball == Some(pocket.to_string().as_str()), table, look);
        spots.push(Spot { area: rect, wager: format!("straight {pocket}") });
    }
    spots.extend(outside(buf, &grid, table, look));
    let mut elsewhere = Vec::new();
    for bet in &table.bets {
        let boxed = spots.iter().any(|spot| spot.wager == bet.wager);
        match grid.point(&bet.wager) {
            Some((x, y)) => {
                let (own, _) = sums(table, &bet.wager);
                let (mark, style) = if own > 0 { ("●", look.own()) } else { ("○", look.others()) };
                put(buf, area, x, y, mark, cloth.patch(style));
            }
            None if !boxed => elsewhere.push(format!("{} {}", bet.wager, chip(bet.stake))),
            None => {}
        }
    }
    if !elsewhere.is_empty() {
        put(buf, area, area.x, area.y + 8, &format!("also {}", elsewhere.join(", ")), look.bold());
    }
    last(buf, area, table, look);
    spots
}

fn number(buf: &mut Buffer, area: Rect, at: Rect, pocket: Pocket, won: bool, table: &Table, look: Look) {
    let (mut style, letter) = ground(look, pocket);
    if won {
        style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
    }
    let (own, others) = sums(table, &format!("straight {pocket}"));
    let name = format!("{:>2}{letter}{}", pocket.to_string(), if won { "◆" } else { "" });
    let box_width = usize::from(at.width);
    put(buf, area, at.x, at.y, &format!("{name:<box_width$}"), style);
    let (amount, mark) = if own > 0 { (own, "●") } else { (others, "○") };
    if amount > 0 {
        let room = usize::from(at.width).saturating_sub(name.chars().count() + 1);
        let text = chip(amount);
        let text = if text.chars().count() <= room { text } else { String::new() };
        let chips = if own > 0 { style.patch(look.own()) } else { style };
        let x = at.x + u16::try_from(name.chars().count()).unwrap_or(3);
        put(buf, area, x, at.y, &format!("{mark}{text}"), chips);
    }
}

/// Columns, dozens and even chances.
fn outside(buf: &mut Buffer, grid: &Grid, table: &Table, look: Look) -> Vec<Spot> {
    let Grid { area, width, .. } = *grid;
    let mut spots = Vec::new();
    for column in 1..=3_u16 {
        let wager = format!("column {column}");
        let rect = Rect { x: area.x + ZERO + 12 * width + 1, y: grid.row(column), width: 6, height: 1 };
        let (own, others) = sums(table, &wager);
        let text = match (own, others) {
            (0, 0) => "2to1".to_owned(),
            (0, others) => format!("2to1○{}", chip(others)),
            (own, _) => format!("2:1●{}", chip(own)),
        };
        put(buf, area, rect.x, rect.y, &text, look.on(Color::White, Color::Green));
        spots.push(Spot { area: rect, wager });
    }
    let mut line = |y: u16, names: &[&str]| {
        let each = 12 * width / u16::try_from(names.len()).unwrap_or(1);
        for (at, name) in (0..).zip(names) {
            let rect = Rect { x: area.x + ZERO + at * each, y: area.y + y, width: each, height: 1 }
                .intersection(area);
            spots.push(one_line(buf, rect, name, table, look));
        }
    };
    line(6, &["dozen 1", "dozen 2", "dozen 3"]);
    line(7, &["1-to-18", "even", "red", "black", "odd", "19-to-36"]);
    spots
}

/// A box of one line: the chips stand behind the name.
fn one_line(buf: &mut Buffer, area: Rect, name: &str, table: &Table, look: Look) -> Spot {
    let spot = field(buf, area, name, table, look);
    let (own, others) = sums(table, name);
    let x = area.x + 2 + super::super::look::wide(name);
    let cloth = look.on(Color::White, Color::Green);
    if own > 0 {
        put(buf, area, x, area.y, &format!("●{}", chip(own)), cloth.patch(look.own()));
    } else if others > 0 {
        put(buf, area, x, area.y, &format!("○{}", chip(others)), cloth);
    }
    spot
}

/// The last numbers, the newest first.
fn last(buf: &mut Buffer, area: Rect, table: &Table, look: Look) {
    let y = area.y + 9;
    put(buf, area, area.x, y, "last", look.dim());
    let mut x = area.x + 5;
    for number in table.numbers.iter().rev().take(18) {
        let (style, letter) = Pocket::read(number).map_or((look.bold(), ""), |pocket| ground(look, pocket));
        put(buf, area, x, y, &format!("{number}{letter}"), style);
        x += 4;
    }
    if table.numbers.is_empty() {
        put(buf, area, x, y, "no number yet", look.dim());
    }
}
