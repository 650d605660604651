//! What must be posted or told because of a blackjack table's options.

use super::options::{Additional, Admission, MultipleAction, Options, SecondCard};
use crate::submission::Duty;
use law::cite;

const OFFERING: &str = "give notice under 8.3 (not held) of the payout";
const ENTRY: &str = "give notice under 8.3 (not held), and apply it to everyone at the table";
const BEFORE: &str = "give notice under 8.3 (not held)";
const CHANGING: &str = "give notice under 8.3 (not held) before it begins or ends";
const WITHDRAWING: &str = "give notice under 8.3 (not held) before it is withdrawn";
const POST: &str = "post under 8.3 (not held)";

/// Tells of each.
pub(super) fn duties(options: &Options, each: &mut impl FnMut(Duty)) {
    let mut duty = |cite, says, of| each(Duty { cite, says, of });
    if options.six_seven_eight() {
        duty(cite!("2.3(e)1"), OFFERING, "6, 7 and 8 of one suit at 2 to 1");
    }
    if options.three_sevens() {
        duty(cite!("2.3(e)2"), OFFERING, "three sevens at 3 to 2");
    }
    if options.designated().is_some() {
        duty(
            cite!("2.3(e)3"),
            "designate it under 8.3 (not held)",
            "the ace and face card with odds of their own",
        );
    }
    // B5: told on offering and before withdrawing.
    if options.five_card_21() {
        duty(cite!("2.3(e)4"), OFFERING, "five cards totalling 21 at 2 to 1");
        duty(cite!("2.16(c)"), WITHDRAWING, "five cards totalling 21");
    }
    match options.mid_shoe().newcomers {
        Admission::Barred => {
            duty(cite!("2.3(i)1"), ENTRY, "who missed the first round waits for a reshuffle");
        }
        Admission::Minimum => duty(cite!("2.3(i)2"), ENTRY, "who missed the first round wagers the minimum"),
        Admission::Free => {}
    }
    match options.mid_shoe().returners {
        Admission::Barred => duty(cite!("2.3(i)3"), ENTRY, "who sat a round out waits for a reshuffle"),
        Admission::Minimum => duty(cite!("2.3(i)4"), ENTRY, "who sat a round out wagers the minimum"),
        Admission::Free => {}
    }
    if options.second_card() == SecondCard::FaceUp {
        duty(cite!("2.6(k)"), BEFORE, "both of the dealer's cards face up");
    }
    if options.surrender() {
        duty(cite!("2.8(c)"), CHANGING, "surrender");
    }
    match options.most_hands() {
        2 => {}
        3 => duty(cite!("2.11(e)"), BEFORE, "pairs may be split twice"),
        _ => duty(cite!("2.11(e)"), BEFORE, "pairs may be split three times"),
    }
    if options.most_hands() > 2 && !options.may_resplit_aces() {
        duty(cite!("2.11(e)"), BEFORE, "aces may be split only once");
    }
    match options.additional() {
        Some(Additional::OverUnder) => duty(cite!("2.17(a)"), WITHDRAWING, "over or under 13"),
        Some(Additional::SameSuit(_)) => {
            duty(cite!("2.17(a)"), WITHDRAWING, "the same-suit wager");
            duty(cite!("2.17(e)2"), BEFORE, "the payout option of the same-suit wager, and any change");
            duty(
                cite!("2.17(e)2"),
                "use it at every table of the house with as many decks",
                "the payout option",
            );
        }
        None => {}
    }
    if options.additional().is_some() {
        duty(cite!("2.17(h)"), POST, "the most of an additional wager");
    }
    match options.multiple_action() {
        Some(MultipleAction::TwoOrThree) => {
            duty(cite!("2.18(b)"), POST, "two wagers at least, and their limits");
        }
        Some(MultipleAction::Three) => {
            duty(cite!("2.18(b)"), POST, "three wagers at least, and their limits");
        }
        None => return,
    }
    duty(cite!("2.18(a)"), WITHDRAWING, "multiple action");
}
