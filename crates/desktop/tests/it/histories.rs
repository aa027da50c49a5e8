//! Verifies that undoing all of a random sequence of operations restores the initial tree exactly, and that
//! redoing it restores the final one.

use std::os::unix::fs::PermissionsExt;

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::world::World;

fn place() -> impl Strategy<Value = String> {
    // Few different names, so that operations affect each other.
    prop::collection::vec(prop::sample::select(vec!["a", "b", "ç d"]), 1..4).prop_map(|names| names.join("/"))
}

fn operation() -> impl Strategy<Value = (&'static str, Json)> {
    let two = || (place(), place(), any::<bool>());
    prop_oneof![
        (place(), ".{0,8}")
            .prop_map(|(path, content)| ("create_file", json!({"path": path, "content": content}))),
        place().prop_map(|path| ("create_folder", json!({ "path": path }))),
        (place(), ".{0,8}", any::<bool>()).prop_map(|(path, content, newline)| (
            "append_file",
            json!({"path": path, "content": content, "newline": newline})
        )),
        (place(), ".{0,8}").prop_map(|(path, content)| (
            "write_file",
            json!({"path": path, "content": content, "overwrite": true})
        )),
        two().prop_map(|(source, destination, overwrite)| (
            "copy",
            json!({"source": source, "destination": destination, "overwrite": overwrite})
        )),
        two().prop_map(|(source, destination, overwrite)| (
            "move",
            json!({"source": source, "destination": destination, "overwrite": overwrite})
        )),
        (place(), prop::sample::select(vec!["a", "b", "c"]))
            .prop_map(|(path, name)| ("rename", json!({"path": path, "new_name": name}))),
        place().prop_map(|path| ("delete_file", json!({ "path": path }))),
        place().prop_map(|path| ("delete_folder", json!({"path": path, "recursive": true}))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_and_redo_restore_random_histories_exactly(operations in prop::collection::vec(operation(), 1..24)) {
        let world = World::new();
        world.write("a/a", "first");
        world.write("a/b", "second");
        world.write("b", "third");
        for (path, mode) in [("a", 0o750), ("a/a", 0o600), ("b", 0o751)] {
            std::fs::set_permissions(world.at(path), std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let first = world.tree();
        let mut journal = Vec::new();
        for (verb, arguments) in operations {
            let before = world.tree();
            match world.try_call(verb, arguments.clone()) {
                Ok(outcome) => journal.extend(outcome.undo),
                Err(failure) => {
                    prop_assert!(!failure.effect_unknown, "{:?}", failure);
                    prop_assert_eq!(world.tree(), before, "{} {} failed and changed something", verb, arguments);
                }
            }
        }
        let last = world.tree();
        for turn in 0..3 {
            let mut back = Vec::new();
            for call in journal.iter().rev() {
                let outcome = world.replay(call);
                prop_assert!(outcome.is_ok(), "{:?}: {:?}", call, outcome);
                back.extend(outcome.ok().and_then(|outcome| outcome.undo));
            }
            prop_assert_eq!(back.len(), journal.len());
            prop_assert_eq!(&world.tree(), if turn % 2 == 0 { &first } else { &last });
            journal = back;
        }
    }
}
