//! Baccarat-chemin de fer: subchapter 4. The participants wager among themselves, and one of them holds the bank.
//!
//! `Preparing` the shoe → `Bidding` for the bank → `Betting`: the Banker's wager, then all of it ("Suivi", "Banco") or
//! parts → "No More Bets" → `Closed` → "Cards" → `ToDeal` → the Dominant Player looks and calls → after "Card" the
//! Banker looks and calls → third cards → `Complete` → settled → `Betting` again, or the bank is `Offered` around.
//!
//! A face-down card is a place without a value. When a person looks at their two cards, the equipment shows them to
//! that person alone; nothing that others hear or may do depends on them until they are turned up.

mod acts;
mod bank;
mod betting;
mod calls;
mod dealing;
pub mod drawing;
mod irregularities;
mod options;
pub mod payouts;
mod picture;
mod settling;
mod simulated;
mod wagers;

pub use acts::Deed;
pub use calls::Call;
pub use drawing::Announcement;
pub use irregularities::Irregularity;
pub use options::{Options, Shuffle, TieCall};
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::{
    hands::baccarat::burn_amount,
    kit::cards::{Card, Shoe},
    table::shoe::{Burned, Preparation, Prepares, Step},
};
use arrayvec::ArrayVec;
use bank::{Bids, Held, Movers, Passed};
use dealing::Round;
use irregularities::Discards;
use simulated::{Simulated, SimulatedStage};

/// A table of baccarat-chemin de fer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CheminDeFer {
    pub(super) table: Common<CheminDeFer>,
    /// The people who moved to have the turn sooner, and so miss it; and where people sat who left.
    movers: Movers,
    phase: Phase,
    /// The loaded shoe; `None` while one is being prepared.
    shoe: Option<Shoe>,
    bids: Bids,
    bank: Option<Held>,
    round: Option<Round>,
    /// Cards that go to the discard bucket before anything else.
    discards: Option<Discards>,
    /// Whether an undisclosed card drawn in error will be the first of the next hand.
    carried: bool,
    /// Disclosed cards that will begin simulated rounds.
    disclosed: ArrayVec<Card, 4>,
    /// The simulated round that is being dealt.
    simulated: Option<Simulated>,
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
}

impl Phase {
    /// Its position in the order of a round; see [`Deed::rank`].
    const fn rank(self) -> u8 {
        match self {
            Phase::Preparing(_) => 0,
            Phase::Bidding { .. } | Phase::Offered { .. } | Phase::Annulled => 1,
            Phase::Betting(_) => 2,
            Phase::Closed => 3,
            Phase::ToDeal => 4,
            Phase::PlayerLooks | Phase::PlayerSees | Phase::PlayerCalls => 5,
            Phase::BankerLooks | Phase::BankerSees | Phase::BankerCalls | Phase::PlayerThird => 6,
            Phase::BankerTurns | Phase::BankerShows => 7,
            Phase::BankerChooses | Phase::BankerThird | Phase::Complete => 8,
        }
    }
}

/// Which wagers may be made against the Banker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    /// Only on the whole bank.
    Whole,
    /// Parts; the turn is at this seat, or at the next taken one after it.
    Parts(Seat),
}

impl Game for CheminDeFer {
    const NAME: &'static str = "chemin-de-fer";
    const TITLE: &'static str = "Baccarat-Chemin de Fer";
    const PERMISSIBLE: Citation = cite!("4.7(a)");
    const HOUSE_BANKS: bool = false;

    words_with! { Card }

    fn made_in(wager: Wager) -> Citation {
        wager.cash()
    }

    fn open(options: Options) -> Self {
        CheminDeFer {
            table: Common::new(options, options.seats()),
            movers: Movers::default(),
            phase: Phase::Preparing(Preparation::new()),
            shoe: None,
            bids: Bids::default(),
            bank: None,
            round: None,
            discards: None,
            carried: false,
            disclosed: ArrayVec::new(),
            simulated: None,
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            _ if self.discards.is_some() => "discarding",
            _ if self.simulated.is_some() => "simulated round",
            Phase::Preparing(_) => "preparing",
            Phase::Bidding { .. } => "bidding",
            Phase::Offered { .. } => "bank offered",
            Phase::Betting(_) if self.banked().is_none() => "Banker to wager",
            Phase::Betting(Stage::Whole) => "whole",
            Phase::Betting(Stage::Parts(_)) => "parts",
            Phase::Closed => "closed",
            Phase::ToDeal => "to deal",
            Phase::PlayerLooks | Phase::PlayerSees => "Player looks",
            Phase::PlayerCalls => "Player calls",
            Phase::BankerLooks | Phase::BankerSees => "Banker looks",
            Phase::BankerCalls => "Banker calls",
            Phase::PlayerThird => "Player's third card",
            Phase::BankerTurns | Phase::BankerShows => "Banker turns up",
            Phase::BankerChooses => "Banker chooses",
            Phase::BankerThird => "Banker's third card",
            Phase::Complete => "complete",
            Phase::Annulled => "annulled",
        }
    }

    fn awaits(&self) -> Awaits {
        let banker = || self.bank.map(|bank| bank.patron);
        let dominant = || self.round.as_ref().map(|round| round.dominant);
        let who = match self.phase {
            _ if self.discards.is_some() => return Awaits::Equipment,
            _ if let Some(simulated) = self.simulated => match simulated.stage() {
                SimulatedStage::PlayerChoice | SimulatedStage::BankerChoice => None,
                _ => return Awaits::Equipment,
            },
            Phase::Preparing(preparation) => return preparation.awaits(&self.table.seats),
            // 4.6(a): nobody can wager against a Banker who has not wagered.
            Phase::Betting(_) if self.banked().is_none() => banker(),
            Phase::Bidding { .. } | Phase::Betting(_) => return Awaits::Wagers,
            Phase::Offered { to, .. } => self.table.seats.at(to),
            Phase::Closed | Phase::Annulled => None,
            Phase::PlayerLooks | Phase::PlayerCalls => dominant(),
            Phase::ToDeal | Phase::BankerLooks | Phase::BankerCalls => banker(),
            Phase::BankerTurns | Phase::BankerChooses => banker(),
            Phase::PlayerSees | Phase::BankerSees | Phase::BankerShows => return Awaits::Equipment,
            Phase::PlayerThird | Phase::BankerThird | Phase::Complete => return Awaits::Equipment,
        };
        Awaits::Decision(who.map_or(Actor::Dealer, Actor::Patron))
    }

    in_files! { betting, picture }

    fn wagered_by_patrons(wager: Wager) -> Citation {
        wager.cite()
    }

    fn withdraw(&mut self, by: Actor, seat: Seat, wager: Wager, terms: Terms, to: &mut dyn Observer<Self>) {
        self.table.take_back(by, seat, wager, terms.cite, to);
        if wager == Wager::Bank {
            self.phase = Phase::Betting(Stage::Whole);
        }
    }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by),
            _ => self.may(by, deed).map(|()| Terms::plain(deed.cite())),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.prepare(by, step, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.leave(by, to),
            Deed::PreShuffled => {
                to.saw(terms.cite, Event::Called { call: Call::TakesPreShuffled });
                let Common { options, seats, .. } = &self.table;
                let tell = &mut |cite, call| {
                    to.saw(cite, Event::Called { call: TableCall::Prepares(call).into() });
                };
                self.phase = Phase::Preparing(Preparation::pre_shuffled(seats, &options.paragraphs(), tell));
            }
            Deed::CloseBidding => self.close_bidding(to),
            Deed::AcceptBank => self.accept_bank(to),
            Deed::DeclineBank => self.decline_bank(to),
            Deed::PassOver => self.pass_over(to),
            Deed::PassBank => self.pass_bank(to),
            Deed::OrderPass => self.order_pass(to),
            Deed::KeepBank => self.after_annulment(false, by, to),
            Deed::TransferBank => self.after_annulment(true, by, to),
            Deed::OpenParts => self.open_parts(to),
            Deed::DeclineToWager => self.decline_to_wager(to),
            Deed::NoMoreBets => self.no_more_bets(to),
            Deed::Cards => {
                self.phase = Phase::ToDeal;
                to.saw(terms.cite, Event::Called { call: Call::CallsCards });
            }
            Deed::Deal => self.deal([2, 2], terms.cite, to),
            Deed::Look => self.look(to),
            Deed::TurnUp => self.turn_up(to),
            Deed::Say(says) => self.say(says, to),
            Deed::Draw => self.choose(true, to),
            Deed::StayPut => self.choose(false, to),
            Deed::PutBack => {}
        }
        self.go_on(to);
    }

    fn is_preparing(&self) -> bool {
        matches!(self.phase, Phase::Preparing(_))
    }

    fn prepares(deed: Deed) -> Option<Prepares> {
        if let Deed::Prepare(step) = deed { Some(Prepares::Step(step)) } else { None }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        if let Phase::Preparing(preparation) = &self.phase {
            return preparation
                .usual(&self.table.options.plan(), &self.table.seats, by, |_| true)
                .map(Deed::Prepare);
        }
        Deed::USUAL.into_iter().find(|&deed| self.may_do(by, deed).is_ok())
    }

    fn awaits_wagers(&self) -> bool {
        let goes_on = self.discards.is_none() && self.simulated.is_none();
        goes_on && matches!(self.phase, Phase::Bidding { .. } | Phase::Betting(_))
    }

    fn outcomes(&self, each: &mut dyn FnMut(Card, u32)) {
        match (self.phase, &self.shoe) {
            (Phase::Preparing(preparation), _) => preparation.outcomes(each),
            (_, Some(shoe)) if self.awaits() == Awaits::Equipment => shoe.outcomes(each),
            _ => {}
        }
    }

    fn skip_cards(&mut self, cards: u16, seen: &[Card]) -> bool {
        self.shoe.as_mut().is_some_and(|shoe| shoe.skip(cards, seen))
    }

    fn may_show(&self, card: Card) -> Result<(), Refusal> {
        let shoe = match &self.phase {
            Phase::Preparing(preparation) => preparation.shoe(),
            _ => self.shoe.as_ref(),
        };
        let options = &self.table.options;
        let cite = match (shoe, &self.phase) {
            (_, Phase::Preparing(preparation)) if self.awaits() != Awaits::Equipment => {
                preparation.now(&options.plan(), &options.paragraphs())
            }
            _ if self.awaits() != Awaits::Equipment => self.now(),
            (Some(shoe), _) if shoe.can_show(card) => return Ok(()),
            // These decks have no more of this card.
            _ => cite!("4.1(a)"),
        };
        Err(Refusal::new(cite, Why::CannotBeShown))
    }

    fn show(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        match (self.phase, self.discards) {
            (Phase::Preparing(preparation), _) => return self.burn(preparation, card, to),
            (_, Some(discards)) => self.discard_card(discards, card, to),
            (_, None) => self.show_in_round(card, to),
        }
        self.go_on(to);
    }

    fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let can_show = |card| self.shoe.is_some_and(|shoe| shoe.can_show(card));
        match what.card() {
            _ if !self.can_happen(what) => Err(Refusal::new(what.cite(), Why::NotNow)),
            // These decks have no more of this card.
            Some(card) if !can_show(card) => Err(Refusal::new(cite!("4.1(a)"), Why::CannotBeShown)),
            _ => Ok(()),
        }
    }

    fn go_wrong(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        self.remedy(what, to);
    }
}

impl CheminDeFer {
    /// The people who may do this now; nobody if it is not the time for it.
    fn due(&self, deed: Deed) -> [Option<Actor>; 2] {
        let dealer = [Some(Actor::Dealer), None];
        let staff = [Some(Actor::Dealer), Some(Actor::Floorperson)];
        let patron = |patron: Option<Patron>| [patron.map(Actor::Patron), None];
        let banker = || patron(self.bank.map(|bank| bank.patron));
        let dominant = || patron(self.round.as_ref().map(|round| round.dominant));
        if self.discards.is_some() {
            return [None; 2];
        }
        if let Some(simulated) = self.simulated {
            return match (deed, simulated.stage()) {
                (Deed::Say(Announcement::Card | Announcement::Stay), SimulatedStage::PlayerChoice)
                | (Deed::Draw | Deed::StayPut, SimulatedStage::BankerChoice) => dealer,
                _ => [None; 2],
            };
        }
        match (deed, self.phase) {
            (Deed::PreShuffled, Phase::Preparing(now)) if now == Preparation::new() => dealer,
            (Deed::CloseBidding, Phase::Bidding { passed }) => {
                let first_round = passed.is_some_and(|passed| passed.is_first_round);
                if first_round || self.bids.best().is_some() { dealer } else { [None; 2] }
            }
            (Deed::AcceptBank | Deed::DeclineBank, Phase::Offered { to, .. }) => {
                patron(self.table.seats.at(to))
            }
            (Deed::DeclineBank, Phase::Betting(_)) if self.banked().is_none() && self.taker().is_some() => {
                banker()
            }
            (Deed::PassOver, Phase::Betting(_)) if self.banked().is_none() && self.taker().is_some() => {
                dealer
            }
            (Deed::PassBank, Phase::Betting(_)) if self.banked().is_none() => {
                if self.bank.is_some_and(|bank| bank.last.is_some()) { banker() } else { [None; 2] }
            }
            (Deed::OrderPass, Phase::Betting(_) | Phase::Closed | Phase::ToDeal) => staff,
            (Deed::KeepBank, Phase::Annulled) => staff,
            (Deed::TransferBank, Phase::Annulled) if self.table.seats.from_highest().nth(1).is_some() => {
                staff
            }
            (Deed::OpenParts, Phase::Betting(Stage::Whole)) if self.banked().is_some() => {
                if self.whole().is_none() { dealer } else { [None; 2] }
            }
            (Deed::DeclineToWager, Phase::Betting(_)) => {
                patron(self.turn().and_then(|t| self.table.seats.at(t)))
            }
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
            (Deed::Draw | Deed::StayPut, Phase::BankerChooses) => banker(),
            _ => [None; 2],
        }
    }

    /// The provision on what comes now, which also forbids what would come later.
    fn now(&self) -> Citation {
        if let Some(discards) = self.discards {
            return discards.cite;
        }
        match self.phase {
            _ if self.simulated.is_some() => cite!("4.12(h)3"),
            Phase::Preparing(_) => cite!("4.4(a)"),
            Phase::Bidding { passed: None } => cite!("4.5(b)"),
            Phase::Offered { passed: None, .. } => cite!("4.11(b)"),
            Phase::Bidding { .. } | Phase::Offered { .. } => cite!("4.11(c)"),
            Phase::Betting(_) if self.banked().is_none() => cite!("4.6(a)"),
            Phase::Betting(_) => cite!("4.7(d)"),
            Phase::Closed | Phase::ToDeal => cite!("4.8(d)"),
            Phase::PlayerLooks | Phase::PlayerSees | Phase::PlayerCalls => cite!("4.9(a)"),
            Phase::BankerLooks | Phase::BankerSees | Phase::BankerCalls | Phase::PlayerThird => {
                cite!("4.9(b)")
            }
            Phase::BankerTurns | Phase::BankerShows | Phase::BankerThird | Phase::Complete => cite!("4.9(c)"),
            Phase::BankerChooses => cite!("4.9(f)"),
            Phase::Annulled => cite!("4.12(a)"),
        }
    }

    /// The provision under which a deed is done; taking a passed bank has its own.
    fn own(&self, deed: Deed) -> Citation {
        let is_passed =
            self.taker().is_some() || matches!(self.phase, Phase::Offered { passed: Some(_), .. });
        match deed {
            Deed::AcceptBank | Deed::DeclineBank if is_passed => cite!("4.11(c)"),
            // The Banker looks and calls after the Dominant Player.
            Deed::Look | Deed::Say(Announcement::Natural)
                if self.phase.rank() >= Phase::BankerLooks.rank() =>
            {
                cite!("4.9(b)")
            }
            _ => deed.cite(),
        }
    }

    /// Not now: either something else comes first, or the time that its own provision sets is over.
    fn not_now(&self, rank: u8, own: Citation) -> Refusal {
        let halts = self.discards.is_some() || self.simulated.is_some();
        let is_ahead = rank >= self.phase.rank() && own != Deed::PreShuffled.cite();
        let cite = if halts || is_ahead { self.now() } else { own };
        Refusal::new(cite, Why::NotNow)
    }

    /// Whether this person may do this now. 4.8(b) and (c): one person decides for each hand.
    fn may(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        // 4.12(g): a card that has left the shoe does not go back.
        if deed == Deed::PutBack {
            let why = if self.shoe.is_some() { Why::CardStaysOut } else { Why::NothingThere };
            return Err(Refusal::new(deed.cite(), why));
        }
        let due = self.due(deed);
        if due == [None; 2] {
            return Err(self.not_now(deed.rank(), self.own(deed)));
        }
        if !due.contains(&Some(by)) {
            let cite = match self.phase {
                _ if self.simulated.is_some() => cite!("4.12(h)3"),
                Phase::PlayerLooks | Phase::PlayerCalls => cite!("4.8(c)"),
                Phase::ToDeal if deed == Deed::Deal => cite!("4.5(b)"),
                Phase::BankerLooks | Phase::BankerCalls | Phase::BankerTurns | Phase::BankerChooses => {
                    cite!("4.8(b)")
                }
                _ => self.own(deed),
            };
            return Err(Refusal::new(cite, Why::NotYours));
        }
        match (deed, self.phase, &self.round) {
            _ if self.simulated.is_some() => Ok(()),
            (Deed::Say(says), Phase::PlayerCalls, Some(round)) => {
                drawing::player_may(round.player.base(), says)
            }
            (Deed::Say(says), Phase::BankerCalls, Some(round)) => {
                drawing::banker_may(round.banker.base(), says)
            }
            _ => Ok(()),
        }
    }

    fn may_prepare(&self, by: Actor, step: Step) -> Result<Terms, Refusal> {
        let Common { options, seats, .. } = &self.table;
        let (plan, paragraphs) = (options.plan(), options.paragraphs());
        let preparing =
            if let Phase::Preparing(preparation) = &self.phase { Some(preparation) } else { None };
        Preparation::may(preparing, &plan, seats, &paragraphs, (by, step))
    }

    fn prepare(&mut self, by: Actor, step: Step, to: &mut dyn Observer<Self>) {
        let Common { options, seats, .. } = &self.table;
        let Phase::Preparing(preparation) = &mut self.phase else { return };
        preparation.perform(&options.plan(), seats, &options.paragraphs(), by, step, to);
    }

    /// 4.4(e): the first card, and as many more as its value says, are shown and discarded.
    fn burn(&mut self, mut preparation: Preparation, card: Card, to: &mut dyn Observer<Self>) {
        match preparation.burn_up((card, burn_amount(card)), cite!("4.4(e)"), to) {
            Some(Burned::Ready(shoe)) => {
                self.shoe = Some(shoe);
                self.invite_bids(None, to);
            }
            _ => self.phase = Phase::Preparing(preparation),
        }
    }
}
