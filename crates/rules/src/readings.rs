//! Readings of ambiguous words that affect money, as switches. Live tables always use the readings this
//! project has decided on; odds and simulations may use another, to reproduce a figure published under it.

use crate::games::GameId;

/// A reading that can be switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// The number of the reading in `law/readings`.
    pub id: &'static str,
    /// The implemented choices, as numbered there.
    pub choices: &'static [u8],
    /// The choice this project uses.
    pub decided: u8,
}

/// Declares the switches: for each, a field and an enum whose variants are the choices of `law/readings`, in their order.
macro_rules! switches {
    ($(
        $(#[$doc:meta])*
        $field:ident: $name:ident = $decided:ident { $($variant:ident $why:literal),+ $(,)? }
    )+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            #[repr(u8)]
            pub enum $name {
                $(#[doc = $why] $variant,)+
            }

            impl $name {
                const ALL: &'static [$name] = &[$($name::$variant),+];

                /// Its number in `law/readings`, from 1.
                const fn number(self) -> u8 {
                    self as u8 + 1
                }
            }
        )+

        /// The choice used for each switch.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Readings {
            $($(#[$doc])* pub $field: $name,)+
        }

        impl Readings {
            /// The choices this project has made, which every live table uses.
            pub const DECIDED: Readings = Readings { $($field: $name::$decided,)+ };

            /// Every reading that can be switched.
            pub const SWITCHES: &'static [Switch] = &[$(
                Switch {
                    id: stringify!($name),
                    choices: &[$($name::$variant.number()),+],
                    decided: $name::$decided.number(),
                },
            )+];

            /// The same readings with another choice for one of them; `None` if there is no such switch or
            /// choice.
            #[must_use]
            pub fn with(mut self, id: &str, choice: u8) -> Option<Readings> {
                $(if id == stringify!($name) {
                    self.$field = *$name::ALL.iter().find(|one| one.number() == choice)?;
                    return Some(self);
                })+
                None
            }

            /// Reports each switch with the choice in use.
            pub fn each(&self, tell: &mut dyn FnMut(&'static Switch, u8)) {
                let choices = [$(self.$field.number()),+];
                Self::SWITCHES.iter().zip(choices).for_each(|(switch, choice)| tell(switch, choice));
            }
        }
    };
}

switches! {
    /// How an amount that the table cannot pay exactly is rounded.
    g2: G2 = Patron { Nearest "to the nearest", House "in the house's favor", Patron "in the patron's favor" }
    /// How vigorish is rounded to a unit.
    g3: G3 = Up {
        Nearest "to the nearest unit", Adds "a unit is added even to an exact multiple", Up "up to the next multiple",
    }
    /// A two-card 21 on a split hand against a dealer's 21 in more cards.
    b2: B2 = Wins {
        Wins "the hand wins and is paid 1 to 1", Ties "the hand ties",
        PaysThreeToTwo "it wins, and is paid 3 to 2 whenever it wins",
    }
    /// Five cards totaling 21.
    b5: B5 = Exactly {
        Exactly "exactly five, unless the dealer has 21 too", AtOnce "five or more, whatever the dealer has",
    }
    /// Half of a surrendered wager that cannot be paid in chips.
    b9: B9 = LossDown { LossUp "more is lost", LossDown "less is lost" }
    /// Place bets on a come-out roll.
    c2: C2 = BothOff {
        ToWinOff "those to win are off", BothOff "those to win and those to lose are off",
        BothOn "neither kind is off",
    }
    /// How a hardway bet loses.
    c3: C3 = Live {
        Live "by the easy total or a 7, on every roll", OffOnComeOut "the same, but not on come-out rolls",
        SevenOnly "by a 7 alone",
    }
    /// A Come or Don't Come Bet with a point, on a later come-out roll.
    c4: C4 = Live { Live "it is decided as on any roll", OffOnComeOut "the bet is off" }
    /// When a Horn High Bet is decided, on a layout that has an area for it; elsewhere it is made of one-roll bets.
    c7: C7 = OneRoll { OneRoll "by the next roll", Stands "by 2, 3, 11, 12 or 7" }
    /// Buy and lay bets on a come-out roll.
    c9: C9 = BothOff {
        BothOff "both buy and lay bets are off", LayOn "lay bets are on", BothOn "both buy and lay bets are on",
    }
    /// Which total-card wagers count toward the waiver of vigorish.
    m3: M3 = Sum { Sum "all of them together", Largest "the largest" }
    /// Which hand is a dragon 7.
    m5: M5 = Winning {
        AnyOfThree "any Banker's Hand of three cards that counts seven", Winning "one that wins",
        AnyWinning "any winning Banker's Hand that counts seven",
    }
    /// The line of the bonus wager that a natural is paid by.
    m6: M6 = Natural { Natural "the natural's", Better "that or the margin's, whichever is better" }
    /// Which winning Banker's Hand of six is paid half.
    m16: M16 = Any { ThreeCards "one of three cards", Any "any" }
    /// Half of an even-chance wager that cannot be paid in chips.
    r1: R1 = LossDown { LossUp "more is lost", LossDown "less is lost" }
}

/// Whether a reading concerns this game: its number starts with the game's letter, or with G for all games.
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
        GameId::Keno => 'N',
        GameId::PaiGow => 'T',
        GameId::PaiGowPoker => 'A',
        GameId::CaribbeanStud => 'K',
        GameId::DoubleDownStud => 'W',
        GameId::LetItRide => 'L',
    };
    match id {
        // Only the baccarat games round vigorish.
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
