//! How long work is shown on a terminal; in a pipe it is not.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use lemmascope_intent::Event;

use crate::answer::notice;

/// A line on the terminal that says what is being done.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Shows itself only on a terminal.
    pub(crate) fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        Self { bar }
    }

    /// Shows an event: a warning as a separate line, the others as the work in progress.
    pub(crate) fn show(&self, event: &Event) {
        if let Event::Warning { message } = event {
            self.aside(|| notice(message));
        }
        if let (Some(bar), Some(text)) = (&self.bar, sentence(event)) {
            bar.set_message(text);
        }
    }

    /// Lets something else be printed meanwhile.
    fn aside(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// What an event means to a person who waits; most mean nothing to them.
fn sentence(event: &Event) -> Option<String> {
    match event {
        Event::StepStarted { capability, .. } => Some(format!("{capability} …")),
        Event::Retrying { attempt, reason, .. } => Some(format!("attempt {attempt}: {reason}")),
        Event::Progress { what, done, total: Some(total) } => Some(format!("{what}: {done} of {total}")),
        Event::Progress { what, done, total: None } => Some(format!("{what}: {done}")),
        Event::Checkpoint { name } => Some(format!("checkpoint {name}")),
        Event::Reloaded { intents, faults } => {
            Some(format!("definitions loaded again: {intents}, {faults} at fault"))
        }
        Event::RunStarted { .. }
        | Event::StepFinished { .. }
        | Event::Warning { .. }
        | Event::RunFinished { .. } => None,
    }
}
