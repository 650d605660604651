//! `ch47` for Python: the wheel, and its tests in a fresh virtual environment.

use crate::{cargo, package::target, root, run};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Builds the wheel into `target/wheels`, and returns its path.
pub fn wheel() -> Result<PathBuf, String> {
    let tools = environment("tools", "python/build.lock")?;
    let wheels = root().join("target/wheels");
    fs::create_dir_all(&wheels).map_err(|e| format!("{}: {e}", wheels.display()))?;
    // Wheels of earlier builds would be installed by mistake.
    for old in found(&wheels) {
        fs::remove_file(&old).map_err(|e| format!("{}: {e}", old.display()))?;
    }
    let build = ["build", "--release", "--locked", "--manifest-path", "python/Cargo.toml", "--out"];
    run(Command::new(tools.join("maturin")).args(build).arg(&wheels))?;
    let wheel = found(&wheels).pop().ok_or("maturin built no wheel")?;
    eprintln!("{}", wheel.display());
    Ok(wheel)
}

/// Lints the package, a workspace of its own, so that a change of the crates beneath it cannot break it unnoticed. It needs no Python.
pub fn lint() -> Result<(), String> {
    let target = target();
    let target = target.to_str().ok_or("the target folder has a name that is not UTF-8")?;
    let lint = ["clippy", "--locked", "--manifest-path", "python/Cargo.toml", "--target-dir", target];
    cargo(&[&lint[..], &["--", "-D", "warnings"]].concat())
}

/// Builds the wheel, installs it with what its tests need, and runs them; other arguments go to pytest.
pub fn test() -> Result<(), String> {
    let wheel = wheel()?;
    let folder = root().join("target/python/tests");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let programs = environment("tests", "python/requirements.lock")?;
    let pip = ["install", "--quiet", "--no-index", "--no-deps"];
    run(Command::new(programs.join("pip")).args(pip).arg(&wheel))?;
    run(Command::new(programs.join("mypy")).args(["--config-file", "python/pyproject.toml", "-p", "ch47"]))?;
    let further = env::args().skip(3);
    run(Command::new(programs.join("python"))
        .args(["-m", "pytest", "--config-file", "python/pyproject.toml", "python/tests"])
        .args(further))
}

/// The Python that has Storm and Gambit, which odds are compared with: the one that is named, or one with what their lock file lists.
/// Without them their tests report that they are skipped.
pub fn oracles() -> Option<PathBuf> {
    let named = env::var_os("CH47_PYTHON").map(PathBuf::from);
    named.or_else(|| match environment("oracles", "docs/oracles/requirements.lock") {
        Ok(programs) => Some(programs.join("python")),
        Err(why) => {
            eprintln!("Storm and Gambit are not asked, since they cannot be installed: {why}");
            None
        }
    })
}

/// The wheels of a folder.
fn found(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|x| x == "whl")).collect()
}

/// The programs of a virtual environment with exactly what a lock file lists.
fn environment(name: &str, lock: &str) -> Result<PathBuf, String> {
    let folder = root().join("target/python").join(name);
    let programs = folder.join("bin");
    let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    if !programs.join("pip").exists() {
        run(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
    }
    let install = ["install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement"];
    run(Command::new(programs.join("pip")).args(install).arg(lock))?;
    Ok(programs)
}
