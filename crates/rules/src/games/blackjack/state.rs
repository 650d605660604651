//! A round as far as it has come: boxes, hands, the dealer's cards, and what comes next.

use super::{
    hole::Hole,
    options::Side,
    payouts::Score,
    wagers::{MOST_HANDS, Spot},
};
use crate::games::prelude::*;
use crate::{hands::blackjack::Total, kit::cards::Card};
use arrayvec::ArrayVec;

/// The most boxes a layout has.
pub(super) const MOST_BOXES: usize = 8;
/// No hand has more cards: twenty-one aces, and one too many.
const MOST_CARDS: usize = 22;

/// The cards of a hand.
pub(super) type Cards = ArrayVec<Card, MOST_CARDS>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Round {
    /// The side of the shoe it is dealt from.
    pub side: Side,
    /// 2.6(d)2, 2.15(h): the first card of the first box came from the other side.
    pub is_first_astray: bool,
    /// 2.15(h): it is dealt from the inappropriate side.
    pub is_wrong_side: bool,
    /// Boxes with a wager, in the order in which they are dealt to.
    pub boxes: ArrayVec<Place, MOST_BOXES>,
    /// The dealer's cards that were seen; the first is the card that lies face up from the start.
    pub dealer: Cards,
    /// The dealer's card that lies face down.
    pub hole: Option<Hole>,
    /// Which of the dealer's hands is played.
    pub spot: Spot,
    pub stage: Stage,
    /// 2.15(m): the dealer's first card went to the rack.
    pub is_up_lost: bool,
}

/// A box with a wager.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Place {
    pub seat: Seat,
    /// 2.13(b): who calls the decisions.
    pub caller: Patron,
    /// Who wagers on it: the caller, then the others in the order in which they came.
    pub bettors: ArrayVec<Patron, 3>,
    /// From the dealer's left.
    pub hands: ArrayVec<Hand, { MOST_HANDS as usize }>,
    /// Bettors who lost a hand of it by going over 21 (B13), by their place among the bettors.
    pub busted: u8,
    /// 2.15(c): its player refused a card and gets no more.
    pub has_refused: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Hand {
    /// From 1, in the order in which hands came to be; wagers name it.
    pub id: u8,
    pub cards: Cards,
    pub state: State,
    /// It is one of two aces that were split.
    pub is_ace: bool,
    pub is_doubled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum State {
    /// It has decisions to make.
    Open,
    /// 2.15(i): a card it asked for did not come; whether that was noticed before "Dealer's Card".
    Missed {
        in_time: bool,
    },
    /// All decisions for the hand are made.
    Stood,
    /// It waits for the dealer's second card: a blackjack, or surrendered.
    Blackjack,
    Surrendered,
    /// It is decided and off the table.
    Over,
}

/// A hand of a box, by their places in the round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct At {
    pub place: u8,
    pub hand: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Stage {
    /// A determinant card comes from this side.
    Determining(Side),
    /// First cards: to this box, and after the last to the dealer.
    First(u8),
    /// Second cards: to this box.
    Second(u8),
    /// 2.15(g): this box has one card, and its player says whether he wants another.
    OneCard(u8),
    /// The late second card comes.
    LateSecond(u8),
    /// 2.15(e): the dealer's first card comes late.
    LateUp,
    /// 2.6(j): the hole card goes face down.
    Hole,
    /// 2.6(k): the dealer's second card comes face up.
    UpSecond,
    Insurance,
    /// 2.6(j): the hole card is to go into the card reader.
    Check,
    /// The reader answers.
    Reading,
    /// The player decides.
    Turn(At),
    /// Others on the box double too, or not (their places among the bettors).
    Doubling(At, u8),
    /// Others on the box cover the new hand, or name one.
    Splitting(At, u8),
    /// A card comes to the hand.
    Hit(At),
    /// 2.15(i): the player says whether he wants the card that did not come.
    Late(At),
    /// The dealer is to call "Dealer's Card", or to turn the hole card.
    Calling,
    /// His second card comes.
    DealersCard,
    /// The hole card is seen.
    Turning,
    /// An additional card comes to him.
    Drawing,
    /// Wagers are to be collected and paid.
    Settling,
}

impl Stage {
    /// Whether first cards are still to come.
    pub(super) fn is_dealing(self) -> bool {
        use Stage::*;
        matches!(
            self,
            Determining(_) | First(_) | Second(_) | OneCard(_) | LateSecond(_) | LateUp | Hole | UpSecond
        )
    }

    /// The name of the phase in scripts and refusal tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Stage::Determining(_) => "determinant card",
            Stage::First(_) | Stage::Second(_) | Stage::LateSecond(_) | Stage::LateUp => "first two cards",
            Stage::OneCard(_) => "one card",
            Stage::Hole | Stage::UpSecond => "dealer's second card",
            Stage::Insurance => "insurance",
            Stage::Check | Stage::Reading => "card reader",
            Stage::Turn(_) => "a player decides",
            Stage::Doubling(..) => "others double",
            Stage::Splitting(..) => "others split",
            Stage::Hit(_) => "a player's card",
            Stage::Late(_) => "a missed card",
            Stage::Calling => "dealer's turn",
            Stage::DealersCard | Stage::Drawing => "dealer's card",
            Stage::Turning => "hole card",
            Stage::Settling => "settling",
        }
    }
}

impl Hand {
    pub(super) fn new(id: u8) -> Hand {
        Hand { id, cards: Cards::new(), state: State::Open, is_ace: false, is_doubled: false }
    }

    pub(super) fn total(&self) -> Total {
        Total::of_cards(&self.cards)
    }

    /// Whether its cards still lie there.
    pub(super) fn is_on_table(&self) -> bool {
        self.state != State::Over
    }

    /// Whether wagers on it are still to be decided by comparison.
    pub(super) fn is_live(&self) -> bool {
        matches!(self.state, State::Open | State::Missed { .. } | State::Stood)
    }
}

impl Place {
    pub(super) fn is_split(&self) -> bool {
        self.hands.len() > 1
    }

    pub(super) fn score(&self, hand: &Hand) -> Score {
        let score = Score::of(&hand.cards);
        if self.is_split() { score.split() } else { score }
    }

    pub(super) fn hand(&self, id: u8) -> Option<&Hand> {
        self.hands.iter().find(|hand| hand.id == id)
    }
}

impl Round {
    pub(super) fn new(side: Side, stage: Stage) -> Round {
        Round {
            side,
            is_first_astray: false,
            is_wrong_side: false,
            boxes: ArrayVec::new(),
            dealer: Cards::new(),
            hole: None,
            spot: Spot::First,
            stage,
            is_up_lost: false,
        }
    }

    /// The rank of the dealer's first card.
    pub(super) fn up(&self) -> Option<u8> {
        self.dealer.first().map(|card| card.rank())
    }

    pub(super) fn dealer_score(&self) -> Score {
        Score::of(&self.dealer)
    }

    pub(super) fn place(&self, at: At) -> &Place {
        &self.boxes[usize::from(at.place)]
    }

    pub(super) fn hand(&self, at: At) -> &Hand {
        &self.place(at).hands[usize::from(at.hand)]
    }

    pub(super) fn hand_mut(&mut self, at: At) -> &mut Hand {
        &mut self.boxes[usize::from(at.place)].hands[usize::from(at.hand)]
    }

    /// Every hand, from the dealer's left.
    pub(super) fn all(&self) -> impl Iterator<Item = At> + use<> {
        let mut all = ArrayVec::<At, { MOST_BOXES * MOST_HANDS as usize }>::new();
        for (place, hands) in (0..).zip(&self.boxes) {
            all.extend((0..).zip(&hands.hands).map(|(hand, _)| At { place, hand }));
        }
        all.into_iter()
    }

    /// The first hand in this state.
    pub(super) fn find(&self, state: State) -> Option<At> {
        self.all().find(|&at| self.hand(at).state == state)
    }

    /// The box at this seat.
    pub(super) fn at_seat(&self, seat: Seat) -> Option<&Place> {
        self.boxes.iter().find(|place| place.seat == seat)
    }
}
