//! The client against rounds as the rules play them.

use super::{
    fake::Floor,
    hands::{Face, Side},
    line::Input,
    look::Look,
    model::{Table, Tone, Wish},
    picture::{self, Health, Scene},
    say::{self, Say},
    script::Player,
    session::{Heard, Session},
};
use protocol::{FromClient, FromServer, Problem, StepView};
use ratatui::{Terminal, backend::TestBackend};
use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

const PLAIN: Look = Look { colour: false };

fn table(floor: &Floor, person: &str) -> Table {
    Table::new(floor.table_view(person), Instant::now())
}

/// The table after all lines of a floor.
fn told(floor: &Floor, person: &str) -> Table {
    let mut table = table(floor, person);
    for step in floor.steps(person, 0) {
        table.hear(FromServer::Step(step), Instant::now());
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
                table.hear(FromServer::Step(step), Instant::now());
            });
            let view = floor.table_view("ann");
            assert_eq!((&table.bets, &table.people), (&view.bets, &view.people), "after {line}");
        }
        floor.go();
        let from = table.next();
        for step in floor.steps("ann", from) {
            table.hear(FromServer::Step(step), Instant::now());
        }
        let view = floor.table_view("ann");
        assert_eq!((&table.bets, &table.people, &table.awaits), (&view.bets, &view.people, &view.awaits));
        assert_eq!(table.numbers.len(), 1);
        assert_eq!(table.standing, floor.purse(1) - 50_000);
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
        assert_eq!(table.hear(FromServer::Step(steps[1].clone()), Instant::now()), [resume]);
        assert!(table.bets.is_empty(), "nothing is taken from behind a gap");
        for step in [&steps[0], &steps[0], &steps[1], &steps[0], &steps[1]] {
            table.hear(FromServer::Step(step.clone()), Instant::now());
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
        table.hear(FromServer::Step(StepView { epoch: 0, ..step }), Instant::now());
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
            table.hear(FromServer::Step(step), Instant::now());
        }
        assert_eq!((table.purse(), table.bets.len()), (purse, 2), "lines of the past move nothing twice");
        assert!(table.log.iter().any(|line| line.text == "placed you red 10.00"), "{:?}", table.log);
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
        assert_eq!(table.hear(FromServer::Step(last), Instant::now()), [Wish::Refresh]);
        assert!(table.bets.is_empty(), "a line behind a hole moves nothing");
        table.hear(FromServer::Table(Box::new(floor.table_view("ann"))), Instant::now());
        assert_eq!((table.bets.len(), table.purse()), (2, 49_000));
    }

    #[test]
    fn what_is_unanswered_keeps_its_key() {
        let floor = roulette();
        let mut table = told(&floor, "ann");
        let first = table.act("key-0001".to_owned(), "red 10.00", 0);
        let again = table.on_connection();
        assert_eq!(again[0], FromClient::Resume { from: table.next() });
        assert_eq!(again[1], first);
        let problem = |retry| {
            FromServer::Problem(Problem {
                code: "unavailable".to_owned(),
                message: "the table is busy".to_owned(),
                retry,
                key: Some("key-0001".to_owned()),
            })
        };
        let now = Instant::now();
        table.hear(problem(true), now);
        assert!(table.due(now).is_empty());
        assert_eq!(table.due(now + Duration::from_secs(2)), [first]);
        table.hear(problem(false), now);
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
        assert_eq!(line.text, "you split 0-3 5: the layout has no such place");
        assert_eq!(table.cites, ["5.1(e)2"]);
    }
}

mod cards {
    use super::*;

    /// Plays the golden rounds of a game that go as they should, and compares each count the dealer announces with the
    /// cards as they lie here.
    fn check(game: &str, sections: &[&str]) {
        let folder = format!("{}/../rules/tests/rounds/{game}", env!("CARGO_MANIFEST_DIR"));
        let (mut compared, mut wrong) = (0, Vec::new());
        for entry in std::fs::read_dir(folder).expect("rounds").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !sections.iter().any(|section| name.starts_with(section)) {
                continue;
            }
            let text = std::fs::read_to_string(entry.path()).expect("text");
            let mut hands = super::super::hands::Hands::default();
            for line in text.lines() {
                let (said, answer) = line.split_once(" > ").unwrap_or((line, ""));
                hands.hear_line(said.trim());
                let Some((cite, words)) = answer.trim().split_once(' ') else { continue };
                let words = words.trim_start();
                let words = words.strip_prefix("(not held) ").unwrap_or(words);
                let Some(fact) = fact(words) else { continue };
                if let books::Fact::Called { call, .. } = &fact
                    && let Some((player, banker)) = result(call)
                {
                    compared += 1;
                    let seen = (hands.player.count(), hands.banker.count());
                    if seen != (Some(player), Some(banker)) {
                        wrong.push(format!("{name}: {call}: {hands:?}"));
                    }
                }
                let told = books::Told { cite: cite.to_owned(), held: true, text: words.to_owned(), fact };
                hands.hear(&told);
                if words.contains("pays the winning wagers") {
                    hands.end_round();
                }
            }
        }
        assert!(compared > 20, "{compared}");
        assert!(wrong.is_empty(), "{} of {compared}: {:#?}", wrong.len(), &wrong[..wrong.len().min(3)]);
    }

    fn fact(words: &str) -> Option<books::Fact> {
        if let Some(shown) = words.strip_prefix("shown ") {
            return Some(match shown.strip_suffix(" alone").and_then(|shown| shown.split_once(" to ")) {
                // As somebody who may not see it.
                Some((_, to)) => books::Fact::Hidden { to: to.to_owned() },
                None => books::Fact::Shown { chance: shown.to_owned() },
            });
        }
        let call = words.strip_prefix("dealer ")?.to_owned();
        Some(books::Fact::Called { call, paper: None })
    }

    /// Both counts, where a call has them.
    fn result(call: &str) -> Option<(u8, u8)> {
        let after = |name: &str| call.split_once(name)?.1.chars().next()?.to_digit(10)?.try_into().ok();
        Some((after("Player's Hand ")?, after("Banker's Hand ")?))
    }

    #[test]
    fn minibaccarat_hands_are_read_as_they_are_dealt() {
        check("minibaccarat", &["7.1-", "7.2", "7.3", "7.7", "7.8", "7.9", "7.10"]);
    }

    #[test]
    fn chemin_hands_are_read_by_somebody_who_may_see_none_of_them() {
        check("chemin-de-fer", &["4.1-", "4.7", "4.8", "4.9", "4.10", "4.11"]);
    }

    #[test]
    fn private_cards_are_seen_by_their_owner_alone() {
        let floor = chemin();
        let [ann, bob] = ["ann", "bob"].map(|who| told(&floor, who));
        let player = &bob.hands.of(Side::Player).cards;
        assert!(matches!(player[..], [Face::Mine(_), Face::Mine(_)]), "{player:?}");
        assert_eq!(ann.hands.of(Side::Player).cards, [Face::Down, Face::Down]);
        assert_eq!(bob.hands.of(Side::Banker).cards, [Face::Down, Face::Down]);
        assert!(ann.log.iter().any(|line| line.text == "shown something to bob alone"));
    }
}

/// A hand of chemin de fer up to where the Dominant Player has looked.
fn chemin() -> Arc<Floor> {
    let floor = Floor::open("chemin-de-fer", &[]);
    floor.comes("ann", 100_000);
    floor.comes("bob", 100_000);
    floor.says("ann", "p1 sits at 2");
    floor.says("bob", "p2 sits at 5");
    floor.go();
    let cuts = floor.table_view("ann").awaits;
    if cuts.starts_with('p') {
        floor.says(if cuts == "p1" { "ann" } else { "bob" }, &format!("{cuts} cuts at 100"));
        floor.go();
    }
    floor.says("ann", "p1@2 bid 200");
    floor.says(books::HOUSE, "dealer closes the bidding");
    floor.says("ann", "p1@2 bank 200");
    floor.says("bob", "p2@5 banco 200");
    floor.says(books::HOUSE, "dealer no-more-bets");
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
            act: act.to_owned(),
            seat,
            least: 500,
            most: 50_000,
            step: 500,
            tender: "chips".to_owned(),
        };
        table.offers = vec![offer("banker", 3), offer("banker", 5), offer("tie", 3), offer("straight 17", 0)];
        say::read(line, &table, 2_500)
    }

    #[test]
    fn the_seat_and_the_chip_are_added() {
        let act = |act: &str, seat| Say::Act(act.to_owned(), seat);
        assert_eq!(read("banker 20"), act("banker 20.00", 5));
        assert_eq!(read("banker"), act("banker 25.00", 5));
        assert_eq!(read("tie 5"), act("tie 5.00", 3));
        assert_eq!(read("@3 banker 20"), act("banker 20.00", 3));
        assert_eq!(read("p1@3 banker 20"), act("banker 20.00", 3));
        assert_eq!(read("takes back banker"), act("takes back banker", 5));
        assert_eq!(read("17 5"), act("straight 17 5.00", 0));
        assert_eq!(read("straight 17"), act("straight 17 25.00", 0));
        assert_eq!(read("  sits   at 7 "), act("sits at 7", 0));
        assert_eq!(read("tie 5 cash"), act("tie 5.00 cash", 0));
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
        terminal.draw(|frame| drop(picture::draw(frame, &scene))).expect("drawn");
        let buffer = terminal.backend().buffer().clone();
        let rows = buffer.content().chunks(usize::from(width));
        let text = rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
        text.map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// Compares with the picture that is kept, or keeps it: `UPDATE_EXPECT=1`.
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
        // Nothing is drawn where there is no room, and nothing breaks.
        for (width, height) in [(1, 1), (20, 5), (40, 12), (200, 70)] {
            let text = screen(table, width, height, Look { colour: true });
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

    fn minibaccarat(rounds: usize) -> Arc<Floor> {
        let floor = Floor::open("minibaccarat", &[]);
        floor.comes("ann", 100_000);
        floor.comes("bob", 100_000);
        floor.says("ann", "p1 sits at 7");
        floor.says("bob", "p2 sits at 3");
        floor.go();
        while floor.table_view("ann").awaits != "wagers" {
            let who = floor.table_view("ann").awaits;
            floor.says(if who == "p1" { "ann" } else { "bob" }, &format!("{who} cuts at 100"));
            floor.go();
        }
        for _ in 0..rounds {
            floor.says("ann", "p1@7 banker 20");
            floor.says("bob", "p2@3 tie 5");
            floor.go();
        }
        floor
    }

    #[test]
    fn the_baccarat_layout_with_its_road() {
        let floor = minibaccarat(12);
        floor.says("ann", "p1@7 banker 20");
        floor.says("bob", "p2@3 player 40");
        let table = told(&floor, "ann");
        assert_eq!(table.roads.outcomes().len(), 12);
        assert_eq!((table.seat(), table.seats.len()), (7, 2));
        expect("minibaccarat", &table);
    }

    #[test]
    fn chemin_de_fer_for_the_one_who_looks_and_the_one_who_may_not() {
        let floor = chemin();
        expect("chemin-player", &told(&floor, "bob"));
        expect("chemin-banker", &told(&floor, "ann"));
    }

    #[test]
    fn any_other_game() {
        let floor = minibaccarat(1);
        let mut table = told(&floor, "ann");
        table.summary.game = "let-it-ride".to_owned();
        expect("generic", &table);
    }
}

mod playing {
    use super::*;

    fn play(floor: &Floor, lines: &str) -> Result<(), crate::failure::Failure> {
        let house = super::super::house::House::at(&floor.url()).expect("an address");
        Player::new(Session::new(house), true).run("ann", None, super::super::fake::TABLE, lines)
    }

    #[test]
    fn a_script_buys_in_wagers_and_plays_a_round() {
        let floor = Floor::open("roulette", &[]);
        play(&floor, "buy-in 100\nred 5\n17 5 # a straight\nready\nuntil round\nuntil wagers\nblack 5\n")
            .unwrap_or_else(|failure| failure.report());
        assert_eq!(floor.layout(), (1, 500), "the last wager lies");
        assert_eq!(floor.table_view("ann").summary.round, 1);
        assert!(matches!(floor.purse(1), 8_500 | 9_500 | 26_000 | 27_000), "{}", floor.purse(1));
    }

    #[test]
    fn the_laws_no_ends_a_script_with_one_and_a_fault_with_two() {
        let floor = Floor::open("roulette", &[]);
        let code = |lines: &str| play(&floor, lines).err().map(|failure| failure.code());
        assert_eq!(code("buy-in 100\nsplit 0-3 5\nred 5\n"), Some(1));
        assert_eq!(floor.layout(), (1, 500), "the lines after a refusal are played");
        assert_eq!(code("red 5000\n"), Some(2), "not so many chips");
        assert_eq!(code("menu\n"), Some(2));
    }

    /// The line is cut after the wager was written and before that was said: the wager is made once.
    #[test]
    fn a_wager_whose_answer_is_lost_is_made_once() {
        let floor = Floor::open("roulette", &[]);
        play(&floor, "buy-in 100\n").unwrap_or_else(|failure| failure.report());
        floor.cut_next.store(true, Ordering::SeqCst);
        play(&floor, "red 5\nblack 5\n").unwrap_or_else(|failure| failure.report());
        assert_eq!(floor.layout(), (2, 1_000));
        assert_eq!(floor.connections.load(Ordering::SeqCst), 3, "it came back by itself");
        assert_eq!(floor.purse(1), 9_000);
    }

    fn until(session: &mut Session, mut holds: impl FnMut(&Heard, &Session) -> bool) {
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end {
            if let Some(news) = session.news(Duration::from_millis(10)) {
                let heard = session.hear(news, Instant::now());
                if holds(&heard, session) {
                    return;
                }
            }
        }
        panic!("it never came: {:?} {:?}", session.health, session.table);
    }

    #[test]
    fn lines_left_out_are_caught_up_with_and_a_lost_log_in_is_told() {
        let floor = roulette();
        let house = super::super::house::House::at(&floor.url()).expect("an address");
        let mut session = Session::new(house);
        session.enter("ann", None);
        until(&mut session, |heard, _| matches!(heard, Heard::Me(_)));
        session.come_to(super::super::fake::TABLE);
        until(&mut session, |heard, _| matches!(heard, Heard::Frame(_)));
        floor.lossy.store(true, Ordering::SeqCst);
        floor.says("bob", "p2 black 10");
        floor.says("bob", "p2 red 10");
        let both = |session: &Session| session.table.as_ref().is_some_and(|table| table.bets.len() == 2);
        until(&mut session, |_, session| both(session));
        floor.forgetful.store(true, Ordering::SeqCst);
        until(&mut session, |heard, _| *heard == Heard::LoggedOut);
        // What is said meanwhile waits for the next log-in, and is heard once.
        session.act("red 5.00", 0);
        session.enter("ann", None);
        until(&mut session, |heard, _| matches!(heard, Heard::Me(_)));
        session.connect();
        until(&mut session, |_, session| {
            session.table.as_ref().is_some_and(|table| table.pending.is_empty() && table.receipts.len() == 1)
        });
        assert_eq!(floor.layout(), (3, 2_500));
    }

    #[test]
    fn a_floor_that_is_not_there_is_told_in_plain_words() {
        let house = super::super::house::House::at("http://127.0.0.1:9").expect("an address");
        let trouble = house.tables().expect_err("nobody is there");
        assert_eq!(trouble.to_string(), "the floor cannot be reached: nobody answers at that address");
        for url in ["127.0.0.1:4700", "https://x", "http://", "http://x/y"] {
            assert!(super::super::house::House::at(url).is_err(), "{url}");
        }
    }
}
