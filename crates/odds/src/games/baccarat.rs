//! Every coup that a shoe can deal, each with its exact weight.
//!
//! The hands, their counts, the naturals and the tables are those of [`rules::hands::baccarat`]. A coup depends only on
//! the ten card values, so cards of the same value are counted together, and so are first two cards with the same
//! count: eight decks have 4 998 398 275 503 360 ordered deals of six cards and a few thousand different coups.

use crate::{
    Priced, Results, Tally, Unsolved,
    classes::{Classes, Told},
    exact::shoe::{Dealt, Shoe},
    seated::{Playing, Round, Stop},
};
use rules::{
    Money,
    hands::baccarat::{Coup, TABLE_1, TABLE_2, Third, banker_cell, value},
    kit::cards::{Card, Unseen},
    minibaccarat::{self, Minibaccarat},
    punto_banco::{self, PuntoBanco},
};

impl Priced for PuntoBanco {
    type Rounds = Shoe;
    const DECKS: Option<fn(&punto_banco::Options) -> u8> = Some(punto_banco::Options::decks);
    const METHOD: &'static str = "";

    fn class(card: Card) -> u8 {
        value(card)
    }
}

impl Priced for Minibaccarat {
    type Rounds = Shoe;
    const DECKS: Option<fn(&minibaccarat::Options) -> u8> = Some(minibaccarat::Options::decks);
    const METHOD: &'static str = "";

    fn class(card: Card) -> u8 {
        value(card)
    }
}

impl Dealt for PuntoBanco {
    const CLASS: fn(Card) -> u8 = value;
    fn look(classes: Classes, seated: &impl Playing<Self>, begun: &Round<Self>) -> Result<Classes, Unsolved> {
        look(classes, seated, begun)
    }
}

impl Dealt for Minibaccarat {
    const CLASS: fn(Card) -> u8 = value;
    fn look(classes: Classes, seated: &impl Playing<Self>, begun: &Round<Self>) -> Result<Classes, Unsolved> {
        look(classes, seated, begun)
    }
}

/// Finds out how the coups of a table are dealt, by dealing two of them.
pub(crate) fn look<G: Priced>(
    classes: Classes,
    seated: &impl Playing<G>,
    begun: &Round<G>,
) -> Result<Classes, Unsolved> {
    let is_over_after = |values: &[usize]| {
        let mut round = begun.clone();
        for &value in values {
            if seated.go_on(&mut round)? == Stop::Over {
                return Ok(true);
            }
            let card = classes.possible(&round.table)[value].ok_or(Unsolved::Stuck)?;
            seated.show(&mut round, card)?;
        }
        Ok(seated.go_on(&mut round)? == Stop::Over)
    };
    // Four, four, ten, ten: a natural if one hand gets its cards after the other, four against four if they take turns.
    let by_hand = is_over_after(&[4, 4, 0, 0])?;
    // Six against five, then a six: it is the Banker's last card if the Player's Hand has the six, and the Player's if
    // it has the five.
    let six_against_five = if by_hand { [6, 0, 5, 0, 6] } else { [6, 5, 0, 0, 6] };
    let banker_first = !is_over_after(&six_against_five)?;
    Ok(Classes { told: Told::Coup { by_hand, banker_first }, ..classes })
}

/// The most cards a coup may take.
const MOST: u32 = 6;

/// How many cards of each value, 0 to 9, can be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    counts: [u32; 10],
    total: u32,
    /// Whether cards are replaced after they are dealt.
    endless: bool,
}

impl Values {
    /// The values of the unseen cards. Whether they are in the shoe or burned makes no difference to the next coup.
    pub fn of(unseen: &Unseen) -> Values {
        let mut counts = [0; 10];
        for card in Card::all() {
            counts[usize::from(value(card))] += u32::from(unseen.count(card));
        }
        Values { counts, total: counts.iter().sum(), endless: false }
    }

    /// An infinite shoe: each of the thirteen ranks is always equally likely.
    pub fn endless() -> Values {
        let mut counts = [0; 10];
        Card::all().filter(|card| card.suit() == 0).for_each(|card| counts[usize::from(value(card))] += 1);
        Values { counts, total: counts.iter().sum(), endless: true }
    }

    /// The total number of cards.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The number of ordered deals of six cards. A shorter coup counts once for each way to continue it to six.
    pub fn deals(&self) -> u128 {
        self.continuations(MOST)
    }

    /// The number of ways to deal this many more cards.
    fn continuations(&self, cards: u32) -> u128 {
        let step = u32::from(!self.endless);
        (0..cards).map(|n| u128::from(self.total.saturating_sub(n * step))).product()
    }

    /// The number of ways to draw a card of this value, and what is left after that.
    fn draw(mut self, value: u8) -> Option<(u128, Values)> {
        let count = &mut self.counts[usize::from(value)];
        let ways = u128::from(*count);
        if ways > 0 && !self.endless {
            *count -= 1;
            self.total -= 1;
        }
        (ways > 0).then_some((ways, self))
    }

    /// Each value that can be drawn, with the number of ways and what is left after that.
    fn draws(self) -> impl Iterator<Item = (u8, u128, Values)> {
        (0..10).filter_map(move |value| self.draw(value).map(|(ways, left)| (value, ways, left)))
    }

    /// Each two values that can be drawn, in either order.
    fn pairs(self) -> impl Iterator<Item = ([u8; 2], u128, Values)> {
        self.draws().flat_map(|(first, ways, left)| {
            (first..10).filter_map(move |second| {
                let (more, left) = left.draw(second)?;
                let orders = if first == second { 1 } else { 2 };
                Some(([first, second], ways * more * orders, left))
            })
        })
    }
}

/// The tables by which the hands draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tables {
    /// For the Player's Hand, by its count.
    pub player: [Third; 10],
    /// For the Banker's Hand, by its count and the third card of the Player's Hand.
    pub banker: [[Third; 11]; 10],
}

impl Tables {
    /// Tables 1 and 2: nobody has a choice.
    pub const FIXED: Tables = Tables { player: TABLE_1, banker: TABLE_2 };
}

/// What was chosen where a table leaves the choice: whether a card was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Choices {
    pub player: Option<bool>,
    pub banker: Option<bool>,
}

/// What a table's cell allows: whether a card is drawn, and whether that was a choice.
fn courses(third: Third) -> impl Iterator<Item = (bool, Option<bool>)> {
    let (stay, draw) = match third {
        Third::Stay => (Some((false, None)), None),
        Third::Draw => (None, Some((true, None))),
        Third::Option => (Some((false, Some(false))), Some((true, Some(true)))),
    };
    stay.into_iter().chain(draw)
}

/// Reports every coup by the values of its cards, with the first two of a hand in either order, the choices made in it,
/// and the number of deals in which it occurs.
pub(crate) fn walk(values: Values, tables: &Tables, tell: &mut impl FnMut(&Coup, Choices, u128)) {
    let cards = Standing::new();
    for (player, player_ways, left) in values.pairs() {
        let mut coup = Coup::default();
        [0, 2].into_iter().zip(player).for_each(|(at, v)| coup.player.add(cards.at(at, v)));
        for (banker, banker_ways, left) in left.pairs() {
            let mut coup = coup;
            [1, 3].into_iter().zip(banker).for_each(|(at, v)| coup.banker.add(cards.at(at, v)));
            Course { coup, left, ways: player_ways * banker_ways, choices: Choices::default() }
                .draw(tables, &cards, tell);
        }
    }
}

/// A coup in progress: the number of ways it came about, and the cards that are left.
#[derive(Clone, Copy)]
struct Course {
    coup: Coup,
    left: Values,
    ways: u128,
    choices: Choices,
}

impl Course {
    /// Continues when the two hands have two cards each.
    fn draw(self, tables: &Tables, cards: &Standing, tell: &mut impl FnMut(&Coup, Choices, u128)) {
        if self.coup.has_natural() {
            return self.end(2, tell);
        }
        for (draws, player) in courses(tables.player[usize::from(self.coup.player.count())]) {
            let course = Course { choices: Choices { player, ..self.choices }, ..self };
            if !draws {
                course.draw_banker(None, tables, cards, tell);
                continue;
            }
            for (third, ways, left) in self.left.draws() {
                let mut course = Course { left, ways: self.ways * ways, ..course };
                course.coup.player.add(cards.at(4, third));
                course.draw_banker(Some(third), tables, cards, tell);
            }
        }
    }

    /// Continues when the Player's Hand is complete.
    fn draw_banker(
        self,
        third: Option<u8>,
        tables: &Tables,
        cards: &Standing,
        tell: &mut impl FnMut(&Coup, Choices, u128),
    ) {
        let undealt = if third.is_some() { 1 } else { 2 };
        for (draws, banker) in courses(banker_cell(&tables.banker, self.coup.banker.count(), third)) {
            let course = Course { choices: Choices { banker, ..self.choices }, ..self };
            if !draws {
                course.end(undealt, tell);
                continue;
            }
            for (last, ways, left) in self.left.draws() {
                let mut course = Course { left, ways: self.ways * ways, ..course };
                course.coup.banker.add(cards.at(5, last));
                course.end(undealt - 1, tell);
            }
        }
    }

    /// Ends when both hands are complete; `undealt` of the six cards were not dealt.
    fn end(&self, undealt: u32, tell: &mut impl FnMut(&Coup, Choices, u128)) {
        tell(&self.coup, self.choices, self.ways * self.left.continuations(undealt));
    }
}

/// Cards that represent all cards of the same value. Their suits differ from place to place, so that a fresh shoe has
/// them all.
struct Standing([[Card; 10]; 4]);

impl Standing {
    fn new() -> Standing {
        let card = |suit: usize, at: usize| {
            let mut alike = Card::all()
                .filter(|&card| usize::from(card.suit()) == suit && usize::from(value(card)) == at);
            alike.next().expect("every suit has every value")
        };
        Standing(std::array::from_fn(|suit| std::array::from_fn(|value| card(suit, value))))
    }

    fn at(&self, place: usize, value: u8) -> Card {
        self.0[place % 4][usize::from(value)]
    }
}

/// Reports every coup by tables 1 and 2, and in how many of the `N(N-1)(N-2)(N-3)(N-4)(N-5)` ordered deals of six
/// unseen cards it occurs; a shorter coup counts with every continuation. A card represents all cards of its value, so
/// anything that depends on rank or suit, such as a pair, cannot be determined.
pub fn coups(unseen: &Unseen, tell: &mut impl FnMut(&Coup, u128)) -> Result<(), Unsolved> {
    let values = Values::of(unseen);
    if values.total() < MOST {
        return Err(Unsolved::ShortShoe { cards: unseen.total() });
    }
    walk(values, &Tables::FIXED, &mut |coup, _, ways| tell(coup, ways));
    Ok(())
}

/// All coups of a shoe. Coups with equal counts of the first two cards and equal third cards are merged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coups {
    all: Vec<(Coup, u128)>,
    deals: u128,
}

impl Coups {
    /// The coups of a shoe with these cards unseen. It takes six cards to finish any coup.
    pub fn of(unseen: &Unseen) -> Result<Coups, Unsolved> {
        const THIRDS: usize = 11;
        let third = |card: Option<Card>| card.map_or(0, |card| usize::from(value(card)) + 1);
        let mut merged: Vec<Option<(Coup, u128)>> = vec![None; 10 * 10 * THIRDS * THIRDS];
        coups(unseen, &mut |coup, ways| {
            let counts = usize::from(coup.player.first_two()) * 10 + usize::from(coup.banker.first_two());
            let at = (counts * THIRDS + third(coup.player.third())) * THIRDS + third(coup.banker.third());
            merged[at].get_or_insert((*coup, 0)).1 += ways;
        })?;
        Ok(Coups { all: merged.into_iter().flatten().collect(), deals: Values::of(unseen).deals() })
    }

    /// Each coup, and the number of deals in which it occurs.
    pub fn iter(&self) -> impl Iterator<Item = (&Coup, u128)> {
        self.all.iter().map(|(coup, ways)| (coup, *ways))
    }

    /// The total number of deals.
    pub fn deals(&self) -> u128 {
        self.deals
    }

    /// The number of deals whose coup satisfies a condition.
    pub fn count(&self, of: impl Fn(&Coup) -> bool) -> u128 {
        self.iter().filter(|(coup, _)| of(coup)).map(|(_, ways)| ways).sum()
    }

    /// The exact results of a wager with this stake, given how each coup settles it.
    pub fn price(&self, stake: Money, mut settle: impl FnMut(&Coup) -> Tally) -> Results {
        Results::weighed(stake, self.iter().map(|(coup, ways)| (settle(coup).net(), ways)))
    }
}
