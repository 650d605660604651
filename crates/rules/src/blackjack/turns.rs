//! 2.6(f) and (g), 2.8, 2.10 to 2.13: each box decides in its turn, from the dealer's left.

use super::{
    Blackjack, Call, Deed, Phase, Shown, Spot, Wager,
    options::Side,
    payouts,
    round::{At, Hand, Round, Stage, State},
    saw, seen,
    shoe::Held,
};
use crate::{
    game::{Bet, Event, Observer},
    hands::blackjack::{MOST, is_pair, may_be_blackjack},
    kit::cards::Card,
    money::Money,
    party::{Actor, Patron},
    refusal::{Refusal, Why},
};
use law::{Citation, cite};

/// The hand on which a player decides now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn<'a> {
    /// Who calls the decision.
    pub caller: Patron,
    /// Its cards.
    pub cards: &'a [Card],
    /// How many hands its box has: more than one if it was split.
    pub hands: u8,
    /// The dealer's cards that were seen.
    pub dealer: &'a [Card],
}

impl Blackjack {
    /// The hand on which a player decides now, if there is one.
    pub fn turn(&self) -> Option<Turn<'_>> {
        let round = self.playing()?;
        let Stage::Turn(at) = round.stage else { return None };
        let (place, hand) = (round.place(at), round.hand(at));
        let hands = u8::try_from(place.hands.len()).ok()?;
        Some(Turn { caller: place.caller, cards: &hand.cards, hands, dealer: &round.dealer })
    }

    fn playing(&self) -> Option<&Round> {
        self.round.as_ref().filter(|_| self.phase == Phase::Playing)
    }

    /// The next hand that has something to decide, or a second card to get; then those whose card was missed; then the
    /// dealer.
    pub(super) fn next_turn(&mut self, to: &mut impl Observer<Self>) {
        while let Some(at) = self.round.as_ref().and_then(|round| round.find(State::Open)) {
            let Some(round) = &mut self.round else { return };
            let (seat, id, total) = (round.place(at).seat, round.hand(at).id, round.hand(at).total());
            match round.hand(at).cards.len() {
                // 2.15(c): who refused a card gets no more.
                _ if round.place(at).has_refused => round.hand_mut(at).state = State::Stood,
                // 2.11(b): a split hand gets its second card when the hands before it are complete.
                1 => return self.set_stage(Stage::Hit(at)),
                _ => {
                    saw(to, cite!("2.6(f)"), Call::Total(seat, id, total));
                    return self.set_stage(Stage::Turn(at));
                }
            }
        }
        let late = self.round.as_ref().and_then(|round| round.find(State::Missed { in_time: true }));
        if let (Some(at), Some(round)) = (late, &self.round) {
            saw(to, cite!("2.15(i)"), Call::OffersLate(round.place(at).seat, round.hand(at).id));
            return self.set_stage(Stage::Late(at));
        }
        self.dealers_turn(to);
    }

    /// Whose word is asked now: the caller's (2.13(b)), or another bettor's on his box.
    pub(super) fn responder(&self) -> Option<Patron> {
        let round = self.playing()?;
        let (at, done) = match round.stage {
            Stage::Turn(at) | Stage::Late(at) => return Some(round.place(at).caller),
            Stage::OneCard(at) => return round.boxes.get(usize::from(at)).map(|place| place.caller),
            Stage::Doubling(at, done) | Stage::Splitting(at, done) => (at, done),
            _ => return None,
        };
        let (place, hand) = (round.place(at), round.hand(at));
        let new = self.new_hand(round, at);
        let on = |patron, wager| self.staked(patron, place.seat, |lies| lies == wager) > Money::ZERO;
        let lacks = |patron: Patron| {
            Spot::ALL.into_iter().any(|spot| {
                let more = match round.stage {
                    Stage::Doubling(..) => Wager::Double(hand.id, spot),
                    _ => Wager::Hand(new, spot),
                };
                on(patron, Wager::Hand(hand.id, spot)) && !on(patron, more)
            })
        };
        let mut bettors = place.bettors.iter().enumerate().filter(|(i, _)| done >> i & 1 == 0);
        bettors.find(|(_, patron)| lacks(**patron)).map(|(_, patron)| *patron)
    }

    /// The number of the hand that a split would form.
    fn new_hand(&self, round: &Round, at: At) -> u8 {
        u8::try_from(round.place(at).hands.len()).map_or(u8::MAX, |hands| hands + 1)
    }

    /// The hand that a split divides now.
    pub(super) fn splitting_hand(&self) -> Option<u8> {
        let round = self.playing()?;
        match round.stage {
            Stage::Turn(at) | Stage::Splitting(at, _) => Some(round.hand(at).id),
            _ => None,
        }
    }

    /// Whether this person may decide this now.
    pub(super) fn may_decide(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let cite = decision_cite(deed);
        let not_now = Err(Refusal::new(cite, Why::NotNow));
        let Some(round) = self.playing() else { return not_now };
        if deed == Deed::CallDead && round.stage == Stage::Settling {
            return self.may_call_dead_late(by, round);
        }
        let is_asked = matches!(
            (deed, round.stage),
            (Deed::Stand | Deed::Draw | Deed::Surrender | Deed::Refuse, Stage::Turn(_))
                | (Deed::DoNotDouble, Stage::Doubling(..))
                | (Deed::TakeHand(_), Stage::Splitting(..))
                | (Deed::TakeCard | Deed::CallDead, Stage::OneCard(_) | Stage::Late(_))
        );
        if !is_asked {
            return not_now;
        }
        if self.responder().map(Actor::Patron) != Some(by) {
            return Err(Refusal::new(cite!("2.13(b)"), Why::NotYours));
        }
        match (deed, round.stage) {
            (Deed::Draw, Stage::Turn(at)) if round.hand(at).is_ace => {
                Err(Refusal::new(cite!("2.12(a)3"), Why::NotNow))
            }
            (Deed::Surrender, Stage::Turn(at)) => self.may_surrender(round, at),
            (Deed::Refuse, Stage::Turn(_)) => match self.stack(round.side).held {
                Some(Held::Up(_)) => Ok(()),
                _ => not_now,
            },
            (Deed::TakeHand(hand), Stage::Splitting(at, _))
                if hand != round.hand(at).id && hand != self.new_hand(round, at) =>
            {
                Err(Refusal::new(cite, Why::NoSuchPlace))
            }
            _ => Ok(()),
        }
    }

    /// 2.15(i): after "Dealer's Card" only the dead hand remains (B21).
    fn may_call_dead_late(&self, by: Actor, round: &Round) -> Result<(), Refusal> {
        match round.find(State::Missed { in_time: false }) {
            Some(at) if by == Actor::Patron(round.place(at).caller) => Ok(()),
            Some(_) => Err(Refusal::new(cite!("2.15(i)"), Why::NotYours)),
            None => Err(Refusal::new(cite!("2.15(i)"), Why::NotNow)),
        }
    }

    /// 2.8: before any other decision, on a hand that nobody else wagers on (B27).
    fn may_surrender(&self, round: &Round, at: At) -> Result<(), Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let place = round.place(at);
        if !self.options.surrender() {
            return no(cite!("2.8(c)"), Why::NotOffered);
        }
        if place.is_split() || round.hand(at).cards.len() != 2 {
            return no(cite!("2.8(a)"), Why::NotNow);
        }
        if place.bettors.len() > 1 {
            return no(cite!("2.8(a)"), Why::BoxShared);
        }
        Ok(())
    }

    /// A decision that was allowed.
    pub(super) fn decide_on(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        match (round.stage, deed) {
            (Stage::Turn(at), _) => self.decide_turn(at, deed, to),
            (Stage::Doubling(at, done), Deed::DoNotDouble) => {
                let Actor::Patron(patron) = by else { return };
                round.stage = Stage::Doubling(at, done | bit(round, at, patron));
                saw(to, cite!("2.13(d)"), Call::NotDoubled(patron));
                self.doubling(to);
            }
            (Stage::Splitting(at, done), Deed::TakeHand(hand)) => {
                let Actor::Patron(patron) = by else { return };
                round.stage = Stage::Splitting(at, done | bit(round, at, patron));
                self.take_hand(at, patron, hand, to);
                self.splitting(to);
            }
            (Stage::OneCard(at), Deed::TakeCard) => {
                saw(to, cite!("2.15(g)"), Call::LateSecond(round.boxes[usize::from(at)].seat));
                round.stage = Stage::LateSecond(at);
            }
            (Stage::OneCard(at), _) => {
                let seat = round.boxes[usize::from(at)].seat;
                self.call_dead(seat, 1, cite!("2.15(g)"), to);
                self.second_cards_done(to);
            }
            (Stage::Late(at), Deed::TakeCard) => {
                round.hand_mut(at).state = State::Open;
                round.stage = Stage::Hit(at);
                saw(to, cite!("2.15(i)"), Call::DealsMissed(round.place(at).seat, round.hand(at).id));
            }
            (Stage::Late(at), _) => {
                let (seat, id) = (round.place(at).seat, round.hand(at).id);
                self.call_dead(seat, id, cite!("2.15(i)"), to);
                self.next_turn(to);
            }
            (Stage::Settling, _) => {
                if let Some(at) = round.find(State::Missed { in_time: false }) {
                    let (seat, id) = (round.place(at).seat, round.hand(at).id);
                    self.call_dead(seat, id, cite!("2.15(i)"), to);
                }
            }
            _ => {}
        }
    }

    fn decide_turn(&mut self, at: At, deed: Deed, to: &mut impl Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        let (seat, id) = (round.place(at).seat, round.hand(at).id);
        match deed {
            Deed::Stand => {
                saw(to, cite!("2.6(f)"), Call::Stands(seat, id));
                round.hand_mut(at).state = State::Stood;
                self.next_turn(to);
            }
            Deed::Draw => {
                saw(to, cite!("2.12(a)"), Call::Draws(seat, id));
                round.stage = Stage::Hit(at);
            }
            Deed::Refuse => {
                // 2.15(c): on this hand, and on every other of his.
                let caller = round.place(at).caller;
                round
                    .boxes
                    .iter_mut()
                    .filter(|place| place.caller == caller)
                    .for_each(|p| p.has_refused = true);
                saw(to, cite!("2.15(c)"), Call::Refused(seat));
                round.hand_mut(at).state = State::Stood;
                self.next_turn(to);
            }
            Deed::Surrender => {
                let is_insured =
                    |bet: &Bet<Wager>| bet.seat == seat && matches!(bet.wager, Wager::Insurance(_));
                if self.layout.bets().iter().any(is_insured) {
                    saw(to, cite!("2.8(b)"), Call::SettledApart(seat));
                }
                if round.up().is_some_and(may_be_blackjack) {
                    saw(to, cite!("2.8(a)2"), Call::Surrendered(seat));
                    round.hand_mut(at).state = State::Surrendered;
                } else {
                    self.settle_surrender(at, to);
                }
                self.next_turn(to);
            }
            _ => {}
        }
    }

    /// A doubling wager lies there: once everyone has answered, one card comes.
    pub(super) fn doubling(&mut self, to: &mut impl Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        if let Stage::Turn(at) = round.stage {
            round.stage = Stage::Doubling(at, 0);
        }
        let Stage::Doubling(at, _) = round.stage else { return };
        if self.responder().is_some() {
            return;
        }
        let Some(round) = &mut self.round else { return };
        round.hand_mut(at).is_doubled = true;
        round.stage = Stage::Hit(at);
        saw(to, cite!("2.12(a)2"), Call::Sideways(round.place(at).seat, round.hand(at).id));
    }

    /// A splitting wager lies there: once everyone has answered, the pair is two hands.
    pub(super) fn splitting(&mut self, to: &mut impl Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        if let Stage::Turn(at) = round.stage {
            round.stage = Stage::Splitting(at, 0);
        }
        let Stage::Splitting(at, _) = round.stage else { return };
        if self.responder().is_some() {
            return;
        }
        let Some(round) = &mut self.round else { return };
        let new = u8::try_from(round.place(at).hands.len() + 1).unwrap_or(u8::MAX);
        let hand = round.hand_mut(at);
        let (one, is_ace) = (hand.id, hand.cards[0].rank() == 1);
        let mut split = Hand::new(new);
        split.cards.extend(hand.cards.pop());
        (hand.is_ace, split.is_ace) = (is_ace, is_ace);
        let place = &mut round.boxes[usize::from(at.place)];
        place.hands.insert(usize::from(at.hand) + 1, split);
        saw(to, cite!("2.11(b)"), Call::Splits(place.seat, one, new));
        self.next_turn(to);
    }

    /// 2.13(e): another bettor names the hand that his wager is to lie on.
    fn take_hand(&mut self, at: At, patron: Patron, hand: u8, to: &mut impl Observer<Self>) {
        let Some(round) = &self.round else { return };
        let (seat, from) = (round.place(at).seat, round.hand(at).id);
        saw(to, cite!("2.13(e)"), Call::Chose(patron, hand));
        if hand == from {
            return;
        }
        self.layout.amend(|bet| {
            let before = *bet;
            match bet.wager {
                Wager::Hand(on, spot) if (bet.patron, bet.seat, on) == (patron, seat, from) => {
                    bet.wager = Wager::Hand(hand, spot);
                    to.saw(cite!("2.13(e)"), Event::Moved { bet: before, to: bet.wager });
                }
                _ => {}
            }
        });
    }

    /// 2.6(g), 2.11(c): a card comes to a hand, and its new total is announced.
    pub(super) fn hit(&mut self, at: At, card: Card, to: &mut impl Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        let is_second = round.hand(at).cards.len() == 1;
        let hand = round.hand_mut(at);
        hand.cards.push(card);
        let cite = if is_second { cite!("2.11(c)") } else { cite!("2.6(g)") };
        seen(to, if is_second { cite!("2.11(b)") } else { cite }, Shown::Card(card));
        let (seat, id) = (round.place(at).seat, round.hand(at).id);
        let total = round.hand(at).total();
        saw(to, if is_second { cite } else { worth(card, round.hand(at)) }, Call::Total(seat, id, total));
        if round.place(at).score(round.hand(at)).is_two_card_21() {
            // B1: after a split it is a 21 and nothing more.
            saw(to, cite!("2.1"), Call::NoBlackjack(seat));
        }
        self.after_hit(at, to);
    }

    fn after_hit(&mut self, at: At, to: &mut impl Observer<Self>) {
        let Some(round) = &self.round else { return };
        let (seat, hand) = (round.place(at).seat, round.hand(at));
        let (id, total) = (hand.id, hand.total());
        let is_new_pair = matches!(hand.cards.as_slice(), [one, other] if is_pair(one.rank(), other.rank()));
        let may_resplit = is_new_pair && self.may_split_again(round, at).is_ok();
        let no_more: Citation = match () {
            () if total.is_bust() => {
                self.bust(at, to);
                return self.next_turn(to);
            }
            () if hand.is_doubled => cite!("2.10(a)"),
            () if hand.is_ace && !may_resplit => cite!("2.11(c)2"),
            () if total.count() == MOST => cite!("2.12(a)1"),
            () => return self.set_stage(Stage::Turn(at)),
        };
        saw(to, no_more, Call::NoMore(seat, id));
        if let Some(round) = &mut self.round {
            round.hand_mut(at).state = State::Stood;
        }
        self.next_turn(to);
    }

    /// Whether wagers on this hand can still turn on the dealer's second card, or on what he draws.
    pub(super) fn depends(&self, round: &Round, bet: &Bet<Wager>, has_second: bool) -> bool {
        let spot = bet.wager.spot();
        if spot != Some(round.spot) {
            return false;
        }
        let Some(hand) = bet.wager.hand() else { return true };
        let Some(place) = round.at_seat(bet.seat) else { return false };
        let Some(hand) = place.hand(hand) else { return false };
        let may_be = round.up().is_some_and(may_be_blackjack);
        match hand.state {
            State::Surrendered | State::Blackjack => !has_second,
            _ => payouts::depends_on_draw(place.score(hand), &self.options) || !has_second && may_be,
        }
    }

    /// The side the round is dealt from.
    pub(super) fn side(&self) -> Side {
        self.round.as_ref().map_or(Side::Left, |round| round.side)
    }
}

/// The place of a bettor among those of the box, as a bit.
fn bit(round: &Round, at: At, patron: Patron) -> u8 {
    round.place(at).bettors.iter().position(|&bettor| bettor == patron).map_or(0, |i| 1 << i)
}

/// The provision of a decision.
const fn decision_cite(deed: Deed) -> Citation {
    match deed {
        Deed::Draw => cite!("2.12(a)"),
        Deed::Surrender => cite!("2.8(a)"),
        Deed::Refuse => cite!("2.15(c)"),
        Deed::DoNotDouble => cite!("2.13(d)"),
        Deed::TakeHand(_) => cite!("2.13(e)"),
        Deed::TakeCard | Deed::CallDead => cite!("2.15(i)"),
        _ => cite!("2.6(f)"),
    }
}

/// 2.2(b): what the card just dealt adds, by its paragraph; where an ace may change its count, by the ace's.
fn worth(card: Card, hand: &Hand) -> Citation {
    match card.rank() {
        _ if hand.cards.iter().any(|card| card.rank() == 1) => cite!("2.2(b)3.i"),
        11..=13 => cite!("2.2(b)2"),
        _ => cite!("2.2(b)1"),
    }
}
