//! The best decision at the moment, given the cards that have been seen; and the hands for which their composition
//! matters more than their total.

use super::{
    analysis::{Analysis, Seen},
    exposed::{Plan, column_in},
    hands::{ACE, VALUES, hands, place},
    pays::{Kind, Pays},
    play::{BARRED, Column, Policy},
    split::Split,
    stands::Stands,
    totals::reached,
    view::{Choice, View},
};
use rules::{
    blackjack::Options,
    hands::blackjack::is_pair,
    kit::cards::{Card, Unseen},
};
use std::sync::Arc;

/// A player's hand at a table.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// Its cards; at least two.
    pub cards: &'a [Card],
    /// Whether it was formed by splitting.
    pub is_split: bool,
    /// How many hands the box has.
    pub hands: u8,
}

/// The value of each decision that the law allows, per original wager, best first. `unseen` are the cards that nobody
/// has seen: neither the player's nor the visible cards of the dealer, which are in `dealer`.
///
/// For a split hand, the loss to a dealer's blackjack is left out, because it takes one wager of the box, whatever is
/// decided. The result is empty for a hand over 21, for a 21, and for a split ace.
pub fn advise(options: Options, unseen: &Unseen, dealer: &[Card], held: Held<'_>) -> Vec<(Choice, f64)> {
    let mut all = *unseen;
    dealer.iter().chain(held.cards).for_each(|&card| all.put(card));
    let mut counts = [0; VALUES];
    held.cards.iter().for_each(|card| counts[place(card.rank())] += 1);
    let Some(at) = hands().of(&counts).filter(|_| held.cards.len() >= 2) else { return Vec::new() };
    let pays = Arc::new(Pays::of(&options, &all));
    let shown: Vec<u8> = dealer.iter().map(|card| card.rank()).collect();
    let mut view = View::new(&shown, &all, options, &pays);
    view.know(held.cards, unseen);
    let is_ace = held.is_split && held.cards[0].rank() == 1;
    let kind = match (held.is_split, is_ace) {
        (false, _) => Kind::Dealt,
        (true, false) => Kind::Split,
        (true, true) => Kind::SplitAces,
    };
    let stands = Stands::whole(&view, kind, None);
    let line = view.play::<false>(&stands, Policy::Best)[at];
    let choices = [Choice::Stand, Choice::Draw, Choice::Double, Choice::Surrender];
    let mut found: Vec<(Choice, f64)> = choices.into_iter().map(|choice| (choice, line.of(choice))).collect();
    if let [one, other] = held.cards
        && is_pair(one.rank(), other.rank())
    {
        found.push((Choice::Split, split(&view, place(one.rank()), held)));
    }
    found.retain(|(_, worth)| *worth != BARRED);
    if let [(Choice::Stand, _)] = found[..] {
        return Vec::new();
    }
    found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    found
}

/// The value of splitting now.
fn split(view: &View, pair: usize, held: Held<'_>) -> f64 {
    let most = view.options.most_hands();
    let may = held.hands < most && (!held.is_split || pair != ACE || view.options.may_resplit_aces());
    if !may {
        return BARRED;
    }
    let mut gone = [0; VALUES];
    gone[pair] = 2;
    let apart = if held.is_split { view.natural(&gone) } else { 0.0 };
    let most = usize::from(most - held.hands + 1);
    Split::to(view, pair, most).worth(view, Policy::Best).mean + apart
}

/// The gain of insuring half the wager, if the dealer's only visible card is an ace.
pub fn insurance_gain(options: Options, unseen: &Unseen, dealer: &[Card], cards: [Card; 2]) -> Option<f64> {
    let mut all = *unseen;
    dealer.iter().chain(&cards).for_each(|&card| all.put(card));
    let pays = Arc::new(Pays::of(&options, &all));
    let shown: Vec<u8> = dealer.iter().map(|card| card.rank()).collect();
    super::analysis::insurance_of(
        &View::new(&shown, &all, options, &pays),
        cards.map(|card| place(card.rank())),
    )
}

/// A hand for which the best decision differs from what the chart says about its total.
#[derive(Clone, PartialEq, Debug)]
pub struct Exception {
    /// The ranks of its cards, with 10 for every face card.
    pub cards: Vec<u8>,
    /// The ranks of the dealer's visible cards.
    pub dealer: Vec<u8>,
    /// What the chart says.
    pub chart: Choice,
    /// The best decision.
    pub best: Choice,
    /// How much the best decision gains, per original wager.
    pub gain: f64,
    /// How often the hand occurs.
    pub chance: f64,
}

impl Analysis {
    /// The unsplit hands for which a plan errs, costliest first.
    pub fn exceptions(&self, plan: &Plan) -> Vec<Exception> {
        let mut found: Vec<Exception> = Vec::new();
        for one in self.seen.iter().flat_map(|seen| exceptions(seen, plan)) {
            // The two sides of a double shoe mostly have the same exceptions.
            let is_same = |other: &&mut Exception| {
                (&other.cards, &other.dealer) == (&one.cards, &one.dealer)
                    && (other.chart, other.best) == (one.chart, one.best)
            };
            match found.iter_mut().find(is_same) {
                Some(other) => {
                    let all = other.chance + one.chance;
                    other.gain = (other.gain * other.chance + one.gain * one.chance) / all;
                    other.chance = all;
                }
                None => found.push(one),
            }
        }
        found.sort_by(|one, other| (other.gain * other.chance).total_cmp(&(one.gain * one.chance)));
        found
    }
}

fn exceptions(seen: &Seen, plan: &Plan) -> Vec<Exception> {
    let column = column_in(plan, seen);
    let by_chart = seen.deals(Policy::Column(&column));
    let each = seen.deals(Policy::Best).into_iter().zip(by_chart);
    let differs = each.filter(|(best, chart)| best.choice() != chart.choice());
    let dealt = differs
        .map(|(best, chart)| {
            let choice = chart.choice();
            let split = best.split.map_or(BARRED, |split| split.mean);
            let worth = if choice == Choice::Split { split } else { best.line.of(choice) };
            Exception {
                cards: hands().all()[best.hand].ranks().collect(),
                dealer: seen.view.dealer.shown.clone(),
                chart: choice,
                best: best.choice(),
                gain: best.worth().mean - worth,
                chance: best.chance * seen.view.chance,
            }
        })
        .filter(|exception| exception.gain > 1e-9);
    dealt.chain(longer(seen, &column)).collect()
}

/// The same for hands of three or more cards.
fn longer(seen: &Seen, column: &Column) -> Vec<Exception> {
    let by_chart = seen.view.play::<false>(&seen.stands, Policy::Column(column));
    let often = reached(seen, column, &by_chart);
    let lines = seen.view.play::<false>(&seen.stands, Policy::Best);
    let each = hands().all().iter().zip(lines).zip(often);
    each.filter(|((hand, _), often)| hand.cards > 2 && *often > 0.0)
        .map(|((hand, line), often)| {
            let chart = column.choose(hand, |choice| line.may(choice));
            Exception {
                cards: hand.ranks().collect(),
                dealer: seen.view.dealer.shown.clone(),
                chart,
                best: line.choice,
                gain: line.worth - line.of(chart),
                chance: often,
            }
        })
        .filter(|exception| exception.gain > 1e-9)
        .collect()
}
