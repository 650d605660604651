//! Two tables side by side that get the same inputs, one after another, until they differ.

use crate::diff::{Answered, Class, parted, stakes, tell_both};
use rules::{Game, InputOf};

/// Two tables, and the inputs that both got.
pub(crate) struct Beside<G: Game> {
    tables: [G; 2],
    inputs: Vec<InputOf<G>>,
    /// The round up to the first difference in announcements, order or citations.
    words: Option<Vec<InputOf<G>>>,
}

/// A round in which two tables differ at the last input, and the kind of difference.
pub(crate) type Part<G> = (Class, Vec<InputOf<G>>);

impl<G: Game> Beside<G> {
    /// Two tables that have not got any input yet.
    pub fn new(tables: [G; 2]) -> Beside<G> {
        Beside { tables, inputs: Vec::new(), words: None }
    }

    /// The first table.
    pub fn first(&self) -> &G {
        &self.tables[0]
    }

    /// Gives both tables the same input and, for a wager, also tries stakes that only one of them may accept. Returns
    /// the round if they differ in more than words. An input that either refuses changes nothing.
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

    /// The round in which they differed only in words, if they did.
    pub fn words(self) -> Option<Part<G>> {
        self.words.map(|inputs| (Class::Words, inputs))
    }
}

/// Leaves out every input that the round does not need.
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
