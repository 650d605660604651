//! `ch47 odds --together`: the combined result of several wagers. `--totals`: the joint distribution of
//! totals and numbers of cards.

use super::odds::{brief, table, unsolved};
use crate::{
    args::Odds,
    failure::Failure,
    json::{self, EndJson, PartJson, TogetherJson, TotalJson, TotalsJson},
    load::{self, Chosen},
    screen::{self, DIM, paint},
};
use odds::{
    Fraction, Priced, Unsolved, Visitor,
    baccarat::Coups,
    decks,
    together::{Joint, read},
    visit, worth_together,
};
use rules::{GameId, Money, kit::cards::Unseen};
use std::collections::BTreeMap;

/// The number of outcomes shown to people; the JSON has all.
const SHOWN: usize = 40;

pub struct Together<'a> {
    pub args: &'a Odds,
    pub as_json: bool,
}

impl Visitor for Together<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Priced>(self) -> Self::Out {
        let Together { args, as_json } = self;
        let written = args.together.as_deref().unwrap_or_default();
        let chosen = table::<G>(args)?;
        let unseen = args.seen.as_deref().map(|path| load::seen::<G>(&chosen, path)).transpose()?;
        let parts = read::<G>(written, &G::offered(chosen.options))
            .map_err(|e| Failure::fault(format!("--together: {e}")))?;
        let names: Vec<&str> = written.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let joint =
            worth_together::<G>(chosen.options, &parts, unseen.as_ref()).map_err(|why| match why {
                Unsolved::NeverMade { part } => {
                    let name = names.get(part).copied().unwrap_or_default();
                    Failure::refused(format!("`{name}` is never taken: what it needs is not in the set"))
                }
                why => unsolved(why),
            })?;
        let wagers = names.iter().zip(&parts).zip(joint.made()).map(|((name, part), made)| PartJson {
            wager: name.rsplit_once(char::is_whitespace).map_or(*name, |(wager, _)| wager).trim().to_owned(),
            stake: part.stake.as_cents(),
            made: made.to_string(),
        });
        let found = Found { wagers: wagers.collect(), unseen: unseen.map(|unseen| unseen.total()), joint };
        if as_json {
            return found.json(&chosen);
        }
        screen::show(&(chosen.headline() + &found.text() + &chosen.rests_on()))
    }
}

struct Found {
    wagers: Vec<PartJson>,
    unseen: Option<u16>,
    joint: Joint,
}

impl Found {
    /// The amount staked in any case, and the average amount staked, in cents.
    fn units(&self) -> [Fraction; 2] {
        [Fraction::from(self.joint.least_staked().as_cents()), self.joint.outlay()]
    }

    fn json<G: Priced>(self, chosen: &Chosen<G>) -> Result<(), Failure> {
        let [edge, edge_of_outlay] = self.units().map(|unit| &-self.joint.mean() / &unit);
        let game = GameId::find(G::NAME).expect("every game has its name");
        let end = |(end, chance): (&odds::together::End, &Fraction)| EndJson {
            net: end.net.as_cents(),
            staked: end.staked.as_cents(),
            chance: chance.to_string(),
        };
        let joint = &self.joint;
        screen::show(&json::render(&TogetherJson {
            game: G::NAME.to_owned(),
            options: chosen.told(),
            readings: json::read(game, &chosen.readings),
            unseen: self.unseen,
            first_stake: joint.least_staked().as_cents(),
            outlay: joint.outlay().to_string(),
            mean: joint.mean().to_string(),
            variance: joint.variance().to_string(),
            standard_deviation: joint.variance().to_f64().sqrt(),
            edge: edge.to_string(),
            edge_percent: edge.percent(3),
            edge_of_outlay: edge_of_outlay.to_string(),
            edge_of_outlay_percent: edge_of_outlay.percent(3),
            wins: joint.wins().to_string(),
            loses: joint.loses().to_string(),
            combinations: joint.deals().map(|deals| deals.to_string()),
            results: joint.ends().map(end).collect(),
            wagers: self.wagers,
        })?)
    }

    fn text(&self) -> String {
        let joint = &self.joint;
        let rows = self.wagers.iter().map(|part| {
            let made = Fraction::read(&part.made).map_or_else(String::new, |made| brief(&made));
            vec![part.wager.clone(), Money::cents(part.stake).to_string(), made]
        });
        let mut text = screen::table(&["wager", "stake", "made"], &[1, 2], rows.collect());
        let deviation = joint.variance().to_f64().sqrt();
        let names = ["the first stake", "all that is staked"];
        let rows = names.into_iter().zip(self.units()).map(|(name, unit)| {
            let edge = &-joint.mean() / &unit;
            vec![
                name.to_owned(),
                (&unit / &Fraction::from(100)).decimal(2),
                edge.percent(3),
                format!("{:.4}", deviation / unit.to_f64()),
            ]
        });
        text +=
            &screen::table(&["per unit of", "amount", "house edge %", "std dev"], &[1, 2, 3], rows.collect());
        let rows = joint.ends().take(SHOWN).map(|(end, chance)| {
            vec![end.net.to_string(), end.staked.to_string(), brief(chance), chance.percent(4)]
        });
        text += &screen::table(&["gain", "staked", "chance", "%"], &[0, 1, 2, 3], rows.collect());
        let more = joint.ends().count().saturating_sub(SHOWN);
        if more > 0 {
            text += &paint(DIM, format!("{more} more ends; --json has all\n"));
        }
        let mean = &joint.mean() / &Fraction::from(100);
        let note = format!(
            "exact; {} gained on average, standard deviation {:.2}; over when nothing of the set lies on the layout\n",
            mean.decimal(4),
            deviation / 100.0
        );
        text + &paint(DIM, note)
    }
}

/// The joint distribution of both hands' totals.
pub fn totals(game: GameId, args: &Odds, as_json: bool) -> Result<(), Failure> {
    match game {
        GameId::PuntoBanco | GameId::Minibaccarat => visit(game, Totals { args, as_json }),
        _ => Err(Failure::fault(format!(
            "--totals is for punto-banco and minibaccarat, not for {}",
            game.name()
        ))),
    }
}

struct Totals<'a> {
    args: &'a Odds,
    as_json: bool,
}

impl Visitor for Totals<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Priced>(self) -> Self::Out {
        let Totals { args, as_json } = self;
        let chosen = table::<G>(args)?;
        let seen = args.seen.as_deref().map(|path| load::seen::<G>(&chosen, path)).transpose()?;
        let unseen = match seen {
            Some(unseen) => unseen,
            None => Unseen::decks(decks::<G>(&chosen.options).map_err(unsolved)?),
        };
        let coups = Coups::of(&unseen).map_err(unsolved)?;
        // The total of each hand, and the number of its cards.
        let mut all: BTreeMap<[(u8, u8); 2], u128> = BTreeMap::new();
        for (coup, ways) in coups.iter() {
            let hands = [coup.player, coup.banker];
            let ends = hands.map(|hand| (hand.count(), 2 + u8::from(hand.third().is_some())));
            *all.entry(ends).or_default() += ways;
        }
        let chance = |ways: u128| Fraction::ratio(ways, coups.deals());
        let seen = seen.map(|unseen| unseen.total());
        if as_json {
            let total = |(&[player, banker], &ways): (&[(u8, u8); 2], &u128)| TotalJson {
                player: player.0,
                banker: banker.0,
                player_cards: player.1,
                banker_cards: banker.1,
                combinations: ways.to_string(),
                chance: chance(ways).to_string(),
            };
            let game = GameId::find(G::NAME).expect("every game has its name");
            return screen::show(&json::render(&TotalsJson {
                game: G::NAME.to_owned(),
                options: chosen.told(),
                readings: json::read(game, &chosen.readings),
                unseen: seen,
                combinations: coups.deals().to_string(),
                totals: all.iter().map(total).collect(),
            })?);
        }
        let sum = |of: &dyn Fn(u8, u8, [u8; 2]) -> bool| {
            let some =
                all.iter().filter(|([player, banker], _)| of(player.0, banker.0, [player.1, banker.1]));
            chance(some.map(|(_, ways)| ways).sum()).percent(3)
        };
        let rows = (0..10).map(|player| {
            let cells = (0..10).map(|banker| sum(&|one, other, _| (one, other) == (player, banker)));
            let all = sum(&|one, _, _| one == player);
            [player.to_string()].into_iter().chain(cells).chain([all]).collect()
        });
        let header: Vec<String> = (0..10).map(|banker: u8| banker.to_string()).collect();
        let mut names = vec!["Player's Hand"];
        names.extend(header.iter().map(String::as_str));
        names.push("all");
        let right: Vec<usize> = (0..12).collect();
        let mut text = chosen.headline() + &screen::table(&names, &right, rows.collect());
        type Of = fn(u8, u8) -> bool;
        let results: [(&str, Of); 4] = [
            ("Player's Hand wins", |player, banker| player > banker),
            ("Banker's Hand wins", |player, banker| player < banker),
            ("tie", |player, banker| player == banker),
            ("all", |_, _| true),
        ];
        let rows = results.into_iter().map(|(name, of)| {
            let cells = [[2, 2], [2, 3], [3, 2], [3, 3]].map(|n| sum(&|p, b, cards| cards == n && of(p, b)));
            [name.to_owned()].into_iter().chain(cells).chain([sum(&|p, b, _| of(p, b))]).collect()
        });
        let header = ["cards of Player and Banker", "2 and 2", "2 and 3", "3 and 2", "3 and 3", "all"];
        text += &screen::table(&header, &[1, 2, 3, 4, 5], rows.collect());
        let deals = coups.deals();
        text += &paint(
            DIM,
            format!(
                "percent of {deals} equally likely deals; columns: the Banker's Hand; --json has every count\n"
            ),
        );
        screen::show(&(text + &chosen.rests_on()))
    }
}
