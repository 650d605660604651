//! The bounds of a search: everything it found holds within them, and nothing is said beyond.

use crate::{lens::Depth, tally::MERGES};
use rules::{Game, Money, Tender, kit::cards::Card};
use std::fmt;

/// How far a search goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// How many patrons there are.
    pub patrons: u8,
    /// How many places of the table are used; as many as there are patrons unless said.
    pub places: Option<u8>,
    /// How many wagers each of them has at a time.
    pub wagers: u8,
    /// What wagers are made in.
    pub tenders: Vec<Tender>,
    /// Only wagers of these kinds; all if there are none.
    pub kinds: Vec<&'static str>,
    /// Whether wagers are taken back.
    pub take_back: bool,
    /// Whether things go wrong.
    pub irregularities: bool,
    /// Non-value chips only of these colors; of all if there are none.
    pub colors: Vec<&'static str>,
    /// Deeds that nobody does, by how they begin.
    pub without: Vec<&'static str>,
    /// Only cards of these classes come; all if there are none.
    pub cards: Vec<u8>,
    /// Only these cards come; all if there are none.
    pub faces: Vec<Card>,
    /// How far the shoe is dealt.
    pub depth: Depth,
    /// Whether it begins with cards that were prepared as usual.
    pub prepared: bool,
    /// The largest amount of money on the table; states beyond are not gone into.
    pub most: Option<Money>,
    /// On how many states everything is tried: on all of the first, and on half as many each time their number doubles.
    pub tries: u32,
    /// How many inputs that led to a known state are compared with it: all, or as many as are kept of more.
    pub merges: usize,
    /// How many states are visited at most.
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
    /// Whether a card of this class may come.
    pub fn admits(&self, card: Card, class: u8) -> bool {
        (self.cards.is_empty() || self.cards.contains(&class))
            && (self.faces.is_empty() || self.faces.contains(&card))
    }

    /// How many places of the table are used: as many as there are patrons, in a game with places.
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
