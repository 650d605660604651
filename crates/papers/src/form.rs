//! Complimentary Vigorish Forms (7.3(c)3): the register of all numbers of the house, and the forms themselves.

use crate::{
    Draft, Paper, long_date,
    page::{Look, line},
    record::UsedForm,
    words::dollars,
};
use jiff::civil::Date;
use law::Citation;
use maud::{Markup, html};
use rules::Money;

/// A series of form numbers that a table's pit clerk has received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// The pit that received them.
    pub pit: String,
    /// The table they are for.
    pub table: String,
    /// The first number.
    pub first: u64,
    /// The last number.
    pub last: u64,
    /// When the clerk received them.
    pub received: Option<Date>,
}

/// The provisions that govern the forms, for the register.
const RULES: [(&str, &str); 6] = [
    (
        "7.3(c)3.i",
        "An original and a duplicate with amount, gaming date, pit, table and patron, signed by dealer, pit boss and pit clerk, and by the patron or with the reason why not",
    ),
    (
        "7.3(c)3.ii",
        "Numbers are used in order, every number is accounted for, and only pit clerks reach unused forms",
    ),
    (
        "7.3(c)3.iii",
        "The dealer drops the original in the drop box before the pit boss and pit clerk who signed it",
    ),
    ("7.3(c)3.iv", "The pit clerk keeps the duplicate and sends it to accounting at the end of the day"),
    (
        "7.3(c)3.vi",
        "A void form is marked VOID on both copies, signed by pit boss and pit clerk, and sent to accounting",
    ),
    (
        "7.3(c)3.vii",
        "Vigorish given to a patron is recorded as a cash complimentary by the end of the gaming day",
    ),
];

/// The register of the house: who holds which numbers, and what happened to each number used.
pub fn register(draft: &Draft<'_>, series: &[Series], used: &[UsedForm]) -> Paper {
    let issued: u64 = series.iter().map(|one| one.last - one.first + 1).sum();
    let body = html! {
        h1 { "Complimentary Vigorish Forms: register" }
        p.lead { (issued) " numbers in " (series.len()) " series; " (used.len()) " used or void so far." }
        ul { @for (id, says) in RULES { @if let Some(cite) = Citation::find(id) { li { (says) ". " (draft.cite(cite)) } } } }
        h2 { "Series" }
        table {
            thead { tr { th scope="col" { "Pit" } th scope="col" { "Table" } th.n scope="col" { "First" } th.n scope="col" { "Last" } th.n scope="col" { "Forms" } th.n scope="col" { "Next unused" } th scope="col" { "Received by the pit clerk" } } }
            tbody {
                @for one in series {
                    tr {
                        td { (one.pit) } td { (one.table) } td.n { (one.first) } td.n { (one.last) } td.n { (one.last - one.first + 1) }
                        td.n { (next_of(one, used)) } td { (one.received.map_or("______________".into(), long_date)) }
                    }
                }
            }
        }
        @if !series.is_empty() {
            h2 { "Numbers not accounted for" }
            @match &missing(series, used)[..] {
                [] => { p { "None: every number before the next unused one was used or declared void at its own table." } }
                all => { ul { @for one in all { li.bad { (one) } } } }
            }
        }
        h2 { "Numbers used" }
        table {
            thead { tr { th.n scope="col" { "Number" } th scope="col" { "Date" } th scope="col" { "Pit" } th scope="col" { "Table" } th scope="col" { "Patron" } th.n scope="col" { "Vigorish" } th scope="col" { "Signature" } th scope="col" { "Accounting" } } }
            tbody {
                @for form in used {
                    tr {
                        td.n { (form.serial) } td { (when(draft, form.at)) } td { (form.pit) } td { (form.table) }
                        @match &form.patron {
                            Some(patron) => { td { (patron) } td.n { (dollars(Money::cents(form.vigorish))) } td { (form.signature) } }
                            None => { td colspan="3" { b { "VOID" } } }
                        }
                        td {}
                    }
                }
                @for _ in used.len()..6.max(used.len() + 3) { tr { @for _ in 0..8 { td { "\u{a0}" } } } }
            }
        }
        div.lines { (line("Pit clerk")) (line("Date")) (line("Accounting department")) (line("Date")) }
    };
    draft.finish("form-register.html", "Complimentary Vigorish Forms: register", Look::Report, &body)
}

/// The next unused number of a series.
fn next_of(series: &Series, used: &[UsedForm]) -> String {
    let last = used
        .iter()
        .map(|form| form.serial)
        .filter(|serial| (series.first..=series.last).contains(serial))
        .max();
    // A number that was skipped is missing, not unused.
    match last.map_or(series.first, |last| last + 1) {
        next if next > series.last => "none left".to_owned(),
        next => next.to_string(),
    }
}

/// Numbers that were skipped, and numbers used where they do not belong.
fn missing(series: &[Series], used: &[UsedForm]) -> Vec<String> {
    let mut found = Vec::new();
    for one in series {
        let mut own: Vec<u64> = used.iter().map(|form| form.serial).collect();
        own.retain(|serial| (one.first..=one.last).contains(serial));
        own.sort_unstable();
        let mut next = one.first;
        for serial in own {
            match serial.saturating_sub(next) {
                0 => {}
                1 => found.push(format!("{next}, at {} in pit {}: skipped.", one.table, one.pit)),
                _ => found.push(format!(
                    "{next} to {}, at {} in pit {}: skipped.",
                    serial - 1,
                    one.table,
                    one.pit
                )),
            }
            next = serial + 1;
        }
    }
    for form in used {
        let UsedForm { serial, table, pit, .. } = form;
        match series.iter().find(|one| (one.first..=one.last).contains(serial)) {
            None => {
                found.push(format!("{serial}, used at {table} in pit {pit}: in no series of this house."));
            }
            Some(own) if (&own.pit, &own.table) != (pit, table) => found.push(format!(
                "{serial}, used at {table} in pit {pit}: of the series of {} in pit {}.",
                own.table, own.pit
            )),
            Some(_) => {}
        }
    }
    found
}

/// The gaming day on which a form was used.
fn when(draft: &Draft<'_>, at: i64) -> String {
    draft.house().calendar.day(at).map_or(String::new(), long_date)
}

/// The forms that were used, filled in, and for each series this many blank forms with the next numbers.
pub fn forms(draft: &Draft<'_>, series: &[Series], used: &[UsedForm], blank: u64) -> Paper {
    let mut pages: Vec<Markup> = used.iter().map(|form| filled(draft, form)).collect();
    for one in series {
        let next = next_of(one, used).parse().unwrap_or(one.last + 1);
        for serial in next..=one.last.min(next.saturating_add(blank).saturating_sub(1)) {
            pages.push(sheet(draft, serial, [String::new(), one.pit.clone(), one.table.clone()], None, ""));
        }
    }
    let body = html! { @for page in &pages { (page) } @if pages.is_empty() { h1 { "Complimentary Vigorish Forms" } p.lead { "There are none: no form was used, and no series of numbers is entered for a table of this house." } } };
    draft.finish("forms.html", "Complimentary Vigorish Forms", Look::Form, &body)
}

fn filled(draft: &Draft<'_>, form: &UsedForm) -> Markup {
    let place = [when(draft, form.at), form.pit.clone(), form.table.clone()];
    match &form.patron {
        Some(patron) => {
            let who = Some((patron.as_str(), dollars(Money::cents(form.vigorish))));
            sheet(draft, form.serial, place, who, &form.signature)
        }
        None => sheet(draft, form.serial, place, Some(("VOID", "VOID".to_owned())), "void"),
    }
}

/// Original and duplicate on one page.
fn sheet(
    draft: &Draft<'_>,
    serial: u64,
    place: [String; 3],
    who: Option<(&str, String)>,
    signature: &str,
) -> Markup {
    let [date, pit, table] = &place;
    let (patron, amount) = who.unwrap_or(("", String::new()));
    let copy = |copy: &str, goes: &str| {
        html! {
            p.copy { (copy) }
            h2 { "Complimentary Vigorish Form No. " (serial) }
            p.small { (draft.licensee()) ". " (goes) " 19:47-7.3(c)3" }
            div.boxes {
                div { small { "Gaming date" } b { (date) } }
                div { small { "Pit" } b { (pit) } }
                div { small { "Table" } b { (table) } }
                div { small { "Patron" } b { (patron) } }
                div { small { "Vigorish not collected" } b { (amount) } }
                div { small { "If the patron does not sign: absent or refused, stated by" } b { @if !matches!(signature, "" | "signed") { (signature) } } }
            }
            div.lines style="margin-top:6mm; gap:7mm 10mm" { (line("Dealer")) (line("Pit boss")) (line("Pit clerk")) (line("Patron")) }
        }
    };
    html! {
        section.sheet {
            (copy("Original", "The dealer drops it in the drop box."))
            hr.cut;
            (copy("Duplicate", "The pit clerk keeps it for accounting."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(table: &str, first: u64, last: u64) -> Series {
        Series { pit: "1".into(), table: table.into(), first, last, received: None }
    }

    fn used(serial: u64, table: &str) -> UsedForm {
        let (table, pit) = (table.to_owned(), "1".to_owned());
        UsedForm { serial, table, pit, at: 0, patron: None, vigorish: 0, signature: String::new() }
    }

    #[test]
    fn every_number_is_accounted_for() {
        let both = [series("A", 1, 10), series("B", 11, 20)];
        assert!(missing(&both, &[]).is_empty());
        assert!(missing(&both, &[used(1, "A"), used(2, "A"), used(11, "B")]).is_empty());
        let found = missing(&both, &[used(2, "A"), used(6, "A"), used(11, "A"), used(30, "B")]);
        assert_eq!(
            found,
            [
                "1, at A in pit 1: skipped.",
                "3 to 5, at A in pit 1: skipped.",
                "11, used at A in pit 1: of the series of B in pit 1.",
                "30, used at B in pit 1: in no series of this house.",
            ]
        );
        assert_eq!(next_of(&both[0], &[used(6, "A")]), "7");
        assert_eq!(next_of(&both[0], &[used(10, "A")]), "none left");
    }
}
