//! What can be known about a table's wagers: the additional ones have odds of their own; the value of a hand is what
//! the best decisions make of it.

use super::{Analysis, sides};
use crate::{
    Fraction, Habit, Plan, Priced, Results, Staked, Unsolved, Worth,
    certificate::{Proof, Proofs},
    priced::Rounds,
    sim::engine::Engine,
};
use rules::{
    Money,
    blackjack::{Blackjack, Options, Spot, Supply, Wager},
    kit::cards::{Card, Unseen},
};

impl Priced for Blackjack {
    type Rounds = Hands;
    const DECKS: Option<fn(&Options) -> u8> = Some(Options::decks);
    const METHOD: &'static str = "a hand with the best decision for every card, to a millionth of the wager: what follows a split is not exact";

    /// Suits do not matter; ranks of the same value do, if pairs are wagered on.
    fn class(card: Card) -> u8 {
        card.rank()
    }

    fn habit(options: Options) -> Result<Habit<Blackjack>, Unsolved> {
        super::follow::habit(options)
    }
}

/// The edge of a hand is given to one millionth of the wager, because it is not known as a fraction.
const MILLION: i128 = 1_000_000;

/// The hands of a table.
pub struct Hands(Options);

impl Rounds<Blackjack> for Hands {
    fn prepare(options: Options, _: &[Staked<Blackjack>]) -> Result<Hands, Unsolved> {
        Ok(Hands(options))
    }

    fn exact(&self, bets: &[Staked<Blackjack>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        bets.iter().map(|(on, stake)| self.additional(on.wager, *stake, unseen)).collect()
    }

    fn proofs(&self, bets: &[Staked<Blackjack>], unseen: Option<&Unseen>) -> Proofs {
        let mut proofs = Proofs::default();
        for (on, stake) in bets {
            match sides::wagers(&self.0).contains(&on.wager) {
                true => proofs.push(sides::proof(&self.0, unseen, on.wager, *stake)),
                false => proofs.claim(self.played(unseen)),
            }
        }
        proofs
    }

    fn engine(&self, _: &Plan<Blackjack>) -> Result<Engine, Unsolved> {
        Ok(Engine::Rules)
    }

    fn worth(
        &self,
        _: &Options,
        _: &[Staked<Blackjack>],
        unseen: Option<&Unseen>,
    ) -> Result<Vec<(Wager, Worth)>, Unsolved> {
        let best = self.analysis(unseen)?.best();
        #[allow(clippy::cast_possible_truncation)]
        let edge = Fraction::new((-best.mean * MILLION as f64).round() as i128, MILLION);
        let mut wagers = vec![(Wager::Hand(1, Spot::First), Worth::Edge { edge, pays: "" })];
        for &wager in sides::wagers(&self.0) {
            let results = self.additional(wager, Blackjack::STAKE, unseen)?;
            wagers.push((wager, Worth::Exact { results, is_rounded: false }));
        }
        Ok(wagers)
    }
}

impl Hands {
    fn analysis(&self, unseen: Option<&Unseen>) -> Result<Analysis, Unsolved> {
        self.one_side(unseen)?;
        unseen.map_or_else(|| Analysis::fresh(self.0), |unseen| Analysis::of(self.0, unseen))
    }

    /// The proof of a hand with the best decisions, its stake, and its edge.
    fn played(&self, unseen: Option<&Unseen>) -> Result<(Proof, Money, Fraction), Unsolved> {
        let analysis = self.analysis(unseen)?;
        let (proof, stake) = analysis.proof()?;
        Ok((proof, stake, -analysis.exact(None, &|| ())?))
    }

    /// 2.6(d): a round is dealt from one side of a double shoe, and cards seen from both sides say nothing about
    /// either.
    fn one_side(&self, unseen: Option<&Unseen>) -> Result<(), Unsolved> {
        match self.0.supply() {
            Supply::Double { .. } if unseen.is_some() => Err(Unsolved::TwoSides),
            _ => Ok(()),
        }
    }

    fn additional(&self, wager: Wager, stake: Money, unseen: Option<&Unseen>) -> Result<Results, Unsolved> {
        if !sides::wagers(&self.0).contains(&wager) {
            return Err(Unsolved::NeedsStrategy);
        }
        self.one_side(unseen)?;
        match unseen {
            Some(unseen) => sides::results(&self.0, unseen, wager, stake),
            None => sides::fresh(&self.0, wager, stake),
        }
    }
}
