//! The round so far: boxes, hands, the dealer's cards, and what comes next.

use super::{
    hole::Hole,
    options::Side,
    payouts::Score,
    wagers::{MOST_HANDS, Spot},
};
use crate::games::prelude::*;
use crate::{hands::blackjack::Total, kit::cards::Card};
use arrayvec::ArrayVec;

/// The largest number of boxes on a layout.
pub(super) const MOST_BOXES: usize = 8;
/// The largest number of cards in a hand: twenty-one aces, and one too many.
const MOST_CARDS: usize = 22;

/// The cards of a hand.
pub(super) type Cards = ArrayVec<Card, MOST_CARDS>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Round {
    /// The side of the shoe it is dealt from.
    pub side: Side,
    /// 2.6(d)2, 2.15(h): whether the first card of the first box came from the other side.
    pub is_first_astray: bool,
    /// 2.15(h): whether it is dealt from the wrong side.
    pub is_wrong_side: bool,
    /// Boxes with a wager, in the order in which they are dealt to.
    pub boxes: ArrayVec<Place, MOST_BOXES>,
    /// The dealer's cards that were seen; the first is the card that lies face up from the start.
    pub dealer: Cards,
    /// The dealer's card that lies face down.
    pub hole: Option<Hole>,
    /// Which of the dealer's hands is being played.
    pub spot: Spot,
    pub stage: Stage,
    /// 2.15(m): whether the dealer's first card went to the rack.
    pub is_up_lost: bool,
}

/// A box with a wager.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Place {
    pub seat: Seat,
    /// 2.13(b): the person who makes the decisions.
    pub caller: Patron,
    /// The people who wager on it: the caller, then the others in the order in which they came.
    pub bettors: ArrayVec<Patron, 3>,
    /// The hands, from the dealer's left.
    pub hands: ArrayVec<Hand, { MOST_HANDS as usize }>,
    /// Bettors who lost a hand of the box by going over 21 (B13), as bits in the order of `bettors`.
    pub busted: u8,
    /// 2.15(c): whether its player refused a card, and so gets no more.
    pub has_refused: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Hand {
    /// The number by which wagers name it: from 1, in the order in which hands were formed.
    pub id: u8,
    pub cards: Cards,
    pub state: State,
    /// Whether it is one of two split aces.
    pub is_ace: bool,
    pub is_doubled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum State {
    /// Decisions are still to be made.
    Open,
    /// 2.15(i): a card that was asked for did not come, and whether that was noticed before "Dealer's
    /// Card".
    Missed {
        in_time: bool,
    },
    /// All decisions for the hand are made.
    Stood,
    /// It waits for the dealer's second card: a blackjack, or a surrendered hand.
    Blackjack,
    Surrendered,
    /// It is decided and off the table.
    Over,
}

/// A hand of a box, by their positions in the round.
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
    /// 2.15(g): this box has one card, and its player says whether to get another.
    OneCard(u8),
    /// The late second card is dealt.
    LateSecond(u8),
    /// 2.15(e): the dealer's first card is dealt late.
    LateUp,
    /// 2.6(j): the hole card is dealt face down.
    Hole,
    /// 2.6(k): the dealer's second card is dealt face up.
    UpSecond,
    Insurance,
    /// 2.6(j): the dealer must put the hole card into the card reader.
    Check,
    /// The reader answers.
    Reading,
    /// The player decides.
    Turn(At),
    /// Other bettors on the box double too, or not (as bits in the order of the bettors).
    Doubling(At, u8),
    /// Other bettors on the box cover the new hand, or choose a hand.
    Splitting(At, u8),
    /// A card is dealt to the hand.
    Hit(At),
    /// 2.15(i): the player says whether to take the card that did not come.
    Late(At),
    /// The dealer must call "Dealer's Card", or turn the hole card.
    Calling,
    /// The dealer's second card is dealt.
    DealersCard,
    /// The hole card is turned up.
    Turning,
    /// The dealer draws a further card.
    Drawing,
    /// The dealer must collect and pay wagers.
    Settling,
}

impl Stage {
    /// Whether initial cards are still to come.
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

    /// Whether its cards are still on the table.
    pub(super) fn is_on_table(&self) -> bool {
        self.state != State::Over
    }

    /// Whether wagers on it still depend on a comparison with the dealer's hand.
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
