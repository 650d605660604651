//! What a licensee may choose at baccarat-chemin de fer.

use super::payouts::{self, Rate};
use crate::{
    limits::Limits,
    money::Money,
    preparation::{MOST_DECKS, Mixing, Paragraphs, Plan, RecutBy},
    seats::MOST_SEATS,
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Written},
};
use law::cite;

/// The lawful choices of a licensee for one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    decks: u8,
    seats: u8,
    shuffle: Shuffle,
    recut_by: RecutBy,
    rate: Rate,
    rounded: bool,
    disclosed: Disclosed,
    tie_call: TieCall,
    limits: Limits,
}

/// 4.10(a): how the dealer calls hands of one count (F24).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieCall {
    /// "Stand Off".
    StandOff,
    /// "Tie Hand".
    TieHand,
}

/// 4.4(a): how the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// Shuffled, then laced; perhaps shuffled again.
    Lace {
        /// Whether they are.
        again: bool,
    },
    /// Washed, then shuffled by each of three dealers.
    WashAndThree,
}

/// 4.12(h): what becomes of a disclosed card that no hand can use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Disclosed {
    /// It goes with as many cards as its value; a ten or face with so many.
    ByValue {
        /// One or ten.
        tens: u8,
    },
    /// It goes with one more card, unseen.
    OneMore,
    /// It begins a simulated round.
    Simulated,
}

const DECKS: Field = Field::count(
    "decks",
    cite!("4.1(a)"),
    6,
    MOST_DECKS as i64,
    "how many decks the shoe holds: six or more; the law sets no most, this program sixteen",
)
.or("8");
const SEATS: Field = Field::count(
    "seats",
    cite!("19:46-1.12"),
    1,
    MOST_SEATS as i64,
    "how many numbered places the table has",
)
.or("12");
const SHUFFLE: Field = Field::one_of(
    "shuffle",
    cite!("4.4(a)"),
    &["lace", "wash-and-three"],
    "how the cards are shuffled: shuffled and laced, or washed and shuffled by three dealers",
);
const RESHUFFLE: Field = Field::switch(
    "reshuffle",
    cite!("4.4(a)1.i"),
    "whether some or all cards are shuffled again after lacing",
);
const RECUT_BY: Field = Field::one_of(
    "recut-by",
    cite!("4.4(f)"),
    &["last-cutter", "next-entitled"],
    "who recuts when a supervisor requires it",
);
const VIGORISH: Field = Field::one_of(
    "vigorish",
    cite!("4.10(c)"),
    &["4%", "5%"],
    "what the house takes of the Banker's winnings",
);
const ROUNDING: Field = Field::switch(
    "vigorish-rounding",
    cite!("4.10(c)"),
    "whether vigorish is rounded up, to 20 cents with 4% and to 25 cents with 5%",
);
const DISCLOSED: Field = Field::one_of(
    "disclosed-card",
    cite!("4.12(h)"),
    &["1", "2", "3"],
    "the procedure for a card disclosed in error: discards by its value, one more unseen, or a simulated round",
);
const DISCLOSED_TEN: Field = Field::one_of(
    "disclosed-ten",
    cite!("4.12(h)1"),
    &["one", "ten"],
    "under procedure 1, how many more cards go with a ten or a face",
);
const TIE_CALL: Field = Field::one_of(
    "tie-call",
    cite!("4.10(a)"),
    &["stand-off", "tie-hand"],
    "how the dealer calls hands of one count: \"Stand Off\" or \"Tie Hand\"",
)
.or("stand-off");

/// The options.
const FIELDS: &[Field] =
    &[DECKS, SEATS, SHUFFLE, RESHUFFLE, RECUT_BY, VIGORISH, ROUNDING, DISCLOSED, DISCLOSED_TEN, TIE_CALL];

impl Chosen for Options {
    const FIELDS: &'static [Field] = FIELDS;
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "decks", value: Written::Number(8) },
        Entry { key: "shuffle", value: Written::Text("lace") },
        Entry { key: "recut-by", value: Written::Text("last-cutter") },
        Entry { key: "vigorish", value: Written::Text("5%") },
        Entry { key: "disclosed-card", value: Written::Text("2") },
    ];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let [decks, seats] = [gate.count(&DECKS), gate.count(&SEATS)];
        let shuffle = shuffle(gate);
        let recut_by = gate.one_of(&RECUT_BY).map(|i| [RecutBy::LastCutter, RecutBy::NextEntitled][i]);
        let rate = gate.one_of(&VIGORISH).map(|i| [Rate::Four, Rate::Five][i]);
        let rounded = gate.switch(&ROUNDING);
        let disclosed = disclosed(gate);
        let tie_call = gate.one_of(&TIE_CALL).map(|i| [TieCall::StandOff, TieCall::TieHand][i]);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        Some(Options {
            decks: u8::try_from(decks?).ok()?,
            seats: u8::try_from(seats?).ok()?,
            shuffle: shuffle?,
            recut_by: recut_by?,
            rate: rate?,
            rounded,
            disclosed: disclosed?,
            tie_call: tie_call?,
            limits: limits?,
        })
    }

    /// What must be used everywhere, told or posted because of the choices.
    fn duties(&self, each: &mut impl FnMut(Duty)) {
        let (of, again) = match self.shuffle {
            Shuffle::Lace { again: false } => ("shuffle and lace", false),
            Shuffle::Lace { again: true } => ("shuffle, lace and shuffle again", true),
            Shuffle::WashAndThree => ("wash, and shuffle by three dealers", false),
        };
        if again {
            let says =
                "give surveillance and the Commission written notice 30 minutes before it begins or ends";
            each(Duty { cite: cite!("4.4(a)1.ii"), says, of: "shuffling again after lacing" });
        }
        // G6: of this game.
        each(Duty { cite: cite!("4.4(b)"), says: "use it at every such table in the pit", of });
        let of = match self.rate {
            Rate::Four => "vigorish of 4 percent, for all players at the table",
            Rate::Five => "vigorish of 5 percent, for all players at the table",
        };
        each(Duty { cite: cite!("4.10(d)"), says: "give notice of any increase under 8.3 (not held)", of });
    }
}

/// 4.4(a)1.i: only laced cards are shuffled again.
fn shuffle(gate: &mut Gate<'_>) -> Option<Shuffle> {
    let again = gate.switch(&RESHUFFLE);
    let shuffle = gate.one_of(&SHUFFLE).map(|i| [Shuffle::Lace { again }, Shuffle::WashAndThree][i]);
    if again && shuffle == Some(Shuffle::WashAndThree) {
        gate.report(&RESHUFFLE, Breach::NoPlace { beside: SHUFFLE.key });
    }
    shuffle
}

/// 4.12(h)1: only its first procedure asks about tens.
fn disclosed(gate: &mut Gate<'_>) -> Option<Disclosed> {
    match gate.one_of(&DISCLOSED) {
        Some(0) => gate.one_of(&DISCLOSED_TEN).map(|i| Disclosed::ByValue { tens: [1, 10][i] }),
        other => {
            if gate.written(&DISCLOSED_TEN).is_some() {
                match other {
                    Some(_) => gate.report(&DISCLOSED_TEN, Breach::NoPlace { beside: DISCLOSED.key }),
                    // The procedure is at fault already; a number that no procedure knows is another fault.
                    None => drop(gate.one_of(&DISCLOSED_TEN)),
                }
            }
            other.map(|i| [Disclosed::OneMore, Disclosed::Simulated][i - 1])
        }
    }
}

impl Options {
    /// How many seats the table has.
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// What becomes of a disclosed card.
    pub const fn disclosed(&self) -> Disclosed {
        self.disclosed
    }

    /// How the dealer calls hands of one count.
    pub const fn tie_call(&self) -> TieCall {
        self.tie_call
    }

    /// What the house takes of the Banker's winnings.
    pub fn vigorish(&self, won: Money) -> Money {
        payouts::vigorish(won, self.rate, self.rounded)
    }

    /// The table's limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How a shoe is prepared.
    pub const fn plan(&self) -> Plan {
        let mixing = match self.shuffle {
            Shuffle::Lace { again: false } => [Some((Mixing::Lace, cite!("4.4(a)1"))), None, None, None],
            Shuffle::Lace { again: true } => {
                let reshuffle = Some((Mixing::Reshuffle, cite!("4.4(a)1.i")));
                [Some((Mixing::Lace, cite!("4.4(a)1"))), reshuffle, None, None]
            }
            Shuffle::WashAndThree => {
                let by_all = Some((Mixing::ShuffleByAll, cite!("4.4(a)2")));
                [Some((Mixing::Wash, cite!("4.4(a)2"))), by_all, None, None]
            }
        };
        Plan { decks: self.decks, mixing, recut_by: self.recut_by }
    }

    /// Where each step is prescribed.
    pub const fn paragraphs(&self) -> Paragraphs {
        Paragraphs {
            inspect: cite!("4.3(a)"),
            spread: cite!("4.3(b)"),
            wash: cite!("4.3(c)"),
            shuffle: match self.shuffle {
                Shuffle::Lace { .. } => cite!("4.4(a)1"),
                Shuffle::WashAndThree => cite!("4.4(a)2"),
            },
            offer: cite!("4.4(c)"),
            cut: cite!("4.4(d)"),
            load: cite!("4.4(e)"),
            recut: cite!("4.4(f)"),
        }
    }
}
