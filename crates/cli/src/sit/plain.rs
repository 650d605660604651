//! Reads messages from a server so that nothing in them can affect the terminal.

use books::{
    EntryKind, Fact,
    text::{is_hidden, shown},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// Reads a message and escapes every hidden character in its texts. Most messages have none, and are read
/// directly.
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    if !text.contains(|c: char| c == '\\' || is_hidden(c)) {
        return serde_json::from_str(text);
    }
    let mut value = serde_json::from_str(text)?;
    write_out(&mut value);
    serde_json::from_value(value)
}

/// The message about a frame from a newer floor that this program cannot read. It names what is unknown.
pub fn unknown(text: &str) -> String {
    let message: Value = serde_json::from_str(text).unwrap_or_default();
    let facts = message["facts"].as_array().map(Vec::as_slice).unwrap_or_default();
    let unread = facts.iter().find(|fact| Fact::deserialize(*fact).is_err());
    let what = match (unread, &message["entry"]) {
        (Some(fact), _) => format!("a fact of the kind {}", fact["kind"]),
        (None, entry) if entry.is_string() && EntryKind::deserialize(entry).is_err() => {
            format!("a line of the kind {entry}")
        }
        _ => "a message".to_owned(),
    };
    format!(
        "the floor sent {what}, which this version of ch47 does not know: update ch47 and sit down again; nothing is \
         lost, your chips and wagers are in the floor's journal"
    )
}

fn write_out(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(is_hidden) => *text = shown(text).into_owned(),
        Value::Array(all) => all.iter_mut().for_each(write_out),
        Value::Object(all) => all.values_mut().for_each(write_out),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_unknown_kind_is_named_and_the_remedy_too() {
        let message = |kind: &str, entry: &str| {
            let fact = json!({ "cite": "5.3(c)", "held": true, "text": "…", "kind": kind, "to": "p1" });
            unknown(&json!({ "facts": [fact], "entry": entry }).to_string())
        };
        let told = message("teleported", "input");
        assert!(told.contains("a fact of the kind \"teleported\"") && told.contains("update ch47"), "{told}");
        assert!(message("hidden", "moonlit").contains("a line of the kind \"moonlit\""));
        assert!(message("hidden", "input").contains("a message"));
    }

    #[test]
    fn a_server_cannot_write_on_the_terminal() {
        let said = "{\"patron\":\"p1\",\"name\":\"a\\u001b[2Jb\\nc\u{202e}d\",\"purse\":5}";
        let seated: protocol::Seated = read(said).expect("somebody");
        assert_eq!(seated.name, "a\\u{1b}[2Jb\\nc\\u{202e}d");
        let plain: protocol::Seated =
            read("{\"patron\":\"p1\",\"name\":\"zoë\",\"purse\":null}").expect("somebody");
        assert_eq!((plain.name.as_str(), plain.purse), ("zoë", None));
    }
}
