//! DUR-2: the power fails. A file system on a loop device is shut down under load, as a machine is whose plug is
//! pulled: what was not synced is gone. `kill -9` does not show that, since the system still writes its caches.

use crate::harness::{
    Dice, Heard, Process, Verdict, boot, folder, inspect, is_root, skip, start, system, times,
};
use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
    thread,
    time::Duration,
};

/// Shuts a file system down without flushing its log: `EXT4_IOC_SHUTDOWN` with `EXT4_GOING_FLAGS_NOLOGFLUSH`. It says
/// when it is about to, and waits for a word.
const CUT: &str = "import fcntl, os, struct, sys
disk = os.open(sys.argv[1], os.O_RDONLY)
print('ready', flush=True)
sys.stdin.readline()
fcntl.ioctl(disk, 0x8004587d, struct.pack('I', 2))";

/// An ext4 of its own, mounted.
struct Disk {
    _folder: tempfile::TempDir,
    device: String,
    mount: PathBuf,
}

impl Disk {
    fn make() -> Result<Disk, String> {
        if !is_root() {
            return Err("only root can mount".to_owned());
        }
        let folder = folder();
        let (image, mount) = (folder.path().join("image"), folder.path().join("disk"));
        let file = std::fs::File::create(&image).map_err(|error| error.to_string())?;
        file.set_len(64 << 20).map_err(|error| error.to_string())?;
        std::fs::create_dir(&mount).map_err(|error| error.to_string())?;
        system("mkfs.ext4", &["-q", "-F", &image.to_string_lossy()])?;
        let device = system("losetup", &["--find", "--show", &image.to_string_lossy()])?.trim().to_owned();
        let disk = Disk { _folder: folder, device, mount };
        disk.mount()?;
        Ok(disk)
    }

    fn mount(&self) -> Result<(), String> {
        // The log is written when somebody syncs, and hardly ever by itself.
        let mount = self.mount.to_string_lossy();
        system("mount", &["-t", "ext4", "-o", "commit=300", &self.device, &mount]).map(drop)
    }

    fn unmount(&self) -> Result<(), String> {
        system("umount", &[&self.mount.to_string_lossy()]).map(drop)
    }

    /// Pulls the plug; returns what had been heard until then.
    ///
    /// What is heard later does not count: the sync that is under way at this very moment may be answered with success
    /// by a file system that is being shut down, though nothing is written any more. (A bare loop of writes and syncs
    /// was lied to so in 7 of 25 cuts on Linux 6.18.) When the plug of a machine is pulled, nobody hears that answer.
    fn cut(&self, process: &Process) -> Heard {
        let mut plug = Command::new("python3");
        plug.args(["-c", CUT]).arg(&self.mount).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut plug = plug.spawn().expect("python3");
        let mut line = String::new();
        BufReader::new(plug.stdout.take().expect("piped")).read_line(&mut line).expect("it is ready");
        let heard = process.so_far();
        plug.stdin.take().expect("piped").write_all(b"now\n").expect("it listens");
        assert!(plug.wait().expect("it ends").success(), "the power fails");
        heard
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = self.unmount();
        let _ = system("losetup", &["--detach", &self.device]);
    }
}

/// Whether this machine can do it: what is missing, if not.
fn disk() -> Result<Disk, String> {
    // Loop devices are few, and both tests want one.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().expect("no panic");
    Disk::make()
}

fn cut_once(disk: &Disk, floor: &Path, settings: &[(&str, &str)], dice: &mut Dice) -> Verdict {
    let process = start(floor, Some(&boot()), settings);
    process.ready().expect("the doors open");
    process.wait_for(Duration::from_secs(10), |heard| heard.acked.len() > 10);
    thread::sleep(Duration::from_millis(dice.below(80)));
    let acked = disk.cut(&process).acked;
    let heard = Heard { acked, ..process.kill() };
    disk.unmount().expect("unmounted");
    disk.mount().expect("mounted");
    inspect(floor, &heard)
}

fn cut_often(cuts: usize, settings: &[(&str, &str)]) -> Option<(usize, usize, usize, usize)> {
    let mut disk = match disk() {
        Ok(disk) => disk,
        Err(why) => {
            skip("a power cut", &why);
            return None;
        }
    };
    let (mut acked, mut lost, mut with_loss, mut untold) = (0, 0, 0, 0);
    let mut dice = Dice::new("power");
    for n in 0..cuts {
        if n > 0 && n % 20 == 0 {
            drop(disk);
            disk = self::disk().expect("another disk");
        }
        let floor = disk.mount.join(format!("floor-{}", n / 8));
        std::fs::create_dir_all(&floor).expect("a folder");
        let verdict = cut_once(&disk, &floor, settings, &mut dice);
        assert!(verdict.report.findings.is_empty(), "{:?}", verdict.report.findings);
        (acked, lost) = (acked + verdict.acked, lost + verdict.lost.len());
        with_loss += usize::from(!verdict.lost.is_empty());
        assert!(!verdict.refused || !verdict.lost.is_empty(), "the mark is never ahead of what is durable");
        untold += usize::from(verdict.untold > 0);
    }
    eprintln!(
        "{cuts} power cuts, {acked} acknowledged, {lost} lost in {with_loss} cuts, {untold} left something untold"
    );
    Some((acked, lost, with_loss, untold))
}

#[test]
fn nothing_acknowledged_is_lost_when_the_power_fails() {
    let cuts = times(40);
    let Some((acked, lost, ..)) = cut_often(cuts, &[]) else { return };
    assert_eq!(lost, 0);
    assert!(acked > 10 * cuts, "too little was played to tell: {acked}");
}

/// The negative control: with a log that is not synced, the same cuts lose what was acknowledged.
#[test]
fn without_a_sync_a_power_cut_is_seen_to_lose_wagers() {
    let Some((_, lost, with_loss, _)) = cut_often(8, &[("CH47_FAULT", "normal-sync")]) else { return };
    assert!(lost > 0 && with_loss > 0, "{lost} lost in {with_loss} cuts");
}
