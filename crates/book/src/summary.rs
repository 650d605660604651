//! `docs/SUMMARY.md` in mdBook's format: parts, chapters and subchapters.

/// A chapter of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The title in the sidebar.
    pub title: String,
    /// The path of its file from the root of the repository.
    pub path: String,
    /// The depth: 0 for a chapter, 1 for a subchapter.
    pub level: usize,
    /// The part heading above it; `None` before the first.
    pub part: Option<String>,
}

/// All chapters, in order.
#[derive(Debug)]
pub struct Summary {
    /// The chapters.
    pub chapters: Vec<Chapter>,
}

impl Summary {
    /// Parses the summary. A line that cannot be parsed is an error, because a misspelled chapter must not
    /// disappear.
    pub fn parse(text: &str) -> Result<Summary, String> {
        let (mut chapters, mut part): (Vec<Chapter>, Option<String>) = (Vec::new(), None);
        for (number, line) in (1..).zip(text.lines()) {
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed == "---" || trimmed == "# Summary" {
                continue;
            }
            if let Some(title) = trimmed.strip_prefix("# ") {
                part = Some(title.to_owned());
                continue;
            }
            let (item, level) = match trimmed.strip_prefix("- ") {
                Some(item) => (item, (line.len() - line.trim_start().len()) / 2),
                None => (trimmed, 0),
            };
            let chapter = entry(item).ok_or_else(|| {
                format!("docs/SUMMARY.md:{number}: neither a part nor a chapter: write `- [Title](page.md)`")
            })?;
            let deepest = chapters.last().map_or(0, |last| last.level + 1);
            if level > deepest {
                return Err(format!("docs/SUMMARY.md:{number}: a chapter below no chapter"));
            }
            let (title, path) = chapter;
            if chapters.iter().any(|other| other.path == path) {
                return Err(format!("docs/SUMMARY.md:{number}: {path} is listed twice"));
            }
            chapters.push(Chapter { title, path, level, part: part.clone() });
        }
        match chapters.first() {
            Some(first) if first.path == "docs/README.md" => Ok(Summary { chapters }),
            _ => {
                Err("docs/SUMMARY.md: the first chapter must be README.md, the book's front page".to_owned())
            }
        }
    }
}

/// Parses `[Title](page.md)` into the title and the path from the root of the repository.
fn entry(item: &str) -> Option<(String, String)> {
    let (title, path) = item.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
    let is_page = path.ends_with(".md") && !path.contains("..") && !title.is_empty();
    is_page.then(|| (title.to_owned(), format!("docs/{}", path.trim_start_matches("./"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_chapters_and_levels_are_read() {
        let text = "# Summary\n\n[Front](README.md)\n\n# Reference\n\n- [Command](cli.md)\n  - [odds](cli/odds.md)\n---\n[End](end.md)\n";
        let read = Summary::parse(text).expect("readable");
        let seen: Vec<_> =
            read.chapters.iter().map(|c| (c.path.as_str(), c.level, c.part.as_deref())).collect();
        assert_eq!(
            seen,
            [
                ("docs/README.md", 0, None),
                ("docs/cli.md", 0, Some("Reference")),
                ("docs/cli/odds.md", 1, Some("Reference")),
                ("docs/end.md", 0, Some("Reference"))
            ]
        );
    }

    #[test]
    fn what_is_not_a_chapter_is_refused_with_its_line() {
        for (text, line) in [
            ("[Front](README.md)\n- Command (cli.md)\n", ":2:"),
            ("[Front](README.md)\n- [Twice](README.md)\n", ":2:"),
            ("[Front](README.md)\n    - [Deep](deep.md)\n", ":2:"),
            ("[Front](README.md)\n- [Out](../README.md)\n", ":2:"),
            ("- [Other](other.md)\n", "first chapter"),
            ("", "first chapter"),
        ] {
            let told = Summary::parse(text).expect_err(text);
            assert!(told.contains(line), "{told}");
        }
    }
}
