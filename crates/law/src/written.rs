//! Serialization of citations for other programs.

use crate::Citation;
use core::fmt;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

/// Serialized as an address: `7.9(c)`.
impl Serialize for Citation {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.id())
    }
}

/// Deserialized from an address.
impl<'de> Deserialize<'de> for Citation {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Citation, D::Error> {
        struct Address;

        impl Visitor<'_> for Address {
            type Value = Citation;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the address of a provision")
            }

            fn visit_str<E: Error>(self, id: &str) -> Result<Citation, E> {
                Citation::find(id).ok_or_else(|| E::custom("no such provision"))
            }
        }

        from.deserialize_str(Address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_written_as_its_address() {
        let half = crate::cite!("5.2(b)");
        assert_eq!(serde_json::to_value(half).expect("JSON"), "5.2(b)");
        assert_eq!(serde_json::from_str::<Citation>("\"5.2(b)\"").expect("an address"), half);
        let wrong = serde_json::from_str::<Citation>("\"5.2(z)\"").expect_err("there is none");
        assert!(wrong.is_data());
    }
}
