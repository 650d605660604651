//! Checks that the floor makes only system calls that its service allows. Where systemd is not running,
//! strace records the calls, and systemd's own lists say what the unit's filter means.

use crate::release::output;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

/// Sets of system calls by name, as systemd defines them; sets may contain sets.
type Sets = BTreeMap<String, Vec<String>>;

/// An error that names the calls that the unit would refuse.
pub fn fit(unit: &str, traced: &Path) -> Result<(), String> {
    let trace = fs::read_to_string(traced).map_err(|e| format!("{}: {e}", traced.display()))?;
    let lists = output(Command::new("systemd-analyze").args(["--no-pager", "syscall-filter"]))?;
    let refused = refused(unit, &sets(&String::from_utf8_lossy(&lists)), &trace);
    if refused.is_empty() {
        Ok(())
    } else {
        Err(format!("the service would be refused: {}", refused.join(", ")))
    }
}

fn sets(lists: &str) -> Sets {
    let (mut sets, mut name) = (Sets::new(), String::new());
    for line in lists.lines() {
        match line.strip_prefix("    ") {
            None => name = line.trim().to_owned(),
            Some(word) if word.starts_with('#') => {}
            Some(word) => sets.entry(name.clone()).or_default().push(word.trim().to_owned()),
        }
    }
    sets
}

/// The calls of a name: a set with everything in it, or the call itself.
fn calls(sets: &Sets, name: &str) -> BTreeSet<String> {
    match sets.get(name) {
        Some(inside) => inside.iter().flat_map(|name| calls(sets, name)).collect(),
        None => BTreeSet::from([name.to_owned()]),
    }
}

fn refused(unit: &str, sets: &Sets, trace: &str) -> Vec<String> {
    // These are always allowed.
    let mut allowed = calls(sets, "@default");
    for filter in unit.lines().filter_map(|line| line.strip_prefix("SystemCallFilter=")) {
        let (not, names) = filter.strip_prefix('~').map_or((false, filter), |names| (true, names));
        let named: BTreeSet<String> = names.split_whitespace().flat_map(|name| calls(sets, name)).collect();
        allowed = if not { &allowed - &named } else { &allowed | &named };
    }
    allowed.extend(calls(sets, "@default"));
    // What setpriv does before it becomes the floor does not count. A line has the thread's number, the call
    // and its arguments.
    let (_, floor) = trace.rsplit_once(" execve(").unwrap_or(("", trace));
    let made = floor.lines().filter_map(|line| line.split_whitespace().nth(1)?.split_once('('));
    let made: BTreeSet<String> = made.map(|(call, _)| call.to_owned()).collect();
    (&made - &allowed).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_outside_the_filter_are_found() {
        let lists = "@default\n    # Always.\n    exit\n@service\n    @io\n    fchown\n@io\n    read\n    write\n@privileged\n    fchown\n";
        let unit = "[Service]\nSystemCallFilter=@service\nSystemCallFilter=~@privileged\n";
        let trace = "12 setuid(7) = 0\n12 execve(\"/usr/bin/ch47\") = 0\n12 read(3, \"\") = 0\n12 fchown(3, 0, 0) = 0\n13 exit(0) = ?\n13 reboot(1) = 0\n13 +++ exited with 0 +++\n";
        assert_eq!(refused(unit, &sets(lists), trace), ["fchown", "reboot"]);
    }
}
