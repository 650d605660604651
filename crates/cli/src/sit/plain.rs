//! What a server says, read so that nothing in it can do anything to a terminal.

use books::text::{is_hidden, shown};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a message; every hidden character of its texts is written out. Most messages have none, and are read as they
/// are.
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    if !text.contains(|c: char| c == '\\' || is_hidden(c)) {
        return serde_json::from_str(text);
    }
    let mut value = serde_json::from_str(text)?;
    write_out(&mut value);
    serde_json::from_value(value)
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
