//! How the house's secret and the patrons' parts become one key: commitments, hash chains, salt, delay and the lot,
//! byte for byte as `docs/fairness.md` specifies them.

use super::{Secret, Stream};
use crate::hash::Hash;
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

/// The most values a chain may have.
pub const LONGEST: u16 = 4096;

/// The most people a panel may have.
pub const PANEL: usize = 32;

/// In a full panel, how many seats go to those with the most at stake; the others are drawn by lot.
pub const FOREMOST: usize = 16;

impl Secret {
    /// What the house publishes before any wager of the window. It is bound to the table and the window, so that a
    /// secret cannot be used twice.
    pub fn commitment(&self, table: &str, window: u64) -> Hash {
        let length = (table.len() as u64).to_be_bytes();
        Hash::of(&[b"ch47 commitment 2", &length, table.as_bytes(), &window.to_be_bytes(), self.bytes()])
    }
}

/// The next value of a chain, one step closer to its anchor.
pub fn link(value: Hash) -> Hash {
    Hash::of(&[b"ch47 link 2", &value.0])
}

/// The value `times` steps further along its chain.
pub fn link_times(value: Hash, times: u64) -> Hash {
    (0..times).fold(value, |value, _| link(value))
}

/// A patron's chain, which only the patron's client knows. Its end, the anchor, is journaled before any wager; the
/// value `depth` steps before the end is the patron's part of the window at that depth. It cannot be printed, and is
/// wiped from memory when dropped.
///
/// ```
/// let chain = books::Chain::from_seed([0x11; 32], 1024);
/// assert_eq!(books::link_times(chain.part(3).unwrap(), 3), chain.anchor());
/// ```
/// ```compile_fail
/// println!("{:?}", books::Chain::from_seed([0x11; 32], 1024));
/// ```
pub struct Chain {
    seed: [u8; 32],
    length: u16,
}

impl Chain {
    /// The chain that starts from this seed of 32 random bytes.
    pub const fn from_seed(seed: [u8; 32], length: u16) -> Chain {
        Chain { seed, length }
    }

    /// How many values it has.
    pub const fn length(&self) -> u16 {
        self.length
    }

    /// The end of the chain.
    pub fn anchor(&self) -> Hash {
        link_times(Hash(self.seed), self.length.into())
    }

    /// The value at a depth, counted from 1; `None` beyond the seed.
    pub fn part(&self, depth: u64) -> Option<Hash> {
        let before = u64::from(self.length).checked_sub(depth).filter(|_| depth > 0)?;
        Some(link_times(Hash(self.seed), before))
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        self.seed.zeroize();
    }
}

/// The hash of all parts of a window, ordered by patron.
pub fn salt(parts: impl ExactSizeIterator<Item = (u16, Hash)>) -> Hash {
    let mut bytes = Vec::with_capacity(32 + 34 * parts.len());
    bytes.extend_from_slice(b"ch47 salt 2");
    bytes.extend_from_slice(&u16::try_from(parts.len()).unwrap_or(u16::MAX).to_be_bytes());
    for (patron, value) in parts {
        bytes.extend_from_slice(&patron.to_be_bytes());
        bytes.extend_from_slice(&value.0);
    }
    // This byte would announce the randomness of a public beacon: there is none.
    bytes.push(0);
    Hash::of(&[&bytes])
}

/// The input from which the key is derived: the secret itself or, with a delay, the result of hashing it `steps` times
/// in a row, which more machines cannot speed up.
pub fn delayed(secret: &Secret, salt: Hash, steps: Option<u64>) -> Zeroizing<[u8; 32]> {
    let Some(steps) = steps else { return Zeroizing::new(*secret.bytes()) };
    let first = Hash::of(&[b"ch47 delay 2", &salt.0, secret.bytes()]);
    Zeroizing::new((0..steps).fold(first, |value, _| Hash::of(&[b"ch47 delay 2", &value.0])).0)
}

/// The key that decides everything in a window. It cannot be printed, and is wiped from memory when dropped.
#[derive(Clone)]
pub struct Key(pub(super) [u8; 32]);

impl Key {
    /// Derives the key of a window.
    pub fn new(secret: &Secret, salt: Hash, steps: Option<u64>) -> Key {
        Key::of(&delayed(secret, salt, steps), salt)
    }

    /// Derives the key from the result of [`delayed`].
    pub fn of(ikm: &[u8; 32], salt: Hash) -> Key {
        let mut key = [0; 32];
        let expanded = Hkdf::<Sha256>::new(Some(&salt.0), ikm).expand(b"ch47 draw 2", &mut key);
        expanded.expect("HKDF gives 32 bytes");
        Key(key)
    }

    /// Draws up to `most` of these people, one after another, each of those left being equally likely.
    pub fn lot(&self, mut people: Vec<u16>, most: usize) -> Vec<u16> {
        people.sort_unstable();
        let mut stream = Stream::new(&self.0, u64::MAX);
        let mut drawn = Vec::with_capacity(most.min(people.len()));
        while drawn.len() < most && !people.is_empty() {
            drawn.push(people.remove(super::place(&mut |n| stream.below(n), people.len())));
        }
        drawn
    }

    /// The first words of a stream, for comparing implementations.
    #[doc(hidden)]
    pub fn words(&self, stream: u64, count: usize) -> Vec<u64> {
        let mut stream = Stream::new(&self.0, stream);
        (0..count).map(|_| stream.word()).collect()
    }

    /// The bytes of the key, for comparing implementations.
    #[doc(hidden)]
    pub fn reveal(&self) -> Hash {
        Hash(self.0)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}
