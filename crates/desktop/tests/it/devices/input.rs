//! Tests keyboard and mouse input, with real windows on a real display.

use std::time::{Duration, Instant};

use serde_json::json;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ConnectionExt as _, CreateWindowAux, EventMask, PropMode, WindowClass};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::seat::{Running, Seat, atom, wait_for};

/// Starts a terminal that records its input.
pub(super) fn terminal(seat: &Seat, title: &str, script: &str) -> Running {
    let mut xterm = seat.command("xterm");
    xterm.args(["-u8", "-fn", "10x20", "-T", title, "-e", "sh", "-c", script]);
    let running = Running::start(&mut xterm);
    wait_for("the terminal", || {
        let active = seat.try_call("system.state.active_window", json!({}));
        active.is_ok_and(|active| active.line.unwrap().contains(title))
    });
    running
}

#[test]
fn types_any_text_unchanged() {
    let seat = Seat::with_windows();
    let written = seat.at("written");
    let script = format!("printf ready > ready; exec cat > {}", written.display());
    let mut running = terminal(&seat, "Notebook", &script);
    wait_for("the shell", || seat.at("ready").exists());
    let before = mapping(&seat.connect().0);
    // Characters with a key, with a key and Shift, without a key, and more of the latter than there are spare
    // keys.
    let greek: String = ('α'..='ω').collect();
    let text = format!("Olá, \"ação\" €5 {{x}}\tЖ {greek} 日本 😀\n2nd line\n");
    let typed = seat.call("system.input.keyboard.type", json!({ "text": text }));
    assert_eq!(typed.line.as_deref(), Some("type into \"Notebook\""), "the log has no word of it");
    seat.call("system.input.keyboard.press", json!({ "key": "Ctrl+D" }));
    wait_for("the end of the text", || running.has_ended());
    assert_eq!(std::fs::read_to_string(written).unwrap(), text);
    assert_eq!(mapping(&seat.connect().0), before, "the keys are what they were");
}

fn mapping(connection: &RustConnection) -> Vec<u32> {
    let setup = connection.setup();
    let count = setup.max_keycode - setup.min_keycode + 1;
    connection.get_keyboard_mapping(setup.min_keycode, count).unwrap().reply().unwrap().keysyms
}

#[test]
fn reports_missing_keyboard_focus() {
    for seat in [Seat::with_windows(), Seat::empty().display()] {
        let calls = [
            ("system.input.keyboard.type", json!({ "text": "x" })),
            ("system.input.keyboard.press", json!({ "key": "F5" })),
        ];
        for (verb, arguments) in calls {
            let failure = seat.fail(verb, arguments);
            assert!(failure.message.contains("no window has the focus"), "{failure:?}");
        }
    }
}

/// Creates a window that reports its events.
fn window(seat: &Seat) -> (RustConnection, u32) {
    let (connection, root) = seat.connect();
    let window = connection.generate_id().unwrap();
    let events = EventMask::BUTTON_PRESS | EventMask::KEY_PRESS | EventMask::EXPOSURE;
    let look = CreateWindowAux::new().event_mask(events).override_redirect(1);
    connection
        .create_window(0, window, root, 100, 50, 300, 200, 0, WindowClass::INPUT_OUTPUT, 0, &look)
        .unwrap();
    let (name, utf8) = (atom(&connection, "_NET_WM_NAME"), atom(&connection, "UTF8_STRING"));
    connection.change_property8(PropMode::REPLACE, window, name, utf8, "Ténis".as_bytes()).unwrap();
    connection.map_window(window).unwrap();
    connection.flush().unwrap();
    next(&connection, |event| matches!(event, Event::Expose(_)).then_some(()));
    (connection, window)
}

fn next<T>(connection: &RustConnection, wanted: impl Fn(&Event) -> Option<T>) -> T {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        match connection.poll_for_event().unwrap() {
            Some(event) => {
                if let Some(found) = wanted(&event) {
                    return found;
                }
            }
            None => {
                assert!(Instant::now() < until, "waited in vain");
                std::thread::park_timeout(Duration::from_millis(5));
            }
        }
    }
}

#[test]
fn clicks_at_the_given_coordinates() {
    let seat = Seat::empty().display();
    let (connection, own) = window(&seat);
    let press = |event: &Event| match event {
        Event::ButtonPress(press) if press.event == own => Some((press.detail, press.event_x, press.event_y)),
        _ => None,
    };
    let done = seat.call("system.input.mouse.click", json!({ "x": 110, "y": 75 }));
    assert_eq!(done.line.as_deref(), Some("click at 110, 75 in \"Ténis\""));
    assert_eq!(next(&connection, press), (1, 10, 25));
    seat.call("system.input.mouse.click", json!({ "x": 399, "y": 249, "button": "Right", "double": true }));
    assert_eq!([next(&connection, press), next(&connection, press)], [(3, 299, 199); 2]);
    seat.call("system.input.mouse.move", json!({ "x": 7, "y": 9 }));
    let at = connection.query_pointer(own).unwrap().reply().unwrap();
    assert_eq!((at.root_x, at.root_y), (7, 9));
    for (x, y) in [(-1, 5), (1024, 5), (5, 768), (i64::MAX, i64::MIN)] {
        let refused = seat.fail("system.input.mouse.click", json!({ "x": x, "y": y }));
        assert_eq!(refused.cause.as_str(), "invalid_parameter", "{x}, {y}");
        assert!(refused.hint.unwrap().contains("1023, 767"));
    }
    let odd = seat.fail("system.input.mouse.click", json!({ "x": 1, "y": 1, "button": "fourth" }));
    assert_eq!(odd.field.as_deref(), Some("button"));
    let at = connection.query_pointer(own).unwrap().reply().unwrap();
    assert_eq!((at.root_x, at.root_y), (7, 9), "what was refused moved nothing");
}
