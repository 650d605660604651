//! Points and shapes. Figures are computed in floats and rounded once; one unit is a millimeter or two of cloth.

/// A point: x and y.
pub type Point = [i32; 2];
/// The corners of a shape.
pub type Points = Vec<Point>;

/// The nearest whole number.
#[allow(clippy::cast_possible_truncation)] // Layouts are some thousand units wide.
pub fn round(x: f64) -> i32 {
    x.round() as i32
}

/// A rectangle, given its upper left corner.
pub fn rect(x: i32, y: i32, w: i32, h: i32) -> Points {
    vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
}

/// A rectangle, given its center.
pub fn around([x, y]: Point, w: i32, h: i32) -> Points {
    rect(x - w / 2, y - h / 2, w, h)
}

/// A rectangle, given its center, rotated clockwise by `turn` degrees.
pub fn turned([x, y]: Point, [w, h]: Point, turn: i32) -> Points {
    let (sin, cos) = f64::from(turn).to_radians().sin_cos();
    let corner = |[a, b]: Point| {
        let (a, b) = (f64::from(a * w) / 2.0, f64::from(b * h) / 2.0);
        [x + round(a * cos - b * sin), y + round(a * sin + b * cos)]
    };
    [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).to_vec()
}

/// Where the pips of a die's face are, in quarters of its side from its center.
pub const fn pips(spots: u8) -> &'static [Point] {
    match spots {
        1 => &[[0, 0]],
        2 => &[[-1, -1], [1, 1]],
        3 => &[[-1, -1], [0, 0], [1, 1]],
        4 => &[[-1, -1], [1, -1], [-1, 1], [1, 1]],
        5 => &[[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
        _ => &[[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
    }
}

/// A circle, approximated by a polygon.
pub fn disc([x, y]: Point, r: i32) -> Points {
    let corner = |i: i32| {
        let angle = f64::from(i) / 24.0 * std::f64::consts::TAU;
        [x + round(f64::from(r) * angle.cos()), y + round(f64::from(r) * angle.sin())]
    };
    (0..24).map(corner).collect()
}

/// The center of the bounding box of some points.
pub fn middle(points: &[Point]) -> Point {
    let [low, high] = bounds(points);
    [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2]
}

/// The upper left and lower right corner of the bounding box of some points.
pub fn bounds(points: &[Point]) -> [Point; 2] {
    let span = |i: usize| {
        let all = || points.iter().map(|point| point[i]);
        (all().min().unwrap_or_default(), all().max().unwrap_or_default())
    };
    let ((left, right), (top, bottom)) = (span(0), span(1));
    [[left, top], [right, bottom]]
}

/// A row of places along an elliptic arc, where people sit or numbers are printed. Angles are in degrees clockwise from
/// the right (y points down); distances are fractions of the radius.
#[derive(Clone, Copy)]
pub struct Fan {
    /// The center of the ellipse, as x and y.
    pub center: (f64, f64),
    /// Half the width and half the height of the ellipse.
    pub radii: (f64, f64),
    /// The angle at which the first place begins.
    pub from: f64,
    /// The angle at which the last place ends.
    pub to: f64,
    /// How many places there are.
    pub count: u8,
}

impl Fan {
    /// The angle at a fraction of a place: 0 where the place begins, 1 where it ends. Places are counted from 1.
    pub fn angle(&self, nth: u8, part: f64) -> f64 {
        self.from + (self.to - self.from) * (f64::from(nth) - 1.0 + part) / f64::from(self.count)
    }

    /// The point at this angle and distance.
    fn point(&self, angle: f64, distance: f64) -> Point {
        let (sin, cos) = angle.to_radians().sin_cos();
        let (rx, ry) = self.radii;
        [round(self.center.0 + rx * distance * cos), round(self.center.1 + ry * distance * sin)]
    }

    /// The approximate width of a place at this distance.
    pub fn width(&self, distance: f64) -> f64 {
        (self.angle(1, 1.0) - self.angle(1, 0.0)).abs().to_radians() * distance * self.radii.0
    }

    /// A point within a place.
    pub fn at(&self, nth: u8, part: f64, distance: f64) -> Point {
        self.point(self.angle(nth, part), distance)
    }

    /// The rotation, in degrees, of something that lies there with its upper side toward the center.
    pub fn turn(&self, nth: u8, part: f64) -> i32 {
        let (sin, cos) = self.angle(nth, part).to_radians().sin_cos();
        let (rx, ry) = self.radii;
        // Uses the normal of the ellipse, not the ray from its center, so that boxes are square to the edge.
        round((-cos / rx).atan2(sin / ry).to_degrees())
    }

    /// A part of a place between two distances.
    pub fn wedge(&self, nth: u8, [from, to]: [f64; 2], [inner, outer]: [f64; 2]) -> Points {
        const STEPS: u8 = 6;
        let along = |step: u8| self.angle(nth, from + (to - from) * f64::from(step) / f64::from(STEPS));
        let there = (0..=STEPS).map(|step| self.point(along(step), outer));
        let back = (0..=STEPS).rev().map(|step| self.point(along(step), inner));
        there.chain(back).collect()
    }

    /// A band across all places between two distances.
    pub fn band(&self, [inner, outer]: [f64; 2]) -> Points {
        let whole = Fan { count: 1, ..*self };
        let along = |step: u8| whole.angle(1, f64::from(step) / 48.0);
        let there = (0..=48).map(|step| whole.point(along(step), outer));
        let back = (0..=48).rev().map(|step| whole.point(along(step), inner));
        there.chain(back).collect()
    }

    /// A point moved by `right` units along the edge, to the right of the person sitting there, and by `inward` units
    /// toward the center.
    pub fn beside(&self, nth: u8, distance: f64, [right, inward]: Point) -> Point {
        let [x, y] = self.at(nth, 0.5, distance);
        let (sin, cos) = f64::from(self.turn(nth, 0.5)).to_radians().sin_cos();
        let (right, inward) = (f64::from(right), f64::from(inward));
        [x + round(right * cos + inward * sin), y + round(right * sin - inward * cos)]
    }
}
