//! The options of a minibaccarat table as they are written, in the order of the law.

use super::payouts::{LINES, PAYTABLES};
use crate::{money::Odds, submission::Field};
use law::cite;

pub(super) const DECKS: Field = Field::count(
    "decks",
    cite!("7.1(a)"),
    6,
    16,
    "how many decks: six or more, with a shuffler twelve or more in two equal batches; the law sets no most, this program sixteen",
)
.or("8");
pub(super) const SHUFFLER: Field =
    Field::switch("shuffler", cite!("7.1(d)"), "an automated card shuffling device is used");
pub(super) const SEATS: Field =
    Field::count("seats", cite!("19:46-1.12"), 1, 9, "how many numbered player positions the layout has")
        .or("9");
pub(super) const TOTAL_CARDS: Field =
    Field::switch("total-cards", cite!("7.2(a)4"), "players may wager on four, five or six cards");
pub(super) const BONUS: Field =
    Field::switch("bonus", cite!("7.2(a)5"), "players may make the bonus wager on either hand or both");
pub(super) const NEEDS_BASE: Field = Field::switch(
    "bonus-needs-base",
    cite!("7.2(b)"),
    "a bonus wager takes a regular wager on one of the hands beside it",
);
pub(super) const DRAGON_WAGER: Field =
    Field::switch("dragon-wager", cite!("7.2(a)6.iii"), "players may wager on the dragon 7");
pub(super) const MATCH_PLAY: Field =
    Field::switch("match-play", cite!("7.2(c)"), "the table takes match play coupons");
pub(super) const TIE_ODDS: Field =
    Field::odds("tie-odds", cite!("7.3(b)"), Odds::new(8, 1), "what a winning tie bet is paid");
pub(super) const VIGORISH: Field = Field::one_of(
    "vigorish",
    cite!("7.3(c)"),
    &["4%", "5%", "25%-on-tie", "half-on-six", "dragon-7"],
    "the table's one bargain on the Banker's Hand",
);
pub(super) const ROUNDING: Field = Field::switch(
    "vigorish-rounding",
    cite!("7.3(c)1"),
    "vigorish goes up to five cents or the next multiple of it",
);
pub(super) const COLLECTION: Field = Field::one_of(
    "vigorish-collection",
    cite!("7.3(c)2"),
    &["at-once", "deferred"],
    "when vigorish is collected; deferred, it is marked and due by the end of the shoe",
)
.or("at-once");
pub(super) const FORM_SERIAL: Field = Field::count(
    "form-serial",
    cite!("7.3(c)3.ii"),
    1,
    999_999_999,
    "the number of the first Complimentary Vigorish Form at the table",
)
.or("1");
pub(super) const WAIVER: Field = Field::switch(
    "vigorish-waiver",
    cite!("7.3(f)2"),
    "no vigorish from a player whose total-card wagers come up to his wager on the Banker's Hand",
);
pub(super) const PAYTABLE: Field = Field::one_of(
    "bonus-paytable",
    cite!("7.3(h)"),
    &["A", "B", "C"],
    "the schedule of floors for the bonus wager",
)
.or("none: must be decided with the bonus wager");
pub(super) const DRAGON_ODDS: Field =
    Field::odds("dragon-odds", cite!("7.3(j)"), Odds::new(40, 1), "what a winning dragon 7 wager is paid");
pub(super) const SHUFFLE: Field =
    Field::one_of("shuffle", cite!("7.5(b)"), &["feather", "lace"], "what the dealer does after the shuffle");
pub(super) const RESHUFFLE: Field =
    Field::switch("reshuffle", cite!("7.5(b)2.i"), "after lacing, some or all cards are shuffled again");
pub(super) const RECUT_BY: Field = Field::one_of(
    "recut-by",
    cite!("7.5(g)"),
    &["last-cutter", "next-entitled"],
    "who recuts when a supervisor requires it",
)
.or("last-cutter");
pub(super) const IDLE_BATCH: Field = Field::one_of(
    "idle-batch",
    cite!("7.5(h)2"),
    &["spread", "skip"],
    "whether the batch kept in the shuffler is spread and reshuffled after a table was idle",
)
.or("spread");
pub(super) const IDLE_STORAGE: Field = Field::switch(
    "approvals.idle-storage",
    cite!("7.5(h)2.i"),
    "the Commission approved how the shuffler keeps its one batch",
);
pub(super) const IDLE_PROCEDURES: Field = Field::switch(
    "approvals.idle-procedures",
    cite!("7.5(h)2.ii"),
    "the Commission approved how the kept cards are secured, released and prepared",
);
pub(super) const DEAL: Field = Field::one_of(
    "deal",
    cite!("7.7(c)"),
    &["face-up", "player-face-down", "to-players"],
    "how the first four cards are dealt",
);
pub(super) const BANKER_FIRST: Field = Field::switch(
    "banker-first-on-request",
    cite!("7.8(a)"),
    "at a player's request the Banker's Hand is turned before the Player's",
);
pub(super) const PAY_ORDER: Field = Field::one_of(
    "pay-order",
    cite!("7.10(c)"),
    &["1", "2", "3", "4"],
    "the procedure of 7.10(b) by which winners are paid and charged",
);
pub(super) const DISCLOSED: Field = Field::one_of(
    "disclosed-card",
    cite!("7.11(c)"),
    &["1", "2", "3"],
    "what is done about a card dealt in error and seen",
);
pub(super) const DISCLOSED_TEN: Field = Field::one_of(
    "disclosed-ten",
    cite!("7.11(c)1"),
    &["one", "ten"],
    "how many cards go with a ten, jack, queen or king that was seen",
);
pub(super) const CONTINUOUS: Field = Field::switch(
    "continuous-device",
    cite!("7.12"),
    "a shoe or device that reshuffles by itself takes the place of 7.5 and 7.6",
);
pub(super) const DEVICE: Field = Field::switch(
    "approvals.continuous-device",
    cite!("7.12"),
    "the Commission or its designee approved the device and its procedures",
);

/// 7.3(h): the lines of a schedule as fields with its floors.
pub(super) const fn bonus_lines(floors: [u16; LINES]) -> [Field; LINES] {
    const KEYS: [&str; LINES] = [
        "bonus-odds.by-9",
        "bonus-odds.by-8",
        "bonus-odds.by-7",
        "bonus-odds.by-6",
        "bonus-odds.by-5",
        "bonus-odds.by-4",
        "bonus-odds.natural",
    ];
    let about = "what this line of the bonus schedule is paid, no less than the schedule chosen";
    let mut fields = [TIE_ODDS; LINES];
    let mut i = 0;
    while i < LINES {
        fields[i] = Field::odds(KEYS[i], cite!("7.3(h)"), Odds::new(floors[i], 1), about);
        i += 1;
    }
    fields
}

/// The lowest floor of each line over all schedules, for those who have chosen none.
pub(super) const BONUS_ODDS: [Field; LINES] = {
    let mut least = PAYTABLES[0];
    let mut i = 0;
    while i < LINES * PAYTABLES.len() {
        let floor = PAYTABLES[i / LINES][i % LINES];
        if floor < least[i % LINES] {
            least[i % LINES] = floor;
        }
        i += 1;
    }
    bonus_lines(least)
};

const OWN: [Field; 29] = [
    DECKS,
    SHUFFLER,
    SEATS,
    TOTAL_CARDS,
    BONUS,
    NEEDS_BASE,
    DRAGON_WAGER,
    MATCH_PLAY,
    TIE_ODDS,
    VIGORISH,
    ROUNDING,
    COLLECTION,
    FORM_SERIAL,
    WAIVER,
    PAYTABLE,
    DRAGON_ODDS,
    SHUFFLE,
    RESHUFFLE,
    RECUT_BY,
    IDLE_BATCH,
    IDLE_STORAGE,
    IDLE_PROCEDURES,
    DEAL,
    BANKER_FIRST,
    PAY_ORDER,
    DISCLOSED,
    DISCLOSED_TEN,
    CONTINUOUS,
    DEVICE,
];

/// All of them; the lines of the bonus schedule come last.
pub(super) const FIELDS: &[Field] = &{
    let mut fields = [DECKS; OWN.len() + LINES];
    let mut i = 0;
    while i < fields.len() {
        fields[i] = if i < OWN.len() { OWN[i] } else { BONUS_ODDS[i - OWN.len()] };
        i += 1;
    }
    fields
};
