//! What is refused, when, and by which provision: for every game a table of (phase, act) and the citation, taken from
//! all states that the golden rounds pass through. It was checked against the texts line by line, so a line that
//! changes must be checked again.
//!
//! `UPDATE_EXPECT=1 cargo test -p ch47-rules --test it refusals` rewrites the tables.

use rounds::{Script, Settings, directive, open, read_line, squeeze};
use rules::{
    Act, Actor, Awaits, Game, GameId, Money, Nobody, Patron, Refusal, Seat, Tender, Visitor, Vocabulary,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    env, fs,
    path::PathBuf,
};

fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// An act without its numbers and cards, so that acts of the same kind share a line.
fn kind(spelled: &str) -> String {
    let is_part = |word: &str| {
        word.chars().any(|c| c.is_ascii_digit()) || rules::kit::cards::Card::read(word).is_some()
    };
    let words = spelled.split(' ').map(|word| if is_part(word.trim_matches(',')) { "…" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// The words of a vocabulary, up to three of each kind.
fn few<V: Vocabulary>(kind: impl Fn(V) -> String) -> Vec<(String, V)> {
    let mut all: Vec<(String, Vec<V>)> = Vec::new();
    V::each(&mut |word| {
        let kind = kind(word);
        match all.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, alike)) => alike.push(word),
            None => all.push((kind, vec![word])),
        }
    });
    let few = |alike: Vec<V>| {
        let ends = BTreeSet::from([0, alike.len() / 2, alike.len() - 1]);
        ends.into_iter().map(|at| alike[at]).collect::<Vec<_>>()
    };
    all.into_iter()
        .flat_map(|(kind, alike)| few(alike).into_iter().map(move |word| (kind.clone(), word)))
        .collect()
}

/// Who acts, as the table sees them.
fn role(by: Actor, awaits: Awaits) -> &'static str {
    match by {
        Actor::Patron(_) if awaits == Awaits::Decision(by) => "the patron who is asked",
        Actor::Patron(_) => "a patron",
        Actor::Dealer => "the dealer",
        Actor::Supervisor => "the supervisor",
        Actor::Floorperson => "the floorperson",
    }
}

struct Probe<'a> {
    scripts: &'a [Script],
}

impl Visitor for Probe<'_> {
    type Out = String;

    fn visit<G: Game>(self) -> String {
        let (mut seen, mut rows) = (HashSet::new(), BTreeSet::new());
        let words = Words::<G> {
            deeds: few(|deed: G::Deed| kind(&deed.to_string())),
            wagers: few(|wager: G::Wager| rules::Kinds::kind(wager).to_owned()),
            chances: few(|chance: G::Chance| kind(&chance.to_string())),
            irregularities: few(|what: G::Irregularity| kind(&what.to_string())),
        };
        for script in self.scripts {
            let mut table = open::<G, rounds::Sentence>(&Settings::default()).0;
            for (_, line) in script.lines() {
                let line = squeeze(line);
                if let Some(options) = directive(&line, "options") {
                    table = open::<G, rounds::Sentence>(&Settings::read(options).expect("readable")).0;
                }
                let Some(table) = &mut table else { continue };
                for input in read_line::<G>(&line).unwrap_or_default() {
                    let _ = table.apply(input, &mut Nobody);
                }
                if seen.insert(table.clone()) {
                    probe(table, &words, &mut rows);
                }
            }
        }
        written(&rows)
    }
}

/// Act, phase, who, provision, why.
type Row = [String; 5];

/// A line for each provision and reason, with the acts it refuses, and when. Acts that are refused in the same way
/// share their lines.
fn written(rows: &BTreeSet<Row>) -> String {
    let mut by_act: BTreeMap<&str, BTreeSet<&[String]>> = BTreeMap::new();
    for row in rows {
        by_act.entry(&row[0]).or_default().insert(&row[1..]);
    }
    let mut alike: BTreeMap<&BTreeSet<&[String]>, Vec<&str>> = BTreeMap::new();
    for (act, refused) in &by_act {
        alike.entry(refused).or_default().push(act);
    }
    let mut lines: Vec<String> = Vec::new();
    for (refused, acts) in alike {
        let mut reasons: BTreeMap<(&str, &str), BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
        for row in refused {
            let [phase, who, cite, why] = [0, 1, 2, 3].map(|at| row[at].as_str());
            reasons.entry((cite, why)).or_default().entry(who).or_default().push(phase);
        }
        for ((cite, why), whos) in reasons {
            let mut when: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
            for (who, phases) in whos {
                when.entry(phases).or_default().push(who);
            }
            lines.extend(when.into_iter().map(|(phases, whos)| {
                [&acts.join("; "), &whos.join("; "), &phases.join("; "), cite, why].join("\t") + "\n"
            }));
        }
    }
    lines.sort();
    lines.concat()
}

/// What is tried at every table of a game, each with its kind.
struct Words<G: Game> {
    deeds: Vec<(String, G::Deed)>,
    wagers: Vec<(String, G::Wager)>,
    chances: Vec<(String, G::Chance)>,
    irregularities: Vec<(String, G::Irregularity)>,
}

fn probe<G: Game>(table: &G, words: &Words<G>, rows: &mut BTreeSet<Row>) {
    let mut note = |act: &str, who: &str, Refusal { cite, why }: Refusal| {
        let why = kind(&why.to_string());
        rows.insert([act, table.phase(), who, &cite.to_string(), &why].map(str::to_owned));
    };
    let patrons = (1..=2).map(|n| Actor::Patron(Patron(n)));
    for by in patrons.chain(Actor::STAFF) {
        let who = role(by, table.awaits());
        for (name, deed) in &words.deeds {
            if let Err(refusal) = table.guard(by, Act::Do(*deed)) {
                note(name, who, refusal);
            }
        }
        let seats: Vec<Seat> = match table.bets().iter().find(|bet| by == Actor::Patron(bet.patron)) {
            Some(bet) => vec![bet.seat],
            None => vec![Seat::NONE, Seat(1)],
        };
        for seat in seats {
            for &(ref name, wager) in &words.wagers {
                for tender in Tender::ALL {
                    let act = Act::Place { seat, wager, stake: Money::ZERO, tender };
                    if let Err(refusal) = table.guard(by, act) {
                        note(format!("wager {name} {}", tender.word()).trim(), who, refusal);
                    }
                }
                if let Err(refusal) = table.guard(by, Act::TakeBack { seat, wager }) {
                    note(&format!("takes back {name}"), who, refusal);
                }
            }
        }
    }
    for (name, chance) in &words.chances {
        if let Err(refusal) = table.may_show(*chance) {
            note(&format!("shows {name}"), "the equipment", refusal);
        }
    }
    for (name, what) in &words.irregularities {
        if let Err(refusal) = table.may_go_wrong(*what) {
            note(&format!("irregularity {name}"), "anyone", refusal);
        }
    }
}

#[test]
fn refusals_cite_what_the_tables_say() {
    let mut faults = Vec::new();
    for game in GameId::ALL {
        let folder = home().join("rounds").join(game.name());
        let mut paths: Vec<_> =
            fs::read_dir(folder).expect("golden rounds").flatten().map(|e| e.path()).collect();
        paths.sort();
        let scripts: Vec<Script> = paths
            .iter()
            .filter(|path| path.extension().is_some_and(|x| x == "round"))
            .map(|path| Script::parse(&fs::read_to_string(path).expect("text")).expect("a script"))
            .collect();
        let head = "acts\twho\tphases\tprovision\twhy\n";
        let want = head.to_owned() + &game.visit(Probe { scripts: &scripts });
        let path = home().join("refusals").join(format!("{}.tsv", game.name()));
        let have = fs::read_to_string(&path).unwrap_or_default();
        if have == want {
            continue;
        }
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, want).expect("written");
            continue;
        }
        let (have, want): (BTreeSet<_>, BTreeSet<_>) = (have.lines().collect(), want.lines().collect());
        let gone = have.difference(&want).map(|line| format!("- {line}"));
        faults.extend([path.display().to_string()]);
        faults.extend(gone.chain(want.difference(&have).map(|line| format!("+ {line}"))).take(20));
    }
    assert!(
        faults.is_empty(),
        "UPDATE_EXPECT=1 rewrites the tables; read the difference\n{}",
        faults.join("\n")
    );
}
