//! How a command fails: refusals by the law and faults are kept apart all the way to the exit code.

use crate::screen;
use std::fmt;

/// Why a command failed.
pub enum Failure {
    /// The law says no; the details have been printed.
    Law,
    /// The law says no, with this message.
    Refused(String),
    /// Another version of the rules is needed; what can be said has been printed.
    OtherRules,
    /// The command line, a file or a line is wrong.
    Fault(String),
    /// A fault shown in its file, already rendered.
    Shown(String),
    /// The run was interrupted; the results so far have been printed.
    Interrupted,
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
            // The code that a shell reports for an interrupted command.
            Failure::Interrupted => 130,
        }
    }

    /// Prints the message to standard error.
    pub fn report(&self) {
        match self {
            Failure::Law | Failure::OtherRules | Failure::Interrupted => {}
            Failure::Fault(message) | Failure::Refused(message) => {
                screen::complain!("{}: {message}", screen::paint(screen::BAD, "error"));
            }
            Failure::Shown(text) => anstream::eprint!("{}", screen::clean(text)),
        }
    }
}
