//! The layouts of the games as drawings: where each wager lies, what is printed, and where cards, dice, wheel and puck
//! go. A wager's area carries the exact words with which the wager is made, so that a click translates directly into an
//! act.
//!
//! What may be wagered, what it covers, what it pays and under which provision comes from the rules and the table's
//! options; this crate only adds the drawing. Coordinates are in units of the layout, y points down, and the dealer is
//! at the top.
//!
//! ```
//! use rules::{Entry, GameId, Written};
//! let options = [Entry { key: "wheel", value: Written::Text("single-zero") }];
//! let felt = felt::of(GameId::Roulette, &options, &mut |violation| panic!("{violation:?}")).expect("lawful");
//! let split = felt.area("split 17-20", 0).expect("on the layout");
//! assert_eq!((split.covers.join(" "), split.pays.as_str()), ("17 20".to_owned(), "17 to 1"));
//! ```

mod baccarat;
mod big_six;
mod blackjack;
mod craps;
mod keno;
mod poker;
mod roulette;
mod seats;
mod shapes;
mod sic_bo;
mod svg;
mod view;

pub use svg::draw;
pub use view::{Area, Circle, FeltView, Fill, Kind, Mark, Pays, Place};

use rules::{Entry, Game, GameId, Violation, games};

/// The layout of a table under these options. If they are not lawful, returns `None` and passes every violation to
/// `tell`.
pub fn of<'a>(
    game: GameId,
    options: &'a [Entry<'a>],
    tell: &'a mut dyn FnMut(Violation<'a>),
) -> Option<FeltView> {
    fn drawn<'a, G: Game>(
        options: &'a [Entry<'a>],
        tell: &'a mut dyn FnMut(Violation<'a>),
        draw: fn(&G::Options) -> FeltView,
    ) -> Option<FeltView> {
        games::options::<G>(options, tell).map(|options| draw(&options))
    }
    match game {
        GameId::Craps => drawn::<rules::craps::Craps>(options, tell, craps::felt),
        GameId::Blackjack => drawn::<rules::blackjack::Blackjack>(options, tell, blackjack::felt),
        GameId::PuntoBanco => drawn::<rules::punto_banco::PuntoBanco>(options, tell, baccarat::punto_banco),
        GameId::CheminDeFer => {
            drawn::<rules::chemin_de_fer::CheminDeFer>(options, tell, baccarat::chemin_de_fer)
        }
        GameId::Roulette => drawn::<rules::roulette::Roulette>(options, tell, roulette::felt),
        GameId::BigSix => drawn::<rules::big_six::BigSix>(options, tell, big_six::felt),
        GameId::RedDog => drawn::<rules::red_dog::RedDog>(options, tell, poker::red_dog),
        GameId::Minibaccarat => {
            drawn::<rules::minibaccarat::Minibaccarat>(options, tell, baccarat::minibaccarat)
        }
        GameId::SicBo => drawn::<rules::sic_bo::SicBo>(options, tell, sic_bo::felt),
        GameId::Keno => drawn::<rules::keno::Keno>(options, tell, keno::felt),
        GameId::PaiGow => drawn::<rules::pai_gow::PaiGow>(options, tell, poker::pai_gow),
        GameId::PaiGowPoker => {
            drawn::<rules::pai_gow_poker::PaiGowPoker>(options, tell, poker::pai_gow_poker)
        }
        GameId::CaribbeanStud => {
            drawn::<rules::caribbean_stud::CaribbeanStud>(options, tell, poker::caribbean_stud)
        }
        GameId::DoubleDownStud => {
            drawn::<rules::double_down_stud::DoubleDownStud>(options, tell, poker::double_down_stud)
        }
        GameId::LetItRide => drawn::<rules::let_it_ride::LetItRide>(options, tell, poker::let_it_ride),
    }
}
