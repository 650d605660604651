//! `ch47 options`: what a licensee may choose.

use crate::{
    args::OptionsOf,
    failure::Failure,
    json::{self, OptionJson, OptionsJson},
    load,
    screen::{self, BOLD, CITE, DIM, paint, wrap},
};
use rules::{Field, Game, Takes, Visitor, table};
use std::fmt::Write;

pub fn run(args: &OptionsOf, as_json: bool) -> Result<(), Failure> {
    let game = load::game(&args.game)?;
    let (title, fields) = game.visit(Fields);
    if as_json {
        let options = fields.iter().map(option).collect();
        return screen::show(&json::render(&OptionsJson { game: game.name().to_owned(), options })?);
    }
    if args.template {
        return screen::show(&template(game.name(), &fields));
    }
    let mut text = format!("{}\n", paint(BOLD, title));
    for field in &fields {
        let o = option(field);
        let default =
            o.default.map_or("must be decided".to_owned(), |default| format!("{default} unless written"));
        let _ = writeln!(text, "\n{}  {}", paint(BOLD, &o.key), paint(CITE, field.cite));
        text += &wrap(&o.about, 2, 100);
        text += &paint(DIM, wrap(&format!("lawful: {}; {default}", o.lawful), 2, 100));
    }
    screen::show(&text)
}

struct Fields;

impl Visitor for Fields {
    type Out = (&'static str, Vec<Field>);
    fn visit<G: Game>(self) -> Self::Out {
        (G::TITLE, table::fields::<G>().copied().collect())
    }
}

fn option(field: &Field) -> OptionJson {
    let default = match field.takes {
        Takes::Odds { floor } => Some(floor.to_string()),
        _ => Some(field.default.to_owned()).filter(|text| !text.is_empty()),
    };
    OptionJson {
        key: field.key.to_owned(),
        about: field.about.to_owned(),
        lawful: field.takes.to_string(),
        default,
        cite: field.cite.to_string(),
        held: field.cite.is_held(),
    }
}

/// A submission with every option: what must be decided first, the rest commented out at its default.
fn template(game: &str, fields: &[Field]) -> String {
    let mut text = format!("# A submission of options; `ch47 check FILE` judges it.\ngame = \"{game}\"\n");
    for field in fields {
        let o = option(field);
        let _ = write!(text, "\n# {} [{}]\n# lawful: {}\n", o.about, o.cite, o.lawful);
        let _ = match (o.default, field.takes) {
            (None, Takes::OneOf(words)) => writeln!(text, "{} = \"{}\"", o.key, words[0]),
            (None, Takes::Count { least, .. }) => writeln!(text, "{} = {least}", o.key),
            (None, _) => writeln!(text, "# {} =", o.key),
            (Some(default), Takes::Switch | Takes::Count { .. }) => writeln!(text, "# {} = {default}", o.key),
            (Some(default), _) => writeln!(text, "# {} = \"{default}\"", o.key),
        };
    }
    text
}
