//! Explains which part of a line was not understood, and suggests what was meant.

use rules::{Actor, Game, GameId, Misread, Money, Refusal, Tender, Visitor, Vocabulary, Why};
use std::fmt;

/// What people say at a table, and what the notation calls it.
const SAID: [(&str, &str); 7] = [
    ("no more bets", "calls no more bets"),
    ("no-more-bets", "calls no more bets"),
    ("hits", "draws"),
    ("stays", "stands"),
    ("stands", "stays"),
    ("rolls", "throws"),
    ("checks", "lets it stand"),
];

/// The most similar name, if any is similar enough; the last of several.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names
        .map(|other| (likeness(name, other), other))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}

/// Similarity from 0 to 1. A single typo in a word counts as similar anywhere; beyond that, a common
/// beginning counts.
fn likeness(name: &str, other: &str) -> f64 {
    let is_word = name.len() > 2 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let slip = if is_word && strsim::osa_distance(name, other) == 1 { 0.9 } else { 0.0 };
    strsim::jaro_winkler(name, other).max(slip)
}

/// What was probably meant.
enum Meant {
    /// Exactly this, which is the most similar spelling.
    This(String),
    /// Something like this, with another number or card.
    SuchAs(String),
}

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meant::This(word) => write!(f, "did you mean `{word}`?"),
            Meant::SuchAs(word) => write!(f, "write, for example, `{word}`"),
        }
    }
}

/// Says which part of a line was not understood, why, and what is spelled most like it in this game.
pub fn explain<G: Game>(line: &str, why: Misread) -> String {
    let (what, meant) = parts::<G>(line, why);
    let what = if what.is_empty() { line } else { what };
    match (why, meant) {
        (Misread::Unclear, Some(meant)) => format!("`{what}`: not understood; {meant}"),
        (_, Some(meant)) => format!("`{what}`: {why}; {meant}"),
        (_, None) => format!("`{what}`: {why}"),
    }
}

/// The same for a game given by its id.
pub fn explain_for(game: GameId, line: &str, why: Misread) -> String {
    struct Explain<'a>(&'a str, Misread);
    impl Visitor for Explain<'_> {
        type Out = String;
        fn visit<G: Game>(self) -> String {
            explain::<G>(self.0, self.1)
        }
    }
    game.visit(Explain(line, why))
}

/// A suggestion for the part of a line that was not understood: `did you mean …?`.
pub fn meant<G: Game>(line: &str, why: Misread) -> Option<String> {
    parts::<G>(line, why).1.map(|meant| meant.to_string())
}

/// The part that was not understood, and what was probably meant by it.
fn parts<G: Game>(line: &str, why: Misread) -> (&str, Option<Meant>) {
    let (who, rest) = line.split_once(' ').unwrap_or((line, ""));
    match why {
        Misread::Unclear => {
            let first =
                Actor::STAFF.map(|staff| staff.to_string()).into_iter().chain(["irregularity".to_owned()]);
            let first = like(who, &first.collect::<Vec<_>>()).filter(|_| !rest.is_empty());
            let meant = first.map(|first| Meant::This(format!("{first} {rest}")));
            (line, meant.or_else(|| of(line, &words::<G::Chance>())))
        }
        Misread::NoSuchDeed => (rest, of(rest, &[words::<G::Deed>(), words::<G::Wager>()].concat())),
        Misread::NoSuchIrregularity => (rest, of(rest, &words::<G::Irregularity>())),
        Misread::Refused(Refusal { why: Why::NoSuchWager, .. }) => {
            let wager = rest.strip_prefix("takes back ").unwrap_or_else(|| without_stake(rest));
            let meant = of(wager, &words::<G::Wager>());
            // `cut at 208` looks like a wager of 208.
            let deed = || like(rest, &words::<G::Deed>()).filter(|_| !rest.starts_with("takes back "));
            // A wager on a number that does not exist was meant as such.
            let meant = meant.filter(|meant| matches!(meant, Meant::This(_)));
            (wager, meant.or_else(|| deed().map(Meant::This)))
        }
        Misread::NoStake => (rest, Some(Meant::SuchAs(format!("{line} 5")))),
        Misread::NotMoney(_) => (without_tender(rest).rsplit(' ').next().unwrap_or(rest), None),
        // The wager was understood, but is refused.
        Misread::Refused(_) => (rest, None),
        Misread::NoSuchSeat => (who, None),
    }
}

/// The most similar of these words.
fn of(text: &str, words: &[String]) -> Option<Meant> {
    let word = like(text, words)?;
    let shape = |text: &str| {
        let number = |c: char| if c.is_ascii_digit() { '0' } else { c };
        let mut shape: Vec<char> = text.chars().map(number).collect();
        shape.dedup_by(|a, b| *a == '0' && *b == '0');
        shape
    };
    let text = text.to_lowercase();
    let is_an_example = shape(&word) == shape(&text)
        || word.strip_prefix(&text).is_some_and(|rest| rest.starts_with([' ', ',']));
    Some(if is_an_example { Meant::SuchAs(word) } else { Meant::This(word) })
}

fn words<V: Vocabulary>() -> Vec<String> {
    let mut words = Vec::new();
    V::each(&mut |word| words.push(word.to_string()));
    words
}

/// The word that people use for it at the table, or else the one spelled most like it.
fn like(text: &str, words: &[String]) -> Option<String> {
    let text = text.to_lowercase();
    let said = SAID.iter().find(|(said, _)| *said == text).map(|(_, word)| *word);
    let known = |word: &&str| words.iter().any(|one| one == word);
    let nearest = || nearest(&text, words.iter().rev().map(String::as_str));
    // A game has so many words that some are similar by chance.
    said.filter(known).or_else(|| nearest().filter(|word| likeness(&text, word) > 0.85)).map(str::to_owned)
}

fn without_tender(text: &str) -> &str {
    let last = text.rsplit_once(' ');
    last.filter(|(_, word)| Tender::ALL.iter().any(|tender| tender.word() == *word))
        .map_or(text, |(rest, _)| rest)
}

fn without_stake(text: &str) -> &str {
    let text = without_tender(text);
    text.rsplit_once(' ').filter(|(_, stake)| stake.parse::<Money>().is_ok()).map_or(text, |(wager, _)| wager)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{
        blackjack::Blackjack, chemin_de_fer::CheminDeFer, craps::Craps, minibaccarat::Minibaccarat,
        read_input, red_dog::RedDog, roulette::Roulette,
    };

    fn of<G: Game>(line: &str) -> Option<String> {
        let meant = meant::<G>(line, read_input::<G>(line).err()?)?;
        Some(meant.trim_start_matches("did you mean `").trim_end_matches("`?").to_owned())
    }

    #[test]
    fn the_nearest_spelling_is_offered() {
        for (line, meant) in [
            ("dealer spinz", "spins"),
            ("dealer no-more-bets", "calls no more bets"),
            ("dealer no more bets", "calls no more bets"),
            ("p1 asks for grey", "asks for gray"),
            ("p1 rde 5", "red"),
            ("p1 strait 17 5 cash", "straight 17"),
            ("p1 takes back rde", "red"),
            ("p1 ask for blu", "asks for blue"),
            ("deeler spins", "dealer spins"),
            ("bal 17", "ball 17"),
            ("iregularity foreign object", "irregularity foreign object"),
            ("irregularity foreign objekt", "foreign object"),
        ] {
            assert_eq!(of::<Roulette>(line).as_deref(), Some(meant), "{line}");
        }
        assert_eq!(of::<Craps>("p1 sit at 9").as_deref(), Some("sits at 9"));
        assert_eq!(of::<Craps>("p1 don't pass 5").as_deref(), Some("dont-pass"));
        assert_eq!(of::<Craps>("p1 passline 5").as_deref(), Some("pass"));
        assert_eq!(of::<Minibaccarat>("p1 cut at 208").as_deref(), Some("cuts at 208"));
        assert_eq!(of::<Minibaccarat>("dealer load 14 behind").as_deref(), Some("loads, 14 behind"));
        assert_eq!(of::<Minibaccarat>("p1@3 bnaker 5").as_deref(), Some("banker"));
        assert_eq!(of::<Blackjack>("p1 surrender").as_deref(), Some("surrenders"));
    }

    #[test]
    fn what_players_say_is_known() {
        assert_eq!(of::<Blackjack>("p1 hits").as_deref(), Some("draws"));
        assert_eq!(of::<Blackjack>("p1 stays").as_deref(), Some("stands"));
        assert_eq!(of::<CheminDeFer>("p1 stands").as_deref(), Some("stays"));
        assert_eq!(of::<RedDog>("p1 checks").as_deref(), Some("lets it stand"));
        assert_eq!(of::<Roulette>("p1 hits"), None, "nobody draws there");
    }

    #[test]
    fn what_was_not_understood_is_named() {
        let told =
            |line: &str| explain::<Roulette>(line, read_input::<Roulette>(line).expect_err("unreadable"));
        assert_eq!(told("p1 red"), "`red`: a wager needs an amount; write, for example, `p1 red 5`");
        assert_eq!(
            told("p1 red 5.005 cash"),
            "`5.005`: money has whole cents: write at most two digits after the point"
        );
        assert_eq!(
            told("dealer spinz"),
            "`spinz`: not something people do in this game; did you mean `spins`?"
        );
        assert_eq!(told("dealer xyzzy"), "`xyzzy`: not something people do in this game");
        assert_eq!(told("irregularity"), "`irregularity`: not an irregularity of this game");
        assert_eq!(
            told("p1@x red 5"),
            "`p1@x`: a seat is a number from 1, as in p1@3, and only wagers have one"
        );
    }

    #[test]
    fn another_number_is_an_example_and_another_wager_is_not_put_into_the_mouth() {
        assert_eq!(of::<Roulette>("ball").as_deref(), Some("write, for example, `ball 0`"));
        assert_eq!(
            of::<Minibaccarat>("p1 cuts at 9999").as_deref(),
            Some("write, for example, `cuts at 99`")
        );
        assert_eq!(of::<Roulette>("p1 straight 37 5"), None);
        assert_eq!(of::<Roulette>("p1 takes back hat"), None);
        assert_eq!(of::<Roulette>("p1 dances"), None);
    }
}
