//! How a command ends when it does not end well: the law's No and a fault are told apart to the last.

use crate::screen;
use std::fmt;

/// Why a command failed.
pub enum Failure {
    /// The law says no; what it says has been printed.
    Law,
    /// The law says no, in these words.
    Refused(String),
    /// Another version of the rules is needed to say; what can be said has been printed.
    OtherRules,
    /// The command, a file or a line is at fault.
    Fault(String),
    /// A fault shown in its file, rendered already.
    Shown(String),
}

impl Failure {
    /// A fault with a message.
    pub fn fault(message: impl fmt::Display) -> Failure {
        Failure::Fault(message.to_string())
    }

    /// A refusal with a message.
    pub fn refused(message: impl fmt::Display) -> Failure {
        Failure::Refused(message.to_string())
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Law | Failure::Refused(_) => 1,
            Failure::Fault(_) | Failure::Shown(_) => 2,
            Failure::OtherRules => 3,
        }
    }

    /// Prints the message to standard error.
    pub fn report(&self) {
        match self {
            Failure::Law | Failure::OtherRules => {}
            Failure::Fault(message) | Failure::Refused(message) => {
                anstream::eprintln!("{}: {message}", screen::paint(screen::BAD, "error"));
            }
            Failure::Shown(text) => anstream::eprint!("{text}"),
        }
    }
}
