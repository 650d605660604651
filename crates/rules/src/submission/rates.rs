//! A row of a rate card: what each catch pays, written `3=1 4=4 5=80 6=2000`.

use super::{Unread, value::Written};
use crate::money::Money;
use core::fmt;

/// The largest number of spots that a row can be for.
pub const MOST_SPOTS: u8 = 15;

/// The largest payment per 1.00 for one catch.
const MOST: Money = Money::dollars(10_000_000);

/// What is paid per 1.00 on a number of spots, depending on how many of them are caught. A row that pays nothing
/// is not offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rates {
    cents: [u32; MOST_SPOTS as usize + 1],
}

impl Rates {
    /// What is paid per 1.00 if this many spots are caught.
    pub fn pays(&self, caught: u8) -> Money {
        Money::cents(self.cents.get(usize::from(caught)).copied().unwrap_or_default().into())
    }

    /// Whether nothing is paid, however many are caught.
    pub const fn is_empty(&self) -> bool {
        let mut at = 0;
        while at < self.cents.len() {
            if self.cents[at] > 0 {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Reads a row for this many spots. Catches must be in ascending order, without repetition, and each
    /// must pay something.
    pub(super) fn read(spots: u8, written: Written<'_>) -> Result<Rates, Unread> {
        let Written::Text(text) = written else { return Err(Unread::Unlawful) };
        let (mut rates, mut least) = (Rates::default(), 0);
        for cell in text.split_ascii_whitespace() {
            let (caught, amount) = cell.split_once('=').ok_or(Unread::Unlawful)?;
            let caught = caught.parse::<u8>().map_err(|_| Unread::Unlawful)?;
            let amount = amount.parse::<Money>().map_err(Unread::NotMoney)?;
            if !(least..=spots.min(MOST_SPOTS)).contains(&caught) || amount <= Money::ZERO || amount > MOST {
                return Err(Unread::Unlawful);
            }
            rates.cents[usize::from(caught)] = amount.as_cents().try_into().map_err(|_| Unread::Unlawful)?;
            least = caught + 1;
        }
        Ok(rates)
    }
}

impl fmt::Display for Rates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paid = self.cents.iter().enumerate().filter(|(_, cents)| **cents > 0);
        paid.enumerate().try_for_each(|(at, (caught, cents))| {
            write!(f, "{}{caught}={}", if at == 0 { "" } else { " " }, cents / 100)?;
            if cents % 100 == 0 { Ok(()) } else { write!(f, ".{:02}", cents % 100) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn a_row_reads_as_it_is_written() {
        let read = |text| Rates::read(6, Written::Text(text));
        for text in ["", "6=2000", "0=0.50 3=1 4=4 5=80 6=2000"] {
            assert_eq!(read(text).expect("a row").to_string(), text);
        }
        let row = read("3=$1 4=4.00  6=1,000.5").expect("a row");
        assert_eq!(
            (row.to_string().as_str(), row.pays(4), row.pays(5)),
            ("3=1 4=4 6=1000.50", Money::dollars(4), Money::ZERO)
        );
        for text in ["7=1", "4=1 3=1", "3=1 3=2", "3=0", "3=-1", "3", "=1", "x=1", "3=99999999"] {
            assert_eq!(read(text), Err(Unread::Unlawful), "{text}");
        }
        assert!(matches!(read("3=0.005"), Err(Unread::NotMoney(_))));
        assert_eq!(Rates::read(6, Written::Number(3)), Err(Unread::Unlawful));
    }
}
