//! How a game declares its words: an enum, and beside each variant the text that is written for it.
//!
//! ```text
//! deeds! {
//!     /// What people do beside wagering.
//!     pub enum Deed {
//!         Deal = "deals",
//!         Sit(seat: Seat) = "sits at {seat}",
//!     }
//! }
//! ```
//!
//! The text is the variant's documentation too, so a comment stands beside it only where it says more. The text may name
//! the variant's fields in braces; where it takes more than that, `=> something` that can be displayed stands in its place.

/// A vocabulary: an enum, the one spelling of each variant, and every value in the order of the variants. The field of a
/// variant is itself a vocabulary. It may depend on a number, such as that of the tiles in a hand.
macro_rules! deeds {
    ($(#[$meta:meta])* $vis:vis enum $name:ident $(<const $of:ident : $number:ty>)? { $(
        $(#[$doc:meta])* $variant:ident $(($field:ident : $type:ty))? $(= $text:literal)? $(=> $show:expr)?
    ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        $vis enum $name $(<const $of: $number>)? { $($(#[$doc])* $(#[doc = $text])? $variant $(($type))?,)* }

        impl $(<const $of: $number>)? core::fmt::Display for $name $(<$of>)? {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self { $(
                    #[allow(unused_variables)]
                    $name::$variant $(($field))? => $crate::words::show!(f $($text)? $($show)?),
                )* }
            }
        }

        impl $(<const $of: $number>)? $crate::vocabulary::Vocabulary for $name $(<$of>)? {
            fn each(tell: &mut dyn FnMut(Self)) {
                $($crate::words::each!(tell $name $variant $($type)?);)*
            }
        }
    };
}
pub(crate) use deeds;

/// Declares wagers without fields, each of its own kind. `at` is what the game calls the places they lie on.
macro_rules! kinds {
    ($(#[$meta:meta])* $vis:vis enum $name:ident at $place:literal { $(
        $(#[$doc:meta])* $variant:ident = $text:literal
    ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        $vis enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// Every variant, in order of declaration.
            pub const ALL: [$name; [$(stringify!($variant)),*].len()] = [$($name::$variant),*];
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str($crate::vocabulary::Kinds::kind(*self))
            }
        }

        impl $crate::vocabulary::Vocabulary for $name {
            fn each(tell: &mut dyn FnMut(Self)) {
                $name::ALL.into_iter().for_each(tell);
            }
        }

        impl $crate::vocabulary::Kinds for $name {
            const PLACE: &'static str = $place;

            fn kind(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
}
pub(crate) use kinds;

/// Declares what the dealer says and does: an enum whose variants have a machine-readable name, named fields and a
/// sentence. Calls that every table has ([`TableCall`](crate::table::call::TableCall)) are included as `Call::Table`.
macro_rules! calls {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $(
        $(#[$doc:meta])* $variant:ident $({ $($field:ident : $type:ty),* $(,)? })? $(= $text:literal)? $(=> $show:expr)?
    ),* $(,)? }) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[allow(missing_docs)]
        $(#[$meta])*
        $vis enum $name {
            $($(#[$doc])* $(#[doc = $text])? $variant $({ $($field: $type),* })?,)*
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self { $(
                    #[allow(unused_variables)]
                    $name::$variant $({ $($field),* })? => $crate::words::show!(f $($text)? $($show)?),
                )* }
            }
        }
    };

    ($(#[$meta:meta])* $vis:vis enum $name:ident<$wager:ty> { $(
        $(#[$doc:meta])* $variant:ident $({ $($field:ident : $type:ty),* $(,)? })? $(($one:ident : $inner:ty))?
            $(= $text:literal)? $(=> $show:expr)?
    ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[cfg_attr(feature = "serde", serde(tag = "call", rename_all = "kebab-case"))]
        #[allow(missing_docs)]
        $vis enum $name {
            $($(#[$doc])* $(#[doc = $text])? $variant $({ $($field: $type),* })? $(($inner))?,)*
            /// A call that every table has.
            #[cfg_attr(feature = "serde", serde(untagged))]
            Table($crate::table::call::TableCall<$wager>),
        }

        impl From<$crate::table::call::TableCall<$wager>> for $name {
            fn from(call: $crate::table::call::TableCall<$wager>) -> $name {
                $name::Table(call)
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self {
                    $(
                        #[allow(unused_variables)]
                        $name::$variant $({ $($field),* })? $(($one))? => $crate::words::show!(f $($text)? $($show)?),
                    )*
                    $name::Table(call) => write!(f, "{call}"),
                }
            }
        }
    };
}
pub(crate) use calls;

/// Writes the text of a variant, or what is displayed in its place.
macro_rules! show {
    ($f:ident $text:literal) => {
        write!($f, $text)
    };
    ($f:ident $show:expr) => {
        core::fmt::Display::fmt(&$show, $f)
    };
}
pub(crate) use show;

/// Reports a variant, once or with every value of its field.
macro_rules! each {
    ($tell:ident $name:ident $variant:ident) => {
        $tell($name::$variant)
    };
    ($tell:ident $name:ident $variant:ident $type:ty) => {
        <$type as $crate::vocabulary::Vocabulary>::each(&mut |one| $tell($name::$variant(one)))
    };
}
pub(crate) use each;

/// Declares the choices of a licensee: everyone may read them, and only the gate makes them. `= FIELD` reads one field;
/// `=> function` reads several fields and reports combinations that the law forbids. Choices after the semicolon are
/// read through the game's own functions. The limits are always included.
macro_rules! chosen {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$doc:meta])* $field:ident : $type:ty $(= $of:path)? $(=> $by:expr)?),*
        $(; $($(#[$why:meta])* $hidden:ident : $hid:ty $(= $hof:path)? $(=> $hby:expr)?),*)? $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis struct $name { $($field: $type,)* $($($(#[$why])* $hidden: $hid,)*)? limits: $crate::table::layout::Limits }

        impl $name {
            $(
                $(#[$doc])*
                pub const fn $field(&self) -> $type {
                    self.$field
                }
            )*

            /// The table's limits.
            pub const fn limits(&self) -> &$crate::table::layout::Limits {
                &self.limits
            }
        }

        impl $crate::submission::Made for $name {
            fn made(gate: &mut $crate::submission::Gate<'_>) -> Option<$name> {
                $(let $field: Option<$type> = $(gate.read(&$of))? $($by(gate))?;)*
                $($(let $hidden: Option<$hid> = $(gate.read(&$hof))? $($hby(gate))?;)*)?
                let limits = $crate::table::layout::Limits::gate(gate);
                if !gate.is_lawful() {
                    return None;
                }
                Some($name { $($field: $field?,)* $($($hidden: $hidden?,)*)? limits: limits? })
            }

            fn limits_mut(&mut self) -> &mut $crate::table::layout::Limits {
                &mut self.limits
            }
        }
    };
}
pub(crate) use chosen;
