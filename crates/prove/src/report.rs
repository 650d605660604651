//! The result of a proof of a game, row by row.

use crate::{
    bounds::Bounds,
    checks::{Kind, Moments},
    elsewhere::{Elsewhere, elsewhere},
    keep, merging, round,
    rows::rows,
    search::{Found, Progress, Task},
    tally::{Moment, Witness},
};
use rounds::Settings;
use rules::{Citation, Game, GameId, Visitor};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// What was found in a game.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The options.
    pub options: String,
    /// Each search with its bounds.
    pub rows: Vec<Row>,
    /// Which provisions have an effect.
    pub provisions: Provisions,
    /// Irregularities that occurred.
    pub irregularities: Vec<String>,
    /// Irregularities that did not occur under these options within these bounds.
    pub irregularities_never: Vec<String>,
    /// Those of them that occur under other options, each with the shortest round.
    pub irregularities_elsewhere: Vec<Elsewhere>,
    /// The shortest round for each provision, by its address.
    #[serde(skip)]
    pub witnesses: BTreeMap<String, String>,
    /// What was announced at each moment.
    #[serde(skip)]
    pub announcements: String,
}

/// A search.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Row {
    /// The bounds of the search, in words.
    pub bounds: String,
    /// What does not tell two states apart.
    pub leaves_out: Vec<String>,
    /// Whether every state within the bounds was visited.
    pub complete: bool,
    /// How many states there are.
    pub states: usize,
    /// How many inputs were tried.
    pub transitions: u64,
    /// How many inputs the last state is from the first.
    pub depth: usize,
    /// How many inputs led beyond the bound on amounts.
    pub beyond: u64,
    /// How many inputs led to a known state.
    pub merged: u64,
    /// How many of these were compared with it.
    pub compared: u64,
    /// On how many states everything was tried that is not listed.
    pub tried: u64,
    /// How many pairs of states were compared that differ only in hidden cards.
    pub pairs: u64,
    /// What does not hold: the first of each kind.
    pub faults: Vec<FaultView>,
}

/// Something that does not hold.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct FaultView {
    /// The check that fails.
    pub kind: Kind,
    /// How many states or inputs fail it.
    pub times: u64,
    /// What is wrong with this one.
    pub says: String,
    /// The shortest round that shows it.
    pub round: String,
}

/// The provisions that a game applies at the table.
#[derive(Clone, Debug, Default, Serialize, schemars::JsonSchema)]
pub struct Provisions {
    /// Those by which something happens.
    pub applied: Vec<String>,
    /// Those that only refuse something.
    pub refuse: Vec<String>,
    /// Those without any effect under these options within these bounds.
    pub without_effect: Vec<Ineffective>,
}

/// A provision without any effect under these options within these bounds.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Ineffective {
    /// The address of the provision.
    pub id: String,
    /// Golden rounds of the game in which it applies, under other options or beyond the bounds. If there are none, nothing
    /// shows that it ever does.
    pub rounds: Vec<String>,
    /// Readings of its words.
    pub readings: Vec<String>,
}

impl Ineffective {
    fn of(game: &str, id: &str) -> Ineffective {
        let cite = Citation::all().find(|cite| cite.id() == id);
        let own = |round: &&&'static str| round.strip_prefix(game).is_some_and(|rest| rest.starts_with('/'));
        Ineffective {
            id: id.to_owned(),
            rounds: cite.map_or_else(Vec::new, |cite| {
                index::applied(cite).rounds.iter().filter(own).map(|&round| round.to_owned()).collect()
            }),
            readings: cite
                .map_or_else(Vec::new, |cite| cite.readings().map(|reading| reading.id.to_owned()).collect()),
        }
    }
}

impl Report {
    /// Whether everything holds within the bounds, and every search was completed.
    pub fn holds(&self) -> bool {
        self.rows.iter().all(|row| row.complete && row.faults.is_empty())
    }
}

/// How a proof is run.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// The number of threads.
    pub threads: usize,
    /// Where the searches are saved, to be continued later.
    pub resume: Option<PathBuf>,
    /// Whether to write rounds that apply each provision.
    pub witnesses: bool,
}

/// What must be announced under the usual options, within the usual bounds.
fn announcements(game: &str) -> &'static str {
    match game {
        "big-six" => include_str!("../announcements/big-six.tsv"),
        "blackjack" => include_str!("../announcements/blackjack.tsv"),
        "caribbean-stud" => include_str!("../announcements/caribbean-stud.tsv"),
        "chemin-de-fer" => include_str!("../announcements/chemin-de-fer.tsv"),
        "craps" => include_str!("../announcements/craps.tsv"),
        "double-down-stud" => include_str!("../announcements/double-down-stud.tsv"),
        "keno" => include_str!("../announcements/keno.tsv"),
        "let-it-ride" => include_str!("../announcements/let-it-ride.tsv"),
        "minibaccarat" => include_str!("../announcements/minibaccarat.tsv"),
        "pai-gow" => include_str!("../announcements/pai-gow.tsv"),
        "pai-gow-poker" => include_str!("../announcements/pai-gow-poker.tsv"),
        "punto-banco" => include_str!("../announcements/punto-banco.tsv"),
        "red-dog" => include_str!("../announcements/red-dog.tsv"),
        "roulette" => include_str!("../announcements/roulette.tsv"),
        "sic-bo" => include_str!("../announcements/sic-bo.tsv"),
        _ => "",
    }
}

/// What must be announced under these options; nothing is required if they are not the usual ones.
pub fn required<G: Game>(settings: &Settings) -> Moments {
    let is_usual = *settings == rounds::standard::<G>();
    Moments::read(if is_usual { announcements(G::NAME) } else { "" })
}

/// The provisions that the game's code applies at the table, not only at the gate.
pub fn applied_at_the_table(game: &str) -> BTreeSet<&'static str> {
    let folder = format!("games/{}/", game.replace('-', "_"));
    let at_the_gate = ["options.rs", "fields.rs", "gate.rs", "entry.rs"];
    let is_at_table = |code: &&'static str| {
        code.strip_prefix(folder.as_str())
            .is_some_and(|file| !at_the_gate.iter().any(|gate| file.starts_with(gate)))
    };
    Citation::all()
        .filter(|cite| index::applied(*cite).code.iter().any(is_at_table))
        .map(Citation::id)
        .collect()
}

/// Searches a game within its usual bounds, or within these, and reports what was found.
///
/// # Errors
/// If a saved search cannot be read, or belongs to other bounds.
pub fn prove<G: Game>(
    settings: &Settings,
    options: G::Options,
    bounds: Option<Vec<Bounds>>,
    how: &How,
    watch: &mut dyn FnMut(usize, Progress) -> bool,
) -> Result<Report, String> {
    let is_usual = bounds.is_none();
    let moments = if is_usual { required::<G>(settings) } else { Moments::default() };
    let mut report = Report {
        game: G::NAME.to_owned(),
        options: settings.to_string(),
        rows: Vec::new(),
        provisions: Provisions::default(),
        irregularities: Vec::new(),
        irregularities_never: Vec::new(),
        irregularities_elsewhere: Vec::new(),
        witnesses: BTreeMap::new(),
        announcements: String::new(),
    };
    let mut witnessed: BTreeMap<String, bool> = BTreeMap::new();
    let mut heard: BTreeMap<String, Moment> = BTreeMap::new();
    let (mut named, mut occurred) = (BTreeSet::new(), BTreeSet::new());
    for (at, bounds) in bounds.unwrap_or_else(|| rows(G::NAME)).into_iter().enumerate() {
        let task = Task::<G>::new(settings.clone(), options, bounds, moments.clone());
        let mut found = searched(&task, at, how, watch)?;
        found.check_ends();
        let compared = merging::check(&task, &mut found, how.threads);
        report.rows.push(row(&task, &found, compared));
        named.extend(task.inputs.irregularities().into_iter().map(whatever_the_count));
        occurred.extend(found.tally.irregularities.keys().map(|name| whatever_the_count(name)));
        for (name, moment) in &found.tally.moments {
            let known = heard.entry(name.clone()).or_default();
            known.times += moment.times;
            moment
                .calls
                .iter()
                .for_each(|(call, times)| *known.calls.entry(call.clone()).or_default() += times);
        }
        for (id, witness) in &found.tally.witnesses {
            note(&task, &found, id, witness, how, &mut witnessed, &mut report.witnesses);
        }
    }
    report.announcements = Moments::write(&heard);
    report.irregularities_never = named.difference(&occurred).cloned().collect();
    report.irregularities = occurred.into_iter().collect();
    if is_usual && *settings == rounds::standard::<G>() {
        report.irregularities_elsewhere = elsewhere::<G>(&report.irregularities_never, how.threads);
    }
    let own = applied_at_the_table(G::NAME);
    let named =
        |want: bool| witnessed.iter().filter(move |(_, refuses)| **refuses == want).map(|(id, _)| id.clone());
    report.provisions = Provisions {
        applied: named(false).collect(),
        refuse: named(true).collect(),
        without_effect: own
            .into_iter()
            .filter(|id| !witnessed.contains_key(*id))
            .map(|id| Ineffective::of(G::NAME, id))
            .collect(),
    };
    Ok(report)
}

/// An irregularity without the counts in it: only one number of cards left is right, so the number does not matter.
pub fn whatever_the_count(name: &str) -> String {
    let is_count = |word: &&str| word.strip_suffix(',').is_some_and(|word| word.parse::<u32>().is_ok());
    name.split(' ').map(|word| if is_count(&word) { "#," } else { word }).collect::<Vec<_>>().join(" ")
}

/// The same for a game given by its id. It is compiled here, so that its callers need not be optimized.
///
/// # Errors
/// If the options are not lawful, or as for [`prove`].
pub fn prove_game(
    game: GameId,
    settings: &Settings,
    bounds: Option<Vec<Bounds>>,
    how: &How,
    watch: &mut dyn FnMut(usize, Progress) -> bool,
) -> Result<Report, String> {
    struct Run<'a> {
        settings: &'a Settings,
        bounds: Option<Vec<Bounds>>,
        how: &'a How,
        watch: &'a mut dyn FnMut(usize, Progress) -> bool,
    }
    impl Visitor for Run<'_> {
        type Out = Result<Report, String>;
        fn visit<G: Game>(self) -> Self::Out {
            let options = rounds::judge::<G>(self.settings).map_err(|findings| {
                findings.iter().map(rounds::Finding::brief).collect::<Vec<_>>().join("; ")
            })?;
            prove::<G>(self.settings, options, self.bounds, self.how, self.watch)
        }
    }
    game.visit(Run { settings, bounds, how, watch })
}

fn searched<G: Game>(
    task: &Task<G>,
    at: usize,
    how: &How,
    watch: &mut dyn FnMut(usize, Progress) -> bool,
) -> Result<Found<G>, String> {
    let kept = how.resume.as_ref().map(|path| path.with_extension(format!("row{}", at + 1)));
    let mut found = match &kept {
        Some(path) if path.exists() => keep::read(task, path)?,
        _ => Found::begin(task),
    };
    let mut last = std::time::Instant::now();
    let mut failed = None;
    found.go_on(task, how.threads, |found, progress| {
        if let Some(path) = &kept
            && last.elapsed().as_secs() >= keep::SECONDS
        {
            failed = keep::write(task, found, path).err();
            last = std::time::Instant::now();
        }
        failed.is_none() && watch(at, progress)
    });
    match (failed, &kept) {
        (Some(failed), _) => Err(failed),
        (None, Some(path)) => keep::write(task, &found, path).map(|()| found),
        (None, None) => Ok(found),
    }
}

fn row<G: Game>(task: &Task<G>, found: &Found<G>, compared: u64) -> Row {
    let tally = &found.tally;
    let mut faults: Vec<FaultView> = Vec::new();
    for fault in &tally.faults {
        if faults.iter().all(|known| known.kind != fault.kind) {
            let about = format!("{}: {}", fault.kind, fault.says);
            faults.push(FaultView {
                kind: fault.kind,
                times: tally.counts.get(&fault.kind).copied().unwrap_or(1),
                says: fault.says.clone(),
                round: round::write(task, found, &fault.trace, &about),
            });
        }
    }
    Row {
        bounds: task.bounds.to_string(),
        leaves_out: task.lens.leaves_out.iter().map(|&part| part.to_owned()).collect(),
        complete: found.is_complete(),
        states: found.nodes.len(),
        transitions: tally.transitions,
        depth: tally.depth,
        beyond: tally.beyond,
        merged: tally.merged,
        compared,
        tried: tally.tried,
        pairs: tally.pairs,
        faults,
    }
}

/// Records a witness, if none is known yet or this one shows more.
fn note<G: Game>(
    task: &Task<G>,
    found: &Found<G>,
    id: &str,
    witness: &Witness,
    how: &How,
    known: &mut BTreeMap<String, bool>,
    rounds: &mut BTreeMap<String, String>,
) {
    if known.get(id).is_some_and(|refuses| !refuses || witness.refuses) {
        return;
    }
    known.insert(id.to_owned(), witness.refuses);
    if how.witnesses {
        let verb = if witness.refuses { "refuses" } else { "applies" };
        let about = format!("{id} {verb} at: {}", witness.trace.input);
        rounds.insert(id.to_owned(), round::write(task, found, &witness.trace, &about));
    }
}
