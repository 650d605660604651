//! The layouts of punto banco, minibaccarat and chemin de fer: numbered places with a box for each wager, two hands in
//! the middle, and a space for each place's vigorish in front of the dealer.

use crate::{
    seats,
    shapes::{Fan, around},
    view::{FeltView, Fill, Kind},
};
use rules::{
    Citation, Fate, Game, Money, Odds, Seat,
    chemin_de_fer::{self, CheminDeFer},
    hands::baccarat::Coup,
    minibaccarat::{self, Bargain, Minibaccarat},
    punto_banco::{self, PuntoBanco},
};
use std::fmt::Display;

/// A part of a place: the range of its width and the range of its distance.
type Part = ([f64; 2], [f64; 2]);

/// A wager that every place has.
struct Wagered {
    act: String,
    cite: Citation,
    label: String,
    size: i32,
    pays: String,
    /// The percentage taken from a winning wager, if one is.
    vigorish: Option<String>,
    kind: Kind,
    part: Part,
}

const WHOLE: [f64; 2] = [0.04, 0.96];
const OUTER: [f64; 2] = [0.865, 0.99];
const SECOND: [f64; 2] = [0.745, 0.857];
const THIRD: [f64; 2] = [0.655, 0.737];
const FOURTH: [f64; 2] = [0.565, 0.647];
const FIFTH: [f64; 2] = [0.475, 0.557];

/// The width of the nth of several boxes side by side.
fn share(nth: u8, of: u8) -> [f64; 2] {
    let (wide, gap) = ((WHOLE[1] - WHOLE[0]) / f64::from(of), 0.015);
    let from = WHOLE[0] + wide * f64::from(nth);
    [if nth == 0 { from } else { from + gap }, if nth + 1 == of { from + wide } else { from + wide - gap }]
}

fn spread<D: Display>(
    felt: &mut FeltView,
    fan: &Fan,
    all: &[Wagered],
    cite: Citation,
    sit: impl Fn(u8) -> D,
) {
    for nth in 1..=fan.count {
        for wagered in all {
            let area =
                seats::wedge(fan, nth, wagered.part, seats::of(wagered.kind, &wagered.act, wagered.cite));
            let mut area = area.label(&wagered.label, wagered.size);
            area = if wagered.pays.is_empty() { area } else { area.pays(&wagered.pays) };
            felt.areas.push(match &wagered.vigorish {
                Some(rate) => area.vigorish(rate),
                None => area,
            });
        }
    }
    seats::sit(felt, fan, cite, sit);
}

/// Draws the hands, the shoe, the discard rack, and the spaces for vigorish.
fn middle(felt: &mut FeltView, markers: u8) {
    for (name, x) in [("player", 672), ("banker", 928)] {
        felt.cards(name, [x, 118], [240, 124], 0);
        felt.print(name.to_uppercase(), [x, 36], 26, Fill::Gold, 0);
    }
    felt.put("shoe", [1440, 70], [200, 96], 0);
    felt.put("discard", [160, 70], [150, 96], 0);
    for nth in 1..=markers {
        let x = 800 - 23 * (i32::from(markers) - 1) + 46 * i32::from(nth - 1);
        felt.put(format!("marker {nth}"), [x, 222], [42, 36], 0);
        felt.paint(around([x, 222], 42, 36), Fill::Felt);
        felt.paint(around([x, 222], 42, 36), Fill::Line);
        felt.print(nth.to_string(), [x, 222], 18, Fill::Line, 0);
    }
}

/// The size of a label: smaller when there are many places.
fn size(fan: &Fan, largest: i32) -> i32 {
    if fan.count > 9 { largest * 7 / 10 } else { largest }
}

/// The layout of punto banco.
pub fn punto_banco(options: &punto_banco::Options) -> FeltView {
    let mut felt = FeltView::new(PuntoBanco::NAME, 1600, 800);
    let fan = seats::fan(options.seats());
    middle(&mut felt, options.seats());
    let tie = options.tie_odds();
    let vigorish = options.vigorish().percent();
    felt.print(format!("Tie pays {tie}  ·  vigorish {vigorish}%"), [800, 290], 24, Fill::Line, 0);
    let all = punto_banco::Wager::ALL.map(|wager| {
        let (band, largest) = match wager {
            punto_banco::Wager::Player => (OUTER, 26),
            punto_banco::Wager::Banker => (SECOND, 26),
            punto_banco::Wager::Tie => (THIRD, 24),
        };
        Wagered {
            act: wager.to_string(),
            cite: wager.cite(),
            label: wager.to_string().to_uppercase(),
            size: size(&fan, largest),
            pays: punto_banco::odds(wager, options).0.to_string(),
            vigorish: (wager == punto_banco::Wager::Banker).then(|| format!("{vigorish}%")),
            kind: Kind::Box,
            part: (WHOLE, band),
        }
    });
    spread(&mut felt, &fan, &all, seats::cite::<PuntoBanco>("seats"), |nth| {
        punto_banco::Deed::Sit(Seat(nth))
    });
    felt
}

/// The layout of minibaccarat.
pub fn minibaccarat(options: &minibaccarat::Options) -> FeltView {
    use minibaccarat::{Side, Wager};
    let mut felt = FeltView::new(Minibaccarat::NAME, 1600, 800);
    let fan = seats::fan(options.seats());
    middle(&mut felt, options.seats());
    let offered: Vec<Wager> = Wager::ALL.into_iter().filter(|wager| wager.offered(options).is_ok()).collect();
    let has_totals = options.total_cards();
    // The bonus and dragon wagers share the band behind the total cards, or take its place.
    let behind: Vec<Wager> =
        offered.iter().copied().filter(|w| matches!(w, Wager::Bonus(_) | Wager::Dragon7)).collect();
    let all: Vec<Wagered> = offered
        .iter()
        .map(|&wager| {
            let (label, size, part) = match wager {
                Wager::Player => ("PLAYER".to_owned(), 26, (WHOLE, OUTER)),
                Wager::Banker => ("BANKER".to_owned(), 26, (WHOLE, SECOND)),
                Wager::Tie => ("TIE".to_owned(), 24, (WHOLE, THIRD)),
                Wager::Total(total) => {
                    (format!("{}\ncards", total.cards()), 10, (share(total as u8, 3), FOURTH))
                }
                wager => {
                    let nth = behind.iter().position(|&w| w == wager).unwrap_or_default();
                    let [nth, of] = [nth, behind.len()].map(|n| u8::try_from(n).unwrap_or(1));
                    let label = match wager {
                        Wager::Bonus(Side::Player) => "player\nbonus",
                        Wager::Bonus(Side::Banker) => "banker\nbonus",
                        _ => "dragon\n7",
                    };
                    (label.to_owned(), 11, (share(nth, of), if has_totals { FIFTH } else { FOURTH }))
                }
            };
            let kind = if matches!(wager, Wager::Player | Wager::Banker | Wager::Tie) {
                Kind::Box
            } else {
                Kind::Bonus
            };
            let pays = minibaccarat_pays(wager, options);
            let vigorish = match (wager, options.bargain()) {
                (Wager::Banker, Bargain::Vigorish { percent, .. }) => Some(format!("{}%", percent.percent())),
                _ => None,
            };
            Wagered { act: wager.to_string(), cite: wager.cite(), label, size, pays, vigorish, kind, part }
        })
        .collect();
    let mut says = vec![format!("Tie pays {}", options.tie_odds())];
    says.push(match options.bargain() {
        Bargain::Vigorish { percent, .. } => format!("vigorish {}%", percent.percent()),
        Bargain::TieVigorish => "vigorish 25% on a tie".to_owned(),
        Bargain::HalfOnSix => "Banker's six pays half".to_owned(),
        Bargain::Dragon7 { .. } => "dragon 7 pushes Banker".to_owned(),
    });
    felt.print(says.join("  ·  "), [800, 278], 22, Fill::Line, 0);
    let sit = |nth| minibaccarat::Deed::SitAt(Seat(nth));
    spread(&mut felt, &fan, &all, seats::cite::<Minibaccarat>("seats"), sit);
    felt
}

/// What a wager pays: the bonus pays by its margin, all others pay the same whatever the cards.
fn minibaccarat_pays(wager: minibaccarat::Wager, options: &minibaccarat::Options) -> String {
    match (wager, options.bonus()) {
        (minibaccarat::Wager::Bonus(_), Some(bonus)) => {
            let most = bonus.odds.into_iter().reduce(|a, b| if a.at_least(b) { a } else { b });
            most.map_or_else(String::new, |most| format!("up to {most}"))
        }
        _ => minibaccarat::odds(wager, &Coup::default(), options).0.to_string(),
    }
}

/// The layout of chemin de fer: the bank, and boxes for going against part of the bank or all of it.
pub fn chemin_de_fer(options: &chemin_de_fer::Options) -> FeltView {
    use chemin_de_fer::Wager;
    let mut felt = FeltView::new(CheminDeFer::NAME, 1600, 800);
    let fan = seats::fan(options.seats());
    middle(&mut felt, 0);
    felt.put("bank", [800, 246], [230, 76], 0);
    felt.paint(around([800, 246], 240, 84), Fill::Line);
    felt.print("THE BANK", [800, 246], 28, Fill::Gold, 0);
    let (_, paid) = chemin_de_fer::payouts::even(Fate::Won, Money::dollars(1));
    let even = Odds::new(u16::try_from(paid.as_cents() / 100).unwrap_or_default(), 1);
    let all = [
        Wager::Part,
        Wager::Banco,
        Wager::BancoSeul,
        Wager::Suivi,
        Wager::BancoSuivi,
        Wager::Bank,
        Wager::Bid,
    ];
    let all = all.map(|wager| {
        let (part, largest) = match wager {
            Wager::Part => ((WHOLE, OUTER), 26),
            Wager::Banco => ((share(0, 2), SECOND), 18),
            Wager::BancoSeul => ((share(1, 2), SECOND), 18),
            Wager::Suivi => ((share(0, 2), THIRD), 16),
            Wager::BancoSuivi => ((share(1, 2), THIRD), 16),
            Wager::Bank => ((share(0, 2), FOURTH), 16),
            Wager::Bid => ((share(1, 2), FOURTH), 16),
        };
        // Bids are spoken, so no chips lie there.
        let kind = if matches!(wager, Wager::Bid) { Kind::Bonus } else { Kind::Box };
        Wagered {
            act: wager.to_string(),
            cite: wager.cite(),
            label: wager.to_string().replace(' ', "\n"),
            size: size(&fan, largest),
            pays: if wager.is_against() { even.to_string() } else { String::new() },
            vigorish: None,
            kind,
            part,
        }
    });
    let sit = |nth| chemin_de_fer::Deed::SitAt(Seat(nth));
    spread(&mut felt, &fan, &all, seats::cite::<CheminDeFer>("seats"), sit);
    felt
}
