//! The petition for a new game or wager (8.4, not held), with nine headings after the list in Maryland's
//! sister rule.

use crate::{
    Draft, Paper, Prices, Table,
    guide::{drawing, how},
    house::{fields, title},
    page::{Look, line},
    words::{for_patrons, rule},
};
use law::Citation;
use maud::{Markup, html};
use rules::{Field, GameId, Value};

/// The game or wager that is petitioned for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Petition {
    /// The name of the game or wager.
    pub title: String,
    /// Whether it varies an authorized game, is composed of several, or is new.
    pub sort: Sort,
    /// The game in this chapter that it is built on, with its options.
    pub table: Option<Table>,
    /// What the petitioner writes under each heading.
    pub texts: Texts,
}

/// The kind of game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A variation of an authorized game.
    Variation,
    /// A composite of authorized games.
    Composite,
    /// A new game.
    New,
}

impl Sort {
    /// All kinds, with their names in a house file.
    pub const ALL: [(Sort, &'static str); 3] =
        [(Sort::Variation, "variation"), (Sort::Composite, "composite"), (Sort::New, "new")];

    const fn says(self) -> &'static str {
        match self {
            Sort::Variation => "A variation of an authorized game",
            Sort::Composite => "A composite of authorized games",
            Sort::New => "A new game",
        }
    }
}

/// What the petitioner writes. An empty text becomes a blank to fill in.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Texts {
    /// How the game is played and wagered on.
    pub description: String,
    /// The equipment it needs.
    pub equipment: String,
    /// Why it is proposed.
    pub reason: String,
    /// Where else it was approved or rejected.
    pub elsewhere: String,
    /// Who owns which rights in it.
    pub rights: String,
    /// Anything else that was requested.
    pub more: String,
}

/// Writes one petition.
pub fn paper(draft: &Draft<'_>, prices: &Prices, file: &str, petition: &Petition) -> Paper {
    let title = format!("Petition for {}", petition.title);
    draft.finish(file, &title, Look::Report, &body(draft, prices, petition))
}

/// Writes all petitions, one after another.
pub fn all(draft: &Draft<'_>, prices: &Prices, petitions: &[Petition]) -> Paper {
    let body = html! {
        @for (at, one) in petitions.iter().enumerate() {
            section class=[(at > 0).then_some("newpage")] { (body(draft, prices, one)) }
        }
    };
    draft.finish("petitions.html", "Petitions", Look::Report, &body)
}

fn body(draft: &Draft<'_>, prices: &Prices, petition: &Petition) -> Markup {
    let Petition { title: name, sort, table, texts } = petition;
    let table = table.as_ref();
    html! {
        h1 { "Petition for " (name) }
        p.lead { (draft.licensee()) " asks the Commission to authorize it. " @if let Some(cite) = Citation::find("8.4") { (draft.cite(cite)) } }
        (heading(1, "Description, with the rules of play and wagering"))
        (text(&texts.description))
        @if let Some(table) = table {
            p { "It is built on " (title(table.game)) ", whose rules are these:" }
            @for one in how(table.game) { p { (one) } }
            p { "The options on which it rests:" }
            ul { @for (field, value) in chosen(table) { li { (for_patrons(field, value).unwrap_or_else(|| rule(field, value))) ". " (draft.cite(field.cite)) } } }
        }
        (heading(2, "Variation, composite or new game"))
        p { (sort.says()) @if let Some(table) = table { ": " (title(table.game)) } "." }
        (heading(3, "True odds, payout odds and house advantage of each wager"))
        @match table {
            Some(table) => { (odds(prices, table)) }
            None => { (text("")) }
        }
        (heading(4, "Layout"))
        @match table {
            Some(table) => { div.felt { (drawing(table)) } }
            None => { (text("")) }
        }
        (heading(5, "Equipment"))
        (text(if texts.equipment.is_empty() { table.map_or("", |table| equipment(table.game)) } else { &texts.equipment }))
        (heading(6, "Reason for the proposal"))
        (text(&texts.reason))
        (heading(7, "Other jurisdictions"))
        (text(&texts.elsewhere))
        (heading(8, "Patents, trademarks and other rights"))
        (text(&texts.rights))
        (heading(9, "Other information"))
        (text(&texts.more))
        div.lines { (line("Signed for the licensee")) (line("Date")) }
    }
}

fn heading(number: usize, name: &str) -> Markup {
    html! { h2 { (number) ". " (name) } }
}

fn text(text: &str) -> Markup {
    html! {
        @for part in text.split("\n\n").filter(|part| !part.trim().is_empty()) { p { (part) } }
        @if text.trim().is_empty() { div.line { span {} span {} } }
    }
}

fn chosen(table: &Table) -> Vec<(&'static Field, Value)> {
    let is_chosen = |field: &&Field| table.settings.get(field.key).is_some();
    fields(table.game)
        .filter(is_chosen)
        .filter_map(|field| Some((field, table.holds(field).value()?)))
        .collect()
}

fn odds(prices: &Prices, table: &Table) -> Markup {
    let found = prices.at(table);
    html! {
        table {
            thead { tr { th scope="col" { "Wager" } th.n scope="col" { "Chance to win" } th.n scope="col" { "True odds" } th scope="col" { "Pays" } th.n scope="col" { "House advantage" } } }
            tbody {
                @for price in found.iter() {
                    tr {
                        td { (price.name()) }
                        td.n { @if let Some([wins, _]) = &price.chances { (wins.percent(4)) " %" } }
                        td.n { (price.true_odds()) } td { (price.pays) } td.n { (price.percent()) }
                    }
                }
            }
        }
        p.small { "Computed exactly by playing every outcome through the rules of the game under the options above." }
    }
}

/// The equipment of a game of this chapter.
const fn equipment(game: GameId) -> &'static str {
    match game {
        GameId::Craps => "Two dice from a set, a table with a rail and a layout, pucks, chips.",
        GameId::Blackjack | GameId::RedDog => {
            "Decks of cards, cutting cards, a dealing shoe, a discard rack, a table with a layout, chips."
        }
        GameId::PuntoBanco | GameId::CheminDeFer | GameId::Minibaccarat => {
            "Decks of cards, cutting cards, a dealing shoe, a discard rack, a table with numbered places, markers for vigorish, chips."
        }
        GameId::Roulette => {
            "A roulette wheel and ball, a table with a layout, a marker, value and non-value chips."
        }
        GameId::BigSix => "An upright wheel with 54 stops and a clapper, a layout, chips.",
        GameId::SicBo => {
            "Three dice in a covered shaker, a table with a layout whose winning positions light up, chips."
        }
        GameId::Keno => {
            "A blower with eighty numbered balls, or a random source in its place, a keno system that issues and validates tickets, a board."
        }
        GameId::PaiGow => {
            "A set of thirty-two tiles, three dice in a shaker or a random number generator, a table with six places for a high and a low \
             hand each, a marker for the bank, chips."
        }
        GameId::PaiGowPoker => {
            "A deck of cards with a joker, a dealing shoe or device, three dice in a shaker or a random number generator, a table with six \
             places for a high and a low hand each, chips."
        }
        GameId::CaribbeanStud => {
            "A deck of cards, a dealing shoe or device, a table with places and progressive slots, a meter, chips."
        }
        GameId::DoubleDownStud => {
            "A deck of cards, a dealing shoe or device, a table with numbered places, chips."
        }
        GameId::LetItRide => {
            "A deck of cards, a dealing shoe or device, a table with places of three betting areas each, chips."
        }
    }
}
