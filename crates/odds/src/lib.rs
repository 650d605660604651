//! Exact odds and simulation, both by the rules themselves: every payment comes from
//! [`Game::apply`](rules::Game::apply), and no rule is written a second time here.
//!
//! A game is [`Priced`]: it says how its rounds are prepared, and what patrons do who have a choice. [`Prepared`] has a
//! table and its wagers ready for exact odds and for a simulation ([`Plan`]).
//!
//! ```
//! use odds::Priced;
//! use rules::{Chosen, Money, games, roulette::{Options, Roulette, Wager}};
//!
//! // The usual double zero wheel: even chances lose all when the ball falls on zero.
//! let options = games::options::<Roulette>(Options::STANDARD, &mut |v| panic!("{}", v.breach)).expect("lawful");
//! let offered = Roulette::offered(options);
//! let red = offered.iter().find(|on| on.wager == Wager::Red).expect("on the layout");
//! let results = odds::exact::<Roulette>(options, None, red, Money::dollars(100)).expect("solvable");
//! assert_eq!((results.wins().to_string(), results.edge().to_string()), ("9/19".into(), "1/19".into()));
//! ```

pub mod certificate;
mod classes;
mod exact;
mod games;
mod graph;
mod normal;
mod offers;
mod priced;
mod round;
mod seated;
pub mod seen;
mod sim;
mod standing;
mod steps;
pub mod storm;
pub mod together;

pub use exact::{Combinations, Fraction, Results, Unsolved};
pub use games::{
    baccarat, blackjack, chemin, community, craps::Course, keno, pai_gow, pai_gow_poker, red_dog, stud,
    two_hands,
};
pub use normal::{normal, normal_density};
pub use offers::{Offered, offered_as, offered_to, stake_for, usual_stake};
pub use priced::{Habit, Prepared, Priced, Staked, Visitor, Worth, decks, exact, visit, worth_together};
pub use round::{Tally, draw_outcome, ready, usual_input, usual_step};
pub use sim::{Chunks, Generator, Moments, Plan, Progress, Shard, Simulation, Summed, Way, below};
pub use standing::{Prospect, prospects};
