//! How sessions of blackjack end: results, quantiles, ruin.

use super::Report;
use crate::{
    json::{BarJson, QuantileJson, RuinJson, SessionsJson},
    screen::{self, DIM, paint},
};
use odds::normal;

/// The percentiles shown.
const PERCENTS: [f64; 9] = [1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0];
/// The most bars in a histogram.
const BARS: f64 = 40.0;

impl Report {
    pub(super) fn sessions(&self) -> Option<SessionsJson> {
        let (sums, asked, rounds) = (&self.sums, &self.asked, self.asked.session?);
        let played = sums.sessions_played();
        if played == 0 {
            return None;
        }
        let (mean, deviation) = self.result();
        let quantiles = PERCENTS.map(|percent| QuantileJson {
            percent,
            units: sums.quantile(percent / 100.0).unwrap_or(0) as f64 / self.unit(),
        });
        let ruin = asked.bankroll.map(|bankroll| {
            let ruined = sums.ruined as f64 / played as f64;
            RuinJson {
                bankroll,
                goal: asked.goal,
                ruined,
                standard_error: (ruined * (1.0 - ruined) / played as f64).sqrt(),
                formula: self.formula(bankroll as f64, asked.goal.map(|goal| goal as f64)),
                reached: asked.goal.map(|_| sums.reached as f64 / played as f64),
            }
        });
        Some(SessionsJson {
            rounds,
            played: played.into(),
            mean,
            standard_deviation: deviation,
            quantiles: quantiles.into(),
            histogram: self.histogram().into_iter().map(|(from, _, part)| BarJson { from, part }).collect(),
            ruin,
        })
    }

    /// The mean result of a session and its standard deviation, in units.
    fn result(&self) -> (f64, f64) {
        let all = self.sums.sessions_played().max(1) as f64;
        let over = |of: &dyn Fn(f64) -> f64| -> f64 {
            let each = self.sums.sessions.iter();
            each.map(|(&net, &times)| of(net as f64 / self.unit()) * times as f64).sum::<f64>() / all
        };
        let mean = over(&|net| net);
        (mean, over(&|net| (net - mean).powi(2)).sqrt())
    }

    /// Results as bars: from, to, and the fraction of sessions.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(super) fn histogram(&self) -> Vec<(f64, f64, f64)> {
        let sessions = &self.sums.sessions;
        let ends = [0.001, 0.999].map(|part| self.sums.quantile(part).unwrap_or(0) as f64 / self.unit());
        if sessions.is_empty() {
            return Vec::new();
        }
        // Whole units, so that no bar covers more of the possible results than another.
        let width = ((ends[1] - ends[0]) / BARS).ceil().max(1.0);
        let first = (ends[0] / width).floor();
        let bars = ((ends[1] / width).floor() - first) as usize + 1;
        let mut parts = vec![0.0; bars];
        let all = self.sums.sessions_played().max(1) as f64;
        for (&net, &times) in sessions {
            let at = (net as f64 / self.unit() / width).floor() - first;
            parts[at.clamp(0.0, (bars - 1) as f64) as usize] += times as f64 / all;
        }
        let bar = |(at, part): (usize, f64)| {
            let from = (first + at as f64) * width;
            (from, from + width, part)
        };
        parts.into_iter().enumerate().map(bar).collect()
    }

    /// The probability that a Brownian motion with the same drift and spread is ruined: within the session
    /// or, with a goal, before reaching it, however long it takes.
    fn formula(&self, bankroll: f64, goal: Option<f64>) -> f64 {
        let (mean, deviation) = self.sums.all.round();
        let (drift, spread) = (mean / self.unit(), deviation / self.unit());
        let rounds = self.asked.session.unwrap_or(0) as f64;
        if spread == 0.0 {
            return 0.0;
        }
        let rate = 2.0 * drift / (spread * spread);
        match goal {
            Some(goal) if rate.abs() * (goal + bankroll) < 1e-9 => goal / (goal + bankroll),
            Some(goal) => {
                let (down, up) = ((-rate * bankroll).exp(), (-rate * (bankroll + goal)).exp());
                if up.is_infinite() { 1.0 - (rate * goal).exp() } else { (down - up) / (1.0 - up) }
            }
            None => {
                let wide = spread * rounds.sqrt();
                let straight = normal((-bankroll - drift * rounds) / wide);
                let mirrored = normal((-bankroll + drift * rounds) / wide);
                straight + if mirrored > 0.0 { (-rate * bankroll).exp() * mirrored } else { 0.0 }
            }
        }
    }

    pub(super) fn session_text(&self) -> String {
        let Some(rounds) = self.asked.session else { return String::new() };
        let Some(found) = self.sessions() else {
            return paint(DIM, format!("no whole session: fewer than {rounds} rounds\n"));
        };
        let mut header: Vec<String> = vec!["of sessions".to_owned()];
        header.extend(found.quantiles.iter().map(|quantile| format!("{} %", quantile.percent)));
        let mut row = vec!["win no more than".to_owned()];
        row.extend(found.quantiles.iter().map(|quantile| format!("{:+}", quantile.units)));
        let names: Vec<&str> = header.iter().map(String::as_str).collect();
        let mut text = screen::table(&names, &[1, 2, 3, 4, 5, 6, 7, 8, 9], vec![row]);
        text += &paint(
            DIM,
            format!(
                "{} sessions of {} rounds: {:+.2} units on average, std dev {:.2}\n",
                self.sums.sessions_played(),
                found.rounds,
                found.mean,
                found.standard_deviation
            ),
        );
        if let Some(ruin) = found.ruin {
            let percent = |part: f64| format!("{:.3}", part * 100.0);
            let reached = ruin.reached.map_or("–".to_owned(), percent);
            let row = vec![
                ruin.bankroll.to_string(),
                ruin.goal.map_or("–".to_owned(), |goal| goal.to_string()),
                percent(ruin.ruined),
                percent(ruin.standard_error),
                percent(ruin.formula),
                reached,
            ];
            let header = ["bankroll", "goal", "ruined %", "± std error", "by formula %", "goal reached %"];
            text += &screen::table(&header, &[0, 1, 2, 3, 4, 5], vec![row]);
            let note = match ruin.goal {
                None => "formula: a Brownian motion of the same drift and spread, within the session\n",
                Some(_) => "formula: a Brownian motion of the same drift and spread, with no end of rounds\n",
            };
            text += &paint(DIM, note);
        }
        text
    }
}
