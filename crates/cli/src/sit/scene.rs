//! The screen at a table: layout, people, calls, and the input line. It fits 80 columns and 24 lines, and
//! uses more if there is room.

use super::{
    felt,
    line::Input,
    look::{Look, Target, chip, cut, money, wrapped},
    model::{Line as Logged, Table, Tone},
    say::{self, CHIPS},
};
use books::OfferKind;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Position, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph, Wrap},
};
use rules::{Actor, Awaits, Money, Seat};
use std::time::Instant;

/// The state of the connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    /// The connection works.
    Up,
    /// The connection is being made.
    Coming,
    /// The connection is slow or lost, with the reason.
    Bad(String),
}

/// What is drawn in addition to the table itself.
pub struct Scene<'a> {
    /// The table.
    pub table: &'a Table,
    /// The input line.
    pub input: &'a Input,
    /// The index of the selected chip.
    pub chip: usize,
    /// What Enter would repeat.
    pub last: Option<&'a str>,
    /// The state of the connection.
    pub health: &'a Health,
    /// How far the log is scrolled up.
    pub scroll: usize,
    /// Whether to use color.
    pub look: Look,
    /// The current time.
    pub now: Instant,
}

/// Draws the screen, and returns where a click places a chip.
pub fn draw(frame: &mut Frame, scene: &Scene) -> Vec<Target> {
    let area = frame.area();
    let wide = area.width >= 120;
    let [head, body, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(3)]).areas(area);
    header(frame, head, scene);
    let side = if wide { 40 } else { 0 };
    let [main, right] = Layout::horizontal([Constraint::Min(0), Constraint::Length(side)]).areas(body);
    let most = main.height.saturating_sub(if wide { 6 } else { 5 });
    let felt_height = felt::height(scene.table, main.width, scene.look, most);
    let [felt_area, below] =
        Layout::vertical([Constraint::Length(felt_height + 1), Constraint::Min(0)]).areas(main);
    let felt_area = Rect { height: felt_area.height.saturating_sub(1), ..felt_area };
    let targets = felt::draw(frame.buffer_mut(), felt_area, scene.table, scene.look);
    if wide {
        log(frame, below, scene);
        let right = Rect { x: right.x + 1, width: right.width.saturating_sub(1), ..right };
        let roads = !scene.table.roads.roads().outcomes().is_empty() && right.height >= 24;
        let height = if roads { right.height.saturating_sub(14) } else { right.height };
        people(frame, Rect { height, ..right }, scene);
        if roads {
            let place = Rect { y: right.y + height, height: right.height - height, ..right };
            felt::roads::all(frame.buffer_mut(), place, scene.table, scene.look);
        }
    } else {
        let [left, right] = Layout::horizontal([Constraint::Min(0), Constraint::Length(27)]).areas(below);
        log(frame, left, scene);
        people(frame, Rect { x: right.x + 1, width: right.width.saturating_sub(1), ..right }, scene);
    }
    footer(frame, foot, scene);
    targets
}

fn header(frame: &mut Frame, area: Rect, scene: &Scene) {
    let Scene { table, look, .. } = scene;
    let summary = &table.summary;
    let left = format!(" {} · {} · round {}", summary.title, summary.table, summary.round);
    let standing = match table.standing.as_cents() {
        0 => "even".to_owned(),
        ahead @ 1.. => format!("ahead {}", money(ahead)),
        behind => format!("behind {}", money(-behind)),
    };
    let right = table.you.map_or_else(
        || "watching ".to_owned(),
        |you| format!("{} · chips {} · {standing} ", table.name(you), money(table.purse())),
    );
    let style = if look.color {
        look.on(ratatui::style::Color::Black, ratatui::style::Color::Gray)
    } else {
        Style::new().add_modifier(Modifier::REVERSED)
    };
    let room = usize::from(area.width);
    let right_width = right.chars().count().min(room);
    let left = cut(&left, room.saturating_sub(right_width + 1));
    let gap = room.saturating_sub(left.chars().count() + right_width);
    frame.render_widget(Paragraph::new(format!("{left}{}{right}", " ".repeat(gap))).style(style), area);
}

fn tone(look: Look, tone: Tone) -> Style {
    match tone {
        Tone::Call => look.bold(),
        Tone::Chance => look.fg(ratatui::style::Color::LightYellow),
        Tone::Wager => Style::new(),
        Tone::Won => look.good(),
        Tone::Lost => look.fg(ratatui::style::Color::Red),
        Tone::Refused | Tone::Trouble => look.bad(),
        Tone::Note => look.dim(),
    }
}

fn logged(look: Look, line: &Logged) -> Line<'static> {
    let mark = match line.tone {
        Tone::Refused => "! ",
        Tone::Trouble => "* ",
        _ => "",
    };
    let mut spans = vec![Span::styled(format!("{mark}{}", line.text), tone(look, line.tone))];
    if !line.cite.is_empty() {
        spans.push(Span::styled(format!(" {}", line.cite), look.cite()));
    }
    Line::from(spans)
}

fn log(frame: &mut Frame, area: Rect, scene: &Scene) {
    let Scene { table, look, scroll, .. } = scene;
    let block = Block::new()
        .borders(ratatui::widgets::Borders::TOP)
        .border_style(look.dim())
        .title(if *scroll > 0 { " calls (PgDn to come back) " } else { " calls " });
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let rows = usize::from(inner.height);
    let width = usize::from(inner.width).max(1);
    // Long lines are wrapped here, so that the last of them is at the bottom.
    let mut lines: Vec<Line> = Vec::new();
    for line in table.log.iter().rev().skip(*scroll) {
        if lines.len() >= rows {
            break;
        }
        let drawn = logged(*look, line);
        let mut parts = wrapped(&drawn, width);
        parts.reverse();
        lines.extend(parts);
    }
    lines.truncate(rows);
    lines.reverse();
    if lines.is_empty() {
        lines.push(Line::styled("nothing has been said yet", look.dim()));
    }
    frame.render_widget(Paragraph::new(lines), inner);
}

fn people(frame: &mut Frame, area: Rect, scene: &Scene) {
    let Scene { table, look, .. } = scene;
    let block = Block::new()
        .borders(ratatui::widgets::Borders::TOP)
        .border_style(look.dim())
        .title(format!(" {} here ", table.people.len()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let mut lines = Vec::new();
    for one in &table.people {
        let style = if table.is_you(one.patron) { look.own() } else { Style::new() };
        let awaited = table.awaits == Some(Awaits::Decision(Actor::Patron(one.patron)));
        let turn = if awaited { "▶" } else { " " };
        let mut name = match table.picture.seat_of(one.patron) {
            Some(Seat(seat)) => format!("{seat}·{}", one.name),
            None => one.name.clone(),
        };
        if let Some(chips) = table.picture.colors.iter().find(|chips| chips.patron == one.patron) {
            name += &format!(" ({})", chips.color);
        }
        let name = cut(&name, 13);
        lines.push(Line::styled(
            format!("{turn}{name:<13} {:>10}", one.purse.map(money).unwrap_or_default()),
            style,
        ));
    }
    // The user's own wagers come after the people, if there is room.
    if table.own_bets().next().is_some() {
        let total: Money = table.own_bets().map(|bet| bet.stake).sum();
        lines.push(Line::styled(format!("on the layout {total}"), look.bold()));
        for bet in table.own_bets() {
            lines.push(Line::styled(format!(" {} {}", cut(&bet.wager, 15), chip(bet.stake)), look.own()));
        }
    }
    let rows = usize::from(inner.height);
    if lines.len() > rows && rows > 0 {
        let more = lines.len() - rows + 1;
        lines.truncate(rows - 1);
        lines.push(Line::styled(format!("… and {more} more"), look.dim()));
    }
    frame.render_widget(Paragraph::new(lines), inner);
}

/// What the table waits for, the input line, and hints.
fn footer(frame: &mut Frame, area: Rect, scene: &Scene) {
    let Scene { table, look, input, .. } = scene;
    let [status, line, hint] = Layout::vertical([Constraint::Length(1); 3]).areas(area);
    frame.render_widget(Paragraph::new(waiting(scene)), status);
    let typed = input.text();
    let prompt = format!("{} > ", chip(CHIPS[scene.chip]));
    let mut spans = vec![Span::styled(prompt.clone(), look.own())];
    if typed.is_empty() {
        let again = scene.last.map_or_else(
            || "type a wager such as red 5, ? for help".to_owned(),
            |last| format!("Enter again: {last}   Space: ready"),
        );
        spans.push(Span::styled(again, look.dim()));
    } else {
        spans.push(Span::raw(typed.clone()));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), line);
    let x = line.x + u16::try_from(prompt.chars().count() + input.at()).unwrap_or(0);
    frame.set_cursor_position(Position { x: x.min(line.right().saturating_sub(1)), y: line.y });
    let below = if typed.is_empty() {
        "1-6 chip  Tab complete  F1 help  F2 buy in  F3 cash out  F5 roads  F7 why  F10 leave".to_owned()
    } else {
        say::completions(&typed, table).iter().map(|one| one.trim()).take(12).collect::<Vec<_>>().join("  ")
    };
    frame.render_widget(Paragraph::new(Line::styled(cut(&below, usize::from(hint.width)), look.dim())), hint);
}

fn waiting(scene: &Scene) -> Line<'static> {
    let Scene { table, look, health, now, .. } = scene;
    let mut spans = Vec::new();
    match health {
        Health::Up => {}
        Health::Coming => spans.push(Span::styled("connecting … ", look.bad())),
        Health::Bad(why) => spans.push(Span::styled(format!("{why} … "), look.bad())),
    }
    let is_open = table.awaits == Some(Awaits::Wagers);
    let whom = match table.awaits {
        Some(Awaits::Wagers) if table.presence.ready => "you are in; wagers are open".to_owned(),
        Some(Awaits::Wagers) => "wagers are open".to_owned(),
        Some(_) if table.waits_for_you() => "it is your turn".to_owned(),
        Some(Awaits::Decision(Actor::Patron(patron))) => format!("waits for {}", table.name(patron)),
        Some(whom) => format!("waits for {whom}"),
        None => "the table is closed".to_owned(),
    };
    let style = if table.waits_for_you() || is_open { look.good() } else { Style::new() };
    spans.push(Span::styled(whom, style.patch(look.bold())));
    if let Some(until) = table.until {
        let left = until.saturating_duration_since(*now).as_secs();
        let text = format!(" · {left} s");
        spans.push(Span::styled(text, if left <= 5 { look.bad() } else { look.bold() }));
    }
    if table.waits_for_you() {
        let deeds =
            table.offers.iter().filter(|offer| offer.kind == OfferKind::Deed).map(|offer| offer.act.as_str());
        let deeds: Vec<&str> = deeds.take(6).collect();
        spans.push(Span::raw(format!(" · {}", deeds.join(" / "))));
    }
    if !table.pending.is_empty() {
        let said = table.pending.iter().map(|pending| pending.said.as_str()).collect::<Vec<_>>().join(", ");
        spans.push(Span::styled(format!(" · on its way: {said}"), look.dim()));
    }
    Line::from(spans)
}

/// A page over everything.
pub fn page(frame: &mut Frame, title: &str, lines: Vec<Line<'static>>, scroll: u16, look: Look) {
    let area = frame.area();
    let width = area.width.saturating_sub(4).min(100);
    let height = area.height.saturating_sub(2);
    let x = (area.width - width) / 2;
    let place = Rect { x, y: 1.min(area.height), width, height };
    frame.render_widget(Clear, place);
    let block = Block::bordered()
        .title(format!(" {title} "))
        .title_bottom(" Esc closes, ↑ ↓ scroll ")
        .border_style(look.bold());
    let text = Paragraph::new(lines).block(block).wrap(Wrap { trim: false }).scroll((scroll, 0));
    frame.render_widget(text, place);
}
