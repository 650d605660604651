//! What may be written: one [`Field`] for every option, with everything the law says about it.

use super::{Choice, Rates, value::Words};
use crate::{
    hands::house_way::{Rule, Sort, Way},
    house::{NoticeKind, Scope},
    money::{Money, Odds},
};
use core::{fmt, marker::PhantomData};
use law::Citation;

/// An option of a game, whose values are read as `T`. If the type does not matter, it is a plain `Field`.
#[derive(Debug)]
pub struct Field<T = Any> {
    /// The key of the option.
    pub key: &'static str,
    /// The provision that grants or limits the choice.
    pub cite: Citation,
    /// The values that may be written.
    pub takes: Takes,
    /// What applies if nothing is written.
    pub absent: Absent,
    /// What the option controls.
    pub about: &'static str,
    /// The conditions under which the option exists; all of them must hold.
    only: [Option<Only>; 4],
    /// The tables that must make the same choice, and the provision that says so.
    pub alike: Option<(Scope, Citation)>,
    /// The notices that a change requires; the first that applies is the one to give.
    told: [Option<Told>; 2],
    /// The provision that forbids "for" in odds, if the game has one.
    pub(super) no_for: Option<Citation>,
    of: PhantomData<fn() -> T>,
}

/// Any type of value.
#[derive(Debug)]
pub enum Any {}

impl<T> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<T> {}

/// What applies if nothing is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    /// Nothing: the licensee must choose.
    Undecided,
    /// Nothing: the option may be left out.
    Nothing,
    /// This default value.
    Default(&'static str),
    /// The lowest lawful odds.
    Floor,
    /// A value derived from other options.
    Follows(&'static str),
}

/// A condition under which an option exists or may be turned on: another option has one of these values, or
/// none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Only {
    /// The other option's key.
    pub key: &'static str,
    /// The values; empty if any written value will do.
    pub values: &'static [&'static str],
    /// Whether the other option must have one of these values; otherwise it must have none of them.
    pub is_wanted: bool,
    /// The provision, if it is not the option's own.
    pub cite: Option<Citation>,
}

impl Only {
    /// Sets a provision other than the option's own.
    #[must_use]
    pub const fn by(self, cite: Citation) -> Only {
        Only { cite: Some(cite), ..self }
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Only { key, values, is_wanted, .. } = self;
        match (is_wanted, values) {
            (true, []) => return write!(f, "only with {key}"),
            (true, _) => write!(f, "only with {key} = ")?,
            (false, _) => write!(f, "not with {key} = ")?,
        }
        list(f, values, |value| !matches!(value, "true" | "false") && value.parse::<i64>().is_err())
    }
}

/// When a change of an option must be announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Whenever the value changes, and when a table opens with it.
    Changed,
    /// Whenever the value changes at an open table.
    Amended,
    /// When a value other than the default takes effect.
    Begins,
    /// When a value other than the default ceases to apply.
    Ends,
    /// When it changes to this value.
    Becomes(&'static str),
    /// When it becomes a higher one of these, or changes to or from any other value.
    Rises(&'static [&'static str]),
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            When::Changed | When::Amended => f.write_str("of any change"),
            When::Begins => f.write_str("when it is offered"),
            When::Ends => f.write_str("when it is withdrawn"),
            When::Becomes(word) => write!(f, "when it becomes \"{word}\""),
            When::Rises(_) => f.write_str("of an increase, and of another kind of charge"),
        }
    }
}

/// A notice that a change of an option requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// How it must be announced.
    pub notice: NoticeKind,
    /// The changes that must be announced.
    pub when: When,
    /// The provision that requires the notice.
    pub cite: Citation,
}

impl<T> Field<T> {
    const fn new(
        key: &'static str,
        cite: Citation,
        takes: Takes,
        absent: Absent,
        about: &'static str,
    ) -> Field<T> {
        let (only, told) = ([None; 4], [None; 2]);
        Field { key, cite, takes, absent, about, only, alike: None, told, no_for: None, of: PhantomData }
    }

    /// One of these words, which must be written unless there is a default.
    pub const fn one_of(
        key: &'static str,
        cite: Citation,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Field<T> {
        Field::new(key, cite, Takes::OneOf(words), Absent::Undecided, about)
    }

    /// A whole number, which must be written unless there is a default.
    pub const fn count(
        key: &'static str,
        cite: Citation,
        least: i64,
        most: i64,
        about: &'static str,
    ) -> Field<T> {
        Field::new(key, cite, Takes::Count { least, most }, Absent::Undecided, about)
    }

    /// The same number, of which another provision requires at least this many.
    #[must_use]
    pub const fn at_least(self, least: i64, cite: Citation) -> Field<T> {
        let Takes::Count { most, .. } = self.takes else { return self };
        Field { takes: Takes::Count { least, most }, cite, ..self }
    }

    /// The same field with a default.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Field<T> {
        Field { absent: Absent::Default(default), ..self }
    }

    /// The same field with a default derived from other options.
    #[must_use]
    pub const fn or_what_follows(self, from: &'static str) -> Field<T> {
        Field { absent: Absent::Follows(from), ..self }
    }

    /// The same field, which may be left out.
    #[must_use]
    pub const fn or_nothing(self) -> Field<T> {
        Field { absent: Absent::Nothing, ..self }
    }

    /// The same field, which exists only where another option has one of these values.
    #[must_use]
    pub const fn only_with(mut self, only: Only) -> Field<T> {
        let mut at = 0;
        while self.only[at].is_some() {
            at += 1;
        }
        self.only[at] = Some(only);
        self
    }

    /// The same field, which does not exist where another option has one of these values.
    #[must_use]
    pub const fn unless(self, only: Only) -> Field<T> {
        self.only_with(Only { is_wanted: false, ..only })
    }

    /// The same field, in which all tables of the pit or of the house must agree.
    #[must_use]
    pub const fn alike(self, scope: Scope, cite: Citation) -> Field<T> {
        Field { alike: Some((scope, cite)), ..self }
    }

    /// The same field, whose changes must be announced.
    #[must_use]
    pub const fn told(mut self, notice: NoticeKind, when: When, cite: Citation) -> Field<T> {
        let at = if self.told[0].is_some() { 1 } else { 0 };
        self.told[at] = Some(Told { notice, when, cite });
        self
    }

    /// The condition that this option has one of these values.
    pub const fn is(&self, values: &'static [&'static str]) -> Only {
        Only { key: self.key, values, is_wanted: true, cite: None }
    }

    /// The condition that this option is written at all.
    pub const fn is_written(&self) -> Only {
        self.is(&[])
    }

    /// The conditions under which the option exists.
    pub fn conditions(&self) -> impl Iterator<Item = &Only> {
        self.only.iter().flatten()
    }

    /// The notices that changes require, in the order in which they are tried.
    pub fn notices(&self) -> impl Iterator<Item = &Told> {
        self.told.iter().flatten()
    }

    /// The same field, with the provision that forbids odds stated with "for".
    #[must_use]
    pub const fn never_for(self, cite: Citation) -> Field<T> {
        Field { no_for: Some(cite), ..self }
    }

    /// The same field without its type.
    pub const fn any(&self) -> Field {
        let Field { key, cite, takes, absent, about, only, alike, told, no_for, .. } = *self;
        Field { key, cite, takes, absent, about, only, alike, told, no_for, of: PhantomData }
    }
}

/// Fields of one type, without their type.
pub const fn any<T, const N: usize>(fields: &[Field<T>; N]) -> [Field; N] {
    let mut out = [fields[0].any(); N];
    let mut i = 1;
    while i < N {
        out[i] = fields[i].any();
        i += 1;
    }
    out
}

impl Field<bool> {
    /// A switch, which is off by default.
    pub const fn switch(key: &'static str, cite: Citation, about: &'static str) -> Field<bool> {
        Field::new(key, cite, Takes::Switch, Absent::Default("false"), about)
    }

    /// The condition that the switch is on.
    pub const fn is_on(&self) -> Only {
        self.is(&["true"])
    }
}

impl<C: Choice> Field<C> {
    /// One of the words of a choice, which must be written unless there is a default.
    pub const fn choice(key: &'static str, cite: Citation, about: &'static str) -> Field<C> {
        Field::one_of(key, cite, C::WORDS, about)
    }
}

impl Field<Words> {
    /// Some of these words, or none.
    pub const fn some_of(
        key: &'static str,
        cite: Citation,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Field<Words> {
        Field::new(key, cite, Takes::SomeOf { words, apart: &[] }, Absent::Default(""), about)
    }

    /// The same field, in which the two words of a pair exclude each other.
    #[must_use]
    pub const fn apart(self, apart: &'static [[&'static str; 2]]) -> Field<Words> {
        let Takes::SomeOf { words, .. } = self.takes else { return self };
        Field { takes: Takes::SomeOf { words, apart }, ..self }
    }
}

impl<R: Rule> Field<Way<R>> {
    /// A house way, by its name or by its rules.
    pub const fn way(key: &'static str, cite: Citation) -> Field<Way<R>> {
        let about = "how the dealer sets hands: a way by its name, or its rules separated by semicolons";
        Field::new(key, cite, Takes::Way(R::SORT), Absent::Default(Way::<R>::USUAL), about)
    }
}

impl Field<Money> {
    /// An amount of money, which must be written unless there is a default.
    pub const fn money(
        key: &'static str,
        cite: Citation,
        least: Money,
        most: Money,
        about: &'static str,
    ) -> Field<Money> {
        Field::new(key, cite, Takes::Money { least, most }, Absent::Undecided, about)
    }
}

impl Field<Odds> {
    /// Payout odds of at least these, which are also the default.
    pub const fn odds(key: &'static str, cite: Citation, least: Odds, about: &'static str) -> Field<Odds> {
        Field::new(key, cite, Takes::Odds { than: least, is_strict: false }, Absent::Floor, about)
    }

    /// Payout odds of more than these, which must be written.
    pub const fn odds_above(
        key: &'static str,
        cite: Citation,
        than: Odds,
        about: &'static str,
    ) -> Field<Odds> {
        Field::new(key, cite, Takes::Odds { than, is_strict: true }, Absent::Undecided, about)
    }
}

impl Field<Rates> {
    /// A row of a rate card; without one there is no such ticket.
    pub const fn rates(key: &'static str, cite: Citation, spots: u8, about: &'static str) -> Field<Rates> {
        Field::new(key, cite, Takes::Rates { spots }, Absent::Default(""), about)
    }
}

/// The values that an option accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// `true` or `false`.
    Switch,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Some of these words, separated by spaces, or none.
    SomeOf {
        /// The words.
        words: &'static [&'static str],
        /// Pairs of words that exclude each other.
        apart: &'static [[&'static str; 2]],
    },
    /// Odds of at least this much, or of more than this.
    Odds {
        /// The odds to compare with.
        than: Odds,
        /// Whether the odds must be higher.
        is_strict: bool,
    },
    /// A row of a rate card for this many spots.
    Rates {
        /// The number of spots.
        spots: u8,
    },
    /// An amount of money.
    Money {
        /// The minimum.
        least: Money,
        /// The maximum.
        most: Money,
    },
    /// A whole number.
    Count {
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// A house way for such hands, by its name or by its rules.
    Way(Sort),
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Takes::Switch => f.write_str("true or false"),
            Takes::OneOf(words) => list(f, words, |_| true),
            Takes::SomeOf { words, apart } => {
                f.write_str("any of the words ")?;
                list(f, words, |_| true)?;
                f.write_str(", separated by spaces")?;
                apart.iter().try_for_each(|[one, other]| write!(f, ", not both \"{one}\" and \"{other}\""))
            }
            Takes::Odds { than, is_strict: false } => write!(f, "odds of at least \"{than}\""),
            Takes::Odds { than, is_strict: true } => write!(f, "odds of more than \"{than}\""),
            Takes::Rates { spots } => write!(
                f,
                "each catch up to {spots} with what it pays per 1.00, such as \"{spots}=50\", or nothing"
            ),
            Takes::Money { least, most } => write!(f, "an amount from \"{least}\" to \"{most}\""),
            Takes::Count { least, most } => write!(f, "a whole number from {least} to {most}"),
            Takes::Way(sort) => write!(f, "{sort}"),
        }
    }
}

/// Writes words with commas and an "or".
fn list(f: &mut fmt::Formatter<'_>, words: &[&str], is_quoted: impl Fn(&str) -> bool) -> fmt::Result {
    words.iter().enumerate().try_for_each(|(i, word)| {
        let comma = match i {
            0 => "",
            _ if i + 1 == words.len() => " or ",
            _ => ", ",
        };
        let quote = if is_quoted(word) { "\"" } else { "" };
        write!(f, "{comma}{quote}{word}{quote}")
    })
}

/// Declares options, each with its type, and a list of all of them.
macro_rules! fields {
    ($(#[$doc:meta])* $vis:vis $all:ident; $($name:ident: $type:ty = $field:expr;)+) => {
        $($vis const $name: $crate::submission::Field<$type> = $field;)+
        $(#[$doc])*
        $vis const $all: &[$crate::submission::Field] = &[$($name.any()),+];
    };
}
pub(crate) use fields;
