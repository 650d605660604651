//! Shoes made by hand, with roads drawn by hand.

use roads::{Color, Derived, Outcome, ROWS, Road, Roads, Winner, read};

fn roads(text: &str) -> Roads {
    read(text).expect("results").into_iter().collect()
}

/// A shoe of streaks, Banker first.
fn streaks(lengths: &[usize]) -> Roads {
    let winners = [Winner::Banker, Winner::Player];
    let wins = lengths.iter().zip(winners.iter().cycle());
    wins.flat_map(|(&length, &winner)| std::iter::repeat_n(Outcome::new(winner), length)).collect()
}

/// The road as a drawing, one line per row, without trailing blanks.
fn drawing<M: Copy + PartialEq>(road: &Road<M>, glyph: impl Fn(M) -> char) -> [String; ROWS] {
    std::array::from_fn(|row| {
        let line: String = (0..road.columns())
            .map(|column| road.at(row, column).map_or('.', |cell| glyph(cell.mark)))
            .collect();
        line.trim_end_matches('.').to_owned()
    })
}

fn color(mark: Color) -> char {
    if mark == Color::Red { 'r' } else { 'b' }
}

fn marks(roads: &Roads, road: Derived) -> String {
    roads.derived(road).cells().iter().map(|cell| color(cell.mark)).collect()
}

#[test]
fn an_empty_shoe_has_empty_roads() {
    let roads = Roads::new();
    assert!(roads.bead_plate().cells().is_empty() && roads.big_road().cells().is_empty());
    assert_eq!(roads.big_road().columns(), 0);
    assert_eq!(roads.ask(Winner::Banker), roads::Marks::default());
}

#[test]
fn the_bead_plate_goes_down_each_column() {
    let roads = roads("B Pn T Tb Pbp B P B");
    let beads = drawing(roads.bead_plate(), Winner::letter);
    assert_eq!(beads, ["BP", "PB", "T", "T", "P", "B"]);
    let fifth = roads.bead_plate().cells()[4];
    assert!(fifth.banker_pair && fifth.player_pair && !fifth.natural);
    assert_eq!((fifth.row, fifth.column, fifth.game), (4, 0, 4));
    assert!(roads.bead_plate().cells()[1].natural);
    assert_eq!(roads.bead_plate().streaks(), [6, 2]);
    let counts = roads.counts();
    assert_eq!((counts.games, counts.banker, counts.player, counts.tie), (8, 3, 3, 2));
    assert_eq!((counts.naturals, counts.banker_pairs, counts.player_pairs), (1, 2, 1));
}

#[test]
fn ties_before_the_first_win_stand_on_it() {
    let waiting = roads("Tb T T");
    let [cell] = waiting.big_road().cells() else { panic!("one cell") };
    assert_eq!((cell.row, cell.column, cell.mark, cell.ties), (0, 0, Winner::Tie, 3));
    assert!(!cell.banker_pair, "a tied game's pair stands on the bead plate");
    assert!(waiting.big_road().streaks().is_empty());
    assert_eq!(waiting.ask(Winner::Player), roads::Marks::default());

    let begun = roads("T Tb T Pn T B");
    assert_eq!(drawing(begun.big_road(), Winner::letter), ["PB", "", "", "", "", ""]);
    let [first, second] = begun.big_road().cells() else { panic!("two cells") };
    assert_eq!((first.ties, first.game, first.natural, first.banker_pair), (4, 3, true, false));
    assert_eq!((second.ties, second.game, second.logical_column), (0, 5, 1));
}

#[test]
fn ties_are_stacked_on_the_mark_before() {
    let roads = roads("B T T B P T P T T T B");
    assert_eq!(drawing(roads.big_road(), Winner::letter), ["BPB", "BP", "", "", "", ""]);
    let ties: Vec<usize> = roads.big_road().cells().iter().map(|cell| cell.ties).collect();
    assert_eq!(ties, [2, 0, 1, 3, 0]);
    // A tie between neither breaks nor continues a streak.
    assert_eq!(roads.big_road().streaks(), [2, 2, 1]);
    assert_eq!(marks(&roads, Derived::BigEyeBoy), "rr");
}

#[test]
fn a_long_streak_grows_a_tail_and_the_next_turns_above_it() {
    let roads = streaks(&[8, 6, 3]);
    let drawn = drawing(roads.big_road(), Winner::letter);
    assert_eq!(drawn, ["BPB", "BPB", "BPB", "BP", "BPP", "BBB"]);
    let logical: Vec<usize> = roads.big_road().cells().iter().map(|cell| cell.logical_column).collect();
    assert_eq!(logical, [[0; 8].as_slice(), &[1; 6], &[2; 3]].concat());
}

#[test]
fn a_tail_stays_in_its_row_beyond_the_tail_below() {
    let drawn = drawing(streaks(&[9, 10]).big_road(), Winner::letter);
    assert_eq!(drawn, ["BP", "BP", "BP", "BP", "BPPPPPP", "BBBB"]);
}

#[test]
fn a_column_beyond_a_tail_is_whole_again() {
    let drawn = drawing(streaks(&[7, 1, 6, 2]).big_road(), Winner::letter);
    assert_eq!(drawn, ["BPBP", "B.BP", "B.B", "B.B", "B.B", "BBB"]);
}

#[test]
fn a_streak_turns_at_once_under_the_top_row_and_pushes_the_next_one_right() {
    let roads = streaks(&[11, 9, 7, 5, 3, 3, 2]);
    let drawn = drawing(roads.big_road(), Winner::letter);
    assert_eq!(drawn, ["BPBPBPPPB", "BPBPBB..B", "BPBPPP", "BPBBBB", "BPPPPP", "BBBBBB"]);
    let last = roads.big_road().cells().last().expect("a cell");
    assert_eq!((last.row, last.column, last.logical_column), (1, 8, 6));
}

#[test]
fn derived_roads_begin_where_they_should() {
    // Column 2, row 2; or else column 3, row 1.
    for (lengths, road, count) in [
        (&[2, 1][..], Derived::BigEyeBoy, 0),
        (&[2, 2], Derived::BigEyeBoy, 1),
        (&[2, 1, 1], Derived::BigEyeBoy, 1),
        (&[9, 1, 1], Derived::SmallRoad, 0),
        (&[9, 1, 2], Derived::SmallRoad, 1),
        (&[9, 1, 1, 1], Derived::SmallRoad, 1),
        (&[9, 1, 9, 1], Derived::CockroachRoad, 0),
        (&[9, 1, 9, 2], Derived::CockroachRoad, 1),
        (&[9, 1, 9, 1, 1], Derived::CockroachRoad, 1),
    ] {
        assert_eq!(streaks(lengths).derived(road).cells().len(), count, "{road} of {lengths:?}");
    }
    let roads = streaks(&[2, 2]);
    assert_eq!(roads.big_eye_boy().cells()[0].game, 3);
}

#[test]
fn derived_marks_worked_out_by_hand() {
    let roads = streaks(&[3, 2, 4, 1, 1, 5, 2]);
    assert_eq!(marks(&roads, Derived::BigEyeBoy), "rbrbrbbrbrrrbr");
    assert_eq!(marks(&roads, Derived::SmallRoad), "rrbbbbbrrrbb");
    assert_eq!(marks(&roads, Derived::CockroachRoad), "bbrrrbbb");
    assert_eq!(drawing(roads.big_eye_boy(), color), ["rbrbrbrbrbr", ".....b..r", "........r", "", "", ""]);
    assert_eq!(drawing(roads.small_road(), color), ["rbrb", "rbrb", ".br", ".b", ".b", ""]);
    assert_eq!(drawing(roads.cockroach_road(), color), ["brb", "brb", ".rb", "", "", ""]);
}

#[test]
fn derived_roads_follow_the_streaks_not_the_bends() {
    // The third streak is drawn four rows deep with a tail of three; it counts as seven.
    let roads = streaks(&[8, 6, 7]);
    assert_eq!(drawing(roads.big_road(), Winner::letter), ["BPB", "BPB", "BPB", "BPBBBB", "BPP", "BBB"]);
    // Down column 2, beside 8. At the top of column 3, 6 and 8 differ; down it, beside 6, the seventh is one too far.
    assert_eq!(marks(&roads, Derived::BigEyeBoy), "rrrrrbrrrrrb");
}

#[test]
fn a_long_alternation_is_red_throughout_and_grows_tails() {
    let roads = streaks(&[1; 40]);
    assert_eq!(roads.big_road().columns(), 40);
    for road in Derived::ALL {
        let count = 39 - road.cycle();
        assert_eq!(marks(&roads, road), "r".repeat(count));
        assert_eq!(roads.derived(road).columns(), count - ROWS + 1);
        assert!(roads.derived(road).cells().iter().skip(ROWS).all(|cell| cell.row == ROWS - 1));
    }
}

#[test]
fn a_streak_alone_derives_nothing() {
    let roads = streaks(&[40]);
    assert_eq!(roads.big_road().columns(), 35);
    assert!(Derived::ALL.iter().all(|&road| roads.derived(road).cells().is_empty()));
}

#[test]
fn asking_says_what_would_come() {
    let roads = streaks(&[3, 2, 4, 1]);
    let banker = roads.ask(Winner::Banker);
    // Banker begins column 5: 1 and 4 differ; 1 and 2 differ; 1 and 3 differ.
    assert_eq!((banker.big_eye_boy, banker.small_road), (Some(Color::Blue), Some(Color::Blue)));
    assert_eq!(banker.of(Derived::CockroachRoad), Some(Color::Blue));
    let player = roads.ask(Winner::Player);
    assert_eq!((player.big_eye_boy, player.small_road), (Some(Color::Red), Some(Color::Red)));
    assert_eq!(player.cockroach_road, Some(Color::Red));
    assert_eq!(roads.ask(Winner::Tie), roads::Marks::default());
}
