//! What answers of a floor consist of, and how the document describes them.

use crate::Me;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::marker::PhantomData;

/// What an answer consists of.
pub trait Content {
    /// What a handler returns and a client receives.
    type Value;
    /// How the document describes it.
    fn describe(schemas: &mut SchemaGenerator) -> Described;
}

/// An answer, for the document.
pub struct Described {
    /// What it is.
    pub about: &'static str,
    /// The media type and the schema of its body, if it has one.
    pub body: Option<(&'static str, Schema)>,
    /// Whether it sets the cookie of the session.
    pub signs_in: bool,
}

impl Described {
    fn body(media_type: &'static str, schema: Schema) -> Described {
        Described { about: "done", body: Some((media_type, schema)), signs_in: false }
    }

    fn nothing(about: &'static str) -> Described {
        Described { about, body: None, signs_in: false }
    }
}

/// One value of JSON.
pub struct Json<T>(PhantomData<T>);
/// Who one is now, and the cookie that says so from now on.
pub struct SignedIn;
/// Plain text.
pub struct Text;
/// A page to print.
pub struct Page;
/// Lines of a journal as they are kept, byte for byte: their hashes are made from them.
pub struct Lines;
/// A file of lines that is kept as it is.
pub struct File;
/// Nothing.
pub struct Nothing;
/// A live connection.
pub struct Live;

impl<T: JsonSchema> Content for Json<T> {
    type Value = T;
    fn describe(schemas: &mut SchemaGenerator) -> Described {
        Described::body("application/json", schemas.subschema_for::<T>())
    }
}

impl Content for SignedIn {
    type Value = Me;
    fn describe(schemas: &mut SchemaGenerator) -> Described {
        Described { signs_in: true, ..Json::<Me>::describe(schemas) }
    }
}

impl Content for Text {
    type Value = String;
    fn describe(schemas: &mut SchemaGenerator) -> Described {
        Described::body("text/plain", schemas.subschema_for::<String>())
    }
}

impl Content for Page {
    type Value = String;
    fn describe(schemas: &mut SchemaGenerator) -> Described {
        Described::body("text/html", schemas.subschema_for::<String>())
    }
}

impl Content for Lines {
    type Value = String;
    fn describe(schemas: &mut SchemaGenerator) -> Described {
        Described {
            about: "lines of the journal, byte for byte; the first is the one asked for",
            ..Described::body("application/x-ndjson", schemas.subschema_for::<String>())
        }
    }
}

impl Content for File {
    type Value = String;
    fn describe(schemas: &mut SchemaGenerator) -> Described {
        Described {
            about: "a file that `ch47 verify` checks by itself: what the lines before had led to, signed, and the lines",
            ..Described::body("application/x-ndjson", schemas.subschema_for::<String>())
        }
    }
}

impl Content for Nothing {
    type Value = ();
    fn describe(_: &mut SchemaGenerator) -> Described {
        Described::nothing("done")
    }
}

impl Content for Live {
    type Value = ();
    fn describe(_: &mut SchemaGenerator) -> Described {
        Described::nothing("a WebSocket: clients send `FromClient`, the server sends `FromServer`")
    }
}
