//! Chips that carry no value of their own: each person at a roulette table has a color and design.

use crate::{kept::spelled, vocabulary::Vocabulary};
use core::fmt;

/// The color and design of a chip. Chips are plain or striped; two are identical only if both agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Color(u8);

spelled!(
    Color,
    |text| Color::all().find(|color| crate::vocabulary::is_spelt(color, text)),
    "the color and design of non-value chips: blue, or blue-striped",
    "^[a-z]+(-striped)?$"
);

impl Color {
    /// The names of the colors, in order.
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
        "gray",
        "tan",
        "turquoise",
        "white-striped",
        "red-striped",
        "green-striped",
        "black-striped",
        "purple-striped",
        "orange-striped",
        "blue-striped",
        "brown-striped",
        "yellow-striped",
        "pink-striped",
        "lavender-striped",
        "gray-striped",
        "tan-striped",
        "turquoise-striped",
    ];

    /// The number of colors.
    pub const COUNT: usize = Self::WORDS.len();

    /// The index of the color.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every color, in the order of their names.
    pub fn all() -> impl Iterator<Item = Color> {
        (0..).map(Color).take(Self::COUNT)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[self.index()])
    }
}

impl Vocabulary for Color {
    fn each(tell: &mut dyn FnMut(Color)) {
        Color::all().for_each(tell);
    }
}
