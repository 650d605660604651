//! Readings of doubtful words that move money, as switches. A table is always dealt by the readings this project has
//! decided on; odds and simulations may take another, to reproduce a figure that somebody published under it.

use crate::games::GameId;

/// A reading that can be switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its number in `law/readings`.
    pub id: &'static str,
    /// Which of its choices are implemented, as they are numbered there.
    pub choices: &'static [u8],
    /// The one that is decided on.
    pub decided: u8,
}

/// Declares the switches: a field and an enum each, whose variants are choices of `law/readings` by number.
macro_rules! switches {
    ($(
        $(#[$doc:meta])*
        $field:ident: $name:ident = $decided:ident { $($(#[$why:meta])* $variant:ident = $number:literal,)+ }
    )+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            pub enum $name {
                $($(#[$why])* $variant = $number,)+
            }
        )+

        /// How each of them is read.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Readings {
            $($(#[$doc])* pub $field: $name,)+
        }

        impl Readings {
            /// As this project reads them, and as every live table is dealt.
            pub const DECIDED: Readings = Readings { $($field: $name::$decided,)+ };

            /// Every reading that can be switched.
            pub const SWITCHES: &'static [Switch] = &[$(
                Switch {
                    id: stringify!($name),
                    choices: &[$($number),+],
                    decided: $name::$decided as u8,
                },
            )+];

            /// The same with another choice of one reading; nothing if there is no such switch or choice.
            #[must_use]
            pub fn with(mut self, id: &str, choice: u8) -> Option<Readings> {
                $(if id == stringify!($name) {
                    self.$field = match choice {
                        $($number => $name::$variant,)+
                        _ => return None,
                    };
                    return Some(self);
                })+
                None
            }

            /// Each switch with the choice taken.
            pub fn each(&self, tell: &mut impl FnMut(&'static Switch, u8)) {
                let choices = [$(self.$field as u8),+];
                Self::SWITCHES.iter().zip(choices).for_each(|(switch, choice)| tell(switch, choice));
            }
        }
    };
}

switches! {
    /// Amounts that do not come out in what the table can pay.
    g2: G2 = Patron {
        /// To the nearest.
        Nearest = 1,
        /// In the house's favor.
        House = 2,
        /// In the patron's favor.
        Patron = 3,
    }
    /// Vigorish that is rounded to a unit.
    g3: G3 = Up {
        /// To the nearest unit.
        Nearest = 1,
        /// A unit is added even to an exact multiple.
        Adds = 2,
        /// Up to the next multiple.
        Up = 3,
    }
    /// A two-card 21 on a split hand against a dealer's 21 in more cards.
    b2: B2 = Wins {
        /// It wins, 1 to 1.
        Wins = 1,
        /// It ties.
        Ties = 2,
        /// It wins, and is paid 3 to 2 whenever it wins.
        PaysThreeToTwo = 3,
    }
    /// Five cards totaling 21.
    b5: B5 = Exactly {
        /// Exactly five, unless the dealer has 21 too.
        Exactly = 1,
        /// Five or more, whatever the dealer has.
        AtOnce = 2,
    }
    /// Half of a surrendered wager that cannot be paid in chips.
    b9: B9 = LossDown {
        /// More is lost.
        LossUp = 1,
        /// Less is lost.
        LossDown = 2,
    }
    /// Place bets on a come-out roll.
    c2: C2 = BothOff {
        /// Those to win are off.
        ToWinOff = 1,
        /// Those to win and those to lose are off.
        BothOff = 2,
        /// Neither.
        BothOn = 3,
    }
    /// How a hardway bet loses.
    c3: C3 = Live {
        /// By the easy total or a 7, on every roll.
        Live = 1,
        /// The same, but not on come-out rolls.
        OffOnComeOut = 2,
        /// By a 7 alone.
        SevenOnly = 3,
    }
    /// A Come or Don't Come Bet with a point, on a later come-out roll.
    c4: C4 = Live {
        /// It is decided as on any roll.
        Live = 1,
        /// It is off.
        OffOnComeOut = 2,
    }
    /// When a Horn High Bet is decided, on a layout that has an area for it; elsewhere it is made of one-roll bets.
    c7: C7 = OneRoll {
        /// By the next roll.
        OneRoll = 1,
        /// By 2, 3, 11, 12 or 7.
        Stands = 2,
    }
    /// Buy and lay bets on a come-out roll.
    c9: C9 = BothOff {
        /// Both are off.
        BothOff = 1,
        /// Lay bets are on.
        LayOn = 2,
        /// Both are on.
        BothOn = 3,
    }
    /// Which total-card wagers count toward the waiver of vigorish.
    m3: M3 = Sum {
        /// All of them together.
        Sum = 1,
        /// The largest.
        Largest = 2,
    }
    /// Which hand is a dragon 7.
    m5: M5 = Winning {
        /// Any Banker's Hand of three cards that counts seven.
        AnyOfThree = 1,
        /// One that wins.
        Winning = 2,
        /// Any winning Banker's Hand that counts seven.
        AnyWinning = 3,
    }
    /// The line of the bonus wager that a natural is paid by.
    m6: M6 = Natural {
        /// The natural's.
        Natural = 1,
        /// That or the margin's, whichever is better.
        Better = 2,
    }
    /// Which winning Banker's Hand of six is paid half.
    m16: M16 = Any {
        /// One of three cards.
        ThreeCards = 1,
        /// Any.
        Any = 2,
    }
    /// Half of an even chance that cannot be paid in chips.
    r1: R1 = LossDown {
        /// More is lost.
        LossUp = 1,
        /// Less is lost.
        LossDown = 2,
    }
}

/// Whether a reading is about this game: its number begins with the game's letter, or with G for all.
pub fn bears_on(id: &str, game: GameId) -> bool {
    let own = match game {
        GameId::Craps => 'C',
        GameId::Blackjack => 'B',
        GameId::PuntoBanco => 'P',
        GameId::CheminDeFer => 'F',
        GameId::Roulette => 'R',
        GameId::BigSix => 'S',
        GameId::RedDog => 'D',
        GameId::Minibaccarat => 'M',
        GameId::SicBo => 'I',
        GameId::CaribbeanStud => 'K',
        GameId::DoubleDownStud => 'W',
        GameId::LetItRide => 'L',
    };
    match id {
        // Vigorish is rounded at baccarat alone.
        "G3" => matches!(game, GameId::PuntoBanco | GameId::CheminDeFer | GameId::Minibaccarat),
        _ => id.starts_with(['G', own]),
    }
}

impl Default for Readings {
    fn default() -> Readings {
        Readings::DECIDED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_decided_choice_is_that_of_the_law() {
        for switch in Readings::SWITCHES {
            let reading = law::READINGS.iter().find(|r| r.id == switch.id).expect("a reading of the law");
            assert_eq!(reading.choices[usize::from(switch.decided) - 1], reading.decision(), "{}", switch.id);
            assert!(switch.choices.len() > 1 && switch.choices.contains(&switch.decided), "{}", switch.id);
            assert!(switch.choices.iter().all(|&n| usize::from(n) <= reading.choices.len()), "{}", switch.id);
        }
    }

    #[test]
    fn a_switch_changes_one_reading() {
        let read = Readings::DECIDED.with("B2", 2).expect("a choice");
        let mut changed = 0;
        read.each(&mut |switch, choice| {
            changed += usize::from(choice != switch.decided);
            assert!(choice == switch.decided || switch.id == "B2" && choice == 2);
        });
        assert_eq!((changed, read.b2), (1, B2::Ties));
        assert_eq!(Readings::DECIDED.with("B2", 4), None);
        assert_eq!(Readings::DECIDED.with("B3", 1), None);
    }
}
