//! Dispute reports: a round as it was dealt, what the rules required at every step, and what each person was due.

use crate::{
    Draft, Paper,
    house::title,
    page::{Look, line},
    words::dollars,
};
use books::Fact;
use law::Citation;
use maud::{Markup, html};
use rules::{GameId, Money};
use views::{
    Refused,
    judge::{ErrorOf, JudgeView},
    replay::{ReplayView, RoundView, StepView},
};

/// A report on a round that was recorded by hand at a physical table.
pub fn judged(draft: &Draft<'_>, file: &str, name: &str, view: &JudgeView) -> Paper {
    let wrong = view.steps.iter().filter(|step| !step.lawful).count();
    let unpaid = view.people.iter().filter(|due| due.error != ErrorOf::Nobody).count();
    let body = html! {
        h1 { "Dispute report" }
        p.lead {
            @if view.in_order { "Every step was lawful, and everyone got what was due." }
            @else { (counted(wrong, "step was", "steps were")) " not lawful, and " (counted(unpaid, "person was", "people were")) " not paid what was due." }
        }
        dl.facts { dt { "Game" } dd { (game(&view.game)) } dt { "Written down in" } dd { (name) } (blanks()) }
        h2 { "What happened" }
        table {
            thead { tr { th.n scope="col" { "Line" } th scope="col" { "What was done, and what the rules say" } th scope="col" { "Provision" } } }
            tbody {
                @for step in &view.steps {
                    tr { td.n { (step.line) } td { b { (step.input) } } td {} }
                    @for fact in &step.facts { (fact_row(draft, fact)) }
                    @if let Some(refused) = &step.refused {
                        tr { td {} td.bad { "Not lawful, error of the " (step.error) ": " (refused.text) @if let Some(instead) = step.instead.as_ref().filter(|_| !refused.text.contains("waits for")) { "; " (instead) } } td { (by(draft, refused)) } }
                    }
                }
            }
        }
        @if let Some(left_out) = &view.left_out { p.bad { "Left out: " (left_out) } }
        @if !view.people.is_empty() {
            h2 { "What each person was due" }
            table.keep {
                thead { tr { th scope="col" { "Patron" } th.n scope="col" { "Due" } th.n scope="col" { "Paid" } th.n scope="col" { "To be taken" } th.n scope="col" { "Taken" } th.n scope="col" { "Difference" } } }
                tbody {
                    @for due in &view.people {
                        tr {
                            td { (due.patron) }
                            td.n { (money(due.due_paid)) } td.n { (due.paid.map_or("not said".into(), money)) }
                            td.n { (money(due.due_taken)) } td.n { (due.taken.map_or("not said".into(), money)) }
                            td.n { (due.difference.map_or(String::new(), money)) }
                        }
                    }
                }
            }
            p.small { "A difference above zero means that the patron got too much." }
        }
        (decision())
    };
    draft.finish(file, "Dispute report", Look::Report, &body)
}

/// A report on a round from a journal.
pub fn replayed(draft: &Draft<'_>, file: &str, view: &ReplayView, round: &RoundView) -> Paper {
    let when = |millis| draft.house().calendar.moment(millis).map_or(String::new(), |at| at.to_string());
    let body = html! {
        h1 { "Dispute report" }
        p.lead { "Table " (view.table) ", round " (round.round) @if round.void { ", declared void" } "." }
        dl.facts {
            dt { "Game" } dd { (game(&view.game)) }
            dt { "Options" } dd { (view.options.to_string()) }
            dt { "Began" } dd { (when(round.from)) }
            dt { "Ended" } dd { (when(round.to)) }
            (blanks())
        }
        h2 { "What happened" }
        (steps(draft, &round.steps))
        h2 { "Chips of each patron" }
        table.keep {
            thead { tr { th scope="col" { "Patron" } th scope="col" { "Name" } th.n scope="col" { "Before" } th.n scope="col" { "Brought" } th.n scope="col" { "Result" } th.n scope="col" { "After" } } }
            tbody {
                @for one in &round.people {
                    tr { td { (one.patron) } td { (one.person) } td.n { (money(one.before)) } td.n { (money(one.brought)) } td.n { (money(one.result)) } td.n { (money(one.after)) } }
                }
            }
        }
        @if !round.remedies.is_empty() { h2 { "What was done about it" } (steps(draft, &round.remedies)) }
        p.small { "Every line is from the table's journal, which was checked from its first line. The codes are the hashes of the lines: anyone who holds a receipt can compare them." }
        (decision())
    };
    draft.finish(file, "Dispute report", Look::Report, &body)
}

fn steps(draft: &Draft<'_>, steps: &[StepView]) -> Markup {
    html! {
        table {
            thead { tr { th.n scope="col" { "Line" } th scope="col" { "Who" } th scope="col" { "What was done, and what the rules decided" } th scope="col" { "Provision" } } }
            tbody {
                @for step in steps {
                    tr { td.n { (step.line) } td { (step.by) } td { b { (step.what) } " " span.key { (step.leaf.get(..16).unwrap_or(&step.leaf)) "…" } } td {} }
                    @for fact in &step.facts { tr { td {} td {} td { (fact.text) } td { (draft.cite(fact.cite)) } } }
                    @if let Some(refused) = &step.refused { tr { td {} td {} td.bad { "Refused: " (refused.text) } td { (by(draft, refused)) } } }
                }
            }
        }
    }
}

fn fact_row(draft: &Draft<'_>, fact: &Fact) -> Markup {
    html! { tr { td {} td { (fact.text) } td { (draft.cite(fact.cite)) } } }
}

fn by(draft: &Draft<'_>, refused: &Refused) -> Markup {
    Citation::find(&refused.cite).map_or_else(|| html! { (refused.cite) }, |cite| draft.cite(cite))
}

fn blanks() -> Markup {
    html! { dt { "Date, pit, table" } dd { "______________________" } dt { "Complaint by" } dd { "______________________" } dt { "Taken down by" } dd { "______________________" } }
}

fn decision() -> Markup {
    html! {
        section.keep {
            h2 { "Decision" }
            div.line { span {} span {} span {} span {} }
            div.lines { (line("Casino supervisor")) (line("Date and time")) (line("Patron")) (line("Commission inspector")) }
        }
    }
}

/// The name of a game as people write it.
fn game(name: &str) -> &str {
    match GameId::find(name) {
        Some(game) => title(game),
        None => name,
    }
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn money(cents: i64) -> String {
    dollars(Money::cents(cents))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{House, Size};

    #[test]
    fn a_wrong_payment_is_found_and_cited() {
        let text = include_str!("../../../examples/roulette-mispaid.table");
        let view = JudgeView::of(text).expect("readable");
        let house = House::default();
        let paper = judged(&Draft::new(&house, Size::Letter), "dispute.html", "the table", &view);
        for part in
            ["1 step was not lawful", "2 people were not paid", "19:47-5.3(b)", "$175", "href=\"#p-5-3-b-\""]
        {
            assert!(paper.html.contains(part), "{part}");
        }
    }
}
