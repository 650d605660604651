//! The scoreboard as a picture: the glyphs players know, with a shape or a letter for every color.

use super::{NO_FORECAST, headline, title};
use roads::{Cell, Color, Derived, ROWS, Road, Roads, Winner};
use std::fmt::Write;

const RED: &str = "#c62828";
const BLUE: &str = "#1565c0";
const GREEN: &str = "#00796b";
const INK: &str = "#263238";
const GRID: &str = "#cfd8dc";

/// The side of a cell of the bead plate and the big road; the derived roads have half of it.
const SIDE: usize = 30;
const MARGIN: usize = 20;
/// The distance from a title's line to its grid.
const TITLE: usize = 22;
const GAP: usize = 18;

const fn paint(winner: Winner) -> &'static str {
    match winner {
        Winner::Banker => RED,
        Winner::Player => BLUE,
        Winner::Tie => GREEN,
    }
}

/// The five roads as a document.
pub fn draw(roads: &Roads, ask: bool) -> String {
    let half = SIDE / 2;
    let mut derived = Derived::ALL.map(|road| roads.derived(road).columns().max(20));
    derived[2] += derived.iter().sum::<usize>() % 2;
    let thirds = derived.iter().map(|columns| columns * half).sum::<usize>() + 2 * SIDE;
    let fill = |columns: usize| columns.max(thirds / SIDE);
    let [beads, big] = [fill(roads.bead_plate().columns()), fill(roads.big_road().columns())];
    let width = 2 * MARGIN + thirds.max(beads * SIDE).max(big * SIDE);

    let mut svg = String::new();
    let mut y = MARGIN + 8;
    text(&mut svg, MARGIN, y, 15, &headline(roads.counts()));
    y += GAP + 6;
    grid(&mut svg, "Bead plate", (MARGIN, y), beads, SIDE);
    place(&mut svg, roads.bead_plate(), (MARGIN, y + TITLE), SIDE, bead);
    y += TITLE + ROWS * SIDE + GAP;
    grid(&mut svg, "Big road", (MARGIN, y), big, SIDE);
    place(&mut svg, roads.big_road(), (MARGIN, y + TITLE), SIDE, ring);
    y += TITLE + ROWS * SIDE + GAP;
    let mut x = MARGIN;
    for (road, columns) in Derived::ALL.into_iter().zip(derived) {
        grid(&mut svg, &title(road), (x, y), columns, half);
        place(&mut svg, roads.derived(road), (x, y + TITLE), half, |cell| mark(road, cell.mark));
        x += columns * half + SIDE;
    }
    y += TITLE + ROWS * half + GAP;
    if ask {
        y = question(&mut svg, roads, y);
    }
    y = legend(&mut svg, y);
    let height = y + MARGIN - 12;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\">\n\
         <title>The roads of a baccarat shoe</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n{svg}</svg>\n"
    )
}

fn text(svg: &mut String, x: usize, y: usize, size: usize, said: &str) {
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{INK}\">{said}</text>");
}

/// A title over an empty grid.
fn grid(svg: &mut String, name: &str, (x, y): (usize, usize), columns: usize, side: usize) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{}\" font-size=\"13\" font-weight=\"bold\" fill=\"{INK}\">{name}</text>",
        y + 14
    );
    let (top, wide, high) = (y + TITLE, columns * side, ROWS * side);
    let mut lines = String::new();
    for row in 0..=ROWS {
        let _ = write!(lines, "M{x} {}h{wide}", top + row * side);
    }
    for column in 0..=columns {
        let _ = write!(lines, "M{} {top}v{high}", x + column * side);
    }
    let _ =
        writeln!(svg, "<path d=\"{lines}\" stroke=\"{GRID}\" fill=\"none\" shape-rendering=\"crispEdges\"/>");
}

/// Each mark in its cell, drawn around its center.
fn place<M: Copy + PartialEq>(
    svg: &mut String,
    road: &Road<M>,
    (x, y): (usize, usize),
    side: usize,
    glyph: impl Fn(&Cell<M>) -> String,
) {
    for cell in road.cells() {
        let (x, y) = (x + cell.column * side + side / 2, y + cell.row * side + side / 2);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x} {y})\"><title>game {}</title>{}</g>",
            cell.game + 1,
            glyph(cell)
        );
    }
}

/// A letter in the middle.
fn letter(winner: Winner, fill: &str, size: usize) -> String {
    format!(
        "<text y=\"{}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{fill}\">{}</text>",
        size * 9 / 25,
        winner.letter()
    )
}

/// A pair is a dot: Banker's on the upper left, Player's on the lower right.
fn pairs(cell: &Cell<Winner>) -> String {
    let dot = |at: &str, fill| {
        format!("<circle cx=\"{at}10\" cy=\"{at}10\" r=\"4\" fill=\"{fill}\" stroke=\"white\"/>")
    };
    let banker = cell.banker_pair.then(|| dot("-", RED));
    let player = cell.player_pair.then(|| dot("", BLUE));
    banker.unwrap_or_default() + &player.unwrap_or_default()
}

/// A filled disc with its letter; a natural folds the upper right corner.
fn bead(cell: &Cell<Winner>) -> String {
    let mut glyph =
        format!("<circle r=\"12\" fill=\"{}\"/>", paint(cell.mark)) + &letter(cell.mark, "white", 14);
    if cell.natural {
        let _ = write!(glyph, "<path d=\"M5.5 -14.5h9v9z\" fill=\"{INK}\"/>");
    }
    glyph + &pairs(cell)
}

/// A hollow circle with its letter; ties are a slash, and their number where there are several.
fn ring(cell: &Cell<Winner>) -> String {
    let color = paint(cell.mark);
    let mut glyph = String::new();
    if cell.mark != Winner::Tie {
        let _ = write!(glyph, "<circle r=\"10.5\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.6\"/>");
    }
    if cell.ties > 0 {
        let _ = write!(glyph, "<path d=\"M-12.5 12.5L12.5 -12.5\" stroke=\"{GREEN}\" stroke-width=\"2.4\"/>");
    }
    if cell.mark != Winner::Tie {
        glyph += &letter(cell.mark, color, 11).replacen(
            "<text",
            "<text stroke=\"white\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
            1,
        );
    }
    glyph += &pairs(cell);
    if cell.ties > 1 {
        let _ = write!(
            glyph,
            "<text x=\"-9\" y=\"13.5\" font-size=\"11\" stroke=\"white\" stroke-width=\"3\" paint-order=\"stroke\" \
             font-weight=\"bold\" text-anchor=\"middle\" fill=\"{GREEN}\">{}</text>",
            cell.ties
        );
    }
    glyph
}

/// A ring, a disc or a slash. Blue has a bar across, or leans back.
fn mark(road: Derived, color: Color) -> String {
    let (paint, is_blue) = match color {
        Color::Red => (RED, false),
        Color::Blue => (BLUE, true),
    };
    let bar = |stroke| {
        let bar = format!("<path d=\"M-5 0h10\" stroke=\"{stroke}\" stroke-width=\"1.8\"/>");
        if is_blue { bar } else { String::new() }
    };
    match road {
        Derived::BigEyeBoy => {
            format!("<circle r=\"4.8\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"1.8\"/>") + &bar(paint)
        }
        Derived::SmallRoad => format!("<circle r=\"5.6\" fill=\"{paint}\"/>") + &bar("white"),
        Derived::CockroachRoad => {
            let line = if is_blue { "M-4.5 -4.5l9 9" } else { "M-4.5 4.5l9 -9" };
            format!("<path d=\"{line}\" stroke=\"{paint}\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>")
        }
    }
}

/// What the derived roads would get; returns the next line.
fn question(svg: &mut String, roads: &Roads, mut y: usize) -> usize {
    for next in [Winner::Banker, Winner::Player] {
        let marks = roads.ask(next);
        text(svg, MARGIN, y + 5, 13, &format!("If the next game goes to {next}:"));
        let mut x = MARGIN + 230;
        for road in Derived::ALL {
            match marks.of(road) {
                Some(color) => {
                    let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">{}</g>", mark(road, color));
                    text(svg, x + 12, y + 5, 13, &format!("{road}: {color}"));
                }
                None => text(svg, x + 12, y + 5, 13, &format!("{road}: nothing yet")),
            }
            x += 190;
        }
        y += 22;
    }
    y + 4
}

/// What the glyphs mean; returns the next line.
fn legend(svg: &mut String, mut y: usize) -> usize {
    let lines = [
        "B Banker, P Player, T tie; dot upper left: Banker pair, lower right: Player pair; folded corner: natural; \
         slash: tie",
        "Derived roads: plain or leaning forward is red, as before; barred or leaning back is blue, not as before",
        NO_FORECAST,
    ];
    for line in lines {
        let _ =
            writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"11\" fill=\"#546e7a\">{line}</text>");
        y += 16;
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_is_drawn_once_and_inside() {
        let shoe = "T T Bn ".to_owned() + &"B ".repeat(50) + "T T T Pbp " + &"P ".repeat(60) + "B P Tb";
        let roads: Roads = roads::read(&shoe).expect("results").into_iter().collect();
        let svg = draw(&roads, false);
        let marks = roads.bead_plate().cells().len()
            + roads.big_road().cells().len()
            + Derived::ALL.map(|road| roads.derived(road).cells().len()).iter().sum::<usize>();
        assert_eq!(svg.matches("<g transform").count(), marks);
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let width = number(svg.split('"').nth(3).expect("a width"));
        for at in svg.split("translate(").skip(1) {
            assert!(number(at.split(' ').next().expect("x")) + SIDE / 2 <= width);
        }
        assert!(draw(&Roads::new(), true).contains("nothing yet"));
    }
}
