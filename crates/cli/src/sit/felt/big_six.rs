//! The Big Six layout: seven boxes, and where the wheel stopped last.

use super::field;
use crate::sit::{
    look::{Look, Target, put},
    model::Table,
};
use ratatui::{buffer::Buffer, layout::Rect, style::Color};
use rules::{Outcome, kit::wheels::Symbol};

/// Draws the layout.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Target> {
    let width = (area.width / 7).clamp(6, 14);
    let stopped = table.picture.outcome.filter(|_| !table.picture.moving);
    let targets = (0..).zip(Symbol::ALL).map(|(at, symbol)| {
        let place = Rect { x: area.x + at * width, y: area.y + 1, width, height: 2 }.intersection(area);
        if stopped == Some(Outcome::Stop { symbol }) {
            put(buf, area, place.x + 1, area.y, "◆ last", look.fg(Color::Yellow));
        }
        field(buf, place, &symbol.to_string(), table, look)
    });
    let targets = targets.collect();
    let stops: Vec<String> = table.outcomes.iter().rev().take(12).map(shown).collect();
    put(buf, area, area.x, area.y + 4, "last stops", look.dim());
    put(buf, area, area.x + 11, area.y + 4, &stops.join("  "), look.bold());
    let state = if table.picture.moving { "the wheel turns" } else { "● yours  ○ others'" };
    put(buf, area, area.x, area.y + 5, state, look.dim());
    targets
}

fn shown(outcome: &Outcome) -> String {
    if let Outcome::Stop { symbol } = outcome { symbol.to_string() } else { String::new() }
}
