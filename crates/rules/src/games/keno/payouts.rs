//! 15.6 (not held): what tickets win, and how a game ends.

use super::{Call, Keno, Phase, Ticket};
use crate::games::prelude::*;
use crate::{game::EventOf, kit::balls::Balls};

impl Keno {
    /// 15.6 (not held): every ticket, in the order in which it was bought. Its price for this game is kept, and what it
    /// won is paid. Large prizes share the limit of 15.3 (not held).
    pub(super) fn pay(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Drawn(drawn) = self.phase else { return };
        let options = self.table.options;
        let prize = |bet: &Bet<Ticket>| {
            let caught = |group| caught(bet.wager.group(group), drawn);
            options.prize(&bet.wager, for_one_game(bet), caught)
        };
        let is_large = |prize: &Money| *prize >= options.large_prize();
        let large = self.table.layout.bets().iter().map(prize).filter(is_large).sum();
        to.clears(self);
        to.saw(cite!("15.6"), Event::Called { call: Call::PaysTickets });
        let limit = options.aggregate_limit();
        if large > limit {
            to.saw(cite!("15.3"), Event::Called { call: Call::ReducesPrizes { prizes: large, limit } });
        }
        self.end_game(to, |bet| {
            let stake = for_one_game(bet);
            let (won, bank) = (prize(bet), Bank::House);
            let bet = Bet { stake, ..*bet };
            if won == Money::ZERO {
                let (fate, paid) = (Fate::Lost, Money::ZERO);
                return Event::Settled { bet, fate, taken: stake, paid, pays: Ticket::CITE, bank };
            }
            let (fate, paid, pays) = (Fate::Won, options.within_limit(won, large), cite!("15.3"));
            Event::Settled { bet, fate, taken: stake, paid, pays, bank }
        });
        to.saw(cite!("15.6"), Event::Called { call: Call::OpensGame });
    }

    /// 15.7 (not held): all wagers on this game are returned.
    pub(super) fn void_game(&mut self, to: &mut dyn Observer<Self>) {
        to.clears(self);
        to.saw(cite!("15.7"), Event::Called { call: Call::VoidsGame });
        self.end_game(to, |bet| {
            let (bet, zero) = (Bet { stake: for_one_game(bet), ..*bet }, Money::ZERO);
            Event::Settled {
                bet,
                fate: Fate::Void,
                taken: zero,
                paid: zero,
                pays: cite!("15.7"),
                bank: Bank::House,
            }
        });
        to.saw(cite!("15.7"), Event::Called { call: Call::OpensGame });
    }

    /// Ends the game for every ticket; a ticket for several games stays for the rest of them (15.2, not held).
    fn end_game(&mut self, to: &mut dyn Observer<Self>, each: impl Fn(&Bet<Ticket>) -> EventOf<Self>) {
        self.phase = Phase::Open;
        self.table.layout.retain(|bet| {
            let event = each(bet);
            let cite = if let Event::Settled { fate: Fate::Void, .. } = event {
                cite!("15.7")
            } else {
                Ticket::CITE
            };
            to.saw(cite, event);
            let Some(next) = bet.wager.next() else { return false };
            bet.stake -= for_one_game(bet);
            to.saw(cite!("15.2"), Event::Moved { bet: *bet, to: next });
            bet.wager = next;
            true
        });
    }
}

/// What a ticket costs for one of its remaining games.
fn for_one_game(bet: &Bet<Ticket>) -> Money {
    Money::cents(bet.stake.as_cents() / i64::from(bet.wager.left()))
}

/// How many of these numbers were drawn.
pub fn caught(marked: Balls, drawn: Balls) -> u8 {
    marked.each().map(|ball| u8::from(drawn.has(ball))).sum()
}
