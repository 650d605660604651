//! Pai gow, the game of tiles: 10.1 to 10.10, none of which is held. What is done here is marked so and comes from what is known
//! elsewhere (law/not-held/pai-gow.toml).
//!
//! The tiles are laid out, mixed and stacked (`mixing.rs`); perhaps the bank is offered (`table/banking.rs`) → `Open`: wagers →
//! "No more bets" → `Closed`: dice or the generator find the starting position (`table/start.rs`) → the deal, a stack of four
//! to each of eight positions, the last of which is the dead hand → `Setting`: each player looks and sets a high and a low hand
//! → the `Dealer` turns his tiles and sets them the house way → `Compare`: the players' hands are turned and settled → the tiles
//! are mixed again. From the bank on it is one with pai gow poker (`table/two_hands/`).

mod acts;
mod calls;
mod dealing;
mod irregularities;
mod mixing;
mod options;
mod picture;

pub use crate::table::two_hands::{SEATS, Wager};
pub use acts::{Chance, Deed, HAND, Pair};
pub use calls::Call;
pub use irregularities::Irregularity;
pub use mixing::TileStep;
pub use options::{Direction, Options};

use crate::games::prelude::*;
use crate::{
    hands::pai_gow::{Hands, Strength},
    kit::tiles::{Hidden, Tile},
    table::{
        start::{self, Position},
        two_hands::{Betting, Dealing, Paragraphs, Piece, Round, Setting, Settling, TwoHands},
    },
};
use mixing::Stage;

/// How many places are dealt to: the dealer, the seats and the dead hand.
pub const POSITIONS: u8 = <Tile as Piece>::PLACES;

/// A pai gow table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PaiGow {
    pub(super) table: Common<PaiGow>,
    /// How far the tiles have been made ready.
    stage: Stage,
    /// The tiles that nobody has seen in this round.
    hidden: Hidden,
    /// One that was exposed while everyone looks at it; never between two inputs.
    #[cfg_attr(feature = "serde", serde(skip))]
    exposed: Option<Tile>,
    round: Round<Tile>,
}

impl Game for PaiGow {
    const NAME: &'static str = "pai-gow";
    const TITLE: &'static str = "Pai Gow";
    const PERMISSIBLE: Citation = cite!("10.5");

    words_with! { Chance }

    fn open(options: Options) -> Self {
        PaiGow {
            table: Common::new(options, SEATS),
            stage: Stage::Received,
            hidden: Hidden::whole(),
            exposed: None,
            round: Round::opening(),
        }
    }

    fn awaits(&self) -> Awaits {
        match self.is_preparing() {
            true if self.stage == Stage::Idle && self.is_empty() => Awaits::Wagers,
            true => Awaits::Decision(Actor::Dealer),
            false => self.awaited(),
        }
    }

    in_files! { two_hands, betting, dealing, irregularities, picture }

    fn is_preparing(&self) -> bool {
        self.stage != Stage::Stacked
    }

    fn prepares(deed: Deed) -> Option<crate::table::shoe::Prepares> {
        matches!(deed, Deed::Prepare(_)).then_some(crate::table::shoe::Prepares::Otherwise)
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        Deed::USUAL.into_iter().find(|&deed| self.may_do(by, deed).is_ok())
    }

    fn outcomes(&self, each: &mut dyn FnMut(Chance, u32)) {
        match self.awaits() {
            Awaits::Equipment if self.is_starting() => self.each_start(each),
            Awaits::Equipment => self.hidden.outcomes(&mut |tile, weight| each(Chance::Piece(tile), weight)),
            _ => {}
        }
    }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::Bank(step) => self.may_bank(by, step),
            Deed::NoMoreBets => self.may_close(by, cite!("10.6")),
            Deed::Start(step) => self.may_start(by, step),
            Deed::Deal => self.may_deal(by),
            Deed::Hand(step) => self.may_set(by, step, Why::LowAboveHigh),
            Deed::Turn => self.may_turn(by),
            Deed::Round(step) => self.may_go_on(by, step),
            Deed::SitAt(seat) => self.may_have(by, seat),
            Deed::Leave => self.table.may_leave(by, self.awaits(), Self::LAW.wagers),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, _: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.prepare(step, to),
            Deed::Bank(step) => self.bank_step(by, step, to),
            Deed::NoMoreBets => self.close(cite!("10.6"), to),
            Deed::Start(step) => self.start(step, to),
            Deed::Deal => self.deal(to),
            Deed::Hand(step) => self.set(by, step, to),
            Deed::Turn => self.turn_up(to),
            Deed::Round(step) => self.round_step(step, to),
            Deed::SitAt(seat) => self.seat_down(by, seat, to),
            Deed::Leave => self.get_up(by, to),
        }
    }
}

impl TwoHands<Tile> for PaiGow {
    const LAW: Paragraphs = Paragraphs {
        pieces: cite!("10.2"),
        ranks: cite!("10.2"),
        start: start::Paragraphs { start: cite!("10.3"), invalid: cite!("10.9") },
        wagers: cite!("10.5"),
        sets: cite!("10.7"),
        bank: cite!("10.8"),
        wrong: cite!("10.9"),
        areas: cite!("10.10"),
    };
    type High = Strength;
    type Low = Strength;

    in_files! { two_hands_options }

    fn round(&self) -> &Round<Tile> {
        &self.round
    }

    fn round_mut(&mut self) -> &mut Round<Tile> {
        &mut self.round
    }

    /// 10.4 (not held): nothing is dealt until the tiles are stacked.
    fn made_ready(&self) -> Result<(), Refusal> {
        if self.is_preparing() { Err(Refusal::new(cite!("10.4"), Why::NotNow)) } else { Ok(()) }
    }

    fn next_under(&self) -> Citation {
        if self.is_preparing() { cite!("10.4") } else { self.under(cite!("10.6")) }
    }

    fn seat_down(&mut self, by: Actor, seat: Seat, to: &mut dyn Observer<Self>) {
        self.table.sit(by, seat, Self::LAW.wagers, to);
    }

    fn is_unseen(&self, tile: Tile) -> bool {
        self.hidden.count(tile) > 0
    }

    fn is_seen(&mut self, tile: Tile) {
        self.hidden.turn(tile);
    }

    fn hands_of(&self, tiles: &[Tile], low: [usize; 2]) -> Option<Hands> {
        Some(Hands::of(tiles.try_into().ok()?, low, self.table.options.ranking()))
    }

    fn is_foul(hands: Hands) -> bool {
        hands.is_foul()
    }

    fn house_way(&self, tiles: &[Tile]) -> Option<[usize; 2]> {
        let options = self.table.options;
        Some(options.house_way().set(tiles.try_into().ok()?, options.ranking()).low)
    }

    fn found(position: Position, hands: Hands) -> Call {
        Call::FindsHands { position, high: hands.high.kind(), low: hands.low.kind() }
    }

    /// 10.1 (not held): the better two tiles are the high hand, whichever of them were laid down as the low hand.
    fn found_foul(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        self.exchange(seat);
        to.saw(cite!("10.1"), Event::Called { call: Call::TakesBetterAsHigh { seat } });
        self.say_hands(Position::of(seat), to);
    }

    /// 10.4 (not held): after every round the tiles are turned down and mixed again; 10.8 (not held): then the bank is offered.
    fn complete(&mut self, is_void: bool, to: &mut dyn Observer<Self>) {
        to.clears(self);
        to.saw(cite!("10.4"), Event::Called { call: Call::CollectsTiles });
        self.begin_anew(is_void, to);
        self.table.layout.clear();
        (self.hidden, self.stage, self.exposed) = (Hidden::whole(), Stage::Collected, None);
    }
}

impl PaiGow {
    /// The four tiles of a player who has looked at them, or whose hand was turned up.
    pub fn tiles(&self, seat: Seat) -> Option<[Tile; HAND]> {
        self.table.seats.has(seat).then(|| self.round.pieces(seat))?.try_into().ok()
    }

    /// Whether this player's hand is still to be set.
    pub fn is_unset(&self, seat: Seat) -> bool {
        self.is_to_set(seat)
    }
}
