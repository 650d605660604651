//! Every route of a floor, declared once. The server's router, the permissions, the OpenAPI document and the
//! browser's client all follow from this table.

pub use crate::content::*;

use crate::{
    chance::*,
    console::*,
    deal::*,
    lobby::*,
    messages::{self, *},
    queries::*,
    roles::*,
    school::{self, *},
    services::*,
    views::*,
};
use ::views::{check, judge, law, odds, options};
use books::WindowFile;
use felt::FeltView;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Write;

/// A route as a type. The request and response are part of the type, so a handler or client that uses other
/// ones does not compile.
pub trait Route {
    /// The action that identifies the route.
    const ACTION: Action;
    /// The HTTP status of success.
    const STATUS: u16;
    /// The query parameters; `()` if there are none.
    type Query;
    /// The body of the request; `()` if there is none.
    type Asks;
    /// The body of the response.
    type Answers: Content;
}

/// An HTTP method.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Method {
    /// Reads something.
    GET,
    /// Changes something, or asks a question that needs a body.
    POST,
    /// Changes part of something.
    PATCH,
}

impl Method {
    /// The method's name in a request.
    pub const fn name(self) -> &'static str {
        match self {
            Method::GET => "GET",
            Method::POST => "POST",
            Method::PATCH => "PATCH",
        }
    }
}

/// The body of a request.
#[derive(Clone, Copy)]
pub struct Asks {
    /// The schema of the body.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// A valid example.
    pub example: fn() -> Value,
    reads: fn(Value) -> serde_json::Result<()>,
}

impl Asks {
    const fn of<T: DeserializeOwned + JsonSchema>(example: fn() -> Value) -> Asks {
        Asks {
            schema: SchemaGenerator::subschema_for::<T>,
            example,
            reads: |body| serde_json::from_value::<T>(body).map(drop),
        }
    }

    /// Whether a body can be read as this type.
    pub fn reads(&self, body: Value) -> serde_json::Result<()> {
        (self.reads)(body)
    }
}

/// A route, as a row of the table.
#[derive(Clone, Copy)]
pub struct Row {
    /// The action that identifies the route.
    pub action: Action,
    /// The method.
    pub method: Method,
    /// The path, with `{names}` for its parameters.
    pub path: &'static str,
    /// Who may use the route.
    pub scope: Scope,
    /// A sentence on what the route does.
    pub about: &'static str,
    /// The schema of the query parameters.
    pub query: Option<fn(&mut SchemaGenerator) -> Schema>,
    /// The body of the request.
    pub asks: Option<Asks>,
    /// The HTTP status of success.
    pub status: u16,
    /// The body of the response.
    pub answers: fn(&mut SchemaGenerator) -> Described,
}

impl Row {
    /// The path with its parameters filled in, in order.
    pub fn at(&self, parameters: &[&str]) -> String {
        let mut parameters = parameters.iter();
        let mut path = String::new();
        for part in self.path.split('/').skip(1) {
            path.push('/');
            match part.starts_with('{') {
                true => escape(parameters.next().expect("a value for each parameter"), &mut path),
                false => path.push_str(part),
            }
        }
        path
    }
}

/// Percent-encodes a path parameter.
fn escape(parameter: &str, path: &mut String) {
    for byte in parameter.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => path.push(byte.into()),
            _ => write!(path, "%{byte:02X}").expect("a string takes everything"),
        }
    }
}

macro_rules! or_nothing {
    () => {
        ()
    };
    ($kind:ty) => {
        $kind
    };
}

macro_rules! first {
    ($first:expr $(, $rest:expr)*) => {
        $first
    };
}

macro_rules! routes {
    ($($action:ident: $method:ident $path:literal for $scope:expr, $about:literal,
        $(query $query:ty,)? $(asks $asks:ty = $example:tt,)? answers $status:literal $answers:ty;)*) => {
        /// Everything that can be requested from a floor.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Action { $(#[doc = $about] $action,)* }

        /// Every route as a type.
        pub mod route {
            use super::*;
            $(
                #[doc = $about]
                pub struct $action;

                impl Route for $action {
                    const ACTION: Action = Action::$action;
                    const STATUS: u16 = $status;
                    type Query = or_nothing!($($query)?);
                    type Asks = or_nothing!($($asks)?);
                    type Answers = $answers;
                }
            )*
        }

        /// Every route, in the order of [`Action`].
        pub const ROUTES: &[Row] = &[$(Row {
            action: Action::$action,
            method: Method::$method,
            path: $path,
            scope: $scope,
            about: $about,
            query: first!($(Some(<$query as JsonSchema>::json_schema),)? None),
            asks: first!($(Some(Asks::of::<$asks>(|| json!($example))),)? None),
            status: $status,
            answers: <$answers as Content>::describe,
        },)*];
    };
}

use Role::*;
use Scope::*;

const STAFF: Scope = Only(&[Dealer, Floorperson, PitClerk, Surveillance, Commission, Administrator]);
const OVERSIGHT: Scope = Only(&[Floorperson, PitClerk, Surveillance, Commission, Administrator]);
/// Those who teach: supervisors and the administrator.
const TEACHES: Scope = Only(&[Floorperson, Administrator]);

const KEY: &str = "a-key-of-mine-1";
const VALUE: &str = "c30e4762b1cdac1c45b3a469d0e9217e2972768606598902dbe91e13636f670a";
const LINK: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const PASSWORD: &str = "correct horse battery";
/// Lawful options of minibaccarat; a test checks that they are.
fn lawful_options() -> Value {
    json!({ "decks": 8, "shuffle": "lace", "deal": "face-up", "vigorish": "5%", "pay-order": "1", "disclosed-card": "2" })
}

routes! {
    Health: GET "/healthz" for Anyone,
        "whether the process is alive",
        answers 200 Json<messages::Health>;
    Readiness: GET "/readyz" for Anyone,
        "which tables are running here, which have stopped, and why",
        answers 200 Json<messages::Readiness>;
    Metrics: GET "/metrics" for Anyone,
        "metrics for Prometheus",
        answers 200 Text;
    LogIn: POST "/api/login" for Anyone,
        "sign in",
        asks Credentials = { "name": "ann", "password": PASSWORD },
        answers 200 SignedIn;
    BeGuest: POST "/api/guests" for Anyone,
        "sign in as a guest, without a password, where the house admits guests",
        asks Guest = { "name": "Amber Otter" },
        answers 201 SignedIn;
    AcceptInvitation: POST "/api/invitations" for Anyone,
        "use a one-time link: choose a name and a password",
        asks Invitation = { "token": LINK, "name": "ann", "password": PASSWORD },
        answers 201 SignedIn;
    LogOut: POST "/api/logout" for Everyone,
        "sign out; live connections close",
        answers 204 Nothing;
    ChangePassword: POST "/api/password" for Everyone,
        "change your password, and your other sessions end; or, as a guest, choose one and keep your name",
        asks NewPassword = { "old": PASSWORD, "new": "another pass phrase" },
        answers 200 SignedIn;
    ChangeName: PATCH "/api/me" for Only(&[Player]),
        "change your name; any script is allowed, and the old name becomes free",
        asks NewName = { "name": "Zoë" },
        answers 200 Json<Me>;
    ReadMe: GET "/api/me" for Everyone,
        "who you are, and your money",
        answers 200 Json<Me>;
    ListPeople: GET "/api/people" for Only(&[Administrator, Commission, Surveillance]),
        "everyone with an account",
        answers 200 Json<Vec<PersonView>>;
    AdmitPerson: POST "/api/people" for Only(&[Administrator]),
        "create an account with a role",
        asks Admission = { "name": "dan", "role": "dealer", "password": PASSWORD },
        answers 201 Json<PersonView>;
    ChangePerson: PATCH "/api/people/{person}" for Only(&[Administrator]),
        "change the role of an account, or lock or unlock it; its sessions end at once",
        asks PersonChange = { "locked": false },
        answers 200 Json<PersonView>;
    FundPerson: POST "/api/people/{person}/money" for Only(&[PitClerk]),
        "put cash into a person's wallet at the cage, or pay it out",
        asks AmountRequest = { "key": KEY, "cents": 10_000 },
        answers 200 Json<Receipt>;
    ReadCage: GET "/api/cage" for OVERSIGHT,
        "what one clerk may take in or pay out alone, and requests that are waiting for a second person",
        answers 200 Json<CageView>;
    AskFunds: POST "/api/cage" for Only(&[PitClerk]),
        "ask to take in or pay out more cash than one clerk may alone",
        asks FundsRequest = { "key": KEY, "person": "ann", "cents": 2_500_000, "reason": "a wire transfer" },
        answers 200 Json<Receipt>;
    ListTokens: GET "/api/tokens" for Only(&[Administrator]),
        "the tokens of services: their details, not the tokens themselves",
        answers 200 Json<Vec<TokenView>>;
    CreateToken: POST "/api/tokens" for Only(&[Administrator]),
        "create a token for a service; it is shown only once",
        asks NewToken = { "service": "acme", "role": "pit-clerk", "tables": ["*"], "actions": ["add-patron", "join", "act"] },
        answers 201 Json<IssuedToken>;
    RevokeToken: POST "/api/tokens/{token}/revoke" for Only(&[Administrator]),
        "revoke a token; its live connections close",
        answers 200 Json<TokenView>;
    ListPatrons: GET "/api/patrons" for Only(&[PitClerk]),
        "the patrons of your service",
        answers 200 Json<Vec<PatronView>>;
    AddPatron: POST "/api/patrons" for Only(&[PitClerk]),
        "register a patron of your service under the id that your own system uses",
        asks NewPatron = { "id": "customer-17", "name": "Ann" },
        answers 200 Json<PatronView>;
    ReadHouse: GET "/api/house" for OVERSIGHT,
        "the tables and their options as a house file, with every version or as of one moment; `ch47 check` judges it and `ch47 serve --house` opens it",
        query AsOfQuery,
        answers 200 Text;
    ListTables: GET "/api/tables" for Anyone,
        "the tables: game, limits, who is there, the last results and the house edge",
        answers 200 Json<Vec<TableSummary>>;
    OpenTable: POST "/api/tables" for Only(&[Administrator, Floorperson]),
        "open a table under lawful options",
        asks NewTable = { "table": "MB-1", "pit": "A", "game": "minibaccarat", "inventory": 5_000_000 },
        answers 201 Json<TableSummary>;
    ReadTable: GET "/api/tables/{table}" for Anyone,
        "a table as everyone there sees it",
        answers 200 Json<TableView>;
    ReadFelt: GET "/api/tables/{table}/felt" for Anyone,
        "the layout as a drawing: where each wager goes, and where cards, dice and chips are placed",
        query AsOfQuery,
        answers 200 Json<FeltView>;
    CloseTable: POST "/api/tables/{table}/close" for Only(&[Floorperson]),
        "close a table between rounds",
        asks Keyed = { "key": KEY },
        answers 200 Json<Receipt>;
    ReopenTable: POST "/api/tables/{table}/open" for Only(&[Floorperson]),
        "open a closed table again",
        asks Keyed = { "key": KEY },
        answers 200 Json<Receipt>;
    Watch: GET "/api/tables/{table}/live" for Everyone,
        "a live connection (WebSocket)",
        query LiveQuery,
        answers 101 Live;
    ReadEvents: GET "/api/tables/{table}/events" for Everyone,
        "what happened, line by line, starting at any line; waits if there is nothing new",
        query EventsQuery,
        answers 200 Json<EventsView>;
    ReadOffers: GET "/api/tables/{table}/offers" for Everyone,
        "what you may do now, and for how much",
        answers 200 Json<Vec<Offer>>;
    Join: POST "/api/tables/{table}/join" for Only(&[Player]),
        "join a table, and sit down",
        asks JoinRequest = { "key": KEY, "sit": true },
        answers 200 Json<Seated>;
    Act: POST "/api/tables/{table}/acts" for Only(&[Player, Dealer, Floorperson]),
        "act at a table",
        asks ActRequest = { "key": KEY, "act": "banker 20.00", "seat": 1 },
        answers 200 Json<Receipt>;
    Ready: POST "/api/tables/{table}/ready" for Only(&[Player]),
        "say that you have finished wagering in this betting window",
        asks Keyed = { "key": KEY },
        answers 200 Json<PresenceView>;
    GiveAnchor: POST "/api/tables/{table}/anchors" for Only(&[Player, Surveillance]),
        "offer a hash chain, one value of which goes into each draw",
        asks AnchorRequest = { "key": KEY, "anchor": VALUE, "length": 1024 },
        answers 200 Json<Receipt>;
    OpenPart: POST "/api/tables/{table}/parts" for Only(&[Player, Surveillance]),
        "open your part of the window that is locked",
        asks PartRequest = { "window": 7, "lock": VALUE, "value": VALUE },
        answers 200 Json<HeardView>;
    BuyIn: POST "/api/tables/{table}/buy-ins" for Only(&[Player]),
        "buy chips for cash",
        asks AmountRequest = { "key": KEY, "cents": 10_000 },
        answers 200 Json<Receipt>;
    TakeAway: POST "/api/tables/{table}/color-ups" for Only(&[Player]),
        "cash out chips from the table",
        asks AmountRequest = { "key": KEY, "cents": 10_000 },
        answers 200 Json<Receipt>;
    Fill: POST "/api/tables/{table}/fills" for Only(&[PitClerk]),
        "record a fill of chips from the cage",
        asks SlipRequest = { "key": KEY, "cents": 100_000, "slip": "F-1" },
        answers 200 Json<Receipt>;
    Credit: POST "/api/tables/{table}/credits" for Only(&[PitClerk]),
        "record a credit of chips to the cage",
        asks SlipRequest = { "key": KEY, "cents": 100_000, "slip": "C-1" },
        answers 200 Json<Receipt>;
    AskRemedy: POST "/api/tables/{table}/remedies" for Only(&[Floorperson]),
        "request that rounds be declared void or an amount be corrected",
        asks RemedyRequest =
            { "key": KEY, "remedy": { "how": "void", "first": 1, "last": 1 }, "reason": "a card was turned too soon" },
        answers 200 Json<Receipt>;
    DecideRemedy: POST "/api/tables/{table}/remedies/{seq}" for Only(&[Floorperson, Administrator]),
        "approve or decline another person's request, at a table or at the cage",
        asks RemedyDecision = { "key": KEY, "agree": true },
        answers 200 Json<Receipt>;
    ReadSheet: GET "/api/tables/{table}/sheet" for OVERSIGHT,
        "win, drop and hold of a table for a gaming day, for a shift, or since it opened",
        query SheetQuery,
        answers 200 Json<SheetView>;
    ReadOptions: GET "/api/tables/{table}/options" for Anyone,
        "the options in force, now or at any time; those announced, with their notices; and the full history",
        query AsOfQuery,
        answers 200 Json<OptionsView>;
    ChangeOptions: POST "/api/tables/{table}/options" for Only(&[Administrator]),
        "announce new options, with the notices they require",
        asks OptionsRequest = { "key": KEY, "options": lawful_options(), "effective": 4_102_444_800_000_i64 },
        answers 200 Json<Receipt>;
    ReadJournal: GET "/api/tables/{table}/journal" for STAFF,
        "the journal, as far as anyone may know it; or the lines that match a search",
        query JournalQuery,
        answers 200 Lines;
    ReadExcerpt: GET "/api/tables/{table}/excerpt" for OVERSIGHT,
        "the journal of a period as one file, which `ch47 verify` can check on its own",
        query ExcerptQuery,
        answers 200 File;
    ListRounds: GET "/api/tables/{table}/rounds" for STAFF,
        "the rounds, latest first",
        query RoundsQuery,
        answers 200 Json<Vec<RoundView>>;
    ReadRound: GET "/api/tables/{table}/rounds/{round}" for STAFF,
        "a finished round, step by step",
        answers 200 Json<ReplayView>;
    ReadReport: GET "/api/tables/{table}/rounds/{round}/report" for OVERSIGHT,
        "a dispute report about a finished round, as a page for printing",
        query ReportQuery,
        answers 200 Page;
    ReadRoundOdds: GET "/api/tables/{table}/rounds/{round}/odds" for STAFF,
        "what each wager on the layout was worth after a line of a finished round, and what each possible decision was worth",
        query StepQuery,
        answers 200 Json<ProspectsView>;
    ReadCheckpoints: GET "/api/tables/{table}/checkpoints" for Anyone,
        "the signed heads of a journal",
        answers 200 Json<Vec<CheckpointView>>;
    ProveReceipt: GET "/api/tables/{table}/receipts/{seq}" for Anyone,
        "the proof that a receipt is in the journal",
        answers 200 Json<ProofView>;
    ExplainLine: GET "/api/tables/{table}/why/{seq}" for Anyone,
        "what would have had to be different for a line of the last rounds to come out differently, as far as you may know the round",
        answers 200 Json<WhyView>;
    ReadContents: GET "/api/contents" for Anyone,
        "the subchapters and sections, and how much of each is held",
        answers 200 Json<law::ContentsView>;
    ReadLaw: GET "/api/law/{cite}" for Anyone,
        "a provision in our own words, with its readings and the code that applies it",
        answers 200 Json<law::LawView>;
    SearchLaw: GET "/api/law" for Anyone,
        "the provisions and readings that contain all words",
        query LawQuery,
        answers 200 Json<law::SearchView>;
    ReadConformance: GET "/api/conformance" for Anyone,
        "the status of every provision: its code and golden rounds, or why no code decides it",
        answers 200 Json<law::MatrixView>;
    JudgeRound: POST "/api/judge" for Anyone,
        "judge a round that was dealt at a physical table",
        asks JudgeRequest = { "round": "game roulette\np1 red 5\n" },
        answers 200 Json<judge::JudgeView>;
    ListGames: GET "/api/games" for Anyone,
        "the games",
        answers 200 Json<Vec<GameView>>;
    ReadGameOptions: GET "/api/games/{game}/options" for Anyone,
        "the options that a game leaves to the licensee",
        answers 200 Json<options::GameOptionsView>;
    CheckOptions: POST "/api/options/check" for Anyone,
        "whether options are lawful, and which duties follow from them",
        asks CheckRequest = { "game": "minibaccarat", "options": lawful_options() },
        answers 200 Json<check::CheckView>;
    ListPapers: GET "/api/papers" for OVERSIGHT,
        "the papers that the house can print",
        answers 200 Json<Vec<PaperView>>;
    ReadPaper: GET "/api/papers/{paper}" for OVERSIGHT,
        "a paper of the house, now or as of any time, as a page for printing",
        query PaperQuery,
        answers 200 Page;
    ReadConsole: GET "/api/tables/{table}/console" for Only(&[Dealer, Floorperson, Administrator]),
        "what staff may do now, and what would result",
        answers 200 Json<ConsoleView>;
    TellConsole: POST "/api/tables/{table}/console" for Only(&[Dealer, Floorperson]),
        "report what happens at a physical table, including for patrons without an account",
        asks ConsoleRequest = { "key": KEY, "seen": 12, "entries": [{ "do": "tell", "line": "p1@3 hand 25" }] },
        answers 200 Json<ConsoleTold>;
    ReadOdds: GET "/api/tables/{table}/odds" for Anyone,
        "what every wager is worth, based on what everyone has seen",
        answers 200 Json<odds::OddsView>;
    ReadAdvice: GET "/api/tables/{table}/advice" for Only(&[Player]),
        "the best decision for your hand, based on what you can see",
        answers 200 Json<AdviceView>;
    AskDrill: GET "/api/trainer/{game}" for Anyone,
        "a drill for student dealers",
        query DrillQuery,
        answers 200 Json<Drill>;
    AnswerDrill: POST "/api/trainer/{game}" for Anyone,
        "answer a drill, and see what the rules decide",
        asks DrillAnswer = { "seed": 1, "kind": "payout", "answer": "500" },
        answers 200 Json<Verdict>;
    SetDrill: POST "/api/school/drills" for Everyone,
        "be asked a drill that counts; what was answered wrongly is asked again, and what is not answered yet comes first",
        asks DrillRequest = { "practice": { "game": "roulette" }, "kind": "payout" },
        answers 201 Json<school::SetDrill>;
    AnswerSetDrill: POST "/api/school/answers" for Everyone,
        "answer a graded drill; only the first answer counts",
        asks SetAnswer = { "id": "0123456789abcdef0123456789abcdef", "answer": "500" },
        answers 200 Json<Verdict>;
    StartDeal: POST "/api/school/deals" for Everyone,
        "deal a shoe, or some rounds, while the floor plays the patrons; one that is not finished goes on",
        asks DealRequest = { "practice": { "game": "roulette" }, "rounds": 5 },
        answers 201 Json<DealView>;
    ReadDeal: GET "/api/school/deals/{deal}" for Everyone,
        "your dealing exercise: the table, the current question, and your results so far",
        answers 200 Json<DealView>;
    AnswerDeal: POST "/api/school/deals/{deal}" for Everyone,
        "answer with your next step; an incorrect step is stopped with its provision, and the correct one is taken",
        asks DealAnswer = { "step": 0, "said": { "do": "step", "line": "dealer spins" } },
        answers 200 Json<DealTold>;
    ReadProgress: GET "/api/school/progress" for Everyone,
        "what you know of each provision, what to practice next, and your classes",
        answers 200 Json<ProgressView>;
    JoinClass: POST "/api/school/members" for Everyone,
        "join a class by its code",
        asks Joining = { "code": "ABCD2345" },
        answers 200 Json<ClassView>;
    ListClasses: GET "/api/school/classes" for TEACHES,
        "the classes",
        answers 200 Json<Vec<ClassView>>;
    CreateClass: POST "/api/school/classes" for TEACHES,
        "create a class: its games, the options used, and the requirements for the certificate",
        asks NewClass = { "name": "Roulette, June", "games": [{ "game": "roulette" }], "drills": 50, "pass": 80 },
        answers 201 Json<ClassView>;
    ReadClass: GET "/api/school/classes/{class}" for TEACHES,
        "a class, with what each learner knows of each provision",
        answers 200 Json<ClassPage>;
    ReadCertificate: GET "/api/school/classes/{class}/certificates/{learner}" for TEACHES,
        "the training certificate of a learner who has met the requirements of the class, as a page for printing",
        query SizeQuery,
        answers 200 Page;
    ReadWindow: GET "/api/tables/{table}/windows/{window}" for Anyone,
        "everything needed to repeat the draws of a finished window",
        answers 200 Json<WindowFile>;
}

impl Action {
    /// The row of this action.
    pub fn row(self) -> &'static Row {
        &ROUTES[self as usize]
    }

    /// The name of the action in documents.
    pub fn name(self) -> String {
        kebab(&format!("{self:?}"))
    }

    /// Finds an action by its name in documents.
    pub fn find(name: &str) -> Option<Action> {
        ROUTES.iter().map(|row| row.action).find(|action| action.name() == name)
    }
}

/// The capacity in which someone acts at a table: the parts of [`Action::Act`], each open to different roles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Capacity {
    /// As a patron, for oneself.
    ActAsPatron,
    /// As the dealer.
    ActAsDealer,
    /// As floorperson or supervisor.
    ActAsFloorperson,
    /// Reports what cards, dice or wheel show.
    ShowEquipment,
    /// Reports that something went wrong.
    TellIrregularity,
    /// Acts for a patron without an account.
    ActForPatron,
}

impl Capacity {
    /// Every capacity, in the order of the documents.
    pub const ALL: [Capacity; 6] = [
        Capacity::ActAsPatron,
        Capacity::ActAsDealer,
        Capacity::ActAsFloorperson,
        Capacity::ShowEquipment,
        Capacity::TellIrregularity,
        Capacity::ActForPatron,
    ];

    /// The roles that may act in this capacity.
    pub const fn scope(self) -> Scope {
        match self {
            Capacity::ActAsPatron => Only(&[Player]),
            Capacity::ActAsDealer | Capacity::ShowEquipment => Only(&[Dealer]),
            Capacity::ActAsFloorperson => Only(&[Floorperson]),
            Capacity::TellIrregularity | Capacity::ActForPatron => Only(&[Dealer, Floorperson]),
        }
    }

    /// A description for the role matrix.
    pub const fn about(self) -> &'static str {
        match self {
            Capacity::ActAsPatron => "act for yourself and nobody else",
            Capacity::ActAsDealer => "act as the dealer, where people deal",
            Capacity::ActAsFloorperson => "act as floorperson or supervisor",
            Capacity::ShowEquipment => "report what the cards, dice or wheel of a physical table show",
            Capacity::TellIrregularity => "report what has gone wrong at a physical table",
            Capacity::ActForPatron => "act at a physical table for a patron without an account",
        }
    }

    /// The name of the capacity in documents.
    pub fn name(self) -> String {
        kebab(&format!("{self:?}"))
    }
}

/// `ReadMe` as `read-me`.
fn kebab(name: &str) -> String {
    let mut words = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            words.push('-');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn who_watches_touches_nothing() {
        // Surveillance may contribute to chance, but changes nothing else.
        let guards = [Action::GiveAnchor, Action::OpenPart];
        let touches = |row: &&Row| row.method != Method::GET && !guards.contains(&row.action);
        for row in ROUTES.iter().filter(touches) {
            if matches!(row.scope, Scope::Only(_)) {
                for role in [Role::Surveillance, Role::Commission] {
                    assert!(!row.scope.admits(Some(role)), "{role}: {:?}", row.action);
                }
            }
        }
    }

    #[test]
    fn every_route_is_there_once_and_its_example_can_be_read() {
        let mut seen = BTreeSet::new();
        for row in ROUTES {
            assert_eq!(row.action.row().action, row.action);
            assert!(seen.insert((row.method, row.path)), "{:?} twice", row.action);
            assert!(row.method != Method::GET || row.asks.is_none(), "{:?}", row.action);
            if let Some(asks) = row.asks {
                asks.reads((asks.example)()).unwrap_or_else(|e| panic!("{:?}: {e}", row.action));
                assert!(asks.reads(json!({ "no such field": 1 })).is_err(), "{:?}", row.action);
            }
        }
    }

    #[test]
    fn the_examples_are_lawful() {
        let entry = json!({ "kind": "opened", "game": "minibaccarat", "pit": "A", "options": lawful_options(), "edition": "",
            "version": books::VERSION, "chance": "digital", "inventory": 5_000_000 });
        let (at, epoch, by) = (0, 1, books::HOUSE.to_owned());
        let entry = serde_json::from_value(entry).expect("an entry");
        let draft = books::Draft { at, epoch, by, key: None, salt: None, entry };
        assert_eq!(books::Book::new("MB-1").propose(draft).map(drop).err(), None);
    }

    #[test]
    fn paths_are_filled_in_and_names_are_words() {
        assert_eq!(Action::ProveReceipt.row().at(&["MB-1", "7"]), "/api/tables/MB-1/receipts/7");
        assert_eq!(Action::ReadLaw.row().at(&["5.2(b)"]), "/api/law/5.2%28b%29");
        assert_eq!(Action::ChangePerson.row().at(&["zoë/.."]), "/api/people/zo%C3%AB%2F..");
        assert_eq!(Capacity::ActAsPatron.name(), "act-as-patron");
        assert_eq!(Action::ReadMe.name(), "read-me");
    }
}
