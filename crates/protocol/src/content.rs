//! The kinds of content a floor answers with, and how the OpenAPI document describes them.

use crate::Me;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::marker::PhantomData;

/// A kind of response body.
pub trait Content {
    /// What a handler returns and a client receives.
    type Value;
    /// Describes the response for the OpenAPI document.
    fn describe(schemas: &mut SchemaGenerator) -> Described;
}

/// A response, as described in the OpenAPI document.
pub struct Described {
    /// A sentence for readers of the document.
    pub about: &'static str,
    /// The media type and the schema of its body, if it has one.
    pub body: Option<(&'static str, Schema)>,
    /// Whether the response sets the session cookie.
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

/// A single JSON value.
pub struct Json<T>(PhantomData<T>);
/// The account that is signed in, with the session cookie.
pub struct SignedIn;
/// Plain text.
pub struct Text;
/// A page for printing.
pub struct Page;
/// Journal lines exactly as stored, byte for byte, so that their hashes can be checked.
pub struct Lines;
/// A file of lines to download and keep unchanged.
pub struct File;
/// An empty body.
pub struct Nothing;
/// An upgrade to a live connection.
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
