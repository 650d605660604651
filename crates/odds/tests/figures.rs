//! Published figures, rounded as they were published: `published/figures.tsv`.

use odds::{
    Fraction, Priced, Results, Visitor,
    baccarat::Coups,
    blackjack::{Analysis, DealerEnds, Decision},
    community::{Worth, counted},
    exact, red_dog, stake_for, stud,
    together::{Joint, read},
    visit, worth_together,
};
use rounds::Settings;
use rules::{
    Chosen, Game, GameId, Money, Readings, Vocabulary,
    blackjack::Blackjack,
    caribbean_stud::CaribbeanStud,
    games,
    hands::baccarat::Winner,
    kit::cards::{Card, Unseen},
    let_it_ride::LetItRide,
    red_dog::RedDog,
};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, Mutex, OnceLock},
};

/// What a figure is here.
enum Found {
    Exact(Fraction),
    /// A root, which is not a fraction.
    Near(f64),
}

impl Found {
    /// Formatted as it was published: with a percent sign, as a count with commas, or as a decimal.
    fn written_as(&self, published: &str) -> String {
        let digits = |text: &str| text.split_once('.').map_or(0, |(_, part)| part.len());
        match (self, published.strip_suffix(" %")) {
            (Found::Exact(value), Some(percent)) => format!("{} %", value.percent(digits(percent))),
            (Found::Exact(value), None) if published.contains(',') => commas(&value.to_string()),
            (Found::Exact(value), None) => value.decimal(digits(published)),
            (Found::Near(value), _) => format!("{value:.*}", digits(published)),
        }
    }
}

fn commas(digits: &str) -> String {
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).expect("digits")).collect();
    groups.join(",")
}

/// The usual options of a game with these changes, including other readings if any are listed.
fn options<G: Priced>(text: &str) -> G::Options {
    let game = GameId::find(G::NAME).expect("a game");
    let (readings, words): (Vec<&str>, Vec<&str>) =
        text.split(' ').partition(|word| word.starts_with("reading."));
    let text = words.join(" ");
    let settings = Settings::standard(game).with(Settings::read(&text).expect("key=value"));
    let lawful = games::options::<G>(&settings.entries(), &mut |_| ());
    let alone = || {
        let own = Settings::read(&text).expect("key=value");
        games::options::<G>(&own.entries(), &mut |v| panic!("{}: {}", v.key, v.breach))
    };
    let read = readings.iter().fold(Readings::DECIDED, |all, word| {
        let (id, choice) = word.trim_start_matches("reading.").split_once('=').expect("a reading");
        all.with(id, choice.parse().expect("a number")).expect("a choice of a switch")
    });
    lawful.or_else(alone).expect("lawful").under(read)
}

/// A wager or a set of wagers at a table.
struct At<'a> {
    options: &'a str,
    on: &'a str,
    figure: &'a str,
}

impl Visitor for At<'_> {
    type Out = Found;
    fn visit<G: Priced>(self) -> Found {
        let options = options::<G>(self.options);
        let all = G::offered(options);
        if let Some(set) = self.on.strip_prefix("set ") {
            let parts = read::<G>(set, &all).unwrap_or_else(|e| panic!("{e}"));
            let joint = worth_together::<G>(options, &parts, None).unwrap_or_else(|e| panic!("{set}: {e}"));
            return of_set(&joint, self.figure);
        }
        let name = self.on.strip_prefix("wager ").unwrap_or_else(|| panic!("{}", self.on));
        let wager = G::Wager::read(name).unwrap_or_else(|| panic!("{name}: no such wager"));
        let on = all.iter().find(|o| o.wager == wager).unwrap_or_else(|| panic!("{name}: not offered"));
        let results = exact::<G>(options, None, on, stake_for(on, Money::dollars(100))).expect("solvable");
        of_results(&results, self.figure)
    }
}

fn of_results(results: &Results, figure: &str) -> Found {
    let gain = |text: &str| Fraction::read(text).unwrap_or_else(|| panic!("{text}: a gain"));
    Found::Exact(match figure.split_once(' ') {
        Some(("deals", net)) => {
            let counted = results.combinations().expect("counted");
            Fraction::ratio(counted.nets.get(&gain(net)).copied().unwrap_or(0), 1)
        }
        Some(("chance", net)) => results.nets().get(&gain(net)).cloned().unwrap_or_default(),
        _ => match figure {
            "edge" => results.edge(),
            "wins" => results.wins(),
            "loses" => results.loses(),
            "deviation" => return Found::Near(results.deviation()),
            _ => panic!("{figure}: no such figure of a wager"),
        },
    })
}

fn of_set(joint: &Joint, figure: &str) -> Found {
    match figure {
        "edge of outlay" => Found::Exact(-joint.mean() / joint.outlay()),
        "deviation of first" => {
            let first = Fraction::from(joint.least_staked().as_cents());
            Found::Near(joint.variance().to_f64().sqrt() / first.to_f64())
        }
        _ => panic!("{figure}: no such figure of a set"),
    }
}

/// How a coup ends if the Player's first two cards have this count, with eight decks.
fn of_first_two(count: u8, figure: &str) -> Found {
    static COUPS: OnceLock<Coups> = OnceLock::new();
    let coups = COUPS.get_or_init(|| Coups::of(&Unseen::decks(8)).expect("a shoe"));
    let winner = match figure {
        "player" => Winner::Player,
        "banker" => Winner::Banker,
        _ => Winner::Tie,
    };
    let all = coups.count(|coup| coup.player.first_two() == count);
    let some = coups.count(|coup| coup.player.first_two() == count && coup.winner() == winner);
    Found::Exact(Fraction::ratio(some, all))
}

fn of_strategy(settings: &str, name: &str, figure: &str) -> Found {
    static SOLVED: OnceLock<(stud::Payments, stud::Solution)> = OnceLock::new();
    assert!(settings.is_empty(), "solved for the usual options");
    let (payments, solution) = SOLVED.get_or_init(|| {
        let payments = stud::Payments::of(options::<CaribbeanStud>(""), CaribbeanStud::STAKE, None);
        let payments = payments.expect("payments");
        let solution = stud::Solution::of(&payments);
        (payments, solution)
    });
    let strategy = stud::Strategy::ALL.into_iter().find(|s| s.name() == name).expect("a strategy");
    let counts = solution.by(strategy);
    let results = counts.results(payments);
    match figure {
        "risk" => Found::Exact(counts.risk(payments)),
        "antes lost" => Found::Exact(results.edge() * Fraction::ratio(stud::DEALS, 1)),
        _ => of_results(&results, figure),
    }
}

/// What blackjack is analyzed for, once for each table.
struct Table {
    decks: u8,
    decisions: Vec<Decision>,
    ends: Vec<DealerEnds>,
}

/// What the dealer ends with, or the value of a decision on two cards if the dealer has no blackjack.
fn of_blackjack(settings: &str, on: &str, figure: &str) -> Found {
    static TABLES: Mutex<BTreeMap<String, Arc<Table>>> = Mutex::new(BTreeMap::new());
    let known = TABLES.lock().expect("sound").get(settings).cloned();
    let table = known.unwrap_or_else(|| {
        let options = options::<Blackjack>(settings);
        let analysis = Analysis::fresh(options).expect("a full shoe");
        let (decisions, ends) = (analysis.decisions(), analysis.dealer_ends());
        let table = Arc::new(Table { decks: options.decks(), decisions, ends });
        TABLES.lock().expect("sound").insert(settings.to_owned(), Arc::clone(&table));
        table
    });
    let rank = |text: &str| if text == "A" { 1 } else { text.parse::<u8>().expect("a rank") };
    if let Some(up) = on.strip_prefix("dealer ") {
        let one = table.ends.iter().find(|one| one.dealer == [rank(up)]).expect("shown");
        let [seventeen, eighteen, nineteen, twenty, other, over, blackjack] = one.ends;
        return Found::Near(match figure {
            "17" => seventeen,
            "18" => eighteen,
            "19" => nineteen,
            "20" => twenty,
            "21" => other,
            "over" => over,
            "blackjack" => blackjack,
            _ => panic!("{figure}: no end of the dealer's"),
        });
    }
    let words: Vec<&str> = on.split(' ').collect();
    let ["hand", one, other, "against", "A"] = words[..] else { panic!("{on}") };
    let cards = [rank(one), rank(other)];
    let found = table.decisions.iter().find(|found| (found.cards, &found.dealer[..]) == (cards, &[1]));
    let found = found.expect("a hand");
    let worth = found.worths.iter().find(|(choice, _)| choice.name() == figure).expect("a decision").1;
    // One ace and two other cards, none of them tens, are gone.
    let natural = f64::from(table.decks) * 16.0 / (f64::from(table.decks) * 52.0 - 3.0);
    assert!(cards.iter().all(|&rank| rank < 10));
    Found::Near((worth + natural) / (1.0 - natural))
}

fn of_red_dog(settings: &str, on: &str, figure: &str) -> Found {
    let (options, stake) = (options::<RedDog>(settings), Money::dollars(100));
    let unseen = Unseen::decks(options.decks());
    if let Some(spread) = on.strip_prefix("spread ") {
        let all = red_dog::spreads(options, &unseen, stake).expect("spreads");
        let one = all.into_iter().find(|one| one.spread.to_string() == spread).expect("a spread");
        return Found::Exact(if figure == "gain" { one.gain } else { one.wins });
    }
    assert_eq!(on, "rule best");
    let pairs = red_dog::two_cards(options, &unseen, stake).expect("pairs");
    let raise =
        |low, high| pairs.iter().any(|two| (two.low, two.high) == (low, high) && two.gain > Fraction::ZERO);
    of_results(&red_dog::results(options, &unseen, stake, raise).expect("results"), figure)
}

/// What a wager of let it ride gains if it rides on these cards, or how often the first one does.
fn of_let_it_ride(settings: &str, on: &str, figure: &str) -> Found {
    let options = options::<LetItRide>(settings);
    let Some(cards) = on.strip_prefix("cards ") else {
        assert_eq!((on, figure), ("rule best", "first rides"));
        return Found::Exact(Fraction::ratio(counted::<LetItRide>(&options).made[0].into(), 22_100));
    };
    let cards: Vec<Card> = cards.split(' ').map(|card| Card::read(card).expect("a card")).collect();
    let third = rules::let_it_ride::Wager::Third;
    let worth = Worth::<LetItRide>::new(options, third, LetItRide::STAKE).expect("a wager");
    let [withdrawn, ridden] = worth.of(&cards, 0, 0);
    assert_eq!(figure, "rides");
    Found::Exact(ridden - withdrawn)
}

#[test]
fn figures_are_the_published_ones() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published/figures.tsv");
    let text = fs::read_to_string(&path).expect("the figures");
    let (mut games, mut wrong): (BTreeMap<&str, usize>, Vec<String>) = Default::default();
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let [game, options, on, figure, published, source] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: six columns");
        };
        assert!(!source.is_empty(), "{row}: a source");
        let found = match on.split_once(' ') {
            Some(("strategy", name)) => of_strategy(options, name, figure),
            Some(("cards" | "rule", _)) if game == LetItRide::NAME => of_let_it_ride(options, on, figure),
            Some(("rule" | "spread", _)) => of_red_dog(options, on, figure),
            Some(("hand" | "dealer", _)) => of_blackjack(options, on, figure),
            Some(("first", two)) => {
                let count = two.strip_prefix("two ").and_then(|count| count.parse().ok());
                of_first_two(count.expect("a count"), figure)
            }
            _ => visit(GameId::find(game).expect("a game"), At { options, on, figure }),
        };
        let here = found.written_as(published);
        // Zeros at the end are not always printed.
        let is_same = here == published
            || !published.contains(',') && here.trim_end_matches('0') == published.trim_end_matches('0');
        if !is_same {
            wrong.push(format!("{here} and not {row}"));
        }
        *games.entry(game).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
    let has_odds = |game: &GameId| path.with_file_name(game.name()).with_extension("tsv").exists();
    let is_left_out = |game: &&GameId| !games.contains_key(game.name()) && !has_odds(game);
    let without: Vec<_> = GameId::ALL.iter().filter(is_left_out).collect();
    assert!(without.is_empty(), "no figure for {without:?}");
}
