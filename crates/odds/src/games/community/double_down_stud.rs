//! Double down stud: a player doubles if the second wager gains on average.

use super::{Community, Standing, shared_cards};
use crate::{Priced, games::poker_examples};
use rules::{
    Act, ActOf, Money, Seat, Tender,
    double_down_stud::{Deed, DoubleDownStud, Line, Options, Wager},
    hands::poker::Strength,
    kit::cards::Card,
};

impl Priced for DoubleDownStud {
    const METHOD: &'static str = "doubled where the second wager gains on average";
    /// So small that the limit on what a hand is paid (17.10) does not affect the odds.
    const STAKE: Money = Money::dollars(10);

    shared_cards! {}
}

impl Community for DoubleDownStud {
    const WAGERS: usize = 2;
    const OWN: usize = 1;
    const SEEN: &'static [usize] = &[3];
    const EXAMPLES: &'static [&'static str] =
        &poker_examples!["5c 5d Kh 9s 2c", "9c 9d Kh 5s 2c", "Jc Jd Kh 5s 2c"];

    fn line(hand: Strength) -> usize {
        match Line::of(hand) {
            Line::Nothing => 0,
            Line::Push => 1,
            Line::Pays(line) => line + 2,
        }
    }

    fn gain(options: &Options, line: usize) -> i64 {
        let stake = Money::dollars(1_000_000);
        match line {
            0 => -stake.as_cents(),
            1 => 0,
            _ => options.lines()[line - 2].pay(stake).as_cents(),
        }
    }

    fn is_made(sum: i64) -> bool {
        sum > 0
    }

    fn seen(&self, seat: Seat) -> Option<Vec<Card>> {
        Some([self.card(seat)?].into_iter().chain(self.community().iter().copied()).collect())
    }

    fn look() -> ActOf<DoubleDownStud> {
        Act::Do(Deed::Stand)
    }

    fn standing(&self, seat: Seat) -> Standing<Wager> {
        let stake = self.on(seat, Wager::Original);
        Standing { wager: Wager::Original, stake, decision: 0, made: 0 }
    }

    fn answer(&self, seat: Seat, is_made: bool) -> ActOf<DoubleDownStud> {
        let stake = self.on(seat, Wager::Original);
        match is_made {
            true => Act::Place { seat, wager: Wager::Double, stake, tender: Tender::Chips },
            false => Act::Do(Deed::Stand),
        }
    }
}
