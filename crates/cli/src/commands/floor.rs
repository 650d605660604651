//! `ch47 floor`: backups, keys and upgrades of a floor, and locked accounts.

use crate::{
    args::floor::{FloorOf, Place, Task, TokenTask},
    failure::Failure,
    json::{self, FloorJson, LostJson},
    screen::{self, BAD, BOLD, GOOD, paint},
};
use protocol::{NewToken, Role, TokenView};
use server::{
    copies,
    high_water::Short,
    people::{Denied, People, Settings, Stored},
    restore::{self, Restored},
    store::{self, migrations},
};
use std::path::{Path, PathBuf};

/// The result of a task.
struct Outcome {
    told: FloorJson,
    failure: Option<Failure>,
}

impl Outcome {
    fn new(task: &str, url: &str, says: String) -> Outcome {
        let (task, database) = (task.to_owned(), url.to_owned());
        let (lost, findings, notes, token, tokens) = Default::default();
        let told = FloorJson { task, database, says, lost, findings, notes, token, tokens };
        Outcome { told, failure: None }
    }
}

pub fn run(args: &FloorOf, as_json: bool) -> Result<(), Failure> {
    let Place { folder, database } = &args.place;
    let url = url(folder, database.as_deref());
    let failed = |error: std::io::Error| Failure::fault(error.to_string());
    let outcome = match &args.task {
        Task::Backup { to, with_keys } => {
            demand_floor(&url, database.as_deref())?;
            backup(folder, &url, to, *with_keys)?
        }
        Task::Restore { from: Some(from), accept_loss } if database.is_none() => {
            let done = restore::restore(folder, from, *accept_loss).map_err(failed)?;
            restored(&url, folder, done)
        }
        Task::Restore { from, accept_loss } => {
            demand_floor(&url, database.as_deref())?;
            let done = restore::adopt(folder, &url, from.as_deref(), *accept_loss).map_err(failed)?;
            restored(&url, folder, done)
        }
        Task::Check => {
            demand_floor(&url, database.as_deref())?;
            check(folder, &url)?
        }
        Task::Upgrade { backed_up } => upgrade(&url, database.is_some(), *backed_up)?,
        Task::Rekey => {
            demand_floor(&url, database.as_deref())?;
            let key = restore::rekey(folder, &url).map_err(failed)?;
            let mut outcome = Outcome::new("rekey", &url, format!("the floor signs with a new key: {key}"));
            outcome.told.notes = vec![
                "copy the new keys to every node, and keep a copy of them elsewhere".to_owned(),
                "heads signed before are still checked with the key that signed them".to_owned(),
            ];
            outcome
        }
        Task::Unlock { name } => {
            demand_floor(&url, database.as_deref())?;
            people(&url)?.unlock(name).map_err(|why| match why {
                Denied::Nobody => Failure::fault(format!("nobody on this floor is called {name}")),
                other => denied(other),
            })?;
            Outcome::new("unlock", &url, format!("{name} may log in again"))
        }
        Task::Token { task } => {
            demand_floor(&url, database.as_deref())?;
            token(&url, task)?
        }
    };
    tell(outcome, as_json)
}

/// The accounts of a floor, which may be running.
fn people(url: &str) -> Result<People<Stored>, Failure> {
    let stored = Stored::beside(url).map_err(|broken| Failure::fault(broken.0))?;
    People::new(stored, Settings::USUAL).map_err(denied)
}

fn denied(denied: Denied) -> Failure {
    Failure::fault(match denied {
        Denied::Broken(why) => why,
        other => other.to_string(),
    })
}

fn token(url: &str, task: &TokenTask) -> Result<Outcome, Failure> {
    let people = people(url)?;
    Ok(match task {
        TokenTask::Create { service, role, tables, actions, days } => {
            let now = server::clock::now();
            let role = Role::find(role).ok_or_else(|| {
                let known: Vec<_> = Role::ALL.iter().map(|role| role.name()).collect();
                Failure::fault(format!("no role is called {role}: there are {}", known.join(", ")))
            })?;
            let expires = days.map(|days| now + i64::from(days) * 24 * 3_600_000);
            let (tables, actions, service) = (tables.clone(), actions.clone(), service.clone());
            let new = NewToken { service, role, tables, actions, expires };
            let (token, about) = people.create_token("local", &new, now).map_err(denied)?;
            let says = format!("token {} for {}: {}", about.id, about.service, token.reveal());
            let mut outcome = Outcome::new("token", url, says);
            outcome.told.notes.push("it is not shown again: keep it as you keep a password".to_owned());
            outcome.told.token = Some(token.reveal().to_owned().into());
            outcome.told.tokens = vec![about];
            outcome
        }
        TokenTask::List => {
            let tokens = people.tokens().map_err(denied)?;
            let mut outcome = Outcome::new("token", url, format!("{} tokens", tokens.len()));
            let line = |token: &TokenView| {
                let (tables, actions) = (token.tables.join(" "), token.actions.join(" "));
                format!("{}  {} ({}) at {tables}: {actions}", token.id, token.service, token.role)
            };
            outcome.told.notes = tokens.iter().map(line).collect();
            outcome.told.tokens = tokens;
            outcome
        }
        TokenTask::Revoke { id } => {
            let revoked = people.revoke_token(id).map_err(denied)?;
            let says = format!("token {} of {} is revoked", revoked.id, revoked.service);
            let mut outcome = Outcome::new("token", url, says);
            outcome.told.tokens = vec![revoked];
            outcome
        }
    })
}

/// The URL of the floor's database.
fn url(folder: &Path, database: Option<&str>) -> String {
    database.map_or_else(|| folder.join("floor.db").to_string_lossy().into_owned(), str::to_owned)
}

/// None of these tasks creates a floor.
fn demand_floor(url: &str, database: Option<&str>) -> Result<(), Failure> {
    if database.is_none() && !Path::new(url).exists() {
        return Err(Failure::fault(format!("{url}: there is no floor; name its folder with --folder")));
    }
    Ok(())
}

fn backup(folder: &Path, url: &str, to: &Path, with_keys: bool) -> Result<Outcome, Failure> {
    let copied = copies::backup(folder, url, to, with_keys).map_err(Failure::fault)?;
    let copies::Copied { tables, lines, bytes, keys } = copied;
    let says =
        format!("copied and checked: {tables} journals, {lines} lines, {bytes} bytes in {}", to.display());
    let mut outcome = Outcome::new("backup", url, says);
    outcome.told.notes.push(match keys {
        true => "the keys are in the copy: whoever has it can sign for this floor".to_owned(),
        false => "the keys are not in the copy: keep them elsewhere, or it cannot be restored".to_owned(),
    });
    Ok(outcome)
}

fn restored(url: &str, folder: &Path, done: Restored) -> Outcome {
    let says = format!("restored: {} journals in {}", done.tables, folder.display());
    let mut outcome = Outcome::new("restore", url, says);
    let lost = |short: Short| {
        let (from, to) = (short.has, short.top.size.saturating_sub(1));
        LostJson { table: short.table, from, to }
    };
    outcome.told.lost = done.lost.into_iter().map(lost).collect();
    outcome.told.notes.push("everybody has to log in again".to_owned());
    if !done.known {
        outcome.told.notes.push(
            "there was no high-water mark: whether lines that were acknowledged are missing cannot be known"
                .to_owned(),
        );
    }
    outcome
}

fn check(folder: &Path, url: &str) -> Result<Outcome, Failure> {
    let checked = restore::check(folder, url).map_err(Failure::fault)?;
    let report = checked.report;
    let sound = report.findings.is_empty();
    let says = match sound {
        true => {
            format!("sound: {} journals, {} lines; the keys are this floor's", report.tables, report.lines)
        }
        false => format!("not sound: {} findings", report.findings.len()),
    };
    let mut outcome = Outcome::new("check", url, says);
    outcome.told.findings = report.findings.iter().map(ToString::to_string).collect();
    outcome.told.notes = report.unread.iter().map(|(table, unread)| format!("{table}: {unread}")).collect();
    if !checked.known {
        outcome.told.notes.push(
            "there is no high-water mark: whether lines that were acknowledged are missing cannot be known"
                .to_owned(),
        );
    }
    outcome.failure = match (sound, report.unread.is_empty()) {
        (false, _) => Some(Failure::Law),
        (true, false) => Some(Failure::OtherRules),
        (true, true) => None,
    };
    Ok(outcome)
}

fn upgrade(url: &str, shared: bool, backed_up: bool) -> Result<Outcome, Failure> {
    let failed = |broken: store::Broken| Failure::fault(broken.0);
    let Some(found) = migrations::found(url).map_err(failed)? else {
        return Err(Failure::fault(format!("{url}: there is no floor to upgrade")));
    };
    let to = migrations::SCHEMA;
    if found == to {
        return Ok(Outcome::new("upgrade", url, format!("the floor has schema {to} already")));
    }
    let steps = migrations::migrations();
    migrations::path_from(found, to, &steps).map_err(Failure::fault)?;
    if shared && !backed_up {
        return Err(Failure::fault(
            "make a copy of the database with pg_dump first, then say --backed-up: an upgrade cannot be undone",
        ));
    }
    let copy = PathBuf::from(format!("{url}.schema-{found}"));
    migrations::upgrade(url, to, &steps, &copy).map_err(failed)?;
    let mut outcome = Outcome::new("upgrade", url, format!("the floor went from schema {found} to {to}"));
    if !shared {
        outcome.told.notes.push(format!("the floor as it was is in {}", copy.display()));
    }
    Ok(outcome)
}

fn tell(outcome: Outcome, as_json: bool) -> Result<(), Failure> {
    let Outcome { told, failure } = outcome;
    if as_json {
        screen::show(&json::render(&told)?)?;
    } else {
        let mark = if failure.is_none() { paint(GOOD, "done") } else { paint(BAD, "look") };
        let mut text = format!("{mark}  {}\n", told.says);
        for LostJson { table, from, to } in &told.lost {
            text += &format!(
                "  {}: lines {from} to {to} are lost, and the journal says so\n",
                paint(BOLD, table)
            );
        }
        for line in told.findings.iter().chain(&told.notes) {
            text += &format!("  {line}\n");
        }
        screen::show(&text)?;
    }
    failure.map_or(Ok(()), Err)
}
