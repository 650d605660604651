//! What a licensee may choose at punto banco.

use crate::games::prelude::*;
use crate::{
    hands::vigorish::{Collection, PayOrder, Rate},
    house::{NoticeKind, Scope},
    submission::{Choice, Chosen, Duty, Entry, Field, When, Written, choice, fields},
    table::{
        layout::{self, match_play},
        seats::MOST_SEATS,
        shoe::{Mixing, Plan, RecutBy, decks},
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one punto banco table.
    pub struct Options {
        /// How many decks are in the shoe.
        decks: u8 = DECKS,
        /// How many positions the layout has.
        seats: u8 = SEATS,
        /// How the hands are dealt.
        deal: DealStyle = DEAL,
        /// Whether bettors of the other hand may turn a hand without wagers.
        unbacked_hand: bool = UNBACKED_HAND,
        /// Whether a dealer who is curator turns the Banker's Hand first on request.
        banker_first: bool = BANKER_FIRST,
        /// What a winning tie bet is paid.
        tie_odds: Odds = TIE_ODDS,
        /// What is charged on a winning wager on the Banker's Hand.
        vigorish: Rate = VIGORISH,
        /// Whether that is rounded up.
        is_rounded: bool = ROUNDING,
        /// When vigorish is collected.
        collection: Collection = COLLECTION,
        /// In which order winners are paid and charged.
        pay_order: PayOrder = PAY_ORDER,
        /// Whether the table takes match play coupons.
        match_play: bool = MATCH_PLAY;
        reshuffle: bool = RESHUFFLE,
        recut_by: RecutBy = RECUT_BY,
    }
}

choice! {
    /// 3.7: how the hands are dealt (P3).
    pub enum DealStyle {
        /// 3.7(c): face up before the dealer.
        FaceUp = "face-up",
        /// 3.7(d): face down to the highest bettors, who turn them.
        ToPlayers = "to-players",
    }
}

fields! {
    /// The options, in the order of the law.
    OWN;
    DECKS: u8 = decks(cite!("3.1(a)"));
    SEATS: u8 = Field::count(
        "seats",
        cite!("19:46-1.12"),
        1,
        MOST_SEATS as i64,
        "how many numbered positions the layout has",
    )
    .or("14");
    MATCH_PLAY: bool = match_play(cite!("3.2(c)"));
    TIE_ODDS: Odds =
        Field::odds("tie-odds", cite!("3.3(b)"), Odds::new(8, 1), "what a winning tie bet is paid");
    VIGORISH: Rate = Field::choice(
        "vigorish",
        cite!("3.3(c)"),
        "what is charged on the amount won on the Banker's Hand, from every player at the table",
    )
    .told(NoticeKind::Notice83, When::Rises(Rate::WORDS), cite!("3.3(d)"));
    ROUNDING: bool = Rate::rounding(cite!("3.3(c)"));
    COLLECTION: Collection = Field::choice(
        "vigorish-collection",
        cite!("3.3(c)"),
        "vigorish is collected with the payout, or marked and collected before the next shuffle",
    )
    .or("at-once");
    RESHUFFLE: bool =
        Field::switch("reshuffle", cite!("3.5(b)"), "after lacing the cards are shuffled again")
            .alike(Scope::Pit, cite!("3.5(b)"))
            .told(NoticeKind::Written30, When::Changed, cite!("3.5(b)"));
    RECUT_BY: RecutBy = RecutBy::field(cite!("3.5(e)"));
    DEAL: DealStyle = Field::choice(
        "deal",
        cite!("3.7(d)"),
        "hands lie face up before the dealer, or go face down to the highest bettors",
    )
    .or("face-up");
    UNBACKED_HAND: bool = Field::switch(
        "unbacked-hand",
        cite!("3.7(d)6"),
        "a hand without wagers may be turned by any player with a wager on the other hand",
    )
    .only_with(DEAL.is(&["to-players"]));
    BANKER_FIRST: bool = Field::switch(
        "banker-first-on-request",
        cite!("3.8(a)"),
        "while the dealer is curator, the Banker's Hand is turned first if a player asks",
    );
    PAY_ORDER: PayOrder = PayOrder::field(cite!("3.10(c)"))
        .alike(Scope::Pit, cite!("3.10(c)1"))
        .told(NoticeKind::Written30, When::Changed, cite!("3.10(c)2"));
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "decks", value: Written::Number(8) },
        Entry { key: "vigorish", value: Written::Text("5%") },
        Entry { key: "recut-by", value: Written::Text("last-cutter") },
        Entry { key: "pay-order", value: Written::Text("1") },
    ];

    /// What must be announced because of the choices.
    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let in_writing =
            "tell the Commission and the surveillance department in writing, at least 30 minutes before";
        let of = match self.vigorish {
            Rate::Four => "vigorish is 4%",
            Rate::Five => "vigorish is 5%",
        };
        each(Duty { cite: cite!("3.3(d)"), says: "give notice under 8.3 (not held) of any increase", of });
        if self.reshuffle {
            let of = "the cards are shuffled again after lacing";
            each(Duty { cite: cite!("3.5(b)"), says: in_writing, of });
        }
        each(Duty { cite: cite!("3.10(c)2"), says: in_writing, of: self.pay_order.says() });
    }
}

impl Options {
    /// How a shoe is prepared: 3.5(b) has only lacing, with or without another shuffle (P9).
    pub(super) const fn plan(&self) -> Plan {
        let again = if self.reshuffle { Some((Mixing::Reshuffle, cite!("3.5(b)"))) } else { None };
        let mixing = [Some((Mixing::Lace, cite!("3.5(b)"))), again, None, None];
        Plan { decks: self.decks, mixing, recut_by: self.recut_by }
    }
}
