//! What the games that are dealt from one deck have in common: the deck is prepared before anyone wagers, people who
//! sit down may see it, faulty cards are dealt with, and all cards are collected after a round. The steps themselves
//! are in `deck.rs`.

use super::{
    deck::{Deck, DeckCall, DeckStep, FaceUp, Moment, Paragraphs, Shuffle, say},
    layout::{Terms, settle, settle_flat},
    people::{Actor, Patron, Seat},
    seats::OnePlace,
};
use crate::{
    game::{BetOf, Event, Eyes, Fate, Game, Observer},
    kit::cards::{Card, DECK, Shoe},
    money::Money,
    picture::{Item, Spot},
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::Citation;

/// The deck of a table and its cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pack {
    /// How far it has been made ready.
    pub deck: Deck,
    /// The cards in play.
    pub shoe: Shoe,
    /// Cards found face up in this round.
    found: u8,
    /// One of them while everyone looks at it; never between two inputs.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub aside: Option<Card>,
}

impl Pack {
    /// A pack that has just come to the table.
    pub const fn received(shoe: Shoe) -> Pack {
        Pack { deck: Deck::received(), shoe, found: 0, aside: None }
    }

    /// Deals this many cards face down.
    pub fn draw(&mut self, cards: usize) {
        (0..cards).for_each(|_| self.shoe.draw());
    }

    /// Draws a card that was set aside and is visible to everyone.
    pub fn picture(&self, each: &mut dyn FnMut(Item)) {
        if let Some(card) = self.aside {
            each(Item::Card { at: Spot::Aside, card: Some(card), eyes: Eyes::All, sideways: false });
        }
    }
}

/// A game that is dealt from one deck.
pub trait OneDeck: Game {
    /// The game's provisions on each step with the deck.
    const DECK: Paragraphs;
    /// The game's provisions on one place for each player.
    const ONE_PLACE: OnePlace;

    /// All cards of the deck.
    fn whole() -> Shoe {
        Deck::whole()
    }

    /// The deck and its cards.
    fn pack(&self) -> &Pack;

    /// The deck and its cards, for changing them.
    fn pack_mut(&mut self) -> &mut Pack;

    /// The stage of the round.
    fn moment(&self) -> Moment;

    /// The provision under which the table waits for what comes next.
    fn due(&self) -> Citation;

    /// How the cards are shuffled at this table.
    fn shuffle(&self) -> Shuffle;

    /// Ends the round: the cards have been collected, and nothing of the round is left.
    fn begin_again(&mut self, is_void: bool, to: &mut dyn Observer<Self>);

    /// Whether anyone is at the table.
    fn is_anyone_here(&self) -> bool {
        self.as_ref().seats.from_highest().next().is_some()
    }

    /// Refuses if the deck cannot be dealt now.
    fn deck_is_ready(&self) -> Result<(), Refusal> {
        self.pack().deck.must_be_ready(&Self::DECK)
    }

    /// The provision that keeps the deck from being dealt, or `ready` if nothing does.
    fn due_once_ready(&self, ready: Citation) -> Citation {
        self.deck_is_ready().err().map_or(ready, |no| no.cite)
    }

    /// Whether this person may take this step with the deck now.
    fn may_prepare(&self, by: Actor, step: DeckStep) -> Result<Terms, Refusal> {
        self.pack().deck.may(by, step, &Self::DECK, (self.moment(), self.is_anyone_here(), self.due()))
    }

    /// Takes the step that was allowed.
    fn prepare(&mut self, step: DeckStep, to: &mut dyn Observer<Self>) {
        let shuffle = self.shuffle();
        self.pack_mut().deck.take(step, shuffle, &Self::DECK, to);
    }

    /// Checks whether an act of this member of the staff is due; if not, the refusal cites what is.
    fn in_turn(&self, who: Actor, by: Actor, is_due: bool, cite: Citation) -> Result<Terms, Refusal> {
        super::deck::in_turn(who, by, is_due, cite, self.due())
    }

    /// The player at this seat, or the dealer if nobody sits there anymore.
    fn player(&self, seat: Seat) -> Actor {
        self.as_ref().seats.at(seat).map_or(Actor::Dealer, Actor::Patron)
    }

    /// Whether this player may act at the seat whose turn it is; `turn` is `None` if it is nobody's turn.
    fn is_turn_of(&self, by: Actor, turn: Option<Seat>, cite: Citation) -> Result<Seat, Refusal> {
        let why = match (by, turn) {
            (Actor::Patron(_), Some(seat)) if self.player(seat) == by => return Ok(seat),
            (Actor::Patron(_), None) => Why::NotNow,
            _ => Why::NotYours,
        };
        Err(Refusal::new(cite, why))
    }

    /// Whether this seat belongs to the patron, or is free to become their only one.
    fn is_place_of(&self, patron: Patron, seat: Seat) -> Result<(), Refusal> {
        match self.as_ref().seats.of(patron) {
            Some(own) if own == seat => Ok(()),
            _ => self.as_ref().is_free_as_only(patron, seat, Self::ONE_PLACE),
        }
    }

    /// Whether this person may sit down there.
    fn may_sit(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        self.as_ref().may_sit_as_only(by, seat, Self::ONE_PLACE)
    }

    /// Seats the person, who may then look at cards that lie face up.
    fn sit(&mut self, by: Actor, seat: Seat, to: &mut dyn Observer<Self>) {
        self.as_mut().sit(by, seat, Self::ONE_PLACE.seated, to);
        self.pack_mut().deck.someone_came();
    }

    /// Seats the person who wagers there, unless somebody already sits there.
    fn sit_to_wager(&mut self, bet: &BetOf<Self>, to: &mut dyn Observer<Self>) {
        if self.as_ref().seats.at(bet.seat).is_none() {
            self.sit(Actor::Patron(bet.patron), bet.seat, to);
        }
    }

    /// Collects all cards, to be shuffled again.
    fn end_round(&mut self, is_void: bool, to: &mut dyn Observer<Self>) {
        to.clears(self);
        say(Self::DECK.shuffle, DeckCall::PicksUp, to);
        self.begin_again(is_void, to);
        self.as_mut().layout.clear();
        let pack = self.pack_mut();
        (pack.shoe, pack.found, pack.aside) = (Self::whole(), 0, None);
        pack.deck.collected();
    }

    /// Declares all hands void: every wager is returned, starting from the dealer's right.
    fn void(&mut self, cite: Citation, to: &mut dyn Observer<Self>) {
        self.as_ref().void_all(cite, to);
        self.end_round(true, to);
    }

    /// Settles the wagers of a hand that share its fate. `paid` says what each is paid under `pays`, up to the limit on
    /// a hand.
    fn settle_alike<const WAGERS: usize>(
        &self,
        seat: Seat,
        wagers: [Self::Wager; WAGERS],
        decided: (Fate, Citation),
        (paid, pays): (impl Fn([Money; WAGERS]) -> [Money; WAGERS], Citation),
        to: &mut dyn Observer<Self>,
    ) {
        let table = self.as_ref();
        let paid = paid(wagers.map(|wager| table.on(seat, wager)));
        for (wager, paid) in wagers.into_iter().zip(paid) {
            settle_limited(table.bet_of(seat, wager), decided, (paid, pays), pays, to);
        }
    }

    /// The stub has the wrong number of cards, so all hands are void. The deck stays if a misdeal explains the count.
    fn wrong_stub<const HAND: u8>(
        &mut self,
        stub: Stub<HAND>,
        [count, cite]: [Citation; 2],
        to: &mut dyn Observer<Self>,
    ) {
        let left = self.pack().shoe.left();
        say(count, DeckCall::CountsStub { cards: stub.cards.into(), whole: false }, to);
        self.void(cite, to);
        self.pack_mut().deck.counted_wrong(stub, left, cite, to);
    }

    /// A card lies face up in the deck. The first such card is discarded if the licensee has chosen so; otherwise all
    /// hands are void.
    fn found_face_up(&mut self, card: Card, rule: FaceUp, cite: Citation, to: &mut dyn Observer<Self>)
    where
        Self: Game<Chance = Card>,
    {
        to.saw(cite, Event::Shown { chance: card, to: Eyes::All });
        let pack = self.pack_mut();
        pack.shoe.draw_up(card);
        (pack.found, pack.aside) = (pack.found + 1, Some(card));
        if pack.found > 1 || rule == FaceUp::Void {
            return self.void(cite, to);
        }
        to.clears(self);
        self.pack_mut().aside = None;
        say(cite, DeckCall::Discards { card }, to);
    }
}

/// Settles a wager of a hand whose payout the law limits: a wager for which the limit leaves nothing is
/// returned.
pub(crate) fn settle_limited<G: Game>(
    bet: Option<BetOf<G>>,
    (fate, cite): (Fate, Citation),
    (paid, pays): (Money, Citation),
    limit: Citation,
    to: &mut dyn Observer<G>,
) {
    let Some(bet) = bet else { return };
    match fate {
        Fate::Won if paid > Money::ZERO => settle(bet, (fate, cite), || (paid, pays), to),
        Fate::Won => settle_flat(bet, Fate::Void, limit, to),
        _ => settle_flat(bet, fate, cite, to),
    }
}

/// What an incorrect stub shows, where players have hands of this many cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stub<const HAND: u8> {
    /// The number of cards in the stub.
    pub cards: u8,
    /// The number of cards in a misdealt hand; `None` if every hand is right.
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
    fn each(tell: &mut dyn FnMut(Self)) {
        for cards in (0..=DECK).filter_map(|n| u8::try_from(n).ok()) {
            tell(Stub { cards, hand: None });
            let hands = [-2, -1, 1, 2].into_iter().filter_map(|off| HAND.checked_add_signed(off));
            hands.for_each(|hand| tell(Stub { cards, hand: Some(hand) }));
        }
    }
}
