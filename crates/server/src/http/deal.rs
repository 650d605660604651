//! Dealing a whole shoe. The floor stores the seed and the answers, and rebuilds the table from them; tables in use are
//! cached, so that it rarely has to.

use super::{Answer, Asker, Failed, Said, school as drills, trainer};
use crate::{
    floor::Floor,
    problem, school,
    store::school::{KeptDeal, KeptDrill, Mark},
    trainer::Deal,
};
use axum::extract::{Path, State};
use protocol::{
    DealAnswer, DealRequest, DealSaid, DealSummary, DealTold, DealView, MOST_ROUNDS, Problem, ProblemCode,
};
use rounds::Settings;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The number of tables in the cache.
const KEPT: usize = 32;

/// The tables at which somebody deals, most recently used last.
static TABLES: Mutex<VecDeque<(String, Deal)>> = Mutex::new(VecDeque::new());

fn tables() -> MutexGuard<'static, VecDeque<(String, Deal)>> {
    TABLES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remember(id: String, deal: Deal) {
    let mut tables = tables();
    if tables.len() >= KEPT {
        tables.pop_front();
    }
    tables.push_back((id, deal));
}

/// A cached table after this many answers.
fn recall(id: &str, told: usize) -> Option<Deal> {
    let mut tables = tables();
    let at = tables.iter().position(|(known, _)| known == id)?;
    tables.remove(at).map(|(_, deal)| deal).filter(|deal| deal.told() as usize == told)
}

fn none() -> Failed {
    Failed(problem::unknown("shoe: begin to deal one first"))
}

/// The shoe with this id, if it belongs to this person.
async fn find(floor: &Arc<Floor>, asker: &Asker, id: &str) -> Result<(KeptDeal, Vec<String>), Failed> {
    let wanted = id.to_owned();
    let found = floor.read(move |store| Ok((store.deal(&wanted)?, store.deal_answers(&wanted)?))).await?;
    let (Some(kept), answers) = found else { return Err(none()) };
    if kept.learner != asker.who()?.name {
        let message = "someone else deals this shoe: start your own";
        return Err(Failed(Problem::new(ProblemCode::NotYours, message)));
    }
    Ok((kept, answers))
}

fn options(kept: &KeptDeal) -> Result<Settings, Failed> {
    serde_json::from_str(&kept.options).map_err(|error| drills::unreadable("shoe", &error))
}

/// The table of a shoe, from the cache or rebuilt.
async fn table(kept: &KeptDeal, answers: Vec<String>) -> Result<Deal, Failed> {
    if let Some(deal) = recall(&kept.id, answers.len()) {
        return Ok(deal);
    }
    let (game, options, seed) = (trainer::game(&kept.game)?, options(kept)?, kept.seed);
    let of = Some(kept.rounds).filter(|rounds| *rounds > 0);
    let again = move || -> Option<Deal> {
        let mut deal = Deal::open(game, &options, seed, of)?;
        for answer in answers {
            deal.tell(&serde_json::from_str::<DealSaid>(&answer).ok()?).ok()?;
        }
        Some(deal)
    };
    let changed = "the rules have changed since this shoe was begun: begin a new one";
    trainer::make(again).await?.ok_or_else(|| Failed(problem::conflict(changed)))
}

/// Stores the current question, or that the exercise is over.
async fn keep(floor: &Arc<Floor>, kept: &KeptDeal, deal: &Deal) -> Result<(), Failed> {
    let (id, step) = (kept.id.clone(), deal.told());
    let Some(cite) = deal.cite() else {
        return Ok(floor.with(move |store| store.end_deal(&id)).await?);
    };
    let asked = KeptDrill {
        id: question(&id, step),
        learner: kept.learner.clone(),
        class: kept.class.clone(),
        game: kept.game.clone(),
        kind: school::DEAL.to_owned(),
        seed: kept.seed,
        options: String::new(),
        cite: cite.id().to_owned(),
        asked: 0,
        is_answered: false,
        deal: id,
        step,
    };
    Ok(floor.with(move |store| store.add_drill(&asked)).await?)
}

fn question(deal: &str, step: u32) -> String {
    format!("{deal}.{step}")
}

/// The whole exercise as its learner sees it.
async fn view(floor: &Arc<Floor>, kept: &KeptDeal, deal: Deal) -> Answer<DealView> {
    let id = kept.id.clone();
    let (marks, now) = floor.read(move |store| Ok((store.deal_marks(&id)?, store.now()?))).await?;
    let (game, options) = (trainer::game(&kept.game)?, options(kept)?);
    let took: i64 = marks.iter().map(|mark: &Mark| mark.answered - mark.asked).sum();
    let view = DealView {
        deal: kept.id.clone(),
        game: kept.game.clone(),
        felt: felt::of(game, &options.entries(), &mut |_| ()),
        options,
        of: Some(kept.rounds).filter(|rounds| *rounds > 0),
        moment: deal.moment(),
        summary: DealSummary {
            score: school::score(&marks),
            round: u64::try_from(took).unwrap_or(0).checked_div(deal.rounds().into()).unwrap_or(0),
            provisions: school::by_provision(&marks, now),
        },
    };
    remember(kept.id.clone(), deal);
    Ok(view)
}

pub async fn start(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    said: Said<DealRequest>,
) -> Answer<DealView> {
    let learner = asker.who()?.name.clone();
    let DealRequest { practice, rounds, anew } = said.body;
    if rounds.is_some_and(|rounds| !(1..=MOST_ROUNDS).contains(&rounds)) {
        return Err(Failed(problem::bad_request(format!("deal 1 to {MOST_ROUNDS} rounds"))));
    }
    let terms = drills::terms(&floor, &learner, practice, None).await?;
    let kept = KeptDeal {
        id: drills::new_id()?,
        learner: learner.clone(),
        class: terms.class,
        game: terms.game.name().to_owned(),
        seed: drills::seed()?,
        options: drills::as_json("shoe", &terms.options)?,
        rounds: rounds.unwrap_or(0),
        began: 0,
        is_ended: false,
    };
    let same = |open: &&KeptDeal| {
        (&open.class, &open.game, &open.options, open.rounds)
            == (&kept.class, &kept.game, &kept.options, kept.rounds)
    };
    let open = floor.read(move |store| store.open_deals(&learner)).await?;
    if let Some(open) = open.iter().find(same).filter(|_| !anew) {
        let id = open.id.clone();
        let answers = floor.read(move |store| store.deal_answers(&id)).await?;
        let deal = table(open, answers).await?;
        keep(&floor, open, &deal).await?;
        return view(&floor, open, deal).await;
    }
    let deal = table(&kept, Vec::new()).await?;
    let new = kept.clone();
    floor.with(move |store| store.add_deal(&new)).await?;
    keep(&floor, &kept, &deal).await?;
    view(&floor, &kept, deal).await
}

pub async fn read(State(floor): State<Arc<Floor>>, asker: Asker, Path(id): Path<String>) -> Answer<DealView> {
    let (kept, answers) = find(&floor, &asker, &id).await?;
    let deal = table(&kept, answers).await?;
    // If the floor stopped between an answer and the next question, the question is stored now.
    keep(&floor, &kept, &deal).await?;
    view(&floor, &kept, deal).await
}

pub async fn answer(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(id): Path<String>,
    said: Said<DealAnswer>,
) -> Answer<DealTold> {
    let DealAnswer { step, said } = said.body;
    let (kept, answers) = find(&floor, &asker, &id).await?;
    let mut deal = table(&kept, answers).await?;
    let twice = || Failed(problem::conflict("this was answered already: the first answer counts"));
    if deal.told() != step {
        remember(id, deal);
        return Err(twice());
    }
    let answer = drills::as_json("answer", &said)?;
    let told = trainer::make(move || {
        let told = deal.tell(&said);
        (deal, told)
    });
    let (deal, told) = told.await?;
    let told = match told {
        Ok(told) => told,
        Err(message) => {
            remember(id, deal);
            return Err(Failed(problem::bad_request(message)));
        }
    };
    let (open, right) = (question(&id, step), told.right);
    if !floor.with(move |store| store.answer_drill(&open, &answer, right)).await? {
        return Err(twice());
    }
    keep(&floor, &kept, &deal).await?;
    remember(id, deal);
    Ok(told)
}
