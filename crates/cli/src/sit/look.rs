//! Colors and drawing helpers. Letters and shapes carry all information; color only repeats it.

use books::CardView;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
    text::{Line, Span},
};
use rules::Money;

/// Whether to use color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// True if color is used.
    pub color: bool,
}

impl Look {
    /// The setting of the user's terminal: <https://no-color.org>.
    pub fn wanted() -> Look {
        Look { color: std::env::var_os("NO_COLOR").is_none_or(|said| said.is_empty()) }
    }

    /// Letters of a color.
    pub fn fg(self, color: Color) -> Style {
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    /// Letters on a background.
    pub fn on(self, letters: Color, ground: Color) -> Style {
        if self.color { Style::new().fg(letters).bg(ground) } else { Style::new() }
    }

    /// The style of titles.
    pub fn bold(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of less important text.
    pub fn dim(self) -> Style {
        if self.color { Style::new().fg(Color::DarkGray) } else { Style::new() }
    }

    /// The style of the user's own things.
    pub fn own(self) -> Style {
        self.fg(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// The style of other people's things.
    pub fn others(self) -> Style {
        self.fg(Color::Cyan)
    }

    /// The style of refusals and errors.
    pub fn bad(self) -> Style {
        self.fg(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    /// The style of wins.
    pub fn good(self) -> Style {
        self.fg(Color::LightGreen)
    }

    /// The style of citations.
    pub fn cite(self) -> Style {
        self.fg(Color::Cyan)
    }
}

/// An area of the screen where a click places a chip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The area, in cells.
    pub area: Rect,
    /// The wager that the click makes.
    pub wager: String,
}

/// Writes text, clipped to the area.
pub fn put(buf: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    let area = area.intersection(buf.area);
    if y >= area.y && y < area.bottom() && x >= area.x && x < area.right() {
        buf.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// The width of a text in columns.
pub fn wide(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// The text, cut to this many columns.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// A line wrapped to this width between words.
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
