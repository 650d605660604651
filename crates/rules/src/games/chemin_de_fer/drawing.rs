//! 4.9, 4.12(c) and (d): what may be announced on a count, when the Banker's Hand draws, and how irregular hands count.

use crate::games::prelude::*;
use crate::{
    hands::baccarat::{TABLE_3, Third, Winner, banker_cell, is_natural, value},
    kit::cards::Card,
    words::deeds,
};
use core::cmp::Ordering;

deeds! {
    /// What the Dominant Player and the Banker announce.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Announcement {
        Card = "Card",
        Stay = "Stay",
        Natural = "Natural",
        UnderEight = "Under Eight",
    }
}

impl Announcement {
    /// The verb phrase in the notation.
    pub(super) const fn spoken(self) -> &'static str {
        match self {
            Announcement::Card => "card",
            Announcement::Stay => "stay",
            Announcement::Natural => "natural",
            Announcement::UnderEight => "under eight",
        }
    }
}

/// 4.9(a): whether the Player's Hand draws a third card, depending on the count of its first two.
pub const fn player_third(count: u8) -> Third {
    match count {
        0..=4 => Third::Draw,
        5 => Third::Option,
        _ => Third::Stay,
    }
}

/// 4.9(a): whether the Dominant Player may announce this on the count of the two cards.
pub const fn player_may(count: u8, says: Announcement) -> Result<(), Refusal> {
    let (lawful, cite) = match player_third(count) {
        _ if is_natural(count) => (matches!(says, Announcement::Natural), cite!("4.9(a)4")),
        Third::Draw => (matches!(says, Announcement::Card), cite!("4.9(a)1")),
        Third::Option => (matches!(says, Announcement::Card | Announcement::Stay), cite!("4.9(a)2")),
        Third::Stay => (matches!(says, Announcement::Stay), cite!("4.9(a)3")),
    };
    if lawful { Ok(()) } else { Err(Refusal::new(cite, Why::NotOnThisCount)) }
}

/// 4.9(b): whether the Banker may announce this after "Card", the only time to do so (F7).
pub const fn banker_may(count: u8, says: Announcement) -> Result<(), Refusal> {
    let due = if is_natural(count) { Announcement::Natural } else { Announcement::UnderEight };
    if says as u8 == due as u8 { Ok(()) } else { Err(Refusal::new(cite!("4.9(b)"), Why::NotOnThisCount)) }
}

/// 4.9(c), Table 3 (F1): by the count of the Banker's first cards and the value of the Player's third card, if any.
pub const fn banker_third(count: u8, third: Option<Card>) -> Third {
    let third = match third {
        Some(card) => Some(value(card)),
        None => None,
    };
    banker_cell(&TABLE_3, count, third)
}

/// 4.12(c): the highest count that any two, or all three, of the cards make.
pub fn highest(cards: &[Card; 3]) -> u8 {
    let [a, b, c] = cards.map(value);
    [a + b, a + c, b + c, a + b + c].map(|sum| sum % 10).into_iter().max().unwrap_or(0)
}

/// 4.12(d): the lowest count that any two of the hand's cards make (F10).
pub fn lowest(values: &[u8]) -> u8 {
    let pairs =
        values.iter().enumerate().flat_map(|(i, a)| values[i + 1..].iter().map(move |b| (a + b) % 10));
    pairs.min().unwrap_or(0)
}

/// The hand with the higher count.
pub fn winner(player: u8, banker: u8) -> Winner {
    match player.cmp(&banker) {
        Ordering::Greater => Winner::Player,
        Ordering::Less => Winner::Banker,
        Ordering::Equal => Winner::Tie,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;

    fn card(text: &str) -> Card {
        Card::read(text).expect("a card")
    }

    #[test]
    fn the_vectors_of_reading_f1() {
        use Third::{Draw as D, Option as O, Stay as S};
        let row = |count| {
            let third = ["Kc", "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"].map(card);
            (banker_third(count, None), third.map(|card| banker_third(count, Some(card))))
        };
        for count in 0..=2 {
            assert_eq!(row(count), (D, [D; 10]));
        }
        assert_eq!(row(3), (D, [D, D, D, D, D, D, D, D, S, O]));
        assert_eq!(row(4), (D, [S, S, D, D, D, D, D, D, S, S]));
        assert_eq!(row(5), (D, [S, S, S, S, O, D, D, D, S, S]));
        assert_eq!(row(6), (S, [S, S, S, S, S, S, D, D, S, S]));
        for count in 7..=9 {
            assert_eq!(row(count), (S, [S; 10]));
        }
    }

    /// F11: after "Stay" there is nothing to choose, so 4.12(e) and (f) never meet a choice.
    #[test]
    fn without_a_third_card_the_banker_has_no_choice() {
        for count in 0..=9 {
            assert_ne!(banker_third(count, None), Third::Option);
        }
    }

    #[test]
    fn the_vector_of_reading_f10() {
        assert_eq!(lowest(&[4, 3, 9, 8]), 1);
        assert_eq!(lowest(&[0, 0, 9, 8]), 0);
    }

    #[test]
    fn three_first_cards_count_the_most_they_can() {
        let highest = |cards: [&str; 3]| highest(&cards.map(card));
        assert_eq!(highest(["4c", "5c", "9c"]), 9);
        assert_eq!(highest(["2c", "3c", "4c"]), 9);
        assert_eq!(highest(["Kc", "7c", "6c"]), 7);
    }

    #[test]
    fn one_announcement_on_each_count_and_two_on_five() {
        use Announcement::{Card, Natural, Stay, UnderEight};
        let may = |count| [Card, Stay, Natural, UnderEight].map(|says| player_may(count, says).is_ok());
        for count in 0..=9 {
            assert_eq!(may(count), [count <= 5, (5..=7).contains(&count), count >= 8, false]);
            let banker = [Card, Stay, Natural, UnderEight].map(|says| banker_may(count, says).is_ok());
            assert_eq!(banker, [false, false, count >= 8, count < 8]);
            let refused = match count {
                0..=4 => cite!("4.9(a)1"),
                5 => cite!("4.9(a)2"),
                6 | 7 => cite!("4.9(a)3"),
                _ => cite!("4.9(a)4"),
            };
            assert_eq!(player_may(count, UnderEight), Err(Refusal::new(refused, Why::NotOnThisCount)));
            assert_eq!(banker_may(count, Card), Err(Refusal::new(cite!("4.9(b)"), Why::NotOnThisCount)));
        }
    }
}
