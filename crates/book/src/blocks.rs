//! The fenced blocks of a page.
//!
//! A block of commands or of a program is run by the tests, unless its fence says why not: ```` ```sh not run: it needs three
//! machines ````. The rendered page shows that reason below the block.

use std::ops::Range;

/// A fenced block of a page.
#[derive(Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// The first word after the fence.
    pub language: &'a str,
    /// Why the tests do not run it, if they do not.
    pub not_run: Option<&'a str>,
    /// The range between the fences, in bytes of the page.
    pub body: Range<usize>,
    /// The line of the first fence, from 1.
    pub line: usize,
}

/// How the tests treat a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Commands along with their output.
    Console,
    /// A program, or commands for a shell.
    Program,
    /// A Rust program, which is an example in a crate's documentation.
    Rust,
    /// Text to read: a program's output, or a file.
    Data,
}

/// The kind of a language's blocks; `None` if the book does not use the language.
pub fn kind(language: &str) -> Option<Kind> {
    Some(match language {
        "console" => Kind::Console,
        "sh" | "python" | "javascript" | "typescript" => Kind::Program,
        "rust" => Kind::Rust,
        "text" | "toml" | "json" | "csv" | "ini" => Kind::Data,
        _ => return None,
    })
}

/// The language of a fence, and the reason why its block is not run.
pub fn info(info: &str) -> (&str, Option<&str>) {
    match info.split_once(" not run:") {
        Some((language, reason)) => (language.trim(), Some(reason.trim())),
        None => (info.trim(), None),
    }
}

/// All blocks of a page. An error names the line of an invalid fence.
pub fn blocks(page: &str) -> Result<Vec<Block<'_>>, String> {
    let (mut blocks, mut open, mut at) = (Vec::new(), None, 0);
    for (number, line) in (1..).zip(page.split_inclusive('\n')) {
        if let Some(after) = line.trim_end().strip_prefix("```") {
            if after.contains('`') {
                return Err(format!("line {number}: after a fence, Markdown allows no backtick"));
            }
            match open.take() {
                None => open = Some((info(after), at + line.len(), number)),
                Some(((language, not_run), from, line)) => {
                    blocks.push(Block { language, not_run, body: from..at, line });
                }
            }
        }
        at += line.len();
    }
    match open {
        Some((_, _, line)) => Err(format!("line {line}: the block is not closed")),
        None => Ok(blocks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_says_the_language_and_why_a_block_is_not_run() {
        let page = "a\n\n```sh not run: it never ends\nch47 serve\n```\n\n```text\nb\n```\n";
        let found = blocks(page).expect("closed");
        let seen: Vec<_> =
            found.iter().map(|b| (b.language, b.not_run, &page[b.body.clone()], b.line)).collect();
        assert_eq!(seen, [("sh", Some("it never ends"), "ch47 serve\n", 3), ("text", None, "b\n", 7)]);
        assert!(blocks("```sh\n").is_err() && blocks("```sh not run: `x` never ends\n```\n").is_err());
    }
}
