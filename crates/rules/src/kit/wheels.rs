//! The roulette wheel and the Big Six wheel.

use crate::{
    kept::spelled,
    vocabulary::{Kinds, Vocabulary},
};
use core::fmt;

/// A compartment of the roulette wheel: 0 to 36, and 00.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pocket(u8);

spelled!(
    Pocket,
    Pocket::read,
    "a compartment of the roulette wheel: 0, 00, 1 to 36",
    "^(00|[0-9]|[12][0-9]|3[0-6])$"
);

impl Pocket {
    /// Zero.
    pub const ZERO: Pocket = Pocket(0);
    /// Double zero.
    pub const DOUBLE_ZERO: Pocket = Pocket(37);

    /// The compartment of a number from 0 to 36.
    pub const fn number(n: u8) -> Option<Pocket> {
        if n <= 36 { Some(Pocket(n)) } else { None }
    }

    /// All 38 compartments.
    pub fn all() -> impl Iterator<Item = Pocket> {
        (0..38).map(Pocket)
    }

    /// The number from 1 to 36; `None` for 0 and 00.
    pub const fn value(self) -> Option<u8> {
        if 1 <= self.0 && self.0 <= 36 { Some(self.0) } else { None }
    }

    /// Whether it is 0 or 00.
    pub const fn is_zero(self) -> bool {
        self.value().is_none()
    }

    /// Whether the background is red; 0 and 00 are green.
    pub const fn is_red(self) -> bool {
        RED.has(self)
    }

    /// Reads `17`, `0` or `00`.
    pub fn read(text: &str) -> Option<Pocket> {
        match text {
            "00" => Some(Pocket::DOUBLE_ZERO),
            _ if text.len() > 1 && text.starts_with('0') || text.starts_with('+') => None,
            _ => text.parse().ok().and_then(Pocket::number),
        }
    }
}

impl fmt::Display for Pocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Pocket::DOUBLE_ZERO => f.write_str("00"),
            Pocket(n) => write!(f, "{n}"),
        }
    }
}

/// A set of compartments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pockets(u64);

impl Pockets {
    /// The empty set.
    pub const NONE: Pockets = Pockets(0);

    /// The set of these compartments.
    pub const fn of(pockets: &[Pocket]) -> Pockets {
        let (mut set, mut i) = (0, 0);
        while i < pockets.len() {
            set |= 1 << pockets[i].0;
            i += 1;
        }
        Pockets(set)
    }

    /// The numbers from `first` to `last` in steps of `step`.
    pub const fn numbers(first: u8, last: u8, step: u8) -> Pockets {
        let (mut set, mut n) = (0, first);
        while n <= last {
            set |= 1 << n;
            n += step;
        }
        Pockets(set)
    }

    /// The numbers from 1 to 36 that are not in this set.
    pub const fn others(self) -> Pockets {
        Pockets(Pockets::numbers(1, 36, 1).0 & !self.0)
    }

    /// Whether it contains the compartment.
    pub const fn has(self, pocket: Pocket) -> bool {
        self.0 >> pocket.0 & 1 == 1
    }

    /// The number of compartments.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

const fn rim<const N: usize>(numbers: [u8; N]) -> [Pocket; N] {
    let mut pockets = [Pocket(0); N];
    let mut i = 0;
    while i < N {
        pockets[i] = Pocket(numbers[i]);
        i += 1;
    }
    pockets
}

/// The red numbers; the other eighteen are black.
pub const RED: Pockets =
    Pockets::of(&rim([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]));

/// The double zero wheel, clockwise; 37 stands for 00.
#[rustfmt::skip]
pub const DOUBLE_ZERO_RIM: [Pocket; 38] = rim([
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1,
    37, 27, 10, 25, 29, 12, 8, 19, 31, 18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
]);

/// The single zero wheel, clockwise.
#[rustfmt::skip]
pub const SINGLE_ZERO_RIM: [Pocket; 37] = rim([
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5,
    24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
]);

/// The five neighbors on a rim around a compartment, two on either side.
pub fn five_adjacent(rim: &[Pocket], center: Pocket) -> Option<[Pocket; 5]> {
    let at = rim.iter().position(|&p| p == center)?;
    let n = rim.len();
    Some([n - 2, n - 1, 0, 1, 2].map(|step| rim[(at + step) % n]))
}

/// The insignia on a stop of the Big Six wheel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Symbol {
    /// $1.
    One,
    /// $2.
    Two,
    /// $5.
    Five,
    /// $10.
    Ten,
    /// $20.
    Twenty,
    /// The joker.
    Joker,
    /// The flag.
    Flag,
}

impl Symbol {
    /// All seven insignia.
    pub const ALL: [Symbol; 7] =
        [Symbol::One, Symbol::Two, Symbol::Five, Symbol::Ten, Symbol::Twenty, Symbol::Joker, Symbol::Flag];

    /// The name used in option keys.
    pub const fn word(self) -> &'static str {
        ["one", "two", "five", "ten", "twenty", "joker", "flag"][self as usize]
    }
}

/// The Big Six wheel with 23, 15, 8, 4, 2, 1 and 1 of its 54 stops, clockwise from the joker.
pub const BIG_SIX_RIM: [Symbol; 54] = {
    use Symbol::{Five as V, Flag as F, Joker as J, One as I, Ten as X, Twenty as W, Two as T};
    #[rustfmt::skip]
    let rim = [
        J, I, T, I, V, T, I, X, I, V, I, T, I, W, I, T, I, V, T, I, X, I, T, V, I, T, I,
        F, T, V, T, I, T, I, X, I, V, I, T, I, W, I, T, I, V, T, I, X, I, T, V, I, T, I,
    ];
    rim
};

spelled!(
    Symbol,
    |text| Symbol::ALL.into_iter().find(|symbol| crate::vocabulary::is_spelt(symbol, text)),
    "what stands on a stop of the Big Six wheel: $1, $2, $5, $10, $20, joker or flag",
    r"^(\$(1|2|5|10|20)|joker|flag)$"
);

impl Vocabulary for Symbol {
    fn each(tell: &mut dyn FnMut(Symbol)) {
        Symbol::ALL.into_iter().for_each(tell);
    }
}

impl Kinds for Symbol {
    fn kind(self) -> &'static str {
        self.word()
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["$1", "$2", "$5", "$10", "$20", "joker", "flag"][*self as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rims_hold_every_number_once_and_alternate_in_color() {
        for (rim, count) in [(&DOUBLE_ZERO_RIM[..], 38), (&SINGLE_ZERO_RIM[..], 37)] {
            assert_eq!(Pockets::of(rim).len(), count);
            for pair in rim.windows(2).filter(|w| !w[0].is_zero() && !w[1].is_zero()) {
                assert_ne!(pair[0].is_red(), pair[1].is_red(), "{} and {}", pair[0], pair[1]);
            }
        }
        assert_eq!((RED.len(), RED.others().len()), (18, 18));
    }

    #[test]
    fn opposite_numbers_of_the_double_zero_wheel_are_neighbors() {
        for (i, pocket) in DOUBLE_ZERO_RIM.iter().enumerate() {
            let opposite = DOUBLE_ZERO_RIM[(i + 19) % 38];
            match (pocket.value(), opposite.value()) {
                (Some(a), Some(b)) => assert_eq!((a - 1) / 2, (b - 1) / 2, "{a} faces {b}"),
                (None, None) => {}
                _ => panic!("{pocket} faces {opposite}"),
            }
        }
    }

    #[test]
    fn the_big_six_rim_has_its_stops_and_no_two_alike_side_by_side() {
        let count = |symbol| BIG_SIX_RIM.iter().filter(|&&stop| stop == symbol).count();
        assert_eq!(Symbol::ALL.map(count), [23, 15, 8, 4, 2, 1, 1]);
        for (i, stop) in BIG_SIX_RIM.iter().enumerate() {
            assert_ne!(*stop, BIG_SIX_RIM[(i + 1) % 54], "stop {i}");
        }
    }

    #[test]
    fn five_adjacent_wrap_around_the_rim() {
        let around = |rim: &[Pocket], n| five_adjacent(rim, n).map(|five| Pockets::of(&five));
        assert_eq!(around(&DOUBLE_ZERO_RIM, Pocket(0)), Some(Pockets::of(&rim([14, 2, 0, 28, 9]))));
        assert_eq!(around(&DOUBLE_ZERO_RIM, Pocket(37)), Some(Pockets::of(&rim([13, 1, 37, 27, 10]))));
        assert_eq!(around(&SINGLE_ZERO_RIM, Pocket(0)), Some(Pockets::of(&rim([3, 26, 0, 32, 15]))));
        assert_eq!(around(&SINGLE_ZERO_RIM, Pocket(37)), None);
    }

    #[test]
    fn pockets_are_spelt_one_way() {
        for p in Pocket::all() {
            extern crate std;
            assert_eq!(Pocket::read(&std::format!("{p}")), Some(p));
        }
        for text in ["", "37", "000", "01", "+1", "-1", "x"] {
            assert_eq!(Pocket::read(text), None, "{text:?}");
        }
    }
}
