//! Tests brightness and radios on a copy of the kernel's files, since test machines have no such devices.

use serde_json::json;

use crate::seat::Seat;
use crate::world::changes;

fn radios(seat: &Seat, soft: [&str; 2]) {
    for (index, kind) in ["wlan", "bluetooth"].into_iter().enumerate() {
        let at = format!("kernel/sys/class/rfkill/rfkill{index}");
        seat.write(&format!("{at}/type"), kind);
        seat.write(&format!("{at}/name"), &format!("phy{index}\n"));
        seat.write(&format!("{at}/soft"), soft[index]);
        seat.write(&format!("{at}/hard"), "0\n");
    }
}

fn said(seat: &Seat, path: &str) -> String {
    std::fs::read_to_string(seat.at(path)).unwrap().trim().to_string()
}

#[test]
fn undo_restores_exact_brightness() {
    let seat = Seat::empty();
    let light = "kernel/sys/class/backlight/panel";
    seat.write(&format!("{light}/max_brightness"), "937\n");
    seat.write(&format!("{light}/brightness"), "400\n");
    let done = seat.call("system.display.set_brightness", json!({ "level": 20 }));
    assert_eq!(said(&seat, &format!("{light}/brightness")), "187");
    assert_eq!(changes(&done), ["~ brightness: 43% → 20%"]);
    let undone = seat.replay(&done.undo.unwrap());
    assert_eq!(said(&seat, &format!("{light}/brightness")), "400");
    seat.replay(&undone.undo.unwrap());
    assert_eq!(said(&seat, &format!("{light}/brightness")), "187");
    for level in [0.0, -1.0, 101.0, f64::MAX] {
        let refused = seat.fail("system.display.set_brightness", json!({ "level": level }));
        assert_eq!(refused.cause.as_str(), "invalid_parameter", "{level}");
    }
    assert_eq!(said(&seat, &format!("{light}/brightness")), "187");
}

#[test]
fn brightness_steps_are_clamped_above_zero() {
    let seat = Seat::empty();
    let light = "kernel/sys/class/backlight/panel";
    seat.write(&format!("{light}/max_brightness"), "100\n");
    seat.write(&format!("{light}/brightness"), "40\n");
    let step = |given: serde_json::Value| {
        let done = seat.call("system.display.adjust_brightness", given);
        (said(&seat, &format!("{light}/brightness")), done)
    };
    let (brighter, done) = step(json!({ "direction": "up" }));
    assert_eq!(brighter, "50");
    seat.replay(&done.undo.unwrap());
    assert_eq!(said(&seat, &format!("{light}/brightness")), "40");
    assert_eq!(step(json!({ "direction": "down", "by": 15 })).0, "25");
    assert_eq!(step(json!({ "direction": "down", "by": 90 })).0, "1");
    assert_eq!(step(json!({ "direction": "up", "by": 100 })).0, "100");
    seat.fail("system.display.adjust_brightness", json!({ "direction": "brighter" }));
    assert_eq!(said(&seat, &format!("{light}/brightness")), "100");
}

#[test]
fn undo_of_airplane_mode_restores_previous_radio_states() {
    let seat = Seat::empty();
    radios(&seat, ["0", "1"]);
    let soft =
        |seat: &Seat| [0, 1].map(|index| said(seat, &format!("kernel/sys/class/rfkill/rfkill{index}/soft")));
    let done = seat.call("system.network.airplane_mode", json!({ "on": true }));
    assert_eq!(soft(&seat), ["1", "1"]);
    assert_eq!(changes(&done), ["~ wlan phy0: on → off"]);
    let undone = seat.replay(&done.undo.unwrap());
    assert_eq!(soft(&seat), ["0", "1"]);
    seat.replay(&undone.undo.unwrap());
    assert_eq!(soft(&seat), ["1", "1"]);
    seat.call("system.network.airplane_mode", json!({ "on": false }));
    assert_eq!(soft(&seat), ["0", "0"]);
}

#[test]
fn ignores_radios_with_invalid_values() {
    let seat = Seat::empty();
    radios(&seat, ["-1", "maybe"]);
    let failure = seat.fail("system.network.airplane_mode", json!({ "on": true }));
    assert_eq!(failure.cause.as_str(), "unavailable");
}
