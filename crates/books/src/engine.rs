//! Any game behind its notation: text in, facts out. Whoever keeps tables of several games side by side needs no line
//! of any game's code.

use crate::fact::{Lying, Told, lying};
use rounds::{Finding, Setting, entries};
use rules::{
    Act, ActOf, Actor, Awaits, Chosen, Game, GameId, Input, InputOf, Misread, Offer, Patron, Refusal,
    Standing, Visitor, Vocabulary, Words,
    kit::cards::{Card, Loaded},
    read_input_with, table,
};
use std::{any::Any, collections::HashMap, sync::Arc};

/// A table of some game.
pub trait Engine: Send + Sync {
    /// Which game it is.
    fn game(&self) -> GameId;
    /// The table itself, for who knows the game.
    fn table(&self) -> &dyn Any;
    /// Whom or what it waits for.
    fn awaits(&self) -> Awaits;
    /// Whether it waits for wagers, from anyone or from the one whose wager comes first.
    fn awaits_wagers(&self) -> bool;
    /// The wagers on the layout.
    fn bets(&self) -> Vec<Lying>;
    /// Whether there are any, without a word about them.
    fn has_bets(&self) -> bool;
    /// Whether this holds of everybody who has one there.
    fn all_bettors(&self, hold: &dyn Fn(Patron) -> bool) -> bool;
    /// A wager that was spoken and is neither confirmed nor declined yet.
    fn spoken(&self) -> Option<Lying>;
    /// What a line would be.
    fn read(&self, line: &str) -> Result<Said, Misread>;
    /// The table after this line, and what the rules decided; the table itself stays as it is.
    fn after(&self, line: &str) -> Result<(Arc<dyn Engine>, Vec<Told>), No>;
    /// What this person may do now, and for how much.
    fn offers(&self, by: Actor) -> Vec<Offered>;
    /// What is done for this person if they are absent, as a whole line: their own usual deed, or the dealer's where an
    /// awaited patron has none, as a Banker has none who does not wager.
    fn usual(&self, by: Actor) -> Option<String>;
    /// What stays from round to round.
    fn standing(&self) -> Vec<Standing>;
    /// Whether wagers that the table waits for belong to a round that is being dealt.
    fn is_under_way(&self) -> bool;
    /// The loaded shoes, as anyone at the table can count them.
    fn shoes(&self) -> Vec<Loaded>;
    /// What the equipment may show now, with weights.
    fn outcomes(&self) -> Vec<(String, u32)>;
    /// What can go wrong now, as whole lines.
    fn irregularities(&self) -> Vec<String>;
    /// The state of the game without its options, for a snapshot.
    fn state(&self) -> serde_json::Value;
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// A person does something; `cut` is how many cards it puts to the back of the stack.
    Act {
        /// Who.
        by: Actor,
        /// Whether a stake goes down with it.
        stakes: bool,
        /// Behind how many cards it cuts.
        cut: Option<u16>,
    },
    /// The equipment shows something.
    Chance,
    /// Something has gone wrong.
    Irregularity,
}

/// Something a person may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    /// As it is written behind the person's name, without the amount.
    pub act: String,
    /// At which place of the table; 0 where places have no numbers.
    pub seat: u8,
    /// The least stake in cents; 0 if it has none.
    pub least: i64,
    /// The most.
    pub most: i64,
    /// The unit.
    pub step: i64,
    /// `chips`, `colour`, `cash` or `coupon`; nothing without a stake.
    pub tender: &'static str,
}

/// Why nothing came of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum No {
    /// The law's No.
    Refused(Refusal),
    /// The line says nothing in this notation.
    Misread(Misread),
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

/// Whether a game shows cards: then its order is kept over many draws, else each result stands alone.
pub fn has_cards(game: GameId) -> bool {
    chances(game).iter().any(|chance| Card::read(chance).is_some())
}

/// Opens a table, or says everything that is wrong with the settings.
pub fn open(game: GameId, settings: &[Setting]) -> Result<Arc<dyn Engine>, Vec<String>> {
    struct Open<'a>(&'a [Setting]);
    impl Visitor for Open<'_> {
        type Out = Result<Arc<dyn Engine>, Vec<String>>;
        fn visit<G: Game>(self) -> Self::Out {
            let options = rounds::judge::<G>(self.0).map_err(|findings| {
                let by = |f: &Finding| f.cite.map_or_else(String::new, |cite| format!(" [{cite}]"));
                findings.iter().map(|f| format!("{}{}", f.brief(), by(f))).collect::<Vec<_>>()
            })?;
            Ok(Arc::new(Live { table: G::open(options), lexicon: Arc::new(Lexicon::<G>::new()) }))
        }
    }
    game.visit(Open(settings))
}

/// The table of a snapshot: its state, under options that pass the gate once more.
pub(crate) fn restore(
    game: GameId,
    options: &[String],
    state: serde_json::Value,
) -> Result<Arc<dyn Engine>, String> {
    struct Restore(Vec<Setting>, serde_json::Value);
    impl Visitor for Restore {
        type Out = Result<Arc<dyn Engine>, String>;
        fn visit<G: Game>(self) -> Self::Out {
            let options = rounds::judge::<G>(&self.0).map_err(|_| "its options are not lawful".to_owned())?;
            let table: G = serde_json::from_value(self.1).map_err(|error| error.to_string())?;
            Ok(Arc::new(Live { table: table.under(options), lexicon: Arc::new(Lexicon::<G>::new()) }))
        }
    }
    let settings = options.iter().map(|option| Setting::read(option));
    let settings = settings.collect::<Option<Vec<_>>>().ok_or("its options are not key=value")?;
    game.visit(Restore(settings, state))
}

struct Live<G: Game> {
    table: G,
    lexicon: Arc<Lexicon<G>>,
}

impl<G: Game> Live<G> {
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

    fn bets(&self) -> Vec<Lying> {
        self.table.bets().iter().map(lying::<G>).collect()
    }

    fn has_bets(&self) -> bool {
        !self.table.bets().is_empty()
    }

    fn all_bettors(&self, hold: &dyn Fn(Patron) -> bool) -> bool {
        self.table.bets().iter().all(|bet| hold(bet.patron))
    }

    fn spoken(&self) -> Option<Lying> {
        self.table.spoken().as_ref().map(lying::<G>)
    }

    fn read(&self, line: &str) -> Result<Said, Misread> {
        Ok(match self.input(line)? {
            Input::Act { by, act } => Said::Act {
                by,
                stakes: matches!(act, Act::Place { .. }),
                cut: if let Act::Do(deed) = act { G::cut(deed) } else { None },
            },
            Input::Chance(_) => Said::Chance,
            Input::Irregularity(_) => Said::Irregularity,
        })
    }

    fn after(&self, line: &str) -> Result<(Arc<dyn Engine>, Vec<Told>), No> {
        let input = self.input(line).map_err(|why| match why {
            Misread::Refused(refusal) => No::Refused(refusal),
            why => No::Misread(why),
        })?;
        let (mut table, mut told) = (self.table.clone(), Vec::new());
        table.apply(input, &mut |cite, event| told.push(Told::of::<G>(cite, &event))).map_err(No::Refused)?;
        Ok((Arc::new(Live { table, lexicon: Arc::clone(&self.lexicon) }), told))
    }

    fn offers(&self, by: Actor) -> Vec<Offered> {
        let mut offers = Vec::new();
        self.each(by, |offer| {
            let plain = |act: String, seat| Offered { act, seat, least: 0, most: 0, step: 0, tender: "" };
            offers.push(match offer.act {
                Act::Place { seat, wager, stake, tender } => Offered {
                    act: wager.to_string(),
                    seat: seat.0,
                    least: stake.as_cents(),
                    most: offer.most.as_cents(),
                    step: offer.step.as_cents(),
                    tender: if tender.word().is_empty() { "chips" } else { tender.word() },
                },
                Act::TakeBack { seat, wager } => plain(format!("takes back {wager}"), seat.0),
                Act::Do(deed) => plain(deed.to_string(), 0),
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

    fn standing(&self) -> Vec<Standing> {
        let mut all = Vec::new();
        self.table.standing(&mut |one| all.push(one));
        all
    }

    fn is_under_way(&self) -> bool {
        self.table.is_under_way()
    }

    fn shoes(&self) -> Vec<Loaded> {
        let mut all = Vec::new();
        self.table.shoes(&mut |one| all.push(one));
        all
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
        serde_json::to_value(&self.table).expect("a table is JSON")
    }
}

/// The words of a game, found at once: a journal has many lines.
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
            // The first of two alike counts, as it does where a word is looked for one by one.
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
        // Some wagers may be written in more ways than one.
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

/// The settings of a game's usual choices, as they are written.
pub fn standard(game: GameId) -> Vec<Setting> {
    struct Standard;
    impl Visitor for Standard {
        type Out = Vec<Setting>;
        fn visit<G: Game>(self) -> Vec<Setting> {
            rounds::standard::<G>()
        }
    }
    game.visit(Standard)
}

/// The name of a game for people, and the edition of the law its wagers are taken from.
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

/// What a game's options oblige the house to post or tell: provision and words.
pub fn duties(game: GameId, options: &[String]) -> Vec<(String, String)> {
    struct Duties(Vec<Setting>);
    impl Visitor for Duties {
        type Out = Vec<(String, String)>;
        fn visit<G: Game>(self) -> Self::Out {
            let mut duties = Vec::new();
            if let Some(options) = table::options::<G>(&entries(&self.0), &mut |_| ()) {
                options.duties(&mut |duty| duties.push((duty.cite.to_string(), duty.to_string())));
            }
            duties
        }
    }
    game.visit(Duties(options.iter().filter_map(|option| Setting::read(option)).collect()))
}
