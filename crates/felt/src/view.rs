//! The parts of a layout.

use crate::shapes::{Point, Points, middle, turned};
use rules::Citation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The layout of a table: its viewBox is `0 0 width height`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeltView {
    /// The game.
    pub game: String,
    /// How wide it is.
    pub width: i32,
    /// How high.
    pub height: i32,
    /// Where something can be done; later ones lie above earlier ones.
    pub areas: Vec<Area>,
    /// What is printed beneath them; later ones lie above earlier ones.
    pub marks: Vec<Mark>,
    /// Where things are put.
    pub places: Vec<Place>,
    /// What is paid for what, as printed in the middle: hands of poker, best first, or the spreads of red dog.
    pub pays: Vec<Pays>,
    /// The rim of the wheel, clockwise from the top; empty where there is no wheel.
    pub rim: Vec<String>,
}

/// A line of a printed pay table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltPays")]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// What is paid: `full house`, or a spread such as `4`.
    pub name: String,
    /// At which odds: `7 to 1`; `push` where wagers only come back.
    pub odds: String,
}

/// A part of the layout on which a wager lies, or where somebody sits down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltArea")]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The act, exactly as an offer says it: `split 17-20`, `sits at 7`.
    pub act: String,
    /// At which place of the table, as an offer says it; 0 where places have no numbers.
    pub seat: u8,
    /// What is printed in it, in one line or several; may be nothing.
    pub label: String,
    /// What it is, for who cannot see it: `split 17 and 20, pays 17 to 1`.
    pub says: String,
    /// What it pays: `17 to 1`; nothing where that is no matter of the wager alone.
    pub pays: String,
    /// The vigorish taken from what it pays: `5%`; nothing where none is taken.
    pub vigorish: String,
    /// The provision that permits it.
    pub cite: String,
    /// The corners of the area, in order.
    pub points: Vec<[i32; 2]>,
    /// The circle that those corners stand for, if the area is round.
    pub circle: Option<Circle>,
    /// Where chips lie.
    pub spot: [i32; 2],
    /// What sort of area it is.
    pub kind: Kind,
    /// The numbers it covers, at roulette.
    pub covers: Vec<String>,
    /// The middle of the label.
    pub at: [i32; 2],
    /// The height of its letters.
    pub size: i32,
    /// How far it is turned, clockwise, in degrees.
    pub turn: i32,
}

/// A sort of area. Those of one sort never overlap; lines and corners lie above boxes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltKind")]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A box of the layout.
    Box,
    /// On a line between boxes, or beside a box: it has no edge of its own.
    Line,
    /// The corner of several boxes.
    Corner,
    /// A number of the replica of the wheel.
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
    /// Green, as the zeros.
    Green,
    /// A darker shade of the felt.
    Felt,
    /// A shape that is only an outline; letters in the color of the lines.
    Line,
    /// Gold.
    Gold,
    /// White.
    White,
    /// None.
    #[default]
    #[serde(rename = "")]
    None,
}

/// A circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltCircle")]
#[serde(deny_unknown_fields)]
pub struct Circle {
    /// Its middle.
    pub x: i32,
    /// Its middle.
    pub y: i32,
    /// Its radius.
    pub r: i32,
}

/// Something printed that is no wager: a shape, or a text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltMark")]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The corners of a shape; none for a circle or a text.
    pub points: Vec<[i32; 2]>,
    /// A circle.
    pub circle: Option<Circle>,
    /// The color of the shape or of the letters.
    pub fill: Fill,
    /// The text; nothing for a shape.
    pub text: String,
    /// The middle of the text.
    pub at: [i32; 2],
    /// The height of its letters.
    pub size: i32,
    /// How far it is turned, clockwise, in degrees.
    pub turn: i32,
}

/// Where something is put: `dealer`, `player`, `banker`, `box 3`, `wheel`, `dice`, `puck off`, `puck 6`, `shoe`,
/// `discard`, `meter`, `acceptor 3`, `marker 3`, `insurance`, `bank`, `seat 3`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FeltPlace")]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// What is put there.
    pub name: String,
    /// Its middle.
    pub x: i32,
    /// Its middle.
    pub y: i32,
    /// How wide it is before it is turned.
    pub w: i32,
    /// How high.
    pub h: i32,
    /// How far it is turned, clockwise, in degrees.
    pub turn: i32,
}

impl FeltView {
    /// An empty layout.
    pub(crate) fn new(game: &str, width: i32, height: i32) -> FeltView {
        let game = game.to_owned();
        let (areas, marks, places) = (Vec::new(), Vec::new(), Vec::new());
        FeltView { game, width, height, areas, marks, places, pays: Vec::new(), rim: Vec::new() }
    }

    /// The area of this act at this seat.
    pub fn area(&self, act: &str, seat: u8) -> Option<&Area> {
        self.areas.iter().find(|area| area.act == act && area.seat == seat)
    }

    /// The place of this name.
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
