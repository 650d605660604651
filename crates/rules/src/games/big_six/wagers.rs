//! 5.5(a): what may be wagered at Big Six: one of the seven insignia on the wheel.

use crate::{
    kit::wheels::Symbol,
    vocabulary::{Kinds, Vocabulary},
};

/// A wager on an insignia.
pub type Wager = Symbol;

impl Vocabulary for Symbol {
    fn each(tell: &mut impl FnMut(Symbol)) {
        Symbol::ALL.into_iter().for_each(tell);
    }
}

impl Kinds for Symbol {
    fn kind(self) -> &'static str {
        self.word()
    }
}
