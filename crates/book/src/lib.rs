//! The book: the pages of `docs/` in the order of `docs/SUMMARY.md`, rendered to HTML.
//!
//! The layout is that of mdBook, so `mdbook build` works too. This crate exists because the floor carries the book in itself: the
//! pages must work under its Content Security Policy, look like its app, and need no tool beyond cargo.

pub mod blocks;
mod check;
mod page;
mod paths;
mod site;
mod summary;
#[cfg(test)]
mod tests;

pub use page::{Heading, Link, Rendered, Target};
pub use paths::output;
pub use summary::{Chapter, Summary};

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Where the order of the chapters is written.
pub const SUMMARY: &str = "docs/SUMMARY.md";

/// A page of the book.
pub struct Page {
    /// Where it is listed.
    pub chapter: Chapter,
    /// Its Markdown.
    pub text: String,
    /// What was made of it.
    pub rendered: Rendered,
}

/// A file of the rendered book.
pub struct File {
    /// Its path from the book's folder, with `/`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The book, read and rendered.
pub struct Book {
    root: PathBuf,
    summary: Summary,
    /// The pages in the order in which they are read.
    pub pages: Vec<Page>,
}

impl Book {
    /// Reads the book of a checkout. Broken links do not stop it; [`Book::faults`] lists them.
    pub fn read(root: &Path) -> Result<Book, String> {
        let summary = Summary::parse(&read(root, SUMMARY)?)?;
        let known: BTreeSet<String> = summary.chapters.iter().map(|chapter| chapter.path.clone()).collect();
        let mut pages = Vec::new();
        for chapter in &summary.chapters {
            let text = read(root, &chapter.path)?;
            let rendered = page::render(root, &known, &chapter.path, &text);
            pages.push(Page { chapter: chapter.clone(), text, rendered });
        }
        Ok(Book { root: root.to_owned(), summary, pages })
    }

    /// Everything that a browser needs. On a floor, `home` is the address of its tables.
    pub fn files(&self, home: Option<&str>) -> Result<Vec<File>, String> {
        site::files(self, home)
    }

    /// Writes the rendered book into a folder.
    pub fn write(&self, folder: &Path, home: Option<&str>) -> Result<usize, String> {
        let files = self.files(home)?;
        for file in &files {
            let path = folder.join(&file.path);
            let parent = path.parent().unwrap_or(folder);
            let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, &file.bytes));
            written.map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(files.len())
    }

    /// What is wrong with the book and with the pages beside it: broken links, pages in no chapter, missing titles.
    pub fn faults(&self) -> Result<Vec<String>, String> {
        check::faults(self)
    }

    /// The files of the repository from which the book is made, so that a build knows when to make it again.
    pub fn sources(&self) -> Vec<PathBuf> {
        let linked = self.pages.iter().flat_map(|page| &page.rendered.links);
        let linked = linked.filter_map(|link| match &link.to {
            Target::File(path) | Target::Folder(path) => Some(path.as_str()),
            _ => None,
        });
        let outside: BTreeSet<&str> = linked.filter(|path| !path.starts_with("docs/")).collect();
        ["docs", site::TOKENS].into_iter().chain(outside).map(|path| self.root.join(path)).collect()
    }
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"))
}
