//! 15.7 (not held): what can go wrong with the balls, the draw and the tickets.

use super::{Call, Keno, Phase};
use crate::games::prelude::*;
use crate::words::deeds;

deeds! {
    /// The irregularities of 15.7 (not held).
    pub enum Irregularity {
        BadBall = "ball that cannot be read or came before",
        Interrupted = "draw interrupted",
        Malfunction = "malfunction that cannot be corrected",
        LateTicket = "ticket written after the close",
        OtherSlip = "ticket differs from its slip",
        SecondTicket = "second copy of a ticket presented",
    }
}

impl Keno {
    /// 15.7 (not held): when each irregularity can occur.
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let is_open = self.phase == Phase::Open;
        let is_now = match what {
            Irregularity::BadBall | Irregularity::Interrupted => matches!(self.phase, Phase::Drawing(_)),
            Irregularity::Malfunction => matches!(self.phase, Phase::Drawing(_) | Phase::Stopped(_)),
            Irregularity::LateTicket => !is_open,
            Irregularity::OtherSlip => is_open || matches!(self.phase, Phase::Drawn(_)),
            Irregularity::SecondTicket => matches!(self.phase, Phase::Drawn(_)),
        };
        if is_now { Ok(()) } else { Err(Refusal::new(cite!("15.7"), Why::NotNow)) }
    }

    /// After a malfunction all wagers are returned (found in 13:69E-1.28U); the supervisor decides about an interrupted
    /// draw. For tickets, the record of the system decides.
    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let call = match (what, self.phase) {
            (Irregularity::Malfunction, _) => return self.void_game(to),
            (Irregularity::Interrupted, Phase::Drawing(drawn)) => {
                self.phase = Phase::Stopped(drawn);
                Call::StopsDraw
            }
            (Irregularity::BadBall | Irregularity::Interrupted, _) => Call::SetsBallAside,
            (Irregularity::LateTicket, _) => Call::RefusesLateTicket,
            (Irregularity::OtherSlip, Phase::Open) => Call::RewritesTicket,
            (Irregularity::OtherSlip, _) => Call::GoesByTicket,
            (Irregularity::SecondTicket, _) => Call::PaysOnce,
        };
        to.saw(cite!("15.7"), Event::Called { call });
    }
}
