//! Pictures, as SVG.

use crate::failure::Failure;
use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use std::{fs, path::Path};

/// Colors that people with any color vision can distinguish.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(80, 80, 80),
];

pub fn color(at: usize) -> RGBColor {
    PALETTE[at % PALETTE.len()]
}

/// When the colors start over, the lines are thinner.
fn width(at: usize) -> u32 {
    if at < PALETTE.len() { 3 } else { 1 }
}

/// `250 k`, `1.5 M`, `2 G`.
pub fn count(n: f64) -> String {
    let (unit, letter) = match n {
        _ if n >= 1e9 => (1e9, " G"),
        _ if n >= 1e6 => (1e6, " M"),
        _ if n >= 1e3 => (1e3, " k"),
        _ => (1.0, ""),
    };
    format!("{}{letter}", (n / unit * 100.0).round() / 100.0)
}

/// Horizontal bars, one per row, each with its value.
pub fn bars(path: &Path, title: &str, bars: &[(String, f64)]) -> Result<(), Failure> {
    let most = bars.iter().map(|(_, value)| value.abs()).fold(1e-9, f64::max) * 1.2;
    let least = if bars.iter().any(|(_, value)| *value < 0.0) { -most } else { 0.0 };
    let rows = bars.len().max(1);
    let height = u32::try_from(rows).unwrap_or(u32::MAX).saturating_mul(24).saturating_add(90).min(20_000);
    draw(path, |svg| {
        let root = SVGBackend::with_string(svg, (860, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(28)
            .y_label_area_size(170)
            .build_cartesian_2d(least..most, (0..rows - 1).into_segmented())?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .y_labels(rows)
            .y_label_formatter(&|segment| match segment {
                SegmentValue::CenterOf(at) if *at < bars.len() => bars[rows - 1 - at].0.clone(),
                _ => String::new(),
            })
            .draw()?;
        for (at, (_, value)) in bars.iter().enumerate() {
            let at = rows - 1 - at;
            let corners = [(0.0, SegmentValue::Exact(at)), (*value, SegmentValue::Exact(at + 1))];
            let mut bar = Rectangle::new(corners, color(0).mix(0.8).filled());
            bar.set_margin(4, 4, 0, 0);
            chart.draw_series([bar])?;
            let style = TextStyle::from(("sans-serif", 12)).pos(Pos::new(HPos::Left, VPos::Center));
            let figure = Text::new(format!(" {value:.3}"), (*value, SegmentValue::CenterOf(at)), style);
            chart.draw_series([figure])?;
        }
        root.present()
    })
}

/// How an estimate converged to the exact value.
pub struct Course {
    pub name: String,
    pub exact: Option<f64>,
    pub points: Vec<(f64, f64)>,
}

/// Estimates over the number of rounds, each with its exact value as a thin line.
pub fn courses(path: &Path, title: &str, courses: &[Course]) -> Result<(), Failure> {
    let all = || courses.iter().flat_map(|c| c.points.iter().copied());
    let right = all().map(|(x, _)| x).fold(1.0, f64::max);
    // The first estimates vary most; the picture is about where they settle.
    let settled = || {
        all()
            .filter(|(x, _)| *x * 20.0 >= right)
            .map(|(_, y)| y)
            .chain(courses.iter().filter_map(|c| c.exact))
    };
    let (low, high) = settled().fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    let room = ((high - low) * 0.1).max(0.05);
    draw(path, |svg| {
        let root = SVGBackend::with_string(svg, (960, 560)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(10)
            .margin_right(40)
            .x_label_area_size(36)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..right, low - room..high + room)?;
        chart
            .configure_mesh()
            .x_desc("rounds")
            .y_desc("%")
            .max_light_lines(0)
            .x_label_formatter(&|rounds| count(*rounds))
            .draw()?;
        for (at, course) in courses.iter().enumerate() {
            let inside = |y: f64| y.clamp(low - room, high + room);
            let exact = course.exact.into_iter().flat_map(|exact| [(0.0, exact), (right, exact)]);
            chart.draw_series(LineSeries::new(exact, color(at).mix(0.4)))?;
            let points = course.points.iter().map(|&(x, y)| (x, inside(y)));
            chart
                .draw_series(LineSeries::new(points, color(at).stroke_width(width(at))))?
                .label(course.name.clone())
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 16, y)], color(at).stroke_width(width(at)))
                });
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .position(SeriesLabelPosition::UpperRight)
            .draw()?;
        root.present()
    })
}

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

pub fn draw(path: &Path, paint: impl FnOnce(&mut String) -> Drawn<'_>) -> Result<(), Failure> {
    let mut svg = String::new();
    paint(&mut svg).map_err(|e| Failure::fault(format!("cannot draw: {e}")))?;
    fs::write(path, svg).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
}
