//! The value of every decision of the player against one view of the dealer's cards.

use super::{
    chart::Play,
    dealer::{Ends, Left},
    hands::{Counts, Family, Hand, hands},
    pays::Kind,
    stands::{Stands, is_full},
    view::{Choice, View},
};

/// The value of a decision that is not allowed.
pub const BARRED: f64 = f64::NEG_INFINITY;

/// A hand: the value of each decision, and the decision made.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub stand: f64,
    pub draw: f64,
    pub double: f64,
    pub surrender: f64,
    /// Never a split, which is decided at a higher level.
    pub choice: Choice,
    pub worth: f64,
    /// The mean square of the gain.
    pub square: f64,
    /// The average total stake in the end, per original wager. A round that ends at once because the dealer looked for
    /// a blackjack and found one contributes nothing here: its only wager is counted separately.
    pub stake: f64,
    /// What is lost by going over 21 when the dealer has a blackjack.
    pub over_natural: f64,
    /// How often that happens: a doubled hand loses twice as much in one event.
    pub over_often: f64,
}

pub const NO_LINE: Line = Line {
    stand: 0.0,
    draw: 0.0,
    double: BARRED,
    surrender: BARRED,
    choice: Choice::Stand,
    worth: 0.0,
    square: 0.0,
    stake: 0.0,
    over_natural: 0.0,
    over_often: 0.0,
};

impl Line {
    /// The value of a decision.
    pub const fn of(&self, choice: Choice) -> f64 {
        match choice {
            Choice::Stand => self.stand,
            Choice::Draw => self.draw,
            Choice::Double => self.double,
            Choice::Split => BARRED,
            Choice::Surrender => self.surrender,
        }
    }

    /// The best decision.
    pub fn best(&self) -> Choice {
        let choices = [Choice::Stand, Choice::Draw, Choice::Double, Choice::Surrender];
        choices.into_iter().fold(
            Choice::Stand,
            |best, next| {
                if self.of(next) > self.of(best) { next } else { best }
            },
        )
    }

    /// Whether a decision is allowed.
    pub fn may(&self, choice: Choice) -> bool {
        self.of(choice) != BARRED
    }
}

/// What the next card brings to a hand that draws it. This is not a `Line` yet: nothing is decided.
#[derive(Clone, Copy, Default)]
struct Drawn {
    draw: f64,
    /// The mean square of the gain.
    square: f64,
    stake: f64,
    over_natural: f64,
    over_often: f64,
}

impl Drawn {
    /// A hand that draws, whatever the value of standing.
    fn line(self, stand: f64) -> Line {
        let Drawn { draw, square, stake, over_natural, over_often } = self;
        let choice = Choice::Draw;
        Line { stand, draw, choice, worth: draw, square, stake, over_natural, over_often, ..NO_LINE }
    }
}

/// What the next card brings to a hand that is doubled.
#[derive(Clone, Copy, Default)]
struct Doubled {
    worth: f64,
    square: f64,
    /// How often it goes over 21 when the dealer has a blackjack.
    over: f64,
}

/// Decisions by totals against one view of the dealer: a column of a chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    pub hard: [Play; 18],
    pub soft: [Play; 10],
    pub pairs: [Play; 10],
}

impl Column {
    /// What it says about the hand's total.
    pub fn total(&self, hand: &Hand) -> Play {
        let count = usize::from(hand.total.count());
        if hand.total.is_soft() { self.soft[count - 12] } else { self.hard[count - 4] }
    }

    /// Whether it splits this pair.
    pub fn splits(&self, pair: usize, line: &Line) -> bool {
        match self.pairs[pair] {
            Play::Split => true,
            Play::SurrenderSplit => !line.may(Choice::Surrender),
            _ => false,
        }
    }

    /// Its decision, if it does not split.
    pub fn choose(&self, hand: &Hand, may: impl Fn(Choice) -> bool) -> Choice {
        let play = match hand.pair().map(|pair| self.pairs[pair]) {
            None | Some(Play::Split) => self.total(hand),
            Some(Play::SurrenderSplit) if !may(Choice::Surrender) => self.total(hand),
            Some(play) => play,
        };
        let (first, other) = match play {
            Play::Stand => (Choice::Stand, Choice::Stand),
            Play::Hit => (Choice::Draw, Choice::Draw),
            Play::DoubleHit => (Choice::Double, Choice::Draw),
            Play::DoubleStand => (Choice::Double, Choice::Stand),
            Play::SurrenderHit => (Choice::Surrender, Choice::Draw),
            Play::SurrenderStand | Play::SurrenderSplit => (Choice::Surrender, Choice::Stand),
            Play::Split => (Choice::Stand, Choice::Stand),
        };
        [first, other].into_iter().find(|&choice| may(choice)).unwrap_or(Choice::Stand)
    }
}

/// How decisions are made.
#[derive(Clone, Copy)]
pub enum Policy<'a> {
    /// The best decision for every hand, card by card.
    Best,
    /// By a column of a chart.
    Column(&'a Column),
    /// Decisions made in advance, by the index of the hand.
    Fixed(&'a [Choice]),
}

impl View {
    /// Processes every hand from last to first: the value of each decision, and the decision made. Unless it is `FULL`,
    /// squares, stakes and the cost of going over 21 against a blackjack are left out.
    pub fn play<const FULL: bool>(&self, stands: &Stands, policy: Policy<'_>) -> Vec<Line> {
        let family = stands.family;
        let mut lines = vec![NO_LINE; family.len()];
        let rest = self.left.without(&stands.extra);
        let fewest = if stands.kind == Kind::Dealt { 2 } else { 1 };
        for at in (0..family.len()).rev() {
            let hand = family.hand(at);
            if hand.cards < fewest {
                continue;
            }
            let left = rest.without(&hand.counts);
            if left.is_possible() {
                lines[at] = self.line::<FULL>(at, &left, stands, &lines, policy);
            }
        }
        lines
    }

    fn line<const FULL: bool>(
        &self,
        at: usize,
        left: &Left,
        stands: &Stands,
        lines: &[Line],
        policy: Policy<'_>,
    ) -> Line {
        let (family, kind) = (stands.family, stands.kind);
        let hand = family.hand(at);
        let one = if FULL { 1.0 - self.ended(left) } else { 1.0 };
        let mut line = Line { stand: stands.stood(at).stand, stake: one, ..NO_LINE };
        let square = || if FULL { stands.square(self, at, false) } else { 0.0 };
        if is_full(hand, kind) {
            (line.draw, line.worth, line.square) = (BARRED, line.stand, square());
            return line;
        }
        let next = &family.next[at];
        let drawn = self.drawn::<FULL>(left, kind, |value| next[value].map(|next| &lines[usize::from(next)]));
        line.draw = drawn.draw;
        if hand.cards == 1 {
            // A split hand waits for its second card.
            return drawn.line(BARRED);
        }
        let mut doubled = Doubled::default();
        if self.may_double(hand) {
            doubled = self.doubled::<FULL>(left, stands, next);
            line.double = doubled.worth;
        }
        let natural = self.dealer.natural(left);
        if self.may_surrender(hand, kind) {
            line.surrender = -0.5 * (1.0 - natural) - natural;
        }
        let suited = self.suited.iter().find(|suited| suited.hand == usize::from(family.hands[at]));
        let gains = suited.map_or(Vec::new(), |suited| {
            let third = left.chance(suited.third) * stands.suited;
            suited.chances.iter().map(|&(often, right)| (often, right * third)).collect()
        });
        let fixed = if let Policy::Fixed(choices) = policy { Some(choices[at]) } else { None };
        decide(hand, &mut line, &gains, policy, fixed);
        if !FULL {
            return line;
        }
        let bonus: f64 = gains.iter().map(|(often, gain)| often * gain).sum();
        match line.choice {
            Choice::Draw => {
                line.stake = drawn.stake;
                (line.over_natural, line.over_often) = (drawn.over_natural, drawn.over_often);
                line.square = drawn.square + bonus * self.pays.both_of_suited(1.0);
            }
            Choice::Double => {
                line.stake = 2.0 * one;
                (line.over_natural, line.over_often) = (2.0 * doubled.over, doubled.over);
                line.square = doubled.square + bonus * self.pays.both_of_suited(2.0);
            }
            Choice::Surrender => line.square = 0.25 + 0.75 * natural,
            Choice::Stand | Choice::Split => line.square = square(),
        }
        line
    }

    /// What a hand loses that goes over 21 with a card of this value: the wager, and what doubling added.
    fn over(&self, left: &Left, kind: Kind, value: usize) -> [f64; 3] {
        let natural = self.natural_after(left, value);
        // A hand as dealt loses one wager to a blackjack too; that of a split hand is counted separately.
        let [wager, added] = self.over.spares.map(|is_spared| is_spared && kind != Kind::Dealt);
        let wager = if wager { 1.0 - natural } else { 1.0 };
        let added = if added || self.is_looked_at() { 1.0 - natural } else { 1.0 };
        [natural, wager + self.over.more, added]
    }

    /// The value of drawing, given what the next card makes of the hand (`None` if it goes over 21).
    fn drawn<'l, const FULL: bool>(
        &self,
        left: &Left,
        kind: Kind,
        next: impl Fn(usize) -> Option<&'l Line>,
    ) -> Drawn {
        let mut sum = Drawn::default();
        let per = if left.total > 0.0 { 1.0 / left.total } else { 0.0 };
        for (value, count) in left.counts.iter().enumerate() {
            let chance = count * per;
            if chance == 0.0 {
                continue;
            }
            if let Some(next) = next(value) {
                sum.draw += chance * next.worth;
                if FULL {
                    sum.square += chance * next.square;
                    sum.stake += chance * next.stake;
                    sum.over_natural += chance * next.over_natural;
                    sum.over_often += chance * next.over_often;
                }
                continue;
            }
            let [natural, wager, _] = self.over(left, kind, value);
            sum.draw -= chance * wager;
            if FULL {
                sum.square += chance * wager;
                sum.stake += chance * if self.is_looked_at() { 1.0 - natural } else { 1.0 };
                sum.over_natural += chance * natural;
                sum.over_often += chance * natural;
            }
        }
        sum
    }

    /// The value of doubling.
    fn doubled<const FULL: bool>(
        &self,
        left: &Left,
        stands: &Stands,
        next: &[Option<u16>; super::hands::VALUES],
    ) -> Doubled {
        let mut sum = Doubled::default();
        let per = if left.total > 0.0 { 1.0 / left.total } else { 0.0 };
        for (value, count) in left.counts.iter().enumerate() {
            let chance = count * per;
            if chance == 0.0 {
                continue;
            }
            if let Some(next) = next[value].map(usize::from) {
                sum.worth += chance * stands.stood(next).doubled;
                if FULL {
                    sum.square += chance * stands.square(self, next, true);
                }
                continue;
            }
            let [natural, wager, added] = self.over(left, stands.kind, value);
            sum.worth -= chance * (wager + added);
            sum.square += chance * (wager + 3.0 * added);
            sum.over += chance * natural;
        }
        sum
    }
}

/// Makes the decision. If two cards are of one suit and a third may pay more, the player takes that into account.
fn decide(hand: &Hand, line: &mut Line, gains: &[(f64, f64)], policy: Policy<'_>, fixed: Option<Choice>) {
    let plain = *line;
    let mean: f64 = gains.iter().map(|(often, gain)| often * gain).sum();
    line.draw += mean;
    line.double += mean;
    line.choice = match (policy, fixed) {
        (_, Some(choice)) => choice,
        (Policy::Column(column), _) => column.choose(hand, |choice| plain.may(choice)),
        _ => plain.best(),
    };
    line.worth = line.of(line.choice);
    if let (Policy::Best | Policy::Fixed(_), false) = (policy, gains.is_empty()) {
        let otherwise = plain.of(line.choice);
        let seen = |&(often, gain): &(f64, f64)| {
            let known = Line { draw: plain.draw + gain, double: plain.double + gain, ..plain };
            often * (known.of(known.best()) - otherwise)
        };
        line.worth = otherwise + gains.iter().map(seen).sum::<f64>();
    }
}

/// The play of a split hand by decisions made in advance: the hands that can occur, each before those made from it.
pub struct Course {
    steps: Vec<Step>,
    /// The indices of the final hands: those that stand, or that doubling produces.
    ends: Vec<u16>,
}

/// A hand, and the decision for it.
struct Step {
    at: u16,
    choice: Choice,
    /// The steps to which one more card of each value leads; after doubling, the indices of the resulting hands.
    next: [Option<u16>; super::hands::VALUES],
}

impl Course {
    /// Starts from one card of the pair.
    pub fn new(family: &Family, kind: Kind, pair: usize, choices: &[Choice]) -> Course {
        let mut step_of: Vec<Option<u16>> = vec![None; family.len()];
        let (mut is_reached, mut is_end) = (vec![false; family.len()], vec![false; family.len()]);
        let mut steps: Vec<Step> = Vec::new();
        if let Some(first) = family.place(&[pair]) {
            is_reached[first] = true;
        }
        for at in 0..family.len() {
            if !is_reached[at] {
                continue;
            }
            let hand = family.hand(at);
            let choice = match hand.cards {
                1 => Choice::Draw,
                _ if is_full(hand, kind) => Choice::Stand,
                _ => choices[at],
            };
            let next = family.next[at];
            match choice {
                Choice::Draw => next.iter().flatten().for_each(|&next| is_reached[usize::from(next)] = true),
                Choice::Double => next.iter().flatten().for_each(|&next| is_end[usize::from(next)] = true),
                _ => is_end[at] = true,
            }
            let [at, step] = [at, steps.len()].map(|n| u16::try_from(n).unwrap_or_default());
            step_of[usize::from(at)] = Some(step);
            steps.push(Step { at, choice, next });
        }
        for step in steps.iter_mut().filter(|step| step.choice == Choice::Draw) {
            step.next = step.next.map(|next| next.and_then(|next| step_of[usize::from(next)]));
        }
        let ends = (0..).zip(is_end).filter(|(_, is_end)| *is_end).map(|(at, _)| at).collect();
        Course { steps, ends }
    }
}

/// How a hand of a split pair ends.
pub enum Final {
    /// With the hand at this index, doubled or not.
    Hand(usize, bool),
    /// Over 21, with this loss.
    Over(f64),
}

impl Course {
    /// The decision for each hand that comes about, by its index.
    pub fn choices(&self) -> impl Iterator<Item = (usize, Choice)> {
        self.steps.iter().map(|step| (usize::from(step.at), step.choice))
    }

    /// Every way in which it ends with such a second card: the cards of the hand, the number of their orders, and the
    /// end.
    pub fn finals(
        &self,
        pair: usize,
        second: impl Fn(usize) -> bool,
        mut each: impl FnMut(Counts, f64, Final),
    ) {
        let family = hands().family(Some(pair));
        let mut orders = vec![0.0; self.steps.len()];
        if let Some(first) = orders.first_mut() {
            *first = 1.0;
        }
        for (at, step) in self.steps.iter().enumerate().filter(|(_, step)| step.choice != Choice::Split) {
            let (often, place) = (orders[at], usize::from(step.at));
            let counts = family.hand(place).counts;
            if often == 0.0 {
                continue;
            }
            if !matches!(step.choice, Choice::Draw | Choice::Double) {
                each(counts, often, Final::Hand(place, false));
                continue;
            }
            let is_doubled = step.choice == Choice::Double;
            for (value, next) in step.next.iter().enumerate() {
                let mut counts = counts;
                counts[value] += 1;
                match next.map(usize::from) {
                    _ if at == 0 && !second(value) => {}
                    Some(next) if is_doubled => each(counts, often, Final::Hand(next, true)),
                    Some(next) => orders[next] += often,
                    None => each(counts, often, Final::Over(if is_doubled { 2.0 } else { 1.0 })),
                }
            }
        }
    }
}

impl View {
    /// The value of one card of the pair, and of both. Suits are ignored.
    pub fn follow<const FULL: bool>(&self, stands: &mut Stands, course: &Course, pair: usize) -> [Line; 2] {
        stands.fill(self, course.ends.iter().map(|&at| usize::from(at)));
        let mut lines = vec![NO_LINE; course.steps.len()];
        let rest = self.left.without(&stands.extra);
        for (at, step) in course.steps.iter().enumerate().rev() {
            let place = usize::from(step.at);
            let left = rest.without(&stands.family.hand(place).counts);
            if !left.is_possible() {
                continue;
            }
            let one = if FULL { 1.0 - self.ended(&left) } else { 1.0 };
            lines[at] = match step.choice {
                Choice::Draw => {
                    let next = |value: usize| step.next[value].map(|next| &lines[usize::from(next)]);
                    self.drawn::<FULL>(&left, stands.kind, next).line(BARRED)
                }
                Choice::Double => {
                    let Doubled { worth, square, over } = self.doubled::<FULL>(&left, stands, &step.next);
                    let (over_natural, over_often) = (2.0 * over, over);
                    Line { worth, square, stake: 2.0 * one, over_natural, over_often, ..NO_LINE }
                }
                _ => {
                    let square = if FULL { stands.square(self, place, false) } else { 0.0 };
                    Line { worth: stands.stood(place).stand, square, stake: one, ..NO_LINE }
                }
            };
        }
        let both = course.steps.first().and_then(|first| first.next[pair]).map(usize::from);
        [lines.first(), both.and_then(|both| lines.get(both))].map(|line| line.copied().unwrap_or(NO_LINE))
    }

    /// The gain of a split hand at each end of the dealer's, starting from its first card.
    pub fn by_end(&self, stands: &mut Stands, course: &Course) -> Ends {
        let steps = course.steps.iter().map(|step| usize::from(step.at));
        stands.fill(self, steps.chain(course.ends.iter().map(|&at| usize::from(at))));
        let rest = self.left.without(&stands.extra);
        let mut sums = vec![[0.0; super::dealer::ENDS]; course.steps.len()];
        for (at, step) in course.steps.iter().enumerate().rev() {
            let place = usize::from(step.at);
            let left = rest.without(&stands.family.hand(place).counts);
            if !left.is_possible() {
                continue;
            }
            if step.choice == Choice::Stand {
                sums[at] = stands.by_end(self, place, false);
                continue;
            }
            // Going over 21 loses the same at every end.
            let stake = if step.choice == Choice::Double { 2.0 } else { 1.0 };
            let ends = stands.ends(self, place, &left);
            for (value, next) in step.next.iter().enumerate() {
                let chance = left.chance(value);
                let part: Ends = match next.map(usize::from) {
                    _ if chance == 0.0 => continue,
                    Some(next) if step.choice == Choice::Double => stands.by_end(self, next, true),
                    Some(next) => sums[next],
                    None => std::array::from_fn(|end| {
                        if end == super::dealer::NATURAL { 0.0 } else { -stake * ends[end] }
                    }),
                };
                sums[at].iter_mut().zip(part).for_each(|(sum, part)| *sum += chance * part);
            }
        }
        sums.first().copied().unwrap_or_default()
    }
}
