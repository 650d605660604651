//! Conditions on the fields of an entry or of a fact: `kind=settled; bet.wager=red; paid>=500`.

use books::{Fact, Record};
use serde_json::Value;

/// The most conditions in one search.
const MOST: usize = 8;

/// Conditions that must all hold for the same thing: the line's entry, or one fact.
pub struct Conditions(Vec<Condition>);

struct Condition {
    /// The path of names to the field.
    field: Vec<String>,
    is: Is,
    value: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Is {
    Equal,
    Unequal,
    AtLeast,
    AtMost,
    Contains,
}

/// Longer signs come first, so that each is matched whole.
const SIGNS: [(&str, Is); 5] =
    [("!=", Is::Unequal), (">=", Is::AtLeast), ("<=", Is::AtMost), ("=", Is::Equal), ("~", Is::Contains)];

impl Conditions {
    /// Parses conditions separated by `;`.
    ///
    /// # Errors
    /// Which one cannot be read, and how to write it.
    pub fn read(text: &str) -> Result<Conditions, String> {
        let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
        match parts.len() {
            0 => Err("write at least one condition, such as `kind=settled; paid>=500`".to_owned()),
            1..=MOST => parts.into_iter().map(Condition::read).collect::<Result<_, _>>().map(Conditions),
            _ => Err(format!("at most {MOST} conditions at once")),
        }
    }

    /// Whether all of them hold for the line's entry, or for one fact.
    pub fn hold(&self, record: &Record, facts: &[Fact]) -> bool {
        let of_facts = facts.iter().filter_map(|fact| serde_json::to_value(fact).ok());
        serde_json::to_value(&record.entry).into_iter().chain(of_facts).any(|thing| self.hold_of(&thing))
    }

    fn hold_of(&self, thing: &Value) -> bool {
        self.0.iter().all(|condition| condition.holds(thing))
    }
}

impl Condition {
    fn read(text: &str) -> Result<Condition, String> {
        let found = SIGNS.iter().filter_map(|(sign, is)| Some((text.find(sign)?, *sign, *is)));
        let Some((at, sign, is)) = found.min_by_key(|(at, sign, _)| (*at, usize::MAX - sign.len())) else {
            return Err(format!("`{text}` is no condition: write a field, one of = != >= <= ~, and a value"));
        };
        let (field, value) = (text[..at].trim(), text[at + sign.len()..].trim());
        let is_name = |name: &str| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        if !field.split('.').all(is_name) {
            return Err(format!(
                "`{field}` is no field: write its name, such as `kind`, `paid` or `bet.wager`"
            ));
        }
        let (field, value) = (field.split('.').map(str::to_owned).collect(), amount(value));
        if matches!(is, Is::AtLeast | Is::AtMost) && value.parse::<i64>().is_err() {
            return Err(format!("`{text}`: only whole numbers and amounts such as $5 are compared"));
        }
        Ok(Condition { field, is, value })
    }

    fn holds(&self, thing: &Value) -> bool {
        let mut at = thing;
        for name in &self.field {
            match at.get(name) {
                Some(field) => at = field,
                // A missing field equals nothing.
                None => return self.is == Is::Unequal,
            }
        }
        let text = match at {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let compares = |holds: fn(i64, i64) -> bool| match (text.parse(), self.value.parse()) {
            (Ok(is), Ok(wants)) => holds(is, wants),
            _ => false,
        };
        match self.is {
            Is::Equal => text == self.value,
            Is::Unequal => text != self.value,
            Is::AtLeast => compares(|is, wants| is >= wants),
            Is::AtMost => compares(|is, wants| is <= wants),
            Is::Contains => text.to_lowercase().contains(&self.value.to_lowercase()),
        }
    }
}

/// `$5` and `$4.75` as cents; anything else as it is.
fn amount(text: &str) -> String {
    match text.strip_prefix('$').map(str::parse::<rules::Money>) {
        Some(Ok(money)) => money.as_cents().to_string(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn conditions_hold_of_one_thing() {
        let settled =
            json!({ "kind": "settled", "bet": { "wager": "red", "stake": 500, "seat": 0 }, "paid": 500 });
        let holds = |text: &str| Conditions::read(text).expect("conditions").hold_of(&settled);
        for yes in [
            "kind=settled",
            "kind = settled; bet.wager=red; paid>=$5",
            "paid<=500",
            "bet.wager~RE",
            "bet.wager!=black",
            "fate!=lost",
            "bet.stake=500",
        ] {
            assert!(holds(yes), "{yes}");
        }
        for no in ["kind=placed", "paid>=501", "paid<=$4.99", "fate=won", "bet.wager>=5", "bet=red"] {
            assert!(!holds(no), "{no}");
        }
        for wrong in ["", ";", "kind", "=x", "a b=c", "paid>=red", "a=1;b=1;c=1;d=1;e=1;f=1;g=1;h=1;i=1"] {
            assert!(Conditions::read(wrong).is_err(), "{wrong}");
        }
    }
}
