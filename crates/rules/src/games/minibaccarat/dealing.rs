//! 7.7 and 7.8: the cards of a round, from the first to the last.

use super::{
    Call, Deed, Discards, Event, Expected, Face, Last, Minibaccarat, Phase, Shown,
    drawing::{self, Ruling},
    options::Style,
    shoe::How,
    shown,
    turning::{DEALER, Right, Turner},
};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Coup, Side},
    table::seats::Seats,
};

/// The round so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Deal {
    /// The cards that were seen.
    pub(super) coup: Coup,
    pub(super) stage: Stage,
    pub(super) is_simulated: bool,
    /// The person who turns each hand.
    pub(super) rights: [Right; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Stage {
    /// The first four cards are dealt face up.
    FaceUp,
    /// The dealer must deal four cards face down.
    Ready,
    /// This many of them have been dealt.
    Placing(u8),
    /// This hand's cards lie face down, and must be turned.
    Turn(Side),
    /// This many of them have not been seen yet.
    Showing(Side, u8),
    /// A third card is dealt to this hand.
    Third(Side),
    /// Both hands have all their cards.
    Complete,
}

impl Deal {
    pub(super) fn new(stage: Stage, is_simulated: bool) -> Deal {
        Deal { coup: Coup::default(), stage, is_simulated, rights: [DEALER; 2] }
    }

    pub(super) const fn is_simulated(&self) -> bool {
        self.is_simulated
    }

    pub(super) const fn coup(&self) -> &Coup {
        &self.coup
    }

    /// The phase of the round, in a word.
    pub(super) const fn phase(&self) -> &'static str {
        match self.stage {
            _ if self.is_simulated => "simulated round",
            Stage::FaceUp | Stage::Placing(_) => "first four cards",
            Stage::Ready => "closed",
            Stage::Turn(_) | Stage::Showing(..) => "turning",
            Stage::Third(_) => "third card",
            Stage::Complete => "complete",
        }
    }

    /// Whether the first card has left the shoe.
    pub(super) fn has_begun(&self) -> bool {
        self.stage != Stage::Ready && !(self.stage == Stage::FaceUp && self.coup.cards() == 0)
    }

    /// Whether both hands have all their cards.
    pub(super) fn is_complete(&self) -> bool {
        self.stage == Stage::Complete
    }

    /// Whether the person at this seat holds a hand, or is offered one.
    pub(super) fn needs(&self, seat: Seat) -> bool {
        self.rights.iter().any(|r| matches!(r.who, Turner::Holder(s) | Turner::Offered(s) if s == seat))
    }

    pub(super) fn len(&self, side: Side) -> usize {
        side.of(&self.coup).len()
    }

    pub(super) fn who(&self, side: Side) -> Turner {
        self.rights[side as usize].who
    }

    pub(super) fn awaits(&self, seats: &Seats) -> Awaits {
        match self.stage {
            Stage::Ready | Stage::Complete => Awaits::Decision(Actor::Dealer),
            Stage::Turn(side) => Awaits::Decision(match self.who(side) {
                Turner::Dealer => Actor::Dealer,
                Turner::Holder(seat) | Turner::Offered(seat) => {
                    seats.at(seat).map_or(Actor::Dealer, Actor::Patron)
                }
            }),
            _ => Awaits::Equipment,
        }
    }
}

impl Minibaccarat {
    pub(super) fn is_to_players(&self) -> bool {
        matches!(self.table.options.deal(), Style::ToPlayers { .. })
    }

    /// 7.7(c): the round begins, face up or face down.
    pub(super) fn begin(&mut self, to: &mut dyn Observer<Self>) {
        let stage = match self.table.options.deal() {
            Style::FaceUp => Stage::FaceUp,
            Style::FaceDown { .. } | Style::ToPlayers { .. } => Stage::Ready,
        };
        self.phase = Phase::Dealing(Deal::new(stage, false));
        self.advance(to);
    }

    pub(super) fn may_deal(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        Self::only_dealer(by, deed)?;
        match (deed, &self.phase) {
            (Deed::Deal, Phase::Dealing(Deal { stage: Stage::Ready, .. })) => Ok(()),
            (Deed::Announce, Phase::Dealing(Deal { stage: Stage::Complete, .. })) => Ok(()),
            (Deed::Announce, _) => Err(Refusal::new(cite!("7.10(a)"), Why::NotNow)),
            (_, Phase::Dealing(deal)) if !deal.is_simulated && !deal.is_complete() => {
                Err(Refusal::new(cite!("7.7(c)"), Why::NotNow))
            }
            _ => Err(Refusal::new(self.comes_first(), Why::NotNow)),
        }
    }

    /// 7.7(c)2 and 3: the first card may already be there.
    pub(super) fn deal_down(&mut self, to: &mut dyn Observer<Self>) {
        let cite = if self.is_to_players() { cite!("7.7(c)3") } else { cite!("7.7(c)2") };
        to.saw(cite, Event::Called { call: Call::DealsDown });
        if let Phase::Dealing(deal) = &mut self.phase {
            deal.stage = Stage::Placing(u8::from(core::mem::take(&mut self.is_held)));
        }
        self.advance(to);
    }

    /// Continues until a face must be seen: deals cards that go face down, and notices an empty shoe.
    pub(super) fn advance(&mut self, to: &mut dyn Observer<Self>) {
        while let Phase::Dealing(mut deal) = self.phase {
            let needs_card = match deal.stage {
                Stage::FaceUp => deal.coup.cards() > 0 || !self.is_held,
                Stage::Placing(n) => n < 4,
                Stage::Third(_) => true,
                _ => false,
            };
            if needs_card && self.shoe.is_at_cutting_card() {
                return;
            }
            if needs_card && self.shoe.left() == 0 {
                return self.void(to);
            }
            match deal.stage {
                Stage::Placing(4) => {
                    deal.rights = Side::ALL.map(|side| self.right(side));
                    deal.stage = Stage::Turn(Side::Player);
                    self.phase = Phase::Dealing(deal);
                    return self.hand_over(Side::Player, to);
                }
                Stage::Placing(n) if needs_card => {
                    self.shoe.draw();
                    deal.stage = Stage::Placing(n + 1);
                }
                Stage::Third(side) if self.is_to_players() && !deal.is_simulated => {
                    self.shoe.draw();
                    to.saw(third_cite(side), Event::Called { call: Call::ThirdDown { side } });
                    deal.stage = Stage::Turn(side);
                    self.phase = Phase::Dealing(deal);
                    return self.hand_over(side, to);
                }
                Stage::Complete if deal.is_simulated => return self.end_simulation(to),
                _ => return,
            }
            self.phase = Phase::Dealing(deal);
        }
    }

    /// What must come next, or the reason why nothing can.
    pub(super) fn expected(&self) -> Result<Expected, Refusal> {
        let nothing = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        let from_shoe = || match self.shoe.is_at_cutting_card() {
            true => Ok(Expected::CuttingCard),
            false => Ok(Expected::Card),
        };
        match &self.phase {
            _ if self.discards.is_some() => from_shoe(),
            Phase::Preparing(..) | Phase::Idle(_) | Phase::Loading | Phase::Open => {
                nothing(self.comes_first())
            }
            Phase::Dealing(deal) => match deal.stage {
                Stage::FaceUp if deal.coup.cards() == 0 && self.is_held => Ok(Expected::Card),
                Stage::FaceUp | Stage::Third(_) => from_shoe(),
                Stage::Showing(..) => Ok(Expected::Card),
                Stage::Ready | Stage::Turn(_) => nothing(cite!("7.7(c)")),
                Stage::Placing(_) => from_shoe(),
                // 7.8(d): no hand has a fourth card.
                Stage::Complete if deal.coup.cards() == 6 => nothing(cite!("7.8(d)")),
                Stage::Complete => nothing(cite!("7.8(b)")),
            },
        }
    }

    pub(super) fn can_show(&self, shown: Shown) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        if let Phase::Preparing(preparation, _) = &self.phase {
            return match (preparation.shoe(), shown) {
                (Some(shoe), Shown::Card(card)) if shoe.can_show(card) => Ok(()),
                (Some(_), Shown::Card(_)) => cannot(cite!("7.1(a)")),
                (Some(_), Shown::CuttingCard) => cannot(cite!("7.5(f)")),
                (None, _) => cannot(self.comes_first()),
            };
        }
        match (self.expected()?, shown) {
            (Expected::CuttingCard, Shown::CuttingCard) => Ok(()),
            (Expected::CuttingCard, _) | (_, Shown::CuttingCard) => cannot(cite!("7.8(e)")),
            // 7.1(a): these decks have no more of this card.
            (Expected::Card, Shown::Card(card)) if !self.shoe.can_show(card) => cannot(cite!("7.1(a)")),
            (Expected::Card, Shown::Card(_)) => Ok(()),
        }
    }

    /// Continues with something that was expected.
    pub(super) fn shown(&mut self, what: Shown, to: &mut dyn Observer<Self>) {
        let Shown::Card(card) = what else {
            // 7.8(e): the cutting card is set aside, and the hand continues.
            self.shoe.take_cutting_card();
            self.last = Last::Appeared;
            to.saw(cite!("7.8(e)"), shown(what));
            to.saw(cite!("7.8(e)"), Event::Called { call: TableCall::SetsCuttingCardAside.into() });
            return self.go_on(to);
        };
        if let Some(Discards { left, cite, .. }) = self.discards {
            self.shoe.draw_up(card);
            to.saw(cite, shown(what));
            self.discards = Some(Discards { left: left - 1, face: Face::Up, cite });
            return self.go_on(to);
        }
        if let Phase::Preparing(..) = self.phase {
            return self.burn(card, to);
        }
        let Phase::Dealing(mut deal) = self.phase else { return };
        let is_first_held = deal.stage == Stage::FaceUp && deal.coup.cards() == 0 && self.is_held;
        if is_first_held || matches!(deal.stage, Stage::Showing(..)) {
            self.shoe.turn(card);
        } else {
            self.shoe.draw_up(card);
        }
        self.is_held &= !is_first_held;
        to.saw(self.shown_by(&deal), shown(what));
        let (side, left) = match deal.stage {
            Stage::Showing(side, left) => (side, left - 1),
            Stage::Third(side) => (side, 0),
            _ => (Side::ALL[deal.coup.cards() % 2], 0),
        };
        side.of_mut(&mut deal.coup).add(card);
        if left > 0 {
            deal.stage = Stage::Showing(side, left);
        }
        self.phase = Phase::Dealing(deal);
        if left == 0 {
            self.seen(side, to);
        }
    }

    /// The provision under which the next card is seen.
    pub(super) fn shown_by(&self, deal: &Deal) -> Citation {
        match (deal.stage, self.table.options.deal()) {
            _ if deal.is_simulated => cite!("7.11(c)3"),
            (Stage::Third(_), _) => cite!("7.8(c)"),
            (Stage::Showing(side, _), Style::ToPlayers { .. }) => match (deal.len(side), side) {
                (2.., side) => third_cite(side),
                (_, Side::Player) => cite!("7.7(c)3.i"),
                (_, Side::Banker) => cite!("7.7(c)3.ii"),
            },
            (Stage::Showing(side, _), _) if deal.len(side) == 2 => cite!("7.11(a)"),
            (Stage::Showing(..), _) => cite!("7.7(c)2"),
            _ => cite!("7.7(c)1"),
        }
    }

    /// A hand's cards have been seen: counts are announced and third cards determined (7.8(a) and (b)).
    pub(super) fn seen(&mut self, side: Side, to: &mut dyn Observer<Self>) {
        let Phase::Dealing(mut deal) = self.phase else { return };
        let both = Side::ALL.map(|side| deal.len(side));
        let is_face_up = deal.stage == Stage::FaceUp;
        match (deal.stage, both) {
            (Stage::FaceUp, [2, 2]) => Side::ALL.map(|side| self.count(side, to)),
            (Stage::Showing(..), [0, 2] | [2, 0] | [2, 2]) => [self.count(side, to), ()],
            _ => [(), ()],
        };
        match (deal.len(side), both) {
            (3, _) if side == Side::Banker => {
                deal.stage = Stage::Complete;
                self.phase = Phase::Dealing(deal);
                self.advance(to);
            }
            (3, _) => self.rule(Side::Banker, to),
            (2, [2, 2]) => self.rule(Side::Player, to),
            (2, _) if !is_face_up => {
                deal.stage = Stage::Turn(side.other());
                self.phase = Phase::Dealing(deal);
                self.hand_over(side.other(), to);
            }
            _ => self.advance(to),
        }
    }

    /// 7.8(a): the count of a hand.
    pub(super) fn count(&self, side: Side, to: &mut dyn Observer<Self>) {
        let Phase::Dealing(deal) = &self.phase else { return };
        let cite = match (side, self.is_to_players() && !deal.is_simulated) {
            (Side::Player, true) => cite!("7.7(c)3.i"),
            (Side::Banker, true) => cite!("7.7(c)3.ii"),
            (_, false) => cite!("7.8(a)"),
        };
        let points = side.of(&deal.coup).count();
        to.saw(cite, Event::Called { call: Call::Counts { side, points } });
    }

    /// 7.8(b): first the Player's Hand, then the Banker's.
    pub(super) fn rule(&mut self, side: Side, to: &mut dyn Observer<Self>) {
        let Phase::Dealing(mut deal) = self.phase else { return };
        let (ruling, cite) = match side {
            Side::Player => drawing::player(&deal.coup),
            Side::Banker => drawing::banker(&deal.coup),
        };
        to.saw(cite, Event::Called { call: Call::RulesOnThird { side, ruling } });
        deal.stage = match (ruling, side) {
            (Ruling::Stays, Side::Player) => return self.rule(Side::Banker, to),
            (Ruling::Draws, side) => Stage::Third(side),
            _ => Stage::Complete,
        };
        self.phase = Phase::Dealing(deal);
        self.advance(to);
    }

    /// 7.8(e): what follows a round: "last hand", or the end of the shoe (P6).
    pub(super) fn finish(&mut self, to: &mut dyn Observer<Self>) {
        match self.last {
            Last::Announced => {
                to.saw(cite!("7.8(e)"), Event::Called { call: TableCall::EndsShoe.into() });
                return self.end_shoe(How::Again, to);
            }
            Last::Appeared => {
                self.last = Last::Announced;
                to.saw(cite!("7.8(e)"), Event::Called { call: Call::LastHand });
            }
            Last::No => {}
        }
        self.round_ends(to);
        if let Some(card) = self.pending.take() {
            self.simulate(card, to);
        }
    }

    /// The table takes wagers again; a continuous device gets its cards back (7.12).
    pub(super) fn round_ends(&mut self, to: &mut dyn Observer<Self>) {
        self.phase = Phase::Open;
        if matches!(self.table.options.supply(), super::Supply::Continuous { .. }) {
            self.load_device(cite!("7.12"), Call::ReturnsCards, to);
        }
    }
}

/// 7.7(c)3.iii and iv: third cards that players turn.
pub(super) const fn third_cite(side: Side) -> Citation {
    match side {
        Side::Player => cite!("7.7(c)3.iii"),
        Side::Banker => cite!("7.7(c)3.iv"),
    }
}
