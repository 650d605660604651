//! `ch47 felt`: draws the layout of a table.

use crate::{
    args::FeltOf,
    failure::Failure,
    json,
    load::{self, chosen},
    screen::{self, DIM, paint},
};
use ::felt::{FeltView, Kind};
use rules::{Game, GameId, Visitor};
use std::fs;

pub fn run(args: &FeltOf, as_json: bool) -> Result<(), Failure> {
    let game = load::game(&args.game)?;
    game.visit(Run { args, game, as_json })
}

struct Run<'a> {
    args: &'a FeltOf,
    game: GameId,
    as_json: bool,
}

impl Visitor for Run<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Game>(self) -> Self::Out {
        let table = chosen::<G>(&self.args.table)?;
        let felt = ::felt::of(self.game, &table.settings.entries(), &mut |_| ()).ok_or(Failure::Law)?;
        if let Some(path) = &self.args.svg {
            fs::write(path, ::felt::draw(&felt))
                .map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
        }
        if self.as_json {
            return screen::show(&json::render(&felt)?);
        }
        screen::show(&(table.headline() + &list(&felt)))
    }
}

/// Every area once, however many seats have it.
fn list(felt: &FeltView) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut seats = 0;
    for area in &felt.areas {
        seats = seats.max(area.seat);
        if area.kind == Kind::Seat || area.seat > 1 {
            continue;
        }
        let [x, y] = area.spot;
        rows.push(vec![area.act.clone(), area.pays.clone(), format!("{x},{y}"), area.cite.clone()]);
    }
    let mut about = format!("{} areas on {} by {} units", felt.areas.len(), felt.width, felt.height);
    if seats > 0 {
        about += &format!("; {seats} places have these each, those of the first are shown");
    }
    screen::table(&["wager", "pays", "chips lie at", "provision"], &[2], rows)
        + &paint(DIM, format!("{about}; --svg FILE draws them\n"))
}
