//! 2.6(d) to (g), (j) and (k): the cards of a round, from the first to the last, and what the equipment may show.

use super::{
    Answer, Blackjack, Call, Deed, Phase, Shown, Wager,
    hole::Hole,
    options::{SecondCard, Side, Supply},
    payouts, saw, seen,
    shoe::{Appeared, Burn, Held},
    state::{Hand, MOST_BOXES, Place, Round, Stage, State},
};
use crate::games::prelude::*;
use crate::{hands::blackjack::may_be_blackjack, kit::cards::Card};
use arrayvec::ArrayVec;

/// What the equipment must show next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Due {
    /// A card from this side of the shoe.
    Card(Side),
    /// The cutting card of this side.
    CuttingCard(Side),
    /// The face of the hole card.
    HoleFace,
    /// The face of the burned card.
    BurnedFace,
    /// The card reader's answer.
    Answer,
}

impl Blackjack {
    /// 2.6(e): the deal begins when everyone has made the wagers that the table requires.
    pub(super) fn may_deal(&self, by: Actor, deed: Deed) -> Result<Citation, Refusal> {
        let is_double = self.is_double();
        let cite = if is_double { cite!("2.6(d)1") } else { cite!("2.6(e)") };
        let no = |cite, why| Err(Refusal::new(cite, why));
        match self.phase {
            _ if by != Actor::Dealer => return no(cite, Why::NotYours),
            _ if is_double != matches!(deed, Deed::DrawFrom(_)) => return no(cite, Why::NotOffered),
            Phase::Open if !matches!(self.burn, Some(Burn::Due | Burn::Asked)) => {}
            _ => return no(self.comes_now(), Why::NotNow),
        }
        if !self.table.layout.bets().iter().any(|bet| matches!(bet.wager, Wager::Hand(..))) {
            return no(cite!("2.3(a)"), Why::NotNow);
        }
        if let Deed::DrawFrom(side) = deed
            && self.stack(side).shoe.left() == 0
            && self.stack(side).held.is_none()
        {
            return no(cite!("2.15(f)"), Why::NotNow);
        }
        match self.table.options.multiple_action().map(super::MultipleAction::least) {
            Some(least) if self.is_any_incomplete() => no(cite!("2.18(b)"), Why::TooFewWagers { least }),
            _ => Ok(cite),
        }
    }

    pub(super) fn deal(&mut self, side: Side, cite: Citation, to: &mut dyn Observer<Self>) {
        let is_double = self.is_double();
        let stage = if is_double { Stage::Determining(side) } else { Stage::First(0) };
        let mut round = Round::new(side, stage);
        for seat in self.table.seats.all() {
            let Some(caller) = self.caller(seat) else { continue };
            let others = self.bettors(seat).into_iter().filter(|&bettor| bettor != caller);
            let bettors: ArrayVec<Patron, 3> = core::iter::once(caller).chain(others).collect();
            if bettors.len() > 1 {
                saw(to, cite!("2.13(b)"), Call::NamesCaller { patron: caller, seat });
            }
            let hands = core::iter::once(Hand::new(1)).collect();
            round.boxes.push(Place { seat, caller, bettors, hands, busted: 0, has_refused: false });
        }
        let bets = self.table.layout.bets();
        self.entrants
            .round(|patron| bets.iter().any(|bet| bet.patron == patron), bets.iter().map(|bet| bet.patron));
        (self.round, self.phase, self.burn, self.fresh) = (Some(round), Phase::Playing, None, None);
        saw(to, cite, if is_double { Call::DrawsDeterminant { side } } else { Call::Deals });
    }

    /// The side a card must come from now, and whether it comes face down.
    pub(super) fn card_due(&self) -> Option<(Side, bool)> {
        let round = self.round.as_ref().filter(|_| self.phase == Phase::Playing)?;
        match round.stage {
            _ if round.is_up_lost => None,
            Stage::Determining(side) => Some((side, false)),
            Stage::Hole => Some((round.side, true)),
            Stage::First(_)
            | Stage::Second(_)
            | Stage::LateSecond(_)
            | Stage::LateUp
            | Stage::UpSecond
            | Stage::Hit(_)
            | Stage::DealersCard
            | Stage::Drawing => Some((round.side, false)),
            _ => None,
        }
    }

    /// What the equipment must show now; otherwise the provision on what comes now.
    fn due(&self) -> Result<Due, Citation> {
        if self.phase == Phase::Open && self.burn == Some(Burn::Asked) {
            return Ok(Due::BurnedFace);
        }
        if let Some((side, _)) = self.card_due() {
            let stack = self.stack(side);
            let is_first = stack.held.is_none() && stack.shoe.is_at_cutting_card();
            return Ok(if is_first { Due::CuttingCard(side) } else { Due::Card(side) });
        }
        match self.round.as_ref().filter(|round| self.phase == Phase::Playing && !round.is_up_lost) {
            Some(Round { stage: Stage::Turning, .. }) => Ok(Due::HoleFace),
            Some(Round { stage: Stage::Reading, .. }) => Ok(Due::Answer),
            Some(Round { stage: Stage::Settling, .. }) => Err(cite!("2.12(b)")),
            _ => Err(self.comes_now()),
        }
    }

    /// The provision on what must come now, before anything else.
    pub(super) fn comes_now(&self) -> Citation {
        let Some(round) = &self.round else {
            return match self.phase {
                Phase::Preparing(preparation) => self.step_terms(self.next_step(preparation)).0,
                Phase::Loading => cite!("2.20"),
                _ if matches!(self.burn, Some(Burn::Due | Burn::Asked)) => cite!("2.6(c)"),
                _ if self.is_bart_carter_due() => cite!("2.5(h)2"),
                _ => cite!("2.3(a)"),
            };
        };
        let boxes = round.boxes.len();
        match round.stage {
            _ if self.phase != Phase::Playing => cite!("2.15(f)"),
            _ if round.is_up_lost => cite!("2.15(m)"),
            Stage::Determining(_) => cite!("2.6(d)1"),
            Stage::First(at) if usize::from(at) < boxes => cite!("2.6(e)1"),
            Stage::First(_) => cite!("2.6(e)2"),
            Stage::Second(_) => cite!("2.6(e)3"),
            Stage::OneCard(_) | Stage::LateSecond(_) => cite!("2.15(g)"),
            Stage::LateUp => cite!("2.15(e)"),
            Stage::UpSecond => cite!("2.6(k)"),
            Stage::Insurance => cite!("2.9(b)"),
            Stage::Hole | Stage::Check | Stage::Reading | Stage::Turning => cite!("2.6(j)"),
            Stage::Turn(_) => cite!("2.6(f)"),
            Stage::Doubling(..) => cite!("2.13(d)"),
            Stage::Splitting(..) => cite!("2.13(e)"),
            Stage::Hit(at) if round.hand(at).cards.len() == 1 => cite!("2.11(b)"),
            Stage::Hit(_) => cite!("2.6(g)"),
            Stage::Late(_) => cite!("2.15(i)"),
            Stage::Calling if round.hole.is_some() => cite!("2.6(j)"),
            Stage::Calling | Stage::DealersCard => cite!("2.6(h)"),
            Stage::Drawing => cite!("2.12(b)"),
            Stage::Settling => cite!("2.3(e)"),
        }
    }

    /// The weight of this card as the next one from this side.
    pub(super) fn card_weight(&self, side: Side, card: Card) -> u32 {
        let unseen = self.stack(side).shoe.unseen();
        match self.round.as_ref().filter(|round| round.side == side) {
            Some(Round { hole: Some(hole), dealer, .. }) => {
                hole.next_weight(card, unseen, dealer.first().map_or(0, |up| up.rank()))
            }
            _ => unseen.count(card).into(),
        }
    }

    /// The weight of this outcome now; zero if there is no such card.
    pub(super) fn weight(&self, shown: Shown) -> Result<u32, Citation> {
        let due = self.due()?;
        let hole_weight = |card: Card| match &self.round {
            Some(Round { hole: Some(hole), side, dealer, .. }) => {
                hole.weight(card, self.stack(*side).shoe.unseen(), dealer.first().map_or(0, |up| up.rank()))
            }
            _ => 0,
        };
        match (due, shown) {
            (Due::Card(side), Shown::Card(card)) => Ok(self.card_weight(side, card)),
            (Due::BurnedFace, Shown::Card(card)) => {
                Ok(self.stack(Side::Left).shoe.unseen().count(card).into())
            }
            (Due::HoleFace, Shown::Card(card)) => Ok(hole_weight(card)),
            (Due::CuttingCard(_), Shown::CuttingCard) => Ok(1),
            // 2.6(j): whether the hole card makes a blackjack, and nothing more.
            (Due::Answer, Shown::Reader(answer)) => {
                let is_blackjack = answer == Answer::Blackjack;
                let up = self.round.as_ref().and_then(Round::up).unwrap_or(0);
                let is =
                    |card: &Card| crate::hands::blackjack::is_ace_and_ten(up, card.rank()) == is_blackjack;
                Ok(Card::all().filter(is).map(hole_weight).sum())
            }
            (Due::CuttingCard(_), _) => Err(cite!("2.6(l)")),
            _ => Err(cite!("2.6(j)")),
        }
    }

    pub(super) fn can_show(&self, shown: Shown) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match (self.weight(shown), shown) {
            (Ok(1..), _) => Ok(()),
            (Err(_), Shown::Reader(_)) | (Ok(0), Shown::Reader(_)) => cannot(cite!("2.6(j)")),
            // It comes up while cards are dealt, at the place where it was inserted.
            (Err(_), Shown::CuttingCard) if self.card_due().is_none() => cannot(cite!("2.6(l)")),
            (Err(_), Shown::CuttingCard) => cannot(cite!("2.5(d)")),
            (Err(cite), _) => cannot(cite),
            // Such a card exists, but the reader's answer rules it out here.
            (Ok(0), Shown::Card(card))
                if self.stack(self.side()).shoe.can_show(card) && self.has_answer() =>
            {
                cannot(cite!("2.6(j)"))
            }
            (Ok(0), _) if self.is_double() => cannot(cite!("2.2(c)")),
            (Ok(0), _) => cannot(cite!("2.2(a)")),
        }
    }

    /// Whether the card reader has answered for the hole card.
    fn has_answer(&self) -> bool {
        let hole = self.round.as_ref().and_then(|round| round.hole);
        hole.is_some_and(|hole| hole.makes_blackjack.is_some())
    }

    /// Continues with what the equipment has shown.
    pub(super) fn shown(&mut self, shown: Shown, to: &mut dyn Observer<Self>) {
        match (self.due(), shown) {
            (Ok(Due::CuttingCard(side)), _) => self.cutting_card(side, to),
            (Ok(Due::Answer), Shown::Reader(answer)) => self.answered(answer, to),
            (Ok(Due::BurnedFace), Shown::Card(card)) => {
                seen(to, cite!("2.6(c)"), shown);
                self.show_burned(card);
            }
            (Ok(Due::HoleFace), Shown::Card(card)) => self.hole_seen(card, to),
            (Ok(Due::Card(side)), Shown::Card(card)) => {
                let stack = &mut self.stacks[side as usize];
                match stack.held.take() {
                    Some(_) => stack.shoe.turn(card),
                    None => stack.shoe.draw_up(card),
                }
                self.dealt(card, to);
            }
            _ => {}
        }
    }

    /// 2.6(l): the cutting card comes out; the round is finished first.
    fn cutting_card(&mut self, side: Side, to: &mut dyn Observer<Self>) {
        self.stacks[side as usize].shoe.take_cutting_card();
        let at = self.round.as_ref().and_then(|round| match round.stage {
            Stage::First(at) | Stage::Second(at) | Stage::LateSecond(at) => {
                round.boxes.get(usize::from(at)).map(|place| place.seat)
            }
            Stage::Hit(at) => Some(round.place(at).seat),
            // 2.6(d)2: the determinant card would be the first box's.
            Stage::Determining(_) => round.boxes.first().map(|place| place.seat),
            _ => None,
        });
        self.stacks[side as usize].appeared = Some(at.map_or(Appeared::OnDealer, Appeared::OnBox));
        seen(to, cite!("2.6(l)"), Shown::CuttingCard);
        saw(to, cite!("2.6(l)"), Call::GoesOnToTheEnd);
    }

    /// Continues until something must be shown or decided.
    pub(super) fn flow(&mut self, to: &mut dyn Observer<Self>) {
        while let Some((side, is_down)) = self.card_due() {
            let stack = &mut self.stacks[side as usize];
            match stack.held {
                Some(Held::Up(card)) if !is_down => {
                    stack.held = None;
                    self.dealt(card, to);
                }
                Some(Held::Up(card)) => {
                    // B20: a hole card that everyone has seen is no secret, but it lies where it belongs.
                    stack.held = None;
                    if let Some(round) = &mut self.round {
                        round.dealer.push(card);
                    }
                    self.first_cards_done(to);
                }
                None if stack.shoe.left() == 0 => self.run_out(side, to),
                None if is_down && stack.shoe.is_at_cutting_card() => return,
                held if is_down => {
                    match held {
                        Some(_) => stack.held = None,
                        None => stack.shoe.draw(),
                    }
                    if let Some(round) = &mut self.round {
                        round.hole = Some(Hole::default());
                    }
                    saw(to, cite!("2.6(j)"), Call::HoleDown);
                    self.first_cards_done(to);
                }
                _ => return,
            }
        }
    }

    /// Puts a card where it is due.
    fn dealt(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        let boxes = round.boxes.len();
        match round.stage {
            Stage::Determining(side) => self.determine(side, card, to),
            Stage::First(at) if usize::from(at) < boxes => {
                round.boxes[usize::from(at)].hands[0].cards.push(card);
                round.stage = Stage::First(at + 1);
                seen(to, cite!("2.6(e)1"), Shown::Card(card));
            }
            Stage::First(_) => {
                round.dealer.push(card);
                round.stage = Stage::Second(0);
                seen(to, cite!("2.6(e)2"), Shown::Card(card));
            }
            Stage::Second(at) => {
                round.boxes[usize::from(at)].hands[0].cards.push(card);
                round.stage = Stage::Second(at + 1);
                seen(to, cite!("2.6(e)3"), Shown::Card(card));
                if usize::from(at) + 1 == boxes {
                    self.second_cards_done(to);
                }
            }
            Stage::LateSecond(at) => {
                round.boxes[usize::from(at)].hands[0].cards.push(card);
                seen(to, cite!("2.15(g)"), Shown::Card(card));
                self.second_cards_done(to);
            }
            Stage::LateUp => {
                round.dealer.push(card);
                seen(to, cite!("2.15(e)"), Shown::Card(card));
                self.second_cards_done(to);
            }
            Stage::UpSecond => {
                round.dealer.push(card);
                seen(to, cite!("2.6(k)"), Shown::Card(card));
                self.first_cards_done(to);
            }
            Stage::Hit(at) => self.hit(at, card, to),
            Stage::DealersCard | Stage::Drawing => self.dealers_card(card, to),
            _ => {}
        }
    }

    /// 2.6(d): the suit decides from which side the round is dealt (B28).
    fn determine(&mut self, drawn_from: Side, card: Card, to: &mut dyn Observer<Self>) {
        let Supply::Double { red, .. } = self.table.options.supply() else { return };
        let side = Side::meant_by(card, red);
        seen(to, cite!("2.6(d)1"), Shown::Card(card));
        saw(to, cite!("2.6(d)1"), Call::DealsFrom { side });
        let Some(round) = &mut self.round else { return };
        round.side = side;
        if side == drawn_from {
            round.boxes[0].hands[0].cards.push(card);
            round.stage = Stage::First(1);
            saw(to, cite!("2.6(d)2"), Call::KeepsDeterminant);
        } else {
            round.stage = Stage::First(0);
            self.stacks[drawn_from as usize].held = Some(Held::Up(card));
            self.put_away(drawn_from, cite!("2.6(d)2"), Call::BurnsDeterminant, to);
        }
    }

    /// Each box has its cards or was passed over. Late cards come now, and then the dealer's (2.15(e) and (g)).
    pub(super) fn second_cards_done(&mut self, to: &mut dyn Observer<Self>) {
        for at in 0..MOST_BOXES {
            let Some(place) = self.round.as_ref().and_then(|round| round.boxes.get(at)) else { break };
            let (seat, hand) = (place.seat, &place.hands[0]);
            let stage = u8::try_from(at).map(Stage::OneCard);
            match (hand.state, hand.cards.len(), stage) {
                (State::Over, ..) => {}
                (_, 0, _) => self.call_dead(seat, 1, cite!("2.15(g)"), to),
                (_, 1, Ok(stage)) => {
                    saw(to, cite!("2.15(g)"), Call::AsksForOneCard { seat });
                    return self.set_stage(stage);
                }
                _ => {}
            }
        }
        let Some(round) = &self.round else { return };
        let all_over = round.all().all(|at| round.hand(at).state == State::Over);
        if all_over {
            return self.end_round(to);
        }
        match self.table.options.second_card() {
            _ if round.dealer.is_empty() => self.set_stage(Stage::LateUp),
            SecondCard::FaceDown { .. } => self.set_stage(Stage::Hole),
            SecondCard::FaceUp => self.set_stage(Stage::UpSecond),
            SecondCard::AfterPlayers => self.first_cards_done(to),
        }
    }

    pub(super) fn set_stage(&mut self, stage: Stage) {
        if let Some(round) = &mut self.round {
            round.stage = stage;
        }
    }

    /// Everyone has their first cards: additional wagers are settled, blackjacks announced, insurance
    /// taken.
    fn first_cards_done(&mut self, to: &mut dyn Observer<Self>) {
        self.settle_additional(to);
        self.announce_blackjacks(to);
        let Some(round) = &self.round else { return };
        let Some(up) = round.up() else { return };
        match self.table.options.second_card() {
            // B36: both cards of a blackjack are face up, and nobody can change anything.
            SecondCard::FaceUp if round.dealer_score().is_blackjack() => {
                saw(to, cite!("2.6(k)1"), Call::DealerBlackjack);
                self.second_card_known(to);
            }
            _ if self.table.options.insurance() && up == 1 => {
                saw(to, cite!("2.9(a)"), Call::OffersInsurance);
                self.set_stage(Stage::Insurance);
            }
            _ if self.reads(up) => self.set_stage(Stage::Check),
            _ => self.next_turn(to),
        }
    }

    /// 2.6(j): whether the hole card goes into the card reader against this first card, before anyone decides (B10).
    pub(super) fn reads(&self, up: u8) -> bool {
        let is_down = self.round.as_ref().is_some_and(|round| round.hole.is_some());
        self.table.options.reader().is_some() && !self.is_reader_out && is_down && may_be_blackjack(up)
    }

    /// 2.7: announced; against a 2 to 9 paid at once, and the cards removed.
    fn announce_blackjacks(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        let Some((is_at_once, cite)) = round.up().map(payouts::is_paid_at_once) else { return };
        for at in round.all() {
            let Some(round) = &mut self.round else { return };
            let place = round.place(at);
            if round.hand(at).state != State::Open || !place.score(round.hand(at)).is_blackjack() {
                continue;
            }
            saw(to, cite, Call::AnnouncesBlackjack { seat: place.seat });
            round.hand_mut(at).state = State::Blackjack;
            if is_at_once {
                to.clears(self);
                self.pay_blackjack(at, None, cite, to);
                self.remove(at);
            }
        }
    }
}
