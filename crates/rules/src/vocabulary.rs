//! The words of a game: every wager, deed, outcome and irregularity has one spelling, which people use in
//! scripts and programs in messages.

use core::{
    fmt::{self, Debug, Display, Write},
    hash::Hash,
};

/// Values that a game can name: a finite set, each listed once. Where there are too many to list, as with keno's
/// tickets, one of every sort is listed, and [`read`](Vocabulary::read) understands the others.
pub trait Vocabulary: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// Reports each value once.
    fn each(tell: &mut dyn FnMut(Self));

    /// The value with this spelling.
    fn read(text: &str) -> Option<Self> {
        let mut found = None;
        Self::each(&mut |one| {
            if found.is_none() && is_spelt(&one, text) {
                found = Some(one);
            }
        });
        found
    }
}

/// Wagers, which come in kinds that are paid alike.
pub trait Kinds: Vocabulary {
    /// What the game calls a place at its table.
    const PLACE: &'static str = "seat";

    /// The name of the wager's kind, which is the last part of the key of its odds in a submission.
    fn kind(self) -> &'static str;
}

/// Whether something is displayed as exactly this text.
pub fn is_spelt(thing: &impl Display, text: &str) -> bool {
    struct Rest<'a>(&'a str);
    impl Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Rest(text);
    write!(rest, "{thing}").is_ok() && rest.0.is_empty()
}

/// Whether the first word of the displayed text is this one.
pub fn begins_with(thing: &impl Display, word: &str) -> bool {
    /// The rest of the word, up to the first space.
    struct Rest<'a>(Option<&'a str>);
    impl Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            let Some(rest) = self.0 else { return Ok(()) };
            let first = part.split(' ').next().unwrap_or_default();
            let rest = rest.strip_prefix(first).ok_or(fmt::Error)?;
            self.0 = if first.len() == part.len() { Some(rest) } else { None };
            if self.0.is_none() && !rest.is_empty() { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let mut rest = Rest(Some(word));
    write!(rest, "{thing}").is_ok() && rest.0.is_none_or(str::is_empty)
}
