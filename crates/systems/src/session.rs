//! A session at a table: the rules decide, systems act, and everybody else takes the usual steps.

mod acts;
mod player;

pub use player::Player;

use crate::{
    expression::Undefined,
    facts::Seen,
    sums::Ended,
    system::{Lasts, System},
    trace::{Told, Trace},
};
use odds::{Generator, Habit, Priced, Unsolved, draw_outcome, offered_to, ready, usual_step};
use player::Watcher;
use rules::{Act, ActOf, Actor, Awaits, Input, InputOf, Money, Patron, Refusal, Seat, Tender, Vocabulary};
use std::{fmt, ops::Range};

/// Far more inputs than the longest lawful round takes.
const MOST_STEPS: u32 = 100_000;
/// Far more decisions than one patron has in the longest round.
const MOST_TURNS: u32 = 1_000;
/// How many rounds a patron who wants to leave waits for the last wagers to be decided.
const MOST_WAITING: u32 = 100_000;

/// How a session ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// A rule left the table.
    Left(String),
    /// All its rounds were played.
    Rounds,
    /// It had too few chips for its next wager.
    Broke,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Left(rule) => write!(f, "left: {rule}"),
            End::Rounds => f.write_str("all rounds played"),
            End::Broke => f.write_str("broke"),
        }
    }
}

/// Why sessions cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failed {
    /// The table got stuck.
    Table(Unsolved),
    /// A rule of a system cannot be followed.
    Rule {
        /// The index of the system, from 0.
        system: usize,
        /// The position of the rule in the file.
        at: Range<usize>,
        /// What is wrong with it.
        what: String,
    },
    /// The table has too few places.
    Seats(usize),
}

impl From<Unsolved> for Failed {
    fn from(why: Unsolved) -> Failed {
        Failed::Table(why)
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Table(why) => why.fmt(f),
            Failed::Rule { what, .. } => f.write_str(what),
            Failed::Seats(seats) => write!(f, "the table has {seats} places: give it fewer systems"),
        }
    }
}

impl Failed {
    fn rule(system: usize, at: &Range<usize>, what: Undefined) -> Failed {
        Failed::Rule { system, at: at.clone(), what: format!("this rule {what}") }
    }
}

/// The systems playing at a table.
pub(crate) struct Sitting<'a, G: Priced> {
    table: G,
    players: Vec<Player<'a, G>>,
    seen: Seen,
    last: Option<G::Chance>,
    habit: &'a Habit<G>,
    trace: Option<&'a mut Trace>,
}

/// Plays a session of each system at one fresh table.
pub(crate) fn play<'a, G: Priced>(
    options: G::Options,
    systems: &'a [System<G>],
    habit: &'a Habit<G>,
    generator: &mut Generator,
    trace: Option<&'a mut Trace>,
) -> Result<Vec<Ended>, Failed> {
    let table = ready::<G>(options, generator)?;
    let seats = places(&table);
    if G::PLACED && !seats.is_empty() && systems.len() > seats.len() {
        return Err(Failed::Seats(seats.len()));
    }
    let seat = |at: usize| seats.get(at).copied().unwrap_or(Seat::NONE);
    let players = (1..)
        .zip(systems)
        .enumerate()
        .map(|(at, (patron, system))| Player::new(system, Patron(patron), seat(at)));
    let players = players.collect();
    let mut sitting = Sitting { table, players, seen: Seen::default(), last: None, habit, trace };
    sitting.sit()?;
    sitting.rounds(generator, seats.last().copied().unwrap_or(Seat::NONE))?;
    Ok(sitting.players.into_iter().map(Player::ended).collect())
}

/// The places at which wagers are made; empty if wagers do not belong to places.
fn places<G: Priced>(table: &G) -> Vec<Seat> {
    if G::PLACED { table.as_ref().seats.all().collect() } else { Vec::new() }
}

impl<G: Priced> Sitting<'_, G> {
    /// Everybody takes a seat, if the game has seats and requires it.
    fn sit(&mut self) -> Result<(), Failed> {
        for at in 0..self.players.len() {
            let (patron, seat) = (self.players[at].patron, self.players[at].seat);
            let deed = G::Deed::read(&format!("sits at {}", seat.0)).filter(|_| seat != Seat::NONE);
            let by = Actor::Patron(patron);
            if let Some(deed) = deed.filter(|deed| self.table.guard(by, Act::Do(*deed)).is_ok()) {
                self.apply(Input::Act { by, act: Act::Do(deed) }).map_err(Unsolved::Refused)?;
            }
        }
        Ok(())
    }

    /// Plays rounds until every session has ended.
    fn rounds(&mut self, generator: &mut Generator, last_seat: Seat) -> Result<(), Failed> {
        let (mut is_begun, mut is_shown, mut asked_in) = (false, false, None);
        let (mut steps, mut waiting) = (0, 0);
        loop {
            if steps == MOST_STEPS {
                return Err(Unsolved::Endless { steps, until: "at the end of the round" }.into());
            }
            steps += 1;
            let is_open = self.table.awaits_wagers() && !self.table.is_under_way();
            if is_open && (!is_begun || is_shown) {
                if is_begun {
                    self.end_round()?;
                }
                if !self.begin_round()? {
                    return Ok(());
                }
                waiting = if self.players.iter().any(Player::plays) { 0 } else { waiting + 1 };
                if waiting == MOST_WAITING {
                    return Err(Unsolved::Endless { steps: waiting, until: "rid of its wagers" }.into());
                }
                self.keep_company(last_seat)?;
                (is_begun, is_shown, asked_in, steps) = (true, false, None, 0);
            }
            match self.table.awaits() {
                Awaits::Equipment => {
                    let chance = draw_outcome(&self.table, generator).ok_or(Unsolved::Stuck)?;
                    self.apply(Input::Chance(chance)).map_err(Unsolved::Refused)?;
                    is_shown = true;
                    continue;
                }
                // Wagers made before the dealer continues, such as insurance or wagers against a Banker.
                Awaits::Wagers if asked_in != Some(self.table.phase()) => {
                    asked_in = Some(self.table.phase());
                    for at in 0..self.players.len() {
                        if let Some(act) = self.turn(at)? {
                            self.perform(at, act);
                        }
                    }
                    continue;
                }
                Awaits::Decision(Actor::Patron(patron)) if self.decide(patron)? => continue,
                Awaits::Wagers | Awaits::Decision(_) => {}
            }
            let input = usual_step(&self.table).ok_or(Unsolved::Stuck)?;
            self.apply(input).map_err(Unsolved::Refused)?;
        }
    }

    /// A patron decides, by the system or by the stated strategy. Returns whether anything was done.
    fn decide(&mut self, patron: Patron) -> Result<bool, Failed> {
        let Some(at) = self.players.iter().position(|player| player.patron == patron) else {
            return Ok(false);
        };
        self.players[at].turns += 1;
        if self.players[at].turns > MOST_TURNS {
            let at_rule = self.players[at].system.turn.first().map_or(0..0, |rule| rule.at.clone());
            let what =
                format!("after {MOST_TURNS} decisions in one round these rules still do something else");
            return Err(Failed::Rule { system: at, at: at_rule, what });
        }
        if let Some(act) = self.turn(at)?
            && self.perform(at, act)
        {
            return Ok(true);
        }
        let chips = Money::cents(self.players[at].chips);
        let costs_more = |act: &ActOf<G>| matches!(act, Act::Place { stake, .. } if *stake > chips);
        let mut act = (self.habit.decide)(&self.table, patron, Money::cents(i64::MAX));
        if act.as_ref().is_some_and(costs_more) {
            // The next best act that the chips cover.
            self.players[at].short += 1;
            act = (self.habit.decide)(&self.table, patron, chips).filter(|act| !costs_more(act));
        }
        let Some(act) = act else { return Ok(false) };
        Ok(self.perform(at, act))
    }

    /// Ends the round: records what everybody won or lost, and applies the rules for after a round.
    fn end_round(&mut self) -> Result<(), Failed> {
        for at in 0..self.players.len() {
            let on = self.on_layout(at);
            self.players[at].end_round(on);
            self.after(at)?;
        }
        Ok(())
    }

    /// Everybody wagers. Returns whether anybody is still playing.
    fn begin_round(&mut self) -> Result<bool, Failed> {
        self.seen.before_round(&self.table);
        let round = self.players.iter().map(|player| player.round).max().unwrap_or(0);
        if let Some(trace) = &mut self.trace {
            trace.begin(round + 1);
        }
        for at in 0..self.players.len() {
            let Seen { is_new_shoe, is_new_shooter, .. } = self.seen;
            let player = &mut self.players[at];
            if is_new_shoe {
                player.renew(Lasts::Shoe);
            }
            if is_new_shooter {
                player.renew(Lasts::Shooter);
            }
            player.turns = 0;
            self.wager(at)?;
            self.players[at].settled.clear();
        }
        Ok(self.players.iter().any(|player| player.end.is_none()))
    }

    /// A patron wagers or leaves.
    fn wager(&mut self, at: usize) -> Result<(), Failed> {
        if self.players[at].end.is_some() {
            return Ok(());
        }
        let player = &mut self.players[at];
        if player.plays() {
            player.round += 1;
            player.is_short = false;
            self.before(at)?;
            let nothing = self.on_layout(at) == 0;
            let player = &mut self.players[at];
            if nothing && (player.is_short || player.chips <= 0) {
                player.end = Some(End::Broke);
            }
            if nothing && player.end.is_none() {
                player.end = player.leaving.take();
            }
            if player.end.is_some() {
                player.round -= 1;
            }
        } else if self.on_layout(at) == 0 {
            let player = &mut self.players[at];
            player.end = Some(player.leaving.take().unwrap_or(End::Rounds));
        }
        if let (Some(end), Some(trace)) = (&self.players[at].end, &mut self.trace) {
            let patron = self.players[at].patron;
            trace.tell(|| Told::Rule(format!("{patron}'s session ends: {end}")));
        }
        Ok(())
    }

    /// If the dealer does not deal without a wager and no system makes one, another patron makes the smallest wager.
    fn keep_company(&mut self, seat: Seat) -> Result<(), Failed> {
        if !self.table.bets().is_empty() || usual_step(&self.table).is_some() {
            return Ok(());
        }
        let patron = Patron(u16::try_from(self.players.len() + 1).unwrap_or(u16::MAX));
        let offers = offered_to(&self.table, patron);
        let offer =
            offers.iter().find(|offer| offer.seat == seat).or(offers.first()).ok_or(Unsolved::NoWager)?;
        let seat = if offer.seat == Seat::NONE { Seat::NONE } else { seat };
        let act = Act::Place { seat, wager: offer.wager, stake: offer.least, tender: Tender::Chips };
        Ok(self.apply(Input::Act { by: Actor::Patron(patron), act }).map_err(Unsolved::Refused)?)
    }

    /// What a patron has on the layout, in cents.
    fn on_layout(&self, at: usize) -> i64 {
        let patron = self.players[at].patron;
        let own = self.table.bets().iter().filter(|bet| bet.patron == patron);
        own.map(|bet| bet.stake.as_cents()).sum()
    }

    fn apply(&mut self, input: InputOf<G>) -> Result<(), Refusal> {
        let Sitting { table, players, seen, last, trace, .. } = self;
        if let Some(trace) = trace {
            trace.tell(|| Told::Input(input.to_string()));
        }
        table.apply(input, &mut Watcher { players, seen, last, trace: trace.as_deref_mut() })
    }
}
