//! A picture of a table: everything on it that a given person may see.

use crate::fact::BetView;
use rules::{
    Actor, Eyes, Game, Item, Money, Outcome, Patron, Seat, Spot, Vocabulary,
    kit::{
        cards::{Card, Loaded},
        chips::Color,
        tiles::Tile,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything on a table other than wagers. Fields that a game does not use are absent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// The patrons who have seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatView>,
    /// The cards or tiles; those at the same spot are in the order in which they lie.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardView>,
    /// Whether they are tiles.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tiles: bool,
    /// The totals of hands, as far as everyone can see them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub totals: Vec<TotalView>,
    /// The seat and hand whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnView>,
    /// The puck of a craps table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puck: Option<PuckView>,
    /// The wagers that are off, which the next roll cannot decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<BetView>,
    /// The patron who has the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shooter: Option<Patron>,
    /// The patron who deals from the shoe: the Banker or the curator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banker: Option<Patron>,
    /// The color of each patron's non-value chips.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<ColorView>,
    /// The spread between the first two cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<u8>,
    /// The seats whose acceptor is lit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<Seat>,
    /// The layout positions that are lit because they win, spelled like their wagers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lit: Vec<String>,
    /// The numbers of a keno game that have been drawn, from the lowest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<u8>,
    /// Vigorish owed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<MarkerView>,
    /// The amount on the progressive meter, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<Money>,
    /// Which of several wagers in a row the dealer's hand is for, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<u8>,
    /// Whether the wheel is spinning or the dice are in the air.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moving: bool,
    /// The loaded shoes, as far as anyone can count their cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shoes: Vec<Loaded>,
    /// What the dice, the ball or the wheel showed last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// A patron's seat at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub struct SeatView {
    pub seat: Seat,
    pub patron: Patron,
}

/// A card or a tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CardView {
    /// The spot where it lies.
    #[serde(flatten)]
    pub at: Spot,
    /// The card; absent while it is face down or hidden from the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// The face of a tile; absent while it is face down or hidden from the viewer, and absent for a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<Tile>,
    /// The only person who may know the face; absent if everyone may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Actor>,
    /// Whether it lies across the others, like the one card dealt to a doubled hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sideways: bool,
}

/// The total of the cards at a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TotalView {
    /// The spot where the cards lie.
    #[serde(flatten)]
    pub at: Spot,
    /// The points.
    pub points: u8,
    /// Whether an ace counts as eleven.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub soft: bool,
}

/// The seat and hand whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TurnView {
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The hand at that seat, from 1; 0 where a seat has only one hand.
    pub hand: u8,
}

/// The puck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PuckView {
    /// The number it is on; absent while it is off.
    pub on: Option<u8>,
}

/// The color of a patron's non-value chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ColorView {
    /// The patron who plays with non-value chips.
    pub patron: Patron,
    /// The color of the chips.
    pub color: Color,
}

/// A marker for vigorish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MarkerView {
    /// The seat where the marker lies.
    pub seat: Seat,
    /// The amount owed, in cents.
    pub owed: Money,
}

impl Picture {
    /// The table as it is, including the values of private cards. Mask it before showing it to anyone: see
    /// [`Picture::seen_by`].
    pub fn of<G: Game>(table: &G, outcome: Option<Outcome>) -> Picture {
        let mut picture = Picture { outcome, ..Picture::default() };
        let mut lit = Vec::new();
        table.picture(&mut |item| match item {
            Item::Seat { seat, patron } => picture.seats.push(SeatView { seat, patron }),
            Item::Card { at, card, eyes, sideways } => {
                let to = if let Eyes::Only(actor) = eyes { Some(actor) } else { None };
                picture.cards.push(CardView { at, card, tile: None, to, sideways });
            }
            Item::Tile { at, tile, eyes } => {
                let to = if let Eyes::Only(actor) = eyes { Some(actor) } else { None };
                picture.tiles = true;
                picture.cards.push(CardView { at, card: None, tile, to, sideways: false });
            }
            Item::Total { at, points, soft } => picture.totals.push(TotalView { at, points, soft }),
            Item::Turn { seat, hand } => picture.turn = Some(TurnView { seat, hand }),
            Item::Puck(on) => picture.puck = Some(PuckView { on }),
            Item::Off { bet } => picture.off.push(BetView::of::<G>(&table.bets()[bet])),
            Item::Color { patron, color } => picture.colors.push(ColorView { patron, color }),
            Item::Shooter(patron) => picture.shooter = Some(patron),
            Item::Banker(patron) => picture.banker = Some(patron),
            Item::Spread(spread) => picture.spread = Some(spread),
            Item::Light(seat) => picture.lights.push(seat),
            Item::Lit { position } => lit.push(position),
            Item::Drawn(ball) => picture.drawn.push(ball.number()),
            Item::Marker { seat, owed } => picture.markers.push(MarkerView { seat, owed }),
            Item::Meter(stands) => picture.meter = Some(stands),
            Item::Action(number) => picture.action = Some(number),
            Item::Moving => picture.moving = true,
            Item::Shoe(shoe) => picture.shoes.push(shoe),
        });
        if !lit.is_empty() {
            let mut position = 0;
            G::Wager::each(&mut |wager| {
                if lit.contains(&position) {
                    picture.lit.push(wager.to_string());
                }
                position += 1;
            });
        }
        picture
    }

    /// The table as this person may see it: what only somebody else has seen is face down.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Actor>) -> Picture {
        self.seen_by_any(viewer.as_slice())
    }

    /// The table as these people together may see it.
    #[must_use]
    pub fn seen_by_any(&self, viewers: &[Actor]) -> Picture {
        let mut picture = self.clone();
        for laid in &mut picture.cards {
            if laid.to.is_some_and(|to| !viewers.contains(&to)) {
                (laid.card, laid.tile) = (None, None);
            }
        }
        picture
    }

    /// Whether everyone may see all of it.
    pub fn is_public(&self) -> bool {
        self.cards.iter().all(|laid| laid.to.is_none())
    }

    /// The cards of a spot.
    pub fn cards_at(&self, at: Spot) -> impl Iterator<Item = &CardView> {
        self.cards.iter().filter(move |laid| laid.at == at)
    }

    /// A patron's seat at the table.
    pub fn seat_of(&self, patron: Patron) -> Option<Seat> {
        self.seats.iter().find(|place| place.patron == patron).map(|place| place.seat)
    }
}
