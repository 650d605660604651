//! Roulette, Big Six and sic bo: nobody has a choice, and every spin or shake is like every other.

use crate::{Priced, exact::wheel::Wheel};
use rules::{big_six::BigSix, roulette::Roulette, sic_bo::SicBo};

impl Priced for Roulette {
    type Rounds = Wheel<Roulette>;
    const DECKS: Option<fn(&Self::Options) -> u8> = None;
    const METHOD: &'static str = "";
}

impl Priced for BigSix {
    type Rounds = Wheel<BigSix>;
    const DECKS: Option<fn(&Self::Options) -> u8> = None;
    const METHOD: &'static str = "";
}

impl Priced for SicBo {
    type Rounds = Wheel<SicBo>;
    const DECKS: Option<fn(&Self::Options) -> u8> = None;
    const METHOD: &'static str = "";
}
