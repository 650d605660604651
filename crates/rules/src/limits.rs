//! 8.2 (not held): the limits a licensee sets at each table, and the wagers that lie on its layout.

use crate::{
    game::{Bet, Tender},
    money::{Money, Odds},
    party::{Patron, Seat},
    refusal::{Refusal, Why},
    submission::{Breach, Field, Gate},
};
use arrayvec::ArrayVec;
use law::{Citation, cite};

/// The most wagers any layout keeps at once.
pub const MOST_WAGERS: usize = 256;

/// The most that any table may take as one wager. It keeps every payment far inside what [`Money`] holds.
const CEILING: Money = Money::dollars(1_000_000_000);

/// What the licensee takes at a table: least, most, in steps of, and how many wagers in all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    minimum: Money,
    maximum: Money,
    step: Money,
    payable: Money,
    wagers: u16,
}

/// The settings of every table; their section is not held, so each is a setting with a default.
pub const FIELDS: [Field; 5] = [MINIMUM, MAXIMUM, STEP, PAYABLE, WAGERS];

const MINIMUM: Field =
    Field::money("limits.minimum", cite!("8.2"), Money::cents(1), CEILING, "the least wager at the table")
        .or("1.00");
const MAXIMUM: Field = Field::money(
    "limits.maximum",
    cite!("8.2"),
    Money::cents(1),
    CEILING,
    "the most that one person may have on one wager",
)
.or("10000.00");
const STEP: Field =
    Field::money("limits.step", cite!("8.2"), Money::cents(1), CEILING, "the unit in which wagers are made")
        .or("1.00");
const PAYABLE: Field = Field::money(
    "limits.payable",
    cite!("8.2"),
    Money::cents(1),
    CEILING,
    "the smallest amount the table can pay; what it cannot pay exactly goes to the patron",
)
.or("0.01");
const WAGERS: Field = Field::count(
    "limits.wagers",
    cite!("8.2"),
    1,
    MOST_WAGERS as i64,
    "how many wagers the layout takes at once",
)
.or("256");

impl Limits {
    /// Reads the limits of a submission; `minimum` and `maximum` must be whole steps, and in order.
    pub fn gate(gate: &mut Gate<'_>) -> Option<Limits> {
        let [minimum, maximum] = [gate.money(&MINIMUM), gate.money(&MAXIMUM)];
        let [step, payable] = [gate.money(&STEP), gate.money(&PAYABLE)];
        let wagers = gate.count(&WAGERS);
        for (field, amount, unit, of) in [
            (&MINIMUM, minimum, step, &STEP),
            (&MAXIMUM, maximum, step, &STEP),
            (&STEP, step, payable, &PAYABLE),
        ] {
            if let (Some(amount), Some(unit)) = (amount, unit)
                && !amount.is_multiple_of(unit)
            {
                gate.report(field, Breach::NotMultiple { of: of.key, unit });
            }
        }
        if let (Some(least), Some(maximum)) = (minimum, maximum)
            && maximum < least
        {
            gate.report(&MAXIMUM, Breach::LessThan { than: MINIMUM.key, least });
        }
        if !gate.is_lawful() {
            return None;
        }
        let wagers = u16::try_from(wagers?).ok()?;
        Some(Limits { minimum: minimum?, maximum: maximum?, step: step?, payable: payable?, wagers })
    }

    /// The least wager.
    pub const fn minimum(&self) -> Money {
        self.minimum
    }

    /// The unit in which wagers are made.
    pub const fn step(&self) -> Money {
        self.step
    }

    /// What a winning stake is paid at these odds: exactly, or, where the table cannot pay that, the next amount it
    /// can (G2).
    pub fn pay(&self, odds: Odds, stake: Money) -> Money {
        odds.pay(stake).round_up(self.payable)
    }

    /// The smallest amount the table can pay.
    pub const fn payable(&self) -> Money {
        self.payable
    }

    /// Half of a stake, or the next smaller amount the table can pay: a patron never loses more than half (R1).
    pub const fn half(&self, stake: Money) -> Money {
        stake.half_down().round_down(self.payable)
    }
}

/// What a wager may amount to now: from `least` to `most` in multiples of `step`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The provision that lets it be placed.
    pub cite: Citation,
    /// The least.
    pub least: Money,
    /// The most.
    pub most: Money,
    /// The unit.
    pub step: Money,
    step_cite: Citation,
    most_cite: Citation,
}

impl Terms {
    /// The same, but no more than this, by another provision than that on limits.
    pub fn capped(self, most: Money, because: Citation) -> Result<Terms, Refusal> {
        let most = most.round_down(self.step);
        if most >= self.most {
            return Ok(self);
        }
        if self.least > most {
            return Err(Refusal::new(because, Why::TooMuch { most: most.max(Money::ZERO) }));
        }
        Ok(Terms { most, most_cite: because, ..self })
    }

    /// Accepts a stake within the terms.
    pub fn admit(&self, stake: Money) -> Result<(), Refusal> {
        if stake > self.most {
            return Err(Refusal::new(self.most_cite, Why::TooMuch { most: self.most }));
        }
        if stake > Money::ZERO && !stake.is_multiple_of(self.step) {
            return Err(Refusal::new(self.step_cite, Why::NotMultiple { of: self.step }));
        }
        if stake < self.least {
            return Err(Refusal::new(cite!("8.2"), Why::TooLittle { least: self.least }));
        }
        Ok(())
    }
}

/// The wagers on a layout, in the order they were made. One person's wagers on one place, made in one way,
/// are one wager.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layout<W: Copy + Eq> {
    bets: ArrayVec<Bet<W>, MOST_WAGERS>,
}

impl<W: Copy + Eq> Default for Layout<W> {
    fn default() -> Self {
        Layout { bets: ArrayVec::new() }
    }
}

impl<W: Copy + Eq> Layout<W> {
    /// The wagers.
    pub fn bets(&self) -> &[Bet<W>] {
        &self.bets
    }

    /// Whether the patron has a wager made in this way.
    pub fn has(&self, patron: Patron, tender: Tender) -> bool {
        self.bets.iter().any(|b| b.patron == patron && b.tender == tender)
    }

    /// Whether the patron has a wager on this place made in this way.
    pub fn lies(&self, patron: Patron, wager: W, tender: Tender) -> bool {
        self.bets.iter().any(|b| (b.patron, b.wager, b.tender) == (patron, wager, tender))
    }

    /// What the patron has on this place.
    pub fn stake(&self, patron: Patron, seat: Seat, wager: W) -> Money {
        let there = self.bets.iter().filter(|b| (b.patron, b.seat, b.wager) == (patron, seat, wager));
        there.map(|b| b.stake).sum()
    }

    /// How much more the patron may have there under the limits, if the layout has room for `also` further wagers.
    pub fn room(&self, limits: &Limits, like: &Bet<W>, also: usize) -> Result<Money, Refusal> {
        let new = usize::from(self.find(like).is_none());
        if self.bets.len() + new + also > usize::from(limits.wagers) {
            return Err(Refusal::new(cite!("8.2"), Why::LayoutFull));
        }
        Ok(limits.maximum - self.stake(like.patron, like.seat, like.wager))
    }

    /// What may be added to a wager under the limits. `cite` lets it be placed; `(units, because)` says in how
    /// many chips at once and by which provision.
    pub fn terms(
        &self,
        limits: &Limits,
        like: &Bet<W>,
        cite: Citation,
        (units, because): (i64, Citation),
    ) -> Result<Terms, Refusal> {
        let lies = self.stake(like.patron, like.seat, like.wager);
        self.has_room(limits, like)?;
        let step = Money::cents(limits.step.as_cents() * units);
        let least = (limits.minimum - lies).max(step).round_up(step);
        let most = (limits.maximum - lies).round_down(step);
        if least > most {
            return Err(Refusal::new(cite!("8.2"), Why::TooMuch { most }));
        }
        Ok(Terms { cite, least, most, step, step_cite: because, most_cite: cite!("8.2") })
    }

    /// Whether the layout takes this wager beside the others.
    pub fn has_room(&self, limits: &Limits, like: &Bet<W>) -> Result<(), Refusal> {
        let is_full = self.find(like).is_none() && self.bets.len() >= usize::from(limits.wagers);
        if is_full { Err(Refusal::new(cite!("8.2"), Why::LayoutFull)) } else { Ok(()) }
    }

    /// Puts a wager down, on top of what the same person already has there.
    pub fn put(&mut self, bet: Bet<W>) {
        match self.find(&bet) {
            Some(at) => self.bets[at].stake += bet.stake,
            None => self.bets.push(bet),
        }
    }

    /// Takes up all that the patron has on this place and tells of it, or refuses because nothing is there.
    pub fn take_back(
        &mut self,
        patron: Patron,
        seat: Seat,
        wager: W,
        nothing: Refusal,
        mut tell: impl FnMut(Bet<W>),
    ) -> Result<(), Refusal> {
        let before = self.bets.len();
        self.bets.retain(|bet| {
            let taken = (bet.patron, bet.seat, bet.wager) == (patron, seat, wager);
            if taken {
                tell(*bet);
            }
            !taken
        });
        if self.bets.len() < before { Ok(()) } else { Err(nothing) }
    }

    /// Goes through the wagers in their order: each stays, as it is or changed, or leaves.
    pub fn retain(&mut self, mut stays: impl FnMut(&mut Bet<W>) -> bool) {
        self.bets.retain(|bet| stays(bet));
    }

    /// Keeps these wagers, and no others.
    pub fn keep(&mut self, mut which: impl FnMut(&Bet<W>) -> bool) {
        self.bets.retain(|bet| which(bet));
    }

    /// Puts wagers elsewhere.
    pub fn amend(&mut self, each: impl FnMut(&mut Bet<W>)) {
        self.bets.iter_mut().for_each(each);
    }

    /// Clears the layout.
    pub fn clear(&mut self) {
        self.bets.clear();
    }

    fn find(&self, like: &Bet<W>) -> Option<usize> {
        self.bets.iter().position(|b| {
            (b.patron, b.seat, b.wager, b.tender) == (like.patron, like.seat, like.wager, like.tender)
        })
    }
}
