//! Serialization of results and shoes for other programs.

use crate::{Outcome, Road, Roads};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Serialized in its notation: `Bn`.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Serialized as its marks, in the order of their games.
impl<M: Serialize + Copy + PartialEq> Serialize for Road<M> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.cells().serialize(to)
    }
}

/// Serialized as the results of the shoe, from which all roads follow.
impl Serialize for Roads {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.outcomes().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Roads {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Roads, D::Error> {
        Ok(Vec::<Outcome>::deserialize(from)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn a_shoe_is_written_as_its_results() {
        let roads: Roads = read("B Bn T Pbp").expect("four results").into_iter().collect();
        let text = serde_json::to_string(&roads).expect("JSON");
        assert_eq!(text, r#"["B","Bn","T","Pbp"]"#);
        assert_eq!(serde_json::from_str::<Roads>(&text).expect("a shoe"), roads);
        assert!(serde_json::from_str::<Roads>(r#"["B","X"]"#).is_err());
        let cell = serde_json::to_value(roads.big_road()).expect("JSON")[2].clone();
        assert_eq!((cell["mark"].as_str(), cell["column"].as_u64()), (Some("player"), Some(1)));
    }
}
