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

-- What holds on the whole floor, whichever table writes: no key stands in two lines of cages, no slip in two lines, and a
-- clerk takes in or pays out alone no more than the limit of a gaming day. `decides` is the line of the same cage whose
-- request a line decides, -1 if none.
create table cage_keys (
    key text not null primary key, body blob not null check (length(body) = 32), table_id text not null,
    seq integer not null, asks integer not null, decides integer not null
) strict, without rowid;
create index cage_asks on cage_keys (table_id, seq) where asks = 1;
create index cage_decides on cage_keys (table_id, decides) where decides >= 0;
create table slips (slip text not null primary key, table_id text not null, seq integer not null) strict, without rowid;
create table issued (
    clerk text not null, day integer not null, cents integer not null, primary key (clerk, day)
) strict, without rowid;
create trigger cage_keys_stay_1 before update on cage_keys begin select raise(abort, 'cage_keys are never changed'); end;
create trigger cage_keys_stay_2 before delete on cage_keys begin select raise(abort, 'cage_keys are never deleted'); end;
create trigger slips_stay_1 before update on slips begin select raise(abort, 'slips are never changed'); end;
create trigger slips_stay_2 before delete on slips begin select raise(abort, 'slips are never deleted'); end;

-- What is recorded of the floor's keys, so that it never runs with others: the public key of `sign`.
create table keys (
    name text not null primary key, fingerprint blob not null check (length(fingerprint) = 32)
) strict, without rowid;

create table checkpoints (
    table_id text not null, size integer not null, root blob not null check (length(root) = 32), at integer not null,
    signature blob not null, primary key (table_id, size)
) strict, without rowid;

-- Shortcuts: every row can be deleted, and is made again from the lines. A snapshot says what the lines before `next`
-- make; blocks are the roots of 1,024 lines each, 1,024 of them a row; a part of a filter has 65,536 keys.
create table snapshots (
    table_id text not null, next integer not null check (next > 0), leaf blob not null check (length(leaf) = 32),
    round integer not null, upcoming integer not null, since integer not null, head text not null, tag text not null,
    body text not null, names text not null, rounds text not null, checked integer not null,
    primary key (table_id, next)
) strict;
create index snapshots_by_round on snapshots (table_id, round);
create index snapshots_by_window on snapshots (table_id, upcoming);
create table blocks (
    table_id text not null, part integer not null, roots blob not null, primary key (table_id, part)
) strict;
create table key_filter (
    table_id text not null, part integer not null, next integer not null, bits blob not null, tag text not null,
    primary key (table_id, part)
) strict;

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
