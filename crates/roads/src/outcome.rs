//! The result of a game, and its notation.

use alloc::{string::String, vec::Vec};
use core::{fmt, ops::Range, str::FromStr};

/// The winner of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Winner {
    /// The Banker's Hand.
    Banker,
    /// The Player's Hand.
    Player,
    /// Neither.
    Tie,
}

impl Winner {
    /// `B`, `P` or `T`.
    pub const fn letter(self) -> char {
        match self {
            Winner::Banker => 'B',
            Winner::Player => 'P',
            Winner::Tie => 'T',
        }
    }

    /// The winner with this letter.
    pub const fn from_letter(letter: char) -> Option<Winner> {
        match letter {
            'B' => Some(Winner::Banker),
            'P' => Some(Winner::Player),
            'T' => Some(Winner::Tie),
            _ => None,
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Winner::Banker => "Banker",
            Winner::Player => "Player",
            Winner::Tie => "Tie",
        })
    }
}

/// The result of one game. Written as `B`, `P` or `T`, followed by `n`, `b` and `p` for what else happened: `Bn`,
/// `Pbp`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or a tie.
    pub winner: Winner,
    /// Whether a natural decided it: `n`.
    pub natural: bool,
    /// Whether the Banker's Hand began with a pair: `b`.
    pub banker_pair: bool,
    /// Whether the Player's Hand began with a pair: `p`.
    pub player_pair: bool,
}

impl Outcome {
    /// A result without a natural or a pair.
    pub const fn new(winner: Winner) -> Outcome {
        Outcome { winner, natural: false, banker_pair: false, player_pair: false }
    }
}

impl From<Winner> for Outcome {
    fn from(winner: Winner) -> Outcome {
        Outcome::new(winner)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::from(self.winner.letter());
        text.extend(self.natural.then_some('n'));
        text.extend(self.banker_pair.then_some('b'));
        text.extend(self.player_pair.then_some('p'));
        f.pad(&text)
    }
}

impl FromStr for Outcome {
    type Err = Wrong;
    fn from_str(token: &str) -> Result<Outcome, Wrong> {
        let mut letters = token.chars();
        let first = letters.next().ok_or(Wrong::Nothing)?;
        let winner = Winner::from_letter(first).ok_or(Wrong::Winner(first))?;
        let mut outcome = Outcome::new(winner);
        for letter in letters {
            let said = match letter {
                'n' => &mut outcome.natural,
                'b' => &mut outcome.banker_pair,
                'p' => &mut outcome.player_pair,
                'B' | 'P' | 'T' => return Err(Wrong::Joined),
                _ => return Err(Wrong::Suffix(letter)),
            };
            if *said {
                return Err(Wrong::Twice(letter));
            }
            *said = true;
        }
        Ok(outcome)
    }
}

/// What is wrong with a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Wrong {
    /// The token is empty.
    Nothing,
    /// The token begins with this character instead of a winner.
    Winner(char),
    /// This character is not a known suffix.
    Suffix(char),
    /// This suffix occurs twice.
    Twice(char),
    /// Another result begins within the token.
    Joined,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Nothing => f.write_str("a result is missing"),
            Wrong::Winner(letter @ ('b' | 'p' | 't')) => {
                write!(f, "a winner is a capital letter: {} instead of {letter}", letter.to_ascii_uppercase())
            }
            Wrong::Winner(letter) => write!(f, "a result begins with B, P or T, not with {letter}"),
            Wrong::Suffix(letter) => {
                write!(f, "{letter} means nothing here: n natural, b Banker pair, p Player pair")
            }
            Wrong::Twice(letter) => write!(f, "{letter} is written twice"),
            Wrong::Joined => f.write_str("results stand apart, with a space between"),
        }
    }
}

impl core::error::Error for Wrong {}

/// A token that is not a result, and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Misread {
    /// Its position in the text, in bytes.
    pub at: Range<usize>,
    /// Which result it would have been, from 1.
    pub number: usize,
    /// The token.
    pub token: String,
    /// What is wrong with it.
    pub wrong: Wrong,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "result {}, `{}`: {}", self.number, self.token, self.wrong)
    }
}

impl core::error::Error for Misread {}

/// Parses results separated by spaces, commas or line breaks. A `#` begins a comment that runs to the end of the line.
///
/// # Errors
///
/// The first token that is not a result.
pub fn read(text: &str) -> Result<Vec<Outcome>, Misread> {
    let mut outcomes = Vec::new();
    let mut line_at = 0;
    for line in text.split_inclusive('\n') {
        let said = line.split('#').next().unwrap_or_default();
        let mut at = line_at;
        for token in said.split(|c: char| c.is_whitespace() || c == ',') {
            if !token.is_empty() {
                let number = outcomes.len() + 1;
                let misread =
                    |wrong| Misread { at: at..at + token.len(), number, token: token.into(), wrong };
                outcomes.push(token.parse().map_err(misread)?);
            }
            // A separator may be more than one byte long.
            at += token.len() + text[at + token.len()..].chars().next().map_or(0, char::len_utf8);
        }
        line_at += line.len();
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::ToString, vec};

    #[test]
    fn results_read_back_as_they_are_written() {
        for winner in ["B", "P", "T"] {
            for said in ["", "n", "b", "p", "nb", "np", "bp", "nbp"] {
                let text = format!("{winner}{said}");
                assert_eq!(text.parse::<Outcome>().expect("a result").to_string(), text);
            }
        }
        assert_eq!("Ppbn".parse::<Outcome>(), "Pnbp".parse());
    }

    #[test]
    fn separators_and_comments() {
        let outcomes = read("B,Pn\tT # B P\n\n  Tb\u{a0}P,\r\n# nothing").expect("five results");
        let text: Vec<String> = outcomes.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["B", "Pn", "T", "Tb", "P"]);
        assert_eq!(read(""), Ok(vec![]));
    }

    #[test]
    fn faults_say_where() {
        let fault = |text| read(text).expect_err("a fault");
        let cases = [
            ("B\u{a0}P\nX", 5..6, 3, "a result begins with B, P or T, not with X"),
            ("B b", 2..3, 2, "a winner is a capital letter: B instead of b"),
            ("Bx", 0..2, 1, "x means nothing here: n natural, b Banker pair, p Player pair"),
            ("T, Bnn", 3..6, 2, "n is written twice"),
            ("# é\nBBP", 5..8, 1, "results stand apart, with a space between"),
        ];
        for (text, at, number, message) in cases {
            let misread = fault(text);
            assert_eq!((misread.at.clone(), misread.number), (at.clone(), number), "{text}");
            assert_eq!(misread.wrong.to_string(), message);
            assert_eq!(misread.token, &text[at]);
        }
        assert_eq!(fault("B b").to_string(), "result 2, `b`: a winner is a capital letter: B instead of b");
    }
}
