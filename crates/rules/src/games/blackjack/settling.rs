//! 2.3(e), 2.7 to 2.11, 2.16 and 2.17: wagers are collected and paid.

use super::{
    Blackjack, Call, Phase, Spot, Wager, payouts,
    payouts::Special,
    saw,
    state::{At, Hand, Place, State},
};
use crate::games::prelude::*;
use crate::hands::blackjack::may_be_blackjack;
use crate::table::layout;

/// The decision on a wager: its fate, the reason, and what it is paid if it wins.
#[derive(Clone, Copy)]
struct Verdict {
    fate: Fate,
    cite: Citation,
    odds: (Odds, Citation),
}

impl Verdict {
    fn new((fate, cite): (Fate, Citation)) -> Verdict {
        Verdict { fate, cite, odds: (Odds::new(1, 1), cite) }
    }
}

impl Blackjack {
    /// Settles the wagers for which there is a verdict; the others stay. Losers come first, then returned wagers,
    /// then winners (2.3(e)).
    fn settle(&mut self, judge: impl Fn(&Bet<Wager>) -> Option<Verdict>, to: &mut dyn Observer<Self>) {
        let limits = *self.table.options.limits();
        for which in [Fate::Lost, Fate::Halved, Fate::Void, Fate::Won] {
            for &bet in self.table.layout.bets() {
                let Some(Verdict { fate, cite, odds: (odds, pays) }) = judge(&bet) else { continue };
                if fate != which {
                    continue;
                }
                let amount = || match fate {
                    // B9: a patron never loses more than half.
                    Fate::Halved => (limits.half(bet.stake), cite),
                    _ => (limits.pay(odds, bet.stake), pays),
                };
                layout::settle(bet, (fate, cite), amount, to);
            }
        }
        self.table.layout.keep(|bet| judge(bet).is_none());
    }

    /// 2.17(d) and (e): settled as soon as the second cards are dealt, without effect on any other wager
    /// (2.17(i)).
    pub(super) fn settle_additional(&mut self, to: &mut dyn Observer<Self>) {
        let (Some(round), options) = (self.round.clone(), self.table.options) else { return };
        let cards = |seat: Seat| match round.at_seat(seat)?.hands[0].cards.as_slice() {
            [one, other, ..] => Some((*one, *other)),
            _ => None,
        };
        let judge = |bet: &Bet<Wager>| {
            let (one, other) = cards(bet.seat).filter(|_| bet.wager.is_additional())?;
            let (fate, cite) = payouts::additional(bet.wager, one, other);
            Some(Verdict { fate, cite, odds: payouts::additional_odds(one, other, &options) })
        };
        let has = |fate: Fate| {
            self.table.layout.bets().iter().filter_map(judge).any(|verdict| verdict.fate == fate)
        };
        let (has_lost, has_won) = (has(Fate::Lost), has(Fate::Won));
        if has_lost {
            saw(to, cite!("2.17(d)"), Call::CollectsAdditional);
        }
        if has_won {
            saw(to, cite!("2.17(e)"), Call::PaysAdditional);
        }
        // 2.17(e)2: announces the pair that decides the payment of a same-suit wager.
        for seat in round.boxes.iter().map(|place| place.seat) {
            let on_box = |bet: &&Bet<Wager>| bet.seat == seat && bet.wager == Wager::SameSuit;
            let verdict = self.table.layout.bets().iter().find(on_box).and_then(judge);
            if let (Some(Verdict { fate: Fate::Won, odds: (_, cite), .. }), Some((one, other))) =
                (verdict, cards(seat))
            {
                saw(to, cite, Call::AnnouncesSuited { seat, one, other });
            }
        }
        if has_lost || has_won {
            saw(to, cite!("2.17(i)"), Call::LeavesOtherWagers);
        }
        self.settle(judge, to);
    }

    /// 2.7: a blackjack wins: against a 2 to 9 on all spots at once, otherwise spot by spot (B25).
    pub(super) fn pay_blackjack(
        &mut self,
        at: At,
        spot: Option<Spot>,
        cite: Citation,
        to: &mut dyn Observer<Self>,
    ) {
        let Some(round) = &self.round else { return };
        let (seat, cards) = (round.place(at).seat, round.hand(at).cards.clone());
        let odds = payouts::odds(payouts::special(&cards, false, &self.table.options), &self.table.options);
        let judge = |bet: &Bet<Wager>| {
            let is = bet.seat == seat && matches!(bet.wager, Wager::Hand(..));
            let is_due = is && (spot.is_none() || bet.wager.spot() == spot);
            is_due.then_some(Verdict { fate: Fate::Won, cite, odds })
        };
        self.settle(judge, to);
    }

    /// A hand over 21 loses on all spots, and its cards are removed (B15).
    pub(super) fn bust(&mut self, at: At, to: &mut dyn Observer<Self>) {
        to.clears(self);
        let Some(round) = &mut self.round else { return };
        let (seat, id) = (round.place(at).seat, round.hand(at).id);
        let cite = match self.table.options.multiple_action() {
            Some(_) => cite!("2.18(f)"),
            None => cite!("2.3(a)"),
        };
        let is_on = |bet: &Bet<Wager>| bet.seat == seat && bet.wager.hand() == Some(id);
        let place = &mut round.boxes[usize::from(at.place)];
        for (i, bettor) in place.bettors.iter().enumerate() {
            if self.table.layout.bets().iter().any(|bet| is_on(bet) && bet.patron == *bettor) {
                place.busted |= 1 << i;
            }
        }
        self.settle(|bet| is_on(bet).then(|| Verdict::new((Fate::Lost, cite))), to);
        self.remove(at);
    }

    /// 2.8(a)1: surrendered against a card that cannot make a blackjack.
    pub(super) fn settle_surrender(&mut self, at: At, to: &mut dyn Observer<Self>) {
        to.clears(self);
        let Some(seat) = self.round.as_ref().map(|round| round.place(at).seat) else { return };
        let is_on = |bet: &Bet<Wager>| bet.seat == seat && matches!(bet.wager, Wager::Hand(..));
        self.settle(|bet| is_on(bet).then(|| Verdict::new((Fate::Halved, cite!("2.8(a)1")))), to);
        self.remove(at);
    }

    /// Returns the wagers of a hand. With the last hand of a box, everything on the box is returned.
    pub(super) fn call_dead(&mut self, seat: Seat, id: u8, cite: Citation, to: &mut dyn Observer<Self>) {
        to.clears(self);
        saw(to, cite, Call::CallsDead { seat, hand: id });
        let Some(round) = &self.round else { return };
        let Some(place) = round.at_seat(seat) else { return };
        let is_first_dealing = place.hands.len() == 1 && place.hands[0].cards.len() < 2;
        let is_on = |bet: &Bet<Wager>| bet.seat == seat && (bet.wager.hand() == Some(id) || is_first_dealing);
        let found = round.all().find(|&at| round.place(at).seat == seat && round.hand(at).id == id);
        self.settle(|bet| is_on(bet).then(|| Verdict::new((Fate::Void, cite))), to);
        if let Some(at) = found {
            self.remove(at);
        }
    }

    /// 2.15(f) and (j)1: the round ends without a decision.
    pub(super) fn call_all_dead(&mut self, cite: Citation, to: &mut dyn Observer<Self>) {
        self.decline(to);
        saw(to, cite, Call::CallsAllDead);
        self.phase = Phase::Playing;
        self.settle(|_| Some(Verdict::new((Fate::Void, cite))), to);
        self.end_round(to);
    }

    /// 2.9: insurance is decided by the dealer's second card (B12).
    pub(super) fn settle_insurance(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = &self.round else { return };
        let (spot, Some(second)) = (round.spot, round.dealer.get(1).map(|card| card.rank())) else { return };
        let fate = payouts::insurance(second);
        let cite = if fate == Fate::Lost { cite!("2.9(d)") } else { cite!("2.9(a)") };
        let verdict = Verdict { fate, cite, odds: payouts::INSURANCE };
        self.settle(|bet| (bet.wager == Wager::Insurance(spot)).then_some(verdict), to);
    }

    /// 2.7(b), 2.8(a)2, 2.10(b) and 2.11(d): the dealer has a blackjack.
    pub(super) fn settle_dealer_blackjack(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = self.round.clone() else { return };
        let (spot, dealer, options) = (round.spot, round.dealer_score(), self.table.options);
        let bets = self.table.layout.clone();
        let judge = |bet: &Bet<Wager>| {
            let place = round.at_seat(bet.seat).filter(|_| bet.wager.spot() == Some(spot))?;
            let hand = place.hand(bet.wager.hand()?)?;
            if hand.state == State::Surrendered {
                return Some(Verdict::new((Fate::Lost, cite!("2.8(a)2"))));
            }
            let (fate, cite) = payouts::decide(place.score(hand), dealer, &options);
            if fate == Fate::Won {
                let special = payouts::special(&hand.cards, place.is_split(), &options);
                return Some(Verdict { fate, cite, odds: payouts::odds(special, &options) });
            }
            let verdict = |at_most| match at_most {
                Some(only) => Verdict::new((Fate::Void, only)),
                None => Verdict::new((fate, cite)),
            };
            Some(verdict(if fate == Fate::Lost { spared(place, bet, bets.bets()) } else { None }))
        };
        for place in &round.boxes {
            let has_more = |bet: &Bet<Wager>| bet.seat == place.seat && bet.wager.hand().is_some();
            if place.busted != 0 && bets.bets().iter().any(has_more) {
                saw(to, cite!("2.11(d)"), Call::CountsBust { seat: place.seat });
            }
        }
        self.settle(judge, to);
    }

    /// 2.7(b), 2.8(a)2: the dealer has no blackjack, so what waited for the second card is decided.
    pub(super) fn settle_waiting(&mut self, to: &mut dyn Observer<Self>) {
        let Some(round) = self.round.clone() else { return };
        let (spot, up) = (round.spot, round.up().unwrap_or(0));
        for at in round.all() {
            let seat = round.place(at).seat;
            match round.hand(at).state {
                State::Surrendered => {
                    let is_on = |bet: &Bet<Wager>| bet.seat == seat && bet.wager == Wager::Hand(1, spot);
                    let verdict = Verdict::new((Fate::Halved, cite!("2.8(a)2")));
                    self.settle(|bet| is_on(bet).then_some(verdict), to);
                }
                State::Blackjack if may_be_blackjack(up) => {
                    self.pay_blackjack(at, Some(spot), cite!("2.7(b)"), to);
                }
                _ => {}
            }
        }
    }

    /// 2.3(e): hands that stand are compared with the dealer's. Money added by doubling wins 1 to 1 (B4).
    pub(super) fn settle_hands(&mut self, to: &mut dyn Observer<Self>) {
        let (Some(round), options) = (self.round.clone(), self.table.options) else { return };
        let (spot, dealer) = (round.spot, round.dealer_score());
        let verdict = |place: &Place, hand: &Hand, wager: Wager| {
            let (fate, cite) = payouts::decide(place.score(hand), dealer, &options);
            let special = match wager {
                Wager::Double(..) => Special::None,
                _ => payouts::special(&hand.cards, place.is_split(), &options),
            };
            Verdict { fate, cite, odds: payouts::odds(special, &options) }
        };
        let judge = |bet: &Bet<Wager>| {
            let place = round.at_seat(bet.seat).filter(|_| bet.wager.spot() == Some(spot))?;
            let hand = place.hand(bet.wager.hand()?).filter(|hand| hand.is_live())?;
            Some(verdict(place, hand, bet.wager))
        };
        for at in round.all().filter(|&at| round.hand(at).is_doubled && round.hand(at).is_live()) {
            let (place, hand) = (round.place(at), round.hand(at));
            let Verdict { fate, odds: (_, cite), .. } = verdict(place, hand, Wager::Hand(hand.id, spot));
            let special = payouts::special(&hand.cards, place.is_split(), &options);
            if fate == Fate::Won && special != Special::None {
                saw(to, cite, Call::PaysBonusOnFirst { seat: place.seat, hand: hand.id });
            }
        }
        self.settle(judge, to);
    }

    /// Removes a hand: its cards go to the rack.
    pub(super) fn remove(&mut self, at: At) {
        let Some(round) = &mut self.round else { return };
        let (side, is_astray) = (round.side, round.is_first_astray && at.place == 0);
        let hand = round.hand_mut(at);
        if hand.state == State::Over {
            return;
        }
        hand.state = State::Over;
        let (id, cards) = (hand.id, hand.cards.clone());
        for (i, card) in cards.into_iter().enumerate() {
            let side = if is_astray && id == 1 && i == 0 { side.other() } else { side };
            self.discard(side, card);
        }
    }
}

/// 2.10(b) and 2.11(d): what a dealer's blackjack leaves of this wager, because the box has already lost one original
/// wager by going over 21, or loses it with the first hand that is left (B13).
fn spared(place: &Place, bet: &Bet<Wager>, bets: &[Bet<Wager>]) -> Option<Citation> {
    let has_busted = place
        .bettors
        .iter()
        .position(|&bettor| bettor == bet.patron)
        .is_some_and(|i| place.busted >> i & 1 == 1);
    let own = |other: &&Bet<Wager>| {
        (other.patron, other.seat, other.wager.spot()) == (bet.patron, bet.seat, bet.wager.spot())
            && matches!(other.wager, Wager::Hand(..))
    };
    let first = bets.iter().filter(own).filter_map(|other| other.wager.hand()).min();
    payouts::spared(bet.wager, has_busted || first != bet.wager.hand())
}
