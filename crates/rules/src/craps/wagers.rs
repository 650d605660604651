//! 1.2(a): the twenty permissible wagers, in their order, and beside them what 1.5 and 1.6 (not held) add: place bets at
//! true odds, and odds in support of a line bet.
//!
//! A Come or Don't Come Bet is `come` until its come point is thrown; then it lies on that number and is `come 6`.

use crate::{
    kit::dice::Dice,
    vocabulary::{Kinds, Vocabulary},
};
use core::fmt;
use law::{Citation, cite};

/// 1.1: a total that can be a come-out point or a come point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Number {
    /// 4.
    Four,
    /// 5.
    Five,
    /// 6.
    Six,
    /// 8.
    Eight,
    /// 9.
    Nine,
    /// 10.
    Ten,
}

impl Number {
    /// The six of them.
    pub const ALL: [Number; 6] =
        [Number::Four, Number::Five, Number::Six, Number::Eight, Number::Nine, Number::Ten];

    /// The number of this total, if it is one.
    pub const fn of(total: u8) -> Option<Number> {
        match total {
            4 => Some(Number::Four),
            5 => Some(Number::Five),
            6 => Some(Number::Six),
            8 => Some(Number::Eight),
            9 => Some(Number::Nine),
            10 => Some(Number::Ten),
            _ => None,
        }
    }

    /// Its total.
    pub const fn total(self) -> u8 {
        match self {
            Number::Four => 4,
            Number::Five => 5,
            Number::Six => 6,
            Number::Eight => 8,
            Number::Nine => 9,
            Number::Ten => 10,
        }
    }

    /// 4 and 10, 5 and 9, 6 and 8 are made in as many ways and paid alike: 0, 1, 2.
    pub(super) const fn pair(self) -> usize {
        match self {
            Number::Four | Number::Ten => 0,
            Number::Five | Number::Nine => 1,
            Number::Six | Number::Eight => 2,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.total())
    }
}

/// A total that two equal dice make and unequal ones can make too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Hard {
    /// 2-2.
    Four,
    /// 3-3.
    Six,
    /// 4-4.
    Eight,
    /// 5-5.
    Ten,
}

impl Hard {
    /// The four of them.
    pub const ALL: [Hard; 4] = [Hard::Four, Hard::Six, Hard::Eight, Hard::Ten];

    /// Its total.
    pub const fn total(self) -> u8 {
        match self {
            Hard::Four => 4,
            Hard::Six => 6,
            Hard::Eight => 8,
            Hard::Ten => 10,
        }
    }
}

/// One of the four totals of the Horn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Horn {
    /// 2.
    Two,
    /// 3.
    Three,
    /// 11.
    Eleven,
    /// 12.
    Twelve,
}

impl Horn {
    /// The four of them.
    pub const ALL: [Horn; 4] = [Horn::Two, Horn::Three, Horn::Eleven, Horn::Twelve];

    /// The one of this total, if it is one.
    pub fn of(total: u8) -> Option<Horn> {
        Horn::ALL.into_iter().find(|horn| horn.total() == total)
    }

    /// Its total.
    pub const fn total(self) -> u8 {
        match self {
            Horn::Two => 2,
            Horn::Three => 3,
            Horn::Eleven => 11,
            Horn::Twelve => 12,
        }
    }
}

/// What can be wagered at craps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wager {
    /// The shooter passes.
    Pass,
    /// He does not.
    DontPass,
    /// As Pass, from the next roll on.
    Come,
    /// A Come Bet on its come point.
    ComeOn(Number),
    /// As Don't Pass, from the next roll on.
    DontCome,
    /// A Don't Come Bet behind its come point.
    DontComeOn(Number),
    /// Place Bet to Win: the number before a 7.
    Place(Number),
    /// Place Bet to Lose: a 7 before the number.
    PlaceLose(Number),
    /// Four, Six, Eight or Ten the Hardway.
    Hardway(Hard),
    /// 2, 3, 4, 9, 10, 11 or 12 next.
    Field,
    /// 7 next.
    AnySeven,
    /// 2, 3 or 12 next.
    AnyCraps,
    /// Craps Two, Three or Twelve, or 11 in One Roll.
    Next(Horn),
    /// A craps or 11 next.
    CAndE,
    /// 2, 3, 11 or 12 next.
    Horn,
    /// The same with a fifth unit on one of them.
    HornHigh(Horn),
    /// A Place Bet to Win at true odds, for a charge.
    Buy(Number),
    /// A Place Bet to Lose at true odds, for a charge.
    Lay(Number),
    /// Odds behind a Pass Bet on this point.
    PassOdds(Number),
    /// Odds behind a Don't Pass Bet on this point.
    DontPassOdds(Number),
    /// Odds with a Come Bet on this number.
    ComeOdds(Number),
    /// Odds with a Don't Come Bet on this number.
    DontComeOdds(Number),
}

impl Wager {
    /// Where the wager stands in the law.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Pass => cite!("1.2(a)1"),
            Wager::DontPass => cite!("1.2(a)2"),
            Wager::Come | Wager::ComeOn(_) => cite!("1.2(a)3"),
            Wager::DontCome | Wager::DontComeOn(_) => cite!("1.2(a)4"),
            Wager::Place(_) => cite!("1.2(a)5"),
            Wager::PlaceLose(_) => cite!("1.2(a)6"),
            Wager::Hardway(Hard::Four) => cite!("1.2(a)7"),
            Wager::Hardway(Hard::Six) => cite!("1.2(a)8"),
            Wager::Hardway(Hard::Eight) => cite!("1.2(a)9"),
            Wager::Hardway(Hard::Ten) => cite!("1.2(a)10"),
            Wager::Field => cite!("1.2(a)11"),
            Wager::AnySeven => cite!("1.2(a)12"),
            Wager::AnyCraps => cite!("1.2(a)13"),
            Wager::Next(Horn::Two) => cite!("1.2(a)14"),
            Wager::Next(Horn::Three) => cite!("1.2(a)15"),
            Wager::Next(Horn::Twelve) => cite!("1.2(a)16"),
            Wager::Next(Horn::Eleven) => cite!("1.2(a)17"),
            Wager::CAndE => cite!("1.2(a)18"),
            Wager::Horn => cite!("1.2(a)19"),
            Wager::HornHigh(_) => cite!("1.2(a)20"),
            Wager::Buy(_) | Wager::Lay(_) => cite!("1.5"),
            Wager::PassOdds(_) | Wager::DontPassOdds(_) | Wager::ComeOdds(_) | Wager::DontComeOdds(_) => {
                cite!("1.6")
            }
        }
    }

    /// The bet that odds support.
    pub const fn supports(self) -> Option<Wager> {
        match self {
            Wager::PassOdds(_) => Some(Wager::Pass),
            Wager::DontPassOdds(_) => Some(Wager::DontPass),
            Wager::ComeOdds(n) => Some(Wager::ComeOn(n)),
            Wager::DontComeOdds(n) => Some(Wager::DontComeOn(n)),
            _ => None,
        }
    }

    /// Whether it is off on a come-out roll unless called on: every place bet, whether to win or to lose (C2), at
    /// whichever odds (C9), and by 1.6 (not held) the odds with a Come Bet.
    pub const fn is_off_on_come_out(self) -> bool {
        use Wager::*;
        matches!(self, Place(_) | PlaceLose(_) | Buy(_) | Lay(_) | ComeOdds(_))
    }

    /// Into how many equal units it is divided: 1.2(a)20 has five for the Horn High, 1.4 (not held) four for the Horn
    /// and two for C and E (C6, C13).
    pub(super) const fn units(self) -> (i64, Citation) {
        match self {
            Wager::HornHigh(_) => (5, cite!("1.2(a)20")),
            Wager::Horn => (4, cite!("1.4")),
            Wager::CAndE => (2, cite!("1.4")),
            _ => (1, cite!("8.2")),
        }
    }

    /// Whether these dice make the total the hard way, or otherwise; neither if they make another.
    pub(super) fn is_hard(hard: Hard, dice: Dice) -> Option<bool> {
        (dice.total() == hard.total()).then(|| dice.is_pair())
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wager::Pass => f.write_str("pass"),
            Wager::DontPass => f.write_str("dont-pass"),
            Wager::Come => f.write_str("come"),
            Wager::ComeOn(n) => write!(f, "come {n}"),
            Wager::DontCome => f.write_str("dont-come"),
            Wager::DontComeOn(n) => write!(f, "dont-come {n}"),
            Wager::Place(n) => write!(f, "place {n}"),
            Wager::PlaceLose(n) => write!(f, "place-lose {n}"),
            Wager::Hardway(hard) => write!(f, "hardway {}", hard.total()),
            Wager::Field => f.write_str("field"),
            Wager::AnySeven => f.write_str("any-seven"),
            Wager::AnyCraps => f.write_str("any-craps"),
            Wager::Next(_) | Wager::CAndE | Wager::Horn => f.write_str(self.kind()),
            Wager::HornHigh(horn) => write!(f, "horn-high {}", horn.total()),
            Wager::Buy(n) => write!(f, "buy {n}"),
            Wager::Lay(n) => write!(f, "lay {n}"),
            Wager::PassOdds(n) => write!(f, "pass-odds {n}"),
            Wager::DontPassOdds(n) => write!(f, "dont-pass-odds {n}"),
            Wager::ComeOdds(n) => write!(f, "come-odds {n}"),
            Wager::DontComeOdds(n) => write!(f, "dont-come-odds {n}"),
        }
    }
}

impl Vocabulary for Wager {
    fn each(tell: &mut impl FnMut(Wager)) {
        use Wager::*;
        [Pass, DontPass, Come, DontCome].into_iter().for_each(&mut *tell);
        for on in [PassOdds, DontPassOdds, ComeOn, ComeOdds, DontComeOn, DontComeOdds] {
            Number::ALL.into_iter().map(on).for_each(&mut *tell);
        }
        for on in [Place, PlaceLose, Buy, Lay] {
            Number::ALL.into_iter().map(on).for_each(&mut *tell);
        }
        Hard::ALL.into_iter().map(Hardway).for_each(&mut *tell);
        [Field, AnySeven, AnyCraps].into_iter().for_each(&mut *tell);
        self::Horn::ALL.into_iter().map(Next).for_each(&mut *tell);
        [CAndE, Horn].into_iter().for_each(&mut *tell);
        self::Horn::ALL.into_iter().map(HornHigh).for_each(tell);
    }
}

impl Kinds for Wager {
    fn kind(self) -> &'static str {
        let of = |n: Number, kinds: [&'static str; 3]| kinds[n.pair()];
        match self {
            Wager::Pass => "pass",
            Wager::DontPass => "dont-pass",
            Wager::Come | Wager::ComeOn(_) => "come",
            Wager::DontCome | Wager::DontComeOn(_) => "dont-come",
            Wager::Place(n) => of(n, ["place-4-10", "place-5-9", "place-6-8"]),
            Wager::PlaceLose(n) => of(n, ["place-lose-4-10", "place-lose-5-9", "place-lose-6-8"]),
            Wager::Hardway(Hard::Four | Hard::Ten) => "hardway-4-10",
            Wager::Hardway(Hard::Six | Hard::Eight) => "hardway-6-8",
            Wager::Field => "field",
            Wager::AnySeven => "any-seven",
            Wager::AnyCraps => "any-craps",
            Wager::Next(Horn::Two) => "craps-two",
            Wager::Next(Horn::Three) => "craps-three",
            Wager::Next(Horn::Eleven) => "eleven",
            Wager::Next(Horn::Twelve) => "craps-twelve",
            Wager::CAndE => "c-and-e",
            Wager::Horn => "horn",
            Wager::HornHigh(Horn::Two | Horn::Twelve) => "horn-high-2-12",
            Wager::HornHigh(Horn::Three | Horn::Eleven) => "horn-high-3-11",
            Wager::Buy(n) => of(n, ["buy-4-10", "buy-5-9", "buy-6-8"]),
            Wager::Lay(n) => of(n, ["lay-4-10", "lay-5-9", "lay-6-8"]),
            Wager::PassOdds(n) => of(n, ["pass-odds-4-10", "pass-odds-5-9", "pass-odds-6-8"]),
            Wager::DontPassOdds(n) => {
                of(n, ["dont-pass-odds-4-10", "dont-pass-odds-5-9", "dont-pass-odds-6-8"])
            }
            Wager::ComeOdds(n) => of(n, ["come-odds-4-10", "come-odds-5-9", "come-odds-6-8"]),
            Wager::DontComeOdds(n) => {
                of(n, ["dont-come-odds-4-10", "dont-come-odds-5-9", "dont-come-odds-6-8"])
            }
        }
    }
}
