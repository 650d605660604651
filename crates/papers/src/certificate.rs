//! Training certificates for dealers.

use crate::{
    Draft, Paper,
    house::title,
    long_date,
    page::{Look, line},
};
use jiff::civil::Date;
use maud::{Markup, html};
use rules::{Citation, GameId};

/// A person who was trained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trained {
    /// The person's name; empty for a blank certificate.
    pub name: String,
    /// The games that were taught.
    pub games: Vec<GameId>,
    /// When the training ended.
    pub on: Option<Date>,
    /// The number of drills done, and of correct answers.
    pub drills: Option<(u64, u64)>,
    /// The class, if there is a record of one.
    pub class: Option<Class>,
}

/// A class of the school, and what its record says about a learner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The name of the class.
    pub name: String,
    /// The instructor.
    pub instructor: String,
    /// The tables whose options were taught.
    pub tables: Vec<String>,
    /// The provisions answered correctly when last asked.
    pub provisions: Vec<Citation>,
}

/// A certificate for each person, or a blank one for the games of the house.
pub fn paper(draft: &Draft<'_>, trained: &[Trained]) -> Paper {
    let offered = draft.house().groups(|_, _| true);
    let blank = [Trained {
        name: String::new(),
        games: offered.iter().map(|group| group.game).collect(),
        on: None,
        drills: None,
        class: None,
    }];
    let all = if trained.is_empty() { &blank } else { trained };
    let body = html! { @for one in all { (certificate(draft, one)) } };
    draft.finish("certificates.html", "Training certificates", Look::Poster, &body)
}

fn certificate(draft: &Draft<'_>, one: &Trained) -> Markup {
    let games: Vec<&str> = one.games.iter().map(|game| title(*game)).collect();
    let instructor = match &one.class {
        Some(class) => format!("Instructor: {}", class.instructor),
        None => "Instructor".to_owned(),
    };
    html! {
        section.certificate {
            div {
                p.lead { (draft.licensee()) }
                h1 { "Certificate of training" }
            }
            div {
                p { "This certifies that" }
                p.name { @if one.name.is_empty() { "\u{a0}" } @else { (one.name) } }
                p.says { "was trained in the rules and procedures of " (listed(&games)) " under N.J.A.C. 19:47 and the rules submission of the licensee." }
                @if let Some((done, right)) = one.drills {
                    p { (right) " of " (done) " drills on payouts and procedures were answered correctly." }
                }
                @if let Some(class) = &one.class { (taught(class)) }
                p { "Date: " (one.on.map_or("______________".into(), long_date)) }
            }
            div.lines style="margin-top:0" { (line(&instructor)) (line("Games department")) }
        }
    }
}

/// What the record of a class says, as a paragraph.
fn taught(class: &Class) -> Markup {
    let tables: Vec<&str> = class.tables.iter().map(String::as_str).collect();
    let provisions: Vec<String> = class.provisions.iter().map(ToString::to_string).collect();
    html! {
        p {
            "Class: " (class.name)
            @if !tables.is_empty() { ", under the options of " (listed(&tables)) }
            "."
        }
        @if !provisions.is_empty() {
            p.small { "Provisions of 19:47 answered correctly when last asked: " (provisions.join(", ")) "." }
        }
    }
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => "______________".to_owned(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{House, Size};

    #[test]
    fn the_record_of_a_class_is_on_the_certificate() {
        let house = House { licensee: Some("Test Casino".into()), ..House::default() };
        let provision = Citation::all().find(|cite| cite.id() == "5.2(b)").expect("a provision");
        let class = Class {
            name: "Roulette & more".into(),
            instructor: "flo".into(),
            tables: vec!["R-1".into(), "R-2".into()],
            provisions: vec![provision],
        };
        let one = Trained {
            name: "Ann".into(),
            games: vec![GameId::Roulette],
            on: Some(jiff::civil::date(2026, 6, 1)),
            drills: Some((50, 45)),
            class: Some(class),
        };
        let paper = paper(&Draft::new(&house, Size::Letter), std::slice::from_ref(&one)).html;
        for said in [
            "45 of 50 drills",
            "Class: Roulette &amp; more, under the options of R-1 and R-2.",
            "Instructor: flo",
            "when last asked: 5.2(b).",
            "June 1, 2026",
        ] {
            assert!(paper.contains(said), "{said}: {paper}");
        }
        let without = super::paper(&Draft::new(&house, Size::Letter), &[Trained { class: None, ..one }]).html;
        assert!(!without.contains("Class:") && !without.contains("Instructor:"), "{without}");
    }
}
