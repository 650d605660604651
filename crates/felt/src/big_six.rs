//! 5.5: the layout of Big Six: a box for each insignia, and the wheel.

use crate::{
    shapes::{Fan, rect},
    view::{Area, FeltView, Fill, Kind},
};
use rules::{
    Game,
    big_six::{BigSix, Options},
    kit::wheels::{BIG_SIX_RIM, Symbol},
};

/// The layout of a table.
pub fn felt(options: &Options) -> FeltView {
    let mut felt = FeltView::new(BigSix::NAME, 1600, 800);
    wheel(&mut felt, options);
    for (nth, symbol) in (0..).zip(Symbol::ALL) {
        // The amounts are in two rows, joker and flag in a third.
        let (x, y, wide) = match nth {
            0..=2 => (770 + 266 * nth, 60, 256),
            3 | 4 => (770 + 399 * (nth - 3), 290, 389),
            _ => (770 + 399 * (nth - 5), 520, 389),
        };
        let points = rect(x, y, wide, 220);
        let pays = options.odds(symbol);
        felt.paint(points.clone(), color(symbol));
        felt.paint(rect(x + 10, y + 10, wide - 20, 200), Fill::Line);
        let name = word(symbol);
        let size = if name.len() > 3 { 64 } else { 84 };
        felt.print(format!("pays {pays}"), [x + wide / 2, y + 186], 26, Fill::Gold, 0);
        let area = Area::new(Kind::Box, symbol, BigSix::PERMISSIBLE, points);
        let at = [x + wide / 2, y + 96];
        felt.areas.push(area.label(name, size).label_at(at, 0).says(format!("{symbol}")).pays(pays));
    }
    felt
}

fn word(symbol: Symbol) -> String {
    match symbol {
        Symbol::Joker => "JOKER".to_owned(),
        Symbol::Flag => "FLAG".to_owned(),
        symbol => symbol.to_string(),
    }
}

fn color(symbol: Symbol) -> Fill {
    match symbol {
        Symbol::One | Symbol::Five | Symbol::Twenty => Fill::Felt,
        Symbol::Two | Symbol::Ten => Fill::Green,
        Symbol::Joker => Fill::Red,
        Symbol::Flag => Fill::Black,
    }
}

/// Draws the wheel, with as many stops of each insignia as the options specify.
fn wheel(felt: &mut FeltView, options: &Options) {
    let middle = [390, 400];
    felt.put("wheel", middle, [690, 690], 0);
    let stops = rim(options);
    let count = u8::try_from(stops.len()).unwrap_or(u8::MAX);
    let fan = Fan { center: (390.0, 400.0), radii: (345.0, 345.0), from: -90.0, to: 270.0, count };
    felt.ring(middle, 345, Fill::Gold);
    felt.ring(middle, 335, Fill::Black);
    felt.rim = stops.iter().map(ToString::to_string).collect();
    for (nth, symbol) in (1..=count).zip(stops) {
        felt.paint(fan.wedge(nth, [0.0, 1.0], [0.52, 0.94]), color(symbol));
        felt.paint(fan.wedge(nth, [0.0, 1.0], [0.52, 0.94]), Fill::Line);
        let name = match symbol {
            Symbol::Joker => "J".to_owned(),
            Symbol::Flag => "F".to_owned(),
            symbol => symbol.to_string(),
        };
        let size = if name.len() > 2 { 12 } else { 17 };
        felt.print(name, fan.at(nth, 0.5, 0.86), size, Fill::White, fan.turn(nth, 0.5) + 180);
    }
    felt.ring(middle, 120, Fill::Felt);
    felt.ring(middle, 120, Fill::Line);
    felt.ring(middle, 26, Fill::Gold);
}

/// The insignia around the rim, clockwise: in the usual order if the counts are the usual ones, otherwise evenly
/// spread.
fn rim(options: &Options) -> Vec<Symbol> {
    let is_usual = |symbol| {
        let stops = BIG_SIX_RIM.iter().filter(|&&stop| stop == symbol);
        stops.count() == usize::from(options.stops(symbol))
    };
    if Symbol::ALL.into_iter().all(is_usual) { BIG_SIX_RIM.to_vec() } else { spread(options) }
}

/// Spreads the insignia evenly: each stop gets the insignia that is furthest behind its share.
fn spread(options: &Options) -> Vec<Symbol> {
    let shares = Symbol::ALL.map(|symbol| i32::from(options.stops(symbol)));
    let total: i32 = shares.iter().sum();
    let mut behind = [0; 7];
    let mut rim = Vec::new();
    for _ in 0..total {
        for (b, share) in behind.iter_mut().zip(shares) {
            *b += share;
        }
        let most = (0..7).rev().max_by_key(|&i| behind[i]).unwrap_or_default();
        behind[most] -= total;
        rim.push(Symbol::ALL[most]);
    }
    rim
}
