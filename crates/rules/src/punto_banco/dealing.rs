//! 3.7, 3.8 and 3.10: a round from "No More Bets" to the last payment.

use super::{
    Call, Collection, Curator, Custody, DealStyle, Deed, Phase, PuntoBanco, Shown, Side, decide, drawing,
    pay, vigorish,
};
use crate::{
    game::{Event, Eyes, Fate, Observer, Tender},
    hands::{
        baccarat::{Coup, Third, Winner},
        vigorish::{Due, PayOrder},
    },
    kit::cards::{Card, Shoe},
    money::Money,
    party::{Actor, Bank, Patron, Seat},
    refusal::{Refusal, Why},
    seats::MOST_SEATS,
};
use arrayvec::ArrayVec;
use law::{Citation, cite};

/// Cards on their way to the two hands. What lies face down has no value until it is turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Deal {
    pub(super) coup: Coup,
    stage: Stage,
    /// Which hand is turned first.
    first: Side,
    /// Who turned each hand.
    turned_by: [Option<Actor>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    /// A card goes face up to this hand.
    Up(Side),
    /// So many of the four cards are still to be laid face down.
    Down(u8),
    /// A third card is to be laid face down on this hand.
    DownThird(Side),
    /// This hand, or its third card, lies face down before whoever turns it.
    Lies(Side),
    /// So many cards of this hand are being turned.
    Turning(Side, u8),
}

/// 3.8(e): how near the shoe is to its end (P6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Ending {
    /// The cutting card is in the shoe.
    No,
    /// It appeared in this hand.
    ThisHand,
    /// One more hand.
    LastHand,
    /// No more cards.
    Over,
}

/// Who turns a hand that was laid face down.
enum Turner {
    One(Actor),
    /// 3.7(d)6: any player with a wager on the other hand; the dealer, if nobody cares to.
    AnyOfTheOtherHand,
}

impl Deal {
    /// Whether the cutting card comes now.
    pub(super) fn may_meet_cutting_card(&self, shoe: &Shoe) -> bool {
        self.draws() && shoe.is_at_cutting_card()
    }

    /// Whether a card shows its face now.
    pub(super) fn card_due(&self, shoe: &Shoe) -> bool {
        match self.stage {
            Stage::Turning(..) => true,
            Stage::Up(_) => shoe.left() > 0 && !shoe.is_at_cutting_card(),
            Stage::Down(_) | Stage::DownThird(_) | Stage::Lies(_) => false,
        }
    }

    /// Whether the next card comes out of the shoe face up.
    pub(super) fn next_is_up(&self) -> bool {
        matches!(self.stage, Stage::Up(_))
    }

    /// Whether a card must come out of the shoe.
    pub(super) fn draws(&self) -> bool {
        matches!(self.stage, Stage::Up(_) | Stage::Down(_) | Stage::DownThird(_))
    }

    /// Whether both hands have shown their first two cards.
    pub(super) fn is_past_four(&self) -> bool {
        self.coup.cards() >= 4
    }
}

impl PuntoBanco {
    pub(super) fn may_deal(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let refuse = |cite, why| Err(Refusal::new(cite, why));
        match (deed, &self.phase) {
            (Deed::NoMoreBets | Deed::Cards, _) if by != Actor::Dealer => {
                refuse(cite!("3.7(b)"), Why::NotYours)
            }
            (Deed::NoMoreBets, Phase::Open) if self.spoken.is_some() => {
                refuse(cite!("3.2(c)"), Why::Unconfirmed)
            }
            // 3.6(b): no play before the shoe has a curator.
            (Deed::NoMoreBets, Phase::Open) | (Deed::Cards, Phase::Closed) if self.curator().is_none() => {
                refuse(cite!("3.6(b)"), Why::NotNow)
            }
            (Deed::NoMoreBets, Phase::Open) | (Deed::Cards, Phase::Closed) => Ok(()),
            (Deed::NoMoreBets, Phase::Spent) => refuse(cite!("3.8(e)"), Why::NotNow),
            (Deed::NoMoreBets | Deed::Cards, _) => refuse(cite!("3.7(b)"), Why::NotNow),
            (Deed::Deal, Phase::Called) if self.curator() == Some(by) => Ok(()),
            (Deed::Deal, Phase::Called) => refuse(cite!("3.6(c)"), Why::NotYours),
            (Deed::Deal, Phase::Spent) => refuse(cite!("3.8(e)"), Why::NotNow),
            (Deed::Deal, _) => refuse(cite!("3.7(b)"), Why::NotNow),
            (Deed::AskBankerFirst, _) => self.may_ask_banker_first(by),
            (Deed::Turn(side), Phase::Dealing(deal)) => self.may_turn(deal, by, side),
            (Deed::Turn(_), _) => refuse(cite!("3.7(d)"), Why::NotNow),
            (_, _) if by != Actor::Dealer => refuse(cite!("3.10(a)"), Why::NotYours),
            (_, Phase::Complete(_)) => Ok(()),
            _ => refuse(cite!("3.10(a)"), Why::NotNow),
        }
    }

    /// 3.7(b).
    pub(super) fn no_more_bets(&mut self, to: &mut impl Observer<Self>) {
        self.phase = Phase::Closed;
        to.saw(cite!("3.7(b)"), Event::Called { call: Call::NoMoreBets });
    }

    /// 3.7(b).
    pub(super) fn cards(&mut self, to: &mut impl Observer<Self>) {
        self.phase = Phase::Called;
        to.saw(cite!("3.7(b)"), Event::Called { call: Call::Cards });
    }

    /// 3.8(a): only a dealer who is curator does it, on a player's request, and before the cards are dealt.
    fn may_ask_banker_first(&self, by: Actor) -> Result<(), Refusal> {
        let before = matches!(self.phase, Phase::Open | Phase::Closed | Phase::Called);
        let is_dealer = matches!(self.custody, Custody::Held(Curator::Dealer { .. }));
        let why = match () {
            () if !self.options.banker_first() => Why::NotOffered,
            () if self.seat_of(by).is_none() => Why::NotYours,
            () if !is_dealer || !before || self.banker_first => Why::NotNow,
            () => return Ok(()),
        };
        Err(Refusal::new(cite!("3.8(a)"), why))
    }

    pub(super) fn ask_banker_first(&mut self, by: Actor, to: &mut impl Observer<Self>) {
        self.banker_first = true;
        to.saw(cite!("3.8(a)"), Event::Called { call: Call::WillTurnBankerFirst(by) });
    }

    /// 3.6(c): the curator deals four cards, the first and third to the Player's Hand.
    pub(super) fn deal(&mut self, to: &mut impl Observer<Self>) {
        let Custody::Held(curator) = self.custody else { return };
        let (actor, seat) = match curator {
            Curator::Dealer { .. } => (Actor::Dealer, None),
            Curator::Patron(seat) => (self.curator().unwrap_or(Actor::Dealer), Some(seat)),
        };
        self.last_curator = seat;
        to.saw(cite!("3.6(c)"), Event::Called { call: Call::HasDeal(actor) });
        let first = if self.banker_first { Side::Banker } else { Side::Player };
        let face_up = self.options.deal() == DealStyle::FaceUp && !self.banker_first;
        let stage = if face_up { Stage::Up(Side::Player) } else { Stage::Down(4) };
        self.lay(Deal { coup: Coup::default(), stage, first, turned_by: [None; 2] }, to);
    }

    /// 3.7(d): cards go face down as far as they come out of the shoe, which the cutting card may interrupt.
    fn lay(&mut self, mut deal: Deal, to: &mut impl Observer<Self>) {
        let Some(shoe) = &mut self.shoe else { return };
        while let Stage::Down(1..) | Stage::DownThird(_) = deal.stage
            && shoe.left() > 0
            && !shoe.is_at_cutting_card()
        {
            shoe.draw();
            deal.stage = match deal.stage {
                Stage::Down(n) => Stage::Down(n - 1),
                Stage::DownThird(side) => Stage::Lies(side),
                stage => stage,
            };
        }
        match deal.stage {
            Stage::Down(0) => {
                let cite = match self.options.deal() {
                    DealStyle::FaceUp => cite!("3.8(a)"),
                    DealStyle::ToPlayers => cite!("3.7(d)"),
                };
                to.saw(cite, Event::Called { call: Call::LaysDown });
                if self.options.deal() == DealStyle::ToPlayers && deal.first == Side::Player {
                    to.saw(cite!("3.7(d)"), Event::Called { call: Call::PutsBankerAway });
                }
                self.hand_out(deal, deal.first, to);
            }
            Stage::Lies(side) => {
                let by = deal.turned_by[side as usize].unwrap_or(Actor::Dealer);
                to.saw(third_down(side), Event::Called { call: Call::HandsThird(side, by) });
                self.phase = Phase::Dealing(deal);
            }
            _ => self.await_card(deal, to),
        }
    }

    /// A card must come out of the shoe; if there is none, everything stops.
    fn await_card(&mut self, deal: Deal, to: &mut impl Observer<Self>) {
        self.phase = Phase::Dealing(deal);
        self.stop_if_empty(to);
    }

    /// 3.7(d)1 and 2: a hand goes to its highest bettor, 5: the lowest seat among equals (G4), 6: or to someone else.
    fn hand_out(&mut self, mut deal: Deal, side: Side, to: &mut impl Observer<Self>) {
        // 3.8(a): at a table that deals face up, the dealer turns the cards himself.
        if self.options.deal() == DealStyle::FaceUp {
            deal.stage = Stage::Turning(side, 2);
            self.phase = Phase::Dealing(deal);
            return;
        }
        deal.stage = Stage::Lies(side);
        let (turner, cite) = self.first_turner(side);
        let call = match turner {
            Turner::One(by) => Call::Hands(side, by),
            Turner::AnyOfTheOtherHand => Call::LetsTurn(side),
        };
        to.saw(cite, Event::Called { call });
        self.phase = Phase::Dealing(deal);
    }

    /// Who turns the two cards of this hand.
    fn first_turner(&self, side: Side) -> (Turner, Citation) {
        let cite = match side {
            Side::Player => cite!("3.7(d)1"),
            Side::Banker => cite!("3.7(d)2"),
        };
        let backed = |side| self.highest(side).is_some();
        match self.highest(side) {
            Some((patron, false)) => (Turner::One(Actor::Patron(patron)), cite),
            Some((patron, true)) => (Turner::One(Actor::Patron(patron)), cite!("3.7(d)5")),
            None if backed(side.other()) && self.options.unbacked_hand() => {
                (Turner::AnyOfTheOtherHand, cite!("3.7(d)6"))
            }
            None if backed(side.other()) => (Turner::One(Actor::Dealer), cite!("3.7(d)6")),
            // With no wager on either hand nobody is named, and the dealer keeps them (P4).
            None => (Turner::One(Actor::Dealer), cite),
        }
    }

    /// Who has the highest wager on this hand, and whether another has as much.
    fn highest(&self, side: Side) -> Option<(Patron, bool)> {
        let on = |seat: Seat| -> Money {
            let bets = self.layout.bets().iter();
            bets.filter(|b| b.seat == seat && b.wager == side.wager()).map(|b| b.stake).sum()
        };
        let most = self.seats.all().map(on).max().filter(|&most| most > Money::ZERO)?;
        let mut equal = self.seats.all().filter(|&seat| on(seat) == most);
        Some((self.seats.at(equal.next()?)?, equal.next().is_some()))
    }

    /// Whom the table waits for to turn cards.
    pub(super) fn turner(&self, deal: &Deal) -> Option<Actor> {
        let Stage::Lies(side) = deal.stage else { return None };
        Some(match (deal.turned_by[side as usize], self.first_turner(side).0) {
            (Some(by), _) | (None, Turner::One(by)) => by,
            (None, Turner::AnyOfTheOtherHand) => Actor::Dealer,
        })
    }

    fn may_turn(&self, deal: &Deal, by: Actor, side: Side) -> Result<(), Refusal> {
        let (turner, cite) = self.first_turner(side);
        let cite = if deal.turned_by[side as usize].is_some() { third_down(side) } else { cite };
        if deal.stage != Stage::Lies(side) {
            return Err(Refusal::new(cite, Why::NotNow));
        }
        let of_the_other_hand = |by: Actor| {
            let wager = side.other().wager();
            self.layout.bets().iter().any(|b| Actor::Patron(b.patron) == by && b.wager == wager)
        };
        let may = match (deal.turned_by[side as usize], turner) {
            (Some(one), _) | (None, Turner::One(one)) => by == one,
            (None, Turner::AnyOfTheOtherHand) => by == Actor::Dealer || of_the_other_hand(by),
        };
        if may { Ok(()) } else { Err(Refusal::new(cite, Why::NotYours)) }
    }

    pub(super) fn turn(&mut self, by: Actor, side: Side, to: &mut impl Observer<Self>) {
        let Phase::Dealing(mut deal) = self.phase else { return };
        let third = !side.of(&deal.coup).is_empty();
        let (cards, cite) = if third { (1, third_down(side)) } else { (2, self.first_turner(side).1) };
        deal.turned_by[side as usize] = Some(by);
        deal.stage = Stage::Turning(side, cards);
        self.phase = Phase::Dealing(deal);
        to.saw(cite, Event::Called { call: Call::SeesTurned(side, by, third) });
    }

    /// A card shows its face: burned, dealt, or turned.
    pub(super) fn card(&mut self, card: Card, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        let (mut deal, shoe) = match (self.phase, &mut self.shoe) {
            (Phase::Preparing(_), _) => return self.burn(card, to),
            (Phase::Dealing(deal), Some(shoe)) => (deal, shoe),
            (Phase::Called, _) => return cannot(cite!("3.6(c)")),
            (Phase::Complete(_), _) => return cannot(cite!("3.8(d)")),
            (Phase::Choosing { .. } | Phase::Spent, _) if self.ending == Ending::Over => {
                return cannot(cite!("3.8(e)"));
            }
            _ => return cannot(cite!("3.7(b)")),
        };
        if !deal.card_due(shoe) {
            return cannot(if deal.draws() { cite!("3.8(e)") } else { cite!("3.7(d)") });
        }
        // 3.1(a): there are no more cards than the decks have.
        if !shoe.can_show(card) {
            return cannot(cite!("3.1(a)"));
        }
        let (side, cite) = match deal.stage {
            Stage::Up(side) => {
                shoe.draw();
                (side, if deal.is_past_four() { cite!("3.8(c)") } else { drawing::value(card) })
            }
            Stage::Turning(side, n) => {
                deal.stage = Stage::Turning(side, n - 1);
                (side, if deal.is_past_four() { third_down(side) } else { drawing::value(card) })
            }
            _ => return cannot(cite!("3.7(d)")),
        };
        shoe.turn(card);
        side.of_mut(&mut deal.coup).add(card);
        to.saw(cite, Event::Shown { chance: Shown::Card(card), to: Eyes::All });
        self.advance(deal, side, to);
        Ok(())
    }

    /// What comes after a card.
    fn advance(&mut self, mut deal: Deal, side: Side, to: &mut impl Observer<Self>) {
        let coup = deal.coup;
        match (deal.stage, coup.cards()) {
            (Stage::Turning(_, 1..), _) => self.phase = Phase::Dealing(deal),
            (Stage::Up(side), 0..=3) => {
                deal.stage = Stage::Up(side.other());
                self.await_card(deal, to);
            }
            // 3.7(c): both hands lie before the dealer.
            (Stage::Up(_), 4) => {
                to.saw(cite!("3.7(c)"), Event::Called { call: Call::PlacesHands });
                self.count(&coup, Side::Player, to);
                self.count(&coup, Side::Banker, to);
                self.third(deal, Side::Player, to);
            }
            (_, 0..=4) => {
                self.count(&coup, side, to);
                if side.other().of(&coup).is_empty() {
                    self.hand_out(deal, side.other(), to);
                } else {
                    self.third(deal, Side::Player, to);
                }
            }
            (..) if side == Side::Player => self.third(deal, Side::Banker, to),
            (..) => self.phase = Phase::Complete(coup),
        }
    }

    /// 3.8(a): the point count of two cards is announced.
    fn count(&self, coup: &Coup, side: Side, to: &mut impl Observer<Self>) {
        let count = side.of(coup).first_two();
        to.saw(cite!("3.8(a)"), Event::Called { call: Call::Count(side, count) });
    }

    /// 3.8(b): the dealer tells the curator which hand draws, as 3.9 says. 3.8(c): the Player's Hand goes first.
    fn third(&mut self, mut deal: Deal, from: Side, to: &mut impl Observer<Self>) {
        let sides = [Side::Player, Side::Banker];
        for side in sides.into_iter().skip(from as usize) {
            let (third, cite) = drawing::third(side, &deal.coup);
            to.saw(cite, Event::Called { call: Call::Finds(side, third == Third::Draw) });
            if third == Third::Draw {
                to.saw(cite!("3.8(b)"), Event::Called { call: Call::Instructs(side) });
                // 3.7(d)3 and 4 where 3.7(d) is in use (P3).
                deal.stage = match self.options.deal() {
                    DealStyle::FaceUp => Stage::Up(side),
                    DealStyle::ToPlayers => Stage::DownThird(side),
                };
                return self.lay(deal, to);
            }
        }
        self.phase = Phase::Complete(deal.coup);
    }

    /// 3.8(e): the cutting card is set aside and the hand goes on. Met as the first card of a hand it belongs to that
    /// hand (P6).
    pub(super) fn cutting_card(&mut self, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let cannot = Err(Refusal::new(cite!("3.8(e)"), Why::CannotBeShown));
        let (Phase::Dealing(deal), Some(shoe)) = (self.phase, &mut self.shoe) else { return cannot };
        if !deal.may_meet_cutting_card(shoe) {
            return cannot;
        }
        shoe.take_cutting_card();
        self.ending = Ending::ThisHand;
        to.saw(cite!("3.8(e)"), Event::Shown { chance: Shown::CuttingCard, to: Eyes::All });
        to.saw(cite!("3.8(e)"), Event::Called { call: Call::SetsAside });
        self.lay(deal, to);
        Ok(())
    }

    /// 3.10(a): the final counts and the winner are announced, then everything is collected and paid.
    pub(super) fn announce(&mut self, to: &mut impl Observer<Self>) {
        let Phase::Complete(coup) = self.phase else { return };
        for side in [Side::Player, Side::Banker] {
            let (total, count, cite) = drawing::count(side.of(&coup));
            to.saw(cite, Event::Called { call: Call::FinalCount(side, total, count) });
        }
        to.saw(cite!("3.10(a)"), Event::Called { call: Call::Result(coup.winner()) });
        self.settle(&coup, to);
        self.phase = Phase::Choosing { banker_lost: coup.winner() == Winner::Player };
        self.end_hand(to);
    }

    /// 3.8(e): after the hand in which the cutting card appeared there is one more.
    pub(super) fn end_hand(&mut self, to: &mut impl Observer<Self>) {
        self.banker_first = false;
        self.ending = match self.ending {
            Ending::ThisHand => {
                to.saw(cite!("3.8(e)"), Event::Called { call: Call::LastHand });
                Ending::LastHand
            }
            Ending::LastHand => Ending::Over,
            ending => ending,
        };
    }

    /// On to the next wagers, or, after the last hand, to the shuffle.
    pub(super) fn next_round(&mut self, to: &mut impl Observer<Self>) {
        self.phase = match self.ending {
            Ending::Over => {
                to.saw(cite!("3.8(e)"), Event::Called { call: Call::DealsNoMore });
                Phase::Spent
            }
            _ => Phase::Open,
        };
    }

    /// 3.10(b): losing wagers first, then winners from the highest position downward, with their vigorish in the order
    /// the licensee chose. Where there is nothing to charge that step is empty (P10).
    fn settle(&mut self, coup: &Coup, to: &mut impl Observer<Self>) {
        to.saw(cite!("3.10(b)"), Event::Called { call: Call::Collects });
        for pass in [Fate::Lost, Fate::Void] {
            for (seat, _) in self.seats.from_highest() {
                self.settle_position(seat, pass, coup, to);
            }
        }
        let cite = match self.options.pay_order() {
            PayOrder::PayAllThenCharge => cite!("3.10(b)1"),
            PayOrder::ChargeAllThenPay => cite!("3.10(b)2"),
            PayOrder::PayThenChargeEach => cite!("3.10(b)3"),
            PayOrder::ChargeThenPayEach => cite!("3.10(b)4"),
        };
        to.saw(cite, Event::Called { call: Call::Pays });
        let winners: ArrayVec<(Seat, Patron), { MOST_SEATS as usize }> = self
            .seats
            .from_highest()
            .filter(|(seat, _)| {
                let mut bets = self.layout.bets().iter().filter(|b| b.seat == *seat);
                bets.any(|b| decide(b.wager, coup).0 == Fate::Won)
            })
            .collect();
        self.options.pay_order().run(&winners, |(seat, patron), due| match due {
            Due::Pay => self.settle_position(seat, Fate::Won, coup, to),
            Due::Charge => self.charge(seat, patron, coup, to),
        });
        self.layout.clear();
    }

    /// Settles the wagers of one position that have this fate.
    fn settle_position(&self, seat: Seat, pass: Fate, coup: &Coup, to: &mut impl Observer<Self>) {
        for &bet in self.layout.bets().iter().filter(|b| b.seat == seat) {
            let (fate, cite) = decide(bet.wager, coup);
            if fate != pass {
                continue;
            }
            let (taken, (paid, pays)) = match fate {
                Fate::Won => (Money::ZERO, pay(bet.wager, bet.stake, &self.options)),
                Fate::Lost => (bet.stake, (Money::ZERO, cite)),
                Fate::Void | Fate::Halved => (Money::ZERO, (Money::ZERO, cite)),
            };
            to.saw(cite, Event::Settled { bet, fate, taken, paid, pays, bank: Bank::House });
            // A coupon wins its own amount with its wager (19:45-1.18, not held).
            if fate == Fate::Won && bet.tender == Tender::Coupon {
                to.saw(cite!("19:45-1.18"), Event::Redeemed { patron: bet.patron, paid: bet.stake });
            }
        }
    }

    /// 3.3(c): the vigorish of one position, on all it won on the Banker's Hand in this round (G3), is collected, or
    /// marked before the dealer in the space with its number.
    fn charge(&mut self, seat: Seat, patron: Patron, coup: &Coup, to: &mut impl Observer<Self>) {
        let banker = Side::Banker.wager();
        if decide(banker, coup).0 != Fate::Won {
            return;
        }
        let bets = self.layout.bets().iter().filter(|b| b.seat == seat && b.wager == banker);
        let won = bets.map(|b| pay(banker, b.stake, &self.options).0).sum();
        let vigorish = vigorish(won, &self.options);
        if vigorish == Money::ZERO {
            return;
        }
        match self.options.collection() {
            Collection::AtOnce => to.saw(cite!("3.3(c)"), Event::Charged { patron, vigorish }),
            Collection::Deferred => {
                self.owed.mark(seat, patron, vigorish);
                to.saw(cite!("3.3(c)"), Event::Marked { patron, vigorish });
            }
        }
    }
}

/// 3.7(d)3 and 4: a third card goes face down to whoever turned the hand.
const fn third_down(side: Side) -> Citation {
    match side {
        Side::Player => cite!("3.7(d)3"),
        Side::Banker => cite!("3.7(d)4"),
    }
}
