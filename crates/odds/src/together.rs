//! Several wagers of one patron, and their combined result. Some are made at once, others as soon as the table accepts
//! them, such as odds once there is a point. The set is over when none of its wagers are on the layout.

use crate::{
    Fraction, Offered, Priced, Tally, Unsolved,
    offers::place,
    round::usual_step,
    seated::{Playing, Round, Stop},
    steps::Steps,
};
use rules::{Citation, Event, EventOf, Game, Input, Money, Patron, Refusal, Why};
use std::collections::BTreeMap;

/// One wager of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part<W> {
    /// What is wagered on: the first of these that the table accepts. Odds have one for each point.
    pub on: Vec<W>,
    /// The stake.
    pub stake: Money,
}

/// Why a set of wagers cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unread {
    /// There are no wagers.
    Nothing,
    /// There are more wagers than can be followed at once.
    TooMany,
    /// A wager has no amount.
    NoAmount(String),
    /// The text is neither an amount nor a multiple such as `2x`.
    NotAmount(String),
    /// No such wager is offered.
    NoSuchWager(String),
    /// Several wagers have this name.
    ManyPlaces {
        /// The text of the wager.
        kind: String,
        /// One of the wagers.
        such_as: String,
    },
    /// A multiple of a wager that is not in the set.
    NothingToMultiply {
        /// The wager with a multiple.
        wager: String,
        /// The wager that it multiplies, if it supports one.
        base: Option<String>,
    },
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unread::Nothing => {
                f.write_str("write wagers with their amounts, such as `pass 10, pass-odds 2x`")
            }
            Unread::TooMany => write!(f, "at most {MOST} wagers at once"),
            Unread::NoAmount(part) => write!(f, "`{part}`: write an amount after the wager"),
            Unread::NotAmount(amount) => {
                write!(f, "`{amount}`: write an amount, or a multiple of the bet it supports, such as 2x")
            }
            Unread::NoSuchWager(wager) => write!(f, "`{wager}`: no such wager is offered at this table"),
            Unread::ManyPlaces { kind, such_as } => {
                write!(f, "`{kind}`: say which place, such as `{such_as}`")
            }
            Unread::NothingToMultiply { wager, base: Some(base) } => {
                write!(f, "`{wager}`: a multiple needs `{base}` in front of it")
            }
            Unread::NothingToMultiply { wager, base: None } => {
                write!(f, "`{wager}`: it supports no other wager: write an amount")
            }
        }
    }
}

impl std::error::Error for Unread {}

/// Parses a set of wagers, such as `pass 10, pass-odds 2x`, given what a table offers. Odds without a number mean those
/// on whatever becomes the point.
pub fn read<G: Priced>(text: &str, offered: &[Offered<G::Wager>]) -> Result<Vec<Part<G::Wager>>, Unread> {
    let mut parts: Vec<Part<G::Wager>> = Vec::new();
    // The numbers of a ticket have commas between them, so tickets have semicolons.
    let between = if text.contains(';') { ';' } else { ',' };
    for part in text.split(between).map(str::trim).filter(|part| !part.is_empty()) {
        let (name, amount) =
            part.rsplit_once(char::is_whitespace).ok_or_else(|| Unread::NoAmount(part.to_owned()))?;
        let name = name.trim_end();
        let on = places::<G>(name, offered)?;
        let stake = match amount.strip_suffix(['x', 'X']) {
            Some(times) => {
                let times: i64 = times
                    .parse()
                    .ok()
                    .filter(|n| *n > 0)
                    .ok_or_else(|| Unread::NotAmount(amount.to_owned()))?;
                let beside = |wager: &G::Wager| offered.iter().find(|o| o.wager == *wager)?.beside;
                let base = on.first().and_then(beside);
                let of = base.and_then(|base| parts.iter().find(|part| part.on.contains(&base)));
                let missing = || Unread::NothingToMultiply {
                    wager: name.to_owned(),
                    base: base.map(|base| base.to_string()),
                };
                let cents = of.ok_or_else(missing)?.stake.as_cents().checked_mul(times);
                Money::cents(cents.ok_or_else(|| Unread::NotAmount(amount.to_owned()))?)
            }
            None => amount.parse().map_err(|_| Unread::NotAmount(amount.to_owned()))?,
        };
        parts.push(Part { on, stake });
    }
    match parts.len() {
        0 => Err(Unread::Nothing),
        1..=MOST => Ok(parts),
        _ => Err(Unread::TooMany),
    }
}

/// The most wagers a set may have: each has a bit.
const MOST: usize = 32;

/// The wagers with this name: one, or those of a kind of which only one can be made at a time.
fn places<G: Priced>(name: &str, offered: &[Offered<G::Wager>]) -> Result<Vec<G::Wager>, Unread> {
    use rules::Vocabulary;
    if let Some(one) = G::Wager::read(name).and_then(|wager| offered.iter().find(|o| o.wager == wager)) {
        return Ok(vec![one.wager]);
    }
    // One of a sort of which the list has only examples; the table says whether it accepts it.
    if let Some(one) = G::Wager::read(name) {
        let mut is_told = false;
        G::Wager::each(&mut |wager| is_told |= wager == one);
        if !is_told {
            return Ok(vec![one]);
        }
    }
    let is_named = |on: &&Offered<G::Wager>| {
        on.kind() == name || on.wager.to_string().split_once(' ').is_some_and(|(first, _)| first == name)
    };
    let of_kind: Vec<_> = offered.iter().filter(is_named).collect();
    match of_kind[..] {
        [] => Err(Unread::NoSuchWager(name.to_owned())),
        [first, _, ..] if of_kind.iter().any(|o| o.course.is_none()) => {
            Err(Unread::ManyPlaces { kind: name.to_owned(), such_as: first.wager.to_string() })
        }
        _ => Ok(of_kind.iter().map(|o| o.wager).collect()),
    }
}

const PATRON: Patron = Patron(1);

/// One patron with several wagers at a table.
pub struct Together<'a, G: Game> {
    parts: &'a [Part<G::Wager>],
    offered: &'a [Offered<G::Wager>],
}

/// The indices of what is kept about a set while it is played: what the patron has gained, what was staked, and which
/// parts were made, one bit each.
const NET: usize = 0;
const STAKED: usize = 1;
const MADE: usize = 2;

impl<'a, G: Priced> Together<'a, G> {
    /// A set of wagers at a table that offers these.
    pub fn new(parts: &'a [Part<G::Wager>], offered: &'a [Offered<G::Wager>]) -> Self {
        Together { parts, offered }
    }

    /// Begins with the set at a table that is ready for wagers.
    pub fn begin(&self, table: G) -> Round<G> {
        Round { table, waiting: vec![true; self.parts.len()], nets: vec![0; 3] }
    }

    fn observer(nets: &mut [i64]) -> impl FnMut(Citation, EventOf<G>) {
        move |_, event| {
            if let Event::Placed { bet } = &event {
                nets[STAKED] += bet.stake.as_cents();
            }
            if let Some((_, gain)) = Tally::of::<G>(&event) {
                nets[NET] += gain.net().as_cents();
            }
        }
    }

    /// Makes a wager if the table accepts it now. A refusal that waiting does not resolve is an error.
    fn make(&self, round: &mut Round<G>, at: usize) -> Result<bool, Unsolved> {
        let Part { on, stake } = &self.parts[at];
        for wager in on {
            let seat = self.offered.iter().find(|o| o.wager == *wager).map_or(rules::Seat::NONE, |o| o.seat);
            let input = place::<G>(PATRON, seat, *wager, *stake);
            let taken = round.table.apply(input, &mut Self::observer(&mut round.nets));
            match taken {
                Ok(()) => {
                    round.waiting[at] = false;
                    round.nets[MADE] |= 1 << at;
                    return Ok(true);
                }
                Err(refusal) if !may_wait::<G>(&refusal) => return Err(Unsolved::Refused(refusal)),
                Err(_) => {}
            }
        }
        Ok(false)
    }
}

/// Whether a wager with this refusal may be accepted later in the round.
fn may_wait<G: Priced>(refusal: &Refusal) -> bool {
    let later = matches!(
        refusal.why,
        Why::NotNow
            | Why::Waits { .. }
            | Why::NothingToSupport
            | Why::PointSet
            | Why::NoPoint
            | Why::OtherPoint
            | Why::NoLineBet
            | Why::NoShooter
            | Why::ByRollAlone
    );
    // Another wager of the set may be what it needs.
    matches!(refusal.why, Why::NeedsBase | Why::NeedsAnte) || later && G::ROLLS.is_some()
}

impl<G: Priced> Playing<G> for Together<'_, G> {
    fn go_on(&self, round: &mut Round<G>) -> Result<Stop, Unsolved> {
        let mut steps = Steps::until("waiting for its equipment or at the end of the round");
        loop {
            steps.take()?;
            if round.table.awaits_wagers() {
                // A wager may need another one that comes after it in the set.
                let mut again = true;
                while again {
                    again = false;
                    for at in 0..self.parts.len() {
                        again |= round.waiting[at] && self.make(round, at)?;
                    }
                }
                if round.table.bets().is_empty() && round.nets[MADE] != 0 {
                    return Ok(Stop::Over);
                }
            }
            match usual_step(&round.table) {
                Some(input) => round
                    .table
                    .apply(input, &mut Self::observer(&mut round.nets))
                    .map_err(Unsolved::Refused)?,
                None => return Ok(Stop::Equipment),
            }
        }
    }

    fn show(&self, round: &mut Round<G>, chance: G::Chance) -> Result<(), Unsolved> {
        let input = Input::Chance(chance);
        round.table.apply(input, &mut Self::observer(&mut round.nets)).map_err(Unsolved::Refused)
    }
}

/// A possible end of a set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct End {
    /// What the patron gained.
    pub net: Money,
    /// The total amount staked.
    pub staked: Money,
}

/// All possible results of a set of wagers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joint {
    ends: BTreeMap<End, Fraction>,
    made: Vec<Fraction>,
    /// The number of equally likely deals, if they were counted.
    deals: Option<u128>,
}

impl Joint {
    /// Built from what was [kept](Together) at each end of a set with this many parts, with its probability.
    pub(crate) fn of<'a>(
        parts: usize,
        all: impl IntoIterator<Item = (&'a [i64], Fraction)>,
        deals: Option<u128>,
    ) -> Result<Joint, Unsolved> {
        let mut joint = Joint { ends: BTreeMap::new(), made: vec![Fraction::ZERO; parts], deals };
        for (kept, chance) in all {
            let end = End { net: Money::cents(kept[NET]), staked: Money::cents(kept[STAKED]) };
            let made = joint.made.iter_mut().enumerate().filter(|(at, _)| kept[MADE] >> at & 1 == 1);
            made.for_each(|(_, sum)| *sum += chance.clone());
            *joint.ends.entry(end).or_default() += chance;
        }
        match joint.made.iter().position(|made| *made == Fraction::ZERO) {
            Some(part) => Err(Unsolved::NeverMade { part }),
            None => Ok(joint),
        }
    }

    /// Every end with its probability, lowest gain first.
    pub fn ends(&self) -> impl Iterator<Item = (&End, &Fraction)> {
        self.ends.iter()
    }

    /// The probability with which each wager of the set is made.
    pub fn made(&self) -> &[Fraction] {
        &self.made
    }

    /// How many equally likely deals there are, if they were counted.
    pub fn deals(&self) -> Option<u128> {
        self.deals
    }

    fn sum(&self, of: impl Fn(&End) -> i128) -> Fraction {
        self.ends.iter().map(|(end, chance)| &Fraction::new(of(end), 1) * chance).sum()
    }

    /// The amount that is staked in any case.
    pub fn least_staked(&self) -> Money {
        self.ends.keys().map(|end| end.staked).min().unwrap_or(Money::ZERO)
    }

    /// The average amount staked, in cents.
    pub fn outlay(&self) -> Fraction {
        self.sum(|end| end.staked.as_cents().into())
    }

    /// The patron's average gain, in cents.
    pub fn mean(&self) -> Fraction {
        self.sum(|end| end.net.as_cents().into())
    }

    /// The variance of the gain, in square cents.
    pub fn variance(&self) -> Fraction {
        let mean = self.mean();
        self.sum(|end| i128::from(end.net.as_cents()).pow(2)) - &mean * &mean
    }

    /// The probability of coming out ahead.
    pub fn wins(&self) -> Fraction {
        self.chance(|net| net > Money::ZERO)
    }

    /// The probability of coming out behind.
    pub fn loses(&self) -> Fraction {
        self.chance(|net| net < Money::ZERO)
    }

    fn chance(&self, of: impl Fn(Money) -> bool) -> Fraction {
        self.ends.iter().filter(|(end, _)| of(end.net)).map(|(_, chance)| chance.clone()).sum()
    }
}
