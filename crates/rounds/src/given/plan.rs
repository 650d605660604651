//! The search for a lawful round that leads to a position.

use super::facts::{Face, Facts, Hands};
use rules::{
    Act, Actor, Awaits, Bet, Game, Input, InputOf, Item, Nobody, Outcome, Seat, Spot, Vocabulary, Why,
    kit::cards::Card, read_input,
};
use std::{
    cell::RefCell,
    collections::{BTreeMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

/// The most tables to visit. The usual step is tried first, and most positions are reached directly.
const MOST_TABLES: usize = 4_000;
/// The most inputs of a round before the position.
const LONGEST: usize = 400;

/// Returns the inputs after which all facts hold, and brings the table there.
pub fn reach<G: Game>(table: &mut G, facts: &Facts<G>) -> Result<Vec<InputOf<G>>, String> {
    let mut search = Search { facts, seen: HashSet::new(), best: None, refused: RefCell::default() };
    let start = Progress { placed: vec![Placed::Not; facts.lie.len()], done: 0 };
    match search.run(table, start) {
        Some((reached, path)) => {
            *table = reached;
            Ok(path)
        }
        None => Err(search.why()),
    }
}

/// The state of a wager that must be on the layout in the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Placed {
    Not,
    /// Another wager was made that turns into this one: a come bet before its point, or a bid before the
    /// bank.
    Begun,
    Whole,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    placed: Vec<Placed>,
    done: usize,
}

struct Search<'a, G: Game> {
    facts: &'a Facts<G>,
    seen: HashSet<u64>,
    /// The table that came closest; it explains the failure if none succeeds.
    best: Option<(usize, G, Progress)>,
    /// Why a wager was refused when it was its time, by its place among the facts.
    refused: RefCell<BTreeMap<usize, String>>,
}

enum Visit<G: Game> {
    Reached,
    /// The search has been here before, or the facts rule it out.
    Spoiled,
    /// The possible next steps.
    Open(Vec<(InputOf<G>, Progress)>),
}

type Cards = BTreeMap<Spot, Vec<Option<Card>>>;

fn cards<G: Game>(table: &G) -> Cards {
    let mut all = Cards::new();
    table.picture(&mut |item| {
        if let Item::Card { at, card, .. } = item {
            all.entry(at).or_default().push(card);
        }
    });
    all
}

fn place_of(spot: Spot) -> Spot {
    match spot {
        Spot::Hand { seat, .. } => Spot::Hand { seat, hand: 1 },
        other => other,
    }
}

impl<G: Game> Search<'_, G> {
    /// Depth first, with an explicit stack, because tables are large.
    fn run(&mut self, table: &G, start: Progress) -> Option<(G, Vec<InputOf<G>>)> {
        let mut path = Vec::new();
        let mut open = match self.visit(table, &start) {
            Visit::Reached => return Some((table.clone(), path)),
            Visit::Spoiled => return None,
            Visit::Open(next) => vec![(table.clone(), next.into_iter())],
        };
        while let Some((table, next)) = open.last_mut() {
            let Some((input, progress)) = next.next() else {
                open.pop();
                path.pop();
                continue;
            };
            let mut table = table.clone();
            if path.len() == LONGEST || table.apply(input, &mut Nobody).is_err() {
                continue;
            }
            match self.visit(&table, &progress) {
                Visit::Reached => {
                    path.push(input);
                    return Some((table, path));
                }
                Visit::Spoiled => {}
                Visit::Open(next) => {
                    path.push(input);
                    open.push((table, next.into_iter()));
                }
            }
        }
        None
    }

    fn visit(&mut self, table: &G, progress: &Progress) -> Visit<G> {
        let cards = cards(table);
        if self.seen.len() > MOST_TABLES || self.is_spoiled(table, &cards, progress) {
            return Visit::Spoiled;
        }
        let unmet = self.unmet(table, &cards, progress).len();
        if unmet == 0 {
            return Visit::Reached;
        }
        let mut hasher = DefaultHasher::new();
        (table, progress).hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            return Visit::Spoiled;
        }
        if self.best.as_ref().is_none_or(|(least, ..)| unmet <= *least) {
            self.best = Some((unmet, table.clone(), progress.clone()));
        }
        Visit::Open(self.next(table, &cards, progress.clone()))
    }

    /// Whether something is on the table that the facts rule out.
    fn is_spoiled(&self, table: &G, cards: &Cards, progress: &Progress) -> bool {
        let mut lie = self.facts.lie.iter().zip(&progress.placed);
        lie.any(|(bet, placed)| *placed == Placed::Whole && !lies(table, bet))
            || cards.iter().any(|(spot, shown)| self.contradicts(*spot, shown, cards))
    }

    fn hands_at(&self, spot: Spot) -> Option<&Hands> {
        self.facts.hands.iter().find(|hands| hands.at == place_of(spot))
    }

    fn contradicts(&self, spot: Spot, shown: &[Option<Card>], cards: &Cards) -> bool {
        let known = || shown.iter().enumerate().filter_map(|(at, card)| Some((at, (*card)?)));
        match self.hands_at(spot) {
            None => spot != Spot::Aside && known().next().is_some(),
            Some(hands) => known().any(|(at, card)| {
                let face = expected(hands, spot, at, cards);
                face.is_none_or(|face| !face.is(card))
            }),
        }
    }

    /// The facts that do not hold yet, in words.
    fn unmet(&self, table: &G, cards: &Cards, progress: &Progress) -> Vec<String> {
        let mut unmet = Vec::new();
        let facts = self.facts;
        unmet.extend(facts.done[progress.done..].iter().map(|input| format!("{input}")));
        unmet.extend(facts.lie.iter().filter(|bet| !lies(table, bet)).map(wager));
        for hands in &facts.hands {
            for (index, hand) in (1..).zip(&hands.hands) {
                let spot = match hands.at {
                    Spot::Hand { seat, .. } => Spot::Hand { seat, hand: index },
                    other => other,
                };
                let shown = cards.get(&spot).map_or(&[][..], Vec::as_slice);
                let is_met = hand.len() <= shown.len()
                    && hand.iter().zip(shown).all(|(face, card)| match card {
                        Some(card) => face.is(*card),
                        None => matches!(face, Face::Any),
                    });
                if !is_met {
                    unmet.push(format!("the cards of {}", name(spot)));
                }
            }
        }
        unmet.extend(facts.shows.iter().filter(|shows| !shows.holds(table)).map(ToString::to_string));
        let phase = facts.phase.as_ref().filter(|phase| !table.phase().eq_ignore_ascii_case(phase));
        unmet.extend(phase.map(|phase| format!("`{phase}`")));
        unmet
    }

    /// The possible next steps, most promising first.
    fn next(&self, table: &G, cards: &Cards, progress: Progress) -> Vec<(InputOf<G>, Progress)> {
        let by = match table.awaits() {
            Awaits::Equipment => {
                let shown = self.outcomes(table).into_iter().map(Input::Chance);
                return shown.map(|input| (input, progress.clone())).collect();
            }
            Awaits::Wagers => Actor::Dealer,
            Awaits::Decision(by) => by,
        };
        let accepted = |input: InputOf<G>| table.clone().apply(input, &mut Nobody).is_ok();
        let mut next = Vec::new();
        if self.is_looked_at(table, cards) {
            next.extend(looking(table, by).into_iter().map(|input| (input, progress.clone())));
        }
        if let Some(input) = self.facts.done.get(progress.done).filter(|input| accepted(**input)) {
            next.push((*input, Progress { done: progress.done + 1, ..progress.clone() }));
        }
        // The order of wagers does not matter, except after those that must come first, so one order is
        // enough.
        let wagers =
            self.facts.lie.iter().enumerate().filter(|(at, _)| progress.placed[*at] != Placed::Whole);
        let placing = wagers.flat_map(|(at, bet)| {
            let whole = (place(bet, bet.wager), Placed::Whole, at);
            let stand_in = stand_in::<G>(bet.wager).filter(|_| progress.placed[at] == Placed::Not);
            let begun = stand_in.map(|wager| (place(bet, wager), Placed::Begun, at));
            [Some(whole), begun].into_iter().flatten()
        });
        let is_taken =
            |(input, _, at): &(InputOf<G>, Placed, usize)| match table.clone().apply(*input, &mut Nobody) {
                Ok(()) => true,
                Err(refusal) => {
                    if !matches!(refusal.why, Why::NotNow | Why::Waits { .. } | Why::NotYours) {
                        self.refused.borrow_mut().insert(*at, format!("{input}: {refusal}"));
                    }
                    false
                }
            };
        if let Some((input, placed, at)) = placing.into_iter().find(is_taken) {
            let mut after = progress.clone();
            after.placed[at] = placed;
            next.push((input, after));
        }
        next.extend(
            self.split(table, cards)
                .into_iter()
                .filter(|input| accepted(*input))
                .map(|input| (input, progress.clone())),
        );
        let usual = table.usual_step();
        let mut deeds = Vec::new();
        table.decisions(by, &mut |offer| {
            let input = Input::Act { by, act: offer.act };
            if matches!(offer.act, Act::Do(_)) && Some(input) != usual {
                deeds.push(input);
            }
        });
        match self.wants_cards(table, cards) {
            true => deeds.extend(usual),
            false => deeds.splice(..0, usual).for_each(drop),
        }
        next.extend(deeds.into_iter().map(|input| (input, progress.clone())));
        next
    }

    /// The cards that the facts give to the hand whose turn it is, and the cards already there.
    fn turn<'a>(&'a self, table: &G, cards: &'a Cards) -> Option<(&'a [Face], &'a [Option<Card>])> {
        let mut turn = None;
        table.picture(&mut |item| {
            if let Item::Turn { seat, hand } = item {
                turn = Some((seat, hand.max(1)));
            }
        });
        let (seat, hand) = turn?;
        let spot = Spot::Hand { seat, hand };
        let given = self.hands_at(spot)?.hands.get(usize::from(hand) - 1)?;
        Some((given, cards.get(&spot).map_or(&[], Vec::as_slice)))
    }

    /// Whether the hand whose turn it is still needs cards.
    fn wants_cards(&self, table: &G, cards: &Cards) -> bool {
        let turn = self.turn(table, cards);
        turn.is_some_and(|(given, shown)| given.len() > shown.iter().flatten().count())
    }

    /// Whether the facts know the hand whose turn it is while it is still face down: its player looks before
    /// deciding.
    fn is_looked_at(&self, table: &G, cards: &Cards) -> bool {
        self.turn(table, cards).is_some_and(|(given, shown)| {
            let is_known = given.iter().any(|face| !matches!(face, Face::Any));
            is_known && !shown.is_empty() && shown.iter().all(Option::is_none)
        })
    }

    /// The split implied by two hands in one box, for as much as the first wager.
    fn split(&self, table: &G, cards: &Cards) -> Option<InputOf<G>> {
        let Awaits::Decision(Actor::Patron(patron)) = table.awaits() else { return None };
        let mut turn = None;
        table.picture(&mut |item| {
            if let Item::Turn { seat, .. } = item {
                turn = Some(seat);
            }
        });
        let seat = turn?;
        let now = present(cards, seat);
        self.hands_at(Spot::Hand { seat, hand: 1 }).filter(|hands| hands.hands.len() > now)?;
        let first = table.bets().iter().find(|bet| (bet.patron, bet.seat) == (patron, seat))?;
        let wager = G::Wager::read(&format!("split {}", now + 1))?;
        let act = Act::Place { seat, wager, stake: first.stake, tender: first.tender };
        Some(Input::Act { by: Actor::Patron(patron), act })
    }

    /// What the equipment may have shown: first one card of each rank that the facts do not name, then those
    /// they name. A card that lands where the facts expect another one rules out the table at once.
    fn outcomes(&self, table: &G) -> Vec<G::Chance> {
        let (mut named, mut others, mut ranks) = (Vec::new(), Vec::new(), HashSet::new());
        table.outcomes(&mut |chance, _| match chance.into() {
            Outcome::Card { .. } if self.facts.names(chance.into()) => named.push(chance),
            Outcome::Card { card } if !ranks.insert(card.rank()) => {}
            _ => others.push(chance),
        });
        others.extend(named);
        others
    }

    /// Why no round leads there, judging by the table that came closest.
    fn why(&self) -> String {
        let Some((_, table, progress)) = &self.best else {
            return "no lawful round leads to this position".to_owned();
        };
        let cards = cards(table);
        let unmet = self.unmet(table, &cards, progress);
        let refused = |input: InputOf<G>| {
            let refusal = table.clone().apply(input, &mut Nobody).err()?;
            Some(format!("{input}: {refusal}"))
        };
        let deed = self.facts.done.get(progress.done).copied();
        let missing = self.facts.lie.iter().find(|bet| !lies(table, bet)).map(|bet| place(bet, bet.wager));
        let drawing = self.facts.hands.iter().filter_map(|hands| drawing(table, hands, &cards));
        let lie = self.facts.lie.iter().enumerate().filter(|(_, bet)| !lies(table, bet));
        let in_time = lie.filter_map(|(at, _)| self.refused.borrow().get(&at).cloned()).next();
        let because = in_time.or_else(|| self.without_wager(table)).unwrap_or_else(|| {
            let refused = deed.into_iter().chain(missing).chain(drawing).find_map(refused);
            refused.or_else(|| self.unsaid(table, &cards)).unwrap_or_else(|| {
                format!("the table can be followed to where it waits for {}, and no further", table.awaits())
            })
        });
        format!("no lawful round leads to this position, because of {}: {because}", unmet.join(", "))
    }

    /// Cards at a place where no wager lies are dealt to nobody.
    fn without_wager(&self, table: &G) -> Option<String> {
        let is_bare = |seat: &Seat| self.facts.lie.iter().all(|bet| bet.seat != *seat);
        let seats = self.facts.hands.iter().filter_map(|hands| match hands.at {
            Spot::Hand { seat, .. } => Some(seat),
            _ => None,
        });
        let bare = seats
            .into_iter()
            .find(|seat| is_bare(seat) && table.bets().iter().all(|bet| bet.seat != *seat))?;
        Some(format!("no wager lies at {}, so it gets no cards", bare.0))
    }

    /// Cards that the round would need but the facts do not give.
    fn unsaid(&self, table: &G, before: &Cards) -> Option<String> {
        if table.awaits() != Awaits::Equipment {
            return None;
        }
        let mut first = None;
        table.outcomes(&mut |chance, _| first = first.or(Some(chance)));
        let mut next = table.clone();
        next.apply(Input::Chance(first?), &mut Nobody).ok()?;
        let after = cards(&next);
        let (spot, _) = after.iter().find(|(spot, shown)| {
            let had = before.get(spot).map_or(0, |shown| shown.iter().flatten().count());
            shown.iter().flatten().count() > had
        })?;
        Some(match self.hands_at(*spot) {
            None => format!("the next card goes to {}, whose cards are not given", name(*spot)),
            Some(hands) => {
                let at = before.get(spot).map_or(0, |shown| shown.iter().flatten().count());
                match expected(hands, *spot, at, before) {
                    None => format!("the next card would go to {}, for which none is given", name(*spot)),
                    Some(face) => {
                        format!("the next card would go to {}, and no {face} is left for it", name(*spot))
                    }
                }
            }
        })
    }
}

/// The card that the facts expect at an index of a spot. The second card of a pair to be split is the first
/// of the next hand.
fn expected(hands: &Hands, spot: Spot, at: usize, cards: &Cards) -> Option<Face> {
    let Spot::Hand { seat, hand } = spot else { return hands.hands[0].get(at).copied() };
    let now = present(cards, seat).max(1);
    let own = hands.hands.get(usize::from(hand) - 1)?;
    match hands.hands.get(now) {
        Some(split) if at == 1 && (own.len() < 2 || is_pair(own[0], split[0])) => split.first().copied(),
        _ => own.get(at).copied(),
    }
}

/// Acts of this person that change nothing except that cards are shown.
fn looking<G: Game>(table: &G, by: Actor) -> Vec<InputOf<G>> {
    let mut looks = Vec::new();
    table.decisions(by, &mut |offer| {
        let input = Input::Act { by, act: offer.act };
        let mut next = table.clone();
        let is_shown = next.apply(input, &mut Nobody).is_ok() && next.awaits() == Awaits::Equipment;
        if is_shown && next.bets() == table.bets() {
            looks.push(input);
        }
    });
    looks
}

/// The act that would bring a hand its next card.
fn drawing<G: Game>(table: &G, hands: &Hands, cards: &Cards) -> Option<InputOf<G>> {
    let Spot::Hand { seat, .. } = hands.at else { return None };
    let shown = cards.get(&hands.at)?.len();
    let wager = table.bets().iter().find(|bet| bet.seat == seat).filter(|_| hands.hands[0].len() > shown)?;
    read_input::<G>(&format!("{} draws", wager.patron)).ok()
}

fn is_pair(one: Face, other: Face) -> bool {
    let value = |face| match face {
        Face::Card(card) => Some(card.rank().min(10)),
        Face::Rank(rank) => Some(rank.min(10)),
        Face::Ten => Some(10),
        Face::Any => None,
    };
    value(one).is_none() || value(other).is_none() || value(one) == value(other)
}

/// The number of hands in a box.
fn present(cards: &Cards, seat: Seat) -> usize {
    cards.keys().filter(|spot| matches!(spot, Spot::Hand { seat: at, .. } if *at == seat)).count()
}

fn lies<G: Game>(table: &G, bet: &Bet<G::Wager>) -> bool {
    let same = |other: &&Bet<G::Wager>| {
        (other.patron, other.seat, other.wager, other.tender) == (bet.patron, bet.seat, bet.wager, bet.tender)
    };
    let cents: i64 = table.bets().iter().filter(same).map(|other| other.stake.as_cents()).sum();
    cents == bet.stake.as_cents()
}

fn place<W: Copy, D, C, I>(bet: &Bet<W>, wager: W) -> Input<W, D, C, I> {
    let Bet { patron, seat, stake, tender, .. } = *bet;
    Input::Act { by: Actor::Patron(patron), act: Act::Place { seat, wager, stake, tender } }
}

/// The wager that turns into this one: `come` moves to its point, and a bid makes the Banker.
fn stand_in<G: Game>(wager: G::Wager) -> Option<G::Wager> {
    let text = wager.to_string();
    match text.rsplit_once(' ') {
        Some((come @ ("come" | "dont-come"), _)) => G::Wager::read(come),
        None if text == "bank" => G::Wager::read("bid"),
        _ => None,
    }
}

fn wager<W: std::fmt::Display>(bet: &Bet<W>) -> String {
    let Bet { patron, seat, wager, stake, .. } = bet;
    match *seat {
        Seat::NONE => format!("{patron} {wager} {stake}"),
        Seat(seat) => format!("{patron}@{seat} {wager} {stake}"),
    }
}

fn name(spot: Spot) -> String {
    match spot {
        Spot::Dealer => "the dealer".to_owned(),
        Spot::DealerLow => "the dealer's low hand".to_owned(),
        Spot::Player => "the Player's Hand".to_owned(),
        Spot::Banker => "the Banker's Hand".to_owned(),
        Spot::Hand { seat, hand: 1 } => format!("place {}", seat.0),
        Spot::Hand { seat, hand } => format!("place {}, hand {hand}", seat.0),
        Spot::Middle => "the middle of the table".to_owned(),
        Spot::Aside => "the cards laid aside".to_owned(),
    }
}
