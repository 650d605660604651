use super::*;
use rules::{
    blackjack::{Blackjack, Options},
    kit::cards::Unseen,
    table,
};

fn options(text: &[&str]) -> Options {
    let settings: Vec<(String, String)> = text
        .iter()
        .map(|one| {
            let (key, value) = one.split_once('=').expect("key=value");
            (key.to_owned(), value.to_owned())
        })
        .collect();
    let mut entries = Vec::new();
    for (key, value) in &settings {
        let value = match value.as_str() {
            "true" => rules::Written::Switch(true),
            n if n.parse::<i64>().is_ok() => rules::Written::Number(n.parse().expect("a number")),
            t => rules::Written::Text(t),
        };
        entries.push(rules::Entry { key, value });
    }
    table::options::<Blackjack>(&entries, &mut |v| panic!("{v:?}")).expect("lawful")
}

#[test]
fn first_look() {
    for decks in [1, 8] {
        let options = options(&[
            &format!("decks={decks}"),
            "boxes=6",
            "splits=3",
            "aces-once=true",
            "second-card=face-down",
            "card-reader=true",
            "approvals.card-reader=true",
        ]);
        let unseen = Unseen::decks(decks);
        let pays = Pays::of(&options, &unseen).with_usual_split_21();
        let start = std::time::Instant::now();
        let analysis = Analysis::of(&options, &unseen, &pays).expect("enough");
        let built = start.elapsed();
        let best = analysis.best();
        let chart = analysis.chart();
        println!("{} {}", chart.csv(), analysis.follow(&chart).mean);
        println!("{decks}: {:?} {:?} {:?}", built, start.elapsed(), best.mean);
    }
}
