//! The law of a new game: its subchapter, and facts in place of sections that no text holds.

use super::name::Name;

pub const CHAPTER: &str = "law/chapter.toml";

/// The table of contents with the game in it.
pub struct Chapter {
    pub number: u16,
    /// Whether the chapter does not name the game.
    pub is_new: bool,
    pub text: String,
}

/// The subchapter with the game's name, or a new one after the last.
pub fn chapter(text: &str, name: &Name) -> Result<Chapter, String> {
    let mut last = 0;
    for entry in text.split("[[subchapter]]\n").skip(1) {
        let line = |key: &str| {
            let found = entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
            found.ok_or_else(|| format!("{CHAPTER}: a subchapter without `{key}`"))
        };
        let number = line("number")?.parse().map_err(|_| format!("{CHAPTER}: a number that is none"))?;
        last = number;
        if line("title")?.trim_matches('"').to_lowercase().replace(' ', "-") == name.kebab {
            let none = "games = []";
            if !entry.contains(none) {
                return Err(format!("`{}` is taken: subchapter {number} has its games", name.kebab));
            }
            let named = entry.replacen(none, &format!("games = [{:?}]", name.kebab), 1);
            return Ok(Chapter { number, is_new: false, text: text.replacen(entry, &named, 1) });
        }
    }
    let number = last + 1;
    let Name { kebab, title, .. } = name;
    let new = format!("\n[[subchapter]]\nnumber = {number}\ntitle = {title:?}\ngames = [{kebab:?}]\n");
    Ok(Chapter { number, is_new: true, text: text.to_owned() + &new })
}

/// What is known about the game: for now, that it is like Big Six.
pub fn not_held(name: &Name, subchapter: u16) -> String {
    let Name { kebab, title, .. } = name;
    let mut text = format!(
        "# {title}: no text of {subchapter}.1 to {subchapter}.3 is held. Made by `cargo xtask new-game`; every fact here is Big Six's until you\n\
         # replace it by what is known of {title}, with its confidence and its source.\n\
         # Nothing here is law. Each fact carries its own confidence; the texts held win wherever they disagree.\n"
    );
    for (nth, heading, facts) in [
        (
            1,
            "Equipment",
            &[(
                "wheel",
                "The wheel has 54 stops with seven insignia; how many stops each has is a setting.",
                "stops",
            )][..],
        ),
        (
            2,
            "Permissible wagers; payout odds",
            &[
                ("wagers", "A wager on an insignia wins if the clapper stops there and loses otherwise.", ""),
                ("odds", "The odds are the least that a licensee may pay.", "odds"),
                ("stated-with-to", "Odds are stated with \\\"to\\\", never with \\\"for\\\".", ""),
            ],
        ),
        (
            3,
            "Procedure; irregularities",
            &[
                (
                    "order",
                    "The dealer calls \\\"No More Bets\\\" and spins; losing wagers are collected before winning wagers are paid.",
                    "",
                ),
                (
                    "revolutions",
                    "A spin of fewer than three revolutions is void, and the wheel is spun again.",
                    "",
                ),
                (
                    "clapper",
                    "If the clapper rests between two numbers, the one passed last wins or the spin is void, as the licensee has posted.",
                    "clapper",
                ),
            ],
        ),
    ] {
        text +=
            &format!("\n[[missing]]\nid = \"{subchapter}.{nth}\"\nheading = {heading:?}\ngame = {kebab:?}\n");
        for (key, says, setting) in facts {
            text += &format!(
                "\n[[missing.fact]]\nkey = {key:?}\nsays = \"{says}\"\nconfidence = \"general-knowledge\"\nsource = \"the pattern of Big Six\"\n"
            );
            if !setting.is_empty() {
                text += &format!("setting = \"{kebab}.{setting}\"\n");
            }
        }
    }
    text
}
