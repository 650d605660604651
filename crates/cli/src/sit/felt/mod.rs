//! The felt, drawn for the game at hand; for a game without a drawing of its own, who has wagered what, and the cards.

pub mod baccarat;
mod big_six;
mod generic;
mod roulette;

use super::{
    look::{Look, Spot, money, put},
    model::Table,
};
use books::Lying;
use ratatui::{buffer::Buffer, layout::Rect};
use std::collections::BTreeMap;

/// How many lines the felt would like, of so many.
pub fn height(table: &Table, most: u16) -> u16 {
    let wants = match table.summary.game.as_str() {
        "roulette" => 10,
        "big-six" => 7,
        "punto-banco" | "minibaccarat" | "chemin-de-fer" => {
            3 + u16::try_from(places(table).len()).unwrap_or(9).clamp(6, 9)
        }
        _ => 10,
    };
    wants.min(most)
}

/// Draws it, and says where a click puts a chip.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Spot> {
    match table.summary.game.as_str() {
        "roulette" => roulette::draw(buf, area, table, look),
        "big-six" => big_six::draw(buf, area, table, look),
        "punto-banco" | "minibaccarat" => baccarat::draw(buf, area, table, look),
        "chemin-de-fer" => baccarat::chemin(buf, area, table, look),
        _ => generic::draw(buf, area, table, look),
    }
}

/// The wagers of each person at each place, in the order of the places.
fn places(table: &Table) -> Vec<((u8, String), Vec<&Lying>)> {
    let mut places: BTreeMap<(u8, String), Vec<&Lying>> = BTreeMap::new();
    for (patron, seat) in &table.seats {
        places.insert((*seat, patron.clone()), Vec::new());
    }
    for bet in &table.bets {
        places.entry((bet.seat, bet.patron.clone())).or_default().push(bet);
    }
    places.into_iter().collect()
}

/// One's own and everyone else's chips on a wager, in cents.
fn sums(table: &Table, wager: &str) -> (i64, i64) {
    let mut sums = (0, 0);
    for bet in table.bets.iter().filter(|bet| bet.wager == wager) {
        if table.is_you(&bet.patron) {
            sums.0 += bet.stake;
        } else {
            sums.1 += bet.stake;
        }
    }
    sums
}

/// `20.00`, with what it is made in if not in chips.
fn stake(bet: &Lying) -> String {
    match bet.tender.as_str() {
        "chips" => money(bet.stake),
        tender => format!("{} {tender}", money(bet.stake)),
    }
}

/// A box of the layout: its name, and under it the chips. A click on it wagers.
fn field(buf: &mut Buffer, area: Rect, name: &str, table: &Table, look: Look) -> Spot {
    let (own, others) = sums(table, name);
    let ground = look.on(ratatui::style::Color::White, ratatui::style::Color::Green);
    for y in area.y..area.bottom() {
        put(buf, area, area.x, y, &" ".repeat(usize::from(area.width.saturating_sub(1))), ground);
    }
    put(buf, area, area.x + 1, area.y, name, ground.patch(look.bold()));
    let mut x = area.x + 1;
    if own > 0 {
        let text = format!("●{}", super::look::chip(own));
        put(buf, area, x, area.y + 1, &text, ground.patch(look.own()));
        x += super::look::wide(&text) + 1;
    }
    if others > 0 {
        put(buf, area, x, area.y + 1, &format!("○{}", super::look::chip(others)), ground);
    }
    Spot { area, wager: name.to_owned() }
}
