//! How fast a running table acknowledges wagers, rules, ledger and journal included, and how fast a floor opens again
//! with a long journal. `cargo bench -p ch47-server --bench wagers`.

#[path = "support/probe.rs"]
mod probe;

use books::{Entry, Hash};
use probe::{SPAN, median, report};
use protocol::NewTable;
use server::{Config, Floor, Pace};
use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// Clients at once, all at one table.
const CROWD: usize = 64;
/// The lines of the journal with which the floor opens again.
const JOURNAL: u64 = 100_000;
const TABLE: &str = "wheel";

fn main() {
    let folder = tempfile::tempdir_in(".").expect("a folder on this disk");
    // The clients run on the threads of the server, as requests do.
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let floor = runtime.block_on(open(folder.path()));
    let mut clients = runtime.block_on(seat(&floor));
    probe::head();
    report("one client", folder.path(), || runtime.block_on(play(&floor, &mut clients[..1], SPAN)));
    report(&format!("{CROWD} clients at one table"), folder.path(), || {
        runtime.block_on(play(&floor, &mut clients, SPAN))
    });
    let lines = || floor.here(TABLE).expect("the table runs").feed.next();
    while lines() < JOURNAL {
        runtime.block_on(play(&floor, &mut clients, SPAN));
    }
    let lines = lines();
    runtime.block_on(floor.close());
    let thread = floor.take_thread();
    drop(floor);
    thread.map(std::thread::JoinHandle::join);
    restart(folder.path(), lines);
}

/// Opens the floor again and again: the time until its tables run.
fn restart(folder: &Path, lines: u64) {
    let seconds = (0..3).map(|_| {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let begun = Instant::now();
        let floor = runtime.block_on(open(folder));
        let took = begun.elapsed().as_secs_f64();
        assert!(floor.here(TABLE).expect("the table runs").feed.next() >= lines, "nothing is lost");
        runtime.block_on(floor.close());
        let thread = floor.take_thread();
        drop(floor);
        drop(runtime);
        thread.map(std::thread::JoinHandle::join);
        took
    });
    let took = median(seconds.collect());
    let rate = f64::from(u32::try_from(lines).unwrap_or(u32::MAX)) / took;
    println!("restart with {lines} lines: {took:.2} s, {rate:.0} lines/s");
}

async fn open(folder: &Path) -> Arc<Floor> {
    let hour = Duration::from_secs(3600);
    let config = Config {
        folder: folder.to_owned(),
        database: None,
        node: None,
        address: "127.0.0.1:1".into(),
        origins: Vec::new(),
        licensee: papers::Licensee::default(),
        guests: true,
        gift: 0,
        cage_limit: 1_000_000,
        require_counts: false,
        secure: false,
        pace: Pace { wagers: hour, turn: hour, step: hour, grace: hour, seat: hour },
        drawing: server::Drawing::USUAL,
        lease: Duration::from_secs(30),
        reserve: 0,
        demo: false,
        doors: server::Doors::wide(),
    };
    Floor::open(config).await.expect("a floor")
}

/// A client, its number at the table, and how many requests it has made.
struct Client {
    name: String,
    patron: u16,
    asked: u64,
}

/// Opens the table and gives everybody chips.
async fn seat(floor: &Arc<Floor>) -> Vec<Client> {
    let new = NewTable {
        table: TABLE.into(),
        pit: "bench".into(),
        game: "roulette".into(),
        options: books::Settings::standard(rules::GameId::Roulette),
        physical: false,
        inventory: 100_000_000,
        approved: None,
    };
    floor.open_table("bench", new).await.expect("a table");
    let handle = floor.here(TABLE).expect("the table runs");
    let mut clients = Vec::new();
    for n in 0..CROWD {
        let name = format!("client-{n}");
        floor.fund(books::HOUSE, &name, 100_000, None).await.expect("a full wallet");
        let patron = handle.join(&name).await.expect("a place").0;
        let entry = Entry::BoughtIn { patron, cents: 100_000 };
        handle.write(&name, None, entry).await.expect("chips");
        clients.push(Client { name, patron, asked: 0 });
    }
    clients
}

/// Everybody wagers, takes back and wagers again, each as soon as the last request is acknowledged.
async fn play(floor: &Arc<Floor>, clients: &mut [Client], span: Duration) -> f64 {
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for client in clients.iter() {
        let handle = floor.here(TABLE).expect("the table runs");
        let (name, patron, mut asked) = (client.name.clone(), client.patron, client.asked);
        tasks.push(tokio::spawn(async move {
            while begun.elapsed() < span {
                let line = match asked % 2 {
                    0 => format!("p{patron} straight {} 5", 1 + patron % 36),
                    _ => format!("p{patron} takes back straight {}", 1 + patron % 36),
                };
                let key = Hash::of(&[name.as_bytes(), &asked.to_le_bytes()]).to_string()[..32].to_owned();
                let body = Hash::of(&[line.as_bytes()]);
                let receipt = handle.write(&name, Some((key, body)), Entry::Input { line }).await;
                assert_eq!(receipt.expect("the table runs").refused, None);
                asked += 1;
            }
            asked
        }));
    }
    let mut count = 0;
    for (client, task) in clients.iter_mut().zip(tasks) {
        let asked = task.await.expect("a client that does not panic");
        count += u32::try_from(asked - client.asked).expect("few enough");
        client.asked = asked;
    }
    f64::from(count) / begun.elapsed().as_secs_f64()
}
