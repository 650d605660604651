//! A PostgreSQL server that lives as long as the test binary.

use std::{
    fs,
    os::unix::fs::{DirBuilderExt, chown},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// A server with a socket in a folder of its own. It syncs, as in earnest.
pub struct Server {
    folder: PathBuf,
    /// When this process ends, however it ends, the pipe closes, and the shell at the other end stops the server.
    _leash: ChildStdin,
    _shell: Child,
}

/// The server of this binary, started when first asked for. Nothing if PostgreSQL is not installed, which fails if
/// `CH47_REQUIRE_POSTGRES` is 1.
pub fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER
        .get_or_init(|| {
            let Some(programs) = programs() else {
                assert!(
                    std::env::var("CH47_REQUIRE_POSTGRES").as_deref() != Ok("1"),
                    "PostgreSQL is required and not installed"
                );
                eprintln!("SKIPPED: PostgreSQL is not installed, so nothing was tested on it");
                return None;
            };
            Some(Server::start(&programs))
        })
        .as_ref()
}

/// A server that one test has for itself, if PostgreSQL is installed.
#[allow(dead_code, reason = "only the tests of faults break it")]
pub fn own() -> Option<Server> {
    server()?;
    Some(Server::start(&programs()?))
}

/// The folder of `initdb` and `postgres`: of the newest version installed, or on the path.
fn programs() -> Option<PathBuf> {
    let has = |folder: &PathBuf| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions.map(|version| version.path().join("bin")).filter(has).max();
    newest.or_else(|| std::env::split_paths(&std::env::var_os("PATH")?).find(has))
}

/// The user and group to run as, if this is root: PostgreSQL refuses to be.
fn servant() -> Option<(u32, u32)> {
    let root =
        fs::read_to_string("/proc/self/status").ok()?.lines().any(|line| line.starts_with("Uid:\t0\t"));
    let passwd = fs::read_to_string("/etc/passwd").ok()?;
    let entry = |name: &str| {
        let fields: Vec<&str> = passwd.lines().find(|line| line.starts_with(name))?.split(':').collect();
        Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?))
    };
    if root { entry("postgres:").or_else(|| entry("nobody:")) } else { None }
}

impl Server {
    fn start(programs: &Path) -> Server {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("ch47-postgres-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::DirBuilder::new().mode(0o700).create(&folder).expect("a folder for the server");
        let mut shell = match servant() {
            Some((user, group)) => {
                chown(&folder, Some(user), Some(group)).expect("the folder is the server's");
                let mut command = Command::new("setpriv");
                command.args([&format!("--reuid={user}"), &format!("--regid={group}")]);
                command.args(["--clear-groups", "sh"]);
                command
            }
            None => Command::new("sh"),
        };
        let script = r#"
            cd "$2" || exit 1
            "$1/initdb" --no-sync --auth=trust --username=ch47 --encoding=UTF8 --locale=C -D data >initdb.log 2>&1 || exit 1
            while [ ! -e stop ]; do
                "$1/postgres" -D data -c listen_addresses= -c unix_socket_directories="$2" -c max_connections=200 >>log 2>&1
                sleep 0.2
            done &
            read -r _
            touch stop
            kill -INT "$(head -n 1 data/postmaster.pid)"
            wait
            rm -rf "$2"
        "#;
        let mut shell = shell
            .args(["-c", script, "sh"])
            .args([programs, &folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("a shell for the server");
        let leash = shell.stdin.take().expect("its input is piped");
        let server = Server { folder, _leash: leash, _shell: shell };
        server.wait();
        server
    }

    fn wait(&self) {
        let begun = Instant::now();
        while let Err(error) = postgres::Client::connect(&self.url("postgres"), postgres::NoTls) {
            let log = |name: &str| fs::read_to_string(self.folder.join(name)).unwrap_or_default();
            let patience = Duration::from_secs(60);
            assert!(begun.elapsed() < patience, "{error}\n{}\n{}", log("initdb.log"), log("log"));
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Kills the server as it stands; it is started again at once, and recovers.
    #[allow(dead_code, reason = "only the tests of faults break it")]
    pub fn crash(&self) {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("it runs");
        let pid = file.lines().next().expect("its number");
        let killed = Command::new("kill").args(["-KILL", pid]).status().expect("a signal");
        assert!(killed.success());
    }

    /// Where a database of this server is.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://ch47@localhost/{database}?host={}", self.folder.display())
    }

    /// A connection past the store.
    pub fn connect(&self, url: &str) -> postgres::Client {
        assert!(url.contains(&*self.folder.to_string_lossy()), "{url} is another server's");
        postgres::Client::connect(url, postgres::NoTls).expect("the server answers")
    }

    /// An empty database.
    pub fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("floor_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let mut client = self.connect(&self.url("postgres"));
        client.batch_execute(&format!("create database {name}")).expect("a new database");
        self.url(&name)
    }
}
