//! Opening things by their names, at a real display that nobody sees: `at_a_display/opening.txt`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::desk::Desk;
use crate::transcripts::play;

/// A display with a window manager, which end with the test.
struct Display {
    running: Vec<Child>,
    name: String,
}

impl Display {
    fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let mut display = Self { running: vec![server], name: format!(":{}", number.trim()) };
        let mut manager = Command::new("openbox");
        manager.args(["--sm-disable"]).env("DISPLAY", &display.name).stderr(Stdio::null());
        display.running.push(manager.spawn().unwrap());
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
            // It may have ended by itself, and then there is nothing to end.
            let _ = running.kill();
            let _ = running.wait();
        }
    }
}

#[test]
fn what_is_named_is_opened_and_seen() {
    let display = Display::start();
    let mut desk = Desk::new();
    desk.know("DISPLAY", display.name.clone());
    let number = regex::Regex::new(r#"("?(?:pid|window|x|y|width|height)"?: ?)\d+"#).unwrap();
    let digest = regex::Regex::new(r#""digest":"[0-9a-f]+""#).unwrap();
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/at_a_display/opening.txt");
    play(&case, &desk, |text| {
        let text = number.replace_all(&text, "$1[number]");
        digest.replace_all(&text, r#""digest":"[digest]""#).into_owned()
    });
}
