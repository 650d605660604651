//! 2.3, 2.7, 2.9, 2.16 and 2.17: what becomes of each wager, and what it is paid. These are leaf functions: they depend
//! on scores, cards and options, not on the table.

use super::{
    options::{Additional, Options, SecondCard},
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::{
    hands::blackjack::{
        MOST, Total, is_ace_and_ten, is_king_and_queen, is_suited_six_seven_eight, is_ten, is_three_sevens,
        may_be_blackjack,
    },
    kit::cards::Card,
    readings::{B2, B5, Readings},
};

/// The result of a finished hand: its score, and the number of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score {
    /// The score, which may be over 21.
    pub count: u8,
    /// The number of cards in the hand.
    pub cards: u8,
    /// Whether it was formed by splitting.
    pub is_split: bool,
}

impl Score {
    /// The score of a hand that was not split, such as the dealer's.
    pub fn of(cards: &[Card]) -> Score {
        let count = Total::of_cards(cards).count();
        Score { count, cards: u8::try_from(cards.len()).unwrap_or(u8::MAX), is_split: false }
    }

    /// The same score, of a hand formed by splitting.
    #[must_use]
    pub const fn split(self) -> Score {
        Score { is_split: true, ..self }
    }

    /// Whether it is over 21.
    pub const fn is_bust(self) -> bool {
        self.count > MOST
    }

    /// 2.1 (not held): 21 on the first two cards of a hand that was not split (B1).
    pub const fn is_blackjack(self) -> bool {
        self.is_two_card_21() && !self.is_split
    }

    /// 2.3(a)3: 21 in two cards, split or not (B2).
    pub const fn is_two_card_21(self) -> bool {
        self.count == MOST && self.cards == 2
    }

    /// 2.16: 21 in five cards, no more and no fewer (B5).
    pub const fn is_five_card_21(self) -> bool {
        self.count == MOST && self.cards == 5
    }
}

/// What becomes of a wager on a hand against the dealer's final hand, and why.
pub fn decide(player: Score, dealer: Score, options: &Options) -> (Fate, Citation) {
    let is_face_up = options.second_card() == SecondCard::FaceUp;
    let is_five = is_five_card_21(player, options);
    let Readings { b2, b5, .. } = *options.limits().readings();
    match player.count.cmp(&dealer.count) {
        _ if player.is_bust() => (Fate::Lost, cite!("2.3(a)")),
        _ if is_five && b5 == B5::AtOnce => (Fate::Won, cite!("2.16(a)")),
        // 2.6(k)1, which overrides the rest: a blackjack wins whatever the dealer has, and other equal scores
        // lose (B7).
        _ if is_face_up && player.is_blackjack() => (Fate::Won, cite!("2.6(k)1")),
        core::cmp::Ordering::Equal if is_face_up => (Fate::Lost, cite!("2.6(k)1")),
        _ if dealer.is_blackjack() && player.is_blackjack() => (Fate::Void, cite!("2.7(b)")),
        _ if dealer.is_blackjack() && is_five => (Fate::Lost, cite!("2.16(b)")),
        core::cmp::Ordering::Equal if dealer.is_blackjack() => (Fate::Lost, cite!("2.3(b)")),
        _ if dealer.is_bust() => (Fate::Won, cite!("2.3(a)1")),
        core::cmp::Ordering::Greater if is_five => (Fate::Won, cite!("2.3(a)4")),
        core::cmp::Ordering::Greater => (Fate::Won, cite!("2.3(a)2")),
        core::cmp::Ordering::Equal if player.is_two_card_21() && !(player.is_split && b2 == B2::Ties) => {
            (Fate::Won, cite!("2.3(a)3"))
        }
        core::cmp::Ordering::Equal if is_five => (Fate::Void, cite!("2.16(b)")),
        core::cmp::Ordering::Equal => (Fate::Void, cite!("2.3(b)")),
        core::cmp::Ordering::Less => (Fate::Lost, cite!("2.3(a)")),
    }
}

/// 2.16, where the table offers it: 21 in five cards (B5).
fn is_five_card_21(score: Score, options: &Options) -> bool {
    let is_more = score.count == MOST && score.cards > 5;
    options.five_card_21()
        && (score.is_five_card_21() || is_more && options.limits().readings().b5 == B5::AtOnce)
}

/// 2.10(b) and 2.11(d): a dealer's blackjack takes one original wager from a box that doubled or split, and never what
/// was added. `has_lost_one`: another hand of the box has already lost that much, or loses it now (B13).
pub const fn spared(wager: Wager, has_lost_one: bool) -> Option<Citation> {
    match wager {
        Wager::Double(..) => Some(cite!("2.10(b)")),
        _ if has_lost_one => Some(cite!("2.11(d)")),
        _ => None,
    }
}

/// 2.12(c): whether the dealer's further cards can still change the result of a hand that stands. A two-card 21 can
/// lose only to a blackjack or, where both of the dealer's cards are face up, to an equal score (B14).
pub fn depends_on_draw(player: Score, options: &Options) -> bool {
    !player.is_bust()
        && (!player.is_two_card_21()
            || options.second_card() == SecondCard::FaceUp
            || options.limits().readings().b2 == B2::Ties)
        && !player.is_blackjack()
}

/// Hands that are not simply paid even money.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// An ordinary hand.
    None,
    /// A blackjack that is not the designated one.
    StandardBlackjack,
    /// 2.3(e)3: the designated ace and face card.
    DesignatedBlackjack,
    /// 2.3(e)1.
    SixSevenEight,
    /// 2.3(e)2.
    ThreeSevens,
    /// 2.3(e)4.
    FiveCard21,
}

/// 2.3(e): the kind of a winning hand of these cards, among the payouts that the table offers. Split hands are wagers
/// against the dealer too, but never a blackjack (B4).
pub fn special(cards: &[Card], is_split: bool, options: &Options) -> Special {
    let is_designated = |pair: &[Card]| options.designated().is_some_and(|d| d.is_made_of(pair));
    let is_paid_alike = options.limits().readings().b2 == B2::PaysThreeToTwo;
    match cards {
        [one, other] if (!is_split || is_paid_alike) && is_ace_and_ten(one.rank(), other.rank()) => {
            if !is_split && is_designated(cards) {
                Special::DesignatedBlackjack
            } else {
                Special::StandardBlackjack
            }
        }
        _ if options.six_seven_eight() && is_suited_six_seven_eight(cards) => Special::SixSevenEight,
        _ if options.three_sevens() && is_three_sevens(cards) => Special::ThreeSevens,
        _ if is_five_card_21(Score::of(cards), options) => Special::FiveCard21,
        _ => Special::None,
    }
}

/// 2.3(e), 2.6(k)2 and 2.16(a): the odds of a winning wager of 2.3(a). Money added by doubling is paid as
/// [`Special::None`] (B4).
pub fn odds(special: Special, options: &Options) -> (Odds, Citation) {
    match special {
        Special::None => (Odds::new(1, 1), cite!("2.3(e)")),
        Special::SixSevenEight => (Odds::new(2, 1), cite!("2.3(e)1")),
        Special::ThreeSevens => (Odds::new(3, 2), cite!("2.3(e)2")),
        // B6: 2.7 says when it is paid, this says how much; 2.6(k)2 applies only to a standard blackjack.
        Special::DesignatedBlackjack => match options.designated() {
            Some(designated) => (designated.odds, cite!("2.3(e)3")),
            None => odds(Special::StandardBlackjack, options),
        },
        Special::StandardBlackjack => match options.second_card() {
            SecondCard::FaceUp => (Odds::new(1, 1), cite!("2.6(k)2")),
            _ => (Odds::new(3, 2), cite!("2.3(e)")),
        },
        Special::FiveCard21 => (Odds::new(2, 1), cite!("2.16(a)")),
    }
}

/// 2.7: whether a player's blackjack is paid before anyone gets a third card, depending on the rank of the dealer's
/// first card.
pub const fn is_paid_at_once(up: u8) -> (bool, Citation) {
    if may_be_blackjack(up) { (false, cite!("2.7(b)")) } else { (true, cite!("2.7(a)")) }
}

/// 2.9(a): whether insurance wins, depending on the rank of the dealer's second card.
pub const fn insurance(second: u8) -> Fate {
    if is_ten(second) { Fate::Won } else { Fate::Lost }
}

/// 2.9(c): the odds on insurance.
pub const INSURANCE: (Odds, Citation) = (Odds::new(2, 1), cite!("2.9(c)"));

/// 2.17(b) and (c): what becomes of an additional wager, by the first two cards. An ace counts one (2.2(b)3.ii).
pub fn additional(wager: Wager, one: Card, other: Card) -> (Fate, Citation) {
    let total = Total::of([one.rank(), other.rank()]).low();
    let won = |is: bool| if is { Fate::Won } else { Fate::Lost };
    match wager {
        Wager::Over13 | Wager::Under13 if total == 13 => (Fate::Lost, cite!("2.17(c)")),
        // If counting the ace as eleven would give another result, the provision on aces decides.
        Wager::Over13 | Wager::Under13 if one.rank() == 1 || other.rank() == 1 => {
            (won((total > 13) == (wager == Wager::Over13)), cite!("2.2(b)3.ii"))
        }
        Wager::Over13 => (won(total > 13), cite!("2.17(b)1")),
        Wager::Under13 => (won(total < 13), cite!("2.17(b)2")),
        _ => (won(one.suit() == other.suit()), cite!("2.17(b)3")),
    }
}

/// 2.17(e)2: the tables for 1, 2, 4, 6 and 8 decks, with what a suited king and queen pays and what any other suited
/// pair pays, by option.
#[rustfmt::skip]
pub const SAME_SUIT: [(u8, &[[Odds; 2]], Citation); 5] = [
    (1, &[[to(50), HALF_FIVE], [to(10), to(3)],    [to(5), to(3)],      [to(25), HALF_FIVE]], cite!("2.17(e)2.i")),
    (2, &[[to(10), to(3)],     [to(5), to(3)],     [to(25), HALF_FIVE], [to(20), HALF_FIVE]], cite!("2.17(e)2.ii")),
    (4, &[[to(5), to(3)],      [to(25), HALF_FIVE], [to(20), HALF_FIVE], [to(50), to(2)]],    cite!("2.17(e)2.iii")),
    (6, &[[to(5), to(3)],      [to(25), HALF_FIVE], [to(20), HALF_FIVE], [to(15), HALF_FIVE]], cite!("2.17(e)2.iv")),
    (8, &[[to(5), to(3)],      [to(25), HALF_FIVE], [to(50), to(2)]],                         cite!("2.17(e)2.v")),
];

const fn to(to: u16) -> Odds {
    Odds::new(to, 1)
}

/// 2.5 to 1, in whole numbers.
const HALF_FIVE: Odds = Odds::new(5, 2);

/// 2.17(e)2: the line for this number of decks and this option, from 1; `None` if the law has no such line
/// (B23).
pub fn same_suit(decks: u8, option: u8) -> Option<([Odds; 2], Citation)> {
    let &(_, lines, cite) = SAME_SUIT.iter().find(|(number, ..)| *number == decks)?;
    lines.get(usize::from(option).checked_sub(1)?).map(|&line| (line, cite))
}

/// 2.17(e): the odds of a winning additional wager.
pub fn additional_odds(one: Card, other: Card, options: &Options) -> (Odds, Citation) {
    match options.additional() {
        Some(Additional::SameSuit(payout)) => {
            (payout.odds[usize::from(!is_king_and_queen(one, other))], payout.cite)
        }
        _ => (Odds::new(1, 1), cite!("2.17(e)1")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        blackjack::Blackjack,
        games,
        submission::{Entry, Written},
        vocabulary::Vocabulary,
    };
    extern crate std;
    use std::vec::Vec;

    fn options(own: &[(&'static str, Written<'static>)]) -> Options {
        let entries: Vec<_> = own.iter().map(|&(key, value)| Entry { key, value }).collect();
        games::options::<Blackjack>(&entries, &mut |v| panic!("{v:?}")).expect("lawful")
    }

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| Card::read(card).expect("a card")).collect()
    }

    fn fate(player: &str, dealer: &str, options: &Options) -> Fate {
        decide(Score::of(&cards(player)), Score::of(&cards(dealer)), options).0
    }

    fn split_fate(player: &str, dealer: &str, options: &Options) -> Fate {
        decide(Score::of(&cards(player)).split(), Score::of(&cards(dealer)), options).0
    }

    const ON: Written<'static> = Written::Switch(true);
    const FACE_UP: (&str, Written<'static>) = ("second-card", Written::Text("face-up"));

    #[test]
    fn the_vectors_of_readings_b1_and_b2() {
        let options = options(&[]);
        assert!(
            Score::of(&cards("As Ks")).is_blackjack() && !Score::of(&cards("As Ks")).split().is_blackjack()
        );
        assert_eq!(split_fate("As Ts", "7s 7h 7d", &options), Fate::Won);
        assert_eq!(split_fate("As Ts", "As Kh", &options), Fate::Lost);
        assert_eq!(fate("5s 6s Ts", "7s 7h 7d", &options), Fate::Void);
    }

    #[test]
    fn the_vectors_of_readings_b4_to_b6() {
        let bonus = options(&[
            ("six-seven-eight", ON),
            ("three-sevens", ON),
            ("five-card-21", ON),
            ("designated-ace", Written::Text("As")),
            ("designated-face", Written::Text("Js")),
            ("designated-odds", Written::Text("2 to 1")),
        ]);
        let paid = |text: &str, is_split| odds(special(&cards(text), is_split, &bonus), &bonus).0;
        assert_eq!(paid("6s 7s 8s", false), Odds::new(2, 1));
        assert_eq!(paid("6s 7h 8s", false), Odds::new(1, 1));
        assert_eq!(paid("7s 7h 7d", true), Odds::new(3, 2));
        assert_eq!(paid("As Js", false), Odds::new(2, 1));
        assert_eq!((paid("As Js", true), paid("As Jh", false)), (Odds::new(1, 1), Odds::new(3, 2)));
        assert_eq!(
            (paid("2s 3s 4s 5s 7h", false), paid("2s 3s 4s 5s 6h As", false)),
            (Odds::new(2, 1), Odds::new(1, 1))
        );
        assert_eq!(fate("2s 3s 4s 5s 7h", "Ts Th", &bonus), Fate::Won);
        assert_eq!(fate("2s 3s 4s 5s 7h", "Ts 5h 6d", &bonus), Fate::Void);
        assert_eq!(fate("2s 3s 4s 5s 7h", "As Th", &bonus), Fate::Lost);
        assert_eq!(
            odds(special(&cards("2s 3s 4s 5s 7h"), false, &options(&[])), &options(&[])).0,
            Odds::new(1, 1)
        );
    }

    #[test]
    fn the_vectors_of_readings_b7_and_b8() {
        let face_up = options(&[FACE_UP]);
        assert_eq!(fate("As Ks", "Ah Kh", &face_up), Fate::Won);
        assert_eq!(fate("As Ks", "7s 7h 7d", &face_up), Fate::Won);
        assert_eq!(odds(Special::StandardBlackjack, &face_up).0, Odds::new(1, 1));
        assert_eq!(split_fate("As Ts", "7s 7h 7d", &face_up), Fate::Lost);
        assert_eq!(fate("Ts 9s", "Th 9h", &face_up), Fate::Lost);
        let doubles = |text: &str| face_up.may_double(Total::of_cards(&cards(text)));
        assert!(doubles("6s 5s") && !doubles("As 8s") && !doubles("4s 4h"));
    }

    #[test]
    fn the_vectors_of_reading_b23() {
        let over = |text: &str, wager| additional(wager, cards(text)[0], cards(text)[1]).0;
        for (text, on_over, on_under) in [
            ("As Ah", Fate::Lost, Fate::Won),
            ("As Kh", Fate::Lost, Fate::Won),
            ("Ts 3h", Fate::Lost, Fate::Lost),
            ("Ts 4h", Fate::Won, Fate::Lost),
        ] {
            assert_eq!(
                (over(text, Wager::Over13), over(text, Wager::Under13)),
                (on_over, on_under),
                "{text}"
            );
        }
        let suit = options(&[
            ("decks", Written::Number(1)),
            ("additional-wager", Written::Text("same-suit")),
            ("additional-maximum", Written::Text("25")),
            ("same-suit-payout", Written::Text("1")),
        ]);
        let paid = |text: &str| additional_odds(cards(text)[0], cards(text)[1], &suit).0;
        assert_eq!((paid("Ks Qs"), paid("9s 4s")), (Odds::new(50, 1), Odds::new(5, 2)));
        assert!(same_suit(3, 1).is_none() && same_suit(8, 4).is_none() && same_suit(8, 3).is_some());
        assert_eq!(same_suit(6, 4).map(|(odds, _)| odds), Some([Odds::new(15, 1), Odds::new(5, 2)]));
    }
}
