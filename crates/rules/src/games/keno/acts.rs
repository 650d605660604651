//! What staff do at keno. The dealer is whoever writes the tickets and calls the numbers.

use crate::words::deeds;

deeds! {
    /// The steps that staff take in a game of keno.
    pub enum Deed {
        Close = "closes the game",
        Pay = "pays the game",
        /// The supervisor, once a draw was interrupted.
        Resume = "resumes the draw",
        Void = "voids the game",
    }
}
