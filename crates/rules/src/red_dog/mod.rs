//! Red dog: subchapter 6, of which only 6.1(a) is held. Everything else cites its section, which prints as not held.
//!
//! A shoe is prepared → `Open`: original wagers → the dealer deals two cards. Consecutive ones are a `Tie`; two alike
//! call for a third at once; otherwise each player in turn may `Raise`, and the third card decides by the spread.

mod betting;
mod irregularities;
mod options;
mod payouts;
mod wagers;
mod words;

pub use irregularities::Irregularity;
pub use options::{FaceUp, Options, Raise, Supply};
pub use payouts::{Pair, decide, value};
pub use wagers::Wager;
pub use words::{Call, Deed};

use crate::{
    game::{
        Act, ActOf, Awaits, Bet, BetOf, Event, EventOf, Eyes, Fate, Game, Input, InputOf, Observer, Offer,
        Standing, Tender,
    },
    kit::cards::{Card, Loaded, Shoe, Shown},
    limits::Layout,
    money::Money,
    party::{Actor, Bank, Seat},
    preparation::{Burned, Preparation, PreparationCall, Step},
    refusal::{Refusal, Why},
    seats::Seats,
    spoken::Spoken,
    vocabulary::Vocabulary,
};
use arrayvec::ArrayVec;
use law::{Citation, cite};

/// A red dog table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RedDog {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<RedDog>"))]
    options: Options,
    phase: Phase,
    layout: Layout<Wager>,
    /// Who has which betting area.
    seats: Seats,
    /// The cards in play; empty while a shoe is prepared.
    shoe: Shoe,
    /// The first two cards, as far as they have come.
    cards: ArrayVec<Card, 2>,
    /// A wager in cash that dealer and supervisor have not both confirmed.
    spoken: Option<Spoken<Wager>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Preparing(Preparation),
    /// Stacked, to go into the continuous device.
    Loading,
    Open,
    /// The first two cards come.
    Cards,
    /// They are consecutive.
    Tie,
    /// This area may raise.
    Raise(Seat),
    /// The third card comes.
    Third,
}

impl Game for RedDog {
    const NAME: &'static str = "red-dog";
    const TITLE: &'static str = "Red Dog";
    const PERMISSIBLE: Citation = cite!("6.5");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Shown;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        RedDog {
            options,
            phase: Phase::Preparing(Preparation::new()),
            layout: Layout::default(),
            seats: Seats::new(options.areas()),
            shoe: Shoe::load(0, 0),
            cards: ArrayVec::new_const(),
            spoken: None,
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        RedDog { options, ..self }
    }

    fn standing(&self, each: &mut impl FnMut(Standing)) {
        self.seats.standing(each);
    }

    fn shoes(&self, each: &mut impl FnMut(Loaded)) {
        if self.options.supply() != Supply::Continuous {
            self.shoe.loaded(self.options.decks()).into_iter().for_each(each);
        }
    }

    fn awaits(&self) -> Awaits {
        if let Some(spoken) = self.spoken {
            return Awaits::Decision(spoken.waits_for());
        }
        match self.phase {
            Phase::Preparing(preparation) => preparation.awaits(&self.seats),
            Phase::Loading | Phase::Tie => Awaits::Decision(Actor::Dealer),
            Phase::Open => Awaits::Wagers,
            Phase::Raise(seat) => Awaits::Decision(self.seats.at(seat).map_or(Actor::Dealer, Actor::Patron)),
            Phase::Cards | Phase::Third => Awaits::Equipment,
        }
    }

    fn bets(&self) -> &[BetOf<Self>] {
        self.layout.bets()
    }

    fn spoken(&self) -> Option<BetOf<Self>> {
        self.spoken.map(|spoken| spoken.bet)
    }

    fn apply(&mut self, input: InputOf<Self>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match input {
            Input::Act { by: Actor::Patron(patron), act: Act::Place { seat, wager, stake, tender } } => {
                self.place(Bet { patron, seat, wager, stake, tender }, to)
            }
            Input::Act { by: Actor::Patron(patron), act: Act::TakeBack { seat, wager } } => {
                self.take_back(patron, seat, wager, to)
            }
            Input::Act { act: Act::Place { .. } | Act::TakeBack { .. }, .. } => {
                Err(Refusal::new(cite!("6.5"), Why::NotYours))
            }
            Input::Act { by, act: Act::Do(deed) } => {
                self.may(by, deed)?;
                self.perform(by, deed, to);
                Ok(())
            }
            Input::Chance(what) => {
                self.may_show(what)?;
                self.show(what, to);
                Ok(())
            }
            Input::Irregularity(what) => {
                self.may_go_wrong(what)?;
                self.go_wrong(what, to);
                Ok(())
            }
        }
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        if let Phase::Preparing(preparation) = &self.phase {
            preparation.steps(&self.options.plan(), &self.seats, by, &mut |step| {
                if self.step_is_deep_enough(step).is_ok() {
                    each(Offer::plain(Act::Do(Deed::Prepare(step))));
                }
            });
        }
        if let Actor::Patron(patron) = by {
            for seat in self.seats.all() {
                for wager in Wager::ALL {
                    for tender in Tender::ALL {
                        if let Ok(range) = self.range(patron, seat, wager, tender) {
                            let act = Act::Place { seat, wager, stake: range.least, tender };
                            each(Offer { act, most: range.most, step: range.step });
                        }
                    }
                    if self.may_take_back(patron, seat, wager).is_ok() {
                        each(Offer::plain(Act::TakeBack { seat, wager }));
                    }
                }
            }
        }
        Deed::own(&mut |deed| {
            if self.may(by, deed).is_ok() {
                each(Offer::plain(Act::Do(deed)));
            }
        });
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        if let Phase::Preparing(preparation) = &self.phase {
            let fits = |step| self.step_is_deep_enough(step).is_ok();
            return preparation.usual(&self.options.plan(), &self.seats, by, fits).map(Deed::Prepare);
        }
        Deed::USUAL.into_iter().find(|&deed| self.may(by, deed).is_ok())
    }

    fn outcomes(&self, each: &mut impl FnMut(Shown, u32)) {
        let mut card = |card, weight| each(Shown::Card(card), weight);
        match &self.phase {
            Phase::Preparing(preparation) => preparation.outcomes(&mut card),
            Phase::Cards | Phase::Third if self.shoe.is_at_cutting_card() => each(Shown::CuttingCard, 1),
            Phase::Cards | Phase::Third => self.shoe.outcomes(&mut card),
            _ => {}
        }
    }

    fn cut(deed: Deed) -> Option<u16> {
        if let Deed::Prepare(step) = deed { step.cut() } else { None }
    }

    fn cutting_card(deed: Deed) -> Option<u16> {
        if let Deed::Prepare(step) = deed { step.cutting_card() } else { None }
    }

    fn irregularities(&self, each: &mut impl FnMut(Irregularity)) {
        Irregularity::each(&mut |what| {
            if self.may_go_wrong(what).is_ok() {
                each(what);
            }
        });
    }
}

/// Everyone sees it.
const fn shown(chance: Shown) -> EventOf<RedDog> {
    Event::Shown { chance, to: Eyes::All }
}

impl RedDog {
    /// What the first two cards make, once both are there.
    pub fn pair(&self) -> Option<Pair> {
        match self.cards[..] {
            [left, right] => Some(Pair::of(left, right)),
            _ => None,
        }
    }

    fn perform(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.step(by, step, to),
            Deed::LoadDevice => self.load_device(Call::LoadsDevice, to),
            Deed::Deal => {
                to.saw(cite!("6.4"), Event::Called { call: Call::Deals });
                self.phase = Phase::Cards;
                self.advance(to);
            }
            Deed::CallTie => {
                to.saw(cite!("6.5"), Event::Called { call: Call::Tie });
                self.settle(Fate::Void, cite!("6.5"), to);
            }
            Deed::Confirm => self.confirm(by, to),
            Deed::Decline => self.decline(to),
            Deed::Stand => self.stand(by, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.leave(by, to),
        }
    }

    /// 6.3 (not held): how far from the back the cutting card goes at least.
    fn step_is_deep_enough(&self, step: Step) -> Result<(), Refusal> {
        match (step, self.options.supply()) {
            (Step::Load(n), Supply::Shoe { behind, .. }) if n < behind => {
                Err(Refusal::new(cite!("6.3"), Why::TooNearTheEnd { least: behind }))
            }
            _ => Ok(()),
        }
    }

    fn may_step(&self, by: Actor, step: Step) -> Result<(), Refusal> {
        let (plan, paragraphs) = (self.options.plan(), self.options.paragraphs());
        let Phase::Preparing(mut preparation) = self.phase else {
            return Err(Refusal::new(step.cite(&paragraphs, &plan), Why::NotNow));
        };
        self.step_is_deep_enough(step)?;
        preparation.take(&plan, &self.seats, &paragraphs, by, step, &mut |_, _| ())
    }

    /// 6.2 and 6.3 (not held): a step that was allowed.
    fn step(&mut self, by: Actor, step: Step, to: &mut impl Observer<Self>) {
        let (plan, paragraphs) = (self.options.plan(), self.options.paragraphs());
        let Phase::Preparing(preparation) = &mut self.phase else { return };
        let tell = &mut |cite, call| to.saw(cite, Event::Called { call: Call::Prepares(call) });
        let done = preparation.take(&plan, &self.seats, &paragraphs, by, step, tell);
        debug_assert!(done.is_ok(), "{step} was allowed");
        if step == Step::Wash && self.options.supply() == Supply::Continuous {
            self.phase = Phase::Loading;
        }
    }

    /// 6.9 (not held): the device has all cards.
    fn load_device(&mut self, call: Call, to: &mut impl Observer<Self>) {
        self.shoe = Shoe::load(self.options.decks(), 0);
        self.shoe.take_cutting_card();
        self.phase = Phase::Open;
        to.saw(cite!("6.9"), Event::Called { call });
    }

    fn may_show(&self, what: Shown) -> Result<(), Refusal> {
        let mut can = false;
        self.outcomes(&mut |chance, _| can |= chance == what);
        let cite = match self.phase {
            Phase::Preparing(_) => cite!("6.3"),
            _ if what == Shown::CuttingCard || self.shoe.is_at_cutting_card() => cite!("6.3"),
            Phase::Loading => cite!("6.9"),
            // 6.1(a): so many decks have no more of it.
            Phase::Cards | Phase::Third => cite!("6.1(a)"),
            _ => cite!("6.4"),
        };
        if can { Ok(()) } else { Err(Refusal::new(cite, Why::CannotBeShown)) }
    }

    fn show(&mut self, what: Shown, to: &mut impl Observer<Self>) {
        let Shown::Card(card) = what else {
            to.saw(cite!("6.3"), shown(what));
            to.saw(cite!("6.3"), Event::Called { call: Call::SetsAside });
            self.shoe.take_cutting_card();
            return self.advance(to);
        };
        if let (Phase::Preparing(preparation), Supply::Shoe { burned, .. }) =
            (&mut self.phase, self.options.supply())
        {
            to.saw(cite!("6.3"), shown(what));
            let tell = &mut |call| {
                if call != PreparationCall::Burns(0) {
                    to.saw(cite!("6.3"), Event::Called { call: Call::Prepares(call) });
                }
            };
            if let Some(Burned::Ready(shoe)) = preparation.burn(card, burned - 1, tell) {
                (self.shoe, self.phase) = (shoe, Phase::Open);
            }
            return;
        }
        to.saw(cite!("6.4"), shown(what));
        self.shoe.draw_up(card);
        match self.cards[..] {
            [left, right] => {
                let (fate, cite) = decide([left, right], card);
                self.settle(fate, cite, to);
            }
            [left] => {
                self.cards.push(card);
                to.saw(cite!("6.1(b)"), Event::Called { call: Call::Counts(value(left), value(card)) });
                self.announce(Pair::of(left, card), to);
            }
            _ => {
                self.cards.push(card);
                self.advance(to);
            }
        }
    }

    /// 6.5 (not held): what two cards lead to.
    fn announce(&mut self, pair: Pair, to: &mut impl Observer<Self>) {
        to.saw(cite!("6.5"), Event::Called { call: Call::Announces(pair) });
        match pair {
            Pair::Consecutive => self.phase = Phase::Tie,
            Pair::Alike => self.third(to),
            Pair::Spread(_) => self.next_raise(Seat(self.options.areas() + 1), to),
        }
    }

    /// 6.5 (not held): each player with an original wager may raise, the farthest to the dealer's left first (D1).
    fn next_raise(&mut self, after: Seat, to: &mut impl Observer<Self>) {
        let has_wager = |seat: &Seat| *seat < after && self.on(*seat, Wager::Original) > Money::ZERO;
        match self.seats.all().rev().find(has_wager) {
            Some(seat) => {
                to.saw(cite!("6.5"), Event::Called { call: Call::Asks(seat) });
                self.phase = Phase::Raise(seat);
            }
            None => self.third(to),
        }
    }

    fn third(&mut self, to: &mut impl Observer<Self>) {
        to.saw(cite!("6.4"), Event::Called { call: Call::DealsThird });
        self.phase = Phase::Third;
        self.advance(to);
    }

    /// A card is due: if there is none, the round is void.
    fn advance(&mut self, to: &mut impl Observer<Self>) {
        let is_due = matches!(self.phase, Phase::Cards | Phase::Third);
        if is_due && self.shoe.left() == 0 && !self.shoe.is_at_cutting_card() {
            self.void(Call::TooFew, to);
        }
    }

    fn void(&mut self, call: Call, to: &mut impl Observer<Self>) {
        to.saw(cite!("6.7"), Event::Called { call });
        self.settle(Fate::Void, cite!("6.7"), to);
    }

    /// 6.5 (not held): all wagers have one fate; they are settled area by area, from the dealer's right.
    fn settle(&mut self, fate: Fate, cite: Citation, to: &mut impl Observer<Self>) {
        let odds = self.pair().map(|pair| self.options.odds(pair));
        let areas = self.seats.all().flat_map(|seat| Wager::ALL.map(|wager| (seat, wager)));
        for (seat, wager) in areas {
            for &bet in self.layout.bets().iter().filter(|bet| (bet.seat, bet.wager) == (seat, wager)) {
                let (taken, paid) = match (fate, odds) {
                    (Fate::Won, Some(odds)) => (Money::ZERO, self.options.limits().pay(odds, bet.stake)),
                    (Fate::Lost, _) => (bet.stake, Money::ZERO),
                    _ => (Money::ZERO, Money::ZERO),
                };
                to.saw(cite, Event::Settled { bet, fate, taken, paid, pays: cite, bank: Bank::House });
                // A coupon wins its own amount with its wager (19:45-1.18, not held).
                if fate == Fate::Won && bet.tender == Tender::Coupon {
                    to.saw(cite!("19:45-1.18"), Event::Redeemed { patron: bet.patron, paid: bet.stake });
                }
            }
        }
        self.end_round(to);
    }

    /// 6.3 and 6.9 (not held): the round in which the cutting card came out was the last of the shoe.
    fn end_round(&mut self, to: &mut impl Observer<Self>) {
        self.layout.clear();
        self.cards.clear();
        self.phase = Phase::Open;
        if self.options.supply() == Supply::Continuous {
            self.load_device(Call::Returns, to);
        } else if self.shoe.is_cutting_card_out() {
            to.saw(cite!("6.3"), Event::Called { call: Call::ShoeEnds });
            self.shoe = Shoe::load(0, 0);
            self.phase = Phase::Preparing(Preparation::again(None));
        }
    }
}
