//! The closed vocabularies of the data. Each word in the TOML is a variant here, or the build fails.

use core::fmt;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// The word as written in the TOML.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

words! {
    /// The kind of a rule.
    Kind {
        /// Steps at the table.
        Procedure = "procedure",
        /// What may be wagered, when and where.
        Wager = "wager",
        /// A choice of the licensee.
        Option = "option",
        /// The meaning of a term.
        Definition = "definition",
        /// What to do when something has gone wrong.
        Irregularity = "irregularity",
        /// A choice at the table.
        Decision = "decision",
        /// What a winning wager is paid.
        Payout = "payout",
        /// Cards, dice, wheels, layouts, chips.
        Equipment = "equipment",
        /// The charge on winning wagers.
        Vigorish = "vigorish",
        /// What patrons or the Commission must be told.
        Notice = "notice",
        /// How people must behave.
        Conduct = "conduct",
        /// What must be recorded.
        Record = "record",
        /// The text is not held: only the title is known.
        NotHeld = "not held",
    }
}

words! {
    /// The person or body that a rule binds.
    Whom {
        /// The dealer.
        Dealer = "dealer",
        /// Nobody in particular: the rules of the game themselves.
        Engine = "engine",
        /// The casino licensee.
        Licensee = "licensee",
        /// The patron.
        Player = "player",
        /// The participant who holds the bank.
        Banker = "banker",
        /// The casino supervisor.
        Supervisor = "supervisor",
        /// The person who holds the shoe.
        Curator = "curator",
        /// The floorperson.
        Floorperson = "floorperson",
        /// The Casino Control Commission.
        Commission = "commission",
    }
}

words! {
    /// What software can do about a rule.
    Class {
        /// Decide according to it.
        Enforce = "enforce",
        /// Let the licensee choose within it.
        Configure = "configure",
        /// Record that it was done.
        Record = "record",
        /// Remind people that it must be done.
        Report = "report",
        /// Display it; nothing else can be done.
        Note = "note",
    }
}

words! {
    /// How well a fact about a missing text is known, best first.
    Confidence {
        /// New Jersey's text was read.
        Found = "found",
        /// The opening of New Jersey's text was read.
        FoundPart = "found in part",
        /// A New Jersey section with the same function was read.
        SisterSection = "sister section",
        /// A book, article or court report that describes the rule was read.
        Described = "described",
        /// Another state's rule from the same family of regulations was read.
        Elsewhere = "elsewhere",
        /// Common knowledge, unverified.
        GeneralKnowledge = "general knowledge",
        /// Nothing usable was found; the value is a default that lets the program run.
        NotFound = "not found",
    }
}

words! {
    /// Why no code decides a provision.
    Disposal {
        /// It governs human conduct that no program can decide.
        Conduct = "conduct",
        /// It is about physical equipment.
        Equipment = "equipment",
        /// The types make any other outcome impossible.
        ByConstruction = "by construction",
        /// Its game has not been built yet.
        Awaited = "awaited",
    }
}

words! {
    /// How much of a section's text is held.
    Holding {
        /// All of it.
        Whole = "whole",
        /// Some of it.
        Part = "part",
        /// The section is reserved and has no text.
        Reserved = "reserved",
        /// None of it.
        None = "none",
    }
}
