//! Tests the volume, on a real sound server with a null output.

use std::process::Stdio;

use lemmascope_intent::Outcome;
use serde_json::json;

use crate::seat::Seat;
use crate::world::changes;

fn volume(seat: &Seat) -> String {
    let asked =
        seat.command("pactl").args(["get-sink-volume", "nowhere"]).stdout(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(asked.stdout).unwrap();
    let levels: Vec<&str> = said.split_whitespace().filter(|word| word.ends_with('%')).collect();
    levels.join(" ")
}

fn told(outcome: &Outcome, field: &str) -> String {
    outcome.value.as_object().unwrap()[field].to_string()
}

#[test]
fn volume_and_mute_are_set_and_undone() {
    let seat = Seat::empty().sound();
    seat.command("pactl").args(["set-sink-volume", "nowhere", "80%", "40%"]).status().unwrap();
    let before = seat.call("system.audio.get_volume", json!({}));
    assert_eq!((told(&before, "level"), told(&before, "muted")), ("80".into(), "false".into()));
    let done = seat.call("system.audio.set_volume", json!({ "level": 30 }));
    assert_eq!(volume(&seat), "30% 15%", "the balance is kept");
    assert_eq!(changes(&done), ["~ volume: 80% → 30%"]);
    let undone = seat.replay(&done.undo.unwrap());
    assert_eq!(volume(&seat), "80% 40%");
    seat.replay(&undone.undo.unwrap());
    assert_eq!(volume(&seat), "30% 15%");
    for level in [-1, 101, i64::MAX] {
        let refused = seat.fail("system.audio.set_volume", json!({ "level": level }));
        assert_eq!(refused.cause.as_str(), "invalid_parameter");
    }
    let silent = seat.call("system.audio.mute", json!({}));
    assert_eq!(told(&seat.call("system.audio.get_volume", json!({})), "muted"), "true");
    seat.replay(&silent.undo.unwrap());
    assert_eq!(told(&seat.call("system.audio.get_volume", json!({})), "muted"), "false");
    seat.call("system.audio.mute", json!({}));
    assert_eq!(changes(&seat.call("system.audio.unmute", json!({}))), ["~ sound: muted → heard"]);
}

#[test]
fn volume_steps_are_clamped() {
    let seat = Seat::empty().sound();
    seat.command("pactl").args(["set-sink-volume", "nowhere", "50%", "50%"]).status().unwrap();
    let done = seat.call("system.audio.adjust_volume", json!({ "direction": "up" }));
    assert_eq!(changes(&done), ["~ volume: 50% → 60%"]);
    seat.replay(&done.undo.unwrap());
    assert_eq!(volume(&seat), "50% 50%");
    seat.call("system.audio.adjust_volume", json!({ "direction": "down", "by": 20 }));
    assert_eq!(volume(&seat), "30% 30%");
    seat.call("system.audio.adjust_volume", json!({ "direction": "down", "by": 100 }));
    assert_eq!(volume(&seat), "0% 0%");
    for wrong in [json!({ "direction": "sideways" }), json!({ "direction": "up", "by": 0 })] {
        seat.fail("system.audio.adjust_volume", wrong);
    }
    assert_eq!(volume(&seat), "0% 0%");
}
