//! `ch47 odds` for chemin de fer: the value of each pair of strategies, and the equilibria.

use super::odds::{USUAL_STAKE, brief, wanted_stake};
use crate::{
    args::Odds,
    failure::Failure,
    json::{self, ByCardsEquilibriumJson, ByCardsJson, CheminJson, EquilibriumJson, StrategiesJson},
    load::{self, Chosen},
    screen::{self, DIM, paint},
};
use odds::{
    Fraction,
    baccarat::Values,
    chemin::{self, Banker, ByCards, ByCardsEquilibrium, Chemin, TABLES},
    decks,
};
use rules::{Game, GameId, Money, chemin_de_fer::CheminDeFer, kit::cards::Unseen};

pub fn run(table: &Chosen<CheminDeFer>, args: &Odds, as_json: bool) -> Result<(), Failure> {
    let unseen = args.seen.as_deref().map(|path| load::seen(table, path)).transpose()?;
    let decks = decks::<CheminDeFer>(&table.options).map_err(Failure::fault)?;
    let values = Values::of(&unseen.unwrap_or(Unseen::decks(decks)));
    let game = Chemin::of(values, &TABLES, Banker::Count).map_err(Failure::fault)?;
    let stake = wanted_stake(args.stake.as_deref())?.unwrap_or(USUAL_STAKE);
    if stake <= Money::ZERO {
        return Err(Failure::fault(format!("--stake {stake}: nothing can be won with it")));
    }
    let vigorish = chemin::vigorish(&table.options, stake);
    let pairs: Vec<StrategiesJson> = strategies(game.cells().len())
        .map(|(player, banker)| {
            let (player_gain, banker_gain) = game.gains(
                &chance(player),
                &banker.iter().copied().map(chance).collect::<Vec<_>>(),
                &vigorish,
            );
            StrategiesJson {
                player,
                banker,
                player_gain: player_gain.to_string(),
                player_gain_percent: player_gain.percent(4),
                banker_gain: banker_gain.to_string(),
                banker_gain_percent: banker_gain.percent(4),
            }
        })
        .collect();
    let cells: Vec<String> = game.cells().iter().map(ToString::to_string).collect();
    let equilibria = game.equilibria(&vigorish);
    let by_cards = ByCards::of(values).map_err(Failure::fault)?;
    if as_json {
        return screen::show(&json::render(&CheminJson {
            game: CheminDeFer::NAME.to_owned(),
            options: table.told(),
            readings: json::read(GameId::CheminDeFer, &table.readings),
            unseen: unseen.map(|unseen| unseen.total()),
            vigorish: vigorish.to_string(),
            cells,
            strategies: pairs,
            equilibria: equilibria
                .iter()
                .map(|one| EquilibriumJson {
                    player: one.player.to_string(),
                    banker: one.banker.iter().map(ToString::to_string).collect(),
                    player_gain: one.player_gain.to_string(),
                    player_gain_percent: one.player_gain.percent(4),
                    banker_gain: one.banker_gain.to_string(),
                    banker_gain_percent: one.banker_gain.percent(4),
                })
                .collect(),
            by_cards: by_cards_json(&by_cards, &vigorish),
        })?);
    }
    let mut header = vec!["Player on 5"];
    let banker: Vec<String> = cells.iter().map(|cell| format!("Banker, {cell}")).collect();
    header.extend(banker.iter().map(String::as_str));
    header.extend(["Player gains %", "Banker gains %"]);
    let word = |draws: bool| if draws { "draws" } else { "stays" }.to_owned();
    let rows = pairs.into_iter().map(|pair| {
        let mut row = vec![word(pair.player)];
        row.extend(pair.banker.into_iter().map(word));
        row.extend([pair.player_gain_percent, pair.banker_gain_percent]);
        row
    });
    let right = [header.len() - 2, header.len() - 1];
    let mut text = table.headline();
    if let Some(unseen) = unseen {
        text += &paint(DIM, format!("{} cards of the shoe are unseen\n", unseen.total()));
    }
    text += &screen::table(&header, &right, rows.collect());
    for one in &equilibria {
        text += &format!("In equilibrium the Player draws on 5 with chance {}", brief(&one.player));
        for (cell, draws) in cells.iter().zip(&one.banker) {
            text += &format!(", the Banker on {cell} with chance {}", brief(draws));
        }
        let (player, banker) = (one.player_gain.percent(4), one.banker_gain.percent(4));
        text += &format!(".\nThe Player gains {player} % of the stake, the Banker {banker} %.\n");
    }
    text += &by_cards_text(&by_cards, &vigorish);
    let note = format!(
        "exact, per unit staked; of {stake} won the Banker pays vigorish of {} %\n",
        vigorish.percent(4)
    );
    screen::show(&(text + &paint(DIM, note) + &table.rests_on()))
}

fn by_cards_json(game: &ByCards, vigorish: &Fraction) -> ByCardsJson {
    let one = |found: ByCardsEquilibrium| ByCardsEquilibriumJson {
        player_gain: found.player_gain.to_string(),
        player_gain_percent: found.player_gain.percent(4),
        banker_gain: found.banker_gain.to_string(),
        banker_gain_percent: found.banker_gain.percent(4),
        player: found.player.iter().map(ToString::to_string).collect(),
        banker: found.banker.iter().map(ToString::to_string).collect(),
    };
    ByCardsJson {
        hands: game.hands().to_vec(),
        cells: game.cells().iter().map(ToString::to_string).collect(),
        equilibria: game.equilibria(vigorish).into_iter().map(one).collect(),
    }
}

/// What both do if they decide by their two cards, as differences from always drawing.
fn by_cards_text(game: &ByCards, vigorish: &Fraction) -> String {
    let hands: Vec<String> = game.hands().iter().map(|[one, other]| format!("{one} {other}")).collect();
    let cells: Vec<String> = game.cells().iter().map(ToString::to_string).collect();
    let told = |found: ByCardsEquilibrium| {
        format!(
            "If both go by their two cards, the Player {}, and the Banker {}:\nthe Player gains {} % of the stake, the Banker {} %.\n",
            draws(&hands, &found.player),
            draws(&cells, &found.banker),
            found.player_gain.percent(4),
            found.banker_gain.percent(4)
        )
    };
    game.equilibria(vigorish).into_iter().map(told).collect()
}

/// Written as "always draws" or "always draws, but never on 1 4, on 2 3 with chance 1/2".
fn draws(places: &[String], chances: &[Fraction]) -> String {
    let seldom = places.iter().zip(chances).filter(|(_, chance)| **chance < Fraction::ONE);
    let told = |(place, chance): (&String, &Fraction)| match *chance == Fraction::ZERO {
        true => format!("never on {place}"),
        false => format!("on {place} with chance {}", brief(chance)),
    };
    match seldom.map(told).collect::<Vec<_>>() {
        some if some.is_empty() => "always draws".to_owned(),
        some => format!("always draws, but {}", some.join(", ")),
    }
}

fn chance(draws: bool) -> Fraction {
    if draws { Fraction::ONE } else { Fraction::ZERO }
}

/// Every pair of pure strategies: whether the Player draws on five, and whether the Banker draws in each cell.
fn strategies(cells: usize) -> impl Iterator<Item = (bool, Vec<bool>)> {
    let bankers =
        move || (0..1_u32 << cells).map(move |bits| (0..cells).map(|cell| bits >> cell & 1 == 1).collect());
    [false, true].into_iter().flat_map(move |player| bankers().map(move |banker| (player, banker)))
}
