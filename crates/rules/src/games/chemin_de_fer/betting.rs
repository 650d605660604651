//! 4.5(b) to 4.7: who may bid and wager, when, and how much.

use super::{CheminDeFer, Phase, Stage, calls::Call, wagers::Wager};
use crate::games::prelude::*;
use crate::table::layout::Layout;

impl CheminDeFer {
    /// The Banker's wager on the layout.
    pub(super) fn banked(&self) -> Option<Money> {
        self.table.layout.bets().iter().find(|bet| bet.wager == Wager::Bank).map(|bet| bet.stake)
    }

    /// The wagers against the Banker.
    pub(super) fn against(&self) -> impl Iterator<Item = &Bet<Wager>> {
        self.table.layout.bets().iter().filter(|bet| bet.wager.is_against())
    }

    /// The sum of the wagers against the Banker.
    pub(super) fn covered(&self) -> Money {
        self.against().map(|bet| bet.stake).sum()
    }

    /// The wager that covers the Banker's whole wager, if there is one.
    pub(super) fn whole(&self) -> Option<Bet<Wager>> {
        self.against().find(|bet| bet.wager.is_whole()).copied()
    }

    /// The terms of a wager there now.
    pub(super) fn terms(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
        let Bet { patron, seat, wager, tender, .. } = like;
        self.not_interrupted()?;
        if self.table.seats.of(patron) != Some(seat) {
            let cite = if wager.is_against() { cite!("4.7(a)") } else { wager.cite() };
            return Err(Refusal::new(cite, Why::NotSeated));
        }
        match tender {
            Tender::Chips => {}
            Tender::Cash if wager != Wager::Bid => {}
            _ => return Err(Refusal::new(wager.cash(), Why::NotTaken)),
        }
        let like = Bet { tender: Tender::Chips, ..like };
        match wager {
            Wager::Bid => self.bid_terms(&like),
            Wager::Bank => self.bank_terms(&like),
            Wager::Part => self.part_terms(&like),
            _ => self.whole_terms(&like),
        }
    }

    /// 4.12(g), (h) and (j): between hands, a card that went wrong comes first, with those that are discarded
    /// with it.
    fn not_interrupted(&self) -> Result<(), Refusal> {
        let goes_on = self.round.is_some() || self.discards.is_none() && self.simulated.is_none();
        if goes_on { Ok(()) } else { Err(Refusal::new(self.now(), Why::NotNow)) }
    }

    /// 8.2 (not held): the table's limits.
    fn limits(&self, like: &Bet<Wager>, of: &Layout<Wager>) -> Result<Terms, Refusal> {
        of.terms(self.table.options.limits(), like, like.wager.cite(), (1, cite!("8.2")))
    }

    /// 4.5(b): a bid may be raised. 4.11(c): the person who passed the bank may not bid in the first round
    /// (F4).
    fn bid_terms(&self, like: &Bet<Wager>) -> Result<Terms, Refusal> {
        let Phase::Bidding { passed } = self.phase else {
            return Err(self.not_now(1, cite!("4.5(b)")));
        };
        if passed.is_some_and(|passed| passed.is_first_round && passed.by == like.patron) {
            return Err(Refusal::new(cite!("4.11(c)"), Why::NotYours));
        }
        let terms = self.limits(like, &self.table.layout)?;
        match self.bids.of(like.seat) {
            Money::ZERO => Ok(terms),
            before => terms.floored(before + terms.step, cite!("4.5(b)")),
        }
    }

    /// 4.6(b): within the limits set by the bid or by the previous wager (F2, F3).
    fn bank_terms(&self, like: &Bet<Wager>) -> Result<Terms, Refusal> {
        let (Some(bank), Phase::Betting(_)) = (self.bank, self.phase) else {
            return Err(self.not_now(2, cite!("4.7(e)")));
        };
        if bank.patron != like.patron {
            return Err(Refusal::new(cite!("4.6(a)"), Why::NotYours));
        }
        if self.banked().is_some() {
            return Err(Refusal::new(cite!("4.6(a)"), Why::AlreadyThere));
        }
        let (least, most) = bank.bounds();
        let terms = self.limits(like, &self.table.layout)?;
        let terms = most.map_or(Ok(terms), |(most, cite)| terms.capped(most, cite))?;
        least.map_or(Ok(terms), |(least, cite)| terms.floored(least, cite))
    }

    /// 4.7(a): checks that the Banker has wagered, that wagers are open, and that this is another
    /// participant. Returns the Banker's wager.
    fn may_oppose(&self, patron: Patron, stage: impl Fn(Stage) -> bool) -> Result<Money, Refusal> {
        let (Some(bank), Phase::Betting(now)) = (self.bank, self.phase) else {
            let cite = if self.phase.rank() > 2 { cite!("4.7(e)") } else { cite!("4.7(a)") };
            return Err(Refusal::new(cite, Why::NotNow));
        };
        let banked = self.banked().ok_or(Refusal::new(cite!("4.7(a)"), Why::NotNow))?;
        if bank.patron == patron {
            return Err(Refusal::new(cite!("4.7(a)"), Why::NotYours));
        }
        // 4.7(d): wagers on the whole come first; parts follow once nobody wants the whole.
        if stage(now) { Ok(banked) } else { Err(Refusal::new(cite!("4.7(d)"), Why::NotNow)) }
    }

    /// 4.7(b) and (c): the whole amount; the first option comes before the second, and in each the
    /// participant nearest to the Banker.
    fn whole_terms(&self, like: &Bet<Wager>) -> Result<Terms, Refusal> {
        let &Bet { patron, seat, wager, .. } = like;
        let banked = self.may_oppose(patron, |stage| stage == Stage::Whole)?;
        let suivi = self.bank.and_then(|bank| bank.suivi);
        if wager.is_suivi() && suivi != Some(patron) {
            return Err(Refusal::new(cite!("4.7(b)"), Why::NotYours));
        }
        let empty = Layout::default();
        let free = match self.whole() {
            None => &self.table.layout,
            Some(lies) if lies.patron == patron => {
                return Err(Refusal::new(cite!("4.7(a)"), Why::TooMuch { most: Money::ZERO }));
            }
            Some(lies) if lies.wager.is_suivi() => return Err(Refusal::new(cite!("4.7(b)"), Why::NotYours)),
            // The other wager gives way, and makes room on the layout.
            Some(_) if wager.is_suivi() => &empty,
            Some(lies) if self.is_nearer(seat, lies.seat) => &empty,
            Some(_) => return Err(Refusal::new(cite!("4.7(c)"), Why::NotYours)),
        };
        self.limits(like, free)?.capped(banked, wager.cite())?.floored(banked, wager.cite())
    }

    /// 4.7(d): a part, in turn; all parts together do not exceed the Banker's wager.
    fn part_terms(&self, like: &Bet<Wager>) -> Result<Terms, Refusal> {
        let banked = self.may_oppose(like.patron, |stage| stage != Stage::Whole)?;
        if self.turn() != Some(like.seat) {
            return Err(Refusal::new(cite!("4.7(d)"), Why::NotYours));
        }
        self.limits(like, &self.table.layout)?.capped(banked - self.covered(), cite!("4.7(a)"))
    }

    /// 4.7(d): the participant whose turn it is to wager a part: counterclockwise from the Banker's right.
    pub(super) fn turn(&self) -> Option<Seat> {
        let (Phase::Betting(Stage::Parts(mut seat)), Some(bank)) = (self.phase, self.bank) else {
            return None;
        };
        while seat != bank.seat {
            if self.table.seats.at(seat).is_some() {
                return Some(seat);
            }
            seat = self.table.seats.right_of(seat);
        }
        None
    }

    /// Whether one seat is nearer to the Banker than another, counterclockwise.
    pub(super) fn is_nearer(&self, one: Seat, other: Seat) -> bool {
        let Some(bank) = self.bank else { return false };
        let around = self
            .table
            .seats
            .counterclockwise_from(self.table.seats.right_of(bank.seat))
            .map(|(seat, _)| seat);
        around.into_iter().find(|&seat| seat == one || seat == other) == Some(one) && one != other
    }

    /// Records a bid, or puts down a wager, exchanging cash at once (4.6(c), 4.7(f)).
    pub(super) fn place(&mut self, bet: BetOf<Self>, _: Citation, to: &mut dyn Observer<Self>) {
        let Bet { patron, seat, wager, stake, tender } = bet;
        if wager == Wager::Bid {
            self.bids.raise(seat, stake);
            return to.saw(cite!("4.5(b)"), Event::Called { call: Call::HearsBid { patron, amount: stake } });
        }
        if tender == Tender::Cash {
            to.saw(wager.cash(), Event::Exchanged { patron, cash: stake });
        }
        if let Some(lies) = self.whole() {
            self.give_back(lies, wager.cite(), to);
        }
        self.table.put(Bet { tender: Tender::Chips, ..bet }, wager.cite(), to);
        if wager == Wager::Part {
            self.phase = Phase::Betting(Stage::Parts(self.table.seats.right_of(seat)));
        }
    }

    /// Returns a wager to its patron.
    pub(super) fn give_back(&mut self, bet: BetOf<Self>, cite: Citation, to: &mut dyn Observer<Self>) {
        self.table.take_back(Actor::Patron(bet.patron), bet.seat, bet.wager, cite, to);
    }

    /// 4.7(e): until "No More Bets"; the Banker's wager only while nobody wagers against it.
    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.not_interrupted()?;
        let terms = self.table.may_take_back(by, seat, wager, wager.cite())?.under(cite!("4.7(e)"));
        match self.phase {
            Phase::Betting(_) if wager == Wager::Bank && self.against().next().is_some() => {
                Err(Refusal::new(cite!("4.7(a)"), Why::NotNow))
            }
            Phase::Betting(_) => Ok(terms),
            _ => Err(Refusal::new(cite!("4.7(e)"), Why::NotNow)),
        }
    }

    /// 4.7(d): nobody covers the whole, so parts are offered from the Banker's right.
    pub(super) fn open_parts(&mut self, to: &mut dyn Observer<Self>) {
        if let Some(bank) = self.bank {
            self.phase = Phase::Betting(Stage::Parts(self.table.seats.right_of(bank.seat)));
            to.saw(cite!("4.7(d)"), Event::Called { call: Call::OffersParts });
        }
    }

    pub(super) fn decline_to_wager(&mut self, to: &mut dyn Observer<Self>) {
        let Some((seat, patron)) = self.turn().and_then(|seat| Some((seat, self.table.seats.at(seat)?)))
        else {
            return;
        };
        self.phase = Phase::Betting(Stage::Parts(self.table.seats.right_of(seat)));
        to.saw(cite!("4.7(d)"), Event::Called { call: Call::NoWager { patron } });
    }

    /// 4.7(d) and (e): wagers close, and the Banker withdraws what nobody covered; if nothing remains, no hand is dealt
    /// (F18).
    pub(super) fn no_more_bets(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("4.7(d)"), Event::Called { call: TableCall::NoMoreBets.into() });
        let (covered, banked) = (self.covered(), self.banked());
        if let Some(bank) = &mut self.bank {
            bank.last = banked;
        }
        self.table.layout.retain(|bet| {
            if bet.wager == Wager::Bank && bet.stake > covered {
                let uncovered = bet.stake - covered;
                bet.stake = covered;
                to.saw(cite!("4.7(e)"), Event::Returned { bet: Bet { stake: uncovered, ..*bet } });
            }
            bet.stake > Money::ZERO
        });
        if covered == Money::ZERO {
            to.saw(cite!("4.7(a)"), Event::Called { call: Call::DealsNoRound });
            self.phase = Phase::Betting(Stage::Whole);
            return;
        }
        self.begin_round(to);
    }

    /// 4.8(c): the person who covers the whole, or else wagers most, or else is nearest to the Banker
    /// counterclockwise.
    pub(super) fn dominant(&self) -> Option<(Patron, Seat)> {
        let most = self.against().map(|bet| bet.stake).max()?;
        let bank = self.bank?;
        let mut around = self.table.seats.counterclockwise_from(self.table.seats.right_of(bank.seat));
        let (seat, patron) =
            around.find(|(_, p)| self.against().any(|b| b.patron == *p && b.stake == most))?;
        Some((patron, seat))
    }
}
