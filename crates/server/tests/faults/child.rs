//! The process that is broken: this same binary, run again as a serving floor. With `CH47_LOAD`, people play at it and
//! report on its output what they sent and what was acknowledged.

use books::{Entry, HOUSE, Hash};
use protocol::NewTable;
use server::{Config, Floor, Pace};
use std::{
    env,
    io::Write,
    path::PathBuf,
    sync::{Arc, OnceLock},
    time::Duration,
};

/// The tables of the load, with a wager for each.
pub const TABLES: [(&str, &str, &str); 2] = [("R-1", "roulette", "red 5"), ("S-1", "big-six", "$1 5")];
/// People at each of them.
const PEOPLE: u16 = 3;

const HOUR: Duration = Duration::from_secs(3600);

/// A floor as the tests need it: nobody waits for guests' money, and tables either play fast or stand
/// still.
pub fn config(folder: PathBuf, pace: Duration) -> Config {
    Config {
        folder,
        database: None,
        node: None,
        address: String::new(),
        origins: Vec::new(),
        guests: true,
        gift: 100_000_000,
        cage_limit: 1_000_000,
        require_counts: false,
        secure: false,
        pace: Pace {
            wagers: pace,
            turn: pace,
            step: pace.min(Duration::from_millis(1)),
            grace: HOUR,
            seat: HOUR,
        },
        drawing: server::Drawing::USUAL,
        lease: Duration::from_secs(5),
        reserve: 0,
        demo: false,
        doors: server::Doors::wide(),
        licensee: papers::Licensee::default(),
    }
}

fn millis(name: &str) -> Option<Duration> {
    Some(Duration::from_millis(env::var(name).ok()?.parse().expect("milliseconds")))
}

/// Not a test itself, but what the others start: without `CH47_FOLDER` it does nothing.
#[test]
fn child() {
    let Ok(folder) = env::var("CH47_FOLDER") else { return };
    let mut config = config(folder.into(), millis("CH47_PACE").unwrap_or(Duration::from_millis(15)));
    config.database = env::var("CH47_DATABASE").ok();
    config.node = env::var("CH47_NODE").ok();
    config.lease = millis("CH47_LEASE").unwrap_or(config.lease);
    config.reserve = env::var("CH47_RESERVE").map_or(0, |bytes| bytes.parse().expect("bytes"));
    if env::var_os("CH47_LOG").is_some() {
        let log = std::fs::File::create(config.folder.join("log")).expect("a log");
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log).init();
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let serving = server::open("127.0.0.1:0", config).await.expect("the floor opens");
        if let Some(link) = &serving.link {
            say(&format!("link {link}"));
        }
        let floor = Arc::clone(&serving.floor);
        let address = serving.address;
        let running = tokio::spawn(serving.run(std::future::pending()));
        if let Ok(boot) = env::var("CH47_LOAD") {
            open_tables(&floor).await;
            say(&format!("ready {address}"));
            load(&floor, &boot).await;
        } else {
            say(&format!("ready {address}"));
        }
        running.await.expect("the doors stay open").expect("and nothing is wrong with them");
    });
}

/// One line of output, written at once.
fn say(line: &str) {
    let text = format!("{line}\n");
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).expect("somebody listens");
}

async fn open_tables(floor: &Arc<Floor>) {
    for (table, game, _) in TABLES {
        if floor.summary(table).is_some() {
            continue;
        }
        let options = rounds::Settings::standard(rules::GameId::find(game).expect("a game"));
        let (table, game, pit) = (table.to_owned(), game.to_owned(), "pit".to_owned());
        let new = NewTable { table, pit, game, options, physical: false, inventory: 1 << 36, approved: None };
        floor.open_table(HOUSE, new).await.expect("a table");
    }
}

/// A request that can be sent again unchanged.
pub fn request(key: &str, line: &str) -> (Option<(String, Hash)>, Entry) {
    (Some((key.to_owned(), Hash::of(&[line.as_bytes()]))), Entry::Input { line: line.to_owned() })
}

async fn load(floor: &Arc<Floor>, boot: &str) {
    static SUSPENDED: OnceLock<()> = OnceLock::new();
    let mut people = Vec::new();
    for (table, _, wager) in TABLES {
        for n in 0..PEOPLE {
            let (floor, boot) = (Arc::clone(floor), boot.to_owned());
            people.push(tokio::spawn(async move {
                let person = format!("person-{n}");
                // On a shared floor the table may be on another node, or come back: those who stay try
                // again.
                for round in 0.. {
                    if env::var_os("CH47_STAY").is_none() {
                        break;
                    }
                    let _ = play(&floor, &format!("{boot}-{round}"), table, &person, wager).await;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                if let Err(problem) = play(&floor, &boot, table, &person, wager).await
                    && SUSPENDED.set(()).is_ok()
                {
                    say(&format!("stopped {problem}"));
                }
            }));
        }
    }
    for person in people {
        person.await.expect("nobody panics");
    }
}

/// Joins with money and wagers as fast as it is acknowledged, until the store fails.
async fn play(floor: &Arc<Floor>, boot: &str, table: &str, person: &str, wager: &str) -> Result<(), String> {
    let said = |problem: protocol::Problem| problem.message;
    // The fault may have hit the dealer's own line before anyone came.
    let Some(handle) = floor.here(table) else { return Ok(()) };
    let patron = handle.join(person).await.map_err(said)?;
    floor.fund(HOUSE, person, 10_000_000, None).await.map_err(said)?;
    let buys = Entry::BoughtIn { patron: patron.0, cents: 10_000_000 };
    handle.write(person, None, buys).await.map_err(said)?;
    for n in 0_u64.. {
        let (key, line) = (format!("{boot}-{person}-{n}"), format!("{patron} {wager}"));
        say(&format!("sent {table} {person} {key} {line}"));
        let (name, entry) = request(&key, &line);
        match handle.write(person, name, entry).await {
            Ok(receipt) => say(&format!("ack {table} {key} {} {}", receipt.seq, receipt.leaf)),
            // The purse is empty, or there is no room: the request was answered and nothing was written.
            Err(problem)
                if problem.code == protocol::ProblemCode::Poor || problem.message.contains("nearly full") =>
            {
                say(&format!("refused {table} {key} {}", problem.message));
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(problem) => return Err(problem.message),
        }
    }
    Ok(())
}
