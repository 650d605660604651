//! Any game behind its notation: text in, facts out. Code that runs tables of several games does not depend on any
//! particular one.

use crate::{
    fact::{BetView, Fact},
    picture::Picture,
    record::Notified,
};
use rounds::{Decided, Finding, Settings, Shortcut};
use rules::{
    Act, ActOf, Actor, Awaits, Chosen, Citation, Event, EventOf, Eyes, Game, GameId, Input, InputOf, Misread,
    Money, Observer, Offer, Outcome, Patron, Refusal, Seat, Tender, Visitor, Vocabulary, Words, games, house,
    kit::{cards::Card, tiles::Tile},
    read_input_with,
    table::shoe::Prepares,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{any::Any, collections::HashMap, sync::Arc};

/// A table of some game.
pub trait Engine: Send + Sync {
    /// The game played at this table.
    fn game(&self) -> GameId;
    /// The table's concrete type, for callers that know the game.
    fn table(&self) -> &dyn Any;
    /// Whom or what the table waits for.
    fn awaits(&self) -> Awaits;
    /// Whether the table waits for wagers, from anyone or from the patron whose wager comes first.
    fn awaits_wagers(&self) -> bool;
    /// The wagers on the layout.
    fn bets(&self) -> Vec<BetView>;
    /// Whether there are any wagers on the layout. Cheaper than [`Engine::bets`].
    fn has_bets(&self) -> bool;
    /// Whether this holds for everybody who has a wager on the layout.
    fn all_bettors(&self, hold: &dyn Fn(Patron) -> bool) -> bool;
    /// A wager that was spoken and is neither confirmed nor declined yet.
    fn spoken(&self) -> Option<BetView>;
    /// Parses a line of this game once, for every later use.
    fn read(&self, line: &str) -> Result<Parsed, Misread>;
    /// Expands a line of a script: into itself, several things the equipment showed one after another, or the steps of
    /// a shortcut.
    ///
    /// # Errors
    /// If a shortcut has no meaning at this moment.
    fn apart(&self, line: &str) -> Result<Vec<String>, String>;
    /// The table after this many cards left its shoe unseen; see [`rounds::discard`].
    ///
    /// # Errors
    /// If that many cannot have left it.
    fn discarded(&self, cards: u16) -> Result<Arc<dyn Engine>, String>;
    /// A fresh table in the middle of a round, and the lines that led there; see [`rounds::place`].
    ///
    /// # Errors
    /// Why no lawful round leads there.
    fn given(&self, facts: &str) -> Result<(Arc<dyn Engine>, Vec<String>), String>;
    /// Applies a line and returns the resulting table. This one does not change.
    fn after(&self, line: &Parsed) -> Result<After, Refusal>;
    /// The same for a line of text; `None` if it is not valid notation or is refused.
    fn after_line(&self, line: &str) -> Option<After> {
        self.after(&self.read(line).ok()?).ok()
    }
    /// What this person may do now, and for what amounts.
    fn offers(&self, by: Actor) -> Vec<Offered>;
    /// The line to enter for this person if they are absent: their own usual deed, or the dealer's if the table waits
    /// for a patron who has none (such as a Banker who does not wager).
    fn usual(&self, by: Actor) -> Option<String>;
    /// Everything on the table, including the values of private cards: mask it before showing it to anyone.
    fn picture(&self) -> Picture;
    /// Whether the wagers that the table waits for belong to a round that is already being dealt.
    fn is_under_way(&self) -> bool;
    /// What the equipment may show now, with weights.
    fn outcomes(&self) -> Vec<(String, u32)>;
    /// The irregularities that can happen now, as whole lines.
    fn irregularities(&self) -> Vec<String>;
    /// The state of the game without its options, for a snapshot.
    fn state(&self) -> serde_json::Value;
}

/// A parsed line: what kind it is, and the game's own input.
#[derive(Clone)]
pub struct Parsed {
    /// What kind of line it is.
    pub said: Said,
    /// The line in its canonical spelling.
    pub line: String,
    input: Arc<dyn Any + Send + Sync>,
}

/// The result of applying a line to a table.
pub struct After {
    /// The table after the line.
    pub engine: Arc<dyn Engine>,
    /// What the rules decided.
    pub facts: Vec<Fact>,
    /// The table just before its cards were cleared away, if they were.
    pub cleared: Option<Picture>,
}

/// What kind of input a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// A person does something.
    Act {
        /// The person who acts.
        by: Actor,
        /// Whether it puts down a stake.
        stakes: bool,
        /// How many cards it cuts to the back of the stack, if it is a cut.
        cut: Option<u16>,
    },
    /// The equipment shows something.
    Chance,
    /// Something has gone wrong.
    Irregularity,
}

/// The kind of act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// A wager is made or increased.
    Wager,
    /// A wager is taken back.
    TakeBack,
    /// Any other act, such as sitting down or standing.
    Deed,
}

/// Something a person may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    /// What kind of act it is.
    pub kind: OfferKind,
    /// The act as it is written after the person's name, without the amount.
    pub act: String,
    /// The wager that is made or taken back.
    pub wager: Option<String>,
    /// The seat it is for; 0 where places have no numbers.
    pub seat: Seat,
    /// The smallest stake; zero if it has none.
    pub least: Money,
    /// The largest stake.
    pub most: Money,
    /// The unit of the stake.
    pub step: Money,
    /// What the stake is made in; `None` if there is no stake.
    pub tender: Option<Tender>,
}

impl Offered {
    /// The line with which this person accepts the offer, with this stake if it has one: `p1@3 tie 5.00 cash`.
    pub fn line(&self, by: Actor, stake: Money) -> String {
        let mut line = by.to_string();
        if self.seat != Seat::NONE {
            line += &format!("@{}", self.seat.0);
        }
        line += &format!(" {}", self.act);
        match self.tender {
            None => {}
            Some(Tender::Chips) => line += &format!(" {stake}"),
            Some(tender) => line += &format!(" {stake} {}", tender.word()),
        }
        line
    }
}

/// Everything that a game's equipment can ever show.
pub fn chances(game: GameId) -> Vec<String> {
    struct Chances;
    impl Visitor for Chances {
        type Out = Vec<String>;
        fn visit<G: Game>(self) -> Self::Out {
            let mut all = Vec::new();
            G::Chance::each(&mut |chance| all.push(chance.to_string()));
            all
        }
    }
    game.visit(Chances)
}

/// Whether a game is played with cards or tiles.
pub fn has_cards(game: GameId) -> bool {
    chances(game).iter().any(|chance| Card::read(chance).is_some() || Tile::read(chance).is_some())
}

/// Whether a result of the game takes several draws, of cards or of balls; otherwise each draw stands alone.
pub fn shows_parts(game: GameId) -> bool {
    struct Parts;
    impl Visitor for Parts {
        type Out = bool;
        fn visit<G: Game>(self) -> bool {
            let mut any = false;
            G::Chance::each(&mut |chance| any |= !Outcome::is_result(chance.into()));
            any
        }
    }
    game.visit(Parts)
}

/// Opens a table, or says everything that is wrong with the settings.
pub fn open(game: GameId, settings: &Settings) -> Result<Arc<dyn Engine>, Vec<String>> {
    struct Open<'a>(&'a Settings);
    impl Visitor for Open<'_> {
        type Out = Result<Arc<dyn Engine>, Vec<String>>;
        fn visit<G: Game>(self) -> Self::Out {
            let options = rounds::judge::<G>(self.0).map_err(|findings| {
                let by = |f: &Finding| f.cite.map_or_else(String::new, |cite| format!(" [{cite}]"));
                findings.iter().map(|f| format!("{}{}", f.brief(), by(f))).collect::<Vec<_>>()
            })?;
            Ok(Arc::new(Live::opened(G::open(options))))
        }
    }
    game.visit(Open(settings))
}

/// Restores a table from a snapshot. Its options are validated again.
pub(crate) fn restore(
    game: GameId,
    options: &Settings,
    state: serde_json::Value,
) -> Result<Arc<dyn Engine>, String> {
    struct Restore<'a>(&'a Settings, serde_json::Value);
    impl Visitor for Restore<'_> {
        type Out = Result<Arc<dyn Engine>, String>;
        fn visit<G: Game>(self) -> Self::Out {
            let options = rounds::judge::<G>(self.0).map_err(|_| "its options are not lawful".to_owned())?;
            let state: State<G> = serde_json::from_value(self.1).map_err(|error| error.to_string())?;
            let table = Live::opened(state.table.under(options));
            Ok(Arc::new(Live { outcome: state.outcome, ..table }))
        }
    }
    game.visit(Restore(options, state))
}

/// What a snapshot stores of a table.
#[derive(Serialize, Deserialize)]
struct State<G> {
    table: G,
    outcome: Option<Outcome>,
}

struct Live<G: Game> {
    table: G,
    lexicon: Arc<Lexicon<G>>,
    /// What the dice, ball or wheel showed last. No decision depends on it, so the table itself does not store it.
    outcome: Option<Outcome>,
}

/// Collects a table's facts, and its picture before its cards are cleared away.
struct Witness {
    facts: Vec<Fact>,
    cleared: Option<Picture>,
    outcome: Option<Outcome>,
}

impl<G: Game> Observer<G> for Witness {
    fn saw(&mut self, cite: Citation, event: EventOf<G>) {
        if let Event::Shown { chance, to: Eyes::All } = event {
            let outcome = chance.into();
            if Outcome::is_result(outcome) {
                self.outcome = Some(outcome);
            }
        }
        self.facts.push(Fact::of::<G>(cite, &event));
    }

    fn clears(&mut self, table: &G) {
        let outcome = self.outcome;
        // The first picture shows the most: anything cleared later in the same step was still there.
        self.cleared.get_or_insert_with(|| Picture::of(table, outcome));
    }
}

impl<G: Game> Live<G> {
    fn opened(table: G) -> Live<G> {
        Live { table, lexicon: Arc::new(Lexicon::new()), outcome: None }
    }

    fn input(&self, line: &str) -> Result<InputOf<G>, Misread> {
        read_input_with::<G>(&*self.lexicon, line)
    }

    fn each(&self, by: Actor, mut tell: impl FnMut(Offer<ActOf<G>>)) {
        self.table.decisions(by, &mut tell);
    }
}

impl<G: Game> Engine for Live<G> {
    fn game(&self) -> GameId {
        GameId::find(G::NAME).expect("a game of the closed list")
    }

    fn table(&self) -> &dyn Any {
        &self.table
    }

    fn awaits(&self) -> Awaits {
        self.table.awaits()
    }

    fn awaits_wagers(&self) -> bool {
        self.table.awaits_wagers()
    }

    fn bets(&self) -> Vec<BetView> {
        self.table.bets().iter().map(BetView::of::<G>).collect()
    }

    fn has_bets(&self) -> bool {
        !self.table.bets().is_empty()
    }

    fn all_bettors(&self, hold: &dyn Fn(Patron) -> bool) -> bool {
        self.table.bets().iter().all(|bet| hold(bet.patron))
    }

    fn spoken(&self) -> Option<BetView> {
        self.table.spoken().as_ref().map(BetView::of::<G>)
    }

    fn read(&self, line: &str) -> Result<Parsed, Misread> {
        let input = self.input(line)?;
        let said = match input {
            Input::Act { by, act } => Said::Act {
                by,
                stakes: matches!(act, Act::Place { .. }),
                cut: if let Act::Do(deed) = act { G::prepares(deed).and_then(Prepares::cut) } else { None },
            },
            Input::Chance(_) => Said::Chance,
            Input::Irregularity(_) => Said::Irregularity,
        };
        Ok(Parsed { said, line: input.to_string(), input: Arc::new(input) })
    }

    fn apart(&self, line: &str) -> Result<Vec<String>, String> {
        let inputs = match Shortcut::read(line) {
            Some(Shortcut::Prepare { burned }) => Ok(rounds::preparation(&self.table, &burned)?),
            _ => rounds::read_line::<G>(line),
        };
        let lines = |inputs: Vec<InputOf<G>>| inputs.iter().map(ToString::to_string).collect();
        Ok(inputs.map_or_else(|_| vec![line.to_owned()], lines))
    }

    fn discarded(&self, cards: u16) -> Result<Arc<dyn Engine>, String> {
        let mut table = self.table.clone();
        rounds::discard(&mut table, cards)?;
        Ok(Arc::new(Live { table, lexicon: Arc::clone(&self.lexicon), outcome: self.outcome }))
    }

    fn given(&self, facts: &str) -> Result<(Arc<dyn Engine>, Vec<String>), String> {
        let mut table = self.table.clone();
        let lines = rounds::place(&mut table, facts)?.iter().map(ToString::to_string).collect();
        Ok((Arc::new(Live { table, lexicon: Arc::clone(&self.lexicon), outcome: self.outcome }), lines))
    }

    fn after(&self, line: &Parsed) -> Result<After, Refusal> {
        let input = line.input.downcast_ref::<InputOf<G>>().expect("a line that this game has read");
        let mut table = self.table.clone();
        let mut witness = Witness { facts: Vec::new(), cleared: None, outcome: self.outcome };
        table.apply(*input, &mut witness)?;
        let Witness { facts, cleared, outcome } = witness;
        let engine = Arc::new(Live { table, lexicon: Arc::clone(&self.lexicon), outcome });
        Ok(After { engine, facts, cleared })
    }

    fn offers(&self, by: Actor) -> Vec<Offered> {
        let mut offers = Vec::new();
        self.each(by, |offer| {
            let Offer { act, most, step } = offer;
            let plain = |kind, act: String, wager, seat| {
                let (least, most, step) = (Money::ZERO, Money::ZERO, Money::ZERO);
                Offered { kind, act, wager, seat, least, most, step, tender: None }
            };
            offers.push(match act {
                Act::Place { seat, wager, stake: least, tender } => {
                    let act = wager.to_string();
                    let (wager, tender) = (Some(act.clone()), Some(tender));
                    Offered { kind: OfferKind::Wager, act, wager, seat, least, most, step, tender }
                }
                Act::TakeBack { seat, wager } => {
                    let wager = wager.to_string();
                    plain(OfferKind::TakeBack, format!("takes back {wager}"), Some(wager), seat)
                }
                Act::Do(deed) => plain(OfferKind::Deed, deed.to_string(), None, Seat::NONE),
            });
        });
        offers
    }

    fn usual(&self, by: Actor) -> Option<String> {
        let step: Option<InputOf<G>> = match self.table.awaits() {
            Awaits::Decision(who) if who == by => self.table.usual_step(),
            _ => self.table.usual(by).map(|deed| Input::Act { by, act: Act::Do(deed) }),
        };
        step.map(|input| input.to_string())
    }

    fn picture(&self) -> Picture {
        Picture::of(&self.table, self.outcome)
    }

    fn is_under_way(&self) -> bool {
        self.table.is_under_way()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.table.outcomes(&mut |chance, weight| outcomes.push((chance.to_string(), weight)));
        outcomes
    }

    fn irregularities(&self) -> Vec<String> {
        let mut all = Vec::new();
        self.table.irregularities(&mut |what| all.push(format!("irregularity {what}")));
        all
    }

    fn state(&self) -> serde_json::Value {
        let state = State { table: &self.table, outcome: self.outcome };
        serde_json::to_value(state).expect("a table is JSON")
    }
}

/// The words of a game in hash maps. A journal has many lines, so looking up a word must be fast.
struct Lexicon<G: Game> {
    wagers: HashMap<String, G::Wager>,
    deeds: HashMap<String, G::Deed>,
    chances: HashMap<String, G::Chance>,
    irregularities: HashMap<String, G::Irregularity>,
}

impl<G: Game> Lexicon<G> {
    fn new() -> Lexicon<G> {
        fn words<V: Vocabulary>() -> HashMap<String, V> {
            let mut words = HashMap::new();
            // If two are spelled alike, the first one counts, as it does in a linear search.
            V::each(&mut |one| {
                words.entry(one.to_string()).or_insert(one);
            });
            words
        }
        Lexicon { wagers: words(), deeds: words(), chances: words(), irregularities: words() }
    }
}

impl<G: Game> Words<G> for Lexicon<G> {
    fn wager(&self, text: &str) -> Option<G::Wager> {
        // Some wagers can be written in more than one way.
        self.wagers.get(text).copied().or_else(|| G::Wager::read(text))
    }
    fn deed(&self, text: &str) -> Option<G::Deed> {
        self.deeds.get(text).copied()
    }
    fn chance(&self, text: &str) -> Option<G::Chance> {
        self.chances.get(text).copied()
    }
    fn irregularity(&self, text: &str) -> Option<G::Irregularity> {
        self.irregularities.get(text).copied()
    }
}

/// The display name of a game, and the edition of the law from which its wagers are taken.
pub fn title_and_edition(game: GameId) -> (&'static str, String) {
    struct Names;
    impl Visitor for Names {
        type Out = (&'static str, String);
        fn visit<G: Game>(self) -> Self::Out {
            let edition = G::PERMISSIBLE
                .edition()
                .map_or_else(|| "not held".to_owned(), |e| format!("{}, {}", e.key, e.as_of));
            (G::TITLE, edition)
        }
    }
    game.visit(Names)
}

/// What a game's options oblige the house to post or announce: the provision and the text.
pub fn duties(game: GameId, options: &Settings) -> Vec<(String, String)> {
    struct Duties<'a>(&'a Settings);
    impl Visitor for Duties<'_> {
        type Out = Vec<(String, String)>;
        fn visit<G: Game>(self) -> Self::Out {
            let mut duties = Vec::new();
            if let Some(options) = games::options::<G>(&self.0.entries(), &mut |_| ()) {
                options.duties(&mut |duty| duties.push((duty.cite.to_string(), duty.to_string())));
            }
            duties
        }
    }
    game.visit(Duties(options))
}

/// The notices that a change of options requires; `before` is `None` for a new table.
pub fn notices(game: GameId, before: Option<&Settings>, after: &Settings) -> Vec<Notified> {
    let mut notices = Vec::new();
    let before = before.map(Settings::entries);
    house::notices(game, before.as_deref(), &after.entries(), &mut |notice| notices.push(notice.into()));
    notices
}
