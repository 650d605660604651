//! Dates and moments, as written on papers.

use jiff::{Timestamp, civil::Date, fmt::temporal::Pieces, tz::Offset};
use std::fmt;

/// A moment, with the UTC offset in which it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    at: Timestamp,
    offset: Offset,
}

impl Moment {
    /// Reads a date, a time and an offset in whole seconds.
    ///
    /// # Errors
    /// If it is anything else; the message says how to write it.
    pub fn read(text: &str) -> Result<Moment, String> {
        let fault = || {
            format!(
                "`{text}` is not a moment: write date, time and offset from UTC in whole seconds, such as \
                 2026-11-16T10:00:00-05:00"
            )
        };
        let at: Timestamp = text.parse().map_err(|_| fault())?;
        let offset = Pieces::parse(text).ok().and_then(|pieces| pieces.to_numeric_offset());
        match offset {
            Some(offset) if at.subsec_nanosecond() == 0 => Ok(Moment { at, offset }),
            _ => Err(fault()),
        }
    }

    pub(crate) fn new(at: Timestamp, offset: Offset) -> Moment {
        Moment { at, offset }
    }

    /// The moment at this second in the same offset; `None` if it is out of the calendar's range.
    pub fn moved(self, second: i64) -> Option<Moment> {
        Some(Moment { at: Timestamp::from_second(second).ok()?, ..self })
    }

    /// Seconds since 1970.
    pub fn second(self) -> i64 {
        self.at.as_second()
    }

    /// The date in the offset in which it was written.
    pub fn date(self) -> Date {
        self.offset.to_datetime(self.at).date()
    }

    /// The moment for programs, as RFC 3339.
    pub fn rfc3339(self) -> String {
        self.at.display_with_offset(self.offset).to_string()
    }
}

/// Writes `November 16, 2026, 10:00 (UTC-05:00)`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = if self.at.as_second() % 60 == 0 { "" } else { ":%S" };
        let zoned = self.at.to_zoned(self.offset.to_time_zone());
        write!(f, "{}", zoned.strftime(&format!("%B %-d, %Y, %H:%M{seconds} (UTC%:z)")))
    }
}

/// Writes `November 16, 2026`.
pub fn long_date(date: Date) -> String {
    date.strftime("%B %-d, %Y").to_string()
}

/// The day or moment that is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsOf {
    /// The end of this day, in the local time of the house.
    Day(Date),
    /// This moment.
    At(Moment),
}

impl AsOf {
    /// Reads a day or a moment.
    ///
    /// # Errors
    /// If it is neither.
    pub fn read(text: &str) -> Result<AsOf, String> {
        if let Ok(day) = text.parse::<Date>()
            && day.to_string() == text
        {
            return Ok(AsOf::Day(day));
        }
        Moment::read(text).map(AsOf::At).map_err(|_| {
            format!(
                "`{text}` is not a date: write a day, such as 2026-11-16, or a moment, such as \
                 2026-11-16T10:00:00-05:00"
            )
        })
    }

    /// Whether something that began then is in force at this time.
    pub fn includes(self, began: Moment) -> bool {
        match self {
            AsOf::Day(day) => began.date() <= day,
            AsOf::At(at) => began.at <= at.at,
        }
    }
}

impl fmt::Display for AsOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AsOf::Day(day) => f.write_str(&long_date(*day)),
            AsOf::At(at) => write!(f, "{at}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_means_all_of_it() {
        let began = Moment::read("2026-03-01T23:30:00-05:00").expect("a moment");
        let asks = |text| AsOf::read(text).expect("a date").includes(began);
        assert!(asks("2026-03-01") && !asks("2026-02-28"));
        assert!(asks("2026-03-01T23:30:00-05:00") && !asks("2026-03-02T04:29:59Z"));
        assert_eq!(began.to_string(), "March 1, 2026, 23:30 (UTC-05:00)");
        for bad in ["", "today", "2026-13-01", "2026-3-1", "2026-03-01T10:00:00", "2026-03-01T10:00:00.5Z"] {
            assert!(AsOf::read(bad).is_err(), "{bad}");
        }
    }
}
