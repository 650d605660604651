//! `ch47 serve`: a floor of live tables.

use crate::{
    args::Serve,
    failure::Failure,
    screen::{self, BOLD, CITE, DIM, paint},
};
use server::{Config, Pace, Serving};
use std::{
    io::{self, IsTerminal},
    time::Duration,
};
use tracing_subscriber::EnvFilter;

pub fn run(args: &Serve, as_json: bool) -> Result<(), Failure> {
    let failed = |e: io::Error| Failure::fault(e.to_string());
    let seconds = |name: &str, written: f64| {
        Duration::try_from_secs_f64(written)
            .map_err(|_| Failure::fault(format!("--{name}: not a time: {written}")))
    };
    let config = Config {
        folder: args.folder.clone(),
        database: args.database.clone(),
        node: args.node.clone(),
        address: args.address.clone().unwrap_or_default(),
        origins: args.origin.clone(),
        guests: !args.no_guests,
        gift: if args.no_guests { 0 } else { 100_000 },
        secure: args.secure_cookies,
        pace: Pace {
            wagers: seconds("wager-time", args.wager_time)?,
            turn: seconds("turn-time", args.turn_time)?,
            step: seconds("step-time", args.step_time)?,
        },
        drawing: server::Drawing::USUAL,
        lease: Duration::from_millis(args.lease),
        reserve: args.reserve << 20,
        demo: !args.no_demo,
    };
    log(as_json);
    server::keep_memory_private();
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let done = runtime.block_on(async {
        let serving = server::open(&args.listen, config).await?;
        let stopped = stopped()?;
        tell(&serving, as_json).map_err(|_| io::Error::other("the terminal is gone"))?;
        serving.run(stopped).await
    });
    // Whatever still runs has nothing left to write.
    runtime.shutdown_timeout(Duration::from_secs(2));
    done.map_err(failed)
}

/// Lines for people at a terminal, JSON for machines; `RUST_LOG` says how much. Neither ever has a password, a token, a
/// secret or a card in it.
fn log(as_json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let to = tracing_subscriber::fmt().with_env_filter(server::discreet(filter)).with_writer(io::stderr);
    let started = match as_json || !io::stderr().is_terminal() {
        true => to.json().try_init(),
        false => to.compact().try_init(),
    };
    if let Err(error) = started {
        anstream::eprintln!("no log: {error}");
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

/// Until somebody says stop. It listens from the moment it is called, so that nobody who was told that the floor is open
/// is too early.
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

/// Until somebody says stop.
#[cfg(not(unix))]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
