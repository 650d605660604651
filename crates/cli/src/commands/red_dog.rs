//! `ch47 odds` for red dog: what a raise is worth on each spread, and what the original wager is with the best rule.

use super::odds::{USUAL_STAKE, brief, options_json, unsolved, wanted_stake};
use crate::{
    args::Odds,
    failure::Failure,
    json::{self, RaiseRuleJson, RedDogJson, SpreadJson},
    load::{self, Chosen},
    screen::{self, DIM, paint},
};
use odds::{
    Fraction, Unsolved,
    red_dog::{results, spreads},
};
use rounds::entries;
use rules::{
    Game, Money,
    kit::cards::Unseen,
    red_dog::{Options, Pair, RedDog},
    table,
};

pub fn run<G: Game>(table: &Chosen<G>, args: &Odds, as_json: bool) -> Result<(), Failure> {
    let options = table::options::<RedDog>(&entries(&table.settings), &mut |_| ());
    let options = options.ok_or_else(|| Failure::fault(Unsolved::Stuck))?;
    let unseen = args.seen.as_deref().map(|path| load::seen::<G>(table, path)).transpose()?;
    let cards = unseen.unwrap_or(Unseen::decks(options.decks()));
    let stake = wanted_stake(args.stake.as_deref())?.unwrap_or(USUAL_STAKE);
    let all = spreads(options, &cards, stake).map_err(unsolved)?;
    let raised: Vec<u8> = all.iter().filter(|s| s.gain > Fraction::ZERO).map(|s| s.spread).collect();
    let rules = [
        rule("best", &options, &cards, stake, |spread| raised.contains(&spread)),
        rule("never", &options, &cards, stake, |_| false),
        rule("always", &options, &cards, stake, |_| true),
    ];
    let rules = rules.into_iter().collect::<Result<Vec<_>, _>>().map_err(unsolved)?;
    let spreads = all.iter().map(|spread| SpreadJson {
        spread: spread.spread,
        pays: options.odds(Pair::Spread(spread.spread)).to_string(),
        chance: spread.chance.to_string(),
        wins: spread.wins.to_string(),
        gain: spread.gain.to_string(),
        gain_percent: spread.gain.percent(3),
        raise: spread.gain > Fraction::ZERO,
    });
    if as_json {
        return screen::show(&json::render(&RedDogJson {
            game: G::NAME.to_owned(),
            options: options_json(table),
            unseen: unseen.map(|unseen| unseen.total()),
            stake: stake.as_cents(),
            spreads: spreads.collect(),
            rules,
        })?);
    }
    let rows = all.iter().map(|s| {
        let raise = if s.gain > Fraction::ZERO { "raise" } else { "stand" };
        let pays = options.odds(Pair::Spread(s.spread)).to_string();
        vec![
            s.spread.to_string(),
            pays,
            brief(&s.chance),
            brief(&s.wins),
            s.gain.percent(3),
            raise.to_owned(),
        ]
    });
    let mut text = table.headline();
    if let Some(unseen) = unseen {
        text += &paint(DIM, format!("{} cards of the shoe are unseen\n", unseen.total()));
    }
    let header = ["spread", "pays", "comes", "wins", "a raise gains %", "best"];
    text += &screen::table(&header, &[0, 1, 2, 3, 4], rows.collect());
    let rows = rules.iter().map(|rule| {
        let risk = rule.risk_percent.clone();
        vec![rule.raise.clone(), rule.edge_percent.clone(), risk, format!("{:.4}", rule.standard_deviation)]
    });
    text += &screen::table(
        &["raise", "house edge %", "element of risk %", "std dev"],
        &[1, 2, 3],
        rows.collect(),
    );
    let note = "exact, per unit of the original wager; element of risk: per unit staked in all\n";
    screen::show(&(text + &paint(DIM, note)))
}

fn rule(
    name: &str,
    options: &Options,
    cards: &Unseen,
    stake: Money,
    raise: impl Fn(u8) -> bool,
) -> Result<RaiseRuleJson, Unsolved> {
    let results = results(*options, cards, stake, &raise)?;
    let raises: Fraction = spreads(*options, cards, stake)?
        .into_iter()
        .filter(|spread| raise(spread.spread))
        .map(|spread| spread.chance)
        .sum();
    let risk = results.edge() / (Fraction::ONE + raises.clone());
    Ok(RaiseRuleJson {
        raise: name.to_owned(),
        raises: raises.to_string(),
        edge: results.edge().to_string(),
        edge_percent: results.edge().percent(3),
        risk: risk.to_string(),
        risk_percent: risk.percent(3),
        standard_deviation: results.deviation(),
    })
}
