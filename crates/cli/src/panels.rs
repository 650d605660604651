//! Pictures of a blackjack simulation, one below the other: how the edge converges, how sessions end, and
//! what a round gains by true count.

use crate::{
    chart::{color, count, draw},
    failure::Failure,
};
use plotters::{coord::Shift, prelude::*};
use std::path::Path;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

/// The height of each picture.
const HEIGHT: u32 = 380;

/// Draws whatever is available: estimates over rounds with their errors, bars of session results, gains by
/// true count.
pub fn draw_all(
    path: &Path,
    course: &[(f64, f64, f64)],
    exact: Option<f64>,
    bars: &[(f64, f64, f64)],
    counts: &[(f64, f64, f64)],
) -> Result<(), Failure> {
    let pictures = 1 + u32::from(!bars.is_empty()) + u32::from(!counts.is_empty());
    draw(path, |svg| {
        let root = SVGBackend::with_string(svg, (960, HEIGHT * pictures)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut areas = root.split_evenly((pictures as usize, 1)).into_iter();
        if let Some(area) = areas.next() {
            settle(&area, course, exact)?;
        }
        if !bars.is_empty()
            && let Some(area) = areas.next()
        {
            sessions(&area, bars)?;
        }
        if let Some(area) = areas.next() {
            gains(&area, counts)?;
        }
        root.present()
    })
}

/// The house edge over the number of rounds: the estimate, two standard errors either side, and the exact value.
fn settle<'a>(area: &Area<'a>, course: &[(f64, f64, f64)], exact: Option<f64>) -> Drawn<'a> {
    let right = course.last().map_or(1.0, |point| point.0);
    // The first estimates vary most; the picture is about where they settle.
    let settled = course.iter().filter(|point| point.0 * 20.0 >= right);
    let ends = settled.flat_map(|&(_, y, error)| [y - 2.0 * error, y + 2.0 * error]).chain(exact);
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    let (low, high) = if low < high { (low, high) } else { (-1.0, 1.0) };
    let room = (high - low) * 0.05;
    let mut chart = ChartBuilder::on(area)
        .caption("Blackjack: house edge, in percent of the initial wager", ("sans-serif", 18))
        .margin(12)
        .margin_right(40)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..right, low - room..high + room)?;
    let rounds = |rounds: &f64| count(*rounds);
    chart
        .configure_mesh()
        .x_desc("rounds")
        .y_desc("%")
        .max_light_lines(0)
        .x_label_formatter(&rounds)
        .draw()?;
    let inside = |y: f64| y.clamp(low - room, high + room);
    let above = course.iter().map(|&(x, y, error)| (x, inside(y + 2.0 * error)));
    let below = course.iter().rev().map(|&(x, y, error)| (x, inside(y - 2.0 * error)));
    chart.draw_series([Polygon::new(above.chain(below).collect::<Vec<_>>(), color(0).mix(0.15).filled())])?;
    if let Some(exact) = exact {
        chart
            .draw_series(LineSeries::new([(0.0, exact), (right, exact)], color(1).stroke_width(2)))?
            .label("exact, first round of a shoe")
            .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], color(1).stroke_width(2)));
    }
    let line = course.iter().map(|&(x, y, _)| (x, inside(y)));
    chart
        .draw_series(LineSeries::new(line, color(0).stroke_width(3)))?
        .label("simulated ± 2 standard errors")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], color(0).stroke_width(3)));
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .position(SeriesLabelPosition::UpperRight)
        .draw()
}

/// The histogram of session results: losses in one color, wins in another.
fn sessions<'a>(area: &Area<'a>, bars: &[(f64, f64, f64)]) -> Drawn<'a> {
    let (left, right) = (bars[0].0, bars[bars.len() - 1].1);
    let high = bars.iter().map(|bar| bar.2 * 100.0).fold(0.0, f64::max) * 1.1;
    let mut chart = ChartBuilder::on(area)
        .caption("Blackjack: results of sessions, in percent of the sessions", ("sans-serif", 18))
        .margin(12)
        .margin_right(40)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(left..right, 0.0..high)?;
    chart.configure_mesh().x_desc("units won").y_desc("%").disable_x_mesh().max_light_lines(0).draw()?;
    chart.draw_series(bars.iter().map(|&(from, to, part)| {
        let style = color(if from < 0.0 { 1 } else { 2 }).mix(0.8).filled();
        let mut bar = Rectangle::new([(from, 0.0), (to, part * 100.0)], style);
        bar.set_margin(0, 0, 1, 1);
        bar
    }))?;
    Ok(())
}

/// What a round gains at each true count, with two standard errors either side.
fn gains<'a>(area: &Area<'a>, counts: &[(f64, f64, f64)]) -> Drawn<'a> {
    let (left, right) = (counts[0].0 - 0.6, counts[counts.len() - 1].0 + 0.6);
    // A count that is very rare does not set the scale.
    let sure = counts.iter().filter(|point| point.2 < 1.5);
    let ends = sure.flat_map(|&(_, y, error)| [y - 2.0 * error, y + 2.0 * error]).chain([0.0]);
    let (low, high) = ends.fold((-0.1_f64, 0.1_f64), |(low, high), y| (low.min(y), high.max(y)));
    let mut chart = ChartBuilder::on(area)
        .caption(
            "Blackjack: what a round gains by the true count, in percent of the initial wager",
            ("sans-serif", 18),
        )
        .margin(12)
        .margin_right(40)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(left..right, low * 1.1..high * 1.1)?;
    let whole = |count: &f64| format!("{:+.0}", count.round());
    chart
        .configure_mesh()
        .x_desc("true count before the round, rounded down")
        .y_desc("%")
        .x_labels(counts.len())
        .x_label_formatter(&whole)
        .disable_x_mesh()
        .max_light_lines(0)
        .draw()?;
    chart.draw_series(LineSeries::new([(left, 0.0), (right, 0.0)], BLACK.mix(0.5)))?;
    let inside = |y: f64| y.clamp(low * 1.1, high * 1.1);
    chart.draw_series(counts.iter().map(|&(x, y, error)| {
        let ends = [(x, inside(y - 2.0 * error)), (x, inside(y + 2.0 * error))];
        PathElement::new(ends, color(0).mix(0.6).stroke_width(2))
    }))?;
    chart.draw_series(
        counts
            .iter()
            .map(|&(x, y, _)| Circle::new((x, inside(y)), 4, color(if y < 0.0 { 1 } else { 2 }).filled())),
    )?;
    Ok(())
}
