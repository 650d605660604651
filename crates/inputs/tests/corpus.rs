//! Runs every example of `fuzz/corpus` through its function, and again with a limited number of seeded mutations.
//! `CH47_MUTATIONS` sets a larger number; `cargo xtask soak` uses it.

use std::{fs, path::Path};

/// The default number of mutations of each example.
const MUTATIONS: u64 = 60;

/// A small generator that gives the same numbers on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n.max(1) as u64).expect("small")
    }
}

fn examples(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut found: Vec<_> = entries
        .map(|entry| entry.expect("readable"))
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("readable"))
        })
        .collect();
    found.sort();
    found
}

/// The example with one to four changes.
fn mutated(example: &[u8], others: &[(String, Vec<u8>)], chance: &mut Chance) -> Vec<u8> {
    const TOKENS: [&[u8]; 14] = [
        b"-1",
        b"0",
        b"99999999999999999999",
        b"1e400",
        b"null",
        b"\"\"",
        b"{}",
        b"[]",
        b"\n",
        b"\\u0000",
        "\u{202e}".as_bytes(),
        b"p65535",
        b"@255",
        b"0.01",
    ];
    let mut bytes = example.to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() + 1);
        let end = (at + chance.below(24)).min(bytes.len());
        match chance.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            3 => drop(bytes.splice(at..end, TOKENS[chance.below(TOKENS.len())].iter().copied())),
            4 => {
                let other = &others[chance.below(others.len())].1;
                let from = chance.below(other.len());
                bytes.splice(at..end, other[from..(from + 64).min(other.len())].iter().copied());
            }
            _ => {
                // Two lines are swapped.
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let mut lines: Vec<&str> = text.lines().collect();
                let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
                if !lines.is_empty() {
                    lines.swap(one, other);
                }
                bytes = lines.join("\n").into_bytes();
            }
        }
    }
    bytes
}

fn run(name: &str) {
    let (_, attempt) = inputs::TRIES.into_iter().find(|(known, _)| *known == name).expect("a try");
    let times = std::env::var("CH47_MUTATIONS").ok().map_or(MUTATIONS, |n| n.parse().expect("a number"));
    let all = examples(name);
    assert!(all.len() >= 3, "{name} has examples");
    for (at, (example, bytes)) in all.iter().enumerate() {
        attempt(bytes);
        for n in 0..times {
            let mut chance = Chance(47 + 1_000_003 * n + at as u64);
            let changed = mutated(bytes, &all, &mut chance);
            let panicked = std::panic::catch_unwind(|| attempt(&changed)).is_err();
            assert!(!panicked, "{name}/{example}, change {n}: {:?}", String::from_utf8_lossy(&changed));
        }
    }
}

#[test]
fn journals() {
    run("journal");
}

#[test]
fn scripts() {
    run("script");
}

#[test]
fn submissions() {
    run("submission");
}

#[test]
fn frames() {
    run("frame");
}

/// The control: the runner notices a function that fails on an example, and mutations do change examples.
#[test]
fn the_runner_would_notice() {
    let all = examples("frame");
    let mut chance = Chance(1);
    assert!((0..50).filter(|_| mutated(&all[0].1, &all, &mut chance) != all[0].1).count() > 40);
    assert!(std::panic::catch_unwind(|| inputs::frame(b"\xff")).is_ok());
}
