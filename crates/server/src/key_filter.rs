//! A Bloom filter for the keys of a table. A book remembers only the latest keys; an older one is found in the store,
//! but a request must not wait for the store just to learn that its key is new. The filter never calls a known key new.
//! About once in a thousand times it says that a new key may be known, and then the store is asked.

use crate::{
    keys::Keys,
    store::{Answer, Reader, snapshots::FilterPart},
};
use books::Hash;
use std::sync::Arc;

/// The kind of signed text.
const KIND: &str = "key-filter";
/// The number of keys in a part.
const KEYS: u32 = 65_536;
/// The number of bits in a part: 20 per key.
const BITS: usize = 20 * KEYS as usize;
/// How many bits each key sets.
const PROBES: u64 = 14;
/// How many keys are read at a time.
const PAGE: u32 = 4096;

/// A part of the filter.
#[derive(Clone)]
struct Part {
    bits: Vec<u8>,
    keys: u32,
    /// The number of the line after that of the last key.
    next: u64,
}

impl Default for Part {
    fn default() -> Part {
        Part { bits: vec![0; BITS / 8], keys: 0, next: 0 }
    }
}

impl Part {
    fn places(probe: [u64; 2]) -> impl Iterator<Item = usize> {
        (0..PROBES).map(move |n| {
            let place = probe[0].wrapping_add(n.wrapping_mul(probe[1])) % BITS as u64;
            usize::try_from(place).unwrap_or_default()
        })
    }

    fn has(&self, probe: [u64; 2]) -> bool {
        Part::places(probe).all(|place| self.bits[place / 8] & 1 << (place % 8) != 0)
    }

    fn add(&mut self, probe: [u64; 2]) {
        Part::places(probe).for_each(|place| self.bits[place / 8] |= 1 << (place % 8));
        self.keys += 1;
    }
}

/// The filter of a table's keys.
#[derive(Default)]
pub struct KeyFilter {
    /// A seed, so that nobody outside can choose keys that look known.
    seed: Vec<u8>,
    full: Vec<Arc<Part>>,
    open: Part,
    /// How many of the full parts are in the store.
    kept: usize,
}

impl KeyFilter {
    /// Builds the filter of a journal from the stored parts and the keys of the lines after them.
    pub fn open(store: &mut dyn Reader, table: &str, keys: &Keys) -> Answer<KeyFilter> {
        let mut filter = KeyFilter { seed: store.floor_id()?, ..KeyFilter::default() };
        for part in store.key_filter(table)? {
            let number = filter.full.len() as u64;
            let text = text(table, &part);
            let signed = keys.signing().verifying_key().has_signed(KIND, &text, &part.tag);
            if part.part != number || part.bits.len() != BITS / 8 || !signed {
                tracing::warn!(table, part = part.part, "a part of the filter of keys is made again");
                break;
            }
            filter.full.push(Arc::new(Part { bits: part.bits, keys: KEYS, next: part.next }));
        }
        filter.kept = filter.full.len();
        let mut from = filter.full.last().map_or(0, |part| part.next);
        loop {
            let found = store.keys(table, from, PAGE)?;
            let Some(last) = found.last().map(|key| key.seq) else { return Ok(filter) };
            found.iter().for_each(|key| filter.add(&key.key, key.seq));
            from = last + 1;
        }
    }

    fn probe(&self, key: &str) -> [u64; 2] {
        let Hash(hash) = Hash::of(&[&self.seed, key.as_bytes()]);
        let word = |at: usize| hash[at..at + 8].iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        [word(0), word(8) | 1]
    }

    /// Adds the key of a line.
    pub fn add(&mut self, key: &str, seq: u64) {
        let probe = self.probe(key);
        self.open.add(probe);
        self.open.next = seq + 1;
        if self.open.keys == KEYS {
            self.full.push(Arc::new(std::mem::take(&mut self.open)));
        }
    }

    /// Whether the key may be known. If not, it is certainly new.
    pub fn may_have(&self, key: &str) -> bool {
        #[cfg(feature = "faults")]
        if crate::faults::is_on("forget-keys") {
            return false;
        }
        let probe = self.probe(key);
        self.open.has(probe) || self.full.iter().any(|part| part.has(probe))
    }

    /// The total number of full parts, and those that are not in the store yet.
    pub fn unkept(&self) -> (usize, Vec<Unsigned>) {
        let parts = self.full.iter().enumerate().skip(self.kept);
        let parts = parts.map(|(number, part)| Unsigned { number: number as u64, part: Arc::clone(part) });
        (self.full.len(), parts.collect())
    }

    /// Notes that this many parts are in the store.
    pub fn kept(&mut self, parts: usize) {
        self.kept = self.kept.max(parts);
    }
}

/// A full part that has yet to be signed.
pub struct Unsigned {
    number: u64,
    part: Arc<Part>,
}

impl Unsigned {
    /// Signs the part in the form in which it is stored.
    pub fn sign(&self, table: &str, keys: &Keys) -> FilterPart {
        let Part { bits, next, .. } = &*self.part;
        let part = FilterPart { part: self.number, next: *next, bits: bits.clone(), tag: String::new() };
        let tag = keys.signing().sign_text(KIND, &text(table, &part));
        FilterPart { tag, ..part }
    }
}

fn text(table: &str, part: &FilterPart) -> String {
    format!("{table} {} {} {}", part.part, part.next, Hash::of(&[&part.bits]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_forgotten_and_few_new_ones_are_suspected() {
        let mut filter = KeyFilter { seed: vec![4, 7], ..KeyFilter::default() };
        let count = u64::from(KEYS) + 20_000;
        (0..count).for_each(|n| filter.add(&format!("ann:key-{n}"), n));
        assert_eq!((filter.full.len(), filter.full[0].next), (1, u64::from(KEYS)));
        assert!((0..count).all(|n| filter.may_have(&format!("ann:key-{n}"))));
        let suspected = (0..20_000).filter(|n| filter.may_have(&format!("bob:key-{n}"))).count();
        assert!(suspected < 20, "{suspected} of 20,000 new keys are taken for old ones");
        let other = KeyFilter { seed: vec![4, 8], full: filter.full.clone(), ..KeyFilter::default() };
        assert!(!other.may_have("ann:key-0"), "another floor has other bits");
    }
}
