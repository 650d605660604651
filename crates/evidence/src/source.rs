//! The floor's random source, one window after another.

use books::{Deal, Hash, Key, Menu, Secret};

/// A sequence of windows like a floor's. A floor gets each secret from the operating system; here all of them are
/// derived from one master, so that anyone can repeat the draws.
#[derive(Clone)]
pub struct Source {
    master: Hash,
    lane: u64,
    window: u64,
}

impl Source {
    /// The source derived from this master. Lanes are independent of each other.
    pub const fn new(master: Hash, lane: u64) -> Source {
        Source { master, lane, window: 0 }
    }

    /// The key of the next window, made the way a floor makes it: from the house's secret and one patron's part.
    fn key(&mut self) -> Key {
        let (lane, window) = (self.lane.to_be_bytes(), self.window.to_be_bytes());
        self.window += 1;
        let of = |what: &[u8]| Hash::of(&[b"ch47 evidence", what, &self.master.0, &lane, &window]);
        let secret = Secret::from_bytes(of(b"secret").0);
        Key::new(&secret, books::salt([(1, of(b"part"))].into_iter()), None)
    }

    /// The first `count` words of the next window's stream.
    pub fn words(&mut self, count: usize) -> Vec<u64> {
        self.key().words(0, count)
    }

    /// The deal of the next window, with the equipment's menu as its composition.
    ///
    /// # Panics
    /// If there are more cards than a shoe holds.
    pub fn deal(&mut self, menu: &Menu) -> Deal {
        Deal::new(&self.key(), &[], menu).expect("no cut, and a shoe of cards")
    }
}
