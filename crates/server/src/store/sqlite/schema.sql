-- One node's floor. Lines and checkpoints are written once; triggers refuse anything else.
create table meta (one integer primary key check (one = 1), floor blob not null) strict;

-- A line with all that hangs on it is one row, in the order of writing: pages fill up one after another, and a sync
-- writes few of them. The postings are JSON, `[["account", cents], ...]`.
create table lines (
    id integer primary key, table_id text not null, seq integer not null check (seq >= 0), epoch integer not null,
    at integer not null, line text not null, leaf blob not null check (length(leaf) = 32),
    prev blob not null check (length(prev) = 32), key text, body blob check (length(body) = 32),
    postings text not null, check ((key is null) = (body is null))
) strict;
create unique index lines_by_number on lines (table_id, seq);
create unique index lines_by_key on lines (table_id, key) where key is not null;

-- A projection of the postings, and the one place where an overdraft is refused.
create table balances (
    account text not null primary key, cents integer not null, check (cents >= 0 or substr(account, 1, 7) <> 'wallet:')
) strict, without rowid;

-- What is recorded of the floor's keys, so that it never runs with others: the public key of `sign`.
create table keys (
    name text not null primary key, fingerprint blob not null check (length(fingerprint) = 32)
) strict, without rowid;

create table sealed (
    table_id text not null, shoe integer not null, bytes blob not null, primary key (table_id, shoe)
) strict, without rowid;

create table checkpoints (
    table_id text not null, size integer not null, root blob not null check (length(root) = 32), at integer not null,
    signature blob not null, primary key (table_id, size)
) strict, without rowid;

create table leases (
    table_id text not null primary key, node text not null, epoch integer not null, expires integer not null
) strict, without rowid;

create table nodes (node text not null primary key, address text not null) strict, without rowid;

create table accounts (
    name text not null primary key, role text not null, password_hash text not null, locked integer not null,
    failures integer not null, created integer not null
) strict, without rowid;

create table sessions (
    token_hash blob not null primary key, account text not null, expires integer not null, created integer not null
) strict, without rowid;

create table links (
    token_hash blob not null primary key, account text not null, purpose text not null, expires integer not null,
    created integer not null
) strict, without rowid;

create table docs (
    kind text not null, id text not null, version integer not null, body text not null, primary key (kind, id)
) strict, without rowid;

create trigger lines_stay_1 before update on lines begin select raise(abort, 'lines are never changed'); end;
create trigger lines_stay_2 before delete on lines begin select raise(abort, 'lines are never deleted'); end;
create trigger checkpoints_stay_1 before update on checkpoints
    begin select raise(abort, 'checkpoints are never changed'); end;
create trigger checkpoints_stay_2 before delete on checkpoints
    begin select raise(abort, 'checkpoints are never deleted'); end;
