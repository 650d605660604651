//! 5.5(a): what may be wagered at Big Six: one of the seven insignia on the wheel.

pub use crate::kit::wheels::Symbol as Wager;
