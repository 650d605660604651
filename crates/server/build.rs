//! Renders the book, so that the floor can carry it in itself.

use std::{
    env,
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

fn main() {
    if let Err(told) = render() {
        panic!("the book cannot be rendered: {told}");
    }
}

/// Writes the pages into the folder of this build, and a list of them in Rust.
fn render() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names no folder to write to")?);
    let book = book::Book::read(&root)?;
    for source in book.sources() {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let mut list = "&[\n".to_owned();
    for file in book.files(Some("/"))? {
        let path = out.join("help").join(&file.path);
        let folder = path.parent().unwrap_or(&out);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, &file.bytes));
        written.map_err(|e| format!("{}: {e}", path.display()))?;
        let mut hasher = DefaultHasher::new();
        file.bytes.hash(&mut hasher);
        let hash = format!("{:016x}", hasher.finish());
        let _ = writeln!(list, "    ({:?}, {hash:?}, include_bytes!({path:?})),", file.path);
    }
    list += "]\n";
    fs::write(out.join("help.rs"), list).map_err(|e| format!("help.rs: {e}"))
}
