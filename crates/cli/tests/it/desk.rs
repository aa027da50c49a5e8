use std::ffi::OsString;
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

/// A test environment: a folder, a separate home for the engine, and the command on the path. Stops the
/// background engine on drop, if one was started.
pub(crate) struct Desk {
    folder: TempDir,
    /// Additional environment variables for commands.
    variables: Vec<(String, String)>,
}

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// The models that an engine trains from the shipped sentences: the names and contents of their files. The
/// file names depend on the program and the sentences, so no engine loads an outdated model.
static LEARNT: LazyLock<Vec<(OsString, Vec<u8>)>> = LazyLock::new(|| {
    let desk = Desk::without_models();
    let done = desk.feed(&["--foreground", "understand"], "create a folder\n");
    let files = std::fs::read_dir(desk.learnt()).unwrap_or_else(|error| panic!("{error}: {done:?}"));
    files
        .map(|file| file.unwrap())
        .map(|file| (file.file_name(), std::fs::read(file.path()).unwrap()))
        .collect()
});

impl Desk {
    /// Creates an environment with trained models, because the training takes longer than most tests.
    pub(crate) fn new() -> Self {
        let desk = Self::without_models();
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(desk.learnt()).unwrap();
        for (name, bytes) in LEARNT.iter() {
            std::fs::write(desk.learnt().join(name), bytes).unwrap();
        }
        desk
    }

    fn without_models() -> Self {
        let folder = tempfile::Builder::new().prefix("ls").tempdir().unwrap();
        let desk = Self { folder, variables: Vec::new() };
        std::fs::create_dir(desk.work()).unwrap();
        std::fs::create_dir(desk.user_home()).unwrap();
        desk
    }

    /// Prevents the start of a browser, even if the machine has one.
    pub(crate) fn without_browser(&self) {
        self.configure("web:\n  browser: /nowhere/chromium\n");
    }

    /// Sets long default timeouts, so that a busy machine makes no difference.
    pub(crate) fn with_time(&self) {
        self.configure("intent_engine:\n  execution:\n    step_timeout: 60s\n    default_timeout: 3m\n");
    }

    fn configure(&self, settings: &str) {
        std::fs::create_dir_all(self.home()).unwrap();
        std::fs::write(self.home().join("config.yaml"), settings).unwrap();
    }

    /// Defines `$name` for all further lines.
    pub(crate) fn know(&mut self, name: &str, value: String) {
        self.variables.push((name.to_string(), value));
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub(crate) fn user_home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Returns the engine's own folder.
    pub(crate) fn home(&self) -> PathBuf {
        self.user_home().join(".lemmascope")
    }

    /// Returns the folder with the engine's models.
    fn learnt(&self) -> PathBuf {
        self.home().join("learnt")
    }

    /// Returns a command with only the environment variables of this test environment.
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

    /// Runs the command with standard input.
    pub(crate) fn feed(&self, arguments: &[&str], input: &str) -> Done {
        let mut command = self.command(env!("CARGO_BIN_EXE_lemmascope"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // The output is read concurrently, because the buffer of a pipe is limited.
        std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input.as_bytes()).unwrap());
            done(child.wait_with_output().unwrap())
        })
    }

    /// Runs a shell line, for transcripts, with the usual permissions for new files.
    pub(crate) fn shell(&self, line: &str) -> Done {
        done(self.command("sh").args(["-c", &format!("umask 022\n{line}")]).output().unwrap())
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.work().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Writes a definition to the user's folder.
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
