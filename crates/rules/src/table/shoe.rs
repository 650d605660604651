//! From sealed decks to a loaded shoe: inspection, wash, shuffle, cut, cutting cards, burn.
//!
//! Several subchapters prescribe the same steps in their own paragraphs. The procedure is implemented here
//! once; each game passes in its [`Paragraphs`], and every step cites the game's own section.

use crate::{
    game::{Awaits, Event, Eyes, Game, Observer},
    kit::cards::{Card, DECK, Shoe},
    refusal::{Refusal, Why},
    submission::{Field, choice},
    table::{
        call::TableCall,
        layout::Terms,
        people::{Actor, Patron, Seat},
        seats::Seats,
    },
    vocabulary::Vocabulary,
    words::{calls, deeds},
};
use core::fmt;
use law::Citation;

/// The most decks any game uses at once.
pub const MOST_DECKS: u8 = 16;

/// The provisions of a game on each step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paragraphs {
    /// The dealer inspects the decks, the floorperson verifies.
    pub inspect: Citation,
    /// They are spread for the first participants.
    pub spread: Citation,
    /// They are turned down, washed and stacked.
    pub wash: Citation,
    /// The provision on shuffling.
    pub shuffle: Citation,
    /// The steps that may follow the shuffle.
    pub mix: Citation,
    /// The stack is offered to be cut.
    pub offer: Citation,
    /// The provision on cutting.
    pub cut: Citation,
    /// Cutting cards go in, the shoe is loaded, the first cards are burned.
    pub load: Citation,
    /// A supervisor may require a recut.
    pub recut: Citation,
}

/// How the licensee prepares a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The number of decks in the shoe.
    pub decks: u8,
    /// Steps between shuffle and cut, each under its own provision. If they start with a wash, they are the
    /// whole procedure, without a shuffle before them.
    pub mixing: [Option<(Mixing, Citation)>; 4],
    /// The person who recuts.
    pub recut_by: RecutBy,
}

deeds! {
    /// A step between shuffle and cut.
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Mixing {
        /// The stack is left unsquared for the floorperson to inspect.
        Feather = "feathers",
        /// About one deck is dispersed through the rest.
        Lace = "laces",
        /// Some or all cards are shuffled again.
        Reshuffle = "reshuffles",
        /// The cards are washed and stacked again.
        Wash = "washes again",
        /// Each of the three dealers shuffles the stack.
        ShuffleByAll = "has all dealers shuffle",
    }
}

choice! {
    /// Who recuts when a supervisor requires it.
    pub enum RecutBy { LastCutter = "last-cutter", NextEntitled = "next-entitled" }
}

/// The number of decks in the shoe of a game with six or more, under the game's own paragraph.
pub const fn decks(cite: Citation) -> Field<u8> {
    let about = "how many decks the shoe holds: six or more; the law sets no most, this program sixteen";
    Field::count("decks", cite, 6, MOST_DECKS as i64, about)
}

impl RecutBy {
    /// The option, under a game's own provision.
    pub const fn field(cite: Citation) -> Field<RecutBy> {
        Field::choice("recut-by", cite, "who recuts when a supervisor requires it")
    }
}

/// A step in the preparation of a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The dealer inspects the decks.
    Inspect,
    /// The floorperson verifies the inspection.
    Verify,
    /// The dealer spreads the cards face up.
    Spread,
    /// The dealer turns the cards down, washes and stacks them.
    Wash,
    /// The dealer shuffles.
    Shuffle,
    /// The dealer mixes further.
    Mix(Mixing),
    /// A participant or the dealer puts the cutting card behind this many cards.
    Cut(u16),
    /// A participant declines to cut.
    DeclineCut,
    /// A supervisor requires a recut.
    Recut,
    /// The dealer puts a cutting card in front of this many last cards, and loads the shoe.
    Load(u16),
}

/// The stage of a preparation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    Received,
    Inspected,
    Verified,
    Spread,
    Stacked,
    Mixing(u8),
    /// The cut is offered to this seat; `None` if everyone has declined, so that the dealer cuts.
    Offered(Option<Seat>),
    /// The seat that cut the cards.
    Cut(Option<Seat>),
    /// The loaded shoe, and the seat that cut the cards.
    Loaded(Shoe, Option<Seat>),
    Burning(Shoe, u8),
}

/// Who must take a step.
enum Due {
    Dealer,
    Floorperson,
    Supervisor,
    /// The person to whom the cut is offered.
    Cutter,
}

/// A shoe in preparation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Preparation {
    stage: Stage,
    /// The seat from which the cut is offered around.
    first: Option<Seat>,
}

calls! {
    /// What staff say and do during the preparation.
    #[cfg_attr(feature = "serde", serde(tag = "step", rename_all = "kebab-case"))]
    pub enum PreparationCall {
        Inspects = "inspects the decks",
        Verifies = "has the floorperson verify the inspection",
        Spreads = "spreads the cards face up for the first participants to inspect",
        Washes = "turns the cards face down, washes and stacks them",
        Shuffles = "shuffles the cards",
        Mixes { mixing: Mixing } => match mixing {
            Mixing::Feather => "leaves the stack feathered for the floorperson to look at",
            Mixing::Lace => "laces about one deck evenly through the rest",
            Mixing::Reshuffle => "shuffles the cards again",
            Mixing::Wash => "washes and stacks the cards again",
            Mixing::ShuffleByAll => "and the two other dealers shuffle the stack in turn",
        },
        OffersCut { seat: Seat, patron: Patron } = "offers the stack to {patron} at seat {seat} to be cut",
        Cuts { cards: u16 } = "puts the {cards} cards in front of the cutting card to the back",
        TakesStackOn = "takes the stack on",
        HasRecut = "has the cards recut",
        Loads { behind: u16 } =
            "puts one cutting card {behind} cards from the back, one at the end, and loads the shoe",
        Burns { cards: u8 } = "burns {cards} more",
    }
}

impl From<Step> for PreparationCall {
    fn from(step: Step) -> PreparationCall {
        match step {
            Step::Inspect => PreparationCall::Inspects,
            Step::Verify => PreparationCall::Verifies,
            Step::Spread => PreparationCall::Spreads,
            Step::Wash => PreparationCall::Washes,
            Step::Shuffle => PreparationCall::Shuffles,
            Step::Mix(mixing) => PreparationCall::Mixes { mixing },
            Step::Cut(cards) => PreparationCall::Cuts { cards },
            Step::DeclineCut => PreparationCall::TakesStackOn,
            Step::Recut => PreparationCall::HasRecut,
            Step::Load(behind) => PreparationCall::Loads { behind },
        }
    }
}

/// The result of a burned card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Burned {
    /// More cards are to be burned.
    More,
    /// The shoe is ready.
    Ready(Shoe),
}

impl Preparation {
    /// New decks at the table.
    pub const fn new() -> Preparation {
        Preparation { stage: Stage::Received, first: None }
    }

    /// Pre-shuffled decks: they are cut at once, and the cut is offered from the highest seat.
    pub fn pre_shuffled(
        seats: &Seats,
        paragraphs: &Paragraphs,
        tell: &mut dyn FnMut(Citation, PreparationCall),
    ) -> Preparation {
        let mut preparation = Preparation::again(None);
        preparation.offer(seats);
        preparation.tell_offer(seats, paragraphs, tell);
        preparation
    }

    /// Cards of a used shoe, to be shuffled again. The cut is offered from `first`, by default the highest
    /// seat.
    pub const fn again(first: Option<Seat>) -> Preparation {
        Preparation { stage: Stage::Stacked, first }
    }

    /// Cards that were spread on an idle table, to be washed again.
    pub const fn idle() -> Preparation {
        Preparation { stage: Stage::Spread, first: None }
    }

    /// Cards that a shuffling device kept, to be spread before they are shuffled again.
    pub const fn unspread() -> Preparation {
        Preparation { stage: Stage::Verified, first: None }
    }

    /// Whether the decks have just come to the table.
    pub fn is_received(&self) -> bool {
        self.stage == Stage::Received
    }

    /// Who or what it waits for.
    pub fn awaits(&self, seats: &Seats) -> Awaits {
        match self.stage {
            Stage::Inspected => Awaits::Decision(Actor::Floorperson),
            Stage::Offered(Some(seat)) => match seats.at(seat) {
                Some(patron) => Awaits::Decision(Actor::Patron(patron)),
                None => Awaits::Decision(Actor::Dealer),
            },
            Stage::Loaded(..) | Stage::Burning(..) => Awaits::Equipment,
            _ => Awaits::Decision(Actor::Dealer),
        }
    }

    /// The seat whose patron is asked to cut.
    pub fn cutter(&self, seats: &Seats) -> Option<Seat> {
        if let Stage::Offered(Some(seat)) = self.stage { seats.at(seat).map(|_| seat) } else { None }
    }

    /// The steps this person may take now, the usual one first.
    pub fn steps(&self, plan: &Plan, seats: &Seats, by: Actor, each: &mut dyn FnMut(Step)) {
        let cards = u16::from(plan.decks) * DECK;
        let usual = |n: u16, least: u16| (least..=cards - least).filter(move |&m| m != n);
        match (self.stage, by) {
            (Stage::Received, Actor::Dealer) => each(Step::Inspect),
            (Stage::Inspected, Actor::Floorperson) => each(Step::Verify),
            (Stage::Verified, Actor::Dealer) => each(Step::Spread),
            (Stage::Spread, Actor::Dealer) => each(Step::Wash),
            (Stage::Stacked, Actor::Dealer) => each(match plan.mixing[0] {
                Some((Mixing::Wash, _)) => Step::Mix(Mixing::Wash),
                _ => Step::Shuffle,
            }),
            (Stage::Mixing(at), Actor::Dealer) => {
                if let Some((mixing, _)) = plan.mixing.get(usize::from(at)).copied().flatten() {
                    each(Step::Mix(mixing));
                }
            }
            (Stage::Offered(to), _) if self.is_cutter(seats, by) => {
                each(Step::Cut(cards / 2));
                usual(cards / 2, LEAST_CUT).map(Step::Cut).for_each(&mut *each);
                if to.is_some() {
                    each(Step::DeclineCut);
                }
            }
            (Stage::Cut(_), Actor::Dealer) => {
                each(Step::Load(LEAST_BEHIND));
                (LEAST_BEHIND + 1..cards).map(Step::Load).for_each(each);
            }
            (Stage::Cut(_) | Stage::Loaded(..), Actor::Supervisor) => each(Step::Recut),
            _ => {}
        }
    }

    /// The step this person takes if nobody says otherwise: for staff the next one; a patron declines the cut, since
    /// nobody may cut for somebody else. `fits` says whether the game accepts the step.
    pub fn usual(&self, plan: &Plan, seats: &Seats, by: Actor, fits: impl Fn(Step) -> bool) -> Option<Step> {
        let mut usual = None;
        self.steps(plan, seats, by, &mut |step| {
            let is_meant = !matches!(by, Actor::Patron(_)) || step == Step::DeclineCut;
            if usual.is_none() && is_meant && fits(step) {
                usual = Some(step);
            }
        });
        usual
    }

    /// Who must take this step now; `None` if it is not due, or if it would cut the stack at a place that
    /// is not allowed.
    fn due(&self, plan: &Plan, step: Step) -> Option<Due> {
        let mixing = |at: u8| plan.mixing.get(usize::from(at)).copied().flatten().map(|(mixing, _)| mixing);
        let is_due = match (self.stage, step) {
            (Stage::Inspected, Step::Verify) => return Some(Due::Floorperson),
            (Stage::Cut(_) | Stage::Loaded(..), Step::Recut) => return Some(Due::Supervisor),
            (Stage::Offered(_), Step::Cut(_)) | (Stage::Offered(Some(_)), Step::DeclineCut) => {
                return Some(Due::Cutter);
            }
            (Stage::Received, Step::Inspect)
            | (Stage::Verified, Step::Spread)
            | (Stage::Spread, Step::Wash)
            | (Stage::Cut(_), Step::Load(_)) => true,
            (Stage::Stacked, Step::Shuffle) => mixing(0) != Some(Mixing::Wash),
            (Stage::Stacked, Step::Mix(Mixing::Wash)) => mixing(0) == Some(Mixing::Wash),
            (Stage::Mixing(at), Step::Mix(which)) => mixing(at) == Some(which),
            _ => false,
        };
        is_due.then_some(Due::Dealer)
    }

    /// The provision on the step that is due, which forbids all later ones.
    pub fn now(&self, plan: &Plan, paragraphs: &Paragraphs) -> Citation {
        match self.stage {
            Stage::Received | Stage::Inspected => paragraphs.inspect,
            Stage::Verified => paragraphs.spread,
            Stage::Spread => paragraphs.wash,
            Stage::Stacked => paragraphs.shuffle,
            Stage::Mixing(at) => {
                let planned = plan.mixing.get(usize::from(at)).copied().flatten();
                planned.map_or(paragraphs.shuffle, |(_, cite)| cite)
            }
            Stage::Offered(_) => paragraphs.offer,
            Stage::Cut(_) | Stage::Loaded(..) | Stage::Burning(..) => paragraphs.load,
        }
    }

    /// Whether this person may take this step. No step is due unless cards are being prepared, and a way of mixing that
    /// the table does not use is never due.
    pub fn may(
        preparing: Option<&Preparation>,
        plan: &Plan,
        seats: &Seats,
        paragraphs: &Paragraphs,
        (by, step): (Actor, Step),
    ) -> Result<Terms, Refusal> {
        let mixes = |mixing| plan.mixing.iter().flatten().any(|(planned, _)| *planned == mixing);
        match (preparing, step) {
            (_, Step::Mix(mixing)) if !mixes(mixing) => Err(Refusal::new(paragraphs.mix, Why::NotOffered)),
            (None, _) => Err(Refusal::new(step.cite(paragraphs, plan), Why::NotNow)),
            (Some(preparation), _) => preparation.guard(plan, seats, paragraphs, by, step),
        }
    }

    /// Whether this person may take this step now. A step out of turn is refused under the provision of the one that is
    /// due.
    pub fn guard(
        &self,
        plan: &Plan,
        seats: &Seats,
        paragraphs: &Paragraphs,
        by: Actor,
        step: Step,
    ) -> Result<Terms, Refusal> {
        let cards = u16::from(plan.decks) * DECK;
        let cite = step.cite(paragraphs, plan);
        let why = match (self.due(plan, step), step) {
            // The provision on the recut itself says when it may be required.
            (None, Step::Recut) => Why::NotNow,
            (None, _) => return Err(Refusal::new(self.now(plan, paragraphs), Why::NotNow)),
            (Some(_), Step::Cut(n)) if !(LEAST_CUT..=cards - LEAST_CUT).contains(&n) => {
                Why::TooNearTheEnd { least: LEAST_CUT }
            }
            (Some(_), Step::Load(n)) if !(LEAST_BEHIND..cards).contains(&n) => {
                Why::TooNearTheEnd { least: LEAST_BEHIND }
            }
            (Some(due), _) => {
                let is_theirs = match due {
                    Due::Dealer => by == Actor::Dealer,
                    Due::Floorperson => by == Actor::Floorperson,
                    Due::Supervisor => by == Actor::Supervisor,
                    Due::Cutter => self.is_cutter(seats, by),
                };
                // The provision on offering the cut says who cuts, not the one on cutting.
                match step {
                    _ if is_theirs => return Ok(Terms::plain(cite)),
                    Step::Cut(_) => return Err(Refusal::new(paragraphs.offer, Why::NotYours)),
                    _ => Why::NotYours,
                }
            }
        };
        Err(Refusal::new(cite, why))
    }

    /// Takes a step that [`guard`](Preparation::guard) has allowed.
    pub fn perform<G: Game>(
        &mut self,
        plan: &Plan,
        seats: &Seats,
        paragraphs: &Paragraphs,
        by: Actor,
        step: Step,
        to: &mut dyn Observer<G>,
    ) {
        let tell = &mut |cite, call| to.saw(cite, Event::Called { call: TableCall::Prepares(call).into() });
        let done = self.take(plan, seats, paragraphs, by, step, tell);
        debug_assert!(done.is_ok(), "{step} was allowed");
    }

    /// Takes a step, or refuses it under the provision on the step that is due.
    pub fn take(
        &mut self,
        plan: &Plan,
        seats: &Seats,
        paragraphs: &Paragraphs,
        by: Actor,
        step: Step,
        tell: &mut dyn FnMut(Citation, PreparationCall),
    ) -> Result<(), Refusal> {
        let cite = self.guard(plan, seats, paragraphs, by, step)?.cite;
        tell(cite, step.into());
        self.stage = match (step, self.stage) {
            (Step::Inspect, _) => Stage::Inspected,
            (Step::Verify, _) => Stage::Verified,
            (Step::Spread, _) => Stage::Spread,
            (Step::Wash, _) => Stage::Stacked,
            (Step::Shuffle, _) => Stage::Mixing(0),
            (Step::Mix(_), Stage::Stacked) => Stage::Mixing(1),
            (Step::Mix(_), Stage::Mixing(at)) => Stage::Mixing(at + 1),
            (Step::Cut(_), Stage::Offered(to)) => Stage::Cut(to),
            (Step::DeclineCut, Stage::Offered(Some(seat))) => Stage::Offered(self.next_cutter(seats, seat)),
            (Step::Recut, Stage::Cut(last) | Stage::Loaded(_, last)) => {
                Stage::Offered(match (plan.recut_by, last) {
                    (RecutBy::LastCutter, last) => last,
                    (RecutBy::NextEntitled, Some(seat)) => self.next_cutter(seats, seat),
                    (RecutBy::NextEntitled, None) => None,
                })
            }
            (Step::Load(behind), Stage::Cut(last)) => Stage::Loaded(Shoe::load(plan.decks, behind), last),
            (_, stage) => stage,
        };
        let mixed = |at: u8| plan.mixing.get(usize::from(at)).copied().flatten().is_none();
        if matches!(self.stage, Stage::Mixing(at) if mixed(at)) {
            self.offer(seats);
        }
        self.tell_offer(seats, paragraphs, tell);
        Ok(())
    }

    /// Reports to whom the cut is offered.
    fn tell_offer(
        &self,
        seats: &Seats,
        paragraphs: &Paragraphs,
        tell: &mut dyn FnMut(Citation, PreparationCall),
    ) {
        if let Some(seat) = self.cutter(seats)
            && let Some(patron) = seats.at(seat)
        {
            tell(paragraphs.offer, PreparationCall::OffersCut { seat, patron });
        }
    }

    /// The shoe, once it is loaded.
    pub const fn shoe(&self) -> Option<&Shoe> {
        match &self.stage {
            Stage::Loaded(shoe, _) | Stage::Burning(shoe, _) => Some(shoe),
            _ => None,
        }
    }

    /// The cards that may be shown while burning.
    pub fn outcomes(&self, each: &mut dyn FnMut(Card, u32)) {
        if let Some(shoe) = self.shoe() {
            shoe.outcomes(each);
        }
    }

    /// Burns a card: the `amount` of the first one says how many follow. `None` if no such card can be shown now.
    pub fn burn(&mut self, card: Card, amount: u8, tell: &mut dyn FnMut(PreparationCall)) -> Option<Burned> {
        let (mut shoe, left) = match self.stage {
            Stage::Loaded(shoe, _) => (shoe, None),
            Stage::Burning(shoe, left) => (shoe, Some(left)),
            _ => return None,
        };
        if !shoe.can_show(card) {
            return None;
        }
        shoe.draw_up(card);
        let left = match left {
            None => {
                tell(PreparationCall::Burns { cards: amount });
                amount
            }
            Some(left) => left - 1,
        };
        self.stage = Stage::Burning(shoe, left);
        Some(if left == 0 { Burned::Ready(shoe) } else { Burned::More })
    }

    /// The same for a card that everyone sees, under the game's own provision.
    pub fn burn_up<G: Game>(
        &mut self,
        (card, amount): (Card, u8),
        cite: Citation,
        to: &mut dyn Observer<G>,
    ) -> Option<Burned>
    where
        G::Chance: From<Card>,
    {
        to.saw(cite, Event::Shown { chance: card.into(), to: Eyes::All });
        let tell = &mut |call| to.saw(cite, Event::Called { call: TableCall::Prepares(call).into() });
        self.burn(card, amount, tell)
    }

    fn is_cutter(&self, seats: &Seats, by: Actor) -> bool {
        match self.stage {
            Stage::Offered(Some(seat)) => {
                seats.at(seat).map_or(by == Actor::Dealer, |p| by == Actor::Patron(p))
            }
            Stage::Offered(None) => by == Actor::Dealer,
            _ => false,
        }
    }

    fn offer(&mut self, seats: &Seats) {
        let highest = || seats.from_highest().next().map(|(seat, _)| seat);
        self.first = self.first.filter(|&seat| seats.at(seat).is_some()).or_else(highest);
        self.stage = Stage::Offered(self.first);
    }

    /// The next participant clockwise, until the offer comes back to the first, who may have left by then.
    fn next_cutter(&self, seats: &Seats, after: Seat) -> Option<Seat> {
        let (first, count) = (self.first?, seats.all().map(|seat| seat.0).max()?);
        let from_first = |seat: Seat| (first.0 + count - seat.0) % count;
        let later = |&seat: &Seat| from_first(seat) > from_first(after);
        seats.from_highest().map(|(seat, _)| seat).filter(later).min_by_key(|&seat| from_first(seat))
    }
}

impl Default for Preparation {
    fn default() -> Preparation {
        Preparation::new()
    }
}

/// The cutting card goes at least this many cards in from either end.
const LEAST_CUT: u16 = 10;
/// A cutting card goes at least this many cards from the back.
pub const LEAST_BEHIND: u16 = 14;

/// How a deed prepares cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prepares {
    /// By a step that several games share.
    Step(Step),
    /// In another way, such as loading a shuffling device.
    Otherwise,
}

impl Prepares {
    /// The number of cards behind which the step cuts the stack, if it does. Equipment that keeps an order
    /// must follow it.
    pub const fn cut(self) -> Option<u16> {
        if let Prepares::Step(Step::Cut(at)) = self { Some(at) } else { None }
    }

    /// The number of cards behind the cutting card, if the step inserts one.
    pub const fn cutting_card(self) -> Option<u16> {
        if let Prepares::Step(Step::Load(behind)) = self { Some(behind) } else { None }
    }
}

impl Step {
    /// The provision it is done under.
    pub fn cite(self, paragraphs: &Paragraphs, plan: &Plan) -> Citation {
        match self {
            Step::Inspect | Step::Verify => paragraphs.inspect,
            Step::Spread => paragraphs.spread,
            Step::Wash => paragraphs.wash,
            Step::Shuffle => paragraphs.shuffle,
            Step::Mix(mixing) => {
                let planned = plan.mixing.iter().flatten().find(|(step, _)| *step == mixing);
                planned.map_or(paragraphs.shuffle, |(_, cite)| *cite)
            }
            Step::Cut(_) => paragraphs.cut,
            Step::DeclineCut => paragraphs.offer,
            Step::Recut => paragraphs.recut,
            Step::Load(_) => paragraphs.load,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Inspect => f.write_str("inspects"),
            Step::Verify => f.write_str("verifies"),
            Step::Spread => f.write_str("spreads"),
            Step::Wash => f.write_str("washes"),
            Step::Shuffle => f.write_str("shuffles"),
            Step::Mix(mixing) => write!(f, "{mixing}"),
            Step::Cut(n) => write!(f, "cuts at {n}"),
            Step::DeclineCut => f.write_str("declines to cut"),
            Step::Recut => f.write_str("requires a recut"),
            Step::Load(n) => write!(f, "loads, {n} behind"),
        }
    }
}

impl Vocabulary for Step {
    fn each(tell: &mut dyn FnMut(Step)) {
        use Step::*;
        [Inspect, Verify, Spread, Wash, Shuffle, DeclineCut, Recut].into_iter().for_each(&mut *tell);
        Mixing::each(&mut |mixing| tell(Mix(mixing)));
        (0..=u16::from(MOST_DECKS) * DECK).for_each(|n| {
            tell(Cut(n));
            tell(Load(n));
        });
    }
}
