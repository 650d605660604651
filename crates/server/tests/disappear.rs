//! At every game, people disappear at every moment of a round: the house ends the round by itself, their chips go back
//! to their wallets, and everyone who stays plays on.

#[path = "support/floor.rs"]
mod floor;

use books::{Entry, HOUSE, Hash};
use floor::{House, PACE};
use futures_util::stream::{self, StreamExt};
use protocol::Offer;
use rules::{Actor, Awaits, GameId, Patron, Seat, Tender};
use server::{Floor, Pace, presence::Connected};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The initial balance of each wallet.
const MONEY: i64 = 10_000_000;
/// How long anything may take on a busy machine. Tables wait for people much longer than this.
const LIMIT: Duration = Duration::from_secs(30);
/// The largest number of acts in a script.
const ACTS: usize = 60;

/// Somebody who plays.
struct Player {
    name: String,
    patron: Patron,
    here: Option<Connected>,
    staked: Option<u64>,
    ready: Option<u64>,
}

/// A table with people at it.
struct Played {
    floor: Arc<Floor>,
    table: String,
    players: Vec<Player>,
}

fn chips(offer: &&Offer) -> bool {
    offer.tender == Some(Tender::Chips)
}

impl Played {
    async fn new(house: &House, game: GameId, options: &[&str], case: &str, people: usize) -> Played {
        let (floor, table) = (Arc::clone(&house.floor), format!("t-{case}"));
        house.table(&table, game.name(), false, options).await;
        let mut played = Played { floor, table, players: Vec::new() };
        for n in 0..people {
            played.come(format!("{case}-{n}")).await;
        }
        played
    }

    /// Somebody joins, with chips.
    async fn come(&mut self, name: String) {
        self.floor.fund(HOUSE, &name, MONEY, None).await.expect("funded");
        let handle = self.handle();
        let patron = handle.join(&name).await.expect("comes");
        let here = Some(handle.feed.presence.connect(&name));
        let buys = Entry::BoughtIn { patron: patron.0, cents: MONEY / 2 };
        handle.write(&name, None, buys).await.expect("chips");
        self.players.push(Player { name, patron, here, staked: None, ready: None });
    }

    fn round(&self) -> u64 {
        self.handle().feed.snapshot().round
    }

    fn handle(&self) -> server::Handle {
        self.floor.here(&self.table).unwrap_or_else(|| panic!("{} runs", self.table))
    }

    /// The next thing that one of the people present does: takes a place, decides, wagers, or says that they are
    /// ready. Returns whether there was anything to do.
    async fn act(&mut self) -> bool {
        let handle = self.handle();
        for n in 0..self.players.len() {
            let now = handle.feed.snapshot();
            let Player { name, patron, here: Some(_), staked, ready } = &self.players[n] else { continue };
            let (round, me) = (now.round, *patron);
            let Some(engine) = &now.engine else { continue };
            let sits = now.picture.seat_of(me).is_some();
            let offers = handle.offers(Actor::Patron(me)).await.expect("offers");
            let deed = |word: &str| {
                offers.iter().find(|offer| offer.tender.is_none() && offer.act.starts_with(word))
            };
            let place = deed("sits at").or(deed("stands at")).filter(|_| !sits);
            let sits_down = place.is_some();
            let turn = now.awaits == Some(Awaits::Decision(Actor::Patron(me)));
            let stakes = engine.awaits() == Awaits::Wagers && *staked != Some(round);
            let usual = engine.usual(Actor::Patron(me)).filter(|_| turn);
            let wager = offers.iter().find(chips).filter(|_| turn && usual.is_none() || stakes);
            let line = match (place, usual, wager) {
                (Some(place), ..) => format!("{me} {}", place.act),
                (_, Some(usual), _) => usual,
                (_, _, Some(Offer { act, seat: Seat::NONE, least, .. })) => {
                    format!("{me} {act} {}", rules::Money::cents(*least))
                }
                (_, _, Some(Offer { act, seat: Seat(seat), least, .. })) => {
                    format!("{me}@{seat} {act} {}", rules::Money::cents(*least))
                }
                _ if engine.awaits() == Awaits::Wagers
                    && *ready != Some(now.next)
                    && now.patience.is_some() =>
                {
                    handle.ready(name).await.expect("heard");
                    self.players[n].ready = Some(now.next);
                    return true;
                }
                _ => continue,
            };
            let key = (format!("{name}-{}", next()), Hash::of(&[line.as_bytes()]));
            let answer = handle.write(name, Some(key), Entry::Input { line: line.clone() }).await;
            // The house may have been faster: then the act is refused, and is tried again if that makes
            // sense.
            let taken = answer.is_ok_and(|receipt| receipt.refused.is_none());
            if taken && stakes && wager.is_some() && !sits_down {
                self.players[n].staked = Some(round);
            }
            return true;
        }
        false
    }

    /// Does this many things, or as many as there are to do. The house acts in between.
    async fn play(&mut self, acts: usize) -> usize {
        let (mut done, mut idle) = (0, 0);
        while done < acts && idle < 20 {
            match self.act().await {
                true => (done, idle) = (done + 1, 0),
                false => {
                    idle += 1;
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        }
        done
    }

    /// Whether those who are gone have no wager and no seat, and all their chips are in their wallets.
    fn is_rid_of(&self, gone: &[Patron]) -> bool {
        let now = self.handle().feed.snapshot();
        let picture = &now.picture;
        !now.bets().iter().any(|bet| gone.contains(&bet.patron))
            && !gone.iter().any(|one| picture.seat_of(*one).is_some() || picture.shooter == Some(*one))
            && now.people.iter().filter(|one| gone.contains(&one.patron)).all(|one| one.purse == Some(0))
    }

    /// Those who stay continue to play until this is true.
    async fn until(&mut self, what: &str, is: impl Fn(&Played) -> bool) {
        let began = Instant::now();
        while !is(self) {
            self.act().await;
            let now = self.handle().feed.snapshot();
            assert!(
                began.elapsed() < LIMIT,
                "{}: never {what}: round {}, awaits {:?}, bets {:?}, table {:?}, people {:?}",
                self.table,
                now.round,
                now.awaits,
                now.bets(),
                now.picture,
                now.people
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

fn next() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Two people play; after this many acts one of them disappears, or both.
async fn disappear(house: &House, game: GameId, options: &[&str], after: usize, all: bool) {
    let case = format!("{}-{after}-{}", game.name(), if all { "all" } else { "one" });
    let mut played = Played::new(house, game, options, &case, 2).await;
    played.play(after).await;
    let gone = played.players.iter_mut().skip(usize::from(!all)).map(|player| {
        player.here = None;
        player.patron
    });
    let gone: Vec<Patron> = gone.collect();
    played.until("rid of those who are gone", |played| played.is_rid_of(&gone)).await;
    // Nobody plays chemin de fer alone.
    for n in 0..gone.len() {
        played.come(format!("{case}-{}", n + 2)).await;
    }
    let before = played.round();
    played.until("a round played by whoever is there", |played| played.round() > before).await;
}

/// Somebody disappears after each act of a first round.
async fn at_every_moment(name: &str, options: &[&str]) {
    let game = GameId::find(name).expect("a game");
    let pace = Pace {
        wagers: Duration::from_secs(600),
        turn: Duration::from_secs(600),
        grace: Duration::from_millis(100),
        seat: Duration::from_millis(200),
        ..PACE
    };
    let house = House::with(|config| config.pace = pace).await;
    let mut first = Played::new(&house, game, options, &format!("{name}-first"), 2).await;
    let (mut acts, round) = (0, first.round());
    while first.round() < round + 2 && acts < ACTS {
        assert!(
            first.play(1).await > 0,
            "{name}: nobody has anything to do: {:?}",
            first.handle().feed.snapshot().awaits
        );
        acts += 1;
    }
    assert!(first.round() > round, "{name}: no round was played");
    let cases = (0..=acts).flat_map(|after| [(after, false), (after, true)]);
    let cases = cases.map(|(after, all)| disappear(&house, game, options, after, all));
    stream::iter(cases).buffer_unordered(6).collect::<()>().await;
    house.audit().await;
}

macro_rules! games {
    ($($test:ident $game:literal [$($option:literal)*];)*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            at_every_moment($game, &[$($option),*]).await;
        }
    )*};
}

games! {
    big_six "big-six" [];
    blackjack "blackjack" [];
    caribbean_stud "caribbean-stud" [];
    chemin_de_fer "chemin-de-fer" [];
    craps "craps" [];
    double_down_stud "double-down-stud" [];
    keno "keno" [];
    let_it_ride "let-it-ride" [];
    minibaccarat "minibaccarat" [];
    pai_gow "pai-gow" [];
    pai_gow_poker "pai-gow-poker" [];
    punto_banco "punto-banco" [];
    red_dog "red-dog" [];
    roulette "roulette" [];
    sic_bo "sic-bo" [];
}
