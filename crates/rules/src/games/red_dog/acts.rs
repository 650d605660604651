//! What people do at red dog other than wagering.

use crate::games::prelude::*;
use crate::{table::shoe::Step, words::deeds};

deeds! {
    /// What people do beside wagering.
    pub enum Deed {
        Confirm = "confirms",
        LoadDevice = "loads the device",
        Deal = "deals",
        CallTie = "calls the tie",
        Stand = "lets it stand",
        SitAt(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
        Decline = "declines",
        Prepare(step: Step) = "{step}",
    }
}

impl Deed {
    /// What each person does if nobody says otherwise: the staff confirm wagers in cash and lead the round on; a player
    /// lets the original wager stand.
    pub(super) const USUAL: [Deed; 5] =
        [Deed::Confirm, Deed::LoadDevice, Deed::Deal, Deed::CallTie, Deed::Stand];
}
