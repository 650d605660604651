//! The reading half of a store, written once for both databases.

use super::{
    Answer, CageKey, Checkpoint, Doc, Head, Key, Line, NotCopied, Owner, Person, Posting, Reader, Session,
    Spot,
    batch::read_postings,
    sql::{Arg, Row, Sql},
};
use books::Hash;
use std::{ops::Range, path::Path};

impl<S: Sql> Reader for S {
    fn tables(&mut self) -> Answer<Vec<String>> {
        // Nothing is written without a lease, and every journal begins with line 0, so no journal has to be scanned.
        let sql = "select table_id from leases where exists \
                   (select 1 from lines where lines.table_id = leases.table_id and seq = 0) order by table_id";
        all(self, sql, &[], Row::text)
    }

    fn lines(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Line>> {
        let sql = "select seq, epoch, at, line, leaf, prev from lines \
                   where table_id = $1 and seq >= $2 order by seq limit $3";
        all(self, sql, &page(table, from, limit), line_of)
    }

    fn leaves(&mut self, table: &str, lines: Range<u64>) -> Answer<Vec<Hash>> {
        let sql = "select leaf from lines where table_id = $1 and seq >= $2 and seq < $3 order by seq";
        let [from, until] = [lines.start, lines.end].map(|seq| Arg::Int(seq.cast_signed()));
        all(self, sql, &[Arg::Text(table), from, until], Row::hash)
    }

    fn head(&mut self, table: &str) -> Answer<Option<Head>> {
        let sql = "select seq, epoch, at, leaf from lines where table_id = $1 order by seq desc limit 1";
        one(self, sql, &[Arg::Text(table)], |row| {
            Ok(Head { seq: row.count()?, epoch: row.count()?, at: row.int()?, leaf: row.hash()? })
        })
    }

    fn find_key(&mut self, table: &str, key: &str) -> Answer<Option<Key>> {
        let sql = "select key, body, seq from lines where table_id = $1 and key = $2";
        one(self, sql, &[Arg::Text(table), Arg::Text(key)], key_of)
    }

    fn keys(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Key>> {
        let sql = "select key, body, seq from lines \
                   where table_id = $1 and seq >= $2 and key is not null order by seq limit $3";
        all(self, sql, &page(table, from, limit), key_of)
    }

    fn cage_key(&mut self, key: &str) -> Answer<Option<CageKey>> {
        let sql = "select key, body, table_id, seq, asks, decides from cage_keys where key = $1";
        one(self, sql, &[Arg::Text(key)], cage_key_of)
    }

    fn cage_keys(&mut self) -> Answer<Vec<CageKey>> {
        let sql = "select key, body, table_id, seq, asks, decides from cage_keys order by table_id, seq";
        all(self, sql, &[], cage_key_of)
    }

    fn undecided(&mut self) -> Answer<Vec<(String, Line)>> {
        let sql = "select lines.table_id, lines.seq, epoch, at, line, leaf, prev from cage_keys asked \
                   join lines on lines.table_id = asked.table_id and lines.seq = asked.seq \
                   where asks = 1 and not exists (select 1 from cage_keys decided \
                       where decided.table_id = asked.table_id and decided.decides = asked.seq) \
                   order by lines.table_id, lines.seq";
        all(self, sql, &[], |row| Ok((row.text()?, line_of(row)?)))
    }

    fn slip(&mut self, slip: &str) -> Answer<Option<Spot>> {
        let sql = "select table_id, seq from slips where slip = $1";
        one(self, sql, &[Arg::Text(slip)], spot_of)
    }

    fn slips(&mut self) -> Answer<Vec<(String, Spot)>> {
        all(self, "select slip, table_id, seq from slips order by slip", &[], |row| {
            Ok((row.text()?, spot_of(row)?))
        })
    }

    fn issued(&mut self, by: &str, day: i64) -> Answer<i64> {
        let sql = "select cents from issued where clerk = $1 and day = $2";
        Ok(one(self, sql, &[Arg::Text(by), Arg::Int(day)], Row::int)?.unwrap_or(0))
    }

    fn all_issued(&mut self) -> Answer<Vec<(String, i64, i64)>> {
        all(self, "select clerk, day, cents from issued order by clerk, day", &[], |row| {
            Ok((row.text()?, row.int()?, row.int()?))
        })
    }

    fn postings(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Posting>> {
        let sql = "select seq, postings from lines where table_id = $1 and seq >= $2 order by seq limit $3";
        let lines = all(self, sql, &page(table, from, limit), |row| {
            let (seq, postings) = (row.count()?, read_postings(&row.text()?)?);
            let of_line = (0..).zip(postings);
            Ok(of_line.map(move |(n, (account, cents))| Posting { seq, n, account, cents }))
        })?;
        Ok(lines.into_iter().flatten().collect())
    }

    fn balances(&mut self, prefix: &str) -> Answer<Vec<(String, i64)>> {
        // Names are compared byte by byte, and nothing sorts after the last possible character.
        let sql =
            "select account, cents from balances where account >= $1 and account <= $2 order by account";
        let last = format!("{prefix}{}", char::MAX);
        all(self, sql, &[Arg::Text(prefix), Arg::Text(&last)], |row| Ok((row.text()?, row.int()?)))
    }

    fn owner(&mut self, table: &str) -> Answer<Option<Owner>> {
        let now = self.clock()?;
        let sql = "select table_id, leases.node, coalesce(address, ''), epoch, expires \
                   from leases left join nodes on nodes.node = leases.node where table_id = $1";
        one(self, sql, &[Arg::Text(table)], |row| owner_of(row, now))
    }

    fn owners(&mut self) -> Answer<Vec<Owner>> {
        let now = self.clock()?;
        let sql = "select table_id, leases.node, coalesce(address, ''), epoch, expires \
                   from leases left join nodes on nodes.node = leases.node order by table_id";
        all(self, sql, &[], |row| owner_of(row, now))
    }

    fn person(&mut self, name: &str) -> Answer<Option<Person>> {
        let sql = "select name, role, password_hash, locked, failures, created from accounts where name = $1";
        one(self, sql, &[Arg::Text(name)], person_of)
    }

    fn people(&mut self) -> Answer<Vec<Person>> {
        let sql = "select name, role, password_hash, locked, failures, created from accounts order by name";
        all(self, sql, &[], person_of)
    }

    fn session(&mut self, token: Hash) -> Answer<Option<Session>> {
        let now = self.clock()?;
        let sql = "select token_hash, account, expires, created from sessions where token_hash = $1 and expires > $2";
        one(self, sql, &[Arg::from(&token), Arg::Int(now)], |row| {
            Ok(Session { token: row.hash()?, account: row.text()?, expires: row.int()?, created: row.int()? })
        })
    }

    fn doc(&mut self, kind: &str, id: &str) -> Answer<Option<Doc>> {
        let sql = "select id, version, body from docs where kind = $1 and id = $2";
        one(self, sql, &[Arg::Text(kind), Arg::Text(id)], doc_of)
    }

    fn docs(&mut self, kind: &str) -> Answer<Vec<Doc>> {
        let sql = "select id, version, body from docs where kind = $1 order by id";
        all(self, sql, &[Arg::Text(kind)], doc_of)
    }

    fn checkpoints(&mut self, table: &str, most: u32) -> Answer<Vec<Checkpoint>> {
        let sql = "select table_id, size, root, at, signature from checkpoints \
                   where table_id = $1 order by size desc limit $2";
        let mut latest = all(self, sql, &[Arg::Text(table), Arg::Int(most.into())], |row| {
            Ok(Checkpoint {
                table: row.text()?,
                size: row.count()?,
                root: row.hash()?,
                at: row.int()?,
                signature: row.bytes()?,
            })
        })?;
        latest.reverse();
        Ok(latest)
    }

    fn floor_id(&mut self) -> Answer<Vec<u8>> {
        let row = self.row("select floor from meta", &[])?;
        row.ok_or_else(|| super::Broken("the floor has lost its name".into()))?.bytes()
    }

    fn fingerprints(&mut self) -> Answer<Vec<(String, Hash)>> {
        let sql = "select name, fingerprint from keys order by name";
        all(self, sql, &[], |row| Ok((row.text()?, row.hash()?)))
    }

    fn schema(&mut self) -> Answer<i64> {
        self.version()
    }

    fn now(&mut self) -> Answer<i64> {
        self.clock()
    }

    fn room(&self) -> Option<u64> {
        self.free()
    }

    fn disorder(&mut self) -> Answer<Vec<String>> {
        self.check()
    }

    fn backup(&mut self, to: &Path) -> Result<(), NotCopied> {
        self.copy(to)
    }
}

fn page(table: &str, from: u64, limit: u32) -> [Arg<'_>; 3] {
    [Arg::Text(table), Arg::Int(from.cast_signed()), Arg::Int(limit.into())]
}

fn all<T>(
    sql: &mut impl Sql,
    statement: &'static str,
    args: &[Arg<'_>],
    read: impl Fn(&mut Row) -> Answer<T>,
) -> Answer<Vec<T>> {
    sql.rows(statement, args)?.iter_mut().map(read).collect()
}

fn one<T>(
    sql: &mut impl Sql,
    statement: &'static str,
    args: &[Arg<'_>],
    read: impl Fn(&mut Row) -> Answer<T>,
) -> Answer<Option<T>> {
    sql.row(statement, args)?.as_mut().map(read).transpose()
}

fn line_of(row: &mut Row) -> Answer<Line> {
    Ok(Line {
        seq: row.count()?,
        epoch: row.count()?,
        at: row.int()?,
        line: row.text()?,
        leaf: row.hash()?,
        prev: row.hash()?,
    })
}

fn spot_of(row: &mut Row) -> Answer<Spot> {
    Ok(Spot { table: row.text()?, seq: row.count()? })
}

fn cage_key_of(row: &mut Row) -> Answer<CageKey> {
    let (key, body, at) = (row.text()?, row.hash()?, spot_of(row)?);
    let (asks, decides) = (row.int()? != 0, row.int()?);
    Ok(CageKey { key, body, at, asks, decides: u64::try_from(decides).ok() })
}

fn key_of(row: &mut Row) -> Answer<Key> {
    Ok(Key { key: row.text()?, body: row.hash()?, seq: row.count()? })
}

fn doc_of(row: &mut Row) -> Answer<Doc> {
    Ok(Doc { id: row.text()?, version: row.count()?, body: row.text()? })
}

fn owner_of(row: &mut Row, now: i64) -> Answer<Owner> {
    Ok(Owner {
        table: row.text()?,
        node: row.text()?,
        address: row.text()?,
        epoch: row.count()?,
        left_ms: row.int()? - now,
    })
}

fn person_of(row: &mut Row) -> Answer<Person> {
    Ok(Person {
        name: row.text()?,
        role: row.text()?,
        password_hash: row.text()?,
        locked: row.int()? != 0,
        failures: row.count()?,
        created: row.int()?,
    })
}
