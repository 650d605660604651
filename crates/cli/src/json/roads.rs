//! `ch47 roads`: a shoe as JSON, read and printed.

use roads::{Cell, Color, Counts, Derived, Marks, Outcome, ROWS, Road, Roads, Winner};
use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};
use std::fmt;

/// The roads of a baccarat shoe. Rows, columns and games are counted from 0.
#[derive(Serialize, JsonSchema)]
pub struct RoadsJson {
    /// The results in order, as written: `B`, `P` or `T`, then n natural, b Banker pair, p Player pair.
    pub results: Vec<String>,
    /// The number of results of each kind.
    pub counts: ShoeJson,
    /// Every result, filling one column after another.
    pub bead_plate: RoadJson,
    /// The streaks. As long as there are only ties, its only cell is marked `tie`.
    pub big_road: RoadJson,
    /// The road that compares with the previous column.
    pub big_eye_boy: RoadJson,
    /// The road that compares with the column two before.
    pub small_road: RoadJson,
    /// The road that compares with the column three before.
    pub cockroach_road: RoadJson,
    /// What the derived roads would get from the next game. It says nothing about who will win.
    pub ask: AskJson,
}

/// How many games of a shoe ended in each way.
#[derive(Serialize, JsonSchema)]
pub struct ShoeJson {
    /// The total number of games.
    pub games: usize,
    /// Games won by Banker.
    pub banker: usize,
    /// Games won by Player.
    pub player: usize,
    /// Games that ended in a tie.
    pub tie: usize,
    /// Games with a natural.
    pub naturals: usize,
    /// Games with a pair in the Banker's Hand.
    pub banker_pairs: usize,
    /// Games with a pair in the Player's Hand.
    pub player_pairs: usize,
}

/// One road.
#[derive(Serialize, JsonSchema)]
pub struct RoadJson {
    /// The number of rows in its grid.
    pub rows: usize,
    /// The number of columns it occupies.
    pub columns: usize,
    /// The marks, in the order of their games.
    pub cells: Vec<CellJson>,
}

/// A mark and its position.
#[derive(Serialize, JsonSchema)]
pub struct CellJson {
    /// The row, from the top.
    pub row: usize,
    /// The column it is drawn in, from the left.
    pub column: usize,
    /// The streak it belongs to; it differs from the column in a dragon tail.
    pub logical_column: usize,
    /// The mark.
    pub mark: MarkJson,
    /// The index of the result it marks.
    pub game: usize,
    /// The number of ties counted on it; used on the big road only.
    pub ties: usize,
    /// Whether the Banker's Hand began with a pair; used on the bead plate and the big road only.
    pub banker_pair: bool,
    /// Whether the Player's Hand began with a pair; used on the bead plate and the big road only.
    pub player_pair: bool,
    /// Whether a natural decided the game; used on the bead plate and the big road only.
    pub natural: bool,
}

/// A mark: a winner on the bead plate and the big road, a color on the derived roads.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MarkJson {
    /// Banker won.
    Banker,
    /// Player won.
    Player,
    /// Neither won.
    Tie,
    /// The big road repeats itself.
    Red,
    /// The big road does not repeat itself.
    Blue,
}

/// What the derived roads would get from the next game.
#[derive(Serialize, JsonSchema)]
pub struct AskJson {
    /// The marks if Banker won the next game.
    pub banker: MarksJson,
    /// The marks if Player won the next game.
    pub player: MarksJson,
}

/// The next mark of each derived road: `red`, `blue`, or null if it has not begun.
#[derive(Serialize, JsonSchema)]
pub struct MarksJson {
    /// The mark of the big eye boy.
    pub big_eye_boy: Option<MarkJson>,
    /// The mark of the small road.
    pub small_road: Option<MarkJson>,
    /// The mark of the cockroach road.
    pub cockroach_road: Option<MarkJson>,
}

impl From<Winner> for MarkJson {
    fn from(winner: Winner) -> MarkJson {
        match winner {
            Winner::Banker => MarkJson::Banker,
            Winner::Player => MarkJson::Player,
            Winner::Tie => MarkJson::Tie,
        }
    }
}

impl From<Color> for MarkJson {
    fn from(color: Color) -> MarkJson {
        match color {
            Color::Red => MarkJson::Red,
            Color::Blue => MarkJson::Blue,
        }
    }
}

impl<M: Copy + Into<MarkJson>> From<&Cell<M>> for CellJson {
    fn from(cell: &Cell<M>) -> CellJson {
        CellJson {
            row: cell.row,
            column: cell.column,
            logical_column: cell.logical_column,
            mark: cell.mark.into(),
            game: cell.game,
            ties: cell.ties,
            banker_pair: cell.banker_pair,
            player_pair: cell.player_pair,
            natural: cell.natural,
        }
    }
}

impl<M: Copy + PartialEq + Into<MarkJson>> From<&Road<M>> for RoadJson {
    fn from(road: &Road<M>) -> RoadJson {
        RoadJson {
            rows: ROWS,
            columns: road.columns(),
            cells: road.cells().iter().map(CellJson::from).collect(),
        }
    }
}

impl From<Marks> for MarksJson {
    fn from(marks: Marks) -> MarksJson {
        let of = |road| marks.of(road).map(MarkJson::from);
        MarksJson {
            big_eye_boy: of(Derived::BigEyeBoy),
            small_road: of(Derived::SmallRoad),
            cockroach_road: of(Derived::CockroachRoad),
        }
    }
}

impl From<Counts> for ShoeJson {
    fn from(counts: Counts) -> ShoeJson {
        let Counts { games, banker, player, tie, naturals, banker_pairs, player_pairs } = counts;
        ShoeJson { games, banker, player, tie, naturals, banker_pairs, player_pairs }
    }
}

impl From<&Roads> for RoadsJson {
    fn from(roads: &Roads) -> RoadsJson {
        RoadsJson {
            results: roads.outcomes().iter().map(ToString::to_string).collect(),
            counts: roads.counts().into(),
            bead_plate: roads.bead_plate().into(),
            big_road: roads.big_road().into(),
            big_eye_boy: roads.big_eye_boy().into(),
            small_road: roads.small_road().into(),
            cockroach_road: roads.cockroach_road().into(),
            ask: AskJson {
                banker: roads.ask(Winner::Banker).into(),
                player: roads.ask(Winner::Player).into(),
            },
        }
    }
}

/// A shoe as JSON: a list of results, each a text such as `"Bn"` or an object with the winner and anything
/// else that happened.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct WrittenShoe(Vec<Written>);

impl From<WrittenShoe> for Vec<Outcome> {
    fn from(shoe: WrittenShoe) -> Vec<Outcome> {
        shoe.0.into_iter().map(|written| written.0).collect()
    }
}

struct Written(Outcome);

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenWinner {
    Banker,
    Player,
    Tie,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenOutcome {
    winner: WrittenWinner,
    #[serde(default)]
    natural: bool,
    #[serde(default)]
    banker_pair: bool,
    #[serde(default)]
    player_pair: bool,
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Written, D::Error> {
        from.deserialize_any(EitherWay)
    }
}

/// Not an untagged enum, which would lose what was wrong and where.
struct EitherWay;

impl<'de> Visitor<'de> for EitherWay {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result, such as \"Bn\" or {\"winner\": \"banker\", \"natural\": true}")
    }

    fn visit_str<E: de::Error>(self, token: &str) -> Result<Written, E> {
        token.parse().map(Written).map_err(|wrong| E::custom(format_args!("`{token}`: {wrong}")))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Written, A::Error> {
        let WrittenOutcome { winner, natural, banker_pair, player_pair } =
            WrittenOutcome::deserialize(MapAccessDeserializer::new(map))?;
        let winner = match winner {
            WrittenWinner::Banker => Winner::Banker,
            WrittenWinner::Player => Winner::Player,
            WrittenWinner::Tie => Winner::Tie,
        };
        Ok(Written(Outcome { winner, natural, banker_pair, player_pair }))
    }
}
