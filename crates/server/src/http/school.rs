//! The school: graded drills, what learners know, classes, and certificates.

use super::{Answer, Asker, Failed, Query, Said, history, print, trainer as drills};
use crate::{
    clock,
    floor::Floor,
    problem, school,
    store::{
        Broken, Reader,
        school::{KeptDrill, Mark},
    },
    trainer,
};
use ::papers::{Class, Draft, Trained};
use axum::extract::{Path, State};
use books::Settings;
use protocol::{
    CLASS_NAME, ClassGame, ClassPage, ClassView, DrillKind, DrillRequest, Joining, LearnerView, MOST_DRILLS,
    MOST_KINDS, NewClass, OwnClass, Practice, Problem, ProblemCode, ProgressView, SetAnswer, SetDrill,
    SizeQuery, Verdict, route,
};
use rules::GameId;
use std::sync::Arc;

/// The document kind of a class; its id is the code.
const CLASS: &str = "class";
/// The letters of a code: none can be mistaken for another or for a digit.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// The number of drills to try in order to find one about a provision to practice.
const TRIES: usize = 8;
/// Above the range of seeds that anyone may request, so that answers cannot be looked up.
const SECRET: u64 = 1 << 53;

fn no_chance(error: &getrandom::Error) -> Failed {
    Failed(problem::no_entropy(&std::io::Error::other(error.to_string())))
}

fn chance<const N: usize>() -> Result<[u8; N], Failed> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| no_chance(&error))?;
    Ok(bytes)
}

/// An id that cannot be guessed.
pub fn new_id() -> Result<String, Failed> {
    Ok(chance::<16>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The seed of a graded drill.
pub fn seed() -> Result<u64, Failed> {
    Ok(SECRET + u64::from_le_bytes(chance()?) % SECRET)
}

pub fn unreadable(what: &str, error: &serde_json::Error) -> Failed {
    Failed(problem::lost(&format!("a {what} that cannot be read: {error}")))
}

pub fn as_json<T: serde::Serialize>(what: &str, value: &T) -> Result<String, Failed> {
    serde_json::to_string(value).map_err(|error| unreadable(what, &error))
}

/// A code in its stored form, however it is typed.
fn code(typed: &str) -> String {
    let letters = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    letters.flat_map(char::to_uppercase).collect()
}

fn no_class(code: &str) -> Failed {
    let message = format!("no class has the code {code}: ask your instructor for it");
    Failed(Problem::new(ProblemCode::Unknown, message))
}

/// The class with this code, and its members.
async fn find(floor: &Arc<Floor>, code: &str) -> Result<(ClassView, Vec<(String, i64)>), Failed> {
    let id = code.to_owned();
    let found = floor.read(move |store| Ok((store.doc(CLASS, &id)?, store.members(&id)?))).await?;
    let (Some(doc), members) = found else { return Err(no_class(code)) };
    Ok((read_class(&doc.body, members.len())?, members))
}

fn read_class(body: &str, members: usize) -> Result<ClassView, Failed> {
    let class: ClassView = serde_json::from_str(body).map_err(|error| unreadable("class", &error))?;
    Ok(ClassView { learners: u32::try_from(members).unwrap_or(u32::MAX), ..class })
}

/// The conditions under which a drill is asked.
pub struct Terms {
    pub game: GameId,
    pub options: Settings,
    kinds: Vec<DrillKind>,
    pub class: String,
}

/// What a learner asks for, as far as it is open to them.
pub async fn terms(
    floor: &Arc<Floor>,
    learner: &str,
    asked: Practice,
    kind: Option<DrillKind>,
) -> Result<Terms, Failed> {
    let Practice { game: name, table, class } = asked;
    let game = drills::game(&name)?;
    let Some(class) = class.as_deref().map(code) else {
        let options = drills::options(floor, game, table.as_deref())?;
        let kinds = kind.map_or_else(|| trainer::kinds(game), |kind| vec![kind]);
        return Ok(Terms { game, options, kinds, class: String::new() });
    };
    let (view, members) = find(floor, &class).await?;
    if !members.iter().any(|(member, _)| member == learner) {
        let message = format!("you are not in the class {}: join it with its code", view.name);
        return Err(Failed(Problem::new(ProblemCode::NotYours, message)));
    }
    if table.is_some() {
        let message = "the class says under which table's options its drills are: leave `table` out";
        return Err(Failed(problem::bad_request(message)));
    }
    let Some(taught) = view.games.iter().find(|taught| taught.game == name) else {
        let message = format!("the class {} does not teach {name}", view.name);
        return Err(Failed(problem::conflict(message)));
    };
    let mut kinds = trainer::kinds(game);
    kinds.retain(|kind| view.kinds.is_empty() || view.kinds.contains(kind));
    if let Some(kind) = kind {
        kinds.retain(|taught| *taught == kind);
    }
    if kinds.is_empty() {
        let message = format!("the class {} asks nothing of that kind about {name}", view.name);
        return Err(Failed(problem::conflict(message)));
    }
    let options = drills::options(floor, game, taught.table.as_deref())?;
    Ok(Terms { game, options, kinds, class })
}

/// A drill without its seed.
fn shown(id: String, practice: bool, made: trainer::Made) -> SetDrill {
    let mut drill = made.drill;
    drill.seed = 0;
    SetDrill { id, practice, drill }
}

/// Makes a drill again that was asked before.
async fn again(kept: &KeptDrill) -> Result<trainer::Made, Failed> {
    let options: Settings =
        serde_json::from_str(&kept.options).map_err(|error| unreadable("drill", &error))?;
    let (game, kind) = (drills::game(&kept.game)?, school::kind(&kept.kind).ok_or_else(drills::none)?);
    let seed = kept.seed;
    drills::make(move || trainer::make(game, &options, seed, kind)).await?.ok_or_else(drills::none)
}

pub async fn set(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    said: Said<DrillRequest>,
) -> Answer<SetDrill> {
    let learner = asker.who()?.name.clone();
    let DrillRequest { practice, kind } = said.body;
    let Terms { game, options, kinds, class } = terms(&floor, &learner, practice, kind).await?;
    let who = learner.clone();
    let known = floor.read(move |store| Ok((store.open_drills(&who)?, store.marks(&who)?, store.now()?)));
    let (open, marks, now) = known.await?;
    let written = as_json("drill", &options)?;
    // A question stays open until it is answered, so nobody can skip hard ones.
    let stands = |kept: &&KeptDrill| {
        (kept.class.as_str(), kept.game.as_str(), &kept.options) == (class.as_str(), game.name(), &written)
            && kinds.iter().any(|kind| school::word(*kind) == kept.kind)
    };
    if let Some(kept) = open.iter().find(stands) {
        return Ok(shown(kept.id.clone(), false, again(kept).await?));
    }
    let next = school::next(&marks, game.name(), &kinds, now).ok_or_else(drills::none)?;
    let seeds = (0..TRIES).map(|_| seed()).collect::<Result<Vec<u64>, Failed>>()?;
    let kind = next.kind;
    let made = drills::make(move || choose(game, &options, &seeds, &next)).await?;
    let (seed, practice, made) = made.ok_or_else(drills::none)?;
    let id = new_id()?;
    let kept = KeptDrill {
        id: id.clone(),
        learner,
        class,
        game: game.name().to_owned(),
        kind: school::word(kind).to_owned(),
        seed,
        options: written,
        cite: made.cite().to_owned(),
        asked: 0,
        is_answered: false,
        deal: String::new(),
        step: 0,
    };
    floor.with(move |store| store.add_drill(&kept)).await?;
    Ok(shown(id, practice, made))
}

/// The first drill about a provision to practice, or else the first drill.
fn choose(
    game: GameId,
    options: &Settings,
    seeds: &[u64],
    next: &school::Next,
) -> Option<(u64, bool, trainer::Made)> {
    let mut first = None;
    for seed in seeds {
        let Some(made) = trainer::make(game, options, *seed, next.kind) else { continue };
        let is_wanted = next.practice.iter().any(|cite| cite == made.cite());
        if is_wanted || next.practice.is_empty() {
            return Some((*seed, is_wanted, made));
        }
        first.get_or_insert((*seed, false, made));
    }
    first
}

pub async fn answer(State(floor): State<Arc<Floor>>, asker: Asker, said: Said<SetAnswer>) -> Answer<Verdict> {
    let learner = asker.who()?.name.clone();
    let SetAnswer { id, answer } = said.body;
    drills::readable(&answer)?;
    let wanted = id.clone();
    let kept = floor.read(move |store| store.drill(&wanted)).await?;
    // A question of a dealing exercise is answered there.
    let kept = kept.filter(|kept| kept.deal.is_empty());
    let kept = kept.ok_or_else(|| Failed(problem::unknown("drill: ask for one first")))?;
    if kept.learner != learner {
        let message = "this drill was set for someone else: ask for your own";
        return Err(Failed(Problem::new(ProblemCode::NotYours, message)));
    }
    let twice = || Failed(problem::conflict("this drill was answered already: the first answer counts"));
    if kept.is_answered {
        return Err(twice());
    }
    let verdict = again(&kept).await?.judge(&answer);
    let right = verdict.right;
    match floor.with(move |store| store.answer_drill(&id, &answer, right)).await? {
        true => Ok(verdict),
        false => Err(twice()),
    }
}

pub async fn progress(State(floor): State<Arc<Floor>>, asker: Asker) -> Answer<ProgressView> {
    let learner = asker.who()?.name.clone();
    let read = move |store: &mut dyn Reader| -> Result<_, Broken> {
        let mut classes = Vec::new();
        for class in store.classes_of(&learner)? {
            let members = store.members(&class)?.len();
            classes.extend(store.doc(CLASS, &class)?.map(|doc| (doc, members)));
        }
        Ok((store.marks(&learner)?, classes, store.now()?))
    };
    let (marks, classes, now) = floor.read(read).await?;
    let own = |(doc, members): &(crate::store::Doc, usize)| -> Result<OwnClass, Failed> {
        let class = read_class(&doc.body, *members)?;
        let score =
            school::score(marks.iter().filter(|mark| mark.class == class.class && school::is_drill(mark)));
        Ok(OwnClass { passed: school::passes(&class, &score), class, score })
    };
    let classes = classes.iter().map(own).collect::<Result<Vec<_>, _>>()?;
    let provisions = school::by_provision(&marks, now);
    Ok(ProgressView { score: school::score(&marks), provisions, classes })
}

pub async fn join(State(floor): State<Arc<Floor>>, asker: Asker, said: Said<Joining>) -> Answer<ClassView> {
    let learner = asker.who()?.name.clone();
    let code = code(&said.body.code);
    find(&floor, &code).await?;
    let class = code.clone();
    // Joining twice has no further effect.
    floor.with(move |store| store.add_member(&class, &learner)).await?;
    Ok(find(&floor, &code).await?.0)
}

pub async fn list(State(floor): State<Arc<Floor>>) -> Answer<Vec<ClassView>> {
    let read = |store: &mut dyn Reader| -> Result<_, Broken> {
        let mut all = Vec::new();
        for doc in store.docs(CLASS)? {
            let members = store.members(&doc.id)?.len();
            all.push((doc, members));
        }
        Ok(all)
    };
    let docs = floor.read(read).await?;
    let mut classes = docs
        .iter()
        .map(|(doc, members)| read_class(&doc.body, *members))
        .collect::<Result<Vec<_>, Failed>>()?;
    classes.sort_by_key(|class| std::cmp::Reverse(class.created));
    Ok(classes)
}

/// Checks a new class before anything is stored.
fn check(floor: &Floor, new: &NewClass) -> Result<(), Failed> {
    let bad = |message: String| Err(Failed(problem::bad_request(message)));
    let name = new.name.trim();
    if name.is_empty() || name.chars().count() > CLASS_NAME || name.chars().any(char::is_control) {
        return bad(format!("a class has a name of 1 to {CLASS_NAME} characters"));
    }
    if new.games.is_empty() {
        return bad("name at least one game that the class teaches".to_owned());
    }
    if new.kinds.len() > MOST_KINDS {
        return bad(format!("there are {MOST_KINDS} kinds of questions: name each once"));
    }
    if !(1..=MOST_DRILLS).contains(&new.drills) {
        return bad(format!("a certificate takes 1 to {MOST_DRILLS} drills"));
    }
    if !(1..=100).contains(&new.pass) {
        return bad("1 to 100 answers of a hundred must be right".to_owned());
    }
    for (at, ClassGame { game, table }) in new.games.iter().enumerate() {
        if new.games[..at].iter().any(|other| other.game == *game) {
            return bad(format!("{game} is named twice: a class teaches a game under one table's options"));
        }
        let game = drills::game(game)?;
        drills::options(floor, game, table.as_deref())?;
        if !new.kinds.is_empty() && !trainer::kinds(game).iter().any(|kind| new.kinds.contains(kind)) {
            return bad(format!("{} has no drills of these kinds", game.name()));
        }
    }
    Ok(())
}

pub async fn create(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    said: Said<NewClass>,
) -> Answer<ClassView> {
    let instructor = asker.who()?.name.clone();
    let new = said.body;
    check(&floor, &new)?;
    let letters = chance::<8>()?;
    let code: String = letters.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    let NewClass { name, games, mut kinds, drills, pass } = new;
    kinds.dedup();
    let name = name.trim().to_owned();
    let class = ClassView {
        class: code.clone(),
        name,
        instructor,
        created: clock::now(),
        games,
        kinds,
        drills,
        pass,
        learners: 0,
    };
    let body = as_json("class", &class)?;
    match floor.with(move |store| store.put_doc(CLASS, &code, &body, 0)).await? {
        Some(_) => Ok(class),
        None => Err(Failed(problem::unknown_outcome())),
    }
}

/// A class, its members, and all their answers.
async fn record(floor: &Arc<Floor>, class: &str) -> Result<(ClassPage, Vec<Mark>), Failed> {
    let (class, members) = find(floor, class).await?;
    let id = class.class.clone();
    let (marks, now) = floor.read(move |store| Ok((store.class_marks(&id)?, store.now()?))).await?;
    let learner = |(learner, joined): (String, i64)| {
        let own: Vec<&Mark> = marks.iter().filter(|mark| mark.learner == learner).collect();
        let score = school::score(own.iter().copied().filter(|mark| school::is_drill(mark)));
        LearnerView {
            name: floor.shown(&learner),
            joined,
            provisions: school::by_provision(own.iter().copied(), now),
            passed: school::passes(&class, &score),
            score,
            learner,
        }
    };
    let learners = members.into_iter().map(learner).collect();
    Ok((ClassPage { class, learners }, marks))
}

pub async fn class(State(floor): State<Arc<Floor>>, Path(class): Path<String>) -> Answer<ClassPage> {
    Ok(record(&floor, &class).await?.0)
}

pub async fn certificate(
    State(floor): State<Arc<Floor>>,
    Path((class, learner)): Path<(String, String)>,
    Query(SizeQuery { size }): Query<route::ReadCertificate>,
) -> Answer<String> {
    let (ClassPage { class, learners }, marks) = record(&floor, &class).await?;
    let Some(found) = learners.into_iter().find(|one| one.learner == learner) else {
        let message = format!("{learner} is not in the class {}", class.name);
        return Err(Failed(Problem::new(ProblemCode::Unknown, message)));
    };
    let LearnerView { name, score, provisions, passed, .. } = found;
    if !passed {
        let ClassView { drills, pass, .. } = class;
        let message = format!(
            "{name} has {} of {} drills right: the certificate takes {drills} drills with {pass}% right",
            score.right, score.asked
        );
        return Err(Failed(Problem::new(ProblemCode::NotNow, message)));
    }
    let last = marks.iter().filter(|mark| mark.learner == learner).map(|mark| mark.answered).max();
    let right = provisions.iter().filter(|one| one.streak > 0);
    let mut known: Vec<_> = right.filter_map(|one| law::Citation::find(&one.cite)).collect();
    known.sort_unstable();
    known.dedup();
    let trained = Trained {
        name,
        games: class.games.iter().filter_map(|taught| GameId::find(&taught.game)).collect(),
        on: last.and_then(|last| floor.config.licensee.calendar.day(last)),
        drills: Some((score.asked.into(), score.right.into())),
        class: Some(Class {
            name: class.name,
            instructor: floor.shown(&class.instructor),
            tables: class.games.into_iter().filter_map(|taught| taught.table).collect(),
            provisions: known,
        }),
    };
    let house = history::of(&floor).await?.at(clock::now());
    Ok(::papers::certificates(&Draft::new(&house, print::size(size)), &[trained]).html)
}
