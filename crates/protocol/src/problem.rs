//! Errors other than refusals under the law: one code for each thing a client can do about them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! codes {
    ($($code:ident $name:literal $status:literal $retry:literal, $about:literal, $remedy:literal;)*) => {
        /// The machine-readable reason why a request failed.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
        pub enum ProblemCode {
            $(
                #[doc = $about]
                #[serde(rename = $name)]
                $code,
            )*
        }

        impl ProblemCode {
            /// All codes, ordered by status.
            pub const ALL: &[ProblemCode] = &[$(ProblemCode::$code,)*];

            /// The name of the code in messages.
            pub const fn name(self) -> &'static str {
                match self { $(ProblemCode::$code => $name,)* }
            }

            /// The HTTP status that goes with the code.
            pub const fn status(self) -> u16 {
                match self { $(ProblemCode::$code => $status,)* }
            }

            /// Whether the same request, with the same key, may succeed if sent again.
            pub const fn may_retry(self) -> bool {
                match self { $(ProblemCode::$code => $retry,)* }
            }

            /// What the code means, in a sentence.
            pub const fn about(self) -> &'static str {
                match self { $(ProblemCode::$code => $about,)* }
            }

            /// What a client should do about it.
            pub const fn remedy(self) -> &'static str {
                match self { $(ProblemCode::$code => $remedy,)* }
            }
        }
    };
}

codes! {
    BadRequest "bad-request" 400 false,
        "the request cannot be read: it is not JSON, has an unknown field or a value out of range, or uses a method that the route does not have",
        "correct the request; the message says what is wrong with it";
    Misread "misread" 400 false,
        "the table cannot read the act, the amount or the part",
        "write it the way the offers or the console show it";
    LogIn "log-in" 401 false,
        "you are not signed in, or the session has ended",
        "sign in, then send the request again";
    Forbidden "forbidden" 403 false,
        "your role does not allow it, or the request came from a page of another site",
        "ask someone with one of the roles that `roles.md` lists for the route";
    NotYours "not-yours" 403 false,
        "it belongs to someone else, or needs a second person",
        "leave it to the person concerned";
    Unknown "unknown" 404 false,
        "there is no such table, person, game, provision, round or line",
        "look up the name in the floor's list";
    Conflict "conflict" 409 false,
        "the request conflicts with the current state: the name or slip number is taken, or the table is already open",
        "read the current state, and choose something else";
    KeyReused "key-reused" 409 false,
        "the key was used for another request",
        "use a new key for each new request";
    NotNow "not-now" 409 false,
        "the table cannot do it at this point",
        "wait until the table moves on, then ask for the offers";
    Stale "stale" 409 false,
        "the table has moved on since the line that the request names as last seen",
        "read the table again, decide again, and use a new key";
    TooLong "too-long" 413 false,
        "the body has more than 16 KiB",
        "send less";
    OutOfReach "out-of-reach" 422 false,
        "that part of the journal is too far from a snapshot to be replayed on request",
        "read the journal and run `ch47 verify` on it";
    OverLimit "over-limit" 422 false,
        "the amount is more than one clerk may take in or pay out alone",
        "ask for a second person's approval with `POST /api/cage`";
    Poor "poor" 422 false,
        "there is not enough money in the wallet, or not enough chips at the table",
        "buy in, or use a smaller amount";
    Unlawful "unlawful" 422 false,
        "the options can be read, but the law forbids them",
        "change what the message names; `POST /api/options/check` lists every violation";
    Version "version" 426 false,
        "the live connection was not opened with the subprotocol `ch47.v2`, so the client speaks another version of the protocol",
        "update the client; to update a page, reload it";
    Rate "rate" 429 true,
        "too many requests",
        "wait the number of seconds in `Retry-After`, then send the same request again";
    Broken "broken" 503 false,
        "the table's rules and books do not agree, so the table has stopped",
        "call the floor's operator; the log has the details";
    Unavailable "unavailable" 503 true,
        "the floor cannot handle the request now, or does not know whether it was written",
        "send the same request again with the same key; it takes effect only once";
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An error that is not a refusal under the law but a mistake of the caller or of the software.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The machine-readable reason.
    pub code: ProblemCode,
    /// The message for people: what is wrong, and what to do next.
    pub message: String,
    /// Whether the same request may be sent again with the same key; determined by the code.
    pub retry: bool,
    /// The key of the request; set on live connections only.
    pub key: Option<String>,
}

impl Problem {
    /// Creates a problem with this message.
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
