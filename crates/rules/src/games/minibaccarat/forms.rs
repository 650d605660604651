//! 7.3(c)3: the Complimentary Vigorish Form, for vigorish that was deferred and is not collected.

use crate::games::prelude::*;
use core::fmt;

/// 7.3(c)3.i: what a form says about the patron's signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Signature {
    /// The patron signed.
    Signed,
    /// The patron has left.
    Absent,
    /// The patron refuses to sign.
    Refused,
}

impl Signature {
    /// Every kind of signature.
    pub const ALL: [Signature; 3] = [Signature::Signed, Signature::Absent, Signature::Refused];
}

/// A form as it is filled in at the table, with an original and a duplicate. The house adds date, pit and table number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Form {
    /// Its number, printed before use.
    pub serial: u32,
    /// The patron whose vigorish it covers.
    pub patron: Patron,
    /// The patron's position.
    pub seat: Seat,
    /// The amount of vigorish.
    pub vigorish: Money,
    /// The patron's signature, or why there is none.
    pub signature: Signature,
}

/// `signed`, `patron absent`.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Signature::Signed => "patron signed",
            Signature::Absent => "patron absent",
            Signature::Refused => "patron would not sign",
        })
    }
}

/// One line with what is written on it before anyone signs; `{:#}` gives the sheet itself, with a line for each
/// signature.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Form { serial, patron, seat, vigorish, signature } = self;
        let seat = seat.0;
        if !f.alternate() {
            write!(f, "Complimentary Vigorish Form {serial}, original and duplicate: ")?;
            write!(f, "vigorish {vigorish} of {patron} at seat {seat}, ")?;
            return write!(f, "not collected; gaming date {BLANK}, pit {BLANK}, table {BLANK}");
        }
        writeln!(f, "COMPLIMENTARY VIGORISH FORM  No. {serial}")?;
        writeln!(f, "original for the drop box, duplicate for the pit clerk")?;
        writeln!(f, "gaming date {BLANK}  pit {BLANK}  table {BLANK}")?;
        writeln!(f, "patron      {patron}, seat {seat}")?;
        writeln!(f, "vigorish    {vigorish}, not collected")?;
        for who in ["dealer   ", "pit boss ", "pit clerk"] {
            writeln!(f, "{who}   {BLANK}")?;
        }
        match signature {
            Signature::Signed => write!(f, "patron      {BLANK}"),
            reason => write!(f, "patron      none: {reason} (dealer or pit boss {BLANK})"),
        }
    }
}

/// A blank to be filled in by hand.
const BLANK: &str = "________";

/// How a number of the series was used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// It documents vigorish.
    Used,
    /// Both copies are marked as void.
    Void,
}

/// 7.3(c)3.ii and vi: the account of a table's forms, which are used in the order of their numbers, including void
/// ones. So only the void numbers need a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forms {
    first: u32,
    next: u32,
    void: [u64; Forms::KEPT as usize / 64],
}

impl Forms {
    /// How many of the latest numbers are accounted for here; earlier ones are only in the events.
    pub const KEPT: u32 = 256;

    pub(super) const fn new(first: u32) -> Forms {
        Forms { first, next: first, void: [0; Forms::KEPT as usize / 64] }
    }

    /// The number of the next form.
    pub const fn next(&self) -> u32 {
        self.next
    }

    /// Every number that has been used, in order, and how.
    pub fn all(&self) -> impl Iterator<Item = (u32, Use)> {
        let from = self.first.max(self.next.saturating_sub(Forms::KEPT));
        (from..self.next).map(|serial| {
            let (word, bit) = Forms::place(serial);
            (serial, if self.void[word] & bit == 0 { Use::Used } else { Use::Void })
        })
    }

    /// Takes the next form of the series.
    pub(super) fn take(&mut self, what: Use) -> u32 {
        let serial = self.next;
        let (word, bit) = Forms::place(serial);
        match what {
            Use::Used => self.void[word] &= !bit,
            Use::Void => self.void[word] |= bit,
        }
        self.next += 1;
        serial
    }

    const fn place(serial: u32) -> (usize, u64) {
        let at = serial % Forms::KEPT;
        (at as usize / 64, 1 << (at % 64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::{format, vec::Vec};

    const FORM: Form = Form {
        serial: 4712,
        patron: Patron(2),
        seat: Seat(5),
        vigorish: Money::cents(50),
        signature: Signature::Absent,
    };

    #[test]
    fn the_sheet_has_a_place_for_all_that_is_asked() {
        let sheet = format!("{FORM:#}");
        for part in
            ["No. 4712", "original", "duplicate", "gaming date ___", "pit ___", "table ___", "p2, seat 5"]
        {
            assert!(sheet.contains(part), "{part} in\n{sheet}");
        }
        for part in ["0.50", "dealer      ___", "pit boss    ___", "pit clerk   ___", "none: patron absent"] {
            assert!(sheet.contains(part), "{part} in\n{sheet}");
        }
        let signed = format!("{:#}", Form { signature: Signature::Signed, ..FORM });
        assert!(signed.ends_with("patron      ________"), "{signed}");
    }

    #[test]
    fn every_number_is_accounted_for_in_order() {
        let mut forms = Forms::new(4711);
        assert_eq!((forms.all().count(), forms.next()), (0, 4711));
        let taken = [Use::Void, Use::Used, Use::Used, Use::Void].map(|what| (forms.take(what), what));
        assert_eq!(forms.all().collect::<Vec<_>>(), taken);
        assert_eq!(taken.map(|(serial, _)| serial), [4711, 4712, 4713, 4714]);
    }

    #[test]
    fn the_oldest_numbers_make_room() {
        let mut forms = Forms::new(1);
        forms.take(Use::Void);
        (0..Forms::KEPT).for_each(|_| _ = forms.take(Use::Used));
        let kept: Vec<_> = forms.all().collect();
        assert_eq!((kept.len(), kept[0]), (Forms::KEPT as usize, (2, Use::Used)));
        assert!(kept.iter().all(|&(_, what)| what == Use::Used));
    }
}
