//! 5.2 and 5.3: the ball comes to rest, and wagers are settled.

use super::{Ball, Call, Options, Phase, Roulette, Wager, Wheel, payouts::decide};
use crate::games::prelude::*;
use crate::kit::wheels::Pocket;
use crate::table::layout;

impl Roulette {
    /// The ball has come to rest.
    pub(super) fn rest(&mut self, ball: Ball, to: &mut dyn Observer<Self>) {
        self.phase = Phase::Open;
        let Common { options, layout, .. } = &mut self.table;
        let (number, wheel) = (ball.0, options.wheel());
        // 5.2(d)2: 00 on a wheel used as a single zero wheel.
        if !wheel.plays(number) {
            to.saw(cite!("5.2(d)2"), Event::Shown { chance: ball, to: Eyes::All });
            to.saw(cite!("5.2(d)2"), Event::Called { call: Call::NoSpin });
            return to.saw(cite!("5.2(d)2"), Event::Called { call: Call::VoidsSpin });
        }
        // 5.3(c): the number is announced and marked.
        to.saw(cite!("5.3(c)"), Event::Shown { chance: ball, to: Eyes::All });
        to.saw(cite!("5.3(c)"), Event::Called { call: Call::Announces { number } });
        to.saw(cite!("5.3(c)"), Event::Called { call: Call::PutsDolly { number } });
        // 5.3(d): a fifth of each winning five adjacent numbers goes to its box.
        let wins = |bet: &&Bet<Wager>| bet.wager.covers(wheel).has(number);
        for bet in layout.bets().iter().filter(|b| is_five(b)).filter(wins) {
            let bet = Bet { stake: bet.stake.fifth(), ..*bet };
            to.saw(cite!("5.3(d)"), Event::Moved { bet, to: Wager::Straight(number) });
        }
        // 5.3(e): first all losing wagers are collected, then all winning wagers are paid.
        for (won, call) in [(false, Call::Collects), (true, Call::Pays)] {
            to.saw(cite!("5.3(e)"), Event::Called { call });
            for bet in layout.bets() {
                for part in parts(bet, number, wheel).into_iter().flatten() {
                    settle(part, number, options, won, to);
                }
            }
        }
        layout.clear();
    }
}

fn is_five(bet: &Bet<Wager>) -> bool {
    matches!(bet.wager, Wager::FiveAdjacent(_))
}

/// 5.1(e)1.i.(2): five adjacent numbers are five equal straights; the one that wins was moved to its box.
fn parts(bet: &Bet<Wager>, rest: Pocket, wheel: Wheel) -> [Option<Bet<Wager>>; 2] {
    if !is_five(bet) || !bet.wager.covers(wheel).has(rest) {
        return [Some(*bet), None];
    }
    let fifth = bet.stake.fifth();
    let moved = Bet { wager: Wager::Straight(rest), stake: fifth, ..*bet };
    [Some(Bet { stake: bet.stake - fifth, ..*bet }), Some(moved)]
}

/// Settles a wager in one of two passes: first the losers, then (`won`) the winners.
fn settle(bet: Bet<Wager>, rest: Pocket, options: &Options, won: bool, to: &mut dyn Observer<Roulette>) {
    let (fate, cite) = match bet.wager {
        Wager::FiveAdjacent(_) => (Fate::Lost, bet.wager.cite()),
        wager => decide(wager, rest, options),
    };
    if (fate == Fate::Won) != won {
        return;
    }
    let amount = || match fate {
        Fate::Halved => (options.limits().half(bet.stake), cite!("5.2(b)")),
        _ => (options.pay(bet.wager, bet.stake), cite!("5.2(a)")),
    };
    layout::settle(bet, (fate, cite), amount, to);
}
