//! How far every journal has gone, stored beside the keys and not in the database. If an older copy of the database is
//! put back, on purpose or by mistake, this reveals it before any line is written to it.

use crate::{
    keys::Keys,
    store::{Answer, Reader},
};
use books::{Hash, VerifyingKey};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

/// The file name, in the folder of the keys.
pub const FILE: &str = "high-water.json";
/// The version of the file format.
const FORM: u32 = 2;
/// The kind of signed text.
const KIND: &str = "high-water";

/// How far the journals of a floor have gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HighWater {
    /// The floor's id, in hexadecimal digits.
    pub floor: String,
    /// The version of the file format.
    pub form: u32,
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// How far each journal has gone.
    pub tables: BTreeMap<String, Top>,
}

/// How far a journal has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Top {
    /// How many lines it had.
    pub size: u64,
    /// The leaf hash of its last line.
    pub leaf: Hash,
    /// The last ownership epoch.
    pub epoch: u64,
}

#[derive(Serialize, Deserialize)]
struct Signed {
    #[serde(flatten)]
    mark: HighWater,
    signature: String,
}

/// How a journal falls short of the mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Short {
    /// The table.
    pub table: String,
    /// How many lines it has now.
    pub has: u64,
    /// How far it had gone.
    pub top: Top,
    /// Whether it is a different journal, rather than one that ends early.
    pub forked: bool,
}

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Short { table, has, top, forked } = self;
        match forked {
            true => write!(f, "line {} of {table} is not the one that was acknowledged", top.size - 1),
            false => write!(f, "{table} ends after {has} lines, {} were written", top.size),
        }
    }
}

impl HighWater {
    /// How far the journals of a store go now.
    pub fn of(store: &mut dyn Reader, at: i64) -> Answer<HighWater> {
        let mut tables = BTreeMap::new();
        let owners: BTreeMap<String, u64> =
            store.owners()?.into_iter().map(|owner| (owner.table, owner.epoch)).collect();
        for table in store.tables()? {
            if let Some(head) = store.head(&table)? {
                let epoch = owners.get(&table).copied().unwrap_or(0).max(head.epoch);
                tables.insert(table, Top { size: head.seq + 1, leaf: head.leaf, epoch });
            }
        }
        Ok(HighWater { floor: hex(&store.floor_id()?), form: FORM, at, tables })
    }

    /// Reads the mark of a folder, if there is one. Refuses one that the floor's key did not sign.
    pub fn read(folder: &Path, key: &VerifyingKey) -> io::Result<Option<HighWater>> {
        let path = folder.join(FILE);
        let refused = |why: &str| {
            let path = path.display();
            io::Error::other(format!(
                "{path} {why}: put the right one back, or remove it to start without knowing whether lines are missing"
            ))
        };
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
        };
        let signed: Signed =
            serde_json::from_str(&text).map_err(|_| refused("is damaged and cannot be read"))?;
        if signed.mark.form != FORM {
            return Err(refused("was written by another version of this program"));
        }
        if !key.has_signed(KIND, &body(&signed.mark), &signed.signature) {
            return Err(refused("was not written by this floor, or was changed"));
        }
        Ok(Some(signed.mark))
    }

    /// Writes the mark atomically: either the old or the new one is there, whatever happens.
    pub fn write(&self, folder: &Path, keys: &Keys) -> io::Result<()> {
        let signature = keys.signing().sign_text(KIND, &body(self));
        let text = serde_json::to_string(&Signed { mark: self.clone(), signature })?;
        // Nodes that share a folder may write at the same time.
        let beside: PathBuf = folder.join(format!(".{FILE}.{}", std::process::id()));
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        written.and_then(|()| fs::rename(&beside, folder.join(FILE))).inspect_err(|_| {
            let _ = fs::remove_file(&beside);
        })?;
        File::open(folder)?.sync_all()
    }

    /// Takes over whatever another mark of the same floor has beyond this one; returns whether that was anything.
    pub fn raise(&mut self, other: &HighWater) -> bool {
        let mut grew = false;
        for (table, top) in &other.tables {
            let known = self.tables.get(table).is_some_and(|known| known.size >= top.size);
            if !known {
                self.tables.insert(table.clone(), *top);
                grew = true;
            }
        }
        self.at = self.at.max(other.at);
        grew
    }

    /// The journals that are shorter than they were, or different.
    pub fn compare(&self, store: &mut dyn Reader) -> Answer<Vec<Short>> {
        let mut found = Vec::new();
        for (table, top) in self.tables.iter().filter(|(_, top)| top.size > 0) {
            let has = store.head(table)?.map_or(0, |head| head.seq + 1);
            let leaf = store.leaves(table, top.size - 1..top.size)?.pop();
            if leaf != Some(top.leaf) {
                let forked = has >= top.size;
                found.push(Short { table: table.clone(), has, top: *top, forked });
            }
        }
        Ok(found)
    }
}

fn body(mark: &HighWater) -> String {
    serde_json::to_string(mark).expect("a mark is JSON")
}

/// Formats bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Describes journals that fall short, and what to do about them.
pub fn complaint(short: &[Short]) -> String {
    let named = |forked: bool| {
        let all: Vec<String> =
            short.iter().filter(|short| short.forked == forked).map(ToString::to_string).collect();
        all.join("; ")
    };
    if short.iter().any(|short| short.forked) {
        return format!(
            "the database is not the one that was acknowledged from: {}; restore the right copy",
            named(true)
        );
    }
    format!(
        "the database is older than what was acknowledged: {}; restore a newer copy, or run `ch47 floor restore \
         --accept-loss`",
        named(false)
    )
}
