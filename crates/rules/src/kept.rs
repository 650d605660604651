//! Game states that can be written down and read back: with the feature `serde`, every state is `Serialize` and
//! `Deserialize`. Options never are. They come through the gate, and [`Game::under`](crate::Game::under) puts them back.

/// A state that can be stored outside memory. Without the feature `serde` this requires nothing.
#[cfg(feature = "serde")]
pub trait Kept: serde::Serialize + serde::de::DeserializeOwned {}
#[cfg(feature = "serde")]
impl<T: serde::Serialize + serde::de::DeserializeOwned> Kept for T {}

/// A state that can be stored outside memory. Without the feature `serde` this requires nothing.
#[cfg(not(feature = "serde"))]
pub trait Kept {}
#[cfg(not(feature = "serde"))]
impl<T> Kept for T {}

/// A type that can be sent to other programs. Without the feature `serde` this requires nothing.
#[cfg(feature = "serde")]
pub trait Sent: serde::Serialize {}
#[cfg(feature = "serde")]
impl<T: serde::Serialize> Sent for T {}

/// A type that can be sent to other programs. Without the feature `serde` this requires nothing.
#[cfg(not(feature = "serde"))]
pub trait Sent {}
#[cfg(not(feature = "serde"))]
impl<T> Sent for T {}

/// Serializes a type as the text it is displayed as, and reads it back: `p1`, `7h`, `dealer`. The pattern is for the
/// schema; only types that are sent as they are need one.
macro_rules! spelled {
    ($type:ty, $read:expr, $what:literal) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                struct Spelling;
                impl serde::de::Visitor<'_> for Spelling {
                    type Value = $type;
                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str($what)
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        let read: fn(&str) -> Option<$type> = $read;
                        read(text)
                            .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
                    }
                }
                from.deserialize_str(Spelling)
            }
        }
    };

    ($type:ty, $read:expr, $what:literal, $pattern:literal) => {
        $crate::kept::spelled!($type, $read, $what);

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> alloc::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": $pattern, "description": $what })
            }
        }
    };
}
pub(crate) use spelled;

/// The options of a table that was just restored, until its own are put back.
#[cfg(feature = "serde")]
pub(crate) fn standard<G: crate::Game>() -> G::Options {
    use crate::submission::Chosen;
    crate::games::options::<G>(G::Options::STANDARD, &mut |_| ()).expect("the usual options are lawful")
}

/// Serializes arrays longer than serde supports.
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
