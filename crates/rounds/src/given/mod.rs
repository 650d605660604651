//! A position in the middle of a round, for disputes: `given p1@2 hand 25; box 2 9s 6h; dealer 6d; turn 2`.
//!
//! The state of the table is never set directly. The facts are *played*: the planner searches for a lawful
//! sequence of inputs after which all of them hold. The rules themselves therefore refuse a position that no
//! table can be in.

mod before;
mod facts;
mod plan;

use crate::shortcut::prepared_by;
use facts::Facts;
use rules::{Act, Actor, Game, Input, InputOf, Nobody, Seat, read_input};

/// The facts of a `given` line; `None` for any other line.
pub fn given(line: &str) -> Option<&str> {
    crate::directive(line, "given")
}

/// Brings a fresh table to a position, and returns the inputs that lead there.
///
/// # Errors
/// If a fact cannot be read, or if no lawful round leads to the position; the message says which
/// fact is in the way, and why.
pub fn place<G: Game>(table: &mut G, facts: &str) -> Result<Vec<InputOf<G>>, String> {
    let facts = Facts::<G>::read(facts)?;
    let mut on_the_way = table.clone();
    let mut steps = Vec::new();
    let sits = facts.seated(|seat| has_seat::<G>(seat));
    for (patron, seat, is_said) in sits {
        let Some(input) = sitting::<G>(patron, seat) else { continue };
        match on_the_way.apply(input, &mut Nobody) {
            Ok(()) => steps.push(input),
            Err(refusal) if is_said => return Err(format!("{input}: {refusal}")),
            // Wagers at a second position may not need a second seat; if they do, their own refusal says so.
            Err(_) => {}
        }
    }
    prepare(&mut on_the_way, &mut steps, &facts)?;
    before::mark(&mut on_the_way, &mut steps, &facts)?;
    before::pass_over(&mut on_the_way, &facts)?;
    steps.extend(plan::reach(&mut on_the_way, &facts)?);
    *table = on_the_way;
    Ok(steps)
}

/// Prepares the cards, if the game has any. Cards that the facts name are not burned.
fn prepare<G: Game>(table: &mut G, steps: &mut Vec<InputOf<G>>, facts: &Facts<G>) -> Result<(), String> {
    if table.awaits_wagers() {
        return Ok(());
    }
    let prepared = prepared_by(table, |table| {
        let mut burned = None;
        table.outcomes(&mut |chance, _| {
            if burned.is_none() && !facts.names(chance.into()) {
                burned = Some(chance);
            }
        });
        Ok(burned)
    })?;
    for step in prepared {
        table.apply(step, &mut Nobody).map_err(|refusal| format!("{step}: {refusal}"))?;
        steps.push(step);
    }
    Ok(())
}

fn sitting<G: Game>(patron: Actor, seat: Seat) -> Option<InputOf<G>> {
    let input = read_input::<G>(&format!("{patron} sits at {}", seat.0)).ok()?;
    matches!(input, Input::Act { act: Act::Do(_), .. }).then_some(input)
}

fn has_seat<G: Game>(seat: Seat) -> bool {
    seat != Seat::NONE && sitting::<G>(Actor::Patron(rules::Patron(1)), seat).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GameId, Visitor};

    /// The inputs that lead to a position under the usual options, once the cards are prepared.
    fn position(game: GameId, facts: &str) -> Result<Vec<String>, String> {
        under("", game, facts)
    }

    /// The same under these options beside the usual ones.
    fn under(options: &str, game: GameId, facts: &str) -> Result<Vec<String>, String> {
        struct Place<'a>(&'a str, &'a str);
        impl Visitor for Place<'_> {
            type Out = Result<Vec<String>, String>;
            fn visit<G: Game>(self) -> Self::Out {
                let settings = crate::Settings::read(self.1).expect("options");
                let settings = crate::standard::<G>().with(settings);
                let mut table: G = crate::open::<G, crate::Sentence>(&settings).0.expect("lawful options");
                place(&mut table, self.0).map(|steps| steps.iter().map(ToString::to_string).collect())
            }
        }
        game.visit(Place(facts, options))
    }

    #[track_caller]
    fn ends(game: GameId, facts: &str, last: &[&str]) {
        let steps = position(game, facts).unwrap_or_else(|why| panic!("{facts}: {why}"));
        let from = steps.len().saturating_sub(last.len());
        assert_eq!(steps[from..], *last, "{facts}");
    }

    #[test]
    fn positions_are_played() {
        ends(
            GameId::Blackjack,
            "p1@2 hand 25; p2@3 hand 10; box 2 9s 6h; box 3 Td 5c; dealer 6d; turn 2",
            &["dealer deals", "9s", "Td", "6d", "6h", "5c"],
        );
        ends(
            GameId::Minibaccarat,
            "p1@1 player 100; p2@4 banker 100; player 6s Ks; banker 4s Kh",
            &["dealer calls no more bets", "6s", "4s", "Ks", "Kh"],
        );
        ends(GameId::Roulette, "spinning; p1 red 5", &["p1 red 5.00", "dealer spins"]);
        ends(
            GameId::Craps,
            "p1@3; p1 pass 10; p1 place 6 12; point 8; thrown",
            &["dealer sends the dice out"],
        );
        ends(
            GameId::RedDog,
            "p1@5 original 10; cards 5c 6d",
            &["p1@5 original 10.00", "dealer deals", "5c", "6d"],
        );
        ends(
            GameId::BigSix,
            "spinning; p1 $5 10",
            &["p1 $5 10.00", "dealer calls no more bets", "dealer spins"],
        );
        ends(
            GameId::SicBo,
            "shaken; p1 small 10",
            &["p1 small 10.00", "dealer calls no more bets", "dealer shakes"],
        );
        ends(
            GameId::Keno,
            "drawing; p1 straight 3,17 10",
            &["p1 straight 3,17 10.00", "dealer closes the game"],
        );
        ends(
            GameId::CaribbeanStud,
            "p1@7 ante 10; p1@7 bet 20; up Ac",
            &["dealer counts the stub", "p1@7 bet 20.00"],
        );
        ends(
            GameId::LetItRide,
            "p1@7 third 10; seat 7 Tc Td 4s; p1 lets it ride; cards Kh",
            &["p1 looks", "Tc", "Td", "4s", "p1 lets it ride", "dealer turns a community card", "Kh"],
        );
        ends(
            GameId::PuntoBanco,
            "p1@1 banker 6; p2@4 player 10; curator p1; player 4c 5c; banker 2c 5h",
            &["4c", "2c", "5c", "5h"],
        );
        ends(
            GameId::CheminDeFer,
            "banker p1@2; p1@2 bank 100; p2@5 banco 100; player ? ?; p2 calls stay",
            &["p2 calls stay"],
        );
    }

    #[test]
    fn splits_come_points_and_the_middle_of_a_shoe() {
        ends(
            GameId::Blackjack,
            "p1@4 hand 10; box 4 8s 3d / 8h; dealer 6d; turn 4 hand 1",
            &["8s", "6d", "8h", "p1@4 split 2 10.00", "3d"],
        );
        ends(
            GameId::Blackjack,
            "p1@4 hand 10; p2@2 hand 10; box 2 5 6 9; box 4 x 2; dealer 9; turn 4",
            &["p2 draws", "9c", "p2 stands"],
        );
        ends(GameId::Craps, "p1@3 ; p1 pass 10; p1 come 6 10; point 8", &["dice 1-5"]);
        let shoe = position(GameId::Minibaccarat, "shoe 212 left; p1@1 player 100");
        assert_eq!(shoe.map(|steps| steps.last().cloned()), Ok(Some("p1@1 player 100.00".to_owned())));
    }

    #[test]
    fn cards_that_were_seen_are_gone_and_vigorish_is_marked() {
        let facts = "p3@3 owes 2.50; p1@1 player 100; seen As x 4";
        let later = "vigorish-collection=deferred";
        let owes = under(later, GameId::Minibaccarat, facts).expect("a table");
        assert!(owes.contains(&"p3@3 banker 50.00".to_owned()), "{owes:?}");
        assert_eq!(owes.last().map(String::as_str), Some("p1@1 player 100.00"));
        let owes = under(later, GameId::PuntoBanco, facts).expect("a table");
        assert!(owes.contains(&"p3@3 banker 50.00".to_owned()), "{owes:?}");
        let why = |game, facts: &str| position(game, facts).expect_err(facts);
        let at_once = why(GameId::Minibaccarat, facts);
        assert!(at_once.contains("p3@3 cannot owe 2.50: this table marks no such vigorish"), "{at_once}");
        let seen = why(GameId::RedDog, "seen 9s 9s 9s 9s 9s 9s 9s 9s 9s; p1@5 original 10");
        assert!(seen.contains("no 9s is left"), "{seen}");
        let left = why(GameId::Minibaccarat, "seen As Ks 4; shoe 413 left");
        assert!(left.contains("cannot have 413 cards") && left.contains("3 were seen"), "{left}");
        assert!(why(GameId::Roulette, "seen As").contains("no shoe"));
        assert!(why(GameId::Craps, "p1@3 owes 2.50").contains("nobody owes vigorish"));
    }

    #[test]
    fn what_no_table_can_show_is_refused_with_its_reason() {
        let why = |game, facts: &str| position(game, facts).expect_err(facts);
        let box_3 = why(
            GameId::Blackjack,
            "p1@2 hand 25; p2@3 hand 10; box 2 9s 2h; box 3 Td 2c 4s; dealer 6d; turn 2",
        );
        assert!(box_3.contains("the cards of place 3") && box_3.contains("[2.6(f)]"), "{box_3}");
        let bare = why(GameId::Blackjack, "p1@2 hand 25; box 2 9s 6h; box 3 Td 5c; dealer 6d; turn 2");
        assert!(bare.contains("no wager lies at 3, so it gets no cards"), "{bare}");
        let bet = why(GameId::CaribbeanStud, "p1@7 ante 10; p1@7 bet 25; up Ac");
        assert!(bet.contains("p1@7 bet 25.00: too much: at most 20.00"), "{bet}");
        assert_eq!(why(GameId::Craps, "p1 pass 10; point 7"), "`point 7`: a point is 4, 5, 6, 8, 9 or 10");
        let twice = why(GameId::CaribbeanStud, "p1@7 ante 10; up Ac; seat 7 Ac 2d 3d 4d 5d; p1 looks");
        assert!(twice.contains("the cards of place 7") && twice.contains("no Ac is left for it"), "{twice}");
        let third = why(GameId::Minibaccarat, "p1@1 player 100; player 6s Ks 2h; banker 4s Kh");
        let goes_on = "the next card would go to the Banker's Hand, for which none is given";
        assert!(third.contains("the cards of the Player's Hand") && third.contains(goes_on), "{third}");
        let unsaid = why(GameId::Minibaccarat, "p1@1 player 100; player 6s Ks");
        assert!(unsaid.contains("the Banker's Hand, whose cards are not given"), "{unsaid}");
        let odds = why(GameId::Craps, "p1@3; p1 pass-odds 8 20; point 8");
        assert!(odds.contains("p1 pass-odds 8 20.00"), "{odds}");
        let stake = why(GameId::Roulette, "p1 red 0.50; spinning");
        assert!(stake.contains("p1 red 0.50"), "{stake}");
        let shoe = why(GameId::Minibaccarat, "shoe 500 left");
        assert_eq!(shoe, "the shoe never has 500 cards: 414 after the burn");
        assert!(why(GameId::Blackjack, "box 2 9z 6h").contains("`9z` at box 2 is no card"));
        assert!(why(GameId::Blackjack, "box 2 9s 6h; box 2 4h 4s").contains("given twice"));
        assert!(why(GameId::Roulette, "ball 17").contains("a line of its own"));
        assert!(why(GameId::Roulette, "p1 rde 5").contains("red"));
        assert!(why(GameId::Roulette, "sleeping").contains("`sleeping`"));
    }
}
