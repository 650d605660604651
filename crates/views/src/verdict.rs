//! A judgment in plain sentences: who was right, what is due, what to do now.

use crate::judge::{DueView, ErrorOf, JudgedStepView, SaidView, Told, VerdictView};
use books::{BetView, Fact, OfferKind, Said, What};
use rules::{Actor, Awaits, Citation, Fate, Money, Patron, Seat};

impl SaidView {
    fn new(text: impl Into<String>, cites: &[Citation]) -> SaidView {
        let mut unique: Vec<Citation> = Vec::new();
        for cite in cites {
            if !unique.contains(cite) {
                unique.push(*cite);
            }
        }
        let readings = unique.iter().flat_map(|cite| cite.readings()).map(|reading| reading.id.to_owned());
        let mut readings: Vec<String> = readings.collect();
        readings.sort();
        readings.dedup();
        SaidView { text: text.into(), cites: unique.iter().map(ToString::to_string).collect(), readings }
    }
}

impl Told {
    /// The answer in plain sentences.
    pub(crate) fn verdict(&self) -> VerdictView {
        VerdictView { right: self.right(), due: self.due(), now: self.now() }
    }

    fn right(&self) -> Vec<SaidView> {
        let mut right: Vec<SaidView> = self.steps.iter().filter_map(wrong_step).collect();
        let after = |at: usize| self.steps[at + 1..].iter().flat_map(|step| &step.facts);
        right.extend(self.steps.iter().enumerate().filter_map(|(at, step)| remedy(step, after(at))));
        right.extend(self.people.iter().filter_map(wrong_money));
        if let Some(left_out) = &self.left_out {
            right.push(SaidView::new(format!("The round was not finished: {left_out}."), &[]));
        }
        if right.is_empty() {
            let text = if self.people.iter().any(|due| due.paid.is_some()) {
                "Everything was done, paid and taken as the rules require."
            } else {
                "Everything was done as the rules require."
            };
            right.push(SaidView::new(text, &[]));
        }
        right
    }

    fn due(&self) -> Vec<SaidView> {
        let mut due: Vec<SaidView> =
            self.steps.iter().flat_map(|step| &step.facts).filter_map(decided).collect();
        due.extend(self.steps.iter().filter_map(|step| self.no_wager(step)));
        due.extend(self.table.bets().iter().map(|bet| {
            let text = format!("{}’s {} on {}{} stands.", bet.patron, dollars(bet.stake), bet.wager, at(bet));
            SaidView::new(text, self.placed_by(bet).as_slice())
        }));
        due
    }

    /// The provision under which a wager was made.
    fn placed_by(&self, wanted: &BetView) -> Option<Citation> {
        let is_it =
            |bet: &BetView| (bet.patron, bet.seat, &bet.wager) == (wanted.patron, wanted.seat, &wanted.wager);
        let mut all = self.before.iter().chain(self.steps.iter().flat_map(|step| &step.facts));
        all.rfind(|fact| matches!(&fact.what, What::Placed { bet } if is_it(bet))).map(|fact| fact.cite)
    }

    /// Chips that were put down but are not a wager.
    fn no_wager(&self, step: &JudgedStepView) -> Option<SaidView> {
        let refused = step.refused.as_ref()?;
        let read = self.table.read(&step.input).ok()?;
        let Said::Act { by: by @ Actor::Patron(_), stakes: true, .. } = read.said else { return None };
        let stake = step.input.split(' ').rev().find_map(|word| word.parse::<Money>().ok())?;
        let cites: Vec<Citation> = Citation::find(&refused.cite).into_iter().collect();
        Some(SaidView::new(format!("{by}’s {} was no wager: it goes back.", dollars(stake)), &cites))
    }

    fn now(&self) -> Vec<SaidView> {
        let mut now: Vec<SaidView> = self.people.iter().filter_map(put_right).collect();
        if self.is_over {
            return now;
        }
        let table = &self.table;
        let next = match table.awaits() {
            Awaits::Equipment => "The equipment shows what comes next.".to_owned(),
            Awaits::Wagers => match table.usual(Actor::Dealer) {
                Some(line) => format!("Wagers are open; then: {line}."),
                None => "Wagers are open.".to_owned(),
            },
            Awaits::Decision(who) => {
                let mut deeds: Vec<String> = Vec::new();
                for offered in table.offers(who) {
                    if !deeds.contains(&offered.act) {
                        deeds.push(offered.act);
                    }
                }
                let who = match who {
                    Actor::Patron(_) => who.to_string(),
                    staff => format!("the {staff}"),
                };
                format!("It is for {who} to act: {}.", listed(&deeds))
            }
        };
        now.push(SaidView::new(next, &[]));
        now.extend(self.people.iter().filter_map(|due| self.other(due.patron)));
        now
    }

    /// What somebody may do while the table waits for somebody else, other than sitting down and leaving.
    fn other(&self, patron: Patron) -> Option<SaidView> {
        let (by, table) = (Actor::Patron(patron), &self.table);
        if !matches!(table.awaits(), Awaits::Decision(who) if who != by) {
            return None;
        }
        let stays = |act: &str| act != "leaves" && !act.starts_with("sits at");
        let deeds = table.offers(by).into_iter().filter(|one| one.kind == OfferKind::Deed && stays(&one.act));
        let deeds: Vec<String> = deeds.map(|one| one.act).collect();
        let text = format!("Before that {by} may act: {}.", listed(&deeds));
        (!deeds.is_empty()).then(|| SaidView::new(text, &[]))
    }
}

/// What a refused step says about who was right.
fn wrong_step(step: &JudgedStepView) -> Option<SaidView> {
    let refused = step.refused.as_ref()?;
    let cites: Vec<Citation> = Citation::find(&refused.cite).into_iter().collect();
    let input = &step.input;
    let why = match refused.text.strip_prefix("not now") {
        None => format!(": {}.", refused.text),
        // "Not now" says little, and even less if it was this person's turn: the provision is the reason.
        Some(waits) => {
            let by = input.split([' ', '@']).next().unwrap_or_default();
            let waits = if waits.ends_with(&format!(" {by}")) { "" } else { waits };
            let rule = cites.first().and_then(|cite| cite.provision().rules.first());
            format!("{waits}.{}", rule.map_or_else(String::new, |rule| format!(" The rule: {}", rule.says)))
        }
    };
    Some(SaidView::new(
        match step.error {
            ErrorOf::Patron => {
                format!("“{input}” is not allowed, and the dealer is right to refuse it{why}")
            }
            _ => format!("The dealer was wrong at “{input}”{why}"),
        },
        &cites,
    ))
}

/// What the rules require after something went wrong: at once, and later under the same provision.
fn remedy<'a>(step: &'a JudgedStepView, later: impl Iterator<Item = &'a Fact>) -> Option<SaidView> {
    let what = step.input.strip_prefix("irregularity ").filter(|_| step.lawful)?;
    let cites: Vec<Citation> = step.facts.iter().map(|fact| fact.cite).collect();
    let own = |fact: &&Fact| cites.contains(&fact.cite) && matches!(fact.what, What::Called { .. });
    let follows: Vec<&str> =
        step.facts.iter().chain(later.filter(own)).map(|fact| fact.text.as_str()).collect();
    Some(SaidView::new(format!("After “{what}”: {}.", follows.join("; ")), &cites))
}

fn wrong_money(due: &DueView) -> Option<SaidView> {
    let (paid, taken) = (due.paid?, due.taken?);
    let mut parts = Vec::new();
    let mut part = |done: i64, owed: i64, verb: &str, much: &str, little: &str| match done - owed {
        0 => {}
        over @ 1.. => parts.push(format!("{verb} {} {much}", dollars(Money::cents(over)))),
        under => parts.push(format!("{verb} {} {little}", dollars(Money::cents(-under)))),
    };
    part(paid, due.due_paid, "paid", "too much", "too little");
    part(taken, due.due_taken, "took", "too much", "too little");
    let text = format!("The dealer was wrong about {}’s money: {}.", due.patron, parts.join(" and "));
    (!parts.is_empty()).then(|| SaidView::new(text, &[]))
}

fn put_right(due: &DueView) -> Option<SaidView> {
    let text = match due.difference? {
        0 => return None,
        over @ 1.. => format!("Ask {} for {} back.", due.patron, dollars(Money::cents(over))),
        under => format!("Give {} {}.", due.patron, dollars(Money::cents(-under))),
    };
    Some(SaidView::new(text, &[]))
}

/// What a fact decides about money.
fn decided(fact: &Fact) -> Option<SaidView> {
    let said = |text: String, more: &[Citation]| {
        let cites: Vec<Citation> = [fact.cite].into_iter().chain(more.iter().copied()).collect();
        Some(SaidView::new(text, &cites))
    };
    match &fact.what {
        What::Settled { bet, fate, taken, paid, pays, bank } => {
            let (who, wager, stake) = (bet.patron, format!("{}{}", bet.wager, at(bet)), dollars(bet.stake));
            let by = bank.map_or_else(String::new, |banker| format!(" by {banker}, who holds the bank"));
            let text = match fate {
                Fate::Won => format!(
                    "{who} wins on {wager}: {} is paid{by} and the {stake} goes back.",
                    dollars(*paid)
                ),
                _ if taken.as_cents() == 0 => format!("{who}’s {stake} on {wager} goes back."),
                _ if *taken < bet.stake => {
                    format!("{who} loses {} of {stake} on {wager}.", dollars(*taken))
                }
                _ => format!("{who} loses {stake} on {wager}."),
            };
            said(text, &[*pays])
        }
        What::Returned { bet } => said(
            format!("{}’s {} on {}{} goes back.", bet.patron, dollars(bet.stake), bet.wager, at(bet)),
            &[],
        ),
        What::Redeemed { patron, paid } => {
            said(format!("{patron}’s coupon is paid {}.", dollars(*paid)), &[])
        }
        What::Charged { patron, vigorish } | What::Collected { patron, vigorish } => {
            said(format!("{patron} pays {} vigorish.", dollars(*vigorish)), &[])
        }
        What::Marked { patron, vigorish } => {
            said(format!("{patron} owes {} vigorish, to be collected later.", dollars(*vigorish)), &[])
        }
        What::Waived { patron, vigorish } => {
            said(format!("{patron}’s {} vigorish is forgiven.", dollars(*vigorish)), &[])
        }
        _ => None,
    }
}

fn at(bet: &BetView) -> String {
    if bet.seat == Seat::NONE { String::new() } else { format!(" at {}", bet.seat.0) }
}

fn listed(deeds: &[String]) -> String {
    match deeds {
        [] => "nothing is on offer".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// An amount as `$1,250` or `$2.50`.
fn dollars(amount: Money) -> String {
    let cents = amount.as_cents();
    let (whole, rest) = (cents / 100, cents % 100);
    let digits = whole.to_string();
    let mut text = String::from("$");
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if rest != 0 {
        text += &format!(".{rest:02}");
    }
    text
}
