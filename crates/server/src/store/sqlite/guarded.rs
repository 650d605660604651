//! What must hold on the whole floor. Nobody else writes during the transaction of a batch, so whatever is checked
//! stays true until it is written.

use super::Connected;
use crate::store::{
    Answer, Append, Reader, is_cage,
    sql::{Arg, Sql},
};

/// Whether any cage of the floor has a line with this key, or any table has one with this slip.
pub fn is_repeated(link: &mut Connected, append: &Append) -> Answer<bool> {
    if let (true, Some((key, _))) = (is_cage(&append.table), &append.key)
        && link.cage_key(key)?.is_some()
    {
        return Ok(true);
    }
    match &append.guard.slip {
        Some(slip) => Ok(link.slip(slip)?.is_some()),
        None => Ok(false),
    }
}

/// Whether a clerk would take in or pay out more in a gaming day than one person may.
pub fn is_over_limit(link: &mut Connected, append: &Append) -> Answer<bool> {
    match &append.guard.issue {
        Some(issue) => Ok(link.issued(&issue.by, issue.day)?.saturating_add(issue.cents) > issue.limit),
        None => Ok(false),
    }
}

/// Records what the line uses up.
pub fn write(link: &mut Connected, append: &Append) -> Answer<()> {
    let (table, seq) = (Arg::Text(&append.table), Arg::Int(append.seq.cast_signed()));
    let guard = &append.guard;
    if let (true, Some((key, body))) = (is_cage(&append.table), &append.key) {
        let sql =
            "insert into cage_keys (key, body, table_id, seq, asks, decides) values ($1, $2, $3, $4, $5, $6)";
        let decides = guard.decides.map_or(-1, u64::cast_signed);
        let args =
            [Arg::Text(key), Arg::from(body), table, seq, Arg::Int(guard.asks.into()), Arg::Int(decides)];
        link.run(sql, &args)?;
    }
    if let Some(slip) = &guard.slip {
        link.run(
            "insert into slips (slip, table_id, seq) values ($1, $2, $3)",
            &[Arg::Text(slip), table, seq],
        )?;
    }
    if let Some(issue) = &guard.issue {
        let sql = "insert into issued (clerk, day, cents) values ($1, $2, $3) \
                   on conflict (clerk, day) do update set cents = issued.cents + excluded.cents";
        link.run(sql, &[Arg::Text(&issue.by), Arg::Int(issue.day), Arg::Int(issue.cents)])?;
    }
    Ok(())
}
