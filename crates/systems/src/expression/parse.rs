//! Parses expressions, and reports the position of every fault.

use super::{Asked, Binary, Expression, Extreme, List, OfList, Unary, Value};
use crate::{facts::Fact, fault::Fault};
use rules::Money;
use std::ops::Range;

/// A text of the file, and its position.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The text.
    pub text: &'a str,
    /// Its range of bytes in the file. If it was written with escapes, the range of the whole text.
    pub at: &'a Range<usize>,
    /// Whether its bytes are exactly those in the file, without escapes.
    pub is_plain: bool,
}

impl Text<'_> {
    /// The position in the file of a part of the text.
    pub fn place(&self, part: &Range<usize>) -> Range<usize> {
        if self.is_plain { self.at.start + part.start..self.at.start + part.end } else { self.at.clone() }
    }
}

/// Finds a wager by its spelling and position, and what is asked about it; returns its index.
pub type FindWager<'a> = dyn FnMut(Asked, &str, Range<usize>) -> Result<usize, Fault> + 'a;

/// The names that an expression may use.
pub struct Scope<'a> {
    /// The counters, with their initial values.
    pub counters: &'a [(String, Value)],
    /// Names that stand for numbers.
    pub constants: &'a [(String, f64)],
    /// What a unit is worth.
    pub unit: Money,
    /// Finds the index of a wager.
    pub wager: &'a mut FindWager<'a>,
    /// Whether `hit` can be answered: the wheel must tell whether any wager would have won.
    pub may_hit: bool,
}

/// Parses an expression that must be a number.
pub fn number(text: Text<'_>, scope: &mut Scope<'_>) -> Result<Expression, Fault> {
    match whole(text, scope)? {
        Part::Number(expression) => Ok(expression),
        other => Err(Fault::new(format!("expected a number, found {}", other.is()), text.at.clone())),
    }
}

/// Parses an expression that must be a condition.
pub fn boolean(text: Text<'_>, scope: &mut Scope<'_>) -> Result<Expression, Fault> {
    match whole(text, scope)? {
        Part::Truth(expression) => Ok(expression),
        other => {
            let fault = Fault::new(format!("expected a condition, found {}", other.is()), text.at.clone());
            Err(fault.help("compare it with something, such as `streak <= -3`"))
        }
    }
}

/// Parses an expression that must be a list.
pub fn list(text: Text<'_>, scope: &mut Scope<'_>) -> Result<List, Fault> {
    match whole(text, scope)? {
        Part::List(list) => Ok(list),
        other => Err(Fault::new(format!("expected a list, found {}", other.is()), text.at.clone())),
    }
}

/// A part of an expression, with its type.
enum Part {
    Number(Expression),
    Truth(Expression),
    List(List),
}

impl Part {
    const fn is(&self) -> &'static str {
        match self {
            Part::Number(_) => "a number",
            Part::Truth(_) => "a condition",
            Part::List(_) => "a list",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Number(f64),
    Name(String),
    Quoted(String),
    Sign(&'static str),
    End,
}

const SIGNS: [&str; 16] =
    ["<=", ">=", "!=", "==", "=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ",", "$"];
/// How deeply parentheses and functions may be nested: far deeper than anybody would write.
const DEEPEST: usize = 64;
/// The most numbers, names and signs an expression may have.
const LONGEST: usize = 500;

fn whole(text: Text<'_>, scope: &mut Scope<'_>) -> Result<Part, Fault> {
    let tokens = tokens(text)?;
    let mut reader = Reader { text, tokens, at: 0, depth: 0, scope };
    let part = reader.either()?;
    match reader.peek() {
        Token::End => Ok(part),
        _ => Err(reader.here("this does not belong here")),
    }
}

fn tokens(text: Text<'_>) -> Result<Vec<(Token, Range<usize>)>, Fault> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(c) = text.text[at..].chars().next() {
        let rest = &text.text[at..];
        let run = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let (token, length) = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '0'..='9' => {
                let length = run(|c| c.is_ascii_digit() || matches!(c, '.' | '_'));
                let number = rest[..length].replace('_', "").parse().ok();
                let fault = || {
                    let what = format!("`{}` is not a number", &rest[..length]);
                    Fault::new(what, text.place(&(at..at + length)))
                };
                (Token::Number(number.ok_or_else(fault)?), length)
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                let length = run(|c| c.is_ascii_alphanumeric() || c == '_');
                (Token::Name(rest[..length].to_owned()), length)
            }
            '\'' => {
                let Some(length) = rest[1..].find('\'') else {
                    return Err(Fault::new("the quotation mark is not closed", text.place(&(at..at + 1))));
                };
                (Token::Quoted(rest[1..=length].to_owned()), length + 2)
            }
            _ => {
                let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) else {
                    let here = text.place(&(at..at + c.len_utf8()));
                    let fault = Fault::new(format!("`{c}` means nothing here"), here);
                    return Err(fault.help("wagers stand in single quotes, such as on('place 6')"));
                };
                (Token::Sign(sign), sign.len())
            }
        };
        if tokens.len() == LONGEST {
            let what = format!("an expression has at most {LONGEST} numbers, names and signs");
            return Err(Fault::new(what, text.place(&(at..at + length))));
        }
        tokens.push((token, at..at + length));
        at += length;
    }
    tokens.push((Token::End, text.text.len()..text.text.len()));
    Ok(tokens)
}

struct Reader<'t, 's, 'a> {
    text: Text<'t>,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: usize,
    scope: &'s mut Scope<'a>,
}

impl Reader<'_, '_, '_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn range(&self) -> Range<usize> {
        self.text.place(&self.tokens[self.at].1)
    }

    fn here(&self, what: &str) -> Fault {
        let what = if *self.peek() == Token::End { "the expression ends too early" } else { what };
        Fault::new(what, self.range())
    }

    fn next(&mut self) -> (Token, Range<usize>) {
        let found = (self.peek().clone(), self.range());
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        found
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is = match self.peek() {
            Token::Sign(found) => *found == sign,
            Token::Name(name) => name == sign,
            _ => false,
        };
        if is {
            self.next();
        }
        is
    }

    fn wants(&mut self, sign: &str) -> Result<(), Fault> {
        if self.takes(sign) { Ok(()) } else { Err(self.here(&format!("expected `{sign}` here"))) }
    }

    /// The first of these operators that comes next.
    fn operator(&mut self, operators: &[(&str, Binary)]) -> Option<Binary> {
        let found = operators.iter().find(|(sign, _)| match self.peek() {
            Token::Sign(next) => next == sign,
            Token::Name(next) => next == sign,
            _ => false,
        })?;
        self.next();
        Some(found.1)
    }

    fn truth(&mut self, part: Part, at: Range<usize>) -> Result<Expression, Fault> {
        match part {
            Part::Truth(expression) => Ok(expression),
            other => Err(Fault::new(format!("expected a condition, found {}", other.is()), at)),
        }
    }

    fn a_number(&mut self, part: Part, at: Range<usize>) -> Result<Expression, Fault> {
        match part {
            Part::Number(expression) => Ok(expression),
            other => Err(Fault::new(format!("expected a number, found {}", other.is()), at)),
        }
    }

    fn either(&mut self) -> Result<Part, Fault> {
        self.joined(&[("or", Binary::Or)], Self::both, Self::truth, Part::Truth)
    }

    fn both(&mut self) -> Result<Part, Fault> {
        self.joined(&[("and", Binary::And)], Self::negated, Self::truth, Part::Truth)
    }

    /// Parses operands joined by left-associative operators of the same precedence; the parameters give the type of
    /// each operand and of the result.
    fn joined(
        &mut self,
        operators: &[(&str, Binary)],
        side: fn(&mut Self) -> Result<Part, Fault>,
        must_be: fn(&mut Self, Part, Range<usize>) -> Result<Expression, Fault>,
        makes: fn(Expression) -> Part,
    ) -> Result<Part, Fault> {
        let start = self.range();
        let mut part = side(self)?;
        while let Some(operator) = self.operator(operators) {
            let one = must_be(self, part, start.clone())?;
            let at = self.range();
            let other = side(self)?;
            let other = must_be(self, other, at)?;
            part = makes(Expression::Binary(operator, Box::new([one, other])));
        }
        Ok(part)
    }

    fn negated(&mut self) -> Result<Part, Fault> {
        if self.takes("not") {
            self.deeper()?;
            let at = self.range();
            let part = self.negated()?;
            self.depth -= 1;
            let side = self.truth(part, at)?;
            return Ok(Part::Truth(Expression::Unary(Unary::Not, Box::new(side))));
        }
        self.compared()
    }

    fn compared(&mut self) -> Result<Part, Fault> {
        let operators = [
            ("<=", Binary::AtMost),
            (">=", Binary::AtLeast),
            ("!=", Binary::Unequal),
            ("==", Binary::Equal),
            ("=", Binary::Equal),
            ("<", Binary::Less),
            (">", Binary::More),
        ];
        let start = self.range();
        let part = self.sum()?;
        let Some(operator) = self.operator(&operators) else { return Ok(part) };
        let at = self.range();
        let other = self.sum()?;
        let sides = [self.a_number(part, start)?, self.a_number(other, at)?];
        if self.operator(&operators).is_some() {
            return Err(self.here("one comparison at a time: join two with `and`"));
        }
        Ok(Part::Truth(Expression::Binary(operator, Box::new(sides))))
    }

    fn sum(&mut self) -> Result<Part, Fault> {
        self.joined(&[("+", Binary::Plus), ("-", Binary::Minus)], Self::product, Self::a_number, Part::Number)
    }

    fn product(&mut self) -> Result<Part, Fault> {
        let operators = [("*", Binary::Times), ("/", Binary::By), ("%", Binary::Modulo)];
        self.joined(&operators, Self::signed, Self::a_number, Part::Number)
    }

    fn signed(&mut self) -> Result<Part, Fault> {
        if self.takes("-") {
            self.deeper()?;
            let at = self.range();
            let part = self.signed()?;
            self.depth -= 1;
            let side = self.a_number(part, at)?;
            return Ok(Part::Number(Expression::Unary(Unary::Minus, Box::new(side))));
        }
        self.primary()
    }

    fn deeper(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(self.here("the expression is nested too deeply")) } else { Ok(()) }
    }

    fn primary(&mut self) -> Result<Part, Fault> {
        self.deeper()?;
        let (token, at) = self.next();
        let part = match token {
            Token::Number(number) => Part::Number(Expression::Constant(number)),
            Token::Sign("$") => match self.next() {
                (Token::Number(dollars), _) => {
                    let unit = self.scope.unit.as_cents() as f64 / 100.0;
                    Part::Number(Expression::Constant(dollars / unit))
                }
                (_, at) => return Err(Fault::new("expected dollars behind `$`, such as $5", at)),
            },
            Token::Sign("(") => {
                let part = self.either()?;
                self.wants(")")?;
                part
            }
            Token::Name(name) if self.takes("(") => {
                let part = self.call(&name, at)?;
                self.wants(")")?;
                part
            }
            Token::Name(name) => self.named(&name, at)?,
            Token::Quoted(_) => {
                let fault = Fault::new("a wager alone says nothing", at);
                return Err(fault.help("ask on('…'), won('…') or lost('…')"));
            }
            Token::End => return Err(Fault::new("the expression ends too early", at)),
            Token::Sign(_) => return Err(Fault::new("expected a number, a name or `(` here", at)),
        };
        self.depth -= 1;
        Ok(part)
    }

    fn named(&self, name: &str, at: Range<usize>) -> Result<Part, Fault> {
        let Scope { counters, constants, .. } = &*self.scope;
        if let Some((_, number)) = constants.iter().find(|(known, _)| known == name) {
            return Ok(Part::Number(Expression::Constant(*number)));
        }
        if let Some(place) = counters.iter().position(|(known, _)| known == name) {
            return Ok(match counters[place].1 {
                Value::Number(_) => Part::Number(Expression::Counter(place)),
                Value::List(_) => Part::List(List::Counter(place)),
            });
        }
        if let Some(&fact) = Fact::ALL.iter().find(|fact| fact.name() == name) {
            let expression = Expression::Fact(fact);
            return Ok(if fact.is_truth() { Part::Truth(expression) } else { Part::Number(expression) });
        }
        match name {
            "true" => return Ok(Part::Truth(Expression::Constant(1.0))),
            "false" => return Ok(Part::Truth(Expression::Constant(0.0))),
            _ => {}
        }
        let known = counters.iter().map(|(name, _)| name.as_str());
        let known = known.chain(constants.iter().map(|(name, _)| name.as_str()));
        let known = known.chain(Fact::ALL.iter().map(|fact| fact.name()));
        let otherwise =
            "a counter must be declared under [counters.session], [counters.shoe] or [counters.shooter]";
        Err(Fault::new(format!("nothing is called `{name}`"), at).meant(name, known, otherwise))
    }

    fn call(&mut self, name: &str, at: Range<usize>) -> Result<Part, Fault> {
        let asked = match name {
            "on" => Some(Asked::On),
            "won" => Some(Asked::Won),
            "lost" => Some(Asked::Lost),
            "hit" => Some(Asked::Hit),
            _ => None,
        };
        if let Some(asked) = asked {
            return self.of_wager(asked, at);
        }
        let unary = |which| move |side| Part::Number(Expression::Unary(which, Box::new(side)));
        Ok(match name {
            "floor" => unary(Unary::Floor)(self.number_argument()?),
            "ceil" => unary(Unary::Ceil)(self.number_argument()?),
            "abs" => unary(Unary::Abs)(self.number_argument()?),
            "min" => self.extreme(Extreme::Least)?,
            "max" => self.extreme(Extreme::Greatest)?,
            "if" => self.choice()?,
            "first" => Part::Number(Expression::OfList(OfList::First, Box::new(self.list_argument()?))),
            "last" => Part::Number(Expression::OfList(OfList::Last, Box::new(self.list_argument()?))),
            "length" => Part::Number(Expression::OfList(OfList::Length, Box::new(self.list_argument()?))),
            "item" => {
                let list = self.list_argument()?;
                self.wants(",")?;
                Part::Number(Expression::Item(Box::new(list), Box::new(self.number_argument()?)))
            }
            "append" => {
                let list = self.list_argument()?;
                self.wants(",")?;
                Part::List(List::Append(Box::new(list), Box::new(self.number_argument()?)))
            }
            "rest" => self.without(true, false)?,
            "front" => self.without(false, true)?,
            "inner" => self.without(true, true)?,
            "fresh" => self.fresh()?,
            _ => {
                let all = [
                    "on", "won", "lost", "hit", "floor", "ceil", "abs", "min", "max", "if", "first", "last",
                    "length", "item", "append", "rest", "front", "inner", "fresh",
                ];
                let otherwise = format!("the functions are {}", all.join(", "));
                let fault = Fault::new(format!("no function is called `{name}`"), at);
                return Err(fault.meant(name, all.into_iter(), &otherwise));
            }
        })
    }

    fn of_wager(&mut self, asked: Asked, at: Range<usize>) -> Result<Part, Fault> {
        let (token, here) = self.next();
        let Token::Quoted(text) = token else {
            return Err(Fault::new("expected a wager in single quotes, such as 'place 6'", here));
        };
        if asked == Asked::Hit && !self.scope.may_hit {
            let fault = Fault::new("only a wheel can say what a wager would have won", at);
            return Err(fault.help("look at what was shown instead, such as `dice = 7` or `banker > player`"));
        }
        let inner = if here.len() == text.len() + 2 { here.start + 1..here.end - 1 } else { here };
        let wager = (self.scope.wager)(asked, &text, inner)?;
        let expression = Expression::Wager(asked, wager);
        Ok(if asked == Asked::On { Part::Number(expression) } else { Part::Truth(expression) })
    }

    fn number_argument(&mut self) -> Result<Expression, Fault> {
        let at = self.range();
        let part = self.either()?;
        self.a_number(part, at)
    }

    fn list_argument(&mut self) -> Result<List, Fault> {
        let at = self.range();
        match self.either()? {
            Part::List(list) => Ok(list),
            other => Err(Fault::new(format!("expected a list, found {}", other.is()), at)),
        }
    }

    fn extreme(&mut self, which: Extreme) -> Result<Part, Fault> {
        let mut all = vec![self.number_argument()?];
        while self.takes(",") {
            all.push(self.number_argument()?);
        }
        Ok(Part::Number(Expression::Extreme(which, all)))
    }

    fn choice(&mut self) -> Result<Part, Fault> {
        let at = self.range();
        let part = self.either()?;
        let condition = self.truth(part, at)?;
        self.wants(",")?;
        let then = self.either()?;
        self.wants(",")?;
        let at = self.range();
        let otherwise = self.either()?;
        Ok(match (then, otherwise) {
            (Part::Number(then), Part::Number(otherwise)) => {
                Part::Number(Expression::If(Box::new([condition, then, otherwise])))
            }
            (Part::Truth(then), Part::Truth(otherwise)) => {
                Part::Truth(Expression::If(Box::new([condition, then, otherwise])))
            }
            (Part::List(then), Part::List(otherwise)) => {
                Part::List(List::If(Box::new(condition), Box::new([then, otherwise])))
            }
            (then, otherwise) => {
                let what = format!("one branch is {}, the other {}", then.is(), otherwise.is());
                return Err(Fault::new(what, at));
            }
        })
    }

    fn without(&mut self, first: bool, last: bool) -> Result<Part, Fault> {
        let list = Box::new(self.list_argument()?);
        Ok(Part::List(List::Without { list, first, last }))
    }

    /// Parses the name of a counter and gives its initial value.
    fn fresh(&mut self) -> Result<Part, Fault> {
        let (token, at) = self.next();
        let Token::Name(name) = token else { return Err(Fault::new("expected the name of a counter", at)) };
        let known = self.scope.counters.iter().find(|(known, _)| *known == name);
        match known {
            Some((_, Value::Number(number))) => Ok(Part::Number(Expression::Constant(*number))),
            Some((_, Value::List(list))) => Ok(Part::List(List::Fresh(list.clone()))),
            None => {
                let names = self.scope.counters.iter().map(|(name, _)| name.as_str());
                let fault = Fault::new(format!("no counter is called `{name}`"), at);
                Err(fault.meant(&name, names, "declare it under [counters.session]"))
            }
        }
    }
}
