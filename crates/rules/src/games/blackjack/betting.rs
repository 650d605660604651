//! 2.3, 2.9, 2.10, 2.11, 2.17 and 2.18: who may wager, on what, when, how and how much.

use super::{
    Blackjack, Call, Phase, Spot, Wager,
    options::{Admission, SecondCard},
    saw,
    shoe::Burn,
    state::{At, Round, Stage},
    turns::Choice,
};
use crate::games::prelude::*;
use crate::hands::blackjack::is_pair;

impl Blackjack {
    /// 2.3(c) and (k): wagers close with the first card, or with the determinant card.
    fn wagers_are_open(&self) -> Result<(), Refusal> {
        let is_open = self.phase == Phase::Open
            && !matches!(self.burn, Some(Burn::Due | Burn::Asked))
            && !self.is_bart_carter_due();
        let cite = match self.phase {
            _ if is_open => return Ok(()),
            Phase::Playing if self.is_double() => cite!("2.3(k)"),
            Phase::Playing => cite!("2.3(c)"),
            _ => self.comes_now(),
        };
        Err(Refusal::new(cite, Why::NotNow))
    }

    /// What this person may wager there now.
    pub(super) fn terms(&self, like: BetOf<Self>) -> Result<Terms, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let (options, wager) = (&self.table.options, like.wager);
        self.table.nothing_is_spoken(self.by_voice())?;
        if !wager.is_offered(options) {
            let cite = match wager {
                Wager::Over13 | Wager::Under13 => cite!("2.17(a)1"),
                Wager::SameSuit => cite!("2.17(a)2"),
                _ => cite!("2.18(a)"),
            };
            return no(cite, Why::NotOffered);
        }
        if !self.table.seats.has(like.seat) {
            return no(cite!("19:46-1.10"), Why::NoSuchPlace);
        }
        // 2.3(d), 2.17(f): chips or plaques, a coupon with them before the deal, or spoken with cash.
        let may_be_coupon = matches!(wager, Wager::Hand(1, _)) || wager.is_additional();
        let is_taken = match like.tender {
            Tender::Chips | Tender::Cash => true,
            Tender::Coupon => options.match_play() && may_be_coupon,
            Tender::Color => false,
        };
        if !is_taken {
            return no(wager.is_made_by(), Why::NotTaken);
        }
        let like = &Bet { tender: like.tender.on_the_layout(), ..like };
        let (terms, also) = match wager {
            Wager::Hand(1, spot) => (self.on_hand_terms(like, spot)?, 0),
            Wager::Over13 | Wager::Under13 | Wager::SameSuit => (self.additional_terms(like)?, 0),
            Wager::Insurance(spot) => (self.insurance_terms(like, spot)?, 0),
            Wager::Double(hand, spot) => self.double_terms(like, hand, spot)?,
            Wager::Hand(hand, spot) => self.split_terms(like, hand, spot)?,
        };
        self.table.layout.room(options.limits(), like, also)?;
        Ok(terms)
    }

    /// 2.3(a), 2.18(b): the wager against the dealer; on a later spot only behind the one before it (B38).
    fn on_hand_terms(&self, like: &Bet<Wager>, spot: Spot) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.is_welcome(like.patron, like.seat)?;
        let (admission, paragraph) = self.entrants.admission(like.patron, self.table.options.mid_shoe());
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
        let limits = self.table.options.limits();
        let terms = self.table.layout.terms(limits, like, like.wager.cite(), (1, cite!("8.2")))?;
        if admission != Admission::Minimum {
            return Ok(terms);
        }
        let minimum = limits.minimum().round_up(limits.step());
        terms.capped(minimum - self.on_hand(like, 1, spot), paragraph)
    }

    /// What the person has on this hand of the box, against this hand of the dealer's.
    fn on_hand(&self, like: &Bet<Wager>, hand: u8, spot: Spot) -> Money {
        self.staked(like.patron, like.seat, |wager| wager == Wager::Hand(hand, spot))
    }

    /// From one unit up to this amount, less what is already there (B33).
    fn up_to(
        &self,
        like: &Bet<Wager>,
        cite: Citation,
        most: Money,
        ceiling: Citation,
    ) -> Result<Terms, Refusal> {
        let step = self.table.options.limits().step();
        let lies = self.staked(like.patron, like.seat, |wager| wager == like.wager);
        let unlimited = Terms::by(cite!("8.2"), [step, Money::cents(i64::MAX), step]);
        unlimited.capped(most - lies, ceiling).map(|terms| terms.under(cite))
    }

    /// 2.17(b) and (g): only beside a wager against the dealer, no more than the smallest of those (B24), and only one
    /// (B37).
    fn additional_terms(&self, like: &Bet<Wager>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        let smallest = self.smallest_hand(like.patron, like.seat);
        let Some(smallest) = smallest else { return Err(Refusal::new(cite!("2.17(b)"), Why::NeedsBase)) };
        let other = |wager: Wager| wager.is_additional() && wager != like.wager;
        if self.staked(like.patron, like.seat, other) > Money::ZERO {
            return Err(Refusal::new(cite!("2.17(b)"), Why::OneOfThem));
        }
        let posted = self.table.options.additional_maximum();
        let (most, ceiling) =
            if smallest <= posted { (smallest, cite!("2.17(g)1")) } else { (posted, cite!("2.17(g)2")) };
        self.up_to(like, like.wager.cite(), most, ceiling)
    }

    /// The smallest wager the person has against the dealer on this box.
    fn smallest_hand(&self, patron: Patron, seat: Seat) -> Option<Money> {
        let on = |spot| self.staked(patron, seat, |wager| wager == Wager::Hand(1, spot));
        Spot::ALL.into_iter().map(on).filter(|&stake| stake > Money::ZERO).min()
    }

    /// 2.9(b): up to half of the initial wager, or the next unit if there is no exact half (B11).
    fn insurance_terms(&self, like: &Bet<Wager>, spot: Spot) -> Result<Terms, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        if !self.table.options.insurance() {
            return no(cite!("2.6(k)3"), Why::NotOffered);
        }
        let round = self.round.as_ref().filter(|_| self.phase == Phase::Playing);
        match round {
            Some(Round { stage: Stage::Insurance, .. }) => {}
            // 2.9(a): only against an ace (B30).
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
        let half = Money::cents((initial.as_cents() + 1) / 2).round_up(self.table.options.limits().step());
        self.up_to(like, cite, half, cite!("2.9(b)"))
    }

    /// 2.10(a): on two cards, any but 21, up to the amount of the original wager; in multiple action on each spot (2.18(c)).
    fn double_terms(&self, like: &Bet<Wager>, hand: u8, spot: Spot) -> Result<(Terms, usize), Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        let choice = Choice::Double(hand);
        let (round, at) = self.deciding(Actor::Patron(like.patron), Some(like.seat), choice)?;
        let (place, own) = (round.place(at), round.hand(at));
        if own.id != hand {
            let named = round.all().find(|&one| one.place == at.place && round.hand(one).id == hand);
            let Some(named) = named else { return no(cite!("2.10(a)"), Why::NoSuchPlace) };
            // 2.11(b): the hands are played one after another.
            let order = Refusal::new(cite!("2.11(b)"), Why::NotNow);
            return Err(self.forbids(round, named, choice).unwrap_or(order));
        }
        if own.is_ace {
            return no(cite!("2.11(c)2"), Why::HandComplete);
        }
        if own.cards.len() != 2 {
            return no(cite!("2.10(a)"), Why::NotTwoCards);
        }
        if !self.table.options.may_double(own.total()) {
            let is_face_up = self.table.options.second_card() == SecondCard::FaceUp;
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
        Ok((self.up_to(like, cite, original, cite!("2.10(a)"))?, wagers - 1))
    }

    /// 2.11(a): two cards identical in value become two hands, the second with as much as the first; in multiple action on
    /// each spot (2.18(c)).
    fn split_terms(&self, like: &Bet<Wager>, new: u8, spot: Spot) -> Result<(Terms, usize), Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        self.may_become(usize::from(new))?;
        let (round, at) = self.deciding(Actor::Patron(like.patron), Some(like.seat), Choice::Split)?;
        let (place, own) = (round.place(at), round.hand(at));
        self.may_split(round, at)?;
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
        let step = self.table.options.limits().step();
        Ok((Terms::by(cite!("2.11(a)"), [original, original, step]).under(cite), wagers - 1))
    }

    /// 2.11(a): the hand is a pair, and its box may become one hand more; aces may again where the table allows it (B17).
    pub(super) fn may_split(&self, round: &Round, at: At) -> Result<(), Refusal> {
        let hand = round.hand(at);
        if !matches!(hand.cards.as_slice(), [one, other] if is_pair(one.rank(), other.rank())) {
            return Err(Refusal::new(cite!("2.11(a)"), Why::NotAPair));
        }
        self.may_become(round.place(at).hands.len() + 1)?;
        if hand.is_ace && !self.table.options.may_resplit_aces() {
            return Err(Refusal::new(cite!("2.11(e)"), Why::TooManyHands { most: 2 }));
        }
        Ok(())
    }

    /// 2.11(c)1 and (e), 2.6(k)5: how many hands a box may become (B16).
    fn may_become(&self, hands: usize) -> Result<(), Refusal> {
        let most = self.table.options.most_hands();
        let cite = match most {
            2 if self.table.options.second_card() == SecondCard::FaceUp => cite!("2.6(k)5"),
            2 if hands <= 4 => cite!("2.11(c)1"),
            _ => cite!("2.11(e)"),
        };
        if hands > usize::from(most) { Err(Refusal::new(cite, Why::TooManyHands { most })) } else { Ok(()) }
    }

    pub(super) fn place(&mut self, bet: BetOf<Self>, cite: Citation, to: &mut dyn Observer<Self>) {
        match bet.tender {
            Tender::Cash => self.hear(bet, to),
            _ => self.put(bet, cite, to),
        }
    }

    /// Puts down a wager that was allowed, and does what follows from it.
    pub(super) fn put(&mut self, bet: BetOf<Self>, cite: Citation, to: &mut dyn Observer<Self>) {
        let is_new = !self.bettors(bet.seat).contains(&bet.patron);
        for part in self.parts(bet) {
            self.table.layout.put(part);
            // 2.18(c): the parts that go down together with the wager on the first spot.
            let is_with_it = part.wager != bet.wager;
            to.saw(if is_with_it { cite!("2.18(c)") } else { cite }, Event::Placed { bet: part });
        }
        match bet.wager {
            Wager::Hand(1, _) if is_new && self.bettors(bet.seat).len() > 1 => {
                saw(to, cite!("2.13(c)"), Call::PutsBehind { patron: bet.patron, seat: bet.seat });
            }
            Wager::Double(..) => self.doubling(to),
            Wager::Hand(2.., _) => self.splitting(to),
            _ => {}
        }
    }

    /// 2.3(c), (f) and (g): only before the first card, and not while another wager depends on it.
    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        if self.round.is_some() {
            let is_later = matches!(wager, Wager::Insurance(_) | Wager::Double(..) | Wager::Hand(2.., _));
            return no(if is_later { cite!("2.3(g)") } else { cite!("2.3(f)") }, Why::NotNow);
        }
        self.table.nothing_is_spoken(self.by_voice())?;
        self.table.may_take_back(by, seat, wager, wager.cite())?;
        if let (Wager::Hand(1, spot), Actor::Patron(patron)) = (wager, by) {
            let is_above = |lies| spot.next().is_some_and(|next| lies == Wager::Hand(1, next));
            if self.staked(patron, seat, is_above) > Money::ZERO {
                return no(cite!("2.18(b)"), Why::NeedsBase);
            }
            // 2.17(b): an additional wager cannot stay without its regular one.
            if spot == Spot::First && self.staked(patron, seat, Wager::is_additional) > Money::ZERO {
                return no(cite!("2.17(b)"), Why::NeedsBase);
            }
        }
        Ok(Terms::plain(cite!("2.3(c)")))
    }
}
