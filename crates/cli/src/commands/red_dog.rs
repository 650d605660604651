//! `ch47 odds` for red dog: the value of a raise on each spread, and of the original wager with the best
//! rule.

use super::odds::{USUAL_STAKE, brief, unsolved, wanted_stake};
use crate::{
    args::Odds,
    failure::Failure,
    json::{self, RaiseRuleJson, RedDogJson, SpreadJson, SpreadOfGains, TwoCardsJson},
    load::{self, Chosen},
    screen::{self, DIM, paint},
};
use odds::{
    Fraction, Unsolved,
    red_dog::{TwoCards, results, spreads, two_cards},
};
use rules::{
    Game, GameId, Money,
    kit::cards::Unseen,
    red_dog::{Options, Pair, RedDog},
};

pub fn run(table: &Chosen<RedDog>, args: &Odds, as_json: bool) -> Result<(), Failure> {
    let options = table.options;
    let unseen = args.seen.as_deref().map(|path| load::seen(table, path)).transpose()?;
    let cards = unseen.unwrap_or(Unseen::decks(options.decks()));
    let stake = wanted_stake(args.stake.as_deref())?.unwrap_or(USUAL_STAKE);
    let all = spreads(options, &cards, stake).map_err(unsolved)?;
    let pairs = two_cards(options, &cards, stake).map_err(unsolved)?;
    let rules = [
        rule("best", &options, &cards, stake, &pairs, |two| two.gain > Fraction::ZERO),
        rule("never", &options, &cards, stake, &pairs, |_| false),
        rule("always", &options, &cards, stake, &pairs, |_| true),
    ];
    let rules = rules.into_iter().collect::<Result<Vec<_>, _>>().map_err(unsolved)?;
    let spreads = all.iter().map(|spread| SpreadJson {
        spread: spread.spread,
        pays: options.odds(Pair::Spread(spread.spread)).to_string(),
        chance: spread.chance.to_string(),
        wins: spread.wins.to_string(),
        gain: spread.gain.to_string(),
        gain_percent: spread.gain.percent(3),
        best: best(&pairs, spread.spread).to_owned(),
    });
    if as_json {
        return screen::show(&json::render(&RedDogJson {
            game: RedDog::NAME.to_owned(),
            options: table.told(),
            readings: json::read(GameId::RedDog, &table.readings),
            unseen: unseen.map(|unseen| unseen.total()),
            stake: stake.as_cents(),
            spreads: spreads.collect(),
            two_cards: pairs.iter().map(two_cards_json).collect(),
            rules,
        })?);
    }
    let rows = all.iter().map(|s| {
        let pays = options.odds(Pair::Spread(s.spread)).to_string();
        vec![
            s.spread.to_string(),
            pays,
            brief(&s.chance),
            brief(&s.wins),
            s.gain.percent(3),
            best(&pairs, s.spread).to_owned(),
        ]
    });
    let mut text = table.headline();
    if let Some(unseen) = unseen {
        text += &paint(DIM, format!("{} cards of the shoe are unseen\n", unseen.total()));
    }
    let header = ["spread", "pays", "comes", "wins", "a raise gains %", "best"];
    text += &screen::table(&header, &[0, 1, 2, 3, 4], rows.collect());
    text += &by_the_cards(&pairs);
    let rows = rules.iter().map(|rule| {
        let [deviation, of_outlay] =
            [rule.standard_deviation, rule.spread.deviation_of_outlay].map(|figure| format!("{figure:.4}"));
        let (edge, risk) = (rule.edge_percent.clone(), rule.risk_percent.clone());
        vec![rule.raise.clone(), edge, risk, deviation, of_outlay]
    });
    let header = ["raise", "house edge %", "element of risk %", "std dev", "of all staked"];
    text += &screen::table(&header, &[1, 2, 3, 4], rows.collect());
    let note = "exact, per unit of the original wager; element of risk and the last column: per unit staked in all\n";
    screen::show(&(text + &paint(DIM, note) + &table.rests_on()))
}

/// What the best rule does with a spread: the same for all cards, or depending on the cards.
fn best(pairs: &[TwoCards], spread: u8) -> &'static str {
    let mut raises = pairs.iter().filter(|two| two.spread == spread).map(|two| two.gain > Fraction::ZERO);
    let Some(first) = raises.next() else { return "stand" };
    match raises.all(|other| other == first) {
        true if first => "raise",
        true => "stand",
        false => "by the cards",
    }
}

/// Where it depends on the cards: between which of them to raise.
fn by_the_cards(pairs: &[TwoCards]) -> String {
    let mixed = (1..=11).filter(|&spread| best(pairs, spread) == "by the cards");
    let line = |spread: u8| {
        let raised = pairs.iter().filter(|two| two.spread == spread && two.gain > Fraction::ZERO);
        let names: Vec<String> =
            raised.map(|two| format!("{}-{}", letter(two.low), letter(two.high))).collect();
        format!("on a spread of {spread} raise between {}\n", names.join(", "))
    };
    mixed.map(line).collect()
}

fn letter(value: u8) -> char {
    char::from(b"23456789TJQKA"[usize::from(value) - 2])
}

fn two_cards_json(two: &TwoCards) -> TwoCardsJson {
    TwoCardsJson {
        low: letter(two.low).to_string(),
        high: letter(two.high).to_string(),
        spread: two.spread,
        chance: two.chance.to_string(),
        wins: two.wins.to_string(),
        gain: two.gain.to_string(),
        raise: two.gain > Fraction::ZERO,
    }
}

fn rule(
    name: &str,
    options: &Options,
    cards: &Unseen,
    stake: Money,
    pairs: &[TwoCards],
    raise: impl Fn(&TwoCards) -> bool,
) -> Result<RaiseRuleJson, Unsolved> {
    let raised = |low, high| pairs.iter().any(|two| (two.low, two.high) == (low, high) && raise(two));
    let results = results(*options, cards, stake, raised)?;
    let raises: Fraction = pairs.iter().filter(|two| raise(two)).map(|two| two.chance.clone()).sum();
    let outlay = Fraction::ONE + raises.clone();
    let risk = &results.edge() / &outlay;
    Ok(RaiseRuleJson {
        raise: name.to_owned(),
        raises: raises.to_string(),
        edge: results.edge().to_string(),
        edge_percent: results.edge().percent(3),
        risk: risk.to_string(),
        risk_percent: risk.percent(3),
        standard_deviation: results.deviation(),
        spread: SpreadOfGains::of(&results, &outlay),
    })
}
