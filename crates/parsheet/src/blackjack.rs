//! The par sheet of blackjack. Probabilities of a hand are computed in floating point, so its combinations are rounds out of a
//! large number of them.

use crate::{Figures, Line, Sheet, Wager};
use odds::{
    Fraction,
    blackjack::{Analysis, Spread},
};
use rounds::Settings;
use rules::{
    GameId, Readings,
    blackjack::{Blackjack, Options},
};

/// The number of rounds that the combinations of a hand add up to, apart from rounding.
const OUT_OF: u64 = 1_000_000_000_000_000;

impl Sheet {
    /// Makes the sheet of a hand with the best decisions by its own cards. `None` if decisions depend on the suits of cards,
    /// because a 6, 7 and 8 of one suit pay more.
    pub fn of_hand(
        settings: &Settings,
        readings: &Readings,
        options: &Options,
        analysis: &Analysis,
    ) -> Option<Sheet> {
        let hand = Wager::of_hand(&analysis.spread()?);
        let method = "the best decision for every hand by its own cards";
        let mut sheet = Sheet::new::<Blackjack>(GameId::Blackjack, settings, readings, method, vec![hand]);
        sheet.remarks.push(format!(
            "Gains of a hand are per original wager; its combinations are rounds out of {OUT_OF}, rounded."
        ));
        if options.most_hands() > 2 {
            let what = "Three or more hands of a split pair are counted one by one against each final hand of the dealer";
            sheet.remarks.push(format!("{what}, which moves the mean by about 2e-6."));
        }
        Some(sheet)
    }
}

impl Wager {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a probability")]
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    fn of_hand(spread: &Spread) -> Wager {
        let ways = |chance: f64| (chance * OUT_OF as f64).round() as u128;
        let gains: Vec<(Fraction, u128)> =
            spread.gains().map(|(gain, chance)| (gain, ways(chance))).filter(|(_, ways)| *ways > 0).collect();
        let total: u128 = gains.iter().map(|(_, ways)| ways).sum();
        let lines: Vec<Line> = gains
            .into_iter()
            .map(|(gain, ways)| Line {
                gain,
                combinations: ways.to_string(),
                chance: Fraction::ratio(ways, total),
            })
            .collect();
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            lines.iter().map(|line| of(line.gain.to_f64()) * line.chance.to_f64()).sum()
        };
        let mean = sum(&|gain| gain);
        let figures = Figures {
            hits: sum(&|gain| if gain > 0.0 { 1.0 } else { 0.0 }),
            returned: 1.0 + mean,
            edge: -mean,
            deviation: sum(&|gain| (gain - mean).powi(2)).sqrt(),
        };
        Wager {
            name: "hand".to_owned(),
            places: 1,
            stake: "1 unit".to_owned(),
            pays: "see Pays".to_owned(),
            lines,
            combinations: total.to_string(),
            figures,
        }
    }
}
