use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A virtual display. Stops the programs that were started on it on drop, in reverse order.
pub(crate) struct Display {
    running: Vec<Child>,
    /// The name of the display, such as `:1`.
    pub(crate) name: String,
}

impl Display {
    pub(crate) fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb; run scripts/prepare desktop");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Self { running: vec![server], name: format!(":{}", number.trim()) }
    }

    /// Starts a display with a window manager in its default configuration.
    pub(crate) fn managed() -> Self {
        let mut display = Self::start();
        let mut manager = Command::new("openbox");
        manager.arg("--sm-disable").env("DISPLAY", &display.name).env("XDG_CONFIG_HOME", "/nowhere");
        display.running.push(manager.stderr(Stdio::null()).spawn().unwrap());
        let begun = Instant::now();
        while !display.is_managed() {
            assert!(begun.elapsed() < Duration::from_secs(30), "no window manager comes up");
        }
        display
    }

    fn is_managed(&self) -> bool {
        let mut asked = Command::new("xprop");
        asked.args(["-root", "_NET_CLIENT_LIST"]).env("DISPLAY", &self.name);
        asked.output().is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("window id"))
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for running in self.running.iter_mut().rev() {
            // The program may have exited already.
            let _gone = running.kill();
            let _gone = running.wait();
        }
    }
}
