//! Tables that wait forever, to show that the property would notice one.

use rules::{
    ActOf, Actor, Awaits, BetOf, Citation, EventOf, Game, Item, Observer, Offer, Refusal, Seat, Terms,
    big_six::{self, BigSix},
    table::Common,
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

impl AsRef<Common<Faulty>> for Faulty {
    fn as_ref(&self) -> &Common<Faulty> {
        unreachable!("the table inside answers")
    }
}

impl AsMut<Common<Faulty>> for Faulty {
    fn as_mut(&mut self) -> &mut Common<Faulty> {
        unreachable!("the table inside answers")
    }
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

    fn phase(&self) -> &'static str {
        self.table.phase()
    }

    fn options(&self) -> Self::Options {
        self.table.options()
    }

    fn under(self, options: Self::Options) -> Self {
        Faulty { table: self.table.under(options), ..self }
    }

    fn picture(&self, each: &mut dyn FnMut(Item)) {
        self.table.picture(each);
    }

    fn awaits(&self) -> Awaits {
        self.table.awaits()
    }

    fn bets(&self) -> &[BetOf<Self>] {
        self.table.bets()
    }

    fn spoken(&self) -> Option<BetOf<Self>> {
        self.table.spoken()
    }

    fn may_wager(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
        self.table.may_wager(like)
    }

    fn may_withdraw(&self, by: Actor, seat: Seat, wager: Self::Wager) -> Result<Terms, Refusal> {
        self.table.may_withdraw(by, seat, wager)
    }

    fn may_do(&self, by: Actor, deed: Self::Deed) -> Result<Terms, Refusal> {
        self.table.may_do(by, deed)
    }

    fn carry_out(&mut self, _: Actor, _: Self::Deed, _: Terms, _: &mut dyn Observer<Self>) {
        unreachable!("the table inside performs every act")
    }

    fn perform(&mut self, by: Actor, act: ActOf<Self>, terms: Terms, to: &mut dyn Observer<Self>) {
        let before = self.table.clone();
        self.table.perform(by, act, terms, &mut |cite, event: EventOf<BigSix>| to.saw(cite, event));
        if self.fault == Fault::GoesAround {
            self.table = before;
        }
    }

    fn may_show(&self, chance: Self::Chance) -> Result<(), Refusal> {
        self.table.may_show(chance)
    }

    fn show(&mut self, chance: Self::Chance, to: &mut dyn Observer<Self>) {
        let before = self.table.clone();
        self.table.show(chance, &mut |cite, event: EventOf<BigSix>| to.saw(cite, event));
        if self.fault == Fault::DecidesNothing {
            self.table = before;
        }
    }

    fn may_go_wrong(&self, what: Self::Irregularity) -> Result<(), Refusal> {
        self.table.may_go_wrong(what)
    }

    fn go_wrong(&mut self, what: Self::Irregularity, to: &mut dyn Observer<Self>) {
        self.table.go_wrong(what, &mut |cite, event: EventOf<BigSix>| to.saw(cite, event));
    }

    fn decisions(&self, by: Actor, each: &mut dyn FnMut(Offer<ActOf<Self>>)) {
        self.table.decisions(by, each);
    }

    fn usual(&self, by: Actor) -> Option<Self::Deed> {
        self.table.usual(by).filter(|_| self.fault != Fault::NobodyGoesOn)
    }

    fn outcomes(&self, each: &mut dyn FnMut(Self::Chance, u32)) {
        self.table.outcomes(each);
    }
}
