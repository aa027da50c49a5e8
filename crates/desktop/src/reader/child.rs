use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lemmascope_document::{Fault, Limits, Progress};
use serde::Serialize;

use super::confinement::confine;
use super::job::{Drawn, Handed, Job};
use super::message::{Refusal, Said};
use crate::intents::{analyze_spreadsheet, summarize_doc};

/// The file descriptor of the job.
pub(super) const JOB: i32 = 3;

/// The resolution in dpi, sufficient for small print while a page is still recognized within a second.
const RESOLUTION: f32 = 300.0;

/// The interval of progress messages.
const PULSE: Duration = Duration::from_millis(200);

/// Runs the child process: reads the job, enters the sandbox, executes the job, and exits.
pub fn serve() -> ExitCode {
    // The parent notices a panic by the missing response.
    std::panic::set_hook(Box::new(|_| ()));
    match work() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_gone) => ExitCode::FAILURE,
    }
}

fn work() -> io::Result<()> {
    let handed: Handed = serde_json::from_reader(File::open(format!("/proc/self/fd/{JOB}"))?)?;
    let mut file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    // The file offset is shared with other children that may have read the file.
    file.seek(SeekFrom::Start(0))?;
    confine(&handed.allowance)?;
    let said = match handed.job {
        Job::Analyze { name, request } => {
            let mut told = Told::new(&name);
            let mut progress = |it: lemmascope_spreadsheet::Progress| told.progress(it.done, Some(it.whole));
            let analysis = lemmascope_spreadsheet::analyze(file, &name, &request, &mut progress);
            found(analysis, analyze_spreadsheet::refusal)
        }
        Job::Columns { name, sheet } => {
            let columns = lemmascope_spreadsheet::columns(file, &name, sheet.as_deref());
            found(columns, analyze_spreadsheet::refusal)
        }
        Job::Read { name, milliseconds } => {
            let limits = Limits { time: Duration::from_millis(milliseconds), ..Limits::default() };
            let mut told = Told::new(&name);
            let mut progress = |it: Progress| told.progress(it.done as u64, Some(it.of as u64));
            found(lemmascope_document::read(file, &name, &limits, &mut progress), summarize_doc::refusal)
        }
        Job::Render { page } => {
            let drawn = whole(&file).and_then(|bytes| lemmascope_document::render(bytes, page, RESOLUTION));
            found(drawn.map(|picture| Drawn::new(&picture)), summarize_doc::refusal)
        }
    };
    say(&said)
}

/// Reads the whole file without moving the shared offset, since several pages are rendered in parallel.
fn whole(file: &File) -> Result<Vec<u8>, Fault> {
    let length = file.metadata()?.len().min(Limits::default().file + 1);
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
    file.read_exact_at(&mut bytes, 0)?;
    Ok(bytes)
}

/// Reports progress at most a few times per second.
struct Told<'a> {
    what: &'a str,
    last: Instant,
}

impl<'a> Told<'a> {
    fn new(what: &'a str) -> Self {
        Self { what, last: Instant::now() }
    }

    fn progress(&mut self, done: u64, total: Option<u64>) {
        if self.last.elapsed() > PULSE {
            self.last = Instant::now();
            // Without a parent, this process ends by itself.
            let _gone = say(&Said::Progress { what: format!("reading {}", self.what), done, total });
        }
    }
}

fn found<T: Serialize, E>(outcome: Result<T, E>, refusal: impl FnOnce(E) -> Refusal) -> Said {
    match outcome.map(|found| serde_json::to_value(found)) {
        Ok(Ok(found)) => Said::Found(found),
        Ok(Err(error)) => Said::Refused(Refusal {
            message: format!("what was found cannot be told: {error}"),
            hint: "Please report it.".into(),
            field: None,
            instead: Vec::new(),
        }),
        Err(fault) => Said::Refused(refusal(fault)),
    }
}

fn say(said: &Said) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, said)?;
    out.write_all(b"\n")?;
    out.flush()
}
