//! 3.7 and 3.8: a round from "No More Bets" to the last card.

use super::{
    Call, Curator, Custody, DealStyle, Deed, PARAGRAPHS, Phase, PuntoBanco, Shown, Side, Wager, drawing,
};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Coup, Third},
    kit::cards::{Card, Shoe},
};

/// The cards of a round. A face-down card has no value until it is turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Deal {
    pub(super) coup: Coup,
    pub(super) stage: Stage,
    /// Which hand is turned first.
    first: Side,
    /// The person who turned each hand.
    turned_by: [Option<Actor>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Stage {
    /// A card is dealt face up to this hand.
    Up(Side),
    /// This many of the four cards must still be dealt face down.
    Down(u8),
    /// A third card must be dealt face down to this hand.
    DownThird(Side),
    /// This hand, or its third card, lies face down in front of the person who turns it.
    Lies(Side),
    /// This many cards of this hand are being turned.
    Turning(Side, u8),
}

/// 3.8(e): how close the shoe is to its end (P6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Ending {
    /// The cutting card is in the shoe.
    No,
    /// It appeared in this hand.
    ThisHand,
    /// One more hand will be dealt.
    LastHand,
    /// No more cards.
    Over,
}

/// Who turns a hand that was laid face down.
enum Turner {
    One(Actor),
    /// 3.7(d)6: any player with a wager on the other hand; the dealer, if nobody wants to.
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
    /// The provision on what comes before the cards of a round: preparing the shoe, the result of the last round, the
    /// curator's choice, the two calls.
    pub(super) fn comes_first(&self) -> Citation {
        match self.phase {
            Phase::Preparing(_) => cite!("3.5(a)"),
            Phase::Complete(_) => cite!("3.10(a)"),
            Phase::Choosing { .. } => cite!("3.11(a)"),
            Phase::Spent => cite!("3.8(e)"),
            _ => cite!("3.7(b)"),
        }
    }

    pub(super) fn may_deal(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let refuse = |cite, why| Err(Refusal::new(cite, why));
        let yes = |cite| Ok(Terms::plain(cite));
        match (deed, &self.phase) {
            (Deed::NoMoreBets | Deed::Cards, _) if by != Actor::Dealer => {
                refuse(cite!("3.7(b)"), Why::NotYours)
            }
            (Deed::NoMoreBets, Phase::Open) | (Deed::Cards, Phase::Closed) => {
                self.table.nothing_is_spoken(cite!("3.2(c)"))?;
                // 3.6(b): no play before the shoe has a curator.
                match self.curator() {
                    None => refuse(cite!("3.6(b)"), Why::NotNow),
                    Some(_) => yes(cite!("3.7(b)")),
                }
            }
            (Deed::NoMoreBets | Deed::Cards, _) => refuse(self.comes_first(), Why::NotNow),
            (Deed::Deal, Phase::Called) if self.curator() == Some(by) => yes(cite!("3.6(c)")),
            (Deed::Deal, Phase::Called) => refuse(cite!("3.6(c)"), Why::NotYours),
            (Deed::Deal, Phase::Dealing(_)) => refuse(cite!("3.7(c)"), Why::NotNow),
            (Deed::Deal, _) => refuse(self.comes_first(), Why::NotNow),
            (Deed::AskBankerFirst, _) => self.may_ask_banker_first(by),
            (Deed::Turn(_), _) if self.table.options.deal() == DealStyle::FaceUp => {
                refuse(cite!("3.7(c)"), Why::NotOffered)
            }
            (Deed::Turn(side), Phase::Dealing(deal)) => self.may_turn(deal, by, side),
            (Deed::Turn(_), _) => refuse(cite!("3.7(d)"), Why::NotNow),
            (_, _) if by != Actor::Dealer => refuse(cite!("3.10(a)"), Why::NotYours),
            (_, Phase::Complete(_)) => yes(cite!("3.10(a)")),
            _ => refuse(cite!("3.10(a)"), Why::NotNow),
        }
    }

    /// 3.7(b): the dealer calls "No More Bets".
    pub(super) fn no_more_bets(&mut self, to: &mut dyn Observer<Self>) {
        self.phase = Phase::Closed;
        to.saw(cite!("3.7(b)"), Event::Called { call: TableCall::NoMoreBets.into() });
    }

    /// 3.7(b): the dealer calls "Cards".
    pub(super) fn cards(&mut self, to: &mut dyn Observer<Self>) {
        self.phase = Phase::Called;
        to.saw(cite!("3.7(b)"), Event::Called { call: Call::CallsCards });
    }

    /// 3.8(a): only if the dealer is curator, at a player's request, and before the cards are dealt.
    fn may_ask_banker_first(&self, by: Actor) -> Result<Terms, Refusal> {
        let before = matches!(self.phase, Phase::Open | Phase::Closed | Phase::Called);
        let is_dealer = matches!(self.custody, Custody::Held(Curator::Dealer { .. }));
        let why = match () {
            () if !self.table.options.banker_first() => Why::NotOffered,
            () if self.seat_of(by).is_none() => Why::NotYours,
            () if !is_dealer || !before || self.banker_first => Why::NotNow,
            () => return Ok(Terms::plain(cite!("3.8(a)"))),
        };
        Err(Refusal::new(cite!("3.8(a)"), why))
    }

    pub(super) fn ask_banker_first(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        self.banker_first = true;
        to.saw(cite!("3.8(a)"), Event::Called { call: Call::WillTurnBankerFirst { by } });
    }

    /// 3.6(c): the curator deals four cards, the first and third to the Player's Hand.
    pub(super) fn deal(&mut self, to: &mut dyn Observer<Self>) {
        let Custody::Held(curator) = self.custody else { return };
        let (actor, seat) = match curator {
            Curator::Dealer { .. } => (Actor::Dealer, None),
            Curator::Patron(seat) => (self.curator().unwrap_or(Actor::Dealer), Some(seat)),
        };
        self.last_curator = seat;
        to.saw(cite!("3.6(c)"), Event::Called { call: Call::HasCardsDealt { by: actor } });
        let first = if self.banker_first { Side::Banker } else { Side::Player };
        let face_up = self.table.options.deal() == DealStyle::FaceUp && !self.banker_first;
        let stage = if face_up { Stage::Up(Side::Player) } else { Stage::Down(4) };
        self.lay(Deal { coup: Coup::default(), stage, first, turned_by: [None; 2] }, to);
    }

    /// 3.7(d): deals cards face down; the cutting card may interrupt this.
    pub(super) fn lay(&mut self, mut deal: Deal, to: &mut dyn Observer<Self>) {
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
                let cite = match self.table.options.deal() {
                    DealStyle::FaceUp => cite!("3.8(a)"),
                    DealStyle::ToPlayers => cite!("3.7(d)"),
                };
                to.saw(cite, Event::Called { call: Call::DealsDown });
                if self.table.options.deal() == DealStyle::ToPlayers && deal.first == Side::Player {
                    to.saw(cite!("3.7(d)"), Event::Called { call: Call::PutsBankerAway });
                }
                self.hand_out(deal, deal.first, to);
            }
            Stage::Lies(side) => {
                let by = deal.turned_by[side as usize].unwrap_or(Actor::Dealer);
                let call = Call::HandsOver { side, to: by, cards: 1 };
                to.saw(third_down(side), Event::Called { call });
                self.phase = Phase::Dealing(deal);
            }
            _ => self.await_card(deal, to),
        }
    }

    /// A card must come from the shoe; if there is none, play stops.
    fn await_card(&mut self, deal: Deal, to: &mut dyn Observer<Self>) {
        self.phase = Phase::Dealing(deal);
        self.stop_if_empty(to);
    }

    /// 3.7(d)1 and 2: a hand goes to its highest bettor, 5: the lowest seat among equals (G4), 6: or to someone else.
    fn hand_out(&mut self, mut deal: Deal, side: Side, to: &mut dyn Observer<Self>) {
        // 3.8(a): at a table that deals face up, the dealer turns the cards.
        if self.table.options.deal() == DealStyle::FaceUp {
            deal.stage = Stage::Turning(side, 2);
            self.phase = Phase::Dealing(deal);
            return;
        }
        deal.stage = Stage::Lies(side);
        let (turner, cite) = self.first_turner(side);
        let call = match turner {
            Turner::One(by) => Call::HandsOver { side, to: by, cards: 2 },
            Turner::AnyOfTheOtherHand => Call::LetsOthersTurn { side },
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
            None if backed(side.other()) && self.table.options.unbacked_hand() => {
                (Turner::AnyOfTheOtherHand, cite!("3.7(d)6"))
            }
            None if backed(side.other()) => (Turner::One(Actor::Dealer), cite!("3.7(d)6")),
            // Without a wager on either hand nobody is named, and the dealer keeps them (P4).
            None => (Turner::One(Actor::Dealer), cite),
        }
    }

    /// The patron with the highest wager on this hand, and whether another has as much.
    fn highest(&self, side: Side) -> Option<(Patron, bool)> {
        let on = |seat: Seat| -> Money {
            let bets = self.table.layout.bets().iter();
            bets.filter(|b| b.seat == seat && b.wager == Wager::on(side)).map(|b| b.stake).sum()
        };
        let most = self.table.seats.all().map(on).max().filter(|&most| most > Money::ZERO)?;
        let mut equal = self.table.seats.all().filter(|&seat| on(seat) == most);
        Some((self.table.seats.at(equal.next()?)?, equal.next().is_some()))
    }

    /// The person who must turn cards.
    pub(super) fn turner(&self, deal: &Deal) -> Option<Actor> {
        let Stage::Lies(side) = deal.stage else { return None };
        Some(match (deal.turned_by[side as usize], self.first_turner(side).0) {
            (Some(by), _) | (None, Turner::One(by)) => by,
            (None, Turner::AnyOfTheOtherHand) => Actor::Dealer,
        })
    }

    fn may_turn(&self, deal: &Deal, by: Actor, side: Side) -> Result<Terms, Refusal> {
        let (turner, cite) = self.first_turner(side);
        let cite = if deal.turned_by[side as usize].is_some() { third_down(side) } else { cite };
        if deal.stage != Stage::Lies(side) {
            // 3.7(d): the Banker's Hand stays under the shoe until the Player's Hand has been called.
            let is_under_shoe = side == Side::Banker && side != deal.first && deal.coup.player.is_empty();
            return Err(Refusal::new(if is_under_shoe { cite!("3.7(d)") } else { cite }, Why::NotNow));
        }
        let of_the_other_hand = |by: Actor| {
            let wager = Wager::on(side.other());
            self.table.layout.bets().iter().any(|b| Actor::Patron(b.patron) == by && b.wager == wager)
        };
        let may = match (deal.turned_by[side as usize], turner) {
            (Some(one), _) | (None, Turner::One(one)) => by == one,
            (None, Turner::AnyOfTheOtherHand) => by == Actor::Dealer || of_the_other_hand(by),
        };
        if may { Ok(Terms::plain(cite)) } else { Err(Refusal::new(cite, Why::NotYours)) }
    }

    pub(super) fn turn(&mut self, by: Actor, side: Side, to: &mut dyn Observer<Self>) {
        let Phase::Dealing(mut deal) = self.phase else { return };
        let third = !side.of(&deal.coup).is_empty();
        let (cards, cite) = if third { (1, third_down(side)) } else { (2, self.first_turner(side).1) };
        deal.turned_by[side as usize] = Some(by);
        deal.stage = Stage::Turning(side, cards);
        self.phase = Phase::Dealing(deal);
        to.saw(cite, Event::Called { call: Call::Turns { side, by, cards } });
    }

    pub(super) fn may_show_card(&self, card: Card) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        let options = &self.table.options;
        let is_past_end = self.ending == Ending::Over;
        let shoe = match (&self.phase, &self.shoe) {
            (Phase::Preparing(preparation), _) => match preparation.shoe() {
                Some(shoe) => shoe,
                None => return cannot(preparation.now(&options.plan(), &PARAGRAPHS)),
            },
            (Phase::Dealing(deal), Some(shoe)) if !deal.card_due(shoe) => {
                return cannot(if deal.draws() { cite!("3.8(e)") } else { cite!("3.7(d)") });
            }
            (Phase::Dealing(_), Some(shoe)) => shoe,
            (Phase::Called, _) => return cannot(cite!("3.6(c)")),
            // 3.8(d): no hand has a fourth card.
            (Phase::Complete(coup), _) if coup.cards() == 6 => return cannot(cite!("3.8(d)")),
            (Phase::Complete(_), _) => return cannot(cite!("3.8(b)")),
            (Phase::Choosing { .. } | Phase::Spent, _) if is_past_end => return cannot(cite!("3.8(e)")),
            _ => return cannot(cite!("3.7(b)")),
        };
        // 3.1(a): the decks have no more of this card.
        if shoe.can_show(card) { Ok(()) } else { cannot(cite!("3.1(a)")) }
    }

    /// A card is seen, dealt face up or turned.
    pub(super) fn card(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let (Phase::Dealing(mut deal), Some(shoe)) = (self.phase, &mut self.shoe) else { return };
        let (side, cite) = match deal.stage {
            Stage::Up(side) => {
                shoe.draw();
                (side, if deal.is_past_four() { cite!("3.8(c)") } else { drawing::value(card) })
            }
            Stage::Turning(side, n) => {
                deal.stage = Stage::Turning(side, n - 1);
                (side, if deal.is_past_four() { third_down(side) } else { drawing::value(card) })
            }
            _ => return,
        };
        shoe.turn(card);
        side.of_mut(&mut deal.coup).add(card);
        to.saw(cite, Event::Shown { chance: Shown::Card(card), to: Eyes::All });
        self.advance(deal, side, to);
    }

    /// Continues after a card.
    fn advance(&mut self, mut deal: Deal, side: Side, to: &mut dyn Observer<Self>) {
        let coup = deal.coup;
        match (deal.stage, coup.cards()) {
            (Stage::Turning(_, 1..), _) => self.phase = Phase::Dealing(deal),
            (Stage::Up(side), 0..=3) => {
                deal.stage = Stage::Up(side.other());
                self.await_card(deal, to);
            }
            // 3.7(c): both hands lie in front of the dealer.
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
    fn count(&self, coup: &Coup, side: Side, to: &mut dyn Observer<Self>) {
        let points = side.of(coup).first_two();
        to.saw(cite!("3.8(a)"), Event::Called { call: Call::Counts { side, points } });
    }

    /// 3.8(b): the dealer tells the curator which hand draws, under 3.9. 3.8(c): the Player's Hand goes first.
    fn third(&mut self, mut deal: Deal, from: Side, to: &mut dyn Observer<Self>) {
        for side in Side::ALL.into_iter().skip(from as usize) {
            let (third, cite) = drawing::third(side, &deal.coup);
            let draws = third == Third::Draw;
            to.saw(cite, Event::Called { call: Call::RulesOnThird { side, draws } });
            if draws {
                to.saw(cite!("3.8(b)"), Event::Called { call: Call::OrdersThird { side } });
                // 3.7(d)3 and 4 where 3.7(d) is in use (P3).
                deal.stage = match self.table.options.deal() {
                    DealStyle::FaceUp => Stage::Up(side),
                    DealStyle::ToPlayers => Stage::DownThird(side),
                };
                return self.lay(deal, to);
            }
        }
        self.phase = Phase::Complete(deal.coup);
    }

    /// 3.8(e): the cutting card is set aside, and the hand continues. If it comes as the first card of a hand, it
    /// belongs to that hand (P6).
    pub(super) fn cutting_card(&mut self, to: &mut dyn Observer<Self>) {
        let (Phase::Dealing(deal), Some(shoe)) = (self.phase, &mut self.shoe) else { return };
        shoe.take_cutting_card();
        self.ending = Ending::ThisHand;
        to.saw(cite!("3.8(e)"), Event::Shown { chance: Shown::CuttingCard, to: Eyes::All });
        to.saw(cite!("3.8(e)"), Event::Called { call: TableCall::SetsCuttingCardAside.into() });
        self.lay(deal, to);
    }
}

/// 3.7(d)3 and 4: a third card goes face down to the person who turned the hand.
const fn third_down(side: Side) -> Citation {
    match side {
        Side::Player => cite!("3.7(d)3"),
        Side::Banker => cite!("3.7(d)4"),
    }
}
