//! A table with players who are asked for their decisions. Everything else (the dealer's steps, the
//! equipment, the other players) happens automatically, and every input goes through the rules.

use super::{
    deciding::Turn,
    played::{Action, Played, actions},
};
use crate::failure::Failure;
use odds::{Generator, Habit, Tally, decks, draw_outcome, usual_step};
use rules::{
    Act, Actor, Awaits, Citation, Event, EventOf, Eyes, Input, InputOf, Item, Money, Observer, Outcome,
    Patron, Refusal, Seat, Tender, Vocabulary,
};
use std::sync::Arc;

/// Far more inputs than the longest lawful round takes.
const MOST_STEPS: u32 = 1_000_000;
/// The number of cards in a deck.
pub(super) const DECK: usize = 52;
/// The number of cards with the joker, which comes after the 52 others.
pub(super) const SEEN: usize = DECK + 1;

/// The setup of environments of one kind.
pub struct Setup<G: Played> {
    pub options: G::Options,
    pub actions: Vec<(String, Action<G>)>,
    pub wagers: Vec<G::Wager>,
    pub at_once: Vec<G::Deed>,
    pub habit: Habit<G>,
    pub unit: Money,
    pub seats: usize,
    /// Which of the players decide; the others follow the stated strategy.
    pub is_asked: Vec<bool>,
    pub decks: u8,
    /// The outcome for each card, where cards can be drawn quickly.
    cards: Vec<G::Chance>,
    /// Whether chance is left to the caller instead of being drawn here.
    pub explicit_chance: bool,
}

/// A player.
#[derive(Clone, Default)]
pub(super) struct Player {
    pub(super) is_done: bool,
    /// The gain since it was last collected, in cents.
    pub(super) gain: i64,
}

/// What a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A decision of this player, from 0.
    Player(usize),
    /// An outcome of the equipment.
    Chance,
    /// Nothing: the round is over.
    Over,
}

/// A table and its rounds.
#[derive(Clone)]
pub struct Core<G: Played> {
    pub(super) setup: Arc<Setup<G>>,
    pub table: G,
    generator: Generator,
    pub(super) players: Vec<Player>,
    /// How many of each card everyone has seen since the shuffle.
    pub(super) gone: [u8; SEEN],
    /// What the dice or the wheel showed last.
    pub(super) last: f32,
    /// Whether the equipment has shown anything in this round, and since players were last asked for wagers.
    is_shown: bool,
    was_shown: bool,
    /// Whether anyone has wagered in this round, or declined to.
    pub(super) is_begun: bool,
    asked_in: &'static str,
    /// The number of cards in the shoe when the last round ended.
    left: u16,
    pub ask: Ask,
}

/// Observes a table: what players win, and which cards are gone.
struct Watch<'a> {
    players: &'a mut [Player],
    gone: &'a mut [u8; SEEN],
    last: &'a mut f32,
}

impl<G: Played> Observer<G> for Watch<'_> {
    fn saw(&mut self, _: Citation, event: EventOf<G>) {
        if let Event::Shown { chance, to: Eyes::All } = event {
            match chance.into() {
                Outcome::Card { card } => self.gone[card.index()] = self.gone[card.index()].saturating_add(1),
                Outcome::Dice { dice } => *self.last = dice.each().iter().map(|&die| f32::from(die)).sum(),
                _ => {}
            }
        } else if let Some((Patron(number), gain)) = Tally::of::<G>(&event)
            && let Some(player) = self.players.get_mut(usize::from(number) - 1)
        {
            player.gain += gain.net().as_cents();
        }
    }
}

impl<G: Played> Setup<G> {
    /// Makes the setup of a table with these options.
    pub fn new(
        options: G::Options,
        bets: &[u32],
        unit: Option<Money>,
        is_asked: Vec<bool>,
        explicit_chance: bool,
    ) -> Result<Setup<G>, Failure> {
        let mut wagers = Vec::new();
        G::Wager::each(&mut |wager| wagers.push(wager));
        if is_asked.len() < G::LEAST_SEATS || !is_asked.contains(&true) {
            let least = G::LEAST_SEATS;
            return Err(Failure::misread(format!(
                "a round needs at least {least} player{}, one of whom decides",
                if least == 1 { "" } else { "s" }
            )));
        }
        let (unit, most) = (unit.unwrap_or(G::STAKE), bets.iter().copied().max().unwrap_or(1));
        if unit.as_cents().checked_mul(i64::from(most)).is_none() {
            return Err(Failure::misread(format!("{most} units of {unit}: no table has so much money")));
        }
        let seats = G::open(options).as_ref().seats.all().count();
        if G::PLACED && seats > 0 && is_asked.len() > seats {
            return Err(Failure::misread(format!(
                "{} players: the table has {seats} places",
                is_asked.len()
            )));
        }
        let mut cards = Vec::new();
        if G::is_quick(&options) {
            G::Chance::each(&mut |chance| {
                if let Outcome::Card { .. } = chance.into() {
                    cards.push(chance);
                }
            });
            cards.sort_by_key(|&chance| match chance.into() {
                Outcome::Card { card } => card.index(),
                _ => DECK,
            });
        }
        Ok(Setup {
            options,
            cards,
            actions: actions::<G>(&options, bets),
            wagers,
            at_once: G::AT_ONCE.iter().filter_map(|deed| G::Deed::read(deed)).collect(),
            habit: if is_asked.contains(&false) { G::habit(options)? } else { idle() },
            unit,
            seats,
            is_asked,
            decks: decks::<G>(&options).unwrap_or(1),
            explicit_chance,
        })
    }
}

/// A strategy that never acts.
fn idle<G: Played>() -> Habit<G> {
    Habit { decide: Box::new(|_, _, _| None), edge: None }
}

impl<G: Played> Core<G> {
    /// A fresh table with this random stream.
    pub fn new(setup: Arc<Setup<G>>, seed: u64, stream: u64) -> Result<Core<G>, Failure> {
        let players = vec![Player::default(); setup.is_asked.len()];
        let mut core = Core {
            table: G::open(setup.options),
            generator: Generator::new(Generator::seed(seed), stream),
            players,
            gone: [0; SEEN],
            last: 0.0,
            is_shown: false,
            was_shown: false,
            is_begun: false,
            asked_in: "",
            left: 0,
            ask: Ask::Over,
            setup,
        };
        core.prepare()?;
        Ok(core)
    }

    /// Plays until the table is ready for the first wagers, with everyone in a seat.
    fn prepare(&mut self) -> Result<(), Failure> {
        let mut steps = 0;
        while !self.is_open() {
            steps += 1;
            if steps > MOST_STEPS {
                return Err(Failure::Fault("a table never gets ready for wagers".to_owned()));
            }
            match usual_step(&self.table) {
                Some(input) => self.go(input)?,
                None => self.draw()?,
            }
        }
        for at in 0..self.players.len() {
            let (by, seat) = (Actor::Patron(patron(at)), self.seat(at));
            let deed = G::Deed::read(&format!("sits at {}", seat.0)).filter(|_| seat != Seat::NONE);
            if let Some(act) = deed.map(Act::Do).filter(|act| self.table.guard(by, *act).is_ok()) {
                self.apply(Input::Act { by, act })?;
            }
        }
        Ok(())
    }

    pub(super) fn seat(&self, at: usize) -> Seat {
        match G::PLACED && self.setup.seats > 0 {
            true => Seat(u8::try_from(at + 1).unwrap_or(u8::MAX)),
            false => Seat::NONE,
        }
    }

    /// Whether the table waits for the wagers of a new round.
    pub(super) fn is_open(&self) -> bool {
        self.table.awaits_wagers() && !self.table.is_under_way()
    }

    pub(super) fn apply(&mut self, input: InputOf<G>) -> Result<(), Refusal> {
        let Core { table, players, gone, last, .. } = self;
        table.apply(input, &mut Watch { players, gone, last })
    }

    /// Shuffled cards are unseen again, except those on the table.
    pub(super) fn forget(&mut self) {
        let mut gone = [0_u8; SEEN];
        self.table.picture(&mut |item| {
            if let Item::Card { card: Some(card), eyes: Eyes::All, .. } = item {
                gone[card.index()] = gone[card.index()].saturating_add(1);
            }
        });
        self.gone = gone;
    }

    /// Applies an input, and updates the cards seen.
    pub(super) fn go(&mut self, input: InputOf<G>) -> Result<(), Failure> {
        let was_preparing = self.table.is_preparing();
        self.apply(input)?;
        if self.table.is_preparing() && !was_preparing {
            self.forget();
        }
        Ok(())
    }

    /// Draws an outcome. Usually it is one of the unseen cards, each equally likely: that is tried first,
    /// because listing all outcomes takes longer. If the rules refuse it (a cutting card is due, or something
    /// else is drawn), the outcome is drawn by their own weights.
    fn draw(&mut self) -> Result<(), Failure> {
        // A refusal leaves the table unchanged.
        if let Some(chance) = self.quick_card()
            && self.show(chance).is_ok()
        {
            return Ok(());
        }
        let chance = draw_outcome(&self.table, &mut self.generator);
        self.show(chance.ok_or_else(|| Failure::Fault("a table waits for nothing".to_owned()))?)
    }

    pub(super) fn show(&mut self, chance: G::Chance) -> Result<(), Failure> {
        (self.is_shown, self.was_shown) = (self.is_begun, true);
        self.go(Input::Chance(chance))
    }

    fn quick_card(&mut self) -> Option<G::Chance> {
        let (cards, decks) = (&self.setup.cards, u32::from(self.setup.decks));
        let all = u32::try_from(cards.len()).unwrap_or(0) * decks;
        for _ in 0..if all == 0 { 0 } else { 64 } {
            let one = self.generator.below(all);
            let (card, copy) = ((one / decks) as usize, one % decks);
            if copy + u32::from(self.gone[card]) < decks {
                return Some(cards[card]);
            }
        }
        None
    }

    /// Starts a round.
    pub fn begin(&mut self) -> Result<(), Failure> {
        for player in &mut self.players {
            *player = Player::default();
        }
        (self.is_begun, self.is_shown, self.asked_in) = (false, false, "");
        self.advance()
    }

    /// Continues until a player must decide, chance is left to the caller, or the round is over.
    pub(super) fn advance(&mut self) -> Result<(), Failure> {
        for _ in 0..MOST_STEPS {
            let awaits = self.table.awaits();
            if awaits == Awaits::Equipment {
                if self.setup.explicit_chance {
                    self.ask = Ask::Chance;
                    return Ok(());
                }
                self.draw()?;
                continue;
            }
            let waits_for_wagers = self.table.awaits_wagers();
            if waits_for_wagers && self.is_shown && !self.table.is_under_way() && !self.has_bets() {
                self.end();
                return Ok(());
            }
            match awaits {
                _ if waits_for_wagers => {
                    if let Some(at) = self.wagers_of() {
                        self.ask = Ask::Player(at);
                        return Ok(());
                    }
                }
                Awaits::Decision(Actor::Patron(Patron(number)))
                    if usize::from(number) <= self.players.len() =>
                {
                    match self.turn_of(usize::from(number) - 1)? {
                        Turn::Asks(at) => {
                            self.ask = Ask::Player(at);
                            return Ok(());
                        }
                        Turn::Done => continue,
                        Turn::Usual => {}
                    }
                }
                _ => {}
            }
            match usual_step(&self.table) {
                Some(input) => self.go(input)?,
                None => self.keep_company()?,
            }
        }
        Err(Failure::Fault("a round never ends".to_owned()))
    }

    /// Ends the round.
    fn end(&mut self) {
        self.ask = Ask::Over;
        let mut left = None;
        self.table.picture(&mut |item| {
            if let Item::Shoe(loaded) = item {
                left = Some(left.unwrap_or(0) + loaded.left);
            }
        });
        // Without a shoe that lasts, every round starts with all cards; a shoe with more cards than before
        // was refilled.
        if left.is_none_or(|left| left > self.left) {
            self.forget();
        }
        self.left = left.unwrap_or(0);
    }

    /// Whether a player who decides has anything on the layout.
    fn has_bets(&self) -> bool {
        let is_ours = |patron: Patron| usize::from(patron.0) <= self.players.len();
        self.table.bets().iter().any(|bet| is_ours(bet.patron))
    }

    /// The player who must say whether to wager; players who do not decide make their wagers.
    fn wagers_of(&mut self) -> Option<usize> {
        let phase = self.table.phase();
        // After each roll of the dice everyone may wager again.
        if phase != self.asked_in || self.was_shown {
            (self.asked_in, self.was_shown) = (phase, false);
            self.players.iter_mut().for_each(|player| player.is_done = false);
        }
        for at in 0..self.players.len() {
            while !self.players[at].is_done {
                let may = (1..self.setup.actions.len()).find(|&action| self.act(at, action).is_ok());
                match may {
                    Some(_) if self.setup.is_asked[at] => return Some(at),
                    Some(action) if self.is_open() => {
                        let _ = self.take(at, action);
                    }
                    _ => self.players[at].is_done = true,
                }
            }
        }
        None
    }

    /// If the dealer does not go on without a wager and nobody makes one, another patron makes the smallest
    /// wager.
    fn keep_company(&mut self) -> Result<(), Failure> {
        let company = patron(self.players.len());
        let seat = if self.seat(0) == Seat::NONE { Seat::NONE } else { self.seat(self.players.len()) };
        let offers = odds::offered_to(&self.table, company);
        let offer = offers.iter().find(|offer| offer.seat == seat).or(offers.first());
        let offer = offer.ok_or_else(|| Failure::Fault("a table does not go on".to_owned()))?;
        let act =
            Act::Place { seat: offer.seat, wager: offer.wager, stake: offer.least, tender: Tender::Chips };
        self.go(Input::Act { by: Actor::Patron(company), act })
    }
}

/// The patron of a player.
pub fn patron(at: usize) -> Patron {
    Patron(u16::try_from(at + 1).unwrap_or(u16::MAX))
}
