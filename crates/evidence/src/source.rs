//! The floor's random source, window after window.

use books::{Deal, Hash, Key, Menu, Secret};

/// Window after window of a floor. A floor takes each secret from the system; here all of them follow from one master, so
/// that anyone can draw the same again.
#[derive(Clone)]
pub struct Source {
    master: Hash,
    lane: u64,
    window: u64,
}

impl Source {
    /// The source of this master. Lanes are independent of each other.
    pub const fn new(master: Hash, lane: u64) -> Source {
        Source { master, lane, window: 0 }
    }

    /// The key of the next window, made as a floor makes it: from the house's secret and the part of one patron.
    fn key(&mut self) -> Key {
        let (lane, window) = (self.lane.to_be_bytes(), self.window.to_be_bytes());
        self.window += 1;
        let of = |what: &[u8]| Hash::of(&[b"ch47 evidence", what, &self.master.0, &lane, &window]);
        let secret = Secret::from_bytes(of(b"secret").0);
        Key::new(&secret, books::salt([(1, of(b"part"))].into_iter()), None)
    }

    /// So many words of the next window's stream.
    pub fn words(&mut self, count: usize) -> Vec<u64> {
        self.key().words(0, count)
    }

    /// The next window, dealt from what the equipment can show.
    ///
    /// # Panics
    /// If there are more cards than a shoe holds.
    pub fn deal(&mut self, menu: &Menu) -> Deal {
        Deal::new(&self.key(), &[], menu).expect("no cut, and a shoe of cards")
    }
}
