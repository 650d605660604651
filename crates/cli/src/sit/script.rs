//! Plays lines from a file, without a screen: for tests and bots.
//!
//! Each line is what a person would type. `wait 5` waits five seconds, `until wagers` waits until the table
//! takes wagers, `until round` until the round of the last act is over. A line that acts is answered before
//! the next one is read.

use super::{
    model::{Ending, Table},
    say::{self, Say},
    session::{Heard, Session},
};
use crate::{failure::Failure, screen};
use rules::Seat;
use std::time::{Duration, Instant};

/// The longest time to wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays the lines.
pub struct Player {
    session: Session,
    json: bool,
    /// The number of log lines printed so far.
    printed: usize,
    refused: bool,
    /// The number of rounds that had ended at the last act.
    rounds: u64,
}

impl Player {
    /// Before the first line.
    pub fn new(session: Session, json: bool) -> Player {
        Player { session, json, printed: 0, refused: false, rounds: 0 }
    }

    /// Signs in, joins the table, plays the lines and leaves.
    pub fn run(
        mut self,
        name: &str,
        password: Option<String>,
        table: &str,
        lines: &str,
    ) -> Result<(), Failure> {
        self.session.enter(name, password);
        self.until("the log-in", |heard, _| matches!(heard, Heard::Me(_)))?;
        self.session.come_to(table);
        self.until("the table", |heard, _| matches!(heard, Heard::Sits))?;
        self.until("the live connection", |heard, _| matches!(heard, Heard::Frame(_)))?;
        for (number, line) in (1..).zip(lines.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                self.line(line).map_err(|failure| match failure {
                    Failure::Fault(why) => Failure::fault(format!("line {number}, `{line}`: {why}")),
                    other => other,
                })?;
            }
        }
        if self.refused { Err(Failure::Law) } else { Ok(()) }
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        match line.split_once(' ') {
            Some(("wait", seconds)) => {
                let seconds: u64 =
                    seconds.parse().map_err(|_| Failure::fault("seconds are a whole number"))?;
                let until = Instant::now() + Duration::from_secs(seconds);
                while Instant::now() < until {
                    self.hear()?;
                }
                return Ok(());
            }
            Some(("until", "round")) => {
                let rounds = self.rounds;
                let over = |table: Option<&Table>| table.is_some_and(|table| table.rounds > rounds);
                if over(self.table()) {
                    return Ok(());
                }
                return self.until("the end of the round", |_, table| over(table));
            }
            Some(("until", whom)) => {
                let is = |_: &Heard, table: Option<&Table>| {
                    table.and_then(|table| table.awaits).is_some_and(|awaits| awaits.to_string() == whom)
                };
                if is(&Heard::Nothing, self.table()) {
                    return Ok(());
                }
                return self.until(whom, is);
            }
            _ => {}
        }
        let Some(table) = self.session.table.as_ref() else { return Err(Failure::fault("no table")) };
        self.rounds = table.rounds;
        match say::read(line, table, say::CHIPS[1]) {
            Say::Wager(act, seat) | Say::Act(act, seat) => self.act(&act, seat),
            Say::Ready => {
                self.session.ready();
                Ok(())
            }
            Say::BuyIn(Some(cents)) => {
                self.session.buy_in(cents);
                self.receipt("buy-in")
            }
            Say::ColorUp(cents) => {
                let cents = cents.unwrap_or_else(|| table.purse());
                self.session.color_up(cents);
                self.receipt("color-up")
            }
            Say::Receipts(path) => {
                super::write_receipts(table, &path).map_err(Failure::fault)?;
                Ok(())
            }
            Say::Wrong(why) => Err(Failure::fault(why)),
            Say::BuyIn(None) => Err(Failure::fault("how much? write it as buy-in 100")),
            Say::Page(_) | Say::Leave | Say::Quit => Err(Failure::fault("only for a screen")),
        }
    }

    fn table(&self) -> Option<&Table> {
        self.session.table.as_ref()
    }

    /// Acts, and waits for the answer.
    fn act(&mut self, act: &str, seat: Seat) -> Result<(), Failure> {
        let key = self.session.act(act, seat).ok_or_else(|| Failure::fault("no table"))?;
        let ending = |table: Option<&Table>| {
            let endings = table.map(|table| table.endings.as_slice()).unwrap_or_default();
            endings.iter().find(|(of, _)| *of == key).map(|(_, ending)| ending.clone())
        };
        // The receipt may arrive before its line, and the next line may depend on that.
        self.until("an answer", |_, table| match ending(table) {
            Some(Ending::Done(receipt) | Ending::Refused(receipt)) => {
                table.is_some_and(|table| table.next() > receipt.seq)
            }
            Some(Ending::Failed(_)) => true,
            None => false,
        })?;
        match ending(self.table()) {
            Some(Ending::Failed(problem)) => Err(Failure::fault(problem.message)),
            Some(Ending::Refused(_)) => {
                self.refused = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Waits for the answer to an HTTP request, and until its line has been seen.
    fn receipt(&mut self, what: &str) -> Result<(), Failure> {
        let mut line = None;
        self.until(what, |heard, table| {
            if let Heard::Done(done, receipt) = heard
                && *done == what
            {
                line = Some(receipt.seq);
            }
            line.is_some_and(|seq| table.is_some_and(|table| table.next() > seq))
        })
    }

    /// Receives until a condition holds.
    fn until(
        &mut self,
        what: &str,
        mut holds: impl FnMut(&Heard, Option<&Table>) -> bool,
    ) -> Result<(), Failure> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(heard) = self.hear()?
                && holds(&heard, self.session.table.as_ref())
            {
                return Ok(());
            }
        }
        Err(Failure::fault(format!("waited a minute for {what}")))
    }

    /// Receives something, if anything arrives, and prints it.
    fn hear(&mut self) -> Result<Option<Heard>, Failure> {
        self.session.tick(Instant::now());
        let Some(news) = self.session.news(Duration::from_millis(20)) else { return Ok(None) };
        let heard = self.session.hear(news, Instant::now());
        match &heard {
            Heard::Failed(why) => return Err(Failure::fault(why)),
            Heard::LoggedOut => return Err(Failure::fault("your session has expired")),
            Heard::Frame(frame) if self.json => {
                let text = serde_json::to_string(frame).map_err(Failure::fault)?;
                screen::show(&(text + "\n"))?;
            }
            _ => {}
        }
        if !self.json {
            self.print()?;
        }
        Ok(Some(heard))
    }

    /// Prints what is new in the log.
    fn print(&mut self) -> Result<(), Failure> {
        let Some(table) = self.session.table.as_mut() else { return Ok(()) };
        let lines: Vec<String> = table
            .log
            .iter()
            .skip(self.printed)
            .map(|line| format!("{:<16} {}\n", line.cite, line.text))
            .collect();
        self.printed = table.log.len();
        screen::show(&lines.concat())
    }
}
