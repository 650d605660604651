//! `cargo xtask try-deb`: installs the package, starts the floor as the service would, upgrades and removes
//! it with the machine's own dpkg. Afterward the machine is as it was before.

use super::{build, calls};
use crate::{
    package::target,
    release::{command, empty, is_there, output},
    run,
};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    process::{Child, Command, Stdio},
};

const STATE: &str = "/var/lib/ch47";
const SETTINGS: &str = "/etc/default/ch47";
const UNIT: &str = "/usr/lib/systemd/system/ch47.service";
/// The highest exposure that `systemd-analyze security` may report, out of 100.
const EXPOSED: &str = "15";

pub fn try_deb() -> Result<(), String> {
    if let Some(why) = obstacle() {
        eprintln!("\nSKIPPED: {why}, so the Debian package was NOT installed\n");
        return Ok(());
    }
    let ch47 = command()?;
    let folder = target().join("deb-trial");
    empty(&folder)?;
    let version = env!("CARGO_PKG_VERSION");
    let (old, new) = (build(&ch47, &folder, version)?, build(&ch47, &folder, &format!("{version}+trial"))?);
    let tried = through(&old, &new);
    let cleaned = clean();
    tried.and(cleaned)?;
    println!("installed, started, upgraded and removed; nothing is left of it");
    Ok(())
}

/// Why it cannot be tried here.
fn obstacle() -> Option<String> {
    let missing = ["dpkg", "dpkg-deb", "setpriv"].into_iter().find(|program| !is_there(program));
    if let Some(program) = missing {
        return Some(format!("{program} is missing"));
    }
    let user = output(Command::new("id").arg("-u")).unwrap_or_default();
    if user.trim_ascii() != b"0" {
        return Some("only root installs packages".to_owned());
    }
    let there = [STATE, SETTINGS, UNIT, "/usr/bin/ch47"].into_iter().find(|path| Path::new(path).exists());
    if let Some(path) = there {
        return Some(format!("{path} is there: this machine has a floor"));
    }
    has_user().then(|| "this machine has a user ch47".to_owned())
}

fn has_user() -> bool {
    fs::read_to_string("/etc/passwd").is_ok_and(|users| users.lines().any(|line| line.starts_with("ch47:")))
}

fn dpkg(args: &[&str], package: &Path) -> Result<(), String> {
    run(Command::new("dpkg").args(args).arg(package).stdout(Stdio::null()))
}

fn must(is_so: bool, what: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(format!("the Debian package: {what}")) }
}

/// Goes through the life cycle of a package.
fn through(old: &Path, new: &Path) -> Result<(), String> {
    dpkg(&["--install"], old)?;
    installed()?;
    let key = started("the first start")?;
    // A changed setting must survive an upgrade.
    let settings = fs::read_to_string(SETTINGS).map_err(|e| format!("{SETTINGS}: {e}"))? + "# ours\n";
    fs::write(SETTINGS, &settings).map_err(|e| format!("{SETTINGS}: {e}"))?;
    dpkg(&["--force-confold", "--install"], new)?;
    must(fs::read_to_string(SETTINGS).is_ok_and(|now| now == settings), "an upgrade keeps the settings")?;
    must(started("the start after the upgrade")? == key, "an upgrade keeps the keys")?;
    dpkg(&["--remove"], Path::new("ch47"))?;
    must(!Path::new("/usr/bin/ch47").exists() && !Path::new(UNIT).exists(), "removed programs are gone")?;
    must(Path::new(SETTINGS).exists(), "settings stay until the package is purged")?;
    dpkg(&["--purge"], Path::new("ch47"))?;
    must(!Path::new(SETTINGS).exists(), "purged settings are gone")?;
    must(Path::new(STATE).join("sign.key").exists() && has_user(), "journals and keys stay with their owner")
}

/// Checks that everything is where it should be.
fn installed() -> Result<(), String> {
    for path in [
        "/usr/bin/ch47",
        UNIT,
        SETTINGS,
        "/usr/share/man/man1/ch47.1.gz",
        "/usr/share/man/man1/ch47-serve.1.gz",
        "/usr/share/bash-completion/completions/ch47",
        "/usr/share/zsh/vendor-completions/_ch47",
        "/usr/share/fish/vendor_completions.d/ch47.fish",
        "/usr/share/doc/ch47/copyright",
    ] {
        // Container images leave out manuals.
        let excluded = path.starts_with("/usr/share/man") || path.starts_with("/usr/share/doc");
        must(Path::new(path).exists() || excluded && !keeps_documents(), &format!("{path} is installed"))?;
    }
    must(has_user(), "the user ch47 is made")?;
    let state = fs::metadata(STATE).map_err(|e| format!("{STATE}: {e}"))?;
    must(state.permissions().mode() & 0o777 == 0o700 && state.uid() != 0, "only ch47 reads its folder")?;
    must(
        fs::metadata("/usr/bin/ch47").is_ok_and(|data| data.uid() == 0 && data.mode() & 0o022 == 0),
        "root owns the command",
    )?;
    run(Command::new("ch47").arg("--version"))?;
    if !is_there("systemd-analyze") {
        eprintln!("SKIPPED: systemd-analyze is missing, so the service was NOT checked");
        return Ok(());
    }
    run(Command::new("systemd-analyze").args(["verify", "--man=no", UNIT]))?;
    let secure = ["security", "--offline=true", "--no-pager", "--threshold", EXPOSED, UNIT];
    run(Command::new("systemd-analyze").args(secure).stdout(Stdio::null()))
}

/// Whether dpkg installs manuals and documents on this machine.
fn keeps_documents() -> bool {
    let folder = fs::read_dir("/etc/dpkg/dpkg.cfg.d").into_iter().flatten().flatten();
    !folder.filter_map(|file| fs::read_to_string(file.path()).ok()).any(|text| text.contains("path-exclude"))
}

/// Starts the floor with the service's command line, as its user and without privileges; checks that it is
/// alive, and stops it. Returns the key that it signs with.
fn started(when: &str) -> Result<Vec<u8>, String> {
    let traced = target().join("deb-trial/calls");
    let mut floor = start(&traced)?;
    let told = first_line(&mut floor);
    let alive = told.and_then(|line| is_alive(&line));
    run(Command::new("kill").args(["-TERM", &floor.id().to_string()]))?;
    let ended = floor.wait().map_err(|e| format!("{when}: {e}"))?;
    alive.map_err(|e| format!("{when}: {e}"))?;
    must(ended.success(), &format!("{when} ends well, not with {ended}"))?;
    if traced.exists() && is_there("systemd-analyze") {
        calls::fit(&fs::read_to_string(UNIT).map_err(|e| format!("{UNIT}: {e}"))?, &traced)?;
    } else {
        eprintln!(
            "SKIPPED: strace or systemd-analyze is missing, so the floor's system calls were NOT checked"
        );
    }
    let key = Path::new(STATE).join("sign.key");
    let kept = fs::metadata(&key).map_err(|e| format!("{}: {e}", key.display()))?;
    must(kept.mode() & 0o077 == 0 && kept.uid() != 0, "nobody but ch47 reads the key")?;
    fs::read(&key).map_err(|e| format!("{}: {e}", key.display()))
}

/// `ExecStart` and the settings as systemd reads them, on a free port. Without systemd there is no sandbox,
/// but the user, the folder and the lack of privileges are the same; and strace, if installed, records every
/// system call.
fn start(traced: &Path) -> Result<Child, String> {
    let unit = fs::read_to_string(UNIT).map_err(|e| format!("{UNIT}: {e}"))?;
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).ok_or("no ExecStart")?;
    let settings = fs::read_to_string(SETTINGS).map_err(|e| format!("{SETTINGS}: {e}"))?;
    let options = settings.lines().find_map(|line| line.strip_prefix("CH47_OPTIONS=")).unwrap_or_default();
    let line =
        line.replace("${CH47_LISTEN}", "127.0.0.1:0").replace("$CH47_OPTIONS", options.trim_matches('"'));
    let mut command = Command::new(if is_there("strace") { "strace" } else { "setpriv" });
    if is_there("strace") {
        command.args(["-D", "-f", "-qq", "-o"]).arg(traced).arg("setpriv");
    }
    command
        .args([
            "--reuid=ch47",
            "--regid=ch47",
            "--clear-groups",
            "--no-new-privs",
            "--inh-caps=-all",
            "--bounding-set=-all",
        ])
        .args(line.split_whitespace())
        .arg("--json")
        .current_dir(STATE)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("{line}: {e}"))
}

fn first_line(floor: &mut Child) -> Result<String, String> {
    let mut line = String::new();
    let from = floor.stdout.take().ok_or("no output")?;
    BufReader::new(from).read_line(&mut line).map_err(|e| e.to_string())?;
    if line.is_empty() { Err("the floor said nothing".to_owned()) } else { Ok(line) }
}

/// Asks the floor that printed this line whether it is alive.
fn is_alive(told: &str) -> Result<(), String> {
    let (_, rest) = told.split_once("http://").ok_or_else(|| format!("no address in {told}"))?;
    let address: String = rest.chars().take_while(|c| c.is_ascii_digit() || ".:".contains(*c)).collect();
    let mut floor = TcpStream::connect(&address).map_err(|e| format!("{address}: {e}"))?;
    let ask = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let mut answer = String::new();
    floor
        .write_all(ask.as_bytes())
        .and_then(|()| floor.read_to_string(&mut answer))
        .map_err(|e| e.to_string())?;
    if answer.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(format!("/healthz answers {answer}")) }
}

/// Restores the machine, which had neither the package nor its user or folder.
fn clean() -> Result<(), String> {
    let known =
        Command::new("dpkg").args(["--status", "ch47"]).output().is_ok_and(|told| told.status.success());
    if known {
        dpkg(&["--purge"], Path::new("ch47"))?;
    }
    if Path::new(STATE).exists() {
        fs::remove_dir_all(STATE).map_err(|e| format!("{STATE}: {e}"))?;
    }
    if has_user() {
        run(Command::new("userdel").arg("ch47"))?;
    }
    obstacle().map_or(Ok(()), |left| Err(format!("left behind: {left}")))
}
