//! Any game: what the equipment showed, who has wagered what and where, and the last call.

use super::{places, stake};
use crate::sit::{
    hands::Face,
    look::{Look, Spot, card, cut, put, wide},
    model::{Table, Tone},
};
use ratatui::{buffer::Buffer, layout::Rect};

/// Draws it.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Spot> {
    let mut y = area.y;
    put(buf, area, area.x, y, "shown this round ", look.dim());
    let mut x = area.x + 17;
    if table.hands.shown.is_empty() {
        put(buf, area, x, y, "nothing yet", look.dim());
    }
    for shown in &table.hands.shown {
        let span = match rules::Vocabulary::read(shown) {
            Some(known) => card(look, Face::Up(known)),
            None => ratatui::text::Span::styled(shown.clone(), look.bold()),
        };
        if x + wide(&span.content) > area.right() {
            (x, y) = (area.x + 17, y + 1);
        }
        put(buf, area, x, y, &span.content, span.style);
        x += wide(&span.content) + 1;
    }
    y += 1;
    if let Some(call) = table.log.iter().rev().find(|line| line.tone == Tone::Call) {
        put(buf, area, area.x, y, "last call        ", look.dim());
        put(buf, area, area.x + 17, y, &call.text, look.bold());
    }
    y += 1;
    list(buf, Rect { y, height: area.bottom().saturating_sub(y), ..area }, table, look);
    Vec::new()
}

/// The wagers, a line for each person at each place; those that do not fit are counted.
pub fn list(buf: &mut Buffer, area: Rect, table: &Table, look: Look) {
    let places = places(table);
    if places.is_empty() {
        put(buf, area, area.x, area.y, "nothing lies on the layout", look.dim());
    }
    let rows = usize::from(area.height);
    for (y, ((seat, patron), bets)) in (area.y..area.bottom()).zip(&places) {
        let is_last = usize::from(y - area.y) + 1 == rows && places.len() > rows;
        if is_last {
            put(buf, area, area.x, y, &format!("… and {} more", places.len() - rows + 1), look.dim());
            break;
        }
        let style = if table.is_you(patron) { look.own() } else { look.others() };
        let at = if *seat > 0 { format!("{seat:>2} ") } else { "   ".to_owned() };
        put(buf, area, area.x, y, &at, look.dim());
        put(buf, area, area.x + 3, y, &cut(&table.name(patron), 12), style);
        let lies: Vec<String> = bets.iter().map(|bet| format!("{} {}", bet.wager, stake(bet))).collect();
        put(buf, area, area.x + 16, y, &lies.join(", "), style);
    }
}
