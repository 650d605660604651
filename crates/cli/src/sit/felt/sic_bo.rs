//! The sic bo layout: the totals with Small and Big, the numbers that one, two or three dice show, and the combinations.

use super::{Stack, stacks};
use crate::sit::{
    look::{Look, Target, put, wide},
    model::Table,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
};
use rules::{Outcome, Spots, Vocabulary, sic_bo::Pair};

/// The width of the names on the left.
const NAME: u16 = 8;

/// Draws the layout.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Target> {
    let mut targets = Vec::new();
    let width = (area.width.saturating_sub(NAME) / 8).clamp(6, 12);
    let mut row = |y: u16, name: &str, cells: Vec<(String, String)>| {
        put(buf, area, area.x, area.y + y, name, look.dim());
        for (at, (label, wager)) in (0..).zip(cells) {
            let place = Rect { x: area.x + NAME + at * width, y: area.y + y, width, height: 1 };
            cell(buf, place.intersection(area), &label, &wager, table, look);
            targets.push(Target { area: place.intersection(area), wager });
        }
    };
    let totals = |from: u8, to: u8, word: &str| {
        let first = (word.to_uppercase(), word.to_owned());
        let rest = (from..=to).map(|total| (total.to_string(), format!("total {total}")));
        std::iter::once(first).chain(rest).collect()
    };
    row(0, "4 to 10", totals(4, 10, "small"));
    row(1, "11 to 17", totals(11, 17, "big"));
    for (y, name, kind) in [(2, "one", "one"), (3, "two", "two"), (4, "three", "three")] {
        let mut cells: Vec<_> = (1..=6).map(|n| (n.to_string(), format!("{kind}-of-a-kind {n}"))).collect();
        if kind == "three" {
            cells.push(("any".to_owned(), "any-three-of-a-kind".to_owned()));
        }
        row(y, name, cells);
    }
    let mut pairs = Vec::new();
    Pair::each(&mut |pair| pairs.push((pair.to_string(), format!("combination {pair}"))));
    let rest = pairs.split_off(8);
    row(5, "both", pairs);
    row(6, "", rest);
    let rolls: Vec<String> = table.outcomes.iter().rev().take(9).map(shown).collect();
    put(buf, area, area.x, area.y + 8, "last", look.dim());
    put(buf, area, area.x + NAME, area.y + 8, &rolls.join("  "), look.bold());
    let state = if table.picture.moving { "the dice are shaken" } else { "● yours  ○ others'  ◆ wins" };
    put(buf, area, area.x, area.y + 9, state, look.dim());
    targets
}

/// A position: its name, whether it is lit, and the chips on it.
fn cell(buf: &mut Buffer, place: Rect, label: &str, wager: &str, table: &Table, look: Look) {
    let is_lit = table.drawn().lit.iter().any(|lit| lit == wager);
    let mut ground = look.on(Color::White, Color::Green);
    if is_lit {
        ground = ground.add_modifier(Modifier::REVERSED | Modifier::BOLD);
    }
    put(buf, place, place.x, place.y, &" ".repeat(usize::from(place.width.saturating_sub(1))), ground);
    let label = format!("{label}{}", if is_lit { "◆" } else { "" });
    put(buf, place, place.x, place.y, &label, ground.patch(look.bold()));
    if let Some(Stack { mark, amount, style }) = stacks(table, wager, ground, look).first() {
        put(buf, place, place.x + wide(&label), place.y, &format!("{mark}{amount}"), *style);
    }
}

fn shown(outcome: &Outcome) -> String {
    let Outcome::Dice { dice: Spots::Three(mut dice) } = *outcome else { return String::new() };
    dice.sort_unstable();
    dice.map(|die| die.to_string()).join("-")
}
