//! Versions of the schema, and the migrations between them.
//!
//! A floor never migrates while it is being served: `ch47 floor upgrade` does it, after making a copy. Each step and
//! the change of the version number are one transaction, so that a step that fails halfway leaves a floor that the
//! previous program can run. No step ever changes `lines` or `checkpoints`.

use super::{Answer, Broken, Place, postgres, sqlite};
use std::path::Path;

/// The version of the schema that this program reads and writes.
pub const SCHEMA: i64 = 4;

/// A step from one version of the schema to the next.
#[derive(Clone, Debug)]
pub struct Migration {
    /// The version it starts from.
    pub from: i64,
    /// Its statements on SQLite.
    pub sqlite: Vec<String>,
    /// Its statements on PostgreSQL.
    pub postgres: Vec<String>,
    /// Why this step is impossible, if it is.
    pub impossible: Option<&'static str>,
}

/// Every known migration step, in order.
pub fn migrations() -> Vec<Migration> {
    let before_0_2 = Migration {
        from: 1,
        sqlite: Vec::new(),
        postgres: Vec::new(),
        impossible: Some(
            "this floor was written by a version before 0.2, whose journals this program cannot read: start a new \
             floor in an empty folder or database, and keep this one with the program that wrote it",
        ),
    };
    let school = Migration {
        from: 2,
        sqlite: vec![sqlite::SCHOOL.to_owned()],
        postgres: vec![postgres::SCHOOL.to_owned()],
        impossible: None,
    };
    let deals = Migration {
        from: 3,
        sqlite: vec![sqlite::DEALS.to_owned()],
        postgres: vec![postgres::DEALS.to_owned()],
        impossible: None,
    };
    vec![before_0_2, school, deals]
}

/// What to report about a floor with a different schema.
pub fn mismatch(found: i64) -> String {
    if found < SCHEMA {
        return format!(
            "the floor has schema {found}, this program needs {SCHEMA}: run `ch47 floor upgrade`"
        );
    }
    format!("the floor has schema {found}, this program knows {SCHEMA}: run it with the newer program")
}

/// The steps from one version to another.
pub fn path_from(from: i64, to: i64, steps: &[Migration]) -> Result<Vec<&Migration>, String> {
    if from > to {
        return Err(mismatch(from));
    }
    let mut path = Vec::new();
    for version in from..to {
        let step = steps.iter().find(|step| step.from == version);
        let step = step.ok_or_else(|| format!("there is no step from schema {version}"))?;
        if let Some(why) = step.impossible {
            return Err(format!("schema {version}: {why}"));
        }
        path.push(step);
    }
    Ok(path)
}

/// The version of the schema at this address; `None` if there is no floor.
pub fn found(url: &str) -> Answer<Option<i64>> {
    match Place::of(url) {
        Place::Postgres(url) => postgres::schema(url),
        Place::Sqlite(path) => sqlite::schema(path),
    }
}

/// Migrates the schema to a version with these steps; returns the previous version. A file is first copied to `copy`,
/// which must not exist; a database server is copied with its own tools before this is called.
pub fn upgrade(url: &str, to: i64, steps: &[Migration], copy: &Path) -> Answer<i64> {
    match Place::of(url) {
        Place::Postgres(url) => postgres::migrate(url, to, steps),
        Place::Sqlite(path) => sqlite::migrate(path, to, steps, copy),
    }
}

/// Refuses a floor whose schema this program does not know, before anything else is checked.
pub fn demand(url: &str) -> Answer<()> {
    match found(url)? {
        Some(version) if version != SCHEMA => Err(Broken(mismatch(version))),
        _ => Ok(()),
    }
}
