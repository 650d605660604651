//! What a table's journal provides for papers: its figures over a period, the forms that were used, and the
//! disputed rounds.

use crate::{Prices, prices::Price};
use books::{Count, Entry, Fact, Settings, Step, Verifier, Wagered, What};
use odds::{Priced, Visitor};
use rules::GameId;
use std::{collections::BTreeMap, ops::Range};

/// The figures of a table over a period. Amounts are in cents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// The name of the table.
    pub table: String,
    /// The pit that the table belongs to.
    pub pit: String,
    /// The game played there.
    pub game: GameId,
    /// Cash dropped.
    pub drop: i64,
    /// The house's win.
    pub win: i64,
    /// Vigorish charged, whether collected at once or later.
    pub charged: i64,
    /// The results of the wagers against the house.
    pub wagered: Vec<Wagered>,
    /// The options of each opening that the wagers refer to.
    pub openings: Vec<Settings>,
    /// What was counted of the table's chips in that time.
    pub counts: Vec<Count>,
}

impl Figures {
    /// Win divided by drop, in percent.
    pub fn hold(&self) -> Option<f64> {
        (self.drop > 0).then(|| 100.0 * cents(self.win) / cents(self.drop))
    }

    /// The figures from a table's book; `None` before it opened.
    pub fn of(book: &books::Book) -> Option<Figures> {
        let (opened, sheet, played) = (book.opened()?, book.ledger().sheet(), book.played());
        Some(Figures {
            table: book.table().to_owned(),
            pit: opened.pit.clone(),
            game: opened.game,
            drop: sheet.drop,
            win: sheet.win,
            charged: played.charged(),
            wagered: played.wagered().to_vec(),
            openings: played.openings().iter().map(|opening| opening.options.clone()).collect(),
            counts: Vec::new(),
        })
    }

    /// The difference from an earlier state of the same table.
    #[must_use]
    pub fn since(mut self, before: Option<Figures>) -> Figures {
        let Some(before) = before else { return self };
        self.drop -= before.drop;
        self.win -= before.win;
        self.charged -= before.charged;
        for was in &before.wagered {
            if let Some(now) =
                self.wagered.iter_mut().find(|now| now.opening == was.opening && now.wager == was.wager)
            {
                *now = now.since(was);
            }
        }
        self
    }
}

/// A Complimentary Vigorish Form that was used or voided at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedForm {
    /// The number of the form.
    pub serial: u64,
    /// The name of the table.
    pub table: String,
    /// The pit that the table belongs to.
    pub pit: String,
    /// When it was used, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The patron whose vigorish it covers; `None` if the form is void.
    pub patron: Option<String>,
    /// The vigorish covered, in cents.
    pub vigorish: i64,
    /// What the form says about the patron's signature.
    pub signature: String,
}

/// A table's journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    /// The name of the table.
    pub table: String,
    /// The game played there.
    pub game: GameId,
    /// The times of the first line and the last.
    pub times: Range<i64>,
    /// The forms it used, in order.
    pub forms: Vec<UsedForm>,
    /// Rounds that someone asked to void.
    pub disputed: Vec<u64>,
    counts: Vec<Count>,
    states: Vec<(i64, Figures)>,
}

impl Journal {
    /// Reads a journal and verifies every line. Figures are recorded at each of these times, in milliseconds.
    ///
    /// # Errors
    /// If a line does not follow from the earlier ones, or if the table was never opened.
    pub fn read<'a>(lines: impl Iterator<Item = &'a str>, at: &[i64]) -> Result<Journal, String> {
        let mut verifier = Verifier::new(None);
        let (mut states, mut counts) = (Vec::new(), Vec::new());
        let (mut forms, mut disputed) = (Vec::new(), Vec::new());
        let (mut first, mut last, mut next) = (None, 0, at.iter().copied().peekable());
        for line in lines {
            // The state before a line is the state at every moment up to it.
            let before = verifier.book().and_then(Figures::of);
            let Some(step) =
                verifier.line(line).map_err(|wrong| format!("line {}: {}", wrong.seq, wrong.how))?
            else {
                return Err("the rest needs another version of the rules".to_owned());
            };
            let now = step.record.at;
            while let Some(moment) = next.next_if(|moment| *moment <= now) {
                states.extend(before.clone().map(|figures| (moment, figures)));
            }
            first.get_or_insert(now);
            last = now;
            if let Entry::Asked { remedy: books::Remedy::Void { first, last }, .. } = step.record.entry {
                disputed.extend(first..=last);
            }
            if let Some(book) = verifier.book() {
                forms.extend(UsedForm::on_line(&step, book));
                counts.extend(book.count().filter(|count| count.seq == step.record.seq).cloned());
            }
        }
        let end = verifier.book().and_then(Figures::of).ok_or("it opens no table")?;
        states.extend(next.map(|moment| (moment, end.clone())));
        let (table, game) = (end.table.clone(), end.game);
        states.push((i64::MAX, end));
        Ok(Journal { table, game, times: first.unwrap_or(0)..last, forms, disputed, counts, states })
    }

    /// The figures between two of the recorded times; `None` if the table had not opened by then.
    pub fn between(&self, from: i64, to: i64) -> Option<Figures> {
        let at =
            |moment| self.states.iter().find(|(at, _)| *at == moment).map(|(_, figures)| figures.clone());
        let counts = self.counts.iter().filter(|count| (from..to).contains(&count.at)).cloned().collect();
        at(to).map(|figures| Figures { counts, ..figures.since(at(from)) })
    }

    /// The figures of the whole journal.
    pub fn all(&self) -> Option<Figures> {
        let (_, figures) = self.states.last()?;
        Some(Figures { counts: self.counts.clone(), ..figures.clone() })
    }
}

impl UsedForm {
    /// The provisions under which forms are issued and declared void.
    pub const CITES: [&str; 2] = ["7.3(c)3.i", "7.3(c)3.vi"];

    /// The forms used in a journal line, given the book after it.
    pub fn on_line(step: &Step, book: &books::Book) -> Vec<UsedForm> {
        step.facts.iter().filter_map(|fact| form(fact, book, step.record.at)).collect()
    }
}

fn form(fact: &Fact, book: &books::Book, at: i64) -> Option<UsedForm> {
    let What::Called { call, args } = &fact.what else { return None };
    let serial = args.get("serial")?.as_u64()?;
    let text = |key: &str| args.get(key).and_then(|value| value.as_str()).unwrap_or_default().to_owned();
    let patron = match call.as_str() {
        "issues-form" => {
            let number = text("patron");
            let known = number
                .strip_prefix('p')
                .and_then(|n| n.parse().ok())
                .and_then(|n: u16| book.people().get(&n));
            Some(known.cloned().unwrap_or(number))
        }
        "voids-form" => None,
        _ => return None,
    };
    let vigorish = args.get("vigorish").map_or(0, |value| value.as_i64().unwrap_or(0));
    let pit = book.opened().map(|opened| opened.pit.clone()).unwrap_or_default();
    Some(UsedForm {
        serial,
        table: book.table().to_owned(),
        pit,
        at,
        patron,
        vigorish,
        signature: text("signature"),
    })
}

/// What a table should have won according to the exact odds of the wagers settled there, in cents.
#[derive(Clone, PartialEq, Debug)]
pub struct Theory {
    /// The total staked on wagers with known odds.
    pub handle: i64,
    /// The expected win of the house on them.
    pub expected: i64,
    /// The actual win of the house.
    pub won: i64,
    /// The difference in standard deviations.
    pub z: f64,
}

/// The bound of the middle 95 percent of a standard normal variable.
pub const BOUND: f64 = 1.96;

impl Theory {
    /// The theoretical win for these figures; `None` if no wager with known odds was settled. Each wager is
    /// treated as independent, and each shoe as fresh.
    pub fn of(figures: &Figures, prices: &Prices) -> Option<Theory> {
        let (mut handle, mut won, mut expected, mut variance) = (0, figures.charged, 0.0, 0.0);
        for one in figures.wagered.iter().filter(|one| one.count > 0) {
            let found = prices.of(figures.game, figures.openings.get(one.opening)?);
            let (edge, spread) = match Prices::one(&found, figures.game.kind_of(&one.wager)?, &one.wager) {
                Some(Price { edge, variance: Some(spread), .. }) => (edge.to_f64(), spread),
                Some(_) => continue,
                // Wagers that follow an original wager are included in its odds.
                None if odds::visit(figures.game, Followed) => (0.0, 0.0),
                None => continue,
            };
            handle += one.stakes;
            won += one.won;
            expected += edge * cents(one.stakes);
            #[allow(clippy::cast_precision_loss)] // an estimate in cents
            let squares = one.squares as f64;
            variance += spread * squares;
        }
        #[allow(clippy::cast_possible_truncation)] // amounts of a table are far below that
        let rounded = expected.round() as i64;
        (variance > 0.0).then(|| Theory {
            handle,
            expected: rounded,
            won,
            z: (cents(won) - expected) / variance.sqrt(),
        })
    }

    /// Whether a difference this large occurs by chance in fewer than 5 of 100 cases.
    pub fn is_beyond(&self) -> bool {
        self.z.abs() > BOUND
    }
}

struct Followed;

impl Visitor for Followed {
    type Out = bool;
    fn visit<G: Priced>(self) -> bool {
        G::FOLLOWED
    }
}

#[allow(clippy::cast_precision_loss)] // an estimate in cents
fn cents(cents: i64) -> f64 {
    cents as f64
}

/// A form number that was used twice, and where.
pub fn used_twice(forms: &[UsedForm]) -> Option<[&UsedForm; 2]> {
    let mut seen: BTreeMap<u64, &UsedForm> = BTreeMap::new();
    forms.iter().find_map(|form| seen.insert(form.serial, form).map(|before| [before, form]))
}
