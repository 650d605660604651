//! 2.6(f) and (g), 2.8, 2.10 to 2.13: each box decides in its turn, from the dealer's left.

use super::{
    Blackjack, Call, Deed, Phase, Shown, Spot, Wager,
    options::{SecondCard, Side},
    payouts, saw, seen,
    shoe::Held,
    state::{At, Hand, Place, Round, Stage, State},
};
use crate::games::prelude::*;
use crate::{
    hands::blackjack::{MOST, may_be_blackjack},
    kit::cards::{Card, Unseen},
};

/// The hand on which a player decides now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn<'a> {
    /// The person who makes the decision.
    pub caller: Patron,
    /// The cards of the hand.
    pub cards: &'a [Card],
    /// The number of hands of its box: more than one if it was split.
    pub hands: u8,
    /// The dealer's cards that were seen.
    pub dealer: &'a [Card],
    /// The cards nobody has seen, of the side of the shoe that the round is dealt from.
    pub unseen: &'a Unseen,
}

/// What a player chooses on a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Draw,
    /// Double the hand with this number.
    Double(u8),
    Split,
    Surrender,
    /// Stand, or refuse a card.
    NoCard,
}

impl Blackjack {
    /// The hand on which a player decides now, if there is one.
    pub fn turn(&self) -> Option<Turn<'_>> {
        let round = self.playing()?;
        let Stage::Turn(at) = round.stage else { return None };
        let (place, hand) = (round.place(at), round.hand(at));
        let hands = u8::try_from(place.hands.len()).ok()?;
        let unseen = self.stack(round.side).shoe.unseen();
        Some(Turn { caller: place.caller, cards: &hand.cards, hands, dealer: &round.dealer, unseen })
    }

    fn playing(&self) -> Option<&Round> {
        self.round.as_ref().filter(|_| self.phase == Phase::Playing)
    }

    /// Moves on to the next hand that has a decision to make or a second card to get; then to those whose card was
    /// missed; then to the dealer.
    pub(super) fn next_turn(&mut self, to: &mut dyn Observer<Self>) {
        while let Some(at) = self.round.as_ref().and_then(|round| round.find(State::Open)) {
            let Some(round) = &mut self.round else { return };
            let (seat, id, total) = (round.place(at).seat, round.hand(at).id, round.hand(at).total());
            match round.hand(at).cards.len() {
                // 2.15(c): a player who refused a card gets no more.
                _ if round.place(at).has_refused => round.hand_mut(at).state = State::Stood,
                // 2.11(b): a split hand gets its second card when the hands before it are complete.
                1 => return self.set_stage(Stage::Hit(at)),
                _ => {
                    saw(to, cite!("2.6(f)"), Call::AnnouncesTotal { seat, hand: id, total });
                    return self.set_stage(Stage::Turn(at));
                }
            }
        }
        let late = self.round.as_ref().and_then(|round| round.find(State::Missed { in_time: true }));
        if let (Some(at), Some(round)) = (late, &self.round) {
            saw(
                to,
                cite!("2.15(i)"),
                Call::OffersMissed { seat: round.place(at).seat, hand: round.hand(at).id },
            );
            return self.set_stage(Stage::Late(at));
        }
        self.dealers_turn(to);
    }

    /// The person whose decision is awaited: the caller (2.13(b)), or another bettor on the box.
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

    /// The hand that is being split.
    pub(super) fn splitting_hand(&self) -> Option<u8> {
        let round = self.playing()?;
        match round.stage {
            Stage::Turn(at) | Stage::Splitting(at, _) => Some(round.hand(at).id),
            _ => None,
        }
    }

    /// Whether this person may decide this now.
    pub(super) fn may_decide(&self, by: Actor, deed: Deed) -> Result<Citation, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        match (deed, self.playing()) {
            (Deed::Surrender, _) if self.table.options.second_card() == SecondCard::FaceUp => {
                no(cite!("2.6(k)3"), Why::NotOffered)
            }
            (Deed::Surrender, _) if !self.table.options.surrender() => no(cite!("2.8(c)"), Why::NotOffered),
            (Deed::Refuse, round) if !round.is_some_and(|round| self.has_exposed(round)) => {
                no(cite!("2.15(c)"), Why::NotNow)
            }
            (Deed::Stand | Deed::Draw | Deed::Surrender | Deed::Refuse, _) => {
                let choice = match deed {
                    Deed::Draw => Choice::Draw,
                    Deed::Surrender => Choice::Surrender,
                    _ => Choice::NoCard,
                };
                let (round, at) = self.deciding(by, None, choice)?;
                match deed {
                    Deed::Draw if round.hand(at).is_ace => no(cite!("2.12(a)3"), Why::HandComplete),
                    Deed::Draw => Ok(cite!("2.12(a)")),
                    Deed::Surrender => self.may_surrender(round, at),
                    Deed::Refuse => Ok(cite!("2.15(c)")),
                    _ => Ok(cite!("2.6(f)")),
                }
            }
            (Deed::CallDead, Some(round)) if round.stage == Stage::Settling => {
                self.may_call_dead_late(by, round)
            }
            _ => self.may_answer_dealer(by, deed),
        }
    }

    /// 2.15(c): whether a card lies exposed after the first two were dealt.
    fn has_exposed(&self, round: &Round) -> bool {
        !round.stage.is_dealing() && matches!(self.stack(round.side).held, Some(Held::Up(_)))
    }

    /// 2.13(d) and (e), 2.15(g) and (i): whether this person may answer a question of the dealer's.
    fn may_answer_dealer(&self, by: Actor, deed: Deed) -> Result<Citation, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let asked = self.playing().map(|round| (round, round.stage));
        let cite = match (deed, asked) {
            (Deed::DoNotDouble, Some((_, Stage::Doubling(..)))) => cite!("2.13(d)"),
            (Deed::TakeHand(hand), Some((round, Stage::Splitting(at, _)))) => {
                if hand.0 != round.hand(at).id && hand.0 != self.new_hand(round, at) {
                    return no(cite!("2.13(e)"), Why::NoSuchPlace);
                }
                cite!("2.13(e)")
            }
            (Deed::TakeCard | Deed::CallDead, Some((_, Stage::OneCard(_)))) => cite!("2.15(g)"),
            (Deed::TakeCard | Deed::CallDead, Some((_, Stage::Late(_)))) => cite!("2.15(i)"),
            (Deed::DoNotDouble, _) => return no(cite!("2.13(d)"), Why::NotNow),
            (Deed::TakeHand(_), _) => return no(cite!("2.13(e)"), Why::NotNow),
            _ => return no(cite!("2.15(i)"), Why::NotNow),
        };
        if self.responder().map(Actor::Patron) == Some(by) { Ok(cite) } else { no(cite, Why::NotYours) }
    }

    /// 2.6(f), 2.13(b): the hand on which this person, on this box if one is named, decides now. If there is none: the
    /// provision that forbids the choice on the hand it would apply to, or the one on what comes first.
    pub(super) fn deciding(
        &self,
        by: Actor,
        seat: Option<Seat>,
        choice: Choice,
    ) -> Result<(&Round, At), Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let Actor::Patron(patron) = by else { return no(cite!("2.6(f)"), Why::NotYours) };
        let Some(round) = &self.round else { return no(cite!("2.6(f)"), Why::NotNow) };
        let is_on = |place: &&Place| seat.is_none_or(|seat| place.seat == seat);
        let mut on = round.boxes.iter().filter(is_on).filter(|place| place.bettors.contains(&patron));
        let asked = match (round.stage, choice) {
            (Stage::Turn(at), _) => Some(at),
            (Stage::Doubling(at, _), Choice::Double(_)) | (Stage::Splitting(at, _), Choice::Split) => {
                Some(at)
            }
            _ => None,
        };
        if self.phase == Phase::Playing
            && let Some(at) = asked.filter(|&at| is_on(&round.place(at)))
        {
            if self.responder() == Some(patron) {
                return Ok((round, at));
            }
            if round.place(at).bettors.contains(&patron) {
                return no(cite!("2.13(b)"), Why::NotYours);
            }
        }
        if on.clone().next().is_none() {
            return no(cite!("2.6(f)"), Why::NotYours);
        }
        if on.all(|place| place.caller != patron) {
            return no(cite!("2.13(b)"), Why::NotYours);
        }
        match round.stage {
            _ if self.phase != Phase::Playing => no(cite!("2.15(f)"), Why::NotNow),
            // 2.6(j): no more cards are dealt, whatever else would forbid it.
            _ if self.reader_found_blackjack(round) => no(cite!("2.6(j)"), Why::NotNow),
            stage if stage.is_dealing() => no(cite!("2.6(f)"), Why::NotNow),
            _ => {
                let named = if let Choice::Double(hand) = choice { Some(hand) } else { None };
                let own = |at: &At| {
                    let is_meant = named.is_none_or(|named| round.hand(*at).id == named);
                    is_on(&round.place(*at)) && round.place(*at).caller == patron && is_meant
                };
                let had = |at: &At| round.hand(*at).cards.len() > 1 && round.hand(*at).state != State::Open;
                let comes = |at: &At| round.stage == Stage::Hit(*at) && round.hand(*at).cards.len() > 1;
                let last = round.all().filter(own).filter(|at| had(at) || comes(at)).last();
                Err(last
                    .and_then(|at| self.forbids(round, at, choice))
                    .unwrap_or(Refusal::new(self.comes_now(), Why::NotNow)))
            }
        }
    }

    /// The provision that forbids a choice on a hand without further decisions, if the law has one.
    pub(super) fn forbids(&self, round: &Round, at: At, choice: Choice) -> Option<Refusal> {
        let (place, hand) = (round.place(at), round.hand(at));
        let cite = match (hand.state, choice) {
            (State::Missed { .. }, _) => cite!("2.15(i)"),
            (State::Surrendered, _) => cite!("2.8(a)"),
            _ if place.has_refused => cite!("2.15(c)"),
            (_, Choice::Surrender) => cite!("2.8(a)"),
            (_, Choice::Split) => return self.may_split(round, at).err(),
            (_, Choice::Draw) if hand.is_ace => cite!("2.12(a)3"),
            (_, Choice::Draw) if hand.is_doubled => cite!("2.12(a)2"),
            _ if hand.is_ace => cite!("2.11(c)2"),
            (_, Choice::Double(_)) => cite!("2.10(a)"),
            _ if hand.is_doubled => cite!("2.10(a)"),
            _ if hand.total().count() == MOST => cite!("2.12(a)1"),
            _ if hand.total().is_bust() => cite!("2.12(a)"),
            _ => return None,
        };
        Some(Refusal::new(cite, Why::HandComplete))
    }

    /// 2.6(j): the card reader has said that the dealer has a blackjack.
    fn reader_found_blackjack(&self, round: &Round) -> bool {
        let is_known = match round.hole {
            Some(hole) => hole.makes_blackjack == Some(true),
            None => round.dealer_score().is_blackjack(),
        };
        self.has_reader() && is_known
    }

    /// 2.15(i): after "Dealer's Card" the only choice left is the dead hand (B21).
    fn may_call_dead_late(&self, by: Actor, round: &Round) -> Result<Citation, Refusal> {
        match round.find(State::Missed { in_time: false }) {
            Some(at) if by == Actor::Patron(round.place(at).caller) => Ok(cite!("2.15(i)")),
            Some(_) => Err(Refusal::new(cite!("2.15(i)"), Why::NotYours)),
            None => Err(Refusal::new(cite!("2.15(i)"), Why::NotNow)),
        }
    }

    /// 2.8: before any other decision, and only on a hand that nobody else wagers on (B27).
    fn may_surrender(&self, round: &Round, at: At) -> Result<Citation, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let place = round.place(at);
        if place.is_split() || round.hand(at).cards.len() != 2 {
            return no(cite!("2.8(a)"), Why::NotTwoCards);
        }
        if place.bettors.len() > 1 {
            return no(cite!("2.8(a)"), Why::BoxShared);
        }
        Ok(cite!("2.8(a)"))
    }

    /// Carries out a decision that was allowed.
    pub(super) fn decide_on(&mut self, by: Actor, deed: Deed, to: &mut dyn Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        match (round.stage, deed) {
            (Stage::Turn(at), _) => self.decide_turn(at, deed, to),
            (Stage::Doubling(at, done), Deed::DoNotDouble) => {
                let Actor::Patron(patron) = by else { return };
                round.stage = Stage::Doubling(at, done | bit(round, at, patron));
                let (seat, hand) = (round.place(at).seat, round.hand(at).id);
                saw(to, cite!("2.13(d)"), Call::DoesNotDouble { patron, seat, hand });
                self.doubling(to);
            }
            (Stage::Splitting(at, done), Deed::TakeHand(hand)) => {
                let Actor::Patron(patron) = by else { return };
                round.stage = Stage::Splitting(at, done | bit(round, at, patron));
                self.take_hand(at, patron, hand.0, to);
                self.splitting(to);
            }
            (Stage::OneCard(at), Deed::TakeCard) => {
                saw(to, cite!("2.15(g)"), Call::DealsLateSecond { seat: round.boxes[usize::from(at)].seat });
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
                saw(
                    to,
                    cite!("2.15(i)"),
                    Call::DealsMissed { seat: round.place(at).seat, hand: round.hand(at).id },
                );
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

    fn decide_turn(&mut self, at: At, deed: Deed, to: &mut dyn Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        let (seat, id) = (round.place(at).seat, round.hand(at).id);
        match deed {
            Deed::Stand => {
                saw(to, cite!("2.6(f)"), Call::Stands { seat, hand: id });
                round.hand_mut(at).state = State::Stood;
                self.next_turn(to);
            }
            Deed::Draw => {
                saw(to, cite!("2.12(a)"), Call::Draws { seat, hand: id });
                round.stage = Stage::Hit(at);
            }
            Deed::Refuse => {
                // 2.15(c): on this hand, and on every other hand of the same person.
                let caller = round.place(at).caller;
                round
                    .boxes
                    .iter_mut()
                    .filter(|place| place.caller == caller)
                    .for_each(|p| p.has_refused = true);
                saw(to, cite!("2.15(c)"), Call::Refuses { seat });
                round.hand_mut(at).state = State::Stood;
                self.next_turn(to);
            }
            Deed::Surrender => {
                let is_insured =
                    |bet: &Bet<Wager>| bet.seat == seat && matches!(bet.wager, Wager::Insurance(_));
                if self.table.layout.bets().iter().any(is_insured) {
                    saw(to, cite!("2.8(b)"), Call::SettlesInsuranceApart { seat });
                }
                round.hand_mut(at).state = State::Surrendered;
                if round.up().is_some_and(may_be_blackjack) {
                    saw(to, cite!("2.8(a)2"), Call::Surrenders { seat });
                } else {
                    self.settle_surrender(at, to);
                }
                self.next_turn(to);
            }
            _ => {}
        }
    }

    /// A doubling wager was made: once everyone has answered, one card follows.
    pub(super) fn doubling(&mut self, to: &mut dyn Observer<Self>) {
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
        saw(
            to,
            cite!("2.12(a)2"),
            Call::DealsSideways { seat: round.place(at).seat, hand: round.hand(at).id },
        );
    }

    /// A splitting wager was made: once everyone has answered, the pair becomes two hands.
    pub(super) fn splitting(&mut self, to: &mut dyn Observer<Self>) {
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
        saw(to, cite!("2.11(b)"), Call::Splits { seat: place.seat, hand: one, new });
        self.next_turn(to);
    }

    /// 2.13(e): another bettor chooses the hand for their wager.
    fn take_hand(&mut self, at: At, patron: Patron, hand: u8, to: &mut dyn Observer<Self>) {
        let Some(round) = &self.round else { return };
        let (seat, from) = (round.place(at).seat, round.hand(at).id);
        saw(to, cite!("2.13(e)"), Call::ChoosesHand { patron, seat, hand });
        if hand == from {
            return;
        }
        self.table.layout.amend(|bet| {
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

    /// 2.6(g), 2.11(c): a card is dealt to a hand, and its new total is announced.
    pub(super) fn hit(&mut self, at: At, card: Card, to: &mut dyn Observer<Self>) {
        let Some(round) = &mut self.round else { return };
        let is_second = round.hand(at).cards.len() == 1;
        let hand = round.hand_mut(at);
        hand.cards.push(card);
        let cite = if is_second { cite!("2.11(c)") } else { cite!("2.6(g)") };
        seen(to, if is_second { cite!("2.11(b)") } else { cite }, Shown::Card(card));
        let (seat, id) = (round.place(at).seat, round.hand(at).id);
        let total = round.hand(at).total();
        saw(
            to,
            if is_second { cite } else { worth(card, round.hand(at)) },
            Call::AnnouncesTotal { seat, hand: id, total },
        );
        if round.place(at).score(round.hand(at)).is_two_card_21() {
            // B1: after a split it is only a 21.
            saw(to, cite!("2.1"), Call::NoBlackjack { seat, hand: id });
        }
        self.after_hit(at, to);
    }

    fn after_hit(&mut self, at: At, to: &mut dyn Observer<Self>) {
        let Some(round) = &self.round else { return };
        let (seat, hand) = (round.place(at).seat, round.hand(at));
        let (id, total) = (hand.id, hand.total());
        let may_resplit = self.may_split(round, at).is_ok();
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
        saw(to, no_more, Call::DealsNoMore { seat, hand: id });
        if let Some(round) = &mut self.round {
            round.hand_mut(at).state = State::Stood;
        }
        self.next_turn(to);
    }

    /// Whether wagers on this hand can still depend on the dealer's second card or on further cards.
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
            _ => payouts::depends_on_draw(place.score(hand), &self.table.options) || !has_second && may_be,
        }
    }

    /// The side the round is dealt from.
    pub(super) fn side(&self) -> Side {
        self.round.as_ref().map_or(Side::Left, |round| round.side)
    }
}

/// The position of a bettor among those of the box, as a bit.
fn bit(round: &Round, at: At, patron: Patron) -> u8 {
    round.place(at).bettors.iter().position(|&bettor| bettor == patron).map_or(0, |i| 1 << i)
}

/// 2.2(b): the provision on the value of the card just dealt; where an ace may change its value, the one on
/// aces.
fn worth(card: Card, hand: &Hand) -> Citation {
    match card.rank() {
        _ if hand.cards.iter().any(|card| card.rank() == 1) => cite!("2.2(b)3.i"),
        11..=13 => cite!("2.2(b)2"),
        _ => cite!("2.2(b)1"),
    }
}
