//! What a roll does to each wager (1.2(a)), and what winners are paid: 1.4, 1.5 and 1.6, none of which is held. The
//! odds of 1.4 are minimums that a licensee may raise; those of 1.5 and 1.6 are the true odds.

use super::wagers::{Horn, Number, Wager};
use crate::games::prelude::*;
use crate::{
    house::Scope,
    kit::dice::Dice,
    readings::{C3, C4, C7, Readings},
    submission::{Field, Gate},
    table::layout::Limits,
};

/// The number of odds that a licensee may raise.
pub(super) const KINDS: usize = 20;

/// How well a figure is known.
const SISTER: &str = "what a winner is paid; New Jersey's own figure, but for mini-dice";
const FRENCH: &str = "what a winner is paid; as in France's rules for American craps";

/// 1.4 (not held): no winning wager is paid less than this.
#[rustfmt::skip]
pub(super) const FIELDS: [Field<Odds>; KINDS] = [
    pays("odds.pass",             1,  1, FRENCH),
    pays("odds.dont-pass",        1,  1, FRENCH),
    pays("odds.come",             1,  1, FRENCH),
    pays("odds.dont-come",        1,  1, FRENCH),
    pays("odds.place-4-10",       9,  5, SISTER),
    pays("odds.place-5-9",        7,  5, SISTER),
    pays("odds.place-6-8",        7,  6, SISTER),
    pays("odds.place-lose-4-10",  5, 11, FRENCH),
    pays("odds.place-lose-5-9",   5,  8, FRENCH),
    pays("odds.place-lose-6-8",   4,  5, FRENCH),
    pays("odds.hardway-4-10",     7,  1, FRENCH),
    pays("odds.hardway-6-8",      9,  1, FRENCH),
    pays("odds.field",            1,  1, SISTER),
    pays("odds.field-2-12",       2,  1, SISTER),
    pays("odds.any-seven",        4,  1, SISTER),
    pays("odds.any-craps",        7,  1, FRENCH),
    pays("odds.craps-two",       30,  1, FRENCH),
    pays("odds.craps-three",     15,  1, FRENCH),
    pays("odds.eleven",          15,  1, FRENCH),
    pays("odds.craps-twelve",    30,  1, FRENCH),
];

const fn pays(key: &'static str, to: u16, per: u16, about: &'static str) -> Field<Odds> {
    // All tables of the casino pay alike if one of them pays more than the minimum.
    Field::odds(key, cite!("1.4"), Odds::new(to, per), about).alike(Scope::House, cite!("1.4"))
}

/// 1.5 and 1.6 (not held): true odds on 4 and 10, 5 and 9, 6 and 8, for the number and against it.
const TRUE_FOR: [Odds; 3] = [Odds::new(2, 1), Odds::new(3, 2), Odds::new(6, 5)];
const TRUE_AGAINST: [Odds; 3] = [Odds::new(1, 2), Odds::new(2, 3), Odds::new(5, 6)];

/// The odds of a table, in the order of the fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Schedule([Odds; KINDS]);

/// 1.4 (not held): odds are stated with "to", never with "for".
pub(super) fn gate(gate: &Gate<'_>) -> Option<Schedule> {
    gate.all(&FIELDS).map(Schedule)
}

impl Schedule {
    /// The odds on one total of the horn.
    const fn next(&self, horn: Horn) -> Odds {
        self.0[16 + horn as usize]
    }

    const fn any_craps(&self) -> Odds {
        self.0[15]
    }

    /// Reports all odds at which a unit of the wager may have to be paid.
    pub(super) fn units(&self, wager: Wager, each: &mut dyn FnMut(Odds)) {
        match wager {
            Wager::Horn | Wager::HornHigh(_) => {
                Horn::ALL.into_iter().for_each(|horn| each(self.next(horn)));
            }
            Wager::CAndE => [self.any_craps(), self.next(Horn::Eleven)].into_iter().for_each(each),
            Wager::Field => [self.0[12], self.0[13]].into_iter().for_each(each),
            wager => each(self.on(wager, 0)),
        }
    }

    /// The odds on a wager that is paid as a whole, if this total wins it.
    pub(super) const fn on(&self, wager: Wager, total: u8) -> Odds {
        self.0[match wager {
            Wager::Pass => 0,
            Wager::DontPass => 1,
            Wager::Come | Wager::ComeOn(_) => 2,
            Wager::DontCome | Wager::DontComeOn(_) => 3,
            Wager::Place(n) => 4 + n.pair(),
            Wager::PlaceLose(n) => 7 + n.pair(),
            Wager::Hardway(hard) if hard.total() == 4 || hard.total() == 10 => 10,
            Wager::Hardway(_) => 11,
            Wager::Field if total == 2 || total == 12 => 13,
            Wager::Field => 12,
            Wager::AnySeven => 14,
            Wager::AnyCraps | Wager::CAndE => 15,
            Wager::Next(horn) => return self.next(horn),
            Wager::Horn => return self.next(Horn::Two),
            Wager::HornHigh(horn) => return self.next(horn),
            Wager::Buy(n) | Wager::PassOdds(n) | Wager::ComeOdds(n) => return TRUE_FOR[n.pair()],
            Wager::Lay(n) | Wager::DontPassOdds(n) | Wager::DontComeOdds(n) => return TRUE_AGAINST[n.pair()],
        }]
    }

    /// What a winning wager is paid in addition to its stake. A wager of several units wins with one of them (or two,
    /// if the fifth unit of a Horn High Bet hits) and loses the others.
    pub(super) fn pay(&self, limits: &Limits, wager: Wager, total: u8, stake: Money) -> Money {
        let (units, _) = wager.units();
        let unit = Money::cents(stake.as_cents() / units);
        let times = |n: i64| Money::cents(unit.as_cents() * n);
        match (wager, Horn::of(total)) {
            (Wager::Horn, Some(horn)) => limits.pay(self.next(horn), unit) - times(3),
            (Wager::HornHigh(high), Some(horn)) if high == horn => {
                limits.pay(self.next(horn), times(2)) - times(3)
            }
            (Wager::HornHigh(_), Some(horn)) => limits.pay(self.next(horn), unit) - times(4),
            (Wager::CAndE, Some(Horn::Eleven)) => limits.pay(self.next(Horn::Eleven), unit) - unit,
            (Wager::CAndE, _) => limits.pay(self.any_craps(), unit) - unit,
            _ => limits.pay(self.on(wager, total), stake),
        }
    }
}

/// The provision on its payment; none of them is held.
pub(super) const fn paid_by(wager: Wager) -> Citation {
    match wager {
        Wager::Buy(_) | Wager::Lay(_) => cite!("1.5"),
        wager if wager.supports().is_some() => cite!("1.6"),
        // 1.2(a)18 refers to it by name.
        Wager::CAndE => cite!("1.4(d)"),
        _ => cite!("1.4"),
    }
}

/// What a roll does to a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The wager is decided, under this provision.
    Decided(Fate, Citation),
    /// It gets its come point.
    Moves(Number, Citation),
    /// Nothing: it stands as it is.
    Stands,
}

/// A throw: what the dice show, and the point at that time; without a point it is a come-out roll (1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    /// The dice.
    pub dice: Dice,
    /// The come-out point.
    pub point: Option<Number>,
}

/// What a throw does to a wager. `active` says whether a wager that can be off is on.
pub fn decide(wager: Wager, throw: Throw, active: bool, readings: &Readings) -> Effect {
    use Effect::Stands;
    let total = throw.dice.total();
    let next = |wins: bool| if wins { won(wager.cite()) } else { lost(wager.cite()) };
    match wager {
        Wager::Pass => match throw.point {
            None => pass_first(total),
            Some(point) => race(point, total, won(cite!("1.2(a)1.ii")), lost(cite!("1.2(a)1.iii.(2)"))),
        },
        Wager::DontPass => match throw.point {
            None => dont_pass_first(total),
            Some(point) => race(point, total, lost(cite!("1.2(a)2.iii.(2)")), won(cite!("1.2(a)2.ii"))),
        },
        // C4: it is decided on every roll, so it is never off.
        Wager::ComeOn(_) | Wager::DontComeOn(_) | Wager::DontComeOdds(_) if !active => Stands,
        Wager::ComeOdds(_) if !active && readings.c4 == C4::OffOnComeOut => Stands,
        Wager::Come => come_first(total),
        Wager::ComeOn(n) => race(n, total, won(cite!("1.2(a)3.ii")), lost(cite!("1.2(a)3.iii.(2)"))),
        Wager::DontCome => dont_come_first(total),
        Wager::DontComeOn(n) => race(n, total, lost(cite!("1.2(a)4.iii.(2)")), won(cite!("1.2(a)4.ii"))),
        // C2: an inactive place bet stays where it is, whatever is thrown.
        Wager::Place(_) | Wager::PlaceLose(_) | Wager::Buy(_) | Wager::Lay(_) if !active => Stands,
        Wager::Place(n) | Wager::Buy(n) => race(n, total, won(cite!("1.2(a)5")), lost(cite!("1.2(a)5"))),
        Wager::PlaceLose(n) | Wager::Lay(n) => race(n, total, lost(cite!("1.2(a)6")), won(cite!("1.2(a)6"))),
        // C3: the easy way and a 7 both end it, on every roll.
        Wager::Hardway(_) if !active => Stands,
        Wager::Hardway(hard) => match Wager::is_hard(hard, throw.dice) {
            Some(false) if readings.c3 == C3::SevenOnly => Stands,
            Some(is_hard) => next(is_hard),
            None if total == 7 => next(false),
            None => Stands,
        },
        Wager::Field => next(matches!(total, 2 | 3 | 4 | 9 | 10 | 11 | 12)),
        Wager::AnySeven => next(total == 7),
        Wager::AnyCraps => next(matches!(total, 2 | 3 | 12)),
        Wager::Next(horn) => next(total == horn.total()),
        // C7: one roll decides it.
        Wager::HornHigh(_) if readings.c7 == C7::Stands && total != 7 && Horn::of(total).is_none() => Stands,
        Wager::CAndE | Wager::Horn | Wager::HornHigh(_) => next(Horn::of(total).is_some()),
        // 1.6 (not held): odds are decided with the bet they support; if they are off, they are returned.
        Wager::ComeOdds(n) if !active => {
            let back = Effect::Decided(Fate::Void, cite!("1.6"));
            race(n, total, back, back)
        }
        Wager::PassOdds(n) | Wager::ComeOdds(n) => race(n, total, won(cite!("1.6")), lost(cite!("1.6"))),
        Wager::DontPassOdds(n) | Wager::DontComeOdds(n) => {
            race(n, total, lost(cite!("1.6")), won(cite!("1.6")))
        }
    }
}

const fn won(cite: Citation) -> Effect {
    Effect::Decided(Fate::Won, cite)
}

const fn lost(cite: Citation) -> Effect {
    Effect::Decided(Fate::Lost, cite)
}

/// The number against a 7.
const fn race(number: Number, total: u8, made: Effect, seven: Effect) -> Effect {
    match total {
        7 => seven,
        total if total == number.total() => made,
        _ => Effect::Stands,
    }
}

/// 1.2(a)1: a Pass Bet on the come-out roll.
const fn pass_first(total: u8) -> Effect {
    match total {
        7 | 11 => won(cite!("1.2(a)1.i")),
        2 | 3 | 12 => lost(cite!("1.2(a)1.iii.(1)")),
        _ => Effect::Stands,
    }
}

/// 1.2(a)2: a Don't Pass Bet on the come-out roll.
const fn dont_pass_first(total: u8) -> Effect {
    match total {
        2 | 3 => won(cite!("1.2(a)2.i")),
        7 | 11 => lost(cite!("1.2(a)2.iii.(1)")),
        12 => Effect::Decided(Fate::Void, cite!("1.2(a)2.iv")),
        _ => Effect::Stands,
    }
}

/// 1.2(a)3: a Come Bet on the roll after it is placed; 1.1: any other total is its come point.
fn come_first(total: u8) -> Effect {
    match (total, Number::of(total)) {
        (7 | 11, _) => won(cite!("1.2(a)3.i")),
        (_, Some(number)) => Effect::Moves(number, cite!("1.1")),
        _ => lost(cite!("1.2(a)3.iii.(1)")),
    }
}

/// 1.2(a)4: a Don't Come Bet on the roll after it is placed.
fn dont_come_first(total: u8) -> Effect {
    match (total, Number::of(total)) {
        (2 | 3, _) => won(cite!("1.2(a)4.i")),
        (7 | 11, _) => lost(cite!("1.2(a)4.iii.(1)")),
        (_, Some(number)) => Effect::Moves(number, cite!("1.1")),
        _ => Effect::Decided(Fate::Void, cite!("1.2(a)4.iv")),
    }
}
