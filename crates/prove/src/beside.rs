//! Two tables side by side that are told the same, one input after another, until they part.

use crate::diff::{Answered, Class, parted, stakes, tell_both};
use rules::{Game, InputOf};

/// Two tables, and what both were told.
pub(crate) struct Beside<G: Game> {
    tables: [G; 2],
    inputs: Vec<InputOf<G>>,
    /// The round up to where announcements, order or citations differed first.
    words: Option<Vec<InputOf<G>>>,
}

/// A round in which two tables part at the last input, and in what.
pub(crate) type Part<G> = (Class, Vec<InputOf<G>>);

impl<G: Game> Beside<G> {
    /// Two tables to which nothing has been said.
    pub fn new(tables: [G; 2]) -> Beside<G> {
        Beside { tables, inputs: Vec::new(), words: None }
    }

    /// The first of them.
    pub fn first(&self) -> &G {
        &self.tables[0]
    }

    /// Tells both the same, and of a wager also the stakes that only one of them may take; the round, if they part in more
    /// than words. What either refuses changes nothing.
    pub fn tell(&mut self, input: InputOf<G>) -> Option<Part<G>> {
        let [a, b] = &self.tables;
        let Answered { after, done, classes } = tell_both([a, b], input);
        let matters = |classes: &[Class]| classes.iter().copied().find(|class| *class != Class::Words);
        let odd = || {
            let parts = |stake| matters(&tell_both([a, b], stake).classes).map(|class| (class, stake));
            stakes(a, b, &input).into_iter().find_map(parts)
        };
        if let Some((class, last)) = matters(&classes).map(|class| (class, input)).or_else(odd) {
            self.inputs.push(last);
            return Some((class, std::mem::take(&mut self.inputs)));
        }
        if done.iter().all(Result::is_ok) {
            self.tables = after;
            self.inputs.push(input);
            if classes.contains(&Class::Words) && self.words.is_none() {
                self.words = Some(self.inputs.clone());
            }
        }
        None
    }

    /// The round in which they parted in words alone, if they did.
    pub fn words(self) -> Option<Part<G>> {
        self.words.map(|inputs| (Class::Words, inputs))
    }
}

/// Leaves out whatever a round can do without.
pub(crate) fn shortened<G: Game>(
    tables: [&G; 2],
    mut inputs: Vec<InputOf<G>>,
    class: Class,
) -> Vec<InputOf<G>> {
    let mut at = inputs.len().saturating_sub(1);
    while at > 0 {
        at -= 1;
        let mut fewer = inputs.clone();
        fewer.remove(at);
        let parted = parted(tables.map(G::clone), &fewer);
        if parted.is_ok_and(|parted| parted.classes.contains(&class)) {
            inputs = fewer;
        }
    }
    inputs
}
