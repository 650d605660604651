//! The terminal app: sign-in, list of tables, buying in, the table.

use super::{
    line::Input,
    look::{Look, Target},
    model::{Ending, Tone},
    pages,
    say::{self, CHIPS, Page, Say},
    scene::{self, Scene},
    session::{Heard, Session},
    stages::{self, Door, Lobby},
};
use crate::{failure::Failure, screen};
use protocol::Me;
use ratatui::{
    DefaultTerminal, Frame,
    crossterm::event::{
        self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
    },
};
use rules::Seat;
use std::{
    fs,
    time::{Duration, Instant},
};

/// The current screen.
enum Stage {
    Door(Door),
    Lobby(Lobby),
    /// The prompt for the amount to buy in for.
    Desk(Input),
    Table,
}

/// The whole program.
pub struct App {
    session: Session,
    stage: Stage,
    me: Option<Me>,
    input: Input,
    chip: usize,
    /// The digit that was typed last on an empty line: it may be the start of `1-to-18`.
    digit: Option<char>,
    last: Option<(String, Seat)>,
    /// The wager that has been sent, by its key: only an accepted wager can be repeated.
    trying: Option<(String, String, Seat)>,
    page: Option<(Page, u16)>,
    scroll: usize,
    targets: Vec<Target>,
    look: Look,
    /// The table to join without asking.
    wanted: Option<String>,
    leaving: bool,
    done: bool,
}

impl App {
    /// Starts at the sign-in screen.
    pub fn new(session: Session, wanted: Option<String>, look: Look) -> App {
        App {
            session,
            stage: Stage::Door(Door::default()),
            me: None,
            input: Input::default(),
            chip: 1,
            digit: None,
            last: None,
            trying: None,
            page: None,
            scroll: 0,
            targets: Vec::new(),
            look,
            wanted,
            leaving: false,
            done: false,
        }
    }

    /// Signs in under a known name; `None` asks for the password.
    pub fn knock(&mut self, name: &str, password: Option<Option<String>>) {
        self.stage = Stage::Door(Door::named(name, password.is_some()));
        if let Some(password) = password {
            self.session.enter(name, password);
        }
    }

    /// Runs until the user quits.
    pub fn run(mut self, terminal: &mut DefaultTerminal) -> Result<(), Failure> {
        let failed = |e| Failure::fault(format!("cannot use the terminal: {e}"));
        let mut asked = Instant::now();
        while !self.done {
            terminal.draw(|frame| self.draw(frame, Instant::now())).map_err(failed)?;
            if event::poll(Duration::from_millis(40)).map_err(failed)? {
                let event = event::read().map_err(failed)?;
                self.event(&event);
            }
            while let Some(news) = self.session.news(Duration::ZERO) {
                let heard = self.session.hear(news, Instant::now());
                self.heard(heard);
            }
            self.session.tick(Instant::now());
            self.remember();
            if matches!(self.stage, Stage::Lobby(_)) && asked.elapsed() > Duration::from_secs(3) {
                asked = Instant::now();
                self.session.ask_tables();
            }
        }
        Ok(())
    }

    /// Draws the current screen.
    pub fn draw(&mut self, frame: &mut Frame, now: Instant) {
        match &self.stage {
            Stage::Door(door) => stages::draw_door(frame, door, self.session.house.base(), self.look),
            Stage::Lobby(lobby) => stages::draw_lobby(frame, lobby, self.me.as_ref(), self.look),
            Stage::Desk(input) => {
                let title = self.session.table.as_ref().map(|table| table.summary.title.clone());
                stages::draw_desk(frame, input, &title.unwrap_or_default(), self.me.as_ref(), self.look);
            }
            Stage::Table => {
                let Some(table) = &self.session.table else { return };
                let last = self.last.as_ref().map(|(act, _)| act.as_str());
                let scene = Scene {
                    table,
                    input: &self.input,
                    chip: self.chip,
                    last,
                    health: &self.session.health,
                    scroll: self.scroll,
                    look: self.look,
                    now,
                };
                self.targets = scene::draw(frame, &scene);
                if let Some((page, scroll)) = &self.page {
                    let (title, lines) = pages::write(page, table, self.look);
                    scene::page(frame, &title, lines, *scroll, self.look);
                    if *page == Page::Roads {
                        stages::draw_roads(frame, table, *scroll, self.look);
                    }
                }
            }
        }
    }

    fn heard(&mut self, heard: Heard) {
        match heard {
            Heard::Me(me) => {
                let entering = matches!(self.stage, Stage::Door(_));
                self.me = Some(me);
                if entering && self.session.table.is_some() {
                    // The session had expired: the table is still there, and so are unanswered requests.
                    self.stage = Stage::Table;
                    self.session.connect();
                } else if entering {
                    match self.wanted.take() {
                        Some(table) => {
                            self.session.come_to(&table);
                            self.stage = Stage::Lobby(Lobby::default());
                        }
                        None => self.show_lobby(),
                    }
                }
            }
            Heard::Tables(tables) => {
                if let Stage::Lobby(lobby) = &mut self.stage {
                    lobby.set(tables);
                }
            }
            Heard::Sits => self.sits(),
            Heard::Done(what, receipt) => {
                if let Some(table) = &mut self.session.table {
                    let text = match &receipt.refused {
                        Some(refused) => format!("{what}: {} {}", refused.text, screen::cite_of(refused)),
                        None => format!("{what}: done, line {} of the journal", receipt.seq),
                    };
                    table.note(Tone::Note, &text);
                }
                self.session.ask_me();
            }
            Heard::Failed(why) => match &mut self.stage {
                Stage::Door(door) => door.fail(&why),
                Stage::Lobby(lobby) => lobby.note = why,
                Stage::Desk(_) | Stage::Table => {}
            },
            Heard::LoggedOut => {
                let name = self.me.as_ref().map(|me| me.name.clone()).unwrap_or_default();
                let mut door = Door::named(&name, false);
                door.fail("your session has expired: sign in again");
                self.stage = Stage::Door(door);
            }
            Heard::Frame(_) | Heard::Nothing => {}
        }
    }

    fn show_lobby(&mut self) {
        self.stage = Stage::Lobby(Lobby::default());
        self.session.ask_tables();
        self.session.ask_me();
    }

    fn sits(&mut self) {
        (self.input, self.last, self.scroll, self.leaving) = (Input::default(), None, 0, false);
        let Some(table) = &self.session.table else { return };
        self.stage = Stage::Table;
        if table.you.is_some() && table.purse() == 0 && table.own_bets().next().is_none() {
            let mut input = Input::default();
            let wallet = self.me.as_ref().map_or(0, |me| me.wallet);
            input.set(&stages::suggestion(&table.summary, wallet));
            self.stage = Stage::Desk(input);
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                self.click(mouse.column, mouse.row);
            }
            Event::Paste(text) => {
                text.chars().filter(|c| !c.is_control()).for_each(|c| self.input.insert(c));
            }
            _ => {}
        }
    }

    /// A click on the layout places the selected chip there.
    fn click(&mut self, x: u16, y: u16) {
        let at = ratatui::layout::Position { x, y };
        let hit = self.targets.iter().find(|target| target.area.contains(at));
        if let (Stage::Table, None, Some(wager)) =
            (&self.stage, &self.page, hit.map(|target| target.wager.clone()))
        {
            self.say(&wager);
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            self.done = true;
            return;
        }
        match &mut self.stage {
            Stage::Door(door) => match door.key(key) {
                stages::Act::Enter(name, password) => self.session.enter(&name, password),
                stages::Act::Quit => self.done = true,
                _ => {}
            },
            Stage::Lobby(lobby) => match lobby.key(key) {
                stages::Act::Sit(table) => self.session.come_to(&table),
                stages::Act::Quit => self.done = true,
                _ => {}
            },
            Stage::Desk(input) => match stages::desk_key(input, key) {
                stages::Act::BuyIn(cents) => {
                    self.session.buy_in(cents);
                    self.stage = Stage::Table;
                }
                stages::Act::Skip => self.stage = Stage::Table,
                _ => {}
            },
            Stage::Table if self.page.is_some() => self.page_key(key),
            Stage::Table => self.table_key(key, control),
        }
    }

    fn page_key(&mut self, key: KeyEvent) {
        let Some((_, scroll)) = &mut self.page else { return };
        match key.code {
            KeyCode::Down => *scroll = scroll.saturating_add(1),
            KeyCode::Up => *scroll = scroll.saturating_sub(1),
            KeyCode::PageDown => *scroll = scroll.saturating_add(10),
            KeyCode::PageUp => *scroll = scroll.saturating_sub(10),
            _ => self.page = None,
        }
    }

    fn table_key(&mut self, key: KeyEvent, control: bool) {
        let digit = self.digit.take();
        match key.code {
            KeyCode::Char('u') if control => self.input.set(""),
            KeyCode::Char('w') if control => self.input.delete_word(),
            KeyCode::Char('a') if control => self.input.home(),
            KeyCode::Char('e') if control => self.input.end(),
            KeyCode::Char(_) if control => {}
            KeyCode::Char(c) if self.input.is_empty() => self.first(c, digit),
            KeyCode::Char(c) => self.input.insert(c),
            KeyCode::Backspace => self.input.backspace(),
            KeyCode::Delete => self.input.delete(),
            KeyCode::Left => self.input.left(),
            KeyCode::Right => self.input.right(),
            KeyCode::Home => self.input.home(),
            KeyCode::End => self.input.end(),
            KeyCode::Up => self.input.older(),
            KeyCode::Down => self.input.newer(),
            KeyCode::Esc => self.input.set(""),
            KeyCode::PageUp => self.scroll += 5,
            KeyCode::PageDown => self.scroll = self.scroll.saturating_sub(5),
            KeyCode::Tab => {
                if let Some(table) = &self.session.table {
                    self.input.complete(|typed| say::completions(typed, table));
                }
            }
            KeyCode::Enter if self.input.is_empty() => self.again(),
            KeyCode::Enter => {
                let line = self.input.take();
                self.say(&line);
            }
            KeyCode::F(2) => self.input.set("buy-in 100"),
            KeyCode::F(n) => self.function(n),
            _ => {}
        }
    }

    /// The first character of a line: digits select chips, unless a wager starts with them.
    fn first(&mut self, c: char, before: Option<char>) {
        match (before, c) {
            (Some(digit), '-' | '0' | '7'..='9') => self.input.set(&format!("{digit}{c}")),
            (_, '1'..='6') => {
                self.digit = Some(c);
                self.chip = usize::try_from(u32::from(c) - u32::from('1')).unwrap_or(0);
            }
            (_, ' ') => self.do_as(Say::Ready),
            (_, '?') => self.do_as(Say::Page(Page::Help)),
            (_, c) => self.input.insert(c),
        }
    }

    fn function(&mut self, key: u8) {
        self.do_as(match key {
            1 => Say::Page(Page::Help),
            3 => Say::ColorUp(None),
            5 => Say::Page(Page::Roads),
            6 => Say::Page(Page::Receipts),
            7 => Say::Page(Page::Why(None)),
            8 => Say::Page(Page::Menu),
            9 => Say::Page(Page::Signs),
            10 => Say::Leave,
            _ => return,
        });
    }

    /// A wager that was accepted can be repeated with Enter.
    fn remember(&mut self) {
        let (Some(table), Some((key, act, seat))) = (&self.session.table, &self.trying) else { return };
        if let Some((_, ending)) = table.endings.iter().find(|(of, _)| of == key) {
            if matches!(ending, Ending::Done(_)) {
                self.last = Some((act.clone(), *seat));
            }
            self.trying = None;
        }
    }

    fn again(&mut self) {
        if let Some((act, seat)) = self.last.clone() {
            self.scroll = 0;
            self.session.act(&act, seat);
        }
    }

    fn say(&mut self, line: &str) {
        let Some(table) = &self.session.table else { return };
        let said = say::read(line, table, CHIPS[self.chip]);
        self.do_as(said);
    }

    fn do_as(&mut self, said: Say) {
        let leaving = std::mem::take(&mut self.leaving);
        let Some(table) = &mut self.session.table else { return };
        self.scroll = 0;
        match said {
            Say::Wager(act, seat) => {
                self.trying = self.session.act(&act, seat).map(|key| (key, act, seat));
            }
            Say::Act(act, seat) => drop(self.session.act(&act, seat)),
            Say::Ready => self.session.ready(),
            Say::BuyIn(Some(cents)) => self.session.buy_in(cents),
            Say::BuyIn(None) => self.input.set("buy-in 100"),
            Say::ColorUp(cents) => match cents.unwrap_or_else(|| table.purse()) {
                0 => table.note(Tone::Trouble, "you have no chips to take away"),
                cents => self.session.color_up(cents),
            },
            Say::Page(page) => self.page = Some((page, 0)),
            Say::Receipts(path) => {
                let text = match super::write_receipts(table, &path) {
                    Ok(count) => format!("{count} receipts written to {}", path.display()),
                    Err(e) => format!("{}: {e}", path.display()),
                };
                table.note(Tone::Note, &text);
            }
            Say::Leave if table.purse() > 0 && !leaving => {
                let chips = super::look::money(table.purse());
                let text =
                    format!("you leave {chips} here: color-up takes them along; leave again goes without");
                table.note(Tone::Trouble, &text);
                self.leaving = true;
            }
            Say::Leave => {
                self.session.leave();
                self.show_lobby();
            }
            Say::Quit => self.done = true,
            Say::Wrong(why) => table.note(Tone::Trouble, &why),
        }
    }
}

/// Reads a password from the first line of a file.
pub fn password(path: &std::path::Path) -> Result<String, Failure> {
    let text = fs::read_to_string(path).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
