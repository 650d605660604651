//! One deck from its seal to the deal, and its stub: inspection, wash, shuffle, cut, the idle table, the
//! count.
//!
//! The stud games prescribe the same steps in their own paragraphs. The procedure is implemented here once;
//! each game passes in its [`Paragraphs`], and every step cites the game's own section.

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
        one_deck::Stub,
        people::Actor,
        shoe::{Prepares, Step as ShoeStep},
    },
    vocabulary::Vocabulary,
    words::{calls, deeds},
};
use core::fmt;
use law::Citation;

/// The provisions of a game on each step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paragraphs {
    /// The dealer inspects the deck, the floorperson verifies.
    pub inspect: Citation,
    /// It is spread for the first player.
    pub spread: Citation,
    /// It is turned down, washed and stacked.
    pub wash: Citation,
    /// Two decks go through these steps separately.
    pub apart: Citation,
    /// Two decks alternate.
    pub turns: Citation,
    /// The cards are shuffled.
    pub shuffle: Citation,
    /// A deck shuffled by a device is not cut.
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

impl Paragraphs {
    /// The provisions of a game of which only the headings are held, so that only whole sections can be cited: on the
    /// inspection, on the shuffle and the cut, and on the deck itself.
    pub const fn of_sections(inspect: Citation, shuffle: Citation, turns: Citation) -> Paragraphs {
        Paragraphs {
            inspect,
            spread: inspect,
            wash: inspect,
            apart: inspect,
            turns,
            shuffle,
            uncut: shuffle,
            offer: shuffle,
            cut: [shuffle; 4],
            was_cut: shuffle,
            recut: shuffle,
            idle: shuffle,
        }
    }
}

/// How the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// By the dealer.
    Manual,
    /// By a device; one deck may be shuffled while another is dealt.
    Device {
        /// Whether there are two decks.
        second_deck: bool,
    },
}

choice! {
    /// Who or what shuffles.
    pub enum ShuffledBy { Dealer = "manual", Device = "device" }

    /// What the cards are dealt from.
    pub enum DealtFrom { Shoe = "shoe", Hand = "hand", AutomatedShoe = "automated-shoe" }

    /// What a card found face up while dealing leads to.
    pub enum FaceUp { Discard = "discard", Void = "void" }
}

impl Shuffle {
    /// Reads the choice from a game's two fields.
    pub fn gate(gate: &mut Gate<'_>, by: &Field<ShuffledBy>, second: &Field<bool>) -> Option<Shuffle> {
        Some(match gate.get(by)? {
            ShuffledBy::Dealer => Shuffle::Manual,
            ShuffledBy::Device => Shuffle::Device { second_deck: gate.is_on(second) },
        })
    }

    /// Whether two decks alternate.
    pub const fn has_second_deck(self) -> bool {
        matches!(self, Shuffle::Device { second_deck: true })
    }
}

impl ShuffledBy {
    /// The option, under a game's own provision.
    pub const fn field(cite: Citation) -> Field<ShuffledBy> {
        Field::choice("shuffle", cite, "who or what shuffles the cards")
    }

    /// Whether two decks alternate, which requires a device.
    pub const fn second_deck(cite: Citation, shuffle: &Field<ShuffledBy>) -> Field<bool> {
        let about = "two decks take turns, one in the device while the other is dealt";
        Field::switch("second-deck", cite, about).only_with(shuffle.is(&["device"]))
    }
}

impl FaceUp {
    /// The option, under a game's own provision.
    pub const fn field(cite: Citation, about: &'static str) -> Field<FaceUp> {
        Field::choice("irregularities.face-up-card", cite, about).or("discard")
    }
}

impl DealtFrom {
    /// The option, under a game's own provision.
    pub const fn field(cite: Citation, about: &'static str) -> Field<DealtFrom> {
        Field::choice("deal", cite, about)
    }

    /// Reads the choice from a game's field. Only a deck shuffled by a device may be dealt from the hand,
    /// under `because`.
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

    /// Reports what the dealer does with the stack before the first card: under the provision on the shoe, or under
    /// those on dealing from the hand and on how the cards are held.
    pub fn say<G: Game>(self, [shoe, hand, held]: [Citation; 3], to: &mut dyn Observer<G>) {
        match self {
            DealtFrom::Shoe => say(shoe, DeckCall::Loads, to),
            DealtFrom::Hand => {
                say(hand, DeckCall::DealsFromHand, to);
                say(held, DeckCall::HoldsDeck, to);
            }
            DealtFrom::AutomatedShoe => {}
        }
    }
}

deeds! {
    /// The steps to prepare a deck; the usual ones come first.
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
    /// What the staff do if nobody says otherwise.
    pub const USUAL: [DeckStep; 7] = [
        DeckStep::Inspect,
        DeckStep::Verify,
        DeckStep::Spread,
        DeckStep::Wash,
        DeckStep::TurnUp,
        DeckStep::Shuffle,
        DeckStep::Cut(Top::HALF),
    ];

    /// The corresponding step of games with shoes.
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

/// A number of cards from the top of the deck.
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
    /// Half of the deck is listed first.
    fn each(tell: &mut dyn FnMut(Top)) {
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

/// Names a player's hand by its seat, the dealer's by its owner.
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
pub fn say<G: Game>(cite: Citation, call: DeckCall, to: &mut dyn Observer<G>) {
    to.saw(cite, Event::Called { call: TableCall::Deck(call).into() });
}

/// Announces a hand. `ranking` has the provision of each kind, and `low` is the provision under which an
/// ace may begin a straight.
pub fn say_rank<G: Game>(
    at: Spot,
    cards: [Card; 5],
    ranking: impl Fn(Kind) -> Citation,
    low: Citation,
    to: &mut dyn Observer<G>,
) {
    let rank = Strength::of(cards).kind();
    let has = |rank: u8| cards.iter().any(|card| card.rank() == rank);
    let ace_low = matches!(rank, Kind::Straight | Kind::StraightFlush) && has(1) && has(2);
    say(if ace_low { low } else { ranking(rank) }, DeckCall::Ranks { at, rank, ace_low }, to);
}

/// The stage of the round, as far as the deck depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Wagers may be made.
    Open,
    /// Wagers are closed, and no card has been dealt.
    Closed,
    /// Cards are dealt.
    Dealt,
}

/// What the deck must know about its table: the stage of the round, whether anyone is at the table, and the provision on the
/// next step.
pub type Around = (Moment, bool, Citation);

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
    /// Which of two decks is in play; 0 without a second.
    batch: u8,
    /// Rounds since the stub was counted.
    uncounted: u8,
}

/// A cut takes at least this many cards from the top.
const LEAST_CUT: u16 = 10;
/// The stub is counted at least once in this many rounds.
const ROUNDS_TO_COUNT: u8 = 5;

impl Deck {
    /// A deck that has just come to the table.
    pub const fn received() -> Deck {
        Deck { stage: Stage::Received, batch: 0, uncounted: 0 }
    }

    /// The whole deck in a shoe, without a cutting card.
    pub fn whole() -> Shoe {
        let mut shoe = Shoe::load(1, 0);
        shoe.take_cutting_card();
        shoe
    }

    /// Whether the deck is ready to be dealt.
    pub const fn is_ready(self) -> bool {
        matches!(self.stage, Stage::Ready { .. })
    }

    /// Who the table waits for while the deck is not ready.
    pub const fn awaits(self, is_anyone_here: bool) -> Awaits {
        match self.stage {
            Stage::Inspected => Awaits::Decision(Actor::Floorperson),
            Stage::Idle(_) if !is_anyone_here => Awaits::Wagers,
            _ => Awaits::Decision(Actor::Dealer),
        }
    }

    /// Refuses if the deck cannot be dealt now.
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
        (moment, _, due): Around,
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
        // A deck that is ready is not prepared again.
        match self.stage {
            Stage::Ready { cut: false } if is_open && by == who => not_now(paragraphs.uncut),
            Stage::Ready { cut: true } if is_open && by == who => not_now(paragraphs.was_cut),
            stage => in_turn(who, by, stage == wanted && is_open, step.cite(paragraphs), due),
        }
    }

    /// Only the dealer may cut, only once, and not after a shuffle by a device.
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

    /// A recut may be required after the cut and before the first card.
    fn may_recut(self, by: Actor, paragraphs: &Paragraphs, (moment, ..): Around) -> Result<Terms, Refusal> {
        match self.stage {
            _ if by != Actor::Supervisor => Err(Refusal::new(paragraphs.recut, Why::NotYours)),
            Stage::Ready { cut: true } if moment != Moment::Dealt => Ok(Terms::plain(paragraphs.recut)),
            _ => not_now(paragraphs.recut),
        }
    }

    /// Whether cards may be spread because nobody is at the table, or picked up because someone has come.
    fn may_idle(
        self,
        by: Actor,
        step: DeckStep,
        paragraphs: &Paragraphs,
        (moment, here, _): Around,
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

    /// Takes a step that [`may`](Deck::may) has allowed.
    pub fn take<G: Game>(
        &mut self,
        step: DeckStep,
        shuffle: Shuffle,
        paragraphs: &Paragraphs,
        to: &mut dyn Observer<G>,
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

    /// Takes a step toward a stack that can be dealt.
    fn prepare<G: Game>(
        &mut self,
        step: DeckStep,
        shuffle: Shuffle,
        paragraphs: &Paragraphs,
        to: &mut dyn Observer<G>,
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

    /// Face-up cards can be turned down and washed once someone has had the chance to see them.
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

    /// The stub of this many cards is counted and found right, under the provision on the count and the one
    /// on a correct count.
    pub fn count<G: Game>(&mut self, cards: u16, [count, right]: [Citation; 2], to: &mut dyn Observer<G>) {
        say(count, DeckCall::CountsStub { cards, whole: true }, to);
        say(right, DeckCall::RacksStub, to);
        self.uncounted = 0;
    }

    /// The stub is put away without a count.
    pub fn rack<G: Game>(&mut self, cite: Citation, to: &mut dyn Observer<G>) {
        say(cite, DeckCall::RacksStub, to);
        self.uncounted += 1;
    }

    /// The count of a stub that should have had `left` cards was wrong. The deck stays if a misdeal explains
    /// the difference and all 52 cards are there.
    pub fn counted_wrong<G: Game, const HAND: u8>(
        &mut self,
        stub: Stub<HAND>,
        left: u16,
        cite: Citation,
        to: &mut dyn Observer<G>,
    ) {
        self.uncounted = 0;
        let is_explained =
            stub.hand.is_some_and(|hand| u16::from(hand) + u16::from(stub.cards) == u16::from(HAND) + left);
        if !is_explained {
            self.replace(cite, to);
        }
    }

    /// The deck is removed from the table, and another takes its place.
    pub fn replace<G: Game>(&mut self, cite: Citation, to: &mut dyn Observer<G>) {
        say(cite, DeckCall::RemovesDeck, to);
        self.stage = Stage::Received;
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

/// Checks whether an act of the staff is due; if not, the refusal cites what is.
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
