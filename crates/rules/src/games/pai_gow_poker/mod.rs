//! Pai gow poker: 11.1 to 11.13, none of which is held. What is done here is marked so and comes from what is known elsewhere
//! (law/not-held/pai-gow-poker.toml).
//!
//! The deck and its joker are made ready (`table/deck.rs`); perhaps the bank is offered (`table/banking.rs`) → `Open`: wagers
//! → "No more bets" → `Closed`: dice or the generator find the starting position (`table/start.rs`) → the deal, seven cards to
//! each of seven positions → `Left`: four cards must be left → `Setting`: each player looks and sets a high and a low hand →
//! the `Dealer` turns his cards and sets them the house way → `Compare`: the players' hands are turned and settled → the cards
//! are shuffled again.
//!
//! What it has in common with the game of tiles is in `table/two_hands/`.

mod acts;
mod calls;
mod dealing;
mod deck;
mod irregularities;
mod options;
mod picture;

pub use crate::table::two_hands::{SEATS, Wager};
pub use acts::{Chance, Deed, HAND, Pair};
pub use calls::Call;
pub use irregularities::{Irregularity, Left};
pub use options::{FaceUp, Options};

use crate::games::prelude::*;
use crate::{
    hands::pai_gow_poker::{Hands, High, Low},
    kit::cards::Card,
    table::{
        one_deck::{OneDeck, Pack},
        start::{self, Position},
        two_hands::{
            Betting, Dealing, HandCall, HandStep, Paragraphs, Piece, Round, Setting, Settling, TwoHands,
        },
    },
};

/// How many places are dealt to: the dealer has a hand, too.
pub const POSITIONS: u8 = <Card as Piece>::PLACES;

/// A pai gow poker table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PaiGowPoker {
    pub(super) table: Common<PaiGowPoker>,
    pack: Pack,
    round: Round<Card>,
}

impl Game for PaiGowPoker {
    const NAME: &'static str = "pai-gow-poker";
    const TITLE: &'static str = "Pai Gow Poker";
    const PERMISSIBLE: Citation = cite!("11.7");

    words_with! { Chance }

    fn open(options: Options) -> Self {
        PaiGowPoker {
            table: Common::new(options, SEATS),
            pack: Pack::received(Self::whole()),
            round: Round::opening(),
        }
    }

    fn awaits(&self) -> Awaits {
        if self.is_preparing() && self.moment() == crate::table::deck::Moment::Open {
            return self.pack.deck.awaits(self.is_anyone_here());
        }
        self.awaited()
    }

    in_files! { two_hands, betting, deck, dealing, irregularities, picture }

    fn outcomes(&self, each: &mut dyn FnMut(Chance, u32)) {
        match self.awaits() {
            // A recut that is required while the dice move does not stop them.
            _ if self.is_starting() => self.each_start(each),
            Awaits::Equipment => {
                self.pack.shoe.outcomes(&mut |card, weight| each(Chance::Piece(card), weight));
            }
            _ => {}
        }
    }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::Bank(step) => self.may_bank(by, step),
            Deed::SitAt(seat) => self.may_have(by, seat),
            Deed::Leave => self.table.may_leave(by, self.awaits(), Self::LAW.wagers),
            Deed::Start(step) => self.may_start(by, step),
            Deed::Hand(step) => self.may_set(by, step, Why::Foul),
            Deed::Insist(low) => self.may_insist(by, low),
            Deed::NoMoreBets => self.may_close(by, self.by()),
            Deed::Deal | Deed::CountLeft => self.may_deal(by, deed),
            Deed::Turn => self.may_turn(by),
            Deed::Round(step) => self.may_go_on(by, step),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, _: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.prepare(step, to),
            Deed::Bank(step) => self.bank_step(by, step, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.get_up(by, to),
            Deed::NoMoreBets => self.close(self.by(), to),
            Deed::Start(step) => self.start(step, to),
            Deed::Deal => self.deal(to),
            Deed::CountLeft => self.count_left(to),
            Deed::Hand(step) => self.set(by, step, to),
            Deed::Insist(low) => self.set(by, HandStep::Set(low), to),
            Deed::Turn => self.turn_up(to),
            Deed::Round(step) => self.round_step(step, to),
        }
    }
}

impl TwoHands<Card> for PaiGowPoker {
    const LAW: Paragraphs = Paragraphs {
        pieces: cite!("11.2"),
        ranks: cite!("11.3"),
        start: start::Paragraphs { start: cite!("11.8C"), invalid: cite!("11.11") },
        wagers: cite!("11.7"),
        sets: cite!("11.9"),
        bank: cite!("11.10"),
        wrong: cite!("11.11"),
        areas: cite!("11.12"),
    };
    type High = High;
    type Low = Low;

    in_files! { two_hands_options }

    fn round(&self) -> &Round<Card> {
        &self.round
    }

    fn round_mut(&mut self) -> &mut Round<Card> {
        &mut self.round
    }

    fn made_ready(&self) -> Result<(), Refusal> {
        self.deck_is_ready()
    }

    fn next_under(&self) -> Citation {
        self.due()
    }

    fn seat_down(&mut self, by: Actor, seat: Seat, to: &mut dyn Observer<Self>) {
        self.sit(by, seat, to);
    }

    fn is_unseen(&self, card: Card) -> bool {
        self.pack.shoe.can_show(card)
    }

    fn is_seen(&mut self, card: Card) {
        self.pack.shoe.turn(card);
    }

    fn hands_of(&self, cards: &[Card], low: [usize; 2]) -> Option<Hands> {
        Some(Hands::of(cards.try_into().ok()?, low, self.table.options.wheel()))
    }

    fn is_foul(hands: Hands) -> bool {
        hands.is_foul()
    }

    fn house_way(&self, cards: &[Card]) -> Option<[usize; 2]> {
        let options = self.table.options;
        Some(options.house_way().set(cards.try_into().ok()?, options.wheel()).low)
    }

    fn found(position: Position, hands: Hands) -> Call {
        Call::FindsHands { position, high: hands.high.kind(), pair: hands.low.is_pair() }
    }

    /// All others play against the bank's hand: if that is a foul, the dealer sets it.
    fn found_foul(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        if self.held().is_some_and(|held| held.seat == seat) {
            return self.set_house_way(Position::of(seat), to);
        }
        self.say_hands(Position::of(seat), to);
        to.saw(cite!("11.9"), Event::Called { call: TableCall::Hand(HandCall::FindsFoul { seat }).into() });
    }

    fn complete(&mut self, is_void: bool, to: &mut dyn Observer<Self>) {
        self.end_round(is_void, to);
    }
}

impl PaiGowPoker {
    /// The seven cards of a player who has looked at them, or whose hand was turned up.
    pub fn cards(&self, seat: Seat) -> Option<[Card; HAND]> {
        self.table.seats.has(seat).then(|| self.round.pieces(seat))?.try_into().ok()
    }

    /// Whether this player's hand is still to be set.
    pub fn is_unset(&self, seat: Seat) -> bool {
        self.is_to_set(seat)
    }

    /// 11.9 (not held): a foul is set only by a player who was warned of it; 11.10 (not held): and never by the bank.
    fn may_insist(&self, by: Actor, low: Pair) -> Result<Terms, Refusal> {
        let asked = self.may_set(by, HandStep::Set(low), Why::Foul);
        let is_bank = |held: crate::table::banking::Held| Actor::Patron(held.patron) == by;
        match asked {
            Ok(_) => Err(Refusal::new(Self::LAW.sets, Why::NoFoul)),
            Err(Refusal { why: Why::Foul, .. }) if self.held().is_some_and(is_bank) => {
                Err(Refusal::new(Self::LAW.bank, Why::Foul))
            }
            Err(Refusal { why: Why::Foul, .. }) => Ok(Terms::plain(Self::LAW.sets)),
            refused => refused,
        }
    }
}
