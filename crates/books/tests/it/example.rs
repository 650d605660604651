//! The journal and the checkpoint in examples/, as this version writes them.

use books::{
    Book, Chain, Checkpoint, Draft, Entry, HOUSE, Hash, Mode, Remedy, Secret, SigningKey, Verifier,
    WindowFile, study, verify,
};
use std::{env, fs, path::Path};

struct Scribe {
    book: Book,
    text: String,
    at: i64,
}

impl Scribe {
    fn write(&mut self, by: &str, entry: Entry) {
        self.at += 1_250;
        let key = matches!(entry, Entry::Input { .. } if by != HOUSE)
            .then(|| (format!("req-{}", self.book.next()), Hash::of(&[by.as_bytes()])));
        let draft = Draft { at: self.at, epoch: 1, by: by.into(), key, salt: None, entry };
        let mut step = self.book.propose(draft).unwrap_or_else(|fault| panic!("{fault}"));
        self.text += &step.line;
        self.text += "\n";
        self.book.accept(&mut step);
    }

    fn say(&mut self, by: &str, line: &str) {
        self.write(by, Entry::Input { line: line.into() });
    }

    /// A spin decided by the house's secret and alice's part.
    fn spin(&mut self, window: u64) {
        let (secret, after) = (secret(window), secret(window + 1));
        let next = after.commitment("roulette-1", window + 1);
        self.write(HOUSE, Entry::Locked { window, panel: vec![1], next });
        let part = chain().part(window).expect("a value");
        self.write(HOUSE, Entry::Mixed { window, parts: vec![(1, part)], steps: None });
        let mixed = self.book.windows().current.as_ref().expect("mixed");
        let mut deal = mixed.deal(&mixed.key(&secret).expect("a key")).expect("a deal");
        let menu = self.book.engine().expect("open").outcomes();
        let ball = menu[deal.draw(&menu).expect("a ball")].0.clone();
        self.say(HOUSE, &ball);
        self.write(HOUSE, Entry::Turned { window, secret: Hash(*secret.bytes()) });
    }
}

fn secret(window: u64) -> Secret {
    Secret::from_bytes([u8::try_from(window).expect("few"); 32])
}

fn chain() -> Chain {
    Chain::from_seed([0x11; 32], 1024)
}

fn dispute() -> String {
    let mut scribe = Scribe { book: Book::new("roulette-1"), text: String::new(), at: 1_794_787_200_000 };
    scribe.write(
        "adam",
        Entry::Opened {
            game: "roulette".into(),
            pit: "1".into(),
            options: books::Settings::read("wheel=double-zero zero=half").expect("settings"),
            edition: "2011".into(),
            version: books::VERSION.into(),
            chance: Mode::Digital,
            inventory: 10_000_000,
            approved: None,
        },
    );
    let commitment = secret(1).commitment("roulette-1", 1);
    scribe.write(HOUSE, Entry::Committed { window: 1, commitment });
    for (patron, person) in [(1, "alice"), (2, "bob")] {
        scribe.write(HOUSE, Entry::Joined { patron, person: person.into() });
        scribe.write("clara", Entry::BoughtIn { patron, cents: 10_000 });
    }
    let (anchor, length) = (chain().anchor(), 1024);
    scribe.write("alice", Entry::Anchored { patron: 1, anchor, length, since: 1 });
    scribe.say("alice", "p1 black 5.00");
    scribe.say("bob", "p2 straight 17 5.00");
    scribe.say("dora", "dealer spins");
    scribe.say("dora", "dealer calls no more bets");
    scribe.say("bob", "p2 straight 2 20.00");
    scribe.spin(1);
    scribe.say("bob", "p2 black 10.00");
    scribe.say("dora", "dealer spins");
    scribe.say("dora", "dealer calls no more bets");
    scribe.spin(2);
    let asked = scribe.book.next();
    let remedy = Remedy::Void { first: 1, last: 1 };
    scribe.write("sue", Entry::Asked { remedy, reason: "a chip fell into the wheel, see camera 12".into() });
    scribe.write("sam", Entry::Approved { asked });
    scribe.text
}

fn committed(name: &str, want: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, want).expect("a file");
    }
    let have = fs::read_to_string(&path).unwrap_or_default();
    assert!(have == want, "{}: UPDATE_EXPECT=1 rewrites it", path.display());
}

#[test]
fn the_example_is_what_this_version_writes() {
    let journal = dispute();
    let report = verify(journal.lines()).expect("sound");
    assert_eq!((report.rounds, report.refused), (2, 1));
    assert_eq!(study(journal.lines()).expect("fair").windows.len(), 2);
    committed("dispute.jsonl", &journal);
    let mut verifier = Verifier::new(&[]);
    let spent = journal.lines().find_map(|line| {
        let step = verifier.line(line).expect("sound").expect("of these rules");
        let Entry::Turned { secret, .. } = step.record.entry else { return None };
        Some(WindowFile::new(&step.record.table, &step.spent?, secret))
    });
    let mut file = spent.expect("a window");
    let write = |file: &WindowFile| serde_json::to_string_pretty(file).expect("JSON") + "\n";
    committed("roulette.fair", &write(&file));
    file.draws[0].shown = "ball 17".into();
    committed("roulette-forged.fair", &write(&file));
    let half = verify(journal.lines().take(18)).expect("sound");
    let key = SigningKey::from_bytes(&[47; 32]);
    let checkpoint = Checkpoint::sign(&key, &half.table, half.lines, half.root, half.to).expect("signed");
    committed("dispute.checkpoint", &(serde_json::to_string(&checkpoint).expect("JSON") + "\n"));
}
