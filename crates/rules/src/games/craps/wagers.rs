//! 1.2(a): the twenty permissible wagers in their order, and what 1.5 and 1.6 (not held) add: place bets at true odds,
//! and odds in support of a line bet.
//!
//! A Come or Don't Come Bet is `come` until its come point is thrown; then it lies on that number and is `come 6`.

use crate::games::prelude::*;
use crate::readings::{C2, C3, C4, C9, Readings};
use crate::{kept::spelled, kit::dice::Dice, vocabulary::Kinds, words::deeds};

deeds! {
    /// 1.1: a total that can be a come-out point or a come point.
    #[derive(PartialOrd, Ord)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(into = "u8", try_from = "u8"))]
    pub enum Number {
        Four = "4",
        Five = "5",
        Six = "6",
        Eight = "8",
        Nine = "9",
        Ten = "10",
    }
}

impl Number {
    /// All six numbers.
    pub const ALL: [Number; 6] =
        [Number::Four, Number::Five, Number::Six, Number::Eight, Number::Nine, Number::Ten];

    /// The number for this total, if there is one.
    pub fn of(total: u8) -> Option<Number> {
        Number::ALL.into_iter().find(|number| number.total() == total)
    }

    /// The total of the dice.
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

    /// The index of its pair: 4 and 10, 5 and 9, 6 and 8 can be thrown in equally many ways and are paid
    /// alike.
    pub(super) const fn pair(self) -> usize {
        match self {
            Number::Four | Number::Ten => 0,
            Number::Five | Number::Nine => 1,
            Number::Six | Number::Eight => 2,
        }
    }
}

impl From<Number> for u8 {
    fn from(number: Number) -> u8 {
        number.total()
    }
}

impl TryFrom<u8> for Number {
    type Error = &'static str;
    fn try_from(total: u8) -> Result<Number, &'static str> {
        Number::of(total).ok_or("a point is 4, 5, 6, 8, 9 or 10")
    }
}

deeds! {
    /// A total that two equal dice make and unequal ones can make too.
    #[derive(PartialOrd, Ord)]
    pub enum Hard {
        Four = "4",
        Six = "6",
        Eight = "8",
        Ten = "10",
    }
}

impl Hard {
    /// All four hardways.
    pub const ALL: [Hard; 4] = [Hard::Four, Hard::Six, Hard::Eight, Hard::Ten];

    /// The total of the pair.
    pub const fn total(self) -> u8 {
        match self {
            Hard::Four => 4,
            Hard::Six => 6,
            Hard::Eight => 8,
            Hard::Ten => 10,
        }
    }
}

deeds! {
    /// One of the four totals of the Horn.
    #[derive(PartialOrd, Ord)]
    pub enum Horn {
        Two = "2",
        Three = "3",
        Eleven = "11",
        Twelve = "12",
    }
}

impl Horn {
    /// All four totals of the horn.
    pub const ALL: [Horn; 4] = [Horn::Two, Horn::Three, Horn::Eleven, Horn::Twelve];

    /// The one for this total, if there is one.
    pub fn of(total: u8) -> Option<Horn> {
        Horn::ALL.into_iter().find(|horn| horn.total() == total)
    }

    /// The total of the dice.
    pub const fn total(self) -> u8 {
        match self {
            Horn::Two => 2,
            Horn::Three => 3,
            Horn::Eleven => 11,
            Horn::Twelve => 12,
        }
    }
}

deeds! {
    /// What can be wagered at craps.
    pub enum Wager {
        /// The shooter passes.
        Pass = "pass",
        /// He does not.
        DontPass = "dont-pass",
        /// As Pass, from the next roll on.
        Come = "come",
        /// As Don't Pass, from the next roll on.
        DontCome = "dont-come",
        /// Odds behind a Pass Bet on this point.
        PassOdds(n: Number) = "pass-odds {n}",
        /// Odds behind a Don't Pass Bet on this point.
        DontPassOdds(n: Number) = "dont-pass-odds {n}",
        /// A Come Bet on its come point.
        ComeOn(n: Number) = "come {n}",
        /// Odds with a Come Bet on this number.
        ComeOdds(n: Number) = "come-odds {n}",
        /// A Don't Come Bet behind its come point.
        DontComeOn(n: Number) = "dont-come {n}",
        /// Odds with a Don't Come Bet on this number.
        DontComeOdds(n: Number) = "dont-come-odds {n}",
        /// Place Bet to Win: the number before a 7.
        Place(n: Number) = "place {n}",
        /// Place Bet to Lose: a 7 before the number.
        PlaceLose(n: Number) = "place-lose {n}",
        /// A Place Bet to Win at true odds, for a charge.
        Buy(n: Number) = "buy {n}",
        /// A Place Bet to Lose at true odds, for a charge.
        Lay(n: Number) = "lay {n}",
        /// Four, Six, Eight or Ten the Hardway.
        Hardway(hard: Hard) = "hardway {hard}",
        /// 2, 3, 4, 9, 10, 11 or 12 next.
        Field = "field",
        /// 7 next.
        AnySeven = "any-seven",
        /// 2, 3 or 12 next.
        AnyCraps = "any-craps",
        /// Craps Two, Three or Twelve, or 11 in One Roll.
        Next(horn: Horn) => Wager::Next(horn).kind(),
        /// A craps or 11 next.
        CAndE = "c-and-e",
        /// 2, 3, 11 or 12 next.
        Horn = "horn",
        /// The same with a fifth unit on one of them.
        HornHigh(horn: Horn) = "horn-high {horn}",
    }
}

spelled!(Wager, <Wager as crate::vocabulary::Vocabulary>::read, "a wager at craps");

impl Wager {
    /// The provision that permits the wager.
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

    /// The bet that these odds support.
    pub const fn supports(self) -> Option<Wager> {
        match self {
            Wager::PassOdds(_) => Some(Wager::Pass),
            Wager::DontPassOdds(_) => Some(Wager::DontPass),
            Wager::ComeOdds(n) => Some(Wager::ComeOn(n)),
            Wager::DontComeOdds(n) => Some(Wager::DontComeOn(n)),
            _ => None,
        }
    }

    /// Whether it is off on a come-out roll unless called on: all place bets, to win or to lose (C2), at either
    /// kind of odds (C9), and under 1.6 (not held) the odds with a Come Bet.
    pub const fn is_off_on_come_out(self) -> bool {
        use Wager::*;
        matches!(self, Place(_) | PlaceLose(_) | Buy(_) | Lay(_) | ComeOdds(_))
    }

    /// The same under these readings: C2 and C9 for place bets, C3 for hardways, C4 for bets that have their come
    /// point.
    pub fn is_off_by(self, readings: &Readings) -> bool {
        use Wager::*;
        match self {
            Place(_) => readings.c2 != C2::BothOn,
            PlaceLose(_) => readings.c2 == C2::BothOff,
            Buy(_) => readings.c9 != C9::BothOn,
            Lay(_) => readings.c9 == C9::BothOff,
            Hardway(_) => readings.c3 == C3::OffOnComeOut,
            ComeOn(_) | DontComeOn(_) => readings.c4 == C4::OffOnComeOut,
            DontComeOdds(_) => readings.c4 == C4::OffOnComeOut,
            wager => wager.is_off_on_come_out(),
        }
    }

    /// The number of equal units it is divided into: five for the Horn High under 1.2(a)20, four for the Horn under
    /// 1.4 (not held) and two for C and E under 1.4(d) (C6, C13).
    pub(super) const fn units(self) -> (i64, Citation) {
        match self {
            Wager::HornHigh(_) => (5, cite!("1.2(a)20")),
            Wager::Horn => (4, cite!("1.4")),
            Wager::CAndE => (2, cite!("1.4(d)")),
            _ => (1, cite!("8.2")),
        }
    }

    /// Whether these dice make the total the hard way (`true`) or the easy way (`false`); `None` if they
    /// make another total.
    pub(super) fn is_hard(hard: Hard, dice: Dice) -> Option<bool> {
        (dice.total() == hard.total()).then(|| dice.is_pair())
    }
}

impl Kinds for Wager {
    const PLACE: &'static str = "place";

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
