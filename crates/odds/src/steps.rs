//! A limit on how long a table may continue by itself. Rules that send a table in circles must end in an error that
//! says so, not in a command that never answers.

use crate::Unsolved;

/// Far more than the longest lawful round or preparation takes, and still well under a second.
const MOST: u32 = 100_000;

/// Counts the inputs in one stretch of play.
#[derive(Debug)]
pub(crate) struct Steps {
    left: u32,
    until: &'static str,
}

impl Steps {
    /// Starts a stretch that lasts until this is reached, as in "the table was not *ready for wagers*".
    pub fn until(until: &'static str) -> Steps {
        Steps { left: MOST, until }
    }

    /// Takes one more step.
    ///
    /// # Errors
    /// If there were too many.
    pub fn take(&mut self) -> Result<(), Unsolved> {
        self.left = self.left.checked_sub(1).ok_or(Unsolved::Endless { steps: MOST, until: self.until })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_goes_in_circles_is_stopped_and_named() {
        let mut steps = Steps::until("ready for wagers");
        let ended = (0..=MOST).find_map(|_| steps.take().err()).expect("an end");
        assert_eq!(ended.to_string(), "after 100000 steps the table was still not ready for wagers");
        let mut enough = Steps::until("ready for wagers");
        assert!((0..MOST).all(|_| enough.take().is_ok()));
    }
}
