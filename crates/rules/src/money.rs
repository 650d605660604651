//! Money in whole cents, and odds stated with the word "to".

use core::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Sub, SubAssign},
    str::FromStr,
};

/// An amount in cents. Arithmetic that leaves the range panics rather than pay a wrong amount; the table
/// limits keep every lawful amount far inside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Money(i64);

impl Money {
    /// Zero.
    pub const ZERO: Money = Money(0);

    /// This many cents.
    pub const fn cents(cents: i64) -> Money {
        Money(cents)
    }

    /// This many whole dollars.
    pub const fn dollars(dollars: i64) -> Money {
        Money(dollars * 100)
    }

    /// The amount in cents.
    pub const fn as_cents(self) -> i64 {
        self.0
    }

    /// Half, rounded down to a whole cent.
    pub const fn half_down(self) -> Money {
        Money(self.0 / 2)
    }

    /// A fifth of an amount that is divisible by five.
    pub fn fifth(self) -> Money {
        assert!(self.0 % 5 == 0, "{self} does not divide into five equal wagers");
        Money(self.0 / 5)
    }

    /// Whether it is a whole multiple of `unit`.
    pub const fn is_multiple_of(self, unit: Money) -> bool {
        self.0 % unit.0 == 0
    }

    /// The smallest multiple of `unit` that is not smaller.
    pub const fn round_up(self, unit: Money) -> Money {
        Money((self.0 + unit.0 - 1).div_euclid(unit.0) * unit.0)
    }

    /// The largest multiple of `unit` that is not larger.
    pub const fn round_down(self, unit: Money) -> Money {
        Money(self.0.div_euclid(unit.0) * unit.0)
    }
}

impl Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money(self.0.checked_add(other.0).expect("an amount of money left the range"))
    }
}

impl Sub for Money {
    type Output = Money;
    fn sub(self, other: Money) -> Money {
        Money(self.0.checked_sub(other.0).expect("an amount of money left the range"))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        *self = *self - other;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(all: I) -> Money {
        all.fold(Money::ZERO, Add::add)
    }
}

/// Dollars with two digits of cents: `20.00`, `-0.05`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, cents) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        write!(f, "{sign}{}.{:02}", cents / 100, cents % 100)
    }
}

/// Why a text is not an amount of money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotMoney {
    /// It is not a number.
    NotANumber,
    /// It has fractions of a cent.
    PartOfACent,
    /// It is larger than any amount.
    TooLarge,
}

impl fmt::Display for NotMoney {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotMoney::NotANumber => "not an amount of money: write dollars and cents, such as 5 or 2.50",
            NotMoney::PartOfACent => "money has whole cents: write at most two digits after the point",
            NotMoney::TooLarge => "larger than any amount of money that can be kept",
        })
    }
}

/// Reads `5`, `5.00`, `$5.5`, `$1,000`; never fractions of a cent.
impl FromStr for Money {
    type Err = NotMoney;
    fn from_str(text: &str) -> Result<Money, NotMoney> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1i128, rest),
            None => (1, text),
        };
        let digits = digits.strip_prefix('$').unwrap_or(digits);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        let mut groups = whole.split(',');
        let first = groups.next().unwrap_or_default();
        let is_grouped =
            first.len() <= 3 && groups.clone().all(|group| all_digits(group) && group.len() == 3);
        if !all_digits(first) || !all_digits(part) || whole.contains(',') && !is_grouped {
            return Err(NotMoney::NotANumber);
        }
        if part.len() > 2 {
            return Err(NotMoney::PartOfACent);
        }
        let whole = groups.fold(first.parse::<i128>().ok(), |whole, group| {
            whole?.checked_mul(1000)?.checked_add(group.parse().ok()?)
        });
        let cents: i128 = part.parse().map_err(|_| NotMoney::NotANumber)?;
        let cents = if part.len() == 1 { cents * 10 } else { cents };
        let total = whole.and_then(|whole| whole.checked_mul(100)?.checked_add(cents));
        let total = total.ok_or(NotMoney::TooLarge)?;
        i64::try_from(sign * total).map(Money).map_err(|_| NotMoney::TooLarge)
    }
}

/// Payout odds, "x to y". "x for y" cannot be expressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Odds {
    to: u16,
    per: u16,
}

/// Why a text is not odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotOdds {
    /// They are stated with "for".
    SaysFor,
    /// Anything else.
    NotOdds,
}

impl Odds {
    /// `to` paid on every `per` wagered.
    pub const fn new(to: u16, per: u16) -> Odds {
        assert!(per > 0, "odds are per something");
        Odds { to, per }
    }

    /// What a winning stake is paid. A fraction of a cent is rounded up for the patron (G2).
    pub fn pay(self, stake: Money) -> Money {
        let exact = i128::from(stake.0) * i128::from(self.to);
        let per = i128::from(self.per);
        Money(i64::try_from((exact + per - 1).div_euclid(per)).expect("an amount of money left the range"))
    }

    /// What a winning stake is paid in whole units, rounded to the nearest unit or down.
    pub(crate) fn pay_units(self, stake: Money, unit: Money, is_nearest: bool) -> Money {
        let exact = i128::from(stake.0) * i128::from(self.to);
        let step = i128::from(self.per) * i128::from(unit.0);
        let units = if is_nearest { (2 * exact + step) / (2 * step) } else { exact / step };
        Money(i64::try_from(units * i128::from(unit.0)).expect("an amount of money left the range"))
    }

    /// The smallest stake that these odds pay in whole multiples of `unit`. Its multiples are paid so, too.
    pub fn payable(self, unit: Money) -> Money {
        let per = i64::from(self.per) * unit.0;
        let (mut a, mut b) = (per, i64::from(self.to));
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Money(per / a)
    }

    /// The largest stake that wins no more than `most`.
    ///
    /// # Panics
    /// If the odds pay nothing.
    pub fn stake_to_win(self, most: Money) -> Money {
        let stake = i128::from(most.0) * i128::from(self.per) / i128::from(self.to);
        Money(i64::try_from(stake).expect("an amount of money left the range"))
    }

    /// Whether these odds pay at least as much as `floor`.
    pub fn at_least(self, floor: Odds) -> bool {
        u32::from(self.to) * u32::from(floor.per) >= u32::from(floor.to) * u32::from(self.per)
    }

    /// The same odds in lowest terms: 4 to 2 is 2 to 1.
    #[must_use]
    pub const fn reduced(self) -> Odds {
        let (mut a, mut b) = (self.to, self.per);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Odds { to: self.to / a, per: self.per / a }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.to, self.per)
    }
}

impl FromStr for Odds {
    type Err = NotOdds;
    fn from_str(text: &str) -> Result<Odds, NotOdds> {
        let mut words = text.split_ascii_whitespace();
        let number = |words: &mut core::str::SplitAsciiWhitespace<'_>| words.next()?.parse::<u16>().ok();
        let to = number(&mut words).ok_or(NotOdds::NotOdds)?;
        let between = words.next().ok_or(NotOdds::NotOdds)?;
        let per = number(&mut words).filter(|&per| per > 0).ok_or(NotOdds::NotOdds)?;
        match (between, words.next()) {
            ("to", None) => Ok(Odds { to, per }),
            ("for", None) => Err(NotOdds::SaysFor),
            _ => Err(NotOdds::NotOdds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn amounts_are_read_as_they_are_written() {
        for (text, cents) in [
            ("5", 500),
            ("5.00", 500),
            ("$2.50", 250),
            ("0.05", 5),
            ("-1", -100),
            ("2.5", 250),
            ("007", 700),
            ("$1,000", 100_000),
            ("12,345,678.90", 1_234_567_890),
        ] {
            assert_eq!(text.parse(), Ok(Money(cents)), "{text}");
        }
        assert_eq!(Money(-5).to_string(), "-0.05");
        assert_eq!(Money(i64::MAX).to_string().parse(), Ok(Money(i64::MAX)));
        assert_eq!(Money(i64::MIN).to_string().parse(), Ok(Money(i64::MIN)));
    }

    #[test]
    fn what_is_not_money_is_told_apart() {
        for text in [
            "", "five", "1e3", "+5", "1.", ".5", "--1", "1,00", "1000,000", ",500", "1,,000", "1,000,",
            "5.0,0", " 5",
        ] {
            assert_eq!(text.parse::<Money>(), Err(NotMoney::NotANumber), "{text:?}");
        }
        assert_eq!("0.005".parse::<Money>(), Err(NotMoney::PartOfACent));
        for text in ["92233720368547758.08", "99999999999999999999999999999999999999999999"] {
            assert_eq!(text.parse::<Money>(), Err(NotMoney::TooLarge), "{text:?}");
        }
    }

    #[test]
    fn odds_pay_exactly_or_in_the_patrons_favor() {
        assert_eq!(Odds::new(35, 1).pay(Money(100)), Money(3500));
        assert_eq!(Odds::new(3, 2).pay(Money(500)), Money(750));
        assert_eq!(Odds::new(3, 2).pay(Money(5)), Money(8));
        assert_eq!(Odds::new(7, 6).pay(Money(500)), Money(584));
    }

    #[test]
    fn odds_know_what_they_pay_exactly() {
        let dollar = Money(100);
        assert_eq!(Odds::new(7, 6).payable(dollar), Money(600));
        assert_eq!(Odds::new(7, 6).payable(Money(1)), Money(6));
        assert_eq!(Odds::new(6, 4).payable(dollar), Money(200));
        assert_eq!(Odds::new(30, 1).payable(dollar), Money(10));
        assert_eq!(Odds::new(1, 2).stake_to_win(dollar), Money(200));
        assert_eq!(Odds::new(5, 6).stake_to_win(Money(250)), Money(300));
    }

    #[test]
    fn odds_are_never_stated_with_for() {
        assert_eq!("35 to 1".parse(), Ok(Odds::new(35, 1)));
        assert_eq!("35 for 1".parse::<Odds>(), Err(NotOdds::SaysFor));
        for text in ["35", "35 to", "35 to 0", "35 to 1 to 1", "-1 to 1", "35:1", "99999 to 1"] {
            assert_eq!(text.parse::<Odds>(), Err(NotOdds::NotOdds), "{text}");
        }
        assert!(Odds::new(5, 2).at_least(Odds::new(2, 1)) && !Odds::new(5, 3).at_least(Odds::new(2, 1)));
    }

    #[test]
    fn rounding_to_a_unit_goes_both_ways() {
        let unit = Money(100);
        assert_eq!((Money(250).round_up(unit), Money(250).round_down(unit)), (Money(300), Money(200)));
        assert_eq!((Money(300).round_up(unit), Money(300).round_down(unit)), (Money(300), Money(300)));
        assert_eq!(Money(-50).round_up(unit), Money(0));
    }
}
