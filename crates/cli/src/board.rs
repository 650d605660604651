//! The scoreboard of a baccarat table as text. Letters and shapes carry all information; color only repeats
//! it.

pub mod svg;

use crate::screen::{self, BOLD, DIM, paint};
use anstyle::{AnsiColor, Style};
use roads::{Cell, Color, Counts, Derived, Outcome, ROWS, Road, Roads, Winner};

const BANKER: Style = AnsiColor::Red.on_default().bold();
const PLAYER: Style = AnsiColor::BrightBlue.on_default().bold();
const TIE: Style = AnsiColor::Green.on_default().bold();

/// The warning shown wherever the roads are asked about the next game.
pub const NO_FORECAST: &str = "results of past rounds say nothing about the next";

const fn style(winner: Winner) -> Style {
    match winner {
        Winner::Banker => BANKER,
        Winner::Player => PLAYER,
        Winner::Tie => TIE,
    }
}

const fn hue(color: Color) -> Style {
    match color {
        Color::Red => BANKER,
        Color::Blue => PLAYER,
    }
}

/// Red is round or leans forward, blue is square or leans back.
pub const fn shape(road: Derived, color: Color) -> &'static str {
    match (road, color) {
        (Derived::BigEyeBoy, Color::Red) => "○",
        (Derived::BigEyeBoy, Color::Blue) => "□",
        (Derived::SmallRoad, Color::Red) => "●",
        (Derived::SmallRoad, Color::Blue) => "■",
        (Derived::CockroachRoad, Color::Red) => "╱",
        (Derived::CockroachRoad, Color::Blue) => "╲",
    }
}

/// The display name of a road, such as `Big eye boy`.
fn title(road: Derived) -> String {
    let mut name = road.to_string();
    name[..1].make_ascii_uppercase();
    name
}

/// The five roads, in lines of at most `width`.
pub fn text(roads: &Roads, width: Option<usize>) -> String {
    let bead = |cell: &Cell<Winner>| {
        let &Cell { natural, banker_pair, player_pair, .. } = cell;
        let outcome = Outcome { winner: cell.mark, natural, banker_pair, player_pair };
        (outcome.to_string(), style(cell.mark))
    };
    let big = |cell: &Cell<Winner>| {
        let mut text = String::new();
        text.extend((cell.mark != Winner::Tie).then(|| cell.mark.letter()));
        text.extend(cell.banker_pair.then_some('b'));
        text.extend(cell.player_pair.then_some('p'));
        text += &match cell.ties {
            0 => String::new(),
            1 => "/".to_owned(),
            ties => format!("/{ties}"),
        };
        (text, style(cell.mark))
    };
    let beads = "B Banker, P Player, T tie; n natural, b Banker pair, p Player pair";
    let mut all = paint(BOLD, headline(roads.counts())) + "\n";
    all += &section("Bead plate", beads, roads.bead_plate(), width, bead);
    all += &section("Big road", "/ a tie on it, /2 two", roads.big_road(), width, big);
    for road in Derived::ALL {
        let [red, blue] = [Color::Red, Color::Blue].map(|color| shape(road, color));
        let legend = format!("{red} red, as before; {blue} blue, not as before");
        let glyph = |cell: &Cell<Color>| (shape(road, cell.mark).to_owned(), hue(cell.mark));
        all += &section(&title(road), &legend, roads.derived(road), width, glyph);
    }
    all
}

/// Writes `5 games: Banker 2, Player 2, tie 1; naturals 1; pairs: Banker 1, Player 0`.
fn headline(counts: Counts) -> String {
    let Counts { games, banker, player, tie, naturals, banker_pairs, player_pairs } = counts;
    let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    format!(
        "{games}: Banker {banker}, Player {player}, tie {tie}; naturals {naturals}; pairs: Banker {banker_pairs}, \
         Player {player_pairs}"
    )
}

/// A road under its title. If it is too wide, it continues below.
fn section<M: Copy + PartialEq>(
    title: &str,
    legend: &str,
    road: &Road<M>,
    width: Option<usize>,
    glyph: impl Fn(&Cell<M>) -> (String, Style),
) -> String {
    let mut text = format!("\n{}  {}\n", paint(BOLD, title), paint(DIM, legend));
    if road.columns() == 0 {
        text += &format!("  {}\n", paint(DIM, "nothing yet"));
        return text;
    }
    let wide = |column| {
        let cells = (0..ROWS).filter_map(|row| road.at(row, column));
        cells.map(|cell| glyph(cell).0.chars().count()).max().unwrap_or(1)
    };
    let widths: Vec<usize> = (0..road.columns()).map(wide).collect();
    let mut from = 0;
    while from < widths.len() {
        let mut to = from;
        let mut taken = 1;
        while to < widths.len() && (to == from || width.is_none_or(|width| taken + 1 + widths[to] <= width)) {
            taken += 1 + widths[to];
            to += 1;
        }
        if from > 0 {
            text += &format!("  {}\n", paint(DIM, format_args!("from column {}:", from + 1)));
        }
        for row in 0..ROWS {
            text += " ";
            // No spaces at the end of a line.
            let mut owed = 1;
            for (column, width) in widths.iter().enumerate().take(to).skip(from) {
                let (glyph, style) = road.at(row, column).map_or(("·".to_owned(), DIM), &glyph);
                text += &" ".repeat(owed);
                text += &paint(style, &glyph);
                owed = 1 + width - glyph.chars().count();
            }
            text += "\n";
        }
        from = to;
    }
    text
}

/// What the derived roads would get from the next game.
pub fn ask(roads: &Roads) -> String {
    let rows = [Winner::Banker, Winner::Player].map(|next| {
        let marks = roads.ask(next);
        let mut row = vec![next.to_string()];
        row.extend(Derived::ALL.map(|road| match marks.of(road) {
            Some(color) => format!("{} {color}", shape(road, color)),
            None => "nothing yet".to_owned(),
        }));
        row
    });
    let names = Derived::ALL.map(|road| road.to_string());
    let header = ["if the next game goes to", &names[0], &names[1], &names[2]];
    format!("\n{}{}\n", screen::table(&header, &[], rows.to_vec()), paint(DIM, NO_FORECAST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn roads(text: &str) -> Roads {
        roads::read(text).expect("results").into_iter().collect()
    }

    #[test]
    fn cells_say_what_happened_without_color() {
        let text = plain(&text(&roads("T Bn Bbp T T P"), None));
        let big = text.split("Big road").nth(1).expect("there").lines().skip(1).take(2);
        assert_eq!(big.collect::<Vec<_>>(), ["  B/    P", "  Bbp/2 ·"]);
        assert!(text.contains("\n  Bn\n  Bbp\n"), "{text}");
        assert!(text.lines().all(|line| !line.ends_with(' ')));
    }

    #[test]
    fn a_wide_road_goes_on_below() {
        let shoe = "B P ".repeat(20);
        let text = plain(&text(&roads(&shoe), Some(30)));
        assert!(text.lines().skip(1).filter(|line| line.starts_with("  ")).all(|l| l.chars().count() <= 30));
        assert_eq!(text.matches("from column").count(), 2 + 3 * 2, "{text}");
        let big = text.split("Big road").nth(1).expect("there").split("Big eye").next().expect("there");
        assert_eq!(big.matches(['B', 'P']).count(), 40);
        // Narrower than any cell is still drawn.
        assert!(plain(&super::text(&roads("B"), Some(1))).contains("\n  B\n"));
    }

    #[test]
    fn nothing_is_said_of_a_fresh_shoe() {
        let text = plain(&text(&Roads::new(), Some(80)));
        assert_eq!(text.matches("nothing yet").count(), 5);
        assert!(plain(&ask(&Roads::new())).contains("nothing yet"));
    }
}
