//! From sealed decks to a loaded shoe: inspection, wash, shuffle, cut, cutting cards, burn.
//!
//! Several subchapters prescribe the same steps in their own paragraphs. The machine is here once; each game hands it
//! its [`Paragraphs`], and every step cites the game's own words.

use crate::{
    game::Awaits,
    kit::cards::{Card, DECK, Shoe},
    party::{Actor, Patron, Seat},
    refusal::{Refusal, Why},
    seats::Seats,
    vocabulary::Vocabulary,
};
use core::fmt;
use law::Citation;

/// The most decks any game uses at once.
pub const MOST_DECKS: u8 = 16;

/// Where a game prescribes each step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paragraphs {
    /// The dealer inspects the decks, the floorperson verifies.
    pub inspect: Citation,
    /// They are spread for the first participants.
    pub spread: Citation,
    /// They are turned down, washed and stacked.
    pub wash: Citation,
    /// They are shuffled.
    pub shuffle: Citation,
    /// The stack is offered to be cut.
    pub offer: Citation,
    /// How it is cut.
    pub cut: Citation,
    /// Cutting cards go in, the shoe is loaded, the first cards are burned.
    pub load: Citation,
    /// A supervisor may require a recut.
    pub recut: Citation,
}

/// How the licensee prepares a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// How many decks go into the shoe.
    pub decks: u8,
    /// Steps between shuffle and cut, each under its own provision. Where they begin with a wash, they are the
    /// whole procedure, without a shuffle before them.
    pub mixing: [Option<(Mixing, Citation)>; 4],
    /// Who recuts.
    pub recut_by: RecutBy,
}

/// A step between shuffle and cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mixing {
    /// The stack is left unsquared for the floorperson to look at.
    Feather,
    /// About one deck is dispersed through the rest.
    Lace,
    /// Some or all cards are shuffled again.
    Reshuffle,
    /// The cards are washed and stacked again.
    Wash,
    /// Each of the three dealers shuffles the stack.
    ShuffleByAll,
}

/// Who recuts when a supervisor requires it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecutBy {
    /// Whoever cut last.
    LastCutter,
    /// The next person entitled.
    NextEntitled,
}

/// What people do to prepare a shoe.
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
    /// A participant, or the dealer, puts the cutting card behind so many cards.
    Cut(u16),
    /// A participant declines to cut.
    DeclineCut,
    /// A supervisor requires a recut.
    Recut,
    /// The dealer puts a cutting card in front of so many last cards, and loads the shoe.
    Load(u16),
}

/// How far a preparation is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    Received,
    Inspected,
    Verified,
    Spread,
    Stacked,
    Mixing(u8),
    /// The cut is offered to this seat; to nobody any more, so the dealer cuts.
    Offered(Option<Seat>),
    /// By whom it was cut.
    Cut(Option<Seat>),
    /// Loaded, and by whom it was cut.
    Loaded(Shoe, Option<Seat>),
    Burning(Shoe, u8),
}

/// A shoe in preparation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Preparation {
    stage: Stage,
    /// From whom the cut is offered around.
    first: Option<Seat>,
}

/// What staff do, for the dealer's script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PreparationCall {
    /// A step was done.
    Did(Step),
    /// The stack is offered to this person.
    Offers(Seat, Patron),
    /// So many more cards are burned.
    Burns(u8),
}

/// What came of a burned card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Burned {
    /// More are to come.
    More,
    /// The shoe is ready.
    Ready(Shoe),
}

impl Preparation {
    /// New decks at the table.
    pub const fn new() -> Preparation {
        Preparation { stage: Stage::Received, first: None }
    }

    /// Decks that came shuffled: they are cut at once. The cut is offered from `first` (none: the highest seat).
    pub fn pre_shuffled(seats: &Seats, first: Option<Seat>) -> Preparation {
        let mut preparation = Preparation { stage: Stage::Stacked, first };
        preparation.offer(seats);
        preparation
    }

    /// Cards of a spent shoe, to be shuffled again. The cut is offered from `first` (none: the highest seat).
    pub const fn again(first: Option<Seat>) -> Preparation {
        Preparation { stage: Stage::Stacked, first }
    }

    /// Cards that lay spread on an idle table, to be washed again.
    pub const fn idle() -> Preparation {
        Preparation { stage: Stage::Spread, first: None }
    }

    /// Cards that a shuffling device kept, to be spread before they are shuffled once more.
    pub const fn unspread() -> Preparation {
        Preparation { stage: Stage::Verified, first: None }
    }

    /// Whether the decks have just come to the table.
    pub fn is_received(&self) -> bool {
        self.stage == Stage::Received
    }

    /// Whom or what it waits for.
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

    /// The steps this person may take now, the usual one first.
    pub fn steps(&self, plan: &Plan, seats: &Seats, by: Actor, each: &mut impl FnMut(Step)) {
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

    /// The step this person takes unless they say otherwise: the staff's next one; a patron lets the cut go by, since
    /// nobody cuts for somebody else. `fits` says what the game takes beyond that.
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

    /// Takes a step, or refuses it by the provision that says what comes now.
    pub fn take(
        &mut self,
        plan: &Plan,
        seats: &Seats,
        paragraphs: &Paragraphs,
        by: Actor,
        step: Step,
        tell: &mut impl FnMut(Citation, PreparationCall),
    ) -> Result<(), Refusal> {
        let cards = u16::from(plan.decks) * DECK;
        let cite = step.cite(paragraphs, plan);
        match (step, self.stage) {
            (Step::Cut(n), Stage::Offered(_)) if !(LEAST_CUT..=cards - LEAST_CUT).contains(&n) => {
                return Err(Refusal::new(paragraphs.cut, Why::TooNearTheEnd { least: LEAST_CUT }));
            }
            (Step::Load(n), Stage::Cut(_)) if !(LEAST_BEHIND..cards).contains(&n) => {
                return Err(Refusal::new(paragraphs.load, Why::TooNearTheEnd { least: LEAST_BEHIND }));
            }
            _ => {}
        }
        let mut due = false;
        self.steps(plan, seats, by, &mut |offered| due |= offered == step);
        if !due {
            let someone_may = || {
                let patrons = seats.from_highest().map(|(_, patron)| Actor::Patron(patron));
                Actor::STAFF.into_iter().chain(patrons).any(|other| {
                    let mut may = false;
                    self.steps(plan, seats, other, &mut |offered| may |= offered == step);
                    may
                })
            };
            return Err(Refusal::new(cite, if someone_may() { Why::NotYours } else { Why::NotNow }));
        }
        tell(cite, PreparationCall::Did(step));
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
        if let Stage::Offered(Some(seat)) = self.stage
            && let Some(patron) = seats.at(seat)
        {
            tell(paragraphs.offer, PreparationCall::Offers(seat, patron));
        }
        Ok(())
    }

    /// The cards that may be shown while burning.
    pub fn outcomes(&self, each: &mut impl FnMut(Card, u32)) {
        if let Stage::Loaded(shoe, _) | Stage::Burning(shoe, _) = &self.stage {
            shoe.outcomes(each);
        }
    }

    /// A card is burned: the first says by its `amount` how many follow. `None` if no such card can be shown now.
    pub fn burn(&mut self, card: Card, amount: u8, tell: &mut impl FnMut(PreparationCall)) -> Option<Burned> {
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
                tell(PreparationCall::Burns(amount));
                amount
            }
            Some(left) => left - 1,
        };
        self.stage = Stage::Burning(shoe, left);
        Some(if left == 0 { Burned::Ready(shoe) } else { Burned::More })
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

/// The cutting card goes at least so many cards in from either end.
const LEAST_CUT: u16 = 10;
/// A cutting card goes at least so many cards from the back.
const LEAST_BEHIND: u16 = 14;

impl Step {
    /// Behind how many cards it cuts the stack.
    pub const fn cut(self) -> Option<u16> {
        if let Step::Cut(at) = self { Some(at) } else { None }
    }

    /// In front of how many last cards it puts the cutting card, if it does.
    pub const fn cutting_card(self) -> Option<u16> {
        if let Step::Load(behind) = self { Some(behind) } else { None }
    }

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

impl fmt::Display for Mixing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mixing::Feather => "feathers",
            Mixing::Lace => "laces",
            Mixing::Reshuffle => "reshuffles",
            Mixing::Wash => "washes again",
            Mixing::ShuffleByAll => "and all dealers shuffle",
        })
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
    fn each(tell: &mut impl FnMut(Step)) {
        use Step::*;
        [Inspect, Verify, Spread, Wash, Shuffle, DeclineCut, Recut].into_iter().for_each(&mut *tell);
        [Mixing::Feather, Mixing::Lace, Mixing::Reshuffle, Mixing::Wash, Mixing::ShuffleByAll]
            .into_iter()
            .map(Mix)
            .for_each(&mut *tell);
        (0..=u16::from(MOST_DECKS) * DECK).for_each(|n| {
            tell(Cut(n));
            tell(Load(n));
        });
    }
}

impl fmt::Display for PreparationCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PreparationCall::Did(step) => f.write_str(match step {
                Step::Inspect => "inspects the decks",
                Step::Verify => "has the floorperson verify the inspection",
                Step::Spread => "spreads the cards face up for the first participants to inspect",
                Step::Wash => "turns the cards face down, washes and stacks them",
                Step::Shuffle => "shuffles the cards",
                Step::Mix(Mixing::Feather) => "leaves the stack feathered for the floorperson to look at",
                Step::Mix(Mixing::Lace) => "laces about one deck evenly through the rest",
                Step::Mix(Mixing::Reshuffle) => "shuffles the cards again",
                Step::Mix(Mixing::Wash) => "washes and stacks the cards again",
                Step::Mix(Mixing::ShuffleByAll) => "and the two other dealers shuffle the stack in turn",
                Step::Cut(n) => {
                    return write!(f, "puts the {n} cards in front of the cutting card to the back");
                }
                Step::DeclineCut => "takes the stack on",
                Step::Recut => "has the cards recut",
                Step::Load(n) => {
                    return write!(
                        f,
                        "puts one cutting card {n} cards from the back, one at the end, and loads the shoe"
                    );
                }
            }),
            PreparationCall::Offers(seat, patron) => {
                write!(f, "offers the stack to {patron} at seat {} to be cut", seat.0)
            }
            PreparationCall::Burns(n) => write!(f, "burns {n} more"),
        }
    }
}
