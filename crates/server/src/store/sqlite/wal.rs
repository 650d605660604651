//! Checks the write-ahead log before SQLite reads it. SQLite reads a log up to the first invalid frame and silently
//! drops the rest. After a power cut that is right, since only the last transaction, which was never acknowledged, can
//! be torn. But if more than one commit follows such a frame, acknowledged lines would be lost.

use crate::store::{Answer, Broken};
use std::path::Path;

const HEADER: usize = 32;
const FRAME: usize = 24;

/// Refuses a log that was damaged after it was written. Damage to its last transaction looks like a power cut.
pub fn check(path: &Path) -> Answer<()> {
    let log = match std::fs::read(path) {
        Ok(log) => log,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Broken(format!("{}: {error}", path.display()))),
    };
    let damaged = |what: &str| {
        Err(Broken(format!(
            "{} is damaged: {what}; restore the floor from a copy, or remove the log and lose what is in it",
            path.display()
        )))
    };
    let Some((header, frames)) = log.split_first_chunk::<HEADER>() else { return Ok(()) };
    // If the log was never synced, there may be anything after a header that was never written.
    if header.iter().all(|byte| *byte == 0) {
        return Ok(());
    }
    let Some(mut sums) = sound(header) else { return damaged("its header is not sound") };
    let (page, salts) = (word(header, 8) as usize, &header[16..24]);
    let mut torn = false;
    let mut behind = 0;
    for frame in frames.chunks_exact(FRAME + page) {
        let ours = frame[8..16] == *salts;
        let big = word(header, 0) & 1 == 1;
        sums = add(add(sums, &frame[..8], big), &frame[FRAME..], big);
        torn |= !ours || sums != (word(frame, 16), word(frame, 20));
        behind += usize::from(torn && ours && word(frame, 4) != 0);
    }
    match behind {
        0 | 1 => Ok(()),
        more => damaged(&format!("{more} commits stand behind a frame that is not sound")),
    }
}

/// The checksums of a header, if they are correct.
fn sound(header: &[u8; HEADER]) -> Option<(u32, u32)> {
    let magic = word(header, 0);
    let page = word(header, 8);
    let fits = magic & !1 == 0x377f_0682 && page.is_power_of_two() && (512..=65_536).contains(&page);
    let sums = add((0, 0), &header[..24], magic & 1 == 1);
    (fits && sums == (word(header, 24), word(header, 28))).then_some(sums)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// SQLite's checksum: two sums over pairs of words, in the byte order that the header specifies.
fn add(sums: (u32, u32), bytes: &[u8], big: bool) -> (u32, u32) {
    let read = |bytes: &[u8]| if big { word(bytes, 0) } else { word(bytes, 0).swap_bytes() };
    bytes.chunks_exact(8).fold(sums, |(a, b), pair| {
        let a = a.wrapping_add(read(&pair[..4])).wrapping_add(b);
        (a, b.wrapping_add(read(&pair[4..])).wrapping_add(a))
    })
}
