//! One page: Markdown to HTML, with its headings, its links and the words for the search index.

use crate::{blocks, paths};
use maud::{Escaper, html};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::Path,
};

/// A heading, as links name it.
pub struct Heading {
    /// The level of the heading; 1 is the title of the page.
    pub level: u8,
    /// The anchor: what follows `#` in a link.
    pub id: String,
    /// The text of the heading.
    pub text: String,
}

/// The target of a link. Paths are relative to the root of the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Another site.
    Elsewhere,
    /// A page of the book, or another Markdown page of the repository, and possibly one of its headings.
    Page(String, Option<String>),
    /// A file that the book includes.
    File(String),
    /// A folder that the book includes, with a list of its files.
    Folder(String),
    /// Something in the repository that the book does not include.
    Outside(String),
    /// Nothing: the link is broken.
    Missing,
}

/// A link or a picture of a page.
pub struct Link {
    /// The link as written.
    pub written: String,
    /// The target of the link.
    pub to: Target,
    /// The number of its line, from 1.
    pub line: usize,
    /// For a picture, its description for readers who cannot see it.
    pub picture: Option<String>,
}

/// The text below one heading, for the search index.
pub struct Section {
    /// The id of the heading.
    pub id: String,
    /// The text of the heading.
    pub heading: String,
    /// The words below it.
    pub words: String,
}

/// A page, rendered.
#[derive(Default)]
pub struct Rendered {
    /// The content of the page as HTML.
    pub html: String,
    /// The headings, in order.
    pub headings: Vec<Heading>,
    /// The links and pictures, in order.
    pub links: Vec<Link>,
    /// The words of the page, by heading.
    pub(crate) sections: Vec<Section>,
}

/// Renders a page. `pages` are those of the book.
pub fn render(root: &Path, pages: &BTreeSet<String>, path: &str, text: &str) -> Rendered {
    let mut writer = Writer {
        text,
        root,
        pages,
        path,
        out: Rendered::default(),
        ids: BTreeMap::new(),
        tables: 0,
        in_picture: false,
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut events = Parser::new_ext(text, options).into_offset_iter();
    let mut written = Vec::new();
    while let Some((event, range)) = events.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let inner = until_end(&mut events, TagEnd::Heading(level));
                writer.heading(level, inner, &mut written);
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let inner = until_end(&mut events, TagEnd::CodeBlock);
                let body: String = inner.iter().map(|(event, _)| words(event)).collect();
                let block = writer.block(&kind, &body);
                written.push(Event::Html(block.into()));
            }
            event => writer.event(event, range.start, &mut written),
        }
    }
    pulldown_cmark::html::push_html(&mut writer.out.html, written.into_iter());
    writer.out
}

type Ranged<'a> = (Event<'a>, std::ops::Range<usize>);

/// The events up to the end of an element.
fn until_end<'a>(events: &mut impl Iterator<Item = Ranged<'a>>, end: TagEnd) -> Vec<Ranged<'a>> {
    events.take_while(|(event, _)| *event != Event::End(end)).collect()
}

/// The text of an event.
fn words<'a>(event: &'a Event<'_>) -> &'a str {
    match event {
        Event::Text(text) | Event::Code(text) => text,
        Event::SoftBreak
        | Event::HardBreak
        | Event::End(TagEnd::TableCell | TagEnd::Paragraph | TagEnd::Item) => " ",
        _ => "",
    }
}

struct Writer<'a> {
    text: &'a str,
    root: &'a Path,
    pages: &'a BTreeSet<String>,
    path: &'a str,
    out: Rendered,
    /// How often each id has been used.
    ids: BTreeMap<String, usize>,
    tables: usize,
    /// Whether the current text belongs to a picture.
    in_picture: bool,
}

impl Writer<'_> {
    /// Handles any event except those of headings and blocks.
    fn event<'a>(&mut self, event: Event<'a>, at: usize, written: &mut Vec<Event<'a>>) {
        if let Some(section) = self.out.sections.last_mut() {
            section.words.push_str(words(&event));
        }
        let event = match event {
            Event::Start(Tag::Link { dest_url, .. }) => Event::InlineHtml(self.link(&dest_url, at).into()),
            // A link whose target is not in the book becomes a span.
            Event::End(TagEnd::Link) => {
                let is_link =
                    self.out.links.iter().rev().find(|link| link.picture.is_none()).is_some_and(is_shown);
                Event::InlineHtml(if is_link { "</a>" } else { "</span>" }.into())
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let to = self.target(&dest_url);
                let dest = self.address(&to).unwrap_or_else(|| dest_url.to_string());
                self.out.links.push(Link {
                    written: dest_url.to_string(),
                    to,
                    line: self.line(at),
                    picture: Some(String::new()),
                });
                self.in_picture = true;
                Event::Start(Tag::Image { link_type, dest_url: dest.into(), title, id })
            }
            Event::Text(text) if self.in_picture => {
                if let Some(Link { picture: Some(alt), .. }) = self.out.links.last_mut() {
                    alt.push_str(&text);
                }
                Event::Text(text)
            }
            Event::End(TagEnd::Image) => {
                self.in_picture = false;
                Event::End(TagEnd::Image)
            }
            Event::Start(Tag::Table(aligned)) => {
                self.tables += 1;
                let wide = format!(
                    "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Table {}\">",
                    self.tables
                );
                written.push(Event::Html(wide.into()));
                Event::Start(Tag::Table(aligned))
            }
            Event::End(TagEnd::Table) => {
                written.push(Event::End(TagEnd::Table));
                Event::Html("</div>".into())
            }
            event => event,
        };
        written.push(event);
    }

    fn heading<'a>(&mut self, level: HeadingLevel, inner: Vec<Ranged<'a>>, written: &mut Vec<Event<'a>>) {
        let said: String = inner.iter().map(|(event, _)| words(event)).collect();
        let id = self.id(&said);
        let number = level as u8;
        if number <= 3 {
            let (id, heading) = (id.clone(), said.clone());
            self.out.sections.push(Section { id, heading, words: String::new() });
        }
        written.push(Event::Html(format!("<{level} id=\"{id}\">").into()));
        for (event, range) in inner {
            self.event(event, range.start, written);
        }
        let mut end = String::new();
        if number > 1 {
            let _ = write!(
                end,
                " <a class=\"here\" href=\"#{id}\" aria-label=\"Link to “{}”\">#</a>",
                escape(&said)
            );
        }
        written.push(Event::Html(format!("{end}</{level}>\n").into()));
        self.out.headings.push(Heading { level: number, id, text: said });
    }

    /// The id of a heading, as GitHub and mdBook generate it.
    fn id(&mut self, heading: &str) -> String {
        let kept = heading.trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let id: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let seen = self.ids.entry(id.clone()).or_default();
        *seen += 1;
        if *seen == 1 { id } else { format!("{id}-{}", *seen - 1) }
    }

    fn block(&mut self, kind: &CodeBlockKind<'_>, body: &str) -> String {
        if let Some(section) = self.out.sections.last_mut() {
            let _ = write!(section.words, " {body} ");
        }
        let (language, not_run) = match kind {
            CodeBlockKind::Fenced(info) => blocks::info(info),
            CodeBlockKind::Indented => ("text", None),
        };
        let is_command = |line: &str| language == "console" && line.starts_with("$ ");
        let block = html! {
            pre tabindex="0" data-language=(language) {
                code { @for line in body.trim_end().split_inclusive('\n') {
                    @if is_command(line) { b { (line) } } @else { (line) }
                } }
            }
            @if let Some(reason) = not_run { p.not-run { "The tests do not run this: " (reason) "." } }
        };
        block.into_string()
    }

    /// The start tag of a link, or of the span that replaces it.
    fn link(&mut self, written: &str, at: usize) -> String {
        let to = self.target(written);
        let start = match self.address(&to) {
            Some(address) => format!("<a href=\"{}\">", escape(&address)),
            None if to == Target::Elsewhere => format!("<a href=\"{}\" rel=\"noreferrer\">", escape(written)),
            None => "<span class=\"file\" title=\"in the repository\">".to_owned(),
        };
        let line = self.line(at);
        self.out.links.push(Link { written: written.to_owned(), to, line, picture: None });
        start
    }

    /// The line number of an offset in the page, from 1.
    fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }

    /// Resolves a link.
    fn target(&self, written: &str) -> Target {
        if written.contains("://") || written.starts_with("mailto:") {
            return Target::Elsewhere;
        }
        let (file, anchor) = match written.split_once('#') {
            Some((file, anchor)) => (file, Some(anchor.to_owned())),
            None => (written, None),
        };
        if file.is_empty() {
            return Target::Page(self.path.to_owned(), anchor);
        }
        let Some(path) = paths::join(self.path, file) else { return Target::Missing };
        let (place, is_page) = (self.root.join(&path), path.ends_with(".md"));
        match (place.is_file(), place.is_dir()) {
            (true, _) if is_page && (self.pages.contains(&path) || !self.pages.contains(self.path)) => {
                Target::Page(path, anchor)
            }
            (true, _) if is_page => Target::Outside(path),
            (true, _) => Target::File(path),
            (_, true) if path.starts_with("docs/") => Target::Folder(path),
            (_, true) => Target::Outside(path),
            _ => Target::Missing,
        }
    }

    /// The URL of a target in the book, relative to this page.
    fn address(&self, to: &Target) -> Option<String> {
        let here = paths::output(self.path);
        Some(match to {
            Target::Page(path, Some(anchor)) if path == self.path => format!("#{anchor}"),
            Target::Page(path, anchor) => {
                let anchor = anchor.as_ref().map(|anchor| format!("#{anchor}")).unwrap_or_default();
                format!("{}{anchor}", paths::relative(&here, &paths::output(path)))
            }
            Target::File(path) => paths::relative(&here, &paths::output(path)),
            Target::Folder(path) => paths::relative(&here, &format!("{}/index.html", paths::output(path))),
            Target::Elsewhere | Target::Outside(_) | Target::Missing => return None,
        })
    }
}

/// Whether a link is still a link in the rendered book.
fn is_shown(link: &Link) -> bool {
    !matches!(link.to, Target::Outside(_) | Target::Missing)
}

/// Escapes text for HTML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    let _ = Escaper::new(&mut escaped).write_str(text);
    escaped
}
