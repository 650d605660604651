//! Tests with the book of this repository, and with a deliberately broken one.

use crate::{
    Book, File,
    blocks::{self, Kind},
    paths,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn book() -> Book {
    Book::read(root()).expect("a book")
}

#[test]
fn every_page_is_in_a_chapter_and_no_link_is_broken() {
    let faults = book().faults().expect("readable");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// URLs in the rendered book that lead nowhere. Links written and files produced are collected separately.
fn dead(files: &[File]) -> Vec<String> {
    let texts: BTreeMap<&str, &str> = files
        .iter()
        .filter_map(|file| Some((file.path.as_str(), str::from_utf8(&file.bytes).ok()?)))
        .collect();
    let known: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut dead = Vec::new();
    for (path, text) in texts.iter().filter(|(path, _)| path.ends_with(".html")) {
        for written in ["href=\"", "src=\""].iter().flat_map(|name| text.split(name).skip(1)) {
            let address = written.split('"').next().unwrap_or_default();
            if address.contains("://") || address.starts_with("data:") || address.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
            let to = if file.is_empty() { Some((*path).to_owned()) } else { paths::join(path, file) };
            let to = to.unwrap_or_default();
            let has = |text: &str| text.contains(&format!(" id=\"{anchor}\""));
            if !known.contains(to.as_str())
                || !anchor.is_empty() && !texts.get(to.as_str()).is_some_and(|text| has(text))
            {
                dead.push(format!("{path}: {address}"));
            }
        }
    }
    dead
}

#[test]
fn every_address_of_the_rendered_book_leads_somewhere_in_it() {
    let files = book().files(None).expect("rendered");
    let dead = dead(&files);
    assert!(dead.is_empty(), "\n{}", dead.join("\n"));
    let pages = files.iter().filter(|file| file.path.ends_with(".html")).count();
    assert!(pages >= book().pages.len(), "{pages}");
}

/// The floor's Content Security Policy allows scripts from its own files only.
#[test]
fn pages_have_no_script_in_them_and_load_nothing_from_elsewhere() {
    for file in book().files(Some("/")).expect("rendered").iter().filter(|file| file.path.ends_with(".html"))
    {
        let text = std::str::from_utf8(&file.bytes).expect("text");
        assert_eq!(text.matches("<script").count(), text.matches("<script src=\"").count(), "{}", file.path);
        for bad in [" onclick=", " onload=", "javascript:", "src=\"http", "@import"] {
            assert!(!text.contains(bad), "{}: {bad}", file.path);
        }
    }
}

/// The reasons why blocks are not run, and their number. Add a reason to a fence only if there is no other
/// way.
#[test]
fn every_block_is_of_a_known_kind_and_few_are_not_run() {
    const MOST: usize = 16;
    let (mut wrong, mut not_run) = (Vec::new(), Vec::new());
    for page in book().pages {
        let path = &page.chapter.path;
        for block in blocks::blocks(&page.text).unwrap_or_else(|told| panic!("{path}: {told}")) {
            let mut is_wrong = |what: &str| wrong.push(format!("{path}:{}: {what}", block.line));
            let body = &page.text[block.body.clone()];
            match blocks::kind(block.language) {
                None => is_wrong("name a language that the tests know: `text` for what is only to be read"),
                Some(Kind::Data) if body.lines().any(|line| line.starts_with("$ ")) => {
                    is_wrong("a command hides in a block that nobody runs: make it `console`");
                }
                Some(Kind::Data) if block.not_run.is_some() => is_wrong("nobody would run this anyway"),
                Some(Kind::Rust) if path != "docs/programmer.md" => {
                    is_wrong("the Rust of this page is no crate's example, so nobody runs it");
                }
                Some(_) => {}
            }
            if let Some(reason) = block.not_run {
                if reason.split(' ').count() < 3 {
                    is_wrong("say why the block is not run");
                }
                not_run.push(format!("{path}:{}: {reason}", block.line));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(not_run.len() <= MOST, "{} blocks are not run:\n{}", not_run.len(), not_run.join("\n"));
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a file");
    let is_same = read("crates/rules/README.md") == read("docs/programmer.md");
    let rules = read("crates/rules/src/lib.rs");
    assert!(
        rules.contains("include_str!(\"../README.md\")") && is_same,
        "its programs are examples of the crate"
    );
}

/// A book with these pages in `docs`.
fn made(pages: &[(&str, &str)]) -> (TempDir, Book) {
    let folder = TempDir::new().expect("a folder");
    for (path, text) in pages {
        let path = folder.path().join("docs").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    for path in ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"] {
        fs::write(folder.path().join(path), "# Beside\n").expect("a file");
    }
    let book = Book::read(folder.path()).expect("a book");
    (folder, book)
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let (_folder, book) = made(&[
        ("SUMMARY.md", "[Front](README.md)\n- [Two](two.md)\n"),
        ("README.md", "# Front\n\n[a](two.md#here) [b](two.md#there)\n[c](three.md)\n![](picture.jpg)\n"),
        ("two.md", "# Two\n\n### Here\n"),
        ("lost/page.md", "# Lost\n"),
    ]);
    let faults = book.faults().expect("readable");
    assert_eq!(
        faults,
        [
            "docs/lost/page.md: the page is in no chapter: list it in docs/SUMMARY.md",
            "docs/README.md:3: two.md#there: the page has no such heading",
            "docs/README.md:4: three.md: there is no such file",
            "docs/README.md:5: picture.jpg: there is no such file",
            "docs/README.md:5: picture.jpg: a picture needs words for people who do not see it",
            "docs/two.md: “Here” leaves out a level of headings",
        ]
    );
}

#[test]
fn pages_are_linked_as_html_and_text_stays_text() {
    let (_folder, book) = made(&[
        ("SUMMARY.md", "[Front](README.md)\n# Part\n- [Two](more/two.md)\n"),
        (
            "README.md",
            "# Front\n\n[two](more/two.md#a--b) [out](../README.md) [far](https://example.org) [data](data) [file](data/a.json)\n\n\
             ```console not run: it never ends\n$ ch47 <serve>\n```\n",
        ),
        ("more/two.md", "# Two\n\n## `A` & b\n\n[back](../README.md)\n\n| a |\n|---|\n| <b>1</b> |\n"),
        ("data/a.json", "{}"),
    ]);
    let front = &book.pages[0].rendered.html;
    for part in [
        "<a href=\"more/two.html#a--b\">",
        "<span class=\"file\" title=\"in the repository\">out</span>",
        "<a href=\"https://example.org\" rel=\"noreferrer\">far</a>",
        "<a href=\"data/index.html\">data</a>",
        "<a href=\"data/a.json\">file</a>",
        "<b>$ ch47 &lt;serve&gt;</b>",
        "The tests do not run this: it never ends.",
    ] {
        assert!(front.contains(part), "{part} in {front}");
    }
    let two = &book.pages[1].rendered;
    assert_eq!(two.headings[1].id, "a--b");
    assert!(two.html.contains("<a href=\"../index.html\">back</a>"), "{}", two.html);
    assert!(two.html.contains("aria-label=\"Table 1\""), "{}", two.html);
}
