//! What a table's journal holds for papers: its figures over a time, the forms that were used, and the rounds in dispute.

use crate::{Prices, prices::Price};
use books::{Entry, Fact, Settings, Step, Verifier, Wagered, What};
use odds::{Priced, Visitor};
use rules::{Game, GameId, Kinds, Vocabulary};
use std::{collections::BTreeMap, ops::Range};

/// The figures of a table over some time. Amounts are in cents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// The table.
    pub table: String,
    /// Its pit.
    pub pit: String,
    /// Its game.
    pub game: GameId,
    /// Cash dropped.
    pub drop: i64,
    /// What the table won.
    pub win: i64,
    /// Vigorish charged, at once or to be collected.
    pub charged: i64,
    /// What came of the wagers against the house.
    pub wagered: Vec<Wagered>,
    /// The options of each opening that they name.
    pub openings: Vec<Settings>,
}

impl Figures {
    /// What was won of each hundred dropped.
    pub fn hold(&self) -> Option<f64> {
        (self.drop > 0).then(|| 100.0 * cents(self.win) / cents(self.drop))
    }

    /// The figures of a table's book; none before it opened.
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
        })
    }

    /// What came after an earlier state of the same table.
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
    /// Its number.
    pub serial: u64,
    /// The table.
    pub table: String,
    /// Its pit.
    pub pit: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whose vigorish; none if the form is void.
    pub patron: Option<String>,
    /// How much, in cents.
    pub vigorish: i64,
    /// What it says of the patron's signature.
    pub signature: String,
}

/// A table's journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    /// The table.
    pub table: String,
    /// Its game.
    pub game: GameId,
    /// When the first line was written, and the last.
    pub times: Range<i64>,
    /// The forms it used, in order.
    pub forms: Vec<UsedForm>,
    /// Rounds that somebody asked to void.
    pub disputed: Vec<u64>,
    states: Vec<(i64, Figures)>,
}

impl Journal {
    /// Reads a journal and checks every line of it. Figures are kept at each of these moments, in milliseconds.
    ///
    /// # Errors
    /// If a line does not follow from those before, or if nothing was opened.
    pub fn read<'a>(lines: impl Iterator<Item = &'a str>, at: &[i64]) -> Result<Journal, String> {
        let mut verifier = Verifier::new(None);
        let (mut states, mut forms, mut disputed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut first, mut last, mut next) = (None, 0, at.iter().copied().peekable());
        for line in lines {
            // Nothing is known of a line before it is read: what stood until then is what a moment between saw.
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
            }
        }
        let end = verifier.book().and_then(Figures::of).ok_or("it opens no table")?;
        states.extend(next.map(|moment| (moment, end.clone())));
        let (table, game) = (end.table.clone(), end.game);
        states.push((i64::MAX, end));
        Ok(Journal { table, game, times: first.unwrap_or(0)..last, forms, disputed, states })
    }

    /// The figures between two of the moments; none if the table was not open by then.
    pub fn between(&self, from: i64, to: i64) -> Option<Figures> {
        let at =
            |moment| self.states.iter().find(|(at, _)| *at == moment).map(|(_, figures)| figures.clone());
        at(to).map(|figures| figures.since(at(from)))
    }

    /// All of its figures.
    pub fn all(&self) -> Option<Figures> {
        self.states.last().map(|(_, figures)| figures.clone())
    }
}

impl UsedForm {
    /// The provisions under which forms are issued and declared void.
    pub const CITES: [&str; 2] = ["7.3(c)3.i", "7.3(c)3.vi"];

    /// The forms that a line of a journal uses, with the book it leads to.
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

/// What a table should have won by the exact odds of the wagers settled there, in cents.
#[derive(Clone, PartialEq, Debug)]
pub struct Theory {
    /// What was staked on wagers that have odds.
    pub handle: i64,
    /// What the house should have won of it.
    pub expected: i64,
    /// What it won.
    pub won: i64,
    /// How many standard deviations lie between them.
    pub z: f64,
}

/// The bound of the middle 95 percent of a normal variable.
pub const BOUND: f64 = 1.96;

impl Theory {
    /// The theory of some figures; none where no wager with known odds was settled. Wagers are taken as if each had a
    /// result of its own, and a shoe as if it were fresh.
    pub fn of(figures: &Figures, prices: &Prices) -> Option<Theory> {
        let (mut handle, mut won, mut expected, mut variance) = (0, figures.charged, 0.0, 0.0);
        for one in figures.wagered.iter().filter(|one| one.count > 0) {
            let found = prices.of(figures.game, figures.openings.get(one.opening)?);
            let (edge, spread) = match Prices::one(&found, kind(figures.game, &one.wager)?, &one.wager) {
                Some(Price { edge, variance: Some(spread), .. }) => (edge.to_f64(), spread),
                Some(_) => continue,
                // What follows an original wager is in that wager's odds.
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

    /// Whether chance alone comes so far in fewer than 5 of 100 cases.
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

fn kind(game: GameId, wager: &str) -> Option<&'static str> {
    struct Kind<'a>(&'a str);
    impl rules::Visitor for Kind<'_> {
        type Out = Option<&'static str>;
        fn visit<G: Game>(self) -> Self::Out {
            G::Wager::read(self.0).map(Kinds::kind)
        }
    }
    game.visit(Kind(wager))
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
