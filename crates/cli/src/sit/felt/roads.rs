//! The roads of a baccarat shoe.

use crate::{
    board,
    sit::{
        look::{Look, put},
        model::Table,
    },
};
use ratatui::{buffer::Buffer, layout::Rect, style::Color};
use roads::{Cell, Derived, ROWS, Road, Winner};

/// The big road; if it is too long, its end.
pub fn big_road(buf: &mut Buffer, area: Rect, table: &Table, look: Look) {
    let roads = table.roads.roads();
    let counts = roads.counts();
    let head = format!("B {} P {} T {}", counts.banker, counts.player, counts.tie);
    put(buf, area, area.x, area.y, "big road  ", look.bold());
    put(buf, area, area.x + 10, area.y, &head, look.dim());
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    road(buf, below, roads.big_road(), look, &big_cell);
}

fn big_cell(cell: &Cell<Winner>) -> (String, Color) {
    let letter = if cell.mark == Winner::Tie { ' ' } else { cell.mark.letter() };
    let ties = if cell.ties > 0 { "/" } else { "" };
    (format!("{letter}{ties}"), hue(cell.mark))
}

fn hue(winner: Winner) -> Color {
    match winner {
        Winner::Banker => Color::LightRed,
        Winner::Player => Color::LightBlue,
        Winner::Tie => Color::LightGreen,
    }
}

/// Any road in cells of two columns.
fn road<M: Copy + PartialEq>(
    buf: &mut Buffer,
    area: Rect,
    road: &Road<M>,
    look: Look,
    glyph: &dyn Fn(&Cell<M>) -> (String, Color),
) {
    let room = usize::from(area.width / 2).max(1);
    let from = road.columns().saturating_sub(room);
    for (y, row) in (area.y..area.bottom()).zip(0..ROWS) {
        for (x, column) in (area.x..area.right()).step_by(2).zip(from..from + room) {
            let (text, style) = match road.at(row, column) {
                Some(cell) => {
                    let (text, color) = glyph(cell);
                    (text, look.fg(color).patch(look.bold()))
                }
                None => ("·".to_owned(), look.dim()),
            };
            put(buf, area, x, y, &text, style);
        }
    }
}

/// All five roads, one below the other.
pub fn all(buf: &mut Buffer, area: Rect, table: &Table, look: Look) {
    let roads = table.roads.roads();
    let mut y = area.y;
    let mut title = |buf: &mut Buffer, text: &str| {
        put(buf, area, area.x, y, text, look.bold());
        let place = Rect { y: y + 1, height: 6, ..area }.intersection(area);
        y += 7;
        place
    };
    let place = title(buf, "bead plate");
    road(buf, place, roads.bead_plate(), look, &|cell| (cell.mark.letter().to_string(), hue(cell.mark)));
    let place = title(buf, "big road");
    road(buf, place, roads.big_road(), look, &big_cell);
    for derived in Derived::ALL {
        let place = title(buf, &derived.to_string());
        let glyph = |cell: &Cell<roads::Color>| {
            let color = if cell.mark == roads::Color::Red { Color::LightRed } else { Color::LightBlue };
            (board::shape(derived, cell.mark).to_owned(), color)
        };
        road(buf, place, roads.derived(derived), look, &glyph);
    }
}
