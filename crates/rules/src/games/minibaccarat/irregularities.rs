//! 7.11: what can go wrong with the cards. The right to turn cards (7.11(f)) is taken and offered by deeds.

use super::{
    Call, Discards, Event, Face, Last, Minibaccarat, Phase, Shown,
    dealing::{Deal, Stage},
    drawing,
    shoe::How,
    shown,
};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Disclosed, Side},
    kit::cards::Card,
    table::shoe::LEAST_BEHIND,
    vocabulary::Vocabulary,
};
use core::fmt;

/// What can go wrong. A card is named where its face was seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// The Player's Hand was dealt a third card that it must not have.
    ThirdToPlayer(Option<Card>),
    /// A card left the shoe that should not have.
    DrawnInError(Option<Card>),
    /// The next card lies face up in the shoe.
    FaceUp(Card),
    /// The cutting card is not where it should be by count, as can happen at a physical table.
    CuttingCardOff,
}

impl Irregularity {
    /// The provision that says what follows.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::ThirdToPlayer(_) => cite!("7.11(a)"),
            Irregularity::DrawnInError(_) => cite!("7.11(b)"),
            Irregularity::FaceUp(_) => cite!("7.11(d)"),
            Irregularity::CuttingCardOff => cite!("7.5(f)"),
        }
    }

    /// The card that was seen, if any.
    pub const fn card(self) -> Option<Card> {
        match self {
            Irregularity::ThirdToPlayer(card) | Irregularity::DrawnInError(card) => card,
            Irregularity::FaceUp(card) => Some(card),
            Irregularity::CuttingCardOff => None,
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Irregularity::ThirdToPlayer(_) => "third card dealt in error, ",
            Irregularity::DrawnInError(_) => "card drawn in error, ",
            Irregularity::FaceUp(_) => "card face up in the shoe, ",
            Irregularity::CuttingCardOff => return f.write_str("cutting card off its counted place"),
        })?;
        match self.card() {
            Some(card) => write!(f, "{card}"),
            None => f.write_str("unseen"),
        }
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut dyn FnMut(Self)) {
        tell(Irregularity::ThirdToPlayer(None));
        tell(Irregularity::DrawnInError(None));
        tell(Irregularity::CuttingCardOff);
        for card in Card::all() {
            tell(Irregularity::ThirdToPlayer(Some(card)));
            tell(Irregularity::DrawnInError(Some(card)));
            tell(Irregularity::FaceUp(card));
        }
    }
}

impl Minibaccarat {
    /// 7.11(e): the round is void; the set is shuffled.
    pub(super) fn void(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("7.11(e)"), Event::Called { call: Call::VoidsRound });
        self.return_all(cite!("7.11(e)"), to);
        to.clears(self);
        self.end_shoe(How::Void, to);
    }

    /// 7.11(c)3: a round without wagers, face up.
    pub(super) fn simulate(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let mut deal = Deal::new(Stage::FaceUp, true);
        deal.coup.player.add(card);
        self.phase = Phase::Dealing(deal);
        to.saw(cite!("7.11(c)3"), Event::Called { call: Call::Simulates });
        self.advance(to);
    }

    pub(super) fn end_simulation(&mut self, to: &mut dyn Observer<Self>) {
        to.clears(self);
        to.saw(cite!("7.11(c)3"), Event::Called { call: Call::EndsSimulation });
        if self.last == Last::Appeared {
            self.last = Last::Announced;
            to.saw(cite!("7.8(e)"), Event::Called { call: Call::LastHand });
        }
        self.round_ends(to);
    }

    /// Whether this can go wrong now: the card concerned must exist.
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let now = Refusal::new(what.cite(), Why::NotNow);
        if what == Irregularity::CuttingCardOff {
            let is_in_play = matches!(self.phase, Phase::Open | Phase::Dealing(_));
            return if is_in_play && self.shoe.can_be_off(LEAST_BEHIND) { Ok(()) } else { Err(now) };
        }
        let has_card = self.shoe.left() > 0 && !self.shoe.is_at_cutting_card();
        let is_one_out = self.is_held || self.pending.is_some();
        let is_drawn = !matches!(what, Irregularity::FaceUp(_));
        if self.discards.is_some() || !has_card || is_one_out && is_drawn {
            return Err(now);
        }
        if let Some(card) = what.card()
            && !self.shoe.can_show(card)
        {
            return Err(Refusal::new(cite!("7.1(a)"), Why::CannotBeShown));
        }
        let can = match (&self.phase, what) {
            (Phase::Open, Irregularity::ThirdToPlayer(_)) => false,
            (Phase::Open, _) => true,
            // (d): any card, whenever it is found.
            (Phase::Dealing(_), Irregularity::FaceUp(_)) => true,
            (Phase::Dealing(deal), _) if deal.is_simulated => false,
            (Phase::Dealing(deal), Irregularity::ThirdToPlayer(_)) => {
                let both = Side::ALL.map(|side| deal.len(side));
                let at = [Stage::Third(Side::Banker), Stage::Turn(Side::Banker), Stage::Complete];
                both == [2, 2] && at.contains(&deal.stage)
            }
            (Phase::Dealing(deal), Irregularity::DrawnInError(_)) => deal.has_begun(),
            _ => false,
        };
        if can { Ok(()) } else { Err(now) }
    }

    /// 7.11(a) to (d): the remedy for each.
    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        if what == Irregularity::CuttingCardOff {
            self.shoe.recount();
            to.saw(what.cite(), Event::Called { call: Call::FindsCuttingCardOff });
            return self.go_on(to);
        }
        // In the third style the Banker's third card already lies face down, and it is the card dealt in
        // error.
        let is_down = matches!(self.phase, Phase::Dealing(Deal { stage: Stage::Turn(Side::Banker), .. }))
            && matches!(what, Irregularity::ThirdToPlayer(_));
        if !is_down {
            self.shoe.draw();
        }
        if let Some(card) = what.card() {
            self.shoe.turn(card);
            to.saw(what.cite(), shown(Shown::Card(card)));
        }
        if let (Irregularity::ThirdToPlayer(card), Phase::Dealing(deal)) = (what, &mut self.phase)
            && (is_down || deal.stage == Stage::Third(Side::Banker))
        {
            // (a): the Banker's Hand must draw, so the card is its third, seen or not (M10, M11).
            to.saw(cite!("7.11(a)"), Event::Called { call: Call::GoesToBanker });
            deal.stage = match card {
                Some(card) => {
                    deal.coup.banker.add(card);
                    Stage::Complete
                }
                None if is_down => Stage::Turn(Side::Banker),
                None => Stage::Showing(Side::Banker, 1),
            };
            return;
        }
        let has_next = !(self.last == Last::Announced && matches!(self.phase, Phase::Dealing(_)));
        match (what, what.card()) {
            (Irregularity::FaceUp(card), _) => {
                // (d): as many more as its value; tens and face cards have none (G5).
                let (value, cite) = drawing::worth(card);
                to.saw(cite, Event::Called { call: Call::Discards { more: value } });
                self.discards = Some(Discards { left: value, face: Face::Up, cite: cite!("7.11(d)") });
            }
            // M10: if there is no next hand, the card is discarded.
            (what, _) if !has_next => to.saw(what.cite(), Event::Called { call: Call::Discards { more: 0 } }),
            (what, None) => {
                self.is_held = true;
                to.saw(what.cite(), Event::Called { call: Call::KeepsForNext });
            }
            (_, Some(card)) => self.disclosed(card, to),
        }
        self.go_on(to);
    }

    /// 7.11(c): does what the licensee chose beforehand.
    pub(super) fn disclosed(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        match self.table.options.disclosed() {
            Disclosed::ByValue { with_ten } => {
                let left = match drawing::worth(card).0 {
                    0 => with_ten,
                    value => value,
                };
                to.saw(cite!("7.11(c)1"), Event::Called { call: Call::Discards { more: left } });
                self.discards = Some(Discards { left, face: Face::Up, cite: cite!("7.11(c)1") });
            }
            Disclosed::OneUnseen => {
                to.saw(cite!("7.11(c)2"), Event::Called { call: Call::DiscardsUnseen });
                self.discards = Some(Discards { left: 1, face: Face::Down, cite: cite!("7.11(c)2") });
            }
            Disclosed::Simulate if self.phase == Phase::Open => self.simulate(card, to),
            Disclosed::Simulate => {
                self.pending = Some(card);
                to.saw(cite!("7.11(c)3"), Event::Called { call: Call::WillSimulate });
            }
        }
    }

    /// Discards cards until a face must be seen, then continues with the hand.
    pub(super) fn go_on(&mut self, to: &mut dyn Observer<Self>) {
        while let Some(discards) = &mut self.discards {
            if discards.left == 0 || self.shoe.left() == 0 {
                self.discards = None;
            } else if discards.face == Face::Up || self.shoe.is_at_cutting_card() {
                return;
            } else {
                self.shoe.draw();
                discards.left -= 1;
            }
        }
        self.advance(to);
    }
}
