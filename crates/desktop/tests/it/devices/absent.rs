//! Tests a machine without a display, bus, sound, or kernel files. Every verb reports what is missing.

use serde_json::{Value as Json, json};

use crate::seat::Seat;

#[test]
fn missing_devices_are_reported_with_a_hint() {
    let seat = Seat::empty();
    let calls: &[(&str, Json)] = &[
        ("system.input.keyboard.type", json!({ "text": "x" })),
        ("system.input.keyboard.press", json!({ "key": "Enter" })),
        ("system.input.mouse.click", json!({ "x": 1, "y": 1 })),
        ("system.input.mouse.move", json!({ "x": 1, "y": 1 })),
        ("system.clipboard.read", json!({})),
        ("system.clipboard.write", json!({ "text": "x" })),
        ("system.display.screenshot", json!({})),
        ("system.display.find_text", json!({ "text": "x" })),
        ("system.display.night_light", json!({ "on": true })),
        ("system.display.set_brightness", json!({ "level": 50 })),
        ("system.audio.get_volume", json!({})),
        ("system.audio.set_volume", json!({ "level": 50 })),
        ("system.audio.mute", json!({})),
        ("system.audio.unmute", json!({})),
        ("system.audio.media.state", json!({})),
        ("system.audio.media.play_pause", json!({})),
        ("system.audio.media.next", json!({})),
        ("system.audio.media.previous", json!({})),
        ("system.power.lock", json!({})),
        ("system.power.sleep", json!({})),
        ("system.power.shutdown", json!({})),
        ("system.power.cancel_shutdown", json!({})),
        ("system.network.airplane_mode", json!({ "on": true })),
        ("system.state.battery", json!({})),
        ("system.state.active_window", json!({})),
        ("system.state.memory_usage", json!({})),
        ("system.state.disk_usage", json!({})),
    ];
    for (verb, arguments) in calls {
        let failure = seat.fail(verb, arguments.clone());
        assert_eq!(failure.cause.as_str(), "unavailable", "{verb}: {failure:?}");
        assert!(failure.hint.is_some(), "{verb} says what to do: {failure:?}");
    }
}

#[test]
fn verbs_without_devices_succeed() {
    let seat = Seat::empty();
    for verb in [
        "system.state.time",
        "system.state.date",
        "system.state.network_status",
        "system.state.execution_context",
        "system.network.status",
    ] {
        let outcome = seat.call(verb, json!({}));
        assert!(outcome.line.is_some() && outcome.value.as_object().is_some(), "{verb}: {outcome:?}");
    }
    let offline = seat.call("system.network.status", json!({}));
    assert_eq!(offline.line.as_deref(), Some("offline"));
}

#[test]
fn reports_unreachable_display() {
    let mut settings = Seat::empty().settings();
    settings.display = Some(":65535".into());
    let seat = Seat::empty();
    let domain = lemmascope_desktop::system::domain(settings);
    let failure = seat.try_call_of(&domain, "system.state.active_window", json!({})).unwrap_err();
    assert_eq!(failure.cause.as_str(), "unavailable");
    assert!(failure.message.contains(":65535"), "{}", failure.message);
}
