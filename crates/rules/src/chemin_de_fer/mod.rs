//! Baccarat-chemin de fer: subchapter 4. The participants wager among themselves; one of them holds the bank.
//!
//! `Preparing` the shoe → `Bidding` for the bank → `Betting`: the Banker's wager, then all of it ("Suivi", "Banco") or
//! parts → "No More Bets" → `Closed` → "Cards" → `ToDeal` → the Dominant Player looks and calls → after "Card" the
//! Banker looks and calls → third cards → `Complete` → settled → `Betting` again, or the bank is `Offered` around.
//!
//! A card that lies face down is a place without a value. When one person looks at his two cards, the equipment shows
//! them to him alone; nothing that others hear or may do depends on them until they are turned up.

mod bank;
mod dealing;
pub mod drawing;
mod irregularities;
mod options;
pub mod payouts;
mod simulated;
mod wagers;
mod words;

pub use bank::{Bids, First, Held, is_sooner, next_wager};
pub use drawing::Announcement;
pub use irregularities::Irregularity;
pub use options::{Disclosed, Options, Shuffle, TieCall};
pub use wagers::Wager;
pub use words::{Call, Deed};

use crate::{
    game::{
        Act, ActOf, Awaits, Bet, BetOf, Event, Eyes, Game, Input, InputOf, Observer, Offer, Standing, Tender,
    },
    hands::baccarat::burn_amount,
    kit::cards::{Card, Loaded, Shoe},
    limits::Layout,
    party::{Actor, Patron, Seat},
    preparation::{Burned, Preparation, Step},
    refusal::{Refusal, Why},
    seats::{MOST_SEATS, Seats},
    vocabulary::Vocabulary,
};
use arrayvec::ArrayVec;
use bank::{Movers, Passed};
use dealing::Round;
use irregularities::Interruption;
use law::{Citation, cite};
use simulated::{Simulated, SimulatedStage};

/// A table of baccarat-chemin de fer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CheminDeFer {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<CheminDeFer>"))]
    options: Options,
    seats: Seats,
    /// Who moved to be sooner, and misses a turn; and where those sat who left.
    movers: Movers,
    phase: Phase,
    /// The loaded shoe; none while one is being prepared.
    shoe: Option<Shoe>,
    bids: Bids,
    bank: Option<Held>,
    layout: Layout<Wager>,
    round: Option<Round>,
    /// Something went wrong and cards must be shown before the round goes on.
    interruption: Option<Interruption>,
    /// An undisclosed card drawn in error will be the first of the next hand.
    carried: bool,
    /// Disclosed cards that will begin simulated rounds.
    disclosed: ArrayVec<Card, 4>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Preparing(Preparation),
    Bidding { passed: Option<Passed> },
    Offered { to: Seat, end: Seat, passed: Option<Passed> },
    Betting(Stage),
    Closed,
    ToDeal,
    PlayerLooks,
    PlayerSees,
    PlayerCalls,
    BankerLooks,
    BankerSees,
    BankerCalls,
    PlayerThird,
    BankerTurns,
    BankerShows,
    BankerChooses,
    BankerThird,
    Complete,
    Annulled,
    Simulated(Simulated),
}

/// What may be wagered against the Banker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    /// All of it.
    Whole,
    /// Parts; this seat is next, or the first taken one after it.
    Parts(Seat),
}

impl Game for CheminDeFer {
    const NAME: &'static str = "chemin-de-fer";
    const TITLE: &'static str = "Baccarat-Chemin de Fer";
    const PERMISSIBLE: Citation = cite!("4.7(a)");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Card;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        CheminDeFer {
            options,
            seats: Seats::new(options.seats()),
            movers: Movers::default(),
            phase: Phase::Preparing(Preparation::new()),
            shoe: None,
            bids: Bids::default(),
            bank: None,
            layout: Layout::default(),
            round: None,
            interruption: None,
            carried: false,
            disclosed: ArrayVec::new(),
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        CheminDeFer { options, ..self }
    }

    fn standing(&self, each: &mut impl FnMut(Standing)) {
        self.seats.standing(each);
    }

    fn shoes(&self, each: &mut impl FnMut(Loaded)) {
        self.shoe.and_then(|shoe| shoe.loaded(self.options.plan().decks)).into_iter().for_each(each);
    }

    fn awaits(&self) -> Awaits {
        let banker = || self.bank.map(|bank| bank.patron);
        let dominant = || self.round.as_ref().map(|round| round.dominant);
        let who = match self.phase {
            _ if self.interruption.is_some() => return Awaits::Equipment,
            Phase::Preparing(preparation) => return preparation.awaits(&self.seats),
            // 4.6(a): nothing can be wagered against a Banker who has not wagered.
            Phase::Betting(_) if self.banked().is_none() => banker(),
            Phase::Bidding { .. } | Phase::Betting(_) => return Awaits::Wagers,
            Phase::Offered { to, .. } => self.seats.at(to),
            Phase::Closed | Phase::Annulled => None,
            Phase::PlayerLooks | Phase::PlayerCalls => dominant(),
            Phase::ToDeal | Phase::BankerLooks | Phase::BankerCalls => banker(),
            Phase::BankerTurns | Phase::BankerChooses => banker(),
            Phase::PlayerSees | Phase::BankerSees | Phase::BankerShows => return Awaits::Equipment,
            Phase::PlayerThird | Phase::BankerThird | Phase::Complete => return Awaits::Equipment,
            Phase::Simulated(simulated) => match simulated.stage() {
                SimulatedStage::PlayerChoice | SimulatedStage::BankerChoice => None,
                _ => return Awaits::Equipment,
            },
        };
        Awaits::Decision(who.map_or(Actor::Dealer, Actor::Patron))
    }

    fn bets(&self) -> &[BetOf<Self>] {
        self.layout.bets()
    }

    fn apply(&mut self, input: InputOf<Self>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match input {
            Input::Act { by: Actor::Patron(patron), act: Act::Place { seat, wager, stake, tender } } => {
                self.place(Bet { patron, seat, wager, stake, tender }, to)
            }
            Input::Act { by: Actor::Patron(patron), act: Act::TakeBack { seat, wager } } => {
                self.take_back(patron, seat, wager, to)
            }
            Input::Act { act: Act::Place { wager, .. } | Act::TakeBack { wager, .. }, .. } => {
                Err(Refusal::new(wager.cite(), Why::NotYours))
            }
            Input::Act { by, act: Act::Do(deed) } => self.act(by, deed, to),
            Input::Chance(card) => self.show(card, to),
            Input::Irregularity(what) => self.irregular(what, to),
        }
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        if let Phase::Preparing(preparation) = self.phase {
            let plan = self.options.plan();
            preparation.steps(&plan, &self.seats, by, &mut |step| {
                each(Offer::plain(Act::Do(Deed::Prepare(step))));
            });
        }
        if let Actor::Patron(patron) = by
            && let Some(seat) = self.seats.of(patron)
        {
            for tender in [Tender::Chips, Tender::Cash] {
                Wager::each(&mut |wager| {
                    if let Ok(range) = self.range(patron, seat, wager, tender) {
                        let act = Act::Place { seat, wager, stake: range.least.0, tender };
                        each(Offer { act, most: range.most.0, step: range.step });
                    }
                });
            }
            Wager::each(&mut |wager| {
                if self.may_take_back(patron, seat, wager).is_ok() {
                    each(Offer::plain(Act::TakeBack { seat, wager }));
                }
            });
        }
        for deed in Deed::LISTED {
            if self.may(by, deed).is_ok() {
                each(Offer::plain(Act::Do(deed)));
            }
        }
        for seat in (1..=MOST_SEATS).map(Seat).filter(|&seat| self.may_sit(by, seat).is_ok()) {
            each(Offer::plain(Act::Do(Deed::SitAt(seat))));
        }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        if let Phase::Preparing(preparation) = &self.phase {
            return preparation.usual(&self.options.plan(), &self.seats, by, |_| true).map(Deed::Prepare);
        }
        Deed::USUAL.into_iter().find(|&deed| self.may(by, deed).is_ok())
    }

    fn awaits_wagers(&self) -> bool {
        self.interruption.is_none() && matches!(self.phase, Phase::Bidding { .. } | Phase::Betting(_))
    }

    fn outcomes(&self, each: &mut impl FnMut(Card, u32)) {
        match (self.phase, &self.shoe) {
            (Phase::Preparing(preparation), _) => preparation.outcomes(each),
            (_, Some(shoe)) if self.awaits() == Awaits::Equipment => shoe.outcomes(each),
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
            if self.can_happen(what) {
                each(what);
            }
        });
    }
}

impl CheminDeFer {
    /// Who may do this now; nobody if it is not the time.
    fn due(&self, deed: Deed) -> [Option<Actor>; 2] {
        let dealer = [Some(Actor::Dealer), None];
        let staff = [Some(Actor::Dealer), Some(Actor::Floorperson)];
        let patron = |patron: Option<Patron>| [patron.map(Actor::Patron), None];
        let banker = || patron(self.bank.map(|bank| bank.patron));
        let dominant = || patron(self.round.as_ref().map(|round| round.dominant));
        let simulated = |stage| matches!(self.phase, Phase::Simulated(s) if s.stage() == stage);
        if self.interruption.is_some() {
            return [None; 2];
        }
        match (deed, self.phase) {
            (Deed::PreShuffled, Phase::Preparing(now)) if now == Preparation::new() => dealer,
            (Deed::CloseBidding, Phase::Bidding { passed }) => {
                let first_round = passed.is_some_and(|passed| passed.is_first_round);
                if first_round || self.bids.best().is_some() { dealer } else { [None; 2] }
            }
            (Deed::AcceptBank | Deed::DeclineBank, Phase::Offered { to, .. }) => patron(self.seats.at(to)),
            (Deed::PassBank, Phase::Betting(_)) if self.banked().is_none() => {
                if self.bank.is_some_and(|bank| bank.last.is_some()) { banker() } else { [None; 2] }
            }
            (Deed::OrderPass, Phase::Betting(_) | Phase::Closed | Phase::ToDeal) => staff,
            (Deed::KeepBank, Phase::Annulled) => staff,
            (Deed::TransferBank, Phase::Annulled) if Self::has_others(&self.seats) => staff,
            (Deed::OpenParts, Phase::Betting(Stage::Whole)) if self.banked().is_some() => {
                if self.whole().is_none() { dealer } else { [None; 2] }
            }
            (Deed::DeclineToWager, Phase::Betting(_)) => patron(self.turn().and_then(|t| self.seats.at(t))),
            (Deed::NoMoreBets, Phase::Betting(Stage::Parts(_))) => dealer,
            (Deed::NoMoreBets, Phase::Betting(Stage::Whole)) if self.whole().is_some() => dealer,
            (Deed::Cards, Phase::Closed) => dealer,
            (Deed::Deal, Phase::ToDeal) => banker(),
            (Deed::Look, Phase::PlayerLooks) => dominant(),
            (Deed::Look, Phase::BankerLooks) => banker(),
            (Deed::TurnUp, Phase::BankerTurns) => banker(),
            (Deed::Say(Announcement::UnderEight), Phase::PlayerCalls) => [None; 2],
            (Deed::Say(_), Phase::PlayerCalls) => dominant(),
            (Deed::Say(Announcement::Natural | Announcement::UnderEight), Phase::BankerCalls) => banker(),
            (Deed::Say(Announcement::Card | Announcement::Stay), _)
                if simulated(SimulatedStage::PlayerChoice) =>
            {
                dealer
            }
            (Deed::Draw | Deed::StayPut, Phase::BankerChooses) => banker(),
            (Deed::Draw | Deed::StayPut, _) if simulated(SimulatedStage::BankerChoice) => dealer,
            _ => [None; 2],
        }
    }

    /// Whether this person may do this now. 4.8(b) and (c): each hand has one person who decides for it.
    fn may(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        if deed == Deed::Leave {
            return self.may_leave(by).map(drop);
        }
        let due = self.due(deed);
        if due == [None; 2] {
            return Err(Refusal::new(deed.cite(), Why::NotNow));
        }
        if !due.contains(&Some(by)) {
            let cite = match self.phase {
                Phase::PlayerLooks | Phase::PlayerCalls => cite!("4.8(c)"),
                Phase::ToDeal if deed == Deed::Deal => cite!("4.8(b)"),
                Phase::Offered { passed: Some(_), .. } => cite!("4.11(c)"),
                Phase::BankerLooks | Phase::BankerCalls | Phase::BankerTurns | Phase::BankerChooses => {
                    cite!("4.8(b)")
                }
                _ => deed.cite(),
            };
            return Err(Refusal::new(cite, Why::NotYours));
        }
        match (deed, self.phase, &self.round) {
            (Deed::Say(says), Phase::PlayerCalls, Some(round)) => {
                drawing::player_may(round.player.base(), says)
            }
            (Deed::Say(says), Phase::BankerCalls, Some(round)) => {
                drawing::banker_may(round.banker.base(), says)
            }
            _ => Ok(()),
        }
    }

    fn act(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match deed {
            Deed::Prepare(step) => return self.prepare(by, step, to),
            Deed::SitAt(seat) => {
                let patron = self.may_sit(by, seat)?;
                self.sit(patron, seat, to);
                return Ok(());
            }
            Deed::Leave => {
                let (patron, seat) = self.may_leave(by)?;
                self.leave(patron, seat, to);
                return Ok(());
            }
            _ => self.may(by, deed)?,
        }
        match deed {
            Deed::Prepare(_) | Deed::SitAt(_) | Deed::Leave => {}
            Deed::PreShuffled => {
                self.phase = Phase::Preparing(Preparation::pre_shuffled(&self.seats, None));
                to.saw(cite!("4.3(a)"), Event::Called { call: Call::PreShuffled });
            }
            Deed::CloseBidding => self.close_bidding(to),
            Deed::AcceptBank => self.accept_bank(to),
            Deed::DeclineBank => self.decline_bank(to),
            Deed::PassBank => self.pass_bank(to),
            Deed::OrderPass => self.order_pass(to),
            Deed::KeepBank => self.after_annulment(false, by, to),
            Deed::TransferBank => self.after_annulment(true, by, to),
            Deed::OpenParts => self.open_parts(to),
            Deed::DeclineToWager => self.decline_to_wager(to),
            Deed::NoMoreBets => self.no_more_bets(to),
            Deed::Cards => {
                self.phase = Phase::ToDeal;
                to.saw(cite!("4.8(d)"), Event::Called { call: Call::Cards });
            }
            Deed::Deal => self.deal([2, 2], cite!("4.8(d)"), to),
            Deed::Look => self.look(to),
            Deed::TurnUp => self.turn_up(to),
            Deed::Say(says) => self.say(says, to),
            Deed::Draw => self.choose(true, to),
            Deed::StayPut => self.choose(false, to),
        }
        self.go_on(to);
        Ok(())
    }

    fn prepare(&mut self, by: Actor, step: Step, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let (plan, paragraphs) = (self.options.plan(), self.options.paragraphs());
        let Phase::Preparing(preparation) = &mut self.phase else {
            return Err(Refusal::new(step.cite(&paragraphs, &plan), Why::NotNow));
        };
        preparation.take(&plan, &self.seats, &paragraphs, by, step, &mut |cite, call| {
            to.saw(cite, Event::Called { call: Call::Prepares(call) });
        })
    }

    /// The equipment shows a card: the first ones burned, or one of a hand.
    fn show(&mut self, card: Card, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if let Phase::Preparing(preparation) = &mut self.phase {
            let burning = preparation.awaits(&self.seats) == Awaits::Equipment;
            let cite = if burning { cite!("4.1(a)") } else { cite!("4.4(e)") };
            let mut called = None;
            let burned = preparation
                .burn(card, burn_amount(card), &mut |call| called = Some(call))
                .ok_or(Refusal::new(cite, Why::CannotBeShown))?;
            to.saw(cite!("4.4(e)"), Event::Shown { chance: card, to: Eyes::All });
            if let Some(call) = called {
                to.saw(cite!("4.4(e)"), Event::Called { call: Call::Prepares(call) });
            }
            if let Burned::Ready(shoe) = burned {
                self.shoe = Some(shoe);
                self.invite_bids(None, to);
            }
            return Ok(());
        }
        if self.awaits() != Awaits::Equipment {
            return Err(Refusal::new(cite!("4.8(d)"), Why::CannotBeShown));
        }
        if !self.shoe.is_some_and(|shoe| shoe.can_show(card)) {
            return Err(Refusal::new(cite!("4.1(a)"), Why::CannotBeShown));
        }
        match self.interruption {
            Some(interruption) => self.interrupted(interruption, card, to),
            None => self.show_in_round(card, to),
        }
        self.go_on(to);
        Ok(())
    }

    /// 4.7(d): nobody covers the whole; parts go around from the Banker's right.
    fn open_parts(&mut self, to: &mut impl Observer<Self>) {
        if let Some(bank) = self.bank {
            self.phase = Phase::Betting(Stage::Parts(self.seats.right_of(bank.seat)));
            to.saw(cite!("4.7(d)"), Event::Called { call: Call::OffersParts });
        }
    }

    fn decline_to_wager(&mut self, to: &mut impl Observer<Self>) {
        let Some((seat, patron)) = self.turn().and_then(|seat| Some((seat, self.seats.at(seat)?))) else {
            return;
        };
        self.phase = Phase::Betting(Stage::Parts(self.seats.right_of(seat)));
        to.saw(cite!("4.7(d)"), Event::Called { call: Call::NoWager(patron) });
    }
}
