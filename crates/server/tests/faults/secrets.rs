//! SEC-6: what must not be read is nowhere to be read. The secrets of windows that are not turned, passwords and the
//! tokens of sessions are looked for in every file of a floor at work and in what it says.

use crate::harness::{boot, folder, start};
use books::{Entry, Hash, Record, Secret};
use server::store;
use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::Path,
    time::Duration,
};

const PASSWORD: &str = "canary horse battery staple";

/// The files of a floor, without the keys that are meant to be there.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        Some((name, fs::read(entry.path()).ok()?))
    };
    entries.filter_map(read).filter(|(name, _)| !name.ends_with(".key")).collect()
}

/// Where something is, as it is, in hexadecimal digits of either size, or in base64.
fn finds(files: &[(String, Vec<u8>)], canary: &[u8]) -> Vec<String> {
    let hex: String = canary.iter().map(|byte| format!("{byte:02x}")).collect();
    let forms = [canary.to_vec(), hex.to_uppercase().into_bytes(), hex.into_bytes(), base64(canary)];
    let has = |bytes: &[u8]| forms.iter().any(|form| bytes.windows(form.len()).any(|window| window == form));
    files.iter().filter(|(_, bytes)| has(bytes)).map(|(name, _)| name.clone()).collect()
}

/// Without its end, so that padding does not matter.
fn base64(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |three: &[u8]| {
        let word = three.iter().fold(0_usize, |word, byte| word << 8 | usize::from(*byte));
        [18, 12, 6, 0].map(|shift| DIGITS[word >> shift & 63])
    };
    bytes.chunks_exact(3).flat_map(digits).collect()
}

/// An administrator signs in by the link, and again with the password; the tokens of both sessions.
fn come_in(address: &str, link: &str) -> Vec<String> {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let origin = format!("http://{address}");
    let post = |path: &str, body: serde_json::Value| {
        let answer = agent.post(format!("{origin}{path}")).header("origin", &origin).send_json(body);
        let answer = answer.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        let cookie = answer.headers().get("set-cookie").expect("a cookie").to_str().expect("text").to_owned();
        cookie.split(['=', ';']).nth(1).expect("a token").to_owned()
    };
    let name = "boss";
    let accept = serde_json::json!({ "token": link, "name": name, "password": PASSWORD });
    let log_in = serde_json::json!({ "name": name, "password": PASSWORD });
    vec![post("/api/invitations", accept), post("/api/login", log_in)]
}

/// A window: its table, number and commitment.
type Committed = (String, u64, Hash);

/// The windows of all tables: those that are not turned, and those that are.
fn windows(folder: &Path) -> (Vec<Committed>, Vec<Committed>) {
    let mut reader = store::open(&folder.join("floor.db").to_string_lossy()).expect("a floor");
    let (mut hidden, mut open) = (Vec::new(), Vec::new());
    for table in reader.tables().expect("tables") {
        let mut committed: BTreeMap<u64, Hash> = BTreeMap::new();
        for line in reader.lines(&table, 0, u32::MAX).expect("lines") {
            match Record::read(&line.line).expect("a record").entry {
                Entry::Committed { window, commitment } => drop(committed.insert(window, commitment)),
                Entry::Locked { window, next, .. } => drop(committed.insert(window + 1, next)),
                Entry::Turned { window, .. } => {
                    open.push((table.clone(), window, committed.remove(&window).expect("committed")));
                }
                _ => {}
            }
        }
        hidden.extend(committed.into_iter().map(|(window, hash)| (table.clone(), window, hash)));
    }
    (hidden, open)
}

/// Which of these windows have their secret in a file, as bytes or as digits.
fn preimages(files: &[(String, Vec<u8>)], windows: &[Committed]) -> Vec<Committed> {
    let mut values: HashSet<[u8; 32]> = HashSet::new();
    for (_, bytes) in files {
        let runs = bytes.split(|byte| !byte.is_ascii_hexdigit()).filter(|run| run.len() == 64);
        let texts = runs.filter_map(|run| Some(std::str::from_utf8(run).ok()?.to_lowercase()));
        values.extend(texts.filter_map(|text| books::read_hex::<32>(&text)));
        // As bytes it would look like none of the text around it.
        let raw = bytes.windows(32).filter(|bytes| bytes.iter().filter(|byte| !byte.is_ascii()).count() > 6);
        values.extend(raw.filter_map(|bytes| <[u8; 32]>::try_from(bytes).ok()));
    }
    let is_there = |(table, window, commitment): &&Committed| {
        values.iter().any(|value| Secret::from_bytes(*value).commitment(table, *window) == *commitment)
    };
    windows.iter().filter(is_there).cloned().collect()
}

/// The negative control: a floor that writes its secrets down is found out.
#[test]
fn a_secret_on_the_disk_would_be_found() {
    let floor = folder();
    let settings = [("CH47_FAULT", "secret-on-disk")];
    let process = start(floor.path(), Some(&boot()), &settings);
    process.ready().expect("the doors open");
    assert!(process.wait_for(Duration::from_secs(30), |heard| heard.acked.len() > 20));
    process.kill();
    let (hidden, _) = windows(floor.path());
    assert!(!hidden.is_empty());
    assert_eq!(preimages(&files(floor.path()), &hidden).len(), hidden.len());
}

#[test]
fn secrets_passwords_and_tokens_are_nowhere_to_be_read() {
    let floor = folder();
    let settings = [("CH47_LOG", "1")];
    let process = start(floor.path(), Some(&boot()), &settings);
    let address = process.ready().expect("the doors open");
    let link = process.so_far().link.expect("the link of the first administrator");
    let tokens = come_in(&address, &link);
    assert!(process.wait_for(Duration::from_secs(30), |heard| heard.acked.len() > 60));
    let heard = process.kill();
    let mut files = files(floor.path());
    let log = files.iter().find(|(name, _)| name == "log").expect("a log");
    assert!(String::from_utf8_lossy(&log.1).contains("came in"), "what it did is in the log");
    files.push(("what it said".to_owned(), heard.words.join("\n").into_bytes()));

    let (hidden, open) = windows(floor.path());
    assert!(hidden.len() >= 2 && !open.is_empty(), "{} hidden, {} laid open", hidden.len(), open.len());
    assert_eq!(preimages(&files, &hidden), [], "secrets of windows that are not turned");
    // The negative control: what is laid open is found by the same search.
    let last = &open[open.len() - 1..];
    assert_eq!(preimages(&files, last), last, "what is laid open is found");
    let (hidden, open) = (hidden.len(), open.len());
    let mut canaries = vec![PASSWORD.as_bytes().to_vec()];
    for token in tokens {
        let bytes: [u8; 32] = books::read_hex(&token).expect("a token");
        canaries.extend([bytes.to_vec(), token.into_bytes()]);
    }
    for canary in &canaries {
        assert_eq!(finds(&files, canary), [""; 0], "a password or a token");
    }
    files.push(("planted".to_owned(), canaries.concat()));
    assert!(canaries.iter().all(|canary| finds(&files, canary) == ["planted"]), "the search would find them");
    eprintln!("{hidden} hidden secrets, {open} laid open, {} files searched", files.len());
}
