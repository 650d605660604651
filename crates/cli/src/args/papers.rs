//! The commands of licensees: check, notice, diff, paper and options.

use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Check {
    /// The options or house file (TOML), or FILE@DATE; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Check only the version in force on a day, such as 2026-03-01, or at a moment
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Print the violations as SARIF 2.1.0, for code hosts and editors
    #[arg(long, conflicts_with = "json")]
    pub sarif: bool,
    /// The lead time of a notice under 8.3 in minutes; a setting, because that section's text is not held
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
}

#[derive(Args, Debug)]
pub struct Notice {
    /// The options or house file before the change, or FILE@DATE
    #[arg(value_hint = ValueHint::FilePath)]
    pub before: PathBuf,
    /// The file after the change; without it, the first file's newest version is compared with the one before
    #[arg(value_hint = ValueHint::FilePath)]
    pub after: Option<PathBuf>,
    /// The version in force on a day, such as 2026-03-01, or at a moment, instead of the newest
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// When the notices are given, such as 2026-11-16T10:00:00-05:00
    #[arg(long, value_name = "TIME")]
    pub given: Option<String>,
    /// When the change is to take effect
    #[arg(long, value_name = "TIME")]
    pub effective: Option<String>,
    /// The lead time of a notice under 8.3 in minutes; a setting, because that section's text is not held
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
    /// Write each notice as a page for printing
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Diff {
    /// The options or house file before the change; FILE@DATE for the version in force that day; or a game at its usual options
    #[arg(value_hint = ValueHint::FilePath)]
    pub before: PathBuf,
    /// The file after the change; without it, each version of the first file is compared with the one before
    #[arg(value_hint = ValueHint::FilePath, conflicts_with_all = ["reading", "amendment", "set", "every_option"])]
    pub after: Option<PathBuf>,
    /// Compare with the same tables under another reading of an ambiguous provision, such as B2=2; may be repeated
    #[arg(long, value_name = "ID=N")]
    pub reading: Vec<String>,
    /// Compare with the same tables under an amendment of the law
    #[arg(long, value_name = "FILE.toml", value_hint = ValueHint::FilePath)]
    pub amendment: Option<PathBuf>,
    /// Compare with the same tables with one option changed, such as zero=half; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The most pairs of states each search for a differing round may visit; 0 skips the searches
    #[arg(long, value_name = "N", default_value_t = prove::rows::PAIRS)]
    pub states: usize,
    /// Compare every lawful value of every option of the game, or of all games, with the usual one
    #[arg(long, conflicts_with_all = ["reading", "amendment", "set"])]
    pub every_option: bool,
    /// With --every-option: write a table of the differing rounds of each game to this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, requires = "every_option")]
    pub write: Option<PathBuf>,
    /// With --every-option: where a search finds no difference, play the rounds in this file, or in the .round files of this
    /// folder, at both tables; may be repeated
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath, requires = "every_option")]
    pub rounds: Vec<PathBuf>,
    /// With --write: keep the rounds that are in the folder already, and look only for the others
    #[arg(long, requires = "write")]
    pub resume: bool,
    /// With --every-option: print Markdown for the documentation
    #[arg(long, requires = "every_option")]
    pub markdown: bool,
    /// The lead time of a notice under 8.3 in minutes; a setting, because that section's text is not held
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
}

#[derive(Args, Debug)]
pub struct Paper {
    /// Which paper
    pub kind: PaperKind,
    /// The house file (TOML), or FILE@DATE
    #[arg(value_hint = ValueHint::FilePath)]
    pub house: PathBuf,
    /// The version in force on a day, such as 2026-03-01, or at a moment, instead of the newest
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Signs and cards for this table only, by its name, or PIT/NAME
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// A folder with journals (.jsonl) and rounds recorded by hand (.table), for sheets, forms and disputes
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub records: Option<PathBuf>,
    /// The gaming day of the sheets [default: the last one recorded]
    #[arg(long, value_name = "DAY")]
    pub day: Option<String>,
    /// How many blank forms of each series to print
    #[arg(long, value_name = "COUNT", default_value_t = 2)]
    pub forms: u64,
    /// The size of the paper
    #[arg(long, value_enum, default_value_t = PaperSize::Letter)]
    pub size: PaperSize,
    /// The lead time of a notice under 8.3 in minutes; a setting, because that section's text is not held
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
    /// Write to this file, or to this folder for all, disputes and petitions
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub out: Option<PathBuf>,
}

/// A kind of paper.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum PaperKind {
    /// Every option chosen, its lawful range, its provision, and since when
    Submission,
    /// Notices of the change that led to this version
    Notice,
    /// Signs for the tables
    Sign,
    /// The gaming guide for patrons
    Guide,
    /// Procedure cards for dealers
    Card,
    /// The register of Complimentary Vigorish Forms
    Register,
    /// Complimentary Vigorish Forms
    Form,
    /// Day and shift sheets
    Sheet,
    /// Dispute reports
    Dispute,
    /// Petitions for new games
    Petition,
    /// Training certificates
    Certificate,
    /// All of them, with an index page
    All,
}

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum PaperSize {
    /// 8.5 by 11 inches
    Letter,
    /// 210 by 297 millimeters
    A4,
}

impl From<PaperSize> for papers::Size {
    fn from(size: PaperSize) -> papers::Size {
        match size {
            PaperSize::Letter => papers::Size::Letter,
            PaperSize::A4 => papers::Size::A4,
        }
    }
}

#[derive(Args, Debug)]
pub struct OptionsOf {
    /// The game
    pub game: String,
    /// Print an options file to fill in
    #[arg(long)]
    pub template: bool,
    /// Show the options in force at this house's tables, and since when
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "template")]
    pub house: Option<PathBuf>,
    /// The version in force on a day, such as 2026-03-01, or at a moment, instead of the newest
    #[arg(long, value_name = "DATE", requires = "house")]
    pub as_of: Option<String>,
}
