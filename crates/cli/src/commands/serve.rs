//! `ch47 serve`: runs a floor of live tables.

use crate::{
    args::Serve,
    failure::Failure,
    house::{HouseFile, Placed, at_date},
    screen::{self, BOLD, CITE, DIM, paint},
};
use jiff::Timestamp;
use papers::{AsOf, Calendar, Licensee};
use protocol::NewTable;
use server::{Config, Doors, Drawing, Floor, Pace, Serving};
use std::{
    env,
    io::{self, IsTerminal, Write},
    path::Path,
    sync::Arc,
    time::Duration,
};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

pub fn run(args: &Serve, as_json: bool) -> Result<(), Failure> {
    let failed = |e: io::Error| Failure::fault(e.to_string());
    let seconds = |name: &str, written: f64| {
        Duration::try_from_secs_f64(written)
            .map_err(|_| Failure::fault(format!("--{name}: not a time: {written}")))
    };
    let (tables, licensee) = args.house.as_deref().map(house).transpose()?.unwrap_or_default();
    let config = Config {
        folder: args.folder.clone(),
        database: args.database.clone(),
        node: args.node.clone(),
        address: args.address.clone().unwrap_or_default(),
        origins: args.origin.clone(),
        guests: !args.no_guests,
        gift: if args.no_guests { 0 } else { 100_000 },
        cage_limit: cage_limit(&args.cage_limit)?,
        require_counts: args.require_counts,
        secure: args.secure_cookies,
        pace: Pace {
            wagers: seconds("wager-time", args.wager_time)?,
            turn: seconds("turn-time", args.turn_time)?,
            step: seconds("step-time", args.step_time)?,
            grace: seconds("grace", args.grace)?,
            seat: seconds("keep-seat", args.keep_seat)?,
        },
        drawing: Drawing { patience: seconds("part-time", args.part_time)?, ..Drawing::USUAL },
        lease: Duration::from_millis(args.lease),
        reserve: args.reserve << 20,
        demo: !args.no_demo && args.house.is_none(),
        doors: Doors {
            per_address: args.connections_per_address,
            per_account: args.connections_per_account,
            guests: args.guests_per_minute,
            reserved: args.reserved_connections,
            trusted: args.trusted_proxy.clone(),
            ..Doors::default()
        },
        licensee,
    };
    log(as_json);
    server::keep_memory_private();
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let done = runtime.block_on(async {
        let serving = server::open(&args.listen, config).await?;
        open_tables(&serving.floor, tables).await?;
        let stopped = stopped()?;
        tell(&serving, as_json).map_err(|_| io::Error::other("the terminal is gone"))?;
        serving.run(stopped).await
    });
    // Nothing that still runs has anything left to write.
    runtime.shutdown_timeout(Duration::from_secs(2));
    done.map_err(failed)
}

/// The opening inventory of a table from a house file, in cents.
const INVENTORY: i64 = 10_000_000;

/// The tables of a house file, if all of them are lawful, and the licensee's own data.
fn house(path: &Path) -> Result<(Vec<NewTable>, Licensee), Failure> {
    let (file, as_of) = at_date(path)?;
    let mut file = HouseFile::read(&file)?;
    // A version that is not yet in force is not opened; before the first one takes effect, there is no other
    // choice.
    let now = Calendar::default().moment(Timestamp::now().as_millisecond()).map(AsOf::At);
    let at = if as_of.is_some() { file.at(as_of)? } else { file.at(now).unwrap_or(0) };
    let house = file.versions.swap_remove(at);
    let wrong = house.judge().count();
    if wrong > 0 {
        let path = path.display();
        let message =
            format!("{path} is not lawful ({wrong} found), so nothing was opened: run `ch47 check {path}`");
        return Err(Failure::refused(message));
    }
    let papers::House { licensee: name, version, calendar, .. } = house.paper;
    let HouseFile { series, petitions, trained, .. } = file;
    let licensee = Licensee { name, calendar, series, petitions, trained };
    let approved = version.approved.map(|day| day.to_string());
    let table = |placed: Placed| {
        let game = placed.submission.game.name();
        // A file for one table has neither a name nor a pit.
        let or = |name: String, other: &str| if name.is_empty() { other.to_owned() } else { name };
        NewTable {
            table: or(placed.name, game),
            pit: or(placed.pit, "1"),
            game: game.to_owned(),
            options: placed.submission.settings,
            physical: false,
            inventory: INVENTORY,
            approved: approved.clone(),
        }
    };
    Ok((house.tables.into_iter().map(table).collect(), licensee))
}

/// Opens the tables that do not exist yet.
async fn open_tables(floor: &Arc<Floor>, tables: Vec<NewTable>) -> io::Result<()> {
    for new in tables {
        let name = new.table.clone();
        if floor.summary(&name).is_none() {
            let opened = floor.open_table(books::HOUSE, new).await;
            opened
                .map_err(|no| io::Error::other(format!("table {name} of the house file: {}", no.message)))?;
        }
    }
    Ok(())
}

/// What a clerk may take in or pay out alone, in cents.
fn cage_limit(written: &str) -> Result<i64, Failure> {
    match written.parse::<rules::Money>() {
        Ok(limit) if limit.as_cents() >= 0 => Ok(limit.as_cents()),
        Ok(_) => Err(Failure::fault("--cage-limit: an amount of zero or more, such as 10000.00")),
        Err(why) => Err(Failure::fault(format!("--cage-limit: {why}"))),
    }
}

/// Standard error for the log: no hidden character in a quoted text reaches the terminal.
struct Plain(io::Stderr);

impl Write for Plain {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(screen::clean(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Sets up logging: text for a terminal, JSON otherwise; `RUST_LOG` sets the level. Neither ever contains a
/// password, a token, a secret or a card.
fn log(as_json: bool) {
    let asked = env::var("RUST_LOG").ok().and_then(|filter| filter.parse().ok());
    let filter = server::discreet(asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN)));
    let to = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE).with_writer(|| Plain(io::stderr()));
    let started = match as_json || !io::stderr().is_terminal() {
        true => to.json().finish().with(filter).try_init(),
        false => to.compact().finish().with(filter).try_init(),
    };
    if let Err(error) = started {
        screen::complain!("no log: {error}");
    }
}

fn tell(serving: &Serving, as_json: bool) -> Result<(), Failure> {
    let at = format!("http://{}", serving.address);
    let tables: Vec<_> = serving.floor.summaries();
    if as_json {
        let said = serde_json::json!({ "address": at, "invitation": serving.link,
            "tables": tables.iter().map(|table| &table.table).collect::<Vec<_>>() });
        return screen::show(&format!("{said}\n"));
    }
    let mut text = format!("{}  the floor is open: {} tables\n", paint(BOLD, &at), tables.len());
    for table in &tables {
        text += &format!("  {:<20} {}\n", table.table, paint(DIM, &table.title));
    }
    text += &format!("sit down:  {}\n", paint(CITE, format!("ch47 sit {at}")));
    text += &format!("the API:   {}\n", paint(CITE, format!("{at}/api/docs/")));
    if let Some(link) = &serving.link {
        text += "no administrator yet; this token makes one, once, within a day:\n";
        text += &format!("  {}\n", paint(BOLD, format!("{at}/#invitation={link}")));
        text += &paint(
            DIM,
            format!(
                "  curl -d '{{\"token\":\"{link}\",\"name\":\"NAME\",\"password\":\"PASSWORD\"}}' {at}/api/invitations\n"
            ),
        );
    }
    screen::show(&text)
}

/// Completes when the process is asked to stop. It listens from the moment it is called, so that a signal
/// right after startup is not missed.
#[cfg(unix)]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupted, mut terminated) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Completes when the process is asked to stop.
#[cfg(not(unix))]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
