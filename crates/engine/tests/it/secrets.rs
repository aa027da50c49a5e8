//! Passes a canary secret everywhere, and checks that it is visible nowhere.

use std::fs;
use std::path::Path;
use std::process::Command;

use lemmascope_intent::{Cancellation, Cause};

use crate::lab::Act;
use crate::world::World;

/// A text, a number inside an object, an item of a list, a returned value, and an argument.
const CANARIES: [&str; 5] = ["c4nary-text", "907260514", "c4nary-item", "returned-t0ken", "c4nary-argument"];

pub(crate) async fn the_canary_is_nowhere(mut world: World) {
    world.intent(
        "guarded",
        "
        parameters:
          - { name: name, type: string, required: true }
          - { name: password, type: string, required: true }
          - { name: card, type: object, required: true }
          - { name: pw, type: string }
          - { name: note, type: string }
        steps:
          - { action: lab.look, name: first, password: $password, data: $card }
          - checkpoint: begun
          - { action: lab.change, name: $name, password: $password, data: $card }
          - branch:
              if: { lab.holds: { name: x, password: $password } }
              then: [{ action: lab.look, name: y }]
          - { action: lab.look, name: last, password: $pw }
        success:
          conditions: [{ lab.holds: { name: \"$name$password\", data: $card } }]
          extract:
            echo: { from: lab.look, name: last, password: $password, data: $card }
            password: $password
            card: $card
            note: $note
        failure:
          recovery: [{ action: lab.look, name: recovery, password: $password }]
    ",
    );
    let call = r#"guarded NAME c4nary-text '{"cvv": 907260514, "tokens": {"token": ["c4nary-item"]}}' --note 'it is c4nary-text' --pw c4nary-argument"#;
    let blab = |ok: bool| Act::Blab { ok };
    let all_ok =
        [("first", vec![blab(true)]), ("NAME", vec![blab(true)]), ("last", vec![blab(true), blab(true)])];
    let ways = vec![
        (" --no-verify", all_ok.to_vec()),
        ("", all_ok.to_vec()),
        ("", vec![("first", vec![blab(false)]), ("recovery", vec![blab(false)])]),
        ("", vec![("NAME", vec![blab(false)])]),
        ("", vec![("NAME", vec![Act::Panic])]),
        ("", vec![("first", vec![Act::Panic])]),
        (" --timeout 40ms", vec![("NAME", vec![Act::Heed])]),
        (" --retry 3", vec![("first", vec![blab(false), blab(false), Act::Fail(Cause::Timeout)])]),
        (" --dry-run", vec![]),
    ];
    for (options, script) in ways {
        for (name, acts) in script {
            world.lab.script(name, &acts);
        }
        world.say(&format!("{call}{options}")).await;
    }
    let secret_name = r#"lab.change c4nary-text --password c4nary-text --data '{"password": 907260514}'"#;
    for line in [
        secret_name,
        "undo",
        "redo",
        "guarded --resume begun",
        r#"guarded NAME c4nary-text '{"cvv": 907260514}' --resume begun --note c4nary-text"#,
        "guarded NAME c4nary-text not-an-object",
        "guarded NAME --pasword c4nary-text",
        "lab.send NAME --password c4nary-text",
        "lab.send NAME --password c4nary-text --yes",
        "config set store.url postgres://ann:c4nary-text@host/db",
        "config show",
        "help guarded",
        "intents",
    ] {
        world.say(line).await;
    }
    for line in ["login ann c4nary-text --nonsense '", "guarded 'NAME --password c4nary-text"] {
        let reply = world.submit("main", line, &Cancellation::default()).await;
        world.said.lock().unwrap().push_str(&format!("{reply:?}"));
    }
    world.reopen().await;
    world.say("undo").await;
    world.engine.close().await;

    let said = world.said.lock().unwrap().clone();
    let events = format!("{:?}", world.take_events());
    let configuration = format!("{:?} {:?}", world.place.configuration, world.engine.callables());
    assert!(said.contains("••••••••") && events.contains("••••••••"), "the canary was there to be masked");
    for canary in CANARIES {
        let at =
            said.find(canary).map(|at| said[at.saturating_sub(300)..].chars().take(400).collect::<String>());
        assert_eq!(at, None, "{canary} was answered");
        assert!(!events.contains(canary), "{canary} was told in an event: {events}");
        assert!(!configuration.contains(canary), "{canary} is configured");
        assert_eq!(holds(world.place.folder.path(), canary.as_bytes()), None, "{canary} was written");
    }
    let url = world.place.configuration.text("store.url");
    if !url.is_empty() {
        let dump = Command::new("pg_dump").arg(&url).output().unwrap();
        let dump = String::from_utf8_lossy(&dump.stdout).into_owned();
        assert!(dump.contains("guarded") && dump.contains("NAME"), "the dump has the runs in it: {dump}");
        for canary in CANARIES {
            assert!(!dump.contains(canary), "{canary} is in the database");
        }
    }
}

/// A text that only looks like a secret is masked unless the setting disables that; a secret is always
/// masked.
pub(crate) async fn the_look_of_a_secret_counts_unless_it_is_switched_off(mut world: World) {
    let line = "lab.look 'the password is hunter2' --password c4nary-text";
    for (setting, shows_look) in [("true", false), ("false", true)] {
        world.place.configure("intent_engine.logging.redact_sensitive", setting);
        world.reopen().await;
        world.lab.script("the password is hunter2", &[Act::Blab { ok: true }]);
        let answer = world.say(line).await.ok();
        assert_eq!(answer.text.contains("hunter2"), shows_look, "{}", answer.text);
        assert!(!answer.text.contains("c4nary-text"), "{}", answer.text);
    }
    let refused = world.say_by_program("config set intent_engine.logging.redact_sensitive true").await;
    refused.fails("INTENT_UNAVAILABLE");
}

/// Returns the first file below a folder that contains these bytes.
pub(crate) fn holds(folder: &Path, bytes: &[u8]) -> Option<String> {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if let Some(found) = holds(&path, bytes) {
                return Some(found);
            }
        } else if fs::read(&path).unwrap().windows(bytes.len()).any(|window| window == bytes) {
            return Some(path.display().to_string());
        }
    }
    None
}
