//! Options as TOML: every value with its dotted key and its position.

use rounds::Value;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The positions of a value and of its key.
pub type Places = (Range<usize>, Range<usize>);

/// A value of a file, with its dotted key and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The dotted key.
    pub key: String,
    /// The value.
    pub value: Value,
    /// The positions of the value and the key.
    pub places: Places,
}

/// Collects every value of a table, with its dotted key and its position.
pub fn flatten(prefix: &str, table: &DeTable<'_>, into: &mut Vec<Found>) {
    for (key, value) in table {
        let places = (value.span(), key.span());
        let key = format!("{prefix}{}", key.get_ref());
        let value = match value.get_ref() {
            DeValue::Table(inner) => {
                flatten(&format!("{key}."), inner, into);
                continue;
            }
            DeValue::Boolean(on) => Value::Switch(*on),
            DeValue::Integer(n) => {
                let number = i64::from_str_radix(&n.as_str().replace('_', ""), n.radix());
                number.map_or(Value::Other("a number beyond all options".into()), Value::Number)
            }
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Float(_) => Value::Other("a decimal number without quotes".into()),
            DeValue::Datetime(_) => Value::Other("a date".into()),
            DeValue::Array(_) => Value::Other("a list".into()),
        };
        into.push(Found { key, value, places });
    }
}
