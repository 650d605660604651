//! The sheet on which every paper is printed: A4 or Letter, with licensee, version, approval date and page
//! number on each page.

use crate::{House, long_date};
use law::Citation;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::{cell::RefCell, collections::BTreeSet};

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Size {
    /// 8.5 by 11 inches.
    #[default]
    Letter,
    /// 210 by 297 millimeters.
    A4,
}

impl Size {
    const fn name(self) -> &'static str {
        match self {
            Size::Letter => "letter",
            Size::A4 => "A4",
        }
    }
}

/// A paper, ready for printing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paper {
    /// The file name, without a folder.
    pub file: String,
    /// The title of the paper.
    pub title: String,
    /// The complete HTML page.
    pub html: String,
}

/// A paper in preparation. It knows the margins and collects the provisions cited.
pub struct Draft<'a> {
    house: &'a House,
    size: Size,
    cited: RefCell<BTreeSet<Citation>>,
}

/// The layout of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// Text and tables, with a list of the provisions cited.
    Report,
    /// One item per page, in large letters, landscape.
    Poster,
    /// A page to be filled in or signed.
    Form,
}

const STYLE: &str = include_str!("page.css");

impl<'a> Draft<'a> {
    /// A paper of this house.
    pub fn new(house: &'a House, size: Size) -> Draft<'a> {
        Draft { house, size, cited: RefCell::default() }
    }

    /// The house that the paper is about.
    pub fn house(&self) -> &'a House {
        self.house
    }

    /// The holder of the license, or a blank line.
    pub fn licensee(&self) -> &'a str {
        self.house.licensee.as_deref().unwrap_or("Licensee ______________________")
    }

    /// Writes `Version 3, in effect from …, approved …`.
    fn version(&self) -> String {
        let version = &self.house.version;
        let approved = match version.approved {
            Some(day) => format!("approved {}", long_date(day)),
            None => "approved ______________".to_owned(),
        };
        format!("Version {}, {approved}", version.number)
    }

    /// A citation with its full address, linked to the list at the end.
    pub fn cite(&self, cite: Citation) -> Markup {
        self.cited.borrow_mut().insert(cite);
        html! { a.cite href={ "#" (anchor(cite)) } { (address(cite)) } }
    }

    /// A citation on a sheet that has no list of provisions.
    pub fn plain_cite(cite: Citation) -> Markup {
        html! { span.cite { (address(cite)) } }
    }

    /// The finished paper.
    pub(crate) fn finish(&self, file: &str, title: &str, look: Look, body: &Markup) -> Paper {
        let version = self.version();
        let (class, across) = match look {
            Look::Report => ("report", ""),
            Look::Poster => ("poster", " landscape"),
            Look::Form => ("form", ""),
        };
        let margins = format!(
            "@page {{ size: {}{across}; @top-left {{ content: {} }} @top-right {{ content: {} }} @bottom-left {{ content: {} }} \
             @bottom-right {{ content: \"Page \" counter(page) \" of \" counter(pages) }} }}\n",
            self.size.name(),
            quoted(self.licensee()),
            quoted(&version),
            quoted(title),
        );
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) ", " (self.licensee()) }
                    style { (PreEscaped(margins)) (PreEscaped(STYLE)) }
                }
                body class=(class) {
                    header.screen {
                        span { (self.licensee()) }
                        span { (version) }
                    }
                    main { (body) @if look == Look::Report { (self.provisions()) } }
                }
            }
        };
        Paper { file: file.to_owned(), title: title.to_owned(), html: page.into_string() }
    }

    /// Every provision cited, in our own words.
    fn provisions(&self) -> Markup {
        let cited = self.cited.borrow();
        html! {
            @if !cited.is_empty() {
                section.provisions aria-labelledby="provisions" {
                    h2 #provisions { "Provisions cited" }
                    p.small {
                        "Summaries in this program's own words; the regulation itself is N.J.A.C. 19:47. A provision marked \
                         “not held” was not available in full text when this program was written: check it before you rely on it."
                    }
                    dl {
                        @for cite in cited.iter() {
                            dt id=(anchor(*cite)) { (address(*cite)) }
                            dd { (summary(*cite)) }
                        }
                    }
                }
            }
        }
    }
}

/// A summary of the provision in a sentence or two.
fn summary(cite: Citation) -> String {
    let provision = cite.provision();
    let says: Vec<&str> = match provision.held {
        true => provision.rules.iter().map(|rule| rule.says).collect(),
        false => provision.facts.iter().map(|fact| fact.says).collect(),
    };
    let mut text = says.iter().take(3).map(|text| text.trim_end_matches('.')).collect::<Vec<_>>().join(". ");
    if text.is_empty() {
        text = cite.heading().to_owned();
    }
    format!("{text}.")
}

/// Writes `N.J.A.C. 19:47-5.2(b)`.
pub(crate) fn address(cite: Citation) -> String {
    let chapter = if cite.id().contains(':') { "" } else { "19:47-" };
    format!("{chapter}{cite}")
}

fn anchor(cite: Citation) -> String {
    let letters = cite.id().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    format!("p-{}", letters.collect::<String>())
}

/// A text as a CSS string; nothing in it can end the style sheet.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' | '<' | '>' | '&' => out += &format!("\\{:x} ", u32::from(c)),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out + "\""
}

/// A blank line with a label below it.
pub(crate) fn line(label: &str) -> Markup {
    html! { div.line { span {} small { (label) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_the_margin() {
        assert_eq!(quoted("A & \"B\" </style>"), "\"A \\26  \\22 B\\22  \\3c /style\\3e \"");
        let house = House { licensee: Some("A <b>&</b> \"B\"".into()), ..House::default() };
        let draft = Draft::new(&house, Size::A4);
        let paper = draft.finish("x.html", "Title", Look::Form, &html! { p { "<&>" } });
        assert!(!paper.html.contains("<b>"), "{}", paper.html);
        assert!(paper.html.contains("&lt;&amp;&gt;") && paper.html.contains("size: A4;"));
    }

    #[test]
    fn every_anchor_is_its_own() {
        let all: BTreeSet<String> = Citation::all().map(anchor).collect();
        assert_eq!(all.len(), Citation::all().len());
    }
}
