//! The app for the browser, and the protocol's types in TypeScript: made from docs/openapi.json, committed and compared.

use crate::{cargo, root, run};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

const TYPES: &str = "src/protocol.d.ts";

fn folder() -> PathBuf {
    root().join("web")
}

fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Runs npm in the folder of the web.
fn npm_run(args: &[&str]) -> Result<(), String> {
    run(Command::new(npm()).arg("--prefix").arg(folder()).args(args))
}

/// Whether npm is there. Where it must be, in CI, its absence is an error.
fn is_there() -> Result<bool, String> {
    let there = Command::new(npm()).arg("--version").output().is_ok_and(|done| done.status.success());
    match (there, env::var("CI").as_deref()) {
        (false, Ok("true")) => Err("npm is missing: the app for the browser cannot be checked".to_owned()),
        (false, _) => {
            eprintln!("\nSKIPPED: npm is missing, so the app for the browser was NOT built or checked\n");
            Ok(false)
        }
        (true, _) => Ok(true),
    }
}

/// Installs exactly what the lock file says, and runs none of it while doing so; nothing if that is there already.
fn install() -> Result<(), String> {
    let lock = fs::read(folder().join("package-lock.json")).map_err(|e| format!("package-lock.json: {e}"))?;
    let installed = folder().join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|known| known == lock) {
        return Ok(());
    }
    npm_run(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
    fs::write(&installed, lock).map_err(|e| format!("{}: {e}", installed.display()))
}

/// When the newest file of a folder, or this file, was changed.
fn changed(path: &Path) -> Option<SystemTime> {
    if path.is_dir() {
        return fs::read_dir(path).ok()?.flatten().filter_map(|entry| changed(&entry.path())).max();
    }
    fs::metadata(path).ok()?.modified().ok()
}

/// Whether the app was built after everything it is made of was changed.
fn is_built() -> bool {
    let sources = ["src", "public", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js"];
    let newest = sources.iter().filter_map(|name| changed(&folder().join(name))).max();
    changed(&folder().join("dist/index.html")) > newest
}

/// Builds the app for the browser into web/dist, which the command carries in itself; not if nothing has changed, because
/// the command would be built anew too.
pub fn build() -> Result<(), String> {
    if !is_there()? || is_built() {
        return Ok(());
    }
    install()?;
    npm_run(&["run", "--silent", "build"])
}

/// Makes the types into a file. A field with a default need not be said, so it stays optional.
fn make(to: &Path) -> Result<(), String> {
    let to = to.to_string_lossy();
    let args = ["exec", "--", "openapi-typescript", "docs/openapi.json"];
    npm_run(&[&args[..], &["--default-non-nullable", "false", "--output", &to]].concat())
}

/// Makes the types anew.
pub fn update() -> Result<(), String> {
    if !is_there()? {
        return Ok(());
    }
    install()?;
    make(&folder().join(TYPES))
}

/// The committed types are the ones the document gives, the app fits them, and its tests pass.
pub fn test() -> Result<(), String> {
    if !is_there()? {
        return Ok(());
    }
    install()?;
    let made = env::temp_dir().join(format!("ch47-protocol-{}.d.ts", std::process::id()));
    make(&made)?;
    let read = |path: PathBuf| fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()));
    let (want, have) = (read(made.clone())?, read(folder().join(TYPES))?);
    fs::remove_file(&made).map_err(|e| format!("{}: {e}", made.display()))?;
    if want != have {
        return Err(format!("web/{TYPES} is out of date: cargo xtask update rewrites it"));
    }
    npm_run(&["run", "--silent", "check"])?;
    npm_run(&["run", "--silent", "test"])
}

/// The browser that the scenes are played in: $CHROMIUM, or Debian's.
fn has_browser() -> bool {
    let named = env::var_os("CHROMIUM").map(PathBuf::from);
    let usual =
        ["chromium", "chromium-browser", "google-chrome"].map(|name| Path::new("/usr/bin").join(name));
    named.into_iter().chain(usual).any(|path| path.exists())
}

/// Opens floors and uses them in a real browser, as people do: in every scene, or in the short ones that belong to
/// every test run. The app must have been built.
pub fn browse(scenes: &str) -> Result<(), String> {
    if !is_there()? {
        return Ok(());
    }
    if !has_browser() {
        if env::var("CI").as_deref() == Ok("true") {
            return Err("chromium is missing: nobody can try the pages".to_owned());
        }
        eprintln!("\nSKIPPED: chromium is missing, so the pages were NOT tried in a browser\n");
        return Ok(());
    }
    // The scenes take the command that $CH47 names.
    if env::var_os("CH47").is_none() {
        cargo(&["build", "--package", "ch47", "--locked"])?;
    }
    npm_run(&["run", "--silent", scenes])
}
