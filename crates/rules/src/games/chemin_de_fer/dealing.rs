//! 4.8 and 4.9: the deal, the announcements and third cards.

use super::{
    CheminDeFer, Phase,
    calls::Call,
    drawing::{self, Announcement},
    settling::Next,
};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Disclosed, Score, Side, Third, is_natural, value},
    kit::cards::Card,
};
use arrayvec::ArrayVec;

/// A round from "No More Bets" on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Round {
    /// The patron who controls the Player's Hand.
    pub dominant: Patron,
    pub player: Hand,
    pub banker: Hand,
    /// What the Dominant Player announced, or the Banker's "Natural".
    pub said: Option<Announcement>,
    /// A card dealt face up after "Stay", and whether the dealer had said "Card".
    pub astray: Option<(Card, bool)>,
    /// Whether the Player's third card is one that the Banker drew for himself (4.12(i)).
    pub handed_over: bool,
    /// Whether a card was found face up in the shoe.
    pub found: bool,
}

/// The cards of one hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Hand {
    /// The number of face-down cards whose faces nobody has seen.
    pub down: u8,
    /// First cards that someone has seen.
    pub first: ArrayVec<Card, 3>,
    pub is_up: bool,
    /// Cards after the first ones.
    pub more: ArrayVec<Card, 2>,
    /// Whether its first cards count as nothing (4.12(b)).
    pub is_zero: bool,
    /// Whether two cards are drawn where one is due (4.12(d)).
    pub draws_two: bool,
}

impl Hand {
    /// The count of its first cards.
    pub fn base(&self) -> u8 {
        match self.first[..] {
            _ if self.is_zero => 0,
            [a, b, c] => drawing::highest(&[a, b, c]),
            _ => self.first.iter().map(|&card| value(card)).sum::<u8>() % 10,
        }
    }

    /// The count of the whole hand.
    pub fn count(&self) -> u8 {
        if self.more.len() < 2 {
            return self.more.iter().fold(self.base(), |sum, &card| sum + value(card)) % 10;
        }
        // F9, F10: cards that count as nothing are worth nothing in a pair as well.
        let first = self.first.iter().map(|&card| if self.is_zero { 0 } else { value(card) });
        let values: ArrayVec<u8, 5> = first.chain(self.more.iter().map(|&card| value(card))).collect();
        drawing::lowest(&values)
    }

    /// The sum of its values; `None` if an irregularity changes how it counts.
    pub(super) fn total(&self) -> Option<u8> {
        let as_usual = !self.is_zero && self.first.len() == 2 && self.more.len() < 2;
        as_usual.then(|| self.first.iter().chain(&self.more).map(|&card| value(card)).sum())
    }

    fn third(&self) -> Option<Card> {
        self.more.first().copied()
    }

    /// Whether its two first cards are a natural. Three never are.
    fn is_natural(&self) -> bool {
        self.first.len() == 2 && is_natural(self.base())
    }

    /// Whether its first two cards have the same rank. With three, nobody knows which came first.
    fn is_pair(&self) -> bool {
        matches!(self.first[..], [one, two] if one.rank() == two.rank())
    }
}

impl Round {
    /// The score that the dealer announces.
    pub(super) fn score(&self) -> Score {
        let (player, banker) = (self.player.count(), self.banker.count());
        Score {
            winner: drawing::winner(player, banker),
            player,
            banker,
            natural: self.player.is_natural() || self.banker.is_natural(),
            player_pair: self.player.is_pair(),
            banker_pair: self.banker.is_pair(),
        }
    }
}

impl CheminDeFer {
    /// 4.8(c): begins the round: wagers are closed, and somebody controls the Player's Hand.
    pub(super) fn begin_round(&mut self, to: &mut dyn Observer<Self>) {
        let Some((dominant, seat)) = self.dominant() else { return };
        let (player, banker) = (Hand::default(), Hand::default());
        let (said, astray) = (None, None);
        self.round = Some(Round { dominant, player, banker, said, astray, handed_over: false, found: false });
        self.phase = Phase::Closed;
        to.saw(cite!("4.8(c)"), Event::Called { call: Call::NamesDominant { patron: dominant, seat } });
    }

    /// A card leaves the shoe, after the cutting card if that comes first; `false` if there is none.
    pub(super) fn draw(&mut self, to: &mut dyn Observer<Self>) -> bool {
        let Some(shoe) = &mut self.shoe else { return false };
        if shoe.is_at_cutting_card() {
            shoe.take_cutting_card();
            to.saw(cite!("4.12(k)"), Event::Called { call: TableCall::SetsCuttingCardAside.into() });
        }
        if shoe.left() == 0 {
            return false;
        }
        shoe.draw();
        true
    }

    /// A card leaves the shoe and is turned up for everyone.
    pub(super) fn draw_up(&mut self, card: Card, cite: Citation, to: &mut dyn Observer<Self>) {
        self.draw(to);
        self.reveal(card, Eyes::All, cite, to);
    }

    fn reveal(&mut self, card: Card, eyes: Eyes, cite: Citation, to: &mut dyn Observer<Self>) {
        if let Some(shoe) = &mut self.shoe {
            shoe.turn(card);
        }
        to.saw(cite, Event::Shown { chance: card, to: eyes });
    }

    /// 4.8(d): the first and third card go to the Dominant Player, the second and fourth to the Banker, face
    /// down.
    pub(super) fn deal(&mut self, [player, banker]: [u8; 2], cite: Citation, to: &mut dyn Observer<Self>) {
        // 4.12(g): a card drawn in error earlier is the first.
        if self.carried {
            to.saw(cite!("4.12(g)"), Event::Called { call: Call::UsesDrawnCard });
        }
        if !self.lay_down([player, banker], to) {
            return self.void(cite!("4.12(k)"), Next::Keep, to);
        }
        self.phase = Phase::PlayerLooks;
        let call = Call::Deals { player_cards: player, banker_cards: banker };
        to.saw(cite, Event::Called { call });
    }

    /// Deals cards face down to both hands alternately, the carried card first; `false` if the shoe has too
    /// few.
    pub(super) fn lay_down(&mut self, [player, banker]: [u8; 2], to: &mut dyn Observer<Self>) -> bool {
        let (due, mut laid) = (player + banker, u8::from(core::mem::take(&mut self.carried)));
        while laid < due && self.draw(to) {
            laid += 1;
        }
        let players = player.min(laid.div_ceil(2));
        self.mark(|round| (round.player.down, round.banker.down) = (players, laid - players));
        laid == due
    }

    /// 4.9(a) and (b): the person who controls the hand looks at its cards.
    pub(super) fn look(&mut self, to: &mut dyn Observer<Self>) {
        let (patron, cite) = match (self.phase, &self.round, self.bank) {
            (Phase::PlayerLooks, Some(round), _) => {
                self.phase = Phase::PlayerSees;
                (round.dominant, cite!("4.9(a)"))
            }
            (_, _, Some(bank)) => {
                self.phase = Phase::BankerSees;
                (bank.patron, cite!("4.9(b)"))
            }
            _ => return,
        };
        to.saw(cite, Event::Called { call: Call::Looks { patron } });
    }

    /// A card of a hand is seen by one person, turned up, or drawn.
    pub(super) fn show_in_round(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        if let Some(simulated) = self.simulated {
            self.draw_up(card, cite!("4.12(h)3"), to);
            self.simulated = Some(simulated.with(card));
            return;
        }
        let (Some(round), Some(bank)) = (&mut self.round, self.bank) else { return };
        match self.phase {
            Phase::PlayerSees => {
                let eyes = Eyes::Only(Actor::Patron(round.dominant));
                if round.player.sees(card) {
                    self.phase = Phase::PlayerCalls;
                }
                self.reveal(card, eyes, cite!("4.9(a)"), to);
            }
            Phase::BankerSees => {
                if round.banker.sees(card) {
                    self.phase = Phase::BankerCalls;
                }
                self.reveal(card, Eyes::Only(Actor::Patron(bank.patron)), cite!("4.9(b)"), to);
            }
            Phase::BankerShows => {
                let natural = round.said == Some(Announcement::Natural);
                let cite = if natural { cite!("4.9(a)4") } else { cite!("4.9(c)") };
                let all = round.banker.sees(card);
                round.banker.is_up = true;
                self.reveal(card, Eyes::All, cite, to);
                if all {
                    self.third_for_banker(to);
                }
            }
            Phase::PlayerThird => {
                let cite = if round.handed_over { cite!("4.12(i)") } else { cite!("4.9(b)") };
                round.player.more.push(card);
                self.phase = Phase::BankerTurns;
                self.draw_up(card, cite, to);
            }
            _ => {
                round.banker.more.push(card);
                let two = round.banker.draws_two;
                if !two || round.banker.more.len() == 2 {
                    self.phase = Phase::Complete;
                }
                self.draw_up(card, if two { cite!("4.12(d)") } else { cite!("4.9(c)") }, to);
            }
        }
    }

    /// 4.9(a) and (b): what follows an announcement. 4.9(h): the dealer repeats it.
    pub(super) fn say(&mut self, says: Announcement, to: &mut dyn Observer<Self>) {
        if let Some(simulated) = self.simulated {
            // F15: the dealer chooses for the Player's Hand.
            self.simulated = Some(simulated.player_chooses(says == Announcement::Card));
            to.saw(cite!("4.12(h)3"), Event::Called { call: Call::Repeats { announcement: says } });
            return;
        }
        to.saw(cite!("4.9(h)"), Event::Called { call: Call::Repeats { announcement: says } });
        let by_player = self.phase == Phase::PlayerCalls;
        if let Some(round) = &mut self.round
            && (by_player || says == Announcement::Natural)
        {
            round.said = Some(says);
        }
        match says {
            Announcement::Card => self.phase = Phase::BankerLooks,
            Announcement::Stay => self.phase = Phase::BankerTurns,
            Announcement::Natural if by_player => {
                self.turn_up_players(cite!("4.9(a)4"), to);
                self.phase = Phase::BankerShows;
            }
            Announcement::Natural => {
                self.turn_up_players(cite!("4.9(b)"), to);
                self.turn_up_bankers(cite!("4.9(b)"), to);
                self.phase = Phase::Complete;
            }
            Announcement::UnderEight => self.phase = Phase::PlayerThird,
        }
    }

    pub(super) fn turn_up_players(&mut self, cite: Citation, to: &mut dyn Observer<Self>) {
        if let Some(round) = &mut self.round {
            round.player.turn_up(|card| to.saw(cite, Event::Shown { chance: card, to: Eyes::All }));
        }
    }

    fn turn_up_bankers(&mut self, cite: Citation, to: &mut dyn Observer<Self>) {
        if let Some(round) = &mut self.round {
            round.banker.turn_up(|card| to.saw(cite, Event::Shown { chance: card, to: Eyes::All }));
        }
    }

    /// 4.9(c): the Banker turns their cards up; the equipment shows those that nobody has seen.
    pub(super) fn turn_up(&mut self, to: &mut dyn Observer<Self>) {
        if self.round.as_ref().is_some_and(|round| round.banker.down > 0) {
            self.phase = Phase::BankerShows;
            if let Some(bank) = self.bank {
                to.saw(cite!("4.9(c)"), Event::Called { call: Call::TurnsUp { patron: bank.patron } });
            }
            return;
        }
        self.turn_up_bankers(cite!("4.9(c)"), to);
        self.third_for_banker(to);
    }

    /// 4.9(c), Table 3: by the count of the Banker's first cards and the Player's third card. 4.12(e) and (f): a card
    /// dealt in error may become the Banker's.
    fn third_for_banker(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        self.phase = Phase::Complete;
        if round.said == Some(Announcement::Natural) {
            return;
        }
        let third = drawing::banker_third(round.banker.base(), round.player.third());
        if let Some((card, dealer_said_card)) = round.astray {
            let (becomes_his, cite) = match (third, dealer_said_card) {
                // F11: after "Stay" Table 3 leaves no choice, so `Option` never occurs.
                (Third::Draw | Third::Option, false) => (true, cite!("4.12(e)")),
                (Third::Stay, false) => (false, cite!("4.12(e)")),
                (Third::Draw, true) => (true, cite!("4.12(f)")),
                (Third::Stay | Third::Option, true) => (false, cite!("4.12(f)")),
            };
            if becomes_his {
                round.astray = None;
                round.banker.more.push(card);
                to.saw(cite, Event::Called { call: Call::GoesToBanker });
            } else {
                to.saw(cite, Event::Called { call: banker_third(false) });
                if self.table.options.disclosed() != Disclosed::Simulate {
                    to.clears(self);
                }
                self.mark(|round| round.astray = None);
                self.disclose(card, to);
            }
            return;
        }
        match third {
            Third::Draw => {
                self.phase = Phase::BankerThird;
                to.saw(cite!("4.9(c)"), Event::Called { call: banker_third(true) });
            }
            Third::Stay => to.saw(cite!("4.9(c)"), Event::Called { call: banker_third(false) }),
            Third::Option => self.phase = Phase::BankerChooses,
        }
    }

    /// 4.9(f): the Banker chooses to draw or stay; in a simulated round the dealer chooses (F15).
    pub(super) fn choose(&mut self, draws: bool, to: &mut dyn Observer<Self>) {
        let call = banker_third(draws);
        if let Some(simulated) = self.simulated {
            self.simulated = Some(simulated.banker_chooses(draws));
            to.saw(cite!("4.12(h)3"), Event::Called { call });
        } else {
            self.phase = if draws { Phase::BankerThird } else { Phase::Complete };
            to.saw(cite!("4.9(f)"), Event::Called { call });
        }
    }

    /// Continues until somebody or something is awaited: to the result, to a void hand, or through a simulated
    /// round.
    pub(super) fn go_on(&mut self, to: &mut dyn Observer<Self>) {
        let Some(shoe) = self.shoe else { return };
        if self.discards.is_some() {
            if shoe.left() > 0 {
                return;
            }
            self.discards = None;
        }
        if let Some(simulated) = self.simulated {
            return self.simulate_on(simulated, shoe.left() > 0, to);
        }
        let Some(round) = &self.round else {
            if self.carried && self.is_cutting_card_seen() {
                to.clears(self);
                self.drop_carried(to);
            }
            return;
        };
        let draws = matches!(self.phase, Phase::PlayerThird | Phase::BankerThird);
        if round.found && shoe.is_cutting_card_out() {
            // 4.12(j): a card of the last hand was found face up.
            self.void(cite!("4.12(j)"), Next::Keep, to);
        } else if draws && shoe.left() == 0 {
            self.void(cite!("4.12(k)"), Next::Keep, to);
        } else if self.phase == Phase::Complete {
            self.result(to);
        }
    }
}

/// The call on whether the Banker's Hand draws.
const fn banker_third(draws: bool) -> Call {
    Call::RulesOnThird { side: Side::Banker, draws }
}

impl Hand {
    /// One more of the first cards is seen; returns whether it was the last.
    fn sees(&mut self, card: Card) -> bool {
        self.first.push(card);
        self.down -= 1;
        self.down == 0
    }

    fn turn_up(&mut self, tell: impl FnMut(Card)) {
        if !self.is_up {
            self.first.iter().copied().for_each(tell);
        }
        self.is_up = true;
    }
}
