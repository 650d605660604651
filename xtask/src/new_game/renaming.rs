//! Turns Big Six's own text into that of another game: its names, and the provisions it cites.

use super::name::Name;

/// The sections of Big Six, and the new game's sections that replace them: equipment, wagers and odds,
/// procedure.
const SECTIONS: [(&str, u8); 3] = [("19:46-1.13", 1), ("5.5", 2), ("5.6", 3)];

pub struct Renaming<'a> {
    pub name: &'a Name,
    /// The subchapter of its sections.
    pub subchapter: u16,
    /// The letter of its readings.
    pub letter: char,
}

impl Renaming<'_> {
    /// The new path of a file of Big Six: `19.46-1.13-wheel.round` and `5.6-e-settlement.round` are named
    /// after sections, too.
    pub fn path(&self, path: &str) -> String {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let file = SECTIONS.iter().fold(file.to_owned(), |file, (section, nth)| {
            match file.strip_prefix(&section.replace(':', ".")).filter(|rest| rest.starts_with('-')) {
                // The new sections have no paragraphs.
                Some(rest) => {
                    let rest = rest.get(2..).filter(|rest| rest.starts_with('-')).unwrap_or(rest);
                    format!("{}.{nth}{rest}", self.subchapter)
                }
                None => file,
            }
        });
        self.named(&format!("{folder}/{file}"))
    }

    pub fn text(&self, text: &str) -> String {
        let text = text
            .replace(" The shortest game: copy this folder to add another.", "")
            .replace(
                "# options\twager",
                "# Figures of the game this one was made from: replace them.\n# options\twager",
            )
            .replace(" (S1)", "")
            .replace(" (S2)", "")
            .replace("=> 'S'", &format!("=> '{}'", self.letter));
        self.named(&self.cited(&text))
    }

    fn named(&self, text: &str) -> String {
        let Name { kebab, snake, pascal, title } = self.name;
        text.replace("big-six", kebab)
            .replace("big_six", snake)
            .replace("BigSix", pascal)
            .replace("Big Six", title)
    }

    /// Replaces every address of a Big Six provision by the new section; outside quotation marks, with the
    /// mark for what is not held.
    fn cited(&self, text: &str) -> String {
        let (mut cited, mut rest) = (String::new(), text);
        while let Some(next) = rest.chars().next() {
            let joined = cited.ends_with(|c: char| c.is_ascii_alphanumeric() || ".:-".contains(c));
            let found = SECTIONS.iter().find_map(|(section, nth)| {
                let after = rest.strip_prefix(section)?;
                (!joined && !after.starts_with(|c: char| c.is_ascii_digit())).then_some((nth, after))
            });
            let Some((nth, after)) = found else {
                cited.push(next);
                rest = &rest[next.len_utf8()..];
                continue;
            };
            let is_answer = cited.ends_with("> ") || cited.ends_with("! ");
            let is_literal = cited.ends_with('"');
            cited += &format!("{}.{nth}", self.subchapter);
            cited += if is_literal { "" } else { " (not held)" };
            rest = paragraphs(after);
            rest = rest.strip_prefix(" (not held)").unwrap_or(rest);
            // Answers have their own column, which includes the mark.
            if is_answer {
                cited.push(' ');
                rest = rest.trim_start_matches(' ');
            }
        }
        cited
    }
}

/// The rest after `(c)1` or `(a) and (b)`.
fn paragraphs(text: &str) -> &str {
    let one = |text: &'_ str| {
        let inside = text.strip_prefix('(')?.split(')').next()?;
        (inside.len() == 1 && inside.bytes().all(|b| b.is_ascii_lowercase())).then_some(3)
    };
    let Some(first) = one(text) else { return text };
    let rest = text[first..].trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(" and ").and_then(|more| one(more).map(|length| &more[length..])) {
        Some(more) => more,
        None => rest,
    }
}
