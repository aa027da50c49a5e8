use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;

use lemmascope_intent::{Cause, Failure};
use tokio::process::{Child, Command};

use crate::system::Settings;

use super::catalog::program;
use super::entry::Entry;
use super::exec::{CommandLine, Target};

/// A program that is about to be started, with its arguments. It does not run through a shell.
#[derive(Debug, Clone)]
pub(crate) struct Start {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) folder: PathBuf,
    /// The possible classes of its windows, in lower case.
    pub(crate) classes: Vec<String>,
    /// The name for display.
    pub(crate) name: String,
}

/// Terminal emulators, with the arguments before the command.
const TERMINALS: &[(&str, &[&str])] = &[
    ("xdg-terminal-exec", &[]),
    ("x-terminal-emulator", &["-e"]),
    ("gnome-terminal", &["--"]),
    ("konsole", &["-e"]),
    ("xfce4-terminal", &["-x"]),
    ("kitty", &[]),
    ("foot", &[]),
    ("alacritty", &["-e"]),
    ("xterm", &["-e"]),
];

impl Start {
    /// Prepares an application with the items to open. `more` are additional arguments.
    pub(crate) fn entry(
        settings: &Settings,
        entry: &Entry,
        action: Option<usize>,
        targets: &[Target],
        more: &[String],
    ) -> Result<Self, Failure> {
        let line = match action {
            Some(action) => entry.actions.get(action).map(|action| &action.line),
            None => entry.line.as_ref(),
        };
        let found = line.and_then(|line| Some((line, program(settings, line.program()?)?)));
        let (path, mut arguments) = match found {
            Some((line, program)) => (program, entry.arguments(line, targets)),
            None => over_bus(settings, entry, targets)?,
        };
        arguments.extend(more.iter().map(OsString::from));
        let mut classes: Vec<String> = entry.window_class.iter().cloned().collect();
        classes.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        classes.push(entry.bus_name().to_string());
        let mut start = Self {
            program: path,
            arguments,
            folder: entry.folder.clone().filter(|folder| folder.is_dir()).unwrap_or_else(|| home(settings)),
            classes: classes.iter().map(|class| class.to_lowercase()).collect(),
            name: entry.name.clone(),
        };
        if entry.terminal {
            start = start.in_terminal(settings)?;
        }
        Ok(start)
    }

    /// Prepares a program at a path.
    pub(crate) fn program(settings: &Settings, path: PathBuf, arguments: Vec<OsString>) -> Self {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Self { program: path, arguments, folder: home(settings), classes: vec![name.to_lowercase()], name }
    }

    fn in_terminal(self, settings: &Settings) -> Result<Self, Failure> {
        let found = TERMINALS.iter().find_map(|(name, between)| Some((program(settings, name)?, *between)));
        let (terminal, between) = found.ok_or_else(|| {
            Failure::new(Cause::Unavailable, format!("{} needs a terminal, and there is none", self.name))
                .hint("Install a terminal, such as xterm.")
        })?;
        let mut classes = self.classes;
        classes.extend(terminal.file_name().map(|name| name.to_string_lossy().to_lowercase()));
        let arguments = between.iter().map(OsString::from).chain([self.program.into()]);
        Ok(Self { arguments: arguments.chain(self.arguments).collect(), program: terminal, classes, ..self })
    }

    /// Starts it in a separate session, so that it outlives this process and its terminal. It inherits
    /// nothing but the given environment.
    pub(crate) fn spawn(&self, settings: &Settings) -> Result<Child, Failure> {
        // `setsid` creates the session and then executes the program with the same process id.
        let mut command = match program(settings, "setsid") {
            Some(setsid) => {
                let mut command = Command::new(setsid);
                command.arg(&self.program);
                command
            }
            None => {
                let mut command = Command::new(&self.program);
                command.process_group(0);
                command
            }
        };
        command.env_clear().envs(settings.environment.iter().map(|(name, value)| (name, value)));
        if let Some(display) = &settings.display {
            command.env("DISPLAY", display);
        }
        command.args(&self.arguments).current_dir(&self.folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(false);
        command.spawn().map_err(|error| {
            Failure::new(Cause::Failed, format!("{} could not be started: {error}", self.name))
                .hint("Check that it is installed and may be run.")
        })
    }
}

/// Prepares D-Bus activation with GLib's `gapplication`, for an application without a command line.
fn over_bus(
    settings: &Settings,
    entry: &Entry,
    targets: &[Target],
) -> Result<(PathBuf, Vec<OsString>), Failure> {
    let launcher = program(settings, "gapplication").filter(|_| entry.on_bus).ok_or_else(|| {
        let wanted = entry.line.as_ref().and_then(CommandLine::program).unwrap_or("gapplication");
        Failure::new(Cause::Unavailable, format!("{} cannot be started: {wanted} is not there", entry.name))
            .hint(format!("Install {wanted}."))
    })?;
    let mut arguments: Vec<OsString> = vec!["launch".into(), entry.bus_name().into()];
    arguments.extend(targets.iter().map(Target::plain));
    Ok((launcher, arguments))
}

fn home(settings: &Settings) -> PathBuf {
    if settings.home.is_dir() { settings.home.clone() } else { PathBuf::from("/") }
}
