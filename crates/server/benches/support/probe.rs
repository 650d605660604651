//! The bare syncs of a disk, against which all else is measured: an absolute figure says more about the machine's
//! neighbors than about the store.

use std::{
    fs::OpenOptions,
    os::unix::fs::FileExt,
    path::Path,
    time::{Duration, Instant},
};

/// How long each measurement takes.
pub const SPAN: Duration = Duration::from_millis(200);
/// How often each is repeated, with a probe before and after.
const REPEATS: usize = 15;

pub fn head() {
    println!("{:<34} {:>10} {:>10} {:>7}", "", "per s", "syncs/s", "ratio");
}

/// The medians of the repeats. Each is compared with the probes right before and after it, since a disk that others
/// use is another disk a second later.
pub fn report(what: &str, folder: &Path, mut rate: impl FnMut() -> f64) {
    let mut probes = vec![probe(folder)];
    let mut rates = Vec::new();
    for _ in 0..REPEATS {
        rates.push(rate());
        probes.push(probe(folder));
    }
    let ratios =
        rates.iter().zip(probes.windows(2)).map(|(rate, around)| 2.0 * rate / (around[0] + around[1]));
    let ratio = median(ratios.collect());
    println!("{what:<34} {:>10.0} {:>10.0} {ratio:>7.2}", median(rates), median(probes));
}

pub fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// Runs until the span is over and says how many there were in a second.
pub fn rate(mut step: impl FnMut()) -> f64 {
    let (begun, mut count) = (Instant::now(), 0_u32);
    while begun.elapsed() < SPAN {
        step();
        count += 1;
    }
    f64::from(count) / begun.elapsed().as_secs_f64()
}

/// The least that durability costs: a line of 512 bytes written over what is there, and fdatasync.
fn probe(folder: &Path) -> f64 {
    let path = folder.join("probe");
    let file = OpenOptions::new().create(true).truncate(true).write(true).open(&path).expect("a file");
    file.write_all_at(&[0; 1 << 20], 0).and_then(|()| file.sync_all()).expect("room for a megabyte");
    let mut at = 0_u64;
    let rate = rate(|| {
        file.write_all_at(&[at.to_le_bytes()[0]; 512], at % (1 << 20)).expect("a write");
        file.sync_data().expect("a sync");
        at += 512;
    });
    std::fs::remove_file(path).expect("the probe is ours");
    rate
}
