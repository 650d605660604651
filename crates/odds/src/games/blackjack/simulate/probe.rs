//! Wagers tried at a real table: whether it accepts them, and how much insurance it would accept.

use super::{Fault, Gains, Plan};
use crate::{Generator, Unsolved, ready, steps::Steps, usual_input};
use rules::{
    Act, Actor, Awaits, Event, Game, Input, InputOf, Money, Nobody, Offer, Patron, Seat, Tender,
    blackjack::{Blackjack, Call, Shown, Spot, Wager},
};

/// A patron puts a wager on the box with the patron's number.
pub(super) fn placing(at: u8, wager: Wager, stake: Money) -> InputOf<Blackjack> {
    let act = Act::Place { seat: Seat(at), wager, stake, tender: Tender::Chips };
    Input::Act { by: Actor::Patron(Patron(at.into())), act }
}

impl Plan {
    /// What this stake wins and loses. A stake of zero needs no permission: the round is only watched.
    pub(super) fn gains(&self, stake: Money) -> Result<Gains, Fault> {
        if stake == Money::ZERO {
            return Ok(Gains::new(&self.options, stake, stake, self.additional.map(|wager| (wager, stake))));
        }
        let mut generator = Generator::first();
        let stuck = |why: Unsolved| Fault::Plan(why.to_string());
        let mut table = ready::<Blackjack>(self.options, &mut generator).map_err(stuck)?;
        let mut additional = None;
        for at in 1..=self.boxes {
            for spot in Spot::ALL.into_iter().take(self.spots().into()) {
                table.apply(placing(at, Wager::Hand(1, spot), stake), &mut Nobody).map_err(Fault::Refused)?;
            }
            if let Some(wager) = self.additional {
                let most = most(&table, at, wager).unwrap_or(stake);
                table.apply(placing(at, wager, most), &mut Nobody).map_err(Fault::Refused)?;
                additional = Some((wager, most));
            }
        }
        let insurance = self.insurance(table, &mut generator).unwrap_or(Money::ZERO);
        Ok(Gains::new(&self.options, stake, insurance, additional))
    }

    /// The most insurance that the first box may take, found by dealing a round in which the dealer has an ace.
    fn insurance(&self, mut table: Blackjack, generator: &mut Generator) -> Option<Money> {
        let (mut dealt, mut is_dealing) = (0, true);
        let mut steps = Steps::until("at an offer of insurance");
        while is_dealing {
            steps.take().ok()?;
            let input = match usual_input(&table, generator)? {
                Input::Chance(Shown::Card(_)) => {
                    let is_up = dealt == self.boxes;
                    let mut card = None;
                    table.outcomes(&mut |shown, _| match shown {
                        Shown::Card(one) if (one.rank() == 1) == is_up => card = Some(shown),
                        _ => {}
                    });
                    Input::Chance(card?)
                }
                input => input,
            };
            let is_card = matches!(input, Input::Chance(Shown::Card(_)));
            dealt += u8::from(is_card);
            let mut to = |_, event| match event {
                Event::Called { call: Call::BurnsDeterminant } => dealt -= 1,
                Event::Called { call: Call::OffersInsurance } => is_dealing = false,
                _ => {}
            };
            table.apply(input, &mut to).ok()?;
            if table.awaits() == Awaits::Wagers && is_dealing && dealt > 0 {
                return None;
            }
        }
        most(&table, 1, Wager::Insurance(Spot::First))
    }
}

/// The most that a box may put on this wager now.
pub(super) fn most(table: &Blackjack, at: u8, on: Wager) -> Option<Money> {
    let mut found = None;
    table.decisions(Actor::Patron(Patron(at.into())), &mut |offer: Offer<_>| {
        if let Act::Place { seat, wager, tender: Tender::Chips, .. } = offer.act
            && (seat, wager) == (Seat(at), on)
        {
            found = Some(offer.most);
        }
    });
    found
}
