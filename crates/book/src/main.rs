//! Renders the book into a folder: `cargo xtask book`.

use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = env::args_os().nth(1).map_or_else(|| root.join("target/book"), PathBuf::from);
    let rendered = book::Book::read(&root).and_then(|book| {
        let faults = book.faults()?;
        if !faults.is_empty() {
            return Err(faults.join("\n"));
        }
        book.write(&folder, None)
    });
    match rendered {
        Ok(files) => {
            println!("{files} files; open {}", folder.join("index.html").display());
            ExitCode::SUCCESS
        }
        Err(told) => {
            eprintln!("{told}");
            ExitCode::FAILURE
        }
    }
}
