//! What a patron does where the law leaves a choice: stated for each game that has one, so that its exact odds and its
//! simulation mean the same.

use crate::{
    red_dog,
    stud::{Held, Strategy},
};
use rules::{
    Act, Actor, Awaits, Game, Input, InputOf, Patron, Tender,
    caribbean_stud::{self, CaribbeanStud},
    chemin_de_fer::{self, CheminDeFer},
    red_dog::{self as dog, RedDog},
};
use std::any::Any;

/// The stated choice of the patron whom the table waits for: at caribbean stud the three rules of thumb, at red dog the
/// raise from a spread of seven, at chemin de fer to take the bank and to draw. `None` where no strategy is stated: then the
/// usual thing is done.
pub fn choice<G: Game>(table: &G) -> Option<InputOf<G>> {
    let Awaits::Decision(Actor::Patron(patron)) = table.awaits() else { return None };
    let any: &dyn Any = table;
    if let Some(stud) = any.downcast_ref::<CaribbeanStud>() {
        return same::<CaribbeanStud, G>(at_stud(stud, patron)?);
    }
    if let Some(chemin) = any.downcast_ref::<CheminDeFer>() {
        return same::<CheminDeFer, G>(at_chemin(chemin, patron)?);
    }
    same::<RedDog, G>(at_red_dog(any.downcast_ref::<RedDog>()?, patron)?)
}

/// Whoever is offered the bank takes it, and where Table 3 leaves a choice both hands draw.
fn at_chemin(table: &CheminDeFer, patron: Patron) -> Option<InputOf<CheminDeFer>> {
    use chemin_de_fer::{Announcement, Deed};
    let (by, mut chosen) = (Actor::Patron(patron), None);
    table.decisions(by, &mut |offer| {
        if let Act::Do(Deed::AcceptBank | Deed::Draw | Deed::Say(Announcement::Card)) = offer.act {
            chosen = chosen.or(Some(offer.act));
        }
    });
    chosen.map(|act| Input::Act { by, act })
}

/// The input of a game, as that of the same game.
fn same<A: Game, B: Game>(input: InputOf<A>) -> Option<InputOf<B>> {
    (&input as &dyn Any).downcast_ref::<InputOf<B>>().copied()
}

fn at_stud(table: &CaribbeanStud, patron: Patron) -> Option<InputOf<CaribbeanStud>> {
    let by = Actor::Patron(patron);
    let seat = table.bets().iter().find(|bet| bet.patron == patron)?.seat;
    let act = match (table.hand(seat), table.up_card()) {
        (Some(hand), Some(up)) if Strategy::RulesOfThumb.bets(&Held::of(hand), up) => {
            let ante = table.on(seat, caribbean_stud::Wager::Ante);
            let wager = caribbean_stud::Wager::Bet;
            Act::Place { seat, wager, stake: ante + ante, tender: Tender::Chips }
        }
        (Some(_), _) => Act::Do(caribbean_stud::Deed::Fold),
        (None, _) => Act::Do(caribbean_stud::Deed::Look),
    };
    Some(Input::Act { by, act })
}

fn at_red_dog(table: &RedDog, patron: Patron) -> Option<InputOf<RedDog>> {
    let by = Actor::Patron(patron);
    let Some(dog::Pair::Spread(spread)) = table.pair() else { return None };
    let mut most = None;
    table.decisions(by, &mut |offer| {
        if let Act::Place { seat, wager: wager @ dog::Wager::Raise, tender: tender @ Tender::Chips, .. } =
            offer.act
        {
            most = Some(Act::Place { seat, wager, stake: offer.most, tender });
        }
    });
    let act = most.filter(|_| spread >= red_dog::RAISE_FROM).unwrap_or(Act::Do(dog::Deed::Stand));
    Some(Input::Act { by, act })
}
