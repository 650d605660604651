//! 4.5(b) to 4.7: the bid, the Banker's wager and the wagers against it; who may place what, and how much.

use super::{CheminDeFer, Phase, Stage, words::Call};
use crate::{
    game::{Bet, Event, Observer, Tender},
    limits::Layout,
    money::Money,
    party::{Patron, Seat},
    refusal::{Refusal, Why},
    vocabulary::{Kinds, Vocabulary},
};
use core::fmt;
use law::{Citation, cite};

/// What can be staked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wager {
    /// What a participant offers to wager if he becomes the Banker. No chips move.
    Bid,
    /// The Banker's, in support of his hand.
    Bank,
    /// All of it, by whoever equalled and lost the one before, who says "Suivi".
    Suivi,
    /// The same, with the words "Banco Suivi".
    BancoSuivi,
    /// All of it, by anybody else, who says "Banco".
    Banco,
    /// The same, with the words "Banco Seul".
    BancoSeul,
    /// A part of it.
    Part,
}

impl Wager {
    const ALL: [Wager; 7] = [
        Wager::Bid,
        Wager::Bank,
        Wager::Suivi,
        Wager::BancoSuivi,
        Wager::Banco,
        Wager::BancoSeul,
        Wager::Part,
    ];

    /// The provision that lets it be made.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Bid => cite!("4.5(b)"),
            Wager::Bank => cite!("4.6(a)"),
            Wager::Suivi | Wager::BancoSuivi => cite!("4.7(b)"),
            Wager::Banco | Wager::BancoSeul => cite!("4.7(c)"),
            Wager::Part => cite!("4.7(d)"),
        }
    }

    /// The provision that says what becomes of cash.
    const fn cash(self) -> Citation {
        match self {
            Wager::Bid => cite!("4.5(b)"),
            Wager::Bank => cite!("4.6(c)"),
            _ => cite!("4.7(f)"),
        }
    }

    /// Whether it lies against the Banker's.
    pub const fn is_against(self) -> bool {
        !matches!(self, Wager::Bid | Wager::Bank)
    }

    /// Whether it covers all of the Banker's.
    pub const fn is_whole(self) -> bool {
        self.is_against() && !matches!(self, Wager::Part)
    }

    const fn is_suivi(self) -> bool {
        matches!(self, Wager::Suivi | Wager::BancoSuivi)
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wager::Bid => "bid",
            Wager::Bank => "bank",
            Wager::Suivi => "suivi",
            Wager::BancoSuivi => "banco suivi",
            Wager::Banco => "banco",
            Wager::BancoSeul => "banco seul",
            Wager::Part => "part",
        })
    }
}

impl Vocabulary for Wager {
    fn each(tell: &mut impl FnMut(Wager)) {
        Wager::ALL.into_iter().for_each(tell);
    }
}

impl Kinds for Wager {
    fn kind(self) -> &'static str {
        match self {
            Wager::Bid => "bid",
            Wager::Bank => "bank",
            Wager::Suivi | Wager::BancoSuivi => "suivi",
            Wager::Banco | Wager::BancoSeul => "banco",
            Wager::Part => "part",
        }
    }
}

/// How much may be staked now, and which provision says so at either end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub least: (Money, Citation),
    pub most: (Money, Citation),
    pub step: Money,
}

impl Range {
    /// The part of it from `least` to `most`, refused if there is none.
    pub fn within(
        mut self,
        least: Option<(Money, Citation)>,
        most: Option<(Money, Citation)>,
    ) -> Result<Range, Refusal> {
        if let Some(least) = least.filter(|least| least.0 > self.least.0) {
            self.least = least;
        }
        if let Some(most) = most.filter(|most| most.0 < self.most.0) {
            self.most = most;
        }
        if self.least.0 > self.most.0 {
            return Err(Refusal::new(self.most.1, Why::TooMuch { most: self.most.0 }));
        }
        Ok(self)
    }

    /// Accepts a stake in the range.
    pub fn admit(&self, stake: Money) -> Result<(), Refusal> {
        if stake > self.most.0 {
            return Err(Refusal::new(self.most.1, Why::TooMuch { most: self.most.0 }));
        }
        if stake < self.least.0 {
            return Err(Refusal::new(self.least.1, Why::TooLittle { least: self.least.0 }));
        }
        if !stake.is_multiple_of(self.step) {
            return Err(Refusal::new(cite!("8.2"), Why::NotMultiple { of: self.step }));
        }
        Ok(())
    }
}

impl CheminDeFer {
    /// The Banker's wager on the layout.
    pub(super) fn banked(&self) -> Option<Money> {
        self.layout.bets().iter().find(|bet| bet.wager == Wager::Bank).map(|bet| bet.stake)
    }

    /// The wagers against the Banker.
    pub(super) fn against(&self) -> impl Iterator<Item = &Bet<Wager>> {
        self.layout.bets().iter().filter(|bet| bet.wager.is_against())
    }

    /// What lies against the Banker in all.
    pub(super) fn covered(&self) -> Money {
        self.against().map(|bet| bet.stake).sum()
    }

    /// The wager that covers the whole, if there is one.
    pub(super) fn whole(&self) -> Option<Bet<Wager>> {
        self.against().find(|bet| bet.wager.is_whole()).copied()
    }

    /// How much this person may stake on this now.
    pub(super) fn range(
        &self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        tender: Tender,
    ) -> Result<Range, Refusal> {
        if matches!(self.phase, Phase::Simulated(_)) {
            return Err(Refusal::new(cite!("4.12(h)3"), Why::NotNow));
        }
        self.not_interrupted()?;
        if self.seats.of(patron) != Some(seat) {
            return Err(Refusal::new(wager.cite(), Why::NotSeated));
        }
        match (wager, tender) {
            (_, Tender::Chips) | (Wager::Bank, Tender::Cash) => {}
            (wager, Tender::Cash) if wager.is_against() => {}
            _ => return Err(Refusal::new(wager.cash(), Why::NotTaken)),
        }
        match wager {
            Wager::Bid => self.bid_range(patron, seat),
            Wager::Bank => self.bank_range(patron, seat),
            Wager::Part => self.part_range(patron, seat),
            _ => self.whole_range(patron, seat, wager),
        }
    }

    /// 4.12(j): a card found face up between hands goes first, with those that go with it.
    fn not_interrupted(&self) -> Result<(), Refusal> {
        match (&self.round, self.interruption) {
            (None, Some(_)) => Err(Refusal::new(cite!("4.12(j)"), Why::NotNow)),
            _ => Ok(()),
        }
    }

    /// 8.2 (not held): the table's limits.
    fn limits(&self, patron: Patron, seat: Seat, wager: Wager, of: &Layout<Wager>) -> Result<Range, Refusal> {
        let like = Bet { patron, seat, wager, stake: Money::ZERO, tender: Tender::Chips };
        let terms = of.terms(self.options.limits(), &like, wager.cite(), (1, cite!("8.2")))?;
        Ok(Range { least: (terms.least, cite!("8.2")), most: (terms.most, cite!("8.2")), step: terms.step })
    }

    /// 4.5(b): a bid may be raised. 4.11(c): who passed the bank is left out of the first round (F4).
    fn bid_range(&self, patron: Patron, seat: Seat) -> Result<Range, Refusal> {
        let Phase::Bidding { passed } = self.phase else {
            return Err(Refusal::new(cite!("4.5(b)"), Why::NotNow));
        };
        if passed.is_some_and(|passed| passed.is_first_round && passed.by == patron) {
            return Err(Refusal::new(cite!("4.11(c)"), Why::NotYours));
        }
        let limits = self.limits(patron, seat, Wager::Bid, &self.layout)?;
        match self.bids.of(seat) {
            Money::ZERO => Ok(limits),
            before => limits.within(Some((before + limits.step, cite!("4.5(b)"))), None),
        }
    }

    /// 4.6(b): within the bounds that his bid, or his wager before, sets (F2, F3).
    fn bank_range(&self, patron: Patron, seat: Seat) -> Result<Range, Refusal> {
        let Some(bank) = self.bank else { return Err(Refusal::new(cite!("4.6(a)"), Why::NotNow)) };
        if !matches!(self.phase, Phase::Betting(_)) {
            return Err(Refusal::new(cite!("4.7(e)"), Why::NotNow));
        }
        if bank.patron != patron {
            return Err(Refusal::new(cite!("4.8(b)"), Why::NotYours));
        }
        if self.banked().is_some() {
            return Err(Refusal::new(cite!("4.6(a)"), Why::NotNow));
        }
        let (least, most) = bank.bounds();
        self.limits(patron, seat, Wager::Bank, &self.layout)?.within(least, most)
    }

    /// 4.7(a): the Banker has wagered, wagers are open, and this is another participant. The Banker's wager.
    fn may_oppose(
        &self,
        patron: Patron,
        stage: impl Fn(Stage) -> bool,
        cite: Citation,
    ) -> Result<Money, Refusal> {
        let (Some(bank), Phase::Betting(now)) = (self.bank, self.phase) else {
            let closed =
                !matches!(self.phase, Phase::Preparing(_) | Phase::Bidding { .. } | Phase::Offered { .. });
            let cite = if closed { cite!("4.7(e)") } else { cite!("4.7(a)") };
            return Err(Refusal::new(cite, Why::NotNow));
        };
        let banked = self.banked().ok_or(Refusal::new(cite!("4.7(a)"), Why::NotNow))?;
        if bank.patron == patron {
            return Err(Refusal::new(cite!("4.7(a)"), Why::NotYours));
        }
        if stage(now) { Ok(banked) } else { Err(Refusal::new(cite, Why::NotNow)) }
    }

    /// 4.7(b) and (c): all of it; the first option before the second, and of those the nearest to the Banker.
    fn whole_range(&self, patron: Patron, seat: Seat, wager: Wager) -> Result<Range, Refusal> {
        let banked = self.may_oppose(patron, |stage| stage == Stage::Whole, wager.cite())?;
        let suivi = self.bank.and_then(|bank| bank.suivi);
        if wager.is_suivi() && suivi != Some(patron) {
            return Err(Refusal::new(cite!("4.7(b)"), Why::NotYours));
        }
        let empty = Layout::default();
        let free = match self.whole() {
            None => &self.layout,
            Some(lies) if lies.patron == patron => {
                return Err(Refusal::new(cite!("4.7(a)"), Why::TooMuch { most: Money::ZERO }));
            }
            Some(lies) if lies.wager.is_suivi() => return Err(Refusal::new(cite!("4.7(b)"), Why::NotYours)),
            // It gives way, and leaves its place on the layout.
            Some(_) if wager.is_suivi() => &empty,
            Some(lies) if self.is_nearer(seat, lies.seat) => &empty,
            Some(_) => return Err(Refusal::new(cite!("4.7(c)"), Why::NotYours)),
        };
        let all = Some((banked, wager.cite()));
        self.limits(patron, seat, wager, free)?.within(all, all)
    }

    /// 4.7(d): a part, in turn; all together not more than the Banker's.
    fn part_range(&self, patron: Patron, seat: Seat) -> Result<Range, Refusal> {
        let banked = self.may_oppose(patron, |stage| stage != Stage::Whole, cite!("4.7(d)"))?;
        if self.turn() != Some(seat) {
            return Err(Refusal::new(cite!("4.7(d)"), Why::NotYours));
        }
        let rest = Some((banked - self.covered(), cite!("4.7(a)")));
        self.limits(patron, seat, Wager::Part, &self.layout)?.within(None, rest)
    }

    /// 4.7(d): the participant whose turn it is to wager a part: counterclockwise from the Banker's right.
    pub(super) fn turn(&self) -> Option<Seat> {
        let (Phase::Betting(Stage::Parts(mut seat)), Some(bank)) = (self.phase, self.bank) else {
            return None;
        };
        while seat != bank.seat {
            if self.seats.at(seat).is_some() {
                return Some(seat);
            }
            seat = self.seats.right_of(seat);
        }
        None
    }

    /// Whether the one seat is nearer to the Banker than the other, counterclockwise.
    pub(super) fn is_nearer(&self, one: Seat, other: Seat) -> bool {
        let Some(bank) = self.bank else { return false };
        let around = self.seats.counterclockwise_from(self.seats.right_of(bank.seat)).map(|(seat, _)| seat);
        around.into_iter().find(|&seat| seat == one || seat == other) == Some(one) && one != other
    }

    /// A bid is heard; a wager goes down, cash exchanged at once (4.6(c), 4.7(f)).
    pub(super) fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let Bet { patron, seat, wager, stake, tender } = bet;
        self.range(patron, seat, wager, tender)?.admit(stake)?;
        if wager == Wager::Bid {
            self.bids.raise(seat, stake);
            to.saw(cite!("4.5(b)"), Event::Called { call: Call::Hears(patron, stake) });
            return Ok(());
        }
        if tender == Tender::Cash {
            to.saw(wager.cash(), Event::Exchanged { patron, cash: stake });
        }
        if let Some(lies) = self.whole() {
            self.give_back(lies, wager.cite(), to);
        }
        let bet = Bet { tender: Tender::Chips, ..bet };
        self.layout.put(bet);
        to.saw(wager.cite(), Event::Placed { bet });
        if wager == Wager::Part {
            self.phase = Phase::Betting(Stage::Parts(self.seats.right_of(seat)));
        }
        Ok(())
    }

    /// A wager goes back to its patron.
    pub(super) fn give_back(&mut self, bet: Bet<Wager>, cite: Citation, to: &mut impl Observer<Self>) {
        let nothing = Refusal::new(cite, Why::NothingThere);
        let tell = |bet| to.saw(cite, Event::Returned { bet });
        self.layout.take_back(bet.patron, bet.seat, bet.wager, nothing, tell).unwrap_or_default();
    }

    /// 4.7(e): until "No More Bets"; the Banker's only while nobody wagers against it.
    pub(super) fn may_take_back(
        &self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
    ) -> Result<Bet<Wager>, Refusal> {
        self.not_interrupted()?;
        let own = |bet: &&Bet<Wager>| (bet.patron, bet.seat, bet.wager) == (patron, seat, wager);
        let bet = self.layout.bets().iter().find(own);
        match (bet, self.phase) {
            (_, Phase::Betting(_)) if wager == Wager::Bank && self.against().next().is_some() => {
                Err(Refusal::new(cite!("4.7(a)"), Why::NotNow))
            }
            (Some(bet), Phase::Betting(_)) => Ok(*bet),
            (Some(_), _) => Err(Refusal::new(cite!("4.7(e)"), Why::NotNow)),
            (None, _) => Err(Refusal::new(wager.cite(), Why::NothingThere)),
        }
    }

    pub(super) fn take_back(
        &mut self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        let bet = self.may_take_back(patron, seat, wager)?;
        self.give_back(bet, cite!("4.7(e)"), to);
        if wager == Wager::Bank {
            self.phase = Phase::Betting(Stage::Whole);
        }
        Ok(())
    }

    /// 4.7(d) and (e): wagers close, and the Banker withdraws what nobody covered; if that is all, no hand is dealt (F18).
    pub(super) fn no_more_bets(&mut self, to: &mut impl Observer<Self>) {
        to.saw(cite!("4.7(d)"), Event::Called { call: Call::NoMoreBets });
        let (covered, bank) = (self.covered(), self.bank.as_mut());
        let lies = self.layout.bets().iter().find(|bet| bet.wager == Wager::Bank).copied();
        let (Some(bank), Some(lies)) = (bank, lies) else { return };
        bank.last = Some(lies.stake);
        if covered < lies.stake {
            let nothing = Refusal::new(cite!("4.7(e)"), Why::NothingThere);
            self.layout.take_back(lies.patron, lies.seat, Wager::Bank, nothing, |_| ()).unwrap_or_default();
            if covered > Money::ZERO {
                self.layout.put(Bet { stake: covered, ..lies });
            }
            let bet = Bet { stake: lies.stake - covered, ..lies };
            to.saw(cite!("4.7(e)"), Event::Returned { bet });
        }
        if covered == Money::ZERO {
            to.saw(cite!("4.7(a)"), Event::Called { call: Call::NoRound });
            self.phase = Phase::Betting(Stage::Whole);
            return;
        }
        self.begin_round(to);
    }

    /// 4.8(c): who covers the whole, else who wagers most, else the nearest to the Banker counterclockwise.
    pub(super) fn dominant(&self) -> Option<(Patron, Seat)> {
        let most = self.against().map(|bet| bet.stake).max()?;
        let bank = self.bank?;
        let mut around = self.seats.counterclockwise_from(self.seats.right_of(bank.seat));
        let (seat, patron) =
            around.find(|(_, p)| self.against().any(|b| b.patron == *p && b.stake == most))?;
        Some((patron, seat))
    }
}
