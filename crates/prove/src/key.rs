//! A 128-bit key of a table, seen through a [`Lens`]: what the lens leaves out does not distinguish two tables.
//!
//! Every state can be serialized, so the key is computed by a serializer that hashes instead of writing. The equality
//! of tables stays exact; only the search looks through the lens.

use crate::lens::{How, Lens};
use rules::{Vocabulary, kit::cards::Card};
use serde::{
    Serialize,
    ser::{self, Serializer},
};
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Write},
};

/// What a table looks like through the lens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The key of the state.
    pub key: u128,
    /// The largest amount of money in it, in cents.
    pub most: i64,
}

/// The key of a table. Patrons are interchangeable: of all ways to number them, the one with the smallest
/// key counts.
pub fn seen(table: &impl Serialize, lens: &Lens, patrons: u8) -> Seen {
    let plain = named(table, lens, false);
    if patrons == 2 { Seen { key: plain.key.min(named(table, lens, true).key), ..plain } } else { plain }
}

/// The key of two tables side by side, at which the patrons have the same numbers.
pub fn seen_both<T: Serialize>(tables: [(&T, &Lens); 2], patrons: u8) -> Seen {
    let both = |swapped| {
        let [one, other] = tables.map(|(table, lens)| named(table, lens, swapped));
        Seen { key: mix(one.key, other.key), most: one.most.max(other.most) }
    };
    let plain = both(false);
    if patrons == 2 { Seen { key: plain.key.min(both(true).key), ..plain } } else { plain }
}

/// What a table looks like, with or without swapping the numbers of two patrons.
fn named(table: &impl Serialize, lens: &Lens, swapped: bool) -> Seen {
    let mut keyer =
        Keyer { lens, hash: SEED, swapped, capture: None, is_set: false, is_money: false, most: 0 };
    table.serialize(&mut keyer).expect("a state can be serialized");
    Seen { key: keyer.hash, most: keyer.most }
}

const SEED: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834;
const FACTOR: u128 = 0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9;

/// Mixes a number into a hash.
pub fn mix(hash: u128, number: u128) -> u128 {
    let mixed = (hash ^ number).wrapping_mul(FACTOR);
    (mixed ^ (mixed >> 67)).wrapping_add(number.rotate_left(41))
}

struct Keyer<'a> {
    lens: &'a Lens,
    hash: u128,
    /// Whether patrons 1 and 2 are swapped.
    swapped: bool,
    /// If set, numbers and cards are collected here instead of hashed.
    capture: Option<Vec<i64>>,
    /// Whether the next sequence is a set.
    is_set: bool,
    /// Whether the next number is money.
    is_money: bool,
    most: i64,
}

impl Keyer<'_> {
    fn number(&mut self, number: i64) {
        match &mut self.capture {
            Some(all) => all.push(number),
            None => self.hash = mix(self.hash, u128::from(number.cast_unsigned())),
        }
    }

    fn tag(&mut self, tag: u32) {
        if self.capture.is_none() {
            self.hash = mix(self.hash, u128::from(tag) | 1 << 100);
        }
    }

    fn text(&mut self, text: &str) {
        for word in text.split(' ') {
            if let Some(card) = card(word) {
                let seen =
                    if self.capture.is_some() { card.index() } else { usize::from((self.lens.class)(card)) };
                self.number(i64::try_from(seen).unwrap_or(i64::MAX));
                continue;
            }
            let word = match (self.swapped, word) {
                (true, "p1") => "p2",
                (true, "p2") => "p1",
                (_, word) => word,
            };
            if self.capture.is_none() {
                for part in word.as_bytes().chunks(15) {
                    let mut bytes = [0; 16];
                    bytes[..part.len()].copy_from_slice(part);
                    self.hash = mix(self.hash, u128::from_le_bytes(bytes) | 1 << 127);
                }
            }
        }
    }

    /// The content of a value, as numbers and indices of cards.
    fn captured(&mut self, value: &(impl Serialize + ?Sized)) -> Vec<i64> {
        let before = self.capture.replace(Vec::new());
        value.serialize(&mut *self).expect("infallible");
        std::mem::replace(&mut self.capture, before).unwrap_or_default()
    }
}

/// The card that a word names.
pub fn card(word: &str) -> Option<Card> {
    let [rank, suit] = word.as_bytes() else {
        return Card::read_with_joker(word).filter(|card| card.is_joker());
    };
    (b"A23456789TJQK".contains(rank) && b"cdhs".contains(suit)).then(|| Card::read(word)).flatten()
}

fn cards(places: &[i64]) -> Vec<Card> {
    let card = |&place: &i64| Card::all_with_joker().nth(usize::try_from(place).ok()?);
    places.iter().filter_map(card).collect()
}

/// An error type for hashing, which never fails.
#[derive(Debug)]
pub struct Never(String);

impl Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Never {}
impl ser::Error for Never {
    fn custom<T: Display>(message: T) -> Never {
        Never(message.to_string())
    }
}

/// A sequence or structure that is being hashed.
struct Parts<'a, 'b> {
    keyer: &'a mut Keyer<'b>,
    /// The name of the structure.
    of: &'static str,
    /// The hashes of a set's members, and the hash before them.
    set: Option<(Vec<u128>, u128)>,
    /// The numbers of a shoe.
    shoe: Vec<Vec<i64>>,
}

impl<'a, 'b> Parts<'a, 'b> {
    fn new(keyer: &'a mut Keyer<'b>, of: &'static str) -> Parts<'a, 'b> {
        Parts { keyer, of, set: None, shoe: Vec::new() }
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Never> {
        let Some((members, _)) = &mut self.set else { return value.serialize(&mut *self.keyer) };
        self.keyer.hash = SEED;
        value.serialize(&mut *self.keyer)?;
        members.push(self.keyer.hash);
        Ok(())
    }

    fn field(&mut self, key: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Never> {
        if self.of == "Shoe" && self.keyer.capture.is_none() {
            match key {
                "unseen" if self.keyer.lens.tells_cards_left() => value.serialize(&mut *self.keyer)?,
                "unseen" => {}
                _ => {
                    let numbers = self.keyer.captured(value);
                    self.shoe.push(numbers);
                }
            }
            return Ok(());
        }
        match self.keyer.lens.how(self.of, key) {
            Some(How::Skip) => Ok(()),
            Some(How::Cards(told)) => {
                let told = told(&cards(&self.keyer.captured(value)));
                self.keyer.number(told);
                Ok(())
            }
            Some(How::Counts) => {
                let mut counts = BTreeMap::new();
                for (card, count) in Card::all_with_joker().zip(self.keyer.captured(value)) {
                    *counts.entry((self.keyer.lens.class)(card)).or_insert(0) += count;
                }
                counts.into_values().for_each(|count| self.keyer.number(count));
                Ok(())
            }
            Some(How::Set) => {
                self.keyer.is_set = true;
                value.serialize(&mut *self.keyer)
            }
            None => value.serialize(&mut *self.keyer),
        }
    }

    fn finish(mut self) {
        if let Some((mut members, before)) = self.set.take() {
            members.sort_unstable();
            self.keyer.hash = members.into_iter().fold(before, mix);
        }
        if let [left, cutting] = &self.shoe[..] {
            let [left, cutting] = [left, cutting].map(|numbers| numbers.first().copied());
            let lens = self.keyer.lens;
            lens.shoe(left.unwrap_or_default(), cutting).into_iter().for_each(|n| self.keyer.number(n));
        }
        self.keyer.tag(0);
    }
}

macro_rules! numbers {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, value: $type) -> Result<(), Never> {
            self.number(i64::from(value));
            Ok(())
        })*
    };
}

impl<'a, 'b> Serializer for &'a mut Keyer<'b> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Parts<'a, 'b>;
    type SerializeTuple = Parts<'a, 'b>;
    type SerializeTupleStruct = Parts<'a, 'b>;
    type SerializeTupleVariant = Parts<'a, 'b>;
    type SerializeMap = Parts<'a, 'b>;
    type SerializeStruct = Parts<'a, 'b>;
    type SerializeStructVariant = Parts<'a, 'b>;

    numbers!(serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32);

    fn serialize_char(self, value: char) -> Result<(), Never> {
        self.number(i64::from(u32::from(value)));
        Ok(())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Never> {
        if std::mem::take(&mut self.is_money) {
            self.most = self.most.max(value);
        }
        self.number(value);
        Ok(())
    }
    fn serialize_u64(self, value: u64) -> Result<(), Never> {
        self.number(value.cast_signed());
        Ok(())
    }
    fn serialize_f32(self, value: f32) -> Result<(), Never> {
        self.number(i64::from(value.to_bits()));
        Ok(())
    }
    fn serialize_f64(self, value: f64) -> Result<(), Never> {
        self.number(value.to_bits().cast_signed());
        Ok(())
    }
    fn serialize_str(self, text: &str) -> Result<(), Never> {
        self.text(text);
        Ok(())
    }
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Never> {
        let mut short = Short::default();
        match write!(short, "{value}") {
            Ok(()) => self.text(short.text()),
            Err(fmt::Error) => self.text(&value.to_string()),
        }
        Ok(())
    }
    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Never> {
        bytes.iter().for_each(|&byte| self.number(byte.into()));
        Ok(())
    }
    fn serialize_none(self) -> Result<(), Never> {
        self.tag(1);
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        self.tag(2);
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, at: u32, _: &'static str) -> Result<(), Never> {
        self.tag(8 + at);
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.is_money = name == "Money";
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        at: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.tag(8 + at);
        value.serialize(self)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a, 'b>, Never> {
        let set = std::mem::take(&mut self.is_set).then_some((Vec::new(), self.hash));
        Ok(Parts { set, ..Parts::new(self, "") })
    }
    fn serialize_tuple(self, _: usize) -> Result<Parts<'a, 'b>, Never> {
        Ok(Parts::new(self, ""))
    }
    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts<'a, 'b>, Never> {
        Ok(Parts::new(self, name))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        at: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'a, 'b>, Never> {
        self.tag(8 + at);
        Ok(Parts::new(self, name))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a, 'b>, Never> {
        Ok(Parts::new(self, ""))
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'a, 'b>, Never> {
        Ok(Parts::new(self, name))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        at: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'a, 'b>, Never> {
        self.tag(8 + at);
        Ok(Parts::new(self, name))
    }
}

macro_rules! parts {
    ($($trait:ident $method:ident),*) => {
        $(impl ser::$trait for Parts<'_, '_> {
            type Ok = ();
            type Error = Never;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.element(value)
            }
            fn end(self) -> Result<(), Never> {
                self.finish();
                Ok(())
            }
        })*
    };
}
parts!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field);

macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Parts<'_, '_> {
            type Ok = ();
            type Error = Never;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Never> {
                self.field(key, value)
            }
            fn end(self) -> Result<(), Never> {
                self.finish();
                Ok(())
            }
        })*
    };
}
fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = Never;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        key.serialize(&mut *self.keyer)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(&mut *self.keyer)
    }
    fn end(self) -> Result<(), Never> {
        self.finish();
        Ok(())
    }
}

/// A short text without allocation.
struct Short {
    bytes: [u8; 64],
    len: usize,
}

impl Default for Short {
    fn default() -> Short {
        Short { bytes: [0; 64], len: 0 }
    }
}

impl Short {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl Write for Short {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let end = self.len + part.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(part.as_bytes());
        self.len = end;
        Ok(())
    }
}
