//! What goes wrong beside the law, said so that people and programs know what to do next.

use crate::store::Spot;
use books::Fault;
use protocol::Problem;

fn problem(code: &str, message: impl Into<String>, retry: bool) -> Problem {
    Problem { code: code.to_owned(), message: message.into(), retry, key: None }
}

/// A fault of the book.
pub fn of(fault: &Fault) -> Problem {
    let code = match fault {
        Fault::Misread(_) | Fault::Amount | Fault::TooMuch { .. } => "misread",
        Fault::Unlawful(_) => "unlawful",
        Fault::Unknown(_) => "unknown",
        Fault::NotYours => "not-yours",
        Fault::NotNow(_) => "not-now",
        Fault::Poor { .. } | Fault::Short { .. } => "poor",
        Fault::Rules(_) | Fault::Broken { .. } => "unavailable",
    };
    problem(code, fault.to_string(), false)
}

/// The same key was used for something else.
pub fn key_reused() -> Problem {
    problem("key-reused", "this key was used for another request: take a new key for a new request", false)
}

/// Too much is waiting.
pub fn busy() -> Problem {
    problem("unavailable", "the table is busy: nothing was written; send the same request again", true)
}

/// Too many ask for what takes long to find.
pub fn too_busy_to_read() -> Problem {
    problem("unavailable", "too many people are looking things up: try again in a moment", true)
}

/// Everything but the places of staff is taken.
pub fn crowded() -> Problem {
    problem("unavailable", "the floor is full: only staff can connect now; try again in a moment", true)
}

/// The disk is nearly full.
pub fn full() -> Problem {
    problem("unavailable", "the house takes no new wagers: its storage is nearly full", true)
}

/// The wallet does not hold so much.
pub fn overdrawn() -> Problem {
    problem("poor", "not enough money in the wallet", false)
}

/// The wallet would hold more than can be counted.
pub fn beyond_count() -> Problem {
    problem("misread", "the amount is too large: the wallet cannot hold so much", false)
}

/// A slip comes once.
pub fn slip_used(slip: &str, spot: &Spot) -> Problem {
    let Spot { table, seq } = spot;
    conflict(format!(
        "slip {slip} is recorded in line {seq} of {table} already: nothing was written; use the number of a new slip"
    ))
}

/// More than one person may take in or pay out.
pub fn over_limit(limit: i64, left: i64) -> Problem {
    let [limit, left] = [limit, left].map(rules::Money::cents);
    let message = format!(
        "one clerk takes in or pays out at most ${limit} in a gaming day, and ${left} of that is left: ask for a \
         second person's approval"
    );
    problem("over-limit", message, false)
}

/// The operating system gives no chance; nothing was written.
pub fn no_entropy(error: &std::io::Error) -> Problem {
    tracing::error!(%error, "a line was not written");
    problem(
        "unavailable",
        "the house cannot draw chance now: nothing was written; send the same request again",
        true,
    )
}

/// The table stopped while something was on its way.
pub fn unknown_outcome() -> Problem {
    problem("unavailable", "outcome unknown: send the same request with the same key again", true)
}

/// The store failed, or another node has the table.
pub fn lost(how: &str) -> Problem {
    tracing::error!(how, "a line was not written");
    unknown_outcome()
}

/// What is wanted is far from any snapshot.
pub fn too_far() -> Problem {
    let message = "that part of the journal is too far from the nearest snapshot to be played again here: read the \
                   journal and run `ch47 verify` on it";
    problem("unavailable", message, false)
}

/// Something that is said wrong.
pub fn bad_request(message: impl Into<String>) -> Problem {
    problem("bad-request", message, false)
}

/// Something that is too long to be read.
pub fn too_long() -> Problem {
    problem("too-long", "a request has at most 16 KiB", false)
}

/// Nobody is logged in.
pub fn log_in() -> Problem {
    problem("log-in", "log in first", false)
}

/// Not for this role.
pub fn forbidden(message: impl Into<String>) -> Problem {
    problem("forbidden", message, false)
}

/// There is none.
pub fn unknown(what: &str) -> Problem {
    problem("unknown", format!("no such {what}"), false)
}

/// Somebody else was there first.
pub fn conflict(message: impl Into<String>) -> Problem {
    problem("conflict", message, false)
}

/// The table has gone on.
pub fn stale() -> Problem {
    problem(
        "stale",
        "a new round has begun since the line you had seen: look again, and take a new key",
        false,
    )
}

/// Too often.
pub fn rate() -> Problem {
    problem("rate", "too many requests: wait a little and send the same request again", true)
}
