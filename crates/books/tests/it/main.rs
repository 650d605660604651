//! All tests of the books in one program, because each separate program would compile every game again.

mod books;
mod calls;
mod example;
mod excerpts;
mod fair;
mod floor;
mod interrupted;
mod money;
mod oracle;
mod other_rules;
mod pictures;
mod rules_version;
mod spoken;
mod statistics;
mod tamper;
mod voids;
mod walk_ins;
mod windows;
mod words;

/// A size for a short run, and one for a long run: `CH47_LONG=1 cargo xtask test`.
fn sized<T>(short: T, long: T) -> T {
    if std::env::var_os("CH47_LONG").is_some() { long } else { short }
}
