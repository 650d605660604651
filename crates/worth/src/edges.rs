//! The edges of a table's wagers, one of each kind.

use odds::{Fraction, Offered, Prepared, Priced, Visitor, Worth, stake_for, usual_stake, visit};
use rounds::Settings;
use rules::{Amended, Chosen, GameId, Kinds, Money, Readings, games};
use std::collections::HashSet;

/// The value of a wager at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The kind of wager.
    pub kind: &'static str,
    /// The first wager of the kind, as written in a script.
    pub wager: String,
    /// The stake.
    pub stake: Money,
    /// The house edge per unit staked.
    pub edge: Fraction,
    /// The probability of winning; `None` if people decide.
    pub wins: Option<Fraction>,
}

/// The stake to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// The usual stake for odds.
    Usual,
    /// The minimum the table accepts, where rounding has the most effect.
    Least,
    /// This amount, as far as the table accepts it.
    Of(Money),
}

/// How the edges of a game's wagers change from one table to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// Each wager whose edge changes, or that only one of the tables offers.
    pub changes: Vec<(String, [Option<Fraction>; 2])>,
    /// The number of wagers that keep their edge.
    pub same: usize,
}

/// Compares the edges of two tables. The second may use other readings and an amended law.
///
/// # Errors
/// If a table is not lawful.
pub fn compare(
    game: GameId,
    [first, second]: [&Settings; 2],
    readings: Readings,
    amended: &[Amended<'_>],
) -> Result<Compared, String> {
    struct Run<'a>([&'a Settings; 2], Readings, &'a [Amended<'a>]);
    impl Visitor for Run<'_> {
        type Out = Option<Compared>;
        fn visit<G: Priced>(self) -> Option<Compared> {
            let [first, second] = self.0.map(Settings::entries);
            let was = games::options::<G>(&first, &mut |_| ())?;
            let is = games::amended_options::<G>(&second, self.2, &mut |_| ())?.under(self.1);
            let (was, is) = (edges::<G>(was, Stakes::Usual), edges::<G>(is, Stakes::Usual));
            let (mut changes, mut same) = (Vec::new(), 0);
            let edge = |edge: Option<&Edge>| edge.map(|edge| edge.edge.clone());
            for now in &is {
                let before = was.iter().find(|was| was.wager == now.wager);
                match before {
                    Some(before) if before.edge == now.edge => same += 1,
                    _ => changes.push((now.wager.clone(), [edge(before), edge(Some(now))])),
                }
            }
            for gone in was.iter().filter(|was| is.iter().all(|is| is.wager != was.wager)) {
                changes.push((gone.wager.clone(), [edge(Some(gone)), None]));
            }
            Some(Compared { changes, same })
        }
    }
    visit(game, Run([first, second], readings, amended)).ok_or_else(|| "a table is not lawful".to_owned())
}

/// The wagers of a table, one of each kind. A wager without odds is left out.
pub fn edges<G: Priced>(options: G::Options, stakes: Stakes) -> Vec<Edge> {
    let mut kinds = HashSet::new();
    let offered = G::offered(options).into_iter().filter(|on| kinds.insert(on.kind()));
    let bets: Vec<(Offered<G::Wager>, Money)> =
        offered.map(|on| (on, staked::<G>(&options, &on, stakes))).collect();
    let Ok(table) = Prepared::<G>::of(options, bets) else { return Vec::new() };
    let stake_of = |wager: G::Wager| {
        table.bets().iter().find(|(on, _)| on.wager == wager).map_or(G::STAKE, |(_, stake)| *stake)
    };
    let one = |(wager, worth): (G::Wager, Worth)| {
        let (edge, wins) = match worth {
            Worth::Exact { results, .. } => (results.edge(), Some(results.wins())),
            Worth::Edge { edge, .. } => (edge, None),
        };
        Edge { kind: wager.kind(), wager: wager.to_string(), stake: stake_of(wager), edge, wins }
    };
    table.worth(None).unwrap_or_default().into_iter().map(one).collect()
}

fn staked<G: Priced>(options: &G::Options, on: &Offered<G::Wager>, stakes: Stakes) -> Money {
    match stakes {
        Stakes::Usual => usual_stake::<G>(options, on),
        Stakes::Least => on.least,
        Stakes::Of(wanted) => stake_for(on, wanted),
    }
}
