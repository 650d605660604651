//! Names: what may be one, and which ones the floor keeps for itself.

use super::Denied;
use books::text::is_hidden;
use protocol::Role;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The most characters of a name, and the most bytes.
const MOST: (usize, usize) = (32, 96);

/// Names under which the floor itself writes, and those of people in the rules' notation.
const WORDS: [&str; 8] =
    ["dealer", "supervisor", "equipment", "irregularity", "system", "admin", "root", "nobody"];

/// The name as it is kept: letters and digits of any script, composed and in lower case, so that nobody can pass for
/// somebody else by the size of a letter or by another spelling of the same one. Nothing in it is hidden.
pub fn name(written: &str) -> Result<String, Denied> {
    // Before anything is composed: a megabyte of letters is not worth the work.
    if written.len() > 4 * MOST.1 || written.chars().count() > MOST.0 {
        return Err(Denied::Name);
    }
    let name: String = written.nfc().flat_map(char::to_lowercase).nfc().collect();
    let lawful = |c: char| {
        let selects = ('\u{fe00}'..='\u{fe0f}').contains(&c);
        !is_hidden(c) && !selects && (c.is_alphanumeric() || is_combining_mark(c) || "-_.".contains(c))
    };
    let fits = name.chars().count() <= MOST.0 && name.len() <= MOST.1;
    let begins_well = name.starts_with(char::is_alphanumeric);
    match begins_well && fits && name.chars().all(lawful) && name != books::HOUSE {
        true => Ok(name),
        false => Err(Denied::Name),
    }
}

/// The same, for somebody whom nobody admits: names that mean something on the floor are kept from guests.
pub fn open_to_guests(written: &str) -> Result<String, Denied> {
    let name =
        name(written).map_err(|denied| if is_reserved(written) { Denied::Reserved } else { denied })?;
    if is_reserved(&name) { Err(Denied::Reserved) } else { Ok(name) }
}

/// Whether a name is that of a role, of a patron's place, of a cage, or one the floor writes under. A role with a number
/// after it is reserved too.
fn is_reserved(name: &str) -> bool {
    let name = name.to_lowercase();
    let numbered = |word: &str| {
        let rest = name.strip_prefix(word);
        rest.is_some_and(|rest| rest.chars().all(|c| c.is_numeric() || "-_.".contains(c)))
    };
    let patron = name.strip_prefix('p').is_some_and(|n| !n.is_empty() && n.chars().all(char::is_numeric));
    let roles = Role::ALL.into_iter().map(Role::name);
    patron
        || name.starts_with("cage")
        || name.starts_with("node-")
        || numbered(books::HOUSE)
        || WORDS.into_iter().chain(roles).any(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_script_are_welcome_and_have_one_spelling() {
        for (written, kept) in [
            ("Ann", "ann"),
            ("Zoe\u{308}", "zoë"),
            ("ZOË", "zoë"),
            ("Łukasz", "łukasz"),
            ("山田.太郎", "山田.太郎"),
            ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
            ("हिन्दी", "हिन्दी"),
            ("a.b-c_9", "a.b-c_9"),
        ] {
            assert_eq!(name(written).as_deref(), Ok(kept), "{written}");
            assert_eq!(name(kept).as_deref(), Ok(kept), "{kept}");
        }
    }

    #[test]
    fn nothing_hidden_is_in_a_name() {
        let long = "a".repeat(33);
        let wide = "字".repeat(33);
        for written in [
            "",
            ".",
            "-a",
            "house",
            "HOUSE",
            "a b",
            "a/b",
            "a\n",
            "a\u{202e}b",
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{7f}",
            "\u{301}a",
            "a\u{fe0f}",
            "a<b",
            "a:b",
            "a\u{2066}b\u{2069}",
            "🙂",
            &long,
            &wide,
            &"a".repeat(100_000),
        ] {
            assert_eq!(name(written), Err(Denied::Name), "{written:?}");
        }
    }

    #[test]
    fn guests_take_no_name_that_means_something() {
        for written in [
            "dealer",
            "Dealer",
            "DEALER-2",
            "house",
            "House",
            "floorperson",
            "supervisor",
            "p1",
            "P65535",
            "pit-clerk",
            "administrator",
            "admin",
            "commission",
            "surveillance",
            "player",
            "player7",
            "cage-floor",
            "cage",
            "system",
            "equipment",
            "node-1",
            "irregularity",
        ] {
            assert_eq!(open_to_guests(written), Err(Denied::Reserved), "{written}");
        }
        for written in ["ann", "pat", "p1lar", "dealership", "housemate", "p", "systema", "rooter"] {
            assert!(open_to_guests(written).is_ok(), "{written}");
        }
        assert_eq!(name("dealer").as_deref(), Ok("dealer"), "an administrator may admit one");
    }
}
