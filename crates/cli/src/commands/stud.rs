//! `ch47 odds` for Caribbean stud: the value of each strategy over all deals, what the best one does with
//! ace-king, and the return of the progressive wager as its meter rises.

use super::odds::{LIMIT, unsolved, wanted_stake};
use crate::{
    args::Odds,
    failure::Failure,
    json::{self, ProgressiveJson, SpreadOfGains, StudChoiceJson, StudHandJson, StudJson, StudStrategyJson},
    load::Chosen,
    screen::{self, DIM, paint},
};
use odds::{
    Fraction, Priced, Unsolved,
    stud::{Cell, DEALS, HANDS, Payments, Progressive, Solution, Strategy, frequencies},
    usual_stake,
};
use rules::{
    Game, GameId, Money,
    caribbean_stud::{CaribbeanStud, Options, Prize, Wager},
    hands::poker::Kind,
};

pub fn run(table: &Chosen<CaribbeanStud>, args: &Odds, as_json: bool) -> Result<(), Failure> {
    if args.seen.is_some() {
        return Err(Failure::fault(Unsolved::NoShoe));
    }
    let options = table.options;
    let usual = || {
        let all = CaribbeanStud::offered(options);
        let ante = all.iter().find(|on| on.wager == Wager::Ante);
        ante.map(|ante| usual_stake::<CaribbeanStud>(&options, ante))
            .ok_or_else(|| unsolved(Unsolved::NoWager))
    };
    let ante = wanted_stake(args.stake.as_deref())?.map_or_else(usual, Ok)?;
    let payments = Payments::of(options, ante, None).map_err(unsolved)?;
    let limit_binds = payments.limit_binds(&options);
    let solution = Solution::of(&payments);
    let progressive = Progressive::of(&options);
    if as_json {
        return screen::show(&json::render(&StudJson {
            game: CaribbeanStud::NAME.to_owned(),
            options: table.told(),
            readings: json::read(GameId::CaribbeanStud, &table.readings),
            ante: ante.as_cents(),
            limit_binds,
            deals: DEALS.to_string(),
            strategies: Strategy::ALL.into_iter().map(|s| strategy(s, &solution, &payments)).collect(),
            hands: hands(&options),
            ace_king: solution.ace_king.iter().map(|(at, cell)| choice(*at, *cell)).collect(),
            progressive: progressive_json(&options, &progressive),
        })?);
    }
    let text = text(ante, &options, &payments, &solution, &progressive);
    screen::show(&(table.headline() + &text + &table.rests_on()))
}

fn strategy(strategy: Strategy, solution: &Solution, payments: &Payments) -> StudStrategyJson {
    let counts = solution.by(strategy);
    let (results, risk) = (counts.results(payments), counts.risk(payments));
    // A bet is twice the ante.
    let outlay = Fraction::ONE + counts.bets() * Fraction::from(2);
    StudStrategyJson {
        name: strategy.name().to_owned(),
        says: strategy.says().to_owned(),
        bets: counts.bets().to_string(),
        bets_percent: counts.bets().percent(3),
        edge: results.edge().to_string(),
        edge_percent: results.edge().percent(3),
        risk: risk.to_string(),
        risk_percent: risk.percent(3),
        wins: results.wins().to_string(),
        standard_deviation: results.deviation(),
        spread: SpreadOfGains::of(&results, &outlay),
    }
}

/// Highest first, as the law lists them.
fn hands(options: &Options) -> Vec<StudHandJson> {
    let all = Kind::ALL.into_iter().zip(frequencies()).rev();
    let line = |(kind, hands): (Kind, u32)| StudHandJson {
        hand: kind.to_string(),
        hands,
        chance: Fraction::new(hands.into(), HANDS.into()).to_string(),
        bet_pays: options.odds(kind).to_string(),
        progressive: options.prize(kind).map(|prize| match prize {
            Prize::Share(percent) => format!("{percent} % of the meter"),
            Prize::Amount(amount) => amount.to_string(),
        }),
    };
    all.map(line).collect()
}

fn choice((side, up): ([u8; 3], u8), cell: Cell) -> StudChoiceJson {
    let mut hand = "AK".to_owned();
    hand.extend(side.map(letter));
    let bets = Fraction::new(cell.bets.into(), cell.of.into()).to_string();
    StudChoiceJson { hand, up: letter(up).to_string(), bets }
}

fn letter(rank: u8) -> char {
    char::from(b"23456789TJQKA"[usize::from(rank) - 2])
}

fn progressive_json(options: &Options, progressive: &Progressive) -> ProgressiveJson {
    let returned = progressive.returned(options.meter());
    ProgressiveJson {
        meter: options.meter().as_cents(),
        returned_percent: returned.percent(3),
        returned: returned.to_string(),
        fixed: progressive.fixed.to_string(),
        per_dollar: progressive.per_dollar.to_string(),
        break_even: progressive.break_even().to_string(),
        break_even_dollars: progressive.break_even().decimal(2),
    }
}

fn text(
    ante: Money,
    options: &Options,
    payments: &Payments,
    solution: &Solution,
    progressive: &Progressive,
) -> String {
    let rows = Strategy::ALL.into_iter().map(|one| {
        let row = strategy(one, solution, payments);
        vec![
            row.says,
            row.bets_percent,
            row.edge_percent,
            row.risk_percent,
            format!("{:.4}", row.standard_deviation),
            format!("{:.4}", row.spread.deviation_of_outlay),
        ]
    });
    let header = ["strategy", "bets %", "house edge %", "element of risk %", "std dev", "of all staked"];
    let mut text = screen::table(&header, &[1, 2, 3, 4, 5], rows.collect());
    text += &paint(
        DIM,
        format!(
            "exact, over {DEALS} deals, per unit of an ante of {ante}; element of risk and the last column: per unit staked in all\n"
        ),
    );
    if payments.limit_binds(options) {
        text += &paint(DIM, LIMIT);
    }
    text += match (solution.above, solution.below) {
        (0, 0) => "\nThe best strategy bets every pair or better and folds everything below ace-king. ",
        _ => "\nThe best strategy folds some pairs, or bets some hands below ace-king. ",
    };
    text += "With ace-king it bets so often, in percent:\n";
    text += &ace_king(solution);
    text += "\n";
    let rows = hands(options).into_iter().map(|hand| {
        let chance = Fraction::new(hand.hands.into(), HANDS.into()).percent(4);
        vec![
            hand.hand,
            hand.hands.to_string(),
            chance,
            hand.bet_pays,
            hand.progressive.unwrap_or("–".to_owned()),
        ]
    });
    text += &screen::table(
        &["hand", "hands", "%", "bet pays", "progressive pays"],
        &[1, 2, 3, 4],
        rows.collect(),
    );
    let at = progressive_json(options, progressive);
    text += &format!(
        "Of a progressive dollar {} % comes back while the meter stands at {}; it is fair at {}.\n",
        at.returned_percent,
        options.meter(),
        at.break_even_dollars
    );
    text
}

/// By the dealer's card, and by the queen and jack alongside ace and king.
fn ace_king(solution: &Solution) -> String {
    let columns: [fn(&[u8; 3]) -> bool; 4] = [
        |side| side.contains(&12) && side.contains(&11),
        |side| side.contains(&12) && !side.contains(&11),
        |side| !side.contains(&12) && side.contains(&11),
        |side| !side.contains(&12) && !side.contains(&11),
    ];
    let rows = (2..=14).rev().map(|up| {
        let share = |holds: fn(&[u8; 3]) -> bool| {
            let cells = solution.ace_king.iter().filter(|((side, at), _)| *at == up && holds(side));
            let (bets, of) = cells.fold((0, 0), |(bets, of), (_, cell)| (bets + cell.bets, of + cell.of));
            if of == 0 { "–".to_owned() } else { Fraction::new(bets.into(), of.into()).percent(1) }
        };
        [letter(up).to_string()].into_iter().chain(columns.map(share)).collect()
    });
    let header = ["dealer's card", "with Q and J", "with Q", "with J", "with neither"];
    screen::table(&header, &[1, 2, 3, 4], rows.collect())
}
