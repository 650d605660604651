//! What is said.

use crate::{
    AnchorRequest, ChainView, ChanceView, Commitment, HeardView, LockView, PartRequest, Role, Secret,
    TheoryView,
};
use books::{Hash, Lying, Remedy, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A person's name: letters and digits of any script, `-`, `_` and `.`. Not every reader of schemas knows what a letter
/// is, so this rules out the other characters of ASCII; the floor looks at the rest.
pub const NAME: &str =
    r"^[^\u0000-\u002f:-@\[-\u0060{-\u007f][^\u0000-\u002c/:-@\[-\u005e\u0060{-\u007f]{0,31}$";
/// A table's name.
pub const TABLE: &str = "^[A-Za-z0-9][A-Za-z0-9-]{0,31}$";
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
        /// The name: letters, digits, `-`, `_` and `.`, at most 32.
        #[schemars(regex(pattern = NAME))]
        name: String,
        /// The password, at least 12 characters.
        #[schemars(length(max = 128))]
        password: Secret,
    }
    /// A guest.
    Guest {
        /// The name one would like.
        #[schemars(regex(pattern = NAME))]
        name: String,
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
        /// The old one.
        #[schemars(length(max = 128))]
        old: Secret,
        /// The new one, at least 12 characters.
        #[schemars(length(min = 12, max = 128))]
        new: Secret,
    }
    /// Who somebody is.
    Me {
        /// The name.
        name: String,
        /// The role.
        role: Role,
        /// Money that is at no table, in cents.
        wallet: i64,
        /// The tables one has come to.
        tables: Vec<MyTable>,
    }
    /// Somebody's place at a table.
    MyTable {
        /// The table.
        table: String,
        /// The number one has there: `p1`.
        patron: String,
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
        /// The options, `key=value`.
        options: Vec<String>,
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
    }
    /// Something posted at the table.
    Sign {
        /// The provision that demands it.
        cite: String,
        /// What it says.
        text: String,
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
        /// The options, `key=value`; the game's usual ones where nothing is said.
        #[serde(default)]
        options: Vec<String>,
        /// Whether people deal and say what cards and wheel show.
        #[serde(default)]
        physical: bool,
        /// Chips from the cage, in cents.
        #[schemars(range(min = 0, max = 100_000_000_000_i64))]
        inventory: i64,
    }
    /// A table as one may see it.
    TableView {
        /// What the list says of it.
        summary: TableSummary,
        /// The number of the next line of its journal.
        next: u64,
        /// Whom or what it waits for.
        awaits: String,
        /// Milliseconds until it goes on without them; none if it waits for ever.
        patience: Option<u64>,
        /// The wagers on the layout.
        bets: Vec<Lying>,
        /// Who is here.
        people: Vec<Seated>,
        /// One's own number here; none for who only watches.
        you: Option<String>,
        /// The facts of the round so far.
        told: Vec<Told>,
        /// What the house is committed to for the window that is locked next.
        commitment: Option<Commitment>,
        /// How many people opened, or have to open, a part in the window that was locked last; none before the first.
        /// With 0 the chance is the house's alone.
        #[serde(default)]
        contributors: Option<u16>,
        /// One's own chain at this table.
        #[serde(default)]
        chain: Option<ChainView>,
        /// What stays from round to round, for who comes later.
        #[serde(default)]
        standing: Vec<StandingView>,
        /// The loaded shoes, as anyone at the table can count them.
        #[serde(default)]
        shoes: Vec<LoadedView>,
        /// Who is at the table at this moment, and whether it waits for you.
        #[serde(default)]
        presence: PresenceView,
    }
    /// A loaded shoe, as anyone can count it who saw it loaded.
    LoadedView {
        /// The cards of its decks.
        cards: u16,
        /// How many of them are still in it.
        left: u16,
        /// How many lie behind the cutting card; none without one, or once it has come out.
        behind: Option<u16>,
    }
    /// Something that stays from round to round.
    StandingView {
        /// `seat`: somebody sits there; `puck`: it stands on this number; `shooter`: somebody has the dice.
        what: String,
        /// The seat or the number; 0 without one.
        at: u8,
        /// Whose it is; none of the puck.
        patron: Option<String>,
    }
    /// Somebody at the table.
    Seated {
        /// The number: `p1`.
        patron: String,
        /// The name.
        name: String,
        /// Chips at the table, in cents; none for whoever is neither at the table nor staff.
        purse: Option<i64>,
    }
    /// Something one may do.
    Offer {
        /// As it is written in an act, without the amount.
        act: String,
        /// The place of the table; 0 where places have no numbers.
        seat: u8,
        /// The least stake in cents; 0 if it has none.
        least: i64,
        /// The most.
        most: i64,
        /// The unit.
        step: i64,
        /// `chips`, `colour`, `cash` or `coupon`; nothing without a stake.
        tender: String,
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
        /// All options, `key=value`.
        options: Vec<String>,
        /// From when on, in milliseconds since 1970, UTC.
        effective: i64,
    }
    /// Options in force and announced.
    OptionsView {
        /// In force.
        options: Vec<String>,
        /// Signs and duties that follow from them.
        signs: Vec<Sign>,
        /// Announced.
        announced: Option<Announced>,
    }
    /// Options that will hold.
    Announced {
        /// They.
        options: Vec<String>,
        /// From when on, in milliseconds since 1970, UTC.
        effective: i64,
        /// The notices this demands.
        notices: Vec<String>,
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
        /// The law's No, if it is one.
        refused: Option<Refused>,
    }
    /// The law's No.
    Refused {
        /// The provision.
        cite: String,
        /// The reason.
        why: String,
    }
    /// The figures of a table, in cents.
    SheetView {
        /// The table.
        table: String,
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
        /// What kind of line: `input`, `refused`, `joined`, `bought-in`, …
        entry: String,
        /// What was said, in the notation; nothing where one may not know it.
        line: Option<String>,
        /// The law's No, if it is one.
        refused: Option<Refused>,
        /// What it says of chance, if it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chance: Option<ChanceView>,
        /// The leaf hash of the line, if it is about chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        leaf: Option<Hash>,
        /// What the rules decided.
        told: Vec<Told>,
        /// Whom or what the table waits for now.
        awaits: String,
        /// Milliseconds until it goes on without them.
        patience: Option<u64>,
        /// The loaded shoes, as anyone at the table can count them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shoes: Vec<LoadedView>,
    }
    /// A round, and what lay there when it began.
    ReplayView {
        /// The wagers that were carried over from an earlier round.
        bets: Vec<Lying>,
        /// What else stood from before: seats, puck, shooter.
        standing: Vec<StandingView>,
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
    /// What went wrong: not the law's No, but the caller's mistake or the software's.
    Problem {
        /// A word for programs: `misread`, `not-yours`, `not-now`, `poor`, `over-limit`, `unlawful`, `unknown`, `key-reused`, `rate`,
        /// `stale`, `unavailable`, `log-in`, `forbidden`, `bad-request`, `too-long`,
        /// `conflict`.
        code: String,
        /// For people: what to do next.
        message: String,
        /// Whether the same request with the same key may be sent again.
        retry: bool,
        /// The key of the request, on a live connection.
        key: Option<String>,
    }
    /// The process runs.
    Health {
        /// `alive`.
        status: String,
        /// The version.
        version: String,
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
    pub away: Vec<String>,
    /// Whether you have said that you are done with your wagers. It ends with the betting window, and with each
    /// further wager of yours.
    pub ready: bool,
}

/// What a client says on a live connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum FromClient {
    /// Does something; see [`ActRequest`].
    Act(ActRequest),
    /// Says that one is done with one's wagers for this betting window. The answer is a `presence`.
    Ready {
        /// Makes a retry harmless.
        key: String,
    },
    /// Offers a chain, of which one value is opened in each window; see [`AnchorRequest`].
    Anchor(AnchorRequest),
    /// Opens one's part of a window, in answer to [`FromServer::Lock`].
    Open(PartRequest),
    /// Asks what one may do now.
    Offers,
    /// Asks for everything from this line on.
    Resume {
        /// The line.
        from: u64,
    },
}

/// What the server says on a live connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromServer {
    /// The table as it is; lines follow from `next` on.
    Table(Box<TableView>),
    /// A line was written.
    Step(StepView),
    /// One's own request was written.
    Receipt(Receipt),
    /// Wagers are closed, and one has to open one's part.
    Lock(LockView),
    /// One's part has arrived.
    Heard(HeardView),
    /// What one may do now.
    Offers {
        /// All of it.
        offers: Vec<Offer>,
    },
    /// Somebody came or left, or it has changed whether you are ready.
    Presence(PresenceView),
    /// One's request was not written.
    Problem(Problem),
    /// Lines were left out because the connection is slow: resume from this one.
    Resync {
        /// The line.
        from: u64,
    },
}
