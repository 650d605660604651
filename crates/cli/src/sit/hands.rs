//! Which card lies where, read from what everyone at the table hears and sees. The wire says "shown 7h"; whose card
//! that is follows from the dealer's calls, as it does for a person who watches.

use books::{Fact, Told};
use rules::kit::cards::Card;

/// A card as this person sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Face up.
    Up(Card),
    /// Only this person has seen it.
    Mine(Card),
    /// Face down.
    Down,
}

impl Face {
    /// The card, if this person knows it.
    pub fn card(self) -> Option<Card> {
        match self {
            Face::Up(card) | Face::Mine(card) => Some(card),
            Face::Down => None,
        }
    }
}

/// The two hands of the baccarat games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The Player's.
    Player,
    /// The Banker's.
    Banker,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::Player, Side::Banker];

    const fn other(self) -> Side {
        match self {
            Side::Player => Side::Banker,
            Side::Banker => Side::Player,
        }
    }

    /// The hand a call names first.
    fn named(call: &str) -> Option<Side> {
        let at = |name| call.find(name);
        match (at("Player's Hand"), at("Banker's Hand")) {
            (Some(player), Some(banker)) if banker < player => Some(Side::Banker),
            (Some(_), _) => Some(Side::Player),
            (None, Some(_)) => Some(Side::Banker),
            (None, None) => None,
        }
    }
}

/// One hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// Its cards, in order.
    pub cards: Vec<Face>,
    /// Who plays or turns it: `p2`.
    pub owner: Option<String>,
}

impl Hand {
    /// What it counts, if every card of it is known.
    pub fn count(&self) -> Option<u8> {
        let cards: Option<Vec<Card>> = self.cards.iter().map(|face| face.card()).collect();
        let cards = cards.filter(|cards| !cards.is_empty())?;
        Some(cards.into_iter().map(points).sum::<u8>() % 10)
    }

    fn turn_one(&mut self, card: Card) -> bool {
        let known = self.cards.iter().position(|face| *face == Face::Mine(card));
        match known.or_else(|| self.cards.iter().position(|face| *face == Face::Down)) {
            Some(at) => {
                self.cards[at] = Face::Up(card);
                true
            }
            None => false,
        }
    }

    fn has_mine(&self, card: Card) -> bool {
        self.cards.contains(&Face::Mine(card))
    }
}

/// What a card counts at baccarat.
fn points(card: Card) -> u8 {
    match card.to_string().as_bytes().first() {
        Some(b'A') => 1,
        Some(digit @ b'2'..=b'9') => digit - b'0',
        _ => 0,
    }
}

/// The cards of the round, as this person sees them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hands {
    /// The Player's Hand.
    pub player: Hand,
    /// The Banker's Hand.
    pub banker: Hand,
    /// Everything the equipment showed this round, in order: cards, dice or numbers.
    pub shown: Vec<String>,
    /// How many cards were burned from this shoe.
    pub burned: usize,
    turning: Option<Side>,
    third: Option<Side>,
    over: bool,
}

/// The provisions under which cards are burned, and those of irregularities, whose cards belong to no hand.
const BURNS: [&str; 3] = ["3.5(", "4.4(", "7.5("];
const IRREGULARITIES: [&str; 3] = ["3.12", "4.12", "7.11"];

/// How the dealer says that two cards of each hand lie face down.
const DOWN: [&str; 3] =
    ["two cards of each hand face down", "two cards a hand face down", "sees the Banker deal"];

impl Hands {
    /// One of the hands.
    pub fn of(&self, side: Side) -> &Hand {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    fn hand(&mut self, side: Side) -> &mut Hand {
        match side {
            Side::Player => &mut self.player,
            Side::Banker => &mut self.banker,
        }
    }

    /// The round is over: its cards stay in sight until something new is dealt.
    pub fn end_round(&mut self) {
        self.over = true;
    }

    /// Somebody has said or done something: `p1 turns up` says whose cards are shown next.
    pub fn hear_line(&mut self, line: &str) {
        let mut words = line.split(' ');
        let who = words.next().and_then(|who| who.split('@').next()).unwrap_or_default().to_owned();
        match words.collect::<Vec<_>>().join(" ").as_str() {
            "turns up" => self.turning = self.side_of(&who),
            // Whoever has it, both hands are shown, the Player's first, and nobody draws.
            "calls natural" => (self.turning, self.third) = (Some(Side::Player), None),
            "calls card" => self.third = self.side_of(&who),
            _ => {}
        }
    }

    fn side_of(&self, who: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.of(*side).owner.as_deref() == Some(who))
    }

    /// Something was decided.
    pub fn hear(&mut self, told: &Told) {
        match &told.fact {
            Fact::Called { call, .. } => self.hear_call(call),
            Fact::Shown { chance } => {
                self.begin_anew();
                self.shown.push(chance.clone());
                if let Some(card) = rules::Vocabulary::read(chance) {
                    self.show(card, &told.cite);
                }
            }
            Fact::Privately { chance, to } => {
                let card: Option<Card> = rules::Vocabulary::read(chance);
                if let (Some(card), Some(side)) = (card, self.side_of(to)) {
                    let cards = &mut self.hand(side).cards;
                    match cards.iter().position(|face| *face == Face::Down) {
                        Some(at) => cards[at] = Face::Mine(card),
                        None => cards.push(Face::Mine(card)),
                    }
                }
            }
            _ => {}
        }
    }

    fn begin_anew(&mut self) {
        if std::mem::take(&mut self.over) {
            let owner = self.banker.owner.take();
            *self = Hands { burned: self.burned, ..Hands::default() };
            // A bank outlives the round; the dealer says when it goes on.
            self.banker.owner = owner;
        }
    }

    fn hear_call(&mut self, call: &str) {
        let has = |words: &str| call.contains(words);
        if has("No More Bets") {
            self.begin_anew();
            (self.player.cards, self.banker.cards) = (Vec::new(), Vec::new());
            (self.turning, self.third) = (None, None);
            self.shown.clear();
        } else if DOWN.iter().any(|words| has(words)) {
            self.lay_down();
        } else if has("the Dominant Player") {
            self.player.owner = patron(call);
        } else if has(", the Banker") {
            self.banker.owner = patron(call);
        } else if has("takes the shoe from") {
            self.banker.owner = None;
        } else if let Some(side) = Side::named(call) {
            self.hear_of_a_hand(call, side);
        } else if has("shuffles the cards") || has("loads the shoe") {
            (self.burned, self.over) = (0, true);
        }
    }

    fn hear_of_a_hand(&mut self, call: &str, side: Side) {
        let has = |words: &str| call.contains(words);
        if has("hands the") || has("offers the") || has("keeps the") {
            self.hand(side).owner = patron(call);
        }
        let goes_down = has("third card") && (has("face down") || has("to turn it"));
        if goes_down {
            self.hand(side).cards.push(Face::Down);
        } else if has("turns the") || has("turned by") || has(", face up") {
            self.turning = Some(side);
        } else if has("draw") || has("deal a third card") {
            self.third = Some(side);
        }
    }

    fn lay_down(&mut self) {
        self.begin_anew();
        self.player.cards = vec![Face::Down; 2];
        self.banker.cards = vec![Face::Down; 2];
    }

    fn show(&mut self, card: Card, cite: &str) {
        if BURNS.iter().any(|burn| cite.starts_with(burn)) {
            self.burned += 1;
            return;
        }
        if IRREGULARITIES.iter().any(|section| cite.starts_with(section)) {
            return;
        }
        if let Some(side) = Side::ALL.into_iter().find(|side| self.of(*side).has_mine(card)) {
            self.hand(side).turn_one(card);
            return;
        }
        // Cards that lie face down are turned, the hand that was named first; then come third cards.
        if let Some(side) = self.turning {
            if self.hand(side).turn_one(card) {
                return;
            }
            // A natural shows both hands.
            if self.third.is_none() && self.hand(side.other()).turn_one(card) {
                return;
            }
        }
        if let Some(side) = self.third.take() {
            self.hand(side).cards.push(Face::Up(card));
            return;
        }
        if Side::ALL.into_iter().any(|side| self.hand(side).turn_one(card)) {
            return;
        }
        let next =
            if self.player.cards.len() > self.banker.cards.len() { Side::Banker } else { Side::Player };
        self.hand(next).cards.push(Face::Up(card));
    }
}

/// The first patron a call names: `p2`.
pub fn patron(call: &str) -> Option<String> {
    let words = call.split(|c: char| !c.is_ascii_alphanumeric());
    words.into_iter().find(|word| is_patron(word)).map(str::to_owned)
}

/// Whether a word is the number of a patron.
pub fn is_patron(word: &str) -> bool {
    word.strip_prefix('p').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}
