//! What wagers pay, and the house edge of each, computed once for all tables with the same options.

use crate::{Table, house::fields, words};
use felt::Kind;
use odds::{Fraction, Prepared, Priced, Visitor, Worth, visit};
use rounds::Settings;
use rules::{GameId, Kinds};
use std::{cell::RefCell, collections::HashMap, rc::Rc};

/// A kind of wager: all layout positions with the same odds.
#[derive(Clone, PartialEq, Debug)]
pub struct Price {
    /// The kind, as written in a script.
    pub kind: String,
    /// The first wager of the kind.
    pub wager: String,
    /// The number of layout positions of this kind.
    pub places: usize,
    /// What a winner is paid before any vigorish: `35 to 1`; empty if it depends on decisions.
    pub pays: String,
    /// The exact house edge per unit staked.
    pub edge: Fraction,
    /// The probabilities of winning and losing; `None` if people decide.
    pub chances: Option<[Fraction; 2]>,
    /// The variance of the gain per unit staked; `None` if people decide.
    pub variance: Option<f64>,
}

impl Price {
    /// The display name: `Straight`, `Place 4 10`.
    pub fn name(&self) -> String {
        words::wager(&self.kind)
    }

    /// The house edge in percent: `5.263 %`.
    pub fn percent(&self) -> String {
        format!("{} %", self.edge.percent(3))
    }

    /// The odds at which the wager would be fair: `37 to 1`.
    pub fn true_odds(&self) -> String {
        let Some([wins, loses]) = &self.chances else { return String::new() };
        let ratio = loses.to_f64() / wins.to_f64();
        if !ratio.is_finite() {
            return String::new();
        }
        let text = format!("{ratio:.3}");
        format!("{} to 1", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The prices of a table's wagers; empty if they could not be computed.
pub type Found = Rc<Vec<Price>>;

/// The prices computed so far, by game and options.
#[derive(Default)]
pub struct Prices(RefCell<HashMap<(GameId, Settings), Found>>);

impl Prices {
    /// The wagers of a table with these options; empty if they are not lawful.
    pub fn of(&self, game: GameId, settings: &Settings) -> Found {
        let key = (game, settings.clone());
        if let Some(found) = self.0.borrow().get(&key) {
            return Rc::clone(found);
        }
        let found = Rc::new(find(game, settings));
        self.0.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    /// The wagers of this table.
    pub fn at(&self, table: &Table) -> Found {
        self.of(table.game, &table.settings)
    }

    /// The price of this wager or, if it has moved since it was made, of the first of its kind.
    pub(crate) fn one(found: &[Price], kind: &str, wager: &str) -> Option<Price> {
        let same = found.iter().find(|price| price.wager == wager);
        same.or_else(|| found.iter().find(|price| price.kind == kind)).cloned()
    }
}

fn find(game: GameId, settings: &Settings) -> Vec<Price> {
    let mut prices = visit(game, Solve(settings));
    let entries = settings.entries();
    let Some(felt) = felt::of(game, &entries, &mut |_| ()) else { return Vec::new() };
    for price in &mut prices {
        let on_layout = |area: &&felt::Area| area.kind != Kind::Seat && area.act == price.wager;
        if let Some(area) = felt.areas.iter().find(on_layout)
            && !area.pays.is_empty()
        {
            price.pays.clone_from(&area.pays);
        }
    }
    prices
}

struct Solve<'a>(&'a Settings);

impl Visitor for Solve<'_> {
    type Out = Vec<Price>;
    fn visit<G: Priced>(self) -> Vec<Price> {
        let mut prices: Vec<Price> = Vec::new();
        let Ok(options) = rounds::judge::<G>(self.0) else { return prices };
        let Ok(table) = Prepared::<G>::with_all(options) else { return prices };
        for (wager, worth) in table.worth(None).unwrap_or_default() {
            let (edge, pays, chances, variance) = match worth {
                Worth::Exact { results, .. } => {
                    let chances = [results.wins(), results.loses()];
                    (results.edge(), results.pays(), Some(chances), Some(results.variance().to_f64()))
                }
                Worth::Edge { edge, pays } => (edge, pays.to_owned(), None, None),
            };
            let kind = wager.kind().to_owned();
            match prices.iter_mut().find(|p| p.kind == kind && p.edge == edge && p.pays == pays) {
                Some(same) => same.places += 1,
                None => {
                    let wager = wager.to_string();
                    prices.push(Price { kind, wager, places: 1, pays, edge, chances, variance });
                }
            }
        }
        prices
    }
}

/// What winners are paid, by wager, or by hand where the hand decides.
pub(crate) fn payouts(table: &Table, found: &[Price]) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    let is_odds = |price: &&Price| price.pays.contains(" to ");
    for price in found.iter().filter(is_odds) {
        let row = (price.name(), price.pays.clone());
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    if matches!(
        table.game,
        GameId::RedDog | GameId::CaribbeanStud | GameId::DoubleDownStud | GameId::LetItRide
    ) {
        for field in fields(table.game) {
            let Some(hand) = field.key.strip_prefix("odds.") else { continue };
            rows.extend(table.holds(field).value().map(|odds| (words::wager(hand), words::said(odds))));
        }
    }
    rows
}

/// How a wager's edge changes from one table to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The kind of wager.
    pub wager: String,
    /// The previous house edge in percent; `None` if the wager was not offered.
    pub was: Option<String>,
    /// The new house edge in percent; `None` if the wager is no longer offered.
    pub becomes: Option<String>,
    /// Both edges per unit staked, exactly.
    pub exact: [Option<String>; 2],
}

/// Every wager whose edge or payout changes, and the number of wagers that stay the same.
pub fn compare(before: &[Price], after: &[Price]) -> (Vec<Change>, usize) {
    let mut changes = Vec::new();
    let mut same = 0;
    let key = |price: &Price| (price.kind.clone(), price.wager.clone());
    for price in after {
        match before.iter().find(|was| key(was) == key(price)) {
            Some(was) if was.edge == price.edge => same += 1,
            was => changes.push(Change {
                wager: price.wager.clone(),
                was: was.map(Price::percent),
                becomes: Some(price.percent()),
                exact: [was.map(|was| was.edge.to_string()), Some(price.edge.to_string())],
            }),
        }
    }
    for was in before.iter().filter(|was| after.iter().all(|price| key(price) != key(was))) {
        let exact = [Some(was.edge.to_string()), None];
        changes.push(Change { wager: was.wager.clone(), was: Some(was.percent()), becomes: None, exact });
    }
    (changes, same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roulette_pays_what_the_layout_says() {
        let settings = Settings::read("wheel=double-zero zero=half").expect("settings");
        let prices = Prices::default();
        let found = prices.of(GameId::Roulette, &settings);
        let straight = found.iter().find(|price| price.kind == "straight").expect("offered");
        let shown = (straight.pays.as_str(), straight.percent(), straight.true_odds(), straight.places);
        assert_eq!(shown, ("35 to 1", "5.263 %".to_owned(), "37 to 1".to_owned(), 38));
        assert!(Rc::ptr_eq(&found, &prices.of(GameId::Roulette, &settings)));
        let all =
            prices.of(GameId::Roulette, &Settings::read("wheel=double-zero zero=all").expect("settings"));
        let (changes, same) = compare(&found, &all);
        assert_eq!(changes.len(), 6, "{changes:?}");
        assert!(same > 0 && changes.iter().all(|c| c.was.as_deref() == Some("2.632 %")));
    }
}
