//! A real terminal: tmux types and reads the screen.

use std::time::{Duration, Instant};

use crate::desk::Desk;

/// A terminal with the conversation, which is closed on drop.
pub(crate) struct Terminal<'a> {
    desk: &'a Desk,
}

impl<'a> Terminal<'a> {
    pub(crate) fn open(desk: &'a Desk) -> Self {
        let terminal = Self { desk };
        terminal.tmux(&["new-session", "-d", "-x", "100", "-y", "60", "exec lemmascope"]);
        terminal.wait_for("lemmascope>");
        terminal
    }

    /// Opens a terminal with a shell.
    pub(crate) fn shell(desk: &'a Desk) -> Self {
        let terminal = Self { desk };
        terminal.tmux(&["new-session", "-d", "-x", "100", "-y", "60", "exec sh"]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let socket = self.desk.user_home().join("tmux");
        let mut command = self.desk.command("tmux");
        let output = command.arg("-S").arg(socket).args(arguments).env("TERM", "xterm").output();
        let output = output.expect("tmux is installed; `make test` installs it");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(crate) fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Waits until the screen contains a text, and returns the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the last line contains only the prompt.
    pub(crate) fn wait_for_prompt(&self) {
        self.wait_until("empty prompt", |screen| screen.trim_end().ends_with("\nlemmascope>"));
    }

    pub(crate) fn wait_until(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.tmux(&["capture-pane", "-p"]);
            if is_there(&screen) {
                return screen;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "no {what:?} on the screen:\n{screen}");
        }
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        let socket = self.desk.user_home().join("tmux");
        let _ = self.desk.command("tmux").arg("-S").arg(socket).arg("kill-server").output();
    }
}
