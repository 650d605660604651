//! Baccarat-punto banco: 3.1 to 3.11(a)1. The rest of 3.11 and 3.12 are not held.
//!
//! `Preparing` (3.4, 3.5) → `Open`, the shoe is offered (3.6) → "No More Bets" → `Closed` → "Cards" → `Called` → the
//! curator deals → `Dealing`: four cards, third cards (3.7 to 3.9) → `Complete` → the dealer announces, collects, pays
//! (3.10) → `Choosing`: the curator keeps or passes the shoe (3.11) → `Open`, or, after the last hand, `Spent` →
//! `Preparing`. Something that goes wrong halts everything until a supervisor has decided (P8).

mod curator;
mod dealing;
mod drawing;
mod irregularities;
mod layout;
mod options;
mod payouts;
mod wagers;
mod words;

pub use crate::kit::cards::Shown;
pub use curator::Curator;
pub use irregularities::{Irregularity, Ruling};
pub use options::{Collection, DealStyle, Options, Rate};
pub use payouts::{decide, odds, pay, vigorish};
pub use wagers::Wager;
pub use words::{Call, Deed};

use crate::{
    game::{Act, ActOf, Awaits, Bet, BetOf, Event, Eyes, Game, Input, InputOf, Observer, Offer, Standing},
    hands::baccarat::{Coup, Hand, burn_amount},
    kit::cards::{Card, Loaded, Shoe},
    limits::Layout,
    party::{Actor, Patron, Seat},
    preparation::{Burned, Paragraphs, Preparation, Step},
    refusal::{Refusal, Why},
    seats::Seats,
    spoken::Spoken,
};
use curator::Custody;
use dealing::{Deal, Ending};
use law::{Citation, cite};
use layout::Owed;

/// A punto banco table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PuntoBanco {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<PuntoBanco>"))]
    options: Options,
    seats: Seats,
    layout: Layout<Wager>,
    /// A wager in cash that is not confirmed yet.
    spoken: Option<Spoken<Wager>>,
    /// Vigorish that is marked, not collected.
    owed: Owed,
    custody: Custody,
    /// Who dealt last, while he stays: the cut of the next shoe is offered from him.
    last_curator: Option<Seat>,
    /// A player has asked to see the Banker's Hand first.
    banker_first: bool,
    /// The shoe in play; none while one is prepared.
    shoe: Option<Shoe>,
    ending: Ending,
    phase: Phase,
    /// What went wrong, until a supervisor has decided.
    halted: Option<Irregularity>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Preparing(Preparation),
    Open,
    Closed,
    Called,
    Dealing(Deal),
    Complete(Coup),
    Choosing { banker_lost: bool },
    Spent,
}

/// One of the two hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// The Player's Hand.
    Player,
    /// The Banker's Hand.
    Banker,
}

impl Side {
    /// The other one.
    pub const fn other(self) -> Side {
        match self {
            Side::Player => Side::Banker,
            Side::Banker => Side::Player,
        }
    }

    /// The wager on it.
    pub const fn wager(self) -> Wager {
        match self {
            Side::Player => Wager::Player,
            Side::Banker => Wager::Banker,
        }
    }

    fn of(self, coup: &Coup) -> &Hand {
        match self {
            Side::Player => &coup.player,
            Side::Banker => &coup.banker,
        }
    }

    fn of_mut(self, coup: &mut Coup) -> &mut Hand {
        match self {
            Side::Player => &mut coup.player,
            Side::Banker => &mut coup.banker,
        }
    }
}

/// Where subchapter 3 prescribes the steps from sealed decks to a loaded shoe.
const PARAGRAPHS: Paragraphs = Paragraphs {
    inspect: cite!("3.4(a)"),
    spread: cite!("3.4(b)"),
    wash: cite!("3.4(c)"),
    shuffle: cite!("3.5(a)"),
    offer: cite!("3.5(b)"),
    cut: cite!("3.5(c)"),
    load: cite!("3.5(d)"),
    recut: cite!("3.5(e)"),
};

impl Game for PuntoBanco {
    const NAME: &'static str = "punto-banco";
    const TITLE: &'static str = "Baccarat-Punto Banco";
    const PERMISSIBLE: Citation = cite!("3.2(b)");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Shown;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        PuntoBanco {
            options,
            seats: Seats::new(options.seats()),
            layout: Layout::default(),
            spoken: None,
            owed: Owed::default(),
            custody: Custody::FIRST,
            last_curator: None,
            banker_first: false,
            shoe: None,
            ending: Ending::No,
            phase: Phase::Preparing(Preparation::new()),
            halted: None,
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        PuntoBanco { options, ..self }
    }

    fn standing(&self, each: &mut impl FnMut(Standing)) {
        self.seats.standing(each);
    }

    fn shoes(&self, each: &mut impl FnMut(Loaded)) {
        self.shoe.and_then(|shoe| shoe.loaded(self.options.decks())).into_iter().for_each(each);
    }

    fn awaits(&self) -> Awaits {
        if self.halted.is_some() {
            return Awaits::Decision(Actor::Supervisor);
        }
        if let Some(spoken) = &self.spoken {
            return Awaits::Decision(spoken.waits_for());
        }
        if let Some(patron) = self.offered_to() {
            return Awaits::Decision(Actor::Patron(patron));
        }
        match &self.phase {
            Phase::Preparing(preparation) => preparation.awaits(&self.seats),
            Phase::Open => Awaits::Wagers,
            Phase::Dealing(deal) => match self.turner(deal) {
                Some(actor) => Awaits::Decision(actor),
                None => Awaits::Equipment,
            },
            Phase::Called | Phase::Choosing { .. } => {
                Awaits::Decision(self.curator().unwrap_or(Actor::Dealer))
            }
            Phase::Closed | Phase::Complete(_) | Phase::Spent => Awaits::Decision(Actor::Dealer),
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
            Input::Act { by, act: Act::Do(Deed::Rule(ruling)) } => self.rule(by, ruling, to),
            _ if self.halted.is_some() => Err(Refusal::new(cite!("3.12"), Why::NotNow)),
            Input::Act { by: Actor::Patron(patron), act: Act::Place { seat, wager, stake, tender } } => {
                self.place(Bet { patron, seat, wager, stake, tender }, to)
            }
            Input::Act { by: Actor::Patron(patron), act: Act::TakeBack { seat, wager } } => {
                self.take_back(patron, seat, wager, to)
            }
            Input::Act { act: Act::Place { .. } | Act::TakeBack { .. }, .. } => {
                Err(Refusal::new(cite!("3.2(c)"), Why::NotYours))
            }
            Input::Act { by, act: Act::Do(deed) } => self.act(by, deed, to),
            Input::Chance(Shown::Card(card)) => self.card(card, to),
            Input::Chance(Shown::CuttingCard) => self.cutting_card(to),
            Input::Irregularity(what) => self.halt(what, to),
        }
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        let mut deed = |deed| each(Offer::plain(Act::Do(deed)));
        if self.halted.is_some() {
            Ruling::ALL.into_iter().filter(|&r| self.may_rule(by, r).is_ok()).map(Deed::Rule).for_each(deed);
            return;
        }
        if let Phase::Preparing(preparation) = &self.phase {
            preparation.steps(&self.options.plan(), &self.seats, by, &mut |step| deed(Deed::Prepare(step)));
        }
        if self.phase == Phase::Spent {
            self.seats
                .all()
                .rev()
                .map(Deed::Collect)
                .filter(|&d| self.may(by, d).is_ok())
                .for_each(&mut deed);
            if self.may_prepare(by, Step::Shuffle).is_ok() {
                deed(Deed::Prepare(Step::Shuffle));
            }
        }
        Deed::PLAIN.into_iter().filter(|&d| self.may(by, d).is_ok()).for_each(&mut deed);
        if let Actor::Patron(patron) = by {
            self.wagers_for(patron, each);
        }
        let mut deed = |deed| each(Offer::plain(Act::Do(deed)));
        self.seats.all().map(Deed::Sit).filter(|&d| self.may(by, d).is_ok()).for_each(&mut deed);
        if self.phase != Phase::Spent {
            self.seats.all().map(Deed::Collect).filter(|&d| self.may(by, d).is_ok()).for_each(&mut deed);
        }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        let is_patron = matches!(by, Actor::Patron(_));
        match &self.phase {
            Phase::Preparing(preparation) => {
                let fits = |step| self.may_prepare(by, step).is_ok();
                let step = preparation.usual(&self.options.plan(), &self.seats, by, fits).map(Deed::Prepare);
                step.or_else(|| Some(Deed::DeclineShoe).filter(|&deed| self.may(by, deed).is_ok()))
            }
            _ => Deed::usual(is_patron, &mut |deed| self.may(by, deed).is_ok()),
        }
    }

    fn outcomes(&self, each: &mut impl FnMut(Shown, u32)) {
        let card = |each: &mut dyn FnMut(Shown, u32), card, weight| each(Shown::Card(card), weight);
        match (&self.phase, &self.shoe) {
            _ if self.halted.is_some() => {}
            (Phase::Preparing(preparation), _) => preparation.outcomes(&mut |c, w| card(each, c, w)),
            (Phase::Dealing(deal), Some(shoe)) => {
                if deal.may_meet_cutting_card(shoe) {
                    each(Shown::CuttingCard, 1);
                } else if deal.card_due(shoe) {
                    shoe.outcomes(&mut |c, w| card(each, c, w));
                }
            }
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
        use crate::vocabulary::Vocabulary;
        Irregularity::each(&mut |what| {
            if self.can_go_wrong(what) {
                each(what);
            }
        });
    }
}

impl PuntoBanco {
    /// The hands on the table, as far as their cards lie face up; none before the first of them and after the result.
    pub fn coup(&self) -> Option<Coup> {
        match self.phase {
            Phase::Dealing(Deal { coup, .. }) | Phase::Complete(coup) if coup.cards() > 0 => Some(coup),
            _ => None,
        }
    }

    /// Who deals now.
    fn curator(&self) -> Option<Actor> {
        match self.custody {
            Custody::Held(Curator::Dealer { .. }) => Some(Actor::Dealer),
            Custody::Held(Curator::Patron(seat)) => self.seats.at(seat).map(Actor::Patron),
            Custody::Free(_) | Custody::Offered(..) => None,
        }
    }

    /// Whether this person may do this now. `decisions` and `act` both ask here.
    fn may(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        if self.halted.is_some() && !matches!(deed, Deed::Rule(_)) {
            return Err(Refusal::new(cite!("3.12"), Why::NotNow));
        }
        match deed {
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::Sit(_) | Deed::Leave => self.may_sit_or_leave(by, deed),
            Deed::OfferShoe
            | Deed::AcceptShoe
            | Deed::DeclineShoe
            | Deed::NameDealer
            | Deed::Keep
            | Deed::Pass
            | Deed::OrderPass => self.may_handle_shoe(by, deed),
            Deed::Confirm | Deed::Decline | Deed::Collect(_) => self.may_handle_money(by, deed),
            Deed::NoMoreBets
            | Deed::Cards
            | Deed::Deal
            | Deed::AskBankerFirst
            | Deed::Turn(_)
            | Deed::Announce => self.may_deal(by, deed),
            Deed::Rule(ruling) => self.may_rule(by, ruling),
        }
    }

    fn act(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if let Deed::Prepare(step) = deed {
            return self.prepare(by, step, to);
        }
        self.may(by, deed)?;
        match deed {
            Deed::Prepare(_) | Deed::Rule(_) => {}
            Deed::Sit(seat) => self.sit(by, seat, to),
            Deed::Leave => self.leave(by, to),
            Deed::OfferShoe => self.offer_shoe(to),
            Deed::AcceptShoe => self.accept_shoe(by, to),
            Deed::DeclineShoe => self.decline_shoe(to),
            Deed::NameDealer => self.name_dealer(by, to),
            Deed::Keep => self.keep(by, to),
            Deed::Pass => self.pass(by, to),
            Deed::OrderPass => self.order_pass(to),
            Deed::Confirm => self.confirm(by, to),
            Deed::Decline => self.decline(to),
            Deed::Collect(seat) => self.collect(seat, to),
            Deed::NoMoreBets => self.no_more_bets(to),
            Deed::Cards => self.cards(to),
            Deed::Deal => self.deal(to),
            Deed::AskBankerFirst => self.ask_banker_first(by, to),
            Deed::Turn(side) => self.turn(by, side, to),
            Deed::Announce => self.announce(to),
        }
        Ok(())
    }

    /// 3.5(a): a spent shoe is shuffled, once all vigorish is in (3.3(c)). Every other step is for the preparation to
    /// judge.
    fn may_prepare(&self, by: Actor, step: Step) -> Result<(), Refusal> {
        match (&self.phase, step) {
            // 3.5(b): lacing, and shuffling again where that is elected, are all there is (P9).
            (_, Step::Mix(mixing)) if !self.options.mixes(mixing) => {
                Err(Refusal::new(cite!("3.5(b)"), Why::NotOffered))
            }
            (Phase::Preparing(_), _) => Ok(()),
            (Phase::Spent, Step::Shuffle) if by != Actor::Dealer => {
                Err(Refusal::new(cite!("3.5(a)"), Why::NotYours))
            }
            (Phase::Spent, Step::Shuffle) if self.owed.is_any() => {
                Err(Refusal::new(cite!("3.3(c)"), Why::VigorishMarked))
            }
            (Phase::Spent, Step::Shuffle) => Ok(()),
            _ => Err(Refusal::new(step.cite(&PARAGRAPHS, &self.options.plan()), Why::NotNow)),
        }
    }

    fn prepare(&mut self, by: Actor, step: Step, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        self.may_prepare(by, step)?;
        let mut preparation = match self.phase {
            Phase::Preparing(preparation) => preparation,
            // 3.5(b): on a reshuffle the cut is offered from the last curator. A dealer's left is the highest seat.
            _ => Preparation::again(self.last_curator),
        };
        let plan = self.options.plan();
        preparation.take(&plan, &self.seats, &PARAGRAPHS, by, step, &mut |cite, call| {
            to.saw(cite, Event::Called { call: Call::Prepares(call) });
        })?;
        self.shoe = None;
        self.phase = Phase::Preparing(preparation);
        Ok(())
    }

    /// 3.5(d): the first card, and as many more as it says, are shown and discarded; tens and faces say ten (G5).
    fn burn(&mut self, card: Card, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let Phase::Preparing(mut preparation) = self.phase else {
            return Err(Refusal::new(cite!("3.5(d)"), Why::CannotBeShown));
        };
        let mut call = None;
        let Some(burned) = preparation.burn(card, burn_amount(card), &mut |c| call = Some(c)) else {
            // 3.1(a): where a card is due, this one is not among those the decks have left.
            let due = preparation.awaits(&self.seats) == Awaits::Equipment;
            let cite = if due { cite!("3.1(a)") } else { cite!("3.5(d)") };
            return Err(Refusal::new(cite, Why::CannotBeShown));
        };
        to.saw(cite!("3.5(d)"), Event::Shown { chance: Shown::Card(card), to: Eyes::All });
        if let Some(call) = call {
            to.saw(cite!("3.5(d)"), Event::Called { call: Call::Prepares(call) });
        }
        match burned {
            Burned::More => self.phase = Phase::Preparing(preparation),
            Burned::Ready(shoe) => {
                self.shoe = Some(shoe);
                self.ending = Ending::No;
                self.phase = Phase::Open;
            }
        }
        Ok(())
    }

    /// Where this person sits.
    fn seat_of(&self, by: Actor) -> Option<(Patron, Seat)> {
        let Actor::Patron(patron) = by else { return None };
        self.seats.of(patron).map(|seat| (patron, seat))
    }
}
