//! Chance without bias: ChaCha words scaled to a range by rejection.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of chance. One seed has 2^64 independent streams: a simulation gives each of its chunks one, so
/// the result does not depend on how many threads run them.
#[derive(Clone, Debug)]
pub struct Generator(ChaCha8Rng);

impl Generator {
    /// The stream of this number of this seed.
    pub fn new(seed: [u8; 32], stream: u64) -> Generator {
        let mut rng = ChaCha8Rng::from_seed(seed);
        rng.set_stream(stream);
        Generator(rng)
    }

    /// A seed from a number that people can type.
    pub fn seed(number: u64) -> [u8; 32] {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        seed
    }

    /// A number below `n`, each equally likely.
    pub fn below(&mut self, n: u32) -> u32 {
        loop {
            let scaled = below(self.0.next_u32().into(), n.into(), 32);
            if let Some(number) = scaled.and_then(|number| u32::try_from(number).ok()) {
                return number;
            }
        }
    }
}

/// Scales a word of so many bits to a number below `n`, or rejects it: each number is the image of equally many
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
