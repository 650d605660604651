//! Let it ride: the first and the second wager stay in play if that does not lose on average.

use super::{Community, Standing, shared_cards};
use crate::{Priced, games::poker_examples};
use rules::{
    Act, ActOf, Money, Seat,
    hands::poker::Strength,
    kit::cards::Card,
    let_it_ride::{Deed, LetItRide, Options, Wager, line},
};

impl Priced for LetItRide {
    const METHOD: &'static str =
        "three equal wagers, of which the first two ride where that does not lose on average";
    /// So small that the limit on what a hand is paid (18.11) does not affect the odds.
    const STAKE: Money = Money::dollars(10);

    shared_cards! {}
}

impl Community for LetItRide {
    const WAGERS: usize = 3;
    const OWN: usize = 3;
    const SEEN: &'static [usize] = &[0, 1];
    const EXAMPLES: &'static [&'static str] = &poker_examples!["9c 9d Kh 5s 2c", "Tc Td Kh 5s 2c"];

    fn line(hand: Strength) -> usize {
        line(hand).map_or(0, |line| line + 1)
    }

    fn gain(options: &Options, line: usize) -> i64 {
        let stake = Money::dollars(1_000_000);
        let paid = line.checked_sub(1).map(|line| options.lines()[line].pay(stake));
        paid.unwrap_or(Money::ZERO - stake).as_cents()
    }

    fn is_made(sum: i64) -> bool {
        sum >= 0
    }

    fn seen(&self, seat: Seat) -> Option<Vec<Card>> {
        Some(self.hand(seat)?.into_iter().chain(self.community().iter().copied()).collect())
    }

    fn look() -> ActOf<LetItRide> {
        Act::Do(Deed::Look)
    }

    fn standing(&self, seat: Seat) -> Standing<Wager> {
        let decision = usize::from(self.decision()) - 1;
        let rides = decision > 0 && self.on(seat, Wager::First) > Money::ZERO;
        let stake = self.on(seat, Wager::Third);
        Standing { wager: Wager::Third, stake, decision, made: rides.into() }
    }

    fn answer(&self, _: Seat, is_made: bool) -> ActOf<LetItRide> {
        Act::Do(if is_made { Deed::Ride } else { Deed::Withdraw })
    }
}
