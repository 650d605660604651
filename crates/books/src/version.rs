//! Which rules a journal was written under.

/// The version of the rules that new journals name. A journal is replayed by the rules that wrote it and by no others,
/// so this number is raised whenever an answer of the golden rounds changes. The test `rules_version` compares.
pub const VERSION: &str = "5";
