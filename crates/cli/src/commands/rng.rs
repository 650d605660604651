//! `ch47 rng`: the floor's random source, and evidence about it.

use crate::{
    args::{
        TableOptions,
        rng::{Rng, Task},
    },
    failure::Failure,
    json,
    load::{self, Chosen},
    screen::{self, BAD, BOLD, GOOD, paint},
};
use books::Hash;
use evidence::{Check, Device, Kind, Report, Source};
use indicatif::{ProgressBar, ProgressStyle};
use rules::{Game, Visitor};
use std::{
    fmt::Write as _,
    fs,
    io::{self, BufWriter, IsTerminal, Write},
    path::Path,
    process::{Command, Stdio},
};

pub fn run(args: &Rng, as_json: bool) -> Result<(), Failure> {
    let master = master(args.master.as_deref())?;
    match &args.task {
        Task::Raw { bytes } => raw(master, *bytes),
        Task::Cards { game, table, count } => draw(master, game, table, *count, Kind::is_pack),
        Task::Dice { game, table, count } => draw(master, game, table, *count, |kind| kind == Kind::Dice),
        Task::Wheel { game, table, count } => draw(master, game, table, *count, |kind| kind == Kind::Wheel),
        Task::Report { samples, out, dieharder } => {
            if *samples < 10_000 {
                return Err(Failure::fault("--samples: fewer than 10,000 say nothing"));
            }
            report(master, *samples, out.as_deref(), *dieharder, as_json)
        }
    }
}

fn master(written: Option<&str>) -> Result<Hash, Failure> {
    if let Some(text) = written {
        let unreadable =
            |_| Failure::fault(format!("--master {text}: write 64 hexadecimal digits, in lower case"));
        return text.parse().map_err(unreadable);
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|e| Failure::fault(format!("the system has no chance to give: {e}")))?;
    Ok(Hash(bytes))
}

/// A reader that has read enough closes the pipe; that is not a failure.
fn written(done: io::Result<()>) -> Result<(), Failure> {
    match done {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(Failure::fault(format!("cannot write: {e}"))),
        _ => Ok(()),
    }
}

fn raw(master: Hash, bytes: Option<u64>) -> Result<(), Failure> {
    if io::stdout().is_terminal() {
        return Err(Failure::fault("this writes bytes, not text: send them to a file or a program"));
    }
    written(stream(master, bytes, &mut BufWriter::new(io::stdout().lock())))
}

fn stream(master: Hash, bytes: Option<u64>, to: &mut impl Write) -> io::Result<()> {
    let (mut source, mut left) = (Source::new(master, 0), bytes.unwrap_or(u64::MAX));
    while left > 0 {
        let block: Vec<u8> = source.words(4096).into_iter().flat_map(u64::to_le_bytes).collect();
        let part = usize::try_from(left).map_or(block.len(), |left| left.min(block.len()));
        to.write_all(&block[..part])?;
        left -= part as u64;
    }
    to.flush()
}

/// Draws from the game's device of this kind, a line for each shuffle, roll or spin.
fn draw(
    master: Hash,
    game: &str,
    table: &TableOptions,
    count: u64,
    is: fn(Kind) -> bool,
) -> Result<(), Failure> {
    struct Settings<'a>(&'a TableOptions);
    impl Visitor for Settings<'_> {
        type Out = Result<rounds::Settings, Failure>;
        fn visit<G: Game>(self) -> Self::Out {
            load::chosen::<G>(self.0).map(|Chosen { settings, .. }| settings)
        }
    }
    let game = load::game(game)?;
    let settings = game.visit(Settings(table))?;
    let devices =
        Device::all(game, &settings).map_err(|why| Failure::fault(format!("{}: {why}", game.name())))?;
    let Some(device) = devices.iter().find(|device| is(device.kind)) else {
        let has: Vec<&str> = devices.iter().map(|device| device.kind.name()).collect();
        let has = has.join(" and ");
        return Err(Failure::fault(format!("{} has {has}: see `ch47 rng --help`", game.name())));
    };
    let (mut source, mut to) = (Source::new(master, 0), BufWriter::new(io::stdout().lock()));
    for _ in 0..count {
        let mut deal = source.deal(device.menu());
        let drawn = if device.kind.is_pack() {
            device.order(deal)
        } else {
            deal.draw(device.menu()).into_iter().collect()
        };
        let line: Vec<&str> = drawn.into_iter().map(|at| device.menu[at].0.as_str()).collect();
        let done = writeln!(to, "{}", line.join(" "));
        if done.as_ref().is_err_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
            return Ok(());
        }
        written(done)?;
    }
    written(to.flush())
}

fn report(
    master: Hash,
    samples: u64,
    out: Option<&Path>,
    with_dieharder: bool,
    as_json: bool,
) -> Result<(), Failure> {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} parts  {elapsed}");
    bar.set_style(style.expect("a sound template"));
    bar.enable_steady_tick(std::time::Duration::from_millis(100));
    let found = evidence::report(master, samples, &|done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let outside = if with_dieharder { Some(dieharder(master)?) } else { None };
    if let Some(folder) = out {
        let failed = |e: io::Error| Failure::fault(format!("{}: {e}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        fs::write(folder.join("report.json"), json::render(&found)?).map_err(failed)?;
        fs::write(folder.join("report.md"), page(&found)).map_err(failed)?;
        if let Some(text) = &outside {
            fs::write(folder.join("dieharder.txt"), text).map_err(failed)?;
        }
    }
    if as_json {
        screen::show(&json::render(&found)?)?;
    } else {
        screen::show(&shown(&found, outside.as_deref()))?;
    }
    let is_sound = found.passes && !outside.is_some_and(|text| text.contains("FAILED"));
    if is_sound { Ok(()) } else { Err(Failure::refused("the evidence does not pass")) }
}

/// What dieharder reports about the stream.
fn dieharder(master: Hash) -> Result<String, Failure> {
    let missing =
        |e: io::Error| Failure::fault(format!("dieharder: {e}; Debian has it in the package dieharder"));
    let mut child = Command::new("dieharder")
        .args(["-a", "-g", "200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(missing)?;
    let input = child.stdin.take();
    let feed = std::thread::spawn(move || input.map(|mut to| stream(master, None, &mut to)));
    let output = child.wait_with_output().map_err(missing)?;
    // It ends by closing its input, which ends the stream.
    drop(feed.join());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

const HEADER: [&str; 6] = ["test", "on", "observations", "statistic", "degrees", "p"];

fn row(check: &Check) -> Vec<String> {
    vec![
        check.test.clone(),
        check.on.clone(),
        check.observations.to_string(),
        format!("{:.3}", check.statistic),
        check.degrees.map_or_else(|| "normal".to_owned(), |degrees| degrees.to_string()),
        format!("{:.4}", check.p),
    ]
}

fn verdict(found: &Report) -> String {
    format!(
        "{} of {} tests fail at 99 %; chance allows {}. The probabilities lie evenly: p = {:.4}.",
        found.failed,
        found.checks.len(),
        found.allowed,
        found.uniform_p
    )
}

fn shown(found: &Report, outside: Option<&str>) -> String {
    let rows = found.checks.iter().map(|check| {
        let mut row = row(check);
        let (style, word) = if check.passes { (GOOD, "passes") } else { (BAD, "fails") };
        row.push(paint(style, word));
        row
    });
    let header: Vec<&str> = HEADER.into_iter().chain([""]).collect();
    let mut text = screen::table(&header, &[2, 3, 4, 5], rows.collect());
    let (style, word) = if found.passes { (GOOD, "PASSES") } else { (BAD, "DOES NOT PASS") };
    let _ = write!(text, "\n{}  {}\nmaster {}\n", paint(style, word), verdict(found), found.master);
    if let Some(outside) = outside {
        let count = |word: &str| outside.matches(word).count();
        let _ = writeln!(
            text,
            "{}  {} passed, {} weak, {} failed",
            paint(BOLD, "dieharder"),
            count("PASSED"),
            count("WEAK"),
            count("FAILED")
        );
    }
    text
}

/// The report as a page.
fn page(found: &Report) -> String {
    let mut text = format!(
        "# Evidence about the random source\n\nch47 {}, {} results of each device. {}\n\n**{}.** {}\n\n\
         To draw the same again: `ch47 rng report --samples {} --master {}`.\n\n| {} | |\n|---|---|--:|--:|--:|--:|---|\n",
        found.version,
        found.samples,
        "Every secret follows from one master, so that anyone can repeat the run; a floor takes each secret from the system. \
         From the secret on, keys, streams and scaling are made by the code that deals at live tables.",
        if found.passes { "Passes" } else { "Does not pass" },
        verdict(found),
        found.samples,
        found.master,
        HEADER.join(" | "),
    );
    for check in &found.checks {
        let word = if check.passes { "passes" } else { "fails" };
        let _ = writeln!(text, "| {} | {word} |", row(check).join(" | "));
    }
    text
}
