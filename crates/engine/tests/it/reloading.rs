//! Added, changed, broken and removed definition files.

use std::fs;

use lemmascope_intent::Event;

use crate::world::{World, write_intent};

#[tokio::test]
async fn reloads_added_changed_and_removed_intents() {
    let world = World::on_sqlite().await;
    world.say("run fresh").await.fails("INTENT_NOT_FOUND");
    world.intent("fresh", "steps: [{ action: lab.look, name: first }]");
    world.say("fresh").await.ok();
    assert!(world.take_events().contains(&Event::Reloaded { intents: 4, faults: 0 }));
    world.intent("fresh", "steps: [{ action: lab.look, name: second one }]");
    world.say("fresh").await.ok();
    assert_eq!(world.lab.calls(), ["look first", "look second one"]);
    fs::remove_file(world.place.intents().join("fresh.yaml")).unwrap();
    world.say("run fresh").await.fails("INTENT_NOT_FOUND");
    world.take_events();
    world.say("lab.look x").await.ok();
    let reloaded = world.take_events().iter().any(|event| matches!(event, Event::Reloaded { .. }));
    assert!(!reloaded, "nothing had changed");
}

#[tokio::test]
async fn invalid_files_do_not_affect_other_intents() {
    let mut world = World::on_sqlite().await;
    let intents = world.place.intents();
    world.intent("good", "steps: [{ action: lab.look, name: x }]");
    fs::write(intents.join("unfinished.yaml"), "intent: unfinished\nsteps: [").unwrap();
    fs::write(intents.join("latin.yaml"), b"intent: caf\xe9\n").unwrap();
    fs::write(intents.join("huge.yaml"), vec![b'#'; (1 << 20) + 1]).unwrap();
    fs::create_dir(intents.join("folder.yaml")).unwrap();
    fs::write(intents.join(".hidden.yaml"), "nonsense").unwrap();
    fs::write(intents.join("notes.txt"), "nonsense").unwrap();
    write_intent(&intents.join("misspelt.yaml"), "misspelt", "stepz: [{ action: lab.look, name: x }]");
    world.say("good").await.ok();
    let listed = world.say("intents").await.ok();
    let left_out = |name: &str| {
        listed.report.context.iter().find(|line| line.contains(name)).cloned().unwrap_or_default()
    };
    assert_eq!(listed.report.context.len(), 5, "{}", listed.text);
    assert!(left_out("latin").contains("not UTF-8"), "{}", listed.text);
    assert!(left_out("huge").contains("1048577 bytes"), "{}", listed.text);
    assert!(left_out("folder").contains("cannot be read"), "{}", listed.text);
    assert!(left_out("misspelt").contains("needs the key \"steps\""), "{}", listed.text);
    assert!(listed.hint().contains("lemmascope check"));
    assert_eq!(world.reopen().await, ["5 definition(s) left out; `lemmascope check` shows why"]);
    world.say("good").await.ok();
    // A file that breaks removes its intent, and restores it after a repair.
    write_intent(&intents.join("good.yaml"), "good", "steps: nothing at all");
    world.say("run good").await.fails("INTENT_NOT_FOUND");
    world.intent("good", "steps: [{ action: lab.look, name: mended }]");
    world.say("good").await.ok();
    assert_eq!(world.lab.calls().last().unwrap(), "look mended");
}

#[tokio::test]
async fn duplicate_intent_name_is_ignored() {
    let world = World::on_sqlite().await;
    let intents = world.place.intents();
    write_intent(&intents.join("a.yaml"), "twin", "steps: [{ action: lab.look, name: a }]");
    write_intent(&intents.join("b.yaml"), "twin", "steps: [{ action: lab.look, name: b }]");
    world.say("twin").await.ok();
    assert_eq!(world.lab.calls(), ["look a"]);
    let listed = world.say("intents").await.ok();
    assert_eq!(listed.report.context.len(), 1);
    assert!(listed.report.context[0].contains("b.yaml: \"twin\" is already defined in"), "{}", listed.text);
    fs::remove_file(intents.join("a.yaml")).unwrap();
    world.say("twin").await.ok();
    assert_eq!(world.lab.calls(), ["look a", "look b"]);
}

#[tokio::test]
async fn breaks_call_cycles_across_files() {
    let world = World::on_sqlite().await;
    world.intent("one", "steps: [{ action: intent, name: two, params: {} }]");
    world.intent("two", "steps: [{ action: intent, name: three, params: {} }]");
    world.intent("three", "steps: [{ action: intent, name: one, params: {} }]");
    world.intent("apart", "steps: [{ action: lab.look, name: x }]");
    world.say("apart").await.ok();
    let listed = world.say("intents").await.ok();
    assert_eq!(listed.report.context.len(), 1, "{}", listed.text);
    assert!(listed.report.context[0].contains("in a circle: "), "{}", listed.text);
    // Whichever file is excluded, the intents that call it report that and have no effect.
    for name in ["one", "two", "three"] {
        world.say(&format!("run {name}")).await.fails("INTENT_NOT_FOUND");
    }
    // A removed definition that reveals another one of the same name is checked again.
    write_intent(
        &world.place.packs().join("p/three.yaml"),
        "three",
        "steps: [{ action: intent, name: one, params: {} }]",
    );
    let listed = world.say("intents").await.ok();
    assert!(!listed.report.context.is_empty());
    world.say("apart").await.ok();
}
