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
    /// The results in order, as they are written: `B`, `P` or `T`, then n natural, b Banker pair, p Player pair.
    pub results: Vec<String>,
    /// How many of each.
    pub counts: ShoeJson,
    /// Every result, down each column in turn.
    pub bead_plate: RoadJson,
    /// The streaks. As long as there are only ties, its one cell is marked `tie`.
    pub big_road: RoadJson,
    /// Derived by comparing with the column before.
    pub big_eye_boy: RoadJson,
    /// Derived by comparing with the second column before.
    pub small_road: RoadJson,
    /// Derived by comparing with the third column before.
    pub cockroach_road: RoadJson,
    /// What the derived roads would get from the next game. It says nothing about who wins it.
    pub ask: AskJson,
}

/// How many games of a shoe ended in which way.
#[derive(Serialize, JsonSchema)]
pub struct ShoeJson {
    /// All games.
    pub games: usize,
    /// Won by Banker.
    pub banker: usize,
    /// Won by Player.
    pub player: usize,
    /// Ties.
    pub tie: usize,
    /// With a natural.
    pub naturals: usize,
    /// With a pair in the Banker's Hand.
    pub banker_pairs: usize,
    /// With a pair in the Player's Hand.
    pub player_pairs: usize,
}

/// One road.
#[derive(Serialize, JsonSchema)]
pub struct RoadJson {
    /// How many rows its grid has.
    pub rows: usize,
    /// How many columns it takes.
    pub columns: usize,
    /// Its marks, in the order of their games.
    pub cells: Vec<CellJson>,
}

/// One mark and its place.
#[derive(Serialize, JsonSchema)]
pub struct CellJson {
    /// Its row, from the top.
    pub row: usize,
    /// The column it stands in, from the left.
    pub column: usize,
    /// The streak it belongs to; it differs from the column in a dragon tail.
    pub logical_column: usize,
    /// The mark.
    pub mark: MarkJson,
    /// Which of the results it marks.
    pub game: usize,
    /// How many ties are counted on it; on the big road only.
    pub ties: usize,
    /// Whether the Banker's Hand began with a pair; on bead plate and big road only.
    pub banker_pair: bool,
    /// Whether the Player's Hand began with a pair; on bead plate and big road only.
    pub player_pair: bool,
    /// Whether a natural decided the game; on bead plate and big road only.
    pub natural: bool,
}

/// A mark: a winner on bead plate and big road, a color on the derived roads.
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
    /// It does not.
    Blue,
}

/// What the derived roads would get.
#[derive(Serialize, JsonSchema)]
pub struct AskJson {
    /// If Banker won the next game.
    pub banker: MarksJson,
    /// If Player won it.
    pub player: MarksJson,
}

/// What each derived road would get: `red`, `blue`, or null where it has not begun.
#[derive(Serialize, JsonSchema)]
pub struct MarksJson {
    /// The big eye boy.
    pub big_eye_boy: Option<MarkJson>,
    /// The small road.
    pub small_road: Option<MarkJson>,
    /// The cockroach road.
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

/// A shoe as JSON: a list of results, each a text such as `"Bn"` or an object with its winner and what else happened.
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

/// Not an untagged enum: that would forget what was wrong, and where.
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
