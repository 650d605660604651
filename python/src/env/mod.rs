//! Environments for learning agents: tables that ask for decisions, and play everything else by the rules.

mod core;
mod deciding;
mod played;
mod seeing;

use crate::{
    failure::{Failure, guarded, guarded_apart, json, whole},
    law_of::{chosen, game, settings},
    odds_of::money,
};
use core::{Ask, Core, Setup};
use played::{Opening, Played};
use pyo3::{buffer::PyBuffer, exceptions::PyTypeError, prelude::*};
use rounds::Settings;
use rules::{GameId, Refusal};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use views::Refused;

/// The most tables of one environment: more would fill the memory of any machine.
const MOST_TABLES: usize = 1 << 20;

/// The configuration of environments.
#[derive(Deserialize)]
struct Config {
    bets: Vec<u32>,
    /// The value of a unit, in cents; the game's usual stake by default.
    unit: Option<i64>,
    /// Which players decide.
    asked: Vec<bool>,
    explicit_chance: bool,
    tables: usize,
    seed: u64,
}

/// The description of an environment for the Python side.
#[derive(Serialize)]
struct Spec<'a> {
    game: &'static str,
    options: &'a Settings,
    actions: Vec<&'a str>,
    /// The parts of an observation: name, length, minimum and maximum.
    layout: Vec<(&'static str, usize, f32, f32)>,
    unit: i64,
    decks: u8,
}

/// The results of a step of many tables.
struct Flat<'a> {
    actions: &'a [i64],
    observations: &'a mut [f32],
    rewards: &'a mut [f64],
    over: &'a mut [u8],
    masks: &'a mut [u8],
    refused: &'a mut [u8],
}

/// Tables of any game.
trait Tables: Send {
    fn spec(&self) -> Result<String, Failure>;
    fn sizes(&self) -> (usize, usize);
    fn fresh(&mut self, at: usize, seed: u64, stream: u64) -> Result<(), Failure>;
    fn begin(&mut self, at: usize) -> Result<(), Failure>;
    fn ask(&self, at: usize) -> Ask;
    fn step(&mut self, at: usize, action: usize) -> Result<Option<Refusal>, Failure>;
    fn mask(&self, at: usize, mask: &mut [u8]);
    fn observe(&self, at: usize, player: usize, out: &mut [f32]);
    fn collect(&mut self, at: usize, player: usize) -> f64;
    fn outcomes(&self, at: usize) -> Vec<(String, u32)>;
    fn show(&mut self, at: usize, outcome: usize) -> Result<(), Failure>;
    fn step_all(&mut self, penalty: f64, flat: &mut Flat<'_>) -> Result<(), Failure>;
    fn look_all(&self, observations: &mut [f32], masks: &mut [u8]);
    fn len(&self) -> usize;
    fn players(&self) -> usize;
    fn text(&self, at: usize) -> String;
    fn copy(&self) -> Box<dyn Tables>;
}

struct Several<G: Played> {
    setup: Arc<Setup<G>>,
    options: Settings,
    cores: Vec<Core<G>>,
    /// The one player who decides, where many tables are stepped at once.
    player: usize,
    width: usize,
}

impl<G: Played> Several<G> {
    fn look(&self, at: usize, observations: &mut [f32], masks: &mut [u8]) {
        let (width, actions) = (self.width, self.setup.actions.len());
        self.cores[at].observe(self.player, &mut observations[at * width..][..width]);
        self.cores[at].mask(&mut masks[at * actions..][..actions]);
    }
}

impl<G: Played> Tables for Several<G> {
    fn spec(&self) -> Result<String, Failure> {
        json(&Spec {
            game: G::NAME,
            options: &self.options,
            actions: self.setup.actions.iter().map(|(name, _)| name.as_str()).collect(),
            layout: Core::layout(&self.setup),
            unit: self.setup.unit.as_cents(),
            decks: self.setup.decks,
        })
    }

    fn sizes(&self) -> (usize, usize) {
        (self.width, self.setup.actions.len())
    }

    fn fresh(&mut self, at: usize, seed: u64, stream: u64) -> Result<(), Failure> {
        self.cores[at] = Core::new(Arc::clone(&self.setup), seed, stream)?;
        Ok(())
    }

    fn begin(&mut self, at: usize) -> Result<(), Failure> {
        self.cores[at].begin()
    }

    fn ask(&self, at: usize) -> Ask {
        self.cores[at].ask
    }

    fn step(&mut self, at: usize, action: usize) -> Result<Option<Refusal>, Failure> {
        self.cores[at].step(action).map(Result::err)
    }

    fn mask(&self, at: usize, mask: &mut [u8]) {
        self.cores[at].mask(mask);
    }

    fn observe(&self, at: usize, player: usize, out: &mut [f32]) {
        self.cores[at].observe(player, out);
    }

    fn collect(&mut self, at: usize, player: usize) -> f64 {
        self.cores[at].collect(player)
    }

    fn outcomes(&self, at: usize) -> Vec<(String, u32)> {
        self.cores[at].outcomes()
    }

    fn show(&mut self, at: usize, outcome: usize) -> Result<(), Failure> {
        self.cores[at].show_outcome(outcome)
    }

    fn step_all(&mut self, penalty: f64, flat: &mut Flat<'_>) -> Result<(), Failure> {
        for at in 0..self.cores.len() {
            let core = &mut self.cores[at];
            (flat.rewards[at], flat.refused[at]) = (0.0, 0);
            // A finished round is restarted by the next step, whatever the action.
            if core.ask == Ask::Over {
                core.begin()?;
            } else {
                let action = usize::try_from(flat.actions[at]).unwrap_or(usize::MAX);
                if core.step(action)?.is_err() {
                    (flat.rewards[at], flat.refused[at]) = (-penalty, 1);
                }
                flat.rewards[at] += core.collect(self.player);
            }
            flat.over[at] = u8::from(core.ask == Ask::Over);
            self.look(at, flat.observations, flat.masks);
        }
        Ok(())
    }

    fn look_all(&self, observations: &mut [f32], masks: &mut [u8]) {
        (0..self.cores.len()).for_each(|at| self.look(at, observations, masks));
    }

    fn len(&self) -> usize {
        self.cores.len()
    }

    fn players(&self) -> usize {
        self.setup.is_asked.len()
    }

    fn text(&self, at: usize) -> String {
        self.cores[at].text()
    }

    fn copy(&self) -> Box<dyn Tables> {
        Box::new(Several {
            setup: Arc::clone(&self.setup),
            options: self.options.clone(),
            cores: self.cores.clone(),
            player: self.player,
            width: self.width,
        })
    }
}

/// Something done with a game that is known only by its name.
trait OfPlayed {
    type Out;
    fn with<G: Played>(self) -> Self::Out;
}

fn of_played<T: OfPlayed>(game: GameId, does: T) -> T::Out {
    match game {
        GameId::Craps => does.with::<rules::craps::Craps>(),
        GameId::Blackjack => does.with::<rules::blackjack::Blackjack>(),
        GameId::PuntoBanco => does.with::<rules::punto_banco::PuntoBanco>(),
        GameId::CheminDeFer => does.with::<rules::chemin_de_fer::CheminDeFer>(),
        GameId::Roulette => does.with::<rules::roulette::Roulette>(),
        GameId::BigSix => does.with::<rules::big_six::BigSix>(),
        GameId::RedDog => does.with::<rules::red_dog::RedDog>(),
        GameId::Minibaccarat => does.with::<rules::minibaccarat::Minibaccarat>(),
        GameId::SicBo => does.with::<rules::sic_bo::SicBo>(),
        GameId::Keno => does.with::<rules::keno::Keno>(),
        GameId::PaiGow => does.with::<rules::pai_gow::PaiGow>(),
        GameId::PaiGowPoker => does.with::<rules::pai_gow_poker::PaiGowPoker>(),
        GameId::CaribbeanStud => does.with::<rules::caribbean_stud::CaribbeanStud>(),
        GameId::DoubleDownStud => does.with::<rules::double_down_stud::DoubleDownStud>(),
        GameId::LetItRide => does.with::<rules::let_it_ride::LetItRide>(),
    }
}

/// Opens tables with these options.
struct Open<'a>(&'a Settings, Config);

impl OfPlayed for Open<'_> {
    type Out = Result<Box<dyn Tables>, Failure>;
    fn with<G: Played>(self) -> Self::Out {
        let Open(written, config) = self;
        let (options, settings) = chosen::<G>(written)?;
        if config.bets.is_empty() || config.bets.contains(&0) {
            return Err(Failure::misread("bets are one or more whole numbers of units above 0"));
        }
        if !(1..=MOST_TABLES).contains(&config.tables) {
            let tables = config.tables;
            return Err(Failure::misread(format!("{tables} tables: from 1 to {MOST_TABLES}")));
        }
        let unit = money(config.unit)?;
        let player = config.asked.iter().position(|asked| *asked).unwrap_or(0);
        let setup = Setup::<G>::new(options, &config.bets, unit, config.asked, config.explicit_chance)?;
        let setup = Arc::new(setup);
        let streams = 0..u64::try_from(config.tables).unwrap_or(1);
        let core = |stream| Core::new(Arc::clone(&setup), config.seed, stream);
        let cores = streams.map(core).collect::<Result<Vec<_>, _>>()?;
        let width = Core::layout(&setup).iter().map(|(_, length, ..)| length).sum();
        Ok(Box::new(Several { setup, options: settings, cores, player, width }))
    }
}

/// One or more tables, with players who decide.
#[pyclass(frozen)]
struct Env {
    tables: Mutex<Box<dyn Tables>>,
}

impl Env {
    fn tables(&self) -> MutexGuard<'_, Box<dyn Tables>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn at(&self, at: usize) -> Result<MutexGuard<'_, Box<dyn Tables>>, Failure> {
        let tables = self.tables();
        if at < tables.len() { Ok(tables) } else { Err(Failure::misread(format!("there is no table {at}"))) }
    }

    fn with(&self, at: usize, player: usize) -> Result<MutexGuard<'_, Box<dyn Tables>>, Failure> {
        let tables = self.at(at)?;
        match player < tables.players() {
            true => Ok(tables),
            false => Err(Failure::misread(format!("there is no player {player}"))),
        }
    }
}

/// Arrays of Python that a step fills.
type Arrays<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// They come as a tuple of five.
fn arrays<'py>(object: &Bound<'py, PyAny>) -> PyResult<Arrays<'py>> {
    let wrong = |_| PyTypeError::new_err("arrays are observations, rewards, ends, masks and refusals");
    object.extract().map_err(wrong)
}

#[pymethods]
impl Env {
    #[new]
    fn new(py: Python<'_>, name: &str, written: &str, config: &str) -> PyResult<Env> {
        guarded_apart(py, || {
            let (written, config): (_, Config) = (settings(written)?, serde_json::from_str(config)?);
            Ok(Env { tables: Mutex::new(of_played(game(name)?, Open(&written, config))?) })
        })
    }

    fn spec(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || self.tables().spec())
    }

    /// A fresh table with this seed.
    fn fresh(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] at: usize,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] stream: u64,
    ) -> PyResult<()> {
        guarded(py, || self.at(at)?.fresh(at, seed, stream))
    }

    /// Starts a round.
    fn begin(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] at: usize) -> PyResult<()> {
        guarded(py, || self.at(at)?.begin(at))
    }

    /// The player whose turn it is, from 0; -1 for chance, -2 if the round is over.
    fn ask(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] at: usize) -> PyResult<i64> {
        guarded(py, || {
            Ok(match self.at(at)?.ask(at) {
                Ask::Player(player) => i64::try_from(player).unwrap_or(0),
                Ask::Chance => -1,
                Ask::Over => -2,
            })
        })
    }

    /// The player whose turn it is takes an action; returns the refusal, if there is one, as JSON.
    fn step(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] at: usize,
        #[pyo3(from_py_with = whole)] action: usize,
    ) -> PyResult<Option<String>> {
        guarded(py, || {
            let refused = self.at(at)?.step(at, action)?;
            refused.map(|refusal| json(&Refused::from(refusal))).transpose()
        })
    }

    fn mask(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] at: usize) -> PyResult<Vec<u8>> {
        guarded(py, || {
            let tables = self.at(at)?;
            let mut mask = vec![0; tables.sizes().1];
            tables.mask(at, &mut mask);
            Ok(mask)
        })
    }

    fn observe(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] at: usize,
        #[pyo3(from_py_with = whole)] player: usize,
    ) -> PyResult<Vec<f32>> {
        guarded(py, || {
            let tables = self.with(at, player)?;
            let mut out = vec![0.0; tables.sizes().0];
            tables.observe(at, player, &mut out);
            Ok(out)
        })
    }

    /// What a player has won since the last call, in units.
    fn collect(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] at: usize,
        #[pyo3(from_py_with = whole)] player: usize,
    ) -> PyResult<f64> {
        guarded(py, || Ok(self.with(at, player)?.collect(at, player)))
    }

    fn outcomes(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] at: usize,
    ) -> PyResult<Vec<(String, u32)>> {
        guarded(py, || Ok(self.at(at)?.outcomes(at)))
    }

    fn show(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] at: usize,
        #[pyo3(from_py_with = whole)] outcome: usize,
    ) -> PyResult<()> {
        guarded(py, || self.at(at)?.show(at, outcome))
    }

    /// The table in words.
    fn text(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] at: usize) -> PyResult<String> {
        guarded(py, || Ok(self.at(at)?.text(at)))
    }

    fn copy(&self, py: Python<'_>) -> PyResult<Env> {
        guarded(py, || Ok(Env { tables: Mutex::new(self.tables().copy()) }))
    }

    /// Steps every table, and fills the arrays: observations, rewards, ends, masks, refusals.
    fn step_all(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        penalty: f64,
        #[pyo3(from_py_with = arrays)] arrays: Arrays<'_>,
    ) -> PyResult<()> {
        let actions = PyBuffer::<i64>::get(actions)?.to_vec(py)?;
        let (mut observations, mut rewards, mut over, mut masks, mut refused);
        {
            let tables = self.tables();
            let (n, (width, choices)) = (tables.len(), tables.sizes());
            guarded(py, || match actions.len() == n {
                true => Ok(()),
                false => Err(Failure::misread(format!("{} actions for {n} tables", actions.len()))),
            })?;
            (observations, rewards) = (vec![0.0_f32; n * width], vec![0.0_f64; n]);
            (over, masks, refused) = (vec![0_u8; n], vec![0_u8; n * choices], vec![0_u8; n]);
        }
        guarded_apart(py, || {
            let mut flat = Flat {
                actions: &actions,
                observations: &mut observations,
                rewards: &mut rewards,
                over: &mut over,
                masks: &mut masks,
                refused: &mut refused,
            };
            self.tables().step_all(penalty, &mut flat)
        })?;
        PyBuffer::<f32>::get(&arrays.0)?.copy_from_slice(py, &observations)?;
        PyBuffer::<f64>::get(&arrays.1)?.copy_from_slice(py, &rewards)?;
        PyBuffer::<u8>::get(&arrays.2)?.copy_from_slice(py, &over)?;
        PyBuffer::<u8>::get(&arrays.3)?.copy_from_slice(py, &masks)?;
        PyBuffer::<u8>::get(&arrays.4)?.copy_from_slice(py, &refused)
    }

    /// Fills the arrays with what is seen now: observations and masks.
    fn look_all(
        &self,
        py: Python<'_>,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let tables = self.tables();
        let (n, (width, choices)) = (tables.len(), tables.sizes());
        let (mut seen, mut may) = (vec![0.0_f32; n * width], vec![0_u8; n * choices]);
        guarded(py, || {
            tables.look_all(&mut seen, &mut may);
            Ok(())
        })?;
        PyBuffer::<f32>::get(observations)?.copy_from_slice(py, &seen)?;
        PyBuffer::<u8>::get(masks)?.copy_from_slice(py, &may)
    }
}

/// Every game: its name, whether rounds have decisions after the first wagers, and how many players a round needs.
#[pyfunction]
fn environments(py: Python<'_>) -> PyResult<Vec<(&'static str, bool, usize)>> {
    struct About;
    impl OfPlayed for About {
        type Out = (&'static str, bool, usize);
        fn with<G: Played>(self) -> Self::Out {
            // Where wagers wait for a number, more of them may be made between the rolls.
            let decides = G::OPENING != Opening::Any || G::ROLLS.is_some();
            (G::NAME, decides, G::LEAST_SEATS)
        }
    }
    guarded(py, || Ok(GameId::ALL.iter().map(|&game| of_played(game, About)).collect()))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(environments, module)?)?;
    module.add_class::<Env>()
}
