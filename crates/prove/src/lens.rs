//! What distinguishes two tables in a search: cards by class, hands by their totals, the layout as a set, the shoe by
//! how close its end is. That tables with the same key have the same future is checked, not assumed; see
//! [`crate::merging`].

use crate::bounds::Bounds;
use rounds::{Settings, Value};
use rules::{Game, hands::blackjack::Total, kit::cards::Card};

/// How a field of a state is seen.
#[derive(Clone, Copy, Debug)]
pub enum How {
    /// It is ignored.
    Skip,
    /// As a set, whose order does not matter.
    Set,
    /// By what this function computes from its cards.
    Cards(fn(&[Card]) -> i64),
    /// By the number of cards of each class.
    Counts,
}

/// How far the shoe is dealt in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// The shoe never ends: how many cards are left does not matter until there are few.
    Endless,
    /// The cutting card lies this many cards behind the front, and the shoe is dealt to its end.
    Short(u16),
}

/// Below this many cards, every card counts.
const FEW: i64 = 24;

/// How a search sees the tables of a game.
#[derive(Debug)]
pub struct Lens {
    fields: Vec<(&'static str, &'static str, How)>,
    /// The class of a card.
    pub class: fn(Card) -> u8,
    /// How far the shoe is dealt.
    pub depth: Depth,
    /// What it leaves out, in words.
    pub leaves_out: Vec<&'static str>,
}

impl Lens {
    /// The lens for a game under these options.
    pub fn new<G: Game>(settings: &Settings, bounds: &Bounds) -> Lens {
        Lens::over::<G>(&[settings], bounds)
    }

    /// A lens that distinguishes whatever matters under any of several options, and every card if the bounds name
    /// cards.
    pub fn over<G: Game>(all: &[&Settings], bounds: &Bounds) -> Lens {
        let depth = bounds.depth;
        let is_named = !bounds.faces.is_empty();
        let mut lens = Lens {
            fields: vec![("Layout", "bets", How::Set), ("Unseen", "counts", How::Skip)],
            class: face,
            depth,
            leaves_out: vec!["the order of wagers", "which patron is which"],
        };
        match G::NAME {
            "red-dog" => {
                lens.class = Card::rank;
                lens.tell("RedDog", "cards", How::Cards(ranks));
                lens.leaves_out.extend(["suits", "which cards have left the shoe"]);
            }
            "minibaccarat" | "punto-banco" | "chemin-de-fer" => {
                lens.class = baccarat;
                lens.tell("Hand", "cards", How::Cards(coup));
                lens.tell("Minibaccarat", "forms", How::Skip);
                lens.tell("Hand", "first", How::Cards(count));
                lens.leaves_out.extend([
                    "suits and faces",
                    "hands except for their totals",
                    "which cards have left the shoe",
                ]);
            }
            "blackjack" if is_named || all.iter().any(|settings| looks_at_cards(settings)) => {
                lens.leaves_out.push("which cards have left the shoe");
            }
            "blackjack" => {
                lens.class = blackjack;
                let five = all.iter().any(|settings| is_on(settings, "five-card-21"));
                lens.tell("Hand", "cards", How::Cards(if five { total_and_five } else { total }));
                lens.tell("Round", "dealer", How::Cards(dealer));
                lens.tell("Stack", "hidden", How::Skip);
                lens.leaves_out.extend([
                    "suits and faces",
                    "hands except for their totals",
                    "which cards have left the shoe",
                ]);
            }
            "caribbean-stud" if is_named => {
                lens.tell_cards_left();
                lens.tell("Hand", "cards", How::Cards(set));
                lens.tell("CaribbeanStud", "dealer", How::Cards(up_and_set));
                lens.tell("CaribbeanStud", "meter", How::Skip);
                lens.leaves_out.extend(["the order of cards", "the amount on the meter"]);
            }
            "caribbean-stud" => {
                lens.class = Card::rank;
                lens.tell_cards_left();
                lens.tell("Hand", "cards", How::Cards(ranks));
                lens.tell("CaribbeanStud", "dealer", How::Cards(up_and_ranks));
                lens.tell("CaribbeanStud", "meter", How::Skip);
                lens.leaves_out.extend(["suits", "the order of cards", "the amount on the meter"]);
            }
            "double-down-stud" | "let-it-ride" => {
                lens.class = if is_named { face } else { Card::rank };
                lens.tell_cards_left();
                let how = How::Cards(if is_named { set } else { ranks });
                lens.tell("Hand", "cards", how);
                lens.tell("DoubleDownStud", "community", how);
                lens.tell("LetItRide", "community", how);
                lens.leaves_out.push("the order of cards");
                lens.leaves_out.extend((!is_named).then_some("suits"));
            }
            "pai-gow-poker" => lens.tell_cards_left(),
            _ => {}
        }
        if let Depth::Endless = depth
            && lens.fields.len() > 2
        {
            lens.leaves_out.push("how many cards are left in the shoe");
        }
        lens
    }

    /// In a game of one deck, a card that was found face up and discarded is missing, so the cards that can still come
    /// are distinguished by class.
    fn tell_cards_left(&mut self) {
        self.fields.retain(|&(of, field, _)| (of, field) != ("Unseen", "counts"));
        self.tell("Unseen", "counts", How::Counts);
    }

    /// Whether cards that can still come are distinguished from those that cannot.
    pub fn tells_cards_left(&self) -> bool {
        matches!(self.how("Unseen", "counts"), Some(How::Counts))
    }

    fn tell(&mut self, of: &'static str, field: &'static str, how: How) {
        self.fields.push((of, field, how));
    }

    /// How a field is seen, if not simply by its value.
    pub fn how(&self, of: &str, field: &str) -> Option<How> {
        self.fields.iter().find(|one| one.1 == field && one.0 == of).map(|one| one.2)
    }

    /// A shoe, given the number of cards left in it and behind its cutting card.
    pub fn shoe(&self, left: i64, behind: Option<i64>) -> [i64; 2] {
        let most = match self.depth {
            // A cutting card that was due and did not come lies one card further back.
            Depth::Endless => 2,
            Depth::Short(_) => i64::MAX,
        };
        let before = behind.map_or(-1, |behind| (left - behind).clamp(0, most));
        [if self.depth == Depth::Endless { left.min(FEW) } else { left }, before]
    }
}

/// Options under which suits or single cards matter.
const BY_CARD: [&str; 7] = [
    "six-seven-eight",
    "three-sevens",
    "designated-ace",
    "designated-face",
    "additional-wager",
    "double-shoe",
    "red-suits",
];

fn is_on(settings: &Settings, key: &str) -> bool {
    let is_off = |value: &Value| {
        *value == Value::Switch(false)
            || matches!(value, Value::Text(text) if text.is_empty() || text == "none")
    };
    settings.get(key).is_some_and(|value| !is_off(value))
}

/// Whether suits or single cards matter under these options of blackjack.
pub fn looks_at_cards(settings: &Settings) -> bool {
    BY_CARD.iter().any(|key| is_on(settings, key))
}

fn face(card: Card) -> u8 {
    u8::try_from(card.index()).unwrap_or(u8::MAX)
}

fn baccarat(card: Card) -> u8 {
    rules::hands::baccarat::value(card)
}

fn blackjack(card: Card) -> u8 {
    rules::hands::blackjack::value(card.rank())
}

fn pack(all: impl IntoIterator<Item = u8>) -> i64 {
    all.into_iter().fold(1, |told, one| told << 4 | i64::from(one))
}

/// The ranks, regardless of order.
fn ranks(cards: &[Card]) -> i64 {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank()).collect();
    ranks.sort_unstable();
    pack(ranks)
}

/// The cards, regardless of order.
fn set(cards: &[Card]) -> i64 {
    cards.iter().fold(0, |set, card| set | 1 << card.index())
}

/// The first card, and the others regardless of order.
fn up_and_set(cards: &[Card]) -> i64 {
    let Some((up, others)) = cards.split_first() else { return -1 };
    set(others) ^ (i64::try_from(up.index()).unwrap_or_default() << 55)
}

/// The first rank, and the others regardless of order.
fn up_and_ranks(cards: &[Card]) -> i64 {
    let Some((up, others)) = cards.split_first() else { return 0 };
    ranks(others) << 4 | i64::from(up.rank())
}

fn count(cards: &[Card]) -> i64 {
    let len = u8::try_from(cards.len()).unwrap_or(u8::MAX);
    pack([len, cards.iter().map(|&card| baccarat(card)).sum::<u8>() % 10])
}

/// The number of cards, the count of the first two, and the third.
fn coup(cards: &[Card]) -> i64 {
    let (first, third) = cards.split_at(cards.len().min(2));
    count(first) << 8 | pack(third.iter().map(|&card| baccarat(card)))
}

/// The number of cards up to five, their total, whether an ace counts as eleven, and whether they are a
/// pair.
fn total(cards: &[Card]) -> i64 {
    let total = Total::of_cards(cards);
    let pair = match cards {
        [one, other] if blackjack(*one) == blackjack(*other) => blackjack(*one),
        _ => 0,
    };
    let is_first = u8::try_from(cards.len().min(3)).unwrap_or(3);
    i64::from(total.count()) << 16 | pack([is_first, u8::from(total.is_soft()), pair])
}

/// The same, and whether there are four, five or more cards.
fn total_and_five(cards: &[Card]) -> i64 {
    total(cards) << 4 | i64::try_from(cards.len().clamp(3, 6)).unwrap_or_default()
}

/// The card that lies face up, and the total.
fn dealer(cards: &[Card]) -> i64 {
    total(cards) << 24 | cards.first().map_or(0, |&card| i64::from(blackjack(card)))
}
