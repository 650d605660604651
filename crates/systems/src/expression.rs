//! The small language of conditions and amounts: `streak <= -3 and on('pass') = 0`, `min(2 * stake, 50)`.
//!
//! A text is parsed once: its types are checked, and names are resolved to indices. Amounts of money are in units; `$5`
//! is an amount in dollars.

mod parse;

pub use parse::{Scope, Text, boolean, list, number};

use crate::facts::Fact;

/// The value of a counter.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A list of numbers.
    List(Vec<f64>),
}

/// A number or a truth value (1 or 0), computed from the facts and counters it names.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A constant.
    Constant(f64),
    /// A fact about the session or the table.
    Fact(Fact),
    /// A counter that holds a number.
    Counter(usize),
    /// A question about a wager.
    Wager(Asked, usize),
    /// `-` or `not`.
    Unary(Unary, Box<Expression>),
    /// An operator with two operands.
    Binary(Binary, Box<[Expression; 2]>),
    /// A condition, the value if it holds, and the value if it does not.
    If(Box<[Expression; 3]>),
    /// The smallest or the largest of several values.
    Extreme(Extreme, Vec<Expression>),
    /// An item of a list, counted from 1.
    Item(Box<List>, Box<Expression>),
    /// The first or last item of a list, or its length.
    OfList(OfList, Box<List>),
}

/// A list of numbers.
#[derive(Clone, PartialEq, Debug)]
pub enum List {
    /// A counter that holds a list.
    Counter(usize),
    /// The initial value of a counter.
    Fresh(Vec<f64>),
    /// A list with one more item at the end.
    Append(Box<List>, Box<Expression>),
    /// Without its first item, its last, or both.
    Without {
        /// The list.
        list: Box<List>,
        /// Whether the first item is removed.
        first: bool,
        /// Whether the last item is removed.
        last: bool,
    },
    /// One of two lists, depending on a condition.
    If(Box<Expression>, Box<[List; 2]>),
}

/// A question about a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// How many units the patron has on it.
    On,
    /// Whether the last round won it.
    Won,
    /// Whether the last round lost it.
    Lost,
    /// Whether it would have won on the last spin.
    Hit,
}

/// An operator or function with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `-`
    Minus,
    /// `not`
    Not,
    /// `floor()`
    Floor,
    /// `ceil()`
    Ceil,
    /// `abs()`
    Abs,
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    By,
    Modulo,
}

/// Which of several values is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Extreme {
    Least,
    Greatest,
}

/// What is wanted of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum OfList {
    First,
    Last,
    Length,
}

/// Where an expression looks up facts, counters and wagers.
pub trait Look {
    /// The value of a fact.
    fn fact(&self, fact: Fact) -> f64;
    /// The value of a counter.
    fn counter(&self, at: usize) -> &Value;
    /// The answer to a question about a wager.
    fn wager(&self, asked: Asked, wager: usize) -> Result<f64, Undefined>;
}

/// Why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefined {
    /// A division by zero, or a number that is too large.
    NotFinite,
    /// An item that the list does not have.
    NoItem,
    /// A list that grew beyond [`LONGEST`].
    TooLong,
}

impl std::fmt::Display for Undefined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Undefined::NotFinite => f.write_str("divides by zero, or grows beyond every number"),
            Undefined::NoItem => f.write_str("asks for an item that the list does not have"),
            Undefined::TooLong => write!(f, "makes a list of more than {LONGEST} items"),
        }
    }
}

/// The most items a list may have.
pub const LONGEST: usize = 10_000;

const fn truth(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

impl Expression {
    /// The current value.
    pub fn value(&self, look: &impl Look) -> Result<f64, Undefined> {
        let value = match self {
            Expression::Constant(number) => *number,
            Expression::Fact(fact) => look.fact(*fact),
            Expression::Counter(at) => match look.counter(*at) {
                Value::Number(number) => *number,
                Value::List(list) => list.len() as f64,
            },
            Expression::Wager(asked, wager) => look.wager(*asked, *wager)?,
            Expression::Unary(operator, side) => {
                let side = side.value(look)?;
                match operator {
                    Unary::Minus => -side,
                    Unary::Not => truth(side == 0.0),
                    Unary::Floor => side.floor(),
                    Unary::Ceil => side.ceil(),
                    Unary::Abs => side.abs(),
                }
            }
            Expression::Binary(operator, sides) => binary(*operator, sides, look)?,
            Expression::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                if condition.value(look)? == 0.0 { otherwise.value(look)? } else { then.value(look)? }
            }
            Expression::Extreme(which, all) => {
                let (mut values, first) = (all.iter(), f64::NAN);
                values.try_fold(first, |extreme, one| {
                    let one = one.value(look)?;
                    Ok(match which {
                        Extreme::Least => extreme.min(one),
                        Extreme::Greatest => extreme.max(one),
                    })
                })?
            }
            Expression::Item(list, at) => {
                let (list, at) = (list.items(look)?, at.value(look)?);
                let is_there = at >= 1.0 && at.fract() == 0.0 && at <= list.len() as f64;
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                if is_there { list[at as usize - 1] } else { return Err(Undefined::NoItem) }
            }
            Expression::OfList(what, list) => {
                let list = list.items(look)?;
                match what {
                    OfList::Length => list.len() as f64,
                    OfList::First => *list.first().ok_or(Undefined::NoItem)?,
                    OfList::Last => *list.last().ok_or(Undefined::NoItem)?,
                }
            }
        };
        if value.is_finite() { Ok(value) } else { Err(Undefined::NotFinite) }
    }

    /// Whether the condition holds now.
    pub fn holds(&self, look: &impl Look) -> Result<bool, Undefined> {
        Ok(self.value(look)? != 0.0)
    }
}

fn binary(operator: Binary, sides: &[Expression; 2], look: &impl Look) -> Result<f64, Undefined> {
    let [one, other] = sides;
    let one = one.value(look)?;
    // If the first operand decides the result, the second is not evaluated.
    match operator {
        Binary::Or if one != 0.0 => return Ok(1.0),
        Binary::And if one == 0.0 => return Ok(0.0),
        _ => {}
    }
    let other = other.value(look)?;
    Ok(match operator {
        Binary::Or | Binary::And => truth(other != 0.0),
        Binary::Equal => truth(one == other),
        Binary::Unequal => truth(one != other),
        Binary::Less => truth(one < other),
        Binary::AtMost => truth(one <= other),
        Binary::More => truth(one > other),
        Binary::AtLeast => truth(one >= other),
        Binary::Plus => one + other,
        Binary::Minus => one - other,
        Binary::Times => one * other,
        Binary::By => one / other,
        Binary::Modulo => one.rem_euclid(other),
    })
}

impl List {
    /// The current items.
    pub fn items(&self, look: &impl Look) -> Result<Vec<f64>, Undefined> {
        let items = match self {
            List::Counter(at) => match look.counter(*at) {
                Value::List(list) => list.clone(),
                Value::Number(number) => vec![*number],
            },
            List::Fresh(items) => items.clone(),
            List::Append(list, item) => {
                let mut items = list.items(look)?;
                items.push(item.value(look)?);
                items
            }
            List::Without { list, first, last } => {
                let items = list.items(look)?;
                let end = items.len().saturating_sub(usize::from(*last));
                items.get(usize::from(*first)..end).unwrap_or_default().to_vec()
            }
            List::If(condition, lists) => {
                let [then, otherwise] = &**lists;
                if condition.holds(look)? { then.items(look)? } else { otherwise.items(look)? }
            }
        };
        if items.len() > LONGEST { Err(Undefined::TooLong) } else { Ok(items) }
    }
}
