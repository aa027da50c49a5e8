//! Tests media control with fake players that implement MPRIS on a real session bus.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use lemmascope_intent::Outcome;
use serde_json::json;
use tokio::runtime::Runtime;
use zbus::{Connection, OwnedVariant, Variant, interface};

use crate::seat::Seat;

struct Deck(Arc<Mutex<Tape>>);

struct Tape {
    status: &'static str,
    track: usize,
    obeys: bool,
}

#[interface(name = "org.mpris.MediaPlayer2.Player")]
impl Deck {
    fn play(&self) {
        self.turn("Playing");
    }

    fn pause(&self) {
        self.turn("Paused");
    }

    fn next(&self) {
        self.0.lock().unwrap().track += 1;
    }

    fn previous(&self) {
        self.0.lock().unwrap().track -= 1;
    }

    #[zbus(property)]
    fn playback_status(&self) -> String {
        self.0.lock().unwrap().status.into()
    }

    #[zbus(property)]
    fn can_go_next(&self) -> bool {
        self.0.lock().unwrap().track < 2
    }

    #[zbus(property)]
    fn can_go_previous(&self) -> bool {
        self.0.lock().unwrap().track > 0
    }

    #[zbus(property)]
    fn metadata(&self) -> HashMap<String, OwnedVariant> {
        let text = |text: &str| OwnedVariant::try_from(Variant::from(text)).unwrap();
        let names = OwnedVariant::try_from(Variant::from(vec!["Amália"])).unwrap();
        HashMap::from([("xesam:title".into(), text("Estranha\nforma")), ("xesam:artist".into(), names)])
    }
}

impl Deck {
    fn turn(&self, status: &'static str) {
        let mut tape = self.0.lock().unwrap();
        if tape.obeys {
            tape.status = status;
        }
    }
}

struct Root(&'static str);

#[interface(name = "org.mpris.MediaPlayer2")]
impl Root {
    #[zbus(property)]
    fn identity(&self) -> String {
        self.0.into()
    }
}

/// A seat with players, which end with it.
struct Room {
    seat: Seat,
    players: Runtime,
    open: Vec<Connection>,
}

impl Room {
    fn new() -> Self {
        let players =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        Self { seat: Seat::empty().bus(), players, open: Vec::new() }
    }

    fn player(&mut self, name: &'static str, status: &'static str) -> Arc<Mutex<Tape>> {
        let tape = Arc::new(Mutex::new(Tape { status, track: 0, obeys: true }));
        let address = self.seat.settings().session_bus.unwrap();
        let path = "/org/mpris/MediaPlayer2";
        let deck = Deck(Arc::clone(&tape));
        let connection = self.players.block_on(async {
            zbus::connection::Builder::address(address.as_str())
                .serve_at(path, deck)
                .serve_at(path, Root(name))
                .name(format!("org.mpris.MediaPlayer2.{}", name.to_lowercase()))
                .build()
                .await
                .unwrap()
        });
        self.open.push(connection);
        tape
    }
}

fn told<'a>(outcome: &'a Outcome, field: &str) -> &'a str {
    outcome.value.as_object().unwrap()[field].as_text().unwrap()
}

#[test]
fn selects_the_playing_player() {
    let mut room = Room::new();
    let failure = room.seat.fail("system.audio.media.play_pause", json!({}));
    assert_eq!(failure.cause.as_str(), "target_not_found");
    let quiet = room.player("Quiet", "Paused");
    let loud = room.player("Loud", "Playing");
    let state = room.seat.call("system.audio.media.state", json!({}));
    assert_eq!((told(&state, "player"), told(&state, "state")), ("loud", "playing"));
    assert_eq!(state.line.as_deref(), Some("Loud is playing: Estranha forma, Amália"));
    let done = room.seat.call("system.audio.media.play_pause", json!({}));
    assert_eq!((loud.lock().unwrap().status, quiet.lock().unwrap().status), ("Paused", "Paused"));
    let undone = room.seat.replay(&done.undo.unwrap());
    assert_eq!(loud.lock().unwrap().status, "Playing");
    room.seat.replay(&undone.undo.unwrap());
    assert_eq!(loud.lock().unwrap().status, "Paused");
}

#[test]
fn several_paused_players_are_ambiguous() {
    let mut room = Room::new();
    let one = room.player("Rhythm", "Paused");
    room.player("Rhythm2", "Paused");
    let failure = room.seat.fail("system.audio.media.play_pause", json!({}));
    assert_eq!(failure.cause.as_str(), "target_ambiguous");
    assert_eq!(failure.instead, ["rhythm", "rhythm2"]);
    room.seat.call("system.audio.media.play_pause", json!({ "player": "rhythm" }));
    assert_eq!(one.lock().unwrap().status, "Playing");
    let unknown = room.seat.fail("system.audio.media.state", json!({ "player": "jazz" }));
    assert_eq!(unknown.cause.as_str(), "target_not_found");
}

#[test]
fn next_after_last_track_has_no_effect() {
    let mut room = Room::new();
    let tape = room.player("Deck", "Playing");
    for track in 1..=2 {
        room.seat.call("system.audio.media.next", json!({}));
        assert_eq!(tape.lock().unwrap().track, track);
    }
    assert_eq!(room.seat.fail("system.audio.media.next", json!({})).cause.as_str(), "no_effect");
    room.seat.call("system.audio.media.previous", json!({}));
    assert_eq!(tape.lock().unwrap().track, 1);
}

#[test]
fn reports_player_that_ignores_commands() {
    let mut room = Room::new();
    room.player("Stubborn", "Playing").lock().unwrap().obeys = false;
    let failure = room.seat.fail("system.audio.media.play_pause", json!({}));
    assert_eq!((failure.cause.as_str(), failure.verdict), ("no_effect", Some("no_effect")));
}
