//! What a `given` line says.

use rules::kit::cards::Card;
use rules::{
    Act, Actor, Bet, Game, Input, InputOf, Item, Outcome, Patron, Seat, Spot, Vocabulary, read_input,
};
use std::fmt;

/// Everything that is given.
pub struct Facts<G: Game> {
    /// Who sits where, as written.
    seats: Vec<(Patron, Seat)>,
    /// Wagers that lie on the layout.
    pub lie: Vec<Bet<G::Wager>>,
    /// Deeds that were done on the way, in this order.
    pub done: Vec<InputOf<G>>,
    /// Cards on the table.
    pub hands: Vec<Hands>,
    /// What else the picture of the table must show.
    pub shows: Vec<Shows>,
    /// How far the round is, in the game's own words.
    pub phase: Option<String>,
    /// How many cards are left in the shoe.
    pub left: Option<u16>,
}

/// The cards at one place; several hands after a split.
pub struct Hands {
    /// Where, with the first hand of a box.
    pub at: Spot,
    /// As far as they are known.
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

/// A card as far as somebody remembers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Rank and suit.
    Card(Card),
    /// Only the rank.
    Rank(u8),
    /// Some card that counts ten.
    Ten,
    /// Not known.
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

    /// Whether a card can be this one.
    pub fn is(self, card: Card) -> bool {
        match self {
            Face::Card(own) => own == card,
            Face::Rank(rank) => rank == card.rank(),
            Face::Ten => card.rank() >= 10,
            Face::Any => true,
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
    /// Reads facts that are separated by semicolons.
    pub fn read(text: &str) -> Result<Facts<G>, String> {
        let mut facts = Facts {
            seats: Vec::new(),
            lie: Vec::new(),
            done: Vec::new(),
            hands: Vec::new(),
            shows: Vec::new(),
            phase: None,
            left: None,
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

    /// A wager, a deed, or how far the round is.
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
            let face = Face::read(word).ok_or_else(|| {
                format!("`{word}` at {place} is no card; write 9s, 9 where the suit does not matter, x for a ten or face card, ? if unknown")
            })?;
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

    /// Who must sit where, each once, and whether the line says so itself rather than by a wager there.
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

    /// Whether a fact names exactly this card, so that it may lie nowhere else.
    pub fn names(&self, outcome: Outcome) -> bool {
        let Outcome::Card { card } = outcome else { return false };
        self.hands.iter().flat_map(|hands| &hands.hands).flatten().any(|face| *face == Face::Card(card))
    }
}

fn is_cards(words: &[&str]) -> bool {
    words.first().is_some_and(|word| Face::read(word).is_some())
}
