//! The words of a rule.

use super::{Fault, Wrong};

/// The words of a rule that are still to be read.
#[derive(Debug)]
pub struct Words<'a> {
    line: usize,
    /// The line, and where the rest of the rule begins and ends.
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Words<'a> {
    pub(super) const fn new(line: usize, text: &'a str, at: usize, end: usize) -> Words<'a> {
        Words { line, text, at, end }
    }

    /// The next word, comma or arrow.
    pub fn peek(&self) -> Option<&'a str> {
        let rest = self.text[self.at..self.end].trim_start();
        if rest.starts_with(',') {
            return Some(&rest[..1]);
        }
        rest.split(|c: char| c.is_whitespace() || c == ',').next().filter(|word| !word.is_empty())
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.at = self.next_at() + word.len();
        Some(word)
    }

    /// Where the next word begins.
    fn next_at(&self) -> usize {
        let rest = &self.text[self.at..self.end];
        self.at + rest.len() - rest.trim_start().len()
    }

    /// What is wrong with the next word.
    pub fn fault(&self, wrong: Wrong) -> Fault {
        let column = self.text[..self.next_at()].chars().count() + 1;
        Fault { line: self.line, column, wrong }
    }

    /// The next word as what it means, or a fault there.
    ///
    /// # Errors
    /// If it means nothing.
    pub fn read<T>(&mut self, wrong: Wrong, read: impl Fn(&str) -> Option<T>) -> Result<T, Fault> {
        self.try_read(read).ok_or_else(|| self.fault(wrong))
    }

    /// The next word as what it means; if it means nothing, it is left.
    pub fn try_read<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = self.peek().and_then(read)?;
        self.next();
        Some(found)
    }

    /// Takes the next word if it is this one.
    pub fn takes(&mut self, word: &str) -> bool {
        self.try_read(|next| (next == word).then_some(())).is_some()
    }

    /// The shapes a rule is for, by their names, as bits.
    ///
    /// # Errors
    /// If a word names none.
    pub fn shapes(&mut self, names: &'static [&'static str]) -> Result<u16, Fault> {
        let mut shapes = 0;
        loop {
            shapes |= self
                .read(Wrong::Shape(names), |word| Some(1 << names.iter().position(|name| *name == word)?))?;
            if !self.takes("or") {
                return Ok(shapes);
            }
        }
    }

    /// The arrow after the tests.
    ///
    /// # Errors
    /// If something else is there.
    pub fn arrow(&mut self) -> Result<(), Fault> {
        let wrong = Wrong::Is("write a comma and another test, or -> and the setting");
        self.read(wrong, |word| (word == "->").then_some(()))
    }

    /// The end of the rule.
    ///
    /// # Errors
    /// If there is another word.
    pub(super) fn end(&self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.fault(Wrong::Is("the rule should end here"))),
        }
    }
}
