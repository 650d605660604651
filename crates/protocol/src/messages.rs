//! What is said.

use crate::{ChainView, ChanceView, Commitment, Role, Secret, TheoryView, lobby::*};
use ::views::{
    Refused,
    check::{NoticeView, Sign},
    options::SettingsSchema,
};
use books::{BetView, EntryKind, Fact, Hash, OfferKind, Picture, Remedy, Settings};
use rules::{Awaits, Patron, Seat, Tender};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A person's name: letters and digits of any script, `-`, `_` and `.`. Not every reader of schemas knows what a letter
/// is, so this rules out the other characters of ASCII; the floor looks at the rest.
pub const NAME: &str =
    r"^[^\u0000-\u002f:-@\[-\u0060{-\u007f][^\u0000-\u002c/:-@\[-\u005e\u0060{-\u007f]{0,31}$";
/// A name as people write it: the same, with a space between two words; a space counts as `-`.
pub const SPOKEN: &str =
    r"^[^\u0000-\u002f:-@\[-\u0060{-\u007f][^\u0000-\u001f!-\u002c/:-@\[-\u005e\u0060{-\u007f]{0,31}$";
/// A table's name.
pub const TABLE: &str = "^[A-Za-z0-9][A-Za-z0-9-]{0,31}$";
/// A day of the calendar.
pub const DATE: &str = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$";
/// The key of a request.
pub const KEY: &str = "^[A-Za-z0-9_-]{8,64}$";
/// The number of a slip.
pub const SLIP: &str = "^[!-~]{1,32}$";
/// What a one-time link ends in.
pub const TOKEN: &str = "^[0-9a-f]{64}$";

macro_rules! messages {
    ($($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $kind:ty,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$field_meta])* pub $field: $kind,)* }
    )*};
}
pub(crate) use messages;

messages! {
    /// A name and a password.
    Credentials {
        /// The name: letters, digits, `-`, `_` and `.`, at most 32; a space counts as `-`.
        #[schemars(regex(pattern = SPOKEN))]
        name: String,
        /// The password, at least 12 characters.
        #[schemars(length(max = 128))]
        password: Secret,
    }
    /// A guest.
    Guest {
        /// The name one would like; without one, the floor gives one.
        #[serde(default)]
        #[schemars(regex(pattern = SPOKEN))]
        name: Option<String>,
    }
    /// A one-time link is used.
    Invitation {
        /// What the link ends in.
        #[schemars(regex(pattern = TOKEN))]
        token: Secret,
        /// The name.
        #[schemars(regex(pattern = NAME))]
        name: String,
        /// The password, at least 12 characters.
        #[schemars(length(min = 12, max = 128))]
        password: Secret,
    }
    /// A new password.
    NewPassword {
        /// The old one; none for a guest, who chooses the first.
        #[serde(default)]
        #[schemars(length(max = 128))]
        old: Option<Secret>,
        /// The new one, at least 12 characters.
        #[schemars(length(min = 12, max = 128))]
        new: Secret,
    }
    /// Who somebody is.
    Me {
        /// The name that others see.
        name: String,
        /// The name in journals, which never changes.
        account: String,
        /// The role.
        role: Role,
        /// Whether one has no password: the place is kept by the cookie alone.
        guest: bool,
        /// All one has, in cents: the wallet, and the chips at every table.
        balance: i64,
        /// Money that is at no table, in cents.
        wallet: i64,
        /// The tables one has come to.
        tables: Vec<MyTable>,
    }
    /// Somebody's place at a table.
    MyTable {
        /// The table.
        table: String,
        /// The number one has there.
        patron: Patron,
        /// One's chips there, in cents.
        purse: i64,
    }
    /// Somebody who is admitted.
    PersonView {
        /// The name.
        name: String,
        /// The role.
        role: Role,
        /// Whether log-in is locked.
        locked: bool,
    }
    /// Somebody to admit.
    Admission {
        /// The name.
        #[schemars(regex(pattern = NAME))]
        name: String,
        /// The role.
        role: Role,
        /// A first password.
        #[schemars(length(min = 12, max = 128))]
        password: Secret,
    }
    /// A change to somebody's admission.
    PersonChange {
        /// The new role.
        #[serde(default)]
        role: Option<Role>,
        /// Whether to lock or unlock.
        #[serde(default)]
        locked: Option<bool>,
    }
    /// A table in the list.
    TableSummary {
        /// Its name.
        table: String,
        /// The pit it stands in.
        pit: String,
        /// The game.
        game: String,
        /// Its name for people.
        title: String,
        /// The options by their keys, in their canonical spelling.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// Signs and duties that follow from them.
        signs: Vec<Sign>,
        /// `digital`, or `physical` where people deal.
        chance: String,
        /// Whether it is open.
        open: bool,
        /// How many people are at it now.
        people: usize,
        /// The round in play.
        round: u64,
        /// The least and the most wager.
        limits: LimitsView,
        /// Whether it takes two players; where only one has come, a house player sits in.
        needs_two: bool,
        /// What the house keeps of the main wager; none until it has been worked out, or where the house has no part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<EdgeView>,
        /// How the last rounds ended, the latest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        last: Vec<ResultView>,
        /// In the list of tables: who has a place, and what is on the table, as anyone may know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        glance: Option<GlanceView>,
    }
    /// A table to open.
    NewTable {
        /// Its name: letters, digits and `-`.
        #[schemars(regex(pattern = TABLE))]
        table: String,
        /// The pit.
        #[schemars(regex(pattern = TABLE))]
        pit: String,
        /// The game.
        game: String,
        /// The options by their keys. What must be decided has no default.
        #[serde(default)]
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// Whether people deal and say what cards and wheel show.
        #[serde(default)]
        physical: bool,
        /// Chips from the cage, in cents.
        #[schemars(range(min = 0, max = 100_000_000_000_i64))]
        inventory: i64,
        /// The day on which the Commission approved the options, such as `2026-02-20`.
        #[serde(default)]
        #[schemars(regex(pattern = DATE))]
        approved: Option<String>,
    }
    /// A table as one may see it.
    TableView {
        /// What the list says of it.
        summary: TableSummary,
        /// The number of the next line of its journal.
        next: u64,
        /// Whom or what it waits for; none while it is closed.
        awaits: Option<Awaits>,
        /// Milliseconds until it goes on without them; none if it waits for ever.
        patience: Option<u64>,
        /// The wagers on the layout.
        bets: Vec<BetView>,
        /// Who is here.
        people: Vec<Seated>,
        /// One's own number here; none for somebody who only watches.
        you: Option<Patron>,
        /// The facts of the round so far.
        facts: Vec<Fact>,
        /// Everything on the table beside the wagers, as one may know it.
        picture: Picture,
        /// The same before the last line cleared cards away, if it did: what a finished round looked like.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cleared: Option<Picture>,
        /// What the house is committed to for the window that is locked next.
        commitment: Option<Commitment>,
        /// How many people opened, or have to open, a part in the window that was locked last; none before the first.
        /// With 0 the chance is the house's alone.
        #[serde(default)]
        contributors: Option<u16>,
        /// One's own chain at this table.
        #[serde(default)]
        chain: Option<ChainView>,
        /// Who is at the table at this moment, and whether it waits for you.
        #[serde(default)]
        presence: PresenceView,
        /// One's own money; none for whoever is not signed in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        money: Option<MoneyView>,
    }
    /// Somebody at the table.
    Seated {
        /// The number one has here.
        patron: Patron,
        /// The name.
        name: String,
        /// Chips at the table, in cents; none for whoever is neither at the table nor staff.
        purse: Option<i64>,
        /// Whether it is a house player, who sits in where a game takes two.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        house: bool,
        /// Whether it is somebody without an account, for whom staff act.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        walk_in: bool,
        /// The number of the player's card of somebody without an account, for staff.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
        /// What staff call somebody without an account; it becomes the name where it is told.
        #[serde(skip)]
        called: Option<String>,
    }
    /// Something one may do.
    Offer {
        /// What sort of act it is.
        kind: OfferKind,
        /// As it is written in an act, without the amount.
        act: String,
        /// The wager that is made or taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wager: Option<String>,
        /// The place of the table; 0 where places have no numbers.
        seat: Seat,
        /// The least stake in cents; 0 if it has none.
        least: i64,
        /// The most.
        most: i64,
        /// The unit.
        step: i64,
        /// What the wager is made in; none without a stake.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tender: Option<Tender>,
    }
    /// A request without more to say than its key.
    Keyed {
        /// Makes a retry harmless: the same key has one effect. 8 to 64 letters, digits, `-` or `_`.
        #[schemars(regex(pattern = KEY))]
        key: String,
    }
    /// Something to do at a table.
    ActRequest {
        /// Makes a retry harmless: the same key has one effect. 8 to 64 letters, digits, `-` or `_`.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The number of the last line one has seen; a table that has gone on since still takes what is lawful then.
        #[serde(default)]
        seen: Option<u64>,
        /// What, in the notation, without who: `banker 20.00`, `takes back red`, `sits at 7`.
        act: String,
        /// The place of the table.
        #[serde(default)]
        seat: Option<u8>,
        /// As whom: `dealer`, `floorperson`, `supervisor`, `equipment` or `irregularity`; oneself if nothing is said.
        #[serde(default, rename = "as")]
        acting: Option<String>,
    }
    /// An amount.
    AmountRequest {
        /// Makes a retry harmless: the same key has one effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// How much, in cents.
        cents: i64,
    }
    /// Cash that the cage is asked to take in or pay out with a second person's approval.
    FundsRequest {
        /// Makes a retry harmless: the same key has one effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// Whose wallet.
        person: String,
        /// How much, in cents; paid out if it is negative.
        cents: i64,
        /// Why.
        #[schemars(length(min = 1, max = 500))]
        reason: String,
    }
    /// The cage. Amounts are in cents.
    CageView {
        /// What one clerk may take in or pay out without a second person, in one request and in all of a gaming day.
        limit: i64,
        /// How much of it the person who asks has left today.
        left: i64,
        /// Requests that wait for a second person.
        waiting: Vec<CageRequestView>,
    }
    /// A request at a cage that waits for a second person.
    CageRequestView {
        /// The cage; decide at `/api/tables/{cage}/remedies/{seq}`.
        cage: String,
        /// The line.
        seq: u64,
        /// When it was asked, in milliseconds since 1970, UTC.
        at: i64,
        /// Who asked, and cannot decide.
        by: String,
        /// Whose wallet.
        person: String,
        /// How much, in cents; paid out if it is negative.
        cents: i64,
        /// Why.
        reason: String,
    }
    /// A fill or a credit.
    SlipRequest {
        /// Makes a retry harmless: the same key has one effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// How much, in cents.
        #[schemars(range(min = 1))]
        cents: i64,
        /// The number of the slip.
        #[schemars(regex(pattern = SLIP))]
        slip: String,
    }
    /// Something to put right.
    RemedyRequest {
        /// Makes a retry harmless: the same key has one effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// How.
        #[schemars(with = "RemedyView")]
        remedy: Remedy,
        /// Why.
        #[schemars(length(min = 1, max = 500))]
        reason: String,
    }
    /// A decision on it.
    RemedyDecision {
        /// Makes a retry harmless: the same key has one effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// Whether one agrees.
        agree: bool,
    }
    /// Other options.
    OptionsRequest {
        /// Makes a retry harmless: the same key has one effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// All options, by their keys.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// From when on, in milliseconds since 1970, UTC.
        effective: i64,
        /// The day on which the Commission approved them, such as `2026-02-20`; not after they take effect.
        #[serde(default)]
        #[schemars(regex(pattern = DATE))]
        approved: Option<String>,
    }
    /// Options in force and announced.
    OptionsView {
        /// In force, now or at the moment that was asked about.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// Signs and duties that follow from them.
        signs: Vec<Sign>,
        /// Announced, and not in force yet.
        announced: Option<Announced>,
        /// All options that the table has had, the oldest first.
        history: Vec<HeldView>,
    }
    /// Options that hold, or did.
    HeldView {
        /// The options.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// Since when, in milliseconds since 1970, UTC.
        from: i64,
        /// Until when; none if they still hold.
        until: Option<i64>,
        /// The line of the journal that opened the table under them.
        line: u64,
        /// When they were announced; none if the table opened under them.
        told: Option<i64>,
        /// The day on which the Commission approved them, if it was said.
        approved: Option<String>,
    }
    /// Options that will hold.
    Announced {
        /// The options.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// From when on, in milliseconds since 1970, UTC.
        effective: i64,
        /// The notices this demands.
        notices: Vec<NoticeView>,
    }
    /// A line was written: the receipt.
    Receipt {
        /// The key of the request.
        key: String,
        /// The table.
        table: String,
        /// The number of the line.
        seq: u64,
        /// Its leaf hash: with it anyone can prove later that the line is in the journal.
        #[schemars(with = "String")]
        leaf: Hash,
        /// The refusal, if it is one.
        refused: Option<Refused>,
    }
    /// The figures of a table, in cents.
    SheetView {
        /// The table.
        table: String,
        /// The gaming day; none if the figures are of all time since the table opened.
        day: Option<String>,
        /// The day or the shift in words: `Whole day`, `Shift 1, 06:00 to 14:00`.
        period: Option<String>,
        /// From when the figures are, in milliseconds since 1970, UTC; none if from the opening.
        from: Option<i64>,
        /// Until when; none if until now.
        to: Option<i64>,
        /// How many shifts a gaming day has.
        shifts: u32,
        /// Cash in the drop box.
        drop: i64,
        /// Opening inventory and fills, less credits.
        sent: i64,
        /// Chips at the table.
        inventory: i64,
        /// The win.
        win: i64,
        /// Win over drop in hundredths of a percent; none without a drop.
        hold: Option<i64>,
        /// Vigorish collected.
        vigorish: i64,
        /// Vigorish owed.
        owed: i64,
        /// In the progressive meter.
        meter: i64,
        /// Requests that wait for a second person.
        asked: Vec<AskedView>,
        /// What it should have won; none where no wager with exact odds was settled.
        theoretical: Option<TheoryView>,
    }
    /// A request that waits for a second person.
    AskedView {
        /// The line.
        seq: u64,
        /// Who asked.
        by: String,
        /// What.
        #[schemars(with = "RemedyView")]
        remedy: Remedy,
    }
    /// One line of a journal, as it may be known.
    StepView {
        /// The table.
        table: String,
        /// The number of the line.
        seq: u64,
        /// Milliseconds since 1970, UTC.
        at: i64,
        /// The ownership it was written under; frames of an older one are stale.
        epoch: u64,
        /// The round.
        round: u64,
        /// Who: a person, or `house`.
        by: String,
        /// What kind of line it is.
        entry: EntryKind,
        /// What was said, in the notation; nothing where one may not know it.
        line: Option<String>,
        /// The refusal, if it is one.
        refused: Option<Refused>,
        /// What it says of chance, if it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chance: Option<ChanceView>,
        /// The leaf hash of the line, if it is about chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        leaf: Option<Hash>,
        /// What the rules decided.
        facts: Vec<Fact>,
        /// Everything on the table beside the wagers, as one may know it; none if this line changed nothing of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<Picture>,
        /// The same before this line cleared cards away, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cleared: Option<Picture>,
        /// Whom or what the table waits for now; none while it is closed.
        awaits: Option<Awaits>,
        /// Milliseconds until it goes on without them.
        patience: Option<u64>,
    }
    /// A round, and what lay there when it began.
    ReplayView {
        /// The wagers that were carried over from an earlier round.
        bets: Vec<BetView>,
        /// The table as it stood.
        picture: Picture,
        /// The lines of the round.
        steps: Vec<StepView>,
    }
    /// A signed head of a journal.
    CheckpointView {
        /// The text that is signed.
        text: String,
        /// How many lines it covers.
        size: u64,
        /// The root of the tree.
        #[schemars(with = "String")]
        root: Hash,
        /// The Ed25519 signature, hexadecimal.
        signature: String,
        /// The key it verifies with, hexadecimal.
        key: String,
    }
    /// The proof that a line is under a signed head.
    ProofView {
        /// The line.
        seq: u64,
        /// Its leaf hash.
        #[schemars(with = "String")]
        leaf: Hash,
        /// Hashes from leaf to root.
        #[schemars(with = "Vec<String>")]
        path: Vec<Hash>,
        /// The head.
        checkpoint: CheckpointView,
    }
    /// The process runs.
    Health {
        /// `alive`.
        status: String,
        /// The version of the program.
        version: String,
        /// The version of the protocol: the subprotocol of live connections.
        protocol: String,
    }
    /// Whether the floor can be played at.
    Readiness {
        /// `ready`; `stopped` if a table has stopped or cannot be opened; `suspended` if the store has failed;
        /// `stopping` while the floor closes.
        status: String,
        /// The tables that run here.
        running: Vec<String>,
        /// The tables that should run here and do not.
        stopped: Vec<StoppedTable>,
        /// Tables a snapshot of which differed from the journal, so that they were opened from the journal again: somebody
        /// should find out why.
        suspect: Vec<String>,
    }
    /// A table that should run and does not.
    StoppedTable {
        /// The table.
        table: String,
        /// Why it stopped, or why it cannot be opened.
        why: String,
        /// How often it has failed in a row.
        failures: u32,
        /// Milliseconds until the floor tries to open it again; none if only another program can.
        retry_in: Option<u64>,
    }
}

/// How something is put right.
#[derive(JsonSchema)]
#[serde(tag = "how", rename_all = "kebab-case")]
#[allow(dead_code)]
pub enum RemedyView {
    /// These rounds are void.
    Void {
        /// The first.
        first: u64,
        /// The last.
        last: u64,
    },
    /// The bank pays a patron, or takes if it is negative.
    Correct {
        /// The patron's number.
        patron: u16,
        /// How much, in cents.
        cents: i64,
    },
}

/// Who is at a table at this moment. This is not in the journal: it is about connections, not about the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PresenceView {
    /// How many people are at the table.
    pub present: usize,
    /// Those who have a seat or a wager here and are away: `p1`. The table does not wait for them.
    pub away: Vec<Patron>,
    /// Whether you have said that you are done with your wagers. It ends with the betting window, and with each
    /// further wager of yours.
    pub ready: bool,
}
