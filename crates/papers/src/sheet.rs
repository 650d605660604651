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

/// The sheets of a gaming day: one for the day, and one for each shift.
pub fn paper(draft: &Draft<'_>, prices: &Prices, day: Option<Date>, shifts: &[Shift]) -> Paper {
    let day = day.map_or("______________".to_owned(), long_date);
    let body = html! {
        @for shift in shifts {
            section.sheet {
                h1 { "Table game sheet" }
                p.lead { "Gaming day " (day) ". " (shift.name) "." }
                (rows(draft, prices, shift))
                (deviations(prices, &shift.figures))
                (counts(draft, &shift.figures))
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

/// What was counted of the chips at the tables, and how far it is from the ledger.
fn counts(draft: &Draft<'_>, figures: &[Figures]) -> Markup {
    let all: Vec<_> =
        figures.iter().flat_map(|one| one.counts.iter().map(move |count| (one, count))).collect();
    let pieces = |(value, pieces): &(i64, u32)| format!("{pieces} × {}", money(*value));
    html! {
        h2 { "Chips counted" }
        @if all.is_empty() { p { "No table's chips were counted." } }
        @else {
            table {
                thead { tr { th scope="col" { "Table" } th scope="col" { "When" } th scope="col" { "Pieces" } th.n scope="col" { "Counted" } th.n scope="col" { "Ledger" } th.n scope="col" { "Difference" } th scope="col" { "Counted by" } th scope="col" { "Witness" } } }
                tbody {
                    @for (one, count) in &all {
                        tr {
                            td { (one.table) } td { (moment(draft, count.at)) }
                            td { (count.chips.iter().map(pieces).collect::<Vec<_>>().join(", ")) }
                            td.n { (money(count.total())) } td.n { (money(count.ledger)) }
                            td.n { span class=[(count.difference() != 0).then_some("bad")] { (over_or_short(count.difference())) } }
                            td { (count.by) } td { (count.witness) }
                        }
                    }
                }
            }
        }
        p.small { "The chapter asks for no count; when chips are counted is for the house to say. A difference is in the win of the table." }
    }
}

fn moment(draft: &Draft<'_>, at: i64) -> String {
    draft.house().calendar.moment(at).map_or_else(String::new, |moment| moment.to_string())
}

/// How far a count is from the ledger.
fn over_or_short(cents: i64) -> String {
    match cents {
        0 => "none".to_owned(),
        ..0 => format!("{} short", money(-cents)),
        _ => format!("{} over", money(cents)),
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
