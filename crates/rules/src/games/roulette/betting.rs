//! 5.1(a) to (d): wagers on the layout, what they may be made with, and who has which chips.

use super::{Call, Phase, Roulette, Wager};
use crate::games::prelude::*;
use crate::{kit::chips::Color, table::cash::Spoken};

impl Roulette {
    /// 5.3(b): wagers close at the call (R7). 5.1(a): a wager in cash is confirmed or declined before anything
    /// else happens on the layout (G8).
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Closed => Err(Refusal::new(cite!("5.3(b)"), Why::NotNow)),
            Phase::Open | Phase::Spinning => self.table.nothing_is_spoken(cite!("5.1(a)")),
        }
    }

    /// The terms of a wager there now.
    pub(super) fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        if like.seat != Seat::NONE {
            return Err(Refusal::new(cite!("5.1(a)"), Why::NoSuchPlace));
        }
        self.may_tender(&like)?;
        let Common { options, layout, .. } = &self.table;
        let cite = like.wager.place(options)?;
        let chips = match like.wager {
            Wager::FiveAdjacent(_) => (5, cite!("5.1(e)1.i.(2)")),
            _ => (1, cite!("8.2")),
        };
        let like = Bet { tender: like.tender.on_the_layout(), ..like };
        layout.terms(options.limits(), &like, cite, chips)
    }

    /// 5.1(a) and (b): what a wager may be made with. Value chips and a coupon never lie together.
    fn may_tender(&self, &Bet { patron, wager, tender, .. }: &Bet<Wager>) -> Result<(), Refusal> {
        let Common { options, layout, .. } = &self.table;
        let has_color = self.colors.contains(&Some(patron));
        let together = Err(Refusal::new(cite!("5.1(b)"), Why::CouponWithValueChips));
        match tender {
            Tender::Chips | Tender::Cash if layout.lies(patron, wager, Tender::Coupon) => together,
            Tender::Chips | Tender::Cash => Ok(()),
            Tender::Color if has_color => Ok(()),
            Tender::Color => Err(Refusal::new(cite!("5.1(b)"), Why::NoColor)),
            Tender::Coupon if !options.match_play() => Err(Refusal::new(cite!("5.1(a)"), Why::NotTaken)),
            Tender::Coupon if has_color && !layout.lies(patron, wager, Tender::Chips) => Ok(()),
            Tender::Coupon => together,
        }
    }

    /// 5.1(a): a spoken wager with cash counts once the dealer confirms it.
    pub(super) fn place(&mut self, bet: Bet<Wager>, _: Citation, to: &mut dyn Observer<Self>) {
        match bet.tender {
            Tender::Cash => self.table.hear(Spoken::to_dealer(bet), cite!("5.1(a)"), to),
            _ => self.table.put(bet, bet.wager.placed_by(), to),
        }
    }

    /// 5.3(b): wagers may be taken back until the call.
    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.may_take_back(by, seat, wager, wager.cite()).map(|terms| terms.under(cite!("5.3(b)")))
    }

    /// 5.1(b): no two people have chips identical in color and design, and nobody has those of the value chips. They
    /// can be handed back when none of them is on the layout.
    pub(super) fn may_have(&self, by: Actor, color: Color, asks: bool) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(cite!("5.1(b)"), why));
        let Actor::Patron(patron) = by else { return no(Why::NotYours) };
        let lies = |tender: &Tender| self.table.layout.has(patron, *tender);
        match (asks, self.colors[color.index()]) {
            (true, _) if self.table.options.is_value_color(color) => no(Why::ColorOfValueChips),
            (true, Some(other)) if other != patron => no(Why::ColorInUse),
            (false, owner) if owner != Some(patron) => no(Why::NoColor),
            (false, _) if [Tender::Color, Tender::Coupon].iter().any(lies) => no(Why::StillInPlay),
            _ => Ok(Terms::plain(cite!("5.1(b)"))),
        }
    }

    /// Hands out non-value chips, or takes them back.
    pub(super) fn have(&mut self, by: Actor, color: Color, asks: bool, to: &mut dyn Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        self.colors[color.index()] = Some(patron).filter(|_: &Patron| asks);
        let call = if asks { Call::Issues { patron, color } } else { Call::TakesBack { patron, color } };
        to.saw(cite!("5.1(b)"), Event::Called { call });
    }
}
