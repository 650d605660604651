//! What a dealer actually did with money, in addition to what the law requires: `= p1 paid 5.00`, `= p1 taken
//! 5.00`.

use rules::{Actor, Money, Patron};

/// Money that actually changed hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The patron who was paid or who paid.
    pub patron: Patron,
    /// What the dealer paid, in cents.
    pub paid: i64,
    /// What the dealer collected, in cents.
    pub taken: i64,
}

impl Done {
    /// Reads a line that starts with `=`; `None` for any other line, and an error if it cannot be understood.
    pub fn read(line: &str) -> Option<Result<Done, String>> {
        let rest = line.strip_prefix('=')?;
        let mut words = rest.split_whitespace();
        let parts = (words.next(), words.next(), words.next(), words.next());
        let wrong = || format!("`{line}`: write = p1 paid 5.00, or = p1 taken 5.00");
        let (Some(who), Some(verb), Some(amount), None) = parts else { return Some(Err(wrong())) };
        let (Ok(Actor::Patron(patron)), Ok(money)) = (who.parse(), amount.parse::<Money>()) else {
            return Some(Err(wrong()));
        };
        let cents = money.as_cents();
        Some(match verb {
            _ if cents < 0 => Err(wrong()),
            "paid" => Ok(Done { patron, paid: cents, taken: 0 }),
            "taken" => Ok(Done { patron, paid: 0, taken: cents }),
            _ => Err(wrong()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_that_changed_hands_is_read() {
        let done = |paid, taken| Some(Ok(Done { patron: Patron(1), paid, taken }));
        assert_eq!(Done::read("= p1 paid 5.00"), done(500, 0));
        assert_eq!(Done::read("=  p1 taken 2.50"), done(0, 250));
        assert_eq!(Done::read("p1 red 5.00"), None);
        for line in
            ["=", "= p1", "= dealer paid 5.00", "= p1 paid five", "= p1 gets 5.00", "= p1 paid 5.00 twice"]
        {
            assert!(matches!(Done::read(line), Some(Err(_))), "{line}");
        }
    }
}
