//! 2.6(h) to (k), 2.9, 2.12(b) and (c), 2.18: the dealer's second card, what the dealer draws, and the end of
//! the round.

use super::{
    Answer, Blackjack, Call, Deed, Phase, Shown, Spot, Wager,
    options::{SecondCard, Supply},
    saw, seen,
    state::{Stage, State},
};
use crate::games::prelude::*;
use crate::{hands::blackjack::Total, kit::cards::Card};

impl Blackjack {
    /// Whether the dealer or a supervisor may lead the round on in this way.
    pub(super) fn may_lead(&self, by: Actor, deed: Deed) -> Result<Citation, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let (cite, who) = match deed {
            Deed::GoOn => (cite!("2.9(b)"), Actor::Dealer),
            Deed::Check | Deed::TurnHole => (cite!("2.6(j)"), Actor::Dealer),
            Deed::CallDealersCard => (cite!("2.6(h)"), Actor::Dealer),
            Deed::RestoreUpCard => (cite!("2.15(m)"), Actor::Supervisor),
            _ => (cite!("2.3(e)"), Actor::Dealer),
        };
        if by != who {
            return no(cite, Why::NotYours);
        }
        // 2.6(h), (j) and (k): each procedure excludes the others.
        match (deed, self.table.options.second_card()) {
            (Deed::Check, _) if self.table.options.reader().is_none() => {
                return no(cite!("2.6(j)"), Why::NotOffered);
            }
            (Deed::Check, _) if self.is_reader_out => return no(cite!("2.15(k)"), Why::NotNow),
            (Deed::GoOn, SecondCard::FaceUp) => return no(cite!("2.6(k)3"), Why::NotOffered),
            (Deed::CallDealersCard | Deed::TurnHole, SecondCard::FaceUp) => {
                return no(cite!("2.6(k)"), Why::NotOffered);
            }
            (Deed::CallDealersCard, SecondCard::FaceDown { .. }) => {
                return no(cite!("2.6(j)"), Why::NotOffered);
            }
            (Deed::TurnHole, SecondCard::AfterPlayers) => return no(cite!("2.6(h)"), Why::NotOffered),
            (Deed::RestoreUpCard, _) if self.table.options.multiple_action().is_none() => {
                return no(cite!("2.18(a)"), Why::NotOffered);
            }
            _ => {}
        }
        let Some(round) = self.round.as_ref().filter(|_| self.phase == Phase::Playing) else {
            return no(cite, Why::NotNow);
        };
        let reads = round.up().is_some_and(|up| self.reads(up));
        let now = match (deed, round.stage) {
            (Deed::RestoreUpCard, _) => round.is_up_lost,
            (Deed::GoOn, Stage::Insurance) if reads => return no(cite!("2.6(j)"), Why::NotNow),
            (Deed::GoOn, Stage::Insurance)
            | (Deed::Check, Stage::Check)
            | (Deed::Settle, Stage::Settling) => true,
            (Deed::Check, Stage::Insurance) => reads,
            (Deed::CallDealersCard, Stage::Calling) => round.hole.is_none(),
            (Deed::TurnHole, Stage::Calling) => round.hole.is_some(),
            _ => false,
        };
        if now { Ok(cite) } else { no(cite, Why::NotNow) }
    }

    pub(super) fn lead(&mut self, deed: Deed, cite: Citation, to: &mut dyn Observer<Self>) {
        let mut then = |call, stage| {
            saw(to, cite, call);
            self.set_stage(stage);
        };
        match deed {
            Deed::Check => then(Call::ChecksHole, Stage::Reading),
            Deed::CallDealersCard => then(Call::DealersCard, Stage::DealersCard),
            Deed::TurnHole => then(Call::TurnsHole, Stage::Turning),
            Deed::GoOn => {
                saw(to, cite, Call::ClosesInsurance);
                self.next_turn(to);
            }
            Deed::RestoreUpCard => {
                saw(to, cite, Call::RestoresUpCard);
                if let Some(round) = &mut self.round {
                    round.is_up_lost = false;
                }
            }
            _ => self.settle_round(to),
        }
    }

    /// 2.6(j): the reader answers only yes or no. A blackjack is disclosed and settled at once.
    pub(super) fn answered(&mut self, answer: Answer, to: &mut dyn Observer<Self>) {
        let is_blackjack = answer == Answer::Blackjack;
        seen(to, cite!("2.6(j)"), Shown::Reader(answer));
        let Some(round) = &mut self.round else { return };
        if let Some(hole) = &mut round.hole {
            hole.makes_blackjack = Some(is_blackjack);
        }
        if is_blackjack {
            saw(to, cite!("2.6(j)"), Call::DealerBlackjack);
            round.stage = Stage::Turning;
        } else {
            saw(to, cite!("2.6(j)"), Call::NoDealerBlackjack);
            self.next_turn(to);
        }
    }

    /// All players are done: the dealer's second card follows, if any wager can depend on it (B14).
    pub(super) fn dealers_turn(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = &self.round else { return };
        let depends = self.table.layout.bets().iter().any(|bet| self.depends(round, bet, false));
        match self.table.options.second_card() {
            SecondCard::FaceUp => self.second_card_known(to),
            // A hole card that was seen by mistake already is the second card.
            SecondCard::FaceDown { .. } if round.hole.is_none() && round.dealer.len() > 1 => {
                self.second_card_known(to);
            }
            SecondCard::FaceDown { .. } => self.set_stage(Stage::Calling),
            SecondCard::AfterPlayers if depends => self.set_stage(Stage::Calling),
            SecondCard::AfterPlayers => {
                saw(to, cite!("2.12(c)"), Call::NoSecondCard);
                self.burn_exposed(to);
                self.set_stage(Stage::Settling);
            }
        }
    }

    /// The hole card is turned up, and has a value from now on.
    pub(super) fn hole_seen(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let side = self.side();
        self.stacks[side as usize].shoe.turn(card);
        if let Some(round) = &mut self.round {
            round.hole = None;
            round.dealer.push(card);
        }
        seen(to, cite!("2.6(j)"), Shown::Card(card));
        self.second_card_known(to);
    }

    /// The dealer's second card, or a further one.
    pub(super) fn dealers_card(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        round.dealer.push(card);
        let is_second = round.stage == Stage::DealersCard;
        let cite: Citation = match (is_second, self.table.options.multiple_action(), round.spot) {
            (false, ..) => cite!("2.12(b)"),
            (true, None, _) => cite!("2.6(h)"),
            (true, Some(_), Spot::First) => cite!("2.18(e)"),
            (true, Some(_), Spot::Second) => cite!("2.18(g)"),
            (true, Some(_), Spot::Third) => cite!("2.18(h)"),
        };
        seen(to, cite, Shown::Card(card));
        if is_second { self.second_card_known(to) } else { self.draw_or_stop(to) }
    }

    /// Decides what waited for the second card.
    pub(super) fn second_card_known(&mut self, to: &mut dyn Observer<Self>) {
        self.settle_insurance(to);
        let Some(round) = &self.round else { return };
        if round.dealer_score().is_blackjack() {
            self.settle_dealer_blackjack(to);
        } else {
            self.settle_waiting(to);
        }
        self.draw_or_stop(to);
    }

    /// 2.12(b): the dealer draws to 17, hard or soft; (c): but not if nothing depends on it.
    fn draw_or_stop(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = &self.round else { return };
        let total = Total::of_cards(&round.dealer);
        let depends = self.table.layout.bets().iter().any(|bet| self.depends(round, bet, true));
        if total.dealer_draws() && depends {
            return self.set_stage(Stage::Drawing);
        }
        if total.dealer_draws() {
            saw(to, cite!("2.12(c)"), Call::NoDraw);
        }
        saw(to, cite!("2.6(h)"), Call::AnnouncesDealerTotal { total });
        self.burn_exposed(to);
        self.set_stage(Stage::Settling);
    }

    /// 2.15(c): an exposed card that nobody can use is burned.
    fn burn_exposed(&mut self, to: &mut dyn Observer<Self>) {
        let side = self.side();
        self.put_away(side, cite!("2.15(c)"), Call::BurnsCard, to);
    }

    /// 2.3(e), 2.18(f) to (i): losers are collected and winners paid; then the dealer's next hand, or the end.
    fn settle_round(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = &self.round else { return };
        let spot = round.spot;
        let cite = match (self.table.options.multiple_action(), spot) {
            (None, _) => cite!("2.3(e)"),
            (Some(_), Spot::First) => cite!("2.18(f)"),
            (Some(_), Spot::Second) => cite!("2.18(h)"),
            (Some(_), Spot::Third) => cite!("2.18(i)"),
        };
        if !self.table.layout.bets().is_empty() {
            saw(to, cite, Call::CollectsAndPays { spot });
        }
        self.settle_hands(to);
        let remains = |bet: &crate::game::Bet<Wager>| bet.wager.spot() > Some(spot);
        let is_next = self.table.layout.bets().iter().any(remains);
        match (spot.next(), self.table.options.multiple_action()) {
            (Some(next), Some(_)) if is_next => self.next_dealers_hand(next, to),
            _ => self.end_round(to),
        }
    }

    /// 2.18(f)2, (g) and (h): the dealer's cards are removed except the first, which begins the next hand if
    /// there is a wager against that (B25).
    fn next_dealers_hand(&mut self, next: Spot, to: &mut dyn Observer<Self>) {
        let (keeps, moves) = match next {
            Spot::Third => (cite!("2.18(h)"), cite!("2.18(h)")),
            _ => (cite!("2.18(f)2"), cite!("2.18(g)")),
        };
        to.clears(self);
        saw(to, keeps, Call::KeepsUpCard);
        let side = self.side();
        while let Some(round) = &mut self.round
            && round.dealer.len() > 1
            && let Some(card) = round.dealer.pop()
        {
            self.discard(side, card);
        }
        saw(to, moves, Call::MovesUpCard { spot: next });
        if let Some(round) = &mut self.round {
            round.spot = next;
        }
        self.dealers_turn(to);
    }

    /// 2.6(i), 2.18(j): the cards are picked up. If the cutting card was reached, all are shuffled (2.6(l)).
    pub(super) fn end_round(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = self.round.clone() else { return };
        to.clears(self);
        let all_bust =
            round.all().all(|at| round.hand(at).state == State::Over && round.hand(at).total().is_bust());
        if self.table.options.multiple_action().is_some() && all_bust {
            saw(to, cite!("2.18(f)1"), Call::TakesAllCards);
        }
        let is_reached = self.stacks.iter().any(|stack| stack.appeared.is_some());
        let cite = match (is_reached, self.table.options.multiple_action()) {
            (true, _) => cite!("2.6(l)1"),
            (false, Some(_)) => cite!("2.18(j)"),
            (false, None) => cite!("2.6(i)"),
        };
        saw(to, cite, Call::PicksUp);
        round.all().for_each(|at| self.remove(at));
        round.dealer.iter().for_each(|&card| self.discard(round.side, card));
        if round.hole.is_some() {
            self.stacks[round.side as usize].hidden += 1;
        }
        (self.round, self.shared, self.phase) = (None, 0, Phase::Open);
        if let Supply::Continuous { .. } = self.table.options.supply() {
            self.return_to_device(to);
        }
        self.reshuffle_if_reached(to);
    }
}
