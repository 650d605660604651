//! Minibaccarat: 7.1 to 7.12.
//!
//! Decks are inspected, washed, shuffled, cut and loaded (`Preparing`), or go into a continuous device (`Loading`).
//! Then `Open` → "No More Bets" → `Dealing`: four cards in one of three styles, third cards by the tables → the dealer
//! announces → losers collected, winners paid and charged → `Open`. After the cutting card come the rest of the hand
//! in progress and one more hand; then the shoe is prepared again, once no vigorish is owed. A table without play may
//! be `Idle`.

mod acts;
mod betting;
mod calls;
mod dealing;
pub mod drawing;
mod fields;
mod forms;
mod irregularities;
mod options;
mod payouts;
mod picture;
mod settling;
mod shoe;
mod turning;
mod wagers;

pub use crate::{hands::baccarat::Side, kit::cards::Shown, table::deck::Face};
pub use acts::{Deed, Documented};
pub use calls::Call;
pub use forms::{Form, Forms, Signature, Use};
pub use irregularities::Irregularity;
pub use options::{Bargain, Bonus, Options, Paytable, Shuffle, Style, Supply};
pub use payouts::{Owed, PAYTABLES, TOTAL_CARDS, decide, is_dragon_7, odds, pay, vigorish};
pub use wagers::{Total, Wager};

use crate::games::prelude::*;
use crate::{
    hands::baccarat::Coup,
    kit::cards::{Card, Shoe},
    table::{
        seats::{MOST_SEATS, Places},
        shoe::{Preparation, Prepares, Step},
    },
};
use dealing::Deal;
use shoe::How;

/// A minibaccarat table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Minibaccarat {
    pub(super) table: Common<Minibaccarat>,
    phase: Phase,
    /// The cards in play; empty while a shoe is being prepared.
    shoe: Shoe,
    last: Last,
    /// Whether a card drawn in error lies face down, to be the first card of the next hand.
    is_held: bool,
    /// A card drawn in error and seen, which will begin a simulated round.
    pending: Option<Card>,
    discards: Option<Discards>,
    /// The markers: vigorish owed by each position.
    owed: [Money; MOST_SEATS as usize + 1],
    forms: Forms,
    /// Which of two batches is in play; always the same without a shuffler.
    batch: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Preparing(Preparation, How),
    /// The decks are stacked and ready for the continuous device.
    Loading,
    Idle(Face),
    Open,
    Dealing(Deal),
}

/// 7.8(e): how close the shoe is to its end (P6).
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
    cite: Citation,
}

impl Game for Minibaccarat {
    const NAME: &'static str = "minibaccarat";
    const TITLE: &'static str = "Minibaccarat";
    const PERMISSIBLE: Citation = cite!("7.2(b)");

    words_with! { Shown }

    fn made_in(_: Wager) -> Citation {
        cite!("7.2(c)")
    }

    fn open(options: Options) -> Self {
        Minibaccarat {
            table: Common::new(options, options.seats()),
            phase: Phase::Preparing(Preparation::new(), How::Opening),
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

    fn phase(&self) -> &'static str {
        match &self.phase {
            _ if self.discards.is_some() => "discarding",
            Phase::Preparing(_, How::Again) => "shoe finished",
            Phase::Preparing(_, How::Void) => "too few cards",
            Phase::Preparing(..) => "preparing",
            Phase::Loading => "loading",
            Phase::Idle(_) => "idle",
            Phase::Open => "open",
            Phase::Dealing(deal) => deal.phase(),
        }
    }

    fn awaits(&self) -> Awaits {
        match &self.phase {
            _ if self.discards.is_some() => Awaits::Equipment,
            Phase::Preparing(preparation, _) => preparation.awaits(&self.table.seats),
            Phase::Loading => Awaits::Decision(Actor::Dealer),
            Phase::Idle(_) if self.is_anyone_here() => Awaits::Decision(Actor::Dealer),
            Phase::Idle(_) => Awaits::Wagers,
            Phase::Open => match self.table.cash {
                Some(spoken) => Awaits::Decision(spoken.waits_for()),
                None => Awaits::Wagers,
            },
            Phase::Dealing(deal) => deal.awaits(&self.table.seats),
        }
    }

    in_files! { betting, dealing, irregularities, picture }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let plain = |cite: Citation| move |()| Terms::plain(cite);
        if let Some(discards) = self.discards
            && !matches!(deed, Deed::RemoveMarker(_) | Deed::PutBack)
        {
            return Err(Refusal::new(discards.cite, Why::NotNow));
        }
        match deed {
            Deed::Prepare(step) => {
                self.step_is_taken_so(step)?;
                self.may_step(by, step).map(plain(cite!("7.5(a)")))
            }
            Deed::PreShuffled | Deed::LoadDevice | Deed::Stack | Deed::Feed => {
                self.may_prepare(by, deed).map(plain(cite!("7.4(a)")))
            }
            Deed::Idle(_) | Deed::TurnUp | Deed::AskSpread => {
                self.may_idle(by, deed).map(plain(cite!("7.5(h)")))
            }
            Deed::SitAt(seat) => self.table.may_sit(by, seat, Places::One, cite!("19:46-1.12")),
            Deed::Leave => self.may_leave(by),
            Deed::DeclineCards => self.may_take_over(by).map(plain(cite!("7.11(f)"))),
            Deed::Confirm | Deed::Decline => self.table.may_answer(by, cite!("7.2(c)")),
            Deed::Straighten => self.may_straighten(by).map(plain(cite!("7.2(d)"))),
            Deed::NoMoreBets if by != Actor::Dealer => Err(Refusal::new(cite!("7.7(b)"), Why::NotYours)),
            Deed::NoMoreBets => match self.phase {
                Phase::Open => self.wagers_are_open().map(plain(cite!("7.7(b)"))),
                _ => Err(Refusal::new(self.comes_first(), Why::NotNow)),
            },
            Deed::Deal | Deed::Announce => self.may_deal(by, deed).map(plain(cite!("7.7(c)"))),
            Deed::Turn(side) => self.may_turn(by, side).map(plain(cite!("7.7(c)"))),
            Deed::AskBankerFirst => self.may_ask_banker_first(by).map(plain(cite!("7.8(a)"))),
            Deed::Relinquish | Deed::TakeCards => self.may_relinquish(by, deed).map(plain(cite!("7.11(f)"))),
            Deed::Accept => self.may_take_over(by).map(plain(cite!("7.11(f)"))),
            Deed::Collect(seat) => self.may_clear(by, seat, cite!("7.3(c)2")).map(plain(cite!("7.3(c)2"))),
            Deed::Document(Documented(seat, _)) => {
                self.may_clear(by, seat, cite!("7.3(c)3.i")).map(plain(cite!("7.3(c)3.i")))
            }
            Deed::VoidForm => self.may_void_form(by).map(plain(cite!("7.3(c)3.vi"))),
            Deed::RemoveMarker(seat) => Err(self.marker_stays(seat)),
            // 7.11(b): a card that left the shoe in error goes to the next hand or to the rack.
            Deed::PutBack => {
                let is_any = self.shoe.loaded(self.table.options.decks()).is_some();
                let why = if is_any { Why::CardStaysOut } else { Why::NothingThere };
                Err(Refusal::new(cite!("7.11(b)"), why))
            }
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        let cite = terms.cite;
        match deed {
            Deed::Prepare(step) => self.step(by, step, to),
            Deed::PreShuffled => self.take_pre_shuffled(to),
            Deed::Stack => self.step(by, Step::Wash, to),
            Deed::Feed => self.step(by, Step::Shuffle, to),
            Deed::LoadDevice => self.load_device(cite!("7.12"), Call::LoadsDevice, to),
            Deed::Idle(face) => self.idle(face, to),
            Deed::TurnUp => self.turn_up(to),
            Deed::AskSpread => self.ask_spread(by, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.table.leave(by, cite!("19:46-1.12"), to),
            Deed::Confirm => {
                if let Some(bet) = self.table.confirm(by, cite, to) {
                    self.table.put(bet, bet.wager.cite(), to);
                }
            }
            Deed::DeclineCards => self.pass_on(to),
            Deed::Decline => self.table.decline(cite, to),
            Deed::Straighten => {
                if let Actor::Patron(patron) = by {
                    to.saw(cite, Event::Called { call: Call::Straightens { patron } });
                }
            }
            // 7.7(b): the call that begins a round.
            Deed::NoMoreBets => {
                to.saw(cite, Event::Called { call: TableCall::NoMoreBets.into() });
                self.begin(to);
            }
            Deed::Deal => self.deal_down(to),
            Deed::Turn(side) => self.turn(by, side, to),
            Deed::AskBankerFirst => self.banker_first(to),
            Deed::Relinquish | Deed::TakeCards => self.pass_on(to),
            Deed::Accept => self.accept(to),
            Deed::Announce => self.announce(to),
            Deed::Collect(seat) => self.collect(seat, to),
            Deed::Document(Documented(seat, signature)) => self.document(seat, signature, to),
            Deed::VoidForm => self.void_form(to),
            Deed::RemoveMarker(_) | Deed::PutBack => {}
        }
    }

    fn is_preparing(&self) -> bool {
        matches!(self.phase, Phase::Preparing(..))
    }

    fn prepares(deed: Deed) -> Option<Prepares> {
        match deed {
            Deed::Prepare(step) => Some(Prepares::Step(step)),
            Deed::Stack | Deed::Feed | Deed::LoadDevice => Some(Prepares::Otherwise),
            _ => None,
        }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        let may = |deed| self.may_do(by, deed).is_ok();
        match &self.phase {
            _ if self.discards.is_some() => None,
            Phase::Preparing(preparation, _) => {
                let Common { options, seats, .. } = &self.table;
                let fits = |step| self.step_is_taken_so(step).is_ok();
                let step = preparation.usual(&options.plan(), seats, by, fits);
                step.map(Deed::Prepare).or_else(|| Deed::usual(may))
            }
            _ => Deed::usual(may),
        }
    }

    fn outcomes(&self, each: &mut dyn FnMut(Shown, u32)) {
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

    fn skip_cards(&mut self, cards: u16, seen: &[Card]) -> bool {
        !matches!(self.table.options.supply(), Supply::Continuous { .. }) && self.shoe.skip(cards, seen)
    }
}

/// What must come next, from the shoe or by turning a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Card,
    CuttingCard,
}

impl Minibaccarat {
    /// The hands of the round on the table, as far as they were seen. `None` before the first card is seen, and in a
    /// simulated round, which has no result.
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

    fn is_anyone_here(&self) -> bool {
        self.table.seats.from_highest().next().is_some()
    }
}

/// An outcome that everyone sees.
const fn shown(chance: Shown) -> crate::game::EventOf<Minibaccarat> {
    Event::Shown { chance, to: crate::game::Eyes::All }
}
