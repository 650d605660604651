//! The rules across tables and over time, called as a program would. The golden houses show every rule; these tests
//! cover the edge cases.

use rules::{
    Entry, GameId, Value, cite,
    house::{MINUTES_8_3, Notice, NoticeKind, TableEntry, TooEarly, earliest, effective, judge, notices},
};

/// What a licensee wrote, as `key=value key=value`.
fn written(text: &str) -> &'static [Entry<'static>] {
    let settings = Box::leak(Box::new(rounds::Settings::read(text).expect("settings")));
    settings.entries().leak()
}

fn table(pit: &'static str, table: &'static str, game: &'static str, options: &str) -> TableEntry<'static> {
    TableEntry { pit, table, game: GameId::find(game).expect("a game"), entries: written(options) }
}

/// Citation, option, table at fault, table to follow.
fn violations(tables: &[TableEntry<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    judge(tables, &mut |v| {
        found.push(format!("{} {} {} {}", v.cite, v.key, v.table.table, v.other.table));
    });
    found
}

fn told(game: &str, before: Option<&str>, after: &str) -> Vec<Notice> {
    let mut found = Vec::new();
    notices(GameId::find(game).expect("a game"), before.map(written), written(after), &mut |notice| {
        found.push(notice);
    });
    found
}

#[test]
fn nothing_is_wrong_with_no_table_or_one() {
    assert!(violations(&[]).is_empty());
    assert!(violations(&[table("A", "MB-1", "minibaccarat", "shuffle=lace reshuffle=true")]).is_empty());
}

#[test]
fn every_violation_is_told_at_once_with_both_tables() {
    let tables = [
        table("A", "PB-1", "punto-banco", "pay-order=1 reshuffle=true"),
        table("A", "MB-1", "minibaccarat", "shuffle=lace pay-order=1"),
        table("A", "PB-2", "punto-banco", "pay-order=2"),
        table("A", "MB-2", "minibaccarat", "shuffle=feather pay-order=2"),
        table("B", "MB-3", "minibaccarat", "shuffle=feather pay-order=2"),
    ];
    assert_eq!(
        violations(&tables),
        [
            "3.5(b) reshuffle PB-2 PB-1",
            "3.10(c)1 pay-order PB-2 PB-1",
            "7.5(c) shuffle MB-2 MB-1",
            "7.10(c)1 pay-order MB-2 MB-1",
            "7.10(c)2 pay-order MB-2 PB-1",
        ]
    );
}

#[test]
fn minibaccarat_follows_punto_banco_and_never_the_reverse() {
    let punto = table("A", "PB-1", "punto-banco", "pay-order=1");
    let mini = table("A", "MB-1", "minibaccarat", "pay-order=2");
    for tables in [[punto, mini], [mini, punto]] {
        assert_eq!(violations(&tables), ["7.10(c)2 pay-order MB-1 PB-1"]);
    }
    let chemin = table("A", "CF-1", "chemin-de-fer", "pay-order=2");
    assert!(violations(&[punto, chemin]).is_empty());
}

#[test]
fn a_notice_says_how_to_whom_and_what() {
    let [notice] = told("punto-banco", Some("pay-order=1"), "pay-order=2")[..] else {
        panic!("one notice");
    };
    assert_eq!(notice.cite, cite!("3.10(c)2"));
    assert_eq!(notice.kind, NoticeKind::Written30);
    assert_eq!(notice.kind.to(), "the Commission and the surveillance department");
    assert_eq!((notice.key, notice.from, notice.to), ("pay-order", Some(Value::Word("1")), Value::Word("2")));
    assert_eq!((notice.kind.minutes(5), notice.kind.form()), (30, None));
}

#[test]
fn what_is_not_held_is_marked_and_its_period_is_a_setting() {
    let [notice] = told("roulette", None, "wheel=double-zero-as-single")[..] else {
        panic!("one notice");
    };
    assert_eq!(notice.kind.form(), Some(cite!("8.3")));
    assert!(!cite!("8.3").is_held());
    assert_eq!((notice.kind.minutes(MINUTES_8_3), notice.kind.minutes(5)), (30, 5));
}

#[test]
fn options_that_no_rule_names_demand_no_notice() {
    assert!(told("roulette", Some("wheel=single-zero"), "wheel=single-zero match-play=true").is_empty());
    assert!(told("big-six", Some("clapper=passed"), "clapper=passed odds.one=\"2 to 1\"").is_empty());
    assert!(told("minibaccarat", Some("shuffle=lace"), "shuffle=feather").is_empty());
}

#[test]
fn a_change_takes_effect_on_the_second_and_not_before() {
    assert_eq!(effective(1_000, 2_800, 30), Ok(()));
    assert_eq!(effective(1_000, 2_799, 30), Err(TooEarly { minutes: 30, earliest: 2_800 }));
    assert_eq!(effective(0, 0, 0), Ok(()));
    assert_eq!(effective(0, -1, 0), Err(TooEarly { minutes: 0, earliest: 0 }));
    assert_eq!(earliest(i64::MAX, u32::MAX), i64::MAX);
}

/// `1` and `"1"`, `5` and `"5.00"`, `"4 to 2"` and `"2 to 1"`, a written value and the same default: all are equal.
#[test]
fn a_value_spelt_otherwise_is_the_same_value() {
    let alike = [
        table("A", "PB-1", "punto-banco", "pay-order=1 reshuffle=\"false\""),
        table("A", "MB-1", "minibaccarat", "shuffle=lace pay-order=\"1\""),
        table("A", "MB-2", "minibaccarat", "shuffle=\"lace\" pay-order=1 reshuffle=false"),
        table("A", "CR-1", "craps", "odds.field-2-12=\"4 to 2\""),
        table("B", "CR-2", "craps", ""),
        table("A", "BJ-1", "blackjack", "additional-wager=same-suit same-suit-payout=1 additional-maximum=5"),
        table("B", "BJ-2", "blackjack", "decks=\"8\" additional-wager=same-suit same-suit-payout=\"1\""),
    ];
    assert_eq!(violations(&alike), [""; 0]);
    let unlike = [
        table("A", "BJ-1", "blackjack", "additional-wager=same-suit same-suit-payout=1"),
        table("B", "BJ-2", "blackjack", "decks=\"8\" additional-wager=same-suit same-suit-payout=\"2\""),
    ];
    assert_eq!(violations(&unlike), ["2.17(e)2 same-suit-payout BJ-2 BJ-1"]);
    for (game, before, after) in [
        ("minibaccarat", "pay-order=1 shuffle=lace", "pay-order=\"1\" shuffle=lace reshuffle=\"false\""),
        ("craps", "", "odds-multiple=\"2\""),
        ("blackjack", "mid-shoe=\"3 1\" splits=1", "mid-shoe=\"1 3\" splits=\"1\" surrender=false"),
        (
            "blackjack",
            "additional-wager=over-under-13 additional-maximum=25",
            "additional-wager=over-under-13 additional-maximum=\"$25.0\"",
        ),
    ] {
        assert_eq!(told(game, Some(before), after), [], "{game}: {after}");
    }
}
