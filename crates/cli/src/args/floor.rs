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

/// Where a floor is.
#[derive(Args, Debug)]
pub struct Place {
    /// The folder of the floor: its keys, and its database unless --database names one
    #[arg(long, global = true, default_value = "floor", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// The database that nodes share: postgres://user@host/database
    #[arg(long, global = true, value_name = "URL")]
    pub database: Option<String>,
}

#[derive(Subcommand, Debug)]
pub enum Task {
    /// Copy the floor into a new folder, also while it runs, and check the copy. On PostgreSQL this needs pg_dump
    Backup {
        /// The folder of the copy; it must be empty or not exist
        #[arg(value_hint = ValueHint::DirPath)]
        to: PathBuf,
        /// Put the keys into the copy too. Whoever has it can then sign for this floor: keep it locked away
        #[arg(long)]
        with_keys: bool,
    },
    /// Put a copy back into a folder that holds nothing but the keys and the high-water mark
    Restore {
        /// The folder of the copy. Leave it out if the database has already been put back by other means
        #[arg(value_hint = ValueHint::DirPath)]
        from: Option<PathBuf>,
        /// Go on although lines that were acknowledged are missing; each journal then says which
        #[arg(long)]
        accept_loss: bool,
    },
    /// Look at everything that a start looks at, and audit all journals, without starting the floor
    Check,
    /// Bring the database to the schema of this program. A file is copied first
    Upgrade {
        /// Say that you have a copy of the PostgreSQL database
        #[arg(long)]
        backed_up: bool,
    },
    /// Make new keys for a floor whose keys are lost or must be replaced, and record it
    Rekey,
    /// Create, list or revoke the tokens with which other systems use the floor, also while it runs
    Token {
        #[command(subcommand)]
        task: TokenTask,
    },
    /// Unlock the account of somebody who failed to log in too often, also while the floor runs
    Unlock {
        /// The name
        name: String,
    },
}

#[derive(Subcommand, Debug)]
pub enum TokenTask {
    /// Create a token and print it, this once
    Create {
        /// The service it is for; all tokens of a service share its patrons
        service: String,
        /// What the service is when it does not act for a patron: pit-clerk, dealer, surveillance, …
        #[arg(long, default_value = "pit-clerk")]
        role: String,
        /// A table it may use, * for all; may be repeated
        #[arg(long = "table", value_name = "TABLE", required = true)]
        tables: Vec<String>,
        /// An action it may take, such as join, act or read-events; may be repeated
        #[arg(long = "action", value_name = "ACTION", required = true)]
        actions: Vec<String>,
        /// Days after which it stops working; without it, it works until it is revoked
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
        days: Option<u16>,
    },
    /// List the tokens, without the tokens themselves
    List,
    /// Revoke a token; its connections close
    Revoke {
        /// The id, as `list` prints it
        id: String,
    },
}
