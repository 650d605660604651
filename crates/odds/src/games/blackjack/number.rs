//! Arithmetic that works both with floats, which are fast, and with fractions, which are exact.

use crate::Fraction;
use std::{
    iter::Sum,
    ops::{Add, Div, Mul, Sub},
};

/// A float or a fraction.
pub trait Number:
    Clone + PartialOrd + Sum + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// Converts a number of cards or hands. Shoes that are counted exactly have no fractional cards.
    fn of(count: f64) -> Self;
}

impl Number for f64 {
    fn of(count: f64) -> f64 {
        count
    }
}

impl Number for Fraction {
    #[expect(clippy::cast_possible_truncation, reason = "a few hundred cards")]
    fn of(count: f64) -> Fraction {
        Fraction::from(count.round() as i64)
    }
}
