//! Tables that wait forever, to show that the property would notice one.

use rules::{
    ActOf, Actor, Awaits, BetOf, Citation, EventOf, Game, Input, InputOf, Observer, Offer, Refusal,
    big_six::{self, BigSix},
};

/// A Big Six table with a fault.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Faulty {
    pub table: BigSix,
    pub fault: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Fault {
    /// Nothing is done for a dealer who is absent.
    NobodyGoesOn,
    /// Calling "No More Bets" closes nothing.
    GoesAround,
    /// A result decides nothing.
    DecidesNothing,
}

impl Game for Faulty {
    const NAME: &'static str = "faulty";
    const TITLE: &'static str = "Faulty";
    const PERMISSIBLE: Citation = BigSix::PERMISSIBLE;

    type Options = big_six::Options;
    type Wager = big_six::Wager;
    type Deed = big_six::Deed;
    type Chance = big_six::Stop;
    type Irregularity = big_six::Irregularity;
    type Call = big_six::Call;

    fn open(options: Self::Options) -> Self {
        Faulty { table: BigSix::open(options), fault: Fault::NobodyGoesOn }
    }

    fn options(&self) -> Self::Options {
        self.table.options()
    }

    fn under(self, options: Self::Options) -> Self {
        Faulty { table: self.table.under(options), ..self }
    }

    fn awaits(&self) -> Awaits {
        self.table.awaits()
    }

    fn bets(&self) -> &[BetOf<Self>] {
        self.table.bets()
    }

    fn apply(&mut self, input: InputOf<Self>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let before = self.table.clone();
        self.table.apply(input, &mut |cite, event: EventOf<BigSix>| to.saw(cite, event))?;
        match (self.fault, input) {
            (Fault::GoesAround, Input::Act { .. }) | (Fault::DecidesNothing, Input::Chance(_)) => {
                self.table = before;
            }
            _ => {}
        }
        Ok(())
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        self.table.decisions(by, each);
    }

    fn usual(&self, by: Actor) -> Option<Self::Deed> {
        self.table.usual(by).filter(|_| self.fault != Fault::NobodyGoesOn)
    }

    fn outcomes(&self, each: &mut impl FnMut(Self::Chance, u32)) {
        self.table.outcomes(each);
    }

    fn irregularities(&self, each: &mut impl FnMut(Self::Irregularity)) {
        self.table.irregularities(each);
    }
}
