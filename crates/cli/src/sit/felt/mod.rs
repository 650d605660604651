//! The layout of a wheel, or the table with its cards, people and wagers.

mod big_six;
pub mod roads;
mod roulette;
mod sic_bo;
mod table;

use super::{
    look::{Look, Target, chip, put, wide},
    model::Table,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Style},
};
use rules::Money;

/// The number of lines the layout would like, out of `most`.
pub fn height(table: &Table, width: u16, look: Look, most: u16) -> u16 {
    let wants = match table.summary.game.as_str() {
        "roulette" => 10,
        "big-six" => 7,
        "sic-bo" => 10,
        _ => table::height(table, width, look),
    };
    wants.min(most)
}

/// Draws the layout, and returns where a click places a chip.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Target> {
    match table.summary.game.as_str() {
        "roulette" => roulette::draw(buf, area, table, look),
        "big-six" => big_six::draw(buf, area, table, look),
        "sic-bo" => sic_bo::draw(buf, area, table, look),
        _ => table::draw(buf, area, table, look),
    }
}

/// Chips in a box of a layout.
struct Stack {
    /// Full for the user's own chips, hollow for everyone else's.
    mark: &'static str,
    amount: String,
    style: Style,
}

/// The chips on a wager, the user's own first.
fn stacks(table: &Table, wager: &str, ground: Style, look: Look) -> Vec<Stack> {
    let sum = |own: bool| -> Money {
        let bets = table.bets.iter().filter(|bet| bet.wager == wager && table.is_you(bet.patron) == own);
        bets.map(|bet| bet.stake).sum()
    };
    let own = (sum(true), "●", ground.patch(look.own()));
    let others = (sum(false), "○", ground);
    let lie = [own, others].into_iter().filter(|(stake, ..)| *stake > Money::ZERO);
    lie.map(|(stake, mark, style)| Stack { mark, amount: chip(stake), style }).collect()
}

/// A box of the layout: its name, and the chips below or after it. A click on it wagers.
fn field(buf: &mut Buffer, area: Rect, name: &str, table: &Table, look: Look) -> Target {
    let ground = look.on(Color::White, Color::Green);
    for y in area.y..area.bottom() {
        put(buf, area, area.x, y, &" ".repeat(usize::from(area.width.saturating_sub(1))), ground);
    }
    put(buf, area, area.x + 1, area.y, name, ground.patch(look.bold()));
    let (mut x, y) =
        if area.height > 1 { (area.x + 1, area.y + 1) } else { (area.x + 2 + wide(name), area.y) };
    for Stack { mark, amount, style } in stacks(table, name, ground, look) {
        let text = format!("{mark}{amount}");
        put(buf, area, x, y, &text, style);
        x += wide(&text) + 1;
    }
    Target { area, wager: name.to_owned() }
}
