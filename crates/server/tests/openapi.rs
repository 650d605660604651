//! SEC-1: schemathesis takes `docs/openapi.json` at its word, once for each role. What it needs is installed on the way
//! if that goes quickly, or named by `SCHEMATHESIS`; without it the test says loudly that it did nothing.

#[path = "support/floor.rs"]
mod floor;

use crate::floor::{Client, House};
use protocol::Role;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

const VERSION: &str = "schemathesis==4.32.5";
const INSTALL: Duration = Duration::from_secs(90);

fn within(mut command: Command, time: Duration) -> bool {
    let Ok(mut child) = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() else { return false };
    let began = Instant::now();
    while began.elapsed() < time {
        if let Ok(Some(status)) = child.try_wait() {
            return status.success();
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}

fn schemathesis() -> Option<PathBuf> {
    if let Some(named) = env::var_os("SCHEMATHESIS") {
        return Some(named.into());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemathesis");
    let program = folder.join("bin").join("schemathesis");
    if program.exists() {
        return Some(program);
    }
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv"]).arg(&folder);
    let mut pip = Command::new(folder.join("bin").join("pip"));
    pip.args(["install", "--quiet", VERSION]);
    (within(venv, INSTALL) && within(pip, INSTALL) && program.exists()).then_some(program)
}

fn run(program: &Path, role: &str, client: &Client) {
    let folder = tempfile::tempdir().expect("a folder");
    let token = client.cookie.as_deref().and_then(|cookie| cookie.split_once('=')).expect("a cookie").1;
    let config = folder.path().join("schemathesis.toml");
    fs::write(&config, format!("[auth.openapi.session]\napi_key = \"{token}\"\n")).expect("a file");
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let (url, examples) = (format!("http://{}", client.address), env::var("EXAMPLES").unwrap_or("3".into()));
    let output = Command::new(program)
        .current_dir(folder.path())
        .arg("--config-file")
        .arg(&config)
        .arg("run")
        .arg(&document)
        .args(["--url", &url, "-H", &format!("Origin: {url}")])
        .args(["--phases", "examples,coverage,fuzzing", "--seed", "1", "--max-examples", &examples])
        // What the law forbids no schema knows, so lawful words may still be refused.
        .args(["--checks", "all", "--exclude-checks", "positive_data_acceptance"])
        // These end the session, or are as slow as log-ins must be.
        .args(["--exclude-path-regex", "live|logout|password|login|guests|invitations"])
        .output()
        .expect("schemathesis runs");
    let said = String::from_utf8_lossy(&output.stdout);
    // Its own accidents are not ours; failures are.
    let failures: Vec<&str> = said.lines().filter(|line| line.starts_with("- ST")).collect();
    assert!(said.contains("Test cases:"), "{role}: {said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(failures.is_empty(), "{role}: {failures:?}\n{said}");
}

#[test]
fn the_document_keeps_its_word() {
    let Some(program) = schemathesis() else {
        eprintln!(
            "SKIPPED: schemathesis is not to be had here: the document was not tested against the server"
        );
        return;
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let house = House::open().await;
        house.table("MB-1", "minibaccarat", false, &[]).await;
        let player = house.seated("ann", "MB-1", 100_000).await;
        // Those who may do most and least; a long run has the others too.
        let roles: &[Role] = match env::var_os("CH47_LONG") {
            Some(_) => &[Role::Administrator, Role::Floorperson, Role::PitClerk],
            None => &[Role::Administrator],
        };
        let mut people = vec![("player", player)];
        for role in roles {
            people.push((role.name(), house.staff(*role, role.name()).await));
        }
        for (role, client) in people {
            let program = program.clone();
            tokio::task::spawn_blocking(move || run(&program, role, &client)).await.expect("no failures");
        }
        house.audit().await;
    });
}
