use std::collections::HashMap;
use std::time::{Duration, Instant};

use lemmascope_intent::{Call, Cancellation, Cause, Change, Context, Failure, Object, Outcome, Value};
use tokio::process::Child;
use tokio::runtime::Handle;

use super::apps::put_away;
use super::client::Client;
use super::desk::Desk;
use crate::opening::Start;
use crate::system::settings::Settings;

/// The polling interval for a new window.
const RHYTHM: Duration = Duration::from_millis(25);

/// The time after which a running program counts as started.
const FIRM: Duration = Duration::from_millis(400);

/// The timeout for a running instance to show the item, after the started program has handed it over and
/// exited successfully.
const HANDED: Duration = Duration::from_secs(3);

/// The result of starting a program.
pub(crate) struct Arrival {
    name: String,
    pid: u32,
    /// Whether the program exited successfully after handing over to a running instance.
    handed_over: bool,
    window: Option<Client>,
    /// Whether the window existed before and shows the item now.
    reused: bool,
    /// Whether windows could be observed.
    looked: bool,
}

/// Whether to wait for a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wait {
    /// A window has to appear.
    Window,
    /// Waits for a window if there is a display, and reports if none appeared.
    IfPossible,
    /// The process is sufficient.
    Process,
}

/// Starts a program, and verifies its process, and its window if there is a display.
pub(crate) async fn launch(
    settings: &Settings,
    start: Start,
    wait: Wait,
    limit: Duration,
    cx: &Context,
) -> Result<Arrival, Failure> {
    let (settings, cancellation) = (settings.clone(), cx.cancellation.clone());
    if cancellation.is_cancelled() {
        return Err(Failure::new(Cause::Cancelled, "it was called off; nothing was started"));
    }
    let runtime = Handle::current();
    let seen = tokio::task::spawn_blocking(move || {
        let desk = match (wait, Desk::open(&settings, &cancellation)) {
            (Wait::Process, _) => None,
            (Wait::Window, Err(failure)) => return Err(failure),
            (_, desk) => desk.ok(),
        };
        let mut watch = Watch::begin(desk, &settings, &start)?;
        let child = start.spawn(&settings)?;
        let pid = child.id().unwrap_or(0);
        let (child, seen) = watch.until_up(child, pid, wait, limit, &cancellation);
        // A child process has to be waited for, or it stays as a zombie.
        runtime.spawn(async move {
            let mut child = child;
            let _ended = child.wait().await;
        });
        seen
    });
    seen.await.unwrap_or_else(|_| Err(Failure::new(Cause::Failed, "starting it broke off").effect_unknown()))
}

struct Watch<'a> {
    desk: Option<Desk>,
    settings: &'a Settings,
    start: &'a Start,
    /// The titles of the windows that existed before.
    before: HashMap<u32, String>,
    active: Option<u32>,
}

impl<'a> Watch<'a> {
    fn begin(desk: Option<Desk>, settings: &'a Settings, start: &'a Start) -> Result<Self, Failure> {
        let (mut before, mut active) = (HashMap::new(), None);
        if let Some(desk) = &desk {
            before = desk.clients()?.into_iter().map(|client| (client.id, client.title)).collect();
            active = desk.active()?;
        }
        Ok(Self { desk, settings, start, before, active })
    }

    fn until_up(
        &mut self,
        mut child: Child,
        pid: u32,
        wait: Wait,
        limit: Duration,
        cancellation: &Cancellation,
    ) -> (Child, Result<Arrival, Failure>) {
        let since = Instant::now();
        let mut ended_at = None;
        let name = self.start.name.clone();
        let arrival = |watch: &Self, ended: bool, window: Option<(Client, bool)>| Arrival {
            name: watch.start.name.clone(),
            pid,
            handed_over: ended,
            reused: window.as_ref().is_some_and(|(_, reused)| *reused),
            window: window.map(|(client, _)| client),
            looked: watch.desk.is_some(),
        };
        loop {
            match child.try_wait() {
                Ok(Some(status)) if !status.success() => {
                    let how = status.code().map_or("a signal".to_string(), |code| format!("code {code}"));
                    let failure = Failure::new(Cause::Failed, format!("{name} ended at once, with {how}"))
                        .hint("Start it in a terminal to see its output.");
                    return (child, Err(failure));
                }
                Ok(Some(_)) => {
                    ended_at.get_or_insert_with(Instant::now);
                }
                Ok(None) => {}
                Err(error) => {
                    let failure = Failure::new(Cause::Failed, format!("{name} cannot be watched: {error}"));
                    return (child, Err(failure.effect_unknown()));
                }
            }
            let window = self.window(pid, ended_at.is_some());
            if window.is_some() {
                return (child, Ok(arrival(self, ended_at.is_some(), window)));
            }
            let firm = since.elapsed() >= FIRM || ended_at.is_some();
            let handed = ended_at.is_some_and(|at| at.elapsed() >= HANDED.min(limit));
            let over = since.elapsed() >= limit || cancellation.is_cancelled();
            if (self.desk.is_none() && firm) || handed || over {
                if wait == Wait::Window {
                    let failure = Failure::new(
                        Cause::VerificationFailed,
                        format!(
                            "{name} was started, and showed no window in {} s",
                            since.elapsed().as_secs()
                        ),
                    );
                    let failure = failure.hint("Look whether it runs; give it more time with timeout.");
                    return (child, Err(failure.effect_unknown()));
                }
                return (child, Ok(arrival(self, ended_at.is_some(), None)));
            }
            std::thread::sleep(RHYTHM);
        }
    }

    /// Returns the window that appeared, and whether it existed before. A failed query is retried.
    fn window(&self, pid: u32, ended: bool) -> Option<(Client, bool)> {
        let clients = self.desk.as_ref()?.clients().ok()?;
        let new = || clients.iter().filter(|client| !self.before.contains_key(&client.id));
        let own = |client: &&Client| client.pid.is_some_and(|other| self.is_family(other, pid));
        if let Some(client) = new().find(own).or_else(|| new().find(|client| self.is_called(client))) {
            return Some((client.clone(), false));
        }
        if !ended {
            return None;
        }
        // The running instance shows the item in a new window, or in an existing one.
        let turned = |client: &&Client| {
            self.is_called(client)
                && (self.before.get(&client.id).is_some_and(|title| *title != client.title)
                    || (client.active && self.active != Some(client.id)))
        };
        let opened = new().next().map(|client| (client.clone(), false));
        opened.or_else(|| clients.iter().find(turned).map(|client| (client.clone(), true)))
    }

    fn is_called(&self, client: &Client) -> bool {
        let names = [client.class.to_lowercase(), client.instance.to_lowercase()];
        self.start.classes.iter().any(|class| names.contains(class))
    }

    /// Whether a process is the started one or a descendant, which are all in the session created for it.
    fn is_family(&self, other: u32, pid: u32) -> bool {
        if other == pid {
            return true;
        }
        let stat = std::fs::read_to_string(self.settings.kernel.join(format!("proc/{other}/stat")));
        // The process name in parentheses may contain any character; numbers follow it.
        let session = stat.ok().and_then(|stat| {
            let (_, rest) = stat.rsplit_once(')')?;
            rest.split_whitespace().nth(3)?.parse::<u32>().ok()
        });
        session == Some(pid)
    }
}

impl Arrival {
    /// The verdict.
    pub(crate) fn verdict(&self) -> &'static str {
        match (&self.window, self.handed_over) {
            (Some(_), _) if self.reused => "shown",
            (Some(_), _) => "window",
            (None, true) => "handed_over",
            (None, false) => "process",
        }
    }

    /// The verdict as a sentence.
    pub(crate) fn says(&self) -> String {
        match (&self.window, self.handed_over) {
            (Some(window), _) if self.reused => format!("the window \"{}\" shows it", window.name()),
            (Some(window), _) => format!("the window \"{}\" came up", window.name()),
            (None, true) => "it ended well, having handed over to a program that was running".to_string(),
            (None, false) if self.looked => "the process runs, and has shown no window yet".to_string(),
            (None, false) => "the process runs".to_string(),
        }
    }

    pub(crate) fn told(&self) -> Object {
        let mut told = Object::new();
        told.insert("app".into(), self.name.as_str().into());
        if !self.handed_over {
            told.insert("pid".into(), Value::from(i64::from(self.pid)));
        }
        if let Some(window) = &self.window {
            told.insert("window".into(), Value::from(i64::from(window.id)));
            told.insert("title".into(), window.title.as_str().into());
        }
        told.insert("verified".into(), self.verdict().into());
        told.insert("seen".into(), self.says().into());
        told
    }

    /// Returns the undo call, which closes the window that appeared. An existing window is not closed.
    pub(crate) fn undo(&self) -> Option<Call> {
        self.window.as_ref().filter(|_| !self.reused).map(put_away::call)
    }

    /// Returns the outcome with this line.
    pub(crate) fn outcome(&self, value: Object, line: String) -> Outcome {
        let mut outcome = Outcome::found(value).line(line).verdict(self.verdict());
        if let Some(window) = self.window.as_ref().filter(|_| !self.reused) {
            outcome = outcome.change(Change::Added(format!("window \"{}\"", window.name())));
        }
        outcome.undo = self.undo();
        outcome
    }
}
