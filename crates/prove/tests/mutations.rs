//! The search would notice: tables with a fault built in, a dozen for each game, and each must be found by its own check.

use prove::{Bounds, Found, Kind, Moments, Task, report::required, rows::rows};
use rounds::standard;
use rules::{
    Act, ActOf, Actor, Awaits, Bet, BetOf, Citation, Event, EventOf, Eyes, Fate, Game, Input, InputOf, Item,
    Money, Observer, Offer, Refusal, Seat, Terms, games,
    table::{Common, shoe::Prepares},
};
use serde::{Deserialize, Serialize};

/// What is wrong with a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Fault {
    /// Nothing.
    None,
    /// A wager that is made is not told.
    DropsPlaced,
    /// A wager that is settled is not told.
    DropsSettled,
    /// A wager that is settled stays on the layout.
    KeepsChip,
    /// A wager that loses is paid.
    PaysLosers,
    /// The floorperson may do what is the dealer's to do, and no menu says so.
    AcceptsUnlisted,
    /// The dealer's menu leaves out what it lists last.
    HidesListed,
    /// A refused wager lies there all the same.
    RefusalChanges,
    /// What the dealer says first is not heard.
    HidesAnnouncement,
    /// Nobody goes on for a dealer who has gone.
    NobodyGoesOn,
    /// What the dealer does while wagers lie there changes nothing.
    GoesAround,
    /// Nothing follows from what goes wrong.
    NoRemedy,
    /// The equipment is said to show something at any time.
    ListsImpossible,
    /// Everyone sees what one alone may see.
    Leaks,
}

const FAULTS: [(Fault, Kind); 13] = [
    (Fault::DropsPlaced, Kind::Chips),
    (Fault::DropsSettled, Kind::Chips),
    (Fault::KeepsChip, Kind::Chips),
    (Fault::PaysLosers, Kind::Chips),
    (Fault::AcceptsUnlisted, Kind::UnlistedAccepted),
    (Fault::HidesListed, Kind::UnlistedAccepted),
    (Fault::RefusalChanges, Kind::RefusalChanges),
    (Fault::HidesAnnouncement, Kind::Unannounced),
    (Fault::NobodyGoesOn, Kind::Stuck),
    (Fault::GoesAround, Kind::Endless),
    (Fault::NoRemedy, Kind::NoRemedy),
    (Fault::ListsImpossible, Kind::ListedRefused),
    (Fault::Leaks, Kind::Leak),
];

/// A table with a fault.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
struct Mutant<G: Game> {
    table: G,
    fault: Fault,
}

impl<G: Game> Mutant<G> {
    /// What is told of the events, and what is left on the layout after them.
    fn tell(&mut self, events: Vec<(Citation, EventOf<G>)>, to: &mut dyn Observer<Self>) {
        let mut is_first = true;
        let mut kept: Vec<BetOf<G>> = Vec::new();
        for (cite, event) in events {
            let event = match (self.fault, event) {
                (Fault::DropsPlaced, Event::Placed { .. }) => continue,
                (Fault::DropsSettled, Event::Settled { .. }) if std::mem::take(&mut is_first) => continue,
                (Fault::HidesAnnouncement, Event::Called { .. }) if std::mem::take(&mut is_first) => continue,
                (Fault::PaysLosers, Event::Settled { bet, fate: Fate::Lost, taken, pays, bank, .. }) => {
                    Event::Settled { bet, fate: Fate::Lost, taken, paid: bet.stake, pays, bank }
                }
                (Fault::KeepsChip, Event::Settled { bet, .. }) => {
                    kept.push(bet);
                    event
                }
                (_, event) => event,
            };
            to.saw(cite, event);
        }
        kept.into_iter().for_each(|bet| self.table.as_mut().layout.put(bet));
    }
}

impl<G: Game> AsRef<Common<Self>> for Mutant<G> {
    fn as_ref(&self) -> &Common<Self> {
        unreachable!("the table inside answers")
    }
}

impl<G: Game> AsMut<Common<Self>> for Mutant<G> {
    fn as_mut(&mut self) -> &mut Common<Self> {
        unreachable!("the table inside answers")
    }
}

impl<G: Game> Game for Mutant<G> {
    const NAME: &'static str = G::NAME;
    const TITLE: &'static str = G::TITLE;
    const PERMISSIBLE: Citation = G::PERMISSIBLE;
    const PLACED: bool = G::PLACED;

    type Options = G::Options;
    type Wager = G::Wager;
    type Deed = G::Deed;
    type Chance = G::Chance;
    type Irregularity = G::Irregularity;
    type Call = G::Call;

    fn made_in(wager: Self::Wager) -> Citation {
        G::made_in(wager)
    }
    fn open(options: Self::Options) -> Self {
        Mutant { table: G::open(options), fault: Fault::None }
    }
    fn phase(&self) -> &'static str {
        self.table.phase()
    }
    fn options(&self) -> Self::Options {
        self.table.options()
    }
    fn under(self, options: Self::Options) -> Self {
        Mutant { table: self.table.under(options), ..self }
    }
    fn bets(&self) -> &[BetOf<Self>] {
        self.table.bets()
    }
    fn spoken(&self) -> Option<BetOf<Self>> {
        self.table.spoken()
    }
    fn awaits(&self) -> Awaits {
        self.table.awaits()
    }
    fn awaits_wagers(&self) -> bool {
        self.table.awaits_wagers()
    }
    fn is_under_way(&self) -> bool {
        self.table.is_under_way()
    }

    fn may_wager(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
        self.table.may_wager(like)
    }
    fn wagered_by_patrons(wager: Self::Wager) -> Citation {
        G::wagered_by_patrons(wager)
    }
    fn may_withdraw(&self, by: Actor, seat: Seat, wager: Self::Wager) -> Result<Terms, Refusal> {
        self.table.may_withdraw(by, seat, wager)
    }
    fn may_do(&self, by: Actor, deed: Self::Deed) -> Result<Terms, Refusal> {
        let done = self.table.may_do(by, deed);
        match (self.fault, by) {
            (Fault::AcceptsUnlisted, Actor::Floorperson) if done.is_err() => {
                self.table.may_do(Actor::Dealer, deed).or(done)
            }
            _ => done,
        }
    }
    fn carry_out(&mut self, _: Actor, _: Self::Deed, _: Terms, _: &mut dyn Observer<Self>) {
        unreachable!("the table inside performs every act")
    }

    fn perform(&mut self, by: Actor, act: ActOf<Self>, terms: Terms, to: &mut dyn Observer<Self>) {
        let before = self.table.clone();
        let by = if self.table.guard(by, act).is_err() { Actor::Dealer } else { by };
        let mut events = Vec::new();
        self.table.perform(by, act, terms, &mut |cite, event: EventOf<G>| events.push((cite, event)));
        if self.fault == Fault::GoesAround && by == Actor::Dealer && !before.bets().is_empty() {
            self.table = before;
            return;
        }
        self.tell(events, to);
    }

    fn may_show(&self, chance: Self::Chance) -> Result<(), Refusal> {
        self.table.may_show(chance)
    }
    fn show(&mut self, chance: Self::Chance, to: &mut dyn Observer<Self>) {
        let mut events = Vec::new();
        self.table.show(chance, &mut |cite, event: EventOf<G>| events.push((cite, event)));
        self.tell(events, to);
    }
    fn may_go_wrong(&self, what: Self::Irregularity) -> Result<(), Refusal> {
        self.table.may_go_wrong(what)
    }
    fn go_wrong(&mut self, what: Self::Irregularity, to: &mut dyn Observer<Self>) {
        if self.fault == Fault::NoRemedy {
            return;
        }
        let mut events = Vec::new();
        self.table.go_wrong(what, &mut |cite, event: EventOf<G>| events.push((cite, event)));
        self.tell(events, to);
    }

    fn apply(&mut self, input: InputOf<Self>, to: &mut dyn Observer<Self>) -> Result<(), Refusal> {
        let done = match input {
            Input::Act { by, act } => self.guard(by, act).and_then(|terms| {
                if let Act::Place { stake, .. } = act {
                    terms.admit(stake)?;
                }
                self.perform(by, act, terms, to);
                Ok(())
            }),
            Input::Chance(chance) => self.may_show(chance).map(|()| self.show(chance, to)),
            Input::Irregularity(what) => self.may_go_wrong(what).map(|()| self.go_wrong(what, to)),
        };
        if let (Fault::RefusalChanges, Err(_), Input::Act { by: Actor::Patron(patron), act }) =
            (self.fault, &done, input)
            && let Act::Place { seat, wager, tender, .. } = act
            && self.table.bets().is_empty()
        {
            let stake = Money::dollars(1);
            self.table.as_mut().layout.put(Bet { patron, seat, wager, stake, tender });
        }
        done
    }

    fn decisions(&self, by: Actor, each: &mut dyn FnMut(Offer<ActOf<Self>>)) {
        let mut menu = Vec::new();
        self.table.decisions(by, &mut |offer| menu.push(offer));
        if self.fault == Fault::HidesListed && by == Actor::Dealer {
            menu.pop();
        }
        menu.into_iter().for_each(each);
    }
    fn deeds(&self, by: Actor, each: &mut dyn FnMut(Self::Deed)) {
        self.table.deeds(by, each);
    }
    fn usual(&self, by: Actor) -> Option<Self::Deed> {
        self.table.usual(by).filter(|_| !(self.fault == Fault::NobodyGoesOn && by == Actor::Dealer))
    }
    fn outcomes(&self, each: &mut dyn FnMut(Self::Chance, u32)) {
        self.table.outcomes(each);
        if self.fault == Fault::ListsImpossible && self.awaits() != Awaits::Equipment {
            let mut first = None;
            <G::Chance as rules::Vocabulary>::each(&mut |chance| first = first.or(Some(chance)));
            first.into_iter().for_each(|chance| each(chance, 1));
        }
    }
    fn picture(&self, each: &mut dyn FnMut(Item)) {
        self.table.picture(&mut |item| {
            each(match item {
                Item::Card { at, card, sideways, .. } if self.fault == Fault::Leaks => {
                    Item::Card { at, card, eyes: Eyes::All, sideways }
                }
                Item::Tile { at, tile, .. } if self.fault == Fault::Leaks => {
                    Item::Tile { at, tile, eyes: Eyes::All }
                }
                item => item,
            });
        });
    }
    fn is_preparing(&self) -> bool {
        self.table.is_preparing()
    }
    fn prepares(deed: Self::Deed) -> Option<Prepares> {
        G::prepares(deed)
    }
}

/// Searches a table with a fault until the check that should find it does; what was found until then.
fn found<G: Game>(row: usize, fault: Fault, kind: Option<Kind>) -> Vec<Kind> {
    let settings = standard::<G>();
    let options =
        games::options::<G>(&settings.entries(), &mut |_| ()).expect("the usual options are lawful");
    let moments =
        if fault == Fault::HidesAnnouncement { required::<G>(&settings) } else { Moments::default() };
    let bounds = Bounds { states: 30_000, tries: 4, ..rows(G::NAME)[row].clone() };
    let first = Mutant { table: G::open(options), fault };
    let task = Task::from_table(settings, first, bounds, moments);
    let mut search = Found::begin(&task);
    let most = if kind.is_none() { 2_000 } else { usize::MAX };
    search.go_on(&task, 1, |search, progress| {
        let is_found = kind.is_some_and(|kind| search.tally.counts.contains_key(&kind));
        let is_endless = kind == Some(Kind::Endless) && !search.endless().is_empty();
        !is_found && !is_endless && progress.expanded < most
    });
    search.check_ends();
    search.tally.counts.into_keys().collect()
}

/// Every fault is found by its own check, and a table without one passes all of them.
fn every_fault_is_found<G: Game>(row: usize) {
    assert_eq!(found::<G>(row, Fault::None, None), [], "{} has no fault", G::NAME);
    let mut missed = Vec::new();
    for (fault, kind) in FAULTS {
        // Nobody has cards of their own in the other games.
        let has_own =
            ["chemin-de-fer", "caribbean-stud", "let-it-ride", "pai-gow", "pai-gow-poker"].contains(&G::NAME);
        if fault == Fault::Leaks && !has_own {
            continue;
        }
        let kinds = found::<G>(row, fault, Some(kind));
        if !kinds.contains(&kind) {
            missed.push((fault, kinds));
        }
    }
    assert!(missed.is_empty(), "{}: not found: {missed:?}", G::NAME);
}

#[test]
fn big_six() {
    every_fault_is_found::<rules::big_six::BigSix>(0);
}

#[test]
fn roulette() {
    every_fault_is_found::<rules::roulette::Roulette>(1);
}

#[test]
fn craps() {
    every_fault_is_found::<rules::craps::Craps>(0);
}

#[test]
fn red_dog() {
    every_fault_is_found::<rules::red_dog::RedDog>(0);
}

#[test]
fn minibaccarat() {
    every_fault_is_found::<rules::minibaccarat::Minibaccarat>(1);
}

#[test]
fn punto_banco() {
    every_fault_is_found::<rules::punto_banco::PuntoBanco>(1);
}

#[test]
fn chemin_de_fer() {
    every_fault_is_found::<rules::chemin_de_fer::CheminDeFer>(2);
}

#[test]
fn blackjack() {
    every_fault_is_found::<rules::blackjack::Blackjack>(1);
}

#[test]
fn caribbean_stud() {
    every_fault_is_found::<rules::caribbean_stud::CaribbeanStud>(0);
}

#[test]
fn keno() {
    every_fault_is_found::<rules::keno::Keno>(0);
}

#[test]
fn sic_bo() {
    every_fault_is_found::<rules::sic_bo::SicBo>(0);
}

#[test]
fn double_down_stud() {
    every_fault_is_found::<rules::double_down_stud::DoubleDownStud>(0);
}

#[test]
fn let_it_ride() {
    every_fault_is_found::<rules::let_it_ride::LetItRide>(0);
}

#[test]
fn pai_gow() {
    every_fault_is_found::<rules::pai_gow::PaiGow>(0);
}

#[test]
fn pai_gow_poker() {
    every_fault_is_found::<rules::pai_gow_poker::PaiGowPoker>(0);
}
