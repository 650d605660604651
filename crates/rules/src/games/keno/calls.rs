//! What staff say and do at keno.

use super::Ticket;
use crate::{money::Money, words::calls};

calls! {
    /// What staff say and do.
    pub enum Call<Ticket> {
        ClosesGame = "closes the game: no more tickets, and none is voided",
        StartsBlower = "starts the blower",
        ShowsNumbers = "shows the twenty numbers on the board",
        PaysTickets = "validates the tickets and pays the winning ones",
        /// The prizes that are large, and what they share.
        ReducesPrizes { prizes: Money, limit: Money } = "reduces large prizes of {prizes} to the limit of {limit}, each by the same part",
        OpensGame = "opens the next game",
        SetsBallAside = "sets the ball aside and draws another",
        StopsDraw = "stops the draw: the supervisor decides",
        ResumesDraw = "resumes the draw where it stopped",
        VoidsGame = "voids the game: all wagers go back",
        RefusesLateTicket = "voids the late ticket and gives its price back",
        RewritesTicket = "voids the ticket and writes it as it was marked",
        GoesByTicket = "goes by the ticket as the system has it, and not by the slip",
        PaysOnce = "pays the ticket once, by what the system has",
    }
}
