//! What is charged on a winning wager, and in which order winners are paid and charged.

use crate::{money::Money, readings::G3, submission::choice};

/// A percentage of an amount won. With a unit it is rounded up to the next multiple, and an exact multiple is
/// unchanged; without a unit it is exact, and a fraction of a cent stays with the patron.
pub fn vigorish(won: Money, percent: u8, unit: Option<Money>) -> Money {
    let hundredths = i128::from(won.as_cents()) * i128::from(percent);
    let cents = |n: i128| Money::cents(i64::try_from(n).expect("an amount of money left the range"));
    match unit {
        None => cents(hundredths.div_euclid(100)),
        Some(unit) => {
            let step = i128::from(unit.as_cents()) * 100;
            cents((hundredths + step - 1).div_euclid(step) * i128::from(unit.as_cents()))
        }
    }
}

/// The same under a given reading of the rounding clauses (G3).
pub fn vigorish_by(g3: G3, won: Money, percent: u8, unit: Option<Money>) -> Money {
    let Some(step) = unit.filter(|_| g3 != G3::Up && won > Money::ZERO) else {
        return vigorish(won, percent, unit);
    };
    let down = vigorish(won, percent, None).round_down(step);
    match g3 {
        G3::Nearest => {
            let hundredths = i128::from(won.as_cents()) * i128::from(percent);
            let rest = hundredths - i128::from(down.as_cents()) * 100;
            if rest * 2 >= i128::from(step.as_cents()) * 100 { down + step } else { down }
        }
        _ => down + step,
    }
}

choice! {
    /// What is charged on winnings: four or five percent.
    pub enum Rate { Four = "4%", Five = "5%" }

    /// When vigorish is collected: with the payout, or later, but before the shoe is reshuffled.
    pub enum Collection { AtOnce = "at-once", Deferred = "deferred" }

    /// The four orders in which winning wagers are paid and vigorish is collected or marked.
    pub enum PayOrder {
        PayAllThenCharge = "1",
        ChargeAllThenPay = "2",
        PayThenChargeEach = "3",
        ChargeThenPayEach = "4",
    }
}

impl Rate {
    /// The rate in percent.
    pub const fn percent(self) -> u8 {
        match self {
            Rate::Four => 4,
            Rate::Five => 5,
        }
    }

    /// The charge on an amount won. If it is rounded, the unit depends on the rate: 20 or 25 cents (G3).
    pub fn charge(self, won: Money, is_rounded: bool, g3: G3) -> Money {
        let unit = match self {
            Rate::Four => Money::cents(20),
            Rate::Five => Money::cents(25),
        };
        vigorish_by(g3, won, self.percent(), is_rounded.then_some(unit))
    }
}

/// What is done with a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The winner is paid.
    Pay,
    /// The winner is charged.
    Charge,
}

impl PayOrder {
    /// What is done, as a sentence.
    pub const fn says(self) -> &'static str {
        match self {
            PayOrder::PayAllThenCharge => "all winners are paid, then all vigorish is taken",
            PayOrder::ChargeAllThenPay => "all vigorish is taken, then all winners are paid",
            PayOrder::PayThenChargeEach => "each winner is paid, then charged",
            PayOrder::ChargeThenPayEach => "each winner is charged, then paid",
        }
    }

    /// Goes through the winners, in the order of their positions.
    pub fn run<W: Copy>(self, winners: &[W], mut act: impl FnMut(W, Due)) {
        let each = |first: Due, then: Due, act: &mut dyn FnMut(W, Due)| {
            for &winner in winners {
                act(winner, first);
                act(winner, then);
            }
        };
        let all = |due: Due, act: &mut dyn FnMut(W, Due)| winners.iter().for_each(|&winner| act(winner, due));
        match self {
            PayOrder::PayAllThenCharge => {
                all(Due::Pay, &mut act);
                all(Due::Charge, &mut act);
            }
            PayOrder::ChargeAllThenPay => {
                all(Due::Charge, &mut act);
                all(Due::Pay, &mut act);
            }
            PayOrder::PayThenChargeEach => each(Due::Pay, Due::Charge, &mut act),
            PayOrder::ChargeThenPayEach => each(Due::Charge, Due::Pay, &mut act),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::Choice;
    extern crate std;
    use std::{format, string::String, vec::Vec};

    #[test]
    fn the_vectors_of_readings_f14_and_g3() {
        let due =
            |dollars, rate: Rate, rounded| rate.charge(Money::dollars(dollars), rounded, G3::Up).as_cents();
        assert_eq!(due(600, Rate::Five, false), 3000);
        assert_eq!([5, 6, 1].map(|dollars| due(dollars, Rate::Five, true)), [25, 50, 25]);
        assert_eq!([5, 6].map(|dollars| due(dollars, Rate::Four, true)), [20, 40]);
        assert_eq!(due(6, Rate::Five, false), 30);
        let in_fives = |dollars| vigorish(Money::dollars(dollars), 4, Some(Money::cents(5))).as_cents();
        assert_eq!([1, 3].map(in_fives), [5, 15]);
    }

    #[test]
    fn rounding_may_be_read_otherwise() {
        let by = |g3, cents| vigorish_by(g3, Money::cents(cents), 5, Some(Money::cents(25))).as_cents();
        // The charge is 1 unit on 5.00, 1.2 units on 6.00 and 1.6 units on 8.00.
        assert_eq!([500, 600, 800].map(|won| by(G3::Up, won)), [25, 50, 50]);
        assert_eq!([500, 600, 800].map(|won| by(G3::Nearest, won)), [25, 25, 50]);
        assert_eq!([500, 600, 800].map(|won| by(G3::Adds, won)), [50, 50, 50]);
        assert_eq!(vigorish_by(G3::Adds, Money::dollars(6), 5, None), Money::cents(30));
    }

    #[test]
    fn without_rounding_it_is_exact_and_never_more() {
        assert_eq!(vigorish(Money::dollars(20), 5, None), Money::dollars(1));
        assert_eq!(vigorish(Money::cents(50), 5, None), Money::cents(2));
        assert_eq!(vigorish(Money::ZERO, 5, Some(Money::cents(25))), Money::ZERO);
    }

    #[test]
    fn four_orders() {
        let order = |order: PayOrder| {
            let mut text = String::new();
            order.run(&[9, 4], |seat, due| {
                text += &format!("{}{seat} ", if due == Due::Pay { "p" } else { "c" });
            });
            text
        };
        assert_eq!(
            PayOrder::ALL.iter().copied().map(order).collect::<Vec<_>>(),
            ["p9 p4 c9 c4 ", "c9 c4 p9 p4 ", "p9 c9 p4 c4 ", "c9 p9 c4 p4 "]
        );
    }
}
