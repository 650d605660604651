//! Baccarat-punto banco: 3.1 to 3.11(a)1. The rest of 3.11 and 3.12 are not held.
//!
//! `Preparing` (3.4, 3.5) → `Open`, the shoe is offered (3.6) → "No More Bets" → `Closed` → "Cards" → `Called` → the
//! curator deals → `Dealing`: four cards, third cards (3.7 to 3.9) → `Complete` → the dealer announces, collects, pays
//! (3.10) → `Choosing`: the curator keeps or passes the shoe (3.11) → `Open`, or, after the last hand, `Spent` →
//! `Preparing`. Something that goes wrong halts everything until a supervisor has decided (P8).

mod acts;
mod betting;
mod calls;
mod curator;
mod dealing;
mod drawing;
mod irregularities;
mod options;
mod payouts;
mod picture;
mod settling;
mod wagers;

pub use crate::{
    hands::{
        baccarat::Side,
        vigorish::{Collection, Rate},
    },
    kit::cards::Shown,
};
pub use acts::Deed;
pub use calls::Call;
pub use curator::Curator;
pub use irregularities::{Irregularity, Ruling};
pub use options::{DealStyle, Options};
pub use payouts::{decide, odds, pay, vigorish};
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Coup, burn_amount},
    kit::cards::{Card, Shoe},
    table::shoe::{Burned, Paragraphs, Preparation, Prepares, Step},
};
use betting::Owed;
use curator::Custody;
use dealing::{Deal, Ending};

/// A punto banco table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PuntoBanco {
    pub(super) table: Common<PuntoBanco>,
    /// Vigorish that is marked but not collected.
    owed: Owed,
    custody: Custody,
    /// The participant who dealt last, while still there: the cut of the next shoe is offered from that
    /// seat.
    last_curator: Option<Seat>,
    /// Whether a player has asked to see the Banker's Hand first.
    banker_first: bool,
    /// The shoe in play; `None` while one is being prepared.
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

/// The provisions of subchapter 3 on the steps from sealed decks to a loaded shoe.
const PARAGRAPHS: Paragraphs = Paragraphs {
    inspect: cite!("3.4(a)"),
    spread: cite!("3.4(b)"),
    wash: cite!("3.4(c)"),
    shuffle: cite!("3.5(a)"),
    mix: cite!("3.5(b)"),
    offer: cite!("3.5(b)"),
    cut: cite!("3.5(c)"),
    load: cite!("3.5(d)"),
    recut: cite!("3.5(e)"),
};

impl Game for PuntoBanco {
    const NAME: &'static str = "punto-banco";
    const TITLE: &'static str = "Baccarat-Punto Banco";
    const PERMISSIBLE: Citation = cite!("3.2(b)");

    words_with! { Shown }

    fn made_in(_: Wager) -> Citation {
        cite!("3.2(c)")
    }

    fn open(options: Options) -> Self {
        PuntoBanco {
            table: Common::new(options, options.seats()),
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

    fn phase(&self) -> &'static str {
        match self.phase {
            _ if self.halted.is_some() => "halted",
            Phase::Preparing(_) => "preparing",
            Phase::Open => "open",
            Phase::Closed => "closed",
            Phase::Called => "cards called",
            Phase::Dealing(_) => "dealing",
            Phase::Complete(_) => "complete",
            Phase::Choosing { .. } => "curator chooses",
            Phase::Spent => "shoe finished",
        }
    }

    fn awaits(&self) -> Awaits {
        if self.halted.is_some() {
            return Awaits::Decision(Actor::Supervisor);
        }
        if let Some(spoken) = &self.table.cash {
            return Awaits::Decision(spoken.waits_for());
        }
        if let Some(patron) = self.offered_to() {
            return Awaits::Decision(Actor::Patron(patron));
        }
        match &self.phase {
            Phase::Preparing(preparation) => preparation.awaits(&self.table.seats),
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

    in_files! { betting, picture }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        if !matches!(deed, Deed::Rule(_) | Deed::PutBack) {
            self.is_not_halted()?;
        }
        match deed {
            Deed::Rule(ruling) => self.may_rule(by, ruling),
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::Sit(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by),
            Deed::Confirm | Deed::Decline => self.table.may_answer(by, cite!("3.2(c)")),
            Deed::Collect(seat) => self.may_collect(by, seat),
            // Whatever 3.12 (not held) says about a card that left the shoe, it does not go back.
            Deed::PutBack if self.shoe.is_none() => Err(Refusal::new(cite!("3.12"), Why::NothingThere)),
            Deed::PutBack => Err(Refusal::new(cite!("3.12"), Why::CardStaysOut)),
            Deed::OfferShoe
            | Deed::AcceptShoe
            | Deed::DeclineShoe
            | Deed::NameDealer
            | Deed::Keep
            | Deed::Pass
            | Deed::OrderPass => self.may_handle_shoe(by, deed),
            _ => self.may_deal(by, deed),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        let cite = terms.cite;
        match deed {
            Deed::Rule(ruling) => self.rule(ruling, to),
            Deed::Prepare(step) => self.prepare(by, step, to),
            Deed::Sit(seat) => self.table.sit(by, seat, cite, to),
            Deed::Leave => self.leave(by, to),
            Deed::OfferShoe => self.offer_shoe(to),
            Deed::AcceptShoe => self.accept_shoe(by, to),
            Deed::DeclineShoe => self.decline_shoe(to),
            Deed::NameDealer => self.name_dealer(by, to),
            Deed::Keep => self.keep(by, to),
            Deed::Pass => self.pass(by, to),
            Deed::OrderPass => self.order_pass(to),
            Deed::Confirm => {
                if let Some(bet) = self.table.confirm(by, cite, to) {
                    self.table.put(bet, bet.wager.cite(), to);
                }
            }
            Deed::Decline => self.table.decline(cite, to),
            Deed::Collect(seat) => self.collect(seat, to),
            Deed::NoMoreBets => self.no_more_bets(to),
            Deed::Cards => self.cards(to),
            Deed::Deal => self.deal(to),
            Deed::AskBankerFirst => self.ask_banker_first(by, to),
            Deed::Turn(side) => self.turn(by, side, to),
            Deed::Announce => self.announce(to),
            Deed::PutBack => {}
        }
    }

    fn is_preparing(&self) -> bool {
        self.preparation().is_some()
    }

    fn prepares(deed: Deed) -> Option<Prepares> {
        if let Deed::Prepare(step) = deed { Some(Prepares::Step(step)) } else { None }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        let may = |deed| self.may_do(by, deed).is_ok();
        match &self.phase {
            Phase::Preparing(preparation) => {
                let Common { options, seats, .. } = &self.table;
                let fits = |step| may(Deed::Prepare(step));
                let step = preparation.usual(&options.plan(), seats, by, fits).map(Deed::Prepare);
                step.or_else(|| Some(Deed::DeclineShoe).filter(|&deed| may(deed)))
            }
            _ => Deed::usual(matches!(by, Actor::Patron(_)), may),
        }
    }

    fn outcomes(&self, each: &mut dyn FnMut(Shown, u32)) {
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

    fn skip_cards(&mut self, cards: u16, seen: &[Card]) -> bool {
        self.shoe.as_mut().is_some_and(|shoe| shoe.skip(cards, seen))
    }

    fn may_show(&self, what: Shown) -> Result<(), Refusal> {
        self.is_not_halted()?;
        match (what, &self.phase, &self.shoe) {
            (Shown::Card(card), ..) => self.may_show_card(card),
            (_, Phase::Dealing(deal), Some(shoe)) if deal.may_meet_cutting_card(shoe) => Ok(()),
            _ => Err(Refusal::new(cite!("3.8(e)"), Why::CannotBeShown)),
        }
    }

    fn show(&mut self, what: Shown, to: &mut dyn Observer<Self>) {
        match (what, self.phase) {
            (Shown::CuttingCard, _) => self.cutting_card(to),
            (Shown::Card(card), Phase::Preparing(preparation)) => self.burn(preparation, card, to),
            (Shown::Card(card), _) => self.card(card, to),
        }
    }

    fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let cite = if what == Irregularity::CuttingCardOff { cite!("3.5(d)") } else { cite!("3.12") };
        if self.can_go_wrong(what) { Ok(()) } else { Err(Refusal::new(cite, Why::NotNow)) }
    }

    fn go_wrong(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        self.halt(what, to);
    }
}

impl PuntoBanco {
    /// The hands on the table, as far as their cards lie face up; `None` before the first of them and after the
    /// result.
    pub fn coup(&self) -> Option<Coup> {
        match self.phase {
            Phase::Dealing(Deal { coup, .. }) | Phase::Complete(coup) if coup.cards() > 0 => Some(coup),
            _ => None,
        }
    }

    /// 3.12 (not held): something that went wrong is decided first.
    fn is_not_halted(&self) -> Result<(), Refusal> {
        if self.halted.is_some() { Err(Refusal::new(cite!("3.12"), Why::NotNow)) } else { Ok(()) }
    }

    /// The person who deals from the shoe, if there is one.
    fn curator(&self) -> Option<Actor> {
        match self.custody {
            Custody::Held(Curator::Dealer { .. }) => Some(Actor::Dealer),
            Custody::Held(Curator::Patron(seat)) => self.table.seats.at(seat).map(Actor::Patron),
            Custody::Free(_) | Custody::Offered(..) => None,
        }
    }

    /// The shoe in preparation. 3.5(b): on a reshuffle the cut is offered from the last curator; the dealer's left is
    /// the highest seat.
    fn preparation(&self) -> Option<Preparation> {
        match self.phase {
            Phase::Preparing(preparation) => Some(preparation),
            Phase::Spent => Some(Preparation::again(self.last_curator)),
            _ => None,
        }
    }

    /// 3.5(a): a used shoe is shuffled, once all vigorish has been collected (3.3(c)).
    fn may_prepare(&self, by: Actor, step: Step) -> Result<Terms, Refusal> {
        let Common { options, seats, .. } = &self.table;
        // 3.5(b): the only steps are lacing, and shuffling again if the licensee chose so (P9).
        let preparing = self.preparation();
        let terms = Preparation::may(preparing.as_ref(), &options.plan(), seats, &PARAGRAPHS, (by, step))?;
        match step {
            Step::Shuffle if self.owed.is_any() => Err(Refusal::new(cite!("3.3(c)"), Why::VigorishMarked)),
            _ => Ok(terms),
        }
    }

    fn prepare(&mut self, by: Actor, step: Step, to: &mut dyn Observer<Self>) {
        let Common { options, seats, .. } = &self.table;
        let Some(mut preparation) = self.preparation() else { return };
        preparation.perform(&options.plan(), seats, &PARAGRAPHS, by, step, to);
        (self.shoe, self.phase) = (None, Phase::Preparing(preparation));
    }

    /// 3.5(d): the first card, and as many more as its value says, are shown and discarded; tens and face cards
    /// mean ten (G5).
    fn burn(&mut self, mut preparation: Preparation, card: Card, to: &mut dyn Observer<Self>) {
        match preparation.burn_up((card, burn_amount(card)), cite!("3.5(d)"), to) {
            Some(Burned::Ready(shoe)) => {
                (self.shoe, self.ending, self.phase) = (Some(shoe), Ending::No, Phase::Open);
            }
            _ => self.phase = Phase::Preparing(preparation),
        }
    }

    /// The patron and the seat of this person.
    fn seat_of(&self, by: Actor) -> Option<(Patron, Seat)> {
        let Actor::Patron(patron) = by else { return None };
        self.table.seats.of(patron).map(|seat| (patron, seat))
    }
}
