//! 7.2(a) and 7.3: what becomes of each wager, what it is paid, and what vigorish is owed. These are leaf functions:
//! they depend on hands, stakes and options, not on the table.

use super::{
    options::{Bargain, Options, Paytable},
    wagers::{Total, Wager},
};
use crate::games::prelude::*;
use crate::hands::{
    baccarat::{Coup, Hand, Side, Winner, is_natural},
    vigorish,
};
use crate::readings::{M5, M6, M16};

/// 7.3(g): three separate wagers, on four, five and six cards.
pub const TOTAL_CARDS: [(Total, Odds); 3] =
    [(Total::Four, Odds::new(3, 2)), (Total::Five, Odds::new(2, 1)), (Total::Six, Odds::new(2, 1))];

/// The number of lines of a schedule of 7.3(h).
pub const LINES: usize = 7;

/// 7.3(h): the three schedules, each a set of minimum odds to 1 (M7). The last column is for a natural.
#[rustfmt::skip]
pub const PAYTABLES: [[u16; LINES]; 3] = [
    // by 9   8   7   6   5   4   natural
    [  30, 10,  6,  4,  2,  1,  1 ], // A
    [  20,  8,  7,  4,  3,  1,  1 ], // B
    [  30, 10,  4,  4,  2,  2,  1 ], // C
];

/// 7.3(i): a winning Banker's Hand of three cards that counts seven (M5).
pub fn is_dragon_7(coup: &Coup, options: &Options) -> bool {
    let (of_three, wins) = (coup.banker.len() == 3, coup.winner() == Winner::Banker);
    coup.banker.count() == 7
        && match options.limits().readings().m5 {
            M5::AnyOfThree => of_three,
            M5::Winning => of_three && wins,
            M5::AnyWinning => wins,
        }
}

/// What becomes of a wager when both hands are complete, and why.
pub fn decide(wager: Wager, coup: &Coup, options: &Options) -> (Fate, Citation) {
    let won = |is: bool| if is { Fate::Won } else { Fate::Lost };
    match (wager, coup.winner()) {
        // 7.2(a)6.i overrides (a)1.
        (Wager::Banker, _)
            if matches!(options.bargain(), Bargain::Dragon7 { .. }) && is_dragon_7(coup, options) =>
        {
            (Fate::Void, cite!("7.2(a)6.i"))
        }
        (Wager::Banker, Winner::Banker) => (Fate::Won, cite!("7.2(a)1.i")),
        (Wager::Banker, Winner::Player) => (Fate::Lost, cite!("7.2(a)1.ii")),
        (Wager::Banker, Winner::Tie) => (Fate::Void, cite!("7.2(a)1.iii")),
        (Wager::Player, Winner::Player) => (Fate::Won, cite!("7.2(a)2.i")),
        (Wager::Player, Winner::Banker) => (Fate::Lost, cite!("7.2(a)2.ii")),
        (Wager::Player, Winner::Tie) => (Fate::Void, cite!("7.2(a)2.iii")),
        (Wager::Tie, winner) => (won(winner == Winner::Tie), cite!("7.2(a)3")),
        (Wager::Total(total), _) => (won(coup.cards() == total.cards()), cite!("7.2(a)4")),
        (Wager::Bonus(side), _) => bonus(side, coup),
        (Wager::Dragon7, _) => (won(is_dragon_7(coup, options)), cite!("7.2(a)6.ii")),
    }
}

/// 7.2(a)5: every pair of hands is covered (M6).
fn bonus(side: Side, coup: &Coup) -> (Fate, Citation) {
    let (own, other) = sides(side, coup);
    let (is_nine, is_other_nine) = (own.count() == 9, other.count() == 9);
    match (is_natural_hand(own), is_natural_hand(other)) {
        (true, true) if own.count() == other.count() => (Fate::Void, cite!("7.2(a)5.iii")),
        (true, true) if is_other_nine && !is_nine => (Fate::Lost, cite!("7.2(a)5.ii")),
        (true, _) => (Fate::Won, cite!("7.2(a)5.i")),
        (false, _) if own.count() >= other.count() + 4 => (Fate::Won, cite!("7.2(a)5.i")),
        (false, _) => (Fate::Lost, cite!("7.2(a)5.ii")),
    }
}

fn sides(side: Side, coup: &Coup) -> (&Hand, &Hand) {
    match side {
        Side::Player => (&coup.player, &coup.banker),
        Side::Banker => (&coup.banker, &coup.player),
    }
}

fn is_natural_hand(hand: &Hand) -> bool {
    hand.len() == 2 && is_natural(hand.count())
}

/// 7.3: the odds of a winning wager, and the provision that sets them.
pub fn odds(wager: Wager, coup: &Coup, options: &Options) -> (Odds, Citation) {
    let even = Odds::new(1, 1);
    match wager {
        Wager::Player => (even, cite!("7.3(a)")),
        Wager::Tie => (options.tie_odds(), cite!("7.3(b)")),
        Wager::Banker => match options.bargain() {
            Bargain::Vigorish { .. } => (even, cite!("7.3(c)")),
            Bargain::TieVigorish => (even, cite!("7.3(d)")),
            // (f)1: a six with two cards or with three (M16).
            Bargain::HalfOnSix
                if coup.banker.count() == 6
                    && (coup.banker.len() == 3 || options.limits().readings().m16 == M16::Any) =>
            {
                (Odds::new(1, 2), cite!("7.3(f)1"))
            }
            Bargain::HalfOnSix => (even, cite!("7.3(f)")),
            Bargain::Dragon7 { .. } => (even, cite!("7.3(i)")),
        },
        Wager::Total(total) => (TOTAL_CARDS[total as usize].1, cite!("7.3(g)")),
        Wager::Bonus(side) => bonus_odds(side, coup, options),
        Wager::Dragon7 => (options.dragon_odds().unwrap_or(Odds::new(40, 1)), cite!("7.3(j)")),
    }
}

/// 7.3(h): by the margin; a natural has its own line whatever the margin (M6).
fn bonus_odds(side: Side, coup: &Coup, options: &Options) -> (Odds, Citation) {
    let (own, other) = sides(side, coup);
    let margin = own.count().saturating_sub(other.count());
    let by_margin = usize::from(9 - margin.clamp(4, 9));
    let on = |line: usize| match options.bonus() {
        Some(bonus) => (bonus.odds[line], bonus.paytable.cite()),
        None => (Odds::new(PAYTABLES[0][line], 1), cite!("7.3(h)")),
    };
    let natural = on(LINES - 1);
    match options.limits().readings().m6 {
        _ if !is_natural_hand(own) => on(by_margin),
        M6::Better if margin >= 4 && on(by_margin).0.at_least(natural.0) => on(by_margin),
        _ => natural,
    }
}

impl Paytable {
    /// The provision that contains the pay table.
    pub const fn cite(self) -> Citation {
        match self {
            Paytable::A => cite!("7.3(h)A"),
            Paytable::B => cite!("7.3(h)B"),
            Paytable::C => cite!("7.3(h)C"),
        }
    }
}

/// What a winning stake is paid, exactly or in the patron's favor (G2).
pub fn pay(wager: Wager, coup: &Coup, stake: Money, options: &Options) -> (Money, Citation) {
    let (odds, cite) = odds(wager, coup, options);
    (options.limits().pay(odds, stake), cite)
}

/// What a position owes on its wagers on the Banker's Hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owed {
    /// It owes nothing.
    Nothing,
    /// It owes nothing, because its total-card wagers are high enough.
    Waived(Citation),
    /// This amount, under this provision.
    Vigorish(Money, Citation),
}

/// 7.3(c), (d) and (f)2: what one player position owes at the end of this round, from the sums of its wagers on the
/// Banker's Hand and on the number of cards (G3, M3).
pub fn vigorish(coup: &Coup, banker: Money, total_cards: Money, options: &Options) -> Owed {
    let owed = |amount: Money, cite| match amount {
        Money::ZERO => Owed::Nothing,
        amount => Owed::Vigorish(amount, cite),
    };
    match (options.bargain(), coup.winner()) {
        _ if banker == Money::ZERO => Owed::Nothing,
        (Bargain::Vigorish { waiver: true, .. }, Winner::Banker) if total_cards >= banker => {
            Owed::Waived(cite!("7.3(f)2"))
        }
        (Bargain::Vigorish { percent, is_rounded, .. }, Winner::Banker) => {
            let (won, _) = pay(Wager::Banker, coup, banker, options);
            let percent = percent.percent();
            if is_rounded {
                let g3 = options.limits().readings().g3;
                owed(vigorish::vigorish_by(g3, won, percent, Some(Money::cents(5))), cite!("7.3(c)1"))
            } else {
                owed(vigorish::vigorish(won, percent, None), cite!("7.3(c)"))
            }
        }
        // (d) takes exactly a quarter of the wager itself (M4).
        (Bargain::TieVigorish, Winner::Tie) => owed(vigorish::vigorish(banker, 25, None), cite!("7.3(d)")),
        // (f)1 and (i) charge nothing, and hands that did not win are not charged either.
        _ => Owed::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games,
        kit::cards::Card,
        minibaccarat::Minibaccarat,
        submission::{Entry, Written},
        vocabulary::Vocabulary,
    };
    extern crate std;
    use std::vec::Vec;

    fn options(own: &[(&'static str, Written<'static>)]) -> Options {
        let usual = [("shuffle", "lace"), ("deal", "face-up"), ("vigorish", "5%"), ("pay-order", "1")]
            .map(|(key, value)| (key, Written::Text(value)));
        let usual = usual.into_iter().chain([("disclosed-card", Written::Text("2"))]);
        let usual = usual.filter(|(key, _)| own.iter().all(|(other, _)| other != key));
        let entries: Vec<Entry<'static>> =
            usual.chain(own.iter().copied()).map(|(key, value)| Entry { key, value }).collect();
        games::options::<Minibaccarat>(&entries, &mut |v| panic!("{v:?}")).expect("lawful")
    }

    fn coup(player: &str, banker: &str) -> Coup {
        let mut coup = Coup::default();
        player.split(' ').for_each(|card| coup.player.add(Card::read(card).expect("a card")));
        banker.split(' ').for_each(|card| coup.banker.add(Card::read(card).expect("a card")));
        coup
    }

    #[test]
    fn the_vectors_of_reading_m3() {
        let on = Written::Switch(true);
        let options = options(&[("vigorish-waiver", on), ("total-cards", on)]);
        let coup = coup("Ks Kh", "9s Kd");
        let owed = |banker, total| vigorish(&coup, Money::dollars(banker), Money::dollars(total), &options);
        assert_eq!(owed(30, 30), Owed::Waived(cite!("7.3(f)2")));
        assert_eq!(owed(30, 20), Owed::Vigorish(Money::cents(150), cite!("7.3(c)")));
        assert_eq!(owed(20, 15), Owed::Vigorish(Money::dollars(1), cite!("7.3(c)")));
        assert_eq!(owed(0, 15), Owed::Nothing);
    }

    #[test]
    fn the_vectors_of_reading_m5() {
        let options =
            options(&[("vigorish", Written::Text("dragon-7")), ("dragon-wager", Written::Switch(true))]);
        let fates = |coup: Coup| {
            [Wager::Banker, Wager::Player, Wager::Tie, Wager::Dragon7].map(|w| decide(w, &coup, &options).0)
        };
        use Fate::{Lost, Void, Won};
        assert_eq!(fates(coup("6s Ks", "5s Kh 2h")), [Void, Lost, Lost, Won]);
        assert_eq!(fates(coup("7s Ks", "5s Kh 2h")), [Void, Void, Won, Lost]);
        assert_eq!(fates(coup("6s Ks", "7s Kh")), [Won, Lost, Lost, Lost]);
    }

    #[test]
    fn the_vectors_of_readings_m6_and_m16() {
        let on = [("bonus", Written::Switch(true)), ("bonus-paytable", Written::Text("A"))];
        let options = options(&[&on[..], &[("vigorish", Written::Text("half-on-six"))]].concat());
        let bonus = |coup: Coup| decide(Wager::Bonus(Side::Player), &coup, &options).0;
        assert_eq!(bonus(coup("9s Ks", "Kh Kd")), Fate::Won);
        assert_eq!(odds(Wager::Bonus(Side::Player), &coup("9s Ks", "Kh Kd"), &options).0, Odds::new(1, 1));
        assert_eq!(bonus(coup("8s Ks", "8h Kd")), Fate::Void);
        assert_eq!(bonus(coup("5s Ks 4h", "5h Kd Kc")), Fate::Won);
        assert_eq!(bonus(coup("7s Ks", "4h Kd Kc")), Fate::Lost);
        assert_eq!(bonus(coup("6s Ks", "6h Kd")), Fate::Lost);
        assert_eq!(bonus(coup("7s Ks", "8h Kd")), Fate::Lost);
        let paid = |coup: Coup, dollars| pay(Wager::Banker, &coup, Money::dollars(dollars), &options).0;
        assert_eq!(paid(coup("5s Ks Kh", "6s Kd"), 10), Money::dollars(5));
        assert_eq!(paid(coup("Ks Kh Kc", "3s Kd 3h"), 25), Money::cents(1250));
        assert_eq!(paid(coup("5s Ks Kh", "7s Kd"), 10), Money::dollars(10));
    }
}
