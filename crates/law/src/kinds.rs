//! The closed vocabularies of the data: each word of the TOML is a variant here, or the build fails.

use core::fmt;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// The word.
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
    /// What kind of rule it is.
    Kind {
        /// Steps at the table.
        Procedure = "procedure",
        /// What may be wagered, when and where.
        Wager = "wager",
        /// A choice of the licensee.
        Option = "option",
        /// The meaning of a word.
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
        /// What must be told to patrons or the Commission.
        Notice = "notice",
        /// How persons behave.
        Conduct = "conduct",
        /// What must be written down.
        Record = "record",
        /// The text is not held: only the title is known.
        NotHeld = "not held",
    }
}

words! {
    /// Whom a rule binds.
    Whom {
        /// The dealer.
        Dealer = "dealer",
        /// The rules of the game themselves.
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
        /// Decide by it.
        Enforce = "enforce",
        /// Let the licensee choose within it.
        Configure = "configure",
        /// Write down that it was done.
        Record = "record",
        /// Say that it must be done.
        Report = "report",
        /// Know it.
        Note = "note",
    }
}

words! {
    /// How well a fact about missing text is known, best first.
    Confidence {
        /// New Jersey's text was read.
        Found = "found",
        /// The opening of New Jersey's text was read.
        FoundPart = "found in part",
        /// A New Jersey section of the same function was read.
        SisterSection = "sister section",
        /// A book, article or court report that describes the rule was read.
        Described = "described",
        /// Another state's rule of the same scheme was read.
        Elsewhere = "elsewhere",
        /// Common knowledge, unverified.
        GeneralKnowledge = "general knowledge",
        /// Nothing usable: a default, so that the program can run.
        NotFound = "not found",
    }
}

words! {
    /// Why no code decides a provision.
    Disposal {
        /// It binds persons in ways no program decides.
        Conduct = "conduct",
        /// It is about things, which no program makes.
        Equipment = "equipment",
        /// The types leave no other way.
        ByConstruction = "by construction",
        /// Its game is not built yet.
        Awaited = "awaited",
    }
}

words! {
    /// How much of a section the texts hold.
    Holding {
        /// All of it.
        Whole = "whole",
        /// Some of it.
        Part = "part",
        /// The section is reserved: it says nothing.
        Reserved = "reserved",
        /// None of it.
        None = "none",
    }
}
