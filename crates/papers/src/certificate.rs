//! Training certificates for dealers.

use crate::{
    Draft, Paper,
    house::title,
    long_date,
    page::{Look, line},
};
use jiff::civil::Date;
use maud::{Markup, html};
use rules::GameId;

/// A person who was trained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trained {
    /// The person; empty for a blank to fill in.
    pub name: String,
    /// For which games.
    pub games: Vec<GameId>,
    /// When the training ended.
    pub on: Option<Date>,
    /// How many drills were done, and how many of them were right.
    pub drills: Option<(u64, u64)>,
}

/// A certificate for each of them, or a blank one for the games of the house.
pub fn paper(draft: &Draft<'_>, trained: &[Trained]) -> Paper {
    let offered = draft.house().groups(|_, _| true);
    let blank = [Trained {
        name: String::new(),
        games: offered.iter().map(|group| group.game).collect(),
        on: None,
        drills: None,
    }];
    let all = if trained.is_empty() { &blank } else { trained };
    let body = html! { @for one in all { (certificate(draft, one)) } };
    draft.finish("certificates.html", "Training certificates", Look::Poster, &body)
}

fn certificate(draft: &Draft<'_>, one: &Trained) -> Markup {
    let games: Vec<&str> = one.games.iter().map(|game| title(*game)).collect();
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
                p { "Date: " (one.on.map_or("______________".into(), long_date)) }
            }
            div.lines style="margin-top:0" { (line("Instructor")) (line("Games department")) }
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
