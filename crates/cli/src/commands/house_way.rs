//! `ch47 strategy pai-gow-poker`: the rules of the house way and how many hands each sets; with `--hand`, what every setting of
//! seven cards is worth against a bank that follows it.

use super::odds::unsolved;
use crate::{
    args::Strategy,
    failure::Failure,
    json::{self, HouseRuleJson, HouseWayJson, SettingJson, SettingsJson},
    load::Chosen,
    screen::{self, DIM, paint},
};
use odds::{
    Fraction, Priced, Unsolved,
    pai_gow_poker::{AGAINST, Dealt, HANDS, PAIRS, gains, settings, stated},
    usual_stake,
};
use rules::{
    Game, Money,
    hands::pai_gow_poker::{Way, parted},
    kit::cards::Card,
    pai_gow_poker::PaiGowPoker,
};

/// The rules of the way, and how often hands win that are set by it.
pub fn rules(table: &Chosen<PaiGowPoker>, as_json: bool) -> Result<(), Failure> {
    let (way, wheel) = (table.options.house_way(), table.options.wheel());
    let uses = Dealt::new(&way, wheel).uses(&way);
    let deals = stated(&way, wheel);
    // Dollars of a hundred are percents, and whole quarters.
    let rate = u8::try_from(table.options.vigorish(Money::dollars(100)).as_cents() / 100).unwrap_or_default();
    let share = |part: u128| Fraction::ratio(part, PAIRS).percent(4);
    let view = HouseWayJson {
        game: PaiGowPoker::NAME.to_owned(),
        options: table.told(),
        rules: uses.iter().enumerate().map(|(at, &hands)| rule(&way, at, hands)).collect(),
        deals: PAIRS.to_string(),
        wins: deals.wins.to_string(),
        wins_percent: share(deals.wins),
        pushes: deals.pushes().to_string(),
        pushes_percent: share(deals.pushes()),
        loses: deals.loses.to_string(),
        loses_percent: share(deals.loses),
        high_copies_percent: share(deals.high_copies),
        low_copies_percent: share(deals.low_copies),
        bank_edge_percent: deals.bank_edge(rate).percent(4),
    };
    if as_json {
        return screen::show(&json::render(&view)?);
    }
    let rows =
        view.rules.iter().map(|one| vec![one.hands.to_string(), one.percent.clone(), one.rule.clone()]);
    let mut text =
        screen::table(&["hands", "%", "the first rule that fits sets the hand"], &[0, 1], rows.collect());
    text += &format!(
        "a player who sets hands by it wins {} % of the rounds, loses {} %, and has {} % back\n",
        view.wins_percent, view.loses_percent, view.pushes_percent
    );
    text += &format!("a player who banks against one hand loses {} % of the stake\n", view.bank_edge_percent);
    text += &format!(
        "copies, which the bank wins: {} % of the low hands, {} % of the high hands\n",
        view.low_copies_percent, view.high_copies_percent
    );
    text += &paint(
        DIM,
        "counted over all pairs of hands; --hand CARDS shows what every setting of a hand is worth\n",
    );
    screen::show(&(table.headline() + &text))
}

fn rule(way: &Way, at: usize, hands: u64) -> HouseRuleJson {
    let percent = Fraction::ratio(hands.into(), HANDS.into()).percent(4);
    HouseRuleJson { rule: way.rule(at).to_string(), hands, percent }
}

/// Every setting of seven cards, the best first.
pub fn hand(table: &Chosen<PaiGowPoker>, args: &Strategy, as_json: bool) -> Result<(), Failure> {
    let text = args.hand.as_deref().unwrap_or_default();
    let cards = seven(text)?;
    let options = table.options;
    let (way, wheel) = (options.house_way(), options.wheel());
    let on = *PaiGowPoker::offered(options).first().ok_or_else(|| unsolved(Unsolved::NoWager))?;
    let stake = usual_stake::<PaiGowPoker>(&options, &on);
    let [win, push, loss] = gains(options, &(on, stake)).map_err(unsolved)?;
    let house = way.set(&cards, wheel);
    let mut all: Vec<(i128, SettingJson)> = Vec::new();
    for one in settings(&Dealt::new(&way, wheel), &cards, wheel) {
        let counts = [(one.wins, win), (one.pushes(), push), (one.loses, loss)];
        let sum = counts.iter().map(|&(hands, cents)| i128::from(hands) * i128::from(cents)).sum();
        let gain = Fraction::new(sum, i128::from(AGAINST) * i128::from(stake.as_cents()));
        let (five, two) = parted(&cards, one.low);
        let percent = |hands: u64| Fraction::ratio(hands.into(), AGAINST.into()).percent(4);
        all.push((
            sum,
            SettingJson {
                low: written(&two),
                high: written(&five),
                kind: one.hands.high.kind().to_string(),
                foul: one.hands.is_foul(),
                house_way: one.hands == house.hands,
                wins: one.wins,
                wins_percent: percent(one.wins),
                loses: one.loses,
                loses_percent: percent(one.loses),
                gain: gain.to_string(),
                gain_percent: gain.percent(4),
            },
        ));
    }
    all.sort_by(|(one, _), (other, _)| other.cmp(one));
    let view = SettingsJson {
        game: PaiGowPoker::NAME.to_owned(),
        options: table.told(),
        hand: written(&cards),
        against: AGAINST,
        settings: all.into_iter().map(|(_, setting)| setting).collect(),
    };
    if as_json {
        return screen::show(&json::render(&view)?);
    }
    screen::show(&(table.headline() + &table_of(&view)))
}

fn table_of(view: &SettingsJson) -> String {
    let rows = view.settings.iter().filter(|one| !one.foul).map(|one| {
        let mark = if one.house_way { "house way" } else { "" };
        let [wins, loses, gain] =
            [&one.wins_percent, &one.loses_percent, &one.gain_percent].map(Clone::clone);
        vec![one.low.clone(), one.high.clone(), one.kind.clone(), wins, loses, gain, mark.to_owned()]
    });
    let fouls = view.settings.iter().filter(|one| one.foul).count();
    let header = ["low hand", "high hand", "", "wins %", "loses %", "gains %", ""];
    let mut text = screen::table(&header, &[3, 4, 5], rows.collect());
    if fouls > 0 {
        let (settings, are) = if fouls == 1 { ("setting", "is a foul") } else { ("settings", "are fouls") };
        text += &format!("{fouls} {settings} {are}: the low hand would outrank the high hand\n");
    }
    text + &paint(
        DIM,
        "against every hand that the bank may hold, set by the house way; gains are per unit staked\n",
    )
}

fn written(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Seven different cards, one of which may be the joker.
fn seven(text: &str) -> Result<[Card; 7], Failure> {
    let wrong = |what: &str| {
        Failure::fault(format!(
            "--hand {text}: {what}: write seven different cards such as \"As Kd 9h 9c 5s 4d joker\""
        ))
    };
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let mut cards = Vec::new();
    for word in words {
        let card = Card::read_with_joker(word).ok_or_else(|| wrong(&format!("{word} is no card")))?;
        if cards.contains(&card) {
            return Err(wrong(&format!("{card} is there twice")));
        }
        cards.push(card);
    }
    let count = cards.len();
    cards.try_into().map_err(|_| wrong(&format!("{count} cards")))
}
