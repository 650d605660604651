//! 2.4, 2.5, 2.6(c) and (m), 2.20: from decks to a shoe, the cut, the burned card, and the shuffles in between.

use super::{
    Blackjack, Call, Deed, Phase,
    calls::Sides,
    options::{Side, Supply, Ways},
    saw,
};
use crate::games::prelude::*;
use crate::{
    kit::cards::{Card, DECK, Shoe, Unseen},
    table::shoe::{RecutBy, Step},
};

/// The cards of one side of the shoe, and of the discard rack or segregated area that belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Stack {
    pub shoe: Shoe,
    /// Discards whose faces were seen.
    pub rack: Unseen,
    /// The number of discards that went there face down.
    pub hidden: u16,
    /// 2.15(b) and (c): a card that left the shoe in error and is the next one.
    pub held: Option<Held>,
    /// Where its cutting card appeared, if it has come out.
    pub appeared: Option<Appeared>,
}

/// Where a cutting card appeared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Appeared {
    /// On this box.
    OnBox(Seat),
    /// On the dealer's hand.
    OnDealer,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Held {
    /// Face down.
    Down,
    /// Seen by the players.
    Up(Card),
}

impl Stack {
    /// All cards of this many decks, none of them in the shoe yet.
    pub(super) const fn new(decks: u8) -> Stack {
        let (shoe, rack) = (Shoe::of(Unseen::NONE, 0, None), Unseen::decks(decks));
        Stack { shoe, rack, hidden: 0, held: None, appeared: None }
    }

    /// The number of cards in the rack.
    pub(super) fn discards(&self) -> u16 {
        self.rack.total() + self.hidden
    }

    /// The number of cards that would be shuffled now.
    fn cards(&self) -> u16 {
        self.shoe.left() + self.discards() + u16::from(self.held.is_some())
    }

    /// Puts all cards that do not lie on the table into the shoe, with this many behind the cutting card.
    fn reload(&mut self, behind: Option<u16>) {
        let left = self.cards();
        let mut unseen = self.shoe.unseen().with(&self.rack);
        if let Some(Held::Up(card)) = self.held {
            unseen.put(card);
        }
        self.shoe = Shoe::of(unseen, left, behind);
        (self.rack, self.hidden, self.held) = (Unseen::NONE, 0, None);
    }
}

/// A shoe in preparation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Preparation {
    stage: Stage,
    why: Because,
    side: Side,
    /// Whether the other side comes next.
    both: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    Received,
    Inspected,
    Verified,
    Spread,
    Stacked,
    /// The cut is offered to this box, and then to this many more. If no box is left, the dealer cuts.
    Offered(Option<Seat>, u8),
    /// The person who has cut, and how many others were still to be asked.
    Cut(Option<Seat>, u8),
}

/// The reason for a shuffle, which determines who cuts (2.5(e)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Because {
    /// The game begins.
    Beginning,
    /// The cutting card appeared.
    Reached(Appeared),
    /// The licensee orders it.
    Discretion,
    /// 2.15(f): the cards ran out during a round; where the cutting card had appeared before, if it had.
    RanOut(Option<Appeared>),
}

/// 2.6(c): the burned card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Burn {
    Due,
    /// It lies face down in the rack, and players may ask to see it.
    Lies,
    Asked,
}

/// 2.5(c): the cutting card goes at least this many cards in from either end.
const LEAST_CUT: u16 = 10;
/// B29: "about" means within a quarter of a deck.
const ABOUT: u16 = DECK / 4;

impl Preparation {
    pub(super) const fn opening(both: bool) -> Preparation {
        Preparation { stage: Stage::Received, why: Because::Beginning, side: Side::Left, both }
    }

    pub(super) const fn again(why: Because, side: Side, both: bool) -> Preparation {
        Preparation { stage: Stage::Stacked, why, side, both }
    }

    const fn at(self, stage: Stage) -> Preparation {
        Preparation { stage, ..self }
    }
}

impl Blackjack {
    pub(super) fn stack(&self, side: Side) -> &Stack {
        &self.stacks[side as usize]
    }

    pub(super) fn has_cutting_card(&self) -> bool {
        match self.table.options.supply() {
            Supply::Shoe { ways: Ways::Usual { has_cutting_card, .. }, .. }
            | Supply::Double { has_cutting_card, .. } => has_cutting_card,
            _ => false,
        }
    }

    pub(super) fn is_double(&self) -> bool {
        matches!(self.table.options.supply(), Supply::Double { .. })
    }

    /// The side to name in a call; `None` if there is only one.
    fn named(&self, side: Side) -> Option<Side> {
        self.is_double().then_some(side)
    }

    pub(super) fn preparation_awaits(&self, preparation: Preparation) -> Awaits {
        Awaits::Decision(match preparation.stage {
            Stage::Inspected => Actor::Floorperson,
            Stage::Offered(to, _) => self.cutter(to),
            _ => Actor::Dealer,
        })
    }

    /// The next step that is usually taken.
    pub(super) fn next_step(&self, preparation: Preparation) -> Step {
        let cards = self.stack(preparation.side).cards();
        match preparation.stage {
            Stage::Received => Step::Inspect,
            Stage::Inspected => Step::Verify,
            Stage::Verified => Step::Spread,
            Stage::Spread => Step::Wash,
            Stage::Stacked => Step::Shuffle,
            Stage::Offered(..) => Step::Cut(cards / 2),
            Stage::Cut(..) if self.has_cutting_card() => Step::Load((cards / 4).max(1)),
            Stage::Cut(..) => Step::Load(0),
        }
    }

    fn cutter(&self, to: Option<Seat>) -> Actor {
        to.and_then(|seat| self.table.seats.at(seat)).map_or(Actor::Dealer, Actor::Patron)
    }

    /// Whether this person may take this step now.
    pub(super) fn may_step(&self, by: Actor, step: Step) -> Result<Citation, Refusal> {
        let (cite, who, stage_is_right) = self.step_terms(step);
        if matches!(self.table.options.supply(), Supply::Continuous { .. })
            && !matches!(step, Step::Inspect | Step::Verify | Step::Spread | Step::Wash)
        {
            return Err(Refusal::new(cite!("2.20"), Why::NotOffered));
        }
        if !stage_is_right {
            // 2.5(b): the cut comes after the shuffle. The provisions on all other steps say when each is
            // due.
            let is_cut = matches!(step, Step::Cut(_) | Step::DeclineCut);
            return Err(Refusal::new(if is_cut { cite!("2.5(b)") } else { cite }, Why::NotNow));
        }
        if by != who {
            return Err(Refusal::new(cite, Why::NotYours));
        }
        let Phase::Preparing(preparation) = self.phase else { return Ok(cite) };
        let cards = self.stack(preparation.side).cards();
        let too_near = |least| Err(Refusal::new(cite, Why::TooNearTheEnd { least }));
        match step {
            Step::Cut(n) if !(LEAST_CUT..=cards - LEAST_CUT).contains(&n) => too_near(LEAST_CUT),
            Step::Load(0) if self.has_cutting_card() => too_near(1),
            Step::Load(n) if self.has_cutting_card() && n >= cards => too_near(1),
            Step::Load(1..) if !self.has_cutting_card() => {
                Err(Refusal::new(self.no_cutting_card(), Why::NotOffered))
            }
            _ => Ok(cite),
        }
    }

    /// 2.5(d) and (i): the provision under which there is no cutting card.
    pub(super) fn no_cutting_card(&self) -> Citation {
        match self.table.options.supply() {
            Supply::Shoe { ways: Ways::BartCarter, .. } => cite!("2.5(d)"),
            Supply::Continuous { .. } => cite!("2.20"),
            _ => cite!("2.5(i)"),
        }
    }

    /// The provision on a step, who takes it, and whether it is due.
    pub(super) fn step_terms(&self, step: Step) -> (Citation, Actor, bool) {
        let stage =
            if let Phase::Preparing(preparation) = self.phase { Some(preparation.stage) } else { None };
        let is = |wanted| stage == Some(wanted);
        let offered = if let Some(Stage::Offered(to, _)) = stage { Some(to) } else { None };
        let sides = |one: Citation| if self.is_double() { cite!("2.4(d)") } else { one };
        match step {
            Step::Inspect => (cite!("2.4(a)"), Actor::Dealer, is(Stage::Received)),
            Step::Verify => (cite!("2.4(a)"), Actor::Floorperson, is(Stage::Inspected)),
            Step::Spread => (sides(cite!("2.4(b)")), Actor::Dealer, is(Stage::Verified)),
            Step::Wash => (sides(cite!("2.4(c)")), Actor::Dealer, is(Stage::Spread)),
            Step::Shuffle => (cite!("2.5(a)"), Actor::Dealer, is(Stage::Stacked)),
            // Only other games have further ways of mixing.
            Step::Mix(_) => (cite!("2.5(a)"), Actor::Dealer, false),
            Step::Cut(_) => (cite!("2.5(c)"), self.cutter(offered.flatten()), offered.is_some()),
            Step::DeclineCut => {
                (cite!("2.5(f)"), self.cutter(offered.flatten()), offered.flatten().is_some())
            }
            Step::Load(_) => (cite!("2.5(d)"), Actor::Dealer, matches!(stage, Some(Stage::Cut(..)))),
            Step::Recut => {
                let is_fresh = self.is_between() && self.fresh.is_some();
                let is_cut = matches!(stage, Some(Stage::Cut(..)));
                (cite!("2.5(g)"), Actor::Supervisor, is_cut || is_fresh)
            }
        }
    }

    /// Takes a step that was allowed.
    pub(super) fn step(&mut self, step: Step, cite: Citation, to: &mut dyn Observer<Self>) {
        let sides = if self.is_double() { Sides::Apart } else { Sides::Together };
        let preparation = match (self.phase, self.fresh) {
            (Phase::Preparing(preparation), _) | (_, Some(preparation)) => preparation,
            _ => return,
        };
        let next = |stage| Phase::Preparing(preparation.at(stage));
        match (step, preparation.stage) {
            (Step::Inspect, _) => {
                saw(to, cite, Call::Inspects);
                self.phase = next(Stage::Inspected);
            }
            (Step::Verify, _) => {
                saw(to, cite, Call::Verifies);
                self.phase = next(Stage::Verified);
            }
            (Step::Spread, _) => {
                saw(to, cite, Call::Spreads { sides });
                self.phase = next(Stage::Spread);
            }
            (Step::Wash, _) => {
                saw(to, cite, Call::Washes { sides });
                let is_device = matches!(self.table.options.supply(), Supply::Continuous { .. });
                self.phase = if is_device { Phase::Loading } else { next(Stage::Stacked) };
            }
            (Step::Shuffle, _) => self.shuffle(preparation, to),
            (Step::Cut(cards), Stage::Offered(by, left)) => {
                saw(to, cite, Call::Cuts { cards });
                saw(to, cite!("2.5(d)"), Call::ClosesCut { cards });
                self.phase = next(Stage::Cut(by, left));
            }
            (Step::DeclineCut, Stage::Offered(Some(seat), left)) => {
                self.offer_on(preparation, seat, left, to);
            }
            (Step::Recut, Stage::Cut(by, left)) => {
                saw(to, cite, Call::Recuts);
                self.burn = None;
                match (self.table.options.recut_by(), by) {
                    (RecutBy::NextEntitled, Some(seat)) => self.offer_on(preparation, seat, left, to),
                    _ => self.offer(preparation, by, left, cite, to),
                }
            }
            (Step::Load(behind), Stage::Cut(..)) => self.load(preparation, behind, to),
            _ => {}
        }
    }

    fn shuffle(&mut self, preparation: Preparation, to: &mut dyn Observer<Self>) {
        let cite = match preparation.why {
            Because::Reached(_) => cite!("2.6(l)3"),
            _ => cite!("2.5(a)"),
        };
        saw(to, cite, Call::Shuffles { side: self.named(preparation.side) });
        // B35: with ten cards required on either side, fewer than twenty cannot be cut.
        if self.stack(preparation.side).cards() < 2 * LEAST_CUT {
            saw(to, cite!("2.5(c)"), Call::TooFewToCut);
            self.phase = Phase::Preparing(preparation.at(Stage::Cut(None, 0)));
            return;
        }
        saw(to, cite!("2.5(b)"), Call::OffersStack);
        let (from, cite) = self.designated_cutter(preparation.why);
        match from {
            Some(seat) if self.table.seats.at(seat).is_some() => {
                self.offer(preparation, Some(seat), self.table.options.boxes() - 1, cite, to);
            }
            Some(seat) => self.offer_on(preparation, seat, self.table.options.boxes() - 1, to),
            None => self.offer(preparation, None, 0, cite!("2.5(f)"), to),
        }
    }

    /// 2.5(e): the person to whom the cut is offered first.
    fn designated_cutter(&self, why: Because) -> (Option<Seat>, Citation) {
        let farthest_right = self.table.seats.from_highest().next().map(|(seat, _)| seat);
        match why {
            Because::Beginning => {
                let first = self.first.and_then(|patron| self.table.seats.of(patron));
                (first.or(farthest_right), cite!("2.5(e)1"))
            }
            Because::Reached(Appeared::OnBox(seat)) | Because::RanOut(Some(Appeared::OnBox(seat))) => {
                (Some(seat), cite!("2.5(e)2"))
            }
            Because::Reached(Appeared::OnDealer) | Because::RanOut(Some(Appeared::OnDealer)) => {
                (farthest_right, cite!("2.5(e)3"))
            }
            Because::Discretion | Because::RanOut(None) => (farthest_right, cite!("2.5(e)4")),
        }
    }

    fn offer(
        &mut self,
        preparation: Preparation,
        seat: Option<Seat>,
        left: u8,
        cite: Citation,
        to: &mut dyn Observer<Self>,
    ) {
        match seat.and_then(|seat| Some((self.table.seats.at(seat)?, seat))) {
            Some((patron, seat)) => saw(to, cite, Call::OffersCut { patron, seat }),
            None => saw(to, cite!("2.5(f)"), Call::CutsHimself),
        }
        self.phase = Phase::Preparing(preparation.at(Stage::Offered(seat, left)));
    }

    /// 2.5(f): clockwise, that is, to the next higher box and around.
    fn offer_on(&mut self, preparation: Preparation, from: Seat, left: u8, to: &mut dyn Observer<Self>) {
        let boxes = self.table.options.boxes();
        let next = (1..=left).find_map(|step| {
            let seat = Seat((from.0 - 1 + step) % boxes + 1);
            self.table.seats.at(seat).map(|_| (seat, left - step))
        });
        let (seat, left) = next.map_or((None, 0), |(seat, left)| (Some(seat), left));
        self.offer(preparation, seat, left, cite!("2.5(f)"), to);
    }

    /// 2.5(d): the cutting card is inserted unless another way was approved; then the shoe is loaded.
    fn load(&mut self, preparation: Preparation, behind: u16, to: &mut dyn Observer<Self>) {
        let side = preparation.side;
        if self.stack(side).held.is_some() {
            to.clears(self);
        }
        let cards = self.stack(side).cards();
        if self.has_cutting_card() {
            saw(to, cite!("2.5(d)"), Call::Loads { behind });
            // B29: this is reported, never refused.
            if behind + ABOUT < cards / 4 {
                saw(to, cite!("2.5(d)"), Call::WarnsTooShallow { least: cards / 4 });
            }
        } else {
            saw(to, self.no_cutting_card(), Call::LoadsWithoutCuttingCard);
        }
        let unseen = *self.stack(side).shoe.unseen();
        self.stacks[side as usize].reload(self.has_cutting_card().then_some(behind));
        if let Because::RanOut(_) = preparation.why {
            return self.go_on_after_running_out(side, &unseen, to);
        }
        if preparation.both {
            self.phase = Phase::Preparing(Preparation {
                stage: Stage::Stacked,
                side: side.other(),
                both: false,
                ..preparation
            });
            return;
        }
        self.stacks[side as usize].appeared = None;
        self.burn = self.burns().then_some(Burn::Due);
        self.fresh = Some(preparation);
        self.entrants.reshuffled();
        self.phase = Phase::Open;
        self.reshuffle_if_reached(to);
    }

    /// 2.15(f): one card is burned, and the round goes on (B22).
    fn go_on_after_running_out(&mut self, side: Side, before: &Unseen, to: &mut dyn Observer<Self>) {
        let stack = &mut self.stacks[side as usize];
        stack.shoe.draw();
        stack.hidden += 1;
        saw(to, cite!("2.15(f)"), Call::Burns);
        if let Some(round) = &mut self.round
            && let Some(hole) = &mut round.hole
        {
            hole.before_reshuffle.get_or_insert((*before, *stack.shoe.unseen()));
        }
        self.phase = Phase::Playing;
    }

    /// 2.6(c): whether cards are burned at this table at all.
    fn burns(&self) -> bool {
        matches!(self.table.options.supply(), Supply::Shoe { ways: Ways::Usual { burns: true, .. }, .. })
    }

    /// The provision under which no card is burned: 2.6(d)1 for a double shoe, 2.20 for a device, 2.6(c) itself for the
    /// Bart Carter Shuffle, or 2.5(i) if approved.
    fn no_burn(&self) -> Citation {
        match self.table.options.supply() {
            Supply::Double { .. } => cite!("2.6(d)1"),
            Supply::Continuous { .. } => cite!("2.20"),
            Supply::Shoe { ways: Ways::BartCarter, .. } => cite!("2.6(c)"),
            Supply::Shoe { .. } => cite!("2.5(i)"),
        }
    }

    /// 2.6(c), 2.6(m), 2.5(h)1 and 2.20: whether this may be done to the shoe between rounds.
    pub(super) fn may_tend(&self, by: Actor, deed: Deed) -> Result<Citation, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let supply = self.table.options.supply();
        let (is_open, is_between) = (self.phase == Phase::Open, self.is_between());
        let is_device = matches!(supply, Supply::Continuous { .. });
        let is_bart_carter = matches!(supply, Supply::Shoe { ways: Ways::BartCarter, .. });
        let (cite, is_theirs, is_now) = match deed {
            Deed::LoadDevice if !is_device => return no(cite!("2.20"), Why::NotOffered),
            Deed::OrderReshuffle if is_device => return no(cite!("2.20"), Why::NotOffered),
            Deed::ShuffleRack if !is_bart_carter => return no(cite!("2.6(m)"), Why::NotOffered),
            Deed::Burn | Deed::AskBurned if !self.burns() => return no(self.no_burn(), Why::NotOffered),
            Deed::LoadDevice => (cite!("2.20"), by == Actor::Dealer, self.phase == Phase::Loading),
            Deed::OrderReshuffle => (cite!("2.5(h)1"), by == Actor::Supervisor, is_between),
            Deed::ShuffleRack => {
                let has_discards = self.stack(Side::Left).discards() > 0;
                (cite!("2.6(m)"), by == Actor::Dealer, is_between && has_discards)
            }
            Deed::Burn => (cite!("2.6(c)"), by == Actor::Dealer, is_open && self.burn == Some(Burn::Due)),
            Deed::AskBurned => {
                (cite!("2.6(c)"), self.is_player(by), is_open && self.burn == Some(Burn::Lies))
            }
            _ => (cite!("2.6(c)"), by == Actor::Dealer, is_open && self.burn != Some(Burn::Asked)),
        };
        match (is_theirs, is_now) {
            (true, true) => Ok(cite),
            (true, false) => no(cite, Why::NotNow),
            (false, _) => no(cite, Why::NotYours),
        }
    }

    /// Whether the table is between two rounds, with nothing on the layout and nothing to be shown.
    fn is_between(&self) -> bool {
        let is_clear = self.table.layout.bets().is_empty() && self.table.cash.is_none();
        self.phase == Phase::Open && is_clear && self.burn != Some(Burn::Asked)
    }

    /// Whether this person sits here or wagers.
    fn is_player(&self, by: Actor) -> bool {
        let Actor::Patron(patron) = by else { return false };
        self.table.seats.of(patron).is_some()
            || self.table.layout.bets().iter().any(|bet| bet.patron == patron)
    }

    pub(super) fn tend(&mut self, deed: Deed, cite: Citation, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::LoadDevice => {
                saw(to, cite, Call::LoadsDevice);
                self.stacks[0].reload(None);
                self.phase = Phase::Open;
            }
            Deed::OrderReshuffle => {
                saw(to, cite, Call::Reshuffles);
                self.burn = None;
                self.phase =
                    Phase::Preparing(Preparation::again(Because::Discretion, Side::Left, self.is_double()));
            }
            Deed::ShuffleRack => self.bart_carter(to),
            Deed::Burn => {
                let stack = &mut self.stacks[0];
                stack.shoe.draw();
                stack.hidden += 1;
                self.burn = Some(Burn::Lies);
                saw(to, cite, Call::Burns);
            }
            Deed::AskBurned => {
                self.burn = Some(Burn::Asked);
                saw(to, cite, Call::WillShowBurned);
            }
            _ => {
                saw(to, cite, Call::TakesOver);
                if self.burns() && self.stack(Side::Left).shoe.left() > 0 {
                    self.burn = Some(Burn::Due);
                }
            }
        }
    }

    /// 2.5(h)2: whether there is more than one deck in the rack, which must then be shuffled before the
    /// next round.
    pub(super) fn is_bart_carter_due(&self) -> bool {
        matches!(self.table.options.supply(), Supply::Shoe { ways: Ways::BartCarter, .. })
            && self.stack(Side::Left).discards() > DECK
    }

    /// 2.6(m): the discards go back in three stacks. Nobody knows where these lie, so any unseen card may come next
    /// (B34).
    fn bart_carter(&mut self, to: &mut dyn Observer<Self>) {
        let discards = self.stack(Side::Left).discards();
        saw(to, cite!("2.6(m)"), Call::ShufflesRack { cards: discards });
        // B29: "about one deck" is within a quarter of a deck.
        if discards.abs_diff(DECK) > ABOUT {
            saw(to, cite!("2.5(h)2"), Call::WarnsNotOneDeck { cards: discards });
        }
        let left = self.stacks[0].shoe.left() + discards;
        let unseen = self.stacks[0].shoe.unseen().with(&self.stacks[0].rack);
        self.stacks[0].shoe = Shoe::of(unseen, left, None);
        (self.stacks[0].rack, self.stacks[0].hidden) = (Unseen::NONE, 0);
        self.entrants.reshuffled();
    }

    /// The burned card is shown to the person who asked.
    pub(super) fn show_burned(&mut self, card: Card) {
        let stack = &mut self.stacks[0];
        stack.shoe.turn(card);
        stack.hidden -= 1;
        stack.rack.put(card);
        self.burn = None;
    }

    /// 2.6(l): if a cutting card was reached in this round, that side is shuffled, and then perhaps the other.
    pub(super) fn reshuffle_if_reached(&mut self, to: &mut dyn Observer<Self>) {
        let reached = |&side: &Side| self.stack(side).appeared.is_some();
        let Some(side) = Side::ALL.into_iter().find(reached) else { return };
        let Some(appeared) = self.stack(side).appeared else { return };
        saw(to, cite!("2.5(h)"), Call::HasToReshuffle);
        match self.named(side) {
            None => saw(to, cite!("2.6(l)2.i"), Call::EmptiesShoe { side: None }),
            Some(side) => saw(to, cite!("2.6(l)2.ii"), Call::EmptiesShoe { side: Some(side) }),
        }
        self.phase = Phase::Preparing(Preparation::again(Because::Reached(appeared), side, false));
    }

    /// 2.15(f): the shoe runs out during a round.
    pub(super) fn run_out(&mut self, side: Side, to: &mut dyn Observer<Self>) {
        saw(to, cite!("2.15(f)"), Call::TooFewCards);
        match self.table.options.supply() {
            _ if self.stack(side).discards() < 2 => {
                saw(to, cite!("2.15(f)"), Call::NoneToShuffle);
                self.call_all_dead(cite!("2.15(f)"), to);
            }
            // B32: the device mixes the discards in by itself.
            Supply::Continuous { .. } => {
                let before = *self.stack(side).shoe.unseen();
                saw(to, cite!("2.20"), Call::ReturnsCards);
                self.stacks[side as usize].reload(None);
                let after = *self.stack(side).shoe.unseen();
                if let Some(hole) = self.round.as_mut().and_then(|round| round.hole.as_mut()) {
                    hole.before_reshuffle.get_or_insert((before, after));
                }
            }
            _ => {
                let why = Because::RanOut(self.stack(side).appeared);
                self.phase = Phase::Preparing(Preparation::again(why, side, false));
            }
        }
    }

    /// 2.20: after a round all cards go back into the device.
    pub(super) fn return_to_device(&mut self, to: &mut dyn Observer<Self>) {
        let held = self.stacks[0].held;
        saw(to, cite!("2.20"), Call::ReturnsCards);
        self.stacks[0].reload(None);
        // A card that waits to be the next one is not put back.
        match held {
            Some(Held::Down) => self.stacks[0].shoe.draw(),
            Some(Held::Up(card)) => self.stacks[0].shoe.draw_up(card),
            None => {}
        }
        self.stacks[0].held = held;
        self.entrants.reshuffled();
    }

    /// Puts a card that lies face up beside the shoe into the rack.
    pub(super) fn put_away(&mut self, side: Side, cite: Citation, call: Call, to: &mut dyn Observer<Self>) {
        let Some(Held::Up(card)) = self.stack(side).held else { return };
        to.clears(self);
        self.stacks[side as usize].held = None;
        saw(to, cite, call);
        self.discard(side, card);
    }

    /// Puts a card into the rack of its side.
    pub(super) fn discard(&mut self, side: Side, card: Card) {
        self.stacks[side as usize].rack.put(card);
    }

    /// Whether the cut is offered to this patron.
    pub(super) fn is_cutter(&self, patron: Patron) -> bool {
        self.cutting_seat().and_then(|seat| self.table.seats.at(seat)) == Some(patron)
    }

    /// The box whose patron is offered the cut.
    pub(super) fn cutting_seat(&self) -> Option<Seat> {
        match self.phase {
            Phase::Preparing(Preparation { stage: Stage::Offered(to, _), .. }) => {
                to.filter(|&seat| self.table.seats.at(seat).is_some())
            }
            _ => None,
        }
    }

    /// Whether this side of the shoe is ready to be dealt from: its cards are not being shuffled.
    pub(super) fn is_loaded(&self, side: Side) -> bool {
        match self.phase {
            Phase::Preparing(preparation) => preparation.side != side && !preparation.both,
            _ => true,
        }
    }
}
