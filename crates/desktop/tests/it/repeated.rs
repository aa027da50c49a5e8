//! Tests a step that a process started but did not record because of a crash.

use serde_json::json;

use crate::world::World;

/// Calls a verb twice, the second time as a resumed run would, and verifies that its effect occurs only once
/// and that the undo of the second call reverts the first.
fn check(verb: &str, arguments: serde_json::Value) {
    let world = World::new();
    world.write("a", "one\n");
    world.write("b", "two");
    world.write("f/x", "three");
    std::fs::create_dir(world.at("empty")).unwrap();
    let before = world.tree();
    let lemmascope_intent::Value::Object(first) = arguments.clone().into() else { panic!() };
    world.run(verb, first, "the step", false).unwrap();
    let after = world.tree();
    let outcome = world.again(verb, arguments.clone(), "the step");
    assert_eq!(world.tree(), after, "{verb} {arguments}");
    if let Some(undo) = outcome.undo {
        world.replay(&undo).unwrap();
        assert_eq!(world.tree(), before, "{verb} {arguments}");
    } else {
        assert_eq!(verb, "create_folder");
    }
}

#[test]
fn repeated_step_with_existing_result_succeeds() {
    check("create_file", json!({"path": "new", "content": "x"}));
    check("create_folder", json!({"path": "new", "exist_ok": false}));
    check("append_file", json!({"path": "a", "content": "more"}));
    check("write_file", json!({"path": "new", "content": "x"}));
    check("write_file", json!({"path": "a", "content": "x", "overwrite": true}));
    check("copy", json!({"source": "a", "destination": "c"}));
    check("copy", json!({"source": "f", "destination": "g"}));
    check("copy", json!({"source": "f", "destination": "empty"}));
    check("move", json!({"source": "a", "destination": "c"}));
    check("move", json!({"source": "a", "destination": "b", "overwrite": true}));
    check("move", json!({"source": "f", "destination": "g"}));
    check("move", json!({"source": "f", "destination": "empty"}));
    check("rename", json!({"path": "a", "new_name": "c"}));
    check("delete_file", json!({"path": "a"}));
    check("delete_folder", json!({"path": "f", "recursive": true}));
}

#[test]
fn repeated_step_without_result_is_executed() {
    let world = World::new();
    world.write("a", "1");
    world.again("create_file", json!({"path": "b", "content": "2"}), "k");
    world.again("move", json!({"source": "a", "destination": "c"}), "k");
    world.again("delete_file", json!({"path": "c"}), "k");
    assert_eq!(world.tree().len(), 1);
}

#[test]
fn repeated_step_rejects_results_of_others() {
    let world = World::new();
    world.write("b", "other");
    let lemmascope_intent::Value::Object(arguments) = json!({"path": "b", "content": "2"}).into() else {
        panic!()
    };
    assert!(world.run("create_file", arguments, "k", true).is_err());
}
