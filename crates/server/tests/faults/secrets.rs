//! SEC-6: what must not be read is nowhere to be read. The secrets of shoes that are not laid open, passwords and the
//! tokens of sessions are looked for in every file of a floor at work and in what it says.

use crate::harness::{boot, folder, start};
use server::{keys::Keys, store};
use std::{fs, path::Path, time::Duration};

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

/// An administrator comes in by the link, and logs in; the tokens of both sessions.
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

#[test]
fn secrets_passwords_and_tokens_are_nowhere_to_be_read() {
    let floor = folder();
    let settings = [("RUST_LOG", "trace"), ("CH47_LOG", "1")];
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

    let keys = Keys::open(floor.path()).expect("the keys");
    let mut reader = store::open(&floor.path().join("floor.db").to_string_lossy()).expect("a floor");
    let (mut hidden, mut open) = (0, 0);
    for table in reader.tables().expect("tables") {
        let lines = reader.lines(&table, 0, u32::MAX).expect("lines");
        for sealed in reader.all_sealed(&table).expect("secrets") {
            let secret = keys.unseal(&table, sealed.shoe, &sealed.bytes).expect("ours");
            let laid_open = lines.iter().any(|line| line.line.contains(&secret.reveal()));
            let found = finds(&files, secret.bytes());
            match laid_open {
                // The negative control: what is laid open is found by the same search.
                true => assert!(!found.is_empty(), "shoe {} of {table} is found", sealed.shoe),
                false => assert!(found.is_empty(), "shoe {} of {table} is in {found:?}", sealed.shoe),
            }
            (hidden, open) = (hidden + usize::from(!laid_open), open + usize::from(laid_open));
        }
    }
    assert!(hidden >= 2 && open > 0, "{hidden} hidden, {open} laid open");
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
