//! What is charged on a winning wager, and in which order winners are paid and charged.

use crate::money::Money;

/// A percentage of an amount won. With a unit it is rounded up to the next multiple, an exact multiple unchanged;
/// without one it is exact, and a part of a cent stays with the patron.
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

/// The four orders in which winning wagers are paid and vigorish is collected or marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PayOrder {
    /// All are paid, then all are charged.
    PayAllThenCharge,
    /// All are charged, then all are paid.
    ChargeAllThenPay,
    /// Each is paid and at once charged.
    PayThenChargeEach,
    /// Each is charged and at once paid.
    ChargeThenPayEach,
}

/// What is done to a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Paid.
    Pay,
    /// Charged.
    Charge,
}

impl PayOrder {
    /// All of them, in the law's order.
    pub const ALL: [PayOrder; 4] = [
        PayOrder::PayAllThenCharge,
        PayOrder::ChargeAllThenPay,
        PayOrder::PayThenChargeEach,
        PayOrder::ChargeThenPayEach,
    ];

    /// Goes through the winners, who stand in the order of their positions.
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
    extern crate std;
    use std::{format, string::String};

    #[test]
    fn the_vectors_of_reading_g3() {
        let on = |dollars, percent, unit| {
            vigorish(Money::dollars(dollars), percent, Some(Money::cents(unit))).as_cents()
        };
        assert_eq!([on(5, 5, 25), on(6, 5, 25), on(1, 5, 25)], [25, 50, 25]);
        assert_eq!([on(5, 4, 20), on(6, 4, 20)], [20, 40]);
        assert_eq!([on(1, 4, 5), on(3, 4, 5)], [5, 15]);
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
            PayOrder::ALL.map(order),
            ["p9 p4 c9 c4 ", "c9 c4 p9 p4 ", "p9 c9 p4 c4 ", "c9 p9 c4 p4 "]
        );
    }
}
