//! 16.6: who wagers, on what, and how much; seats.

use super::{Call, CaribbeanStud, Phase, Stage, Wager};
use crate::games::prelude::*;
use crate::table::one_deck::OneDeck;

/// 16.6(c): a progressive wager is exactly one dollar.
const DOLLAR: Money = Money::dollars(1);

impl CaribbeanStud {
    /// What a player has on this wager.
    pub fn on(&self, seat: Seat, wager: Wager) -> Money {
        self.table.on(seat, wager)
    }

    /// 16.6(b): antes and progressive wagers may be made until "No more bets".
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => self.deck_is_ready(),
            _ => Err(Refusal::new(cite!("16.6(b)"), Why::NotNow)),
        }
    }

    /// The terms of a wager there now.
    pub(super) fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        let Bet { patron, seat, wager, tender, .. } = like;
        let Common { options, layout, .. } = &self.table;
        // 16.6(a): chips or plaques, and for an ante a match play coupon; (c): a coupon for a progressive
        // wager.
        let is_taken = match (wager, tender) {
            (_, Tender::Chips) | (Wager::Progressive, Tender::Coupon) => true,
            (Wager::Ante, Tender::Coupon) => options.match_play(),
            _ => false,
        };
        if !is_taken {
            return Err(Refusal::new(cite!("16.6(a)"), Why::NotTaken));
        }
        if wager == Wager::Bet {
            return self.bet_terms(patron, seat);
        }
        self.wagers_are_open()?;
        self.is_place_of(patron, seat)?;
        if wager == Wager::Progressive {
            // 16.6(c): only together with an ante, and only one chip for each acceptor.
            return match (self.on(seat, Wager::Ante), self.on(seat, Wager::Progressive)) {
                (Money::ZERO, _) => Err(Refusal::new(cite!("16.6(c)"), Why::NeedsAnte)),
                (_, Money::ZERO) => Ok(Terms::by(cite!("16.6(c)"), [DOLLAR; 3])),
                _ => Err(Refusal::new(cite!("16.6(c)"), Why::AlreadyThere)),
            };
        }
        // An ante is made either with a coupon or without.
        if self.table.bet_of(seat, wager).is_some_and(|bet| bet.tender != tender) {
            return Err(Refusal::new(cite!("16.6(a)"), Why::AlreadyThere));
        }
        layout.terms(options.limits(), &like, wager.cite(), (1, cite!("8.2")))
    }

    /// 16.6(d), and 16.10 (not held): the player whose turn it is bets exactly twice the ante (K6).
    fn bet_terms(&self, patron: Patron, seat: Seat) -> Result<Terms, Refusal> {
        match self.phase {
            _ if self.table.seats.of(patron).is_none() => Err(Refusal::new(cite!("16.6(f)"), Why::NotSeated)),
            Phase::Turn(turn) if turn == seat && self.table.seats.at(seat) == Some(patron) => {
                let ante = self.on(seat, Wager::Ante);
                Ok(Terms::by(cite!("16.10"), [ante + ante; 3]))
            }
            Phase::Turn(_) => Err(Refusal::new(cite!("16.10"), Why::NotYours)),
            _ => Err(Refusal::new(cite!("16.6(d)"), Why::NotNow)),
        }
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, cite: Citation, to: &mut dyn Observer<Self>) {
        self.sit_to_wager(&bet, to);
        if bet.wager == Wager::Progressive && bet.tender == Tender::Coupon {
            to.saw(cite!("16.6(c)"), Event::Redeemed { patron: bet.patron, paid: bet.stake });
        }
        self.table.put(bet, cite, to);
        match bet.wager {
            Wager::Ante => {}
            Wager::Progressive => {
                to.saw(cite!("16.6(c)"), Event::Called { call: Call::SeesLight { seat: bet.seat } });
            }
            Wager::Bet => {
                self.of_mut(bet.seat).stage = Stage::Bet;
                self.next_turn(to);
            }
        }
    }

    /// A redeemed coupon stays (19:45-1.18, not held); a progressive wager cannot stay without its ante.
    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.may_take_back(by, seat, wager, wager.cite())?;
        let progressive = self.table.bet_of(seat, Wager::Progressive);
        match (wager, progressive) {
            (Wager::Ante, Some(_)) => Err(Refusal::new(cite!("16.6(c)"), Why::NeedsAnte)),
            (Wager::Progressive, Some(Bet { tender: Tender::Coupon, .. })) => {
                Err(Refusal::new(cite!("19:45-1.18"), Why::NothingThere))
            }
            _ => Ok(Terms::plain(cite!("16.6(b)"))),
        }
    }

    /// 16.6(f): a player who wagered and was dealt cards stays until the round is complete, even after
    /// folding.
    pub(super) fn may_leave(&self, by: Actor) -> Result<Terms, Refusal> {
        let terms = self.table.may_leave(by, self.awaits(), cite!("16.6(f)"))?;
        let was_dealt = |(seat, patron)| by == Actor::Patron(patron) && self.of(seat).stage != Stage::Out;
        match self.table.seats.from_highest().any(was_dealt) {
            true => Err(Refusal::new(cite!("16.6(f)"), Why::StillInPlay)),
            false => Ok(terms),
        }
    }
}
