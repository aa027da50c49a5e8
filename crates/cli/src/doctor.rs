//! `lemmascope doctor`: checks all external requirements of the program, and describes how to repair missing
//! ones. It changes nothing.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use lemmascope_engine::configuration::Configuration;
use lemmascope_engine::{Surroundings, checks};
use lemmascope_intent::{CheckState, Failure, Finding};
use rustix::fs::{Access, access, statvfs};
use serde_json::json;

use crate::answer::Answer;
use crate::background;
use crate::compose;
use crate::environment::Environment;

/// The disk space that the engine needs for its state, in bytes.
const ROOM: u64 = 100 << 20;

/// The timeout for an answer of the background engine.
const PROMPTLY: Duration = Duration::from_secs(5);

/// A finding, with the name of its check.
struct Entry {
    name: &'static str,
    needed_for: &'static str,
    is_essential: bool,
    finding: Finding,
}

impl Entry {
    fn essential(name: &'static str, needed_for: &'static str, finding: Finding) -> Self {
        Self { name, needed_for, is_essential: true, finding }
    }

    /// Whether the finding is a fault: something is broken, or a part that most of the program needs is
    /// missing.
    fn is_problem(&self) -> bool {
        match self.finding.state {
            CheckState::Ok => false,
            CheckState::Missing => self.is_essential,
            CheckState::Broken => true,
        }
    }
}

/// Runs all checks.
pub(crate) async fn run(place: &Environment, flags: &[String], json: bool) -> Answer {
    let (configuration, read) = match compose::configuration(place, flags) {
        Ok(configuration) => (configuration, None),
        Err(failure) => (compose::unconfigured(), Some(failure)),
    };
    let mut entries = vec![
        Entry::essential("settings", "every command", settings(place, read)),
        Entry::essential("home", "every command", home(&place.home)),
        Entry::essential("engine", "every command", engine(place).await),
    ];
    entries.extend(run_machine_checks(place, configuration).await);
    answer(&entries, json)
}

async fn run_machine_checks(place: &Environment, configuration: Configuration) -> Vec<Entry> {
    let domains = compose::domains(place, &configuration);
    let surroundings = Surroundings {
        configuration,
        home: place.home.clone(),
        user_home: place.user_home.clone(),
        started_in: place.workspace.clone(),
    };
    let found = checks(&surroundings, &domains).await;
    let entry = |(check, finding): (lemmascope_intent::Check, Finding)| Entry {
        name: check.name,
        needed_for: check.needed_for,
        is_essential: check.is_essential,
        finding,
    };
    found.into_iter().map(entry).collect()
}

fn settings(place: &Environment, read: Option<Failure>) -> Finding {
    let file = place.configuration();
    match read {
        Some(failure) => {
            let hint = failure.hint.clone().unwrap_or_else(|| format!("Edit {}.", file.display()));
            // `check` renders all faults; here, the message of the first one is enough.
            let first = failure.context.iter().find_map(|line| line.trim().strip_prefix('×'));
            let first = first.map(|line| format!(": {}", line.trim())).unwrap_or_default();
            Finding::broken(format!("{}{first}", failure.message), hint)
        }
        None if file.exists() => Finding::ok(format!("{} has no faults", file.display())),
        None => Finding::ok("the defaults are in use"),
    }
}

fn home(home: &Path) -> Finding {
    let shown = home.display();
    if let Ok(metadata) = home.metadata() {
        if !metadata.is_dir() {
            return Finding::broken(format!("{shown} is not a folder"), format!("mv {shown} {shown}.old"));
        }
        if metadata.mode() & 0o022 != 0 {
            return Finding::broken(
                format!("other users can write to {shown}"),
                format!("chmod 700 {shown}"),
            );
        }
    }
    // A missing home is created in the nearest existing parent folder.
    let Some(folder) = home.ancestors().find(|folder| folder.exists()) else {
        return Finding::broken(format!("there is no folder for {shown}"), "Set LEMMASCOPE_HOME.");
    };
    if access(folder, Access::WRITE_OK | Access::EXEC_OK).is_err() {
        return Finding::broken(
            format!("{} cannot be written to", folder.display()),
            "Set LEMMASCOPE_HOME to a folder that is yours.",
        );
    }
    match statvfs(folder) {
        Ok(disk) if disk.f_bavail.saturating_mul(disk.f_frsize) < ROOM => Finding::broken(
            format!("less than {} MB are free for {shown}", ROOM >> 20),
            "Make room, or set LEMMASCOPE_HOME to a folder on another disk.",
        ),
        _ if home.exists() => Finding::ok(format!("{shown} can be written to")),
        _ => Finding::ok(format!("the first command creates {shown}")),
    }
}

async fn engine(place: &Environment) -> Finding {
    let asked = tokio::time::timeout(PROMPTLY, async {
        match background::running(place).await? {
            Some(mut client) => client.status().await.map(Some),
            None => Ok(None),
        }
    });
    match asked.await {
        Ok(Ok(Some(running))) => Finding::ok(format!("it runs as process {}", running.pid)),
        Ok(Ok(None)) => Finding::ok("it starts with the first command"),
        Ok(Err(failure)) => Finding::failed(CheckState::Broken, failure),
        Err(_) => Finding::broken("it runs and does not answer", "lemmascope stop"),
    }
}

fn answer(entries: &[Entry], json: bool) -> Answer {
    let faults = entries.iter().filter(|entry| entry.is_problem()).count();
    let missing = entries.iter().filter(|entry| entry.finding.state == CheckState::Missing).count();
    let exit = u8::from(faults > 0);
    if json {
        let checks: Vec<serde_json::Value> = entries.iter().map(to_json).collect();
        let status = if faults > 0 { "error" } else { "ok" };
        let object = json!({ "status": status, "faults": faults, "checks": checks });
        return Answer { text: format!("{object}\n"), exit, ..Answer::default() };
    }
    let mut text: String = entries.iter().map(to_text).collect();
    let count = entries.len();
    text.push_str(&match (faults, missing) {
        (0, 0) => format!("\nok doctor: {count} checks\n"),
        (0, missing) => {
            format!("\nok doctor: {count} checks; {missing} missing, which the rest does without\n")
        }
        (faults, _) => format!("\nerror doctor: {faults} of {count} checks failed\n"),
    });
    Answer { text, exit, ..Answer::default() }
}

fn to_json(entry: &Entry) -> serde_json::Value {
    let Finding { state, detail, remedy } = &entry.finding;
    let mut object = json!({
        "name": entry.name,
        "state": state.as_str(),
        "detail": detail,
        "needed_for": entry.needed_for,
        "essential": entry.is_essential,
    });
    if let Some(remedy) = remedy {
        object["remedy"] = remedy.as_str().into();
    }
    object
}

fn to_text(entry: &Entry) -> String {
    let Finding { state, detail, remedy } = &entry.finding;
    let mut text = format!("{:<8} {:<9} {}\n", state.as_str(), entry.name, one_line(detail));
    if *state != CheckState::Ok {
        text.push_str(&format!("{:19}needed for {}\n", "", entry.needed_for));
        text.extend(remedy.iter().map(|remedy| format!("{:19}remedy: {}\n", "", one_line(remedy))));
    }
    text
}

/// Replaces control characters, because a detail may quote another program.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
