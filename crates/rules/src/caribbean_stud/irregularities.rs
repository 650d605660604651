//! 16.7(f)2: a stub that does not come out. 16.13 (not held): what else can go wrong with the cards.

use super::{
    Call, CaribbeanStud, Phase, Wager,
    deck::Deck,
    options::{FaceUp, HoleCard, Style},
};
use crate::{
    game::{Event, Eyes, Observer},
    kit::cards::{Card, DECK},
    money::Money,
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// What can go wrong. Whoever lists it learns nothing of cards that only a player has seen: they are not named here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// The count of the stub is wrong.
    Stub {
        /// How many cards it has.
        cards: u8,
        /// How many cards a misdealt hand has; none if every hand has five.
        hand: Option<u8>,
    },
    /// A card lies face up in shoe or deck while dealing.
    FaceUp(Card),
    /// A card was drawn in error, and nobody saw it.
    DrawnUnseen,
    /// A player or the dealer has more or fewer than five cards.
    WrongNumber,
    /// A hole card of the dealer's was shown before all have bet or folded.
    HoleCard,
    /// The shuffler or the shoe jams.
    Jam,
}

/// How many cards a misdealt hand can have.
const MISDEALT: [Option<u8>; 5] = [None, Some(3), Some(4), Some(6), Some(7)];

impl Irregularity {
    /// The provision that says what follows.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::Stub { .. } => cite!("16.7(f)2"),
            _ => cite!("16.13"),
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Irregularity::Stub { cards, hand: None } => write!(f, "stub of {cards}"),
            Irregularity::Stub { cards, hand: Some(n) } => write!(f, "stub of {cards}, a hand of {n}"),
            Irregularity::FaceUp(card) => write!(f, "card face up in the deck, {card}"),
            Irregularity::DrawnUnseen => f.write_str("card drawn in error, unseen"),
            Irregularity::WrongNumber => f.write_str("hand without five cards"),
            Irregularity::HoleCard => f.write_str("hole card shown"),
            Irregularity::Jam => f.write_str("jam"),
        }
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut impl FnMut(Self)) {
        use Irregularity::{DrawnUnseen, HoleCard, Jam, WrongNumber};
        [DrawnUnseen, WrongNumber, HoleCard, Jam].into_iter().for_each(&mut *tell);
        Card::all().map(Irregularity::FaceUp).for_each(&mut *tell);
        for cards in (0..=DECK).filter_map(|n| u8::try_from(n).ok()) {
            MISDEALT.into_iter().for_each(|hand| tell(Irregularity::Stub { cards, hand }));
        }
    }
}

impl CaribbeanStud {
    pub(super) fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let is_automated = matches!(self.options.deal(), Style::Automated { .. });
        let is_possible = match (what, self.phase) {
            // K3: it must differ from 52 less five for each player and the dealer.
            (Irregularity::Stub { cards, .. }, Phase::Stub) => u16::from(cards) != self.shoe.left(),
            (Irregularity::FaceUp(card), Phase::UpCard) => !is_automated && self.shoe.can_show(card),
            (Irregularity::DrawnUnseen, Phase::UpCard) => !is_automated,
            (Irregularity::WrongNumber, Phase::Stub | Phase::Turn(_) | Phase::Dealer) => true,
            (Irregularity::HoleCard, Phase::Stub | Phase::Turn(_)) => !self.dealer.is_full(),
            (Irregularity::Jam, Phase::Closed | Phase::UpCard) => true,
            _ => false,
        };
        if is_possible { Ok(()) } else { Err(Refusal::new(what.cite(), Why::NotNow)) }
    }

    pub(super) fn go_wrong(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        match what {
            Irregularity::Stub { cards, hand } => self.wrong_stub(cards, hand, to),
            Irregularity::FaceUp(card) => {
                to.saw(cite!("16.13"), Event::Shown { chance: card, to: Eyes::All });
                self.shoe.draw_up(card);
                self.found += 1;
                if self.found > 1 || self.options.face_up() == FaceUp::Void {
                    return self.void(cite!("16.13"), to);
                }
                to.saw(cite!("16.13"), Event::Called { call: Call::Discards });
            }
            Irregularity::DrawnUnseen => to.saw(cite!("16.13"), Event::Called { call: Call::UsesNext }),
            Irregularity::HoleCard if self.options.hole_card() == HoleCard::PlayOn => {
                to.saw(cite!("16.13"), Event::Called { call: Call::PlaysOn });
                self.phase = match self.phase {
                    Phase::Turn(seat) => Phase::Exposed(Some(seat)),
                    _ => Phase::Exposed(None),
                };
            }
            Irregularity::HoleCard => self.void(cite!("16.13"), to),
            Irregularity::WrongNumber | Irregularity::Jam => self.void(cite!("16.13"), to),
        }
    }

    /// 16.7(f)2: all hands are void. The deck stays if a misdeal explains the count and 52 cards are there (K3).
    fn wrong_stub(&mut self, cards: u8, hand: Option<u8>, to: &mut impl Observer<Self>) {
        let cite = self.by(cite!("16.7(f)2"));
        to.saw(cite, Event::Called { call: Call::WrongCount(cards.into()) });
        let is_player = |seat: &crate::party::Seat| self.on(*seat, Wager::Ante) > Money::ZERO;
        let hands = self.seats.all().filter(is_player).count() + 1;
        let dealt = 5 * (hands - usize::from(hand.is_some())) + usize::from(hand.unwrap_or(0));
        let total = dealt + usize::from(cards) + usize::from(self.found);
        self.void(cite, to);
        self.uncounted = 0;
        if hand.is_none() || total != usize::from(DECK) {
            to.saw(cite, Event::Called { call: Call::RemovesDeck });
            self.deck = Deck::Received;
        }
    }
}
