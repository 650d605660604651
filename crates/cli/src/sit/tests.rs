//! Tests of the client against rounds played by the rules.

use super::{
    fake::Floor,
    line::Input,
    look::Look,
    model::{Table, Tone, Wish},
    say::{self, Say},
    scene::{self, Health, Scene},
    script::Player,
    session::{Heard, Session},
};
use books::{ColorView, MarkerView, OfferKind};
use protocol::{FromClient, FromServer, Problem, ProblemCode, StepView};
use ratatui::{Terminal, backend::TestBackend};
use rules::{Actor, Awaits, GameId, Money, Patron, Seat, Spot, Tender, kit::chips::Color};
use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

const PLAIN: Look = Look { color: false };

fn table(floor: &Floor, person: &str) -> Table {
    Table::new(floor.table_view(person), Instant::now())
}

/// The table after all lines of a floor.
fn told(floor: &Floor, person: &str) -> Table {
    let mut table = table(floor, person);
    for step in floor.steps(person, 0) {
        table.hear(FromServer::Step(Box::new(step)), Instant::now());
    }
    table
}

fn roulette() -> Arc<Floor> {
    let floor = Floor::open("roulette", &[]);
    floor.comes("ann", 50_000);
    floor.comes("bob", 50_000);
    floor
}

mod reducing {
    use super::*;

    #[test]
    fn wagers_and_purses_are_the_servers_after_every_line() {
        let floor = roulette();
        let mut table = told(&floor, "ann");
        for line in
            ["p1 red 10", "p1 straight 17 5", "p2 split 17-20 5", "p1 red 5", "p1 takes back straight 17"]
        {
            let from = table.next();
            floor.says(if line.starts_with("p1") { "ann" } else { "bob" }, line);
            floor.steps("ann", from).into_iter().for_each(|step| {
                table.hear(FromServer::Step(Box::new(step)), Instant::now());
            });
            let view = floor.table_view("ann");
            assert_eq!((&table.bets, &table.people), (&view.bets, &view.people), "after {line}");
        }
        floor.go();
        let from = table.next();
        for step in floor.steps("ann", from) {
            table.hear(FromServer::Step(Box::new(step)), Instant::now());
        }
        let view = floor.table_view("ann");
        assert_eq!((&table.bets, &table.people, &table.awaits), (&view.bets, &view.people, &view.awaits));
        assert_eq!(table.outcomes.len(), 1);
        assert_eq!(table.standing, Money::cents(floor.purse(1) - 50_000));
    }

    #[test]
    fn a_line_twice_counts_once_and_a_gap_is_asked_for() {
        let floor = roulette();
        let mut table = told(&floor, "ann");
        let from = table.next();
        floor.says("ann", "p1 red 10");
        floor.says("bob", "p2 black 10");
        let steps = floor.steps("ann", from);
        let resume = Wish::Say(FromClient::Resume { from });
        assert_eq!(table.hear(FromServer::Step(Box::new(steps[1].clone())), Instant::now()), [resume]);
        assert!(table.bets.is_empty(), "nothing is taken from behind a gap");
        for step in [&steps[0], &steps[0], &steps[1], &steps[0], &steps[1]] {
            table.hear(FromServer::Step(Box::new(step.clone())), Instant::now());
        }
        assert_eq!(table.bets, floor.table_view("ann").bets);
        assert_eq!(table.log.iter().filter(|line| line.text.starts_with("placed")).count(), 2);
    }

    #[test]
    fn a_deposed_owner_is_not_believed() {
        let floor = roulette();
        let mut table = told(&floor, "ann");
        floor.says("ann", "p1 red 10");
        let step = floor.steps("ann", table.next()).remove(0);
        table.hear(FromServer::Step(Box::new(StepView { epoch: 0, ..step })), Instant::now());
        assert!(table.bets.is_empty());
    }

    #[test]
    fn a_table_seen_anew_keeps_the_log_and_asks_for_what_it_missed() {
        let floor = roulette();
        let mut table = told(&floor, "ann");
        let seen = table.next();
        floor.says("ann", "p1 red 10");
        floor.says("bob", "p2 black 10");
        let view = FromServer::Table(Box::new(floor.table_view("ann")));
        let wishes = table.hear(view, Instant::now());
        assert!(wishes.contains(&Wish::Say(FromClient::Resume { from: seen })), "{wishes:?}");
        let purse = table.purse();
        for step in floor.steps("ann", seen) {
            table.hear(FromServer::Step(Box::new(step)), Instant::now());
        }
        assert_eq!((table.purse(), table.bets.len()), (purse, 2), "lines of the past move nothing twice");
        assert!(table.log.iter().any(|line| line.text == "placed p1 red 10.00 · you"), "{:?}", table.log);
    }

    #[test]
    fn where_lines_were_left_out_the_table_is_seen_anew_before_lines_count() {
        let floor = roulette();
        let mut table = told(&floor, "ann");
        floor.says("ann", "p1 red 10");
        floor.says("bob", "p2 black 10");
        let from = table.next() + 1;
        assert_eq!(table.hear(FromServer::Resync { from }, Instant::now()), [Wish::Refresh]);
        let last = floor.steps("ann", from).remove(0);
        assert_eq!(table.hear(FromServer::Step(Box::new(last)), Instant::now()), [Wish::Refresh]);
        assert!(table.bets.is_empty(), "a line behind a hole moves nothing");
        table.hear(FromServer::Table(Box::new(floor.table_view("ann"))), Instant::now());
        assert_eq!((table.bets.len(), table.purse()), (2, 49_000));
    }

    #[test]
    fn what_is_unanswered_keeps_its_key() {
        let floor = roulette();
        let mut table = told(&floor, "ann");
        let first = table.act("key-0001".to_owned(), "red 10.00", Seat::NONE);
        let again = table.on_connection();
        assert_eq!(again[0], FromClient::Resume { from: table.next() });
        assert_eq!(again[1], first);
        let problem = |code| {
            FromServer::Problem(Problem {
                key: Some("key-0001".to_owned()),
                ..Problem::new(code, "the table is busy")
            })
        };
        let now = Instant::now();
        table.hear(problem(ProblemCode::Unavailable), now);
        assert!(table.due(now).is_empty());
        assert_eq!(table.due(now + Duration::from_secs(2)), [first]);
        table.hear(problem(ProblemCode::NotNow), now);
        assert!(table.pending.is_empty());
        assert_eq!(table.log.back().map(|line| line.tone), Some(Tone::Trouble));
    }

    #[test]
    fn a_refusal_is_said_with_its_provision() {
        let floor = roulette();
        floor.says("ann", "p1 split 0-3 5");
        let table = told(&floor, "ann");
        let line = table.log.back().expect("a line");
        assert_eq!((line.cite.as_str(), line.tone), ("5.1(e)2", Tone::Refused));
        assert_eq!(line.text, "p1 split 0-3 5.00: the layout has no such place · ann");
        assert_eq!(table.cites.iter().map(|cite| cite.id()).collect::<Vec<_>>(), ["5.1(e)2"]);
    }
}

mod looking {
    use super::*;

    /// The cards of a spot as drawn: `8s 3h ?`, those that only the user has seen in parentheses.
    fn cards(table: &Table, at: Spot) -> String {
        let cards = table.picture.cards_at(at).map(|laid| match (laid.card, laid.to) {
            (Some(card), None) => card.to_string(),
            (Some(card), Some(_)) => format!("({card})"),
            (None, _) => "?".to_owned(),
        });
        cards.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_card_that_one_person_looked_at_is_seen_by_nobody_else() {
        let floor = chemin();
        let [ann, bob, eve] = ["ann", "bob", "eve"].map(|who| table(&floor, who));
        assert!(cards(&bob, Spot::Player).starts_with('('), "{:?}", bob.picture);
        for other in [&ann, &eve] {
            assert_eq!(cards(other, Spot::Player), "? ?");
        }
        assert_eq!(cards(&bob, Spot::Banker), "? ?");
        assert_eq!(ann.picture.banker, Some(Patron(1)));
        let log = told(&floor, "ann").log;
        assert!(log.iter().any(|line| line.text == "a card shown to p2 only · bob"));
    }

    #[test]
    fn the_last_cards_are_seen_until_the_next_wager() {
        let floor = minibaccarat(1);
        let mut table = told(&floor, "ann");
        assert!(table.picture.cards.is_empty(), "the table is cleared");
        assert!(table.drawn().cards.len() >= 4, "and its cards are still drawn");
        floor.says("ann", "p1@7 banker 20");
        let next = table.next();
        floor.steps("ann", next).into_iter().for_each(|step| {
            table.hear(FromServer::Step(Box::new(step)), Instant::now());
        });
        assert!(table.drawn().cards.is_empty());
    }

    /// Two people play what they are offered. After every line, someone who joins then sees the same table as
    /// someone who has received every line.
    #[test]
    fn whoever_comes_late_sees_the_same_table_in_every_game() {
        for game in GameId::ALL {
            let floor = Floor::open(game.name(), &[]);
            floor.comes("ann", 1_000_000);
            floor.comes("bob", 1_000_000);
            let mut seen = told(&floor, "ann");
            let (mut lines, mut shown) = (0, 0);
            for turn in 0..300 {
                let person = if turn % 2 == 0 { "ann" } else { "bob" };
                match wanted(&floor, person) {
                    Some(line) if turn % 3 != 2 || !floor.go_on() => {
                        assert_eq!(floor.says(person, &line), None, "{game:?}: {line}");
                    }
                    Some(_) => {}
                    None => assert!(floor.go_on() || turn % 2 == 0, "{game:?} goes on"),
                }
                for step in floor.steps("ann", seen.next()) {
                    seen.hear(FromServer::Step(Box::new(step)), Instant::now());
                }
                let late = table(&floor, "ann");
                assert_eq!(late.picture, seen.picture, "{game:?}, line {}", seen.next());
                assert_eq!((late.awaits, &late.people), (seen.awaits, &seen.people), "{game:?}");
                assert_eq!(late.bets.len(), seen.bets.len(), "{game:?}");
                lines += 1;
                shown += usize::from(
                    !late.drawn().cards.is_empty()
                        || late.picture.outcome.is_some()
                        || !late.picture.drawn.is_empty(),
                );
            }
            assert!(
                lines > 100 && shown > 10,
                "{game:?}: {lines} lines, {shown} of them with something shown"
            );
        }
    }

    /// A seat, if the person has none, or a wager in chips, if the person has none.
    fn wanted(floor: &Floor, person: &str) -> Option<String> {
        let view = floor.table_view(person);
        let you = view.you?;
        let offers = floor.offers(person);
        let wager = offers.iter().find(|offer| offer.tender == Some(Tender::Chips));
        let wager = wager.filter(|_| view.bets.iter().all(|bet| bet.patron != you)).map(|offer| {
            let at = if offer.seat == Seat::NONE { String::new() } else { format!("@{}", offer.seat.0) };
            format!("{you}{at} {} {}", offer.act, Money::cents(offer.least))
        });
        let place = offers.iter().find(|offer| {
            offer.kind == OfferKind::Deed
                && ["sits at ", "stands at "].iter().any(|deed| offer.act.starts_with(deed))
        });
        let is_placed = view.picture.seat_of(you).is_some();
        place.filter(|_| !is_placed).map(|offer| format!("{you} {}", offer.act)).or(wager)
    }
}

/// Whoever is asked cuts the cards, until they are cut.
fn cut(floor: &Floor) {
    while let Some(Awaits::Decision(Actor::Patron(who))) = floor.awaits() {
        floor.says(if who == Patron(1) { "ann" } else { "bob" }, &format!("{who} cuts at 100"));
        floor.go();
    }
}

/// This many rounds of minibaccarat.
fn minibaccarat(rounds: usize) -> Arc<Floor> {
    let floor = Floor::open("minibaccarat", &[]);
    floor.comes("ann", 100_000);
    floor.comes("bob", 100_000);
    floor.says("ann", "p1 sits at 7");
    floor.says("bob", "p2 sits at 3");
    floor.go();
    cut(&floor);
    for _ in 0..rounds {
        floor.says("ann", "p1@7 banker 20");
        floor.says("bob", "p2@3 tie 5");
        floor.go();
    }
    floor
}

/// A hand of chemin de fer up to the point where the Dominant Player has looked.
fn chemin() -> Arc<Floor> {
    let floor = Floor::open("chemin-de-fer", &[]);
    floor.comes("ann", 100_000);
    floor.comes("bob", 100_000);
    floor.says("ann", "p1 sits at 2");
    floor.says("bob", "p2 sits at 5");
    floor.go();
    cut(&floor);
    floor.says("ann", "p1@2 bid 200");
    floor.says(books::HOUSE, "dealer closes the bidding");
    floor.says("ann", "p1@2 bank 200");
    floor.says("bob", "p2@5 banco 200");
    floor.says(books::HOUSE, "dealer calls no more bets");
    floor.says(books::HOUSE, "dealer calls cards");
    floor.says("ann", "p1 deals");
    floor.says("bob", "p2 looks");
    floor.go();
    floor
}

mod saying {
    use super::*;

    fn read(line: &str) -> Say {
        let floor = Floor::open("minibaccarat", &[]);
        floor.comes("ann", 100_000);
        floor.go();
        floor.says("ann", "p1 sits at 5");
        floor.says("ann", "p1@5 banker 20");
        let mut table = told(&floor, "ann");
        let offer = |act: &str, seat| protocol::Offer {
            kind: OfferKind::Wager,
            act: act.to_owned(),
            wager: Some(act.to_owned()),
            seat: Seat(seat),
            least: 500,
            most: 50_000,
            step: 500,
            tender: Some(Tender::Chips),
        };
        table.offers = vec![offer("banker", 3), offer("banker", 5), offer("tie", 3), offer("straight 17", 0)];
        say::read(line, &table, Money::dollars(25))
    }

    #[test]
    fn the_seat_and_the_chip_are_added() {
        let act = |act: &str, seat| Say::Act(act.to_owned(), Seat(seat));
        let wager = |act: &str, seat| Say::Wager(act.to_owned(), Seat(seat));
        assert_eq!(read("banker 20"), wager("banker 20.00", 5));
        assert_eq!(read("banker"), wager("banker 25.00", 5));
        assert_eq!(read("tie 5"), wager("tie 5.00", 3));
        assert_eq!(read("@3 banker 20"), wager("banker 20.00", 3));
        assert_eq!(read("p1@3 banker 20"), wager("banker 20.00", 3));
        assert_eq!(read("takes back banker"), act("takes back banker", 5));
        assert_eq!(read("17 5"), wager("straight 17 5.00", 0));
        assert_eq!(read("straight 17"), wager("straight 17 25.00", 0));
        assert_eq!(read("  sits   at 7 "), act("sits at 7", 0));
        assert_eq!(read("tie 5 cash"), wager("tie 5.00 cash", 0));
        assert_eq!(read("dragon 5"), act("dragon 5", 5));
        assert!(matches!(read("p2 banker 5"), Say::Wrong(_)));
        assert!(matches!(read("@x banker 5"), Say::Wrong(_)));
        assert_eq!(read("buy-in 12.50"), Say::BuyIn(Some(1_250)));
        assert!(matches!(read("buy-in much"), Say::Wrong(_)));
    }
}

mod drawing {
    use super::*;

    /// The screen as text.
    fn screen(table: &Table, width: u16, height: u16, look: Look) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let input = Input::default();
        let scene = Scene {
            table,
            input: &input,
            chip: 1,
            last: Some("red 5.00"),
            health: &Health::Up,
            scroll: 0,
            look,
            now: Instant::now(),
        };
        terminal.draw(|frame| drop(scene::draw(frame, &scene))).expect("drawn");
        let buffer = terminal.backend().buffer().clone();
        let rows = buffer.content().chunks(usize::from(width));
        let text = rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
        text.map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// Compares with the stored picture, or stores it: `UPDATE_EXPECT=1`.
    fn expect(name: &str, table: &Table) {
        for (width, height) in [(80, 24), (120, 40)] {
            let mut table = table.clone();
            table.until = None;
            let drawn = screen(&table, width, height, PLAIN);
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/felt");
            let path = format!("{folder}/{name}-{width}x{height}.txt");
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                std::fs::create_dir_all(folder).expect("a folder");
                std::fs::write(&path, &drawn).expect("written");
            }
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(drawn, kept, "{path}: UPDATE_EXPECT=1 keeps the new picture");
        }
        // If there is no room, nothing is drawn, and nothing breaks.
        for (width, height) in [(1, 1), (20, 5), (40, 12), (200, 70)] {
            let text = screen(table, width, height, Look { color: true });
            assert_eq!(text.lines().count(), usize::from(height));
        }
    }

    #[test]
    fn the_roulette_layout() {
        let floor = roulette();
        floor.says("ann", "p1 red 10");
        floor.go();
        for line in
            ["p1 straight 17 5", "p1 split 17-20 5", "p1 four 1-2-4-5 5", "p1 dozen 2 25", "p1 first-five 5"]
        {
            floor.says("ann", line);
        }
        for line in
            ["p2 red 5", "p2 straight 0 5", "p2 column 3 5", "p2 split 0-00 at dozens 5", "p2 split 0-3 5"]
        {
            floor.says("bob", line);
        }
        expect("roulette", &told(&floor, "ann"));
    }

    #[test]
    fn the_big_six_layout() {
        let floor = Floor::open("big-six", &[]);
        floor.comes("ann", 50_000);
        floor.says("ann", "p1 $5 10");
        floor.go();
        floor.says("ann", "p1 joker 5");
        expect("big-six", &told(&floor, "ann"));
    }

    #[test]
    fn the_baccarat_layout_with_its_road() {
        let floor = minibaccarat(12);
        floor.says("ann", "p1@7 banker 20");
        floor.says("bob", "p2@3 player 40");
        let table = told(&floor, "ann");
        assert_eq!(table.roads.roads().outcomes().len(), 12);
        assert_eq!((table.seat(), table.picture.seats.len()), (Seat(7), 2));
        expect("minibaccarat", &table);
    }

    #[test]
    fn chemin_de_fer_for_the_one_who_looks_and_the_one_who_may_not() {
        let floor = chemin();
        expect("chemin-player", &told(&floor, "bob"));
        expect("chemin-banker", &told(&floor, "ann"));
    }

    /// The lines of a round, each said by the person named in front of it.
    fn play(floor: &Floor, lines: &[&str]) {
        for line in lines {
            let by = if line.starts_with("p1") {
                "ann"
            } else if line.starts_with("p2") {
                "bob"
            } else {
                books::HOUSE
            };
            assert_eq!(floor.says(by, line), None, "{line}");
        }
    }

    /// A table at which two people have chips.
    fn two_at(game: &str, options: &[&str]) -> Arc<Floor> {
        let floor = Floor::open(game, options);
        floor.comes("ann", 100_000);
        floor.comes("bob", 100_000);
        floor
    }

    #[test]
    fn split_hands_lie_side_by_side_for_somebody_who_comes_late() {
        let floor = two_at("blackjack", &[]);
        play(&floor, &["p1 sits at 3", "p2 sits at 5"]);
        floor.go();
        cut(&floor);
        play(&floor, &["p1@3 hand 10", "p2@5 hand 20", "dealer deals", "8s", "Td", "6c", "8d", "7h"]);
        play(&floor, &["p1@3 split 2 10", "3h", "p1@3 double 10", "9c", "Ah"]);
        let late = table(&floor, "eve");
        assert_eq!(late.picture.turn.map(|turn| (turn.seat, turn.hand)), Some((Seat(3), 2)));
        expect("blackjack-late", &late);
    }

    #[test]
    fn a_stud_hand_is_seen_by_whoever_holds_it() {
        let floor = two_at("caribbean-stud", &[]);
        play(&floor, &["p1 sits at 1", "p2 sits at 4"]);
        floor.go();
        cut(&floor);
        play(&floor, &["p1@1 ante 10", "p2@4 ante 20"]);
        while !matches!(floor.awaits(), Some(Awaits::Decision(Actor::Patron(_)))) {
            assert!(floor.go_on());
        }
        play(&floor, &["p2 looks"]);
        while floor.awaits() == Some(Awaits::Equipment) {
            assert!(floor.go_on());
        }
        let held = Spot::Hand { seat: Seat(4), hand: 1 };
        let known =
            |who| table(&floor, who).picture.cards_at(held).filter(|laid| laid.card.is_some()).count();
        assert_eq!(["ann", "bob", "eve"].map(known), [0, 5, 0]);
        expect("stud-player", &table(&floor, "bob"));
        expect("stud-late", &table(&floor, "eve"));
    }

    #[test]
    fn the_craps_table_has_its_puck_its_shooter_and_wagers_that_are_off() {
        let floor = two_at("craps", &[]);
        play(&floor, &["p1 sits at 1", "p2 sits at 8", "p1 pass 10", "p2 place 6 12"]);
        expect("craps-come-out", &table(&floor, "bob"));
        let dice = ["dealer offers the dice", "p2 declines the dice", "p1 accepts the dice"];
        play(&floor, &dice);
        play(&floor, &["dealer sends the dice out", "p1 throws", "dice 5-4"]);
        expect("craps-late", &table(&floor, "eve"));
    }

    #[test]
    fn everything_that_a_picture_can_have_is_drawn() {
        let mut table = table(&minibaccarat(0), "eve");
        table.picture.meter = Some(Money::dollars(12_345));
        table.picture.action = Some(2);
        table.picture.moving = true;
        table.picture.banker = Some(Patron(2));
        table.picture.lights = vec![Seat(7)];
        table.picture.markers = vec![MarkerView { seat: Seat(3), owed: Money::cents(125) }];
        table.picture.colors =
            vec![ColorView { patron: Patron(2), color: Color::all().next().expect("one") }];
        let drawn = screen(&table, 80, 24, PLAIN);
        for told in ["meter 12345.00", "wager 2 of the row", "in motion", "bob has the shoe", "3·bob (white)"]
        {
            assert!(drawn.contains(told), "{told}: {drawn}");
        }
        let line = |start: &str| drawn.lines().find(|line| line.starts_with(start)).unwrap_or_default();
        assert!(line("  3 bob").contains("owes 1.25") && line("  7 ann").contains("lit"), "{drawn}");
    }

    #[test]
    fn a_click_on_a_wager_below_the_table_makes_it() {
        let floor = minibaccarat(0);
        let mut table = table(&floor, "ann");
        table.offers = floor.offers("ann");
        let area = ratatui::layout::Rect::new(0, 0, 80, 10);
        let mut buffer = ratatui::buffer::Buffer::empty(area);
        let targets = super::super::felt::draw(&mut buffer, area, &table, PLAIN);
        let names: Vec<&str> = targets.iter().map(|target| target.wager.as_str()).collect();
        assert!(["player", "banker", "tie"].iter().all(|name| names.contains(name)), "{names:?}");
        let last = targets.last().expect("a wager");
        let drawn = (last.area.x..last.area.right()).map(|x| buffer[(x, last.area.y)].symbol());
        assert_eq!(drawn.collect::<String>(), last.wager);
    }

    #[test]
    fn red_dog_shows_its_spread() {
        let floor = two_at("red-dog", &[]);
        play(&floor, &["p1 sits at 2"]);
        floor.go();
        cut(&floor);
        play(&floor, &["p1@2 original 10", "dealer deals", "5c", "9h"]);
        expect("red-dog-late", &table(&floor, "eve"));
    }
}

mod playing;
