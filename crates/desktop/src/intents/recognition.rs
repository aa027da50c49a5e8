use std::path::PathBuf;
use std::process::Stdio;

use lemmascope_intent::{Cause, Context, Failure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

/// The most that a page may say; a page of a phone book has some ten thousand letters.
const LONGEST: u64 = 1 << 20;

/// The languages that are asked for, as far as they are installed.
const LANGUAGES: [&str; 2] = ["eng", "por"];

/// Reads pictures of text: `tesseract`, where it is installed.
pub(crate) struct Recogniser {
    program: PathBuf,
    languages: String,
}

impl Recogniser {
    /// The one that is installed, with what it can read.
    pub(crate) async fn find(programs: &[PathBuf]) -> Option<Self> {
        let program = programs.iter().map(|folder| folder.join("tesseract")).find(|path| path.is_file())?;
        let listed = Command::new(&program).arg("--list-langs").stdin(Stdio::null()).output().await.ok()?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let known = |language: &&str| listed.lines().any(|line| line.trim() == *language);
        let languages: Vec<&str> = LANGUAGES.into_iter().filter(known).collect();
        (!languages.is_empty()).then(|| Self { program, languages: languages.join("+") })
    }

    /// The text of a picture.
    pub(crate) async fn read(&self, picture: &[u8], cx: &Context) -> Result<String, Failure> {
        let failed =
            |why: String| Failure::new(Cause::Failed, format!("the page could not be recognised: {why}"));
        let mut child = Command::new(&self.program)
            .args(["stdin", "stdout", "-l", &self.languages])
            // Several threads for one page wait for each other more than they help.
            .env("OMP_THREAD_LIMIT", "1")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it takes nothing".into()));
        };
        if cx.cancellation.is_cancelled() {
            return Err(Failure::new(Cause::Cancelled, "it was called off"));
        }
        let giving = async move {
            let _gone = stdin.write_all(picture).await;
            drop(stdin);
        };
        let mut text = Vec::new();
        let mut limited = stdout.take(LONGEST);
        let ((), read) = tokio::join!(giving, limited.read_to_end(&mut text));
        read.map_err(|error| failed(error.to_string()))?;
        drop(limited);
        let ended = child.wait().await.map_err(|error| failed(error.to_string()))?;
        match ended.success() {
            true => Ok(String::from_utf8_lossy(&text).into_owned()),
            false => Err(failed("tesseract does not take the picture".into())),
        }
    }
}
