//! 4.12: what goes wrong, and its remedy. (k) comes by itself, when a card is due and the shoe has none.

use super::{
    Announcement, CheminDeFer, Phase,
    dealing::{Next, Round},
    options::Disclosed,
    words::Call,
};
use crate::{
    game::{Event, Observer},
    hands::baccarat::value,
    kit::cards::{Card, Shoe},
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// What can go wrong. Where it could be put right, nothing has gone wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// The Banker took his first cards in the wrong order.
    WrongOrder,
    /// The Banker took three first cards for himself.
    BankerHasThree,
    /// The Banker gave the Dominant Player three first cards, and nobody knows which is in excess.
    PlayerHasThree,
    /// The Banker takes two cards where one is due.
    BankerTakesTwo,
    /// A card was dealt face up to the Dominant Player after "Stay".
    CardAfterStay,
    /// The same, after the dealer had mistakenly said "Card".
    CardAfterStayAndCard,
    /// A card was drawn in error, and nobody saw it.
    DrawnUnseen,
    /// A card was drawn in error, and disclosed.
    DrawnDisclosed,
    /// The Banker drew a card for himself after "Card".
    BankerDrewFirst,
    /// A card lies face up in the shoe.
    FaceUpInShoe,
}

/// Cards that must be shown before the round goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Interruption {
    /// The card dealt after "Stay"; whether the dealer had said "Card".
    AfterStay(bool),
    /// The card drawn in error.
    Drawn,
    /// The card found face up.
    Found,
    /// So many cards that go to the discard bucket, and why.
    Discard(u8, #[cfg_attr(feature = "serde", serde(with = "crate::kept::citation"))] Citation),
}

impl Irregularity {
    const ALL: [Irregularity; 10] = [
        Irregularity::WrongOrder,
        Irregularity::BankerHasThree,
        Irregularity::PlayerHasThree,
        Irregularity::BankerTakesTwo,
        Irregularity::CardAfterStay,
        Irregularity::CardAfterStayAndCard,
        Irregularity::DrawnUnseen,
        Irregularity::DrawnDisclosed,
        Irregularity::BankerDrewFirst,
        Irregularity::FaceUpInShoe,
    ];

    /// The provision that says what follows.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::WrongOrder => cite!("4.12(a)"),
            Irregularity::BankerHasThree => cite!("4.12(b)"),
            Irregularity::PlayerHasThree => cite!("4.12(c)"),
            Irregularity::BankerTakesTwo => cite!("4.12(d)"),
            Irregularity::CardAfterStay => cite!("4.12(e)"),
            Irregularity::CardAfterStayAndCard => cite!("4.12(f)"),
            Irregularity::DrawnUnseen | Irregularity::DrawnDisclosed => cite!("4.12(g)"),
            Irregularity::BankerDrewFirst => cite!("4.12(i)"),
            Irregularity::FaceUpInShoe => cite!("4.12(j)"),
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Irregularity::WrongOrder => "banker's cards in wrong order",
            Irregularity::BankerHasThree => "banker has three first cards",
            Irregularity::PlayerHasThree => "player has three first cards",
            Irregularity::BankerTakesTwo => "banker takes two cards for one",
            Irregularity::CardAfterStay => "card dealt after stay",
            Irregularity::CardAfterStayAndCard => "card dealt after stay, dealer having said card",
            Irregularity::DrawnUnseen => "card drawn in error, undisclosed",
            Irregularity::DrawnDisclosed => "card drawn in error, disclosed",
            Irregularity::BankerDrewFirst => "banker draws for himself after card",
            Irregularity::FaceUpInShoe => "card face up in the shoe",
        })
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut impl FnMut(Self)) {
        Irregularity::ALL.into_iter().for_each(tell);
    }
}

impl CheminDeFer {
    /// Whether this can go wrong now. Nothing here depends on a card that is not face up.
    pub(super) fn can_happen(&self, what: Irregularity) -> bool {
        if self.interruption.is_some() || self.shoe.is_none_or(|shoe| shoe.left() == 0) {
            return false;
        }
        let Some(round) = self.round.as_ref().filter(|_| self.phase != Phase::Closed) else {
            // A card face up can be seen whenever there is a shoe.
            return what == Irregularity::FaceUpInShoe;
        };
        match what {
            Irregularity::WrongOrder | Irregularity::BankerHasThree | Irregularity::PlayerHasThree => {
                self.phase == Phase::ToDeal
            }
            Irregularity::BankerTakesTwo => self.phase == Phase::BankerThird && !round.banker.draws_two,
            Irregularity::CardAfterStay | Irregularity::CardAfterStayAndCard => {
                let stayed = round.said == Some(Announcement::Stay);
                self.phase == Phase::BankerTurns
                    && stayed
                    && round.astray.is_none()
                    && !self.disclosed.is_full()
            }
            Irregularity::DrawnUnseen => !self.carried,
            Irregularity::DrawnDisclosed => !self.disclosed.is_full(),
            Irregularity::BankerDrewFirst => {
                matches!(self.phase, Phase::BankerLooks | Phase::BankerCalls | Phase::PlayerThird)
                    && !round.handed_over
            }
            Irregularity::FaceUpInShoe => true,
        }
    }

    pub(super) fn irregular(
        &mut self,
        what: Irregularity,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        if !self.can_happen(what) {
            return Err(Refusal::new(what.cite(), Why::NotNow));
        }
        match what {
            Irregularity::WrongOrder => self.annul(to),
            Irregularity::BankerHasThree => {
                self.mark(|round| round.banker.is_zero = true);
                to.saw(cite!("4.12(b)"), Event::Called { call: Call::CountsZero });
                self.deal([2, 3], cite!("4.12(b)"), to);
            }
            Irregularity::PlayerHasThree => {
                to.saw(cite!("4.12(c)"), Event::Called { call: Call::CountsHighest });
                self.deal([3, 2], cite!("4.12(c)"), to);
            }
            Irregularity::BankerTakesTwo => {
                self.mark(|round| round.banker.draws_two = true);
                to.saw(cite!("4.12(d)"), Event::Called { call: Call::CountsLowest });
            }
            Irregularity::CardAfterStay => self.interrupt(Interruption::AfterStay(false), what, to),
            Irregularity::CardAfterStayAndCard => self.interrupt(Interruption::AfterStay(true), what, to),
            Irregularity::DrawnUnseen => self.drawn_unseen(to),
            Irregularity::DrawnDisclosed => self.interrupt(Interruption::Drawn, what, to),
            Irregularity::BankerDrewFirst => {
                // F21: even if the Banker should hold a natural.
                self.mark(|round| round.handed_over = true);
                self.phase = Phase::PlayerThird;
                to.saw(cite!("4.12(i)"), Event::Called { call: Call::GoesToPlayer });
            }
            Irregularity::FaceUpInShoe => self.interrupt(Interruption::Found, what, to),
        }
        self.go_on(to);
        Ok(())
    }

    /// Nothing goes on until the card has been shown.
    fn interrupt(&mut self, by: Interruption, what: Irregularity, to: &mut impl Observer<Self>) {
        self.interruption = Some(by);
        to.saw(what.cite(), Event::Called { call: Call::Halts });
    }

    fn mark(&mut self, how: impl FnOnce(&mut Round)) {
        if let Some(round) = &mut self.round {
            how(round);
        }
    }

    /// 4.12(a): the four cards are gone, the hand is annulled, and the bank may be transferred (F13).
    fn annul(&mut self, to: &mut impl Observer<Self>) {
        for _ in u8::from(self.carried)..4 {
            self.draw(to);
        }
        self.carried = false;
        self.void(cite!("4.12(a)"), Next::Annulled, to);
    }

    /// 4.12(g): it is the first card of the next hand, unless the cutting card is out, or open in the shoe (F22).
    fn drawn_unseen(&mut self, to: &mut impl Observer<Self>) {
        self.draw(to);
        let is_seen = |shoe: Shoe| shoe.is_cutting_card_out() || shoe.is_at_cutting_card();
        self.carried = !self.shoe.is_some_and(is_seen);
        let call = if self.carried { Call::KeepsForNext } else { Call::DiscardsUnseen };
        to.saw(cite!("4.12(g)"), Event::Called { call });
    }

    /// A card that an interruption waited for.
    pub(super) fn interrupted(&mut self, by: Interruption, card: Card, to: &mut impl Observer<Self>) {
        self.interruption = None;
        match by {
            Interruption::AfterStay(dealer_said_card) => {
                let cite = if dealer_said_card { cite!("4.12(f)") } else { cite!("4.12(e)") };
                self.draw_up(card, cite, to);
                self.mark(|round| round.astray = Some((card, dealer_said_card)));
            }
            Interruption::Drawn => {
                self.draw_up(card, cite!("4.12(g)"), to);
                self.disclose(card, to);
            }
            Interruption::Found => {
                self.draw_up(card, cite!("4.12(j)"), to);
                self.mark(|round| round.found = true);
                // G5: a ten or face has no value, and goes alone.
                self.discard(value(card), cite!("4.12(j)"), to);
            }
            Interruption::Discard(left, cite) => {
                self.draw_up(card, cite, to);
                self.interruption = (left > 1).then_some(Interruption::Discard(left - 1, cite));
            }
        }
    }

    fn discard(&mut self, more: u8, cite: Citation, to: &mut impl Observer<Self>) {
        to.saw(cite, Event::Called { call: Call::Discards(more) });
        self.interruption = (more > 0).then_some(Interruption::Discard(more, cite));
    }

    /// 4.12(h): what the licensee chose for a disclosed card that no hand can use: at once, or after the hand (F20).
    pub(super) fn disclose(&mut self, card: Card, to: &mut impl Observer<Self>) {
        match self.options.disclosed() {
            Disclosed::ByValue { tens } => {
                let more = if value(card) == 0 { tens } else { value(card) };
                self.discard(more, cite!("4.12(h)1"), to);
            }
            Disclosed::OneMore => {
                self.draw(to);
                to.saw(cite!("4.12(h)2"), Event::Called { call: Call::DiscardsUnseen });
            }
            Disclosed::Simulated => {
                self.disclosed.try_push(card).unwrap_or_default();
                to.saw(cite!("4.12(h)3"), Event::Called { call: Call::WillSimulate });
            }
        }
    }
}
