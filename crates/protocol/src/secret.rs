//! A password or token in transit: it can be sent and read, and nothing else.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};
use zeroize::Zeroizing;

/// Text that is wiped from memory when dropped and cannot be printed in a log.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// The text, for code that must check or send it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Secret {
        Secret(Zeroizing::new(text))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

impl Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.reveal())
    }
}

impl JsonSchema for Secret {
    fn schema_name() -> Cow<'static, str> {
        "Secret".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "password", "writeOnly": true })
    }
}

#[cfg(test)]
mod tests {
    use crate::Credentials;

    #[test]
    fn it_travels_and_is_not_printed() {
        let sent = r#"{"name":"ann","password":"correct horse battery"}"#;
        let read: Credentials = serde_json::from_str(sent).expect("credentials");
        assert_eq!(read.password.reveal(), "correct horse battery");
        assert_eq!(serde_json::to_string(&read).expect("JSON"), sent);
        assert_eq!(format!("{read:?}"), r#"Credentials { name: "ann", password: (secret) }"#);
    }
}
