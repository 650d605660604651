//! 7.9: whether a third card is dealt, and to which hand; 7.1(b): the value of a card.

use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Coup, TABLE_1, TABLE_2, Third, banker_cell, value},
    kit::cards::Card,
};

/// What the rules say about third cards once both hands have two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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

/// 7.9(c): whether the Banker's Hand draws, by Table 2: its count on two cards against the value of the
/// Player's third card, not the Player's count.
pub fn banker(coup: &Coup) -> (Ruling, Citation) {
    if coup.has_natural() {
        return (Ruling::Natural, cite!("7.9(a)"));
    }
    let third = coup.player.third().map(value);
    match banker_cell(&TABLE_2, coup.banker.first_two(), third) {
        Third::Draw => (Ruling::Draws, cite!("7.9(c)")),
        Third::Stay | Third::Option => (Ruling::Stays, cite!("7.9(c)")),
    }
}

/// 7.1(b): the value of a card, and the provision.
pub const fn worth(card: Card) -> (u8, Citation) {
    let value = value(card);
    match (card.rank(), value) {
        (1, _) => (value, cite!("7.1(b)3")),
        (_, 0) => (value, cite!("7.1(b)2")),
        _ => (value, cite!("7.1(b)1")),
    }
}
