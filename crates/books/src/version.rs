//! The version of the rules that a journal was written under.

/// The version of the rules that new journals name. A journal can only be replayed by the rules that wrote it, so this
/// number is raised whenever an answer of the golden rounds changes. The test `rules_version` enforces this.
pub const VERSION: &str = "5";
