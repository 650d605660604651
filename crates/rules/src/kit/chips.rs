//! Chips that carry no value of their own: each person at a roulette table has a colour.

use core::fmt;

/// The colour and design of a chip.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Colour(u8);

impl Colour {
    /// The words, in order.
    pub const WORDS: &[&str] = &[
        "white",
        "red",
        "green",
        "black",
        "purple",
        "orange",
        "blue",
        "brown",
        "yellow",
        "pink",
        "lavender",
        "grey",
        "tan",
        "turquoise",
    ];

    /// How many there are.
    pub const COUNT: usize = Self::WORDS.len();

    /// Its place among them.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Colour> {
        (0..).map(Colour).take(Self::COUNT)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[self.index()])
    }
}
