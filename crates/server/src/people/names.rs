//! Names: what is valid, and which ones are reserved for the floor.

use super::Denied;
use books::text::is_hidden;
use protocol::Role;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The most characters and the most bytes of a name.
const MOST: (usize, usize) = (32, 96);

/// Names under which the floor itself writes, and those of actors in the rules' notation.
const WORDS: [&str; 8] =
    ["dealer", "supervisor", "equipment", "irregularity", "system", "admin", "root", "nobody"];

/// The normalized form of a name: letters and digits of any script, composed and in lower case, so that nobody can pass
/// for somebody else with a capital letter or a different encoding of the same letter. It contains no hidden
/// characters.
pub fn name(written: &str) -> Result<String, Denied> {
    // This comes before normalization: a megabyte of letters is not worth the work.
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
    let is_house = name == books::HOUSE || name.starts_with(HOUSE_PLAYER);
    match begins_well && fits && name.chars().all(lawful) && !is_house {
        true => Ok(name),
        false => Err(Denied::Name),
    }
}

/// The prefix of house players' names in journals. Nobody else's name begins like this.
pub const HOUSE_PLAYER: &str = "house-";

/// A name as people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// The normalized form: see [`name`].
    pub kept: String,
    /// The form that is displayed.
    pub shown: String,
}

/// A name as people write it. It may have spaces between words, which count as `-`.
pub fn spoken(written: &str) -> Result<Spoken, Denied> {
    if written.len() > 4 * MOST.1 {
        return Err(Denied::Name);
    }
    let shown: String = written.trim_matches(' ').nfc().collect();
    Ok(Spoken { kept: name(&shown.replace(' ', "-"))?, shown })
}

/// The same for somebody whom nobody has invited: guests cannot take names that mean something on the floor.
pub fn open_to_guests(written: &str) -> Result<Spoken, Denied> {
    let is_taken = is_reserved(&written.replace(' ', "-"));
    let spoken = spoken(written).map_err(|denied| if is_taken { Denied::Reserved } else { denied })?;
    if is_reserved(&spoken.kept) { Err(Denied::Reserved) } else { Ok(spoken) }
}

/// Two plain words for a guest who gave no name, chosen by `chance`.
pub fn plain(chance: [u8; 2]) -> String {
    let of = |words: &'static [&str], chance: u8| words[usize::from(chance) % words.len()];
    format!("{} {}", of(&FIRST, chance[0]), of(&SECOND, chance[1]))
}

const FIRST: [&str; 32] = [
    "Amber", "Autumn", "Brave", "Bright", "Calm", "Cedar", "Clever", "Copper", "Coral", "Crimson", "Dapper",
    "Early", "Gentle", "Golden", "Happy", "Hazel", "Ivory", "Jolly", "Keen", "Lucky", "Maple", "Merry",
    "Misty", "Noble", "Olive", "Quiet", "Rapid", "Ruby", "Silver", "Sunny", "Swift", "Violet",
];
const SECOND: [&str; 32] = [
    "Badger", "Beaver", "Bison", "Crane", "Curlew", "Deer", "Dolphin", "Falcon", "Finch", "Fox", "Gannet",
    "Hare", "Hawk", "Ibis", "Jay", "Kestrel", "Lark", "Lynx", "Magpie", "Marmot", "Otter", "Owl", "Panda",
    "Plover", "Puffin", "Raven", "Robin", "Seal", "Swan", "Tern", "Turtle", "Wren",
];

/// Whether a name is that of a role, of a patron number, of a cage, or one under which the floor writes. A role
/// followed by a number is reserved too.
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
        || name.starts_with(HOUSE_PLAYER)
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
            "house-heron",
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

    #[test]
    fn a_name_is_shown_as_it_was_written() {
        for (written, kept, shown) in [
            (" Amber Otter ", "amber-otter", "Amber Otter"),
            ("Zoe\u{308}", "zoë", "Zoë"),
            ("山田 太郎", "山田-太郎", "山田 太郎"),
        ] {
            let (kept, shown) = (kept.to_owned(), shown.to_owned());
            assert_eq!(spoken(written), Ok(Spoken { kept, shown }), "{written}");
        }
        for written in ["", " ", "a\tb", "a\u{202e}b", "a\u{a0}b", "\u{2066}a", &"a ".repeat(200)] {
            assert_eq!(spoken(written), Err(Denied::Name), "{written:?}");
        }
        assert_eq!(open_to_guests("House Heron"), Err(Denied::Reserved));
    }

    #[test]
    fn every_name_that_the_floor_gives_may_be_taken() {
        for first in 0..=u8::MAX {
            let given = plain([first, first.wrapping_mul(37)]);
            assert_eq!(open_to_guests(&given).map(|spoken| spoken.shown), Ok(given));
        }
    }
}
