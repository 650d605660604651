//! Chemin de fer at a table, for the simulation and for the odds of one wager: one participant holds the bank, another covers
//! all of it. Where the tables leave a choice both draw, which is what they do in equilibrium at the usual table.

use crate::{
    Generator, Offered, Results, Tally, Unsolved,
    automaton::{self, Graph},
    classes::Classes,
    offers,
    round::{draw_outcome, ready, usual_step},
    seated::Seated,
    steps::Steps,
};
use rules::{
    Act, Actor, Awaits, Citation, Event, Game, Input, Money, Observer, Patron, Seat, Unseen,
    chemin_de_fer::{Call, CheminDeFer, Deed, Options, Wager},
    kit::cards::{self, Card},
};

/// The wagers of a coup: the Banker's, and all of it against him.
const ROLES: [Wager; 2] = [Wager::Bank, Wager::Banco];
/// Who sits where; the first bids for the bank.
const PARTICIPANTS: [(Patron, Seat); 2] = [(Patron(1), Seat(1)), (Patron(2), Seat(2))];

/// A table on which both wagers lie: who holds the bank, and what he and the other were offered to wager.
struct Laid {
    banker: Patron,
    offers: [Offered<Wager>; 2],
}

impl Laid {
    /// Goes on until both wagers lie, of this stake, or of the least if none is given.
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
            // The table waits for the Banker alone until he has wagered.
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
            table.apply(input, &mut Unseen).map_err(Unsolved::Refused)?;
        }
    }
}

/// Whoever does not sit takes his seat.
fn sit(table: &mut CheminDeFer) {
    for (patron, seat) in PARTICIPANTS {
        let act = Act::Do(Deed::SitAt(seat));
        let mut may = false;
        table.decisions(Actor::Patron(patron), &mut |offer| may |= offer.act == act);
        if may {
            // What is offered is not refused.
            _ = table.apply(Input::Act { by: Actor::Patron(patron), act }, &mut Unseen);
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
        .apply(offers::place::<CheminDeFer>(patron, seat, wager, stake), &mut Unseen)
        .map_err(Unsolved::Refused)
}

/// What can be wagered in a coup.
pub(crate) fn offered(options: Options) -> Option<[Offered<Wager>; 2]> {
    let classes = Classes::new().ok()?;
    let mut table: CheminDeFer = classes.ready(options).ok()?;
    let [bank, banco] = Laid::on(&mut table, None, &mut |_| None).ok()?.offers;
    // Whoever covers the bank wagers as much as the Banker.
    let banco = Offered { seat: banco.seat, wager: banco.wager, ..bank };
    Some([bank, banco])
}

/// The coups of a table with both wagers of this stake: the first patron holds the bank.
pub(crate) fn compiled(options: Options, stake: Money) -> Result<(Graph, Classes<CheminDeFer>), Unsolved> {
    let mut classes = Classes::new()?;
    classes.told = |shown| crate::classes::told_of(shown, |at| at / 2);
    let mut table: CheminDeFer = classes.ready(options)?;
    let laid = Laid::on(&mut table, Some(stake), &mut |_| None)?;
    let bets = laid.offers.map(|offered| (offered, stake));
    let seated = Seated::watching(&bets);
    let graph = automaton::cards(&seated, seated.laid(table, Money::ZERO), &classes)?;
    Ok((graph.ok_or(Unsolved::Stuck)?, classes))
}

/// The place of a wager among the roles.
pub(crate) fn role(wager: &str) -> Option<usize> {
    ROLES.iter().position(|role| role.to_string() == wager)
}

/// What becomes of one of them.
pub(crate) fn results(
    options: Options,
    unseen: &cards::Unseen,
    wager: &str,
    stake: Money,
) -> Result<Results, Unsolved> {
    let role = role(wager).ok_or(Unsolved::NeedsStrategy)?;
    let (graph, classes) = compiled(options, stake)?;
    classes.results(&graph, unseen, role, stake)
}

/// A coup on which the wagers lie, to its end.
fn play(
    table: &mut CheminDeFer,
    equipment: &mut impl FnMut(&CheminDeFer) -> Option<Card>,
    to: &mut impl Observer<CheminDeFer>,
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

/// The next coup of a table through the rules: what the Banker gains, and who covers him, in cents.
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

/// How many coups are dealt after that in which the cutting card comes: a shoe is dealt to its end.
pub(crate) fn coups_after(options: Options, stake: Money) -> Result<usize, Unsolved> {
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
            came |= matches!(event, Event::Called { call: Call::CuttingCard });
        })?;
        after = match after {
            None if came => Some(0),
            after => after.map(|after| after + 1),
        };
    }
}
