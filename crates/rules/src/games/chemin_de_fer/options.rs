//! What a licensee may choose at baccarat-chemin de fer.

use crate::games::prelude::*;
use crate::{
    hands::{
        baccarat::{Disclosed, Procedure, WithTen},
        vigorish::Rate,
    },
    house::{NoticeKind, Scope},
    submission::{Choice, Chosen, Duty, Entry, Field, Gate, When, Written, choice, fields},
    table::{
        layout,
        seats::MOST_SEATS,
        shoe::{Mixing, Paragraphs, Plan, RecutBy, decks},
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one table.
    pub struct Options {
        /// How many seats the table has.
        seats: u8 = SEATS,
        /// What becomes of a disclosed card.
        disclosed: Disclosed => |gate: &mut Gate<'_>| Disclosed::gate(gate, &DISCLOSED, &DISCLOSED_TEN),
        /// How the dealer calls hands of one count.
        tie_call: TieCall = TIE_CALL;
        decks: u8 = DECKS,
        shuffle: Shuffle => shuffle,
        recut_by: RecutBy = RECUT_BY,
        rate: Rate = VIGORISH,
        is_rounded: bool = ROUNDING,
    }
}

/// 4.4(a): how the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// Shuffled, then laced, and possibly shuffled again.
    Lace {
        /// Whether they are shuffled again.
        again: bool,
    },
    /// Washed, then shuffled by each of three dealers.
    WashAndThree,
}

choice! {
    /// 4.4(a): its two ways.
    enum ShuffleWay { Lace = "lace", WashAndThree = "wash-and-three" }

    /// 4.10(a): how the dealer calls hands of one count (F24).
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum TieCall { StandOff = "stand-off", TieHand = "tie-hand" }
}

fn shuffle(gate: &mut Gate<'_>) -> Option<Shuffle> {
    Some(match gate.get(&SHUFFLE)? {
        ShuffleWay::Lace => Shuffle::Lace { again: gate.is_on(&RESHUFFLE) },
        ShuffleWay::WashAndThree => Shuffle::WashAndThree,
    })
}

fields! {
    OWN;
    DECKS: u8 = decks(cite!("4.1(a)")).or("8");
    SEATS: u8 = Field::count(
        "seats",
        cite!("19:46-1.12"),
        1,
        MOST_SEATS as i64,
        "how many numbered places the table has",
    )
    .or("12");
    SHUFFLE: ShuffleWay = Field::choice(
        "shuffle",
        cite!("4.4(a)"),
        "how the cards are shuffled: shuffled and laced, or washed and shuffled by three dealers",
    )
    .alike(Scope::Pit, cite!("4.4(b)"));
    RESHUFFLE: bool = Field::switch(
        "reshuffle",
        cite!("4.4(a)1.i"),
        "whether some or all cards are shuffled again after lacing",
    )
    .only_with(SHUFFLE.is(&["lace"]))
    .alike(Scope::Pit, cite!("4.4(b)"))
    .told(NoticeKind::Written30, When::Changed, cite!("4.4(a)1.ii"));
    RECUT_BY: RecutBy = RecutBy::field(cite!("4.4(f)"));
    VIGORISH: Rate =
        Field::choice("vigorish", cite!("4.10(c)"), "what the house takes of the Banker's winnings")
            .told(NoticeKind::Notice83, When::Rises(Rate::WORDS), cite!("4.10(d)"));
    ROUNDING: bool = Rate::rounding(cite!("4.10(c)"));
    DISCLOSED: Procedure = Field::choice(
        "disclosed-card",
        cite!("4.12(h)"),
        "the procedure for a card disclosed in error: discards by its value, one more unseen, or a simulated round",
    );
    DISCLOSED_TEN: WithTen = Field::choice(
        "disclosed-ten",
        cite!("4.12(h)1"),
        "under procedure 1, how many more cards go with a ten or a face",
    )
    .only_with(DISCLOSED.is(&["1"]));
    TIE_CALL: TieCall = Field::choice(
        "tie-call",
        cite!("4.10(a)"),
        "how the dealer calls hands of one count: \"Stand Off\" or \"Tie Hand\"",
    )
    .or("stand-off");
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "decks", value: Written::Number(8) },
        Entry { key: "shuffle", value: Written::Text("lace") },
        Entry { key: "recut-by", value: Written::Text("last-cutter") },
        Entry { key: "vigorish", value: Written::Text("5%") },
        Entry { key: "disclosed-card", value: Written::Text("2") },
    ];

    /// What must be uniform, announced or posted because of the choices.
    fn duties(&self, each: &mut dyn FnMut(Duty)) {
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
        // G6: at all tables of this game.
        each(Duty { cite: cite!("4.4(b)"), says: "use it at every such table in the pit", of });
        let of = match self.rate {
            Rate::Four => "vigorish of 4 percent, for all players at the table",
            Rate::Five => "vigorish of 5 percent, for all players at the table",
        };
        each(Duty { cite: cite!("4.10(d)"), says: "give notice of any increase under 8.3 (not held)", of });
    }
}

impl Options {
    /// 4.10(c): the vigorish on what the Banker won, that is, on the part that was covered (F14).
    pub fn vigorish(&self, won: Money) -> Money {
        self.rate.charge(won, self.is_rounded, self.limits.readings().g3)
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

    /// The provision on each step.
    pub const fn paragraphs(&self) -> Paragraphs {
        Paragraphs {
            inspect: cite!("4.3(a)"),
            spread: cite!("4.3(b)"),
            wash: cite!("4.3(c)"),
            shuffle: match self.shuffle {
                Shuffle::Lace { .. } => cite!("4.4(a)1"),
                Shuffle::WashAndThree => cite!("4.4(a)2"),
            },
            mix: cite!("4.4(a)"),
            offer: cite!("4.4(c)"),
            cut: cite!("4.4(d)"),
            load: cite!("4.4(e)"),
            recut: cite!("4.4(f)"),
        }
    }
}
