//! Isolation of owners: the data of one is invisible to others.

use lemmascope_intent::{Cancellation, Owner, Secret};

use lemmascope_engine::Given;

use crate::world::{Answer, World};

fn ana() -> Owner {
    Owner::new("ana").unwrap()
}

async fn say_as_ana(world: &World, line: &str) -> Answer {
    let mut request = world.request("main", line, &Cancellation::default());
    request.owner = ana();
    world.report(world.engine.submit(request).await)
}

pub(crate) async fn an_undo_is_of_ones_own_changes(mut world: World) {
    world.say("lab.change mine").await.ok();
    say_as_ana(&world, "lab.change hers").await.ok();
    world.reopen().await;
    assert_eq!(world.say("undo").await.ok().actions(), ["undo change \"mine\""]);
    assert_eq!(world.say("undo").await.ok().text, "ok undo\n\n# result\nNothing to undo.\n");
    assert_eq!(say_as_ana(&world, "undo").await.ok().actions(), ["undo change \"hers\""]);
    assert_eq!(say_as_ana(&world, "redo").await.ok().actions(), ["redo change \"hers\""]);
}

pub(crate) async fn sessions_and_what_they_define_are_ones_own(world: World) {
    world.say_as("work", "lab.look x").await.ok();
    say_as_ana(&world, "define hello\n  steps: [{ action: lab.look, name: hers }]").await.ok();
    assert_eq!(say_as_ana(&world, "sessions").await.ok().text, "ok sessions\n\n# sessions\nmain\n");
    assert_eq!(world.say("sessions").await.ok().text, "ok sessions\n\n# sessions\nmain\nwork\n");
    world.say("run hello").await.fails("INTENT_NOT_FOUND");
    say_as_ana(&world, "hello").await.ok();
    say_as_ana(&world, "session close work").await.fails("TARGET_NOT_FOUND");
    let json = say_as_ana(&world, "session").await.ok().json;
    assert_eq!(json["result"]["name"], "main", "{json}");
}

pub(crate) async fn credentials_are_ones_own(world: World) {
    let add = "credentials add shop --origin https://shop.example";
    world.give(add, "me", "pa55-of-mine", None).await.ok();
    say_as_ana(&world, "lab.sign_in shop").await.fails("TARGET_NOT_FOUND");
    assert!(say_as_ana(&world, "credentials list").await.ok().text.contains("No credentials are stored."));
    let mut request = world.request("main", add, &Cancellation::default());
    request.owner = ana();
    let password = Secret::new("pa55-of-ana".to_string());
    request.given = Some(Given { username: "ana".into(), password, totp: None });
    world.report(world.engine.submit(request).await).ok();
    let mine = world.say("lab.sign_in shop").await.ok();
    assert!(mine.text.contains("me at https://shop.example"), "{}", mine.text);
    let hers = say_as_ana(&world, "lab.sign_in shop").await.ok();
    assert!(hers.text.contains("ana at https://shop.example"), "{}", hers.text);
    say_as_ana(&world, "credentials remove shop").await.ok();
    world.say("credentials show shop").await.ok();
}

pub(crate) async fn checkpoints_and_runs_are_ones_own(world: World) {
    world.intent(
        "trip",
        "steps: [{ action: lab.change, name: a }, { checkpoint: half }, { action: lab.change, name: b }]",
    );
    world.lab.script("b", &[crate::lab::Act::Fail(lemmascope_intent::Cause::Conflict)]);
    let failed = world.say("trip").await;
    let refused = say_as_ana(&world, "trip --resume half").await.fails("CHECKPOINT_INVALID");
    assert!(refused.hint().contains("no checkpoint of it is stored"), "{}", refused.text);
    let run = failed.report.run.unwrap();
    assert!(world.engine.follow(&ana(), &run, 0).await.is_err());
    world.engine.follow(&Owner::local(), &run, 0).await.unwrap();
}
