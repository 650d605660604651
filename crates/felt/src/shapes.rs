//! Points and shapes. Figures are reckoned in floats and rounded once; whole units are a millimetre or two of cloth.

/// x and y.
pub type Point = [i32; 2];
/// The corners of a shape.
pub type Points = Vec<Point>;

/// The nearest whole number.
#[allow(clippy::cast_possible_truncation)] // Layouts are some thousand units wide.
pub fn round(x: f64) -> i32 {
    x.round() as i32
}

/// A rectangle from its upper left corner.
pub fn rect(x: i32, y: i32, w: i32, h: i32) -> Points {
    vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
}

/// A rectangle around its middle.
pub fn around([x, y]: Point, w: i32, h: i32) -> Points {
    rect(x - w / 2, y - h / 2, w, h)
}

/// A rectangle around its middle, turned clockwise by so many degrees.
pub fn turned([x, y]: Point, [w, h]: Point, turn: i32) -> Points {
    let (sin, cos) = f64::from(turn).to_radians().sin_cos();
    let corner = |[a, b]: Point| {
        let (a, b) = (f64::from(a * w) / 2.0, f64::from(b * h) / 2.0);
        [x + round(a * cos - b * sin), y + round(a * sin + b * cos)]
    };
    [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).to_vec()
}

/// A round area, as a shape of many corners.
pub fn disc([x, y]: Point, r: i32) -> Points {
    let corner = |i: i32| {
        let angle = f64::from(i) / 24.0 * std::f64::consts::TAU;
        [x + round(f64::from(r) * angle.cos()), y + round(f64::from(r) * angle.sin())]
    };
    (0..24).map(corner).collect()
}

/// The middle of the box around some points.
pub fn middle(points: &[Point]) -> Point {
    let [low, high] = bounds(points);
    [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2]
}

/// The upper left and lower right corner of the box around some points.
pub fn bounds(points: &[Point]) -> [Point; 2] {
    let span = |i: usize| {
        let all = || points.iter().map(|point| point[i]);
        (all().min().unwrap_or_default(), all().max().unwrap_or_default())
    };
    let ((left, right), (top, bottom)) = (span(0), span(1));
    [[left, top], [right, bottom]]
}

/// Where people sit or numbers stand around a table: an ellipse, and how far around it goes. Angles are in degrees from
/// the right, clockwise, as y goes down; distances are parts of the whole radius.
#[derive(Clone, Copy)]
pub struct Fan {
    /// The middle.
    pub centre: (f64, f64),
    /// Half the width and half the height of the ellipse.
    pub radii: (f64, f64),
    /// Where the first one begins.
    pub from: f64,
    /// Where the last one ends.
    pub to: f64,
    /// How many there are.
    pub count: u8,
}

impl Fan {
    /// The angle at a part of somebody's share: 0 where it begins, 1 where it ends. The first is 1.
    pub fn angle(&self, nth: u8, part: f64) -> f64 {
        self.from + (self.to - self.from) * (f64::from(nth) - 1.0 + part) / f64::from(self.count)
    }

    /// The point at this angle and distance.
    fn point(&self, angle: f64, distance: f64) -> Point {
        let (sin, cos) = angle.to_radians().sin_cos();
        let (rx, ry) = self.radii;
        [round(self.centre.0 + rx * distance * cos), round(self.centre.1 + ry * distance * sin)]
    }

    /// How wide a share is at this distance, about.
    pub fn width(&self, distance: f64) -> f64 {
        (self.angle(1, 1.0) - self.angle(1, 0.0)).abs().to_radians() * distance * self.radii.0
    }

    /// A point of somebody's share.
    pub fn at(&self, nth: u8, part: f64, distance: f64) -> Point {
        self.point(self.angle(nth, part), distance)
    }

    /// How far something that lies there is turned so that its upper side points to the middle.
    pub fn turn(&self, nth: u8, part: f64) -> i32 {
        let (sin, cos) = self.angle(nth, part).to_radians().sin_cos();
        let (rx, ry) = self.radii;
        // The normal of the ellipse, not the ray: boxes stand square on their edge.
        round((-cos / rx).atan2(sin / ry).to_degrees())
    }

    /// A part of somebody's share between two distances.
    pub fn wedge(&self, nth: u8, [from, to]: [f64; 2], [inner, outer]: [f64; 2]) -> Points {
        const STEPS: u8 = 6;
        let along = |step: u8| self.angle(nth, from + (to - from) * f64::from(step) / f64::from(STEPS));
        let there = (0..=STEPS).map(|step| self.point(along(step), outer));
        let back = (0..=STEPS).rev().map(|step| self.point(along(step), inner));
        there.chain(back).collect()
    }

    /// A band over all shares between two distances.
    pub fn band(&self, [inner, outer]: [f64; 2]) -> Points {
        let whole = Fan { count: 1, ..*self };
        let along = |step: u8| whole.angle(1, f64::from(step) / 48.0);
        let there = (0..=48).map(|step| whole.point(along(step), outer));
        let back = (0..=48).rev().map(|step| whole.point(along(step), inner));
        there.chain(back).collect()
    }

    /// A point moved by so many units along the edge, to the right of who sits there, and toward the middle.
    pub fn beside(&self, nth: u8, distance: f64, [right, inward]: Point) -> Point {
        let [x, y] = self.at(nth, 0.5, distance);
        let (sin, cos) = f64::from(self.turn(nth, 0.5)).to_radians().sin_cos();
        let (right, inward) = (f64::from(right), f64::from(inward));
        [x + round(right * cos + inward * sin), y + round(right * sin - inward * cos)]
    }
}
