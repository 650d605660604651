//! Text written by people, displayed so that it cannot pass for anything else.
//!
//! A line break in a reason looks like another line of a report, an escape sequence rewrites a terminal, and a
//! bidirectional override reverses the text after it. Code that accepts text from people refuses such characters with
//! [`is_line`]; code that prints text it has not checked itself uses [`shown`], because a journal may come from
//! anywhere.

use std::borrow::Cow;

/// Whether a character is invisible but changes how its neighbors are read: control characters, line breaks,
/// bidirectional marks, and zero-width characters.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text with every hidden character escaped: `\n`, `\u{202e}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_hidden(c) {
            true => plain.extend(c.escape_default()),
            false => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Whether this is a single line of 1 to `most` visible characters that is not blank.
pub fn is_line(text: &str, most: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= most && !text.contains(is_hidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(shown("wrong payout\n   12  house: pays"), "wrong payout\\n   12  house: pays");
        assert_eq!(shown("\u{1b}[2Jann"), "\\u{1b}[2Jann");
        assert_eq!(shown("ann\u{202e}bob\u{200b}"), "ann\\u{202e}bob\\u{200b}");
        assert!(matches!(shown("Zoë paid 5♠ — 1½ to 1, مرحبا"), Cow::Borrowed(_)));
        let every = (0..=0x10_ffff).filter_map(char::from_u32);
        assert!(every.filter(|c| is_hidden(*c)).all(|c| !shown(&c.to_string()).contains(is_hidden)));
    }

    #[test]
    fn a_line_is_short_and_can_be_seen() {
        assert!(is_line("misdealt card", 500) && is_line("é", 1));
        for (text, most) in [("", 5), ("  ", 5), ("a\nb", 5), ("a\u{2029}b", 5), ("ééé", 2), ("a\u{2066}", 5)]
        {
            assert!(!is_line(text, most), "{text:?}");
        }
    }
}
