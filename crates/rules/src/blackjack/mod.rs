//! Blackjack: 2.1 to 2.20.
//!
//! Decks are inspected, washed, shuffled, cut and loaded (`Preparing`), or go into a continuous device (`Loading`). Then
//! `Open` for wagers → the dealer deals (`Playing`): two cards to each box, one or two to himself → additional wagers
//! are settled, blackjacks announced → insurance, the card reader → each box decides → the dealer's second card, and
//! what he must draw → wagers are collected and paid, in multiple action hand by hand → cards are picked up.
//!
//! The hole card is a place without a value until it is turned; the card reader's answer is all that is known of it.

mod betting;
mod calls;
mod dealer;
mod dealing;
mod duties;
mod entry;
mod fields;
mod gate;
mod hole;
mod irregularities;
mod options;
mod payouts;
mod people;
mod round;
mod settling;
mod several;
mod shoe;
mod turns;
mod wagers;
mod words;

pub use calls::{Call, Sides};
pub use irregularities::Irregularity;
pub use options::{
    Additional, Admission, Designated, MidShoe, MultipleAction, Options, Reader, SameSuit, SecondCard, Side,
    Supply, Ways,
};
pub use payouts::{
    INSURANCE, SAME_SUIT, Score, Special, additional, additional_odds, decide, depends_on_draw, insurance,
    is_paid_at_once, odds, same_suit, spared, special,
};
pub use turns::Turn;
pub use wagers::{MOST_HANDS, Spot, Wager};
pub use words::{Deed, Shown};

use crate::{
    game::{
        Act, ActOf, Awaits, Bet, BetOf, Event, Eyes, Game, Input, InputOf, Observer, Offer, Standing, Tender,
    },
    kit::cards::Loaded,
    limits::Layout,
    party::{Actor, Patron},
    preparation::Step,
    refusal::{Refusal, Why},
    seats::Seats,
    spoken::Spoken,
    vocabulary::Vocabulary,
};
use entry::Entrants;
use law::{Citation, cite};
use round::{Round, Stage};
use shoe::{Burn, Preparation, Stack};

/// A blackjack table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Blackjack {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<Blackjack>"))]
    options: Options,
    phase: Phase,
    layout: Layout<Wager>,
    seats: Seats,
    /// The first player to the table.
    first: Option<Patron>,
    /// A wager in cash that dealer and supervisor have not both confirmed.
    spoken: Option<Spoken<Wager>>,
    /// 2.13(a): boxes whose first bettor has consented to others.
    shared: u16,
    /// The cards, by the sides of the shoe.
    stacks: [Stack; 2],
    burn: Option<Burn>,
    /// The last cut, until a card is dealt.
    fresh: Option<Preparation>,
    round: Option<Round>,
    /// 2.15(k): the card reader is out of use.
    is_reader_out: bool,
    entrants: Entrants,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Preparing(Preparation),
    /// Stacked, to go into the continuous device.
    Loading,
    Open,
    Playing,
}

impl Game for Blackjack {
    const NAME: &'static str = "blackjack";
    const TITLE: &'static str = "Blackjack";
    const PERMISSIBLE: Citation = cite!("2.3(a)");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Shown;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        let is_double = matches!(options.supply(), Supply::Double { .. });
        Blackjack {
            options,
            phase: Phase::Preparing(Preparation::opening(is_double)),
            layout: Layout::default(),
            seats: Seats::new(options.boxes()),
            first: None,
            spoken: None,
            shared: 0,
            stacks: Side::ALL.map(|side| Stack::new(options.decks_in(side))),
            burn: None,
            fresh: None,
            round: None,
            is_reader_out: false,
            entrants: Entrants::default(),
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        Blackjack { options, ..self }
    }

    fn standing(&self, each: &mut impl FnMut(Standing)) {
        self.seats.standing(each);
    }

    fn is_under_way(&self) -> bool {
        self.phase == Phase::Playing
    }

    fn shoes(&self, each: &mut impl FnMut(Loaded)) {
        if !matches!(self.options.supply(), Supply::Continuous { .. }) {
            let sides = Side::ALL.into_iter().zip(&self.stacks);
            sides.filter_map(|(side, stack)| stack.shoe.loaded(self.options.decks_in(side))).for_each(each);
        }
    }

    fn awaits(&self) -> Awaits {
        if let Some(spoken) = self.spoken {
            return Awaits::Decision(spoken.waits_for());
        }
        match (&self.phase, &self.round) {
            (Phase::Preparing(preparation), _) => self.preparation_awaits(*preparation),
            (Phase::Loading, _) => Awaits::Decision(Actor::Dealer),
            (Phase::Open, _) if self.burn == Some(Burn::Asked) => Awaits::Equipment,
            (Phase::Open, _) if self.burn == Some(Burn::Due) || self.is_bart_carter_due() => {
                Awaits::Decision(Actor::Dealer)
            }
            (Phase::Playing, Some(round)) => self.round_awaits(round),
            _ => Awaits::Wagers,
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
                self.place(Bet { patron, seat, wager, stake, tender }, to)?;
            }
            Input::Act { by: Actor::Patron(patron), act: Act::TakeBack { seat, wager } } => {
                self.take_back(patron, seat, wager, to)?;
            }
            Input::Act { by, act: Act::Do(deed) } => {
                self.may(by, deed)?;
                self.perform(by, deed, to);
            }
            Input::Act { .. } => return Err(Refusal::new(cite!("2.3(d)"), Why::NotYours)),
            Input::Chance(shown) => {
                self.may_show(shown)?;
                self.show(shown, to);
            }
            Input::Irregularity(what) => {
                self.may_go_wrong(what)?;
                self.go_wrong(what, to);
            }
        }
        self.flow(to);
        Ok(())
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        self.steps(by, &mut |step| {
            if self.may(by, Deed::Prepare(step)).is_ok() {
                each(Offer::plain(Act::Do(Deed::Prepare(step))));
            }
        });
        Deed::own(&mut |deed| {
            if self.may(by, deed).is_ok() {
                each(Offer::plain(Act::Do(deed)));
            }
        });
        if let Actor::Patron(patron) = by {
            self.wagers_for(patron, each);
        }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        let mut step = None;
        self.steps(by, &mut |next| {
            let is_meant = !matches!(by, Actor::Patron(_)) || next == Step::DeclineCut;
            if step.is_none() && is_meant && self.may(by, Deed::Prepare(next)).is_ok() {
                step = Some(Deed::Prepare(next));
            }
        });
        let shuffles = self.is_bart_carter_due() && self.may(by, Deed::ShuffleRack).is_ok();
        step.or_else(|| shuffles.then_some(Deed::ShuffleRack))
            .or_else(|| Deed::usual(&mut |deed| self.may(by, deed).is_ok()))
    }

    fn outcomes(&self, each: &mut impl FnMut(Shown, u32)) {
        Shown::each(&mut |shown| match self.weight(shown) {
            Ok(weight) if weight > 0 => each(shown, weight),
            _ => {}
        });
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

impl Blackjack {
    /// Whether this person may do this now; the same for the menu and for the deed.
    fn may(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let is_answer = matches!(deed, Deed::Confirm | Deed::Decline);
        if self.spoken.is_some() && !is_answer && !matches!(deed, Deed::SitAt(_)) {
            return Err(Refusal::new(cite!("2.3(d)"), Why::Unconfirmed));
        }
        if self.round.as_ref().is_some_and(|round| round.is_up_lost) && deed != Deed::RestoreUpCard {
            return Err(Refusal::new(cite!("2.15(m)"), Why::NotNow));
        }
        match deed {
            Deed::Prepare(step) => self.may_step(by, step),
            Deed::LoadDevice
            | Deed::OrderReshuffle
            | Deed::ShuffleRack
            | Deed::Burn
            | Deed::AskBurned
            | Deed::TakeOver => self.may_tend(by, deed),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by).map(|_| ()),
            Deed::Share(seat) => self.may_share(by, seat),
            Deed::Reserve(seat) => self.may_reserve(by, seat).map(|_| ()),
            Deed::Confirm | Deed::Decline => self.may_answer(by),
            Deed::ReturnIncomplete => self.may_return_incomplete(by),
            Deed::Deal | Deed::DrawFrom(_) => self.may_deal(by, deed),
            Deed::GoOn
            | Deed::Check
            | Deed::CallDealersCard
            | Deed::TurnHole
            | Deed::Settle
            | Deed::RestoreUpCard => self.may_lead(by, deed),
            Deed::Stand
            | Deed::Draw
            | Deed::Surrender
            | Deed::Refuse
            | Deed::DoNotDouble
            | Deed::TakeHand(_)
            | Deed::TakeCard
            | Deed::CallDead => self.may_decide(by, deed),
        }
    }

    /// Does what was allowed.
    fn perform(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.step(step, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.leave(by, to),
            Deed::Share(seat) => self.share(by, seat, to),
            Deed::Reserve(seat) => self.reserve(seat, to),
            Deed::Confirm => self.confirm(by, to),
            Deed::Decline => self.decline(to),
            Deed::ReturnIncomplete => self.return_incomplete(to),
            Deed::Deal => self.deal(Side::Left, to),
            Deed::DrawFrom(side) => self.deal(side, to),
            Deed::GoOn
            | Deed::Check
            | Deed::CallDealersCard
            | Deed::TurnHole
            | Deed::Settle
            | Deed::RestoreUpCard => self.lead(deed, to),
            Deed::Stand
            | Deed::Draw
            | Deed::Surrender
            | Deed::Refuse
            | Deed::DoNotDouble
            | Deed::TakeHand(_)
            | Deed::TakeCard
            | Deed::CallDead => self.decide_on(by, deed, to),
            _ => self.tend(deed, to),
        }
    }

    fn round_awaits(&self, round: &Round) -> Awaits {
        let patron = |patron| Awaits::Decision(Actor::Patron(patron));
        match round.stage {
            _ if round.is_up_lost => Awaits::Decision(Actor::Supervisor),
            Stage::Insurance => Awaits::Wagers,
            Stage::Check | Stage::Calling | Stage::Settling => Awaits::Decision(Actor::Dealer),
            Stage::OneCard(at) => patron(round.boxes[usize::from(at)].caller),
            Stage::Turn(at) | Stage::Late(at) => patron(round.place(at).caller),
            Stage::Doubling(..) | Stage::Splitting(..) => {
                self.responder().map_or(Awaits::Decision(Actor::Dealer), patron)
            }
            _ => Awaits::Equipment,
        }
    }

    /// Everything this patron may put down or take back.
    fn wagers_for(&self, patron: Patron, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        for seat in self.seats.all() {
            for tender in Tender::ALL {
                Wager::each(&mut |wager| {
                    if let Ok(range) = self.range(patron, seat, wager, tender) {
                        let act = Act::Place { seat, wager, stake: range.least, tender };
                        each(Offer { act, most: range.most, step: range.step });
                    }
                });
            }
            Wager::each(&mut |wager| {
                if self.may_take_back(patron, seat, wager).is_ok() {
                    each(Offer::plain(Act::TakeBack { seat, wager }));
                }
            });
        }
    }
}

/// Tells what the dealer says or does.
fn saw(to: &mut impl Observer<Blackjack>, cite: Citation, call: Call) {
    to.saw(cite, Event::Called { call });
}

/// Tells what everyone sees.
fn seen(to: &mut impl Observer<Blackjack>, cite: Citation, chance: Shown) {
    to.saw(cite, Event::Shown { chance, to: Eyes::All });
}

#[cfg(test)]
mod tests;
