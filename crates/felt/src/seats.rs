//! Tables with numbered places: they lie around the dealer, and the numbers rise from the dealer's right (G4), which is
//! the left side of the picture.

use crate::{
    shapes::{Fan, Point, disc},
    view::{Area, Circle, FeltView, Kind},
};
use rules::{Citation, Game, games};
use std::fmt::Display;

/// The largest angle of the whole fan, and the angle of one place, in degrees.
const MOST: f64 = 150.0;
const EACH: f64 = 26.0;

/// The fan of a table with this many places.
pub fn fan(count: u8) -> Fan {
    let half = (EACH * f64::from(count)).min(MOST) / 2.0;
    Fan { center: (800.0, 8.0), radii: (728.0, 702.0), from: 90.0 + half, to: 90.0 - half, count }
}

/// The provision on the number of places, found through the option that sets the number.
pub fn cite<G: Game>(key: &str) -> Citation {
    games::fields::<G>().find(|field| field.key == key).map_or(G::PERMISSIBLE, |field| field.cite)
}

/// Draws the places at the edge where patrons sit down.
pub fn sit<D: Display>(felt: &mut FeltView, fan: &Fan, cite: Citation, deed: impl Fn(u8) -> D) {
    // As wide as a person, but never wider than the place.
    let part = (110.0 / fan.width(1.03)).min(0.8) / 2.0;
    for nth in 1..=fan.count {
        felt.put(format!("seat {nth}"), fan.at(nth, 0.5, 1.03), [110, 36], fan.turn(nth, 0.5));
        let area = of(Kind::Seat, deed(nth), cite);
        let area = wedge(fan, nth, ([0.5 - part, 0.5 + part], [1.003, 1.055]), area);
        // Sitting down is a separate act, and the number is part of its text.
        felt.areas.push(area.seat(0).label(nth, 24).says(format!("seat {nth}")));
    }
}

/// Gives the area the shape of a part of somebody's place, with label and chips in its middle.
pub fn wedge(fan: &Fan, nth: u8, (part, distance): ([f64; 2], [f64; 2]), area: Area) -> Area {
    let mid = |[a, b]: [f64; 2]| (a + b) / 2.0;
    let at = fan.at(nth, mid(part), mid(distance));
    let area = Area { points: fan.wedge(nth, part, distance), ..area };
    named(area, nth).spot(at).label_at(at, fan.turn(nth, mid(part)))
}

/// Gives the area the shape of a circle in somebody's place.
pub fn circle(fan: &Fan, nth: u8, (distance, beside, r): (f64, Point, i32), area: Area) -> Area {
    let at = fan.beside(nth, distance, beside);
    let [x, y] = at;
    let area = Area { points: disc(at, r), circle: Some(Circle { x, y, r }), ..area };
    named(area, nth).spot(at).label_at(at, fan.turn(nth, 0.5))
}

/// Screen readers must announce which seat the area belongs to.
fn named(area: Area, nth: u8) -> Area {
    let says = format!("{}, seat {nth}", area.says);
    area.seat(nth).says(says)
}

/// An area that has no shape yet.
pub fn of(kind: Kind, act: impl Display, cite: Citation) -> Area {
    Area::new(kind, act, cite, vec![])
}
