//! A layout as a picture, for signs and documents.

use crate::view::{Area, Circle, FeltView, Fill, Kind, Mark};
use std::fmt::Write;

const LINES: &str = "#f3ead2";

const fn paint(fill: Fill) -> &'static str {
    match fill {
        Fill::Red => "#b1202b",
        Fill::Black => "#17181b",
        Fill::Green => "#0a7a43",
        Fill::Felt => "#0a3f2b",
        Fill::Line => LINES,
        Fill::Gold => "#dcb75b",
        Fill::White => "#ffffff",
        Fill::None => "none",
    }
}

/// The layout as an SVG document.
pub fn draw(felt: &FeltView) -> String {
    let FeltView { game, width, height, .. } = felt;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"Georgia, 'Times New Roman', serif\" text-anchor=\"middle\" stroke-linejoin=\"round\">\n\
         <title>The layout of {game}</title>\n\
         <defs><radialGradient id=\"felt\" cx=\"50%\" cy=\"40%\" r=\"75%\"><stop offset=\"0\" stop-color=\"#14764c\"/>\
         <stop offset=\"1\" stop-color=\"#0b4a31\"/></radialGradient></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"28\" fill=\"#3b2316\"/>\n\
         <rect x=\"10\" y=\"10\" width=\"{}\" height=\"{}\" rx=\"20\" fill=\"url(#felt)\"/>\n",
        width - 20,
        height - 20,
    );
    felt.marks.iter().for_each(|mark| printed(&mut svg, mark));
    for area in &felt.areas {
        outline(&mut svg, area);
    }
    for area in &felt.areas {
        let title = escape(&area.says);
        let color = if area.kind == Kind::Seat { "#dcb75b" } else { LINES };
        letters(&mut svg, &area.label, area.at, area.size, color, area.turn, &title);
    }
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn corners(points: &[[i32; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

fn printed(svg: &mut String, mark: &Mark) {
    let style = match mark.fill {
        Fill::Line => format!("fill=\"none\" stroke=\"{LINES}\" stroke-width=\"2\""),
        fill => format!("fill=\"{}\"", paint(fill)),
    };
    if !mark.points.is_empty() {
        let _ = writeln!(svg, "<polygon points=\"{}\" {style}/>", corners(&mark.points));
    }
    if let Some(circle) = mark.circle {
        let _ = writeln!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {style}/>", circle.x, circle.y, circle.r);
    }
    letters(svg, &mark.text, mark.at, mark.size, paint(mark.fill), mark.turn, "");
}

/// Draws the edge of an area. Lines and corners have none of their own: their edges are those of boxes.
fn outline(svg: &mut String, area: &Area) {
    let style = match area.kind {
        Kind::Line | Kind::Corner => return,
        Kind::Box | Kind::Track => format!("stroke=\"{LINES}\" stroke-width=\"3\""),
        Kind::Seat => "stroke=\"#dcb75b\" stroke-width=\"1.5\"".to_owned(),
        Kind::Bonus => format!("stroke=\"{LINES}\" stroke-width=\"2\" stroke-dasharray=\"7 5\""),
    };
    let (tag, shape) = match area.circle {
        Some(Circle { x, y, r }) => ("circle", format!("cx=\"{x}\" cy=\"{y}\" r=\"{r}\"")),
        None => ("polygon", format!("points=\"{}\"", corners(&area.points))),
    };
    let says = escape(&area.says);
    let _ = writeln!(svg, "<{tag} {shape} fill=\"none\" {style}><title>{says}</title></{tag}>");
}

/// Writes text centered on a point; every line break starts a new line.
fn letters(svg: &mut String, text: &str, [x, y]: [i32; 2], size: i32, color: &str, turn: i32, title: &str) {
    if text.is_empty() {
        return;
    }
    let turned = if turn == 0 { String::new() } else { format!(" transform=\"rotate({turn} {x} {y})\"") };
    let lines: Vec<&str> = text.split('\n').collect();
    let (step, count) = (size * 11 / 10, i32::try_from(lines.len()).unwrap_or(1));
    let first = y + size * 35 / 100 - step * (count - 1) / 2;
    let _ = write!(svg, "<text font-size=\"{size}\" font-weight=\"bold\" fill=\"{color}\"{turned}>");
    if !title.is_empty() {
        let _ = write!(svg, "<title>{title}</title>");
    }
    for (nth, line) in (0..).zip(lines) {
        let _ = write!(svg, "<tspan x=\"{x}\" y=\"{}\">{}</tspan>", first + nth * step, escape(line));
    }
    svg.push_str("</text>\n");
}
