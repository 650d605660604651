//! One deck from its seal to the deal, and its stub: inspection, wash, shuffle, cut, the idle table, the count.
//!
//! The stud games prescribe the same steps in their own paragraphs. The machine is here once; each game hands it its
//! [`Paragraphs`], and every step cites the game's own section.

use crate::{
    game::{Awaits, Event, Game, Observer},
    hands::poker::{Kind, Strength},
    kit::cards::{Card, DECK, Shoe},
    picture::Spot,
    refusal::{Refusal, Why},
    submission::{Breach, Field, Gate, Takes, choice},
    table::{
        call::TableCall,
        layout::Terms,
        people::Actor,
        shoe::{Prepares, Step as ShoeStep},
    },
    vocabulary::Vocabulary,
    words::{calls, deeds},
};
use core::fmt;
use law::Citation;

/// Where a game prescribes each step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paragraphs {
    /// The dealer inspects the deck, the floorperson verifies.
    pub inspect: Citation,
    /// It is spread for the first player.
    pub spread: Citation,
    /// It is turned down, washed and stacked.
    pub wash: Citation,
    /// Two decks go through these steps apart.
    pub apart: Citation,
    /// Two decks take turns.
    pub turns: Citation,
    /// The cards are shuffled.
    pub shuffle: Citation,
    /// What a device has shuffled is not cut.
    pub uncut: Citation,
    /// Any other deck is cut.
    pub offer: Citation,
    /// The cover card, the cut, the rest of the deck, and the cover card again.
    pub cut: [Citation; 4],
    /// A deck that was cut is dealt.
    pub was_cut: Citation,
    /// A supervisor may require a recut.
    pub recut: Citation,
    /// Nobody is at the table.
    pub idle: Citation,
}

/// How the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// By the dealer.
    Manual,
    /// By a device; perhaps one deck is shuffled while another is dealt.
    Device {
        /// Whether there are two.
        second_deck: bool,
    },
}

choice! {
    /// Who or what shuffles.
    pub enum ShuffledBy { Dealer = "manual", Device = "device" }

    /// Where the cards are dealt from.
    pub enum DealtFrom { Shoe = "shoe", Hand = "hand", AutomatedShoe = "automated-shoe" }

    /// What a card found face up while dealing leads to.
    pub enum FaceUp { Discard = "discard", Void = "void" }
}

impl Shuffle {
    /// Reads it from a game's two fields.
    pub fn gate(gate: &mut Gate<'_>, by: &Field<ShuffledBy>, second: &Field<bool>) -> Option<Shuffle> {
        Some(match gate.get(by)? {
            ShuffledBy::Dealer => Shuffle::Manual,
            ShuffledBy::Device => Shuffle::Device { second_deck: gate.is_on(second) },
        })
    }

    /// Whether two decks take turns.
    pub const fn has_second_deck(self) -> bool {
        matches!(self, Shuffle::Device { second_deck: true })
    }
}

impl ShuffledBy {
    /// The option under a game's own paragraph.
    pub const fn field(cite: Citation) -> Field<ShuffledBy> {
        Field::choice("shuffle", cite, "who or what shuffles the cards")
    }

    /// Whether two decks take turns, which goes with a device alone.
    pub const fn second_deck(cite: Citation, shuffle: &Field<ShuffledBy>) -> Field<bool> {
        let about = "two decks take turns, one in the device while the other is dealt";
        Field::switch("second-deck", cite, about).only_with(shuffle.is(&["device"]))
    }
}

impl DealtFrom {
    /// Reads it from a game's field. From the hand is dealt only what a device has shuffled, by `because`.
    pub fn gate(
        gate: &mut Gate<'_>,
        deal: &Field<DealtFrom>,
        shuffle: &Field<ShuffledBy>,
        because: Citation,
    ) -> Option<DealtFrom> {
        let from = gate.get(deal)?;
        if (gate.get(shuffle), from) == (Some(ShuffledBy::Dealer), DealtFrom::Hand) {
            let lawful = Takes::OneOf(&["shoe", "automated-shoe"]);
            gate.report_by(deal, because, Breach::Unlawful(lawful));
        }
        Some(from)
    }
}

deeds! {
    /// What people do to prepare a deck; what is usually done comes first.
    pub enum DeckStep {
        Inspect = "inspects",
        Verify = "verifies",
        Spread = "spreads",
        Wash = "washes",
        Shuffle = "shuffles",
        PreShuffled = "takes pre-shuffled decks",
        Recut = "requires a recut",
        TurnUp = "turns the spread cards up",
        Idle(face: Face) = "spreads idle cards face {face}",
        Cut(cards: Top) = "cuts at {cards}",
    }
}

deeds! {
    /// How the cards of an idle table lie.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Face {
        Up = "up",
        Down = "down",
    }
}

impl DeckStep {
    /// What the staff do unless they say otherwise.
    pub const USUAL: [DeckStep; 7] = [
        DeckStep::Inspect,
        DeckStep::Verify,
        DeckStep::Spread,
        DeckStep::Wash,
        DeckStep::TurnUp,
        DeckStep::Shuffle,
        DeckStep::Cut(Top::HALF),
    ];

    /// As a step that games with shoes have too.
    pub const fn prepares(self) -> Option<Prepares> {
        Some(Prepares::Step(match self {
            DeckStep::Inspect => ShoeStep::Inspect,
            DeckStep::Verify => ShoeStep::Verify,
            DeckStep::Spread => ShoeStep::Spread,
            DeckStep::Wash => ShoeStep::Wash,
            DeckStep::Shuffle => ShoeStep::Shuffle,
            DeckStep::Cut(Top(at)) => ShoeStep::Cut(at),
            _ => return None,
        }))
    }
}

/// So many cards from the top of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Top(pub u16);

impl Top {
    const HALF: Top = Top(DECK / 2);
}

impl fmt::Display for Top {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Vocabulary for Top {
    /// The half first.
    fn each(tell: &mut impl FnMut(Top)) {
        tell(Top::HALF);
        (0..=DECK).map(Top).filter(|&top| top != Top::HALF).for_each(tell);
    }
}

calls! {
    /// What the dealer of a stud game says and does with the deck, the stub and the hands.
    #[cfg_attr(feature = "serde", serde(tag = "call", rename_all = "kebab-case"))]
    pub enum DeckCall {
        Inspects = "inspects the deck",
        Verifies = "has the floorperson verify the inspection",
        Spreads = "spreads the cards face up for the first player to inspect",
        Washes = "turns the cards face down, washes and stacks them",
        TakesPreShuffled = "takes a deck that was inspected and shuffled beforehand",
        Recuts = "has the cards recut",
        TurnsUpSpread = "turns the spread cards face up for the player to inspect",
        TreatsDecksApart = "does so with each of the two decks apart",
        Shuffles { device: bool } => match device {
            false => "shuffles the cards and stacks them",
            true => "has the device shuffle the cards and stack them",
        },
        PlaysDeck { deck: u8 } => format_args!("plays deck {deck}, with deck {} in the device", 3 - deck),
        TakesUncut = "takes the stack as the device left it, without a cut",
        PutsCoverCard = "puts the cover card in front of the deck",
        Cuts { cards: u16 } = "takes {cards} cards from the top and puts them on the cover card",
        CompletesCut = "puts the rest of the deck on top of them",
        RemovesCoverCard = "moves the cover card to the discard rack",
        SpreadsIdle { face: Face } = "spreads the cards of the idle table face {face}",
        Loads = "puts the stacked deck into the dealing shoe",
        DealsFromHand = "deals from the hand",
        HoldsDeck = "takes the deck in one hand and keeps it over the chip rack",
        RacksStub = "puts the stub into the discard rack unseen",
        CountsStub { cards: u16, whole: bool } => format_args!(
            "counts {cards} cards of the stub face down: {}",
            if whole { "the deck is whole" } else { "not as it should be" },
        ),
        Ranks { at: Spot, rank: Kind, ace_low: bool } => format_args!(
            "finds {}: {rank}{}",
            Whose(at),
            if ace_low { " from the ace to the five" } else { "" },
        ),
        PicksUp = "collects all cards",
        Discards { card: Card } = "discards the card",
        KeepsForNext = "uses the card as the next one",
        VoidsRound = "declares all hands void",
        RemovesDeck = "has the whole deck removed from the table",
    }
}

/// A player's hand is named by its seat, the dealer's by its owner.
struct Whose(Spot);

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Spot::Hand { seat, .. } => write!(f, "seat {seat}"),
            _ => f.write_str("the dealer's hand"),
        }
    }
}

/// The dealer says or does something with the deck.
pub fn say<G: Game>(cite: Citation, call: DeckCall, to: &mut impl Observer<G>) {
    to.saw(cite, Event::Called { call: TableCall::Deck(call).into() });
}

/// Says what a hand is; `ranking` is the provision of each kind, `low` the one by which an ace may begin a straight.
pub fn say_rank<G: Game>(
    at: Spot,
    cards: [Card; 5],
    ranking: impl Fn(Kind) -> Citation,
    low: Citation,
    to: &mut impl Observer<G>,
) {
    let rank = Strength::of(cards).kind();
    let has = |rank: u8| cards.iter().any(|card| card.rank() == rank);
    let ace_low = matches!(rank, Kind::Straight | Kind::StraightFlush) && has(1) && has(2);
    say(if ace_low { low } else { ranking(rank) }, DeckCall::Ranks { at, rank, ace_low }, to);
}

/// How far a round is, as far as the deck depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Wagers may be made.
    Open,
    /// Wagers are closed, and no card is dealt.
    Closed,
    /// Cards are dealt.
    Dealt,
}

/// What the deck must know of its table.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// How far the round is.
    pub moment: Moment,
    /// Whether anyone is at the table.
    pub is_anyone_here: bool,
    /// The provision of what comes next.
    pub due: Citation,
}

/// What must still be done to the cards before they are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    /// New at the table.
    Received,
    Inspected,
    Verified,
    /// Spread face up.
    Spread,
    /// To be shuffled.
    Stacked,
    /// Shuffled, to be cut.
    ToCut,
    /// To be dealt; whether it was cut.
    Ready {
        cut: bool,
    },
    /// Spread, as nobody plays.
    Idle(Face),
}

/// The deck of a table; of two decks, the one in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Deck {
    stage: Stage,
    /// Which of two decks is in play; none without a second.
    batch: u8,
    /// Rounds since the stub was counted.
    uncounted: u8,
}

/// A cut takes at least so many cards from the top.
const LEAST_CUT: u16 = 10;
/// The stub is counted at least once in so many rounds.
const ROUNDS_TO_COUNT: u8 = 5;

impl Deck {
    /// New at the table.
    pub const fn received() -> Deck {
        Deck { stage: Stage::Received, batch: 0, uncounted: 0 }
    }

    /// The whole deck in a shoe, without a cutting card.
    pub fn whole() -> Shoe {
        let mut shoe = Shoe::load(1, 0);
        shoe.take_cutting_card();
        shoe
    }

    /// Whether it may be dealt.
    pub const fn is_ready(self) -> bool {
        matches!(self.stage, Stage::Ready { .. })
    }

    /// Whom the table waits for while it is not.
    pub const fn awaits(self, is_anyone_here: bool) -> Awaits {
        match self.stage {
            Stage::Inspected => Awaits::Decision(Actor::Floorperson),
            Stage::Idle(_) if !is_anyone_here => Awaits::Wagers,
            _ => Awaits::Decision(Actor::Dealer),
        }
    }

    /// Why it cannot be dealt now.
    pub const fn must_be_ready(self, paragraphs: &Paragraphs) -> Result<(), Refusal> {
        not_now(match self.stage {
            Stage::Ready { .. } => return Ok(()),
            Stage::Received | Stage::Inspected => paragraphs.inspect,
            Stage::Verified => paragraphs.spread,
            Stage::Spread => paragraphs.wash,
            Stage::Stacked => paragraphs.shuffle,
            Stage::ToCut => paragraphs.offer,
            Stage::Idle(_) => paragraphs.idle,
        })
    }

    /// Whether this person may take this step now.
    pub fn may(
        self,
        by: Actor,
        step: DeckStep,
        paragraphs: &Paragraphs,
        around: Around,
    ) -> Result<Terms, Refusal> {
        match step {
            DeckStep::Cut(Top(n)) => self.may_cut(by, n, paragraphs),
            DeckStep::Recut => self.may_recut(by, paragraphs, around),
            DeckStep::Idle(_) | DeckStep::TurnUp => self.may_idle(by, step, paragraphs, around),
            _ => self.may_prepare(by, step, paragraphs, around),
        }
    }

    fn may_prepare(
        self,
        by: Actor,
        step: DeckStep,
        paragraphs: &Paragraphs,
        Around { moment, due, .. }: Around,
    ) -> Result<Terms, Refusal> {
        let who = if step == DeckStep::Verify { Actor::Floorperson } else { Actor::Dealer };
        let wanted = match step {
            DeckStep::Inspect | DeckStep::PreShuffled => Stage::Received,
            DeckStep::Verify => Stage::Inspected,
            DeckStep::Spread => Stage::Verified,
            DeckStep::Wash => Stage::Spread,
            _ => Stage::Stacked,
        };
        let is_open = moment == Moment::Open;
        // A deck that is ready is dealt.
        match self.stage {
            Stage::Ready { cut: false } if is_open && by == who => not_now(paragraphs.uncut),
            Stage::Ready { cut: true } if is_open && by == who => not_now(paragraphs.was_cut),
            stage => in_turn(who, by, stage == wanted && is_open, step.cite(paragraphs), due),
        }
    }

    /// By the dealer; not after a device, and once.
    const fn may_cut(self, by: Actor, n: u16, paragraphs: &Paragraphs) -> Result<Terms, Refusal> {
        let [_, cut, ..] = paragraphs.cut;
        match self.stage {
            _ if !matches!(by, Actor::Dealer) => Err(Refusal::new(cut, Why::NotYours)),
            Stage::ToCut if LEAST_CUT <= n && n < DECK => Ok(Terms::plain(cut)),
            Stage::ToCut => Err(Refusal::new(cut, Why::TooNearTheEnd { least: LEAST_CUT })),
            Stage::Ready { cut: false } => not_now(paragraphs.uncut),
            Stage::Ready { cut: true } => not_now(paragraphs.was_cut),
            _ => not_now(paragraphs.offer),
        }
    }

    /// After a cut and before the first card.
    fn may_recut(
        self,
        by: Actor,
        paragraphs: &Paragraphs,
        Around { moment, .. }: Around,
    ) -> Result<Terms, Refusal> {
        match self.stage {
            _ if by != Actor::Supervisor => Err(Refusal::new(paragraphs.recut, Why::NotYours)),
            Stage::Ready { cut: true } if moment != Moment::Dealt => Ok(Terms::plain(paragraphs.recut)),
            _ => not_now(paragraphs.recut),
        }
    }

    /// Nobody is at the table; somebody has come.
    fn may_idle(
        self,
        by: Actor,
        step: DeckStep,
        paragraphs: &Paragraphs,
        Around { moment, is_anyone_here: here, .. }: Around,
    ) -> Result<Terms, Refusal> {
        let is_due = match step {
            DeckStep::TurnUp => self.stage == Stage::Idle(Face::Down) && here,
            _ => matches!(self.stage, Stage::Stacked | Stage::ToCut | Stage::Ready { .. }) && !here,
        };
        match is_due && moment == Moment::Open {
            _ if by != Actor::Dealer => Err(Refusal::new(paragraphs.idle, Why::NotYours)),
            true => Ok(Terms::plain(paragraphs.idle)),
            false => not_now(paragraphs.idle),
        }
    }

    /// Takes a step that was allowed.
    pub fn take<G: Game>(
        &mut self,
        step: DeckStep,
        shuffle: Shuffle,
        paragraphs: &Paragraphs,
        to: &mut impl Observer<G>,
    ) {
        match step {
            DeckStep::Cut(Top(cards)) => {
                let calls = [
                    DeckCall::PutsCoverCard,
                    DeckCall::Cuts { cards },
                    DeckCall::CompletesCut,
                    DeckCall::RemovesCoverCard,
                ];
                paragraphs.cut.into_iter().zip(calls).for_each(|(cite, call)| say(cite, call, to));
                self.stage = Stage::Ready { cut: true };
            }
            DeckStep::Recut => {
                say(paragraphs.recut, DeckCall::Recuts, to);
                self.stage = Stage::ToCut;
            }
            DeckStep::Idle(face) => {
                say(paragraphs.idle, DeckCall::SpreadsIdle { face }, to);
                self.stage = Stage::Idle(face);
            }
            DeckStep::TurnUp => {
                say(paragraphs.idle, DeckCall::TurnsUpSpread, to);
                self.stage = Stage::Spread;
            }
            _ => self.prepare(step, shuffle, paragraphs, to),
        }
    }

    /// A step towards a stack that can be dealt.
    fn prepare<G: Game>(
        &mut self,
        step: DeckStep,
        shuffle: Shuffle,
        paragraphs: &Paragraphs,
        to: &mut impl Observer<G>,
    ) {
        let call = match step {
            DeckStep::Inspect => DeckCall::Inspects,
            DeckStep::Verify => DeckCall::Verifies,
            DeckStep::Spread => DeckCall::Spreads,
            DeckStep::Wash => DeckCall::Washes,
            DeckStep::PreShuffled => DeckCall::TakesPreShuffled,
            _ => DeckCall::Shuffles { device: shuffle != Shuffle::Manual },
        };
        say(step.cite(paragraphs), call, to);
        let second_deck = shuffle.has_second_deck();
        if second_deck && matches!(step, DeckStep::Inspect | DeckStep::Spread | DeckStep::Wash) {
            say(paragraphs.apart, DeckCall::TreatsDecksApart, to);
        }
        self.stage = match (step, shuffle) {
            (DeckStep::Inspect, _) => Stage::Inspected,
            (DeckStep::Verify, _) => Stage::Verified,
            (DeckStep::Spread, _) => Stage::Spread,
            (DeckStep::Wash, _) => Stage::Stacked,
            // Pre-shuffled cards are cut, too.
            (DeckStep::PreShuffled, _) | (_, Shuffle::Manual) => Stage::ToCut,
            (_, Shuffle::Device { .. }) => {
                say(paragraphs.uncut, DeckCall::TakesUncut, to);
                Stage::Ready { cut: false }
            }
        };
        if second_deck && matches!(step, DeckStep::Shuffle | DeckStep::PreShuffled) {
            self.batch = if self.batch == 1 { 2 } else { 1 };
            say(paragraphs.turns, DeckCall::PlaysDeck { deck: self.batch }, to);
        }
    }

    /// Cards that lie face up can be turned down and washed once somebody is here to have seen them.
    pub fn someone_came(&mut self) {
        if self.stage == Stage::Idle(Face::Up) {
            self.stage = Stage::Spread;
        }
    }

    /// After a round all cards are shuffled again.
    pub fn collected(&mut self) {
        self.stage = Stage::Stacked;
    }

    /// Whether the stub must be counted in this round.
    pub const fn is_count_due(self) -> bool {
        self.uncounted + 1 >= ROUNDS_TO_COUNT
    }

    /// The stub of so many cards is counted and found right, under the provision of the count and that of a right one.
    pub fn count<G: Game>(&mut self, cards: u16, [count, right]: [Citation; 2], to: &mut impl Observer<G>) {
        say(count, DeckCall::CountsStub { cards, whole: true }, to);
        say(right, DeckCall::RacksStub, to);
        self.uncounted = 0;
    }

    /// The stub is put away uncounted.
    pub fn rack<G: Game>(&mut self, cite: Citation, to: &mut impl Observer<G>) {
        say(cite, DeckCall::RacksStub, to);
        self.uncounted += 1;
    }

    /// The count of a stub that should have had `left` cards was wrong. The deck stays if a misdeal explains it and 52
    /// cards are there.
    pub fn counted_wrong<G: Game, const HAND: u8>(
        &mut self,
        stub: Stub<HAND>,
        left: u16,
        cite: Citation,
        to: &mut impl Observer<G>,
    ) {
        self.uncounted = 0;
        let is_explained =
            stub.hand.is_some_and(|hand| u16::from(hand) + u16::from(stub.cards) == u16::from(HAND) + left);
        if !is_explained {
            say(cite, DeckCall::RemovesDeck, to);
            self.stage = Stage::Received;
        }
    }
}

impl DeckStep {
    const fn cite(self, paragraphs: &Paragraphs) -> Citation {
        match self {
            DeckStep::Inspect | DeckStep::Verify => paragraphs.inspect,
            DeckStep::Spread => paragraphs.spread,
            DeckStep::Wash => paragraphs.wash,
            _ => paragraphs.shuffle,
        }
    }
}

/// What one of the staff does when it is due; if not, something else is.
pub fn in_turn(who: Actor, by: Actor, is_due: bool, cite: Citation, due: Citation) -> Result<Terms, Refusal> {
    match is_due {
        _ if by != who => Err(Refusal::new(cite, Why::NotYours)),
        true => Ok(Terms::plain(cite)),
        false => not_now(due),
    }
}

const fn not_now<T>(cite: Citation) -> Result<T, Refusal> {
    Err(Refusal::new(cite, Why::NotNow))
}

/// What a stub that is not right shows, where players have hands of so many cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stub<const HAND: u8> {
    /// How many cards it has.
    pub cards: u8,
    /// How many cards a misdealt hand has; none if every hand is right.
    pub hand: Option<u8>,
}

impl<const HAND: u8> fmt::Display for Stub<HAND> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hand {
            None => write!(f, "{}", self.cards),
            Some(hand) => write!(f, "{}, a hand of {hand}", self.cards),
        }
    }
}

impl<const HAND: u8> Vocabulary for Stub<HAND> {
    /// A misdealt hand has up to two cards too few or too many.
    fn each(tell: &mut impl FnMut(Self)) {
        for cards in (0..=DECK).filter_map(|n| u8::try_from(n).ok()) {
            tell(Stub { cards, hand: None });
            let hands = [-2, -1, 1, 2].into_iter().filter_map(|off| HAND.checked_add_signed(off));
            hands.for_each(|hand| tell(Stub { cards, hand: Some(hand) }));
        }
    }
}
