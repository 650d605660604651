//! Shortcuts beside the journals: snapshots of tables, roots of blocks of lines, and key filters. Every row can be
//! deleted and made again from the lines. Their contents are signed elsewhere, and compared with the lines.

use super::{
    Answer,
    sql::{Arg, Row, Sql},
    tell::Engine,
};
use books::Hash;
use std::ops::Range;

/// A snapshot as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The table.
    pub table: String,
    /// How many lines it covers.
    pub next: u64,
    /// The leaf hash of its last line.
    pub leaf: Hash,
    /// The round in play.
    pub round: u64,
    /// The number of the window that will be locked next.
    pub upcoming: u64,
    /// The first of the rounds stored with it.
    pub since: u64,
    /// The signed part, with the hashes of everything below.
    pub head: String,
    /// The signature.
    pub tag: String,
    /// The book.
    pub body: String,
    /// What the lines since the previous snapshot mention.
    pub names: String,
    /// The rounds that have ended since then.
    pub rounds: String,
}

/// The signed part of a snapshot, and one of its other parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    /// The signed part.
    pub head: String,
    /// The signature.
    pub tag: String,
    /// The requested part.
    pub part: String,
}

/// The keys of 65,536 requests, as the bits of a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilterPart {
    /// The number of the part, from 0.
    pub part: u64,
    /// The number of the line after that of the last key.
    pub next: u64,
    /// The bits.
    pub bits: Vec<u8>,
    /// A signature.
    pub tag: String,
}

/// Which snapshot is wanted: the newest one that has at most this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upto {
    /// This many lines.
    Lines(u64),
    /// This round in play.
    Round(u64),
    /// This window to be locked next.
    Window(u64),
}

/// Reading shortcuts.
pub trait ReadShortcuts {
    /// The newest snapshot that satisfies this.
    fn snapshot(&mut self, table: &str, upto: Upto) -> Answer<Option<Snapshot>>;
    /// For each snapshot of a table, what the lines before it mention, oldest first.
    fn names(&mut self, table: &str) -> Answer<Vec<Signed>>;
    /// The stored rounds that may include some of these, oldest first.
    fn rounds(&mut self, table: &str, first: u64, last: u64) -> Answer<Vec<Signed>>;
    /// The signed part of the snapshot whose rounds include this one.
    fn head_of_round(&mut self, table: &str, round: u64) -> Answer<Option<Signed>>;
    /// How many lines each snapshot of a table covers, fewest first.
    fn snapshots(&mut self, table: &str) -> Answer<Vec<u64>>;
    /// The snapshots not yet compared with the lines, oldest first, up to `most` of them.
    fn unchecked(&mut self, table: &str, most: u32) -> Answer<Vec<u64>>;
    /// All block roots, in order.
    fn blocks(&mut self, table: &str) -> Answer<Vec<Vec<u8>>>;
    /// The parts of a table's key filter, in order.
    fn key_filter(&mut self, table: &str) -> Answer<Vec<FilterPart>>;
}

/// Writing shortcuts.
pub trait WriteShortcuts {
    /// Stores a snapshot; returns false if the lines it covers are not durable, or if there already is one.
    fn put_snapshot(&mut self, snapshot: &Snapshot) -> Answer<bool>;
    /// Stores the roots of some blocks.
    fn put_blocks(&mut self, table: &str, part: u64, roots: &[u8]) -> Answer<()>;
    /// Stores a part of the key filter.
    fn put_key_filter(&mut self, table: &str, part: &FilterPart) -> Answer<()>;
    /// Notes that the snapshot equals what the lines produce.
    fn set_checked(&mut self, table: &str, next: u64) -> Answer<()>;
    /// Deletes the snapshots that cover these numbers of lines.
    fn drop_snapshots(&mut self, table: &str, lines: Range<u64>) -> Answer<()>;
}

impl<S: Sql> ReadShortcuts for S {
    fn snapshot(&mut self, table: &str, upto: Upto) -> Answer<Option<Snapshot>> {
        macro_rules! newest {
            ($column:literal) => {
                concat!(
                    "select table_id, next, leaf, round, upcoming, since, head, tag, body, names, rounds ",
                    "from snapshots where table_id = $1 and ",
                    $column,
                    " <= $2 order by next desc limit 1"
                )
            };
        }
        let (sql, most) = match upto {
            Upto::Lines(most) => (newest!("next"), most),
            Upto::Round(most) => (newest!("round"), most),
            Upto::Window(most) => (newest!("upcoming"), most),
        };
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.row(sql, &[Arg::Text(table), Arg::Int(most)])?.as_mut().map(snapshot_of).transpose()
    }

    fn names(&mut self, table: &str) -> Answer<Vec<Signed>> {
        let sql = "select head, tag, names from snapshots where table_id = $1 order by next";
        self.rows(sql, &[Arg::Text(table)])?.iter_mut().map(signed_of).collect()
    }

    fn rounds(&mut self, table: &str, first: u64, last: u64) -> Answer<Vec<Signed>> {
        let sql = "select head, tag, rounds from snapshots \
                   where table_id = $1 and round > $2 and since <= $3 order by next";
        let [first, last] = [first, last].map(|round| Arg::Int(i64::try_from(round).unwrap_or(i64::MAX)));
        self.rows(sql, &[Arg::Text(table), first, last])?.iter_mut().map(signed_of).collect()
    }

    fn head_of_round(&mut self, table: &str, round: u64) -> Answer<Option<Signed>> {
        let sql = "select head, tag, '' from snapshots \
                   where table_id = $1 and since <= $2 and round > $2 order by next limit 1";
        let round = Arg::Int(i64::try_from(round).unwrap_or(i64::MAX));
        self.row(sql, &[Arg::Text(table), round])?.as_mut().map(signed_of).transpose()
    }

    fn snapshots(&mut self, table: &str) -> Answer<Vec<u64>> {
        let sql = "select next from snapshots where table_id = $1 order by next";
        self.rows(sql, &[Arg::Text(table)])?.iter_mut().map(Row::count).collect()
    }

    fn unchecked(&mut self, table: &str, most: u32) -> Answer<Vec<u64>> {
        let sql = "select next from snapshots where table_id = $1 and checked = 0 order by next limit $2";
        self.rows(sql, &[Arg::Text(table), Arg::Int(most.into())])?.iter_mut().map(Row::count).collect()
    }

    fn blocks(&mut self, table: &str) -> Answer<Vec<Vec<u8>>> {
        let sql = "select roots from blocks where table_id = $1 order by part";
        self.rows(sql, &[Arg::Text(table)])?.iter_mut().map(Row::bytes).collect()
    }

    fn key_filter(&mut self, table: &str) -> Answer<Vec<FilterPart>> {
        let sql = "select part, next, bits, tag from key_filter where table_id = $1 order by part";
        let part = |row: &mut Row| {
            Ok(FilterPart { part: row.count()?, next: row.count()?, bits: row.bytes()?, tag: row.text()? })
        };
        self.rows(sql, &[Arg::Text(table)])?.iter_mut().map(part).collect()
    }
}

impl<S: Engine> WriteShortcuts for S {
    fn put_snapshot(&mut self, snapshot: &Snapshot) -> Answer<bool> {
        // Lines are never changed or deleted, so what is there now stays there.
        let durable = "select seq from lines where table_id = $1 and seq = $2 and leaf = $3";
        let next = snapshot.next.cast_signed();
        let args = [Arg::Text(&snapshot.table), Arg::Int(next - 1), Arg::from(&snapshot.leaf)];
        if self.row(durable, &args)?.is_none() {
            return Ok(false);
        }
        let sql = "insert into snapshots \
                   (table_id, next, leaf, round, upcoming, since, head, tag, body, names, rounds, checked) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0) on conflict do nothing";
        let args = [
            Arg::Text(&snapshot.table),
            Arg::Int(next),
            Arg::from(&snapshot.leaf),
            Arg::Int(snapshot.round.cast_signed()),
            Arg::Int(snapshot.upcoming.cast_signed()),
            Arg::Int(snapshot.since.cast_signed()),
            Arg::Text(&snapshot.head),
            Arg::Text(&snapshot.tag),
            Arg::Text(&snapshot.body),
            Arg::Text(&snapshot.names),
            Arg::Text(&snapshot.rounds),
        ];
        Ok(self.run(sql, &args)? == 1)
    }

    fn put_blocks(&mut self, table: &str, part: u64, roots: &[u8]) -> Answer<()> {
        let sql = "insert into blocks (table_id, part, roots) values ($1, $2, $3) \
                   on conflict (table_id, part) do update set roots = excluded.roots";
        self.run(sql, &[Arg::Text(table), Arg::Int(part.cast_signed()), Arg::Bytes(roots)]).map(drop)
    }

    fn put_key_filter(&mut self, table: &str, part: &FilterPart) -> Answer<()> {
        let sql = "insert into key_filter (table_id, part, next, bits, tag) values ($1, $2, $3, $4, $5) \
                   on conflict (table_id, part) do update \
                   set next = excluded.next, bits = excluded.bits, tag = excluded.tag";
        let [number, next] = [part.part, part.next].map(|count| Arg::Int(count.cast_signed()));
        let args = [Arg::Text(table), number, next, Arg::Bytes(&part.bits), Arg::Text(&part.tag)];
        self.run(sql, &args).map(drop)
    }

    fn set_checked(&mut self, table: &str, next: u64) -> Answer<()> {
        let sql = "update snapshots set checked = 1 where table_id = $1 and next = $2";
        self.run(sql, &[Arg::Text(table), Arg::Int(next.cast_signed())]).map(drop)
    }

    fn drop_snapshots(&mut self, table: &str, lines: Range<u64>) -> Answer<()> {
        let sql = "delete from snapshots where table_id = $1 and next >= $2 and next < $3";
        let [from, until] =
            [lines.start, lines.end].map(|next| Arg::Int(i64::try_from(next).unwrap_or(i64::MAX)));
        self.run(sql, &[Arg::Text(table), from, until]).map(drop)
    }
}

fn signed_of(row: &mut Row) -> Answer<Signed> {
    Ok(Signed { head: row.text()?, tag: row.text()?, part: row.text()? })
}

fn snapshot_of(row: &mut Row) -> Answer<Snapshot> {
    Ok(Snapshot {
        table: row.text()?,
        next: row.count()?,
        leaf: row.hash()?,
        round: row.count()?,
        upcoming: row.count()?,
        since: row.count()?,
        head: row.text()?,
        tag: row.text()?,
        body: row.text()?,
        names: row.text()?,
        rounds: row.text()?,
    })
}
