//! Every program on the pages for programmers runs, and prints what its page says.
//!
//! A block of `sh`, `python`, `javascript` or `typescript` is a program. The block of `text` right behind it is what the program prints;
//! without one it prints nothing. In what it prints, `…` stands for something that is different every time. A program
//! whose first line is a comment with a file name, such as `# floor.py`, is also kept under that name for the programs
//! after it. All of them share one empty folder and one floor, which each page believes to be at 127.0.0.1:4700.
//!
//! With `UPDATE_EXPECT=1`, what the pages say is replaced where it differs.

#![cfg(unix)]

use std::{
    env, fs,
    io::{BufRead, BufReader},
    ops::Range,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc::channel,
    thread,
    time::Duration,
};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Where the pages say that the floor is.
const USUAL: &str = "127.0.0.1:4700";
/// Pages with programs, in the order in which a reader goes through them.
const PAGES: [&str; 2] = ["docs/journal.md", "docs/api.md"];

/// How long one program may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A fenced block of a page.
struct Block<'a> {
    language: &'a str,
    /// What is between the fences, in bytes of the page.
    body: Range<usize>,
    /// The line of the first fence, from 1.
    line: usize,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let (mut blocks, mut open, mut at) = (Vec::new(), None, 0);
    for (number, line) in (1..).zip(page.split_inclusive('\n')) {
        if let Some(language) = line.trim_end().strip_prefix("```") {
            match open.take() {
                None => open = Some((language, at + line.len(), number)),
                Some((language, from, line)) => blocks.push(Block { language, body: from..at, line }),
            }
        }
        at += line.len();
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// Whether what was printed is what a page says: line by line, with anything in the place of `…`.
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
            // The last part is at the end, the others as soon as they can be.
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

/// Where programs run.
struct Workshop {
    folder: TempDir,
    floor: Floor,
    /// The command on the path.
    path: std::ffi::OsString,
    /// What Node must be told so that it has a `WebSocket`.
    node: Option<Vec<&'static str>>,
}

impl Workshop {
    fn new() -> Workshop {
        let folder = TempDir::new().expect("a folder");
        std::os::unix::fs::symlink(Path::new(ROOT).join("examples"), folder.path().join("examples"))
            .expect("a link");
        let floor = Floor::open(&folder.path().join("floor"));
        let beside = Path::new(env!("CARGO_BIN_EXE_ch47")).parent().expect("a folder").to_owned();
        let usual = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths([beside].into_iter().chain(env::split_paths(&usual))).expect("a path");
        Workshop { folder, floor, path, node: node() }
    }

    /// What a program prints; nothing if the machine cannot run it.
    fn run(&self, language: &str, program: &str) -> Option<Result<String, String>> {
        let program = program.replace(USUAL, &self.floor.address);
        let first = program.lines().next().unwrap_or_default();
        let name = first.trim_start_matches(['#', '/']).trim();
        let is_name =
            first != name && !name.contains(' ') && [".py", ".mjs"].iter().any(|end| name.ends_with(end));
        let name = if is_name {
            name
        } else if language == "python" {
            "program.py"
        } else {
            "program.mjs"
        };
        let mut command = match language {
            "sh" => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("set -e; exec 2>&1\n{program}")]);
                shell
            }
            "python" => {
                let mut python = Command::new("python3");
                python.arg(name);
                python
            }
            _ => {
                let mut node = Command::new("node");
                node.args(self.node.as_ref()?).arg(name);
                node
            }
        };
        match language {
            "sh" => {}
            "typescript" => fs::write(self.folder.path().join(name), strip_types(&program)?).expect("a file"),
            _ => fs::write(self.folder.path().join(name), &program).expect("a file"),
        }
        command
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env("TOKEN", &self.floor.invitation)
            .env("NO_COLOR", "1")
            .env("PYTHONDONTWRITEBYTECODE", "1");
        // A program that waits for the floor forever ends when the floor does.
        let (done, ended) = channel();
        thread::spawn(move || done.send(command.output()));
        let Ok(output) = ended.recv_timeout(PATIENCE) else { return Some(Err("it does not end".to_owned())) };
        let output = output.ok()?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&self.floor.address, USUAL);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        Some(if output.status.success() { Ok(out) } else { Err(format!("{}\n{out}{err}", output.status)) })
    }
}

/// How Node gets a `WebSocket`; nothing if there is no Node that has one.
fn node() -> Option<Vec<&'static str>> {
    [vec!["--no-warnings"], vec!["--no-warnings", "--experimental-websocket"]].into_iter().find(|flags| {
        let asked = Command::new("node").args(flags).args(["-p", "typeof WebSocket"]).output();
        asked.is_ok_and(|answer| answer.stdout.starts_with(b"function"))
    })
}

/// A program of TypeScript as JavaScript, by the compiler that the app for the browser is checked with.
fn strip_types(program: &str) -> Option<Vec<u8>> {
    let compiler = Path::new(ROOT).join("web/node_modules/typescript");
    let script = "const { transpileModule } = require(process.argv[1]); \
                  const compilerOptions = { module: 99, target: 99 }; \
                  process.stdout.write(transpileModule(process.argv[2], { compilerOptions }).outputText)";
    let output = Command::new("node").args(["-e", script]).arg(compiler).arg(program).output().ok()?;
    output.status.success().then_some(output.stdout)
}

#[test]
fn every_program_on_the_pages_runs_and_prints_what_its_page_says() {
    let (workshop, updates) = (Workshop::new(), env::var_os("UPDATE_EXPECT").is_some());
    let (mut wrong, mut ran) = (Vec::new(), 0);
    for name in PAGES {
        let path = PathBuf::from(ROOT).join(name);
        let page = fs::read_to_string(&path).expect("a page");
        let (blocks, mut edits) = (blocks(&page), Vec::new());
        for (at, block) in blocks.iter().enumerate() {
            let Block { language: language @ ("sh" | "python" | "javascript" | "typescript"), body, line } =
                block
            else {
                continue;
            };
            let Some(printed) = workshop.run(language, &page[body.clone()]) else {
                eprintln!("SKIPPED: {name}:{line}: no {language} on this machine");
                continue;
            };
            ran += 1;
            let follows = |next: &&Block<'_>| {
                next.language == "text" && page[body.end..next.body.start].trim() == "```\n\n```text"
            };
            let next = blocks.get(at + 1).filter(follows);
            let said = next.map_or("", |next| &page[next.body.clone()]);
            match printed {
                Ok(printed) if is_as_said(said, &printed) => {}
                Ok(printed) => match next.filter(|_| updates) {
                    Some(next) => edits.push((next.body.clone(), printed)),
                    None => {
                        wrong.push(format!("{name}:{line} prints\n{printed}and the page says\n{said}"));
                    }
                },
                Err(failed) => wrong.push(format!("{name}:{line} fails: {failed}")),
            }
        }
        let mut updated = page.clone();
        edits.iter().rev().for_each(|(body, printed)| updated.replace_range(body.clone(), printed));
        if updated != page {
            fs::write(&path, updated).expect("a page");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ran > 0, "nothing ran");
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
