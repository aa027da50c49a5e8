//! API keys of agents, and the permissions of their scopes.

use lemmascope_engine::{Grant, NamedCall, Request};
use lemmascope_intent::{Cause, Object, Owner, Permissions, Value};

use crate::world::{Answer, World};

async fn key(world: &World, line: &str) -> String {
    let json = world.say(line).await.ok().json;
    assert_eq!(json.as_object().unwrap().keys().collect::<Vec<_>>(), ["agent", "key"], "{json}");
    json["key"].as_str().unwrap().to_string()
}

async fn submit(world: &World, grant: &Grant, line: &str) -> Answer {
    let request = Request::new(line, grant, "main", world.place.workspace());
    world.report(world.engine.submit(request).await)
}

async fn call(world: &World, grant: &Grant, name: &str, parameters: &[(&str, Value)]) -> Answer {
    let parameters: Object =
        parameters.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    let call = NamedCall { name: name.into(), parameters, options: Vec::new() };
    let request = Request::new(call, grant, "main", world.place.workspace());
    world.report(world.engine.submit(request).await)
}

pub(crate) async fn a_key_speaks_for_its_agent_until_it_is_revoked(mut world: World) {
    let key = key(&world, "keys create scout --scopes observe,files").await;
    let listed = world.say("keys list").await.ok().json;
    assert_eq!(listed["keys"][0]["agent"], "scout");
    assert!(!listed.to_string().contains(&key[20..]), "{listed}");
    world.reopen().await;
    let grant = world.engine.authenticate(&key).await.unwrap().unwrap();
    assert_eq!(grant.owner, Owner::new("scout").unwrap());
    assert_eq!(grant.permissions, Permissions::parse("observe,files").unwrap());
    let id = grant.key.unwrap();
    for wrong in ["", "lsk_x_y", &key[..key.len() - 1], &format!("{key}x"), &format!("lsk_{id}_")] {
        assert_eq!(world.engine.authenticate(wrong).await.unwrap(), None, "{wrong}");
    }
    world.say(&format!("keys revoke {id}")).await.ok();
    assert_eq!(world.engine.authenticate(&key).await.unwrap(), None);
    world.say(&format!("keys revoke {id}")).await.fails("TARGET_NOT_FOUND");
    world.say("keys create local").await.fails("PARAMETER_INVALID");
    world.say("keys create scout --scopes all").await.fails("PARAMETER_INVALID");
    world.say("keys create scout --expires soon").await.fails("PARAMETER_INVALID");
}

pub(crate) async fn a_rotated_key_overlaps_with_the_old_one(world: World) {
    let old = key(&world, "keys create scout").await;
    let id = world.engine.authenticate(&old).await.unwrap().unwrap().key.unwrap();
    let new = key(&world, &format!("keys rotate {id} --overlap 1h")).await;
    let (old_grant, new_grant) =
        (world.engine.authenticate(&old).await.unwrap(), world.engine.authenticate(&new).await.unwrap());
    assert_eq!(old_grant.map(|it| it.permissions), new_grant.map(|it| it.permissions));
    let last = key(&world, &format!("keys rotate {id} --overlap 0s")).await;
    assert_eq!(world.engine.authenticate(&old).await.unwrap(), None);
    assert!(world.engine.authenticate(&last).await.unwrap().is_some());
}

pub(crate) async fn a_scope_permits_the_verbs_of_its_reach(world: World) {
    let grant = |scopes: &str| Grant {
        owner: Owner::new("scout").unwrap(),
        permissions: Permissions::parse(scopes).unwrap(),
        key: None,
    };
    let (looking, acting, all) = (grant("observe"), grant("observe,act"), grant("observe,act,system,admin"));
    submit(&world, &looking, "lab.look x").await.ok();
    submit(&world, &looking, "lab.sign_in x").await.fails("INTENT_UNAVAILABLE");
    submit(&world, &acting, "lab.sign_in x").await.fails("TARGET_NOT_FOUND");
    submit(&world, &acting, "lab.compute x").await.fails("INTENT_UNAVAILABLE");
    submit(&world, &all, "lab.compute x").await.ok();
    // A verb without a declared reach, and the settings of the engine.
    submit(&world, &acting, "lab.change x").await.fails("INTENT_UNAVAILABLE");
    submit(&world, &acting, "config show").await.fails("INTENT_UNAVAILABLE");
    submit(&world, &acting, "keys create more --scopes admin").await.fails("INTENT_UNAVAILABLE");
    submit(&world, &all, "keys list").await.ok();
    // A sentence does not bypass the permission.
    let said = submit(&world, &acting, "say show me the configuration").await;
    assert!(said.report.cause == Some(Cause::Forbidden), "{}", said.text);
    submit(&world, &all, "say show me the configuration").await.ok();
    // If one call of a plan is not permitted, none is executed.
    world.intent("both", "steps: [{ action: lab.look, name: a }, { action: lab.sign_in, name: b }]");
    let refused = submit(&world, &looking, "both").await.fails("INTENT_UNAVAILABLE");
    assert!(refused.actions().is_empty(), "{}", refused.text);
    assert!(refused.hint().contains("--scopes observe,act"), "{}", refused.hint());
    assert_eq!(submit(&world, &acting, "both").await.fails("TARGET_NOT_FOUND").actions().len(), 2);
    // A dry run is permitted.
    submit(&world, &looking, "both --dry-run").await.ok();
}

pub(crate) async fn a_call_by_name_is_the_same_as_its_line(world: World) {
    let local = Grant::local();
    let made = call(&world, &local, "lab.change", &[("name", "a".into())]).await.ok();
    assert_eq!(made.actions(), ["change \"a\""]);
    call(&world, &local, "lab.change", &[("nam", "a".into())]).await.fails("PARAMETER_INVALID");
    call(&world, &local, "lab.change", &[]).await.fails("PARAMETER_MISSING");
    call(&world, &local, "lab.nothing", &[]).await.fails("INTENT_NOT_FOUND");
    call(&world, &local, "engine.nothing", &[]).await.fails("INTENT_NOT_FOUND");
    assert_eq!(call(&world, &local, "engine.undo", &[]).await.ok().actions(), ["undo change \"a\""]);
    let body = "steps: [{ action: lab.look, name: x }]";
    call(&world, &local, "engine.define", &[("name", "peek".into()), ("body", body.into())]).await.ok();
    call(&world, &local, "peek", &[]).await.ok();
    let odd = [("name", "w".into()), ("mode", "odd".into())];
    let failed = call(&world, &local, "engine.session_new", &odd).await;
    assert_eq!(failed.fails("PARAMETER_INVALID").report.field.as_deref(), Some("mode"));
    call(&world, &local, "engine.session_new", &[("name", "w".into())]).await.ok();
    call(&world, &local, "engine.session_new", &[("nme", "w".into())]).await.fails("PARAMETER_MISSING");
}

pub(crate) async fn runs_are_listed_looked_up_and_cancelled_by_their_owner(world: World) {
    let local = Owner::local();
    world.say("lab.change first").await.ok();
    let second = world.say("lab.change second").await.ok();
    let runs = world.engine.runs(&local, None, None, 10).await.unwrap();
    assert_eq!(runs.iter().map(|run| run.status.as_str()).collect::<Vec<_>>(), ["ok", "ok"]);
    assert_eq!(runs[0].id, second.report.run.clone().unwrap());
    let shown = world.engine.run(&local, &runs[0].id).await.unwrap();
    assert_eq!(shown.report.unwrap()["actions"][0]["line"], "change \"second\"");
    assert_eq!(world.engine.runs(&local, None, Some(runs[0].started), 10).await.unwrap().len(), 1);
    let other = Owner::new("scout").unwrap();
    assert!(world.engine.runs(&other, None, None, 10).await.unwrap().is_empty());
    assert!(world.engine.run(&other, &runs[0].id).await.is_err());
    assert!(world.engine.cancel_run(&other, &runs[0].id).await.is_err());
    assert!(!world.engine.cancel_run(&local, &runs[0].id).await.unwrap(), "it is over");
}
