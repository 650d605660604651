//! Game states that can be written down and read back: with the feature `serde`, every state is `Serialize` and
//! `Deserialize`. Options never are. They come through the gate, and [`Game::under`](crate::Game::under) puts them back.

/// A state that can be kept outside memory. Without the feature `serde` it asks for nothing.
#[cfg(feature = "serde")]
pub trait Kept: serde::Serialize + serde::de::DeserializeOwned {}
#[cfg(feature = "serde")]
impl<T: serde::Serialize + serde::de::DeserializeOwned> Kept for T {}

/// A state that can be kept outside memory. Without the feature `serde` it asks for nothing.
#[cfg(not(feature = "serde"))]
pub trait Kept {}
#[cfg(not(feature = "serde"))]
impl<T> Kept for T {}

/// The options a table has until its own are put back.
#[cfg(feature = "serde")]
pub(crate) fn standard<G: crate::Game>() -> G::Options {
    use crate::submission::Chosen;
    crate::table::options::<G>(G::Options::STANDARD, &mut |_| ()).expect("the usual options are lawful")
}

/// Arrays longer than serde's own limit.
#[cfg(feature = "serde")]
pub(crate) mod array {
    use core::fmt;
    use serde::{
        Deserialize, Deserializer, Serialize, Serializer,
        de::{Error, SeqAccess, Visitor},
        ser::SerializeTuple,
    };

    pub fn serialize<S: Serializer, T: Serialize, const N: usize>(
        array: &[T; N],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let mut tuple = to.serialize_tuple(N)?;
        array.iter().try_for_each(|one| tuple.serialize_element(one))?;
        tuple.end()
    }

    struct Elements<T, const N: usize>([T; N]);

    impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Elements<T, N> {
        type Value = [T; N];

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{N} elements")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<[T; N], A::Error> {
            for (at, slot) in self.0.iter_mut().enumerate() {
                *slot = elements.next_element()?.ok_or_else(|| Error::invalid_length(at, &"more"))?;
            }
            Ok(self.0)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de> + Copy + Default, const N: usize>(
        from: D,
    ) -> Result<[T; N], D::Error> {
        from.deserialize_tuple(N, Elements([T::default(); N]))
    }
}

/// A citation is written as its address.
#[cfg(feature = "serde")]
pub(crate) mod citation {
    use core::fmt;
    use law::Citation;
    use serde::{
        Deserializer, Serializer,
        de::{Error, Visitor},
    };

    pub fn serialize<S: Serializer>(cite: &Citation, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(cite.id())
    }

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

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Citation, D::Error> {
        from.deserialize_str(Address)
    }
}
