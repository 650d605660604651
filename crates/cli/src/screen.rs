//! Text for people: in color on a terminal, without color in a pipe.

use crate::failure::Failure;
use anstyle::{AnsiColor, Style};
use books::{Fact, What, text::is_hidden};
use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use protocol::Refused;
use rules::Fate;
use std::{
    borrow::Cow,
    io::{self, Write},
};

pub use books::text::shown;

/// Citations.
pub const CITE: Style = AnsiColor::Cyan.on_default();
/// Refusals and errors.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Wins, and what is correct.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Titles.
pub const BOLD: Style = Style::new().bold();
/// Less important text.
pub const DIM: Style = Style::new().dimmed();

/// The text in this style.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The style of a fact: wins stand out.
pub fn style_of(fact: &Fact) -> Style {
    if matches!(fact.what, What::Settled { fate: Fate::Won, .. }) { GOOD } else { Style::new() }
}

/// The provision that refuses, marked if its text is not held.
pub fn cite_of(refused: &Refused) -> String {
    format!("{}{}", refused.cite, if refused.held { "" } else { " (not held)" })
}

/// The text as it may be sent to a terminal: line breaks, tabs and styles stay, every other hidden character
/// is escaped. Text from people is passed through [`shown`] first, since a line break in it would look like
/// one of ours; this is the safety net.
pub fn clean(text: &str) -> Cow<'_, str> {
    let is_ours = |c: char| matches!(c, '\n' | '\t');
    if !text.contains(|c: char| is_hidden(c) && !is_ours(c)) {
        return Cow::Borrowed(text);
    }
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(c) = rest.chars().next() {
        let styled = if c == '\x1b' { style(rest) } else { 0 };
        let end = if styled > 0 { styled } else { c.len_utf8() };
        match styled > 0 || is_ours(c) || !is_hidden(c) {
            true => plain.push_str(&rest[..end]),
            false => plain.extend(c.escape_default()),
        }
        rest = &rest[end..];
    }
    Cow::Owned(plain)
}

/// The length of the style sequence at this position; 0 if there is none.
fn style(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\x1b[") else { return 0 };
    let end = parameters.find(|c: char| !(c.is_ascii_digit() || c == ';'));
    end.filter(|end| parameters[*end..].starts_with('m')).map_or(0, |end| end + 3)
}

/// Prints to standard error, as `eprintln!` does.
macro_rules! complain {
    ($($said:tt)*) => { $crate::screen::complain_of(&format!($($said)*)) };
}
pub(crate) use complain;

/// Prints a line to standard error.
pub fn complain_of(text: &str) {
    anstream::eprintln!("{}", clean(text));
}

/// Prints to standard output. A reader that has closed the pipe is not an error.
pub fn show(text: &str) -> Result<(), Failure> {
    let (text, mut out) = (clean(text), anstream::stdout());
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(Failure::fault(format!("cannot print: {e}"))),
        _ => Ok(()),
    }
}

/// The number of columns of the terminal; `None` if there is no terminal.
pub fn width() -> Option<usize> {
    Table::new().width().map(usize::from)
}

/// A table in which the columns listed in `right` are numbers.
pub fn table(header: &[&str], right: &[usize], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    let line = LineStyle::none().fill('─').junction('─');
    table
        .load_style(TableStyle::new().header_separator(line))
        .set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.iter().map(Cell::new));
    for row in rows {
        table.add_row(row);
    }
    for &at in right {
        if let Some(column) = table.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Wraps the text to lines of at most `width`, each indented by `indent` spaces.
pub fn wrap(text: &str, indent: usize, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("never empty");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width.saturating_sub(indent)
        {
            lines.push(word.to_owned());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    let space = " ".repeat(indent);
    lines.iter().map(|line| format!("{space}{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_and_lines_stay_and_nothing_else_that_is_hidden() {
        let styled = format!("{}\n\tx\n", paint(BAD, "no"));
        assert!(matches!(clean(&styled), Cow::Owned(text) if text == styled));
        assert!(matches!(clean("plain\n"), Cow::Borrowed("plain\n")));
        assert_eq!(clean("\x1b[2J\x1b]0;t\x07\r\u{202e}x"), "\\u{1b}[2J\\u{1b}]0;t\\u{7}\\r\\u{202e}x");
        assert_eq!(clean("\x1b[1;31mred\x1b[0m\x1b["), "\x1b[1;31mred\x1b[0m\\u{1b}[");
    }
}
