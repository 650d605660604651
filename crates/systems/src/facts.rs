//! What a system can ask about its session and its table.

use rules::{
    Game, Item, Outcome, Patron, Spot, Spots,
    hands::poker::Strength,
    kit::{
        cards::{Card, DECK, Loaded},
        wheels::Pocket,
    },
};

/// Declares the facts: how each is written, whether it is a truth value, and what it means.
macro_rules! facts {
    ($($(#[doc = $says:literal])+ $fact:ident = $name:literal, $truth:literal;)*) => {
        /// A fact that an expression can name.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Fact {
            $($(#[doc = $says])+ $fact,)*
        }

        impl Fact {
            /// Every fact, in the order of the documentation.
            pub const ALL: &'static [Fact] = &[$(Fact::$fact),*];

            /// How the fact is written in an expression.
            pub const fn name(self) -> &'static str {
                match self { $(Fact::$fact => $name,)* }
            }

            /// Whether it is a truth value rather than a number.
            pub const fn is_truth(self) -> bool {
                match self { $(Fact::$fact => $truth,)* }
            }

            /// The meaning of the fact.
            pub const fn says(self) -> &'static str {
                match self { $(Fact::$fact => concat!($($says),+),)* }
            }
        }
    };
}

facts! {
    /// rounds of the session that have begun, including this one
    Round = "round", false;
    /// units that the session began with
    Bankroll = "bankroll", false;
    /// units in the patron's hand, without those on the layout
    Chips = "chips", false;
    /// units the session has won so far; negative if it has lost
    Net = "net", false;
    /// the highest value that `net` has reached
    Peak = "peak", false;
    /// units the last round won; negative if it lost
    Gain = "gain", false;
    /// rounds won in a row; negative for rounds lost in a row; rounds that decide nothing do not count
    Streak = "streak", false;
    /// whether the last round won more than it lost
    Won = "won", true;
    /// whether the last round lost more than it won
    Lost = "lost", true;
    /// whether the last round decided wagers and broke even
    Pushed = "pushed", true;
    /// whether this is the first round of a shoe
    NewShoe = "new_shoe", true;
    /// whether this is the first roll of a shooter
    NewShooter = "new_shooter", true;
    /// the point at craps; 0 on a come-out roll
    Point = "point", false;
    /// the total of the last roll
    Dice = "dice", false;
    /// whether the last roll was a pair
    Hard = "hard", true;
    /// the last number of the wheel, 0 to 36; 37 is 00
    Number = "number", false;
    /// points of the Player's Hand in the last round of baccarat
    Player = "player", false;
    /// points of the Banker's Hand in the last round of baccarat
    Banker = "banker", false;
    /// the spread at red dog; 0 if there is none
    Spread = "spread", false;
    /// the total of the hand whose turn it is
    Total = "total", false;
    /// whether an ace counts as eleven in that hand
    Soft = "soft", true;
    /// whether that hand is two cards of the same value
    Pair = "pair", true;
    /// the number of cards in that hand
    Cards = "cards", false;
    /// the poker hand whose turn it is: 0 high card, 1 one pair, 2 two pairs, 3 three of a kind, 4 straight and so on to 9
    Rank = "rank", false;
    /// the dealer's upcard, 2 to 10; an ace is 11, and at Caribbean stud J, Q, K, A are 11 to 14
    Dealer = "dealer", false;
    /// the running count of the cards dealt from this shoe
    Count = "count", false;
    /// the running count divided by the decks left, rounded down
    TrueCount = "true_count", false;
    /// decks left in the shoe
    Decks = "decks", false;
}

/// What anyone can see at the table.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub point: u8,
    /// The last dice. With two dice, the third is 0.
    pub dice: [u8; 3],
    pub number: u8,
    pub player: u8,
    pub banker: u8,
    pub spread: u8,
    pub total: u8,
    pub is_soft: bool,
    pub is_pair: bool,
    pub cards: usize,
    pub rank: u8,
    pub dealer: u8,
    pub shoe: Option<Loaded>,
    pub is_new_shoe: bool,
    pub is_new_shooter: bool,
}

/// The tag of each card, indexed by rank from 1 (ace) to 13.
pub type Tags = [f64; 14];

impl Seen {
    /// Records something that the equipment showed to everyone.
    pub fn shown(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Dice { dice: Spots::Two([one, two]) } => self.dice = [one, two, 0],
            Outcome::Dice { dice: Spots::Three(dice) } => self.dice = dice,
            Outcome::Ball { pocket } => {
                self.number = pocket.value().unwrap_or(if pocket == Pocket::DOUBLE_ZERO { 37 } else { 0 });
            }
            Outcome::Drawn { number } => self.number = number,
            Outcome::Card { .. }
            | Outcome::CuttingCard
            | Outcome::Tile { .. }
            | Outcome::Number { .. }
            | Outcome::Stop { .. }
            | Outcome::Reader { .. } => {}
        }
    }

    /// Records the hands of baccarat while they are still on the table.
    pub fn hands<G: Game>(&mut self, table: &G) {
        table.picture(&mut |item| match item {
            Item::Total { at: Spot::Player, points, .. } => self.player = points,
            Item::Total { at: Spot::Banker, points, .. } => self.banker = points,
            _ => {}
        });
    }

    /// Looks at the table before a round.
    pub fn before_round<G: Game>(&mut self, table: &G) {
        let (before, shoe) = (self.point, self.shoe);
        (self.point, self.shoe) = (0, None);
        table.picture(&mut |item| match item {
            Item::Puck(point) => self.point = point.unwrap_or(0),
            Item::Shoe(loaded) => self.shoe = Some(loaded),
            _ => {}
        });
        // The dice pass when a 7 comes before the point, whether or not the table knows the shooter's name (C8).
        self.is_new_shooter = before != 0 && self.point == 0 && self.dice.iter().sum::<u8>() == 7;
        self.is_new_shoe = match (shoe, self.shoe) {
            (Some(before), Some(now)) => now.left > before.left,
            (None, Some(_)) => true,
            _ => false,
        };
    }

    /// Looks at the hand of the patron whose turn it is.
    pub fn turn<G: Game>(&mut self, table: &G, patron: Patron) {
        let mut turn = None;
        let mut own = None;
        table.picture(&mut |item| match item {
            Item::Turn { seat, hand } => turn = Some((seat, hand)),
            Item::Seat { seat, patron: whose } if whose == patron => own = own.or(Some(seat)),
            _ => {}
        });
        // Some questions, such as insurance, are put to everyone at once. They concern the patron's first hand.
        let at = turn.or(own.map(|seat| (seat, 1))).map(|(seat, hand)| Spot::Hand { seat, hand });
        let (mut cards, mut up): (Vec<Card>, Option<Card>) = (Vec::new(), None);
        (self.total, self.is_soft, self.spread) = (0, false, 0);
        table.picture(&mut |item| match item {
            Item::Total { at: spot, points, soft } if Some(spot) == at => {
                (self.total, self.is_soft) = (points, soft);
            }
            Item::Card { at: spot, card: Some(card), .. } if Some(spot) == at => cards.push(card),
            Item::Card { at: Spot::Dealer, card: Some(card), .. } => up = up.or(Some(card)),
            Item::Spread(spread) => self.spread = spread,
            _ => {}
        });
        let value = |card: Card| card.rank().min(10);
        self.cards = cards.len();
        self.is_pair = matches!(cards[..], [one, other] if value(one) == value(other));
        let five: Result<[Card; 5], _> = cards.try_into();
        self.rank = five.map_or(0, |five| Strength::of(five).kind() as u8);
        self.dealer = up.map_or(0, |card| match (card.rank(), self.cards) {
            (1, 5) => 14,
            (1, _) => 11,
            (rank, 5) => rank,
            (rank, _) => rank.min(10),
        });
    }

    /// Decks left in the shoe.
    pub fn decks(&self) -> f64 {
        self.shoe.map_or(0.0, |shoe| f64::from(shoe.left) / f64::from(DECK))
    }
}
