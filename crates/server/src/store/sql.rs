//! What the two databases have in common: statements with numbered parameters, and rows.
//!
//! A statement is always a constant, and its values are always bound (SEC-7). Both databases understand `$1`, `$2`;
//! SQLite numbers them in the order of their first use, so they must be used in order.

use super::{Answer, Broken, NotCopied};
use books::Hash;
use std::path::Path;

/// A bound value.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    Null,
    Int(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl<'a> From<&'a Hash> for Arg<'a> {
    fn from(hash: &'a Hash) -> Arg<'a> {
        Arg::Bytes(&hash.0)
    }
}

/// A value that was read.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A row whose cells are taken from left to right.
pub struct Row(pub std::vec::IntoIter<Cell>);

impl Row {
    pub fn int(&mut self) -> Answer<i64> {
        match self.0.next() {
            Some(Cell::Int(int)) => Ok(int),
            other => Err(unexpected("a number", other.as_ref())),
        }
    }

    /// A count or number, which is never negative.
    pub fn count<N: TryFrom<i64>>(&mut self) -> Answer<N> {
        let int = self.int()?;
        N::try_from(int).map_err(|_| Broken(format!("{int} read where a count belongs")))
    }

    pub fn text(&mut self) -> Answer<String> {
        match self.0.next() {
            Some(Cell::Text(text)) => Ok(text),
            other => Err(unexpected("text", other.as_ref())),
        }
    }

    pub fn bytes(&mut self) -> Answer<Vec<u8>> {
        match self.0.next() {
            Some(Cell::Bytes(bytes)) => Ok(bytes),
            other => Err(unexpected("bytes", other.as_ref())),
        }
    }

    pub fn hash(&mut self) -> Answer<Hash> {
        let bytes = self.bytes()?;
        let length = bytes.len();
        bytes.try_into().map(Hash).map_err(|_| Broken(format!("{length} bytes read where a hash belongs")))
    }
}

/// A row that does not match the schema means damage, and damage stops the store.
fn unexpected(wanted: &str, found: Option<&Cell>) -> Broken {
    let found = match found {
        None => "nothing",
        Some(Cell::Int(_)) => "a number",
        Some(Cell::Text(_)) => "text",
        Some(Cell::Bytes(_)) => "bytes",
    };
    Broken(format!("{found} read where {wanted} belongs"))
}

/// A connection.
pub trait Sql: Send {
    /// Runs a statement; returns how many rows it wrote.
    fn run(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<u64>;
    /// Runs a statement; returns its rows.
    fn rows(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<Vec<Row>>;
    /// Milliseconds since 1970 by the clock of the store.
    fn clock(&mut self) -> Answer<i64>;
    /// The version of the schema.
    fn version(&mut self) -> Answer<i64>;
    /// The number of free bytes where the store is kept.
    fn free(&self) -> Option<u64>;
    /// What the database finds wrong with itself.
    fn check(&mut self) -> Answer<Vec<String>>;
    /// Copies the store.
    fn copy(&mut self, to: &Path) -> Result<(), NotCopied>;

    /// The first row, if there is one.
    fn row(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<Option<Row>> {
        Ok(self.rows(statement, args)?.into_iter().next())
    }
}
