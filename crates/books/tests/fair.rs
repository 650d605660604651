//! Shoes dealt again by us, and by a verifier that shares no code with us.

use books::{Deal, Secret, ShoeFile, Unfair, Unfit};
use std::{env, fs, path::PathBuf, process::Command};

type Menu = Vec<(String, u32)>;

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

fn decks(decks: u32) -> Menu {
    let suits = ["c", "d", "h", "s"].into_iter();
    suits.flat_map(|suit| RANKS.map(|rank| (format!("{rank}{suit}"), decks))).collect()
}

fn is_ten(text: &str) -> bool {
    text.starts_with(['T', 'J', 'Q', 'K'])
}

/// A shoe as a table would deal it: it keeps count of the cards itself. Now and then a reader tells about a card that
/// lies face down; weights and choices follow.
fn shoe(number: u8, nonces: &[&str], cuts: &[u16], composition: Menu, draws: usize) -> ShoeFile {
    let secret = Secret::from_bytes([number; 32]);
    let nonces: Vec<String> = nonces.iter().map(ToString::to_string).collect();
    let mut deal = Deal::new(&secret, &nonces, cuts, &composition).expect("a deal");
    let (mut left, mut drawn) = (composition.clone(), Vec::new());
    for step in 0..draws {
        let mut menu: Menu = left.iter().filter(|(_, count)| *count > 0).cloned().collect();
        let tens: u32 = menu.iter().filter(|(text, _)| is_ten(text)).map(|(_, count)| count).sum();
        match (composition.len() == 52, step % 12) {
            (true, 6) => menu = vec![("reader: a ten".into(), tens), ("reader: no ten".into(), 99)],
            (true, 7) => menu.iter_mut().for_each(|(text, weight)| *weight *= 98 + u32::from(is_ten(text))),
            (true, 8) => menu.retain(|(text, _)| !is_ten(text)),
            (true, 9) => menu = vec![("cutting card".into(), 1)],
            (true, 10) => menu.push(("the lamp".into(), 40)),
            _ => {}
        }
        let place = deal.draw(&menu).expect("something is possible");
        let shown = menu[place].0.clone();
        if let Some((_, count)) = left.iter_mut().find(|(text, _)| composition.len() == 52 && *text == shown)
        {
            *count -= 1;
        }
        drawn.push((menu, shown));
    }
    let draws = drawn.iter().map(|(menu, shown)| (&menu[..], &shown[..]));
    ShoeFile::new(&secret, &nonces, cuts, &composition, draws).expect("a shoe")
}

fn shoes() -> Vec<ShoeFile> {
    let wheel = (0..37).map(|pocket| (pocket.to_string(), 1)).collect();
    let dice = vec![("2 4".to_owned(), u32::MAX), ("6 6".to_owned(), u32::MAX / 2), ("1 1".to_owned(), 7)];
    vec![
        shoe(1, &[], &[], decks(1), 40),
        shoe(2, &["a"], &[26], decks(1), 40),
        shoe(3, &["a", "", "ünïcödé ♠", "line\nbreak \"quoted\""], &[10, 402, 0, 416], decks(8), 400),
        shoe(4, &["x".repeat(1000).as_str()], &[99], decks(6), 200),
        shoe(5, &["spin"], &[], wheel, 100),
        shoe(6, &["roll"], &[], dice, 60),
        shoe(7, &[], &[], vec![("As".to_owned(), 1)], 1),
        shoe(8, &["nobody played"], &[], decks(2), 0),
    ]
}

/// Every kind of change that someone could make to a file, with what it is.
fn tampered(shoe: &ShoeFile) -> Vec<(&'static str, ShoeFile)> {
    let change = |what, change: &dyn Fn(&mut ShoeFile)| {
        let mut other = shoe.clone();
        change(&mut other);
        (what, other)
    };
    vec![
        change("secret", &|s| s.secret.replace_range(0..1, "f")),
        change("commitment", &|s| s.commitment.0[31] ^= 1),
        change("secret and commitment", &|s| {
            let other = Secret::from_bytes([99; 32]);
            (s.secret, s.commitment) = (other.reveal(), other.commitment());
        }),
        change("nonce", &|s| s.nonces[0].push('!')),
        change("nonces joined", &|s| s.nonces = vec![s.nonces.concat()]),
        change("nonces in another order", &|s| s.nonces.reverse()),
        change("one cut more", &|s| s.cuts.push(11)),
        change("another cut", &|s| s.cuts[0] += 1),
        change("composition", &|s| s.composition[0].1 += 1),
        change("what came", &|s| s.draws[3].shown = "cutting card".into()),
        change("a draw left out", &|s| drop(s.draws.remove(2))),
        change("two draws swapped", &|s| s.draws.swap(0, 1)),
        change("menu", &|s| s.draws[7].menu = Some(vec![("As".into(), 0), ("another".into(), 1)])),
        change("menu left out", &|s| s.draws[6].menu = None),
        change("nothing possible", &|s| s.draws[6].menu = Some(vec![])),
    ]
}

fn is_fair(shoe: &ShoeFile) -> bool {
    shoe.redeal().is_ok_and(|redealt| redealt.differs.is_none())
}

#[test]
fn honest_shoes_pass_and_every_change_is_noticed() {
    for shoe in shoes() {
        assert!(is_fair(&shoe), "{:?}", shoe.redeal());
        let text = serde_json::to_string(&shoe).expect("JSON");
        assert_eq!(serde_json::from_str::<ShoeFile>(&text).expect("a shoe file"), shoe);
    }
    let shoe = &shoes()[2];
    for (what, other) in tampered(shoe) {
        assert_ne!(&other, shoe, "{what}");
        assert!(!is_fair(&other), "{what}");
    }
    let differs = |at: usize| {
        let mut other = shoe.clone();
        other.draws[at].shown = "xx".into();
        other.redeal().expect("a shoe").differs.expect("a difference").draw
    };
    assert!((0..400).step_by(17).all(|at| differs(at) == at as u64 + 1));
}

#[test]
fn only_draws_that_need_a_menu_carry_one() {
    let all = shoes();
    let with_menu = |shoe: &ShoeFile| {
        let steps = shoe.draws.iter().zip(0..).filter(|(drawn, _)| drawn.menu.is_some());
        steps.map(|(_, step)| step % 12).collect::<std::collections::BTreeSet<u32>>()
    };
    assert_eq!(with_menu(&all[2]), (6..=10).collect());
    assert_eq!(with_menu(&all[4]).len(), 0, "a wheel is always the same");
}

#[test]
fn files_say_why_they_cannot_be_dealt() {
    let shoe = &shoes()[0];
    let but = |change: &dyn Fn(&mut ShoeFile)| {
        let mut other = shoe.clone();
        change(&mut other);
        other.redeal().expect_err("no shoe")
    };
    assert_eq!(but(&|s| s.version = 2), Unfair::Version(2));
    assert_eq!(but(&|s| s.secret.push('0')), Unfair::Secret);
    let commitment = but(&|s| s.commitment.0[0] ^= 1);
    assert!(matches!(commitment, Unfair::Commitment { of_secret, .. } if of_secret == shoe.commitment));
    assert_eq!(but(&|s| s.cuts = vec![53]), Unfair::Unfit(Unfit::Cut { at: 53, cards: 52 }));
    assert_eq!(but(&|s| s.composition[5].1 = u32::MAX), Unfair::Unfit(Unfit::TooMany));
    for text in ["{}", "[]", "{\"version\":1}"] {
        assert!(serde_json::from_str::<ShoeFile>(text).is_err(), "{text}");
    }
}

/// What `docs/fair.py` says about a file: its exit code and the order it prints. `None` if there is no Python here.
fn python(name: &str, json: &str) -> Option<(i32, String)> {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/fair.py");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.json"));
    fs::write(&file, json).expect("a place for a file");
    let output = match Command::new("python3").arg(script).arg(&file).output() {
        Ok(output) => output,
        Err(error) => {
            assert!(env::var_os("CH47_REQUIRE_PYTHON").is_none(), "python3: {error}");
            eprintln!("SKIPPED: docs/fair.py was not run, because python3 is missing: {error}");
            return None;
        }
    };
    let text = String::from_utf8(output.stdout).expect("text");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("Traceback"), "{errors}");
    let order = text.lines().find_map(|line| line.strip_prefix("order: ")).unwrap_or_default();
    Some((output.status.code().expect("an exit code"), order.to_owned()))
}

fn write(shoe: &ShoeFile) -> String {
    serde_json::to_string_pretty(shoe).expect("JSON")
}

#[test]
fn a_verifier_written_from_the_page_alone_deals_the_same() {
    for (number, shoe) in shoes().iter().enumerate() {
        let Some((code, order)) = python(&format!("fair-{number}"), &write(shoe)) else { return };
        let ours = shoe.redeal().expect("a shoe").order;
        assert_eq!(order, if ours.is_empty() { "none".to_owned() } else { ours.join(" ") });
        assert_eq!(code, 0, "shoe {number}");
    }
    for (number, (what, other)) in tampered(&shoes()[2]).iter().enumerate() {
        let Some((code, _)) = python(&format!("tampered-{number}"), &write(other)) else { return };
        assert_eq!(code, 1, "{what}");
    }
}

#[test]
fn the_other_verifier_reads_no_more_than_we_do() {
    let text = write(&shoes()[6]);
    for (number, (from, to)) in [
        ("\"version\": 1", "\"version\": 2"),
        ("\"version\": 1", "\"version\": true"),
        ("\"version\": 1", "\"version\": 1, \"version\": 1"),
        ("\"cuts\": []", "\"cuts\": [2]"),
        ("\"cuts\": []", "\"cuts\": [-1]"),
        ("\"cuts\": []", "\"cuts\": [0.5]"),
        ("\"cuts\": []", "\"more\": [], \"cuts\": []"),
        ("\"secret\": \"0707", "\"secret\": \"07"),
        ("1\n", "65536\n"),
        ("1\n", "4294967296\n"),
        ("1\n", "\"1\"\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let spoilt = text.replacen(from, to, 1);
        assert_ne!(spoilt, text, "{from}");
        let ours = serde_json::from_str::<ShoeFile>(&spoilt).map(|shoe| shoe.redeal());
        assert!(!matches!(ours, Ok(Ok(_))), "{to}");
        let Some((code, _)) = python(&format!("spoilt-{number}"), &spoilt) else { return };
        assert_eq!(code, 2, "{to}");
    }
}
