-- A floor that several nodes share. Lines and checkpoints are written once; triggers refuse anything else. Names are
-- compared byte by byte, so that every node sorts, and locks, alike.
create schema if not exists ch47;
set local search_path = ch47;

create table meta (
    one bigint primary key check (one = 1), version bigint not null, floor bytea not null check (length(floor) = 16)
);

-- What is recorded of the floor's keys, so that no node runs with others: the public key of `sign`.
create table keys (
    name text collate "C" primary key, fingerprint bytea not null check (length(fingerprint) = 32)
);

-- A line with all that hangs on it is one row. The postings are JSON, `[["account", cents], ...]`.
create table lines (
    table_id text collate "C" not null, seq bigint not null check (seq >= 0), epoch bigint not null,
    at bigint not null, line text not null, leaf bytea not null check (length(leaf) = 32),
    prev bytea not null check (length(prev) = 32), key text collate "C", body bytea check (length(body) = 32),
    postings text not null, primary key (table_id, seq), check ((key is null) = (body is null))
);
create unique index lines_by_key on lines (table_id, key) where key is not null;

-- A projection of the postings, and the one place where an overdraft is refused. Rows are rewritten in their page.
create table balances (
    account text collate "C" primary key, cents bigint not null,
    check (cents >= 0 or substr(account, 1, 7) <> 'wallet:')
) with (fillfactor = 50);

-- What holds on the whole floor, whichever table or node writes: no key stands in two lines of cages, no slip in two lines,
-- and a clerk takes in or pays out alone no more than the limit of a gaming day. `decides` is the line of the same cage
-- whose request a line decides, -1 if none.
create table cage_keys (
    key text collate "C" primary key, body bytea not null check (length(body) = 32),
    table_id text collate "C" not null, seq bigint not null, asks bigint not null, decides bigint not null
);
create index cage_asks on cage_keys (table_id, seq) where asks = 1;
create index cage_decides on cage_keys (table_id, decides) where decides >= 0;
create table slips (slip text collate "C" primary key, table_id text collate "C" not null, seq bigint not null);
create table issued (
    clerk text collate "C" not null, day bigint not null, cents bigint not null, primary key (clerk, day)
);

create table checkpoints (
    table_id text collate "C" not null, size bigint not null, root bytea not null check (length(root) = 32),
    at bigint not null, signature bytea not null, primary key (table_id, size)
);

-- Shortcuts: every row can be deleted, and is made again from the lines. A snapshot says what the lines before `next`
-- make; blocks are the roots of 1,024 lines each, 1,024 of them a row; a part of a filter has 65,536 keys.
create table snapshots (
    table_id text collate "C" not null, next bigint not null check (next > 0),
    leaf bytea not null check (length(leaf) = 32), round bigint not null, upcoming bigint not null, since bigint not null,
    head text not null, tag text not null, body text not null, names text not null, rounds text not null,
    checked bigint not null, primary key (table_id, next)
);
create index snapshots_by_round on snapshots (table_id, round);
create index snapshots_by_window on snapshots (table_id, upcoming);
create table blocks (
    table_id text collate "C" not null, part bigint not null, roots bytea not null, primary key (table_id, part)
);
create table key_filter (
    table_id text collate "C" not null, part bigint not null, next bigint not null, bits bytea not null,
    tag text not null, primary key (table_id, part)
);

create table leases (
    table_id text collate "C" primary key, node text collate "C" not null, epoch bigint not null,
    expires bigint not null
) with (fillfactor = 50);

create table nodes (node text collate "C" primary key, address text not null);

create table accounts (
    name text collate "C" primary key, role text not null, password_hash text not null, locked bigint not null,
    failures bigint not null, created bigint not null
);

create table sessions (
    token_hash bytea primary key, account text collate "C" not null, expires bigint not null, created bigint not null
);

create table links (
    token_hash bytea primary key, account text collate "C" not null, purpose text not null, expires bigint not null,
    created bigint not null
);

create table docs (
    kind text collate "C" not null, id text collate "C" not null, version bigint not null, body text not null,
    primary key (kind, id)
);

create function refuse() returns trigger language plpgsql as $$
begin
    raise exception '% are never %', tg_table_name,
        case tg_op when 'UPDATE' then 'changed' else 'deleted' end;
end $$;
create trigger stay before update or delete on lines for each row execute function refuse();
create trigger stay before update or delete on checkpoints for each row execute function refuse();
create trigger stay_whole before truncate on lines for each statement execute function refuse();
create trigger stay_whole before truncate on checkpoints for each statement execute function refuse();
create trigger stay before update or delete on cage_keys for each row execute function refuse();
create trigger stay before update or delete on slips for each row execute function refuse();
create trigger stay_whole before truncate on cage_keys for each statement execute function refuse();
create trigger stay_whole before truncate on slips for each statement execute function refuse();

-- Writes appends, all or none. What it raises says why: C47DP deposed, C47RP or a second row in lines_by_key repeated,
-- C47OD overdrawn, C47OL over the limit of a clerk.
create function append(
    l_table text[], l_seq bigint[], l_epoch bigint[], l_at bigint[], l_line text[], l_leaf bytea[], l_prev bytea[],
    l_key text[], l_body bytea[], l_postings text[], l_linked boolean[],
    w_account text[], w_net bigint[], w_least bigint[],
    b_account text[], b_net bigint[],
    k_key text[], k_body bytea[], k_table text[], k_seq bigint[], k_asks bigint[], k_decides bigint[],
    p_slip text[], p_table text[], p_seq bigint[],
    i_clerk text[], i_day bigint[], i_cents bigint[], i_limit bigint[]
) returns void language plpgsql as $$
declare
    wrote bigint;
begin
    -- The lease is locked by the statement that writes: a take-over waits for this transaction, or this statement for
    -- the take-over, and then it finds another epoch. A line that is not linked to one of the same batch must follow
    -- the last line there is; a number that is taken is a conflict.
    insert into lines (table_id, seq, epoch, at, line, leaf, prev, key, body, postings)
        select u.table_id, u.seq, u.epoch, u.at, u.line, u.leaf, u.prev, u.key, u.body, u.postings
        from unnest(l_table, l_seq, l_epoch, l_at, l_line, l_leaf, l_prev, l_key, l_body, l_postings, l_linked)
            as u (table_id, seq, epoch, at, line, leaf, prev, key, body, postings, linked)
        join leases on leases.table_id = u.table_id and leases.epoch = u.epoch
        where u.linked
            or u.prev = case when u.seq = 0 then decode(repeat('00', 32), 'hex') else (
                select last.leaf from lines last where last.table_id = u.table_id and last.seq = u.seq - 1) end
        for share of leases
        on conflict (table_id, seq) do nothing;
    get diagnostics wrote = row_count;
    if wrote <> cardinality(l_table) then
        raise exception 'deposed' using errcode = 'C47DP';
    end if;

    -- What holds on the whole floor. Whoever comes second waits here until the first has committed or not: there is no
    -- moment in which both find a key new. Each in the order of names, as below.
    if cardinality(k_key) > 0 then
        insert into cage_keys (key, body, table_id, seq, asks, decides)
            select * from unnest(k_key, k_body, k_table, k_seq, k_asks, k_decides)
                as u (key, body, table_id, seq, asks, decides) order by u.key collate "C" on conflict do nothing;
        get diagnostics wrote = row_count;
        if wrote <> cardinality(k_key) then
            raise exception 'repeated key' using errcode = 'C47RP';
        end if;
    end if;
    if cardinality(p_slip) > 0 then
        insert into slips (slip, table_id, seq)
            select * from unnest(p_slip, p_table, p_seq) as u (slip, table_id, seq) order by u.slip collate "C"
            on conflict do nothing;
        get diagnostics wrote = row_count;
        if wrote <> cardinality(p_slip) then
            raise exception 'repeated slip' using errcode = 'C47RP';
        end if;
    end if;
    if cardinality(i_clerk) > 0 then
        insert into issued (clerk, day, cents)
            select u.clerk, u.day, 0 from unnest(i_clerk, i_day) as u (clerk, day) order by u.clerk collate "C", u.day
            on conflict do nothing;
        perform 1 from issued where clerk = any (i_clerk) and day = any (i_day) order by clerk, day for update;
        update issued set cents = issued.cents + u.cents
            from unnest(i_clerk, i_day, i_cents, i_limit) as u (clerk, day, cents, most)
            where issued.clerk = u.clerk and issued.day = u.day and issued.cents + u.cents <= u.most;
        get diagnostics wrote = row_count;
        if wrote <> cardinality(i_clerk) then
            raise exception 'over the limit' using errcode = 'C47OL';
        end if;
    end if;

    -- Wallets first, then the other accounts, each in the order of names, so that two nodes never wait for each other.
    -- The least is how far a wallet sinks within the batch.
    if cardinality(w_account) > 0 then
        insert into balances (account, cents)
            select name, 0 from unnest(w_account) name
            where not exists (select 1 from balances where account = name) order by name collate "C"
            on conflict do nothing;
        perform 1 from balances where account = any (w_account) order by account for update;
        update balances set cents = cents + u.net
            from unnest(w_account, w_net, w_least) as u (account, net, least)
            where balances.account = u.account and cents + u.least >= 0;
        get diagnostics wrote = row_count;
        if wrote <> cardinality(w_account) then
            raise exception 'overdrawn' using errcode = 'C47OD';
        end if;
    end if;
    insert into balances (account, cents) select * from unnest(b_account, b_net)
        on conflict (account) do update set cents = balances.cents + excluded.cents;
end $$;
