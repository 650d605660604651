//! How the rounds of a plan are simulated: compiled if possible, otherwise through the rules.

use super::{
    automaton::Automaton,
    draw::Quick,
    parts::Parts,
    supply::Supply,
    walk::{self, Counts},
};
use crate::{
    Generator, Moments, Plan, Priced, Unsolved,
    games::{
        community::Dealt, keno::Boards, pai_gow::FourTiles, pai_gow_poker::SevenCards, stud::Deals,
        two_hands::SetRounds,
    },
    priced::Rounds,
    round::{draw_outcome, ready},
    seated::{Round, Seated, Stop},
    steps::Steps,
};
use std::ops::Range;

/// How rounds are simulated. There is one per simulation, so its size does not matter.
#[allow(clippy::large_enum_variant)]
pub enum Engine {
    /// Every input goes through the rules.
    Rules,
    /// A wheel or dice, compiled.
    Wheel(Automaton),
    /// Several wagers with dice, each compiled separately.
    Parts(Parts),
    /// Cards from a shoe, compiled.
    Cards(Automaton, Supply),
    /// Hands from one deck, ranked and paid from tables of the rules.
    Stud(Deals),
    /// Hands from one deck that share some cards, played in the same way.
    Community(Dealt),
    /// Draws of keno, paid from tables of the rules.
    Keno(Boards),
    /// Hands from one deck with a joker, set by the house way.
    PaiGowPoker(SetRounds<SevenCards>),
    /// Hands of tiles, set by the house way.
    PaiGow(SetRounds<FourTiles>),
    /// Several tables, if one does not accept all wagers at once because it has too few seats or its layout is full.
    Tables(Vec<(Range<usize>, Engine)>),
}

/// How the rounds of a simulation were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Every input went through the rules.
    Rules,
    /// The rules were first compiled.
    Compiled {
        /// The number of states.
        states: usize,
    },
    /// Hands were ranked and paid from tables that the rules produced.
    Tables,
}

impl Engine {
    /// The fastest way to play the rounds of this plan.
    pub fn of<G: Priced>(plan: &Plan<G>, rounds: &G::Rounds) -> Result<Engine, Unsolved> {
        if !plan.through_rules {
            return rounds.engine(plan);
        }
        Engine::at_tables(plan, |plan| {
            // This plays no rounds, but checks that the wagers find their places.
            G::play_by_rules(plan, &mut Generator::first(), 0, &mut [])?;
            Ok(Engine::Rules)
        })
    }

    /// All wagers at one table, if it accepts them; otherwise as many as it accepts, the next ones at another table,
    /// and so on.
    pub fn at_tables<G: Priced>(
        plan: &Plan<G>,
        one: impl Fn(&Plan<G>) -> Result<Engine, Unsolved>,
    ) -> Result<Engine, Unsolved> {
        let refusal = match one(plan) {
            Err(refusal @ Unsolved::Refused(_)) if plan.bets.len() > 1 => refusal,
            engine => return engine,
        };
        let (mut tables, mut start) = (Vec::new(), 0);
        while start < plan.bets.len() {
            let tried = (start + 1..=plan.bets.len()).rev().find_map(|end| {
                let engine = one(&plan.with_bets(start..end)).ok()?;
                Some((start..end, engine))
            });
            let (wagers, engine) = tried.ok_or(refusal)?;
            start = wagers.end;
            tables.push((wagers, engine));
        }
        Ok(Engine::Tables(tables))
    }

    /// How the rounds are played.
    pub fn way(&self) -> Way {
        match self {
            Engine::Rules => Way::Rules,
            Engine::Wheel(automaton) | Engine::Cards(automaton, _) => {
                Way::Compiled { states: automaton.states }
            }
            Engine::Parts(parts) => Way::Compiled { states: parts.states() },
            Engine::Stud(_)
            | Engine::Community(_)
            | Engine::Keno(_)
            | Engine::PaiGowPoker(_)
            | Engine::PaiGow(_) => Way::Tables,
            Engine::Tables(tables) => {
                tables.iter().map(|(_, engine)| engine.way()).fold(Way::Compiled { states: 0 }, |all, one| {
                    match (all, one) {
                        (Way::Compiled { states }, Way::Compiled { states: more }) => {
                            Way::Compiled { states: states + more }
                        }
                        (Way::Rules, _) | (_, Way::Rules) => Way::Rules,
                        _ => Way::Tables,
                    }
                })
            }
        }
    }

    /// Plays this many rounds with this random stream.
    pub fn play<G: Priced>(
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
            Engine::Rules => {
                let mut generator = Generator::new(Generator::seed(plan.seed), stream);
                G::play_by_rules(plan, &mut generator, rounds, moments)?;
            }
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
            Engine::Community(dealt) => dealt.play(&mut quick, rounds, moments),
            Engine::Keno(boards) => boards.play(&mut quick, rounds, moments),
            Engine::PaiGowPoker(dealt) => dealt.play(&mut quick, rounds, moments),
            Engine::PaiGow(dealt) => dealt.play(&mut quick, rounds, moments),
            Engine::Tables(tables) => {
                for (wagers, engine) in tables {
                    let part = plan.with_bets(wagers.clone());
                    engine.play(&part, stream, rounds, &mut Vec::new(), &mut moments[wagers.clone()])?;
                }
            }
        }
        Ok(())
    }
}

/// Plays rounds through the rules, input by input.
pub(crate) fn by_rules<G: Priced>(
    plan: &Plan<G>,
    generator: &mut Generator,
    rounds: u64,
    moments: &mut [Moments],
) -> Result<(), Unsolved> {
    let mut table = ready::<G>(plan.options, generator)?;
    let seated = Seated::new(&plan.bets, &table)?;
    for _ in 0..rounds {
        let mut round = seated.begin(table);
        play_round(&seated, &mut round, &mut |table| draw_outcome(table, generator))?;
        moments.iter_mut().zip(&round.nets).for_each(|(sum, &cents)| sum.add_times(1, cents));
        table = round.table;
    }
    Ok(())
}

/// Plays one round, with outcomes from the given equipment.
pub(crate) fn play_round<G: Priced>(
    seated: &Seated<'_, G>,
    round: &mut Round<G>,
    equipment: &mut impl FnMut(&G) -> Option<G::Chance>,
) -> Result<(), Unsolved> {
    let mut steps = Steps::until("at the end of the round");
    while seated.go_on(round)? == Stop::Equipment {
        steps.take()?;
        let shown = equipment(&round.table).ok_or(Unsolved::Stuck)?;
        seated.show(round, shown)?;
    }
    Ok(())
}
