//! What is tried with each kind of text. Each function accepts any bytes and panics if a property does not hold.

use books::{Book, Draft, Verifier};
use protocol::FromClient;
use rounds::{Script, judge};
use rules::{Game, GameId, Visitor};
use std::str;
use toml::de::DeTable;

/// A function that tries arbitrary bytes.
pub type Try = fn(&[u8]);

/// The functions by name. Their examples are in the folders of the same names in `fuzz/corpus`.
pub const TRIES: [(&str, Try); 4] =
    [("journal", journal), ("script", script), ("submission", submission), ("frame", frame)];

/// Lines of a journal. They are verified as they are. Then, since the hash alone gives away any changed line, each
/// entry is also proposed to a book as if it were new. Whatever a book accepts must balance and survive a round trip.
pub fn journal(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let mut verifier = Verifier::new(None);
    let sound = text.lines().all(|line| verifier.line(line).is_ok());
    if sound && let Ok(report) = verifier.finish() {
        assert_eq!(report.lines, text.lines().count() as u64);
    }
    let mut book = Book::new("fuzz");
    for line in text.lines() {
        let Ok(record) = serde_json::from_str::<books::Record>(line) else { continue };
        let key = record.key.clone().map(|key| (key, books::Hash::of(&[line.as_bytes()])));
        let draft = Draft {
            at: record.at,
            epoch: record.epoch,
            by: record.by.clone(),
            key,
            salt: record.salt.clone(),
            entry: record.entry.clone(),
        };
        let Ok(mut step) = book.propose(draft) else { continue };
        assert!(step.postings.balance(), "{line}");
        let read: books::Record =
            serde_json::from_str(&step.line).expect("a line that was written can be read");
        assert_eq!(read, step.record);
        book.accept(&mut step);
    }
}

/// A script, played in every game and rendered: the rendered script must parse to the same thing.
pub fn script(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(script) = Script::parse(text) else { return };
    for game in GameId::ALL.iter().copied() {
        let Ok(played) = script.play(game, &rounds::Settings::standard(game)) else { continue };
        let rendered = played.render();
        let again = Script::parse(&rendered).expect("what was rendered can be read");
        let again = again.play(game, &rounds::Settings::standard(game)).expect("and played");
        assert_eq!(again.render(), rendered, "rendering is stable");
    }
}

/// A TOML submission, judged for the game it names. Judging it twice must give the same result.
pub fn submission(bytes: &[u8]) {
    struct Judge<'a>(&'a rounds::Settings);
    impl Visitor for Judge<'_> {
        type Out = Vec<String>;
        fn visit<G: Game>(self) -> Self::Out {
            let findings = judge::<G>(self.0).err().unwrap_or_default();
            findings.iter().map(|finding| format!("{}: {}", finding.title(), finding.help())).collect()
        }
    }
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(document) = DeTable::parse(text) else { return };
    let mut found = Vec::new();
    crate::flatten("", document.get_ref(), &mut found);
    for crate::Found { places: (value, key), .. } in &found {
        assert!(
            text.get(value.clone()).is_some() && text.get(key.clone()).is_some(),
            "places are in the text"
        );
    }
    let settings = found.into_iter().map(|found| (found.key, found.value)).collect();
    for game in GameId::ALL.iter().copied() {
        assert_eq!(game.visit(Judge(&settings)), game.visit(Judge(&settings)));
    }
}

/// A message on a live connection. Whatever can be parsed must survive a round trip.
pub fn frame(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(said) = serde_json::from_str::<FromClient>(text) {
        let written = serde_json::to_string(&said).expect("it can be written");
        assert_eq!(serde_json::from_str::<FromClient>(&written).expect("and read"), said);
    }
}
