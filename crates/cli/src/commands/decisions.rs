//! `ch47 strategy blackjack --decisions`, `--hand` and `--count`: the value of every decision, and the
//! analysis of a count.

use super::{
    blackjack::{analysis, unseen_in},
    odds::unsolved,
    sim_blackjack::count,
    watch,
};
use crate::{
    args::Strategy,
    failure::Failure,
    json,
    load::Chosen,
    screen::{self, DIM, paint},
};
use odds::{
    blackjack::{
        Held, advise,
        counting::{Removals, indices, plans},
        insurance_gain,
        simulate::COUNTS,
        ups,
    },
    decks,
};
use rules::{
    Vocabulary,
    blackjack::{Blackjack, Options, SecondCard, Supply},
    hands::blackjack::{Total, is_ace_and_ten, value},
    kit::cards::{Card, Unseen},
};
use views::{
    decisions::{CountView, DecisionView, DecisionsView},
    strategy::ranks,
};

/// Every two cards against every card of the dealer, or against one.
pub fn all(table: &Chosen<Blackjack>, args: &Strategy, as_json: bool) -> Result<(), Failure> {
    let unseen = unseen_in(table, args.seen.as_deref())?;
    let analysis = analysis(table.options, unseen.as_ref())?;
    let up = args.up.as_deref().map(up_rank).transpose()?;
    if up.is_some() && table.options.second_card() == SecondCard::FaceUp {
        return Err(Failure::fault("--up: both cards of the dealer lie face up here; leave it out"));
    }
    let is_wanted = |dealer: &[u8]| up.is_none_or(|up| dealer == [up]);
    let ends = analysis.dealer_ends().into_iter().filter(|one| is_wanted(&one.dealer)).collect();
    let decisions = analysis.decisions().into_iter().filter(|one| is_wanted(&one.dealer));
    let decisions = decisions.map(DecisionView::from).collect();
    let unseen = unseen.map(|unseen| unseen.total());
    show(table, &DecisionsView::of(table.settings.clone(), unseen, ends, decisions), as_json)
}

/// The value of a card, given with its suit or by rank alone.
fn up_rank(text: &str) -> Result<u8, Failure> {
    let card = Card::read(text).or_else(|| Card::read(&format!("{text}s")));
    let card = card.ok_or_else(|| {
        Failure::fault(format!("--up {text}: expected a card such as Td, or a rank such as 10 or A"))
    })?;
    Ok(value(card.rank()))
}

/// Cards written one after another: `9s7h`, `9s 7h` or `10d,9c`.
fn cards(option: &str, text: &str) -> Result<Vec<Card>, Failure> {
    let wrong = || {
        let message = "expected cards such as 9s7h: a rank of A23456789TJQK and a suit of cdhs each";
        Failure::fault(format!("--{option} {text}: {message}"))
    };
    let plain: Vec<char> = text.chars().filter(|c| !matches!(c, ' ' | ',')).collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < plain.len() {
        let long = if plain[at] == '1' { 3 } else { 2 };
        let word: String = plain.get(at..at + long).ok_or_else(wrong)?.iter().collect();
        found.push(Card::read(&word).ok_or_else(wrong)?);
        at += long;
    }
    Ok(found)
}

/// One hand against every card of the dealer, or against one.
pub fn hand(table: &Chosen<Blackjack>, args: &Strategy, as_json: bool) -> Result<(), Failure> {
    let options = table.options;
    let text = args.hand.as_deref().unwrap_or_default();
    let held = cards("hand", text)?;
    let total = Total::of(held.iter().map(|card| card.rank()));
    if held.len() < 2 || total.is_bust() {
        let what =
            if held.len() < 2 { "is no hand yet".to_owned() } else { format!("totals {}", total.count()) };
        return Err(Failure::fault(format!("--hand {text}: {what}: two cards or more, and 21 at the most")));
    }
    let all = match unseen_in(table, args.seen.as_deref())? {
        Some(unseen) => unseen,
        None => Unseen::decks(side(&options)?),
    };
    let none = |card: &Card| Failure::fault(format!("{card} is not in the shoe as often as it is named"));
    let without = |from: Unseen, card: &Card| from.seeing(*card).ok_or_else(|| none(card));
    let rest = held.iter().try_fold(all, without)?;
    let mut decisions = Vec::new();
    for up in dealers(&options, args.up.as_deref(), &rest)? {
        let unseen = up.iter().try_fold(rest, without)?;
        let worths = advise(options, &unseen, &up, Held { cards: &held, is_split: false, hands: 1 });
        let Some(&(best, _)) = worths.first() else {
            return Err(Failure::fault(format!(
                "--hand {text}: a 21 stands, and there is nothing to decide"
            )));
        };
        let values = |cards: &[Card]| -> Vec<u8> { cards.iter().map(|card| value(card.rank())).collect() };
        let mut view = DecisionView::new(&values(&held), &values(&up), &worths, best);
        if let [one, other] = held[..] {
            view.insurance = insurance_gain(options, &unseen, &up, [one, other]);
        }
        decisions.push(view);
    }
    let unseen = args.seen.is_some().then(|| all.total());
    show(table, &DecisionsView::of(table.settings.clone(), unseen, Vec::new(), decisions), as_json)
}

/// The decks that a round is dealt from.
fn side(options: &Options) -> Result<u8, Failure> {
    match options.supply() {
        Supply::Double { decks: [left, right], .. } if left != right => Err(Failure::fault(format!(
            "--hand: the sides of this double shoe have {left} and {right} decks; ask for one of them, with double-shoe = false \
             and its number of decks"
        ))),
        Supply::Double { decks: [one, _], .. } => Ok(one),
        _ => decks::<Blackjack>(options).map_err(unsolved),
    }
}

/// The requested cards of the dealer, or every card the dealer may show.
fn dealers(options: &Options, up: Option<&str>, left: &Unseen) -> Result<Vec<Vec<Card>>, Failure> {
    let named = up.map(|text| cards("up", text)).transpose()?;
    if options.second_card() == SecondCard::FaceUp {
        return match named.as_deref() {
            Some(&[one, other]) if is_ace_and_ten(one.rank(), other.rank()) => Err(Failure::fault(
                "--up: a blackjack of the dealer's ends the round, and there is nothing to decide",
            )),
            Some(both @ [_, _]) => Ok(vec![both.to_vec()]),
            _ => Err(Failure::fault(
                "--hand: both cards of the dealer lie face up here: name them, such as --up 9s7d",
            )),
        };
    }
    match named {
        Some(cards) if cards.len() == 1 => Ok(vec![cards]),
        Some(_) => Err(Failure::fault("--up: one card, such as Td")),
        None => {
            let is_left = |card: &Card| left.count(*card) > 0;
            let of = |up: u8| Card::all().filter(is_left).find(|card| value(card.rank()) == up);
            Ok(ups().into_iter().filter_map(of).map(|card| vec![card]).collect())
        }
    }
}

fn show(table: &Chosen<Blackjack>, found: &DecisionsView, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return screen::show(&json::render(found)?);
    }
    let mut text = table.headline();
    if let Some(unseen) = found.unseen {
        text += &paint(DIM, format!("{unseen} cards of the shoe are unseen\n"));
    }
    if !found.dealer.is_empty() {
        let percent = |chance: f64| format!("{:.4}", 100.0 * chance);
        let rows = found.dealer.iter().map(|one| {
            let figures = one.totals.into_iter().chain([one.over, one.blackjack]);
            std::iter::once(one.dealer.clone()).chain(figures.map(percent)).collect()
        });
        let header = ["dealer shows", "17 %", "18 %", "19 %", "20 %", "21 %", "over 21 %", "blackjack %"];
        text += &screen::table(&header, &[1, 2, 3, 4, 5, 6, 7], rows.collect());
    }
    let worth = |worth: Option<f64>| worth.map_or(String::new(), |worth| format!("{worth:+.6}"));
    let insured = found.decisions.iter().any(|one| one.insurance.is_some());
    let rows = found.decisions.iter().map(|one| {
        let mut row = vec![one.cards.clone(), one.dealer.clone()];
        row.extend([one.stand, one.draw, one.double, one.split, one.surrender].map(worth));
        row.push(one.best.clone());
        row.extend(insured.then(|| worth(one.insurance)));
        row
    });
    let mut header = vec!["hand", "dealer", "stand", "draw", "double", "split", "surrender", "best"];
    header.extend(insured.then_some("insurance"));
    text += &screen::table(&header, &[2, 3, 4, 5, 6, 8], rows.collect());
    let note = "worth per original wager; where the dealer may have a blackjack, what it takes is in every decision\n";
    screen::show(&(text + &paint(DIM, note)))
}

/// Plays that change with the true count.
pub fn counted(table: &Chosen<Blackjack>, args: &Strategy, as_json: bool) -> Result<(), Failure> {
    let name = args.count.clone().unwrap_or_default();
    let counted = count(&name)?;
    let bar = watch::steps(COUNTS.count(), "true counts");
    let plans = plans(table.options, &counted, &|| bar.inc(1)).map_err(unsolved)?;
    bar.finish_and_clear();
    let removals = Removals::of(table.options).map_err(unsolved)?;
    let Some(efficiency) = removals.efficiency(&counted) else {
        return Err(Failure::fault(format!("--count {name}: all tags are alike, so it tells nothing")));
    };
    let tags = counted.tags();
    let effects = removals.effects();
    let found = CountView::of(table.settings.clone(), (name, tags), effects, efficiency, indices(&plans));
    if as_json {
        return screen::show(&json::render(&found)?);
    }
    screen::show(&(table.headline() + &count_text(&found)))
}

fn count_text(found: &CountView) -> String {
    let names: Vec<String> = (1..=10).map(|rank| ranks(&[rank])).collect();
    let mut header = vec![found.count.as_str()];
    header.extend(names.iter().map(String::as_str));
    let row = |name: &str, cells: [String; 10]| {
        std::iter::once(name.to_owned()).chain(cells).collect::<Vec<String>>()
    };
    let rows = vec![
        row("tag", found.tags.map(|tag| format!("{tag:+}"))),
        row("effect %", found.effects.map(|gain| format!("{:+.3}", 100.0 * gain))),
    ];
    let mut text = screen::table(&header, &(1..=10).collect::<Vec<_>>(), rows);
    text += &format!(
        "betting correlation {:.3}, playing efficiency {:.3}, insurance correlation {:.3}\n",
        found.betting_correlation, found.playing_efficiency, found.insurance_correlation
    );
    let rows = found.indices.iter().map(|one| {
        let at = format!("{:+} {}", one.true_count, if one.above { "and above" } else { "and below" });
        let play = |play: &Option<String>, other: &str| play.clone().unwrap_or_else(|| other.to_owned());
        vec![one.hand.clone(), one.dealer.clone(), play(&one.usual, "left"), at, play(&one.instead, "taken")]
    });
    text += &screen::table(&["hand", "dealer", "usually", "true count", "then"], &[], rows.collect());
    text + &paint(
        DIM,
        "effect: what the player gains if one card less of the value is in a full shoe; true counts are rounded down\n",
    )
}
