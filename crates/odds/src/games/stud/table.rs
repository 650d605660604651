//! Caribbean stud by the rules of thumb: an ante with the bet that follows it, or a progressive wager alone.

use super::{Deals, Held, Payments, Strategy, stated};
use crate::{
    Plan, Priced, Results, Staked, Unsolved,
    certificate::{Proof, Proofs},
    priced::Rounds,
    sim::engine::Engine,
};
use rules::{
    Act, ActOf, Game, Money, Patron, Tender,
    caribbean_stud::{CaribbeanStud, Deed, Options, Wager},
    kit::cards::Unseen,
};

impl Priced for CaribbeanStud {
    type Rounds = ByThumb;
    const DECKS: Option<fn(&Options) -> u8> = None;
    const METHOD: &'static str = "an ante with the bet that follows it, by three rules of thumb";
    /// So small that the limit on what a hand is paid (16.12) does not affect the odds.
    const STAKE: Money = Money::dollars(10);
    const FOLLOWED: bool = true;

    fn choice(&self, patron: Patron) -> Option<ActOf<CaribbeanStud>> {
        let seat = self.bets().iter().find(|bet| bet.patron == patron)?.seat;
        Some(match (self.hand(seat), self.up_card()) {
            (Some(hand), Some(up)) if Strategy::RulesOfThumb.bets(&Held::of(hand), up) => {
                let ante = self.on(seat, Wager::Ante);
                Act::Place { seat, wager: Wager::Bet, stake: ante + ante, tender: Tender::Chips }
            }
            (Some(_), _) => Act::Do(Deed::Fold),
            (None, _) => Act::Do(Deed::Look),
        })
    }

    fn limit_binds(options: &Options, wager: Wager, stake: Money) -> bool {
        let payments = Payments::of(*options, stake, None);
        wager == Wager::Ante && payments.is_ok_and(|payments| payments.limit_binds(options))
    }

    fn granted(wager: Wager) -> Option<&'static str> {
        (wager == Wager::Progressive).then_some("the meter stands where it began")
    }
}

/// A table at which everybody follows the rules of thumb.
pub struct ByThumb(Options);

impl Rounds<CaribbeanStud> for ByThumb {
    fn prepare(options: Options, _: &[Staked<CaribbeanStud>]) -> Result<ByThumb, Unsolved> {
        Ok(ByThumb(options))
    }

    fn exact(
        &self,
        bets: &[Staked<CaribbeanStud>],
        unseen: Option<&Unseen>,
    ) -> Vec<Result<Results, Unsolved>> {
        let one = |bet| if unseen.is_some() { Err(Unsolved::NoShoe) } else { self.results(bet) };
        bets.iter().map(one).collect()
    }

    fn proofs(&self, bets: &[Staked<CaribbeanStud>], _: Option<&Unseen>) -> Proofs {
        let mut proofs = Proofs::default();
        for bet in bets {
            proofs.push(self.payments(bet).map(|payments| {
                let ((gains, fold), counts) = (payments.nets(), stated());
                Proof::Hands { gains: gains.to_vec(), deals: counts.ends.to_vec(), fold, folds: counts.folds }
            }));
        }
        proofs
    }

    fn engine(&self, plan: &Plan<CaribbeanStud>) -> Result<Engine, Unsolved> {
        Engine::at_tables(plan, |plan| Ok(Deals::of(self.0, &plan.bets)?.map_or(Engine::Rules, Engine::Stud)))
    }
}

impl ByThumb {
    /// The payments on a wager in every case.
    fn payments(&self, (offered, stake): &Staked<CaribbeanStud>) -> Result<Payments, Unsolved> {
        let (ante, only) = match offered.wager {
            wager @ Wager::Progressive => (offered.least.max(self.0.limits().minimum()), Some(wager)),
            _ => (*stake, None),
        };
        Payments::of(self.0, ante, only)
    }

    fn results(&self, bet: &Staked<CaribbeanStud>) -> Result<Results, Unsolved> {
        Ok(stated().results_of(&self.payments(bet)?, bet.1))
    }
}
