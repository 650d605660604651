//! The rules submission of a house: every option chosen, its lawful range, its provision, and since when it
//! is in force.

use crate::{
    Draft, Paper, Table,
    house::{Group, fields, title},
    long_date,
    page::{Look, line},
    words::{dollars, said, sentence, wager},
};
use maud::{Markup, html};
use rounds::Described;
use rules::{Absent, Field, Holding, Takes, house::DUTIES};

/// The submission of the whole house.
pub fn paper(draft: &Draft<'_>) -> Paper {
    let house = draft.house();
    let groups = house.groups(|one, other| one.settings == other.settings && one.since == other.since);
    let (tables, pits) = (house.tables.len(), house.pits().len());
    let body = html! {
        h1 { "Rules of the games submission" }
        p.lead {
            (draft.licensee()) " offers " (count(groups_games(&groups), "game")) " at " (count(tables, "table"))
            @if !pits_are_empty(&house.pits()) { " in " (count(pits, "pit")) }
            ". This document states every choice the regulation leaves to the licensee, at every table."
        }
        dl.facts {
            dt { "Licensee" } dd { (draft.licensee()) }
            dt { "Version" } dd { (house.version.number) }
            dt { "In effect from" } dd { (house.version.from.map_or("______________".into(), |from| from.to_string())) }
            dt { "Approved" } dd { (house.version.approved.map_or("______________".into(), long_date)) }
        }
        p.small {
            "“Chosen” means the licensee decided; “default” means nothing was written and the rule supplies the value. A superseded \
             version stays in the licensee's house file and can be printed again for any date. Keep each of them for at least five years, \
             as Maryland's sister rule has it; the chapter names no period."
        }
        nav aria-label="Contents" {
            h2 { "Contents" }
            ol.contents {
                @for (at, group) in groups.iter().enumerate() {
                    li { a href={ "#g" (at) } { (title(group.game)) } span.small { " " (group.places()) } }
                }
                li { a href="#house" { "The house as a whole" } }
            }
        }
        @for (at, group) in groups.iter().enumerate() { (section(draft, at, group)) }
        section aria-labelledby="house" {
            h2 #house { "The house as a whole" }
            ul {
                @for duty in DUTIES { li { (sentence(duty.says)) ": " (duty.of) ". " (draft.cite(duty.cite)) } }
            }
            div.lines { (line("Submitted for the licensee")) (line("Date")) (line("Approved for the Commission")) (line("Date")) }
        }
    };
    draft.finish("submission.html", "Rules of the games submission", Look::Report, &body)
}

fn groups_games(groups: &[Group<'_>]) -> usize {
    let mut games: Vec<_> = groups.iter().map(|group| group.game).collect();
    games.dedup();
    games.len()
}

fn pits_are_empty(pits: &[&str]) -> bool {
    pits.iter().all(|pit| pit.is_empty())
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn section(draft: &Draft<'_>, at: usize, group: &Group<'_>) -> Markup {
    let table = group.first();
    let duties = table.duties();
    html! {
        section aria-labelledby={ "g" (at) } {
            h2 id={ "g" (at) } { (title(group.game)) }
            @if !table.name.is_empty() { p.where { "Tables: " (group.places()) "." } }
            table.options {
                thead {
                    tr { th scope="col" { "Option" } th scope="col" { "Value" } th scope="col" { "What is lawful" } th scope="col" { "Provision" } th scope="col" { "Since" } }
                }
                tbody { @for field in fields(group.game) { (row(draft, table, field)) } }
            }
            @if !duties.is_empty() {
                h3 { "What these choices oblige the licensee to do" }
                ul {
                    @for duty in &duties { li { (sentence(duty.says)) ": " (duty.of) ". " (draft.cite(duty.cite)) } }
                }
            }
        }
    }
}

fn row(draft: &Draft<'_>, table: &Table, field: &Field) -> Markup {
    let Some((value, how)) = value(table, field) else { return html! {} };
    let since = table.since.get(field.key).map_or(String::new(), |since| short(since.date()));
    html! {
        tr {
            td { @if let Some(kind) = field.key.strip_prefix("odds.") { b { (wager(kind)) ". " } } (sentence(field.about)) " " span.key { (field.key) } }
            td { b { (value) } " " span.key { (how) } }
            td { (lawful(field)) }
            td { (draft.cite(field.cite)) }
            td.n { (since) }
        }
    }
}

/// The value in force, and whether it was chosen; `None` if the option does not exist at this table.
fn value(table: &Table, field: &Field) -> Option<(String, &'static str)> {
    let how = if table.settings.get(field.key).is_some() { "chosen" } else { "default" };
    match table.holds(field) {
        Holding::Is(value) => Some((said(value), how)),
        Holding::Nothing => match field.absent {
            Absent::Follows(from) => Some((from.to_owned(), "default")),
            _ => None,
        },
        Holding::NoPlace(_) | Holding::Undecided | Holding::Unlawful(_) => None,
    }
}

/// The lawful values, with amounts as people write them.
fn lawful(field: &Field) -> String {
    match field.takes {
        Takes::Money { least, most } => format!("from {} to {}", dollars(least), dollars(most)),
        Takes::Switch => "yes or no".to_owned(),
        _ => Described::of(field).lawful.replace('"', ""),
    }
}

fn short(date: jiff::civil::Date) -> String {
    date.strftime("%b %-d, %Y").to_string()
}
