//! Exact odds compared with outside figures: `published/<game>.tsv`, one wager per line with its source.

use odds::{Fraction, Offered, Prepared, Priced, Visitor, exact, offered_as, stake_for, visit};
use rounds::Settings;
use rules::{Game, GameId, Vocabulary, games};
use std::{collections::BTreeMap, fs, path::Path};

struct Check<'a> {
    options: &'a str,
    wager: &'a str,
}

/// Wins and edge.
impl Visitor for Check<'_> {
    type Out = (String, String);
    fn visit<G: Priced>(self) -> Self::Out {
        let options = options::<G>(self.options);
        let wager = G::Wager::read(self.wager).unwrap_or_else(|| panic!("{}: no such wager", self.wager));
        let all = G::offered(options);
        let on = all.iter().find(|o| o.wager == wager).copied();
        let on =
            &on.or(offered_as::<G>(options, wager).ok()).unwrap_or_else(|| panic!("{wager}: not offered"));
        let found = exact::<G>(options, None, on, stake_for(on, G::STAKE)).expect("solvable");
        (found.wins().to_string(), found.edge().to_string())
    }
}

/// What patrons do who have a choice.
struct Method;

impl Visitor for Method {
    type Out = &'static str;
    fn visit<G: Priced>(self) -> &'static str {
        G::METHOD
    }
}

fn options<G: Game>(text: &str) -> G::Options {
    let settings = settings(text);
    games::options::<G>(&settings.entries(), &mut |v| panic!("{}: {}", v.key, v.breach)).expect("lawful")
}

fn settings(text: &str) -> Settings {
    rounds::Settings::read(text).expect("key=value")
}

#[test]
fn exact_odds_are_the_published_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published");
    for &game in GameId::ALL.iter().filter(|game| visit(**game, Method).is_empty()) {
        let text = fs::read_to_string(folder.join(game.name()).with_extension("tsv"))
            .expect("a table for each game");
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(!rows.is_empty(), "{}", game.name());
        for row in rows {
            let [options, wager, wins, edge, _source] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}: five columns");
            };
            let found = visit(game, Check { options, wager });
            assert_eq!((found.0.as_str(), found.1.as_str()), (wins, edge), "{}: {row}", game.name());
        }
    }
}

/// Wagers of one kind have the same results on every wheel, so that one row of the odds table can represent all
/// of them.
#[test]
fn wagers_of_one_kind_are_worth_the_same() {
    struct Kinds(&'static str);
    impl Visitor for Kinds {
        type Out = ();
        fn visit<G: Priced>(self) {
            let options = options::<G>(self.0);
            let mut kinds: BTreeMap<&str, BTreeMap<Fraction, Fraction>> = BTreeMap::new();
            let staked = |on: Offered<G::Wager>| (on, stake_for(&on, G::STAKE));
            let all = G::offered(options).into_iter().map(staked).collect();
            let table = Prepared::<G>::of(options, all).expect("ready");
            for ((on, _), results) in table.bets().iter().zip(table.exact(None)) {
                let nets = results.expect("solvable").nets();
                assert_eq!(nets.values().cloned().sum::<Fraction>(), Fraction::ONE);
                assert_eq!(kinds.entry(on.kind()).or_insert_with(|| nets.clone()), &nets, "{}", on.wager);
            }
        }
    }
    let optional =
        "five-adjacent=true layout.wheel-replica=true seven-numbers=true layout.seven-numbers=true";
    for wheel in ["double-zero zero=half", "double-zero zero=all", "single-zero", "double-zero-as-single"] {
        visit(GameId::Roulette, Kinds(Box::leak(format!("wheel={wheel} {optional}").into_boxed_str())));
    }
    visit(GameId::BigSix, Kinds("clapper=passed"));
    visit(GameId::SicBo, Kinds("paytable=australia two-of-a-kind=exactly-two"));
    visit(GameId::Keno, Kinds("rates.15=\"15=1000\""));
    visit(GameId::Craps, Kinds("limits.payable=1 layout.horn-high=true"));
}
