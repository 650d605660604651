//! SHA-256, written as hexadecimal.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};

/// A SHA-256 hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash that precedes the first line of a journal.
    pub const ZERO: Hash = Hash([0; 32]);

    /// The hash of the concatenation of these parts.
    pub fn of(parts: &[&[u8]]) -> Hash {
        let mut hasher = Sha256::new();
        parts.iter().for_each(|part| hasher.update(part));
        Hash(hasher.finalize().into())
    }

    /// The RFC 6962 hash of a leaf.
    pub fn leaf(line: &[u8]) -> Hash {
        Hash::of(&[&[0], line])
    }

    /// The RFC 6962 hash of a node.
    pub fn node(left: Hash, right: Hash) -> Hash {
        Hash::of(&[&[1], &left.0, &right.0])
    }
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The value of each byte as a hexadecimal digit; 255 if it is not one.
const WORTH: [u8; 256] = {
    let mut worth = [u8::MAX; 256];
    let mut digit = 0;
    while digit < 16 {
        worth[DIGITS[digit as usize] as usize] = digit;
        digit += 1;
    }
    worth
};

/// The 64 digits of a hash. Every line of a journal has several hashes, so they are not formatted digit by digit.
struct Digits([u8; 64]);

impl Digits {
    fn of(hash: &Hash) -> Digits {
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(hash.0) {
            pair.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        }
        Digits(digits)
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("digits are ASCII")
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Digits::of(self).as_str())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The text is not 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAHash;

impl fmt::Display for NotAHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a SHA-256 hash in 64 lower-case hexadecimal digits")
    }
}

impl std::error::Error for NotAHash {}

/// Reads lowercase hexadecimal digits; `None` for anything else.
pub fn read_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let (high, low) = (WORTH[usize::from(pair[0])], WORTH[usize::from(pair[1])]);
        if high > 15 || low > 15 {
            return None;
        }
        *byte = high << 4 | low;
    }
    Some(bytes)
}

impl FromStr for Hash {
    type Err = NotAHash;
    fn from_str(text: &str) -> Result<Hash, NotAHash> {
        read_hex(text).map(Hash).ok_or(NotAHash)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Digits::of(self).as_str())
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        struct Written;
        impl de::Visitor<'_> for Written {
            type Value = Hash;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a SHA-256 hash in 64 lower-case hexadecimal digits")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Hash, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_spelt_one_way() {
        let empty = Hash::of(&[]);
        assert_eq!(empty.to_string(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(empty.to_string().parse(), Ok(empty));
        for text in ["", "e3", &empty.to_string().to_uppercase(), &"é".repeat(32)] {
            assert_eq!(text.parse::<Hash>(), Err(NotAHash), "{text:?}");
        }
    }
}
