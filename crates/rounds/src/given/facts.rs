//! The content of a `given` line.

use rules::kit::cards::Card;
use rules::{
    Act, Actor, Bet, Game, Input, InputOf, Item, Money, Outcome, Patron, Seat, Spot, Vocabulary, read_input,
};
use std::fmt;

/// The numbers that the puck can be on.
const POINTS: [&str; 6] = ["4", "5", "6", "8", "9", "10"];

/// Everything that is given.
pub struct Facts<G: Game> {
    /// Patrons and their seats, as written.
    seats: Vec<(Patron, Seat)>,
    /// The wagers on the layout.
    pub lie: Vec<Bet<G::Wager>>,
    /// Acts that were done on the way, in this order.
    pub done: Vec<InputOf<G>>,
    /// The cards on the table.
    pub hands: Vec<Hands>,
    /// What else the picture of the table must show.
    pub shows: Vec<Shows>,
    /// The phase of the round, in the game's own words.
    pub phase: Option<String>,
    /// How many cards are left in the shoe.
    pub left: Option<u16>,
    /// Cards that were seen since the shuffle, and are gone.
    pub seen: Vec<Face>,
    /// Vigorish that is marked.
    pub owed: Vec<(Patron, Seat, Money)>,
}

/// The cards at one spot; several hands after a split.
pub struct Hands {
    /// The spot of the first hand.
    pub at: Spot,
    /// The cards, as far as they are known.
    pub hands: Vec<Vec<Face>>,
}

/// Something the picture of a table shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shows {
    /// The puck is on this number.
    Point(u8),
    /// This patron has the dice.
    Shooter(Patron),
    /// This patron is the Banker, or the curator.
    Banker(Patron),
    /// It is this seat's turn, with this hand if one is named.
    Turn(Seat, Option<u8>),
}

/// A card, as far as someone remembers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Rank and suit.
    Card(Card),
    /// Only the rank.
    Rank(u8),
    /// Any card that counts ten.
    Ten,
    /// A card about which nothing is known.
    Any,
}

impl Face {
    fn read(word: &str) -> Option<Face> {
        if let Some(card) = Card::read(word) {
            return Some(Face::Card(card));
        }
        match word {
            "?" => Some(Face::Any),
            "x" | "X" => Some(Face::Ten),
            "10" => Some(Face::Rank(10)),
            _ => Card::read(&format!("{word}c")).map(|card| Face::Rank(card.rank())),
        }
    }

    /// Whether this could be that card.
    pub fn is(self, card: Card) -> bool {
        match self {
            Face::Card(own) => own == card,
            Face::Rank(rank) => rank == card.rank(),
            Face::Ten => card.rank() >= 10,
            Face::Any => true,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Card(card) => write!(f, "{card}"),
            Face::Rank(rank) => {
                let card = Card::all().find(|card| card.rank() == *rank).map(|card| card.to_string());
                f.write_str(
                    card.as_deref().map_or("card", |text| text.trim_end_matches(['c', 'd', 'h', 's'])),
                )
            }
            Face::Ten => f.write_str("ten or face card"),
            Face::Any => f.write_str("card"),
        }
    }
}

impl Shows {
    /// Whether the table shows it.
    pub fn holds<G: Game>(self, table: &G) -> bool {
        let mut holds = false;
        table.picture(&mut |item| {
            holds |= match (self, item) {
                (Shows::Point(point), Item::Puck(on)) => on == Some(point),
                (Shows::Shooter(patron), Item::Shooter(other))
                | (Shows::Banker(patron), Item::Banker(other)) => patron == other,
                (Shows::Turn(seat, hand), Item::Turn { seat: at, hand: with }) => {
                    seat == at && hand.is_none_or(|hand| hand == with)
                }
                _ => false,
            };
        });
        holds
    }
}

impl fmt::Display for Shows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shows::Point(point) => write!(f, "the point is {point}"),
            Shows::Shooter(patron) => write!(f, "{patron} is the shooter"),
            Shows::Banker(patron) => write!(f, "{patron} has the shoe"),
            Shows::Turn(seat, None) => write!(f, "it is the turn of {}", seat.0),
            Shows::Turn(seat, Some(hand)) => write!(f, "it is the turn of {}, hand {hand}", seat.0),
        }
    }
}

impl<G: Game> Facts<G> {
    /// Reads facts separated by semicolons.
    pub fn read(text: &str) -> Result<Facts<G>, String> {
        let mut facts = Facts {
            seats: Vec::new(),
            lie: Vec::new(),
            done: Vec::new(),
            hands: Vec::new(),
            shows: Vec::new(),
            phase: None,
            left: None,
            seen: Vec::new(),
            owed: Vec::new(),
        };
        for fact in text.split(';').map(str::trim).filter(|fact| !fact.is_empty()) {
            facts.add(fact)?;
        }
        Ok(facts)
    }

    fn add(&mut self, fact: &str) -> Result<(), String> {
        let words: Vec<&str> = fact.split_whitespace().collect();
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("`{fact}`: `{word}` is no number"));
        match words[..] {
            ["shoe", left, "left"] => {
                self.left =
                    Some(left.parse().map_err(|_| format!("`{fact}`: `{left}` is no number of cards"))?);
            }
            ["seen", ref cards @ ..] if is_cards(cards) => {
                for word in cards {
                    self.seen.push(Face::read(word).ok_or_else(|| no_card(word, "seen"))?);
                }
            }
            [who, "owes", amount] if who.contains('@') => {
                let patron = self.person(who, fact)?;
                let cents = amount.parse().map_err(|why| format!("`{fact}`: {amount} is {why}"))?;
                let Some(&(_, seat)) = self.seats.last() else { return Ok(()) };
                self.owed.push((patron, seat, cents));
            }
            ["point", point] if !POINTS.contains(&point) => {
                return Err(format!("`{fact}`: a point is 4, 5, 6, 8, 9 or 10"));
            }
            ["point", point] => self.shows.push(Shows::Point(number(point)?)),
            ["turn", seat] => self.shows.push(Shows::Turn(Seat(number(seat)?), None)),
            ["turn", seat, "hand", hand] => {
                self.shows.push(Shows::Turn(Seat(number(seat)?), Some(number(hand)?)));
            }
            ["shooter", who] => {
                let patron = self.person(who, fact)?;
                self.shows.push(Shows::Shooter(patron));
            }
            ["curator" | "banker", who] if who.starts_with(['p', 'P']) => {
                let patron = self.person(who, fact)?;
                self.shows.push(Shows::Banker(patron));
            }
            [place @ ("box" | "seat" | "area"), seat, ref cards @ ..] => {
                let at = Spot::Hand { seat: Seat(number(seat)?), hand: 1 };
                self.cards(at, cards, &format!("{place} {seat}"))?;
            }
            ["dealer" | "up", ref cards @ ..] if is_cards(cards) => {
                self.cards(Spot::Dealer, cards, "the dealer")?;
            }
            ["player", ref cards @ ..] if is_cards(cards) => self.cards(Spot::Player, cards, "Player")?,
            ["banker", ref cards @ ..] if is_cards(cards) => self.cards(Spot::Banker, cards, "Banker")?,
            ["cards", ref cards @ ..] if is_cards(cards) => self.cards(Spot::Middle, cards, "the middle")?,
            [who] if who.contains('@') => {
                self.person(who, fact)?;
            }
            _ => self.act(fact)?,
        }
        Ok(())
    }

    /// Reads a wager, an act, or the phase of the round.
    fn act(&mut self, fact: &str) -> Result<(), String> {
        match read_input::<G>(fact) {
            Ok(Input::Act { by: Actor::Patron(patron), act: Act::Place { seat, wager, stake, tender } }) => {
                self.lie.push(Bet { patron, seat, wager, stake, tender });
            }
            Ok(input @ Input::Act { act: Act::Do(_), .. }) => self.done.push(input),
            Ok(_) => {
                return Err(format!(
                    "`{fact}`: a position has wagers, cards and deeds; write what happens next on a line of its own"
                ));
            }
            Err(_) if fact.contains(['@', '$']) || fact.contains(|c: char| c.is_ascii_digit()) => {
                let why =
                    read_input::<G>(fact).err().map(|why| crate::explain::<G>(fact, why)).unwrap_or_default();
                return Err(why);
            }
            Err(_) => self.phase = Some(fact.to_owned()),
        }
        Ok(())
    }

    fn person(&mut self, word: &str, fact: &str) -> Result<Patron, String> {
        let (who, seat) = word.split_once('@').map_or((word, None), |(who, seat)| (who, Some(seat)));
        let Ok(Actor::Patron(patron)) = who.parse() else {
            return Err(format!("`{fact}`: `{who}` is no patron; write p1, p2 …"));
        };
        if let Some(seat) = seat {
            let seat = seat.parse().map_err(|_| format!("`{fact}`: `{seat}` is no seat"))?;
            self.seats.push((patron, Seat(seat)));
        }
        Ok(patron)
    }

    fn cards(&mut self, at: Spot, words: &[&str], place: &str) -> Result<(), String> {
        let mut hands = vec![Vec::new()];
        for word in words {
            if *word == "/" {
                hands.push(Vec::new());
                continue;
            }
            let face = Face::read(word).ok_or_else(|| no_card(word, place))?;
            hands.last_mut().expect("at least one hand").push(face);
        }
        if hands.iter().any(Vec::is_empty) {
            return Err(format!("{place}: a hand without cards"));
        }
        if self.hands.iter().any(|other| other.at == at) {
            return Err(format!("the cards of {place} are given twice"));
        }
        self.hands.push(Hands { at, hands });
        Ok(())
    }

    /// Who must sit where, each once, and whether the line says so itself or only implies it by a wager
    /// there.
    pub fn seated(&self, has_seat: impl Fn(Seat) -> bool) -> Vec<(Actor, Seat, bool)> {
        let mut all: Vec<(Patron, Seat, bool)> =
            self.seats.iter().map(|&(patron, seat)| (patron, seat, true)).collect();
        for bet in &self.lie {
            let sits = all.iter().any(|&(patron, seat, _)| (patron, seat) == (bet.patron, bet.seat));
            if !sits && has_seat(bet.seat) {
                all.push((bet.patron, bet.seat, false));
            }
        }
        all.into_iter().map(|(patron, seat, is_said)| (Actor::Patron(patron), seat, is_said)).collect()
    }

    /// Whether a fact names exactly this card, so that it cannot be anywhere else.
    pub fn names(&self, outcome: Outcome) -> bool {
        let Outcome::Card { card } = outcome else { return false };
        self.hands.iter().flat_map(|hands| &hands.hands).flatten().any(|face| *face == Face::Card(card))
    }
}

fn no_card(word: &str, place: &str) -> String {
    format!(
        "`{word}` at {place} is no card; write 9s, 9 where the suit does not matter, x for a ten or face card, ? if unknown"
    )
}

fn is_cards(words: &[&str]) -> bool {
    words.first().is_some_and(|word| Face::read(word).is_some())
}
