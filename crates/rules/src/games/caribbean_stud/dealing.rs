//! 16.7 to 16.9: "No more bets", the lock-out, the deal, the stub. 16.10 (not held): bet or fold.

use super::{Call, CaribbeanStud, Deed, NO_HAND, Phase, Stage, Wager, options::Style};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{layout::settle_flat, one_deck::OneDeck},
};
use arrayvec::ArrayVec;

impl CaribbeanStud {
    /// The provision for a manual shoe, or the corresponding one for how this table deals.
    pub(super) fn by(&self, manual: Citation) -> Citation {
        match self.table.options.deal() {
            Style::Shoe => manual,
            Style::Hand => cite!("16.8(b)"),
            Style::Automated { .. } => cite!("16.9"),
        }
    }

    /// The players of the round, the farthest to the dealer's left first (16.7(d)).
    pub(super) fn players(&self) -> impl Iterator<Item = Seat> + '_ {
        self.table
            .seats
            .from_highest()
            .map(|(seat, _)| seat)
            .filter(|&seat| self.on(seat, Wager::Ante) > Money::ZERO)
    }

    /// 16.7(b): possible once somebody has an ante.
    pub(super) fn may_close(&self, by: Actor) -> Result<Terms, Refusal> {
        let is_due = self.phase == Phase::Open && !self.is_preparing();
        let terms = self.in_turn(Actor::Dealer, by, is_due, self.by(cite!("16.7(b)")))?;
        let is_empty = self.players().next().is_none();
        if is_empty { Err(Refusal::new(terms.cite, Why::NeedsAnte)) } else { Ok(terms) }
    }

    /// 16.7(b): the call and the lock-out.
    pub(super) fn lock_out(&self, to: &mut dyn Observer<Self>) {
        let cite = self.by(cite!("16.7(b)"));
        to.saw(cite, Event::Called { call: TableCall::NoMoreBets.into() });
        to.saw(cite, Event::Called { call: Call::LocksOut });
    }

    /// 16.7(b): the progressive chips go into the table inventory, and their share to the meter; `found` makes the
    /// dealer's call from the number of chips.
    pub(super) fn take_progressive(
        &mut self,
        found: impl Fn(u8) -> Option<Call>,
        to: &mut dyn Observer<Self>,
    ) {
        let (mut chips, mut change) = (0, Money::ZERO);
        let wagers = self.table.layout.bets().iter().filter(|bet| bet.wager == Wager::Progressive);
        wagers.for_each(|_| {
            chips += 1;
            change += self.table.options.progression();
        });
        if let Some(call) = found(chips) {
            to.saw(self.by(cite!("16.7(b)")), Event::Called { call });
        }
        if chips > 0 {
            self.meter += change;
            to.saw(cite!("16.12"), Event::Metered { change, stands: self.meter });
        }
        self.phase = Phase::Closed;
    }

    /// 16.6(c): each player is responsible for their own light; 16.7(b) requires as many chips as lights
    /// (K10).
    pub(super) fn may_rule_on_lights(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let cite = self.by(cite!("16.7(b)"));
        let terms = self.in_turn(Actor::Supervisor, by, self.phase == Phase::Lights, cite)?;
        match deed {
            Deed::NoLight(seat) if self.on(seat, Wager::Progressive) == Money::ZERO => {
                Err(Refusal::new(cite!("16.6(c)"), Why::NothingThere))
            }
            _ => Ok(terms),
        }
    }

    pub(super) fn rule_on_lights(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::NoLight(seat) => {
                to.saw(cite!("16.6(c)"), Event::Called { call: Call::FindsNoLight { seat } });
                self.table.layout.retain(|bet| {
                    let stays = (bet.seat, bet.wager) != (seat, Wager::Progressive);
                    if !stays {
                        settle_flat(*bet, Fate::Void, cite!("16.6(c)"), to);
                    }
                    stays
                });
            }
            _ => self.take_progressive(|wagers| Some(Call::LightsSettled { wagers }), to),
        }
    }

    /// 16.7(d)1 and 2: one card to each player; then the dealer's card, which must be shown.
    pub(super) fn begin_deal(&mut self, to: &mut dyn Observer<Self>) {
        let players: ArrayVec<Seat, { super::MOST_PLAYERS }> = self.players().collect();
        let Some(&first) = players.first() else { return };
        (self.pack.shoe, self.phase) = (Self::whole(), Phase::UpCard);
        let from = self.table.options.deal().dealt_from();
        from.say([cite!("16.7(a)"), cite!("16.8(a)"), cite!("16.8(b)")], to);
        let mut call = |cite, call| to.saw(cite, Event::Called { call });
        match self.table.options.deal() {
            Style::Automated { exposed } => {
                call(cite!("16.9"), Call::DealsStacks);
                call(cite!("16.9"), Call::TurnsUpDealerCard { which: exposed });
                self.pack.draw(5 * (players.len() + 1));
            }
            Style::Shoe | Style::Hand => {
                call(self.by(cite!("16.7(d)")), Call::BeginsWith { seat: first });
                call(self.by(cite!("16.7(d)1")), Call::DealsFirst);
                self.pack.draw(players.len());
            }
        }
        players.into_iter().for_each(|seat| self.of_mut(seat).stage = Stage::Dealt);
    }

    /// 16.7(d)3 to 5 (K2): all other cards are dealt face down.
    fn deal_rest(&mut self, to: &mut dyn Observer<Self>) {
        self.phase = Phase::Stub;
        if let Style::Automated { .. } = self.table.options.deal() {
            return;
        }
        let players = self.players().count();
        to.saw(self.by(cite!("16.7(d)3")), Event::Called { call: Call::DealsSecond });
        to.saw(self.by(cite!("16.7(d)4")), Event::Called { call: Call::DealsDealerSecond });
        to.saw(self.by(cite!("16.7(d)5")), Event::Called { call: Call::DealsRemaining });
        self.pack.draw(players + 1 + 3 * (players + 1));
    }

    /// 16.7(e) and (f): the stub is put away, or counted first; every fifth time it must be counted.
    pub(super) fn may_clear_stub(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let cite = if deed == Deed::CountStub { cite!("16.7(f)") } else { cite!("16.7(e)") };
        let is_due = self.phase == Phase::Stub && (deed == Deed::CountStub || !self.pack.deck.is_count_due());
        self.in_turn(Actor::Dealer, by, is_due, self.by(cite))
    }

    pub(super) fn clear_stub(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        if deed == Deed::CountStub {
            let cites = [self.by(cite!("16.7(f)")), self.by(cite!("16.7(f)1"))];
            self.pack.deck.count(self.pack.shoe.left(), cites, to);
        } else {
            self.pack.deck.rack(self.by(cite!("16.7(e)")), to);
        }
        self.next_turn(to);
    }

    /// 16.10 (not held): each player in turn (K6); then the dealer, if anybody has bet.
    pub(super) fn next_turn(&mut self, to: &mut dyn Observer<Self>) {
        let is_next = |seat: &Seat| self.of(*seat).stage == Stage::Dealt;
        let next = self.table.seats.from_highest().map(|(seat, _)| seat).find(is_next);
        if let Some(seat) = next {
            to.saw(cite!("16.10"), Event::Called { call: Call::Asks { seat } });
            self.phase = Phase::Turn(seat);
        } else if self.hands.iter().any(|hand| hand.stage == Stage::Bet) {
            self.phase = Phase::Dealer;
        } else {
            self.end_round(false, to);
        }
    }

    /// 16.10 (not held): the player whose turn it is may look once, and bets or folds.
    pub(super) fn may_act(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let turn = if let Phase::Turn(seat) = self.phase { Some(seat) } else { None };
        let seat = self.is_turn_of(by, turn, cite!("16.10"))?;
        match deed == Deed::Look && !self.of(seat).cards.is_empty() {
            true => Err(Refusal::new(cite!("16.10"), Why::NotNow)),
            false => Ok(Terms::plain(cite!("16.10"))),
        }
    }

    pub(super) fn look(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Turn(seat) = self.phase else { return };
        if let Some(patron) = self.table.seats.at(seat) {
            to.saw(cite!("16.10"), Event::Called { call: Call::LetsLook { patron, seat } });
        }
        self.phase = Phase::Looking(seat);
    }

    /// 16.10 (not held): ante and cards are collected at once, and the progressive wager is lost with them.
    pub(super) fn fold(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Turn(seat) = self.phase else { return };
        self.table.layout.retain(|bet| {
            if bet.seat == seat {
                settle_flat(*bet, Fate::Lost, cite!("16.10"), to);
            }
            bet.seat != seat
        });
        to.clears(self);
        *self.of_mut(seat) = super::Hand { stage: Stage::Folded, ..NO_HAND };
        to.saw(cite!("16.10"), Event::Called { call: Call::TakesCards { seat } });
        self.next_turn(to);
    }

    /// 16.10 (not held): the dealer turns what is still face down.
    pub(super) fn turn_hole_cards(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("16.10"), Event::Called { call: Call::TurnsHoleCards });
        self.phase = Phase::HoleCards;
        self.reveal(to);
    }

    /// Shows the hole cards, then hands that nobody has looked at. After that every card is known.
    fn reveal(&mut self, to: &mut dyn Observer<Self>) {
        if !self.dealer.is_full() {
            return;
        }
        let is_unseen = |&seat: &Seat| {
            let hand = self.of(seat);
            hand.stage == Stage::Bet && !hand.cards.is_full()
        };
        match self.table.seats.all().take(super::MOST_PLAYERS).find(is_unseen) {
            Some(seat) => self.phase = Phase::Showing(seat),
            None => self.settle(to),
        }
    }

    pub(super) fn can_show(&self, card: Card) -> Result<(), Refusal> {
        let cannot = |cite| Err(Refusal::new(cite, Why::CannotBeShown));
        match self.phase {
            Phase::Open | Phase::Lights | Phase::Closed => cannot(self.by(cite!("16.7(d)"))),
            // 16.7(d)5: nobody gets a sixth card.
            Phase::Stub => cannot(self.by(cite!("16.7(d)5"))),
            Phase::Turn(_) | Phase::Dealer => cannot(cite!("16.10")),
            // 16.2 (not held): in one deck there is only one of each card.
            _ if !self.pack.shoe.can_show(card) => cannot(cite!("16.2")),
            _ => Ok(()),
        }
    }

    /// A card is seen, by everyone or by the player who looks.
    pub(super) fn shown(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let mut seen = |cite, eyes| to.saw(cite, Event::Shown { chance: card, to: eyes });
        match self.phase {
            Phase::UpCard => {
                seen(self.by(cite!("16.7(d)2")), Eyes::All);
                match self.table.options.deal() {
                    Style::Automated { .. } => self.pack.shoe.turn(card),
                    _ => self.pack.shoe.draw_up(card),
                }
                self.dealer.push(card);
                self.deal_rest(to);
            }
            Phase::Looking(seat) => {
                let player = self.player(seat);
                seen(cite!("16.10"), Eyes::Only(player));
                self.pack.shoe.turn(card);
                self.of_mut(seat).cards.push(card);
                if self.of(seat).cards.is_full() {
                    self.phase = Phase::Turn(seat);
                }
            }
            Phase::Showing(seat) => {
                seen(cite!("16.10"), Eyes::All);
                self.pack.shoe.turn(card);
                let hand = self.of_mut(seat);
                hand.cards.push(card);
                hand.is_up = true;
                self.reveal(to);
            }
            Phase::Exposed(turn) => {
                seen(cite!("16.13"), Eyes::All);
                self.pack.shoe.turn(card);
                self.dealer.push(card);
                self.phase = turn.map_or(Phase::Stub, Phase::Turn);
            }
            _ => {
                seen(cite!("16.10"), Eyes::All);
                self.pack.shoe.turn(card);
                self.dealer.push(card);
                self.reveal(to);
            }
        }
    }
}
