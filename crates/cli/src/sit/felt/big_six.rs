//! The Big Six layout: seven boxes, and where the wheel stopped last.

use super::field;
use crate::sit::{
    look::{Look, Spot, put},
    model::Table,
};
use ratatui::{buffer::Buffer, layout::Rect, style::Color};
use rules::kit::wheels::Symbol;

/// Draws it.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Spot> {
    let width = (area.width / 7).clamp(6, 14);
    let last = table.hands.shown.last().and_then(|shown| shown.strip_prefix("stop "));
    let spots = (0..).zip(Symbol::ALL).map(|(at, symbol)| {
        let name = symbol.to_string();
        let place = Rect { x: area.x + at * width, y: area.y + 1, width, height: 2 }.intersection(area);
        if last == Some(name.as_str()) {
            put(buf, area, place.x + 1, area.y, "◆ wins", look.fg(Color::Yellow));
        }
        field(buf, place, &name, table, look)
    });
    let spots = spots.collect();
    put(buf, area, area.x, area.y + 4, "last stops", look.dim());
    let stops: Vec<&str> = table.numbers.iter().rev().take(12).map(String::as_str).collect();
    put(buf, area, area.x + 11, area.y + 4, &stops.join("  "), look.bold());
    put(buf, area, area.x, area.y + 5, "● yours  ○ others'", look.dim());
    spots
}
