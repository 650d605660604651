//! Unbiased random numbers: ChaCha words scaled to a range by rejection.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random stream. Each seed has 2^64 independent streams: a simulation gives one to each of its chunks, so that the
/// result does not depend on how many threads run them.
#[derive(Clone, Debug)]
pub struct Generator(ChaCha8Rng);

impl Generator {
    /// The stream with this number for this seed.
    pub fn new(seed: [u8; 32], stream: u64) -> Generator {
        let mut rng = ChaCha8Rng::from_seed(seed);
        rng.set_stream(stream);
        Generator(rng)
    }

    /// A seed made from a number that people can type.
    pub fn seed(number: u64) -> [u8; 32] {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        seed
    }

    /// A stream for cases in which chance decides nothing that matters.
    pub(crate) fn first() -> Generator {
        Generator::new(Generator::seed(0), 0)
    }

    /// A uniformly random number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        loop {
            let scaled = below(self.0.next_u32().into(), n.into(), 32);
            if let Some(number) = scaled.and_then(|number| u32::try_from(number).ok()) {
                return number;
            }
        }
    }
}

/// A fast random stream for compiled rounds, in which drawing is most of the work. A stream of [`Generator`] seeds the
/// 256 bits of xoshiro256++, so streams are as independent as ChaCha's blocks, and no two of them overlap in any
/// feasible run.
#[derive(Clone, Debug)]
pub struct Quick(Xoshiro256PlusPlus);

/// The numbers below `n`; a 16-bit word is rejected if the low half of its product falls below `rejected`.
#[derive(Clone, Copy)]
pub struct Range {
    n: u32,
    rejected: u32,
}

impl Quick {
    /// The stream with this number for this seed.
    pub fn new(seed: u64, stream: u64) -> Quick {
        let mut words = [0; 32];
        Generator::new(Generator::seed(seed), stream).0.fill_bytes(&mut words);
        Quick(Xoshiro256PlusPlus::from_seed(words))
    }

    /// Streams for several tables side by side, all derived from the stream with this number.
    pub fn several<const N: usize>(seed: u64, stream: u64) -> [Quick; N] {
        let mut generator = Generator::new(Generator::seed(seed), stream);
        std::array::from_fn(|_| {
            let mut words = [0; 32];
            generator.0.fill_bytes(&mut words);
            Quick(Xoshiro256PlusPlus::from_seed(words))
        })
    }

    /// The numbers below `n`, which is at most 2^16.
    pub fn range(&self, n: u32) -> Range {
        Range { n, rejected: (1 << 16) % n }
    }

    /// Four uniformly random numbers from the range.
    #[inline]
    pub fn four_of(&mut self, range: Range) -> [u16; 4] {
        let word = self.0.next_u64();
        std::array::from_fn(|lane| {
            let product = u32::from(part(word, lane)) * range.n;
            if product & 0xffff < range.rejected { self.again(range) } else { upper(product) }
        })
    }

    /// Four uniformly random numbers below `n`.
    #[inline]
    pub fn four_below(&mut self, n: usize) -> [u16; 4] {
        #[allow(clippy::cast_possible_truncation)]
        let n = n as u32;
        let word = self.0.next_u64();
        std::array::from_fn(|lane| {
            let product = u32::from(part(word, lane)) * n;
            // Fewer than n words are rejected; which ones is computed only when it may matter.
            if product & 0xffff < n && product & 0xffff < (1 << 16) % n {
                return self.again(self.range(n));
            }
            upper(product)
        })
    }

    /// Numbers below `n`, `n - 1` and so on, all from one word: each multiplication uses what the previous one left of
    /// it. Rejecting by the last remainder leaves every combination equally likely. There must be fewer than 2^53
    /// combinations.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub fn falling<const K: usize>(&mut self, n: u64) -> [usize; K] {
        loop {
            let mut word = self.0.next_u64();
            let picks = std::array::from_fn(|k| {
                let product = u128::from(word) * u128::from(n.wrapping_sub(k as u64));
                word = product as u64;
                (product >> 64) as usize
            });
            // How many are rejected is computed only when it may matter.
            if word >= 1 << 53 || word >= rejected(n, K as u64) {
                return picks;
            }
        }
    }

    /// Draws another number in place of one that was rejected.
    #[cold]
    fn again(&mut self, range: Range) -> u16 {
        loop {
            let product = u32::from(part(self.0.next_u64(), 3)) * range.n;
            if product & 0xffff >= range.rejected {
                return upper(product);
            }
        }
    }
}

/// How many words are rejected so that `n` times `n - 1` and so on, `k` factors, divide the rest.
#[cold]
fn rejected(n: u64, k: u64) -> u64 {
    let all: u64 = (0..k).map(|k| n - k).product();
    all.wrapping_neg() % all
}

/// One quarter of a word.
#[inline]
#[allow(clippy::cast_possible_truncation)]
const fn part(word: u64, lane: usize) -> u16 {
    (word >> (16 * lane)) as u16
}

#[inline]
#[allow(clippy::cast_possible_truncation)]
const fn upper(product: u32) -> u16 {
    (product >> 16) as u16
}

/// Scales a word of `bits` bits to a number below `n`, or rejects it, so that every number is the image of equally many
/// words.
pub const fn below(word: u64, n: u64, bits: u32) -> Option<u64> {
    let product = word * n;
    let low = product & ((1 << bits) - 1);
    if low < (1 << bits) % n { None } else { Some(product >> bits) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn scaling_is_unbiased_for_every_range_and_every_word() {
        let bits = 10;
        for n in 1..=1u64 << bits {
            let mut counts = BTreeMap::new();
            (0..1u64 << bits)
                .filter_map(|word| below(word, n, bits))
                .for_each(|x| *counts.entry(x).or_insert(0) += 1);
            assert!(counts.keys().copied().eq(0..n), "every number below {n} can come");
            assert!(counts.values().all(|&c| c == counts[&0]), "each as often as another below {n}");
        }
    }

    #[test]
    fn every_order_of_the_first_cards_is_equally_likely() {
        let mut quick = Quick::new(47, 0);
        let mut seen = BTreeMap::new();
        let rounds = 60_000;
        for _ in 0..rounds {
            *seen.entry(quick.falling::<3>(5)).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 60, "five times four times three");
        let expected = f64::from(rounds) / 60.0;
        let chi: f64 = seen.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // 59 degrees of freedom: more than 103 once in four thousand.
        assert!(chi < 103.0, "{chi}");
    }

    #[test]
    fn streams_repeat_themselves_and_differ_from_each_other() {
        let draw = |seed, stream| {
            let mut g = Generator::new(Generator::seed(seed), stream);
            [0; 8].map(|_| g.below(38))
        };
        assert_eq!(draw(47, 0), draw(47, 0));
        assert_ne!(draw(47, 0), draw(47, 1));
        assert_ne!(draw(47, 0), draw(48, 0));
    }
}
