//! Checks what was written against the fields of a game.

use super::{Absent, Breach, Entry, Field, Kind, Only, Takes, Unread, Value, Violation, Written};
use crate::vocabulary::is_spelt;
use law::Citation;

/// What was written for one table, with the fields of its game.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    entries: &'a [Entry<'a>],
    fields: &'static [&'static [Field]],
    amended: &'a [Amended<'a>],
}

/// What an amendment of the law allows for one option, in place of what its field says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amended<'a> {
    /// The option's key.
    pub key: &'a str,
    /// The values that may be written.
    pub takes: Takes,
}

/// The value in force for an option at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// A house way is large, and without an allocator nothing can be boxed.
#[allow(clippy::large_enum_variant)]
pub enum Holding {
    /// This value, written or by default.
    Is(Value),
    /// Nothing was written, and nothing is needed.
    Nothing,
    /// The option does not exist together with the other options.
    NoPlace(Only),
    /// The licensee must choose.
    Undecided,
    /// What was written is not lawful.
    Unlawful(Unread),
}

impl Holding {
    /// The value, if there is one.
    pub const fn value(self) -> Option<Value> {
        match self {
            Holding::Is(value) => Some(value),
            _ => None,
        }
    }
}

impl<'a> Submission<'a> {
    /// What was written, to be read with these fields.
    pub const fn new(entries: &'a [Entry<'a>], fields: &'static [&'static [Field]]) -> Submission<'a> {
        Submission { entries, fields, amended: &[] }
    }

    /// The same submission under an amended law.
    #[must_use]
    pub const fn amended(self, amended: &'a [Amended<'a>]) -> Submission<'a> {
        Submission { amended, ..self }
    }

    /// What may be written for an option.
    pub fn takes<T>(&self, field: &Field<T>) -> Takes {
        self.amended.iter().find(|one| one.key == field.key).map_or(field.takes, |one| one.takes)
    }

    /// Every field of the game.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.fields.iter().copied().flatten()
    }

    /// The value written for a key.
    pub fn written(&self, key: &str) -> Option<Written<'a>> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| entry.value)
    }

    /// The value in force for the option with this key; `Nothing` if there is no such option.
    pub fn holds(&self, key: &str) -> Holding {
        self.fields().find(|field| field.key == key).map_or(Holding::Nothing, |field| self.holding(field))
    }

    /// The value in force for an option.
    pub fn holding<T>(&self, field: &Field<T>) -> Holding {
        let mut is_certain = true;
        for only in field.conditions() {
            match self.meets(only) {
                Some(false) => return Holding::NoPlace(*only),
                Some(true) => {}
                None => is_certain = false,
            }
        }
        let takes = self.takes(field);
        match (self.written(field.key), field.absent) {
            (Some(written), _) => match takes.read(written) {
                Ok(value) => Holding::Is(value),
                Err(why) => Holding::Unlawful(why),
            },
            // Whether a choice is required cannot be known before the option it depends on is.
            (None, Absent::Undecided) if is_certain => Holding::Undecided,
            (None, absent) => match absent.value(takes) {
                Some(value) => Holding::Is(value),
                // An amendment has removed the default.
                None if matches!(absent, Absent::Default(_)) => Holding::Undecided,
                None => Holding::Nothing,
            },
        }
    }

    /// Whether a condition is met; unknown while the other option is itself at fault.
    fn meets(&self, only: &Only) -> Option<bool> {
        let other = self.fields().find(|field| field.key == only.key)?;
        let value = match self.holding(other) {
            Holding::Is(value) => Some(value),
            Holding::Nothing => None,
            // The written value counts, even if the option does not exist.
            Holding::NoPlace(_) => {
                self.written(only.key).and_then(|written| self.takes(other).read(written).ok())
            }
            Holding::Undecided | Holding::Unlawful(_) => return None,
        };
        let is_among = |value: Value| {
            only.values.is_empty() || only.values.iter().any(|text| is_spelt(&value.bare(), text))
        };
        Some(value.is_some_and(is_among) == only.is_wanted)
    }
}

/// Judges a submission and reports every violation.
pub struct Gate<'a> {
    submission: Submission<'a>,
    tell: &'a mut dyn FnMut(Violation<'a>),
    is_lawful: bool,
}

impl<'a> Gate<'a> {
    /// Opens the gate for what was written, and judges every field on its own.
    pub fn open(submission: Submission<'a>, tell: &'a mut dyn FnMut(Violation<'a>)) -> Gate<'a> {
        let mut gate = Gate { submission, tell, is_lawful: true };
        let entries = submission.entries;
        for (i, entry) in entries.iter().enumerate() {
            let known = submission.fields().find(|field| field.key == entry.key);
            let breach = if entries[..i].iter().any(|before| before.key == entry.key) {
                Breach::Twice
            } else if known.is_none() {
                Breach::UnknownKey
            } else {
                continue;
            };
            gate.is_lawful = false;
            let cite = known.map(|field| field.cite);
            (gate.tell)(Violation { key: entry.key, written: Some(entry.value), cite, breach });
        }
        submission.fields().for_each(|field| gate.judge(field));
        gate
    }

    fn judge(&mut self, field: &Field) {
        let takes = self.submission.takes(field);
        match self.submission.holding(field) {
            Holding::Is(_) | Holding::Nothing => {}
            Holding::Undecided => self.report(field, Breach::Undecided(takes)),
            Holding::Unlawful(Unread::Unlawful) => self.report(field, Breach::Unlawful(takes)),
            Holding::Unlawful(Unread::NotMoney(why)) => self.report(field, Breach::NotMoney(why)),
            Holding::Unlawful(Unread::NotWay(fault)) => self.report(field, Breach::NotWay(fault)),
            Holding::Unlawful(Unread::SaysFor) => {
                self.report_by(field, field.no_for.unwrap_or(field.cite), Breach::SaysFor(takes));
            }
            // Leaving a switch off, or choosing no words, only states what applies anyway.
            Holding::NoPlace(only) => match self.written(field).map(|written| takes.read(written)) {
                None => {}
                Some(Ok(value)) if value.is_nothing() => {}
                Some(_) => {
                    self.report_by(field, only.cite.unwrap_or(field.cite), Breach::NoPlace(only));
                }
            },
        }
    }

    /// Whether nothing was reported.
    pub fn is_lawful(&self) -> bool {
        self.is_lawful
    }

    /// What was written for this field.
    pub fn written<T>(&self, field: &Field<T>) -> Option<Written<'a>> {
        self.submission.written(field.key)
    }

    /// The value in force for this field; `None` if it does not exist, may be left out, or is at fault.
    pub fn get<T: Kind>(&self, field: &Field<T>) -> Option<T> {
        self.submission.holding(field).value().and_then(T::of)
    }

    /// The value a table uses: the same, except that a switch that does not exist is off.
    pub fn read<T: Kind>(&self, field: &Field<T>) -> Option<T> {
        self.get(field).or(T::ABSENT)
    }

    /// The values in force for all of these; `None` if one is missing.
    pub fn all<T: Kind, const N: usize>(&self, fields: &[Field<T>; N]) -> Option<[T; N]> {
        let first = self.get(&fields[0])?;
        let mut all = [first; N];
        for (value, field) in all.iter_mut().zip(fields) {
            *value = self.get(field)?;
        }
        Some(all)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, field: &Field<bool>) -> bool {
        self.read(field) == Some(true)
    }

    /// Reports a violation of the field's own provision.
    pub fn report<T>(&mut self, field: &Field<T>, breach: Breach) {
        self.report_by(field, field.cite, breach);
    }

    /// Reports a violation of a provision other than the field's own.
    pub fn report_by<T>(&mut self, field: &Field<T>, cite: Citation, breach: Breach) {
        self.is_lawful = false;
        let written = self.written(field);
        (self.tell)(Violation { key: field.key, written, cite: Some(cite), breach });
    }
}
