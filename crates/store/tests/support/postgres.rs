//! A private PostgreSQL cluster for tests, from the system package: one per test process, on a Unix socket in
//! a temporary folder. Tests of any crate include this file with `#[path]`; it only depends on `tempfile`.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the URL of a new, empty database. The first call starts the cluster.
pub fn database() -> String {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| Cluster::start("off")).database()
}

/// Returns a database in a cluster with durable commits, for benchmarks.
#[allow(dead_code, reason = "few of those that include this file measure")]
pub fn durable_database() -> String {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| Cluster::start("on")).database()
}

const SUPERUSER: &str = "tester";

struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    /// The guard process waits for the end of this pipe. The operating system closes it when the test process
    /// ends, in whatever way, so no cleanup code has to run at exit (and statics are never dropped).
    _alive: ChildStdin,
}

/// Runs the server; when its input ends, stops the server and removes the folder.
const GUARD: &str = r#"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync="$3" -c full_page_writes="$3" \
    -c synchronous_commit="$3" -c max_connections=200 -c shared_buffers=16MB -c lc_messages=C </dev/null &
read -r _
kill -QUIT $!
wait
rm -rf "$2"
"#;

impl Cluster {
    #[allow(clippy::zombie_processes, reason = "the guard outlives this process, as it should")]
    fn start(durable: &str) -> Cluster {
        let programs = programs();
        // The guard removes the folder. The path of a socket is limited in length, so it is not below
        // `target`.
        let folder = tempfile::Builder::new().prefix("pg").tempdir().expect("a temporary folder").keep();
        let server = server_user(&folder);
        let mut initdb = server.command(&programs.join("initdb"));
        let options = ["-A", "trust", "-U", SUPERUSER, "-E", "UTF8", "--no-locale", "--no-sync", "-D"];
        run(initdb.args(options).arg(folder.join("data")));

        let mut guard = server.command(Path::new("/bin/sh"));
        guard.args(["-c", GUARD, "guard"]).arg(&programs).arg(&folder).arg(durable);
        // A separate process group: an interrupt from the keyboard ends the tests, and the guard then cleans
        // up.
        guard.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut guard = guard.spawn().expect("starting the server");
        let alive = guard.stdin.take().expect("a piped input");
        let mut log = BufReader::new(guard.stderr.take().expect("a piped log"));
        let mut said = String::new();
        while !said.contains("ready to accept connections") {
            let read = log.read_line(&mut said).expect("reading the server's log");
            assert!(read > 0, "PostgreSQL did not start:\n{said}");
        }
        // The server would block on a full pipe.
        std::thread::spawn(move || log.read_to_end(&mut Vec::new()));
        Cluster { programs, folder, _alive: alive }
    }

    /// Returns the URL of a new, empty database.
    fn database(&self) -> String {
        static DATABASES: AtomicUsize = AtomicUsize::new(1);
        let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        let mut createdb = Command::new(self.programs.join("createdb"));
        run(createdb.arg("-h").arg(&self.folder).args(["-U", SUPERUSER, &name]));
        self.url(&name)
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://{SUPERUSER}@localhost/{database}?host={}", self.folder.display())
    }
}

/// Returns the folder with the server programs, which Debian keeps out of `PATH`.
fn programs() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .collect();
    versions.sort();
    let complete = |folder: &PathBuf| PROGRAMS.iter().all(|program| folder.join(program).exists());
    let found = versions.into_iter().rev().chain(std::env::split_paths(&path)).find(complete);
    found.expect("PostgreSQL is not installed; run `scripts/install-postgres` (`make test` does)")
}

const PROGRAMS: [&str; 3] = ["initdb", "postgres", "createdb"];

/// The user that runs the server. PostgreSQL refuses to run as root, so root switches to another user.
struct ServerUser(Option<(String, String)>);

fn server_user(folder: &Path) -> ServerUser {
    let owner = folder.metadata().expect("the folder just made").uid();
    if owner != 0 {
        return ServerUser(None);
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("the list of users");
    let identity = ["postgres:", "nobody:"].iter().find_map(|name| {
        let mut fields = users.lines().find(|line| line.starts_with(name))?.split(':').skip(2);
        Some((fields.next()?.to_owned(), fields.next()?.to_owned()))
    });
    let (user, group) = identity.expect("a user `postgres` or `nobody`");
    let ids = (user.parse().ok(), group.parse().ok());
    std::os::unix::fs::chown(folder, ids.0, ids.1).expect("giving the folder to the server's user");
    ServerUser(Some((user, group)))
}

impl ServerUser {
    fn command(&self, program: &Path) -> Command {
        let mut command = match &self.0 {
            None => Command::new(program),
            Some((user, group)) => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid", user, "--regid", group, "--clear-groups", "--"]).arg(program);
                command
            }
        };
        // The server's user may not have access to the working directory of the tests.
        command.current_dir("/").env("LC_ALL", "C");
        command
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
