//! 7.7(c)3, 7.8(a), 7.10(e) and 7.11(f): who turns the cards of a hand.

use super::{
    Call, Deed, Event, Minibaccarat, Phase,
    dealing::{Stage, third_cite},
    options::Style,
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::hands::baccarat::Side;

/// 7.7(c)3 and 7.11(f): who turns a hand, and which seats have lost or declined the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Right {
    pub(super) who: Turner,
    pub(super) passed: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Turner {
    Dealer,
    Holder(Seat),
    Offered(Seat),
}

pub(super) const DEALER: Right = Right { who: Turner::Dealer, passed: 0 };

impl Minibaccarat {
    /// 7.7(c)3.i, ii and v: the highest bettor on a hand turns it; among equals, the closest counterclockwise (G4).
    /// If nobody bet on it, the dealer does (M9).
    pub(super) fn right(&self, side: Side) -> Right {
        if !self.is_to_players() {
            return DEALER;
        }
        let staked = self.table.seats.all().map(|seat| (seat, self.staked(seat, side)));
        let best = staked.rev().max_by_key(|&(_, stake)| stake).filter(|&(_, stake)| stake > Money::ZERO);
        best.map_or(DEALER, |(seat, _)| Right { who: Turner::Holder(seat), passed: 0 })
    }

    pub(super) fn staked(&self, seat: Seat, side: Side) -> Money {
        let wager = if side == Side::Player { Wager::Player } else { Wager::Banker };
        self.table.layout.bets().iter().filter(|b| (b.seat, b.wager) == (seat, wager)).map(|b| b.stake).sum()
    }

    /// Reports to whom a hand goes.
    pub(super) fn hand_over(&mut self, side: Side, to: &mut dyn Observer<Self>) {
        let Phase::Dealing(deal) = &self.phase else { return };
        let Turner::Holder(seat) = deal.who(side) else { return };
        let stake = self.staked(seat, side);
        let is_one_of_equals = self.table.seats.all().filter(|&s| self.staked(s, side) == stake).count() > 1;
        let cite = match (deal.len(side), side) {
            (2, side) => third_cite(side),
            _ if stake > Money::ZERO && is_one_of_equals => cite!("7.7(c)3.v"),
            (_, Side::Player) => cite!("7.7(c)3.i"),
            (_, Side::Banker) => cite!("7.7(c)3.ii"),
        };
        to.saw(cite, Event::Called { call: Call::HandsOver { side, seat } });
    }

    /// The person who turns the hand that lies there now.
    pub(super) fn turner(&self) -> Option<(Side, Turner)> {
        match &self.phase {
            Phase::Dealing(deal) => match deal.stage {
                Stage::Turn(side) => Some((side, deal.who(side))),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn sits(&self, by: Actor, seat: Seat) -> bool {
        self.table.seats.at(seat).is_some_and(|patron| by == Actor::Patron(patron))
    }

    /// 7.10(e): only the person who has the right may handle the cards (M8).
    pub(super) fn may_turn(&self, by: Actor, side: Side) -> Result<(), Refusal> {
        let is_right = match self.turner() {
            Some((_, Turner::Dealer)) => by == Actor::Dealer,
            Some((_, Turner::Holder(seat))) => self.sits(by, seat),
            _ => false,
        };
        match (by, self.turner()) {
            (_, Some((due, _))) if is_right && due == side => Ok(()),
            (_, Some(_)) if is_right => Err(Refusal::new(cite!("7.8(a)"), Why::NotNow)),
            (Actor::Patron(_), _) => Err(Refusal::new(cite!("7.10(e)"), Why::NotYours)),
            (_, Some(_)) => Err(Refusal::new(cite!("7.7(c)"), Why::NotYours)),
            (_, None) => Err(Refusal::new(cite!("7.8(a)"), Why::NotNow)),
        }
    }

    pub(super) fn turn(&mut self, by: Actor, side: Side, to: &mut dyn Observer<Self>) {
        let Phase::Dealing(deal) = &mut self.phase else { return };
        let cite = match (self.table.options.deal(), deal.len(side), side) {
            (Style::ToPlayers { .. }, 0, Side::Player) => cite!("7.7(c)3.i"),
            (Style::ToPlayers { .. }, 0, Side::Banker) => cite!("7.7(c)3.ii"),
            (Style::ToPlayers { .. }, _, side) => third_cite(side),
            _ => cite!("7.7(c)2"),
        };
        let cards = if deal.len(side) == 0 { 2 } else { 1 };
        deal.stage = Stage::Showing(side, cards);
        to.saw(cite, Event::Called { call: Call::Turns { side, by, cards } });
    }

    /// 7.8(a): at a player's request the Banker's Hand is turned first, if the licensee allows it.
    pub(super) fn may_ask_banker_first(&self, by: Actor) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("7.8(a)"), why));
        let is_here = matches!(by, Actor::Patron(patron) if self.table.seats.of(patron).is_some());
        match &self.phase {
            _ if !is_here => no(Why::NotYours),
            _ if !self.table.options.banker_first() => no(Why::NotOffered),
            Phase::Dealing(deal)
                if deal.stage == Stage::Turn(Side::Player)
                    && deal.coup.cards() == 0
                    && !matches!(deal.who(Side::Player), Turner::Offered(_)) =>
            {
                Ok(())
            }
            _ => no(Why::NotNow),
        }
    }

    pub(super) fn banker_first(&mut self, to: &mut dyn Observer<Self>) {
        if let Phase::Dealing(deal) = &mut self.phase {
            deal.stage = Stage::Turn(Side::Banker);
        }
        to.saw(cite!("7.8(a)"), Event::Called { call: Call::TurnsBankerFirst });
        self.hand_over(Side::Banker, to);
    }

    /// 7.11(f): the holder gives up the right, or dealer or floorperson take it away (G7).
    pub(super) fn may_relinquish(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(cite!("7.11(f)"), why));
        let is_staff = matches!(by, Actor::Dealer | Actor::Floorperson);
        match self.turner() {
            Some((_, Turner::Holder(seat))) if deed == Deed::Relinquish && self.sits(by, seat) => Ok(()),
            Some((_, Turner::Holder(_))) if deed == Deed::TakeCards && is_staff => Ok(()),
            Some((_, Turner::Holder(_))) => no(Why::NotYours),
            _ => no(Why::NotNow),
        }
    }

    pub(super) fn may_take_over(&self, by: Actor) -> Result<(), Refusal> {
        match self.turner() {
            Some((_, Turner::Offered(seat))) if self.sits(by, seat) => Ok(()),
            Some((_, Turner::Offered(_))) => Err(Refusal::new(cite!("7.11(f)"), Why::NotYours)),
            _ => Err(Refusal::new(cite!("7.11(f)"), Why::NotNow)),
        }
    }

    /// 7.11(f): to the player on the right, then to the others counterclockwise, and finally to the dealer.
    pub(super) fn pass_on(&mut self, to: &mut dyn Observer<Self>) {
        let (Some((side, turner)), Phase::Dealing(deal)) = (self.turner(), &mut self.phase) else { return };
        let (Turner::Holder(seat) | Turner::Offered(seat)) = turner else { return };
        let right = &mut deal.rights[side as usize];
        right.passed |= 1 << seat.0;
        if let Turner::Holder(_) = turner {
            to.saw(cite!("7.11(f)"), Event::Called { call: Call::TakesCardsBack { side, seat } });
        }
        let from = self.table.seats.right_of(seat);
        let mut others = self.table.seats.counterclockwise_from(from).map(|(seat, _)| seat);
        let (who, call) = match others.find(|seat| right.passed >> seat.0 & 1 == 0) {
            Some(seat) => (Turner::Offered(seat), Call::OffersCards { side, seat }),
            None => (Turner::Dealer, Call::WillTurn { side }),
        };
        right.who = who;
        to.saw(cite!("7.11(f)"), Event::Called { call });
    }

    pub(super) fn accept(&mut self, to: &mut dyn Observer<Self>) {
        let (Some((side, Turner::Offered(seat))), Phase::Dealing(deal)) = (self.turner(), &mut self.phase)
        else {
            return;
        };
        deal.rights[side as usize].who = Turner::Holder(seat);
        to.saw(cite!("7.11(f)"), Event::Called { call: Call::HandsOver { side, seat } });
    }
}
