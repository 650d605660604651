//! The screens before the table: sign-in, list of tables, buying in.

use super::{
    felt,
    line::Input,
    look::{Look, cut, money},
    model::Table,
};
use protocol::{Me, TableSummary};
use ratatui::{
    Frame,
    crossterm::event::{KeyCode, KeyEvent},
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph},
};
use rules::Money;

/// What a key asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Nothing yet.
    Nothing,
    /// Sign in, with a password or as a guest.
    Enter(String, Option<String>),
    /// Go to a table.
    Sit(String),
    /// Buy chips.
    BuyIn(i64),
    /// Continue without buying chips.
    Skip,
    /// Quit the program.
    Quit,
}

/// The sign-in screen: a name, then a password or none.
#[derive(Default)]
pub struct Door {
    name: Input,
    password: Option<Input>,
    note: String,
    waits: bool,
}

impl Door {
    /// Starts with a known name.
    pub fn named(name: &str, waits: bool) -> Door {
        let mut door = Door { waits, ..Door::default() };
        door.name.set(name);
        door.password = (!name.is_empty()).then(Input::default);
        door
    }

    /// Shows why signing in failed.
    pub fn fail(&mut self, why: &str) {
        (self.note, self.waits) = (why.to_owned(), false);
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) -> Act {
        if self.waits && key.code != KeyCode::Esc {
            return Act::Nothing;
        }
        match key.code {
            KeyCode::Esc if self.password.is_some() => (self.password, self.waits) = (None, false),
            KeyCode::Esc => return Act::Quit,
            KeyCode::Enter if self.name.text().trim().is_empty() => {}
            KeyCode::Enter => match &self.password {
                None => self.password = Some(Input::default()),
                Some(password) => {
                    self.waits = true;
                    self.note.clear();
                    let password = Some(password.text()).filter(|text| !text.is_empty());
                    return Act::Enter(self.name.text().trim().to_owned(), password);
                }
            },
            code => edit(self.password.as_mut().unwrap_or(&mut self.name), code),
        }
        Act::Nothing
    }
}

fn edit(field: &mut Input, code: KeyCode) {
    match code {
        KeyCode::Char(c) => field.insert(c),
        KeyCode::Backspace => field.backspace(),
        KeyCode::Delete => field.delete(),
        KeyCode::Left => field.left(),
        KeyCode::Right => field.right(),
        _ => {}
    }
}

/// The tables to choose from.
#[derive(Default)]
pub struct Lobby {
    tables: Vec<TableSummary>,
    at: usize,
    known: bool,
    /// What went wrong, if anything.
    pub note: String,
}

impl Lobby {
    /// Updates the list of tables.
    pub fn set(&mut self, tables: Vec<TableSummary>) {
        (self.tables, self.known) = (tables, true);
        self.at = self.at.min(self.tables.len().saturating_sub(1));
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) -> Act {
        match key.code {
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(self.tables.len().saturating_sub(1)),
            KeyCode::Esc | KeyCode::Char('q') => return Act::Quit,
            KeyCode::Enter => match self.tables.get(self.at) {
                Some(table) if table.open => return Act::Sit(table.table.clone()),
                Some(_) => self.note = "that table is closed".to_owned(),
                None => {}
            },
            _ => {}
        }
        Act::Nothing
    }
}

/// Handles a key at the buy-in prompt.
pub fn desk_key(input: &mut Input, key: KeyEvent) -> Act {
    match key.code {
        KeyCode::Esc => return Act::Skip,
        KeyCode::Enter => match input.text().trim().parse::<Money>() {
            Ok(money) if money.as_cents() > 0 => return Act::BuyIn(money.as_cents()),
            _ if input.text().trim().is_empty() => return Act::Skip,
            _ => {}
        },
        code => edit(input, code),
    }
    Act::Nothing
}

/// The minimum and maximum wager of a table, as far as its options say.
fn limits(summary: &TableSummary) -> (Option<Money>, Option<Money>) {
    let of = |key: &str| {
        let Some(rounds::Value::Text(amount)) = summary.options.get(key) else { return None };
        amount.parse::<Money>().ok()
    };
    (of("limits.minimum"), of("limits.maximum"))
}

/// A suggested buy-in: twenty times the minimum wager, but no more than the user has.
pub fn suggestion(summary: &TableSummary, wallet: i64) -> String {
    let least = limits(summary).0.map_or(500, Money::as_cents);
    let cents = (20 * least).max(10_000);
    money(if wallet > 0 { cents.min(wallet) } else { cents })
}

fn block(title: String, look: Look) -> Block<'static> {
    Block::bordered().title(title).border_style(look.dim())
}

fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height }
}

/// Draws the sign-in screen.
pub fn draw_door(frame: &mut Frame, door: &Door, base: &str, look: Look) {
    let place = middle(frame.area(), 76, 9);
    let stars = |input: &Input| "•".repeat(input.text().chars().count());
    let mut lines = vec![Line::default(), Line::raw(format!("  name      {}", door.name.text()))];
    lines.push(match &door.password {
        Some(password) => Line::raw(format!("  password  {}", stars(password))),
        None => Line::default(),
    });
    lines.push(Line::default());
    lines.push(match (&door.note, door.waits, &door.password) {
        (_, true, _) => Line::styled("  one moment …", look.dim()),
        (note, ..) if !note.is_empty() => Line::styled(format!("  {note}"), look.bad()),
        (.., Some(_)) => Line::styled("  Enter alone: come as a guest, without a password", look.dim()),
        (.., None) => Line::styled("  Enter goes on, Esc goes away", look.dim()),
    });
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block(format!(" {base} "), look)), place);
    let (row, field) = door.password.as_ref().map_or((2, &door.name), |password| (3, password));
    let x = place.x + 13 + u16::try_from(field.at()).unwrap_or(0);
    frame.set_cursor_position((x.min(place.right().saturating_sub(2)), place.y + row));
}

/// Draws the list of tables.
pub fn draw_lobby(frame: &mut Frame, lobby: &Lobby, me: Option<&Me>, look: Look) {
    let [head, body, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)])
            .areas(frame.area());
    let who = me.map_or_else(String::new, |me| format!(" {} · wallet {}", me.name, money(me.wallet)));
    frame.render_widget(Paragraph::new(Line::styled(who, look.bold())), head);
    let mut lines = vec![Line::styled(
        format!("  {:<14} {:<22} {:>17} {:>7} {:>7}", "table", "game", "limits", "people", "round"),
        look.dim(),
    )];
    for (at, table) in lobby.tables.iter().enumerate() {
        let limits = match limits(table) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("from {least}"),
            (None, Some(most)) => format!("up to {most}"),
            (None, None) => "as posted".to_owned(),
        };
        let chosen = at == lobby.at;
        let text = format!(
            "{} {:<14} {:<22} {:>17} {:>7} {:>7}{}",
            if chosen { "▶" } else { " " },
            cut(&table.table, 14),
            cut(&table.title, 22),
            limits,
            table.people,
            table.round,
            if table.open { "" } else { "  closed" },
        );
        let style = match (chosen, table.open) {
            (true, _) => Style::new().add_modifier(Modifier::REVERSED),
            (_, false) => look.dim(),
            _ => Style::new(),
        };
        lines.push(Line::styled(text, style));
    }
    if lobby.tables.is_empty() {
        let text = if lobby.known { "  no table stands on this floor" } else { "  one moment …" };
        lines.push(Line::styled(text, look.dim()));
    }
    let rows = usize::from(body.height.saturating_sub(2));
    let scroll = u16::try_from((lobby.at + 2).saturating_sub(rows)).unwrap_or(0);
    frame.render_widget(
        Paragraph::new(lines).scroll((scroll, 0)).block(block(" tables ".to_owned(), look)),
        body,
    );
    let note = Span::styled(format!(" {}", lobby.note), look.bad());
    let help = Span::styled(" ↑ ↓ choose, Enter sits down, q leaves", look.dim());
    frame.render_widget(Paragraph::new(Line::from(vec![help, note])), foot);
}

/// Draws the buy-in prompt.
pub fn draw_desk(frame: &mut Frame, input: &Input, title: &str, me: Option<&Me>, look: Look) {
    let place = middle(frame.area(), 60, 8);
    let wallet = me.map_or_else(String::new, |me| format!("  in your wallet {}", money(me.wallet)));
    let lines = vec![
        Line::default(),
        Line::raw(wallet),
        Line::raw(format!("  buy in for     {}", input.text())),
        Line::default(),
        Line::styled("  Enter buys chips, Esc goes to the table without", look.dim()),
    ];
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block(format!(" {title} "), look)), place);
    let x = place.x + 18 + u16::try_from(input.at()).unwrap_or(0);
    frame.set_cursor_position((x.min(place.right().saturating_sub(2)), place.y + 3));
}

/// Draws the page with the roads.
pub fn draw_roads(frame: &mut Frame, table: &Table, scroll: u16, look: Look) {
    let area = frame.area();
    let place = Rect {
        x: area.width.saturating_sub(area.width.saturating_sub(4).min(100)) / 2 + 2,
        y: 2,
        width: area.width.saturating_sub(8).min(96),
        height: area.height.saturating_sub(4),
    };
    if table.roads.roads().outcomes().is_empty() {
        let text = Line::styled("no result has been seen in this shoe", look.dim());
        frame.render_widget(Paragraph::new(text), place);
        return;
    }
    // Everything is drawn on a canvas that is high enough, and the window shows part of it.
    let canvas = Rect { x: 0, y: 0, width: place.width, height: 36 };
    let mut buffer = ratatui::buffer::Buffer::empty(canvas);
    felt::roads::all(&mut buffer, canvas, table, look);
    let scroll = scroll.min(canvas.height.saturating_sub(place.height));
    for y in 0..place.height.min(canvas.height - scroll) {
        for x in 0..place.width {
            if let (Some(from), Some(to)) =
                (buffer.cell((x, y + scroll)), frame.buffer_mut().cell_mut((place.x + x, place.y + y)))
            {
                *to = from.clone();
            }
        }
    }
}
