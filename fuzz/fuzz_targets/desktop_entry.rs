//! Any bytes are an application with a name, or none; and a file that it opens stays in one piece.
#![no_main]

use std::path::Path;

use lemmascope_desktop::opening::Entry;
use libfuzzer_sys::fuzz_target;

const FILE: &str = "/tmp/a b;$(c).txt";

fuzz_target!(|bytes: &[u8]| {
    let languages = ["pt_PT.UTF-8@euro".to_string(), "en".to_string()];
    let desktops = ["GNOME".to_string()];
    let path = Path::new("/usr/share/applications/a.desktop");
    let Some(entry) = Entry::read(bytes, "a.desktop", path, &languages, &desktops) else { return };
    assert!(!entry.name.is_empty(), "an application without a name");
    let Some(command) = entry.command(Path::new(FILE)) else { return };
    assert!(!command[0].is_empty(), "a command without a program");
    assert!(command.len() <= 2_100, "a line grows no longer than it is written");
});
