//! 2.15: what can go wrong. Too few cards (2.15(f)) are found by the rules themselves.

use super::{
    Blackjack, Call, Phase, Shown, Spot,
    options::{Reader, Side, Supply},
    round::{Round, Stage, State},
    saw, seen,
    shoe::{Burn, Held},
};
use crate::{
    game::Observer,
    hands::blackjack::may_be_blackjack,
    kit::cards::Card,
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// What can go wrong. A card is named where its face was seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// (a): the next card lies face upward in the shoe.
    FaceUp(Card),
    /// (b) and (c): a card left the shoe that should not have.
    DrawnInError(Option<Card>),
    /// (d): the dealer drew a card that he may not have, whatever his total (B19).
    DealerDrew(Card),
    /// (e): the dealer missed his own card.
    DealerMissed,
    /// (g): a box was passed over.
    PassedOver,
    /// (h): the round is dealt from the wrong side of a double shoe.
    WrongSide,
    /// (i): a card that was asked for did not come.
    CardMissed {
        /// That was noticed before "Dealer's Card".
        in_time: bool,
    },
    /// (j): the hole card went into the reader though it could not make a blackjack.
    ReaderUsed,
    /// (k): the reader does not work.
    ReaderFailed,
    /// (l): the dealer did not move his first card on.
    UpCardNotMoved,
    /// (m): it went to the rack.
    UpCardPickedUp,
}

impl Irregularity {
    /// The provision that says what follows.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::FaceUp(_) => cite!("2.15(a)"),
            Irregularity::DrawnInError(None) => cite!("2.15(b)"),
            Irregularity::DrawnInError(Some(_)) => cite!("2.15(c)"),
            Irregularity::DealerDrew(_) => cite!("2.15(d)"),
            Irregularity::DealerMissed => cite!("2.15(e)"),
            Irregularity::PassedOver => cite!("2.15(g)"),
            Irregularity::WrongSide => cite!("2.15(h)"),
            Irregularity::CardMissed { .. } => cite!("2.15(i)"),
            Irregularity::ReaderUsed => cite!("2.15(j)"),
            Irregularity::ReaderFailed => cite!("2.15(k)"),
            Irregularity::UpCardNotMoved => cite!("2.15(l)"),
            Irregularity::UpCardPickedUp => cite!("2.15(m)"),
        }
    }

    const fn card(self) -> Option<Card> {
        match self {
            Irregularity::FaceUp(card) | Irregularity::DealerDrew(card) => Some(card),
            Irregularity::DrawnInError(card) => card,
            _ => None,
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Irregularity::FaceUp(_) => "face up in the shoe",
            Irregularity::DrawnInError(_) => "card drawn in error",
            Irregularity::DealerDrew(_) => "dealer drew in error",
            Irregularity::DealerMissed => "dealer missed his card",
            Irregularity::PassedOver => "box passed over",
            Irregularity::WrongSide => "wrong side of the shoe",
            Irregularity::CardMissed { in_time: true } => "requested card missed",
            Irregularity::CardMissed { in_time: false } => "requested card missed, noticed late",
            Irregularity::ReaderUsed => "hole card in the reader",
            Irregularity::ReaderFailed => "reader fails",
            Irregularity::UpCardNotMoved => "up card not moved",
            Irregularity::UpCardPickedUp => "up card picked up",
        })?;
        self.card().map_or(Ok(()), |card| write!(f, " {card}"))
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut impl FnMut(Self)) {
        use Irregularity::*;
        [DrawnInError(None), DealerMissed, PassedOver, WrongSide].into_iter().for_each(&mut *tell);
        [true, false].into_iter().for_each(|in_time| tell(CardMissed { in_time }));
        [ReaderUsed, ReaderFailed, UpCardNotMoved, UpCardPickedUp].into_iter().for_each(&mut *tell);
        for card in Card::all() {
            tell(FaceUp(card));
            tell(DrawnInError(Some(card)));
            tell(DealerDrew(card));
        }
    }
}

impl Blackjack {
    /// Whether a card can leave this side of the shoe now, and be this one.
    fn can_leave(&self, side: Side, card: Option<Card>) -> Result<(), Refusal> {
        let stack = self.stack(side);
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match card {
            // One card in error is the next one: there is no other until it is used.
            _ if stack.held.is_some() => Err(Refusal::new(cite!("2.15(b)"), Why::NotNow)),
            _ if stack.shoe.left() == 0 => cannot(cite!("2.15(f)")),
            _ if stack.shoe.is_at_cutting_card() => cannot(cite!("2.6(l)")),
            Some(card) if self.card_weight(side, card) == 0 => cannot(cite!("2.2(a)")),
            _ => Ok(()),
        }
    }

    /// Whether this can go wrong now.
    pub(super) fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let round = self.round.as_ref().filter(|round| self.phase == Phase::Playing && !round.is_up_lost);
        let is_double = matches!(self.options.supply(), Supply::Double { .. });
        let is_open = self.phase == Phase::Open && !is_double && self.burn != Some(Burn::Asked);
        let can = match (what, round) {
            (Irregularity::FaceUp(_) | Irregularity::DrawnInError(_), None) => is_open,
            (Irregularity::FaceUp(_), Some(round)) => !matches!(round.stage, Stage::Determining(_)),
            (Irregularity::DrawnInError(card), Some(round)) => match round.stage {
                Stage::Determining(_) => false,
                // (d) is for that.
                Stage::Settling => card.is_none(),
                _ => true,
            },
            (Irregularity::DealerDrew(_), Some(round)) => round.stage == Stage::Settling,
            (_, None) => what == Irregularity::ReaderFailed && self.has_reader() && self.phase == Phase::Open,
            (what, Some(round)) => self.can_go_wrong(what, round),
        };
        if !can {
            return Err(Refusal::new(what.cite(), Why::NotNow));
        }
        match what {
            Irregularity::FaceUp(_) | Irregularity::DrawnInError(_) | Irregularity::DealerDrew(_) => {
                self.can_leave(self.side(), what.card())
            }
            _ => Ok(()),
        }
    }

    fn has_reader(&self) -> bool {
        self.options.reader().is_some() && !self.is_reader_out
    }

    /// What goes wrong with the round rather than with a card.
    fn can_go_wrong(&self, what: Irregularity, round: &Round) -> bool {
        let boxes = round.boxes.len();
        let is_later_spot = round.spot > Spot::First;
        match (what, round.stage) {
            (Irregularity::DealerMissed, Stage::First(at)) => usize::from(at) == boxes,
            (Irregularity::DealerMissed, Stage::UpSecond) => true,
            (Irregularity::PassedOver, Stage::First(at)) => usize::from(at) < boxes,
            (Irregularity::PassedOver, Stage::Second(_)) => true,
            (Irregularity::WrongSide, Stage::First(at)) => {
                let is_double = matches!(self.options.supply(), Supply::Double { .. });
                let is_begun = usize::from(at) != round.boxes[0].hands[0].cards.len() || at > 1;
                let is_stocked = self.stack(round.side.other()).shoe.left() > 0;
                is_double && !is_begun && !round.is_wrong_side && is_stocked
            }
            // A card that the player asked for, not the second of a split hand.
            (Irregularity::CardMissed { .. }, Stage::Hit(at)) => round.hand(at).cards.len() >= 2,
            (Irregularity::ReaderUsed, _) => {
                let is_down = round.hole.is_some() && round.stage != Stage::Turning;
                self.has_reader() && is_down && !round.up().is_some_and(may_be_blackjack)
            }
            (Irregularity::ReaderFailed, stage) => self.has_reader() && stage != Stage::Turning,
            (Irregularity::UpCardNotMoved, Stage::Calling) => is_later_spot,
            (
                Irregularity::UpCardPickedUp,
                Stage::Calling | Stage::DealersCard | Stage::Drawing | Stage::Settling,
            ) => is_later_spot,
            _ => false,
        }
    }

    pub(super) fn go_wrong(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        let side = self.side();
        let cite = what.cite();
        match what {
            Irregularity::FaceUp(card) | Irregularity::DealerDrew(card) => {
                self.stacks[side as usize].shoe.draw_up(card);
                self.discard(side, card);
                seen(to, cite, Shown::Card(card));
                let is_drawn = matches!(what, Irregularity::DealerDrew(_));
                saw(to, cite, if is_drawn { Call::BurnsIt } else { Call::Discards });
            }
            Irregularity::DrawnInError(None) => {
                let stack = &mut self.stacks[side as usize];
                stack.shoe.draw();
                stack.held = Some(Held::Down);
                saw(to, cite, Call::IsNext);
            }
            Irregularity::DrawnInError(Some(card)) => {
                let stack = &mut self.stacks[side as usize];
                stack.shoe.draw_up(card);
                stack.held = Some(Held::Up(card));
                seen(to, cite, Shown::Card(card));
                saw(to, cite, Call::IsNext);
            }
            Irregularity::ReaderFailed => {
                self.is_reader_out = true;
                saw(to, cite, Call::WithoutReader);
                if let Some(Round { stage: Stage::Check | Stage::Reading, .. }) = self.round {
                    self.next_turn(to);
                }
            }
            _ => self.round_goes_wrong(what, to),
        }
        // Without a card there is none to burn.
        if self.burn == Some(Burn::Due) && self.stack(Side::Left).shoe.left() == 0 {
            self.burn = None;
        }
    }

    fn round_goes_wrong(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        match (what, round.stage) {
            (Irregularity::DealerMissed, stage) => {
                saw(to, cite!("2.15(e)"), Call::DealsLate);
                if let Stage::First(_) = stage {
                    round.stage = Stage::Second(0);
                }
            }
            (Irregularity::PassedOver, Stage::First(at)) => {
                saw(to, cite!("2.15(g)"), Call::PassedOver(round.boxes[usize::from(at)].seat));
                round.stage = Stage::First(at + 1);
            }
            (Irregularity::PassedOver, Stage::Second(at)) => {
                saw(to, cite!("2.15(g)"), Call::PassedOver(round.boxes[usize::from(at)].seat));
                round.stage = Stage::Second(at + 1);
                if usize::from(at) + 1 == round.boxes.len() {
                    self.second_cards_done(to);
                }
            }
            (Irregularity::WrongSide, _) => {
                round.is_first_astray = !round.boxes[0].hands[0].cards.is_empty();
                round.is_wrong_side = true;
                round.side = round.side.other();
                saw(to, cite!("2.15(h)"), Call::AsIfRight);
            }
            (Irregularity::CardMissed { in_time }, Stage::Hit(at)) => {
                saw(to, cite!("2.15(i)"), Call::Missed(round.place(at).seat, round.hand(at).id));
                round.hand_mut(at).state = State::Missed { in_time };
                self.next_turn(to);
            }
            (Irregularity::ReaderUsed, _) => {
                saw(to, cite!("2.15(j)"), Call::TellsSupervisor);
                match self.options.reader() {
                    Some(Reader::Shows) => self.call_all_dead(cite!("2.15(j)1"), to),
                    _ => saw(to, cite!("2.15(j)2"), Call::GoesOn),
                }
            }
            (Irregularity::UpCardNotMoved, _) => saw(to, cite!("2.15(l)"), Call::AsIfMoved),
            (Irregularity::UpCardPickedUp, _) => {
                round.is_up_lost = true;
                saw(to, cite!("2.15(m)"), Call::TellsSupervisor);
                saw(to, cite!("2.15(m)"), Call::LooksForUpCard);
            }
            _ => {}
        }
    }
}
