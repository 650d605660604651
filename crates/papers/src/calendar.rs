//! The calendar of a house: gaming days and shifts in New Jersey's local time.

use crate::{AsOf, Moment};
use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// Eastern time with daylight saving. The chapter is New Jersey's, so every house uses it.
const EASTERN: &str = "EST5EDT,M3.2.0,M11.1.0";

/// The start of each shift. The first one starts the gaming day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calendar {
    zone: TimeZone,
    shifts: Vec<(i8, i8)>,
}

/// A gaming day or one of its shifts. Times are in milliseconds since 1970, UTC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Period {
    /// `Whole day`, or `Shift 1, 06:00 to 14:00`.
    pub name: String,
    /// The start, inclusive.
    pub from: i64,
    /// The end, exclusive.
    pub to: i64,
}

impl Default for Calendar {
    /// Days without shifts that start at 6 a.m.
    fn default() -> Calendar {
        Calendar::new(vec![(6, 0)])
    }
}

impl Calendar {
    /// Shifts that start at these hours and minutes; a single one at 6 a.m. if there are none.
    pub fn new(mut shifts: Vec<(i8, i8)>) -> Calendar {
        if shifts.is_empty() {
            shifts.push((6, 0));
        }
        Calendar { zone: TimeZone::posix(EASTERN).unwrap_or(TimeZone::UTC), shifts }
    }

    /// A journal time in the local time of the house; `None` if it is out of the calendar's range.
    pub fn moment(&self, millis: i64) -> Option<Moment> {
        let at = Timestamp::from_millisecond(millis).ok()?;
        let second = Timestamp::from_second(millis.div_euclid(1000)).ok()?;
        Some(Moment::new(second, self.zone.to_offset(at)))
    }

    /// The gaming day that a journal time belongs to.
    pub fn day(&self, millis: i64) -> Option<Date> {
        let at = Timestamp::from_millisecond(millis).ok()?.to_zoned(self.zone.clone());
        let (hour, minute) = self.shifts[0];
        let is_night = (at.hour(), at.minute()) < (hour, minute);
        if is_night { at.date().yesterday().ok() } else { Some(at.date()) }
    }

    /// The gaming day, then each of its shifts if there are several. Empty if it is out of the calendar's
    /// range.
    pub fn periods(&self, day: Date) -> Vec<Period> {
        let Ok(tomorrow) = day.tomorrow() else { return Vec::new() };
        let first = self.shifts[0];
        let on = |(hour, minute): (i8, i8), next: bool| {
            let date = if next || (hour, minute) < first { tomorrow } else { day };
            let at = date.at(hour, minute, 0, 0).to_zoned(self.zone.clone()).ok()?;
            Some((at.timestamp().as_millisecond(), format!("{hour:02}:{minute:02}")))
        };
        let begins = self.shifts.iter().map(|&shift| on(shift, false)).chain([on(first, true)]);
        let Some(begins) = begins.collect::<Option<Vec<_>>>() else { return Vec::new() };
        let [(from, _), .., (to, _)] = &begins[..] else { return Vec::new() };
        let mut periods = vec![Period { name: "Whole day".to_owned(), from: *from, to: *to }];
        if begins.len() > 2 {
            for (number, pair) in (1..).zip(begins.windows(2)) {
                let [(from, begins), (to, ends)] = pair else { continue };
                let name = format!("Shift {number}, {begins} to {ends}");
                periods.push(Period { name, from: *from, to: *to });
            }
        }
        periods
    }

    /// The last millisecond of the day or moment asked about; `None` if it is out of the calendar's range.
    pub fn last(&self, as_of: AsOf) -> Option<i64> {
        match as_of {
            AsOf::At(moment) => moment.second().checked_mul(1000)?.checked_add(999),
            AsOf::Day(day) => {
                let midnight = day.tomorrow().ok()?.to_zoned(self.zone.clone()).ok()?;
                Some(midnight.timestamp().as_millisecond() - 1)
            }
        }
    }

    /// The number of shifts in a day.
    pub fn shifts(&self) -> usize {
        self.shifts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(text: &str) -> i64 {
        text.parse::<Timestamp>().expect("a time").as_millisecond()
    }

    #[test]
    fn a_day_begins_with_its_first_shift_in_summer_and_winter() {
        let calendar = Calendar::new(vec![(6, 0), (14, 0), (22, 0)]);
        let day = |text: &str| calendar.day(millis(text)).expect("a day").to_string();
        assert_eq!(day("2026-07-01T10:00:00Z"), "2026-07-01");
        assert_eq!(day("2026-07-01T09:59:59Z"), "2026-06-30");
        assert_eq!(day("2026-01-01T10:59:59Z"), "2025-12-31");
        assert_eq!(day("2026-01-01T11:00:00Z"), "2026-01-01");
        let last = |text| calendar.last(AsOf::read(text).expect("a date"));
        assert_eq!(last("2026-07-01"), Some(millis("2026-07-02T03:59:59.999Z")));
        assert_eq!(last("2026-07-01T10:00:00Z"), Some(millis("2026-07-01T10:00:00.999Z")));
        let moment = calendar.moment(millis("2026-07-01T10:00:00.250Z")).expect("a moment");
        assert_eq!(moment.to_string(), "July 1, 2026, 06:00 (UTC-04:00)");
    }

    /// Clocks go forward in the night that belongs to March 7, so that day has 23 hours.
    #[test]
    fn shifts_follow_one_another_without_a_gap() {
        let calendar = Calendar::new(vec![(6, 0), (14, 0), (22, 0)]);
        let periods = calendar.periods(Date::constant(2026, 3, 7));
        let names: Vec<&str> = periods.iter().map(|period| period.name.as_str()).collect();
        assert_eq!(
            names,
            ["Whole day", "Shift 1, 06:00 to 14:00", "Shift 2, 14:00 to 22:00", "Shift 3, 22:00 to 06:00"]
        );
        assert_eq!(periods[0].to - periods[0].from, 23 * 3_600_000);
        assert!(periods[1..].windows(2).all(|pair| pair[0].to == pair[1].from));
        assert_eq!((periods[1].from, periods[3].to), (periods[0].from, periods[0].to));
        let night = Calendar::new(vec![(10, 0), (2, 0)]).periods(Date::constant(2026, 7, 1));
        assert_eq!(night[2].from, millis("2026-07-02T06:00:00Z"), "02:00 belongs to the day before");
        assert_eq!(Calendar::default().periods(Date::constant(2026, 7, 1)).len(), 1);
    }
}
