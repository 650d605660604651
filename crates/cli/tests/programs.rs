//! Every program in the book runs, and prints what its page says.
//!
//! A block of `sh`, `python`, `javascript` or `typescript` is a program. The block of `text` right behind it is what the program prints;
//! without one it may print anything. In what it prints, `…` stands for something that is different every time. A block
//! whose first line is a comment with a file name, such as `# floor.py`, is also kept under that name for the programs
//! after it, on later pages too. The programs of a page share one folder with the repository's `docs` and `examples` in it; where they
//! speak to a floor, the page has one of its own, with no tables, which it believes to be at 127.0.0.1:4700. Where they submit
//! jobs to Slurm, it has a cluster of one node.
//!
//! A fence that says `not run:` and a reason is left alone. With `UPDATE_EXPECT=1`, what the pages say is replaced where it differs.
//! Blocks of `console` are run by `cli.rs`.

#![cfg(unix)]

use book::{
    Book, Page,
    blocks::{Block, Kind, blocks, kind},
};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc::channel,
    thread,
    time::Duration,
};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// The address of the floor on the pages.
const USUAL: &str = "127.0.0.1:4700";
/// Programs that the pages use and a machine may not have.
const TOOLS: [&str; 3] = ["curl", "parallel", "python3"];

/// Programs that need more than this machine's Python: `python/tests/test_docs.py` runs them where the wheel is
/// installed.
const ELSEWHERE: [(&str, &str); 1] = [("docs/python.md", "python")];

/// How long one program may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// The name of a file in the first line of a block, if that is a comment with nothing else in it.
fn named(body: &str) -> Option<&str> {
    let first = body.lines().next().unwrap_or_default();
    let name = first.trim_start_matches(['#', '/']).trim();
    let is_name = first != name && name.contains('.') && !name.contains([' ', '/']) && !name.ends_with('.');
    is_name.then_some(name)
}

/// Whether the output matches the page: line by line, where `…` matches anything.
fn is_as_said(said: &str, printed: &str) -> bool {
    let fits = |(said, printed): (&str, &str)| {
        let mut parts = said.split('…');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = printed.strip_prefix(first) else { return false };
        let mut parts = parts.peekable();
        if parts.peek().is_none() {
            return rest.is_empty();
        }
        while let Some(part) = parts.next() {
            // The last part must be at the end, the others as early as possible.
            let found =
                if parts.peek().is_none() { rest.strip_suffix(part).map(str::len) } else { rest.find(part) };
            let Some(found) = found else { return false };
            rest = &rest[found + part.len()..];
        }
        true
    };
    said.lines().count() == printed.lines().count() && said.lines().zip(printed.lines()).all(fits)
}

/// A floor with no tables, for these tests alone.
struct Floor {
    child: Child,
    address: String,
    invitation: String,
}

impl Floor {
    fn open(folder: &Path) -> Floor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ch47"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-demo", "--json"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the floor starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let said: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let text = |key: &str| said[key].as_str().expect("text").to_owned();
        let address = text("address").trim_start_matches("http://").to_owned();
        Floor { child, address, invitation: text("invitation") }
    }
}

impl Drop for Floor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A Slurm cluster of one node, for these tests alone.
struct Cluster {
    daemons: [Child; 2],
    settings: PathBuf,
}

impl Cluster {
    /// Starts it, and waits until its node takes jobs; `None` if this machine has no Slurm.
    fn start(folder: &Path) -> Option<Cluster> {
        let text = |program: &str, flag: &str| {
            let output = Command::new(program).arg(flag).output().ok()?;
            Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = || env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]);
        let found = |daemon: &str| folders().map(|folder| folder.join(daemon)).find(|file| file.exists());
        let programs = [found("slurmctld")?, found("slurmd")?];
        let (node, user) = (text("hostname", "-s")?, text("id", "-un")?);
        let [one, two] = [free_port(), free_port()];
        fs::create_dir_all(folder).expect("a folder");
        let at = folder.display();
        let settings = folder.join("slurm.conf");
        // Nothing to authenticate: one user on one machine. Jobs are followed without control groups, which need root.
        let lines = format!(
            "ClusterName=one\nSlurmctldHost={node}(127.0.0.1)\nSlurmUser={user}\nSlurmdUser={user}\n\
             SlurmctldPort={one}\nSlurmdPort={two}\nAuthType=auth/none\nCredType=cred/none\n\
             SlurmctldPidFile={at}/slurmctld.pid\nSlurmdPidFile={at}/slurmd.pid\n\
             StateSaveLocation={at}/state\nSlurmdSpoolDir={at}/spool\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
             NodeName={node} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n\
             PartitionName=all Nodes=ALL Default=YES State=UP\n"
        );
        fs::write(&settings, lines).expect("a file");
        fs::create_dir_all(folder.join("state")).expect("a folder");
        let daemons = programs.map(|program| {
            let log =
                fs::File::create(folder.join(program.file_name().expect("a name")).with_extension("log"))
                    .expect("a file");
            let mut command = Command::new(program);
            command.arg("-D").env("SLURM_CONF", &settings);
            command.stdout(log.try_clone().expect("a file")).stderr(log).spawn().expect("a daemon")
        });
        let cluster = Cluster { daemons, settings };
        for _ in 0..300 {
            let mut asked = Command::new("sinfo");
            let asked =
                asked.args(["--noheader", "--format=%t"]).env("SLURM_CONF", &cluster.settings).output();
            if asked.ok()?.stdout.starts_with(b"idle") {
                return Some(cluster);
            }
            thread::sleep(Duration::from_millis(100));
        }
        let log = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        panic!("Slurm's node takes no jobs:\n{}{}", log("slurmctld.log"), log("slurmd.log"))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for daemon in &mut self.daemons {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

/// A port that nothing listens on.
fn free_port() -> u16 {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a socket");
    socket.local_addr().expect("bound").port()
}

/// The folder in which the programs of a page run.
struct Workshop {
    folder: TempDir,
    floor: Option<Floor>,
    cluster: Option<Cluster>,
    /// The path on which the command is found.
    path: std::ffi::OsString,
}

impl Workshop {
    fn new(has_floor: bool, has_cluster: bool) -> Workshop {
        let folder = TempDir::new().expect("a folder");
        for shared in ["docs", "examples"] {
            std::os::unix::fs::symlink(Path::new(ROOT).join(shared), folder.path().join(shared))
                .expect("a link");
        }
        let floor = has_floor.then(|| Floor::open(&folder.path().join("floor")));
        let cluster = if has_cluster { Cluster::start(&folder.path().join("slurm")) } else { None };
        let beside = Path::new(env!("CARGO_BIN_EXE_ch47")).parent().expect("a folder").to_owned();
        let usual = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths([beside].into_iter().chain(env::split_paths(&usual))).expect("a path");
        Workshop { folder, floor, cluster, path }
    }

    /// The address at which programs find the floor.
    fn address(&self) -> &str {
        self.floor.as_ref().map_or(USUAL, |floor| &floor.address)
    }

    /// Saves a block under its name.
    fn keep(&self, name: &str, body: &str) {
        fs::write(self.folder.path().join(name), body.replace(USUAL, self.address())).expect("a file");
    }

    fn has(&self, tool: &str) -> bool {
        env::split_paths(&self.path).any(|folder| folder.join(tool).exists())
    }

    /// How a program is started; `None` if the machine cannot run it.
    fn command(&self, language: &str, program: &str) -> Option<Command> {
        let has_word = |tool: &str| program.split(|c: char| !c.is_alphanumeric()).any(|word| word == tool);
        if language == "sh" {
            // Never on the cluster of whoever runs the tests.
            let lacks_cluster = has_word("sbatch") && self.cluster.is_none();
            if lacks_cluster || TOOLS.iter().any(|tool| has_word(tool) && !self.has(tool)) {
                return None;
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("set -e; exec 2>&1\n{program}")]);
            return Some(shell);
        }
        let name = named(program).unwrap_or(if language == "python" { "program.py" } else { "program.mjs" });
        let text =
            if language == "typescript" { strip_types(program)? } else { program.as_bytes().to_owned() };
        fs::write(self.folder.path().join(name), text).expect("a file");
        let mut command = Command::new(if language == "python" { "python3" } else { "node" });
        if language != "python" {
            command.args(node()?);
        }
        command.arg(name);
        Some(command)
    }

    /// The output of a program; `None` if the machine cannot run it.
    fn run(&self, language: &str, program: &str) -> Option<Result<String, String>> {
        let mut command = self.command(language, &program.replace(USUAL, self.address()))?;
        command
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env("TOKEN", self.floor.as_ref().map_or("", |floor| &floor.invitation))
            .env("NO_COLOR", "1")
            .envs(self.cluster.iter().map(|cluster| ("SLURM_CONF", &cluster.settings)))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        // A program that waits for the floor forever ends when the floor does.
        let (done, ended) = channel();
        thread::spawn(move || done.send(command.output()));
        let Ok(output) = ended.recv_timeout(PATIENCE) else { return Some(Err("it does not end".to_owned())) };
        let output = output.ok()?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(self.address(), USUAL);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        Some(if output.status.success() { Ok(out) } else { Err(format!("{}\n{out}{err}", output.status)) })
    }
}

/// How Node gets a `WebSocket`; `None` if there is no Node that has one.
fn node() -> Option<Vec<&'static str>> {
    [vec!["--no-warnings"], vec!["--no-warnings", "--experimental-websocket"]].into_iter().find(|flags| {
        let asked = Command::new("node").args(flags).args(["-p", "typeof WebSocket"]).output();
        asked.is_ok_and(|answer| answer.stdout.starts_with(b"function"))
    })
}

/// A TypeScript program as JavaScript, converted by the compiler that checks the app for the browser.
fn strip_types(program: &str) -> Option<Vec<u8>> {
    let compiler = Path::new(ROOT).join("web/node_modules/typescript");
    let script = "const { transpileModule } = require(process.argv[1]); \
                  const compilerOptions = { module: 99, target: 99 }; \
                  process.stdout.write(transpileModule(process.argv[2], { compilerOptions }).outputText)";
    let output = Command::new("node").args(["-e", script]).arg(compiler).arg(program).output().ok()?;
    output.status.success().then_some(output.stdout)
}

/// Runs the programs of a page; returns what is wrong with them, and how many ran.
fn run_page(page: &Page, kept: &[(String, String)]) -> (Vec<String>, usize) {
    let (path, text) = (page.chapter.path.as_str(), page.text.as_str());
    let blocks = blocks(text).expect("closed");
    let is_run = |block: &&Block<'_>| {
        let is_here = !ELSEWHERE.contains(&(path, block.language));
        kind(block.language) == Some(Kind::Program) && block.not_run.is_none() && is_here
    };
    let speaks =
        |block: &Block<'_>| ["ch47 floor ", USUAL].iter().any(|word| text[block.body.clone()].contains(word));
    if !blocks.iter().any(|block| is_run(&block)) {
        return (Vec::new(), 0);
    }
    let submits = |block: &Block<'_>| text[block.body.clone()].contains("sbatch ");
    let workshop =
        Workshop::new(blocks.iter().filter(is_run).any(speaks), blocks.iter().filter(is_run).any(submits));
    kept.iter().for_each(|(name, body)| workshop.keep(name, body));
    let (mut wrong, mut ran, mut edits) = (Vec::new(), 0, Vec::new());
    for (at, block) in blocks.iter().enumerate() {
        let (body, line) = (&block.body, block.line);
        if !is_run(&block) {
            if let Some(name) = named(&text[body.clone()]) {
                workshop.keep(name, &text[body.clone()]);
            }
            continue;
        }
        let Some(printed) = workshop.run(block.language, &text[body.clone()]) else {
            eprintln!("SKIPPED: {path}:{line}: this machine cannot run it");
            continue;
        };
        ran += 1;
        let follows = |next: &&Block<'_>| {
            next.language == "text" && text[body.end..next.body.start].trim() == "```\n\n```text"
        };
        let next = blocks.get(at + 1).filter(follows);
        match (printed, next) {
            (Err(failed), _) => wrong.push(format!("{path}:{line} fails: {failed}")),
            (Ok(printed), Some(next)) if !is_as_said(&text[next.body.clone()], &printed) => {
                match env::var_os("UPDATE_EXPECT") {
                    Some(_) => edits.push((next.body.clone(), printed)),
                    None => wrong.push(format!(
                        "{path}:{line} prints\n{printed}and the page says\n{}",
                        &text[next.body.clone()]
                    )),
                }
            }
            (Ok(_), _) => {}
        }
    }
    let mut updated = page.text.clone();
    edits.iter().rev().for_each(|(body, printed)| updated.replace_range(body.clone(), printed));
    if updated != page.text {
        fs::write(Path::new(ROOT).join(path), updated).expect("a page");
    }
    (wrong, ran)
}

#[test]
fn every_program_in_the_book_runs_and_prints_what_its_page_says() {
    let book = Book::read(Path::new(ROOT)).expect("a book");
    let (mut wrong, mut ran, mut kept) = (Vec::new(), 0, Vec::new());
    for page in &book.pages {
        let (told, some) = run_page(page, &kept);
        wrong.extend(told);
        ran += some;
        for block in blocks(&page.text).expect("closed") {
            let body = &page.text[block.body];
            kept.extend(named(body).map(|name| (name.to_owned(), body.to_owned())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ran >= 20, "only {ran} programs ran");
}

#[test]
fn what_differs_every_time_is_left_open_and_nothing_else() {
    assert!(is_as_said("seq 4, leaf …\n", "seq 4, leaf 9c93\n"));
    assert!(is_as_said("a … b … c\n", "a 1 b 2 b c\n"));
    for other in ["seq 5, leaf 9c93\n", "seq 4, leaf\n", "seq 4, leaf 9c93\nmore\n", ""] {
        assert!(!is_as_said("seq 4, leaf …\n", other), "{other}");
    }
    assert!(!is_as_said("a … c\n", "a 1 c d\n") && !is_as_said("same\n", "same but longer\n"));
}

#[test]
fn a_block_is_kept_under_the_name_in_its_first_line() {
    assert_eq!(named("# floor.py\nimport json\n"), Some("floor.py"));
    assert_eq!(named("// floor.mjs\n"), Some("floor.mjs"));
    for other in ["# A comment.\n", "# a b.py\n", "floor.py\n", "# ../floor.py\n", "# the end.\n", ""] {
        assert_eq!(named(other), None, "{other}");
    }
}
