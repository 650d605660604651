//! Writing beside the journals, once for both databases. Each function is one statement, and thus one transaction.

use super::{
    Answer, Append, Checkpoint, Link, Person, Reader, Session, Store, Verdict,
    sql::{Arg, Row, Sql},
};
use books::Hash;

/// What each database does in its own way.
pub trait Engine: Sql {
    fn commit(&mut self, batch: &[Append]) -> Answer<Vec<Verdict>>;
    fn reader(&self) -> Answer<Box<dyn Reader>>;
    fn tidy(&mut self) {}
}

impl<S: Engine> Store for S {
    fn commit(&mut self, batch: &[Append]) -> Answer<Vec<Verdict>> {
        if batch.is_empty() { Ok(Vec::new()) } else { Engine::commit(self, batch) }
    }

    fn tidy(&mut self) {
        Engine::tidy(self);
    }

    fn reader(&self) -> Answer<Box<dyn Reader>> {
        Engine::reader(self)
    }

    fn register(&mut self, node: &str, address: &str) -> Answer<()> {
        let sql = "insert into nodes (node, address) values ($1, $2) \
                   on conflict (node) do update set address = excluded.address";
        self.run(sql, &[Arg::Text(node), Arg::Text(address)]).map(drop)
    }

    fn claim(&mut self, table: &str, node: &str, ttl_ms: u32) -> Answer<Option<u64>> {
        // The clock is read first: however long the statement then waits, the lease can only end too early, not too
        // late.
        let now = self.clock()?;
        let sql = "insert into leases (table_id, node, expires, epoch) values ($1, $2, $3, 1) \
                   on conflict (table_id) do update \
                   set node = excluded.node, expires = excluded.expires, epoch = leases.epoch + 1 \
                   where leases.node = excluded.node or leases.expires <= $4 \
                   returning epoch";
        let args = [Arg::Text(table), Arg::Text(node), Arg::Int(now + i64::from(ttl_ms)), Arg::Int(now)];
        self.row(sql, &args)?.as_mut().map(Row::count).transpose()
    }

    fn renew(&mut self, node: &str, leases: &[(String, u64)], ttl_ms: u32) -> Answer<Vec<bool>> {
        let expires = self.clock()? + i64::from(ttl_ms);
        // A lease that was given back stays so, even if a renewal is still in progress.
        let sql =
            "update leases set expires = $1 where table_id = $2 and node = $3 and epoch = $4 and expires > 0";
        // One by one, each in its own transaction: no row that another node waits for is held while this one waits.
        leases
            .iter()
            .map(|(table, epoch)| {
                let args =
                    [Arg::Int(expires), Arg::Text(table), Arg::Text(node), Arg::Int(epoch.cast_signed())];
                Ok(self.run(sql, &args)? == 1)
            })
            .collect()
    }

    fn release(&mut self, table: &str, node: &str, epoch: u64) -> Answer<()> {
        let sql = "update leases set expires = 0 where table_id = $1 and node = $2 and epoch = $3";
        self.run(sql, &[Arg::Text(table), Arg::Text(node), Arg::Int(epoch.cast_signed())]).map(drop)
    }

    fn record_key(&mut self, name: &str, fingerprint: Hash) -> Answer<()> {
        let sql = "insert into keys (name, fingerprint) values ($1, $2) on conflict (name) do nothing";
        self.run(sql, &[Arg::Text(name), Arg::from(&fingerprint)]).map(drop)
    }

    fn replace_key(&mut self, name: &str, fingerprint: Hash) -> Answer<()> {
        let known = self.fingerprints()?;
        if let Some((_, retired)) = known.iter().find(|(known, _)| known == name) {
            let count =
                known.iter().filter(|(known, _)| known.starts_with(&format!("{name} retired"))).count();
            Store::record_key(self, &format!("{name} retired {}", count + 1), *retired)?;
        }
        let sql = "insert into keys (name, fingerprint) values ($1, $2) \
                   on conflict (name) do update set fingerprint = excluded.fingerprint";
        self.run(sql, &[Arg::Text(name), Arg::from(&fingerprint)]).map(drop)
    }

    fn raise_epoch(&mut self, table: &str, above: u64) -> Answer<()> {
        let sql = "insert into leases (table_id, node, epoch, expires) values ($1, 'restored', $2, 0) \
                   on conflict (table_id) do update set node = excluded.node, expires = 0, \
                   epoch = case when leases.epoch >= excluded.epoch then leases.epoch + 1 else excluded.epoch end";
        self.run(sql, &[Arg::Text(table), Arg::Int(above.saturating_add(1).cast_signed())]).map(drop)
    }

    fn end_all_sessions(&mut self) -> Answer<()> {
        self.run("delete from sessions", &[])?;
        self.run("delete from links", &[]).map(drop)
    }

    fn add_person(&mut self, person: &Person) -> Answer<bool> {
        let sql = "insert into accounts (name, role, password_hash, locked, failures, created) \
                   values ($1, $2, $3, $4, $5, $6) on conflict do nothing";
        let args = [
            Arg::Text(&person.name),
            Arg::Text(&person.role),
            Arg::Text(&person.password_hash),
            Arg::Int(person.locked.into()),
            Arg::Int(person.failures.into()),
            Arg::Int(person.created),
        ];
        Ok(self.run(sql, &args)? == 1)
    }

    fn set_role(&mut self, name: &str, role: &str) -> Answer<bool> {
        let sql = "update accounts set role = $1 where name = $2";
        Ok(self.run(sql, &[Arg::Text(role), Arg::Text(name)])? == 1)
    }

    fn set_password(&mut self, name: &str, password_hash: &str) -> Answer<bool> {
        let sql = "update accounts set password_hash = $1, failures = 0 where name = $2";
        Ok(self.run(sql, &[Arg::Text(password_hash), Arg::Text(name)])? == 1)
    }

    fn set_locked(&mut self, name: &str, locked: bool) -> Answer<bool> {
        let sql = "update accounts set locked = $1, failures = 0 where name = $2";
        Ok(self.run(sql, &[Arg::Int(locked.into()), Arg::Text(name)])? == 1)
    }

    fn fail_login(&mut self, name: &str, lock_at: u32) -> Answer<Option<u32>> {
        let sql = "update accounts set failures = failures + 1, \
                   locked = case when failures + 1 >= $1 then 1 else locked end \
                   where name = $2 returning failures";
        let args = [Arg::Int(lock_at.into()), Arg::Text(name)];
        self.row(sql, &args)?.as_mut().map(Row::count).transpose()
    }

    fn clear_failures(&mut self, name: &str) -> Answer<()> {
        self.run("update accounts set failures = 0 where name = $1", &[Arg::Text(name)]).map(drop)
    }

    fn add_session(&mut self, session: &Session) -> Answer<()> {
        let sql = "insert into sessions (token_hash, account, expires, created) values ($1, $2, $3, $4)";
        let args = [
            Arg::from(&session.token),
            Arg::Text(&session.account),
            Arg::Int(session.expires),
            Arg::Int(session.created),
        ];
        self.run(sql, &args).map(drop)
    }

    fn extend_session(&mut self, token: Hash, expires: i64) -> Answer<bool> {
        let now = self.clock()?;
        let sql = "update sessions set expires = $1 where token_hash = $2 and expires > $3";
        Ok(self.run(sql, &[Arg::Int(expires), Arg::from(&token), Arg::Int(now)])? == 1)
    }

    fn end_session(&mut self, token: Hash) -> Answer<()> {
        self.run("delete from sessions where token_hash = $1", &[Arg::from(&token)]).map(drop)
    }

    fn end_sessions(&mut self, account: &str) -> Answer<u64> {
        self.run("delete from sessions where account = $1", &[Arg::Text(account)])
    }

    fn add_link(&mut self, link: &Link) -> Answer<()> {
        let sql =
            "insert into links (token_hash, account, purpose, expires, created) values ($1, $2, $3, $4, $5)";
        let args = [
            Arg::from(&link.token),
            Arg::Text(&link.account),
            Arg::Text(&link.purpose),
            Arg::Int(link.expires),
            Arg::Int(link.created),
        ];
        self.run(sql, &args).map(drop)
    }

    fn use_link(&mut self, token: Hash) -> Answer<Option<Link>> {
        let now = self.clock()?;
        let sql = "delete from links where token_hash = $1 and expires > $2 \
                   returning token_hash, account, purpose, expires, created";
        let Some(mut row) = self.row(sql, &[Arg::from(&token), Arg::Int(now)])? else { return Ok(None) };
        Ok(Some(Link {
            token: row.hash()?,
            account: row.text()?,
            purpose: row.text()?,
            expires: row.int()?,
            created: row.int()?,
        }))
    }

    fn sweep(&mut self) -> Answer<()> {
        let now = self.clock()?;
        self.run("delete from sessions where expires <= $1", &[Arg::Int(now)])?;
        self.run("delete from links where expires <= $1", &[Arg::Int(now)]).map(drop)
    }

    fn put_doc(&mut self, kind: &str, id: &str, body: &str, seen: u64) -> Answer<Option<u64>> {
        let args = [Arg::Text(body), Arg::Text(kind), Arg::Text(id), Arg::Int(seen.cast_signed())];
        let (sql, args) = match seen {
            0 => (
                "insert into docs (body, kind, id, version) values ($1, $2, $3, 1) \
                 on conflict do nothing returning version",
                &args[..3],
            ),
            _ => (
                "update docs set body = $1, version = version + 1 \
                 where kind = $2 and id = $3 and version = $4 returning version",
                &args[..],
            ),
        };
        self.row(sql, args)?.as_mut().map(Row::count).transpose()
    }

    fn drop_doc(&mut self, kind: &str, id: &str, seen: u64) -> Answer<bool> {
        let sql = "delete from docs where kind = $1 and id = $2 and version = $3";
        Ok(self.run(sql, &[Arg::Text(kind), Arg::Text(id), Arg::Int(seen.cast_signed())])? == 1)
    }

    fn put_checkpoint(&mut self, checkpoint: &Checkpoint) -> Answer<bool> {
        let args = [
            Arg::Text(&checkpoint.table),
            Arg::Int(checkpoint.size.cast_signed()),
            Arg::from(&checkpoint.root),
            Arg::Int(checkpoint.at),
            Arg::Bytes(&checkpoint.signature),
        ];
        let insert = "insert into checkpoints (table_id, size, root, at, signature) values ($1, $2, $3, $4, $5) \
                      on conflict do nothing";
        if self.run(insert, &args)? == 1 {
            return Ok(true);
        }
        let stands = "select size from checkpoints where table_id = $1 and size = $2 and root = $3";
        Ok(self.row(stands, &args[..3])?.is_some())
    }
}
