//! `cargo xtask release`: the files of a release in target/dist. An archive and, if dpkg-deb is installed, a Debian package, both
//! with the command, its manual pages and completions, and the checksums of both.

use crate::{cargo, deb, package::target, root, run, web};
use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The shells that completions are made for, and what Debian calls their files.
pub const SHELLS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/ch47"),
    ("zsh", "usr/share/zsh/vendor-completions/_ch47"),
    ("fish", "usr/share/fish/vendor_completions.d/ch47.fish"),
];

pub fn release() -> Result<(), String> {
    let ch47 = command()?;
    let dist = target().join("dist");
    empty(&dist)?;
    let mut made = vec![archive(&ch47, &dist)?];
    if is_there("dpkg-deb") {
        made.push(deb::build(&ch47, &dist, env!("CARGO_PKG_VERSION"))?);
    } else {
        eprintln!("SKIPPED: dpkg-deb is missing, so no Debian package was built");
    }
    checksums(&dist, &made)?;
    for path in made {
        let size = fs::metadata(&path).map_err(|e| format!("{}: {e}", path.display()))?.len();
        println!("{}: {:.1} MB", path.display(), size as f64 / 1e6);
    }
    Ok(())
}

/// The command that $CH47 names, or a release build of it.
pub fn command() -> Result<PathBuf, String> {
    if let Some(ch47) = env::var_os("CH47") {
        return Ok(root().join(PathBuf::from(ch47)));
    }
    web::build()?;
    cargo(&["build", "--release", "--package", "ch47", "--locked"])?;
    Ok(target().join("release").join(format!("ch47{}", env::consts::EXE_SUFFIX)))
}

/// The archive: one folder with everything in it, the same bytes whoever packs the same files of the same commit.
fn archive(ch47: &Path, dist: &Path) -> Result<PathBuf, String> {
    let name = format!("ch47-{}-{}", env!("CARGO_PKG_VERSION"), machine()?);
    let folder = dist.join(&name);
    for below in ["man", "completions"] {
        make(&folder.join(below))?;
    }
    copy(ch47, &folder.join("ch47"))?;
    run(Command::new("strip").arg("--strip-unneeded").arg(folder.join("ch47")))?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(file), &folder.join(file))?;
    }
    manual(ch47, &folder.join("man"))?;
    for (shell, _) in SHELLS {
        completions(ch47, shell, &folder.join("completions").join(format!("ch47.{shell}")))?;
    }
    let packed = dist.join(format!("{name}.tar.gz"));
    let time = format!("--mtime=@{}", commit_time());
    run(Command::new("tar")
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u+rw,go+r,go-w", &time])
        .args(["--use-compress-program=gzip -9n", "--create", "--file"])
        .arg(&packed)
        .arg("--directory")
        .arg(dist)
        .arg(&name))?;
    fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(packed)
}

/// SHA256SUMS, as `sha256sum --check` reads it.
fn checksums(dist: &Path, files: &[PathBuf]) -> Result<(), String> {
    let names = files.iter().filter_map(|path| path.file_name());
    let sums = output(Command::new("sha256sum").args(names).current_dir(dist))?;
    write(&dist.join("SHA256SUMS"), &sums)
}

/// The manual pages of all commands.
pub fn manual(ch47: &Path, folder: &Path) -> Result<(), String> {
    run(Command::new(ch47).args(["man", "--out"]).arg(folder))
}

pub fn completions(ch47: &Path, shell: &str, to: &Path) -> Result<(), String> {
    write(to, &output(Command::new(ch47).args(["completions", shell]))?)
}

/// `x86_64-unknown-linux-gnu`.
fn machine() -> Result<String, String> {
    let told = String::from_utf8_lossy(&output(Command::new("rustc").arg("-vV"))?).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned);
    host.ok_or_else(|| "rustc does not say for which machine it is".to_owned())
}

/// When the last commit was made, so that files packed from it are the same on every day.
pub fn commit_time() -> String {
    let log = output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()));
    let time = log.map(|text| String::from_utf8_lossy(&text).trim().to_owned()).unwrap_or_default();
    env::var("SOURCE_DATE_EPOCH").unwrap_or(if time.is_empty() { "0".to_owned() } else { time })
}

/// What a command prints; an error if it fails.
pub fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let done = command.stderr(Stdio::inherit()).output().map_err(|e| format!("{command:?}: {e}"))?;
    if done.status.success() { Ok(done.stdout) } else { Err(format!("{command:?}: {}", done.status)) }
}

pub fn is_there(program: impl AsRef<OsStr>) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

pub fn empty(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    make(folder)
}

pub fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make(to.parent().expect("in a folder"))?;
    fs::copy(from, to).map(|_| ()).map_err(|e| format!("{} to {}: {e}", from.display(), to.display()))
}

pub fn write(to: &Path, text: &[u8]) -> Result<(), String> {
    make(to.parent().expect("in a folder"))?;
    fs::write(to, text).map_err(|e| format!("{}: {e}", to.display()))
}
