//! 2.3, 2.9, 2.10, 2.11, 2.17 and 2.18: who may wager what, where, when and how much.

use super::{
    Blackjack, Call, Phase, Spoken, Spot, Wager,
    options::{Admission, SecondCard, Supply},
    round::{At, Round, Stage},
    saw,
    shoe::Burn,
};
use crate::{
    game::{Bet, Event, Observer, Tender},
    hands::blackjack::is_pair,
    money::Money,
    party::{Patron, Seat},
    refusal::{Refusal, Why},
};
use law::{Citation, cite};

/// What a wager may amount to now, and which provisions bound it.
pub(super) struct Range {
    /// The provision that lets it be placed.
    cite: Citation,
    pub least: Money,
    floor: Citation,
    pub most: Money,
    ceiling: Citation,
    pub step: Money,
    /// How many more wagers go down with it.
    also: usize,
}

impl Range {
    fn admit(&self, stake: Money) -> Result<(), Refusal> {
        if stake > self.most {
            return Err(Refusal::new(self.ceiling, Why::TooMuch { most: self.most }));
        }
        if stake > Money::ZERO && !stake.is_multiple_of(self.step) {
            return Err(Refusal::new(cite!("8.2"), Why::NotMultiple { of: self.step }));
        }
        if stake < self.least {
            return Err(Refusal::new(self.floor, Why::TooLittle { least: self.least }));
        }
        Ok(())
    }
}

impl Blackjack {
    /// 2.3(c) and (k): wagers close with the first card, or with the determinant card.
    fn wagers_are_open(&self) -> Result<(), Refusal> {
        let not_now = |cite: Citation| Err(Refusal::new(cite, Why::NotNow));
        match self.phase {
            Phase::Playing if matches!(self.options.supply(), Supply::Double { .. }) => {
                not_now(cite!("2.3(k)"))
            }
            Phase::Playing => not_now(cite!("2.3(c)")),
            Phase::Preparing(_) if self.round.is_some() => not_now(cite!("2.15(f)")),
            Phase::Preparing(_) => not_now(cite!("2.5(a)")),
            Phase::Loading => not_now(cite!("2.20")),
            Phase::Open if matches!(self.burn, Some(Burn::Due | Burn::Asked)) => not_now(cite!("2.6(c)")),
            Phase::Open if self.is_bart_carter_due() => not_now(cite!("2.5(h)2")),
            Phase::Open => Ok(()),
        }
    }

    /// What this person may put on this wager at this box in this tender now.
    pub(super) fn range(
        &self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        tender: Tender,
    ) -> Result<Range, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        if self.spoken.is_some() {
            return no(cite!("2.3(d)"), Why::Unconfirmed);
        }
        if !wager.is_offered(&self.options) {
            let cite = match wager {
                Wager::Over13 | Wager::Under13 => cite!("2.17(a)1"),
                Wager::SameSuit => cite!("2.17(a)2"),
                _ => wager.cite(),
            };
            return no(cite, Why::NotOffered);
        }
        if !self.seats.has(seat) {
            return no(cite!("19:46-1.10"), Why::NoSuchPlace);
        }
        // 2.3(d), 2.17(f): chips or plaques, a coupon with them before the deal, or spoken with cash.
        let may_be_coupon = matches!(wager, Wager::Hand(1, _)) || wager.is_additional();
        let is_taken = match tender {
            Tender::Chips | Tender::Cash => true,
            Tender::Coupon => self.options.match_play() && may_be_coupon,
            Tender::Colour => false,
        };
        if !is_taken {
            return no(if wager.is_additional() { cite!("2.17(f)") } else { cite!("2.3(d)") }, Why::NotTaken);
        }
        // Cash will lie there as chips.
        let tender = if tender == Tender::Cash { Tender::Chips } else { tender };
        let like = Bet { patron, seat, wager, stake: Money::ZERO, tender };
        let range = match wager {
            Wager::Hand(1, spot) => self.hand_range(&like, spot),
            Wager::Over13 | Wager::Under13 | Wager::SameSuit => self.additional_range(&like),
            Wager::Insurance(spot) => self.insurance_range(&like, spot),
            Wager::Double(hand, spot) => self.double_range(&like, hand, spot),
            Wager::Hand(hand, spot) => self.split_range(&like, hand, spot),
        }?;
        self.layout.room(self.options.limits(), &like, range.also)?;
        if range.least > range.most {
            return no(range.ceiling, Why::TooMuch { most: range.most.max(Money::ZERO) });
        }
        Ok(range)
    }

    /// 2.3(a), 2.18(b): the wager against the dealer; on a later spot only behind the one before it (B38).
    fn hand_range(&self, like: &Bet<Wager>, spot: Spot) -> Result<Range, Refusal> {
        self.wagers_are_open()?;
        self.is_welcome(like.patron, like.seat)?;
        let (admission, paragraph) = self.entrants.admission(like.patron, self.options.mid_shoe());
        if admission == Admission::Barred {
            return Err(Refusal::new(paragraph, Why::WaitsForReshuffle));
        }
        if !self.entrants.has_room_for(like.patron) {
            return Err(Refusal::new(cite!("8.2"), Why::LayoutFull));
        }
        let before = Spot::ALL.into_iter().find(|before| before.next() == Some(spot));
        if before.is_some_and(|before| self.on_hand(like, 1, before) == Money::ZERO) {
            return Err(Refusal::new(cite!("2.18(b)"), Why::NeedsBase));
        }
        let limits = self.options.limits();
        let terms = self.layout.terms(limits, like, like.wager.cite(), (1, cite!("8.2")))?;
        let (mut most, mut ceiling) = (terms.most, cite!("8.2"));
        if admission == Admission::Minimum {
            let least_only = limits.minimum().round_up(limits.step()) - self.on_hand(like, 1, spot);
            (most, ceiling) = (most.min(least_only), paragraph);
        }
        let (cite, least, step) = (terms.cite, terms.least, terms.step);
        Ok(Range { cite, least, floor: cite!("8.2"), most, ceiling, step, also: 0 })
    }

    /// What the person has on this hand of the box, against this hand of the dealer's.
    fn on_hand(&self, like: &Bet<Wager>, hand: u8, spot: Spot) -> Money {
        self.staked(like.patron, like.seat, |wager| wager == Wager::Hand(hand, spot))
    }

    /// A range from one unit up to this, less what lies there (B33).
    fn up_to(&self, like: &Bet<Wager>, cite: Citation, most: Money, ceiling: Citation) -> Range {
        let step = self.options.limits().step();
        let lies = self.staked(like.patron, like.seat, |wager| wager == like.wager);
        let most = (most - lies).round_down(step);
        Range { cite, least: step, floor: cite!("8.2"), most, ceiling, step, also: 0 }
    }

    /// 2.17(b) and (g): beside a wager against the dealer, no more than the smallest of them (B24), and one alone (B37).
    fn additional_range(&self, like: &Bet<Wager>) -> Result<Range, Refusal> {
        self.wagers_are_open()?;
        let smallest = self.smallest_hand(like.patron, like.seat);
        let Some(smallest) = smallest else { return Err(Refusal::new(cite!("2.17(b)"), Why::NeedsBase)) };
        let other = |wager: Wager| wager.is_additional() && wager != like.wager;
        if self.staked(like.patron, like.seat, other) > Money::ZERO {
            return Err(Refusal::new(cite!("2.17(b)"), Why::OneOfThem));
        }
        let posted = self.options.additional_maximum();
        let (most, ceiling) =
            if smallest <= posted { (smallest, cite!("2.17(g)1")) } else { (posted, cite!("2.17(g)2")) };
        Ok(self.up_to(like, like.wager.cite(), most, ceiling))
    }

    /// The smallest wager the person has against the dealer on this box.
    fn smallest_hand(&self, patron: Patron, seat: Seat) -> Option<Money> {
        let on = |spot| self.staked(patron, seat, |wager| wager == Wager::Hand(1, spot));
        Spot::ALL.into_iter().map(on).filter(|&stake| stake > Money::ZERO).min()
    }

    /// 2.9(b): up to half of the initial wager, or the next unit where half cannot be made (B11).
    fn insurance_range(&self, like: &Bet<Wager>, spot: Spot) -> Result<Range, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        if !self.options.insurance() {
            return no(cite!("2.6(k)3"), Why::NotOffered);
        }
        let round = self.round.as_ref().filter(|_| self.phase == Phase::Playing);
        match round {
            Some(Round { stage: Stage::Insurance, .. }) => {}
            // 2.9(a): against an ace alone (B30).
            Some(round) if round.up().is_some_and(|up| up != 1) => {
                return no(cite!("2.9(a)"), Why::NotAgainstThisCard);
            }
            _ => return no(cite!("2.9(b)"), Why::NotNow),
        }
        let initial = self.on_hand(like, 1, spot);
        if initial == Money::ZERO {
            return no(like.wager.cite(), Why::NeedsBase);
        }
        let is_shared = round.and_then(|round| round.at_seat(like.seat)).is_some_and(|b| b.bettors.len() > 1);
        let cite = match spot {
            Spot::First if is_shared => cite!("2.13(f)"),
            _ => like.wager.cite(),
        };
        let half = Money::cents((initial.as_cents() + 1) / 2).round_up(self.options.limits().step());
        Ok(self.up_to(like, cite, half, cite!("2.9(b)")))
    }

    /// The hand on which something is decided, if this is its box and this person's word is asked.
    fn deciding(&self, like: &Bet<Wager>, cite: Citation) -> Result<(&Round, At), Refusal> {
        let round = self.round.as_ref().filter(|_| self.phase == Phase::Playing);
        let Some(round) = round else { return Err(Refusal::new(cite, Why::NotNow)) };
        let at = match (round.stage, like.wager) {
            (Stage::Turn(at), _) => at,
            (Stage::Doubling(at, _), Wager::Double(..)) | (Stage::Splitting(at, _), Wager::Hand(..)) => at,
            _ => return Err(Refusal::new(cite, Why::NotNow)),
        };
        if round.place(at).seat != like.seat {
            return Err(Refusal::new(cite, Why::NotNow));
        }
        if self.responder() != Some(like.patron) {
            return Err(Refusal::new(cite!("2.13(b)"), Why::NotYours));
        }
        Ok((round, at))
    }

    /// 2.10(a): on two cards, any but 21, up to the amount of the original wager; in multiple action on each spot (2.18(c)).
    fn double_range(&self, like: &Bet<Wager>, hand: u8, spot: Spot) -> Result<Range, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let (round, at) = self.deciding(like, cite!("2.10(a)"))?;
        let (place, own) = (round.place(at), round.hand(at));
        if own.id != hand {
            return no(cite!("2.10(a)"), Why::NotNow);
        }
        if own.is_ace {
            return no(cite!("2.11(c)2"), Why::NotNow);
        }
        if own.cards.len() != 2 {
            return no(cite!("2.10(a)"), Why::NotNow);
        }
        if !self.options.may_double(own.total()) {
            let is_face_up = self.options.second_card() == SecondCard::FaceUp;
            return no(if is_face_up { cite!("2.6(k)4") } else { cite!("2.10(a)") }, Why::NotOnThisCount);
        }
        let (original, wagers) = self.highest_original(like.patron, like.seat, hand);
        if original == Money::ZERO {
            return no(cite!("2.10(a)"), Why::NeedsBase);
        }
        if spot != Spot::First {
            return no(cite!("2.18(c)"), Why::WithFirstSpot);
        }
        if self.staked(like.patron, like.seat, |wager| wager == like.wager) > Money::ZERO {
            return no(cite!("2.10(a)"), Why::NotNow);
        }
        let cite = if like.patron == place.caller { cite!("2.10(a)") } else { cite!("2.13(d)") };
        Ok(Range { also: wagers - 1, ..self.up_to(like, cite, original, cite!("2.10(a)")) })
    }

    /// 2.11(a): two cards identical in value become two hands, the second with as much as the first; in multiple action on
    /// each spot (2.18(c)).
    fn split_range(&self, like: &Bet<Wager>, new: u8, spot: Spot) -> Result<Range, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let (round, at) = self.deciding(like, cite!("2.11(a)"))?;
        let (place, own) = (round.place(at), round.hand(at));
        if !matches!(own.cards.as_slice(), [one, other] if is_pair(one.rank(), other.rank())) {
            return no(cite!("2.11(a)"), Why::NotAPair);
        }
        self.may_split_again(round, at)?;
        if usize::from(new) != place.hands.len() + 1 {
            return no(cite!("2.11(a)"), Why::NoSuchPlace);
        }
        let (original, wagers) = self.highest_original(like.patron, like.seat, own.id);
        if original == Money::ZERO {
            return no(cite!("2.11(a)"), Why::NeedsBase);
        }
        if spot != Spot::First {
            return no(cite!("2.18(c)"), Why::WithFirstSpot);
        }
        if self.on_hand(like, new, spot) > Money::ZERO {
            return no(cite!("2.11(a)"), Why::NotNow);
        }
        let cite = if like.patron == place.caller { cite!("2.11(a)") } else { cite!("2.13(e)") };
        let step = self.options.limits().step();
        let bound = cite!("2.11(a)");
        let also = wagers - 1;
        Ok(Range { cite, least: original, floor: bound, most: original, ceiling: bound, step, also })
    }

    /// 2.11(c)1 and (e), 2.6(k)5: how many hands a box may become, and whether aces may again (B16, B17).
    pub(super) fn may_split_again(&self, round: &Round, at: At) -> Result<(), Refusal> {
        let most = self.options.most_hands();
        let cite = match most {
            2 if self.options.second_card() == SecondCard::FaceUp => cite!("2.6(k)5"),
            2 => cite!("2.11(c)1"),
            _ => cite!("2.11(e)"),
        };
        if round.place(at).hands.len() >= usize::from(most) {
            return Err(Refusal::new(cite, Why::TooManyHands { most }));
        }
        if round.hand(at).is_ace && !self.options.may_resplit_aces() {
            return Err(Refusal::new(cite!("2.11(e)"), Why::TooManyHands { most: 2 }));
        }
        Ok(())
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        self.range(bet.patron, bet.seat, bet.wager, bet.tender)?.admit(bet.stake)?;
        if bet.tender == Tender::Cash {
            self.spoken = Some(Spoken::new(bet));
            let cite = if bet.wager.is_additional() { cite!("2.17(f)") } else { cite!("2.3(d)") };
            self.parts(bet).into_iter().for_each(|part| saw(to, cite, Call::Hears(part)));
            return Ok(());
        }
        self.put(bet, to);
        Ok(())
    }

    /// A wager that was allowed lies on the layout, and what follows from it.
    pub(super) fn put(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) {
        let Ok(Range { cite, .. }) = self.range(bet.patron, bet.seat, bet.wager, bet.tender) else { return };
        let is_new = !self.bettors(bet.seat).contains(&bet.patron);
        for part in self.parts(bet) {
            self.layout.put(part);
            // 2.18(c): what goes down with the wager on the first spot.
            let is_with_it = part.wager != bet.wager;
            to.saw(if is_with_it { cite!("2.18(c)") } else { cite }, Event::Placed { bet: part });
        }
        match bet.wager {
            Wager::Hand(1, _) if is_new && self.bettors(bet.seat).len() > 1 => {
                saw(to, cite!("2.13(c)"), Call::PutsBehind(bet.patron, bet.seat));
            }
            Wager::Double(..) => self.doubling(to),
            Wager::Hand(2.., _) => self.splitting(to),
            _ => {}
        }
    }

    /// 2.3(c), (f) and (g): only before the first card, and never from under another wager.
    pub(super) fn may_take_back(&self, patron: Patron, seat: Seat, wager: Wager) -> Result<(), Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        if self.round.is_some() {
            let is_later = matches!(wager, Wager::Insurance(_) | Wager::Double(..) | Wager::Hand(2.., _));
            return no(if is_later { cite!("2.3(g)") } else { cite!("2.3(f)") }, Why::NotNow);
        }
        if self.spoken.is_some() {
            return no(cite!("2.3(d)"), Why::Unconfirmed);
        }
        if self.staked(patron, seat, |lies| lies == wager) == Money::ZERO {
            return no(wager.cite(), Why::NothingThere);
        }
        if let Wager::Hand(1, spot) = wager {
            let above = spot
                .next()
                .map_or(Money::ZERO, |next| self.staked(patron, seat, |lies| lies == Wager::Hand(1, next)));
            if above > Money::ZERO {
                return no(cite!("2.18(b)"), Why::NeedsBase);
            }
            // 2.17(b): an additional wager does not stay without its regular one.
            if spot == Spot::First && self.staked(patron, seat, Wager::is_additional) > Money::ZERO {
                return no(cite!("2.17(b)"), Why::NeedsBase);
            }
        }
        Ok(())
    }

    pub(super) fn take_back(
        &mut self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        self.may_take_back(patron, seat, wager)?;
        let nothing = Refusal::new(wager.cite(), Why::NothingThere);
        self.layout.take_back(patron, seat, wager, nothing, |bet| {
            to.saw(cite!("2.3(c)"), Event::Returned { bet });
        })?;
        self.end_consent(seat);
        Ok(())
    }
}
