//! Chemin de fer at a table, for the simulation and for the odds of one wager: one participant holds the bank, another
//! covers all of it. Where the tables leave a choice both draw, as they do in equilibrium at the usual table.

use super::{Banker, Chemin, TABLES, vigorish};
use crate::{
    Generator, Moments, Offered, Plan, Priced, Results, Staked, Tally, Unsolved, Worth,
    baccarat::{Values, look},
    certificate::{Proof, Proofs},
    classes::Classes,
    decks,
    exact::shoe,
    graph::{self, Graph},
    offers,
    priced::Rounds,
    round::{draw_outcome, ready, usual_step},
    seated::Seated,
    sim::engine::Engine,
    steps::Steps,
};
use rules::{
    Act, ActOf, Actor, Awaits, Citation, Event, Game, Input, Money, Nobody, Observer, Patron, Seat,
    Vocabulary,
    chemin_de_fer::{Announcement, CheminDeFer, Deed, Options, Wager},
    hands::baccarat::value,
    kit::cards::{self, Card},
    table::call::TableCall,
};

impl Priced for CheminDeFer {
    type Rounds = Coups;
    const DECKS: Option<fn(&Options) -> u8> = Some(|options| options.plan().decks);
    const METHOD: &'static str = "both sides in equilibrium";

    fn class(card: Card) -> u8 {
        value(card)
    }

    /// A patron who is offered the bank takes it, and where Table 3 leaves a choice both hands draw.
    fn choice(&self, patron: Patron) -> Option<ActOf<CheminDeFer>> {
        let mut chosen = None;
        self.decisions(Actor::Patron(patron), &mut |offer| {
            if let Act::Do(Deed::AcceptBank | Deed::Draw | Deed::Say(Announcement::Card)) = offer.act {
                chosen = chosen.or(Some(offer.act));
            }
        });
        chosen
    }

    /// What the two sides of a coup wager against each other.
    fn offered(options: Options) -> Vec<Offered<Wager>> {
        offered(options).map(Vec::from).unwrap_or_default()
    }

    fn play_by_rules(
        plan: &Plan<CheminDeFer>,
        generator: &mut Generator,
        rounds: u64,
        moments: &mut [Moments],
    ) -> Result<(), Unsolved> {
        let (mut table, (roles, stake)) = (CheminDeFer::open(plan.options), roles(plan)?);
        for _ in 0..rounds {
            let gains = gains(&mut table, stake, &mut |table| draw_outcome(table, generator))?;
            moments.iter_mut().zip(&roles).for_each(|(sum, &role)| sum.add_times(1, gains[role]));
        }
        Ok(())
    }
}

/// The compiled coups with wagers of one stake.
type Compiled = (Graph, Classes);

/// The coups of a table, for the stakes of all of its wagers.
pub struct Coups {
    graphs: Vec<(Money, Result<Compiled, Unsolved>)>,
    decks: u8,
}

impl Rounds<CheminDeFer> for Coups {
    fn prepare(options: Options, bets: &[Staked<CheminDeFer>]) -> Result<Coups, Unsolved> {
        let mut graphs: Vec<(Money, _)> = Vec::new();
        for &(_, stake) in bets {
            if graphs.iter().all(|(other, _)| *other != stake) {
                graphs.push((stake, compiled(options, stake)));
            }
        }
        Ok(Coups { graphs, decks: decks::<CheminDeFer>(&options)? })
    }

    fn exact(
        &self,
        bets: &[Staked<CheminDeFer>],
        unseen: Option<&cards::Unseen>,
    ) -> Vec<Result<Results, Unsolved>> {
        let unseen = unseen.copied().unwrap_or(cards::Unseen::decks(self.decks));
        let one = |(on, stake): &Staked<CheminDeFer>| {
            let role = role(on.wager).ok_or(Unsolved::NeedsStrategy)?;
            let (graph, classes) = self.of(*stake)?;
            Ok(shoe::results(graph, &shoe::deals(graph, &classes.counts(&unseen))?, role, *stake))
        };
        bets.iter().map(one).collect()
    }

    fn proofs(&self, bets: &[Staked<CheminDeFer>], unseen: Option<&cards::Unseen>) -> Proofs {
        let unseen = unseen.copied().unwrap_or(cards::Unseen::decks(self.decks));
        let mut all = Proofs::default();
        for (on, stake) in bets {
            let of = role(on.wager).ok_or(Unsolved::NeedsStrategy).and_then(|role| {
                let (graph, classes) = self.of(*stake)?;
                Ok((Proof::deals(graph, classes.counts(&unseen)), role))
            });
            let of = of.map(|(proof, role)| {
                let known = all.proofs.iter().position(|other| *other == proof);
                let at = known.unwrap_or(all.proofs.len());
                all.proofs.extend(known.is_none().then_some(proof));
                (at, role)
            });
            all.wagers.push(of);
        }
        all
    }

    fn engine(&self, plan: &Plan<CheminDeFer>) -> Result<Engine, Unsolved> {
        let (roles, stake) = roles(plan)?;
        let (graph, classes) = self.of(stake)?;
        let ends = graph.ends.iter().map(|gains| match gains[..] {
            [] => Vec::new(),
            _ => roles.iter().map(|&role| gains[role]).collect(),
        });
        let graph = Graph { ends: ends.collect(), rows: graph.rows.clone(), longest: graph.longest };
        shoe::from_shoes::<CheminDeFer>(plan.options, &graph, classes, || coups_after(plan.options, stake))
    }

    /// The average gain or loss of each side in equilibrium.
    fn worth(
        &self,
        options: &Options,
        _: &[Staked<CheminDeFer>],
        unseen: Option<&cards::Unseen>,
    ) -> Result<Vec<(Wager, Worth)>, Unsolved> {
        let unseen = unseen.copied().unwrap_or(cards::Unseen::decks(self.decks));
        let game = Chemin::of(Values::of(&unseen), &TABLES, Banker::Count)?;
        let equilibria = game.equilibria(&vigorish(options, CheminDeFer::STAKE));
        let one = equilibria.first().ok_or(Unsolved::NeedsStrategy)?;
        let mut wagers = Vec::new();
        Wager::each(&mut |wager| {
            let gain = match wager {
                Wager::Bid => return,
                Wager::Bank => &one.banker_gain,
                _ => &one.player_gain,
            };
            wagers.push((wager, Worth::Edge { edge: -gain.clone(), pays: "1 to 1" }));
        });
        Ok(wagers)
    }
}

impl Coups {
    /// The coups with this stake.
    fn of(&self, stake: Money) -> Result<&Compiled, Unsolved> {
        let found = self.graphs.iter().find(|(other, _)| *other == stake).ok_or(Unsolved::Stuck)?;
        found.1.as_ref().map_err(|&why| why)
    }
}

/// The roles of a plan's wagers, and their stake: all wagers of one coup are equal.
fn roles(plan: &Plan<CheminDeFer>) -> Result<(Vec<usize>, Money), Unsolved> {
    let &(_, stake) = plan.bets.first().ok_or(Unsolved::NoWager)?;
    let role = |(on, other): &Staked<CheminDeFer>| {
        role(on.wager).filter(|_| *other == stake).ok_or(Unsolved::NeedsStrategy)
    };
    Ok((plan.bets.iter().map(role).collect::<Result<_, _>>()?, stake))
}

/// The wagers of a coup: the Banker's, and the one that covers all of it.
const ROLES: [Wager; 2] = [Wager::Bank, Wager::Banco];
/// Who sits where. The first one bids for the bank.
const PARTICIPANTS: [(Patron, Seat); 2] = [(Patron(1), Seat(1)), (Patron(2), Seat(2))];

/// A table with both wagers on it: who holds the bank, and what the two participants were offered to wager.
struct Laid {
    banker: Patron,
    offers: [Offered<Wager>; 2],
}

impl Laid {
    /// Continues until both wagers are made, with this stake or, if none is given, with the smallest.
    fn on(
        table: &mut CheminDeFer,
        stake: Option<Money>,
        equipment: &mut impl FnMut(&CheminDeFer) -> Option<Card>,
    ) -> Result<Laid, Unsolved> {
        let mut bank: Option<(Patron, Offered<Wager>)> = None;
        let mut steps = Steps::until("at a coup with both wagers");
        loop {
            steps.take()?;
            if table.awaits() == Awaits::Wagers {
                sit(table);
            }
            // The table waits only for the Banker until the Banker has wagered.
            if let Awaits::Wagers | Awaits::Decision(Actor::Patron(_)) = table.awaits()
                && let Some((patron, offer)) =
                    PARTICIPANTS.iter().find_map(|&(patron, _)| next(table, patron))
            {
                let stake = stake.unwrap_or(offer.least);
                place(table, patron, &offer, stake)?;
                match bank {
                    Some((banker, bank)) => return Ok(Laid { banker, offers: [bank, offer] }),
                    None => bank = Some((patron, offer)),
                }
                continue;
            }
            let input = match (usual_step(table), table.awaits()) {
                (Some(input), _) => input,
                (None, Awaits::Equipment) => Input::Chance(equipment(table).ok_or(Unsolved::Stuck)?),
                (None, _) => {
                    let (patron, _) = PARTICIPANTS[0];
                    let bid = first(table, patron, |wager| wager == Wager::Bid).ok_or(Unsolved::Stuck)?;
                    place(table, patron, &bid, bid.least)?;
                    continue;
                }
            };
            table.apply(input, &mut Nobody).map_err(Unsolved::Refused)?;
        }
    }
}

/// Participants who are not seated take their seats.
fn sit(table: &mut CheminDeFer) {
    for (patron, seat) in PARTICIPANTS {
        let act = Act::Do(Deed::SitAt(seat));
        let mut may = false;
        table.decisions(Actor::Patron(patron), &mut |offer| may |= offer.act == act);
        if may {
            // An act that is offered is not refused.
            _ = table.apply(Input::Act { by: Actor::Patron(patron), act }, &mut Nobody);
        }
    }
}

/// The bank, or all of it against the bank, whichever is offered to a participant now.
fn next(table: &CheminDeFer, patron: Patron) -> Option<(Patron, Offered<Wager>)> {
    Some((patron, first(table, patron, |wager| wager == Wager::Bank || wager.is_whole())?))
}

/// The first such wager that is offered to a participant.
fn first(table: &CheminDeFer, patron: Patron, of: impl Fn(Wager) -> bool) -> Option<Offered<Wager>> {
    offers::offered_to(table, patron).into_iter().find(|offered| of(offered.wager))
}

fn place(
    table: &mut CheminDeFer,
    patron: Patron,
    &Offered { seat, wager, .. }: &Offered<Wager>,
    stake: Money,
) -> Result<(), Unsolved> {
    table
        .apply(offers::place::<CheminDeFer>(patron, seat, wager, stake), &mut Nobody)
        .map_err(Unsolved::Refused)
}

/// What can be wagered in a coup.
fn offered(options: Options) -> Option<[Offered<Wager>; 2]> {
    let mut table: CheminDeFer = Classes::new(value).ready(options).ok()?;
    let [bank, banco] = Laid::on(&mut table, None, &mut |_| None).ok()?.offers;
    // The participant who covers the bank wagers as much as the Banker.
    let banco = Offered { seat: banco.seat, wager: banco.wager, ..bank };
    Some([bank, banco])
}

/// The coups of a table with both wagers at this stake. The first patron holds the bank.
fn compiled(options: Options, stake: Money) -> Result<Compiled, Unsolved> {
    let classes = Classes::new(value);
    let mut table: CheminDeFer = classes.ready(options)?;
    let laid = Laid::on(&mut table, Some(stake), &mut |_| None)?;
    let bets = laid.offers.map(|offered| (offered, stake));
    let seated = Seated::watching(&bets);
    let begun = seated.laid(table, Money::ZERO);
    let classes = look(classes, &seated, &begun)?;
    let graph = graph::cards(&seated, begun, &classes)?;
    Ok((graph.ok_or(Unsolved::Stuck)?, classes))
}

/// The index of a wager among the roles.
fn role(wager: Wager) -> Option<usize> {
    ROLES.iter().position(|&role| role == wager)
}

/// Plays a coup whose wagers have been made to its end.
fn play(
    table: &mut CheminDeFer,
    equipment: &mut impl FnMut(&CheminDeFer) -> Option<Card>,
    to: &mut dyn Observer<CheminDeFer>,
) -> Result<(), Unsolved> {
    let mut steps = Steps::until("at the end of the coup");
    while !table.bets().is_empty() {
        steps.take()?;
        let input = match usual_step(table) {
            Some(input) => input,
            None => Input::Chance(equipment(table).ok_or(Unsolved::Stuck)?),
        };
        table.apply(input, to).map_err(Unsolved::Refused)?;
    }
    Ok(())
}

/// Plays the next coup of a table through the rules: what the Banker and the participant who covers the bank gain, in
/// cents.
pub(crate) fn gains(
    table: &mut CheminDeFer,
    stake: Money,
    equipment: &mut impl FnMut(&CheminDeFer) -> Option<Card>,
) -> Result<[i64; 2], Unsolved> {
    let Laid { banker, .. } = Laid::on(table, Some(stake), equipment)?;
    let mut gains = [0; 2];
    play(table, equipment, &mut |_: Citation, event| {
        if let Some((patron, tally)) = Tally::of::<CheminDeFer>(&event) {
            gains[usize::from(patron != banker)] += tally.net().as_cents();
        }
    })?;
    Ok(gains)
}

/// How many coups are dealt after the one in which the cutting card comes, found by dealing a shoe to its end.
fn coups_after(options: Options, stake: Money) -> Result<usize, Unsolved> {
    let mut generator = Generator::first();
    let mut table: CheminDeFer = ready(options, &mut generator)?;
    let (mut after, mut is_new) = (None, false);
    let mut steps = Steps::until("at the end of a shoe");
    loop {
        steps.take()?;
        Laid::on(&mut table, Some(stake), &mut |table| {
            is_new = true;
            draw_outcome(table, &mut generator)
        })?;
        if is_new {
            return after.ok_or(Unsolved::Stuck);
        }
        let mut came = false;
        play(&mut table, &mut |table| draw_outcome(table, &mut generator), &mut |_: Citation, event| {
            came |= event == Event::Called { call: TableCall::SetsCuttingCardAside.into() };
        })?;
        after = match after {
            None if came => Some(0),
            after => after.map(|after| after + 1),
        };
    }
}
