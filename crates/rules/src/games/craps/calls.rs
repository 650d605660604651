//! What the dealers say and do at craps.

use super::wagers::{Number, Wager};
use crate::games::prelude::*;
use crate::{
    kit::dice::{Dice, Die},
    words::calls,
};

calls! {
    /// What the dealers say and do.
    pub enum Call<Wager> {
        OffersDice { dice: u8, patron: Patron, seat: Seat } = "offers {dice} dice to {patron} at place {seat}",
        NobodyShoots = "finds nobody at the rail who takes the dice, so somebody else will throw",
        HasShooter { patron: Patron, returned: u8 } =
            "has {patron} as shooter, who chose two dice, and puts {returned} back into the cup",
        SendsDice = "sends the dice out",
        SeesThrow = "sees the dice thrown at the end wall",
        PassesDice { patron: Patron } = "takes the dice on from {patron}",
        ChangesDice { dice: u8 } = "puts {dice} new dice into the cup",
        CallsTotal { total: u8, dice: Dice } = "calls the total, {total}",
        CountsCocked { face: Die } = "counts {face} for the cocked die, opposite the face it leans on",
        PuckOn { number: Number } = "puts the puck on {number}: it is the come-out point",
        PuckOff = "turns the puck off: the next is a come-out roll",
        Collects = "takes the losing wagers",
        Pays = "pays the winning wagers",
        BreaksDown(bet: Bet<Wager>) = "breaks {bet} down: the layout has no area for it",
        CalledOn { patron: Patron, wager: Wager } = "hears {patron} call {wager} on",
        PutsButton { patron: Patron, wager: Wager } = "puts an \"on\" button on {patron}'s {wager}",
        CalledOff { patron: Patron, wager: Wager } = "has {patron}'s {wager} off on come-out rolls again",
        NoRoll = "calls \"No Roll\": the dice are thrown again",
        MayCallNoRoll = "may call no roll",
        LeavesToBoxperson = "leaves the face in dispute to the boxperson",
        LetsRollStand = "lets the roll stand",
    }
}
