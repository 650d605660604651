//! Which way the rounds of a plan are simulated: compiled where they can be, through the rules where not.

use crate::{
    Dealing, Generator, Moments, Offered, Plan, Unsolved,
    automaton::{self, Automaton, Graph},
    chemin,
    classes::{self, Classes},
    decks,
    draw::Quick,
    parts::Parts,
    round::{Patience, draw_outcome, ready, usual_step},
    seated::{Round, Seated, Stop},
    shoe::as_game,
    stud::Deals,
    walk::{self, Counts, Shoe, Supply},
};
use rules::{
    Act, Awaits, Game, Input, Money, Vocabulary,
    caribbean_stud::CaribbeanStud,
    chemin_de_fer::CheminDeFer,
    kit::cards::{Card, DECK},
};

/// How rounds are simulated.
pub(crate) enum Engine {
    /// Every input goes through the rules.
    Rules,
    /// A wheel or dice, compiled.
    Wheel(Automaton),
    /// Several wagers with dice, each compiled by itself.
    Parts(Parts),
    /// Cards from a shoe, compiled.
    Cards(Automaton, Supply),
    /// Hands of one deck, ranked and paid from tables of the rules.
    Stud(Deals),
}

/// How the rounds of a simulation were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Every input went through the rules.
    Rules,
    /// The rules were compiled to so many states first.
    Compiled {
        /// How many.
        states: usize,
    },
    /// Hands were ranked and paid from tables that the rules made.
    Tables,
}

impl Engine {
    /// The fastest way there is for this plan.
    pub fn of<G: Game>(plan: &Plan<G>) -> Result<Engine, Unsolved> {
        if plan.through_rules {
            return Ok(Engine::Rules);
        }
        let compiled = match Dealing::of(G::NAME) {
            Dealing::NoShoe => {
                let table = ready::<G>(plan.options, &mut Generator::first()).ok_or(Unsolved::Stuck)?;
                match automaton::wheel(&Seated::new(&plan.bets, &table)?, table)?.and_then(Automaton::of) {
                    Some(automaton) => Some(Engine::Wheel(automaton)),
                    None => Parts::of(plan)?.map(Engine::Parts),
                }
            }
            Dealing::Coups | Dealing::Between => cards(plan)?,
            Dealing::Stud => {
                let options = as_game::<G, CaribbeanStud>(plan.options)?.options();
                Deals::of(options, &plan.bets)?.map(Engine::Stud)
            }
            Dealing::Choices => coups(plan)?,
            Dealing::Strategy => None,
        };
        Ok(compiled.unwrap_or(Engine::Rules))
    }

    /// How the rounds are played.
    pub fn way(&self) -> Way {
        match self {
            Engine::Rules => Way::Rules,
            Engine::Wheel(automaton) | Engine::Cards(automaton, _) => {
                Way::Compiled { states: automaton.states }
            }
            Engine::Parts(parts) => Way::Compiled { states: parts.states() },
            Engine::Stud(_) => Way::Tables,
        }
    }

    /// Plays so many rounds with the chance of this stream.
    pub fn play<G: Game>(
        &self,
        plan: &Plan<G>,
        stream: u64,
        rounds: u64,
        counts: &mut Vec<Counts>,
        moments: &mut [Moments],
    ) -> Result<(), Unsolved> {
        let mut quick = Quick::new(plan.seed, stream);
        if counts.is_empty() {
            counts.push(Counts::new());
        }
        match self {
            Engine::Rules => through_rules(plan, stream, rounds, moments)?,
            Engine::Wheel(automaton) => {
                walk::wheel(automaton, &mut quick, rounds, &mut counts[0]);
                counts[0].post(automaton, moments);
            }
            Engine::Cards(automaton, supply) => {
                walk::cards(automaton, supply, &mut quick, rounds, &mut counts[0]);
                counts[0].post(automaton, moments);
            }
            Engine::Parts(parts) => parts.play(&mut quick, rounds, counts, moments),
            Engine::Stud(deals) => deals.play(&mut quick, rounds, moments),
        }
        Ok(())
    }
}

/// Rounds through the rules, input by input.
fn through_rules<G: Game>(
    plan: &Plan<G>,
    stream: u64,
    rounds: u64,
    moments: &mut [Moments],
) -> Result<(), Unsolved> {
    let mut generator = Generator::new(Generator::seed(plan.seed), stream);
    if Dealing::of(G::NAME) == Dealing::Choices {
        let (mut table, (roles, stake)) = (as_game::<G, CheminDeFer>(plan.options)?, roles(plan)?);
        for _ in 0..rounds {
            let gains = chemin::gains(&mut table, stake, &mut |table| draw_outcome(table, &mut generator))?;
            moments.iter_mut().zip(&roles).for_each(|(sum, &role)| sum.add_times(1, gains[role]));
        }
        return Ok(());
    }
    let mut table = ready::<G>(plan.options, &mut generator).ok_or(Unsolved::Stuck)?;
    let seated = Seated::new(&plan.bets, &table)?;
    for _ in 0..rounds {
        let mut round = seated.begin(table);
        play_round(&seated, &mut round, &mut |table| draw_outcome(table, &mut generator))?;
        moments.iter_mut().zip(&round.nets).for_each(|(sum, &cents)| sum.add_times(1, cents));
        table = round.table;
    }
    Ok(())
}

/// One round, with what the equipment shows.
pub(crate) fn play_round<G: Game>(
    seated: &Seated<'_, G>,
    round: &mut Round<G>,
    equipment: &mut impl FnMut(&G) -> Option<G::Chance>,
) -> Result<(), Unsolved> {
    let mut patience = Patience::new();
    while seated.go_on(round)? == Stop::Equipment {
        patience.step()?;
        let shown = equipment(&round.table).ok_or(Unsolved::Stuck)?;
        seated.show(round, shown)?;
    }
    Ok(())
}

/// A game dealt from a shoe, compiled over classes of cards.
fn cards<G: Game>(plan: &Plan<G>) -> Result<Option<Engine>, Unsolved> {
    let (graph, classes) = classes::compiled::<G>(plan.options, &plan.bets)?;
    from_shoes(plan.options, graph, &classes, || rounds_after(plan))
}

/// Whose wagers a plan of chemin de fer has, and their stake: all of one coup are equal.
fn roles<G: Game>(plan: &Plan<G>) -> Result<(Vec<usize>, Money), Unsolved> {
    let &(_, stake) = plan.bets.first().ok_or(Unsolved::Stuck)?;
    let role = |(on, other): &(Offered<G::Wager>, Money)| {
        chemin::role(&on.wager.to_string()).filter(|_| *other == stake).ok_or(Unsolved::NeedsStrategy)
    };
    Ok((plan.bets.iter().map(role).collect::<Result<_, _>>()?, stake))
}

/// Coups of chemin de fer: the wagers of one side, or of both.
fn coups<G: Game>(plan: &Plan<G>) -> Result<Option<Engine>, Unsolved> {
    let (roles, stake) = roles(plan)?;
    let options = as_game::<G, CheminDeFer>(plan.options)?.options();
    let (mut graph, classes) = chemin::compiled(options, stake)?;
    for gains in graph.ends.iter_mut().filter(|gains| !gains.is_empty()) {
        *gains = roles.iter().map(|&role| gains[role]).collect();
    }
    from_shoes(options, graph, &classes, || chemin::coups_after(options, stake))
}

/// Rounds compiled over classes of cards, with the shoes they are dealt from.
fn from_shoes<G: Game>(
    options: G::Options,
    graph: Graph,
    classes: &Classes<G>,
    rounds_after: impl FnOnce() -> Result<usize, Unsolved>,
) -> Result<Option<Engine>, Unsolved> {
    let Some(automaton) = Automaton::of(graph) else { return Ok(None) };
    let decks = decks::<G>(options).ok_or(Unsolved::Stuck)?;
    let cards = (0..decks).flat_map(|_| Card::all()).map(classes.of).collect();
    let supply = Supply { cards, shoe: shoe::<G>(options, &classes.cards, decks, rounds_after)? };
    Ok(supply.dealt(&automaton).is_some().then_some(Engine::Cards(automaton, supply)))
}

/// How a shoe is dealt, as the rules deal it: where the cutting card goes, how many cards each first card burns,
/// how many rounds come after the cutting card. Nothing if there is no cutting card: all cards go back after each round.
fn shoe<G: Game>(
    options: G::Options,
    cards: &[Vec<G::Chance>],
    decks: u8,
    rounds_after: impl FnOnce() -> Result<usize, Unsolved>,
) -> Result<Option<Shoe>, Unsolved> {
    let mut table = G::open(options);
    let (mut behind, mut patience) = (None, Patience::new());
    while let Some(input) = usual_step(&table).filter(|_| table.awaits() != Awaits::Wagers) {
        patience.step()?;
        if let Input::Act { act: Act::Do(deed), .. } = input {
            behind = behind.or(G::cutting_card(deed));
        }
        table.apply(input, &mut rules::Unseen).map_err(Unsolved::Refused)?;
    }
    let Some(behind) = behind else { return Ok(None) };
    let mut burned = Vec::new();
    for class in cards {
        let counts: Result<Vec<usize>, Unsolved> = class.iter().map(|&card| burn(&table, card)).collect();
        let counts = counts?;
        // A class whose cards burn differently would be no class.
        burned
            .push(counts.first().copied().filter(|n| counts.iter().all(|m| m == n)).ok_or(Unsolved::Stuck)?);
    }
    let before = usize::from(u16::from(decks) * DECK - behind);
    Ok(Some(Shoe { burned, before, more: rounds_after()? }))
}

/// How many cards are burned if this is the first.
fn burn<G: Game>(loaded: &G, first: G::Chance) -> Result<usize, Unsolved> {
    let (mut table, mut generator) = (loaded.clone(), Generator::first());
    let mut next = Some(first);
    for burned in 0.. {
        if table.awaits() != Awaits::Equipment {
            return Ok(burned);
        }
        let card = next.take().or_else(|| draw_outcome(&table, &mut generator)).ok_or(Unsolved::Stuck)?;
        table.apply(Input::Chance(card), &mut rules::Unseen).map_err(Unsolved::Refused)?;
    }
    Err(Unsolved::Stuck)
}

/// How many rounds are dealt after that in which the cutting card comes.
fn rounds_after<G: Game>(plan: &Plan<G>) -> Result<usize, Unsolved> {
    let cutting_card = G::Chance::read("cutting card").ok_or(Unsolved::Stuck)?;
    let mut generator = Generator::first();
    let mut table = ready::<G>(plan.options, &mut generator).ok_or(Unsolved::Stuck)?;
    let seated = Seated::new(&plan.bets, &table)?;
    let (mut after, mut patience) = (None, Patience::new());
    loop {
        patience.step()?;
        let (mut round, mut came) = (seated.begin(table), false);
        // A round ends with the next wagers: if the shoe is over, a new one is prepared before them.
        let mut prepares = false;
        play_round(&seated, &mut round, &mut |table| {
            let shown = draw_outcome(table, &mut generator);
            came |= shown == Some(cutting_card);
            prepares |= table.bets().is_empty();
            shown
        })?;
        after = match after {
            None if came => Some(0),
            after => after.map(|after| after + 1),
        };
        match after {
            Some(after) if prepares => return Ok(after),
            _ => table = round.table,
        }
    }
}
