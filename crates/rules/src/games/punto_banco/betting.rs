//! 3.2 and 3.3(c): seats, wagers on the layout, spoken wagers, and vigorish that is owed.

use super::{Call, Curator, Custody, Ending, Phase, PuntoBanco, Wager};
use crate::games::prelude::*;
use crate::table::{
    cash::Spoken,
    seats::{MOST_SEATS, Places},
};

/// 3.3(c): the vigorish marked in the space with the number of each position, and who owes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Owed([Option<(Patron, Money)>; MOST_SEATS as usize]);

impl Owed {
    pub(super) fn at(&self, seat: Seat) -> Option<(Patron, Money)> {
        self.0.get(usize::from(seat.0).checked_sub(1)?).copied().flatten()
    }

    pub(super) fn is_any(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    pub(super) fn mark(&mut self, seat: Seat, patron: Patron, vigorish: Money) {
        let before = self.at(seat).map_or(Money::ZERO, |(_, money)| money);
        self.0[usize::from(seat.0) - 1] = Some((patron, before + vigorish));
    }

    fn clear(&mut self, seat: Seat) {
        self.0[usize::from(seat.0) - 1] = None;
    }
}

impl PuntoBanco {
    /// 3.2(d): wagers close at "No More Bets", and only then while there is a round to come (P13). 3.2(c): a wager in
    /// cash is confirmed or declined before anything else happens on the layout (G8).
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        self.is_not_halted()?;
        let cite = match self.phase {
            Phase::Choosing { .. } if self.ending == Ending::Over => cite!("3.8(e)"),
            Phase::Open | Phase::Choosing { .. } => return self.table.nothing_is_spoken(cite!("3.2(c)")),
            Phase::Closed | Phase::Called | Phase::Dealing(_) | Phase::Complete(_) => cite!("3.2(d)"),
            Phase::Preparing(_) => cite!("3.5(a)"),
            Phase::Spent => cite!("3.8(e)"),
        };
        Err(Refusal::new(cite, Why::NotNow))
    }

    /// The terms of a wager there now.
    pub(super) fn terms(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        let options = &self.table.options;
        match like.tender {
            Tender::Chips | Tender::Cash => {}
            Tender::Coupon if options.match_play() => {}
            _ => return Err(Refusal::new(cite!("3.2(c)"), Why::NotTaken)),
        }
        if self.table.seats.of(like.patron) != Some(like.seat) {
            self.may_sit(Actor::Patron(like.patron), like.seat)?;
        }
        let like = Bet { tender: like.tender.on_the_layout(), ..like };
        self.table.layout.terms(options.limits(), &like, like.wager.cite(), (1, cite!("8.2")))
    }

    /// 3.2(d): until the call.
    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.may_take_back(by, seat, wager, wager.cite()).map(|terms| terms.under(cite!("3.2(d)")))
    }

    pub(super) fn place(&mut self, bet: BetOf<Self>, _: Citation, to: &mut dyn Observer<Self>) {
        if self.table.seats.of(bet.patron).is_none() {
            self.table.sit(Actor::Patron(bet.patron), bet.seat, cite!("19:46-1.12"), to);
        }
        match bet.tender {
            Tender::Cash => self.table.hear(Spoken::to_both(bet), cite!("3.2(c)"), to),
            _ => self.table.put(bet, bet.wager.cite(), to),
        }
    }

    /// 3.3(c): marked vigorish may be collected at any time (P13).
    pub(super) fn may_collect(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        let why = match (by, self.owed.at(seat)) {
            (Actor::Dealer, Some(_)) => return Ok(Terms::plain(cite!("3.3(c)"))),
            (Actor::Dealer, None) => Why::NothingMarked,
            _ => Why::NotYours,
        };
        Err(Refusal::new(cite!("3.3(c)"), why))
    }

    /// 3.3(c): the marker is removed when the vigorish is paid.
    pub(super) fn collect(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        let Some((patron, vigorish)) = self.owed.at(seat) else { return };
        self.owed.clear(seat);
        to.saw(cite!("3.3(c)"), Event::Collected { patron, vigorish });
    }

    /// Whether this person may take this seat: it is free, it is their only one, and its space has no marker of
    /// another person (3.3(c)).
    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        let terms = self.table.may_sit(by, seat, Places::One, cite!("19:46-1.12"))?;
        match self.owed.at(seat) {
            Some((other, _)) if by != Actor::Patron(other) => {
                Err(Refusal::new(cite!("3.3(c)"), Why::VigorishMarked))
            }
            _ => Ok(terms),
        }
    }

    /// A person with a wager stays, a person who is offered the cut or the shoe accepts or declines first, and a
    /// curator finishes the round.
    pub(super) fn may_leave(&self, by: Actor) -> Result<Terms, Refusal> {
        let cite = match (by, &self.phase) {
            (Actor::Patron(patron), _) if self.offered_to() == Some(patron) => cite!("3.6(b)"),
            (_, Phase::Preparing(preparation))
                if preparation.awaits(&self.table.seats) == Awaits::Decision(by) =>
            {
                cite!("3.5(b)")
            }
            (_, Phase::Preparing(_) | Phase::Open | Phase::Spent) => {
                return self.leave_wagers(by);
            }
            _ if self.curator() == Some(by) => cite!("3.6(c)"),
            _ => return self.leave_wagers(by),
        };
        self.leave_wagers(by)?;
        Err(Refusal::new(cite, Why::StillInPlay))
    }

    /// 3.2(d): a wager on the layout keeps its owner.
    fn leave_wagers(&self, by: Actor) -> Result<Terms, Refusal> {
        let is_seated = matches!(by, Actor::Patron(patron) if self.table.seats.of(patron).is_some());
        let cite = if is_seated { cite!("3.2(d)") } else { cite!("19:46-1.12") };
        self.table.may_leave(by, Awaits::Wagers, cite)
    }

    /// 3.3(c): if a person leaves owing vigorish, the dealer is warned; it still prevents the reshuffle (P5). A curator
    /// who leaves passes the shoe.
    pub(super) fn leave(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        let Some((patron, seat)) = self.seat_of(by) else { return };
        if let Some((_, amount)) = self.owed.at(seat).filter(|(debtor, _)| *debtor == patron) {
            to.saw(cite!("3.3(c)"), Event::Called { call: Call::IsWarned { patron, amount } });
        }
        if self.custody == Custody::Held(Curator::Patron(seat)) {
            to.saw(cite!("3.11(a)"), Event::Called { call: Call::TakesShoe { curator: by } });
            self.free_shoe();
        }
        if self.last_curator == Some(seat) {
            self.last_curator = None;
        }
        self.custody.forget(seat);
        self.table.leave(by, cite!("19:46-1.12"), to);
    }
}
