//! Values and amounts as papers write them.

use rules::{
    Field, Money, Value,
    submission::{MOST_SPOTS, Rates},
};

/// `$5`, `$4.75`, `$10,000`, `−$20`.
pub fn dollars(amount: Money) -> String {
    let cents = amount.as_cents();
    let (whole, part) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let mut digits = whole.to_string();
    for at in (1..digits.len()).rev().filter(|at| (digits.len() - at) % 3 == 0).collect::<Vec<_>>() {
        digits.insert(at, ',');
    }
    let sign = if cents < 0 { "−" } else { "" };
    if part == 0 { format!("{sign}${digits}") } else { format!("{sign}${digits}.{part:02}") }
}

/// A value as people say it: `yes`, `$5`, `35 to 1`, `over under 13`.
pub fn said(value: Value) -> String {
    match value {
        Value::Switch(true) => "yes".to_owned(),
        Value::Switch(false) => "no".to_owned(),
        Value::Money(amount) => dollars(amount),
        Value::Word(word) => word.replace('-', " "),
        Value::Words(words) if words.set() == 0 => "none".to_owned(),
        Value::Words(words) => words.to_string().replace('-', " "),
        Value::Rates(rates) if rates.is_empty() => "not offered".to_owned(),
        Value::Rates(rates) => rates_said(&rates),
        Value::Count(_) | Value::Odds(_) | Value::Way(_) => value.bare().to_string(),
    }
}

/// A row of a rate card: `$1 on 2, $45 on 3`.
fn rates_said(rates: &Rates) -> String {
    let paid = (0..=MOST_SPOTS).map(|caught| (caught, rates.pays(caught)));
    let paid = paid.filter(|(_, pays)| *pays > Money::ZERO);
    paid.map(|(caught, pays)| format!("{} on {caught}", dollars(pays))).collect::<Vec<_>>().join(", ")
}

/// What an option means when it has this value, as a sentence without its full stop.
pub fn rule(field: &Field, value: Value) -> String {
    if let (Some(kind), Value::Odds(_)) = (field.key.strip_prefix("odds."), value) {
        return format!("A winner on “{}” is paid {}", wager(kind), said(value));
    }
    match value {
        Value::Switch(true) => sentence(field.about),
        Value::Switch(false) => format!("Not offered: {}", field.about),
        _ => format!("{}: {}", sentence(field.about), said(value)),
    }
}

/// Whether the text of a rule is a sentence rather than just a name.
pub fn is_sentence(text: &str) -> bool {
    [" take ", " may ", " wins", " wagers ", " waits ", " is void", ", then "]
        .iter()
        .any(|verb| text.contains(verb))
}

/// The text with a capital first letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What a patron should know about an option, as a sentence without its period; `None` if it concerns only
/// the staff.
pub fn for_patrons(field: &Field, value: Value) -> Option<String> {
    let is = said(value);
    Some(match field.key {
        "recut-by"
        | "pay-order"
        | "disclosed-card"
        | "disclosed-ten"
        | "shuffle"
        | "reshuffle"
        | "idle-batch"
        | "own-procedures"
        | "bart-carter"
        | "cut-card-depth"
        | "burn"
        | "dice"
        | "left-decks"
        | "red-suits"
        | "form-serial"
        | "value-chip-colors"
        | "second-deck"
        | "exposed-dealer-card"
        | "tie-call"
        | "shared-boxes"
        | "same-suit-payout"
        | "reader-shows" => return None,
        key if [
            "approvals.",
            "layout.",
            "limits.",
            "stops.",
            "irregularities.",
            "odds.",
            "progressive.",
            "bonus-odds.",
        ]
        .iter()
        .any(|part| key.starts_with(part)) =>
        {
            return None;
        }
        key if key.starts_with("rates.") => {
            let spots = key.trim_start_matches("rates.");
            format!("A ticket of {spots} {} pays per $1: {is}", if spots == "1" { "spot" } else { "spots" })
        }
        "aggregate-limit" => format!(
            "The large prizes of one game are paid up to {is} together; if they are more, each is reduced by the same part"
        ),
        "large-prize" => format!("A prize is large from {is} on; smaller ones are never reduced"),
        "most-games" => format!("A ticket can be bought for up to {is} games in a row"),
        "wheel" => match value {
            Value::Word("double-zero-as-single") => {
                "A double zero wheel is used as a single zero wheel: on 00 the wheel is spun again".to_owned()
            }
            _ => format!("Wheel: {is}"),
        },
        "zero" => format!(
            "On 0 and 00, even chances lose {}",
            if value == Value::Word("half") { "half" } else { "all" }
        ),
        "clapper" => match value {
            Value::Word("passed") => {
                "If the clapper rests between two numbers, the number passed last wins".to_owned()
            }
            _ => "If the clapper rests between two numbers, the spin is void and the wheel is spun again"
                .to_owned(),
        },
        "two-of-a-kind" => match value {
            Value::Word("exactly-two") => {
                "Two of a Kind loses when all three dice show its number".to_owned()
            }
            _ => "Two of a Kind also wins when all three dice show its number".to_owned(),
        },
        "paytable" => return None,
        "decks" => format!("Decks of cards in use: {is}"),
        "boxes" | "seats" | "areas" | "places" => format!("Places for players: {is}"),
        "designated-ace" => format!("The ace of the designated blackjack is {}", card(&is)),
        "designated-face" => format!("Its face card is {}", card(&is)),
        "designated-odds" => format!("The designated blackjack pays {is}"),
        "mid-shoe" => return Some(mid_shoe(value)),
        "splits" => format!("Pairs may be split {}", times(&is)),
        "second-card" => match value {
            Value::Word("face-down") => "The dealer takes a hole card face down",
            Value::Word("face-up") => "The dealer takes both cards face up",
            _ => "The dealer takes the second card after all players have acted",
        }
        .to_owned(),
        "bettors-per-box" if value == Value::Count(1) => "Only one person may wager on a box".to_owned(),
        "bettors-per-box" => format!("Up to {is} people may wager on a box, if the first of them consents"),
        "additional-maximum" => format!("The most on an additional wager is {is}"),
        "additional-wager" => match value {
            Value::Word("over-under-13") => "Wagers on over 13 and on under 13 are taken".to_owned(),
            _ => format!("An additional wager is taken: {is}"),
        },
        "multiple-action" => format!("Wagers against several hands of the dealer: {is}"),
        "odds-multiple" => format!("Odds up to {is} times the bet"),
        "vigorish" => match value {
            Value::Count(_) => format!("Vigorish on buy and lay bets is {is} percent"),
            Value::Word(percent) if percent.ends_with('%') => {
                format!("Vigorish on winnings of the Banker's Hand is {percent}")
            }
            _ => format!("On the Banker's Hand: {is}"),
        },
        "vigorish-collection" => match value {
            Value::Word("won") => "Vigorish is collected when the bet wins".to_owned(),
            Value::Word("placed") => "Vigorish is collected when the bet is made".to_owned(),
            Value::Word("deferred") => "Vigorish is marked and collected later".to_owned(),
            _ => format!("Vigorish is collected: {is}"),
        },
        "vigorish-rounding" if matches!(value, Value::Switch(_)) => rule(field, value),
        "vigorish-rounding" => format!("Vigorish is rounded {is} to what the table can pay"),
        "unpayable" => match value {
            Value::Word("refuse") => "A wager that cannot be paid exactly is refused".to_owned(),
            _ => "A wager that cannot be paid exactly is paid the next amount up".to_owned(),
        },
        "shooter-line-bet" => match value {
            Value::Word("required") => "The shooter must have a Pass or Don't Pass Bet".to_owned(),
            _ => "The shooter needs no Pass or Don't Pass Bet".to_owned(),
        },
        "raise" => match value {
            Value::Word("equal") => "A raise must equal the original wager".to_owned(),
            _ => "A raise may be up to the original wager".to_owned(),
        },
        "deal" => format!("How cards are dealt: {is}"),
        "payout-limit" => {
            format!("The most that is paid on one hand is {is}, unless the least wager could win more")
        }
        _ => rule(field, value),
    })
}

fn mid_shoe(value: Value) -> String {
    let Value::Words(words) = value else { return said(value) };
    let parts = [
        ("1", "players who missed the first round of a shoe may not join until a reshuffle"),
        ("2", "players who missed the first round of a shoe wager the minimum until a reshuffle"),
        ("3", "players who sat a round out may not return until a reshuffle"),
        ("4", "players who sat a round out wager the minimum until a reshuffle"),
    ];
    let all: Vec<&str> = parts.iter().filter(|(word, _)| words.has(word)).map(|(_, text)| *text).collect();
    sentence(&all.join("; "))
}

fn times(n: &str) -> &str {
    match n {
        "1" => "once",
        "2" => "twice",
        "3" => "up to three times",
        other => other,
    }
}

/// Writes `As` as `A♠`.
fn card(text: &str) -> String {
    text.replace('c', "♣").replace('d', "♦").replace('h', "♥").replace('s', "♠")
}

/// The display name of a kind of wager: `place-lose-4-10` becomes `Place lose 4 or 10`.
pub fn wager(kind: &str) -> String {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut name = String::new();
    let mut last = "";
    for word in kind.split('-') {
        name += match (name.is_empty(), is_number(last) && is_number(word)) {
            (true, _) => "",
            (false, true) => " or ",
            (false, false) => " ",
        };
        name += match word {
            "dont" => "don't",
            "e" => "E", // craps and eleven
            other => other,
        };
        last = word;
    }
    sentence(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wagers_are_named_as_people_say_them() {
        let names = ["place-lose-4-10", "dont-pass", "1-to-18", "horn-high-2-12", "c-and-e"].map(wager);
        assert_eq!(names, ["Place lose 4 or 10", "Don't pass", "1 to 18", "Horn high 2 or 12", "C and E"]);
    }

    #[test]
    fn amounts_are_written_as_people_write_them() {
        for (cents, text) in [
            (500, "$5"),
            (475, "$4.75"),
            (0, "$0"),
            (1_000_000, "$10,000"),
            (-123_456_700, "−$1,234,567"),
            (100_005, "$1,000.05"),
        ] {
            assert_eq!(dollars(Money::cents(cents)), text);
        }
    }
}
