//! The rendered book: the frame around each page, the style sheet, the search, and the files that pages link
//! to.

use crate::{Book, Chapter, File, Page, Target, paths};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::json;
use std::{collections::BTreeSet, fs};

/// The app's style sheet, from which the book takes its colors and fonts.
pub const TOKENS: &str = "web/src/app.css";

/// The number of subchapters that are always shown.
const FEW: usize = 3;
const STYLE: &str = include_str!("book.css");
const SCRIPT: &str = include_str!("book.js");
/// The icon of the app.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%230f5c3f'/%3E%3Ccircle cx='16' cy='16' r='9' fill='%23f4efe0'/%3E%3C/svg%3E";

pub fn files(book: &Book, home: Option<&str>) -> Result<Vec<File>, String> {
    let text = |path: &str, text: String| File { path: path.to_owned(), bytes: text.into_bytes() };
    let mut files = vec![
        text("book.css", format!("{}\n{STYLE}", tokens(&crate::read(&book.root, TOKENS)?)?)),
        text("book.js", SCRIPT.to_owned()),
        text("search.js", index(book)),
    ];
    for (at, page) in book.pages.iter().enumerate() {
        files.push(text(&paths::output(&page.chapter.path), whole(book, at, page, home).into_string()));
    }
    let linked = book.pages.iter().flat_map(|page| &page.rendered.links).map(|link| &link.to);
    let linked: BTreeSet<(&str, bool)> = linked
        .filter_map(|to| match to {
            Target::File(path) => Some((path.as_str(), false)),
            Target::Folder(path) => Some((path.as_str(), true)),
            _ => None,
        })
        .collect();
    for (path, is_folder) in linked {
        match is_folder {
            true => folder(book, path, home, &mut files)?,
            false => files.push(copy(book, path)?),
        }
    }
    // A file may be linked directly and also be in a linked folder.
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

/// The colors and fonts of both themes, extracted from the app's style sheet.
fn tokens(style: &str) -> Result<&str, String> {
    let (from, to) = ("/* The tokens of both themes.", "/* Each game has its cloth.");
    let found = style.split_once(from).and_then(|(_, rest)| rest.split_once(to)).map(|(tokens, _)| tokens);
    let found = found.and_then(|tokens| tokens.split_once("*/")).map(|(_, tokens)| tokens.trim());
    found.ok_or_else(|| format!("{TOKENS}: the book takes its colors from between `{from}` and `{to}`"))
}

fn copy(book: &Book, path: &str) -> Result<File, String> {
    let bytes = fs::read(book.root.join(path)).map_err(|e| format!("{path}: {e}"))?;
    Ok(File { path: paths::output(path), bytes })
}

/// All files of a folder, with a page that lists them.
fn folder(book: &Book, path: &str, home: Option<&str>, files: &mut Vec<File>) -> Result<(), String> {
    let entries = fs::read_dir(book.root.join(path)).map_err(|e| format!("{path}: {e}"))?;
    let entries = entries.flatten().filter(|entry| entry.path().is_file());
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names.retain(|name| !name.ends_with(".md"));
    for name in &names {
        files.push(copy(book, &format!("{path}/{name}"))?);
    }
    let title = path.trim_start_matches("docs/");
    let list = html! {
        h1 { "Files in " code { (title) } }
        ul { @for name in &names { li { a href=(name) { (name) } } } }
    };
    let at = format!("{}/index.html", paths::output(path));
    let page = frame(
        book,
        &Frame { at: &at, title, current: None, home, headings: &html! {}, neighbors: [None, None] },
        &list,
    );
    files.push(File { path: at, bytes: page.into_string().into_bytes() });
    Ok(())
}

/// The frame around the content of a page.
struct Frame<'a> {
    /// The path of the page in the book.
    at: &'a str,
    title: &'a str,
    current: Option<&'a Chapter>,
    home: Option<&'a str>,
    headings: &'a Markup,
    /// The previous and next chapter.
    neighbors: [Option<&'a Chapter>; 2],
}

fn whole(book: &Book, at: usize, page: &Page, home: Option<&str>) -> Markup {
    let place = paths::output(&page.chapter.path);
    let sections: Vec<_> = page.rendered.headings.iter().filter(|heading| heading.level == 2).collect();
    let headings = html! {
        @if sections.len() > 1 {
            nav.headings aria-label="On this page" {
                h2 { "On this page" }
                ul { @for heading in sections { li { a href={ "#" (heading.id) } { (heading.text) } } } }
            }
        }
    };
    let before = at.checked_sub(1).and_then(|before| book.pages.get(before));
    let neighbors = [before, book.pages.get(at + 1)].map(|page| page.map(|page| &page.chapter));
    let title = page.chapter.title.as_str();
    let frame_of =
        Frame { at: &place, title, current: Some(&page.chapter), home, headings: &headings, neighbors };
    frame(book, &frame_of, &PreEscaped(page.rendered.html.clone()))
}

fn frame(book: &Book, of: &Frame<'_>, content: &Markup) -> Markup {
    let link = |to: &str| paths::relative(of.at, to);
    let to = |chapter: &Chapter| link(&paths::output(&chapter.path));
    html! {
        (DOCTYPE)
        html lang="en" data-book=(link("index.html")) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="dark light";
                title { (of.title) " · Chapter 47" }
                link rel="icon" href=(ICON);
                link rel="stylesheet" href=(link("book.css"));
                script src=(link("book.js")) {}
            }
            body {
                a.skip href="#content" { "Skip to the page" }
                header {
                    a.name href=(link("index.html")) { b aria-hidden="true" { "47" } "Chapter 47" }
                    @if let Some(home) = of.home { a.home href=(home) { "Tables" } }
                    a.contents href="#contents" { "Contents" }
                    form.search role="search" hidden {
                        label for="search" { "Search the book" }
                        input #search type="search" placeholder="Search (press /)" autocomplete="off" aria-controls="found";
                    }
                    button.theme type="button" hidden {}
                }
                div #found hidden { p role="status" {} ol {} }
                div.columns {
                    main #content tabindex="-1" {
                        article { (content) }
                        nav.turn aria-label="Previous and next page" {
                            @if let Some(before) = of.neighbors[0] { a rel="prev" href=(to(before)) { "← " (before.title) } }
                            @if let Some(after) = of.neighbors[1] { a rel="next" href=(to(after)) { (after.title) " →" } }
                        }
                    }
                    nav.contents #contents aria-label="Contents" { (contents(book, of, &to)) }
                    (of.headings)
                }
            }
        }
    }
}

/// The sidebar. A long list of subchapters is collapsed unless one of them is open.
fn contents(book: &Book, of: &Frame<'_>, to: &dyn Fn(&Chapter) -> String) -> Markup {
    let chapters = &book.summary.chapters;
    let is_current = |chapter: &Chapter| of.current.is_some_and(|current| current.path == chapter.path);
    let item = |chapter: &Chapter| html! { a href=(to(chapter)) aria-current=[is_current(chapter).then_some("page")] { (chapter.title) } };
    let mut parts: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
    for (at, chapter) in chapters.iter().enumerate().filter(|(_, chapter)| chapter.level == 0) {
        match parts.last_mut() {
            Some((part, list)) if *part == chapter.part.as_deref() => list.push(at),
            _ => parts.push((chapter.part.as_deref(), vec![at])),
        }
    }
    let below = |at: usize| {
        let end = chapters[at + 1..].iter().position(|chapter| chapter.level == 0);
        &chapters[at + 1..end.map_or(chapters.len(), |end| at + 1 + end)]
    };
    let list_of = |below: &[Chapter]| html! { ul { @for chapter in below { li { (item(chapter)) } } } };
    html! {
        @for (part, list) in &parts {
            @if let Some(part) = part { h2 { (part) } }
            ul { @for &at in list { li {
                (item(&chapters[at]))
                @let below = below(at);
                @if below.len() > FEW {
                    details open[is_current(&chapters[at]) || below.iter().any(is_current)] {
                        summary { (below.len()) " pages" span.unseen { " below " (chapters[at].title) } }
                        (list_of(below))
                    }
                } @else if !below.is_empty() { (list_of(below)) }
            } } }
        }
    }
}

/// The search index: the words below every heading. It is a script, so that it also works when opened from a
/// file.
fn index(book: &Book) -> String {
    let sections = book.pages.iter().flat_map(|page| {
        let place = paths::output(&page.chapter.path);
        page.rendered.sections.iter().enumerate().map(move |(at, section)| {
            let to = if at == 0 { place.clone() } else { format!("{place}#{}", section.id) };
            let words: Vec<&str> = section.words.split_whitespace().collect();
            json!([page.chapter.title, section.heading, to, words.join(" ")])
        })
    });
    format!("globalThis.BOOK = {};\n", json!(sections.collect::<Vec<_>>()))
}
