//! Properties of every shoe.

use proptest::{prelude::*, test_runner::FileFailurePersistence};
use roads::{Color, Derived, Outcome, ROWS, Road, Roads, Winner};
use std::collections::HashSet;

/// Shoes with more streaks than chance would produce, so that tails meet.
fn shoes() -> impl Strategy<Value = Vec<Outcome>> {
    let winner = prop_oneof![4 => Just(Winner::Banker), 4 => Just(Winner::Player), 1 => Just(Winner::Tie)];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    let outcome = (winner, flags).prop_map(|(winner, (natural, banker_pair, player_pair))| Outcome {
        winner,
        natural,
        banker_pair,
        player_pair,
    });
    let run = (outcome, prop_oneof![3 => 1..3_usize, 1 => 3..14_usize]);
    prop::collection::vec(run, 0..40).prop_map(|runs| {
        runs.into_iter().flat_map(|(outcome, length)| std::iter::repeat_n(outcome, length)).collect()
    })
}

/// A road that runs in streaks obeys the placement rules, whatever produced its marks.
fn well_placed<M: Copy + PartialEq + std::fmt::Debug>(road: &Road<M>) -> Result<(), TestCaseError> {
    let mut taken = HashSet::new();
    let mut before: Option<roads::Cell<M>> = None;
    let mut start = 0;
    for &cell in road.cells() {
        prop_assert!(cell.row < ROWS && cell.column < road.columns());
        match before {
            Some(last) if last.mark == cell.mark => {
                prop_assert_eq!(cell.logical_column, last.logical_column);
                if cell.column == last.column {
                    prop_assert_eq!((cell.row, cell.column), (last.row + 1, start), "down its own column");
                } else {
                    prop_assert_eq!((cell.row, cell.column), (last.row, last.column + 1), "or to the right");
                    let below = (last.row + 1, last.column);
                    let blocked = below.0 == ROWS || taken.contains(&below);
                    prop_assert!(blocked || last.column != start, "and only if it must, or has turned");
                }
            }
            _ => {
                prop_assert_eq!(cell.row, 0);
                prop_assert_eq!(cell.logical_column, before.map_or(0, |last| last.logical_column + 1));
                prop_assert!(
                    (0..cell.column).all(|column| taken.contains(&(0, column))),
                    "no column left out"
                );
                start = cell.column;
            }
        }
        prop_assert!(taken.insert((cell.row, cell.column)), "one place, one mark");
        prop_assert_eq!(road.at(cell.row, cell.column), Some(&cell));
        before = Some(cell);
    }
    prop_assert_eq!(road.streaks().iter().sum::<usize>(), road.cells().len());
    Ok(())
}

/// The columns of the big road with an unlimited number of rows, each as a list of winners.
fn columns(outcomes: &[Outcome]) -> Vec<Vec<Winner>> {
    let mut columns: Vec<Vec<Winner>> = Vec::new();
    for winner in outcomes.iter().map(|o| o.winner).filter(|&w| w != Winner::Tie) {
        match columns.last_mut() {
            Some(column) if column[0] == winner => column.push(winner),
            _ => columns.push(vec![winner]),
        }
    }
    columns
}

/// The other way to derive a mark, as players teach it: look left, and at the place above that one. Both
/// taken or both empty is red. At the top of a column, pretend that the last streak had continued, and take
/// the opposite.
fn by_looking(columns: &[Vec<Winner>], cycle: usize) -> Option<Color> {
    let (last, earlier) = columns.split_last()?;
    let row = last.len() - 1;
    if row == 0 {
        let mut pretended = earlier.to_vec();
        let streak = pretended.last_mut()?;
        streak.push(streak[0]);
        return by_looking(&pretended, cycle).map(|color| match color {
            Color::Red => Color::Blue,
            Color::Blue => Color::Red,
        });
    }
    let left = &columns[columns.len().checked_sub(1 + cycle)?];
    let (beside, above) = (left.get(row).is_some(), left.get(row - 1).is_some());
    Some(if beside == above { Color::Red } else { Color::Blue })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))), ..ProptestConfig::default() })]

    #[test]
    fn marks_are_as_many_as_wins_and_stand_where_they_should(shoe in shoes()) {
        let roads: Roads = shoe.iter().copied().collect();
        let wins = shoe.iter().filter(|o| o.winner != Winner::Tie).count();
        let ties = shoe.len() - wins;
        prop_assert_eq!(roads.outcomes(), &shoe[..]);
        prop_assert_eq!(roads.bead_plate().cells().len(), shoe.len());
        for (at, (cell, outcome)) in roads.bead_plate().cells().iter().zip(&shoe).enumerate() {
            prop_assert_eq!((cell.column * ROWS + cell.row, cell.game, cell.mark), (at, at, outcome.winner));
        }
        let big = roads.big_road();
        prop_assert_eq!(big.cells().iter().filter(|cell| cell.mark != Winner::Tie).count(), wins);
        prop_assert_eq!(big.cells().iter().map(|cell| cell.ties).sum::<usize>(), ties);
        if wins == 0 {
            prop_assert_eq!(big.cells().len(), usize::from(ties > 0));
        } else {
            well_placed(big)?;
            let lengths: Vec<usize> = columns(&shoe).iter().map(Vec::len).collect();
            prop_assert_eq!(big.streaks(), &lengths[..]);
        }
        for cell in big.cells().iter().filter(|cell| cell.mark != Winner::Tie) {
            let of = shoe[cell.game];
            prop_assert_eq!(cell.mark, of.winner);
            prop_assert_eq!(
                (cell.natural, cell.banker_pair, cell.player_pair),
                (of.natural, of.banker_pair, of.player_pair)
            );
        }
        for road in Derived::ALL {
            well_placed(roads.derived(road))?;
        }
    }

    #[test]
    fn derived_marks_come_out_alike_in_two_ways_and_asking_foretells_them(shoe in shoes()) {
        let mut roads = Roads::new();
        for (at, &outcome) in shoe.iter().enumerate() {
            let foretold = roads.ask(outcome.winner);
            roads.push(outcome);
            let columns = columns(&shoe[..=at]);
            for road in Derived::ALL {
                let last = roads.derived(road).cells().last().filter(|cell| cell.game == at);
                let mark = last.map(|cell| cell.mark);
                prop_assert_eq!(foretold.of(road), mark);
                let looked = by_looking(&columns, road.cycle()).filter(|_| outcome.winner != Winner::Tie);
                prop_assert_eq!(looked, mark, "{} after {} games", road, at + 1);
            }
        }
        for road in Derived::ALL {
            let (banker, player) = (roads.ask(Winner::Banker).of(road), roads.ask(Winner::Player).of(road));
            prop_assert_eq!(banker.is_some(), player.is_some());
            prop_assert!(banker.is_none() || banker != player, "a streak either goes on or breaks");
        }
    }

    #[test]
    fn ties_change_no_derived_road(shoe in shoes()) {
        let all: Roads = shoe.iter().copied().collect();
        let wins: Roads = shoe.iter().copied().filter(|o| o.winner != Winner::Tie).collect();
        for road in Derived::ALL {
            let places = |roads: &Roads| -> Vec<_> {
                roads.derived(road).cells().iter().map(|c| (c.row, c.column, c.mark)).collect()
            };
            prop_assert_eq!(places(&all), places(&wins));
        }
    }

    #[test]
    fn a_shoe_reads_back_as_itself(shoe in shoes()) {
        let text: Vec<String> = shoe.iter().map(ToString::to_string).collect();
        prop_assert_eq!(roads::read(&text.join(" ")), Ok(shoe));
    }
}
