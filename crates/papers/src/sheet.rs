//! Day and shift sheets: drop, win, hold, theoretical win, and the tables that deviate beyond 95 percent.

use crate::{
    Draft, Paper, Prices, Table,
    house::title,
    long_date,
    page::{Look, line},
    record::{BOUND, Figures, Theory},
    words::dollars,
};
use jiff::civil::Date;
use maud::{Markup, html};
use rules::Money;

/// A shift, or the whole gaming day.
pub struct Shift {
    /// `Day`, or `Shift 1, 06:00 to 14:00`.
    pub name: String,
    /// The figures of every table with a journal.
    pub figures: Vec<Figures>,
}

/// The sheets of a gaming day: of the day, and of each shift.
pub fn paper(draft: &Draft<'_>, prices: &Prices, day: Option<Date>, shifts: &[Shift]) -> Paper {
    let day = day.map_or("______________".to_owned(), long_date);
    let body = html! {
        @for shift in shifts {
            section.sheet {
                h1 { "Table game sheet" }
                p.lead { "Gaming day " (day) ". " (shift.name) "." }
                (rows(draft, prices, shift))
                (deviations(prices, &shift.figures))
                div.lines { (line("Prepared by")) (line("Accounting department")) }
            }
        }
    };
    draft.finish("sheets.html", "Day and shift sheets", Look::Form, &body)
}

fn rows(draft: &Draft<'_>, prices: &Prices, shift: &Shift) -> Markup {
    let house = draft.house();
    let is_at = |one: &Figures, table: &Table| (&one.pit, &one.table) == (&table.pit, &table.name);
    let strangers = shift.figures.iter().filter(|one| !house.tables.iter().any(|table| is_at(one, table)));
    let (drop, win) = shift.figures.iter().fold((0, 0), |(drop, win), one| (drop + one.drop, win + one.win));
    html! {
        table {
            thead { tr { th scope="col" { "Pit" } th scope="col" { "Table" } th scope="col" { "Game" } th.n scope="col" { "Drop" } th.n scope="col" { "Win" } th.n scope="col" { "Hold %" } th.n scope="col" { "Handle" } th.n scope="col" { "Theoretical win" } th.n scope="col" { "Standard deviations" } } }
            tbody {
                @for table in &house.tables {
                    @match shift.figures.iter().find(|one| is_at(one, table)) {
                        Some(figures) => { (row(prices, figures)) }
                        None => { tr { td { (table.pit) } td { (table.name) } td { (title(table.game)) } @for _ in 0..6 { td {} } } }
                    }
                }
                @for figures in strangers { (row(prices, figures)) }
                tr { th scope="row" colspan="3" { "Total" } td.n { b { (money(drop)) } } td.n { b { (money(win)) } } td.n { (hold(drop, win)) } @for _ in 0..3 { td {} } }
            }
        }
        p.small {
            "Win is drop and closing inventory less opening inventory, fills and credits. Theoretical win is the exact house edge of every wager \
             settled, times its stake. Empty rows are tables without a journal for this time: fill them in by hand."
        }
    }
}

fn row(prices: &Prices, figures: &Figures) -> Markup {
    let theory = Theory::of(figures, prices);
    html! {
        tr {
            td { (figures.pit) } td { (figures.table) } td { (title(figures.game)) }
            td.n { (money(figures.drop)) } td.n { (money(figures.win)) } td.n { (hold(figures.drop, figures.win)) }
            @match theory {
                Some(theory) => {
                    td.n { (money(theory.handle)) } td.n { (money(theory.expected)) }
                    td.n { span class=[theory.is_beyond().then_some("bad")] { (signed(theory.z)) } }
                }
                None => { td {} td {} td {} }
            }
        }
    }
}

fn deviations(prices: &Prices, figures: &[Figures]) -> Markup {
    let found = figures.iter().filter_map(|one| Some((one, Theory::of(one, prices)?)));
    let beyond: Vec<_> = found.filter(|(_, theory)| theory.is_beyond()).collect();
    html! {
        h2 { "Deviations beyond 95 percent" }
        @if figures.is_empty() { p { "No journal covers this time." } }
        @else if beyond.is_empty() { p { "None: every table with a journal is within " (format!("{BOUND}")) " standard deviations of its theoretical win." } }
        @for (one, theory) in &beyond {
            p.keep {
                b { "Table " (one.table) ", pit " (one.pit) ". " }
                "The house won " (money(theory.won)) " on " (money(theory.handle)) " staked, where " (money(theory.expected)) " was expected: "
                (signed(theory.z)) " standard deviations. Investigate and report in writing:"
            }
            div.line { span {} span {} }
        }
        p.small { "The chapter sets no such test; the 95 percent interval is the one that Maryland's sister rules use for hold." }
    }
}

fn hold(drop: i64, win: i64) -> String {
    #[allow(clippy::cast_precision_loss)] // a percentage with two digits
    let hold = |drop: i64| format!("{:.2}", 100.0 * win as f64 / drop as f64);
    if drop > 0 { hold(drop) } else { String::new() }
}

fn signed(z: f64) -> String {
    format!("{z:+.2}").replace('-', "−")
}

fn money(cents: i64) -> String {
    dollars(Money::cents(cents))
}
