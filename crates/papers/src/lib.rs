//! The papers of a licensee: what it files, posts, signs and keeps. Each is a self-contained HTML page that
//! prints on A4 or Letter, with licensee, version, approval date and page number on every page.
//!
//! The content comes from the rules: options and provisions from the declarations of [`rules::Field`],
//! payouts and edges from [`odds`], layouts from [`felt`], procedures from a round that the rules play. This
//! crate does no I/O and reads no clock.

mod bundle;
mod calendar;
mod card;
mod certificate;
mod dispute;
mod form;
mod guide;
mod history;
mod house;
mod moment;
mod notice;
mod page;
mod petition;
mod prices;
mod record;
mod sheet;
mod sign;
mod submission;
pub mod words;

pub use bundle::{Files, Licensee, all, disputes};
pub use calendar::{Calendar, Period};
pub use card::{Procedure, Step, paper as procedures};
pub use certificate::{Class, Trained, paper as certificates};
pub use dispute::{judged, replayed};
pub use form::{Series, forms, register};
pub use guide::paper as guide;
pub use history::{Course, History};
pub use house::{Group, House, Table, Version, fields, title};
pub use moment::{AsOf, Moment, long_date};
pub use notice::{Letter, Text, Times, letters, paper as notices, several as notices_of};
pub use page::{Draft, Paper, Size};
pub use petition::{Petition, Sort, Texts, all as petitions, paper as petition};
pub use prices::{Change, Found, Price, Prices, compare};
pub use record::{BOUND, Figures, Journal, Theory, UsedForm, used_twice};
pub use sheet::{Shift, paper as sheets};
pub use sign::paper as signs;
pub use submission::paper as submission;
