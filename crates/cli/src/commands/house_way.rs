//! `ch47 strategy pai-gow-poker` and `ch47 strategy pai-gow`: the rules of the house way and how many hands each sets; with `--hand`,
//! what every setting of a hand is worth against a bank that follows it.

use super::odds::unsolved;
use crate::{
    args::Strategy,
    failure::Failure,
    json::{self, HouseRuleJson, HouseWayJson, SettingJson, SettingsJson},
    load::Chosen,
    screen::{self, DIM, paint},
};
use odds::{
    Fraction, Unsolved, pai_gow, pai_gow_poker,
    two_hands::{Deals, HouseWay, Setting, gains},
    usual_stake,
};
use rules::{
    Money,
    hands::{pai_gow::others, pai_gow_poker::parted, two_hands},
    kit::{cards::Card, tiles::Tile},
    pai_gow::PaiGow,
    pai_gow_poker::PaiGowPoker,
    table::two_hands::Piece,
};

/// One way to set a hand, for people.
pub struct Told {
    low: String,
    high: String,
    kind: String,
    foul: bool,
    house_way: bool,
    wins: u64,
    pushes: u64,
    loses: u64,
}

impl Told {
    fn of<H: Copy + PartialEq, L: Copy + PartialEq, const AGAINST: u64>(
        setting: &Setting<two_hands::Hands<H, L>, AGAINST>,
        house: two_hands::Hands<H, L>,
        (low, high): (&[impl ToString], &[impl ToString]),
        (kind, foul): (String, bool),
    ) -> Told {
        Told {
            low: written(low),
            high: written(high),
            kind,
            foul,
            house_way: setting.hands == house,
            wins: setting.wins,
            pushes: setting.pushes(),
            loses: setting.loses,
        }
    }
}

/// What the command must know of a game.
pub trait Shown: HouseWay {
    /// What a hand is made of.
    type Piece: Piece;
    /// How many hands there are, and how many the bank may hold against one.
    const HANDS: [u64; 2];
    /// What they are called, and a hand for an example.
    const CALLED: (&'static str, &'static str);
    /// Whether there may be two with one face.
    fn copies(piece: Self::Piece) -> usize;
    /// Each rule, and how many hands it sets.
    fn rules(options: &Self::Options) -> Vec<(String, u64)>;
    /// How pairs of hands compare, what the bank loses at this charge, and how often hands are copies, in percent.
    fn compared(options: &Self::Options, percent: u8) -> (u128, [u128; 3], [String; 3]);
    /// What is charged on an amount.
    fn charge(options: &Self::Options, won: Money) -> Money;
    /// Every setting of a hand.
    fn told(options: &Self::Options, hand: &[Self::Piece]) -> Vec<Told>;
}

fn figures<const PAIRS: u128>(deals: Deals<PAIRS>, percent: u8) -> (u128, [u128; 3], [String; 3]) {
    let share = |part: u128| Fraction::ratio(part, PAIRS).percent(4);
    let copies = [deals.bank_edge(percent).percent(4), share(deals.high_copies), share(deals.low_copies)];
    (PAIRS, deals.ways(), copies)
}

impl Shown for PaiGowPoker {
    type Piece = Card;
    const HANDS: [u64; 2] = [pai_gow_poker::HANDS, pai_gow_poker::AGAINST];
    const CALLED: (&'static str, &'static str) = ("card", "As Kd 9h 9c 5s 4d joker");

    fn copies(_: Card) -> usize {
        1
    }

    fn rules(options: &Self::Options) -> Vec<(String, u64)> {
        let way = options.house_way();
        let uses = pai_gow_poker::Dealt::new(&way, options.wheel()).uses(&way);
        uses.iter().enumerate().map(|(at, &hands)| (way.rule(at).to_string(), hands)).collect()
    }

    fn compared(options: &Self::Options, percent: u8) -> (u128, [u128; 3], [String; 3]) {
        figures(pai_gow_poker::stated(&options.house_way(), options.wheel()), percent)
    }

    fn charge(options: &Self::Options, won: Money) -> Money {
        options.vigorish(won)
    }

    fn told(options: &Self::Options, hand: &[Card]) -> Vec<Told> {
        let Ok(cards) = hand.try_into() else { return Vec::new() };
        let (way, wheel) = (options.house_way(), options.wheel());
        let house = way.set(cards, wheel).hands;
        let all = pai_gow_poker::settings(&pai_gow_poker::Dealt::new(&way, wheel), cards, wheel);
        let told = all.iter().map(|one| {
            let (five, two) = parted(cards, one.low);
            Told::of(
                one,
                house,
                (&two[..], &five[..]),
                (one.hands.high.kind().to_string(), one.hands.is_foul()),
            )
        });
        told.collect()
    }
}

impl Shown for PaiGow {
    type Piece = Tile;
    const HANDS: [u64; 2] = [pai_gow::HANDS, pai_gow::AGAINST];
    const CALLED: (&'static str, &'static str) = ("tile", "6-6 3-6 1-3 1-4");

    fn copies(tile: Tile) -> usize {
        tile.copies().into()
    }

    fn rules(options: &Self::Options) -> Vec<(String, u64)> {
        let way = options.house_way();
        let uses = pai_gow::Dealt::new(&way, options.ranking()).uses(&way);
        uses.iter().enumerate().map(|(at, &hands)| (way.rule(at).to_string(), hands)).collect()
    }

    fn compared(options: &Self::Options, percent: u8) -> (u128, [u128; 3], [String; 3]) {
        figures(pai_gow::stated(&options.house_way(), options.ranking()), percent)
    }

    fn charge(options: &Self::Options, won: Money) -> Money {
        options.vigorish(won)
    }

    fn told(options: &Self::Options, hand: &[Tile]) -> Vec<Told> {
        let Ok(tiles): Result<&[Tile; 4], _> = hand.try_into() else { return Vec::new() };
        let (way, ranking) = (options.house_way(), options.ranking());
        let house = way.set(tiles, ranking).hands;
        let all = pai_gow::Dealt::new(&way, ranking).settings(tiles, ranking);
        let told = all.iter().map(|one| {
            let [low, high] = [one.low, others(one.low)].map(|places| places.map(|at| tiles[at]));
            Told::of(
                one,
                house,
                (&low[..], &high[..]),
                (format!("{}/{}", one.hands.low.kind(), one.hands.high.kind()), false),
            )
        });
        told.collect()
    }
}

/// The rules of the way, and how often hands win that are set by it.
pub fn rules<G: Shown>(table: &Chosen<G>, as_json: bool) -> Result<(), Failure> {
    // Dollars of a hundred are percents, and whole quarters.
    let charge = G::charge(&table.options, Money::dollars(100)).as_cents() / 100;
    let (pairs, ways, [bank_edge, high_copies, low_copies]) =
        G::compared(&table.options, u8::try_from(charge).unwrap_or_default());
    let [wins, pushes, loses] = ways.map(|part| (part.to_string(), Fraction::ratio(part, pairs).percent(4)));
    let rule = |(rule, hands): (String, u64)| {
        let percent = Fraction::ratio(hands.into(), G::HANDS[0].into()).percent(4);
        HouseRuleJson { rule, hands, percent }
    };
    let view = HouseWayJson {
        game: G::NAME.to_owned(),
        options: table.told(),
        rules: G::rules(&table.options).into_iter().map(rule).collect(),
        deals: pairs.to_string(),
        wins: wins.0,
        wins_percent: wins.1,
        pushes: pushes.0,
        pushes_percent: pushes.1,
        loses: loses.0,
        loses_percent: loses.1,
        high_copies_percent: high_copies,
        low_copies_percent: low_copies,
        bank_edge_percent: bank_edge,
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
    text +=
        &paint(DIM, "counted over all pairs of hands; --hand shows what every setting of a hand is worth\n");
    screen::show(&(table.headline() + &text))
}

/// Every setting of a hand, the best first.
pub fn hand<G: Shown>(table: &Chosen<G>, args: &Strategy, as_json: bool) -> Result<(), Failure> {
    let hand = read::<G>(args.hand.as_deref().unwrap_or_default())?;
    let options = table.options;
    let on = *G::offered(options).first().ok_or_else(|| unsolved(Unsolved::NoWager))?;
    let stake = usual_stake::<G>(&options, &on);
    let [win, push, loss] = gains::<G>(options, &(on, stake)).map_err(unsolved)?;
    let against = G::HANDS[1];
    let percent = |hands: u64| Fraction::ratio(hands.into(), against.into()).percent(4);
    let worth = |one: Told| {
        let counts = [(one.wins, win), (one.pushes, push), (one.loses, loss)];
        let sum: i128 = counts.iter().map(|&(hands, cents)| i128::from(hands) * i128::from(cents)).sum();
        let gain = Fraction::new(sum, i128::from(against) * i128::from(stake.as_cents()));
        let setting = SettingJson {
            low: one.low,
            high: one.high,
            kind: one.kind,
            foul: one.foul,
            house_way: one.house_way,
            wins: one.wins,
            wins_percent: percent(one.wins),
            loses: one.loses,
            loses_percent: percent(one.loses),
            gain: gain.to_string(),
            gain_percent: gain.percent(4),
        };
        (sum, setting)
    };
    let mut all: Vec<(i128, SettingJson)> = G::told(&options, &hand).into_iter().map(worth).collect();
    all.sort_by(|(one, _), (other, _)| other.cmp(one));
    let view = SettingsJson {
        game: G::NAME.to_owned(),
        options: table.told(),
        hand: written(&hand),
        against,
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

fn written(pieces: &[impl ToString]) -> String {
    pieces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// As many as make a hand, none more often than it is there.
fn read<G: Shown>(text: &str) -> Result<Vec<G::Piece>, Failure> {
    let (called, example) = G::CALLED;
    let many = G::Piece::HAND;
    let wrong = |what: &str| {
        Failure::fault(format!("--hand {text}: {what}: write {many} {called}s such as \"{example}\""))
    };
    let mut pieces: Vec<G::Piece> = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let piece = G::Piece::written(word).ok_or_else(|| wrong(&format!("{word} is no {called}")))?;
        if pieces.iter().filter(|other| **other == piece).count() == G::copies(piece) {
            return Err(wrong(&format!("{piece} is there too often")));
        }
        pieces.push(piece);
    }
    if pieces.len() == many { Ok(pieces) } else { Err(wrong(&format!("{} {called}s", pieces.len()))) }
}
