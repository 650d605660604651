//! 7.9: whether a third card is dealt, and to which hand; 7.1(b): what a card counts.

use crate::{
    hands::baccarat::{Coup, TABLE_1, TABLE_2, Third, banker_cell, value},
    kit::cards::Card,
};
use law::{Citation, cite};

/// What the rules say of third cards once both hands have two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// A hand has a natural: nobody draws.
    Natural,
    /// The hand draws.
    Draws,
    /// The hand stays.
    Stays,
}

/// 7.9(a) and (b): whether the Player's Hand draws, by Table 1.
pub fn player(coup: &Coup) -> (Ruling, Citation) {
    match TABLE_1[usize::from(coup.player.first_two())] {
        _ if coup.has_natural() => (Ruling::Natural, cite!("7.9(a)")),
        Third::Draw => (Ruling::Draws, cite!("7.9(b)")),
        Third::Stay | Third::Option => (Ruling::Stays, cite!("7.9(b)")),
    }
}

/// 7.9(c) to (g): whether the Banker's Hand draws, by Table 2: its count on two cards against the value of the
/// Player's third card, not the Player's count.
pub fn banker(coup: &Coup) -> (Ruling, Citation) {
    if coup.has_natural() {
        return (Ruling::Natural, cite!("7.9(a)"));
    }
    let (count, third) = (coup.banker.first_two(), coup.player.third().map(value));
    let cell = |third| banker_cell(&TABLE_2, count, third);
    let cite = match (count, third) {
        // Rows that are the same all across.
        (0..=2 | 7..=9, _) => cite!("7.9(c)"),
        // The first column: the Banker's own two cards say it all.
        (_, None) => cite!("7.9(d)"),
        // (e): the column is the third card's value, where the Player's own count would say otherwise.
        (_, Some(_)) if cell(third) != cell(Some(coup.player.count())) => cite!("7.9(e)"),
        // Row against column.
        (_, Some(_)) => cite!("7.9(g)"),
    };
    match cell(third) {
        Third::Draw => (Ruling::Draws, cite),
        Third::Stay | Third::Option => (Ruling::Stays, cite),
    }
}

/// 7.1(b): what a card is worth, by its paragraph.
pub const fn worth(card: Card) -> (u8, Citation) {
    let value = value(card);
    match (card.rank(), value) {
        (1, _) => (value, cite!("7.1(b)3")),
        (_, 0) => (value, cite!("7.1(b)2")),
        _ => (value, cite!("7.1(b)1")),
    }
}
