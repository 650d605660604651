//! The input line: editing, history, completion.

/// The line being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Input {
    text: Vec<char>,
    at: usize,
    history: Vec<String>,
    /// The position in the history, and what was typed before going there.
    past: Option<(usize, Vec<char>)>,
    /// The candidates of a completion in progress, and the current one.
    cycle: Option<(Vec<String>, usize)>,
}

impl Input {
    /// The text typed so far.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Whether the line is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The position of the cursor, in characters.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Replaces the text.
    pub fn set(&mut self, text: &str) {
        self.text = text.chars().collect();
        self.at = self.text.len();
        self.cycle = None;
    }

    /// Inserts a character.
    pub fn insert(&mut self, c: char) {
        self.text.insert(self.at, c);
        self.at += 1;
        self.cycle = None;
    }

    /// Deletes the character before the cursor.
    pub fn backspace(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            self.text.remove(self.at);
        }
        self.cycle = None;
    }

    /// Deletes the character under the cursor.
    pub fn delete(&mut self) {
        if self.at < self.text.len() {
            self.text.remove(self.at);
        }
        self.cycle = None;
    }

    /// Deletes the word before the cursor.
    pub fn delete_word(&mut self) {
        while self.at > 0 && self.text[self.at - 1] == ' ' {
            self.backspace();
        }
        while self.at > 0 && self.text[self.at - 1] != ' ' {
            self.backspace();
        }
    }

    /// Moves the cursor one to the left.
    pub fn left(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Moves the cursor one to the right.
    pub fn right(&mut self) {
        self.at = (self.at + 1).min(self.text.len());
    }

    /// Moves the cursor to the beginning.
    pub fn home(&mut self) {
        self.at = 0;
    }

    /// Moves the cursor to the end.
    pub fn end(&mut self) {
        self.at = self.text.len();
    }

    /// Empties the line and returns its text, which goes into the history.
    pub fn take(&mut self) -> String {
        let text = self.text();
        if !text.trim().is_empty() && self.history.last() != Some(&text) {
            self.history.push(text.clone());
        }
        self.past = None;
        self.set("");
        text
    }

    /// Shows the previous line of the history.
    pub fn older(&mut self) {
        let (at, typed) = match self.past.take() {
            Some((at, typed)) => (at, typed),
            None => (self.history.len(), self.text.clone()),
        };
        let at = at.saturating_sub(1);
        if let Some(line) = self.history.get(at).cloned() {
            self.set(&line);
            self.past = Some((at, typed));
        }
    }

    /// Shows the next line of the history.
    pub fn newer(&mut self) {
        let Some((at, typed)) = self.past.take() else { return };
        match self.history.get(at + 1).cloned() {
            Some(line) => {
                self.set(&line);
                self.past = Some((at + 1, typed));
            }
            None => self.set(&typed.iter().collect::<String>()),
        }
    }

    /// Completes as far as the candidates agree; when repeated, cycles through them.
    pub fn complete(&mut self, candidates: impl FnOnce(&str) -> Vec<String>) {
        if let Some((all, at)) = self.cycle.take() {
            let at = (at + 1) % all.len();
            self.set(&all[at].clone());
            self.cycle = Some((all, at));
            return;
        }
        let typed = self.text();
        let all = candidates(&typed);
        let Some(first) = all.first() else { return };
        let agree = all.iter().fold(first.as_str(), |head, one| {
            let same = head.char_indices().zip(one.chars()).take_while(|((_, a), b)| a == b);
            &head[..same.last().map_or(0, |((at, a), _)| at + a.len_utf8())]
        });
        if agree.len() > typed.len() {
            let agree = agree.to_owned();
            self.set(&agree);
        } else if all.len() > 1 {
            self.set(&all[0].clone());
            self.cycle = Some((all, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Input {
        let mut input = Input::default();
        text.chars().for_each(|c| input.insert(c));
        input
    }

    fn words(typed: &str) -> Vec<String> {
        let all = ["red ", "ready", "banker ", "black "];
        all.into_iter().filter(|word| word.starts_with(typed)).map(str::to_owned).collect()
    }

    #[test]
    fn completion_goes_as_far_as_all_agree_then_from_one_to_the_next() {
        let mut input = typed("r");
        let seen: Vec<String> = (0..4)
            .map(|_| {
                input.complete(words);
                input.text()
            })
            .collect();
        assert_eq!(seen, ["re", "red ", "ready", "red "]);
        let mut input = typed("bl");
        input.complete(words);
        assert_eq!((input.text().as_str(), input.at()), ("black ", 6));
        let mut input = typed("x");
        input.complete(words);
        assert_eq!(input.text(), "x");
    }

    #[test]
    fn history_comes_back_and_so_does_what_was_being_typed() {
        let mut input = typed("red 5");
        assert_eq!(input.take(), "red 5");
        "black 5".chars().for_each(|c| input.insert(c));
        input.take();
        input.insert('o');
        input.older();
        input.older();
        input.older();
        assert_eq!(input.text(), "red 5");
        input.newer();
        assert_eq!(input.text(), "black 5");
        input.newer();
        assert_eq!(input.text(), "o");
    }

    #[test]
    fn words_and_letters_are_taken_out() {
        let mut input = typed("split 17-20 5");
        input.delete_word();
        assert_eq!(input.text(), "split 17-20 ");
        input.backspace();
        input.home();
        input.delete();
        input.right();
        input.insert('x');
        assert_eq!(input.text(), "pxlit 17-20");
    }
}
