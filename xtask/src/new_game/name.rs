//! A game's name in its four spellings, and whether it is available.

use std::{collections::BTreeMap, path::Path};

/// Words that cannot be the name of a module.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen \
     if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof \
     union unsafe unsized use virtual where while yield core alloc std";

pub struct Name {
    /// `money-wheel`, in commands and files.
    pub kebab: String,
    /// `money_wheel`, the folder of its code.
    pub snake: String,
    /// `MoneyWheel`, the type of its tables.
    pub pascal: String,
    /// `Money Wheel`, for people.
    pub title: String,
}

impl Name {
    pub fn read(text: &str) -> Result<Name, String> {
        let words: Vec<String> = text
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        let kebab = words.join("-");
        let form =
            "a game's name is small letters and digits with single hyphens between, such as money-wheel";
        if !text.is_ascii() || kebab.is_empty() || text.starts_with('-') {
            return Err(format!("`{text}`: {form}"));
        }
        if kebab != text {
            return Err(format!("`{text}`: {form}; write it as {kebab}"));
        }
        if !kebab.starts_with(|c: char| c.is_ascii_lowercase()) {
            return Err(format!("`{text}`: a game's name begins with a letter"));
        }
        if KEYWORDS.split_whitespace().any(|word| word == kebab) {
            return Err(format!(
                "`{text}` is a word of Rust, and the game's folder would have that name: add another word"
            ));
        }
        let capital = |word: &String| word[..1].to_ascii_uppercase() + &word[1..];
        let capitals: Vec<String> = words.iter().map(capital).collect();
        Ok(Name { snake: words.join("_"), pascal: capitals.concat(), title: capitals.join(" "), kebab })
    }

    /// Whether no game has the name, and it has no other meaning in the code where it will appear.
    pub fn is_free(&self, root: &Path, sources: &BTreeMap<String, String>) -> Result<(), String> {
        let Name { kebab, snake, pascal, .. } = self;
        for path in [
            format!("crates/rules/src/games/{snake}"),
            format!("crates/felt/src/{snake}.rs"),
            format!("examples/{kebab}.round"),
        ] {
            if root.join(&path).exists() {
                return Err(format!("`{kebab}` is taken: {path} is there"));
            }
        }
        for (path, text) in sources.iter().filter(|(path, _)| path.ends_with(".rs")) {
            let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
            let mut words =
                code.flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')));
            if let Some(word) = words.find(|word| word == snake || word == pascal) {
                return Err(format!(
                    "`{word}` already means something in {path}: add another word to `{kebab}`"
                ));
            }
        }
        Ok(())
    }

    /// The letter of its readings: one of its own letters if one is free, or any other. G is for all games.
    pub fn letter(&self, readings: &str) -> Result<char, String> {
        let is_free = |letter: &char| *letter != 'G' && !readings.contains(&format!("=> '{letter}'"));
        let own = self.kebab.to_ascii_uppercase().into_bytes().into_iter().map(char::from);
        let letters = own.filter(char::is_ascii_uppercase).chain('A'..='Z');
        letters
            .into_iter()
            .find(is_free)
            .ok_or_else(|| "no letter is left for the game's readings".to_owned())
    }
}
