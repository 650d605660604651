//! The bounds of a search: its findings hold within them, and say nothing about what lies beyond.

use crate::{lens::Depth, tally::MERGES};
use rules::{Game, Money, Tender, kit::cards::Card};
use std::fmt;

/// How far a search goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The number of patrons.
    pub patrons: u8,
    /// The number of places of the table that are used; by default the number of patrons.
    pub places: Option<u8>,
    /// The number of wagers that each of them may have at a time.
    pub wagers: u8,
    /// The ways in which wagers are made.
    pub tenders: Vec<Tender>,
    /// The kinds of wagers; all kinds if empty.
    pub kinds: Vec<&'static str>,
    /// Whether wagers are taken back.
    pub take_back: bool,
    /// Whether irregularities occur.
    pub irregularities: bool,
    /// The colors of non-value chips; all colors if empty.
    pub colors: Vec<&'static str>,
    /// Deeds that are left out, by how their text begins.
    pub without: Vec<&'static str>,
    /// The classes of cards that occur; all classes if empty.
    pub cards: Vec<u8>,
    /// The cards that occur; all cards if empty.
    pub faces: Vec<Card>,
    /// How far the shoe is dealt.
    pub depth: Depth,
    /// Whether it begins with cards that were prepared in the usual way.
    pub prepared: bool,
    /// The largest amount of money on the table; states beyond it are not expanded.
    pub most: Option<Money>,
    /// In how many states every possible input is tried: in all of the first, and in half as many each time the number
    /// of states doubles.
    pub tries: u32,
    /// How many inputs that led to a known state are compared with it: all of them, or a sample of this
    /// size.
    pub merges: usize,
    /// The largest number of states to visit.
    pub states: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            patrons: 1,
            places: None,
            wagers: 1,
            tenders: vec![Tender::Chips],
            kinds: Vec::new(),
            take_back: false,
            irregularities: true,
            colors: Vec::new(),
            without: Vec::new(),
            cards: Vec::new(),
            faces: Vec::new(),
            depth: Depth::Endless,
            prepared: false,
            most: None,
            tries: 128,
            merges: MERGES,
            states: 4_000_000,
        }
    }
}

impl Bounds {
    /// Whether a card of this class may occur.
    pub fn admits(&self, card: Card, class: u8) -> bool {
        (self.cards.is_empty() || self.cards.contains(&class))
            && (self.faces.is_empty() || self.faces.contains(&card))
    }

    /// The number of places of the table that are used: the number of patrons, in a game with places.
    pub fn places<G: Game>(&self) -> u8 {
        let stands = matches!(G::NAME, "big-six" | "keno" | "roulette" | "sic-bo");
        if stands { 0 } else { self.places.unwrap_or(self.patrons) }
    }
}

fn list(all: &[impl fmt::Display]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |n: u8| if n == 1 { "" } else { "s" };
        write!(
            f,
            "{} patron{}, at most {} wager{} each",
            self.patrons,
            s(self.patrons),
            self.wagers,
            s(self.wagers)
        )?;
        if !self.kinds.is_empty() {
            write!(f, " ({})", list(&self.kinds))?;
        }
        if let Some(places) = self.places {
            write!(f, ", {places} places")?;
        }
        f.write_str(", each for the least stake")?;
        let others: Vec<_> =
            self.tenders.iter().map(|tender| tender.word()).filter(|word| !word.is_empty()).collect();
        if !others.is_empty() {
            write!(f, ", also in {}", list(&others))?;
        }
        if !self.colors.is_empty() {
            write!(f, ", non-value chips only {}", list(&self.colors))?;
        }
        f.write_str(if self.take_back { ", taken back too" } else { ", none taken back" })?;
        if !self.irregularities {
            f.write_str(", nothing goes wrong")?;
        }
        if !self.without.is_empty() {
            write!(f, ", nobody {}", self.without.join(" or "))?;
        }
        if !self.cards.is_empty() {
            write!(f, ", cards only of values {}", list(&self.cards))?;
        }
        if !self.faces.is_empty() {
            write!(f, ", only the cards {}", list(&self.faces))?;
        }
        if self.prepared {
            f.write_str(", cards prepared as usual")?;
        }
        if let Depth::Short(cards) = self.depth {
            write!(f, ", cutting card behind {cards} cards")?;
        }
        if let Some(most) = self.most {
            write!(f, ", amounts up to {most}")?;
        }
        Ok(())
    }
}
