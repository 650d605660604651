//! The commands of licensees: check, notice, diff, paper and options.

use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Check {
    /// The submission or the house, TOML, or FILE@DATE; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Judge only the version in force on a day, such as 2026-03-01, or at a moment
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Print the violations as SARIF 2.1.0, for code hosts and editors
    #[arg(long, conflicts_with = "json")]
    pub sarif: bool,
    /// How many minutes ahead a notice under 8.3 is given; that section is not held, so this is no law
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
}

#[derive(Args, Debug)]
pub struct Notice {
    /// The submission or house as it is, or FILE@DATE
    #[arg(value_hint = ValueHint::FilePath)]
    pub before: PathBuf,
    /// The same as it is to be; without it, the newest version of the first file and the one before that
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
    /// How many minutes ahead a notice under 8.3 is given; that section is not held, so this is no law
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
    /// Write them as a page each, to be printed
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Diff {
    /// The submission or house as it was; FILE@DATE for the version in force on that day; or a game, at its usual options
    #[arg(value_hint = ValueHint::FilePath)]
    pub before: PathBuf,
    /// The same as it is; without it, every version of the first file is compared with the one before
    #[arg(value_hint = ValueHint::FilePath, conflicts_with_all = ["reading", "amendment", "set", "every_option"])]
    pub after: Option<PathBuf>,
    /// Compare with the same tables by another reading of doubtful words, such as B2=2; may be repeated
    #[arg(long, value_name = "ID=N")]
    pub reading: Vec<String>,
    /// Compare with the same tables under an amendment of the law
    #[arg(long, value_name = "FILE.toml", value_hint = ValueHint::FilePath)]
    pub amendment: Option<PathBuf>,
    /// Compare with the same tables with one other option, such as zero=half; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// How many pairs of states each search for a round visits at most; 0 leaves the searches out
    #[arg(long, value_name = "N", default_value_t = prove::rows::PAIRS)]
    pub states: usize,
    /// Compare every lawful value of every option of the game, or of all games, with the usual one
    #[arg(long, conflicts_with_all = ["reading", "amendment", "set"])]
    pub every_option: bool,
    /// With --every-option: write a table of the rounds for each game into this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, requires = "every_option")]
    pub write: Option<PathBuf>,
    /// With --write: leave out the games whose tables are in the folder already
    #[arg(long, requires = "write")]
    pub resume: bool,
    /// With --every-option: print a page of the documents
    #[arg(long, requires = "every_option")]
    pub markdown: bool,
    /// How many minutes ahead a notice under 8.3 is given; that section is not held, so this is no law
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
}

#[derive(Args, Debug)]
pub struct Paper {
    /// Which paper
    pub kind: PaperKind,
    /// The house, TOML, or FILE@DATE
    #[arg(value_hint = ValueHint::FilePath)]
    pub house: PathBuf,
    /// The version in force on a day, such as 2026-03-01, or at a moment, instead of the newest
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Signs and cards for this table only, by its name, or PIT/NAME
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// A folder with journals (.jsonl) and rounds that were written down (.table), for sheets, forms and disputes
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub records: Option<PathBuf>,
    /// The gaming day of the sheets; the last one of the records unless given
    #[arg(long, value_name = "DAY")]
    pub day: Option<String>,
    /// How many blank forms of each series to print
    #[arg(long, value_name = "COUNT", default_value_t = 2)]
    pub forms: u64,
    /// The size of the paper
    #[arg(long, value_enum, default_value_t = PaperSize::Letter)]
    pub size: PaperSize,
    /// How many minutes ahead a notice under 8.3 is given; that section is not held, so this is no law
    #[arg(long, value_name = "MINUTES", default_value_t = rules::house::MINUTES_8_3)]
    pub period_8_3: u32,
    /// Write to this file; all, disputes and petitions go into a folder
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
    /// All of them, with a page that leads to each
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
    /// Print a submission to fill in
    #[arg(long)]
    pub template: bool,
    /// Show what holds at the tables of this house, and since when
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "template")]
    pub house: Option<PathBuf>,
    /// The version in force on a day, such as 2026-03-01, or at a moment, instead of the newest
    #[arg(long, value_name = "DATE", requires = "house")]
    pub as_of: Option<String>,
}
