//! A high hand and a low hand, as pai gow and pai gow poker have them, and how they compare with the bank's.

/// What a player or the bank has set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hands<H, L> {
    /// The high hand.
    pub high: H,
    /// The low hand.
    pub low: L,
}

/// A hand that a house way has set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set<H> {
    /// The places of the two cards or tiles that make the low hand.
    pub low: [usize; 2],
    /// The hands.
    pub hands: H,
    /// Which rule set them, counted from 0.
    pub rule: usize,
}

/// How a player's hands compare with the bank's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Both of the player's hands are higher.
    Wins,
    /// One is higher.
    Push,
    /// Neither is higher. The bank wins copies.
    Loses,
}

impl<H: Ord, L: Ord> Hands<H, L> {
    /// A player's lawful hands against the bank's.
    pub fn against(self, bank: Hands<H, L>) -> Outcome {
        match (self.high > bank.high, self.low > bank.low) {
            (true, true) => Outcome::Wins,
            (false, false) => Outcome::Loses,
            _ => Outcome::Push,
        }
    }
}
