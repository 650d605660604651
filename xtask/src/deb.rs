//! `cargo xtask deb`: a Debian package of the command, with a service, its user and its folder, made with
//! dpkg-deb alone.

use crate::{
    package::target,
    release::{
        SHELLS, command, commit_time, completions, copy, empty, is_there, make, manual, output, write,
    },
    root, run,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

#[cfg(unix)]
mod calls;
#[cfg(unix)]
pub mod trial;

/// Packages the command that $CH47 names, or a release build of it.
pub fn deb() -> Result<(), String> {
    if !is_there("dpkg-deb") {
        eprintln!("\nSKIPPED: dpkg-deb is missing, so no Debian package was built\n");
        return Ok(());
    }
    let made = build(&command()?, &target().join("dist"), env!("CARGO_PKG_VERSION"))?;
    println!("{}", made.display());
    Ok(())
}

/// Packages a built command, under this version, into a folder.
pub fn build(ch47: &Path, into: &Path, version: &str) -> Result<PathBuf, String> {
    let tree = target().join("deb").join(version);
    empty(&tree)?;
    fill(ch47, &tree)?;
    let size: u64 =
        files(&tree).iter().filter_map(|path| fs::metadata(path).ok()).map(|data| data.len()).sum();
    let libc = libc(&tree.join("usr/bin/ch47"))?;
    write(
        &tree.join("DEBIAN/control"),
        control(version, &architecture()?, size.div_ceil(1024), &libc).as_bytes(),
    )?;
    write(&tree.join("DEBIAN/conffiles"), b"/etc/default/ch47\n")?;
    for script in ["postinst", "prerm", "postrm"] {
        copy(&root().join("packaging/debian").join(script), &tree.join("DEBIAN").join(script))?;
    }
    modes(&tree)?;
    make(into)?;
    let name = format!("ch47_{version}_{}.deb", architecture()?);
    run(Command::new("dpkg-deb")
        .args(["--root-owner-group", "-Zxz", "-z1", "--build"])
        .arg(&tree)
        .arg(into.join(&name))
        .env("SOURCE_DATE_EPOCH", commit_time()))?;
    Ok(into.join(name))
}

/// Lays out everything that is installed.
fn fill(ch47: &Path, tree: &Path) -> Result<(), String> {
    let from = root().join("packaging/debian");
    let program = tree.join("usr/bin/ch47");
    copy(ch47, &program)?;
    run(Command::new("strip").arg("--strip-unneeded").arg(&program))?;
    copy(&from.join("ch47.service"), &tree.join("usr/lib/systemd/system/ch47.service"))?;
    copy(&from.join("ch47.default"), &tree.join("etc/default/ch47"))?;
    let docs = tree.join("usr/share/doc/ch47");
    copy(&from.join("copyright"), &docs.join("copyright"))?;
    copy(&root().join("LICENSE-MIT"), &docs.join("LICENSE-MIT"))?;
    copy(&root().join("CHANGELOG.md"), &docs.join("changelog"))?;
    for (shell, path) in SHELLS {
        completions(ch47, shell, &tree.join(path))?;
    }
    let pages = tree.join("usr/share/man/man1");
    make(&pages)?;
    manual(ch47, &pages)?;
    run(Command::new("gzip").args(["-9n"]).args(files(&pages)).arg(docs.join("changelog")))
}

/// The oldest libc that has everything the program calls.
fn libc(program: &Path) -> Result<String, String> {
    let symbols = output(Command::new("objdump").arg("--dynamic-syms").arg(program))?;
    let version = |word: &str| {
        let numbers = word.trim_matches(['(', ')']).strip_prefix("GLIBC_")?.split('.');
        numbers.map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>()
    };
    let needed = String::from_utf8_lossy(&symbols).split_whitespace().filter_map(version).max();
    let needed = needed.ok_or_else(|| format!("{}: no libc is needed?", program.display()))?;
    Ok(needed.iter().map(u32::to_string).collect::<Vec<_>>().join("."))
}

fn control(version: &str, architecture: &str, kilobytes: u64, libc: &str) -> String {
    format!(
        "Package: ch47\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: The Chapter 47 founders <ch47@localhost>\n\
         Installed-Size: {kilobytes}\nDepends: libc6 (>= {libc}), libgcc-s1, passwd\nSuggests: postgresql-client\n\
         Section: games\nPriority: optional\n\
         Description: N.J.A.C. 19:47, New Jersey's Rules of the Games, as running software\n \
         Every wager, payout, option, procedure and irregularity is code, and every\n \
         decision cites the provision that demands it: exact odds, simulation, checks\n \
         of submissions, disputes, and a floor of live tables in the browser.\n \
         .\n \
         The floor is the service ch47. It is not started before somebody enables it.\n"
    )
}

fn architecture() -> Result<String, String> {
    let told = output(Command::new("dpkg").arg("--print-architecture"))?;
    Ok(String::from_utf8_lossy(&told).trim().to_owned())
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Programs and scripts are executable by everyone, everything else is readable.
fn modes(tree: &Path) -> Result<(), String> {
    run(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(tree))?;
    let scripts = ["postinst", "prerm", "postrm"].map(|name| tree.join("DEBIAN").join(name));
    run(Command::new("chmod").arg("755").arg(tree.join("usr/bin/ch47")).args(scripts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    #[test]
    fn the_service_runs_what_is_installed_as_nobody_else() {
        let unit = read("packaging/debian/ch47.service");
        for line in [
            "ExecStart=/usr/bin/ch47 serve /var/lib/ch47 --listen ${CH47_LISTEN} $CH47_OPTIONS",
            "User=ch47",
            "StateDirectory=ch47",
            "NoNewPrivileges=yes",
            "ProtectSystem=strict",
            "CapabilityBoundingSet=",
            "EnvironmentFile=-/etc/default/ch47",
            "RestartPreventExitStatus=2",
        ] {
            assert!(unit.lines().any(|have| have == line), "{line}");
        }
        let settings = read("packaging/debian/ch47.default");
        assert!(settings.contains("\nCH47_LISTEN=127.0.0.1:4700\n") && settings.contains("\nCH47_OPTIONS="));
    }

    #[test]
    fn scripts_are_shell() {
        for script in ["postinst", "prerm", "postrm"] {
            let path = root().join("packaging/debian").join(script);
            let status = Command::new("sh").arg("-n").arg(&path).status().expect("a shell");
            assert!(
                status.success() && read(&format!("packaging/debian/{script}")).contains("set -e"),
                "{script}"
            );
        }
    }

    /// Everything that the container is made of exists, and it runs the floor as the package does.
    #[test]
    fn the_container_is_made_of_what_is_there() {
        let file = read("Containerfile");
        let copied =
            file.lines().filter_map(|line| line.strip_prefix("COPY ")).filter(|line| !line.starts_with("--"));
        for line in copied {
            let words: Vec<&str> = line.split_whitespace().collect();
            for source in &words[..words.len() - 1] {
                assert!(root().join(source).exists(), "{line}");
            }
        }
        let rust = read("Cargo.toml")
            .lines()
            .find_map(|line| line.strip_prefix("rust-version = ").map(str::to_owned));
        assert!(file.contains(&format!("FROM rust:{}-", rust.expect("a version").trim_matches('"'))));
        for words in ["USER ch47", "EXPOSE 4700", "\"serve\", \"/var/lib/ch47\"", "STOPSIGNAL SIGTERM"] {
            assert!(file.contains(words), "{words}");
        }
        for (shell, path) in SHELLS {
            let line = format!("COPY --from=build /src/ch47.{shell} /{path}");
            assert!(file.lines().any(|have| have == line), "{line}");
        }
    }
}
