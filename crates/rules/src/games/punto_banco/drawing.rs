//! 3.1(b) and (c), 3.9: what cards count, and which hand takes a third card.

use crate::games::prelude::*;
use crate::{
    hands::baccarat::{self, Coup, Hand, Side, TABLE_1, TABLE_2, Third, banker_cell, is_natural},
    kit::cards::Card,
};

/// 3.1(b): the provision that gives a card its value.
pub(super) const fn value(card: Card) -> Citation {
    match card.rank() {
        2..=9 => cite!("3.1(b)1"),
        10..=13 => cite!("3.1(b)2"),
        _ => cite!("3.1(b)3"),
    }
}

/// 3.1(c): the total of a hand and its point count, the digit on the right.
pub(super) fn count(hand: &Hand) -> (u8, u8, Citation) {
    (hand.cards().map(baccarat::value).sum(), hand.count(), cite!("3.1(c)"))
}

/// 3.9: whether a hand takes a third card. The Player's Hand is decided first, and the Banker's Hand depends on the
/// result.
pub(super) fn third(side: Side, coup: &Coup) -> (Third, Citation) {
    let (player, banker) = (coup.player.first_two(), coup.banker.first_two());
    match side {
        // 3.9(a) comes first, so only 0 to 7 of Table 1 are reached (P2).
        _ if is_natural(player) || is_natural(banker) => (Third::Stay, cite!("3.9(a)")),
        Side::Player => (TABLE_1[usize::from(player)], cite!("3.9(b)")),
        Side::Banker => {
            // The row is the count of two cards, the column the value of the third card (not a count). P1 restores
            // the column for no third card and the one lost in print.
            let third = coup.player.third().map(baccarat::value);
            (banker_cell(&TABLE_2, banker, third), cite!("3.9(c)"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;

    fn coup(player: &str, banker: &str) -> Coup {
        let mut coup = Coup::default();
        let card = |text| Card::read(text).expect("a card");
        player.split(' ').for_each(|text| coup.player.add(card(text)));
        banker.split(' ').for_each(|text| coup.banker.add(card(text)));
        coup
    }

    #[test]
    fn the_vectors_of_readings_p1_and_p2() {
        let banker = |player, banker| third(Side::Banker, &coup(player, banker)).0;
        assert_eq!(banker("2s 3s 4s", "2h 3h"), Third::Draw, "5 against a third card 4");
        assert_eq!(banker("2s 3s 8s", "Th 3h"), Third::Stay, "3 against 8");
        assert_eq!(banker("2s 3s 9s", "Th 3h"), Third::Draw, "3 against 9");
        assert_eq!(banker("2s 4s", "Th 6h"), Third::Stay, "6 against none");
        assert_eq!(banker("2s 4s", "Th 5h"), Third::Draw, "5 against none");
        assert_eq!(third(Side::Player, &coup("3s 5s", "Th 2h")), (Third::Stay, cite!("3.9(a)")));
        assert_eq!(banker("3s 5s", "Th 2h"), Third::Stay);
        assert_eq!(third(Side::Player, &coup("3s 3h", "Th 2h")), (Third::Stay, cite!("3.9(b)")));
        assert_eq!(banker("3s 3h", "Th 2h"), Third::Draw);
    }

    /// Reading P1, every cell: the third cards on which each count draws; a dash is the column for none.
    #[test]
    fn the_whole_of_table_2() {
        let columns = [
            ("-", "3s 3d"),
            ("T", "2s 3s Tc"),
            ("A", "2s 3s Ac"),
            ("2", "2s 3s 2c"),
            ("3", "2s 3s 3c"),
            ("4", "2s 3s 4c"),
            ("5", "2s 3s 5c"),
            ("6", "2s 3s 6c"),
            ("7", "2s 3s 7c"),
            ("8", "2s 3s 8c"),
            ("9", "2s 3s 9c"),
        ];
        let everything = "-TA23456789";
        let rows = [
            ("Kh Qh", everything),
            ("Kh Ah", everything),
            ("Kh 2h", everything),
            ("Kh 3h", "-TA2345679"),
            ("Kh 4h", "-234567"),
            ("Kh 5h", "-4567"),
            ("Kh 6h", "67"),
            ("Kh 7h", ""),
        ];
        for (banker, draws) in rows {
            for (column, player) in columns {
                let expected = if draws.contains(column) { Third::Draw } else { Third::Stay };
                assert_eq!(
                    third(Side::Banker, &coup(player, banker)).0,
                    expected,
                    "{banker} against {column}"
                );
            }
        }
    }

    #[test]
    fn the_worked_examples_of_the_point_count() {
        assert_eq!(count(&coup("As 2s 4s", "Th 2h").player).1, 7);
        assert_eq!(count(&coup("As 2s 9h", "Th 2h").player), (12, 2, cite!("3.1(c)")));
    }
}
