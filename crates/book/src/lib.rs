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

/// The file that lists the chapters in order.
pub const SUMMARY: &str = "docs/SUMMARY.md";

/// A page of the book.
pub struct Page {
    /// The page's entry in the summary.
    pub chapter: Chapter,
    /// The Markdown source.
    pub text: String,
    /// The page as HTML, with its headings and links.
    pub rendered: Rendered,
}

/// A file of the rendered book.
pub struct File {
    /// The path from the book's folder, with `/`.
    pub path: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// The book, read and rendered.
pub struct Book {
    root: PathBuf,
    summary: Summary,
    /// The pages in reading order.
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

    /// Every file of the rendered book. On a floor, `home` is the URL of its tables.
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

    /// Everything wrong with the book and the pages outside it: broken links, pages in no chapter, missing
    /// titles.
    pub fn faults(&self) -> Result<Vec<String>, String> {
        check::faults(self)
    }

    /// The source files of the book, so that a build script knows when to render it again.
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
