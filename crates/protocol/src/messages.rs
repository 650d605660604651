//! Requests and answers of the API.

use crate::{ChainView, ChanceView, Commitment, CountView, PresenceView, Role, Secret, TheoryView, lobby::*};
use ::views::{
    Refused,
    check::{NoticeView, Sign},
    options::SettingsSchema,
};
use books::{BetView, EntryKind, Fact, Hash, OfferKind, Picture, Remedy, Settings};
use rules::{Awaits, Patron, Seat, Tender};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The pattern of a person's name: letters and digits of any script, `-`, `_` and `.`. Not every schema
/// validator knows Unicode letters, so the pattern only rules out other ASCII characters; the floor checks
/// the rest.
pub const NAME: &str =
    r"^[^\u0000-\u002f:-@\[-\u0060{-\u007f][^\u0000-\u002c/:-@\[-\u005e\u0060{-\u007f]{0,31}$";
/// The pattern of a name as people type it: as [`NAME`], with single spaces between words. A space counts as
/// `-`.
pub const SPOKEN: &str =
    r"^[^\u0000-\u002f:-@\[-\u0060{-\u007f][^\u0000-\u001f!-\u002c/:-@\[-\u005e\u0060{-\u007f]{0,31}$";
/// The pattern of a table's name.
pub const TABLE: &str = "^[A-Za-z0-9][A-Za-z0-9-]{0,31}$";
/// The pattern of a calendar date.
pub const DATE: &str = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$";
/// The pattern of an idempotency key.
pub const KEY: &str = "^[A-Za-z0-9_-]{8,64}$";
/// The pattern of a slip number.
pub const SLIP: &str = "^[!-~]{1,32}$";
/// The pattern of the token at the end of a one-time link.
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
        /// The name: letters, digits, `-`, `_` and `.`, at most 32 characters; a space counts as `-`.
        #[schemars(regex(pattern = SPOKEN))]
        name: String,
        /// The password, at least 12 characters.
        #[schemars(length(max = 128))]
        password: Secret,
    }
    /// A request to play as a guest.
    Guest {
        /// The name you would like; the floor chooses one by default.
        #[serde(default)]
        #[schemars(regex(pattern = SPOKEN))]
        name: Option<String>,
    }
    /// A request to use a one-time link.
    Invitation {
        /// The token at the end of the link.
        #[schemars(regex(pattern = TOKEN))]
        token: Secret,
        /// The name of the new account.
        #[schemars(regex(pattern = NAME))]
        name: String,
        /// The password, at least 12 characters.
        #[schemars(length(min = 12, max = 128))]
        password: Secret,
    }
    /// A request to change your password.
    NewPassword {
        /// The old password; absent for a guest, who is choosing a first one.
        #[serde(default)]
        #[schemars(length(max = 128))]
        old: Option<Secret>,
        /// The new password, at least 12 characters.
        #[schemars(length(min = 12, max = 128))]
        new: Secret,
    }
    /// The account that is signed in.
    Me {
        /// The name that others see.
        name: String,
        /// The account name used in journals; it never changes.
        account: String,
        /// The role.
        role: Role,
        /// Whether the account has no password, so that only the cookie identifies it.
        guest: bool,
        /// Everything you have, in cents: the wallet, and the chips at every table.
        balance: i64,
        /// Money that is not at any table, in cents.
        wallet: i64,
        /// The tables you have joined.
        tables: Vec<MyTable>,
    }
    /// Your place at a table.
    MyTable {
        /// The table.
        table: String,
        /// Your patron number there.
        patron: Patron,
        /// Your chips there, in cents.
        purse: i64,
    }
    /// A person with an account.
    PersonView {
        /// The name.
        name: String,
        /// The role.
        role: Role,
        /// Whether the account is locked.
        locked: bool,
    }
    /// A request to create an account.
    Admission {
        /// The name.
        #[schemars(regex(pattern = NAME))]
        name: String,
        /// The role.
        role: Role,
        /// The initial password.
        #[schemars(length(min = 12, max = 128))]
        password: Secret,
    }
    /// A request to change an account.
    PersonChange {
        /// The new role, if it changes.
        #[serde(default)]
        role: Option<Role>,
        /// Whether to lock or unlock the account.
        #[serde(default)]
        locked: Option<bool>,
    }
    /// A table, as it appears in the list of tables.
    TableSummary {
        /// The name of the table.
        table: String,
        /// The pit that the table belongs to.
        pit: String,
        /// The game.
        game: String,
        /// The name of the game as people write it.
        title: String,
        /// The options by key, in their canonical spelling.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// Signs and duties that follow from the options.
        signs: Vec<Sign>,
        /// `digital`, or `physical` if people deal.
        chance: String,
        /// Whether the table is open.
        open: bool,
        /// The number of people there now.
        people: usize,
        /// The number of the current round.
        round: u64,
        /// The minimum and maximum wager.
        limits: LimitsView,
        /// Whether the game takes two players. If only one has joined, a house player sits in.
        needs_two: bool,
        /// The house edge of the main wager; absent until it has been computed, or if the house has no stake
        /// in the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<EdgeView>,
        /// The results of recent rounds, latest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        last: Vec<ResultView>,
        /// In the list of tables: who is there and what is on the table, as far as anyone may know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        glance: Option<GlanceView>,
    }
    /// A request to open a table.
    NewTable {
        /// The name of the table: letters, digits and `-`.
        #[schemars(regex(pattern = TABLE))]
        table: String,
        /// The pit that the table belongs to.
        #[schemars(regex(pattern = TABLE))]
        pit: String,
        /// The game.
        game: String,
        /// The options by key. An option that the law leaves to the licensee without a default must be given.
        #[serde(default)]
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// Whether people deal and report what the cards or the wheel show.
        #[serde(default)]
        physical: bool,
        /// The opening inventory of chips from the cage, in cents.
        #[schemars(range(min = 0, max = 100_000_000_000_i64))]
        inventory: i64,
        /// The day the Commission approved the options, such as `2026-02-20`.
        #[serde(default)]
        #[schemars(regex(pattern = DATE))]
        approved: Option<String>,
    }
    /// A table, as far as the viewer may know it.
    TableView {
        /// The table's entry in the list of tables.
        summary: TableSummary,
        /// The number of the next line of its journal.
        next: u64,
        /// Who or what the table waits for; absent while it is closed.
        awaits: Option<Awaits>,
        /// Milliseconds until the table goes on without them; absent if it waits indefinitely.
        patience: Option<u64>,
        /// The wagers on the layout.
        bets: Vec<BetView>,
        /// The people at the table.
        people: Vec<Seated>,
        /// Your patron number here; absent for spectators.
        you: Option<Patron>,
        /// The facts of the round so far.
        facts: Vec<Fact>,
        /// Everything on the table other than wagers, as far as the viewer may know it.
        picture: Picture,
        /// The same picture before the last line cleared the cards away, if it did: how a finished round
        /// looked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cleared: Option<Picture>,
        /// The house's commitment for the next window to be locked.
        commitment: Option<Commitment>,
        /// The number of people who opened, or must open, a part of the window locked last; absent before
        /// the first one. If it is 0, chance comes from the house alone.
        #[serde(default)]
        contributors: Option<u16>,
        /// Your own chain at this table.
        #[serde(default)]
        chain: Option<ChainView>,
        /// Who is at the table at this moment, and whether it is waiting for you.
        #[serde(default)]
        presence: PresenceView,
        /// Your own money; absent unless you are signed in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        money: Option<MoneyView>,
    }
    /// A person at the table.
    Seated {
        /// The person's patron number here.
        patron: Patron,
        /// The name.
        name: String,
        /// Chips at the table, in cents; absent unless the viewer is at the table or on the staff.
        purse: Option<i64>,
        /// Whether this is a house player, who sits in where a game takes two.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        house: bool,
        /// Whether this is a patron without an account, for whom staff act.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        walk_in: bool,
        /// The player card number of a patron without an account; shown to staff only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
        /// What one chip of the color of a patron without an account is worth, in cents, if staff have entered it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chip: Option<i64>,
        /// What staff call a patron without an account; it serves as the name once it is entered.
        #[serde(skip)]
        called: Option<String>,
    }
    /// An act that would be accepted now.
    Offer {
        /// The kind of act.
        kind: OfferKind,
        /// The act in the notation, without the amount.
        act: String,
        /// The wager that would be made or taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wager: Option<String>,
        /// The position at the table; 0 where positions have no numbers.
        seat: Seat,
        /// The minimum stake, in cents; 0 if the act takes no stake.
        least: i64,
        /// The maximum stake, in cents.
        most: i64,
        /// The stake must be a multiple of this, in cents.
        step: i64,
        /// What the stake is made with: chips, colored chips, cash or a coupon; absent without a stake.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tender: Option<Tender>,
    }
    /// A request that has no content other than its key.
    Keyed {
        /// Idempotency key: repeating a request with the same key has no further effect. 8 to 64 letters,
        /// digits, `-` or `_`.
        #[schemars(regex(pattern = KEY))]
        key: String,
    }
    /// A request to act at a table.
    ActRequest {
        /// Idempotency key: repeating a request with the same key has no further effect. 8 to 64 letters,
        /// digits, `-` or `_`.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The number of the last line you have seen. If a new round has begun since then, the act is not carried
        /// out, and the problem is `stale`.
        #[serde(default)]
        seen: Option<u64>,
        /// The act in the notation, without the person: `banker 20.00`, `takes back red`, `sits at 7`.
        act: String,
        /// The position at the table.
        #[serde(default)]
        seat: Option<u8>,
        /// The capacity you act in: `dealer`, `floorperson`, `supervisor`, `equipment` or `irregularity`;
        /// yourself by default.
        #[serde(default, rename = "as")]
        acting: Option<String>,
    }
    /// A request that states an amount.
    AmountRequest {
        /// Idempotency key: repeating a request with the same key has no further effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The amount, in cents.
        cents: i64,
    }
    /// A request that the cage take in or pay out cash with a second person's approval.
    FundsRequest {
        /// Idempotency key: repeating a request with the same key has no further effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The account whose wallet changes.
        person: String,
        /// The amount, in cents; negative if it is paid out.
        cents: i64,
        /// The reason, for the journal.
        #[schemars(length(min = 1, max = 500))]
        reason: String,
    }
    /// The cage. Amounts are in cents.
    CageView {
        /// What one clerk may take in or pay out without a second person, both in one request and in total
        /// over a gaming day.
        limit: i64,
        /// How much of that limit the caller has left today.
        left: i64,
        /// Requests that are waiting for a second person.
        waiting: Vec<CageRequestView>,
    }
    /// A request at a cage that is waiting for a second person.
    CageRequestView {
        /// The cage; decide at `/api/tables/{cage}/remedies/{seq}`.
        cage: String,
        /// The number of the journal line that asks.
        seq: u64,
        /// When it was requested, in milliseconds since 1970, UTC.
        at: i64,
        /// Who requested it; this person cannot approve it.
        by: String,
        /// The account whose wallet changes.
        person: String,
        /// The amount, in cents; negative if it is paid out.
        cents: i64,
        /// The reason given.
        reason: String,
    }
    /// A request for a fill or a credit.
    SlipRequest {
        /// Idempotency key: repeating a request with the same key has no further effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The amount, in cents.
        #[schemars(range(min = 1))]
        cents: i64,
        /// The number of the slip.
        #[schemars(regex(pattern = SLIP))]
        slip: String,
    }
    /// A request for a correction.
    RemedyRequest {
        /// Idempotency key: repeating a request with the same key has no further effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The correction asked for.
        #[schemars(with = "RemedyView")]
        remedy: Remedy,
        /// The reason, for the journal.
        #[schemars(length(min = 1, max = 500))]
        reason: String,
    }
    /// A decision on a request for a correction.
    RemedyDecision {
        /// Idempotency key: repeating a request with the same key has no further effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// Whether you approve it.
        agree: bool,
    }
    /// A request to change the options.
    OptionsRequest {
        /// Idempotency key: repeating a request with the same key has no further effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// All options, by key.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// When they take effect, in milliseconds since 1970, UTC.
        effective: i64,
        /// The day the Commission approved them, such as `2026-02-20`; not later than the day they take
        /// effect.
        #[serde(default)]
        #[schemars(regex(pattern = DATE))]
        approved: Option<String>,
    }
    /// The options in force, and any that have been announced.
    OptionsView {
        /// The options in force now, or at the time asked about.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// Signs and duties that follow from them.
        signs: Vec<Sign>,
        /// Options that have been announced but are not yet in force.
        announced: Option<Announced>,
        /// All options that the table has had, oldest first.
        history: Vec<HeldView>,
    }
    /// Options that are or were in force.
    HeldView {
        /// The options.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// When they took effect, in milliseconds since 1970, UTC.
        from: i64,
        /// When they ended; absent if they are still in force.
        until: Option<i64>,
        /// The number of the journal line that opened the table under them.
        line: u64,
        /// When they were announced; absent if the table opened under them.
        told: Option<i64>,
        /// The day the Commission approved them, if it was stated.
        approved: Option<String>,
    }
    /// Options that have been announced.
    Announced {
        /// The options.
        #[schemars(with = "SettingsSchema")]
        options: Settings,
        /// When they take effect, in milliseconds since 1970, UTC.
        effective: i64,
        /// The notices that the change requires.
        notices: Vec<NoticeView>,
    }
    /// The receipt for a line that was written to the journal.
    Receipt {
        /// The key of the request.
        key: String,
        /// The table.
        table: String,
        /// The number of the line.
        seq: u64,
        /// The leaf hash of the line, with which anyone can prove later that the line is in the journal.
        #[schemars(with = "String")]
        leaf: Hash,
        /// The refusal, if the request was refused.
        refused: Option<Refused>,
    }
    /// The figures of a table, in cents.
    SheetView {
        /// The table.
        table: String,
        /// The gaming day; absent if the figures cover everything since the table opened.
        day: Option<String>,
        /// The day or shift in words: `Whole day`, `Shift 1, 06:00 to 14:00`.
        period: Option<String>,
        /// The start of the period, in milliseconds since 1970, UTC; absent if it starts at the opening.
        from: Option<i64>,
        /// The end of the period; absent if it ends now.
        to: Option<i64>,
        /// The number of shifts in a gaming day.
        shifts: u32,
        /// Cash in the drop box.
        drop: i64,
        /// Opening inventory and fills, less credits.
        sent: i64,
        /// The chips at the table.
        inventory: i64,
        /// The chips counted, less what the ledger expected; the win includes it.
        difference: i64,
        /// The win.
        win: i64,
        /// Win divided by drop, in hundredths of a percent; absent if the drop is zero.
        hold: Option<i64>,
        /// Vigorish collected.
        vigorish: i64,
        /// Vigorish owed.
        owed: i64,
        /// The progressive meter.
        meter: i64,
        /// The counts of the table's chips in that time.
        counts: Vec<CountView>,
        /// Requests that wait for a second person.
        asked: Vec<AskedView>,
        /// What the table should have won; absent if no wager with exact odds was settled.
        theoretical: Option<TheoryView>,
    }
    /// A request that is waiting for a second person.
    AskedView {
        /// The number of the journal line that asks.
        seq: u64,
        /// The account that requested it.
        by: String,
        /// The correction asked for.
        #[schemars(with = "RemedyView")]
        remedy: Remedy,
    }
    /// One line of a journal, as far as the viewer may know it.
    StepView {
        /// The table.
        table: String,
        /// The number of the line.
        seq: u64,
        /// Milliseconds since 1970, UTC.
        at: i64,
        /// The ownership epoch it was written under. Frames from an older epoch are stale.
        epoch: u64,
        /// The number of the round.
        round: u64,
        /// Who wrote it: an account, or `house`.
        by: String,
        /// The kind of line.
        entry: EntryKind,
        /// What was entered, in the notation; absent if the viewer may not know it.
        line: Option<String>,
        /// The refusal, if the line was refused.
        refused: Option<Refused>,
        /// What the line says about chance, if anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chance: Option<ChanceView>,
        /// The leaf hash of the line, if it is about chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        leaf: Option<Hash>,
        /// What the rules decided.
        facts: Vec<Fact>,
        /// Everything on the table other than wagers, as far as the viewer may know it; absent if this line
        /// did not change it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<Picture>,
        /// The same picture before this line cleared the cards away, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cleared: Option<Picture>,
        /// Who or what the table waits for now; absent while it is closed.
        awaits: Option<Awaits>,
        /// Milliseconds until the table goes on without them.
        patience: Option<u64>,
    }
    /// A round, with what was on the table when it began.
    ReplayView {
        /// The wagers carried over from an earlier round.
        bets: Vec<BetView>,
        /// The table as it was when the round began.
        picture: Picture,
        /// The lines of the round.
        steps: Vec<StepView>,
    }
    /// A signed journal head.
    CheckpointView {
        /// The text that is signed, as a checkpoint.
        text: String,
        /// The number of lines it covers.
        size: u64,
        /// The root of the Merkle tree.
        #[schemars(with = "String")]
        root: Hash,
        /// The Ed25519 signature, in hexadecimal.
        signature: String,
        /// The public key that verifies it, in hexadecimal.
        key: String,
    }
    /// The proof that a line is included under a signed head.
    ProofView {
        /// The number of the line.
        seq: u64,
        /// The leaf hash of the line.
        #[schemars(with = "String")]
        leaf: Hash,
        /// The hashes from leaf to root.
        #[schemars(with = "Vec<String>")]
        path: Vec<Hash>,
        /// The signed head.
        checkpoint: CheckpointView,
    }
    /// The answer that shows the process is running.
    Health {
        /// Always `alive`.
        status: String,
        /// The version of the program.
        version: String,
        /// The version of the protocol, which is the subprotocol of live connections.
        protocol: String,
    }
    /// Whether the floor is ready for players.
    Readiness {
        /// `ready`; `stopped` if a table has stopped or cannot be opened; `suspended` if the store has
        /// failed; `stopping` while the floor shuts down.
        status: String,
        /// The tables that are running here.
        running: Vec<String>,
        /// The tables that should be running here but are not.
        stopped: Vec<StoppedTable>,
        /// Tables whose snapshot differed from the journal, so that they were reopened from the journal.
        /// Someone should find out why.
        suspect: Vec<String>,
    }
    /// A table that should be running but is not.
    StoppedTable {
        /// The table.
        table: String,
        /// Why it stopped, or why it cannot be opened.
        why: String,
        /// The number of failures in a row.
        failures: u32,
        /// Milliseconds until the floor tries to open it again; absent if only a different program version
        /// can open it.
        retry_in: Option<u64>,
    }
}

/// A correction.
#[derive(JsonSchema)]
#[serde(tag = "how", rename_all = "kebab-case")]
#[allow(dead_code)]
pub enum RemedyView {
    /// These rounds are declared void.
    Void {
        /// The first round that is void.
        first: u64,
        /// The last round that is void.
        last: u64,
    },
    /// The bank pays a patron, or collects from the patron if the amount is negative.
    Correct {
        /// The patron's number.
        patron: u16,
        /// The amount, in cents.
        cents: i64,
    },
}
