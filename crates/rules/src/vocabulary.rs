//! The words of a game: every wager, deed, outcome and irregularity has one spelling, which people write in
//! scripts and programs put on the wire.

use core::{
    fmt::{self, Debug, Display, Write},
    hash::Hash,
};

/// A finite set of things a game can name.
pub trait Vocabulary: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// Tells of each of them once.
    fn each(tell: &mut impl FnMut(Self));

    /// The one that is spelt so.
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

/// Wagers come in kinds that are paid alike.
pub trait Kinds: Vocabulary {
    /// The name of its kind: the last part of its odds' key in a submission.
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
