//! 4.6(a), 4.7(g) and 4.10: what becomes of each wager, and what the house takes of the Banker's winnings.

use super::wagers::Wager;
use crate::{game::Fate, hands, hands::baccarat::Winner, money::Money};
use law::{Citation, cite};

/// What becomes of a wager when one hand has won, or neither.
pub const fn decide(wager: Wager, winner: Winner) -> (Fate, Citation) {
    match (wager, winner) {
        (Wager::Bid | Wager::Bank, Winner::Banker) => (Fate::Won, cite!("4.6(a)1")),
        (Wager::Bid | Wager::Bank, Winner::Player) => (Fate::Lost, cite!("4.6(a)2")),
        (Wager::Bid | Wager::Bank, Winner::Tie) => (Fate::Void, cite!("4.6(a)3")),
        (_, Winner::Player) => (Fate::Won, cite!("4.7(g)1")),
        (_, Winner::Banker) => (Fate::Lost, cite!("4.7(g)2")),
        (_, Winner::Tie) => (Fate::Void, cite!("4.7(g)3")),
    }
}

/// 4.10(b): what the bank takes of a stake and pays on it: 1 to 1, both ways (G1).
pub const fn even(fate: Fate, stake: Money) -> (Money, Money) {
    match fate {
        Fate::Won => (Money::ZERO, stake),
        Fate::Lost => (stake, Money::ZERO),
        Fate::Void | Fate::Halved => (Money::ZERO, Money::ZERO),
    }
}

/// 4.10(c): four or five percent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rate {
    /// 4%.
    Four,
    /// 5%.
    Five,
}

/// 4.10(c): what the Banker owes of what he won, that is of the part that was covered (F14). The unit of rounding
/// goes with the rate: 20 cents with four percent, 25 cents with five (G3).
pub fn vigorish(won: Money, rate: Rate, rounded: bool) -> Money {
    let (percent, unit) = match rate {
        Rate::Four => (4, Money::cents(20)),
        Rate::Five => (5, Money::cents(25)),
    };
    hands::vigorish::vigorish(won, percent, rounded.then_some(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_of_readings_f14_and_g3() {
        let due = |dollars, rate, rounded| vigorish(Money::dollars(dollars), rate, rounded).as_cents();
        assert_eq!(due(600, Rate::Five, false), 3000);
        assert_eq!(
            [due(5, Rate::Five, true), due(6, Rate::Five, true), due(1, Rate::Five, true)],
            [25, 50, 25]
        );
        assert_eq!([due(5, Rate::Four, true), due(6, Rate::Four, true)], [20, 40]);
        assert_eq!(due(6, Rate::Five, false), 30);
    }
}
