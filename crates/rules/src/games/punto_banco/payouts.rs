//! 3.2(a) and 3.3: what becomes of each wager, what it is paid, and what is charged on it. Each is a function of the
//! hands, the stake and the options alone.

use super::{options::Options, wagers::Wager};
use crate::games::prelude::*;
use crate::hands::baccarat::{Coup, Winner};

/// 3.3(a) and (c): these odds are fixed, not a minimum (G1).
const EVEN: Odds = Odds::new(1, 1);

/// What becomes of a wager when both hands are complete, and why.
pub fn decide(wager: Wager, coup: &Coup) -> (Fate, Citation) {
    match (wager, coup.winner()) {
        (Wager::Banker, Winner::Banker) => (Fate::Won, cite!("3.2(a)1.i")),
        (Wager::Banker, Winner::Player) => (Fate::Lost, cite!("3.2(a)1.ii")),
        (Wager::Banker, Winner::Tie) => (Fate::Void, cite!("3.2(a)1.iii")),
        (Wager::Player, Winner::Player) => (Fate::Won, cite!("3.2(a)2.i")),
        (Wager::Player, Winner::Banker) => (Fate::Lost, cite!("3.2(a)2.ii")),
        (Wager::Player, Winner::Tie) => (Fate::Void, cite!("3.2(a)2.iii")),
        (Wager::Tie, Winner::Tie) => (Fate::Won, cite!("3.2(a)3")),
        (Wager::Tie, Winner::Player | Winner::Banker) => (Fate::Lost, cite!("3.2(a)3")),
    }
}

/// The odds of a winning wager, and the provision that sets them.
pub const fn odds(wager: Wager, options: &Options) -> (Odds, Citation) {
    match wager {
        Wager::Player => (EVEN, cite!("3.3(a)")),
        Wager::Tie => (options.tie_odds(), cite!("3.3(b)")),
        Wager::Banker => (EVEN, cite!("3.3(c)")),
    }
}

/// What a winning wager is paid, and under which provision.
pub fn pay(wager: Wager, stake: Money, options: &Options) -> (Money, Citation) {
    let (odds, cite) = odds(wager, options);
    (options.limits().pay(odds, stake), cite)
}

/// 3.3(c): the vigorish on what one position won on the Banker's Hand in one round, rounded up if the licensee rounds
/// (G3). Without rounding, a fraction of a cent is not charged (G2).
pub fn vigorish(won: Money, options: &Options) -> Money {
    options.vigorish().charge(won, options.is_rounded(), options.limits().readings().g3)
}
