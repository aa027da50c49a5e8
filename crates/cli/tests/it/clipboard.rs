//! Copied content stays on the clipboard after the engine has exited, as users expect.

use crate::desk::Desk;
use crate::display::Display;

fn read(desk: &Desk) -> String {
    let done = desk.lemmascope(&["--foreground", "system.clipboard.read", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{done:?}"));
    match told["result"]["text"].as_str() {
        Some(text) => text.into(),
        None => told["summary"].as_str().unwrap_or_else(|| panic!("{told}")).into(),
    }
}

#[test]
fn clipboard_content_outlives_the_engine_and_is_undone() {
    let display = Display::start();
    let mut desk = Desk::new();
    desk.without_browser();
    desk.know("DISPLAY", display.name.clone());
    assert_eq!(read(&desk), "the clipboard is empty");
    let copied = desk.lemmascope(&["--foreground", "system.clipboard.write", "olá — first"]);
    assert_eq!(copied.code, 0, "{copied:?}");
    assert_eq!(read(&desk), "olá — first");
    desk.lemmascope(&["--foreground", "system.clipboard.write", "second 😀"]);
    assert_eq!(read(&desk), "second 😀");
    for expected in ["olá — first", "second 😀", "olá — first"] {
        let command = if expected.starts_with("second") { "redo" } else { "undo" };
        let done = desk.lemmascope(&["--foreground", command]);
        assert_eq!((done.code, read(&desk).as_str()), (0, expected), "{done:?}");
    }
    // Large content is transferred in chunks.
    let large = "grande ".repeat(60_000);
    let done = desk.feed(&["--foreground", "run", "-"], &format!("system.clipboard.write \"{large}\"\n"));
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(read(&desk) == large, "all of it arrives");
}

#[test]
fn undo_keeps_clipboard_content_of_other_programs() {
    let display = Display::start();
    let mut desk = Desk::new();
    desk.without_browser();
    desk.know("DISPLAY", display.name.clone());
    desk.lemmascope(&["--foreground", "system.clipboard.write", "ours"]);
    // An engine with a different journal is independent.
    let mut other = Desk::new();
    other.without_browser();
    other.know("DISPLAY", display.name.clone());
    other.lemmascope(&["--foreground", "system.clipboard.write", "theirs"]);
    let undone = desk.lemmascope(&["--foreground", "undo"]);
    assert_eq!(undone.code, 1, "{undone:?}");
    assert!(undone.out.contains("something else was copied since"), "{undone:?}");
    assert_eq!(read(&desk), "theirs");
}
