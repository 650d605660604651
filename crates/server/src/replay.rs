//! A journal read back from the store.

use crate::store::Reader;
use books::{Book, Step};
use std::io;

/// Lines that are read together.
const PAGE: u32 = 4096;

/// Replays a journal up to a line, and tells of every step. A line whose bytes are not those of its hash is refused.
pub fn replay(
    store: &mut dyn Reader,
    table: &str,
    until: u64,
    mut tell: impl FnMut(&Book, Step),
) -> io::Result<Book> {
    let mut book = Book::new(table);
    loop {
        let lines = store.lines(table, book.next(), PAGE).map_err(io::Error::other)?;
        if lines.is_empty() {
            return Ok(book);
        }
        for line in lines {
            if line.seq >= until {
                return Ok(book);
            }
            let step = book.replay(&line.line).map_err(io::Error::other)?;
            if step.leaf != line.leaf {
                return Err(io::Error::other(format!(
                    "{table}: line {} is not what its hash says",
                    line.seq
                )));
            }
            tell(&book, step);
        }
    }
}
