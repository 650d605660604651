//! House players: if a game needs two players and only one person has come, the house provides another. A house player
//! is a patron like any other, with a name and money from the house, and may do only what patrons may do; the journal
//! shows whose chips they are. House players leave when enough people are there, or none.

use super::Floor;
use crate::{
    actor::Handle, feed::Snapshot, http::table::place_for, people::HOUSE_PLAYER, presence::Connected,
};
use books::{Engine, Entry, HOUSE, OfferKind, Offered, What};
use protocol::{Problem, ProblemCode};
use rules::{Actor, Awaits, Money, Patron, Tender};
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

/// How often tables are checked.
const BEAT: Duration = Duration::from_millis(150);
/// How long a house player leaves the bidding to people.
const PATIENCE: Duration = Duration::from_secs(4);
/// What the house puts into a house player's wallet when it is empty.
const STAKE: i64 = 100_000;
/// How many times the smallest wager a house player bids for the bank.
const BIDS: i64 = 10;
/// The name of the house player.
const NAME: &str = "heron";

/// A house player at one table.
#[derive(Default)]
struct Guest {
    /// As long as this connection exists, the table waits for the house player.
    here: Option<Connected>,
    /// Since when the bank has been open for bids.
    open_since: Option<Instant>,
    has_bid: bool,
}

impl Floor {
    /// Looks after every table that needs two players.
    pub(super) async fn keep_company(self: Arc<Self>) {
        let mut guests: HashMap<String, Guest> = HashMap::new();
        while self.rest(BEAT).await {
            let tables = self.summaries().into_iter();
            for table in tables.filter(|table| table.needs_two && table.chance == "digital") {
                let Some(handle) = self.here(&table.table) else { continue };
                let guest = guests.entry(table.table.clone()).or_default();
                let least = table.limits.least.unwrap_or(0);
                if let Err(problem) = self.attend(&handle, guest, least).await {
                    tracing::debug!(table = table.table, problem.message, "a house player does nothing");
                }
            }
        }
    }

    async fn attend(self: &Arc<Self>, handle: &Handle, guest: &mut Guest, least: i64) -> Result<(), Problem> {
        let now = handle.feed.snapshot();
        let Some(engine) = now.engine.as_deref() else { return Ok(()) };
        let name = format!("{HOUSE_PLAYER}{NAME}");
        let own = now.people.iter().find(|seated| seated.name == name).map(|seated| seated.patron);
        let sits = own.filter(|own| now.picture.seat_of(*own).is_some());
        let is_wanted = people_at(handle, &now) == 1;
        let line = match sits {
            None if !is_wanted => return self.goes(handle, guest, &now, &name, own).await,
            None => {
                let own = handle.join(&name).await?;
                guest.here.get_or_insert_with(|| handle.feed.presence.connect(&name));
                place_for(&handle.offers(Actor::Patron(own)).await?).map(|act| format!("{own} {act}"))
            }
            Some(own) => {
                guest.here.get_or_insert_with(|| handle.feed.presence.connect(&name));
                guest.next(engine, handle, own, is_wanted, least)
            }
        };
        let Some(line) = line else { return Ok(()) };
        match handle.write(&name, None, Entry::Input { line }).await {
            Err(problem) if problem.code == ProblemCode::Poor => {
                self.fund(HOUSE, &name, STAKE, None).await.map(drop)
            }
            written => written.map(drop),
        }
    }

    /// The house player has left the seat: its chips go back to the wallet, and the table stops waiting for it.
    async fn goes(
        &self,
        handle: &Handle,
        guest: &mut Guest,
        now: &Snapshot,
        name: &str,
        own: Option<Patron>,
    ) -> Result<(), Problem> {
        let seated = own.and_then(|own| now.people.iter().find(|seated| seated.patron == own));
        if let Some(cents) = seated.and_then(|seated| seated.purse).filter(|cents| *cents > 0)
            && let Some(Patron(patron)) = own
        {
            handle.bring(name, Entry::TakenAway { patron, cents }).await?;
        }
        *guest = Guest::default();
        Ok(())
    }
}

/// How many people who are not house players sit at a table and are present.
fn people_at(handle: &Handle, now: &Snapshot) -> usize {
    let around = handle.feed.presence.around();
    let is_house = |patron| now.people.iter().any(|seated| seated.patron == patron && seated.house);
    let seats = now.picture.seats.iter().map(|place| place.patron);
    seats.filter(|patron| !is_house(*patron) && !around.away.contains(patron)).count()
}

impl Guest {
    /// What the house player does now, as a whole line.
    fn next(
        &mut self,
        engine: &dyn Engine,
        handle: &Handle,
        own: Patron,
        is_wanted: bool,
        least: i64,
    ) -> Option<String> {
        let by = Actor::Patron(own);
        let offers = engine.offers(by);
        let deed = |act: &str| offers.iter().find(|offer| offer.kind == OfferKind::Deed && offer.act == act);
        let wager =
            |act: &str| offers.iter().find(|offer| offer.act == act && offer.tender == Some(Tender::Chips));
        let is_open = wager("bid").is_some();
        if !is_open {
            (self.open_since, self.has_bid) = (None, false);
        }
        if let Some(leaves) = deed("leaves").filter(|_| !is_wanted) {
            return Some(leaves.line(by, Money::ZERO));
        }
        let stakes = |offer: &Offered, amount: Money| offer.line(by, amount.max(offer.least).min(offer.most));
        match engine.awaits() {
            // The bank rotates: a person who plays alone would rather play against it.
            Awaits::Decision(who) if who == by => match (wager("bank"), deed("accepts the bank")) {
                (Some(bank), _) if is_wanted => Some(stakes(bank, bank.least)),
                (_, Some(accepts)) if is_wanted => Some(accepts.line(by, Money::ZERO)),
                _ => engine.usual(by),
            },
            Awaits::Wagers if is_open => {
                let since = *self.open_since.get_or_insert_with(Instant::now);
                let leaves_it = !is_wanted || self.has_bid || since.elapsed() < PATIENCE || has_bids(handle);
                let bid = wager("bid").filter(|_| !leaves_it)?;
                self.has_bid = true;
                Some(stakes(bid, Money::cents(least * BIDS)))
            }
            // Covers a person's bank, unless somebody has wagered against it.
            Awaits::Wagers if engine.bets().len() == 1 => {
                let all = wager("banco").or_else(|| wager("suivi"))?;
                Some(stakes(all, all.least))
            }
            _ => None,
        }
    }
}

/// Whether somebody has bid for the open bank.
fn has_bids(handle: &Handle) -> bool {
    let (_, facts) = handle.feed.look(None);
    let call = |what: &What| match what {
        What::Called { call, .. } => call.clone(),
        _ => String::new(),
    };
    let last = facts
        .iter()
        .map(|fact| call(&fact.what))
        .rfind(|call| call.starts_with("hears-bid") || call.contains("invites"));
    last.is_some_and(|call| call.starts_with("hears-bid"))
}
