//! Colours and small drawing. Everything is said by letters and shapes; colour says it again.

use super::hands::{Face, Hand};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
    text::Span,
};
use rules::{Money, kit::cards::Card};

/// Whether there is colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// There is.
    pub colour: bool,
}

impl Look {
    /// As the person's terminal wants it: <https://no-color.org>.
    pub fn wanted() -> Look {
        Look { colour: std::env::var_os("NO_COLOR").is_none_or(|said| said.is_empty()) }
    }

    /// A colour of letters.
    pub fn fg(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Letters on a ground.
    pub fn on(self, letters: Color, ground: Color) -> Style {
        if self.colour { Style::new().fg(letters).bg(ground) } else { Style::new() }
    }

    /// Titles.
    pub fn bold(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters less.
    pub fn dim(self) -> Style {
        if self.colour { Style::new().fg(Color::DarkGray) } else { Style::new() }
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

/// Somewhere a click puts a chip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Where.
    pub area: Rect,
    /// On what.
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

/// An amount on a small chip: `5`, `2.5`, `1.2k`.
pub fn chip(cents: i64) -> String {
    match cents {
        100_000.. if cents % 100_000 == 0 => format!("{}k", cents / 100_000),
        100_000.. => format!("{}.{}k", cents / 100_000, cents % 100_000 / 10_000),
        _ if cents % 100 == 0 => (cents / 100).to_string(),
        _ => format!("{}.{}", cents / 100, cents % 100 / 10),
    }
}

/// An amount in full.
pub fn money(cents: i64) -> String {
    Money::cents(cents).to_string()
}

/// A card: `A♠`.
pub fn card(look: Look, face: Face) -> Span<'static> {
    let drawn = |card: Card| {
        let text = card.to_string();
        let (rank, suit) = text.split_at(text.len() - 1);
        let rank = if rank == "T" { "10" } else { rank };
        let (suit, red) = match suit {
            "h" => ("♥", true),
            "d" => ("♦", true),
            "s" => ("♠", false),
            _ => ("♣", false),
        };
        let style = if red { look.on(Color::Red, Color::White) } else { look.on(Color::Black, Color::White) };
        (format!("{rank}{suit}"), style.add_modifier(Modifier::BOLD))
    };
    match face {
        Face::Up(card) => {
            let (text, style) = drawn(card);
            Span::styled(format!("[{text}]"), style)
        }
        Face::Mine(card) => {
            let (text, style) = drawn(card);
            Span::styled(format!("({text})"), style.add_modifier(Modifier::ITALIC))
        }
        Face::Down => Span::styled("[▒▒]", look.on(Color::White, Color::Blue)),
    }
}

/// A hand in a line; gives where it ends.
pub fn hand(buf: &mut Buffer, area: Rect, x: u16, y: u16, hand: &Hand, look: Look) -> u16 {
    let mut at = x;
    for face in &hand.cards {
        let span = card(look, *face);
        put(buf, area, at, y, &span.content, span.style);
        at += wide(&span.content) + 1;
    }
    at
}
