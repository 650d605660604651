//! The interface that all games implement.

use crate::{
    kept::{Kept, Sent},
    kit::cards::Card,
    money::Money,
    picture::{Item, Outcome},
    refusal::{Refusal, Why},
    submission::Chosen,
    table::{
        Common,
        call::TableCall,
        layout::Terms,
        people::{Actor, Bank, Patron, Seat},
        shoe::Prepares,
    },
    vocabulary::{Kinds, Vocabulary},
};
use core::{
    fmt::{self, Debug, Display},
    hash::Hash,
};
use law::Citation;

/// A game: options, a state, and what the law does with each input.
///
/// * Equal tables have equal futures: the state is all there is.
/// * A refusal leaves the table equal to what it was.
/// * A game says what may be done ([`may_wager`](Game::may_wager), [`may_withdraw`](Game::may_withdraw),
///   [`may_do`](Game::may_do), [`may_show`](Game::may_show), [`may_go_wrong`](Game::may_go_wrong)) and does it
///   ([`wager`](Game::wager), [`withdraw`](Game::withdraw), [`carry_out`](Game::carry_out), [`show`](Game::show),
///   [`go_wrong`](Game::go_wrong)). [`apply`](Game::apply) asks before it does, and [`decisions`](Game::decisions) and
///   [`irregularities`](Game::irregularities) ask the same, so that a menu lists exactly what is accepted.
pub trait Game:
    Clone + Eq + Hash + Debug + Kept + Send + Sync + AsRef<Common<Self>> + AsMut<Common<Self>> + 'static
{
    /// The name in commands and files, such as `big-six`.
    const NAME: &'static str;
    /// The name as people write it.
    const TITLE: &'static str;
    /// The provision that lists its wagers.
    const PERMISSIBLE: Citation;
    /// Whether wagers belong to numbered places of the table; at craps, places are only for the dice.
    const PLACED: bool = true;
    /// Whether the house pays and collects. Where it does not, players bet against one of them who holds the bank.
    const HOUSE_BANKS: bool = true;

    /// What the licensee has chosen.
    type Options: Chosen;
    /// What can be wagered on, and where on the layout.
    type Wager: Kinds;
    /// What people do other than wagering.
    type Deed: Vocabulary;
    /// What the equipment shows.
    type Chance: Vocabulary + Into<Outcome>;
    /// An irregularity of this game.
    type Irregularity: Vocabulary;
    /// What the dealer says and does.
    type Call: Copy + Eq + Debug + Display + Sent + From<TableCall<Self::Wager>>;

    /// The provision that says how this wager must be made, under which a wager by word alone is refused.
    fn made_in(_wager: Self::Wager) -> Citation {
        Self::PERMISSIBLE
    }

    /// An open table without wagers.
    fn open(options: Self::Options) -> Self;

    /// The phase of the round, in a word.
    fn phase(&self) -> &'static str;

    /// Whether a patron may make or raise such a wager now, and on which terms: they apply to the stake, which is not
    /// looked at here. A refusal cites the provision that forbids it.
    fn may_wager(&self, like: BetOf<Self>) -> Result<Terms, Refusal>;

    /// The provision by which only patrons wager.
    fn wagered_by_patrons(wager: Self::Wager) -> Citation {
        Self::made_in(wager)
    }

    /// Makes the wager that [`may_wager`](Game::may_wager) has allowed on these terms.
    fn wager(&mut self, bet: BetOf<Self>, terms: Terms, to: &mut dyn Observer<Self>) {
        self.as_mut().put(bet, terms.cite, to);
    }

    /// Whether this person may take back all of this wager now, and under which provision.
    fn may_withdraw(&self, by: Actor, seat: Seat, wager: Self::Wager) -> Result<Terms, Refusal>;

    /// Takes back what [`may_withdraw`](Game::may_withdraw) has allowed on these terms.
    fn withdraw(
        &mut self,
        by: Actor,
        seat: Seat,
        wager: Self::Wager,
        terms: Terms,
        to: &mut dyn Observer<Self>,
    ) {
        self.as_mut().take_back(by, seat, wager, terms.cite, to);
    }

    /// Whether this person may do this now. A refusal cites the provision that forbids it.
    fn may_do(&self, by: Actor, deed: Self::Deed) -> Result<Terms, Refusal>;

    /// Does what [`may_do`](Game::may_do) has allowed on these terms.
    fn carry_out(&mut self, by: Actor, deed: Self::Deed, terms: Terms, to: &mut dyn Observer<Self>);

    /// Whether this act is allowed now, and on which terms.
    fn guard(&self, by: Actor, act: ActOf<Self>) -> Result<Terms, Refusal> {
        match (act, by) {
            (Act::Place { seat, wager, tender, .. }, Actor::Patron(patron)) => {
                self.may_wager(Bet { patron, seat, wager, stake: Money::ZERO, tender })
            }
            (Act::Place { wager, .. }, _) => {
                Err(Refusal::new(Self::wagered_by_patrons(wager), Why::NotYours))
            }
            (Act::TakeBack { seat, wager }, _) => self.may_withdraw(by, seat, wager),
            (Act::Do(deed), _) => self.may_do(by, deed),
        }
    }

    /// Carries out what [`guard`](Game::guard) has allowed on these terms.
    fn perform(&mut self, by: Actor, act: ActOf<Self>, terms: Terms, to: &mut dyn Observer<Self>) {
        match (act, by) {
            (Act::Place { seat, wager, stake, tender }, Actor::Patron(patron)) => {
                self.wager(Bet { patron, seat, wager, stake, tender }, terms, to);
            }
            (Act::Place { .. }, _) => {}
            (Act::TakeBack { seat, wager }, _) => self.withdraw(by, seat, wager, terms, to),
            (Act::Do(deed), _) => self.carry_out(by, deed, terms, to),
        }
    }

    /// Whether the equipment can show this now. A refusal cites the provision that says what it shows.
    fn may_show(&self, chance: Self::Chance) -> Result<(), Refusal>;

    /// Continues with what was shown, once [`may_show`](Game::may_show) has allowed it.
    fn show(&mut self, chance: Self::Chance, to: &mut dyn Observer<Self>);

    /// Whether this irregularity can occur now.
    fn may_go_wrong(&self, what: Self::Irregularity) -> Result<(), Refusal>;

    /// Applies the remedy for an irregularity, once [`may_go_wrong`](Game::may_go_wrong) has allowed it.
    fn go_wrong(&mut self, what: Self::Irregularity, to: &mut dyn Observer<Self>);

    /// Who or what the table waits for.
    fn awaits(&self) -> Awaits;

    /// The table's options.
    fn options(&self) -> Self::Options {
        self.as_ref().options
    }

    /// The same table under these options. It is needed for a table restored from a snapshot: options are
    /// made only by the gate, so no snapshot holds them.
    #[must_use]
    fn under(mut self, options: Self::Options) -> Self {
        self.as_mut().options = options;
        self
    }

    /// The wagers on the layout.
    fn bets(&self) -> &[BetOf<Self>] {
        self.as_ref().layout.bets()
    }

    /// Applies the rules to one input. A refusal leaves the table unchanged.
    fn apply(&mut self, input: InputOf<Self>, to: &mut dyn Observer<Self>) -> Result<(), Refusal> {
        let now = |refusal: Refusal, table: &Self| refusal.while_awaiting(table.awaits());
        match input {
            Input::Act { by, act } => {
                let terms = self.guard(by, act).map_err(|refusal| now(refusal, self))?;
                if let Act::Place { stake, .. } = act {
                    terms.admit(stake)?;
                }
                self.perform(by, act, terms, to);
            }
            Input::Chance(chance) => {
                self.may_show(chance).map_err(|refusal| now(refusal, self))?;
                self.show(chance, to);
            }
            Input::Irregularity(what) => {
                self.may_go_wrong(what).map_err(|refusal| now(refusal, self))?;
                self.go_wrong(what, to);
            }
        }
        Ok(())
    }

    /// What this person may do now: every act that [`guard`](Game::guard) allows.
    fn decisions(&self, by: Actor, each: &mut dyn FnMut(Offer<ActOf<Self>>)) {
        self.deeds(by, &mut |deed| {
            if self.may_do(by, deed).is_ok() {
                each(Offer::plain(Act::Do(deed)));
            }
        });
        let Actor::Patron(patron) = by else { return };
        let Common { seats, layout, .. } = self.as_ref();
        let place = |seat| {
            Self::Wager::each(&mut |wager| {
                for tender in Tender::ALL {
                    let act = |stake| Act::Place { seat, wager, stake, tender };
                    if let Ok(Terms { least, most, step, .. }) = self.guard(by, act(Money::ZERO)) {
                        each(Offer { act: act(least), most, step });
                    }
                }
            });
        };
        if !Self::PLACED || seats.all().next().is_none() {
            core::iter::once(Seat::NONE).for_each(place);
        } else {
            seats.all().for_each(place);
        }
        for (at, bet) in layout.bets().iter().enumerate().filter(|(_, bet)| bet.patron == patron) {
            let same = |other: &BetOf<Self>| {
                (other.patron, other.seat, other.wager) == (patron, bet.seat, bet.wager)
            };
            let act = Act::TakeBack { seat: bet.seat, wager: bet.wager };
            if !layout.bets()[..at].iter().any(same) && self.guard(by, act).is_ok() {
                each(Offer::plain(act));
            }
        }
    }

    /// The deeds worth checking with the guard: all of them, except that the many steps of a preparation are
    /// included only during one.
    fn deeds(&self, _by: Actor, each: &mut dyn FnMut(Self::Deed)) {
        let is_preparing = self.is_preparing();
        Self::Deed::each(&mut |deed| {
            if is_preparing || !matches!(Self::prepares(deed), Some(Prepares::Step(_))) {
                each(deed);
            }
        });
    }

    /// Whether cards are being prepared.
    fn is_preparing(&self) -> bool {
        false
    }

    /// How this deed prepares cards, if it does.
    fn prepares(_deed: Self::Deed) -> Option<Prepares> {
        None
    }

    /// What is done for this person when they are absent or leave it to the house: the next step of the
    /// staff's procedure, or for a patron the lawful choice that risks nothing more. `None` if the person has
    /// no such deed; for an awaited patron who can only wager, the dealer goes on (see
    /// [`usual_step`](Game::usual_step)).
    fn usual(&self, by: Actor) -> Option<Self::Deed>;

    /// The usual deed of the person the table waits for, or of the dealer if it waits for wagers. `None`
    /// while the equipment must show something.
    fn usual_step(&self) -> Option<InputOf<Self>> {
        let by = match self.awaits() {
            Awaits::Equipment => return None,
            Awaits::Wagers => Actor::Dealer,
            Awaits::Decision(who) => who,
        };
        let step = |by| Some(Input::Act { by, act: Act::Do(self.usual(by)?) });
        match by {
            Actor::Patron(_) => step(by).or_else(|| step(Actor::Dealer)),
            _ => step(by),
        }
    }

    /// Whether the table waits for wagers, from anyone or from the one person whose wager must come first,
    /// such as a Banker. That person is awaited by name, but no round is in play yet.
    fn awaits_wagers(&self) -> bool {
        self.awaits() == Awaits::Wagers
    }

    /// What the equipment may show now, with weights proportional to the probabilities.
    fn outcomes(&self, each: &mut dyn FnMut(Self::Chance, u32));

    /// The irregularities that can occur now.
    fn irregularities(&self, each: &mut dyn FnMut(Self::Irregularity)) {
        Self::Irregularity::each(&mut |what| {
            if self.may_go_wrong(what).is_ok() {
                each(what);
            }
        });
    }

    /// Everything on the table other than wagers, for drawing it: seats, cards, totals, puck, shoe. It
    /// depends on the state alone, so the cards of a finished round are only visible in [`Observer::clears`].
    fn picture(&self, each: &mut dyn FnMut(Item));

    /// A spoken wager that has been neither confirmed nor declined. The cash or chips offered with it have
    /// left the patron's hand but are not on the layout yet.
    fn spoken(&self) -> Option<BetOf<Self>> {
        self.as_ref().cash.map(|spoken| spoken.bet)
    }

    /// Whether the wagers that the table waits for belong to the round being dealt, as insurance does, rather
    /// than to the next.
    fn is_under_way(&self) -> bool {
        false
    }

    /// Moves ahead in the shoe by this many cards, of which these were seen, as if earlier rounds had used them;
    /// `false` if the shoe does not have them before its cutting card. Scripts use it to begin in the middle of a shoe.
    /// It is not an input, and no journal contains it.
    fn skip_cards(&mut self, _cards: u16, _seen: &[Card]) -> bool {
        false
    }
}

/// Who or what a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "for", content = "by", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Awaits {
    /// Patrons may wager; the dealer goes on when they are done.
    Wagers,
    /// This person must act.
    Decision(Actor),
    /// The equipment must show something.
    Equipment,
}

impl Display for Awaits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Awaits::Wagers => f.write_str("wagers"),
            Awaits::Decision(Actor::Patron(patron)) => write!(f, "{patron}"),
            Awaits::Decision(staff) => write!(f, "the {staff}"),
            Awaits::Equipment => f.write_str("the equipment"),
        }
    }
}

/// Everything that can happen at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input<W, D, C, I> {
    /// A person does something, and may be refused.
    Act {
        /// The person who acts.
        by: Actor,
        /// The act.
        act: Act<W, D>,
    },
    /// The equipment has shown something.
    Chance(C),
    /// Something has gone wrong.
    Irregularity(I),
}

/// An act of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act<W, D> {
    /// Makes a wager, or adds to one.
    Place {
        /// The position at the table.
        seat: Seat,
        /// What the wager is on.
        wager: W,
        /// The amount staked.
        stake: Money,
        /// What the stake is made with.
        tender: Tender,
    },
    /// Takes back a whole wager.
    TakeBack {
        /// The position at the table.
        seat: Seat,
        /// The wager to take back.
        wager: W,
    },
    /// Any other deed.
    Do(D),
}

/// What a wager is made with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Tender {
    /// Value chips or plaques.
    Chips,
    /// Non-value chips of the person's color.
    Color,
    /// Spoken, with cash offered.
    Cash,
    /// Non-value chips with a match play coupon of the same amount.
    Coupon,
}

impl Tender {
    /// Every way in which a wager can be made, in the order of their numbers.
    pub const ALL: [Tender; 4] = [Tender::Chips, Tender::Color, Tender::Cash, Tender::Coupon];

    /// The word after an amount; empty for chips.
    pub const fn word(self) -> &'static str {
        match self {
            Tender::Chips => "",
            Tender::Color => "color",
            Tender::Cash => "cash",
            Tender::Coupon => "coupon",
        }
    }
}

/// A wager on the layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bet<W> {
    /// The patron who made it.
    pub patron: Patron,
    /// The position at the table.
    pub seat: Seat,
    /// The kind of wager.
    pub wager: W,
    /// The amount staked.
    pub stake: Money,
    /// What it is made with.
    pub tender: Tender,
}

/// Something a person may do now: the act, with the minimum stake if it takes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer<A> {
    /// The act, with the minimum stake if it takes one.
    pub act: A,
    /// The maximum stake.
    pub most: Money,
    /// The stake must be a multiple of this.
    pub step: Money,
}

impl<A> Offer<A> {
    /// An act without a stake.
    pub const fn plain(act: A) -> Offer<A> {
        Offer { act, most: Money::ZERO, step: Money::ZERO }
    }
}

impl<W: Copy + Eq, D: Copy + Eq> Offer<Act<W, D>> {
    /// Whether this offer covers the act.
    pub fn covers(&self, act: Act<W, D>) -> bool {
        match (self.act, act) {
            (
                Act::Place { seat, wager, stake: least, tender },
                Act::Place { seat: seat2, wager: wager2, stake, tender: tender2 },
            ) => {
                (seat, wager, tender) == (seat2, wager2, tender2)
                    && (least..=self.most).contains(&stake)
                    && stake.is_multiple_of(self.step)
            }
            (one, other) => one == other,
        }
    }
}

/// Everything the rules decide. The order of events is the dealer's order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Event<W, C, L> {
    /// A wager was made.
    Placed { bet: Bet<W> },
    /// A wager was returned to its patron.
    Returned { bet: Bet<W> },
    /// A wager was moved to another place on the layout.
    Moved { bet: Bet<W>, to: W },
    /// The equipment showed something.
    Shown { chance: C, to: Eyes },
    /// The dealer says or does something.
    Called { call: L },
    /// A wager is decided and leaves the layout: `taken` goes to the bank, and the rest of the stake and
    /// `paid` go to the patron. The event's own citation says why it won or lost, `pays` why it pays that
    /// amount.
    Settled { bet: Bet<W>, fate: Fate, taken: Money, paid: Money, pays: Citation, bank: Bank },
    /// Cash is exchanged for chips: the cash goes into the drop box, the chips to the patron.
    Exchanged { patron: Patron, cash: Money },
    /// A coupon is redeemed: a match play coupon that won with its wager, or one that is worth a wager.
    Redeemed { patron: Patron, paid: Money },
    /// The meter of a progressive wager moves: up by its share of the wagers, down by what was won from it.
    Metered { change: Money, stands: Money },
    /// Vigorish is collected at once.
    Charged { patron: Patron, vigorish: Money },
    /// Vigorish is owed and marked, to be collected later.
    Marked { patron: Patron, vigorish: Money },
    /// Marked vigorish is collected.
    Collected { patron: Patron, vigorish: Money },
    /// Marked vigorish is waived as a complimentary, and documented instead of collected.
    Waived { patron: Patron, vigorish: Money },
}

/// Who can see what was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Everyone at the table.
    All,
    /// Only this person.
    Only(Actor),
}

/// The fate of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fate {
    /// The wager wins.
    Won,
    /// The wager loses.
    Lost,
    /// The wager is returned.
    Void,
    /// Half of the wager is lost.
    Halved,
}

/// Any input of a game.
pub type InputOf<G> =
    Input<<G as Game>::Wager, <G as Game>::Deed, <G as Game>::Chance, <G as Game>::Irregularity>;
/// Any act of a game.
pub type ActOf<G> = Act<<G as Game>::Wager, <G as Game>::Deed>;
/// Any event of a game.
pub type EventOf<G> = Event<<G as Game>::Wager, <G as Game>::Chance, <G as Game>::Call>;
/// A wager on the layout of a game.
pub type BetOf<G> = Bet<<G as Game>::Wager>;

/// An observer of what the rules decide. Closures implement it.
pub trait Observer<G: Game> {
    /// Receives an event and the provision behind it.
    fn saw(&mut self, cite: Citation, event: EventOf<G>);

    /// Called while the cards are still on the table, just before the next event removes some of them. The
    /// state that [`Game::apply`] leaves behind no longer has them.
    fn clears(&mut self, _table: &G) {}
}

impl<G: Game, F: FnMut(Citation, EventOf<G>)> Observer<G> for F {
    fn saw(&mut self, cite: Citation, event: EventOf<G>) {
        self(cite, event);
    }
}

/// An observer that ignores everything.
pub struct Nobody;

impl<G: Game> Observer<G> for Nobody {
    fn saw(&mut self, _: Citation, _: EventOf<G>) {}
}

/// `p1`, or `p1@3` at a numbered place.
struct At(Patron, Seat);

impl Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Seat::NONE => write!(f, "{}", self.0),
            Seat(seat) => write!(f, "{}@{seat}", self.0),
        }
    }
}

/// `p1 red 5.00`, `p1@3 tie 5.00 cash`.
impl<W: Display> Display for Bet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", At(self.patron, self.seat), self.wager, self.stake)?;
        match self.tender {
            Tender::Chips => Ok(()),
            tender => write!(f, " {}", tender.word()),
        }
    }
}

/// Writes the input as in a script.
impl<W: Display, D: Display, C: Display, I: Display> Display for Input<W, D, C, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Act { by, act } => {
                write!(f, "{by}")?;
                match act {
                    Act::Place { seat, .. } | Act::TakeBack { seat, .. } if *seat != Seat::NONE => {
                        write!(f, "@{}", seat.0)?;
                    }
                    _ => {}
                }
                match act {
                    Act::Place { wager, stake, tender: Tender::Chips, .. } => write!(f, " {wager} {stake}"),
                    Act::Place { wager, stake, tender, .. } => {
                        write!(f, " {wager} {stake} {}", tender.word())
                    }
                    Act::TakeBack { wager, .. } => write!(f, " takes back {wager}"),
                    Act::Do(deed) => write!(f, " {deed}"),
                }
            }
            Input::Chance(chance) => write!(f, "{chance}"),
            Input::Irregularity(irregularity) => write!(f, "irregularity {irregularity}"),
        }
    }
}

impl<W: Display, C: Display, L: Display> Display for Event<W, C, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Placed { bet } => write!(f, "placed {bet}"),
            Event::Returned { bet } => write!(f, "returned {bet}"),
            Event::Moved { bet, to } => write!(f, "moved {bet} to {to}"),
            Event::Shown { chance, to: Eyes::All } => write!(f, "shown {chance}"),
            Event::Shown { chance, to: Eyes::Only(who) } => write!(f, "shown {chance} to {who} alone"),
            Event::Called { call } => write!(f, "dealer {call}"),
            Event::Settled { bet, fate, taken, paid, pays, bank } => {
                match fate {
                    Fate::Won if *taken > Money::ZERO => {
                        write!(f, "won {bet}, taken {taken}, paid {paid} by {pays}")?;
                    }
                    Fate::Won => write!(f, "won {bet}, paid {paid} by {pays}")?,
                    Fate::Lost => write!(f, "lost {bet}")?,
                    Fate::Void => write!(f, "void {bet}")?,
                    Fate::Halved => write!(f, "half lost {bet}, taken {taken} by {pays}")?,
                }
                match bank {
                    Bank::House => Ok(()),
                    Bank::Patron(patron) => write!(f, ", banked by {patron}"),
                }
            }
            Event::Exchanged { patron, cash } => write!(f, "exchanged {patron}'s {cash} for chips"),
            Event::Redeemed { patron, paid } => write!(f, "redeemed {patron} coupon, paid {paid}"),
            Event::Metered { change, stands } => write!(f, "meter moves by {change} to {stands}"),
            Event::Charged { patron, vigorish } => write!(f, "charged {patron} vigorish {vigorish}"),
            Event::Marked { patron, vigorish } => write!(f, "marked {patron} owes vigorish {vigorish}"),
            Event::Collected { patron, vigorish } => write!(f, "collected {patron} vigorish {vigorish}"),
            Event::Waived { patron, vigorish } => write!(f, "waived {patron} vigorish {vigorish}"),
        }
    }
}
