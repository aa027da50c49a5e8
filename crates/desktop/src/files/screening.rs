//! Checks content before it is written: the size limit, the content scan, and the virus scanner of the
//! machine, if installed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Context, Failure, Value};
use rustix::fs::{Access, OFlags};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

use super::call_scope::CallScope;
use super::fault::invalid;
use super::handle;
use super::resolved_path::ResolvedPath;
use super::scanning::{BEGINNING, Danger, harmless_extension, look_at_beginning, scan};
use super::settings::DEFAULT_MAX_SIZE;

/// The timeout of the virus scanner for one file.
const LIMIT: Duration = Duration::from_secs(15);

/// How long a scanner that does not respond is skipped, because starting it costs more than writing a file.
const REST: Duration = Duration::from_secs(30);

/// The maximum number of bytes of the scanner's output that are read.
const LONGEST_ANSWER: u64 = 16 * 1024;

/// The current screening settings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Screening {
    largest: u64,
    scanner: Scanner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scanner {
    WhereItAnswers,
    Required,
    Off,
}

impl Default for Screening {
    fn default() -> Self {
        Self { largest: DEFAULT_MAX_SIZE.unsigned_abs(), scanner: Scanner::WhereItAnswers }
    }
}

impl Screening {
    pub(super) fn read(cx: &Context) -> Self {
        let default = Self::default();
        let largest = match cx.setting("files.max_size") {
            Some(Value::Number(number)) => number.as_i64().map_or(default.largest, i64::unsigned_abs),
            _ => default.largest,
        };
        let scanner = match cx.setting("files.scanner").as_ref().and_then(Value::as_text) {
            Some("off") => Scanner::Off,
            Some("require") => Scanner::Required,
            _ => Scanner::WhereItAnswers,
        };
        Self { largest, scanner }
    }
}

impl CallScope {
    /// Refuses content that is too large, or dangerous under this name.
    pub(super) fn screen(&self, name: &OsStr, content: &[u8]) -> Result<(), Failure> {
        let largest = self.surroundings.screening.largest;
        if content.len() as u64 > largest {
            return Err(invalid(
                format!("the content has {} bytes, and at most {largest} are written", content.len()),
                "Write less, or raise files.max_size in the configuration.",
            ));
        }
        match scan(name, content) {
            Some(danger) => Err(refused(&danger)),
            None => self.ask_scanner(content),
        }
    }

    /// Refuses an addition that is dangerous in combination with the end or the whole of the existing
    /// content.
    pub(super) fn screen_addition(
        &self,
        place: &ResolvedPath,
        before: &[u8],
        tail: &[u8],
    ) -> Result<(), Failure> {
        let whole = [before, tail].concat();
        self.screen(place.name(), tail)?;
        // Of a long file only the end is available, which contains no file header.
        let danger = match before.len() < BEGINNING {
            true => scan(place.name(), &whole),
            false => super::scanning::holds_test_string(&whole).then_some(Danger::TestString),
        };
        danger.map_or(Ok(()), |danger| Err(refused(&danger)))
    }

    /// Refuses to rename an executable file to a harmless extension.
    pub(super) fn screen_name(&self, from: &ResolvedPath, to: &OsStr) -> Result<(), Failure> {
        let Some(extension) = harmless_extension(to) else { return Ok(()) };
        if harmless_extension(from.name()).is_some_and(|before| before == extension) {
            return Ok(());
        }
        let Some(found) = from.look()? else { return Ok(()) };
        if !handle::kind(&found).is_file() {
            return Ok(());
        }
        let (file, _) =
            handle::open_file(from.dir(), from.name(), OFlags::RDONLY).map_err(|error| from.fault(error))?;
        let mut beginning = Vec::with_capacity(BEGINNING);
        std::io::Read::read_to_end(&mut std::io::Read::take(file, BEGINNING as u64), &mut beginning)
            .map_err(|error| from.fault(error))?;
        look_at_beginning(to, &beginning).map_or(Ok(()), |danger| Err(refused(&danger)))
    }

    fn ask_scanner(&self, content: &[u8]) -> Result<(), Failure> {
        let Screening { scanner, .. } = self.surroundings.screening;
        if scanner == Scanner::Off || content.is_empty() {
            return Ok(());
        }
        let silent = |why: &str| match scanner {
            Scanner::Required => Err(Failure::new(
                Cause::Unavailable,
                format!("the virus scanner is required and does not answer: {why}"),
            )
            .hint("Start clamd, or set files.scanner to auto in the configuration.")),
            _ => Ok(()),
        };
        let Some(program) = find_program(&self.settings.programs) else {
            return silent("clamdscan is not installed");
        };
        if scanner != Scanner::Required && self.rest.is_resting() {
            return Ok(());
        }
        let Some(runtime) = &self.surroundings.runtime else { return silent("there is nobody to run it") };
        let asking = runtime.spawn(ask(program, content.to_vec()));
        match runtime.block_on(asking).unwrap_or_else(|_| Answer::Silent("it broke off".into())) {
            Answer::Clean => Ok(()),
            Answer::Found(name) => Err(refused(&Danger::Known(name))),
            Answer::Silent(why) => {
                self.rest.begin();
                silent(&why)
            }
        }
    }
}

fn refused(danger: &Danger) -> Failure {
    let hint = match danger {
        Danger::Disguised { .. } => "If it is meant to be run, give it the extension of its type.",
        Danger::TestString => "It is harmless, but every scanner would raise an alarm over the file.",
        _ => "Programs, and files that contain them, are not written. Leave it out.",
    };
    invalid(format!("the content is refused: {danger}"), hint)
}

/// The time at which the scanner last failed to respond.
#[derive(Debug, Default)]
pub(super) struct Rest(Mutex<Option<Instant>>);

impl Rest {
    fn is_resting(&self) -> bool {
        let since = *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() < REST)
    }

    fn begin(&self) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(Instant::now());
    }
}

enum Answer {
    Clean,
    Found(String),
    Silent(String),
}

fn find_program(folders: &[PathBuf]) -> Option<PathBuf> {
    let runs = |path: &Path| path.is_file() && rustix::fs::access(path, Access::EXEC_OK).is_ok();
    folders.iter().map(|folder| folder.join("clamdscan")).find(|path| runs(path))
}

/// Passes the content to the scanner's daemon through its client, on standard input, without a shell or a
/// path.
async fn ask(program: PathBuf, content: Vec<u8>) -> Answer {
    let silent = |error: std::io::Error| Answer::Silent(error.to_string());
    let spawned = Command::new(program)
        .args(["--no-summary", "--stream", "-"])
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => return silent(error),
    };
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let talk = async {
        let give = async {
            if let Some(mut stdin) = stdin {
                // The scanner may close its input before the end.
                let _ = stdin.write_all(&content).await;
            }
        };
        let (mut said, mut complained) = (Vec::new(), Vec::new());
        let hear = async {
            if let Some(stdout) = stdout {
                let _ = stdout.take(LONGEST_ANSWER).read_to_end(&mut said).await;
            }
        };
        let mind = async {
            if let Some(stderr) = stderr {
                let _ = stderr.take(LONGEST_ANSWER).read_to_end(&mut complained).await;
            }
        };
        tokio::join!(give, hear, mind);
        (child.wait().await, said, complained)
    };
    match tokio::time::timeout(LIMIT, talk).await {
        Err(_) => Answer::Silent(format!("it took longer than {} seconds", LIMIT.as_secs())),
        Ok((Err(error), ..)) => silent(error),
        Ok((Ok(status), said, complained)) => match status.code() {
            Some(0) => Answer::Clean,
            Some(1) => Answer::Found(signature(&String::from_utf8_lossy(&said))),
            _ => {
                let all = [said, complained].concat();
                let line =
                    String::from_utf8_lossy(&all).lines().next().unwrap_or("no reason given").to_string();
                Answer::Silent(line)
            }
        },
    }
}

/// Extracts the name from `stream: NAME FOUND`.
fn signature(said: &str) -> String {
    let line = said.lines().find_map(|line| line.trim().strip_suffix(" FOUND"));
    let name = line.and_then(|line| line.rsplit_once(": ")).map(|(_, name)| name);
    name.unwrap_or("a virus").chars().filter(|c| !c.is_control()).take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extracts_virus_signature_from_scanner_output() {
        assert_eq!(signature("stream: Win.Test.EICAR_HDB-1 FOUND\n"), "Win.Test.EICAR_HDB-1");
        assert_eq!(signature("odd"), "a virus");
    }
}
