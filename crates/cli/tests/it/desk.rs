use std::ffi::OsString;
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

/// A place to work at: a folder, a separate home for the engine, and the command on the path. The
/// background engine, if one was started, goes with it.
pub(crate) struct Desk {
    folder: TempDir,
    /// What commands find in their environment besides.
    variables: Vec<(String, String)>,
}

/// What a command did.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// The models that an engine learns from the sentences that are shipped: the names of the files in which it keeps them, and their
/// bytes. A file is named for the program and the sentences that it was learnt from, so that no engine uses one by mistake.
static LEARNT: LazyLock<Vec<(OsString, Vec<u8>)>> = LazyLock::new(|| {
    let desk = Desk::untaught();
    let done = desk.feed(&["--foreground", "understand"], "create a folder\n");
    let files = std::fs::read_dir(desk.learnt()).unwrap_or_else(|error| panic!("{error}: {done:?}"));
    files
        .map(|file| file.unwrap())
        .map(|file| (file.file_name(), std::fs::read(file.path()).unwrap()))
        .collect()
});

impl Desk {
    /// A desk whose engine has learnt already: training takes it longer than most tests take.
    pub(crate) fn new() -> Self {
        let desk = Self::untaught();
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(desk.learnt()).unwrap();
        for (name, bytes) in LEARNT.iter() {
            std::fs::write(desk.learnt().join(name), bytes).unwrap();
        }
        desk
    }

    fn untaught() -> Self {
        let folder = tempfile::Builder::new().prefix("ls").tempdir().unwrap();
        let desk = Self { folder, variables: Vec::new() };
        std::fs::create_dir(desk.work()).unwrap();
        std::fs::create_dir(desk.user_home()).unwrap();
        desk
    }

    /// Sees to it that no browser is started, although the machine may have one.
    pub(crate) fn without_browser(&self) {
        self.configure("web:\n  browser: /nowhere/chromium\n");
    }

    /// Gives what has no time limit of its own so much time that a busy machine makes no difference.
    pub(crate) fn with_time(&self) {
        self.configure("intent_engine:\n  execution:\n    step_timeout: 60s\n    default_timeout: 3m\n");
    }

    fn configure(&self, settings: &str) {
        std::fs::create_dir_all(self.home()).unwrap();
        std::fs::write(self.home().join("config.yaml"), settings).unwrap();
    }

    /// Lets every line that is typed from now on use `$name`.
    pub(crate) fn know(&mut self, name: &str, value: String) {
        self.variables.push((name.to_string(), value));
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub(crate) fn user_home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// The engine's own folder.
    pub(crate) fn home(&self) -> PathBuf {
        self.user_home().join(".lemmascope")
    }

    /// The folder in which the engine keeps what it has learnt.
    fn learnt(&self) -> PathBuf {
        self.home().join("learnt")
    }

    /// A command with the surroundings of this desk and nothing else of the environment.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let binary = Path::new(env!("CARGO_BIN_EXE_lemmascope"));
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", binary.parent().unwrap().display());
        let mut command = Command::new(program);
        command
            .current_dir(self.work())
            .env_clear()
            .envs(self.variables.iter().cloned())
            .env("PATH", path)
            .env("HOME", self.user_home())
            .env("TMPDIR", self.folder.path())
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn lemmascope(&self, arguments: &[&str]) -> Done {
        let mut command = self.command(env!("CARGO_BIN_EXE_lemmascope"));
        done(command.args(arguments).output().unwrap())
    }

    /// The same with something on standard input.
    pub(crate) fn feed(&self, arguments: &[&str], input: &str) -> Done {
        let mut command = self.command(env!("CARGO_BIN_EXE_lemmascope"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // What is answered is read meanwhile: a pipe holds only so much.
        std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input.as_bytes()).unwrap());
            done(child.wait_with_output().unwrap())
        })
    }

    /// A line of shell, for transcripts; new files have the permissions that most people's have.
    pub(crate) fn shell(&self, line: &str) -> Done {
        done(self.command("sh").args(["-c", &format!("umask 022\n{line}")]).output().unwrap())
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.work().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Puts a definition among the user's own.
    pub(crate) fn define(&self, name: &str, text: &str) {
        std::fs::create_dir_all(self.home().join("intents")).unwrap();
        std::fs::write(self.home().join("intents").join(format!("{name}.yaml")), text).unwrap();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.lemmascope(&["stop"]);
    }
}

fn done(output: Output) -> Done {
    Done {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}
