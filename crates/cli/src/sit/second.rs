//! `ch47 second`: contributes to the chance at every table without playing. Run by surveillance on another
//! machine, it adds a part that nobody at the floor knows.

use super::{
    app::password,
    house::{House, Trouble},
    wire::{News, Wire},
};
use crate::{args, contributor::Note, failure::Failure, screen};
use serde_json::json;
use std::{
    collections::HashMap,
    sync::mpsc::{Receiver, Sender, channel},
    time::{Duration, Instant},
};

/// How often to look for newly opened tables.
const AGAIN: Duration = Duration::from_secs(30);

type Telling = (String, News);

/// Contributes until it is stopped.
pub fn run(args: &args::Second, as_json: bool) -> Result<(), Failure> {
    let house = House::at(&args.url).map_err(Failure::fault)?;
    let mut second =
        Second { house, name: args.name.clone(), password: password(&args.password_file)?, as_json };
    second.log_in()?;
    let (news, told) = channel();
    let mut wires = HashMap::new();
    loop {
        second.connect(&args.table, &mut wires, &news)?;
        second.listen(&mut wires, &told)?;
    }
}

struct Second {
    house: House,
    name: String,
    password: String,
    as_json: bool,
}

impl Second {
    fn log_in(&mut self) -> Result<(), Failure> {
        loop {
            match self.house.log_in(&self.name, &self.password) {
                Ok(_) => return Ok(()),
                Err(Trouble::Away(why)) => self.say("", &format!("the floor cannot be reached: {why}"))?,
                Err(trouble) => return Err(Failure::fault(trouble.to_string())),
            }
            std::thread::sleep(Duration::from_secs(2));
        }
    }

    /// Connects to tables that it is not connected to yet.
    fn connect(
        &mut self,
        only: &[String],
        wires: &mut HashMap<String, Wire>,
        news: &Sender<Telling>,
    ) -> Result<(), Failure> {
        let tables = match self.house.tables() {
            Ok(tables) => tables,
            Err(Trouble::LoggedOut) => return self.log_in(),
            Err(trouble) => return self.say("", &trouble.to_string()),
        };
        if let Some(missing) = only.iter().find(|name| tables.iter().all(|table| table.table != **name)) {
            self.say(missing, "no such table on this floor yet")?;
        }
        let wanted = |table: &str| only.is_empty() || only.iter().any(|name| name == table);
        for table in tables.into_iter().filter(|table| table.chance == "digital" && wanted(&table.table)) {
            let name = table.table;
            wires.entry(name.clone()).or_insert_with(|| {
                let told = name.clone();
                Wire::open(&self.house, &name, news.clone(), move |news| (told.clone(), news))
            });
        }
        Ok(())
    }

    fn listen(&mut self, wires: &mut HashMap<String, Wire>, told: &Receiver<Telling>) -> Result<(), Failure> {
        let until = Instant::now() + AGAIN;
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            let Ok((table, news)) = told.recv_timeout(left) else { return Ok(()) };
            match news {
                News::Up => self.say(&table, "connected")?,
                News::Chance(note) => self.note(&table, &note)?,
                News::Down(why) => self.say(&table, &format!("{why}; trying again"))?,
                News::LoggedOut => {
                    wires.clear();
                    self.log_in()?;
                    return Ok(());
                }
                News::Refused(why) => {
                    wires.remove(&table);
                    self.say(&table, &why)?;
                }
                // Whatever happens at the table, this program only contributes to the chance.
                News::Frame(_) | News::Unknown(_) | News::Slow(_) => {}
            }
        }
        Ok(())
    }

    fn note(&self, table: &str, note: &Note) -> Result<(), Failure> {
        if !self.as_json {
            return self.say(table, &note.to_string());
        }
        let said = match note {
            Note::In(window) => json!({ "table": table, "window": window, "part": "in" }),
            Note::Marked(mark, window) => json!({ "table": table, "window": window, "mark": mark }),
            Note::Alarm(why) => json!({ "table": table, "alarm": why }),
        };
        screen::show(&format!("{said}\n"))
    }

    fn say(&self, table: &str, what: &str) -> Result<(), Failure> {
        match self.as_json {
            true => screen::show(&format!("{}\n", json!({ "table": table, "says": what }))),
            false if table.is_empty() => screen::show(&format!("{what}\n")),
            false => screen::show(&format!("{table}: {what}\n")),
        }
    }
}
