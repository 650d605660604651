//! Minibaccarat: 7.1 to 7.12.
//!
//! Decks are inspected, washed, shuffled, cut and loaded (`Preparing`), or go into a continuous device (`Loading`).
//! Then `Open` → "No More Bets" → `Dealing`: four cards by one of three styles, third cards by the tables → the dealer
//! announces → losers collected, winners paid and charged → `Open`. The cutting card leaves the hand in progress and
//! one more; then the shoe is prepared again, once no vigorish is owed. A table without play may lie `Idle`.

mod betting;
mod dealing;
mod deeds;
pub mod drawing;
mod fields;
mod forms;
mod irregularities;
mod options;
mod payouts;
mod settling;
mod shoe;
mod turning;
mod wagers;

pub use crate::kit::cards::Shown;
pub use deeds::{Call, Deed, Face};
pub use forms::{Form, Forms, Signature, Use};
pub use irregularities::Irregularity;
pub use options::{Bargain, Bonus, Disclosed, Options, Paytable, Percent, Shuffle, Style, Supply};
pub use payouts::{Owed, PAYTABLES, TOTAL_CARDS, decide, is_dragon_7, odds, pay, vigorish};
pub use wagers::{Side, Total, Wager};

use crate::{
    game::{Act, ActOf, Awaits, Bet, BetOf, Event, Game, Input, InputOf, Observer, Offer, Standing, Tender},
    hands::baccarat::Coup,
    kit::cards::{Card, Loaded, Shoe},
    limits::{Layout, Terms},
    money::Money,
    party::{Actor, Patron},
    preparation::Preparation,
    refusal::{Refusal, Why},
    seats::{MOST_SEATS, Seats},
    spoken::Spoken,
};
use dealing::Deal;
use law::{Citation, cite};
use shoe::How;

/// A minibaccarat table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Minibaccarat {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<Minibaccarat>"))]
    options: Options,
    phase: Phase,
    layout: Layout<Wager>,
    seats: Seats,
    /// A wager in cash that dealer and supervisor have not both confirmed.
    spoken: Option<Spoken<Wager>>,
    /// The cards in play; empty while a shoe is prepared.
    shoe: Shoe,
    last: Last,
    /// A card drawn in error lies face down: it is the next hand's first.
    is_held: bool,
    /// A card drawn in error and seen: it will begin a simulated round.
    pending: Option<Card>,
    discards: Option<Discards>,
    /// The markers: vigorish owed by each position.
    owed: [Money; MOST_SEATS as usize + 1],
    forms: Forms,
    /// Which of two batches is in play; none without a shuffler.
    batch: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Preparing(Preparation, How),
    /// Stacked, to go into the continuous device.
    Loading,
    Idle(Face),
    Open,
    Dealing(Deal),
}

/// 7.8(e): how near the shoe is to its end (P6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Last {
    /// The cutting card has not appeared.
    No,
    /// It appeared in this hand, or in the next to be dealt.
    Appeared,
    /// "last hand" was announced.
    Announced,
}

/// Cards that must go to the discard rack before anything else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Discards {
    left: u8,
    face: Face,
    #[cfg_attr(feature = "serde", serde(with = "crate::kept::citation"))]
    cite: Citation,
}

impl Game for Minibaccarat {
    const NAME: &'static str = "minibaccarat";
    const TITLE: &'static str = "Minibaccarat";
    const PERMISSIBLE: Citation = cite!("7.2(b)");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Shown;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        Minibaccarat {
            options,
            phase: Phase::Preparing(Preparation::new(), How::Opening),
            layout: Layout::default(),
            seats: Seats::new(options.seats()),
            spoken: None,
            shoe: Shoe::load(0, 0),
            last: Last::No,
            is_held: false,
            pending: None,
            discards: None,
            owed: [Money::ZERO; MOST_SEATS as usize + 1],
            forms: Forms::new(options.first_form()),
            batch: 0,
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        Minibaccarat { options, ..self }
    }

    fn standing(&self, each: &mut impl FnMut(Standing)) {
        self.seats.standing(each);
    }

    fn shoes(&self, each: &mut impl FnMut(Loaded)) {
        if !matches!(self.options.supply(), Supply::Continuous { .. }) {
            self.shoe.loaded(self.options.decks()).into_iter().for_each(each);
        }
    }

    fn awaits(&self) -> Awaits {
        match &self.phase {
            _ if self.discards.is_some() => Awaits::Equipment,
            Phase::Preparing(preparation, _) => preparation.awaits(&self.seats),
            Phase::Loading => Awaits::Decision(Actor::Dealer),
            Phase::Idle(_) if self.is_anyone_here() => Awaits::Decision(Actor::Dealer),
            Phase::Idle(_) => Awaits::Wagers,
            Phase::Open => match self.spoken {
                Some(spoken) => Awaits::Decision(spoken.waits_for()),
                None => Awaits::Wagers,
            },
            Phase::Dealing(deal) => deal.awaits(&self.seats),
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
            Input::Act { by, act: Act::Do(deed) } => {
                self.may(by, deed)?;
                self.perform(by, deed, to);
                Ok(())
            }
            Input::Act { .. } => Err(Refusal::new(cite!("7.2(c)"), Why::NotYours)),
            Input::Chance(shown) => {
                self.may_show(shown)?;
                self.show(shown, to);
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
        if let Actor::Patron(patron) = by {
            self.wagers_for(patron, each);
        }
        if let Phase::Preparing(preparation, _) = &self.phase
            && self.discards.is_none()
        {
            preparation.steps(&self.options.plan(), &self.seats, by, &mut |step| {
                if self.step_is_taken_so(step).is_ok() {
                    each(Offer::plain(Act::Do(Deed::Prepare(step))));
                }
            });
        }
        Deed::own(&mut |deed| {
            if self.may(by, deed).is_ok() {
                each(Offer::plain(Act::Do(deed)));
            }
        });
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        let own = || Deed::usual(&mut |deed| self.may(by, deed).is_ok());
        match &self.phase {
            _ if self.discards.is_some() => None,
            Phase::Preparing(preparation, _) => {
                let fits = |step| self.step_is_taken_so(step).is_ok();
                let step = preparation.usual(&self.options.plan(), &self.seats, by, fits);
                step.map(Deed::Prepare).or_else(own)
            }
            _ => own(),
        }
    }

    fn outcomes(&self, each: &mut impl FnMut(Shown, u32)) {
        match &self.phase {
            Phase::Preparing(preparation, _) => {
                preparation.outcomes(&mut |card, weight| each(Shown::Card(card), weight));
            }
            _ => match self.expected() {
                Ok(Expected::CuttingCard) => each(Shown::CuttingCard, 1),
                Ok(Expected::Card) => {
                    self.shoe.outcomes(&mut |card, weight| each(Shown::Card(card), weight));
                }
                Err(_) => {}
            },
        }
    }

    fn cut(deed: Deed) -> Option<u16> {
        if let Deed::Prepare(step) = deed { step.cut() } else { None }
    }

    fn cutting_card(deed: Deed) -> Option<u16> {
        if let Deed::Prepare(step) = deed { step.cutting_card() } else { None }
    }

    fn irregularities(&self, each: &mut impl FnMut(Irregularity)) {
        use crate::vocabulary::Vocabulary;
        Irregularity::each(&mut |what| {
            if self.may_go_wrong(what).is_ok() {
                each(what);
            }
        });
    }
}

/// What comes next from the shoe or from under a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Card,
    CuttingCard,
}

impl Minibaccarat {
    /// The hands of the round on the table, as far as they were seen. None while no card was, and none in a simulated
    /// round, which has no result.
    pub fn coup(&self) -> Option<Coup> {
        match &self.phase {
            Phase::Dealing(deal) if !deal.is_simulated() => {
                Some(*deal.coup()).filter(|coup| coup.cards() > 0)
            }
            _ => None,
        }
    }

    /// 7.3(c)3.ii: the account of the table's Complimentary Vigorish Forms.
    pub const fn forms(&self) -> &Forms {
        &self.forms
    }

    /// Whether this person may do this now; the same for the menu and for the deed.
    fn may(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        if let Some(discards) = self.discards {
            return Err(Refusal::new(discards.cite, Why::NotNow));
        }
        match deed {
            Deed::Prepare(step) => {
                self.step_is_taken_so(step)?;
                self.may_step(by, step)
            }
            Deed::PreShuffled | Deed::LoadDevice | Deed::Stack | Deed::Feed => self.may_prepare(by, deed),
            Deed::Idle(_) | Deed::TurnUp | Deed::AskSpread => self.may_idle(by, deed),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by).map(|_| ()),
            Deed::Confirm => self.may_answer(by),
            Deed::Decline if matches!(by, Actor::Patron(_)) => self.may_take_over(by),
            Deed::Decline => self.may_answer(by),
            Deed::Straighten => self.may_straighten(by),
            Deed::NoMoreBets => match by {
                Actor::Dealer if matches!(self.phase, Phase::Dealing(_)) => {
                    Err(Refusal::new(cite!("7.7(b)"), Why::NotNow))
                }
                Actor::Dealer => self.wagers_are_open(),
                _ => Err(Refusal::new(cite!("7.7(b)"), Why::NotYours)),
            },
            Deed::Deal | Deed::Announce => self.may_deal(by, deed),
            Deed::Turn(side) => self.may_turn(by, side),
            Deed::AskBankerFirst => self.may_ask_banker_first(by),
            Deed::Relinquish | Deed::TakeCards => self.may_relinquish(by, deed),
            Deed::Accept => self.may_take_over(by),
            Deed::Collect(seat) => self.may_clear(by, seat, cite!("7.3(c)2")),
            Deed::Document(seat, _) => self.may_clear(by, seat, cite!("7.3(c)3.i")),
            Deed::VoidForm => self.may_void_form(by),
        }
    }

    /// Does what was allowed.
    fn perform(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.step(by, step, to),
            Deed::PreShuffled => self.take_pre_shuffled(to),
            Deed::Stack => self.step(by, crate::preparation::Step::Wash, to),
            Deed::Feed => self.step(by, crate::preparation::Step::Shuffle, to),
            Deed::LoadDevice => self.load_device(cite!("7.12"), Call::LoadsDevice, to),
            Deed::Idle(face) => self.idle(face, to),
            Deed::TurnUp => self.turn_up(to),
            Deed::AskSpread => self.ask_spread(by, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.leave(by, to),
            Deed::Confirm => self.confirm(by, to),
            Deed::Decline if matches!(by, Actor::Patron(_)) => self.pass_on(to),
            Deed::Decline => self.decline(to),
            Deed::Straighten => {
                if let Actor::Patron(patron) = by {
                    to.saw(cite!("7.2(d)"), Event::Called { call: Call::Straightens(patron) });
                }
            }
            Deed::NoMoreBets => self.no_more_bets(to),
            Deed::Deal => self.deal_down(to),
            Deed::Turn(side) => self.turn(by, side, to),
            Deed::AskBankerFirst => self.banker_first(to),
            Deed::Relinquish | Deed::TakeCards => self.pass_on(to),
            Deed::Accept => self.accept(to),
            Deed::Announce => self.announce(to),
            Deed::Collect(seat) => self.collect(seat, to),
            Deed::Document(seat, signature) => self.document(seat, signature, to),
            Deed::VoidForm => self.void_form(to),
        }
    }

    fn is_anyone_here(&self) -> bool {
        self.seats.from_highest().next().is_some()
    }

    /// Everything this patron may put down or take back.
    fn wagers_for(&self, patron: Patron, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        for seat in self.seats.all() {
            for tender in Tender::ALL {
                for wager in Wager::ALL {
                    if let Ok(Terms { least, most, step, .. }) = self.terms(patron, seat, wager, tender) {
                        each(Offer { act: Act::Place { seat, wager, stake: least, tender }, most, step });
                    }
                }
            }
        }
        let mut own = self.bets().iter().filter(|bet| bet.patron == patron);
        while let Some(bet) = own.next() {
            let again = own.clone().any(|b| (b.seat, b.wager) == (bet.seat, bet.wager));
            if !again && self.may_take_back(patron, bet.seat, bet.wager).is_ok() {
                each(Offer::plain(Act::TakeBack { seat: bet.seat, wager: bet.wager }));
            }
        }
    }
}

/// Everyone sees it.
const fn shown(chance: Shown) -> crate::game::EventOf<Minibaccarat> {
    Event::Shown { chance, to: crate::game::Eyes::All }
}
