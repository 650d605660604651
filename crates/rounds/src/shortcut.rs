//! Lines that stand for many others, so that a script can start where it matters: `dealer prepares` and
//! `discards 200`.

use rules::{Act, Game, Input, InputOf, Nobody, read_input};

/// A line that stands for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shortcut {
    /// The staff prepare the cards in the usual way until the table is ready. The burned cards may be given.
    Prepare {
        /// The burned cards, as written.
        burned: Vec<String>,
    },
    /// This many cards have left the shoe in rounds that the script does not show.
    Discard {
        /// The number of cards.
        cards: u16,
    },
}

/// The most steps that any preparation takes.
const MOST_STEPS: usize = 100;

impl Shortcut {
    /// Reads `dealer prepares`, `dealer prepares As 2c` and `discards 200`, with or without `dealer` in
    /// front.
    pub fn read(line: &str) -> Option<Shortcut> {
        let line = line.to_lowercase();
        let mut words = line.split_whitespace().skip_while(|word| *word == "dealer");
        match words.next()? {
            "prepares" => Some(Shortcut::Prepare { burned: words.map(str::to_owned).collect() }),
            "discards" => {
                let cards = words.next()?.parse().ok()?;
                words.next().is_none().then_some(Shortcut::Discard { cards })
            }
            _ => None,
        }
    }
}

/// The usual steps to prepare a table's cards: anyone asked to cut declines, and the dealer cuts in the
/// middle. `shows` says which cards are burned where their faces are seen.
///
/// # Errors
/// If there is nothing to prepare now, or if the equipment cannot have shown that.
pub fn prepared_by<G: Game>(
    table: &G,
    mut shows: impl FnMut(&G) -> Result<Option<G::Chance>, String>,
) -> Result<Vec<InputOf<G>>, String> {
    let (mut table, mut steps) = (table.clone(), Vec::new());
    while steps.len() < MOST_STEPS && !table.awaits_wagers() {
        let step = match table.usual_step() {
            Some(input) => Some(input).filter(prepares::<G>),
            None if steps.is_empty() => None,
            None => shows(&table)?.map(Input::Chance),
        };
        let Some(step) = step else { break };
        table.apply(step, &mut Nobody).map_err(|refusal| format!("{step}: {refusal}"))?;
        steps.push(step);
    }
    if steps.is_empty() { Err("no cards are to be prepared now".to_owned()) } else { Ok(steps) }
}

/// The same with these cards burned. If none are given, the ace of clubs, which burns the fewest, and the
/// cards after it.
pub fn preparation<G: Game>(table: &G, burned: &[String]) -> Result<Vec<InputOf<G>>, String> {
    let mut shown = 0;
    let steps = prepared_by(table, |table| {
        let mut next = None;
        if let Some(word) = burned.get(shown) {
            let Ok(Input::Chance(chance)) = read_input::<G>(word) else {
                return Err(format!("`{word}` is no card"));
            };
            next = Some(chance);
        } else {
            let mut at = 0;
            table.outcomes(&mut |chance, _| {
                next = if at <= shown { Some(chance) } else { next };
                at += 1;
            });
        }
        shown += 1;
        Ok(next)
    })?;
    match burned.get(shown) {
        Some(word) => Err(format!("`{word}`: no more cards are burned")),
        None => Ok(steps),
    }
}

fn prepares<G: Game>(input: &InputOf<G>) -> bool {
    matches!(*input, Input::Act { act: Act::Do(deed), .. } if G::prepares(deed).is_some())
}

/// Moves ahead in the shoe by this many cards whose faces nobody saw.
///
/// # Errors
/// If a round is in play, or if no shoe has that many cards before its cutting card.
pub fn discard<G: Game>(table: &mut G, cards: u16) -> Result<(), String> {
    let is_between = table.awaits_wagers() && table.bets().is_empty() && !table.is_under_way();
    if !is_between {
        return Err("cards are passed over between rounds alone, before any wager".to_owned());
    }
    match table.skip_cards(cards, &[]) {
        true => Ok(()),
        false => Err(format!("no shoe has {cards} cards before its cutting card")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sentence, answer, open};
    use rules::{
        GameId, Item, Visitor, blackjack::Blackjack, craps::Craps, minibaccarat::Minibaccarat,
        red_dog::RedDog,
    };

    fn table<G: Game>() -> G {
        open::<G, Sentence>(&crate::standard::<G>()).0.expect("the usual options are lawful")
    }

    fn said<G: Game>(table: &mut G, line: &str) -> Vec<String> {
        answer::<G, Sentence>(table, line).iter().map(|answer| crate::squeeze(&answer.to_string())).collect()
    }

    fn left<G: Game>(table: &G) -> Option<u16> {
        let mut left = None;
        table.picture(&mut |item| {
            if let Item::Shoe(shoe) = item {
                left = Some(shoe.left);
            }
        });
        left
    }

    #[test]
    fn every_game_with_cards_or_tiles_is_prepared_by_one_line() {
        struct Prepare;
        impl Visitor for Prepare {
            type Out = bool;
            fn visit<G: Game>(self) -> bool {
                let mut ready = table::<G>();
                if ready.awaits_wagers() {
                    let answers = said(&mut ready, "dealer prepares");
                    assert_eq!(answers, ["? no cards are to be prepared now"], "{}", G::NAME);
                    return false;
                }
                let by_hand = preparation(&ready, &[]).expect("steps");
                let answers = said(&mut ready, "dealer prepares");
                assert!(answers.iter().all(|answer| answer.starts_with('>')), "{}: {answers:?}", G::NAME);
                assert!(ready.awaits_wagers(), "{}: {}", G::NAME, ready.awaits());
                // The steps it stands for lead to the same table.
                let mut other = table::<G>();
                by_hand.iter().for_each(|step| assert!(other.apply(*step, &mut Nobody).is_ok()));
                assert_eq!(other, ready);
                true
            }
        }
        let prepared = GameId::ALL.iter().filter(|game| game.visit(Prepare)).count();
        assert_eq!(prepared, 10, "nine games have cards, and one has tiles");
    }

    #[test]
    fn the_burned_cards_may_be_given() {
        let burned = |line: &str| {
            let answers = said(&mut table::<Minibaccarat>(), line);
            let shown = answers.iter().filter_map(|answer| Some(answer.split_once("shown ")?.1.to_owned()));
            shown.collect::<Vec<_>>()
        };
        assert_eq!(burned("dealer prepares"), ["Ac", "2c"], "an ace burns the fewest");
        assert_eq!(burned("Dealer prepares 3H 10s as Ks"), ["3h", "Ts", "As", "Ks"]);
        assert_eq!(burned("prepares 2h"), ["2h", "2c", "3c"]);
        let said = |line| said(&mut table::<Minibaccarat>(), line);
        assert_eq!(said("dealer prepares As 2c 3c"), ["? `3c`: no more cards are burned"]);
        assert_eq!(said("dealer prepares Xx"), ["? `xx` is no card"]);
    }

    #[test]
    fn a_patron_who_is_offered_the_cut_declines_it() {
        let mut table = table::<RedDog>();
        said(&mut table, "p1 sits at 3");
        let answers = said(&mut table, "dealer prepares");
        assert!(answers.iter().any(|answer| answer.contains("offers the stack to p1")), "{answers:?}");
        assert!(table.awaits_wagers());
    }

    #[test]
    fn what_is_begun_is_finished() {
        let mut table = table::<Minibaccarat>();
        for line in ["dealer inspects", "floorperson verifies", "dealer spreads", "dealer prepares"] {
            assert!(said(&mut table, line).iter().all(|answer| answer.starts_with('>')), "{line}");
        }
        assert!(table.awaits_wagers());
        assert_eq!(said(&mut table, "dealer prepares"), ["? no cards are to be prepared now"]);
    }

    #[test]
    fn nothing_is_prepared_in_mid_round() {
        let mut table = table::<Minibaccarat>();
        for line in ["p1 sits at 3", "dealer prepares", "p1@3 banker 20", "dealer calls no more bets"] {
            said(&mut table, line);
        }
        let before = table.clone();
        assert_eq!(said(&mut table, "dealer prepares"), ["? no cards are to be prepared now"]);
        assert_eq!(table, before);
    }

    #[test]
    fn cards_are_passed_over_unseen() {
        let mut table = table::<Minibaccarat>();
        assert_eq!(
            said(&mut table, "discards 200"),
            ["? cards are passed over between rounds alone, before any wager"]
        );
        said(&mut table, "dealer prepares");
        assert_eq!((left(&table), said(&mut table, "discards 200")), (Some(414), vec![]));
        assert_eq!(left(&table), Some(214));
        // Fourteen cards lie behind the cutting card.
        assert_eq!(
            said(&mut table, "dealer discards 201"),
            ["? no shoe has 201 cards before its cutting card"]
        );
        assert_eq!((said(&mut table, "dealer discards 200"), left(&table)), (vec![], Some(14)));
        let mut weights = 0;
        said(&mut table, "p1 sits at 3");
        said(&mut table, "p1@3 banker 20");
        assert_eq!(
            said(&mut table, "discards 1"),
            ["? cards are passed over between rounds alone, before any wager"]
        );
        said(&mut table, "dealer calls no more bets");
        table.outcomes(&mut |_, weight| weights += weight);
        assert_eq!(weights, 1, "the cutting card comes next");
    }

    #[test]
    fn every_shoe_can_be_passed_through() {
        struct Pass;
        impl Visitor for Pass {
            type Out = bool;
            fn visit<G: Game>(self) -> bool {
                let mut table = table::<G>();
                said(&mut table, "dealer prepares");
                let before = left(&table);
                let answers = said(&mut table, "discards 20");
                let Some(before) = before.filter(|&cards| cards > 52) else {
                    assert_eq!(answers.len(), 1, "{}", G::NAME);
                    return false;
                };
                assert_eq!((answers, left(&table)), (vec![], Some(before - 20)), "{}", G::NAME);
                true
            }
        }
        let shoes = GameId::ALL.iter().filter(|game| game.visit(Pass)).count();
        assert_eq!(shoes, 5, "five games have a shoe");
    }

    #[test]
    fn what_is_passed_over_at_blackjack_lies_in_the_rack() {
        let mut table = table::<Blackjack>();
        for line in [
            "p1 sits at 3",
            "dealer prepares",
            "discards 100",
            "supervisor orders a reshuffle",
            "dealer prepares",
        ] {
            let answers = said(&mut table, line);
            assert!(answers.iter().all(|answer| answer.starts_with('>')), "{line}: {answers:?}");
        }
        let whole = left(&table);
        assert_eq!(whole.map(|cards| (cards + 1) % 52), Some(0), "all cards but the burned one: {whole:?}");
    }

    #[test]
    fn other_lines_are_no_shortcuts() {
        for line in [
            "",
            "dealer",
            "p1 prepares",
            "dealer discards",
            "discards many",
            "discards 2 3",
            "discards 99999",
        ] {
            assert_eq!(Shortcut::read(line), None, "{line}");
        }
        assert!(said(&mut table::<Craps>(), "p1 prepares")[0].starts_with("? `prepares`: not something"));
    }
}
