//! The options of a minibaccarat table as they are written, in the order of the law.

use super::{
    options::Paytable,
    payouts::{LINES, PAYTABLES},
};
use crate::games::prelude::*;
use crate::{
    hands::{
        baccarat::{Procedure, WithTen},
        vigorish::{Collection, PayOrder, Rate},
    },
    house::{NoticeKind, Scope},
    submission::{Field, When, any, choice, fields},
    table::{layout::match_play, shoe::RecutBy},
};

choice! {
    /// 7.5(b): what follows the shuffle.
    pub(super) enum ShuffleWay { Feather = "feather", Lace = "lace" }

    /// 7.3(c), (d), (f) and (i): what is charged on the Banker's Hand.
    pub(super) enum Charge {
        Four = "4%",
        Five = "5%",
        OnTie = "25%-on-tie",
        HalfOnSix = "half-on-six",
        Dragon7 = "dragon-7",
    }
}

impl Charge {
    /// The percentage of the amount won, if this is a percentage.
    pub(super) const fn percent(self) -> Option<Rate> {
        match self {
            Charge::Four => Some(Rate::Four),
            Charge::Five => Some(Rate::Five),
            _ => None,
        }
    }
}

choice! {
    /// 7.5(h)2: what becomes of the kept batch after a table was idle.
    pub(super) enum IdleBatch { Spread = "spread", Skip = "skip" }

    /// 7.7(c): how the first four cards are dealt.
    pub(super) enum Deal { FaceUp = "face-up", PlayerFaceDown = "player-face-down", ToPlayers = "to-players" }
}

/// 7.3(d), (f)1 and (i) each replace (c), and everything that goes with a percentage.
const fn with_percentage<T>(field: Field<T>) -> Field<T> {
    field
        .unless(VIGORISH.is(&["25%-on-tie"]).by(cite!("7.3(d)")))
        .unless(VIGORISH.is(&["half-on-six"]).by(cite!("7.3(f)")))
        .unless(VIGORISH.is(&["dragon-7"]).by(cite!("7.3(i)")))
}

fields! {
    /// All of them but the lines of the bonus schedule.
    pub(super) OWN;
    DECKS: u8 = Field::count(
        "decks",
        cite!("7.1(a)"),
        6,
        16,
        "how many decks: six or more, with a shuffler twelve or more in two equal batches; the law sets no most, this program sixteen",
    )
    .or("8");
    SHUFFLER: bool = Field::switch("shuffler", cite!("7.1(d)"), "an automated card shuffling device is used")
        .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite));
    SEATS: u8 =
        Field::count("seats", cite!("19:46-1.12"), 1, 9, "how many numbered player positions the layout has")
            .or("9");
    TOTAL_CARDS: bool =
        Field::switch("total-cards", cite!("7.2(a)4"), "players may wager on four, five or six cards");
    BONUS: bool =
        Field::switch("bonus", cite!("7.2(a)5"), "players may make the bonus wager on either hand or both");
    NEEDS_BASE: bool = Field::switch(
        "bonus-needs-base",
        cite!("7.2(b)"),
        "a bonus wager takes a regular wager on one of the hands beside it",
    )
    .only_with(BONUS.is_on());
    DRAGON_WAGER: bool =
        Field::switch("dragon-wager", cite!("7.2(a)6.iii"), "players may wager on the dragon 7")
            .only_with(VIGORISH.is(&["dragon-7"]).by(cite!("7.3(i)")))
            .unless(TOTAL_CARDS.is_on())
            .unless(BONUS.is_on());
    MATCH_PLAY: bool = match_play(cite!("7.2(c)"));
    TIE_ODDS: Odds =
        Field::odds("tie-odds", cite!("7.3(b)"), Odds::new(8, 1), "what a winning tie bet is paid");
    VIGORISH: Charge =
        Field::choice("vigorish", cite!("7.3(c)"), "what the house takes when the Banker's Hand wins")
            .told(NoticeKind::Notice83, When::Becomes("half-on-six"), cite!("7.3(f)"))
            .told(NoticeKind::Notice83, When::Rises(&["4%", "5%"]), cite!("7.3(e)"));
    ROUNDING: bool = with_percentage(Field::switch(
        "vigorish-rounding",
        cite!("7.3(c)1"),
        "vigorish goes up to five cents or the next multiple of it",
    ));
    COLLECTION: Collection = with_percentage(
        Field::choice(
            "vigorish-collection",
            cite!("7.3(c)2"),
            "when vigorish is collected; deferred, it is marked and due by the end of the shoe, which a continuous device never reaches",
        )
        .or("at-once"),
    );
    FORM_SERIAL: u32 = with_percentage(
        Field::count(
            "form-serial",
            cite!("7.3(c)3.ii"),
            1,
            999_999_999,
            "the number of the first Complimentary Vigorish Form at the table",
        )
        .or("1"),
    )
    .only_with(COLLECTION.is(&["deferred"]));
    // (f)2 asks for the wagers it counts (M3).
    WAIVER: bool = with_percentage(Field::switch(
        "vigorish-waiver",
        cite!("7.3(f)2"),
        "no vigorish from a player whose total-card wagers come up to his wager on the Banker's Hand",
    ))
    .only_with(TOTAL_CARDS.is_on())
    .told(NoticeKind::Notice83, When::Begins, cite!("7.3(f)"))
    .told(NoticeKind::Notice83, When::Ends, cite!("7.3(e)"));
    PAYTABLE: Paytable =
        Field::choice("bonus-paytable", cite!("7.3(h)"), "the schedule of floors for the bonus wager")
            .only_with(BONUS.is_on());
    DRAGON_ODDS: Odds = Field::odds(
        "dragon-odds",
        cite!("7.3(j)"),
        Odds::new(40, 1),
        "what a winning dragon 7 wager is paid",
    )
    .only_with(DRAGON_WAGER.is_on());
    SHUFFLE: ShuffleWay =
        Field::choice("shuffle", cite!("7.5(b)"), "what the dealer does after the shuffle")
            .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite))
            .unless(SHUFFLER.is_on().by(SHUFFLER.cite))
            .alike(Scope::Pit, cite!("7.5(c)"));
    RESHUFFLE: bool =
        Field::switch("reshuffle", cite!("7.5(b)2.i"), "after lacing, some or all cards are shuffled again")
            .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite))
            .unless(SHUFFLER.is_on().by(SHUFFLER.cite))
            .only_with(SHUFFLE.is(&["lace"]))
            .alike(Scope::Pit, cite!("7.5(c)"))
            .told(NoticeKind::Written30, When::Changed, cite!("7.5(b)2.ii"));
    RECUT_BY: RecutBy = RecutBy::field(cite!("7.5(g)"))
        .or("last-cutter")
        .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite));
    IDLE_BATCH: IdleBatch = Field::choice(
        "idle-batch",
        cite!("7.5(h)2"),
        "whether the batch kept in the shuffler is spread and reshuffled after a table was idle; to skip it takes both approvals",
    )
    .or("spread")
    .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite))
    .only_with(SHUFFLER.is_on());
    IDLE_STORAGE: bool = Field::switch(
        "approvals.idle-storage",
        cite!("7.5(h)2.i"),
        "the Commission approved how the shuffler keeps its one batch",
    );
    IDLE_PROCEDURES: bool = Field::switch(
        "approvals.idle-procedures",
        cite!("7.5(h)2.ii"),
        "the Commission approved how the kept cards are secured, released and prepared",
    );
    DEAL: Deal = Field::choice("deal", cite!("7.7(c)"), "how the first four cards are dealt");
    // 7.8(a): only hands that lie face down can be turned in another order.
    BANKER_FIRST: bool = Field::switch(
        "banker-first-on-request",
        cite!("7.8(a)"),
        "at a player's request the Banker's Hand is turned before the Player's",
    )
    .unless(DEAL.is(&["face-up"]));
    PAY_ORDER: PayOrder = PayOrder::field(cite!("7.10(c)"))
        .alike(Scope::Pit, cite!("7.10(c)1"))
        .told(NoticeKind::Written30, When::Changed, cite!("7.10(c)3"));
    DISCLOSED: Procedure =
        Field::choice("disclosed-card", cite!("7.11(c)"), "what is done about a card dealt in error and seen");
    DISCLOSED_TEN: WithTen = Field::choice(
        "disclosed-ten",
        cite!("7.11(c)1"),
        "how many cards go with a ten, jack, queen or king that was seen",
    )
    .only_with(DISCLOSED.is(&["1"]));
    DEVICE: bool = Field::switch(
        "approvals.continuous-device",
        cite!("7.12"),
        "the Commission or its designee approved the device and its procedures",
    );
    CONTINUOUS: bool = Field::switch(
        "continuous-device",
        cite!("7.12"),
        "a shoe or device that reshuffles by itself takes the place of 7.5 and 7.6",
    )
    .only_with(DEVICE.is_on());
}

/// The description of a line, with its floors; a test compares them with the schedules.
macro_rules! about {
    ($floors:literal) => {
        concat!("what this line of the bonus schedule is paid, no less than the schedule chosen: ", $floors)
    };
}

/// 7.3(h): the lines of the schedules. A line's lowest floor in any schedule is lawful under one of them.
pub(super) const BONUS_ODDS: [Field<Odds>; LINES] = [
    bonus_line(0, "bonus-odds.by-9", about!("A 30 to 1, B 20 to 1, C 30 to 1")),
    bonus_line(1, "bonus-odds.by-8", about!("A 10 to 1, B 8 to 1, C 10 to 1")),
    bonus_line(2, "bonus-odds.by-7", about!("A 6 to 1, B 7 to 1, C 4 to 1")),
    bonus_line(3, "bonus-odds.by-6", about!("A 4 to 1, B 4 to 1, C 4 to 1")),
    bonus_line(4, "bonus-odds.by-5", about!("A 2 to 1, B 3 to 1, C 2 to 1")),
    bonus_line(5, "bonus-odds.by-4", about!("A 1 to 1, B 1 to 1, C 2 to 1")),
    bonus_line(6, "bonus-odds.natural", about!("A 1 to 1, B 1 to 1, C 1 to 1")),
];

const fn bonus_line(at: usize, key: &'static str, about: &'static str) -> Field<Odds> {
    let (mut least, mut i) = (PAYTABLES[0][at], 1);
    while i < PAYTABLES.len() {
        if PAYTABLES[i][at] < least {
            least = PAYTABLES[i][at];
        }
        i += 1;
    }
    Field::odds(key, cite!("7.3(h)"), Odds::new(least, 1), about)
        .or_what_follows("the least of the schedule chosen")
        .only_with(BONUS.is_on())
}

/// All fields; the lines of the bonus schedule come last.
pub(super) const FIELDS: &[&[Field]] = &[OWN, &any(&BONUS_ODDS), crate::table::layout::FIELDS];

#[cfg(test)]
mod tests {
    use super::*;

    /// The descriptions name exactly the floors of the schedules.
    #[test]
    fn each_line_of_the_bonus_names_the_floor_of_every_schedule() {
        for (at, field) in BONUS_ODDS.iter().enumerate() {
            let (_, floors) = field.about.rsplit_once(": ").expect("floors");
            assert!(floors.split(", ").count() == PAYTABLES.len(), "{floors}");
            for (said, (name, schedule)) in floors.split(", ").zip(["A", "B", "C"].iter().zip(PAYTABLES)) {
                let mut words = said.split(' ');
                assert!(words.next() == Some(name), "{floors}");
                let floor = words.next().and_then(|floor| floor.parse::<u16>().ok());
                assert!(floor == Some(schedule[at]), "{}: {floors}", field.key);
            }
        }
    }
}
