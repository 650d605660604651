//! The command line of `ch47 floor`.

use clap::{Args, Subcommand, ValueHint};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct FloorOf {
    #[command(flatten)]
    pub place: Place,
    #[command(subcommand)]
    pub task: Task,
}

/// The location of a floor.
#[derive(Args, Debug)]
pub struct Place {
    /// The floor's folder, with its keys, and its database unless --database names one
    #[arg(long, global = true, default_value = "floor", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// The database that nodes share: postgres://user@host/database
    #[arg(long, global = true, value_name = "URL")]
    pub database: Option<String>,
}

#[derive(Subcommand, Debug)]
pub enum Task {
    /// Back up the floor to a new folder, even while it runs, and check the copy; PostgreSQL needs pg_dump
    Backup {
        /// The backup's folder; it must be empty or not exist
        #[arg(value_hint = ValueHint::DirPath)]
        to: PathBuf,
        /// Include the keys. Anyone who has the backup can then sign for this floor: keep it locked away
        #[arg(long)]
        with_keys: bool,
    },
    /// Restore a backup to a folder that holds only the keys and the high-water mark
    Restore {
        /// The backup's folder; leave it out if the database has already been restored by other means
        #[arg(value_hint = ValueHint::DirPath)]
        from: Option<PathBuf>,
        /// Continue although acknowledged lines are missing; each journal then records which
        #[arg(long)]
        accept_loss: bool,
    },
    /// Check everything that is checked at startup, and audit all journals, without starting the floor
    Check,
    /// Upgrade the database to this program's schema; an SQLite file is copied first
    Upgrade {
        /// Confirm that you have a backup of the PostgreSQL database
        #[arg(long)]
        backed_up: bool,
    },
    /// Make new keys for a floor whose keys are lost or must be replaced, and record the change
    Rekey,
    /// Create, list or revoke the tokens other systems use, even while the floor runs
    Token {
        #[command(subcommand)]
        task: TokenTask,
    },
    /// Unlock an account after too many failed sign-ins, even while the floor runs
    Unlock {
        /// The name
        name: String,
    },
}

#[derive(Subcommand, Debug)]
pub enum TokenTask {
    /// Create a token and print it; it is shown only once
    Create {
        /// The service it is for; all tokens of a service share its patrons
        service: String,
        /// The service's role when it does not act for a patron: pit-clerk, dealer, surveillance, …
        #[arg(long, default_value = "pit-clerk")]
        role: String,
        /// A table it may use, * for all; may be repeated
        #[arg(long = "table", value_name = "TABLE", required = true)]
        tables: Vec<String>,
        /// An action it may take, such as join, act or read-events; may be repeated
        #[arg(long = "action", value_name = "ACTION", required = true)]
        actions: Vec<String>,
        /// Days until it expires [default: it works until it is revoked]
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
        days: Option<u16>,
    },
    /// List the tokens, without the tokens themselves
    List,
    /// Revoke a token; its connections close
    Revoke {
        /// The id shown by `list`
        id: String,
    },
}
