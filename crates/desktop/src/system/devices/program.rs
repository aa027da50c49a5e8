//! Command-line programs that are queried and respond with text.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use tokio::io::AsyncReadExt;
use tokio::process::Command;

use crate::system::settings::Settings;

/// The timeout for a program.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum size of the output.
const LONGEST: u64 = 1 << 20;

/// A program, started without a shell.
pub(super) struct Program<'a> {
    path: PathBuf,
    settings: &'a Settings,
}

/// The output of a program.
pub(super) struct Said {
    pub(super) ok: bool,
    pub(super) out: String,
    pub(super) complaint: String,
}

impl<'a> Program<'a> {
    /// Finds an installed program.
    pub(super) fn find(settings: &'a Settings, name: &str) -> Option<Self> {
        let mut paths = settings.programs.iter().map(|folder| folder.join(name));
        paths.find(|path| path.is_file()).map(|path| Self { path, settings })
    }

    /// Runs it.
    pub(super) async fn run(&self, arguments: &[&str]) -> Result<Said, Failure> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let failed = |why: String| Failure::new(Cause::Failed, format!("{name} could not be asked: {why}"));
        let mut command = Command::new(&self.path);
        command
            .args(arguments)
            .env_clear()
            .envs(self.settings.environment.iter().map(|(name, value)| (name, value)))
            // The output is parsed, so it has to be untranslated.
            .env("LC_ALL", "C")
            .env_remove("LANGUAGE")
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        if let Some(runtime) = &self.settings.runtime {
            command.env("XDG_RUNTIME_DIR", runtime);
        }
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let (Some(out), Some(complaint)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(failed("it says nothing".into()));
        };
        let answering = async {
            let (mut said, mut complained) = (Vec::new(), Vec::new());
            let (mut out, mut complaint) = (out.take(LONGEST), complaint.take(LONGEST));
            let (read, also) =
                tokio::join!(out.read_to_end(&mut said), complaint.read_to_end(&mut complained));
            read.and(also)?;
            let ended = child.wait().await?;
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim().to_string();
            Ok::<_, std::io::Error>(Said {
                ok: ended.success(),
                out: text(said),
                complaint: text(complained),
            })
        };
        match tokio::time::timeout(PATIENCE, answering).await {
            Ok(answered) => answered.map_err(|error| failed(error.to_string())),
            Err(_) => Err(Failure::new(Cause::Timeout, format!("{name} does not answer")).effect_unknown()),
        }
    }
}
