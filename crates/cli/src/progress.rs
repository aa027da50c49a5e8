//! A progress indicator on the terminal. Not shown in a pipe.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use lemmascope_intent::Event;

use crate::answer::notice;

/// A line on the terminal that shows the current step.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Creates the indicator. It is visible only on a terminal.
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

    /// Shows an event: a warning on a separate line, any other as the current step.
    pub(crate) fn show(&self, event: &Event) {
        if let Event::Warning { message } = event {
            self.aside(|| notice(message));
        }
        if let (Some(bar), Some(text)) = (&self.bar, sentence(event)) {
            bar.set_message(text);
        }
    }

    /// Hides the indicator while other output is printed.
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

/// Returns the text of an event, if the event is relevant for the person.
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
