//! Colors and small drawing. Everything is said by letters and shapes; color says it again.

use books::CardView;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
    text::{Line, Span},
};
use rules::Money;

/// Whether there is color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// There is.
    pub color: bool,
}

impl Look {
    /// As the person's terminal wants it: <https://no-color.org>.
    pub fn wanted() -> Look {
        Look { color: std::env::var_os("NO_COLOR").is_none_or(|said| said.is_empty()) }
    }

    /// A color of letters.
    pub fn fg(self, color: Color) -> Style {
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    /// Letters on a ground.
    pub fn on(self, letters: Color, ground: Color) -> Style {
        if self.color { Style::new().fg(letters).bg(ground) } else { Style::new() }
    }

    /// Titles.
    pub fn bold(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters less.
    pub fn dim(self) -> Style {
        if self.color { Style::new().fg(Color::DarkGray) } else { Style::new() }
    }

    /// What is one's own.
    pub fn own(self) -> Style {
        self.fg(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// What is somebody else's.
    pub fn others(self) -> Style {
        self.fg(Color::Cyan)
    }

    /// What is refused or wrong.
    pub fn bad(self) -> Style {
        self.fg(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    /// What is won.
    pub fn good(self) -> Style {
        self.fg(Color::LightGreen)
    }

    /// Provisions.
    pub fn cite(self) -> Style {
        self.fg(Color::Cyan)
    }
}

/// A part of the screen where a click puts a chip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The part.
    pub area: Rect,
    /// The wager that is made.
    pub wager: String,
}

/// Writes text, never outside the area.
pub fn put(buf: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    let area = area.intersection(buf.area);
    if y >= area.y && y < area.bottom() && x >= area.x && x < area.right() {
        buf.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// How many columns a text takes.
pub fn wide(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// The text, cut to so many columns.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// A line in pieces of at most this width, broken between words.
pub fn wrapped(line: &Line, width: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line> = vec![Line::default()];
    let mut used = 0;
    for span in &line.spans {
        for word in span.content.split_inclusive(' ') {
            let long = word.trim_end().chars().count();
            if used > 0 && used + long > width {
                lines.push(Line::from("  "));
                used = 2;
            }
            used += word.chars().count();
            lines.last_mut().expect("never empty").push_span(Span::styled(word.to_owned(), span.style));
        }
    }
    lines
}

/// An amount on a small chip: `5`, `2.5`, `1.2k`.
pub fn chip(amount: Money) -> String {
    match amount.as_cents() {
        cents @ 100_000.. if cents % 100_000 == 0 => format!("{}k", cents / 100_000),
        cents @ 100_000.. => format!("{}.{}k", cents / 100_000, cents % 100_000 / 10_000),
        cents if cents % 100 == 0 => (cents / 100).to_string(),
        cents => format!("{}.{}", cents / 100, cents % 100 / 10),
    }
}

/// An amount in full.
pub fn money(cents: i64) -> String {
    Money::cents(cents).to_string()
}

/// A card: `[A♠]`, `(A♠)` if nobody else has seen it, `[▒▒]` face down. One that lies across the others has bars.
pub fn card(look: Look, laid: &CardView) -> Span<'static> {
    let Some(card) = laid.card else {
        return Span::styled(if laid.sideways { "|▒▒|" } else { "[▒▒]" }, look.on(Color::White, Color::Blue));
    };
    let text = card.to_string();
    let (rank, suit) = text.split_at(text.len() - 1);
    let rank = if rank == "T" { "10" } else { rank };
    let (suit, letters) = match suit {
        "h" => ("♥", Color::Red),
        "d" => ("♦", Color::Red),
        "s" => ("♠", Color::Black),
        _ => ("♣", Color::Black),
    };
    let (left, right) = match (laid.to, laid.sideways) {
        (Some(_), _) => ("(", ")"),
        (None, true) => ("|", "|"),
        (None, false) => ("[", "]"),
    };
    let style = look.on(letters, Color::White).add_modifier(Modifier::BOLD);
    Span::styled(format!("{left}{rank}{suit}{right}"), style)
}
