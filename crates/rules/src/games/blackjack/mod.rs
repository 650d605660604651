//! Blackjack: 2.1 to 2.20.
//!
//! Decks are inspected, washed, shuffled, cut and loaded (`Preparing`), or go into a continuous device (`Loading`). Then
//! `Open` for wagers → the dealer deals (`Playing`): two cards to each box, one or two to himself → additional wagers
//! are settled, blackjacks announced → insurance, the card reader → each box decides → the dealer's second card, and
//! what he must draw → wagers are collected and paid, in multiple action hand by hand → cards are picked up.
//!
//! The hole card is a place without a value until it is turned; the card reader's answer is all that is known of it.

mod acts;
mod betting;
mod calls;
mod dealer;
mod dealing;
mod entry;
mod fields;
mod gate;
mod hole;
mod irregularities;
mod options;
mod payouts;
mod people;
mod picture;
mod settling;
mod several;
mod shoe;
mod state;
mod turns;
mod wagers;

pub use acts::{Answer, Deed, Shown};
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
pub use wagers::{HandNumber, MOST_HANDS, Spot, Wager};

use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::shoe::{Prepares, Step},
    vocabulary::Vocabulary,
};
use entry::Entrants;
use shoe::{Burn, Preparation, Stack};
use state::{Round, Stage};

/// A blackjack table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Blackjack {
    pub(super) table: Common<Blackjack>,
    phase: Phase,
    /// The first player who came to the table.
    first: Option<Patron>,
    /// 2.13(a): boxes whose first bettor has consented to others.
    shared: u16,
    /// The cards of each side of the shoe.
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
    /// The decks are stacked and ready for the continuous device.
    Loading,
    Open,
    Playing,
}

impl Game for Blackjack {
    const NAME: &'static str = "blackjack";
    const TITLE: &'static str = "Blackjack";
    const PERMISSIBLE: Citation = cite!("2.3(a)");

    words_with! { Shown }

    fn made_in(wager: Wager) -> Citation {
        wager.is_made_by()
    }

    fn open(options: Options) -> Self {
        let is_double = matches!(options.supply(), Supply::Double { .. });
        Blackjack {
            table: Common::new(options, options.boxes()),
            phase: Phase::Preparing(Preparation::opening(is_double)),
            first: None,
            shared: 0,
            stacks: Side::ALL.map(|side| Stack::new(options.decks_in(side))),
            burn: None,
            fresh: None,
            round: None,
            is_reader_out: false,
            entrants: Entrants::default(),
        }
    }

    fn phase(&self) -> &'static str {
        match (&self.phase, &self.round) {
            (Phase::Preparing(_), Some(_)) => "reshuffling in mid-round",
            (Phase::Preparing(_), None) => "preparing",
            (Phase::Loading, _) => "loading",
            (Phase::Playing, Some(Round { is_up_lost: true, .. })) => "up card lost",
            (Phase::Playing, Some(round)) => round.stage.name(),
            _ if self.burn == Some(Burn::Due) => "burn",
            _ if self.burn == Some(Burn::Asked) => "burned card",
            _ => "open",
        }
    }

    fn is_under_way(&self) -> bool {
        self.phase == Phase::Playing
    }

    fn awaits(&self) -> Awaits {
        if let Some(spoken) = self.table.cash {
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

    in_files! { picture }

    fn may_show(&self, shown: Shown) -> Result<(), Refusal> {
        self.can_show(shown)
    }

    fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        self.can_go_wrong(what)
    }

    fn may_wager(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
        self.terms(like)
    }

    fn wagered_by_patrons(_: Wager) -> Citation {
        cite!("2.3(a)")
    }

    fn may_withdraw(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.may_take_back(by, seat, wager)
    }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        self.may(by, deed).map(Terms::plain)
    }

    // After any input, the round continues by itself until it has to wait for somebody.

    fn wager(&mut self, bet: BetOf<Self>, terms: Terms, to: &mut dyn Observer<Self>) {
        self.place(bet, terms.cite, to);
        self.flow(to);
    }

    fn withdraw(&mut self, by: Actor, seat: Seat, wager: Wager, terms: Terms, to: &mut dyn Observer<Self>) {
        self.table.take_back(by, seat, wager, terms.cite, to);
        self.end_consent(seat);
        self.flow(to);
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        self.act(by, deed, terms.cite, to);
        self.flow(to);
    }

    fn show(&mut self, shown: Shown, to: &mut dyn Observer<Self>) {
        self.shown(shown, to);
        self.flow(to);
    }

    fn go_wrong(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        self.remedy(what, to);
        self.flow(to);
    }

    fn is_preparing(&self) -> bool {
        matches!(self.phase, Phase::Preparing(_))
    }

    fn prepares(deed: Deed) -> Option<Prepares> {
        match deed {
            Deed::Prepare(step) => Some(Prepares::Step(step)),
            Deed::LoadDevice | Deed::Burn => Some(Prepares::Otherwise),
            _ => None,
        }
    }

    /// During a preparation, its usual step comes first; otherwise the only possible step is a recut.
    fn deeds(&self, by: Actor, each: &mut dyn FnMut(Deed)) {
        let (usual, is_preparing) = (self.usual(by), self.is_preparing());
        usual.into_iter().for_each(&mut *each);
        Deed::each(&mut |deed| {
            let is_step = matches!(deed, Deed::Prepare(step) if step != Step::Recut);
            if Some(deed) != usual && (is_preparing || !is_step) {
                each(deed);
            }
        });
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        let may = |deed: &Deed| self.may(by, *deed).is_ok();
        let step = if let Phase::Preparing(preparation) = self.phase {
            Some(Deed::Prepare(match by {
                // Nobody may cut for somebody else.
                Actor::Patron(_) => Step::DeclineCut,
                _ => self.next_step(preparation),
            }))
        } else {
            self.is_bart_carter_due().then_some(Deed::ShuffleRack)
        };
        step.into_iter().chain(Deed::usual()).find(may)
    }

    fn outcomes(&self, each: &mut dyn FnMut(Shown, u32)) {
        Shown::each(&mut |shown| match self.weight(shown) {
            Ok(weight) if weight > 0 => each(shown, weight),
            _ => {}
        });
    }

    fn skip_cards(&mut self, cards: u16, seen: &[Card]) -> bool {
        let [stack, _] = &mut self.stacks;
        let fits = matches!(self.table.options.supply(), Supply::Shoe { .. }) && stack.shoe.skip(cards, seen);
        if fits {
            seen.iter().for_each(|card| stack.rack.put(*card));
            stack.hidden += cards.saturating_sub(u16::try_from(seen.len()).unwrap_or(cards));
        }
        fits
    }
}

impl Blackjack {
    /// Whether this person may do this now, and under which provision.
    fn may(&self, by: Actor, deed: Deed) -> Result<Citation, Refusal> {
        if !matches!(deed, Deed::Confirm | Deed::Decline | Deed::SitAt(_)) {
            self.table.nothing_is_spoken(self.by_voice())?;
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
            Deed::PutBack => Err(self.stays_out(by)),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by),
            Deed::Share(seat) => self.may_share(by, seat),
            Deed::Reserve(seat) => self.may_reserve(by, seat),
            Deed::Confirm | Deed::Decline => {
                self.table.may_answer(by, self.by_voice()).map(|terms| terms.cite)
            }
            Deed::ReturnIncomplete => self.may_return_incomplete(by),
            Deed::Deal | Deed::DrawFrom(_) => self.may_deal(by, deed),
            _ if deed.leads() => self.may_lead(by, deed),
            _ => self.may_decide(by, deed),
        }
    }

    /// Does what was allowed.
    fn act(&mut self, by: Actor, deed: Deed, cite: Citation, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.step(step, cite, to),
            Deed::SitAt(seat) => self.sit(by, seat, cite, to),
            Deed::Leave => self.leave(by, cite, to),
            Deed::Share(seat) => self.share(by, seat, to),
            Deed::Reserve(seat) => self.reserve(seat, to),
            Deed::Confirm => self.confirm(by, cite, to),
            Deed::Decline => self.decline(to),
            Deed::ReturnIncomplete => self.return_incomplete(to),
            Deed::Deal => self.deal(Side::Left, cite, to),
            Deed::DrawFrom(side) => self.deal(side, cite, to),
            _ if deed.leads() => self.lead(deed, cite, to),
            _ if deed.decides() => self.decide_on(by, deed, to),
            _ => self.tend(deed, cite, to),
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
}

/// Reports what the dealer says or does.
fn saw(to: &mut dyn Observer<Blackjack>, cite: Citation, call: Call) {
    to.saw(cite, Event::Called { call });
}

/// Reports what everyone sees.
fn seen(to: &mut dyn Observer<Blackjack>, cite: Citation, chance: Shown) {
    to.saw(cite, Event::Shown { chance, to: Eyes::All });
}

#[cfg(test)]
mod tests;
