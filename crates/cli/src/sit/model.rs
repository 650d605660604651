//! The table as the user knows it. Frames update the wagers, the chips and the log; the picture comes from
//! the server. This module reads neither a clock, a network connection nor a keyboard.

use crate::{roadside::Roadside, screen};
use books::{Account, BetView, EntryKind, Fact, Picture, Postings, What};
use law::Citation;
use protocol::{
    ActRequest, Commitment, FromClient, FromServer, Offer, PresenceView, Problem, Receipt, Seated, StepView,
    TableSummary, TableView,
};
use rules::{Actor, Awaits, Fate, Money, Outcome, Patron, Seat};
use std::{
    borrow::Cow,
    collections::VecDeque,
    time::{Duration, Instant},
};

/// The number of lines the log keeps, and the number requested when joining a table.
const KEPT: usize = 2000;
const HISTORY: u64 = 400;

/// The kind of a line in the log, which sets its color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// The dealer says or does something.
    Call,
    /// The equipment shows something.
    Chance,
    /// A wager is made, returned or moved.
    Wager,
    /// The user wins money.
    Won,
    /// The user loses money.
    Lost,
    /// A refusal.
    Refused,
    /// Something went wrong or is delayed.
    Trouble,
    /// Anything else.
    Note,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The provision; empty if there is none.
    pub cite: String,
    /// The sentence.
    pub text: String,
    /// The kind of line.
    pub tone: Tone,
}

/// A request that has not been answered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The key of the request, which never changes.
    pub key: String,
    /// What the user typed.
    pub said: String,
    /// The whole request, to be sent again unchanged.
    pub request: FromClient,
    /// When to send it again, if the server asked for that.
    pub again: Option<Instant>,
}

/// What the model asks the session to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Send this on the live connection.
    Say(FromClient),
    /// Read the table again: something changed that lines do not show.
    Refresh,
}

/// How a request ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The request was written to the journal.
    Done(Receipt),
    /// It was written as a refusal.
    Refused(Receipt),
    /// It was not written.
    Failed(Problem),
}

/// A table, as the user knows it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The table's entry in the list of tables.
    pub summary: TableSummary,
    /// The user's own patron number.
    pub you: Option<Patron>,
    /// The people at the table.
    pub people: Vec<Seated>,
    /// The wagers on the layout.
    pub bets: Vec<BetView>,
    /// Everything else on the table.
    pub picture: Picture,
    /// The table before the last round's cards were cleared away. It is drawn until other cards or wagers come.
    pub cleared: Option<Picture>,
    /// Who or what the table waits for; `None` while it is closed.
    pub awaits: Option<Awaits>,
    /// When the table goes on without them.
    pub until: Option<Instant>,
    /// What the user may do now.
    pub offers: Vec<Offer>,
    /// The house's commitment for the next window.
    pub commitment: Option<Commitment>,
    /// Who is at the table, and whether the user is marked as ready.
    pub presence: PresenceView,
    /// The results of the shoe.
    pub roads: Roadside,
    /// What the dice, the ball or the wheel showed, latest last. Void results are left out.
    pub outcomes: VecDeque<Outcome>,
    /// The log of what happened.
    pub log: VecDeque<Line>,
    /// The provisions behind the last answer.
    pub cites: Vec<Citation>,
    /// The user's receipts.
    pub receipts: Vec<Receipt>,
    /// Requests that have not been answered.
    pub pending: Vec<Pending>,
    /// How the user's last requests ended, by key.
    pub endings: Vec<(String, Ending)>,
    /// What the user has won since sitting down; negative for a loss.
    pub standing: Money,
    /// The number of rounds that have ended since joining.
    pub rounds: u64,
    next: u64,
    told_to: u64,
    epoch: u64,
    asked_from: Option<u64>,
}

impl Table {
    /// Starts from the first view of the table.
    pub fn new(view: TableView, now: Instant) -> Table {
        let from = view.next.saturating_sub(HISTORY);
        let mut table = Table {
            summary: view.summary.clone(),
            you: None,
            people: Vec::new(),
            bets: Vec::new(),
            picture: Picture::default(),
            cleared: None,
            awaits: None,
            until: None,
            offers: Vec::new(),
            commitment: None,
            presence: PresenceView::default(),
            roads: Roadside::default(),
            outcomes: VecDeque::new(),
            log: VecDeque::new(),
            cites: Vec::new(),
            receipts: Vec::new(),
            pending: Vec::new(),
            endings: Vec::new(),
            standing: Money::ZERO,
            rounds: 0,
            next: 0,
            told_to: from,
            epoch: 0,
            asked_from: None,
        };
        table.see(view, now);
        table
    }

    /// The number of the next line to receive.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The user's chips, in cents.
    pub fn purse(&self) -> i64 {
        self.people.iter().find(|one| self.is_you(one.patron)).and_then(|one| one.purse).unwrap_or(0)
    }

    /// Whether this is the user's own number.
    pub fn is_you(&self, patron: Patron) -> bool {
        self.you == Some(patron)
    }

    /// The user's own place at the table.
    pub fn seat(&self) -> Seat {
        let Some(you) = self.you else { return Seat::NONE };
        let lies = || self.bets.iter().find(|bet| bet.patron == you).map(|bet| bet.seat);
        self.picture.seat_of(you).or_else(lies).unwrap_or(Seat::NONE)
    }

    /// The user's own wagers.
    pub fn own_bets(&self) -> impl Iterator<Item = &BetView> {
        self.bets.iter().filter(|bet| self.is_you(bet.patron))
    }

    /// The name of a patron.
    pub fn name(&self, patron: Patron) -> String {
        let found = self.people.iter().find(|one| one.patron == patron);
        found.map_or_else(|| patron.to_string(), |one| one.name.clone())
    }

    /// Whether the table waits for the user.
    pub fn waits_for_you(&self) -> bool {
        self.you.is_some_and(|you| self.awaits == Some(Awaits::Decision(Actor::Patron(you))))
    }

    /// What to draw: the table as it is, with the cards and lights of the last round until new ones come.
    pub fn drawn(&self) -> Cow<'_, Picture> {
        let Some(Picture { cards, totals, spread, lit, .. }) = &self.cleared else {
            return Cow::Borrowed(&self.picture);
        };
        let (cards, totals, spread, lit) = (cards.clone(), totals.clone(), *spread, lit.clone());
        Cow::Owned(Picture { cards, totals, spread, lit, ..self.picture.clone() })
    }

    /// What to send after reconnecting: a request for all missed lines, then every unanswered request with
    /// its old key. The server knows which of them it has written.
    pub fn on_connection(&mut self) -> Vec<FromClient> {
        self.asked_from = Some(self.told_to);
        self.offers.clear();
        let resume = FromClient::Resume { from: self.told_to };
        let pending = self.pending.iter_mut().map(|pending| {
            pending.again = None;
            pending.request.clone()
        });
        std::iter::once(resume).chain(pending).chain([FromClient::Offers]).collect()
    }

    /// The requests that are due to be sent again.
    pub fn due(&mut self, now: Instant) -> Vec<FromClient> {
        let due = self.pending.iter_mut().filter(|pending| pending.again.is_some_and(|at| at <= now));
        due.map(|pending| {
            pending.again = None;
            pending.request.clone()
        })
        .collect()
    }

    /// Makes an act, to be sent and kept until it is answered.
    pub fn act(&mut self, key: String, act: &str, seat: Seat) -> FromClient {
        let request = FromClient::Act(ActRequest {
            key: key.clone(),
            seen: self.next.checked_sub(1),
            act: act.to_owned(),
            seat: (seat != Seat::NONE).then_some(seat.0),
            acting: None,
        });
        let said = act.to_owned();
        self.pending.push(Pending { key, said, request: request.clone(), again: None });
        request
    }

    /// Handles a frame, and returns what to ask for.
    pub fn hear(&mut self, frame: FromServer, now: Instant) -> Vec<Wish> {
        match frame {
            FromServer::Table(view) => {
                if view.next >= self.next {
                    self.see(*view, now);
                }
                let mut wishes = vec![Wish::Say(FromClient::Offers)];
                if self.told_to < self.next && self.asked_from != Some(self.told_to) {
                    self.asked_from = Some(self.told_to);
                    wishes.insert(0, Wish::Say(FromClient::Resume { from: self.told_to }));
                }
                wishes
            }
            FromServer::Step(step) => self.step(*step, now),
            FromServer::Receipt(receipt) => {
                self.receipt(receipt);
                Vec::new()
            }
            FromServer::Offers { offers } => {
                self.offers = offers;
                Vec::new()
            }
            FromServer::Presence(presence) => {
                self.presence = presence;
                Vec::new()
            }
            FromServer::Problem(problem) => {
                self.problem(problem, now);
                Vec::new()
            }
            FromServer::Lock(_) | FromServer::Heard(_) => Vec::new(),
            FromServer::Resync { from } => {
                // The server no longer has the earlier lines: the log has a gap, and the table is read again.
                self.told_to = self.told_to.max(from);
                self.note(Tone::Trouble, "some lines were left out: the table is read again");
                vec![Wish::Refresh]
            }
        }
    }

    /// Replaces everything except the log with the current view.
    fn see(&mut self, view: TableView, now: Instant) {
        self.summary = view.summary;
        self.next = view.next;
        self.awaits = view.awaits;
        self.until = view.patience.map(|left| now + Duration::from_millis(left));
        self.bets = view.bets;
        self.people = view.people;
        self.you = view.you;
        self.commitment = view.commitment;
        self.presence = view.presence;
        (self.picture, self.cleared) = (view.picture, view.cleared);
    }

    /// Handles a line of the journal. Known lines change nothing, a gap is requested, and lines of a former
    /// owner do not count.
    fn step(&mut self, step: StepView, now: Instant) -> Vec<Wish> {
        if step.epoch < self.epoch || step.seq < self.told_to {
            return Vec::new();
        }
        if step.seq > self.told_to {
            if self.asked_from == Some(self.told_to) {
                return Vec::new();
            }
            self.asked_from = Some(self.told_to);
            return vec![Wish::Say(FromClient::Resume { from: self.told_to })];
        }
        (self.told_to, self.epoch, self.asked_from) = (step.seq + 1, step.epoch, None);
        self.tell(&step);
        if step.seq < self.next {
            return Vec::new();
        }
        if step.seq > self.next {
            return vec![Wish::Refresh];
        }
        self.next = step.seq + 1;
        self.apply(&step, now);
        let mut wishes = Vec::new();
        // Offers depend on everything on the table; while old lines arrive, asking for them would be wasted.
        if self.told_to == self.next {
            wishes.push(Wish::Say(FromClient::Offers));
        }
        if !says_all(step.entry) {
            wishes.push(Wish::Refresh);
        }
        wishes
    }

    /// Applies a line to wagers, purses and the picture.
    fn apply(&mut self, step: &StepView, now: Instant) {
        let mut postings = Postings::default();
        for fact in &step.facts {
            lay(&mut self.bets, &fact.what);
            postings.fact(&fact.what, |patron| books::Account::Wallet(patron.to_string()));
        }
        if let Some(picture) = &step.picture {
            self.picture.clone_from(picture);
        }
        let wagered = step.facts.iter().any(|fact| matches!(fact.what, What::Placed { .. }));
        let dealt = step.picture.as_ref().is_some_and(|picture| !picture.cards.is_empty());
        if step.cleared.is_some() || wagered || dealt {
            self.cleared.clone_from(&step.cleared);
        }
        for (account, cents) in postings.iter() {
            if let Account::Purse(patron) = account {
                let found = self.people.iter_mut().find(|one| one.patron == *patron);
                found.and_then(|one| one.purse.as_mut()).into_iter().for_each(|purse| *purse += cents);
            }
        }
        self.summary.round = step.round;
        self.awaits = step.awaits;
        self.until = step.patience.map(|left| now + Duration::from_millis(left));
    }

    /// Adds a line to the log and the roads.
    fn tell(&mut self, step: &StepView) {
        if let Some(refused) = &step.refused {
            if self.you.is_some_and(|you| self.name(you) == step.by) {
                self.cites = Citation::find(&refused.cite).into_iter().collect();
            }
            let line = step.line.as_deref().unwrap_or("something");
            let text = format!("{line}: {} · {}", refused.text, step.by);
            self.log(Line { cite: screen::cite_of(refused), text, tone: Tone::Refused });
        }
        if !step.facts.is_empty() {
            self.cites = step.facts.iter().map(|fact| fact.cite).collect();
        }
        for fact in &step.facts {
            self.roads.hear(&fact.what);
            self.standing += self.won(&fact.what);
            let (cite, text, tone) = (fact.cite.to_string(), self.words(fact), tone(&fact.what));
            self.log(Line { cite, text, tone });
        }
        self.keep_outcome(&step.facts);
        if let Some(text) = other(step) {
            self.note(Tone::Note, &text);
        }
        let decided = |fact: &Fact| matches!(fact.what, What::Settled { .. } | What::Returned { .. });
        if step.awaits == Some(Awaits::Wagers) && step.facts.iter().any(decided) {
            self.rounds += 1;
        }
    }

    /// Keeps what the dice, the ball or the wheel showed, unless it was declared void.
    fn keep_outcome(&mut self, facts: &[Fact]) {
        let is_void = |fact: &Fact| matches!(&fact.what, What::Called { call, .. } if call == "voids-spin" || call == "no-spin");
        let shown = facts.iter().find_map(|fact| match fact.what {
            What::Shown { outcome } => Some(outcome).filter(|outcome| outcome.is_result()),
            _ => None,
        });
        self.outcomes.extend(shown.filter(|_| !facts.iter().any(is_void)));
        let excess = self.outcomes.len().saturating_sub(100);
        self.outcomes.drain(..excess);
    }

    /// What the user wins by a fact; negative for a loss.
    fn won(&self, fact: &What) -> Money {
        match fact {
            What::Settled { bet, taken, paid, .. } if self.is_you(bet.patron) => *paid - *taken,
            What::Redeemed { patron, paid } if self.is_you(*patron) => *paid,
            What::Charged { patron, vigorish } | What::Collected { patron, vigorish }
                if self.is_you(*patron) =>
            {
                Money::ZERO - *vigorish
            }
            _ => Money::ZERO,
        }
    }

    /// A fact's sentence with the names of the people concerned; the user is `you`.
    fn words(&self, fact: &Fact) -> String {
        let mut names: Vec<String> = Vec::new();
        for patron in fact.patrons() {
            let name = if self.is_you(patron) { "you".to_owned() } else { self.name(patron) };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match names.is_empty() {
            true => fact.text.clone(),
            false => format!("{} · {}", fact.text, names.join(", ")),
        }
    }

    /// Handles the answer to a request, from the live connection or over HTTP.
    pub fn receipt(&mut self, receipt: Receipt) {
        self.pending.retain(|pending| pending.key != receipt.key);
        if self.receipts.iter().any(|known| known.key == receipt.key) {
            return;
        }
        let ending = match &receipt.refused {
            Some(refused) => {
                self.cites = Citation::find(&refused.cite).into_iter().collect();
                Ending::Refused(receipt.clone())
            }
            None => Ending::Done(receipt.clone()),
        };
        self.end(receipt.key.clone(), ending);
        self.receipts.push(receipt);
    }

    fn end(&mut self, key: String, ending: Ending) {
        self.endings.push((key, ending));
        let excess = self.endings.len().saturating_sub(64);
        self.endings.drain(..excess);
    }

    fn problem(&mut self, problem: Problem, now: Instant) {
        let key = problem.key.clone().unwrap_or_default();
        let at = self.pending.iter().position(|pending| pending.key == key);
        if problem.retry
            && let Some(at) = at
        {
            self.pending[at].again = Some(now + Duration::from_secs(1));
            let text = format!("{}: {}; it is tried again", self.pending[at].said, problem.message);
            self.note(Tone::Trouble, &text);
            return;
        }
        let said = at.map(|at| self.pending.remove(at).said + ": ").unwrap_or_default();
        self.note(Tone::Trouble, &format!("{said}{}", problem.message));
        self.end(key, Ending::Failed(problem));
    }

    /// Adds a note without a provision to the log.
    pub fn note(&mut self, tone: Tone, text: &str) {
        self.log(Line { cite: String::new(), text: text.to_owned(), tone });
    }

    fn log(&mut self, line: Line) {
        self.log.push_back(line);
        let excess = self.log.len().saturating_sub(KEPT);
        self.log.drain(..excess);
    }
}

/// Whether a line of this kind shows everything it changes, so that the table need not be read again.
fn says_all(kind: EntryKind) -> bool {
    matches!(
        kind,
        EntryKind::Input
            | EntryKind::Refused
            | EntryKind::Anchored
            | EntryKind::Committed
            | EntryKind::Locked
            | EntryKind::Mixed
            | EntryKind::Failed
            | EntryKind::Turned
            | EntryKind::Abandoned
            | EntryKind::Remarked
            | EntryKind::TakenOver
    )
}

/// The tone of a fact.
fn tone(fact: &What) -> Tone {
    match fact {
        What::Called { .. } => Tone::Call,
        What::Shown { .. } | What::Privately { .. } | What::Hidden { .. } => Tone::Chance,
        What::Settled { fate: Fate::Won, .. } | What::Redeemed { .. } => Tone::Won,
        What::Settled { fate: Fate::Lost | Fate::Halved, .. }
        | What::Charged { .. }
        | What::Collected { .. }
        | What::Marked { .. } => Tone::Lost,
        _ => Tone::Wager,
    }
}

/// The text of lines other than the game's.
fn other(step: &StepView) -> Option<String> {
    let by = &step.by;
    Some(match step.entry {
        EntryKind::Joined => format!("{by} comes to the table"),
        EntryKind::BoughtIn => format!("{by} buys chips"),
        EntryKind::TakenAway => format!("{by} takes chips away"),
        EntryKind::WalkIn => format!("{by} seats someone"),
        EntryKind::Brought => "someone brings chips from elsewhere".to_owned(),
        EntryKind::Corrected => format!("{by} corrects an entry"),
        EntryKind::Anchored => format!("{by} adds to the chance from the next round on"),
        EntryKind::Failed => {
            "someone did not contribute in time; the draw is repeated without them".to_owned()
        }
        EntryKind::Abandoned => "the house gave up its part of the chance and commits to another".to_owned(),
        EntryKind::Counted => "the table's chips are counted".to_owned(),
        EntryKind::Closed => "the table closes".to_owned(),
        EntryKind::Opened => "the table opens".to_owned(),
        EntryKind::Approved => "something is put right, as two people agreed".to_owned(),
        EntryKind::Scheduled => "other options are announced".to_owned(),
        EntryKind::TakenOver => "another node runs the table now".to_owned(),
        _ => return None,
    })
}

/// Whether these are the same wager, whatever the stake.
pub fn same(one: &BetView, other: &BetView) -> bool {
    (one.patron, one.seat, &one.wager, one.tender) == (other.patron, other.seat, &other.wager, other.tender)
}

/// Applies a fact to the wagers on the layout.
fn lay(bets: &mut Vec<BetView>, fact: &What) {
    let add = |bets: &mut Vec<BetView>, bet: &BetView| match bets.iter_mut().find(|lies| same(lies, bet)) {
        Some(lies) => lies.stake += bet.stake,
        None => bets.push(bet.clone()),
    };
    let take = |bets: &mut Vec<BetView>, bet: &BetView| {
        bets.iter_mut().filter(|lies| same(lies, bet)).for_each(|lies| lies.stake -= bet.stake);
        bets.retain(|lies| lies.stake > Money::ZERO);
    };
    match fact {
        What::Placed { bet } => add(bets, bet),
        What::Returned { bet } | What::Settled { bet, .. } => take(bets, bet),
        What::Moved { bet, to } => {
            take(bets, bet);
            add(bets, &BetView { wager: to.clone(), ..bet.clone() });
        }
        _ => {}
    }
}
