//! 15.1 (not held): the board of keno with its eighty numbers, and beside it a ticket of every sort with what it pays.

use crate::{
    shapes::rect,
    view::{Area, FeltView, Fill, Kind, Pays},
};
use rules::{
    Game, Kinds, Vocabulary,
    keno::{Keno, Options, Ticket},
    kit::balls::Ball,
    submission::MOST_SPOTS,
};

/// The layout of a game.
pub fn felt(options: &Options) -> FeltView {
    let mut felt = FeltView::new(Keno::NAME, 1600, 1000);
    board(&mut felt);
    felt.pays = rate_card(options);
    let mut sorts = Vec::new();
    Ticket::each(&mut |ticket| {
        if ticket.spots().all(|spots| !options.rates(spots).is_empty())
            && ticket.games().1 <= options.most_games()
        {
            sorts.push(ticket);
        }
    });
    let high = 940 / i32::try_from(sorts.len()).unwrap_or(1).max(12);
    for (nth, ticket) in (0..).zip(sorts) {
        let points = rect(1010, 40 + nth * high, 560, high - 6);
        felt.paint(points.clone(), Fill::Felt);
        let [x, y] = [1030 + 260, 40 + nth * high + high / 2 - 3];
        let area =
            Area::new(Kind::Box, ticket, Keno::PERMISSIBLE, points).label(label(ticket), 22.min(high - 14));
        felt.areas.push(area.label_at([x, y], 0).says(ticket.to_string()).pays(pays(options, ticket)));
    }
    felt
}

/// The numbers, in eight rows of ten.
fn board(felt: &mut FeltView) {
    felt.put("board", [500, 500], [940, 860], 0);
    felt.paint(rect(30, 70, 940, 860), Fill::Felt);
    for ball in Ball::all() {
        let at = i32::from(ball.number()) - 1;
        let [x, y] = [42 + at % 10 * 92, 82 + at / 10 * 105];
        felt.paint(rect(x, y, 86, 98), Fill::Line);
        felt.print(ball.number().to_string(), [x + 43, y + 49], 34, Fill::White, 0);
    }
}

fn label(ticket: Ticket) -> String {
    match ticket.games() {
        (_, 1) => ticket.kind().replace("-spot", if ticket.kind() == "1-spot" { " spot" } else { " spots" }),
        (_, games) => format!("{games} games"),
    }
}

/// Every line of the rate card: `3 of 4`, and what is paid of it per 1.00.
fn rate_card(options: &Options) -> Vec<Pays> {
    let rows = (1..=MOST_SPOTS).flat_map(|spots| (0..=spots).map(move |caught| (spots, caught)));
    let paid = rows.map(|(spots, caught)| (spots, caught, options.rates(spots).pays(caught)));
    paid.filter(|(.., pays)| pays.as_cents() > 0)
        .map(|(spots, caught, pays)| Pays { name: format!("{caught} of {spots}"), odds: pays.to_string() })
        .collect()
}

/// What each number of spots of a ticket pays per 1.00.
fn pays(options: &Options, ticket: Ticket) -> String {
    let rows: Vec<String> = ticket
        .spots()
        .map(|spots| {
            let rates = options.rates(spots);
            let cells: Vec<String> = (0..=spots)
                .filter(|caught| rates.pays(*caught).as_cents() > 0)
                .map(|caught| format!("{} on {caught} of {spots}", rates.pays(caught)))
                .collect();
            cells.join(", ")
        })
        .collect();
    rows.join(", ")
}
