//! Compares two tables: the shortest round in which they differ, and the effect on every edge.

use crate::{
    json::{RoundsJson, WagerChangeJson},
    screen::{BOLD, DIM, paint},
};
use prove::diff::{Class, Difference, Parting};
use rules::Money;
use std::{collections::BTreeMap, fmt::Write};

/// The changes of edges, for programs.
pub fn wagers(compared: worth::Compared) -> Vec<WagerChangeJson> {
    let percent = |edge: &odds::Fraction| format!("{} %", edge.percent(3));
    let one = |(wager, [was, is]): (String, [Option<odds::Fraction>; 2])| WagerChangeJson {
        wager,
        was: was.as_ref().map(percent),
        becomes: is.as_ref().map(percent),
        exact: [was, is].map(|edge| edge.map(|edge| edge.to_string())),
    };
    compared.changes.into_iter().map(one).collect()
}

/// The shortest difference of each class over all searches.
fn shortest(searches: &[Parting]) -> BTreeMap<Class, (&Difference, &Parting)> {
    let mut found: BTreeMap<Class, (&Difference, &Parting)> = BTreeMap::new();
    for parting in searches {
        for (class, difference) in &parting.differences {
            let known = found.get(class).map_or(usize::MAX, |(known, _)| known.inputs.len());
            if difference.inputs.len() < known {
                found.insert(*class, (difference, parting));
            }
        }
    }
    found
}

fn dollars(cents: i64) -> String {
    let amount = papers::words::said(rules::Value::Money(Money::cents(cents.abs())));
    if cents < 0 { format!("-{amount}") } else { amount }
}

fn visited(parting: &Parting) -> String {
    let all = if parting.complete { "all of them" } else { "not all of them" };
    let sound = match parting.unlike {
        0 => format!("{} that were taken for known ones compared with them", parting.compared),
        unlike => {
            format!("{unlike} of {} taken for known ones were not, so nothing is proved", parting.compared)
        }
    };
    format!("{} pairs of states, {all}; {sound}", parting.pairs)
}

fn inputs(many: usize) -> String {
    format!("{many} input{}", if many == 1 { "" } else { "s" })
}

/// What the searches found, for people.
pub fn text(RoundsJson { game, tables, searches }: &RoundsJson) -> String {
    let found = shortest(searches);
    let place = format!("{game}, {}", tables.join("; "));
    let mut text = String::new();
    if found.is_empty() {
        let proved = searches.iter().all(Parting::is_proof);
        let says = if proved { "no difference within these bounds" } else { "no difference found" };
        let _ = writeln!(text, "    {place}: {says}");
        for parting in searches {
            let _ =
                writeln!(text, "      {}", paint(DIM, format!("{}: {}", parting.bounds, visited(parting))));
        }
        return text;
    }
    // A difference in money says most; otherwise, whichever comes first.
    let first = found.get(&Class::Money).map(|it| (Class::Money, *it));
    let first = first
        .or_else(|| found.iter().min_by_key(|(_, it)| it.0.inputs.len()).map(|(class, it)| (*class, *it)));
    let Some((class, (difference, parting))) = first else { return text };
    let in_what = match class {
        Class::Money => "they part in money",
        Class::Allowed => "one allows what the other refuses",
        Class::Chances => "the equipment shows something with another chance",
        Class::Awaited => "they wait for different people",
        Class::Words => "they differ only in what is said, in what order, or by which provision",
    };
    let _ =
        writeln!(text, "    {place}: {}, after {}", paint(BOLD, in_what), inputs(difference.inputs.len()));
    for input in &difference.inputs {
        let _ = writeln!(text, "      {input}");
    }
    for (which, answers) in [("first", &difference.first), ("second", &difference.second)] {
        let _ = writeln!(text, "      at the {which} table");
        answers.iter().for_each(|answer| _ = writeln!(text, "        {answer}"));
    }
    for (who, [was, is]) in &difference.gains {
        let _ = writeln!(text, "      {who} gains {} → {}", dollars(*was), dollars(*is));
    }
    let others: Vec<String> = (found.iter().filter(|(other, _)| **other != class))
        .map(|(other, (difference, _))| format!("{} after {}", other.word(), inputs(difference.inputs.len())))
        .collect();
    if !others.is_empty() {
        let _ = writeln!(text, "      {}", paint(DIM, format!("they also differ in: {}", others.join(", "))));
    }
    let _ = writeln!(text, "      {}", paint(DIM, format!("within: {}", parting.bounds)));
    text
}
