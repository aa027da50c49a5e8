//! Tests screenshots of a real display, and text recognition on it.

use serde_json::json;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, CreateWindowAux, WindowClass};

use super::input::terminal;
use crate::seat::{SCREEN, Seat, wait_for};

fn decode(path: &std::path::Path) -> (u32, u32, Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut points = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut points).unwrap();
    (frame.width, frame.height, points)
}

#[test]
fn screenshot_shows_the_display() {
    let seat = Seat::empty().display();
    let (connection, root) = seat.connect();
    let window = connection.generate_id().unwrap();
    let look = CreateWindowAux::new().background_pixel(0x0012_ab34).override_redirect(1);
    connection
        .create_window(0, window, root, 10, 20, 30, 40, 0, WindowClass::INPUT_OUTPUT, 0, &look)
        .unwrap();
    connection.map_window(window).unwrap();
    connection.get_input_focus().unwrap().reply().unwrap();
    let done = seat.call("system.display.screenshot", json!({ "path": "pictures/all" }));
    let (width, height, points) = decode(&seat.at("work/pictures/all.png"));
    assert_eq!((width, height), (SCREEN.0.into(), SCREEN.1.into()));
    let at = |x: usize, y: usize| {
        let start = (y * usize::from(SCREEN.0) + x) * 3;
        <[u8; 3]>::try_from(&points[start..start + 3]).unwrap()
    };
    assert_eq!((at(10, 20), at(39, 59)), ([0x12, 0xab, 0x34], [0x12, 0xab, 0x34]));
    assert_ne!(at(40, 59), [0x12, 0xab, 0x34]);
    assert!(done.undo.is_some());
    // Without a path, each gets a separate name.
    for _ in 0..2 {
        seat.call("system.display.screenshot", json!({}));
    }
    assert_eq!(std::fs::read_dir(seat.at("work")).unwrap().count(), 3);
    let outside = seat.fail("system.display.screenshot", json!({ "path": "../outside/x.png" }));
    assert_eq!(outside.cause.as_str(), "outside_roots");
    assert!(!seat.at("outside/x.png").exists());
}

#[test]
fn screenshot_captures_only_the_active_window() {
    let seat = Seat::with_windows();
    let running = terminal(&seat, "Alone", "exec cat");
    let active = seat.call("system.state.active_window", json!({})).value;
    assert_eq!(active.as_object().unwrap()["process"].to_string(), running.id().to_string());
    let area = active.as_object().unwrap()["area"].as_object().unwrap().clone();
    seat.call("system.display.screenshot", json!({ "path": "window.png", "window": true }));
    let (width, height, _) = decode(&seat.at("work/window.png"));
    assert_eq!(
        (area["width"].to_string(), area["height"].to_string()),
        (width.to_string(), height.to_string())
    );
    assert!(width < SCREEN.0.into());
}

#[test]
fn finds_text_at_its_position_on_the_display() {
    let seat = Seat::with_windows();
    let script = "printf '\\n\\n   Edit Preferences\\n\\n   Save document\\n'; touch shown; exec cat";
    let _running = terminal(&seat, "Words", script);
    wait_for("the words", || seat.at("shown").exists());
    let mut found = Vec::new();
    // The terminal renders asynchronously.
    wait_for("the words on the display", || {
        let looked =
            seat.try_call("system.display.find_text", json!({ "text": "PREFERENCES", "window": true }));
        found = looked.ok().and_then(|it| it.value.as_list().map(<[_]>::to_vec)).unwrap_or_default();
        !found.is_empty()
    });
    let number = |place: &lemmascope_intent::Value, field: &str| {
        place.as_object().unwrap()[field].as_number().unwrap().as_i64().unwrap()
    };
    let window = seat.call("system.state.active_window", json!({})).value;
    let area = &window.as_object().unwrap()["area"];
    // The word has eleven letters and begins in column 8 of line 3, which determines its position independent
    // of the font size.
    let letter = number(&found[0], "width") / 11;
    let line = number(&found[0], "height") * 2;
    let (left, top) =
        (number(&found[0], "left") - number(area, "left"), number(&found[0], "top") - number(area, "top"));
    assert!((7 * letter..=10 * letter + 8).contains(&left), "{left}, by letters of {letter}");
    assert!((line..=3 * line).contains(&top), "{top}, by lines of {line}");
    let second = seat.call("system.display.find_text", json!({ "text": "save document" })).value;
    let second = &second.as_list().unwrap()[0];
    assert!((line..=3 * line).contains(&(number(second, "y") - number(&found[0], "y"))), "{second:?}");
    let missing = seat.fail("system.display.find_text", json!({ "text": "Wizardry" }));
    assert_eq!(missing.cause.as_str(), "target_not_found");
    let empty = seat.fail("system.display.find_text", json!({ "text": "…" }));
    assert_eq!(empty.cause.as_str(), "invalid_parameter");
}

fn tune(seat: &Seat) {
    use x11rb::protocol::randr::ConnectionExt as _;
    let (connection, root) = seat.connect();
    let crtc = connection.randr_get_screen_resources_current(root).unwrap().reply().unwrap().crtcs[0];
    let steps = connection.randr_get_crtc_gamma(crtc).unwrap().reply().unwrap().red.len();
    let ramp: Vec<u16> = (0..steps).map(|step| (step * 60_000 / steps) as u16).collect();
    connection.randr_set_crtc_gamma(crtc, &ramp, &ramp, &ramp).unwrap().check().unwrap();
}

#[test]
fn night_light_is_set_and_undone() {
    let seat = Seat::empty().display();
    let warm = |seat: &Seat| seat.call("system.display.night_light", json!({ "on": true }));
    let gamma = |seat: &Seat| {
        use x11rb::protocol::randr::ConnectionExt as _;
        let (connection, root) = seat.connect();
        let crtc = connection.randr_get_screen_resources_current(root).unwrap().reply().unwrap().crtcs[0];
        let gamma = connection.randr_get_crtc_gamma(crtc).unwrap().reply().unwrap();
        (gamma.red, gamma.green, gamma.blue)
    };
    // A calibrated display, whose ramps differ from the default.
    tune(&seat);
    let before = gamma(&seat);
    let done = warm(&seat);
    let after = gamma(&seat);
    assert_eq!(after.0, before.0);
    assert!(after.2.last() < before.2.last());
    warm(&seat);
    assert_eq!(gamma(&seat), after, "warm is not made warmer");
    let undone = seat.replay(&done.undo.unwrap());
    assert_eq!(gamma(&seat), before);
    seat.replay(&undone.undo.unwrap());
    assert_eq!(gamma(&seat), after);
}
