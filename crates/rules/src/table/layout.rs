//! 8.2 (not held): the limits a licensee sets at each table, and the wagers on its layout.

use crate::{
    game::{Bet, BetOf, Event, Fate, Game, Observer, Tender},
    house::NoticeKind,
    money::{Money, Odds},
    readings::{B9, G2, R1, Readings},
    refusal::{Refusal, Why},
    submission::{Breach, Field, Gate, When, fields},
    table::{
        Common,
        deck::{self, DeckCall},
        people::{Actor, Bank, Patron, Seat},
    },
};
use arrayvec::ArrayVec;
use law::{Citation, cite};

/// The most wagers any layout keeps at once.
pub const MOST_WAGERS: usize = 256;

/// The largest wager any table may accept. It keeps every payment far below the range of [`Money`].
const CEILING: Money = Money::dollars(1_000_000_000);

/// The licensee's limits at a table: minimum, maximum, unit, and the number of wagers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    minimum: Money,
    maximum: Money,
    step: Money,
    payable: Money,
    wagers: u16,
    readings: Readings,
}

fields! {
    /// The settings of every table; their section is not held, so each is a setting with a default.
    pub(crate) FIELDS;
    MINIMUM: Money =
        Field::money("limits.minimum", cite!("8.2"), Money::cents(1), CEILING, "the least wager at the table")
            .or("1.00")
            .told(NoticeKind::Limits, When::Amended, cite!("8.2"));
    MAXIMUM: Money = Field::money(
        "limits.maximum",
        cite!("8.2"),
        Money::cents(1),
        CEILING,
        "the most that one person may have on one wager: no less than limits.minimum",
    )
    .or("10000.00")
    .told(NoticeKind::Limits, When::Amended, cite!("8.2"));
    STEP: Money = Field::money(
        "limits.step",
        cite!("8.2"),
        Money::cents(1),
        CEILING,
        "the unit in which wagers are made; the least and the most wager are multiples of it",
    )
    .or("1.00")
    .told(NoticeKind::Limits, When::Amended, cite!("8.2"));
    PAYABLE: Money = Field::money(
        "limits.payable",
        cite!("8.2"),
        Money::cents(1),
        CEILING,
        "the smallest amount the table can pay, of which limits.step is a multiple; what it cannot pay exactly goes to the patron",
    )
    .or("0.01");
    WAGERS: u16 = Field::count(
        "limits.wagers",
        cite!("8.2"),
        1,
        MOST_WAGERS as i64,
        "how many wagers the layout takes at once",
    )
    .or("256");
}

/// The same fields for a game in which every player makes this many wagers at once: with a lower limit,
/// nobody could play.
pub(crate) const fn fields_with(wagers: usize, cite: Citation) -> [Field; 5] {
    let wagers = WAGERS.at_least(wagers as i64, cite);
    [MINIMUM.any(), MAXIMUM.any(), STEP.any(), PAYABLE.any(), wagers.any()]
}

/// The option of match play coupons, under a game's own provision.
pub(crate) const fn match_play(cite: Citation) -> Field<bool> {
    Field::switch("match-play", cite, "the table takes match play coupons")
}

impl Limits {
    /// Reads the limits of a submission; `minimum` and `maximum` must be multiples of the unit, and in
    /// order.
    pub fn gate(gate: &mut Gate<'_>) -> Option<Limits> {
        let [minimum, maximum, step, payable] =
            [&MINIMUM, &MAXIMUM, &STEP, &PAYABLE].map(|field| gate.get(field));
        let wagers = gate.get(&WAGERS);
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
        let (minimum, maximum, step) = (minimum?, maximum?, step?);
        let readings = Readings::DECIDED;
        Some(Limits { minimum, maximum, step, payable: payable?, wagers: wagers?, readings })
    }

    /// The readings in use at the table.
    pub const fn readings(&self) -> &Readings {
        &self.readings
    }

    pub(crate) fn read_by(&mut self, readings: Readings) {
        self.readings = readings;
    }

    /// The minimum wager.
    pub const fn minimum(&self) -> Money {
        self.minimum
    }

    /// The most that one person may have on one wager.
    pub const fn maximum(&self) -> Money {
        self.maximum
    }

    /// Wagers must be multiples of this.
    pub const fn step(&self) -> Money {
        self.step
    }

    /// What a winning stake is paid at these odds: exactly or, if the table cannot pay that, the next amount
    /// it can (G2).
    pub fn pay(&self, odds: Odds, stake: Money) -> Money {
        match self.readings.g2 {
            G2::Patron => odds.pay(stake).round_up(self.payable),
            G2::House => odds.pay_units(stake, self.payable, false),
            G2::Nearest => odds.pay_units(stake, self.payable, true),
        }
    }

    /// A part of an amount, rounded to what the table can pay (G2).
    pub fn part(&self, amount: Money, part: Money, of: Money) -> Money {
        let unit = i128::from(self.payable.as_cents());
        let exact = i128::from(amount.as_cents()) * i128::from(part.as_cents());
        let step = i128::from(of.as_cents()) * unit;
        let units = match self.readings.g2 {
            G2::Patron => (exact + step - 1) / step,
            G2::House => exact / step,
            G2::Nearest => (2 * exact + step) / (2 * step),
        };
        Money::cents(i64::try_from(units * unit).expect("an amount of money left the range"))
    }

    /// The smallest amount the table can pay.
    pub const fn payable(&self) -> Money {
        self.payable
    }

    /// Half of a stake, or the next smaller amount the table can pay: a patron never loses more than half (R1, B9).
    pub fn half(&self, stake: Money) -> Money {
        let lost = stake.half_down().round_down(self.payable);
        match self.readings {
            Readings { r1: R1::LossUp, .. } | Readings { b9: B9::LossUp, .. } => {
                (stake - lost).round_up(self.payable)
            }
            _ => lost,
        }
    }
}

/// What a wager may amount to now: from `least` to `most` in multiples of `step`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The provision that allows it.
    pub cite: Citation,
    /// The minimum.
    pub least: Money,
    /// The maximum.
    pub most: Money,
    /// The unit.
    pub step: Money,
    least_cite: Citation,
    step_cite: Citation,
    most_cite: Citation,
}

impl Terms {
    /// The terms of an act without a stake.
    pub const fn plain(cite: Citation) -> Terms {
        Terms::by(cite, [Money::ZERO; 3])
    }

    /// Terms from the minimum to the maximum in whole units, all under one provision.
    pub const fn by(cite: Citation, [least, most, step]: [Money; 3]) -> Terms {
        Terms { cite, least, most, step, least_cite: cite, step_cite: cite, most_cite: cite }
    }

    /// The same terms, under another provision.
    #[must_use]
    pub const fn under(self, cite: Citation) -> Terms {
        Terms { cite, ..self }
    }

    /// The same terms with a lower maximum, under a provision other than the one on limits.
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

    /// The same terms with a higher minimum, under a provision other than the one on limits.
    pub fn floored(self, least: Money, because: Citation) -> Result<Terms, Refusal> {
        let least = least.round_up(self.step);
        if least > self.most {
            return Err(Refusal::new(self.most_cite, Why::TooMuch { most: self.most }));
        }
        Ok(if least > self.least { Terms { least, least_cite: because, ..self } } else { self })
    }

    /// Accepts a stake within the terms.
    pub fn admit(&self, stake: Money) -> Result<(), Refusal> {
        if stake > self.most {
            return Err(Refusal::new(self.most_cite, Why::TooMuch { most: self.most }));
        }
        let is_exact = self.least == self.most;
        if stake > Money::ZERO && !is_exact && !stake.is_multiple_of(self.step) {
            return Err(Refusal::new(self.step_cite, Why::NotMultiple { of: self.step }));
        }
        if stake < self.least {
            return Err(Refusal::new(self.least_cite, Why::TooLittle { least: self.least }));
        }
        Ok(())
    }
}

/// The wagers on a layout, in the order in which they were made. One person's wagers on one place, made in
/// the same way, are one wager.
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

    /// Whether the patron has a wager in this place made in this way.
    pub fn lies(&self, patron: Patron, wager: W, tender: Tender) -> bool {
        self.bets.iter().any(|b| (b.patron, b.wager, b.tender) == (patron, wager, tender))
    }

    /// What the patron has staked in this place.
    pub fn stake(&self, patron: Patron, seat: Seat, wager: W) -> Money {
        let there = self.bets.iter().filter(|b| (b.patron, b.seat, b.wager) == (patron, seat, wager));
        there.map(|b| b.stake).sum()
    }

    /// How much more the patron may stake there under the limits, if the layout has room for `also` further
    /// wagers.
    pub fn room(&self, limits: &Limits, like: &Bet<W>, also: usize) -> Result<Money, Refusal> {
        let new = usize::from(self.find(like).is_none());
        if self.bets.len() + new + also > usize::from(limits.wagers) {
            return Err(Refusal::new(cite!("8.2"), Why::LayoutFull));
        }
        Ok(limits.maximum - self.stake(like.patron, like.seat, like.wager))
    }

    /// What may be added to a wager under the limits. `cite` allows it; `(units, because)` gives the number
    /// of chips at once and the provision for that.
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
        let limits = cite!("8.2");
        Ok(Terms { cite, least, most, step, least_cite: limits, step_cite: because, most_cite: limits })
    }

    /// Whether the layout has room for this wager.
    pub fn has_room(&self, limits: &Limits, like: &Bet<W>) -> Result<(), Refusal> {
        let is_full = self.find(like).is_none() && self.bets.len() >= usize::from(limits.wagers);
        if is_full { Err(Refusal::new(cite!("8.2"), Why::LayoutFull)) } else { Ok(()) }
    }

    /// Puts down a wager, on top of what the same person already has there.
    pub fn put(&mut self, bet: Bet<W>) {
        match self.find(&bet) {
            Some(at) => self.bets[at].stake += bet.stake,
            None => self.bets.push(bet),
        }
    }

    /// Goes through the wagers in order: each stays, possibly changed, or leaves.
    pub fn retain(&mut self, mut stays: impl FnMut(&mut Bet<W>) -> bool) {
        self.bets.retain(|bet| stays(bet));
    }

    /// Settles every wager with the house: first all losing wagers are collected, then all winning ones are paid.
    /// `calls` are what the dealer does each time, under `cite`.
    pub(crate) fn settle_in_passes<G: Game<Wager = W>>(
        &mut self,
        cite: Citation,
        calls: [G::Call; 2],
        decide: impl Fn(W) -> (Fate, Citation),
        pay: impl Fn(Bet<W>) -> (Money, Citation),
        to: &mut dyn Observer<G>,
    ) {
        for (pass, call) in [Fate::Lost, Fate::Won].into_iter().zip(calls) {
            to.saw(cite, Event::Called { call });
            for &bet in &self.bets {
                let decided = decide(bet.wager);
                if decided.0 == pass {
                    settle(bet, decided, || pay(bet), to);
                }
            }
        }
        self.clear();
    }

    /// Keeps only the wagers for which `which` is true.
    pub fn keep(&mut self, mut which: impl FnMut(&Bet<W>) -> bool) {
        self.bets.retain(|bet| which(bet));
    }

    /// Changes where wagers lie.
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

/// Settles a wager with the house. `amount` is what a winning wager is paid or a halved one loses, with the
/// provision.
pub(crate) fn settle<G: Game>(
    bet: BetOf<G>,
    (fate, cite): (Fate, Citation),
    amount: impl FnOnce() -> (Money, Citation),
    to: &mut dyn Observer<G>,
) {
    let ((taken, paid), pays) = match fate {
        Fate::Won => {
            let (paid, pays) = amount();
            ((Money::ZERO, paid), pays)
        }
        Fate::Halved => {
            let (taken, pays) = amount();
            ((taken, Money::ZERO), pays)
        }
        Fate::Lost => ((bet.stake, Money::ZERO), cite),
        Fate::Void => ((Money::ZERO, Money::ZERO), cite),
    };
    to.saw(cite, Event::Settled { bet, fate, taken, paid, pays, bank: Bank::House });
    // A coupon wins its own amount with its wager (19:45-1.18, not held).
    if fate == Fate::Won && bet.tender == Tender::Coupon {
        to.saw(cite!("19:45-1.18"), Event::Redeemed { patron: bet.patron, paid: bet.stake });
    }
}

/// Settles a wager that is lost or returned.
pub(crate) fn settle_flat<G: Game>(bet: BetOf<G>, fate: Fate, cite: Citation, to: &mut dyn Observer<G>) {
    settle(bet, (fate, cite), || (Money::ZERO, cite), to);
}

impl<G: Game> Common<G> {
    /// The dealer of a stud game declares all hands void: every wager is returned, starting from the dealer's
    /// right.
    pub fn void_all(&self, cite: Citation, to: &mut dyn Observer<G>) {
        deck::say(cite, DeckCall::VoidsRound, to);
        for seat in self.seats.all() {
            for &bet in self.layout.bets().iter().filter(|bet| bet.seat == seat) {
                settle_flat(bet, Fate::Void, cite, to);
            }
        }
    }

    /// Refuses a wager at a seat on a layout without seats, and a wager that is not made in chips.
    pub fn chips_alone(&self, like: &BetOf<G>, layout: Citation, made: Citation) -> Result<(), Refusal> {
        if like.seat != Seat::NONE {
            return Err(Refusal::new(layout, Why::NoSuchPlace));
        }
        if like.tender != Tender::Chips {
            return Err(Refusal::new(made, Why::NotTaken));
        }
        Ok(())
    }

    /// Whether this person has something there to take back. Only players make wagers, so only they can
    /// withdraw them.
    pub fn may_take_back(
        &self,
        by: Actor,
        seat: Seat,
        wager: G::Wager,
        cite: Citation,
    ) -> Result<Terms, Refusal> {
        let Actor::Patron(patron) = by else {
            return Err(Refusal::new(G::made_in(wager), Why::NotYours));
        };
        let own = |bet: &BetOf<G>| (bet.patron, bet.seat, bet.wager) == (patron, seat, wager);
        match self.layout.bets().iter().any(own) {
            true => Ok(Terms::plain(cite)),
            false => Err(Refusal::new(cite, Why::NothingThere)),
        }
    }

    /// Returns everything that this person has there.
    pub fn take_back(
        &mut self,
        by: Actor,
        seat: Seat,
        wager: G::Wager,
        cite: Citation,
        to: &mut dyn Observer<G>,
    ) {
        self.layout.retain(|bet| {
            let goes = (Actor::Patron(bet.patron), bet.seat, bet.wager) == (by, seat, wager);
            if goes {
                to.saw(cite, Event::Returned { bet: *bet });
            }
            !goes
        });
    }

    /// The wager at this seat, where only one person wagers and in only one way.
    pub fn bet_of(&self, seat: Seat, wager: G::Wager) -> Option<BetOf<G>> {
        self.layout.bets().iter().find(|bet| (bet.seat, bet.wager) == (seat, wager)).copied()
    }

    /// The amount of that wager.
    pub fn on(&self, seat: Seat, wager: G::Wager) -> Money {
        self.bet_of(seat, wager).map_or(Money::ZERO, |bet| bet.stake)
    }

    /// Puts down a wager.
    pub fn put(&mut self, bet: BetOf<G>, cite: Citation, to: &mut dyn Observer<G>) {
        self.layout.put(bet);
        to.saw(cite, Event::Placed { bet });
    }
}
