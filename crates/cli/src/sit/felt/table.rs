//! Any table: what is in its picture, and the wagers next to the people who made them.

use super::roads;
use crate::sit::{
    look::{Look, Target, card, cut, put, wide, wrapped},
    model::{Table, same},
};
use books::{BetView, Picture};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};
use rules::{Outcome, Patron, Seat, Spot, Tender};
use std::collections::BTreeMap;

/// The names of the spots that belong to nobody in particular.
const COMMON: [(Spot, &str); 6] = [
    (Spot::Dealer, "dealer"),
    (Spot::DealerLow, "dealer, low"),
    (Spot::Player, "Player's Hand"),
    (Spot::Banker, "Banker's Hand"),
    (Spot::Middle, "middle"),
    (Spot::Aside, "laid aside"),
];

/// The minimum number of lines, which is the height of a road with its title.
const LEAST: u16 = 7;

/// The number of lines it would like.
pub fn height(table: &Table, width: u16, look: Look) -> u16 {
    let (left, _) = halves(Rect { width, ..Rect::default() }, table);
    let lines = lines(table, left.width, look).len() + usize::from(!wagers(table).is_empty());
    u16::try_from(lines).unwrap_or(u16::MAX).max(LEAST)
}

/// Draws the table. A click on an offered wager makes it.
pub fn draw(buf: &mut Buffer, area: Rect, table: &Table, look: Look) -> Vec<Target> {
    let (left, right) = halves(area, table);
    if let Some(right) = right {
        roads::big_road(buf, right, table, look);
    }
    let mut lines = lines(table, left.width, look);
    let has_offers = !wagers(table).is_empty();
    let room = usize::from(left.height).saturating_sub(usize::from(has_offers));
    if lines.len() > room && room > 0 {
        let more = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(Line::styled(format!("… and {more} more lines"), look.dim()));
    }
    let mut y = left.y;
    for line in &lines {
        let mut x = left.x;
        for span in &line.spans {
            put(buf, left, x, y, &span.content, span.style);
            x += wide(&span.content);
        }
        y += 1;
    }
    offers(buf, left, y, table, look)
}

/// The table, and the road beside it if there is one and room for it.
fn halves(area: Rect, table: &Table) -> (Rect, Option<Rect>) {
    if area.width < 76 || table.roads.roads().outcomes().is_empty() {
        return (area, None);
    }
    let road = (area.width / 3).min(42);
    let left = Rect { width: area.width - road, ..area };
    (left, Some(Rect { x: left.right() + 1, width: road - 1, ..area }))
}

/// The wagers that the user may make in chips, each once.
fn wagers(table: &Table) -> Vec<&str> {
    let mut wagers = Vec::new();
    for offer in table.offers.iter().filter(|offer| offer.tender == Some(Tender::Chips)) {
        if !wagers.contains(&offer.act.as_str()) {
            wagers.push(&offer.act);
        }
    }
    wagers
}

fn offers(buf: &mut Buffer, area: Rect, y: u16, table: &Table, look: Look) -> Vec<Target> {
    let mut x = area.x;
    let mut targets = Vec::new();
    for wager in wagers(table) {
        let place = Rect { x, y, width: wide(wager), height: 1 };
        if place.right() > area.right() || y >= area.bottom() {
            break;
        }
        put(buf, area, x, y, wager, look.dim());
        targets.push(Target { area: place, wager: wager.to_owned() });
        x = place.right() + 2;
    }
    targets
}

/// Everything, in lines of at most this width.
fn lines(table: &Table, width: u16, look: Look) -> Vec<Line<'static>> {
    let picture = table.drawn();
    let mut lines = vec![Line::styled(state(&picture, table).join(" · "), look.bold())];
    for (spot, name) in COMMON {
        if picture.cards_at(spot).next().is_some() {
            let mut line = Line::styled(format!("{name:<14}"), look.bold());
            line.extend(hand(&picture, spot, look));
            lines.push(line);
        }
    }
    let places = places(&picture, table);
    if places.is_empty() {
        lines.push(Line::styled("nobody sits, and nothing lies on the layout", look.dim()));
    }
    let mut before = None;
    for ((seat, _, patron), bets) in &places {
        // The hands of a place are on the line of the person who has it.
        let is_first = before.replace(*seat) != Some(*seat);
        lines.push(place(&picture, table, (*seat, *patron), is_first, bets, look));
    }
    lines.retain(|line| line.width() > 0);
    lines.iter().flat_map(|line| wrapped(line, usize::from(width).max(1))).collect()
}

/// The state of the table as a whole.
fn state(picture: &Picture, table: &Table) -> Vec<String> {
    let mut state = Vec::new();
    state.extend(picture.puck.map(|puck| match puck.on {
        Some(number) => format!("puck on {number}"),
        None => "puck off".to_owned(),
    }));
    state.extend(picture.shooter.map(|patron| format!("{} shoots", table.name(patron))));
    state.extend(picture.banker.map(|patron| format!("{} has the shoe", table.name(patron))));
    state.extend(picture.spread.map(|spread| format!("spread {spread}")));
    state.extend(picture.action.map(|number| format!("wager {number} of the row")));
    state.extend(picture.meter.map(|stands| format!("meter {stands}")));
    if picture.moving {
        state.push("in motion".to_owned());
    }
    state.extend(picture.outcome.and_then(shown));
    for shoe in &picture.shoes {
        let behind = shoe.behind.map_or_else(String::new, |n| format!(", {n} behind the cutting card"));
        state.push(format!("shoe {} of {}{behind}", shoe.left, shoe.cards));
    }
    if !picture.drawn.is_empty() {
        let drawn: Vec<String> = picture.drawn.iter().map(u8::to_string).collect();
        state.push(format!("{} drawn: {}", drawn.len(), drawn.join(" ")));
    }
    state
}

fn shown(outcome: Outcome) -> Option<String> {
    match outcome {
        Outcome::Dice { dice } => {
            Some(format!("dice {}", dice.each().iter().map(u8::to_string).collect::<Vec<_>>().join("-")))
        }
        Outcome::Ball { pocket } => Some(format!("ball {pocket}")),
        Outcome::Stop { symbol } => Some(format!("stop {symbol}")),
        Outcome::Drawn { number } => Some(format!("ball {number}")),
        Outcome::Number { number } => Some(format!("number {number}")),
        Outcome::Card { .. } | Outcome::Tile { .. } | Outcome::CuttingCard | Outcome::Reader { .. } => None,
    }
}

/// Everyone at each place with the wagers there: first the person who has the place, then those who wager on
/// it.
type Places<'a> = BTreeMap<(Seat, bool, Option<Patron>), Vec<&'a BetView>>;

fn places<'a>(picture: &Picture, table: &'a Table) -> Places<'a> {
    let mut places = Places::new();
    for place in &picture.seats {
        places.insert((place.seat, false, Some(place.patron)), Vec::new());
    }
    for bet in &table.bets {
        // A wager at no particular place is shown next to the person who made it.
        let own = || picture.seat_of(bet.patron).unwrap_or(Seat::NONE);
        let seat = if bet.seat == Seat::NONE { own() } else { bet.seat };
        let has_it = picture.seats.iter().any(|place| (place.seat, place.patron) == (seat, bet.patron));
        places.entry((seat, !has_it, Some(bet.patron))).or_default().push(bet);
    }
    for laid in &picture.cards {
        if let Spot::Hand { seat, .. } = laid.at
            && places.keys().all(|(at, ..)| *at != seat)
        {
            places.insert((seat, true, None), Vec::new());
        }
    }
    places
}

/// A line: the person, the hands of the place, remarks, and the wagers.
fn place(
    picture: &Picture,
    table: &Table,
    (seat, patron): (Seat, Option<Patron>),
    has_hands: bool,
    bets: &[&BetView],
    look: Look,
) -> Line<'static> {
    let style = match patron {
        Some(patron) if table.is_you(patron) => look.own(),
        Some(_) => look.others(),
        None => Style::new(),
    };
    let turn = picture.turn.filter(|turn| has_hands && turn.seat == seat);
    let mark = if turn.is_some() { "▶" } else { " " };
    let number = if seat == Seat::NONE { String::new() } else { seat.0.to_string() };
    let name = patron.map_or_else(String::new, |patron| cut(&table.name(patron), 10));
    let mut line = Line::styled(format!("{mark}{number:>2} {name:<10} "), style);
    if has_hands {
        let mut hands: Vec<u8> = picture
            .cards
            .iter()
            .filter_map(|laid| match laid.at {
                Spot::Hand { seat: at, hand } if at == seat => Some(hand),
                _ => None,
            })
            .collect();
        hands.dedup();
        for number in &hands {
            if hands.len() > 1 && turn.is_some_and(|turn| turn.hand == *number) {
                line.push_span(Span::styled("▶", style));
            }
            line.extend(hand(picture, Spot::Hand { seat, hand: *number }, look));
            line.push_span(" ");
        }
    }
    let mut notes = Vec::new();
    if has_hands && picture.lights.contains(&seat) {
        notes.push("lit".to_owned());
    }
    let owed = picture.markers.iter().filter(|marker| has_hands && marker.seat == seat);
    notes.extend(owed.map(|marker| format!("owes {}", marker.owed)));
    notes.extend(bets.iter().map(|bet| wager(picture, bet)));
    line.push_span(Span::styled(notes.join(", "), style));
    line
}

/// The cards of a spot, and their total.
fn hand(picture: &Picture, at: Spot, look: Look) -> Vec<Span<'static>> {
    let cards = picture.cards_at(at).flat_map(|laid| [card(look, laid), Span::raw(" ")]);
    let total = picture.totals.iter().find(|total| total.at == at).map(|total| {
        let soft = if total.soft { "soft " } else { "" };
        Span::styled(format!("{soft}{} ", total.points), look.bold())
    });
    cards.chain(total).collect()
}

/// Writes `red 20.00`, with the tender unless it is chips, and whether the next roll can decide it.
fn wager(picture: &Picture, bet: &BetView) -> String {
    let mut words = vec![bet.wager.clone(), bet.stake.to_string()];
    if bet.tender != Tender::Chips {
        words.push(bet.tender.word().to_owned());
    }
    if picture.off.iter().any(|off| same(off, bet)) {
        words.push("(off)".to_owned());
    }
    words.join(" ")
}
