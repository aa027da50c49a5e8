//! Tests the verbs for windows and applications, on a real display with a real window manager and real
//! applications.

use lemmascope_intent::{Cause, Outcome, Value};
use serde_json::{Value as Json, json};

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, CreateWindowAux, PropMode, WindowClass};
use x11rb::wrapper::ConnectionExt as _;

use crate::seat::{Running, SCREEN, Seat, wait_for};

/// A window without keyboard input.
const CLOCK: (&str, [&str; 4]) = ("xclock", ["-title", "Clock", "-geometry", "200x200+300+100"]);

/// Returns a window with keyboard input, whose width is a multiple of its character width.
fn terminal(title: &str) -> (&str, [&str; 4]) {
    ("xterm", ["-T", title, "-e", "cat"])
}

/// Creates a display with these programs, each with a separate window.
fn seat_with(programs: &[(&str, [&str; 4])]) -> (Seat, Vec<Running>) {
    let seat = Seat::with_windows();
    std::os::unix::fs::symlink("/proc", seat.at("kernel/proc")).unwrap();
    let mut running = Vec::new();
    for (program, arguments) in programs {
        running.push(Running::start(seat.command(program).args(arguments)));
        let open = running.len();
        // A window exists shortly before it becomes active; a clock never does.
        let ready = |window: &Json| window["active"] == true || *program == CLOCK.0;
        wait_for(program, || {
            let all = windows(&seat);
            all.len() == open && all.first().is_some_and(ready)
        });
    }
    (seat, running)
}

fn json(outcome: &Outcome) -> Json {
    serde_json::from_str(&outcome.value.to_string()).unwrap()
}

fn windows(seat: &Seat) -> Vec<Json> {
    json(&seat.call("system.window.list", json!({}))).as_array().unwrap().clone()
}

fn window(seat: &Seat, title: &str) -> Json {
    windows(seat).into_iter().find(|window| window["title"] == title).unwrap_or_else(|| panic!("no {title}"))
}

/// Returns the state of a window, without the stacking order.
fn stands(window: &Json) -> Vec<String> {
    ["x", "y", "width", "height", "desktop", "minimized", "maximized", "active"]
        .iter()
        .map(|name| format!("{name} {}", window[name]))
        .collect()
}

/// Executes, undoes, redoes and undoes a change, and verifies that the state of the window is restored each
/// time.
fn there_and_back(seat: &Seat, title: &str, verb: &str, arguments: Json) -> Json {
    let before = stands(&window(seat, title));
    let outcome = seat.call(verb, arguments);
    let after = window(seat, title);
    assert_ne!(stands(&after), before, "{verb} does something");
    assert_eq!(outcome.changes.len(), 1, "{verb}: {outcome:?}");
    let redo = seat.replay(&outcome.undo.unwrap()).undo.unwrap();
    assert_eq!(stands(&window(seat, title)), before, "{verb} undone");
    let undo = seat.replay(&redo).undo.unwrap();
    assert_eq!(stands(&window(seat, title)), stands(&after), "{verb} done again");
    seat.replay(&undo);
    assert_eq!(stands(&window(seat, title)), before, "{verb} undone again");
    after
}

#[test]
fn lists_windows_with_their_properties() {
    let (seat, running) = seat_with(&[CLOCK, terminal("Inbox")]);
    let all = windows(&seat);
    assert_eq!((&all[0]["title"], &all[1]["title"]), (&json!("Inbox"), &json!("Clock")), "the topmost first");
    assert_eq!(window(&seat, "Clock")["pid"], running[0].id());
    assert_eq!(window(&seat, "Inbox")["app"], "XTerm");
    assert_eq!(
        (&window(&seat, "Inbox")["active"], &window(&seat, "Clock")["active"]),
        (&json!(true), &json!(false))
    );
}

#[test]
fn window_layout_changes_are_undone() {
    let (seat, _running) = seat_with(&[CLOCK]);
    let minimized = there_and_back(&seat, "Clock", "system.window.minimize", json!({"title": "clock"}));
    assert_eq!(minimized["minimized"], true);
    let maximized = there_and_back(&seat, "Clock", "system.window.maximize", json!({"app": "XClock"}));
    assert_eq!((&maximized["maximized"], &maximized["minimized"]), (&json!(true), &json!(false)));
    let (width, height) = (i64::from(SCREEN.0), i64::from(SCREEN.1));
    let left = there_and_back(&seat, "Clock", "system.window.snap_left", json!({"app": "xclock"}));
    let right = there_and_back(&seat, "Clock", "system.window.snap_right", json!({"title": "Clock"}));
    // The frame of openbox is a few pixels wide, and its title bar about twenty high.
    let number = |window: &Json, name: &str| window[name].as_i64().unwrap();
    for (window, start) in [(&left, 0), (&right, width / 2)] {
        assert!((start..start + 10).contains(&number(window, "x")), "{window}");
        assert!((width / 2 - 10..=width / 2).contains(&number(window, "width")), "{window}");
        assert!((height - 60..=height).contains(&number(window, "height")), "{window}");
    }
    // A maximized window is maximized again after undo.
    seat.call("system.window.maximize", json!({"title": "Clock"}));
    there_and_back(&seat, "Clock", "system.window.snap_left", json!({"title": "Clock"}));
    assert_eq!(window(&seat, "Clock")["maximized"], true);
    // A snapped and minimized window is restored to its original position.
    let snapped = seat.call("system.window.snap_left", json!({"title": "Clock"}));
    seat.call("system.window.minimize", json!({"title": "Clock"}));
    seat.replay(&snapped.undo.unwrap());
    assert_eq!(window(&seat, "Clock")["maximized"], true);
}

#[test]
fn snapping_respects_terminal_size_increments() {
    let (seat, _running) = seat_with(&[terminal("Inbox")]);
    let snapped = there_and_back(&seat, "Inbox", "system.window.snap_right", json!({"app": "XTerm"}));
    assert!(snapped["x"].as_i64().unwrap() >= i64::from(SCREEN.0) / 2);
}

#[test]
fn switching_windows_is_undone() {
    let (seat, _running) = seat_with(&[terminal("Inbox"), terminal("Drafts")]);
    there_and_back(&seat, "Inbox", "system.window.switch", json!({}));
    there_and_back(&seat, "Inbox", "system.apps.focus", json!({"title": "inbox"}));
    assert_eq!(seat.fail("system.apps.focus", json!({})).cause, Cause::MissingParameter);
    seat.call("system.window.minimize", json!({"title": "Inbox"}));
    let shown = there_and_back(&seat, "Inbox", "system.window.switch", json!({"title": "inbox"}));
    assert_eq!((&shown["minimized"], &shown["active"]), (&json!(false), &json!(true)));
}

#[test]
fn undo_of_minimize_all_restores_windows() {
    let (seat, _running) = seat_with(&[terminal("Inbox"), terminal("Drafts")]);
    let before = [window(&seat, "Inbox"), window(&seat, "Drafts")];
    let outcome = seat.call("system.window.minimize_all", json!({}));
    assert!(windows(&seat).iter().all(|window| window["minimized"] == true));
    assert_eq!(outcome.changes.len(), 2);
    seat.replay(&outcome.undo.unwrap());
    assert_eq!(
        [window(&seat, "Inbox"), window(&seat, "Drafts")].map(|w| stands(&w)),
        before.map(|w| stands(&w))
    );
    seat.call("system.window.minimize_all", json!({}));
    assert!(
        seat.call("system.window.minimize_all", json!({})).undo.is_none(),
        "there is nothing left to minimize"
    );
}

#[test]
fn switches_virtual_desktops_and_moves_windows() {
    let (seat, _running) = seat_with(&[CLOCK]);
    let current = || json(&seat.call("system.virtual_desktop.current", json!({})))["n"].clone();
    assert_eq!(current(), 1);
    let outcome = seat.call("system.virtual_desktop.switch", json!({"n": 3}));
    assert_eq!(current(), 3);
    let redo = seat.replay(&outcome.undo.unwrap()).undo.unwrap();
    assert_eq!(current(), 1);
    seat.replay(&redo);
    assert_eq!(current(), 3);
    seat.call("system.virtual_desktop.switch", json!({"n": 1}));
    let moved = there_and_back(
        &seat,
        "Clock",
        "system.virtual_desktop.move_window",
        json!({"title": "Clock", "n": 2}),
    );
    assert_eq!(moved["desktop"], 2);
    for n in [0, 5, -1] {
        let failure = seat.fail("system.virtual_desktop.switch", json!({"n": n}));
        assert_eq!(failure.cause, Cause::InvalidParameter);
        assert!(failure.hint.unwrap().contains("1 to 4"));
    }
}

#[test]
fn closes_windows() {
    let (seat, mut running) = seat_with(&[CLOCK, terminal("Inbox")]);
    let outcome = seat.call("system.window.close", json!({"title": "Clock"}));
    assert_eq!(windows(&seat).len(), 1);
    assert_eq!(outcome.undo, None);
    wait_for("the end of the clock", || running[0].has_ended());
    let failure = seat.fail("system.window.close", json!({"title": "Clock"}));
    assert_eq!(failure.cause, Cause::TargetNotFound);
    assert_eq!(failure.instead, ["Inbox"]);
    seat.call("system.apps.close", json!({"app": "xterm"}));
    assert!(windows(&seat).is_empty());
}

#[test]
fn does_not_kill_window_without_close_protocol() {
    let seat = Seat::with_windows();
    let (connection, root) = seat.connect();
    let id = connection.generate_id().unwrap();
    let plain = WindowClass::INPUT_OUTPUT;
    connection.create_window(0, id, root, 0, 0, 100, 100, 0, plain, 0, &CreateWindowAux::new()).unwrap();
    connection.change_property8(PropMode::REPLACE, id, AtomEnum::WM_NAME, AtomEnum::STRING, b"Mute").unwrap();
    connection.map_window(id).unwrap().check().unwrap();
    wait_for("the window", || windows(&seat).len() == 1);
    let failure = seat.fail("system.window.close", json!({"title": "Mute"}));
    assert_eq!(failure.cause, Cause::NoEffect);
    assert!(failure.message.contains("cannot be asked"), "{}", failure.message);
    assert!(connection.get_geometry(id).unwrap().reply().is_ok(), "its program has not been ended");
}

#[test]
fn focus_raises_windows_without_keyboard_input() {
    let (seat, _running) = seat_with(&[CLOCK, terminal("Inbox")]);
    assert_eq!(windows(&seat)[0]["title"], "Inbox");
    seat.call("system.apps.focus", json!({"app": "xclock"}));
    assert_eq!(windows(&seat)[0]["title"], "Clock");
}

#[test]
fn reports_window_still_open_after_timeout() {
    // A stopped terminal handles no requests, like an application that asks about unsaved changes first.
    let (seat, running) = seat_with(&[terminal("Stuck")]);
    let signal = |name: &str| {
        assert!(seat.command("kill").args([name, &running[0].id().to_string()]).status().unwrap().success());
    };
    signal("-STOP");
    let failure = seat.fail("system.window.close", json!({"title": "Stuck", "timeout": "300ms"}));
    assert_eq!(failure.cause, Cause::NoEffect);
    assert!(failure.message.contains("still open"), "{}", failure.message);
    signal("-CONT");
    wait_for("the terminal to close after all", || windows(&seat).is_empty());
}

#[test]
fn ambiguous_window_title_is_rejected() {
    let (seat, running) = seat_with(&[CLOCK, CLOCK]);
    let failure = seat.fail("system.window.minimize", json!({"title": "Clock"}));
    assert_eq!(failure.cause, Cause::TargetAmbiguous);
    let pid = running[1].id();
    assert!(failure.instead.contains(&format!("Clock (pid {pid})")), "{:?}", failure.instead);
    seat.call("system.window.close", json!({"pid": pid}));
    assert_eq!(windows(&seat).len(), 1);
}

#[test]
fn reports_missing_display_or_window_manager() {
    let seat = Seat::empty();
    let failure = seat.fail("system.window.list", json!({}));
    assert_eq!(failure.cause, Cause::Unavailable);
    assert!(failure.message.contains("no display"), "{}", failure.message);

    let mut settings = seat.settings();
    settings.environment.push(("WAYLAND_DISPLAY".into(), "wayland-0".into()));
    let domain = lemmascope_desktop::system::domain(settings);
    let failure = seat.try_call_of(&domain, "system.window.list", json!({})).unwrap_err();
    assert!(failure.message.contains("Wayland"), "{}", failure.message);

    let mut settings = seat.settings();
    settings.display = Some(":9876".into());
    let domain = lemmascope_desktop::system::domain(settings);
    let failure = seat.try_call_of(&domain, "system.window.list", json!({})).unwrap_err();
    assert_eq!(failure.cause, Cause::Unavailable);
    assert!(failure.message.contains(":9876"), "{}", failure.message);

    let seat = Seat::empty().display();
    let failure = seat.fail("system.window.list", json!({}));
    assert_eq!(failure.cause, Cause::Unavailable);
    assert!(failure.message.contains("window manager"), "{}", failure.message);
}

#[test]
fn undo_rejects_closed_window() {
    let (seat, _running) = seat_with(&[CLOCK]);
    let outcome = seat.call("system.window.minimize", json!({"title": "Clock"}));
    seat.call("system.window.close", json!({"title": "Clock"}));
    let undo = outcome.undo.unwrap();
    let stored = serde_json::to_value(&undo).unwrap();
    let failure = seat.fail(&undo.capability, stored["arguments"].clone());
    assert_eq!(failure.cause, Cause::TargetNotFound);
    assert!(failure.message.contains("Clock"));
    assert_ne!(outcome.value, Value::Null);
}
