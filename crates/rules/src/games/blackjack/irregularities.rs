//! 2.15: what can go wrong. The rules themselves notice when there are too few cards (2.15(f)).

use super::{
    Blackjack, Call, Phase, Shown, Spot,
    options::{Reader, Side, Supply},
    saw, seen,
    shoe::{Burn, Held},
    state::{Round, Stage, State},
};
use crate::games::prelude::*;
use crate::{hands::blackjack::may_be_blackjack, kit::cards::Card, words::deeds};

deeds! {
    /// What can go wrong. A card is named where its face was seen.
    pub enum Irregularity {
        DrawnInError = "card drawn in error, unseen",
        DealerMissed = "dealer's card missed",
        PassedOver = "box passed over",
        WrongSide = "wrong side of the shoe",
        CardMissed = "requested card missed",
        CardMissedLate = "requested card missed, noticed late",
        ReaderUsed = "hole card in the reader",
        ReaderFailed = "reader fails",
        UpCardNotMoved = "up card not moved",
        UpCardPickedUp = "up card picked up",
        /// 2.6(l) speaks of where the cutting card is reached. At a physical table that may be earlier or later than it was
        /// counted: one that was due did not come, or it is the next to come.
        CuttingCardOff = "cutting card off its counted place",
        FaceUp(card: Card) = "card face up in the shoe, {card}",
        DrawnExposed(card: Card) = "card drawn in error, {card}",
        /// (d): the dealer drew a card that he may not have, whatever his total (B19).
        DealerDrew(card: Card) = "dealer drew in error, {card}",
    }
}

impl Irregularity {
    /// The provision that says what follows.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::FaceUp(_) => cite!("2.15(a)"),
            Irregularity::DrawnInError => cite!("2.15(b)"),
            Irregularity::DrawnExposed(_) => cite!("2.15(c)"),
            Irregularity::DealerDrew(_) => cite!("2.15(d)"),
            Irregularity::DealerMissed => cite!("2.15(e)"),
            Irregularity::PassedOver => cite!("2.15(g)"),
            Irregularity::WrongSide => cite!("2.15(h)"),
            Irregularity::CardMissed | Irregularity::CardMissedLate => cite!("2.15(i)"),
            Irregularity::ReaderUsed => cite!("2.15(j)"),
            Irregularity::ReaderFailed => cite!("2.15(k)"),
            Irregularity::UpCardNotMoved => cite!("2.15(l)"),
            Irregularity::UpCardPickedUp => cite!("2.15(m)"),
            Irregularity::CuttingCardOff => cite!("2.6(l)"),
        }
    }

    const fn card(self) -> Option<Card> {
        match self {
            Irregularity::FaceUp(card)
            | Irregularity::DrawnExposed(card)
            | Irregularity::DealerDrew(card) => Some(card),
            _ => None,
        }
    }
}

impl Blackjack {
    /// Whether this card can leave this side of the shoe now.
    fn can_leave(&self, side: Side, card: Option<Card>) -> Result<(), Refusal> {
        let stack = self.stack(side);
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match card {
            // A card drawn in error will be the next one, so no other can come before it is used.
            _ if stack.held.is_some() => Err(Refusal::new(cite!("2.15(b)"), Why::NotNow)),
            _ if stack.shoe.left() == 0 => cannot(cite!("2.15(f)")),
            _ if stack.shoe.is_at_cutting_card() => cannot(cite!("2.6(l)")),
            Some(card) if self.card_weight(side, card) == 0 => cannot(cite!("2.2(a)")),
            _ => Ok(()),
        }
    }

    /// Whether this can go wrong at a table with these options.
    fn can_happen_here(&self, what: Irregularity) -> Result<(), Refusal> {
        let (is_there, cite) = match what {
            Irregularity::WrongSide => (self.is_double(), cite!("2.2(c)")),
            Irregularity::ReaderUsed | Irregularity::ReaderFailed => {
                (self.table.options.reader().is_some(), cite!("2.6(j)"))
            }
            Irregularity::UpCardNotMoved | Irregularity::UpCardPickedUp => {
                (self.table.options.multiple_action().is_some(), cite!("2.18(a)"))
            }
            Irregularity::CuttingCardOff => (self.has_cutting_card(), self.no_cutting_card()),
            _ => return Ok(()),
        };
        if is_there { Ok(()) } else { Err(Refusal::new(cite, Why::NotOffered)) }
    }

    /// 2.15(b) and (c), 2.6(c), (i) and (n): a card goes back into the shoe only by a shuffle.
    pub(super) fn stays_out(&self, by: Actor) -> Refusal {
        let cite = match (by, self.stack(self.side()).held) {
            (Actor::Patron(_), _) => return Refusal::new(cite!("2.6(n)"), Why::NotYours),
            (_, Some(Held::Down)) => cite!("2.15(b)"),
            (_, Some(Held::Up(_))) => cite!("2.15(c)"),
            _ if self.burn == Some(Burn::Lies) => cite!("2.6(c)"),
            _ => cite!("2.6(i)"),
        };
        Refusal::new(cite, Why::CardStaysOut)
    }

    /// Whether this can go wrong now.
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        self.can_happen_here(what)?;
        let round = self.round.as_ref().filter(|round| self.phase == Phase::Playing && !round.is_up_lost);
        let is_double = matches!(self.table.options.supply(), Supply::Double { .. });
        let is_open = self.phase == Phase::Open && !is_double && self.burn != Some(Burn::Asked);
        let can = match (what, round) {
            (Irregularity::FaceUp(_) | Irregularity::DrawnInError | Irregularity::DrawnExposed(_), None) => {
                is_open
            }
            (Irregularity::FaceUp(_) | Irregularity::DrawnInError, Some(round)) => {
                !matches!(round.stage, Stage::Determining(_))
            }
            // Once the dealer may not draw any more, (d) applies.
            (Irregularity::DrawnExposed(_), Some(round)) => {
                !matches!(round.stage, Stage::Determining(_) | Stage::Settling)
            }
            (Irregularity::DealerDrew(_), Some(round)) => round.stage == Stage::Settling,
            (Irregularity::CuttingCardOff, Some(_)) => self.card_due().is_some_and(|(side, _)| {
                let stack = self.stack(side);
                stack.held.is_none() && stack.shoe.can_be_off(0)
            }),
            (_, None) => what == Irregularity::ReaderFailed && self.has_reader() && self.phase == Phase::Open,
            (what, Some(round)) => self.can_befall(what, round),
        };
        if !can {
            return Err(Refusal::new(what.cite(), Why::NotNow));
        }
        match what {
            Irregularity::DrawnInError => self.can_leave(self.side(), None),
            _ if what.card().is_some() => self.can_leave(self.side(), what.card()),
            _ => Ok(()),
        }
    }

    pub(super) fn has_reader(&self) -> bool {
        self.table.options.reader().is_some() && !self.is_reader_out
    }

    /// Whether this can go wrong with the round, rather than with a card.
    fn can_befall(&self, what: Irregularity, round: &Round) -> bool {
        let boxes = round.boxes.len();
        let is_later_spot = round.spot > Spot::First;
        match (what, round.stage) {
            (Irregularity::DealerMissed, Stage::First(at)) => usize::from(at) == boxes,
            (Irregularity::DealerMissed, Stage::UpSecond) => true,
            (Irregularity::PassedOver, Stage::First(at)) => usize::from(at) < boxes,
            (Irregularity::PassedOver, Stage::Second(_)) => true,
            (Irregularity::WrongSide, Stage::First(at)) => {
                let is_double = matches!(self.table.options.supply(), Supply::Double { .. });
                let is_begun = usize::from(at) != round.boxes[0].hands[0].cards.len() || at > 1;
                let is_stocked = self.stack(round.side.other()).shoe.left() > 0;
                is_double && !is_begun && !round.is_wrong_side && is_stocked
            }
            // Only a card that the player asked for, not the second card of a split hand.
            (Irregularity::CardMissed | Irregularity::CardMissedLate, Stage::Hit(at)) => {
                round.hand(at).cards.len() >= 2
            }
            (Irregularity::ReaderUsed, _) => {
                let is_down = round.hole.is_some() && round.stage != Stage::Turning;
                self.has_reader() && is_down && !round.up().is_some_and(may_be_blackjack)
            }
            (Irregularity::ReaderFailed, stage) => self.has_reader() && stage != Stage::Turning,
            (Irregularity::UpCardNotMoved, Stage::Calling) => is_later_spot,
            (
                Irregularity::UpCardPickedUp,
                Stage::Calling | Stage::DealersCard | Stage::Drawing | Stage::Settling,
            ) => is_later_spot,
            _ => false,
        }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let side = self.side();
        let cite = what.cite();
        match what {
            Irregularity::FaceUp(card) | Irregularity::DealerDrew(card) => {
                self.lay_aside(side, card, cite, to);
                let is_drawn = matches!(what, Irregularity::DealerDrew(_));
                self.put_away(side, cite, if is_drawn { Call::BurnsCard } else { Call::Discards }, to);
            }
            Irregularity::DrawnInError => {
                let stack = &mut self.stacks[side as usize];
                stack.shoe.draw();
                stack.held = Some(Held::Down);
                saw(to, cite, Call::KeepsForNext);
            }
            Irregularity::DrawnExposed(card) => {
                self.lay_aside(side, card, cite, to);
                saw(to, cite, Call::KeepsForNext);
            }
            Irregularity::ReaderFailed => {
                self.is_reader_out = true;
                saw(to, cite, Call::GoesOnWithoutReader);
                if let Some(Round { stage: Stage::Check | Stage::Reading, .. }) = self.round {
                    self.next_turn(to);
                }
            }
            Irregularity::CuttingCardOff => {
                if let Some((side, _)) = self.card_due() {
                    self.stacks[side as usize].shoe.recount();
                }
                saw(to, cite, TableCall::FindsCuttingCardOff.into());
            }
            _ => self.round_goes_wrong(what, to),
        }
        // The shoe has no card to burn.
        if self.burn == Some(Burn::Due) && self.stack(Side::Left).shoe.left() == 0 {
            self.burn = None;
        }
    }

    /// A card leaves the shoe face up, and does not belong to any hand yet.
    fn lay_aside(&mut self, side: Side, card: Card, cite: Citation, to: &mut dyn Observer<Self>) {
        let stack = &mut self.stacks[side as usize];
        stack.shoe.draw_up(card);
        stack.held = Some(Held::Up(card));
        seen(to, cite, Shown::Card(card));
    }

    fn round_goes_wrong(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        match (what, round.stage) {
            (Irregularity::DealerMissed, stage) => {
                saw(to, cite!("2.15(e)"), Call::DealsLate);
                if let Stage::First(_) = stage {
                    round.stage = Stage::Second(0);
                }
            }
            (Irregularity::PassedOver, Stage::First(at)) => {
                saw(to, cite!("2.15(g)"), Call::PassedOver { seat: round.boxes[usize::from(at)].seat });
                round.stage = Stage::First(at + 1);
            }
            (Irregularity::PassedOver, Stage::Second(at)) => {
                saw(to, cite!("2.15(g)"), Call::PassedOver { seat: round.boxes[usize::from(at)].seat });
                round.stage = Stage::Second(at + 1);
                if usize::from(at) + 1 == round.boxes.len() {
                    self.second_cards_done(to);
                }
            }
            (Irregularity::WrongSide, _) => {
                round.is_first_astray = !round.boxes[0].hands[0].cards.is_empty();
                round.is_wrong_side = true;
                round.side = round.side.other();
                saw(to, cite!("2.15(h)"), Call::GoesOnFromThisSide);
            }
            (Irregularity::CardMissed | Irregularity::CardMissedLate, Stage::Hit(at)) => {
                saw(
                    to,
                    cite!("2.15(i)"),
                    Call::MissedCard { seat: round.place(at).seat, hand: round.hand(at).id },
                );
                round.hand_mut(at).state = State::Missed { in_time: what == Irregularity::CardMissed };
                self.next_turn(to);
            }
            (Irregularity::ReaderUsed, _) => {
                saw(to, cite!("2.15(j)"), Call::TellsSupervisor);
                match self.table.options.reader() {
                    Some(Reader::Shows) => self.call_all_dead(cite!("2.15(j)1"), to),
                    _ => saw(to, cite!("2.15(j)2"), Call::GoesOnUnread),
                }
            }
            (Irregularity::UpCardNotMoved, _) => saw(to, cite!("2.15(l)"), Call::GoesOnAsIfMoved),
            (Irregularity::UpCardPickedUp, _) => {
                to.clears(self);
                if let Some(round) = &mut self.round {
                    round.is_up_lost = true;
                }
                saw(to, cite!("2.15(m)"), Call::TellsSupervisor);
                saw(to, cite!("2.15(m)"), Call::LooksForUpCard);
            }
            _ => {}
        }
    }
}
