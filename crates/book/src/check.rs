//! Checks for mistakes that readers would stumble over: broken links, pages in no chapter, pictures without a
//! description.

use crate::{Book, Rendered, Target, page};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Pages outside the book whose links are checked as well.
const BESIDE: [&str; 4] = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"];

pub fn faults(book: &Book) -> Result<Vec<String>, String> {
    let mut faults = lost(book)?;
    let none = BTreeSet::new();
    let mut beside = BTreeMap::new();
    for path in BESIDE {
        let text = crate::read(&book.root, path)?;
        beside.insert(path.to_owned(), page::render(&book.root, &none, path, &text));
    }
    let inside = book.pages.iter().map(|page| (page.chapter.path.as_str(), &page.rendered));
    let all: BTreeMap<&str, &Rendered> =
        beside.iter().map(|(path, page)| (path.as_str(), page)).chain(inside).collect();
    for (path, rendered) in &all {
        links(path, rendered, &all, &mut faults);
    }
    for page in &book.pages {
        let titles = page.rendered.headings.iter().filter(|heading| heading.level == 1).count();
        if titles != 1 || page.rendered.headings[0].level != 1 {
            faults.push(format!("{}: begin with one title, and have no other: `# …`", page.chapter.path));
        }
        let mut level = 1;
        for heading in &page.rendered.headings {
            if heading.level > level + 1 {
                faults.push(format!(
                    "{}: “{}” leaves out a level of headings",
                    page.chapter.path, heading.text
                ));
            }
            level = heading.level;
        }
    }
    Ok(faults)
}

/// Pages of `docs` that belong to no chapter.
fn lost(book: &Book) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    walk(&book.root, "docs", &mut found)?;
    let listed: BTreeSet<&str> = book.pages.iter().map(|page| page.chapter.path.as_str()).collect();
    let lost = found.iter().filter(|path| *path != crate::SUMMARY && !listed.contains(path.as_str()));
    Ok(lost.map(|path| format!("{path}: the page is in no chapter: list it in {}", crate::SUMMARY)).collect())
}

fn walk(root: &Path, folder: &str, found: &mut Vec<String>) -> Result<(), String> {
    let entries = fs::read_dir(root.join(folder)).map_err(|e| format!("{folder}: {e}"))?;
    let mut names: Vec<_> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for name in names {
        let path = format!("{folder}/{name}");
        if root.join(&path).is_dir() {
            walk(root, &path, found)?;
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    Ok(())
}

fn links(path: &str, rendered: &Rendered, all: &BTreeMap<&str, &Rendered>, faults: &mut Vec<String>) {
    for link in &rendered.links {
        let mut fault = |what: &str| faults.push(format!("{path}:{}: {}: {what}", link.line, link.written));
        match &link.to {
            Target::Missing => fault("there is no such file"),
            Target::Page(to, anchor) => match (all.get(to.as_str()), anchor) {
                (Some(page), Some(anchor)) if !page.headings.iter().any(|heading| heading.id == *anchor) => {
                    fault("the page has no such heading");
                }
                _ => {}
            },
            Target::Elsewhere | Target::File(_) | Target::Folder(_) | Target::Outside(_) => {}
        }
        if link.picture.as_ref().is_some_and(|words| words.trim().is_empty()) {
            fault("a picture needs words for people who do not see it");
        }
    }
}
