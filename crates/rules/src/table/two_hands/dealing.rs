//! "No more bets", the starting position, hands that nobody plays, and what is seen.

use super::{Chance, Division, HandCall, Phase, Piece, Setting, Settling, TwoHands, Wager};
use crate::{
    game::{Event, Eyes, Game, Observer},
    money::Money,
    refusal::{Refusal, Why},
    table::{
        call::TableCall,
        deck::in_turn,
        layout::Terms,
        people::{Actor, Seat},
        start::{self, Drawn, Position, Start, StartBy, StartCall, StartStep},
    },
};
use law::Citation;

/// The dealer says or does something with hands.
pub(super) fn say<G: Game>(cite: Citation, call: HandCall, to: &mut dyn Observer<G>) {
    to.saw(cite, Event::Called { call: TableCall::Hand(call).into() });
}

/// How a game is dealt.
pub trait Dealing<P: Piece>: TwoHands<P> {
    /// Whether the dealer may close the wagers under this provision.
    fn may_close(&self, by: Actor, cite: Citation) -> Result<Terms, Refusal> {
        let is_due = self.round().phase == Phase::Open
            && self.made_ready().is_ok()
            && self.awaited_bank().is_none()
            && !self.bets().is_empty();
        in_turn(Actor::Dealer, by, is_due, cite, self.next_under())
    }

    /// Closes them.
    fn close(&mut self, cite: Citation, to: &mut dyn Observer<Self>) {
        to.saw(cite, Event::Called { call: TableCall::NoMoreBets.into() });
        self.round_mut().phase = Phase::Closed(Start::Due);
    }

    /// Whether this person may take such a step to find the starting position.
    fn may_start(&self, by: Actor, step: StartStep) -> Result<Terms, Refusal> {
        let start = if let Phase::Closed(start) = self.round().phase { Some(start) } else { None };
        let start = start.filter(|_| self.made_ready().is_ok());
        start.unwrap_or(Start::Moving).may(
            by,
            step,
            self.start_by(),
            Self::LAW.start.start,
            self.next_under(),
        )
    }

    /// Takes it.
    fn start(&mut self, step: StartStep, to: &mut dyn Observer<Self>) {
        if let Phase::Closed(start) = &mut self.round_mut().phase {
            start.take(step, Self::LAW.start.start, to);
        }
    }

    /// The number of the starting position, once it is known and the equipment is ready.
    fn starts_at(&self) -> Option<Position> {
        match self.round().phase {
            Phase::Closed(Start::At(position)) if self.made_ready().is_ok() => Some(position),
            _ => None,
        }
    }

    /// What the dice or the generator may show now.
    fn each_start(&self, each: &mut dyn FnMut(Chance<P>, u32)) {
        if self.round().phase == Phase::Closed(Start::Moving) {
            let shown = Drawn::all(P::PLACES).filter(|drawn| drawn.is_by(self.start_by()));
            shown.for_each(|drawn| each(Chance::Start(drawn), 1));
        }
    }

    /// Every position has a hand.
    fn deal_all(&mut self, to: &mut dyn Observer<Self>) {
        let hands = &mut self.round_mut().hands[..usize::from(P::PLACES)];
        hands.iter_mut().for_each(|hand| hand.is_in = true);
        if self.start_by() == StartBy::Dice {
            start::say(Self::LAW.start.start, StartCall::CoversShaker, to);
        }
    }

    /// Hands that nobody plays are collected under this provision, and the players set theirs.
    fn collect_unplayed(&mut self, cite: Citation, to: &mut dyn Observer<Self>) {
        let bank = self.held();
        let is_played = |seat: Seat| {
            self.as_ref().on(seat, Wager::Main) > Money::ZERO || bank.is_some_and(|held| held.seat == seat)
        };
        let seats = self.as_ref().seats.all().filter(|&seat| is_played(seat));
        let played = seats.fold(1_u8, |played, seat| played | 1 << seat.0);
        let mut is_any_left = false;
        for (at, hand) in self.round_mut().hands.iter_mut().enumerate().filter(|(_, hand)| hand.is_in) {
            hand.is_in = played >> at & 1 == 1;
            is_any_left |= !hand.is_in;
        }
        if is_any_left {
            say(cite, HandCall::CollectsUnplayed, to);
        }
        self.round_mut().hands[0].division = Division::HouseWay;
        // The dealer sets the hand of a player who co-banks.
        if let Some(held) = bank.filter(|held| held.co_bank) {
            self.round_mut().of_mut(held.seat).division = Division::HouseWay;
            say(Self::LAW.bank, HandCall::TakesToSet { seat: held.seat }, to);
        }
        if self.unset().next().is_some() {
            say(Self::LAW.sets, HandCall::AsksToSet, to);
        }
        self.go_on();
    }

    /// Until every hand is set; then the dealer turns his own up.
    fn go_on(&mut self) {
        let is_set = self.unset().next().is_none();
        self.round_mut().phase = if is_set { Phase::Dealer } else { Phase::Setting };
    }

    /// Whether this can be shown now.
    fn can_show(&self, chance: Chance<P>) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match (self.round().phase, chance) {
            (Phase::Closed(Start::Moving), Chance::Start(drawn)) if drawn.is_by(self.start_by()) => Ok(()),
            (Phase::Looking(_) | Phase::DealersHand | Phase::Showing(_), Chance::Piece(piece)) => {
                // What has been seen does not come again.
                if self.is_unseen(piece) { Ok(()) } else { cannot(Self::LAW.pieces) }
            }
            (_, Chance::Start(_)) => cannot(Self::LAW.start.start),
            (_, Chance::Piece(_)) => cannot(self.next_under()),
        }
    }

    /// Dice are seen, or part of a hand: by all, or by the player who looks.
    fn shown(&mut self, chance: Chance<P>, to: &mut dyn Observer<Self>) {
        let cite = Self::LAW.sets;
        let phase = self.round().phase;
        let piece = match chance {
            Chance::Piece(piece) => piece,
            Chance::Start(drawn) => {
                to.saw(Self::LAW.start.start, Event::Shown { chance, to: Eyes::All });
                let from = self.held().map_or(Position::DEALER, |held| Position::of(held.seat));
                if let Phase::Closed(start) = &mut self.round_mut().phase {
                    start.shown(drawn, from, P::PLACES, Self::LAW.start.start, to);
                }
                return;
            }
        };
        let (seat, eyes) = match phase {
            Phase::Looking(seat) => {
                let player = self.as_ref().seats.at(seat).map_or(Actor::Dealer, Actor::Patron);
                (seat, Eyes::Only(player))
            }
            Phase::Showing(seat) => (seat, Eyes::All),
            _ => (Seat::NONE, Eyes::All),
        };
        to.saw(cite, Event::Shown { chance, to: eyes });
        self.is_seen(piece);
        let hand = self.round_mut().of_mut(seat);
        hand.pieces.push(piece);
        hand.is_up = eyes == Eyes::All;
        if hand.pieces.len() < P::HAND {
            return;
        }
        match phase {
            Phase::Looking(_) => self.round_mut().phase = Phase::Setting,
            Phase::Showing(seat) => {
                self.inspect(seat, to);
                self.reveal(to);
            }
            _ => {
                self.set_house_way(Position::DEALER, to);
                self.round_mut().phase = Phase::Compare;
            }
        }
    }

    /// Whether the dealer may turn his own hand up.
    fn may_turn(&self, by: Actor) -> Result<Terms, Refusal> {
        let is_due = self.round().phase == Phase::Dealer;
        in_turn(Actor::Dealer, by, is_due, Self::LAW.sets, self.next_under())
    }

    /// Turns it up.
    fn turn_up(&mut self, to: &mut dyn Observer<Self>) {
        say(Self::LAW.sets, HandCall::TurnsCards, to);
        self.round_mut().phase = Phase::DealersHand;
    }
}

impl<P: Piece, G: TwoHands<P>> Dealing<P> for G {}
