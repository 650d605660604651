//! The layouts of the games as drawings: where each wager lies, what is printed, and where cards, dice, wheel and puck
//! go. A wager's area carries the very words by which the wager is made, so a click is an act and nothing else.
//!
//! What may be wagered, what it covers, what it pays and by which provision comes from the rules and the table's
//! options; this crate adds the drawing alone. Units are those of the layout, y goes down, the dealer is above.
//!
//! ```
//! use rules::{Entry, GameId, Written};
//! let options = [Entry { key: "wheel", value: Written::Text("single-zero") }];
//! let felt = felt::of(GameId::Roulette, &options, &mut |violation| panic!("{violation:?}")).expect("lawful");
//! let split = felt.area("split 17-20", 0).expect("on the layout");
//! assert_eq!((split.covers.join(" "), split.pays.as_str()), ("17 20".to_owned(), "17 to 1"));
//! ```

mod roulette;
mod shapes;
mod svg;
mod view;

pub use svg::draw;
pub use view::{Area, Circle, FeltView, Fill, Kind, Mark, Place};

use rules::{Entry, GameId, Violation, table};

/// The layout of a table under these options; none if they are not lawful, and then every violation is told.
pub fn of<'a>(
    game: GameId,
    options: &'a [Entry<'a>],
    tell: &'a mut dyn FnMut(Violation<'a>),
) -> Option<FeltView> {
    Some(match game {
        GameId::Roulette => roulette::felt(&table::options::<rules::roulette::Roulette>(options, tell)?),
        _ => return None,
    })
}
