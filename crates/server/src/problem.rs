//! Problems that are not refusals by the law, worded so that people and programs know what to do next.

use crate::store::Spot;
use books::Fault;
use protocol::{Problem, ProblemCode, SUBPROTOCOL};

/// The problem for a fault of the book.
pub fn of(fault: &Fault) -> Problem {
    let code = match fault {
        Fault::Misread(_) | Fault::Amount | Fault::TooMuch { .. } => ProblemCode::Misread,
        Fault::Unlawful(_) => ProblemCode::Unlawful,
        Fault::Unknown(_) => ProblemCode::Unknown,
        Fault::NotYours => ProblemCode::NotYours,
        Fault::NotNow(_) => ProblemCode::NotNow,
        Fault::Poor { .. } | Fault::Short { .. } => ProblemCode::Poor,
        Fault::Rules(_) | Fault::Broken { .. } => ProblemCode::Broken,
    };
    Problem::new(code, fault.to_string())
}

/// The same key was used for a different request.
pub fn key_reused() -> Problem {
    Problem::new(ProblemCode::KeyReused, "this key was already used for another request: use a new key")
}

/// Too many requests are waiting at the table.
pub fn busy() -> Problem {
    Problem::new(
        ProblemCode::Unavailable,
        "the table is busy: nothing was written; send the same request again",
    )
}

/// Too many expensive reads are waiting.
pub fn too_busy_to_read() -> Problem {
    Problem::new(ProblemCode::Unavailable, "too many people are looking things up: try again in a moment")
}

/// The client speaks another version of the protocol, or does not say which.
pub fn version() -> Problem {
    let message = format!("this floor speaks {SUBPROTOCOL}: update the client, or load the page again");
    Problem::new(ProblemCode::Version, message)
}

/// Only the places reserved for staff are left.
pub fn crowded() -> Problem {
    Problem::new(
        ProblemCode::Unavailable,
        "the floor is full: only staff can connect now; try again in a moment",
    )
}

/// The disk is nearly full.
pub fn full() -> Problem {
    Problem::new(ProblemCode::Unavailable, "the house takes no new wagers: its storage is nearly full")
}

/// The wallet does not hold that much.
pub fn overdrawn() -> Problem {
    Problem::new(ProblemCode::Poor, "not enough money in the wallet")
}

/// The wallet would overflow.
pub fn beyond_count() -> Problem {
    Problem::new(ProblemCode::Misread, "the amount is too large: the wallet cannot hold that much")
}

/// The slip was already used.
pub fn slip_used(slip: &str, spot: &Spot) -> Problem {
    let Spot { table, seq } = spot;
    conflict(format!(
        "slip {slip} is already recorded in line {seq} of {table}: nothing was written; use the number of a new slip"
    ))
}

/// The amount is more than one clerk may take in or pay out.
pub fn over_limit(limit: i64, left: i64) -> Problem {
    let [limit, left] = [limit, left].map(rules::Money::cents);
    let message = format!(
        "one clerk takes in or pays out at most ${limit} in a gaming day, and ${left} of that is left: ask for a \
         second person's approval"
    );
    Problem::new(ProblemCode::OverLimit, message)
}

/// The operating system provides no entropy; nothing was written.
pub fn no_entropy(error: &std::io::Error) -> Problem {
    tracing::error!(%error, "a line was not written");
    Problem::new(
        ProblemCode::Unavailable,
        "the house cannot draw chance now: nothing was written; send the same request again",
    )
}

/// The table stopped while a request was in progress.
pub fn unknown_outcome() -> Problem {
    Problem::new(ProblemCode::Unavailable, "outcome unknown: send the same request with the same key again")
}

/// The store failed, or another node has the table.
pub fn lost(how: &str) -> Problem {
    tracing::error!(how, "a line was not written");
    unknown_outcome()
}

/// The requested lines are too far from any snapshot.
pub fn too_far() -> Problem {
    let message = "that part of the journal is too far from the nearest snapshot to be played again here: read the \
                   journal and run `ch47 verify` on it";
    Problem::new(ProblemCode::OutOfReach, message)
}

/// The request is malformed.
pub fn bad_request(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::BadRequest, message)
}

/// The request is too long.
pub fn too_long() -> Problem {
    Problem::new(ProblemCode::TooLong, "a request has at most 16 KiB")
}

/// Nobody is signed in.
pub fn log_in() -> Problem {
    Problem::new(ProblemCode::LogIn, "sign in first")
}

/// The role does not permit this.
pub fn forbidden(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Forbidden, message)
}

/// There is no such thing.
pub fn unknown(what: &str) -> Problem {
    Problem::new(ProblemCode::Unknown, format!("no such {what}"))
}

/// Something else has to come first.
pub fn not_now(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::NotNow, message)
}

/// The request conflicts with what is already there.
pub fn conflict(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Conflict, message)
}

/// The table has moved on since.
pub fn stale() -> Problem {
    Problem::new(
        ProblemCode::Stale,
        "a new round has begun since the line you had seen: read the table again, and use a new key",
    )
}

/// Another console, or a patron with a device, was quicker.
pub fn told_since(seen: u64, next: u64) -> Problem {
    let lines = match next.saturating_sub(seen + 1) {
        0 => "your console shows lines that this table does not have".to_owned(),
        1 => format!("line {} was recorded since the last one you have seen", next - 1),
        _ => format!("lines {} to {} were recorded since the last one you have seen", seen + 1, next - 1),
    };
    let message = format!("{lines}: nothing was recorded; check the table and enter it again");
    Problem::new(ProblemCode::Stale, message)
}

/// Too many requests.
pub fn rate() -> Problem {
    Problem::new(ProblemCode::Rate, "too many requests: wait a little and send the same request again")
}
