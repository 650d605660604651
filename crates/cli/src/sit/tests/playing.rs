//! Sessions at a fake floor.

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
    assert_eq!(floor.layout(), (1, Money::dollars(5)), "the last wager lies");
    assert_eq!(floor.table_view("ann").summary.round, 1);
    assert!(matches!(floor.purse(1), 8_500 | 9_500 | 26_000 | 27_000), "{}", floor.purse(1));
}

#[test]
fn the_laws_no_ends_a_script_with_one_and_a_fault_with_two() {
    let floor = Floor::open("roulette", &[]);
    let code = |lines: &str| play(&floor, lines).err().map(|failure| failure.code());
    assert_eq!(code("buy-in 100\nsplit 0-3 5\nred 5\n"), Some(1));
    assert_eq!(floor.layout(), (1, Money::dollars(5)), "the lines after a refusal are played");
    assert_eq!(code("red 5000\n"), Some(2), "not so many chips");
    assert_eq!(code("menu\n"), Some(2));
}

/// The connection is lost after the wager was written but before the answer: the wager is made once.
#[test]
fn a_wager_whose_answer_is_lost_is_made_once() {
    let floor = Floor::open("roulette", &[]);
    play(&floor, "buy-in 100\n").unwrap_or_else(|failure| failure.report());
    floor.cut_next.store(true, Ordering::SeqCst);
    play(&floor, "red 5\nblack 5\n").unwrap_or_else(|failure| failure.report());
    assert_eq!(floor.layout(), (2, Money::dollars(10)));
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
    // What is sent meanwhile waits for the next sign-in, and is received once.
    session.act("red 5.00", Seat::NONE);
    session.enter("ann", None);
    until(&mut session, |heard, _| matches!(heard, Heard::Me(_)));
    session.connect();
    until(&mut session, |_, session| {
        session.table.as_ref().is_some_and(|table| table.pending.is_empty() && table.receipts.len() == 1)
    });
    assert_eq!(floor.layout(), (3, Money::dollars(25)));
}

#[test]
fn an_unknown_kind_of_fact_is_named_and_loses_nothing() {
    let floor = roulette();
    let house = super::super::house::House::at(&floor.url()).expect("an address");
    let mut session = Session::new(house);
    session.enter("ann", None);
    until(&mut session, |heard, _| matches!(heard, Heard::Me(_)));
    session.come_to(super::super::fake::TABLE);
    until(&mut session, |heard, _| matches!(heard, Heard::Frame(_)));
    floor.newer.store(true, Ordering::SeqCst);
    floor.says("bob", "p2 black 10");
    let named = |heard: &Heard| match heard {
        Heard::Failed(why) => why.contains("\"teleported\"") && why.contains("update ch47"),
        _ => false,
    };
    until(&mut session, |heard, _| named(heard));
    // The table is shown no further, and everything on it stays where it was.
    assert_eq!(session.table.as_ref().map(|table| table.bets.len()), Some(0));
    assert_eq!(floor.layout(), (1, Money::dollars(10)));
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
