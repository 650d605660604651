//! Procedure cards for dealers. The steps are not written here: the rules play a round under the table's
//! options, and the card lists what the staff do and say in it.

use crate::{
    Draft, Paper, Prices, Table,
    guide::limits,
    house::title,
    page::Look,
    prices::payouts,
    words::{dollars, sentence},
};
use books::{Engine, Fact, OfferKind, What};
use law::Citation;
use maud::{Markup, html};
use rules::{Actor, Awaits, GameId, Money, Patron, Tender};

/// The most steps of a round to show.
const LONGEST: usize = 600;
/// The most irregularities to show.
const CASES: usize = 24;

/// A step of a round: what happens, and what the staff do and say in response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who does what, or what the equipment shows.
    pub on: String,
    /// What follows, with the provision that requires it.
    pub does: Vec<(Citation, String)>,
}

impl Step {
    /// The step in the words of a card. "The dealer spins" and "spins the wheel" become one sentence.
    fn said(&self) -> (String, Option<Citation>, &[(Citation, String)]) {
        let verb = |text: &str| text.split(' ').next().map(str::to_lowercase);
        if let Some(deed) = self.on.strip_prefix("The dealer ")
            && let Some(((cite, text), rest)) = self.does.split_first()
            && verb(deed) == verb(text)
        {
            let mut letters = text.chars();
            let text: String =
                letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
            return (format!("The dealer {text}"), Some(*cite), rest);
        }
        (self.on.clone(), None, &self.does)
    }
}

/// The steps of an ordinary round, and the irregularities that can occur in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Procedure {
    /// The steps before the first wager.
    pub opening: Vec<Step>,
    /// The steps from the first wager to the last payment.
    pub round: Vec<Step>,
    /// The irregularities, and what to do about each.
    pub wrong: Vec<Step>,
}

/// A card for one table, or for every table whose options differ.
pub fn paper(draft: &Draft<'_>, prices: &Prices, only: Option<&Table>) -> Paper {
    let house = draft.house();
    let like = |one: &Table, other: &Table| one.settings == other.settings;
    let tables: Vec<(&Table, String)> = match only {
        Some(table) => vec![(table, table.place())],
        None => house.groups(like).into_iter().map(|group| (group.tables[0], group.places())).collect(),
    };
    let body = html! {
        h1 { "Procedure cards" }
        p.lead { "What a dealer does and says in one ordinary round, in order, under the options of the table." }
        p.small {
            "Each card is a round that the rules themselves played under the table's options, with one player who does the usual thing. \
             It shows the order of the steps and their provisions; it does not show every case."
        }
        @for (at, (table, places)) in tables.iter().enumerate() {
            section class=[(at > 0).then_some("newpage")] { (card(draft, prices, table, places)) }
        }
    };
    draft.finish("procedures.html", "Procedure cards", Look::Report, &body)
}

fn card(draft: &Draft<'_>, prices: &Prices, table: &Table, places: &str) -> Markup {
    let Procedure { opening, round, wrong } = Procedure::of(table);
    let found = prices.at(table);
    let pays = payouts(table, &found);
    html! {
        h2 { (title(table.game)) }
        p.small { (sentence(places)) @if let Some([least, most]) = limits(table) { ". Wagers from " (dollars(least)) " to " (dollars(most)) } "." }
        (list(draft, "Opening the table", &opening))
        (list(draft, "The round", &round))
        @if !pays.is_empty() {
            h3 { "Payouts" }
            ul.pays { @for (name, odds) in &pays { li { span { (name) } b { (odds) } } } }
        }
        (list(draft, "If something goes wrong", &wrong))
    }
}

fn list(draft: &Draft<'_>, name: &str, steps: &[Step]) -> Markup {
    html! {
        @if !steps.is_empty() {
            h3 { (name) }
            ol {
                @for step in steps {
                    @let (on, cite, does) = step.said();
                    li {
                        b { (on) "." } @if let Some(cite) = cite { " " (draft.cite(cite)) }
                        @for (cite, text) in does { " " (text) ". " (draft.cite(*cite)) }
                    }
                }
            }
        }
    }
}

impl Procedure {
    /// Plays a round at a table with these options.
    pub fn of(table: &Table) -> Procedure {
        let mut procedure = Procedure::default();
        let Ok(mut engine) = books::open(table.game, &table.settings) else { return procedure };
        let mut players = Players { placed: [false; 2], has_acted: false };
        let (mut is_settled, mut chance) = (false, Chance(47));
        for _ in 0..LONGEST {
            procedure.note_wrong(&*engine);
            let Some((line, on)) = players.next(&*engine, &mut chance) else { break };
            let Some(after) = engine.after_line(&line) else { break };
            players.saw(&after.facts);
            is_settled |= after.facts.iter().any(|fact| matches!(fact.what, What::Settled { .. }));
            let steps = if players.placed[0] { &mut procedure.round } else { &mut procedure.opening };
            let does = told(&after.facts);
            match steps.last_mut() {
                // Cards shown one after another, or the same act repeated, count as one step.
                Some(last) if last.on == on => {
                    let new: Vec<_> = does.into_iter().filter(|one| !last.does.contains(one)).collect();
                    last.does.extend(new);
                }
                _ => steps.push(Step { on, does }),
            }
            engine = after.engine;
            if is_settled && !engine.has_bets() {
                break;
            }
        }
        procedure
    }

    /// Records each kind of irregularity that can occur now, once.
    fn note_wrong(&mut self, engine: &dyn Engine) {
        for line in engine.irregularities() {
            let on = sentence(line.trim_start_matches("irregularity "));
            // A stub of 3 cards and a stub of 4 are the same kind.
            let is_word = |word: &&str| !word.is_empty() && word.chars().all(char::is_alphabetic);
            let kind =
                |text: &str| text.split([' ', ',']).filter(is_word).take(3).collect::<Vec<_>>().join(" ");
            if self.wrong.len() == CASES || self.wrong.iter().any(|step| kind(&step.on) == kind(&on)) {
                continue;
            }
            let does = engine.after_line(&line).map(|after| told(&after.facts)).unwrap_or_default();
            if !does.is_empty() {
                self.wrong.push(Step { on, does: does.into_iter().take(3).collect() });
            }
        }
    }
}

/// The players: one person, or two where players bank the game.
struct Players {
    placed: [bool; 2],
    /// Whether one of them has acted since the staff did.
    has_acted: bool,
}

impl Players {
    fn saw(&mut self, facts: &[Fact]) {
        for fact in facts {
            if let What::Placed { bet } = &fact.what
                && let Some(placed) = self.placed.get_mut(usize::from(bet.patron.0).wrapping_sub(1))
            {
                *placed = true;
            }
        }
    }

    /// The next line of an ordinary round, and its wording on a card.
    fn next(&mut self, engine: &dyn Engine, chance: &mut Chance) -> Option<(String, String)> {
        let awaits = engine.awaits();
        if let Awaits::Equipment = awaits {
            let outcome = chance.pick(&engine.outcomes())?;
            let on = match engine.game() {
                GameId::PaiGow => "A tile is turned up",
                game if books::has_cards(game) => "A card is dealt",
                _ => "The result is shown",
            };
            return Some((outcome, on.to_owned()));
        }
        let wagering = match awaits {
            Awaits::Decision(by @ Actor::Patron(Patron(number))) => {
                (self.placed.get(usize::from(number).wrapping_sub(1)) == Some(&false)).then_some(by)
            }
            Awaits::Wagers if !self.has_acted => self.bettor(engine),
            _ => None,
        };
        if let Some(step) = wagering.and_then(|by| wager(engine, by)) {
            self.has_acted = step.1 != SITS;
            return Some(step);
        }
        if let Awaits::Decision(by @ Actor::Patron(_)) = awaits {
            return engine.usual(by).map(|line| as_step(by, line));
        }
        self.has_acted = false;
        let staff = [Actor::Dealer, Actor::Floorperson, Actor::Supervisor];
        let awaited = if let Awaits::Decision(by) = awaits { Some(by) } else { None };
        awaited.into_iter().chain(staff).find_map(|by| Some(as_step(by, engine.usual(by)?)))
    }

    /// A player who has not wagered yet.
    fn bettor(&self, engine: &dyn Engine) -> Option<Actor> {
        let players = if engine.game() == GameId::CheminDeFer { 2 } else { 1 };
        let at = self.placed.iter().take(players).position(|placed| !placed)?;
        Some(Actor::Patron(Patron(if at == 0 { 1 } else { 2 })))
    }
}

const SITS: &str = "A player sits down";

/// A player's first wager, after taking a seat if the game requires one.
fn wager(engine: &dyn Engine, by: Actor) -> Option<(String, String)> {
    let offers = engine.offers(by);
    let chips =
        |offer: &&books::Offered| offer.kind == OfferKind::Wager && offer.tender == Some(Tender::Chips);
    if let Some(offer) = offers.iter().find(chips) {
        let wanted = Money::dollars(10).clamp(offer.least, offer.most.max(offer.least));
        let stake = wanted.round_down(offer.step.max(Money::cents(1))).max(offer.least);
        return Some((offer.line(by, stake), "A player wagers".to_owned()));
    }
    let seat = offers.iter().find(|offer| offer.act.starts_with("sits"))?;
    Some((seat.line(by, Money::ZERO), SITS.to_owned()))
}

/// Writes `dealer spins` as `The dealer spins`.
fn as_step(by: Actor, line: String) -> (String, String) {
    let rest = line.split_once(' ').map_or("", |(_, rest)| rest);
    let on = match by {
        Actor::Patron(_) => format!("The player {rest}"),
        staff => format!("The {staff} {rest}"),
    };
    (line, on)
}

/// What the staff do and say.
fn told(facts: &[Fact]) -> Vec<(Citation, String)> {
    let is_step = |fact: &&Fact| matches!(fact.what, What::Called { .. });
    let mut does: Vec<(Citation, String)> = Vec::new();
    for fact in facts.iter().filter(is_step) {
        let text = fact.text.replace(" p1", " the player").replace(" p2", " the other player");
        let text = sentence(text.strip_prefix("dealer ").unwrap_or(&text));
        if !does.iter().any(|(_, other)| *other == text) {
            does.push((fact.cite, text));
        }
    }
    does
}

/// Draws that are the same in every run: the cards and numbers on a procedure card are examples.
struct Chance(u64);

impl Chance {
    fn pick(&mut self, outcomes: &[(String, u32)]) -> Option<String> {
        let total: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut left = (self.0 >> 33) % total;
        for (line, weight) in outcomes {
            match left.checked_sub(u64::from(*weight)) {
                Some(rest) => left = rest,
                None => return Some(line.clone()),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rounds::Settings;

    #[test]
    fn every_game_has_its_steps() {
        for &game in GameId::ALL {
            let table = Table::new("1", "T-1", game, &Settings::standard(game), None);
            let procedure = Procedure::of(&table);
            let said = procedure.round.iter().flat_map(|step| &step.does).count();
            assert!(said >= 2 && procedure.round.len() >= 3, "{}: {procedure:?}", game.name());
            assert!(!procedure.wrong.is_empty(), "{}", game.name());
        }
    }

    #[test]
    fn nothing_is_said_twice() {
        let table = Table::new("1", "R-1", GameId::Roulette, &Settings::standard(GameId::Roulette), None);
        let round = Procedure::of(&table).round;
        let said: Vec<String> = round.iter().map(|step| step.said().0).collect();
        assert!(said.contains(&"The dealer calls \"No More Bets\"".to_owned()), "{said:?}");
        assert!(!said.contains(&"The dealer calls no more bets".to_owned()), "{said:?}");
    }
}
