//! The parts of a layout.

use crate::shapes::{Point, Points, middle, turned};
use rules::Citation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The layout of a table. Its viewBox is `0 0 width height`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeltView {
    /// The game.
    pub game: String,
    /// The width, in layout units.
    pub width: i32,
    /// The height, in layout units.
    pub height: i32,
    /// The areas where something can be done; later ones lie above earlier ones.
    pub areas: Vec<Area>,
    /// What is printed beneath the areas; later marks lie above earlier ones.
    pub marks: Vec<Mark>,
    /// The places where cards, dice, chips and equipment go.
    pub places: Vec<Place>,
    /// The pay table printed in the middle: poker hands, best first, or the spreads of red dog.
    pub pays: Vec<Pays>,
    /// The numbers around the rim of the wheel, clockwise from the top; empty if there is no wheel.
    pub rim: Vec<String>,
}

/// A row of a printed pay table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltPays")]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// The hand or spread that is paid: `full house`, or a spread such as `4`.
    pub name: String,
    /// The payout odds: `7 to 1`, or `push` if the wager is only returned.
    pub odds: String,
}

/// An area of the layout that holds a wager, or where a patron sits down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltArea")]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The act, exactly as an offer writes it: `split 17-20`, `sits at 7`.
    pub act: String,
    /// The position at the table, as an offer states it; 0 where positions have no numbers.
    pub seat: u8,
    /// The text printed in it, on one or more lines; may be empty.
    pub label: String,
    /// A description for screen readers: `split 17 and 20, pays 17 to 1`.
    pub says: String,
    /// The payout: `17 to 1`; empty if it does not depend on the wager alone.
    pub pays: String,
    /// The vigorish taken from the payout: `5%`; empty if none is taken.
    pub vigorish: String,
    /// The provision that permits the wager.
    pub cite: String,
    /// The corners of the area, in order, as x and y.
    pub points: Vec<[i32; 2]>,
    /// The circle that those corners approximate, if the area is round.
    pub circle: Option<Circle>,
    /// The point where chips are placed.
    pub spot: [i32; 2],
    /// The kind of area.
    pub kind: Kind,
    /// The numbers it covers, at roulette.
    pub covers: Vec<String>,
    /// The center of the label.
    pub at: [i32; 2],
    /// The height of the label's letters.
    pub size: i32,
    /// The rotation of the label in degrees, clockwise.
    pub turn: i32,
}

/// A kind of area. Areas of one kind never overlap; lines and corners lie above boxes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltKind")]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A box of the layout.
    Box,
    /// A line between boxes or beside a box; it has no outline of its own.
    Line,
    /// The corner of several boxes.
    Corner,
    /// A number on the replica of the wheel.
    Track,
    /// A place at the table.
    Seat,
    /// A box for an additional wager.
    Bonus,
}

/// A color of the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltFill")]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// Red.
    Red,
    /// Black.
    Black,
    /// Green, like the zeros.
    Green,
    /// A darker shade of the felt.
    Felt,
    /// For a shape, only its outline; for letters, the color of the lines.
    Line,
    /// Gold.
    Gold,
    /// White.
    White,
    /// No fill.
    #[default]
    #[serde(rename = "")]
    None,
}

/// A circle in layout units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltCircle")]
#[serde(deny_unknown_fields)]
pub struct Circle {
    /// The x coordinate of the center.
    pub x: i32,
    /// The y coordinate of the center.
    pub y: i32,
    /// The radius.
    pub r: i32,
}

/// Something printed that is not a wager: a shape or a text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltMark")]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The corners of a shape; empty for a circle or a text.
    pub points: Vec<[i32; 2]>,
    /// The circle, if the mark is one.
    pub circle: Option<Circle>,
    /// The color of the shape or of the letters.
    pub fill: Fill,
    /// The text; empty for a shape.
    pub text: String,
    /// The center of the text.
    pub at: [i32; 2],
    /// The height of the letters.
    pub size: i32,
    /// The rotation of the text in degrees, clockwise.
    pub turn: i32,
}

/// A place where something goes: `dealer`, `player`, `banker`, `box 3`, `wheel`, `dice`, `puck off`, `puck
/// 6`, `shoe`, `discard`, `meter`, `acceptor 3`, `marker 3`, `insurance`, `bank`, `seat 3`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltPlace")]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The name of the place, which says what goes there.
    pub name: String,
    /// The x coordinate of the center.
    pub x: i32,
    /// The y coordinate of the center.
    pub y: i32,
    /// The width before rotation.
    pub w: i32,
    /// The height before rotation.
    pub h: i32,
    /// The rotation in degrees, clockwise.
    pub turn: i32,
}

impl FeltView {
    /// An empty layout.
    pub(crate) fn new(game: &str, width: i32, height: i32) -> FeltView {
        let game = game.to_owned();
        let (areas, marks, places) = (Vec::new(), Vec::new(), Vec::new());
        FeltView { game, width, height, areas, marks, places, pays: Vec::new(), rim: Vec::new() }
    }

    /// Finds the area for this act at this seat.
    pub fn area(&self, act: &str, seat: u8) -> Option<&Area> {
        self.areas.iter().find(|area| area.act == act && area.seat == seat)
    }

    /// Finds a place by name.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    pub(crate) fn put(&mut self, name: impl Display, [x, y]: Point, [w, h]: Point, turn: i32) {
        self.places.push(Place { name: name.to_string(), x, y, w, h, turn });
    }

    /// Adds a place for cards, with its outline.
    pub(crate) fn cards(&mut self, name: impl Display, at: Point, size: Point, turn: i32) {
        self.paint(turned(at, size, turn), Fill::Line);
        self.put(name, at, size, turn);
    }

    pub(crate) fn print(&mut self, text: impl Into<String>, at: Point, size: i32, fill: Fill, turn: i32) {
        self.marks.push(Mark { text: text.into(), at, size, fill, turn, ..Mark::default() });
    }

    pub(crate) fn paint(&mut self, points: Points, fill: Fill) {
        self.marks.push(Mark { points, fill, ..Mark::default() });
    }

    pub(crate) fn ring(&mut self, [x, y]: Point, r: i32, fill: Fill) {
        self.marks.push(Mark { circle: Some(Circle { x, y, r }), fill, ..Mark::default() });
    }
}

impl Area {
    /// An unlabeled area for an act, with the provision that permits it.
    pub(crate) fn new(kind: Kind, act: impl Display, cite: Citation, points: Points) -> Area {
        let (act, spot) = (act.to_string(), middle(&points));
        Area {
            says: act.replace('-', " "),
            act,
            seat: 0,
            label: String::new(),
            pays: String::new(),
            vigorish: String::new(),
            cite: cite.to_string(),
            points,
            circle: None,
            spot,
            kind,
            covers: Vec::new(),
            at: spot,
            size: 0,
            turn: 0,
        }
    }

    /// Sets the numbered place it belongs to.
    pub(crate) fn seat(self, seat: u8) -> Area {
        Area { seat, ..self }
    }

    /// Sets the label and its size.
    pub(crate) fn label(self, label: impl Display, size: i32) -> Area {
        Area { label: label.to_string(), size, ..self }
    }

    /// Sets the position and rotation of the label.
    pub(crate) fn label_at(self, at: Point, turn: i32) -> Area {
        Area { at, turn, ..self }
    }

    /// Sets where chips lie.
    pub(crate) fn spot(self, spot: Point) -> Area {
        Area { spot, ..self }
    }

    /// Sets the description for screen readers.
    pub(crate) fn says(self, says: impl Into<String>) -> Area {
        Area { says: says.into(), ..self }
    }

    /// Sets what it pays, and appends that to the description.
    pub(crate) fn pays(self, pays: impl Display) -> Area {
        let pays = pays.to_string();
        Area { says: format!("{}, pays {pays}", self.says), pays, ..self }
    }

    /// Sets the vigorish taken from what it pays, and appends that to the description.
    pub(crate) fn vigorish(self, rate: &str) -> Area {
        Area { says: format!("{} less {rate} vigorish", self.says), vigorish: rate.to_owned(), ..self }
    }
}
