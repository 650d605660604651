//! The notation in which people write what happens at a table: the inverse of `Display` for [`Input`].
//!
//! ```text
//! p1 red 5.00            p1 puts 5.00 on red in chips
//! p1 red 5.00 color     … in non-value chips; `cash` and `coupon` likewise
//! p1 red 5.00 spoken     … by word alone, without cash, which no game takes
//! p1@3 tie 5.00          … at seat 3
//! p1 takes back red
//! p1 asks for blue       any other deed
//! dealer spins
//! ball 17                what the equipment shows
//! irregularity foreign object
//! ```
//!
//! Everything is written in one spelling and understood in a few more: capitals, several spaces, `10h` and `A♥` for
//! cards, `4 3` for dice, `$1,000` for amounts.

use crate::{
    game::{Act, Game, Input, InputOf, Tender},
    kit::cards::Card,
    money::{Money, NotMoney},
    refusal::{Refusal, Why},
    table::people::{Actor, Seat},
    vocabulary::{Vocabulary, begins_with, is_spelt},
};
use core::fmt::{self, Write};

/// Why a line is not an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misread {
    /// The law has no such wager.
    Refused(Refusal),
    /// It starts with neither a person nor an outcome of the equipment.
    Unclear,
    /// It names a person, but nothing that people do in this game.
    NoSuchDeed,
    /// It is a wager without an amount.
    NoStake,
    /// The amount is not valid.
    NotMoney(NotMoney),
    /// Not one of the game's irregularities.
    NoSuchIrregularity,
    /// The seat is not a number.
    NoSuchSeat,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misread::Refused(refusal) => write!(f, "{refusal}"),
            Misread::Unclear => f.write_str(
                "not understood: begin with a person (p1, dealer, supervisor, floorperson) or with what the equipment shows",
            ),
            Misread::NoSuchDeed => f.write_str("not something people do in this game"),
            Misread::NoStake => f.write_str("a wager needs an amount"),
            Misread::NotMoney(why) => write!(f, "{why}"),
            Misread::NoSuchIrregularity => f.write_str("not an irregularity of this game"),
            Misread::NoSuchSeat => {
                f.write_str("a seat is a number from 1, as in p1@3, and only wagers have one")
            }
        }
    }
}

impl core::error::Error for Misread {}

/// A lookup of a game's words.
pub trait Words<G: Game> {
    /// Finds a wager.
    fn wager(&self, text: &str) -> Option<G::Wager>;
    /// Finds a deed.
    fn deed(&self, text: &str) -> Option<G::Deed>;
    /// Finds an outcome of the equipment.
    fn chance(&self, text: &str) -> Option<G::Chance>;
    /// Finds an irregularity.
    fn irregularity(&self, text: &str) -> Option<G::Irregularity>;
}

/// Compares with every word of the vocabulary: slow, but needs no memory.
struct Spelling;

impl<G: Game> Words<G> for Spelling {
    fn wager(&self, text: &str) -> Option<G::Wager> {
        G::Wager::read(text)
    }
    fn deed(&self, text: &str) -> Option<G::Deed> {
        G::Deed::read(text)
    }
    fn chance(&self, text: &str) -> Option<G::Chance> {
        G::Chance::read(text)
    }
    fn irregularity(&self, text: &str) -> Option<G::Irregularity> {
        G::Irregularity::read(text)
    }
}

/// Reads one input.
pub fn read_input<G: Game>(text: &str) -> Result<InputOf<G>, Misread> {
    read_input_with::<G>(&Spelling, text)
}

/// Reads one input with another lookup of words. Most lines are already in canonical spelling, so that is
/// tried first.
pub fn read_input_with<G: Game>(words: &impl Words<G>, text: &str) -> Result<InputOf<G>, Misread> {
    let misread = match read_spelt::<G>(words, text) {
        Err(misread) => misread,
        read => return read,
    };
    match Plain::of(text) {
        Ok(plain) if plain.text() != text => read_spelt::<G>(words, plain.text()),
        _ => Err(misread),
    }
}

/// A line in canonical spelling: lower case except for cards, and single spaces.
struct Plain {
    bytes: [u8; Plain::LONGEST],
    length: usize,
}

impl Plain {
    /// The maximum length of a line in any game.
    const LONGEST: usize = 160;

    /// Fails if the line is too long.
    fn of(text: &str) -> Result<Plain, fmt::Error> {
        let mut plain = Plain { bytes: [0; Plain::LONGEST], length: 0 };
        if let Some([one, other]) = faces(text) {
            write!(plain, "dice {one}-{other}")?;
            return Ok(plain);
        }
        for word in text.split_whitespace() {
            if plain.length > 0 {
                plain.write_char(' ')?;
            }
            let bare = word.trim_end_matches(',');
            match Card::read(bare) {
                Some(card) => write!(plain, "{card}{}", &word[bare.len()..])?,
                None => word.chars().try_for_each(|c| plain.write_char(typed(c)))?,
            }
        }
        Ok(plain)
    }

    fn text(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl Write for Plain {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// The two faces after `dice`, with any separator.
fn faces(text: &str) -> Option<[char; 2]> {
    let (dice, rest) = text.trim().split_at_checked("dice".len())?;
    let mut faces = rest.chars().filter(|&c| !matches!(typed(c), ' ' | '-' | ',' | '+'));
    let both = [faces.next()?, faces.next()?];
    (dice.eq_ignore_ascii_case("dice") && faces.next().is_none()).then_some(both)
}

/// The keyboard equivalent of a character: word processors change apostrophes and hyphens.
const fn typed(c: char) -> char {
    match c {
        '’' => '\'',
        '–' | '—' | '−' => '-',
        c => c.to_ascii_lowercase(),
    }
}

/// Reads a line in canonical spelling.
fn read_spelt<G: Game>(words: &impl Words<G>, text: &str) -> Result<InputOf<G>, Misread> {
    if let Some(what) = text.strip_prefix("irregularity") {
        let what = what.trim_start();
        return words.irregularity(what).map(Input::Irregularity).ok_or(Misread::NoSuchIrregularity);
    }
    let (who, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (who, at) = who.split_once('@').map_or((who, None), |(who, at)| (who, Some(at)));
    match who.parse::<Actor>() {
        Ok(by) => {
            let numbered =
                |text| (1..=u8::MAX).find(|n| is_spelt(n, text)).map(Seat).ok_or(Misread::NoSuchSeat);
            let seat = at.map_or(Ok(Seat::NONE), numbered)?;
            match read_act::<G>(words, seat, rest)? {
                Act::Do(_) if seat != Seat::NONE => Err(Misread::NoSuchSeat),
                act => Ok(Input::Act { by, act }),
            }
        }
        Err(_) => words.chance(text).map(Input::Chance).ok_or(Misread::Unclear),
    }
}

fn read_act<G: Game>(
    words: &impl Words<G>,
    seat: Seat,
    text: &str,
) -> Result<Act<G::Wager, G::Deed>, Misread> {
    let unknown = Misread::Refused(Refusal::new(G::PERMISSIBLE, Why::NoSuchWager));
    if let Some(wager) = text.strip_prefix("takes back ") {
        return Ok(Act::TakeBack { seat, wager: words.wager(wager).ok_or(unknown)? });
    }
    if let Some(deed) = words.deed(text) {
        return Ok(Act::Do(deed));
    }
    if let Some((wager, _)) = text.strip_suffix(" spoken").and_then(|rest| rest.rsplit_once(' ')) {
        let by_word = |wager| Misread::Refused(Refusal::new(G::made_in(wager), Why::NoCashWithIt));
        return Err(words.wager(wager).map_or(unknown, by_word));
    }
    let (rest, tender) = [Tender::Color, Tender::Cash, Tender::Coupon]
        .into_iter()
        .find_map(|tender| Some((text.strip_suffix(tender.word())?.strip_suffix(' ')?, tender)))
        .unwrap_or((text, Tender::Chips));
    let (wager, stake) = rest.rsplit_once(' ').unwrap_or(("", rest));
    match (words.wager(wager), stake.parse::<Money>()) {
        (Some(wager), Ok(stake)) => Ok(Act::Place { seat, wager, stake, tender }),
        (None, Ok(_)) if words.wager(rest).is_some() => Err(Misread::NoStake),
        // `cuts at 9999` ends in an amount, but is not a wager.
        (None, Ok(_)) if wager.is_empty() || is_verb::<G>(rest) => Err(Misread::NoSuchDeed),
        (None, Ok(_)) => Err(unknown),
        (_, Err(NotMoney::NotANumber)) if words.wager(rest).is_some() => Err(Misread::NoStake),
        (Some(_), Err(why)) => Err(Misread::NotMoney(why)),
        (None, Err(_)) => Err(Misread::NoSuchDeed),
    }
}

/// Whether a deed of the game begins with the same word.
fn is_verb<G: Game>(text: &str) -> bool {
    let verb = text.split(' ').next().unwrap_or_default();
    let mut found = false;
    G::Deed::each(&mut |deed| found = found || begins_with(&deed, verb));
    found
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{
        GameId, blackjack::Blackjack, craps::Craps, games::Visitor, minibaccarat::Minibaccarat,
        roulette::Roulette,
    };
    use core::fmt::Debug;
    use std::string::ToString;

    fn same<G: Game>(spelling: &str, others: &[&str])
    where
        InputOf<G>: Debug,
    {
        let input = read_input::<G>(spelling).expect("readable");
        assert_eq!(input.to_string(), spelling);
        for other in others {
            assert_eq!(read_input::<G>(other), Ok(input), "{other}");
        }
    }

    #[test]
    fn other_spellings_are_understood() {
        same::<Minibaccarat>("Th", &["10h", "10H", "TH", "th", "T♥", " 10♥ "]);
        same::<Minibaccarat>("As", &["AS", "as", "aS", "A♠"]);
        same::<Minibaccarat>("cutting card", &["Cutting Card", "cutting  card"]);
        same::<Minibaccarat>("p1@3 tie 1000.00", &["P1@3 Tie $1,000", "p1@3  tie 1000", "p1@3 tie 1,000.00"]);
        same::<Blackjack>("dealer calls dealer's card", &["Dealer calls dealer’s card"]);
        same::<Roulette>("p1 split 0-3 5.00", &["p1 split 0–3 $5", "P1 SPLIT 0-3 5.0"]);
        same::<Craps>("dice 4-3", &["dice 4 3", "dice 4,3", "Dice 4 - 3", "dice 4+3", "dice 43"]);
    }

    #[test]
    fn a_card_is_understood_inside_an_irregularity() {
        let mut read = 0;
        <Minibaccarat as Game>::Irregularity::each(&mut |what| {
            let text = std::format!("irregularity {what}");
            for other in ["10H", "th", "T♥"].into_iter().filter(|_| text.contains("Th")) {
                let text = text.replace("Th", other);
                assert_eq!(read_input::<Minibaccarat>(&text), Ok(Input::Irregularity(what)), "{text}");
                read += 1;
            }
        });
        assert_eq!(read, 9, "three irregularities show the ten of hearts");
    }

    #[test]
    fn nonsense_stays_nonsense() {
        for text in ["", "11h", "dice 7-1", "dice 4-3-2", "dice", "As Ks", "d♥ce 4-3", "dice 4"] {
            assert_eq!(read_input::<Craps>(text), Err(Misread::Unclear), "{text}");
            assert_eq!(read_input::<Minibaccarat>(text), Err(Misread::Unclear), "{text}");
        }
        assert_eq!(read_input::<Craps>(&"p1 ".repeat(200)), Err(Misread::NoSuchDeed));
        assert_eq!(read_input::<Minibaccarat>("p1 cuts at 9999"), Err(Misread::NoSuchDeed));
        assert!(matches!(read_input::<Minibaccarat>("p1@3 ties 5"), Err(Misread::Refused(_))));
    }

    /// Otherwise the two ways of reading could differ: a word that the plain spelling changes would never be
    /// found.
    #[test]
    fn every_word_of_every_game_is_plain() {
        struct Words;
        impl Visitor for Words {
            type Out = ();
            fn visit<G: Game>(self) {
                fn plain<V: Vocabulary>() {
                    V::each(&mut |word| {
                        let text = word.to_string();
                        let plain = Plain::of(&text).expect("short enough");
                        assert_eq!(plain.text(), text);
                    });
                }
                plain::<G::Wager>();
                plain::<G::Deed>();
                plain::<G::Chance>();
                plain::<G::Irregularity>();
            }
        }
        GameId::ALL.iter().for_each(|game| game.visit(Words));
    }
}
