//! Cards that have been seen, as people write them down: `As 3d Tc`, separated by spaces, with `#` before a comment.

use rules::{
    Vocabulary,
    kit::cards::{Card, Unseen},
};
use std::{fmt, ops::Range};

/// Why a list of seen cards is impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlikely {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The position in the text, in bytes.
    pub place: Range<usize>,
    /// What is written there.
    pub written: String,
    /// What is wrong with it.
    pub why: Why,
}

/// What is wrong with a word of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The text is not a card.
    NotACard,
    /// The shoe has no more of this card.
    NoMore {
        /// How many decks there are, and thus how many of each card.
        decks: u8,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NotACard => {
                f.write_str("is no card: a rank of A23456789TJQK and a suit of cdhs, such as As, Td or 2h")
            }
            Why::NoMore { decks: 1 } => f.write_str("is seen twice, but there is one deck"),
            Why::NoMore { decks } => {
                let times = u16::from(*decks) + 1;
                write!(f, "is seen {times} times, but {decks} decks have {decks} of it")
            }
        }
    }
}

impl fmt::Display for Unlikely {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unlikely { line, column, written, why, .. } = self;
        write!(f, "line {line}, column {column}: `{written}` {why}")
    }
}

impl std::error::Error for Unlikely {}

/// The unseen cards of this many decks, after the listed cards have been seen.
pub fn unseen(text: &str, decks: u8) -> Result<Unseen, Unlikely> {
    let mut unseen = Unseen::decks(decks);
    for (place, line, column) in words(text) {
        let written = &text[place.clone()];
        let wrong = |why| Unlikely { line, column, place: place.clone(), written: written.to_owned(), why };
        let card = Card::read(written).ok_or_else(|| wrong(Why::NotACard))?;
        unseen = unseen.seeing(card).ok_or_else(|| wrong(Why::NoMore { decks }))?;
    }
    Ok(unseen)
}

/// The words of the text outside comments: the position of each in bytes, its line and its column.
fn words(text: &str) -> impl Iterator<Item = (Range<usize>, usize, usize)> {
    text.split_inclusive('\n')
        .scan(0, |next, line| {
            let start = *next;
            *next += line.len();
            Some((start, line))
        })
        .enumerate()
        .flat_map(|(number, (start, line))| {
            let said = line.split('#').next().unwrap_or_default();
            said.split_whitespace().map(move |word| {
                let at = word.as_ptr() as usize - line.as_ptr() as usize;
                let column = line[..at].chars().count() + 1;
                (start + at..start + at + word.len(), number + 1, column)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        Card::read(text).expect("a card")
    }

    #[test]
    fn seen_cards_are_gone() {
        let text = "# burned\nAs 3d\tTc # the first coup\r\n\n  As\n#9h\n";
        let left = unseen(text, 8).expect("possible");
        assert_eq!(left.total(), 8 * 52 - 4);
        assert_eq!(["As", "3d", "Tc", "9h"].map(|c| left.count(card(c))), [6, 7, 7, 8]);
        assert_eq!(unseen("", 6), Ok(Unseen::decks(6)));
    }

    #[test]
    fn a_ninth_ace_of_spades_is_shown_in_its_place() {
        let text = "As As As As\nAs As As As\n# é\n2h é As";
        let fault = unseen(text, 8).expect_err("two faults");
        assert_eq!(fault.to_string().split_once(": ").map(|(at, _)| at), Some("line 4, column 4"));
        assert_eq!((fault.why, &text[fault.place]), (Why::NotACard, "é"));
        let text = text.replace("2h é", "2h 3h");
        let fault = unseen(&text, 8).expect_err("a ninth");
        assert_eq!(fault.to_string(), "line 4, column 7: `As` is seen 9 times, but 8 decks have 8 of it");
        assert_eq!(&text[fault.place], "As");
        assert_eq!(
            unseen("Kd Kd", 1).expect_err("a second").why.to_string(),
            "is seen twice, but there is one deck"
        );
    }

    #[test]
    fn what_is_no_card_is_told() {
        for (text, written) in [("11s", "11s"), ("ax", "ax"), ("As,3d", "As,3d"), ("2h 1c", "1c")] {
            let fault = unseen(text, 6).expect_err(text);
            assert_eq!((fault.why, fault.written.as_str()), (Why::NotACard, written));
        }
    }
}
