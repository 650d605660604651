//! What is best now, with the cards that have been seen; and where what a hand is made of matters more than its total.

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
    /// Its cards, two or more.
    pub cards: &'a [Card],
    /// Whether it was formed by splitting.
    pub is_split: bool,
    /// How many hands the box has.
    pub hands: u8,
}

/// What each decision that the law allows is worth, per original wager, the best first. `unseen` are the cards nobody has
/// seen: neither the player's nor the dealer's, one of them or both, which are `dealer`.
///
/// For a hand that was split, what a dealer's blackjack takes is left out: it takes one wager of the box, whatever is
/// decided. Nothing is said of a hand over 21, of a 21, or of an ace that was split.
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

/// What it is worth to split, this time.
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

/// What insurance of half the wager gains, if the dealer's ace is all that is seen of him.
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

/// A hand on which the best decision is not what the chart says of its total.
#[derive(Clone, PartialEq, Debug)]
pub struct Exception {
    /// The ranks of its cards, a ten for every face.
    pub cards: Vec<u8>,
    /// The ranks of the dealer's cards that are seen.
    pub dealer: Vec<u8>,
    /// What the chart says.
    pub chart: Choice,
    /// What is best.
    pub best: Choice,
    /// What that gains, per original wager.
    pub gain: f64,
    /// How often the hand comes about.
    pub chance: f64,
}

impl Analysis {
    /// The hands that are not split on which a plan errs, the costliest first.
    pub fn exceptions(&self, plan: &Plan) -> Vec<Exception> {
        let mut found: Vec<Exception> = Vec::new();
        for one in self.seen.iter().flat_map(|seen| exceptions(seen, plan)) {
            // The sides of a double shoe have the same exceptions, mostly.
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

/// The same of three cards or more.
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
