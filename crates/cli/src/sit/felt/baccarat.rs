//! Baccarat: the two hands, the seats with their wagers, and the big road beside them.

use super::{generic, places, stake};
use crate::{
    board,
    sit::{
        hands::Side,
        look::{Look, Spot, chip, cut, hand, money, put},
        model::Table,
    },
};
use ratatui::{buffer::Buffer, layout::Rect, style::Color};
use roads::{Cell, Colour, Derived, ROWS, Road, Winner};

const NAMED: [&str; 3] = ["player", "banker", "tie"];

/// Punto banco and minibaccarat.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Spot> {
    let road = if area.width >= 76 { (area.width / 3).min(42) } else { 0 };
    let left = Rect { width: area.width - road, ..area };
    let below = hands(buf, left, table, look);
    let spots = seats(buf, below, table, look);
    if road > 0 {
        let right = Rect { x: left.right() + 1, width: road - 1, ..area };
        big_road(buf, right, table, look);
    }
    spots
}

/// Chemin de fer: who holds the bank, how much of it is covered, and the hands.
pub fn chemin(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Spot> {
    let bank = table.bets.iter().find(|bet| bet.wager == "bank");
    let held = bank.map(|bet| &bet.patron).or(table.hands.banker.owner.as_ref());
    let mut text = match held {
        Some(patron) => format!("bank: {}", table.name(patron)),
        None => "bank: nobody".to_owned(),
    };
    if let Some(bank) = bank {
        let against: i64 = table.bets.iter().filter(|bet| bet.wager != "bank").map(|bet| bet.stake).sum();
        let open = (bank.stake - against).max(0);
        text += &format!(", {}; covered {}, open {}", money(bank.stake), money(against), money(open));
    }
    let own = held.is_some_and(|patron| table.is_you(patron));
    put(buf, area, area.x, area.y, &text, if own { look.own() } else { look.bold() });
    let rest = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let below = hands(buf, rest, table, look);
    generic::list(buf, below, table, look);
    Vec::new()
}

/// The two hands in two lines; gives what is left below.
fn hands(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Rect {
    for (y, side) in (area.y..).zip(Side::ALL) {
        let (name, colour) = match side {
            Side::Player => ("Player's Hand", Color::LightBlue),
            Side::Banker => ("Banker's Hand", Color::LightRed),
        };
        let of = table.hands.of(side);
        put(buf, area, area.x, y, name, look.fg(colour).patch(look.bold()));
        let count = of.count().map_or_else(|| "-".to_owned(), |count| count.to_string());
        put(buf, area, area.x + 14, y, &count, look.bold());
        let end = if of.cards.is_empty() {
            put(buf, area, area.x + 17, y, "no cards", look.dim());
            area.x + 26
        } else {
            hand(buf, area, area.x + 17, y, of, look)
        };
        if let Some(owner) = &of.owner {
            put(buf, area, end + 1, y, &cut(&table.name(owner), 14), look.dim());
        }
    }
    Rect { y: (area.y + 2).min(area.bottom()), height: area.height.saturating_sub(2), ..area }
}

/// A line a seat: Player, Banker, tie, and what else lies there.
fn seats(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Spot> {
    let columns = [16, 25, 34];
    let mut spots = Vec::new();
    put(buf, area, area.x, area.y, "seat", look.dim());
    for (x, name) in columns.into_iter().zip(NAMED) {
        put(buf, area, area.x + x, area.y, name, look.bold());
        let rect = Rect { x: area.x + x, y: area.y, width: 8, height: area.height };
        spots.push(Spot { area: rect.intersection(area), wager: name.to_owned() });
    }
    let places = places(table);
    if places.is_empty() {
        put(buf, area, area.x, area.y + 1, "nobody sits, and nothing lies on the layout", look.dim());
    }
    for (y, ((seat, patron), bets)) in (area.y + 1..area.bottom()).zip(&places) {
        let style = if table.is_you(patron) { look.own() } else { look.others() };
        put(buf, area, area.x, y, &format!("{seat:>2} {}", cut(&table.name(patron), 12)), style);
        let mut others = Vec::new();
        for bet in bets {
            match NAMED.iter().position(|name| *name == bet.wager) {
                Some(at) if bet.tender == "chips" => {
                    let text = format!("●{}", chip(bet.stake));
                    put(buf, area, area.x + columns[at], y, &text, style);
                }
                _ => others.push(format!("{} {}", bet.wager, stake(bet))),
            }
        }
        put(buf, area, area.x + 42, y, &others.join(", "), style);
    }
    spots
}

/// The big road; where it is longer than the room, its end.
fn big_road(buf: &mut Buffer, area: Rect, table: &Table, look: Look) {
    let counts = table.roads.counts();
    let head = format!("B {} P {} T {}", counts.banker, counts.player, counts.tie);
    put(buf, area, area.x, area.y, "big road  ", look.bold());
    put(buf, area, area.x + 10, area.y, &head, look.dim());
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    road(buf, below, table.roads.big_road(), look, &big_cell);
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
                    let (text, colour) = glyph(cell);
                    (text, look.fg(colour).patch(look.bold()))
                }
                None => ("·".to_owned(), look.dim()),
            };
            put(buf, area, x, y, &text, style);
        }
    }
}

/// All five roads, one below the other.
pub fn roads(buf: &mut Buffer, area: Rect, table: &Table, look: Look) {
    let mut y = area.y;
    let mut title = |buf: &mut Buffer, text: &str| {
        put(buf, area, area.x, y, text, look.bold());
        let place = Rect { y: y + 1, height: 6, ..area }.intersection(area);
        y += 7;
        place
    };
    let place = title(buf, "bead plate");
    road(buf, place, table.roads.bead_plate(), look, &|cell| {
        (cell.mark.letter().to_string(), hue(cell.mark))
    });
    let place = title(buf, "big road");
    road(buf, place, table.roads.big_road(), look, &big_cell);
    for derived in Derived::ALL {
        let place = title(buf, &derived.to_string());
        let glyph = |cell: &Cell<Colour>| {
            let colour = if cell.mark == Colour::Red { Color::LightRed } else { Color::LightBlue };
            (board::shape(derived, cell.mark).to_owned(), colour)
        };
        road(buf, place, table.roads.derived(derived), look, &glyph);
    }
}
