//! Who may do what: the one table from which the server decides, the documents are written and the tests are made.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What somebody is here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Plays.
    Player,
    /// Deals.
    Dealer,
    /// Supervises tables: the law's floorperson and casino supervisor.
    Floorperson,
    /// Keeps the papers of a pit.
    PitClerk,
    /// Watches, and touches nothing.
    Surveillance,
    /// The Commission: reads everything that may be known, and touches nothing.
    Commission,
    /// Opens tables and admits people.
    Administrator,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 7] = [
        Role::Player,
        Role::Dealer,
        Role::Floorperson,
        Role::PitClerk,
        Role::Surveillance,
        Role::Commission,
        Role::Administrator,
    ];

    /// Its name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Floorperson => "floorperson",
            Role::PitClerk => "pit-clerk",
            Role::Surveillance => "surveillance",
            Role::Commission => "commission",
            Role::Administrator => "administrator",
        }
    }

    /// The role of this name.
    pub fn find(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whom an action is open to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Anyone, without a name.
    Anyone,
    /// Anyone who is logged in.
    Everyone,
    /// These roles.
    Only(&'static [Role]),
}

impl Scope {
    /// Whether it is open to this role; `None` is somebody who is not logged in.
    pub fn admits(self, role: Option<Role>) -> bool {
        match (self, role) {
            (Scope::Anyone, _) => true,
            (_, None) => false,
            (Scope::Everyone, Some(_)) => true,
            (Scope::Only(roles), Some(role)) => roles.contains(&role),
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The action.
    pub action: Action,
    /// How it is asked for: the method, `WS` for a message on a live connection, or nothing for an action within
    /// another one.
    pub method: &'static str,
    /// The path.
    pub path: &'static str,
    /// Whom it is open to.
    pub scope: Scope,
    /// What it does.
    pub about: &'static str,
}

macro_rules! actions {
    ($($action:ident $method:literal $path:literal $scope:expr, $about:literal;)*) => {
        /// Everything that can be asked of a floor.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Action { $(#[doc = $about] $action,)* }

        /// Who may do what.
        pub const ACTIONS: &[Row] = &[$(Row {
            action: Action::$action, method: $method, path: $path, scope: $scope, about: $about,
        },)*];
    };
}

use Role::*;
use Scope::*;

const STAFF: Scope = Only(&[Dealer, Floorperson, PitClerk, Surveillance, Commission, Administrator]);
const OVERSIGHT: Scope = Only(&[Floorperson, PitClerk, Surveillance, Commission, Administrator]);

actions! {
    Health           "GET"    "/healthz"                                  Anyone, "whether the process is alive";
    Readiness        "GET"    "/readyz"                                   Anyone, "which tables run here, and which have stopped and why";
    Metrics          "GET"    "/metrics"                                  Anyone, "figures for Prometheus";
    LogIn            "POST"   "/api/login"                                Anyone, "log in";
    BeGuest          "POST"   "/api/guests"                               Anyone, "come in as a player without a password, where the house admits guests";
    AcceptInvitation "POST"   "/api/invitations"                          Anyone, "use a one-time link: choose a name and a password";
    LogOut           "POST"   "/api/logout"                               Everyone, "log out; live connections close";
    ChangePassword   "POST"   "/api/password"                             Everyone, "change one's password; other sessions end";
    ReadMe           "GET"    "/api/me"                                   Everyone, "who one is, and one's money";
    ListPeople       "GET"    "/api/people"                               Only(&[Administrator, Commission, Surveillance]), "who is admitted";
    AdmitPerson      "POST"   "/api/people"                               Only(&[Administrator]), "admit somebody in a role";
    ChangePerson     "PATCH"  "/api/people/{person}"                      Only(&[Administrator]), "change a role, lock or unlock; sessions end at once";
    FundPerson       "POST"   "/api/people/{person}/money"                Only(&[PitClerk]), "put cash into a person's wallet at the cage, or pay it out";
    ReadCage         "GET"    "/api/cage"                                 OVERSIGHT, "what one clerk may take in or pay out alone, and requests that wait for a second person";
    AskFunds         "POST"   "/api/cage"                                 Only(&[PitClerk]), "ask to take in or pay out more cash than one clerk may alone";
    ListTables       "GET"    "/api/tables"                               Anyone, "the tables: game, limits, signs";
    OpenTable        "POST"   "/api/tables"                               Only(&[Administrator, Floorperson]), "open a table under lawful options";
    ReadTable        "GET"    "/api/tables/{table}"                       Anyone, "a table as everyone at it sees it";
    ReadFelt         "GET"    "/api/tables/{table}/felt"                  Anyone, "the layout as a drawing: where each wager lies and where things are put";
    CloseTable       "POST"   "/api/tables/{table}/close"                 Only(&[Floorperson]), "close a table between rounds";
    ReopenTable      "POST"   "/api/tables/{table}/open"                  Only(&[Floorperson]), "open a closed table again";
    Watch            "GET"    "/api/tables/{table}/live"                  Everyone, "a live connection: WebSocket";
    ReadOffers       "GET"    "/api/tables/{table}/offers"                Everyone, "what one may do now, and for how much";
    Join             "POST"   "/api/tables/{table}/join"                  Only(&[Player]), "come to a table";
    Act              "POST"   "/api/tables/{table}/acts"                  Only(&[Player, Dealer, Floorperson]), "do something at a table";
    ActAsPatron      ""       ""                                          Only(&[Player]), "act for oneself, and nobody else";
    ActAsDealer      ""       ""                                          Only(&[Dealer]), "act as the dealer, where people deal";
    ActAsFloorperson ""       ""                                          Only(&[Floorperson]), "act as floorperson or supervisor";
    ShowEquipment    ""       ""                                          Only(&[Dealer]), "say what cards, dice or wheel of a physical table show";
    TellIrregularity ""       ""                                          Only(&[Dealer, Floorperson]), "say what has gone wrong at a physical table";
    Ready            "POST"   "/api/tables/{table}/ready"                 Only(&[Player]), "say that one is done with one's wagers for this betting window";
    GiveAnchor       "POST"   "/api/tables/{table}/anchors"               Only(&[Player, Surveillance]), "offer a hash chain, one value of which goes into each draw";
    OpenPart         "POST"   "/api/tables/{table}/parts"                 Only(&[Player, Surveillance]), "open one's part of the window that is locked";
    BuyIn            "POST"   "/api/tables/{table}/buy-ins"               Only(&[Player]), "cash for chips";
    TakeAway         "POST"   "/api/tables/{table}/colour-ups"            Only(&[Player]), "take chips away, and cash for them";
    Fill             "POST"   "/api/tables/{table}/fills"                 Only(&[PitClerk]), "record a fill of chips from the cage";
    Credit           "POST"   "/api/tables/{table}/credits"               Only(&[PitClerk]), "record a credit of chips to the cage";
    AskRemedy        "POST"   "/api/tables/{table}/remedies"              Only(&[Floorperson]), "ask that rounds be void or an amount be put right";
    DecideRemedy     "POST"   "/api/tables/{table}/remedies/{seq}"        Only(&[Floorperson, Administrator]), "agree or disagree with what somebody else asked, at a table or at the cage";
    ReadSheet        "GET"    "/api/tables/{table}/sheet"                 OVERSIGHT, "win, drop and hold of a table";
    ReadOptions      "GET"    "/api/tables/{table}/options"               Anyone, "the options in force and those announced, with their notices";
    ChangeOptions    "POST"   "/api/tables/{table}/options"               Only(&[Administrator]), "announce other options, with the notices they demand";
    ReadJournal      "GET"    "/api/tables/{table}/journal"               STAFF, "the journal, as far as anyone may know it, or the lines of it that are looked for";
    ListRounds       "GET"    "/api/tables/{table}/rounds"                STAFF, "the rounds, the latest first";
    ReadRound        "GET"    "/api/tables/{table}/rounds/{round}"        STAFF, "a finished round, step by step";
    ReadCheckpoints  "GET"    "/api/tables/{table}/checkpoints"           Anyone, "the signed heads of a journal";
    ProveReceipt     "GET"    "/api/tables/{table}/receipts/{seq}"        Anyone, "the proof that a receipt is in the journal";
    ReadLaw          "GET"    "/api/law/{cite}"                           Anyone, "a provision in our words, with its readings and where code applies it";
    SearchLaw        "GET"    "/api/law"                                  Anyone, "the provisions that contain all words";
    ReadConformance  "GET"    "/api/conformance"                          Anyone, "what becomes of every provision: code and golden rounds, or why no code decides it";
    ListGames        "GET"    "/api/games"                                Anyone, "the games";
    ReadGameOptions  "GET"    "/api/games/{game}/options"                 Anyone, "what a licensee may choose at a game";
    CheckOptions     "POST"   "/api/options/check"                        Anyone, "whether options are lawful, and what they oblige to";
    ReadConsole      "GET"    "/api/tables/{table}/console"               Only(&[Dealer, Floorperson, Administrator]), "what staff may do now, and what would follow";
    ReadOdds         "GET"    "/api/tables/{table}/odds"                  Anyone, "what every wager is worth, from what anyone has seen";
    ReadAdvice       "GET"    "/api/tables/{table}/advice"                Only(&[Player]), "what is best to do with one's hand of blackjack, from what anyone has seen";
    AskDrill         "GET"    "/api/trainer/{game}"                       Anyone, "a drill for who learns to deal";
    AnswerDrill      "POST"   "/api/trainer/{game}"                       Anyone, "answer it, and see what the rules decide";
    ReadWindow       "GET"    "/api/tables/{table}/windows/{window}"      Anyone, "a finished window, to be dealt again";
}

impl Action {
    /// Its row.
    pub fn row(self) -> &'static Row {
        ACTIONS.iter().find(|row| row.action == self).expect("every action has a row")
    }

    /// Its name in documents.
    pub fn name(self) -> String {
        let mut name = String::new();
        for (at, letter) in format!("{self:?}").char_indices() {
            if letter.is_uppercase() && at > 0 {
                name.push('-');
            }
            name.extend(letter.to_lowercase());
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_watches_touches_nothing() {
        // Whoever guards the chance adds to it and moves nothing.
        let guards = [Action::GiveAnchor, Action::OpenPart];
        let touches = |row: &&Row| !matches!(row.method, "GET" | "") && !guards.contains(&row.action);
        for row in ACTIONS.iter().filter(touches) {
            if matches!(row.scope, Scope::Only(_)) {
                for role in [Role::Surveillance, Role::Commission] {
                    assert!(!row.scope.admits(Some(role)), "{role}: {:?}", row.action);
                }
            }
        }
    }

    #[test]
    fn names_are_words() {
        assert_eq!(Action::ActAsPatron.name(), "act-as-patron");
        assert!(Scope::Anyone.admits(None) && !Scope::Everyone.admits(None));
    }
}
