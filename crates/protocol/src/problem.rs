//! What goes wrong beside the law: one code for each thing a client can do about it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! codes {
    ($($code:ident $name:literal $status:literal $retry:literal, $about:literal, $remedy:literal;)*) => {
        /// Why a request came to nothing, for programs.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
        pub enum ProblemCode {
            $(
                #[doc = $about]
                #[serde(rename = $name)]
                $code,
            )*
        }

        impl ProblemCode {
            /// All of them, by status.
            pub const ALL: &[ProblemCode] = &[$(ProblemCode::$code,)*];

            /// Its name on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(ProblemCode::$code => $name,)* }
            }

            /// The status of HTTP.
            pub const fn status(self) -> u16 {
                match self { $(ProblemCode::$code => $status,)* }
            }

            /// Whether the same request, with the same key, may succeed if it is sent again.
            pub const fn may_retry(self) -> bool {
                match self { $(ProblemCode::$code => $retry,)* }
            }

            /// What it means.
            pub const fn about(self) -> &'static str {
                match self { $(ProblemCode::$code => $about,)* }
            }

            /// What to do about it.
            pub const fn remedy(self) -> &'static str {
                match self { $(ProblemCode::$code => $remedy,)* }
            }
        }
    };
}

codes! {
    BadRequest "bad-request" 400 false,
        "the request cannot be read: no JSON, an unknown field, a value out of range, a method the route does not have",
        "correct the request; the message says what is wrong with it";
    Misread "misread" 400 false,
        "the act, the amount or the part is not one that the table can read",
        "write it as the offers or the console write it";
    LogIn "log-in" 401 false,
        "nobody is logged in, or the session has ended",
        "log in, then send the request again";
    Forbidden "forbidden" 403 false,
        "the role does not allow it, or a page of another site asked for it",
        "ask somebody in one of the roles that `roles.md` lists for the route";
    NotYours "not-yours" 403 false,
        "it belongs to somebody else, or needs a second person",
        "leave it to the person concerned";
    Unknown "unknown" 404 false,
        "there is no such table, person, game, provision, round or line",
        "look up the name in the list that the floor gives";
    Conflict "conflict" 409 false,
        "something stands in the way: a name or a slip that is taken, a table that is already open",
        "read again how things are, and choose otherwise";
    KeyReused "key-reused" 409 false,
        "the key was used for another request",
        "take a new key for each new request";
    NotNow "not-now" 409 false,
        "the table cannot do it at this point",
        "wait for what the table waits for, and ask for the offers then";
    Stale "stale" 409 false,
        "the table has gone on since the line that the request names as last seen",
        "look at the table again, decide anew, and take a new key";
    TooLong "too-long" 413 false,
        "the body has more than 16 KiB",
        "send less";
    OutOfReach "out-of-reach" 422 false,
        "that part of the journal is too far from a snapshot to be played again on request",
        "read the journal and run `ch47 verify` on it";
    OverLimit "over-limit" 422 false,
        "more cash than one clerk may take in or pay out alone",
        "ask with `POST /api/cage` for a second person's approval";
    Poor "poor" 422 false,
        "there is not enough money in the wallet, or not enough chips at the table",
        "buy in, or take a smaller amount";
    Unlawful "unlawful" 422 false,
        "the options can be read, and the law forbids them",
        "change what the message names; `POST /api/options/check` lists every violation";
    Version "version" 426 false,
        "the live connection was not opened with the subprotocol `ch47.v2`: the client speaks another version of the protocol",
        "update the client; a page is updated by loading it again";
    Rate "rate" 429 true,
        "too many requests",
        "wait as many seconds as `Retry-After` says, and send the same request again";
    Broken "broken" 503 false,
        "the table's own rules or books do not agree, and the table has stopped",
        "call whoever runs the floor; the log says more";
    Unavailable "unavailable" 503 true,
        "the floor cannot take it now, or does not know whether it was written",
        "send the same request with the same key again: it has one effect";
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What went wrong: not a refusal under the law, but a mistake of the caller or of the software.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// For programs.
    pub code: ProblemCode,
    /// For people: what is wrong, and what to do next.
    pub message: String,
    /// Whether the same request with the same key may be sent again; this follows from the code.
    pub retry: bool,
    /// The key of the request, on a live connection.
    pub key: Option<String>,
}

impl Problem {
    /// A problem with its message.
    pub fn new(code: ProblemCode, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), retry: code.may_retry(), key: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_one_word_on_the_wire_and_says_what_to_do() {
        for code in ProblemCode::ALL {
            assert_eq!(serde_json::to_value(code).expect("JSON"), code.name());
            assert!(!code.about().is_empty() && !code.remedy().is_empty(), "{code}");
        }
        assert!(ProblemCode::ALL.is_sorted_by_key(|code| code.status()));
    }
}
