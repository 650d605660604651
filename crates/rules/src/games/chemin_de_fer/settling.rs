//! 4.10: the result and the settlement; how a hand ends.

use super::{CheminDeFer, Phase, Stage, bank::Held, calls::Call, payouts, wagers::Wager};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Side, Winner},
    table::shoe::Preparation,
};
use arrayvec::ArrayVec;

/// How a round ended for the bank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Next {
    /// The Banker may keep it.
    Keep,
    /// The Banker must pass it.
    Lost,
    /// The hand was annulled.
    Annulled,
}

impl CheminDeFer {
    /// 4.10(a): the counts are announced, and which hand has won.
    pub(super) fn result(&mut self, to: &mut dyn Observer<Self>) {
        self.turn_up_players(cite!("4.10(a)"), to);
        let Some(round) = &self.round else { return };
        let score = round.score();
        // 4.1(c): only the right digit of a two-digit total counts.
        for (side, hand) in [(Side::Player, &round.player), (Side::Banker, &round.banker)] {
            if let Some(total @ 10..) = hand.total() {
                let call = Call::FinalCount { side, total, points: total % 10 };
                to.saw(cite!("4.1(c)"), Event::Called { call });
            }
        }
        let winner = score.winner;
        let call = Call::Result { score, tie_call: self.table.options.tie_call() };
        to.saw(cite!("4.10(a)"), Event::Called { call });
        for (pass, call) in
            [(Fate::Lost, Some(Call::Collects)), (Fate::Won, Some(Call::Pays)), (Fate::Void, None)]
        {
            if let Some(call) = call.filter(|_| winner != Winner::Tie) {
                to.saw(cite!("4.10(b)"), Event::Called { call });
            }
            for bet in self.in_order() {
                let (fate, cite) = payouts::decide(bet.wager, winner);
                if fate == pass {
                    self.settle(bet, fate, cite, cite!("4.10(b)"), to);
                }
            }
        }
        // 4.10(c): vigorish on what the Banker won, at once (F14).
        let covered = self.covered();
        let Some(bank) = &mut self.bank else { return };
        let vigorish = self.table.options.vigorish(covered);
        if winner == Winner::Banker && vigorish > Money::ZERO {
            to.saw(cite!("4.10(c)"), Event::Charged { patron: bank.patron, vigorish });
        }
        // 4.7(b): a participant who equalled the Banker's wager, in whatever words (F19), and lost has the
        // first option; a stand-off does not count (F8).
        if winner == Winner::Banker {
            let equalled = |bet: &&Bet<Wager>| bet.wager.is_against() && Some(bet.stake) == bank.last;
            bank.suivi = self.table.layout.bets().iter().find(equalled).map(|bet| bet.patron);
        }
        to.clears(self);
        self.end_round(if winner == Winner::Player { Next::Lost } else { Next::Keep }, to);
    }

    /// The wagers counterclockwise from the Banker's right, with the Banker's own last.
    fn in_order(&self) -> ArrayVec<Bet<Wager>, 15> {
        let Some(bank) = self.bank else { return ArrayVec::new() };
        let around = self.table.seats.counterclockwise_from(self.table.seats.right_of(bank.seat));
        let of = |patron| self.table.layout.bets().iter().filter(move |bet| bet.patron == patron).copied();
        around.flat_map(|(_, patron)| of(patron)).collect()
    }

    fn settle(
        &self,
        bet: Bet<Wager>,
        fate: Fate,
        cite: Citation,
        pays: Citation,
        to: &mut dyn Observer<Self>,
    ) {
        let Some(Held { patron, .. }) = self.bank else { return };
        let (taken, paid) = payouts::even(fate, bet.stake);
        to.saw(cite, Event::Settled { bet, fate, taken, paid, pays, bank: Bank::Patron(patron) });
    }

    /// The hand is void, and every wager is returned.
    pub(super) fn void(&mut self, cite: Citation, next: Next, to: &mut dyn Observer<Self>) {
        // No more decisions are awaited, at whatever point the hand was.
        self.phase = Phase::Complete;
        to.saw(cite, Event::Called { call: Call::VoidsRound });
        for bet in self.in_order() {
            self.settle(bet, Fate::Void, cite, cite, to);
        }
        to.clears(self);
        self.end_round(next, to);
    }

    /// Whether the cutting card is out, or visible in the shoe.
    pub(super) fn is_cutting_card_seen(&self) -> bool {
        self.shoe.is_some_and(|shoe| shoe.is_cutting_card_out() || shoe.is_at_cutting_card())
    }

    /// 4.12(g): a card drawn earlier cannot be used once the cutting card was seen (F22).
    pub(super) fn drop_carried(&mut self, to: &mut dyn Observer<Self>) {
        self.carried = false;
        to.saw(cite!("4.12(g)"), Event::Called { call: Call::DiscardsUnseen });
    }

    /// 4.4(a): the hand in which the cutting card came out was the last of the shoe (F12).
    pub(super) fn end_round(&mut self, next: Next, to: &mut dyn Observer<Self>) {
        self.table.layout.clear();
        self.round = None;
        if self.shoe.is_some_and(|shoe| shoe.is_cutting_card_out()) {
            to.saw(cite!("4.4(a)"), Event::Called { call: TableCall::EndsShoe.into() });
            self.phase = Phase::Preparing(Preparation::again(self.bank.map(|bank| bank.seat)));
            (self.shoe, self.bank, self.carried) = (None, None, false);
            self.disclosed.clear();
            return;
        }
        if self.carried && self.is_cutting_card_seen() {
            self.drop_carried(to);
        }
        if let Some(card) = self.disclosed.pop_at(0) {
            return self.simulate(card, Some(next), to);
        }
        match (next, self.bank) {
            (Next::Lost, _) => self.lose_bank(to),
            (Next::Annulled, _) | (_, None) => self.phase = Phase::Annulled,
            (Next::Keep, Some(bank)) => {
                self.phase = Phase::Betting(Stage::Whole);
                to.saw(cite!("4.11(a)"), Event::Called { call: Call::MayKeep { patron: bank.patron } });
            }
        }
    }
}
