//! Text for people: colour where a terminal shows it, none where a pipe would keep it.

use crate::failure::Failure;
use anstyle::{AnsiColor, Style};
use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use std::io::{self, Write};

/// Citations.
pub const CITE: Style = AnsiColor::Cyan.on_default();
/// What was refused or is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What was won or is right.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Titles.
pub const BOLD: Style = Style::new().bold();
/// What matters less.
pub const DIM: Style = Style::new().dimmed();

/// The text in this style.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints to standard output. A reader that has gone away is no fault of ours.
pub fn show(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(Failure::fault(format!("cannot print: {e}"))),
        _ => Ok(()),
    }
}

/// How many columns the terminal has; nothing if it is none.
pub fn width() -> Option<usize> {
    Table::new().width().map(usize::from)
}

/// A table whose columns named in `right` are numbers.
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

/// The text in lines of at most `width`, each after `indent` spaces.
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
