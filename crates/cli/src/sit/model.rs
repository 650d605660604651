//! The table as this person knows it: frames in, a picture out. Nothing here reads a clock, a wire or a key.

use super::hands::{Hands, is_patron};
use crate::roadside::{RESULTS, SHUFFLES};
use books::{Account, Fact, Lying, Postings, Told};
use protocol::{
    ActRequest, Commitment, FromClient, FromServer, Offer, Problem, Receipt, Seated, StepView, TableSummary,
    TableView,
};
use roads::{Outcome, Roads, Winner};
use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};

/// How many lines the log keeps, and how many of them are asked for on coming to a table.
const KEPT: usize = 2000;
const HISTORY: u64 = 400;

/// What a line of the log is, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// The dealer says or does something.
    Call,
    /// The equipment shows something.
    Chance,
    /// A wager goes down, back or elsewhere.
    Wager,
    /// Money that comes in.
    Won,
    /// Money that goes.
    Lost,
    /// The law's No.
    Refused,
    /// Something went wrong, or waits.
    Trouble,
    /// All else.
    Note,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The provision; nothing where the law is silent.
    pub cite: String,
    /// What.
    pub text: String,
    /// What it is.
    pub tone: Tone,
}

/// Something that was said and not answered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// Its key; the same for ever.
    pub key: String,
    /// What was typed.
    pub said: String,
    /// The whole request, to be sent again as it is.
    pub request: FromClient,
    /// When to send it again, if the server asked for that.
    pub again: Option<Instant>,
}

/// What the model would like to be asked of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Say this on the live connection.
    Say(FromClient),
    /// Read the table anew: something changed that lines do not tell.
    Refresh,
}

/// How a request ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Written.
    Done(Receipt),
    /// Written as refused by the law.
    Refused(Receipt),
    /// Not written.
    Failed(Problem),
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the list says of it.
    pub summary: TableSummary,
    /// One's own number here.
    pub you: Option<String>,
    /// Who is here.
    pub people: Vec<Seated>,
    /// Who sits where, as far as the dealer has said.
    pub seats: BTreeMap<String, u8>,
    /// The wagers on the layout.
    pub bets: Vec<Lying>,
    /// Whom or what the table waits for.
    pub awaits: String,
    /// Until when.
    pub until: Option<Instant>,
    /// What one may do now.
    pub offers: Vec<Offer>,
    /// What the house is bound to for the next shoe.
    pub commitment: Option<Commitment>,
    /// The round's cards.
    pub hands: Hands,
    /// The results of the shoe.
    pub roads: Roads,
    /// What wheel or dice showed, the last one last.
    pub numbers: VecDeque<String>,
    /// What was said and done.
    pub log: VecDeque<Line>,
    /// The provisions behind the last answer.
    pub cites: Vec<String>,
    /// One's receipts.
    pub receipts: Vec<Receipt>,
    /// What waits for an answer.
    pub pending: Vec<Pending>,
    /// How one's last requests ended, by key.
    pub endings: Vec<(String, Ending)>,
    /// What one won or lost since sitting down, in cents.
    pub standing: i64,
    /// How many rounds have ended in sight.
    pub rounds: u64,
    next: u64,
    told_to: u64,
    epoch: u64,
    asked_from: Option<u64>,
}

impl Table {
    /// The table as it was shown first.
    pub fn new(view: TableView, now: Instant) -> Table {
        let from = view.next.saturating_sub(HISTORY);
        let mut table = Table {
            summary: view.summary.clone(),
            you: None,
            people: Vec::new(),
            seats: BTreeMap::new(),
            bets: Vec::new(),
            awaits: String::new(),
            until: None,
            offers: Vec::new(),
            commitment: None,
            hands: Hands::default(),
            roads: Roads::new(),
            numbers: VecDeque::new(),
            log: VecDeque::new(),
            cites: Vec::new(),
            receipts: Vec::new(),
            pending: Vec::new(),
            endings: Vec::new(),
            standing: 0,
            rounds: 0,
            next: 0,
            told_to: from,
            epoch: 0,
            asked_from: None,
        };
        table.see(view, now);
        table
    }

    /// The number of the next line that is not known yet.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// One's chips, in cents.
    pub fn purse(&self) -> i64 {
        let you = self.you.as_deref().unwrap_or_default();
        self.people.iter().find(|one| one.patron == you).map_or(0, |one| one.purse)
    }

    /// Whether this is one's own number.
    pub fn is_you(&self, patron: &str) -> bool {
        self.you.as_deref() == Some(patron)
    }

    /// One's own seat; 0 without one.
    pub fn seat(&self) -> u8 {
        let Some(you) = &self.you else { return 0 };
        let lies = self.bets.iter().find(|bet| bet.patron == *you).map(|bet| bet.seat);
        self.seats.get(you).copied().or(lies).unwrap_or(0)
    }

    /// The name of a patron.
    pub fn name(&self, patron: &str) -> String {
        let found = self.people.iter().find(|one| one.patron == patron);
        found.map_or_else(|| patron.to_owned(), |one| one.name.clone())
    }

    /// Whether wagers may be made or the table waits for this person.
    pub fn waits_for_you(&self) -> bool {
        self.you.as_deref().is_some_and(|you| self.awaits == you)
    }

    /// What to say when a connection is there again: everything that was missed, then everything unanswered, with
    /// the keys it had. The server knows which of them it has written.
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

    /// What is due to be sent again by now.
    pub fn due(&mut self, now: Instant) -> Vec<FromClient> {
        let due = self.pending.iter_mut().filter(|pending| pending.again.is_some_and(|at| at <= now));
        due.map(|pending| {
            pending.again = None;
            pending.request.clone()
        })
        .collect()
    }

    /// An act, to be sent and kept until it is answered.
    pub fn act(&mut self, key: String, act: &str, seat: u8) -> FromClient {
        let request = FromClient::Act(ActRequest {
            key: key.clone(),
            seen: self.next.checked_sub(1),
            act: act.to_owned(),
            seat: (seat > 0).then_some(seat),
            acting: None,
        });
        self.await_answer(key, act.to_owned(), request)
    }

    /// One has wagered. It moves nothing and may get lost: it is said again or time runs out.
    pub fn ready(key: String) -> FromClient {
        FromClient::Ready { key }
    }

    fn await_answer(&mut self, key: String, said: String, request: FromClient) -> FromClient {
        self.pending.push(Pending { key, said, request: request.clone(), again: None });
        request
    }

    /// Hears a frame, and says what to ask for.
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
            FromServer::Step(step) => self.step(step, now),
            FromServer::Receipt(receipt) => {
                self.receipt(receipt);
                Vec::new()
            }
            FromServer::Offers { offers } => {
                self.offers = offers;
                Vec::new()
            }
            FromServer::Problem(problem) => {
                self.problem(problem, now);
                Vec::new()
            }
            FromServer::Lock(_) | FromServer::Heard(_) => Vec::new(),
            FromServer::Resync { from } => {
                // The server no longer has what came before: the log has a hole, and the table is read anew.
                self.told_to = self.told_to.max(from);
                self.note(Tone::Trouble, "some lines were left out: the table is read anew");
                vec![Wish::Refresh]
            }
        }
    }

    /// Sees the table as it is now: everything but the log is replaced.
    fn see(&mut self, view: TableView, now: Instant) {
        let round = self.summary.round;
        self.summary = view.summary;
        if self.summary.round != round {
            self.hands.end_round();
        }
        self.next = view.next;
        self.awaits = view.awaits;
        self.until = view.patience.map(|left| now + Duration::from_millis(left));
        self.bets = view.bets;
        self.people = view.people;
        self.you = view.you;
        self.commitment = view.commitment;
        if self.told_to == view.next || self.log.is_empty() {
            self.hands = Hands::default();
            for told in &view.told {
                self.hands.hear(told);
                self.seat_by(told);
            }
        }
    }

    /// A line of the journal. Lines already known change nothing, a gap is asked for, and what an owner says that was
    /// deposed does not count.
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
        // Offers depend on everything on the table; while lines of the past come in they would only be asked for twice.
        if self.told_to == self.next {
            wishes.push(Wish::Say(FromClient::Offers));
        }
        let by_lines = [
            "input",
            "refused",
            "anchored",
            "committed",
            "locked",
            "mixed",
            "failed",
            "turned",
            "abandoned",
            "taken-over",
        ];
        if !by_lines.contains(&step.entry.as_str()) {
            wishes.push(Wish::Refresh);
        }
        wishes
    }

    /// What a line does to wagers and purses.
    fn apply(&mut self, step: &StepView, now: Instant) {
        let mut postings = Postings::default();
        for told in &step.told {
            lay(&mut self.bets, &told.fact);
            postings.fact(&told.fact, str::to_owned);
        }
        for (account, cents) in postings.iter() {
            if let Account::Purse(patron) = account {
                let found = self.people.iter_mut().find(|one| one.patron == *patron);
                found.into_iter().for_each(|one| one.purse += cents);
            }
        }
        self.summary.round = step.round;
        self.awaits.clone_from(&step.awaits);
        self.until = step.patience.map(|left| now + Duration::from_millis(left));
    }

    /// What a line says to the log, the hands and the roads.
    fn tell(&mut self, step: &StepView) {
        if let (Some(line), None) = (&step.line, &step.refused) {
            self.hands.hear_line(line);
        }
        let own = self.you.as_deref().is_some_and(|you| {
            let who = step.line.as_deref().unwrap_or_default();
            who.split([' ', '@']).next() == Some(you)
        });
        if let Some(refused) = &step.refused {
            if own {
                self.cites = vec![refused.cite.clone()];
            }
            let line = step.line.as_deref().unwrap_or("something");
            let text = format!("{}: {}", self.named(line), refused.why);
            self.log(Line { cite: refused.cite.clone(), text, tone: Tone::Refused });
        }
        if !step.told.is_empty() {
            self.cites = step.told.iter().map(|told| told.cite.clone()).collect();
        }
        for told in &step.told {
            self.hands.hear(told);
            self.seat_by(told);
            self.keep_result(told);
            self.reckon(&told.fact);
            let (text, tone) = self.words(told);
            self.log(Line { cite: told.cite.clone(), text, tone });
        }
        if let Some(text) = other(step) {
            self.note(Tone::Note, &text);
        }
        let decided = |told: &Told| matches!(told.fact, Fact::Settled { .. } | Fact::Returned { .. });
        if step.awaits == "wagers" && step.told.iter().any(decided) {
            self.hands.end_round();
            self.rounds += 1;
        }
    }

    /// The dealer shows people to their seats.
    fn seat_by(&mut self, told: &Told) {
        let Fact::Called { call, .. } = &told.fact else { return };
        let Some((before, after)) = call.split_once(" seat ") else { return };
        let number: String = after.chars().take_while(char::is_ascii_digit).collect();
        let (Some(patron), Ok(seat)) = (super::hands::patron(before), number.parse::<u8>()) else { return };
        let sits = ["shows ", "seats ", " sit down at", " moves to"].iter().any(|words| call.contains(words));
        if sits {
            self.seats.insert(patron, seat);
        } else if before.ends_with(" leave") {
            self.seats.retain(|who, at| *who != patron || *at != seat);
        }
    }

    fn keep_result(&mut self, told: &Told) {
        let cited = |ids: &[&str]| ids.contains(&told.cite.as_str());
        match &told.fact {
            Fact::Called { call, .. } if cited(&SHUFFLES) && call.contains("shuffle") => {
                self.roads = Roads::new();
            }
            Fact::Called { call, .. } if cited(&RESULTS) => {
                let winner = if call.contains("Player's Hand wins") {
                    Winner::Player
                } else if call.contains("Banker's Hand wins") {
                    Winner::Banker
                } else if call.contains("Tie Hand") {
                    Winner::Tie
                } else {
                    return;
                };
                self.roads.push(outcome(&self.hands, winner));
            }
            Fact::Shown { chance } => {
                // What a void spin showed is no number.
                let number = chance.strip_prefix("ball ").or_else(|| chance.strip_prefix("stop "));
                if let Some(number) = number.filter(|_| !told.cite.starts_with("5.2(d)2")) {
                    self.numbers.push_back(number.to_owned());
                    let excess = self.numbers.len().saturating_sub(100);
                    self.numbers.drain(..excess);
                }
            }
            _ => {}
        }
    }

    /// What one has won and lost.
    fn reckon(&mut self, fact: &Fact) {
        self.standing += match fact {
            Fact::Settled { bet, taken, paid, .. } if self.is_you(&bet.patron) => paid - taken,
            Fact::Redeemed { patron, paid } if self.is_you(patron) => *paid,
            Fact::Charged { patron, vigorish } | Fact::Collected { patron, vigorish }
                if self.is_you(patron) =>
            {
                -vigorish
            }
            _ => 0,
        };
    }

    /// An event in words, with names for numbers.
    fn words(&self, told: &Told) -> (String, Tone) {
        let tone = match &told.fact {
            Fact::Called { .. } => Tone::Call,
            Fact::Shown { .. } | Fact::Privately { .. } | Fact::Hidden { .. } => Tone::Chance,
            Fact::Settled { fate, .. } => match fate.as_str() {
                "won" => Tone::Won,
                "lost" | "halved" => Tone::Lost,
                _ => Tone::Wager,
            },
            Fact::Redeemed { .. } => Tone::Won,
            Fact::Charged { .. } | Fact::Collected { .. } | Fact::Marked { .. } => Tone::Lost,
            _ => Tone::Wager,
        };
        (self.named(&told.text), tone)
    }

    /// The text with the names of patrons in it; one's own is `you`.
    pub fn named(&self, text: &str) -> String {
        let mut named = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let word = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let (head, tail) = rest.split_at(word);
            if is_patron(head) {
                named += &if self.is_you(head) { "you".to_owned() } else { self.name(head) };
            } else {
                named += head;
            }
            let gap = tail.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(tail.len());
            named += &tail[..gap];
            rest = &tail[gap..];
        }
        named
    }

    fn receipt(&mut self, receipt: Receipt) {
        self.pending.retain(|pending| pending.key != receipt.key);
        if self.receipts.iter().any(|known| known.key == receipt.key) {
            return;
        }
        let ending = match &receipt.refused {
            Some(refused) => {
                self.cites = vec![refused.cite.clone()];
                Ending::Refused(receipt.clone())
            }
            None => Ending::Done(receipt.clone()),
        };
        self.end(receipt.key.clone(), ending);
        self.receipts.push(receipt);
    }

    /// A request was answered over HTTP.
    pub fn answered(&mut self, receipt: Receipt) {
        self.receipt(receipt);
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

    /// Writes something into the log that no provision demands.
    pub fn note(&mut self, tone: Tone, text: &str) {
        self.log(Line { cite: String::new(), text: text.to_owned(), tone });
    }

    fn log(&mut self, line: Line) {
        self.log.push_back(line);
        let excess = self.log.len().saturating_sub(KEPT);
        self.log.drain(..excess);
    }
}

/// What lines other than the game's say.
fn other(step: &StepView) -> Option<String> {
    let by = &step.by;
    Some(match step.entry.as_str() {
        "joined" => format!("{by} comes to the table"),
        "bought-in" => format!("{by} buys chips"),
        "taken-away" => format!("{by} takes chips away"),
        "anchored" => format!("{by} adds to the chance from the next round on"),
        "failed" => "somebody did not add to the chance in time; it is drawn again without them".to_owned(),
        "abandoned" => "the house gave up its part of the chance and commits to another".to_owned(),
        "closed" => "the table closes".to_owned(),
        "opened" => "the table opens".to_owned(),
        "approved" => "something is put right, as two people agreed".to_owned(),
        "scheduled" => "other options are announced".to_owned(),
        "taken-over" => "another node runs the table now".to_owned(),
        _ => return None,
    })
}

/// What a fact does to the wagers on the layout.
fn lay(bets: &mut Vec<Lying>, fact: &Fact) {
    let same = |one: &Lying, other: &Lying| {
        (&one.patron, one.seat, &one.wager, &one.tender)
            == (&other.patron, other.seat, &other.wager, &other.tender)
    };
    let add = |bets: &mut Vec<Lying>, bet: &Lying| match bets.iter_mut().find(|lies| same(lies, bet)) {
        Some(lies) => lies.stake += bet.stake,
        None => bets.push(bet.clone()),
    };
    let take = |bets: &mut Vec<Lying>, bet: &Lying| {
        bets.iter_mut().filter(|lies| same(lies, bet)).for_each(|lies| lies.stake -= bet.stake);
        bets.retain(|lies| lies.stake > 0);
    };
    match fact {
        Fact::Placed { bet } => add(bets, bet),
        Fact::Returned { bet } | Fact::Settled { bet, .. } => take(bets, bet),
        Fact::Moved { bet, to } => {
            take(bets, bet);
            add(bets, &Lying { wager: to.clone(), ..bet.clone() });
        }
        _ => {}
    }
}

/// A result for the roads: the winner as announced, naturals and pairs as the cards show them.
fn outcome(hands: &Hands, winner: Winner) -> Outcome {
    let first_two = |hand: &super::hands::Hand| -> Option<[rules::kit::cards::Card; 2]> {
        Some([hand.cards.first()?.card()?, hand.cards.get(1)?.card()?])
    };
    let is_pair = |hand| first_two(hand).is_some_and(|[one, two]| one.rank() == two.rank());
    let is_natural = |hand: &super::hands::Hand| {
        first_two(hand).is_some() && hand.cards.len() == 2 && hand.count().is_some_and(|count| count >= 8)
    };
    let natural = match winner {
        Winner::Player => is_natural(&hands.player),
        Winner::Banker => is_natural(&hands.banker),
        Winner::Tie => is_natural(&hands.player) || is_natural(&hands.banker),
    };
    Outcome { winner, natural, banker_pair: is_pair(&hands.banker), player_pair: is_pair(&hands.player) }
}
